// SPDX-License-Identifier: MIT
// The WebAssembly module: the command table and sessions behind a few functions. The caller gets a
// buffer from abax_input, writes words into it, one per line with a 0 at the end, calls abax_call
// or abax_session, and reads abax_output. Lines of a long command are sent as they come. Words and
// answers are limited by memory only: what does not fit is refused with a sentence, never cut. The
// module imports three functions from "abax": line, stopped and now.
#include <stdlib.h>
#include <string.h>

#include "base/sentencejson.h"
#include "game/net.h"
#include "games/registry.h"
#include "protocol/command.h"
#include "protocol/session.h"

enum { SESSIONS = 4096, MEGABYTES = 32 };

// The module's only state, like the buffers of a terminal: one caller, one call at a time.
static char *input;
static size_t input_capacity;
static const char **words; // of the input; the array only grows
static unsigned word_capacity;
// Its storage grows; `cut` if it could not.
static struct text answer;
static char spare[sizeof(struct error)];   // storage of the answer without memory
static size_t sent;                        // characters of the answer that import_line has got
static struct session *sessions[SESSIONS]; // each made by its first call

// Receives a complete line of the answer.
__attribute__((import_module("abax"), import_name("line"))) void import_line(const char *at,
                                                                             int length);
// Returns non-zero if a long command should stop.
__attribute__((import_module("abax"), import_name("stopped"))) int import_stopped(void);
// Milliseconds since some moment.
__attribute__((import_module("abax"), import_name("now"))) double import_now(void);

__attribute__((export_name("abax_input"))) char *abax_input(int size);
__attribute__((export_name("abax_output"))) char *abax_output(void);
__attribute__((export_name("abax_call"))) int abax_call(void);
__attribute__((export_name("abax_session"))) int abax_session(int index);
__attribute__((export_name("abax_file"))) char *abax_file(void);

// A buffer of `size` bytes for the words with their last 0; NULL without memory.
char *abax_input(int size)
{
    if (size < 1)
        return NULL;
    if ((size_t)size > input_capacity) {
        char *grown = realloc(input, (size_t)size);
        if (!grown)
            return NULL;
        input = grown;
        input_capacity = (size_t)size;
    }
    input[input_capacity - 1] = 0;
    return input;
}

char *abax_output(void)
{
    return answer.at;
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

// Progress is a line that is not part of the answer.
static void tell_progress(void *to, const char *how_far)
{
    char storage[128];
    struct text t;

    (void)to;
    text_init(&t, storage, sizeof storage);
    text_format(&t, "progress %s", how_far);
    import_line(storage, (int)t.length);
}

// Reserves `count` more characters and grows by half at least; false without memory.
static bool answer_reserve(struct text *t, size_t count)
{
    size_t needed = t->length + count + 1, capacity = needed + needed / 2;

    if (needed <= t->capacity)
        return true;
    char *grown = realloc(t->at == spare ? NULL : t->at, capacity);
    if (!grown)
        return false;
    if (t->at == spare)
        memcpy(grown, spare, t->length + 1);
    t->at = grown;
    t->capacity = capacity;
    return true;
}

static void write_answer(void *to, const char *bytes, size_t count)
{
    struct text *t = to;

    if (t->cut || !answer_reserve(t, count)) {
        t->cut = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        text_char(t, bytes[i]);
        if (bytes[i] != '\n')
            continue;
        import_line(t->at + sent, (int)(t->length - sent));
        sent = t->length;
    }
}

// Splits the input in place; false without memory for its words.
static bool split_words(unsigned *count, struct error *e)
{
    unsigned needed = 1;

    for (const char *at = input; (at = strchr(at, '\n')); at++)
        needed++;
    if (needed > word_capacity) {
        const char **grown = realloc(words, needed * sizeof *words);
        if (!grown)
            return error_set(e, "module.words:words", "there is no memory for %u words", needed);
        words = grown;
        word_capacity = needed;
    }
    *count = 0;
    for (char *next, *word = input; word; word = next) {
        next = strchr(word, '\n');
        if (next)
            *next++ = 0;
        words[(*count)++] = word;
    }
    return true;
}

static void answer_begin(void)
{
    if (!answer.at)
        text_init(&answer, spare, sizeof spare);
    text_init(&answer, answer.at, answer.capacity);
    sent = 0;
}

// Returns the status of a call. An error is answered as a line in English and then as JSON to
// translate (base/sentencejson.h).
static int answer_end(bool good, struct error *e)
{
    struct output out = {write_answer, &answer};
    struct json_writer j;

    if (good && answer.cut)
        good = error_set(e, "module.answer", "the answer does not fit in memory");
    if (good)
        return 0;
    answer_begin();
    text_format(&answer, "%s\n", e->message.text);
    json_write_init(&j, &out);
    message_json(&j, NULL, &e->message);
    return 2;
}

static const struct command_host host = {
    .clock = microseconds, .megabytes = MEGABYTES, .stop = stopped, .progress = tell_progress};

// Runs the command in the input. Returns 0 with the answer, or 2 with the error.
int abax_call(void)
{
    struct output out = {write_answer, &answer};
    unsigned count;
    struct error e;

    answer_begin();
    if (!split_words(&count, &e))
        return answer_end(false, &e);
    const struct command *c = command_find(protocol_commands, protocol_command_count, words[0]);
    bool good = c ? command_run(c, words + 1, count - 1, &host, &out, &e)
                  : error_set(&e, "module.command:command", "command '%s' is unknown",
                              error_quote(words[0]).text);
    return answer_end(good, &e);
}

static struct session *find_session(int index, struct error *e)
{
    if (index < 0 || index >= SESSIONS) {
        error_set(e, "module.session:session,last", "session %d is none of 0 to %d", index,
                  SESSIONS - 1);
        return NULL;
    }
    if (!sessions[index]) {
        sessions[index] = malloc(sizeof *sessions[index]);
        if (sessions[index])
            session_init(sessions[index], &host);
        else
            error_set(e, "module.memory", "there is no memory for another game");
    }
    return sessions[index];
}

// Gives the call in the input to a session; answers like abax_call.
int abax_session(int index)
{
    struct output out = {write_answer, &answer};
    struct session *session;
    unsigned count;
    struct error e;

    answer_begin();
    if (!split_words(&count, &e))
        return answer_end(false, &e);
    session = find_session(index, &e);
    return answer_end(session && session_call(session, words, count, &out, &e), &e);
}

// The address of a game's file; the input names the game and the file, one per line. NULL if the
// game has no such file. To stay small the module does not contain games/NAME/FILE: the caller
// copies it to this address before the first call that needs it. Rules are not in the module
// either: the page has them as files.
char *abax_file(void)
{
    char *file = strchr(input, '\n');
    if (!file)
        return NULL;
    *file++ = '\0';
    const struct game *g = registry_find(input);
    if (!g)
        return NULL;
    if (strcmp(file, "book.bin") == 0)
        return (char *)game_ai(g)->book;
    if (strcmp(file, "net.bin") == 0)
        return game_ai(g)->net ? (char *)game_ai(g)->net->weights : NULL;
    return strcmp(file, "lesson.txt") == 0 ? (char *)registry_lesson(g) : NULL;
}
