// SPDX-License-Identifier: MIT
// Shares in deals (play/deal.h): people commit to theirs and reveal them when they are asked, at
// times too late, twice or never. What was acknowledged must be stored, the deal must follow from
// what is stored, and no share is sent before the end.
#include <string.h>

#include "play/deal.h"
#include "tests/sim/people.h"

// A person's share in a game, derived from secrets of this run.
static void part_of(const struct model_game *g, int person, char part[SHA256_TEXT])
{
    char text[64];
    int length = snprintf(text, sizeof text, "part %s %d", g->id, person);

    sha256_text(text, (size_t)length, part);
}

void deals_commitment(const struct model_game *g, int person, char commitment[SHA256_TEXT])
{
    char part[SHA256_TEXT];

    part_of(g, person, part);
    deal_commitment(part, commitment);
}

static bool is_on_its_way(const struct connection *conn, const struct model_game *g,
                          const char *kind)
{
    for (unsigned i = 0; i < model.command_count; i++) {
        const struct command *c = &model.commands[i];
        if (c->connection == conn->id && c->game == g && c->fate == FATE_WAITS &&
            !strcmp(c->kind, kind))
            return true;
    }
    return false;
}

void deals_answer(struct connection *conn, struct model_game *g, int seat, const struct received *t)
{
    bool asked = t->asked >> seat & 1;
    const char *kind = asked ? "promise" : "reveal";
    char digits[SHA256_TEXT], text[256];

    if ((!asked && !(t->missing >> seat & 1)) || is_on_its_way(conn, g, kind) ||
        (!people.quiet && sim_one_in(&sim.chance, 4)))
        return;
    struct command *c = say_command(conn, g, seat, kind, "", -1, true);
    if (!c)
        return;
    if (asked)
        deals_commitment(g, conn->person, digits);
    else
        part_of(g, conn->person, digits);
    snprintf(text, sizeof text, "{\"do\":\"%s\",\"game\":\"%s\",\"%s\":\"%s\",\"ref\":%lld}", kind,
             g->id, asked ? "promise" : "part", digits, (long long)c->ref);
    connection_send(conn, text);
}

bool deals_part_in(const struct model_game *g, const char *bytes, size_t length)
{
    for (int person = 0; person < PEOPLE; person++) {
        char part[SHA256_TEXT];
        part_of(g, person, part);
        if (memmem(bytes, length, part, SHA256_TEXT - 1))
            return true;
    }
    return g->state.row.dealer[0] &&
           memmem(bytes, length, g->state.row.dealer, SHA256_TEXT - 1) != NULL;
}

// ---------------------------------------------------------------------------------------------
// The end
// ---------------------------------------------------------------------------------------------

static bool is_stored(const struct store_game *row, const struct command *c)
{
    bool commits = !strcmp(c->kind, "promise");
    char digits[SHA256_TEXT];

    if (commits)
        deals_commitment(c->game, net.connections[c->connection].person, digits);
    else
        part_of(c->game, net.connections[c->connection].person, digits);
    for (unsigned seat = 0; seat < row->seats; seat++) { // lots may have changed it since
        if (!strcmp(commits ? row->seat[seat].commitment : row->seat[seat].share, digits))
            return true;
    }
    return false;
}

static bool follows(const struct store_game *row, const struct model_game *g)
{
    const struct match_setup *setup = &g->state.match.setup;
    struct deal d = {.game = ""};
    struct game_position start;
    uint64_t board, secrets;
    char text[GAME_TEXT_BYTES];
    struct text t;

    memcpy(d.game, row->id, sizeof row->id);
    memcpy(d.dealer, row->dealer, sizeof d.dealer);
    for (unsigned seat = 0; seat < row->seats; seat++) {
        if (sha256_is_text(row->seat[seat].share))
            memcpy(d.share[seat], row->seat[seat].share, SHA256_TEXT);
    }
    deal_seeds(&d, &board, &secrets);
    deal_start(setup->game, &setup->options, board, secrets, &start);
    text_init(&t, text, sizeof text);
    setup->game->write(&start, &t);
    return !strcmp(text, row->start);
}

void deals_check(struct store *s)
{
    struct store_game row;
    struct error e;
    bool found;

    for (unsigned i = 0; i < model.game_count; i++) {
        const struct model_game *g = model.games[i];
        if (!g->known || !store_game(s, g->id, &row, &found, &e) || !found)
            continue;
        if (row.dealer[0] && row.start[0] && !follows(&row, g))
            sim_fail("the deal of game %s does not follow from its parts", g->id);
        for (unsigned k = 0; k < model.command_count; k++) {
            const struct command *c = &model.commands[k];
            bool deals = !strcmp(c->kind, "promise") || !strcmp(c->kind, "reveal");
            if (c->game == g && c->fate == FATE_DONE && deals && !is_stored(&row, c))
                sim_fail("the %s of seat %d in game %s was acknowledged and is not stored", c->kind,
                         c->seat, g->id);
            model.parts += c->game == g && c->fate == FATE_DONE && !strcmp(c->kind, "reveal");
        }
    }
}
