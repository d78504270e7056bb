// SPDX-License-Identifier: MIT
// A bot's parts in deals that nobody can choose (play/deal.h; docs/api.md, "Deals"): promised when it sits down or is asked, given when
// all have promised. Every game's part follows from one secret of this run, so that nothing has to be remembered.
#ifndef ABAX_CLI_SERVER_BOTDEAL_H
#define ABAX_CLI_SERVER_BOTDEAL_H

#include "base/sha256.h"
#include "server/cli/botline.h"

struct bot_deal {
    char secret[SHA256_TEXT];
};

void botdeal_init(struct bot_deal *d);

// The promise of the bot's part in a game.
void botdeal_promise(const struct bot_deal *d, const char *game, char promise[SHA256_TEXT]);

// Gives what a message of the server asks of a seat, if it asks anything: the promise, or the part.
bool botdeal_answer(const struct bot_deal *d, const struct bot_line *line,
                    const struct json_token *m, const char *game, int seat, struct error *e);

#endif
