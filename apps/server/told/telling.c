// SPDX-License-Identifier: MIT
// Wording. Names that people chose stand in titles; control characters in them become blanks.
#include "server/told/telling.h"

#include <sodium.h>
#include <string.h>

#include "base/catalogue.h"
#include "base/jsonwrite.h"
#include "base/sentence.h"
#include "game/game.h"

static const char *const kinds[NOTIFY_ALL] = {"turn", "challenge", "round", "confirm"};

// The people at the other seats.
static void add_others(const struct outbox_row *row, const struct store_game *game, struct text *t)
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

void telling_make(const struct outbox_row *row, const struct store_game *game, const char *language,
                  struct telling *told)
{
    const struct catalogue *words = NULL;
    char others[STORE_NAME * GAME_MAX_SEATS];
    struct text title, body, place, stop, names;

    catalogue_choose(language, &words);
    text_init(&title, told->title, sizeof told->title);
    text_init(&body, told->body, sizeof told->body);
    text_init(&place, told->place, sizeof told->place);
    text_init(&stop, told->stop, sizeof told->stop);
    text_init(&names, others, sizeof others);
    add_others(row, game, &names);
    text_format(&place, "#/online/%s", row->about);
    text_say(&stop, words, "told.stop", "Stop these");
    if (row->kind == NOTIFY_TURN && row->number < 0) {
        text_say(&title, words, "told.deal:game", "The deal waits for you: %s", title_of(game));
        text_say(&body, words, "told.deal.body:names", "Open the game with %s, and it can begin.",
                 others);
    } else if (row->kind == NOTIFY_TURN) {
        text_say(&title, words, "told.turn:game", "Your turn: %s", title_of(game));
        text_say(&body, words, "told.turn.body:names", "Against %s", others);
    } else if (row->kind == NOTIFY_CHALLENGE) {
        text_say(&title, words, "told.challenge:game", "A challenge: %s", title_of(game));
        text_say(&body, words, "told.challenge.body:names", "From %s", others);
    } else if (row->kind == NOTIFY_ROUND) {
        text_say(&title, words, "told.round:round,title", "Round %lld: %s", (long long)row->number,
                 row->text);
        text_say(&body, words, "told.round.body", "Your game of this round is ready.");
    } else {
        text_say(&title, words, "told.confirm", "Is this your address?");
        text_say(&body, words, "told.confirm.body",
                 "Somebody wants to be told of games at this address. If that was you, open this "
                 "within a day:");
    }
    text_tame(told->title);
    text_tame(told->body);
}

void telling_push(const struct outbox_row *row, const struct telling *t, const char *pass,
                  struct text *json)
{
    struct output out = output_to_text(json);
    struct json_writer j;

    json_write_init(&j, &out);
    json_write_object(&j, NULL);
    json_write_string(&j, "kind", kinds[row->kind]);
    json_write_string(&j, "title", t->title);
    json_write_string(&j, "body", t->body);
    json_write_string(&j, "place", t->place);
    json_write_string(&j, "tag", row->about);
    json_write_string(&j, "stop", pass);
    json_write_string(&j, "stopWords", t->stop);
    json_write_end_object(&j);
}

void telling_letter(const struct outbox_row *row, const struct telling *t, const char *language,
                    const char *site, const char *pass, struct text *body)
{
    const struct catalogue *words = NULL;

    catalogue_choose(language, &words);
    text_format(body, "%s\r\n\r\n", t->body);
    if (row->kind == NOTIFY_CONFIRM) {
        text_format(body, "%s#/told/confirm/%s\r\n\r\n", site, pass);
        text_say(body, words, "told.confirm.not",
                 "If it was not you, do nothing: there will be no other letter.");
        text_add(body, "\r\n");
        return;
    }
    text_format(body, "%s%s\r\n\r\n-- \r\n", site, t->place);
    text_say(body, words, "told.letter.stop", "No more letters like this, with one click:");
    text_format(body, "\r\n%s#/told/stop/%s\r\n", site, pass);
}

void telling_name(const struct outbox_row *row, const unsigned char key[32], bool numbered,
                  char name[TELLING_NAME])
{
    unsigned char hash[crypto_generichash_BYTES];
    char told[128];

    snprintf(told, sizeof told, "%lld %d %s %lld", (long long)row->account, (int)row->kind,
             row->about, numbered ? (long long)row->number : -1LL);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)told, strlen(told), key, 32);
    sodium_bin2base64(name, TELLING_NAME, hash, 24, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}
