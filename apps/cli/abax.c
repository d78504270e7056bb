// SPDX-License-Identifier: MIT
// The program `abax`: its commands, those that other programs have, and the overview of all.
#include <string.h>

#include "cli/cli.h"
#include "cli/program.h"
#include "games/registry.h"

static const struct command *const commands[] = {
    &cli_play_command,   &cli_learn_command,  &cli_match_command,    &cli_record_command,
    &cli_review_command, &cli_ugi_command,    &cli_session_command,  &cli_solve_command,
    &cli_check_command,  &cli_puzzle_command, &cli_puzzles_command,  &cli_explore_command,
    &cli_rules_command,  &cli_stats_command,  &cli_commands_command,
};

// ---------------------------------------------------------------------------------------------
// Other programs
// ---------------------------------------------------------------------------------------------

enum { SERVER_COMMANDS = 3, LAB_COMMANDS = 5 };

#define ELSEWHERE(word, english)                                                                   \
    {                                                                                              \
        .name = #word, .usage = "", .help = SENTENCE("cli.command." #word, english),               \
        .options = COMMAND_NO_OPTIONS                                                              \
    }

static const struct command serve = ELSEWHERE(serve, PROGRAM_HELP_SERVE);
static const struct command admin = ELSEWHERE(admin, PROGRAM_HELP_ADMIN);
static const struct command bot = ELSEWHERE(bot, PROGRAM_HELP_BOT);
static const struct command *const server_commands[SERVER_COMMANDS] = {&serve, &admin, &bot};

static const struct command bench = ELSEWHERE(bench, PROGRAM_HELP_BENCH);
static const struct command exploit = ELSEWHERE(exploit, PROGRAM_HELP_EXPLOIT);
static const struct command gather = ELSEWHERE(gather, PROGRAM_HELP_GATHER);
static const struct command openings = ELSEWHERE(openings, PROGRAM_HELP_OPENINGS);
static const struct command selfplay = ELSEWHERE(selfplay, PROGRAM_HELP_SELFPLAY);
static const struct command *const lab_commands[LAB_COMMANDS] = {&bench, &exploit, &gather,
                                                                 &openings, &selfplay};

static bool has_word(const char *const *words, unsigned count, const char *word)
{
    for (unsigned i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (!strcmp(words[i], word))
            return true;
    }
    return false;
}

// `puzzles check FILE` and `puzzles list FILE` read; with a game or another word first, puzzles are
// made or changed.
static bool makes_puzzles(const char *const *words, unsigned count)
{
    static const char *const makers[] = {"copies", "themes", "rate", "try"};

    for (unsigned i = 0; i < count; i++) {
        if (!strcmp(words[i], "check") || !strcmp(words[i], "list"))
            return false;
        if (registry_find(words[i]))
            return true;
        for (unsigned k = 0; k < sizeof makers / sizeof *makers; k++) {
            if (!strcmp(words[i], makers[k]))
                return true;
        }
    }
    return false;
}

// What a command of both programs writes for others is made in the lab: certificates, books and
// puzzles.
static bool is_for_lab(const char *const *words, unsigned count)
{
    if (has_word(words, count, "--help") || has_word(words, count, "-h"))
        return false;
    if (!strcmp(words[0], "solve"))
        return has_word(words, count, "--certificate") || has_word(words, count, "--book");
    if (!strcmp(words[0], "check"))
        return has_word(words, count, "--book");
    return !strcmp(words[0], "puzzles") && makes_puzzles(words + 1, count - 1);
}

static const struct program_other others[] = {
    {.name = "abax-server",
     .package = "abax-server",
     .commands = server_commands,
     .count = SERVER_COMMANDS},
    {.name = "abax-lab",
     .package = "abax",
     .commands = lab_commands,
     .count = LAB_COMMANDS,
     .takes = is_for_lab},
};

// ---------------------------------------------------------------------------------------------
// The overview
// ---------------------------------------------------------------------------------------------

#define SAME_GROUP                                                                                 \
    {                                                                                              \
        NULL, NULL                                                                                 \
    }

static const struct program_row overview[] = {
    {SENTENCE("help.group.play", "Play"), "play",
     SENTENCE("help.row.play", "the computer or others, at the terminal")},
    {SAME_GROUP, "games levels rules", SENTENCE("help.row.games", "what you can play, and how")},
    {SENTENCE("help.group.learn", "Learn"), "learn lesson try",
     SENTENCE("help.row.learn", "a game, step by step")},
    {SAME_GROUP, "puzzle puzzles",
     SENTENCE("help.row.puzzle", "solve puzzles; check and list them")},
    {SAME_GROUP, "stats", SENTENCE("help.row.stats", "your games against the computer")},
    {SENTENCE("help.group.analyse", "Analyse"), "hint best analyse explore",
     SENTENCE("help.row.hint", "what to play and why; how games went on")},
    {SAME_GROUP, "solve check", SENTENCE("help.row.solve", "who wins, proven; check the proof")},
    {SAME_GROUP, "moves position why edit pass",
     SENTENCE("help.row.position", "legal actions, rules, positions")},
    {SAME_GROUP, "show svg scene", SENTENCE("help.row.show", "the board as text, picture or JSON")},
    {SENTENCE("help.group.records", "Records"), "review",
     SENTENCE("help.row.review", "a game's mistakes and win chances")},
    {SAME_GROUP, "record convert",
     SENTENCE("help.row.record", "check, show, convert and list games")},
    {SENTENCE("help.group.engines", "Engines"), "match",
     SENTENCE("help.row.match", "let players or engines play a match")},
    {SAME_GROUP, "ugi session", SENTENCE("help.row.ugi", "be an engine for another program")},
    {SAME_GROUP, "random perft playouts",
     SENTENCE("help.row.random", "random games, and counts of them")},
    {SENTENCE("help.group.server", "Server"), "serve admin bot",
     SENTENCE("help.row.serve", "run a server, or a bot on one")},
    {SENTENCE("help.group.more", "More"), "commands",
     SENTENCE("help.row.commands", "all commands and options, as JSON")},
    {SAME_GROUP, "abax-lab --help", SENTENCE("help.row.lab", "make data: games, puzzles, proofs")},
};

const struct program cli_program = {
    .name = "abax",
    .commands = commands,
    .count = sizeof commands / sizeof *commands, // NOLINT(bugprone-sizeof-expression): pointers
    .shared = true,
    .others = others,
    .other_count = sizeof others / sizeof *others,
    .overview = overview,
    .overview_count = sizeof overview / sizeof *overview,
};
