// SPDX-License-Identifier: MIT
// Win probabilities and expected margins of values. Integers only: the same on every platform.
#include <assert.h>

#include "search/search.h"

// 1000 / (1 + e^-x) for x = 0, 1/4, 2/4, ... 6.
static const int logistic[] = {500, 562, 622, 679, 731, 777, 818, 852, 881, 905, 924, 940, 953,
                               963, 971, 977, 982, 986, 989, 991, 993, 995, 996, 997, 998};

enum { LAST = sizeof logistic / sizeof *logistic - 1 };

int search_chance(const struct game *g, int value)
{
    int scale = game_chance_scale(g);

    assert(scale > 0 && value >= -SEARCH_INFINITE && value <= SEARCH_INFINITE);
    if (value > SEARCH_ESTIMATE)
        return 1000;
    if (value < -SEARCH_ESTIMATE)
        return 0;
    int size = value < 0 ? -value : value, quarters = size * 4 / scale;
    int chance = logistic[LAST];
    if (quarters < LAST) {
        int rest = size * 4 - quarters * scale;
        chance = logistic[quarters] + (logistic[quarters + 1] - logistic[quarters]) * rest / scale;
    }
    assert(chance >= 500 && chance < 1000); // only what is proven is certain
    return value < 0 ? 1000 - chance : chance;
}

bool search_margin(const struct game *g, const struct search_line *found, int *margin)
{
    if (found->ends && g->scores) {
        *margin = found->margin / 10;
        return true;
    }
    if (search_counts_plies(g) || !found->exact)
        return false;
    *margin = found->value;
    if (search_decided(found->value))
        *margin -= found->value > 0 ? SEARCH_WON : -SEARCH_WON;
    return true;
}

// Whether the line is one action that ends the game, and with which lead.
static bool ends_now(const struct game *g, const struct game_position *p,
                     const struct search_line *found, int *lead)
{
    struct game_position after;
    struct game_result result;
    int seat = g->to_act(p);

    if (found->length != 1 || !found->proven)
        return false;
    g->apply(p, found->actions[0], &after);
    g->result(&after, &result);
    *lead = result.score[seat] - result.score[seat ^ 1];
    return result.over;
}

// A won game may yet be won by more, but the margin found is near enough. Where decided values
// count plies, or a proof has no margin, the game estimates it.
void search_expect(const struct game *g, const struct game_position *p, struct search_line *found)
{
    int value = found->value;
    assert(value >= -SEARCH_INFINITE && value <= SEARCH_INFINITE);
    bool decided = search_decided(value), drawn = found->proven && !decided;
    int beyond = !decided ? 0 : value > 0 ? value - SEARCH_WON : value + SEARCH_WON;

    int lead;

    found->expects_margin = g->scores;
    found->ends = ends_now(g, p, found, &lead);
    if (found->ends)
        found->margin = lead * 10;
    else if (drawn)
        found->margin = 0;
    else if (beyond != 0 && !search_counts_plies(g))
        found->margin = beyond * 10;
    else if (game_ai(g)->margin)
        found->margin = game_ai(g)->margin(p, g->to_act(p), search_chance(g, value));
    else if (game_ai(g)->margin_scale && !decided)
        found->margin = value * 10 / game_ai(g)->margin_scale;
    else
        found->expects_margin = false;
}

bool search_expected_margin(const struct search_line *found, int *tenths)
{
    *tenths = found->margin;
    return found->expects_margin && !found->proven;
}
