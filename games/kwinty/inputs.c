// SPDX-License-Identifier: MIT
// What the network sees of a wall: every square of both colours and its part in a block, threats,
// what can be placed where, heights, hands, rows of four. The first of everything is the seat's to
// act.
#include "games/kwinty/inputs.h"

// All squares of the frame.
__extension__ typedef unsigned __int128 frame;

enum { LOWER_SQUARES = KWINTY_HALF_ROWS * ROW, BLOCKS_A_STAGE = 5 };

static inline frame frame_of(uint64_t lower, uint64_t upper)
{
    return lower | (frame)(upper >> (LOWER_SQUARES - UPPER_SHIFT)) << LOWER_SQUARES;
}

static inline void add_frame(struct net_inputs *l, unsigned plane, frame set)
{
    net_add_set(l, plane * KWINTY_FRAME, (uint64_t)set);
    net_add_set(l, plane * KWINTY_FRAME + 64, (uint64_t)(set >> 64));
}

// The squares of one colour by their part in a block, and its threats.
static inline void add_squares(struct net_inputs *l, const struct kwinty_position *k,
                               const struct threats *s, unsigned first, int aside, frame empty)
{
    frame own = frame_of(s->own.lower, s->own.upper) << aside;
    frame lefts = frame_of(k->lower.lefts, k->upper.lefts) << aside;
    frame heads = frame_of(k->lower.tops, k->upper.tops) << aside;

    add_frame(l, first + KWINTY_PLANE_LEFT, own & lefts);
    add_frame(l, first + KWINTY_PLANE_RIGHT, own & lefts << 1);
    add_frame(l, first + KWINTY_PLANE_FOOT, own & heads >> ROW);
    add_frame(l, first + KWINTY_PLANE_HEAD, own & heads);
    add_frame(l, first + KWINTY_PLANE_ONE, (frame_of(s->one.lower, s->one.upper) & empty) << aside);
    add_frame(l, first + KWINTY_PLANE_PAIR,
              (frame_of(s->pair.lower, s->pair.upper) & empty) << aside);
    add_frame(l, first + KWINTY_PLANE_TALL,
              (frame_of(s->tall.lower, s->tall.upper) & empty) << aside);
}

static inline void add_heights(struct net_inputs *l, frame filled, int aside)
{
    for (unsigned c = 0; c < KWINTY_SIZE; c++) {
        frame squares = filled << aside >> c;
        uint64_t low = (uint64_t)squares & COLUMN,
                 high = (uint64_t)(squares >> LOWER_SQUARES) & (BIT(0) | BIT(ROW));
        net_add(l, KWINTY_INPUT_HEIGHT + c * (KWINTY_SIZE + 1) +
                       (unsigned)(bits_count(low) + bits_count(high)));
    }
}

// Empty squares within the columns that stay inside the frame when the wall is moved to its middle.
static inline frame empty_squares(frame filled, int aside)
{
    uint64_t columns = COLUMNS(KWINTY_SIZE - aside);

    return ~filled & frame_of(columns, columns);
}

void kwinty_inputs(const struct kwinty_position *k, const struct threats *s,
                   struct net_inputs *inputs)
{
    uint64_t ground = (s[0].own.lower | s[1].own.lower) & GROUND;
    int width = bits_count(ground), aside = (KWINTY_SIZE - width) / 2;
    frame filled = frame_of(s[0].own.lower | s[1].own.lower, s[0].own.upper | s[1].own.upper);
    frame empty = empty_squares(filled, aside);

    for (unsigned i = 0; i < 2; i++) {
        const struct threats *side = &s[k->seat ^ i];
        int fours = kwinty_fours(k, k->seat ^ (int)i);
        add_squares(inputs, k, side, i * KWINTY_PLANES, aside, empty);
        net_add_set(inputs, KWINTY_INPUT_PLACES + 32 * i, (uint32_t)(side->places << aside));
        net_add_set(inputs, KWINTY_INPUT_UNSAFE + 32 * i, (uint32_t)(side->unsafe << aside));
        net_add(inputs, KWINTY_INPUT_BLOCKS + i * (KWINTY_BLOCKS + 1) + (unsigned)side->blocks);
        net_add(inputs, KWINTY_INPUT_FOURS + i * (KWINTY_MOST_FOURS + 1) +
                            (unsigned)(fours < KWINTY_MOST_FOURS ? fours : KWINTY_MOST_FOURS));
    }
    add_heights(inputs, filled, aside);
    net_add(inputs, KWINTY_INPUT_WIDTH + (unsigned)width);
    unsigned placed = 2 * KWINTY_BLOCKS - (unsigned)(s[0].blocks + s[1].blocks);
    inputs->stage =
        placed / BLOCKS_A_STAGE < KWINTY_STAGES ? placed / BLOCKS_A_STAGE : KWINTY_STAGES - 1;
}
