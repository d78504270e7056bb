// SPDX-License-Identifier: MIT
// `abax play`: at the screen of the terminal if there is one (tui/), otherwise a plain game line by line: a person
// in seat 1, computer players in the others.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "games/registry.h"
#include "play/driver.h"
#include "paint/text.h"
#include "tui/tui.h"

enum { PERSON = 0 };

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
            output_add(out, registry_rules(d->match.setup.game, words ? words->language : "en"));
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

static bool play_game(struct driver *d, const struct catalogue *words, struct output *out,
                      struct error *e)
{
    while (!match_over(&d->match)) {
        if (driver_computer(d) >= 0) {
            if (!computer_acts(d, words, out, e))
                return false;
            continue;
        }
        show(d, words, out);
        if (!person_acts(d, words, out))
            return true;
    }
    show(d, words, out);
    return true;
}

static bool play_plainly(const struct arguments *a, const struct game *g, uint64_t seed,
                         struct output *out, struct error *e)
{
    const struct catalogue *words = a->host->words;
    struct match_setup setup = {.seed = seed};
    char opponent[CLI_WORD];
    struct driver d;

    if (!g && !cli_choose_game(a, out, &g))
        return true;
    if (!choose_opponent(words, out, opponent))
        return true;
    setup.game = g;
    for (int seat = PERSON + 1; seat < GAME_MAX_SEATS; seat++) {
        setup.seats[seat].who = MATCH_COMPUTER;
        memcpy(setup.seats[seat].player, opponent, strlen(opponent) + 1);
    }
    driver_init(&d, cli_clock);
    bool good = driver_begin(&d, &setup, NULL, e);
    if (good) {
        output_say(out, words, "play.you:game,seat", "%s. You are %s, seat 1.",
                   catalogue_text(words, g->title, "%s.title", g->name),
                   match_name_in(&d.match, words, PERSON));
        output_add(out, "\n");
        good = play_game(&d, words, out, e);
    }
    driver_clear(&d);
    return good;
}

struct play_own {
    bool ascii, colourless, plain;
};

static bool run(const struct arguments *a, struct output *out, struct error *e)
{
    const struct play_own *own = a->own;
    struct tui_wish wish = {.ascii = own->ascii,
                            .colourless = own->colourless,
                            .seed = a->seed ? a->seed : (uint64_t)time(NULL),
                            .clock = cli_clock,
                            .words = a->host->words};

    if (a->rest_count && !command_game(a->rest[0], &wish.game, e))
        return false;
    if (own->plain || !tui_possible())
        return play_plainly(a, wish.game, wish.seed, out, e);
    return tui_play(&wish, e);
}

static const struct play_own defaults = {.plain = false};
static const struct option options[] = {
    {OPTION("--ascii", "", FLAG), OPTION_OWN(play_own, ascii),
     .help =
         SENTENCE("option.play.ascii", "draw with plain letters, whatever the terminal can do")},
    {OPTION("--no-colour", "", FLAG), OPTION_OWN(play_own, colourless),
     .help = SENTENCE("option.play.no-colour", "draw without colours")},
    {OPTION("--plain", "", FLAG), OPTION_OWN(play_own, plain),
     .help = SENTENCE("option.play.plain", "play line by line, without a screen")},
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
        "kept after every action in $XDG_DATA_HOME/abax, or ~/.local/share/abax. Without a "
        "terminal,\n"
        "or with --plain, a game line by line against the computer: type an action, 'moves', "
        "'rules'\n"
        "or 'quit'."),
    .options = COMMAND_OPTIONS(options),
    .most = 1,
    .run = run,
    .own = &defaults,
    .own_bytes = sizeof defaults,
};
