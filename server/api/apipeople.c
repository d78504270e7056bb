// SPDX-License-Identifier: MIT
// Requests about people: who I am, my games, profiles, leaders; and about the server itself.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "record/record.h"
#include "server/live/livejson.h"
#include "server/live/liveread.h"
#include "server/api/request.h"

enum { HISTORY = 200 };

static void write_rating(const struct store_rating *rating, struct json_writer *j)
{
    json_write_object(j, NULL);
    json_write_string(j, "name", rating->account ? rating->name : rating->player);
    json_write_bool(j, "computer", rating->account == 0);
    json_write_decimal(j, "rating", (long long)(rating->rating * 10), 10);
    json_write_decimal(j, "deviation", (long long)(rating->deviation * 10), 10);
    json_write_number(j, "games", rating->games);
    json_write_number(j, "changed", rating->changed);
    json_write_end_object(j);
}

// The ratings of an account in every game, with how they came about.
static bool write_ratings(struct hub *h, int64_t account, struct json_writer *j, struct error *e)
{
    struct store_rating *history = calloc(HISTORY, sizeof *history);
    bool good = history != NULL || error_set(e, "memory.ratings", "there is no memory for ratings");

    json_write_object(j, "ratings");
    for (unsigned i = 0; good && i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        unsigned count = 0;
        good = store_rating_history(h->reader, account, g->name, history, HISTORY, &count, e);
        if (!good || count == 0)
            continue;
        json_write_array(j, g->name);
        for (unsigned k = 0; k < count; k++)
            write_rating(&history[k], j);
        json_write_end_array(j);
    }
    json_write_end_object(j);
    free(history);
    return good;
}

// Games of an account before a time, newest first: all for itself, for others what is not by link only.
static bool write_games(struct hub *h, int64_t account, int64_t before, bool own,
                        struct json_writer *j, struct error *e)
{
    struct store_game *games = calloc(STORE_LIST, sizeof *games);
    unsigned count = 0;
    bool good = games ? (own ? store_games_of : store_shown_games_of)(h->reader, account, before,
                                                                      games, &count, e)
                      : error_set(e, "memory.games", "there is no memory for games");

    json_write_array(j, "games");
    for (unsigned i = 0; i < count; i++)
        livejson_row(&games[i], j, NULL);
    json_write_end_array(j);
    free(games);
    return good;
}

static bool read_before(struct hub *h, struct request *r, int64_t *before)
{
    char word[24];
    unsigned long long n = INT64_MAX;

    if (request_query(r, "before", word, sizeof word) && !text_read_number(word, INT64_MAX, &n)) {
        request_refuse_with(h, r, REQUEST_BAD, "request.before",
                            "'before' is not a time in milliseconds");
        return false;
    }
    *before = (int64_t)n;
    return true;
}

static void person_answer(struct hub *h, struct request *r, const struct store_account *account,
                          bool own)
{
    int64_t before;
    struct error e;
    struct json_writer j;

    if (!read_before(h, r, &before))
        return;
    request_begin(r, &j);
    json_write_string(&j, "name", account->name);
    json_write_bool(&j, "bot", account->bot);
    json_write_number(&j, "created", account->created);
    if (write_ratings(h, account->id, &j, &e) && write_games(h, account->id, before, own, &j, &e)) {
        request_end(h, r, &j, REQUEST_OK);
        return;
    }
    message_drop(message_end(&r->draft));
    request_no_database(h, r, &e);
}

void api_me(struct hub *h, struct request *r, int64_t now)
{
    struct store_account account;

    (void)now;
    if (request_account(h, r, &account))
        person_answer(h, r, &account, true);
}

void api_my_games(struct hub *h, struct request *r, int64_t now)
{
    struct store_account account;
    int64_t before;
    struct error e;
    struct json_writer j;

    (void)now;
    if (!request_account(h, r, &account) || !read_before(h, r, &before))
        return;
    request_begin(r, &j);
    if (write_games(h, account.id, before, true, &j, &e)) {
        request_end(h, r, &j, REQUEST_OK);
        return;
    }
    message_drop(message_end(&r->draft));
    request_no_database(h, r, &e);
}

// One game as the record that this account may have.
static bool export_game(struct hub *h, const struct store_game *row, int64_t account,
                        struct output *out, struct error *e)
{
    int seat = GAME_PUBLIC;
    struct record record;
    struct live live;

    record_init(&record);
    for (unsigned s = 0; s < row->seats; s++) {
        if (row->seat[s].account == account && strcmp(row->seat[s].kind, "open") != 0)
            seat = (int)s;
    }
    bool good =
        live_read(&live, h->reader, row, e) && record_of_match(&record, &live.match, seat, e);
    if (good) {
        record_write(&record, out);
        output_add(out, "\n");
    }
    record_clear(&record);
    live_clear(&live);
    return good;
}

// Games as records, a page at a time: {next, records}; `next` is what `before` must be for the next page, or 0.
void api_export(struct hub *h, struct request *r, int64_t now)
{
    struct store_game *games = calloc(STORE_LIST, sizeof *games);
    struct store_account account;
    struct message_draft records;
    unsigned count = 0;
    int64_t before;
    struct error e = {.text = "there is no memory for games"};
    struct json_writer j;

    (void)now;
    if (request_account(h, r, &account) && read_before(h, r, &before)) {
        bool good = games && store_games_of(h->reader, account.id, before, games, &count, &e);
        message_begin(&records);
        for (unsigned i = 0; good && i < count; i++)
            good = export_game(h, &games[i], account.id, &records.out, &e);
        records.out.write(&records, "", 1); // ends the text
        struct message *text = message_end(&records);
        if (good && text) {
            request_begin(r, &j);
            json_write_number(&j, "next", count == STORE_LIST ? games[count - 1].created : 0);
            json_write_string(&j, "records", (const char *)message_bytes(text));
            request_end(h, r, &j, REQUEST_OK);
        } else {
            request_no_database(h, r, &e);
        }
        message_drop(text);
    }
    free(games);
}

void api_profile(struct hub *h, struct request *r, int64_t now)
{
    struct store_account account;
    struct error e;
    bool found;

    (void)now;
    if (!store_account_named(h->reader, r->word, &account, &found, &e))
        request_no_database(h, r, &e);
    else if (!found)
        request_refuse_with(h, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
    else
        person_answer(h, r, &account, false);
}

void api_leaders(struct hub *h, struct request *r, int64_t now)
{
    struct store_rating leaders[STORE_LIST];
    const struct game *g = registry_find(r->word);
    unsigned count = 0;
    struct error e;
    struct json_writer j;

    (void)now;
    if (!g) {
        request_refuse_with(h, r, REQUEST_NOT_FOUND, "live.none", "there is no such game");
        return;
    }
    if (!store_leaders(h->reader, g->name, leaders, &count, &e)) {
        request_no_database(h, r, &e);
        return;
    }
    request_begin(r, &j);
    json_write_array(&j, "leaders");
    for (unsigned i = 0; i < count; i++)
        write_rating(&leaders[i], &j);
    json_write_end_array(&j);
    request_end(h, r, &j, REQUEST_OK);
}

void api_health(struct hub *h, struct request *r, int64_t now)
{
    (void)now;
    if (h->stopping || h->outage || !store_alive(h->reader)) {
        if (h->stopping)
            request_refuse_with(h, r, REQUEST_NO_DATABASE, "request.stopping",
                                "the server is stopping");
        else if (h->outage)
            request_refuse_with(h, r, REQUEST_NO_DATABASE, "store.outage", "nothing can be stored");
        else
            request_refuse_with(h, r, REQUEST_NO_DATABASE, "store.quiet",
                                "the database does not answer");
        return;
    }
    message_begin(&r->draft);
    output_add(&r->draft.out, "ok\n");
    request_send(h, r, "text/plain; charset=utf-8");
}

static void metric(struct request *r, const char *name, const char *type, const char *help,
                   unsigned long long value)
{
    output_format(&r->draft.out, "# HELP abax_%s %s\n# TYPE abax_%s %s\nabax_%s %llu\n", name, help,
                  name, type, name, value);
}

void api_metrics(struct hub *h, struct request *r, int64_t now)
{
    const struct hub_counts *c = &h->counts;
    struct writer_counts w = writer_counts(h->writer);

    message_begin(&r->draft);
    metric(r, "uptime_seconds", "gauge", "Since the start.",
           (unsigned long long)(now - h->started) / 1000);
    metric(r, "connections", "gauge", "Open WebSockets.", c->clients);
    metric(r, "visitors", "gauge", "Open connections of any kind.", c->visitors);
    metric(r, "games_live", "gauge", "Games in memory.", c->rooms);
    metric(r, "games_created_total", "counter", "Games created.", c->created);
    metric(r, "messages_total", "counter", "Messages from clients.", c->messages);
    metric(r, "events_total", "counter", "Entries told to clients.", c->events);
    metric(r, "refused_total", "counter", "Refusals.", c->refused);
    metric(r, "dropped_total", "counter", "Clients dropped for being slow.", c->dropped);
    metric(r, "turned_away_total", "counter", "Connections above an address's share.",
           c->turned_away);
    metric(r, "requests_total", "counter", "HTTP requests.", c->requests);
    metric(r, "computer_choices_total", "counter", "Choices of computer seats.", c->computer);
    metric(r, "computer_waiting", "gauge", "Choices that wait for a worker.",
           workers_waiting(h->workers, WORKERS_COMPUTERS));
    metric(r, "passwords_waiting", "gauge", "Passwords that wait for a worker.",
           workers_waiting(h->workers, WORKERS_PASSWORDS));
    metric(r, "store_batches_total", "counter", "Batches written.", w.batches);
    metric(r, "store_writes_total", "counter", "Writes in them.", w.writes);
    metric(r, "store_failures_total", "counter", "Batches that failed.", w.failures);
    metric(r, "store_waiting", "gauge", "Tasks that wait for the writer.", w.waiting);
    request_send(h, r, "text/plain; version=0.0.4; charset=utf-8");
}
