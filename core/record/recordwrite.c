// SPDX-License-Identifier: MIT
// Writing a record: tags, then numbered actions in lines of at most eighty characters where
// comments allow it.
#include <string.h>

#include "record/recordparts.h"

enum { WIDTH = 80, WORD = 64 };

static const char *const notes[RECORD_NOTES] = {"", "!", "?", "!!", "??", "!?", "?!"};

const char *record_note_text(unsigned note)
{
    return notes[note];
}

enum record_note record_read_note(const char *at, size_t count)
{
    for (unsigned note = 1; note < RECORD_NOTES; note++) {
        if (strlen(notes[note]) == count && memcmp(notes[note], at, count) == 0)
            return (enum record_note)note;
    }
    return RECORD_NO_NOTE;
}

// ---------------------------------------------------------------------------------------------
// Words of tags
// ---------------------------------------------------------------------------------------------

// Seconds with at most three decimals.
static void write_seconds(int64_t milliseconds, struct text *t)
{
    unsigned long long size =
        milliseconds < 0 ? 0 - (unsigned long long)milliseconds : (unsigned long long)milliseconds;

    text_format(t, "%s%llu", milliseconds < 0 ? "-" : "", size / 1000);
    if (size % 1000 == 0)
        return;
    text_format(t, ".%03llu", size % 1000);
    while (t->at[t->length - 1] == '0')
        t->at[--t->length] = 0;
}

void record_end_text(const struct record *r, struct text *t)
{
    static const char *const words[] = {"none",   "rules",   "resigned %d",
                                        "agreed", "time %d", "aborted"};
    const char *word = words[r->end.how];
    size_t length = strcspn(word, "%");

    text_format(t, "%.*s", (int)length, word);
    if (word[length])
        text_number(t, r->end.seat + 1);
}

void record_result_text(const struct record *r, struct text *t)
{
    if (r->end.how == MATCH_ABORTED)
        text_add(t, "none");
    else
        game_result_text(r->setup.game, &r->setup.options, &r->result, t);
}

static void write_owner(const struct record *r, struct text *t)
{
    if (r->owner == RECORD_ALL)
        text_add(t, "all");
    else if (r->owner == GAME_PUBLIC)
        text_add(t, "public");
    else
        text_number(t, r->owner + 1);
}

void record_player_text(const struct match_seat *seat, struct text *t)
{
    if (seat->who == MATCH_COMPUTER)
        text_add(t, seat->player);
    else
        text_add(t, seat->who == MATCH_PERSON ? "person" : "remote");
}

// ---------------------------------------------------------------------------------------------
// Tags in their order
// ---------------------------------------------------------------------------------------------

struct tags {
    const struct record *record;
    void (*tag)(void *to, const char *name, const char *value);
    void *to;
};

// Writes a tag of which one function writes the value.
static void write_by(struct tags *tags, const char *name,
                     void (*write)(const struct record *r, struct text *t))
{
    char value[GAME_TEXT_BYTES];
    struct text t;

    text_init(&t, value, sizeof value);
    write(tags->record, &t);
    tags->tag(tags->to, name, value);
}

static void write_options(const struct record *r, struct text *t)
{
    game_options_text(r->setup.game, &r->setup.options, t);
}

static void write_seed(const struct record *r, struct text *t)
{
    text_format(t, "%llu", (unsigned long long)r->setup.seed);
}

static void write_clock(const struct record *r, struct text *t)
{
    clock_write(&r->setup.clock, t);
}

static void write_left(const struct record *r, struct text *t)
{
    for (int seat = 0; seat < record_seats(r); seat++) {
        if (seat)
            text_char(t, ' ');
        write_seconds(r->left[seat], t);
    }
}

static void write_offer(const struct record *r, struct text *t)
{
    text_number(t, r->draw_offer + 1);
}

static void write_hint_levels(unsigned hints, struct text *t)
{
    const char *separator = "";

    for (unsigned level = 1; level <= MATCH_HINT_LEVELS; level++) {
        if (hints >> (level - 1) & 1) {
            text_format(t, "%s%u", separator, level);
            separator = ",";
        }
    }
}

static void write_pending_hints(const struct record *r, struct text *t)
{
    write_hint_levels(r->hints, t);
}

static void write_start(struct tags *tags)
{
    const struct record *r = tags->record;

    if (r->setup.start[0])
        tags->tag(tags->to, "Start", r->setup.start);
    else if (r->setup.game->random_start || r->setup.seed)
        write_by(tags, "Seed", write_seed);
    if (record_is_view(r))
        tags->tag(tags->to, "View", r->view);
    if (record_is_view(r) || (r->setup.game->hidden && r->end.how == MATCH_GOES_ON))
        write_by(tags, "Owner", write_owner);
}

static void write_seats(struct tags *tags)
{
    for (int seat = 0; seat < record_seats(tags->record); seat++) {
        const struct match_seat *s = &tags->record->setup.seats[seat];
        char name[WORD], player[WORD];
        struct text t;

        text_init(&t, name, sizeof name);
        text_format(&t, "Seat%d", seat + 1);
        if (s->name[0])
            tags->tag(tags->to, name, s->name);
        text_add(&t, "Player");
        text_init(&t, player, sizeof player);
        record_player_text(s, &t);
        tags->tag(tags->to, name, player);
    }
}

void record_each_tag(const struct record *r,
                     void (*tag)(void *to, const char *name, const char *value), void *to)
{
    struct tags tags = {r, tag, to};
    static const struct game_options usual = {0};

    tag(to, "Game", r->setup.game->name);
    if (memcmp(&r->setup.options, &usual, sizeof usual) != 0)
        write_by(&tags, "Options", write_options);
    write_start(&tags);
    if (r->date[0])
        tag(to, "Date", r->date);
    write_seats(&tags);
    if (r->setup.seats_drawn)
        tag(to, "Lots", "drawn");
    if (r->setup.clock.base)
        write_by(&tags, "Clock", write_clock);
    if (r->left_known)
        write_by(&tags, "Left", write_left);
    if (r->draw_offer >= 0)
        write_by(&tags, "Offer", write_offer);
    if (r->hints)
        write_by(&tags, "Hints", write_pending_hints);
    if (r->end.how != MATCH_GOES_ON)
        write_by(&tags, "End", record_end_text);
    write_by(&tags, "Result", record_result_text);
    for (unsigned i = 0; i < r->tag_count; i++)
        tag(to, r->tags[i].name, r->tags[i].value);
}

// ---------------------------------------------------------------------------------------------
// The text
// ---------------------------------------------------------------------------------------------

struct record_writer {
    const struct record *record;
    struct output *out;
    size_t column;
    bool tight; // the next word follows the one before without a space
};

// Writes characters; those of `special` get a backslash before them.
static void write_escaped(struct output *out, const char *s, const char *special)
{
    while (*s) {
        size_t plain = strcspn(s, special);
        out->write(out->to, s, plain);
        s += plain;
        if (*s) {
            char escaped[] = {'\\', *s++, 0};
            output_add(out, escaped);
        }
    }
}

static void write_tag(void *to, const char *name, const char *value)
{
    struct output *out = to;

    output_add(out, "[");
    output_add(out, name);
    output_add(out, " \"");
    write_escaped(out, value, "\"\\");
    output_add(out, "\"]\n");
}

// Begins a word of this length: after a space, or on a new line when it would not fit.
static void begin_word(struct record_writer *w, size_t length)
{
    bool fits = w->column + 1 + length <= WIDTH;

    if (w->column > 0 && !w->tight) {
        output_add(w->out, fits ? " " : "\n");
        w->column = fits ? w->column + 1 : 0;
    }
    w->column += length;
    w->tight = false;
}

static void write_word(struct record_writer *w, const char *word)
{
    begin_word(w, strlen(word));
    output_add(w->out, word);
}

static void write_comment(struct record_writer *w, const char *comment)
{
    if (!comment)
        return;
    begin_word(w, strlen(comment) + 2);
    output_add(w->out, "{");
    write_escaped(w->out, comment, "{}\\");
    output_add(w->out, "}");
    const char *line = strrchr(comment, '\n');
    if (line)
        w->column = strlen(line);
}

// The number stands before the first action of a turn and at the beginning of a variation; dots say
// that it goes on with a turn that others began.
static void add_number(const struct record_writer *w, const struct record_node *node, bool opens,
                       struct text *t)
{
    const struct record_node *before = &w->record->nodes[node->parent];
    bool begins = node->parent == RECORD_START || before->turn != node->turn;

    if (!begins && !opens)
        return;
    text_number(t, node->turn);
    if (record_is_view(w->record))
        text_format(t, ":%d", node->seat + 1);
    text_add(t, begins ? ". " : "... ");
}

static void write_times(struct record_writer *w, const struct record_node *node)
{
    char word[WORD];
    struct text t;

    if (!node->timed && !node->hints)
        return;
    text_init(&t, word, sizeof word);
    text_char(&t, '<');
    if (node->timed) {
        write_seconds((int64_t)node->spent, &t);
        text_add(&t, node->hints ? "s " : "s");
    }
    if (node->hints) {
        text_add(&t, "hints ");
        write_hint_levels(node->hints, &t);
    }
    text_char(&t, '>');
    write_word(w, word);
}

static void write_action(struct record_writer *w, const struct record_node *node, bool opens)
{
    char word[WORD];
    struct text t;

    text_init(&t, word, sizeof word);
    add_number(w, node, opens, &t);
    text_add(&t, node->action);
    text_add(&t, notes[node->note]);
    write_word(w, word);
    write_times(w, node);
    write_comment(w, node->comment);
}

void record_write(const struct record *r, struct output *out)
{
    record_each_tag(r, write_tag, out);
    output_add(out, "\n");
    record_write_actions(r, out);
}

void record_write_actions(const struct record *r, struct output *out)
{
    struct record_writer w = {.record = r, .out = out};
    struct record_walk walk;
    enum record_step step, before = RECORD_END;

    write_comment(&w, r->nodes[RECORD_START].comment);
    record_walk_init(&walk, r);
    while ((step = record_walk_next(&walk)) != RECORD_END) {
        if (step == RECORD_ACTION) {
            write_action(&w, &r->nodes[walk.node], before == RECORD_OPEN);
        } else {
            w.tight = step == RECORD_CLOSE;
            write_word(&w, step == RECORD_OPEN ? "(" : ")");
            w.tight = step == RECORD_OPEN;
        }
        before = step;
    }
    write_word(&w, "*");
    output_add(out, "\n");
}
