// SPDX-License-Identifier: MIT
// Analysis of a position: the best lines of every depth, as they are found.
#include "play/think.h"
#include "protocol/command.h"
#include "protocol/linejson.h"
#include "protocol/report.h"

enum { DEFAULT_MOVETIME = 1000 };

struct analysis {
    struct history history;
    struct thinker thinker;
    struct output *out;
    bool json;
    const struct command_host *host;
};

static void print_text(const struct analysis *a, const struct search_report *report, unsigned index)
{
    const struct search_line *found = &report->lines[index];
    char storage[REPORT_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_format(&t, "depth %u line %u value %d chance ", report->depth, index + 1, found->value);
    text_decimal(&t, search_chance(a->history.game, found->value), 10);
    text_add(&t, " %");
    if (found->proven)
        text_format(&t, " proven %s", report_proven(found));
    report_margins(a->history.game, found, &t);
    text_format(&t, " nodes %llu ms %llu: ", (unsigned long long)report->nodes,
                (unsigned long long)(a->host->clock() - a->thinker.began) / 1000);
    report_actions(&a->history, found, &t);
    report_symmetric(&a->history, found, " (also: ", ", ", ")", &t);
    output_add(a->out, storage);
    output_add(a->out, "\n");
}

static void print_report(void *to, const struct search_report *report)
{
    const struct analysis *a = to;

    for (unsigned i = 0; i < report->line_count; i++) {
        if (COMMAND_ONLY_JSON || a->json)
            line_json(&a->history, report, i,
                      (long long)(a->host->clock() - a->thinker.began) / 1000, a->out);
        else
            print_text(a, report, i);
    }
}

static bool stop_asked(void *to)
{
    const struct analysis *a = to;

    return a->host->stop && a->host->stop(a->host->to);
}

// A loss settles the search, whatever it costs. Where points are counted it goes on with the rest
// of the limits until those of every line are certain, as a hint does: so both offer the same.
static void count_points(struct analysis *a, const struct think_limits *limits,
                         const struct think_watch *watch, struct search_report *report)
{
    const struct game *g = a->history.game;
    struct think_limits rest = *limits;
    unsigned exact = 0;

    while (exact < report->line_count && report->lines[exact].exact)
        exact++;
    if (!g->points || !game_is_duel(g, &a->history.options) || exact == report->line_count ||
        !report->lines[0].proven || report->lines[0].value >= 0)
        return;
    uint64_t spent = (a->host->clock() - a->thinker.began) / 1000;
    if ((rest.search.nodes && rest.search.nodes <= report->nodes) ||
        (rest.milliseconds && rest.milliseconds <= spent))
        return;
    if (rest.search.nodes)
        rest.search.nodes -= report->nodes;
    if (rest.milliseconds)
        rest.milliseconds -= spent;
    rest.search.exact = true;
    think(&a->thinker, &a->history, &rest, watch, report);
}

static bool analyse_line(const struct arguments *a, struct analysis *analysis, struct error *e)
{
    struct think_limits limits = {
        .milliseconds = a->movetime,
        .search = {.nodes = a->nodes, .depth = (unsigned)a->depth, .lines = (unsigned)a->lines}};
    struct think_watch watch = {.stop = stop_asked, .progress = print_report, .to = analysis};
    struct search_report report;
    struct game_actions list;

    history_list(&analysis->history, &list);
    if (list.count == 0)
        return error_set(e, "analyse.over", "the game is over: there is nothing to analyse");
    if (!a->movetime && !a->nodes && !a->depth)
        limits.milliseconds = DEFAULT_MOVETIME;
    size_t megabytes = a->hash ? (size_t)a->hash : a->host->megabytes;
    if (!thinker_init(&analysis->thinker, megabytes, a->host->clock, e))
        return false;
    bool good = thinker_threads(&analysis->thinker, (unsigned)a->threads, e);
    if (good) {
        think(&analysis->thinker, &analysis->history, &limits, &watch, &report);
        count_points(analysis, &limits, &watch, &report);
    }
    thinker_clear(&analysis->thinker);
    return good;
}

bool protocol_analyse(const struct arguments *a, struct output *out, struct error *e)
{
    struct analysis analysis = {.out = out, .json = a->json, .host = a->host};

    if (!arguments_history(a, a->rest_count, &analysis.history, e))
        return false;
    bool good = analyse_line(a, &analysis, e);
    history_clear(&analysis.history);
    return good;
}
