// SPDX-License-Identifier: MIT
// Who may be rated with whom.
#ifndef ABAX_SERVER_FAIR_H
#define ABAX_SERVER_FAIR_H

#include "server/live/hub.h"

// Whether the people of a rated game, seats kept for them included, are all somebody else's: nobody's bot plays its owner, or another bot
// of the same owner. A game that is not rated is always fair. False with a sentence, also when the database does not answer.
bool fair_seats(struct hub *h, const struct store_game *row, struct error *e);

// Whether nobody at the table, or asked to it, has blocked this account. False with a sentence, also when the database does not answer.
bool fair_company(struct hub *h, const struct store_game *row, const struct store_account *account,
                  struct error *e);

#endif
