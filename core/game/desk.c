// SPDX-License-Identifier: MIT
// Laying the desk of a scene: what is known of each seat, as sets of things.
#include <assert.h>

#include "game/scene.h"

void scene_desk(struct scene *s, int seat, int rows)
{
    assert(rows > 0 && rows <= GAME_MAX_SEATS && seat >= GAME_PUBLIC && seat < rows);
    s->desk.rows = (unsigned)rows;
    s->desk.seat = (int8_t)seat;
}

struct scene_thing *scene_thing(struct scene *s, const char *word, struct scene_look look, int left,
                                int all)
{
    assert(s->desk.rows > 0 && s->desk.things < SCENE_MAX_CLUES && left >= 0 && left <= all);
    struct scene_thing *thing = &s->desk.thing[s->desk.things++];

    *thing = (struct scene_thing){look, word, (uint8_t)left, (uint8_t)all};
    return thing;
}

void scene_narrow(struct scene *s, int seat, unsigned things)
{
    assert(seat >= 0 && (unsigned)seat < s->desk.rows && things);
    bool one = (things & (things - 1)) == 0;

    for (unsigned i = 0; i < s->desk.things; i++) {
        uint8_t *clue = &s->desk.row[seat].clue[i];
        if (*clue != SCENE_NO_SUSPECT)
            *clue = things >> i & 1 ? one ? SCENE_CERTAIN : SCENE_POSSIBLE : SCENE_RULED_OUT;
    }
}

void scene_no_suspect(struct scene *s, unsigned thing)
{
    assert(thing < s->desk.things);
    for (unsigned seat = 0; seat < s->desk.rows; seat++)
        s->desk.row[seat].clue[thing] = SCENE_NO_SUSPECT;
}
