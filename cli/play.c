// SPDX-License-Identifier: MIT
// `abax play`: at the screen of the terminal if there is one (tui/), otherwise line by line (cli/plain.c).
#include <time.h>

<<<<<<< HEAD
#include "cli/plain.h"
=======
#include "cli/cli.h"
#include "games/registry.h"
#include "play/driver.h"
#include "paint/text.h"
#include "tui/shelf.h"
#include "tui/tui.h"

enum { PERSON = 0 };

// A game line by line, and where it is kept.
struct plain {
    struct driver driver;
    struct shelf shelf;
    struct shelf_slot slot;
    const struct catalogue *words;
    struct output *out;
};

static void keep(struct plain *p)
{
    struct error e;

    if (!shelf_write_slot(&p->slot, &p->driver.match, &p->driver.series, 0, &e))
        cli_tell(p->out, p->words, &e, ".\n");
}

// Asks for the opponent; an empty answer takes an easy one. False when the person leaves.
static bool choose_opponent(const struct catalogue *words, struct output *out, char text[CLI_WORD])
{
    struct player_spec spec;
    struct error e;

    while (
        cli_ask(out,
                sentence_text(words, "play.opponent",
                              "Opponent ('random', 'level:1' to 'level:10', Enter for level:3):"),
                text)) {
        if (!strcmp(text, "quit"))
            return false;
        if (!text[0])
            memcpy(text, "level:3", sizeof "level:3");
        if (!player_read(text, &spec, &e))
            cli_tell(out, words, &e, ".\n");
        else if (strlen(text) < MATCH_NAME_BYTES)
            return true;
    }
    return false;
}

// Asks until an action was played; false when the person leaves.
static bool person_acts(struct driver *d, const struct catalogue *words, struct output *out)
{
    char word[CLI_WORD];
    struct error e;

    while (cli_ask(out,
                   sentence_text(words, "play.action", "Your action ('moves', 'rules', 'quit'):"),
                   word)) {
        if (!strcmp(word, "quit"))
            return false;
        if (!strcmp(word, "moves") || !strcmp(word, "?"))
            cli_print_actions(&d->match.history, out);
        else if (!strcmp(word, "rules"))
            cli_print_rules(d->match.setup.game, words, out);
        else if (driver_play_text(d, word, 0, &e))
            return true;
        else if (word[0])
            cli_tell(out, words, &e, "\n");
    }
    return false;
}

static bool computer_acts(struct driver *d, const struct catalogue *words, struct output *out,
                          struct error *e)
{
    char named[GAME_NAMED_BYTES];
    int seat = driver_computer(d);
    struct text t;

    if (!driver_step(d, NULL, 0, e))
        return false;
    text_init(&t, named, sizeof named);
    match_add_named(&d->match, d->match.history.length - 1, words, &t);
    output_say(out, words, "play.plays:name,action", "%s: %s.",
               match_name_in(&d->match, words, seat), named);
    output_add(out, "\n");
    return true;
}

static void show(const struct driver *d, const struct catalogue *words, struct output *out)
{
    struct scene scene;

    match_scene(&d->match, PERSON, &scene);
    paint_text(d->match.setup.game, &d->match.setup.options, &scene, words, out);
}

static bool play_game(struct plain *p, struct error *e)
{
    struct driver *d = &p->driver;

    while (!match_over(&d->match)) {
        bool computer = driver_computer(d) >= 0;
        if (!computer)
            show(d, p->words, p->out);
        if (computer && !computer_acts(d, p->words, p->out, e))
            return false;
        if (!computer && !person_acts(d, p->words, p->out)) {
            if (p->slot.lock >= 0 && d->match.history.length > 0)
                output_say(p->out, p->words, "play.kept",
                           "The game is kept: abax play --plain --resume goes on with it.\n");
            return true;
        }
        keep(p);
    }
    show(d, p->words, p->out);
    return true;
}

// Goes on with the latest kept game, of this game if there is one.
static bool resume_plainly(struct plain *p, const struct game *g, struct error *e)
{
    struct shelf_entry entry;
    struct series series;
    struct match m;

    if (!shelf_latest(&p->shelf, g, &entry))
        return error_set(e, "shelf.none", "no kept game goes on");
    if (!shelf_claim_entry(&p->shelf, &entry, &p->slot, e))
        return false;
    if (!shelf_read(&p->shelf, &entry, &m, &series, e)) {
        match_clear(&m);
        return false;
    }
    driver_adopt(&p->driver, &m, &series);
    output_format(p->out, "%s\n", entry.summary);
    return true;
}

// Asks what is not known yet and begins; `wanted` is false when the person leaves.
static bool begin_plainly(struct plain *p, const struct arguments *a, const struct game *g,
                          uint64_t seed, bool *wanted, struct error *e)
{
    struct match_setup setup = {.seed = seed};
    char opponent[CLI_WORD];
    struct error trouble;

    *wanted = (g || cli_choose_game(a, p->out, &g)) && choose_opponent(p->words, p->out, opponent);
    if (!*wanted)
        return true;
    setup.game = g;
    for (int seat = PERSON + 1; seat < GAME_MAX_SEATS; seat++) {
        setup.seats[seat].who = MATCH_COMPUTER;
        memcpy(setup.seats[seat].player, opponent, strlen(opponent) + 1);
    }
    if (!driver_begin(&p->driver, &setup, NULL, e))
        return false;
    output_say(p->out, p->words, "play.you:game,seat", "%s. You are %s, seat 1.",
               catalogue_text(p->words, g->title, "%s.title", g->name),
               match_name_in(&p->driver.match, p->words, PERSON));
    output_add(p->out, "\n");
    if (p->shelf.folder[0] && !shelf_claim(&p->shelf, g, &p->slot, &trouble))
        cli_tell(p->out, p->words, &trouble, ".\n");
    return true;
}

static bool play_plainly(const struct arguments *a, const struct tui_wish *wish, struct output *out,
                         struct error *e)
{
    struct plain p = {.slot = {.lock = -1}, .words = wish->words, .out = out};
    struct error trouble;
    bool wanted = true;

    p.shelf.words = wish->words;
    if (!shelf_open(&p.shelf, &trouble))
        cli_tell(out, wish->words, &trouble, ".\n");
    driver_init(&p.driver, cli_clock);
    bool good = wish->resume ? resume_plainly(&p, wish->game, e)
                             : begin_plainly(&p, a, wish->game, wish->seed, &wanted, e);
    if (good && wanted)
        good = play_game(&p, e);
    driver_clear(&p.driver);
    shelf_release(&p.slot);
    return good;
}
>>>>>>> main

struct play_own {
    bool ascii, colourless, open, plain, boardless, resume;
};

static bool run(const struct arguments *a, struct output *out, struct error *e)
{
    const struct play_own *own = a->own;
    struct tui_wish wish = {.game = a->game,
                            .options = a->options,
                            .resume = own->resume,
                            .ascii = own->ascii,
                            .colourless = own->colourless,
                            .open = own->open,
                            .boardless = own->boardless,
                            .seed = a->seed ? a->seed : (uint64_t)time(NULL),
                            .clock = cli_clock,
                            .words = a->host->words};

    if (own->plain || !tui_possible())
        return plain_play(a, &wish, out, e);
    return tui_play(&wish, e);
}

static const struct play_own defaults = {.plain = false};
static const struct option options[] = {
    {OPTION("--ascii", "", FLAG), OPTION_OWN(play_own, ascii),
     .help =
         SENTENCE("option.play.ascii", "draw with plain letters, whatever the terminal can do")},
    {OPTION("--no-colour", "", FLAG), OPTION_OWN(play_own, colourless),
     .help = SENTENCE("option.play.no-colour", "draw without colours")},
    {OPTION("--open", "", FLAG), OPTION_OWN(play_own, open),
     .help = SENTENCE("option.play.open", "show what computers think of their chances")},
    {OPTION("--plain", "", FLAG), OPTION_OWN(play_own, plain),
     .help = SENTENCE("option.play.plain", "play line by line, without a screen")},
    {OPTION("--no-board", "", FLAG), OPTION_OWN(play_own, boardless),
     .help = SENTENCE("option.play.no-board",
                      "with --plain: draw the board only when it is asked for")},
    {OPTION("--resume", "", FLAG), OPTION_OWN(play_own, resume),
     .help =
         SENTENCE("option.play.resume", "go on with the latest kept game, of GAME if it is given")},
    {OPTION("--seed", "N", NUMBER), OPTION_SHARED(seed), .least = 1, .most = UINT64_MAX,
     .help =
         SENTENCE("option.play.seed", "deal with this seed (a new one each time if not given)")},
    OPTION_END,
};

const struct command cli_play_command = {
    .name = "play",
    .usage = "[GAME] [OPTION...]",
    .help = SENTENCE("cli.command.play", "play at the terminal: people, computers or both"),
    .more = SENTENCE(
        "cli.command.play.more",
        "A menu asks for the game, its options and who plays. '?' shows keys and rules. Games are\n"
        "kept after every action in $XDG_DATA_HOME/abax, or ~/.local/share/abax, one file a game, "
        "and\n"
        "stay there until they are removed in the menu. Without a terminal, or with --plain, the "
        "same\n"
        "is asked and told line by line; 'help' lists what can be typed."),
    .game = COMMAND_ASKED_GAME,
    .options = COMMAND_OPTIONS(options, options_setting),
    .run = run,
    .own = &defaults,
    .own_bytes = sizeof defaults,
};
