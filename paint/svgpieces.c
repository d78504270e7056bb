// SPDX-License-Identifier: MIT
// Drawings of pieces by their kind; a kind without one is a counter with its letter.
#include <string.h>

#include "paint/svgparts.h"

// ---------------------------------------------------------------------------------------------
// Colours
// ---------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    struct svg_look look;
} seats[] = {
    {"White", {SVG_IVORY, "#8f7d61", SVG_QUIET}},
    {"Black", {SVG_EBONY, "#14110f", SVG_IVORY}},
    {"Red", {SVG_RED, "#6f2416", SVG_PAPER}},
    {"Blue", {"#2d6fb3", "#173f69", SVG_PAPER}},
};

// Pieces that belong to nobody but come in several colours, and the sign that is cut into each.
static const struct {
    char glyph;
    struct svg_look look;
    const char *sign;
} colours[] = {
    {'r', {"#c8442b", "#7c2615", SVG_PAPER}, "<circle r=\"13\"/>"},
    {'y', {"#e2b93b", "#8f7014", SVG_INK}, "<path d=\"M0-15 14 11-14 11Z\"/>"},
    {'g', {"#2f8f6b", "#17523c", SVG_PAPER}, "<path d=\"M-12-12h24v24h-24Z\"/>"},
    {'b', {"#2d6fb3", "#173f69", SVG_PAPER}, "<path d=\"M0-17 13 0 0 17-13 0Z\"/>"},
    {'p',
     {"#8a4fa3", "#4f2a60", SVG_PAPER},
     "<path d=\"M0-17 4-6 16-5 7 2 10 14 0 8-10 14-7 2-16-5-4-6Z\"/>"},
    {'w',
     {SVG_IVORY, "#8f7d61", SVG_QUIET},
     "<circle r=\"13\" fill=\"none\" stroke=\"" SVG_QUIET "\" stroke-width=\"5\"/>"},
};

enum { SEATS = sizeof seats / sizeof *seats, COLOURS = sizeof colours / sizeof *colours };

static const char *sign_of(char glyph)
{
    for (unsigned i = 0; i < COLOURS; i++) {
        if (colours[i].glyph == glyph)
            return colours[i].sign;
    }
    return NULL;
}

struct svg_look svg_look(const struct game *g, const struct scene_piece *piece)
{
    static const struct svg_look wood = {"#b98a52", "#6b4a22", SVG_INK};

    for (unsigned i = 0; piece->owner < 0 && i < COLOURS; i++) {
        if (colours[i].glyph == piece->glyph)
            return colours[i].look;
    }
    if (piece->owner < 0)
        return wood;
    for (unsigned i = 0; i < SEATS; i++) {
        if (!strcmp(seats[i].name, g->seat_names[piece->owner]))
            return seats[i].look;
    }
    return seats[piece->owner].look;
}

void svg_text(const char *s, struct output *out)
{
    for (; *s; s++) {
        char c[] = {*s, 0};
        output_add(out, *s == '<'   ? "&lt;"
                        : *s == '>' ? "&gt;"
                        : *s == '&' ? "&amp;"
                        : *s == '"' ? "&quot;"
                                    : c);
    }
}

// ---------------------------------------------------------------------------------------------
// Outlines: every seat has its own
// ---------------------------------------------------------------------------------------------

static void paint(const struct svg_look *look, struct output *out)
{
    output_format(out, " fill=\"%s\" stroke=\"%s\" stroke-width=\"3\"/>", look->body, look->edge);
}

// A counter of radius 40, made smaller or larger by `percent`.
static void counter(int owner, const struct svg_look *look, int percent, struct output *out)
{
    static const char *const outlines[] = {
        "<circle r=\"40\"",
        "<path d=\"M-17-40H17L40-17V17L17 40H-17L-40 17V-17Z\"",
        "<rect x=\"-36\" y=\"-36\" width=\"72\" height=\"72\" rx=\"12\"",
        "<path d=\"M0-42 38-21V21L0 42-38 21V-21Z\"",
    };

    output_format(out, "<g transform=\"scale(%d.%02d)\">%s", percent / 100, percent % 100,
                  outlines[owner < 0 ? 0 : owner]);
    paint(look, out);
    output_add(out, "</g>");
}

static void tile(int owner, const struct svg_look *look, struct output *out)
{
    static const char *const outlines[] = {
        "<rect x=\"-43\" y=\"-43\" width=\"86\" height=\"86\" rx=\"14\"",
        "<path d=\"M-31-43H31L43-31V31L31 43H-31L-43 31V-31Z\"",
    };

    output_add(out, outlines[owner > 0]);
    paint(look, out);
}

static void letter(const char *text, const struct svg_look *look, int y, int size,
                   struct output *out)
{
    output_format(out,
                  "<text y=\"%d\" font-size=\"%d\" font-weight=\"600\" text-anchor=\"middle\" "
                  "fill=\"%s\">",
                  y, size, look->upon);
    svg_text(text, out);
    output_add(out, "</text>");
}

// One dot for each point of the value, side by side.
static void dots(unsigned value, const struct svg_look *look, int y, struct output *out)
{
    for (unsigned i = 0; i < value; i++)
        output_format(out, "<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/>",
                      (int)(12 * i) - (int)(6 * (value - 1)), y, look->upon);
}

// ---------------------------------------------------------------------------------------------
// Kinds
// ---------------------------------------------------------------------------------------------

static void figure(const struct scene_piece *p, const struct svg_look *look, struct output *out)
{
    counter(p->owner, look, 95, out);
    output_format(out,
                  "<circle r=\"24\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\"/>"
                  "<circle r=\"9\" fill=\"%s\"/>",
                  look->upon, look->upon);
}

static void ringed(const struct scene_piece *p, const struct svg_look *look, struct output *out)
{
    figure(p, look, out);
    output_add(out, "<circle r=\"46\" fill=\"none\" stroke=\"" SVG_ACCENT
                    "\" stroke-width=\"5\" stroke-dasharray=\"9 5\"/>");
}

static void disc(const struct scene_piece *p, const struct svg_look *look, struct output *out)
{
    counter(p->owner, look, 62, out);
    if (p->owner > 0)
        output_format(out, "<path d=\"M-9-9 9 9M9-9-9 9\" stroke=\"%s\" stroke-width=\"4\"/>",
                      look->upon);
}

static void totem(const struct scene_piece *p, const struct svg_look *look, struct output *out)
{
    (void)p;
    (void)look;
    output_add(out,
               "<path d=\"M0-47 10-24 33-33 24-10 47 0 24 10 33 33 10 24 0 47-10 24-33 33-24 "
               "10-47 0-24-10-33-33-10-24Z\" fill=\"" SVG_ACCENT
               "\" stroke=\"#4c300c\" stroke-width=\"3\"/>"
               "<circle r=\"13\" fill=\"" SVG_IVORY "\" stroke=\"#4c300c\" stroke-width=\"3\"/>");
}

static void mouse(const struct scene_piece *p, const struct svg_look *look, struct output *out)
{
    tile(p->owner, look, out);
    output_format(out,
                  "<g fill=\"%s\"><circle cx=\"-17\" cy=\"-18\" r=\"13\"/><circle cx=\"17\" "
                  "cy=\"-18\" r=\"13\"/><path d=\"M-17-10C-17-22 17-22 17-10 17 4 6 20 0 "
                  "20-6 20-17 4-17-10Z\"/></g><g fill=\"%s\"><circle cx=\"-7\" cy=\"-7\" "
                  "r=\"3\"/><circle cx=\"7\" cy=\"-7\" r=\"3\"/></g>",
                  look->upon, look->body);
    dots(p->value, look, 33, out);
}

static void jackal(const struct scene_piece *p, const struct svg_look *look, struct output *out)
{
    tile(p->owner, look, out);
    output_format(out,
                  "<path d=\"M-21-36-10-19H10L21-36 24-10 8 10 5 22H-5L-8 10-24-10Z\" "
                  "fill=\"%s\"/><path d=\"M-14-9-5-4-13-2ZM14-9 5-4 13-2Z\" fill=\"%s\"/>",
                  look->upon, look->body);
    dots(p->value, look, 33, out);
}

static void lion(const struct scene_piece *p, const struct svg_look *look, struct output *out)
{
    tile(p->owner, look, out);
    output_format(out,
                  "<path d=\"M0-38 9-31 20-33 23-22 32-16 28-6 32 5 23 11 20 21 9 20 0 26-9 20-20 "
                  "21-23 11-32 5-28-6-32-16-23-22-20-33-9-31Z\" fill=\"%s\"/>"
                  "<path d=\"M-15-14C-15-24 15-24 15-14 15 4 7 13 0 13-7 13-15 4-15-14Z\" "
                  "fill=\"%s\"/><g fill=\"%s\"><circle cx=\"-6\" cy=\"-11\" r=\"3\"/><circle "
                  "cx=\"6\" cy=\"-11\" r=\"3\"/><path d=\"M-5 0H5L0 6Z\"/></g>",
                  look->upon, look->body, look->upon);
    dots(p->value, look, 34, out);
}

static void cross_shape(const struct svg_look *look, struct output *out)
{
    output_add(out, "<path d=\"M-17-44H17V-17H44V17H17V44H-17V17H-44V-17H-17Z\" "
                    "stroke-linejoin=\"round\"");
    paint(look, out);
}

static void cross(const struct scene_piece *p, const struct svg_look *look, struct output *out)
{
    const char *sign = sign_of(p->glyph);

    cross_shape(look, out);
    if (sign)
        output_format(out, "<g fill=\"%s\">%s</g>", look->upon, sign);
}

static void colourless(const struct scene_piece *p, const struct svg_look *look, struct output *out)
{
    (void)p;
    cross_shape(look, out);
    output_add(out, "<circle r=\"15\" fill=\"" SVG_INK "\"/>");
}

static void any_piece(const struct scene_piece *p, const struct svg_look *look, struct output *out)
{
    char text[8];
    struct text t;

    counter(p->owner, look, 95, out);
    text_init(&t, text, sizeof text);
    if (p->value)
        text_number(&t, p->value);
    else
        text_char(&t, p->glyph);
    letter(text, look, p->value ? 9 : 14, 38, out);
    dots(p->value, look, 24, out);
}

static const struct {
    const char *kind;
    void (*draw)(const struct scene_piece *p, const struct svg_look *look, struct output *out);
} kinds[] = {
    {"figure", figure}, {"ringed", ringed}, {"disc", disc},
    {"totem", totem},   {"mouse", mouse},   {"jackal", jackal},
    {"lion", lion},     {"cross", cross},   {"colourless", colourless},
};

void svg_piece(const struct scene_piece *piece, const struct svg_look *look, struct output *out)
{
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!strcmp(kinds[i].kind, piece->kind)) {
            kinds[i].draw(piece, look, out);
            return;
        }
    }
    any_piece(piece, look, out);
}

// ---------------------------------------------------------------------------------------------
// Blocks
// ---------------------------------------------------------------------------------------------

bool svg_is_block(const struct scene_piece *piece)
{
    return piece->spot != piece->other || !strcmp(piece->kind, "block") ||
           !strcmp(piece->kind, "cube");
}

// Grain along a block that lies, rings on the end of one that stands, a frame on a cube; the second seat's are broken
// lines.
void svg_block(const struct scene_piece *piece, const struct svg_look *look, int width, int height,
               struct output *out)
{
    const char *dash = piece->owner > 0 ? " stroke-dasharray=\"4 4\"" : "";
    bool lies = piece->spot != piece->other;

    output_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"", -width / 2,
                  -height / 2, width, height);
    output_format(out, " fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>", look->body, look->edge);
    output_format(out, "<g fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" opacity=\"0.45\"%s>",
                  look->upon, dash);
    if (height > width)
        output_format(out, "<path d=\"M%d %dV%dM%d %dV%d\"/>", -width / 6, -height / 2 + 7,
                      height / 2 - 7, width / 6, -height / 2 + 7, height / 2 - 7);
    else if (lies)
        output_format(out, "<path d=\"M%d %dH%dM%d %dH%d\"/>", -width / 2 + 7, -height / 6,
                      width / 2 - 7, -width / 2 + 7, height / 6, width / 2 - 7);
    else if (!strcmp(piece->kind, "cube"))
        output_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", -width / 4,
                      -height / 4, width / 2, height / 2);
    else
        output_format(out, "<circle r=\"%d\"/><circle r=\"%d\"/>", width / 3, width / 6);
    output_add(out, "</g>");
}
