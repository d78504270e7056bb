// SPDX-License-Identifier: MIT
// What the files of this folder share. Nothing here leaves the folder.
//
// A wall is never more than nine squares wide or high, so a position keeps it in a frame of nine by
// nine squares whose first column is the leftmost filled one; `left` says which of the columns a-q
// that is. When a wall grows to the left it is shifted to the right inside the frame.
//
// Support makes walls simple: every column is filled from the ground up without gaps, and a wall is
// connected exactly when its filled columns are neighbours.
#ifndef ABAX_GAMES_KWINTY_H
#define ABAX_GAMES_KWINTY_H

#include "game/game.h"
#include "game/level.h"

enum {
    KWINTY_COLUMNS = 17, // a-q
    KWINTY_SIZE = 9,     // the greatest width and height of a wall
    KWINTY_BLOCKS = 20,  // a colour
    KWINTY_FIRST = 8,    // column i, where the first block goes
    KWINTY_PASS = 31,    // the action
    KWINTY_SQUARES = KWINTY_COLUMNS * KWINTY_SIZE,
    KWINTY_PASS_SPOT = KWINTY_SQUARES, // spots: all squares, row by row from the ground, then this
};

// The other actions: KWINTY_LEFT plus the column in the frame of the block's left or lower square,
// and KWINTY_FLAT for a flat block. The row follows from the height of the column. KWINTY_LEFT
// leaves room for the columns beside the frame: an upright may stand one to the left of it, a flat
// lie two to the left.
enum { KWINTY_LEFT = 2, KWINTY_FLAT = 16, KWINTY_MOST_ACTIONS = 17 };

// Sets of squares, nine bits a row. The frame is kept in two halves that overlap: the lower one has
// the rows 0-6, the upper one the rows 2-8. Any five rows in a line lie in one of them.
enum { KWINTY_HALF_ROWS = 7, KWINTY_UPPER = 2 };

struct kwinty_half {
    uint64_t own[2]; // the squares of each seat's colour
    uint64_t lefts;  // the left squares of flat blocks
    uint64_t tops;   // the upper squares of upright blocks
};

// The whole position, without padding. `winner` follows from the squares, and from the seat to act
// when both colours have a row of five; it is kept so that a finished game is seen at once.
struct kwinty_position {
    struct kwinty_half lower, upper;
    uint32_t left;   // the column of the frame's first one; KWINTY_FIRST while the wall is empty
    uint16_t seat;   // to act
    uint16_t winner; // by a row of five: the seat, counted from 1; 0 while nobody has one
};

// A block by its left or lower square; columns count from a, rows from the ground, both from 0.
struct kwinty_block {
    int column, row;
    bool flat;
};

// Rule numbers, from far from legal to nearly legal.
enum kwinty_rule {
    KWINTY_RULE_NONE = GAME_RULE_NONE,
    KWINTY_RULE_PASS_ALONE,
    KWINTY_RULE_TWO_SQUARES,
    KWINTY_RULE_MUST_PLACE,
    KWINTY_RULE_NO_BLOCKS,
    KWINTY_RULE_OCCUPIED,
    KWINTY_RULE_FIRST_BLOCK,
    KWINTY_RULE_SUPPORT,
    KWINTY_RULE_WIDTH,
    KWINTY_RULE_CONTACT,
    KWINTY_RULE_SHORT_ENDS,
    KWINTY_RULE_LEFT_OR_LOWER,
    KWINTY_RULES
};

static inline const struct kwinty_position *kwinty_of(const struct game_position *p)
{
    return (const struct kwinty_position *)p->bytes;
}

// Questions about a wall and changes to it, none of them fast (wall.c). They take any column and
// row; squares outside the frame are empty.

bool kwinty_owns(const struct kwinty_position *k, int seat, int column, int row);
bool kwinty_filled(const struct kwinty_position *k, int column, int row);
int kwinty_width(const struct kwinty_position *k);
int kwinty_height(const struct kwinty_position *k, int column);
int kwinty_placed(const struct kwinty_position *k, int seat); // blocks in the wall

// The block whose left or lower square this is; false when there is none.
bool kwinty_block_at(const struct kwinty_position *k, int column, int row,
                     struct kwinty_block *block);

// The block's second square.
static inline int kwinty_other_column(struct kwinty_block block)
{
    return block.column + block.flat;
}

static inline int kwinty_other_row(struct kwinty_block block)
{
    return block.row + !block.flat;
}

// Adds a block inside the frame. Neither `left` nor `winner` is looked after.
void kwinty_put(struct kwinty_position *k, int seat, struct kwinty_block block);

// Two laws of every wall, asked of a block in the wall or of one to be placed: whether it rests
// on the ground or on filled squares with its whole underside, and whether one of its short ends
// touches a short end of the seat's colour. Of an upright only the lower end is looked at: the
// other block of the pair is asked too, or does not exist yet.
bool kwinty_supported(const struct kwinty_position *k, struct kwinty_block block);
bool kwinty_short_ends(const struct kwinty_position *k, int seat, struct kwinty_block block);

// Whether the square is part of a row of the seat's colour, as long as possible, of that many
// squares.
bool kwinty_in_row(const struct kwinty_position *k, int seat, int column, int row, int least,
                   int most);

// From rules.c.
bool kwinty_has_five(const struct kwinty_position *k, int seat);
int kwinty_fours(const struct kwinty_position *k, int seat);      // rows of exactly four
bool kwinty_can_place(const struct kwinty_position *k, int seat); // rows of five left aside
unsigned kwinty_actions(const struct game_position *p, game_action *list);

// The placements of a seat that has blocks left, as a set of actions.
uint32_t kwinty_placements(const struct kwinty_position *k, int seat);

// Hints for the search (eval.c).
int kwinty_evaluate(const struct game_position *p, int seat);
int kwinty_margin(const struct game_position *p, int seat, int chance);
void kwinty_order(const struct game_position *p, const game_action *list, unsigned count,
                  int *score);

// Parts of the contract.
bool kwinty_read(const struct game_options *options, const char *text, struct game_position *p,
                 struct error *e);
bool kwinty_draft(const struct game_options *options, const char *text, struct game_position *p,
                  struct error *e);                 // the same, without the laws of walls
void kwinty_find_winner(struct kwinty_position *k); // from the squares and the seat to act
void kwinty_write(const struct game_position *p, struct text *t);
void kwinty_action_text(const struct game_position *p, game_action action, struct text *t);
void kwinty_say(const struct game_position *p, game_action action, struct message *message);
void kwinty_action_path(const struct game_position *p, game_action action, struct game_path *path);
bool kwinty_attempt(const struct game_position *p, const char *text, struct game_path *path);
unsigned kwinty_why(const struct game_position *p, const struct game_path *path);
void kwinty_scene(const struct game_position *p, int seat, struct scene *s);
extern const struct scene_kind kwinty_block_kind;
void kwinty_wall_scene(const struct kwinty_position *k, struct scene *s); // without the turn
extern const struct game_editor kwinty_editor;
extern const struct level kwinty_levels[LEVELS];
extern const uint16_t kwinty_level_scores[LEVELS];
void kwinty_apply_symmetry(const struct game_position *p, unsigned symmetry,
                           struct game_position *other);
uint64_t kwinty_canonical_key(const struct game_position *p);
unsigned kwinty_undominated(const struct game_position *p, game_action *list);
enum game_outcome kwinty_solve_static(const struct game_position *p, unsigned *choices, int *value);
extern const char kwinty_book[]; // made of book.bin
extern const struct game_net kwinty_net;
extern const struct game_rule kwinty_rules[KWINTY_RULES];

// The block that a legal action places. Not for a pass.
struct kwinty_block kwinty_action_block(const struct kwinty_position *k, game_action action);

// reasons.c
extern const struct game_feature kwinty_features[]; // ends at the first without an id
void kwinty_measure(const struct game_position *before, game_action action, struct game_value *v);
bool kwinty_say_feature(unsigned feature, int number, const char *own, const char *name,
                        const char *answer, struct message *message);

// learn.c
extern const struct game_learning kwinty_learning;

// themes.c
extern const struct game_theme kwinty_themes[]; // ends at the first without an id
unsigned kwinty_theme(const struct game_position *before, game_action action);

#endif
