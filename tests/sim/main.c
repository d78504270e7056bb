// SPDX-License-Identifier: MIT
// The simulation as a program:
//   sim SEED             one run; with --loud all that happens
//   sim FROM-TO          many runs, on all cores or --jobs; a failure is shrunk and printed
//   sim same FROM-TO     every seed twice: the same trace
//   sim mutations [MOST] every mutation is found within MOST seeds
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "tests/sim/run.h"
#include "tests/sim/shrink.h"

enum { SHOWN = 20, NEWS = 10 };

static const char *const mutations[MUTATIONS] = {
    [MUTATION_UNSTORED] = "commits say yes and store nothing",
    [MUTATION_EARLY] = "commits say yes before they are stored",
    [MUTATION_UNSYNCED] = "syncs do nothing",
    [MUTATION_DOUBLED] = "entries are stored twice",
    [MUTATION_CHARGED] = "clocks run while no server does",
    [MUTATION_FLAG] = "flags fall too early",
    [MUTATION_SECRET] = "everyone is sent the whole position",
    [MUTATION_SILENT] = "answers are lost",
    [MUTATION_REPEATED] = "events are sent twice",
    [MUTATION_SKIPPED] = "events are not sent",
    [MUTATION_NEWS] = "news are lost for good",
    [MUTATION_CLOCK] = "clocks are charged too much",
    [MUTATION_TIME] = "processes use their own clocks",
    [MUTATION_ASLEEP] = "processes do not notice that they stood still",
};

// What the workers share.
static struct tally {
    unsigned long done, failed, crashes, entries, acknowledged, refused, games, events, rated,
        parts, pairs;
    uint64_t seeds[SHOWN];
    unsigned kept;
} * tally;

static unsigned number(const char *text)
{
    return (unsigned)strtoul(text, NULL, 10);
}

static struct outcome run_seed(uint64_t seed, enum mutation mutation, bool loud)
{
    struct order o = {.seed = seed, .mutation = mutation, .loud = loud};

    return run_apart(&o);
}

static void tell_fault(uint64_t seed, enum mutation mutation)
{
    struct order o = {.seed = seed, .mutation = mutation};

    printf("seed %llu: %s\n", (unsigned long long)seed, run_apart(&o).sentence);
    shrink(&o);
    printf("shortest steps found, after which %s\n", run_apart(&o).sentence);
    print_steps(&o);
    printf("again: make sim SEED=%llu\n", (unsigned long long)seed);
}

static void work(uint64_t from, uint64_t to, unsigned jobs)
{
    for (uint64_t seed = from; seed <= to; seed += jobs) {
        struct outcome o = run_seed(seed, MUTATION_NONE, false);
        __atomic_add_fetch(&tally->crashes, o.crashes, __ATOMIC_RELAXED);
        __atomic_add_fetch(&tally->entries, o.entries, __ATOMIC_RELAXED);
        __atomic_add_fetch(&tally->acknowledged, o.acknowledged, __ATOMIC_RELAXED);
        __atomic_add_fetch(&tally->refused, o.refused, __ATOMIC_RELAXED);
        __atomic_add_fetch(&tally->rated, o.rated, __ATOMIC_RELAXED);
        __atomic_add_fetch(&tally->parts, o.parts, __ATOMIC_RELAXED);
        __atomic_add_fetch(&tally->pairs, o.pairs, __ATOMIC_RELAXED);
        __atomic_add_fetch(&tally->games, o.games, __ATOMIC_RELAXED);
        __atomic_add_fetch(&tally->events, o.events, __ATOMIC_RELAXED);
        if (o.failed) {
            unsigned at = __atomic_fetch_add(&tally->kept, 1, __ATOMIC_RELAXED);
            printf("seed %llu: %s\n", (unsigned long long)seed, o.sentence);
            fflush(stdout);
            if (at < SHOWN)
                tally->seeds[at] = seed;
            __atomic_add_fetch(&tally->failed, 1, __ATOMIC_RELAXED);
        }
        __atomic_add_fetch(&tally->done, 1, __ATOMIC_RELAXED);
    }
}

static int many(uint64_t from, uint64_t to, unsigned jobs)
{
    time_t began = time(NULL), reported = began;
    unsigned running = 0;

    for (unsigned i = 0; i < jobs; i++) {
        if (fork() == 0) {
            work(from + i, to, jobs);
            _exit(0);
        }
        running++;
    }
    while (running) {
        if (waitpid(-1, NULL, WNOHANG) > 0) {
            running--;
            continue;
        }
        usleep(20000);
        if (time(NULL) - reported >= NEWS) {
            reported = time(NULL);
            printf("%lu of %llu seeds, %lu failures, %lld s\n", tally->done,
                   (unsigned long long)to - from + 1, tally->failed, (long long)(reported - began));
            fflush(stdout);
        }
    }
    printf("%lu seeds in %lld s: %lu games, %lu entries, %lu acknowledged, %lu refused, %lu "
           "rated, %lu parts of deals, %lu pairs of tournaments, %lu crashes, %lu events; %lu "
           "failures\n",
           tally->done, (long long)(time(NULL) - began), tally->games, tally->entries,
           tally->acknowledged, tally->refused, tally->rated, tally->parts, tally->pairs,
           tally->crashes, tally->events, tally->failed);
    if (tally->failed)
        tell_fault(tally->seeds[0], MUTATION_NONE);
    return tally->failed || tally->done != to - from + 1;
}

static int same(uint64_t from, uint64_t to)
{
    uint64_t all = 0;

    for (uint64_t seed = from; seed <= to; seed++) {
        struct outcome a = run_seed(seed, MUTATION_NONE, false);
        struct outcome b = run_seed(seed, MUTATION_NONE, false);
        if (a.trace != b.trace || a.events != b.events) {
            printf("seed %llu gives two different runs\n", (unsigned long long)seed);
            return 1;
        }
        all = hash_word(all, a.trace);
    }
    printf("%llu seeds give the same run twice: %016llx\n", (unsigned long long)to - from + 1,
           (unsigned long long)all);
    return 0;
}

static int faults(unsigned most, const char *only)
{
    int missed = 0;

    for (unsigned m = 1; m < MUTATIONS; m++) {
        uint64_t seed = 1;
        struct outcome o = {.failed = false};
        if (only && number(only) != m)
            continue;
        while (seed <= most && !(o = run_seed(seed, (enum mutation)m, false)).failed)
            seed++;
        if (o.failed)
            printf("%-40s found by seed %llu: %s\n", mutations[m], (unsigned long long)seed,
                   o.sentence);
        else
            printf("%-40s NOT FOUND by %u seeds\n", mutations[m], most);
        fflush(stdout);
        missed += !o.failed;
        if (only && o.failed)
            tell_fault(seed, (enum mutation)m);
    }
    return missed != 0;
}

static int one(uint64_t seed, bool loud)
{
    struct outcome o = run_seed(seed, MUTATION_NONE, loud);

    if (o.failed && !loud)
        tell_fault(seed, MUTATION_NONE);
    else if (o.failed)
        printf("seed %llu: %s\n", (unsigned long long)seed, o.sentence);
    else
        printf("seed %llu: %u games, %u entries, %u acknowledged, %u refused, %u crashes in %lld "
               "s; trace %016llx\n",
               (unsigned long long)seed, o.games, o.entries, o.acknowledged, o.refused, o.crashes,
               (long long)(o.time / SIM_SECOND), (unsigned long long)o.trace);
    return o.failed;
}

static bool range(const char *text, uint64_t *from, uint64_t *to)
{
    char *end;

    *from = *to = strtoull(text, &end, 10);
    if (*end == '-')
        *to = strtoull(end + 1, &end, 10);
    return *end == 0 && *to >= *from && text[0] >= '0' && text[0] <= '9';
}

int main(int count, char **words)
{
    uint64_t from, to;
    const char *command = count > 1 ? words[1] : "";
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned jobs = count > 3 && !strcmp(words[2], "--jobs") ? number(words[3])
                                                             : (unsigned)(cores > 1 ? cores : 1);

    tally = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    run_prepare();
    if (!strcmp(command, "mutations"))
        return faults(count > 2 ? number(words[2]) : 200, count > 3 ? words[3] : NULL);
    if (!strcmp(command, "same") && count > 2 && range(words[2], &from, &to))
        return same(from, to);
    if (!range(command, &from, &to) || jobs == 0) {
        fprintf(stderr,
                "sim SEED [--loud] | FROM-TO [--jobs N] | same FROM-TO | mutations [MOST]\n");
        return 2;
    }
    return from == to ? one(from, count > 2 && !strcmp(words[2], "--loud"))
                      : many(from, to, jobs ? jobs : 1);
}
