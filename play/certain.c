// SPDX-License-Identifier: MIT
#include "play/certain.h"

#include <stdlib.h>
#include <string.h>

#include "search/book.h"

enum { MEGABYTES = 8, ALIGNMENT = 64, NODES = 100000, SHARE = 10 };

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

static bool default_options(const struct line *line)
{
    static const struct game_options none;

    return memcmp(&line->options, &none, sizeof none) == 0;
}

static bool allocate(struct certain *c)
{
    if (!c->proof)
        c->proof = malloc(sizeof *c->proof);
    if (!c->memory)
        c->memory = aligned_alloc(ALIGNMENT, proof_table_bytes(MEGABYTES));
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

// Asks whether a seat can force a win from a position. A tenth of what the search may spend: a proof that is
// near is found at once or not at all.
static bool is_proven(struct certain *c, struct proof_task *task, struct proof_table *table,
                      struct budget *budget)
{
    struct proof_report report;
    size_t bytes = proof_table_bytes(MEGABYTES);

    memset(c->memory, 0, bytes);
    proof_table_init(table, c->memory, bytes);
    budget->nodes = budget->nodes ? budget->nodes / SHARE : NODES;
    task->table = table;
    task->poll = used_up;
    task->to = budget;
    proof_run(c->proof, task, &report);
    return report.answer == PROOF_PROVEN;
}

bool certain_win(struct certain *c, const struct line *line, uint64_t nodes, bool (*poll)(void *to),
                 void *to, game_action *action)
{
    const struct game *g = line->game;
    struct proof_table table;
    struct budget budget = {nodes, poll, to};

    if (default_options(line) && book_find(g, &line->position, action))
        return true;
    if (!g->critical || !allocate(c))
        return false;
    struct proof_task task = {
        .game = g, .root = &line->position, .seat = g->to_act(&line->position)};
    return is_proven(c, &task, &table, &budget) && shortest_win(&task, action);
}

// The seat that the book or the rules say has won the position, or -1.
static int known_winner(const struct line *line, const struct game_position *p)
{
    const struct game *g = line->game;
    int seat = g->to_act(p);
    struct game_result result;
    game_action action;

    g->result(p, &result);
    for (int i = 0; result.over && i < 2; i++) {
        if (result.word[i] == GAME_WIN)
            return i;
    }
    if (result.over || !default_options(line))
        return -1;
    if (book_has(g, p))
        return seat ^ 1;
    return book_find(g, p, &action) ? seat : -1;
}

enum game_word certain_after(struct certain *c, const struct line *line, game_action action,
                             uint64_t nodes, bool (*poll)(void *to), void *to)
{
    const struct game *g = line->game;
    struct game_position after;
    int seat = g->to_act(&line->position);

    if (!g->book && !g->critical)
        return GAME_DRAW; // such games have no proofs but the search's own
    g->apply(&line->position, action, &after);
    int winner = known_winner(line, &after);
    for (int asked = 0; winner < 0 && asked < 2 && g->critical && allocate(c); asked++) {
        struct proof_table table;
        struct budget budget = {nodes, poll, to};
        struct proof_task task = {.game = g, .root = &after, .seat = asked};
        if (is_proven(c, &task, &table, &budget))
            winner = asked;
    }
    return winner < 0 ? GAME_DRAW : winner == seat ? GAME_WIN : GAME_LOSS;
}

void certain_clear(struct certain *c)
{
    free(c->proof);
    free(c->memory);
    *c = (struct certain){0};
}
