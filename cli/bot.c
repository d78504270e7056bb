// SPDX-License-Identifier: MIT
// A UGI engine on a server: takes the seats that are kept for it, joins its games and answers with what the engine
// says. docs/api.md tells the server's side.
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/child.h"
#include "cli/cli.h"
#include "cli/dial.h"

enum {
    GAMES = 8,    // at once; each has its engine
    LOOK = 3000,  // milliseconds between looks for games
    WAIT = 5000,  // before connecting again
    SLACK = 5000, // milliseconds that an engine may take longer than told
    LEAST = 50,   // of thinking
    ANSWER = 1 << 18,
    ID = 12,
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
    struct child engine;
};

struct bot {
    struct dial_address address;
    const char *token;
    char name[32];
    char engine[1024]; // for the shell
    char accepts[512]; // games that it takes challenges to, as a JSON list
    bool open;         // takes open seats too
    uint64_t movetime;
    struct dial *socket;
    struct seat_of_bot games[GAMES];
    char *answer;
};

// ---------------------------------------------------------------------------------------------
// Reading what the server says
// ---------------------------------------------------------------------------------------------

static const char *text_of(const json_t *object, const char *name)
{
    const char *value = json_string_value(json_object_get(object, name));

    return value ? value : "";
}

static int number_of(const json_t *object, const char *name, int missing)
{
    const json_t *value = json_object_get(object, name);

    return json_is_integer(value) ? (int)json_integer_value(value) : missing;
}

static void keep_text(char *to, size_t room, const char *from)
{
    struct text t;

    text_init(&t, to, room);
    text_add(&t, from);
}

static json_t *ask(struct bot *b, const char *path, const char *body, struct error *e)
{
    int status;

    if (!dial_request(&b->address, path, b->token, body, b->answer, ANSWER, &status, e))
        return NULL;
    json_t *answer = json_loads(b->answer, 0, NULL);
    if (!answer || status >= 300) {
        error_say(e, "the server says: %.200s", answer ? text_of(answer, "error") : "nothing");
        json_decref(answer);
        return NULL;
    }
    return answer;
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
static void follow(struct seat_of_bot *g, const json_t *entry)
{
    const char *kind = text_of(entry, "kind"), *text = text_of(entry, "text");
    unsigned long long to;

    if (!strcmp(kind, "act") && g->ply < PLIES)
        keep_text(g->actions[g->ply++], GAME_ACTION_BYTES, text);
    else if (!strcmp(kind, "offer-undo"))
        g->undo_to = text_read_number(text, PLIES, &to) ? (int)to : -1;
    else if (!strcmp(kind, "undo") && text_read_number(text, g->ply, &to))
        g->ply = (unsigned)to;
    else if (!strcmp(kind, "agree") && !strcmp(text, "undo") && g->undo_to >= 0)
        g->ply = (unsigned)g->undo_to;
}

static bool read_state(struct seat_of_bot *g, const json_t *state, struct error *e)
{
    const char *key;
    json_t *value;
    size_t i;

    if (!command_game(text_of(state, "name"), &g->game, e))
        return false;
    g->options = (struct game_options){0};
    json_object_foreach(json_object_get(state, "options"), key, value)
    {
        char setting[80];
        snprintf(setting, sizeof setting, "%s=%s", key, json_string_value(value));
        if (!game_set_option(g->game, &g->options, setting, e))
            return false;
    }
    g->seat = number_of(state, "you", -1);
    keep_text(g->start, sizeof g->start, text_of(state, "start"));
    g->ply = 0;
    g->undo_to = -1;
    json_array_foreach(json_object_get(state, "entries"), i, value) follow(g, value);
    return g->seat >= 0 || error_say(e, "game %s gives the bot no seat", g->id);
}

// ---------------------------------------------------------------------------------------------
// Finding games
// ---------------------------------------------------------------------------------------------

static bool join(struct bot *b, const char *id, struct output *out, struct error *e)
{
    struct seat_of_bot *g = find(b, "");
    char message[128];

    if (!g)
        return true;
    keep_text(g->id, sizeof g->id, id);
    if (!g->actions)
        g->actions = malloc(PLIES * sizeof *g->actions);
    if (!g->actions)
        return error_say(e, "there is no memory for a game");
    child_init(&g->engine, b->engine);
    output_format(out, "game %s\n", id);
    snprintf(message, sizeof message, "{\"do\":\"join\",\"game\":\"%s\",\"token\":\"%s\"}", id,
             b->token);
    return dial_say(b->socket, message, e);
}

// What the bot is in a row: it sits there, a seat is kept for it, or one is open to all.
static bool row_has(const json_t *row, const char *kind, const char *name)
{
    json_t *seat;
    size_t i;

    json_array_foreach(json_object_get(row, "seats"), i, seat)
    {
        if (!strcmp(text_of(seat, "kind"), kind) && !strcmp(text_of(seat, "name"), name))
            return true;
    }
    return false;
}

static bool sit(struct bot *b, const char *id, struct output *out)
{
    char path[64];
    struct error e;

    snprintf(path, sizeof path, "/api/games/%s/sit", id);
    json_t *answer = ask(b, path, "{}", &e);
    if (!answer)
        output_format(out, "game %s: %s\n", id, e.text);
    json_decref(answer);
    return answer != NULL;
}

static bool look_at(struct bot *b, const json_t *rows, bool mine, struct output *out,
                    struct error *e)
{
    json_t *row;
    size_t i;

    json_array_foreach(rows, i, row)
    {
        const char *id = text_of(row, "id");
        if (!strcmp(text_of(row, "phase"), "over") || strlen(id) != ID - 1 || find(b, id) ||
            !find(b, ""))
            continue;
        bool sits = mine && row_has(row, "bot", b->name);
        bool invited = row_has(row, "open", mine ? b->name : "");
        if ((sits || (invited && sit(b, id, out))) && !join(b, id, out, e))
            return false;
    }
    return true;
}

static bool look_for_games(struct bot *b, struct output *out, struct error *e)
{
    json_t *mine = ask(b, "/api/me/games", NULL, e);
    bool good = mine && look_at(b, json_object_get(mine, "games"), true, out, e);

    json_decref(mine);
    if (good && b->open) {
        json_t *lobby = ask(b, "/api/games", NULL, e);
        good = lobby && look_at(b, json_object_get(lobby, "open"), false, out, e);
        json_decref(lobby);
    }
    return good;
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

static void leave(struct seat_of_bot *g)
{
    child_stop(&g->engine);
    g->id[0] = 0;
}

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
static uint64_t thinking_time(const struct bot *b, const struct seat_of_bot *g, const json_t *m)
{
    const json_t *left = json_array_get(json_object_get(m, "left"), (size_t)g->seat);
    uint64_t share = json_is_integer(left) ? (uint64_t)json_integer_value(left) / 20 : b->movetime;
    uint64_t time = share < b->movetime ? share : b->movetime;

    return time > LEAST ? time : LEAST;
}

static bool act(struct bot *b, struct seat_of_bot *g, const json_t *m, struct error *e)
{
    char action[GAME_ACTION_BYTES], go[48], message[160];
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
    for (const char *c = action; *c; c++) {
        if (*c < '!' || *c > '~' || *c == '"' || *c == '\\')
            return error_say(e, "engine answers '%s', which is no action",
                             error_quote(action).text);
    }
    snprintf(message, sizeof message,
             "{\"do\":\"act\",\"game\":\"%s\",\"ply\":%d,\"action\":\"%s\"}", g->id,
             number_of(m, "ply", 0), action);
    return dial_say(b->socket, message, e);
}

static bool reply(struct bot *b, const struct seat_of_bot *g, const char *what, struct error *e)
{
    char message[128];

    snprintf(message, sizeof message, "{\"do\":%s,\"game\":\"%s\"}", what, g->id);
    return dial_say(b->socket, message, e);
}

// Offers of others: a rematch gladly, the rest not.
static bool answer_offer(struct bot *b, const struct seat_of_bot *g, const json_t *m,
                         struct error *e)
{
    const char *kind = text_of(m, "kind");

    if (number_of(m, "seat", -1) == g->seat)
        return true;
    if (!strcmp(kind, "offer-draw"))
        return reply(b, g, "\"decline\",\"what\":\"draw\"", e);
    if (!strcmp(kind, "offer-undo"))
        return reply(b, g, "\"decline\",\"what\":\"undo\"", e);
    if (!strcmp(kind, "offer-rematch"))
        return reply(b, g, "\"rematch\"", e);
    return true;
}

static bool hear(struct bot *b, const json_t *m, struct output *out, struct error *e)
{
    const char *type = text_of(m, "type");
    struct seat_of_bot *g = text_of(m, "game")[0] ? find(b, text_of(m, "game")) : NULL;
    bool state = !strcmp(type, "state"), event = !strcmp(type, "event");

    if (!strcmp(type, "refused"))
        output_format(out, "refused: %s\n", text_of(m, "sentence"));
    if (!strcmp(type, "invited"))
        return look_for_games(b, out, e);
    if (!g || (!state && !event))
        return true;
    if (state && !read_state(g, m, e)) {
        leave(g);
        return true;
    }
    if (event) {
        follow(g, m);
        if (!answer_offer(b, g, m, e))
            return false;
    }
    g->ply = (unsigned)number_of(m, "ply", 0);
    keep_text(g->position, sizeof g->position, text_of(m, "position"));
    if (json_is_true(json_object_get(m, "over"))) {
        output_format(out, "game %s: %s\n", g->id, text_of(m, "sentence"));
        if (!json_object_get(m, "next") && strcmp(text_of(m, "kind"), "rematch") != 0)
            return true; // a rematch may be asked for
        leave(g);
        return true;
    }
    if (number_of(m, "toAct", -1) != g->seat || (state && strcmp(text_of(m, "phase"), "playing")))
        return true;
    return act(b, g, m, e);
}

// ---------------------------------------------------------------------------------------------
// The command
// ---------------------------------------------------------------------------------------------

// Says which games it takes, so that people find it in the list of bots.
static bool announce(struct bot *b, struct error *e)
{
    char message[640];

    snprintf(message, sizeof message, "{\"do\":\"ready\",\"token\":\"%s\",\"games\":%s}", b->token,
             b->accepts);
    return dial_say(b->socket, message, e);
}

// Plays until the connection breaks.
static bool serve(struct bot *b, struct output *out, struct error *e)
{
    uint64_t looked = 0;

    b->socket = dial_socket(&b->address, e);
    bool ready = b->socket && announce(b, e);
    while (ready) {
        if (looked == 0 || cli_clock() - looked > LOOK * 1000) {
            if (!look_for_games(b, out, e))
                break;
            looked = cli_clock();
        }
        const char *text = dial_hear(b->socket, LOOK, e);
        if (!text && e->text[0])
            break;
        json_t *m = text ? json_loads(text, 0, NULL) : NULL;
        bool good = !m || hear(b, m, out, e);
        json_decref(m);
        if (!good)
            break;
    }
    dial_close(b->socket);
    b->socket = NULL;
    for (unsigned i = 0; i < GAMES; i++)
        leave(&b->games[i]);
    return false;
}

// The names of a list with commas between them.
static bool read_list(struct bot *b, const char *list, struct error *e)
{
    struct text t;

    text_init(&t, b->accepts, sizeof b->accepts);
    for (const char *at = list; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        char name[32];
        const struct game *game;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        if (!command_game(name, &game, e))
            return false;
        text_format(&t, "%s\"%s\"", at == list ? "[" : ",", game->name);
    }
    text_add(&t, list[0] ? "]" : "[]");
    return true;
}

// The games that it takes: those of the list, or all that the server has.
static bool read_games(struct bot *b, const char *list, struct error *e)
{
    if (list)
        return read_list(b, list, e);
    json_t *about = ask(b, "/api/about", NULL, e);
    if (!about)
        return false;
    size_t room = sizeof b->accepts - 1;
    size_t length = json_dumpb(json_object_get(about, "games"), b->accepts, room, JSON_COMPACT);
    json_decref(about);
    return (length > 0 && length < room) || error_say(e, "the server names no games");
}

static bool begin(struct bot *b, const struct arguments *a, struct error *e)
{
    struct text t;

    b->token = a->token ? a->token : getenv("ABAX_TOKEN");
    if (!a->server || !b->token)
        return error_say(e, "a bot needs --server URL and --token TOKEN (or ABAX_TOKEN)");
    if (strlen(b->token) > 64)
        return error_say(e, "the token is too long");
    b->open = a->open;
    b->movetime = a->movetime ? a->movetime : 1000;
    b->address.ca = a->ca;
    text_init(&t, b->engine, sizeof b->engine);
    for (unsigned i = 0; i < a->rest_count; i++)
        text_format(&t, "%s%s", i ? " " : "", a->rest[i]);
    b->answer = malloc(ANSWER);
    if (!b->answer)
        return error_say(e, "there is no memory for a bot");
    if (!dial_read_address(a->server, &b->address, e) || !read_games(b, a->accept, e))
        return false;
    json_t *me = ask(b, "/api/me", NULL, e);
    if (me)
        keep_text(b->name, sizeof b->name, text_of(me, "name"));
    bool bot = me && json_is_true(json_object_get(me, "bot"));
    json_decref(me);
    return !me ? false : bot || error_say(e, "this token is a person's, not a bot's");
}

bool cli_bot(const struct arguments *a, struct output *out, struct error *e)
{
    struct bot *b = calloc(1, sizeof *b);

    if (!b)
        return error_say(e, "there is no memory for a bot");
    if (!begin(b, a, e)) {
        free(b->answer);
        free(b);
        return false;
    }
    output_format(out, "%s is on %s\n", b->name, a->server);
    for (;;) { // until it is ended
        serve(b, out, e);
        output_format(out, "%s: trying again\n", e->text);
        cli_sleep(WAIT);
    }
}
