// SPDX-License-Identifier: MIT
#include "games/tiku/lines.h"

#ifndef STAGE
#define STAGE 4
#endif

static const int discs_mover[14]={-459,-396,-345,-285,-210,-123,-33,78,201,342,486,660,870,1080};
static const int discs_waiter[14]={-465,-432,-375,-315,-237,-147,-63,27,117,201,300,420,564,780};
static const int freedom[21]={-75,-50,-33,-24,-5,3,11,17,22,27,36,44,44,44,44,44,44,44,44,44,44};
static const int swing1[12]={-205,-168,-120,-94,-60,3,63,114,215,300,382,450};
static const int swing2[12]={-95,-60,-39,-25,10,38,103,125,190,200,200,200};
static const int second_mover[6]={-100,-87,-3,30,38,38};
static const int threat_waiter[4]={0,72,120,198};
#define CORNERS UINT64_C(0x210000000021)
#define BESIDE UINT64_C(0x122100002112)

// What the slides of a seat promise.
struct outlook {
    int discs;    // on the board
    int best;     // most discs that one move adds
    int second;   // the same with another figure
    int swing;    // most discs that one move adds or takes
    int swing2;   // the same with another figure
    int sum;      // of each figure's most discs added or taken
    int mobility; // moves
    int shut;     // figures that cannot move
    int threats;  // figures*lines with a win
    int freedom;
    uint64_t cover;
};

struct view {
    uint64_t own, enemy;
    int best, swing, wins, need; // of one figure
    uint64_t cover;
};

static inline void look(struct view *v, uint64_t trail, unsigned to)
{
    int added = bits_count(trail & ~v->own) - (int)(v->own >> to & 1);
    int taken = bits_count((trail | BIT(to)) & v->enemy);
    int swing = added + taken;

    v->best = added > v->best ? added : v->best;
    v->swing = swing > v->swing ? swing : v->swing;
    v->wins += added >= v->need;
    v->cover |= trail | BIT(to);
}

// Both ends of one line. A longer slide is never worse in discs, so only the longest count.
static inline unsigned look_along(struct view *v, enum direction d, unsigned step, unsigned from, unsigned how_far)
{
    unsigned ahead = how_far >> 3, behind = (how_far & 7) - ahead;
    unsigned up = d == SOUTHEAST ? behind : ahead, down = d == SOUTHEAST ? ahead : behind;

    look(v, trails[SHAPE(d, up)] << from, from + up * step);
    look(v, trails[SHAPE(d, down)] << ((from - down * step + step) & 63), from - down * step);
    return how_far & 7;
}

static inline void outlook(const struct tiku_position *t, unsigned seat, struct outlook *o)
{
    uint64_t movers = t->figures[seat], figures = t->figures[0] | t->figures[1];

    *o = (struct outlook){.discs = bits_count(t->discs[seat])};
    for (unsigned i = 0; i < TIKU_FIGURES; i++) {
        unsigned from = (unsigned)bits_pop(&movers);
        unsigned row = tiku_row(from), column = tiku_column(from), moves;
        struct view v = {.own = t->discs[seat], .enemy = t->discs[seat ^ 1], .need = TIKU_DISCS - o->discs};
        moves = look_along(&v, EAST, STEP_EAST, from, reach[column][row_line(figures, row)]);
        moves += look_along(&v, NORTH, STEP_NORTH, from, reach[row][column_line(figures, column)]);
        if (t->ringed >> from & 1) {
            unsigned up = diagonal_line(figures, &rising[column + TIKU_SIDE - 1 - row]);
            unsigned down = diagonal_line(figures, &falling[column + row]);
            moves += look_along(&v, NORTHEAST, STEP_NORTHEAST, from, reach[column][up]);
            moves += look_along(&v, SOUTHEAST, -STEP_SOUTHEAST, from, reach[column][down]);
        }
        o->mobility += (int)moves;
        o->shut += moves == 0;
        o->sum += v.swing;
        o->threats += v.wins;
        o->freedom += freedom[moves];
        o->cover |= v.cover;
        int low = v.best < o->best ? v.best : o->best;
        o->second = low > o->second ? low : o->second;
        o->best = v.best > o->best ? v.best : o->best;
        low = v.swing < o->swing ? v.swing : o->swing;
        o->swing2 = low > o->swing2 ? low : o->swing2;
        o->swing = v.swing > o->swing ? v.swing : o->swing;
    }
}

int tiku_evaluate(const struct game_position *p, int seat)
{
    const struct tiku_position *t = tiku_of(p);
    unsigned mover = tiku_seat(t);
    int value;
#if STAGE == 1 || STAGE == 2
    value = 100 * (bits_count(t->discs[mover]) - bits_count(t->discs[mover ^ 1]));
#elif STAGE == 4
    struct outlook me, you;
    outlook(t, mover, &me);
    outlook(t, mover ^ 1, &you);
    uint64_t mine = t->discs[mover], yours = t->discs[mover ^ 1];
    if (me.discs + me.best >= TIKU_DISCS)
        value = 12000;
    else
    value = discs_mover[me.discs] - discs_waiter[you.discs] + me.freedom - you.freedom + swing1[me.swing] - swing1[you.swing]
       + swing2[me.swing2] - swing2[you.swing2] + second_mover[me.second] - threat_waiter[you.threats > 3 ? 3 : you.threats]
       + 30 * (bits_count(mine & CORNERS) - bits_count(yours & CORNERS)) + 12 * (bits_count(mine & BESIDE) - bits_count(yours & BESIDE))
       + 14 * bits_count(yours & me.cover) + 15 * (bits_count(t->ringed & t->figures[mover])-bits_count(t->ringed & t->figures[mover^1]));
#else
    struct outlook me, you;
    outlook(t, mover, &me);
    outlook(t, mover ^ 1, &you);
    value = 100 * (me.discs - you.discs) + 60 * me.swing - 40 * you.swing + 8 * (me.mobility - you.mobility) + 10 * (me.sum - you.sum);
    if (me.discs + me.best >= TIKU_DISCS)
        value = 12000;
    else if (you.threats)
        value -= 300 * (you.threats > 1 ? 2 : 1);
#endif
    return (unsigned)seat == mover ? value : -value;
}

void tiku_order(const struct game_position *p, const game_action *list, unsigned count, int *score)
{
    const struct tiku_position *t = tiku_of(p);
    unsigned seat = tiku_seat(t);
    uint64_t own = t->discs[seat], enemy = t->discs[seat ^ 1];
    int need = TIKU_DISCS - bits_count(own);

    for (unsigned i = 0; i < count; i++) {
        game_action action = list[i];
        uint64_t trail = trails[action >> TIKU_SHAPE_SHIFT] << (action >> TIKU_LOWEST_SHIFT & 63);
        uint64_t to = BIT(tiku_to(action));
        int added = bits_count(trail & ~own) - ((own & to) != 0);
        int taken = bits_count((trail | to) & enemy);
        score[i] = STAGE < 2 ? 0 : added >= need ? 12000 : 700 * (added + taken);
    }
}
