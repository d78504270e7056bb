// SPDX-License-Identifier: MIT
// The jobs of a UGI session, which run in parallel to it: search and perft. Lines are written
// whole.
#include <string.h>

#include "play/playout.h"
#include "protocol/report.h"
#include "protocol/ugi.h"

enum { UNBROKEN_PERFT = 3 }; // plies that are counted without asking whether to stop

struct ugi_work {
    const struct ugi_job *job;
    struct output *out;
    bool (*stop)(void *to), (*ponders)(void *to);
    void *to;
};

static bool must_stop(void *to)
{
    const struct ugi_work *w = to;

    return w->stop(w->to);
}

static bool still_ponders(void *to)
{
    const struct ugi_work *w = to;

    return w->ponders(w->to);
}

static void print_report(void *to, const struct search_report *report)
{
    const struct ugi_work *w = to;
    const struct thinker *t = w->job->thinker;
    uint64_t spent = t->clock ? t->clock() - t->began : 0;

    for (unsigned i = 0; i < report->line_count; i++) {
        char storage[REPORT_BYTES];
        struct text line;
        text_init(&line, storage, sizeof storage - 1);
        text_add(&line, "info ");
        report_info(w->job->history, report, i, spent, &line);
        line.capacity = sizeof storage; // the end of the line always fits
        text_char(&line, '\n');
        output_add(w->out, storage);
    }
}

static void run_search(struct ugi_work *w, struct text *last)
{
    const struct history *history = w->job->history;
    struct think_watch watch = {must_stop, print_report, w, still_ponders};
    struct search_report report;

    think(w->job->thinker, history, &w->job->limits, &watch, &report);
    text_add(last, "bestmove ");
    history->game->action_text(&history->position, report.lines[0].actions[0], last);
    text_char(last, '\n');
}

// False when it was stopped.
static bool perft_count(const struct ugi_work *w, const struct game_position *p, unsigned depth,
                        uint64_t *total)
{
    const struct game *g = w->job->history->game;
    struct game_actions list;

    if (w->stop(w->to))
        return false;
    if (depth <= UNBROKEN_PERFT) {
        *total += playout_perft(g, p, depth);
        return true;
    }
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        if (!perft_count(w, &after, depth - 1, total))
            return false;
    }
    return true;
}

static void run_perft(const struct ugi_work *w, struct text *last)
{
    uint64_t total = 0;

    if (perft_count(w, &w->job->history->position, w->job->perft, &total))
        text_format(last, "perft %u %llu\n", w->job->perft, (unsigned long long)total);
    else
        text_add(last, "info string perft was stopped\n");
}

bool ugi_prepare(struct thinker *t, unsigned threads, size_t megabytes, struct error *e)
{
    if (!thinker_threads(t, threads, e))
        return false;
    return megabytes == t->megabytes || thinker_resize(t, megabytes, e);
}

void ugi_work(const struct ugi_job *job, bool (*stop)(void *to), bool (*ponders)(void *to),
              void *to, struct output *out, struct text *last)
{
    struct ugi_work w = {job, out, stop, ponders, to};
    struct error e;

    if (job->perft) {
        run_perft(&w, last);
        return;
    }
    if (!ugi_prepare(job->thinker, job->threads, job->megabytes,
                     &e)) // the search goes on with the table it has
        output_format(out, "info string error %s\n", e.message.text);
    run_search(&w, last);
}
