// SPDX-License-Identifier: MIT
// `abax play`: at the screen of the terminal if there is one (tui/), otherwise line by line
// (cli/plain.c).
#include <time.h>
#include <unistd.h>

#include "cli/plain.h"

struct play_options {
    bool ascii, colourless, open, plain, boardless, resume, points, fixed;
    unsigned long long games;
    const char *warn; // a strength, or NULL
};

// Another one each time, and so far from the last that no later deal of this run is a deal of
// another one.
static uint64_t any_seed(void)
{
    uint64_t seed;

    return getentropy(&seed, sizeof seed) == 0 ? seed : (uint64_t)time(NULL) << 32;
}

static bool run_play(const struct arguments *a, struct output *out, struct error *e)
{
    const struct play_options *chosen = a->chosen;
    enum warning_level warnings = WARN_OFF;

    if (chosen->warn && !warning_level_read(chosen->warn, &warnings))
        return error_set(e, "session.strength:word",
                         "warnings '%s' are none of: off, blunders, mistakes, all",
                         error_quote(chosen->warn).text);
    struct tui_request request = {.game = a->game,
                                  .options = a->options,
                                  .resume = chosen->resume,
                                  .ascii = chosen->ascii,
                                  .colourless = chosen->colourless,
                                  .open = chosen->open,
                                  .warnings = warnings,
                                  .boardless = chosen->boardless,
                                  .games = (unsigned)chosen->games,
                                  .points = chosen->points,
                                  .fixed = chosen->fixed,
                                  .seed = a->seed ? a->seed : any_seed(),
                                  .clock = cli_clock,
                                  .messages = a->host->messages};

    if (chosen->plain || !tui_possible())
        return plain_play(a, &request, out, e);
    return tui_play(&request, e);
}

static const struct play_options defaults = {.plain = false};
static const struct option options[] = {
    {OPTION("--ascii", "", FLAG), OPTION_LOCAL(play_options, ascii),
     .help =
         SENTENCE("option.play.ascii", "draw with plain letters, whatever the terminal can do")},
    {OPTION("--no-colour", "", FLAG), OPTION_LOCAL(play_options, colourless),
     .help = SENTENCE("option.play.no-colour", "draw without colours")},
    {OPTION("--open", "", FLAG), OPTION_LOCAL(play_options, open),
     .help = SENTENCE("option.play.open", "show what computers think of their chances")},
    {OPTION("--warn", "STRENGTH", WORD), OPTION_LOCAL(play_options, warn),
     .help = SENTENCE("option.play.warn",
                      "against computers: ask before a move stands that costs much (off, blunders, "
                      "mistakes or all; off if not given)")},
    {OPTION("--plain", "", FLAG), OPTION_LOCAL(play_options, plain),
     .help = SENTENCE("option.play.plain", "play line by line, without a screen")},
    {OPTION("--no-board", "", FLAG), OPTION_LOCAL(play_options, boardless),
     .help = SENTENCE("option.play.no-board",
                      "with --plain: draw the board only when it is asked for")},
    {OPTION("--games", "N", NUMBER), OPTION_LOCAL(play_options, games), .least = 1,
     .most = SERIES_MOST_GAMES,
     .help = SENTENCE("option.play.games", "with --plain: a series of N games")},
    {OPTION("--points", "", FLAG), OPTION_LOCAL(play_options, points),
     .help = SENTENCE("option.play.points", "with --plain: points decide the series")},
    {OPTION("--no-lots", "", FLAG), OPTION_LOCAL(play_options, fixed),
     .help = SENTENCE("option.play.no-lots",
                      "with --plain: people sit as they are named, not as the lot says")},
    {OPTION("--resume", "", FLAG), OPTION_LOCAL(play_options, resume),
     .help =
         SENTENCE("option.play.resume", "go on with the latest kept game, of GAME if it is given")},
    {OPTION("--seed", "N", NUMBER), OPTION_SHARED(seed), .least = 1, .most = UINT64_MAX,
     .help = SENTENCE(
         "option.play.seed",
         "deal with this seed, later games with the next ones (a new one each time if not given)")},
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
        "is asked and printed line by line; 'help' lists what can be typed."),
    .game = COMMAND_ASKED_GAME,
    .options = COMMAND_OPTIONS(options, options_setting),
    .run = run_play,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
