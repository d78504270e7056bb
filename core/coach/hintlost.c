// SPDX-License-Identifier: MIT
// What a hint offers in a lost position. Where points count, what loses by the fewest; elsewhere
// what holds out longest; where nothing more is known, what the search likes best.
#include "coach/hintparts.h"

#include <stdlib.h>
#include <string.h>

#include "coach/hint.h"
#include "coach/resist.h"

void hint_name_action(const struct history *history, const struct search_line *line,
                      struct hint_action *named)
{
    named->action = line->actions[0];
    game_write_action(history->game, &history->position, named->action, named->text);
    named->also_count = line->symmetric_count;
    for (unsigned i = 0; i < line->symmetric_count; i++)
        game_write_action(history->game, &history->position, line->symmetric[i], named->also[i]);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(((const struct hint_action *)a)->text, ((const struct hint_action *)b)->text);
}

// By text: the order must not tell which is best.
void hint_sort_candidates(struct hint *h)
{
    qsort(h->candidates, h->candidate_count, sizeof *h->candidates, compare_texts);
}

bool hint_is_lost(const struct search_line *line)
{
    return line->proven && line->value < 0;
}

// The line of a report that begins with an action; where none is lost for certain, one that says
// only that the action loses.
static void find_line(const struct history *history, const struct search_report *lines,
                      game_action action, struct search_line *line)
{
    struct search_task root = {.game = history->game, .root = &history->position};

    for (unsigned i = 0; i < lines->line_count; i++) {
        if (!hint_is_lost(&lines->lines[i]) || !search_begins_with(&lines->lines[i], action))
            continue;
        *line = lines->lines[i];
        search_take_symmetric(line, action);
        return;
    }
    *line = (struct search_line){
        .value = -SEARCH_WON, .proven = true, .length = 1, .actions = {action}};
    search_find_symmetric(&root, line);
}

static bool has_action(const struct game_actions *list, game_action action)
{
    for (unsigned i = 0; i < list->count; i++) {
        if (list->at[i] == action)
            return true;
    }
    return false;
}

// Offers the actions that hold out longest; the first is the one that the search likes best.
static void offer_longest(const struct history *history, const struct search_report *lines,
                          const struct resistance *r, struct hint *h)
{
    struct search_line line;
    game_action best = has_action(&r->left, h->best) ? h->best : r->left.at[0];

    for (unsigned i = lines->line_count; i-- > 0;) {
        if (has_action(&r->left, lines->lines[i].actions[0]))
            best = lines->lines[i].actions[0];
    }
    h->resists = r->longest ? HINT_LONGEST : HINT_TRY;
    find_line(history, lines, best, &h->found);
    hint_name_action(history, &h->found, &h->named);
    h->candidates[h->candidate_count++] = h->named;
    for (unsigned i = 0; i < r->left.count && h->candidate_count < HINT_MOST_CANDIDATES; i++) {
        bool listed = false;
        for (unsigned k = 0; k < h->candidate_count; k++) {
            listed |= h->candidates[k].action == r->left.at[i];
            for (unsigned other = 0; other < h->candidates[k].also_count; other++) {
                char text[GAME_ACTION_BYTES];
                game_write_action(h->game, &history->position, r->left.at[i], text);
                listed |= !strcmp(h->candidates[k].also[other], text);
            }
        }
        if (listed)
            continue;
        find_line(history, lines, r->left.at[i], &line);
        hint_name_action(history, &line, &h->candidates[h->candidate_count++]);
    }
}

// Offers what the search found, which knows repetition and points. Of what costs equally few points
// it names what holds out longest.
static void offer_points(const struct history *history, const struct search_report *lines,
                         struct hint *h)
{
    const struct search_line *first = &lines->lines[0];
    struct game_actions same = {0};
    struct resistance r;

    if (lines->line_count == 0 || !hint_is_lost(first)) {
        find_line(history, lines, h->best, &h->found);
        hint_name_action(history, &h->found, &h->named);
        h->candidates[h->candidate_count++] = h->named;
        return;
    }
    for (unsigned i = 0; i < lines->line_count; i++) {
        const struct search_line *line = &lines->lines[i];
        if (line->proven && line->value == first->value && line->exact == first->exact)
            same.at[same.count++] = line->actions[0];
    }
    h->resists = game_ai(h->game)->margin_scale && first->exact ? HINT_POINTS : HINT_TRY;
    r.left = same;
    if (!h->game->repetition)
        resist(history, &same, &r);
    find_line(history, lines, r.left.at[0], &h->found);
    hint_name_action(history, &h->found, &h->named);
    h->candidates[h->candidate_count++] = h->named;
    for (unsigned i = 0; i < lines->line_count && h->candidate_count < HINT_MOST_CANDIDATES; i++) {
        if (lines->lines[i].actions[0] != h->named.action &&
            has_action(&same, lines->lines[i].actions[0]))
            hint_name_action(history, &lines->lines[i], &h->candidates[h->candidate_count++]);
    }
}

// The actions that do not end the game with a loss in every deal that the seat may imagine:
// simulations prove nothing, the rules do.
static void find_escapes(const struct history *history, const struct game_actions *list,
                         struct game_actions *escapes)
{
    escapes->count = 0;
    for (unsigned i = 0; i < list->count; i++) {
        struct facts_task task = {.history = history, .action = list->at[i]};
        bool loses = false;
        struct facts facts;
        facts_against(&task, &facts);
        for (unsigned k = 0; k < facts.count; k++)
            loses |= facts.at[k].id == FACT_LOSES_AT_ONCE;
        if (!loses)
            escapes->at[escapes->count++] = list->at[i];
    }
}

// Trials that never win may like any action best: what loses at once for certain is offered only
// when everything does. True when everything does.
static bool offer_escape(const struct history *history, const struct game_actions *list,
                         const struct search_report *lines, struct hint *h)
{
    struct game_actions escapes;
    unsigned kept = 0;

    find_escapes(history, list, &escapes);
    if (escapes.count == 0)
        return true;
    for (unsigned i = 0; i < h->candidate_count; i++) {
        if (has_action(&escapes, h->candidates[i].action))
            h->candidates[kept++] = h->candidates[i];
    }
    h->candidate_count = kept;
    if (has_action(&escapes, h->best))
        return false;
    h->found =
        (struct search_line){.value = h->found.value, .length = 1, .actions = {escapes.at[0]}};
    for (unsigned i = lines->line_count; i-- > 0;) {
        if (has_action(&escapes, lines->lines[i].actions[0]))
            h->found = lines->lines[i];
    }
    h->best = h->found.actions[0];
    hint_name_action(history, &h->found, &h->named);
    bool named = false;
    for (unsigned i = 0; i < kept; i++)
        named |= h->candidates[i].action == h->best;
    if (!named)
        h->candidates[h->candidate_count++] = h->named;
    hint_sort_candidates(h);
    return false;
}

bool hint_offer_resistance(const struct history *history, const struct search_report *lines,
                           struct hint *h)
{
    const struct game *g = h->game;
    bool lost = hint_is_lost(&h->found), duel = game_is_duel(g, &history->options);
    struct resistance r = {0};
    struct game_actions list;

    history_list(history, &list);
    if (duel && !g->repetition && (!lost || !g->points))
        resist(history, &list, &r);
    lost |= duel ? r.lost : offer_escape(history, &list, lines, h);
    h->standing = lost ? HINT_LOST : HINT_LOSING;
    if (!lost || !duel)
        return false;
    h->candidate_count = 0;
    if (g->points || g->repetition)
        offer_points(history, lines, h);
    else
        offer_longest(history, lines, &r, h);
    h->best = h->named.action;
    hint_sort_candidates(h);
    return true;
}
