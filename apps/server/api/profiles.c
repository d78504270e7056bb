// SPDX-License-Identifier: MIT
// Requests about people: who I am, my games, profiles, leaders; and about the server itself.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "record/record.h"
#include "server/live/livejson.h"
#include "server/live/liveread.h"
#include "server/api/handlers.h"
#include "server/api/reading.h"
#include "server/live/databasehealth.h"
#include "server/notify/notifier.h"

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
static bool write_ratings(struct store *s, int64_t account, struct json_writer *j, struct error *e)
{
    struct store_rating *history = calloc(HISTORY, sizeof *history);
    bool good = history != NULL || error_set(e, "memory.ratings", "there is no memory for ratings");

    json_write_object(j, "ratings");
    for (unsigned i = 0; good && i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        unsigned count = 0;
        good = store_rating_history(s, account, g->name, history, HISTORY, &count, e);
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

// Games of an account before a time, newest first: all for itself, for others what is not by link
// only.
static bool write_games(struct store *s, int64_t account, int64_t before, bool own,
                        struct json_writer *j, struct error *e)
{
    struct store_game *games = calloc(STORE_LIST, sizeof *games);
    unsigned count = 0;
    bool good =
        games ? (own ? store_games_of : store_shown_games_of)(s, account, before, games, &count, e)
              : error_set(e, "memory.games", "there is no memory for games");

    json_write_array(j, "games");
    for (unsigned i = 0; i < count; i++)
        livejson_row(&games[i], j, NULL);
    json_write_end_array(j);
    free(games);
    return good;
}

// A person, or only games.
struct profile_reading {
    struct reading base;
    char name[REQUEST_PATH]; // empty: the account is known
    struct store_account account;
    bool found;
    bool own, only_games;
    int64_t before;
};

static void write_person(const struct store_account *account, struct json_writer *j)
{
    json_write_string(j, "name", account->name);
    json_write_bool(j, "bot", account->bot);
    json_write_number(j, "created", account->created);
}

static bool read_person(struct store *s, struct reading *t, struct error *e)
{
    struct profile_reading *p = (struct profile_reading *)t;
    struct payload_draft d;
    struct json_writer j;

    p->found = !p->name[0];
    if (p->name[0] && !store_account_named(s, p->name, &p->account, &p->found, e))
        return false;
    if (!p->found)
        return true;
    reading_begin(&d, &j);
    if (!p->only_games)
        write_person(&p->account, &j);
    bool good = (p->only_games || write_ratings(s, p->account.id, &j, e)) &&
                write_games(s, p->account.id, p->before, p->own, &j, e);
    reading_end(t, &d, &j);
    return good;
}

static void answer_person(struct live_registry *reg, struct request *r, struct reading *t)
{
    if (((struct profile_reading *)t)->found)
        reading_made(reg, r, t);
    else
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
}

// The account of the token, or the one of the path's name when that is NULL.
static void ask_person(struct live_registry *reg, struct request *r,
                       const struct store_account *account, bool only_games)
{
    int64_t before;
    struct profile_reading *p = request_before(reg, r, &before)
                                    ? reading(reg, r, sizeof *p, read_person, answer_person)
                                    : NULL;

    if (!p)
        return;
    p->before = before;
    p->own = account != NULL;
    p->only_games = only_games;
    if (account)
        p->account = *account;
    else
        memcpy(p->name, r->word, sizeof p->name);
    reading_go(reg, r, &p->base, READER_LISTS);
}

void api_me(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;

    (void)now;
    if (request_account(reg, r, &account))
        ask_person(reg, r, &account, false);
}

void api_my_games(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;

    (void)now;
    if (request_account(reg, r, &account))
        ask_person(reg, r, &account, true);
}

void api_profile(struct live_registry *reg, struct request *r, int64_t now)
{
    (void)now;
    ask_person(reg, r, NULL, false);
}

// One game as the record that this account may have.
static bool export_game(struct store *s, const struct store_game *row, int64_t account,
                        struct output *out, struct error *e)
{
    int seat = GAME_PUBLIC;
    struct record record;
    struct live_state state;

    record_init(&record);
    for (unsigned i = 0; i < row->seats; i++) {
        if (row->seat[i].account == account && strcmp(row->seat[i].kind, "open") != 0)
            seat = (int)i;
    }
    bool good = live_read(&state, s, row, e) && record_of_match(&record, &state.match, seat, e);
    if (good) {
        record_write(&record, out);
        output_add(out, "\n");
    }
    record_clear(&record);
    live_clear(&state);
    return good;
}

struct games_page {
    struct reading base;
    int64_t account, before;
    struct store_game games[STORE_LIST];
    unsigned count;
};

static bool read_page(struct store *s, struct reading *t, struct error *e)
{
    struct games_page *p = (struct games_page *)t;
    struct payload_draft records, d;
    struct json_writer j;

    bool good = store_games_of(s, p->account, p->before, p->games, &p->count, e);
    payload_begin(&records);
    for (unsigned i = 0; good && i < p->count; i++)
        good = export_game(s, &p->games[i], p->account, &records.out, e);
    records.out.write(&records, "", 1); // ends the text
    struct payload *text = payload_end(&records);
    if (good && !text)
        good = error_set(e, "memory.games", "there is no memory for games");
    if (good) {
        reading_begin(&d, &j);
        json_write_number(&j, "next", p->count == STORE_LIST ? p->games[p->count - 1].created : 0);
        json_write_string(&j, "records", (const char *)payload_bytes(text));
        reading_end(t, &d, &j);
    }
    payload_drop(text);
    return good;
}

// Games as records, a page at a time: {next, records}; `next` is what `before` must be for the next
// page, or 0.
void api_export(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    int64_t before;
    struct games_page *p;

    (void)now;
    if (!request_account(reg, r, &account) || !request_before(reg, r, &before) ||
        !(p = reading(reg, r, sizeof *p, read_page, reading_made)))
        return;
    p->account = account.id;
    p->before = before;
    reading_go(reg, r, &p->base, READER_LISTS);
}

struct leaders {
    struct reading base;
    const struct game *game;
    struct store_rating list[STORE_LIST];
    unsigned count;
};

static bool read_leaders(struct store *s, struct reading *t, struct error *e)
{
    struct leaders *l = (struct leaders *)t;

    return store_leaders(s, l->game->name, l->list, &l->count, e);
}

static void answer_leaders(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct leaders *l = (struct leaders *)t;
    struct json_writer j;

    request_begin(r, &j);
    json_write_array(&j, "leaders");
    for (unsigned i = 0; i < l->count; i++)
        write_rating(&l->list[i], &j);
    json_write_end_array(&j);
    request_end(reg, r, &j, REQUEST_OK);
}

void api_leaders(struct live_registry *reg, struct request *r, int64_t now)
{
    const struct game *g = registry_find(r->word);
    struct leaders *l;

    (void)now;
    if (!g) {
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "live.none", "there is no such game");
    } else if ((l = reading(reg, r, sizeof *l, read_leaders, answer_leaders))) {
        l->game = g;
        reading_go(reg, r, &l->base, READER_LISTS);
    }
}

void api_health(struct live_registry *reg, struct request *r, int64_t now)
{
    if (reg->stopping || reg->outage || !health_good(reg, now)) {
        if (reg->stopping)
            request_refuse_with(reg, r, REQUEST_NO_DATABASE, "request.stopping",
                                "the server is stopping");
        else if (reg->outage)
            request_refuse_with(reg, r, REQUEST_NO_DATABASE, "store.outage",
                                "nothing can be stored");
        else
            request_refuse_with(reg, r, REQUEST_NO_DATABASE, "store.quiet",
                                "the database does not answer");
        return;
    }
    payload_begin(&r->draft);
    output_add(&r->draft.out, "ok\n");
    request_send(reg, r, "text/plain; charset=utf-8");
}

static void metric(struct request *r, const char *name, const char *type, const char *help,
                   unsigned long long value)
{
    output_format(&r->draft.out, "# HELP abax_%s %s\n# TYPE abax_%s %s\nabax_%s %llu\n", name, help,
                  name, type, name, value);
}

void api_metrics(struct live_registry *reg, struct request *r, int64_t now)
{
    const struct live_registry_counts *c = &reg->counts;
    struct writer_counts w = writer_counts(reg->writer);
    struct reader_counts reads = reader_counts(reg->reader);
    struct notifier_counts sent = notifier_counts(reg->notifier);

    payload_begin(&r->draft);
    metric(r, "uptime_seconds", "gauge", "Since the start.",
           (unsigned long long)(now - reg->started) / 1000);
    metric(r, "connections", "gauge", "Open WebSockets.", c->clients);
    metric(r, "visitors", "gauge", "Open connections of any kind.", c->visitors);
    metric(r, "games_live", "gauge", "Games in memory.", c->games);
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
           workers_waiting(reg->workers, WORKERS_COMPUTERS));
    metric(r, "passwords_waiting", "gauge", "Passwords that wait for a worker.",
           workers_waiting(reg->workers, WORKERS_PASSWORDS));
    metric(r, "store_batches_total", "counter", "Batches written.", w.batches);
    metric(r, "store_writes_total", "counter", "Writes in them.", w.writes);
    metric(r, "store_failures_total", "counter", "Batches that failed.", w.failures);
    metric(r, "store_waiting", "gauge", "Tasks that wait for the writer.", w.waiting);
    metric(r, "store_reads_total", "counter", "Readings.", reads.tasks);
    metric(r, "store_reads_waiting", "gauge", "Readings that wait for a thread.",
           reads.waiting[READER_GAMES] + reads.waiting[READER_LISTS]);
    metric(r, "pushes_total", "counter", "Notifications that push services accepted.", sent.pushes);
    metric(r, "push_failures_total", "counter", "Pushes that failed.", sent.push_failures);
    metric(r, "pushes_gone_total", "counter", "Browsers that take no pushes any more.",
           sent.pushes_gone);
    metric(r, "emails_total", "counter", "Emails that the SMTP server accepted.", sent.emails);
    metric(r, "email_failures_total", "counter", "Emails that failed or were refused.",
           sent.email_failures);
    request_send(reg, r, "text/plain; version=0.0.4; charset=utf-8");
}
