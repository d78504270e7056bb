// SPDX-License-Identifier: MIT
// The notifier: a thread that sends what waits in the outbox to people who are away, by push and by
// email. It never runs in the event loop and never writes to the database itself: it takes rows and
// stores their outcomes through the writer.
//
// A notification goes to the account's browsers first. If none accepts it or none is registered,
// and the account wants email, an email follows a while later. Quiet hours postpone everything.
// People who are online are not notified.
#ifndef ABAX_SERVER_NOTIFY_NOTIFIER_H
#define ABAX_SERVER_NOTIFY_NOTIFIER_H

#include "server/notify/signedlink.h"
#include "server/store/writer.h"

enum {
    NOTIFIER_KEY = 96, // the server's public key for browsers, as text
    // Milliseconds from a turn to its push, in which the player may come by themselves: for players
    // who are away, and for those who are online and do not act.
    NOTIFIER_SOON = 10 * 1000,
    NOTIFIER_PRESENT = 60 * 1000,
};

// What the event loop knows about the receiver of a row. OVER: there is nothing left to do.
enum notifier_presence { NOTIFIER_AWAY, NOTIFIER_HERE, NOTIFIER_OVER };

struct notifier_options {
    const char *site; // where people reach this server, with the last slash; NULL: no notifications
    const char *smtp; // URL of the SMTP server, or NULL
    const struct timekeeper *time; // the shared one
    // For tests: push services may have private addresses and need no TLS.
    bool anywhere;
    // Called in the event loop.
    enum notifier_presence (*presence)(struct live_registry *reg, const struct outbox_row *row);
};

struct notifier;

// Creates and stores missing keys. Returns NULL and sets the error on failure.
struct notifier *notifier_open(const char *database, const struct notifier_options *options,
                               struct writer *writer, struct error *e);

// When it returns, nothing more is submitted to the writer; transfers that still run are left
// alone. Call it before the writer is closed.
void notifier_stop(struct notifier *n);

// Call it after the writer was closed and its tasks have come back.
void notifier_close(struct notifier *n);

// Looks into the outbox at once: something may be due.
void notifier_poke(struct notifier *n);

// These never change.
const char *notifier_public_key(const struct notifier *n);
const unsigned char *notifier_link_key(const struct notifier *n);
bool notifier_sends_email(const struct notifier *n);
bool notifier_goes_anywhere(const struct notifier *n);

// Since the start, of this process. A failure is an attempt that did not succeed, repeated or not.
// Gone: the push service does not know the browser any more, or does not accept our key.
struct notifier_counts {
    uint64_t pushes, push_failures, pushes_gone;
    uint64_t emails, email_failures;
};

// Zeros without a notifier.
struct notifier_counts notifier_counts(struct notifier *n);

#endif
