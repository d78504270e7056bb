// SPDX-License-Identifier: MIT
// Linked into the program when coverage is counted: some of its commands run until they are ended by a signal, and what they
// counted is written only when a program returns from main.
#include <signal.h>

// gcc's; its header gcov.h is not there for other compilers and tools that read this.
void __gcov_dump(void); // NOLINT(bugprone-reserved-identifier)

static void write_counts(int number)
{
    // NOLINTNEXTLINE(bugprone-signal-handler,cert-sig30-c): these commands wait when they are ended, and count nothing then
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
