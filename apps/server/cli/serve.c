// SPDX-License-Identifier: MIT
// From the words of `abax serve` to the server's options. The server itself knows no command line;
// this is the only file that starts one.
#include "server/http/serve.h"

#include "cli/program.h"
#include "server/cli/server.h"

const struct option cli_place_options[] = {
    {OPTION("--db", "WHERE", WORD), OPTION_LOCAL(cli_place, database),
     .help = SENTENCE("option.serve.db", "the database: a file or postgres://...")},
    {OPTION("--data", "FOLDER", WORD), OPTION_LOCAL(cli_place, data),
     .help = SENTENCE("option.serve.data", "where abax.db is (here if not given)")},
    OPTION_END,
};

const char *cli_database(const struct cli_place *place, char path[CLI_PATH])
{
    if (place->database)
        return place->database;
    snprintf(path, CLI_PATH, "%s%sabax.db", place->data ? place->data : "", place->data ? "/" : "");
    return path;
}

struct serve_arguments {
    struct cli_place place; // first, for cli_place_options
    uint64_t port, workers, ping, slow;
    const char *bind, *site, *mail;
    bool proxy, league, no_limits, push_anywhere;
};

static bool serve_command_run(const struct arguments *a, struct output *out, struct error *e)
{
    const struct serve_arguments *chosen = a->chosen;
    char path[CLI_PATH];
    const struct serve_options options = {
        .port = (unsigned)chosen->port,
        .bind = chosen->bind,
        .database = cli_database(&chosen->place, path),
        .workers = (unsigned)chosen->workers,
        .ping = (unsigned)chosen->ping,
        .slow = (unsigned)chosen->slow,
        .proxy = chosen->proxy,
        .league = chosen->league,
        .no_limits = chosen->no_limits,
        .notify = {.site = chosen->site, .smtp = chosen->mail, .anywhere = chosen->push_anywhere},
    };

    (void)out;
    return serve_run(&options, e);
}

static const struct serve_arguments defaults = {
    .port = 8080, .workers = 1, .ping = 15, .slow = 20, .bind = "127.0.0.1"};
static const struct option own_options[] = {
    {OPTION("--port", "N", NUMBER), OPTION_LOCAL(serve_arguments, port), .most = 65535,
     .help =
         SENTENCE("option.serve.port", "listen on this port (8080 if not given); 0: any free one")},
    {OPTION("--bind", "ADDRESS", WORD), OPTION_LOCAL(serve_arguments, bind),
     .help = SENTENCE(
         "option.serve.bind",
         "listen on this address only (127.0.0.1 if not given); 0.0.0.0: every IPv4 address, "
         ":: every IPv4 and IPv6 address")},
    {OPTION("--workers", "N", NUMBER), OPTION_LOCAL(serve_arguments, workers), .least = 1,
     .most = 64,
     .help = SENTENCE("option.serve.workers", "threads for computer seats (1 if not given)")},
    {OPTION("--ping", "SECONDS", NUMBER), OPTION_LOCAL(serve_arguments, ping), .least = 1,
     .most = 3600,
     .help =
         SENTENCE("option.serve.ping", "ping sockets that were silent so long (15 if not given)")},
    {OPTION("--slow", "SECONDS", NUMBER), OPTION_LOCAL(serve_arguments, slow), .least = 1,
     .most = 3600,
     .help =
         SENTENCE("option.serve.slow", "drop requests that take longer to come (20 if not given)")},
    {OPTION("--proxy", "", FLAG), OPTION_LOCAL(serve_arguments, proxy),
     .help = SENTENCE("option.serve.proxy", "clients' addresses are in X-Forwarded-For")},
    {OPTION("--league", "", FLAG), OPTION_LOCAL(serve_arguments, league),
     .help = SENTENCE("option.serve.league",
                      "let the computer's levels play a league every month, one game at a time")},
    {OPTION("--no-limits", "", FLAG), OPTION_LOCAL(serve_arguments, no_limits),
     .help = SENTENCE("option.serve.no-limits", "limit no address, for measuring")},
    {OPTION("--site", "URL", WORD), OPTION_LOCAL(serve_arguments, site),
     .help =
         SENTENCE("option.serve.site",
                  "where people reach this server, https://HOST/: then they can be told by push")},
    {OPTION("--mail", "URL", WORD), OPTION_LOCAL(serve_arguments, mail),
     .help = SENTENCE("option.serve.mail",
                      "a mail relay, smtp[s]://[USER@]HOST[:PORT]?from=ADDRESS; its password is in "
                      "ABAX_MAIL_PASSWORD or in the file that ABAX_MAIL_PASSWORD_FILE names")},
    {OPTION("--push-anywhere", "", FLAG), OPTION_LOCAL(serve_arguments, push_anywhere),
     .help = SENTENCE("option.serve.push-anywhere",
                      "push services may be within one's own network and without TLS, for tests")},
    OPTION_END,
};

const struct command cli_serve_command = {
    .name = "serve",
    .usage = "[--port N] [--bind ADDRESS] [--db WHERE | --data FOLDER] [--workers N]",
    .help = SENTENCE("cli.command.serve", PROGRAM_HELP_SERVE),
    .more = SENTENCE("cli.command.serve.more",
                     "WHERE is a file, which is made when it is missing, or postgres://... ."),
    .options = COMMAND_OPTIONS(cli_place_options, own_options),
    .run = serve_command_run,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
