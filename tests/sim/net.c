// SPDX-License-Identifier: MIT
// Lines and questions: every message takes its time, none overtakes another on its line, and a cut loses what was on its way.
#include "tests/sim/net.h"

#include <stdlib.h>
#include <string.h>

struct net net;

struct parcel {
    struct line *line;
    char *text;
    struct told told;
};

static int64_t way(const struct line *l, int64_t *last)
{
    int64_t when = sim_now() + l->latency + sim_draw(&sim.chance, 0, l->latency / 2 + 100);

    if (when < l->stalled)
        when = l->stalled;
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
    struct line *l = to;

    (void)number;
    if (l->cut != INT64_MAX || !process_up(l->process)) {
        l->cut = sim_now();
        people_closed(l);
        return;
    }
    l->life = process_life(l->process);
    process_mail(l->process, l->life, MAIL_OPEN, l, NULL);
    l->open = true;
    people_opened(l);
}

struct line *line_open(int person, int process)
{
    if (net.count == NET_LINES)
        return NULL;
    struct line *l = &net.lines[net.count];
    *l = (struct line){.id = net.count++, .person = person, .process = process, .cut = INT64_MAX};
    l->latency =
        sim_draw(&sim.chance, 200, sim_one_in(&sim.chance, 5) ? 400 * SIM_MS : 40 * SIM_MS);
    sim_note("person %d opens line %u to process %d", person, l->id, process);
    sim_at(way(l, &l->to_server), opened, l, 0);
    return l;
}

static void arrives(void *to, uint64_t number)
{
    struct parcel *p = to;

    (void)number;
    if (sim_now() < p->line->cut && process_lives(p->line->process, p->line->life))
        process_mail(p->line->process, p->line->life, MAIL_TEXT, p->line, p->text);
    else
        free(p->text);
    free(p);
}

void line_say(struct line *l, const char *text)
{
    struct parcel *p = calloc(1, sizeof *p);

    *p = (struct parcel){.line = l, .text = strdup(text)};
    sim_note("line %u says %s", l->id, text);
    sim_at(way(l, &l->to_server), arrives, p, 0);
}

struct follow *line_follow(struct line *l, const struct model_game *g, bool make)
{
    for (unsigned i = 0; i < l->count; i++) {
        if (l->follows[i].game == g)
            return &l->follows[i];
    }
    if (!make || l->count == NET_FOLLOWS)
        return NULL;
    l->follows[l->count] = (struct follow){.game = (struct model_game *)g, .eyes = GAME_PUBLIC};
    return &l->follows[l->count++];
}

// ---------------------------------------------------------------------------------------------
// From a process to a person
// ---------------------------------------------------------------------------------------------

static void reaches(void *to, uint64_t number)
{
    struct parcel *p = to;

    (void)number;
    if (sim_now() < p->line->cut && p->line->open)
        people_told(p->line, &p->told);
    free(p);
}

void net_sent(struct line *l, const char *bytes, size_t length)
{
    struct parcel *p = calloc(1, sizeof *p);

    sim.trace = sim.trace * 31 + length;
    *p = (struct parcel){.line = l, .told = told_read(l, bytes, length)};
    sim_note("line %u is told %.*s", l->id, (int)(length < 260 ? length : 260), bytes);
    bool twice = p->told.twice;
    if (sim.mutation == MUTATION_SKIPPED && p->told.type == SAYS_EVENT &&
        sim_one_in(&sim.chance, 8)) {
        free(p);
        return;
    }
    if (sim.mutation == MUTATION_SILENT && p->told.type == SAYS_DONE &&
        sim_one_in(&sim.chance, 8)) {
        free(p);
        return;
    }
    if (twice) {
        struct parcel *again = calloc(1, sizeof *again);
        *again = *p;
        sim_at(way(l, &l->to_client), reaches, again, 0);
    }
    sim_at(way(l, &l->to_client), reaches, p, 0);
}

static void closes(void *to, uint64_t number)
{
    struct line *l = to;

    (void)number;
    if (!l->open)
        return;
    l->open = false;
    l->cut = sim_now();
    people_closed(l);
}

void net_closed(struct line *l)
{
    l->client = NULL;
    sim_at(way(l, &l->to_client), closes, l, 0);
}

static void server_sees(void *to, uint64_t number)
{
    struct line *l = to;

    (void)number;
    if (process_lives(l->process, l->life))
        process_mail(l->process, l->life, MAIL_CLOSE, l, NULL);
}

void line_cut(struct line *l)
{
    if (l->cut != INT64_MAX)
        return;
    sim_note("line %u is cut", l->id);
    l->cut = sim_now();
    bool open = l->open;
    l->open = false;
    // The server may be long in noticing.
    sim_at(sim_now() + sim_draw(&sim.chance, 0, sim_one_in(&sim.chance, 4) ? 20000 : 300) * SIM_MS,
           server_sees, l, 0);
    if (open)
        people_closed(l);
}

// ---------------------------------------------------------------------------------------------
// Questions
// ---------------------------------------------------------------------------------------------

struct reply {
    struct ask *ask;
    int status;
    char *text;
};

static void answer(void *to, uint64_t number)
{
    struct reply *r = to;

    (void)number;
    net.waiting--;
    r->ask->over = true;
    r->ask->answered(r->ask, r->status, r->text);
    free(r->text);
    free(r);
}

static void reply(struct ask *a, int status, const char *bytes, size_t length)
{
    struct reply *r = calloc(1, sizeof *r);

    r->ask = a;
    r->status = status;
    r->text = calloc(1, length + 1);
    memcpy(r->text, bytes, length);
    sim_at(sim_now() + sim_draw(&sim.chance, 300, 60 * SIM_MS), answer, r, 0);
}

void net_answered(struct ask *a, int status, const char *bytes, size_t length)
{
    sim_note("person %d is answered %d %.*s", a->person, status, (int)(length < 200 ? length : 200),
             bytes);
    if (a->method == REQUEST_GET)
        told_check_answer(a->game, bytes, length);
    bool lost = sim_now() < sim.end && sim_one_in(&sim.chance, 40);
    reply(a, lost ? 0 : status, bytes, length);
}

static void asked(void *to, uint64_t number)
{
    struct ask *a = to;

    (void)number;
    if (!process_up(a->process)) {
        reply(a, 0, "", 0);
        return;
    }
    a->life = process_life(a->process);
    a->next = net.asks;
    net.asks = a;
    process_mail(a->process, a->life, MAIL_ASK, a, NULL);
}

void ask(struct ask *a)
{
    net.waiting++;
    sim_note("person %d asks process %d %s %s", a->person, a->process, a->path, a->body);
    sim_at(sim_now() + sim_draw(&sim.chance, 300, 60 * SIM_MS), asked, a, 0);
}

void net_crashed(int process)
{
    for (unsigned i = 0; i < net.count; i++) {
        struct line *l = &net.lines[i];
        if (l->process != process)
            continue;
        l->client = NULL;
        if (!l->open || l->cut != INT64_MAX)
            continue;
        l->cut = sim_now() + sim_draw(&sim.chance, 0, 2 * l->latency); // the tail is lost
        sim_at(l->cut, closes, l, 0);
    }
    for (struct ask **at = &net.asks; *at;) {
        struct ask *a = *at;
        if (a->process != process) {
            at = &a->next;
            continue;
        }
        *at = a->next;
        reply(a, 0, "", 0);
    }
}
