// SPDX-License-Identifier: MIT
// The program `abax`: finds the command in the tables, runs it, and turns faults into one line on
// standard error and exit status 2.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/catalogue.h"
#include "base/version.h"
#include "cli/cli.h"
#include "games/registry.h"

static const struct command *const cli_commands[] = {
    &cli_play_command,   &cli_learn_command,  &cli_bench_command,    &cli_match_command,
    &cli_record_command, &cli_review_command, &cli_selfplay_command, &cli_ugi_command,
    &cli_serve_command,  &cli_admin_command,  &cli_bot_command,      &cli_session_command,
    &cli_solve_command,  &cli_check_command,  &cli_openings_command, &cli_exploit_command,
    &cli_rules_command,
};

// NOLINTNEXTLINE(bugprone-sizeof-expression): it counts pointers
enum { CLI_COUNT = sizeof cli_commands / sizeof *cli_commands };

static const struct command *find_command(const char *name)
{
    for (unsigned i = 0; i < CLI_COUNT; i++) {
        if (!strcmp(cli_commands[i]->name, name))
            return cli_commands[i];
    }
    return NULL;
}

static void write_out(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
}

static const struct game *offered(unsigned index)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (!registry_game(i)->unlisted && !index--)
            return registry_game(i);
    }
    return NULL;
}

// "Abax: A, B and C."
static void print_titles(const struct catalogue *words, struct output *out)
{
    for (unsigned i = 0; offered(i); i++) {
        const struct game *g = offered(i);
        if (!i)
            output_format(out, "%s ", sentence_text(words, "help.abax", "Abax:"));
        else if (offered(i + 1))
            output_add(out, ", ");
        else
            output_format(out, " %s ", sentence_text(words, "help.and", "and"));
        output_add(out, catalogue_text(words, g->title, "%s.title", g->name));
    }
    output_add(out, ".\n\n");
}

static void print_help(const struct catalogue *words, struct output *out)
{
    print_titles(words, out);
    output_say(out, words, "help.usage",
               "abax COMMAND [WORDS]   'abax COMMAND --help' tells more\n"
               "abax --version         which Abax this is\n"
               "abax --lang LANGUAGE   speak another language\n\n");
    for (unsigned i = 0; i < CLI_COUNT; i++)
        command_list(cli_commands[i], words, out);
    for (unsigned i = 0; i < protocol_command_count; i++)
        command_list(&protocol_commands[i], words, out);
}

static const char *name_of(unsigned index)
{
    return index < CLI_COUNT ? cli_commands[index]->name
                             : protocol_commands[index - CLI_COUNT].name;
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
    return error_set(e, "language.unknown:language,known",
                     "language '%s' is unknown; there are: %s", error_quote(language).text, known);
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
            return error_set(e, "language.missing", "option '--lang' needs a language");
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
        return error_set(e, "command.nearest:command,nearest",
                         "command '%s' is unknown; did you mean '%s'?", error_quote(name).text,
                         nearest);
    return error_set(e, "command.unknown:command",
                     "command '%s' is unknown; 'abax --help' lists them", error_quote(name).text);
}

static void print_progress(void *to, const char *words)
{
    (void)to;
    fprintf(stderr, "%s\n", words);
}

// Finds the command of the words and runs it.
static bool run(char **words, int count, const struct catalogue *language, struct error *e)
{
    const struct command_host host = {.clock = cli_clock,
                                      .megabytes = 256,
                                      .progress = print_progress,
                                      .words = language,
                                      .help = command_help};
    struct output out = {write_out, stdout};

    if (count < 2)
        return error_set(e, "command.missing", "a command is missing; 'abax --help' lists them");
    if (!strcmp(words[1], "--help") || !strcmp(words[1], "-h") || !strcmp(words[1], "help")) {
        print_help(language, &out);
        return true;
    }
    if (!strcmp(words[1], "--version")) {
        output_format(&out, "abax %s\n", abax_version);
        return true;
    }
    const struct command *c = find_command(words[1]);
    // Some commands take a file here, and the name of a game in the table that the page has too.
    if (!c || (count > 2 && registry_find(words[2]) &&
               command_find(protocol_commands, protocol_command_count, words[1])))
        c = command_find(protocol_commands, protocol_command_count, words[1]);
    if (!c)
        return unknown_command(words[1], e);
    if (!command_run(c, (const char **)words + 2, (unsigned)count - 2, &host, &out, e))
        return false;
    return (fflush(stdout) == 0 && !ferror(stdout)) ||
           error_set(e, "output.unwritten", "standard output cannot be written");
}

int main(int count, char **words)
{
    const struct catalogue *language;
    struct error e;

    setvbuf(stdout, NULL, _IOLBF, 0); // whoever reads along sees every line at once
    bool fine = take_language(words, &count, &language, &e) && run(words, count, language, &e);
    return fine ? 0 : fail(language, &e);
}
