// SPDX-License-Identifier: MIT
// Work that is split between machines: rank R of N takes every Nth piece, from the Rth on. A piece knows from its number
// alone what it is, so all ranks together have done what one machine would.
#include <string.h>

#include "cli/cli.h"

enum { MOST_RANKS = 1000000, DIGITS = 8 };

bool cli_read_rank(const char *text, unsigned long long *rank, unsigned long long *ranks,
                   struct error *e)
{
    char first[DIGITS];
    struct text t;

    text_init(&t, first, sizeof first);
    size_t length = text_until(&t, text, "/");
    if (text[length] && !t.cut && text_read_number(text + length + 1, MOST_RANKS, ranks) &&
        text_read_number(first, *ranks, rank) && *rank > 0)
        return true;
    return error_set(e, "rank.unknown:rank", "rank '%s' is not R/N with R from 1 to N, as in 2/4",
                     error_quote(text).text);
}
