// SPDX-License-Identifier: MIT
// The games that a bot follows: finds them, sits down, joins, and gives the places back.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "server/cli/bot.h"

void bot_keep_text(char *to, size_t capacity, const char *from)
{
    struct text t;

    text_init(&t, to, capacity);
    text_add(&t, from);
}

struct bot_place *bot_find(struct bot *b, const char *id)
{
    for (unsigned i = 0; i < BOT_PLACES; i++) {
        if (!strcmp(b->places[i].id, id))
            return &b->places[i];
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Joining and leaving
// ---------------------------------------------------------------------------------------------

struct json_writer *bot_request(struct bot *b, struct bot_place *p, struct bot_message *m,
                                enum bot_request request)
{
    static const char *const words[] = {[BOT_NOTHING] = "ping",
                                        [BOT_JOIN] = "join",
                                        [BOT_ACT] = "act",
                                        [BOT_RESIGN] = "resign",
                                        [BOT_ABORT] = "abort"};
    struct json_writer *j = bot_message_begin(m, words[request]);

    p->request = request;
    p->ref = ++b->refs;
    json_write_number(j, "ref", p->ref);
    json_write_string(j, "game", p->id);
    return j;
}

bool bot_join(struct bot *b, struct bot_place *p, struct error *e)
{
    struct bot_message m;
    struct json_writer *j = bot_request(b, p, &m, BOT_JOIN);

    p->joining = true;
    json_write_string(j, "token", b->connection.token);
    json_write_bool(j, "deals", true);
    return bot_send(&b->connection, &m, e);
}

void bot_leave(struct bot *b, struct bot_place *p)
{
    struct bot_message m;
    struct error ignored; // a connection that is broken is noticed by the next read

    child_stop(&p->engine);
    if (b->connection.socket && p->id[0]) {
        json_write_string(bot_message_begin(&m, "leave"), "game", p->id);
        bot_send(&b->connection, &m, &ignored);
    }
    p->id[0] = 0;
}

void bot_shun(struct bot *b, struct bot_place *p)
{
    bot_keep_text(b->shunned[b->shunned_count++ % BOT_SHUNNED], BOT_ID, p->id);
    bot_leave(b, p);
}

static bool is_shunned(const struct bot *b, const char *id)
{
    for (unsigned i = 0; i < BOT_SHUNNED; i++) {
        if (!strcmp(b->shunned[i], id))
            return true;
    }
    return false;
}

// The place that has been used least recently, of those whose game is over, or which nobody else has joined for a while.
static struct bot_place *find_oldest(struct bot *b, bool over)
{
    struct bot_place *oldest = NULL;

    for (unsigned i = 0; i < BOT_PLACES; i++) {
        struct bot_place *p = &b->places[i];
        bool fits = over ? p->over : !p->playing && cli_clock() - p->taken > BOT_WAITS * 1000000ull;
        if (fits && (!oldest || p->used < oldest->used))
            oldest = p;
    }
    return oldest;
}

// Ends a game that nobody else has joined.
static void end_waiting(struct bot *b, struct bot_place *p)
{
    struct bot_message m;
    struct error ignored; // as in bot_leave

    output_format(b->out, "game %s: ended, because nobody joined it and all %d places are taken\n",
                  p->id, BOT_PLACES);
    bot_request(b, p, &m, BOT_ABORT);
    bot_send(&b->connection, &m, &ignored);
    bot_shun(b, p);
}

// A place for another game. Games that are over are kept for a rematch, as long as there are places. When a player needs one, a
// game that waits for players gives way too.
static struct bot_place *free_place(struct bot *b, bool needed)
{
    struct bot_place *place = bot_find(b, "");

    if (place)
        return place;
    if ((place = find_oldest(b, true)) != NULL)
        bot_leave(b, place);
    else if (needed && (place = find_oldest(b, false)) != NULL)
        end_waiting(b, place);
    return place;
}

static bool place_take(struct bot *b, struct bot_place *p, const char *id, struct error *e)
{
    char(*actions)[GAME_ACTION_BYTES] =
        p->actions ? p->actions : malloc(BOT_PLIES * sizeof *actions);

    if (!actions)
        return error_set(e, "bot.memory-game", "there is no memory for a game");
    *p = (struct bot_place){
        .actions = actions, .seat = -1, .undo_to = -1, .used = ++b->moment, .taken = cli_clock()};
    bot_keep_text(p->id, sizeof p->id, id);
    child_init(&p->engine, b->engine);
    p->engine.ready_patience = b->ready_patience;
    output_format(b->out, "game %s\n", id);
    return bot_join(b, p, e);
}

// ---------------------------------------------------------------------------------------------
// Finding games
// ---------------------------------------------------------------------------------------------

// What the bot is in a row: it sits there, a seat is kept for it, or one is open to all.
static bool row_has(const struct json_token *row, const char *kind, const char *name)
{
    const struct json_token *seats = json_read_member(row, "seats");

    for (const struct json_token *t = json_read_first(seats); t; t = json_read_next(seats, t)) {
        if (bot_says(t, "kind", kind) && bot_says(t, "name", name))
            return true;
    }
    return false;
}

static bool sit(struct bot *b, const char *id)
{
    char path[64], commitment[SHA256_TEXT], body[SHA256_TEXT + 32];
    struct bot_answer answer;
    struct error e;

    snprintf(path, sizeof path, "/api/games/%s/sit", id);
    botdeal_commitment(&b->deal, id, commitment);
    snprintf(body, sizeof body, "{\"promise\":\"%s\"}", commitment);
    if (!bot_ask(&b->connection, path, body, &answer, &e)) {
        output_format(b->out, "game %s: %s\n", id, e.message.text);
        return false;
    }
    bot_answer_clear(&answer);
    return true;
}

static bool look_at(struct bot *b, const struct json_token *rows, bool mine, struct error *e)
{
    for (const struct json_token *row = json_read_first(rows); row;
         row = json_read_next(rows, row)) {
        char id[BOT_ID];
        struct bot_place *place;
        if (!json_read_string(json_read_member(row, "id"), id, sizeof id) ||
            strlen(id) != BOT_ID - 1 || bot_says(row, "phase", "over") || bot_find(b, id) ||
            is_shunned(b, id))
            continue;
        bool sits = mine && row_has(row, "bot", b->name);
        bool invited = row_has(row, "open", mine ? b->name : "");
        bool needed = mine && (invited || bot_says(row, "phase", "playing"));
        if ((!sits && !invited) || !(place = free_place(b, needed)))
            continue;
        if ((sits || sit(b, id)) && !place_take(b, place, id, e))
            return false;
    }
    return true;
}

// When the last row was created, if there may be more after it: the list is full, and some of its games go on.
static int64_t find_next_page(const struct json_token *rows)
{
    int64_t created = 0;
    unsigned count = 0;
    bool goes_on = false;

    for (const struct json_token *row = json_read_first(rows); row;
         row = json_read_next(rows, row)) {
        goes_on |= !bot_says(row, "phase", "over");
        json_read_number(json_read_member(row, "created"), &created);
        count++;
    }
    return count >= BOT_PAGE && goes_on ? created : 0;
}

// Looks at the rows of one list of the server's; `next` becomes where it goes on, or 0.
static bool look_in(struct bot *b, const char *path, const char *list, int64_t *next,
                    struct error *e)
{
    struct bot_answer answer;

    if (!bot_ask(&b->connection, path, NULL, &answer, e))
        return false;
    const struct json_token *rows = json_read_member(answer.root, list);
    bool good = look_at(b, rows, next != NULL, e);
    if (next)
        *next = find_next_page(rows);
    bot_answer_clear(&answer);
    return good;
}

bool bot_look_for_games(struct bot *b, struct error *e)
{
    char path[64] = "/api/me/games";
    int64_t next = 1;

    for (unsigned page = 0; page < BOT_PAGES && next; page++) {
        if (!look_in(b, path, "games", &next, e))
            return false;
        snprintf(path, sizeof path, "/api/me/games?before=%lld", (long long)next);
    }
    return !b->open || look_in(b, "/api/games", "open", NULL, e);
}
