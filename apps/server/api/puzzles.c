// SPDX-License-Identifier: MIT
// Attempts of accounts at puzzles. One is begun, by number or by the server's choice, and answered
// with a line of own actions, which is judged by the rules; only then its solution is told.
// Whatever the client says, the database decides what counts (server/store/puzzles.h); what was
// named by number is never rated. Lists are in puzzlelists.c.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "server/api/handlers.h"
#include "server/api/puzzling.h"
#include "server/api/reading.h"

enum { CHOICES = 3 }; // when the one that was chosen is tried at another place meanwhile

// An attempt on its way: read and judged in a thread, stored, answered.
struct puzzling {
    uint64_t request;
    struct store_attempt attempt; // account, game, puzzle, day
    unsigned choices;             // so far; 0: it was named
    struct puzzle puzzle;
    struct puzzle_solver solving; // of what was sent
};

struct puzzling_reading {
    struct reading base;
    struct puzzling p;
    const struct game *game;
    int64_t now;
    enum { BY_NUMBER, BY_CHOICE, BY_DAY } which;
    bool gives_up;
    char actions[PUZZLES_ACTIONS];
    enum puzzling_word word;
    enum request_status status; // when it is refused
    struct error why;
};

static bool refuse_attempt(struct puzzling_reading *t, enum request_status status)
{
    t->status = status;
    return true;
}

// The puzzle of a number.
static bool look_up(struct puzzling_reading *t, const struct puzzle_file *f)
{
    if (t->p.attempt.puzzle < f->count &&
        puzzle_file_read(f, t->p.attempt.puzzle, &t->p.puzzle, &t->why))
        return true;
    error_set(&t->why, "puzzle.none:puzzle", "there is no puzzle %u of this game",
              t->p.attempt.puzzle);
    t->status = REQUEST_NOT_FOUND;
    return false;
}

static bool has_file(struct puzzling_reading *t, struct puzzle_file *f)
{
    if (puzzling_open(t->game, f))
        return true;
    error_set(&t->why, "puzzle.no-file", "there are no puzzles of this game");
    t->status = REQUEST_NOT_FOUND;
    return false;
}

// A person's puzzles of the game in the path; NULL with the refusal sent. Bots would solve by
// search.
static struct puzzling_reading *approach(struct live_registry *reg, struct request *r, int64_t now,
                                         reading_work *work, reading_answer *answer)
{
    const struct game *g = registry_find(r->word);
    struct store_account account;
    struct puzzling_reading *t;
    struct error e;

    if (!request_account(reg, r, &account))
        return NULL;
    if (account.bot) {
        request_refuse_with(reg, r, REQUEST_FORBIDDEN, "puzzle.bot", "puzzles are not for bots");
    } else if (!g) {
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "live.none", "there is no such game");
    } else if (!limits_allow(reg->limits, r->address, LIMITS_PUZZLE, now, &e)) {
        request_refuse(reg, r, REQUEST_TOO_MANY, &e);
    } else if ((t = reading(reg, r, sizeof *t, work, answer))) {
        t->game = g;
        t->now = now;
        t->p.request = r->id;
        t->p.attempt.account = account.id;
        memcpy(t->p.attempt.game, g->name, strlen(g->name) + 1);
        return t;
    }
    return NULL;
}

// Hands an attempt to the writer.
static void store(struct live_registry *reg, struct request *r, const struct puzzling *p, bool end,
                  void (*done)(struct live_registry *reg, struct inbox_item *item))
{
    struct writer_task *t = writer_task(1, done);
    struct puzzling *copy = malloc(sizeof *copy);

    if (!t || !copy) {
        free(copy);
        writer_task_free(t);
        request_refuse_with(reg, r, REQUEST_BROKEN, "memory.this", "there is no memory for this");
        return;
    }
    *copy = *p;
    t->extra = copy;
    t->writes[0].kind = STORE_PUZZLE;
    t->writes[0].puzzle =
        (struct store_puzzle){.end = end, .attempt = p->attempt, .rate = puzzling_rate};
    writer_submit(reg->writer, t);
}

// ---------------------------------------------------------------------------------------------
// Beginning
// ---------------------------------------------------------------------------------------------

// What is open comes first: whoever leaves a page or loses the answer has not failed.
static bool choose(struct store *s, struct puzzling_reading *t, const struct puzzle_file *f,
                   struct error *e)
{
    struct store_attempt *a = &t->p.attempt, open;
    struct store_solver solver;
    unsigned *tried = NULL, count = 0;
    bool found;

    t->p.choices++;
    if (!store_open_attempt(s, a, &open, &found, e))
        return false;
    if (found && open.puzzle < f->count && open.rated) {
        a->puzzle = open.puzzle;
        return true;
    }
    if (!store_solver(s, a->account, t->game->name, &solver, &found, e) ||
        !store_tried(s, a->account, t->game->name, &tried, &count, e))
        return false;
    double rating =
        found && solver.rating.attempts ? solver.rating.rating : glicko_newcomer().rating;
    int number = puzzling_choose(f, tried, count, (int)puzzling_of_day(f, puzzling_day(t->now)),
                                 rating, token_seed());
    free(tried);
    a->puzzle = (unsigned)number;
    if (number != PRACTICE_NONE)
        return true;
    error_set(&t->why, "puzzle.all", "you have tried all puzzles of this game");
    return refuse_attempt(t, REQUEST_CONFLICT);
}

static bool read_beginning(struct store *s, struct reading *base, struct error *e)
{
    struct puzzling_reading *t = (struct puzzling_reading *)base;
    struct puzzle_file f;

    if (!has_file(t, &f))
        return true;
    if (t->which == BY_CHOICE && !choose(s, t, &f, e))
        return false;
    if (t->which == BY_DAY)
        t->p.attempt.puzzle = puzzling_of_day(&f, t->p.attempt.day = puzzling_day(t->now));
    if (!t->status)
        look_up(t, &f);
    return true;
}

static void write_begun(struct live_registry *reg, struct request *r, const struct puzzling *p,
                        const struct store_puzzle *stored, enum request_status status)
{
    struct puzzle_solver s;
    struct json_writer j;

    puzzle_solver_init(&s, &p->puzzle);
    request_begin(r, &j);
    json_write_string(&j, "game", stored->now.game);
    json_write_number(&j, "puzzle", stored->now.puzzle);
    puzzling_day_json(&j, stored->now.day);
    json_write_bool(&j, "rated", stored->now.rated);
    json_write_number(&j, "began", stored->now.began);
    puzzling_asked_json(&s, &j);
    if (stored->left.account)
        json_write_number(&j, "left", stored->left.puzzle);
    request_end(reg, r, &j, status);
}

static void begin_attempt(struct live_registry *reg, struct request *r, struct reading *base);

// Another one, since somebody with this account has just tried the one that was chosen.
static void choose_again(struct live_registry *reg, struct request *r, const struct puzzling *p)
{
    struct puzzling_reading *t = reading(reg, r, sizeof *t, read_beginning, begin_attempt);

    if (!t)
        return;
    t->game = registry_find(p->attempt.game);
    t->now = live_registry_now(reg);
    t->p.request = r->id;
    t->p.attempt.account = p->attempt.account;
    memcpy(t->p.attempt.game, p->attempt.game, sizeof t->p.attempt.game);
    t->p.choices = p->choices;
    t->which = BY_CHOICE;
    reading_go(reg, r, &t->base, READER_GAMES);
}

static void refuse_gone(struct live_registry *reg, struct request *r)
{
    request_refuse_with(reg, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
}

static void refuse_open(struct live_registry *reg, struct request *r,
                        const struct store_puzzle *stored)
{
    struct error e;

    error_set(&e, "puzzle.open:puzzle", "puzzle %u is open: it comes first", stored->left.puzzle);
    request_refuse(reg, r, REQUEST_CONFLICT, &e);
}

static void attempt_begun(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct puzzling *p = t->extra;
    const struct store_puzzle *stored = &t->writes[0].puzzle;
    struct request *r = request_find(reg, p->request);
    enum store_answer answer = t->writes[0].answer;

    if (r && t->failed)
        request_no_database(reg, r, &t->error);
    else if (r && (answer == STORE_DONE || answer == STORE_ATTEMPT_OPEN))
        write_begun(reg, r, p, stored, answer == STORE_DONE ? REQUEST_CREATED : REQUEST_OK);
    else if (r && answer == STORE_TAKEN && p->choices && p->choices < CHOICES)
        choose_again(reg, r, p);
    else if (r && answer == STORE_TAKEN && stored->left.account)
        refuse_open(reg, r, stored);
    else if (r && answer == STORE_TAKEN)
        request_refuse_with(reg, r, REQUEST_CONFLICT, "puzzle.once",
                            "you have tried this puzzle: it counts once");
    else if (r)
        refuse_gone(reg, r);
    writer_task_free(t);
}

static void begin_attempt(struct live_registry *reg, struct request *r, struct reading *base)
{
    struct puzzling_reading *t = (struct puzzling_reading *)base;

    t->p.attempt.began = t->now;
    t->p.attempt.rated = t->which != BY_NUMBER; // whoever names one may know it
    if (t->status)
        request_refuse(reg, r, t->status, &t->why);
    else
        store(reg, r, &t->p, false, attempt_begun);
}

struct puzzle_choice {
    int64_t puzzle; // -1: none is named
    bool day;
};

static const struct schema_field beginning_shape[] = {
    {"puzzle", SCHEMA_NUMBER, offsetof(struct puzzle_choice, puzzle), INT32_MAX, false},
    {"day", SCHEMA_FLAG, offsetof(struct puzzle_choice, day), 0, false},
    {0},
};

void api_begin_puzzle(struct live_registry *reg, struct request *r, int64_t now)
{
    struct puzzle_choice request = {.puzzle = -1};
    struct puzzling_reading *t = approach(reg, r, now, read_beginning, begin_attempt);
    struct error e;

    if (!t)
        return;
    bool good = schema_read(beginning_shape, r->body, r->length, &request, &e);
    if (good && request.day && request.puzzle >= 0)
        good = error_set(&e, "puzzle.both", "either a puzzle is named or the day's is wanted");
    if (!good) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        reading_drop(&t->base);
        return;
    }
    t->which = request.day ? BY_DAY : request.puzzle >= 0 ? BY_NUMBER : BY_CHOICE;
    t->p.attempt.puzzle = request.puzzle >= 0 ? (unsigned)request.puzzle : 0;
    reading_go(reg, r, &t->base, READER_GAMES);
}

// ---------------------------------------------------------------------------------------------
// Trying
// ---------------------------------------------------------------------------------------------

// One that is open is meant whatever day is named: a day may have ended meanwhile.
static bool find_begun(struct store *s, struct store_attempt *a, struct store_attempt *there,
                       bool *found, struct error *e)
{
    struct store_attempt like = *a;

    *found = false;
    for (like.day = 0; like.day <= 1 && !*found; like.day++) {
        if (!store_open_attempt(s, &like, there, found, e))
            return false;
        *found = *found && there->puzzle == a->puzzle;
    }
    if (*found)
        a->day = there->day;
    return true;
}

static bool read_try(struct store *s, struct reading *base, struct error *e)
{
    struct puzzling_reading *t = (struct puzzling_reading *)base;
    struct store_attempt *a = &t->p.attempt, there;
    struct puzzle_file f;
    bool found;

    if (!has_file(t, &f) || !look_up(t, &f))
        return true;
    if (!store_attempt(s, a, &there, &found, e) || (!found && !find_begun(s, a, &there, &found, e)))
        return false;
    if (!found) {
        error_set(&t->why, "puzzle.not-begun", "you have not begun this puzzle");
        return refuse_attempt(t, REQUEST_CONFLICT);
    }
    t->word = puzzling_judge(&t->p.solving, &t->p.puzzle, t->actions, a->actions, &t->why);
    // What is over is told again, whatever is sent.
    if (there.ended && t->word == PUZZLING_RIGHT)
        t->gives_up = true;
    return t->word != PUZZLING_BAD || refuse_attempt(t, REQUEST_BAD);
}

// The own actions are right so far: what the other seat answered.
static void write_right(struct live_registry *reg, struct request *r, const struct puzzling *p)
{
    struct json_writer j;

    request_begin(r, &j);
    json_write_string(&j, "game", p->attempt.game);
    json_write_number(&j, "puzzle", p->attempt.puzzle);
    puzzling_day_json(&j, p->attempt.day);
    json_write_bool(&j, "over", false);
    json_write_number(&j, "found", p->solving.found);
    puzzling_played_json(&p->solving, "played", &j);
    puzzling_asked_json(&p->solving, &j);
    request_end(reg, r, &j, REQUEST_OK);
}

static void write_over(struct live_registry *reg, struct request *r, struct puzzling *p,
                       const struct store_puzzle *stored)
{
    const struct store_attempt *a = &stored->now;
    struct puzzle_solver whole;
    struct json_writer j;

    puzzle_solver_init(&whole, &p->puzzle);
    puzzle_solver_reveal(&whole);
    request_begin(r, &j);
    json_write_string(&j, "game", a->game);
    json_write_number(&j, "puzzle", a->puzzle);
    puzzling_day_json(&j, a->day);
    json_write_bool(&j, "over", true);
    json_write_bool(&j, "solved", a->solved);
    json_write_bool(&j, "rated", a->rated);
    json_write_number(&j, "began", a->began);
    json_write_number(&j, "ended", a->ended);
    json_write_number(&j, "of", whole.to_find);
    json_write_string(&j, "actions", a->actions);
    puzzling_played_json(&whole, "solution", &j);
    if (a->rated && a->former > 0)
        puzzling_real_json(&j, "ratedFrom", a->former);
    if (a->rated)
        puzzling_real_json(&j, "ratedTo", a->rating);
    json_write_object(&j, "solver");
    puzzling_solver_json(&stored->solver, puzzling_day(live_registry_now(reg)), &j);
    json_write_end_object(&j);
    json_write_object(&j, "hardness");
    puzzling_real_json(&j, "rating",
                       stored->puzzle.attempts ? stored->puzzle.rating
                                               : practice_puzzle(p->puzzle.rating).rating);
    json_write_number(&j, "attempts", stored->puzzle.attempts);
    json_write_number(&j, "solved", stored->puzzle.solved);
    json_write_end_object(&j);
    request_end(reg, r, &j, REQUEST_OK);
}

static void attempt_ended(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct puzzling *p = t->extra;
    struct request *r = request_find(reg, p->request);
    enum store_answer answer = t->writes[0].answer;

    if (r && t->failed)
        request_no_database(reg, r, &t->error);
    else if (r && (answer == STORE_DONE || answer == STORE_ATTEMPT_ENDED))
        write_over(reg, r, p, &t->writes[0].puzzle);
    else if (r)
        refuse_gone(reg, r);
    writer_task_free(t);
}

static void judge_attempt(struct live_registry *reg, struct request *r, struct reading *base)
{
    struct puzzling_reading *t = (struct puzzling_reading *)base;

    t->p.attempt.ended = t->now;
    t->p.attempt.solved = t->word == PUZZLING_SOLVED;
    if (t->status)
        request_refuse(reg, r, t->status, &t->why);
    else if (t->word == PUZZLING_RIGHT && !t->gives_up)
        write_right(reg, r, &t->p);
    else
        store(reg, r, &t->p, true, attempt_ended);
}

struct trying {
    int64_t puzzle;
    char day[16];
    char actions[PUZZLES_ACTIONS];
    bool end;
};

static const struct schema_field trying_shape[] = {
    {"puzzle", SCHEMA_NUMBER, offsetof(struct trying, puzzle), INT32_MAX, true},
    {"day", SCHEMA_WORD, offsetof(struct trying, day), sizeof((struct trying *)0)->day, false},
    {"actions", SCHEMA_WORD, offsetof(struct trying, actions), sizeof((struct trying *)0)->actions,
     false},
    {"end", SCHEMA_FLAG, offsetof(struct trying, end), 0, false},
    {0},
};

void api_try_puzzle(struct live_registry *reg, struct request *r, int64_t now)
{
    struct trying request = {0};
    struct puzzling_reading *t = approach(reg, r, now, read_try, judge_attempt);
    int64_t day = 0;
    struct error e;

    if (!t)
        return;
    if (!schema_read(trying_shape, r->body, r->length, &request, &e) ||
        (request.day[0] && !practice_read_date(request.day, &day, &e))) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        reading_drop(&t->base);
        return;
    }
    t->p.attempt.puzzle = (unsigned)request.puzzle;
    t->p.attempt.day = (unsigned)day;
    t->gives_up = request.end;
    memcpy(t->actions, request.actions, sizeof t->actions);
    reading_go(reg, r, &t->base, READER_GAMES);
}
