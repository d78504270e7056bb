// SPDX-License-Identifier: MIT
// Records: random games of every subject with times, help, comments, variations and all ends survive being written
// and read; views tell nothing; damaged texts are refused or read, and never half.
#include <stdio.h>
#include <string.h>

#include "games/registry.h"
#include "play/record.h"
#include "tests/unit/subjects.h"

enum { ROOM = 1 << 18, GAMES = 6 };

struct buffer {
    char at[ROOM];
    struct text text;
};

static void add_bytes(void *to, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        text_char(to, bytes[i]);
}

static const char *written(const struct record *r, struct buffer *b)
{
    struct output out = {add_bytes, &b->text};

    text_init(&b->text, b->at, sizeof b->at);
    record_write(r, &out);
    assert_false(b->text.cut);
    return b->at;
}

// ---------------------------------------------------------------------------------------------
// Random matches and records
// ---------------------------------------------------------------------------------------------

static void random_setup(const struct subject *s, struct random *r, struct match_setup *setup)
{
    static const char *const names[] = {"", "Ada", "J\xc3\xbcrgen \"the \\ wall\"", "{(<*>)}"};
    static const char *const clocks[] = {"none", "600", "300+5", "3d"};
    struct error e;

    *setup = (struct match_setup){.game = s->game, .options = s->options, .seed = random_next(r)};
    assert_true(clock_read(clocks[random_below(r, 4)], &setup->clock, &e));
    for (int seat = 0; seat < game_seats(s->game, &s->options); seat++) {
        struct match_seat *place = &setup->seats[seat];
        struct text t;
        text_init(&t, place->name, sizeof place->name);
        text_add(&t, names[random_below(r, 4)]);
        place->who = (enum match_who)random_below(r, 3);
        text_init(&t, place->player, sizeof place->player);
        text_add(&t, place->who == MATCH_COMPUTER ? "level:3" : "");
    }
    if (random_below(r, 3) == 0) {
        struct game_position p;
        struct text t;
        s->game->start(&s->options, setup->seed, &p);
        text_init(&t, setup->start, sizeof setup->start);
        s->game->write(&p, &t);
    }
}

static void end_somehow(struct match *m, struct random *r, uint64_t now)
{
    struct error e;
    int seat = (int)random_below(r, (unsigned)match_seats(m));

    switch (random_below(r, 6)) {
    case 0:
        match_resign(m, seat, now, &e);
        break;
    case 1:
        match_abort(m, now, &e);
        break;
    case 2:
        match_offer_draw(m, 0, now, &e);
        break;
    case 3:
        match_offer_draw(m, 0, now, &e);
        match_offer_draw(m, 1, now, &e);
        break;
    case 4:
        match_check_time(m, now + 1000000000);
        break;
    default:
        match_count_hint(m, 1 + random_below(r, MATCH_HINT_RUNGS));
    }
}

// Plays at random, to the end or `most` actions.
static void random_match(const struct subject *s, uint64_t seed, unsigned most, struct match *m)
{
    struct random r = random_from_seed(seed);
    struct match_setup setup;
    struct game_actions list;
    struct error e;
    uint64_t now = 5;

    random_setup(s, &r, &setup);
    if (!match_init(m, &setup, &e))
        fail_msg("%s", e.text);
    for (line_list(&m->line, &list); list.count && m->line.length < most;
         line_list(&m->line, &list)) {
        if (random_below(&r, 4) == 0)
            match_count_hint(m, 1 + random_below(&r, MATCH_HINT_RUNGS));
        assert_true(match_play(m, list.at[random_below(&r, list.count)], now, &e));
        now += random_below(&r, 3000);
    }
    match_pause(m, now);
    if (!match_over(m))
        end_somehow(m, &r, now);
}

// A legal action after a node that is not among its children; false when the position there has no other.
static bool other_action(const struct record *r, unsigned node, struct random *random,
                         char action[GAME_ACTION_BYTES], int *seat)
{
    unsigned path[RECORD_MOST], length = 0;
    struct game_position start;
    struct game_actions list;
    struct error e;
    struct line line;

    for (unsigned n = node; n != RECORD_START; n = r->nodes[n].parent)
        path[length++] = n;
    if (r->setup.start[0])
        assert_true(r->setup.game->read(&r->setup.options, r->setup.start, &start, &e));
    else
        r->setup.game->start(&r->setup.options, r->setup.seed, &start);
    line_init(&line, r->setup.game, &r->setup.options, &start);
    while (length > 0)
        assert_true(line_play_text(&line, r->nodes[path[--length]].action, &e));
    line_list(&line, &list);
    bool found = false;
    if (list.count > 0) {
        struct text t;
        text_init(&t, action, GAME_ACTION_BYTES);
        r->setup.game->action_text(&line.position, list.at[random_below(random, list.count)], &t);
        *seat = r->setup.game->to_act(&line.position);
        found = true;
    }
    for (unsigned n = r->nodes[node].child; n; n = r->nodes[n].next)
        found &= strcmp(r->nodes[n].action, action) != 0;
    line_clear(&line);
    return found;
}

static void add_remarks(struct record *r, struct random *random)
{
    static const char *const comments[] = {
        "good",  "two\nlines", "{braces} \\ } and {",
        "\"q\"", "",           "\xe2\x99\x9f (x) <1s> * [A \"b\"]"};
    struct text t;

    for (unsigned i = 0; i < 12; i++) {
        unsigned node = random_below(random, r->count);
        if (node != RECORD_START)
            r->nodes[node].note = (uint8_t)random_below(random, RECORD_NOTES);
        assert_true(record_comment(r, node, comments[random_below(random, 6)]));
    }
    text_init(&t, r->date, sizeof r->date);
    text_add(&t, "2026-11-15");
    assert_true(record_add_tag(r, "Event", "a \"match\" \\ of many"));
    assert_true(record_add_tag(r, "Round", ""));
}

static void add_variations(struct record *r, struct random *random)
{
    for (unsigned i = 0; i < 20; i++) {
        char action[GAME_ACTION_BYTES];
        unsigned node = random_below(random, r->count);
        int seat;
        // The end of the main line stays where the match stands.
        if (node != record_last(r) && other_action(r, node, random, action, &seat))
            assert_int_not_equal(record_add(r, node, action, seat), 0);
    }
}

// ---------------------------------------------------------------------------------------------
// Round trips
// ---------------------------------------------------------------------------------------------

static void assert_same_nodes(const struct record *a, const struct record *b, unsigned m,
                              unsigned n)
{
    const struct record_node *x = &a->nodes[m], *y = &b->nodes[n];

    assert_string_equal(x->action, y->action);
    assert_string_equal(x->comment ? x->comment : "(none)", y->comment ? y->comment : "(none)");
    assert_true(x->seat == y->seat && x->hints == y->hints && x->note == y->note);
    assert_true(x->timed == y->timed && x->spent == y->spent && x->turn == y->turn);
    for (m = x->child, n = y->child; m && n; m = a->nodes[m].next, n = b->nodes[n].next)
        assert_same_nodes(a, b, m, n);
    assert_true(m == 0 && n == 0);
}

static void assert_same(const struct record *a, const struct record *b)
{
    assert_memory_equal(&a->setup.options, &b->setup.options, sizeof a->setup.options);
    assert_memory_equal(&a->setup.clock, &b->setup.clock, sizeof a->setup.clock);
    assert_true(a->setup.game == b->setup.game && a->setup.seed == b->setup.seed);
    assert_string_equal(a->setup.start, b->setup.start);
    assert_string_equal(a->view, b->view);
    assert_string_equal(a->date, b->date);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        assert_int_equal(a->setup.seats[seat].who, b->setup.seats[seat].who);
        assert_string_equal(a->setup.seats[seat].name, b->setup.seats[seat].name);
        assert_string_equal(a->setup.seats[seat].player, b->setup.seats[seat].player);
        assert_true(a->left[seat] == b->left[seat]);
    }
    assert_true(a->owner == b->owner && a->left_known == b->left_known);
    assert_true(a->end.how == b->end.how && a->end.seat == b->end.seat);
    assert_memory_equal(&a->result, &b->result, sizeof a->result);
    assert_true(a->draw_offer == b->draw_offer && a->hints == b->hints);
    assert_int_equal(a->tag_count, b->tag_count);
    for (unsigned i = 0; i < a->tag_count; i++) {
        assert_string_equal(a->tags[i].name, b->tags[i].name);
        assert_string_equal(a->tags[i].value, b->tags[i].value);
    }
    assert_int_equal(a->count, b->count);
    assert_same_nodes(a, b, RECORD_START, RECORD_START);
}

static void assert_round_trip(const struct record *r)
{
    static struct buffer first, second;
    struct record again;
    struct error e;

    record_init(&again);
    written(r, &first);
    if (!record_read(&again, first.at, first.text.length, &e))
        fail_msg("%s\n%s", e.text, first.at);
    assert_same(r, &again);
    assert_string_equal(written(&again, &second), first.at);
    record_clear(&again);
}

// A match that was recorded and resumed goes on as if nothing had happened.
static void assert_resumes(const struct record *r, const struct match *m)
{
    struct match again;
    struct game_result a, b;
    struct error e;

    if (!record_match(r, &again, &e))
        fail_msg("%s", e.text);
    assert_int_equal(again.line.length, m->line.length);
    assert_memory_equal(&again.line.position, &m->line.position, m->setup.game->position_size);
    match_result(m, &a);
    match_result(&again, &b);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(again.draw_offer == m->draw_offer && again.hints == m->hints);
    assert_int_equal(again.end.how, m->end.how);
    for (unsigned i = 0; i < m->line.length; i++) {
        assert_int_equal(again.entries[i].action, m->entries[i].action);
        assert_int_equal(again.entries[i].hints, m->entries[i].hints);
        assert_true(again.entries[i].spent == m->entries[i].spent);
    }
    for (int seat = 0; m->setup.clock.base && seat < match_seats(m); seat++)
        assert_true(again.clock.left[seat] == m->clock.left[seat]);
    match_clear(&again);
}

static void round_trip(void **state)
{
    const struct subject *s = *state;

    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct random random = random_from_seed(seed + 1000);
        struct record r;
        struct match m;
        struct error e;

        random_match(s, seed, seed % 2 ? 10000 : random_below(&random, 20), &m);
        record_init(&r);
        assert_true(record_of_match(&r, &m, RECORD_ALL, &e));
        assert_round_trip(&r);
        assert_resumes(&r, &m);
        add_variations(&r, &random);
        add_remarks(&r, &random);
        assert_round_trip(&r);
        assert_resumes(&r, &m);
        record_clear(&r);
        match_clear(&m);
    }
}

int main(void)
{
    return subjects_run("records", round_trip);
}
