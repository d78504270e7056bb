// SPDX-License-Identifier: MIT
// The WebAssembly module: the command table and sessions behind a few functions. The caller writes words, one a
// line, into abax_input, calls abax_call or abax_session, and reads abax_output. Lines of a long command are
// handed out as they come. It imports three functions, from "abax": line, stopped and now.
#include <string.h>

#include "games/registry.h"
#include "protocol/command.h"
#include "protocol/session.h"

enum { INPUT = 1 << 16, OUTPUT = 1 << 18, WORDS = 4096, SESSIONS = 4, MEGABYTES = 32 };

// The module's only state, like the buffers of a terminal: one caller, one call at a time.
static char input[INPUT], output[OUTPUT];
static struct text answer;
static size_t handed_out; // characters of the answer
static struct session sessions[SESSIONS];
static bool sessions_begun;

// A line of the answer is complete: so many characters at this place.
__attribute__((import_module("abax"), import_name("line"))) void import_line(const char *at,
                                                                             int length);
// Not 0: a long command shall end.
__attribute__((import_module("abax"), import_name("stopped"))) int import_stopped(void);
// Milliseconds since some moment.
__attribute__((import_module("abax"), import_name("now"))) double import_now(void);

__attribute__((export_name("abax_input"))) char *abax_input(void);
__attribute__((export_name("abax_input_size"))) int abax_input_size(void);
__attribute__((export_name("abax_output"))) char *abax_output(void);
__attribute__((export_name("abax_call"))) int abax_call(void);
__attribute__((export_name("abax_session"))) int abax_session(int index);
__attribute__((export_name("abax_book"))) char *abax_book(void);
__attribute__((export_name("abax_lesson"))) char *abax_lesson(void);

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

static uint64_t microseconds(void)
{
    return (uint64_t)(import_now() * 1000);
}

static bool stopped(void *to)
{
    (void)to;
    return import_stopped() != 0;
}

// Progress is a line that is no part of the answer.
static void tell_progress(void *to, const char *words)
{
    char storage[128];
    struct text t;

    (void)to;
    text_init(&t, storage, sizeof storage);
    text_format(&t, "progress %s", words);
    import_line(storage, (int)t.length);
}

static void write_answer(void *to, const char *bytes, size_t count)
{
    struct text *t = to;

    for (size_t i = 0; i < count; i++) {
        text_char(t, bytes[i]);
        if (bytes[i] != '\n')
            continue;
        import_line(t->at + handed_out, (int)(t->length - handed_out));
        handed_out = t->length;
    }
}

static unsigned split_words(const char **words)
{
    unsigned count = 0;

    input[INPUT - 1] = 0;
    for (char *next, *word = input; word && count < WORDS; word = next) {
        next = strchr(word, '\n');
        if (next)
            *next++ = 0;
        words[count++] = word;
    }
    return count;
}

static void begin_answer(void)
{
    text_init(&answer, output, OUTPUT);
    handed_out = 0;
}

static int fail(const struct error *e)
{
    begin_answer();
    text_add(&answer, e->text);
    return 2;
}

// Runs the command whose words stand in the input. Returns 0 and the answer, or 2 and the sentence
// that says what is wrong.
int abax_call(void)
{
    static const char *words[WORDS];
    static const struct command_host host = {
        .clock = microseconds, .megabytes = MEGABYTES, .stop = stopped, .progress = tell_progress};
    struct output out = {write_answer, &answer};
    struct error e;

    unsigned count = split_words(words);
    begin_answer();
    const struct command *c = command_find(protocol_commands, protocol_command_count, words[0]);
    if (!c)
        error_say(&e, "command '%s' is unknown", error_quote(words[0]).text);
    else if (command_run(c, words + 1, count - 1, &host, &out, &e))
        return 0;
    return fail(&e);
}

// Gives the call in the input to one of a few sessions; answers like abax_call.
int abax_session(int index)
{
    static const char *words[WORDS];
    struct output out = {write_answer, &answer};
    struct error e;

    for (; !sessions_begun; sessions_begun = true) {
        for (unsigned i = 0; i < SESSIONS; i++)
            session_init(&sessions[i]);
    }
    unsigned count = split_words(words);
    begin_answer();
    if (index < 0 || index >= SESSIONS)
        error_say(&e, "session %d is none of 0 to %d", index, SESSIONS - 1);
    else if (session_call(&sessions[index], words, count, &out, &e))
        return 0;
    return fail(&e);
}

// Where the book of the game named in the input belongs; 0 when it has none. The module comes without books, so that
// it is small: whoever wants one copies games/NAME/book.bin to this place. Pages of rules are left out likewise: the
// page has them as files.
char *abax_book(void)
{
    const struct game *g = registry_find(input);

    return g ? (char *)g->book : NULL;
}

// Where its lesson belongs, in the same way: games/NAME/lesson.txt.
char *abax_lesson(void)
{
    const struct game *g = registry_find(input);

    return g ? (char *)registry_lesson(g) : NULL;
}
