// SPDX-License-Identifier: MIT
// Boards on a canvas: every position of every game has room in the smallest window, in every look;
// the cursor gets everywhere; plain letters are plain; and what a seat sees does not depend on what
// it may not know.
#include <string.h>

#include "game/scene.h"
#include "render/legend.h"
#include "tests/unit/subjects.h"
#include "tui/board.h"
#include "tui/side.h"

enum {
    POSITIONS = 150,
    FIRST_SEED = 71,
    ROWS = CANVAS_USUAL_ROWS - 3,
    COLUMNS = CANVAS_USUAL_COLUMNS - SIDE_LEAST - 2,
};

struct paper {
    struct glyphs glyphs;
    struct scene scene;
    struct board board;
    struct board_marks marks;
    struct canvas canvas;
};

static void draw(struct paper *p, const struct subject *s, const struct game_position *position,
                 int seat, bool ascii, enum colour_depth colours)
{
    memset(&p->marks, 0, sizeof p->marks);
    p->marks.cursor = BOARD_NOWHERE;
    glyphs_init(&p->glyphs, &(struct legend){s->game, NULL}, ascii, colours);
    game_scene(s->game, position, seat, &p->scene);
    if (!board_lay(&p->board, &p->scene, &p->glyphs, false, ROWS, COLUMNS))
        fail_msg("%s has no room", s->name);
    canvas_clear(&p->canvas, CANVAS_USUAL_ROWS, CANVAS_USUAL_COLUMNS, ascii);
    board_render(&p->board, &p->scene, &p->glyphs, &p->marks, &p->canvas);
}

// ---------------------------------------------------------------------------------------------
// Room
// ---------------------------------------------------------------------------------------------

static bool overlap(struct rect a, struct rect b)
{
    return a.row < b.row + b.rows && b.row < a.row + a.rows && a.column < b.column + b.columns &&
           b.column < a.column + a.columns;
}

static void look_for_room(const struct subject *s, const struct game_position *position, void *to)
{
    struct paper *p = to;

    for (int ascii = 0; ascii < 2; ascii++) {
        for (enum colour_depth colours = COLOUR_DEPTH_NONE; colours <= COLOUR_DEPTH_256;
             colours++) {
            draw(p, s, position, s->game->to_act(position), ascii, colours);
            for (unsigned i = 0; i < p->scene.spot_count; i++) {
                struct rect r = p->board.spots[i];
                assert_true(r.rows > 0 && r.columns > 0);
                assert_true(r.row >= 0 && r.row + r.rows <= ROWS);
                assert_true(r.column >= 0 && r.column + r.columns <= COLUMNS);
                for (unsigned j = 0; j < i; j++)
                    assert_false(overlap(r, p->board.spots[j]));
            }
            // Nothing is drawn where other things will stand.
            for (int row = 0; row < CANVAS_USUAL_ROWS; row++) {
                for (int column = 0; column < CANVAS_USUAL_COLUMNS; column++) {
                    if (row >= ROWS || column >= COLUMNS)
                        assert_int_equal(p->canvas.at[row][column].sign, ' ');
                }
            }
        }
    }
}

static void fits_the_smallest_window(void **state)
{
    const struct subject *s = *state;
    static struct paper paper;

    subject_walk(s, FIRST_SEED, POSITIONS, look_for_room, &paper);
}

// ---------------------------------------------------------------------------------------------
// Signs
// ---------------------------------------------------------------------------------------------

static void look_for_letters(const struct subject *s, const struct game_position *position,
                             void *to)
{
    struct paper *p = to;

    draw(p, s, position, s->game->to_act(position), true, COLOUR_DEPTH_NONE);
    memset(p->marks.targets, true, sizeof p->marks.targets);
    for (unsigned i = 0; i < SCENE_MAX_SPOTS; i++)
        p->marks.hints[i] = '*';
    p->marks.staged = (struct game_path){.count = 1, .at = {0}};
    p->marks.cursor = 1;
    board_render(&p->board, &p->scene, &p->glyphs, &p->marks, &p->canvas);
    for (int row = 0; row < p->canvas.rows; row++) {
        for (int column = 0; column < p->canvas.columns; column++) {
            uint32_t sign = p->canvas.at[row][column].sign;
            assert_true(sign >= ' ' && sign <= '~');
        }
    }
}

static void ascii_is_ascii(void **state)
{
    const struct subject *s = *state;
    static struct paper paper;

    subject_walk(s, FIRST_SEED, POSITIONS, look_for_letters, &paper);
}

// Whether two faces can be told apart without colours.
static bool differ(const struct glyph *a, const struct glyph *b)
{
    if (a->shape == SHAPE_BRICK && b->shape == SHAPE_BRICK)
        return a->texture != b->texture;
    return a->shape == SHAPE_BRICK || b->shape == SHAPE_BRICK || a->sign != b->sign ||
           a->before != b->before || a->after != b->after;
}

static void look_for_shapes(const struct subject *s, const struct game_position *position, void *to)
{
    struct paper *p = to;

    for (int ascii = 0; ascii < 2; ascii++) {
        draw(p, s, position, s->game->to_act(position), ascii, COLOUR_DEPTH_NONE);
        for (unsigned i = 0; i < p->scene.piece_count; i++) {
            for (unsigned j = 0; j < i; j++) {
                const struct scene_piece *a = &p->scene.pieces[i], *b = &p->scene.pieces[j];
                struct glyph left, right;
                if (a->look.glyph == b->look.glyph)
                    continue;
                glyphs_piece(&p->glyphs, a, &left);
                glyphs_piece(&p->glyphs, b, &right);
                assert_true(differ(&left, &right));
            }
        }
    }
}

static void shapes_tell_what_colours_tell(void **state)
{
    const struct subject *s = *state;
    static struct paper paper;

    subject_walk(s, FIRST_SEED, POSITIONS / 5, look_for_shapes, &paper);
}

// ---------------------------------------------------------------------------------------------
// The cursor
// ---------------------------------------------------------------------------------------------

static void look_for_ways(const struct subject *s, const struct game_position *position, void *to)
{
    static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    struct paper *p = to;
    bool reached[SCENE_MAX_SPOTS] = {0};
    int queue[SCENE_MAX_SPOTS];
    unsigned count = 0;

    draw(p, s, position, s->game->to_act(position), false, COLOUR_DEPTH_256);
    int first = board_step(&p->board, &p->scene, BOARD_NOWHERE, 0, 0);
    reached[first] = true;
    queue[count++] = first;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned way = 0; way < 4; way++) {
            int next = board_step(&p->board, &p->scene, queue[i], steps[way][0], steps[way][1]);
            if (!reached[next])
                queue[count++] = next;
            reached[next] = true;
        }
    }
    for (unsigned i = 0; i < p->scene.spot_count; i++) {
        struct rect r = p->board.spots[i];
        assert_int_equal(reached[i], p->scene.spots[i].use != SCENE_PICTURE);
        if (p->scene.spots[i].use != SCENE_PICTURE)
            assert_int_equal(
                board_spot_at(&p->board, &p->scene, r.row + r.rows / 2, r.column + r.columns / 2),
                i);
    }
}

static void cursor_gets_everywhere(void **state)
{
    const struct subject *s = *state;
    static struct paper paper;

    subject_walk(s, FIRST_SEED, POSITIONS / 5, look_for_ways, &paper);
}

// ---------------------------------------------------------------------------------------------
// Secrets
// ---------------------------------------------------------------------------------------------

struct secrecy {
    struct paper truth, guess;
    struct random random;
};

static void look_for_secrets(const struct subject *s, const struct game_position *position,
                             void *to)
{
    struct secrecy *t = to;
    struct game_position seen, other;
    struct game_result result;

    s->game->result(position, &result);
    for (int seat = GAME_PUBLIC; !result.over && seat < game_seats(s->game, &s->options); seat++) {
        game_view(s->game, position, seat, &seen);
        game_determinize(s->game, &seen, &t->random, &other);
        draw(&t->truth, s, position, seat, false, COLOUR_DEPTH_256);
        draw(&t->guess, s, &other, seat, false, COLOUR_DEPTH_256);
        assert_memory_equal(t->truth.canvas.at, t->guess.canvas.at, sizeof t->truth.canvas.at);
        for (unsigned i = 0; i < t->truth.scene.spot_count; i++) {
            char truth[400], guess[400];
            struct text a, b;
            text_init(&a, truth, sizeof truth);
            text_init(&b, guess, sizeof guess);
            legend_spot(&(struct legend){s->game, NULL}, &t->truth.scene, i, &a);
            legend_spot(&(struct legend){s->game, NULL}, &t->guess.scene, i, &b);
            assert_string_equal(truth, guess);
        }
    }
}

static void secrets_are_not_drawn(void **state)
{
    const struct subject *s = *state;
    static struct secrecy t;

    t.random = random_from_seed(FIRST_SEED);
    subject_walk(s, FIRST_SEED, s->game->hidden ? POSITIONS : 2, look_for_secrets, &t);
}

// ---------------------------------------------------------------------------------------------
// Texts
// ---------------------------------------------------------------------------------------------

static void texts_are_broken_at_blanks(void **state)
{
    static struct canvas c;
    struct pen pen = {0};

    (void)state;
    canvas_clear(&c, 5, 12, true);
    assert_int_equal(canvas_lines("one two three four", 9), 2 + 1);
    assert_int_equal(canvas_wrap(&c, (struct rect){0, 0, 5, 9}, "one two three four", pen), 3);
    assert_int_equal(c.at[0][0].sign, 'o');
    assert_int_equal(c.at[1][0].sign, 't');
    assert_int_equal(c.at[2][0].sign, 'f');
    // A word that is longer than a line is cut; empty lines stay.
    assert_int_equal(canvas_lines("abcdefghij", 4), 3);
    assert_int_equal(canvas_lines("a\n\nb", 4), 3);
    assert_int_equal(canvas_lines("abc", 0), 3);
}

static void strange_characters_are_replaced(void **state)
{
    static struct canvas c;
    struct pen pen = {0};

    (void)state;
    canvas_clear(&c, 1, 20, false);
    // Broken, combining, wide and control characters; then one that is fine.
    canvas_text(&c, 0, 0, 20, "\xc3\x28\xcc\x81\xe4\xb8\xad\x1b\xff\xc3\xa9", pen);
    const uint32_t expected[] = {'?', '(', '?', '?', '?', '?', 0xe9};
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(c.at[0][i].sign, expected[i]);
    canvas_clear(&c, 1, 20, true);
    canvas_text(&c, 0, 0, 20, "\xc3\xa9\xce\xb1",
                pen); // without an accent where there is only ASCII
    assert_int_equal(c.at[0][0].sign, 'e');
    assert_int_equal(c.at[0][1].sign, '?');
    // Outside is dropped.
    canvas_text(&c, -1, 0, 20, "x", pen);
    canvas_text(&c, 0, 19, 20, "xyz", pen);
    assert_int_equal(c.at[0][19].sign, 'x');
}

int main(void)
{
    const struct CMUnitTest texts[] = {
        cmocka_unit_test(texts_are_broken_at_blanks),
        cmocka_unit_test(strange_characters_are_replaced),
    };

    return cmocka_run_group_tests_name("texts", texts, NULL, NULL) +
           subjects_run("fits the smallest window", fits_the_smallest_window) +
           subjects_run("ascii is ascii", ascii_is_ascii) +
           subjects_run("shapes tell what colours tell", shapes_tell_what_colours_tell) +
           subjects_run("cursor gets everywhere", cursor_gets_everywhere) +
           subjects_run("secrets are not drawn", secrets_are_not_drawn);
}
