// SPDX-License-Identifier: MIT
// The defaults of the rules, and what every caller needs from a game's list of actions.
#include "game/game.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/hash.h"

int game_seats(const struct game *g, const struct game_options *options)
{
    int seats = g->seats ? g->seats(options) : 2;

    assert(seats >= 2 && seats <= GAME_MAX_SEATS);
    return seats;
}

bool game_is_duel(const struct game *g, const struct game_options *options)
{
    return !g->hidden && game_seats(g, options) == 2;
}

enum palette game_seat_colour(const struct game *g, int seat)
{
    static const uint8_t usual[GAME_MAX_SEATS] = {PALETTE_IVORY, PALETTE_EBONY, PALETTE_RED,
                                                  PALETTE_BLUE};

    return g->seat_colours[0] == PALETTE_OWN ? usual[seat] : g->seat_colours[seat];
}

int game_team(const struct game *g, const struct game_options *options, int seat)
{
    assert(seat >= 0 && seat < game_seats(g, options));
    return g->team ? g->team(options, seat) : seat;
}

uint64_t game_key(const struct game *g, const struct game_position *p)
{
    return g->key ? g->key(p) : hash_bytes(p->bytes, g->position_size);
}

bool game_eliminated(const struct game *g, const struct game_position *p, int seat)
{
    assert(seat >= 0 && seat < GAME_MAX_SEATS && game_complete(g, p));
    return g->eliminated && g->eliminated(p, seat);
}

bool game_preparing(const struct game *g, const struct game_position *p)
{
    return g->preparing && g->preparing(p);
}

void game_write_action(const struct game *g, const struct game_position *p, game_action action,
                       char text[GAME_ACTION_BYTES])
{
    struct text t;

    text_init(&t, text, GAME_ACTION_BYTES);
    g->action_text(p, action, &t);
    assert(t.length > 0 && !t.cut); // or two actions might read alike
}

void game_list(const struct game *g, const struct game_position *p, struct game_actions *list)
{
    list->count = g->actions(p, list->at);
    assert(list->count <= g->max_actions && g->max_actions <= GAME_MAX_ACTIONS);
}

bool game_listed(const struct game_actions *list, game_action action)
{
    for (unsigned i = 0; i < list->count; i++) {
        if (list->at[i] == action)
            return true;
    }
    return false;
}

bool game_find(const struct game *g, const struct game_position *p, const char *text,
               game_action *action)
{
    struct game_actions list;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char storage[GAME_ACTION_BYTES];

        game_write_action(g, p, list.at[i], storage);
        if (strcmp(storage, text) == 0) {
            *action = list.at[i];
            return true;
        }
    }
    return false;
}

static const char *const result_words[] = {"loss", "draw", "win"};

#ifndef NDEBUG
// Teams win and lose together, and one team's win is the other's loss.
static bool is_shared(const struct game *g, const struct game_options *options,
                      const struct game_result *result)
{
    int seats = game_seats(g, options);
    bool won = false, lost = false;

    for (int a = 0; a < seats; a++) {
        won |= result->outcome[a] == GAME_WIN;
        lost |= result->outcome[a] == GAME_LOSS;
        for (int b = 0; b < a; b++) {
            if (game_team(g, options, a) == game_team(g, options, b) &&
                result->outcome[a] != result->outcome[b])
                return false;
        }
    }
    return !won || lost;
}
#endif

void game_result_text(const struct game *g, const struct game_options *options,
                      const struct game_result *result, struct text *t)
{
    int seats = game_seats(g, options);

    if (!result->over) {
        text_add(t, "ongoing");
        return;
    }
    for (int seat = 0; seat < seats; seat++)
        text_format(t, "%s%s", seat ? " " : "", result_words[result->outcome[seat]]);
    assert(is_shared(g, options, result));
    if (!g->scores)
        return;
    text_add(t, " score");
    for (int seat = 0; seat < seats; seat++)
        text_format(t, " %d", result->score[seat]);
}

int game_lead(const struct game *g, const struct game_options *options,
              const struct game_result *result, int seat)
{
    int best = INT_MIN;

    assert(seat >= 0 && seat < game_seats(g, options));
    for (int other = 0; other < game_seats(g, options); other++) {
        if (game_team(g, options, other) != game_team(g, options, seat) &&
            result->score[other] > best)
            best = result->score[other];
    }
    return best == INT_MIN ? 0 : result->score[seat] - best;
}
