// SPDX-License-Identifier: MIT
// The WebAssembly module: the command table and sessions behind a few functions. The caller asks abax_input for room,
// writes words there, one a line and a 0 at the end, calls abax_call or abax_session, and reads abax_output. Lines of a
// long command are handed out as they come. Words and answers may be as long as memory allows: what does not fit is
// refused with a sentence, never cut. It imports three functions, from "abax": line, stopped and now.
#include <stdlib.h>
#include <string.h>

#include "base/sentencejson.h"
#include "game/net.h"
#include "games/registry.h"
#include "protocol/command.h"
#include "protocol/session.h"

enum { SESSIONS = 5, MEGABYTES = 32 };

// The module's only state, like the buffers of a terminal: one caller, one call at a time.
static char *input;
static size_t input_room;
static const char **words; // of the input; as many as were ever needed
static unsigned word_room;
static struct text answer;               // its storage grows; `cut` when it could not
static char spare[sizeof(struct error)]; // its storage when there is no other
static size_t handed_out;                // characters of the answer
static struct session sessions[SESSIONS];
static bool sessions_begun;

// A line of the answer is complete: so many characters at this place.
__attribute__((import_module("abax"), import_name("line"))) void import_line(const char *at,
                                                                             int length);
// Not 0: a long command shall end.
__attribute__((import_module("abax"), import_name("stopped"))) int import_stopped(void);
// Milliseconds since some moment.
__attribute__((import_module("abax"), import_name("now"))) double import_now(void);

__attribute__((export_name("abax_input"))) char *abax_input(int size);
__attribute__((export_name("abax_output"))) char *abax_output(void);
__attribute__((export_name("abax_call"))) int abax_call(void);
__attribute__((export_name("abax_session"))) int abax_session(int index);
__attribute__((export_name("abax_room"))) char *abax_room(void);

// Room for so many bytes of words, the last 0 included; 0 when there is not so much memory.
char *abax_input(int size)
{
    if (size < 1)
        return NULL;
    if ((size_t)size > input_room) {
        char *grown = realloc(input, (size_t)size);
        if (!grown)
            return NULL;
        input = grown;
        input_room = (size_t)size;
    }
    input[input_room - 1] = 0;
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

// Progress is a line that is no part of the answer.
static void tell_progress(void *to, const char *how_far)
{
    char storage[128];
    struct text t;

    (void)to;
    text_init(&t, storage, sizeof storage);
    text_format(&t, "progress %s", how_far);
    import_line(storage, (int)t.length);
}

// Room for so many characters more, at least half as much again as there was; false without memory.
static bool make_room(struct text *t, size_t count)
{
    size_t needed = t->length + count + 1, room = needed + needed / 2;

    if (needed <= t->room)
        return true;
    char *grown = realloc(t->at == spare ? NULL : t->at, room);
    if (!grown)
        return false;
    if (t->at == spare)
        memcpy(grown, spare, t->length + 1);
    t->at = grown;
    t->room = room;
    return true;
}

static void write_answer(void *to, const char *bytes, size_t count)
{
    struct text *t = to;

    if (t->cut || !make_room(t, count)) {
        t->cut = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        text_char(t, bytes[i]);
        if (bytes[i] != '\n')
            continue;
        import_line(t->at + handed_out, (int)(t->length - handed_out));
        handed_out = t->length;
    }
}

// Takes the input apart in place; false without memory for so many words.
static bool split_words(unsigned *count, struct error *e)
{
    unsigned needed = 1;

    for (const char *at = input; (at = strchr(at, '\n')); at++)
        needed++;
    if (needed > word_room) {
        const char **grown = realloc(words, needed * sizeof *words);
        if (!grown)
            return error_set(e, "module.words:words", "there is no memory for %u words", needed);
        words = grown;
        word_room = needed;
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

static void begin_answer(void)
{
    if (!answer.at)
        text_init(&answer, spare, sizeof spare);
    text_init(&answer, answer.at, answer.room);
    handed_out = 0;
}

// A fault is answered as a line in English and then as what the page tells it by (base/sentencejson.h).
static int end(bool good, struct error *e)
{
    struct output out = {write_answer, &answer};
    struct json_writer j;

    if (good && answer.cut)
        good = error_set(e, "module.answer", "the answer does not fit in memory");
    if (good)
        return 0;
    begin_answer();
    text_format(&answer, "%s\n", e->text);
    json_write_init(&j, &out);
    error_json(&j, NULL, e);
    return 2;
}

static const struct command_host host = {
    .clock = microseconds, .megabytes = MEGABYTES, .stop = stopped, .progress = tell_progress};

// Runs the command whose words stand in the input. Returns 0 and the answer, or 2 and the fault.
int abax_call(void)
{
    struct output out = {write_answer, &answer};
    unsigned count;
    struct error e;

    begin_answer();
    if (!split_words(&count, &e))
        return end(false, &e);
    const struct command *c = command_find(protocol_commands, protocol_command_count, words[0]);
    bool good = c ? command_run(c, words + 1, count - 1, &host, &out, &e)
                  : error_set(&e, "module.command:command", "command '%s' is unknown",
                              error_quote(words[0]).text);
    return end(good, &e);
}

// Gives the call in the input to one of a few sessions; answers like abax_call.
int abax_session(int index)
{
    struct output out = {write_answer, &answer};
    unsigned count;
    struct error e;

    for (; !sessions_begun; sessions_begun = true) {
        for (unsigned i = 0; i < SESSIONS; i++)
            session_init(&sessions[i], &host);
    }
    begin_answer();
    if (!split_words(&count, &e))
        return end(false, &e);
    bool good = index >= 0 && index < SESSIONS
                    ? session_call(&sessions[index], words, count, &out, &e)
                    : error_set(&e, "module.session:session,last", "session %d is none of 0 to %d",
                                index, SESSIONS - 1);
    return end(good, &e);
}

// Where a file of a game belongs, both named in the input, a line each; 0 when the game has no such file. The module
// comes without these so that it is small: whoever wants games/NAME/FILE copies it to this place before the first
// call that needs it. Pages of rules are left out likewise: the page has them as files.
char *abax_room(void)
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
