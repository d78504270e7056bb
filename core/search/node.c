// SPDX-License-Identifier: MIT
// Principal-variation search in numbered steps: search_node (1 to 5), search_interior (6 to 9),
// search_actions (10 to 12 and 16 to 17) and search_action (13 to 15).
//
// Soundness: a pruned branch counts as an estimate. Estimates are never won or lost values, and
// `horizon` records that one was used. So a won or lost value is always proven, whatever was pruned
// or reduced.
//
// Elo figures come with their 95 % intervals, one per game in a fixed order of games.
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

// The static evaluation, clamped below every won and above every lost value.
static int static_eval(struct search *s, const struct search_ply *at)
{
    int value = game_evaluate(s->task.game, &at->position, at->seat);

    s->horizon = true;
    if (value > SEARCH_ESTIMATE)
        return SEARCH_ESTIMATE;
    return value < -SEARCH_ESTIMATE ? -SEARCH_ESTIMATE : value;
}

// Whether the position at `ply` occurred before, on the path from the root or earlier in the game.
// One recurrence counts as a draw, as in chess engines: a seat that wants the draw can repeat
// again.
static bool is_repetition(const struct search *s, unsigned ply)
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

// Where decided values count plies, the search counts from the root and the table from the stored
// position.
static int value_to_tt(const struct search *s, int value, unsigned ply)
{
    if (!search_counts_plies(s->task.game) || !search_decided(value))
        return value;
    return value > 0 ? value + (int)ply : value - (int)ply;
}

static int value_from_tt(const struct search *s, int value, unsigned ply)
{
    if (!search_counts_plies(s->task.game) || !search_decided(value))
        return value;
    return value > 0 ? value - (int)ply : value + (int)ply;
}

// Whether the entry is deep enough, and its bound fits the window, to cut the node off with
// `value`.
static bool tt_cutoff(struct search *s, unsigned ply, int depth, int alpha, int beta,
                      const struct tt_entry *e, int *value)
{
    bool solved = e->depth == TT_DEPTH_SOLVED;

    assert(e->bound != TT_NONE && (solved || e->depth <= SEARCH_MAX_PLY));
    assert(alpha < beta && e->value > -SEARCH_INFINITE && e->value < SEARCH_INFINITE);
    *value = value_from_tt(s, e->value, ply);
    // A decided value is true at any depth; only its margin may still change.
    bool settled = search_decided(*value) && !s->task.limits.exact;
    if (!solved && (int)e->depth < depth && !settled)
        return false;
    if (e->bound == TT_LOWER && *value < beta)
        return false;
    if (e->bound == TT_UPPER && *value > alpha)
        return false;
    if (!solved)
        s->horizon = true;
    return true;
}

static void save_to_tt(struct search *s, unsigned ply, int depth, int value, enum tt_bound bound,
                       game_action action, bool solved)
{
    struct tt_entry e = {
        .action = action,
        .value = value_to_tt(s, value, ply),
        .depth = solved ? TT_DEPTH_SOLVED : (unsigned)(depth < 0 ? 0 : depth),
        .bound = bound,
    };

    assert(e.value > -SEARCH_INFINITE && e.value < SEARCH_INFINITE); // 16 bits hold it
    tt_store(s->task.table, s->plies[ply].key, &e);
}

// The principal variation of a node: the action, then the variation of the node after it.
static void update_pv(struct search_ply *at, game_action action, const struct search_ply *next)
{
    unsigned length = next->pv_length;

    if (length > SEARCH_LINE_LENGTH - 1)
        length = SEARCH_LINE_LENGTH - 1;
    at->pv[0] = action;
    memcpy(at->pv + 1, next->pv, length * sizeof *at->pv);
    at->pv_length = length + 1;
}

// Eight times the binary logarithm, rounded down.
static int log8(unsigned n)
{
    assert(n > 0);
    int whole = 31 - __builtin_clz(n);

    return 8 * whole + (int)(((n << 3) >> whole) & 7);
}

// Late move reductions by the product of two logarithms, as is usual, against a step by rank: +51
// [18, 86], +64 [40, 90], +21 [-4, 46] and +4 [-31, 38] Elo in four open games, 300 games each at
// 10,000 nodes. Other scales against this one in the same four, 200 games each at 3,000 nodes: 80:
// +0 [-36, 36], +7 [-24, 38], +7 [-24, 38], -2 [-37, 34]; 150: -31 [-64, 1], -52 [-82, -24], +0
// [-35, 35], +24 [-15, 64]. At most half the depth, 200 games each: +9 [-27, 44], -21 [-49, 7], -14
// [-36, 8], +2 [-41, 45]. No gain; kept because it guarantees that every action is searched to any
// depth in the end. The least depth and the number of unreduced actions were chosen by hand, not
// measured.
enum { LMR_SCALE = 110, LMR_DEPTH = 3, LMR_FULL_ACTIONS = 2 };

// How much less deep the action number `tried` (from 0) is searched at first.
static int late_move_reduction(int depth, unsigned tried)
{
    if (depth < LMR_DEPTH || tried < LMR_FULL_ACTIONS)
        return 0;
    int reduction = log8((unsigned)depth) * log8(tried + 1) / LMR_SCALE;
    return reduction < depth / 2 ? reduction : depth / 2;
}

// The value of playing an action, the one number `tried` (from 0) at this node.
static int search_action(struct search *s, unsigned ply, game_action action, unsigned tried,
                         int depth, int alpha, int beta)
{
    const struct game *g = s->task.game;
    struct search_ply *at = &s->plies[ply], *next = at + 1;
    int value;

    g->apply(&at->position, action, &next->position);
    next->seat = g->to_act(&next->position);
    assert(next->seat == 0 || next->seat == 1);
    // A turn may have several actions: the value changes its sign only when the seat changes.
    bool same = next->seat == at->seat;
    int reduction = late_move_reduction(depth, tried);
    // Step 13. Single-reply extension: a forced action decides nothing, so it costs no depth.
    if (at->count == 1)
        depth++;
    if (tried > 0) {
        // Step 14. Late move reductions: a zero-window search at reduced depth, then at full depth
        // if it beats alpha.
        value = same ? search_node(s, ply + 1, depth - 1 - reduction, alpha, alpha + 1)
                     : -search_node(s, ply + 1, depth - 1 - reduction, -alpha - 1, -alpha);
        if (value <= alpha)
            return value;
        if (reduction && !s->stopped) {
            value = same ? search_node(s, ply + 1, depth - 1, alpha, alpha + 1)
                         : -search_node(s, ply + 1, depth - 1, -alpha - 1, -alpha);
        }
        if (value <= alpha || value >= beta)
            return value;
    }
    // Step 15. Full-window search: the first action, and later ones that beat alpha.
    return same ? search_node(s, ply + 1, depth - 1, alpha, beta)
                : -search_node(s, ply + 1, depth - 1, -beta, -alpha);
}

// Pruning near the leaves by the node's static evaluation. Margins are hundredths of the game's
// chance_scale. Reverse futility and futility pruning against neither, in five open games, 400
// games each at 10,000 nodes from even openings: +71 [39, 103], -4 [-36, 27], +33 [6, 60], +100
// [70, 129], +53 [27, 80] Elo. Tried without gain, 300 games each at 5,000 nodes: a reverse
// futility margin of 35 or 75, depths of 8, and late move pruning (leaving out late actions by
// their number alone).
enum {
    REVERSE_FUTILITY_DEPTH = 6, // at most
    REVERSE_FUTILITY_MARGIN = 60,
    FUTILITY_DEPTH = 4, // at most
    FUTILITY_MARGIN = 50,
    FUTILITY_BASE = 50,
    // Internal iterative reduction from this depth on:
    // +12 [-20, 45], -9 [-28, 10], +40 [12, 68], +8 [-20, 36], -3 [-26, 21] Elo in the same games.
    IIR_DEPTH = 4,
};

// Pruning is for zero-window nodes where no bound is a decided value: there it cannot change a
// proof.
static bool may_prune(const struct search *s, unsigned ply, int alpha, int beta)
{
    return ply > 0 && beta - alpha == 1 && !search_decided(alpha) && !search_decided(beta) &&
           !s->task.limits.exact;
}

static int margin(const struct search *s, int hundredths)
{
    return game_chance_scale(s->task.game) * hundredths / 100;
}

// The evaluation that pruning uses: the table's value, however shallow, is better than a static
// evaluation, and free. +42 [13, 71], +10 [-12, 33], -14 [-42, 14], +28 [2, 54], -14 [-38, 10] Elo
// in the games of the table above.
static int pruning_eval(struct search *s, const struct search_ply *at, const struct tt_entry *e)
{
    if (e->bound != TT_NONE && !search_decided(e->value))
        return e->value;
    return static_eval(s, at);
}

// Whether an earlier line of this iteration (MultiPV) took the root action.
static bool is_excluded(const struct search *s, unsigned ply, game_action action)
{
    for (unsigned i = 0; ply == 0 && i < s->excluded_count; i++) {
        if (s->excluded[i] == action)
            return true;
    }
    return false;
}

// Steps 10 to 17: tries the actions and returns the best value. `futility_value` bounds what
// actions after the first can reach, by estimate.
static int search_actions(struct search *s, unsigned ply, int depth, int alpha, int beta,
                          game_action tt_action, int futility_value)
{
    struct search_ply *at = &s->plies[ply];
    int best = -SEARCH_INFINITE, first_alpha = alpha;
    game_action best_action = 0;
    unsigned tried = 0;

    // Step 10. Move ordering: the table's action, then killers and history with the game's own
    // scores.
    search_score_actions(s, ply, tt_action);
    for (unsigned i = 0; i < at->count; i++) {
        game_action action = search_pick_next(at, i);
        // Step 11. MultiPV: skip root actions of earlier lines.
        if (is_excluded(s, ply, action))
            continue;
        // Step 12. Futility pruning: the first action was searched and no other is expected to
        // reach alpha.
        if (tried > 0 && futility_value <= alpha) {
            assert(!search_decided(futility_value));
            s->horizon = true;
            best = futility_value > best ? futility_value : best;
            break;
        }
        int value = search_action(s, ply, action, tried, depth, alpha, beta);
        if (s->stopped)
            return 0;
        tried++;
        if (value <= best)
            continue;
        best = value;
        best_action = action;
        if (value > alpha) {
            alpha = value;
            update_pv(at, action, at + 1);
            if (ply == 0)
                s->root_value = value;
        }
        // Step 16. Beta cutoff: update killers and history.
        if (alpha >= beta) {
            search_update_history(s, ply, i, depth);
            break;
        }
    }
    assert(tried > 0 && best > -SEARCH_INFINITE);
    // Step 17. Transposition table store. Not for a root that left actions out: its value answers
    // another question.
    if (ply > 0 || (s->excluded_count == 0 && s->task.limits.only_count == 0)) {
        enum tt_bound bound = best >= beta ? TT_LOWER : best > first_alpha ? TT_EXACT : TT_UPPER;
        save_to_tt(s, ply, depth, best, bound, best_action, !s->horizon);
    }
    return best;
}

// The legal actions; at the root one of each symmetry class, of those that the limits allow.
static unsigned list_actions(struct search *s, unsigned ply)
{
    struct search_ply *at = &s->plies[ply];

    if (ply > 0)
        return s->task.game->actions(&at->position, at->list);
    memcpy(at->list, s->roots.list, s->roots.count * sizeof *at->list);
    return s->roots.count;
}

static bool limit_reached(struct search *s)
{
    if (s->task.limits.nodes && s->nodes >= s->task.limits.nodes)
        return true;
    return s->nodes % SEARCH_POLL_NODES == 0 && s->task.poll && s->task.poll(s->task.to);
}

// Steps 6 to 9: an interior node that neither the rules nor the table decide.
static int search_interior(struct search *s, unsigned ply, int depth, int alpha, int beta,
                           const struct tt_entry *entry)
{
    struct search_ply *at = &s->plies[ply];
    game_action tt_action = ply == 0 ? search_representative(s, entry->action) : entry->action;
    int futility_value = SEARCH_INFINITE;

    s->horizon = false;
    if (depth <= REVERSE_FUTILITY_DEPTH && may_prune(s, ply, alpha, beta)) {
        int eval = pruning_eval(s, at, entry);
        // Step 6. Reverse futility pruning: the evaluation beats beta by a margin that grows with
        // depth.
        if (eval - margin(s, REVERSE_FUTILITY_MARGIN * depth) >= beta) {
            s->horizon = true;
            // Depth 0 answers no later probe, but saves the next visit this evaluation.
            if (entry->bound == TT_NONE)
                save_to_tt(s, ply, 0, eval, TT_LOWER, 0, false);
            return eval;
        }
        s->horizon = false; // the evaluation did not become part of the value
        // Step 7. Futility pruning: how much actions after the first can reach; step 12 uses it.
        if (depth <= FUTILITY_DEPTH)
            futility_value = eval + margin(s, FUTILITY_BASE + FUTILITY_MARGIN * depth);
    }
    // Step 8. Killers of ply + 2 are shared by this node's grandchildren only: clear what other
    // nodes left.
    if (ply + 1 < SEARCH_MAX_PLY)
        at[2].killers[0] = at[2].killers[1] = 0;
    // Step 9. Internal iterative reduction: without a table action search one ply less; the next
    // visit has one.
    if (depth >= IIR_DEPTH && ply > 0 && !tt_action)
        depth--;
    return search_actions(s, ply, depth, alpha, beta, tt_action, futility_value);
}

int search_node(struct search *s, unsigned ply, int depth, int alpha, int beta)
{
    struct search_ply *at = &s->plies[ply];
    struct tt_entry entry = {0};
    int value;

    assert(ply <= SEARCH_MAX_PLY && alpha < beta);
    assert(alpha >= -SEARCH_INFINITE && beta <= SEARCH_INFINITE);
    at->pv_length = 0;
    // Step 1. Abort at a limit. The caller ignores the value.
    if (s->stopped || limit_reached(s)) {
        s->stopped = true;
        return 0;
    }
    s->nodes++;
    // Leaves need a key only where positions can recur.
    if (ply > 0 && (depth > 0 || s->task.game->repetition))
        at->key = game_key(s->task.game, &at->position);
    if (depth > 0)
        tt_prefetch(s->task.table, at->key);
    // Step 2. Draw by repetition.
    if (ply > 0 && is_repetition(s, ply)) {
        s->horizon = true; // true on this path only
        return 0;
    }
    at->count = list_actions(s, ply); // while the table's cache line arrives
    assert(at->count <= s->task.game->max_actions);
    // Step 3. Transposition table probe. Leaves skip it: the cache miss costs more than the
    // evaluation.
    if (depth > 0 && tt_probe(s->task.table, at->key, &entry) && ply > 0 &&
        tt_cutoff(s, ply, depth, alpha, beta, &entry, &value))
        return value;
    // Step 4. The game is over.
    if (at->count == 0)
        return search_finished(s->task.game, &at->position, at->seat, ply);
    // Step 5. Leaf: static evaluation. There is no quiescence search.
    if (depth <= 0 || ply >= SEARCH_MAX_PLY)
        return static_eval(s, at);
    bool above = s->horizon;
    value = search_interior(s, ply, depth, alpha, beta, &entry);
    s->horizon |= above;
    return value;
}
