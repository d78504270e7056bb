// SPDX-License-Identifier: MIT
// Bots that wait for challenges: a bot says on its socket which games it takes; everybody can read
// the list, on every process. Whoever wants to play one keeps a seat for it (`account:NAME`), and
// it is told at once.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "server/api/handlers.h"
#include "server/api/bots.h"
#include "server/api/reading.h"
#include "server/live/livejson.h"
#include "server/log.h"
#include "server/live/clients.h"
#include "server/live/logins.h"

enum {
    AGAIN = 30 * 1000, // milliseconds between two times that a bot's presence is noted
    VALID = 90 * 1000, // that it is believed
};

static void write_offer(struct live_registry *reg, const struct offer *offer, const char *games,
                        int64_t now)
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
    writer_submit(reg->writer, t);
}

void bot_withdraw(struct live_registry *reg, struct client *c)
{
    if (!c->offer)
        return;
    reg->offers--;
    write_offer(reg, c->offer, "", 0);
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

// A bot whose token is being looked at.
struct readiness {
    struct reader_task task;
    uint64_t client;
    int64_t ref;
    char token[TOKEN_TEXT];
    struct offer offer;
    struct store_account account;
    bool good, found;
    struct error error;
};

static void read_token(struct reader_task *task, struct store *s)
{
    struct readiness *t = (struct readiness *)task;

    t->good = login_read(s, t->token, &t->offer.session, &t->account, &t->found, &t->error);
}

static bool take_offer(struct live_registry *reg, struct client *c, const struct readiness *t,
                       struct error *e)
{
    if (t->task.undone)
        return error_set(e, "request.stopping", "the server is stopping");
    *e = t->error;
    if (!t->good)
        return false;
    if (!t->found || !t->account.bot || t->account.banned)
        return error_set(e, "bot.token", "this is not the token of a bot");
    login_used(reg, &t->offer.session, &t->account);
    bot_withdraw(reg, c);
    if (!t->offer.games[0])
        return true;
    c->offer = malloc(sizeof *c->offer);
    if (!c->offer)
        return error_set(e, "memory.this", "there is no memory for this");
    *c->offer = t->offer;
    reg->offers++;
    write_offer(reg, c->offer, c->offer->games, t->offer.sent_at);
    return true;
}

static void token_read(struct live_registry *reg, struct inbox_item *item)
{
    struct readiness *t = (struct readiness *)item;
    struct client *c = client_find(reg, t->client);
    struct error e;

    if (c && take_offer(reg, c, t, &e))
        client_done(reg, c->id, t->ref, NULL);
    else if (c)
        client_refuse(reg, c->id, t->ref, NULL, &e);
    explicit_bzero(t, sizeof *t);
    free(t);
    if (c)
        client_resume(reg, c);
}

bool bot_ready(struct live_registry *reg, struct client *c, const struct wire_message *m,
               int64_t now, struct error *e)
{
    struct readiness *t = calloc(1, sizeof *t);

    if (!t)
        return error_set(e, "memory.this", "there is no memory for this");
    *t = (struct readiness){.task = {.item.done = token_read, .work = read_token},
                            .client = c->id,
                            .ref = m->ref,
                            .offer.sent_at = now};
    memcpy(t->token, m->token, sizeof t->token);
    if (read_games(&m->lines, t->offer.games, e) &&
        live_registry_read(reg, READER_GAMES, &t->task, e)) {
        c->waits++;
        return true;
    }
    explicit_bzero(t, sizeof *t);
    free(t);
    return false;
}

void bots_tick(struct live_registry *reg, int64_t now)
{
    for (unsigned i = 0; reg->offers && i < REGISTRY_SLOTS; i++) {
        for (struct client *c = reg->clients[i]; c; c = c->next) {
            if (!c->offer || now - c->offer->sent_at < AGAIN)
                continue;
            c->offer->sent_at = now;
            write_offer(reg, c->offer, c->offer->games, now);
        }
    }
}

static void invite(struct live_registry *reg, struct client *c, const struct store_game *row)
{
    struct payload_draft d;
    struct json_writer j;

    client_begin(&d, &j, "invited", -1);
    livejson_row(row, &j, "row");
    json_write_end_object(&j);
    client_send_draft(reg, c, &d);
}

void bots_invite(struct live_registry *reg, const struct store_game *row)
{
    for (unsigned seat = 0; seat < row->seats; seat++) {
        const char *kind = row->seat[seat].kind; // "bot": it sits there already, in a tournament
        if (!row->seat[seat].account || (strcmp(kind, "open") != 0 && strcmp(kind, "bot") != 0))
            continue;
        for (unsigned i = 0; reg->offers && i < REGISTRY_SLOTS; i++) {
            for (struct client *c = reg->clients[i]; c; c = c->next) {
                if (c->offer && c->offer->session.account == row->seat[seat].account)
                    invite(reg, c, row);
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

struct waiting_bots {
    struct reading base;
    int64_t now;
    struct store_ready list[STORE_LIST];
    unsigned count;
};

static bool read_bots(struct store *s, struct reading *t, struct error *e)
{
    struct waiting_bots *b = (struct waiting_bots *)t;

    return store_ready(s, b->now, b->list, &b->count, e);
}

static void answer_bots(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct waiting_bots *b = (struct waiting_bots *)t;
    struct json_writer j;

    request_begin(r, &j);
    json_write_array(&j, "bots");
    for (unsigned i = 0; i < b->count; i++) {
        json_write_object(&j, NULL);
        json_write_string(&j, "name", b->list[i].name);
        write_words(b->list[i].games, "games", &j);
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    request_end(reg, r, &j, REQUEST_OK);
}

void api_bots(struct live_registry *reg, struct request *r, int64_t now)
{
    struct waiting_bots *b = reading(reg, r, sizeof *b, read_bots, answer_bots);

    if (!b)
        return;
    b->now = now;
    reading_go(reg, r, &b->base, READER_LISTS);
}
