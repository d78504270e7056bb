// SPDX-License-Identifier: MIT
// The network's arithmetic. Everything is computed again for every position: positions are small,
// and sums of a few dozen rows cost less than keeping them through the search.
#include "game/net.h"

#include <assert.h>
#include <string.h>

enum { ONE = 255, SHARE = 1024 };

// A vector of units, no wider than most machines have them: compilers take wider ones apart badly.
// A block of units is two of them; a row's weights to one block lie interleaved, so that shifts
// alone take them apart.
enum { LANES = NET_BLOCK / 2, WEIGHT_BITS = 8 };

typedef int16_t sums __attribute__((vector_size(2 * LANES)));

static inline unsigned number16(const char *bytes)
{
    uint16_t n;

    memcpy(&n, bytes, sizeof n);
    return n;
}

static inline int32_t number32(const char *bytes)
{
    int32_t n;

    memcpy(&n, bytes, sizeof n);
    return n;
}

// Where the parts lie.
struct parts {
    unsigned units;
    int32_t scale;
    const char *stage;  // share and constant
    const char *bias;   // of the units
    const char *output; // of the stage
    const char *rows;
};

static inline struct parts find_parts(const char *net, unsigned stage, unsigned stages)
{
    struct parts parts = {.units = number16(net + 10), .scale = number32(net + 16)};
    const char *bias = net + NET_HEAD + (size_t)8 * stages;

    parts.stage = net + NET_HEAD + (size_t)8 * stage;
    parts.bias = bias;
    parts.output = bias + (size_t)2 * parts.units * (1 + stage);
    parts.rows = bias + (size_t)2 * parts.units * (1 + stages);
    return parts;
}

// A macro, since vectors are passed to functions in a way that depends on the machine.
#define CUT_OFF(sum)                                                                               \
    ((sum) &= (sums)((sum) > 0),                                                                   \
     (sum) = ((sum) & (sums)((sum) <= ONE)) | ((sums)((sum) > ONE) & ONE))

// The part of the output that comes from the units of one block.
static inline int32_t look_at_block(const struct parts *parts, unsigned first, const uint16_t *on,
                                    unsigned count)
{
    const char *rows = parts->rows + first;
    size_t stride = parts->units;
    int16_t unit[NET_BLOCK], weight[NET_BLOCK];
    int32_t output = 0;
    sums low, high;

    memcpy(&low, parts->bias + (size_t)2 * first, sizeof low);
    memcpy(&high, parts->bias + (size_t)2 * (first + LANES), sizeof high);
    for (unsigned i = 0; i < count; i++) {
        sums row;
        memcpy(&row, rows + stride * on[i], sizeof row);
        low += row << WEIGHT_BITS >> WEIGHT_BITS;
        high += row >> WEIGHT_BITS;
    }
    CUT_OFF(low);
    CUT_OFF(high);
    memcpy(unit, &low, sizeof low);
    memcpy(unit + LANES, &high, sizeof high);
    memcpy(weight, parts->output + (size_t)2 * first, sizeof weight);
    // Weights are at most 128, so that the inner product fits into 16 bits: one instruction
    // multiplies and adds.
    for (unsigned i = 0; i < NET_BLOCK; i++)
        output += (int16_t)(unit[i] * weight[i]) * unit[i];
    return output;
}

int net_value(const struct game_net *n, const struct net_inputs *inputs, int plain)
{
    assert(inputs->count <= NET_MOST_ON && inputs->stage < n->stages);
    if (!n->weights[0])
        return plain;
    struct parts parts = find_parts(n->weights, inputs->stage, n->stages);
    int64_t output = 0;

    for (unsigned first = 0; first < parts.units; first += NET_BLOCK)
        output += look_at_block(&parts, first, inputs->on, inputs->count);
    int64_t value = (int64_t)number32(parts.stage) * plain / SHARE + number32(parts.stage + 4) +
                    output * parts.scale / (INT64_C(1) << 32);
    if (value > NET_MOST_VALUE)
        return NET_MOST_VALUE;
    return value < -NET_MOST_VALUE ? -NET_MOST_VALUE : (int)value;
}

int net_evaluate(const struct game_net *n, const struct game_position *p)
{
    struct net_inputs inputs;
    int plain;

    inputs.count = 0;
    return n->look(p, &plain, &inputs) ? net_value(n, &inputs, plain) : plain;
}
