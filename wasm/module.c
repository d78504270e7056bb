// SPDX-License-Identifier: MIT
// The WebAssembly module: the command table behind three functions. The caller writes the words of a
// command, one a line, into abax_input, calls abax_call, and reads abax_output. It imports nothing.
#include <string.h>

#include "protocol/command.h"

enum { INPUT = 1 << 16, OUTPUT = 1 << 18, WORDS = 4096 };

// The module's only state, like the buffers of a terminal: one caller, one call at a time.
static char input[INPUT], output[OUTPUT];
static struct text answer;

__attribute__((export_name("abax_input"))) char *abax_input(void);
__attribute__((export_name("abax_input_size"))) int abax_input_size(void);
__attribute__((export_name("abax_output"))) char *abax_output(void);
__attribute__((export_name("abax_call"))) int abax_call(void);

char *abax_input(void)
{
    return input;
}

int abax_input_size(void)
{
    return INPUT;
}

char *abax_output(void)
{
    return output;
}

static void write_answer(void *to, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        text_char(to, bytes[i]);
}

static unsigned split_words(const char **words)
{
    unsigned count = 0;

    for (char *next, *word = input; word && count < WORDS; word = next) {
        next = strchr(word, '\n');
        if (next)
            *next++ = 0;
        words[count++] = word;
    }
    return count;
}

// Runs the command whose words stand in the input. Returns 0 and the answer, or 2 and the sentence
// that says what is wrong.
int abax_call(void)
{
    static const char *words[WORDS];
    struct output out = {write_answer, &answer};
    struct error e;

    input[INPUT - 1] = 0;
    unsigned count = split_words(words);
    text_init(&answer, output, OUTPUT);
    const struct command *c = command_find(protocol_commands, protocol_command_count, words[0]);
    if (!c)
        error_set(&e, "command '%s' is unknown", error_quote(words[0]).text);
    else if (command_run(c, words + 1, count - 1, &out, &e))
        return 0;
    text_init(&answer, output, OUTPUT);
    text_add(&answer, e.text);
    return 2;
}
