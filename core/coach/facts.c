// SPDX-License-Identifier: MIT
// Finds the facts about one action: from the rules, in every determinization that agrees with the
// view, from proofs, and from the search's estimates. A fact is data (factmessages.c puts it into
// words) and says nothing that its seat could not know: the position itself is never looked at.
#include "coach/facts.h"

#include <assert.h>
#include <string.h>

#include "game/edit.h"
#include "search/book.h"

enum {
    // What is worth a sentence: chosen by hand while reading the answers, not measured.
    DETERMINIZATIONS = 200, // of a game with secrets: enough that none is missed
    FORCE_NODES = 50000, // spent on counting the actions to a proven win: a few tenths of a second
    FORCE_MOST = 9,      // actions; longer wins are reported without a number
    CLEAR_GAP = 30,      // thousandths of win chance that are worth a sentence
    LIKELY_BELIEF = 400, // thousandths: twice what five equal secrets have
    MOST_CASES = 2,
    MOST_COUNTERS = 2,
};

// An action being looked at, in every determinization. An open game has one determinization, the
// position itself.
struct look {
    const struct facts_task *task;
    const struct game *game;
    struct facts *facts;
    int seat, other; // other: only in open games, which have two seats
    struct game_position seen;
    struct game_actions list;
    unsigned determinization_count;
    struct game_position determinizations[DETERMINIZATIONS], after[DETERMINIZATIONS];
};

static void look_at(struct look *l, const struct facts_task *task, struct facts *facts)
{
    const struct game *g = task->history->game;
    struct random r = random_from_seed(1);

    l->task = task;
    l->game = g;
    l->facts = facts;
    l->seat = g->to_act(&task->history->position);
    l->other = l->seat ^ 1;
    l->determinization_count = g->hidden ? DETERMINIZATIONS : 1;
    game_view(g, &task->history->position, l->seat, &l->seen);
    game_list(g, &l->seen, &l->list);
    assert(l->list.count > 0 && game_listed(&l->list, task->action));
    for (unsigned i = 0; i < l->determinization_count; i++) {
        game_determinize(g, &l->seen, &r, &l->determinizations[i]);
        g->apply(&l->determinizations[i], task->action, &l->after[i]);
    }
    *facts = (struct facts){0};
}

static struct fact *add_fact(struct look *l, enum fact_id id, int seat)
{
    assert(l->facts->count < FACTS_MOST && seat >= SCENE_NOBODY && seat < GAME_MAX_SEATS);
    struct fact *fact = &l->facts->at[l->facts->count++];
    *fact = (struct fact){.id = id, .seat = (int8_t)seat};
    return fact;
}

// ---------------------------------------------------------------------------------------------
// By the rules
// ---------------------------------------------------------------------------------------------

// How the game stands at a position that comes next in the line, repetition included.
static void result_of(const struct look *l, const struct game_position *p,
                      struct game_result *result)
{
    l->game->result(p, result);
    if (!result->over && history_would_repeat(l->task->history, p)) {
        result->over = true;
        for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
            result->outcome[seat] = GAME_DRAW;
    }
}

// Whether the action ends the game with this word for the seat, in every determinization.
static bool ends_with(const struct look *l, enum game_outcome word)
{
    for (unsigned i = 0; i < l->determinization_count; i++) {
        struct game_result result;
        result_of(l, &l->after[i], &result);
        if (!result.over || result.outcome[l->seat] != word)
            return false;
    }
    return true;
}

// True when the game is over then: there is nothing more to say.
static bool add_ending(struct look *l)
{
    static const enum fact_id ids[] = {FACT_LOSES_AT_ONCE, FACT_DRAWS_AT_ONCE, FACT_WINS_AT_ONCE};

    if (l->list.count == 1)
        add_fact(l, FACT_FORCED, l->seat);
    for (int word = GAME_LOSS; word <= GAME_WIN; word++) {
        if (ends_with(l, (enum game_outcome)word)) {
            add_fact(l, ids[word], l->seat);
            return true;
        }
    }
    return false;
}

// Whether a seat is to act at a position and can win at once; `action` becomes the first that does.
static bool wins_at_once(const struct look *l, const struct game_position *p, int seat,
                         game_action *action)
{
    const struct game *g = l->game;
    struct game_actions list;

    if (g->to_act(p) != seat || history_would_repeat(l->task->history, p))
        return false;
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        struct game_result result;
        g->apply(p, list.at[i], &after);
        g->result(&after, &result);
        if (result.over && result.outcome[seat] == GAME_WIN) {
            *action = list.at[i];
            return true;
        }
    }
    return false;
}

static bool add_allowed_win(struct look *l)
{
    game_action reply;

    if (!wins_at_once(l, &l->after[0], l->other, &reply))
        return false;
    fact_answer(add_fact(l, FACT_ALLOWS_WIN, l->other), l->game, &l->after[0], reply);
    return true;
}

// How many of the other actions let the other seat win at once. Worth a word when half of them do.
static void add_stopped_win(struct look *l)
{
    unsigned letting = 0, others = l->list.count - 1;

    for (unsigned i = 0; i < l->list.count; i++) {
        struct game_position after;
        game_action reply;
        if (l->list.at[i] == l->task->action)
            continue;
        l->game->apply(&l->determinizations[0], l->list.at[i], &after);
        letting += wins_at_once(l, &after, l->other, &reply);
    }
    if (letting == 0 || letting * 2 < others)
        return;
    struct fact *fact = add_fact(l, letting == others ? FACT_ONLY_STOP : FACT_STOPS_WIN, l->other);
    fact->number[0] = (int)letting;
    fact->number[1] = (int)others;
}

// Whether the seat would win at once if the opponent passed: otherwise there is no threat.
static bool is_threat(const struct look *l)
{
    struct random r = random_from_seed(1); // open games deal nothing
    struct game_position passed;
    game_action action;
    struct error e;

    return edit_pass(l->game, &l->task->history->options, &l->after[0], &r, &passed, &e) &&
           wins_at_once(l, &passed, l->seat, &action);
}

// After how many replies the seat wins at once. Worth a word when it is half of them.
static void add_threat(struct look *l)
{
    const struct game_position *p = &l->after[0];
    struct game_actions replies;
    unsigned winning = 0;
    game_action action;

    if (l->game->to_act(p) != l->other || !is_threat(l))
        return;
    game_list(l->game, p, &replies);
    for (unsigned i = 0; i < replies.count; i++) {
        struct game_position after;
        l->game->apply(p, replies.at[i], &after);
        winning += wins_at_once(l, &after, l->seat, &action);
    }
    if (winning == 0 || winning * 2 < replies.count)
        return;
    struct fact *fact = add_fact(l, FACT_THREAT, l->seat);
    fact->number[0] = (int)winning;
    fact->number[1] = (int)replies.count;
}

// The legal actions of the next seat after an action, 0 when that is not another seat.
static unsigned choices_after(const struct look *l, const struct game_position *after)
{
    struct game_actions list;

    if (l->game->to_act(after) == l->seat)
        return 0;
    game_list(l->game, after, &list);
    return list.count;
}

// Worth a word when the next seat has at most half of the choices that it has on average.
static void add_choices(struct look *l)
{
    unsigned left = choices_after(l, &l->after[0]), sum = 0, counted = 0;
    int next = l->game->to_act(&l->after[0]);

    for (unsigned i = 1; i < l->determinization_count; i++) {
        if (choices_after(l, &l->after[i]) != left || l->game->to_act(&l->after[i]) != next)
            return;
    }
    for (unsigned i = 0; i < l->list.count; i++) {
        struct game_position after;
        l->game->apply(&l->determinizations[0], l->list.at[i], &after);
        unsigned choices = choices_after(l, &after);
        sum += choices;
        counted += choices > 0;
    }
    if (left == 0 || left * 2 * counted > sum)
        return;
    assert(counted > 0); // by the action itself
    struct fact *fact = add_fact(l, FACT_CHOICES, next);
    fact->number[0] = (int)left;
    fact->number[1] = (int)((sum + counted / 2) / counted);
}

// ---------------------------------------------------------------------------------------------
// Counters of the scene
// ---------------------------------------------------------------------------------------------

// The counter of the same name and owner, when it is a number; or NULL.
static const struct scene_counter *same_counter(const struct scene *s,
                                                const struct scene_counter *c)
{
    for (unsigned i = 0; i < s->counter_count; i++) {
        const struct scene_counter *found = &s->counters[i];
        if (found->owner == c->owner && !found->word && !strcmp(found->id, c->id))
            return found;
    }
    return NULL;
}

struct counters {
    struct scene before, after;
    bool stated[SCENE_MAX_COUNTERS];   // it changes, by the same in every determinization
    int value[SCENE_MAX_COUNTERS];     // after the action
    unsigned same[SCENE_MAX_COUNTERS]; // actions after which it is the same
};

static void find_changes(const struct look *l, struct counters *c)
{
    for (unsigned determinization = 0; determinization < l->determinization_count;
         determinization++) {
        game_scene(l->game, &l->after[determinization], l->seat, &c->after);
        for (unsigned i = 0; i < c->before.counter_count; i++) {
            const struct scene_counter *was = &c->before.counters[i];
            const struct scene_counter *is = same_counter(&c->after, was);
            if (determinization == 0) {
                c->value[i] = is ? is->value : 0;
                c->stated[i] = is && !was->word && is->value != was->value;
            } else if (!is || is->value != c->value[i]) {
                c->stated[i] = false;
            }
        }
    }
}

static void count_alike(const struct look *l, struct counters *c)
{
    memset(c->same, 0, sizeof c->same);
    for (unsigned k = 0; k < l->list.count; k++) {
        struct game_position after;
        l->game->apply(&l->determinizations[0], l->list.at[k], &after);
        game_scene(l->game, &after, l->seat, &c->after);
        for (unsigned i = 0; i < c->before.counter_count; i++) {
            const struct scene_counter *is = same_counter(&c->after, &c->before.counters[i]);
            c->same[i] += is && is->value == c->value[i];
        }
    }
}

// The changes that tell this action from others, rare ones first.
static void add_counters(struct look *l)
{
    struct counters c;

    game_scene(l->game, &l->seen, l->seat, &c.before);
    find_changes(l, &c);
    count_alike(l, &c);
    for (unsigned stated = 0; stated < MOST_COUNTERS; stated++) {
        unsigned rarest = SCENE_MAX_COUNTERS;
        for (unsigned i = 0; i < c.before.counter_count; i++) {
            if (c.stated[i] && c.same[i] < l->list.count &&
                (rarest == SCENE_MAX_COUNTERS || c.same[i] < c.same[rarest]))
                rarest = i;
        }
        if (rarest == SCENE_MAX_COUNTERS)
            return;
        const struct scene_counter *counter = &c.before.counters[rarest];
        struct fact *fact = add_fact(l, FACT_COUNTER, counter->owner);
        fact->key = counter->id;
        fact->word = counter->title;
        fact->number[0] = counter->value;
        fact->number[1] = c.value[rarest];
        c.stated[rarest] = false;
    }
}

// ---------------------------------------------------------------------------------------------
// Proofs
// ---------------------------------------------------------------------------------------------

struct force {
    const struct game *game;
    int seat;
    unsigned nodes;
};

// Whether the seat wins within this many actions, whatever the opponent plays. Must be sound.
static bool wins_within(struct force *f, const struct game_position *p, unsigned actions)
{
    const struct game *g = f->game;
    struct game_actions list;
    struct game_result result;

    g->result(p, &result);
    if (result.over)
        return result.outcome[f->seat] == GAME_WIN;
    if (actions == 0 || ++f->nodes > FORCE_NODES)
        return false;
    bool ours = g->to_act(p) == f->seat;
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        if (wins_within(f, &after, actions - 1) == ours)
            return ours;
    }
    return !ours;
}

// In how many actions, this one included, the winner has won for certain; 0: not counted.
static unsigned actions_to_win(const struct look *l, int winner)
{
    const struct search_line *found = l->task->found;
    struct force f = {l->game, winner, 0};
    int size = found->value < 0 ? -found->value : found->value;

    if (l->game->repetition) // the value knows; and history must not be forgotten
        return size < SEARCH_WON ? (unsigned)(SEARCH_WON - size) : 0;
    for (unsigned actions = 1; actions <= FORCE_MOST && f.nodes <= FORCE_NODES; actions++) {
        if (wins_within(&f, &l->after[0], actions - 1))
            return actions;
    }
    return search_counts_plies(l->game) && size < SEARCH_WON ? (unsigned)(SEARCH_WON - size) : 0;
}

static bool from_book(const struct look *l)
{
    static const struct game_options none;

    return memcmp(&l->task->history->options, &none, sizeof none) == 0 &&
           l->game->to_act(&l->after[0]) == l->other && book_has(l->game, &l->after[0]);
}

// What is proven about the action.
static void add_proof(struct look *l)
{
    const struct search_line *found = l->task->found;

    if (!found || !found->proven)
        return;
    if (found->value == 0) {
        add_fact(l, FACT_DRAW, l->seat);
        return;
    }
    int winner = found->value > 0 ? l->seat : l->other;
    unsigned actions = actions_to_win(l, winner);
    add_fact(l, actions ? FACT_WIN_IN : FACT_WIN, winner)->number[0] = (int)actions;
    if (!actions && winner == l->seat && from_book(l))
        add_fact(l, FACT_BOOK, l->seat);
}

// What is proven about the other actions: lines come best first, so after a lost one all are lost.
static void add_alternatives(struct look *l)
{
    const struct search_report *lines = l->task->lines;
    unsigned left = 0, actions = 0;

    if (!lines || lines->line_count < 2 || !search_begins_with(&lines->lines[0], l->task->action))
        return;
    const struct search_line *first = &lines->lines[0], *second = &lines->lines[1];
    if (first->proven && first->value > 0 && !first->symmetric_count && second->proven &&
        second->value == 0)
        add_fact(l, FACT_ONLY_WIN, l->seat);
    while (left < lines->line_count && !(lines->lines[left].proven && lines->lines[left].value < 0))
        actions += 1 + lines->lines[left++].symmetric_count;
    if (left == 0 || left == lines->line_count)
        return;
    add_fact(l, actions == 1 ? FACT_ONLY_MOVE : FACT_FEW_MOVES, l->seat)->number[0] = (int)actions;
}

// ---------------------------------------------------------------------------------------------
// Estimates
// ---------------------------------------------------------------------------------------------

// Whether points decide the game, so that the margin is more telling than the chance. Elsewhere it
// comes last.
static bool counts_points(const struct look *l)
{
    return game_ai(l->game)->margin_scale != 0;
}

static void add_margin(struct look *l)
{
    const struct search_line *found = l->task->found;
    int margin;
    enum fact_id id;

    if (!found)
        return;
    if (search_margin(l->game, found, &margin))
        id = FACT_MARGIN;
    else if (search_expected_margin(found, &margin))
        id = FACT_EXPECTED_MARGIN;
    else
        return;
    // Of several others, the margin does not tell who is ahead.
    if (margin > 0 || (margin < 0 && game_seats(l->game, &l->task->history->options) == 2))
        add_fact(l, id, margin > 0 ? l->seat : l->other)->number[0] = margin > 0 ? margin : -margin;
}

static void add_gap(struct look *l)
{
    const struct search_report *lines = l->task->lines;

    if (!lines || lines->line_count < 2 || !search_begins_with(&lines->lines[0], l->task->action) ||
        lines->lines[0].proven || lines->lines[1].proven)
        return;
    int gap = search_chance(l->game, lines->lines[0].value) -
              search_chance(l->game, lines->lines[1].value);
    if (gap >= CLEAR_GAP)
        add_fact(l, FACT_GAP, l->seat)->number[0] = gap;
}

static void add_chance(struct look *l)
{
    const struct search_line *found = l->task->found;

    if (found && !found->proven)
        add_fact(l, FACT_CHANCE, l->seat)->number[0] = search_chance(l->game, found->value);
}

// ---------------------------------------------------------------------------------------------
// Secrets
// ---------------------------------------------------------------------------------------------

// Seats of other teams whose secret can be guessed at.
static bool is_guessed(const struct look *l, int seat)
{
    const struct game_options *options = &l->task->history->options;

    return l->task->beliefs && seat < game_seats(l->game, options) &&
           game_team(l->game, options, seat) != game_team(l->game, options, l->seat) &&
           game_secret(l->game, &l->seen, seat) < 0;
}

// Whether the action wins at once in every determinization in which a seat has this secret, and
// there is such a determinization.
static bool wins_with(const struct look *l, int seat, int secret)
{
    bool found = false;

    for (unsigned i = 0; i < l->determinization_count; i++) {
        struct game_result result;
        if (game_secret(l->game, &l->determinizations[i], seat) != secret)
            continue;
        l->game->result(&l->after[i], &result);
        if (!result.over || result.outcome[l->seat] != GAME_WIN)
            return false;
        found = true;
    }
    return found;
}

static void add_cases(struct look *l)
{
    unsigned stated = 0;

    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        for (int secret = 0; is_guessed(l, seat) && secret < GAME_MAX_SECRETS; secret++) {
            if (stated == MOST_CASES || !wins_with(l, seat, secret))
                continue;
            struct fact *fact = add_fact(l, FACT_WINS_IF, seat);
            fact->word = game_hidden(l->game)->secret_names[secret];
            fact->number[0] = l->task->beliefs[seat].thousandths[secret];
            stated++;
        }
    }
}

static void add_beliefs(struct look *l)
{
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        int likeliest = 0;
        if (!is_guessed(l, seat))
            continue;
        const int *thousandths = l->task->beliefs[seat].thousandths;
        for (int secret = 1; secret < GAME_MAX_SECRETS; secret++) {
            if (thousandths[secret] > thousandths[likeliest])
                likeliest = secret;
        }
        if (thousandths[likeliest] < LIKELY_BELIEF)
            continue;
        struct fact *fact = add_fact(l, FACT_BELIEF, seat);
        fact->word = game_hidden(l->game)->secret_names[likeliest];
        fact->number[0] = thousandths[likeliest];
    }
}

// ---------------------------------------------------------------------------------------------
// All of them
// ---------------------------------------------------------------------------------------------

static bool has_fact(const struct facts *facts, enum fact_id id)
{
    for (unsigned i = 0; i < facts->count; i++) {
        if (facts->at[i].id == id)
            return true;
    }
    return false;
}

void facts_for(const struct facts_task *task, struct facts *facts)
{
    struct look l;

    look_at(&l, task, facts);
    if (add_ending(&l))
        return;
    if (game_is_duel(l.game, &task->history->options)) {
        if (!add_allowed_win(&l))
            add_stopped_win(&l);
        add_proof(&l);
        if (!has_fact(facts, FACT_ONLY_STOP))
            add_alternatives(&l);
        if (!has_fact(facts, FACT_WIN_IN))
            add_threat(&l);
    }
    add_cases(&l);
    if (counts_points(&l))
        add_margin(&l);
    add_gap(&l);
    add_beliefs(&l);
    add_counters(&l);
    add_choices(&l);
    add_chance(&l);
    if (!counts_points(&l))
        add_margin(&l);
}

void facts_against(const struct facts_task *task, struct facts *facts)
{
    struct look l;

    look_at(&l, task, facts);
    if (add_ending(&l))
        return;
    if (game_is_duel(l.game, &task->history->options)) {
        add_allowed_win(&l);
        if (!has_fact(facts, FACT_ALLOWS_WIN))
            add_proof(&l);
    }
    if (counts_points(&l))
        add_margin(&l);
    add_chance(&l);
    if (!counts_points(&l))
        add_margin(&l);
}
