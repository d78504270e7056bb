// SPDX-License-Identifier: MIT
// What the files of this folder share: the position, squares as bits, the parts of an action, the
// rules that can forbid one. Nothing here leaves the folder.
#ifndef ABAX_GAMES_YOXII_H
#define ABAX_GAMES_YOXII_H

#include "base/bits.h"
#include "game/game.h"
#include "game/level.h"

enum {
    YOXII_ROWS = 7,
    YOXII_COLUMNS = 7,
    YOXII_SQUARES = 37,
    YOXII_VALUES = 4,
    YOXII_CENTRE = 4 * 8 + 3, // d4

    // Spots: the squares, row by row from the bottom, then the values 1 to 4 in hand.
    YOXII_HAND_SPOT = YOXII_SQUARES,

    // The totem has at most one destination in each of eight directions. Where it has a free
    // neighbour there, at most eight squares can take the piece. Otherwise all its neighbours are
    // taken, at least four on every square of the board, so at most 37 - 1 - 4 squares can. Four
    // values fit each. (Exhausting the cases gives 472, with jumps from c3.)
    YOXII_MAX_ACTIONS = 8 * 32 * 4,
};

// A square is the number 8 * row + column, rows from 1 and columns from 0, and a set of squares is
// a word with those bits. The board has an empty bit on every side of it, so a step over the edge
// lands on a bit that is in no set, and `square - 9` is never negative.
#define YOXII_BOARD UINT64_C(0x1c3e7f7f7f3e1c00)

// The eight neighbours of the square 9.
#define YOXII_RING UINT64_C(0x70507)

// The whole position, without padding. Fields that one action changes together stand apart on
// purpose: side by side, gcc gathers them in a vector register first, which costs a tenth of the
// speed.
struct yoxii_position {
    uint64_t value_low;  // pieces of value 2 and 4: the low bit of value - 1
    uint64_t pieces[2];  // a set a seat
    uint64_t value_high; // pieces of value 3 and 4: the high bit of value - 1
    uint32_t totem;      // its square
    uint32_t hand[2];    // pieces left a seat: how many of value 1 in the lowest byte, and so on
    uint32_t seat;       // to act
};

#define YOXII_FULL_HAND UINT32_C(0x03050505)

// Rule numbers, from far from legal to nearly legal: a turn is judged touch by touch.
enum yoxii_rule {
    YOXII_RULE_NONE = GAME_RULE_NONE,
    YOXII_RULE_TOTEM_FIRST,
    YOXII_RULE_TOTEM_STAYS,
    YOXII_RULE_TOTEM_BLOCKED,
    YOXII_RULE_OFF_LINE,
    YOXII_RULE_GAP,
    YOXII_RULE_ENEMY_JUMP,
    YOXII_RULE_SQUARE_SECOND,
    YOXII_RULE_UNDER_TOTEM,
    YOXII_RULE_TAKEN,
    YOXII_RULE_APART,
    YOXII_RULE_VALUE_LAST,
    YOXII_RULE_NONE_LEFT,
    YOXII_RULES
};

extern const struct game_rule yoxii_rules[YOXII_RULES];

// ---------------------------------------------------------------------------------------------
// Positions
// ---------------------------------------------------------------------------------------------

static inline const struct yoxii_position *yoxii_of(const struct game_position *p)
{
    return (const struct yoxii_position *)p->bytes;
}

// Squares without a piece. The totem's own square is among them, since it is free once the totem
// has moved away.
static inline uint64_t yoxii_open(const struct yoxii_position *y)
{
    return YOXII_BOARD & ~(y->pieces[0] | y->pieces[1]);
}

static inline uint64_t yoxii_neighbours(unsigned square)
{
    return (YOXII_RING << (square - 9)) & YOXII_BOARD;
}

// How many pieces of a value (1 to 4) a seat has left.
static inline unsigned yoxii_left(const struct yoxii_position *y, int seat, unsigned value)
{
    return y->hand[seat] >> 8 * (value - 1) & 0xff;
}

// The value of the piece on a square that has one.
static inline unsigned yoxii_value(const struct yoxii_position *y, unsigned square)
{
    return (unsigned)(1 + (y->value_low >> square & 1) + 2 * (y->value_high >> square & 1));
}

// Pieces of a seat around the totem, and the sum of their values.
static inline int yoxii_around(const struct yoxii_position *y, int seat)
{
    return bits_count(yoxii_neighbours(y->totem) & y->pieces[seat]);
}

static inline int yoxii_sum(const struct yoxii_position *y, int seat)
{
    uint64_t set = yoxii_neighbours(y->totem) & y->pieces[seat];

    return bits_count(set) + bits_count(set & y->value_low) + 2 * bits_count(set & y->value_high);
}

// Where the seat to act can move the totem.
uint64_t yoxii_destinations(const struct yoxii_position *y);

// Where either seat could, if it were to act.
uint64_t yoxii_exits(const struct yoxii_position *y, int seat);

// Where a piece can be placed once the totem stands on the square `to`: never the empty set.
uint64_t yoxii_places(const struct yoxii_position *y, unsigned to);

// ---------------------------------------------------------------------------------------------
// Actions: the totem's new square, the piece's square, and its value - 1 in the two lowest bits
// ---------------------------------------------------------------------------------------------

enum { YOXII_TO_SHIFT = 8, YOXII_PLACE_SHIFT = 2 };

static inline unsigned yoxii_action_to(game_action action)
{
    return action >> YOXII_TO_SHIFT;
}

static inline unsigned yoxii_action_place(game_action action)
{
    return action >> YOXII_PLACE_SHIFT & 63;
}

static inline unsigned yoxii_action_value(game_action action)
{
    return (action & 3) + 1;
}

unsigned yoxii_actions(const struct game_position *p, game_action *list);

// ---------------------------------------------------------------------------------------------
// Spots and texts
// ---------------------------------------------------------------------------------------------

extern const uint8_t yoxii_square_of[YOXII_SQUARES]; // by spot

static inline game_spot yoxii_spot_of(unsigned square)
{
    return (game_spot)bits_count(YOXII_BOARD & (BIT(square) - 1));
}

static inline char yoxii_column(unsigned square)
{
    return (char)('a' + square % 8);
}

static inline char yoxii_row(unsigned square)
{
    return (char)('0' + square / 8);
}

// The letter of the piece on a square that has one: 1 to 4 for White, a to d for Red.
static inline char yoxii_letter(int seat, unsigned value)
{
    return (char)((seat == 0 ? '0' : 'a' - 1) + value);
}

bool yoxii_read(const struct game_options *options, const char *text, struct game_position *p,
                struct error *e);
void yoxii_write(const struct game_position *p, struct text *t);
void yoxii_action_text(const struct game_position *p, game_action action, struct text *t);
void yoxii_say(const struct game_position *p, game_action action, struct message *message);

unsigned yoxii_why(const struct game_position *p, const struct game_path *path);
void yoxii_scene(const struct game_position *p, int seat, struct scene *s);
extern const struct scene_kind yoxii_piece_kind, yoxii_totem_kind;
void yoxii_board_scene(const struct yoxii_position *y, struct scene *s); // without the hand
extern const struct game_editor yoxii_editor;
extern const struct level yoxii_levels[LEVELS];
extern const uint16_t yoxii_level_scores[LEVELS];
extern const struct game_net yoxii_net;

int yoxii_evaluate(const struct game_position *p, int seat);
void yoxii_order(const struct game_position *p, const game_action *list, unsigned count,
                 int *score);

// reasons.c
extern const struct game_feature yoxii_features[]; // ends at the first without an id
void yoxii_measure(const struct game_position *before, game_action action, struct game_value *v);
bool yoxii_say_feature(unsigned feature, int number, const char *own, const char *name,
                       const char *answer, struct message *message);

// learn.c
extern const struct game_learning yoxii_learning;

// themes.c
extern const struct game_theme yoxii_themes[]; // ends at the first without an id
unsigned yoxii_theme(const struct game_position *before, game_action action);

#endif
