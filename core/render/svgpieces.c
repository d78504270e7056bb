// SPDX-License-Identifier: MIT
// Drawings of pieces by shape, emblem and colour: every one of the closed lists of game/scene.h has
// its own.
#include "render/svgparts.h"

// ---------------------------------------------------------------------------------------------
// Colours
// ---------------------------------------------------------------------------------------------

static const struct svg_look looks[PALETTE_COLOURS] = {
    [PALETTE_OWN] = {"#8a5a1c", "#4c300c", SVG_PAPER},
    [PALETTE_BARE] = {"#b98a52", "#6b4a22", SVG_INK},
    [PALETTE_WOOD] = {"#8a5a1c", "#4c300c", SVG_IVORY},
    [PALETTE_IVORY] = {SVG_IVORY, "#8f7d61", SVG_QUIET},
    [PALETTE_EBONY] = {SVG_EBONY, "#14110f", SVG_IVORY},
    [PALETTE_WHITE] = {"#ffffff", "#8f7d61", SVG_QUIET},
    [PALETTE_GREY] = {"#8b8b8b", "#4a4a4a", SVG_INK},
    [PALETTE_BROWN] = {"#6f4423", "#3a2210", SVG_PAPER},
    [PALETTE_RED] = {"#b3402e", "#6f2416", SVG_PAPER},
    [PALETTE_ORANGE] = {"#e88a2e", "#8a4610", SVG_INK},
    [PALETTE_YELLOW] = {"#e2b93b", "#8f7014", SVG_INK},
    [PALETTE_GREEN] = {"#2f8f6b", "#17523c", SVG_PAPER},
    [PALETTE_TEAL] = {"#147784", "#0a434b", SVG_PAPER},
    [PALETTE_BLUE] = {"#2d6fb3", "#173f69", SVG_PAPER},
    [PALETTE_PURPLE] = {"#8a4fa3", "#4f2a60", SVG_PAPER},
    [PALETTE_PINK] = {"#e08bb0", "#8f3f66", SVG_INK},
};

const struct svg_look *svg_look(unsigned colour)
{
    return &looks[colour < PALETTE_COLOURS ? colour : PALETTE_WOOD];
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

static void add_colours(const struct svg_look *look, struct output *out)
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
    add_colours(look, out);
    output_add(out, "</g>");
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
// Emblems
// ---------------------------------------------------------------------------------------------

static void mouse(const struct svg_look *look, struct output *out)
{
    output_format(out,
                  "<g fill=\"%s\"><circle cx=\"-17\" cy=\"-18\" r=\"13\"/><circle cx=\"17\" "
                  "cy=\"-18\" r=\"13\"/><path d=\"M-17-10C-17-22 17-22 17-10 17 4 6 20 0 "
                  "20-6 20-17 4-17-10Z\"/></g><g fill=\"%s\"><circle cx=\"-7\" cy=\"-7\" "
                  "r=\"3\"/><circle cx=\"7\" cy=\"-7\" r=\"3\"/></g>",
                  look->upon, look->body);
}

static void jackal(const struct svg_look *look, struct output *out)
{
    output_format(out,
                  "<path d=\"M-21-36-10-19H10L21-36 24-10 8 10 5 22H-5L-8 10-24-10Z\" "
                  "fill=\"%s\"/><path d=\"M-14-9-5-4-13-2ZM14-9 5-4 13-2Z\" fill=\"%s\"/>",
                  look->upon, look->body);
}

static void lion(const struct svg_look *look, struct output *out)
{
    output_format(out,
                  "<path d=\"M0-38 9-31 20-33 23-22 32-16 28-6 32 5 23 11 20 21 9 20 0 26-9 20-20 "
                  "21-23 11-32 5-28-6-32-16-23-22-20-33-9-31Z\" fill=\"%s\"/>"
                  "<path d=\"M-15-14C-15-24 15-24 15-14 15 4 7 13 0 13-7 13-15 4-15-14Z\" "
                  "fill=\"%s\"/><g fill=\"%s\"><circle cx=\"-6\" cy=\"-11\" r=\"3\"/><circle "
                  "cx=\"6\" cy=\"-11\" r=\"3\"/><path d=\"M-5 0H5L0 6Z\"/></g>",
                  look->upon, look->body, look->upon);
}

// Signs of one colour; NULL: drawn otherwise.
static const char *const emblems[SCENE_EMBLEMS] = {
    [SCENE_DOT] = "<circle r=\"15\"/>",
    [SCENE_CIRCLE] = "<circle r=\"13\"/>",
    [SCENE_HOOP] =
        // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one path, too long for a line
    "<path d=\"M0-16A16 16 0 1 0 0 16 16 16 0 1 0 0-16ZM0-10A10 10 0 1 1 0 10 10 10 0 "
    "1 1 0-10Z\"/>",
    [SCENE_TRIANGLE] = "<path d=\"M0-15 14 11-14 11Z\"/>",
    [SCENE_BOX] = "<path d=\"M-12-12h24v24h-24Z\"/>",
    [SCENE_DIAMOND] = "<path d=\"M0-17 13 0 0 17-13 0Z\"/>",
    [SCENE_STAR] = "<path d=\"M0-17 4-6 16-5 7 2 10 14 0 8-10 14-7 2-16-5-4-6Z\"/>",
    [SCENE_CROWN] = "<path d=\"M-20 14V-12L-9-1 0-18 9-1 20-12V14Z\"/>",
};

static void emblem(const struct scene_look *l, const struct svg_look *look, struct output *out)
{
    char text[] = {l->glyph, 0};

    switch (l->kind->emblem) {
    case SCENE_NO_EMBLEM:
        return;
    case SCENE_LETTER:
        letter(text, look, 13, 38, out);
        return;
    case SCENE_MOUSE:
        mouse(look, out);
        return;
    case SCENE_JACKAL:
        jackal(look, out);
        return;
    case SCENE_LION:
        lion(look, out);
        return;
    default:
        output_format(out, "<g fill=\"%s\">%s</g>", look->upon, emblems[l->kind->emblem]);
    }
}

// ---------------------------------------------------------------------------------------------
// Shapes
// ---------------------------------------------------------------------------------------------

struct drawing {
    const struct scene_look *look;
    int owner;
    const struct svg_look *colours;
    struct output *out;
};

static void outline(const struct drawing *d, const char *shape)
{
    output_add(d->out, shape);
    add_colours(d->colours, d->out);
}

static void stone(const struct drawing *d)
{
    counter(d->owner, d->colours, 88, d->out);
}

static void disc(const struct drawing *d)
{
    counter(d->owner, d->colours, 62, d->out);
    if (d->owner > 0)
        output_format(d->out, "<path d=\"M-9-9 9 9M9-9-9 9\" stroke=\"%s\" stroke-width=\"4\"/>",
                      d->colours->upon);
}

static void numbered(const struct drawing *d)
{
    char text[8];
    struct text t;

    counter(d->owner, d->colours, 95, d->out);
    if (!d->look->value)
        return;
    text_init(&t, text, sizeof text);
    text_number(&t, d->look->value);
    letter(text, d->colours, 9, 38, d->out);
    dots(d->look->value, d->colours, 24, d->out);
}

static void ring(const struct drawing *d)
{
    outline(
        d,
        "<path fill-rule=\"evenodd\" d=\"M0-42A42 42 0 1 0 0 42 42 42 0 1 0 0-42ZM0-24A24 24 0 1 "
        "1 0 24 24 24 0 1 1 0-24Z\"");
    if (d->owner > 0)
        output_format(d->out,
                      "<circle r=\"33\" fill=\"none\" stroke=\"%s\" stroke-width=\"4\" "
                      "stroke-dasharray=\"6 6\"/>",
                      d->colours->upon);
}

static void pawn(const struct drawing *d)
{
    outline(d, d->owner > 0
                   ? "<path d=\"M-12-38H12V-12H10L26 38H-26L-10-12H-12Z\""
                   : "<path d=\"M0-40A14 14 0 0 1 9-14L26 38H-26L-9-14A14 14 0 0 1 0-40Z\"");
}

static void figure(const struct drawing *d)
{
    counter(d->owner, d->colours, 95, d->out);
    output_format(d->out,
                  "<circle r=\"24\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\"/>"
                  "<circle r=\"9\" fill=\"%s\"/>",
                  d->colours->upon, d->colours->upon);
}

static void ringed(const struct drawing *d)
{
    figure(d);
    output_add(d->out, "<circle r=\"46\" fill=\"none\" stroke=\"" SVG_ACCENT
                       "\" stroke-width=\"5\" stroke-dasharray=\"9 5\"/>");
}

static void totem(const struct drawing *d)
{
    outline(d, "<path d=\"M0-47 10-24 33-33 24-10 47 0 24 10 33 33 10 24 0 47-10 24-33 33-24 "
               "10-47 0-24-10-33-33-10-24Z\"");
    output_format(d->out, "<circle r=\"13\" fill=\"%s\" stroke=\"%s\" stroke-width=\"3\"/>",
                  d->colours->upon, d->colours->edge);
}

static void tile(const struct drawing *d)
{
    outline(d, d->owner > 0 ? "<path d=\"M-31-43H31L43-31V31L31 43H-31L-43 31V-31Z\""
                            : "<rect x=\"-43\" y=\"-43\" width=\"86\" height=\"86\" rx=\"14\"");
    dots(d->look->value, d->colours, 33, d->out);
}

static void card(const struct drawing *d)
{
    outline(d, d->owner > 0 ? "<path d=\"M-22-44H22L30-36V36L22 44H-22L-30 36V-36Z\""
                            : "<rect x=\"-30\" y=\"-44\" width=\"60\" height=\"88\" rx=\"8\"");
    dots(d->look->value, d->colours, 34, d->out);
}

static void die(const struct drawing *d)
{
    // Pips by value on a grid of three by three, bit 0 at the upper left.
    static const unsigned pips[] = {0,     0x010, 0x044, 0x054, 0x145,
                                    0x155, 0x16d, 0x17d, 0x1ef, 0x1ff};
    unsigned value = d->look->value, face = pips[value < 10 ? value : 9];

    outline(d, "<rect x=\"-38\" y=\"-38\" width=\"76\" height=\"76\" rx=\"16\"");
    for (int i = 0; i < 9; i++) {
        if (face >> i & 1)
            output_format(d->out, "<circle cx=\"%d\" cy=\"%d\" r=\"7\" fill=\"%s\"/>",
                          (i % 3 - 1) * 22, (i / 3 - 1) * 22, d->colours->upon);
    }
    if (d->owner > 0)
        output_format(
            d->out,
            "<rect x=\"-32\" y=\"-32\" width=\"64\" height=\"64\" rx=\"11\" fill=\"none\" "
            "stroke=\"%s\" stroke-width=\"2\"/>",
            d->colours->upon);
}

static void cross(const struct drawing *d)
{
    outline(d,
            "<path stroke-linejoin=\"round\" d=\"M-17-44H17V-17H44V17H17V44H-17V17H-44V-17H-17Z\"");
}

static void block(const struct drawing *d)
{
    struct scene_piece piece = {.look = *d->look, .owner = (int8_t)d->owner};

    svg_block(&piece, 92, 92, d->out);
}

static void (*const shapes[SCENE_SHAPES])(const struct drawing *d) = {
    [SCENE_STONE] = stone,   [SCENE_DISC] = disc,   [SCENE_COUNTER] = numbered,
    [SCENE_RING] = ring,     [SCENE_PAWN] = pawn,   [SCENE_FIGURE] = figure,
    [SCENE_RINGED] = ringed, [SCENE_TOTEM] = totem, [SCENE_TILE] = tile,
    [SCENE_CARD] = card,     [SCENE_DIE] = die,     [SCENE_CUBE] = block,
    [SCENE_BLOCK] = block,   [SCENE_CROSS] = cross,
};

void svg_piece(const struct scene_look *look, int owner, struct output *out)
{
    struct drawing d = {look, owner, svg_look(look->colour), out};

    shapes[look->kind->shape](&d);
    emblem(look, d.colours, out);
}

void svg_badge(unsigned colour, int owner, struct output *out)
{
    counter(owner, svg_look(colour), 95, out);
}

// ---------------------------------------------------------------------------------------------
// Blocks
// ---------------------------------------------------------------------------------------------

bool svg_is_block(const struct scene_piece *piece)
{
    return piece->spot != piece->other || piece->look.kind->shape == SCENE_BLOCK ||
           piece->look.kind->shape == SCENE_CUBE;
}

// Grain along a block that lies, rings on the end of one that stands, a frame on a cube; the second
// seat's are broken lines.
void svg_block(const struct scene_piece *piece, int width, int height, struct output *out)
{
    const struct svg_look *look = svg_look(piece->look.colour);
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
    else if (piece->look.kind->shape == SCENE_CUBE)
        output_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", -width / 4,
                      -height / 4, width / 2, height / 2);
    else
        output_format(out, "<circle r=\"%d\"/><circle r=\"%d\"/>", width / 3, width / 6);
    output_add(out, "</g>");
}
