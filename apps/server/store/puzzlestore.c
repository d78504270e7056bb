// SPDX-License-Identifier: MIT
// Attempts at puzzles: writing and reading, for both databases.
#include <assert.h>

#include "server/store/store.h"
#include "server/store/internal.h"

static_assert((int)PUZZLES_NAME == STORE_NAME && (int)PUZZLES_GAME == STORE_WORD &&
                  (int)PUZZLES_LIST == STORE_LIST,
              "as of games and people");

// ---------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------

static bool read_attempt(struct database *db, void *to)
{
    struct store_attempt *a = store_next_row(to);

    if (!a)
        return false;
    *a = (struct store_attempt){
        .account = store_number_at(db, 0),
        .puzzle = (unsigned)store_number_at(db, 2),
        .day = (unsigned)store_number_at(db, 3),
        .rated = store_number_at(db, 4) != 0,
        .began = store_number_at(db, 5),
        .ended = store_number_at(db, 6),
        .solved = store_number_at(db, 7) != 0,
        .former = db->kind->real(db, 9),
        .rating = db->kind->real(db, 10),
    };
    store_text_at(db, 1, a->game, sizeof a->game);
    store_text_at(db, 8, a->actions, sizeof a->actions);
    return true;
}

static struct puzzle_rating rating_at(struct database *db, int column)
{
    return (struct puzzle_rating){
        .rating = db->kind->real(db, column),
        .deviation = db->kind->real(db, column + 1),
        .volatility = db->kind->real(db, column + 2),
        .attempts = (unsigned)store_number_at(db, column + 3),
        .solved = (unsigned)store_number_at(db, column + 4),
        .changed = store_number_at(db, column + 5),
    };
}

static bool read_rating(struct database *db, void *to)
{
    struct puzzle_rating *r = store_next_row(to);

    if (r)
        *r = rating_at(db, 0);
    return r != NULL;
}

static bool read_solver(struct database *db, void *to)
{
    struct store_solver *s = store_next_row(to);

    if (!s)
        return false;
    *s = (struct store_solver){
        .account = store_number_at(db, 0),
        .rating = rating_at(db, 3),
        .streak = (unsigned)store_number_at(db, 9),
        .best = (unsigned)store_number_at(db, 10),
        .day = (unsigned)store_number_at(db, 11),
        .days = (unsigned)store_number_at(db, 12),
        .best_days = (unsigned)store_number_at(db, 13),
    };
    store_text_at(db, 1, s->name, sizeof s->name);
    store_text_at(db, 2, s->game, sizeof s->game);
    return true;
}

// One row or none.
static bool query_row(struct store *s, enum statement statement, const struct value *values,
                      unsigned count, store_row_reader read, void *row, size_t size, bool *found,
                      struct error *e)
{
    struct store_rows rows = {.at = row, .size = size, .capacity = 1};
    unsigned rows_found = 0;

    if (!store_query_rows(s, statement, values, count, read, rows, &rows_found, e))
        return false;
    *found = rows_found > 0;
    return true;
}

bool store_attempt(struct store *s, const struct store_attempt *key, struct store_attempt *attempt,
                   bool *found, struct error *e)
{
    const struct value values[] = {store_number(key->account), store_text(key->game),
                                   store_number(key->puzzle), store_number(key->day)};

    return query_row(s, SQL_ATTEMPT, values, 4, read_attempt, attempt, sizeof *attempt, found, e);
}

bool store_open_attempt(struct store *s, const struct store_attempt *like,
                        struct store_attempt *attempt, bool *found, struct error *e)
{
    const struct value values[] = {store_number(like->account), store_text(like->game),
                                   store_number(like->day)};

    return query_row(s, SQL_OPEN_ATTEMPT, values, 3, read_attempt, attempt, sizeof *attempt, found,
                     e);
}

bool store_solver(struct store *s, int64_t account, const char *game, struct store_solver *solver,
                  bool *found, struct error *e)
{
    const struct value values[] = {store_number(account), store_text(game)};

    return query_row(s, SQL_SOLVER, values, 2, read_solver, solver, sizeof *solver, found, e);
}

bool store_puzzle_rating(struct store *s, const char *game, unsigned puzzle,
                         struct puzzle_rating *rating, bool *found, struct error *e)
{
    const struct value values[] = {store_text(game), store_number(puzzle)};

    return query_row(s, SQL_PUZZLE, values, 2, read_rating, rating, sizeof *rating, found, e);
}

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

bool store_is_puzzle(const struct store_puzzle *p)
{
    const struct store_attempt *a = &p->attempt;

    return a->account != 0 && a->game[0] && store_is_text(a->game, sizeof a->game) &&
           a->puzzle <= INT32_MAX && a->day <= INT32_MAX &&
           store_is_text(a->actions, sizeof a->actions) && p->rate && (!p->end || a->ended > 0);
}

static bool set_solver(struct store *s, const struct store_solver *solver, struct error *e)
{
    const struct puzzle_rating *r = &solver->rating;
    const struct value values[] = {
        store_number(solver->account),   store_text(solver->game),  store_real(r->rating),
        store_real(r->deviation),        store_real(r->volatility), store_number(r->attempts),
        store_number(r->solved),         store_number(r->changed),  store_number(solver->streak),
        store_number(solver->best),      store_number(solver->day), store_number(solver->days),
        store_number(solver->best_days),
    };

    return store_run(s, SQL_SET_SOLVER, values, 13, NULL, e);
}

static bool set_puzzle(struct store *s, const struct store_attempt *a,
                       const struct puzzle_rating *r, struct error *e)
{
    const struct value values[] = {
        store_text(a->game),      store_number(a->puzzle),   store_real(r->rating),
        store_real(r->deviation), store_real(r->volatility), store_number(r->attempts),
        store_number(r->solved),  store_number(r->changed),
    };

    return store_run(s, SQL_SET_PUZZLE, values, 8, NULL, e);
}

// What is known of a solver in a game, or of one who begins.
static bool look_up_solver(struct store *s, const struct store_attempt *a, const char *game,
                           struct store_solver *solver, struct error *e)
{
    bool found;

    if (!store_solver(s, a->account, game, solver, &found, e))
        return false;
    if (found)
        return true;
    *solver = (struct store_solver){.account = a->account};
    memcpy(solver->game, game, strlen(game) + 1);
    return true;
}

static void count_day(struct store_solver *solver, unsigned day)
{
    if (day <= solver->day)
        return;
    solver->days = day == solver->day + 1 ? solver->days + 1 : 1;
    solver->day = day;
    if (solver->days > solver->best_days)
        solver->best_days = solver->days;
}

// A day on which a puzzle was solved counts in its game and in all.
static bool count_in_all(struct store *s, const struct store_attempt *a, struct error *e)
{
    struct store_solver all;

    if (!look_up_solver(s, a, "", &all, e))
        return false;
    count_day(&all, a->day);
    all.rating.changed = a->ended;
    return set_solver(s, &all, e);
}

static void count(struct puzzle_rating *r, const struct store_attempt *a)
{
    r->attempts++;
    r->solved += a->solved;
    r->changed = a->ended;
}

static bool rate_attempt(struct store *s, struct store_attempt *a, struct store_solver *solver,
                         puzzle_rate *by, struct error *e)
{
    struct puzzle_rating puzzle = {0};
    double former;
    bool found;

    if (!store_puzzle_rating(s, a->game, a->puzzle, &puzzle, &found, e))
        return false;
    former = solver->rating.attempts ? solver->rating.rating : 0;
    by(a, &solver->rating, &puzzle);
    a->former = former;
    a->rating = solver->rating.rating;
    count(&solver->rating, a);
    count(&puzzle, a);
    solver->streak = a->solved ? solver->streak + 1 : 0;
    if (solver->streak > solver->best)
        solver->best = solver->streak;
    return set_puzzle(s, a, &puzzle, e);
}

// Ends an attempt that is open.
static bool end_attempt(struct store *s, struct store_attempt *a, struct store_solver *solver,
                        puzzle_rate *by, struct error *e)
{
    if (!look_up_solver(s, a, a->game, solver, e) ||
        (a->rated && !rate_attempt(s, a, solver, by, e)))
        return false;
    if (a->day && a->solved)
        count_day(solver, a->day);
    if (a->day && a->solved && !count_in_all(s, a, e))
        return false;
    if ((a->rated || (a->day && a->solved)) && !set_solver(s, solver, e))
        return false;
    const struct value values[] = {
        store_number(a->ended), store_number(a->solved), store_text(a->actions),
        store_real(a->former),  store_real(a->rating),   store_number(a->account),
        store_text(a->game),    store_number(a->puzzle), store_number(a->day),
    };
    return store_run(s, SQL_PUZZLE_END, values, 9, NULL, e);
}

// What an account has tried at a puzzle before: the attempt on this very day, or any.
struct tried {
    const struct store_attempt *wanted;
    struct store_attempt same;
    bool any;
};

static bool read_tried(struct database *db, void *to)
{
    struct tried *t = to;
    struct store_attempt a = {0};
    struct store_rows row = {.at = &a, .size = sizeof a, .capacity = 1};

    read_attempt(db, &row);
    t->any = true;
    if (a.day == t->wanted->day || t->wanted->day == 0) // it may have been the day's puzzle once
        t->same = a;
    return true;
}

// What is open stays, unless nothing hangs on it, or it was the puzzle of a day and another day's
// begins. A day's and another one are not in each other's way.
static bool makes_room(const struct store_attempt *open, const struct store_attempt *next)
{
    return open->day ? open->day < next->day : !open->rated;
}

static bool begin_attempt(struct store *s, struct store_write *w, struct error *e)
{
    struct store_puzzle *p = &w->puzzle;
    struct store_attempt *a = &p->now;
    struct tried t = {.wanted = &p->attempt};
    const struct value key[] = {store_number(a->account), store_text(a->game),
                                store_number(a->puzzle)};
    bool open = false;

    if (!store_query(s, SQL_ATTEMPTS_AT, key, 3, read_tried, &t, e))
        return false;
    w->answer = STORE_DONE;
    if (t.same.account) {
        w->answer = t.same.ended ? STORE_TAKEN : STORE_ATTEMPT_OPEN;
        *a = t.same;
        return true;
    }
    a->rated = a->rated && !t.any;
    if (!store_open_attempt(s, a, &p->left, &open, e))
        return false;
    if (open && !makes_room(&p->left, a)) {
        w->answer = STORE_TAKEN;
        return true;
    }
    if (open) {
        p->left.ended = a->began;
        if (!end_attempt(s, &p->left, &p->solver, p->rate, e))
            return false;
    }
    const struct value values[] = {key[0],
                                   key[1],
                                   key[2],
                                   store_number(a->day),
                                   store_number(a->rated),
                                   store_number(a->began)};
    return store_run(s, SQL_PUZZLE_BEGIN, values, 6, NULL, e);
}

static bool end_attempt_by_key(struct store *s, struct store_write *w, struct error *e)
{
    struct store_puzzle *p = &w->puzzle;
    struct store_attempt *a = &p->now;
    bool found;

    if (!store_attempt(s, &p->attempt, a, &found, e))
        return false;
    w->answer = !found ? STORE_MISSING : a->ended ? STORE_ATTEMPT_ENDED : STORE_DONE;
    if (w->answer == STORE_MISSING)
        return true;
    if (w->answer == STORE_DONE) {
        a->ended = p->attempt.ended;
        a->solved = p->attempt.solved;
        memcpy(a->actions, p->attempt.actions, sizeof a->actions);
        if (!end_attempt(s, a, &p->solver, p->rate, e))
            return false;
    }
    return look_up_solver(s, a, a->game, &p->solver, e) &&
           store_puzzle_rating(s, a->game, a->puzzle, &p->puzzle, &found, e);
}

bool store_try_puzzle(struct store *s, struct store_write *w, struct error *e)
{
    bool there;

    w->puzzle.now = w->puzzle.attempt;
    w->puzzle.left = (struct store_attempt){0};
    w->puzzle.solver = (struct store_solver){0};
    w->puzzle.puzzle = (struct puzzle_rating){0};
    if (!store_run(s, SQL_PUZZLE_LOCK, NULL, 0, NULL, e) ||
        !store_has_account(s, w->puzzle.attempt.account, &there, e))
        return false;
    w->answer = STORE_MISSING;
    return !there || (w->puzzle.end ? end_attempt_by_key(s, w, e) : begin_attempt(s, w, e));
}

// ---------------------------------------------------------------------------------------------
// Lists
// ---------------------------------------------------------------------------------------------

bool store_attempts(struct store *s, int64_t account, int64_t before, struct store_attempt *list,
                    unsigned *found, struct error *e)
{
    const struct value values[] = {store_number(account), store_number(before),
                                   store_number(PUZZLES_LIST)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = PUZZLES_LIST};

    return store_query_rows(s, SQL_ATTEMPTS_OF, values, 3, read_attempt, rows, found, e);
}

static bool read_number(struct database *db, void *to)
{
    unsigned *number = store_next_row(to);

    if (number)
        *number = (unsigned)store_number_at(db, 0);
    return number != NULL;
}

bool store_tried(struct store *s, int64_t account, const char *game, unsigned **puzzles,
                 unsigned *found, struct error *e)
{
    const struct value values[] = {store_number(account), store_text(game)};
    void *list = NULL;

    if (!store_query_all(s, SQL_TRIED, values, 2, read_number, sizeof **puzzles, &list, found, e))
        return false;
    *puzzles = list;
    return true;
}

static bool read_day(struct database *db, void *to)
{
    struct puzzle_day *day = to;

    day->tried = (unsigned)store_number_at(db, 0);
    day->solved = (unsigned)store_number_at(db, 1);
    return true;
}

static bool read_name(struct database *db, void *to)
{
    char *name = store_next_row(to);

    if (name)
        store_text_at(db, 0, name, PUZZLES_NAME);
    return name != NULL;
}

bool store_puzzle_day(struct store *s, const char *game, unsigned day, struct puzzle_day *list,
                      struct error *e)
{
    const struct value values[] = {store_text(game), store_number(day), store_number(PUZZLES_LIST)};
    struct store_rows rows = {.at = list->names, .size = PUZZLES_NAME, .capacity = PUZZLES_LIST};

    *list = (struct puzzle_day){0};
    return store_query(s, SQL_PUZZLE_DAY, values, 2, read_day, list, e) &&
           store_query_rows(s, SQL_PUZZLE_DAY_NAMES, values, 3, read_name, rows, &list->count, e);
}

bool store_streaks(struct store *s, const char *game, struct store_solver *list, unsigned *found,
                   struct error *e)
{
    const struct value values[] = {store_text(game), store_number(PUZZLES_LIST)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = PUZZLES_LIST};

    return store_query_rows(s, SQL_STREAKS, values, 2, read_solver, rows, found, e);
}

bool store_day_streaks(struct store *s, const char *game, unsigned day, struct store_solver *list,
                       unsigned *found, struct error *e)
{
    const struct value values[] = {store_text(game), store_number(day), store_number(PUZZLES_LIST)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = PUZZLES_LIST};

    return store_query_rows(s, SQL_DAY_STREAKS, values, 3, read_solver, rows, found, e);
}
