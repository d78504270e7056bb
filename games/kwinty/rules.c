// SPDX-License-Identifier: MIT
// The rules that must be fast (legal actions, playing one, rows of five), the result, and the
// game's table. Placements are found for all columns at once; wall.c has the plain questions
// about a wall.
#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "games/kwinty/kwinty.h"

enum { LEFT = KWINTY_LEFT, FLAT = KWINTY_FLAT };

// Squares of one half of the frame.
enum { ROW = KWINTY_SIZE, UPPER_SHIFT = KWINTY_UPPER * ROW, LAST = (KWINTY_HALF_ROWS - 1) * ROW };
#define HALF       (BIT(KWINTY_HALF_ROWS * ROW) - 1)
#define GROUND     (BIT(ROW) - 1)               // its lowest row
#define COLUMN     UINT64_C(0x0040201008040201) // its first column
#define COLUMNS(n) (COLUMN * (BIT(n) - 1))      // its first columns
#define TOP        (GROUND << LAST)             // its highest row
#define ONLY_UPPER (TOP | TOP >> ROW)           // the rows that only the upper half has

static void kwinty_start(const struct game_options *options, uint64_t seed, struct game_position *p)
{
    (void)options;
    (void)seed;
    memset(p, 0, sizeof *p);
    ((struct kwinty_position *)p->bytes)->left = KWINTY_FIRST;
}

static int kwinty_to_act(const struct game_position *p)
{
    return kwinty_of(p)->seat;
}

// ---------------------------------------------------------------------------------------------
// What must always hold (builds with asserts only)
// ---------------------------------------------------------------------------------------------

#ifndef NDEBUG
// The rows that both halves have must say the same in both.
static bool halves_agree(uint64_t lower, uint64_t upper)
{
    return lower >> UPPER_SHIFT == (upper & (BIT((KWINTY_HALF_ROWS - KWINTY_UPPER) * ROW) - 1)) &&
           ((lower | upper) & ~HALF) == 0;
}

// What kwinty.h says of walls. Drafts of the editor may break it; nobody plays in those.
static bool is_sound(const struct kwinty_position *k)
{
    const struct kwinty_half *l = &k->lower, *u = &k->upper;
    uint64_t filled = l->own[0] | l->own[1], filled_up = u->own[0] | u->own[1];
    uint64_t ground = filled & GROUND;
    bool agree = halves_agree(l->own[0], u->own[0]) && halves_agree(l->own[1], u->own[1]) &&
                 halves_agree(l->lefts, u->lefts) && halves_agree(l->tops, u->tops);
    bool apart = !(l->own[0] & l->own[1]) && !(u->own[0] & u->own[1]) && !(l->lefts & l->tops);
    // Without gaps: what is filled has filled squares below it, and the ground is filled from the
    // first column on.
    bool supported =
        !(filled >> ROW & ~filled) && !(filled_up >> ROW & ~filled_up) && !(ground & (ground + 1));

    return agree && apart && supported && !((l->lefts | l->tops) & ~filled) && k->seat < 2 &&
           kwinty_placed(k, 0) <= KWINTY_BLOCKS && kwinty_placed(k, 1) <= KWINTY_BLOCKS &&
           k->left + (unsigned)bits_count(ground) <= KWINTY_COLUMNS && k->winner <= 2 &&
           (k->winner == 0) == !(kwinty_has_five(k, 0) || kwinty_has_five(k, 1));
}
#endif

// ---------------------------------------------------------------------------------------------
// Legal actions
// ---------------------------------------------------------------------------------------------

// The columns that have a square in a set; no two of its squares may be in one column.
static inline uint32_t columns_of(uint64_t squares)
{
    return (uint32_t)(squares * COLUMN >> LAST & GROUND);
}

// Where a flat block of one colour may start in one half: two open squares side by side, and no
// flat block of the colour that would end right before or begin right after. `lefts` are the
// colour's own.
static inline uint64_t flat_starts(uint64_t open, uint64_t lefts)
{
    uint64_t after = (lefts & COLUMNS(7)) << 2;
    uint64_t before = (lefts & ~COLUMN) >> 2;

    return open & (open >> 1 & COLUMNS(8)) & ~(after | before);
}

// The placements of a seat that has blocks left, as a set of numbers.
//
// A square is open when it is empty and the one below is filled: one a column, none at full
// height. Beside the wall blocks go on the ground. To the right, the two next squares count as
// open too, as far as they are in the frame, but an upright may not stand on the second. For the
// empty wall these two are i1 and j1. To the left, two tests are enough.
__attribute__((always_inline)) static inline uint32_t placements(const struct kwinty_position *k,
                                                                 unsigned seat)
{
    const struct kwinty_half *l = &k->lower, *u = &k->upper;
    uint64_t filled = l->own[0] | l->own[1];
    uint64_t right = ((filled & GROUND) * 3 + 3) & GROUND;
    uint64_t open = (filled << ROW & ~filled & HALF) | right;
    uint64_t lefts = l->lefts & l->own[seat], tops = l->tops & l->own[seat];
    uint64_t uprights = open & ~(right & right << 1) & ~(tops << ROW);
    uint64_t flats = flat_starts(open, lefts);

    // Few walls are so high; once one is, it stays so, hence the branch is easy to foresee.
    if (filled & TOP) {
        uint64_t filled_up = u->own[0] | u->own[1];
        uint64_t open_up = filled_up << ROW & ~filled_up & ONLY_UPPER;
        uprights |= open_up & ~TOP & ~((u->tops & u->own[seat]) << ROW);
        flats |= flat_starts(open_up, u->lefts & u->own[seat]);
    }

    uint32_t left_upright = filled & ~(filled >> (KWINTY_SIZE - 1)) & 1;
    uint32_t left_flat = left_upright & ~(filled >> (KWINTY_SIZE - 2)) & ~lefts;
    return columns_of(uprights) << LEFT | columns_of(flats) << (LEFT + FLAT) |
           left_upright << (LEFT - 1) | left_flat << (LEFT - 2 + FLAT);
}

uint32_t kwinty_placements(const struct kwinty_position *k, int seat)
{
    return placements(k, (unsigned)seat);
}

static inline bool has_blocks(const struct kwinty_position *k, unsigned seat)
{
    return bits_count(k->lower.own[seat]) + bits_count(k->upper.own[seat] & ONLY_UPPER) <
           2 * KWINTY_BLOCKS;
}

bool kwinty_can_place(const struct kwinty_position *k, int seat)
{
    return has_blocks(k, (unsigned)seat) && placements(k, (unsigned)seat);
}

enum { AT_ONCE = 12 };

// Lists the members of a set that has something in it. It writes many at a time, past the end of
// the list if need be, because most sets are smaller and a branch a member would cost more.
// `volatile` keeps the compiler from gathering the stores in a vector register, which makes the
// game a tenth slower.
static inline uint64_t list_some(uint64_t rest, volatile game_action *list)
{
    for (unsigned i = 0; i < AT_ONCE; i++)
        list[i] = (game_action)bits_pop(&rest);
    return rest;
}

static __attribute__((noinline)) void list_more(uint64_t rest, game_action *list)
{
    list_some(rest, list);
}

// Lists the members of a set of numbers below 32, at most twice as many as are written at once.
static inline unsigned list_members(uint32_t members, game_action *list)
{
    unsigned count = (unsigned)bits_count(members);
    assert(count <= KWINTY_MOST_ACTIONS);
    uint64_t rest = list_some(members | ~UINT64_C(0) << 32, list); // never empty

    if (count > AT_ONCE)
        list_more(rest, list + AT_ONCE);
    return count;
}

// At most 17. In a wall of width w each column takes at most one upright, and each column but the
// last starts at most one flat: 2w - 1. Beside the wall there are two uprights more when w <= 8
// and two flats more when w <= 7. That makes 17 for the widths 9, 8 and 7, and less for narrower
// walls.
static_assert(KWINTY_MOST_ACTIONS == 17, "as counted here");

// A pass is legal when the other seat can place a block; otherwise the game is over.
static __attribute__((noinline)) unsigned list_pass(const struct kwinty_position *k,
                                                    game_action *list)
{
    list[0] = KWINTY_PASS;
    return kwinty_can_place(k, !k->seat);
}

unsigned kwinty_actions(const struct game_position *p, game_action *list)
{
    const struct kwinty_position *k = kwinty_of(p);

    if (k->winner)
        return 0;
    if (has_blocks(k, k->seat)) {
        uint32_t members = placements(k, k->seat);
        if (members)
            return list_members(members, list);
    }
    return list_pass(k, list);
}

// ---------------------------------------------------------------------------------------------
// Playing an action
// ---------------------------------------------------------------------------------------------

// Whether five squares in a line belong to a set, given as its two halves. Each of the four
// directions is a distance between bits, together with the columns where a row of five can start.
// The halves go through it side by side, as a vector.
typedef uint64_t halves __attribute__((vector_size(16)));

static inline halves in_line(halves set, unsigned step)
{
    halves two = set & set >> step;

    return two & two >> 2 * step & set >> 4 * step;
}

static inline bool five_in_line(uint64_t lower, uint64_t upper)
{
    halves set = {lower, upper};
    halves found = ((in_line(set, 1) | in_line(set, ROW + 1)) & COLUMNS(5)) |
                   (in_line(set, ROW - 1) & (HALF & ~COLUMNS(4))) | in_line(set, ROW);

    return (found[0] | found[1]) != 0;
}

bool kwinty_has_five(const struct kwinty_position *k, int seat)
{
    return five_in_line(k->lower.own[seat], k->upper.own[seat]);
}

static __attribute__((noinline)) void pass(const struct kwinty_position *k,
                                           struct kwinty_position *next)
{
    assert(!k->winner && !kwinty_can_place(k, k->seat)); // only who cannot place passes
    *next = *k;
    next->seat ^= 1;
}

// By action. Left of the frame, the wall is shifted to the right and the block begins in the first
// column of the ground; anywhere else it begins at the open square of its column. A table, because
// nobody could foresee the branches.
struct placement {
    uint64_t column;  // where it begins, unless beside
    uint64_t beside;  // 1 when it begins left of the frame
    uint64_t if_flat; // all bits of a flat block
    uint32_t shift;   // of the wall
    uint32_t other;   // from the first square to the second
};

#define PLACEMENT(at, flat)                                                                        \
    {                                                                                              \
        (at) < LEFT ? 0 : COLUMN << (((at)-LEFT) & 63), (at) < LEFT, -(uint64_t)(flat),            \
            (at) < LEFT ? LEFT - (at) : 0, (flat) ? 1 : ROW                                        \
    }
#define PLACEMENTS4(at, flat)                                                                      \
    PLACEMENT(at, flat), PLACEMENT(at + 1, flat), PLACEMENT(at + 2, flat), PLACEMENT(at + 3, flat)
#define PLACEMENTS16(flat)                                                                         \
    PLACEMENTS4(0, flat), PLACEMENTS4(4, flat), PLACEMENTS4(8, flat), PLACEMENTS4(12, flat)

static const struct placement placement_of[32] = {PLACEMENTS16(0), PLACEMENTS16(1)};

static void kwinty_apply(const struct game_position *before, game_action action,
                         struct game_position *after)
{
    const struct kwinty_position *k = kwinty_of(before);
    struct kwinty_position *next = (struct kwinty_position *)after->bytes;

    if (action == KWINTY_PASS) {
        pass(k, next);
        return;
    }
    assert(is_sound(k) && !k->winner && action < KWINTY_PASS);
    assert(has_blocks(k, k->seat) && (placements(k, k->seat) & BIT(action)));
    const struct placement *block = &placement_of[action];
    unsigned seat = k->seat, enemy = seat ^ 1, shift = block->shift, other = block->other;
    uint64_t column = block->column, if_flat = block->if_flat;
    uint64_t own = k->lower.own[seat], own_up = k->upper.own[seat];
    uint64_t theirs = k->lower.own[enemy], theirs_up = k->upper.own[enemy];

    // The upper half cannot see what lies under its lowest row; that part comes from the lower
    // half.
    uint64_t filled = own | theirs, filled_up = own_up | theirs_up;
    uint64_t first = ((filled << ROW | GROUND) & ~filled & column) | block->beside;
    uint64_t open_up = filled_up << ROW & ~filled_up & column;
    uint64_t first_up = open_up | first >> UPPER_SHIFT;
    uint64_t second = first << other & HALF;
    uint64_t second_up = open_up << other | first << other >> UPPER_SHIFT;

    own = own << shift | first | second;
    own_up = own_up << shift | first_up | second_up;
    next->lower.lefts = k->lower.lefts << shift | (first & if_flat);
    next->lower.tops = k->lower.tops << shift | (second & ~if_flat);
    next->upper.lefts = k->upper.lefts << shift | (first_up & if_flat);
    next->upper.tops = k->upper.tops << shift | (second_up & ~if_flat);
    next->lower.own[seat] = own;
    next->lower.own[enemy] = theirs << shift;
    next->upper.own[seat] = own_up;
    next->upper.own[enemy] = theirs_up << shift;
    next->left = k->left - shift;
    next->seat = (uint16_t)enemy;
    next->winner = five_in_line(own, own_up) ? (uint16_t)(seat + 1) : 0;
    assert(is_sound(next));
}

struct kwinty_block kwinty_action_block(const struct kwinty_position *k, game_action action)
{
    int column = (int)k->left + (int)(action % FLAT) - LEFT;

    return (struct kwinty_block){column, kwinty_height(k, column), action >= FLAT};
}

// ---------------------------------------------------------------------------------------------
// The result and the table
// ---------------------------------------------------------------------------------------------

// Rows of exactly four in one half that begin in the given squares. For each direction: the
// columns where a row of four can begin, where one of five could, and where a square can have one
// before it.
static int fours_in_half(uint64_t set, uint64_t begin)
{
    static const struct {
        unsigned step;
        uint64_t four, five, before;
    } lines[] = {
        {1, COLUMNS(6), COLUMNS(5), ~COLUMN},
        {ROW - 1, ~COLUMNS(3), ~COLUMNS(4), COLUMNS(8)},
        {ROW, HALF, HALF, HALF},
        {ROW + 1, COLUMNS(6), COLUMNS(5), ~COLUMN},
    };
    int count = 0;

    for (int i = 0; i < 4; i++) {
        unsigned step = lines[i].step;
        uint64_t four = set & set >> step & set >> 2 * step & set >> 3 * step & lines[i].four;
        uint64_t longer = (set >> 4 * step & lines[i].five) | (set << step & lines[i].before);
        count += bits_count(four & ~longer & begin);
    }
    return count;
}

int kwinty_fours(const struct kwinty_position *k, int seat)
{
    // A row, the square before it and the one after span at most six rows of squares. Those that
    // begin in the three lowest rows can be judged in the lower half, the others in the upper
    // one.
    uint64_t lowest = BIT(3 * ROW) - 1;

    return fours_in_half(k->lower.own[seat], lowest) +
           fours_in_half(k->upper.own[seat], ~(lowest >> UPPER_SHIFT));
}

static void kwinty_result(const struct game_position *p, struct game_result *result)
{
    const struct kwinty_position *k = kwinty_of(p);

    *result = (struct game_result){.over = k->winner};
    if (k->winner) {
        result->outcome[k->winner - 1] = GAME_WIN;
        result->score[k->winner - 1] = 1;
        return;
    }
    if (kwinty_can_place(k, 0) || kwinty_can_place(k, 1))
        return;
    result->over = true;
    for (int seat = 0; seat < 2; seat++)
        result->score[seat] = kwinty_fours(k, seat);
    int lead = result->score[0] - result->score[1];
    if (lead == 0)
        result->outcome[0] = result->outcome[1] = GAME_DRAW;
    else
        result->outcome[lead < 0] = GAME_WIN;
}

static const struct game_ui kwinty_ui = {
    .scene = kwinty_scene,
    .say = kwinty_say,
    .attempt = kwinty_attempt,
    .either_end = true,
    .editor = &kwinty_editor,
};

static const struct game_ai kwinty_ai = {
    .evaluate = kwinty_evaluate,
    .net = &kwinty_net,
    .chance_scale = 200,
    .margin = kwinty_margin,
    .order = kwinty_order,
    .symmetries = 2,
    .apply_symmetry = kwinty_apply_symmetry,
    .canonical_key = kwinty_canonical_key,
    .undominated = kwinty_undominated,
    .solve_static = kwinty_solve_static,
    .book = kwinty_book,
    .levels = kwinty_levels,
    .level_scores = kwinty_level_scores,
};

static const struct game_coach kwinty_coach = {
    .features = kwinty_features,
    .measure = kwinty_measure,
    .say_feature = kwinty_say_feature,
    .themes = kwinty_themes,
    .theme = kwinty_theme,
};

GAME_EXPORT const struct game game_kwinty = {
    .name = "kwinty",
    .title = "Kwinty",
    .goal = "Five in a line, on a wall that both build.",
    .about =
        "Two players build one upright wall, up to nine squares wide and nine high, from blocks "
        "that cover two squares. Five squares of your colour in a straight line win; short ends "
        "of one colour may not touch.",
    .seat_names = {"White", "Black"},
    .seat_colours = {PALETTE_IVORY, PALETTE_EBONY},
    .rules = kwinty_rules,
    .rule_count = KWINTY_RULES,
    .position_size = sizeof(struct kwinty_position),
    .max_actions = KWINTY_MOST_ACTIONS,
    .max_path = 2,
    .next = GAME_LOSER_FIRST,
    .scores = true,
    .start = kwinty_start,
    .read = kwinty_read,
    .write = kwinty_write,
    .to_act = kwinty_to_act,
    .actions = kwinty_actions,
    .apply = kwinty_apply,
    .action_text = kwinty_action_text,
    .action_path = kwinty_action_path,
    .result = kwinty_result,
    .why = kwinty_why,
    .ui = &kwinty_ui,
    .ai = &kwinty_ai,
    .coach = &kwinty_coach,
    .learning = GAME_LEARNING(kwinty_learning),
};
