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

struct review_options {
    uint64_t nth; // game of the file, or 0
};

static bool run_review(const struct arguments *a, struct output *out, struct error *e)
{
    struct record r;

    record_init(&r);
    bool good =
        cli_read_record(a->rest[0], ((const struct review_options *)a->chosen)->nth, &r, e) &&
        review_record(&r, a, out, e);
    record_clear(&r);
    return good;
}

static const struct review_options defaults = {.nth = 0};
static const struct option options[] = {
    {OPTION("--nth", "K", NUMBER), OPTION_LOCAL(review_options, nth), .least = 1,
     .most = 1000000000, .help = SENTENCE("option.review.nth", "game K of a file of several")},
    OPTION_END,
};

const struct command cli_review_command = {
    .name = "review",
    .usage = "FILE [--nth K] [--nodes N] [--json]",
    .help = SENTENCE("cli.command.review", "look back at a game: win chances, mistakes, accuracy"),
    .more = SENTENCE(
        "cli.command.review.more",
        "FILE is a record, '-' for standard input, or a link. 'abax review GAME ACTION...' "
        "reviews\n"
        "actions: 'abax review GAME --help' tells about that, docs/review.md what the numbers "
        "mean."),
    .options = COMMAND_OPTIONS(options_nodes, options, options_json),
    .least = 1,
    .most = 1,
    .run = run_review,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
