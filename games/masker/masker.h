// SPDX-License-Identifier: MIT
// What the files of this folder share: the position, how it is kept consistent, and the numbers of
// colours, squares, actions, spots and rules. Nothing here leaves the folder.
//
// Both boards are piles of crosses: a square of the flat board is a pile of at most one. A pile
// holds only crosses that can be captured; the colourless cross, "the star", lies on top of one of
// the piles and is kept apart. So a capture is the same on both boards: the top cross of a pile
// leaves, and the star comes to lie there.
#ifndef ABAX_GAMES_MASKER_H
#define ABAX_GAMES_MASKER_H

#include "base/bits.h"
#include "game/scene.h"
#include "game/level.h"

enum {
    MASKER_SEATS = 4,
    MASKER_CROSSES = 36, // with the star
    MASKER_SQUARES = 36, // of the flat board
    MASKER_PILES = 9,    // of the tower, the first nine squares
    MASKER_LEVELS = 4,   // of the tower
    MASKER_MOST = 3,     // captures in a turn
};

// Colours: those that players can have from 1 to MASKER_COLOURS, then white.
enum {
    MASKER_NO_COLOUR = 0, // no cross; as a secret colour: not known
    MASKER_COLOURS = 5,
    MASKER_WHITE = 6,
    MASKER_KINDS = 7,
    MASKER_EACH = 6, // crosses of each colour of players
    MASKER_WHITES = 5,
    MASKER_NOBODYS = 128, // added to the count of a colour that no side is known to have
};

// Actions: a capture is the number of its square, a stop the number after the last square, a take
// is MASKER_TAKE plus the crosses taken from the next seat.
enum { MASKER_TAKE = 64 };

static inline unsigned masker_stop(bool tower)
{
    return tower ? MASKER_PILES : MASKER_SQUARES;
}

// A free capture can take each cross but the star, and there may be a stop. Takes are at most 13:
// from 0 to 12 crosses of the next seat.
enum { MASKER_MAX_ACTIONS = MASKER_CROSSES - 1 + 1 };

// In place of targets: a take is due.
#define MASKER_TAKES BIT(63)

// In place of the captures made: a take is due.
enum { MASKER_TAKE_DUE = 3 };

// Pile, capacity, colour, star, tower, turn, players and free are what options and text say. The
// others follow from them (masker_settle), so equal positions have equal bytes. The order keeps
// apart what an action writes, or the compiler gathers it in slow vector registers.
struct masker_position {
    uint64_t crosses;                  // squares with a pile that is not empty
    uint8_t capacity[MASKER_SEATS];    // crosses that a seat may still capture before it is full
    uint8_t next[MASKER_SEATS];        // the turn that follows one of each seat
    uint64_t targets;                  // captures and stops that are legal, as a set of actions; or
                                       // MASKER_TAKES; empty when the game is over
    uint8_t left[MASKER_KINDS + 1];    // crosses on the board by colour; nobody's colours, and no
                                       // colour, have MASKER_NOBODYS more and never come down to 0
    uint64_t deep;                     // squares with a pile of two or more
    uint16_t pile[MASKER_SQUARES + 1]; // colours, four bits each, the top one lowest; the pile of
                                       // the stop is always empty
    uint8_t colour[MASKER_SEATS];      // secret colour of each side
    uint8_t star[2]; // [1]: square of the colourless cross; [0]: the number of the stop, and what
                     // stops are written over
    uint8_t tower;
    uint8_t turn; // four times the seat to act, plus captures made or MASKER_TAKE_DUE
    uint8_t players;
    uint8_t free[2]; // [1]: the next capture is free; [0]: 0, for stops
    uint8_t zero[3]; // padding with a name
};

_Static_assert(sizeof(struct masker_position) == 128, "no padding without a name");

// Rule numbers, from far from legal to nearly legal.
enum masker_rule {
    MASKER_RULE_NONE = GAME_RULE_NONE,
    MASKER_RULE_TAKE_DUE,
    MASKER_RULE_NO_TAKE,
    MASKER_RULE_MUST_CAPTURE,
    MASKER_RULE_EMPTY,
    MASKER_RULE_COLOURLESS,
    MASKER_RULE_UNDER,
    MASKER_RULE_NOT_BESIDE,
    MASKER_RULE_TAKE_SUM,
    MASKER_RULE_TAKE_MORE,
    MASKER_RULES
};

extern const struct game_rule masker_rules[MASKER_RULES];

// Squares side by side with each, by board (flat, tower). A stop has none.
extern const uint64_t masker_beside[2][MASKER_SQUARES + 1];

// Letters and names of the colours by number.
// What seats are called; the ids of these words are "masker.seat.1" and so on.
#define MASKER_SEAT_NAMES "First", "Second", "Third", "Fourth"
extern const char *const masker_seat_names[4];
extern const char masker_letters[MASKER_KINDS + 1];
extern const char *const masker_names[MASKER_KINDS];

static inline const struct masker_position *masker_of(const struct game_position *p)
{
    return (const struct masker_position *)p->bytes;
}

static inline int masker_seat(const struct masker_position *p)
{
    return p->turn >> 2;
}

static inline int masker_captures(const struct masker_position *p)
{
    return p->turn & 3;
}

static inline int masker_star(const struct masker_position *p)
{
    return p->star[1];
}

static inline bool masker_free(const struct masker_position *p)
{
    return p->free[1];
}

// Sides win and lose together: two teams of four players, else each seat.
static inline int masker_side(const struct masker_position *p, int seat)
{
    return p->players == 4 ? seat & 1 : seat;
}

static inline int masker_sides(const struct masker_position *p)
{
    return p->players == 4 ? 2 : p->players;
}

static inline int masker_cap(const struct masker_position *p)
{
    return MASKER_CROSSES / p->players;
}

static inline int masker_held(const struct masker_position *p, int seat)
{
    return masker_cap(p) - p->capacity[seat];
}

static inline int masker_width(const struct masker_position *p)
{
    return p->tower ? 3 : 6;
}

static inline int masker_squares(const struct masker_position *p)
{
    return (int)masker_stop(p->tower);
}

// The spots of a scene: the squares, the stop, with three players a general `take`, and while a
// take is due its splits, by the crosses taken from the next seat.
static inline int masker_stop_spot(const struct masker_position *p)
{
    return masker_squares(p);
}

static inline int masker_take_spot(const struct masker_position *p)
{
    return masker_squares(p) + 1;
}

static inline int masker_split_spot(const struct masker_position *p, int from_next)
{
    return masker_squares(p) + 2 + from_next;
}

// state.c: what follows from a position.

// Whether a side is not eliminated. One whose colour is not known never is.
bool masker_side_stays(const struct masker_position *p, int side);
int masker_sides_left(const struct masker_position *p);

// Whether a seat is neither eliminated nor full.
bool masker_can_act(const struct masker_position *p, int seat);
bool masker_over(const struct masker_position *p);

// While a take is due: the crosses to take, and whether so many can come from the next seat and the
// rest from the one after.
int masker_need(const struct masker_position *p);
bool masker_can_take(const struct masker_position *p, int from_next);

// Piles: lays a cross on top; counts them; the colour of one by its level, from 0 at the bottom.
void masker_push(struct masker_position *p, int square, unsigned colour);
int masker_height(const struct masker_position *p, int square);
unsigned masker_cross(const struct masker_position *p, int square, int level);

// The colours with a cross on the board that no side is known to have, as a set of bits.
unsigned masker_candidates(const struct masker_position *p);

// Derive the fields that follow from the others: all of them; the targets; the order of seats,
// which also returns the set of seats that can act.
void masker_settle(struct masker_position *p);
uint64_t masker_targets(const struct masker_position *p);
unsigned masker_settle_order(struct masker_position *p);

void masker_score_at_resignation(const struct game_position *position, int loser,
                                 int score[GAME_MAX_SEATS]);
void masker_result(const struct game_position *p, struct game_result *result);

// deal.c: an empty board with its options, the start, and what seats know.
void masker_prepare(const struct game_options *options, struct masker_position *p);
void masker_start(const struct game_options *options, uint64_t seed, struct game_position *p);
void masker_view(const struct game_position *p, int seat, struct game_position *seen);
bool masker_complete(const struct game_position *p);
void masker_determinize(const struct game_position *seen, struct random *r,
                        struct game_position *full);
unsigned masker_determinizations(const struct game_position *seen, struct game_position *list);
void masker_replay_view(const struct game_position *then, const struct game_position *now,
                        struct game_position *seen);
int masker_secret(const struct game_position *p, int seat);
void masker_apply_symmetry(const struct game_position *p, unsigned symmetry,
                           struct game_position *other);

void masker_order(const struct game_position *p, const game_action *list, unsigned count,
                  int *score);

// text.c
bool masker_read(const struct game_options *options, const char *text, struct game_position *p,
                 struct error *e);
bool masker_draft(const struct game_options *options, const char *text, struct game_position *p,
                  struct error *e); // the same, without judging the whole
void masker_write(const struct game_position *p, struct text *t);
void masker_action_text(const struct game_position *p, game_action action, struct text *t);
void masker_say(const struct game_position *p, game_action action, struct message *message);
void masker_add_events(const struct game_position *before, game_action action,
                       const struct game_position *after, struct scene *s);
bool masker_attempt(const struct game_position *p, const char *text, struct game_path *path);

// why.c
unsigned masker_why(const struct game_position *p, const struct game_path *path);

// scene.c
void masker_scene(const struct game_position *p, int seat, struct scene *s);
void masker_track_clues(const struct game_position *before, game_action action,
                        struct scene_clues *clues);
extern const struct scene_kind masker_kinds[MASKER_KINDS];
void masker_board_scene(const struct masker_position *p, struct scene *s); // without the turn

// edit.c
extern const struct game_editor masker_editor;

// reasons.c
extern const struct game_feature masker_features[]; // ends at the first without an id
void masker_measure(const struct game_position *before, game_action action, struct game_value *v);
bool masker_say_feature(unsigned feature, int number, const char *own, const char *name,
                        const char *answer, struct message *message);

// themes.c
extern const struct game_theme masker_themes[]; // ends at the first without an id
unsigned masker_theme(const struct game_position *before, game_action action);

// learn.c
extern const struct game_learning masker_learning;

// What each level scored against the one below (levels.c).
extern const uint16_t masker_level_scores[LEVELS];

#endif
