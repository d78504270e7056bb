// SPDX-License-Identifier: MIT
// Which buttons of a scene can be pressed: renderers leave out those that rest, such as a pass that
// is almost never legal.
#include "game/scene.h"

void scene_rest_buttons(const struct game *g, const struct game_position *seen, struct scene *s)
{
    struct game_actions list = {.count = 0};
    struct game_path path;
    bool any = false;

    for (unsigned i = 0; i < s->spot_count; i++)
        any |= s->spots[i].idle = s->spots[i].use == SCENE_BUTTON;
    if (!any)
        return;
    if (!s->status.result.over)
        game_list(g, seen, &list);
    for (unsigned i = 0; i < list.count; i++) {
        g->action_path(seen, list.at[i], &path);
        for (unsigned j = 0; j < path.count; j++)
            s->spots[path.at[j]].idle = false;
    }
}
