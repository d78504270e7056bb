// SPDX-License-Identifier: MIT
// The end of a program that has no memory to go on.
#include "cli/outofmemory.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

_Noreturn void cli_end(const struct error *e)
{
    fflush(NULL); // finished games and lines are kept
    fprintf(stderr, "abax: %s\n", e->message.text);
    // Not exit: other threads go on using what it would take down, and a rank of MPI would wait
    // there for the others.
    _exit(2);
}

_Noreturn void cli_out_of_memory(void)
{
    struct error e;

    error_say(&e, "out of memory");
    cli_end(&e);
}
