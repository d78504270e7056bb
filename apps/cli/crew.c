// SPDX-License-Identifier: MIT
// What every command needs of a crew, and what it comes to without one.
#include "cli/crew.h"

#include "cli/cli.h"
#include "cli/program.h"

const struct crew *crew_here(void)
{
    return cli_program.crew;
}

unsigned crew_rank(void)
{
    return cli_program.crew ? cli_program.crew->rank() : 0;
}

unsigned crew_ranks(void)
{
    return cli_program.crew ? cli_program.crew->ranks() : 1;
}

bool crew_begin(bool ready, uint64_t what, struct error *e)
{
    return cli_program.crew ? cli_program.crew->begin(ready, what, e) : ready;
}

// Games take longer than a millisecond, and who waits leaves the processor to those who play.
void *crew_wait(unsigned from, unsigned channel, size_t *count, bool (*stop)(void *to), void *to)
{
    void *bytes;

    while ((bytes = cli_program.crew->receive(from, channel, count)) == NULL) {
        if (stop && stop(to))
            return NULL;
        cli_sleep(1);
    }
    return bytes;
}

void crew_speak(const struct catalogue *words)
{
    char sentence[CLI_SENTENCE];
    struct text t;

    text_init(&t, sentence, sizeof sentence);
    text_add(&t, "abax: ");
    text_say(
        &t, words, "crew.stopped",
        "stopped: a rank has died, or mpirun was told to end; what was printed so far is right");
    text_add(&t, "\n");
    cli_program.crew->last_words(sentence);
}

bool crew_unready(unsigned rank, struct error *e)
{
    return error_set(e, "crew.unready:rank", "rank %u is not ready", rank);
}

bool crew_differs(struct error *e)
{
    return error_set(e, "crew.differ",
                     "ranks differ in words, files or version: all must do the same");
}

bool crew_has_ranks(struct error *e)
{
    return error_set(e, "crew.rank", "ranks are given out by mpirun here: leave --rank out");
}
