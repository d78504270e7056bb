// SPDX-License-Identifier: MIT
// The path of the last turn in a picture: curved arrows, so that they pass the pieces in the middle
// of places, and numbers where there is more than one step. The page draws the same
// (bindings/js/src/board/turnpath.ts).
#include <math.h>

#include "base/text.h"
#include "render/svgparts.h"

struct point {
    double x, y;
};

// From a point towards another, so far.
static struct point towards(struct point from, struct point to, double by)
{
    double far = hypot(to.x - from.x, to.y - from.y);

    return (struct point){from.x + (to.x - from.x) / far * by, from.y + (to.y - from.y) / far * by};
}

static int whole(double x)
{
    return (int)lround(x);
}

static void draw_head(struct point tip, struct point from, double size, struct output *out)
{
    struct point back = towards(tip, from, size);
    double across_x = (tip.y - back.y) / 2, across_y = (back.x - tip.x) / 2;

    output_format(out,
                  "<path d=\"M%d %dL%d %dL%d %dZ\" fill=\"" SVG_ACCENT "\" stroke=\"" SVG_PAPER
                  "\" stroke-linejoin=\"round\"/>\n",
                  whole(tip.x), whole(tip.y), whole(back.x + across_x), whole(back.y + across_y),
                  whole(back.x - across_x), whole(back.y - across_y));
}

// Returns the middle of the arrow.
static struct point draw_arrow(struct point a, struct point b, double cell, struct output *out)
{
    double far = hypot(b.x - a.x, b.y - a.y), bow = fmin(0.44 * cell, far * 0.2) * 2;
    struct point bend = {(a.x + b.x) / 2 - (b.y - a.y) / far * bow,
                         (a.y + b.y) / 2 + (b.x - a.x) / far * bow};
    struct point start = towards(a, bend, cell * 0.24), end = towards(b, bend, cell * 0.22);
    struct point neck = towards(end, bend, cell * 0.2);
    const char *const lines[] = {"stroke=\"" SVG_PAPER "\" stroke-width=\"5\"",
                                 "stroke=\"" SVG_ACCENT "\" stroke-width=\"3\""};

    for (unsigned i = 0; i < 2; i++)
        output_format(
            out, "<path d=\"M%d %dQ%d %d %d %d\" fill=\"none\" stroke-linecap=\"round\" %s/>\n",
            whole(start.x), whole(start.y), whole(bend.x), whole(bend.y), whole(neck.x),
            whole(neck.y), lines[i]);
    draw_head(end, bend, cell * 0.22, out);
    return (struct point){(start.x + 2 * bend.x + end.x) / 4, (start.y + 2 * bend.y + end.y) / 4};
}

static void draw_number(struct point at, unsigned number, struct output *out)
{
    char sign[8];
    struct text t;

    text_init(&t, sign, sizeof sign);
    if (number)
        text_number(&t, (int)number);
    else
        text_add(&t, "\xe2\x88\x92"); // a minus: something was taken
    output_format(out,
                  "<circle cx=\"%d\" cy=\"%d\" r=\"8\" fill=\"" SVG_ACCENT "\" stroke=\"" SVG_PAPER
                  "\"/><text x=\"%d\" y=\"%d\" font-size=\"11\" font-weight=\"600\" "
                  "text-anchor=\"middle\" fill=\"" SVG_PAPER "\">%s</text>\n",
                  whole(at.x), whole(at.y), whole(at.x), whole(at.y) + 4, sign);
}

void svg_leg(const struct svg_leg *leg, struct output *out)
{
    struct point a = {leg->from_x, leg->from_y}, b = {leg->to_x, leg->to_y};
    bool moved = leg->kind == SCENE_MOVED && (leg->from_x != leg->to_x || leg->from_y != leg->to_y);
    double corner = leg->cell * 0.33;
    struct point at = {fmin(a.x, b.x) - corner, fmax(a.y, b.y) + corner};

    if (moved)
        at = draw_arrow(a, b, leg->cell, out);
    if (leg->number || leg->kind == SCENE_TAKEN)
        draw_number(at, leg->number, out);
}
