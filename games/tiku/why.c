// SPDX-License-Identifier: MIT
// Says which rule forbids an attempt. Moves are judged by walking over the board square by square,
// independently of the tables in moves.c; the tests hold the two against each other.
#include "games/tiku/tiku.h"

const struct game_rule tiku_rules[TIKU_RULES] = {
    [TIKU_RULE_NO_FIGURE] = {"no-figure",
                             "A move begins with one of your figures; none stands on that square."},
    [TIKU_RULE_NOT_YOURS] = {"not-yours",
                             "You move your own figures; that one is your opponent's."},
    [TIKU_RULE_PASS_ALONE] = {"pass-alone", "A pass is a whole turn; no square goes with it."},
    [TIKU_RULE_MAY_NOT_PASS] = {"may-not-pass",
                                "You must move: passing is only for a player whose figures are all "
                                "shut in."},
    [TIKU_RULE_SHUT_IN] = {"shut-in",
                           "That figure cannot move: other figures or the edge stand in every "
                           "direction it may take."},
    [TIKU_RULE_STANDS_STILL] = {"stands-still", "A figure must move by at least one square."},
    [TIKU_RULE_OCCUPIED] = {"occupied",
                            "A move cannot end on a square with a figure; figures are never "
                            "captured."},
    [TIKU_RULE_CROOKED] = {"crooked", "A figure moves in one straight line; that square is not on "
                                      "any line from it."},
    [TIKU_RULE_BLOCKED] = {"blocked", "A figure cannot pass over another figure, whoever owns it."},
    [TIKU_RULE_NO_DIAGONALS] = {"no-diagonals",
                                "Figures move along rows and columns only; a diagonal move belongs "
                                "to a variant that was not chosen."},
    [TIKU_RULE_DIAGONAL_SPENT] = {"diagonal-spent",
                                  "A figure may move diagonally once in a game, and that one "
                                  "already has."},
};

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static bool on_board(int row, int column)
{
    return row >= 0 && row < TIKU_SIDE && column >= 0 && column < TIKU_SIDE;
}

static bool has_figure(const struct tiku_position *t, int row, int column)
{
    return (t->figures[0] | t->figures[1]) >> tiku_square((unsigned)row, (unsigned)column) & 1;
}

static bool may_move_diagonally(const struct tiku_position *t, unsigned square)
{
    return t->ringed >> square & 1;
}

// Whether the figure cannot move at all: one free square beside it would be enough.
static bool is_shut_in(const struct tiku_position *t, unsigned square)
{
    int row = (int)tiku_row(square), column = (int)tiku_column(square);

    for (int up = -1; up <= 1; up++) {
        for (int right = -1; right <= 1; right++) {
            if (up && right && !may_move_diagonally(t, square))
                continue;
            if (on_board(row + up, column + right) && !has_figure(t, row + up, column + right))
                return false;
        }
    }
    return true;
}

bool tiku_must_pass(const struct tiku_position *t)
{
    uint64_t figures = t->figures[tiku_seat(t)];

    while (figures) {
        if (!is_shut_in(t, (unsigned)bits_pop(&figures)))
            return false;
    }
    return true;
}

// Judges a touch of the pass button, alone or together with a square.
static unsigned why_not_pass(const struct tiku_position *t, const struct game_path *path)
{
    if (!tiku_must_pass(t))
        return TIKU_RULE_MAY_NOT_PASS;
    return path->count == 1 ? TIKU_RULE_NONE : TIKU_RULE_PASS_ALONE;
}

// Judges the start of a move.
static unsigned why_not_from(const struct tiku_position *t, unsigned from)
{
    if (t->figures[tiku_seat(t) ^ 1] >> from & 1)
        return TIKU_RULE_NOT_YOURS;
    if (!(t->figures[tiku_seat(t)] >> from & 1))
        return TIKU_RULE_NO_FIGURE;
    return TIKU_RULE_NONE;
}

// Judges the way of an own figure.
static unsigned why_not_way(const struct tiku_position *t, unsigned from, unsigned to)
{
    int row = (int)tiku_row(from), column = (int)tiku_column(from);
    int rows = (int)tiku_row(to) - row, columns = (int)tiku_column(to) - column;
    int up = sign(rows), right = sign(columns);

    if (from == to)
        return TIKU_RULE_STANDS_STILL;
    if (rows && columns && rows * up != columns * right)
        return TIKU_RULE_CROOKED;
    if (rows && columns && !(t->turn & TIKU_TURN_DIAGONAL))
        return TIKU_RULE_NO_DIAGONALS;
    if (rows && columns && !may_move_diagonally(t, from))
        return TIKU_RULE_DIAGONAL_SPENT;
    for (;;) {
        row += up;
        column += right;
        bool arrived = tiku_square((unsigned)row, (unsigned)column) == to;
        if (has_figure(t, row, column))
            return arrived ? TIKU_RULE_OCCUPIED : TIKU_RULE_BLOCKED;
        if (arrived)
            return TIKU_RULE_NONE;
    }
}

unsigned tiku_why(const struct game_position *p, const struct game_path *path)
{
    const struct tiku_position *t = tiku_of(p);

    for (unsigned i = 0; i < path->count; i++) {
        if (path->at[i] == TIKU_PASS_SPOT)
            return why_not_pass(t, path);
    }
    unsigned from = tiku_square_of_spot(path->at[0]);
    unsigned rule = why_not_from(t, from);
    if (rule != TIKU_RULE_NONE)
        return rule;
    if (path->count == 1)
        return is_shut_in(t, from) ? TIKU_RULE_SHUT_IN : TIKU_RULE_NONE;
    return why_not_way(t, from, tiku_square_of_spot(path->at[1]));
}
