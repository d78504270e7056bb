// SPDX-License-Identifier: MIT
// Titles contain names that users chose: control characters in them become blanks.
#include "server/notify/notification.h"

#include <sodium.h>
#include <string.h>

#include "base/catalogue.h"
#include "base/jsonwrite.h"
#include "base/sentence.h"
#include "game/game.h"

static const char *const kinds[NOTIFY_ALL] = {"turn", "challenge", "round", "confirm"};

// The players at the other seats.
static void add_opponents(const struct outbox_row *row, const struct store_game *game,
                          struct text *t)
{
    for (unsigned seat = 0; game && seat < game->seats; seat++) {
        const struct store_seat *s = &game->seat[seat];
        if (s->account == row->account || !s->name[0])
            continue;
        text_add(t, t->length ? ", " : "");
        text_add(t, s->name);
    }
    if (!t->length)
        text_add(t, "…");
}

static const char *title_of(const struct store_game *game)
{
    const struct game *g = game ? game_named(game->game) : NULL;

    return g ? g->title : "Abax";
}

void notification_compose(const struct outbox_row *row, const struct store_game *game,
                          const char *language, struct notification *n)
{
    const struct catalogue *messages = NULL;
    char opponents[STORE_NAME * GAME_MAX_SEATS];
    struct text title, body, path, stop, names;

    catalogue_choose(language, &messages);
    text_init(&title, n->title, sizeof n->title);
    text_init(&body, n->body, sizeof n->body);
    text_init(&path, n->path, sizeof n->path);
    text_init(&stop, n->stop, sizeof n->stop);
    text_init(&names, opponents, sizeof opponents);
    add_opponents(row, game, &names);
    text_format(&path, "#/online/%s", row->about);
    text_say(&stop, messages, "told.stop", "Stop these");
    if (row->kind == NOTIFY_TURN && row->number < 0) {
        text_say(&title, messages, "told.deal:game", "The deal waits for you: %s", title_of(game));
        text_say(&body, messages, "told.deal.body:names",
                 "Open the game with %s, and it can begin.", opponents);
    } else if (row->kind == NOTIFY_TURN) {
        text_say(&title, messages, "told.turn:game", "Your turn: %s", title_of(game));
        text_say(&body, messages, "told.turn.body:names", "Against %s", opponents);
    } else if (row->kind == NOTIFY_CHALLENGE) {
        text_say(&title, messages, "told.challenge:game", "A challenge: %s", title_of(game));
        text_say(&body, messages, "told.challenge.body:names", "From %s", opponents);
    } else if (row->kind == NOTIFY_ROUND) {
        text_say(&title, messages, "told.round:round,title", "Round %lld: %s",
                 (long long)row->number, row->text);
        text_say(&body, messages, "told.round.body", "Your game of this round is ready.");
    } else {
        text_say(&title, messages, "told.confirm", "Is this your address?");
        text_say(&body, messages, "told.confirm.body",
                 "Somebody wants to be told of games at this address. If that was you, open this "
                 "within a day:");
    }
    text_tame(n->title);
    text_tame(n->body);
}

void notification_push_json(const struct outbox_row *row, const struct notification *n,
                            const char *link, struct text *json)
{
    struct output out = output_to_text(json);
    struct json_writer j;

    json_write_init(&j, &out);
    json_write_object(&j, NULL);
    json_write_string(&j, "kind", kinds[row->kind]);
    json_write_string(&j, "title", n->title);
    json_write_string(&j, "body", n->body);
    json_write_string(&j, "place", n->path);
    json_write_string(&j, "tag", row->about);
    json_write_string(&j, "stop", link);
    json_write_string(&j, "stopWords", n->stop);
    json_write_end_object(&j);
}

void notification_email_text(const struct outbox_row *row, const struct notification *n,
                             const char *language, const char *site, const char *link,
                             struct text *body)
{
    const struct catalogue *messages = NULL;

    catalogue_choose(language, &messages);
    text_format(body, "%s\r\n\r\n", n->body);
    if (row->kind == NOTIFY_CONFIRM) {
        text_format(body, "%s#/told/confirm/%s\r\n\r\n", site, link);
        text_say(body, messages, "told.confirm.not",
                 "If it was not you, do nothing: there will be no other letter.");
        text_add(body, "\r\n");
        return;
    }
    text_format(body, "%s%s\r\n\r\n-- \r\n", site, n->path);
    text_say(body, messages, "told.letter.stop", "No more letters like this, with one click:");
    text_format(body, "\r\n%s#/told/stop/%s\r\n", site, link);
}

void notification_id(const struct outbox_row *row, const unsigned char key[32], bool numbered,
                     char id[NOTIFICATION_ID])
{
    unsigned char hash[crypto_generichash_BYTES];
    char content[128];

    snprintf(content, sizeof content, "%lld %d %s %lld", (long long)row->account, (int)row->kind,
             row->about, numbered ? (long long)row->number : -1LL);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)content, strlen(content), key, 32);
    sodium_bin2base64(id, NOTIFICATION_ID, hash, 24, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}
