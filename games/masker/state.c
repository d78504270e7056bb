// SPDX-License-Identifier: MIT
// What follows from a position: who is still in, who acts next, what can be captured, and how it
// ends. Nothing here changes what the text of a position says.
#include <assert.h>
#include <string.h>

#include "games/masker/masker.h"

// Neighbours on a board of w rows and columns: a row above and below, and left and right where the
// row goes on.
#define BESIDE(w, s)                                                                               \
    (((BIT(s) >> (w)) | (BIT(s) << (w)) | ((s) % (w) > 0 ? BIT(s) >> 1 : 0) |                      \
      ((s) % (w) < (w)-1 ? BIT(s) << 1 : 0)) &                                                     \
     (BIT((w) * (w)) - 1))
#define BESIDE3(w, s) BESIDE(w, s), BESIDE(w, (s) + 1), BESIDE(w, (s) + 2)
#define BESIDE9(w, s) BESIDE3(w, s), BESIDE3(w, (s) + 3), BESIDE3(w, (s) + 6)

const uint64_t masker_beside[2][MASKER_SQUARES + 1] = {
    {BESIDE9(6, 0), BESIDE9(6, 9), BESIDE9(6, 18), BESIDE9(6, 27)},
    {BESIDE9(3, 0)},
};

const char masker_letters[MASKER_KINDS + 1] = ".rygbpw";
const char *const masker_names[MASKER_KINDS] = {"unknown", "red",    "yellow", "green",
                                                "blue",    "purple", "white"};

// No colour has MASKER_NOBODYS.
bool masker_side_stays(const struct masker_position *p, int side)
{
    return p->left[p->colour[side]] > 0;
}

int masker_sides_left(const struct masker_position *p)
{
    int count = 0;

    for (int side = 0; side < masker_sides(p); side++)
        count += masker_side_stays(p, side);
    return count;
}

bool masker_can_act(const struct masker_position *p, int seat)
{
    return (p->capacity[seat] > 0) & masker_side_stays(p, masker_side(p, seat));
}

// A take that is due comes before the question who can act: it makes room.
bool masker_over(const struct masker_position *p)
{
    bool somebody = masker_captures(p) == MASKER_TAKE_DUE;

    for (int seat = 0; seat < p->players; seat++)
        somebody = somebody || masker_can_act(p, seat);
    return !somebody || masker_sides_left(p) < 2;
}

int masker_need(const struct masker_position *p)
{
    int seat = masker_seat(p), capacity = p->capacity[seat];
    int both = masker_held(p, (seat + 1) % 3) + masker_held(p, (seat + 2) % 3);

    return capacity < both ? capacity : both;
}

bool masker_can_take(const struct masker_position *p, int from_next)
{
    int seat = masker_seat(p);

    return from_next <= masker_held(p, (seat + 1) % 3) &&
           masker_need(p) - from_next <= masker_held(p, (seat + 2) % 3);
}

void masker_push(struct masker_position *p, int square, unsigned colour)
{
    assert(colour > MASKER_NO_COLOUR && colour < MASKER_KINDS && p->pile[square] >> 12 == 0);
    p->pile[square] = (uint16_t)(p->pile[square] << 4 | colour);
}

int masker_height(const struct masker_position *p, int square)
{
    int height = 0;

    for (unsigned pile = p->pile[square]; pile; pile >>= 4)
        height++;
    return height;
}

unsigned masker_cross(const struct masker_position *p, int square, int level)
{
    assert(level >= 0 && level < masker_height(p, square));
    return p->pile[square] >> 4 * (masker_height(p, square) - 1 - level) & 15;
}

unsigned masker_candidates(const struct masker_position *p)
{
    unsigned set = 0;

    for (unsigned colour = 1; colour <= MASKER_COLOURS; colour++) {
        if (p->left[colour] > MASKER_NOBODYS)
            set |= 1u << colour;
    }
    return set;
}

uint64_t masker_targets(const struct masker_position *p)
{
    if (masker_over(p))
        return 0;
    if (masker_captures(p) == MASKER_TAKE_DUE)
        return MASKER_TAKES;
    uint64_t stop = masker_captures(p) > 0 ? BIT(masker_stop(p->tower)) : 0;
    uint64_t beside = p->crosses & masker_beside[p->tower][masker_star(p)];
    return (masker_free(p) ? p->crosses : beside) | stop;
}

// The turn after one of seat s, of n seats of which a set can act. Seats that cannot are skipped;
// when none can, the round comes back to where it began.
#define IN(set, s) ((set) >> (s)&1)
#define AFTER(n, set, s)                                                                           \
    (uint8_t)(4 * ((s) >= (n)                 ? 0                                                  \
                   : IN(set, ((s) + 1) % (n)) ? ((s) + 1) % (n)                                    \
                   : IN(set, ((s) + 2) % (n)) ? ((s) + 2) % (n)                                    \
                   : IN(set, ((s) + 3) % (n)) ? ((s) + 3) % (n)                                    \
                                              : (s)))
#define ORDER(n, set)                                                                              \
    {                                                                                              \
        AFTER(n, set, 0), AFTER(n, set, 1), AFTER(n, set, 2), AFTER(n, set, 3)                     \
    }
#define ORDERS4(n, set) ORDER(n, set), ORDER(n, set + 1), ORDER(n, set + 2), ORDER(n, set + 3)

static const uint8_t orders[3][16][MASKER_SEATS] = {
    {ORDERS4(2, 0)},
    {ORDERS4(3, 0), ORDERS4(3, 4)},
    {ORDERS4(4, 0), ORDERS4(4, 4), ORDERS4(4, 8), ORDERS4(4, 12)},
};

unsigned masker_settle_order(struct masker_position *p)
{
    unsigned able = 0;

    for (int seat = 0; seat < p->players; seat++)
        able |= (unsigned)masker_can_act(p, seat) << seat;
    memcpy(p->next, orders[p->players - 2][able], sizeof p->next);
    return able;
}

static void settle_crosses(struct masker_position *p)
{
    p->crosses = p->deep = 0;
    memset(p->left, 0, sizeof p->left);
    memset(p->left, MASKER_NOBODYS, MASKER_KINDS);
    for (int square = 0; square < masker_squares(p); square++) {
        unsigned pile = p->pile[square];
        p->crosses |= (uint64_t)(pile > 0) << square;
        p->deep |= (uint64_t)(pile > 15) << square;
        for (; pile; pile >>= 4)
            p->left[pile & 15]++;
    }
    for (int side = 0; side < masker_sides(p); side++) {
        if (p->colour[side] != MASKER_NO_COLOUR)
            p->left[p->colour[side]] -= MASKER_NOBODYS;
    }
}

void masker_settle(struct masker_position *p)
{
    p->star[0] = (uint8_t)masker_stop(p->tower);
    settle_crosses(p);
    masker_settle_order(p);
    p->targets = masker_targets(p);
}

static void add_crosses(const struct masker_position *p, int score[GAME_MAX_SEATS])
{
    for (int seat = 0; seat < p->players; seat++)
        score[seat] = p->left[p->colour[masker_side(p, seat)]];
}

void masker_score_at_resignation(const struct game_position *position, int loser,
                                 int score[GAME_MAX_SEATS])
{
    (void)loser;
    add_crosses(masker_of(position), score);
}

void masker_result(const struct game_position *position, struct game_result *result)
{
    const struct masker_position *p = masker_of(position);
    enum game_outcome stays = masker_sides_left(p) > 1 ? GAME_DRAW : GAME_WIN;

    *result = (struct game_result){.over = masker_over(p)};
    for (int seat = 0; result->over && seat < p->players; seat++) {
        int side = masker_side(p, seat);
        result->outcome[seat] = masker_side_stays(p, side) ? stays : GAME_LOSS;
    }
    if (result->over)
        add_crosses(p, result->score);
}
