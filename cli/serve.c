// SPDX-License-Identifier: MIT
#include "server/serve.h"

#include "cli/cli.h"

bool cli_serve(const struct arguments *a, struct output *out, struct error *e)
{
    const struct serve_options options = {
        .port = (unsigned)a->port,
        .bind = a->bind ? a->bind : "127.0.0.1",
        .database = a->database ? a->database : "abax.db",
        .workers = (unsigned)a->workers,
        .proxy = a->proxy,
        .no_limits = a->no_limits,
    };

    (void)out;
    return serve_run(&options, e);
}
