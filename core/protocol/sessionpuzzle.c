// SPDX-License-Identifier: MIT
// Puzzles in a session: a game up to the puzzle's position, in which one seat finds what is asked
// for and the other answers (coach/puzzlesolver.h). The state is that of any game and one object
// more.
#include "base/sentencejson.h"
#include "coach/puzzletheme.h"
#include "protocol/advice.h"
#include "protocol/command.h"
#include "protocol/matchjson.h"
#include "protocol/session.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------
// Opening
// ---------------------------------------------------------------------------------------------

// Plays in the match what the solver has played since.
static bool follow_solver(struct match *m, const struct puzzle_solver *s, uint64_t now,
                          struct error *e)
{
    for (unsigned i = m->history.length - s->puzzle.past_length; i < s->played_count; i++) {
        if (!match_play(m, s->played[i], now, e))
            return false;
    }
    return true;
}

static enum session_puzzle puzzle_state(enum puzzle_attempt word)
{
    return word == PUZZLE_ATTEMPT_SOLVED  ? SESSION_SOLVED
           : word == PUZZLE_ATTEMPT_RIGHT ? SESSION_RIGHT
                                          : SESSION_WRONG;
}

static bool is_over(const struct session *s)
{
    return s->puzzle == SESSION_SOLVED || s->puzzle == SESSION_SHOWN;
}

// The legal action with this text, or a sentence why it is none.
static bool read_action(const struct puzzle_solver *s, const char *text, game_action *action,
                        struct error *e)
{
    struct attempt_answer answer;

    if (game_find(s->puzzle.game, &s->position, text, action))
        return true;
    attempt_text(s->puzzle.game, &s->position, text, &answer);
    return history_refuse(text, &answer, e);
}

// Replays the own actions that were found already.
static bool replay_found(struct puzzle_solver *s, const struct session_call *c,
                         enum puzzle_attempt *word)
{
    for (unsigned i = 2; i < c->count; i++) {
        game_action action;
        if (puzzle_solver_done(s))
            return error_set(c->e, "puzzle.over", "the puzzle is over");
        if (!read_action(s, c->words[i], &action, c->e))
            return false;
        if ((*word = puzzle_solver_try(s, action)) == PUZZLE_ATTEMPT_WRONG)
            return error_set(c->e, "puzzle.not-found:action", "'%s' is not what is asked for",
                             error_quote(c->words[i]).text);
    }
    return true;
}

// GAME LETTERS [ACTION...]
static bool run_puzzle(struct session *s, const struct session_call *c)
{
    const struct game *g;
    struct puzzle z;
    struct puzzle_solver solver;
    struct series series;
    struct match m;
    enum puzzle_attempt word = PUZZLE_ATTEMPT_RIGHT;

    if (!command_game(c->words[0], &g, c->e) ||
        !puzzle_read(g, c->words[1], strlen(c->words[1]), &z, c->e))
        return false;
    puzzle_solver_init(&solver, &z);
    if (!replay_found(&solver, c, &word) || !series_init(&series, g, 1, false, c->e) ||
        !puzzle_solver_match(&z, solver.seat, &m, c->e))
        return false;
    if (!follow_solver(&m, &solver, s->now, c->e)) {
        match_clear(&m);
        return false;
    }
    driver_adopt(&s->driver, &m, &series);
    s->solver = solver;
    s->puzzle = c->count == 2 ? SESSION_ASKED : puzzle_state(word);
    s->refuted = false;
    s->viewpoint = solver.seat;
    return session_answer(s, c);
}

void session_end_puzzle(struct session *s)
{
    if (s->puzzle)
        s->viewpoint = SESSION_TO_ACT;
    s->puzzle = SESSION_NO_PUZZLE;
}

// ---------------------------------------------------------------------------------------------
// Solving
// ---------------------------------------------------------------------------------------------

static bool check_open(const struct session *s, struct error *e)
{
    return !is_over(s) || error_set(e, "puzzle.over", "the puzzle is over");
}

static bool run_try(struct session *s, const struct session_call *c)
{
    game_action action;

    if (!check_open(s, c->e) || !read_action(&s->solver, c->words[0], &action, c->e))
        return false;
    struct puzzle_solver after = s->solver;
    enum puzzle_attempt word = puzzle_solver_try(&after, action);
    if (!follow_solver(&s->driver.match, &after, s->now, c->e))
        return false;
    s->solver = after;
    s->puzzle = puzzle_state(word);
    s->tried = action;
    s->refuted = false;
    driver_changed(&s->driver);
    return session_answer(s, c);
}

// Refutes an action, by default the last wrong one.
static bool run_refute(struct session *s, const struct session_call *c)
{
    struct think_watch watch = session_watch(s);
    game_action action = s->tried;

    if (!check_open(s, c->e) || (c->count && !read_action(&s->solver, c->words[0], &action, c->e)))
        return false;
    if (!c->count && s->puzzle != SESSION_WRONG)
        return error_set(c->e, "puzzle.nothing-wrong", "no wrong action was tried");
    if (puzzle_same(s->solver.puzzle.game, &s->solver.position, action,
                    puzzle_solver_solution(&s->solver)))
        return error_set(c->e, "puzzle.right:action", "'%s' is right", c->words[0]);
    struct thinker *helper = driver_helper(&s->driver, c->e);
    if (!helper)
        return false;
    puzzle_solver_refute(&s->solver, helper, &s->driver.match.history, action, &watch,
                         &s->refutation);
    s->tried = action;
    s->puzzle = SESSION_WRONG;
    s->refuted = true;
    return session_answer(s, c);
}

// Gives up: the rest of the line is played.
static bool run_reveal(struct session *s, const struct session_call *c)
{
    struct puzzle_solver after = s->solver;

    if (!check_open(s, c->e))
        return false;
    puzzle_solver_reveal(&after);
    if (!follow_solver(&s->driver.match, &after, s->now, c->e))
        return false;
    s->solver = after;
    s->puzzle = SESSION_SHOWN;
    s->refuted = false;
    driver_changed(&s->driver);
    return session_answer(s, c);
}

// Where to look, the action, and why where there is a reason. Three hint levels: in a puzzle only
// one action is good.
bool session_puzzle_hint(struct session *s, const struct session_call *c)
{
    const struct match *m = &s->driver.match;
    struct json_writer j;
    struct hint hint;

    if (!check_open(s, c->e))
        return false;
    hint_known(&m->history, puzzle_solver_solution(&s->solver), &hint);
    json_write_init(&j, c->out);
    json_write_object(&j, NULL);
    json_write_array(&j, "hints");
    advice_hint(&hint, HINT_AREA, m->setup.game->seat_names, &j, NULL);
    advice_hint(&hint, HINT_BEST, m->setup.game->seat_names, &j, NULL);
    if (hint.reasons.count)
        advice_hint(&hint, HINT_REASON, m->setup.game->seat_names, &j, NULL);
    json_write_end_array(&j);
    json_write_end_object(&j);
    output_add(c->out, "\n");
    return true;
}

// ---------------------------------------------------------------------------------------------
// Its JSON
// ---------------------------------------------------------------------------------------------

static void write_action(const struct game *g, const struct game_position *p, game_action action,
                         struct json_writer *j, const char *name)
{
    char text[GAME_ACTION_BYTES];

    game_write_action(g, p, action, text);
    json_write_object(j, name);
    json_write_string(j, "text", text);
    action_words_json(g, p, action, j, "words");
    json_write_number(j, "seat", g->to_act(p));
    json_write_end_object(j);
}

static void write_line(const struct game *g, struct game_position p, const game_action *actions,
                       unsigned count, struct json_writer *j, const char *name)
{
    json_write_array(j, name);
    for (unsigned i = 0; i < count; i++) {
        write_action(g, &p, actions[i], j, NULL);
        g->apply(&p, actions[i], &p);
    }
    json_write_end_array(j);
}

static void write_refutation(const struct session *s, struct json_writer *j)
{
    const struct game *g = s->solver.puzzle.game;
    struct game_position next;
    struct message message;

    write_action(g, &s->solver.position, s->tried, j, "tried");
    if (!s->refuted)
        return;
    g->apply(&s->solver.position, s->tried, &next);
    write_line(g, next, s->refutation.actions, s->refutation.count, j, "refutation");
    json_write_bool(j, "proven", s->refutation.proven);
    puzzle_solver_say_lost(&s->solver, &s->refutation, g->seat_names, &message);
    message_json(j, "lost", &message);
    advice_facts(&s->refutation.reasons, g, g->seat_names, j, "reasons");
}

void session_themes_json(const struct puzzle *z, struct json_writer *j)
{
    json_write_array(j, "themes");
    for (unsigned theme = 0; theme < 32; theme++) {
        const char *id = z->themes >> theme & 1 ? puzzle_theme_id(z->game, theme) : NULL;
        if (id)
            json_write_string(j, NULL, id);
    }
    json_write_end_array(j);
}

// What the person learns only when the puzzle is over.
static void write_solution(const struct puzzle_solver *s, struct json_writer *j)
{
    struct game_position p;
    struct message message;

    puzzle_position(&s->puzzle, &p);
    json_write_number(j, "of", s->to_find);
    json_write_number(j, "rating", s->puzzle.rating);
    session_themes_json(&s->puzzle, j);
    write_line(s->puzzle.game, p, s->played, s->played_count, j, "solution");
    if (puzzle_solver_say_rest(s, s->puzzle.game->seat_names, &message))
        message_json(j, "rest", &message);
}

void session_puzzle_json(const struct session *s, struct json_writer *j)
{
    static const char *const verdicts[] = {"", "asked", "right", "wrong", "solved", "shown"};
    const struct puzzle *z = &s->solver.puzzle;
    struct message message;

    json_write_object(j, "puzzle");
    json_write_string(j, "verdict", verdicts[s->puzzle]);
    json_write_string(j, "goal", puzzle_goal_name(z->goal));
    puzzle_solver_say_goal(z, z->game->seat_names, &message);
    message_json(j, "said", &message);
    json_write_number(j, "solver", s->solver.seat);
    json_write_number(j, "from", z->past_length);
    json_write_number(j, "found", s->solver.found);
    if (s->puzzle == SESSION_WRONG)
        write_refutation(s, j);
    if (is_over(s))
        write_solution(&s->solver, j);
    json_write_end_object(j);
}

// ---------------------------------------------------------------------------------------------
// The table
// ---------------------------------------------------------------------------------------------

// The calls for studying: puzzles, the opening explorer, statistics. They are a table of their own,
// so that the small module that the page loads for playing can leave them out
// (bindings/js/wasm/table.c).
const struct session_row session_study_rows[] = {
    {"stats", 0, ANY_NUMBER, CALL_FREE, session_stats},
    {"explore", 1, ANY_NUMBER, CALL_NO_PUZZLE, session_explore},
    {"puzzle", 2, ANY_NUMBER, CALL_FREE, run_puzzle},
    {"try", 1, 1, CALL_PUZZLE, run_try},
    {"refute", 0, 1, CALL_PUZZLE, run_refute},
    {"reveal", 0, 0, CALL_PUZZLE, run_reveal},
    {"puzzles", 1, ANY_NUMBER, CALL_FREE, session_puzzles},
    {"practice", 1, ANY_NUMBER, CALL_FREE, session_practice},
};

const unsigned session_study_row_count = sizeof session_study_rows / sizeof *session_study_rows;
