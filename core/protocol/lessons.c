// SPDX-License-Identifier: MIT
// Lessons for people and programs: the whole text, and the classification of attempts at a step.
// Both are plain commands, so that the page has them too.
#include <string.h>

#include "base/sentencejson.h"
#include "games/registry.h"
#include "coach/tutor.h"
#include "protocol/command.h"

bool command_lesson(const struct game *g, struct lesson *lesson, struct error *e)
{
    struct error inner;

    if (!lesson_read(lesson, g, registry_lesson(g), &inner)) {
        error_set(e, "lesson.fault:game,fault", "lesson of '%s': %.280s", g->name,
                  inner.message.text);
        return error_within(e, "fault", &inner);
    }
    if (lesson->count == 0)
        return error_set(e, "lesson.none:game,name",
                         "game '%s' has no lesson yet; 'abax rules %s' tells its rules", g->name,
                         g->name);
    return true;
}

// ---------------------------------------------------------------------------------------------
// The whole lesson
// ---------------------------------------------------------------------------------------------

static void position_text(const struct game *g, const struct game_position *p,
                          char position[GAME_TEXT_BYTES])
{
    struct text t;

    text_init(&t, position, GAME_TEXT_BYTES);
    g->write(p, &t);
}

// A part of a step in the language, after its title.
static void print_part(const struct lesson *lesson, const struct lesson_step *step,
                       const struct catalogue *messages, const char *part, const char *title,
                       const char *english, struct output *out)
{
    output_format(out, "%s ", title);
    output_wrapped(
        out,
        catalogue_text(messages, english, "%s.lesson.%s.%s", lesson->game->name, step->id, part),
        (unsigned)strlen(title) + 1);
}

static void print_step(const struct lesson *lesson, unsigned index,
                       const struct catalogue *messages, struct output *out)
{
    const struct lesson_step *step = &lesson->steps[index];
    const char *name = lesson->game->name;
    char options[80], position[GAME_TEXT_BYTES];
    struct text t;

    text_init(&t, options, sizeof options);
    game_options_text(lesson->game, &step->options, &t);
    position_text(lesson->game, &step->start, position);
    output_format(out, "\n%u. %s (%s)\n", index + 1,
                  catalogue_text(messages, step->title, "%s.lesson.%s.title", name, step->id),
                  step->id);
    output_wrapped(out, catalogue_text(messages, step->text, "%s.lesson.%s.text", name, step->id),
                   0);
    if (step->typed)
        output_wrapped(
            out, catalogue_text(messages, step->typed, "%s.lesson.%s.typed", name, step->id), 0);
    output_format(out, "%s %s\n", sentence_text(messages, "lesson.position", "Position:"),
                  position);
    if (strcmp(options, "-") != 0)
        output_format(out, "%s %s\n", sentence_text(messages, "lesson.options", "Options:"),
                      options);
    print_part(lesson, step, messages, "task", sentence_text(messages, "lesson.task", "Task:"),
               step->task, out);
    print_part(lesson, step, messages, "hint", sentence_text(messages, "lesson.hint", "Hint:"),
               step->hint, out);
    print_part(lesson, step, messages, "done", sentence_text(messages, "lesson.done", "Done:"),
               step->done, out);
}

static void print_text(const struct lesson *lesson, const struct catalogue *messages,
                       struct output *out)
{
    output_say(out, messages, "lesson.title:game", "%s: a first lesson", lesson->game->title);
    output_add(out, "\n");
    for (unsigned i = 0; i < lesson->count; i++)
        print_step(lesson, i, messages, out);
}

// The options that differ from the default, as ["key=value"].
static void write_options(const struct game *g, const struct game_options *options,
                          struct json_writer *j)
{
    json_write_array(j, "options");
    for (unsigned i = 0; i < game_option_count(g); i++) {
        const struct game_option *option = &g->options[i];
        char word[64];
        struct text t;

        if (options->value[i] == 0)
            continue;
        text_init(&t, word, sizeof word);
        text_format(&t, "%s=%s", option->key, option->values[options->value[i]]);
        json_write_string(j, NULL, word);
    }
    json_write_end_array(j);
}

static void write_step(const struct game *g, const struct lesson_step *step, struct json_writer *j)
{
    char position[GAME_TEXT_BYTES];

    json_write_object(j, NULL);
    json_write_string(j, "id", step->id);
    json_write_string(j, "title", step->title);
    json_write_string(j, "text", step->text);
    json_write_string(j, "task", step->task);
    json_write_string(j, "goal", lesson_kind_name(step->goal.kind));
    json_write_string(j, "hint", step->hint);
    json_write_string(j, "done", step->done);
    write_options(g, &step->options, j);
    position_text(g, &step->start, position);
    json_write_string(j, "position", position);
    json_write_number(j, "seat", g->to_act(&step->start) + 1);
    json_write_end_object(j);
}

static void print_json(const struct lesson *lesson, struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_string(&j, "game", lesson->game->name);
    json_write_string(&j, "title", lesson->game->title);
    json_write_array(&j, "steps");
    for (unsigned i = 0; i < lesson->count; i++)
        write_step(lesson->game, &lesson->steps[i], &j);
    json_write_end_array(&j);
    json_write_end_object(&j);
    output_add(out, "\n");
}

bool protocol_lesson(const struct arguments *a, struct output *out, struct error *e)
{
    struct lesson lesson;

    if (!command_lesson(a->game, &lesson, e))
        return false;
    if (COMMAND_ONLY_JSON || a->json)
        print_json(&lesson, out);
    else
        print_text(&lesson, a->host->messages, out);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Attempts at a step
// ---------------------------------------------------------------------------------------------

static bool try_all(struct tutor *t, const char **attempts, unsigned count,
                    struct tutor_answer *answer, struct error *e)
{
    for (unsigned i = 0; i < count; i++) {
        struct attempt_answer tried;
        if (t->done)
            return error_set(e, "lesson.late:attempt", "attempt '%s' comes after the step is done",
                             error_quote(attempts[i]).text);
        if (!command_attempt(&t->history, attempts[i], &tried, e))
            return false;
        tutor_try(t, &tried, answer);
    }
    return true;
}

static void print_remarks(const struct tutor_answer *answer, struct json_writer *j)
{
    json_write_array(j, "remarks");
    for (unsigned i = 0; i < answer->remark_count; i++) {
        const struct tutor_remark *remark = &answer->remarks[i];
        json_write_object(j, NULL);
        json_write_string(j, "id", remark->id);
        if (remark->rule)
            json_write_string(j, "rule", remark->rule);
        if (remark->action[0]) {
            json_write_number(j, "seat", remark->seat);
            json_write_string(j, "action", remark->action);
            message_json(j, "words", &remark->message);
        }
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void print_answer(const struct tutor *t, const struct tutor_answer *answer,
                         struct output *out)
{
    char position[GAME_TEXT_BYTES];
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_string(&j, "verdict", tutor_verdict_name(answer->verdict));
    json_write_string(&j, "say", answer->say);
    print_remarks(answer, &j);
    json_write_array(&j, "actions");
    for (unsigned i = 0; i < t->length; i++)
        json_write_string(&j, NULL, t->played[i]);
    json_write_end_array(&j);
    position_text(t->history.game, &t->history.position, position);
    json_write_string(&j, "position", position);
    json_write_end_object(&j);
    output_add(out, "\n");
}

bool protocol_try(const struct arguments *a, struct output *out, struct error *e)
{
    struct tutor_answer answer;
    struct lesson lesson;
    struct tutor tutor;

    if (!command_lesson(a->game, &lesson, e))
        return false;
    const struct lesson_step *step = lesson_find(&lesson, a->rest[0]);
    if (!step)
        return error_set(e, "lesson.step:step,game", "step '%s' is not in the lesson of '%s'",
                         error_quote(a->rest[0]).text, a->game->name);
    tutor_init(&tutor, a->game, step, NULL);
    bool good = try_all(&tutor, a->rest + 1, a->rest_count - 1, &answer, e);
    if (good)
        print_answer(&tutor, &answer, out);
    tutor_clear(&tutor);
    return good;
}
