// SPDX-License-Identifier: MIT
// Stands between a client and the PostgreSQL server of a cluster and cuts the connection where it
// hurts most.
#ifndef ABAX_TESTS_UNIT_PROXY_H
#define ABAX_TESTS_UNIT_PROXY_H

#include <pthread.h>
#include <stdatomic.h>

#include "tests/unit/cluster.h"

enum proxy_cut {
    PROXY_PASS,
    PROXY_CUT_COMMIT, // the next commit does not arrive
    PROXY_CUT_ANSWER, // the next commit arrives, its answer does not
    PROXY_CUT_ALL,    // the next commit does not arrive, nor anything after it: PROXY_GONE
    PROXY_GONE,
};

struct proxy {
    struct cluster *cluster;
    int listener;
    pthread_t thread;
    atomic_int cut; // becomes PROXY_PASS or PROXY_GONE when it has happened
    atomic_bool stop;
};

void proxy_start(struct proxy *p, struct cluster *c);
void proxy_stop(struct proxy *p);

// The address of a database by way of the proxy.
void proxy_url(const struct proxy *p, const char *name, char *url, size_t capacity);

#endif
