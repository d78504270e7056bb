// SPDX-License-Identifier: MIT
// Tokan in play: the deal, the moves, closing up, the end and the score; and the game's table.
// The generator works on sets of squares, two boards in one word, so that one loop serves two
// opposite directions; the draft before the play is in draft.c.
#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "games/tokan/tokan.h"

// Most actions in any position that can be read. In play a stack of height h under an animal of
// range r has at most min(r, h) choices of carry in each of four directions; the heights sum to
// 30 tiles, so there are at most 4 * 30 actions. In the draft at most 3 kinds go to the 40
// squares outside the dealt columns.
enum { MAX_ACTIONS = 120 };

#define OFF TOKAN_NOWHERE
// The square behind a square, seen in a direction of movement.
static const uint8_t behind[TOKAN_DIRECTIONS][TOKAN_SQUARES] = {
    [TOKAN_UP] = {OFF, OFF, OFF, OFF, OFF, OFF, 0,  1,  2,  3,  4,  5,  6,  7,  8,
                  9,   10,  11,  12,  13,  14,  15, 16, 17, 18, 19, 20, 21, 22, 23},
    [TOKAN_DOWN] = {6,  7,  8,  9,  10, 11, 12, 13, 14, 15,  16,  17,  18,  19,  20,
                    21, 22, 23, 24, 25, 26, 27, 28, 29, OFF, OFF, OFF, OFF, OFF, OFF},
    [TOKAN_RIGHT] = {OFF, 0,  1,  2,   3,  4,  OFF, 6,  7,  8,   9,  10, OFF, 12, 13,
                     14,  15, 16, OFF, 18, 19, 20,  21, 22, OFF, 24, 25, 26,  27, 28},
    [TOKAN_LEFT] = {1,  2,  3,   4,  5,  OFF, 7,  8,  9,   10, 11, OFF, 13, 14, 15,
                    16, 17, OFF, 19, 20, 21,  22, 23, OFF, 25, 26, 27,  28, 29, OFF},
};
#undef OFF

const char tokan_letters[TOKAN_KINDS + 1] = "MJLmjl";
const uint8_t tokan_tiles[TOKAN_KINDS] = {3, 7, 5, 3, 7, 5};

// ---------------------------------------------------------------------------------------------
// Building a board
// ---------------------------------------------------------------------------------------------

void tokan_clear(struct tokan_position *t)
{
    static const struct tokan_play empty;

    t->taboo = TOKAN_NOWHERE;
    t->play = empty;
    for (unsigned i = 0; i < TOKAN_SLOTS; i++) {
        t->play.top[i] = TOKAN_NO_TILE;
        t->play.below[i] = TOKAN_NO_TILE;
    }
}

// Enters the top tile of a square into the sets, which do not have the square yet.
static inline void show_top(struct tokan_play *play, unsigned square, unsigned tile)
{
    uint64_t range = (uint64_t)tokan_range(tile);

    play->owner |= BIT(square + 32 * tokan_owner(tile));
    play->range |= (range & 1) << square | (range >> 1) << (square + 32);
}

void tokan_put(struct tokan_position *t, unsigned square, unsigned kind, unsigned number)
{
    static const uint8_t first_slot[TOKAN_ANIMALS] = {0, 3, 10};
    unsigned animal = kind % TOKAN_ANIMALS;
    unsigned slot = kind / TOKAN_ANIMALS * TOKAN_BLACK_SLOTS + first_slot[animal] + number;
    unsigned tile = slot | (animal + 1) << TOKAN_RANGE_SHIFT;

    assert(square < TOKAN_SQUARES && kind < TOKAN_KINDS && number < tokan_tiles[kind]);
    t->play.below[slot] = t->play.top[square];
    t->play.top[square] = (uint8_t)tile;
    t->play.tall |= (uint64_t)(t->play.height[square] > 0) << square;
    t->play.height[square]++;
    t->play.owner &= ~(BIT(square) | BIT(square + 32));
    t->play.range &= ~(BIT(square) | BIT(square + 32));
    show_top(&t->play, square, tile);
}

// Deals all tiles, one a square.
static void deal(struct tokan_position *t, struct random *r)
{
    uint8_t squares[TOKAN_SQUARES];
    unsigned next = 0;

    for (unsigned i = 0; i < TOKAN_SQUARES; i++)
        squares[i] = (uint8_t)i;
    random_shuffle(r, squares, TOKAN_SQUARES);
    tokan_clear(t);
    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
        for (unsigned number = 0; number < tokan_tiles[kind]; number++)
            tokan_put(t, squares[next++], kind, number);
    }
}

static void tokan_start(const struct game_options *options, uint64_t seed, struct game_position *p)
{
    struct tokan_position *t = (struct tokan_position *)p->bytes;
    struct random r = random_from_seed(seed);

    memset(t, 0, sizeof *t);
    t->scoring = options->value[0];
    t->setup = options->value[1];
    if (t->setup == TOKAN_SETUP_DRAFT)
        tokan_draft_deal(t, &r);
    else
        deal(t, &r);
}

// ---------------------------------------------------------------------------------------------
// Actions
// ---------------------------------------------------------------------------------------------

// What the generator asks of a board: squares with any stack, those a move may end on, and the own
// stacks by their top.
struct tokan_field {
    uint64_t stacks, targets, mice, jackals, lions;
};

// The stacks that can go their full range in a direction, given the squares from which one and two
// steps meet stacks, and one, two and three steps end on a target.
static inline uint64_t movers(const struct tokan_field *f, uint64_t over_one, uint64_t over_two,
                              uint64_t to_one, uint64_t to_two, uint64_t to_three)
{
    return (f->mice & to_one) | (f->jackals & over_one & to_two) |
           (f->lions & over_one & over_two & to_three);
}

// Pairs of a stack and a direction, up in the low half and down in the high half.
static inline uint64_t vertical_pairs(const struct tokan_field *f)
{
    enum { ONE = TOKAN_COLUMNS, TWO = 2 * ONE, THREE = 3 * ONE };
    uint64_t up = movers(f, f->stacks >> ONE, f->stacks >> TWO, f->targets >> ONE,
                         f->targets >> TWO, f->targets >> THREE);
    uint64_t down = movers(f, f->stacks << ONE, f->stacks << TWO, f->targets << ONE,
                           f->targets << TWO, f->targets << THREE);

    return up | down << 32;
}

// The same for right and left, without the stacks that are too near the edge.
static inline uint64_t horizontal_pairs(const struct tokan_field *f)
{
    const uint64_t a = BIT(0) | BIT(6) | BIT(12) | BIT(18) | BIT(24), ab = a | a << 1;
    const uint64_t abc = ab | a << 2, def = abc << 3;
    const uint64_t last = a << 5, last_two = ab << 4;
    uint64_t right = movers(f, f->stacks >> 1, f->stacks >> 2, f->targets >> 1 & ~last,
                            f->targets >> 2 & ~last_two, f->targets >> 3 & ~def);
    uint64_t left = movers(f, f->stacks << 1, f->stacks << 2, f->targets << 1 & ~a,
                           f->targets << 2 & ~ab, f->targets << 3 & ~abc);

    return right | left << 32;
}

// Lists the moves of pairs of single tiles: they carry nothing and always climb, so that a pair
// is an action but for its axis. Writes several at once, some of them past the end (bit 63 stands
// for the pairs that are not there), because a loop that ends a little late is easier to predict.
static inline game_action *list_single(uint64_t pairs, enum tokan_direction forward,
                                       game_action *list)
{
    enum { AT_ONCE = 6 };
    game_action *end = list + bits_count(pairs);

    for (; list < end; list += AT_ONCE) {
        for (unsigned i = 0; i < AT_ONCE; i++) {
            list[i] = (unsigned)bits_first(pairs | BIT(63)) | forward << TOKAN_DIRECTION_SHIFT;
            pairs &= pairs - 1;
        }
    }
    return end;
}

// Lists the moves of pairs of higher stacks. The carries that climb are neighbours: always writes
// three and keeps as many as there are, none if the number is negative; asking would be slower.
static inline game_action *list_tall(const struct tokan_play *play, uint64_t pairs,
                                     enum tokan_direction forward, game_action *list)
{
    while (pairs) {
        game_action action = (unsigned)bits_pop(&pairs) | forward << TOKAN_DIRECTION_SHIFT;
        unsigned from = tokan_from(action);
        int height = play->height[from], range = tokan_range(play->top[from]);
        int least = tokan_least_carry(height, play->height[tokan_to(play, action)]);
        int count = tokan_carry_end(height, range) - least;

        action |= (unsigned)least << TOKAN_CARRY_SHIFT;
        list[0] = action;
        list[1] = action + (1 << TOKAN_CARRY_SHIFT);
        list[2] = action + (2 << TOKAN_CARRY_SHIFT);
        // cppcheck-suppress shiftTooManyBitsSigned ; gcc and clang both document that the sign is
        // shifted in
        list += count & ~(count >> 31);
    }
    return list;
}

static unsigned tokan_actions(const struct game_position *p, game_action *list)
{
    const struct tokan_position *t = tokan_of(p);

    if (t->drafting)
        return tokan_draft_actions(t, list);
    uint64_t own = t->play.owner >> 32 * t->seat & UINT32_MAX;
    uint64_t odd = t->play.range, high = t->play.range >> 32;
    uint64_t stacks = (t->play.owner | t->play.owner >> 32) & UINT32_MAX;
    struct tokan_field f = {.stacks = stacks,
                            .targets = stacks & ~BIT(t->taboo),
                            .mice = own & ~high,
                            .jackals = own & high & ~odd,
                            .lions = own & high & odd};
    uint64_t vertical = vertical_pairs(&f), horizontal = horizontal_pairs(&f);
    uint64_t tall = t->play.tall | t->play.tall << 32;
    game_action *end = list;

    end = list_single(vertical & ~tall, TOKAN_UP, end);
    end = list_single(horizontal & ~tall, TOKAN_RIGHT, end);
    end = list_tall(&t->play, vertical & tall, TOKAN_UP, end);
    end = list_tall(&t->play, horizontal & tall, TOKAN_RIGHT, end);
    return (unsigned)(end - list);
}

// ---------------------------------------------------------------------------------------------
// Playing an action
// ---------------------------------------------------------------------------------------------

#ifndef NDEBUG
// A stack's height is the length of its chain, and the sets say what its top says. Returns its
// height, or more than any when something is wrong.
static unsigned sound_stack(const struct tokan_play *play, unsigned square)
{
    unsigned height = 0, top = play->top[square];
    uint64_t owner = play->owner >> square & (BIT(32) | 1);
    uint64_t range = (play->range >> square & 1) | (play->range >> (square + 32) & 1) << 1;

    for (unsigned tile = top; tile != TOKAN_NO_TILE && height <= TOKAN_TILES; height++)
        tile = play->below[tokan_slot(tile)];
    bool sets = top == TOKAN_NO_TILE
                    ? owner == 0 && range == 0
                    : owner == BIT(32 * tokan_owner(top)) && range == (uint64_t)tokan_range(top);
    bool tall = (play->tall >> square & 1) == (height > 1);
    return height == play->height[square] && sets && tall ? height : TOKAN_TILES + 1;
}

// All thirty tiles are there: in stacks, or laid and in hand.
static bool is_sound(const struct tokan_position *t)
{
    unsigned tiles = 0;

    if (t->drafting) {
        for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
            tiles += (unsigned)bits_count(t->draft.laid[kind]);
            if ((unsigned)bits_count(t->draft.laid[kind]) + t->draft.hand[kind] !=
                tokan_tiles[kind])
                return false;
        }
        return (unsigned)bits_count(tokan_draft_all(&t->draft)) == tiles;
    }
    for (unsigned square = 0; square < TOKAN_SQUARES; square++)
        tiles += sound_stack(&t->play, square);
    return tiles == TOKAN_TILES && t->seat < 2 &&
           (t->taboo == TOKAN_NOWHERE || t->play.height[t->taboo] > 0);
}

// What rules.md asks of a move: an own stack, its animal's range, no gap on the way, no more than
// it can carry, upward.
static bool is_move(const struct tokan_position *t, game_action action)
{
    const struct tokan_play *play = &t->play;
    unsigned from = tokan_from(action), to = tokan_to(play, action), carry = tokan_carry(action);
    int height = play->height[from], range = tokan_range(play->top[from]);

    for (int i = 1; i <= range; i++) {
        if (play->height[from + (unsigned)(i * tokan_step(tokan_direction(action)))] == 0)
            return false;
    }
    return height > 0 && tokan_owner(play->top[from]) == t->seat && to != t->taboo &&
           (int)carry >= tokan_least_carry(height, play->height[to]) &&
           (int)carry < tokan_carry_end(height, range);
}
#endif

// Moves the squares in `run` (both halves) one step on; where they go is already clear.
static inline uint64_t shift_run(uint64_t boards, uint64_t run, int step)
{
    uint64_t moving = boards & run;
    unsigned turn = (unsigned)step & 63;

    return (boards & ~run) | moving << turn | moving >> (64 - turn);
}

// Fills the square `gap` from behind: the unbroken run of stacks there moves one square forward.
static inline void close_up(struct tokan_play *play, unsigned gap, enum tokan_direction direction)
{
    uint64_t run = 0;
    unsigned next;

    for (; play->height[next = behind[direction][gap]]; gap = next) {
        play->top[gap] = play->top[next];
        play->height[gap] = play->height[next];
        run |= BIT(next);
    }
    play->top[gap] = TOKAN_NO_TILE;
    play->height[gap] = 0;
    run |= run << 32;
    play->owner = shift_run(play->owner, run, tokan_step(direction));
    play->range = shift_run(play->range, run, tokan_step(direction));
    play->tall = shift_run(play->tall, run, tokan_step(direction));
}

static inline void move_stack(struct tokan_position *t, game_action action)
{
    struct tokan_play *play = &t->play;
    unsigned from = tokan_from(action), to = tokan_to(play, action), carry = tokan_carry(action);
    unsigned mover = play->top[from], lowest = mover;
    uint64_t touched = BIT(from) | BIT(to);

    for (unsigned i = 0; i < carry; i++)
        lowest = play->below[tokan_slot(lowest)];
    unsigned left = play->below[tokan_slot(lowest)];
    play->below[tokan_slot(lowest)] = play->top[to];
    play->top[to] = (uint8_t)mover;
    play->height[to] = (uint8_t)(play->height[to] + carry + 1);
    play->top[from] = (uint8_t)left;
    play->height[from] = (uint8_t)(play->height[from] - carry - 1);
    touched |= touched << 32;
    play->owner &= ~touched;
    play->range &= ~touched;
    show_top(play, to, mover);
    play->tall |= BIT(to);
    play->tall &= ~((uint64_t)(play->height[from] < 2) << from);
    if (left != TOKAN_NO_TILE)
        show_top(play, from, left);
    else
        close_up(play, from, tokan_direction(action));
    // Only what lay behind the mover moves on, so the moved tile still lies where it landed.
    t->taboo = (uint8_t)to;
    t->seat ^= 1;
}

static void tokan_apply(const struct game_position *before, game_action action,
                        struct game_position *after)
{
    struct tokan_position *t = (struct tokan_position *)after->bytes;

    assert(is_sound(tokan_of(before)));
    assert(tokan_of(before)->drafting || is_move(tokan_of(before), action));
    if (before != after)
        *t = *tokan_of(before);
    if (t->drafting)
        tokan_draft_apply(t, action);
    else
        move_stack(t, action);
    assert(is_sound(t));
}

static void tokan_action_path(const struct game_position *p, game_action action,
                              struct game_path *path)
{
    const struct tokan_position *t = tokan_of(p);

    if (t->drafting) {
        path->count = 2;
        path->at[0] = (game_spot)(TOKAN_SPOT_HAND + tokan_draft_kind(action));
        path->at[1] = (game_spot)tokan_draft_square(action);
    } else {
        path->count = 3;
        path->at[0] = (game_spot)tokan_from(action);
        path->at[1] = (game_spot)tokan_to(&t->play, action);
        path->at[2] = (game_spot)(TOKAN_SPOT_CARRY + tokan_carry(action));
    }
}

// ---------------------------------------------------------------------------------------------
// End and score
// ---------------------------------------------------------------------------------------------

void tokan_points(const struct tokan_position *t, int points[2])
{
    points[0] = points[1] = 0;
    for (unsigned square = 0; square < TOKAN_SQUARES; square++) {
        int height = t->play.height[square];
        unsigned top = t->play.top[square];
        if (t->scoring == TOKAN_SCORING_HEADS && height > 0)
            points[tokan_owner(top)] += tokan_range(top);
        if (t->scoring == TOKAN_SCORING_TOWERS && height > 1)
            points[tokan_owner(top)] += height;
    }
}

// Compares the towers from the highest down; more than 0 when red is ahead. The side with more
// towers of the greatest height in which the numbers differ has the higher one, or has one left,
// at the first difference of the sorted lists.
static int compare_towers(const struct tokan_position *t)
{
    int lead[TOKAN_TILES + 1] = {0}; // by height: red's towers less black's

    for (unsigned square = 0; square < TOKAN_SQUARES; square++) {
        lead[t->play.height[square]] += tokan_owner(t->play.top[square]) ? -1 : 1;
    }
    for (unsigned height = TOKAN_TILES; height > 1; height--) {
        if (lead[height])
            return lead[height];
    }
    return 0;
}

static void tokan_result(const struct game_position *p, struct game_result *result)
{
    const struct tokan_position *t = tokan_of(p);
    game_action list[MAX_ACTIONS + GAME_ACTION_SLACK];

    *result = (struct game_result){.over = tokan_actions(p, list) == 0};
    if (!result->over)
        return;
    tokan_points(t, result->score);
    int lead = result->score[0] - result->score[1];
    if (lead == 0 && t->scoring == TOKAN_SCORING_HEADS)
        lead = compare_towers(t);
    result->outcome[0] = lead > 0 ? GAME_WIN : lead < 0 ? GAME_LOSS : GAME_DRAW;
    result->outcome[1] = lead < 0 ? GAME_WIN : lead > 0 ? GAME_LOSS : GAME_DRAW;
}

// During a draft nothing stands yet.
static void tokan_score_at_resignation(const struct game_position *p, int loser,
                                       int score[GAME_MAX_SEATS])
{
    (void)loser;
    if (!tokan_of(p)->drafting)
        tokan_points(tokan_of(p), score);
}

static int tokan_to_act(const struct game_position *p)
{
    return tokan_of(p)->seat;
}

// The sets tell all about tops and single tiles. What lies below goes in by the kinds of the tiles,
// so that it does not matter which of several like tiles lies where.
static uint64_t tokan_key(const struct game_position *p)
{
    const struct tokan_position *t = tokan_of(p);
    uint64_t h;

    if (t->drafting)
        return hash_bytes(t, offsetof(struct tokan_position, draft) + sizeof t->draft);
    h = hash_bytes(t, offsetof(struct tokan_position, play));
    h = hash_word(h, t->play.owner);
    h = hash_word(h, t->play.range);
    for (uint64_t left = t->play.tall; left;) {
        unsigned square = (unsigned)bits_pop(&left);
        uint64_t stack = square + 1;
        for (unsigned tile = t->play.below[tokan_slot(t->play.top[square])]; tile != TOKAN_NO_TILE;
             tile = t->play.below[tokan_slot(tile)])
            stack = (stack ^ (tokan_kind(tile) + 1)) * 0x9e3779b97f4a7c15u;
        h = hash_word(h, stack);
    }
    return hash_mix(h);
}

_Static_assert(sizeof(struct tokan_position) <= GAME_POSITION_BYTES, "a position must fit");

static bool tokan_preparing(const struct game_position *p)
{
    return tokan_of(p)->drafting;
}

static const struct game_ui tokan_ui = {
    .scene = tokan_scene,
    .say = tokan_say,
    .attempt = tokan_attempt,
    .editor = &tokan_editor,
};

static const struct game_ai tokan_ai = {
    .evaluate = tokan_evaluate,
    .net = &tokan_net,
    .chance_scale = 235,
    .margin_scale = 375,
    .order = tokan_order,
    .symmetries = TOKAN_SYMMETRIES,
    .apply_symmetry = tokan_apply_symmetry,
    .levels = tokan_levels,
    .level_scores = tokan_level_scores,
};

static const struct game_coach tokan_coach = {
    .features = tokan_features,
    .measure = tokan_measure,
    .say_feature = tokan_say_feature,
    .themes = tokan_themes,
    .theme = tokan_theme,
};

GAME_EXPORT const struct game game_tokan = {
    .name = "tokan",
    .title = "Tokan",
    .goal = "Jump, stack, and stand on the tall towers.",
    .about =
        "Thirty animals of two colours crowd a board of five by six. A mouse jumps one square, a "
        "jackal two, a lion three, always onto another animal and always higher than before, "
        "and the ranks behind close up. When somebody can no longer move, the towers under "
        "your own animals count.",
    .seat_names = {"Red", "Black"},
    .seat_colours = {PALETTE_RED, PALETTE_EBONY},
    .options = {{"scoring",
                 "What counts at the end",
                 {"towers", "heads"},
                 {"the heights of your towers", "the animals on top"}},
                {"setup",
                 "How the tiles are laid out",
                 {"random", "draft"},
                 {"at random", "by the players in turn"}}},
    .rules = tokan_rules,
    .rule_count = TOKAN_RULES,
    .position_size = sizeof(struct tokan_position),
    .max_actions = MAX_ACTIONS,
    .max_path = 3,
    .next = GAME_REVENGE,
    .scores = true,
    .points = true,
    .random_start = true,
    .start = tokan_start,
    .read = tokan_read,
    .write = tokan_write,
    .to_act = tokan_to_act,
    .actions = tokan_actions,
    .apply = tokan_apply,
    .action_text = tokan_action_text,
    .action_path = tokan_action_path,
    .result = tokan_result,
    .why = tokan_why,
    .key = tokan_key,
    .score_at_resignation = tokan_score_at_resignation,
    .preparing = tokan_preparing,
    .ui = &tokan_ui,
    .ai = &tokan_ai,
    .coach = &tokan_coach,
    .learning = GAME_LEARNING(tokan_learning),
};
