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

enum { SAVE_NAME = 48 };

static const struct sentence yes = SENTENCE("plain.yes", "yes");

static void list_commands(struct plain *p);

// ---------------------------------------------------------------------------------------------
// Looking
// ---------------------------------------------------------------------------------------------

static void draw_board(struct plain *p)
{
    static const struct sentence on = SENTENCE("plain.on", "on"),
                                 off = SENTENCE("plain.off", "off");
    const struct match *m = &p->local.driver.match;
    struct scene scene;

    if (plain_is_word(p, p->rest, &on)) {
        p->board = true;
        plain_say(p, "plain.board-on", "The board is drawn before every turn of yours.");
    } else if (plain_is_word(p, p->rest, &off)) {
        p->board = false;
        plain_say(p, "plain.board-off", "The board is drawn only when you ask for it.");
    } else {
        plain_scene(p, &scene);
        render_board_text(m->setup.game, &m->setup.options, &scene, p->messages, p->out);
    }
}

// Every spot with something on it, in words.
static void print_pieces(struct plain *p)
{
    struct legend l = {p->local.driver.match.setup.game, p->messages};
    struct scene scene;

    plain_scene(p, &scene);
    for (unsigned i = 0; i < scene.spot_count; i++) {
        bool named = !p->rest[0] || !strcmp(p->rest, scene.spots[i].name);
        if (scene.spots[i].use != SCENE_PLACE || !named || (!p->rest[0] && !top_piece(&scene, i)))
            continue;
        legend_spot(&l, &scene, i, plain_begin(p));
        plain_end(p);
    }
}

static void print_counters(struct plain *p)
{
    const struct match *m = &p->local.driver.match;
    struct legend l = {m->setup.game, p->messages};
    struct scene scene;

    plain_scene(p, &scene);
    for (int owner = SCENE_NOBODY; owner < match_seats(m); owner++) {
        if (legend_counters(&l, &scene, owner, plain_begin(p)))
            plain_end(p);
    }
    match_status(m, p->messages, plain_begin(p));
    plain_end(p);
}

static void print_clues(struct plain *p)
{
    if (!plain_print_clues(p, false))
        plain_say(p, "plain.no-desk", "Nothing is hidden in this game.");
}

static void list_moves(struct plain *p)
{
    if (match_over(&p->local.driver.match))
        plain_print_end(p);
    else
        plain_list_actions(p, p->rest);
}

// What was played so far, turn by turn, in words.
static void print_game(struct plain *p)
{
    const struct match *m = &p->local.driver.match;

    for (unsigned i = 0; i < m->history.length; i++) {
        char named[GAME_NAMED_BYTES], name[PROMPT_NAME_BYTES];
        struct text t;
        text_init(&t, named, sizeof named);
        match_add_named(m, i, p->messages, &t);
        plain_say(p, "plain.entry:number,name,action", "%u. %s: %s", i + 1,
                  plain_name(p, m->entries[i].seat, name), named);
    }
    if (m->history.length == 0)
        plain_say(p, "plain.nothing", "Nothing was played yet.");
}

static void print_count(struct plain *p)
{
    struct prompts prompts = plain_prompts(p);
    struct scene scene;
    unsigned step = 0;

    plain_scene(p, &scene);
    for (; prompts_count(&prompts, &scene, step, plain_begin(p)); step++)
        plain_end(p);
    if (match_over(&p->local.driver.match))
        plain_print_end(p);
    else if (!step)
        plain_say(p, "plain.no-count", "Counting comes when the game is over.");
}

static void print_rules(struct plain *p)
{
    cli_print_rules(p->local.driver.match.setup.game, p->messages, p->out);
}

// ---------------------------------------------------------------------------------------------
// Help of the engine
// ---------------------------------------------------------------------------------------------

static void give_hint(struct plain *p)
{
    struct text *t = plain_begin(p);

    if (!local_game_hint(&p->local, NULL, NULL, &p->error)) {
        plain_refuse(p, &p->error);
        return;
    }
    local_game_say_hint(&p->local, t);
    if (p->local.hint_level < HINT_REASON) {
        text_char(t, ' ');
        text_say(t, p->messages, "plain.more", "(Ask again for more.)");
    }
    plain_end(p);
}

static void print_warning(struct plain *p, bool better)
{
    local_game_say_warning(&p->local, better, plain_begin(p));
    plain_end(p);
    plain_say(p, "plain.warned:anyway,better",
              "Take it back? Type another action; '%s' plays it, '%s' says what is better.",
              sentence_text(p->messages, "plain.word.anyway", "anyway"),
              sentence_text(p->messages, "plain.word.better", "better"));
}

static bool is_warned(struct plain *p)
{
    if (!p->local.warned)
        plain_say(p, "plain.no-warning", "You were not warned of a move.");
    return p->local.warned;
}

static void print_better(struct plain *p)
{
    if (is_warned(p))
        print_warning(p, true);
}

static void play_anyway(struct plain *p)
{
    if (is_warned(p) &&
        !local_game_play(&p->local, p->local.pending_action, plain_now(), &p->error))
        plain_refuse(p, &p->error);
}

static void set_warnings(struct plain *p)
{
    if (p->rest[0] && !warning_level_read(p->rest, &p->local.warnings)) {
        error_set(&p->error, "session.strength:word",
                  "warnings '%s' are none of: off, blunders, mistakes, all",
                  error_quote(p->rest).text);
        plain_refuse(p, &p->error);
        return;
    }
    local_game_say_warnings(&p->local, plain_begin(p));
    plain_end(p);
}

static void print_why(struct plain *p)
{
    const struct match *m = &p->local.driver.match;
    game_action action;

    if (!p->rest[0])
        plain_say(p, "plain.why-what",
                  "Name an action after the word to hear why it is not legal.");
    else if (match_over(m))
        plain_print_end(p);
    else if (game_find(m->setup.game, &m->history.position, p->rest, &action))
        plain_say(p, "plain.legal", "That is a legal action.");
    else
        plain_print_reason(p, p->rest);
}

static void review_game(struct plain *p)
{
    struct arguments usual = {.host = p->arguments->host};
    const struct match *m = &p->local.driver.match;

    if (!local_game_may_review(&p->local, &p->error) ||
        !advice_review(m, &usual, p->out, &p->error))
        plain_refuse(p, &p->error);
}

// ---------------------------------------------------------------------------------------------
// Changing the game
// ---------------------------------------------------------------------------------------------

// After a command that may have changed the game: asks again, and prints the error if there is one.
static bool finish_change(struct plain *p, bool good)
{
    p->prompted = false;
    if (!good)
        plain_refuse(p, &p->error);
    return good;
}

static void undo_action(struct plain *p)
{
    if (finish_change(p, local_game_undo(&p->local, plain_now(), &p->error)))
        plain_say(p, "plain.undone", "Your last decision is taken back.");
}

static void redo_action(struct plain *p)
{
    finish_change(p, local_game_redo(&p->local, plain_now(), &p->error));
}

static bool is_yes(const struct plain *p, const char *answer)
{
    return plain_is_word(p, answer, &yes) || !strcasecmp(answer, "y");
}

// Asks the person at the keyboard what was added to the text; the answer may follow the command.
static bool agrees(struct plain *p)
{
    char line[CLI_WORD];

    return is_yes(p, p->rest) || (plain_ask(p, p->line, line) && is_yes(p, line));
}

static void resign_game(struct plain *p)
{
    const struct match *m = &p->local.driver.match;
    int seat = local_game_speaker(&p->local);

    if (seat != NOBODY)
        text_say(plain_begin(p), p->messages, "plain.give-up:name,yes",
                 "Does %s give up? Type '%s' to do so:", match_name_in(m, p->messages, seat),
                 sentence_row(p->messages, &yes));
    if (seat == NOBODY || match_over(m) || agrees(p))
        finish_change(p, local_game_resign(&p->local, seat, plain_now(), &p->error));
}

static void offer_draw(struct plain *p)
{
    const struct match *m = &p->local.driver.match;
    int seat = local_game_draw_acceptor(&p->local);

    if (seat != NOBODY)
        text_say(plain_begin(p), p->messages, "plain.accept:name,yes",
                 "Does %s accept the draw? Type '%s' to do so:",
                 match_name_in(m, p->messages, seat), sentence_row(p->messages, &yes));
    if (seat == NOBODY || agrees(p))
        finish_change(p, local_game_offer_draw(&p->local, plain_now(), &p->error));
}

static void new_game(struct plain *p)
{
    struct series_request request = {.second = !strcmp(p->rest, "second"),
                                     .revenge = !strcmp(p->rest, "revenge")};

    if (p->rest[0] && !request.second && !request.revenge)
        error_set(&p->error, "plain.next:word",
                  "'%s' is no choice for the next game: second or revenge",
                  error_quote(p->rest).text);
    else if (local_game_next(&p->local, p->seed++, &request, plain_now(), &p->error)) {
        p->prompted = false;
        p->shown = 0;
        plain_print_seats(p);
        return;
    }
    plain_refuse(p, &p->error);
    p->left |= !match_over(&p->local.driver.match);
}

static void save_game(struct plain *p)
{
    struct match *m = &p->local.driver.match;
    char name[SAVE_NAME];
    struct text t;

    text_init(&t, name, sizeof name);
    if (p->rest[0])
        text_add(&t, p->rest);
    else
        text_format(&t, "%s %u", m->setup.game->name, m->history.length);
    bool good =
        (!saves_has(&p->saves, name) ||
         error_set(&p->error, "plain.taken:name", "there is a game called %s: choose another name",
                   error_quote(name).text)) &&
        saves_write_name(&p->saves, name, m, &p->local.driver.series, plain_now(), &p->error);
    if (good)
        plain_say(p, "plain.saved:name", "Saved as %s.", name);
    else
        plain_refuse(p, &p->error);
}

static void resume_game(struct plain *p)
{
    unsigned long long number;

    if (!p->rest[0]) {
        plain_list_kept(p);
        return;
    }
    finish_change(p, (text_read_number(p->rest, SAVES_MOST, &number) ||
                      error_set(&p->error, "plain.kept-number:number",
                                "'%s' is no number of a kept game", error_quote(p->rest).text)) &&
                         plain_resume(p, NULL, (unsigned)number, &p->error));
}

// The word is heard wherever something is asked (plain_ask).
static void quit_game(struct plain *p)
{
    p->left = true;
}

// ---------------------------------------------------------------------------------------------
// The table
// ---------------------------------------------------------------------------------------------

static const struct plain_command {
    struct sentence word, about;
    void (*run)(struct plain *p);
} commands[] = {
    {SENTENCE("plain.word.help", "help"), SENTENCE("plain.about.help", "what can be typed"),
     list_commands},
    {SENTENCE("plain.word.board", "board"),
     SENTENCE("plain.about.board",
              "draws the board; 'board off' and 'board on': before every turn"),
     draw_board},
    {SENTENCE("plain.word.pieces", "pieces"),
     SENTENCE("plain.about.pieces", "says what lies where; with a square after it, only there"),
     print_pieces},
    {SENTENCE("plain.word.counts", "counts"),
     SENTENCE("plain.about.counts", "says how it stands: what is left, points, whose turn it is"),
     print_counters},
    {SENTENCE("plain.word.desk", "desk"),
     SENTENCE("plain.about.desk", "in a game with secrets: who can have what, and who took what"),
     print_clues},
    {SENTENCE("plain.word.game", "game"),
     SENTENCE("plain.about.game", "says everything that was played"), print_game},
    {SENTENCE("plain.word.moves", "moves"),
     SENTENCE("plain.about.moves",
              "lists legal actions with numbers; with a square, those with it"),
     list_moves},
    {SENTENCE("plain.word.hint", "hint"),
     SENTENCE("plain.about.hint", "helps; each time it says more"), give_hint},
    {SENTENCE("plain.word.why", "why"),
     SENTENCE("plain.about.why", "and an action after it: which rule forbids it"), print_why},
    {SENTENCE("plain.word.warn", "warn"),
     SENTENCE("plain.about.warn",
              "and off, blunders, mistakes or all after it: what you are warned of before a move"),
     set_warnings},
    {SENTENCE("plain.word.anyway", "anyway"),
     SENTENCE("plain.about.anyway", "after a warning: plays the move"), play_anyway},
    {SENTENCE("plain.word.better", "better"),
     SENTENCE("plain.about.better", "after a warning: says what is better"), print_better},
    {SENTENCE("plain.word.undo", "undo"),
     SENTENCE("plain.about.undo", "takes your last decision back"), undo_action},
    {SENTENCE("plain.word.redo", "redo"), SENTENCE("plain.about.redo", "plays it again"),
     redo_action},
    {SENTENCE("plain.word.draw", "draw"),
     SENTENCE("plain.about.draw", "offers or accepts a draw, between people"), offer_draw},
    {SENTENCE("plain.word.resign", "resign"), SENTENCE("plain.about.resign", "gives up"),
     resign_game},
    {SENTENCE("plain.word.count", "count"),
     SENTENCE("plain.about.count", "after the end: counts step by step"), print_count},
    {SENTENCE("plain.word.review", "review"),
     SENTENCE("plain.about.review", "after the end: mistakes, what was better, and why"),
     review_game},
    {SENTENCE("plain.word.save", "save"),
     SENTENCE("plain.about.save", "saves the game under the name after it"), save_game},
    {SENTENCE("plain.word.resume", "resume"),
     SENTENCE("plain.about.resume", "lists kept games; with a number, goes on with that one"),
     resume_game},
    {SENTENCE("plain.word.new", "new"),
     SENTENCE("plain.about.new", "begins the next game, or another like this one"), new_game},
    {SENTENCE("plain.word.rules", "rules"), SENTENCE("plain.about.rules", "tells the rules"),
     print_rules},
    {SENTENCE("plain.word.quit", "quit"), SENTENCE("plain.about.quit", "leaves; the game is kept"),
     quit_game},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void list_commands(struct plain *p)
{
    plain_say(p, "plain.how",
              "Type an action as its text, as words of it, or as its number in the "
              "list of moves. Or one of these words:");
    for (unsigned i = 0; i < COMMANDS; i++)
        plain_say(p, "plain.command:word,about", "%s: %s",
                  sentence_row(p->messages, &commands[i].word),
                  sentence_row(p->messages, &commands[i].about));
}

// The command whose word a line begins with; p->rest becomes what follows the word.
static const struct plain_command *find_command(struct plain *p, const char *line)
{
    size_t length = strcspn(line, " ");

    p->rest = line + length + strspn(line + length, " ");
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

    if (match_over(&p->local.driver.match)) {
        plain_say(p, "plain.over",
                  "The game is over: 'new' begins another, 'help' lists what else "
                  "can be typed.");
        return;
    }
    if (plain_find(p, line, &action) != PLAIN_FOUND)
        return;
    if (local_game_warns(&p->local, action, NULL))
        print_warning(p, false);
    else if (!local_game_play(&p->local, action, plain_now(), &p->error))
        plain_refuse(p, &p->error);
}

void plain_answer(struct plain *p, const char *line)
{
    line += strspn(line, " \t");
    const struct plain_command *command = find_command(p, line);
    if (!line[0])
        return;
    // A text of an action comes first, whatever the words of a language are.
    struct match *m = &p->local.driver.match;
    game_action action;
    bool acts = !match_over(m) && game_find(m->setup.game, &m->history.position, line, &action);
    if (command && !acts)
        command->run(p);
    else
        play_action(p, line);
}
