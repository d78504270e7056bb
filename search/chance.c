// SPDX-License-Identifier: MIT
// From values to chances and margins. Integers only, so that every platform says the same.
#include "search/search.h"

// 1000 / (1 + e^-x) for x = 0, 1/4, 2/4, ... 6.
static const int logistic[] = {500, 562, 622, 679, 731, 777, 818, 852, 881, 905, 924, 940, 953,
                               963, 971, 977, 982, 986, 989, 991, 993, 995, 996, 997, 998};

enum { LAST = sizeof logistic / sizeof *logistic - 1, DEFAULT_SCALE = 400 };

int search_chance(const struct game *g, int value)
{
    int scale = g->chance_scale ? g->chance_scale : DEFAULT_SCALE;

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
    return value < 0 ? 1000 - chance : chance;
}

bool search_margin(const struct game *g, const struct search_line *found, int *margin)
{
    if (!g->scores || g->repetition || !found->exact)
        return false;
    *margin = found->value;
    if (search_decided(found->value))
        *margin -= found->value > 0 ? SEARCH_WON : -SEARCH_WON;
    return true;
}

bool search_expected_margin(const struct game *g, const struct search_line *found, int *tenths)
{
    if (!g->margin_scale || found->exact || search_decided(found->value))
        return false;
    *tenths = found->value * 10 / g->margin_scale;
    return true;
}
