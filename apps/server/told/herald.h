// SPDX-License-Identifier: MIT
// The herald: a thread that tells people who are away what waits in the outbox, by push and by e-mail. It never runs in the
// loop and never writes by itself: it takes rows, and puts them back or away, through the writer.
//
// What is told goes to the account's browsers first. Where none takes it, or none is there, and the account wants e-mail, a letter
// goes out a while later. Quiet hours put off everything. Somebody who is here is not told.
#ifndef ABAX_SERVER_HERALD_H
#define ABAX_SERVER_HERALD_H

#include "server/store/writer.h"
#include "server/told/pass.h"

enum {
    HERALD_KEY = 96,            // the server's public key for browsers, as text
    HERALD_SOON = 10 * 1000,    // milliseconds from a turn to its push: perhaps somebody comes
    HERALD_PRESENT = 60 * 1000, // the same for somebody who is here and does not act
};

// What the loop knows about a row that is to be told.
enum herald_presence { HERALD_AWAY, HERALD_HERE, HERALD_OVER };

struct herald_options {
    const char *site;  // where people reach this server, with the last slash; NULL: nobody is told
    const char *relay; // of e-mail, or NULL
    const struct timekeeper *time; // the shared one
    bool
        anywhere; // push services may be at addresses of one's own network, and without TLS: for tests
    enum herald_presence (*presence)(struct live_registry *reg,
                                     const struct outbox_row *row); // called in the loop
};

struct herald;

// NULL with a sentence. Keys that are missing are made and stored.
struct herald *herald_open(const char *database, const struct herald_options *options,
                           struct writer *writer, struct error *e);

// Nothing is written any more when it returns; what is being sent is left to itself. Before the writer is closed.
void herald_stop(struct herald *h);

// After the writer was closed and its tasks have come back.
void herald_close(struct herald *h);

// Something may be due.
void herald_poke(struct herald *h);

// What never changes.
const char *herald_public_key(const struct herald *h);
const unsigned char *herald_pass_key(const struct herald *h);
bool herald_has_relay(const struct herald *h);
bool herald_goes_anywhere(const struct herald *h);

struct herald_counts {
    uint64_t pushes, letters, failures;
};
struct herald_counts herald_counts(struct herald *h);

#endif
