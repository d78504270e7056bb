// SPDX-License-Identifier: MIT
// The time that processes on one database share: the steady clock, and how far the database's is
// ahead of it.
#include "server/timekeeper.h"

#include <time.h>

#include "server/log.h"

enum {
    SURE = 5000,      // steady clocks of two machines drift apart by less than one in so many
    ASKS = 20 * 1000, // milliseconds after which what is known is asked for again
    ROUGH = 20,       // that it may be wrong by without being asked for at once
};

int64_t timekeeper_steady(void)
{
    struct timespec t;

    clock_gettime(CLOCK_BOOTTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool timekeeper_wait(pthread_cond_t *signal, pthread_mutex_t *lock, int64_t milliseconds)
{
    struct timespec until;

    if (milliseconds < 0)
        milliseconds = 0;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += milliseconds % 1000 * 1000000;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return pthread_cond_clockwait(signal, lock, CLOCK_MONOTONIC, &until) == 0;
}

bool timekeeper_asks(const struct timekeeper *t)
{
    return atomic_load(&t->doubt) > ROUGH || timekeeper_steady() - atomic_load(&t->settled) >= ASKS;
}

void timekeeper_begin(struct timekeeper *t)
{
    int64_t steady = timekeeper_steady();

    atomic_init(&t->ahead, log_now() - steady);
    atomic_init(&t->doubt, INT64_MAX / 2);
    atomic_init(&t->settled, steady);
}

int64_t timekeeper_now(const struct timekeeper *t)
{
    return timekeeper_steady() + atomic_load(&t->ahead);
}

void timekeeper_sync(struct timekeeper *t, int64_t asked, int64_t answered, int64_t database)
{
    int64_t half = (answered - asked) / 2;

    if (half > atomic_load(&t->doubt) + (answered - atomic_load(&t->settled)) / SURE)
        return;
    atomic_store(&t->ahead, database - (asked + half));
    atomic_store(&t->doubt, half);
    atomic_store(&t->settled, answered);
}
