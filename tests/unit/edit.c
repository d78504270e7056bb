// SPDX-License-Identifier: MIT
// Editing positions: whatever is touched, a draft stays one that can be written, read and shown;
// what is sound is a position to play from; and every board of a game can be put together from an
// empty one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/edit.h"
#include "games/registry.h"
#include "tests/unit/subjects.h"

enum { EDITS = 4000, BOARDS = 60 };

// ---------------------------------------------------------------------------------------------
// Laws of drafts
// ---------------------------------------------------------------------------------------------

static bool alike(const struct scene_piece *a, const struct scene_piece *b)
{
    return a->look.glyph == b->look.glyph && a->owner == b->owner &&
           a->look.value == b->look.value && a->look.kind == b->look.kind;
}

// A draft's text is read back as the same draft, which looks the same.
static void text_law(const struct subject *s, const struct game_position *draft)
{
    static struct scene before, after;
    char text[GAME_TEXT_BYTES], again[GAME_TEXT_BYTES];
    struct game_position read;
    struct error e;

    subject_text(s, draft, text);
    if (!edit_read(s->game, &s->options, text, &read, &e))
        fail_msg("cannot read the draft '%s': %s", text, e.message.text);
    assert_string_equal(text, subject_text(s, &read, again));
    edit_scene(s->game, &s->options, draft, &before);
    edit_scene(s->game, &s->options, &read, &after);
    assert_int_equal(before.piece_count, after.piece_count);
    for (unsigned i = 0; i < before.piece_count; i++) {
        assert_true(alike(&before.pieces[i], &after.pieces[i]));
        assert_int_equal(before.pieces[i].spot, after.pieces[i].spot);
        assert_int_equal(before.pieces[i].level, after.pieces[i].level);
    }
    assert_int_equal(before.status.to_act, after.status.to_act);
}

// Tools and seats are there under names of their own.
static void scene_law(const struct subject *s, const struct game_position *draft)
{
    static struct scene scene;
    unsigned tools = 0;

    edit_scene(s->game, &s->options, draft, &scene);
    for (unsigned i = 0; i < scene.spot_count; i++) {
        tools += scene.spots[i].use == SCENE_HAND;
        assert_int_equal(scene_find(&scene, scene.spots[i].name), i);
    }
    assert_true(tools >= 2);
    assert_true(scene_find(&scene, "erase") >= 0 && scene_find(&scene, "clear") >= 0);
    assert_true(scene_find(&scene, "act-2") >= 0);
}

// A sound draft is a position: the rules list its actions and play them.
static bool sound_law(const struct subject *s, const struct game_position *draft)
{
    struct game_position sound;
    struct game_actions list;
    struct error e = {0};

    if (!edit_sound(s->game, &s->options, draft, &sound, &e)) {
        assert_true(e.message.text[0] != 0);
        return false;
    }
    game_list(s->game, &sound, &list);
    assert_true(list.count <= s->game->max_actions);
    if (list.count > 0 && game_complete(s->game, &sound))
        s->game->apply(&sound, list.at[0], &sound);
    return true;
}

// Touches one more spot: sensible ones mostly, any of the scene at times.
static game_spot next_spot(const struct subject *s, const struct game_position *draft,
                           const struct game_path *path, struct random *r)
{
    static struct scene scene;
    bool targets[SCENE_MAX_SPOTS];

    edit_scene(s->game, &s->options, draft, &scene);
    edit_targets(s->game, &s->options, draft, path, targets);
    for (int tries = 0; tries < 50; tries++) {
        unsigned spot = random_below(r, scene.spot_count);
        if (targets[spot] && (strcmp(scene.spots[spot].name, "clear") != 0 || tries == 49))
            return (game_spot)spot;
    }
    return (game_spot)random_below(r, scene.spot_count);
}

static void random_edits(void **state)
{
    const struct subject *s = *state;
    struct random r = random_from_seed(11);
    struct game_position draft;
    struct game_path path = {0};
    unsigned done = 0;

    if (!s->game->ui->editor)
        return;
    s->game->start(&s->options, 3, &draft);
    scene_law(s, &draft);
    assert_true(sound_law(s, &draft));
    for (unsigned i = 0; i < EDITS; i++) {
        struct game_position before = draft;
        struct error e = {0};
        path.at[path.count] = next_spot(s, &draft, &path, &r);
        path.count++;
        enum edit_answer answer = edit_apply(s->game, &s->options, &draft, &path, &e);
        if (answer != EDIT_DONE)
            assert_memory_equal(&before, &draft, sizeof draft);
        if (answer == EDIT_MORE && path.count < GAME_MAX_PATH)
            continue;
        assert_int_equal(answer == EDIT_REFUSED, e.message.text[0] != 0 && answer == EDIT_REFUSED);
        path.count = 0;
        done += answer == EDIT_DONE;
        text_law(s, &draft);
        sound_law(s, &draft);
    }
    scene_law(s, &draft);
    assert_true(done > EDITS / 10);
}

// ---------------------------------------------------------------------------------------------
// Boards from nothing
// ---------------------------------------------------------------------------------------------

static bool is_board(const struct scene *scene, const struct scene_piece *piece)
{
    return scene->spots[piece->spot].use == SCENE_PLACE;
}

static bool press(const struct subject *s, struct game_position *draft,
                  const struct game_path *path)
{
    struct error e;

    return edit_apply(s->game, &s->options, draft, path, &e) == EDIT_DONE;
}

static int tool_for(const struct scene *scene, const struct scene_piece *piece)
{
    for (unsigned i = 0; i < scene->piece_count; i++) {
        if (scene->spots[scene->pieces[i].spot].use == SCENE_HAND &&
            alike(&scene->pieces[i], piece))
            return scene->pieces[i].spot;
    }
    return -1;
}

// Spots are found by their names: their numbers may change with the draft.
static bool put(const struct subject *s, struct game_position *draft, const struct scene *wanted,
                const struct scene_piece *piece)
{
    static struct scene now;

    edit_scene(s->game, &s->options, draft, &now);
    int tool = tool_for(&now, piece), spot = scene_find(&now, wanted->spots[piece->spot].name);
    int other = scene_find(&now, wanted->spots[piece->other].name);
    assert_true(tool >= 0 && spot >= 0 && other >= 0);
    struct game_path path = {2, {(game_spot)tool, (game_spot)spot}};
    if (press(s, draft, &path))
        return true;
    path.count = 3;
    path.at[2] = (game_spot)other;
    return press(s, draft, &path);
}

static int by_level(const void *a, const void *b)
{
    const struct scene_piece *first = a, *second = b;

    if (first->level != second->level)
        return (int)first->level - (int)second->level;
    return (int)first->spot - (int)second->spot;
}

static unsigned board_of(const struct scene *scene, struct scene_piece pieces[SCENE_MAX_PIECES])
{
    unsigned count = 0;

    for (unsigned i = 0; i < scene->piece_count; i++) {
        if (is_board(scene, &scene->pieces[i]))
            pieces[count++] = scene->pieces[i];
    }
    qsort(pieces, count, sizeof *pieces, by_level);
    return count;
}

// Pieces that are on the board even when it is empty go first: they have to be out of the way.
static void put_all(const struct subject *s, struct game_position *draft,
                    const struct scene *wanted)
{
    static struct scene_piece pieces[SCENE_MAX_PIECES], left[SCENE_MAX_PIECES];
    static struct scene empty;
    unsigned count = board_of(wanted, pieces);

    edit_scene(s->game, &s->options, draft, &empty);
    unsigned left_count = board_of(&empty, left);

    for (int shared = 1; shared >= 0; shared--) {
        for (unsigned i = 0; i < count; i++) {
            bool one = false;
            for (unsigned k = 0; k < left_count; k++)
                one |= alike(&left[k], &pieces[i]);
            if (one == shared && !put(s, draft, wanted, &pieces[i]))
                fail_msg("%s: cannot put '%c' on %s", s->name, pieces[i].look.glyph,
                         wanted->spots[pieces[i].spot].name);
        }
    }
}

static void rebuild(const struct subject *s, const struct game_position *p, void *to)
{
    static struct scene wanted, made;
    static struct scene_piece want[SCENE_MAX_PIECES], have[SCENE_MAX_PIECES];
    struct game_position draft = *p;
    struct game_path clear = {1, {0}};

    (void)to;
    edit_scene(s->game, &s->options, p, &wanted);
    clear.at[0] = (game_spot)scene_find(&wanted, "clear");
    assert_true(press(s, &draft, &clear));
    put_all(s, &draft, &wanted);
    edit_scene(s->game, &s->options, &draft, &made);
    unsigned count = board_of(&wanted, want);
    assert_int_equal(count, board_of(&made, have));
    for (unsigned i = 0; i < count; i++) {
        assert_true(alike(&want[i], &have[i]));
        assert_int_equal(want[i].spot, have[i].spot);
        assert_int_equal(want[i].other, have[i].other);
        assert_int_equal(want[i].level, have[i].level);
    }
}

static void boards(void **state)
{
    const struct subject *s = *state;

    if (s->game->ui->editor)
        subject_walk(s, 5, BOARDS, rebuild, NULL);
}

// ---------------------------------------------------------------------------------------------
// Passing
// ---------------------------------------------------------------------------------------------

static void look_at_pass(const struct subject *s, const struct game_position *p, void *to)
{
    struct random r = random_from_seed(1);
    struct game_position passed;
    struct error e;
    int seat = s->game->to_act(p), *count = to;

    if (!edit_pass(s->game, &s->options, p, &r, &passed, &e))
        return;
    ++*count;
    assert_true(game_complete(s->game, &passed));
    assert_int_not_equal(game_team(s->game, &s->options, s->game->to_act(&passed)),
                         game_team(s->game, &s->options, seat));
    if (game_hidden(s->game)->secret) // what the seat knows is still so
        assert_int_equal(game_secret(s->game, p, seat), game_secret(s->game, &passed, seat));
}

static void passes(void **state)
{
    const struct subject *s = *state;
    int count = 0;

    if (!s->game->ui->editor)
        return;
    subject_walk(s, 9, 100, look_at_pass, &count);
    if (count == 0)
        fail_msg("%s: after a pass, `read` refused each of 100 positions; a position in which the "
                 "other side is to act must be readable",
                 s->name);
}

// What a pass is made of does not depend on what the seat to act cannot know.
static void pass_keeps_secrets(void **state)
{
    const struct game *g = registry_find("masker");
    struct game_options options = {{0}};
    char first[GAME_TEXT_BYTES] = "", second[GAME_TEXT_BYTES] = "";
    const char *const texts[] = {"yrw*gw/bpprbr/gypwby/rbbggw/yprppb/yggwry 1 0 - 0,0 b,p",
                                 "yrw*gw/bpprbr/gypwby/rbbggw/yprppb/yggwry 1 0 - 0,0 b,r"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct random r = random_from_seed(4);
        struct game_position p, passed;
        struct error e;
        struct text t;

        assert_true(g->read(&options, texts[i], &p, &e));
        assert_true(edit_pass(g, &options, &p, &r, &passed, &e));
        text_init(&t, i ? second : first, GAME_TEXT_BYTES);
        g->write(&passed, &t);
    }
    assert_string_equal(first, second);
}

int main(void)
{
    const struct CMUnitTest secrets[] = {cmocka_unit_test(pass_keeps_secrets)};

    return subjects_run("random edits", random_edits) + subjects_run("boards", boards) +
           subjects_run("passes", passes) + cmocka_run_group_tests(secrets, NULL, NULL);
}
