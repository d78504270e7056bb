// SPDX-License-Identifier: MIT
// Games of the search against itself, for fitting evaluations: every position after the random opening with
// what the search found and how the game ended, all for the seat to act.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "cli/cli.h"
#include "play/opening.h"
#include "play/think.h"

enum { TABLE_MEGABYTES = 1, LONGEST_GAME = 1000, DEFAULT_PLIES = 6, DEFAULT_NODES = 1000 };

struct selfplay_own {
    uint64_t positions, threads, random_plies;
    uint64_t proof_nodes; // for each question about a position; 0: nothing is proven
};

struct selfplay {
    const struct arguments *arguments;
    struct selfplay_own own;
    struct output *out;
    pthread_mutex_t lock; // over what follows, and the output
    uint64_t written, next;
};

// A position of the game in play.
struct sample {
    struct game_position position;
    int value;
    bool expects_margin;
    int margin;            // in tenths
    enum solver_word word; // proven for the seat to act, or open
};

struct worker {
    struct selfplay *all;
    pthread_t thread;
    struct thinker thinker;
    unsigned count;
    struct sample samples[LONGEST_GAME];
};

// `outcome` is for the seat to act: what was proven at this position or later in the game, or how the game ended.
static void write_sample(const struct selfplay *all, const struct sample *s,
                         const struct game_result *result, enum game_outcome outcome)
{
    static const char *const points[] = {"0", "0.5", "1"};
    const struct game *g = all->arguments->game;
    int seat = g->to_act(&s->position);
    char position[GAME_TEXT_BYTES];
    struct text t;

    text_init(&t, position, sizeof position);
    g->write(&s->position, &t);
    output_format(all->out, "%s\t%d\t%s", position, s->value, points[outcome]);
    if (g->scores && result->outcome[seat] == outcome)
        output_format(all->out, "\t%d\t", game_lead(g, &all->arguments->options, result, seat));
    else if (g->scores) // played on to another end
        output_add(all->out, "\t-\t");
    if (g->scores && s->expects_margin)
        output_format(all->out, "%.1f", s->margin / 10.0);
    else if (g->scores)
        output_add(all->out, "-");
    output_add(all->out, "\n");
}

// The outcome for the first seat that each sample is labelled with. The last proof of a game tells more about what came
// before than what was played afterwards.
static void label(const struct game *g, const struct worker *w, const struct game_result *result,
                  enum game_outcome outcomes[LONGEST_GAME])
{
    enum game_outcome now = result->outcome[0];

    for (unsigned i = w->count; i-- > 0;) {
        const struct sample *s = &w->samples[i];
        if (s->word == SOLVER_DRAW)
            now = GAME_DRAW;
        else if (s->word != SOLVER_OPEN)
            now = (s->word == SOLVER_WIN) == (g->to_act(&s->position) == 0) ? GAME_WIN : GAME_LOSS;
        outcomes[i] = now;
    }
}

// False when enough was written.
static bool write_game(struct selfplay *all, const struct worker *w,
                       const struct game_result *result)
{
    const struct game *g = all->arguments->game;
    uint64_t wanted = all->own.positions;
    enum game_outcome outcomes[LONGEST_GAME];

    label(g, w, result, outcomes);
    pthread_mutex_lock(&all->lock);
    for (unsigned i = 0; i < w->count && all->written < wanted; i++, all->written++) {
        bool first = g->to_act(&w->samples[i].position) == 0;
        write_sample(all, &w->samples[i], result, first ? outcomes[i] : GAME_WIN - outcomes[i]);
    }
    bool more = all->written < wanted;
    pthread_mutex_unlock(&all->lock);
    return more;
}

static void begin(const struct selfplay *all, uint64_t seed, struct history *history)
{
    const struct arguments *a = all->arguments;
    const struct game *g = a->game;
    struct game_position start;
    game_action opening[OPENING_MOST];

    g->start(&a->options, seed, &start);
    history_init(history, g, &a->options, &start);
    unsigned plies = opening_draw(g, &start, (unsigned)all->own.random_plies, seed, opening);
    for (unsigned i = 0; i < plies && !history->repeated; i++)
        history_play(history, opening[i]);
}

// Replaces a sample's value by what can be proven about its position, if anything can.
static void prove(struct worker *w, const struct history *history, struct sample *s)
{
    struct solver_budget budget = {.nodes = w->all->own.proof_nodes, .win = true, .loss = true};
    game_action action;

    if (!budget.nodes)
        return;
    s->word = solver_here(&w->thinker.solver, history, &budget, &action);
    if (s->word == SOLVER_OPEN)
        return;
    s->expects_margin = false;
    if (!search_decided(s->value))
        s->value = s->word == SOLVER_DRAW ? 0 : s->word == SOLVER_WIN ? SEARCH_WON : -SEARCH_WON;
}

// False when enough was written. Games that do not end are left out.
static bool play_game(struct worker *w, uint64_t number)
{
    const struct arguments *a = w->all->arguments;
    // The players ask for no proofs: these cost several times what a short search does, and tell nothing of an evaluation.
    struct think_limits limits = {.search = {.nodes = a->nodes}, .no_certainty = true};
    struct game_result result;
    uint64_t seed = hash_mix(hash_word(hash_word(0, a->seed), number));
    struct history history;

    begin(w->all, seed, &history);
    thinker_forget(&w->thinker, seed);
    w->count = 0;
    history_result(&history, &result);
    while (!result.over && w->count < LONGEST_GAME) {
        struct search_report report;
        think(&w->thinker, &history, &limits, NULL, &report);
        const struct search_line *found = &report.lines[0];
        struct sample *s = &w->samples[w->count++];
        *s = (struct sample){history.position, found->value, found->expects_margin, found->margin,
                             SOLVER_OPEN};
        prove(w, &history, s);
        history_play(&history, found->actions[0]);
        history_result(&history, &result);
    }
    history_clear(&history);
    return !result.over || write_game(w->all, w, &result);
}

static void *work(void *to)
{
    struct worker *w = to;
    uint64_t number;

    do {
        pthread_mutex_lock(&w->all->lock);
        number = w->all->next++;
        pthread_mutex_unlock(&w->all->lock);
    } while (play_game(w, number));
    return NULL;
}

// A worker with its memory, or NULL.
static struct worker *hire(struct selfplay *all, struct error *e)
{
    struct worker *w = aligned_alloc(64, (sizeof *w + 63) / 64 * 64);

    if (!w) {
        error_set(e, "selfplay.memory:threads", "there is no memory for %llu threads",
                  (unsigned long long)all->own.threads);
        return NULL;
    }
    w->all = all;
    if (thinker_init(&w->thinker, TABLE_MEGABYTES, NULL, e))
        return w;
    free(w);
    return NULL;
}

static bool run(const struct arguments *a, struct output *out, struct error *e)
{
    struct arguments filled = *a;
    struct selfplay all = {.arguments = &filled,
                           .own = *(const struct selfplay_own *)a->own,
                           .out = out,
                           .lock = PTHREAD_MUTEX_INITIALIZER};
    struct worker *workers[256];
    unsigned count = 0, started = 1;

    if (!all.own.positions)
        return error_set(e, "selfplay.positions", "--positions is missing");
    if (all.own.proof_nodes && !solver_serves(a->game))
        return error_set(e, "selfplay.prove:game",
                         "there is no proof search for '%s'; the search proves its ends itself",
                         a->game->name);
    filled.nodes = a->nodes ? a->nodes : DEFAULT_NODES;
    if (all.own.random_plies == UNSET)
        all.own.random_plies = DEFAULT_PLIES;
    assert(all.own.threads > 0);
    while (count < all.own.threads && (workers[count] = hire(&all, e)) != NULL)
        count++;
    if (count == all.own.threads) {
        while (started < count &&
               pthread_create(&workers[started]->thread, NULL, work, workers[started]) == 0)
            started++;
        work(workers[0]);
        for (unsigned i = 1; i < started; i++)
            pthread_join(workers[i]->thread, NULL);
    }
    bool good = count == all.own.threads;
    while (count-- > 0) {
        thinker_clear(&workers[count]->thinker);
        free(workers[count]);
    }
    return good;
}

static const struct selfplay_own defaults = {.threads = 1, .random_plies = UNSET};
static const struct option options[] = {
    {OPTION("--positions", "N", NUMBER), OPTION_OWN(selfplay_own, positions), .least = 1,
     .most = 1000000000000,
     .help = SENTENCE("option.selfplay.positions", "write so many positions")},
    {OPTION("--prove", "N", NUMBER), OPTION_OWN(selfplay_own, proof_nodes), .least = 1,
     .most = 1000000000000,
     .help = SENTENCE("option.selfplay.prove",
                      "label positions with what a proof of N positions tells")},
    CLI_OPTIONS_GAMES(selfplay_own),
    OPTION_END,
};

const struct command cli_selfplay_command = {
    .name = "selfplay",
    .usage = "GAME --positions N [--nodes N] [OPTION...]",
    .help = SENTENCE("cli.command.selfplay",
                     "write positions of games that the search plays against itself"),
    .more = SENTENCE(
        "cli.command.selfplay.more",
        "A line is: position, tab, value, tab, result (1, 0.5 or 0), both for the seat to act; "
        "in a\n"
        "game with scores also the points it was ahead in the end, and what the search "
        "expected of\n"
        "that, or '-'. 1000 nodes and 6 random plies if not given.\n"
        "With --prove, in a game that has proofs, value and result are the proven ones where a "
        "proof is\n"
        "found; positions before it get its result too, and the game is played on."),
    .game = COMMAND_GAME,
    .options = COMMAND_OPTIONS(options_setting, options_seed, options_nodes, options),
    .run = run,
    .own = &defaults,
    .own_bytes = sizeof defaults,
};
