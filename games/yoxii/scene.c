// SPDX-License-Identifier: MIT
// Describes the position: the board with its pieces and the totem, the hand of the seat to act as a
// tray of values, and for each seat what is left and what would count around the totem. Nothing is
// hidden.
#include "game/scene.h"
#include "games/yoxii/yoxii.h"

const struct scene_kind yoxii_piece_kind = {"piece", "piece worth {value}", SCENE_COUNTER,
                                            SCENE_NO_EMBLEM};
const struct scene_kind yoxii_totem_kind = {"totem", "totem", SCENE_TOTEM, SCENE_NO_EMBLEM};

static struct scene_look look_of(int seat, unsigned value)
{
    return (struct scene_look){
        .kind = &yoxii_piece_kind, .glyph = yoxii_letter(seat, value), .value = (uint8_t)value};
}

static void add_board(const struct yoxii_position *y, struct scene *s)
{
    unsigned board = scene_board(s, "board", "Board", SCENE_FLAT, SCENE_CUT);

    for (unsigned i = 0; i < YOXII_SQUARES; i++) {
        unsigned square = yoxii_square_of[i];
        char name[] = {yoxii_column(square), yoxii_row(square), 0};
        scene_spot(s, board, SCENE_PLACE, (int)(square % 8), (int)(square / 8) - 1, name);
    }
    for (game_spot spot = 0; spot < YOXII_SQUARES; spot++) {
        unsigned square = yoxii_square_of[spot];
        if (square == y->totem)
            scene_put(s, spot, 1, SCENE_NOBODY,
                      (struct scene_look){.kind = &yoxii_totem_kind, .glyph = 'T'});
        for (int seat = 0; seat < 2; seat++) {
            if (y->pieces[seat] >> square & 1)
                scene_put(s, spot, 1, seat, look_of(seat, yoxii_value(y, square)));
        }
    }
    scene_grid_labels(s, board, YOXII_COLUMNS, YOXII_ROWS);
}

// One spot a value, there even when none is left; all pieces of that value lie on it.
static void add_hand(const struct yoxii_position *y, struct scene *s)
{
    unsigned tray = scene_panel(s, "hand", "Hand", SCENE_TRAY);
    int seat = y->seat;

    for (unsigned value = 1; value <= YOXII_VALUES; value++) {
        char name[] = {(char)('0' + value), 0};
        unsigned left = yoxii_left(y, seat, value);
        game_spot spot = scene_spot(s, tray, SCENE_HAND, (int)value - 1, 0, name);

        scene_say_label(s, spot, "yoxii.left:value,count", "value %u, %u left", value, left);
        for (unsigned level = 1; level <= left; level++)
            scene_put(s, spot, level, seat, look_of(seat, value));
    }
}

static game_spot totem_spot(const struct yoxii_position *y)
{
    game_spot spot = 0;

    while (yoxii_square_of[spot] != y->totem)
        spot++;
    return spot;
}

static void add_counters(const struct yoxii_position *y, int seat, struct scene *s)
{
    static const struct {
        const char *id, *title;
    } hand[YOXII_VALUES] = {
        {"ones", "ones left"},
        {"twos", "twos left"},
        {"threes", "threes left"},
        {"fours", "fours left"},
    };

    for (unsigned value = 1; value <= YOXII_VALUES; value++)
        scene_counts(scene_counter(s, hand[value - 1].id, hand[value - 1].title, seat,
                                   (int)yoxii_left(y, seat, value)),
                     look_of(seat, value));
    struct scene_counter *sum =
        scene_counter(s, "sum", "points around the totem", seat, yoxii_sum(y, seat));
    sum->spot = (int16_t)totem_spot(y);
    struct scene_counter *around =
        scene_counter(s, "around", "pieces around the totem", seat, yoxii_around(y, seat));
    around->spot = sum->spot;
    around->minor = true;
}

void yoxii_board_scene(const struct yoxii_position *y, struct scene *s)
{
    add_board(y, s);
    for (int owner = 0; owner < 2; owner++)
        add_counters(y, owner, s);
}

// One piece beside the totem after the other, round it from the north, and what its owner has by
// then.
static void add_count(const struct yoxii_position *y, struct scene *s)
{
    static const int8_t around[] = {8, 9, 1, -7, -8, -9, -1, 7};
    int sum[2] = {0};

    for (unsigned i = 0; i < sizeof around; i++) {
        for (game_spot spot = 0; spot < YOXII_SQUARES; spot++) {
            unsigned square = yoxii_square_of[spot];
            int seat = y->pieces[1] >> square & 1;
            if (square != y->totem + (unsigned)around[i] || !(y->pieces[seat] >> square & 1))
                continue;
            unsigned value = yoxii_value(y, square);
            sum[seat] += (int)value;
            if (seat)
                scene_count(s, "yoxii.count.red:square,value,sum", "%s: %u for Red, who has %d.",
                            s->spots[spot].name, value, sum[seat]);
            else
                scene_count(s, "yoxii.count.white:square,value,sum",
                            "%s: %u for White, who has %d.", s->spots[spot].name, value, sum[seat]);
            scene_decides(s, &scene_deciding, spot);
        }
    }
}

static void add_verdict(const struct yoxii_position *y, struct scene *s)
{
    int white = yoxii_sum(y, 0), red = yoxii_sum(y, 1);

    if (!yoxii_destinations(y))
        scene_verdict(s, "yoxii.end.walled", "The totem cannot be moved any more.");
    else
        scene_verdict(s, "yoxii.end.empty", "No piece is left in the hand that has to place one.");
    scene_decides(s, NULL, totem_spot(y));
    add_count(y, s);
    scene_verdict(s, "yoxii.end.sum:white,red", "Points around the totem: White %d, Red %d.", white,
                  red);
    if (white != red)
        return;
    white = yoxii_around(y, 0);
    red = yoxii_around(y, 1);
    if (white != red)
        scene_verdict(s, "yoxii.end.pieces:white,red",
                      "The points are equal, so the pieces around it decide: White %d, Red %d.",
                      white, red);
    else
        scene_verdict(s, "yoxii.end.level:each",
                      "The points are equal, and so are the pieces around it: %d each.", white);
}

void yoxii_scene(const struct game_position *p, int seat, struct scene *s)
{
    const struct yoxii_position *y = yoxii_of(p);

    (void)seat;
    yoxii_board_scene(y, s);
    add_hand(y, s);
    scene_lead(s, totem_spot(y));
    if (s->status.result.over)
        add_verdict(y, s);
    s->status.step = "move";
    s->status.prompt =
        "Move the totem, then choose a square beside it and the value of your piece.";
}
