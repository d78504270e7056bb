// SPDX-License-Identifier: MIT
// A UGI engine on a server: takes the seats that are kept for it, joins its games and answers with what the engine
// says. docs/api.md tells the server's side.
#include <stdlib.h>
#include <string.h>

#include "cli/child.h"
#include "cli/program.h"
#include "cli/server/botdeal.h"
#include "cli/server/botline.h"
#include "cli/server/server.h"

enum {
    GAMES = 8,    // at once; each has its engine
    LOOK = 3000,  // milliseconds between looks for games
    WAIT = 5000,  // before connecting again
    SLACK = 5000, // milliseconds that an engine may take longer than told
    LEAST = 50,   // of thinking
    ID = 12,
    NAME = 32,
    ACCEPTS = 8, // games that the server lets a bot name
    PLIES = 4096,
};

struct seat_of_bot {
    char id[ID]; // empty: free
    const struct game *game;
    struct game_options options;
    int seat;
    char start[GAME_TEXT_BYTES], position[GAME_TEXT_BYTES];
    char (*actions)[GAME_ACTION_BYTES]; // PLIES
    unsigned ply;
    int undo_to;
    bool over;
    struct child engine;
};

struct bot {
    struct bot_line line;
    struct bot_deal deal;
    char name[NAME];
    char engine[1024];           // for the shell
    char accepts[ACCEPTS][NAME]; // games that it takes challenges to
    unsigned accept_count;
    bool open; // takes open seats too
    uint64_t movetime;
    struct seat_of_bot games[GAMES];
};

// ---------------------------------------------------------------------------------------------
// Reading what the server says
// ---------------------------------------------------------------------------------------------

static void keep_text(char *to, size_t room, const char *from)
{
    struct text t;

    text_init(&t, to, room);
    text_add(&t, from);
}

static struct seat_of_bot *find(struct bot *b, const char *id)
{
    for (unsigned i = 0; i < GAMES; i++) {
        if (!strcmp(b->games[i].id, id))
            return &b->games[i];
    }
    return NULL;
}

// An entry's effect on the list of actions.
static void follow(struct seat_of_bot *g, const struct json_token *entry)
{
    const struct bot_word text = botline_word(entry, "text");
    unsigned long long to;

    if (botline_says(entry, "kind", "act") && g->ply < PLIES)
        keep_text(g->actions[g->ply++], GAME_ACTION_BYTES, text.text);
    else if (botline_says(entry, "kind", "offer-undo"))
        g->undo_to = text_read_number(text.text, PLIES, &to) ? (int)to : -1;
    else if (botline_says(entry, "kind", "undo") && text_read_number(text.text, g->ply, &to))
        g->ply = (unsigned)to;
    else if (botline_says(entry, "kind", "agree") && botline_says(entry, "text", "undo") &&
             g->undo_to >= 0)
        g->ply = (unsigned)g->undo_to;
}

static bool read_options(struct seat_of_bot *g, const struct json_token *options, struct error *e)
{
    g->options = (struct game_options){0};
    for (const struct json_token *k = json_read_first(options); k; k = json_read_next(options, k)) {
        char key[40], value[40], setting[80];
        if (!json_read_string(k, key, sizeof key) ||
            !json_read_string(json_read_value(k), value, sizeof value))
            return error_set(e, "bot.option:game", "game %s has an option that is no text", g->id);
        snprintf(setting, sizeof setting, "%s=%s", key, value);
        if (!game_set_option(g->game, &g->options, setting, e))
            return false;
    }
    return true;
}

static bool read_state(struct seat_of_bot *g, const struct json_token *state, struct error *e)
{
    const struct json_token *entries = json_read_member(state, "entries");

    if (!command_game(botline_word(state, "name").text, &g->game, e) ||
        !read_options(g, json_read_member(state, "options"), e))
        return false;
    g->seat = botline_number(state, "you", -1);
    json_read_string(json_read_member(state, "start"), g->start, sizeof g->start);
    g->ply = 0;
    g->undo_to = -1;
    for (const struct json_token *t = json_read_first(entries); t; t = json_read_next(entries, t))
        follow(g, t);
    return g->seat >= 0 || error_set(e, "bot.seat:game", "game %s gives the bot no seat", g->id);
}

// ---------------------------------------------------------------------------------------------
// Finding games
// ---------------------------------------------------------------------------------------------

static bool join(struct bot *b, const char *id, struct output *out, struct error *e)
{
    struct seat_of_bot *g = find(b, "");
    struct bot_telling m;

    if (!g)
        return true;
    keep_text(g->id, sizeof g->id, id);
    if (!g->actions)
        g->actions = malloc(PLIES * sizeof *g->actions);
    if (!g->actions)
        return error_set(e, "bot.memory-game", "there is no memory for a game");
    child_init(&g->engine, b->engine);
    output_format(out, "game %s\n", id);
    struct json_writer *j = botline_tell(&m, "join");
    json_write_string(j, "game", id);
    json_write_string(j, "token", b->line.token);
    json_write_bool(j, "deals", true);
    return botline_send(&b->line, &m, e);
}

// What the bot is in a row: it sits there, a seat is kept for it, or one is open to all.
static bool row_has(const struct json_token *row, const char *kind, const char *name)
{
    const struct json_token *seats = json_read_member(row, "seats");

    for (const struct json_token *t = json_read_first(seats); t; t = json_read_next(seats, t)) {
        if (botline_says(t, "kind", kind) && botline_says(t, "name", name))
            return true;
    }
    return false;
}

static bool sit(struct bot *b, const char *id, struct output *out)
{
    char path[64], promise[SHA256_TEXT], body[SHA256_TEXT + 32];
    struct bot_answer answer;
    struct error e;

    snprintf(path, sizeof path, "/api/games/%s/sit", id);
    botdeal_promise(&b->deal, id, promise);
    snprintf(body, sizeof body, "{\"promise\":\"%s\"}", promise);
    if (!botline_ask(&b->line, path, body, &answer, &e)) {
        output_format(out, "game %s: %s\n", id, e.text);
        return false;
    }
    botline_clear(&answer);
    return true;
}

static void leave(struct seat_of_bot *g)
{
    child_stop(&g->engine);
    g->id[0] = 0;
}

// Games that are over are kept for a rematch, as long as there is room.
static bool has_room(struct bot *b)
{
    for (unsigned i = 0; i < GAMES && !find(b, ""); i++) {
        if (b->games[i].over)
            leave(&b->games[i]);
    }
    return find(b, "") != NULL;
}

static bool look_at(struct bot *b, const struct json_token *rows, bool mine, struct output *out,
                    struct error *e)
{
    for (const struct json_token *row = json_read_first(rows); row;
         row = json_read_next(rows, row)) {
        char id[ID];
        if (!json_read_string(json_read_member(row, "id"), id, sizeof id) || strlen(id) != ID - 1 ||
            botline_says(row, "phase", "over") || find(b, id) || !has_room(b))
            continue;
        bool sits = mine && row_has(row, "bot", b->name);
        bool invited = row_has(row, "open", mine ? b->name : "");
        if ((sits || (invited && sit(b, id, out))) && !join(b, id, out, e))
            return false;
    }
    return true;
}

// Looks at the rows of one list of the server's.
static bool look_in(struct bot *b, const char *path, const char *list, bool mine,
                    struct output *out, struct error *e)
{
    struct bot_answer answer;

    if (!botline_ask(&b->line, path, NULL, &answer, e))
        return false;
    bool good = look_at(b, json_read_member(answer.root, list), mine, out, e);
    botline_clear(&answer);
    return good;
}

static bool look_for_games(struct bot *b, struct output *out, struct error *e)
{
    return look_in(b, "/api/me/games", "games", true, out, e) &&
           (!b->open || look_in(b, "/api/games", "open", false, out, e));
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

// The start of a hidden game with what the seat knows now, so that its actions can be told; false when that cannot be.
static bool recall_start(const struct seat_of_bot *g, struct text *t)
{
    struct game_position then, now, seen;
    struct error e;

    if (!g->game->recall || !g->game->read(&g->options, g->start, &then, &e) ||
        !g->game->read(&g->options, g->position, &now, &e))
        return false;
    g->game->recall(&then, &now, &seen);
    g->game->write(&seen, t);
    return true;
}

// The position as UGI tells it: from the start, or as the seat sees it where that cannot be.
static char *position_line(const struct seat_of_bot *g)
{
    size_t room = 2 * GAME_TEXT_BYTES + (size_t)g->ply * (GAME_ACTION_BYTES + 1) + 32;
    char *line = malloc(room);
    struct text t;

    if (!line)
        return NULL;
    text_init(&t, line, room);
    text_add(&t, "position fen ");
    bool told = !g->game->hidden || recall_start(g, &t);
    if (!g->game->hidden || !told)
        text_add(&t, told ? g->start : g->position);
    if (told && g->ply)
        text_add(&t, " moves");
    for (unsigned i = 0; told && i < g->ply; i++)
        text_format(&t, " %s", g->actions[i]);
    return line;
}

// How long to think: as told, but at most a twentieth of what is left.
static uint64_t thinking_time(const struct bot *b, const struct seat_of_bot *g,
                              const struct json_token *m)
{
    int64_t left;
    bool timed =
        json_read_number(json_read_item(json_read_member(m, "left"), (unsigned)g->seat), &left);
    uint64_t share = timed ? (uint64_t)(left > 0 ? left : 0) / 20 : b->movetime;
    uint64_t time = share < b->movetime ? share : b->movetime;

    return time > LEAST ? time : LEAST;
}

static bool act(struct bot *b, struct seat_of_bot *g, const struct json_token *m, struct error *e)
{
    char action[GAME_ACTION_BYTES], go[48];
    uint64_t time = thinking_time(b, g, m);
    char *position = position_line(g);

    snprintf(go, sizeof go, "go movetime %llu", (unsigned long long)time);
    bool good = position != NULL;
    if (good && !g->engine.pid)
        good = child_new_game(&g->engine, g->game, &g->options, e);
    good = good && child_ask(&g->engine, position, go, time + SLACK, action, e);
    free(position);
    if (!good)
        return false;
    struct bot_telling telling;
    struct json_writer *j = botline_tell(&telling, "act");
    json_write_string(j, "game", g->id);
    json_write_number(j, "ply", botline_number(m, "ply", 0));
    json_write_string(j, "action", action);
    return botline_send(&b->line, &telling, e);
}

// Says something about a game; `about` is "draw", "undo" or NULL.
static bool reply(struct bot *b, const struct seat_of_bot *g, const char *what, const char *about,
                  struct error *e)
{
    struct bot_telling m;
    struct json_writer *j = botline_tell(&m, what);

    json_write_string(j, "game", g->id);
    if (about)
        json_write_string(j, "what", about);
    return botline_send(&b->line, &m, e);
}

// Offers of others: a rematch gladly, the rest not.
static bool answer_offer(struct bot *b, const struct seat_of_bot *g, const struct json_token *m,
                         struct error *e)
{
    if (botline_number(m, "seat", -1) == g->seat)
        return true;
    if (botline_says(m, "kind", "offer-draw"))
        return reply(b, g, "decline", "draw", e);
    if (botline_says(m, "kind", "offer-undo"))
        return reply(b, g, "decline", "undo", e);
    if (botline_says(m, "kind", "offer-rematch"))
        return reply(b, g, "rematch", NULL, e);
    return true;
}

static bool hear(struct bot *b, const struct json_token *m, struct output *out, struct error *e)
{
    struct bot_word game = botline_word(m, "game");
    struct seat_of_bot *g = game.text[0] ? find(b, game.text) : NULL;
    bool state = botline_says(m, "type", "state"), event = botline_says(m, "type", "event");

    if (botline_says(m, "type", "refused"))
        output_format(out, "refused: %s\n", botline_word(m, "sentence").text);
    if (botline_says(m, "type", "invited"))
        return look_for_games(b, out, e);
    if (!g)
        return true;
    if (state && !read_state(g, m, e)) {
        leave(g);
        return true;
    }
    if (!botdeal_answer(&b->deal, &b->line, m, g->id, g->seat, e))
        return false;
    if (!state && !event)
        return true;
    if (event) {
        follow(g, m);
        if (!answer_offer(b, g, m, e))
            return false;
    }
    g->ply = (unsigned)botline_number(m, "ply", 0);
    json_read_string(json_read_member(m, "position"), g->position, sizeof g->position);
    g->over = json_read_kind(json_read_member(m, "over"), JSON_TRUE);
    if (g->over) {
        output_format(out, "game %s: %s\n", g->id, botline_word(m, "sentence").text);
        if (!json_read_member(m, "next") && !botline_says(m, "kind", "rematch"))
            return true; // a rematch may be asked for
        leave(g);
        return true;
    }
    if (botline_number(m, "toAct", -1) != g->seat ||
        (state && !botline_says(m, "phase", "playing")))
        return true;
    return act(b, g, m, e);
}

// ---------------------------------------------------------------------------------------------
// The command
// ---------------------------------------------------------------------------------------------

// Says which games it takes, so that people find it in the list of bots.
static bool announce(struct bot *b, struct error *e)
{
    struct bot_telling m;
    struct json_writer *j = botline_tell(&m, "ready");

    json_write_string(j, "token", b->line.token);
    json_write_array(j, "games");
    for (unsigned i = 0; i < b->accept_count; i++)
        json_write_string(j, NULL, b->accepts[i]);
    json_write_end_array(j);
    return botline_send(&b->line, &m, e);
}

// Plays until the connection breaks.
static bool serve(struct bot *b, struct output *out, struct error *e)
{
    uint64_t looked = 0;

    b->line.socket = dial_socket(&b->line.address, e);
    bool ready = b->line.socket && announce(b, e);
    while (ready) {
        if (looked == 0 || cli_clock() - looked > LOOK * 1000) {
            if (!look_for_games(b, out, e))
                break;
            looked = cli_clock();
        }
        const char *text = dial_hear(b->line.socket, LOOK, e);
        if (!text && e->text[0])
            break;
        struct error why;
        const struct json_token *m = text ? json_read_new(text, strlen(text), &why) : NULL;
        bool good = !m || hear(b, m, out, e);
        json_read_free(m);
        if (!good)
            break;
    }
    dial_close(b->line.socket);
    b->line.socket = NULL;
    for (unsigned i = 0; i < GAMES; i++)
        leave(&b->games[i]);
    return false;
}

static bool take_game(struct bot *b, const char *name, struct error *e)
{
    if (b->accept_count == ACCEPTS)
        return error_set(e, "bot.most:most", "a bot takes at most %d games", ACCEPTS);
    keep_text(b->accepts[b->accept_count++], sizeof b->accepts[0], name);
    return true;
}

// The names of a list with commas between them.
static bool read_list(struct bot *b, const char *list, struct error *e)
{
    for (const char *at = list; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        char name[NAME];
        const struct game *game;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        if (!command_game(name, &game, e) || !take_game(b, game->name, e))
            return false;
    }
    return true;
}

// The games that it takes: those of the list, or all that the server has.
static bool read_games(struct bot *b, const char *list, struct error *e)
{
    struct bot_answer about;
    bool good = true;

    if (list)
        return read_list(b, list, e);
    if (!botline_ask(&b->line, "/api/about", NULL, &about, e))
        return false;
    const struct json_token *names = json_read_member(about.root, "games");
    for (const struct json_token *t = json_read_first(names); good && t;
         t = json_read_next(names, t)) {
        char name[NAME];
        good = json_read_string(t, name, sizeof name)
                   ? take_game(b, name, e)
                   : error_set(e, "bot.no-games", "the server names no games");
    }
    botline_clear(&about);
    return good;
}

// The bot's own name.
static bool read_name(struct bot *b, struct error *e)
{
    struct bot_answer me;

    if (!botline_ask(&b->line, "/api/me", NULL, &me, e))
        return false;
    json_read_string(json_read_member(me.root, "name"), b->name, sizeof b->name);
    bool bot = json_read_kind(json_read_member(me.root, "bot"), JSON_TRUE);
    botline_clear(&me);
    return bot || error_set(e, "bot.person", "this token is a person's, not a bot's");
}

struct bot_own {
    const char *server, *token, *ca; // or NULL
    const char *accept;              // games that it takes challenges to, or NULL
    bool open;                       // it takes open seats
};

static bool begin(struct bot *b, const struct arguments *a, struct error *e)
{
    const struct bot_own *own = a->own;
    struct text t;

    b->line.token = own->token ? own->token : getenv("ABAX_TOKEN");
    if (!own->server || !b->line.token)
        return error_set(e, "bot.needs",
                         "a bot needs --server URL and --token TOKEN (or ABAX_TOKEN)");
    if (strlen(b->line.token) > 64)
        return error_set(e, "bot.token-long", "the token is too long");
    b->open = own->open;
    b->movetime = a->movetime ? a->movetime : 1000;
    b->line.address.ca = own->ca;
    text_init(&t, b->engine, sizeof b->engine);
    for (unsigned i = 0; i < a->rest_count; i++)
        text_format(&t, "%s%s", i ? " " : "", a->rest[i]);
    return dial_read_address(own->server, &b->line.address, e) && read_games(b, own->accept, e) &&
           read_name(b, e);
}

static bool run(const struct arguments *a, struct output *out, struct error *e)
{
    struct bot *b = calloc(1, sizeof *b);

    if (!b)
        return error_set(e, "bot.memory", "there is no memory for a bot");
    if (!begin(b, a, e)) {
        free(b);
        return false;
    }
    botdeal_init(&b->deal);
    output_format(out, "%s is on %s\n", b->name, ((const struct bot_own *)a->own)->server);
    for (;;) { // until it is ended
        serve(b, out, e);
        output_format(out, "%s: trying again\n", e->text);
        cli_sleep(WAIT);
    }
}

static const struct bot_own defaults = {.server = NULL};
static const struct option options[] = {
    {OPTION("--server", "URL", WORD), OPTION_OWN(bot_own, server),
     .help = SENTENCE("option.bot.server", "where the server is")},
    {OPTION("--token", "TOKEN", WORD), OPTION_OWN(bot_own, token),
     .help = SENTENCE("option.bot.token", "the bot's secret")},
    {OPTION("--ca", "FILE", WORD), OPTION_OWN(bot_own, ca),
     .help =
         SENTENCE("option.bot.ca", "certificates to trust, for https (the system's if not given)")},
    {OPTION("--accept", "GAMES", WORD), OPTION_OWN(bot_own, accept),
     .help = SENTENCE("option.bot.accept",
                      "take challenges to these games only, with commas between them")},
    {OPTION("--open", "", FLAG), OPTION_OWN(bot_own, open),
     .help = SENTENCE("option.bot.open", "take open seats of listed games too")},
    OPTION_END,
};

const struct command cli_bot_command = {
    .name = "bot",
    .usage = "--server URL --token TOKEN [--accept GAMES] [--open] [--movetime MS] -- ENGINE",
    .help = SENTENCE("cli.command.bot", PROGRAM_HELP_BOT),
    .more = SENTENCE(
        "cli.command.bot.more",
        "Takes the seats that are kept for the bot's account and plays them until it is ended; a "
        "second\n"
        "a move if not told otherwise. The token may be in ABAX_TOKEN instead."),
    .options = COMMAND_OPTIONS(options, options_movetime),
    .least = 1,
    .most = ANY_NUMBER,
    .run = run,
    .own = &defaults,
    .own_bytes = sizeof defaults,
};
