// SPDX-License-Identifier: MIT
// Games with secrets: the deals that a game lists are all that a seat must reckon with; its puzzles
// are proven over them, and forged ones are not; what is told of a wrong action is true and depends
// on nothing that the solver cannot see.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coach/deduce.h"
#include "coach/puzzlesolver.h"
#include "games/registry.h"
#include "tests/unit/subjects.h"

enum { POSITIONS = 300, SAMPLE = 16, CHECK_BYTES = 16 << 20, MEGABYTES = 1 };

// ---------------------------------------------------------------------------------------------
// Deals
// ---------------------------------------------------------------------------------------------

// Different ones, each looks like the view, and the truth and every random determinization are
// among them.
static void seat_deals(const struct subject *s, const struct game_position *p, int seat)
{
    static struct game_position list[GAME_MAX_DETERMINIZATIONS];
    static char texts[GAME_MAX_DETERMINIZATIONS][GAME_TEXT_BYTES];
    char a[GAME_TEXT_BYTES], b[GAME_TEXT_BYTES];
    struct game_position seen;
    struct random r = random_from_seed(game_key(s->game, p));

    game_view(s->game, p, seat, &seen);
    unsigned count = game_determinizations(s->game, &seen, list);
    assert_in_range(count, 1, GAME_MAX_DETERMINIZATIONS);
    subject_text(s, &seen, a);
    for (unsigned i = 0; i < count; i++) {
        struct game_position again;
        assert_true(game_complete(s->game, &list[i]));
        game_view(s->game, &list[i], seat, &again);
        assert_string_equal(a, subject_text(s, &again, b));
        subject_text(s, &list[i], texts[i]);
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(texts[i], texts[k]);
    }
    for (unsigned i = 0; i < 8; i++) {
        struct game_position full = *p;
        unsigned k = 0;
        if (i > 0)
            game_determinize(s->game, &seen, &r, &full);
        subject_text(s, &full, b);
        while (k < count && strcmp(texts[k], b) != 0)
            k++;
        assert_true(k < count);
    }
}

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    (void)to;
    for (int seat = GAME_PUBLIC; seat < game_seats(s->game, &s->options); seat++)
        seat_deals(s, p, seat);
}

static void deals_law(void **state)
{
    const struct subject *s = *state;

    if (!s->game->hidden || game_hidden(s->game)->determinizations)
        subject_walk(s, 1, POSITIONS, look, NULL);
}

// ---------------------------------------------------------------------------------------------
// Puzzles
// ---------------------------------------------------------------------------------------------

struct bench {
    struct thinker thinker;
    struct puzzle_check check;
    unsigned puzzles, wrong, lines;
    unsigned kept, followed, gone; // puzzles that ask to lose nothing, and refutations of them
};

static void refute_in(struct bench *b, const struct puzzle_solver *s,
                      const struct game_position *deal, game_action action, struct refutation *r)
{
    struct puzzle_solver other = *s;
    struct history history;

    other.position = other.mirrored = *deal;
    history_init(&history, s->puzzle.game, &s->puzzle.options, deal);
    puzzle_solver_refute(&other, &b->thinker, &history, action, NULL, r);
    history_clear(&history);
}

// Where something is to be kept, what the others do is shown until it is gone, or for as long as
// the line may be: behind every action of theirs it can no longer be kept.
static void check_line(struct bench *b, const struct puzzle_solver *s, struct game_position deal,
                       game_action action, const struct refutation *r)
{
    const struct game *g = s->puzzle.game;
    struct game_position next;

    g->apply(&deal, action, &next);
    if (s->puzzle.goal != PUZZLE_KEEP || r->count == 0)
        return;
    for (unsigned i = 0; i < r->count; i++) {
        assert_int_equal(puzzle_stands(&s->puzzle, s->seat, &deal, &next), PUZZLE_OPEN);
        deal = next;
        assert_true(g->to_act(&deal) == s->seat ||
                    puzzle_forces_by(&b->check, &s->puzzle, s->seat, &deal, r->actions[i], 0) ==
                        PUZZLE_WRONG);
        g->apply(&deal, r->actions[i], &next);
    }
    b->gone += puzzle_stands(&s->puzzle, s->seat, &deal, &next) == PUZZLE_MISSED;
    b->followed++;
}

// In the deal that is named the goal is lost, by trying everything there.
static void check_named(struct bench *b, const struct puzzle_solver *s,
                        const struct deduce_determinizations *deals, game_action action,
                        const struct refutation *r)
{
    const struct game *g = s->puzzle.game;
    unsigned agreeing = 0;

    for (unsigned i = 0; i < deals->count; i++) {
        bool named = true;
        for (int seat = 0; seat < game_seats(g, &s->puzzle.options); seat++)
            named = named &&
                    (r->secret[seat] < 0 || r->secret[seat] == game_secret(g, &deals->at[i], seat));
        if (!named)
            continue;
        if (agreeing++ == 0)
            check_line(b, s, deals->at[i], action, r);
        assert_int_equal(puzzle_forces_by(&b->check, &s->puzzle, s->seat, &deals->at[i], action, 0),
                         PUZZLE_WRONG);
    }
    // Where something is to be kept and is lost in every deal, none is named.
    assert_true(agreeing == 1 || (s->puzzle.goal == PUZZLE_KEEP && agreeing == deals->count));
}

// Whatever the others really hold, the same deal is named and the same actions are shown, and they
// are legal; only where the truth shows itself the line may end sooner.
static void check_wrong(struct bench *b, const struct puzzle_solver *s,
                        const struct deduce_determinizations *deals, game_action action)
{
    const struct game *g = s->puzzle.game;
    struct refutation r, other;
    struct message message;

    refute_in(b, s, &s->position, action, &r);
    assert_true(r.proven);
    check_named(b, s, deals, action, &r);
    for (unsigned i = 0; i < deals->count; i++) {
        struct game_position p = deals->at[i];
        refute_in(b, s, &deals->at[i], action, &other);
        assert_memory_equal(r.secret, other.secret, sizeof r.secret);
        g->apply(&p, action, &p);
        for (unsigned k = 0; k < other.count; k++) {
            struct game_actions list;
            bool legal = false;
            game_list(g, &p, &list);
            for (unsigned j = 0; j < list.count; j++)
                legal = legal || list.at[j] == other.actions[k];
            assert_true(legal);
            assert_true(k >= r.count || r.actions[k] == other.actions[k]);
            g->apply(&p, other.actions[k], &p);
        }
    }
    puzzle_solver_say_lost(s, &r, g->seat_names, &message);
    assert_non_null(strstr(message.text, "Proven: "));
    b->wrong++;
    b->lines += r.count > 0;
}

static void check_step(struct bench *b, const struct puzzle_solver *s)
{
    const struct game *g = s->puzzle.game;
    struct deduce_determinizations deals;
    struct game_actions list;

    deduce_list(g, &s->position, s->seat, &deals);
    assert_in_range(deals.count, 1, DEDUCE_MOST_DETERMINIZATIONS);
    game_list(g, &s->position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct puzzle_solver tried = *s;
        bool same = deduce_same(g, &deals, puzzle_solver_solution(s), list.at[i]);
        assert_true((puzzle_solver_try(&tried, list.at[i]) == PUZZLE_ATTEMPT_WRONG) == !same);
        if (!same)
            check_wrong(b, s, &deals, list.at[i]);
    }
}

// A line that goes on until the solver has acted behind the goal.
static void go_beyond(struct puzzle *z)
{
    struct game_position p;
    struct game_actions list;
    struct game_result result = {0};

    puzzle_position(z, &p);
    int solver = z->game->to_act(&p);
    for (unsigned i = 0; i < z->length; i++)
        z->game->apply(&p, z->line[i], &p);
    for (bool other = false, again = false; !again && !result.over && z->length < PUZZLE_MOST_LINE;
         z->game->result(&p, &result)) {
        game_list(z->game, &p, &list);
        again = other && z->game->to_act(&p) == solver;
        other = other || z->game->to_act(&p) != solver;
        z->line[z->length++] = list.at[0];
        z->game->apply(&p, list.at[0], &p);
    }
}

// Another action in place of the first is not proven, and neither is a goal that is too high.
static void check_forged(struct bench *b, const struct puzzle *z)
{
    struct puzzle forged = *z;
    struct game_position p;
    struct game_actions list;
    struct error e;

    puzzle_position(z, &p);
    game_list(z->game, &p, &list);
    forged.length = 1;
    for (unsigned i = 0; i < list.count; i++) {
        forged.line[0] = list.at[i];
        bool right = puzzle_same(z->game, &p, list.at[i], z->line[0]);
        assert_int_equal(puzzle_prove(&b->check, &forged, &e),
                         right ? PUZZLE_PROVEN : PUZZLE_WRONG);
    }
    forged = *z;
    if (z->goal == PUZZLE_KEEP) {
        go_beyond(&forged);
    } else {
        forged.goal = PUZZLE_LEAD;
        forged.lead = 1000;
    }
    assert_int_equal(puzzle_prove(&b->check, &forged, &e), PUZZLE_WRONG);
}

static void check_puzzle(struct bench *b, const struct puzzle *z)
{
    struct puzzle_solver s;
    struct error e;
    struct message message;

    if (puzzle_prove(&b->check, z, &e) != PUZZLE_PROVEN)
        fail_msg("%s: %s", z->game->name, e.message.text);
    check_forged(b, z);
    puzzle_solver_init(&s, z);
    puzzle_solver_say_goal(z, z->game->seat_names, &message);
    // A prompt of a small phone has no more room: what is kept, or what is won whatever happens.
    assert_non_null(strstr(message.text, z->goal == PUZZLE_KEEP ? game_hidden(z->game)->objective
                                                                : "whatever the others hold"));
    while (!puzzle_solver_done(&s)) {
        check_step(b, &s);
        assert_true(puzzle_solver_try(&s, puzzle_solver_solution(&s)) != PUZZLE_ATTEMPT_WRONG);
    }
    assert_int_equal(s.found, s.to_find);
    b->puzzles++;
    b->kept += z->goal == PUZZLE_KEEP;
}

static void puzzles(void **state)
{
    struct bench b = {.puzzles = 0};
    struct error e;
    void *memory = malloc(CHECK_BYTES);

    (void)state;
    puzzle_check_init(&b.check, memory, CHECK_BYTES);
    assert_true(thinker_init(&b.thinker, MEGABYTES, NULL, &e));
    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        const char *bytes = registry_puzzles(g);
        struct puzzle_file f;
        struct puzzle z;
        if (!subject_wanted(g) || !*bytes || !g->hidden)
            continue;
        if (!puzzle_file_open(&f, bytes, strlen(bytes), &e))
            fail_msg("%s: %s", g->name, e.message.text);
        for (unsigned k = 0; k < SAMPLE && k < f.count; k++) {
            assert_true(puzzle_file_read(&f, k * (f.count - 1) / (SAMPLE - 1), &z, &e));
            check_puzzle(&b, &z);
        }
        printf("%s: %u puzzles, %u wrong actions refuted, %u with a line; %u ask to lose nothing, "
               "%u of %u lines end with a loss\n",
               g->name, b.puzzles, b.wrong, b.lines, b.kept, b.gone, b.followed);
        // A line may end sooner: where the truth would show itself, or it is too long.
        assert_true(!game_hidden(g)->check_objective ||
                    (b.kept > 0 && b.gone * 3 >= b.followed * 2));
        assert_true(b.puzzles == SAMPLE && b.lines * 3 > b.wrong);
    }
    thinker_clear(&b.thinker);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(puzzles)};

    return subjects_run("deals", deals_law) +
           cmocka_run_group_tests_name("deduce", tests, NULL, NULL);
}
