// SPDX-License-Identifier: MIT
// Runs in processes of their own, so that each begins alike and none can harm another; and the
// search for the fewest steps that still fail.
#include "tests/sim/shrink.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/sim/model.h"
#include "tests/sim/run.h"

enum {
    PATIENCE =
        60, // seconds of a processor that a run may take: it never waits, but the machine may have much else to do
    STUCK = 600 // of the day: one that takes no processor either waits for what never comes
};

static struct outcome *shared; // between a run and the process that started it

void sim_fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (shared) {
        shared->kind = (uintptr_t)format;
        vsnprintf(shared->sentence, sizeof shared->sentence, format, arguments);
        sim_note("failure: %s", shared->sentence);
    } else {
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
    }
    va_end(arguments);
    fflush(stdout);
    _exit(1);
}

static void finish(void)
{
    shared->trace = sim.trace;
    shared->events = sim.events;
    shared->time = sim_now();
    shared->commands = model.command_count;
    shared->acknowledged = model.acknowledged;
    shared->refused = model.refused;
    shared->crashes = model.crashes;
    shared->rated = model.rated;
    shared->parts = model.parts;
    shared->pairs = model.pairs;
    for (unsigned i = 0; i < model.game_count; i++)
        shared->entries += model.games[i]->count;
    shared->games = model.game_count;
}

struct outcome run_apart(const struct order *o)
{
    if (!shared)
        shared =
            mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memset(shared, 0, sizeof *shared);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CPU, &(struct rlimit){PATIENCE, PATIENCE});
        alarm(STUCK);
        sim.mutation = o->mutation;
        sim.loud = o->loud;
        run_draw(o->seed);
        for (unsigned i = 0; i < sim.count; i++)
            sim.steps[i].out = o->out[i];
        run_all();
        finish();
        fflush(stdout);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    struct outcome result = *shared;
    result.failed = status != 0;
    if (WIFSIGNALED(status)) {
        result.kind = (uintptr_t)WTERMSIG(status);
        snprintf(result.sentence, sizeof result.sentence, "the run died: %s",
                 strsignal(WTERMSIG(status)));
    } else if (result.failed && !result.sentence[0]) {
        snprintf(result.sentence, sizeof result.sentence, "the run ended with status %d",
                 WEXITSTATUS(status));
    }
    return result;
}

static bool still_fails(const struct order *o, uintptr_t kind)
{
    struct outcome r = run_apart(o);

    return r.failed && r.kind == kind;
}

// Leaves out ever smaller parts of the steps, as long as the same failure comes (delta debugging).
void shrink(struct order *o)
{
    struct outcome first = run_apart(o);

    run_draw(o->seed);
    for (unsigned part = sim.count / 2; part >= 1; part /= 2) {
        bool better = true;
        while (better) {
            better = false;
            for (unsigned from = 0; from < sim.count; from += part) {
                struct order tried = *o;
                unsigned left = 0;
                for (unsigned i = from; i < from + part && i < sim.count; i++) {
                    left += !tried.out[i];
                    tried.out[i] = true;
                }
                if (left && still_fails(&tried, first.kind)) {
                    *o = tried;
                    better = true;
                }
            }
        }
    }
}

void print_steps(const struct order *o)
{
    unsigned left = 0;

    run_draw(o->seed);
    printf("%s\n", sim.cluster ? "three processes on one database" : "one process with a file");
    for (unsigned i = 0; i < sim.count; i++) {
        if (o->out[i])
            continue;
        printf("  step %3u  %8.3f s  %s\n", i, (double)sim.steps[i].at / SIM_SECOND,
               step_name(sim.steps[i].kind));
        left++;
    }
    printf("%u of %u steps\n", left, sim.count);
}
