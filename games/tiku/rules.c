// SPDX-License-Identifier: MIT
// The table of Tiku and its small functions: start, result and paths. Figures slide along rows and
// columns and leave discs; the first to have all fourteen on the board wins. The rules in words
// are in rules.md; moves.c lists and plays actions.
#include <string.h>

#include "base/symmetry.h"
#include "games/tiku/tiku.h"

static void tiku_start(const struct game_options *options, uint64_t seed, struct game_position *p)
{
    const uint64_t white = UINT64_C(63) << 8, black = UINT64_C(63) << 32;
    bool diagonal = options->value[0] != 0;

    (void)seed;
    memset(p, 0, sizeof *p);
    *(struct tiku_position *)p->bytes = (struct tiku_position){
        .figures = {white, black},
        .ringed = diagonal ? white | black : 0,
        .turn = diagonal ? TIKU_TURN_DIAGONAL : 0,
    };
}

static int tiku_to_act(const struct game_position *p)
{
    return (int)tiku_seat(tiku_of(p));
}

// A move is start and destination; a pass is its button.
static void tiku_action_path(const struct game_position *p, game_action action,
                             struct game_path *path)
{
    (void)p;
    if (action == TIKU_PASS)
        *path = (struct game_path){1, {TIKU_PASS_SPOT}};
    else
        *path = (struct game_path){2,
                                   {(game_spot)tiku_spot_of_square(tiku_from(action)),
                                    (game_spot)tiku_spot_of_square(tiku_to(action))}};
}

static void tiku_result(const struct game_position *p, struct game_result *result)
{
    const struct tiku_position *t = tiku_of(p);

    *result = (struct game_result){.over = tiku_is_over(t)};
    if (!result->over)
        return;
    unsigned winner = tiku_has_won(t, TIKU_WHITE) ? TIKU_WHITE : TIKU_BLACK;
    result->outcome[winner] = GAME_WIN;
    result->score[winner] = TIKU_DISCS - bits_count(t->discs[winner ^ 1]);
}

// What the loser could not place yet.
static void tiku_score_at_resignation(const struct game_position *p, int loser,
                                      int score[GAME_MAX_SEATS])
{
    score[loser ^ 1] = TIKU_DISCS - bits_count(tiku_of(p)->discs[loser]);
}

// Figures move alike in all directions, and a trail is laid along the move, so no turn of the board
// changes anything.
static void tiku_apply_symmetry(const struct game_position *p, unsigned symmetry,
                                struct game_position *other)
{
    struct tiku_position t = *tiku_of(p);

    for (unsigned seat = 0; seat < 2; seat++) {
        t.figures[seat] = symmetry_set(TIKU_SIDE, t.figures[seat], symmetry);
        t.discs[seat] = symmetry_set(TIKU_SIDE, t.discs[seat], symmetry);
    }
    t.ringed = symmetry_set(TIKU_SIDE, t.ringed, symmetry);
    *(struct tiku_position *)other->bytes = t;
}

static const struct game_ui tiku_ui = {
    .scene = tiku_scene,
    .say = tiku_say,
    .editor = &tiku_editor,
};

static const struct game_ai tiku_ai = {
    .evaluate = tiku_evaluate,
    .net = &tiku_net,
    .chance_scale = 105,
    .margin = tiku_margin,
    .order = tiku_order,
    .symmetries = SYMMETRY_COUNT,
    .apply_symmetry = tiku_apply_symmetry,
    .levels = tiku_levels,
    .level_scores = tiku_level_scores,
};

static const struct game_coach tiku_coach = {
    .features = tiku_features,
    .measure = tiku_measure,
    .say_feature = tiku_say_feature,
    .themes = tiku_themes,
    .theme = tiku_theme,
};

GAME_EXPORT const struct game game_tiku = {
    .name = "tiku",
    .title = "Tiku",
    .goal = "Get all fourteen of your discs down first.",
    .about =
        "Two players slide figures across a board of 36 squares, straight and as far as they "
        "like. Every square that a figure leaves or crosses gets one of its player's discs, in "
        "place of the opponent's if need be. Whoever first has all fourteen discs down wins.",
    .seat_names = {"White", "Black"},
    .seat_colours = {PALETTE_IVORY, PALETTE_EBONY},
    .options = {{"diagonal", "Each figure may move diagonally once", {"off", "on"}, {"no", "yes"}}},
    .rules = tiku_rules,
    .rule_count = TIKU_RULES,
    .position_size = sizeof(struct tiku_position),
    .max_actions = TIKU_MAX_ACTIONS,
    .max_path = 2,
    .repetition = 3,
    .next = GAME_LOSER_FIRST,
    .scores = true,
    .points = true,
    .start = tiku_start,
    .read = tiku_read,
    .write = tiku_write,
    .to_act = tiku_to_act,
    .actions = tiku_actions,
    .apply = tiku_apply,
    .action_text = tiku_action_text,
    .action_path = tiku_action_path,
    .result = tiku_result,
    .why = tiku_why,
    .score_at_resignation = tiku_score_at_resignation,
    .ui = &tiku_ui,
    .ai = &tiku_ai,
    .coach = &tiku_coach,
    .learning = GAME_LEARNING(tiku_learning),
};
