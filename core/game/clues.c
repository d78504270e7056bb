// SPDX-License-Identifier: MIT
// The clues of a scene: what is known of each seat, as sets of items.
#include <assert.h>

#include "game/scene.h"

void scene_clues(struct scene *s, int seat, int rows)
{
    assert(rows > 0 && rows <= GAME_MAX_SEATS && seat >= GAME_PUBLIC && seat < rows);
    s->clues.rows = (unsigned)rows;
    s->clues.seat = (int8_t)seat;
}

struct scene_clue_item *scene_clue_item(struct scene *s, const char *word, struct scene_look look,
                                        int left, int all)
{
    assert(s->clues.rows > 0 && s->clues.items < SCENE_MAX_CLUES && left >= 0 && left <= all);
    struct scene_clue_item *item = &s->clues.item[s->clues.items++];

    *item = (struct scene_clue_item){look, word, (uint8_t)left, (uint8_t)all};
    return item;
}

void scene_narrow(struct scene *s, int seat, unsigned items)
{
    assert(seat >= 0 && (unsigned)seat < s->clues.rows && items);
    bool one = (items & (items - 1)) == 0;

    for (unsigned i = 0; i < s->clues.items; i++) {
        uint8_t *clue = &s->clues.row[seat].clue[i];
        if (*clue != SCENE_NO_SUSPECT)
            *clue = items >> i & 1 ? one ? SCENE_CERTAIN : SCENE_POSSIBLE : SCENE_RULED_OUT;
    }
}

void scene_no_suspect(struct scene *s, unsigned item)
{
    assert(item < s->clues.items);
    for (unsigned seat = 0; seat < s->clues.rows; seat++)
        s->clues.row[seat].clue[item] = SCENE_NO_SUSPECT;
}
