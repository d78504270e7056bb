// SPDX-License-Identifier: MIT
// Checks commands and makes entries. Each kind of entry is a row: when it may come, and a function
// that refuses it or fills in the rest. Making changes nothing, so an entry can be dropped when
// storing fails; liveapply.c changes the game by stored entries alone. Live games and computers
// call it. Times are the server's, never a client's; a client's lag is forgiven up to a bound.
#include "server/live/live.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1 };

// ---------------------------------------------------------------------------------------------
// Rows and seats
// ---------------------------------------------------------------------------------------------

static bool kind_is(const struct store_seat *seat, const char *kind)
{
    return !strcmp(seat->kind, kind);
}

static bool is_computer(const struct store_seat *seat)
{
    return !kind_is(seat, "open") && !kind_is(seat, "person") && !kind_is(seat, "bot");
}

bool live_seat_open(const struct live_state *l, int seat)
{
    return l->open >> seat & 1;
}

bool live_seat_computer(const struct live_state *l, int seat)
{
    return l->computers >> seat & 1;
}

// They are asked for ten times a second.
static void note_seats(struct live_state *l)
{
    l->open = l->computers = 0;
    assert(l->row.seats <= GAME_MAX_SEATS);
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        if (kind_is(&l->row.seat[seat], "open"))
            l->open |= (uint8_t)(1U << seat);
        if (is_computer(&l->row.seat[seat]))
            l->computers |= (uint8_t)(1U << seat);
    }
}

static void copy(char *to, size_t capacity, const char *from)
{
    struct text t;

    text_init(&t, to, capacity);
    text_add(&t, from);
}

static void set_seat(const struct store_seat *from, struct match_seat *to)
{
    to->who = is_computer(from) ? MATCH_COMPUTER : MATCH_REMOTE;
    copy(to->name, sizeof to->name, from->name);
    copy(to->player, sizeof to->player, is_computer(from) ? from->kind : "");
}

// Options as game_options_text wrote them.
static bool read_options(const struct store_game *row, const struct game *g,
                         struct game_options *options, struct error *e)
{
    char word[STORE_OPTIONS];
    const char *at = row->options;

    *options = (struct game_options){0};
    if (!strcmp(at, "-"))
        return true;
    while (*at) {
        size_t length = strcspn(at, ",");
        memcpy(word, at, length);
        word[length] = 0;
        if (!game_set_option(g, options, word, e))
            return false;
        at += length + (at[length] == ',');
    }
    return true;
}

bool live_setup(const struct store_game *row, struct match_setup *setup, struct error *e)
{
    *setup = (struct match_setup){.game = game_named(row->game), .seed = row->seed};
    if (!setup->game)
        return error_set(e, "create.game:game", "game '%s' is unknown",
                         error_quote(row->game).text);
    if (!read_options(row, setup->game, &setup->options, e) ||
        !clock_read(row->clock, &setup->clock, e))
        return false;
    int seats = game_seats(setup->game, &setup->options);
    if ((int)row->seats != seats)
        return error_set(e, "live.seats:game,seats,given",
                         "%s has %d seats with these options, not %u", setup->game->title, seats,
                         row->seats);
    copy(setup->start, sizeof setup->start, row->start);
    for (int seat = 0; seat < seats; seat++)
        set_seat(&row->seat[seat], &setup->seats[seat]);
    setup->seats_drawn = row->draw == STORE_DRAW_DONE;
    return true;
}

static bool init_series(struct live_state *l, struct error *e)
{
    const struct game *g = l->match.setup.game;

    return l->row.series[0] ? series_read(&l->series, g, (int)l->row.seats, l->row.series, e)
                            : series_init(&l->series, g, 1, false, e);
}

bool live_init(struct live_state *l, const struct store_game *row, struct error *e)
{
    struct match_setup setup;

    *l = (struct live_state){.row = *row};
    journal_init(&l->journal, row->created);
    note_seats(l);
    return live_setup(row, &setup, e) && match_init(&l->match, &setup, e) && init_series(l, e);
}

void live_clear(struct live_state *l)
{
    match_clear(&l->match);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        free(l->plans[seat]);
        l->plans[seat] = NULL;
    }
}

bool live_undealt(const struct store_game *row)
{
    return row->dealer[0] && !row->start[0];
}

bool live_deal_waits(const struct live_state *l)
{
    return l->row.phase == STORE_OPEN && l->row.dealer[0] && !l->open && !match_over(&l->match) &&
           store_awaited(&l->row);
}

void live_set_row(struct live_state *l, const struct store_game *row)
{
    assert(!strcmp(l->row.id, row->id) && row->seats == l->row.seats);
    memcpy(l->row.seat, row->seat, sizeof l->row.seat);
    if (row->phase > l->row.phase)
        l->row.phase = row->phase;
    if (row->changed > l->row.changed)
        l->row.changed = row->changed;
    l->row.draw = row->draw;
    l->match.setup.seats_drawn = row->draw == STORE_DRAW_DONE;
    for (unsigned seat = 0; seat < l->row.seats; seat++)
        set_seat(&l->row.seat[seat], &l->match.setup.seats[seat]);
    note_seats(l);
}

bool live_set_start(struct live_state *l, const struct store_game *row, struct error *e)
{
    struct match_setup setup;
    struct match m;

    if (!live_setup(row, &setup, e))
        return false;
    if (!match_init(&m, &setup, e)) {
        match_clear(&m);
        return false;
    }
    match_clear(&l->match);
    l->match = m;
    l->row.seed = row->seed;
    copy(l->row.start, sizeof l->row.start, row->start);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Clocks
// ---------------------------------------------------------------------------------------------

bool live_has_clock(const struct live_state *l)
{
    return l->match.setup.clock.base != 0;
}

bool live_is_slow(const struct live_state *l)
{
    return !live_has_clock(l) || l->match.setup.clock.each_turn;
}

int64_t live_left(const struct live_state *l, int seat, int64_t now)
{
    return (int64_t)clock_left(&l->match.clock, seat, (uint64_t)now);
}

int64_t live_deadline(const struct live_state *l)
{
    const struct clock *c = &l->match.clock;

    if (!live_has_clock(l) || c->running == CLOCK_STOPPED || match_over(&l->match))
        return INT64_MAX;
    return (int64_t)c->since + c->left[c->running] + LIVE_LAG_MOST;
}

int64_t live_lag_forgiven(int64_t used, int64_t lag)
{
    int64_t left = LIVE_LAG_FIRST - used, most = lag < LIVE_LAG_MOST ? lag : LIVE_LAG_MOST;

    return most < left ? most : left;
}

int64_t live_lag_used(int64_t used, int64_t forgiven)
{
    int64_t now = used + forgiven - LIVE_LAG_EACH;

    return now > LIVE_LAG_FIRST - LIVE_LAG_STOCK ? now : LIVE_LAG_FIRST - LIVE_LAG_STOCK;
}

bool live_on_vacation(const struct live_state *l, int seat, int64_t now)
{
    const struct store_seat *s = &l->row.seat[seat];

    return l->match.setup.clock.each_turn && s->away_since <= now && s->away_until > now;
}

const char *live_vacation(const struct live_state *l, int64_t now, int64_t *at)
{
    const struct clock *c = &l->match.clock;
    int seat = match_to_act(&l->match);

    if (!l->match.setup.clock.each_turn || l->row.phase != STORE_PLAYING || seat == NOBODY)
        return NULL;
    const struct store_seat *s = &l->row.seat[seat];
    if (l->journal.vacation) {
        *at = s->away_until > l->journal.last ? s->away_until : l->journal.last;
        return *at <= now ? "resume" : NULL;
    }
    *at = s->away_since > (int64_t)c->since ? s->away_since : (int64_t)c->since;
    bool away = c->running == seat && *at <= now && s->away_until > *at;
    return away && live_left(l, seat, *at) >= LIVE_LAST_HOUR ? "pause" : NULL;
}

bool live_computer_acts(const struct live_state *l)
{
    int seat = match_to_act(&l->match);

    return l->row.phase == STORE_PLAYING && seat != NOBODY && live_seat_computer(l, seat);
}

// What the clocks show at the time of an entry. A running clock keeps a millisecond: only "time"
// ends it.
static void set_left(const struct live_state *l, struct store_entry *entry)
{
    const struct clock *c = &l->match.clock;

    if (!live_has_clock(l))
        return;
    for (unsigned seat = 0; seat < l->row.seats; seat++) {
        int64_t left = live_left(l, (int)seat, entry->at);
        entry->left[seat] = left > 0 || c->running != (int)seat ? left : 1;
    }
}

// ---------------------------------------------------------------------------------------------
// Making entries
// ---------------------------------------------------------------------------------------------

static void set_entry(const struct live_state *l, const struct live_command *command,
                      struct store_entry *entry)
{
    *entry = (struct store_entry){.number = l->journal.number, .seat = command->seat};
    copy(entry->game, sizeof entry->game, l->row.id);
    copy(entry->kind, sizeof entry->kind, command->kind);
    copy(entry->text, sizeof entry->text, command->text ? command->text : "");
    // The clock may have been set back.
    entry->at = command->at > l->journal.last ? command->at : l->journal.last;
    set_left(l, entry);
}

static void set_action(const struct live_state *l, game_action action, struct live_change *change)
{
    const struct game *g = l->match.setup.game;
    struct game_position after;

    change->acts = true;
    change->action = action;
    g->apply(&l->match.history.position, action, &after);
    history_result_after(&l->match.history, &after, &change->result);
    change->next = change->result.over ? NOBODY : g->to_act(&after);
}

// An end outside the rules.
static void set_end(const struct live_state *l, enum match_how how, struct live_change *change)
{
    struct match ended = l->match; // only looked at

    ended.end = (struct match_end){how, change->entry.seat};
    match_result(&ended, &change->result);
}

// Charges the action's time and gives what a finished turn brings, as the match will.
static void charge(const struct live_state *l, const struct live_command *command,
                   struct live_change *change)
{
    const struct clock *c = &l->match.clock;
    int seat = command->seat;
    int64_t lag = command->lag < LIVE_LAG_MOST ? command->lag : LIVE_LAG_MOST;
    int64_t *left = &change->entry.left[seat];

    if (!live_has_clock(l))
        return;
    int64_t spent = c->running == seat ? change->entry.at - (int64_t)c->since - lag : 0;
    *left = c->left[seat] - (spent > 0 ? spent : 0);
    if (change->next != seat) {
        struct clock given = {.rule = c->rule, .left = {*left}, .bank = {c->bank[seat]}};
        clock_turn(&given, 0);
        *left = given.left[0];
    }
}

static bool make_act(const struct live_state *l, const struct live_command *command,
                     struct live_change *change, struct error *e)
{
    const struct match *m = &l->match;
    game_action action;

    if (command->ply >= 0 && command->ply != (int64_t)m->history.length)
        return error_set(e, "live.ply:ply,given", "the game stands at ply %u, not %lld",
                         m->history.length, (long long)command->ply);
    if (match_to_act(m) != command->seat)
        return error_set(e, "live.turn", "it is not your turn");
    if (m->history.length >= LIVE_LONGEST || l->journal.number >= LIVE_ENTRIES)
        return error_set(e, "live.long", "the game has become too long: resign or agree on a draw");
    if (!game_find(m->setup.game, &m->history.position, command->text, &action)) {
        // The match knows how to say why, on a copy of what it looks at.
        struct match copy_of = *m;
        return match_play_text(&copy_of, command->text, (uint64_t)l->journal.last, e);
    }
    set_action(l, action, change);
    charge(l, command, change);
    if (live_has_clock(l) && m->clock.running == command->seat &&
        change->entry.left[command->seat] <= 0)
        return error_set(e, "live.late", "your time is up");
    return true;
}

static bool make_time(const struct live_state *l, const struct live_command *command,
                      struct live_change *change, struct error *e)
{
    if (command->at < live_deadline(l) || l->match.clock.running != command->seat)
        return error_set(e, "live.time-left", "there is time left");
    assert(command->seat >= 0);
    change->entry.left[command->seat] = 0;
    set_end(l, MATCH_TIME, change);
    return true;
}

static bool make_abort(const struct live_state *l, const struct live_command *command,
                       struct live_change *change, struct error *e)
{
    (void)command;
    set_end(l, MATCH_ABORTED, change);
    return l->match.history.length < l->row.seats ||
           error_set(e, "live.abort",
                     "a game can be aborted only before every player has moved once");
}

static bool make_resign(const struct live_state *l, const struct live_command *command,
                        struct live_change *change, struct error *e)
{
    (void)command;
    (void)e;
    set_end(l, MATCH_RESIGNED, change);
    return true;
}

// So much may be offered until one has acted again: nobody is pestered, and no journal grows by
// offers.
static bool may_offer(const struct live_state *l, int seat, struct error *e)
{
    if (l->journal.number >= LIVE_ENTRIES)
        return error_set(e, "live.long", "the game has become too long: resign or agree on a draw");
    return l->journal.offers[seat] < LIVE_OFFERS ||
           error_set(e, "live.offers", "you have offered enough: play on");
}

static bool make_draw_offer(const struct live_state *l, const struct live_command *command,
                            struct live_change *change, struct error *e)
{
    (void)change;
    if (l->row.seats != 2)
        return error_set(e, "live.draw-seats", "a draw can be agreed between two seats only");
    if (!journal_others(&l->match, command->seat))
        return error_set(e, "live.draw-computer", "the computer takes no draws");
    if (l->match.draw_offer != NOBODY)
        return error_set(e, "live.draw-offered", "a draw has been offered already");
    return may_offer(l, command->seat, e);
}

// In games of days everybody's turn is new after something was taken back.
static void renew_turns(const struct live_state *l, struct store_entry *entry)
{
    const struct clock *c = &l->match.clock;

    for (unsigned seat = 0; c->rule.each_turn && seat < l->row.seats; seat++)
        entry->left[seat] = (int64_t)c->rule.base + c->bank[seat];
}

static int last_action_of(const struct live_state *l, int seat)
{
    for (unsigned i = l->match.history.length; i-- > 0;) {
        if (l->match.entries[i].seat == seat)
            return (int)i;
    }
    return NOBODY;
}

static bool make_undo_offer(const struct live_state *l, const struct live_command *command,
                            struct live_change *change, struct error *e)
{
    int to = last_action_of(l, command->seat);
    struct text t;

    if (l->row.rated)
        return error_set(e, "live.undo-rated", "nothing is taken back in a rated game");
    if (to == NOBODY)
        return error_set(e, "live.undo-nothing",
                         "you have not acted yet: there is nothing to take back");
    if (l->journal.undo_offer != NOBODY)
        return error_set(e, "live.undo-asked", "a takeback has been requested already");
    if (!may_offer(l, command->seat, e))
        return false;
    if (!journal_others(&l->match, command->seat)) {
        copy(change->entry.kind, sizeof change->entry.kind, "undo");
        renew_turns(l, &change->entry);
    }
    text_init(&t, change->entry.text, sizeof change->entry.text);
    text_number(&t, to);
    return true;
}

// Agreeing to an offer, or declining it, by somebody who did not make it.
static bool make_answer(const struct live_state *l, const struct live_command *command,
                        struct live_change *change, struct error *e)
{
    bool draw = !strcmp(command->text, "draw");
    int offer = draw ? l->match.draw_offer : l->journal.undo_offer;

    if (offer == NOBODY)
        return draw ? error_set(e, "live.draw-nobody", "no draw has been offered")
                    : error_set(e, "live.undo-nobody", "no takeback has been requested");
    if (offer == command->seat && !strcmp(command->kind, "agree"))
        return error_set(e, "live.own-offer", "you cannot agree to your own offer");
    if (!draw && (l->journal.agreed >> command->seat & 1))
        return error_set(e, "live.agreed", "you have agreed already");
    if (!draw && !strcmp(command->kind, "agree") &&
        !(journal_others(&l->match, offer) & ~(l->journal.agreed | 1 << command->seat)))
        renew_turns(l, &change->entry);
    if (draw && !strcmp(command->kind, "agree"))
        set_end(l, MATCH_AGREED, change);
    return true;
}

// Seats that have to ask for the next game before it begins.
static uint8_t missing(const struct live_state *l, int seat)
{
    return (uint8_t)(journal_others(&l->match, seat) & ~l->journal.rematch);
}

bool live_next_begins(const struct live_state *l, int seat, int64_t at)
{
    struct series s = l->series;

    if (!missing(l, seat))
        return true;
    if (!match_over(&l->match) || at < l->ended + LIVE_NEXT_WAIT)
        return false;
    series_count(&s, &l->match);
    return !series_over(&s);
}

struct series_request live_next_request(const struct live_state *l, int seat, const char *request)
{
    uint8_t own = (uint8_t)(1U << seat);
    bool second = !strcmp(request, "second") || l->journal.second;
    uint8_t revenge = l->journal.revenge | (!strcmp(request, "revenge") ? own : 0);

    // The same deal again only if everybody who had to be asked wants it.
    return (struct series_request){.second = second,
                                   .revenge = (revenge & own) &&
                                              !(journal_others(&l->match, seat) & ~revenge)};
}

static bool check_request(const struct live_state *l, const struct live_command *command,
                          struct error *e)
{
    if (!strcmp(command->text, "second"))
        return series_chooser(&l->series, &l->match) == command->seat ||
               error_set(e, "live.chooser", "only the loser may choose who begins the next game");
    if (!strcmp(command->text, "revenge"))
        return series_may_repeat(&l->series, &l->match) ||
               error_set(e, "live.revenge", "there is no revenge with the same deal here");
    return !command->text[0] ||
           error_set(e, "live.wish:word", "'%s' is no request for the next game: second or revenge",
                     error_quote(command->text).text);
}

static bool make_rematch_offer(const struct live_state *l, const struct live_command *command,
                               struct live_change *change, struct error *e)
{
    (void)change;
    if (!match_over(&l->match))
        return error_set(e, "live.ongoing", "the game is not over yet");
    if (l->journal.next[0])
        return error_set(e, "live.rematch:game", "there is a rematch already: %s", l->journal.next);
    if ((l->journal.rematch >> command->seat & 1) &&
        !live_next_begins(l, command->seat, command->at))
        return error_set(e, "live.rematch-asked", "you have asked for a rematch already");
    return check_request(l, command, e);
}

static bool make_pause(const struct live_state *l, const struct live_command *command,
                       struct live_change *change, struct error *e)
{
    (void)change;
    return l->journal.paused == !strcmp(command->kind, "resume") ||
           error_set(e, "live.so-already", "it is so already");
}

// When an entry may come: before the game, while it goes on, after its end.
enum { OPEN = 1, PLAYING = 2, OVER = 4 };

typedef bool maker(const struct live_state *l, const struct live_command *command,
                   struct live_change *change, struct error *e);

static const struct {
    const char *kind;
    unsigned when;
    maker *make;
} makers[] = {
    {"act", PLAYING, make_act},
    {"resign", PLAYING, make_resign},
    {"offer-draw", PLAYING, make_draw_offer},
    {"offer-undo", PLAYING, make_undo_offer},
    {"agree", PLAYING, make_answer},
    {"decline", PLAYING, make_answer},
    {"abort", OPEN | PLAYING, make_abort},
    {"time", PLAYING, make_time},
    {"pause", PLAYING, make_pause},
    {"resume", PLAYING, make_pause},
    {"offer-rematch", OVER, make_rematch_offer},
    {"rematch", OVER, make_rematch_offer},
};

enum { MAKERS = sizeof makers / sizeof *makers };

static bool right_moment(const struct live_state *l, unsigned when, struct error *e)
{
    if (match_over(&l->match))
        return (when & OVER) || error_set(e, "live.over", "the game is over");
    if (l->row.phase == STORE_OPEN)
        return (when & OPEN) ||
               error_set(e, "live.open", "the game has not begun: a seat is still open");
    return (when & PLAYING) || error_set(e, "live.ongoing", "the game is not over yet");
}

bool live_make(const struct live_state *l, const struct live_command *command,
               struct live_change *change, struct error *e)
{
    assert(command->seat >= NOBODY && command->seat < (int)l->row.seats);
    for (unsigned i = 0; i < MAKERS; i++) {
        if (strcmp(makers[i].kind, command->kind) != 0)
            continue;
        *change = (struct live_change){.next = NOBODY};
        set_entry(l, command, &change->entry);
        return right_moment(l, makers[i].when, e) && makers[i].make(l, command, change, e);
    }
    return error_set(e, "live.kind:kind", "'%s' is no kind of entry",
                     error_quote(command->kind).text);
}
