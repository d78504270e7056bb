// SPDX-License-Identifier: MIT
// Solving by proof-number search. It answers whether one seat can win, so a result takes one
// question, or two: can the seat win that looks better off, and if not, can the other one? Twice no
// is a draw. With --seat only that seat is asked about.
#include "cli/ranks.h"
#include "cli/labparts.h"
#include "cli/program.h"
#include "cli/solve.h"

static bool poll_proof(void *to, const struct proof_report *now)
{
    struct solve *s = to;
    char words[80];
    struct text t;

    text_init(&t, words, sizeof words);
    text_format(&t, ", proof number %u, disproof number %u", now->proof, now->disproof);
    return solve_poll(s, s->nodes + now->nodes, words);
}

static enum proof_answer ask_proof(struct solve_proof *q, int question, int seat)
{
    struct solve *s = q->solve;

    q->task[question] = (struct proof_task){.game = s->history->game,
                                            .root = &s->history->position,
                                            .seat = seat,
                                            .table = &q->table,
                                            .poll = poll_proof,
                                            .to = s,
                                            .share = q->share};
    (ranks_here() ? ranks_here()->prove : proof_run)(q->proof, &q->task[question],
                                                     &q->report[question]);
    s->nodes += q->report[question].nodes;
    return q->report[question].answer;
}

// A right guess spares a question: that the loser cannot win takes as long to show as that the
// winner can.
static int likely_winner(const struct history *h)
{
    int seat = h->game->to_act(&h->position), value = 0;
    unsigned choices;

    return game_solve_static(h->game, &h->position, &choices, &value) == GAME_DRAW && value < 0
               ? !seat
               : seat;
}

static void answer_questions(struct solve_proof *q)
{
    struct solve *s = q->solve;
    bool one = s->arguments->seat >= 0;
    int seat = one ? s->arguments->seat : likely_winner(s->history);

    if (ask_proof(q, 0, seat) == PROOF_PROVEN) {
        s->proven = true;
        s->winner = seat;
    } else if (one) {
        s->proven = q->report[0].answer == PROOF_DISPROVEN;
        s->denied = seat;
    } else if (q->report[0].answer == PROOF_DISPROVEN) {
        enum proof_answer other = ask_proof(q, 1, !seat);
        s->proven = other != PROOF_OPEN;
        s->winner = other == PROOF_PROVEN ? !seat : -1;
    }
}

// ---------------------------------------------------------------------------------------------
// The line of play
// ---------------------------------------------------------------------------------------------

// Which question decides what the seat to act should do, and which answer it wants: the winner
// takes what was proven with the least work, the loser what took most; in a draw either seat keeps
// the other one from winning.
struct criterion {
    const struct proof_task *task;
    enum proof_answer wanted; // open: whatever took the most work
};

static struct criterion criterion_of(const struct solve_proof *q, const struct game_position *p)
{
    int seat = q->solve->history->game->to_act(p), winner = q->solve->winner;
    int asked = winner >= 0 ? winner : !seat;
    const struct proof_task *task = &q->task[q->task[0].seat != asked];

    if (winner < 0)
        return (struct criterion){task, PROOF_DISPROVEN};
    return (struct criterion){task, seat == winner ? PROOF_PROVEN : PROOF_OPEN};
}

// False when the table has forgotten.
static bool choose_action(const struct solve_proof *q, const struct game_position *p,
                          game_action *action)
{
    struct criterion criterion = criterion_of(q, p);
    const struct game *g = criterion.task->game;
    struct game_actions list;
    uint64_t best = 0;
    bool found = false;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        uint64_t work = proof_work(criterion.task, &after);
        bool any = criterion.wanted == PROOF_OPEN;
        if (!any && proof_known(criterion.task, &after) != criterion.wanted)
            continue;
        if (!found || (any ? work > best : work < best)) {
            *action = list.at[i];
            best = work;
            found = true;
        }
    }
    return found;
}

// What another rank has found is searched again, with its help; alone, what was forgotten is left
// out.
static bool search_again(const struct solve_proof *q, const struct game_position *p,
                         game_action *action)
{
    struct proof_task task = *criterion_of(q, p).task;
    struct proof_report report;

    if (!q->share)
        return false;
    task.root = p;
    proof_run(q->proof, &task, &report);
    return choose_action(q, p, action);
}

static void find_line(const struct solve_proof *q)
{
    struct solve *s = q->solve;
    const struct game *g = s->history->game;
    struct game_position p = s->history->position;
    struct game_result result = {0};

    while (s->length < SOLVE_MAX_LINE && !result.over &&
           (choose_action(q, &p, &s->actions[s->length]) ||
            search_again(q, &p, &s->actions[s->length]))) {
        g->apply(&p, s->actions[s->length++], &p);
        g->result(&p, &result);
    }
}

bool solve_by_proof(struct solve *s, struct error *e)
{
    size_t size = (sizeof(struct proof) + 63) / 64 * 64;
    struct solve_proof q = {.solve = s, .proof = aligned_alloc(64, size)};
    bool written = true;

    if (!q.proof)
        return error_set(e, "solve.memory", "there is not enough memory for the search");
    proof_table_init(&q.table, s->memory, proof_table_bytes(s->bytes >> 20));
    q.share = ranks_here() ? ranks_here()->share(&q.table) : NULL;
    if (ranks_rank() > 0) {
        struct proof_task task = {.game = s->history->game, .table = &q.table, .share = q.share};
        ranks_here()->help(q.proof, &task);
        free(q.proof);
        return true;
    }
    answer_questions(&q);
    if (s->proven && s->denied < 0)
        find_line(&q);
    if (s->proven && (s->chosen->certificate || s->chosen->book))
        written = cli_program.lab->write_proof(&q, e);
    if (ranks_here())
        ranks_here()->enough();
    free(q.proof);
    return written;
}
