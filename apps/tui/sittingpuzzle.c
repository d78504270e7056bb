// SPDX-License-Identifier: MIT
// Puzzles at the screen. What refutes a wrong action is played on the board and taken back by the next key; the match follows the solving
// (coach/puzzlesolver.h) and is not kept, only the attempt is (tui/drill.h). A game that is played on from the end is kept like any other.
#include "tui/sitting.h"

#include <stdlib.h>
#include <string.h>

enum { STEP = 700, TICK = 500, SECOND = 1000, HINT_LEVELS = 3 };

// Who answers when the game is played on from the end of a line: well and soon, as on the page.
static const char opponent[] = "level:7";

static const unsigned hint_levels[HINT_LEVELS] = {HINT_AREA, HINT_BEST, HINT_REASON};

// ---------------------------------------------------------------------------------------------
// The books
// ---------------------------------------------------------------------------------------------

static void keep(struct sitting *s, bool solved)
{
    struct sitting_puzzle *p = s->puzzle;

    if (p->kept)
        return;
    p->kept = true;
    drill_finish(p->drill, p->number, solved);
}

// Solved, shown, or failed where that ends it: now length and rating are told.
static void finish(struct sitting *s, const char *before)
{
    struct sitting_puzzle *p = s->puzzle;
    char text[SITTING_MESSAGE];
    struct error news;
    struct text t;

    p->over = true;
    keep(s, !p->failed);
    text_init(&t, text, sizeof text);
    text_add(&t, before);
    if (*before)
        text_char(&t, ' ');
    drill_say_end(p->drill, &p->solving, p->number, !p->failed, p->before, s->app->words, &t);
    if (drill_news(p->drill, &news)) {
        text_char(&t, ' ');
        error_tell(&news, s->app->words, &t);
    }
    sitting_say(s, p->failed ? COLOUR_BAD : COLOUR_GOOD, text);
}

static bool ends_with_failure(const struct sitting_puzzle *p)
{
    return p->drill->mode == DRILL_STREAK || p->drill->mode == DRILL_STORM;
}

static bool time_is_up(const struct sitting *s)
{
    return s->puzzle->drill->mode == DRILL_STORM &&
           app_now(s->app) - s->puzzle->began >= (uint64_t)PRACTICE_STORM * SECOND;
}

// ---------------------------------------------------------------------------------------------
// The board
// ---------------------------------------------------------------------------------------------

// Plays an action, shows it, and waits a little; a key goes on at once.
static void show_action(struct sitting *s, game_action action, bool wait)
{
    struct error e;

    if (!driver_play(&s->local.driver, action, 0, &e))
        return;
    sitting_changed(s);
    if (!wait)
        return;
    sitting_draw(s);
    struct event event = app_read_event(s->app, STEP);
    if (event.kind != EVENT_NONE && event.kind != EVENT_RESIZE)
        screen_push(&s->app->screen, event);
}

// Back to the position that is asked about.
static void take_back(struct sitting *s)
{
    struct sitting_puzzle *p = s->puzzle;
    unsigned length = p->solving.puzzle.past_length + p->solving.played_count;
    struct error e;

    while (s->local.driver.match.history.length > length &&
           match_undo(&s->local.driver.match, 0, &e))
        ;
    p->refuting = false;
    sitting_changed(s);
}

static void show_played(struct sitting *s, unsigned from)
{
    const struct puzzle_solver *solving = &s->puzzle->solving;

    for (unsigned i = from; i < solving->played_count; i++)
        show_action(s, solving->played[i], i + 1 < solving->played_count);
}

static void answer_wrong(struct sitting *s, game_action action)
{
    struct sitting_puzzle *p = s->puzzle;
    char text[SITTING_MESSAGE];
    struct refutation r = {0};
    struct error e;
    struct text t;
    struct thinker *helper = driver_helper(&s->local.driver, &e);

    p->failed = true;
    if (!helper) {
        sitting_refuse(s, &e);
        return;
    }
    puzzle_solver_refute(&p->solving, helper, &s->local.driver.match.history, action, NULL, &r);
    text_init(&t, text, sizeof text);
    drill_say_wrong(&p->solving, action, &r, s->app->words, &t);
    sitting_say(s, COLOUR_BAD, text);
    p->refuting = true;
    show_action(s, action, r.count > 0);
    for (unsigned i = 0; i < r.count; i++)
        show_action(s, r.actions[i], i + 1 < r.count);
    keep(s, false);
    if (ends_with_failure(p))
        finish(s, text);
}

void sitting_puzzle_try(struct sitting *s, game_action action)
{
    struct sitting_puzzle *p = s->puzzle;
    unsigned from = p->solving.played_count;

    if (p->over)
        return;
    s->message[0] = 0;
    switch (puzzle_solver_try(&p->solving, action)) {
    case PUZZLE_ATTEMPT_WRONG:
        answer_wrong(s, action);
        break;
    case PUZZLE_ATTEMPT_RIGHT:
        p->hint_level = 0;
        sitting_say(s, COLOUR_GOOD, sentence_text(s->app->words, "drill.right", "Right."));
        show_played(s, from);
        s->message[0] = 0; // the status tells what was answered
        break;
    case PUZZLE_ATTEMPT_SOLVED:
        show_played(s, from);
        finish(s, "");
    }
}

// ---------------------------------------------------------------------------------------------
// Commands
// ---------------------------------------------------------------------------------------------

static void sitting_puzzle_hint(struct sitting *s)
{
    struct sitting_puzzle *p = s->puzzle;
    const struct catalogue *words = s->app->words;
    char text[HINT_BYTES + 160];
    struct hint hint;
    struct text t;

    if (p->over)
        return;
    hint_known(&s->local.driver.match.history, puzzle_solver_solution(&p->solving), &hint);
    text_init(&t, text, sizeof text);
    hint_text(&hint, hint_levels[p->hint_level], words, p->solving.puzzle.game->seat_names, &t);
    if (p->hint_level + 1 < HINT_LEVELS && (p->hint_level == 0 || hint.reasons.count))
        p->hint_level++;
    if (!p->failed) {
        text_char(&t, ' ');
        text_add(&t,
                 sentence_text(words, "drill.helped", "With help it does not count as solved."));
    }
    p->failed = true;
    sitting_say(s, COLOUR_GOOD, text);
}

static void give_up(struct sitting *s)
{
    struct sitting_puzzle *p = s->puzzle;
    unsigned from = p->solving.played_count;

    if (p->over)
        return;
    p->failed = true;
    puzzle_solver_reveal(&p->solving);
    show_played(s, from);
    finish(s, "");
}

// Another puzzle; one that was begun and failed counts as such.
static void leave_puzzle(struct sitting *s)
{
    if (!s->puzzle->over && (s->puzzle->failed || s->puzzle->solving.found))
        keep(s, false);
    s->done = true;
}

// Where a line ends before the game does. Who holds secrets cannot go on from what one seat sees, and a storm has no time.
static bool may_play_on(const struct sitting_puzzle *p)
{
    const struct puzzle *z = &p->solving.puzzle;
    struct error ignored;

    return p->over && !z->game->hidden && p->drill->mode != DRILL_STORM &&
           puzzle_solver_say_rest(&p->solving, z->game->seat_names, &ignored);
}

// A game of its own, kept as any other; whoever leaves it is back at the puzzle.
static void play_on(struct sitting *s)
{
    const struct sitting_puzzle *p = s->puzzle;
    const struct puzzle *z = &p->solving.puzzle;
    struct match_setup setup = {.game = z->game, .options = z->options};
    struct sitting *game = malloc(sizeof *game);
    struct series single;
    struct error e;
    struct text t;

    if (!game) {
        error_set(&e, "sitting.memory", "there is no memory for a game");
        sitting_refuse(s, &e);
        return;
    }
    for (int seat = 0; seat < game_seats(z->game, &z->options); seat++) {
        struct match_seat *sits = &setup.seats[seat];
        sits->who = seat == p->solving.seat ? MATCH_PERSON : MATCH_COMPUTER;
        text_init(&t, sits->player, sizeof sits->player);
        text_add(&t, seat == p->solving.seat ? "" : opponent);
    }
    text_init(&t, setup.start, sizeof setup.start);
    z->game->write(&p->solving.position, &t);
    series_init(&single, z->game, 1, false, &e); // one game is always possible
    if (sitting_begin(game, s->app, &setup, &single, &e)) {
        if (!game->message[0])
            sitting_say(game, COLOUR_QUIET,
                        sentence_text(s->app->words, "drill.on",
                                      "Played on from the end of the line, against level 7. "
                                      "Q goes back to the puzzle."));
        game->flipped = s->flipped;
        sitting_run(game);
    } else {
        sitting_refuse(s, &e);
    }
    sitting_clear(game);
    free(game);
}

bool sitting_puzzle_command(struct sitting *s, char letter)
{
    switch (letter) {
    case 'H':
        sitting_puzzle_hint(s);
        return true;
    case 'G':
        give_up(s);
        return true;
    case 'N':
        leave_puzzle(s);
        return true;
    case 'Q':
        leave_puzzle(s);
        s->app->leave = true;
        return true;
    case 'F':
    case 'K':
    case '?':
        return false; // as in a game
    default:
        return true; // not of a puzzle
    }
}

void sitting_puzzle_status(const struct sitting *s, struct text *t)
{
    const struct sitting_puzzle *p = s->puzzle;
    struct prompts prompts = sitting_prompts(s);

    prompts_last_turn(&prompts, s->local.driver.match.history.length, t);
    struct error said;
    puzzle_solver_say_goal(&p->solving.puzzle, p->solving.puzzle.game->seat_names, &said);
    error_tell(&said, s->app->words, t);
    if (p->drill->mode != DRILL_STORM)
        return;
    uint64_t spent = (app_now(s->app) - p->began) / SECOND;
    text_char(t, ' ');
    text_say(t, s->app->words, "drill.seconds:seconds,solved", "%u seconds left, %u solved.",
             spent < PRACTICE_STORM ? (unsigned)(PRACTICE_STORM - spent) : 0, p->drill->found);
}

const char *sitting_puzzle_page(const struct catalogue *words)
{
    return sentence_text(
        words, "drill.page",
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

const char *sitting_puzzle_keys(const struct sitting *s)
{
    const struct catalogue *words = s->app->words;

    if (may_play_on(s->puzzle))
        return sentence_text(words, "drill.keys-on",
                             "Enter next puzzle  P play on  [ look back  F flip  Q leave");
    if (s->puzzle->over)
        return sentence_text(words, "drill.keys-over",
                             "Enter next puzzle  [ look back  F flip  Q leave");
    if (s->puzzle->refuting)
        return sentence_text(words, "drill.keys-back", "Any key goes back to the puzzle");
    return sentence_text(words, "drill.keys",
                         "Enter touch  H hint  G show me  N another  F flip  ? help  Q leave");
}

// ---------------------------------------------------------------------------------------------
// A sitting
// ---------------------------------------------------------------------------------------------

static void handle(struct sitting *s, struct event event)
{
    struct sitting_puzzle *p = s->puzzle;

    if (p->over &&
        (event.kind == EVENT_ENTER || (event.kind == EVENT_CHARACTER && event.character == ' '))) {
        s->done = true;
        return;
    }
    if (event.kind == EVENT_CHARACTER && (event.character == 'p' || event.character == 'P') &&
        may_play_on(p)) {
        play_on(s);
        return;
    }
    if (p->refuting && !p->over && event.kind != EVENT_RESIZE) {
        take_back(s);
        s->message[0] = 0;
        if (event.kind != EVENT_CHARACTER || event.character <= ' ')
            return;
    }
    sitting_handle(s, event);
}

static void solve(struct sitting *s)
{
    struct app *app = s->app;

    while (!app->leave && !s->done && !time_is_up(s)) {
        sitting_draw(s);
        struct event event = app_read_event(app, s->puzzle->drill->mode == DRILL_STORM ? TICK : -1);
        if (event.kind != EVENT_NONE)
            handle(s, event);
    }
}

static bool solve_one(struct app *app, struct sitting_puzzle *p, struct error *e)
{
    struct sitting *s = malloc(sizeof *s);
    struct puzzle z;
    struct match m;

    if (!s)
        return error_set(e, "sitting.memory", "there is no memory for a game");
    if (!drill_read(p->drill, p->number, &z, e)) {
        free(s);
        return false;
    }
    puzzle_solver_init(&p->solving, &z);
    bool good = puzzle_solver_match(&z, p->solving.seat, &m, e);
    if (good) {
        p->failed = p->kept = p->over = p->refuting = false;
        p->hint_level = 0;
        p->before = (unsigned)(p->drill->solver.rating + 0.5);
        sitting_adopt(s, app, &m, p);
        solve(s);
        sitting_clear(s);
    }
    free(s);
    return good;
}

void sitting_solve(struct app *app, struct drill *d, struct text *last, struct error *e)
{
    struct sitting_puzzle p = {.drill = d, .began = app_now(app)};
    bool good = true;
    int number = PRACTICE_NONE;

    while (
        good && !app->leave &&
        !(d->mode == DRILL_STORM && app_now(app) - p.began >= (uint64_t)PRACTICE_STORM * SECOND) &&
        (number = drill_next(d)) >= 0) {
        p.number = (unsigned)number;
        good = solve_one(app, &p, e);
    }
    if (good && !app->leave)
        drill_say_over(d, app->words, last);
    if (!good)
        error_tell(e, app->words, last);
}
