// SPDX-License-Identifier: MIT
// One node of the search, in named steps. What is pruned unseen counts as an estimate, which is never a won or lost
// value, and leaves the mark that an estimate was used: so such a value is always proven, whatever is pruned or reduced.
#include <assert.h>
#include <string.h>

#include "search/search.h"

int search_finished(const struct game *g, const struct game_position *p, int seat, unsigned ply)
{
    struct game_result result;

    g->result(p, &result);
    assert(result.over && (seat == 0 || seat == 1) && ply <= SEARCH_MAX_PLY);
    bool plies = search_counts_plies(g);
    int margin = plies ? -(int)ply : result.score[seat] - result.score[seat ^ 1];
    if (result.outcome[seat] == GAME_WIN)
        return SEARCH_WON + margin;
    if (result.outcome[seat] == GAME_LOSS)
        return -SEARCH_WON + (plies ? (int)ply : margin);
    return 0;
}

static int estimate(struct search *s, const struct search_ply *at)
{
    int value = game_evaluate(s->task.game, &at->position, at->seat);

    s->horizon = true;
    if (value > SEARCH_ESTIMATE)
        return SEARCH_ESTIMATE;
    return value < -SEARCH_ESTIMATE ? -SEARCH_ESTIMATE : value;
}

// A position that stood before on the path or in the game counts as a draw: whoever wants it can have it
// again.
static bool stood_before(const struct search *s, unsigned ply)
{
    uint64_t key = s->plies[ply].key;

    if (!s->task.game->repetition)
        return false;
    for (unsigned i = 0; i < ply; i++) {
        if (s->plies[i].key == key)
            return true;
    }
    for (size_t i = s->task.history_count; i-- > 0;) {
        if (s->task.history[i] == key)
            return true;
    }
    return false;
}

// Where decided values count plies, they count them from the root; the table keeps them from the position.
static int to_table(const struct search *s, int value, unsigned ply)
{
    if (!search_counts_plies(s->task.game) || !search_decided(value))
        return value;
    return value > 0 ? value + (int)ply : value - (int)ply;
}

static int from_table(const struct search *s, int value, unsigned ply)
{
    if (!search_counts_plies(s->task.game) || !search_decided(value))
        return value;
    return value > 0 ? value - (int)ply : value + (int)ply;
}

// True when the table answers for this depth and window.
static bool table_answers(struct search *s, unsigned ply, int depth, int alpha, int beta,
                          const struct table_entry *e, int *value)
{
    bool ends = e->depth == TABLE_TO_THE_END;

    assert(e->bound != TABLE_NONE && (ends || e->depth <= SEARCH_MAX_PLY));
    assert(alpha < beta && e->value > -SEARCH_INFINITE && e->value < SEARCH_INFINITE);
    *value = from_table(s, e->value, ply);
    // A decided value is true at any depth; only its margin may still change.
    bool settled = search_decided(*value) && !s->task.limits.exact;
    if (!ends && (int)e->depth < depth && !settled)
        return false;
    if (e->bound == TABLE_LOWER && *value < beta)
        return false;
    if (e->bound == TABLE_UPPER && *value > alpha)
        return false;
    if (!ends)
        s->horizon = true;
    return true;
}

static void keep(struct search *s, unsigned ply, int depth, int value, enum table_bound bound,
                 game_action action, bool ends)
{
    struct table_entry e = {
        .action = action,
        .value = to_table(s, value, ply),
        .depth = ends ? TABLE_TO_THE_END : (unsigned)(depth < 0 ? 0 : depth),
        .bound = bound,
    };

    assert(e.value > -SEARCH_INFINITE && e.value < SEARCH_INFINITE); // 16 bits hold it
    table_store(s->task.table, s->plies[ply].key, &e);
}

static void take_line(struct search_ply *at, game_action action, const struct search_ply *next)
{
    unsigned length = next->line_length;

    if (length > SEARCH_LINE_LENGTH - 1)
        length = SEARCH_LINE_LENGTH - 1;
    at->line[0] = action;
    memcpy(at->line + 1, next->line, length * sizeof *at->line);
    at->line_length = length + 1;
}

// Eight times the binary logarithm, rounded down.
static int log8(unsigned n)
{
    assert(n > 0);
    int whole = 31 - __builtin_clz(n);

    return 8 * whole + (int)(((n << 3) >> whole) & 7);
}

// The product of two logarithms, as is usual, in place of a step by rank: +51 [18, 86], +64 [40, 90], +21 [-4, 46] and +4 [-31, 38]
// Elo in four open games, 300 games each at 10,000 nodes. Other scales against this one in the same four, 200 games each at 3,000
// nodes: 80 +0 [-36, 36], +7 [-24, 38], +7 [-24, 38], -2 [-37, 34]; 150 -31 [-64, 1], -52 [-82, -24], +0 [-35, 35],
// +24 [-15, 64]. The bound by half the depth, 200 games each: +9 [-27, 44], -21 [-49, 7], -14 [-36, 8], +2 [-41, 45]: no gain,
// kept for what it promises. The least depth and rank that are reduced: chosen by hand, not measured.
enum { REDUCTION_SCALE = 110, LEAST_DEPTH = 3, FULL_TRIES = 2 };

// How much less deep a late action is searched first: more for later ones and in deep nodes, but never more
// than half, or a surprise would stay out of sight at any depth.
static int reduction(int depth, unsigned tried)
{
    if (depth < LEAST_DEPTH || tried < FULL_TRIES)
        return 0;
    int less = log8((unsigned)depth) * log8(tried + 1) / REDUCTION_SCALE;
    return less < depth / 2 ? less : depth / 2;
}

// The value of playing an action: late ones first with a null window and less depth, then in full when
// they turn out better than expected.
static int try_action(struct search *s, unsigned ply, game_action action, unsigned tried, int depth,
                      int alpha, int beta)
{
    const struct game *g = s->task.game;
    struct search_ply *at = &s->plies[ply], *next = at + 1;
    int less = reduction(depth, tried), value;

    g->apply(&at->position, action, &next->position);
    next->seat = g->to_act(&next->position);
    assert(next->seat == 0 || next->seat == 1);
    // A second action of one seat in a row looks from the same side.
    bool same = next->seat == at->seat;
    // A forced action decides nothing, so it costs no depth.
    if (at->count == 1)
        depth++;
    if (tried > 0) {
        value = same ? search_node(s, ply + 1, depth - 1 - less, alpha, alpha + 1)
                     : -search_node(s, ply + 1, depth - 1 - less, -alpha - 1, -alpha);
        if (value <= alpha)
            return value;
        if (less && !s->stopped) {
            value = same ? search_node(s, ply + 1, depth - 1, alpha, alpha + 1)
                         : -search_node(s, ply + 1, depth - 1, -alpha - 1, -alpha);
        }
        if (value <= alpha || value >= beta)
            return value;
    }
    return same ? search_node(s, ply + 1, depth - 1, alpha, beta)
                : -search_node(s, ply + 1, depth - 1, -beta, -alpha);
}

// Pruning near the leaves, by an estimate of the node itself. Margins are hundredths of the game's chance_scale. Both against neither,
// five open games of 400 each at 10,000 nodes, from even openings: +71 [39, 103], -4 [-36, 27], +33 [6, 60], +100 [70, 129],
// +53 [27, 80]. A safe margin of 35 or 75, depths of 8, and late actions left out by their number alone: no better (300 games
// each at 5,000 nodes).
enum {
    SAFE_DEPTH = 6, // at most, for a node so good that somebody above avoids it anyway
    SAFE_MARGIN = 60,
    HOPELESS_DEPTH = 4, // at most, for a node so bad that late actions will not save it
    HOPELESS_MARGIN = 50,
    HOPELESS_BASE = 50,
    // From this depth on a node without an action from the table is searched one less deep: it will come again with one.
    // +12 [-20, 45], -9 [-28, 10], +40 [12, 68], +8 [-20, 36], -3 [-26, 21] as above.
    UNKNOWN_DEPTH = 4,
};

// Only where nothing but "better or not" is asked, and the answer is no proof.
static bool may_prune(const struct search *s, unsigned ply, int alpha, int beta)
{
    return ply > 0 && beta - alpha == 1 && !search_decided(alpha) && !search_decided(beta) &&
           !s->task.limits.exact;
}

static int margin(const struct search *s, int hundredths)
{
    return game_chance_scale(s->task.game) * hundredths / 100;
}

// What the table last thought of a node, however shallow, is a better estimate than one without any search: +42 [13, 71],
// +10 [-12, 33], -14 [-42, 14], +28 [2, 54], -14 [-38, 10] as above, and it costs nothing.
static int estimate_inside(struct search *s, const struct search_ply *at,
                           const struct table_entry *e)
{
    if (e->bound != TABLE_NONE && !search_decided(e->value))
        return e->value;
    return estimate(s, at);
}

static bool is_excluded(const struct search *s, unsigned ply, game_action action)
{
    for (unsigned i = 0; ply == 0 && i < s->excluded_count; i++) {
        if (s->excluded[i] == action)
            return true;
    }
    return false;
}

// Tries the actions in order; returns the best value found. `hoped` is what the first one that is left untried may be worth at
// most: those after the first are left out when that is not enough.
static int search_actions(struct search *s, unsigned ply, int depth, int alpha, int beta,
                          game_action first, int hoped)
{
    struct search_ply *at = &s->plies[ply];
    int best = -SEARCH_INFINITE, floor = alpha;
    game_action best_action = 0;
    unsigned tried = 0;

    search_order(s, ply, first);
    for (unsigned i = 0; i < at->count; i++) {
        game_action action = search_next(at, i);
        if (is_excluded(s, ply, action))
            continue;
        if (tried > 0 && hoped <= alpha) {
            assert(!search_decided(hoped));
            s->horizon = true;
            best = hoped > best ? hoped : best;
            break;
        }
        int value = try_action(s, ply, action, tried, depth, alpha, beta);
        if (s->stopped)
            return 0;
        tried++;
        if (value <= best)
            continue;
        best = value;
        best_action = action;
        if (value > alpha) {
            alpha = value;
            take_line(at, action, at + 1);
            if (ply == 0)
                s->root_value = value;
        }
        if (alpha >= beta) {
            search_reward(s, ply, i, depth);
            break;
        }
    }
    assert(tried > 0 && best > -SEARCH_INFINITE);
    // A root without some of its actions is another question: its answer must not stand in the table.
    if (ply > 0 || (s->excluded_count == 0 && s->task.limits.only_count == 0)) {
        enum table_bound bound = best >= beta   ? TABLE_LOWER
                                 : best > floor ? TABLE_EXACT
                                                : TABLE_UPPER;
        keep(s, ply, depth, best, bound, best_action, !s->horizon);
    }
    return best;
}

// At the root, one of each kind of action, of those that are wanted.
static unsigned list_actions(struct search *s, unsigned ply)
{
    struct search_ply *at = &s->plies[ply];

    if (ply > 0)
        return s->task.game->actions(&at->position, at->list);
    memcpy(at->list, s->roots.list, s->roots.count * sizeof *at->list);
    return s->roots.count;
}

static bool out_of_budget(struct search *s)
{
    if (s->task.limits.nodes && s->nodes >= s->task.limits.nodes)
        return true;
    return s->nodes % SEARCH_POLL_NODES == 0 && s->task.poll && s->task.poll(s->task.to);
}

// Searches a node that neither the table nor the rules answer.
static int search_inside(struct search *s, unsigned ply, int depth, int alpha, int beta,
                         const struct table_entry *entry)
{
    struct search_ply *at = &s->plies[ply];
    game_action first = ply == 0 ? search_representative(s, entry->action) : entry->action;
    int hoped = SEARCH_INFINITE;

    s->horizon = false;
    if (depth <= SAFE_DEPTH && may_prune(s, ply, alpha, beta)) {
        int value = estimate_inside(s, at, entry);
        if (value - margin(s, SAFE_MARGIN * depth) >= beta) {
            s->horizon = true;
            // Of no depth, so that it answers nothing: the next visit is spared the estimate.
            if (entry->bound == TABLE_NONE)
                keep(s, ply, 0, value, TABLE_LOWER, 0, false);
            return value;
        }
        s->horizon = false; // an estimate that only chose whom to ask
        if (depth <= HOPELESS_DEPTH)
            hoped = value + margin(s, HOPELESS_BASE + HOPELESS_MARGIN * depth);
    }
    // Killers are kept for this node's grandchildren only: what cut below another node says little here.
    if (ply + 1 < SEARCH_MAX_PLY)
        at[2].killers[0] = at[2].killers[1] = 0;
    if (depth >= UNKNOWN_DEPTH && ply > 0 && !first)
        depth--;
    return search_actions(s, ply, depth, alpha, beta, first, hoped);
}

int search_node(struct search *s, unsigned ply, int depth, int alpha, int beta)
{
    struct search_ply *at = &s->plies[ply];
    struct table_entry entry = {0};
    int value;

    assert(ply <= SEARCH_MAX_PLY && alpha < beta);
    assert(alpha >= -SEARCH_INFINITE && beta <= SEARCH_INFINITE);
    at->line_length = 0;
    if (s->stopped || out_of_budget(s)) {
        s->stopped = true;
        return 0;
    }
    s->nodes++;
    // Leaves have no use for a key, unless a position may come again.
    if (ply > 0 && (depth > 0 || s->task.game->repetition))
        at->key = game_key(s->task.game, &at->position);
    if (depth > 0)
        table_prefetch(s->task.table, at->key);
    if (ply > 0 && stood_before(s, ply)) {
        s->horizon = true; // true on this path only
        return 0;
    }
    at->count = list_actions(s, ply); // while the table's memory comes
    assert(at->count <= s->task.game->max_actions);
    // Leaves do not ask the table: the memory it waits for costs more than their value.
    if (depth > 0 && table_probe(s->task.table, at->key, &entry) && ply > 0 &&
        table_answers(s, ply, depth, alpha, beta, &entry, &value))
        return value;
    if (at->count == 0)
        return search_finished(s->task.game, &at->position, at->seat, ply);
    if (depth <= 0 || ply >= SEARCH_MAX_PLY)
        return estimate(s, at);
    bool above = s->horizon;
    value = search_inside(s, ply, depth, alpha, beta, &entry);
    s->horizon |= above;
    return value;
}
