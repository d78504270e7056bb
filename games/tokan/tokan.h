// SPDX-License-Identifier: MIT
// What the files of this folder share: the position, the rule numbers and the small predicates that
// the generator and the reasons both use. Nothing here leaves the folder.
#ifndef ABAX_GAMES_TOKAN_H
#define ABAX_GAMES_TOKAN_H

#include "game/level.h"
#include "game/scene.h"

enum {
    TOKAN_ROWS = 5,
    TOKAN_COLUMNS = 6,
    TOKAN_SQUARES = TOKAN_ROWS * TOKAN_COLUMNS,
    TOKAN_DRAFT_COLUMNS = 10,
    TOKAN_DRAFT_SQUARES = TOKAN_ROWS * TOKAN_DRAFT_COLUMNS,
    TOKAN_TILES = 30,
    TOKAN_ANIMALS = 3,     // mouse, jackal, lion: the range is the number of the animal plus one
    TOKAN_KINDS = 6,       // M J L m j l: three times the seat plus the animal
    TOKAN_DEALT = 5,       // tiles of each colour in the two dealt columns of a draft
    TOKAN_DEALT_FIRST = 4, // the left one of the two dealt columns
    TOKAN_SLOTS = 32,
};

enum { TOKAN_SCORING_TOWERS, TOKAN_SCORING_HEADS };
enum { TOKAN_SETUP_RANDOM, TOKAN_SETUP_DRAFT };

// Squares are numbered row by row from the lower left, in the play and in the draft alike.
// This number is no square: it stands for "no taboo" and for what lies beyond the edge.
enum { TOKAN_NOWHERE = 31 };

// A tile is one byte: its slot (0 to 30, of its own; from 16 on black) and above it its range.
// The range of "no tile" is 0.
enum { TOKAN_NO_TILE = 31, TOKAN_SLOT_MASK = 31, TOKAN_BLACK_SLOTS = 16, TOKAN_RANGE_SHIFT = 5 };

// The board in play. A stack is a chain of tiles from its top down through `below`. Tiles of one
// kind are interchangeable, so equal positions may differ in bytes: hence the game's own key.
//
// The sets repeat what the stacks say, for the generator: two boards in one word, bit `square` of
// the low half and bit `square + 32` of the high half. They lie apart because gcc packs
// neighbours into vectors, which costs a few per cent of the speed.
struct tokan_play {
    uint64_t owner;              // whose the top tile is: low red, high black
    uint8_t top[TOKAN_SLOTS];    // by square: a tile; TOKAN_NO_TILE in a gap and behind the board
    uint8_t height[TOKAN_SLOTS]; // by square: 0 in a gap and behind the board
    uint64_t range;              // the range of the top tile in binary: low its 1, high its 2
    uint8_t below[TOKAN_SLOTS];  // by slot: the tile directly below
    uint64_t tall;               // higher than one tile: the low half
};

// The board in the draft, where nothing is stacked yet.
struct tokan_draft {
    uint64_t laid[TOKAN_KINDS]; // sets of squares
    uint8_t hand[TOKAN_KINDS];  // how many are not laid
    uint8_t zero[2];
};

struct tokan_position {
    uint8_t seat;     // to act: 0 red, 1 black
    uint8_t taboo;    // a square or TOKAN_NOWHERE
    uint8_t drafting; // which member of the union counts
    uint8_t scoring;
    uint8_t setup;
    uint8_t zero[3];
    union {
        struct tokan_play play;
        struct tokan_draft draft;
    };
};

// Opposite directions differ in the lowest bit.
enum tokan_direction { TOKAN_UP, TOKAN_DOWN, TOKAN_RIGHT, TOKAN_LEFT, TOKAN_DIRECTIONS };

// Rule numbers, from far from legal to nearly legal.
enum tokan_rule {
    TOKAN_RULE_NONE = GAME_RULE_NONE,
    TOKAN_RULE_FIRST_TILE,
    TOKAN_RULE_FOREIGN_HAND,
    TOKAN_RULE_NOT_IN_HAND,
    TOKAN_RULE_THEN_SQUARE,
    TOKAN_RULE_OCCUPIED,
    TOKAN_RULE_NO_NEIGHBOUR,
    TOKAN_RULE_TOO_WIDE,
    TOKAN_RULE_FIRST_STACK,
    TOKAN_RULE_GAP_START,
    TOKAN_RULE_FOREIGN_STACK,
    TOKAN_RULE_THEN_TARGET,
    TOKAN_RULE_SAME_SQUARE,
    TOKAN_RULE_STRAIGHT,
    TOKAN_RULE_RANGE,
    TOKAN_RULE_GAP_CROSSED,
    TOKAN_RULE_GAP_TARGET,
    TOKAN_RULE_THEN_CARRY,
    TOKAN_RULE_CARRY_STRENGTH,
    TOKAN_RULE_CARRY_MISSING,
    TOKAN_RULE_CLIMB,
    TOKAN_RULE_TABOO,
    TOKAN_RULES,
};

// Spots behind the squares: in play how many tiles to carry, in the draft the kinds in hand.
enum { TOKAN_SPOT_CARRY = TOKAN_SQUARES, TOKAN_SPOT_HAND = TOKAN_DRAFT_SQUARES };

// An action in play is from, direction and carry in one number: the top tile's range tells where it
// ends. In the draft it is square and kind.
enum { TOKAN_DIRECTION_SHIFT = 5, TOKAN_CARRY_SHIFT = 7 };
enum { TOKAN_KIND_SHIFT = 6 };

static inline const struct tokan_position *tokan_of(const struct game_position *p)
{
    return (const struct tokan_position *)p->bytes;
}

static inline unsigned tokan_slot(unsigned tile)
{
    return tile & TOKAN_SLOT_MASK;
}

static inline int tokan_range(unsigned tile)
{
    return (int)(tile >> TOKAN_RANGE_SHIFT);
}

static inline unsigned tokan_owner(unsigned tile)
{
    return tokan_slot(tile) / TOKAN_BLACK_SLOTS;
}

static inline unsigned tokan_kind(unsigned tile)
{
    return tokan_owner(tile) * TOKAN_ANIMALS + (unsigned)tokan_range(tile) - 1;
}

static inline unsigned tokan_from(game_action action)
{
    return action & 31;
}

static inline enum tokan_direction tokan_direction(game_action action)
{
    return (enum tokan_direction)((action >> TOKAN_DIRECTION_SHIFT) & 3);
}

static inline unsigned tokan_carry(game_action action)
{
    return action >> TOKAN_CARRY_SHIFT;
}

static inline unsigned tokan_draft_square(game_action action)
{
    return action & ((1 << TOKAN_KIND_SHIFT) - 1);
}

static inline unsigned tokan_draft_kind(game_action action)
{
    return action >> TOKAN_KIND_SHIFT;
}

// The fewest tiles to carry so that the mover climbs: it leaves level `height`, and ends on level
// `target + carry + 1`.
static inline int tokan_least_carry(int height, int target)
{
    int lack = height - target;

    return lack > 0 ? lack : 0;
}

// One more than the most tiles that can be carried: an animal carries fewer than its range, and the
// stack has only `height - 1` below its top.
static inline int tokan_carry_end(int height, int range)
{
    return height < range ? height : range;
}

// From a square to the next one in a direction.
static inline int tokan_step(enum tokan_direction direction)
{
    int step = direction < TOKAN_RIGHT ? TOKAN_COLUMNS : 1;

    return direction & 1 ? -step : step;
}

// Where a legal move ends.
static inline unsigned tokan_to(const struct tokan_play *play, game_action action)
{
    unsigned from = tokan_from(action);

    return from + (unsigned)(tokan_step(tokan_direction(action)) * tokan_range(play->top[from]));
}

// Shared tables (rules.c): the letters of the kinds, and how many tiles of a kind there are.
extern const char tokan_letters[TOKAN_KINDS + 1];
extern const uint8_t tokan_tiles[TOKAN_KINDS];

// rules.c. Empties the board and forgets the taboo; the options, the seat and the phase stay.
void tokan_clear(struct tokan_position *t);
// Puts a tile on top of a square, the `number`th of its kind; each is put only once.
void tokan_put(struct tokan_position *t, unsigned square, unsigned kind, unsigned number);
// The points by the scoring option, as the board stands.
void tokan_points(const struct tokan_position *t, int points[2]);

// draft.c
void tokan_draft_deal(struct tokan_position *t, struct random *r);
uint64_t tokan_draft_all(const struct tokan_draft *d);
uint64_t tokan_draft_touching(uint64_t laid);
uint64_t tokan_draft_room(uint64_t laid);
unsigned tokan_draft_actions(const struct tokan_position *t, game_action *list);
void tokan_draft_apply(struct tokan_position *t, game_action action);
// NULL, or what is wrong with a draft whose tiles are complete, for an error sentence.
bool tokan_check_draft(const struct tokan_position *t, const char *board, struct error *e);

// symmetry.c
enum { TOKAN_SYMMETRIES = 4 };
void tokan_apply_symmetry(const struct game_position *p, unsigned symmetry,
                          struct game_position *other);

// text.c
bool tokan_read(const struct game_options *options, const char *text, struct game_position *p,
                struct error *e);
// The same without asking whether the tiles are complete and, in the draft, lie as they must.
bool tokan_loose(const struct game_options *options, const char *text, struct game_position *p,
                 struct error *e);
void tokan_write(const struct game_position *p, struct text *t);
void tokan_action_text(const struct game_position *p, game_action action, struct text *t);
void tokan_say(const struct game_position *p, game_action action, struct message *message);
bool tokan_attempt(const struct game_position *p, const char *text, struct game_path *path);

// why.c
extern const struct game_rule tokan_rules[TOKAN_RULES];
unsigned tokan_why(const struct game_position *p, const struct game_path *path);

// eval.c
extern const struct game_net tokan_net;
int tokan_evaluate(const struct game_position *p, int seat);
void tokan_order(const struct game_position *p, const game_action *list, unsigned count,
                 int *score);

// scene.c
void tokan_scene(const struct game_position *p, int seat, struct scene *s);
// The squares and what is on them.
extern const struct scene_kind tokan_animals[TOKAN_ANIMALS];
extern const struct sentence tokan_tile_names[TOKAN_KINDS]; // "red lion"
void tokan_board_scene(const struct tokan_position *t, struct scene *s);
// Counters of what is not on the board, which tokan_left tells by kind.
void tokan_left_scene(const uint8_t left[TOKAN_KINDS], struct scene *s);
void tokan_left(const struct tokan_position *t, uint8_t left[TOKAN_KINDS]);

// edit.c
extern const struct game_editor tokan_editor;
extern const struct level tokan_levels[LEVELS];
extern const uint16_t tokan_level_scores[LEVELS];

// reasons.c
extern const struct game_feature tokan_features[]; // ends at the first without an id
void tokan_measure(const struct game_position *before, game_action action, struct game_value *v);
bool tokan_say_feature(unsigned feature, int number, const char *own, const char *name,
                       const char *answer, struct message *message);

// learn.c
extern const struct game_learning tokan_learning;

// themes.c
extern const struct game_theme tokan_themes[]; // ends at the first without an id
unsigned tokan_theme(const struct game_position *before, game_action action);

#endif
