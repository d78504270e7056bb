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

    c->texts[index] = text;
    if (strncmp(text, engine, sizeof engine - 1) != 0)
        return player_read(text, &c->specs[index], e);
    c->engines[index] = text + sizeof engine - 1;
    return c->engines[index][0] || error_say(e, "player 'engine:' needs a command");
}

bool contestants_init(struct contestants *all, const struct contest *contest, struct error *e)
{
    all->contest = contest;
    for (unsigned i = 0; i < contest->count; i++) {
        memset(&all->players[i], 0, sizeof all->players[i]);
        child_init(&all->engines[i], contest->engines[i]);
    }
    for (unsigned i = 0; i < contest->count; i++) {
        if (!contest->engines[i] &&
            !player_init(&all->players[i], &contest->specs[i], cli_clock, e)) {
            contestants_clear(all);
            return false;
        }
    }
    return true;
}

void contestants_clear(struct contestants *all)
{
    for (unsigned i = 0; i < all->contest->count; i++) {
        player_clear(&all->players[i]);
        child_stop(&all->engines[i]);
    }
}

unsigned contest_player(const struct contest *c, unsigned first, int seat)
{
    return ((unsigned)seat + first) % c->count;
}

// ---------------------------------------------------------------------------------------------
// The bout's text
// ---------------------------------------------------------------------------------------------

void bout_note(struct bout *b, const struct history *history, game_action action)
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
static char *position_line(const struct game_position *start, const struct history *history,
                           const struct bout *b)
{
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

static bool ask_engine(struct contestants *all, unsigned player, const struct game_position *start,
                       const struct history *history, struct bout *b, game_action *action)
{
    const struct contest *c = all->contest;
    char answer[GAME_ACTION_BYTES];
    char *position = position_line(start, history, b);
    bool good = child_ask(&all->engines[player], position, c->go, c->patience, answer, &b->fault);

    free(position);
    if (!good)
        return false;
    if (game_find(c->game, &history->position, answer, action))
        return true;
    return error_say(&b->fault, "engine '%s' answers '%s', which is not a legal action",
                     error_quote(c->engines[player]).text, error_quote(answer).text);
}

static bool begin(struct contestants *all, uint64_t seed, struct bout *b)
{
    const struct contest *c = all->contest;
    struct random r = random_from_seed(seed);

    for (unsigned i = 0; i < c->count; i++) {
        uint64_t own = random_next(&r);
        if (!c->engines[i]) {
            player_new_game(&all->players[i], own);
        } else if (!child_new_game(&all->engines[i], c->game, &c->options, &b->fault)) {
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
static bool play_action(struct contestants *all, const struct game_position *start,
                        struct history *history, struct bout *b)
{
    const struct contest *c = all->contest;
    unsigned player = contest_player(c, b->first, c->game->to_act(&history->position));
    game_action action;

    if (!c->engines[player]) {
        action = player_choose(&all->players[player], history);
    } else if (!ask_engine(all, player, start, history, b, &action)) {
        b->forfeit = (int)player;
        return false;
    }
    bout_note(b, history, action);
    if (!history_play(history, action))
        abort(); // no memory for one more key
    b->actions++;
    return true;
}

void bout_play(struct contestants *all, const struct game_position *start, struct history *history,
               uint64_t seed, struct bout *b)
{
    b->forfeit = -1;
    if (begin(all, seed, b)) {
        for (history_result(history, &b->result); !b->result.over;
             history_result(history, &b->result)) {
            if (!play_action(all, start, history, b))
                break;
            if (b->actions >= LONGEST_GAME) {
                draw(b);
                return;
            }
        }
    }
    if (b->forfeit >= 0)
        give_up(all->contest, b);
}
