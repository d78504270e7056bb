// SPDX-License-Identifier: MIT
// Virtual time, and the server's threads as fibers on it. Only one runs at a time, and only what it
// waits for lets another one run, so that a run is the same whenever its seed is. The functions at
// the end stand for those of the C library in the server's objects (the Makefile renames them
// there).
#include "tests/sim/sim.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/hash.h"
#include "tests/sim/replaced.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
#include <sanitizer/common_interface_defs.h>
#endif

enum { STACK = 1 << 20, EVENTS = 1 << 16 };

struct fiber {
    struct fiber *next;
    ucontext_t context;
    void *stack;
    void *fake; // of the sanitizer
    int process;
    void *(*run)(void *to);
    void *to;
    const void *on;  // what it waits for
    uint64_t ticket; // changes whenever it begins to wait
    bool signalled, done, dead;
};

struct event {
    int64_t at;
    uint64_t order;
    void (*run)(void *to, uint64_t number);
    void *to;
    uint64_t number;
};

static struct {
    int64_t now;
    uint64_t order;
    struct event heap[EVENTS];
    unsigned count;
    struct fiber *fibers, *current;
    ucontext_t scheduler;
    void *fake;
    const void *bottom; // of the scheduler's stack
    size_t size;
    int64_t skew[SIM_PROCESSES], drift[SIM_PROCESSES], since[SIM_PROCESSES];
    int64_t frozen[SIM_PROCESSES];  // until then
    int64_t slipped[SIM_PROCESSES]; // that the steady clock had drifted by when the other was set
} world;

int64_t sim_now(void)
{
    return world.now;
}

// ---------------------------------------------------------------------------------------------
// Events
// ---------------------------------------------------------------------------------------------

static bool before(const struct event *a, const struct event *b)
{
    return a->at < b->at || (a->at == b->at && a->order < b->order);
}

void sim_at(int64_t when, void (*run)(void *to, uint64_t number), void *to, uint64_t number)
{
    struct event e = {when > world.now ? when : world.now, ++world.order, run, to, number};
    unsigned at = world.count++;

    if (world.count > EVENTS)
        sim_fail("too many events wait");
    for (; at && before(&e, &world.heap[(at - 1) / 2]); at = (at - 1) / 2)
        world.heap[at] = world.heap[(at - 1) / 2];
    world.heap[at] = e;
}

static struct event take(void)
{
    struct event first = world.heap[0], last = world.heap[--world.count];
    unsigned at = 0;

    for (unsigned child; (child = 2 * at + 1) < world.count; at = child) {
        if (child + 1 < world.count && before(&world.heap[child + 1], &world.heap[child]))
            child++;
        if (!before(&world.heap[child], &last))
            break;
        world.heap[at] = world.heap[child];
    }
    world.heap[at] = last;
    return first;
}

void sim_run(int64_t until)
{
    while (world.count && world.heap[0].at <= until) {
        struct event e = take();
        world.now = e.at;
        sim.events++;
        e.run(e.to, e.number);
    }
    world.now = until;
}

// ---------------------------------------------------------------------------------------------
// Fibers
// ---------------------------------------------------------------------------------------------

static void arrived(void)
{
#ifdef SANITIZED
    __sanitizer_finish_switch_fiber(world.current->fake, &world.bottom, &world.size);
#endif
}

// Back to the scheduler, until this fiber is resumed.
static void leave(struct fiber *f, bool for_good)
{
#ifdef SANITIZED
    __sanitizer_start_switch_fiber(for_good ? NULL : &f->fake, world.bottom, world.size);
#endif
    (void)for_good;
    swapcontext(&f->context, &world.scheduler);
    arrived();
}

static void main_of(void)
{
    struct fiber *f = world.current;

    arrived();
    f->run(f->to);
    f->done = true;
    fiber_signal(f, true);
    leave(f, true);
}

// How long it takes until a thread that may run does.
static int64_t reaction(void)
{
    unsigned kind = random_below(&sim.chance, 64);

    if (kind == 0)
        return sim_draw(&sim.chance, 0, 60 * SIM_MS);
    return sim_draw(&sim.chance, 5, kind < 16 ? 2000 : 200);
}

static void resume(void *to, uint64_t ticket)
{
    struct fiber *f = to;

    if (f->dead || f->done || f->ticket != ticket)
        return;
    if (f->process >= 0 && world.now < world.frozen[f->process]) {
        sim_at(world.frozen[f->process] + reaction(), resume, f, ticket);
        return;
    }
    f->ticket++;
    f->on = NULL;
    world.current = f;
#ifdef SANITIZED
    __sanitizer_start_switch_fiber(&world.fake, f->stack, STACK);
#endif
    swapcontext(&world.scheduler, &f->context);
#ifdef SANITIZED
    __sanitizer_finish_switch_fiber(world.fake, NULL, NULL);
#endif
    world.current = NULL;
    if (f->done || f->dead) {
        munmap(f->stack, STACK);
        f->stack = NULL;
    }
}

static struct fiber *start(int process, void *(*run)(void *to), void *to)
{
    struct fiber *f = calloc(1, sizeof *f);

    if (!f)
        sim_fail("no memory for a fiber");
    f->stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    f->process = process;
    f->run = run;
    f->to = to;
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->stack;
    f->context.uc_stack.ss_size = STACK;
    makecontext(&f->context, main_of, 0);
    f->next = world.fibers;
    world.fibers = f;
    sim_at(world.now + reaction(), resume, f, f->ticket);
    return f;
}

static void nothing(void)
{
}

// The sanitizer warns of fibers once a process, whatever the options say: here, where the warning
// is dropped.
void fiber_prepare(void)
{
#ifdef SANITIZED
    static char stack[1 << 16];
    static ucontext_t back, there;
    int kept = dup(STDERR_FILENO), silent = open("/dev/null", O_WRONLY);

    dup2(silent, STDERR_FILENO);
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = sizeof stack;
    there.uc_link = &back;
    makecontext(&there, nothing, 0);
    swapcontext(&back, &there);
    dup2(kept, STDERR_FILENO);
    close(silent);
    close(kept);
#else
    (void)nothing;
#endif
}

void fiber_start(int process, void *(*run)(void *to), void *to)
{
    start(process, run, to);
}

int fiber_process(void)
{
    return world.current && !sim.observes ? world.current->process : -1;
}

bool fiber_wait(const void *on, int64_t until)
{
    struct fiber *f = world.current;

    f->on = on;
    f->signalled = false;
    f->ticket++;
    if (until != INT64_MAX)
        sim_at(until, resume, f, f->ticket);
    leave(f, false);
    return f->signalled;
}

void fiber_sleep(int64_t microseconds)
{
    if (world.current)
        fiber_wait(NULL, world.now + microseconds);
}

void fiber_signal(const void *on, bool all)
{
    struct fiber *last = NULL;

    // The one that has waited longest stands last.
    for (struct fiber *f = world.fibers; f; f = f->next) {
        if (f->on != on || f->dead || f->done || f->signalled)
            continue;
        last = f;
        if (all) {
            f->signalled = true;
            sim_at(world.now + reaction(), resume, f, f->ticket);
        }
    }
    if (last && !all) {
        last->signalled = true;
        sim_at(world.now + reaction(), resume, last, last->ticket);
    }
}

void fiber_freeze(int process, int64_t until)
{
    world.frozen[process] = until;
}

void fiber_kill(int process)
{
    struct fiber *self = world.current;

    world.frozen[process] = 0;
    for (struct fiber **at = &world.fibers; *at;) {
        struct fiber *f = *at;
        if (f->process != process) {
            at = &f->next;
            continue;
        }
        *at = f->next; // events may still point to it: it is left where it is
        f->dead = true;
        if (f != self && f->stack)
            munmap(f->stack, STACK);
    }
    if (self && self->process == process)
        leave(self, true);
}

// ---------------------------------------------------------------------------------------------
// Clocks
// ---------------------------------------------------------------------------------------------

// How far a clock has drifted since it was set, in microseconds.
static int64_t drifted(int process)
{
    return (world.now - world.since[process]) / 1000 * world.drift[process] / 1000;
}

static int64_t clock_of(int process)
{
    if (process < 0)
        return SIM_EPOCH * 1000 + world.now;
    return SIM_EPOCH * 1000 + world.now + world.skew[process] * 1000 + drifted(process);
}

// The clock that is never set: it drifts.
static int64_t steady_of(int process)
{
    if (process < 0)
        return world.now;
    return world.now + world.slipped[process] + drifted(process);
}

int64_t sim_clock(int process)
{
    return clock_of(process) / 1000;
}

void sim_set_skew(int process, int64_t milliseconds, int64_t drift)
{
    world.slipped[process] += drifted(process);
    world.skew[process] = milliseconds;
    world.drift[process] = drift;
    world.since[process] = world.now;
}

// ---------------------------------------------------------------------------------------------
// In place of the C library
// ---------------------------------------------------------------------------------------------

int sim_clock_gettime(clockid_t id, struct timespec *t)
{
    int64_t now = id == CLOCK_REALTIME ? clock_of(fiber_process()) : steady_of(fiber_process());

    t->tv_sec = now / SIM_SECOND;
    t->tv_nsec = now % SIM_SECOND * 1000;
    return 0;
}

int sim_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *to)
{
    (void)how;
    *thread = (pthread_t)start(fiber_process(), run, to);
    return 0;
}

int sim_pthread_join(pthread_t thread, void **result)
{
    struct fiber *f = (struct fiber *)thread;

    (void)result;
    while (!f->done)
        fiber_wait(f, INT64_MAX);
    return 0;
}

int sim_pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
    struct fiber *f = (struct fiber *)thread;
    int64_t left = until->tv_sec * SIM_SECOND + until->tv_nsec / 1000 - clock_of(fiber_process());
    int64_t end = world.now + (left > 0 ? left : 0);

    (void)result;
    while (!f->done && world.now < end)
        fiber_wait(f, end);
    return f->done ? 0 : ETIMEDOUT;
}

int sim_pthread_detach(pthread_t thread)
{
    (void)thread;
    return 0;
}

pthread_t sim_pthread_self(void)
{
    return (pthread_t)world.current;
}

int sim_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *lock)
{
    pthread_mutex_unlock(lock);
    fiber_wait(c, INT64_MAX);
    pthread_mutex_lock(lock);
    return 0;
}

int sim_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *lock, clockid_t id,
                               const struct timespec *until)
{
    int64_t left = until->tv_sec * SIM_SECOND + until->tv_nsec / 1000 - steady_of(fiber_process());

    (void)id; // it can only be the steady one
    pthread_mutex_unlock(lock);
    bool signalled = fiber_wait(c, world.now + (left > 0 ? left : 0));
    pthread_mutex_lock(lock);
    return signalled ? 0 : ETIMEDOUT;
}

int sim_pthread_cond_signal(pthread_cond_t *c)
{
    fiber_signal(c, false);
    return 0;
}

int sim_pthread_cond_broadcast(pthread_cond_t *c)
{
    fiber_signal(c, true);
    return 0;
}

int sim_usleep(useconds_t microseconds)
{
    fiber_sleep((int64_t)microseconds);
    return 0;
}

// The only descriptors are of news: one for every process.
int sim_poll(struct pollfd *look, nfds_t count, int milliseconds)
{
    int64_t until = world.now + milliseconds * SIM_MS;

    if (!count) {
        fiber_sleep(milliseconds * SIM_MS);
        return 0;
    }
    while (!sim_news_waits(look->fd) && world.now < until)
        fiber_wait(sim_news_place(look->fd), until);
    return sim_news_waits(look->fd);
}
