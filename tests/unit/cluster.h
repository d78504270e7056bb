// SPDX-License-Identifier: MIT
// A PostgreSQL server for a test: in a temporary folder, on a socket in it, as an ordinary user. It
// ends with the test, however that ends.
#ifndef ABAX_TESTS_UNIT_CLUSTER_H
#define ABAX_TESTS_UNIT_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct cluster {
    char folder[64];
    char programs[256]; // where PostgreSQL's own are
    pid_t server;
};

// All fail the test when it does not work.
void cluster_create(struct cluster *c);
void cluster_start(struct cluster *c);
void cluster_remove(struct cluster *c);

// Ends the server with a signal: SIGINT cuts connections, SIGQUIT crashes it.
void cluster_stop(struct cluster *c, int signal);

// Makes a database and writes its address.
void cluster_database(struct cluster *c, const char *name, char *url, size_t capacity);

// Runs SQL in a database.
void cluster_sql(const char *url, const char *sql);

#endif
