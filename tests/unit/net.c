// SPDX-License-Identifier: MIT
// Networks behind evaluations: that the weights fit the game, that inputs stay in their bounds in
// every position of random games, and that the vectors compute what the head of game/net.h says,
// number by number.
#include <stdio.h>
#include <string.h>

#include "game/net.h"
#include "tests/unit/subjects.h"

enum { POSITIONS = 3000, MOST_BYTES = 1 << 20, ONE = 255, SHARE = 1024 };

struct weights {
    size_t size;
    char bytes[MOST_BYTES];
};

static long number(const char *at, unsigned bytes)
{
    unsigned long n = 0;

    for (unsigned i = 0; i < bytes; i++)
        n |= (unsigned long)(unsigned char)at[i] << 8 * i;
    unsigned long sign = 1UL << (8 * bytes - 1);
    return (long)(n ^ sign) - (long)sign;
}

// The value by the definition, one number after the other.
static long by_definition(const char *net, const struct net_inputs *seen, int plain)
{
    unsigned units = (unsigned)number(net + 10, 2), stages = (unsigned)number(net + 12, 2);
    const char *bias = net + NET_HEAD + 8 * stages, *out = bias + 2 * units * (1 + seen->stage);
    const char *rows = bias + 2 * units * (1 + stages);
    long output = 0;

    for (unsigned u = 0; u < units; u++) {
        long sum = number(bias + 2 * u, 2);
        unsigned place = u / 32 * 32 + u % 16 * 2 + u / 16 % 2; // halves of a block by turns
        for (unsigned i = 0; i < seen->count; i++)
            sum += number(rows + (size_t)units * seen->on[i] + place, 1);
        sum = sum < 0 ? 0 : sum > ONE ? ONE : sum;
        output += sum * sum * number(out + 2 * u, 2);
    }
    long value = number(net + NET_HEAD + 8 * seen->stage, 4) * plain / SHARE +
                 number(net + NET_HEAD + 8 * seen->stage + 4, 4) +
                 output * number(net + 16, 4) / (1L << 32);
    return value > NET_MOST_VALUE    ? NET_MOST_VALUE
           : value < -NET_MOST_VALUE ? -NET_MOST_VALUE
                                     : value;
}

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    const struct game_net *net = game_ai(s->game)->net;
    struct net_inputs seen = {.count = 0};
    struct game_result result;
    unsigned *asked = to;
    int plain, seat = s->game->to_act(p);

    s->game->result(p, &result);
    if (result.over)
        return;
    int value = game_evaluate(s->game, p, seat);
    assert_int_equal(value, -game_evaluate(s->game, p, !seat));
    if (!net->look(p, &plain, &seen)) {
        assert_int_equal(value, plain);
        return;
    }
    assert_in_range(seen.count, 1, NET_MOST_ON);
    assert_true(seen.stage < net->stages);
    for (unsigned i = 0; i < seen.count; i++)
        assert_true(seen.on[i] < net->inputs);
    long wanted = by_definition(net->weights, &seen, plain);
    assert_int_equal(net_value(net, &seen, plain), wanted);
    assert_int_equal(value, wanted);
    ++*asked;
}

// Whether the bytes are the weights of a network of this shape.
static bool fits(const struct game_net *n, const char *bytes, size_t size)
{
    if (size < NET_HEAD || memcmp(bytes, "abaxnet1", 8) != 0)
        return false;
    size_t inputs = (size_t)number(bytes + 8, 2), units = (size_t)number(bytes + 10, 2);
    size_t stages = (size_t)number(bytes + 12, 2);
    return inputs == n->inputs && stages == n->stages && units > 0 && units % NET_BLOCK == 0 &&
           size == NET_HEAD + 8 * stages + 2 * units * (1 + stages) + inputs * units;
}

static bool read_weights(const struct game *g, struct weights *w)
{
    char path[80];

    snprintf(path, sizeof path, "games/%s/net.bin", g->name);
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    w->size = fread(w->bytes, 1, sizeof w->bytes, f);
    return fclose(f) == 0 && w->size < sizeof w->bytes;
}

static void networks_compute_as_defined(void **state)
{
    static struct weights w;
    const struct subject *s = *state;
    unsigned asked = 0;

    if (!game_ai(s->game)->net)
        skip(); // it has none
    assert_true(read_weights(s->game, &w));
    assert_memory_equal(game_ai(s->game)->net->weights, w.bytes, w.size);
    assert_true(fits(game_ai(s->game)->net, w.bytes, w.size));
    subject_walk(s, 1, POSITIONS, look, &asked);
    if (asked == 0)
        print_message("%s: no position asks the network\n", s->name);
    static const char none[1];
    struct game_net empty = *game_ai(s->game)->net;
    empty.weights = none;
    assert_int_equal(net_value(&empty, &(struct net_inputs){.count = 0}, 77), 77);
}

int main(void)
{
    return subjects_run("net", networks_compute_as_defined);
}
