// SPDX-License-Identifier: MIT
// What the network sees of a board: every piece by value, the exits of the totem, who has more
// around each open square, where the totem would have few exits or jumps, hands. All squares as if
// the board were turned and mirrored until the totem lies in one eighth of it; the first of
// everything is the seat's to act. About 82 inputs are on, 115 at most in play.
#include "games/yoxii/inputs.h"

enum { PIECES_A_STAGE = 5 };

// ---------------------------------------------------------------------------------------------
// The board turned
// ---------------------------------------------------------------------------------------------

// Columns and rows from the centre.
#define X(square) ((int)((square) % 8) - 3)
#define Y(square) ((int)((square) / 8) - 4)
#define SIZE(n)   ((n) < 0 ? -(n) : (n))
#define ON(x, y)  (SIZE(x) <= 3 && SIZE(y) <= 3 && SIZE(x) + SIZE(y) <= 4)

// The number of a square, row by row.
#define MIDDLE(y)                                                                                  \
    (SIZE(y) <= 1 ? 18 + 7 * (y) : SIZE(y) == 2 ? 18 + 13 * (y) / 2 : 18 + 17 * (y) / 3)
#define SPOT(x, y) (ON(x, y) ? MIDDLE(y) + (x) : 0)

// A turn mirrors columns, mirrors rows, and then swaps them.
enum { MIRROR_COLUMNS = 1, MIRROR_ROWS = 2, SWAP = 4, TURNS = 8 };
#define TURNED_X(turn, square) ((turn)&MIRROR_COLUMNS ? -X(square) : X(square))
#define TURNED_Y(turn, square) ((turn)&MIRROR_ROWS ? -Y(square) : Y(square))
#define TURNED(turn, square)                                                                       \
    ((turn)&SWAP ? SPOT(TURNED_Y(turn, square), TURNED_X(turn, square))                            \
                 : SPOT(TURNED_X(turn, square), TURNED_Y(turn, square)))
#define TURNED_ROW(turn, row)                                                                      \
    TURNED(turn, 8 * row), TURNED(turn, 8 * row + 1), TURNED(turn, 8 * row + 2),                   \
        TURNED(turn, 8 * row + 3), TURNED(turn, 8 * row + 4), TURNED(turn, 8 * row + 5),           \
        TURNED(turn, 8 * row + 6), TURNED(turn, 8 * row + 7)
#define TURNED_BOARD(turn)                                                                         \
    {                                                                                              \
        TURNED_ROW(turn, 0), TURNED_ROW(turn, 1), TURNED_ROW(turn, 2), TURNED_ROW(turn, 3),        \
            TURNED_ROW(turn, 4), TURNED_ROW(turn, 5), TURNED_ROW(turn, 6), TURNED_ROW(turn, 7)     \
    }

static const uint8_t turned[TURNS][64] = {
    TURNED_BOARD(0), TURNED_BOARD(1), TURNED_BOARD(2), TURNED_BOARD(3),
    TURNED_BOARD(4), TURNED_BOARD(5), TURNED_BOARD(6), TURNED_BOARD(7),
};

// The turn that brings a square right of the centre or above it, and not further up than right.
static unsigned turn_for(unsigned square)
{
    int x = X(square), y = Y(square);

    return (x < 0 ? MIRROR_COLUMNS : 0) | (y < 0 ? MIRROR_ROWS : 0) |
           (SIZE(y) > SIZE(x) ? SWAP : 0);
}

static unsigned region_of(unsigned square)
{
    static const uint8_t regions[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7}, {3, 6}};

    return regions[SIZE(Y(square))][SIZE(X(square))];
}

// ---------------------------------------------------------------------------------------------
// Inputs
// ---------------------------------------------------------------------------------------------

struct list {
    const uint8_t *turned; // squares
    struct net_inputs *inputs;
};

// One plane of all squares.
static inline void add_squares(struct list *l, unsigned first, uint64_t set)
{
    while (set)
        net_add(l->inputs, first + l->turned[bits_pop(&set)]);
}

static inline void add_pieces(struct list *l, const struct yoxii_position *y, int seat,
                              unsigned first)
{
    uint64_t own = y->pieces[seat], low = y->value_low, high = y->value_high;

    add_squares(l, first, own & ~low & ~high);
    add_squares(l, first + YOXII_SQUARES, own & low & ~high);
    add_squares(l, first + 2 * YOXII_SQUARES, own & ~low & high);
    add_squares(l, first + 3 * YOXII_SQUARES, own & low & high);
}

static inline void add_hand(struct list *l, const struct yoxii_position *y, int seat,
                            unsigned first)
{
    for (unsigned value = 1; value <= YOXII_VALUES; value++)
        net_add(l->inputs, first + (value - 1) * YOXII_COUNTS + yoxii_left(y, seat, value));
}

// The open squares with few exits, and with jumps.
static inline void add_roads(struct list *l, const struct yoxii_view *v, unsigned i,
                             unsigned region)
{
    const struct yoxii_counts *jumps = &v->roads.jumps;
    uint64_t open = v->near | v->far;
    uint64_t some = jumps->one[i] | jumps->two[i] | jumps->four[0][i] | jumps->four[1][i];
    unsigned plane = i * YOXII_SQUARES;
    unsigned traps = YOXII_INPUT_TRAPS + region * YOXII_TRAPS * YOXII_PLANES + plane;

    add_squares(l, traps, v->stuck[i] & open);
    add_squares(l, traps + YOXII_PLANES, v->tight[i] & ~v->stuck[i] & open);
    add_squares(l, traps + 2 * YOXII_PLANES, v->narrow[i] & ~v->tight[i] & open);
    add_squares(l, YOXII_INPUT_JUMPS + plane, some & open);
}

// All of one seat: i is 0 for the seat to act, 1 for the enemy.
static inline void add_seat(struct list *l, const struct yoxii_view *v, unsigned i, unsigned region)
{
    int seat = v->me ^ (int)i;
    uint64_t exits = yoxii_exits(v->y, seat);
    unsigned plane = region * YOXII_PLANES + i * YOXII_SQUARES;

    add_pieces(l, v->y, seat, YOXII_INPUT_PIECES + i * YOXII_VALUES * YOXII_SQUARES);
    add_squares(l, YOXII_INPUT_EXITS + plane, exits);
    add_squares(l, YOXII_INPUT_LEADS + plane, v->leads[i] & (v->near | v->far));
    add_roads(l, v, i, region);
    add_hand(l, v->y, seat, YOXII_INPUT_HANDS + i * YOXII_VALUES * YOXII_COUNTS);
    net_add(l->inputs, YOXII_INPUT_EXIT_COUNTS + i * YOXII_EXITS + (unsigned)bits_count(exits));
}

static inline unsigned lead_around(const struct yoxii_view *v)
{
    int lead = yoxii_sum(v->y, v->me) - yoxii_sum(v->y, v->me ^ 1) + YOXII_MOST_LEAD;

    return lead < 0 ? 0 : lead > 2 * YOXII_MOST_LEAD ? 2 * YOXII_MOST_LEAD : (unsigned)lead;
}

void yoxii_inputs(const struct yoxii_view *v, struct net_inputs *inputs)
{
    unsigned totem = v->y->totem, region = region_of(totem);
    unsigned placed = (unsigned)bits_count(v->y->pieces[0] | v->y->pieces[1]);
    struct list l = {turned[turn_for(totem)], inputs};

    add_seat(&l, v, 0, region);
    add_seat(&l, v, 1, region);
    net_add(inputs, YOXII_INPUT_LEAD + lead_around(v));
    net_add(inputs, YOXII_INPUT_PLACED + placed);
    net_add(inputs, YOXII_INPUT_REGION + region);
    inputs->stage =
        placed / PIECES_A_STAGE < YOXII_STAGES ? placed / PIECES_A_STAGE : YOXII_STAGES - 1;
}
