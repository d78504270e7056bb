// SPDX-License-Identifier: MIT
// From the words of `abax serve` to the server's options. The server itself knows no command line; this is the only
// file of cli/ that starts one.
#include "server/net/serve.h"

#include "cli/cli.h"

const char *cli_database(const struct arguments *a, char path[CLI_PATH])
{
    if (a->database)
        return a->database;
    snprintf(path, CLI_PATH, "%s%sabax.db", a->data ? a->data : "", a->data ? "/" : "");
    return path;
}

bool cli_serve(const struct arguments *a, struct output *out, struct error *e)
{
    char path[CLI_PATH];
    const struct serve_options options = {
        .port = (unsigned)a->port,
        .bind = a->bind ? a->bind : "127.0.0.1",
        .database = cli_database(a, path),
        .workers = (unsigned)a->workers,
        .ping = (unsigned)a->ping,
        .slow = (unsigned)a->slow,
        .proxy = a->proxy,
        .no_limits = a->no_limits,
    };

    (void)out;
    return serve_run(&options, e);
}
