// SPDX-License-Identifier: MIT
// What is known for certain, in order of price: a win on the board, the game's book, a proof search with a bounded
// number of nodes. think.c asks it before and after a search, reviews and hints about single actions. It answers only
// "won" or "lost" and is never wrong about it; "unknown" is common. Memory is taken when a game first needs a proof.
#include "play/solver.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "search/book.h"

// Chosen by hand, not measured one by one; with them the solver's share of the time gained what think.c tells.
enum {
    MEGABYTES = 8,  // of the table: half a million positions, more than NODES can fill
    ALIGNMENT = 64, // a cache line
    NODES = 100000, // where the search has no limit of nodes: some tenths of a second
    SHARE = 10,     // a proof may spend this part of the search's nodes
};

// The budget of one proof search and whoever else may stop it.
struct budget {
    uint64_t nodes;
    bool (*poll)(void *to);
    void *to;
};

static bool used_up(void *to, const struct proof_report *now)
{
    const struct budget *b = to;

    return now->nodes >= b->nodes || (b->poll && b->poll(b->to));
}

static bool default_options(const struct history *history)
{
    static const struct game_options none;

    return memcmp(&history->options, &none, sizeof none) == 0;
}

static bool allocate(struct solver *c)
{
    if (!c->proof)
        c->proof = malloc(sizeof *c->proof);
    if (!c->memory) {
        c->memory = aligned_alloc(ALIGNMENT, proof_table_bytes(MEGABYTES));
        if (c->memory) {
            solver_forget(c);
            proof_table_init(&c->table, c->memory, proof_table_bytes(MEGABYTES));
        }
    }
    return c->proof && c->memory;
}

// Of the actions that lead to positions known to be won, the one that took the least work.
static bool shortest_win(const struct proof_task *task, game_action *action)
{
    struct game_actions list;
    uint64_t least = UINT64_MAX;

    game_list(task->game, task->root, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        task->game->apply(task->root, list.at[i], &after);
        uint64_t work = proof_work(task, &after);
        if (proof_known(task, &after) == PROOF_PROVEN && work < least) {
            least = work;
            *action = list.at[i];
        }
    }
    return least != UINT64_MAX;
}

// Searches for a proof that `seat` wins from `root`. A tenth of the nodes that the search may spend: a proof that
// is near is found at once or not at all.
static bool prove(struct solver *c, const struct game *g, const struct game_position *root,
                  int seat, struct budget *budget, struct proof_task *task)
{
    struct proof_report report;

    assert(g->critical && (seat == 0 || seat == 1));
    *task = (struct proof_task){
        .game = g, .root = root, .seat = seat, .table = &c->table, .poll = used_up, .to = budget};
    proof_run(c->proof, task, &report);
    return report.answer == PROOF_PROVEN;
}

// An action that wins at once: there is nothing to prove, and nothing is quicker.
static bool wins_at_once(const struct history *history, game_action *action)
{
    const struct game *g = history->game;
    struct game_actions list;

    game_list(g, &history->position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        struct game_result result;
        g->apply(&history->position, list.at[i], &after);
        g->result(&after, &result);
        if (result.over && result.outcome[g->to_act(&history->position)] == GAME_WIN) {
            *action = list.at[i];
            return true;
        }
    }
    return false;
}

bool solver_win(struct solver *c, const struct history *history, uint64_t nodes,
                bool (*poll)(void *to), void *to, game_action *action)
{
    const struct game *g = history->game;
    struct budget budget = {nodes ? nodes / SHARE : NODES, poll, to};
    struct proof_task task;

    if (!g->book && !g->critical)
        return false;
    if (wins_at_once(history, action) ||
        (default_options(history) && book_find(g, &history->position, action)))
        return true;
    if (!g->critical || !allocate(c))
        return false;
    return prove(c, g, &history->position, g->to_act(&history->position), &budget, &task) &&
           shortest_win(&task, action);
}

bool solver_loss(struct solver *c, const struct history *history, game_action action,
                 uint64_t nodes, bool (*poll)(void *to), void *to)
{
    const struct game *g = history->game;
    struct budget budget = {nodes ? nodes / SHARE : NODES, poll, to};
    struct game_position after;
    struct game_result result;
    struct proof_task task;

    if (!g->critical || !allocate(c))
        return false;
    g->apply(&history->position, action, &after);
    g->result(&after, &result);
    return !result.over && prove(c, g, &after, !g->to_act(&history->position), &budget, &task);
}

// The seat that the book or the rules say has won the position, or -1.
static int known_winner(const struct history *history, const struct game_position *p)
{
    const struct game *g = history->game;
    int seat = g->to_act(p);
    struct game_result result;
    game_action action;

    g->result(p, &result);
    for (int i = 0; result.over && i < 2; i++) {
        if (result.outcome[i] == GAME_WIN)
            return i;
    }
    if (result.over || !default_options(history))
        return -1;
    if (book_has(g, p))
        return seat ^ 1;
    return book_find(g, p, &action) ? seat : -1;
}

enum game_outcome solver_after(struct solver *c, const struct history *history, game_action action,
                               uint64_t nodes, bool (*poll)(void *to), void *to)
{
    const struct game *g = history->game;
    struct game_position after;
    int seat = g->to_act(&history->position);

    if (!g->book && !g->critical)
        return GAME_DRAW; // such games have no proofs but the search's own
    g->apply(&history->position, action, &after);
    int winner = known_winner(history, &after);
    for (int asked = 0; winner < 0 && asked < 2 && g->critical && allocate(c); asked++) {
        struct budget budget = {nodes ? nodes / SHARE : NODES, poll, to};
        struct proof_task task;
        if (prove(c, g, &after, asked, &budget, &task))
            winner = asked;
    }
    return winner < 0 ? GAME_DRAW : winner == seat ? GAME_WIN : GAME_LOSS;
}

void solver_forget(struct solver *c)
{
    if (c->memory)
        memset(c->memory, 0, proof_table_bytes(MEGABYTES));
}

void solver_clear(struct solver *c)
{
    free(c->proof);
    free(c->memory);
    *c = (struct solver){0};
}
