// SPDX-License-Identifier: MIT
// Finds where a game ends without understanding it, and hands its bytes to the reader of its form.
#include "record/collection.h"

#include <stdlib.h>
#include <string.h>

#include "record/link.h"
#include "record/recordjson.h"

enum { FIRST_CAPACITY = 1 << 16, BARE = 17 }; // bytes by which a link is known

// What a game is written as, and where in it the search for its end stands.
enum collection_form { FORM_TEXT, FORM_OBJECT, FORM_LINE };
enum collection_place { IN_GAME, IN_TAG, IN_VALUE, IN_COMMENT };

struct collection_scan {
    enum collection_form form;
    enum collection_place place;
    bool escaped; // the character before was a backslash
    unsigned depth;
};

void collection_init(struct collection *c, size_t (*read)(void *to, char *bytes, size_t capacity),
                     void *to)
{
    *c = (struct collection){.read = read, .to = to, .line = 1};
}

void collection_clear(struct collection *c)
{
    free(c->bytes);
    c->bytes = NULL;
    c->capacity = c->filled = c->begin = 0;
}

// ---------------------------------------------------------------------------------------------
// The window
// ---------------------------------------------------------------------------------------------

static bool reserve_game(struct collection *c)
{
    if (c->begin > 0) {
        memmove(c->bytes, c->bytes + c->begin, c->filled - c->begin);
        c->filled -= c->begin;
        c->begin = 0;
    }
    if (c->filled + 1 < c->capacity)
        return true;
    size_t capacity = c->capacity ? 2 * c->capacity : FIRST_CAPACITY;
    char *more = realloc(c->bytes, capacity);
    if (!more)
        return false;
    c->bytes = more;
    c->capacity = capacity;
    return true;
}

// Reads on; false at the end, and without memory.
static bool fill_buffer(struct collection *c)
{
    if (c->ended || !reserve_game(c))
        return false;
    size_t got = c->read(c->to, c->bytes + c->filled, c->capacity - 1 - c->filled);
    c->filled += got;
    c->ended = got == 0;
    return !c->ended;
}

static void skip_bytes(struct collection *c, size_t count)
{
    for (size_t i = 0; i < count; i++)
        c->line += c->bytes[c->begin + i] == '\n';
    c->begin += count;
    c->offset += count;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Passes over blanks, and a mark that says UTF-8 before everything; false when nothing else comes.
static bool find_game(struct collection *c)
{
    static const char mark[] = "\xef\xbb\xbf";

    for (;;) {
        size_t left = c->filled - c->begin;
        if (c->offset == 0 && left >= 3 && memcmp(c->bytes + c->begin, mark, 3) == 0)
            skip_bytes(c, 3);
        else if (left > 0 && is_blank(c->bytes[c->begin]))
            skip_bytes(c, 1);
        else if (left > 0 && (c->offset > 0 || left >= 3 || c->ended))
            return true;
        else if (!fill_buffer(c) && (left == 0 || !c->ended))
            return false;
    }
}

// ---------------------------------------------------------------------------------------------
// The end of a game
// ---------------------------------------------------------------------------------------------

// Whether the game ends with this character.
static bool ends_text(struct collection_scan *s, char c)
{
    static const char closes[] = {[IN_TAG] = ']', [IN_VALUE] = '"', [IN_COMMENT] = '}'};

    if (s->place == IN_GAME) {
        s->place = c == '[' ? IN_TAG : c == '{' ? IN_COMMENT : IN_GAME;
        return c == '*';
    }
    if (s->escaped)
        s->escaped = false;
    else if (c == '\\' && s->place != IN_TAG)
        s->escaped = true;
    else if (c == closes[s->place])
        s->place = s->place == IN_VALUE ? IN_TAG : IN_GAME;
    else if (s->place == IN_TAG && c == '"')
        s->place = IN_VALUE;
    return false;
}

static bool ends_object(struct collection_scan *s, char c)
{
    if (s->place == IN_VALUE) {
        if (s->escaped)
            s->escaped = false;
        else if (c == '\\')
            s->escaped = true;
        else if (c == '"')
            s->place = IN_GAME;
        return false;
    }
    if (c == '"')
        s->place = IN_VALUE;
    s->depth += c == '{';
    s->depth -= c == '}';
    return c == '}' && s->depth == 0;
}

static bool ends_record(struct collection_scan *s, char c)
{
    if (s->form == FORM_LINE)
        return c == '\n';
    return s->form == FORM_OBJECT ? ends_object(s, c) : ends_text(s, c);
}

static enum collection_form form_of(struct collection *c)
{
    while (c->filled - c->begin < BARE && fill_buffer(c))
        ;
    c->bytes[c->filled] = 0;
    const char *text = c->bytes + c->begin;
    if (text[0] == '{')
        return FORM_OBJECT;
    return link_letters(text) || !strncmp(text, "http", 4) ? FORM_LINE : FORM_TEXT;
}

// The bytes of the game at `begin`; 0 with a sentence when there are too many.
static size_t scan_record(struct collection *c, struct collection_scan *s, struct error *e)
{
    size_t length = 0;

    for (;;) {
        while (length < c->filled - c->begin) {
            if (ends_record(s, c->bytes[c->begin + length++]))
                return length;
        }
        if (length > COLLECTION_GAME) {
            error_set(e, "collection.long:line,most",
                      "line %u: a game has more than %d MiB: that is too much", c->line,
                      COLLECTION_GAME >> 20);
            return 0;
        }
        if (!fill_buffer(c)) {
            c->cut = s->form != FORM_LINE;
            return length;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

// Objects and links know lines of their own only.
static bool check_length(struct collection *c, struct error *e)
{
    struct error inner = *e;

    if (c->games == 0)
        return false;
    error_set(e, "collection.fault:game,fault", "game %llu: %.240s",
              (unsigned long long)c->games + 1, inner.message.text);
    return error_within(e, "fault", &inner);
}

static bool read_link(struct record *r, const char *text, size_t length, struct error *e)
{
    const char *letters = link_letters(text);

    while (length > 0 && is_blank(text[length - 1]))
        length--;
    if (!letters || (size_t)(letters - text) > length)
        return error_set(e, "collection.no-link:link", "'%s' is no link to a game",
                         error_quote(text).text);
    return link_read(r, letters, length - (size_t)(letters - text), e);
}

static bool read_game(struct collection *c, enum collection_form form, size_t length,
                      struct record *r, struct error *e)
{
    const char *at = c->bytes + c->begin;
    size_t left = length;
    unsigned line = c->line;
    char kept = at[length];

    if (form == FORM_TEXT)
        return record_read_next(r, &at, &left, &line, e);
    c->bytes[c->begin + length] = 0;
    bool fine =
        form == FORM_OBJECT ? recordjson_read(r, at, length, e) : read_link(r, at, length, e);
    c->bytes[c->begin + length] = kept;
    return fine || check_length(c, e);
}

bool collection_next(struct collection *c, struct record *r, struct error *e)
{
    struct collection_scan s = {0};

    e->message.text[0] = 0;
    c->cut = false;
    if (!find_game(c))
        return c->ended ? false
                        : error_set(e, "record.memory", "the record is too long for the memory");
    s.form = form_of(c);
    size_t length = scan_record(c, &s, e);
    if (length == 0 || !read_game(c, s.form, length, r, e))
        return false;
    c->games++;
    skip_bytes(c, length);
    return true;
}
