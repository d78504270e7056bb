// SPDX-License-Identifier: MIT
// Games of the search against itself, for fitting evaluations: every position after the random opening with
// what the search found and how the game ended, all for the seat to act.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "cli/cli.h"
#include "play/opening.h"
#include "play/think.h"

enum { TABLE_MEGABYTES = 1, LONGEST_GAME = 1000, DEFAULT_PLIES = 6, DEFAULT_NODES = 1000 };

struct selfplay {
    const struct arguments *arguments;
    struct output *out;
    pthread_mutex_t lock; // over what follows, and the output
    uint64_t written, next;
};

// A position of the game in play.
struct sample {
    struct game_position position;
    int value;
    bool expects_margin;
    int margin; // in tenths
};

struct worker {
    struct selfplay *all;
    pthread_t thread;
    struct thinker thinker;
    unsigned count;
    struct sample samples[LONGEST_GAME];
};

static void write_sample(const struct selfplay *all, const struct sample *s,
                         const struct game_result *result)
{
    static const char *const points[] = {"0", "0.5", "1"};
    const struct game *g = all->arguments->game;
    int seat = g->to_act(&s->position);
    char position[GAME_TEXT_BYTES];
    struct text t;

    text_init(&t, position, sizeof position);
    g->write(&s->position, &t);
    output_format(all->out, "%s\t%d\t%s", position, s->value, points[result->outcome[seat]]);
    if (g->scores)
        output_format(all->out, "\t%d\t", game_lead(g, &all->arguments->options, result, seat));
    if (g->scores && s->expects_margin)
        output_format(all->out, "%.1f", s->margin / 10.0);
    else if (g->scores)
        output_add(all->out, "-");
    output_add(all->out, "\n");
}

// False when enough was written.
static bool write_game(struct selfplay *all, const struct worker *w,
                       const struct game_result *result)
{
    uint64_t wanted = all->arguments->positions;

    pthread_mutex_lock(&all->lock);
    for (unsigned i = 0; i < w->count && all->written < wanted; i++, all->written++)
        write_sample(all, &w->samples[i], result);
    bool more = all->written < wanted;
    pthread_mutex_unlock(&all->lock);
    return more;
}

static void begin(const struct arguments *a, uint64_t seed, struct history *history)
{
    const struct game *g = a->game;
    struct game_position start;
    game_action opening[OPENING_MOST];

    g->start(&a->options, seed, &start);
    history_init(history, g, &a->options, &start);
    unsigned plies = opening_draw(g, &start, (unsigned)a->random_plies, seed, opening);
    for (unsigned i = 0; i < plies && !history->repeated; i++)
        history_play(history, opening[i]);
}

// False when enough was written. Games that do not end are left out.
static bool play_game(struct worker *w, uint64_t number)
{
    const struct arguments *a = w->all->arguments;
    struct think_limits limits = {.search = {.nodes = a->nodes}};
    struct game_result result;
    uint64_t seed = hash_mix(hash_word(hash_word(0, a->seed), number));
    struct history history;

    begin(a, seed, &history);
    thinker_forget(&w->thinker, seed);
    w->count = 0;
    history_result(&history, &result);
    while (!result.over && w->count < LONGEST_GAME) {
        struct search_report report;
        think(&w->thinker, &history, &limits, NULL, &report);
        const struct search_line *found = &report.lines[0];
        w->samples[w->count++] =
            (struct sample){history.position, found->value, found->expects_margin, found->margin};
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
        error_say(e, "there is no memory for %llu threads",
                  (unsigned long long)all->arguments->threads);
        return NULL;
    }
    w->all = all;
    if (thinker_init(&w->thinker, TABLE_MEGABYTES, NULL, e))
        return w;
    free(w);
    return NULL;
}

bool cli_selfplay(const struct arguments *a, struct output *out, struct error *e)
{
    struct arguments filled = *a;
    struct selfplay all = {.arguments = &filled, .out = out, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct worker *workers[256];
    unsigned count = 0, started = 1;

    if (!a->positions)
        return error_say(e, "--positions is missing");
    filled.nodes = a->nodes ? a->nodes : DEFAULT_NODES;
    if (a->random_plies == UNSET)
        filled.random_plies = DEFAULT_PLIES;
    while (count < a->threads && (workers[count] = hire(&all, e)) != NULL)
        count++;
    if (count == a->threads) {
        while (started < count &&
               pthread_create(&workers[started]->thread, NULL, work, workers[started]) == 0)
            started++;
        work(workers[0]);
        for (unsigned i = 1; i < started; i++)
            pthread_join(workers[i]->thread, NULL);
    }
    bool good = count == a->threads;
    while (count-- > 0) {
        thinker_clear(&workers[count]->thinker);
        free(workers[count]);
    }
    return good;
}
