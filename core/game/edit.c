// SPDX-License-Identifier: MIT
// The part of editing that is the same in every game: the tray of tools and seats in the scene, the
// check that an edit begins with a tool and goes on with places, and what "sound" means. Command
// line, page and terminal reach it through play/ and protocol/. A draft may break any rule of the
// game, so of the game's functions only the editor's, `write` and `to_act` are asked about it;
// whether it is a position is decided by `read` alone, from its text.
#include "game/edit.h"

#include <assert.h>
#include <string.h>

const struct scene_step edit_step = {"edit",
                                     "Choose a piece or a tool, then touch where to use it."};

const struct edit_tool edit_shared[] = {EDIT_MOVE, EDIT_ERASE, EDIT_CLEAR};
const unsigned edit_shared_count = sizeof edit_shared / sizeof *edit_shared;

static const char seat_button[] = "act-";

bool edit_is_shared(const char *name)
{
    for (unsigned i = 0; i < edit_shared_count; i++) {
        if (strcmp(edit_shared[i].name, name) == 0)
            return true;
    }
    return strncmp(name, seat_button, strlen(seat_button)) == 0;
}

// ---------------------------------------------------------------------------------------------
// Scenes
// ---------------------------------------------------------------------------------------------

static game_spot add_spot(struct scene *s, unsigned panel, bool button, int column,
                          const char *name, const char *label)
{
    game_spot spot = scene_spot(s, panel, button ? SCENE_BUTTON : SCENE_HAND, column, 0, name);

    scene_set_label(s, spot, label);
    return spot;
}

game_spot edit_tools(struct scene *s, const struct edit_tool *tools, unsigned count)
{
    unsigned panel = scene_panel(s, "tools", "Tools", SCENE_TRAY);
    game_spot first = (game_spot)s->spot_count;

    for (unsigned i = 0; i < count; i++) {
        const struct edit_tool *tool = &tools[i];
        game_spot spot = add_spot(s, panel, tool->button, (int)i, tool->name, tool->label);
        if (tool->kind)
            scene_put(s, spot, 1, tool->owner,
                      (struct scene_look){tool->kind, *tool->name, tool->colour, tool->value});
    }
    return first;
}

void edit_chosen(struct scene *s, game_spot tool)
{
    scene_mark(s, &scene_chosen, tool, 0);
}

// Returns the spot of the first seat's button.
static game_spot add_seats(const struct game *g, const struct game_options *options,
                           const struct game_position *draft, struct scene *s)
{
    unsigned panel = scene_panel(s, "seats", "Who is to act", SCENE_TRAY);
    game_spot first = (game_spot)s->spot_count;
    int seats = game_seats(g, options);

    for (int seat = 0; seat < seats; seat++) {
        char name[sizeof s->spots->name], word[64];
        struct text t;

        text_init(&t, name, sizeof name);
        text_format(&t, "%s%d", seat_button, seat + 1);
        game_spot spot = add_spot(s, panel, true, seat, name, name);
        scene_say_label(s, spot, "edit.to-act:name", "%s to act", g->seat_names[seat]);
        text_init(&t, word, sizeof word);
        text_format(&t, "%s.seat.%d", g->name, seat + 1);
        scene_label_word(s, spot, "name", word);
        if (seat == g->to_act(draft))
            edit_chosen(s, spot);
    }
    return first;
}

void edit_scene(const struct game *g, const struct game_options *options,
                const struct game_position *draft, struct scene *s)
{
    scene_init(s);
    g->ui->editor->scene(draft, s);
    add_seats(g, options, draft, s);
    s->status.to_act = (int8_t)g->to_act(draft);
    scene_dress(g, s);
    s->status.step = edit_step.id;
    s->status.prompt = edit_step.prompt;
}

// ---------------------------------------------------------------------------------------------
// Edits
// ---------------------------------------------------------------------------------------------

enum edit_answer edit_nothing(struct error *e)
{
    error_set(e, "edit.nothing", "there is nothing to take away");
    return EDIT_REFUSED;
}

enum edit_answer edit_no_piece(struct error *e)
{
    error_set(e, "edit.no-piece", "there is no piece to move");
    return EDIT_REFUSED;
}

bool edit_read(const struct game *g, const struct game_options *options, const char *text,
               struct game_position *draft, struct error *e)
{
    if (!g->ui->editor)
        return error_set(e, "edit.none:game", "positions of %s cannot be edited piece by piece",
                         g->title);
    return g->ui->editor->read(options, text, draft, e);
}

// The scene tells what the spots are.
static enum edit_answer apply_edit(const struct game *g, const struct scene *s,
                                   struct game_position *draft, const struct game_path *path,
                                   struct error *e)
{
    struct game_position after = *draft;
    assert(path->count >= 1 && path->count <= GAME_MAX_PATH && path->at[0] < s->spot_count);
    const struct scene_spot *tool = &s->spots[path->at[0]];

    if (tool->use != SCENE_HAND && tool->use != SCENE_BUTTON) {
        error_set(e, "edit.tool", "an edit begins with a tool");
        return EDIT_REFUSED;
    }
    for (unsigned i = 1; i < path->count; i++) {
        if (tool->use == SCENE_BUTTON || s->spots[path->at[i]].use != SCENE_PLACE) {
            error_set(e, "edit.place", "that is not a place to use the tool on");
            return EDIT_REFUSED;
        }
    }
    enum edit_answer answer = EDIT_DONE;
    if (strncmp(tool->name, seat_button, strlen(seat_button)) == 0)
        g->ui->editor->turn(&after, tool->name[strlen(seat_button)] - '1');
    else
        answer = g->ui->editor->edit(&after, path, e);
    if (answer == EDIT_DONE)
        *draft = after;
    return answer;
}

enum edit_answer edit_apply(const struct game *g, const struct game_options *options,
                            struct game_position *draft, const struct game_path *path,
                            struct error *e)
{
    struct scene s;

    edit_scene(g, options, draft, &s);
    return apply_edit(g, &s, draft, path, e);
}

void edit_targets(const struct game *g, const struct game_options *options,
                  const struct game_position *draft, const struct game_path *path,
                  bool targets[SCENE_MAX_SPOTS])
{
    struct game_path longer = *path;
    struct scene s;
    struct error ignored;

    edit_scene(g, options, draft, &s);
    for (unsigned i = 0; i < SCENE_MAX_SPOTS; i++) {
        struct game_position after = *draft;
        targets[i] = false;
        if (i >= s.spot_count || path->count == GAME_MAX_PATH)
            continue;
        longer.at[path->count] = (game_spot)i;
        longer.count = path->count + 1;
        targets[i] = apply_edit(g, &s, &after, &longer, &ignored) != EDIT_REFUSED;
    }
}

bool edit_sound(const struct game *g, const struct game_options *options,
                const struct game_position *draft, struct game_position *sound, struct error *e)
{
    char written[GAME_TEXT_BYTES];
    struct text t;

    text_init(&t, written, sizeof written);
    g->write(draft, &t);
    assert(!t.cut);
    return g->read(options, written, sound, e);
}

// ---------------------------------------------------------------------------------------------
// Passing
// ---------------------------------------------------------------------------------------------

static bool pass_to(const struct game *g, const struct game_options *options,
                    const struct game_position *seen, int seat, struct game_position *passed,
                    struct error *e)
{
    struct game_position draft = *seen;

    g->ui->editor->turn(&draft, seat);
    return edit_sound(g, options, &draft, passed, e);
}

bool edit_pass(const struct game *g, const struct game_options *options,
               const struct game_position *p, struct random *r, struct game_position *passed,
               struct error *e)
{
    int seat = g->to_act(p), seats = game_seats(g, options);
    struct game_position seen;

    if (!g->ui->editor)
        return error_set(e, "edit.pass:game", "nobody can be made to pass in %s", g->title);
    game_view(g, p, seat, &seen);
    error_set(e, "edit.side", "there is no other side");
    for (int i = 1; i < seats; i++) {
        int next = (seat + i) % seats;
        if (game_team(g, options, next) == game_team(g, options, seat))
            continue;
        if (!pass_to(g, options, &seen, next, passed, e))
            continue;
        seen = *passed;
        game_determinize(g, &seen, r, passed);
        return true;
    }
    return false;
}
