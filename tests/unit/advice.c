// SPDX-License-Identifier: MIT
// Facts and hints: in positions of random games, what is stated is checked by brute force.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/edit.h"
#include "games/registry.h"
#include "coach/hint.h"
#include "tests/unit/subjects.h"

enum {
    WALK = 240,
    EVERY = 6, // positions apart
    NODES = 1500,
    TRIALS = 150,
    PROOF_NODES = 40000,
    REDEALS = 40,
    DOUBT = 100, // thousandths
};

// How often each fact was stated, over all games, and found true.
static unsigned stated[FACT_COUNT];
static unsigned consistent; // beliefs that were held against a chance
static unsigned confirmed;  // wins in so many actions, by plain minimax

struct bench {
    struct thinker thinker, other;
    unsigned seen, looked;
};

static bool ends(const struct game *g, const struct game_position *p, int seat,
                 enum game_outcome word)
{
    struct game_result result;

    g->result(p, &result);
    return result.over && result.outcome[seat] == word;
}

// How many actions of a seat win at once; 0 when another one is to act.
static unsigned winning(const struct game *g, const struct game_position *p, int seat)
{
    struct game_actions list;
    unsigned count = 0;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count && g->to_act(p) == seat; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        count += ends(g, &after, seat, GAME_WIN);
    }
    return count;
}

// ---------------------------------------------------------------------------------------------
// Facts
// ---------------------------------------------------------------------------------------------

struct claim {
    struct bench *bench;
    const struct facts_task *task;
    const struct game *game;
    const struct game_position *before;
    struct game_position after;
    struct game_actions list;
    int seat;
    const struct fact *fact;
};

// A threat is one only if whoever passes loses by it.
static void check_pass(const struct claim *c)
{
    struct random r = random_from_seed(5);
    struct game_position passed;
    struct error e;

    assert_true(edit_pass(c->game, &c->task->history->options, &c->after, &r, &passed, &e));
    assert_true(winning(c->game, &passed, c->seat) > 0);
}

static void check_counts(const struct claim *c)
{
    const struct fact *f = c->fact;
    unsigned letting = 0, replies = 0, sum = 0, counted = 0;
    struct game_actions next;
    int other = f->seat;

    for (unsigned i = 0; i < c->list.count; i++) {
        struct game_position after;
        c->game->apply(c->before, c->list.at[i], &after);
        if (c->list.at[i] != c->task->action)
            letting += winning(c->game, &after, other) > 0;
        game_list(c->game, &after, &next);
        if (next.count && c->game->to_act(&after) != c->seat) {
            sum += next.count;
            counted++;
        }
    }
    game_list(c->game, &c->after, &next);
    for (unsigned i = 0; f->id == FACT_THREAT && i < next.count; i++) {
        struct game_position after;
        c->game->apply(&c->after, next.at[i], &after);
        replies += winning(c->game, &after, c->seat) > 0;
    }
    if (f->id == FACT_ONLY_STOP || f->id == FACT_STOPS_WIN) {
        assert_int_equal(letting, f->number[0]);
        assert_int_equal(c->list.count - 1, f->number[1]);
        assert_int_equal(f->id == FACT_ONLY_STOP, letting == c->list.count - 1);
        assert_int_equal(winning(c->game, &c->after, other), 0);
    } else if (f->id == FACT_THREAT) {
        check_pass(c);
        assert_int_equal(replies, f->number[0]);
        assert_int_equal(next.count, f->number[1]);
    } else {
        assert_int_equal(next.count, f->number[0]);
        assert_int_equal(c->game->to_act(&c->after), f->seat);
        if (!c->game->hidden) // whose average is one of a deal
            assert_true(abs((int)sum / (int)counted - f->number[1]) <= 1);
    }
}

static void check_counter(const struct claim *c)
{
    const struct fact *f = c->fact;
    const struct game_position *positions[] = {c->before, &c->after};

    for (unsigned when = 0; when < 2; when++) {
        struct scene s;
        bool found = false;
        game_scene(c->game, positions[when], c->seat, &s);
        for (unsigned i = 0; i < s.counter_count; i++) {
            if (s.counters[i].owner != f->seat || strcmp(s.counters[i].id, f->key) != 0)
                continue;
            assert_int_equal(s.counters[i].value, f->number[when]);
            assert_string_equal(s.counters[i].title, f->word);
            found = true;
        }
        assert_true(found);
    }
}

static void check_wins_if(const struct claim *c)
{
    struct random r = random_from_seed(99);
    struct game_position seen, deal;
    unsigned found = 0;

    game_view(c->game, c->before, c->seat, &seen);
    for (unsigned i = 0; i < REDEALS; i++) {
        game_determinize(c->game, &seen, &r, &deal);
        int secret = game_secret(c->game, &deal, c->fact->seat);
        if (strcmp(game_hidden(c->game)->secret_names[secret], c->fact->word) != 0)
            continue;
        c->game->apply(&deal, c->task->action, &deal);
        assert_true(ends(c->game, &deal, c->seat, GAME_WIN));
        found++;
    }
    assert_true(found > 0);
}

// A longer search must not prove the contrary; where plain minimax is able to, it must agree.
static void check_forced(const struct claim *c)
{
    struct think_limits limits = {.search = {.nodes = PROOF_NODES}};
    struct search_report report;

    if (c->fact->id == FACT_WIN_IN) {
        int answer = subject_forced(c->game, &c->after, c->fact->seat, c->fact->number[0] - 1);
        assert_int_not_equal(answer, 0);
        confirmed += answer > 0;
    }
    think_about(&c->bench->other, c->task->history, c->task->action, &limits, NULL, &report);
    int value = report.lines[0].value;
    if (report.lines[0].proven && c->fact->id == FACT_DRAW)
        assert_int_equal(value, 0);
    else if (report.lines[0].proven)
        assert_true(c->fact->seat == c->seat ? value > 0 : value < 0);
}

// No more actions than stated are proven to escape, and no other one wins.
static void check_alternatives(const struct claim *c)
{
    struct think_limits limits = {.search = {.nodes = PROOF_NODES / 10}};
    unsigned escaping = 0;

    for (unsigned i = 0; i < c->list.count; i++) {
        struct search_report report;
        think_about(&c->bench->other, c->task->history, c->list.at[i], &limits, NULL, &report);
        const struct search_line *found = &report.lines[0];
        escaping += found->proven && found->value >= 0;
        if (c->fact->id == FACT_ONLY_WIN && c->list.at[i] != c->task->action)
            assert_false(found->proven && found->value > 0);
    }
    if (c->fact->id == FACT_ONLY_MOVE)
        assert_true(escaping <= 1);
    if (c->fact->id == FACT_FEW_MOVES)
        assert_true(escaping <= (unsigned)c->fact->number[0]);
}

static void check_margin(const struct claim *c)
{
    struct think_limits limits = {.search = {.nodes = PROOF_NODES, .exact = true}};
    struct search_report report;
    int margin;

    think_about(&c->bench->other, c->task->history, c->task->action, &limits, NULL, &report);
    if (search_margin(c->game, &report.lines[0], &margin))
        assert_int_equal(c->fact->seat == c->seat ? margin : -margin, c->fact->number[0]);
}

// tests/unit/features.c and tests/check-reasons tell whether the number is right.
static void check_feature(const struct claim *c)
{
    struct game_value values[GAME_MAX_FEATURES];
    struct game_position seen;

    game_view(c->game, c->before, c->seat, &seen);
    game_coach(c->game)->measure(&seen, c->task->action, values);
    assert_int_equal(c->fact->number[0], values[c->fact->feature].number);
}

static void check_fact(const struct claim *c)
{
    game_action reply;

    switch (c->fact->id) {
    case FACT_FEATURE:
        check_feature(c);
        break;
    case FACT_FORCED:
        assert_int_equal(c->list.count, 1);
        break;
    case FACT_WINS_AT_ONCE:
        assert_true(ends(c->game, &c->after, c->seat, GAME_WIN));
        break;
    case FACT_LOSES_AT_ONCE:
        assert_true(ends(c->game, &c->after, c->seat, GAME_LOSS));
        break;
    case FACT_DRAWS_AT_ONCE:
        assert_true(ends(c->game, &c->after, c->seat, GAME_DRAW));
        break;
    case FACT_ALLOWS_WIN: {
        struct game_position end;
        assert_true(game_find(c->game, &c->after, c->fact->action, &reply));
        c->game->apply(&c->after, reply, &end);
        assert_true(ends(c->game, &end, c->fact->seat, GAME_WIN));
        break;
    }
    case FACT_ONLY_STOP:
    case FACT_STOPS_WIN:
    case FACT_THREAT:
    case FACT_CHOICES:
        check_counts(c);
        break;
    case FACT_COUNTER:
        check_counter(c);
        break;
    case FACT_WINS_IF:
        check_wins_if(c);
        break;
    case FACT_WIN_IN:
    case FACT_WIN:
    case FACT_DRAW:
        check_forced(c);
        break;
    case FACT_ONLY_WIN:
    case FACT_ONLY_MOVE:
    case FACT_FEW_MOVES:
        check_alternatives(c);
        break;
    case FACT_MARGIN:
        check_margin(c);
        break;
    default: // estimates, and what the book says
        assert_string_not_equal(fact_grade(c->fact->id), "rules");
    }
}

static void check_facts(struct bench *b, const struct facts_task *task, const struct facts *facts)
{
    const struct history *history = task->history;
    struct claim c = {.bench = b,
                      .task = task,
                      .game = history->game,
                      .before = &history->position,
                      .seat = history->game->to_act(&history->position)};

    game_list(c.game, c.before, &c.list);
    c.game->apply(c.before, task->action, &c.after);
    for (unsigned i = 0; i < facts->count; i++) {
        char sentence[FACT_BYTES];
        struct text t;
        c.fact = &facts->at[i];
        bool margin = c.fact->id == FACT_MARGIN || c.fact->id == FACT_EXPECTED_MARGIN;
        assert_true(i == 0 || c.fact->id >= facts->at[i - 1].id || c.fact->id == FACT_THREAT ||
                    (margin && i + 1 == facts->count && !game_ai(c.game)->margin_scale));
        text_init(&t, sentence, sizeof sentence);
        fact_sentence(c.fact, c.game, NULL, c.game->seat_names, &t);
        assert_false(t.cut);
        assert_true(sentence[0] < 'a' && sentence[t.length - 1] == '.');
        assert_null(strchr(sentence, '{'));
        check_fact(&c);
        stated[c.fact->id]++;
    }
}

// ---------------------------------------------------------------------------------------------
// Hints
// ---------------------------------------------------------------------------------------------

static struct think_limits small_limits(const struct game *g, const struct game_options *options)
{
    bool duel = game_is_duel(g, options);

    return (struct think_limits){.search = {.nodes = duel ? NODES : TRIALS}};
}

// Whether a place lies in the third that has this name, or less than half a square beside it: the
// words are those of the part's middle.
static bool lies_there(const char *const names[3], const char *name, int from, int reach)
{
    int size = reach + SCENE_UNIT, at = 3 * from + 3 * SCENE_UNIT / 2, half = 3 * SCENE_UNIT / 2;
    int third = strcmp(names[1], name) == 0 ? 1 : strcmp(names[2], name) == 0 ? 2 : 0;
    return at > third * size - half && at < (third + 1) * size + half;
}

// A part of a panel is named by its row and its column: the place that is named lies there.
static void check_words_of_place(const struct scene *s, const struct hint_area *area)
{
    int left = INT16_MAX, right = INT16_MIN, bottom = INT16_MAX, top = INT16_MIN;
    const char *const rows[] = {"lower", "middle", "upper"}, *const columns[] = {"left", "middle",
                                                                                 "right"};
    if (!*area->near)
        return;
    const struct scene_spot *near = &s->spots[scene_find(s, area->near)];
    for (unsigned i = 0; i < s->spot_count; i++) {
        const struct scene_spot *spot = &s->spots[i];
        if (spot->panel == near->panel && spot->use == SCENE_PLACE) {
            left = spot->x < left ? spot->x : left;
            right = spot->x > right ? spot->x : right;
            bottom = spot->y < bottom ? spot->y : bottom;
            top = spot->y > top ? spot->y : top;
        }
    }
    if (!lies_there(rows, area->row, near->y - bottom, top - bottom) ||
        !lies_there(columns, area->column, near->x - left, right - left))
        fail_msg("%s is called %s %s", area->near, area->row, area->column);
}

static void check_hint(const struct history *history, const struct hint *h)
{
    struct game_path path;
    struct scene s;
    bool best = false, near = false;
    game_action action;

    assert_true(h->candidate_count >= 1 && h->candidate_count <= HINT_MOST_CANDIDATES);
    for (unsigned i = 0; i < h->candidate_count; i++) {
        assert_true(game_find(history->game, &history->position, h->candidates[i].text, &action));
        assert_true(i == 0 || strcmp(h->candidates[i - 1].text, h->candidates[i].text) < 0);
        best |= action == h->best;
    }
    assert_true(best);
    game_scene(history->game, &history->position, h->seat, &s);
    history->game->action_path(&history->position, h->best, &path);
    assert_true(h->area.count > 0);
    for (unsigned i = 0; i < h->area.count; i++) {
        assert_true(scene_find(&s, h->area.spots[i]) >= 0);
        for (unsigned k = 0; k < path.count; k++)
            near |= scene_find(&s, h->area.spots[i]) == path.at[k];
    }
    assert_true(near);
    check_words_of_place(&s, &h->area);
    assert_true(h->reasons.count >= 1 && h->reasons.count <= HINT_MOST_REASONS);
}

// Who plays guesses at secrets without help: what the engine believes is told in reviews alone.
static void check_no_beliefs(const struct facts *reasons)
{
    for (unsigned i = 0; i < reasons->count; i++) {
        if (reasons->at[i].id == FACT_BELIEF || reasons->at[i].id == FACT_WINS_IF)
            fail_msg("a hint tells the belief '%s'", reasons->at[i].word);
    }
}

// Beliefs and expectations agree: a seat that wins at once if a secret is what it is believed to be
// has at least that chance, within sampling error; and no estimate is stated as certain.
static void check_consistent(const struct facts *facts)
{
    int wins[GAME_MAX_SEATS] = {0}, chance = -1;

    for (unsigned i = 0; i < facts->count; i++) {
        const struct fact *f = &facts->at[i];
        if (f->id == FACT_WINS_IF)
            wins[f->seat] += f->number[0];
        if (f->id == FACT_CHANCE)
            chance = f->number[0];
        if (f->id == FACT_BELIEF || f->id == FACT_WINS_IF || f->id == FACT_CHANCE)
            assert_in_range(fact_percent(f->number[0]), 1, 99);
    }
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        assert_true(wins[seat] <= 1000 + GAME_MAX_SECRETS); // rounded each
        if (wins[seat])
            consistent++;
        if (chance >= 0 && wins[seat] > chance + DOUBT)
            fail_msg("wins at once with %d, chance %d thousandths", wins[seat], chance);
    }
}

static void all_hint_levels(const struct hint *h, char words[4][HINT_BYTES])
{
    for (unsigned level = 1; level <= 4; level++) {
        struct text t;
        text_init(&t, words[level - 1], HINT_BYTES);
        hint_text(h, level, NULL, h->game->seat_names, &t);
        assert_false(t.cut);
        assert_true(t.length > 0);
    }
}

// What the seat cannot see must not change a word.
static void check_blind(struct bench *b, const struct history *history, const struct hint *h)
{
    struct think_limits limits = small_limits(history->game, &history->options);
    struct random r = random_from_seed(b->looked);
    char words[4][HINT_BYTES], others[4][HINT_BYTES];
    struct history redealt = *history;
    struct game_position seen;
    struct hint other;

    game_view(history->game, &history->position, h->seat, &seen);
    game_determinize(history->game, &seen, &r, &redealt.position);
    thinker_forget(&b->thinker, 1);
    hint_think(&b->thinker, &redealt, &limits, NULL, &other);
    all_hint_levels(h, words);
    all_hint_levels(&other, others);
    for (unsigned i = 0; i < 4; i++)
        assert_string_equal(words[i], others[i]);
}

// ---------------------------------------------------------------------------------------------
// Random positions of every game
// ---------------------------------------------------------------------------------------------

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    struct bench *b = to;
    struct think_limits limits = small_limits(s->game, &s->options);
    struct search_report report;
    struct game_actions list;
    struct facts facts;
    struct hint h;
    struct history history;

    game_list(s->game, p, &list);
    // All positions near the end, where more can be said, some of the others.
    if (list.count == 0 || (b->seen++ % EVERY != 0 && list.count > 3))
        return;
    b->looked++;
    history_init(&history, s->game, &s->options, p);
    thinker_forget(&b->thinker, 1);
    hint_think(&b->thinker, &history, &limits, NULL, &h);
    check_hint(&history, &h);
    check_no_beliefs(&h.reasons);
    struct facts_task task = {.history = &history, .action = h.best, .found = &h.found};
    check_facts(b, &task, &h.reasons);
    if (s->game->hidden)
        check_blind(b, &history, &h);
    // Any other action, for what is wrong with it, and all that can be said for it.
    task.action = list.at[b->looked % list.count];
    think_about(&b->thinker, &history, task.action, &limits, NULL, &report);
    task.found = &report.lines[0];
    task.beliefs = s->game->hidden ? b->thinker.beliefs : NULL;
    facts_against(&task, &facts);
    check_facts(b, &task, &facts);
    facts_for(&task, &facts);
    check_facts(b, &task, &facts);
    check_consistent(&facts);
    history_clear(&history);
}

static void says_what_is_true(void **state)
{
    struct bench b = {0};
    struct error e;

    assert_true(thinker_init(&b.thinker, 1, NULL, &e));
    assert_true(thinker_init(&b.other, 4, NULL, &e));
    thinker_forget(&b.other, 1);
    subject_walk(*state, 1, WALK, look, &b);
    assert_true(b.looked > 5);
    thinker_clear(&b.thinker);
    thinker_clear(&b.other);
}

// The third repetition is a draw, which only a history knows: the action ends the game.
static void knows_repetition(void **state)
{
    static const char *const shuffle[] = {"a2a1", "a5a6", "a1a2", "a6a5"};
    const struct game *g = registry_find("tiku");
    struct game_options options = {0};
    struct game_position start;
    struct history history;
    struct error e;
    unsigned i = 0;

    (void)state;
    g->start(&options, 0, &start);
    history_init(&history, g, &options, &start);
    for (;; i++) {
        struct facts facts;
        game_action action;
        assert_true(i < 40);
        assert_true(game_find(g, &history.position, shuffle[i % 4], &action));
        struct facts_task task = {.history = &history, .action = action};
        facts_for(&task, &facts);
        bool drawn = facts.count > 0 && facts.at[0].id == FACT_DRAWS_AT_ONCE;
        assert_true(history_play_text(&history, shuffle[i % 4], &e));
        assert_int_equal(drawn, history.repeated);
        if (drawn) {
            assert_int_equal(facts.count, 1);
            stated[FACT_DRAWS_AT_ONCE]++;
            break;
        }
    }
    history_clear(&history);
}

// No kind of fact that must be true was left out by chance. One game alone need not have all.
static void says_everything(void **state)
{
    (void)state;
    assert_true(getenv("GAME") || confirmed * 2 > stated[FACT_WIN_IN]);
    assert_true(getenv("GAME") || consistent > 3);
    for (enum fact_id id = 0; id < FACT_COUNT; id++) {
        if (id != FACT_BOOK && stated[id] == 0 && !getenv("GAME"))
            fail_msg("no position had the fact '%s'", fact_row(id)->id);
        print_message("%4u %s\n", stated[id], fact_row(id)->id);
    }
}

// ---------------------------------------------------------------------------------------------
// Sentences
// ---------------------------------------------------------------------------------------------

static void check_sentence(struct fact fact, const char *wanted)
{
    static const char *const names[GAME_MAX_SEATS] = {"the guest", "Ada"};
    char sentence[FACT_BYTES];
    struct text t;

    text_init(&t, sentence, sizeof sentence);
    fact_sentence(&fact, registry_find("tiku"), NULL, names, &t);
    assert_string_equal(sentence, wanted);
}

static void speaks_english(void **state)
{
    (void)state;
    check_sentence((struct fact){.id = FACT_THREAT, .seat = 1, .number = {1, 1}},
                   "After 1 of the 1 reply Ada wins at once.");
    check_sentence((struct fact){.id = FACT_THREAT, .seat = 1, .number = {2, 3}},
                   "After 2 of the 3 replies Ada wins at once.");
    check_sentence((struct fact){.id = FACT_WIN, .seat = 0}, "The guest then wins by force.");
    check_sentence((struct fact){.id = FACT_MARGIN, .seat = 0, .number = {1}},
                   "With best play the guest ends 1 point ahead.");
    check_sentence((struct fact){.id = FACT_EXPECTED_MARGIN, .seat = 1, .number = {25}},
                   "Ada is expected to end 2.5 points ahead.");
    check_sentence((struct fact){.id = FACT_BELIEF, .seat = 1, .number = {615}, .word = "red"},
                   "Most likely Ada is red (62 %).");
    check_sentence(
        (struct fact){
            .id = FACT_COUNTER, .seat = SCENE_NOBODY, .number = {3, 2}, .word = "stones left"},
        "All: stones left from 3 to 2.");
    struct fact answered = {.id = FACT_ALLOWS_WIN, .seat = 0};
    const struct game *g = registry_find("tiku");
    struct game_options options = {0};
    struct game_position start;
    game_action action;
    g->start(&options, 0, &start);
    assert_true(game_find(g, &start, "a2a4", &action));
    fact_answer(&answered, g, &start, action);
    check_sentence(answered,
                   "The guest can then win at once with \"figure a2 to a4, lays 2 discs\" (a2a4).");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_repetition),
        cmocka_unit_test(says_everything),
        cmocka_unit_test(speaks_english),
    };

    int failed = subjects_run("facts and hints", says_what_is_true);
    return failed + cmocka_run_group_tests_name("sentences", tests, NULL, NULL);
}
