// SPDX-License-Identifier: MIT
// Codes to say aloud: eight digits that stand for a game as long as it waits for people. They are
// fewer than links, so whoever tries many is slowed down.
#include <stdlib.h>
#include <string.h>

#include "server/api/handlers.h"
#include "server/api/reading.h"

enum { TRIES = 5 }; // codes that others have already

struct coding {
    uint64_t request;
    unsigned tries;
};

static void answer(struct live_registry *reg, struct request *r, const char *code, const char *game)
{
    struct json_writer j;

    request_begin(r, &j);
    json_write_string(&j, "code", code);
    json_write_string(&j, "game", game);
    request_end(reg, r, &j, REQUEST_OK);
}

static void coded(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct coding *c = t->extra;
    struct store_write *w = &t->writes[0];
    struct request *r = request_find(reg, c->request);

    if (r && !t->failed && w->answer == STORE_TAKEN && c->tries++ < TRIES) {
        token_digits(w->code.code, sizeof w->code.code);
        writer_submit(reg->writer, t);
        return;
    }
    if (r && t->failed)
        request_no_database(reg, r, &t->error);
    else if (r && w->answer == STORE_DONE)
        answer(reg, r, w->code.code, w->code.game);
    else if (r)
        request_refuse_with(reg, r, REQUEST_CONFLICT, "code.closed",
                            "only a game that waits for people has a code");
    writer_task_free(t);
}

void api_code(struct live_registry *reg, struct request *r, int64_t now)
{
    struct writer_task *t;

    (void)now;
    if (!token_is_game_id(r->word)) {
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "request.game",
                            "this is not the name of a game");
        return;
    }
    if (!(t = request_task_with(reg, r, 1, coded, sizeof(struct coding))))
        return;
    t->writes[0].kind = STORE_ADD_CODE;
    memcpy(t->writes[0].code.game, r->word, STORE_ID);
    token_digits(t->writes[0].code.code, sizeof t->writes[0].code.code);
    writer_submit(reg->writer, t);
}

struct decoding {
    struct reading base;
    char code[SEEK_CODE], game[STORE_ID];
    bool found;
};

static bool read_code(struct store *s, struct reading *t, struct error *e)
{
    struct decoding *d = (struct decoding *)t;

    return store_game_of_code(s, d->code, d->game, &d->found, e);
}

static void answer_code(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct decoding *d = (struct decoding *)t;

    if (d->found)
        answer(reg, r, d->code, d->game);
    else
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "code.none",
                            "there is no open game with this code");
}

void api_decode(struct live_registry *reg, struct request *r, int64_t now)
{
    struct decoding *d;
    struct error e;

    if (!limits_allow(reg->limits, r->address, LIMITS_CODE, now, &e)) {
        request_refuse(reg, r, REQUEST_TOO_MANY, &e);
        return;
    }
    if (strlen(r->word) != SEEK_CODE - 1 || strspn(r->word, "0123456789") != SEEK_CODE - 1) {
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "code.none",
                            "there is no open game with this code");
        return;
    }
    if (!(d = reading(reg, r, sizeof *d, read_code, answer_code)))
        return;
    memcpy(d->code, r->word, sizeof d->code);
    reading_go(reg, r, &d->base, READER_GAMES);
}
