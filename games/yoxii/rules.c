// SPDX-License-Identifier: MIT
// Yoxii: the table of the game, its start, playing an action, and the result. Where the totem can
// go and the list of actions are in moves.c. The rules and rulings are in rules.md.
#include <assert.h>
#include <string.h>

#include "base/symmetry.h"
#include "games/yoxii/yoxii.h"

// Rows 1 to 7.
const uint8_t yoxii_square_of[YOXII_SQUARES] = {
    10, 11, 12,                 //
    17, 18, 19, 20, 21,         //
    24, 25, 26, 27, 28, 29, 30, //
    32, 33, 34, 35, 36, 37, 38, //
    40, 41, 42, 43, 44, 45, 46, //
    49, 50, 51, 52, 53,         //
    58, 59, 60,
};

static void yoxii_start(const struct game_options *options, uint64_t seed, struct game_position *p)
{
    (void)options;
    (void)seed;
    memset(p, 0, sizeof *p);
    *(struct yoxii_position *)p->bytes = (struct yoxii_position){
        .totem = YOXII_CENTRE,
        .hand = {YOXII_FULL_HAND, YOXII_FULL_HAND},
    };
}

static int yoxii_to_act(const struct game_position *p)
{
    return (int)yoxii_of(p)->seat;
}

#ifndef NDEBUG
// Pieces of both seats and the totem share no square, each piece has one value, and what is not on
// the board is in hand.
static bool is_sound(const struct yoxii_position *y)
{
    uint64_t all = y->pieces[0] | y->pieces[1];

    for (int seat = 0; seat < 2; seat++) {
        uint64_t own = y->pieces[seat], low = own & y->value_low, high = own & y->value_high;
        uint64_t of[YOXII_VALUES] = {own & ~low & ~high, low & ~high, high & ~low, low & high};
        for (unsigned value = 1; value <= YOXII_VALUES; value++) {
            if (bits_count(of[value - 1]) + (int)yoxii_left(y, seat, value) !=
                (int)(YOXII_FULL_HAND >> 8 * (value - 1) & 0xff))
                return false;
        }
    }
    return (y->pieces[0] & y->pieces[1]) == 0 && !(all & BIT(y->totem)) &&
           !((all | BIT(y->totem)) & ~YOXII_BOARD) && !((y->value_low | y->value_high) & ~all) &&
           y->seat < 2;
}

static bool is_legal(const struct yoxii_position *y, game_action action)
{
    unsigned to = yoxii_action_to(action);

    return to < 64 && (yoxii_destinations(y) & BIT(to)) &&
           (yoxii_places(y, to) & BIT(yoxii_action_place(action))) &&
           yoxii_left(y, (int)y->seat, yoxii_action_value(action)) > 0;
}
#endif

// Everything is read before anything is written, since both may be the same object.
static void yoxii_apply(const struct game_position *before, game_action action,
                        struct game_position *after)
{
    const struct yoxii_position *old = yoxii_of(before);
    struct yoxii_position *next = (struct yoxii_position *)after->bytes;
    assert(is_sound(old) && is_legal(old, action));
    unsigned place = yoxii_action_place(action), value = yoxii_action_value(action) - 1;
    uint32_t seat = old->seat, other = seat ^ 1;
    uint64_t own = old->pieces[seat] | BIT(place), enemy = old->pieces[other];
    uint64_t low = old->value_low | (uint64_t)(value & 1) << place;
    uint64_t high = old->value_high | (uint64_t)(value >> 1) << place;
    uint32_t hand = old->hand[seat] - (UINT32_C(1) << 8 * value), enemy_hand = old->hand[other];

    next->pieces[seat] = own;
    next->pieces[other] = enemy;
    next->value_low = low;
    next->value_high = high;
    next->hand[seat] = hand;
    next->hand[other] = enemy_hand;
    next->totem = yoxii_action_to(action);
    next->seat = other;
    assert(is_sound(next));
}

static void yoxii_action_path(const struct game_position *p, game_action action,
                              struct game_path *path)
{
    (void)p;
    *path = (struct game_path){
        3,
        {yoxii_spot_of(yoxii_action_to(action)), yoxii_spot_of(yoxii_action_place(action)),
         (game_spot)(YOXII_HAND_SPOT + yoxii_action_value(action) - 1)},
    };
}

// Over when the seat to act cannot move the totem, or has no piece left to place after it (a
// ruling; play cannot get there, see rules.md).
static void yoxii_result(const struct game_position *p, struct game_result *result)
{
    const struct yoxii_position *y = yoxii_of(p);
    struct game_result r = {.over = !y->hand[y->seat] || !yoxii_destinations(y)};

    if (r.over) {
        for (int seat = 0; seat < 2; seat++)
            r.score[seat] = yoxii_sum(y, seat);
        int lead = r.score[0] - r.score[1];
        if (lead == 0)
            lead = yoxii_around(y, 0) - yoxii_around(y, 1);
        r.outcome[0] = lead > 0 ? GAME_WIN : lead < 0 ? GAME_LOSS : GAME_DRAW;
        r.outcome[1] = (enum game_outcome)(GAME_WIN - r.outcome[0]);
    }
    *result = r;
}

static void yoxii_score_at_resignation(const struct game_position *p, int loser,
                                       int score[GAME_MAX_SEATS])
{
    (void)loser;
    for (int seat = 0; seat < 2; seat++)
        score[seat] = yoxii_sum(yoxii_of(p), seat);
}

// The board has an empty row below it.
static uint64_t turned_set(uint64_t set, unsigned symmetry)
{
    return symmetry_set(YOXII_ROWS, set >> 8, symmetry) << 8;
}

// All eight directions are alike for the totem, and the octagon looks the same from every side.
static void yoxii_apply_symmetry(const struct game_position *p, unsigned symmetry,
                                 struct game_position *other)
{
    struct yoxii_position y = *yoxii_of(p);

    for (int seat = 0; seat < 2; seat++)
        y.pieces[seat] = turned_set(y.pieces[seat], symmetry);
    y.value_low = turned_set(y.value_low, symmetry);
    y.value_high = turned_set(y.value_high, symmetry);
    y.totem = (uint32_t)bits_first(turned_set(BIT(y.totem), symmetry));
    assert(is_sound(&y));
    *(struct yoxii_position *)other->bytes = y;
}

static const struct game_ui yoxii_ui = {
    .scene = yoxii_scene,
    .say = yoxii_say,
    .loose = 3,
    .editor = &yoxii_editor,
};

static const struct game_ai yoxii_ai = {
    .evaluate = yoxii_evaluate,
    .net = &yoxii_net,
    .chance_scale = 300,
    .margin_scale = 300,
    .order = yoxii_order,
    .symmetries = SYMMETRY_COUNT,
    .apply_symmetry = yoxii_apply_symmetry,
    .levels = yoxii_levels,
    .level_scores = yoxii_level_scores,
};

static const struct game_coach yoxii_coach = {
    .features = yoxii_features,
    .measure = yoxii_measure,
    .say_feature = yoxii_say_feature,
    .themes = yoxii_themes,
    .theme = yoxii_theme,
};

GAME_EXPORT const struct game game_yoxii = {
    .name = "yoxii",
    .title = "Yoxii",
    .goal = "Wall in the totem with the most points.",
    .about =
        "Two players share one totem. A turn moves it, one step or in a jump over own pieces, and "
        "then puts a piece worth one to four points beside it. Once the totem is walled in, "
        "whoever has the most points around it wins.",
    .seat_names = {"White", "Red"},
    .seat_colours = {PALETTE_IVORY, PALETTE_RED},
    .rules = yoxii_rules,
    .rule_count = YOXII_RULES,
    .position_size = sizeof(struct yoxii_position),
    .max_actions = YOXII_MAX_ACTIONS,
    .max_path = 3,
    .scores = true,
    .points = true,
    .start = yoxii_start,
    .read = yoxii_read,
    .write = yoxii_write,
    .to_act = yoxii_to_act,
    .actions = yoxii_actions,
    .apply = yoxii_apply,
    .action_text = yoxii_action_text,
    .action_path = yoxii_action_path,
    .result = yoxii_result,
    .why = yoxii_why,
    .score_at_resignation = yoxii_score_at_resignation,
    .ui = &yoxii_ui,
    .ai = &yoxii_ai,
    .coach = &yoxii_coach,
    .learning = GAME_LEARNING(yoxii_learning),
};
