/* SPDX-License-Identifier: MIT */
/*
 * Many games at once, for programs that learn: one call steps thousands of games of one kind, in
 * several threads, into buffers of the caller. Stepping allocates nothing. docs/python.md explains
 * the numbers of actions and the planes of each game.
 *
 * A batch is a fixed number of games with the same options. Game i's first game begins with the
 * seed abax_batch_seed(seed, i, 0), the next one with abax_batch_seed(seed, i, 1) and so on, for
 * any number of threads.
 *
 *     char error[200];
 *     abax_batch *batch = abax_batch_new(name, "-", 4096, 2, 1, 0, 1, error, sizeof error);
 *     struct abax_batch_out out = {.legal = legal, .rewards = rewards, .ends = ends};
 *     abax_batch_look(batch, &out);
 *     for (;;) {
 *         abax_batch_sample(batch, actions);        // or choose by legal and planes
 *         abax_batch_step(batch, actions, &out);
 *     }
 *
 * A batch may be used by one thread at a time; others wait. It does not live on in a child process.
 */
#ifndef ABAX_BATCH_H
#define ABAX_BATCH_H

#include <stddef.h>
#include <stdint.h>

#ifndef ABAX_API
#define ABAX_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abax_batch abax_batch;

/*
 * The shape of a batch, fixed for its life. This struct and abax_batch_out never grow: additions
 * come as new functions and structs.
 */
struct abax_batch_shape {
    uint32_t games;
    uint32_t threads;
    uint32_t seats;
    uint32_t actions; /* numbers of actions are below this */
    uint32_t words;   /* of 64 bits, of a mask of actions: action a is bit a % 64 of word a / 64 */
    uint32_t planes, rows, columns;
};

/* How a game ended with the last step. */
enum abax_batch_end {
    ABAX_BATCH_ON,       /* it goes on */
    ABAX_BATCH_OVER,     /* by the rules */
    ABAX_BATCH_REPEATED, /* drawn: the same position stood too often */
    ABAX_BATCH_CUT,      /* broken off: it reached the limit of steps; rewards are 0 */
};

/*
 * Where answers go; NULL for what is not wanted. All buffers are indexed by game first. When a game
 * ended and restarted, `rewards`, `scores` and `ends` are of the old game, the others of the new.
 */
struct abax_batch_out {
    float *rewards; /* [games][seats]: 1 for a win, -1 for a loss; 0 otherwise and before the end */
    int32_t *scores;      /* [games][seats]: points by the rules at the end, else 0 */
    uint8_t *ends;        /* [games]: enum abax_batch_end */
    int8_t *turns;        /* [games]: the seat to act; -1 when the game is over */
    uint64_t *legal;      /* [games][words]: legal actions as bits */
    uint8_t *legal_bytes; /* [games][actions]: the same, 0 or 1 a byte */
    uint8_t *planes;      /* [games][planes][rows][columns]: what the seat to act sees */
};

/*
 * A batch, or NULL with a sentence in `error`. Options are "key=value,key=value" or "-". `threads`
 * 0 takes one per processor. A game is aborted after `limit` steps; 0 means 1000. With `restart`,
 * games that end restart by themselves.
 */
ABAX_API abax_batch *abax_batch_new(const char *game, const char *options, uint32_t games,
                                    uint32_t threads, uint64_t seed, uint32_t limit, int restart,
                                    char *error, size_t capacity);
ABAX_API void abax_batch_free(abax_batch *batch);

ABAX_API void abax_batch_shape(const abax_batch *batch, struct abax_batch_shape *shape);

/* The seed with which the round-th game, from 0, of a game of the batch begins. */
ABAX_API uint64_t abax_batch_seed(uint64_t seed, uint32_t game, uint64_t round);

/* Restarts all games, as if the batch were new with this seed. */
ABAX_API void abax_batch_reset(abax_batch *batch, uint64_t seed);

/* Writes the state of all games. `ends` are of the last step; rewards are 0 if games restart. */
ABAX_API void abax_batch_look(abax_batch *batch, const struct abax_batch_out *out);

/*
 * Plays an action, by its number, in every game. Returns -1; or the first game whose action is
 * illegal, and then nothing has changed. Ignores the actions of games that are over, which happens
 * only without restart. `out` may be NULL.
 */
ABAX_API int64_t abax_batch_step(abax_batch *batch, const int32_t *actions,
                                 const struct abax_batch_out *out);

/* A random legal action of every game, from a random stream per game; -1 if the game is over. */
ABAX_API void abax_batch_sample(abax_batch *batch, int32_t *actions);

/*
 * Plays this many random steps, as abax_batch_sample and abax_batch_step would, and writes the
 * state after the last one. Returns how many games ended on the way.
 */
ABAX_API uint64_t abax_batch_rollout(abax_batch *batch, uint32_t steps,
                                     const struct abax_batch_out *out);

/* What any seat sees of a game; `planes` holds one game. False if there is no such game or seat. */
ABAX_API int abax_batch_planes(abax_batch *batch, uint32_t game, int seat, uint8_t *planes);

/* The position text of a game; 640 bytes are always enough. False when there is no such game. */
ABAX_API int abax_batch_text(abax_batch *batch, uint32_t game, char *text, size_t capacity);

/* Sets a game to a position without a past. If the text is bad, returns false with a sentence. */
ABAX_API int abax_batch_put(abax_batch *batch, uint32_t game, const char *text, char *error,
                            size_t capacity);

/* Processor time, in nanoseconds, that all threads of the batch have spent in its steps so far. */
ABAX_API uint64_t abax_batch_spent(abax_batch *batch);

/* The name of a plane; 40 bytes are always enough. False when there is no such plane. */
ABAX_API int abax_batch_plane(const abax_batch *batch, uint32_t plane, char *name, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
