// SPDX-License-Identifier: MIT
// Proofs come from the searches of full-strength players (play/think.h): book, proof search and
// searches to the end of the game. They run on the game's history, so repetition counts.
#include "play/adjudicator.h"

#include <assert.h>

enum { MEGABYTES = 4, BOTH = 3 };

void adjudicator_init(struct adjudicator *a, const struct adjudicator_rules *rules)
{
    a->rules = rules;
    a->thinks = false;
}

void adjudicator_clear(struct adjudicator *a)
{
    if (a->thinks)
        thinker_clear(&a->thinker);
    a->thinks = false;
}

bool adjudicator_check(const struct adjudicator_rules *rules, const struct game *g,
                       const struct game_options *options, struct error *e)
{
    if (rules->prove && !game_is_duel(g, options))
        return error_set(
            e, "umpire.prove:game",
            "nothing can be proven of '%s' with these options: a proof needs two seats "
            "that see everything",
            g->name);
    if ((rules->win.actions || rules->draw.actions) && game_seats(g, options) != 2)
        return error_set(e, "umpire.agree", "two players only can agree on the end of a game");
    return true;
}

bool adjudicator_begin(struct adjudicator *a, uint64_t seed, struct error *e)
{
    a->win.count = a->draw.count = 0;
    a->win.spoken = a->draw.spoken = 0;
    if (!a->rules->prove)
        return true;
    if (!a->thinks && !thinker_init(&a->thinker, MEGABYTES, NULL, e))
        return false;
    a->thinks = true;
    thinker_forget(&a->thinker, seed);
    return true;
}

void adjudicator_add_score(struct adjudicator *a, int seat, bool scored, int score)
{
    int least = (int)a->rules->win.score, most = (int)a->rules->draw.score;
    int side = score >= least ? seat : 1 - seat;
    bool wins = scored && (score >= least || score <= -least);
    bool draws = scored && score <= most && score >= -most;

    if (!wins || side != a->win.side)
        a->win.count = a->win.spoken = 0;
    a->win.side = side;
    a->win.count += wins;
    a->win.spoken |= wins ? 1U << seat : 0;
    if (!draws)
        a->draw.count = a->draw.spoken = 0;
    a->draw.count += draws;
    a->draw.spoken |= draws ? 1U << seat : 0;
}

static void agree_on_draw(struct match *m)
{
    struct error e;

    // With more than two seats there is no draw by agreement: the game is aborted, which counts as
    // one.
    if (match_seats(m) != 2) {
        match_abort(m, 0, &e);
        return;
    }
    m->draw_offer = -1;
    match_offer_draw(m, 0, 0, &e);
    match_offer_draw(m, 1, 0, &e);
    assert(match_over(m));
}

// Ends the game with a winner, or drawn (-1).
static void decide(struct match *m, int winner)
{
    struct error e;

    if (winner < 0)
        agree_on_draw(m);
    else
        match_resign(m, 1 - winner, 0, &e);
}

static bool proves(struct adjudicator *a, struct match *m, const struct think_watch *watch)
{
    struct think_limits limits = {.search = {.nodes = a->rules->prove}};
    struct search_report report;
    int seat = match_to_act(m);

    think(&a->thinker, &m->history, &limits, watch, &report);
    const struct search_line *best = &report.lines[0];
    if (!best->proven || (watch->stop && watch->stop(watch->to)))
        return false;
    decide(m, best->value > 0 ? seat : best->value < 0 ? 1 - seat : -1);
    return true;
}

bool adjudicator_ends(struct adjudicator *a, struct match *m, const struct think_watch *watch,
                      enum crosstable_end *end)
{
    const struct adjudicator_rules *r = a->rules;

    *end = CROSSTABLE_AGREEMENT;
    if (r->win.actions && a->win.count >= r->win.actions && a->win.spoken == BOTH) {
        decide(m, a->win.side);
        return true;
    }
    if (r->draw.actions && a->draw.count >= r->draw.actions && a->draw.spoken == BOTH) {
        decide(m, -1);
        return true;
    }
    *end = CROSSTABLE_LENGTH;
    if (m->history.length >= r->longest) {
        agree_on_draw(m);
        return true;
    }
    *end = CROSSTABLE_PROOF;
    return r->prove && proves(a, m, watch);
}
