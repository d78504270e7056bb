// SPDX-License-Identifier: MIT
// Describes a position: the plan with every block (seen from above it is the roof), the buttons,
// and the four sides as pictures, each as its beholder sees it from outside.
#include "game/scene.h"

#include "games/turris/turris.h"

static const char glyphs[] = "wb";

static const struct {
    const char *id, *title;
    char letter;
    enum scene_facing facing;
} sides[] = {
    {"south", "South side", 's', SCENE_FROM_SOUTH},
    {"east", "East side", 'e', SCENE_FROM_EAST},
    {"north", "North side", 'n', SCENE_FROM_NORTH},
    {"west", "West side", 'w', SCENE_FROM_WEST},
};

const struct scene_kind turris_block_kind = {"block", "block", SCENE_BLOCK, SCENE_NO_EMBLEM};
static const struct scene_kind cube_kind = {"cube", "block", SCENE_CUBE, SCENE_NO_EMBLEM};
static const struct scene_mark_kind placed_last = {"last-block", "placed last", SCENE_RECENT};
static const struct scene_mark_kind barred = {"barred", "barred", SCENE_BARRED};

// ---------------------------------------------------------------------------------------------
// The plan and the buttons
// ---------------------------------------------------------------------------------------------

static void label_cell(const struct turris_position *t, unsigned cell, struct scene *s)
{
    const char *name = s->spots[cell].name;
    unsigned top = t->stack[cell] & 15, height = turris_height(t, cell);

    if (top == TURRIS_NO_CUBE)
        scene_say_label(s, (game_spot)cell, "turris.cell.empty:cell", "%s, empty", name);
    else if (top >> 3 == TURRIS_WHITE)
        scene_say_label(s, (game_spot)cell, "turris.cell.white:cell,height",
                        "%s, white on top, height %u", name, height);
    else
        scene_say_label(s, (game_spot)cell, "turris.cell.black:cell,height",
                        "%s, black on top, height %u", name, height);
}

void turris_plan_scene(const struct turris_position *t, struct scene *s)
{
    unsigned plan = scene_board(s, "plan", "Plan and roof", SCENE_TOPS, SCENE_PLAN);

    scene_grid(s, plan, TURRIS_SIDE, TURRIS_SIDE);
    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++) {
        label_cell(t, cell, s);
        for (unsigned level = 1; level <= turris_height(t, cell); level++) {
            struct turris_block block;
            turris_block(t, cell, level, &block);
            if (block.base != cell || block.level != level)
                continue;
            scene_piece(s, (struct scene_piece){
                               .look = {.kind = &turris_block_kind, .glyph = glyphs[block.seat]},
                               .owner = (int8_t)block.seat,
                               .level = block.level,
                               .rise = block.orientation == TURRIS_UPRIGHT ? 2 : 1,
                               .spot = block.base,
                               .other = block.other});
        }
    }
}

static void add_button(struct scene *s, unsigned tray, const char *name, const char *label_text)
{
    scene_set_label(s, scene_spot(s, tray, SCENE_BUTTON, s->spot_count - TURRIS_CELLS, 0, name),
                    label_text);
}

static void add_buttons(struct scene *s)
{
    unsigned tray = scene_panel(s, "choices", "Choices", SCENE_TRAY);

    add_button(s, tray, "remove", "remove an enemy block");
    add_button(s, tray, "done", "go without the bonus");
    add_button(s, tray, "pass", "pass");
}

// ---------------------------------------------------------------------------------------------
// The sides
// ---------------------------------------------------------------------------------------------

// Levels shown: those of the tower, three at least.
static unsigned levels_shown(const struct turris_position *t)
{
    unsigned most = TURRIS_SPREAD;

    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++) {
        if (turris_height(t, cell) > most)
            most = turris_height(t, cell);
    }
    return most;
}

static void label_square(struct scene *s, game_spot spot, unsigned side, unsigned column,
                         unsigned level)
{
    switch (sides[side].facing) {
    case SCENE_FROM_SOUTH:
        scene_say_label(s, spot, "turris.square.south:column,level",
                        "south side, column %u, level %u", column, level);
        break;
    case SCENE_FROM_EAST:
        scene_say_label(s, spot, "turris.square.east:column,level",
                        "east side, column %u, level %u", column, level);
        break;
    case SCENE_FROM_NORTH:
        scene_say_label(s, spot, "turris.square.north:column,level",
                        "north side, column %u, level %u", column, level);
        break;
    default:
        scene_say_label(s, spot, "turris.square.west:column,level",
                        "west side, column %u, level %u", column, level);
    }
}

// A square of a side: the name counts columns from the beholder's left and levels from the ground.
static game_spot add_square(struct scene *s, unsigned panel, unsigned side, unsigned column,
                            unsigned level)
{
    char name[12];
    struct text t;

    text_init(&t, name, sizeof name);
    text_format(&t, "%c%u.%u", sides[side].letter, column + 1, level);
    game_spot spot = scene_spot(s, panel, SCENE_PICTURE, (int)column, (int)level - 1, name);
    label_square(s, spot, side, column + 1, level);
    return spot;
}

static uint64_t square_of(unsigned column, unsigned level)
{
    return BIT(4 * (TURRIS_LEVELS - level) + column);
}

static void add_side(const struct turris_position *t, unsigned side, struct scene *s)
{
    unsigned panel = scene_panel(s, sides[side].id, sides[side].title, SCENE_FLAT);
    unsigned levels = levels_shown(t);
    game_spot first = (game_spot)s->spot_count;
    struct turris_picture picture;

    s->panels[panel].facing = sides[side].facing;
    turris_face(t, side, &picture);
    for (unsigned level = 1; level <= levels; level++) {
        for (unsigned column = 0; column < TURRIS_SIDE; column++) {
            game_spot spot = add_square(s, panel, side, column, level);
            for (int seat = 0; seat < 2; seat++) {
                if (picture.of[seat] & square_of(column, level))
                    scene_put(s, spot, 1, seat,
                              (struct scene_look){.kind = &cube_kind, .glyph = glyphs[seat]});
            }
        }
    }
    for (int seat = 0; seat < 2; seat++) {
        uint64_t group = turris_group(picture.of[seat]);
        if (group)
            scene_outline(s, "group", "largest group", seat);
        for (unsigned i = 0; i < levels * TURRIS_SIDE; i++) {
            if (group & square_of(i % TURRIS_SIDE, i / TURRIS_SIDE + 1))
                scene_outlined(s, (game_spot)(first + i));
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Numbers, marks, status
// ---------------------------------------------------------------------------------------------

// The panel that shows a face: the plan shows the roof.
static unsigned panel_of(const struct scene *s, unsigned face)
{
    enum scene_facing facing = face < TURRIS_ROOF ? sides[face].facing : SCENE_FROM_ABOVE;
    unsigned panel = 0;

    while (s->panels[panel].facing != facing)
        panel++;
    return panel;
}

static void add_counters(const struct turris_position *t, struct scene *s)
{
    static const char *const ids[] = {"south", "east", "north", "west", "roof"};
    static const char *const titles[] = {"south side", "east side", "north side", "west side",
                                         "roof"};

    for (int seat = 0; seat < 2; seat++) {
        int total = 0;
        scene_counter(s, "blocks", "blocks left", seat, t->left[seat])->look.kind =
            &turris_block_kind;
        for (unsigned face = 0; face < TURRIS_FACES; face++) {
            struct turris_picture picture;
            turris_face(t, face, &picture);
            int group = bits_count(turris_group(picture.of[seat]));
            struct scene_counter *counter = scene_counter(s, ids[face], titles[face], seat, group);
            counter->minor = true;
            counter->panel = (int8_t)panel_of(s, face);
            total += group;
        }
        scene_counter(s, "total", "all five faces", seat, total);
    }
}

static void mark_cubes(struct scene *s, const struct scene_mark_kind *kind, unsigned cell,
                       unsigned other, unsigned level)
{
    scene_mark(s, kind, (game_spot)cell, level);
    scene_mark(s, kind, (game_spot)other, cell == other ? level + 1 : level);
}

// The groups that count on the roof; those of the sides are outlined with them: at most 9 + 4 * 33
// spots.
static void outline_roof(const struct turris_position *t, struct scene *s)
{
    struct turris_picture picture;

    turris_face(t, TURRIS_ROOF, &picture);
    for (int seat = 0; seat < 2; seat++) {
        uint64_t group = turris_group(picture.of[seat]);
        if (group)
            scene_outline(s, "group", "largest group", seat);
        for (unsigned cell = 0; cell < TURRIS_CELLS; cell++) {
            if (group & BIT(4 * (cell / TURRIS_SIDE) + cell % TURRIS_SIDE))
                scene_outlined(s, (game_spot)cell);
        }
    }
}

static void add_marks(const struct turris_position *t, struct scene *s)
{
    outline_roof(t, s);
    for (int seat = 0; seat < 2; seat++) {
        unsigned placement = t->last[seat] % 256, base = placement % TURRIS_LANE;
        if (t->last[seat])
            mark_cubes(s, &placed_last, base, base + turris_step(placement / TURRIS_LANE),
                       t->last[seat] / 256);
    }
    if (t->barred) {
        unsigned cell = (unsigned)bits_first(t->barred);
        mark_cubes(s, &barred, cell, (unsigned)bits_last(t->barred), turris_height(t, cell) + 1);
    }
}

static void say_face(struct scene *s, unsigned face, int white, int black)
{
    switch (face < TURRIS_ROOF ? sides[face].facing : SCENE_FROM_ABOVE) {
    case SCENE_FROM_SOUTH:
        scene_count(s, "turris.count.south:white,black",
                    "Largest groups of the south side: White %d, Black %d.", white, black);
        break;
    case SCENE_FROM_EAST:
        scene_count(s, "turris.count.east:white,black",
                    "Largest groups of the east side: White %d, Black %d.", white, black);
        break;
    case SCENE_FROM_NORTH:
        scene_count(s, "turris.count.north:white,black",
                    "Largest groups of the north side: White %d, Black %d.", white, black);
        break;
    case SCENE_FROM_WEST:
        scene_count(s, "turris.count.west:white,black",
                    "Largest groups of the west side: White %d, Black %d.", white, black);
        break;
    default:
        scene_count(s, "turris.count.roof:white,black",
                    "Largest groups of the roof: White %d, Black %d.", white, black);
    }
}

// Face by face. The groups are outlined already, so they have no marks.
static void add_verdict(const struct turris_position *t, struct scene *s)
{
    int sum[2] = {0};

    scene_verdict(s, "turris.end",
                  "All forty blocks are in the tower: on each face the largest group counts.");
    for (unsigned face = 0; face < TURRIS_FACES; face++) {
        struct turris_picture picture;
        int size[2];
        turris_face(t, face, &picture);
        for (int seat = 0; seat < 2; seat++)
            sum[seat] += size[seat] = bits_count(turris_group(picture.of[seat]));
        say_face(s, face, size[0], size[1]);
        unsigned panel = panel_of(s, face);
        for (unsigned i = 0; i < s->outlined_count; i++) {
            if (s->spots[s->outlined[i]].panel == panel)
                scene_decides(s, NULL, s->outlined[i]);
        }
    }
    scene_verdict(s, "turris.end.sum:white,black", "All five faces: White %d, Black %d.", sum[0],
                  sum[1]);
}

static void add_status(const struct turris_position *t, struct scene *s)
{
    if (t->bonus && t->left[t->side]) {
        s->status.step = "bonus";
        s->status.prompt = "Bonus: place a block, remove an enemy block, or go without.";
    } else if (t->bonus) {
        s->status.step = "bonus-without-blocks";
        s->status.prompt = "Bonus: remove an enemy block, or go without.";
    } else if (t->left[t->side] && turris_placements(t)) {
        s->status.step = "place";
        s->status.prompt =
            "Place a block: choose its cell twice to stand it up, or two cells to lay "
            "it down.";
    } else {
        s->status.step = "pass";
        s->status.prompt = "No block can be placed: pass.";
    }
}

void turris_sides_scene(const struct turris_position *t, struct scene *s)
{
    for (unsigned side = 0; side < 4; side++)
        add_side(t, side, s);
    add_counters(t, s);
    add_marks(t, s);
}

void turris_scene(const struct game_position *p, int seat, struct scene *s)
{
    const struct turris_position *t = turris_of(p);

    (void)seat;
    turris_plan_scene(t, s);
    add_buttons(s);
    turris_sides_scene(t, s);
    scene_lay(s, (struct scene_look){.kind = &turris_block_kind, .glyph = glyphs[t->side]});
    if (s->status.result.over)
        add_verdict(t, s);
    add_status(t, s);
}
