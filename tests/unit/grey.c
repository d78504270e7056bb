// SPDX-License-Identifier: MIT
// Seats differ in grey as well, for people who do not see colours; a game whose colours are too
// near is told which would do.
#include <math.h>
#include <stdlib.h>

#include "render/svgparts.h"
#include "tests/unit/subjects.h"
#include "tui/palette.h"

// Lightness from 0 to 100: what is left of a colour in grey.
static double lightness(const char *hex)
{
    unsigned long rgb = strtoul(hex + 1, NULL, 16);
    double sum = 0;
    static const double shares[] = {0.0722, 0.7152, 0.2126};

    for (int i = 0; i < 3; i++)
        sum += shares[i] * pow((double)(rgb >> 8 * i & 255) / 255, 2.2);
    return sum > 0.008856 ? 116 * cbrt(sum) - 16 : 903.3 * sum;
}

enum { GREY_STEP = 9 }; // the least difference in lightness that is seen

static double lightness_of(enum palette colour)
{
    return lightness(svg_look(colour)->body);
}

// The colours that differ enough from this one.
static void add_partners(enum palette colour, struct text *t)
{
    for (unsigned i = PALETTE_IVORY; i < PALETTE_COLOURS; i++) {
        if (fabs(lightness_of(i) - lightness_of(colour)) >= GREY_STEP)
            text_format(t, " %s", palette_colours[i].id);
    }
}

// Says which colours would do in place of either.
static void fail_alike(const struct subject *s, enum palette one, enum palette other)
{
    char storage[600];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_format(&t, "%s differs from:", palette_colours[one].id);
    add_partners(one, &t);
    text_format(&t, "; %s differs from:", palette_colours[other].id);
    add_partners(other, &t);
    fail_msg("%s: seat colours %s and %s look alike in grey; %s", s->name, palette_colours[one].id,
             palette_colours[other].id, storage);
}

static void seats_differ_in_grey(void **state)
{
    const struct subject *s = *state;
    int seats = game_seats(s->game, &s->options);

    for (int a = 0; a < seats; a++) {
        for (int b = 0; b < a; b++) {
            enum palette one = game_seat_colour(s->game, a), other = game_seat_colour(s->game, b);
            if (fabs(lightness_of(one) - lightness_of(other)) < GREY_STEP)
                fail_alike(s, one, other);
        }
    }
}

int main(void)
{
    return subjects_run("seats differ in grey", seats_differ_in_grey);
}
