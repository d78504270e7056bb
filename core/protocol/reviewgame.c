// SPDX-License-Identifier: MIT
// Review of a match: a search of every position, with progress.
#include "protocol/advice.h"

enum { PAUSE = 500000 };

// Steps through the whole match; reports progress twice a second.
static bool review_all(struct review *r, struct thinker *t, const struct command_host *host,
                       struct error *e)
{
    uint64_t reported = host->clock();

    while (!review_finished(r)) {
        if (!review_step(r, t, NULL))
            return error_set(e, "review.out-of-memory", "the review cannot go on: out of memory");
        if (host->stop && host->stop(host->to))
            return error_set(e, "review.stopped", "the review was stopped");
        if (host->clock() - reported >= PAUSE) {
            char words[64];
            struct text told_words;
            text_init(&told_words, words, sizeof words);
            text_say(&told_words, host->messages, "review.progress:done,all", "%u of %u positions",
                     r->done, r->count + 1);
            host->progress(host->to, words);
            reported = host->clock();
        }
    }
    return true;
}

bool advice_review(const struct match *m, const struct arguments *a, struct output *out,
                   struct error *e)
{
    struct thinker thinker;
    struct review review;

    if (!thinker_init(&thinker, a->host->megabytes / 4, NULL, e))
        return false;
    bool good =
        review_of_match(&review, m, a->nodes, e) && review_all(&review, &thinker, a->host, e);
    if (good && (COMMAND_ONLY_JSON || a->json))
        advice_review_json(&review, out);
    else if (good)
        advice_review_text(&review, a->host->messages, out);
    review_clear(&review);
    thinker_clear(&thinker);
    return good;
}

bool protocol_review(const struct arguments *a, struct output *out, struct error *e)
{
    struct match m;

    if (!advice_match(a, &m, e))
        return false;
    bool good = advice_review(&m, a, out, e);
    match_clear(&m);
    return good;
}
