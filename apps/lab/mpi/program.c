// SPDX-License-Identifier: MIT
// The program `abax-mpi`: the commands whose work ranks can share, and the state of this rank.
// Ranks are started by mpirun, which ends all of them when one dies; what is printed then, and what
// is kept, is decided here and by the commands.
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/version.h"
#include "cli/cli.h"
#include "cli/ranks.h"
#include "cli/outofmemory.h"
#include "cli/program.h"
#include "lab/lab.h"
#include "lab/mpi/prove.h"

enum { FIRST_TAG = 16 }; // those before are the proof search's

// Of this process. The lock is over MPI, which is called by one thread at a time.
static struct {
    int rank, ranks;
    pthread_mutex_t lock;
    bool begun;     // all ranks were ready, and each goes its own way
    int faulty;     // the first rank that was not, or -1
    bool abandoned; // others are not waited for
    char last_words[CLI_SENTENCE];
    struct prover prover;
} own = {.ranks = 1, .lock = PTHREAD_MUTEX_INITIALIZER, .faulty = -1};

// ---------------------------------------------------------------------------------------------
// Beginning and end
// ---------------------------------------------------------------------------------------------

// mpirun ends all ranks when one has died. Commands that keep something wait for the signal
// themselves.
static void handle_end(int signal)
{
    (void)signal;
    if (write(STDERR_FILENO, own.last_words, strlen(own.last_words)) < 0)
        _exit(3);
    _exit(2);
}

static void mpi_enter(int *count, char ***words)
{
    sigset_t signals, before;
    int level;

    // MPI's own threads must not take signals that commands wait for.
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    MPI_Init_thread(count, words, MPI_THREAD_SERIALIZED, &level);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &own.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &own.ranks);
    if (level < MPI_THREAD_SERIALIZED) {
        fprintf(stderr, "abax: this MPI allows no threads\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (own.rank > 0 && !freopen("/dev/null", "w", stdout)) // rank 0 speaks for all
        MPI_Abort(MPI_COMM_WORLD, 2);
}

static void mpi_last_words(const char *sentence)
{
    struct text t;

    text_init(&t, own.last_words, sizeof own.last_words);
    text_add(&t, sentence);
    if (own.rank == 0)
        signal(SIGTERM, handle_end);
}

static unsigned mpi_rank(void)
{
    return (unsigned)own.rank;
}

static unsigned mpi_ranks(void)
{
    return (unsigned)own.ranks;
}

// The same numbers from all ranks: who is the first that is not ready, and whether all work on the
// same.
static bool mpi_begin(bool ready, uint64_t what, struct error *e)
{
    uint64_t same = hash_word(what, hash_bytes(version_text, strlen(version_text)));
    uint64_t mine[3] = {ready ? (uint64_t)own.ranks : (uint64_t)own.rank, same, ~same}, least[3];

    if (!ready) // it has no word in what the others do
        mine[1] = mine[2] = UINT64_MAX;
    MPI_Allreduce(mine, least, 3, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    own.faulty = least[0] < (uint64_t)own.ranks ? (int)least[0] : -1;
    if (own.faulty >= 0)
        return ready && ranks_unready((unsigned)own.faulty, e);
    if (least[1] != ~least[2]) {
        own.faulty = 0;
        return ranks_differ(e);
    }
    own.begun = true;
    return true;
}

// What is wrong with the words is wrong on all ranks, and the first one prints it. What goes wrong
// later is printed by the rank where it happened.
static bool mpi_tells(bool fine)
{
    if (!fine && !own.begun && own.faulty < 0)
        mpi_begin(false, 0, NULL);
    return own.begun || own.rank == own.faulty;
}

static void mpi_leave(bool fine)
{
    fflush(stdout);
    if (own.abandoned) {
        fflush(stderr);
        _exit(2); // mpirun ends the others
    }
    if (!fine && own.begun)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Finalize();
}

static void mpi_abandon(void)
{
    own.abandoned = true;
}

// ---------------------------------------------------------------------------------------------
// Messages
// ---------------------------------------------------------------------------------------------

static void mpi_nap(void)
{
    struct timespec time = {.tv_nsec = 100000};

    nanosleep(&time, NULL);
}

static void mpi_send(unsigned to, unsigned channel, const void *bytes, size_t count)
{
    MPI_Request request;
    int done = 0;

    pthread_mutex_lock(&own.lock);
    MPI_Isend(bytes, (int)count, MPI_BYTE, (int)to, FIRST_TAG + (int)channel, MPI_COMM_WORLD,
              &request);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    pthread_mutex_unlock(&own.lock);
    while (!done) {
        mpi_nap();
        pthread_mutex_lock(&own.lock);
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        pthread_mutex_unlock(&own.lock);
    }
}

static void *mpi_receive(unsigned from, unsigned channel, size_t *count)
{
    MPI_Status status;
    MPI_Message message;
    int there, size;
    char *bytes = NULL;

    pthread_mutex_lock(&own.lock);
    MPI_Improbe((int)from, FIRST_TAG + (int)channel, MPI_COMM_WORLD, &there, &message, &status);
    if (there) {
        MPI_Get_count(&status, MPI_BYTE, &size);
        bytes = calloc((size_t)size + 1, 1);
        if (!bytes)
            cli_out_of_memory();
        MPI_Mrecv(bytes, size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
        *count = (size_t)size;
    }
    pthread_mutex_unlock(&own.lock);
    return bytes;
}

// ---------------------------------------------------------------------------------------------
// Proofs
// ---------------------------------------------------------------------------------------------

static const struct proof_share *mpi_share(struct proof_table *table)
{
    return own.ranks > 1 ? prover_share(&own.prover, table) : NULL;
}

static void mpi_prove(struct proof *s, const struct proof_task *task, struct proof_report *report)
{
    prover_run(&own.prover, s, task, report);
}

static void mpi_help(struct proof *s, const struct proof_task *task)
{
    prover_help(&own.prover, s, task);
}

static void mpi_enough(void)
{
    prover_enough(&own.prover);
}

// ---------------------------------------------------------------------------------------------
// The program
// ---------------------------------------------------------------------------------------------

static const struct ranks ranks = {.enter = mpi_enter,
                                   .tells = mpi_tells,
                                   .leave = mpi_leave,
                                   .last_words = mpi_last_words,
                                   .own = mpi_rank,
                                   .count = mpi_ranks,
                                   .begin = mpi_begin,
                                   .send = mpi_send,
                                   .receive = mpi_receive,
                                   .abandon = mpi_abandon,
                                   .share = mpi_share,
                                   .prove = mpi_prove,
                                   .help = mpi_help,
                                   .enough = mpi_enough};

static const struct command *const commands[] = {
    &cli_match_command,
    &lab_selfplay_command,
    &cli_solve_command,
};

const struct program cli_program = {
    .name = "abax-mpi",
    .commands = commands,
    .count = sizeof commands / sizeof *commands, // NOLINT(bugprone-sizeof-expression): pointers
    .ranks = &ranks,
    .lab = &lab_parts,
};
