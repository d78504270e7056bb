// SPDX-License-Identifier: MIT
// A thread pool that runs one job at a time, in parts. The caller works too, so a pool of one has
// no thread of its own. Each thread begins with its own parts and then steals those of others.
#ifndef ABAX_BINDINGS_C_THREAD_POOL_H
#define ABAX_BINDINGS_C_THREAD_POOL_H

#include <stdbool.h>
#include <stdint.h>

struct thread_pool;

// Does one part of a job.
typedef void thread_pool_work(void *job, unsigned part);

// NULL without memory or threads.
struct thread_pool *thread_pool_new(unsigned threads);
void thread_pool_free(struct thread_pool *pool);

// Does all parts of a job; returns when they are done.
void thread_pool_run(struct thread_pool *pool, thread_pool_work *work, void *job, unsigned parts);

// Processor time of all threads in jobs so far, in nanoseconds.
uint64_t thread_pool_cpu_time(const struct thread_pool *pool);

#endif
