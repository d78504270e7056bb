// SPDX-License-Identifier: MIT
// Renderers and the closed lists of scenes: every shape, emblem and colour has a drawing of its own
// in SVG, text and terminal; edges, outlines and names of rows and columns are in all three
// pictures, where they belong; the last turn is marked action by action; and what games say is
// rendered.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "game/scene.h"
#include "render/geometry.h"
#include "render/svg.h"
#include "render/svgparts.h"
#include "render/text.h"
#include "play/history.h"
#include "tests/unit/subjects.h"
#include "tui/board.h"
#include "tui/palette.h"

enum { PAGE = 1 << 18, DRAWING = 4096, POSITIONS = 60, SEED = 5 };

// Seats of a game that is nowhere else: only names and colours are asked for.
static const struct game nobody_plays = {
    .name = "painted",
    .title = "Painted",
    .seat_names = {"Teal", "Pink"},
    .seat_colours = {PALETTE_TEAL, PALETTE_PINK},
};

static struct scene_kind kind_of(unsigned shape, unsigned emblem)
{
    return (struct scene_kind){"thing", "thing", shape, emblem};
}

// ---------------------------------------------------------------------------------------------
// The closed lists
// ---------------------------------------------------------------------------------------------

static const char *drawing_of(unsigned shape, unsigned emblem, unsigned colour, int owner,
                              char storage[DRAWING])
{
    struct scene_kind kind = kind_of(shape, emblem);
    struct scene_look look = {&kind, 'k', (uint8_t)colour, 2};
    struct text t;
    struct output out;

    text_init(&t, storage, DRAWING);
    out = output_to_text(&t);
    svg_piece(&look, owner, &out);
    assert_false(t.cut);
    assert_true(t.length > 20);
    return storage;
}

static void every_shape_has_its_drawing(void **state)
{
    static char a[DRAWING], b[DRAWING];

    (void)state;
    for (unsigned shape = 0; shape < SCENE_SHAPES; shape++) {
        drawing_of(shape, 0, PALETTE_TEAL, 0, a);
        assert_non_null(strstr(a, svg_look(PALETTE_TEAL)->body));
        for (unsigned other = 0; other < shape; other++)
            assert_string_not_equal(a, drawing_of(other, 0, PALETTE_TEAL, 0, b));
        // The second owner's looks different in the same colour, but for what has no owner.
        if (shape != SCENE_TOTEM && shape != SCENE_CROSS)
            assert_string_not_equal(a, drawing_of(shape, 0, PALETTE_TEAL, 1, b));
    }
}

static void every_emblem_has_its_drawing(void **state)
{
    static char a[DRAWING], b[DRAWING];

    (void)state;
    for (unsigned emblem = 0; emblem < SCENE_EMBLEMS; emblem++) {
        drawing_of(SCENE_CROSS, emblem, PALETTE_RED, SCENE_NOBODY, a);
        for (unsigned other = 0; other < emblem; other++)
            assert_string_not_equal(a,
                                    drawing_of(SCENE_CROSS, other, PALETTE_RED, SCENE_NOBODY, b));
    }
}

static void every_colour_is_another(void **state)
{
    (void)state;
    for (unsigned i = PALETTE_OWN + 1; i < PALETTE_COLOURS; i++) {
        assert_true(palette_colours[i].id[0] && palette_colours[i].name[0]);
        for (unsigned j = PALETTE_OWN + 1; j < i; j++) {
            assert_string_not_equal(palette_colours[i].id, palette_colours[j].id);
            assert_string_not_equal(svg_look(i)->body, svg_look(j)->body);
            assert_int_not_equal(palette_256(palette_of_scene(i)),
                                 palette_256(palette_of_scene(j)));
        }
        assert_string_not_equal(svg_look(i)->body, svg_look(i)->upon);
        assert_int_not_equal(palette_contrast(palette_of_scene(i)), palette_of_scene(i));
    }
}

// Every shape with every emblem, in Unicode and in letters: there is something to see, and owners
// differ.
static void every_shape_has_a_face(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SCENE_SHAPES * SCENE_EMBLEMS * 2; i++) {
        struct scene_kind kind = kind_of(i / 2 % SCENE_SHAPES, i / 2 / SCENE_SHAPES);
        struct scene_piece piece = {.look = {&kind, 't', PALETTE_TEAL, 2}, .rise = 1, .level = 1};
        struct scene_piece second = piece;
        struct glyphs glyphs;
        struct glyph a, b;

        glyphs_init(&glyphs, &(struct legend){&nobody_plays, NULL}, i % 2, COLOUR_DEPTH_NONE);
        second.owner = 1;
        second.look.glyph = 'p';
        glyphs_piece(&glyphs, &piece, &a);
        glyphs_piece(&glyphs, &second, &b);
        assert_true(a.sign > ' ');
        assert_int_equal(a.body, COLOUR_TEAL);
        bool numbered = kind.shape == SCENE_COUNTER || kind.shape == SCENE_DIE;
        if (kind.emblem == SCENE_NO_EMBLEM || numbered || i % 2)
            assert_true(kind.shape == SCENE_TOTEM || a.sign != b.sign || a.before != b.before ||
                        a.texture != b.texture);
    }
}

// ---------------------------------------------------------------------------------------------
// One scene in three pictures
// ---------------------------------------------------------------------------------------------

enum { COLUMNS = 4, ROWS = 3, SHAPES_IN_ROW = 7 };

struct pictures {
    struct scene scene;
    char text[PAGE], svg[PAGE];
    struct board board;
    struct canvas canvas;
};

static void render_all(struct pictures *p, bool flipped)
{
    struct game_options options = {0};
    struct board_marks marks = {.cursor = BOARD_NOWHERE};
    struct glyphs glyphs;
    struct text t;
    struct output out;

    scene_dress(&nobody_plays, &p->scene);
    p->scene.status.step = "look";
    p->scene.status.prompt = "Look.";
    text_init(&t, p->text, sizeof p->text);
    out = output_to_text(&t);
    render_text(&nobody_plays, &options, &p->scene, NULL, &out);
    assert_false(t.cut);
    text_init(&t, p->svg, sizeof p->svg);
    out = output_to_text(&t);
    render_svg(&nobody_plays, &options, &p->scene, NULL, &out);
    assert_false(t.cut);
    glyphs_init(&glyphs, &(struct legend){&nobody_plays, NULL}, true, COLOUR_DEPTH_256);
    assert_true(board_lay(&p->board, &p->scene, &glyphs, flipped, 40, 100));
    canvas_clear(&p->canvas, 40, 100, true);
    board_render(&p->board, &p->scene, &glyphs, &marks, &p->canvas);
}

static unsigned count_of(const char *text, const char *part)
{
    unsigned count = 0;

    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

// Cells of the terminal with this ground, and with this sign unless it is 0.
static unsigned cells_with(const struct canvas *c, uint8_t ground, uint32_t sign)
{
    unsigned count = 0;

    for (int row = 0; row < c->rows; row++) {
        for (int column = 0; column < c->columns; column++)
            count += c->at[row][column].pen.ground == ground &&
                     (!sign || c->at[row][column].sign == sign);
    }
    return count;
}

static bool row_has(const struct canvas *c, int row, uint32_t sign)
{
    for (int column = 0; column < c->columns; column++) {
        if (c->at[row][column].sign == sign)
            return true;
    }
    return false;
}

// All shapes in all colours: letters in the text, colours in the others.
static void pictures_have_all_pieces(void **state)
{
    static struct pictures p;
    static struct scene_kind kinds[SCENE_SHAPES];

    (void)state;
    for (unsigned colour = PALETTE_OWN + 1; colour < PALETTE_COLOURS; colour++) {
        scene_init(&p.scene);
        scene_grid(&p.scene, scene_panel(&p.scene, "board", "Board", SCENE_FLAT), SHAPES_IN_ROW,
                   SCENE_SHAPES / SHAPES_IN_ROW);
        for (unsigned shape = 0; shape < SCENE_SHAPES; shape++) {
            kinds[shape] = kind_of(shape, shape == SCENE_TILE ? SCENE_LETTER : SCENE_NO_EMBLEM);
            scene_put(&p.scene, (game_spot)shape, 1, SCENE_NOBODY,
                      (struct scene_look){&kinds[shape], (char)('A' + shape), (uint8_t)colour, 1});
        }
        render_all(&p, false);
        for (unsigned shape = 0; shape < SCENE_SHAPES; shape++) {
            struct rect r = p.board.spots[shape];
            unsigned seen = 0;
            for (int row = r.row; row < r.row + r.rows; row++) {
                for (int column = r.column; column < r.column + r.columns; column++)
                    seen += p.canvas.at[row][column].pen.ground == palette_of_scene(colour);
            }
            assert_true(seen > 0);
            assert_non_null(strchr(p.text, 'A' + (int)shape));
        }
        assert_true(count_of(p.svg, svg_look(colour)->body) >= SCENE_SHAPES);
    }
}

static void lay_hexagons(struct pictures *p)
{
    scene_init(&p->scene);
    scene_rhombus(&p->scene, scene_panel(&p->scene, "board", "Board", SCENE_FLAT), COLUMNS, ROWS,
                  1);
    for (unsigned i = 0; i < COLUMNS; i++)
        scene_edge(&p->scene, (game_spot)i, SCENE_SOUTH_WEST | SCENE_SOUTH_EAST, 0);
    for (unsigned i = 0; i < ROWS; i++)
        scene_edge(&p->scene, (game_spot)(i * COLUMNS), SCENE_WEST, 1);
}

static void edges_have_their_owners_colour(void **state)
{
    static struct pictures p;
    char stroke[40];
    struct text t;

    (void)state;
    lay_hexagons(&p);
    render_all(&p, false);
    assert_int_equal(p.scene.edges[0].colour, PALETTE_TEAL);
    assert_int_equal(p.scene.edges[COLUMNS].colour, PALETTE_PINK);
    text_init(&t, stroke, sizeof stroke);
    text_format(&t, "stroke=\"%s\"", svg_look(PALETTE_TEAL)->body);
    assert_int_equal(count_of(p.svg, stroke), 2 * COLUMNS);
    text_init(&t, stroke, sizeof stroke);
    text_format(&t, "stroke=\"%s\"", svg_look(PALETTE_PINK)->body);
    assert_int_equal(count_of(p.svg, stroke), ROWS);
    // In text two letters a cell below, one a cell at the left; the legend has one of each more.
    // They lie below the cells, which cover their round ends.
    const char *edge = strstr(p.svg, "stroke-linecap=\"round\"");
    assert_non_null(edge);
    assert_true(edge < strstr(p.svg, "fill=\"" SVG_WOOD "\""));
    const char *legend = strstr(p.text, "Teal's edges (T)");
    assert_non_null(legend);
    assert_non_null(strstr(p.text, "Pink's edges (P)"));
    unsigned teal = 0, pink = 0;
    for (const char *at = p.text; at < legend; at++) {
        teal += *at == 'T';
        pink += *at == 'P';
    }
    assert_int_equal(teal, 2 * COLUMNS);
    assert_int_equal(pink, ROWS);
    assert_true(cells_with(&p.canvas, COLOUR_TEAL, 'T') >= 2 * COLUMNS);
    assert_true(cells_with(&p.canvas, COLOUR_PINK, 'P') >= ROWS);
    // From the other side what was below is above.
    struct rect first = p.board.spots[0];
    assert_int_equal(p.canvas.at[first.row + first.rows][first.column].sign, 'T');
    render_all(&p, true);
    first = p.board.spots[0];
    assert_int_equal(p.canvas.at[first.row - 1][first.column].sign, 'T');
    assert_int_equal(p.canvas.at[first.row][first.column + first.columns].sign, 'P');
}

static void rows_of_hexagons_stand_half_a_cell_apart(void **state)
{
    static struct pictures p;

    (void)state;
    lay_hexagons(&p);
    render_all(&p, false);
    assert_int_equal(spot_beside(&p.scene, 0, SCENE_NORTH_EAST), COLUMNS);
    assert_int_equal(spot_beside(&p.scene, 1, SCENE_NORTH_WEST), COLUMNS);
    assert_int_equal(spot_beside(&p.scene, 0, SCENE_NORTH), -1);
    assert_int_equal(spot_beside(&p.scene, 0, SCENE_EAST), 1);
    struct rect low = p.board.spots[0], next = p.board.spots[1], high = p.board.spots[COLUMNS];
    assert_int_equal(2 * (high.column - low.column), next.column - low.column);
    assert_true(high.row < low.row);
    assert_non_null(strstr(p.text, "/ \\ / \\"));
}

// Every name once in each picture: columns below all cells, rows at the left of their own.
static void rows_and_columns_are_named(void **state)
{
    static struct pictures p;

    (void)state;
    lay_hexagons(&p);
    for (int flipped = 0; flipped < 2; flipped++) {
        render_all(&p, flipped);
        int below = p.board.panels[0].area.row + p.board.panels[0].area.rows;
        for (int column = 0; column < COLUMNS; column++) {
            char element[] = {'>', (char)('a' + column), '<', 0};
            assert_int_equal(count_of(p.svg, element), 1);
            assert_true(row_has(&p.canvas, below, (uint32_t)('a' + column)));
        }
        for (int row = 0; row < ROWS; row++) {
            char element[] = {'>', (char)('1' + row), '<', 0};
            struct rect r = p.board.spots[row * COLUMNS];
            assert_int_equal(count_of(p.svg, element), 1);
            assert_true(row_has(&p.canvas, r.row + r.rows / 2, (uint32_t)('1' + row)));
        }
    }
}

// Large boards are drawn without lines before they have no room at all.
static void large_boards_fit_a_small_window(void **state)
{
    static struct pictures p;
    static const struct scene_kind stone = {"stone", "stone", SCENE_STONE, SCENE_NO_EMBLEM};
    enum { LARGE = 19, HEXAGONS = 13, WINDOW_ROWS = 21, WINDOW_COLUMNS = 44 };

    (void)state;
    for (int i = 0; i < 12; i++) {
        struct board_marks marks = {.cursor = 1};
        struct glyphs glyphs;
        bool hexagons = i % 2;
        unsigned size = hexagons ? HEXAGONS : LARGE;

        scene_init(&p.scene);
        unsigned panel = scene_panel(&p.scene, "board", "Board", SCENE_FLAT);
        if (hexagons)
            scene_rhombus(&p.scene, panel, (int)size, (int)size, -1);
        else
            scene_grid(&p.scene, panel, (int)size, (int)size);
        scene_edge(&p.scene, 3, hexagons ? SCENE_SOUTH_WEST : SCENE_SOUTH, 1);
        for (game_spot spot = 0; spot < 2; spot++)
            scene_put(&p.scene, spot, 1, spot,
                      (struct scene_look){.kind = &stone, .glyph = "tp"[spot]});
        scene_dress(&nobody_plays, &p.scene);
        glyphs_init(&glyphs, &(struct legend){&nobody_plays, NULL}, i / 2 % 2, i / 4);
        assert_true(
            board_lay(&p.board, &p.scene, &glyphs, i % 3 == 0, WINDOW_ROWS, WINDOW_COLUMNS));
        canvas_clear(&p.canvas, WINDOW_ROWS, WINDOW_COLUMNS, glyphs.ascii);
        board_render(&p.board, &p.scene, &glyphs, &marks, &p.canvas);
        for (unsigned spot = 0; spot < p.scene.spot_count; spot++) {
            struct rect r = p.board.spots[spot];
            bool seen = false;
            for (int column = r.column; column < r.column + r.columns; column++)
                seen |= p.canvas.at[r.row][column].sign != ' ';
            assert_true(seen && r.column + r.columns <= WINDOW_COLUMNS);
        }
        struct rect edge = p.board.spots[3];
        assert_int_equal(p.canvas.at[edge.row][edge.column].sign, glyphs_seat(&glyphs, 1));
    }
}

static void groups_have_a_line_around_them(void **state)
{
    static struct pictures p;

    (void)state;
    scene_init(&p.scene);
    scene_grid(&p.scene, scene_panel(&p.scene, "board", "Board", SCENE_TOPS), 3, 3);
    scene_outline(&p.scene, "group", "largest group", 0);
    scene_outlined(&p.scene, 0);
    scene_outlined(&p.scene, 1);
    render_all(&p, false);
    assert_non_null(strstr(p.text, "Teal's largest group: a1 b1\n"));
    assert_non_null(strstr(p.text, "#   |   #")); // no strong line between the two
    assert_int_equal(count_of(p.text, "==="), 4);
    assert_int_equal(count_of(p.svg, svg_look(PALETTE_TEAL)->edge), 6 + 1); // six sides and a badge
    assert_true(cells_with(&p.canvas, COLOUR_TEAL, 0) > 0);
}

// A place without a spot inside a board is no empty square.
static void holes_are_no_squares(void **state)
{
    static struct pictures p;

    (void)state;
    scene_init(&p.scene);
    unsigned panel = scene_panel(&p.scene, "board", "Board", SCENE_FLAT);
    for (int i = 0; i < 9; i++) {
        char name[] = {(char)('a' + i % 3), (char)('1' + i / 3), 0};
        if (i != 4)
            scene_spot(&p.scene, panel, SCENE_PLACE, i % 3, i / 3, name);
    }
    render_all(&p, false);
    assert_int_equal(count_of(p.text, "|:::|"), 1);
    int holes = 0;
    for (int row = 0; row < p.canvas.rows; row++) {
        for (int column = 0; column < p.canvas.columns; column++)
            holes += p.canvas.at[row][column].sign == ':';
    }
    assert_int_equal(holes, p.board.spots[0].columns * p.board.spots[0].rows);
}

// ---------------------------------------------------------------------------------------------
// What games say
// ---------------------------------------------------------------------------------------------

struct walk {
    char text[PAGE], svg[PAGE];
    struct scene scene;
};

// Whether a cell of the board lies within one unit of where a column or row is named, so that the
// name stands beside it.
static bool ends_at_a_cell(const struct scene *s, const struct scene_label *label)
{
    int x, y;

    label_place(label, &x, &y);
    for (unsigned i = 0; i < s->spot_count; i++) {
        const struct scene_spot *spot = &s->spots[i];
        if (spot->panel == label->panel && abs(spot->x - x) <= SCENE_UNIT / 2 &&
            abs(spot->y - y) <= SCENE_UNIT / 2)
            return true;
    }
    return false;
}

// What touches do is said of pieces that are there.
static void check_gesture(const struct scene *s)
{
    if (s->status.gesture == SCENE_LEAD)
        assert_non_null(top_piece(s, s->status.leads));
    if (s->status.gesture == SCENE_LAY)
        assert_non_null(s->status.lays.kind);
    if (s->status.over)
        assert_int_equal(s->status.gesture, SCENE_PRESS);
}

static void look_at_pictures(const struct subject *s, const struct game_position *position,
                             void *to)
{
    struct walk *w = to;
    struct text t;
    struct output out;

    game_scene(s->game, position, s->game->to_act(position), &w->scene);
    text_init(&t, w->text, sizeof w->text);
    out = output_to_text(&t);
    render_text(s->game, &s->options, &w->scene, NULL, &out);
    assert_false(t.cut);
    text_init(&t, w->svg, sizeof w->svg);
    out = output_to_text(&t);
    render_svg(s->game, &s->options, &w->scene, NULL, &out);
    assert_false(t.cut);
    for (unsigned i = 0; i < w->scene.piece_count; i++) {
        assert_non_null(strstr(w->svg, svg_look(w->scene.pieces[i].look.colour)->body));
        if (w->scene.spots[w->scene.pieces[i].spot].use == SCENE_PLACE &&
            top_piece(&w->scene, w->scene.pieces[i].spot) == &w->scene.pieces[i])
            assert_non_null(strchr(w->text, w->scene.pieces[i].look.glyph));
    }
    for (unsigned i = 0; i < w->scene.label_count; i++) {
        char element[12];
        text_init(&t, element, sizeof element);
        text_format(&t, ">%s<", w->scene.labels[i].text);
        assert_non_null(strstr(w->svg, element));
        assert_non_null(strstr(w->text, w->scene.labels[i].text));
        assert_true(ends_at_a_cell(&w->scene, &w->scene.labels[i]));
    }
    check_gesture(&w->scene);
}

static void what_games_say_is_rendered(void **state)
{
    static struct walk w;

    subject_walk(*state, SEED, POSITIONS, look_at_pictures, &w);
}

// The marks of the last turn: steps in order from 1, as many as the seat made actions in a row.
static void last_turns_are_marked_in_order(void **state)
{
    const struct subject *s = *state;
    struct random r = random_from_seed(SEED);
    struct history history;
    struct game_position start;
    struct game_actions list;
    static struct scene scene;
    unsigned in_turn = 0;
    int before = -1;

    s->game->start(&s->options, SEED, &start);
    history_init(&history, s->game, &s->options, &start);
    for (history_list(&history, &list); list.count && history.length < 80;
         history_list(&history, &list)) {
        int seat = s->game->to_act(&history.position);
        in_turn = seat == before ? in_turn + 1 : 1;
        before = seat;
        assert_true(history_play(&history, list.at[random_below(&r, list.count)]));
        history_scene(&history, GAME_PUBLIC, &scene);
        unsigned step = 0;
        for (unsigned i = 0; i < scene.mark_count; i++) {
            if (scene.marks[i].kind != &scene_last)
                continue;
            assert_true(scene.marks[i].step >= step && scene.marks[i].step >= 1);
            assert_true(scene.marks[i].step <= in_turn);
            step = scene.marks[i].step;
        }
    }
    history_clear(&history);
}

// Whatever is outlined, what was played last has a frame of its own colour, drawn over the
// outlines, at every place.
static void last_turns_stand_out(void **state)
{
    const struct subject *s = *state;
    struct random r = random_from_seed(SEED);
    static struct pictures p;
    const char *frame = "fill=\"none\" stroke=\"" SVG_ACCENT "\" stroke-width=\"4\"";
    struct game_position start;
    struct game_actions list;
    struct history history;
    struct text t;

    s->game->start(&s->options, SEED, &start);
    history_init(&history, s->game, &s->options, &start);
    for (history_list(&history, &list); list.count && history.length < 30;
         history_list(&history, &list)) {
        unsigned marked = 0;
        assert_true(history_play(&history, list.at[random_below(&r, list.count)]));
        history_scene(&history, GAME_PUBLIC, &p.scene);
        for (unsigned i = 0; i < p.scene.mark_count; i++)
            marked += p.scene.marks[i].kind->sign == SCENE_LAST;
        text_init(&t, p.svg, sizeof p.svg);
        struct output out = output_to_text(&t);
        render_svg(s->game, &s->options, &p.scene, NULL, &out);
        if (!p.scene.outline_count || !marked)
            continue;
        assert_true(count_of(p.svg, frame) > 0);
        for (unsigned i = 0; i < p.scene.outline_count; i++) {
            const struct svg_look *look = svg_look(p.scene.outlines[i].colour);
            assert_string_not_equal(look->body, SVG_ACCENT);
            assert_string_not_equal(look->edge, SVG_ACCENT);
        }
    }
    history_clear(&history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_has_its_drawing),
        cmocka_unit_test(every_emblem_has_its_drawing),
        cmocka_unit_test(every_colour_is_another),
        cmocka_unit_test(every_shape_has_a_face),
        cmocka_unit_test(pictures_have_all_pieces),
        cmocka_unit_test(edges_have_their_owners_colour),
        cmocka_unit_test(rows_of_hexagons_stand_half_a_cell_apart),
        cmocka_unit_test(rows_and_columns_are_named),
        cmocka_unit_test(large_boards_fit_a_small_window),
        cmocka_unit_test(groups_have_a_line_around_them),
        cmocka_unit_test(holes_are_no_squares),
    };

    return cmocka_run_group_tests_name("closed lists", tests, NULL, NULL) +
           subjects_run("what games say is rendered", what_games_say_is_rendered) +
           subjects_run("last turns stand out", last_turns_stand_out) +
           subjects_run("last turns are marked in order", last_turns_are_marked_in_order);
}
