// SPDX-License-Identifier: MIT
// Makes matches and records of every kind for the tests of records, from one random stream: all
// ends, clocks, comments, variations. What a test did not think of comes up here sooner or later.
#include "tests/unit/recorded.h"

#include <string.h>

struct output buffer_output(struct buffer *b)
{
    text_init(&b->text, b->at, sizeof b->at);
    return output_to_text(&b->text);
}

const char *written(const struct record *r, struct buffer *b)
{
    struct output out = buffer_output(b);

    record_write(r, &out);
    assert_false(b->text.cut);
    return b->at;
}

static void random_setup(const struct subject *s, struct random *r, struct match_setup *setup)
{
    static const char *const names[] = {"", "Ada", "J\xc3\xbcrgen \"the \\ wall\"", "{(<*>)}"};
    static const char *const clocks[] = {"none", "600", "300+5", "3d", "3d/14d"};
    struct error e;

    *setup = (struct match_setup){.game = s->game, .options = s->options, .seed = random_next(r)};
    assert_true(clock_read(clocks[random_below(r, 5)], &setup->clock, &e));
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
        match_count_hint(m, 1 + random_below(r, MATCH_HINT_LEVELS));
    }
}

void random_match(const struct subject *s, uint64_t seed, unsigned most, struct match *m)
{
    struct random r = random_from_seed(seed);
    struct match_setup setup;
    struct game_actions list;
    struct error e;
    uint64_t now = 5;

    random_setup(s, &r, &setup);
    if (!match_init(m, &setup, &e))
        fail_msg("%s", e.message.text);
    for (history_list(&m->history, &list); list.count && m->history.length < most;
         history_list(&m->history, &list)) {
        if (random_below(&r, 4) == 0)
            match_count_hint(m, 1 + random_below(&r, MATCH_HINT_LEVELS));
        assert_true(match_play(m, list.at[random_below(&r, list.count)], now, &e));
        now += random_below(&r, 3000);
    }
    match_pause(m, now);
    if (!match_over(m))
        end_somehow(m, &r, now);
}

bool legal_action(const struct record *r, unsigned node, struct random *random,
                  char action[GAME_ACTION_BYTES], int *seat)
{
    unsigned path[RECORD_MOST], length = 0;
    struct game_position start;
    struct game_actions list;
    struct error e;
    struct history history;

    for (unsigned n = node; n != RECORD_START; n = r->nodes[n].parent)
        path[length++] = n;
    if (r->setup.start[0])
        assert_true(r->setup.game->read(&r->setup.options, r->setup.start, &start, &e));
    else
        r->setup.game->start(&r->setup.options, r->setup.seed, &start);
    history_init(&history, r->setup.game, &r->setup.options, &start);
    while (length > 0)
        assert_true(history_play_text(&history, r->nodes[path[--length]].action, &e));
    history_list(&history, &list);
    if (list.count > 0) {
        struct text t;
        text_init(&t, action, GAME_ACTION_BYTES);
        r->setup.game->action_text(&history.position, list.at[random_below(random, list.count)],
                                   &t);
        *seat = r->setup.game->to_act(&history.position);
    }
    history_clear(&history);
    return list.count > 0;
}

static bool is_child(const struct record *r, unsigned node, const char *action)
{
    for (unsigned n = r->nodes[node].child; n; n = r->nodes[n].next) {
        if (!strcmp(r->nodes[n].action, action))
            return true;
    }
    return false;
}

void add_remarks(struct record *r, struct random *random)
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

void add_variations(struct record *r, struct random *random)
{
    for (unsigned i = 0; i < 20; i++) {
        char action[GAME_ACTION_BYTES];
        unsigned node = random_below(random, r->count);
        int seat;
        // The end of the main line stays where the match stands.
        if (node != record_last(r) && legal_action(r, node, random, action, &seat) &&
            !is_child(r, node, action))
            assert_int_not_equal(record_add(r, node, action, seat), 0);
    }
}
