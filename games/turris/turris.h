// SPDX-License-Identifier: MIT
// What the files of this folder share: the tower, its words, the rules that can forbid an action.
// Nothing here leaves the folder.
//
// Cells are numbered row by row from a1 (0) over b1 (1) to c3 (8); sets of cells are nine bits.
#ifndef ABAX_GAMES_TURRIS_H
#define ABAX_GAMES_TURRIS_H

#include <assert.h>

#include "base/bits.h"
#include "game/game.h"
#include "game/level.h"

enum {
    TURRIS_SIDE = 3,
    TURRIS_CELLS = 9,
    TURRIS_MIDDLE = 4, // b2
    TURRIS_ALL = 0x1ff,
    TURRIS_CORNERS = 0x145,
    TURRIS_EDGES = 0x0aa,     // cells of the edge between them
    TURRIS_NOT_RIGHT = 0x0db, // cells with a neighbour to the right
    TURRIS_BLOCKS = 20,       // of one colour
    TURRIS_SPREAD = 3,        // most levels between the highest and the lowest cell
    // With all 80 cubes in the tower a cell of height h leaves at most 80 - h to the other eight,
    // none of them lower than h - 3: h + 8 (h - 3) <= 80, so h <= 11.
    TURRIS_LEVELS = 11,
    TURRIS_FACES = 5, // south, east, north, west, roof
    TURRIS_ROOF = 4,
};

enum turris_seat { TURRIS_WHITE, TURRIS_BLACK };
enum turris_ground { TURRIS_GROUND_UPRIGHT, TURRIS_GROUND_FREE };

// How a block stands. A block is named by its orientation and its base: its only cell, or the left
// or lower one of two.
enum turris_orientation { TURRIS_UPRIGHT, TURRIS_EAST, TURRIS_NORTH, TURRIS_ORIENTATIONS };

// Actions. A placement is 16 * orientation + base, a removal TURRIS_REMOVE + base: so a set of
// actions fits the 64 bits of one word, with a 16-bit lane per orientation and one for the rest.
enum {
    TURRIS_LANE = 16,
    TURRIS_REMOVE = TURRIS_ORIENTATIONS * TURRIS_LANE,
    TURRIS_DONE = TURRIS_REMOVE + TURRIS_CELLS,
    TURRIS_PASS,
};

// Spots of the scene that can be touched: the cells, then the buttons.
enum {
    TURRIS_SPOT_REMOVE = TURRIS_CELLS,
    TURRIS_SPOT_DONE,
    TURRIS_SPOT_PASS,
};

// What a cube is a half of, in the lower three bits; the fourth tells black from white.
enum turris_cube {
    TURRIS_NO_CUBE,
    TURRIS_LOWER, // of an upright block
    TURRIS_LEFT,  // of one that lies east
    TURRIS_RIGHT,
    TURRIS_NEAR, // of one that lies north
    TURRIS_FAR,
    TURRIS_UPPER,
    TURRIS_KIND = 7,
    TURRIS_BLACK_CUBE = 8,
};

// The whole position. `levels`, `tops`, `finished` and `left` follow from the stacks; they are kept
// because everything is asked of them. Equal positions have equal bytes.
struct turris_position {
    uint64_t stack[TURRIS_CELLS]; // cubes of a cell, four bits each, the top one in the lowest bits
    uint64_t levels; // the unfinished levels from the lowest up, a 16-bit lane each: filled cells
    // A lane per orientation: cells whose top cube is of a block so based there (an upright one, or
    // the first half of a flat one); last lane: cells with a black top.
    uint64_t tops;
    uint16_t barred;  // cells of the block just taken from the side to act: its cubes were the next
                      // ones up, one cell if it was upright, two if it was flat; 0 for none
    uint16_t last[2]; // the last block each colour placed, 256 * lowest level + action; 0 for none
    uint8_t left[2];  // blocks not in the tower
    uint8_t finished; // levels filled in all nine cells, that is, the height of the lowest cell
    uint8_t side;     // to act
    uint8_t bonus;    // 1 in a bonus
    uint8_t ground;   // enum turris_ground
    uint8_t unused[4]; // zero
};
static_assert(sizeof(struct turris_position) == 104, "a hole between the members");

// A place for one block, and the block.
struct turris_block {
    uint8_t orientation; // enum turris_orientation
    uint8_t base;        // its cell, the left or lower of two
    uint8_t other;       // the second cell; the base when upright
    uint8_t level;       // the lowest it fills
    uint8_t seat;        // whose
};

// Colours seen on a face: four bits a row, three of them used, the top row of a side lowest.
struct turris_picture {
    uint64_t of[2]; // squares of each seat's colour
};

// Rule numbers, from far from legal to nearly legal.
enum turris_rule {
    TURRIS_RULE_NONE = GAME_RULE_NONE,
    TURRIS_RULE_CELLS,
    TURRIS_RULE_ADJACENT,
    TURRIS_RULE_NO_BONUS,
    TURRIS_RULE_DECLINE,
    TURRIS_RULE_MUST_PLACE,
    TURRIS_RULE_NO_BLOCKS,
    TURRIS_RULE_NO_TARGET,
    TURRIS_RULE_OWN,
    TURRIS_RULE_COVERED,
    TURRIS_RULE_LAST,
    TURRIS_RULE_REMOVAL_LEVELS,
    TURRIS_RULE_OTHER_HALF,
    TURRIS_RULE_SUPPORT,
    TURRIS_RULE_GROUND,
    TURRIS_RULE_GROUND_CONTACT,
    TURRIS_RULE_OVERLAP,
    TURRIS_RULE_CONTACT,
    TURRIS_RULE_LEVELS,
    TURRIS_RULE_MIDDLE,
    TURRIS_RULE_BARRED,
    TURRIS_RULE_BASE_FIRST,
    TURRIS_RULES
};

extern const struct game_rule turris_rules[TURRIS_RULES];

static inline const struct turris_position *turris_of(const struct game_position *p)
{
    return (const struct turris_position *)p->bytes;
}

// A set of cells in every lane of a word.
static inline uint64_t turris_lanes(uint64_t cells)
{
    return cells * UINT64_C(0x0001000100010001);
}

static inline unsigned turris_height(const struct turris_position *t, unsigned cell)
{
    return t->finished + (unsigned)bits_count(t->levels & turris_lanes(BIT(cell)));
}

// A lane for each number of unfinished levels, from none to three: the cells that stand on so many.
static inline uint64_t turris_standing(const struct turris_position *t)
{
    return (t->levels << TURRIS_LANE | TURRIS_ALL) & ~t->levels;
}

// Cells that have a top.
static inline uint64_t turris_topped(const struct turris_position *t)
{
    return t->finished ? TURRIS_ALL : t->levels & TURRIS_ALL;
}

// From a base to the second cell.
static inline unsigned turris_step(unsigned orientation)
{
    return 0x310 >> (4 * orientation) & 15;
}

static inline bool turris_empty(const struct turris_position *t)
{
    return (t->finished | t->levels) == 0;
}

static inline bool turris_over(const struct turris_position *t)
{
    return t->left[0] + t->left[1] + t->bonus == 0;
}

// tower.c

// The cube (enum turris_cube, with its colour) of a cell at a level from 1; 0 where there is none.
unsigned turris_cube(const struct turris_position *t, unsigned cell, unsigned level);

// The block that has this cube; false where there is none.
bool turris_block(const struct turris_position *t, unsigned cell, unsigned level,
                  struct turris_block *block);

// Whether nothing rests on a block of the tower.
bool turris_bare(const struct turris_position *t, const struct turris_block *block);

void turris_face(const struct turris_position *t, unsigned face, struct turris_picture *picture);

// The largest group in one colour's squares of a picture; of several, the first.
uint64_t turris_group(uint64_t squares);

// rules.c

// Builds a block at the top of its cells, which must leave a tower with three open levels at most.
void turris_build(struct turris_position *t, unsigned seat, unsigned placement);

// The legal placements of the side to act, as a set of actions.
uint64_t turris_placements(const struct turris_position *t);

// Finds out anew what the top cube of a cell belongs to.
void turris_look_at_top(struct turris_position *t, unsigned cell);

void turris_clear(struct turris_position *t, const struct game_options *options);

// symmetry.c
void turris_apply_symmetry(const struct game_position *p, unsigned symmetry,
                           struct game_position *other);

// text.c
bool turris_read(const struct game_options *options, const char *text, struct game_position *p,
                 struct error *e);
void turris_write(const struct game_position *p, struct text *t);
void turris_action_text(const struct game_position *p, game_action action, struct text *t);
void turris_say(const struct game_position *p, game_action action, struct message *message);
bool turris_attempt(const struct game_position *p, const char *text, struct game_path *path);

// why.c
unsigned turris_why(const struct game_position *p, const struct game_path *path);
game_spot turris_resolve_spot(const struct game_position *p, const struct game_path *touched,
                              game_spot spot);

// eval.c
extern const struct game_net turris_net;
int turris_evaluate(const struct game_position *p, int seat);

// order.c
void turris_order(const struct game_position *p, const game_action *list, unsigned count,
                  int *score);

// scene.c
void turris_scene(const struct game_position *p, int seat, struct scene *s);
// Its parts without the turn: the plan; then, behind what can be touched, sides, numbers and marks.
extern const struct scene_kind turris_block_kind;
void turris_plan_scene(const struct turris_position *t, struct scene *s);
void turris_sides_scene(const struct turris_position *t, struct scene *s);

// edit.c
extern const struct game_editor turris_editor;
extern const struct level turris_levels[LEVELS];
extern const uint16_t turris_level_scores[LEVELS];

// reasons.c
extern const struct game_feature turris_features[]; // ends at the first without an id
void turris_measure(const struct game_position *before, game_action action, struct game_value *v);
bool turris_say_feature(unsigned feature, int number, const char *own, const char *name,
                        const char *answer, struct message *message);

// learn.c
extern const struct game_learning turris_learning;

// themes.c
extern const struct game_theme turris_themes[]; // ends at the first without an id
unsigned turris_theme(const struct game_position *before, game_action action);

#endif
