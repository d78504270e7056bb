// SPDX-License-Identifier: MIT
// A bot's shares in deals that nobody can choose (play/deal.h; docs/api.md, "Deals"): committed to when it sits down or is asked, given when
// all have committed. Every game's share follows from one secret of this run, so that nothing has to be remembered.
#ifndef ABAX_SERVER_CLI_BOTDEAL_H
#define ABAX_SERVER_CLI_BOTDEAL_H

#include "base/sha256.h"
#include "server/cli/botconnection.h"

struct bot_deal {
    char secret[SHA256_TEXT];
};

void botdeal_init(struct bot_deal *d);

// The commitment to the bot's share in a game.
void botdeal_commitment(const struct bot_deal *d, const char *game, char commitment[SHA256_TEXT]);

// Gives what a message of the server asks of a seat, if it asks anything: the commitment, or the share.
bool botdeal_answer(const struct bot_deal *d, const struct bot_connection *connection,
                    const struct json_token *m, const char *game, int seat, struct error *e);

#endif
