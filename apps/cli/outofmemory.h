// SPDX-License-Identifier: MIT
// For the places in programs that cannot hand an error up: in threads that play games, and between
// ranks. Never for input: that gets a sentence from main. What the library is made of does not call
// it.
#ifndef ABAX_CLI_OUTOFMEMORY_H
#define ABAX_CLI_OUTOFMEMORY_H

#include "base/error.h"

// Writes what standard output and open files have, says the sentence, and ends the process with
// status 2.
_Noreturn void cli_end(const struct error *e);

// The same with "out of memory".
_Noreturn void cli_out_of_memory(void);

#endif
