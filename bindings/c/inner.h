// SPDX-License-Identifier: MIT
// Inside the library: how the public types lie over the inner ones. Nothing of this is installed.
#ifndef ABAX_BINDINGS_C_INNER_H
#define ABAX_BINDINGS_C_INNER_H

#include "base/output.h"
#include "games/registry.h"
#include "bindings/c/abax.h"
#include "play/history.h"

// What an abax_position holds. Nothing is a pointer, and what is not used is 0, so equal positions
// are equal bytes.
struct inner_position {
    uint32_t mark;     // INNER_MARK, or it is no position
    uint8_t game;      // in the registry
    uint8_t unused[3]; // 0
    struct game_options options;
    alignas(16) struct game_position at;
};

#define INNER_MARK 0xaba80001u

struct abax_history {
    struct history history;
    struct game_position start;
    game_action *actions; // `history.length` were played
    unsigned capacity;
};

// The same pointer from either side: an abax_game is a struct game that nobody outside can look
// into.
static inline const struct game *inner_game(const abax_game *game)
{
    return (const struct game *)(const void *)game;
}

static inline const abax_game *inner_shown(const struct game *g)
{
    return (const abax_game *)(const void *)g;
}

// Hands an error out: returns false. `error` may be NULL.
bool inner_fail(abax_error *error, abax_code code, const struct error *e);

// A call that cannot be meant: something is not what it must be.
bool inner_missing(abax_error *error, const char *what);

// The same of a seat that is not there.
bool inner_no_seat(abax_error *error, int seat, int seats);

// An allocation failed.
bool inner_no_memory(abax_error *error);

// A rule refused: as inner_fail, with the rule's id.
bool inner_refuse(abax_error *error, const char *rule, const struct error *e);

// The words of a language; NULL for English. False when there is no such language.
bool inner_words(const char *language, const struct catalogue **messages, abax_error *error);

// The same where nobody can be told of an error: English.
const struct catalogue *inner_language(const char *language);

// A text that counts what it cannot hold.
struct inner_text {
    char *buffer;
    size_t capacity, length; // length: of the whole text so far
};

// Begins a text; false when the buffer is NULL though its capacity is not 0.
bool inner_text_init(struct inner_text *t, char *buffer, size_t capacity, abax_error *error);
struct output inner_output(struct inner_text *t);

// Terminates it and returns what the caller gets: the bytes of the whole.
size_t inner_text_done(struct inner_text *t, abax_error *error);

// All of that for a text that is there.
size_t inner_answer(const char *s, char *buffer, size_t capacity, abax_error *error);

// The inner position, or NULL with an error.
struct inner_position *inner_position(const abax_position *position, abax_error *error);
const struct game *inner_position_game(const struct inner_position *p);

// Makes a position of the parts; bytes that mean nothing become 0.
void inner_put(abax_position *position, const struct game *g, const struct game_options *options,
               const struct game_position *at);

// The text of options to options.
bool inner_options(const struct game *g, const char *text, struct game_options *options,
                   abax_error *error);

void inner_result(const struct game *g, const struct game_options *options,
                  const struct game_result *inner, abax_result *result);

// Whether `action` is one of the list.
bool inner_listed(const struct game_actions *list, game_action action);

// Copies a list out.
unsigned inner_list(const struct game_actions *actions, abax_action *list, unsigned capacity);

// Draws a scene.
size_t inner_show(const struct game *g, const struct game_options *options, struct scene *s,
                  abax_form form, const char *language, struct inner_text *t, abax_error *error);

// Whether a seat (or one of those that are none) may look; what it stands for, where `to_act` acts.
bool inner_seat(int seat, int seats, int to_act, int *meant, abax_error *error);

// Whether the seat to act of a history can think about it: the game is not over, and the seat knows
// what is its own.
bool inner_thinkable(const abax_history *history, abax_error *error);

// Microseconds since some moment.
uint64_t inner_clock(void);

#endif
