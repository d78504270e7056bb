// SPDX-License-Identifier: MIT
// What is known for certain, in order of price: the end of the game, the game's book, what an
// earlier proof left in the table, a proof search with a bounded number of nodes. think.c is the
// only one who asks. It is never wrong; "open" is common. Memory is taken when a game first needs a
// proof.
#include "play/solver.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "search/book.h"

enum {
    MEGABYTES = 16, // of the table: a million positions, several seconds of proofs; by hand
};

bool solver_serves(const struct game *g)
{
    return game_ai(g)->book || game_ai(g)->undominated;
}

static bool default_options(const struct history *history)
{
    static const struct game_options none;

    return memcmp(&history->options, &none, sizeof none) == 0;
}

static bool poll_proof(void *to, const struct proof_report *now)
{
    const struct solver_budget *b = to;

    (void)now;
    return b->poll(b->to);
}

static bool allocate(struct solver *c)
{
    if (!c->proof)
        c->proof = malloc(sizeof *c->proof);
    if (!c->memory) {
        c->memory = pages_zeroed(proof_table_bytes(MEGABYTES));
        if (c->memory)
            proof_table_init(&c->table, c->memory, proof_table_bytes(MEGABYTES));
    }
    return c->proof && c->memory;
}

bool solver_prepare(struct solver *c, const struct game *g)
{
    return !game_ai(g)->undominated || allocate(c);
}

static struct proof_task task_of(struct solver *c, const struct game *g,
                                 const struct game_position *root, int seat)
{
    return (struct proof_task){.game = g, .root = root, .seat = seat, .table = &c->table};
}

// The value of a position for `seat` by the end of the game or the book.
static enum solver_word known_value(const struct history *history, const struct game_position *p,
                                    int seat)
{
    static const enum solver_word words[] = {SOLVER_LOSS, SOLVER_DRAW, SOLVER_WIN};
    const struct game *g = history->game;
    struct game_result result;
    game_action action;

    g->result(p, &result);
    if (result.over)
        return words[result.outcome[seat]];
    if (!default_options(history))
        return SOLVER_OPEN;
    if (book_has(g, p))
        return g->to_act(p) == seat ? SOLVER_LOSS : SOLVER_WIN;
    if (book_find(g, p, &action))
        return g->to_act(p) == seat ? SOLVER_WIN : SOLVER_LOSS;
    return book_safe(g, p) && book_find_safe(g, p, &action) ? SOLVER_DRAW : SOLVER_OPEN;
}

// Whether a seat wins a position by force.
static enum proof_answer prove(struct solver *c, const struct game *g,
                               const struct game_position *p, int seat, bool search,
                               const struct solver_budget *budget)
{
    struct proof_task task = task_of(c, g, p, seat);
    struct proof_report report = {.answer = proof_known(&task, p)};

    if (report.answer == PROOF_OPEN && search && budget->nodes) {
        task.nodes = budget->nodes;
        task.poll = budget->poll ? poll_proof : NULL;
        task.to = (void *)(uintptr_t)budget;
        proof_run(c->proof, &task, &report);
    }
    return report.answer;
}

// The value by proof search: if neither seat can win, it is a draw.
static enum solver_word prove_value(struct solver *c, const struct history *history,
                                    const struct game_position *p, int seat,
                                    const struct solver_budget *budget)
{
    const struct game *g = history->game;

    if (!game_ai(g)->undominated || (!c->memory && !budget->nodes) || !allocate(c))
        return SOLVER_OPEN;
    enum proof_answer lost = prove(c, g, p, !seat, budget->loss, budget);
    if (lost == PROOF_PROVEN)
        return SOLVER_LOSS;
    enum proof_answer won = prove(c, g, p, seat, budget->win, budget);
    if (won == PROOF_PROVEN)
        return SOLVER_WIN;
    return won == PROOF_DISPROVEN && lost == PROOF_DISPROVEN ? SOLVER_DRAW : SOLVER_OPEN;
}

enum solver_word solver_after(struct solver *c, const struct history *history, game_action action,
                              const struct solver_budget *budget)
{
    const struct game *g = history->game;
    int seat = g->to_act(&history->position);
    struct game_position after;

    g->apply(&history->position, action, &after);
    enum solver_word word = known_value(history, &after, seat);
    return word != SOLVER_OPEN ? word : prove_value(c, history, &after, seat, budget);
}

// Of the actions that are known to keep the value, the one that took the least work; the end of the
// game and the book take none.
static bool find_keeping_action(struct solver *c, const struct history *history,
                                enum solver_word word, game_action *action)
{
    static const struct solver_budget nothing;
    const struct game *g = history->game;
    int seat = g->to_act(&history->position);
    struct game_actions list;
    uint64_t least = UINT64_MAX;

    game_list(g, &history->position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        struct game_result result;
        g->apply(&history->position, list.at[i], &after);
        if (solver_after(c, history, list.at[i], &nothing) != word)
            continue;
        g->result(&after, &result);
        struct proof_task task = task_of(c, g, &after, word == SOLVER_WIN ? seat : !seat);
        uint64_t work = c->memory ? proof_work(&task, &after) : 0;
        // The end of the game comes first, then the book, which has no work in the table.
        work = result.over ? 0 : work + 1;
        if (work < least) {
            least = work;
            *action = list.at[i];
        }
    }
    return least != UINT64_MAX;
}

enum solver_word solver_here(struct solver *c, const struct history *history,
                             const struct solver_budget *budget, game_action *action)
{
    const struct game *g = history->game;
    const struct game_position *p = &history->position;
    int seat = g->to_act(p);

    if (find_keeping_action(c, history, SOLVER_WIN, action))
        return SOLVER_WIN;
    enum solver_word word = known_value(history, p, seat);
    if (word == SOLVER_OPEN)
        word = prove_value(c, history, p, seat, budget);
    // A value without an action to keep it (the table has lost it) is of no use.
    if ((word == SOLVER_WIN || word == SOLVER_DRAW) &&
        !find_keeping_action(c, history, word, action))
        return SOLVER_OPEN;
    return word;
}

bool solver_denies_win(const struct history *history)
{
    return default_options(history) && book_safe(history->game, &history->position);
}

// Clearing commits the memory, so that no search has to wait for it.
bool solver_ready(struct solver *c, const struct game *g)
{
    if (!game_ai(g)->undominated || c->memory)
        return true;
    if (!allocate(c))
        return false;
    solver_forget(c);
    return true;
}

void solver_forget(struct solver *c)
{
    if (c->memory)
        memset(c->memory, 0, proof_table_bytes(MEGABYTES));
}

void solver_clear(struct solver *c)
{
    free(c->proof);
    pages_release(c->memory, proof_table_bytes(MEGABYTES));
    *c = (struct solver){0};
}
