// SPDX-License-Identifier: MIT
// Every message of the server is read as it leaves, by the model alone: what it says has been
// stored, is what was stored, gives the position that the rules give, as the receiver may see it,
// and holds no secret.
#include <stdlib.h>
#include <string.h>

#include "base/jsonread.h"
#include "tests/sim/net.h"

static int64_t number_in(const struct json_token *object, const char *name, int64_t otherwise)
{
    int64_t n;

    return json_read_number(json_read_member(object, name), &n) ? n : otherwise;
}

static void text_in(const struct json_token *object, const char *name, char *to, size_t capacity)
{
    to[0] = 0;
    json_read_string(json_read_member(object, name), to, capacity);
}

// ---------------------------------------------------------------------------------------------
// Entries and positions
// ---------------------------------------------------------------------------------------------

static void check_entry(const struct connection *conn, const struct model_game *g, unsigned number,
                        const struct json_token *entry)
{
    char kind[32], text[80];

    if (number >= g->count)
        sim_fail("connection %u got entry %u of game %s, of which %u are stored", conn->id, number,
                 g->id, g->count);
    const struct store_entry *true_one = &g->entries[number];
    text_in(entry, "kind", kind, sizeof kind);
    text_in(entry, "text", text, sizeof text);
    if (strcmp(kind, true_one->kind) != 0 || strcmp(text, true_one->text) != 0 ||
        number_in(entry, "seat", -9) != true_one->seat ||
        number_in(entry, "at", -1) != true_one->at)
        sim_fail("connection %u got entry %u of game %s as %s '%s', and it is %s '%s'", conn->id,
                 number, g->id, kind, text, true_one->kind, true_one->text);
    const struct json_token *left = json_read_member(entry, "leftThen");
    for (unsigned seat = 0; left && seat < g->state.row.seats; seat++) {
        int64_t n;
        if (!json_read_number(json_read_item(left, seat), &n) || n != true_one->left[seat])
            sim_fail("connection %u got clocks of entry %u of game %s that are not stored",
                     conn->id, number, g->id);
    }
}

static void write_position(const struct model_game *g, const struct game_position *p,
                           char text[GAME_TEXT_BYTES])
{
    struct text t;

    text_init(&t, text, GAME_TEXT_BYTES);
    g->state.match.setup.game->write(p, &t);
}

// The position as the receiver may know it, and nothing more.
static void check_position(const struct connection *conn, const struct model_game *g,
                           unsigned number, int viewpoint, const struct json_token *root)
{
    char wanted[GAME_TEXT_BYTES], shown[GAME_TEXT_BYTES], whole[GAME_TEXT_BYTES];
    const struct moment *m = &g->moments[number];
    const struct game *game = g->state.match.setup.game;
    struct game_position seen = m->position;

    text_in(root, "position", shown, sizeof shown);
    write_position(g, &m->position, whole);
    if (!m->over)
        game_view(game, &m->position, viewpoint, &seen);
    write_position(g, &seen, wanted);
    if (sim.mutation == MUTATION_SECRET)
        memcpy(shown, whole, sizeof shown);
    // Another process may have dealt again, and this one does not know it yet.
    bool dealing = game->hidden && number == 0;
    if (strcmp(shown, wanted) != 0 && !dealing)
        sim_fail("connection %u got position %s of game %s after %u entries; it is %s", conn->id,
                 shown, g->id, number, wanted);
    if (number_in(root, "ply", -1) != (int64_t)m->ply ||
        number_in(root, "toAct", -9) != (int64_t)m->to_act)
        sim_fail("connection %u got a wrong ply or turn of game %s", conn->id, g->id);
}

// No message about a game that goes on may hold the whole truth of it, nor the seed that it comes
// from.
static void check_hidden(const char *who, const struct model_game *g, unsigned number,
                         const char *bytes, size_t length)
{
    const struct moment *m = &g->moments[number];
    char whole[GAME_TEXT_BYTES], seed[24];
    struct game_position seen;

    if (!g->state.match.setup.game->hidden || m->over)
        return;
    write_position(g, &m->position, whole);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)g->state.row.seed);
    game_view(g->state.match.setup.game, &m->position, GAME_PUBLIC, &seen);
    bool all_known = !memcmp(&seen, &m->position, sizeof seen);
    if ((!all_known && memmem(bytes, length, whole, strlen(whole))) ||
        memmem(bytes, length, seed, strlen(seed)) ||
        (g->state.row.start[0] &&
         memmem(bytes, length, g->state.row.start, strlen(g->state.row.start))))
        sim_fail("%s got secrets of game %s", who, g->id);
    if (deals_part_in(g, bytes, length))
        sim_fail("%s got a share of the deal of game %s", who, g->id);
}

void answer_check(const struct model_game *g, const char *bytes, size_t length)
{
    if (people_secret_in(bytes, length))
        sim_fail("an answer has a person's secret");
    // Whatever it shows was stored before; a game that ended meanwhile may be shown as it was.
    if (g && g->known && !g->moments[g->count].over)
        check_hidden("a reader", g, g->count, bytes, length);
}

// ---------------------------------------------------------------------------------------------
// Messages
// ---------------------------------------------------------------------------------------------

static void read_state(struct connection *conn, const struct json_token *root, struct received *t)
{
    const struct json_token *entries = json_read_member(root, "entries");
    struct follow *f = connection_follow(conn, t->game, true);

    t->you = (int)number_in(root, "you", -9);
    t->first = t->number - json_read_count(entries);
    unsigned at = t->first;
    for (const struct json_token *e = json_read_first(entries); e; e = json_read_next(entries, e)) {
        if (number_in(e, "number", 0) != (int64_t)at + 1)
            sim_fail("connection %u got a state of game %s with a gap before entry %u", conn->id,
                     t->game->id, at);
        check_entry(conn, t->game, at++, e);
    }
    if (f)
        f->viewpoint = t->you;
}

static uint8_t seats_in(const struct json_token *deal, const char *name)
{
    const struct json_token *seats = json_read_member(deal, name);
    uint8_t found = 0;
    int64_t n;

    for (unsigned i = 0; i < json_read_count(seats); i++) {
        if (json_read_number(json_read_item(seats, i), &n) && n >= 0 && n < GAME_MAX_SEATS)
            found |= (uint8_t)(1U << n);
    }
    return found;
}

static void read_seats(const struct json_token *root, struct received *t)
{
    const struct json_token *seats = json_read_member(root, "seats");

    for (unsigned i = 0; i < json_read_count(seats) && i < GAME_MAX_SEATS; i++) {
        if (json_read_kind(json_read_member(json_read_item(seats, i), "here"), JSON_TRUE))
            t->here |= (uint8_t)(1U << i);
    }
    t->asked = seats_in(json_read_member(root, "deal"), "asked");
    t->missing = seats_in(json_read_member(root, "deal"), "missing");
}

// Spectators see games in which secrets or ratings matter two actions late, until they are over.
static void check_late(const struct connection *conn, const struct model_game *g, unsigned number)
{
    unsigned lag = 0, all = 0;

    for (unsigned i = 0; i < g->count; i++) {
        bool acts = !strcmp(g->entries[i].kind, "act");
        all += acts;
        lag += acts && i >= number;
    }
    bool matters = g->state.row.rated || g->state.match.setup.game->hidden;
    if (matters && !g->moments[g->count].over && lag < 2 && lag < all)
        sim_fail("connection %u watches game %s and got an action too soon", conn->id, g->id);
}

static void read_about(struct connection *conn, const struct json_token *root, const char *bytes,
                       size_t length, struct received *t)
{
    char id[STORE_ID];
    struct follow *f;

    text_in(root, "game", id, sizeof id);
    t->game = model_game(id);
    t->number = (unsigned)number_in(root, "number", 0);
    t->to_act = (int)number_in(root, "toAct", -1);
    if (!model_row(t->game))
        sim_fail("connection %u got game %s, which is not stored", conn->id, id);
    if (t->number > t->game->count)
        sim_fail("connection %u got %u entries of game %s before they are stored: there are %u",
                 conn->id, t->number, id, t->game->count);
    if (t->type == SAYS_STATE)
        read_state(conn, root, t);
    else if (t->number == 0)
        sim_fail("connection %u got entry -1 of game %s", conn->id, id);
    else
        check_entry(conn, t->game, t->number - 1, root);
    f = connection_follow(conn, t->game, false);
    check_position(conn, t->game, t->number, f ? f->viewpoint : GAME_PUBLIC, root);
    if (!f || f->viewpoint == GAME_PUBLIC)
        check_late(conn, t->game, t->number);
    check_hidden("a follower", t->game, t->number, bytes, length);
}

static void read_type(const struct json_token *root, struct received *t)
{
    static const char *const types[] = {"state", "event", "done", "refused", "seats"};
    const struct json_token *type = json_read_member(root, "type");

    t->type = SAYS_OTHER;
    for (unsigned i = 0; i < 5; i++) {
        if (json_read_is(type, types[i]))
            t->type = i;
    }
}

struct received received_read(struct connection *conn, const char *bytes, size_t length)
{
    struct received t = {.to_act = -1, .ref = -1};
    struct error e;
    const struct json_token *root = json_read_new(bytes, length, &e);
    const char *secret = people_secret_in(bytes, length);

    if (!root)
        sim_fail("connection %u got no JSON: %s", conn->id, e.message.text);
    if (secret)
        sim_fail("connection %u got a person's secret", conn->id);
    read_type(root, &t);
    t.ref = number_in(root, "ref", -1);
    if (t.type == SAYS_STATE || t.type == SAYS_EVENT)
        read_about(conn, root, bytes, length, &t);
    if (t.type == SAYS_SEATS) {
        char id[STORE_ID];
        text_in(root, "game", id, sizeof id);
        t.game = model_game(id);
    }
    if (t.type == SAYS_SEATS || t.type == SAYS_STATE)
        read_seats(root, &t);
    if (t.type == SAYS_REFUSED)
        text_in(json_read_member(root, "said"), "id", t.said, sizeof t.said);
    if (t.type == SAYS_EVENT && sim.mutation == MUTATION_REPEATED && sim_one_in(&sim.chance, 8))
        t.twice = true;
    json_read_free(root);
    return t;
}
