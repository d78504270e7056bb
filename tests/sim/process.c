// SPDX-License-Identifier: MIT
// A process of the server: its registry with the real threads as fibers, and a loop in the place of
// the transport. It can die at any time, and begins again with nothing but what the disk kept.
#include <stdlib.h>
#include <string.h>

#include "server/api/callbacks.h"
#include "server/api/routes.h"
#include "server/live/clients.h"
#include "server/tournament/livetournaments.h"
#include "tests/sim/net.h"

enum { WORKERS = 1, INTERVALS = 256 };

struct mail {
    struct mail *next;
    int kind;
    void *about;
    char *text;
};

static struct process {
    bool up, runs, stopping;
    unsigned life;
    struct live_registry *registry;
    struct mail *first, *last;
    bool woken;
    int64_t tick, again;
    int64_t began;
    int64_t stands, thaws; // it stands still from then until then
} processes[SIM_PROCESSES];

static struct {
    struct {
        int64_t from, to;
    } at[INTERVALS];
    unsigned count;
    bool down;
} downs = {.at = {{0, INT64_MAX}}, .count = 1, .down = true};

bool process_up(int process)
{
    return processes[process].up;
}

int64_t process_began(int process)
{
    return process < 0 ? INT64_MAX : processes[process].began;
}

unsigned process_life(int process)
{
    return processes[process].life;
}

bool process_lives(int process, unsigned life)
{
    return processes[process].up && processes[process].life == life;
}

// Notes when the last has gone or the first has come. One that is just beginning to serve counts:
// should the others die before it is up, it does not know, and its last moments of beginning are
// charged.
static void note_downtime(void)
{
    bool down = true;

    for (int p = 0; p < SIM_PROCESSES; p++)
        down = down && !processes[p].up && !database_claimed(p);
    if (down == downs.down)
        return;
    downs.down = down;
    if (!down)
        downs.at[downs.count - 1].to = sim_now();
    if (down && downs.count < INTERVALS) {
        downs.at[downs.count].from = sim_now();
        downs.at[downs.count++].to = INT64_MAX;
    }
}

void process_claimed(void)
{
    note_downtime();
}

int64_t process_down(int64_t from, int64_t to)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < downs.count; i++) {
        int64_t a = downs.at[i].from > from ? downs.at[i].from : from;
        int64_t b = downs.at[i].to < to ? downs.at[i].to : to;
        sum += b > a ? b - a : 0;
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------
// Standing still
// ---------------------------------------------------------------------------------------------

enum { SHORT = 3 * 1000 }; // milliseconds: less may be charged

static struct {
    int64_t from, to;
} frozen[SIM_STEPS];

static unsigned frozen_count;

int64_t process_frozen(int64_t from, int64_t to)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < frozen_count && sim.processes == 1; i++) {
        int64_t a = frozen[i].from > from ? frozen[i].from : from;
        int64_t b = frozen[i].to < to ? frozen[i].to : to;
        sum += b > a && frozen[i].to - frozen[i].from >= SHORT * SIM_MS ? b - a : 0;
    }
    return sum;
}

int64_t process_frozen_since(int process)
{
    return sim_now() < processes[process].thaws ? processes[process].stands : INT64_MAX;
}

struct freeze {
    struct process *process;
    int64_t length;
};

static void freeze(void *to, uint64_t life)
{
    struct freeze *f = to;
    struct process *p = f->process;
    int number = (int)(p - processes);

    if (p->up && p->life == life && database_writing(number)) {
        sim_at(sim_now() + SIM_MS, freeze, f, life);
        return;
    }
    if (p->up && p->life == life && sim_now() >= p->thaws && frozen_count < SIM_STEPS) {
        p->stands = sim_now();
        p->thaws = sim_now() + f->length;
        sim_note("process %d stands still for %lld ms", number, (long long)(f->length / SIM_MS));
        fiber_freeze(number, p->thaws);
        frozen[frozen_count].from = sim_now();
        frozen[frozen_count++].to = p->thaws;
    }
    free(f);
}

void process_freeze(int process, int64_t length)
{
    struct freeze *f = malloc(sizeof *f);

    if (!f)
        sim_fail("no memory for a process that stands still");
    *f = (struct freeze){&processes[process], length};
    freeze(f, processes[process].life);
}

// It dies instead of going on.
static void end_freeze(struct process *p)
{
    for (unsigned i = 0; i < frozen_count; i++) {
        if (p->thaws > sim_now() && frozen[i].to == p->thaws)
            frozen[i].to = sim_now();
    }
    p->thaws = 0;
}

// ---------------------------------------------------------------------------------------------
// What the registry calls
// ---------------------------------------------------------------------------------------------

static void wake(void *to)
{
    struct process *p = to;

    p->woken = true;
    fiber_signal(p, true);
}

static void writable(void *to, struct client *c)
{
    (void)to, (void)c; // the loop looks at all of them
}

static void answered(void *to, struct request *r)
{
    (void)to, (void)r;
}

// ---------------------------------------------------------------------------------------------
// The loop
// ---------------------------------------------------------------------------------------------

static void take_ask(struct process *p, struct question *a)
{
    struct request *r = request_open(p->registry, a);
    const char *query = strchr(a->path, '?');
    size_t length = query ? (size_t)(query - a->path) : strlen(a->path);

    a->request = r;
    r->method = a->method;
    memcpy(r->path, a->path, length);
    snprintf(r->query, sizeof r->query, "%s", query ? query + 1 : "");
    snprintf(r->token, sizeof r->token, "%s", a->token);
    snprintf(r->address, sizeof r->address, "10.0.0.%d", a->person);
    snprintf(r->body, sizeof r->body, "%s", a->body);
    r->length = strlen(r->body);
    request_run(p->registry, r, live_registry_now(p->registry));
}

static void take(struct process *p, struct mail *m)
{
    struct connection *conn = m->about;
    char address[LIMITS_ADDRESS];

    switch (m->kind) {
    case MAIL_OPEN:
        snprintf(address, sizeof address, "10.0.0.%d", conn->person);
        conn->client = client_open(p->registry, conn, address, live_registry_now(p->registry));
        conn->client->lag = conn->latency / SIM_MS;
        break;
    case MAIL_TEXT:
        if (conn->client)
            client_says(p->registry, conn->client, m->text, strlen(m->text),
                        live_registry_now(p->registry));
        break;
    case MAIL_CLOSE:
        if (conn->client)
            client_close(p->registry, conn->client);
        conn->client = NULL;
        break;
    case MAIL_ASK:
        take_ask(p, m->about);
        break;
    }
    free(m->text);
    free(m);
}

static void send_answers(struct process *p)
{
    for (struct question **at = &net.questions; *at;) {
        struct question *a = *at;
        struct request *r = a->request;
        if (&processes[a->process] != p || !r || !r->answered) {
            at = &a->next;
            continue;
        }
        *at = a->next;
        if (r->answer)
            net_answered(a, r->status, (const char *)payload_bytes(r->answer), r->answer->length);
        else
            net_answered(a, r->status, "", 0);
        a->request = NULL;
        request_close(p->registry, r);
    }
}

static void send_messages(struct process *p)
{
    for (unsigned i = 0; i < net.count; i++) {
        struct connection *conn = &net.connections[i];
        struct payload *m;
        if (&processes[conn->process] != p || !conn->client)
            continue;
        while (!conn->client->doomed && (m = client_next(conn->client))) {
            net_sent(conn, (const char *)payload_bytes(m), m->length);
            payload_drop(m);
        }
        if (conn->client->doomed) {
            client_close(p->registry, conn->client);
            net_closed(conn);
        }
    }
}

static void loop(struct process *p)
{
    while (!p->stopping) {
        if (!p->woken && !p->first)
            fiber_wait(p, p->tick);
        if (sim.mutation == MUTATION_ASLEEP)
            p->registry->turned = 0;
        live_registry_begin_turn(p->registry);
        if (p->woken) {
            p->woken = false;
            live_registry_wake(p->registry);
        }
        if (p->first) {
            struct mail *m = p->first;
            if (!(p->first = m->next))
                p->last = NULL;
            take(p, m);
        }
        if (sim_now() >= p->tick) {
            p->tick = sim_now() + 100 * SIM_MS;
            live_registry_tick(p->registry, live_registry_now(p->registry));
        }
        send_answers(p);
        send_messages(p);
    }
}

// A process that ended by itself leaves nothing running.
static void ended(void *to, uint64_t life)
{
    struct process *p = to;

    if (p->life == life && p->runs)
        process_crash((int)(p - processes), p->again);
}

static void *serve(void *to)
{
    struct process *p = to;
    const struct live_registry_host host = {wake, writable, answered, p, &api_callbacks};
    struct error e = {0};

    if (live_registry_open(p->registry, database_name, WORKERS, false, &host, &e) &&
        tournaments_open(p->registry, database_name, false, &e)) {
        model_learn();
        p->up = true;
        note_downtime();
        sim_note("process %d is up", (int)(p - processes));
        loop(p);
        tournaments_close(p->registry);
        live_registry_close(p->registry);
        p->up = false;
        note_downtime();
    } else {
        sim_note("process %d cannot start: %s", (int)(p - processes), e.message.text);
        p->again = sim_now() + SIM_SECOND;
    }
    sim_at(sim_now(), ended, p, p->life);
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Beginning and ending
// ---------------------------------------------------------------------------------------------

static void begin_process(void *to, uint64_t life)
{
    struct process *p = to;

    if (p->runs || p->life != life)
        return;
    p->runs = true;
    p->began = sim_now();
    p->life++;
    p->stopping = p->woken = false;
    p->tick = sim_now();
    p->registry = calloc(1, sizeof *p->registry);
    sim_note("process %d begins", (int)(p - processes));
    fiber_start((int)(p - processes), serve, p);
}

void process_begin(int process, int64_t when)
{
    sim_at(when, begin_process, &processes[process], processes[process].life);
}

static void look(void *to, uint64_t number)
{
    (void)to, (void)number;
    model_compare();
}

void process_crash(int process, int64_t again)
{
    struct process *p = &processes[process];

    if (!p->runs)
        return;
    sim_note("process %d dies", process);
    model.crashes++;
    p->runs = p->up = false;
    end_freeze(p);
    p->registry = NULL; // its memory is gone with it
    p->first = p->last = NULL;
    disk_crash(process);
    database_crash(process);
    note_downtime();
    net_crashed(process);
    process_begin(process, again);
    sim_at(sim_now(), look, NULL, 0);
    fiber_kill(process);
}

void process_stop(int process, int64_t again)
{
    struct process *p = &processes[process];

    if (!p->up)
        return;
    sim_note("process %d is to end", process);
    p->stopping = true;
    p->again = again;
    fiber_signal(p, true);
}

void process_mail(int process, unsigned life, int kind, void *about, char *text)
{
    struct process *p = &processes[process];
    struct mail *m = calloc(1, sizeof *m);

    if (!process_lives(process, life)) {
        free(text);
        free(m);
        return;
    }
    *m = (struct mail){NULL, kind, about, text};
    *(p->last ? &p->last->next : &p->first) = m;
    p->last = m;
    fiber_signal(p, true);
}
