// SPDX-License-Identifier: MIT
// The best action without a clock: the same words give the same answer on every platform, which is
// what the page needs and what the tests compare.
#include "play/think.h"
#include "protocol/answerjson.h"
#include "protocol/command.h"
#include "protocol/linejson.h"
#include "protocol/report.h"

enum { MEGABYTES = 16, DEFAULT_NODES = 100000 };

static void print_report(const struct history *history, const struct search_report *report,
                         struct output *out)
{
    for (unsigned i = 0; i < report->line_count; i++) {
        const struct search_line *found = &report->lines[i];
        char storage[REPORT_BYTES];
        struct text t;

        text_init(&t, storage, sizeof storage);
        text_format(&t, "depth %u nodes %llu value %d chance ", report->depth,
                    (unsigned long long)report->nodes, found->value);
        text_decimal(&t, search_chance(history->game, found->value), 10);
        text_add(&t, " %");
        if (found->proven)
            text_format(&t, " proven %s", report_proven(found));
        report_margins(history->game, found, &t);
        text_add(&t, ": ");
        report_actions(history, found, &t);
        report_symmetric(history, found, " (also: ", ", ", ")", &t);
        output_format(out, "%s\n", storage);
    }
}

static void belief_json(const struct game *g, int seat, const struct imperfect_belief *belief,
                        struct output *out)
{
    struct json_writer j;

    answer_begin(&j, out);
    json_write_number(&j, "seat", seat);
    json_write_array(&j, "belief");
    for (unsigned i = 0; i < GAME_MAX_SECRETS; i++) {
        if (belief->thousandths[i] == 0)
            continue;
        json_write_object(&j, NULL);
        json_write_string(&j, "secret", game_hidden(g)->secret_names[i]);
        json_write_decimal(&j, "chance", belief->thousandths[i], 1000);
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    answer_end(&j);
}

// What the seat to act believes about the others.
static void print_beliefs(const struct history *history, const struct thinker *t, bool json,
                          struct output *out)
{
    int seats = game_seats(history->game, &history->options);

    for (int seat = 0; history->game->hidden && seat < seats; seat++) {
        char words[REPORT_BYTES];
        struct text text;
        if (seat == history->game->to_act(&history->position))
            continue;
        if (json) {
            belief_json(history->game, seat, &t->beliefs[seat], out);
            continue;
        }
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
        bool json = !COMMAND_ONLY_JSON && a->json; // the page's module has its sessions
        for (unsigned i = 0; json && i < report.line_count; i++)
            line_json(&history, &report, i, LINE_NO_CLOCK, out);
        if (!json)
            print_report(&history, &report, out);
        print_beliefs(&history, &thinker, json, out);
        thinker_clear(&thinker);
    }
    history_clear(&history);
    return good;
}
