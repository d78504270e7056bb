// SPDX-License-Identifier: MIT
// The wall as numbers, for those who learn the game. An action is the column, from a, of an upright
// block, or 17 + the left column of a flat one; the last number is a pass. Planes have all 17
// columns, so that the wall stands where it stands.
#include "base/bits.h"
#include "game/learn.h"
#include "games/kwinty/kwinty.h"

enum { FLAT = KWINTY_COLUMNS, PASS = FLAT + KWINTY_COLUMNS - 1 };
enum { PART_LEFT, PART_RIGHT, PART_FOOT, PART_HEAD, PARTS };
enum { CELLS = KWINTY_SIZE * KWINTY_COLUMNS };

static void space(const struct game_options *options, struct learn_space *s)
{
    (void)options;
    *s = (struct learn_space){PASS + 1, 2 * PARTS, KWINTY_SIZE, KWINTY_COLUMNS};
}

static void number(const struct game_position *p, const game_action *list, unsigned count,
                   uint16_t *numbers)
{
    unsigned left = kwinty_of(p)->left - KWINTY_LEFT;

    for (unsigned i = 0; i < count; i++) {
        unsigned column = left + list[i] % KWINTY_FLAT;
        numbers[i] = (uint16_t)(list[i] == KWINTY_PASS  ? PASS
                                : list[i] < KWINTY_FLAT ? column
                                                        : FLAT + column);
    }
}

static game_action numbered(const struct game_position *p, unsigned n)
{
    unsigned left = kwinty_of(p)->left - KWINTY_LEFT;

    if (n == PASS)
        return KWINTY_PASS;
    return n < FLAT ? n - left : n - FLAT - left + KWINTY_FLAT;
}

// Puts the squares of both halves of the frame where they stand; of the upper half only its own two
// rows.
static void put_plane(uint8_t *plane, unsigned left, uint64_t lower, uint64_t upper)
{
    enum { ROW = KWINTY_SIZE, SHARED = KWINTY_HALF_ROWS - KWINTY_UPPER };

    for (plane += left; lower;) {
        unsigned at = (unsigned)bits_pop(&lower);
        plane[at / ROW * KWINTY_COLUMNS + at % ROW] = 1;
    }
    for (upper >>= SHARED * ROW; upper;) {
        unsigned at = (unsigned)bits_pop(&upper) + KWINTY_HALF_ROWS * ROW;
        plane[at / ROW * KWINTY_COLUMNS + at % ROW] = 1;
    }
}

// Of an upright block that stands with its foot in the rows of the lower half and its head above
// them, the upper half knows both.
static void planes(const struct game_position *seen, int seat, uint8_t *out)
{
    const struct kwinty_position *k = kwinty_of(seen);
    const struct kwinty_half *l = &k->lower, *u = &k->upper;

    for (unsigned i = 0; i < 2; i++, out += PARTS * CELLS) {
        uint64_t low = l->own[(unsigned)seat ^ i], up = u->own[(unsigned)seat ^ i];
        uint64_t feet_up = u->tops >> KWINTY_SIZE;
        uint64_t feet = l->tops >> KWINTY_SIZE | (feet_up << KWINTY_UPPER * KWINTY_SIZE &
                                                  (BIT(KWINTY_HALF_ROWS * KWINTY_SIZE) - 1));
        put_plane(out + PART_LEFT * CELLS, k->left, low & l->lefts, up & u->lefts);
        put_plane(out + PART_RIGHT * CELLS, k->left, low & l->lefts << 1, up & u->lefts << 1);
        put_plane(out + PART_FOOT * CELLS, k->left, low & feet, up & feet_up);
        put_plane(out + PART_HEAD * CELLS, k->left, low & l->tops, up & u->tops);
    }
}

static void name_plane(const struct game_options *options, unsigned plane, struct text *t)
{
    static const char *const parts[PARTS] = {"left halves", "right halves", "lower halves",
                                             "upper halves"};

    (void)options;
    text_format(t, "%s %s of blocks", plane < PARTS ? "own" : "enemy", parts[plane % PARTS]);
}

const struct game_learning kwinty_learning = {
    .space = space,
    .number = number,
    .numbered = numbered,
    .planes = planes,
    .name = name_plane,
};
