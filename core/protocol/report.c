// SPDX-License-Identifier: MIT
// What a search found, in the words of UGI. The engine, `analyse`, `best` and the terminal print
// it. Lines of a game with secrets end after their first action: going on would need what the seat
// does not know.
#include "protocol/report.h"

const char *report_proven(const struct search_line *found)
{
    if (!found->proven)
        return NULL;
    return found->value > 0 ? "win" : found->value < 0 ? "loss" : "draw";
}

void report_actions(const struct history *history, const struct search_line *found, struct text *t)
{
    const struct game *g = history->game;
    struct game_position p = history->position;
    bool known = game_complete(g, &p);

    for (unsigned i = 0; i < found->length && (i == 0 || known); i++) {
        if (i)
            text_char(t, ' ');
        g->action_text(&p, found->actions[i], t);
        if (known)
            g->apply(&p, found->actions[i], &p);
    }
}

void report_symmetric(const struct history *history, const struct search_line *found,
                      const char *before, const char *between, const char *after, struct text *t)
{
    for (unsigned i = 0; i < found->symmetric_count; i++) {
        text_add(t, i ? between : before);
        history->game->action_text(&history->position, found->symmetric[i], t);
    }
    if (found->symmetric_count)
        text_add(t, after);
}

void report_margins(const struct game *g, const struct search_line *found, struct text *t)
{
    int margin;

    if (search_margin(g, found, &margin))
        text_format(t, " margin %d", margin);
    if (search_expected_margin(found, &margin)) {
        text_add(t, margin < 0 ? " expected margin " : " expected margin +");
        text_decimal(t, margin, 10);
    }
}

void report_info(const struct history *history, const struct search_report *report, unsigned index,
                 uint64_t microseconds, struct text *t)
{
    const struct search_line *found = &report->lines[index];
    int margin;

    text_format(t, "depth %u score cp %d winchance %d", report->depth, found->value,
                search_chance(history->game, found->value));
    if (search_margin(history->game, found, &margin))
        text_format(t, " margin %d", margin);
    if (search_expected_margin(found, &margin)) {
        text_add(t, " expectedmargin ");
        text_decimal(t, margin, 10);
    }
    if (found->proven)
        text_format(t, " proven %s", report_proven(found));
    text_format(t, " nodes %llu time %llu nps %llu hashfull %u multipv %u",
                (unsigned long long)report->nodes, (unsigned long long)microseconds / 1000,
                (unsigned long long)(report->nodes * 1000000 / (microseconds + 1)),
                report->hashfull, index + 1);
    report_symmetric(history, found, " also ", " ", "", t);
    text_add(t, " pv ");
    report_actions(history, found, t);
}

void report_belief(const struct game *g, const struct imperfect_belief *belief, struct text *t)
{
    struct imperfect_belief left = *belief;
    const char *separator = "";

    for (;;) {
        unsigned likeliest = 0;
        for (unsigned i = 1; i < GAME_MAX_SECRETS; i++) {
            if (left.thousandths[i] > left.thousandths[likeliest])
                likeliest = i;
        }
        if (left.thousandths[likeliest] == 0)
            return;
        text_format(t, "%s%s %d.%d %%", separator, game_hidden(g)->secret_names[likeliest],
                    left.thousandths[likeliest] / 10, left.thousandths[likeliest] % 10);
        left.thousandths[likeliest] = 0;
        separator = ", ";
    }
}
