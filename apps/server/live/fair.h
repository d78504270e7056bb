// SPDX-License-Identifier: MIT
// Who may be rated with whom, and called how. What has a store reads, so it runs in a thread.
#ifndef ABAX_SERVER_LIVE_FAIR_H
#define ABAX_SERVER_LIVE_FAIR_H

#include "server/store/store.h"

// Whether the people of a rated game, seats kept for them included, are all somebody else's:
// nobody's bot plays its owner, or another bot of the same owner. A game that is not rated is
// always fair. False with a sentence, also when the database does not answer.
bool fair_seats(struct store *s, const struct store_game *row, struct error *e);

// Whether nobody at the table, or asked to it, has blocked this account. False with a sentence,
// also when the database does not answer.
bool fair_company(struct store *s, const struct store_game *row,
                  const struct store_account *account, struct error *e);

// Whether somebody without an account may be called so: not as the server's own people, nor as an
// account. False with a sentence, also when the database does not answer.
bool fair_guest(struct store *s, const char *name, const struct store_account *account,
                struct error *e);

// Whether two names cannot be told from each other: compared as those of accounts are. No name is
// like any.
bool fair_alike(const char *a, const char *b);

// Whether somebody without an account may be called so at this table: not as others there. False
// with a sentence.
bool fair_table(const struct store_game *row, const char *name, const struct store_account *account,
                struct error *e);

#endif
