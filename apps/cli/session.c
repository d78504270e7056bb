// SPDX-License-Identifier: MIT
// `abax session`: a session on the standard streams. A line is a call, its words parted by tabs;
// each is answered by one line of JSON, an error by {"error": SENTENCE}.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/jsonwrite.h"
#include "cli/cli.h"
#include "protocol/session.h"

enum { WORDS = 4096 };

static unsigned split(char *line, const char **words)
{
    unsigned count = 0;

    line[strcspn(line, "\r\n")] = 0;
    for (char *next, *word = line; word && count < WORDS; word = next) {
        next = strchr(word, '\t');
        if (next)
            *next++ = 0;
        words[count++] = word;
    }
    return count;
}

static void print_fault(struct output *out, const struct error *e)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_string(&j, "error", e->message.text);
    json_write_end_object(&j);
    output_add(out, "\n");
}

static bool run_session(const struct arguments *a, struct output *out, struct error *e)
{
    static const char *words[WORDS];
    struct session s;
    char *line = NULL;
    size_t capacity = 0;

    session_init(&s, a->host);
    while (getline(&line, &capacity, stdin) >= 0) {
        if (!session_call(&s, words, split(line, words), out, e))
            print_fault(out, e);
        fflush(stdout);
    }
    free(line);
    session_clear(&s);
    return true;
}

const struct command cli_session_command = {
    .name = "session",
    .usage = "",
    .help = SENTENCE("cli.command.session",
                     "play a match by calls on the standard streams, answered in JSON"),
    .more = SENTENCE("cli.command.session.more",
                     "A call is a line, its words parted by tabs; docs/session.md lists them."),
    .options = COMMAND_NO_OPTIONS,
    .run = run_session,
};
