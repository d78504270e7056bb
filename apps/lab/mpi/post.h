// SPDX-License-Identifier: MIT
// Messages between the ranks of a proof search, sent without waiting. Small things for one rank are
// gathered and go together. One thread.
#ifndef ABAX_LAB_MPI_POST_H
#define ABAX_LAB_MPI_POST_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum post_kind { // tags
    POST_RESULT, // struct post_entry...
    POST_ASKED,  // keys...
    POST_JOB,
    POST_DONE,
    POST_STOP,
    POST_RELEASE,
    POST_KINDS,
};

struct post_entry {
    uint64_t key, work;
    uint32_t number[2];
};

struct post {
    int rank, ranks;
    struct post_sheaf *sheaves; // by rank and kind: what is gathered
    struct post_message *under_way;
    uint64_t sent, bytes; // messages
};

// False without memory. A post that is open already stays so.
bool post_open(struct post *p);
void post_close(struct post *p);

void post_send(struct post *p, int to, enum post_kind kind, const void *bytes, size_t count);

// Adds something to what goes to a rank with the next post_flush, or before when there is much of
// it.
void post_add(struct post *p, int to, enum post_kind kind, const void *bytes, size_t count);
void post_flush(struct post *p);

// The next message, to be freed, or NULL. It comes with who sent it and its kind.
void *post_receive(struct post *p, int *from, enum post_kind *kind, size_t *count);

#endif
