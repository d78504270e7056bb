// SPDX-License-Identifier: MIT
// The rules of Turris: legal actions, their effects, the end, and the game's table.
//
// The tower never has more than three unfinished levels, so the legal placements follow from three
// sets of cells, one a level (`levels`), and from what the top cubes belong to (`tops`). Both are
// words with 16-bit lanes, and all levels are worked out side by side: lane i of `standing` holds
// the cells on which a block would come to rest on i unfinished levels.
#include <string.h>

#include "base/symmetry.h"
#include "games/turris/turris.h"

// The lanes of a word from the i-th up.
#define LANES_FROM(i) (~UINT64_C(0) << (TURRIS_LANE * (i)))

static const uint64_t middle_lanes = UINT64_C(0x0010001000100010);
static const uint64_t lane_full = TURRIS_ALL;

// ---------------------------------------------------------------------------------------------
// What must always hold (builds with asserts only)
// ---------------------------------------------------------------------------------------------

#ifndef NDEBUG
static unsigned cubes_of(uint64_t stack)
{
    unsigned count = 0;

    for (; stack; stack >>= 4)
        count++;
    return count;
}

// The words that everything is asked of say what the stacks say, and no block is lost.
static bool is_sound(const struct turris_position *t)
{
    unsigned lowest = TURRIS_LEVELS, highest = 0, cubes = 0;

    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++) {
        unsigned height = cubes_of(t->stack[cell]);
        bool black = t->stack[cell] & TURRIS_BLACK_CUBE;
        if (height != turris_height(t, cell) || black != (t->tops >> (TURRIS_REMOVE + cell) & 1))
            return false;
        cubes += height;
        lowest = height < lowest ? height : lowest;
        highest = height > highest ? height : highest;
    }
    return t->finished == lowest && highest - lowest <= TURRIS_SPREAD &&
           cubes == 2u * (2 * TURRIS_BLOCKS - t->left[0] - t->left[1]) && t->side < 2 &&
           t->bonus < 2;
}
#endif

// ---------------------------------------------------------------------------------------------
// Legal actions
// ---------------------------------------------------------------------------------------------

// All cells of all lanes in one.
static uint64_t fold_lanes(uint64_t lanes)
{
    lanes |= lanes >> 2 * TURRIS_LANE;
    return (lanes | lanes >> TURRIS_LANE) & lane_full;
}

// In each lane, the cells with a neighbour in that lane's set.
static uint64_t neighbours(uint64_t lanes)
{
    const uint64_t not_left = turris_lanes(0x1b6), not_right = turris_lanes(0x0db);
    uint64_t near = (lanes & not_right) << 1 | (lanes & not_left) >> 1 | lanes << 3 | lanes >> 3;

    return near & turris_lanes(TURRIS_ALL);
}

// In each lane, the bases of pairs: two cells of the lane that lie side by side.
static uint64_t pairs_east(uint64_t lanes)
{
    return lanes & lanes >> 1 & turris_lanes(0x0db);
}

static uint64_t pairs_north(uint64_t lanes)
{
    return lanes & lanes >> TURRIS_SIDE;
}

// Flat blocks on the ground: the first block of the game, or, in the free game, one beside the
// tower. `flat` are the empty cells that may be built on, `near` those with a filled neighbour.
static uint64_t ground_placements(const struct turris_position *t, uint64_t flat, uint64_t near)
{
    uint64_t east = pairs_east(flat), north = pairs_north(flat);

    if (!turris_empty(t)) {
        if (t->ground == TURRIS_GROUND_UPRIGHT)
            return 0;
        east &= near | near >> 1;
        north &= near | near >> TURRIS_SIDE;
    }
    return east << TURRIS_EAST * TURRIS_LANE | north << TURRIS_NORTH * TURRIS_LANE;
}

static inline uint64_t placements(const struct turris_position *t)
{
    const uint64_t bit_15 = turris_lanes(0x7fff); // added to a lane, sets its bit 15 unless empty
    uint64_t standing = turris_standing(t) & ~turris_lanes(t->barred);
    uint64_t near = turris_empty(t) ? lane_full : neighbours(t->levels);

    // Lanes whose level is begun at the edge have the middle's bit; only there the middle may
    // follow.
    uint64_t begun = ((t->levels & ~middle_lanes) + bit_15) >> 11 & middle_lanes;

    // Whatever the height, a flat block keeps to three unfinished levels unless it rests on all
    // three, and so does an upright one unless it rests on two or three: no such block could finish
    // the lowest level, for its own cells are not in want of it.
    uint64_t flat = standing & (~middle_lanes | begun) & ~LANES_FROM(3);
    uint64_t upright = standing & near & (~middle_lanes | begun >> TURRIS_LANE) & ~LANES_FROM(2);
    uint64_t ground = 0;

    if (t->finished == 0) {
        ground = ground_placements(t, flat & lane_full, near);
        flat &= LANES_FROM(1);
    }
    uint64_t flats = fold_lanes(pairs_east(flat)) << TURRIS_EAST * TURRIS_LANE |
                     fold_lanes(pairs_north(flat)) << TURRIS_NORTH * TURRIS_LANE;
    // A pair on which the same block lies already has a base of that orientation on top of its
    // base.
    return fold_lanes(upright) | (flats & ~t->tops) | ground;
}

uint64_t turris_placements(const struct turris_position *t)
{
    return placements(t);
}

// The bases of enemy blocks that may be removed.
static uint64_t removals(const struct turris_position *t)
{
    uint64_t standing = turris_standing(t);
    uint64_t enemy = t->tops >> TURRIS_REMOVE;
    unsigned last = t->last[t->side ^ 1], last_cell = last % TURRIS_LANE;
    unsigned last_top = last / 256 + (last % 256 < TURRIS_LANE); // its highest level

    if (t->side == TURRIS_BLACK)
        enemy = ~enemy;
    // Taking a block lowers its cells by one level, or two if upright. Where that is below the
    // lowest cell, the upper levels must be empty to keep to three.
    uint64_t flat = standing & LANES_FROM(t->levels >> 2 * TURRIS_LANE ? 1 : 0);
    uint64_t upright = standing & LANES_FROM(t->levels >> 2 * TURRIS_LANE ? 2
                                             : t->levels >> TURRIS_LANE   ? 1
                                                                          : 0);
    uint64_t bases = (fold_lanes(upright) & t->tops) |
                     (fold_lanes(pairs_east(flat)) & t->tops >> TURRIS_EAST * TURRIS_LANE) |
                     (fold_lanes(pairs_north(flat)) & t->tops >> TURRIS_NORTH * TURRIS_LANE);
    if (last && turris_height(t, last_cell) == last_top)
        bases &= ~BIT(last_cell);
    return bases & enemy;
}

// Writes the members of a set of actions, eight at a time: most sets have fewer, and the slack
// behind the list takes what is written too much. The stores are volatile only to keep compilers
// from gathering eight numbers in a vector register first, which is slower.
static unsigned list_set(uint64_t set, volatile game_action *list)
{
    const uint64_t stop = BIT(63); // the lowest bit of an empty set must exist
    unsigned count = (unsigned)bits_count(set);

    for (unsigned written = 0; written < count; written += 8) {
        for (unsigned i = 0; i < 8; i++) {
            list[written + i] = (game_action)bits_first(set | stop);
            set &= set - 1;
        }
    }
    return count;
}

static unsigned turris_actions(const struct game_position *p, game_action *list)
{
    const struct turris_position *t = turris_of(p);
    uint64_t set = t->left[t->side] ? placements(t) : 0;

    if (t->bonus)
        set |= removals(t) << TURRIS_REMOVE | BIT(TURRIS_DONE);
    else if (set == 0)
        set = turris_over(t) ? 0 : BIT(TURRIS_PASS);
    return list_set(set, list);
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

static inline void build(struct turris_position *t, unsigned seat, unsigned placement)
{
    const unsigned first = TURRIS_LOWER | TURRIS_LEFT << 4 | TURRIS_NEAR << 8;
    const unsigned second = TURRIS_UPPER | TURRIS_RIGHT << 4 | TURRIS_FAR << 8;
    unsigned orientation = placement / TURRIS_LANE, base = placement % TURRIS_LANE;
    unsigned other = base + turris_step(orientation), colour = seat * TURRIS_BLACK_CUBE;
    uint64_t both = BIT(base) | BIT(other), levels = t->levels;

    // Two cubes, one after the other; both go to one cell if the block is upright.
    t->last[seat] = (uint16_t)(256 * (turris_height(t, base) + 1) + placement);
    t->stack[base] = t->stack[base] << 4 | (first >> 4 * orientation & 15) | colour;
    t->stack[other] = t->stack[other] << 4 | (second >> 4 * orientation & 15) | colour;
    uint64_t open = turris_lanes(BIT(base)) & ~levels;
    levels |= open & -open;
    open = turris_lanes(BIT(other)) & ~levels;
    levels |= open & -open;
    t->tops = (t->tops & ~turris_lanes(both)) | BIT(placement) | (seat ? both << TURRIS_REMOVE : 0);
    // An upright block can finish two levels. The second is full only if the first is.
    unsigned full =
        ((levels & lane_full) == lane_full) + ((levels >> TURRIS_LANE & lane_full) == lane_full);
    levels >>= TURRIS_LANE * full;
    t->finished = (uint8_t)(t->finished + full);
    t->levels = levels;
    t->left[seat]--;
}

void turris_build(struct turris_position *t, unsigned seat, unsigned placement)
{
    build(t, seat, placement);
}

static void take_cube(struct turris_position *t, unsigned cell)
{
    const uint64_t lanes = turris_lanes(BIT(cell));

    if ((t->levels & lanes) == 0) {
        t->levels = t->levels << TURRIS_LANE | lane_full;
        t->finished--;
    }
    t->levels &= ~BIT(bits_last(t->levels & lanes));
    t->stack[cell] >>= 4;
}

void turris_look_at_top(struct turris_position *t, unsigned cell)
{
    unsigned top = t->stack[cell] & 15, kind = top & TURRIS_KIND;

    t->tops &= ~turris_lanes(BIT(cell));
    if (kind == TURRIS_UPPER)
        t->tops |= BIT(cell);
    else if (kind == TURRIS_LEFT)
        t->tops |= BIT(TURRIS_EAST * TURRIS_LANE + cell);
    else if (kind == TURRIS_NEAR)
        t->tops |= BIT(TURRIS_NORTH * TURRIS_LANE + cell);
    if (top & TURRIS_BLACK_CUBE)
        t->tops |= BIT(TURRIS_REMOVE + cell);
}

// Takes an enemy block away and bars its cubes for the enemy's turn, which comes next.
static void remove_block(struct turris_position *t, unsigned base)
{
    unsigned orientation = t->tops & BIT(base)                               ? TURRIS_UPRIGHT
                           : t->tops & BIT(TURRIS_EAST * TURRIS_LANE + base) ? TURRIS_EAST
                                                                             : TURRIS_NORTH;
    unsigned other = base + turris_step(orientation);

    take_cube(t, base);
    take_cube(t, other);
    turris_look_at_top(t, base);
    turris_look_at_top(t, other);
    t->left[t->side ^ 1]++;
    t->barred = (uint16_t)(BIT(base) | BIT(other));
}

#ifndef NDEBUG
static bool is_listed(const struct turris_position *t, game_action action)
{
    if (action < TURRIS_REMOVE)
        return t->left[t->side] && (placements(t) & BIT(action));
    if (action < TURRIS_DONE)
        return t->bonus && (removals(t) & BIT(action - TURRIS_REMOVE));
    return action == TURRIS_DONE ? t->bonus : action == TURRIS_PASS && !t->bonus && !turris_over(t);
}
#endif

static void turris_apply(const struct game_position *before, game_action action,
                         struct game_position *after)
{
    struct turris_position *t = (struct turris_position *)after->bytes;

    assert(is_sound(turris_of(before)) && is_listed(turris_of(before), action));
    if (after != before)
        *t = *turris_of(before);
    if (action < TURRIS_REMOVE) {
        unsigned base = action % TURRIS_LANE, other = base + turris_step(action / TURRIS_LANE);
        unsigned bonus = (BIT(base) | BIT(other)) >> TURRIS_MIDDLE & 1;
        build(t, t->side, action);
        t->barred &= (uint16_t)-bonus;
        t->bonus = (uint8_t)bonus;
        t->side ^= !bonus;
        assert(is_sound(t));
        return;
    }
    t->barred = 0;
    if (action < TURRIS_DONE)
        remove_block(t, action - TURRIS_REMOVE);
    t->bonus = 0;
    t->side ^= 1;
    assert(is_sound(t));
}

// ---------------------------------------------------------------------------------------------
// The rest of the contract
// ---------------------------------------------------------------------------------------------

void turris_clear(struct turris_position *t, const struct game_options *options)
{
    *t = (struct turris_position){.left = {TURRIS_BLOCKS, TURRIS_BLOCKS},
                                  .ground = options->value[0]};
}

static void turris_start(const struct game_options *options, uint64_t seed, struct game_position *p)
{
    (void)seed;
    turris_clear((struct turris_position *)p->bytes, options);
}

static int turris_to_act(const struct game_position *p)
{
    return turris_of(p)->side;
}

static void turris_action_path(const struct game_position *p, game_action action,
                               struct game_path *path)
{
    (void)p;
    if (action == TURRIS_DONE || action == TURRIS_PASS) {
        *path =
            (struct game_path){1, {action == TURRIS_DONE ? TURRIS_SPOT_DONE : TURRIS_SPOT_PASS}};
        return;
    }
    unsigned cell = action % TURRIS_LANE, other = cell + turris_step(action / TURRIS_LANE);
    if (action >= TURRIS_REMOVE)
        *path = (struct game_path){2, {TURRIS_SPOT_REMOVE, (game_spot)cell}};
    else
        *path = (struct game_path){2, {(game_spot)cell, (game_spot)other}};
}

static void add_faces(const struct turris_position *t, int score[GAME_MAX_SEATS])
{
    for (unsigned face = 0; face < TURRIS_FACES; face++) {
        struct turris_picture picture;
        turris_face(t, face, &picture);
        for (int seat = 0; seat < 2; seat++)
            score[seat] += bits_count(turris_group(picture.of[seat]));
    }
}

static void turris_score_at_resignation(const struct game_position *p, int loser,
                                        int score[GAME_MAX_SEATS])
{
    (void)loser;
    add_faces(turris_of(p), score);
}

static void turris_result(const struct game_position *p, struct game_result *result)
{
    const struct turris_position *t = turris_of(p);

    *result = (struct game_result){.over = turris_over(t)};
    if (!result->over)
        return;
    add_faces(t, result->score);
    int lead = result->score[0] - result->score[1];
    result->outcome[0] = lead > 0 ? GAME_WIN : lead < 0 ? GAME_LOSS : GAME_DRAW;
    result->outcome[1] = lead < 0 ? GAME_WIN : lead > 0 ? GAME_LOSS : GAME_DRAW;
}

static const struct game_ui turris_ui = {
    .scene = turris_scene,
    .say = turris_say,
    .attempt = turris_attempt,
    .either_end = true,
    .resolve_spot = turris_resolve_spot,
    .editor = &turris_editor,
};

static const struct game_ai turris_ai = {
    .evaluate = turris_evaluate,
    .net = &turris_net,
    .chance_scale = 200,
    .margin_scale = 108,
    .order = turris_order,
    .symmetries = SYMMETRY_COUNT,
    .apply_symmetry = turris_apply_symmetry,
    .levels = turris_levels,
    .level_scores = turris_level_scores,
};

static const struct game_coach turris_coach = {
    .features = turris_features,
    .measure = turris_measure,
    .say_feature = turris_say_feature,
    .themes = turris_themes,
    .theme = turris_theme,
};

GAME_EXPORT const struct game game_turris = {
    .name = "turris",
    .title = "Turris",
    .goal = "The largest areas on a tower that both build.",
    .about = "Two builders raise one tower on a plan of three by three cells, block by block, and "
             "each wants the largest connected area of the own colour on the four sides and the "
             "roof. Whoever builds in the middle earns a bonus: one more block, or an enemy block "
             "taken off the tower.",
    .seat_names = {"White", "Black"},
    .seat_colours = {PALETTE_IVORY, PALETTE_EBONY},
    .options = {{"ground",
                 "Which blocks may lie flat on the ground",
                 {"upright", "free"},
                 {"only the first block", "any block beside the tower"}}},
    .rules = turris_rules,
    .rule_count = TURRIS_RULES,
    .position_size = sizeof(struct turris_position),
    // 9 upright and 12 flat placements, a removal for each of 9 top cubes at most, and done.
    .max_actions = 31,
    .max_path = 2,
    .scores = true,
    .points = true,
    .start = turris_start,
    .read = turris_read,
    .write = turris_write,
    .to_act = turris_to_act,
    .actions = turris_actions,
    .apply = turris_apply,
    .action_text = turris_action_text,
    .action_path = turris_action_path,
    .result = turris_result,
    .why = turris_why,
    .score_at_resignation = turris_score_at_resignation,
    .ui = &turris_ui,
    .ai = &turris_ai,
    .coach = &turris_coach,
    .learning = GAME_LEARNING(turris_learning),
};
