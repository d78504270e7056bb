// SPDX-License-Identifier: MIT
// How finished rated games went on: an index of a game's latest ones in memory, made by a reader's
// thread when somebody asks and made anew when it has become old. It has a bound; a process has its
// own.
#ifndef ABAX_SERVER_LIVE_EXPLORED_H
#define ABAX_SERVER_LIVE_EXPLORED_H

#include "coach/explorer.h"
#include "server/store/store.h"

struct explored;

// NULL without memory. Freed when no reader is left.
struct explored *explored_open(void);
void explored_close(struct explored *x);

// In a thread: fills a view that has just begun. `now` in milliseconds. `making`: there are no
// counts yet, the first index is being made for somebody else. False with a sentence when the
// database failed.
bool explored_ask(struct explored *x, struct store *s, int64_t now, struct explorer_view *v,
                  bool *making, struct error *e);

#endif
