// SPDX-License-Identifier: MIT
// Lists determinizations by determinizing at random until no new ones turn up.
#include "search/determinize.h"

#include <assert.h>
#include <string.h>

enum {
    // Stop after this many samples in a row without a new determinization. One of sixty
    // determinizations is then missed less than once in 10^4 times, which only weakens the search a
    // little.
    FRUITLESS_SAMPLES = 1200,
    CODES = 1 << 3 * GAME_MAX_SEATS, // secrets of all seats as one number
};

_Static_assert(GAME_MAX_SECRETS == 8, "a secret has three bits of a code");

// Records the secrets of the next determinization; returns them as one number.
static unsigned record_secrets(struct determinizations *d, const struct game *g,
                               const struct game_position *p)
{
    unsigned code = 0;

    for (int seat = 0; seat < d->seats; seat++) {
        int secret = game_secret(g, p, seat);
        assert(secret >= 0 && secret < GAME_MAX_SECRETS); // a determinized position is complete
        d->secret[d->count][seat] = (uint8_t)secret;
        code = code << 3 | (unsigned)secret;
    }
    return code;
}

static void sample_determinizations(struct determinizations *d, const struct game *g,
                                    const struct game_position *seen, unsigned most, uint8_t *known)
{
    struct random r = random_from_seed(0x6465616c73);

    for (unsigned fruitless = 0; fruitless < FRUITLESS_SAMPLES && d->count < most; fruitless++) {
        struct game_position *p = &d->at[d->count];
        game_determinize(g, seen, &r, p);
        unsigned code = record_secrets(d, g, p);
        if (known[code])
            continue;
        known[code] = 1;
        d->weight[d->count++] = 1.0;
        fruitless = 0;
    }
}

void determinize_all(struct determinizations *d, const struct game *g,
                     const struct game_options *options, const struct game_position *view)
{
    uint8_t known[CODES];
    struct game_position seen;

    memset(known, 0, sizeof known);
    d->count = 0;
    d->seats = game_seats(g, options);
    if (!g->hidden) {
        d->at[0] = *view;
        memset(d->secret[0], 0, sizeof d->secret[0]);
        d->weight[0] = 1.0;
        d->count = 1;
        d->alive = 1;
        return;
    }
    game_view(g, view, GAME_PUBLIC, &seen);
    sample_determinizations(d, g, view, DETERMINIZATIONS_MAX / 2, known);
    sample_determinizations(d, g, &seen, DETERMINIZATIONS_MAX, known);
    assert(d->count > 0);
    d->alive = ~UINT64_C(0) >> (DETERMINIZATIONS_MAX - d->count);
}

bool determinize_same_view(const struct game *g, const struct game_position *one,
                           const struct game_position *other)
{
    return g->key ? g->key(one) == g->key(other)
                  : memcmp(one->bytes, other->bytes, g->position_size) == 0;
}

void determinize_advance(struct determinizations *d, const struct game *g, game_action action,
                         const struct game_position *seen)
{
    for (uint64_t rest = d->alive; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        struct game_position now;
        struct game_result result;
        g->apply(&d->at[i], action, &d->at[i]);
        g->result(&d->at[i], &result);
        game_view(g, &d->at[i], GAME_PUBLIC, &now);
        if (result.over || !determinize_same_view(g, &now, seen))
            d->alive &= ~(UINT64_C(1) << i);
    }
}

void determinize_sampler_init(struct determinize_sampler *sampler, const struct determinizations *d,
                              int seat, int secret)
{
    double sum = 0.0;

    for (unsigned i = 0; i < d->count; i++) {
        if (secret < 0 || d->secret[i][seat] == secret)
            sum += d->weight[i];
        sampler->sums[i] = sum;
    }
    assert(sum > 0.0);
}

unsigned determinize_sample(const struct determinize_sampler *sampler,
                            const struct determinizations *d, struct random *r)
{
    double at = sampler->sums[d->count - 1] * ((double)(random_next(r) >> 32) / 4294967296.0);
    unsigned low = 0, high = d->count - 1;

    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (sampler->sums[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
