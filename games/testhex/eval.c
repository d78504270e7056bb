// SPDX-License-Identifier: MIT
// How a position looks: who needs fewer stones to join the own edges. Unit: a stone, 100 hundredths.
//
// Two cells with two empty ones between them (a bridge) count as joined already, and so does a cell one row away
// from an own edge: if the one way is shut the other one is left. So the distance is nearly right, though two
// bridges may need the same empty cell. The numbers are guesses that were not fitted; the game table's chance_scale
// says what came of them.
#include "games/testhex/testhex.h"

enum {
    STONE = 100,
    TURN = 50, // a turn is half a stone
    WIDTH = 4, // a cell more on the shortest ways; less than a stone for any number of them
    FAR = 2 * TESTHEX_LARGE,
};

// The empty cells that a chain reaches with its n-th new stone, by n from 1.
struct layers {
    uint64_t at[FAR + 1];
    int reached; // stones until the far edge
};

// Own stones and empty cells next to a set, over bridges too.
static uint64_t beside(uint64_t cells, uint64_t empty)
{
    uint64_t near = testhex_neighbours(cells);

    for (unsigned step = 0; step < 6; step++)
        near |= testhex_step(testhex_step(cells, step) & empty, step + 1) &
                testhex_step(testhex_step(cells, step + 1) & empty, step);
    return near;
}

// From where an edge is as good as reached: its own cells, and those of the next row that touch two empty ones.
static uint64_t shore(const struct testhex_position *h, unsigned seat, bool far)
{
    static const uint8_t inward[2][2] = {{1, 4},
                                         {5, 2}}; // this step and the next one leave the edge
    uint64_t edge = testhex_edge(h, seat, far), free = edge & testhex_empty(h);
    unsigned step = inward[seat][far];

    return (edge | (testhex_step(free, step) & testhex_step(free, step + 1))) & testhex_board(h);
}

static uint64_t with_own(uint64_t cells, uint64_t own, uint64_t empty)
{
    for (uint64_t before = ~cells; before != cells;) {
        before = cells;
        cells |= beside(cells, empty) & own;
    }
    return cells;
}

// Walks from one edge to the other, a stone at a time.
static void walk(const struct testhex_position *h, unsigned seat, bool back, struct layers *l)
{
    uint64_t own = h->stones[seat], empty = testhex_empty(h);
    uint64_t from = shore(h, seat, back), to = shore(h, seat, !back);
    uint64_t cells = with_own(from & own, own, empty);

    l->reached = 0;
    while (!(cells & to)) {
        uint64_t next = (from | beside(cells, empty)) & empty & ~cells;
        if (!next || l->reached == FAR) {
            l->reached = FAR;
            return;
        }
        l->at[++l->reached] = next;
        cells = with_own(cells | next, own, empty);
    }
}

// How many stones a seat needs, and which empty cells lie on a shortest way.
static int distance(const struct testhex_position *h, unsigned seat, uint64_t *ways)
{
    struct layers there, back;

    *ways = 0;
    walk(h, seat, false, &there);
    if (there.reached == 0 || there.reached == FAR)
        return there.reached;
    walk(h, seat, true, &back);
    for (int n = 1; n <= there.reached && there.reached + 1 - n <= back.reached; n++)
        *ways |= there.at[n] & back.at[there.reached + 1 - n];
    return there.reached;
}

int testhex_evaluate(const struct game_position *p, int seat)
{
    const struct testhex_position *h = testhex_of(p);
    uint64_t own, others;
    int stones = distance(h, (unsigned)seat ^ 1, &others) - distance(h, (unsigned)seat, &own);
    int turn = testhex_seat(h) == (unsigned)seat ? TURN : -TURN;

    return STONE * stones + turn + WIDTH * (bits_count(own) - bits_count(others));
}

// Cells on both players' shortest ways first, then the middle of the board.
void testhex_order(const struct game_position *p, const game_action *list, unsigned count,
                   int *score)
{
    const struct testhex_position *h = testhex_of(p);
    int middle = (int)testhex_size(h) - 1;
    uint64_t own, others;

    distance(h, testhex_seat(h), &own);
    distance(h, testhex_seat(h) ^ 1, &others);
    for (unsigned i = 0; i < count; i++) {
        unsigned cell = list[i];
        int right = 2 * (int)(cell & 7) - middle, up = 2 * (int)(cell >> 3) - middle;
        score[i] = list[i] == TESTHEX_SWAP
                       ? 0
                       : 400 * (int)(own >> cell & 1) + 400 * (int)(others >> cell & 1) -
                             right * right - up * up - right * up;
    }
}
