// SPDX-License-Identifier: MIT
// What the bot does about messages of the server: follows its games, acts when it is its turn, answers offers, and resigns
// when the engine has failed twice in a game, so that nobody waits.
#include <string.h>

#include "cli/cli.h"
#include "server/cli/bot.h"

// ---------------------------------------------------------------------------------------------
// Reading a game
// ---------------------------------------------------------------------------------------------

// An entry's effect on the list of actions.
static void follow(struct bot_place *p, const struct json_token *entry)
{
    const struct bot_text text = bot_text(entry, "text");
    unsigned long long to;

    if (bot_says(entry, "kind", "act") && p->ply < BOT_PLIES)
        bot_keep_text(p->actions[p->ply++], GAME_ACTION_BYTES, text.text);
    else if (bot_says(entry, "kind", "offer-undo"))
        p->undo_to = text_read_number(text.text, BOT_PLIES, &to) ? (int)to : -1;
    else if (bot_says(entry, "kind", "undo") && text_read_number(text.text, p->ply, &to))
        p->ply = (unsigned)to;
    else if (bot_says(entry, "kind", "agree") && bot_says(entry, "text", "undo") && p->undo_to >= 0)
        p->ply = (unsigned)p->undo_to;
}

static bool read_options(struct bot_place *p, const struct json_token *options, struct error *e)
{
    p->options = (struct game_options){0};
    for (const struct json_token *k = json_read_first(options); k; k = json_read_next(options, k)) {
        char key[40], value[40], setting[80];
        if (!json_read_string(k, key, sizeof key) ||
            !json_read_string(json_read_value(k), value, sizeof value))
            return error_set(e, "bot.option:game", "game %s has an option that is no text", p->id);
        snprintf(setting, sizeof setting, "%s=%s", key, value);
        if (!game_set_option(p->game, &p->options, setting, e))
            return false;
    }
    return true;
}

static bool read_state(struct bot_place *p, const struct json_token *state, struct error *e)
{
    const struct json_token *entries = json_read_member(state, "entries");

    if (!command_game(bot_text(state, "name").text, &p->game, e) ||
        !read_options(p, json_read_member(state, "options"), e))
        return false;
    p->seat = bot_number(state, "you", -1);
    json_read_string(json_read_member(state, "start"), p->start, sizeof p->start);
    p->ply = 0;
    p->undo_to = -1;
    for (const struct json_token *t = json_read_first(entries); t; t = json_read_next(entries, t))
        follow(p, t);
    return p->seat >= 0 || error_set(e, "bot.seat:game", "game %s gives the bot no seat", p->id);
}

// ---------------------------------------------------------------------------------------------
// Giving up
// ---------------------------------------------------------------------------------------------

bool bot_is_broken(const struct bot *b)
{
    return b->failures >= BOT_FAILURES;
}

bool bot_is_giving_up(const struct bot *b)
{
    for (unsigned i = 0; i < BOT_PLACES; i++) {
        if (b->places[i].id[0] && b->places[i].given_up && !b->places[i].over)
            return true;
    }
    return false;
}

static bool request_end(struct bot *b, struct bot_place *p, enum bot_request request,
                        struct error *e)
{
    struct bot_message m;

    bot_request(b, p, &m, request);
    return bot_send(&b->connection, &m, e);
}

static bool give_up(struct bot *b, struct bot_place *p, const struct error *why, struct error *e)
{
    child_stop(&p->engine);
    p->given_up = true;
    b->failures++;
    b->failure = *why;
    output_format(b->out, "game %s: the bot resigns: %s\n", p->id, why->message.text);
    return request_end(b, p, BOT_RESIGN, e);
}

bool bot_give_up_all(struct bot *b, struct error *e)
{
    for (unsigned i = 0; i < BOT_PLACES; i++) {
        struct bot_place *p = &b->places[i];
        if (!p->id[0] || p->over || p->given_up)
            continue;
        child_stop(&p->engine);
        p->given_up = true;
        output_format(b->out, "game %s: the bot leaves\n", p->id);
        if (!request_end(b, p, BOT_RESIGN, e))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Acting
// ---------------------------------------------------------------------------------------------

// How long to think: `movetime`, but at most a twentieth of what is left on the clock, of which `passed` milliseconds have run
// down since the message.
static uint64_t thinking_time(const struct bot *b, const struct bot_place *p,
                              const struct json_token *m, uint64_t passed)
{
    int64_t left;
    bool timed =
        json_read_number(json_read_item(json_read_member(m, "left"), (unsigned)p->seat), &left);
    uint64_t share = b->movetime;

    if (timed)
        share = left > (int64_t)passed ? ((uint64_t)left - passed) / 20 : 0;
    uint64_t time = share < b->movetime ? share : b->movetime;

    return time > BOT_LEAST ? time : BOT_LEAST;
}

// Asks the engine; one that fails for the first time in this game is started again.
static bool choose(struct bot *b, struct bot_place *p, const struct json_token *m,
                   char action[GAME_ACTION_BYTES], struct error *why)
{
    uint64_t began = cli_clock();

    if (bot_choose(b, p, thinking_time(b, p, m, 0), action, why))
        return true;
    child_stop(&p->engine);
    if (p->failed)
        return false;
    p->failed = true;
    output_format(b->out, "game %s: %s: starting it again\n", p->id, why->message.text);
    return bot_choose(b, p, thinking_time(b, p, m, (cli_clock() - began) / 1000), action, why);
}

static bool act(struct bot *b, struct bot_place *p, const struct json_token *m, struct error *e)
{
    char action[GAME_ACTION_BYTES];
    struct bot_message telling;
    struct error why;

    if (!choose(b, p, m, action, &why))
        return give_up(b, p, &why, e);
    struct json_writer *j = bot_request(b, p, &telling, BOT_ACT);
    json_write_number(j, "ply", p->ply);
    json_write_string(j, "action", action);
    p->sent = p->acted = true;
    return bot_send(&b->connection, &telling, e);
}

// Says something about a game; `about` is "draw", "undo" or NULL.
static bool reply(struct bot *b, const struct bot_place *p, const char *what, const char *about,
                  struct error *e)
{
    struct bot_message m;
    struct json_writer *j = bot_message_begin(&m, what);

    json_write_string(j, "game", p->id);
    if (about)
        json_write_string(j, "what", about);
    return bot_send(&b->connection, &m, e);
}

// Offers of others: a rematch gladly, the rest not.
static bool answer_offer(struct bot *b, const struct bot_place *p, const struct json_token *m,
                         struct error *e)
{
    if (bot_number(m, "seat", -1) == p->seat)
        return true;
    if (bot_says(m, "kind", "offer-draw"))
        return reply(b, p, "decline", "draw", e);
    if (bot_says(m, "kind", "offer-undo"))
        return reply(b, p, "decline", "undo", e);
    if (bot_says(m, "kind", "offer-rematch"))
        return reply(b, p, "rematch", NULL, e);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Messages
// ---------------------------------------------------------------------------------------------

// The game is over. The place is kept for a rematch, until there is one or the place is needed.
static void finish(struct bot *b, struct bot_place *p, const struct json_token *m)
{
    if (!p->over) {
        output_format(b->out, "game %s: %s\n", p->id, bot_text(m, "sentence").text);
        if (p->acted && !p->given_up && !bot_is_broken(b))
            b->failures = 0;
    }
    p->over = true;
    child_stop(&p->engine);
    if (json_read_member(m, "next") || bot_says(m, "kind", "rematch"))
        bot_leave(b, p);
}

// How the game stands now, as states and events say it.
static bool stand(struct bot *b, struct bot_place *p, const struct json_token *m, struct error *e)
{
    p->used = ++b->moment;
    json_read_string(json_read_member(m, "position"), p->position, sizeof p->position);
    if (json_read_kind(json_read_member(m, "over"), JSON_TRUE)) {
        finish(b, p, m);
        return true;
    }
    if (!p->playing || p->sent || p->given_up || bot_number(m, "toAct", -1) != p->seat)
        return true;
    return act(b, p, m, e);
}

static bool hear_state(struct bot *b, struct bot_place *p, const struct json_token *m,
                       struct error *e)
{
    struct error why;
    unsigned before = p->ply;

    p->joining = false;
    if (!read_state(p, m, &why)) {
        output_format(b->out, "game %s: %s\n", p->id, why.message.text);
        bot_shun(b, p);
        return true;
    }
    p->playing = bot_says(m, "phase", "playing");
    p->ply = (unsigned)bot_number(m, "ply", 0);
    p->sent = p->sent && p->ply == before;
    return botdeal_answer(&b->deal, &b->connection, m, p->id, p->seat, e) && stand(b, p, m, e);
}

// The last seat was taken: the game has begun, perhaps with another start and other seats than the first state had.
static bool hear_seats(struct bot *b, struct bot_place *p, const struct json_token *m,
                       struct error *e)
{
    if (!botdeal_answer(&b->deal, &b->connection, m, p->id, p->seat, e))
        return false;
    return p->playing || p->over || !bot_says(m, "phase", "playing") || bot_join(b, p, e);
}

static bool hear_event(struct bot *b, struct bot_place *p, const struct json_token *m,
                       struct error *e)
{
    follow(p, m);
    if (bot_says(m, "kind", "act") || bot_says(m, "kind", "undo") || bot_says(m, "kind", "agree"))
        p->sent = false;
    p->ply = (unsigned)bot_number(m, "ply", 0);
    return botdeal_answer(&b->deal, &b->connection, m, p->id, p->seat, e) &&
           answer_offer(b, p, m, e) && stand(b, p, m, e);
}

// An action was refused that is legal by this program. One that came too late does not matter.
static bool hear_refused_action(struct bot *b, struct bot_place *p, const struct json_token *m,
                                struct error *e)
{
    struct error why;

    if (!p->sent || p->over || bot_number(m, "ply", -1) != (int)p->ply)
        return true;
    p->sent = false;
    error_set(&why, "bot.server:sentence", "the server says: %.200s", bot_text(m, "sentence").text);
    if (p->failed)
        return give_up(b, p, &why, e);
    p->failed = true;
    return bot_join(b, p, e);
}

static bool hear_refused_request(struct bot *b, struct bot_place *p, const struct json_token *m,
                                 struct error *e)
{
    if (p->request == BOT_ACT)
        return hear_refused_action(b, p, m, e);
    if (p->request == BOT_RESIGN && !p->over)
        return request_end(b, p, BOT_ABORT, e);
    if (p->request == BOT_JOIN || (p->request == BOT_ABORT && !p->over))
        bot_shun(b, p);
    return true;
}

static bool hear_refused(struct bot *b, struct bot_place *p, const struct json_token *m,
                         struct error *e)
{
    const struct json_token *said = json_read_member(m, "said");
    int ref = bot_number(m, "ref", -1);

    output_format(b->out, "refused: %s\n", bot_text(m, "sentence").text);
    // What was lost is found out by connecting again.
    if (bot_says(said, "id", "limits.messages"))
        return error_set(e, "bot.server:sentence", "the server says: %.200s",
                         bot_text(m, "sentence").text);
    for (unsigned i = 0; !p && ref > 0 && i < BOT_PLACES; i++) { // some refusals name no game
        if (b->places[i].id[0] && b->places[i].ref == ref)
            p = &b->places[i];
    }
    if (p && bot_says(said, "id", "live.removed"))
        bot_leave(b, p);
    else if (p && p->ref == ref)
        return hear_refused_request(b, p, m, e);
    return true;
}

bool bot_hear(struct bot *b, const struct json_token *m, struct error *e)
{
    struct bot_text game = bot_text(m, "game");
    struct bot_place *p = game.text[0] ? bot_find(b, game.text) : NULL;

    if (bot_says(m, "type", "refused"))
        return hear_refused(b, p, m, e);
    if (bot_says(m, "type", "invited"))
        return bot_is_broken(b) || bot_look_for_games(b, e);
    if (!p)
        return true;
    if (bot_says(m, "type", "state"))
        return hear_state(b, p, m, e);
    if (p->joining)
        return true;
    if (bot_says(m, "type", "seats"))
        return hear_seats(b, p, m, e);
    return !bot_says(m, "type", "event") || hear_event(b, p, m, e);
}
