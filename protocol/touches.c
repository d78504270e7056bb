// SPDX-License-Identifier: MIT
// What touched spots lead to. A front end that knows a position only as one seat sees it can ask here too: a match
// cannot be begun from a view, but what may be touched is public.
#include "protocol/touches.h"

#include "protocol/command.h"

static const char *const answers[] = {"staged", "ready", "undone", "refused"};

static void write_answer(const struct touch *touch, const struct history *history, int touched,
                         struct json_writer *j)
{
    char storage[GAME_ACTION_BYTES];

    json_write_object(j, "touch");
    json_write_string(j, "answer", answers[touched]);
    if (touched == TOUCH_READY) {
        game_write_action(history->game, &history->position, touch->action, storage);
        json_write_string(j, "action", storage);
    }
    if (touched == TOUCH_REFUSED) {
        json_write_string(j, "rule", touch->rule);
        json_write_string(j, "sentence", touch->sentence);
    }
    json_write_end_object(j);
}

void touches_json(const struct touch *touch, const struct history *history, bool may_act,
                  int touched, struct json_writer *j)
{
    bool targets[SCENE_MAX_SPOTS] = {false};

    json_write_array(j, "staged");
    for (unsigned i = 0; i < touch->path.count; i++)
        json_write_number(j, NULL, touch->path.at[i]);
    json_write_end_array(j);
    json_write_array(j, "targets");
    if (may_act)
        touch_targets(touch, history, targets);
    for (unsigned i = 0; i < SCENE_MAX_SPOTS; i++) {
        if (targets[i])
            json_write_number(j, NULL, i);
    }
    json_write_end_array(j);
    if (touched != TOUCHES_NONE)
        write_answer(touch, history, touched, j);
}

// Touches the spots one after the other; `touched` becomes the answer to the last.
static bool touch_all(const struct arguments *a, const struct history *history, struct touch *touch,
                      int *touched, struct error *e)
{
    struct scene scene;

    game_scene(history->game, &history->position, GAME_PUBLIC, &scene);
    for (unsigned i = 0; i < a->rest_count; i++) {
        int spot = scene_find(&scene, a->rest[i]);
        if (spot < 0)
            return error_say(e, "spot '%s' is unknown here", error_quote(a->rest[i]).text);
        *touched = (int)touch_spot(touch, history, (game_spot)spot);
    }
    return true;
}

static bool answer_touches(const struct arguments *a, const struct history *history,
                           struct output *out, struct error *e)
{
    struct touch touch = {0};
    struct game_actions list;
    struct json_writer j;
    int touched = TOUCHES_NONE;

    history_list(history, &list);
    if (list.count == 0 && a->rest_count)
        return error_say(e, "the game is over");
    if (!touch_all(a, history, &touch, &touched, e))
        return false;
    json_write_init(&j, out);
    json_write_object(&j, NULL);
    touches_json(&touch, history, list.count > 0, touched, &j);
    json_write_end_object(&j);
    output_add(out, "\n");
    return true;
}

bool protocol_touch(const struct arguments *a, struct output *out, struct error *e)
{
    struct history history;

    if (!arguments_history(a, 0, &history, e))
        return false;
    bool good = answer_touches(a, &history, out, e);
    history_clear(&history);
    return good;
}
