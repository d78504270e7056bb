// SPDX-License-Identifier: MIT
// `abax puzzle`: solve proven puzzles at the keyboard, at the screen of the terminal if there is
// one, otherwise line by line. What is tried is kept (tui/trainer.h).
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "base/jsonwrite.h"
#include "cli/cli.h"
#include "games/registry.h"
#include "render/text.h"
#include "tui/trainer.h"
#include "tui/tui.h"

enum { MEGABYTES = 16, SECONDS_A_DAY = 86400, MICROSECONDS = 1000 };

struct puzzle_options {
    bool streak, storm, day, retry, history, plain, ascii, colourless;
    const char *date, *themes;
};

struct puzzle_run {
    const struct catalogue *messages;
    struct output *out;
    struct trainer trainer;
    struct thinker thinker;
    uint64_t began; // microseconds
    bool left;      // the person wants to go, or the input has ended

    struct puzzle_task task;
    struct match match; // up to the position of the puzzle
};

// ---------------------------------------------------------------------------------------------
// Printing
// ---------------------------------------------------------------------------------------------

static void print_line(struct puzzle_run *s, const char *text)
{
    if (*text)
        output_wrapped(s->out, text, 0);
}

static void print_news(struct puzzle_run *s)
{
    struct error news;

    if (trainer_news(&s->trainer, &news))
        cli_tell(s->out, s->messages, &news, "\n");
}

static void draw_board(struct puzzle_run *s)
{
    const struct puzzle *z = &s->task.solver.puzzle;
    struct scene scene;

    history_scene_for(&s->match.history, s->task.solver.seat, s->task.solver.seat, &scene);
    render_board_text(z->game, &z->options, &scene, s->messages, s->out);
}

static void print_goal(struct puzzle_run *s)
{
    char text[TRAINER_SENTENCE_BYTES];
    struct text t;

    text_init(&t, text, sizeof text);
    trainer_say_goal(&s->task.solver.puzzle, s->messages, &t);
    draw_board(s);
    print_line(s, text);
}

// An attempt is recorded as soon as it failed or was solved; after a failure one may go on.
static void record_attempt(struct puzzle_run *s, bool solved)
{
    puzzle_task_record(&s->task, solved);
    print_news(s);
}

static void print_end(struct puzzle_run *s)
{
    char text[TRAINER_SENTENCE_BYTES];
    struct text t;

    text_init(&t, text, sizeof text);
    puzzle_task_say_end(&s->task, s->messages, &t);
    print_line(s, text);
}

// ---------------------------------------------------------------------------------------------
// Trying
// ---------------------------------------------------------------------------------------------

// What was played since, in words, and the history follows.
static bool play_replies(struct puzzle_run *s, unsigned from)
{
    const struct puzzle *z = &s->task.solver.puzzle;
    char text[TRAINER_SENTENCE_BYTES];
    struct error e;
    struct text t;

    text_init(&t, text, sizeof text);
    trainer_say_line(z->game, &s->match.history.position, s->task.solver.played + from,
                     s->task.solver.played_count - from, s->messages, &t);
    print_line(s, text);
    for (unsigned i = from; i < s->task.solver.played_count; i++) {
        if (!match_play(&s->match, s->task.solver.played[i], 0, &e))
            return false;
    }
    return true;
}

static void answer_wrong(struct puzzle_run *s, game_action action)
{
    char text[TRAINER_SENTENCE_BYTES];
    struct refutation r;
    struct text t;

    s->task.failed = true;
    text_init(&t, text, sizeof text);
    puzzle_solver_refute(&s->task.solver, &s->thinker, &s->match.history, action, NULL, &r);
    trainer_say_wrong(&s->task.solver, action, &r, s->messages, &t);
    print_line(s, text);
    record_attempt(s, false);
}

static void try_action(struct puzzle_run *s, const char *word)
{
    struct attempt_answer tried;
    struct error e;

    if (!command_attempt(&s->match.history, word, &tried, &e)) {
        cli_tell(s->out, s->messages, &e, "\n");
        return;
    }
    if (tried.verdict != ATTEMPT_LEGAL) {
        history_refuse(word, &tried, &e);
        cli_tell(s->out, s->messages, &e, "\n");
        return;
    }
    unsigned from = s->task.solver.played_count;
    switch (puzzle_solver_try(&s->task.solver, tried.action)) {
    case PUZZLE_ATTEMPT_WRONG:
        answer_wrong(s, tried.action);
        return;
    case PUZZLE_ATTEMPT_RIGHT:
        print_line(s, sentence_text(s->messages, "trainer.right", "Right."));
        s->left |= !play_replies(s, from);
        s->task.hint_level = 0;
        print_goal(s);
        return;
    case PUZZLE_ATTEMPT_SOLVED:
        s->left |= !play_replies(s, from);
    }
}

static void give_hint(struct puzzle_run *s)
{
    char text[TRAINER_SENTENCE_BYTES];
    struct text t;

    text_init(&t, text, sizeof text);
    puzzle_task_hint(&s->task, &s->match.history, s->messages, &t);
    print_line(s, text);
}

static void give_up(struct puzzle_run *s)
{
    unsigned from = s->task.solver.played_count;

    s->task.failed = true;
    puzzle_solver_reveal(&s->task.solver);
    s->left |= !play_replies(s, from);
}

// What can be typed beside actions; English words always.
enum typed { QUIT, SKIP, HINT, SHOW, MOVES, BOARD, TYPED };
static const struct sentence typed[TYPED] = {
    SENTENCE("plain.word.quit", "quit"),     SENTENCE("trainer.word.skip", "skip"),
    SENTENCE("trainer.word.hint", "hint"),   SENTENCE("trainer.word.show", "show"),
    SENTENCE("trainer.word.moves", "moves"), SENTENCE("trainer.word.board", "board"),
};

static enum typed read_typed(const struct puzzle_run *s, const char *word)
{
    unsigned i = 0;

    while (i < TYPED && strcasecmp(word, typed[i].english) != 0 &&
           strcasecmp(word, sentence_row(s->messages, &typed[i])) != 0)
        i++;
    return (enum typed)i;
}

// Does what a line says; false when the puzzle is left.
static bool answer_word(struct puzzle_run *s, const char *word)
{
    switch (read_typed(s, word)) {
    case QUIT:
        s->left = true;
        break;
    case SKIP:
        return false;
    case HINT:
        give_hint(s);
        break;
    case SHOW:
        give_up(s);
        break;
    case MOVES:
        cli_print_actions(&s->match.history, s->out);
        break;
    case BOARD:
        print_goal(s);
        break;
    case TYPED:
        if (word[0])
            try_action(s, word);
    }
    return true;
}

static bool time_is_up(const struct puzzle_run *s)
{
    return trainer_time_is_up(&s->trainer, (cli_clock() - s->began) / MICROSECONDS);
}

static bool is_done(const struct puzzle_run *s)
{
    return puzzle_solver_done(&s->task.solver);
}

// In a streak and a storm a puzzle ends with the first mistake.
static bool goes_on(const struct puzzle_run *s)
{
    return !s->left && !is_done(s) && !time_is_up(s) &&
           !(s->task.failed && trainer_ends_with_failure(&s->trainer));
}

static void solve_puzzle(struct puzzle_run *s)
{
    char word[CLI_WORD];

    print_goal(s);
    while (goes_on(s)) {
        if (!cli_ask(s->out, sentence_text(s->messages, "learn.action", "Your action:"), word)) {
            s->left = true;
            break;
        }
        if (time_is_up(s) || !answer_word(s, word))
            break;
    }
    if (time_is_up(s) && !s->task.failed && !is_done(s))
        return; // it came too late to count
    if (is_done(s))
        record_attempt(s, !s->task.failed);
    else
        puzzle_task_leave(&s->task);
    print_news(s);
    if (s->task.recorded && (is_done(s) || s->task.failed))
        print_end(s);
}

// ---------------------------------------------------------------------------------------------
// A run of puzzles
// ---------------------------------------------------------------------------------------------

static bool solve_puzzles(struct puzzle_run *s, struct error *e)
{
    char text[TRAINER_SENTENCE_BYTES];
    struct text t;
    bool good = true;
    int number;

    while (good && !s->left && !time_is_up(s) && (number = trainer_next(&s->trainer)) >= 0) {
        good = puzzle_task_begin(&s->task, &s->trainer, (unsigned)number, &s->match, e);
        if (good) {
            solve_puzzle(s);
            match_clear(&s->match);
            output_add(s->out, "\n");
        }
    }
    if (good && !s->left) {
        text_init(&t, text, sizeof text);
        trainer_say_over(&s->trainer, s->messages, &t);
        print_line(s, text);
    }
    return good;
}

static int64_t today(void)
{
    return (int64_t)time(NULL) / SECONDS_A_DAY;
}

static enum trainer_mode mode_of(const struct puzzle_options *chosen)
{
    return chosen->streak  ? TRAINER_STREAK
           : chosen->storm ? TRAINER_STORM
           : chosen->day   ? TRAINER_DAY
           : chosen->retry ? TRAINER_RETRY
                           : TRAINER_RUN;
}

// The game of the day's puzzle, when none was named.
static const struct game *game_of_day(int64_t day)
{
    struct practice_file files[64];
    unsigned count = 0;

    for (unsigned i = 0; i < registry_count() && count < 64; i++) {
        const struct game *g = registry_game(i);
        const char *bytes = registry_puzzles(g);
        struct puzzle_file f;
        struct error ignored;
        if (!*bytes || g->unlisted || !puzzle_file_open(&f, bytes, strlen(bytes), &ignored))
            continue;
        files[count++] = (struct practice_file){g->name, f.count};
    }
    int chosen = practice_file_of_day(day, files, count);
    return chosen < 0 ? NULL : registry_find(files[chosen].game);
}

static void print_history_json(const struct trainer *trainer, struct output *out)
{
    char date[16];
    struct trainer_totals sums;
    struct json_writer j;
    struct text t;

    trainer_total(trainer, &sums);
    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_string(&j, "game", trainer->game->name);
    json_write_number(&j, "rating", (long long)(trainer->solver.rating + 0.5));
    json_write_number(&j, "deviation", (long long)(trainer->solver.deviation + 0.5));
    json_write_number(&j, "puzzles", trainer->puzzles);
    json_write_number(&j, "tried", sums.tried);
    json_write_number(&j, "solved", sums.solved);
    json_write_number(&j, "due", sums.due);
    json_write_number(&j, "waiting", sums.waiting);
    json_write_number(&j, "streak", sums.streak);
    json_write_number(&j, "storm", sums.storm);
    json_write_array(&j, "attempts");
    for (unsigned i = 0; i < trainer->attempt_count; i++) {
        static const char *const modes[] = {"run", "streak", "storm", "day", "retry"};
        const struct trainer_attempt *a = &trainer->attempts[i];
        text_init(&t, date, sizeof date);
        practice_write_date(a->day, &t);
        json_write_object(&j, NULL);
        json_write_string(&j, "day", date);
        json_write_number(&j, "number", a->number + 1);
        json_write_string(&j, "mode", modes[a->mode]);
        json_write_bool(&j, "solved", a->solved);
        json_write_number(&j, "rating", a->rating);
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    json_write_end_object(&j);
    output_add(out, "\n");
}

static void print_history(const struct arguments *a, const struct trainer *trainer,
                          struct output *out)
{
    char text[TRAINER_SENTENCE_BYTES];
    struct text t;

    if (a->json) {
        print_history_json(trainer, out);
        return;
    }
    text_init(&t, text, sizeof text);
    trainer_say_totals(trainer, a->host->messages, &t);
    output_add(out, text);
}

static bool practise(struct puzzle_run *s, const struct arguments *a, struct error *e)
{
    char title[160];
    struct text t;

    if (!thinker_init(&s->thinker, MEGABYTES, NULL, e))
        return false;
    thinker_forget(&s->thinker, 1);
    text_init(&t, title, sizeof title);
    text_say(&t, s->messages, "trainer.begin:game",
             "%s. Type an action, or 'hint', 'show', 'moves', 'board', 'skip' or 'quit'.",
             catalogue_text(s->messages, a->game->title, "%s.title", a->game->name));
    print_line(s, title);
    s->began = cli_clock();
    bool good = solve_puzzles(s, e);
    thinker_clear(&s->thinker);
    return good;
}

// At the screen; what there was to say at the end stays in the terminal.
static bool practise_screen(struct puzzle_run *s, const struct puzzle_options *chosen,
                            struct error *e)
{
    const struct tui_request request = {.ascii = chosen->ascii,
                                        .colourless = chosen->colourless,
                                        .clock = cli_clock,
                                        .messages = s->messages};
    char text[TRAINER_SENTENCE_BYTES];
    struct text t;

    text_init(&t, text, sizeof text);
    if (!tui_puzzle(&request, &s->trainer, &t, e))
        return false;
    print_line(s, text);
    return true;
}

static bool check_words(const struct arguments *a, struct error *e)
{
    const struct puzzle_options *chosen = a->chosen;

    if (chosen->streak + chosen->storm + chosen->day + chosen->retry + chosen->history > 1)
        return error_set(e, "trainer.one",
                         "only one of --streak, --storm, --day, --retry and "
                         "--history can be wanted");
    return !a->json || chosen->history || error_set(e, "trainer.json", "--json is for --history");
}

static bool run_puzzle(const struct arguments *given, struct output *out, struct error *e)
{
    const struct puzzle_options *chosen = given->chosen;
    struct puzzle_run s = {.messages = given->host->messages, .out = out};
    struct arguments a = *given;
    struct saves saves = {.messages = s.messages};
    struct error unkept;
    int64_t day = today();

    if (!check_words(&a, e) || (chosen->date && !practice_read_date(chosen->date, &day, e)))
        return false;
    if (!a.game && !(chosen->day && (a.game = game_of_day(day))) &&
        !cli_choose_game(&a, out, &a.game))
        return true;
    bool kept = saves_open(&saves, &unkept);
    bool good = trainer_open(&s.trainer, a.game, &saves, day, e);
    good = good && (!chosen->themes || trainer_filter(&s.trainer, chosen->themes, e));
    s.trainer.mode = mode_of(chosen);
    s.trainer.seed = a.seed ? a.seed : cli_clock();
    if (good && !kept)
        cli_tell(out, s.messages, &unkept, "\n");
    print_news(&s);
    if (good && chosen->history)
        print_history(&a, &s.trainer, out);
    else if (good)
        good =
            chosen->plain || !tui_possible() ? practise(&s, &a, e) : practise_screen(&s, chosen, e);
    trainer_clear(&s.trainer);
    return good;
}

static const struct puzzle_options defaults = {.plain = false};
static const struct option options[] = {
    {OPTION("--streak", "", FLAG), OPTION_LOCAL(puzzle_options, streak),
     .help = SENTENCE("option.puzzle.streak", "harder and harder, until one is failed")},
    {OPTION("--storm", "", FLAG), OPTION_LOCAL(puzzle_options, storm),
     .help = SENTENCE("option.puzzle.storm", "as many as can be solved in three minutes")},
    {OPTION("--day", "", FLAG), OPTION_LOCAL(puzzle_options, day),
     .help = SENTENCE("option.puzzle.day",
                      "the day's puzzle, the same for everybody; without GAME, of the day's game")},
    {OPTION("--retry", "", FLAG), OPTION_LOCAL(puzzle_options, retry),
     .help = SENTENCE("option.puzzle.retry", "failed puzzles that are due again")},
    {OPTION("--themes", "LIST", WORD), OPTION_LOCAL(puzzle_options, themes),
     .help = SENTENCE("option.puzzle.themes",
                      "only puzzles with one of these themes, with commas between them")},
    {OPTION("--history", "", FLAG), OPTION_LOCAL(puzzle_options, history),
     .help = SENTENCE("option.puzzle.history", "tell rating and figures, and solve nothing")},
    {OPTION("--plain", "", FLAG), OPTION_LOCAL(puzzle_options, plain),
     .help = SENTENCE("option.puzzle.plain", "solve line by line, without a screen")},
    {OPTION("--ascii", "", FLAG), OPTION_LOCAL(puzzle_options, ascii),
     .help =
         SENTENCE("option.play.ascii", "draw with plain letters, whatever the terminal can do")},
    {OPTION("--no-colour", "", FLAG), OPTION_LOCAL(puzzle_options, colourless),
     .help = SENTENCE("option.play.no-colour", "draw without colours")},
    {OPTION("--date", "DATE", WORD), OPTION_LOCAL(puzzle_options, date),
     .help = SENTENCE("option.puzzle.date", "as if it were this day, such as 2026-11-16")},
    {OPTION("--seed", "N", NUMBER), OPTION_SHARED(seed), .least = 1, .most = UINT64_MAX,
     .help = SENTENCE("option.puzzle.seed", "choose puzzles by this number")},
    OPTION_END,
};

const struct command cli_puzzle_command = {
    .name = "puzzle",
    .usage = "[GAME] [OPTION...]",
    .help = SENTENCE("cli.command.puzzle", "solve proven puzzles"),
    .more = SENTENCE(
        "cli.command.puzzle.more",
        "In every puzzle one action alone keeps what can be forced. Type it, or 'hint', 'show', "
        "'moves',\n"
        "'board', 'skip' or 'quit'. A wrong action is answered with what refutes it. The first "
        "attempt at a\n"
        "puzzle counts for your rating; failed ones come back after 1, 3, 7, 21 and 60 days "
        "(--retry). What\n"
        "was tried is kept in $XDG_DATA_HOME/abax, or ~/.local/share/abax."),
    .game = COMMAND_ASKED_GAME,
    .options = COMMAND_OPTIONS(options, options_json),
    .run = run_puzzle,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
