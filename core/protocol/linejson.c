// SPDX-License-Identifier: MIT
// Lines of a search, as JSON.
#include "protocol/linejson.h"

#include "protocol/matchjson.h"
#include "protocol/report.h"

static void print_symmetric(const struct history *history, const struct search_line *found,
                            struct json_writer *j)
{
    if (found->symmetric_count == 0)
        return;
    json_write_array(j, "also");
    for (unsigned i = 0; i < found->symmetric_count; i++) {
        char text[GAME_ACTION_BYTES];
        game_write_action(history->game, &history->position, found->symmetric[i], text);
        json_write_string(j, NULL, text);
    }
    json_write_end_array(j);
}

void line_json(const struct history *history, const struct search_report *report, unsigned index,
               long long milliseconds, struct output *out)
{
    const struct search_line *found = &report->lines[index];
    char actions[REPORT_BYTES];
    struct json_writer j;
    struct text t;
    int margin;

    text_init(&t, actions, sizeof actions);
    report_actions(history, found, &t);
    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_number(&j, "depth", report->depth);
    json_write_number(&j, "line", index + 1);
    json_write_number(&j, "value", found->value);
    json_write_decimal(&j, "chance", search_chance(history->game, found->value), 1000);
    if (found->proven)
        json_write_string(&j, "proven", report_proven(found));
    if (search_margin(history->game, found, &margin))
        json_write_number(&j, "margin", margin);
    if (search_expected_margin(found, &margin))
        json_write_decimal(&j, "expected_margin", margin, 10);
    json_write_number(&j, "nodes", (long long)report->nodes);
    if (milliseconds != LINE_NO_CLOCK)
        json_write_number(&j, "ms", milliseconds);
    json_write_string(&j, "actions", actions);
    line_words_json(history->game, &history->position, found, 0, &j, "words");
    print_symmetric(history, found, &j);
    json_write_end_object(&j);
    output_add(out, "\n");
}
