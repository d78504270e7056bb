// SPDX-License-Identifier: MIT
// Reading the text of a record into tags and nodes. What they mean is settled afterwards
// (recordsettle.c), for all readers alike.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "record/recordparts.h"

enum { NAME = 32, VALUE_MOST = 4000, TAGS_MOST = 100, WORD = 48, NUMBER_MOST = 1000000 };

struct record_reader {
    struct record *record;
    const char *at, *end;
    unsigned line;
    struct error *e;
    unsigned node;  // the last action
    bool closed;    // a variation came after it: what belongs to it is over
    bool opening;   // a variation has begun and has no action yet
    unsigned turn;  // a number that was read before the action to come, or 0
    unsigned seat;  // the seat that stood in that number, or 0
    unsigned *open; // for each variation that is open, the action it stands beside
    unsigned depth, capacity;
};

bool record_error_within(struct error *e, unsigned line, const struct error *inner)
{
    if (!line) {
        *e = *inner;
        return false;
    }
    error_set(e, "record.line:line,fault", "line %u: %.*s", line,
              (int)sizeof inner->message.text - 20, inner->message.text);
    return error_within(e, "fault", inner);
}

bool record_error(struct error *e, unsigned line, const char *id, const char *format, ...)
{
    struct error inner;
    va_list arguments;

    va_start(arguments, format);
    error_vset(&inner, id, format, arguments);
    va_end(arguments);
    return record_error_within(e, line, &inner);
}

static bool out_of_memory(struct record_reader *in)
{
    return record_error(in->e, in->line, "record.memory", "the record is too long for the memory");
}

// ---------------------------------------------------------------------------------------------
// Characters
// ---------------------------------------------------------------------------------------------

static char peek_byte(const struct record_reader *in)
{
    return in->at < in->end ? *in->at : 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_blanks(struct record_reader *in)
{
    for (; in->at < in->end && is_blank(*in->at); in->at++)
        in->line += *in->at == '\n';
}

// What stands here, as far as it helps to find it, for a sentence.
static struct error_quote quote_here(const struct record_reader *in)
{
    char word[WORD];
    struct text t;

    text_init(&t, word, sizeof word);
    for (const char *c = in->at; c < in->end && !is_blank(*c); c++)
        text_char(&t, *c);
    return error_quote(word);
}

// How many bytes there are up to `close`, which a backslash may hide.
static size_t quoted_length(const struct record_reader *in, char close)
{
    const char *at = in->at;

    while (at < in->end && *at != close)
        at += *at == '\\' && at + 1 < in->end ? 2 : 1;
    return (size_t)(at - in->at);
}

// Reads up to `close`, taking backslashes away, into new memory.
static char *read_quoted(struct record_reader *in, char close)
{
    unsigned line = in->line;
    char *copy = malloc(quoted_length(in, close) + 1);
    size_t length = 0;

    if (!copy) {
        out_of_memory(in);
        return NULL;
    }
    for (; in->at < in->end && *in->at != close; in->at++) {
        if (*in->at == '\\' && in->at + 1 < in->end)
            in->at++;
        in->line += *in->at == '\n';
        copy[length++] = *in->at;
    }
    copy[length] = 0;
    if (in->at < in->end && text_utf8(copy, length) == length && strlen(copy) == length) {
        in->at++;
        text_tame(copy);
        return copy;
    }
    if (in->at < in->end && close == '"')
        record_error(in->e, line, "record.value-bytes",
                     "the value of a tag holds bytes that are not UTF-8");
    else if (in->at < in->end)
        record_error(in->e, line, "record.comment-bytes",
                     "a comment holds bytes that are not UTF-8");
    else if (close == '"')
        record_error(in->e, line, "record.value-end", "the value of a tag does not end");
    else
        record_error(in->e, line, "record.comment-end", "a comment does not end");
    free(copy);
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Tags
// ---------------------------------------------------------------------------------------------

static bool is_name(char c, bool first)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (!first && c >= '0' && c <= '9');
}

// The characters up to the next blank; record_keep_tag says what is wrong with them.
static void read_name(struct record_reader *in, char name[WORD])
{
    struct text t;

    text_init(&t, name, WORD);
    for (; in->at < in->end && !is_blank(*in->at) && *in->at != '"' && *in->at != ']'; in->at++)
        text_char(&t, *in->at);
}

static bool check_name(const char *name)
{
    size_t length = 0;

    while (name[length] && is_name(name[length], length == 0))
        length++;
    return length > 0 && length < NAME && !name[length];
}

bool record_keep_tag(struct record *r, unsigned line, const char *name, const char *value,
                     struct error *e)
{
    if (!check_name(name))
        return record_error(e, line, "record.tag-name:tag,most",
                            "tag '%s' is not a name of at most %d letters and digits",
                            error_quote(name).text, NAME - 1);
    if (strlen(value) > VALUE_MOST)
        return record_error(e, line, "record.tag-long:tag,most",
                            "the value of tag '%s' has more than %d bytes", name, VALUE_MOST);
    for (const char *c = value; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return record_error(e, line, "record.tag-control:tag",
                                "the value of tag '%s' holds a control character", name);
    }
    if (text_utf8(value, strlen(value)) != strlen(value))
        return record_error(e, line, "record.tag-bytes:tag",
                            "the value of tag '%s' holds bytes that are not UTF-8", name);
    if (record_find_tag(r, name))
        return record_error(e, line, "record.tag-twice:tag", "tag '%s' is given twice", name);
    if (r->tag_count == TAGS_MOST)
        return record_error(e, line, "record.tags:most", "a record holds %d tags at most",
                            TAGS_MOST);
    if (!record_add_tag(r, name, value))
        return record_error(e, line, "record.memory", "the record is too long for the memory");
    r->tags[r->tag_count - 1].line = line;
    return true;
}

// [Name "value"]
static bool read_tag(struct record_reader *in)
{
    unsigned line = in->line;
    char name[WORD];

    in->at++;
    read_name(in, name);
    skip_blanks(in);
    if (peek_byte(in) != '"')
        return record_error(in->e, line, "record.tag-quotes:tag",
                            "tag '%s' needs a value in quotes", error_quote(name).text);
    in->at++;
    char *value = read_quoted(in, '"');
    if (!value)
        return false;
    bool kept = record_keep_tag(in->record, line, name, value, in->e);
    free(value);
    if (!kept)
        return false;
    skip_blanks(in);
    if (peek_byte(in) != ']')
        return record_error(in->e, in->line, "record.tag-end:tag", "tag '%s' does not end with ']'",
                            error_quote(name).text);
    in->at++;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Actions
// ---------------------------------------------------------------------------------------------

// Whether something that belongs to an action stands where it may.
static bool belongs_to_action(const struct record_reader *in)
{
    return !in->opening && !in->closed && !in->turn;
}

static bool read_comment(struct record_reader *in)
{
    struct record_node *node = &in->record->nodes[in->node];

    if (!belongs_to_action(in))
        return record_error(in->e, in->line, "record.comment-place",
                            "a comment must stand right behind its action");
    if (node->comment)
        return record_error(in->e, in->line, "record.comments",
                            "an action cannot have two comments");
    in->at++;
    node->comment = read_quoted(in, '}');
    return node->comment != NULL;
}

static bool read_note(struct record_reader *in)
{
    size_t length = 0;

    while (in->at + length < in->end && in->at[length] && strchr("!?", in->at[length]))
        length++;
    enum record_note note = record_read_note(in->at, length);
    if (note == RECORD_NO_NOTE)
        return record_error(in->e, in->line, "record.sign:sign",
                            "sign '%s' is none of: ! ? !! ?? !? ?!", quote_here(in).text);
    if (in->node == RECORD_START || !belongs_to_action(in))
        return record_error(in->e, in->line, "record.sign-place",
                            "a sign must stand right behind its action");
    if (in->record->nodes[in->node].note)
        return record_error(in->e, in->line, "record.signs", "an action cannot have two signs");
    in->record->nodes[in->node].note = (uint8_t)note;
    in->at += length;
    return true;
}

bool record_read_hint_levels(const char *text, uint8_t *hints)
{
    *hints = 0;
    for (;; text += 2) {
        if (text[0] < '1' || text[0] > '0' + MATCH_HINT_LEVELS)
            return false;
        unsigned bit = 1u << (text[0] - '1');
        if (*hints >= bit)
            return false;
        *hints |= (uint8_t)bit;
        if (text[1] != ',')
            return !text[1];
    }
}

// The parts between < and >: seconds, hint levels, or both.
static bool read_parts(char *text, struct record_node *node)
{
    char *hints = strstr(text, "hints ");
    int64_t spent;

    if (hints && !record_read_hint_levels(hints + strlen("hints "), &node->hints))
        return false;
    if (hints == text)
        return true;
    size_t length = hints ? (size_t)(hints - text) - 1 : strlen(text);
    if (length == 0 || text[length - 1] != 's' || (hints && text[length] != ' '))
        return false;
    text[length - 1] = 0;
    if (!record_read_seconds(text, &spent) || spent < 0)
        return false;
    node->timed = true;
    node->spent = (uint64_t)spent;
    return true;
}

static bool read_times(struct record_reader *in)
{
    struct record_node *node = &in->record->nodes[in->node];
    char inside[WORD];
    struct text t;

    if (in->node == RECORD_START || !belongs_to_action(in))
        return record_error(in->e, in->line, "record.time-place",
                            "<...> must stand right behind its action");
    if (node->timed || node->hints)
        return record_error(in->e, in->line, "record.time-twice",
                            "an action cannot have <...> twice");
    text_init(&t, inside, sizeof inside);
    for (in->at++; in->at < in->end && *in->at != '>' && !t.cut; in->at++)
        text_char(&t, *in->at);
    if (peek_byte(in) != '>' || strlen(inside) != t.length || !read_parts(inside, node))
        return record_error(in->e, in->line, "record.time:word",
                            "'<%s>' is none of: <12.5s>, <hints 1,2>, <12.5s hints 1,2>",
                            error_quote(inside).text);
    in->at++;
    return true;
}

// A number that fills the digits at `*at`, which moves past them; 0 when there is none.
static unsigned read_digits(const char **at, const char *end)
{
    unsigned n = 0;

    for (; *at < end && **at >= '0' && **at <= '9'; (*at)++)
        n = n < NUMBER_MOST ? n * 10 + (unsigned)(**at - '0') : NUMBER_MOST;
    return n;
}

// "12." or "12...", in views "12:2."; false without a sentence when it is an action that begins
// with a digit.
static bool read_number(struct record_reader *in)
{
    const char *at = in->at;
    unsigned turn = read_digits(&at, in->end), seat = 0;

    if (at < in->end && *at == ':') {
        at++;
        seat = read_digits(&at, in->end);
    }
    if (at >= in->end || *at != '.')
        return false;
    for (unsigned dots = 0; dots < 3 && at < in->end && *at == '.'; dots++)
        at++;
    in->at = at;
    in->turn = turn ? turn : NUMBER_MOST; // no turn has the number 0
    in->seat = seat;
    return true;
}

// Whether a character may be part of an action.
static bool is_of_action(char c)
{
    return c > ' ' && c < 0x7f && !strchr("(){}<>[]!?*\"", c);
}

bool record_is_action(const char *text)
{
    size_t length = 0;

    while (text[length] && is_of_action(text[length]))
        length++;
    return length > 0 && !text[length];
}

static bool read_action(struct record_reader *in)
{
    char action[GAME_ACTION_BYTES];
    const char *from = in->at;
    struct text t;

    text_init(&t, action, sizeof action);
    for (; in->at<in->end && * in->at> ' ' && !strchr("(){}<>[]!?*\"", *in->at); in->at++)
        text_char(&t, *in->at);
    if (t.length == 0 || t.cut) {
        in->at = from;
        return record_error(in->e, in->line, "record.no-action:word", "'%s' is no action",
                            quote_here(in).text);
    }
    if (in->record->count > RECORD_MOST)
        return record_error(in->e, in->line, "record.actions:most",
                            "a record holds %d actions at most", RECORD_MOST);
    unsigned node = record_add(in->record, in->node, action, 0);
    if (!node)
        return out_of_memory(in);
    in->record->nodes[node].line = in->line;
    in->record->nodes[node].turn = in->turn;
    in->record->nodes[node].seat = (uint8_t)(in->seat > GAME_MAX_SEATS ? UINT8_MAX : in->seat);
    in->node = node;
    in->turn = in->seat = 0;
    in->closed = in->opening = false;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Variations
// ---------------------------------------------------------------------------------------------

static bool open_variation(struct record_reader *in)
{
    if (in->node == RECORD_START || in->opening || in->turn)
        return record_error(in->e, in->line, "record.variation-place",
                            "a variation must stand behind an action");
    if (in->depth == in->capacity) {
        unsigned capacity = in->capacity ? 2 * in->capacity : 16;
        unsigned *open = realloc(in->open, capacity * sizeof *open);
        if (!open)
            return out_of_memory(in);
        in->open = open;
        in->capacity = capacity;
    }
    in->open[in->depth++] = in->node;
    in->node = in->record->nodes[in->node].parent;
    in->opening = true;
    in->at++;
    return true;
}

static bool close_variation(struct record_reader *in)
{
    if (in->depth == 0)
        return record_error(in->e, in->line, "record.variation-closes", "')' closes no variation");
    if (in->opening || in->turn)
        return record_error(in->e, in->line, "record.variation-empty",
                            "an action is missing before ')'");
    in->node = in->open[--in->depth];
    in->closed = true;
    in->at++;
    return true;
}

static bool read_star(struct record_reader *in)
{
    if (in->depth)
        return record_error(in->e, in->line, "record.variation-open",
                            "a variation is not closed before '*'");
    if (in->turn)
        return record_error(in->e, in->line, "record.number-last:number",
                            "an action is missing behind the number %u", in->turn);
    in->at++;
    return true;
}

// One thing of the game; '*' is the last.
static bool read_thing(struct record_reader *in)
{
    char c = peek_byte(in);

    if (c == '{')
        return read_comment(in);
    if (c == '(')
        return open_variation(in);
    if (c == ')')
        return close_variation(in);
    if (c == '<')
        return read_times(in);
    if (c == '!' || c == '?')
        return read_note(in);
    if (c == '*')
        return read_star(in);
    if (c >= '0' && c <= '9' && !in->turn && read_number(in))
        return true;
    return read_action(in);
}

static bool read_game(struct record_reader *in)
{
    for (skip_blanks(in); peek_byte(in) == '['; skip_blanks(in)) {
        if (!read_tag(in))
            return false;
    }
    for (bool ended = false; !ended; skip_blanks(in)) {
        if (in->at == in->end)
            return record_error(in->e, in->line, "record.no-end",
                                "the record does not end with '*'");
        ended = peek_byte(in) == '*';
        if (!read_thing(in))
            return false;
    }
    return true;
}

bool record_read_next(struct record *r, const char **text, size_t *length, unsigned *line,
                      struct error *e)
{
    struct record_reader in = {
        .record = r, .at = *text, .end = *text + *length, .line = *line, .e = e};

    record_clear(r);
    e->message.text[0] = 0;
    if (*line == 1 && *length >= 3 && memcmp(in.at, "\xef\xbb\xbf", 3) == 0)
        in.at += 3;
    skip_blanks(&in);
    if (in.at == in.end)
        return false;
    bool fine = (record_comment(r, RECORD_START, NULL) || out_of_memory(&in)) && read_game(&in);
    free(in.open);
    *length = (size_t)(in.end - in.at);
    *text = in.at;
    *line = in.line;
    if (!fine)
        record_clear(r);
    return fine && record_settle(r, e);
}

bool record_read(struct record *r, const char *text, size_t length, struct error *e)
{
    unsigned line = 1;

    if (!record_read_next(r, &text, &length, &line, e))
        return e->message.text[0] ? false
                                  : error_set(e, "record.empty", "line 1: the record is empty");
    if (length == 0)
        return true;
    record_clear(r);
    return error_set(e, "record.behind:line",
                     "line %u: something stands behind the end of the game", line);
}
