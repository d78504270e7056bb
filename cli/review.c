// SPDX-License-Identifier: MIT
// Review of a match, with progress on standard error.
#include <stdio.h>

#include "cli/cli.h"
#include "protocol/advice.h"

enum { MEGABYTES = 64, SECOND = 1000000 };

// Steps through the whole match; tells how far it is once a second.
static bool review_all(struct review *r, struct thinker *t, struct error *e)
{
    uint64_t told = cli_clock();

    while (!review_finished(r)) {
        if (!review_step(r, t, NULL))
            return error_set(e, "the review cannot go on: out of memory");
        if (cli_clock() - told >= SECOND) {
            told = cli_clock();
            fprintf(stderr, "%u of %u positions\n", r->done, r->count + 1);
        }
    }
    return true;
}

static bool review_match(const struct match *m, const struct arguments *a, struct output *out,
                         struct error *e)
{
    struct thinker thinker;
    struct review review;

    if (!thinker_init(&thinker, MEGABYTES, NULL, e))
        return false;
    bool good = review_of_match(&review, m, a->nodes, e) && review_all(&review, &thinker, e);
    if (good && a->json)
        advice_review_json(&review, out);
    else if (good)
        advice_review_text(&review, out);
    review_clear(&review);
    thinker_clear(&thinker);
    return good;
}

bool cli_review(const struct arguments *a, struct output *out, struct error *e)
{
    struct match m;

    if (!advice_match(a, &m, e))
        return false;
    bool good = review_match(&m, a, out, e);
    match_clear(&m);
    return good;
}
