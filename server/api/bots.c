// SPDX-License-Identifier: MIT
// Bots that wait for challenges: a bot says on its socket which games it takes; everybody can read the list, on every
// process. Whoever wants to play one keeps a seat for it (`account:NAME`), and it is told at once.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "server/live/livejson.h"
#include "server/log.h"
#include "server/api/request.h"

enum {
    AGAIN = 30 * 1000, // milliseconds between two times that a bot's presence is noted
    VALID = 90 * 1000, // that it is believed
};

static void write_offer(struct hub *h, const struct offer *offer, const char *games, int64_t now)
{
    struct writer_task *t = writer_task(1, writer_task_done);
    struct text text;

    if (!t)
        return;
    struct store_ready *ready = &t->writes[0].ready;
    t->writes[0].kind = STORE_SET_READY;
    *ready = (struct store_ready){.account = offer->session.account, .until = now + VALID};
    text_init(&text, ready->games, sizeof ready->games);
    text_add(&text, games);
    writer_submit(h->writer, t);
}

void bot_withdraw(struct hub *h, struct client *c)
{
    if (!c->offer)
        return;
    h->offers--;
    write_offer(h, c->offer, "", 0);
    free(c->offer);
    c->offer = NULL;
}

static bool read_games(const struct schema_words *words, char games[STORE_GAMES], struct error *e)
{
    struct text t;

    text_init(&t, games, STORE_GAMES);
    for (unsigned i = 0; i < words->count; i++) {
        const struct game *g = registry_find(words->at[i]);
        if (!g || g->unlisted)
            return error_set(e, "create.game:game", "game '%s' is unknown",
                             error_quote(words->at[i]).text);
        text_format(&t, "%s%s", i ? " " : "", g->name);
    }
    return !t.cut || error_set(e, "bot.games", "these are too many games");
}

bool bot_ready(struct hub *h, struct client *c, const struct wire_message *m, int64_t now,
               struct error *e)
{
    struct store_account account;
    struct offer offer = {.told = now};
    bool found;

    if (!read_games(&m->lines, offer.games, e) ||
        !login_account(h, m->token, &offer.session, &account, &found, e))
        return false;
    if (!found || !account.bot || account.banned)
        return error_set(e, "bot.token", "this is not the token of a bot");
    bot_withdraw(h, c);
    if (offer.games[0]) {
        c->offer = malloc(sizeof *c->offer);
        if (!c->offer)
            return error_set(e, "memory.this", "there is no memory for this");
        *c->offer = offer;
        h->offers++;
        write_offer(h, c->offer, offer.games, now);
    }
    client_done(h, c->id, m->ref, NULL);
    return true;
}

void bots_tick(struct hub *h, int64_t now)
{
    for (unsigned i = 0; h->offers && i < HUB_SLOTS; i++) {
        for (struct client *c = h->clients[i]; c; c = c->next) {
            if (!c->offer || now - c->offer->told < AGAIN)
                continue;
            c->offer->told = now;
            write_offer(h, c->offer, c->offer->games, now);
        }
    }
}

static void invite(struct hub *h, struct client *c, const struct store_game *row)
{
    struct message_draft d;
    struct json_writer j;

    client_begin(&d, &j, "invited", -1);
    livejson_row(row, &j, "row");
    json_write_end_object(&j);
    client_send_draft(h, c, &d);
}

void bots_invite(struct hub *h, const struct store_game *row)
{
    for (unsigned seat = 0; seat < row->seats; seat++) {
        if (!row->seat[seat].account || strcmp(row->seat[seat].kind, "open") != 0)
            continue;
        for (unsigned i = 0; h->offers && i < HUB_SLOTS; i++) {
            for (struct client *c = h->clients[i]; c; c = c->next) {
                if (c->offer && c->offer->session.account == row->seat[seat].account)
                    invite(h, c, row);
            }
        }
    }
}

// The words of a text as a list.
static void write_words(const char *words, const char *name, struct json_writer *j)
{
    char word[STORE_GAMES];

    json_write_array(j, name);
    while (*words) {
        size_t length = strcspn(words, " ");
        memcpy(word, words, length);
        word[length] = 0;
        json_write_string(j, NULL, word);
        words += length + (words[length] == ' ');
    }
    json_write_end_array(j);
}

void api_bots(struct hub *h, struct request *r, int64_t now)
{
    struct store_ready list[STORE_LIST];
    unsigned count = 0;
    struct error e;
    struct json_writer j;

    if (!store_ready(h->reader, now, list, &count, &e)) {
        request_no_database(h, r, &e);
        return;
    }
    request_begin(r, &j);
    json_write_array(&j, "bots");
    for (unsigned i = 0; i < count; i++) {
        json_write_object(&j, NULL);
        json_write_string(&j, "name", list[i].name);
        write_words(list[i].games, "games", &j);
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    request_end(h, r, &j, REQUEST_OK);
}
