// SPDX-License-Identifier: MIT
// The best action without a clock: the same words give the same answer on every platform, which is what
// the page needs and what the tests compare.
#include "play/think.h"
#include "protocol/command.h"
#include "protocol/report.h"

enum { MEGABYTES = 16, DEFAULT_NODES = 100000 };

static void print_report(const struct history *history, const struct search_report *report,
                         struct output *out)
{
    for (unsigned i = 0; i < report->line_count; i++) {
        const struct search_line *found = &report->lines[i];
        char storage[REPORT_BYTES];
        struct text t;

        output_format(out, "depth %u nodes %llu value %d chance %d", report->depth,
                      (unsigned long long)report->nodes, found->value,
                      search_chance(history->game, found->value));
        if (found->proven)
            output_format(out, " proven %s", report_proven(found));
        text_init(&t, storage, sizeof storage);
        report_margins(history->game, found, &t);
        text_add(&t, ": ");
        report_actions(history, found, &t);
        report_twins(history, found, " (also: ", ", ", ")", &t);
        output_format(out, "%s\n", storage);
    }
}

// What the seat to act believes about the others.
static void print_beliefs(const struct history *history, const struct thinker *t,
                          struct output *out)
{
    int seats = game_seats(history->game, &history->options);

    for (int seat = 0; history->game->hidden && seat < seats; seat++) {
        char words[REPORT_BYTES];
        struct text text;
        if (seat == history->game->to_act(&history->position))
            continue;
        text_init(&text, words, sizeof words);
        report_belief(history->game, &t->beliefs[seat], &text);
        output_format(out, "belief seat %d: %s\n", seat + 1, words);
    }
}

bool protocol_best(const struct arguments *a, struct output *out, struct error *e)
{
    struct think_limits limits = {
        .search = {.nodes = a->nodes, .depth = (unsigned)a->depth, .lines = (unsigned)a->lines}};
    struct search_report report;
    struct game_actions list;
    struct thinker thinker;
    struct history history;

    if (a->movetime)
        return error_set(e, "best.clock",
                         "'--movetime' needs a clock; use 'analyse', or --nodes or --depth here");
    if (!a->nodes && !a->depth)
        limits.search.nodes = DEFAULT_NODES;
    if (!arguments_history(a, a->rest_count, &history, e))
        return false;
    history_list(&history, &list);
    bool good = list.count > 0
                    ? thinker_init(&thinker, MEGABYTES, NULL, e)
                    : error_set(e, "best.over", "the game is over: there is nothing to play");
    if (good) {
        thinker_forget(&thinker, a->seed);
        think(&thinker, &history, &limits, NULL, &report);
        print_report(&history, &report, out);
        print_beliefs(&history, &thinker, out);
        thinker_clear(&thinker);
    }
    history_clear(&history);
    return good;
}
