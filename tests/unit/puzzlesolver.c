// SPDX-License-Identifier: MIT
// Solving: in a sample of every game's puzzles the line solves, in the mirror too; every other
// action is answered as wrong, with a refutation that is legal and behind which, by trying
// everything, the goal cannot be forced any more.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coach/puzzlesolver.h"
#include "games/registry.h"
#include "tests/unit/subjects.h"

enum { SAMPLE = 24, CHECK_BYTES = 64 << 20, MEGABYTES = 4, MOST_REFUTED = 6 };

struct bench {
    struct thinker thinker;
    struct puzzle_check check;
    unsigned wrong, proven, shown, symmetric, reasons, ended, refuted, rests, forged, margins;
};

static bool is_legal(const struct game *g, const struct game_position *p, game_action action)
{
    struct game_actions list;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (list.at[i] == action)
            return true;
    }
    return false;
}

static void history_of(const struct puzzle_solver *s, struct history *history)
{
    const struct puzzle *z = &s->puzzle;
    struct game_position start;

    z->game->start(&z->options, z->seed, &start);
    history_init(history, z->game, &z->options, &start);
    for (unsigned i = 0; i < z->past_length; i++)
        assert_true(history_play(history, z->past[i]));
    for (unsigned i = 0; i < s->played_count; i++)
        assert_true(history_play(history, s->played[i]));
}

// Of a wrong action in a puzzle about points nothing is told that praises it, and a margin that is
// told comes first and is too small.
static void check_praise(struct bench *b, const struct puzzle_solver *s, const struct refutation *r)
{
    for (unsigned i = 0; i < r->reasons.count && s->puzzle.goal == PUZZLE_LEAD; i++) {
        const struct fact *f = &r->reasons.at[i];
        bool own = f->seat == s->seat;
        assert_false(own && (f->id == FACT_WIN || f->id == FACT_WIN_IN || f->id == FACT_BOOK ||
                             f->id == FACT_WINS_AT_ONCE));
        if (f->id != FACT_MARGIN)
            continue;
        assert_int_equal(i, 0);
        assert_true(!own || f->number[0] < s->puzzle.lead);
        b->margins++;
    }
}

static void check_refutation(struct bench *b, const struct puzzle_solver *s, game_action action)
{
    const struct game *g = s->puzzle.game;
    struct game_position p = s->position;
    struct refutation r;
    struct history history;
    struct message message;
    struct game_result result;
    unsigned left = s->puzzle.within > s->done ? s->puzzle.within - s->done : 0;

    history_of(s, &history);
    puzzle_solver_refute(s, &b->thinker, &history, action, NULL, &r);
    history_clear(&history);
    check_praise(b, s, &r);
    g->apply(&p, action, &p);
    left -= left > 0;
    for (unsigned i = 0; i < r.count; i++) {
        assert_true(is_legal(g, &p, r.actions[i]));
        g->apply(&p, r.actions[i], &p);
        left -= left > 0;
        enum puzzle_verdict forced = puzzle_forces(&b->check, &s->puzzle, s->seat, &p, left);
        if (r.proven && forced == PUZZLE_PROVEN)
            fail_msg("%s: the goal can be forced behind action %u of a refutation", g->name, i + 1);
    }
    g->result(&p, &result);
    assert_true(r.count > 0 || result.over || !r.proven);
    puzzle_solver_say_lost(s, &r, g->seat_names, &message);
    assert_true((strstr(message.text, "Proven") != NULL) == r.proven);
    assert_true(strlen(message.text) > 10);
    for (unsigned i = 0; i < r.reasons.count; i++)
        assert_true(fact_row(r.reasons.at[i].id)->grade != FACT_ESTIMATED);
    b->refuted++;
    b->proven += r.proven;
    b->shown += r.count > 0;
    b->reasons += r.reasons.count > 0;
    b->ended += result.over;
}

// Tries all actions of a position: those that are right, and `b` counts, all lead on.
static void try_all(struct bench *b, const struct puzzle_solver *s, unsigned number)
{
    const struct game *g = s->puzzle.game;
    game_action wanted = puzzle_solver_solution(s);
    struct game_actions list;
    unsigned left = s->puzzle.within > s->done ? s->puzzle.within - s->done : 0, refuted = 0;

    game_list(g, &s->position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct puzzle_solver tried = *s;
        struct game_position after;
        game_action action = list.at[(i + number) % list.count];
        enum puzzle_attempt word = puzzle_solver_try(&tried, action);
        bool right = puzzle_same(g, &s->position, wanted, action);
        assert_true((word == PUZZLE_ATTEMPT_WRONG) == !right);
        if (right) {
            b->symmetric += action != wanted;
            while (!puzzle_solver_done(&tried))
                assert_true(puzzle_solver_try(&tried, puzzle_solver_solution(&tried)) !=
                            PUZZLE_ATTEMPT_WRONG);
            assert_int_equal(tried.found, tried.to_find);
            continue;
        }
        assert_memory_equal(&tried, s, sizeof tried);
        b->wrong++;
        g->apply(&s->position, action, &after);
        assert_true(puzzle_forces(&b->check, &s->puzzle, s->seat, &after, left ? left - 1 : 0) !=
                    PUZZLE_PROVEN);
        if (refuted++ < MOST_REFUTED)
            check_refutation(b, s, action);
    }
}

// Where a line ends before the game does, what is said of the rest is so.
static void check_rest(struct bench *b, const struct puzzle_solver *s)
{
    const struct puzzle *z = &s->puzzle;
    struct game_result result;
    struct message message;

    z->game->result(&s->position, &result);
    assert_true(puzzle_solver_say_rest(s, z->game->seat_names, &message) == !result.over);
    if (result.over)
        return;
    assert_non_null(strstr(message.text, "the rest is not asked"));
    assert_int_equal(
        puzzle_forces(&b->check, z, s->seat, &s->position, z->within ? z->within - s->done : 0),
        PUZZLE_PROVEN);
    b->rests++;
}

// A line with another first or last action, or a goal that is too high, is not proven: the checker
// says what is not so.
static void check_forged(struct bench *b, const struct puzzle *z)
{
    struct puzzle forged = *z;
    struct game_position p;
    struct game_actions list;
    struct error e = {0};

    puzzle_position(z, &p);
    for (unsigned at = 0; at<z->length; at += z->length> 1 ? z->length - 1 : 1) {
        game_list(z->game, &p, &list);
        for (unsigned i = 0; i < list.count; i++) {
            if (puzzle_same(z->game, &p, z->line[at], list.at[i]))
                continue;
            forged.line[at] = list.at[i];
            forged.length = at + 1;
            assert_int_equal(puzzle_prove(&b->check, &forged, &e), PUZZLE_WRONG);
            assert_true(strlen(e.message.text) > 10);
            b->forged++;
            break;
        }
        forged = *z;
        for (unsigned i = at; i + 1 < z->length; i++)
            z->game->apply(&p, z->line[i], &p);
    }
    if (z->goal == PUZZLE_LEAD) {
        forged.lead += 1000;
        assert_int_equal(puzzle_prove(&b->check, &forged, &e), PUZZLE_WRONG);
    }
}

static void check_puzzle(struct bench *b, const struct puzzle *z, unsigned number)
{
    struct puzzle_solver s, shown;
    unsigned own = 0;

    puzzle_solver_init(&s, z);
    assert_true(s.to_find >= 1 && s.to_find <= PUZZLE_MOST_OWN && s.found == 0);
    shown = s;
    puzzle_solver_reveal(&shown);
    assert_true(puzzle_solver_done(&shown) && shown.played_count == z->length && shown.found == 0);
    assert_memory_equal(shown.played, z->line, z->length * sizeof *z->line);
    while (!puzzle_solver_done(&s)) {
        try_all(b, &s, number);
        enum puzzle_attempt word = puzzle_solver_try(&s, puzzle_solver_solution(&s));
        assert_int_equal(word,
                         puzzle_solver_done(&s) ? PUZZLE_ATTEMPT_SOLVED : PUZZLE_ATTEMPT_RIGHT);
        assert_int_equal(s.found, ++own);
        if (!puzzle_solver_done(&s))
            assert_int_equal(z->game->to_act(&s.position), s.seat);
    }
    assert_int_equal(own, s.to_find);
    assert_int_equal(s.played_count, z->length);
    check_rest(b, &s);
    check_rest(b, &shown);
    check_forged(b, z);
}

// A puzzle in each of its mirrors: what is wanted there solves it.
static void check_mirrors(const struct puzzle *z)
{
    for (unsigned image = 0; image < game_symmetries(z->game); image++) {
        struct puzzle_solver s;
        puzzle_solver_init(&s, z);
        game_apply_symmetry(z->game, &s.mirrored, image, &s.position);
        while (!puzzle_solver_done(&s)) {
            game_action wanted = puzzle_solver_solution(&s);
            assert_true(is_legal(z->game, &s.position, wanted));
            assert_true(puzzle_solver_try(&s, wanted) != PUZZLE_ATTEMPT_WRONG);
            assert_true(game_canonical_key(z->game, &s.position) ==
                        game_canonical_key(z->game, &s.mirrored));
        }
        assert_int_equal(s.found, s.to_find);
    }
}

// Puzzles in which several actions are one.
static unsigned check_symmetric(struct bench *b, const struct puzzle_file *f)
{
    unsigned before = b->symmetric;
    struct puzzle z;
    struct error e;

    for (unsigned number = 0; number < f->count && b->symmetric - before < SAMPLE; number++) {
        struct puzzle_solver s;
        struct game_actions list;
        assert_true(puzzle_file_read(f, number, &z, &e));
        puzzle_solver_init(&s, &z);
        for (; !puzzle_solver_done(&s); puzzle_solver_try(&s, puzzle_solver_solution(&s))) {
            game_list(z.game, &s.position, &list);
            for (unsigned i = 0; i < list.count; i++) {
                struct puzzle_solver other = s;
                if (list.at[i] == puzzle_solver_solution(&s) ||
                    !puzzle_same(z.game, &s.position, list.at[i], puzzle_solver_solution(&s)))
                    continue;
                b->symmetric++;
                assert_true(puzzle_solver_try(&other, list.at[i]) != PUZZLE_ATTEMPT_WRONG);
                while (!puzzle_solver_done(&other)) {
                    assert_true(is_legal(z.game, &other.position, puzzle_solver_solution(&other)));
                    assert_true(puzzle_solver_try(&other, puzzle_solver_solution(&other)) !=
                                PUZZLE_ATTEMPT_WRONG);
                }
            }
        }
    }
    return b->symmetric - before;
}

static void truth(void **state)
{
    struct bench b = {0};
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
        if (!subject_wanted(g) || !*bytes || g->hidden) // deduce.c tests those with secrets
            continue;
        if (!puzzle_file_open(&f, bytes, strlen(bytes), &e))
            fail_msg("%s: %s", g->name, e.message.text);
        unsigned wrong = b.wrong, refuted = b.refuted, proven = b.proven, reasons = b.reasons,
                 symmetric = b.symmetric, shown = b.shown, ended = b.ended;
        for (unsigned k = 0; k < SAMPLE && k < f.count; k++) {
            unsigned number = k * (f.count / SAMPLE);
            if (!puzzle_file_read(&f, number, &z, &e))
                fail_msg("%s: %s", g->name, e.message.text);
            thinker_forget(&b.thinker, 1);
            check_puzzle(&b, &z, number);
            check_mirrors(&z);
        }
        check_symmetric(&b, &f);
        printf(
            "%s: %u wrong actions, %u refuted: %u proven, %u with a line, %u with a reason, %u to "
            "the end; %u by symmetry\n",
            g->name, b.wrong - wrong, b.refuted - refuted, b.proven - proven, b.shown - shown,
            b.reasons - reasons, b.ended - ended, b.symmetric - symmetric);
        assert_true((b.proven - proven) * 100 >= (b.refuted - refuted) * 95);
        assert_true((b.reasons - reasons) * 2 >= b.refuted - refuted);
    }
    thinker_clear(&b.thinker);
    free(memory);
}

// Themes have names of their own, and the ids are these with hyphens, as the page reads them.
static void themes_law(const struct game *g)
{
    unsigned count = 0;

    assert_int_equal(game_coach(g)->themes != NULL, game_coach(g)->theme != NULL);
    for (; game_coach(g)->themes && game_coach(g)->themes[count].id; count++) {
        const char *id = game_coach(g)->themes[count].id, *name = game_coach(g)->themes[count].name;
        assert_int_equal(strlen(id), strlen(name));
        for (unsigned i = 0; id[i]; i++)
            assert_true(id[i] == (name[i] == ' ' ? '-' : name[i]));
        for (unsigned i = 0; i < count; i++)
            assert_string_not_equal(game_coach(g)->themes[i].id, id);
    }
    assert_in_range(count, 0, GAME_MAX_THEMES);
}

static void themes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < registry_count(); i++) {
        if (subject_wanted(registry_game(i)))
            themes_law(registry_game(i));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(themes), cmocka_unit_test(truth)};

    return cmocka_run_group_tests_name("solving", tests, NULL, NULL);
}
