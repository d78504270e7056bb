// SPDX-License-Identifier: MIT
// samples GAME OUT [OPTION...] < lines of `abax-lab selfplay`: turns positions into what a network
// sees of them. Writes OUT.heads, eight bytes a sample: the plain value and the search's value (16
// bits each), the result for the seat to act (0, 1, 2 for loss, draw, win), the stage, how many
// inputs are on, and the image; and OUT.on, the numbers of the inputs that are on, 16 bits each.
// Positions that need no network, and those that came before, are left out. Every position is
// written in one image by symmetry, drawn from its number.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "game/net.h"
#include "games/registry.h"

enum { LONGEST_LINE = 4096, SEEN_BITS = 28 };

struct head {
    int16_t plain, value;
    uint8_t result, stage, count, image;
};

static int fail(const char *what, const char *which)
{
    fprintf(stderr, "samples: %s %s\n", what, which);
    return 1;
}

static FILE *open_part(const char *name, const char *ending)
{
    char path[LONGEST_LINE];

    snprintf(path, sizeof path, "%s.%s", name, ending);
    FILE *f = fopen(path, "wb");
    if (!f)
        fail("cannot write", path);
    return f;
}

static int limited(long value)
{
    return value > INT16_MAX ? INT16_MAX : value < -INT16_MAX ? -INT16_MAX : (int)value;
}

// One line of self-play: the position's text, the search's value, the points of the seat to act.
static bool read_line(const struct game *g, const struct game_options *options, char *line,
                      struct game_position *p, struct head *h)
{
    struct error e;
    char *value = strchr(line, '\t'), *points = value ? strchr(value + 1, '\t') : NULL;

    if (!points)
        return false;
    *value++ = *points++ = '\0';
    if (!g->read(options, line, p, &e))
        return false;
    h->value = (int16_t)limited(strtol(value, NULL, 10));
    h->result = (uint8_t)(2 * strtod(points, NULL));
    return h->result <= 2;
}

static bool write_sample(const struct game *g, const struct game_position *p, struct head *h,
                         FILE *heads, FILE *on)
{
    struct net_inputs inputs = {.count = 0};
    int plain;

    if (!game_ai(g)->net->look(p, &plain, &inputs))
        return true;
    h->plain = (int16_t)limited(plain);
    h->stage = (uint8_t)inputs.stage;
    h->count = (uint8_t)inputs.count;
    return fwrite(h, sizeof *h, 1, heads) == 1 &&
           fwrite(inputs.on, sizeof *inputs.on, inputs.count, on) == inputs.count;
}

// Whether a position came before, up to chance: short openings lead to the same games again and
// again.
static bool came_before(uint64_t *seen, uint64_t key)
{
    uint64_t place = hash_mix(key) >> (64 - SEEN_BITS), bit = UINT64_C(1) << (place & 63);
    bool before = seen[place >> 6] & bit;

    seen[place >> 6] |= bit;
    return before;
}

static int convert(const struct game *g, const struct game_options *options, FILE *heads, FILE *on)
{
    static char line[LONGEST_LINE];
    static uint64_t seen[1 << (SEEN_BITS - 6)];
    struct game_position p, image;
    uint64_t number = 0;
    struct head h;

    while (fgets(line, sizeof line, stdin)) {
        if (!read_line(g, options, line, &p, &h))
            return fail("not a line of selfplay:", line);
        if (came_before(seen, game_key(g, &p)))
            continue;
        h.image = (uint8_t)(hash_mix(number++) % game_symmetries(g));
        game_apply_symmetry(g, &p, h.image, &image);
        if (!write_sample(g, &image, &h, heads, on))
            return fail("cannot write:", strerror(errno));
    }
    return 0;
}

// Prints the shape of the network for fit.py.
static void print_shape(const struct game *g)
{
    printf("%u %u %d\n", game_ai(g)->net->inputs, game_ai(g)->net->stages, game_chance_scale(g));
}

int main(int count, char **words)
{
    const struct game *g = count >= 3 ? game_named(words[1]) : NULL;
    struct game_options options = {{0}};
    struct error e;

    if (count < 3)
        return fail("usage:", "samples GAME OUT [OPTION...] < lines of selfplay");
    if (!g || !game_ai(g)->net)
        return fail("there is no game with a network called", words[1]);
    for (int i = 3; i < count; i++) {
        if (!game_set_option(g, &options, words[i], &e))
            return fail("not an option:", words[i]);
    }
    FILE *heads = open_part(words[2], "heads"), *on = heads ? open_part(words[2], "on") : NULL;
    if (!on)
        return 1;
    int failed = convert(g, &options, heads, on);
    if (fclose(heads) || fclose(on))
        failed = fail("cannot write:", strerror(errno));
    print_shape(g);
    return failed;
}
