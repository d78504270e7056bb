// SPDX-License-Identifier: MIT
// Lessons: every game's lesson reads, its steps can be done and can be missed, by the rules; bad lessons are
// refused with line and reason.
#include <string.h>

#include "games/registry.h"
#include "play/tutor.h"
#include "tests/unit/subjects.h"

enum { LEAST_STEPS = 5, MOST_STEPS = 8, NAME = 80 };

// What the legal actions of a step's position come to, over all that the person can do next.
struct tally {
    unsigned done, more, again;
    bool reply_played;
};

static void read_lesson(const struct game *g, struct lesson *lesson)
{
    struct error e;

    if (!lesson_read(lesson, g, registry_lesson(g), &e))
        fail_msg("%s: %s", g->name, e.text);
}

// Tries a legal action after those that led to `path`; the tutor is begun anew for each.
static enum tutor_verdict try_after(struct tutor *t, const struct lesson *lesson,
                                    const struct lesson_step *step, const game_action *path,
                                    unsigned length, struct tutor_answer *answer)
{
    tutor_init(t, lesson->game, step);
    for (unsigned i = 0; i < length; i++) {
        struct attempt_answer tried = {.verdict = ATTEMPT_LEGAL, .action = path[i]};
        tutor_try(t, &tried, answer);
    }
    return answer->verdict;
}

// Tries everything that a person may do in a step, up to four own actions, or until it is known that the
// step can be done.
static void try_all(const struct lesson *lesson, const struct lesson_step *step, game_action *path,
                    unsigned length, const struct game_position *p, struct tally *tally)
{
    struct game_actions list;
    struct tutor_answer answer;

    game_list(lesson->game, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct tutor t;
        path[length] = list.at[i];
        enum tutor_verdict verdict = try_after(&t, lesson, step, path, length + 1, &answer);
        assert_true(answer.say[0] && strlen(answer.say) + 1 < sizeof answer.say);
        if (verdict == TUTOR_DONE) {
            tally->done++;
            tally->reply_played |= step->reply && t.length > (unsigned)t.acted;
        } else if (verdict == TUTOR_MORE) {
            tally->more++;
            tally->reply_played |= step->reply && t.length > (unsigned)t.acted;
            assert_true(length + 1 < 4);
            try_all(lesson, step, path, length + 1, &t.line.position, tally);
        } else {
            assert_int_equal(verdict, TUTOR_AGAIN);
            assert_int_equal(t.length, 0);
            tally->again++;
        }
        tutor_clear(&t);
    }
}

// Whether some attempt of one or more spots gets the rule of a 'refused' goal.
static bool can_be_refused(const struct lesson *lesson, const struct lesson_step *step,
                           struct game_path *path)
{
    const struct game *g = lesson->game;
    static struct scene scene;

    game_scene(g, &step->start, GAME_PUBLIC, &scene);
    for (unsigned i = 0; i < scene.spot_count; i++) {
        struct attempt_answer answer;
        if (scene.spots[i].use == SCENE_PICTURE)
            continue;
        path->at[path->count++] = (game_spot)i;
        attempt_path(g, &step->start, path, &answer);
        bool found = answer.verdict == ATTEMPT_REFUSED && !strcmp(answer.rule, step->goal.words);
        found = found || (answer.verdict == ATTEMPT_INCOMPLETE && path->count < g->max_path &&
                          can_be_refused(lesson, step, path));
        path->count--;
        if (found)
            return true;
    }
    return false;
}

static void check_step(const struct lesson *lesson, const struct lesson_step *step)
{
    game_action path[8];
    struct tally tally = {0};
    struct game_path spots = {0};

    try_all(lesson, step, path, 0, &step->start, &tally);
    print_message("%s %s (%s): %u done, %u more, %u again\n", lesson->game->name, step->id,
                  lesson_kind_name(step->goal.kind), tally.done, tally.more, tally.again);
    if (step->goal.kind == LESSON_REFUSED) {
        assert_true(can_be_refused(lesson, step, &spots));
        return;
    }
    if (!tally.done)
        fail_msg("step '%s' of %s cannot be done", step->id, lesson->game->name);
    if (!tally.again && step->goal.kind != LESSON_ANY)
        fail_msg("step '%s' of %s cannot be missed", step->id, lesson->game->name);
    if (step->reply && !tally.reply_played)
        fail_msg("no reply of step '%s' of %s is ever played", step->id, lesson->game->name);
}

static void lessons(void **state)
{
    (void)state;
    for (unsigned i = 0; i < registry_count(); i++) {
        static struct lesson lesson;
        read_lesson(registry_game(i), &lesson);
        for (unsigned s = 0; s < lesson.count; s++)
            check_step(&lesson, &lesson.steps[s]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lessons),
    };

    return cmocka_run_group_tests_name("lessons", tests, NULL, NULL);
}
