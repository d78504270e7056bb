// SPDX-License-Identifier: MIT
// Messages that are under way keep their bytes until MPI has them.
#include "cli/outofmemory.h"
#include "lab/mpi/post.h"

#include <stdlib.h>
#include <string.h>

enum {
    GATHERED = 2,
    SHEAF = 3072
}; // kinds that are gathered; bytes, so that a message goes at once

struct post_sheaf {
    size_t count;
    char bytes[SHEAF];
};

struct post_message {
    struct post_message *next;
    MPI_Request request;
    char bytes[];
};

bool post_open(struct post *p)
{
    if (p->sheaves)
        return true;
    MPI_Comm_rank(MPI_COMM_WORLD, &p->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p->ranks);
    p->sheaves = calloc((size_t)p->ranks * GATHERED, sizeof *p->sheaves);
    return p->sheaves != NULL;
}

// Forgets what has arrived.
static void sweep(struct post *p)
{
    struct post_message **at = &p->under_way;

    while (*at) {
        struct post_message *message = *at;
        int done;
        MPI_Test(&message->request, &done, MPI_STATUS_IGNORE);
        if (!done) {
            at = &message->next;
            continue;
        }
        *at = message->next;
        free(message);
    }
}

void post_close(struct post *p)
{
    while (p->under_way)
        sweep(p);
    free(p->sheaves);
    *p = (struct post){0};
}

void post_send(struct post *p, int to, enum post_kind kind, const void *bytes, size_t count)
{
    struct post_message *message = malloc(sizeof *message + count);

    if (!message)
        cli_out_of_memory();
    memcpy(message->bytes, bytes, count);
    MPI_Isend(message->bytes, (int)count, MPI_BYTE, to, kind, MPI_COMM_WORLD, &message->request);
    message->next = p->under_way;
    p->under_way = message;
    p->sent++;
    p->bytes += count;
}

static void send_sheaf(struct post *p, int to, enum post_kind kind)
{
    struct post_sheaf *sheaf = &p->sheaves[to * GATHERED + (int)kind];

    if (sheaf->count > 0)
        post_send(p, to, kind, sheaf->bytes, sheaf->count);
    sheaf->count = 0;
}

void post_add(struct post *p, int to, enum post_kind kind, const void *bytes, size_t count)
{
    struct post_sheaf *sheaf = &p->sheaves[to * GATHERED + (int)kind];

    if (sheaf->count + count > SHEAF)
        send_sheaf(p, to, kind);
    memcpy(sheaf->bytes + sheaf->count, bytes, count);
    sheaf->count += count;
}

void post_flush(struct post *p)
{
    for (int to = 0; to < p->ranks; to++) {
        for (int kind = 0; kind < GATHERED; kind++)
            send_sheaf(p, to, (enum post_kind)kind);
    }
    sweep(p);
}

void *post_receive(struct post *p, int *from, enum post_kind *kind, size_t *count)
{
    MPI_Message message;
    MPI_Status status;
    int there, size;

    (void)p;
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &message, &status);
    if (!there)
        return NULL;
    MPI_Get_count(&status, MPI_BYTE, &size);
    char *bytes = malloc((size_t)size + 1);
    if (!bytes)
        cli_out_of_memory();
    MPI_Mrecv(bytes, size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    *from = status.MPI_SOURCE;
    *kind = (enum post_kind)status.MPI_TAG;
    *count = (size_t)size;
    return bytes;
}
