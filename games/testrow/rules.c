// SPDX-License-Identifier: MIT
// The table of Testrow and its rules: three in a row on nine squares.
// It is the example that `make new-game` copies.
#include <assert.h>
#include <string.h>

#include "base/symmetry.h"
#include "games/testrow/testrow.h"

const uint8_t testrow_lines[TESTROW_LINES][TESTROW_SIDE] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
};

static void testrow_start(const struct game_options *options, uint64_t seed,
                          struct game_position *p)
{
    struct testrow_position *r = (struct testrow_position *)p->bytes;

    (void)options;
    (void)seed;
    memset(p, 0, sizeof *p);
    memset(r->at, TESTROW_EMPTY, sizeof r->at);
    r->seat = TESTROW_WHITE;
}

bool testrow_has_line(const struct testrow_position *r, unsigned line, int seat)
{
    for (unsigned i = 0; i < TESTROW_SIDE; i++) {
        if (r->at[testrow_lines[line][i]] != seat)
            return false;
    }
    return true;
}

bool testrow_has_row(const struct testrow_position *r, int seat)
{
    for (unsigned line = 0; line < TESTROW_LINES; line++) {
        if (testrow_has_line(r, line, seat))
            return true;
    }
    return false;
}

static int testrow_to_act(const struct game_position *p)
{
    return testrow_of(p)->seat;
}

// An action is the number of a square. The game is over exactly when there is none.
static unsigned testrow_actions(const struct game_position *p, game_action *list)
{
    const struct testrow_position *r = testrow_of(p);
    unsigned count = 0;

    if (testrow_has_row(r, TESTROW_WHITE) || testrow_has_row(r, TESTROW_BLACK))
        return 0;
    for (unsigned square = 0; square < TESTROW_SQUARES; square++) {
        if (r->at[square] == TESTROW_EMPTY)
            list[count++] = square;
    }
    return count;
}

static void testrow_apply(const struct game_position *before, game_action action,
                          struct game_position *after)
{
    struct testrow_position next = *testrow_of(before);

    assert(action < TESTROW_SQUARES && next.at[action] == TESTROW_EMPTY); // a listed action
    next.at[action] = next.seat;
    next.seat ^= 1;
    *(struct testrow_position *)after->bytes = next;
}

// The scene's first spots are the squares, in the same order.
static void testrow_action_path(const struct game_position *p, game_action action,
                                struct game_path *path)
{
    (void)p;
    *path = (struct game_path){1, {(game_spot)action}};
}

static void testrow_result(const struct game_position *p, struct game_result *result)
{
    const struct testrow_position *r = testrow_of(p);
    game_action list[TESTROW_SQUARES];

    *result = (struct game_result){.over = testrow_actions(p, list) == 0};
    if (!result->over)
        return;
    for (int seat = 0; seat < 2; seat++) {
        result->outcome[seat] = testrow_has_row(r, seat)       ? GAME_WIN
                                : testrow_has_row(r, seat ^ 1) ? GAME_LOSS
                                                               : GAME_DRAW;
    }
}

// The rules hold under every symmetry of the board.
static void testrow_apply_symmetry(const struct game_position *p, unsigned symmetry,
                                   struct game_position *other)
{
    struct testrow_position r = *testrow_of(p), turned = r;

    for (unsigned square = 0; square < TESTROW_SQUARES; square++)
        turned.at[symmetry_square(TESTROW_SIDE, square, symmetry)] = r.at[square];
    *(struct testrow_position *)other->bytes = turned;
}

static const struct game_ui testrow_ui = {
    .scene = testrow_scene,
    .say = testrow_say,
};

static const struct game_ai testrow_ai = {
    .evaluate = testrow_evaluate,
    .symmetries = SYMMETRY_COUNT,
    .apply_symmetry = testrow_apply_symmetry,
};

GAME_EXPORT const struct game game_testrow = {
    .name = "testrow",
    .title = "Testrow",
    .goal = "Get three stones in a row.",
    .about = "Two players place stones on nine squares, one per turn. Three stones in a line win.",
    .seat_names = {"White", "Black"},
    .seat_colours = {PALETTE_IVORY, PALETTE_EBONY},
    .rules = testrow_rules,
    .rule_count = TESTROW_RULES,
    .position_size = sizeof(struct testrow_position),
    .max_actions = TESTROW_SQUARES,
    .max_path = 1,
    .unlisted = true,
    .start = testrow_start,
    .read = testrow_read,
    .write = testrow_write,
    .to_act = testrow_to_act,
    .actions = testrow_actions,
    .apply = testrow_apply,
    .action_text = testrow_action_text,
    .action_path = testrow_action_path,
    .result = testrow_result,
    .why = testrow_why,
    .ui = &testrow_ui,
    .ai = &testrow_ai,
    .learning = GAME_LEARNING(testrow_learning),
};
