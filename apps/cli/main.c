// SPDX-License-Identifier: MIT
// What all programs do: find the command in the tables, run it, and turn errors into one line on
// standard error and exit status 2.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/catalogue.h"
#include "base/version.h"
#include "cli/cli.h"
#include "cli/ranks.h"
#include "cli/program.h"
#include "games/registry.h"

static const struct command *find_command(const char *name)
{
    for (unsigned i = 0; i < cli_program.count; i++) {
        if (!strcmp(cli_program.commands[i]->name, name))
            return cli_program.commands[i];
    }
    return NULL;
}

static unsigned shared_count(void)
{
    return cli_program.shared ? protocol_command_count : 0;
}

static void write_out(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
}

// The commands of this program, of the table, and of the others.
static const char *name_of(unsigned index)
{
    if (index < cli_program.count)
        return cli_program.commands[index]->name;
    index -= cli_program.count;
    if (index < shared_count())
        return protocol_commands[index].name;
    index -= shared_count();
    const struct program_other *other = cli_program.others;
    for (; index >= other->count; other++)
        index -= other->count;
    return other->commands[index]->name;
}

static unsigned name_count(void)
{
    unsigned count = cli_program.count + shared_count();

    for (unsigned i = 0; i < cli_program.other_count; i++)
        count += cli_program.others[i].count;
    return count;
}

static int print_error(const struct catalogue *messages, const struct error *e)
{
    char sentence[1024];
    struct text t;

    text_init(&t, sentence, sizeof sentence);
    message_write(&e->message, messages, &t);
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
    const struct catalogue *messages = NULL;

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) {
            catalogue_choose(value, &messages);
            break;
        }
    }
    return messages;
}

// Takes --lang and its value out of the words of any command; what follows "--" is not ours.
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
    const char *nearest = command_nearest(name, name_of, name_count());

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

// Finds the command of the words and runs it, in this program or in another.
static bool run_words(char **words, int count, const struct catalogue *language, struct error *e)
{
    const char *const *rest = (const char *const *)words + 1;
    unsigned rest_count = (unsigned)count - 1;
    const struct command_host host = {.clock = cli_clock,
                                      .megabytes = 256,
                                      .progress = print_progress,
                                      .messages = language,
                                      .help = command_help};
    struct output out = {write_out, stdout};

    if (cli_program.ranks_program && program_is_rank())
        return program_become_ranks(rest, rest_count, language, e);
    if (count < 2)
        return error_set(e, "command.missing", "a command is missing; 'abax --help' lists them");
    if (!strcmp(words[1], "--help") || !strcmp(words[1], "-h") || !strcmp(words[1], "help")) {
        program_help(language, &out);
        return true;
    }
    if (!strcmp(words[1], "--version")) {
        output_format(&out, "%s %s\n", cli_program.name, version_text);
        return true;
    }
    const struct program_other *other = program_other_for(rest, rest_count);
    if (other)
        return program_become(other, rest, rest_count, language, e);
    const struct command *c = find_command(words[1]);
    // Some commands take a file here, and the name of a game in the table that the page has too.
    if (!c || (count > 2 && registry_find(words[2]) &&
               command_find(protocol_commands, shared_count(), words[1])))
        c = command_find(protocol_commands, shared_count(), words[1]);
    if (!c)
        return unknown_command(words[1], e);
    return command_run(c, (const char **)words + 2, rest_count - 1, &host, &out, e);
}

static bool all_written(struct error *e)
{
    return (fflush(stdout) == 0 && !ferror(stdout)) ||
           error_set(e, "output.unwritten", "standard output cannot be written");
}

int main(int count, char **words)
{
    const struct catalogue *language;
    const struct ranks *ranks = cli_program.ranks;
    struct error e;

    setvbuf(stdout, NULL, _IOLBF, 0); // a reader of a pipe sees every line at once
    if (ranks)
        ranks->enter(&count, &words);
    bool spoken = take_language(words, &count, &language, &e);
    if (ranks)
        ranks_set_last_words(language);
    bool fine = spoken && run_words(words, count, language, &e) && all_written(&e);
    bool tells = !ranks || ranks->tells(fine);
    int status = fine ? 0 : tells ? print_error(language, &e) : 2;
    if (ranks)
        ranks->leave(fine);
    return status;
}
