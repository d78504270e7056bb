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
    bool good = m.history.length > 0
                    ? advice_review(&m, a, out, e)
                    : error_say(e, "nothing was played: there is nothing to review");
    match_clear(&m);
    return good;
}

bool cli_review(const struct arguments *a, struct output *out, struct error *e)
{
    struct record r;

    record_init(&r);
    bool good = cli_read_record(a->rest[0], &r, e) && review_record(&r, a, out, e);
    record_clear(&r);
    return good;
}
