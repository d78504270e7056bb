// SPDX-License-Identifier: MIT
// A place goes up after a win and down as much after a loss, so it rests where both are as frequent, whatever the steps between levels
// are. It moves by more than a level in the first games and by less and less, down to a third of one.
#include "play/like.h"

#include "game/level.h"

enum { LEVEL = 100, FIRST_PLACE = 3 * LEVEL, FIRST_STEP = 150, LEAST_STEP = 34 };

static unsigned place_of(const struct like *l)
{
    unsigned place = l->place ? l->place : FIRST_PLACE;

    return place < LEVEL ? LEVEL : place > LEVELS * LEVEL ? LEVELS * LEVEL : place;
}

unsigned like_level(const struct like *l)
{
    return (place_of(l) + LEVEL / 2) / LEVEL;
}

void like_count(struct like *l, enum game_outcome outcome)
{
    unsigned step = FIRST_STEP / (l->games < FIRST_STEP ? l->games + 1 : FIRST_STEP);
    unsigned place = place_of(l);

    step = step < LEAST_STEP ? LEAST_STEP : step;
    l->games++;
    if (outcome == GAME_WIN)
        place += step;
    if (outcome == GAME_LOSS)
        place = place > step ? place - step : LEVEL;
    l->place = place_of(&(struct like){.place = place});
}
