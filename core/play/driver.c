// SPDX-License-Identifier: MIT
// Connects the match, its series, touches and computers.
#include "play/driver.h"

#include <assert.h>
#include <string.h>

enum { NOBODY = -1, HELPER_MEGABYTES = 16, MICROSECONDS = 1000 };

void driver_init(struct driver *d, think_clock *clock)
{
    memset(d, 0, sizeof *d);
    d->helper_megabytes = HELPER_MEGABYTES;
    computers_init(&d->computers, clock);
}

static void drop_match(struct driver *d)
{
    if (d->begun)
        match_clear(&d->match);
    d->begun = false;
}

void driver_clear(struct driver *d)
{
    drop_match(d);
    computers_clear(&d->computers);
    if (d->helps)
        thinker_clear(&d->helper);
    d->helps = false;
}

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

static bool same_seat(const struct match_seat *a, const struct match_seat *b)
{
    return a->who == b->who && (a->who != MATCH_COMPUTER || !strcmp(a->player, b->player));
}

// Whether two setups are of one game. Names may change while it is played.
static bool same_game(const struct match_setup *a, const struct match_setup *b)
{
    if (a->game != b->game || memcmp(&a->options, &b->options, sizeof a->options) != 0 ||
        a->seed != b->seed || strcmp(a->start, b->start) != 0 || a->contestants != b->contestants ||
        a->first != b->first)
        return false;
    for (int seat = 0; seat < game_seats(a->game, &a->options); seat++) {
        if (!same_seat(&a->seats[seat], &b->seats[seat]))
            return false;
    }
    return true;
}

static void take_over(struct driver *d, const struct match *m, const struct series *series)
{
    drop_match(d);
    d->match = *m;
    d->begun = true;
    if (series)
        d->series = *series;
    driver_changed(d);
}

static void begin_computers(struct driver *d)
{
    computers_begin(&d->computers, &d->match.setup);
    d->fresh = true;
}

bool driver_begin(struct driver *d, const struct match_setup *setup, const struct series *series,
                  struct error *e)
{
    struct series single;
    struct match m;

    if (!series && !series_init(&single, setup->game, 1, false, e))
        return false;
    if (!match_init(&m, setup, e)) {
        match_clear(&m);
        return false;
    }
    take_over(d, &m, series ? series : &single);
    begin_computers(d);
    return true;
}

void driver_adopt(struct driver *d, const struct match *m, const struct series *series)
{
    bool same = d->begun && same_game(&d->match.setup, &m->setup);
    bool there = same && d->match.history.length == m->history.length &&
                 game_key(m->setup.game, &d->match.history.position) ==
                     game_key(m->setup.game, &m->history.position);
    struct touch touch = d->touch;
    bool ready = d->ready;

    take_over(d, m, series);
    if (there) {
        d->touch = touch;
        d->ready = ready;
    }
    if (!same)
        begin_computers(d);
}

static bool play_all(struct match *m, const char *const *actions, unsigned count, uint64_t now,
                     struct error *e)
{
    for (unsigned i = 0; i < count; i++) {
        if (!match_play_text(m, actions[i], now, e))
            return false;
    }
    return true;
}

bool driver_continue(struct driver *d, unsigned from, const char *const *actions, unsigned count,
                     uint64_t now, struct error *e)
{
    const struct match *old = &d->match;
    struct match m;

    if (from > old->history.length)
        return error_set(e, "driver.continue:from,length",
                         "the game cannot go on after %u actions: it has %u", from,
                         old->history.length);
    bool good = match_init(&m, &old->setup, e);
    for (unsigned i = 0; good && i < from; i++)
        good = match_play(&m, old->entries[i].action, now, e);
    if (!good || !play_all(&m, actions, count, now, e)) {
        match_clear(&m);
        return false;
    }
    take_over(d, &m, NULL);
    return true;
}

bool driver_set(struct driver *d, const char *start, const char *const *actions, unsigned count,
                uint64_t now, struct error *e)
{
    struct match_setup setup = d->match.setup;
    struct text t;
    struct match m;

    if (start) {
        assert(strlen(start) < sizeof setup.start);
        text_init(&t, setup.start, sizeof setup.start);
        text_add(&t, start);
    }
    if (!match_init(&m, &setup, e) || !play_all(&m, actions, count, now, e)) {
        match_clear(&m);
        return false;
    }
    take_over(d, &m, NULL);
    return true;
}

void driver_set_adaptive_level(struct driver *d, unsigned level)
{
    for (int seat = 0; seat < match_seats(&d->match); seat++) {
        struct match_seat *s = &d->match.setup.seats[seat];
        struct player_spec spec;
        struct text t;
        struct error ignored;
        if (s->who != MATCH_COMPUTER || !player_read(s->player, &spec, &ignored) || !spec.adaptive)
            continue;
        text_init(&t, s->player, sizeof s->player);
        text_format(&t, "like:%u", level);
    }
}

bool driver_next(struct driver *d, uint64_t seed, const struct series_request *request,
                 struct error *e)
{
    struct series series = d->series;
    struct match_setup next;

    if (!match_over(&d->match))
        return error_set(e, "driver.not-over", "the game is not over yet");
    return series_next(&series, &d->match, seed, request, &next, e) &&
           driver_begin(d, &next, &series, e);
}

// ---------------------------------------------------------------------------------------------
// Acting
// ---------------------------------------------------------------------------------------------

enum touch_answer driver_touch(struct driver *d, game_spot spot)
{
    enum touch_answer answer = touch_spot(&d->touch, &d->match.history, spot);

    d->ready = answer == TOUCH_READY;
    return answer;
}

bool driver_play(struct driver *d, game_action action, uint64_t now, struct error *e)
{
    if (!match_play(&d->match, action, now, e))
        return false;
    driver_changed(d);
    return true;
}

bool driver_play_text(struct driver *d, const char *text, uint64_t now, struct error *e)
{
    if (!match_play_text(&d->match, text, now, e))
        return false;
    driver_changed(d);
    return true;
}

// A legal action, which may still contradict a view that the game began with.
static bool play_legal(struct driver *d, game_action action, uint64_t now, struct error *e)
{
    const struct history *history = &d->match.history;
    char text[GAME_ACTION_BYTES];

    game_write_action(history->game, &history->position, action, text);
    return history_may_follow(history, action, text, e) && driver_play(d, action, now, e);
}

bool driver_play_touched(struct driver *d, uint64_t now, struct error *e)
{
    return d->ready ? play_legal(d, d->touch.action, now, e)
                    : error_set(e, "driver.not-ready", "what is touched is not an action yet");
}

bool driver_play_index(struct driver *d, unsigned index, unsigned length, uint64_t now,
                       struct error *e)
{
    const struct history *history = &d->match.history;
    struct game_actions list;

    if (match_over(&d->match))
        return error_set(e, "match.over", "the game is over");
    if (length != history->length)
        return error_set(e, "driver.moved-on:length,now",
                         "the action is for the position after %u actions, and there are %u",
                         length, history->length);
    game_list(history->game, &history->position, &list);
    return index < list.count ? play_legal(d, list.at[index], now, e)
                              : error_set(e, "driver.no-index:index,count",
                                          "action %u is none of 0 to %u", index, list.count - 1);
}

void driver_changed(struct driver *d)
{
    touch_cancel(&d->touch);
    d->ready = false;
}

// ---------------------------------------------------------------------------------------------
// Computers
// ---------------------------------------------------------------------------------------------

int driver_computer(const struct driver *d)
{
    int seat = match_to_act(&d->match);

    return seat != NOBODY && d->match.setup.seats[seat].who == MATCH_COMPUTER ? seat : NOBODY;
}

bool driver_choose(struct driver *d, const struct think_watch *watch, game_action *action,
                   struct error *e)
{
    int seat = driver_computer(d);

    if (seat == NOBODY)
        return match_over(&d->match) ? error_set(e, "match.over", "the game is over")
                                     : error_set(e, "driver.no-computer", "no computer is to act");
    return computers_choose(&d->computers, seat, &d->match.history, watch, action, e);
}

bool driver_step(struct driver *d, const struct think_watch *watch, uint64_t now, struct error *e)
{
    think_clock *clock = d->computers.clock;
    uint64_t began = clock ? clock() : 0;
    game_action action;

    if (!driver_choose(d, watch, &action, e))
        return false;
    uint64_t took = clock ? (clock() - began) / MICROSECONDS : 0;
    return driver_play(d, action, now + took, e);
}

struct thinker *driver_helper(struct driver *d, struct error *e)
{
    if (!d->helps) {
        if (!thinker_init(&d->helper, d->helper_megabytes, d->computers.clock, e))
            return NULL;
        d->helps = d->fresh = true;
    }
    if (d->fresh)
        thinker_forget(&d->helper, d->match.setup.seed);
    d->fresh = false;
    return &d->helper;
}
