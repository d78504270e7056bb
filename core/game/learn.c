// SPDX-License-Identifier: MIT
// The planes that every game has, and looking up an action by its number.
#include "game/learn.h"

#include <assert.h>

void learn_space(const struct game *g, const struct game_options *options,
                 struct learn_space *space)
{
    g->learning->space(options, space);
    space->planes += LEARN_COMMON;
    assert(space->actions <= LEARN_MAX_ACTIONS &&
           space->planes * space->rows * space->columns <= LEARN_MAX_BYTES);
}

void learn_name(const struct game *g, const struct game_options *options, unsigned plane,
                char name[LEARN_NAME_BYTES])
{
    static const char *const common[LEARN_COMMON] = {"seats until the one to act (number)",
                                                     "seat that looks (number)"};
    struct text t;

    text_init(&t, name, LEARN_NAME_BYTES);
    if (plane < LEARN_COMMON)
        text_add(&t, common[plane]);
    else
        g->learning->name(options, plane - LEARN_COMMON, &t);
    assert(t.length > 0 && !t.cut);
}

void learn_planes(const struct game *g, const struct learn_space *space, int seats,
                  const struct game_position *p, int seat, uint8_t *planes)
{
    unsigned cells = space->rows * space->columns;
    int ahead = g->to_act(p) - seat;

    memset(planes, ahead < 0 ? ahead + seats : ahead, cells);
    memset(planes + cells, seat, cells);
    planes += LEARN_COMMON * cells;
    memset(planes, 0, (space->planes - LEARN_COMMON) * cells);
    if (g->hidden) {
        struct game_position seen;
        g->hidden->view(p, seat, &seen);
        g->learning->planes(&seen, seat, planes);
    } else {
        g->learning->planes(p, seat, planes);
    }
}

unsigned learn_number(const struct game *g, const struct game_position *p, game_action action)
{
    uint16_t number;

    g->learning->number(p, &action, 1, &number);
    return number;
}

bool learn_find(const struct game *g, const struct game_position *p, unsigned number,
                game_action *action)
{
    struct game_actions list;
    uint16_t numbers[GAME_MAX_ACTIONS];

    game_list(g, p, &list);
    g->learning->number(p, list.at, list.count, numbers);
    for (unsigned i = 0; i < list.count; i++) {
        if (numbers[i] == number) {
            *action = list.at[i];
            return true;
        }
    }
    return false;
}
