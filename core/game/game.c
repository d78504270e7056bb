// SPDX-License-Identifier: MIT
// The defaults of the contract, and what every caller needs from a game's list of actions.
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

void game_view(const struct game *g, const struct game_position *p, int seat,
               struct game_position *seen)
{
    assert(seat >= GAME_PUBLIC && seat < GAME_MAX_SEATS);
    if (g->view)
        g->view(p, seat, seen);
    else
        *seen = *p;
}

bool game_complete(const struct game *g, const struct game_position *p)
{
    return g->complete ? g->complete(p) : true;
}

void game_determinize(const struct game *g, const struct game_position *seen, struct random *r,
                      struct game_position *full)
{
    if (g->determinize)
        g->determinize(seen, r, full);
    else
        *full = *seen;
    assert(game_complete(g, full) && g->to_act(full) == g->to_act(seen));
}

unsigned game_determinizations(const struct game *g, const struct game_position *seen,
                               struct game_position *list)
{
    if (g->determinizations)
        return g->determinizations(seen, list);
    list[0] = *seen;
    return game_complete(g, seen);
}

int game_secret(const struct game *g, const struct game_position *p, int seat)
{
    return g->secret ? g->secret(p, seat) : 0;
}

bool game_eliminated(const struct game *g, const struct game_position *p, int seat)
{
    assert(seat >= 0 && seat < GAME_MAX_SEATS && game_complete(g, p));
    return g->eliminated && g->eliminated(p, seat);
}

int game_evaluate(const struct game *g, const struct game_position *p, int seat)
{
    assert(seat >= 0 && seat < GAME_MAX_SEATS && game_complete(g, p));
    return g->evaluate ? g->evaluate(p, seat) : 0;
}

int game_chance_scale(const struct game *g)
{
    enum {
        UNFITTED = 400
    }; // chosen by hand; games with an evaluation set theirs from their own self-play

    return g->chance_scale ? g->chance_scale : UNFITTED;
}

bool game_preparing(const struct game *g, const struct game_position *p)
{
    return g->preparing && g->preparing(p);
}

void game_order(const struct game *g, const struct game_position *p, const game_action *list,
                unsigned count, int *score)
{
    if (g->order)
        g->order(p, list, count, score);
    else
        memset(score, 0, count * sizeof *score);
}

unsigned game_feature_count(const struct game *g)
{
    unsigned count = 0;

    while (g->features && g->features[count].id)
        count++;
    return count;
}

unsigned game_symmetries(const struct game *g)
{
    return g->symmetries ? g->symmetries : 1;
}

void game_apply_symmetry(const struct game *g, const struct game_position *p, unsigned symmetry,
                         struct game_position *other)
{
    assert(symmetry < game_symmetries(g));
    if (symmetry > 0)
        g->apply_symmetry(p, symmetry, other);
    else
        *other = *p;
}

uint64_t game_canonical_key(const struct game *g, const struct game_position *p)
{
    if (g->canonical_key)
        return g->canonical_key(p);
    uint64_t least = game_key(g, p);
    for (unsigned i = 1; i < game_symmetries(g); i++) {
        struct game_position other;
        g->apply_symmetry(p, i, &other);
        uint64_t key = game_key(g, &other);
        least = key < least ? key : least;
    }
    return least;
}

#ifndef NDEBUG
static bool are_listed(const struct game *g, const struct game_position *p, const game_action *some,
                       unsigned count)
{
    struct game_actions all;
    unsigned found = 0;

    game_list(g, p, &all);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < all.count; j++)
            found += all.at[j] == some[i];
    }
    return found == count && (count > 0) == (all.count > 0);
}
#endif

unsigned game_undominated(const struct game *g, const struct game_position *p, game_action *list)
{
    unsigned count = g->undominated ? g->undominated(p, list) : g->actions(p, list);

    assert(count <= g->max_actions && are_listed(g, p, list, count));
    return count;
}

enum game_outcome game_solve_static(const struct game *g, const struct game_position *p,
                                    unsigned *choices, int *value)
{
    if (g->solve_static)
        return g->solve_static(p, choices, value);
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    *choices = game_undominated(g, p, list);
    *value = game_evaluate(g, p, g->to_act(p));
    return GAME_DRAW;
}

void game_write_action(const struct game *g, const struct game_position *p, game_action action,
                       char text[GAME_ACTION_BYTES])
{
    struct text t;

    text_init(&t, text, GAME_ACTION_BYTES);
    g->action_text(p, action, &t);
    assert(t.length > 0 && !t.cut); // or two actions might read alike
}

void game_say(const struct game *g, const struct game_position *p, game_action action,
              struct error *said)
{
    char text[GAME_ACTION_BYTES];

    if (g->say) {
        g->say(p, action, said);
        return;
    }
    game_write_action(g, p, action, text);
    error_say(said, "%s", text);
}

void game_add_words(const struct game *g, const struct game_position *p, game_action action,
                    const struct catalogue *words, struct text *t)
{
    struct error said;

    game_say(g, p, action, &said);
    error_tell(&said, words, t);
}

void game_add_named(const struct game *g, const struct game_position *p, game_action action,
                    const struct catalogue *words, struct text *t)
{
    char text[GAME_ACTION_BYTES];

    game_write_action(g, p, action, text);
    if (g->say)
        game_add_words(g, p, action, words, t);
    text_format(t, g->say ? " (%s)" : "%s", text);
}

void game_list(const struct game *g, const struct game_position *p, struct game_actions *list)
{
    list->count = g->actions(p, list->at);
    assert(list->count <= g->max_actions && g->max_actions <= GAME_MAX_ACTIONS);
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
// Teams win and lose together, and somebody's win is somebody else's loss.
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
