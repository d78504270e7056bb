// SPDX-License-Identifier: MIT
// The rules of Masker: the table of the game, its legal actions, and what an action does.
//
// Random play runs through `masker_actions` and `masker_apply` alone, and what it meets is luck, so
// the common path has no branch that luck decides: the squares to capture on stand ready as a set,
// lists are written eight entries at a time, and a stop is played as the capture of nothing on a
// square that is always empty. What happens rarely, a colour gone or a seat full, is in `reckon`.
#include <assert.h>
#include <string.h>

#include "base/symmetry.h"
#include "games/masker/masker.h"

// ---------------------------------------------------------------------------------------------
// Listing
// ---------------------------------------------------------------------------------------------

// The members of a set of eight numbers in a row, upward, a byte each from the lowest byte: by the
// first of the eight and the set. A member comes after those below it, so their number is its
// place.
#define PLACED(set, n)                                                                             \
    ((uint64_t)((set) >> (n)&1) * (n) << 8 * __builtin_popcount((set) & ((1u << (n)) - 1)))
#define MEMBERS(first, set)                                                                        \
    (UINT64_C(0x0101010101010101) * (first) + (PLACED(set, 1) | PLACED(set, 2) | PLACED(set, 3) |  \
                                               PLACED(set, 4) | PLACED(set, 5) | PLACED(set, 6) |  \
                                               PLACED(set, 7)))
#define SETS4(f, s)  MEMBERS(f, s), MEMBERS(f, (s) + 1u), MEMBERS(f, (s) + 2u), MEMBERS(f, (s) + 3u)
#define SETS16(f, s) SETS4(f, s), SETS4(f, (s) + 4u), SETS4(f, (s) + 8u), SETS4(f, (s) + 12u)
#define SETS64(f, s) SETS16(f, s), SETS16(f, (s) + 16u), SETS16(f, (s) + 32u), SETS16(f, (s) + 48u)
#define SETS(f)                                                                                    \
    {                                                                                              \
        SETS64(f, 0u), SETS64(f, 64u), SETS64(f, 128u), SETS64(f, 192u)                            \
    }

static const uint64_t members[5][256] = {SETS(0), SETS(8), SETS(16), SETS(24), SETS(32)};

// Writes eight bytes as actions. There are two ways because no compiler is good at both: of a
// conversion gcc makes single bytes, which halves the speed of the game, and of a loop clang makes
// two loads of four for WebAssembly, which costs a tenth.
static inline void write_eight(const uint8_t *restrict bytes, game_action *restrict list)
{
#ifdef __clang__
    typedef uint8_t eight_bytes __attribute__((vector_size(8)));
    typedef game_action eight_actions __attribute__((vector_size(32)));
    eight_actions eight = __builtin_convertvector(*(const eight_bytes *)bytes, eight_actions);

    memcpy(list, &eight, sizeof eight);
#else
    for (unsigned i = 0; i < 8; i++)
        list[i] = bytes[i];
#endif
}

// Lists a set of numbers up to `last`. Eight are written at a time whether or not there are so
// many; they begin within the list or at its end, and the slack takes what is too much.
static inline unsigned list_set(uint64_t set, unsigned last, game_action *list)
{
    for (unsigned first = 0; first <= last; first += 8) {
        const uint64_t *eight = &members[first / 8][set >> first & 255];
        write_eight((const uint8_t *)eight, list + bits_count(set & (BIT(first) - 1)));
    }
    return (unsigned)bits_count(set);
}

static __attribute__((noinline)) unsigned list_takes(const struct masker_position *p,
                                                     game_action *list)
{
    unsigned count = 0;

    for (int from_next = 0; from_next <= masker_need(p); from_next++) {
        if (masker_can_take(p, from_next))
            list[count++] = MASKER_TAKE + (unsigned)from_next;
    }
    return count;
}

static unsigned masker_actions(const struct game_position *position, game_action *list)
{
    const struct masker_position *p = masker_of(position);

    if (__builtin_expect(p->targets == MASKER_TAKES, 0))
        return list_takes(p, list);
    return p->tower ? list_set(p->targets, masker_stop(true), list)
                    : list_set(p->targets, masker_stop(false), list);
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

static void move_crosses(struct masker_position *p, unsigned from, unsigned to, int count)
{
    p->capacity[from] = (uint8_t)(p->capacity[from] + count);
    p->capacity[to] = (uint8_t)(p->capacity[to] - count);
}

// The eliminator of another fills up the eliminated, as far as its own crosses go.
static void hand_over(struct masker_position *p, unsigned seat, unsigned gone_colour)
{
    unsigned eliminated = 0;
    int held = masker_held(p, (int)seat);

    while (p->colour[eliminated] != gone_colour) {
        eliminated++;
        assert(eliminated < p->players); // a colour that comes down to 0 is a player's
    }
    int wanted = p->capacity[eliminated];
    move_crosses(p, seat, eliminated, wanted < held ? wanted : held);
}

// One of two, without a branch.
static inline unsigned choose(bool first, unsigned a, unsigned b)
{
    return b ^ ((a ^ b) & (0u - first));
}

// Revises a capture after which a player has no cross left on the board, or the seat is full. The
// board and the turn stand as if neither had happened; `turn` is the one in which it was made.
static __attribute__((noinline)) void reckon(struct masker_position *p, unsigned turn,
                                             unsigned colour)
{
    unsigned seat = turn >> 2;
    bool gone = p->left[colour] == 0, own = p->colour[masker_side(p, (int)seat)] == colour;
    bool contested = masker_sides_left(p) > 1, piles_pass = gone & contested & (p->players == 3);
    bool ends = (masker_captures(p) == 0) | (gone & own);

    if (piles_pass && own) {
        masker_settle_order(p);
        p->turn = (uint8_t)(seat << 2 | MASKER_TAKE_DUE);
        p->targets = MASKER_TAKES;
        return;
    }
    // The crosses pass before the cap is checked, so they can make room for the turn to go on.
    if (piles_pass)
        hand_over(p, seat, colour);
    ends |= p->capacity[seat] == 0;
    bool goes_on = contested & (masker_settle_order(p) != 0);
    p->turn = (uint8_t)choose(ends, p->next[seat], turn + 1);
    // No targets are left in a finished game, and no stop after the end of a turn.
    p->targets &= 0 - (uint64_t)goes_on;
    p->targets &= ~((uint64_t)ends << masker_stop(p->tower));
}

// Captures on a square, or stops: then the square is the one after the last. It has no neighbours
// and no crosses, so nothing is taken, and the targets stay but for the stop itself.
static inline void capture_or_stop(struct masker_position *p, unsigned square, bool tower)
{
    unsigned turn = p->turn, pile = p->pile[square], colour = pile & 15, below = pile >> 4;
    unsigned took = square != masker_stop(tower);
    uint64_t crosses = p->crosses & ~(tower ? BIT(square) & ~p->deep : BIT(square));
    uint64_t kept = p->targets & (took - UINT64_C(1));
    uint64_t beside = crosses & (masker_beside[tower][square] | kept);
    bool isolated = beside == 0, white = colour == MASKER_WHITE, free = white | isolated;
    bool goes_on = took & ((turn & 3) < MASKER_MOST - 1) & (white | !isolated);

    p->pile[square] = (uint16_t)below;
    p->star[took] = (uint8_t)square;
    p->free[took] = free;
    p->crosses = crosses;
    if (tower)
        p->deep &= ~((uint64_t)(below < 16) << square);
    p->turn = (uint8_t)choose(goes_on, turn + 1, p->next[turn >> 2]);
    p->targets = (free ? crosses : beside) | (uint64_t)goes_on << masker_stop(tower);
    uint8_t left = p->left[colour] = (uint8_t)(p->left[colour] - took);
    uint8_t capacity = p->capacity[turn >> 2] = (uint8_t)(p->capacity[turn >> 2] - took);
    if (__builtin_expect(left == 0 || capacity == 0, 0))
        reckon(p, turn, colour);
}

static __attribute__((noinline)) void apply_tower(struct masker_position *p, unsigned square)
{
    capture_or_stop(p, square, true);
}

static __attribute__((noinline)) void take_cross(struct masker_position *p, int from_next)
{
    unsigned seat = (unsigned)masker_seat(p);
    int from_other = masker_need(p) - from_next;

    move_crosses(p, (seat + 1) % 3, seat, from_next);
    move_crosses(p, (seat + 2) % 3, seat, from_other);
    masker_settle_order(p);
    p->turn = p->next[seat];
    p->targets = masker_targets(p);
}

// Part by part: an assignment becomes an instruction of WebAssembly that engines run as a call.
static inline void copy_position(const struct masker_position *from, struct masker_position *to)
{
    // Positions are aligned to 16 only.
    typedef uint64_t part __attribute__((vector_size(32), aligned(16)));

    for (unsigned i = 0; i < sizeof *from / sizeof(part); i++)
        ((part *)to)[i] = ((const part *)from)[i];
}

#ifndef NDEBUG
// What follows from the rest is kept up by each action, a little at a time; here it is all derived
// again and compared. Crosses are neither lost nor made: what is not on the board is held by the
// seats. One position in sixteen, by its own bits: looking at all would make the hidden search of
// these builds seven times slower.
static bool is_sound(const struct masker_position *p)
{
    struct masker_position settled = *p;
    int crosses = 1; // the star

    if (p->crosses * 0x9e3779b97f4a7c15u >> 60)
        return true;
    masker_settle(&settled);
    for (int square = 0; square < masker_squares(p); square++)
        crosses += masker_height(p, square);
    for (int seat = 0; seat < p->players; seat++)
        crosses += masker_held(p, seat);
    return memcmp(&settled, p, sizeof settled) == 0 && crosses == MASKER_CROSSES &&
           masker_seat(p) < p->players && p->pile[masker_stop(p->tower)] == 0;
}

static bool is_listed(const struct masker_position *p, game_action action)
{
    if (p->targets == MASKER_TAKES)
        return action >= MASKER_TAKE && masker_can_take(p, (int)(action - MASKER_TAKE));
    return action <= masker_stop(p->tower) && (p->targets & BIT(action));
}
#endif

static void masker_apply(const struct game_position *before, game_action action,
                         struct game_position *after)
{
    struct masker_position *p = (struct masker_position *)after->bytes;

    assert(is_listed(masker_of(before), action));
    if (before != after)
        copy_position(masker_of(before), p);
    if (action >= MASKER_TAKE)
        take_cross(p, (int)(action - MASKER_TAKE));
    else if (p->tower)
        apply_tower(p, action);
    else
        capture_or_stop(p, action, false);
    assert(is_sound(p));
}

// ---------------------------------------------------------------------------------------------
// The table
// ---------------------------------------------------------------------------------------------

static int masker_to_act(const struct game_position *p)
{
    return masker_seat(masker_of(p));
}

static void masker_action_path(const struct game_position *p, game_action action,
                               struct game_path *path)
{
    unsigned spot = action;

    if (action >= MASKER_TAKE)
        spot = (unsigned)masker_split_spot(masker_of(p), (int)(action - MASKER_TAKE));
    *path = (struct game_path){1, {(game_spot)spot}};
}

static int masker_seats(const struct game_options *options)
{
    return options->value[0] + 2;
}

static int masker_team(const struct game_options *options, int seat)
{
    return masker_seats(options) == 4 ? seat & 1 : seat;
}

// A side without crosses has lost, though with three players the other two play on.
static bool masker_eliminated(const struct game_position *position, int seat)
{
    const struct masker_position *p = masker_of(position);

    return !masker_side_stays(p, masker_side(p, seat));
}

// The objective: no cross of the seat's colour leaves the board before its next turn, or before the
// end if the seat has as many crosses as it may hold and gets no more turns.
static enum game_objective masker_check_objective(const struct game_position *before,
                                                  const struct game_position *after, int seat)
{
    const struct masker_position *then = masker_of(before), *now = masker_of(after);
    unsigned colour = now->colour[masker_side(now, seat)];

    if (now->left[colour] < then->left[colour])
        return GAME_OBJECTIVE_FAILED;
    if (masker_over(now) || (masker_seat(now) == seat && masker_captures(now) == 0))
        return GAME_OBJECTIVE_MET;
    return GAME_OBJECTIVE_OPEN;
}

static const struct game_ui masker_ui = {
    .scene = masker_scene,
    .say = masker_say,
    .attempt = masker_attempt,
    .add_events = masker_add_events,
    .track_clues = masker_track_clues,
    .editor = &masker_editor,
};

static const struct game_hidden masker_hidden = {
    .view = masker_view,
    .complete = masker_complete,
    .determinize = masker_determinize,
    .determinizations = masker_determinizations,
    .replay_view = masker_replay_view,
    .secret = masker_secret,
    .secret_names = {"red", "yellow", "green", "blue", "purple"},
    .objective = "lose no cross of your colour before your next turn",
    .check_objective = masker_check_objective,
};

static const struct game_ai masker_ai = {
    .order = masker_order,
    .symmetries = SYMMETRY_COUNT,
    .apply_symmetry = masker_apply_symmetry,
    .level_scores = masker_level_scores,
};

static const struct game_coach masker_coach = {
    .features = masker_features,
    .measure = masker_measure,
    .say_feature = masker_say_feature,
    .themes = masker_themes,
    .theme = masker_theme,
};

GAME_EXPORT const struct game game_masker = {
    .name = "masker",
    .title = "Masker",
    .goal = "Keep your secret colour on the board, unseen.",
    .about = "Thirty-six crosses, one of them without a colour. Everybody has a secret colour, and "
             "everybody moves the colourless cross, which captures what it lands on. Keep a cross "
             "of your colour on the board longer than anybody else, and do not let them see which "
             "colour it is. For two, three, or four players in two teams.",
    .seat_names = {MASKER_SEAT_NAMES},
    // None of these is a colour of crosses: a seat keeps its own a secret.
    .seat_colours = {PALETTE_EBONY, PALETTE_GREY, PALETTE_BROWN, PALETTE_PINK},
    .options = {{"players", "How many play; four play in two teams", {"2", "3", "4"}, {0}},
                {"board",
                 "Crosses side by side, or piled four high",
                 {"flat", "tower"},
                 {"side by side", "piled"}}},
    .rules = masker_rules,
    .rule_count = MASKER_RULES,
    .position_size = sizeof(struct masker_position),
    .max_actions = MASKER_MAX_ACTIONS,
    .max_path = 1,
    .scores = true,
    .points = true,
    .random_start = true,
    .start = masker_start,
    .read = masker_read,
    .write = masker_write,
    .to_act = masker_to_act,
    .actions = masker_actions,
    .apply = masker_apply,
    .action_text = masker_action_text,
    .action_path = masker_action_path,
    .result = masker_result,
    .why = masker_why,
    .seats = masker_seats,
    .team = masker_team,
    .eliminated = masker_eliminated,
    .score_at_resignation = masker_score_at_resignation,
    .ui = &masker_ui,
    .hidden = &masker_hidden,
    .ai = &masker_ai,
    .coach = &masker_coach,
    .learning = GAME_LEARNING(masker_learning),
};
