// SPDX-License-Identifier: MIT
// From shares to a deal. Shares are sorted, so that it does not matter who sits where.
#include "play/deal.h"

#include <string.h>

#include "base/text.h"

enum { KEY_BYTES = 64 + (1 + GAME_MAX_SEATS) * SHA256_TEXT, SEED_DIGITS = 16 };

void deal_commitment(const char *share, char commitment[SHA256_TEXT])
{
    sha256_text(share, strlen(share), commitment);
}

static uint64_t seed_of(const char key[SHA256_TEXT], const char *what)
{
    char bytes[SHA256_TEXT + 16], digits[SHA256_TEXT];
    uint64_t seed = 0;
    struct text t;

    text_init(&t, bytes, sizeof bytes);
    text_format(&t, "%s %s", key, what);
    sha256_text(bytes, t.length, digits);
    for (int i = 0; i < SEED_DIGITS; i++)
        seed = seed << 4 | (unsigned)(strchr("0123456789abcdef", digits[i]) - "0123456789abcdef");
    return seed;
}

void deal_seeds(const struct deal *d, uint64_t *board, uint64_t *secrets)
{
    const char *sorted[GAME_MAX_SEATS] = {0};
    char bytes[KEY_BYTES], key[SHA256_TEXT];
    int count = 0;
    struct text t;

    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        int at = count;
        if (!d->share[seat][0])
            continue;
        for (; at > 0 && strcmp(sorted[at - 1], d->share[seat]) > 0; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = d->share[seat];
        count++;
    }
    text_init(&t, bytes, sizeof bytes);
    text_format(&t, "abax deal 1\n%s\n%s\n", d->game, d->dealer);
    for (int i = 0; i < count; i++)
        text_format(&t, "%s\n", sorted[i]);
    sha256_text(bytes, t.length, key);
    *board = seed_of(key, "board");
    *secrets = seed_of(key, "secrets");
}

void deal_start(const struct game *g, const struct game_options *options, uint64_t board,
                uint64_t secrets, struct game_position *start)
{
    struct random r = random_from_seed(secrets);
    struct game_position seen;

    g->start(options, board, start);
    game_view(g, start, GAME_PUBLIC, &seen);
    game_determinize(g, &seen, &r, start);
}
