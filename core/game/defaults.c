// SPDX-License-Identifier: MIT
// The defaults of the tables that a game may leave out: hidden, ui, ai and coach.
#include "game/game.h"

#include <assert.h>
#include <string.h>

const struct game_hidden game_no_hidden;
const struct game_ai game_no_ai;
const struct game_coach game_no_coach;

// ---------------------------------------------------------------------------------------------
// Hidden information
// ---------------------------------------------------------------------------------------------

void game_view(const struct game *g, const struct game_position *p, int seat,
               struct game_position *seen)
{
    assert(seat >= GAME_PUBLIC && seat < GAME_MAX_SEATS);
    if (g->hidden)
        g->hidden->view(p, seat, seen);
    else
        *seen = *p;
}

bool game_complete(const struct game *g, const struct game_position *p)
{
    return g->hidden ? g->hidden->complete(p) : true;
}

void game_determinize(const struct game *g, const struct game_position *seen, struct random *r,
                      struct game_position *full)
{
    if (g->hidden)
        g->hidden->determinize(seen, r, full);
    else
        *full = *seen;
    assert(game_complete(g, full) && g->to_act(full) == g->to_act(seen));
}

unsigned game_determinizations(const struct game *g, const struct game_position *seen,
                               struct game_position *list)
{
    if (g->hidden && g->hidden->determinizations)
        return g->hidden->determinizations(seen, list);
    list[0] = *seen;
    return game_complete(g, seen);
}

int game_secret(const struct game *g, const struct game_position *p, int seat)
{
    return g->hidden ? g->hidden->secret(p, seat) : 0;
}

// ---------------------------------------------------------------------------------------------
// Actions in words
// ---------------------------------------------------------------------------------------------

void game_say(const struct game *g, const struct game_position *p, game_action action,
              struct message *message)
{
    char text[GAME_ACTION_BYTES];

    if (g->ui->say) {
        g->ui->say(p, action, message);
        return;
    }
    game_write_action(g, p, action, text);
    message_plain(message, "%s", text);
}

void game_add_words(const struct game *g, const struct game_position *p, game_action action,
                    const struct catalogue *messages, struct text *t)
{
    struct message message;

    game_say(g, p, action, &message);
    message_write(&message, messages, t);
}

void game_add_named(const struct game *g, const struct game_position *p, game_action action,
                    const struct catalogue *messages, struct text *t)
{
    char text[GAME_ACTION_BYTES];

    game_write_action(g, p, action, text);
    if (g->ui->say)
        game_add_words(g, p, action, messages, t);
    text_format(t, g->ui->say ? " (%s)" : "%s", text);
}

// ---------------------------------------------------------------------------------------------
// Evaluation, ordering, symmetries, proofs
// ---------------------------------------------------------------------------------------------

int game_evaluate(const struct game *g, const struct game_position *p, int seat)
{
    assert(seat >= 0 && seat < GAME_MAX_SEATS && game_complete(g, p));
    const struct game_ai *ai = game_ai(g);

    return ai->evaluate ? ai->evaluate(p, seat) : 0;
}

int game_chance_scale(const struct game *g)
{
    enum { UNFITTED = 400 }; // chosen by hand; games with an evaluation fit theirs to self-play
    int scale = game_ai(g)->chance_scale;

    return scale ? scale : UNFITTED;
}

void game_order(const struct game *g, const struct game_position *p, const game_action *list,
                unsigned count, int *score)
{
    if (game_ai(g)->order)
        game_ai(g)->order(p, list, count, score);
    else
        memset(score, 0, count * sizeof *score);
}

unsigned game_symmetries(const struct game *g)
{
    return game_ai(g)->symmetries ? game_ai(g)->symmetries : 1;
}

void game_apply_symmetry(const struct game *g, const struct game_position *p, unsigned symmetry,
                         struct game_position *out)
{
    assert(symmetry < game_symmetries(g));
    if (symmetry > 0)
        game_ai(g)->apply_symmetry(p, symmetry, out);
    else
        *out = *p;
}

uint64_t game_canonical_key(const struct game *g, const struct game_position *p)
{
    if (game_ai(g)->canonical_key)
        return game_ai(g)->canonical_key(p);
    uint64_t least = game_key(g, p);
    for (unsigned i = 1; i < game_symmetries(g); i++) {
        struct game_position other;
        game_ai(g)->apply_symmetry(p, i, &other);
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
    unsigned count =
        game_ai(g)->undominated ? game_ai(g)->undominated(p, list) : g->actions(p, list);

    assert(count <= g->max_actions && are_listed(g, p, list, count));
    return count;
}

enum game_outcome game_solve_static(const struct game *g, const struct game_position *p,
                                    unsigned *choices, int *value)
{
    if (game_ai(g)->solve_static)
        return game_ai(g)->solve_static(p, choices, value);
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    *choices = game_undominated(g, p, list);
    *value = game_evaluate(g, p, g->to_act(p));
    return GAME_DRAW;
}

// ---------------------------------------------------------------------------------------------
// Features
// ---------------------------------------------------------------------------------------------

unsigned game_feature_count(const struct game *g)
{
    const struct game_feature *features = game_coach(g)->features;
    unsigned count = 0;

    while (features && features[count].id)
        count++;
    return count;
}
