// SPDX-License-Identifier: MIT
// `abax bot`: a UGI engine on a server. It tries the engine, goes online, takes the seats that are kept for it, and plays until
// it is ended or the engine has failed too often. docs/api.md describes the server's side.
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/program.h"
#include "server/cli/bot.h"
#include "server/cli/server.h"

enum {
    LOOK = 3000,    // milliseconds between looks for games
    WAIT = 5000,    // before connecting again
    GOODBYE = 5000, // that the server has to confirm the end of games that are given up
};

// Says which games it takes, so that people find it in the list of bots: none when the engine is broken.
static bool announce(struct bot *b, struct error *e)
{
    struct bot_message m;
    struct json_writer *j = bot_message_begin(&m, "ready");

    json_write_string(j, "token", b->connection.token);
    json_write_array(j, "games");
    for (unsigned i = 0; i < b->accept_count && !bot_is_broken(b); i++)
        json_write_string(j, NULL, b->accepts[i]);
    json_write_end_array(j);
    return bot_send(&b->connection, &m, e);
}

// Looks for games, when it is time to.
static bool look(struct bot *b, uint64_t *looked, struct error *e)
{
    if (bot_is_broken(b) || (*looked && cli_clock() - *looked <= LOOK * 1000))
        return true;
    bool good = bot_look_for_games(b, e);
    *looked = cli_clock();
    return good;
}

// Waits for a message and acts on it; false when the connection is broken.
static bool hear(struct bot *b, struct error *e)
{
    struct error why;
    const char *text = dial_hear(b->connection.socket, LOOK, e);

    if (!text)
        return !e->message.text[0];
    const struct json_token *m = json_read_new(text, strlen(text), &why);
    bool good = !m || bot_hear(b, m, e);
    json_read_free(m);
    return good;
}

// The engine is broken: takes no more games, ends those that go on, and waits until the server has confirmed that.
static void wind_down(struct bot *b, struct error *e)
{
    uint64_t deadline = cli_clock() + GOODBYE * 1000;

    if (!announce(b, e) || !bot_give_up_all(b, e))
        return;
    while (bot_is_giving_up(b) && cli_clock() < deadline && hear(b, e))
        ;
}

// Plays until the connection or the engine is broken.
static void serve(struct bot *b, struct error *e)
{
    uint64_t looked = 0;

    memset(b->shunned, 0, sizeof b->shunned);
    b->connection.socket = dial_socket(&b->connection.address, e);
    bool good = b->connection.socket && announce(b, e);
    while (good && !bot_is_broken(b))
        good = look(b, &looked, e) && hear(b, e);
    if (good)
        wind_down(b, e);
    dial_close(b->connection.socket);
    b->connection.socket = NULL;
    for (unsigned i = 0; i < BOT_PLACES; i++)
        bot_leave(b, &b->places[i]);
}

static bool take_game(struct bot *b, const char *name, struct error *e)
{
    if (b->accept_count == BOT_ACCEPTS)
        return error_set(e, "bot.most:most", "a bot takes at most %d games", BOT_ACCEPTS);
    bot_keep_text(b->accepts[b->accept_count++], sizeof b->accepts[0], name);
    return true;
}

// The names of a list with commas between them.
static bool read_list(struct bot *b, const char *list, struct error *e)
{
    for (const char *at = list; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        char name[BOT_NAME];
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
    if (!bot_ask(&b->connection, "/api/about", NULL, &about, e))
        return false;
    const struct json_token *names = json_read_member(about.root, "games");
    for (const struct json_token *t = json_read_first(names); good && t;
         t = json_read_next(names, t)) {
        char name[BOT_NAME];
        good = json_read_string(t, name, sizeof name)
                   ? take_game(b, name, e)
                   : error_set(e, "bot.no-games", "the server names no games");
    }
    bot_answer_clear(&about);
    return good;
}

// The bot's own name.
static bool read_name(struct bot *b, struct error *e)
{
    struct bot_answer me;

    if (!bot_ask(&b->connection, "/api/me", NULL, &me, e))
        return false;
    json_read_string(json_read_member(me.root, "name"), b->name, sizeof b->name);
    bool bot = json_read_kind(json_read_member(me.root, "bot"), JSON_TRUE);
    bot_answer_clear(&me);
    return bot || error_set(e, "bot.person", "this token is a person's, not a bot's");
}

struct bot_options {
    const char *server, *token, *ca; // or NULL
    const char *accept;              // games that it takes challenges to, or NULL
    bool open;                       // it takes open seats
};

static bool bot_begin(struct bot *b, const struct arguments *a, struct error *e)
{
    const struct bot_options *chosen = a->chosen;
    struct text t;

    b->connection.token = chosen->token ? chosen->token : getenv("ABAX_TOKEN");
    if (!chosen->server || !b->connection.token)
        return error_set(e, "bot.needs",
                         "a bot needs --server URL and --token TOKEN (or ABAX_TOKEN)");
    if (strlen(b->connection.token) > 64)
        return error_set(e, "bot.token-long", "the token is too long");
    b->open = chosen->open;
    b->movetime = a->movetime ? a->movetime : 1000;
    b->connection.address.ca = chosen->ca;
    text_init(&t, b->engine, sizeof b->engine);
    for (unsigned i = 0; i < a->rest_count; i++)
        text_format(&t, "%s%s", i ? " " : "", a->rest[i]);
    return dial_read_address(chosen->server, &b->connection.address, e) && bot_greet_engine(b, e) &&
           read_name(b, e) && read_games(b, chosen->accept, e) &&
           bot_try_engine(b, chosen->accept != NULL, e);
}

static void bot_clear(struct bot *b)
{
    for (unsigned i = 0; i < BOT_PLACES; i++)
        free(b->places[i].actions);
    free(b);
}

static bool bot_command_run(const struct arguments *a, struct output *out, struct error *e)
{
    struct bot *b = calloc(1, sizeof *b);

    if (!b)
        return error_set(e, "bot.memory", "there is no memory for a bot");
    signal(SIGPIPE, SIG_IGN); // an engine that ended is noticed when it is written to
    b->out = out;
    botdeal_init(&b->deal);
    if (!bot_begin(b, a, e)) {
        bot_clear(b);
        return false;
    }
    output_format(out, "%s is on %s\n", b->name, ((const struct bot_options *)a->chosen)->server);
    for (;;) { // until it is ended, or the engine is broken
        serve(b, e);
        if (bot_is_broken(b))
            break;
        output_format(out, "%s: trying again\n", e->message.text);
        cli_sleep(WAIT);
    }
    error_set(e, "bot.broken:count,why", "the engine failed in %u games in a row: %s", b->failures,
              b->failure.message.text);
    bot_clear(b);
    return false;
}

static const struct bot_options defaults = {.server = NULL};
static const struct option options[] = {
    {OPTION("--server", "URL", WORD), OPTION_LOCAL(bot_options, server),
     .help = SENTENCE("option.bot.server", "where the server is")},
    {OPTION("--token", "TOKEN", WORD), OPTION_LOCAL(bot_options, token),
     .help = SENTENCE("option.bot.token", "the bot's secret")},
    {OPTION("--ca", "FILE", WORD), OPTION_LOCAL(bot_options, ca),
     .help =
         SENTENCE("option.bot.ca", "certificates to trust, for https (the system's if not given)")},
    {OPTION("--accept", "GAMES", WORD), OPTION_LOCAL(bot_options, accept),
     .help = SENTENCE("option.bot.accept",
                      "take challenges to these games only, with commas between them")},
    {OPTION("--open", "", FLAG), OPTION_LOCAL(bot_options, open),
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
        "a move if not told otherwise. The token may be in ABAX_TOKEN instead.\n"
        "\n"
        "The engine is tried before anybody is told that the bot is there. One that fails in a "
        "game is\n"
        "started again once; then the bot resigns. After three such games in a row it ends with "
        "an error."),
    .options = COMMAND_OPTIONS(options, options_movetime),
    .least = 1,
    .most = ANY_NUMBER,
    .run = bot_command_run,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
