// SPDX-License-Identifier: MIT
// `abax play`: at the screen of the terminal if there is one (tui/), otherwise a plain game line by line: a person
// in seat 1, computer players in the others.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "games/registry.h"
#include "play/player.h"
#include "paint/text.h"
#include "tui/tui.h"

// Asks for the opponent; an empty answer takes an easy one. False when the person leaves.
static bool choose_opponent(struct output *out, struct player_spec *spec)
{
    char word[CLI_WORD];
    struct error e;

    while (
        cli_ask(out, "Opponent ('random', 'level:1' to 'level:10', Enter for level:3): ", word)) {
        if (!strcmp(word, "quit"))
            return false;
        if (player_read(word[0] ? word : "level:3", spec, &e))
            return true;
        output_format(out, "%s.\n", e.text);
    }
    return false;
}

// Asks until an action was played; false when the person leaves.
static bool person_acts(struct history *history, struct output *out)
{
    char word[CLI_WORD];
    struct error e;

    while (cli_ask(out, "Your action ('moves', 'rules', 'quit'): ", word)) {
        if (!strcmp(word, "quit"))
            return false;
        if (!strcmp(word, "moves") || !strcmp(word, "?"))
            cli_print_actions(history, out);
        else if (!strcmp(word, "rules"))
            output_add(out, registry_rules(history->game));
        else if (history_play_text(history, word, &e))
            return true;
        else if (word[0])
            output_format(out, "%s\n", e.text);
    }
    return false;
}

static void computer_acts(struct history *history, struct player *opponent, struct output *out)
{
    game_action action = player_choose(opponent, history);
    char storage[GAME_ACTION_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    history->game->action_text(&history->position, action, &t);
    output_format(out, "%s plays %s.\n",
                  history->game->seat_names[history->game->to_act(&history->position)], storage);
    history_play(history, action);
}

static void play_game(struct history *history, struct player *opponent, struct output *out)
{
    const struct game *g = history->game;
    struct scene scene;
    struct game_result result;
    enum { PERSON = 0 };

    for (history_result(history, &result); !result.over; history_result(history, &result)) {
        if (g->to_act(&history->position) != PERSON) {
            computer_acts(history, opponent, out);
            continue;
        }
        history_scene(history, PERSON, &scene);
        paint_text(g, &history->options, &scene, out);
        if (!person_acts(history, out))
            return;
    }
    history_scene(history, PERSON, &scene);
    paint_text(g, &history->options, &scene, out);
}

static bool play_plainly(const struct arguments *a, const struct game *g, uint64_t seed,
                         struct output *out, struct error *e)
{
    struct game_options options = {0};
    struct game_position start;
    struct player_spec spec;
    struct player opponent;
    struct history history;
    struct random r = random_from_seed(seed);

    if (!g && !cli_choose_game(a, out, &g))
        return true;
    if (!choose_opponent(out, &spec))
        return true;
    if (!player_init(&opponent, &spec, cli_clock, e))
        return false;
    player_new_game(&opponent, random_next(&r));
    g->start(&options, random_next(&r), &start);
    history_init(&history, g, &options, &start);
    output_format(out, "%s. You are %s, seat 1.\n", g->title, g->seat_names[0]);
    play_game(&history, &opponent, out);
    history_clear(&history);
    player_clear(&opponent);
    return true;
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
                            .clock = cli_clock};

    if (a->rest_count && !command_game(a->rest[0], &wish.game, e))
        return false;
    if (own->plain || !tui_possible())
        return play_plainly(a, wish.game, wish.seed, out, e);
    return tui_play(&wish, e);
}

static const struct play_own defaults = {.plain = false};
static const struct option options[] = {
    {.name = "--ascii",
     .values = "",
     .help = "draw with plain letters, whatever the terminal can do",
     .kind = OPTION_FLAG,
     OPTION_OWN(play_own, ascii)},
    {.name = "--no-colour",
     .values = "",
     .help = "draw without colours",
     .kind = OPTION_FLAG,
     OPTION_OWN(play_own, colourless)},
    {.name = "--plain",
     .values = "",
     .help = "play line by line, without a screen",
     .kind = OPTION_FLAG,
     OPTION_OWN(play_own, plain)},
    {.name = "--seed",
     .values = "N",
     .help = "deal with this seed (a new one each time if not given)",
     .kind = OPTION_NUMBER,
     OPTION_SHARED(seed),
     .least = 1,
     .most = UINT64_MAX},
    OPTION_END,
};

const struct command cli_play_command = {
    .name = "play",
    .usage = "[GAME] [OPTION...]",
    .help = "play at the terminal: people, computers or both",
    .more =
        "A menu asks for the game, its options and who plays. '?' shows keys and rules. Games are\n"
        "kept after every action in $XDG_DATA_HOME/abax, or ~/.local/share/abax. Without a "
        "terminal,\n"
        "or with --plain, a game line by line against the computer: type an action, 'moves', "
        "'rules'\n"
        "or 'quit'.",
    .options = COMMAND_OPTIONS(options),
    .most = 1,
    .run = run,
    .own = &defaults,
    .own_bytes = sizeof defaults,
};
