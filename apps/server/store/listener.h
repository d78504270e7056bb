// SPDX-License-Identifier: MIT
// A thread that hears from the database what other processes tell, above all which games they have
// changed, and tells the loop.
#ifndef ABAX_SERVER_STORE_LISTENER_H
#define ABAX_SERVER_STORE_LISTENER_H

#include "server/inbox.h"
#include "server/store/store.h"

struct listener;

// NULL with an empty sentence where there are no other processes (SQLite). `heard` runs in the
// loop.
struct listener *listener_open(const char *where, struct inbox *box,
                               void (*heard)(struct live_registry *reg, const char *word),
                               struct error *e);

#endif
