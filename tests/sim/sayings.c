// SPDX-License-Identifier: MIT
// What people say at a game: mostly what the rules allow, at times what they do not, sometimes
// twice or on another connection.
#include <string.h>

#include "tests/sim/people.h"

struct command *say_command(struct connection *conn, struct model_game *g, int seat,
                            const char *kind, const char *text, int64_t ply, bool ref)
{
    if (model.command_count == MODEL_COMMANDS)
        return NULL;
    struct command *c = &model.commands[model.command_count++];
    *c = (struct command){.ref = ref ? ++people.last_ref : -1,
                          .connection = conn ? conn->id : 0,
                          .game = g,
                          .seat = seat,
                          .ply = ply,
                          .asks = ref,
                          .from = g->count,
                          .to = UINT32_MAX,
                          .sent = sim_now(),
                          .answered = INT64_MAX,
                          .fate = ref ? FATE_WAITS : FATE_UNSURE};
    snprintf(c->kind, sizeof c->kind, "%s", kind);
    snprintf(c->text, sizeof c->text, "%s", text);
    return c;
}

// Sends `do` with further members, already as JSON.
static void send(struct connection *conn, const struct command *c, const char *what,
                 const char *members)
{
    char text[1024], ref[32] = "";

    if (c->asks)
        snprintf(ref, sizeof ref, ",\"ref\":%lld", (long long)c->ref);
    snprintf(text, sizeof text, "{\"do\":\"%s\",\"game\":\"%s\"%s%s}", what, c->game->id, members,
             ref);
    connection_send(conn, text);
}

static struct command *act(struct connection *conn, struct model_game *g, int seat,
                           const char *action, int64_t ply, bool ref)
{
    struct command *c = say_command(conn, g, seat, "act", action, ply, ref);
    char members[128];

    if (!c)
        return NULL;
    c->enters = true;
    snprintf(members, sizeof members, ",\"ply\":%lld,\"action\":\"%s\"", (long long)ply, action);
    send(conn, c, "act", members);
    return c;
}

static bool choose(const struct model_game *g, const struct game_position *p, struct random *r,
                   char text[GAME_ACTION_BYTES])
{
    const struct game *game = g->state.match.setup.game;
    game_action actions[GAME_MAX_ACTIONS];
    struct game_result result;

    game->result(p, &result);
    unsigned count = result.over ? 0 : (unsigned)game->actions(p, actions);
    if (!count)
        return false;
    game_write_action(game, p, actions[random_below(r, count)], text);
    return true;
}

struct command *say_action(struct connection *conn, struct model_game *g, int seat,
                           struct random *r)
{
    const struct follow *f = connection_follow(conn, g, false);
    char text[GAME_ACTION_BYTES];

    if (!f || !f->joined)
        return NULL;
    const struct moment *m = &g->moments[f->known];
    if (m->over || !choose(g, &m->position, r, text))
        return NULL;
    struct command *c = act(conn, g, seat, text, m->ply, !sim_one_in(r, 6));
    if (sim_one_in(r, 8)) // once more: an impatient finger
        act(conn, g, seat, text, m->ply, true);
    struct connection *other = sim_one_in(r, 8) ? person_connection(conn->person, g, r) : NULL;
    if (other && other != conn && choose(g, &m->position, r, text))
        act(other, g, seat, text, m->ply, true);
    return c;
}

// A person tries what cannot be.
static void nonsense(struct connection *conn, struct model_game *g, int seat, struct random *r)
{
    const struct moment *m = &g->moments[g->count];
    char text[GAME_ACTION_BYTES] = "zz9";

    if (sim_one_in(r, 2))
        choose(g, &m->position, r, text);
    act(conn, g, seat, text, (int64_t)m->ply + sim_draw(r, -1, 2) < 0 ? 0 : m->ply + 1, true);
    if (sim_one_in(r, 4))
        connection_send(conn, "{\"do\":\"act\",\"game\":12}");
}

static void word(struct connection *conn, struct model_game *g, int seat, const char *what,
                 const char *kind, const char *about)
{
    struct command *c = say_command(conn, g, seat, kind, about, -1, true);
    char members[64] = "";

    if (!c)
        return;
    c->enters = true;
    if (about[0])
        snprintf(members, sizeof members, ",\"what\":\"%s\"", about);
    send(conn, c, what, members);
}

static void phrase(struct connection *conn, struct model_game *g, int seat, struct random *r)
{
    struct command *c = say_command(conn, g, seat, "phrase", "", -1, true);

    if (c)
        send(conn, c, "phrase",
             sim_one_in(r, 8) ? ",\"phrase\":\"nothing\"" : ",\"phrase\":\"hello\"");
}

// A line of what may come: any legal action, and any answer to it; or none any more.
static void plan(struct connection *conn, struct model_game *g, int seat, struct random *r)
{
    const struct moment *m = &g->moments[g->count];
    const struct game *game = g->state.match.setup.game;
    char expected[GAME_ACTION_BYTES], answer[GAME_ACTION_BYTES], members[128] = "";
    struct game_position after;
    game_action action;

    if (m->over || m->to_act == seat || !choose(g, &m->position, r, expected) ||
        !game_find(game, &m->position, expected, &action))
        return;
    game->apply(&m->position, action, &after);
    if (!choose(g, &after, r, answer))
        return;
    if (!sim_one_in(r, 4)) // else it is withdrawn
        snprintf(members, sizeof members, "%s %s", expected, answer);
    struct command *c = say_command(conn, g, seat, "plan", members, m->ply, true);
    if (!c)
        return;
    snprintf(members, sizeof members, ",\"ply\":%u,\"lines\":[%s%s%s]", m->ply,
             c->text[0] ? "\"" : "", c->text, c->text[0] ? "\"" : "");
    send(conn, c, "plan", members);
}

static void trifle(struct connection *conn, struct model_game *g, int seat, struct random *r)
{
    switch (random_below(r, 4)) {
    case 0:
        connection_send(conn, "{\"do\":\"lobby\",\"on\":true}");
        break;
    case 1:
        connection_send(conn, "{\"do\":\"ping\"}");
        break;
    case 2:
        phrase(conn, g, seat, r);
        break;
    default:
        person_join(conn, g, r);
    }
}

void say_anything(struct connection *conn, struct model_game *g, int seat, struct random *r)
{
    const char *about = sim_one_in(r, 2) ? "draw" : "undo";
    const char *offer = about[0] == 'd' ? "offer-draw" : "offer-undo";
    unsigned what = random_below(r, 100);

    if (match_over(&g->state.match) && what < 70)
        word(conn, g, seat, "rematch", "offer-rematch", "");
    else if (what < 66)
        say_action(conn, g, seat, r);
    else if (what < 72)
        nonsense(conn, g, seat, r);
    else if (what < 79)
        word(conn, g, seat, "offer", offer, about);
    else if (what < 85)
        word(conn, g, seat, "agree", "agree", about);
    else if (what < 88)
        word(conn, g, seat, "decline", "decline", about);
    else if (what < 90)
        word(conn, g, seat, "resign", "resign", "");
    else if (what < 91)
        word(conn, g, seat, "abort", "abort", "");
    else if (what < 95)
        plan(conn, g, seat, r);
    else
        trifle(conn, g, seat, r);
}
