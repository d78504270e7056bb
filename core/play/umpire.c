// SPDX-License-Identifier: MIT
// The umpire's decisions. A proof comes from the same thinking that players of full strength do (play/think.h): books,
// proofs and searches to the end. It is asked in the position as it stands, so that repetition is known to it.
#include "play/umpire.h"

#include <assert.h>

enum { MEGABYTES = 4, BOTH = 3 };

void umpire_init(struct umpire *u, const struct umpire_rules *rules)
{
    u->rules = rules;
    u->thinks = false;
}

void umpire_clear(struct umpire *u)
{
    if (u->thinks)
        thinker_clear(&u->thinker);
    u->thinks = false;
}

bool umpire_fits(const struct umpire_rules *rules, const struct game *g,
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

bool umpire_begin(struct umpire *u, uint64_t seed, struct error *e)
{
    u->win.count = u->draw.count = 0;
    u->win.spoken = u->draw.spoken = 0;
    if (!u->rules->prove)
        return true;
    if (!u->thinks && !thinker_init(&u->thinker, MEGABYTES, NULL, e))
        return false;
    u->thinks = true;
    thinker_forget(&u->thinker, seed);
    return true;
}

void umpire_hear(struct umpire *u, int seat, bool scored, int score)
{
    int least = (int)u->rules->win.score, most = (int)u->rules->draw.score;
    int side = score >= least ? seat : 1 - seat;
    bool wins = scored && (score >= least || score <= -least);
    bool draws = scored && score <= most && score >= -most;

    if (!wins || side != u->win.side)
        u->win.count = u->win.spoken = 0;
    u->win.side = side;
    u->win.count += wins;
    u->win.spoken |= wins ? 1U << seat : 0;
    if (!draws)
        u->draw.count = u->draw.spoken = 0;
    u->draw.count += draws;
    u->draw.spoken |= draws ? 1U << seat : 0;
}

static void agree_on_draw(struct match *m)
{
    struct error e;

    // Where draws cannot be agreed on, the game has no result, which counts as one.
    if (match_seats(m) != 2) {
        match_abort(m, 0, &e);
        return;
    }
    m->draw_offer = -1;
    match_offer_draw(m, 0, 0, &e);
    match_offer_draw(m, 1, 0, &e);
    assert(match_over(m));
}

// Gives the game to a side, or to nobody.
static void decide(struct match *m, int winner)
{
    struct error e;

    if (winner < 0)
        agree_on_draw(m);
    else
        match_resign(m, 1 - winner, 0, &e);
}

static bool proves(struct umpire *u, struct match *m, const struct think_watch *watch)
{
    struct think_limits limits = {.search = {.nodes = u->rules->prove}};
    struct search_report report;
    int seat = match_to_act(m);

    think(&u->thinker, &m->history, &limits, watch, &report);
    const struct search_line *best = &report.lines[0];
    if (!best->proven || (watch->stop && watch->stop(watch->to)))
        return false;
    decide(m, best->value > 0 ? seat : best->value < 0 ? 1 - seat : -1);
    return true;
}

bool umpire_ends(struct umpire *u, struct match *m, const struct think_watch *watch,
                 enum crosstable_end *end)
{
    const struct umpire_rules *r = u->rules;

    *end = CROSSTABLE_AGREEMENT;
    if (r->win.actions && u->win.count >= r->win.actions && u->win.spoken == BOTH) {
        decide(m, u->win.side);
        return true;
    }
    if (r->draw.actions && u->draw.count >= r->draw.actions && u->draw.spoken == BOTH) {
        decide(m, -1);
        return true;
    }
    *end = CROSSTABLE_LENGTH;
    if (m->history.length >= r->longest) {
        agree_on_draw(m);
        return true;
    }
    *end = CROSSTABLE_PROOF;
    return r->prove && proves(u, m, watch);
}
