// SPDX-License-Identifier: MIT
// The place goes up after a win and down as much after a loss, so it settles where both are equally
// frequent, whatever the distances between levels. Steps shrink from one and a half levels in the
// first game to a third of a level.
#include "play/adaptive.h"

#include "game/level.h"

enum { LEVEL = 100, FIRST_PLACE = 3 * LEVEL, FIRST_STEP = 150, LEAST_STEP = 34 };

static unsigned place_of(const struct adaptive_level *a)
{
    unsigned place = a->place ? a->place : FIRST_PLACE;

    return place < LEVEL ? LEVEL : place > LEVELS * LEVEL ? LEVELS * LEVEL : place;
}

unsigned adaptive_level_now(const struct adaptive_level *a)
{
    return (place_of(a) + LEVEL / 2) / LEVEL;
}

void adaptive_level_count(struct adaptive_level *a, enum game_outcome outcome)
{
    unsigned step = FIRST_STEP / (a->games < FIRST_STEP ? a->games + 1 : FIRST_STEP);
    unsigned place = place_of(a);

    step = step < LEAST_STEP ? LEAST_STEP : step;
    a->games++;
    if (outcome == GAME_WIN)
        place += step;
    if (outcome == GAME_LOSS)
        place = place > step ? place - step : LEVEL;
    a->place = place_of(&(struct adaptive_level){.place = place});
}
