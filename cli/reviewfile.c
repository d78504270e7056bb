// SPDX-License-Identifier: MIT
// `abax review FILE`: the review of a game that was kept.
#include "cli/cli.h"
#include "record/record.h"
#include "protocol/advice.h"

static bool review_record(const struct record *r, const struct arguments *a, struct output *out,
                          struct error *e)
{
    struct match m;

    if (!record_match(r, &m, e))
        return false;
    bool good = m.history.length > 0 ? advice_review(&m, a, out, e)
                                     : error_set(e, "review.nothing",
                                                 "nothing was played: there is nothing to review");
    match_clear(&m);
    return good;
}

static bool run(const struct arguments *a, struct output *out, struct error *e)
{
    struct record r;

    record_init(&r);
    bool good = cli_read_record(a->rest[0], &r, e) && review_record(&r, a, out, e);
    record_clear(&r);
    return good;
}

const struct command cli_review_command = {
    .name = "review",
    .usage = "FILE [--nodes N] [--json]",
    .help = SENTENCE("cli.command.review", "look back at a game that was kept"),
    .more = SENTENCE(
        "cli.command.review.more",
        "FILE is a record, '-' for standard input, or a link. 'abax review GAME ACTION...' "
        "reviews\n"
        "actions: 'abax review GAME --help' tells about that, docs/review.md what the numbers "
        "mean."),
    .options = COMMAND_OPTIONS(options_nodes, options_json),
    .least = 1,
    .most = 1,
    .run = run,
};
