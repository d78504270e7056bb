// SPDX-License-Identifier: MIT
// Games of the server in memory: replaying a journal gives the game again, clocks are charged as
// told, refusals change nothing, and what is told to a seat does not depend on what it may not
// know.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "server/live/livejson.h"
#include "tests/unit/subjects.h"

enum { BEGIN = 1000000, MOST = 400, TEXT = 1 << 17 };

struct told {
    char *at;
    size_t length;
};

static void add(void *to, const char *bytes, size_t count)
{
    struct told *t = to;

    assert_true(t->length + count < TEXT);
    memcpy(t->at + t->length, bytes, count);
    t->length += count;
    t->at[t->length] = 0;
}

static struct store_game row_of(const struct subject *s, const char *clock)
{
    struct store_game row = {.id = "abcdefghijk", .phase = STORE_PLAYING, .created = BEGIN};
    struct text t;

    snprintf(row.game, sizeof row.game, "%s", s->game->name);
    text_init(&t, row.options, sizeof row.options);
    game_options_text(s->game, &s->options, &t);
    snprintf(row.clock, sizeof row.clock, "%s", clock);
    row.seats = (unsigned)game_seats(s->game, &s->options);
    for (unsigned i = 0; i < row.seats; i++)
        snprintf(row.seat[i].kind, STORE_WORD, "person");
    row.seed = 5;
    return row;
}

static void state_text(const struct live_state *l, int seat, int64_t now, struct told *t)
{
    struct livejson_viewpoint eyes = {.seat = seat, .scene = true, .now = now};
    struct output out = {add, t};

    t->length = 0;
    livejson_state(l, &eyes, NULL, 0, NULL, &(struct said){0}, &out);
}

static bool try_command(struct live_state *l, struct live_command command,
                        struct store_entry *entry)
{
    struct live_change change;
    struct game_result result;
    struct error e = {0};

    if (!live_make(l, &command, &change, &e)) {
        assert_true(e.message.text[0]);
        return false;
    }
    bool over = match_over(&l->match);
    *entry = change.entry;
    assert_true(live_apply_change(l, &change, &e));
    match_result(&l->match, &result);
    if (change.result.over)
        assert_memory_equal(&change.result, &result, sizeof result);
    else
        assert_int_equal(result.over, over);
    if (change.acts)
        assert_int_equal(change.next, match_to_act(&l->match));
    return true;
}

// A random legal action of the seat to act.
static const char *any_action(const struct live_state *l, struct random *r,
                              char storage[GAME_ACTION_BYTES])
{
    struct game_actions list;
    struct text t;

    history_list(&l->match.history, &list);
    assert_true(list.count > 0);
    text_init(&t, storage, GAME_ACTION_BYTES);
    l->match.setup.game->action_text(&l->match.history.position,
                                     list.at[random_below(r, list.count)], &t);
    return storage;
}

static struct live_command any_command(const struct live_state *l, struct random *r, int64_t at,
                                       char storage[GAME_ACTION_BYTES])
{
    static const char *const kinds[] = {"resign",  "offer-draw",   "offer-undo", "agree",
                                        "decline", "pause",        "resume",     "abort",
                                        "time",    "offer-rematch"};
    int seat = (int)random_below(r, l->row.seats), to_act = match_to_act(&l->match);
    unsigned which = random_below(r, 60);
    struct live_command w = {.seat = seat, .ply = -1, .at = at, .lag = random_below(r, 900)};

    if (which < sizeof kinds / sizeof *kinds && (which || random_below(r, 20) == 0)) {
        w.kind = kinds[which];
        w.text = random_below(r, 2) ? "draw" : "undo";
    } else {
        w.kind = "act";
        w.seat = to_act < 0 ? seat : to_act;
        w.text = to_act < 0 ? "x" : any_action(l, r, storage);
    }
    return w;
}

static void same_everywhere(const struct live_state *a, const struct live_state *b, int64_t now)
{
    struct told x = {malloc(TEXT), 0}, y = {malloc(TEXT), 0};

    for (int seat = GAME_PUBLIC; seat < (int)a->row.seats; seat++) {
        state_text(a, seat, now, &x);
        state_text(b, seat, now, &y);
        assert_string_equal(x.at, y.at);
    }
    for (unsigned i = 0; i < a->match.history.length; i++)
        assert_int_equal(a->match.entries[i].spent, b->match.entries[i].spent);
    free(x.at);
    free(y.at);
}

static void replay_is_the_same(const struct live_state *l, const struct store_entry *journal,
                               unsigned count, int64_t now)
{
    struct live_state again;
    struct error e;

    struct store_game row = l->row;
    row.phase = STORE_PLAYING;
    assert_true(live_init(&again, &row, &e));
    for (unsigned i = 0; i < count; i++)
        assert_true(live_apply(&again, &journal[i], &e));
    same_everywhere(l, &again, now);
    live_clear(&again);
}

static void random_journals_replay(void **state)
{
    static const char *const clocks[] = {"none", "60", "20+3", "2d"};
    const struct subject *s = *state;
    struct store_entry *journal = calloc(MOST, sizeof *journal);
    char storage[GAME_ACTION_BYTES];

    for (uint64_t seed = 0; seed < 8; seed++) {
        struct random r = random_from_seed(seed);
        struct store_game row = row_of(s, clocks[seed % 4]);
        struct live_state l;
        struct error e;
        unsigned count = 0;
        int64_t now = BEGIN;
        assert_true(live_init(&l, &row, &e));
        for (unsigned tries = 0; tries < 300 && count < MOST; tries++) {
            now += random_below(&r, 3000);
            if (try_command(&l, any_command(&l, &r, now, storage), &journal[count]))
                count++;
        }
        assert_int_equal(l.journal.number, count);
        replay_is_the_same(&l, journal, count, now + 500);
        live_clear(&l);
    }
    free(journal);
}

// ---------------------------------------------------------------------------------------------
// Clocks
// ---------------------------------------------------------------------------------------------

static struct subject first_subject(void)
{
    struct subject s = {.game = registry_find("tiku")};

    return s;
}

static void play_at(struct live_state *l, int64_t at, int64_t lag, const char *action)
{
    struct store_entry entry;
    struct live_command w = {match_to_act(&l->match), "act", action, -1, at, lag};

    assert_true(try_command(l, w, &entry));
}

static void clocks_are_charged_without_the_way(void **state)
{
    struct subject s = first_subject();
    struct store_game row = row_of(&s, "60+2");
    struct live_state l;
    struct error e;

    (void)state;
    assert_true(live_init(&l, &row, &e));
    play_at(&l, BEGIN, 0, "a2a3"); // begins the clocks
    assert_int_equal(l.match.clock.left[0], 62000);
    play_at(&l, BEGIN + 5000, 300, "a5a4"); // 300 ms were on the way
    assert_int_equal(l.match.clock.left[1], 60000 - 4700 + 2000);
    assert_int_equal(l.match.entries[1].spent, 4700);
    play_at(&l, BEGIN + 6000, 9000, "b2b3"); // forgiven at most half a second
    assert_int_equal(l.match.clock.left[0], 62000 - 500 + 2000);
    play_at(&l, BEGIN + 6100, 200, "b5b4"); // never more than was spent
    assert_int_equal(l.match.clock.left[1], 57300 + 2000);
    live_clear(&l);
}

static void time_is_called_late_enough(void **state)
{
    struct subject s = first_subject();
    struct store_game row = row_of(&s, "10");
    struct store_entry entry;
    struct live_state l;
    struct error e;

    (void)state;
    assert_true(live_init(&l, &row, &e));
    play_at(&l, BEGIN, 0, "a2a3");
    assert_int_equal(live_deadline(&l), BEGIN + 10000 + LIVE_LAG_MOST);
    assert_false(
        try_command(&l, (struct live_command){1, "time", "", -1, BEGIN + 10100, 0}, &entry));
    assert_false(
        try_command(&l, (struct live_command){1, "act", "a5a4", -1, BEGIN + 10100, 50}, &entry));
    struct live_command saved = {1, "act", "a5a4", -1, BEGIN + 10100, 200};
    struct live_change change;
    assert_true(live_make(&l, &saved, &change, &e)); // it was sent in time
    assert_true(
        try_command(&l, (struct live_command){1, "time", "", -1, BEGIN + 10500, 0}, &entry));
    assert_int_equal(l.match.end.how, MATCH_TIME);
    assert_int_equal(l.match.clock.left[1], 0);
    live_clear(&l);
}

static void pauses_charge_nobody(void **state)
{
    struct subject s = first_subject();
    struct store_game row = row_of(&s, "60");
    struct store_entry entry;
    struct live_state l;
    struct error e;

    (void)state;
    assert_true(live_init(&l, &row, &e));
    play_at(&l, BEGIN, 0, "a2a3");
    assert_true(
        try_command(&l, (struct live_command){-1, "pause", "", -1, BEGIN + 1000, 0}, &entry));
    assert_int_equal(live_deadline(&l), INT64_MAX);
    assert_true(
        try_command(&l, (struct live_command){-1, "resume", "", -1, BEGIN + 90000, 0}, &entry));
    assert_int_equal(live_left(&l, 1, BEGIN + 91000), 58000);
    play_at(&l, BEGIN + 92000, 0, "a5a4");
    assert_int_equal(l.match.clock.left[1], 57000);
    live_clear(&l);
}

// ---------------------------------------------------------------------------------------------
// Secrets
// ---------------------------------------------------------------------------------------------

// Whether everybody may know everything of a position already, or something that was secret.
static bool reveals(const struct live_state *l, const struct live_state *other)
{
    const struct game *g = l->match.setup.game;
    struct game_position a, b;

    game_view(g, &l->match.history.position, GAME_PUBLIC, &a);
    game_view(g, &other->match.history.position, GAME_PUBLIC, &b);
    for (int seat = 0; seat < (int)l->row.seats; seat++) {
        if (game_secret(g, &a, seat) >= 0 || game_secret(g, &b, seat) >= 0)
            return true;
    }
    return false;
}

// Two deals that these eyes cannot tell apart.
static void set_starts(const struct subject *s, int seat, struct random *r, struct store_game *a,
                       struct store_game *b)
{
    struct game_position start, seen, other;
    struct text t;

    s->game->start(&s->options, random_next(r), &start);
    game_view(s->game, &start, seat, &seen);
    game_determinize(s->game, &seen, r, &other);
    text_init(&t, a->start, sizeof a->start);
    s->game->write(&start, &t);
    text_init(&t, b->start, sizeof b->start);
    s->game->write(&other, &t);
}

static unsigned compare_worlds(struct live_state *a, struct live_state *b, int seat,
                               struct random *r)
{
    struct told x = {malloc(TEXT), 0}, y = {malloc(TEXT), 0};
    char storage[GAME_ACTION_BYTES];
    struct store_entry entry;
    unsigned compared = 0;
    int64_t now = BEGIN;

    while (!match_over(&a->match) && !match_over(&b->match) && !reveals(a, b)) {
        struct livejson_viewpoint eyes = {.seat = seat, .scene = true, .now = now};
        state_text(a, seat, now, &x);
        state_text(b, seat, now, &y);
        assert_string_equal(x.at, y.at);
        now += random_below(r, 4000);
        struct live_command w = {
            match_to_act(&a->match), "act", any_action(a, r, storage), -1, now, 0};
        assert_true(try_command(a, w, &entry));
        assert_true(try_command(b, w, &entry));
        if (reveals(a, b) || match_over(&a->match) || match_over(&b->match))
            break;
        x.length = y.length = 0;
        livejson_event(a, &eyes, &entry, &(struct output){add, &x});
        livejson_event(b, &eyes, &entry, &(struct output){add, &y});
        assert_string_equal(x.at, y.at);
        compared++;
    }
    free(x.at);
    free(y.at);
    return compared;
}

static void nobody_is_told_a_secret(void **state)
{
    const struct subject *s = *state;
    unsigned compared = 0;

    if (!s->game->hidden)
        return;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct random r = random_from_seed(seed);
        struct store_game rows[2] = {row_of(s, "600"), row_of(s, "600")};
        int seat = (int)random_below(&r, rows[0].seats + 1) - 1;
        struct live_state a, b;
        struct error e;
        set_starts(s, seat, &r, &rows[0], &rows[1]);
        assert_true(live_init(&a, &rows[0], &e) && live_init(&b, &rows[1], &e));
        compared += compare_worlds(&a, &b, seat, &r);
        live_clear(&a);
        live_clear(&b);
    }
    assert_true(compared > 300);
}

static void lag_comes_out_of_a_stock(void **state)
{
    int64_t used = 0, sum = 0;

    (void)state;
    for (int i = 0; i < 100; i++) { // whoever is always near loses nothing
        assert_int_equal(live_lag_forgiven(used, 200), 200);
        used = live_lag_used(used, 200);
    }
    for (int i = 0; i < 50; i++) // nor does one who was near for long gather a stock without end
        used = live_lag_used(used, live_lag_forgiven(used, 0));
    for (int i = 0; i < 20; i++) { // whoever answers late on purpose gains next to nothing
        int64_t lag = live_lag_forgiven(used, 4000);
        assert_true(lag >= 0 && lag <= LIVE_LAG_MOST);
        used = live_lag_used(used, lag);
        sum += lag;
    }
    assert_true(sum <= LIVE_LAG_STOCK + 20 * LIVE_LAG_EACH);
}

int main(void)
{
    const struct CMUnitTest clocks[] = {
        cmocka_unit_test(clocks_are_charged_without_the_way),
        cmocka_unit_test(time_is_called_late_enough),
        cmocka_unit_test(pauses_charge_nobody),
        cmocka_unit_test(lag_comes_out_of_a_stock),
    };

    return subjects_run("journals", random_journals_replay) +
           subjects_run("secrets", nobody_is_told_a_secret) +
           cmocka_run_group_tests_name("clocks", clocks, NULL, NULL);
}
