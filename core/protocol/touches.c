// SPDX-License-Identifier: MIT
// What touched spots lead to, as JSON.
#include "protocol/touches.h"

#include "protocol/matchjson.h"

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
        action_words_json(history->game, &history->position, touch->action, j, "words");
    }
    if (touch->put_back)
        json_write_bool(j, "putBack", true);
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
