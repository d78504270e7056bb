// SPDX-License-Identifier: MIT
// What people ask over HTTP: games, seats, accounts, and things to read.
#include <stdlib.h>
#include <string.h>

#include "base/jsonread.h"
#include "games/registry.h"
#include "tests/sim/people.h"

struct question *question_new(int person, const char *path, struct random *r,
                              void (*answered)(struct question *a, int status, const char *text))
{
    struct question *a = calloc(1, sizeof *a);

    *a = (struct question){.person = person,
                           .process = (int)random_below(r, sim.processes),
                           .method = REQUEST_POST,
                           .seat = -1,
                           .answered = answered};
    snprintf(a->path, sizeof a->path, "%s", path);
    return a;
}

static const struct json_token *read(const char *text)
{
    struct error e;

    return json_read_new(text, strlen(text), &e);
}

// ---------------------------------------------------------------------------------------------
// Seats
// ---------------------------------------------------------------------------------------------

// A seat that was acknowledged: it must be stored, for this person.
static void take_seat(int person, bool account, const struct json_token *root)
{
    char id[STORE_ID] = "", token[TOKEN_TEXT] = "";
    int64_t seat = -1;

    json_read_string(json_read_member(root, "game"), id, sizeof id);
    if (!id[0])
        sim_fail("person %d is answered without a game", person);
    struct model_game *g = model_game(id);
    if (!model_row(g))
        sim_fail("game %s was acknowledged and is not stored", id);
    if (!json_read_number(json_read_member(root, "seat"), &seat))
        return;
    json_read_string(json_read_member(root, "token"), token, sizeof token);
    if (seat >= (int64_t)g->state.row.seats || !token[0])
        sim_fail("person %d got seat %d of game %s", person, (int)seat, id);
    if (g->sitter[seat] >= 0)
        sim_fail("seat %d of game %s was given to two people", (int)seat, id);
    struct person *p = &people.at[person];
    if (person_holding(p, g)) { // one holding a game is enough; the first stays
        g->sitter[seat] = -2;
        return;
    }
    g->sitter[seat] = person;
    struct holding *h = person_add(p, g, token, (int)seat);
    if (h)
        h->account = account;
    struct connection *conn = person_connection(person, NULL, &sim.chance);
    if (conn && !people.quiet)
        person_join(conn, g, &sim.chance);
}

static void seated(struct question *a, int status, const char *text)
{
    const struct json_token *root = status == 200 || status == 201 ? read(text) : NULL;

    if (root)
        take_seat(a->person, a->token[0] != 0, root);
    json_read_free(root);
}

void ask_seat(int person, struct model_game *g, struct random *r)
{
    char path[64];

    if (person_holding(&people.at[person], g))
        return;
    snprintf(path, sizeof path, "/api/games/%s/sit", g->id);
    struct question *a = question_new(person, path, r, seated);
    if (people.at[person].session[0] && !sim_one_in(r, 4))
        snprintf(a->token, sizeof a->token, "%s", people.at[person].session);
    snprintf(a->body, sizeof a->body, "{}");
    if (g->state.match.setup.game->hidden && sim_one_in(r, 2)) {
        char commitment[SHA256_TEXT];
        deals_commitment(g, person, commitment);
        snprintf(a->body, sizeof a->body, "{\"promise\":\"%s\"}", commitment);
    }
    question_send(a);
}

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

static const struct game *any_game(struct random *r)
{
    const struct game *g;

    do {
        g = registry_game(random_below(r, registry_count()));
    } while (g->unlisted || (!g->hidden && sim_one_in(r, 3))); // secrets somewhat oftener
    return g;
}

static void add_options(const struct game *g, struct game_options *options, struct random *r,
                        struct text *t)
{
    text_add(t, ",\"options\":{");
    for (unsigned i = 0; i < game_option_count(g); i++) {
        unsigned values = 0;
        while (values < GAME_MAX_VALUES && g->options[i].values[values])
            values++;
        options->value[i] = (uint8_t)random_below(r, values);
        text_format(t, "%s\"%s\":\"%s\"", i ? "," : "", g->options[i].key,
                    g->options[i].values[options->value[i]]);
    }
    text_add(t, "}");
}

void ask_create(int person, struct random *r)
{
    static const char *const clocks[] = {"none", "none", "none", "3d", "60", "20+1", "6", "120+2"};
    static const char *const others[] = {"open", "open", "open", "open", "random", "greedy"};
    const struct game *g = any_game(r);
    struct game_options options = {0};
    struct question *a = question_new(person, "/api/games", r, seated);
    bool rated = people.at[person].session[0] && sim_one_in(r, 3), listed = sim_one_in(r, 2);
    const char *clock = clocks[random_below(r, 8)];
    struct text t;

    if (people.at[person].session[0])
        snprintf(a->token, sizeof a->token, "%s", people.at[person].session);
    text_init(&t, a->body, sizeof a->body);
    text_format(&t, "{\"game\":\"%s\",\"clock\":\"%s\",\"listed\":%s,\"rated\":%s", g->name, clock,
                listed ? "true" : "false", rated ? "true" : "false");
    if (sim_one_in(r, 2))
        add_options(g, &options, r, &t);
    text_add(&t, ",\"seats\":[");
    int seats = game_seats(g, &options), mine = (int)random_below(r, (uint32_t)seats);
    for (int i = 0; i < seats; i++)
        text_format(&t, "%s\"%s\"", i ? "," : "",
                    i == mine ? "me" : others[random_below(r, rated ? 4 : 6)]);
    text_add(&t, "]}");
    question_send(a);
}

// ---------------------------------------------------------------------------------------------
// Accounts, and things to read
// ---------------------------------------------------------------------------------------------

static void registered(struct question *a, int status, const char *text)
{
    const struct json_token *root = status == 201 ? read(text) : NULL;

    if (root)
        json_read_string(json_read_member(root, "token"), people.at[a->person].session, TOKEN_TEXT);
    json_read_free(root);
}

// A new account; or a session where there is an account already.
void ask_account(int person, bool again)
{
    struct question *a =
        question_new(person, again ? "/api/sessions" : "/api/accounts", &sim.chance, registered);

    snprintf(a->body, sizeof a->body, "{\"name\":\"%s\",\"password\":\"secret-of-%d\"}",
             people.at[person].name, person);
    question_send(a);
}

// The public's state of a game, as it is read over HTTP, is no older than... nothing: but it is
// true.
static void looked(struct question *a, int status, const char *text)
{
    const struct json_token *root = status == 200 ? read(text) : NULL;
    int64_t number = 0;

    if (root && a->game && json_read_number(json_read_member(root, "number"), &number) &&
        number > (int64_t)a->game->count)
        sim_fail("game %s is shown with %lld entries, and %u are stored", a->game->id,
                 (long long)number, a->game->count);
    json_read_free(root);
}

void ask_something(int person, struct random *r)
{
    static const char *const paths[] = {"/api/games", "/api/about", "/api/me", "/api/me/games",
                                        "/api/bots"};
    unsigned what = random_below(r, 8);
    char path[64];

    if (what < 3) {
        ask_account(person, sim_one_in(r, 2));
        return;
    }
    snprintf(path, sizeof path, "%s", paths[random_below(r, 5)]);
    struct model_game *g = model.game_count ? model.games[random_below(r, model.game_count)] : NULL;
    if (g && what < 6)
        snprintf(path, sizeof path, "/api/games/%s%s", g->id, what == 5 ? "/record" : "");
    struct question *a = question_new(person, path, r, looked);
    a->method = REQUEST_GET;
    a->game = what < 6 ? g : NULL;
    snprintf(a->token, sizeof a->token, "%s", people.at[person].session);
    question_send(a);
}
