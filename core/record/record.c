// SPDX-License-Identifier: MIT
// The record as data: its nodes and tags, the walk through them, and the way from a match and back.
#include "record/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64, NOBODY = -1 };

// ---------------------------------------------------------------------------------------------
// Nodes and tags
// ---------------------------------------------------------------------------------------------

void record_init(struct record *r)
{
    memset(r, 0, sizeof *r);
    r->owner = RECORD_ALL;
    r->draw_offer = NOBODY;
}

void record_clear(struct record *r)
{
    for (unsigned i = 0; i < r->count; i++)
        free(r->nodes[i].comment);
    for (unsigned i = 0; i < r->tag_count; i++) {
        free(r->tags[i].name);
        free(r->tags[i].value);
    }
    free(r->nodes);
    free(r->tags);
    record_init(r);
}

// Reserves one node more, and the start when there is none yet.
static bool reserve_node(struct record *r)
{
    if (r->count + 2 > r->capacity) {
        unsigned capacity = r->capacity ? r->capacity * 2 : FIRST_CAPACITY;
        struct record_node *nodes = realloc(r->nodes, capacity * sizeof *nodes);
        if (!nodes)
            return false;
        r->nodes = nodes;
        r->capacity = capacity;
    }
    if (r->count == 0)
        r->nodes[r->count++] = (struct record_node){0};
    return true;
}

static void append_child(struct record *r, unsigned parent, unsigned node)
{
    unsigned *place = &r->nodes[parent].child;

    while (*place)
        place = &r->nodes[*place].next;
    *place = node;
}

unsigned record_add(struct record *r, unsigned parent, const char *action, int seat)
{
    struct text t;

    assert(seat >= 0 && seat <= GAME_MAX_SEATS && strlen(action) < GAME_ACTION_BYTES);
    if (r->count > RECORD_MOST || !reserve_node(r))
        return 0;
    unsigned number = r->count++;
    struct record_node *node = &r->nodes[number];
    const struct record_node *before = &r->nodes[parent];
    assert(parent < number);
    *node = (struct record_node){.seat = (uint8_t)seat, .parent = parent};
    node->turn = before->turn + (parent == RECORD_START || before->seat != seat);
    text_init(&t, node->action, sizeof node->action);
    text_add(&t, action);
    append_child(r, parent, number);
    return number;
}

// A copy of which every byte that is not part of a character has become '?', and that commands no
// terminal.
static char *copy_utf8(const char *from)
{
    size_t length = strlen(from);
    char *copy = malloc(length + 1);

    if (!copy)
        return NULL;
    memcpy(copy, from, length + 1);
    for (size_t i = 0; (i += text_utf8(copy + i, length - i)) < length;)
        copy[i] = '?';
    text_tame(copy);
    return copy;
}

bool record_comment(struct record *r, unsigned node, const char *comment)
{
    char *copy = NULL;

    if (r->count == 0 && !reserve_node(r))
        return false;
    if (comment && !(copy = copy_utf8(comment)))
        return false;
    assert(node < r->count);
    free(r->nodes[node].comment);
    r->nodes[node].comment = copy;
    return true;
}

bool record_add_tag(struct record *r, const char *name, const char *value)
{
    struct record_tag *tags = realloc(r->tags, (r->tag_count + 1) * sizeof *tags);

    if (!tags)
        return false;
    r->tags = tags;
    struct record_tag *tag = &tags[r->tag_count];
    *tag = (struct record_tag){copy_utf8(name), copy_utf8(value), 0};
    r->tag_count++; // what there is of it is released with the others
    return tag->name && tag->value;
}

bool record_is_view(const struct record *r)
{
    return r->owner != RECORD_ALL;
}

int record_seats(const struct record *r)
{
    return game_seats(r->setup.game, &r->setup.options);
}

unsigned record_length(const struct record *r)
{
    unsigned length = 0;

    for (unsigned n = r->count ? r->nodes[RECORD_START].child : 0; n; n = r->nodes[n].child)
        length++;
    return length;
}

unsigned record_last(const struct record *r)
{
    unsigned last = RECORD_START;

    while (r->count && r->nodes[last].child)
        last = r->nodes[last].child;
    return last;
}

// ---------------------------------------------------------------------------------------------
// The walk
// ---------------------------------------------------------------------------------------------

void record_walk_init(struct record_walk *w, const struct record *r)
{
    *w = (struct record_walk){.record = r, .step = RECORD_END};
    w->at = r->count ? r->nodes[RECORD_START].child : 0;
}

static enum record_step step_to(struct record_walk *w, enum record_step step, unsigned node)
{
    w->node = node;
    return w->step = step;
}

static bool is_first(const struct record *r, unsigned node)
{
    return r->nodes[r->nodes[node].parent].child == node;
}

// `at` is the action to come, or 0 when the line has ended with `node`.
enum record_step record_walk_next(struct record_walk *w)
{
    const struct record_node *nodes = w->record->nodes;
    unsigned node = w->node;

    if (w->step == RECORD_OPEN) {
        w->at = nodes[node].child;
        return step_to(w, RECORD_ACTION, node);
    }
    if (w->step == RECORD_ACTION && is_first(w->record, node) && nodes[node].next)
        return step_to(w, RECORD_OPEN, nodes[node].next);
    if (w->step == RECORD_CLOSE) {
        if (nodes[node].next)
            return step_to(w, RECORD_OPEN, nodes[node].next);
        node = nodes[nodes[node].parent].child;
        w->at = nodes[node].child;
    }
    if (w->at) {
        node = w->at;
        w->at = nodes[node].child;
        return step_to(w, RECORD_ACTION, node);
    }
    while (node != RECORD_START && is_first(w->record, node))
        node = nodes[node].parent;
    return step_to(w, node == RECORD_START ? RECORD_END : RECORD_CLOSE, node);
}

// ---------------------------------------------------------------------------------------------
// From a match
// ---------------------------------------------------------------------------------------------

// A name in which every byte is part of a character that can be seen.
static void clean_name(char name[MATCH_NAME_BYTES])
{
    size_t length = strlen(name);

    for (size_t i = 0; (i += text_utf8(name + i, length - i)) < length;)
        name[i] = '?';
    for (char *c = name; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    }
}

// Copies the setup without what means nothing in it.
static void copy_setup(struct record *r, const struct match *m)
{
    const struct match_setup *from = &m->setup;
    struct match_setup *to = &r->setup;

    *to = (struct match_setup){
        .game = from->game, .options = from->options, .clock = from->clock, .seed = from->seed};
    memcpy(to->start, from->start, sizeof to->start);
    to->seats_drawn = from->seats_drawn;
    if (from->start[0] || !from->game->random_start)
        to->seed = 0;
    for (int seat = 0; seat < match_seats(m); seat++) {
        to->seats[seat] = from->seats[seat];
        clean_name(to->seats[seat].name);
        if (to->seats[seat].who != MATCH_COMPUTER)
            to->seats[seat].player[0] = 0;
    }
}

static void write_view(const struct game *g, const struct game_position *p, int seat,
                       char text[GAME_TEXT_BYTES])
{
    struct game_position seen;
    struct text t;

    game_view(g, p, seat, &seen);
    text_init(&t, text, GAME_TEXT_BYTES);
    g->write(&seen, &t);
}

// Nothing that is copied after this depends on what the owner may not know.
static void hide_secrets(struct record *r, const struct match *m, int seat)
{
    assert(seat >= GAME_PUBLIC && seat < match_seats(m) && !match_over(m));
    r->owner = seat;
    r->setup.seed = 0; // it would deal the secrets again
    write_view(m->setup.game, &m->start, seat, r->setup.start);
    write_view(m->setup.game, &m->history.position, seat, r->view);
}

static bool copy_actions(struct record *r, const struct match *m)
{
    struct game_position p = m->start;
    unsigned node = RECORD_START;

    if (!reserve_node(r))
        return false;
    for (unsigned i = 0; i < m->history.length; i++) {
        const struct match_entry *entry = &m->entries[i];
        char action[GAME_ACTION_BYTES];

        game_write_action(m->setup.game, &p, entry->action, action);
        m->setup.game->apply(&p, entry->action, &p);
        node = record_add(r, node, action, entry->seat);
        if (!node)
            return false;
        r->nodes[node].hints = entry->hints;
        r->nodes[node].timed = entry->timed;
        r->nodes[node].spent = entry->timed ? entry->spent : 0;
    }
    return true;
}

static void copy_end(struct record *r, const struct match *m)
{
    if (!match_over(m)) {
        r->draw_offer = m->draw_offer;
        r->hints = record_is_view(r) ? 0 : m->hints;
        return;
    }
    match_result(m, &r->result);
    r->end = m->end;
    if (r->end.how == MATCH_GOES_ON)
        r->end.how = MATCH_BY_RULES;
    if (r->end.how != MATCH_RESIGNED && r->end.how != MATCH_TIME)
        r->end.seat = 0;
}

bool record_of_match(struct record *r, const struct match *m, int seat, struct error *e)
{
    record_clear(r);
    if (m->history.length > RECORD_MOST)
        return error_set(e, "record.played:most,played",
                         "a record holds %d actions at most, and %u were played", RECORD_MOST,
                         m->history.length);
    copy_setup(r, m);
    if (m->setup.game->hidden && seat != RECORD_ALL && !match_over(m))
        hide_secrets(r, m, seat);
    r->left_known = m->setup.clock.base != 0;
    for (int i = 0; r->left_known && i < match_seats(m); i++)
        r->left[i] = m->clock.left[i];
    copy_end(r, m);
    if (copy_actions(r, m))
        return true;
    record_clear(r);
    return error_set(e, "record.no-memory", "the game cannot be recorded: out of memory");
}

// ---------------------------------------------------------------------------------------------
// And back
// ---------------------------------------------------------------------------------------------

// Sets the clocks to what the record says, or to what the times of the actions leave.
static void set_clocks(const struct record *r, struct match *m)
{
    clock_init(&m->clock, &r->setup.clock);
    for (unsigned i = 0; i < m->history.length; i++) {
        int acted = m->entries[i].seat;
        int next = i + 1 < m->history.length ? m->entries[i + 1].seat : match_to_act(m);
        m->clock.left[acted] -= (int64_t)m->entries[i].spent;
        if (next != acted)
            clock_turn(&m->clock, acted);
    }
    for (int seat = 0; r->left_known && seat < match_seats(m); seat++)
        m->clock.left[seat] = r->left[seat];
}

static bool play_actions(const struct record *r, struct match *m, struct error *e)
{
    for (unsigned n = r->nodes[RECORD_START].child; n; n = r->nodes[n].child) {
        const struct record_node *node = &r->nodes[n];
        if (!match_play_text(m, node->action, 0, e))
            return false;
        struct match_entry *entry = &m->entries[m->history.length - 1];
        entry->hints = node->hints;
        entry->timed = node->timed;
        entry->spent = node->spent;
    }
    return true;
}

bool record_match(const struct record *r, struct match *m, struct error *e)
{
    memset(m, 0, sizeof *m);
    if (record_is_view(r))
        return error_set(
            e, "record.view",
            "the record is one seat's view: going on needs what that seat does not know");
    if (!match_init(m, &r->setup, e) || !play_actions(r, m, e))
        return false;
    m->clock.running = CLOCK_STOPPED;
    if (r->setup.clock.base)
        set_clocks(r, m);
    if (r->end.how != MATCH_BY_RULES)
        m->end = r->end;
    assert(m->history.length == record_length(r));
    m->draw_offer = (int8_t)r->draw_offer;
    m->hints = r->hints;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Looking at it
// ---------------------------------------------------------------------------------------------

static bool start_line(const struct record *r, const char *text, struct history *history,
                       struct error *e)
{
    const struct game *g = r->setup.game;
    struct game_position start;

    if (!text[0])
        g->start(&r->setup.options, r->setup.seed, &start);
    else if (!g->read(&r->setup.options, text, &start, e))
        return false;
    history_init(history, g, &r->setup.options, &start);
    return true;
}

static void show_end(const struct record *r, struct scene *s)
{
    scene_end(s, r->end.how == MATCH_ABORTED ? SCENE_BROKEN_OFF : SCENE_OVER);
    s->status.result = r->result;
}

bool record_scene(const struct record *r, unsigned ply, int seat, struct scene *s, struct error *e)
{
    unsigned length = record_length(r);
    bool view = record_is_view(r);
    struct history history;

    if (ply > length)
        return error_set(e, "record.ply:ply,actions",
                         "ply %u is not there: the game has %u actions", ply, length);
    if (view && ply > 0 && ply < length)
        return error_set(e, "record.view-ply:ply,last",
                         "ply %u of one seat's view is not there: only 0 and %u are", ply, length);
    if (!start_line(r, view && ply ? r->view : r->setup.start, &history, e))
        return false;
    bool fine = true;
    unsigned node = r->nodes[RECORD_START].child;
    for (unsigned i = 0; fine && !view && i < ply; i++, node = r->nodes[node].child)
        fine = history_play_text(&history, r->nodes[node].action, e);
    if (seat == RECORD_ALL)
        seat = r->setup.game->to_act(&history.position);
    if (fine)
        history_scene(&history, view ? r->owner : seat, s);
    if (fine && ply == length && r->end.how > MATCH_BY_RULES)
        show_end(r, s);
    history_clear(&history);
    return fine;
}
