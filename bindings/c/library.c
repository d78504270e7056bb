// SPDX-License-Identifier: MIT
// What belongs to no object: versions, sizes, languages, errors, and texts that go into buffers of
// any size.
#include <string.h>
#include <time.h>

#include "base/catalogue.h"
#include "base/version.h"
#include "bindings/c/inner.h"

_Static_assert(sizeof(abax_position) == ABAX_POSITION_BYTES && _Alignof(abax_position) == 16 &&
                   sizeof(struct inner_position) <= sizeof(abax_position),
               "a position has the size that the header tells");
_Static_assert(sizeof(abax_error) == 1024, "part of the ABI");
_Static_assert(sizeof((struct message *)0)->args <= sizeof((abax_error *)0)->kept &&
                   sizeof((struct message *)0)->text <= sizeof((abax_error *)0)->sentence,
               "an error fits");

const char *abax_version(void)
{
    return version_text;
}

unsigned abax_abi(void)
{
    return ABAX_ABI;
}

size_t abax_position_size(void)
{
    return sizeof(abax_position);
}

size_t abax_error_size(void)
{
    return sizeof(abax_error);
}

size_t abax_result_size(void)
{
    return sizeof(abax_result);
}

size_t abax_limits_size(void)
{
    return sizeof(abax_limits);
}

size_t abax_report_size(void)
{
    return sizeof(abax_report);
}

size_t abax_line_size(void)
{
    return sizeof(abax_line);
}

size_t abax_node_size(void)
{
    return sizeof(abax_node);
}

// ---------------------------------------------------------------------------------------------
// Languages
// ---------------------------------------------------------------------------------------------

unsigned abax_language_count(void)
{
    return catalogue_language_count + 1;
}

const char *abax_language(unsigned index)
{
    if (index == 0)
        return "en";
    return index <= catalogue_language_count ? catalogue_languages[index - 1].language : NULL;
}

bool inner_words(const char *language, const struct catalogue **messages, abax_error *error)
{
    struct error e;

    *messages = NULL;
    if (!language || catalogue_choose(language, messages))
        return true;
    error_set(&e, "library.language:language", "language '%s' is unknown",
              error_quote(language).text);
    return inner_fail(error, ABAX_UNKNOWN, &e);
}

const struct catalogue *inner_language(const char *language)
{
    const struct catalogue *messages;

    return inner_words(language, &messages, NULL) ? messages : NULL;
}

// ---------------------------------------------------------------------------------------------
// Errors
// ---------------------------------------------------------------------------------------------

static void copy_text(char *to, size_t capacity, const char *from)
{
    struct text t;

    text_init(&t, to, capacity);
    text_add(&t, from);
}

static bool ends_with_memory(const char *id)
{
    static const char end[] = "memory";
    size_t length = strlen(id);

    return length >= strlen(end) && strcmp(id + length - strlen(end), end) == 0;
}

// A failed allocation comes from far below as a sentence like others. Its id ends with "memory",
// also where it is the reason inside of another sentence ("line 1: ...").
static bool is_of_memory(const struct error *e)
{
    if (ends_with_memory(e->message.args))
        return true;
    for (const char *at = e->message.args[0] ? sentence_first(e->message.args) : NULL; at;
         at = sentence_next(at)) {
        if (*at == '@' && ends_with_memory(at + strlen(at) + 1))
            return true;
    }
    return false;
}

bool inner_fail(abax_error *error, abax_code code, const struct error *e)
{
    if (!error)
        return false;
    memset(error, 0, sizeof *error);
    error->code = is_of_memory(e) ? ABAX_MEMORY : code;
    copy_text(error->id, sizeof error->id, e->message.args);
    copy_text(error->sentence, sizeof error->sentence, e->message.text);
    if (e->message.args[0])
        memcpy(error->kept, e->message.args, sentence_size(e->message.args));
    return false;
}

bool inner_missing(abax_error *error, const char *what)
{
    struct error e;

    error_set(&e, "library.missing:what", "%s is missing, or is not what it must be", what);
    return inner_fail(error, ABAX_ARGUMENT, &e);
}

bool inner_no_memory(abax_error *error)
{
    struct error e;

    error_set(&e, "library.memory", "there is not enough memory");
    return inner_fail(error, ABAX_MEMORY, &e);
}

bool inner_no_seat(abax_error *error, int seat, int seats)
{
    struct error e;

    error_set(&e, "library.seat:seat,last", "seat %d is not there, only 0 to %d", seat, seats - 1);
    return inner_fail(error, ABAX_ARGUMENT, &e);
}

bool inner_refuse(abax_error *error, const char *rule, const struct error *e)
{
    inner_fail(error, ABAX_ILLEGAL, e);
    if (error)
        copy_text(error->rule, sizeof error->rule, rule);
    return false;
}

// What stands in the record may be the caller's: it must be terminated before anybody reads it.
size_t abax_error_text(const abax_error *error, const char *language, char *buffer, size_t capacity)
{
    struct error e;
    char text[sizeof e.message];
    struct text t;

    if (!error)
        return 0;
    memcpy(e.message.text, error->sentence, sizeof e.message.text);
    e.message.text[sizeof e.message.text - 1] = 0;
    memcpy(e.message.args, error->kept, sizeof e.message.args);
    memset(e.message.args + sizeof e.message.args - 3, 0, 3);
    text_init(&t, text, sizeof text);
    message_write(&e.message, inner_language(language), &t);
    return inner_answer(text, buffer, capacity, NULL);
}

// ---------------------------------------------------------------------------------------------
// Texts
// ---------------------------------------------------------------------------------------------

bool inner_text_init(struct inner_text *t, char *buffer, size_t capacity, abax_error *error)
{
    *t = (struct inner_text){buffer, capacity, 0};
    return buffer || capacity == 0 || inner_missing(error, "buffer");
}

static void add_bytes(void *to, const char *bytes, size_t count)
{
    struct inner_text *t = to;

    if (t->length < t->capacity) {
        size_t left = t->capacity - t->length;
        memcpy(t->buffer + t->length, bytes, count < left ? count : left);
    }
    t->length += count;
}

struct output inner_output(struct inner_text *t)
{
    return (struct output){add_bytes, t};
}

static void inner_add(struct inner_text *t, const char *s)
{
    add_bytes(t, s, strlen(s));
}

size_t inner_text_done(struct inner_text *t, abax_error *error)
{
    struct error e;

    if (t->length < t->capacity) {
        t->buffer[t->length] = 0;
    } else if (t->capacity > 0) {
        t->buffer[t->capacity - 1] = 0;
        error_set(&e, "library.room:needed,room",
                  "the text takes %zu bytes, and the buffer has %zu", t->length + 1, t->capacity);
        inner_fail(error, ABAX_ROOM, &e);
    }
    return t->length + 1;
}

size_t inner_answer(const char *s, char *buffer, size_t capacity, abax_error *error)
{
    struct inner_text t;

    if (!inner_text_init(&t, buffer, capacity, error))
        return 0;
    inner_add(&t, s);
    return inner_text_done(&t, error);
}

uint64_t inner_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}
