// SPDX-License-Identifier: MIT
// A run of the whole server from a seed: processes, database, network and people in one thread on a
// virtual clock. The server's own threads run as fibers, so its code is the real one down to the
// database; what is replaced is time, chance, the disk under SQLite, the news between processes,
// and the transport. tests/sim/README.md says how to use it.
#ifndef ABAX_TESTS_SIM_H
#define ABAX_TESTS_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"

enum {
    SIM_PROCESSES = 3,
    SIM_DRAWN = 199, // steps, and then some more that stop a process
    SIM_STEPS = 203,
    SIM_TEXT = 512,
};

#define SIM_MS     INT64_C(1000) // microseconds, the unit of all virtual times
#define SIM_SECOND INT64_C(1000000)
#define SIM_EPOCH  INT64_C(1790000000000) // milliseconds since 1970 at which a run begins

// What the seed drew: a person does something, or something breaks. Each step draws from a number
// of its own, so that one can be left out without changing the others.
enum step_kind {
    STEP_CREATE,  // a game
    STEP_SIT,     // a person takes a seat
    STEP_CONNECT, // a person connects, to any process
    STEP_PLAY,    // a person sends something about a game
    STEP_ASK,     // a person reads over HTTP
    STEP_CUT,     // a connection breaks
    STEP_STALL,   // a connection delivers nothing for a while
    STEP_CRASH,   // a process dies
    STEP_WRITE,   // a process dies in the middle of a write
    STEP_POWER,   // the machine loses its power: what was not synced is gone or torn
    STEP_STOP,    // a process ends in good order
    STEP_FULL,    // the disk is full for a while
    STEP_BROKEN,  // writes, reads or syncs fail for a while
    STEP_SLOW,    // the disk or the database is slow for a while
    STEP_AWAY,    // a process cannot reach the database
    STEP_COMMIT,  // a commit fails, or is stored and said to have failed
    STEP_DEAF,    // a process hears no news for a while
    STEP_SKEW,    // a process's clock is set
    STEP_FREEZE,  // a process stands still for a while
    STEP_KINDS,
};

struct step {
    int64_t at;
    enum step_kind kind;
    uint64_t draw;
    bool out; // left out
};

// Faults that a test puts into the simulation, to see that they are found.
enum mutation {
    MUTATION_NONE,
    MUTATION_UNSTORED, // commits say yes and store nothing
    MUTATION_EARLY,    // commits say yes before they are stored
    MUTATION_UNSYNCED, // the disk says yes to a sync and does nothing
    MUTATION_DOUBLED,  // an entry is stored twice
    MUTATION_CHARGED,  // clocks run while no server does
    MUTATION_FLAG,     // flags fall before the time is up
    MUTATION_SECRET,   // everyone is sent the whole position
    MUTATION_SILENT,   // answers are lost
    MUTATION_REPEATED, // an event is sent twice
    MUTATION_SKIPPED,  // an event is not sent
    MUTATION_NEWS,     // news are lost for good
    MUTATION_CLOCK,    // clocks are charged too much
    MUTATION_TIME,     // the database does not send the time: each process uses its own clock
    MUTATION_ASLEEP,   // a process does not notice that it stood still
    MUTATIONS,
};

struct sim {
    uint64_t seed;
    enum mutation mutation;
    bool observes; // what is read now is read by the checks: nothing is in its way
    bool loud;     // prints what happens
    bool cluster;  // several processes on one database, or one process with a file
    unsigned processes;
    struct random chance; // of what no step draws
    uint64_t trace;       // hash of all that happened
    uint64_t events;
    int64_t end;  // of the steps; faults end here too
    int64_t skew; // milliseconds that a clock is wrong at most
    unsigned count;
    struct step steps[SIM_STEPS];
};

extern struct sim sim;

// ---------------------------------------------------------------------------------------------
// What happens (sim.c)
// ---------------------------------------------------------------------------------------------

// The run has failed: prints the sentence and ends the process.
_Noreturn void sim_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

// One thing that happened: part of the trace, printed when loud.
void sim_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Draws from the steps' numbers or from the run's.
static inline int64_t sim_draw(struct random *r, int64_t from, int64_t to)
{
    return from + (int64_t)random_below(r, (uint32_t)(to - from + 1));
}
static inline bool sim_one_in(struct random *r, unsigned n)
{
    return random_below(r, n) == 0;
}

// ---------------------------------------------------------------------------------------------
// Time and threads (fiber.c)
// ---------------------------------------------------------------------------------------------

int64_t sim_now(void);

// Lets something happen at a time.
void sim_at(int64_t when, void (*run)(void *to, uint64_t number), void *to, uint64_t number);

// Runs until that time.
void sim_run(int64_t until);

// Once, before any run.
void fiber_prepare(void);

// A thread of a process; the first of a process begins with its life.
void fiber_start(int process, void *(*run)(void *to), void *to);
int fiber_process(void); // of the running fiber, or -1
void fiber_sleep(int64_t microseconds);

// Waits for a signal; false when none came until then. INT64_MAX: for ever.
bool fiber_wait(const void *on, int64_t until);
void fiber_signal(const void *on, bool all);

// Nothing of this process runs until then.
void fiber_freeze(int process, int64_t until);

// Nothing of this process ever runs again. Does not return when its own thread calls.
void fiber_kill(int process);

// What processes take for the time may be wrong by this many milliseconds: alone, by the error of
// its own clock; otherwise by half of the time that the database took to answer.
int64_t sim_wrong(void);

// A process's clock, in milliseconds since 1970.
int64_t sim_clock(int process);
void sim_set_skew(int process, int64_t milliseconds, int64_t drift); // drift: millionths

// ---------------------------------------------------------------------------------------------
// Disk (disk.c)
// ---------------------------------------------------------------------------------------------

void disk_install(void);

// The process has died; with `power`, all that was not synced may be gone.
void disk_crash(int process);
void disk_power(struct random *r);

enum disk_fault { DISK_FULL = 1, DISK_WRITE = 2, DISK_SYNC = 4, DISK_READ = 8 };
void disk_set_fault(unsigned faults, int64_t until);
void disk_set_slow(int64_t microseconds, int64_t until);
void disk_wait(void); // as long as a statement takes

// This process dies at its n-th write or sync from now.
void disk_set_crash(int process, unsigned writes, bool power, uint64_t draw);

// Whether faults of the disk are over.
bool disk_well(void);

// Whether a connection keeps all others out, such as the last one that closes.
bool disk_locked(void);

// A copy of the files as they would be read after a crash of all; the name to open. Only one at a
// time.
const char *disk_copy(void);

// ---------------------------------------------------------------------------------------------
// Database and news (database.c)
// ---------------------------------------------------------------------------------------------

extern const char database_name[];

enum commit_fault { COMMIT_WELL, COMMIT_FAILS, COMMIT_LIES, COMMIT_CRASHES };
void database_set_away(int process, int64_t until);
void database_set_commit(int process, enum commit_fault fault);
void database_set_deaf(int process, int64_t until);
void database_crash(int process);
bool database_well(void);
bool database_claimed(int process); // it serves, or begins to
bool database_writing(int process); // it has a transaction open, which keeps the others out

// When nothing could be stored by anybody, for the clocks: the time from a failed write to the next
// that was stored.
int64_t database_outage(int64_t from, int64_t to);

// ---------------------------------------------------------------------------------------------
// Processes (process.c)
// ---------------------------------------------------------------------------------------------

void process_begin(int process, int64_t when);
void process_crash(int process, int64_t again); // begins again at that time
void process_stop(int process, int64_t again);
bool process_up(int process);
int64_t process_began(int process);

// One has begun to serve.
void process_claimed(void);

// Stands still for this many microseconds, but never with a transaction open: PostgreSQL would not
// lock the others out for that.
void process_freeze(int process, int64_t length);

// How long none was there, or the only one stood still, for the clocks.
int64_t process_down(int64_t from, int64_t to);
int64_t process_frozen(int64_t from, int64_t to);
int64_t process_frozen_since(int process); // INT64_MAX: it does not

#endif
