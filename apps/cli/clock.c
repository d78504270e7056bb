// SPDX-License-Identifier: MIT
// The clock of the program.
#include <time.h>

#include "cli/cli.h"

uint64_t cli_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

void cli_sleep(unsigned milliseconds)
{
    struct timespec t = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};

    nanosleep(&t, NULL);
}
