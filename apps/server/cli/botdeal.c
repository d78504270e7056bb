// SPDX-License-Identifier: MIT
// The bot's shares in deals.
#include "server/cli/botdeal.h"

#include "base/text.h"
#include "play/deal.h"
#include "server/store/token.h"

void botdeal_init(struct bot_deal *d)
{
    token_share(d->secret);
}

static void share_of(const struct bot_deal *d, const char *game, char share[SHA256_TEXT])
{
    char bytes[SHA256_TEXT + 32];
    struct text t;

    text_init(&t, bytes, sizeof bytes);
    text_format(&t, "%s %s", d->secret, game);
    sha256_text(bytes, t.length, share);
}

void botdeal_commitment(const struct bot_deal *d, const char *game, char commitment[SHA256_TEXT])
{
    char share[SHA256_TEXT];

    share_of(d, game, share);
    deal_commitment(share, commitment);
}

static bool names(const struct json_token *deal, const char *list, int seat)
{
    const struct json_token *seats = json_read_member(deal, list);
    int64_t number;

    for (const struct json_token *t = json_read_first(seats); t; t = json_read_next(seats, t)) {
        if (json_read_number(t, &number) && number == seat)
            return true;
    }
    return false;
}

bool botdeal_answer(const struct bot_deal *d, const struct bot_connection *connection,
                    const struct json_token *m, const char *game, int seat, struct error *e)
{
    const struct json_token *deal = json_read_member(m, "deal");
    bool asked = names(deal, "asked", seat);
    char share[SHA256_TEXT], commitment[SHA256_TEXT];
    struct bot_message telling;

    if (!asked && !names(deal, "missing", seat))
        return true;
    share_of(d, game, share);
    deal_commitment(share, commitment);
    struct json_writer *j = bot_message_begin(&telling, asked ? "promise" : "reveal");
    json_write_string(j, "game", game);
    json_write_string(j, asked ? "promise" : "part", asked ? commitment : share);
    return bot_send(connection, &telling, e);
}
