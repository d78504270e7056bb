// SPDX-License-Identifier: MIT
// What the files of this folder share: the position, the squares, the encoding of actions and the
// numbers of the rules. Nothing here leaves the folder. Read lines.h and moves.c next.
#ifndef ABAX_GAMES_TIKU_H
#define ABAX_GAMES_TIKU_H

#include "base/bits.h"
#include "game/level.h"
#include "game/scene.h"

enum {
    TIKU_SIDE = 6,    // squares along a side of the board
    TIKU_FIGURES = 6, // a seat
    TIKU_DISCS = 14,  // a seat
    TIKU_WHITE = 0,
    TIKU_BLACK = 1,
    // Each figure has at most five moves along each of the four lines through its square.
    TIKU_MAX_ACTIONS = TIKU_FIGURES * 4 * (TIKU_SIDE - 1),
    TIKU_PASS_SPOT = TIKU_SIDE * TIKU_SIDE, // the button behind the squares of the scene
};

// A square is a bit number, 8 * row + column, both from 0: row and column fall out by shifting.
// Spots of the scene count the same squares without the gap, 6 * row + column.
#define TIKU_BOARD UINT64_C(0x3f3f3f3f3f3f)

static inline unsigned tiku_square(unsigned row, unsigned column)
{
    return row << 3 | column;
}

static inline unsigned tiku_row(unsigned square)
{
    return square >> 3;
}

static inline unsigned tiku_column(unsigned square)
{
    return square & 7;
}

static inline unsigned tiku_square_of_spot(unsigned spot)
{
    return tiku_square(spot / TIKU_SIDE, spot % TIKU_SIDE);
}

static inline unsigned tiku_spot_of_square(unsigned square)
{
    return tiku_row(square) * TIKU_SIDE + tiku_column(square);
}

// The whole position. Whole words only: no padding, and a word that was just stored is read back
// without delay. Always six figures and at most fourteen discs a seat, no square in two sets but
// those of `ringed`.
struct tiku_position {
    uint64_t figures[2]; // by seat
    uint64_t discs[2];   // on the board, by seat
    uint64_t ringed;     // figures of either seat that may still move diagonally
    uint64_t turn;       // TIKU_TURN_SEAT and TIKU_TURN_DIAGONAL
};

enum {
    TIKU_TURN_SEAT = 1,     // the bit of the seat to act
    TIKU_TURN_DIAGONAL = 2, // set when the game is played with diagonal=on
};

static inline const struct tiku_position *tiku_of(const struct game_position *p)
{
    return (const struct tiku_position *)p->bytes;
}

static inline unsigned tiku_seat(const struct tiku_position *t)
{
    return t->turn & TIKU_TURN_SEAT;
}

static inline bool tiku_has_won(const struct tiku_position *t, unsigned seat)
{
    return bits_count(t->discs[seat]) == TIKU_DISCS;
}

// Both seats cannot have won: twelve figures and twice fourteen discs need more than 36 squares.
static inline bool tiku_is_over(const struct tiku_position *t)
{
    return tiku_has_won(t, TIKU_WHITE) || tiku_has_won(t, TIKU_BLACK);
}

// An action is four bytes, each the sum of a part for the start square and a part for the way:
//   from    the start square
//   to      the destination
//   lowest  the lowest of the squares that the figure leaves behind
//   shape   direction and length of these squares (lines.h)
// A pass has no shape.
enum {
    TIKU_TO_SHIFT = 8,
    TIKU_LOWEST_SHIFT = 16,
    TIKU_SHAPE_SHIFT = 24,
    TIKU_PASS = 0,
};

static inline unsigned tiku_from(game_action action)
{
    return action & 63;
}

static inline unsigned tiku_to(game_action action)
{
    return action >> TIKU_TO_SHIFT & 63;
}

// Rule numbers, from far from legal to nearly legal.
enum tiku_rule {
    TIKU_RULE_NONE = GAME_RULE_NONE,
    TIKU_RULE_NO_FIGURE,
    TIKU_RULE_NOT_YOURS,
    TIKU_RULE_PASS_ALONE,
    TIKU_RULE_MAY_NOT_PASS,
    TIKU_RULE_SHUT_IN,
    TIKU_RULE_STANDS_STILL,
    TIKU_RULE_OCCUPIED,
    TIKU_RULE_CROOKED,
    TIKU_RULE_BLOCKED,
    TIKU_RULE_NO_DIAGONALS,
    TIKU_RULE_DIAGONAL_SPENT,
    TIKU_RULES,
};

extern const struct game_rule tiku_rules[TIKU_RULES];

bool tiku_read(const struct game_options *options, const char *text, struct game_position *p,
               struct error *e);
bool tiku_draft(const struct game_options *options, const char *text, struct game_position *p,
                struct error *e); // the same, with any number of pieces
void tiku_write(const struct game_position *p, struct text *t);
void tiku_action_text(const struct game_position *p, game_action action, struct text *t);
void tiku_say(const struct game_position *p, game_action action, struct message *message);
unsigned tiku_actions(const struct game_position *p, game_action *list);
void tiku_apply(const struct game_position *before, game_action action,
                struct game_position *after);
int tiku_evaluate(const struct game_position *p, int seat);
int tiku_margin(const struct game_position *p, int seat, int chance);
void tiku_order(const struct game_position *p, const game_action *list, unsigned count, int *score);
unsigned tiku_why(const struct game_position *p, const struct game_path *path);

// Whether every figure of the seat to act is shut in.
bool tiku_must_pass(const struct tiku_position *t);

void tiku_scene(const struct game_position *p, int seat, struct scene *s);

// The squares, what is on them and what is left, for editors too.
enum tiku_piece_kind { TIKU_FIGURE, TIKU_RINGED, TIKU_DISC, TIKU_PIECE_KINDS };
extern const struct scene_kind tiku_kinds[TIKU_PIECE_KINDS];
void tiku_board_scene(const struct tiku_position *t, struct scene *s);

extern const struct game_editor tiku_editor;
extern const struct level tiku_levels[LEVELS];
extern const uint16_t tiku_level_scores[LEVELS];
extern const struct game_net tiku_net;

// reasons.c
extern const struct game_feature tiku_features[]; // ends at the first without an id
void tiku_measure(const struct game_position *before, game_action action, struct game_value *v);
bool tiku_say_feature(unsigned feature, int number, const char *own, const char *name,
                      const char *answer, struct message *message);

// learn.c
extern const struct game_learning tiku_learning;

// themes.c
extern const struct game_theme tiku_themes[]; // ends at the first without an id
unsigned tiku_theme(const struct game_position *before, game_action action);

#endif
