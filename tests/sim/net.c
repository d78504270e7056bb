// SPDX-License-Identifier: MIT
// Connections and questions: every message has a latency, none overtakes another on its connection,
// and a cut loses what was on its way.
#include "tests/sim/net.h"

#include <stdlib.h>
#include <string.h>

struct net net;

struct parcel {
    struct connection *connection;
    char *text;
    struct received received;
};

static int64_t way(const struct connection *conn, int64_t *last)
{
    int64_t when = sim_now() + conn->latency + sim_draw(&sim.chance, 0, conn->latency / 2 + 100);

    if (when < conn->stalled)
        when = conn->stalled;
    if (when <= *last)
        when = *last + 1;
    *last = when;
    return when;
}

// ---------------------------------------------------------------------------------------------
// From a person to a process
// ---------------------------------------------------------------------------------------------

static void opened(void *to, uint64_t number)
{
    struct connection *conn = to;

    (void)number;
    if (conn->cut != INT64_MAX || !process_up(conn->process)) {
        conn->cut = sim_now();
        people_closed(conn);
        return;
    }
    conn->life = process_life(conn->process);
    process_mail(conn->process, conn->life, MAIL_OPEN, conn, NULL);
    conn->open = true;
    people_opened(conn);
}

struct connection *connection_open(int person, int process)
{
    if (net.count == NET_CONNECTIONS)
        return NULL;
    struct connection *conn = &net.connections[net.count];
    *conn = (struct connection){
        .id = net.count++, .person = person, .process = process, .cut = INT64_MAX};
    conn->latency =
        sim_draw(&sim.chance, 200, sim_one_in(&sim.chance, 5) ? 400 * SIM_MS : 40 * SIM_MS);
    sim_note("person %d opens connection %u to process %d", person, conn->id, process);
    sim_at(way(conn, &conn->to_server), opened, conn, 0);
    return conn;
}

static void arrives(void *to, uint64_t number)
{
    struct parcel *p = to;

    (void)number;
    if (sim_now() < p->connection->cut &&
        process_lives(p->connection->process, p->connection->life))
        process_mail(p->connection->process, p->connection->life, MAIL_TEXT, p->connection,
                     p->text);
    else
        free(p->text);
    free(p);
}

void connection_send(struct connection *conn, const char *text)
{
    struct parcel *p = calloc(1, sizeof *p);

    *p = (struct parcel){.connection = conn, .text = strdup(text)};
    sim_note("connection %u sends %s", conn->id, text);
    sim_at(way(conn, &conn->to_server), arrives, p, 0);
}

struct follow *connection_follow(struct connection *conn, const struct model_game *g, bool make)
{
    for (unsigned i = 0; i < conn->count; i++) {
        if (conn->follows[i].game == g)
            return &conn->follows[i];
    }
    if (!make || conn->count == NET_FOLLOWS)
        return NULL;
    conn->follows[conn->count] =
        (struct follow){.game = (struct model_game *)g, .viewpoint = GAME_PUBLIC};
    return &conn->follows[conn->count++];
}

// ---------------------------------------------------------------------------------------------
// From a process to a person
// ---------------------------------------------------------------------------------------------

static void reaches(void *to, uint64_t number)
{
    struct parcel *p = to;

    (void)number;
    if (sim_now() < p->connection->cut && p->connection->open)
        people_receive(p->connection, &p->received);
    free(p);
}

void net_sent(struct connection *conn, const char *bytes, size_t length)
{
    struct parcel *p = calloc(1, sizeof *p);

    sim.trace = sim.trace * 31 + length;
    *p = (struct parcel){.connection = conn, .received = received_read(conn, bytes, length)};
    sim_note("connection %u gets %.*s", conn->id, (int)(length < 260 ? length : 260), bytes);
    bool twice = p->received.twice;
    if (sim.mutation == MUTATION_SKIPPED && p->received.type == SAYS_EVENT &&
        sim_one_in(&sim.chance, 8)) {
        free(p);
        return;
    }
    if (sim.mutation == MUTATION_SILENT && p->received.type == SAYS_DONE &&
        sim_one_in(&sim.chance, 8)) {
        free(p);
        return;
    }
    if (twice) {
        struct parcel *again = calloc(1, sizeof *again);
        *again = *p;
        sim_at(way(conn, &conn->to_client), reaches, again, 0);
    }
    sim_at(way(conn, &conn->to_client), reaches, p, 0);
}

static void closes(void *to, uint64_t number)
{
    struct connection *conn = to;

    (void)number;
    if (!conn->open)
        return;
    conn->open = false;
    conn->cut = sim_now();
    people_closed(conn);
}

void net_closed(struct connection *conn)
{
    conn->client = NULL;
    sim_at(way(conn, &conn->to_client), closes, conn, 0);
}

static void server_sees(void *to, uint64_t number)
{
    struct connection *conn = to;

    (void)number;
    if (process_lives(conn->process, conn->life))
        process_mail(conn->process, conn->life, MAIL_CLOSE, conn, NULL);
}

void connection_cut(struct connection *conn)
{
    if (conn->cut != INT64_MAX)
        return;
    sim_note("connection %u is cut", conn->id);
    conn->cut = sim_now();
    bool open = conn->open;
    conn->open = false;
    // The server may be long in noticing.
    sim_at(sim_now() + sim_draw(&sim.chance, 0, sim_one_in(&sim.chance, 4) ? 20000 : 300) * SIM_MS,
           server_sees, conn, 0);
    if (open)
        people_closed(conn);
}

// ---------------------------------------------------------------------------------------------
// Questions
// ---------------------------------------------------------------------------------------------

struct reply {
    struct question *question;
    int status;
    char *text;
};

static void answer(void *to, uint64_t number)
{
    struct reply *r = to;

    (void)number;
    net.waiting--;
    r->question->over = true;
    r->question->answered(r->question, r->status, r->text);
    free(r->text);
    free(r);
}

static void reply(struct question *a, int status, const char *bytes, size_t length)
{
    struct reply *r = calloc(1, sizeof *r);

    r->question = a;
    r->status = status;
    r->text = calloc(1, length + 1);
    memcpy(r->text, bytes, length);
    sim_at(sim_now() + sim_draw(&sim.chance, 300, 60 * SIM_MS), answer, r, 0);
}

void net_answered(struct question *a, int status, const char *bytes, size_t length)
{
    sim_note("person %d is answered %d %.*s", a->person, status, (int)(length < 200 ? length : 200),
             bytes);
    if (a->method == REQUEST_GET)
        answer_check(a->game, bytes, length);
    bool lost = sim_now() < sim.end && sim_one_in(&sim.chance, 40);
    reply(a, lost ? 0 : status, bytes, length);
}

static void asked(void *to, uint64_t number)
{
    struct question *a = to;

    (void)number;
    if (!process_up(a->process)) {
        reply(a, 0, "", 0);
        return;
    }
    a->life = process_life(a->process);
    a->next = net.questions;
    net.questions = a;
    process_mail(a->process, a->life, MAIL_ASK, a, NULL);
}

void question_send(struct question *a)
{
    net.waiting++;
    sim_note("person %d asks process %d %s %s", a->person, a->process, a->path, a->body);
    sim_at(sim_now() + sim_draw(&sim.chance, 300, 60 * SIM_MS), asked, a, 0);
}

void net_crashed(int process)
{
    for (unsigned i = 0; i < net.count; i++) {
        struct connection *conn = &net.connections[i];
        if (conn->process != process)
            continue;
        conn->client = NULL;
        if (!conn->open || conn->cut != INT64_MAX)
            continue;
        conn->cut = sim_now() + sim_draw(&sim.chance, 0, 2 * conn->latency); // the tail is lost
        sim_at(conn->cut, closes, conn, 0);
    }
    for (struct question **at = &net.questions; *at;) {
        struct question *a = *at;
        if (a->process != process) {
            at = &a->next;
            continue;
        }
        *at = a->next;
        reply(a, 0, "", 0);
    }
}
