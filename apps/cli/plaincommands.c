// SPDX-License-Identifier: MIT
// Commands of plain play, each with its word in every language: the English word is always
// understood as well. Every answer is one sentence, or lines that were asked for.
#include "cli/plain.h"

#include <string.h>
#include <strings.h>

#include "coach/review.h"
#include "render/legend.h"
#include "render/text.h"
#include "protocol/advice.h"

enum { LONG = 2 * HINT_BYTES, SAVE_NAME = 48 };

static void list_commands(struct plain *p, const char *rest);

// ---------------------------------------------------------------------------------------------
// Looking
// ---------------------------------------------------------------------------------------------

static void draw_board(struct plain *p, const char *rest)
{
    const struct match *m = &p->local.driver.match;
    struct scene scene;

    bool on =
        !strcasecmp(rest, "on") || !strcasecmp(rest, sentence_text(p->messages, "plain.on", "on"));
    if (on || !strcasecmp(rest, "off") ||
        !strcasecmp(rest, sentence_text(p->messages, "plain.off", "off"))) {
        p->board = on;
        plain_line(p, p->board ? sentence_text(p->messages, "plain.board-on",
                                               "The board is drawn before every turn of yours.")
                               : sentence_text(p->messages, "plain.board-off",
                                               "The board is drawn only when you ask for it."));
        return;
    }
    plain_scene(p, &scene);
    render_board_text(m->setup.game, &m->setup.options, &scene, p->messages, p->out);
}

// Every spot with something on it, in words.
static void tell_pieces(struct plain *p, const char *rest)
{
    struct legend l = {p->local.driver.match.setup.game, p->messages};
    struct scene scene;

    plain_scene(p, &scene);
    for (unsigned i = 0; i < scene.spot_count; i++) {
        char line[PROMPT_BYTES];
        struct text t;
        bool named = !rest[0] || !strcmp(rest, scene.spots[i].name);
        if (scene.spots[i].use != SCENE_PLACE || !named || (!rest[0] && !top_piece(&scene, i)))
            continue;
        text_init(&t, line, sizeof line);
        legend_spot(&l, &scene, i, &t);
        plain_line(p, line);
    }
}

static void tell_counters(struct plain *p, const char *rest)
{
    const struct match *m = &p->local.driver.match;
    struct legend l = {m->setup.game, p->messages};
    struct scene scene;
    char line[PROMPT_BYTES];
    struct text t;

    (void)rest;
    plain_scene(p, &scene);
    for (int owner = SCENE_NOBODY; owner < match_seats(m); owner++) {
        text_init(&t, line, sizeof line);
        if (legend_counters(&l, &scene, owner, &t))
            plain_line(p, line);
    }
    text_init(&t, line, sizeof line);
    match_status(m, p->messages, &t);
    plain_line(p, line);
}

static void print_clues(struct plain *p, const char *rest)
{
    (void)rest;
    if (!plain_print_clues(p, false))
        plain_line(p,
                   sentence_text(p->messages, "plain.no-desk", "Nothing is hidden in this game."));
}

static void list_moves(struct plain *p, const char *rest)
{
    if (match_over(&p->local.driver.match))
        plain_tell_end(p);
    else
        plain_list_actions(p, rest);
}

// What was played so far, turn by turn, in words.
static void tell_game(struct plain *p, const char *rest)
{
    const struct match *m = &p->local.driver.match;

    (void)rest;
    for (unsigned i = 0; i < m->history.length; i++) {
        char named[GAME_NAMED_BYTES], name[PROMPT_NAME_BYTES];
        struct text t;
        text_init(&t, named, sizeof named);
        match_add_named(m, i, p->messages, &t);
        output_say(p->out, p->messages, "plain.entry:number,name,action", "%u. %s: %s", i + 1,
                   plain_name(p, m->entries[i].seat, name), named);
        output_add(p->out, "\n");
    }
    if (m->history.length == 0)
        plain_line(p, sentence_text(p->messages, "plain.nothing", "Nothing was played yet."));
}

static void tell_count(struct plain *p, const char *rest)
{
    struct prompts prompts = plain_prompts(p);
    struct scene scene;
    char line[PROMPT_BYTES];
    struct text t;
    unsigned step = 0;

    (void)rest;
    plain_scene(p, &scene);
    for (; text_init(&t, line, sizeof line), prompts_count(&prompts, &scene, step, &t); step++)
        plain_line(p, line);
    if (match_over(&p->local.driver.match))
        plain_tell_end(p);
    else if (!step)
        plain_line(p, sentence_text(p->messages, "plain.no-count",
                                    "Counting comes when the game is over."));
}

static void tell_rules(struct plain *p, const char *rest)
{
    (void)rest;
    cli_print_rules(p->local.driver.match.setup.game, p->messages, p->out);
}

// ---------------------------------------------------------------------------------------------
// Help of the engine
// ---------------------------------------------------------------------------------------------

static void give_hint(struct plain *p, const char *rest)
{
    char line[LONG];
    struct error e;
    struct text t;

    (void)rest;
    if (!local_game_hint(&p->local, NULL, NULL, &e)) {
        plain_refuse(p, &e);
        return;
    }
    text_init(&t, line, sizeof line);
    local_game_say_hint(&p->local, &t);
    if (p->local.hint_level < HINT_REASON) {
        text_char(&t, ' ');
        text_say(&t, p->messages, "plain.more", "(Ask again for more.)");
    }
    plain_line(p, line);
}

static void tell_warning(struct plain *p, bool better)
{
    char line[LONG];
    struct text t;

    text_init(&t, line, sizeof line);
    local_game_say_warning(&p->local, better, &t);
    plain_line(p, line);
    output_say(p->out, p->messages, "plain.warned:anyway,better",
               "Take it back? Type another action; '%s' plays it, '%s' says what is better.",
               sentence_text(p->messages, "plain.word.anyway", "anyway"),
               sentence_text(p->messages, "plain.word.better", "better"));
    output_add(p->out, "\n");
}

static bool is_warned(struct plain *p)
{
    if (!p->local.warned)
        plain_line(
            p, sentence_text(p->messages, "plain.no-warning", "You were not warned of a move."));
    return p->local.warned;
}

static void tell_better(struct plain *p, const char *rest)
{
    (void)rest;
    if (is_warned(p))
        tell_warning(p, true);
}

static void play_anyway(struct plain *p, const char *rest)
{
    struct error e;

    (void)rest;
    if (is_warned(p) && !local_game_play(&p->local, p->local.pending_action, plain_now(), &e))
        plain_refuse(p, &e);
}

static void set_warnings(struct plain *p, const char *rest)
{
    char line[LONG];
    struct error e;
    struct text t;

    if (rest[0] && !warning_level_read(rest, &p->local.warnings)) {
        error_set(&e, "session.strength:word",
                  "warnings '%s' are none of: off, blunders, mistakes, all",
                  error_quote(rest).text);
        plain_refuse(p, &e);
        return;
    }
    text_init(&t, line, sizeof line);
    local_game_say_warnings(&p->local, &t);
    plain_line(p, line);
}

static void tell_why(struct plain *p, const char *rest)
{
    const struct match *m = &p->local.driver.match;
    struct attempt_answer answer;
    game_action action;

    if (!rest[0])
        plain_line(p, sentence_text(p->messages, "plain.why-what",
                                    "Name an action behind the word to hear why it is not legal."));
    else if (match_over(m))
        plain_tell_end(p);
    else if (game_find(m->setup.game, &m->history.position, rest, &action))
        plain_line(p, sentence_text(p->messages, "plain.legal", "That is a legal action."));
    else {
        attempt_text(m->setup.game, &m->history.position, rest, &answer);
        plain_line(p, answer.rule ? attempt_reason(&answer, p->messages)
                                  : sentence_text(p->messages, "plain.beginning",
                                                  "That is only the beginning of an action."));
    }
}

static void review_game(struct plain *p, const char *rest)
{
    struct arguments usual = {.host = p->arguments->host};
    const struct match *m = &p->local.driver.match;
    struct error e;

    (void)rest;
    if (!local_game_may_review(&p->local, &e) || !advice_review(m, &usual, p->out, &e))
        plain_refuse(p, &e);
}

// ---------------------------------------------------------------------------------------------
// Changing the game
// ---------------------------------------------------------------------------------------------

static void print_outcome(struct plain *p, bool good, const struct error *e)
{
    p->prompted = false;
    if (!good)
        plain_refuse(p, e);
}

static void undo_action(struct plain *p, const char *rest)
{
    struct error e;

    (void)rest;
    bool good = local_game_undo(&p->local, plain_now(), &e);
    if (good)
        plain_line(p,
                   sentence_text(p->messages, "plain.undone", "Your last decision is taken back."));
    print_outcome(p, good, &e);
}

static void redo_action(struct plain *p, const char *rest)
{
    struct error e;

    (void)rest;
    print_outcome(p, local_game_redo(&p->local, plain_now(), &e), &e);
}

static bool is_yes(const struct plain *p, const char *answer)
{
    return !strcasecmp(answer, sentence_text(p->messages, "plain.yes", "yes")) ||
           !strcasecmp(answer, "yes") || !strcasecmp(answer, "y");
}

// Asks the person at the keyboard; an answer may follow the word already.
static bool agrees(struct plain *p, const char *question, const char *rest)
{
    char line[CLI_WORD];

    return is_yes(p, rest) || (plain_ask(p, question, line) && is_yes(p, line));
}

static void resign_game(struct plain *p, const char *rest)
{
    const struct match *m = &p->local.driver.match;
    int seat = local_game_speaker(&p->local);
    char question[PROMPT_BYTES];
    struct error e;
    struct text t;

    text_init(&t, question, sizeof question);
    if (seat != NOBODY)
        text_say(&t, p->messages, "plain.give-up:name,yes",
                 "Does %s give up? Type '%s' to do so:", match_name_in(m, p->messages, seat),
                 sentence_text(p->messages, "plain.yes", "yes"));
    if (seat == NOBODY || match_over(m) || agrees(p, question, rest))
        print_outcome(p, local_game_resign(&p->local, seat, plain_now(), &e), &e);
}

static void offer_draw(struct plain *p, const char *rest)
{
    const struct match *m = &p->local.driver.match;
    int seat = local_game_draw_acceptor(&p->local);
    char question[PROMPT_BYTES];
    struct error e;
    struct text t;

    text_init(&t, question, sizeof question);
    if (seat != NOBODY)
        text_say(
            &t, p->messages, "plain.accept:name,yes",
            "Does %s accept the draw? Type '%s' to do so:", match_name_in(m, p->messages, seat),
            sentence_text(p->messages, "plain.yes", "yes"));
    if (seat == NOBODY || agrees(p, question, rest))
        print_outcome(p, local_game_offer_draw(&p->local, plain_now(), &e), &e);
}

static void new_game(struct plain *p, const char *rest)
{
    struct series_request request = {.second = !strcmp(rest, "second"),
                                     .revenge = !strcmp(rest, "revenge")};
    struct error e;

    if (rest[0] && !request.second && !request.revenge)
        error_set(&e, "plain.next:word", "'%s' is no choice for the next game: second or revenge",
                  error_quote(rest).text);
    else if (local_game_next(&p->local, p->seed++, &request, plain_now(), &e)) {
        print_outcome(p, true, &e);
        p->shown = 0;
        plain_tell_seats(p);
        return;
    }
    plain_refuse(p, &e);
    p->left |= !match_over(&p->local.driver.match);
}

static void save_game(struct plain *p, const char *rest)
{
    struct match *m = &p->local.driver.match;
    char name[SAVE_NAME];
    struct error e;
    struct text t;

    text_init(&t, name, sizeof name);
    if (rest[0])
        text_add(&t, rest);
    else
        text_format(&t, "%s %u", m->setup.game->name, m->history.length);
    bool good = (!saves_has(&p->saves, name) ||
                 error_set(&e, "plain.taken:name", "there is a game called %s: choose another name",
                           error_quote(name).text)) &&
                saves_write_name(&p->saves, name, m, &p->local.driver.series, plain_now(), &e);
    if (!good) {
        plain_refuse(p, &e);
        return;
    }
    output_say(p->out, p->messages, "plain.saved:name", "Saved as %s.", name);
    output_add(p->out, "\n");
}

static void resume_game(struct plain *p, const char *rest)
{
    unsigned long long number;
    struct error e;

    if (!rest[0]) {
        plain_list_kept(p);
        return;
    }
    bool good = (text_read_number(rest, SAVES_MOST, &number) ||
                 error_set(&e, "plain.kept-number:number", "'%s' is no number of a kept game",
                           error_quote(rest).text)) &&
                plain_resume(p, NULL, (unsigned)number, &e);
    print_outcome(p, good, &e);
}

// The word is heard wherever something is asked (plain_ask).
static void quit_game(struct plain *p, const char *rest)
{
    (void)rest;
    p->left = true;
}

// ---------------------------------------------------------------------------------------------
// The table
// ---------------------------------------------------------------------------------------------

static const struct plain_command {
    struct sentence word, about;
    void (*run)(struct plain *p, const char *rest);
} commands[] = {
    {SENTENCE("plain.word.help", "help"), SENTENCE("plain.about.help", "what can be typed"),
     list_commands},
    {SENTENCE("plain.word.board", "board"),
     SENTENCE("plain.about.board",
              "draws the board; 'board off' and 'board on': before every turn"),
     draw_board},
    {SENTENCE("plain.word.pieces", "pieces"),
     SENTENCE("plain.about.pieces", "says what lies where; with a square behind it, only there"),
     tell_pieces},
    {SENTENCE("plain.word.counts", "counts"),
     SENTENCE("plain.about.counts", "says how it stands: what is left, points, whose turn it is"),
     tell_counters},
    {SENTENCE("plain.word.desk", "desk"),
     SENTENCE("plain.about.desk", "in a game with secrets: who can have what, and who took what"),
     print_clues},
    {SENTENCE("plain.word.game", "game"),
     SENTENCE("plain.about.game", "says everything that was played"), tell_game},
    {SENTENCE("plain.word.moves", "moves"),
     SENTENCE("plain.about.moves",
              "lists legal actions with numbers; with a square, those with it"),
     list_moves},
    {SENTENCE("plain.word.hint", "hint"),
     SENTENCE("plain.about.hint", "helps; each time it says more"), give_hint},
    {SENTENCE("plain.word.why", "why"),
     SENTENCE("plain.about.why", "and an action behind it: which rule forbids it"), tell_why},
    {SENTENCE("plain.word.warn", "warn"),
     SENTENCE("plain.about.warn",
              "and off, blunders, mistakes or all behind it: of what you are warned before a move "
              "stands"),
     set_warnings},
    {SENTENCE("plain.word.anyway", "anyway"),
     SENTENCE("plain.about.anyway", "after a warning: plays the move"), play_anyway},
    {SENTENCE("plain.word.better", "better"),
     SENTENCE("plain.about.better", "after a warning: says what is better"), tell_better},
    {SENTENCE("plain.word.undo", "undo"),
     SENTENCE("plain.about.undo", "takes your last decision back"), undo_action},
    {SENTENCE("plain.word.redo", "redo"), SENTENCE("plain.about.redo", "plays it again"),
     redo_action},
    {SENTENCE("plain.word.draw", "draw"),
     SENTENCE("plain.about.draw", "offers or accepts a draw, between people"), offer_draw},
    {SENTENCE("plain.word.resign", "resign"), SENTENCE("plain.about.resign", "gives up"),
     resign_game},
    {SENTENCE("plain.word.count", "count"),
     SENTENCE("plain.about.count", "after the end: counts step by step"), tell_count},
    {SENTENCE("plain.word.review", "review"),
     SENTENCE("plain.about.review", "after the end: mistakes, what was better, and why"),
     review_game},
    {SENTENCE("plain.word.save", "save"),
     SENTENCE("plain.about.save", "keeps the game under a name that stands behind it"), save_game},
    {SENTENCE("plain.word.resume", "resume"),
     SENTENCE("plain.about.resume", "lists kept games; with a number, goes on with that one"),
     resume_game},
    {SENTENCE("plain.word.new", "new"),
     SENTENCE("plain.about.new", "begins the next game, or another like this one"), new_game},
    {SENTENCE("plain.word.rules", "rules"), SENTENCE("plain.about.rules", "tells the rules"),
     tell_rules},
    {SENTENCE("plain.word.quit", "quit"), SENTENCE("plain.about.quit", "leaves; the game is kept"),
     quit_game},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void list_commands(struct plain *p, const char *rest)
{
    (void)rest;
    plain_line(p,
               sentence_text(p->messages, "plain.how",
                             "Type an action as its text, as words of it, or as its number in the "
                             "list of moves. Or one of these words:"));
    for (unsigned i = 0; i < COMMANDS; i++) {
        output_say(p->out, p->messages, "plain.command:word,about", "%s: %s",
                   sentence_row(p->messages, &commands[i].word),
                   sentence_row(p->messages, &commands[i].about));
        output_add(p->out, "\n");
    }
}

// The command whose word a line begins with; `rest` becomes what stands behind it.
static const struct plain_command *find_command(const struct plain *p, const char *line,
                                                const char **rest)
{
    size_t length = strcspn(line, " ");

    *rest = line + length + strspn(line + length, " ");
    for (unsigned i = 0; i < COMMANDS; i++) {
        const char *word = sentence_row(p->messages, &commands[i].word),
                   *english = commands[i].word.english;
        if ((strlen(word) == length && !strncasecmp(line, word, length)) ||
            (strlen(english) == length && !strncasecmp(line, english, length)))
            return &commands[i];
    }
    return !strcmp(line, "?") ? &commands[0] : NULL;
}

static void play_action(struct plain *p, const char *line)
{
    game_action action;
    struct error e;

    if (match_over(&p->local.driver.match)) {
        plain_line(p,
                   sentence_text(p->messages, "plain.over",
                                 "The game is over: 'new' begins another, 'help' lists what else "
                                 "can be typed."));
        return;
    }
    if (plain_find(p, line, &action) != PLAIN_FOUND)
        return;
    if (local_game_warns(&p->local, action, NULL))
        tell_warning(p, false);
    else if (!local_game_play(&p->local, action, plain_now(), &e))
        plain_refuse(p, &e);
}

void plain_answer(struct plain *p, const char *line)
{
    const char *rest;

    line += strspn(line, " \t");
    const struct plain_command *command = find_command(p, line, &rest);
    if (!line[0])
        return;
    // A text of an action comes first, whatever the words of a language are.
    struct match *m = &p->local.driver.match;
    game_action action;
    bool acts = !match_over(m) && game_find(m->setup.game, &m->history.position, line, &action);
    if (command && !acts)
        command->run(p, rest);
    else
        play_action(p, line);
}
