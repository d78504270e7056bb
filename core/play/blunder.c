// SPDX-License-Identifier: MIT
// Looks one action and one reply ahead.
#include "play/blunder.h"

#include <string.h>

enum {
    // Of twelve equally likely determinizations this many samples miss one three times in a
    // thousand.
    SAMPLES = 96,
    MAX_OWN_ACTIONS = 2, // after the first, in the same turn
};

void blunder_check_init(struct blunder_check *c, const struct history *history,
                        struct random *random)
{
    const struct game *g = history->game;
    struct game_position seen;

    c->history = history;
    c->seat = g->to_act(&history->position);
    c->count = 0;
    game_view(g, &history->position, c->seat, &seen);
    for (unsigned i = 0; i < (g->hidden ? SAMPLES : 1) && c->count < BLUNDER_DETERMINIZATIONS;
         i++) {
        struct game_position *determinization = &c->determinizations[c->count];
        unsigned known = 0;
        game_determinize(g, &seen, random, determinization);
        while (known < c->count &&
               game_key(g, &c->determinizations[known]) != game_key(g, determinization))
            known++;
        c->count += known == c->count;
    }
}

static bool has_lost(const struct blunder_check *c, const struct game_position *p)
{
    struct game_result result;

    c->history->game->result(p, &result);
    return result.over ? result.outcome[c->seat] == GAME_LOSS
                       : game_eliminated(c->history->game, p, c->seat);
}

static enum blunder blunder_at(const struct blunder_check *c, const struct game_position *p,
                               int actions);

// How bad an action is in one determinization, with at most `actions` more of the seat itself after
// it.
static enum blunder blunder_in(const struct blunder_check *c,
                               const struct game_position *determinization, game_action action,
                               int actions)
{
    struct game_position after;

    c->history->game->apply(determinization, action, &after);
    if (has_lost(c, &after))
        return BLUNDER_LOSS;
    return history_would_repeat(c->history, &after) ? BLUNDER_NONE : blunder_at(c, &after, actions);
}

// The same for a position in which the seat has not lost yet.
static enum blunder blunder_at(const struct blunder_check *c, const struct game_position *p,
                               int actions)
{
    const struct game *g = c->history->game;
    const struct game_options *options = &c->history->options;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count = g->actions(p, list);
    int seat = g->to_act(p);

    if (count == 0)
        return BLUNDER_NONE;
    if (seat == c->seat) {
        for (unsigned i = 0; i < count; i++) {
            if (actions == 0 || blunder_in(c, p, list[i], actions - 1) == BLUNDER_NONE)
                return BLUNDER_NONE;
        }
        return BLUNDER_TRAPPED;
    }
    if (game_team(g, options, seat) == game_team(g, options, c->seat))
        return BLUNDER_NONE;
    for (unsigned i = 0; i < count; i++) {
        struct game_position after;
        g->apply(p, list[i], &after);
        if (has_lost(c, &after))
            return BLUNDER_LOSS;
    }
    return BLUNDER_NONE;
}

enum blunder blunder_check_action(const struct blunder_check *c, game_action action)
{
    enum blunder least = BLUNDER_LOSS;

    for (unsigned i = 0; i < c->count && least > BLUNDER_NONE; i++) {
        enum blunder found = blunder_in(c, &c->determinizations[i], action, MAX_OWN_ACTIONS);
        least = found < least ? found : least;
    }
    return least;
}

bool blunder_check_wins(const struct blunder_check *c, game_action action)
{
    const struct game *g = c->history->game;

    for (unsigned i = 0; i < c->count; i++) {
        struct game_position after;
        struct game_result result;
        g->apply(&c->determinizations[i], action, &after);
        g->result(&after, &result);
        if (!result.over || result.outcome[c->seat] != GAME_WIN)
            return false;
    }
    return true;
}
