// SPDX-License-Identifier: MIT
// The time that processes on one database share: games, sessions and places in line have stamps
// that one process writes and another compares, and clocks of machines differ. Each process keeps
// how far the database's clock is ahead of its own steady one, which nobody can set, so that a
// clock that is set moves no game. Without a database that tells the time (SQLite: one process) it
// is the time of day at which the process began, and the steady clock from there.
#ifndef ABAX_SERVER_TIMEKEEPER_H
#define ABAX_SERVER_TIMEKEEPER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct timekeeper {
    _Atomic int64_t ahead;   // milliseconds since 1970, less those of the steady clock
    _Atomic int64_t doubt;   // by which that may be wrong at most
    _Atomic int64_t settled; // when it was found, by the steady clock
};

// Milliseconds of the steady clock: it goes on while the machine sleeps.
int64_t timekeeper_steady(void);

// Waits for a signal, at most so many milliseconds of a clock that nobody sets; whether one came.
bool timekeeper_wait(pthread_cond_t *signal, pthread_mutex_t *lock, int64_t milliseconds);

// Whether it is time to ask again: what was found is a while ago, or rough.
bool timekeeper_asks(const struct timekeeper *t);

// By this process's own clock, until something better is known.
void timekeeper_begin(struct timekeeper *t);

// The shared time in milliseconds since 1970. From any thread.
int64_t timekeeper_now(const struct timekeeper *t);

// The database was asked and answered then, by the steady clock, and said what time it was. It may
// have looked at any moment between, so the middle is taken; an answer that took longer than what
// is known has become doubtful is left. One thread at a time.
void timekeeper_sync(struct timekeeper *t, int64_t asked, int64_t answered, int64_t database);

#endif
