// SPDX-License-Identifier: MIT
// What people know by what they receive, and what they do then: they come back when a connection
// breaks, join their games with the number that they know, and answer when it is their turn. What
// they receive must come in order, without a gap and not twice.
#include "tests/sim/people.h"

#include <stdlib.h>
#include <string.h>

struct people people;

struct holding *person_holding(struct person *p, const struct model_game *g)
{
    for (unsigned i = 0; i < p->count; i++) {
        if (p->games[i].game == g)
            return &p->games[i];
    }
    return NULL;
}

struct holding *person_add(struct person *p, struct model_game *g, const char *token, int seat)
{
    struct holding *h = person_holding(p, g);

    if (!h && p->count == PEOPLE_GAMES)
        return NULL;
    if (!h)
        h = &p->games[p->count++];
    *h = (struct holding){.game = g, .seat = seat};
    snprintf(h->token, sizeof h->token, "%s", token);
    return h;
}

const char *people_secret_in(const char *bytes, size_t length)
{
    for (unsigned i = 0; i < PEOPLE; i++) {
        const struct person *p = &people.at[i];
        if (p->session[0] && memmem(bytes, length, p->session, TOKEN_TEXT - 1))
            return p->session;
        for (unsigned k = 0; k < p->count; k++) {
            if (p->games[k].token[0] && memmem(bytes, length, p->games[k].token, TOKEN_TEXT - 1))
                return p->games[k].token;
        }
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Connections
// ---------------------------------------------------------------------------------------------

// An open connection of a person on which a game is followed; any open one without a game.
struct connection *person_connection(int person, const struct model_game *g, struct random *r)
{
    struct connection *found = NULL;
    unsigned count = 0;

    for (unsigned i = 0; i < net.count; i++) {
        struct connection *conn = &net.connections[i];
        const struct follow *f = g ? connection_follow(conn, g, false) : NULL;
        if (conn->person == person && conn->open && (!g || (f && f->joined)) &&
            sim_one_in(r, ++count))
            found = conn;
    }
    return found;
}

void person_connect(int person, struct random *r)
{
    connection_open(person, (int)random_below(r, sim.processes));
}

void person_join(struct connection *conn, struct model_game *g, struct random *r)
{
    struct person *p = &people.at[conn->person];
    const struct holding *h = person_holding(p, g);
    char text[256];
    unsigned since = h && !sim_one_in(r, 5) ? h->known : 0;
    bool session = h && h->account && p->session[0] && sim_one_in(r, 4);
    struct command *c;

    if (!connection_follow(conn, g, true))
        return;
    c = say_command(NULL, g, h ? h->seat : -1, "join", "", -1, true);
    if (!c)
        return;
    c->connection = conn->id;
    // One after the other: in one call it would be the compiler's choice which is drawn first.
    bool scene = sim_one_in(r, 8);
    bool deals = !sim_one_in(r, 8);
    snprintf(text, sizeof text,
             "{\"do\":\"join\",\"game\":\"%s\",\"since\":%u,\"ref\":%lld%s%s%s%s%s}", g->id, since,
             (long long)c->ref, h ? ",\"token\":\"" : "",
             session ? p->session
             : h     ? h->token
                     : "",
             h ? "\"" : "", scene ? ",\"scene\":true" : "", deals ? ",\"deals\":true" : "");
    c->from = since; // what the answer must begin with
    snprintf(c->text, sizeof c->text, "%s", h ? "seat" : "");
    connection_send(conn, text);
}

void people_opened(struct connection *conn)
{
    struct person *p = &people.at[conn->person];

    for (unsigned i = 0; i < p->count; i++)
        person_join(conn, p->games[i].game, &sim.chance);
}

static void comes_back(void *to, uint64_t person)
{
    (void)to;
    if (!people.quiet)
        person_connect((int)person, &sim.chance);
}

void people_closed(struct connection *conn)
{
    for (unsigned i = 0; i < model.command_count; i++) {
        struct command *c = &model.commands[i];
        if (c->connection == conn->id && c->fate == FATE_WAITS)
            c->fate = FATE_UNSURE;
    }
    if (!people.quiet && !sim_one_in(&sim.chance, 4))
        sim_at(sim_now() + sim_draw(&sim.chance, 100, 4000) * SIM_MS, comes_back, NULL,
               (uint64_t)conn->person);
}

// ---------------------------------------------------------------------------------------------
// What they receive
// ---------------------------------------------------------------------------------------------

// Refusals after which the result is unknown.
static bool is_unsure(const char *id)
{
    return !strncmp(id, "store.", 6) || !strcmp(id, "live.not-stored") ||
           !strncmp(id, "live.second", 11) || !strcmp(id, "rematch.not-stored") ||
           !strcmp(id, "plan.not-stored");
}

// Refusals that say to come again.
static bool is_passing(const char *id)
{
    return !strncmp(id, "limits.", 7) || !strncmp(id, "talk.follows", 12) ||
           !strcmp(id, "talk.held") || !strncmp(id, "live.crowded", 12) ||
           !strcmp(id, "request.stopping");
}

static void take_answer(struct connection *conn, const struct received *t)
{
    struct command *c = t->ref >= 0 ? model_command(t->ref) : NULL;

    if (t->ref < 0)
        return;
    if (!c || c->connection != conn->id)
        sim_fail("connection %u got the answer %lld, which it did not ask for", conn->id,
                 (long long)t->ref);
    if (c->fate != FATE_WAITS)
        sim_fail("connection %u got the answer %lld twice", conn->id, (long long)t->ref);
    c->to = c->game ? c->game->count : 0;
    c->answered = sim_now();
    if (t->type == SAYS_DONE) {
        c->fate = FATE_DONE;
        model.acknowledged++;
        return;
    }
    model.refused++;
    if (!strcmp(c->kind, "join") && !is_unsure(t->said) && !is_passing(t->said))
        sim_fail("connection %u may not join game %s: %s", conn->id, c->game->id, t->said);
    c->fate = is_unsure(t->said) ? FATE_UNSURE : FATE_REFUSED;
    if (c->fate == FATE_UNSURE)
        c->to = UINT32_MAX;
}

// The rematch that an entry names belongs to the same people.
static void take_rematch(struct connection *conn, struct model_game *g, unsigned number)
{
    const struct store_entry *entry = &g->entries[number];
    struct person *p = &people.at[conn->person];
    const struct holding *h = person_holding(p, g);

    if (!h || strcmp(entry->kind, "rematch") != 0)
        return;
    struct model_game *next = model_game(entry->text);
    if (!model_row(next))
        sim_fail("the rematch of game %s is not stored", g->id);
    if (!person_holding(p, next))
        person_add(p, next, h->token, -1);
    if (!connection_follow(conn, next, false))
        person_join(conn, next, &sim.chance);
}

// The join that a state answers: the first that waits.
static const struct command *join_of(const struct connection *conn, const struct model_game *g)
{
    for (unsigned i = 0; i < model.command_count; i++) {
        const struct command *c = &model.commands[i];
        if (c->connection == conn->id && c->game == g && c->fate == FATE_WAITS &&
            !strcmp(c->kind, "join"))
            return c;
    }
    return NULL;
}

static void take_state(struct connection *conn, struct holding *h, const struct received *t)
{
    const struct command *c = join_of(conn, t->game);

    if (t->number == 0 && t->game->state.match.setup.game->hidden &&
        (!c || c->from > 0 || t->you < 0))
        return; // the cards have been dealt
    if (!c)
        sim_fail("connection %u got a state of game %s and did not ask", conn->id, t->game->id);
    // Spectators may be shown less than they know from elsewhere.
    unsigned wanted = t->you < 0 && t->number < c->from ? t->number : c->from;
    if (t->first != wanted)
        sim_fail("connection %u asks for entries of game %s from %u on and gets them from %u on",
                 conn->id, t->game->id, c->from, t->first);
    if (!c->text[0] || !h)
        return;
    if (t->you < 0)
        sim_fail("connection %u has a token of game %s and got no seat", conn->id, t->game->id);
    h->seat = t->you;
    t->game->sitter[t->you] = conn->person;
}

static void take_news(struct connection *conn, const struct received *t)
{
    struct follow *f = connection_follow(conn, t->game, false);
    struct holding *h = person_holding(&people.at[conn->person], t->game);

    if (!f)
        sim_fail("connection %u got game %s, which it does not follow", conn->id, t->game->id);
    if (t->type == SAYS_EVENT && !f->joined)
        sim_fail("connection %u got an event of game %s before its state", conn->id, t->game->id);
    if (t->type == SAYS_EVENT && t->number != f->known + 1)
        sim_fail("connection %u knows %u entries of game %s and got number %u", conn->id, f->known,
                 t->game->id, t->number);
    unsigned from = t->type == SAYS_STATE ? t->first : t->number - 1;
    f->joined = true;
    f->known = t->number;
    if (h && t->number > h->known)
        h->known = t->number;
    if (t->type == SAYS_STATE)
        take_state(conn, h, t);
    for (unsigned i = from; i < t->number; i++)
        take_rematch(conn, t->game, i);
}

static void answers(void *to, uint64_t number)
{
    struct model_game *g = to;
    struct connection *conn = &net.connections[number];
    const struct holding *h = person_holding(&people.at[conn->person], g);

    if (conn->open && h && h->seat >= 0 && !people.quiet)
        say_action(conn, g, h->seat, &sim.chance);
}

void people_receive(struct connection *conn, const struct received *t)
{
    if (t->type == SAYS_DONE || t->type == SAYS_REFUSED)
        take_answer(conn, t);
    if (t->type == SAYS_SEATS || t->type == SAYS_STATE) {
        struct follow *f = connection_follow(conn, t->game, false);
        if (f)
            f->here = t->here;
    }
    if (t->type == SAYS_STATE || t->type == SAYS_EVENT)
        take_news(conn, t);
    const struct holding *h = t->game ? person_holding(&people.at[conn->person], t->game) : NULL;
    if (h && h->seat >= 0)
        deals_answer(conn, t->game, h->seat, t);
    if (t->type != SAYS_STATE && t->type != SAYS_EVENT)
        return;
    if (h && t->to_act == h->seat && people.bursts && !people.quiet) {
        people.bursts--;
        sim_at(sim_now() +
                   sim_draw(&sim.chance, 5, sim_one_in(&sim.chance, 6) ? 5000 : 400) * SIM_MS,
               answers, t->game, conn->id);
    }
}

// ---------------------------------------------------------------------------------------------
// Steps
// ---------------------------------------------------------------------------------------------

// A game that goes on is taken before one that is over, most of the time.
static struct model_game *any_game(struct random *r)
{
    struct model_game *found = NULL;
    unsigned weight = 0;

    for (unsigned i = 0; i < model.game_count; i++) {
        struct model_game *g = model.games[i];
        unsigned own = !g->known ? 0 : match_over(&g->state.match) ? 1 : 6;
        weight += own;
        if (own && random_below(r, weight) < own)
            found = g;
    }
    return found;
}

static void play(struct random *r)
{
    struct model_game *g = any_game(r);

    people.bursts = (unsigned)sim_draw(r, 0, 5);
    if (!g)
        return;
    int seat = match_to_act(&g->state.match);
    if (seat < 0 || sim_one_in(r, 4))
        seat = (int)random_below(r, g->state.row.seats);
    int person = g->sitter[seat];
    struct connection *conn = person >= 0 ? person_connection(person, g, r) : NULL;
    if (person < 0)
        ask_seat((int)random_below(r, PEOPLE), g, r);
    else if (!conn && person_connection(person, NULL, r))
        person_join(person_connection(person, NULL, r), g, r);
    else if (!conn)
        person_connect(person, r);
    else
        say_anything(conn, g, seat, r);
}

static void connect(struct random *r)
{
    int person = (int)random_below(r, PEOPLE);
    struct connection *conn = person_connection(person, NULL, r);
    struct model_game *g = any_game(r);

    if (conn && g && sim_one_in(r, 2))
        person_join(conn, g, r); // to look on, or once more
    else
        person_connect(person, r);
}

static struct connection *any_connection(struct random *r)
{
    return person_connection((int)random_below(r, PEOPLE), NULL, r);
}

void people_step(const struct step *s)
{
    struct random r = random_from_seed(s->draw);
    struct connection *conn;

    switch (s->kind) {
    case STEP_CREATE:
        ask_create((int)random_below(&r, PEOPLE), &r);
        break;
    case STEP_SIT: {
        struct model_game *g = any_game(&r);
        if (g)
            ask_seat((int)random_below(&r, PEOPLE), g, &r);
        break;
    }
    case STEP_CONNECT:
        connect(&r);
        break;
    case STEP_PLAY:
        play(&r);
        break;
    case STEP_ASK:
        ask_something((int)random_below(&r, PEOPLE), &r);
        break;
    case STEP_CUT:
        if ((conn = any_connection(&r)))
            connection_cut(conn);
        break;
    case STEP_STALL:
        if ((conn = any_connection(&r)))
            conn->stalled = sim_now() + sim_draw(&r, 100, 8000) * SIM_MS;
        break;
    default:
        break;
    }
}

void people_begin(void)
{
    for (int i = 0; i < PEOPLE; i++) {
        snprintf(people.at[i].name, sizeof people.at[i].name, "person%d", i);
        person_connect(i, &sim.chance);
        if (sim_one_in(&sim.chance, 2))
            ask_account(i, false);
    }
}
