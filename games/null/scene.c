// SPDX-License-Identifier: MIT
// Describes the position: two buttons to press, a row of stones to look at, a counter.
#include "game/scene.h"
#include "games/null/null.h"

static const struct scene_kind stone = {"stone", "stone", SCENE_STONE, SCENE_NO_EMBLEM};

void null_scene(const struct game_position *p, int seat, struct scene *s)
{
    const struct null_position *n = (const struct null_position *)p->bytes;
    unsigned tray = scene_panel(s, "take", "Take", SCENE_TRAY);
    unsigned board = scene_panel(s, "board", "Stones", SCENE_FLAT);

    (void)seat;
    scene_spot(s, tray, SCENE_BUTTON, 0, 0, "1");
    scene_spot(s, tray, SCENE_BUTTON, 1, 0, "2");
    for (int i = 0; i < NULL_STONES; i++) {
        char name[] = {'s', (char)('1' + i), 0};
        game_spot spot = scene_spot(s, board, SCENE_PICTURE, i, 0, name);
        if (i < n->stones)
            scene_put(s, spot, 1, SCENE_NOBODY, (struct scene_look){.kind = &stone, .glyph = 'o'});
    }
    scene_counter(s, "stones", "stones left", SCENE_NOBODY, n->stones)->look.kind = &stone;
    if (s->status.result.over)
        scene_verdict(s, "null.end", "The last stone is taken.");
    s->status.step = "take";
    s->status.prompt = "Take one or two stones.";
}
