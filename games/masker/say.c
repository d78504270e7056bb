// SPDX-License-Identifier: MIT
// Actions in words. What lies on the board is known to everybody.
#include "games/masker/masker.h"

static void say_take(const struct masker_position *p, int from_next, struct error *said)
{
    int next = (masker_seat(p) + 1) % 3, other = (masker_seat(p) + 2) % 3;

    error_set(said, "masker.say.take:first,seat,second,other", "takes %d from %s and %d from %s",
              from_next, masker_seat_names[next], masker_need(p) - from_next,
              masker_seat_names[other]);
    error_refer(said, "seat", "masker.seat.%d", next + 1);
    error_refer(said, "other", "masker.seat.%d", other + 1);
}

void masker_say(const struct game_position *position, game_action action, struct error *said)
{
    const struct masker_position *p = masker_of(position);
    int square = (int)action, width = masker_width(p);

    if (action >= MASKER_TAKE) {
        say_take(p, square - MASKER_TAKE, said);
        return;
    }
    if (action == masker_stop(p->tower)) {
        error_set(said, "masker.say.stop", "stops");
        return;
    }
    const struct scene_kind *cross = &masker_kinds[p->pile[square] & 15];
    char name[] = {(char)('a' + square % width), (char)('1' + square / width), 0};
    error_set(said, "masker.say.capture:cross,square", "takes the %s on %s", cross->name, name);
    error_refer(said, "cross", "masker.piece.%s", cross->id);
}
