// SPDX-License-Identifier: MIT
// A crew of threads that do one job after the other, in parts, and sleep between them. The caller works along, so a crew of
// one has no thread of its own. Each thread begins with parts of its own, then helps the others: whoever is late does fewer.
#ifndef ABAX_LIBRARY_CREW_H
#define ABAX_LIBRARY_CREW_H

#include <stdbool.h>
#include <stdint.h>

struct crew;

// Does one part of a job.
typedef void crew_work(void *job, unsigned part);

struct crew *crew_new(unsigned threads); // NULL without memory or threads
void crew_free(struct crew *crew);

// Does all parts of a job; returns when they are done.
void crew_do(struct crew *crew, crew_work *work, void *job, unsigned parts);

// Processor time that all threads spent on jobs so far, in nanoseconds.
uint64_t crew_spent(const struct crew *crew);

#endif
