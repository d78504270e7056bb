// SPDX-License-Identifier: MIT
// Logins: the account that a token stands for, and for how long.
#ifndef ABAX_SERVER_LIVE_LOGINS_H
#define ABAX_SERVER_LIVE_LOGINS_H

#include "server/live/registry.h"

// A session that somebody has shown.
struct login {
    int64_t account; // 0: none
    unsigned char hash[STORE_HASH];
};

// The account whose session a token is; not found when it is nobody's or over. In a thread; then,
// in the loop, it is noted that it was used, which keeps it alive.
bool login_read(struct store *s, const char *token, struct login *session,
                struct store_account *account, bool *found, struct error *e);
void login_used(struct live_registry *reg, const struct login *session,
                const struct store_account *account);

// Something about an account has changed: its clients whose sessions are over are closed, its games
// read again.
void login_check(struct live_registry *reg, int64_t account);
void login_tick(struct live_registry *reg, int64_t now);

#endif
