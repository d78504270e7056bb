// SPDX-License-Identifier: MIT
// The program `abax`: finds the command in the tables, runs it, and turns faults into one line on
// standard error and exit status 2.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/catalogue.h"
#include "base/version.h"
#include "cli/cli.h"
#include "cli/contest.h"
#include "games/registry.h"

static const struct command cli_commands[] = {
    {"play", "[GAME] [OPTION...]", "play at the terminal: people, computers or both",
     "A menu asks for the game, its options and who plays. '?' shows keys and rules. Games are\n"
     "kept after every action in $XDG_DATA_HOME/abax, or ~/.local/share/abax. Without a terminal,\n"
     "or with --plain, a game line by line against the computer: type an action, 'moves', 'rules'\n"
     "or 'quit'.",
     TAKES_SCREEN, 0, 1, cli_play},
    {"learn", "[GAME]", "learn a game, step by step",
     "Each step explains a rule on a board and asks for an action that shows it. Type the action,\n"
     "'hint', 'moves', 'skip', 'back' or 'quit'. 'abax lesson GAME' prints the whole lesson.",
     0, 0, 1, cli_learn},
    {"bench", "[search] [GAME...] [--seconds N]", "measure random playouts, perft or the search",
     "For each game and set of options, on one core: playouts and actions a second, perft\n"
     "positions a second, processor seconds beside wall seconds. With 'search': the nodes of "
     "fixed\n"
     "positions at fixed depths, whose total is the search's signature, and nodes a second.",
     TAKES_TIME, 0, ANY_NUMBER, cli_bench},
    {"match", "GAME --p1 SPEC --p2 SPEC [--p3 SPEC] [--p4 SPEC] [OPTION...]",
     "let players play a match",
     "SPEC is one of: " CONTEST_SPECS ".\n"
     "Every deal or opening is played once with each player in seat 1, so N is rounded up. An "
     "engine\n"
     "speaks UGI and gets the limits of --nodes, --movetime (100 if none is given) and --depth. "
     "One\n"
     "that fails loses its game. --record writes number, game, options, players by seat, start,\n"
     "actions and result, with tabs between them.",
     TAKES_GAME | TAKES_START | TAKES_LIMITS | TAKES_PLAYERS | TAKES_THREADS, 0, 0, cli_match},
    {"record", "check|show|convert FILE [--to FORM] [--ply N] [--out PATH]",
     "check, show or convert the record of a game (docs/records.md)",
     "FILE is a record as text or JSON, '-' for standard input, or a link. 'check' takes a file "
     "of\n"
     "several games. 'convert --to svg' writes one picture a position to the folder of --out.",
     TAKES_FORM | TAKES_PLACE, 2, 2, cli_record},
    {"review", "FILE [--nodes N] [--json]", "look back at a game that was kept",
     "FILE is a record, '-' for standard input, or a link. 'abax review GAME ACTION...' reviews\n"
     "actions: 'abax review GAME --help' tells about that, docs/review.md what the numbers mean.",
     TAKES_NODES | TAKES_JSON, 1, 1, cli_review},
    {"selfplay", "GAME --positions N [--nodes N] [OPTION...]",
     "write positions of games that the search plays against itself",
     "A line is: position, tab, value, tab, result (1, 0.5 or 0), both for the seat to act; in a\n"
     "game with scores also the points it was ahead in the end, and what the search expected of\n"
     "that, or '-'. 1000 nodes and 6 random plies if not given.",
     TAKES_GAME | TAKES_OPTION | TAKES_SEED | TAKES_NODES | TAKES_POSITIONS | TAKES_THREADS, 0, 0,
     cli_selfplay},
    {"ugi", "[GAME] [-o key=value]...", "be an engine that speaks UGI on its standard streams",
     "docs/protocol.md tells what it understands; so does its own command 'help'.",
     TAKES_ANY_GAME | TAKES_OPTION, 0, 0, cli_ugi},
    {"serve", "[--port N] [--bind ADDRESS] [--db WHERE | --data FOLDER] [--workers N]",
     "run a server: the page, and games over WebSocket (docs/hosting.md)",
     "WHERE is a file, which is made when it is missing, or postgres://... .", TAKES_SERVER, 0, 0,
     cli_serve},
    {"admin", "stats | ban NAME | unban NAME | remove GAME | backup FILE [--db WHERE]",
     "look after the database of a server", NULL, TAKES_DATABASE, 1, 2, cli_admin},
    {"bot", "--server URL --token TOKEN [--accept GAMES] [--open] [--movetime MS] -- ENGINE",
     "let an engine that speaks UGI play on a server (docs/api.md)",
     "Takes the seats that are kept for the bot's account and plays them until it is ended; a "
     "second\n"
     "a move if not told otherwise. The token may be in ABAX_TOKEN instead.",
     TAKES_BOT, 1, ANY_NUMBER, cli_bot},
    {"session", "", "play a match by calls on the standard streams, answered in JSON",
     "A call is a line, its words parted by tabs; docs/session.md lists them.", 0, 0, 0,
     cli_session},
    {"solve", "GAME [-o key=value]... [-p POSITION] [OPTION...] [ACTION...]",
     "find out who wins, for certain",
     "Plays the actions, then searches until the result is proven; progress goes to standard\n"
     "error. Prints who wins, a line of best play and how many positions it took, or \"not\n"
     "proven\"; the exit status is 0 either way.",
     TAKES_GAME | TAKES_START | TAKES_PROOF, 0, ANY_NUMBER, cli_solve},
    {"check", "FILE", "check the proof that 'abax solve --certificate' wrote",
     "Walks every reply with the rules alone and accepts the claim or says where it fails.", 0, 1,
     1, cli_check},
};

enum { CLI_COUNT = sizeof cli_commands / sizeof *cli_commands };

static void write_out(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
}

static const struct game *offered(unsigned index)
{
    for (unsigned i = 0; registry_game(i); i++) {
        if (!registry_game(i)->unlisted && !index--)
            return registry_game(i);
    }
    return NULL;
}

// "Abax: A, B and C."
static void print_titles(struct output *out)
{
    for (unsigned i = 0; offered(i); i++) {
        output_add(out, !i ? "Abax: " : offered(i + 1) ? ", " : " and ");
        output_add(out, offered(i)->title);
    }
    output_add(out, ".\n\n");
}

static void print_help(struct output *out)
{
    print_titles(out);
    output_add(out, "abax COMMAND [WORDS]   'abax COMMAND --help' tells more\n"
                    "abax --version         which Abax this is\n\n");
    command_list(cli_commands, CLI_COUNT, out);
    command_list(protocol_commands, protocol_command_count, out);
}

static const char *name_of(unsigned index)
{
    return index < CLI_COUNT ? cli_commands[index].name : protocol_commands[index - CLI_COUNT].name;
}

static int fail(const struct catalogue *words, const struct error *e)
{
    char sentence[1024];
    struct text t;

    text_init(&t, sentence, sizeof sentence);
    error_tell(e, words, &t);
    fprintf(stderr, "abax: %s\n", sentence);
    return 2;
}

static bool language_is_unknown(const char *language, struct error *e)
{
    char known[120];
    struct text t;

    text_init(&t, known, sizeof known);
    text_add(&t, "en");
    for (unsigned i = 0; i < catalogue_language_count; i++)
        text_format(&t, ", %s", catalogue_languages[i].language);
    return error_say(e, "language '%s' is unknown; there are: %s", error_quote(language).text,
                     known);
}

// The language of the surroundings, as other programs find it.
static const struct catalogue *language_around(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const struct catalogue *words = NULL;

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) {
            catalogue_choose(value, &words);
            break;
        }
    }
    return words;
}

// Takes --lang and its value out of the words of any command; what stands behind "--" is not ours.
static bool take_language(char **words, int *count, const struct catalogue **language,
                          struct error *e)
{
    *language = language_around();
    for (int i = 1; i < *count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "--lang") != 0)
            continue;
        if (i + 1 == *count)
            return error_say(e, "option '--lang' needs a language");
        if (!catalogue_choose(words[i + 1], language))
            return language_is_unknown(words[i + 1], e);
        memmove(words + i, words + i + 2, (size_t)(*count - i - 2) * sizeof *words);
        *count -= 2;
        i--;
    }
    return true;
}

static bool unknown_command(const char *name, struct error *e)
{
    const char *nearest = command_nearest(name, name_of, CLI_COUNT + protocol_command_count);

    if (nearest)
        return error_say(e, "command '%s' is unknown; did you mean '%s'?", error_quote(name).text,
                         nearest);
    return error_say(e, "command '%s' is unknown; 'abax --help' lists them",
                     error_quote(name).text);
}

static void print_progress(void *to, const char *words)
{
    (void)to;
    fprintf(stderr, "%s\n", words);
}

// Finds the command of the words and runs it.
static bool run(char **words, int count, const struct catalogue *language, struct error *e)
{
    const struct command_host host = {
        .clock = cli_clock, .megabytes = 256, .progress = print_progress, .words = language};
    struct output out = {write_out, stdout};

    if (count < 2)
        return error_say(e, "a command is missing; 'abax --help' lists them");
    if (!strcmp(words[1], "--help") || !strcmp(words[1], "-h") || !strcmp(words[1], "help")) {
        print_help(&out);
        return true;
    }
    if (!strcmp(words[1], "--version")) {
        output_format(&out, "abax %s\n", abax_version);
        return true;
    }
    const struct command *c = command_find(cli_commands, CLI_COUNT, words[1]);
    // Some commands take a file here, and the name of a game in the table that the page has too.
    if (!c || (count > 2 && registry_find(words[2]) &&
               command_find(protocol_commands, protocol_command_count, words[1])))
        c = command_find(protocol_commands, protocol_command_count, words[1]);
    if (!c)
        return unknown_command(words[1], e);
    if (!command_run(c, (const char **)words + 2, (unsigned)count - 2, &host, &out, e))
        return false;
    return (fflush(stdout) == 0 && !ferror(stdout)) ||
           error_say(e, "standard output cannot be written");
}

int main(int count, char **words)
{
    const struct catalogue *language;
    struct error e;

    setvbuf(stdout, NULL, _IOLBF, 0); // whoever reads along sees every line at once
    bool fine = take_language(words, &count, &language, &e) && run(words, count, language, &e);
    return fine ? 0 : fail(language, &e);
}
