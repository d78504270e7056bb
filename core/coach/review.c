// SPDX-License-Identifier: MIT
// Goes through a finished or broken-off match from its end to its start and asks of every action
// what it cost. Backwards, because what is known about a later position (a proof above all) tells
// about the one before it, and because the table then holds it. One step is one position, so that a
// page can stop between them; a step that was stopped leaves no trace. Page, terminal and command
// line call it.
#include "coach/review.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Beginning and end
// ---------------------------------------------------------------------------------------------

uint64_t review_default_nodes(const struct match *m)
{
    return classify_default_nodes(m->setup.game, &m->setup.options);
}

bool review_of_match(struct review *r, const struct match *m, uint64_t nodes, struct error *e)
{
    *r = (struct review){.match = m,
                         .nodes = nodes ? nodes : review_default_nodes(m),
                         .count = m->history.length,
                         .end_seat = -1};
    r->plies = calloc(r->count + 1, sizeof *r->plies); // never of no size
    if (!r->plies)
        return error_set(e, "review.memory:actions",
                         "a review of %u actions does not fit in memory", r->count);
    for (unsigned i = 0; i < r->count; i++) {
        r->plies[i].seat = m->entries[i].seat;
        r->plies[i].action = m->entries[i].action;
    }
    return true;
}

void review_clear(struct review *r)
{
    free(r->plies);
    r->plies = NULL;
}

bool review_finished(const struct review *r)
{
    return r->done > r->count;
}

// ---------------------------------------------------------------------------------------------
// Worths
// ---------------------------------------------------------------------------------------------

static struct seat_value worth_of_word(enum game_outcome word)
{
    return (struct seat_value){((int)word - GAME_DRAW) * SEARCH_WON, 500 * (int)word, true};
}

static struct seat_value other_side(struct seat_value w)
{
    return (struct seat_value){-w.value, 1000 - w.chance, w.proven};
}

static int sign(const struct seat_value *w)
{
    return (w->value > 0) - (w->value < 0);
}

static bool is_won(const struct seat_value *w)
{
    return w->proven && w->value > 0;
}

static bool is_lost(const struct seat_value *w)
{
    return w->proven && w->value < 0;
}

// ---------------------------------------------------------------------------------------------
// One position
// ---------------------------------------------------------------------------------------------

// What a step works with.
struct review_work {
    struct review *review;
    struct thinker *thinker;
    const struct think_watch *watch;
    struct history history;
    bool stopped;
};

// Asks whether the search must stop, and remembers the answer.
static bool stop_asked(void *to)
{
    struct review_work *w = to;

    if (w->watch && w->watch->stop && w->watch->stop(w->watch->to))
        w->stopped = true;
    return w->stopped;
}

// What the position after an action is worth, from its own review: for the seat that acted.
static struct seat_value known_after(const struct review *r, unsigned index)
{
    const struct review_ply *ply = &r->plies[index], *next = ply + 1;

    if (index + 1 < r->count)
        return next->seat == ply->seat ? next->before : other_side(next->before);
    if (r->end_seat < 0 || r->end_seat == ply->seat)
        return r->end[ply->seat];
    return other_side(r->end[r->end_seat]);
}

// What is called good costs nothing in accuracy: two searches of this size differ by as much.
static int without_noise(int loss)
{
    return loss < CLASSIFY_INACCURACY_LOSS ? 0 : loss;
}

// The chance after an action by a short look.
static int sample_chance(struct review_work *w, game_action action)
{
    struct think_limits limits = {.search = {.nodes = w->review->nodes / REVIEW_SAMPLE_PART + 1}};
    struct think_watch watch = {.stop = stop_asked, .to = w};
    struct search_report report;

    think_about(w->thinker, &w->history, action, &limits, &watch, &report);
    return seat_value_of_line(w->history.game, &report.lines[0]).chance;
}

// The average loss of a legal action: of all when there are few, of some drawn ones otherwise.
static int find_stake(struct review_work *w, const struct game_actions *list,
                      const struct review_ply *ply)
{
    struct random r = random_from_seed(w->review->done);
    unsigned count = list->count < REVIEW_SAMPLES ? list->count : REVIEW_SAMPLES;
    int sum = 0;

    if (list->count == 1 || is_lost(&ply->before)) // there is nothing to lose
        return 0;
    // By a short look as well: what only a long one sees must not count as lost by all others.
    int best = sample_chance(w, ply->better.actions[0]);
    for (unsigned i = 0; i < count; i++) {
        game_action action =
            list->at[list->count <= REVIEW_SAMPLES ? i : random_below(&r, list->count)];
        if (action != ply->better.actions[0])
            sum += without_noise(best - sample_chance(w, action));
    }
    return sum / (int)count;
}

// A seat that has just been beaten by force has lost, though its own search may not see it.
static void tell_next(struct review *r, unsigned index)
{
    struct review_ply *ply = &r->plies[index], *next = ply + 1;

    if (!game_is_duel(r->match->setup.game, &r->match->setup.options) || !is_won(&ply->after) ||
        index + 1 >= r->count || next->seat == ply->seat || next->before.proven)
        return;
    next->before = next->after = worth_of_word(GAME_LOSS);
    next->loss = next->stake = 0;
    if (review_is_mistake(next))
        next->class = MOVE_GOOD; // as any other
    next->why.count = next->against.count = 0;
}

// Only one action was legal: the position is worth what the next one is.
static void review_forced(struct review_work *w, unsigned index, struct review_ply *now)
{
    now->class = MOVE_FORCED;
    now->before = now->after = known_after(w->review, index);
    now->better = (struct search_line){.value = now->before.value,
                                       .proven = now->before.proven,
                                       .length = 1,
                                       .actions = {now->action}};
}

static void review_action(struct review_work *w, unsigned index)
{
    struct review_ply *ply = &w->review->plies[index];
    struct review_ply now = {.seat = ply->seat, .action = ply->action};
    struct seat_value known = known_after(w->review, index);
    struct think_watch watch = {.stop = stop_asked, .to = w};
    struct classify_task task = {.thinker = w->thinker,
                                 .history = &w->history,
                                 .action = ply->action,
                                 .nodes = w->review->nodes,
                                 .watch = &watch,
                                 .known = &known,
                                 .tells_beliefs = true};
    struct game_actions list;
    struct move_classification found;

    history_list(&w->history, &list);
    if (list.count == 1 && game_is_duel(w->history.game, &w->history.options)) {
        review_forced(w, index, &now);
    } else if (classify_move(&task, &found)) {
        now.class = found.class;
        now.loss = found.loss;
        now.before = found.before;
        now.after = found.after;
        now.better = found.better;
        now.why = found.why;
        now.against = found.against;
        now.stake = find_stake(w, &list, &now); // last: it thinks, and so forgets beliefs
    }
    if (w->stopped)
        return;
    *ply = now;
    tell_next(w->review, index);
}

static void review_end(struct review_work *w)
{
    struct review *r = w->review;
    struct search_report best;
    struct game_result result;

    // By the rules: a seat that resigned may still have been winning.
    history_result(&w->history, &result);
    if (result.over) {
        for (int seat = 0; seat < match_seats(r->match); seat++)
            r->end[seat] = worth_of_word(result.outcome[seat]);
        r->end_seat = -1;
        return;
    }
    struct think_limits limits = {.search = {.nodes = r->nodes, .lines = 1}};
    struct think_watch watch = {.stop = stop_asked, .to = w};
    think(w->thinker, &w->history, &limits, &watch, &best);
    if (w->stopped)
        return;
    r->end_seat = w->history.game->to_act(&w->history.position);
    r->end[r->end_seat] = seat_value_of_line(w->history.game, &best.lines[0]);
}

bool review_step(struct review *r, struct thinker *t, const struct think_watch *watch)
{
    struct review_work w = {.review = r, .thinker = t, .watch = watch};

    if (review_finished(r))
        return false;
    assert(r->count == r->match->history.length); // the match may not go on meanwhile
    if (r->done == 0)
        thinker_forget(t, 0);
    t->random = random_from_seed(r->done);
    if (!match_history_at(r->match, r->count - r->done, &w.history))
        return false;
    if (r->done == 0)
        review_end(&w);
    else
        review_action(&w, r->count - r->done);
    history_clear(&w.history);
    r->done += !w.stopped;
    return !w.stopped;
}

// ---------------------------------------------------------------------------------------------
// Sums
// ---------------------------------------------------------------------------------------------

bool review_is_mistake(const struct review_ply *ply)
{
    return ply->class >= MOVE_INACCURACY;
}

unsigned review_mistakes(const struct review *r, unsigned *at)
{
    unsigned count = 0;

    for (unsigned i = 0; i < r->count; i++) {
        if (!review_is_mistake(&r->plies[i]))
            continue;
        unsigned j = count++;
        for (; j > 0 && r->plies[at[j - 1]].loss < r->plies[i].loss; j--)
            at[j] = at[j - 1];
        at[j] = i;
    }
    return count;
}

int review_accuracy(const struct review *r, int seat)
{
    uint64_t lost = 0, stake = 0;

    for (unsigned i = 0; i < r->count; i++) {
        const struct review_ply *ply = &r->plies[i];
        if (ply->seat != seat)
            continue;
        lost += (uint64_t)without_noise(ply->loss);
        stake += (uint64_t)ply->stake;
    }
    if (stake < REVIEW_LEAST_STAKE && lost < REVIEW_LEAST_STAKE)
        return REVIEW_NO_ACCURACY;
    uint64_t share = lost < stake ? lost * 1000 / stake : 1000;
    return (int)(1000 - share * share * share / 1000000);
}

int review_chance(const struct review *r, unsigned index, int seat)
{
    if (index + r->done < r->count + 1)
        return -1;
    if (index < r->count) {
        const struct review_ply *ply = &r->plies[index];
        return ply->seat == seat ? ply->before.chance : 1000 - ply->before.chance;
    }
    if (r->end_seat < 0 || r->end_seat == seat)
        return r->end[seat].chance;
    return 1000 - r->end[r->end_seat].chance;
}

static enum game_outcome word_of(const struct seat_value *w)
{
    return (enum game_outcome)(sign(w) + GAME_DRAW);
}

// From which ply on the result is proven before every action, and stays the same.
static unsigned settled_from(const struct review *r)
{
    unsigned from = r->count;

    while (from > 0) {
        const struct review_ply *ply = &r->plies[from - 1];
        if (!ply->before.proven || !ply->after.proven ||
            word_of(&ply->before) != word_of(&ply->after))
            break;
        from--;
    }
    return from;
}

unsigned review_turns(const struct review *r, struct review_turn *turns)
{
    unsigned count = 0, settled = settled_from(r);

    for (unsigned i = 0; i < r->count; i++) {
        const struct review_ply *ply = &r->plies[i];
        if (i == settled)
            turns[count++] =
                (struct review_turn){.index = i, .settled = true, .to = word_of(&ply->before)};
        if (!ply->before.proven || (ply->after.proven && sign(&ply->before) == sign(&ply->after)))
            continue;
        turns[count++] = (struct review_turn){.index = i,
                                              .from = word_of(&ply->before),
                                              .to = word_of(&ply->after),
                                              .open = !ply->after.proven};
    }
    return count;
}
