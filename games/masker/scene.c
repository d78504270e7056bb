// SPDX-License-Identifier: MIT
// Describes a view: the board as squares or piles, buttons to stop and to take, what the seats hold
// and which colours are known or possible, and how many crosses of each colour are left.
#include "game/scene.h"
#include "games/masker/masker.h"

// By colour; the first is the colourless one. Every colour has an emblem as well.
const struct scene_kind masker_kinds[MASKER_KINDS] = {
    {"colourless", "colourless cross", SCENE_CROSS, SCENE_DOT},
    {"red-cross", "red cross", SCENE_CROSS, SCENE_CIRCLE},
    {"yellow-cross", "yellow cross", SCENE_CROSS, SCENE_TRIANGLE},
    {"green-cross", "green cross", SCENE_CROSS, SCENE_BOX},
    {"blue-cross", "blue cross", SCENE_CROSS, SCENE_DIAMOND},
    {"purple-cross", "purple cross", SCENE_CROSS, SCENE_STAR},
    {"white-cross", "white cross", SCENE_CROSS, SCENE_HOOP},
};

static const uint8_t masker_palette[MASKER_KINDS] = {PALETTE_BARE,  PALETTE_RED,  PALETTE_YELLOW,
                                                     PALETTE_GREEN, PALETTE_BLUE, PALETTE_PURPLE,
                                                     PALETTE_WHITE};

static const struct scene_mark_kind free_capture = {"free", "free capture", SCENE_FREE};

static struct scene_look look_of(int kind)
{
    return (struct scene_look){.kind = &masker_kinds[kind],
                               .glyph = kind ? masker_letters[kind] : '*',
                               .colour = masker_palette[kind]};
}

static void show_pile(const struct masker_position *p, int square, struct scene *s)
{
    int height = masker_height(p, square);

    for (int level = 0; level < height; level++)
        scene_put(s, (game_spot)square, (unsigned)level + 1, SCENE_NOBODY,
                  look_of(masker_cross(p, square, level)));
    if (square == masker_star(p))
        scene_put(s, (game_spot)square, (unsigned)height + 1, SCENE_NOBODY, look_of(0));
}

static void show_board(const struct masker_position *p, struct scene *s)
{
    int width = masker_width(p);
    unsigned panel = p->tower ? scene_board(s, "tower", "Tower", SCENE_PILES, SCENE_ROW)
                              : scene_board(s, "board", "Board", SCENE_FLAT, SCENE_MOSAIC);

    scene_grid(s, panel, width, width);
    for (int square = 0; square < masker_squares(p); square++)
        show_pile(p, square, s);
    if (masker_free(p) && p->targets != 0)
        scene_mark(s, &free_capture, (game_spot)masker_star(p), 0);
}

const char *const masker_seat_names[4] = {MASKER_SEAT_NAMES};
static const char *const seat_ids[4] = {"masker.seat.1", "masker.seat.2", "masker.seat.3",
                                        "masker.seat.4"};

// Adds a button with a label of its own.
static void show_button(struct scene *s, unsigned panel, int column, const char *name,
                        const char *label)
{
    scene_set_label(s, scene_spot(s, panel, SCENE_BUTTON, column, 0, name), label);
}

static void show_split(const struct masker_position *p, struct scene *s, unsigned panel,
                       int from_next)
{
    char name[sizeof s->spots->name];
    int next = (masker_seat(p) + 1) % 3, other = (masker_seat(p) + 2) % 3;
    int from_other = masker_need(p) - from_next;
    struct text t;

    text_init(&t, name, sizeof name);
    text_format(&t, "take%d:%d", from_next, from_other);
    game_spot spot = scene_spot(s, panel, SCENE_BUTTON, 2 + from_next, 0, name);
    scene_say_label(s, spot, "masker.take:first,seat,second,other",
                    "take %d from %s and %d from %s", from_next, masker_seat_names[next],
                    from_other, masker_seat_names[other]);
    scene_label_word(s, spot, "seat", seat_ids[next]);
    scene_label_word(s, spot, "other", seat_ids[other]);
}

// The order is that of masker_stop_spot and its neighbours.
static void show_buttons(const struct masker_position *p, struct scene *s)
{
    unsigned panel = scene_panel(s, "choices", "Choices", SCENE_TRAY);

    show_button(s, panel, 0, "stop", "stop: end the turn");
    if (p->players != 3)
        return;
    show_button(s, panel, 1, "take", "take crosses of the others");
    if (masker_captures(p) != MASKER_TAKE_DUE)
        return;
    for (int from_next = 0; from_next <= masker_need(p); from_next++)
        show_split(p, s, panel, from_next);
}

static void show_colour(struct scene *s, int seat, unsigned colour)
{
    struct scene_counter *counter = scene_counter(s, "colour", "secret colour", seat, (int)colour);

    counter->word = masker_names[colour];
    if (colour != MASKER_NO_COLOUR)
        scene_counts(counter, look_of((int)colour));
}

static void show_counters(const struct masker_position *p, struct scene *s)
{
    static const char *const ids[MASKER_KINDS] = {
        NULL, "left-red", "left-yellow", "left-green", "left-blue", "left-purple", "left-white"};
    static const char *const titles[MASKER_KINDS] = {
        NULL, "red left", "yellow left", "green left", "blue left", "purple left", "white left"};

    for (int seat = 0; seat < p->players; seat++) {
        int side = masker_side(p, seat);
        scene_counter(s, "crosses", "crosses held", seat, masker_held(p, seat));
        scene_counter(s, "cap", "crosses at most", seat, masker_cap(p))->minor = true;
        show_colour(s, seat, p->colour[side]);
        struct scene_counter *standing =
            scene_counter(s, "standing", "standing", seat, masker_side_stays(p, side));
        standing->minor = masker_side_stays(p, side);
        standing->word = standing->minor ? "in play" : "eliminated";
    }
    for (int kind = 1; kind < MASKER_KINDS; kind++)
        scene_counts(
            scene_counter(s, ids[kind], titles[kind], SCENE_NOBODY, p->left[kind] % MASKER_NOBODYS),
            look_of(kind));
    int captures = masker_captures(p) == MASKER_TAKE_DUE ? 0 : masker_captures(p);
    scene_counter(s, "captures", "captures this turn", SCENE_NOBODY, captures)->minor = !captures;
}

// Who can have which colour. Colours of different sides differ, one whose side is known is that
// side's, and one that has gone from the board while nobody went with it is nobody's. Nothing else
// in the past depends on who has what: so each side that is not known can have each of the others,
// as long as there are no fewer of them than such sides.
static void lay_clues(const struct masker_position *p, int seat, struct scene *s)
{
    unsigned others = masker_candidates(p) >> 1; // items count from 0

    scene_clues(s, seat, p->players);
    for (int kind = 1; kind < MASKER_KINDS; kind++)
        scene_clue_item(s, masker_names[kind], look_of(kind), p->left[kind] % MASKER_NOBODYS,
                        kind == MASKER_WHITE ? MASKER_WHITES : MASKER_EACH);
    scene_no_suspect(s, MASKER_WHITE - 1);
    for (int other = 0; other < p->players; other++) {
        unsigned colour = p->colour[masker_side(p, other)];
        scene_narrow(s, other, colour == MASKER_NO_COLOUR ? others : 1u << (colour - 1));
    }
}

void masker_track_clues(const struct game_position *before, game_action action,
                        struct scene_clues *clues)
{
    const struct masker_position *p = masker_of(before);

    if (action < masker_stop(p->tower))
        clues->row[masker_seat(p)].taken[(p->pile[action] & 15) - 1]++;
}

// What a side has left: its crosses on the board, or in a tower the piles that hide them.
static void say_side(const struct masker_position *p, int side, struct scene *s)
{
    unsigned colour = p->colour[side];
    int left = p->left[colour];

    if (p->players == 4)
        scene_verdict(s, "masker.end.team:seat,partner,colour@masker.word,count",
                      "%s and %s: %s, %d left.", masker_seat_names[side],
                      masker_seat_names[side + 2], masker_names[colour], left);
    else
        scene_verdict(s, "masker.end.seat:seat,colour@masker.word,count", "%s: %s, %d left.",
                      masker_seat_names[side], masker_names[colour], left);
    scene_verdict_word(s, "seat", seat_ids[side]);
    if (p->players == 4)
        scene_verdict_word(s, "partner", seat_ids[side + 2]);
    for (int square = 0; square < masker_squares(p); square++) {
        bool there = false;
        for (int level = 0; level < masker_height(p, square); level++)
            there |= masker_cross(p, square, level) == colour;
        if (there)
            scene_decides(s, &scene_deciding, (game_spot)square);
    }
}

static void show_verdict(const struct masker_position *p, struct scene *s)
{
    if (masker_sides_left(p) > 1)
        scene_verdict(s, "masker.end.full", "Nobody can take a turn: all are out or full.");
    else
        scene_verdict(s, "masker.end.last", "Only one secret colour is left on the board.");
    for (int side = 0; side < masker_sides(p); side++)
        say_side(p, side, s);
}

static void show_status(const struct masker_position *p, struct scene_status *status)
{
    static const struct scene_step steps[2][2] = {
        {{"capture", "Capture a cross beside the colourless one."},
         {"continue", "Capture a cross beside the colourless one, or stop."}},
        {{"capture-free", "Capture any cross."}, {"continue-free", "Capture any cross, or stop."}},
    };
    const struct scene_step *step = &steps[masker_free(p)][masker_captures(p) > 0];

    if (masker_captures(p) == MASKER_TAKE_DUE) {
        status->step = "take";
        status->prompt = "You are out: choose whose crosses fill you up.";
        return;
    }
    status->step = step->id;
    status->prompt = step->prompt;
}

void masker_board_scene(const struct masker_position *p, struct scene *s)
{
    show_board(p, s);
    show_counters(p, s);
}

void masker_scene(const struct game_position *position, int seat, struct scene *s)
{
    const struct masker_position *p = masker_of(position);

    masker_board_scene(p, s);
    lay_clues(p, seat, s);
    show_buttons(p, s);
    scene_lead(s, (game_spot)masker_star(p));
    if (s->status.result.over)
        show_verdict(p, s);
    show_status(p, &s->status);
}
