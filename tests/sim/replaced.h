// SPDX-License-Identifier: MIT
// What stands for functions of other libraries in the server's objects; tests/sim/replaced.txt
// lists the pairs.
#ifndef ABAX_TESTS_SIM_REPLACED_H
#define ABAX_TESTS_SIM_REPLACED_H

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

int sim_clock_gettime(clockid_t id, struct timespec *t);
int sim_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *),
                       void *to);
int sim_pthread_join(pthread_t thread, void **result);
int sim_pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until);
int sim_pthread_detach(pthread_t thread);
pthread_t sim_pthread_self(void);
int sim_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *lock);
int sim_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *lock, clockid_t id,
                               const struct timespec *until);
int sim_pthread_cond_signal(pthread_cond_t *c);
int sim_pthread_cond_broadcast(pthread_cond_t *c);
int sim_setpriority(int which, unsigned who, int priority);
int sim_usleep(useconds_t microseconds);
int sim_poll(struct pollfd *look, nfds_t count, int milliseconds);

// Passwords: as good as any for a run, and quick.
int sim_crypto_pwhash_str_alg(char *out, const char *password, unsigned long long length,
                              unsigned long long rounds, size_t memory, int kind);
int sim_crypto_pwhash_str_verify(const char *kept, const char *password, unsigned long long length);

// Whether news wait at a descriptor, and what to wait for (database.c).
bool sim_news_waits(int fd);
const void *sim_news_place(int fd);

#endif
