// SPDX-License-Identifier: MIT
// Plays the games of a tournament: players of ours and engines at one table, who sits where, what an engine's fault
// costs. `abax match` and `abax selfplay` call it from several threads; each thread has its own contestants, and only
// the tally is shared (by the caller).
#include "cli/contest.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { LONGEST_GAME = 4000 }; // actions; a longer one is drawn

bool contest_add(struct contest *c, unsigned index, const char *text, struct error *e)
{
    static const char engine[] = "engine:";
    struct player_spec spec;

    c->texts[index] = text;
    if (strncmp(text, engine, sizeof engine - 1) != 0)
        return player_read(text, &spec, e);
    c->engines[index] = text + sizeof engine - 1;
    return c->engines[index][0] ||
           error_set(e, "engine.command", "player 'engine:' needs a command");
}

void contestants_init(struct contestants *all, const struct contest *contest)
{
    all->contest = contest;
    driver_init(&all->driver, cli_clock);
    for (unsigned i = 0; i < contest->count; i++)
        child_init(&all->engines[i], contest->engines[i]);
}

void contestants_clear(struct contestants *all)
{
    driver_clear(&all->driver);
    for (unsigned i = 0; i < all->contest->count; i++)
        child_stop(&all->engines[i]);
}

unsigned contest_player(const struct contest *c, unsigned first, int seat)
{
    return ((unsigned)seat + first) % c->count;
}

// ---------------------------------------------------------------------------------------------
// The bout's text
// ---------------------------------------------------------------------------------------------

// Adds an action's text, before it is played, to the moves.
static void note(struct bout *b, const struct history *history, game_action action)
{
    char storage[GAME_ACTION_BYTES];
    struct text t;

    if (b->room - b->length < GAME_ACTION_BYTES + 2) {
        size_t room = b->room ? b->room * 2 : 1024;
        char *moves = realloc(b->moves, room);
        if (!moves)
            abort(); // a thousand bytes: there is nothing to go on with
        b->moves = moves;
        b->room = room;
    }
    text_init(&t, storage, sizeof storage);
    history->game->action_text(&history->position, action, &t);
    b->moves[b->length++] = ' ';
    memcpy(b->moves + b->length, storage, t.length + 1);
    b->length += t.length;
}

void bout_clear(struct bout *b)
{
    free(b->moves);
    *b = (struct bout){0};
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

// A game is told from its start, so that the engine knows the history; where something is hidden, the start is told
// with what the engine's seat knows now. Where that cannot be played on from, it gets its view of the position.
static char *position_line(const struct match *m, const struct bout *b)
{
    const struct game_position *start = &m->start;
    const struct history *history = &m->history;
    const struct game *g = history->game;
    size_t room = GAME_TEXT_BYTES + b->length + 64;
    char *storage = malloc(room);
    struct game_position now, seen;
    struct text t;

    if (!storage)
        abort(); // less than the game itself took
    text_init(&t, storage, room);
    text_add(&t, "position fen ");
    if (g->hidden) {
        game_view(g, &history->position, g->to_act(&history->position), &now);
        if (g->recall)
            g->recall(start, &now, &seen);
        start = g->recall ? &seen : &now;
    }
    g->write(start, &t);
    if (b->length && start != &now) {
        text_add(&t, " moves");
        text_add(&t, b->moves);
    }
    return storage;
}

static bool ask_engine(struct contestants *all, unsigned player, struct bout *b,
                       game_action *action)
{
    const struct contest *c = all->contest;
    const struct match *m = &all->driver.match;
    char answer[GAME_ACTION_BYTES];
    char *position = position_line(m, b);
    bool good = child_ask(&all->engines[player], position, c->go, c->patience, answer, &b->fault);

    free(position);
    if (!good)
        return false;
    if (game_find(c->game, &m->history.position, answer, action))
        return true;
    return error_set(&b->fault, "engine.illegal:engine,action",
                     "engine '%s' answers '%s', which is not a legal action",
                     error_quote(c->engines[player]).text, error_quote(answer).text);
}

// Seats everybody: the driver plays for those of this program.
static struct match_setup setup_of(const struct contest *c, const struct bout *b, uint64_t seed,
                                   const char *start)
{
    struct match_setup setup = {.game = c->game,
                                .options = c->options,
                                .seed = seed,
                                .contestants = (uint8_t)c->count,
                                .first = (uint8_t)b->first};
    struct text t;

    text_init(&t, setup.start, sizeof setup.start);
    text_add(&t, start);
    for (int seat = 0; seat < game_seats(c->game, &c->options); seat++) {
        struct match_seat *s = &setup.seats[seat];
        unsigned player = contest_player(c, b->first, seat);
        s->who = c->engines[player] ? MATCH_REMOTE : MATCH_COMPUTER;
        text_init(&t, s->player, sizeof s->player);
        text_add(&t, c->engines[player] ? "" : c->texts[player]);
    }
    return setup;
}

// False when an engine failed.
static bool begin_engines(struct contestants *all, struct bout *b)
{
    const struct contest *c = all->contest;

    for (unsigned i = 0; i < c->count; i++) {
        if (c->engines[i] && !child_new_game(&all->engines[i], c->game, &c->options, &b->fault)) {
            b->forfeit = (int)i;
            return false;
        }
    }
    return true;
}

// The first seat of a player.
static int seat_of(const struct contest *c, const struct bout *b, unsigned player)
{
    return (int)((player + c->count - b->first) % c->count);
}

// A player who failed loses, with its team; everybody else wins.
static void give_up(const struct contest *c, struct bout *b)
{
    int failed = game_team(c->game, &c->options, seat_of(c, b, (unsigned)b->forfeit));

    b->result = (struct game_result){.over = true};
    for (int seat = 0; seat < game_seats(c->game, &c->options); seat++) {
        bool loses = game_team(c->game, &c->options, seat) == failed;
        b->result.outcome[seat] = loses ? GAME_LOSS : GAME_WIN;
    }
}

static void draw(struct bout *b)
{
    b->result = (struct game_result){.over = true};
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        b->result.outcome[seat] = GAME_DRAW;
}

// One action; false when the player failed.
static bool play_action(struct contestants *all, struct bout *b)
{
    struct driver *d = &all->driver;
    unsigned player = contest_player(all->contest, b->first, match_to_act(&d->match));
    game_action action;

    bool chosen = driver_computer(d) >= 0 ? driver_choose(d, NULL, &action, &b->fault)
                                          : ask_engine(all, player, b, &action);
    if (!chosen) {
        b->forfeit = (int)player;
        return false;
    }
    note(b, &d->match.history, action);
    if (!driver_play(d, action, 0, &b->fault))
        abort(); // no memory for one more action
    b->actions++;
    return true;
}

static void play_on(struct contestants *all, struct bout *b)
{
    const struct match *m = &all->driver.match;

    while (!match_over(m)) {
        if (!play_action(all, b))
            return;
        if (b->actions >= LONGEST_GAME) {
            draw(b);
            return;
        }
    }
    match_result(m, &b->result);
}

void bout_play(struct contestants *all, uint64_t seed, const char *start,
               const game_action *opening, unsigned count, struct bout *b)
{
    struct driver *d = &all->driver;
    struct match_setup setup = setup_of(all->contest, b, seed, start);

    b->forfeit = -1;
    if (!driver_begin(d, &setup, NULL, &b->fault))
        abort(); // the start is sound: there is no memory for a game
    for (unsigned i = 0; i < count && !match_over(&d->match); i++) {
        note(b, &d->match.history, opening[i]);
        if (!driver_play(d, opening[i], 0, &b->fault))
            abort();
    }
    if (begin_engines(all, b))
        play_on(all, b);
    if (b->forfeit >= 0)
        give_up(all->contest, b);
}
