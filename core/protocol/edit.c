// SPDX-License-Identifier: MIT
// Editing positions, for front ends that know no rule: a draft and touched spots in, the draft
// after them out.
#include "base/sentencejson.h"
#include "game/edit.h"
#include "render/legend.h"
#include "protocol/command.h"
#include "protocol/scenejson.h"

struct editing {
    struct game_position draft;
    struct game_path path; // touched, and not yet an edit
    bool done;             // the path was an edit
    bool sound;
    struct error error; // when it is not sound
    char text[GAME_TEXT_BYTES];
};

// -p is a draft here; without it the start of a game is.
static bool read_draft(const struct arguments *a, struct editing *edit, struct error *e)
{
    struct text t;

    if (!a->position) {
        a->game->start(&a->options, a->seed, &edit->draft);
        text_init(&t, edit->text, sizeof edit->text);
        a->game->write(&edit->draft, &t);
    }
    return edit_read(a->game, &a->options, a->position ? a->position : edit->text, &edit->draft, e);
}

static bool read_spots(const struct arguments *a, struct editing *edit, struct error *e)
{
    struct scene scene;

    edit_scene(a->game, &a->options, &edit->draft, &scene);
    for (unsigned i = 0; i < a->rest_count; i++) {
        int spot = scene_find(&scene, a->rest[i]);
        if (spot < 0)
            return error_set(e, "spot.unknown:spot", "spot '%s' is unknown here",
                             error_quote(a->rest[i]).text);
        if (edit->path.count == GAME_MAX_PATH)
            return error_set(e, "edit.long:most", "an edit has at most %d spots", GAME_MAX_PATH);
        edit->path.at[edit->path.count++] = (game_spot)spot;
    }
    return true;
}

static bool apply_edit(const struct arguments *a, struct editing *edit, struct error *e)
{
    struct game_position sound;
    struct text t;

    if (edit->path.count > 0) {
        enum edit_answer answer = edit_apply(a->game, &a->options, &edit->draft, &edit->path, e);
        if (answer == EDIT_REFUSED)
            return false;
        edit->done = answer == EDIT_DONE;
    }
    text_init(&t, edit->text, sizeof edit->text);
    a->game->write(&edit->draft, &t);
    edit->sound = edit_sound(a->game, &a->options, &edit->draft, &sound, &edit->error);
    return true;
}

static void print_text(const struct arguments *a, const struct editing *edit, struct output *out)
{
    struct scene scene;
    char label[160], error[sizeof edit->error.message.text * 2];
    struct text t;

    output_format(out, "%s\n", edit->text);
    text_init(&t, error, sizeof error);
    if (edit->sound) {
        output_add(out, "sound\n");
    } else {
        message_write(&edit->error.message, a->host->messages, &t);
        output_format(out, "fault: %s\n", error);
    }
    if (a->rest_count > 0)
        return;
    edit_scene(a->game, &a->options, &edit->draft, &scene);
    for (unsigned i = 0; i < scene.spot_count; i++) {
        const struct scene_spot *spot = &scene.spots[i];
        if (spot->use != SCENE_HAND && spot->use != SCENE_BUTTON)
            continue;
        text_init(&t, label, sizeof label);
        legend_label(&(struct legend){a->game, a->host->messages}, &scene, i, &t);
        output_format(out, "%s %s: %s\n", spot->use == SCENE_BUTTON ? "button" : "tool", spot->name,
                      label);
    }
}

static void print_targets(const struct arguments *a, const struct editing *edit,
                          struct json_writer *j)
{
    bool targets[SCENE_MAX_SPOTS];
    struct game_path path = edit->path;

    // After an edit the tool is still in hand.
    if (edit->done)
        path.count = 1;
    edit_targets(a->game, &a->options, &edit->draft, &path, targets);
    json_write_array(j, "targets");
    for (unsigned i = 0; i < SCENE_MAX_SPOTS; i++) {
        if (targets[i])
            json_write_number(j, NULL, i);
    }
    json_write_end_array(j);
}

static void print_json(const struct arguments *a, const struct editing *edit, struct output *out)
{
    struct scene scene;
    struct json_writer j;

    edit_scene(a->game, &a->options, &edit->draft, &scene);
    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_string(&j, "position", edit->text);
    if (edit->sound)
        json_write_string(&j, "fault", NULL);
    else
        message_json(&j, "fault", &edit->error.message);
    json_write_bool(&j, "done", edit->done);
    print_targets(a, edit, &j);
    scene_json(a->game, &a->options, &scene, &j, "scene");
    json_write_end_object(&j);
    output_add(out, "\n");
}

bool protocol_edit(const struct arguments *a, struct output *out, struct error *e)
{
    struct editing edit = {.done = false};

    if (!read_draft(a, &edit, e) || !read_spots(a, &edit, e) || !apply_edit(a, &edit, e))
        return false;
    if (COMMAND_ONLY_JSON || a->json)
        print_json(a, &edit, out);
    else if (edit.path.count > 0 && !edit.done)
        return error_set(e, "edit.more", "the edit is not complete: touch one more spot");
    else
        print_text(a, &edit, out);
    return true;
}

bool protocol_pass(const struct arguments *a, struct output *out, struct error *e)
{
    struct random r = random_from_seed(a->seed);
    struct game_position passed;
    struct game_actions list;
    char text[GAME_TEXT_BYTES];
    struct history history;
    struct text t;

    if (!arguments_history(a, a->rest_count, &history, e))
        return false;
    history_list(&history, &list);
    bool good = list.count > 0 ? edit_pass(a->game, &a->options, &history.position, &r, &passed, e)
                               : error_set(e, "match.over", "the game is over");
    history_clear(&history);
    if (!good)
        return false;
    text_init(&t, text, sizeof text);
    a->game->write(&passed, &t);
    output_format(out, "%s\n", text);
    return true;
}
