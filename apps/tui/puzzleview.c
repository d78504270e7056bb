// SPDX-License-Identifier: MIT
// Puzzles at the screen. A wrong action and its refutation are played on the board and taken back
// by the next key. The match follows coach/puzzlesolver.h and is not saved; only the attempt is
// recorded (tui/trainer.h).
#include "tui/gameview.h"

#include <stdlib.h>
#include <string.h>

enum { STEP = 700, TICK = 500, SECOND = 1000 };

// The computer that plays on from the end of a variation: strong and quick, as on the page.
static const char opponent[] = "level:7";

// ---------------------------------------------------------------------------------------------
// Attempts
// ---------------------------------------------------------------------------------------------

// The puzzle is over: shows its length and the rating.
static void finish_puzzle(struct game_view *view, const char *before)
{
    struct puzzle_view *puzzle = view->puzzle;
    char text[GAME_VIEW_MESSAGE_BYTES];
    struct error news;
    struct text t;

    puzzle->over = true;
    puzzle_task_record(&puzzle->task, !puzzle->task.failed);
    text_init(&t, text, sizeof text);
    text_add(&t, before);
    if (*before)
        text_char(&t, ' ');
    puzzle_task_say_end(&puzzle->task, view->app->messages, &t);
    if (trainer_news(puzzle->task.trainer, &news)) {
        text_char(&t, ' ');
        message_write(&news.message, view->app->messages, &t);
    }
    game_view_show_message(view, puzzle->task.failed ? COLOUR_BAD : COLOUR_GOOD, text);
}

static bool time_is_up(const struct puzzle_view *puzzle, const struct app *app)
{
    return trainer_time_is_up(puzzle->task.trainer, app_now(app) - puzzle->began);
}

// ---------------------------------------------------------------------------------------------
// The board
// ---------------------------------------------------------------------------------------------

// Plays an action, shows it, and waits a little; a key goes on at once.
static void show_action(struct game_view *view, game_action action, bool wait)
{
    struct error e;

    if (!driver_play(&view->local.driver, action, 0, &e))
        return;
    game_view_position_changed(view);
    if (!wait)
        return;
    game_view_draw(view);
    struct event event = app_read_event(view->app, STEP);
    if (event.kind != EVENT_NONE && event.kind != EVENT_RESIZE)
        screen_push(&view->app->screen, event);
}

// Back to the position that is asked about.
static void take_back(struct game_view *view)
{
    struct puzzle_view *puzzle = view->puzzle;
    unsigned length = puzzle->task.solver.puzzle.past_length + puzzle->task.solver.played_count;
    struct error e;

    while (view->local.driver.match.history.length > length &&
           match_undo(&view->local.driver.match, 0, &e))
        ;
    puzzle->refuting = false;
    game_view_position_changed(view);
}

static void show_played(struct game_view *view, unsigned from)
{
    const struct puzzle_solver *solver = &view->puzzle->task.solver;

    for (unsigned i = from; i < solver->played_count; i++)
        show_action(view, solver->played[i], i + 1 < solver->played_count);
}

static void answer_wrong(struct game_view *view, game_action action)
{
    struct puzzle_view *puzzle = view->puzzle;
    char text[GAME_VIEW_MESSAGE_BYTES];
    struct refutation r = {0};
    struct error e;
    struct text t;
    struct thinker *helper = driver_helper(&view->local.driver, &e);

    puzzle->task.failed = true;
    if (!helper) {
        game_view_show_error(view, &e);
        return;
    }
    puzzle_solver_refute(&puzzle->task.solver, helper, &view->local.driver.match.history, action,
                         NULL, &r);
    text_init(&t, text, sizeof text);
    trainer_say_wrong(&puzzle->task.solver, action, &r, view->app->messages, &t);
    game_view_show_message(view, COLOUR_BAD, text);
    puzzle->refuting = true;
    show_action(view, action, r.count > 0);
    for (unsigned i = 0; i < r.count; i++)
        show_action(view, r.actions[i], i + 1 < r.count);
    puzzle_task_record(&puzzle->task, false);
    if (trainer_ends_with_failure(puzzle->task.trainer))
        finish_puzzle(view, text);
}

void puzzle_view_try(struct game_view *view, game_action action)
{
    struct puzzle_view *puzzle = view->puzzle;
    unsigned from = puzzle->task.solver.played_count;

    if (puzzle->over)
        return;
    view->message[0] = 0;
    switch (puzzle_solver_try(&puzzle->task.solver, action)) {
    case PUZZLE_ATTEMPT_WRONG:
        answer_wrong(view, action);
        break;
    case PUZZLE_ATTEMPT_RIGHT:
        puzzle->task.hint_level = 0;
        game_view_show_message(view, COLOUR_GOOD,
                               sentence_text(view->app->messages, "trainer.right", "Right."));
        show_played(view, from);
        view->message[0] = 0; // the status tells what was answered
        break;
    case PUZZLE_ATTEMPT_SOLVED:
        show_played(view, from);
        finish_puzzle(view, "");
    }
}

// ---------------------------------------------------------------------------------------------
// Commands
// ---------------------------------------------------------------------------------------------

static void show_puzzle_hint(struct game_view *view)
{
    char text[HINT_BYTES + 160];
    struct text t;

    if (view->puzzle->over)
        return;
    text_init(&t, text, sizeof text);
    puzzle_task_hint(&view->puzzle->task, &view->local.driver.match.history, view->app->messages,
                     &t);
    game_view_show_message(view, COLOUR_GOOD, text);
}

static void give_up(struct game_view *view)
{
    struct puzzle_view *puzzle = view->puzzle;
    unsigned from = puzzle->task.solver.played_count;

    if (puzzle->over)
        return;
    puzzle->task.failed = true;
    puzzle_solver_reveal(&puzzle->task.solver);
    show_played(view, from);
    finish_puzzle(view, "");
}

// Another puzzle; one that was begun and failed counts as such.
static void leave_puzzle(struct game_view *view)
{
    if (!view->puzzle->over)
        puzzle_task_leave(&view->puzzle->task);
    view->done = true;
}

// Where a line ends before the game does. Who holds secrets cannot go on from what one seat sees,
// and a storm has no time.
static bool may_play_on(const struct puzzle_view *puzzle)
{
    const struct puzzle *z = &puzzle->task.solver.puzzle;
    struct message ignored;

    return puzzle->over && !z->game->hidden && puzzle->task.trainer->mode != TRAINER_STORM &&
           puzzle_solver_say_rest(&puzzle->task.solver, z->game->seat_names, &ignored);
}

// A game of its own, saved as any other; leaving it returns to the puzzle.
static void play_on(struct game_view *view)
{
    const struct puzzle_view *puzzle = view->puzzle;
    const struct puzzle *z = &puzzle->task.solver.puzzle;
    struct match_setup setup = {.game = z->game, .options = z->options};
    struct game_view *game = malloc(sizeof *game);
    struct series single;
    struct error e;
    struct text t;

    if (!game) {
        error_set(&e, "gameview.memory", "there is no memory for a game");
        game_view_show_error(view, &e);
        return;
    }
    for (int seat = 0; seat < game_seats(z->game, &z->options); seat++) {
        struct match_seat *sits = &setup.seats[seat];
        sits->who = seat == puzzle->task.solver.seat ? MATCH_PERSON : MATCH_COMPUTER;
        text_init(&t, sits->player, sizeof sits->player);
        text_add(&t, seat == puzzle->task.solver.seat ? "" : opponent);
    }
    text_init(&t, setup.start, sizeof setup.start);
    z->game->write(&puzzle->task.solver.position, &t);
    series_init(&single, z->game, 1, false, &e); // one game is always possible
    if (game_view_begin(game, view->app, &setup, &single, &e)) {
        if (!game->message[0])
            game_view_show_message(
                game, COLOUR_QUIET,
                sentence_text(view->app->messages, "trainer.on",
                              "Played on from the end of the line, against level 7. "
                              "Q goes back to the puzzle."));
        game->flipped = view->flipped;
        game_view_run(game);
    } else {
        game_view_show_error(view, &e);
    }
    game_view_clear(game);
    free(game);
}

bool puzzle_view_command(struct game_view *view, char letter)
{
    switch (letter) {
    case 'H':
        show_puzzle_hint(view);
        return true;
    case 'G':
        give_up(view);
        return true;
    case 'N':
        leave_puzzle(view);
        return true;
    case 'Q':
        leave_puzzle(view);
        view->app->leave = true;
        return true;
    case 'F':
    case 'K':
    case '?':
        return false; // as in a game
    default:
        return true; // not of a puzzle
    }
}

void puzzle_view_status(const struct game_view *view, struct text *t)
{
    const struct puzzle_view *puzzle = view->puzzle;
    struct prompts prompts = game_view_prompts(view);

    prompts_last_turn(&prompts, view->local.driver.match.history.length, t);
    struct message message;
    puzzle_solver_say_goal(&puzzle->task.solver.puzzle, puzzle->task.solver.puzzle.game->seat_names,
                           &message);
    message_write(&message, view->app->messages, t);
    if (puzzle->task.trainer->mode != TRAINER_STORM)
        return;
    uint64_t spent = (app_now(view->app) - puzzle->began) / SECOND;
    text_char(t, ' ');
    text_say(t, view->app->messages, "trainer.seconds:seconds,solved",
             "%u seconds left, %u solved.",
             spent < PRACTICE_STORM ? (unsigned)(PRACTICE_STORM - spent) : 0,
             puzzle->task.trainer->found);
}

const char *puzzle_view_help(const struct catalogue *messages)
{
    return sentence_text(
        messages, "trainer.page",
        "# Puzzles\n"
        "In every puzzle one action alone keeps what can be forced: find it, and the next one "
        "after "
        "the answer. Touch spots or type the action, as in a game.\n"
        "- A wrong action is answered on the board by what refutes it; any key goes back.\n"
        "- Only the first attempt at a puzzle counts, and only without help.\n"
        "\n"
        "    H  hint; press again for more        G  give up and see the answer\n"
        "    N  another puzzle                    F  flip the board\n"
        "    [  look back, ] go on, Esc return    K  how it stands\n"
        "    ?  this page                         Q  leave; what was tried is kept\n"
        "    P  after the end, where the game is not over: play on against the computer\n"
        "\n");
}

const char *puzzle_view_keys(const struct game_view *view)
{
    const struct catalogue *messages = view->app->messages;

    if (may_play_on(view->puzzle))
        return sentence_text(messages, "trainer.keys-on",
                             "Enter next puzzle  P play on  [ look back  F flip  Q leave");
    if (view->puzzle->over)
        return sentence_text(messages, "trainer.keys-over",
                             "Enter next puzzle  [ look back  F flip  Q leave");
    if (view->puzzle->refuting)
        return sentence_text(messages, "trainer.keys-back", "Any key goes back to the puzzle");
    return sentence_text(messages, "trainer.keys",
                         "Enter touch  H hint  G show me  N another  F flip  ? help  Q leave");
}

// ---------------------------------------------------------------------------------------------
// Puzzle after puzzle
// ---------------------------------------------------------------------------------------------

static void handle_event(struct game_view *view, struct event event)
{
    struct puzzle_view *puzzle = view->puzzle;

    if (puzzle->over &&
        (event.kind == EVENT_ENTER || (event.kind == EVENT_CHARACTER && event.character == ' '))) {
        view->done = true;
        return;
    }
    if (event.kind == EVENT_CHARACTER && (event.character == 'p' || event.character == 'P') &&
        may_play_on(puzzle)) {
        play_on(view);
        return;
    }
    if (puzzle->refuting && !puzzle->over && event.kind != EVENT_RESIZE) {
        take_back(view);
        view->message[0] = 0;
        if (event.kind != EVENT_CHARACTER || event.character <= ' ')
            return;
    }
    game_view_handle(view, event);
}

static void run_puzzle(struct game_view *view)
{
    struct app *app = view->app;

    while (!app->leave && !view->done && !time_is_up(view->puzzle, app)) {
        game_view_draw(view);
        struct event event =
            app_read_event(app, view->puzzle->task.trainer->mode == TRAINER_STORM ? TICK : -1);
        if (event.kind != EVENT_NONE)
            handle_event(view, event);
    }
}

static bool solve_one(struct app *app, struct puzzle_view *puzzle, struct trainer *trainer,
                      unsigned number, struct error *e)
{
    struct game_view *view = malloc(sizeof *view);
    struct match m;

    if (!view)
        return error_set(e, "gameview.memory", "there is no memory for a game");
    puzzle->over = puzzle->refuting = false;
    bool good = puzzle_task_begin(&puzzle->task, trainer, number, &m, e);
    if (good) {
        game_view_begin_puzzle(view, app, &m, puzzle);
        run_puzzle(view);
        game_view_clear(view);
    }
    free(view);
    return good;
}

void puzzle_view_run(struct app *app, struct trainer *trainer, struct text *last, struct error *e)
{
    struct puzzle_view p = {.task.trainer = trainer, .began = app_now(app)};
    bool good = true;
    int number = PRACTICE_NONE;

    while (good && !app->leave && !time_is_up(&p, app) && (number = trainer_next(trainer)) >= 0)
        good = solve_one(app, &p, trainer, (unsigned)number, e);
    if (good && !app->leave)
        trainer_say_over(trainer, app->messages, last);
    if (!good)
        message_write(&e->message, app->messages, last);
}
