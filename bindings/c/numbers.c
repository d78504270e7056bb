// SPDX-License-Identifier: MIT
// Actions as numbers and positions as planes (game/learn.h), of single positions; batch.c has
// thousands of them.
#include <string.h>

#include "game/learn.h"
#include "bindings/c/inner.h"

// The inner position, if its game has numbers; or NULL with an error.
static const struct inner_position *counted(const abax_position *position, abax_error *error)
{
    const struct inner_position *p = inner_position(position, error);
    struct error e;

    if (!p || inner_position_game(p)->learning)
        return p;
    error_set(&e, "library.unnumbered:game", "%s has no numbers of actions",
              inner_position_game(p)->title);
    inner_fail(error, ABAX_UNFIT, &e);
    return NULL;
}

static void space_of(const struct inner_position *p, struct learn_space *space)
{
    learn_space(inner_position_game(p), &p->options, space);
}

bool abax_position_space(const abax_position *position, abax_space *space, abax_error *error)
{
    const struct inner_position *p = counted(position, error);
    struct learn_space found;

    if (!p)
        return false;
    if (!space)
        return inner_missing(error, "space");
    space_of(p, &found);
    *space = (abax_space){found.actions, found.planes, found.rows, found.columns, {0}};
    return true;
}

unsigned abax_position_numbers(const abax_position *position, uint16_t *numbers, unsigned capacity)
{
    const struct inner_position *p = counted(position, NULL);
    struct game_actions list;

    if (!p)
        return 0;
    game_list(inner_position_game(p), &p->at, &list);
    if (numbers)
        inner_position_game(p)->learning->number(
            &p->at, list.at, list.count < capacity ? list.count : capacity, numbers);
    return list.count;
}

int abax_position_number(const abax_position *position, abax_action action, abax_error *error)
{
    const struct inner_position *p = counted(position, error);
    struct game_actions list;
    struct error e;

    if (!p)
        return -1;
    game_list(inner_position_game(p), &p->at, &list);
    if (inner_listed(&list, action))
        return (int)learn_number(inner_position_game(p), &p->at, action);
    error_set(&e, "library.action:action", "action number %u is not legal here", action);
    inner_fail(error, ABAX_ILLEGAL, &e);
    return -1;
}

bool abax_position_numbered(const abax_position *position, unsigned number, abax_action *action,
                            abax_error *error)
{
    const struct inner_position *p = counted(position, error);
    struct learn_space space;
    struct error e;

    if (!p)
        return false;
    if (!action)
        return inner_missing(error, "action");
    space_of(p, &space);
    if (number >= space.actions)
        error_set(&e, "library.number.most:most,number",
                  "numbers of actions are below %u, so %u is none", space.actions, number);
    else if (learn_find(inner_position_game(p), &p->at, number, action))
        return true;
    else
        error_set(&e, "library.number:number", "the action with number %u is not legal here",
                  number);
    return inner_fail(error, ABAX_ILLEGAL, &e);
}

bool abax_position_planes(const abax_position *position, int seat, uint8_t *planes, size_t capacity,
                          abax_error *error)
{
    const struct inner_position *p = counted(position, error);
    struct learn_space space;
    struct error e;

    if (!p)
        return false;
    int seats = game_seats(inner_position_game(p), &p->options);
    if (seat < 0 || seat >= seats)
        return inner_no_seat(error, seat, seats);
    space_of(p, &space);
    size_t bytes = (size_t)space.planes * space.rows * space.columns;
    if (!planes || capacity < bytes) {
        error_set(&e, "library.planes:needed,room",
                  "the planes need %zu bytes, and there is room for %zu", bytes,
                  planes ? capacity : 0);
        return inner_fail(error, ABAX_ROOM, &e);
    }
    learn_planes(inner_position_game(p), &space, seats, &p->at, seat, planes);
    return true;
}

size_t abax_position_plane(const abax_position *position, unsigned plane, char *buffer,
                           size_t capacity, abax_error *error)
{
    const struct inner_position *p = counted(position, error);
    struct learn_space space;
    char name[LEARN_NAME_BYTES];

    if (!p)
        return 0;
    space_of(p, &space);
    if (plane >= space.planes) {
        inner_missing(error, "plane");
        return 0;
    }
    learn_name(inner_position_game(p), &p->options, plane, name);
    return inner_answer(name, buffer, capacity, error);
}
