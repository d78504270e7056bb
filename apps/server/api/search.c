// SPDX-License-Identifier: MIT
// Looking for finished games: by person, game, options, result, beginning; as a list, or as records
// to keep. Games by link are found by their own people alone.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "record/record.h"
#include "server/live/livejson.h"
#include "server/live/liveread.h"
#include "server/api/handlers.h"
#include "server/api/reading.h"

struct finding {
    struct reading base;
    struct finished_search wanted;
    char person[STORE_NAME]; // or empty
    bool found;              // the person
    bool records;            // not the list
    struct store_finished rows[FINISHED_LIST];
    unsigned count;
};

// ---------------------------------------------------------------------------------------------
// What is asked for
// ---------------------------------------------------------------------------------------------

// Whether a word is in the query at all.
static bool is_asked(const struct request *r, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = r->query; *at; at += strcspn(at, "&"), at += *at == '&') {
        if (!strncmp(at, name, length) && at[length] == '=')
            return true;
    }
    return false;
}

static bool read_word(const struct request *r, const char *name, char *to, size_t capacity,
                      struct error *e)
{
    to[0] = 0;
    if (!is_asked(r, name))
        return true;
    return (request_query(r, name, to, capacity) && text_utf8(to, strlen(to)) == strlen(to)) ||
           error_set(e, "search.word:name", "'%s' cannot be looked for: it is too long or no text",
                     name);
}

static bool read_result(const struct request *r, enum finished_result *result, struct error *e)
{
    static const char *const names[] = {[FINISHED_ANY] = "",
                                        [FINISHED_WON] = "won",
                                        [FINISHED_LOST] = "lost",
                                        [FINISHED_DRAWN] = "drawn"};
    char value[STORE_WORD];

    if (!read_word(r, "result", value, sizeof value, e))
        return false;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (!strcmp(value, names[i])) {
            *result = (enum finished_result)i;
            return true;
        }
    }
    return error_set(e, "search.result:result", "'%s' is no result: won, lost or drawn",
                     error_quote(value).text);
}

// Options in any order; a row has them in one.
static bool read_options(const struct request *r, struct finished_search *w, struct error *e)
{
    char value[STORE_OPTIONS];
    struct game_options options = {0};
    const struct game *g = w->name[0] ? registry_find(w->name) : NULL;
    struct text t;

    if (w->name[0] && !g)
        return error_set(e, "live.none", "there is no such game");
    if (!read_word(r, "options", value, sizeof value, e))
        return false;
    if (!value[0])
        return true;
    if (!g)
        return error_set(e, "search.options", "options are those of a game: name it too");
    for (char *word = value; *word;) {
        size_t length = strcspn(word, ",");
        bool last = !word[length];
        word[length] = 0;
        if (strcmp(word, "-") != 0 && !game_set_option(g, &options, word, e))
            return false;
        word += length + !last;
    }
    text_init(&t, w->options, sizeof w->options);
    game_options_text(g, &options, &t);
    return true;
}

static bool read_search(const struct request *r, struct finding *s, struct error *e)
{
    struct finished_search *w = &s->wanted;
    char value[24] = "", *end = value;

    w->before = INT64_MAX;
    if (!read_word(r, "game", w->name, sizeof w->name, e) || !read_options(r, w, e) ||
        !read_word(r, "person", s->person, sizeof s->person, e) ||
        !read_word(r, "opening", w->opening, sizeof w->opening - 1, e) ||
        !read_result(r, &w->result, e))
        return false;
    size_t length = strlen(w->opening);
    if (length && w->opening[length - 1] != ' ') // whole actions only
        memcpy(w->opening + length, " ", 2);
    if (request_query(r, "before", value, sizeof value))
        w->before = strtoll(value, &end, 10);
    return w->before > 0 && !*end
               ? true
               : error_set(e, "people.before:time", "'%s' is not a time", error_quote(value).text);
}

// ---------------------------------------------------------------------------------------------
// What is found
// ---------------------------------------------------------------------------------------------

static void write_found(const struct store_game *row, const struct store_finished *f,
                        struct json_writer *j)
{
    json_write_object(j, NULL);
    livejson_row(row, j, "row");
    json_write_number(j, "plies", f->plies);
    json_write_number(j, "ended", f->ended);
    json_write_string(j, "opening", f->opening);
    json_write_array(j, "winners");
    for (unsigned seat = 0; seat < row->seats; seat++) {
        if (f->result >> seat & 1)
            json_write_number(j, NULL, seat);
    }
    json_write_end_array(j);
    json_write_end_object(j);
}

static bool write_list(struct store *s, const struct finding *x, struct json_writer *j,
                       struct error *e)
{
    struct store_game row;
    bool found;

    json_write_array(j, "games");
    for (unsigned i = 0; i < x->count; i++) {
        if (!store_game(s, x->rows[i].game, &row, &found, e))
            return false;
        if (found)
            write_found(&row, &x->rows[i], j);
    }
    json_write_end_array(j);
    return true;
}

static bool add_record(struct store *s, const char *id, struct output *out, struct error *e)
{
    struct store_game row;
    struct record record;
    struct live_state state;
    bool found;

    if (!store_game(s, id, &row, &found, e))
        return false;
    if (!found)
        return true; // removed meanwhile
    record_init(&record);
    bool good =
        live_read(&state, s, &row, e) && record_of_match(&record, &state.match, GAME_PUBLIC, e);
    if (good) {
        record_write(&record, out);
        output_add(out, "\n");
    }
    record_clear(&record);
    live_clear(&state);
    return good;
}

static bool write_records(struct store *s, const struct finding *x, struct json_writer *j,
                          struct error *e)
{
    struct payload_draft records;
    bool good = true;

    payload_begin(&records);
    for (unsigned i = 0; good && i < x->count; i++)
        good = add_record(s, x->rows[i].game, &records.out, e);
    records.out.write(&records, "", 1); // ends the text
    struct payload *text = payload_end(&records);
    if (good && !text)
        good = error_set(e, "memory.games", "there is no memory for games");
    if (good)
        json_write_string(j, "records", (const char *)payload_bytes(text));
    payload_drop(text);
    return good;
}

// The cursor is a time, so games of one time must not be parted by the end of a page.
static int64_t whole_page(struct finding *x)
{
    unsigned kept = x->count;

    if (kept < FINISHED_LIST)
        return 0;
    while (kept > 0 && x->rows[kept - 1].ended == x->rows[x->count - 1].ended)
        kept--;
    if (kept > 0)
        x->count = kept;
    return x->rows[x->count - 1].ended;
}

static bool read_found(struct store *s, struct reading *t, struct error *e)
{
    struct finding *x = (struct finding *)t;
    struct store_account account;
    struct payload_draft d;
    struct json_writer j;

    x->found = true;
    if (x->person[0]) {
        if (!store_account_named(s, x->person, &account, &x->found, e))
            return false;
        if (!x->found)
            return true;
        x->wanted.account = account.id;
    }
    if (!store_find(s, &x->wanted, x->rows, &x->count, e))
        return false;
    int64_t next = whole_page(x);
    reading_begin(&d, &j);
    bool good = (x->records ? write_records : write_list)(s, x, &j, e);
    json_write_number(&j, "next", next);
    reading_end(t, &d, &j);
    return good;
}

static void answer_found(struct live_registry *reg, struct request *r, struct reading *t)
{
    if (((struct finding *)t)->found)
        reading_made(reg, r, t);
    else
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
}

static void search_games(struct live_registry *reg, struct request *r, bool records, int64_t now)
{
    struct store_account account;
    struct finding *x;
    struct error e;

    if (!request_maybe_account(reg, r, &account) ||
        !(x = reading(reg, r, sizeof *x, read_found, answer_found)))
        return;
    x->records = records;
    x->wanted.viewer = account.id;
    if (!limits_allow(reg->limits, r->address, LIMITS_TURNS, now, &e)) {
        request_refuse(reg, r, REQUEST_TOO_MANY, &e);
        reading_drop(&x->base);
    } else if (!read_search(r, x, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        reading_drop(&x->base);
    } else {
        reading_go(reg, r, &x->base, READER_LISTS);
    }
}

void api_search(struct live_registry *reg, struct request *r, int64_t now)
{
    search_games(reg, r, false, now);
}

void api_search_records(struct live_registry *reg, struct request *r, int64_t now)
{
    search_games(reg, r, true, now);
}
