// SPDX-License-Identifier: MIT
// Plays a match in several ranks (matchranks.c).
#ifndef ABAX_CLI_MATCHRANKS_H
#define ABAX_CLI_MATCHRANKS_H

#include "cli/enginematch.h"

// Has a thread of another rank play it; an empty group when this rank was told to end first. Or
// tells it that there is no more.
struct match_group *match_ask(struct engine_match *m, unsigned rank, unsigned channel,
                              const struct match_task *task);
void match_dismiss(unsigned rank, unsigned channel);

// The whole work of a rank that is not the first: plays what that one asks for.
bool match_help(struct engine_match *m, struct error *e);

#endif
