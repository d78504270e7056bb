// SPDX-License-Identifier: MIT
// Analysis of a position: the best lines of every depth, as they are found.
#include "base/jsonwrite.h"
#include "play/think.h"
#include "protocol/command.h"
#include "protocol/matchjson.h"
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
    report_twins(&a->history, found, " (also: ", ", ", ")", &t);
    output_add(a->out, storage);
    output_add(a->out, "\n");
}

static void print_twins(const struct analysis *a, const struct search_line *found,
                        struct json_writer *j)
{
    const struct history *history = &a->history;

    if (found->twin_count == 0)
        return;
    json_write_array(j, "also");
    for (unsigned i = 0; i < found->twin_count; i++) {
        char text[GAME_ACTION_BYTES];
        game_write_action(history->game, &history->position, found->twins[i], text);
        json_write_string(j, NULL, text);
    }
    json_write_end_array(j);
}

// Every action of the line; of a game with secrets only the first, as report_actions does.
static void print_words(const struct analysis *a, const struct search_line *found,
                        struct json_writer *j)
{
    const struct game *g = a->history.game;
    struct game_position p = a->history.position;
    bool known = game_complete(g, &p);

    json_write_array(j, "words");
    for (unsigned i = 0; i < found->length && (i == 0 || known); i++) {
        action_words_json(g, &p, found->actions[i], j, NULL);
        if (known)
            g->apply(&p, found->actions[i], &p);
    }
    json_write_end_array(j);
}

static void print_json(const struct analysis *a, const struct search_report *report, unsigned index)
{
    const struct search_line *found = &report->lines[index];
    char actions[REPORT_BYTES];
    struct json_writer j;
    struct text t;
    int margin;

    text_init(&t, actions, sizeof actions);
    report_actions(&a->history, found, &t);
    json_write_init(&j, a->out);
    json_write_object(&j, NULL);
    json_write_number(&j, "depth", report->depth);
    json_write_number(&j, "line", index + 1);
    json_write_number(&j, "value", found->value);
    json_write_decimal(&j, "chance", search_chance(a->history.game, found->value), 1000);
    if (found->proven)
        json_write_string(&j, "proven", report_proven(found));
    if (search_margin(a->history.game, found, &margin))
        json_write_number(&j, "margin", margin);
    if (search_expected_margin(found, &margin))
        json_write_decimal(&j, "expected_margin", margin, 10);
    json_write_number(&j, "nodes", (long long)report->nodes);
    json_write_number(&j, "ms", (long long)(a->host->clock() - a->thinker.began) / 1000);
    json_write_string(&j, "actions", actions);
    print_words(a, found, &j);
    print_twins(a, found, &j);
    json_write_end_object(&j);
    output_add(a->out, "\n");
}

static void print_report(void *to, const struct search_report *report)
{
    const struct analysis *a = to;

    for (unsigned i = 0; i < report->line_count; i++) {
        if (COMMAND_ONLY_JSON || a->json)
            print_json(a, report, i);
        else
            print_text(a, report, i);
    }
}

static bool stop(void *to)
{
    const struct analysis *a = to;

    return a->host->stop && a->host->stop(a->host->to);
}

static bool analyse_line(const struct arguments *a, struct analysis *analysis, struct error *e)
{
    struct think_limits limits = {
        .milliseconds = a->movetime,
        .search = {.nodes = a->nodes, .depth = (unsigned)a->depth, .lines = (unsigned)a->lines}};
    struct think_watch watch = {.stop = stop, .progress = print_report, .to = analysis};
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
    if (good)
        think(&analysis->thinker, &analysis->history, &limits, &watch, &report);
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
