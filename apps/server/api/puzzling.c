// SPDX-License-Identifier: MIT
// Judging and telling puzzles. Pure: files are part of the program, positions are copies, so
// threads may use all of it.
#include "server/api/puzzling.h"

#include <stdlib.h>
#include <string.h>

#include "base/sentencejson.h"
#include "games/registry.h"

enum {
    CANDIDATES = 200,    // of which one is chosen by its rating
    PROVISIONAL = 110,   // deviation above which a rating is
    A_DAY = 86400 * 1000 // milliseconds
};

bool puzzling_open(const struct game *g, struct puzzle_file *f)
{
    const char *bytes = registry_puzzles(g);
    struct error e;

    return bytes[0] && puzzle_file_open(f, bytes, strlen(bytes), &e) && f->count > 0;
}

unsigned puzzling_day(int64_t now)
{
    return (unsigned)(now / A_DAY);
}

unsigned puzzling_of_day(const struct puzzle_file *f, unsigned day)
{
    return (unsigned)practice_of_day(day, &(struct practice_file){f->game->name, f->count});
}

// ---------------------------------------------------------------------------------------------
// Choosing
// ---------------------------------------------------------------------------------------------

// Numbers that are left, in `left`, which has room for all.
static unsigned list_left(const struct puzzle_file *f, const unsigned *tried, unsigned tried_count,
                          int avoided, unsigned *left)
{
    unsigned count = 0, at = 0;

    for (unsigned i = 0; i < f->count; i++) {
        while (at < tried_count && tried[at] < i)
            at++;
        if ((at == tried_count || tried[at] != i) && (int)i != avoided)
            left[count++] = i;
    }
    return count;
}

int puzzling_choose(const struct puzzle_file *f, const unsigned *tried, unsigned tried_count,
                    int avoided, double rating, uint64_t seed)
{
    unsigned *left = calloc(f->count, sizeof *left), ratings[CANDIDATES];
    unsigned count = left ? list_left(f, tried, tried_count, avoided, left) : 0;
    struct random random = random_from_seed(seed);
    struct puzzle z;
    struct error e;

    if (left && count == 0)
        count = list_left(f, tried, tried_count, PRACTICE_NONE, left);
    unsigned candidates = count < CANDIDATES ? count : CANDIDATES;
    for (unsigned i = 0; i < candidates; i++) {
        unsigned other = i + (unsigned)random_below(&random, count - i), number = left[other];
        left[other] = left[i];
        left[i] = number;
        ratings[i] = puzzle_file_read(f, number, &z, &e) ? z.rating : 0;
    }
    int chosen = practice_choose(&(struct practice_choice){.ratings = ratings, .count = candidates},
                                 (unsigned)rating, random_next(&random));
    int number = chosen < 0 ? PRACTICE_NONE : (int)left[chosen];
    free(left);
    return number;
}

// ---------------------------------------------------------------------------------------------
// Judging
// ---------------------------------------------------------------------------------------------

enum puzzling_word puzzling_judge(struct puzzle_solver *s, const struct puzzle *z,
                                  const char *actions, char kept[PUZZLES_ACTIONS], struct error *e)
{
    enum puzzle_attempt word = PUZZLE_ATTEMPT_RIGHT;
    char one[GAME_ACTION_BYTES];
    game_action action;
    struct text t, all;

    text_init(&all, kept, PUZZLES_ACTIONS);
    puzzle_solver_init(s, z);
    for (actions += strspn(actions, " "); *actions && word != PUZZLE_ATTEMPT_WRONG;
         actions += strspn(actions, " ")) {
        text_init(&t, one, sizeof one);
        actions += text_until(&t, actions, " ");
        if (word == PUZZLE_ATTEMPT_SOLVED) {
            error_set(e, "puzzle.behind:action", "there is nothing to find any more before '%s'",
                      error_quote(one).text);
            return PUZZLING_BAD;
        }
        if (t.cut || !game_find(z->game, &s->position, one, &action)) {
            error_set(e, "puzzle.action:action", "'%s' cannot be played there",
                      error_quote(one).text);
            return PUZZLING_BAD;
        }
        word = puzzle_solver_try(s, action);
        text_format(&all, "%s%s", all.length ? " " : "", one);
    }
    return word == PUZZLE_ATTEMPT_WRONG    ? PUZZLING_WRONG
           : word == PUZZLE_ATTEMPT_SOLVED ? PUZZLING_SOLVED
                                           : PUZZLING_RIGHT;
}

// ---------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------

static void begin_rating(struct puzzle_rating *r, struct glicko from)
{
    *r = (struct puzzle_rating){
        .rating = from.rating, .deviation = from.deviation, .volatility = from.volatility};
}

// What its row says; a puzzle that this program does not have is as any.
static unsigned seed_of(const struct store_attempt *a)
{
    const struct game *g = registry_find(a->game);
    struct puzzle_file f;
    struct puzzle z;
    struct error e;

    return g && puzzling_open(g, &f) && a->puzzle < f.count &&
                   puzzle_file_read(&f, a->puzzle, &z, &e)
               ? z.rating
               : 0;
}

void puzzling_rate(const struct store_attempt *a, struct puzzle_rating *solver,
                   struct puzzle_rating *puzzle)
{
    int64_t paused = solver->attempts ? a->ended - solver->changed : 0;

    if (!solver->attempts)
        begin_rating(solver, glicko_newcomer());
    if (!puzzle->attempts)
        begin_rating(puzzle, practice_puzzle(seed_of(a)));
    struct glicko one = {solver->rating, solver->deviation, solver->volatility};
    struct glicko other = {puzzle->rating, puzzle->deviation, puzzle->volatility};
    practice_rate(&one, &other, a->solved, paused > 0 ? paused : 0);
    solver->rating = one.rating;
    solver->deviation = one.deviation;
    solver->volatility = one.volatility;
    puzzle->rating = other.rating;
    puzzle->deviation = other.deviation;
    puzzle->volatility = other.volatility;
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

void puzzling_real_json(struct json_writer *j, const char *name, double real)
{
    json_write_decimal(j, name, (long long)(real * 10), 10);
}

void puzzling_day_json(struct json_writer *j, unsigned day)
{
    char date[16];
    struct text t;

    if (!day)
        return;
    text_init(&t, date, sizeof date);
    practice_write_date(day, &t);
    json_write_string(j, "day", date);
}

void puzzling_solver_json(const struct store_solver *solver, unsigned today, struct json_writer *j)
{
    struct puzzle_rating r = solver->rating;

    if (!r.attempts)
        begin_rating(&r, glicko_newcomer());
    puzzling_real_json(j, "rating", r.rating);
    puzzling_real_json(j, "deviation", r.deviation);
    json_write_bool(j, "provisional", r.deviation > PROVISIONAL);
    json_write_number(j, "attempts", r.attempts);
    json_write_number(j, "solved", r.solved);
    json_write_number(j, "streak", solver->streak);
    json_write_number(j, "best", solver->best);
    json_write_number(j, "days", solver->day + 1 >= today ? solver->days : 0);
    json_write_number(j, "bestDays", solver->best_days);
}

void puzzling_attempt_json(const struct store_attempt *a, const char *name, struct json_writer *j)
{
    json_write_object(j, name);
    json_write_string(j, "game", a->game);
    json_write_number(j, "puzzle", a->puzzle);
    puzzling_day_json(j, a->day);
    json_write_bool(j, "rated", a->rated);
    json_write_number(j, "began", a->began);
    json_write_bool(j, "over", a->ended > 0);
    if (a->ended) {
        json_write_number(j, "ended", a->ended);
        json_write_bool(j, "solved", a->solved);
        json_write_string(j, "actions", a->actions);
    }
    if (a->rated && a->former > 0)
        puzzling_real_json(j, "ratedFrom", a->former);
    if (a->rated && a->ended)
        puzzling_real_json(j, "ratedTo", a->rating);
    json_write_end_object(j);
}

void puzzling_asked_json(const struct puzzle_solver *s, struct json_writer *j)
{
    const struct puzzle *z = &s->puzzle;
    struct game_position seen;
    char storage[GAME_TEXT_BYTES];
    struct message message;
    struct text t;

    text_init(&t, storage, sizeof storage);
    game_options_text(z->game, &z->options, &t);
    json_write_string(j, "options", storage);
    game_view(z->game, &s->position, s->seat, &seen);
    text_init(&t, storage, sizeof storage);
    z->game->write(&seen, &t);
    json_write_string(j, "position", storage);
    json_write_number(j, "seat", s->seat);
    json_write_string(j, "goal", puzzle_goal_name(z->goal));
    puzzle_solver_say_goal(z, z->game->seat_names, &message);
    message_json(j, "said", &message);
}

void puzzling_played_json(const struct puzzle_solver *s, const char *name, struct json_writer *j)
{
    const struct game *g = s->puzzle.game;
    char action[GAME_ACTION_BYTES];
    struct game_position p;

    puzzle_position(&s->puzzle, &p);
    json_write_array(j, name);
    for (unsigned i = 0; i < s->played_count; i++) {
        game_write_action(g, &p, s->played[i], action);
        json_write_string(j, NULL, action);
        g->apply(&p, s->played[i], &p);
    }
    json_write_end_array(j);
}
