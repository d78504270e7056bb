// SPDX-License-Identifier: MIT
// What is told about puzzles: the day's with who solved them, the boards of streaks, how an account
// stands, its attempts.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "server/api/handlers.h"
#include "server/api/puzzling.h"
#include "server/api/reading.h"

// ---------------------------------------------------------------------------------------------
// The day
// ---------------------------------------------------------------------------------------------

struct day_reading {
    struct reading base;
    unsigned day;
};

static void write_day(const struct puzzle_file *f, unsigned day, const struct puzzle_day *list,
                      struct json_writer *j)
{
    json_write_object(j, NULL);
    json_write_string(j, "game", f->game->name);
    json_write_number(j, "puzzle", puzzling_of_day(f, day));
    json_write_number(j, "tried", list->tried);
    json_write_number(j, "solved", list->solved);
    json_write_array(j, "people");
    for (unsigned i = 0; i < list->count; i++)
        json_write_string(j, NULL, list->names[i]);
    json_write_end_array(j);
    json_write_end_object(j);
}

static bool read_day(struct store *s, struct reading *base, struct error *e)
{
    struct day_reading *t = (struct day_reading *)base;
    struct payload_draft d;
    struct json_writer j;
    bool good = true;

    reading_begin(&d, &j);
    puzzling_day_json(&j, t->day);
    json_write_array(&j, "games");
    for (unsigned i = 0; i < registry_count() && good; i++) {
        struct puzzle_file f;
        struct puzzle_day list;
        if (!puzzling_open(registry_game(i), &f))
            continue;
        good = store_puzzle_day(s, f.game->name, t->day, &list, e);
        if (good)
            write_day(&f, t->day, &list, &j);
    }
    json_write_end_array(&j);
    reading_end(base, &d, &j);
    return good;
}

void api_puzzle_day(struct live_registry *reg, struct request *r, int64_t now)
{
    unsigned today = puzzling_day(now);
    struct day_reading *t;
    int64_t day = today;
    struct error e;
    char word[24];

    if (request_query(r, "day", word, sizeof word) && !practice_read_date(word, &day, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
    } else if (day > today || day < 1) {
        request_refuse_with(reg, r, REQUEST_BAD, "puzzle.future",
                            "the puzzles of that day are not there yet");
    } else if ((t = reading(reg, r, sizeof *t, read_day, reading_made))) {
        t->day = (unsigned)day;
        reading_go(reg, r, &t->base, READER_LISTS);
    }
}

// ---------------------------------------------------------------------------------------------
// Streaks
// ---------------------------------------------------------------------------------------------

struct streaks_reading {
    struct reading base;
    char game[STORE_WORD]; // empty: all
    unsigned today;
    struct store_solver streaks[PUZZLES_LIST], days[PUZZLES_LIST];
    unsigned streak_count, day_count;
};

// A row of days has not ended before today has.
static bool read_streaks(struct store *s, struct reading *base, struct error *e)
{
    struct streaks_reading *t = (struct streaks_reading *)base;

    return (!t->game[0] || store_streaks(s, t->game, t->streaks, &t->streak_count, e)) &&
           store_day_streaks(s, t->game, t->today - 1, t->days, &t->day_count, e);
}

static void write_board(const char *name, const struct store_solver *list, unsigned count,
                        bool days, struct json_writer *j)
{
    json_write_array(j, name);
    for (unsigned i = 0; i < count; i++) {
        json_write_object(j, NULL);
        json_write_string(j, "name", list[i].name);
        json_write_number(j, "now", days ? list[i].days : list[i].streak);
        json_write_number(j, "best", days ? list[i].best_days : list[i].best);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void answer_streaks(struct live_registry *reg, struct request *r, struct reading *base)
{
    const struct streaks_reading *t = (struct streaks_reading *)base;
    struct json_writer j;

    request_begin(r, &j);
    write_board("streaks", t->streaks, t->streak_count, false, &j);
    write_board("days", t->days, t->day_count, true, &j);
    request_end(reg, r, &j, REQUEST_OK);
}

void api_puzzle_streaks(struct live_registry *reg, struct request *r, int64_t now)
{
    struct streaks_reading *t;
    char game[STORE_WORD] = "";

    request_query(r, "game", game, sizeof game);
    if (game[0] && !registry_find(game)) {
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "live.none", "there is no such game");
    } else if ((t = reading(reg, r, sizeof *t, read_streaks, answer_streaks))) {
        memcpy(t->game, game, sizeof t->game);
        t->today = puzzling_day(now);
        reading_go(reg, r, &t->base, READER_LISTS);
    }
}

// ---------------------------------------------------------------------------------------------
// Oneself
// ---------------------------------------------------------------------------------------------

struct own_puzzles {
    struct reading base;
    int64_t account, before;
    unsigned today;
    struct store_attempt list[PUZZLES_LIST];
};

// What is open: the day's only where nothing else is, for `today` tells of that.
static bool find_open(struct store *s, const struct store_attempt *key, struct store_attempt *open,
                      bool *found, struct error *e)
{
    struct store_attempt like = *key;

    like.day = 0;
    if (!store_open_attempt(s, &like, open, found, e))
        return false;
    return *found || store_open_attempt(s, key, open, found, e);
}

// How the account stands in a game: what it has open, and today's attempt at the day's puzzle.
static bool write_game(struct store *s, const struct own_puzzles *t, const struct puzzle_file *f,
                       struct json_writer *j, struct error *e)
{
    struct store_attempt key = {.account = t->account, .day = t->today}, open, today;
    struct store_solver solver = {0};
    bool found, has_open, has_today;

    memcpy(key.game, f->game->name, strlen(f->game->name) + 1);
    key.puzzle = puzzling_of_day(f, t->today);
    if (!store_solver(s, t->account, key.game, &solver, &found, e) ||
        !find_open(s, &key, &open, &has_open, e) || !store_attempt(s, &key, &today, &has_today, e))
        return false;
    json_write_object(j, key.game);
    puzzling_solver_json(&solver, t->today, j);
    if (has_open)
        puzzling_attempt_json(&open, "open", j);
    if (has_today)
        json_write_string(j, "today", !today.ended ? "open" : today.solved ? "solved" : "failed");
    json_write_end_object(j);
    return true;
}

static bool read_puzzles(struct store *s, struct reading *base, struct error *e)
{
    struct own_puzzles *t = (struct own_puzzles *)base;
    struct store_solver all = {0};
    struct payload_draft d;
    struct json_writer j;
    bool found;

    if (!store_solver(s, t->account, "", &all, &found, e))
        return false;
    reading_begin(&d, &j);
    json_write_number(&j, "days", all.day + 1 >= t->today ? all.days : 0);
    json_write_number(&j, "bestDays", all.best_days);
    json_write_object(&j, "games");
    bool good = true;
    for (unsigned i = 0; i < registry_count() && good; i++) {
        struct puzzle_file f;
        good = !puzzling_open(registry_game(i), &f) || write_game(s, t, &f, &j, e);
    }
    json_write_end_object(&j);
    reading_end(base, &d, &j);
    return good;
}

static bool read_attempts(struct store *s, struct reading *base, struct error *e)
{
    struct own_puzzles *t = (struct own_puzzles *)base;
    struct payload_draft d;
    struct json_writer j;
    unsigned count = 0;

    if (!store_attempts(s, t->account, t->before, t->list, &count, e))
        return false;
    reading_begin(&d, &j);
    json_write_number(&j, "next", count == PUZZLES_LIST ? t->list[count - 1].began : 0);
    json_write_array(&j, "attempts");
    for (unsigned i = 0; i < count; i++)
        puzzling_attempt_json(&t->list[i], NULL, &j);
    json_write_end_array(&j);
    reading_end(base, &d, &j);
    return true;
}

static void read_own_puzzles(struct live_registry *reg, struct request *r, int64_t now,
                             int64_t before, reading_work *work)
{
    struct store_account account;
    struct own_puzzles *t;

    if (!request_account(reg, r, &account) || !(t = reading(reg, r, sizeof *t, work, reading_made)))
        return;
    t->account = account.id;
    t->before = before;
    t->today = puzzling_day(now);
    reading_go(reg, r, &t->base, READER_LISTS);
}

void api_my_puzzles(struct live_registry *reg, struct request *r, int64_t now)
{
    read_own_puzzles(reg, r, now, 0, read_puzzles);
}

void api_my_attempts(struct live_registry *reg, struct request *r, int64_t now)
{
    int64_t before;

    if (request_before(reg, r, &before))
        read_own_puzzles(reg, r, now, before, read_attempts);
}
