// SPDX-License-Identifier: MIT
// What commands need of ranks, and what it comes to without any.
#include "cli/ranks.h"

#include <string.h>

#include "cli/cli.h"
#include "cli/program.h"

const struct ranks *ranks_here(void)
{
    return cli_program.ranks;
}

unsigned ranks_rank(void)
{
    return cli_program.ranks ? cli_program.ranks->own() : 0;
}

unsigned ranks_count(void)
{
    return cli_program.ranks ? cli_program.ranks->count() : 1;
}

bool ranks_begin(bool ready, uint64_t what, struct error *e)
{
    return cli_program.ranks ? cli_program.ranks->begin(ready, what, e) : ready;
}

// Games take longer than a millisecond, and who waits leaves the processor to those who play.
void *ranks_wait(unsigned from, unsigned channel, size_t *count, bool (*stop)(void *to), void *to)
{
    void *bytes;

    while ((bytes = cli_program.ranks->receive(from, channel, count)) == NULL) {
        if (stop && stop(to))
            return NULL;
        cli_sleep(1);
    }
    return bytes;
}

void ranks_set_last_words(const struct catalogue *messages)
{
    char sentence[CLI_SENTENCE];
    struct text t;

    text_init(&t, sentence, sizeof sentence);
    text_add(&t, "abax: ");
    text_say(
        &t, messages, "ranks.stopped",
        "stopped: a rank has died, or mpirun was told to end; what was printed so far is right");
    text_add(&t, "\n");
    cli_program.ranks->last_words(sentence);
}

bool ranks_unready(unsigned rank, struct error *e)
{
    return error_set(e, "ranks.unready:rank", "rank %u is not ready", rank);
}

bool ranks_differ(struct error *e)
{
    return error_set(e, "ranks.differ",
                     "ranks differ in words, files or version: all must do the same");
}

bool ranks_are_given(struct error *e)
{
    return error_set(e, "ranks.rank", "ranks are given out by mpirun here: leave --rank out");
}

enum { MOST_RANKS = 1000000, DIGITS = 8 };

bool ranks_read(const char *text, unsigned long long *rank, unsigned long long *ranks,
                struct error *e)
{
    char first[DIGITS];
    struct text t;

    text_init(&t, first, sizeof first);
    size_t length = text_until(&t, text, "/");
    if (text[length] && !t.cut && text_read_number(text + length + 1, MOST_RANKS, ranks) &&
        text_read_number(first, *ranks, rank) && *rank > 0)
        return true;
    return error_set(e, "ranks.unknown:rank", "rank '%s' is not R/N with R from 1 to N, as in 2/4",
                     error_quote(text).text);
}
