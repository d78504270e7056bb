// SPDX-License-Identifier: MIT
// What one action costs, and when somebody is warned of it, where the truth is known: by the rules
// alone, from positions with the exact value of every action (tests/data/scored), and from puzzles
// whose one right action is proven.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coach/classify.h"
#include "coach/puzzle.h"
#include "games/registry.h"
#include "tests/unit/subjects.h"

enum { MEGABYTES = 16, LINE = 8192, MOST = 64, EACH = 3, PUZZLES = 12, BYTES = 1 << 20, WALK = 60 };

struct bench {
    struct thinker thinker;
    unsigned warned, clear; // actions that must be, and that must not be
    unsigned unseen;        // of those that must be: worse by a proof that the search did not find
    unsigned misjudged; // of those that must not be: the search guesses that they cost something
};

static void begin(struct bench *b)
{
    struct error e;

    *b = (struct bench){0};
    assert_true(thinker_init(&b->thinker, MEGABYTES, NULL, &e));
    thinker_forget(&b->thinker, 0);
}

static void end(struct bench *b)
{
    print_message("%u actions warned of, %u not, %u not seen, %u misjudged\n", b->warned, b->clear,
                  b->unseen, b->misjudged);
    thinker_clear(&b->thinker);
}

static void at(struct history *h, const struct game *g, const struct game_options *options,
               const struct game_position *p)
{
    history_init(h, g, options, p);
}

static void ask(struct bench *b, const struct history *h, game_action action, uint64_t nodes,
                struct move_classification *j)
{
    struct classify_task task = {
        .thinker = &b->thinker, .history = h, .action = action, .nodes = nodes};

    assert_true(classify_move(&task, j));
    assert_false(classification_warns(j, WARN_OFF));
    // Who wants more warnings gets at least those that others get.
    for (int strength = WARN_BLUNDERS; strength < WARN_ALL; strength++)
        assert_true(!classification_warns(j, (enum warning_level)strength) ||
                    classification_warns(j, (enum warning_level)(strength + 1)));
}

// The action keeps the result: nobody is warned of it, however many warnings are wanted.
static void expect_clear(struct bench *b, const struct move_classification *j)
{
    assert_false(classification_warns(j, WARN_ALL));
    b->clear++;
}

// The only action that keeps what can be forced, perhaps deeper than the search sees: nothing worse
// is ever called proven of it.
static void expect_kept(struct bench *b, const struct move_classification *j)
{
    if (!classification_warns(j, WARN_ALL)) {
        b->clear++;
        return;
    }
    assert_false(j->after.proven);
    b->misjudged++;
}

static void expect_warning(struct bench *b, const struct move_classification *j)
{
    struct message message;

    for (int strength = WARN_BLUNDERS; strength <= WARN_ALL; strength++)
        assert_true(classification_warns(j, (enum warning_level)strength));
    assert_true(j->against.count > 0 && j->why.count > 0);
    classification_say(j, registry_find("null"), &message);
    assert_true(strlen(message.text) > 10);
    b->warned++;
}

// ---------------------------------------------------------------------------------------------
// Words and strengths
// ---------------------------------------------------------------------------------------------

static void reads_strengths(void **state)
{
    enum warning_level strength = WARN_ALL;

    (void)state;
    for (int i = 0; i < WARNING_LEVELS; i++) {
        assert_true(warning_level_read(warning_level_ids[i], &strength));
        assert_int_equal(strength, i);
    }
    assert_false(warning_level_read("blunder", &strength));
    assert_false(warning_level_read("", &strength));
}

static struct seat_value worth(int chance, bool proven)
{
    return (struct seat_value){chance * 2 - 1000, chance, proven};
}

static bool warns(struct seat_value before, struct seat_value after, enum warning_level strength)
{
    struct move_classification j = {
        .class = MOVE_BLUNDER,
        .before = before,
        .after = after,
        .loss = before.chance > after.chance ? before.chance - after.chance : 0};

    return classification_warns(&j, strength);
}

static void warns_by_share(void **state)
{
    (void)state;
    assert_true(warns(worth(600, false), worth(400, false), WARN_BLUNDERS));
    assert_false(warns(worth(600, false), worth(401, false), WARN_BLUNDERS));
    assert_true(warns(worth(600, false), worth(500, false), WARN_MISTAKES));
    assert_false(warns(worth(600, false), worth(501, false), WARN_MISTAKES));
    assert_true(warns(worth(600, false), worth(550, false), WARN_ALL));
    assert_false(warns(worth(600, false), worth(551, false), WARN_ALL));
    // By proof, whatever the share.
    assert_true(warns(worth(30, false), worth(0, true), WARN_BLUNDERS));
    assert_false(warns(worth(30, false), worth(0, true), WARN_OFF));
    assert_false(warns(worth(0, true), worth(0, true), WARN_ALL)); // all is lost
}

static void says_what_is_known(void **state)
{
    const struct game *g = registry_find("null");
    struct move_classification j = {
        .before = worth(600, false), .after = worth(300, false), .loss = 300};
    struct message message;

    (void)state;
    classification_say(&j, g, &message);
    assert_string_equal(message.text, "This takes the chance to win from about 60 % to 30 %.");
    j.after = worth(0, true);
    classification_say(&j, g, &message);
    assert_string_equal(message.text, "This loses by force.");
    j.before = worth(500, true);
    classification_say(&j, g, &message);
    assert_string_equal(message.text, "This loses a game that can be drawn.");
    j.before = worth(1000, true);
    classification_say(&j, g, &message);
    assert_string_equal(message.text, "This gives a sure win away and loses by force.");
    j.after = worth(500, true);
    classification_say(&j, g, &message);
    assert_string_equal(message.text, "This gives a sure win away for a draw.");
}

// ---------------------------------------------------------------------------------------------
// By the rules: an action that loses at once, where another does not
// ---------------------------------------------------------------------------------------------

static bool can_win(const struct game *g, const struct game_position *p)
{
    struct game_position after;
    struct game_actions list;
    struct game_result result;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        g->apply(p, list.at[i], &after);
        g->result(&after, &result);
        if (result.over && result.outcome[g->to_act(p)] == GAME_WIN)
            return true;
    }
    return false;
}

static bool lets_win(const struct game *g, const struct game_position *p, game_action action)
{
    struct game_position after;
    struct game_result result;

    g->apply(p, action, &after);
    g->result(&after, &result);
    return !result.over && g->to_act(&after) != g->to_act(p) && can_win(g, &after);
}

static void let_win(const struct subject *s, const struct game_position *p, void *to)
{
    struct bench *b = to;
    struct game_actions list;
    struct game_result result;
    struct move_classification j;
    struct history h;
    unsigned bad = 0;

    s->game->result(p, &result);
    if (result.over || b->warned >= EACH)
        return;
    game_list(s->game, p, &list);
    while (bad < list.count && !lets_win(s->game, p, list.at[bad]))
        bad++;
    if (bad == list.count || list.count == 1)
        return;
    at(&h, s->game, &s->options, p);
    ask(b, &h, list.at[bad], 20000, &j);
    assert_true(j.after.proven && j.after.value < 0);
    if (j.before.proven && j.before.value < 0)
        assert_false(classification_warns(&j, WARN_ALL)); // every action loses
    else
        expect_warning(b, &j);
    history_clear(&h);
}

static void warns_of_wins_at_once(void **state)
{
    const struct subject *s = *state;
    struct bench b;

    if (!game_is_duel(s->game, &s->options))
        return;
    begin(&b);
    subject_walk(s, 5, WALK, let_win, &b);
    end(&b);
}

static bool tells_beliefs(const struct facts *facts)
{
    for (unsigned i = 0; i < facts->count; i++) {
        if (facts->at[i].id == FACT_BELIEF || facts->at[i].id == FACT_WINS_IF)
            return true;
    }
    return false;
}

// A classification while playing tells no beliefs about secrets, one of a game that is over may.
static void guess(const struct subject *s, const struct game_position *p, void *to)
{
    struct bench *b = to;
    struct game_actions list;
    struct move_classification j;
    struct history h;

    game_list(s->game, p, &list);
    if (list.count < 2)
        return;
    at(&h, s->game, &s->options, p);
    for (int over = 0; over < 2; over++) {
        struct classify_task task = {.thinker = &b->thinker,
                                     .history = &h,
                                     .action = list.at[0],
                                     .nodes = 200,
                                     .tells_beliefs = over};
        thinker_forget(&b->thinker, 0);
        assert_true(classify_move(&task, &j));
        b->warned += over && tells_beliefs(&j.why);
        assert_true(over || !tells_beliefs(&j.why));
        assert_false(tells_beliefs(&j.against));
    }
    history_clear(&h);
}

static void keeps_beliefs(void **state)
{
    const struct subject *s = *state;
    struct bench b;

    if (!s->game->hidden)
        return;
    begin(&b);
    subject_walk(s, 7, WALK, guess, &b);
    const struct game_options usual = {0};
    assert_true(b.warned > 0 || memcmp(&s->options, &usual, sizeof usual) != 0);
    end(&b);
}

// In a game with secrets what is said depends on what the seat may know alone.
static void judges_views(void **state)
{
    const struct subject *s = *state;
    struct game_position start, other, seen[2];
    struct game_actions list;
    struct move_classification j[2];
    struct history h;
    struct bench b;

    if (!s->game->hidden)
        return;
    s->game->start(&s->options, 3, &start);
    int seat = s->game->to_act(&start);
    game_view(s->game, &start, seat, &seen[0]);
    // Another deal that looks the same to the seat.
    struct random r = random_from_seed(11);
    game_determinize(s->game, &seen[0], &r, &other);
    game_view(s->game, &other, seat, &seen[1]);
    assert_int_equal(game_key(s->game, &seen[0]), game_key(s->game, &seen[1]));
    game_list(s->game, &start, &list);
    for (int i = 0; i < 2; i++) {
        begin(&b);
        at(&h, s->game, &s->options, i ? &other : &start);
        ask(&b, &h, list.at[list.count / 2], 300, &j[i]);
        history_clear(&h);
        thinker_clear(&b.thinker);
    }
    assert_int_equal(j[0].loss, j[1].loss);
    assert_int_equal(j[0].class, j[1].class);
    assert_int_equal(j[0].better.actions[0], j[1].better.actions[0]);
    assert_int_equal(j[0].against.count, j[1].against.count);
}

// ---------------------------------------------------------------------------------------------
// Positions with the exact value of every action
// ---------------------------------------------------------------------------------------------

static int sign(long value)
{
    return (value > 0) - (value < 0);
}

// "a1=12 b2=-3": the value of the next action; false behind the last.
static bool next_value(char **rest, char **text, long *value)
{
    char *word = *rest, *equals = word ? strchr(word, '=') : NULL;

    if (!equals)
        return false;
    *equals = 0;
    *text = word;
    *value = strtol(equals + 1, rest, 10);
    *rest = **rest == ' ' ? *rest + 1 : NULL;
    return true;
}

static void judge_values(struct bench *b, const struct history *h, char *actions)
{
    char *texts[MOST], *rest = actions;
    long values[MOST];
    unsigned count = 0, asked[3] = {0};
    int best = -1;

    while (count < MOST && next_value(&rest, &texts[count], &values[count])) {
        best = sign(values[count]) > best ? sign(values[count]) : best;
        count++;
    }
    for (unsigned i = 0; i < count; i++) {
        struct move_classification j;
        game_action action;
        if (asked[sign(values[i]) + 1]++ >= EACH)
            continue;
        assert_true(game_find(h->game, &h->position, texts[i], &action));
        ask(b, h, action, 0, &j);
        if (sign(values[i]) == best)
            expect_clear(b, &j);
        else
            expect_warning(b, &j);
    }
}

static void judges_scored(void **state)
{
    const struct game *g = *state;
    struct bench b;
    char line[LINE];

    begin(&b);
    FILE *file = subject_data("scored", g);
    while (fgets(line, sizeof line, file)) {
        struct game_options options = {0};
        struct game_position p;
        struct history h;
        struct error e;
        line[strcspn(line, "\n")] = 0;
        char *position = strchr(line, '\t'), *actions = strchr(position + 1, '\t');
        *position++ = *actions++ = 0;
        for (char *next, *word = strcmp(line, "-") ? line : NULL; word; word = next) {
            next = strchr(word, ',');
            if (next)
                *next++ = 0;
            assert_true(game_set_option(g, &options, word, &e));
        }
        assert_true(g->read(&options, position, &p, &e));
        at(&h, g, &options, &p);
        judge_values(&b, &h, actions);
        history_clear(&h);
    }
    fclose(file);
    end(&b);
    assert_true(b.clear >= 3 && b.warned >= 2);
}

// ---------------------------------------------------------------------------------------------
// Puzzles: one action keeps the result, proven by the rules alone
// ---------------------------------------------------------------------------------------------

static void judge_puzzle(struct bench *b, const struct puzzle *z)
{
    const struct game *g = z->game;
    struct game_position p;
    struct game_actions list;
    struct move_classification j;
    struct history h;

    g->start(&z->options, z->seed, &p);
    at(&h, g, &z->options, &p);
    for (unsigned i = 0; i < z->past_length; i++)
        assert_true(history_play(&h, z->past[i]));
    history_list(&h, &list);
    ask(b, &h, z->line[0], 0, &j);
    expect_kept(b, &j);
    for (unsigned i = 0, asked = 0; i < list.count && asked < EACH; i++) {
        if (puzzle_same(g, &h.position, list.at[i], z->line[0]) || z->within)
            continue; // behind `within` actions others may win too
        asked++;
        ask(b, &h, list.at[i], 0, &j);
        if (j.after.proven)
            expect_warning(b, &j);
        else
            b->unseen++;
    }
    history_clear(&h);
}

static void judges_puzzles(void **state)
{
    const struct subject *s = *state;
    char path[120];
    struct puzzle_file f;
    struct puzzle z;
    struct error e;
    struct bench b;

    if (s->game->hidden)
        return; // its puzzles speak of every deal, a classification of the chances over them
    snprintf(path, sizeof path, "games/%s/puzzles.txt", s->game->name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return;
    char *bytes = malloc(BYTES);
    assert_non_null(bytes);
    size_t count = fread(bytes, 1, BYTES, file);
    fclose(file);
    begin(&b);
    if (!puzzle_file_open(&f, bytes, count, &e))
        fail_msg("%s", e.message.text);
    for (unsigned i = 0, told = 0; i < f.count && told < PUZZLES; i += 7) {
        assert_true(puzzle_file_read(&f, i, &z, &e));
        if (z.goal == PUZZLE_LEAD || memcmp(&z.options, &s->options, sizeof z.options) != 0)
            continue;
        told++;
        judge_puzzle(&b, &z);
    }
    end(&b);
    // What a search of this size misses is little.
    assert_true(b.unseen * 10 <= b.warned);
    assert_true(b.misjudged * 10 <= b.clear);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_strengths),
        cmocka_unit_test(warns_by_share),
        cmocka_unit_test(says_what_is_known),
    };

    return cmocka_run_group_tests_name("judge", tests, NULL, NULL) +
           subjects_run("judge at once", warns_of_wins_at_once) +
           subjects_run("judge views", judges_views) +
           subjects_run("judge beliefs", keeps_beliefs) +
           subjects_run_data("judge scored", "scored", judges_scored) +
           subjects_run("judge puzzles", judges_puzzles);
}
