// SPDX-License-Identifier: MIT
// Lessons: every game's lesson reads, its steps can be done and can be missed, by the rules; bad
// lessons are refused with line and reason.
#include <string.h>

#include "games/registry.h"
#include "coach/tutor.h"
#include "tests/unit/subjects.h"

enum { LEAST_STEPS = 5, MOST_STEPS = LESSON_MAX_STEPS, MOST_ACTIONS = 4 };

// What the legal actions of a step's position come to, over all that the person can do next.
struct tally {
    unsigned done, again;
    unsigned replies; // times that somebody else answered
};

static void read_lesson(const struct game *g, struct lesson *lesson)
{
    struct error e;

    if (!lesson_read(lesson, g, registry_lesson(g), &e))
        fail_msg("%s: %s", g->name, e.message.text);
}

// Tries a legal action after those that led to `path`; the tutor is begun anew for each.
static enum tutor_verdict try_after(struct tutor *t, const struct lesson *lesson,
                                    const struct lesson_step *step, const game_action *path,
                                    unsigned length, struct tutor_answer *answer)
{
    tutor_init(t, lesson->game, step, NULL);
    for (unsigned i = 0; i < length; i++) {
        struct attempt_answer tried = {.verdict = ATTEMPT_LEGAL, .action = path[i]};
        tutor_try(t, &tried, answer);
    }
    return answer->verdict;
}

// Tries everything that a person may do in a step. `path` are the own actions so far, `p` is where
// they led.
static void try_all(const struct lesson *lesson, const struct lesson_step *step, game_action *path,
                    unsigned length, const struct game_position *p, struct tally *tally)
{
    struct game_actions list;
    struct tutor_answer answer;

    assert_true(length < MOST_ACTIONS);
    game_list(lesson->game, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct tutor t;
        path[length] = list.at[i];
        enum tutor_verdict verdict = try_after(&t, lesson, step, path, length + 1, &answer);
        assert_in_range(strlen(answer.say), 1, sizeof answer.say - 2);
        assert_int_not_equal(verdict, TUTOR_REFUSED);
        assert_true(t.done == (verdict == TUTOR_DONE));
        assert_true((t.length == 0) == (verdict == TUTOR_AGAIN));
        tally->done += verdict == TUTOR_DONE;
        tally->again += verdict == TUTOR_AGAIN;
        tally->replies += t.length - (unsigned)t.acted;
        if (verdict == TUTOR_MORE)
            try_all(lesson, step, path, length + 1, &t.history.position, tally);
        tutor_clear(&t);
    }
}

// Whether some continuation of a path gets the rule of a 'refused' goal; the path becomes such a
// one.
static bool can_be_refused(const struct lesson *lesson, const struct lesson_step *step,
                           struct game_path *path)
{
    const struct game *g = lesson->game;
    static struct scene scene;

    game_scene(g, &step->start, GAME_PUBLIC, &scene);
    path->count++;
    for (unsigned i = 0; i < scene.spot_count; i++) {
        struct attempt_answer answer;
        if (scene.spots[i].use == SCENE_PICTURE)
            continue;
        path->at[path->count - 1] = (game_spot)i;
        attempt_path(g, &step->start, path, &answer);
        if (answer.verdict == ATTEMPT_REFUSED && !strcmp(answer.rule, step->goal.words))
            return true;
        if (answer.verdict == ATTEMPT_INCOMPLETE && can_be_refused(lesson, step, path))
            return true;
    }
    path->count--;
    return false;
}

// A 'refused' goal: some attempt gets the rule, and the tutor says the rule's sentence.
static void check_refusal(const struct lesson *lesson, const struct lesson_step *step)
{
    struct game_path path = {0};
    struct attempt_answer tried;
    struct tutor_answer answer;
    struct tutor t;

    if (!can_be_refused(lesson, step, &path))
        fail_msg("step '%s' of %s: nothing is refused so", step->id, lesson->game->name);
    attempt_path(lesson->game, &step->start, &path, &tried);
    tutor_init(&t, lesson->game, step, NULL);
    tutor_try(&t, &tried, &answer);
    assert_int_equal(answer.verdict, TUTOR_DONE);
    assert_non_null(strstr(answer.say, tried.sentence));
    assert_non_null(strstr(answer.say, step->done));
    assert_int_equal(t.length, 0);
    tutor_clear(&t);
}

static void check_step(const struct lesson *lesson, const struct lesson_step *step)
{
    game_action path[MOST_ACTIONS];
    struct tally tally = {0};

    try_all(lesson, step, path, 0, &step->start, &tally);
    if (step->goal.kind == LESSON_REFUSED)
        check_refusal(lesson, step);
    else if (!tally.done)
        fail_msg("step '%s' of %s cannot be done", step->id, lesson->game->name);
    if (!tally.again && step->goal.kind != LESSON_ANY)
        fail_msg("step '%s' of %s cannot be missed", step->id, lesson->game->name);
    if (step->reply && !tally.replies)
        fail_msg("no reply of step '%s' of %s is ever played", step->id, lesson->game->name);
}

// ---------------------------------------------------------------------------------------------
// The lessons of the games
// ---------------------------------------------------------------------------------------------

static void listed_games_have_lessons(void **state)
{
    (void)state;
    for (unsigned i = 0; i < registry_count(); i++) {
        static struct lesson lesson;
        const struct game *g = registry_game(i);
        read_lesson(g, &lesson);
        if (subject_wanted(g) && !g->unlisted &&
            (lesson.count < LEAST_STEPS || lesson.count > MOST_STEPS))
            fail_msg("%u to %u lesson steps needed, %u found: games/%s/lesson.txt", LEAST_STEPS,
                     MOST_STEPS, lesson.count, g->name);
    }
}

// Whoever chooses a variant can learn it: each value of each option that is not the usual one has a
// step. (Diagrams have the same law; a game that has none is not taught in full.)
static void every_option_is_taught(void **state)
{
    (void)state;
    for (unsigned i = 0; i < registry_count(); i++) {
        static struct lesson lesson;
        const struct game *g = registry_game(i);
        read_lesson(g, &lesson);
        for (unsigned o = 0; subject_wanted(g) && *registry_diagrams(g) && o < game_option_count(g);
             o++) {
            for (unsigned v = 1; v < game_value_count(&g->options[o]); v++) {
                bool taught = false;
                for (unsigned step = 0; step < lesson.count; step++)
                    taught |= lesson.steps[step].options.value[o] == v;
                if (!taught)
                    fail_msg("%s: no step teaches %s=%s", g->name, g->options[o].key,
                             g->options[o].values[v]);
            }
        }
    }
}

// Whether a text holds an action as it is typed: "a2a4", "i1h". Such texts belong into the 'typed'
// lines: the page is touched.
static bool holds_code(const char *text)
{
    for (; *text; text++) {
        bool square = *text >= 'a' && *text <= 'q' && text[1] >= '1' && text[1] <= '9';
        if (square && text[2] && strchr("abcdefghijklmnopqv", text[2]))
            return true;
    }
    return false;
}

static void texts_name_squares_not_codes(void **state)
{
    (void)state;
    assert_true(holds_code("That is a2a4."));
    assert_false(holds_code("From a2 to a4."));
    for (unsigned i = 0; i < registry_count(); i++) {
        static struct lesson lesson;
        read_lesson(registry_game(i), &lesson);
        for (unsigned s = 0; subject_wanted(registry_game(i)) && s < lesson.count; s++) {
            const struct lesson_step *step = &lesson.steps[s];
            if (holds_code(step->text) || holds_code(step->task) || holds_code(step->hint) ||
                holds_code(step->done) || strchr(step->text, '*'))
                fail_msg("step '%s' of %s tells what is typed", step->id, lesson.game->name);
        }
    }
}

static void steps_can_be_done_and_missed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < registry_count(); i++) {
        static struct lesson lesson;
        read_lesson(registry_game(i), &lesson);
        for (unsigned s = 0; subject_wanted(registry_game(i)) && s < lesson.count; s++)
            check_step(&lesson, &lesson.steps[s]);
    }
}

// ---------------------------------------------------------------------------------------------
// What is said
// ---------------------------------------------------------------------------------------------

#define STEP "step one\ntitle T\ntext A\ntask Do it.\nhint H\ndone Good.\n"

// Tries a text at the first step of a lesson of this game.
static enum tutor_verdict say(const char *game, const char *lesson_text, const char *attempt,
                              char say[TUTOR_SAY])
{
    static struct lesson lesson;
    struct attempt_answer tried;
    struct tutor_answer answer;
    struct tutor t;
    struct error e;

    if (!lesson_read(&lesson, registry_find(game), lesson_text, &e))
        fail_msg("%s", e.message.text);
    tutor_init(&t, lesson.game, &lesson.steps[0], NULL);
    attempt_text(lesson.game, &t.history.position, attempt, &tried);
    tutor_try(&t, &tried, &answer);
    tutor_clear(&t);
    memcpy(say, answer.say, TUTOR_SAY);
    return answer.verdict;
}

static void answers(void **state)
{
    static const struct {
        const char *lesson, *attempt;
        enum tutor_verdict verdict;
        const char *part;
    } rows[] = {
        {STEP "goal any\n", "1", TUTOR_DONE, "Good."},
        {STEP "goal any\nreply 2\n", "1", TUTOR_DONE, "Good. Second answers: 2."},
        {STEP "goal any\n", "3", TUTOR_REFUSED, "form of an action"},
        {STEP "goal play 2\n", "2", TUTOR_DONE, "Good."},
        {STEP "goal play 2\n", "1", TUTOR_AGAIN, "taken back. Do it."},
        {STEP "goal win\nposition 2 1\n", "2", TUTOR_DONE, "Good."},
        {STEP "goal win\nposition 2 2\n", "1", TUTOR_AGAIN, "taken back. Do it."},
        {STEP "goal win 2\nposition 4 2\n", "1", TUTOR_MORE, "First answers: 1. It is your turn"},
        {STEP "goal win 2\nposition 4 1\n", "2", TUTOR_AGAIN, "Second would answer: 2. Do it."},
        {STEP "goal win 3\nposition 7 1\n", "1", TUTOR_MORE, "Right so far."},
        {STEP "goal safe\nposition 3 1\n", "1", TUTOR_AGAIN, "Second would answer: 2."},
        {STEP "goal safe\nposition 4 1\n", "1", TUTOR_DONE, "Good."},
        {STEP "goal refused too-few\nposition 1 1\n", "2", TUTOR_DONE, "not that many"},
        {STEP "goal refused too-few\nposition 1 1\n", "1", TUTOR_AGAIN, "taken back"},
        {STEP "goal refused too-few\nposition 1 1\n", "x", TUTOR_REFUSED, "form of an action"},
        {STEP "goal counter all most 5 stones\n", "2", TUTOR_DONE, "Good."},
        {STEP "goal counter all most 5 stones\n", "1", TUTOR_AGAIN, "Do it."},
        {STEP "goal counter all least 6 stones\n", "1", TUTOR_DONE, "Good."},
        {STEP "goal counter all least 6 stones\n", "2", TUTOR_AGAIN, "Do it."},
        {STEP "goal asks over\nposition 2 1\n", "2", TUTOR_DONE, "Good."},
        {STEP "goal asks over\nposition 2 1\n", "1", TUTOR_AGAIN, "Do it."},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char said[TUTOR_SAY];
        enum tutor_verdict verdict = say("null", rows[i].lesson, rows[i].attempt, said);
        if (verdict != rows[i].verdict || !strstr(said, rows[i].part))
            fail_msg("'%s' at %s: %s, %s", rows[i].attempt, rows[i].lesson,
                     tutor_verdict_name(verdict), said);
    }
}

// What the template cannot show: several rules, and a win that an answer completes.
static void rarer_answers(void **state)
{
    char said[TUTOR_SAY];

    (void)state;
    assert_int_equal(say("tiku", STEP "goal refused blocked\n", "a2b3", said), TUTOR_REFUSED);
    assert_non_null(strstr(said, "That is forbidden too, but this step is about another rule."));
    assert_int_equal(say("tiku", STEP "goal refused blocked\n", "hello", said), TUTOR_REFUSED);
    assert_null(strstr(said, "forbidden too"));
    assert_int_equal(say("tiku", STEP "goal any\n", "a2", said), TUTOR_REFUSED);
    assert_string_equal(said, "That is only the beginning of an action.");
    assert_int_equal(say("tokan",
                         STEP "goal win\nposition -,-,-,-,-,Jl/LM,mM,jJlMjJj,L,-,-/"
                              "-,-,l,jjJJjmLj,lJL,-/-,-,-,mlJ,-,-/-,-,-,-,-,L r d3\n",
                         "b4c4", said),
                     TUTOR_DONE);
    assert_non_null(strstr(said, "Right so far. Black answers: "));
    assert_non_null(strstr(said, ". Good."));
}

static void texts_are_joined(void **state)
{
    static struct lesson lesson;
    struct error e;

    (void)state;
    assert_true(lesson_read(&lesson, registry_find("null"),
                            "# a comment\n\nstep a\ntitle T\ngoal any\ntask t\nhint h\ndone d\n"
                            "text one\n   two  \ntext three\n\n"
                            "step b\ntext x\ntitle T\ngoal any\ntask t\nhint h\ndone d",
                            &e));
    assert_int_equal(lesson.count, 2);
    assert_string_equal(lesson.steps[0].text, "one two\nthree");
    assert_string_equal(lesson.steps[1].text, "x");
    assert_ptr_equal(lesson_find(&lesson, "b"), &lesson.steps[1]);
    assert_null(lesson_find(&lesson, "c"));
    assert_true(lesson_read(&lesson, registry_find("null"), "", &e));
    assert_int_equal(lesson.count, 0);
}

// ---------------------------------------------------------------------------------------------
// Bad lessons
// ---------------------------------------------------------------------------------------------

static void refuse(const char *game, const char *text, const char *sentence)
{
    static struct lesson lesson;
    struct error e;

    if (lesson_read(&lesson, registry_find(game), text, &e))
        fail_msg("accepted: %s", text);
    if (strcmp(e.message.text, sentence) != 0)
        fail_msg("'%s' is not '%s'", e.message.text, sentence);
}

static void bad_lessons(void **state)
{
    static const char *const rows[][2] = {
        {"titel x\n", "line 1: 'titel' is no word of a lesson"},
        {"\n# x\ntitle x\n", "line 3: 'title' comes before the first step"},
        {"title\n", "line 1: nothing follows 'title'"},
        {" x\n", "line 1: begins with a space but continues nothing"},
        {"step a\tb\n", "line 1: byte 7 is no letter or sign"},
        {"step a b\n", "line 1: step 'a b' is not one word"},
        {"step one\n", "line 1: step 'one' has no 'title'"},
        {"step one\ntitle a\ntitle b\n", "line 3: 'title' is there already"},
        {"step one\ntext a\ntitle b\ntext c\n", "line 4: 'text' is there already"},
        {STEP, "line 1: step 'one' has no 'goal'"},
        {STEP "goal any\n" STEP "goal any\n", "line 8: step 'one' is there already"},
        {STEP "goal any\nposition x\n", "line 8: row 6 of the board has 1 squares instead of 6"},
        {STEP "goal any\noptions diagonal=maybe\n",
         "line 8: option 'diagonal' cannot be 'maybe'; it is one of: off, on"},
        {STEP "goal sing\n", "line 7: goal 'sing' is unknown"},
        {STEP "goal any thing\n", "line 7: goal 'any' takes no words"},
        {STEP "goal play\n", "line 7: goal 'play' names no action"},
        {STEP "goal play a2a4 a2a5\n", "line 7: goal: action 'a2a5' is not legal"},
        {STEP "goal play a3*\n", "line 7: goal: action 'a3*' is not legal"},
        {STEP "goal refused because\n", "line 7: goal: rule 'because' is unknown"},
        {STEP "goal refused\n", "line 7: goal: rule '' is unknown"},
        {STEP "goal win 4\n", "line 7: goal: '4' is not a number from 1 to 3"},
        {STEP "goal win 0\n", "line 7: goal: '0' is not a number from 1 to 3"},
        {STEP "goal asks\n", "line 7: goal 'asks' does not say for what"},
        {STEP "goal counter\n", "line 7: goal: owner '' is none of: own other all"},
        {STEP "goal counter own about 3 discs\n",
         "line 7: goal: 'about' is neither 'least' nor 'most'"},
        {STEP "goal counter own most few discs\n",
         "line 7: goal: 'few' is not a number from 0 to 999"},
        {STEP "goal counter own most 3 stones\n",
         "line 7: goal: counter 'stones' is not in this game"},
        {STEP "goal counter all most 3 discs\n",
         "line 7: goal: counter 'discs' is not in this game"},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        refuse("tiku", rows[i][0], rows[i][1]);
    refuse("null", STEP "goal any\nposition 0 1\n", "line 8: position is over");
    refuse("masker",
           STEP "goal any\nposition yrwggw/bp*rbr/gypwby/rbbpgw/yprppb/yggwry 1 0 - 0,0 b,?",
           "line 8: position hides something");
}

// More words and more steps than there is room for.
static void long_lessons(void **state)
{
    static char text[4 * LESSON_BYTES];
    struct text t;

    (void)state;
    text_init(&t, text, sizeof text);
    text_add(&t, "step one\n");
    while (t.length < 2 * LESSON_BYTES)
        text_add(&t, "text many words, and still more of them\n");
    static struct lesson lesson;
    struct error e;
    assert_false(lesson_read(&lesson, registry_find("null"), text, &e));
    assert_non_null(strstr(e.message.text, ": the lesson is longer than 16384 bytes"));
    text_init(&t, text, sizeof text);
    for (unsigned i = 0; i <= LESSON_MAX_STEPS; i++)
        text_format(&t, "step s%u\ntitle T\ntext A\ntask t\nhint H\ndone D\ngoal any\n", i);
    assert_false(lesson_read(&lesson, registry_find("null"), text, &e));
    assert_string_equal(e.message.text, "line 99: step 's14' is one more than 14");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listed_games_have_lessons),
        cmocka_unit_test(every_option_is_taught),
        cmocka_unit_test(steps_can_be_done_and_missed),
        cmocka_unit_test(texts_name_squares_not_codes),
        cmocka_unit_test(answers),
        cmocka_unit_test(rarer_answers),
        cmocka_unit_test(texts_are_joined),
        cmocka_unit_test(bad_lessons),
        cmocka_unit_test(long_lessons),
    };

    return cmocka_run_group_tests_name("lessons", tests, NULL, NULL);
}
