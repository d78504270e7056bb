// SPDX-License-Identifier: MIT
// Which rank searches what, and who gets the results. A rank hears others only between two nodes of
// its own search, every PROOF_SERVE_NODES of them, so nothing here needs a lock.
#include "lab/mpi/prove.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "cli/outofmemory.h"

enum { WORTH_TELLING = 512 }; // nodes

// A job on its way to a rank.
struct prover_order {
    struct game_position position;
    uint64_t nodes;
    int seat;
};

// And back: the numbers of the children follow.
struct prover_result {
    uint64_t nodes;
    uint32_t number[2];
    uint32_t count;
};

// ---------------------------------------------------------------------------------------------
// The table of all
// ---------------------------------------------------------------------------------------------

static int home_of(const struct prover *p, uint64_t key)
{
    return (int)(hash_mix(key) % (uint64_t)p->post.ranks);
}

// What another rank found, unless this one knows better.
static void hear(struct prover *p, const struct post_entry *entry)
{
    uint32_t known[2];
    bool answered = entry->number[0] == 0 || entry->number[1] == 0;

    if (proof_table_probe(p->table, entry->key, known) &&
        (known[0] == 0 || known[1] == 0 ||
         (!answered && proof_table_work(p->table, entry->key) >= entry->work)))
        return;
    proof_table_store(p->table, entry->key, entry->number, entry->work);
}

static void answer_question(struct prover *p, int to, uint64_t key)
{
    struct post_entry entry = {.key = key};

    if (!proof_table_probe(p->table, key, entry.number))
        return;
    entry.work = proof_table_work(p->table, key);
    if (entry.number[0] == 0 || entry.number[1] == 0 || entry.work >= WORTH_TELLING / 8)
        post_add(&p->post, to, POST_RESULT, &entry, sizeof entry);
}

static void tell_number(void *to, uint64_t key, const uint32_t number[2], uint64_t work)
{
    struct prover *p = to;
    int home = home_of(p, key);

    if (home != p->post.rank)
        post_add(&p->post, home, POST_RESULT,
                 &(struct post_entry){key, work, {number[0], number[1]}},
                 sizeof(struct post_entry));
}

static void ask_about(struct prover *p, uint64_t key)
{
    int home = home_of(p, key);

    if (home != p->post.rank)
        post_add(&p->post, home, POST_ASKED, &key, sizeof key);
}

static void ask_rank(void *to, const struct proof_ply *at)
{
    struct prover *p = to;

    ask_about(p, at->key);
    for (unsigned i = 0; i < at->count; i++) {
        const struct proof_child *c = &at->children[i];
        if (c->number[0] != 0 && c->number[1] != 0)
            ask_about(p, c->key);
    }
}

// ---------------------------------------------------------------------------------------------
// Messages
// ---------------------------------------------------------------------------------------------

static void give_work(struct prover *p);

// Rank 0: a job has come back.
static void take_result(struct prover *p, int from, const char *bytes)
{
    uint32_t children[GAME_MAX_ACTIONS][2];
    struct prover_result r;

    memcpy(&r, bytes, sizeof r);
    assert(r.count <= GAME_MAX_ACTIONS);
    memcpy(children, bytes + sizeof r, r.count * sizeof *children);
    p->nodes += r.nodes;
    if (p->tree && p->jobs[from].length > 0)
        tree_end(p->tree, &p->jobs[from], r.nodes, r.number, (const uint32_t(*)[2])children,
                 r.count);
    p->jobs[from].length = 0;
    give_work(p);
}

static void take_order(struct prover *p, const char *bytes)
{
    assert(!p->order);
    p->order = malloc(sizeof *p->order);
    if (!p->order)
        cli_out_of_memory();
    memcpy(p->order, bytes, sizeof *p->order);
    p->stop = false;
}

static void take_message(struct prover *p, int from, enum post_kind kind, const char *bytes,
                         size_t count)
{
    uint64_t key;
    struct post_entry entry;

    switch (kind) {
    case POST_RESULT:
        for (; count >= sizeof entry; count -= sizeof entry, bytes += sizeof entry) {
            memcpy(&entry, bytes, sizeof entry);
            hear(p, &entry);
        }
        break;
    case POST_ASKED:
        for (; count >= sizeof key; count -= sizeof key, bytes += sizeof key) {
            memcpy(&key, bytes, sizeof key);
            answer_question(p, from, key);
        }
        break;
    case POST_JOB:
        take_order(p, bytes);
        break;
    case POST_DONE:
        take_result(p, from, bytes);
        break;
    case POST_STOP:
        p->stop = true;
        break;
    case POST_RELEASE:
        p->released = p->stop = true;
        break;
    case POST_KINDS:
        break;
    }
}

// Hears and answers what has come; true when anything has.
static bool serve_all(struct prover *p)
{
    enum post_kind kind;
    bool any = false;
    size_t count;
    int from;

    for (char *bytes; (bytes = post_receive(&p->post, &from, &kind, &count)) != NULL;) {
        take_message(p, from, kind, bytes, count);
        free(bytes);
        any = true;
    }
    post_flush(&p->post);
    return any;
}

static void serve(void *to)
{
    serve_all(to);
}

// Nothing to do but to hear others.
static void wait_for_message(struct prover *p)
{
    struct timespec time = {.tv_nsec = 50000};

    if (!serve_all(p)) {
        p->idle++;
        nanosleep(&time, NULL);
    }
}

const struct proof_share *prover_share(struct prover *p, struct proof_table *table)
{
    if (!post_open(&p->post))
        cli_out_of_memory();
    p->table = table;
    p->share = (struct proof_share){
        .least = WORTH_TELLING, .tell = tell_number, .ask = ask_rank, .serve = serve, .to = p};
    return &p->share;
}

// ---------------------------------------------------------------------------------------------
// Rank 0
// ---------------------------------------------------------------------------------------------

static bool is_answered(const struct prover *p)
{
    const uint32_t *number = tree_numbers(p->tree);

    return number[0] == 0 || number[1] == 0;
}

// Gives every idle rank a job, if there is one.
static void give_work(struct prover *p)
{
    if (!p->tree || p->stop)
        return;
    for (int rank = 1; rank < p->post.ranks && !is_answered(p); rank++) {
        struct tree_job *job = &p->jobs[rank];
        if (job->length > 0 || !tree_take(p->tree, (unsigned)rank, job))
            continue;
        struct prover_order order = {*tree_position(p->tree, job), job->nodes, p->task->seat};
        post_send(&p->post, rank, POST_JOB, &order, sizeof order);
    }
}

// The asking rank may have had enough; it hears about the whole.
static bool poll(void *to, const struct proof_report *now)
{
    struct prover *p = to;
    const uint32_t *number = tree_numbers(p->tree);
    struct proof_report all = {PROOF_OPEN, p->nodes + (now ? now->nodes : 0), number[0], number[1]};

    if (p->task->poll && p->task->poll(p->task->to, &all))
        p->stop = true;
    return p->stop || is_answered(p);
}

static unsigned children_of(const struct proof *s, uint32_t (*children)[2])
{
    const struct proof_ply *root = &s->plies[0];

    for (unsigned i = 0; i < root->count; i++) {
        children[i][0] = root->children[i].number[0];
        children[i][1] = root->children[i].number[1];
    }
    return root->count;
}

// A job of rank 0's own.
static void work_at_job(struct prover *p, struct proof *s, struct tree_job *job)
{
    uint32_t children[GAME_MAX_ACTIONS][2];
    struct game_position root = *tree_position(p->tree, job);
    struct proof_task task = {.game = p->task->game,
                              .root = &root,
                              .seat = p->task->seat,
                              .table = p->task->table,
                              .nodes = job->nodes,
                              .poll = poll,
                              .to = p,
                              .share = &p->share};
    struct proof_report report;

    s->plies[0].count = 0;
    proof_run(s, &task, &report);
    p->nodes += report.nodes;
    unsigned count = report.nodes > 0 ? children_of(s, children) : 0;
    tree_end(p->tree, job, report.nodes, (uint32_t[2]){report.proof, report.disproof},
             (const uint32_t(*)[2])children, count);
    job->length = 0;
}

// Lets all others stop, and waits until they have.
static void call_back(struct prover *p)
{
    p->stop = true;
    for (int rank = 1; rank < p->post.ranks; rank++) {
        if (p->jobs[rank].length > 0)
            post_send(&p->post, rank, POST_STOP, "", 0);
    }
    for (int rank = 1; rank < p->post.ranks; rank++) {
        while (p->jobs[rank].length > 0)
            wait_for_message(p);
    }
}

void prover_run(struct prover *p, struct proof *s, const struct proof_task *task,
                struct proof_report *report)
{
    struct tree tree;
    struct tree_job own;
    uint64_t polled = 0;

    if (!post_open(&p->post) || p->post.ranks == 1) {
        proof_run(s, task, report);
        return;
    }
    p->jobs = calloc((size_t)p->post.ranks, sizeof *p->jobs);
    if (!p->jobs || !tree_init(&tree, task, (unsigned)p->post.ranks))
        cli_out_of_memory();
    p->tree = &tree; // cppcheck-suppress autoVariables ; until it is cleared below
    p->task = task;
    p->stop = false;
    p->nodes = 0;
    while (!is_answered(p) && !p->stop) {
        if (tree_take(&tree, 0, &own))
            work_at_job(p, s, &own);
        else
            wait_for_message(p);
        give_work(p);
        if (p->nodes - polled >= PROOF_POLL_NODES) {
            polled = p->nodes;
            poll(p, NULL);
        }
    }
    call_back(p);
    const uint32_t *number = tree_numbers(&tree);
    *report = (struct proof_report){number[0] == 0   ? PROOF_PROVEN
                                    : number[1] == 0 ? PROOF_DISPROVEN
                                                     : PROOF_OPEN,
                                    p->nodes, number[0], number[1]};
    p->tree = NULL;
    tree_clear(&tree);
    free(p->jobs);
    p->jobs = NULL;
}

void prover_enough(struct prover *p)
{
    if (!p->post.sheaves)
        return;
    for (int rank = 1; rank < p->post.ranks; rank++)
        post_send(&p->post, rank, POST_RELEASE, "", 0);
    while (p->post.under_way)
        wait_for_message(p);
    post_close(&p->post);
}

// ---------------------------------------------------------------------------------------------
// The others
// ---------------------------------------------------------------------------------------------

static bool is_stopped(void *to, const struct proof_report *now)
{
    (void)now;
    return ((const struct prover *)to)->stop;
}

static void do_order(struct prover *p, struct proof *s, const struct proof_task *task)
{
    struct {
        struct prover_result head;
        uint32_t children[GAME_MAX_ACTIONS][2];
    } back;
    struct prover_order order = *p->order;
    struct proof_task own = *task;
    struct proof_report report;

    free(p->order);
    p->order = NULL;
    own.root = &order.position;
    own.seat = order.seat;
    own.nodes = order.nodes;
    own.poll = is_stopped;
    own.to = p;
    own.share = &p->share;
    proof_run(s, &own, &report);
    unsigned count = report.nodes > 0 ? children_of(s, back.children) : 0;
    back.head = (struct prover_result){report.nodes, {report.proof, report.disproof}, count};
    post_send(&p->post, 0, POST_DONE, &back, sizeof back.head + count * sizeof *back.children);
    post_flush(&p->post);
}

void prover_help(struct prover *p, struct proof *s, const struct proof_task *task)
{
    prover_share(p, task->table);
    while (!p->released) {
        if (p->order)
            do_order(p, s, task);
        else
            wait_for_message(p);
    }
    post_close(&p->post);
}
