// SPDX-License-Identifier: MIT
// Linked into the program when coverage is counted: some of its commands run until they are ended by a signal, and what they
// counted is written only when a program returns from main.
#include <gcov.h>
#include <signal.h>
#include <unistd.h>

static void write_counts(int number)
{
    __gcov_dump();
    signal(number, SIG_DFL);
    raise(number);
}

// The server blocks these signals and ends by itself.
__attribute__((constructor)) static void count_until_ended(void)
{
    signal(SIGTERM, write_counts);
    signal(SIGHUP, write_counts);
}
