// SPDX-License-Identifier: MIT
// Plain play: the course of a game, line by line. It works in a pipe as well: whatever comes in is
// answered, and at the end of input the game is kept, as it is after every action.
#include "cli/plain.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "games/registry.h"
#include "render/legend.h"
#include "render/text.h"

enum { BLANK_LINES = 60 };

uint64_t plain_now(void)
{
    return cli_clock() / 1000;
}

struct prompts plain_prompts(const struct plain *p)
{
    return (struct prompts){&p->local.driver.match, &p->local.driver.series, p->messages};
}

void plain_scene(const struct plain *p, struct scene *scene)
{
    const struct match *m = &p->local.driver.match;

    match_scene(m, local_game_viewpoint(&p->local), match_you(m), scene);
}

void plain_line(struct plain *p, const char *line)
{
    output_add(p->out, line);
    output_add(p->out, "\n");
}

struct text *plain_begin(struct plain *p)
{
    text_init(&p->text, p->line, sizeof p->line);
    return &p->text;
}

void plain_end(struct plain *p)
{
    plain_line(p, p->line);
}

void plain_say(struct plain *p, const char *id, const char *format, ...)
{
    char english[PLAIN_LINE_BYTES], args[PLAIN_LINE_BYTES];
    va_list arguments;
    struct text t;

    text_init(&t, english, sizeof english);
    va_start(arguments, format);
    sentence_keep(&t, args, sizeof args, id, format, arguments);
    va_end(arguments);
    plain_line(p, sentence_tell(plain_begin(p), p->messages, args) ? p->line : english);
}

// An error begins small and has no full stop.
void plain_refuse(struct plain *p, const struct error *e)
{
    struct text *t = plain_begin(p);

    message_write(&e->message, p->messages, t);
    if (t->length && !strchr(".!?", p->line[t->length - 1]))
        text_char(t, '.');
    text_capital(p->line);
    plain_end(p);
}

bool plain_is_word(const struct plain *p, const char *line, const struct sentence *word)
{
    return !strcasecmp(line, word->english) || !strcasecmp(line, sentence_row(p->messages, word));
}

bool plain_ask(struct plain *p, const char *question, char line[CLI_WORD])
{
    static const struct sentence quit = SENTENCE("plain.word.quit", "quit");

    p->left |= !cli_ask(p->out, question, line) || plain_is_word(p, line, &quit);
    return !p->left;
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

static void print_news(struct plain *p)
{
    bool bad;

    if (local_game_news(&p->local, plain_begin(p), &bad))
        plain_end(p);
}

const char *plain_name(const struct plain *p, int seat, char storage[PROMPT_NAME_BYTES])
{
    struct prompts prompts = plain_prompts(p);

    return seat == match_you(prompts.match) ? sentence_text(p->messages, "plain.you", "You")
                                            : prompts_name(&prompts, seat, storage);
}

// Every action since the last time.
static void print_played(struct plain *p)
{
    const struct match *m = &p->local.driver.match;

    p->shown = p->shown > m->history.length ? m->history.length : p->shown;
    for (; p->shown < m->history.length; p->shown++) {
        char named[GAME_NAMED_BYTES], name[PROMPT_NAME_BYTES];
        struct text t;
        text_init(&t, named, sizeof named);
        match_add_named(m, p->shown, p->messages, &t);
        plain_say(p, "gameview.played:name,actions", "%s: %s.",
                  plain_name(p, m->entries[p->shown].seat, name), named);
        p->prompted = false;
    }
}

// What may be wished for the next game.
static void print_choices(struct plain *p)
{
    int chooser = local_game_chooser(&p->local);

    if (chooser >= 0) {
        plain_say(p, "plain.may-choose:name",
                  "%s lost and begins the next game; 'new second' lets the other begin.",
                  match_name_in(&p->local.driver.match, p->messages, chooser));
    }
    if (local_game_may_repeat(&p->local))
        plain_say(p, "plain.may-repeat",
                  "'new revenge' plays the same deal again, with sides swapped.");
}

void plain_print_end(struct plain *p)
{
    struct prompts prompts = plain_prompts(p);
    struct scene scene;

    plain_scene(p, &scene);
    prompts_end(&prompts, &scene, plain_begin(p));
    plain_end(p);
    print_choices(p);
}

static void draw(struct plain *p)
{
    const struct match_setup *setup = &p->local.driver.match.setup;
    struct scene scene;

    plain_scene(p, &scene);
    p->clues = scene.clues;
    render_board_text(setup->game, &setup->options, &scene, p->messages, p->out);
}

// A row is news when a player took something, or can no longer get something.
static bool is_news(const struct plain *p, const struct scene_clues *now, unsigned row)
{
    return p->clues.seat != now->seat || p->clues.rows != now->rows ||
           (row < now->rows &&
            memcmp(&p->clues.row[row], &now->row[row], sizeof now->row[row]) != 0);
}

bool plain_print_clues(struct plain *p, bool news)
{
    const struct match_setup *setup = &p->local.driver.match.setup;
    struct legend l = {setup->game, p->messages};
    struct scene scene;

    plain_scene(p, &scene);
    for (unsigned at = 0; legend_clues(&l, &setup->options, &scene, at, plain_begin(p)); at++) {
        if (!news || is_news(p, &scene.clues, at))
            plain_end(p);
    }
    p->clues = scene.clues;
    return scene.clues.items > 0;
}

static void print_prompt(struct plain *p)
{
    static const bool nothing[SCENE_MAX_SPOTS];
    const struct match *m = &p->local.driver.match;
    struct prompts prompts = plain_prompts(p);
    struct scene scene;
    char name[PROMPT_NAME_BYTES];

    if (p->board)
        draw(p); // with the clues
    else if (!match_over(m))
        plain_print_clues(p, true);
    if (match_over(m)) {
        plain_print_end(p);
        plain_say(p, "plain.after",
                  "'review' looks back at it, 'new' begins another game, 'quit' "
                  "leaves.");
        return;
    }
    plain_scene(p, &scene);
    legend_translate(&(struct legend){m->setup.game, p->messages}, &scene);
    prompts_next(&prompts, &scene, &p->local.driver.touch, nothing, plain_begin(p));
    plain_end(p);
    if (m->draw_offer != NOBODY) {
        plain_say(p, "plain.offer:name", "%s offers a draw: 'draw' accepts.",
                  prompts_name(&prompts, m->draw_offer, name));
    }
}

// ---------------------------------------------------------------------------------------------
// The course of a game
// ---------------------------------------------------------------------------------------------

// Clears what the previous player saw from the window; a pipe needs no clearing.
static void wipe(struct plain *p)
{
    const char *terminal = getenv("TERM");

    if (!isatty(STDOUT_FILENO))
        return;
    if (terminal && terminal[0] && strcmp(terminal, "dumb") != 0)
        output_add(p->out, "\033[H\033[2J\033[3J");
    else
        for (int i = 0; i < BLANK_LINES; i++)
            output_add(p->out, "\n");
}

// Between two people with secrets: nothing is shown until the next one has said to be alone.
static void hand_over(struct plain *p)
{
    const struct match *m = &p->local.driver.match;
    struct prompts prompts = plain_prompts(p);
    char line[CLI_WORD], question[PROMPT_BYTES];
    struct text t;

    wipe(p);
    text_init(&t, question, sizeof question);
    prompts_last_turn(&prompts, m->history.length, &t);
    text_say(&t, p->messages, "plain.pass:name",
             "Pass the keyboard to %s. Press Enter when nobody else is looking:",
             match_name_in(m, p->messages, match_to_act(m)));
    while (plain_ask(p, question, line)) {
        if (line[0])
            continue; // nothing else uncovers it
        p->local.viewer = match_to_act(m);
        p->prompted = false;
        return;
    }
}

static void note_chance(void *to, const struct search_report *report)
{
    *(int *)to = report->lines[0].value;
}

// What a computer thinks of its chances is printed only on request, and never when
// it would tell about a secret.
static bool computer_acts(struct plain *p, struct error *e)
{
    const struct match *m = &p->local.driver.match;
    const int unknown = INT_MIN;
    int value = unknown, seat = match_to_act(m);
    struct think_watch watch = {.progress = note_chance, .to = &value};
    struct prompts prompts = plain_prompts(p);
    char name[PROMPT_NAME_BYTES];
    game_action action;

    if (!driver_choose(&p->local.driver, &watch, &action, e) ||
        !local_game_play(&p->local, action, plain_now(), e))
        return false;
    if (p->open && value != unknown && game_is_duel(m->setup.game, &m->setup.options)) {
        plain_say(p, "plain.chance:name,chance", "%s thinks that its chance to win is %d %%.",
                  prompts_name(&prompts, seat, name),
                  fact_percent(search_chance(m->setup.game, value)));
    }
    return true;
}

static void person_acts(struct plain *p)
{
    char line[CLI_WORD];

    if (!p->prompted)
        print_prompt(p);
    p->prompted = true;
    if (plain_ask(p, ">", line))
        plain_answer(p, line);
}

static bool play_on(struct plain *p, struct error *e)
{
    struct driver *d = &p->local.driver;

    while (!p->left) {
        if (d->match.end.how == MATCH_GOES_ON && match_check_time(&d->match, plain_now()))
            local_game_save(&p->local, plain_now());
        print_played(p);
        print_news(p);
        if (driver_computer(d) >= 0) {
            if (!computer_acts(p, e))
                return false;
        } else if (local_game_covered(&p->local)) {
            hand_over(p);
        } else {
            person_acts(p);
        }
    }
    match_pause(&d->match, plain_now());
    if (p->local.slot.lock >= 0 && d->match.history.length > 0 && !match_over(&d->match))
        plain_say(p, "play.kept", "The game is kept: abax play --plain --resume goes on with it.");
    return true;
}

// ---------------------------------------------------------------------------------------------
// Beginning
// ---------------------------------------------------------------------------------------------

static const char *title_of(const struct plain *p, const struct game *g)
{
    return catalogue_text(p->messages, g->title, "%s.title", g->name);
}

// The listed game with this number, name or title.
static const struct game *game_of(const struct plain *p, const char *line)
{
    unsigned number = 0;
    unsigned long long wanted = 0;

    text_read_number(line, registry_count(), &wanted);
    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        number += !g->unlisted;
        if (!strcasecmp(line, g->name) || !strcasecmp(line, title_of(p, g)) ||
            (!g->unlisted && wanted == number))
            return g;
    }
    return NULL;
}

static void list_games(struct plain *p)
{
    unsigned number = 0;

    for (unsigned i = 0; i < registry_count(); i++) {
        if (!registry_game(i)->unlisted)
            output_format(p->out, "%u. %s\n", ++number, title_of(p, registry_game(i)));
    }
}

// Asks for a game. A kept one may be named instead: then `g` stays NULL, and it goes on.
static bool choose_game(struct plain *p, const struct game **g)
{
    static const struct sentence resume = SENTENCE("plain.word.resume", "resume");
    char line[CLI_WORD];
    struct error e;

    list_games(p);
    while (
        plain_ask(p,
                  sentence_text(p->messages, "plain.which",
                                "Which game? Its name or number, or 'resume' for the latest kept "
                                "game:"),
                  line)) {
        bool resumes = plain_is_word(p, line, &resume);
        *g = resumes ? NULL : game_of(p, line);
        if (*g || (resumes && plain_resume(p, NULL, 0, &e)))
            return true;
        if (!resumes)
            command_game(line, g, &e);
        plain_refuse(p, &e);
    }
    return false;
}

static bool all_people(const struct match_setup *setup)
{
    for (int seat = 0; seat < game_seats(setup->game, &setup->options); seat++) {
        if (setup->seats[seat].who != MATCH_PERSON)
            return false;
    }
    return true;
}

void plain_print_seats(struct plain *p)
{
    struct prompts prompts = plain_prompts(p);

    if (prompts_seats(&prompts, plain_begin(p)))
        plain_end(p);
    if (prompts_seat_draw(&prompts, plain_begin(p)))
        plain_end(p);
}

// How an action is typed, by the first that can be played.
static void print_example(struct plain *p)
{
    const struct history *h = &p->local.driver.match.history;
    char text[GAME_ACTION_BYTES], words[GAME_WORDS_BYTES];
    struct game_actions list;
    struct text t;

    if (!h->game->ui->say)
        return;
    history_list(h, &list);
    game_write_action(h->game, &h->position, list.at[0], text);
    text_init(&t, words, sizeof words);
    game_add_words(h->game, &h->position, list.at[0], p->messages, &t);
    plain_say(p, "plain.example:text,words",
              "An action is typed as a short text, such as %s for \"%s\"; 'moves' lists them.",
              text, words);
}

static bool begin_game(struct plain *p, const struct tui_request *request, bool *wanted,
                       struct error *e)
{
    const struct game *g = request->game;
    struct series series;
    struct match_setup setup;

    // A game that was named on the command line has its options from there too.
    *wanted = (g || choose_game(p, &g)) &&
              (!g || plain_setup(p, g, request->game ? &request->options : NULL, &setup));
    if (!*wanted || !g)
        return true;
    if (!series_init(&series, g, request->games ? request->games : 1, request->points, e))
        return false;
    if (!request->fixed && all_people(&setup) && series_has_names(&setup))
        series_draw_seats(&setup, random_next(&p->random));
    if (!local_game_begin(&p->local, &setup, &series, plain_now(), e))
        return false;
    plain_say(p, "plain.begins:game", "%s begins. 'help' lists what can be typed.", title_of(p, g));
    print_example(p);
    plain_print_seats(p);
    return true;
}

bool plain_play(const struct arguments *a, const struct tui_request *request, struct output *out,
                struct error *e)
{
    struct plain *p = calloc(1, sizeof *p);
    struct error trouble;
    bool wanted = true;

    if (!p)
        return error_set(e, "screen.memory", "there is no memory for the game");
    p->arguments = a;
    p->messages = p->saves.messages = request->messages;
    p->out = out;
    p->board = !request->boardless;
    p->open = request->open;
    p->seed = request->seed;
    p->random = random_from_seed(request->seed);
    if (!saves_open(&p->saves, &trouble))
        plain_refuse(p, &trouble);
    local_game_init(&p->local, &p->saves, p->messages, cli_clock);
    p->local.warnings = (enum warning_level)request->warnings;
    bool good =
        request->resume ? plain_resume(p, request->game, 0, e) : begin_game(p, request, &wanted, e);
    if (good && wanted)
        good = play_on(p, e);
    local_game_clear(&p->local);
    free(p);
    return good;
}
