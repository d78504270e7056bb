// SPDX-License-Identifier: MIT
// Looks one action ahead, and at one answer to it.
#include "play/danger.h"

#include <string.h>

enum {
    DRAWS =
        96, // twelve deals of equal chance are all among so many, but for three times in a thousand
    LONGEST_TURN = 2, // own actions after the first that are looked at
};

void outlook_init(struct outlook *o, const struct history *history, struct random *random)
{
    const struct game *g = history->game;
    struct game_position seen;

    o->history = history;
    o->seat = g->to_act(&history->position);
    o->count = 0;
    game_view(g, &history->position, o->seat, &seen);
    for (unsigned i = 0; i < (g->hidden ? DRAWS : 1) && o->count < DANGER_DEALS; i++) {
        struct game_position *deal = &o->deals[o->count];
        unsigned known = 0;
        game_redeal(g, &seen, random, deal);
        while (known < o->count && game_key(g, &o->deals[known]) != game_key(g, deal))
            known++;
        o->count += known == o->count;
    }
}

static bool has_lost(const struct outlook *o, const struct game_position *p)
{
    struct game_result result;

    o->history->game->result(p, &result);
    return result.over ? result.outcome[o->seat] == GAME_LOSS
                       : game_out(o->history->game, p, o->seat);
}

static enum danger danger_at(const struct outlook *o, const struct game_position *p, int actions);

// The danger of an action in one deal; `actions` of the seat's own may follow it.
static enum danger danger_in(const struct outlook *o, const struct game_position *deal,
                             game_action action, int actions)
{
    struct game_position after;

    o->history->game->apply(deal, action, &after);
    if (has_lost(o, &after))
        return DANGER_LOSS;
    return history_would_repeat(o->history, &after) ? DANGER_NONE : danger_at(o, &after, actions);
}

// What a seat is in for that has not lost yet.
static enum danger danger_at(const struct outlook *o, const struct game_position *p, int actions)
{
    const struct game *g = o->history->game;
    const struct game_options *options = &o->history->options;
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    unsigned count = g->actions(p, list);
    int seat = g->to_act(p);

    if (count == 0)
        return DANGER_NONE;
    if (seat == o->seat) {
        for (unsigned i = 0; i < count; i++) {
            if (actions == 0 || danger_in(o, p, list[i], actions - 1) == DANGER_NONE)
                return DANGER_NONE;
        }
        return DANGER_TRAPPED;
    }
    if (game_team(g, options, seat) == game_team(g, options, o->seat))
        return DANGER_NONE;
    for (unsigned i = 0; i < count; i++) {
        struct game_position after;
        g->apply(p, list[i], &after);
        if (has_lost(o, &after))
            return DANGER_LOSS;
    }
    return DANGER_NONE;
}

enum danger outlook_danger(const struct outlook *o, game_action action)
{
    enum danger least = DANGER_LOSS;

    for (unsigned i = 0; i < o->count && least > DANGER_NONE; i++) {
        enum danger danger = danger_in(o, &o->deals[i], action, LONGEST_TURN);
        least = danger < least ? danger : least;
    }
    return least;
}

bool outlook_wins(const struct outlook *o, game_action action)
{
    const struct game *g = o->history->game;

    for (unsigned i = 0; i < o->count; i++) {
        struct game_position after;
        struct game_result result;
        g->apply(&o->deals[i], action, &after);
        g->result(&after, &result);
        if (!result.over || result.outcome[o->seat] != GAME_WIN)
            return false;
    }
    return true;
}
