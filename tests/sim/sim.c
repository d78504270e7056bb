// SPDX-License-Identifier: MIT
// One run: draws the steps from the seed, lets them happen, heals everything, and checks.
#include "tests/sim/run.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "server/log.h"
#include "tests/sim/people.h"
#include "tests/sim/replaced.h"

// Milliseconds by which the time may be wrong.
enum {
    DRIFT = 20,         // that clocks go wrong in a run
    FAST_ANSWER = 60,   // the database sends it
    SLOW_ANSWER = 1600, // it takes three seconds to do so
};

struct sim sim;

// ---------------------------------------------------------------------------------------------
// Drawing
// ---------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    unsigned alone, cluster; // how often, with one process and a file, and with several
} kinds[STEP_KINDS] = {
    [STEP_CREATE] = {"a person creates a game", 6, 6},
    [STEP_SIT] = {"a person takes a seat", 12, 12},
    [STEP_CONNECT] = {"a person connects", 8, 8},
    [STEP_PLAY] = {"a person sends something about a game", 90, 90},
    [STEP_ASK] = {"a person asks over HTTP", 10, 10},
    [STEP_CUT] = {"a connection breaks", 5, 5},
    [STEP_STALL] = {"a connection stalls", 3, 3},
    [STEP_CRASH] = {"a process dies", 2, 3},
    [STEP_WRITE] = {"a process dies in a write", 4, 3},
    [STEP_POWER] = {"the power fails", 3, 0},
    [STEP_STOP] = {"a process ends in good order", 1, 2},
    [STEP_FULL] = {"the disk is full for a while", 2, 0},
    [STEP_BROKEN] = {"the disk fails for a while", 3, 0},
    [STEP_SLOW] = {"the disk is slow for a while", 2, 2},
    [STEP_AWAY] = {"a process does not reach the database", 0, 4},
    [STEP_COMMIT] = {"a commit goes wrong", 2, 5},
    [STEP_DEAF] = {"a process hears no news", 0, 4},
    [STEP_SKEW] = {"a clock is set", 1, 2},
    [STEP_FREEZE] = {"a process stands still", 0, 0}, // drawn after the others
};

const char *step_name(enum step_kind kind)
{
    return kinds[kind].name;
}

static bool is_fault(enum step_kind kind)
{
    return kind >= STEP_CUT;
}

// Runs differ in how much goes wrong: some are calm, some a storm.
static enum step_kind draw_kind(struct random *r, unsigned storm)
{
    unsigned sum = 0, weight[STEP_KINDS] = {0};

    for (unsigned i = 0; i < STEP_KINDS; i++) {
        weight[i] = sim.cluster ? kinds[i].cluster : kinds[i].alone;
        weight[i] *= is_fault(i) ? storm : 2;
        sum += weight[i];
    }
    unsigned at = random_below(r, sum), i = 0;
    while (at >= weight[i])
        at -= weight[i++];
    return (enum step_kind)i;
}

static void draw_step(struct step *s, enum step_kind kind, struct random *r)
{
    *s = (struct step){.kind = kind};
    s->at = (int64_t)random_below(r, (uint32_t)(sim.end / SIM_MS)) * SIM_MS;
    s->draw = random_next(r);
}

// In every second run. From numbers of their own: what else a seed draws is what it was before
// there were any.
static void draw_freezes(uint64_t seed)
{
    struct random r = random_from_seed(hash_mix(~seed));

    for (unsigned i = sim_one_in(&r, 2) ? random_below(&r, SIM_STEPS - SIM_DRAWN) : 0; i; i--)
        draw_step(&sim.steps[sim.count++], STEP_FREEZE, &r);
}

static int compare(const void *a, const void *b)
{
    const struct step *first = a, *second = b;

    return (first->at > second->at) - (first->at < second->at);
}

void run_draw(uint64_t seed)
{
    struct random r = random_from_seed(hash_mix(seed + 1));

    sim.seed = seed;
    sim.cluster = random_below(&r, 100) < 55;
    sim.processes = sim.cluster ? SIM_PROCESSES : 1;
    sim.skew = sim_one_in(&r, 4) ? sim_draw(&r, 100, 4000) : sim_draw(&r, 0, 60);
    if (sim.cluster && sim.skew >= 100) // they ask the database, so it does not matter how much
        sim.skew *= 500;
    sim.end = sim_draw(&r, 20, 90) * SIM_SECOND;
    sim.count = (unsigned)sim_draw(&r, 30, SIM_DRAWN);
    unsigned storm = (unsigned)sim_draw(&r, 0, 4);
    for (unsigned i = 0; i < sim.count; i++) {
        struct step *s = &sim.steps[i];
        enum step_kind kind = i < 3 ? STEP_CREATE : draw_kind(&r, storm);
        draw_step(s, kind, &r);
        if (i < 2)
            s->at = (i + 1) * 400 * SIM_MS;
    }
    draw_freezes(seed);
    qsort(sim.steps, sim.count, sizeof *sim.steps, compare);
    sim.chance = random_from_seed(random_next(&r));
}

// ---------------------------------------------------------------------------------------------
// Faults
// ---------------------------------------------------------------------------------------------

static int64_t later(struct random *r, int64_t least, int64_t most)
{
    return sim_now() + sim_draw(r, least, most) * SIM_MS;
}

int64_t sim_wrong(void)
{
    bool slow = false;

    for (unsigned i = 0; i < sim.count; i++)
        slow = slow || sim.steps[i].kind == STEP_SLOW;
    return !sim.cluster ? sim.skew + DRIFT : slow ? SLOW_ANSWER : FAST_ANSWER;
}

static void set_clock(int process, struct random *r)
{
    int64_t skew = sim_draw(r, -sim.skew / 2, sim.skew / 2);

    sim_set_skew(process, skew, sim_draw(r, -100, 100));
}

// Faults end when the steps do.
static int64_t for_a_while(struct random *r, int64_t most)
{
    int64_t until = later(r, 50, most);

    return until < sim.end ? until : sim.end;
}

// Draws stand in statements of their own: the order of arguments is the compiler's.
static void die_in_write(int process, struct random *r)
{
    unsigned writes = (unsigned)sim_draw(r, 1, 40);
    bool power = !sim.cluster && sim_one_in(r, 2);

    disk_set_crash(process, writes, power, random_next(r));
}

static void break_something(const struct step *s)
{
    struct random r = random_from_seed(s->draw);
    int p = (int)random_below(&r, sim.processes);
    unsigned which = 1U << random_below(&r, 4);
    int64_t slowness = sim_draw(&r, 1, 300) * SIM_MS;

    switch (s->kind) {
    case STEP_CRASH:
        process_crash(p, later(&r, 100, 15000));
        break;
    case STEP_WRITE:
        die_in_write(p, &r);
        break;
    case STEP_POWER:
        disk_power(&r);
        process_crash(p, later(&r, 500, 20000));
        break;
    case STEP_STOP:
        process_stop(p, later(&r, 300, 12000));
        break;
    case STEP_FULL:
        disk_set_fault(DISK_FULL, for_a_while(&r, 9000));
        break;
    case STEP_BROKEN:
        disk_set_fault(which, for_a_while(&r, 5000));
        break;
    case STEP_SLOW:
        disk_set_slow(slowness, for_a_while(&r, 8000));
        break;
    case STEP_AWAY:
        database_set_away(p, for_a_while(&r, 12000));
        break;
    case STEP_COMMIT:
        database_set_commit(p, (enum commit_fault)sim_draw(&r, COMMIT_FAILS, COMMIT_CRASHES));
        break;
    case STEP_DEAF:
        database_set_deaf(p, for_a_while(&r, 10000));
        break;
    case STEP_FREEZE:
        process_freeze(p, for_a_while(&r, 25000) - sim_now());
        break;
    default:
        set_clock(p, &r);
    }
}

static void happen(void *to, uint64_t number)
{
    const struct step *s = to;

    (void)number;
    sim_note("step %d: %s", (int)(s - sim.steps), step_name(s->kind));
    if (is_fault(s->kind) && s->kind != STEP_CUT && s->kind != STEP_STALL)
        break_something(s);
    else
        people_step(s);
}

// ---------------------------------------------------------------------------------------------
// The run
// ---------------------------------------------------------------------------------------------

static void heal(void *to, uint64_t number)
{
    (void)to, (void)number;
    disk_set_fault(0, 0);
    disk_set_slow(0, 0);
    for (int p = 0; p < (int)sim.processes; p++) {
        disk_set_crash(p, 0, false, 0);
        database_set_commit(p, COMMIT_WELL);
    }
    for (unsigned i = 0; i < net.count; i++)
        net.connections[i].stalled = 0;
}

void run_all(void)
{
    for (int p = 0; p < (int)sim.processes; p++) {
        set_clock(p, &sim.chance);
        process_begin(p, sim_draw(&sim.chance, 0, 300) * SIM_MS);
    }
    for (unsigned i = 0; i < sim.count; i++) {
        if (!sim.steps[i].out)
            sim_at(sim.steps[i].at, happen, &sim.steps[i], 0);
    }
    sim_run(200 * SIM_MS);
    people_begin();
    tournaments_begin();
    sim_run(sim.end);
    heal(NULL, 0);
    people_quiet();
    for (int p = 0; p < (int)sim.processes; p++)
        process_stop(p, INT64_MAX / 2);
    sim_run(sim_now() + 8 * SIM_SECOND);
    for (int p = 0; p < (int)sim.processes; p++) {
        if (process_up(p))
            sim_fail("process %d does not end", p);
    }
    model_finish();
}

// ---------------------------------------------------------------------------------------------
// What happens, chance, and the log
// ---------------------------------------------------------------------------------------------

void sim_note(const char *format, ...)
{
    char line[SIM_TEXT];
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof line)
        length = sizeof line - 1;
    sim.trace =
        hash_word(hash_word(sim.trace, hash_bytes(line, (size_t)length)), (uint64_t)sim_now());
    if (sim.loud)
        printf("%9.4f  %s\n", (double)sim_now() / SIM_SECOND, line);
}

int64_t log_now(void)
{
    return sim_clock(fiber_process());
}

void log_event(const char *event, const char *format, ...)
{
    char line[SIM_TEXT];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    sim_note("process %d log %s %s", fiber_process(), event, line);
}

struct log_text log_text(const char *untrusted)
{
    struct log_text t;

    snprintf(t.text, sizeof t.text, "\"%s\"", untrusted);
    return t;
}

int sim_crypto_pwhash_str_alg(char *out, const char *password, unsigned long long length,
                              unsigned long long rounds, size_t memory, int kind)
{
    (void)rounds, (void)memory, (void)kind;
    snprintf(out, crypto_pwhash_STRBYTES, "$sim$%016llx",
             (unsigned long long)hash_bytes(password, (size_t)length));
    return 0;
}

int sim_crypto_pwhash_str_verify(const char *kept, const char *password, unsigned long long length)
{
    char own[crypto_pwhash_STRBYTES];

    sim_crypto_pwhash_str_alg(own, password, length, 0, 0, 0);
    return strcmp(own, kept) == 0 ? 0 : -1;
}

int sim_setpriority(int which, unsigned who, int priority)
{
    (void)which, (void)who, (void)priority;
    return 0;
}

static const char *chance_name(void)
{
    return "sim";
}

static uint32_t chance_number(void)
{
    return (uint32_t)(random_next(&sim.chance) >> 32);
}

static void chance_bytes(void *const to, const size_t count)
{
    for (size_t i = 0; i < count; i++)
        ((unsigned char *)to)[i] = (unsigned char)(random_next(&sim.chance) >> 56);
}

void run_prepare(void)
{
    static struct randombytes_implementation implementation = {
        .implementation_name = chance_name, .random = chance_number, .buf = chance_bytes};
    struct error e;

    randombytes_set_implementation(&implementation);
    if (sodium_init() < 0)
        sim_fail("libsodium does not begin");
    fiber_prepare();
    disk_install();
    database_install();
    // The schema is made once; every run begins with a copy of the process that made it.
    struct store *s = store_open(database_name, &e);
    if (!s)
        sim_fail("the database cannot be made: %s", e.message.text);
    store_close(s);
}
