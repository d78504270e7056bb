// SPDX-License-Identifier: MIT
// Actions in words. What lies on the board is known to everybody.
#include "games/masker/masker.h"

static void say_take(const struct masker_position *p, int from_next, struct error *said)
{
    int seat = masker_seat(p);

    error_set(said, "masker.say.take:first,seat,second,other",
              "takes %d from seat %d and %d from seat %d", from_next, (seat + 1) % 3 + 1,
              masker_need(p) - from_next, (seat + 2) % 3 + 1);
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
