// SPDX-License-Identifier: MIT
// A first lesson at the keyboard, line by line.
#include <string.h>

#include "cli/cli.h"
#include "coach/tutor.h"
#include "render/text.h"

// Where the person wants to go.
enum learn_step { NEXT, BACK, LEAVE, STAY };

static enum learn_step read_step(const char *word)
{
    return !strcmp(word, "skip")   ? NEXT
           : !strcmp(word, "back") ? BACK
           : !strcmp(word, "quit") ? LEAVE
                                   : STAY;
}

static void show_position(const struct tutor *t, struct output *out)
{
    struct scene scene;

    history_scene_for(&t->history, t->seat, t->seat, &scene);
    render_narrow_text(t->history.game, &t->history.options, &scene, t->messages, out);
}

static void show_step(const struct tutor *t, const struct lesson *lesson, unsigned index,
                      struct output *out)
{
    const char *task = sentence_text(t->messages, "learn.task", "Task:");

    output_add(out, "\n");
    output_say(out, t->messages, "learn.step:step,steps,title", "Step %u of %u: %s", index + 1,
               lesson->count, tutor_text(t, "title", t->step->title));
    output_add(out, "\n");
    output_wrapped(out, tutor_text(t, "text", t->step->text), 0);
    if (t->step->typed)
        output_wrapped(out, tutor_text(t, "typed", t->step->typed), 0);
    show_position(t, out);
    output_format(out, "%s ", task);
    output_wrapped(out, tutor_text(t, "task", t->step->task), (unsigned)strlen(task) + 1);
}

static void take_attempt(struct tutor *t, const char *word, struct output *out)
{
    struct attempt_answer tried;
    struct tutor_answer answer;
    unsigned before = t->length;
    struct error e;

    if (!command_attempt(&t->history, word, &tried, &e)) {
        cli_tell(out, t->messages, &e, "\n");
        return;
    }
    tutor_try(t, &tried, &answer);
    output_wrapped(out, answer.say, 0);
    if (t->length != before)
        show_position(t, out);
}

// Asks until the step is done or left.
static enum learn_step take_step(struct tutor *t, struct output *out)
{
    char word[CLI_WORD];

    while (!t->done) {
        if (!cli_ask(out, sentence_text(t->messages, "learn.action", "Your action:"), word))
            return LEAVE;
        if (read_step(word) != STAY)
            return read_step(word);
        if (!strcmp(word, "hint"))
            output_wrapped(out, tutor_text(t, "hint", t->step->hint), 0);
        else if (!strcmp(word, "moves") || !strcmp(word, "?"))
            cli_print_actions(&t->history, out);
        else if (word[0])
            take_attempt(t, word, out);
    }
    return NEXT;
}

// Time to look at the board before the next step is shown.
static enum learn_step pause_after(const struct catalogue *messages, struct output *out)
{
    char word[CLI_WORD];

    if (!cli_ask(out, sentence_text(messages, "learn.on", "Enter goes on:"), word))
        return LEAVE;
    return read_step(word) == STAY ? NEXT : read_step(word);
}

static void take_lesson(const struct lesson *lesson, const struct catalogue *messages,
                        struct output *out)
{
    unsigned index = 0;

    while (index < lesson->count) {
        struct tutor tutor;

        tutor_init(&tutor, lesson->game, &lesson->steps[index], messages);
        show_step(&tutor, lesson, index, out);
        enum learn_step step = take_step(&tutor, out);
        if (tutor.done && index + 1 < lesson->count)
            step = pause_after(messages, out);
        tutor_clear(&tutor);
        if (step == LEAVE)
            return;
        if (step == NEXT)
            index++;
        else if (index > 0)
            index--;
    }
    output_add(out, "\n");
    output_say(out, messages, "learn.end:rules,play",
               "That was the lesson. 'abax rules %s' tells every rule, 'abax play %s' is a game "
               "against the computer.",
               lesson->game->name, lesson->game->name);
    output_add(out, "\n");
}

static bool run_learn(const struct arguments *a, struct output *out, struct error *e)
{
    const struct catalogue *messages = a->host->messages;
    const struct game *g;
    struct lesson lesson;

    if (a->rest_count ? !command_game(a->rest[0], &g, e) : !cli_choose_game(a, out, &g))
        return a->rest_count == 0;
    if (!command_lesson(g, &lesson, e))
        return false;
    output_say(out, messages, "learn.begin:game,steps",
               "%s: a first lesson in %u steps. Type an action, or 'hint', 'moves', 'skip', "
               "'back' or 'quit'.",
               catalogue_text(messages, g->title, "%s.title", g->name), lesson.count);
    output_add(out, "\n");
    take_lesson(&lesson, messages, out);
    return true;
}

const struct command cli_learn_command = {
    .name = "learn",
    .usage = "[GAME]",
    .help = SENTENCE("cli.command.learn", "learn a game, step by step"),
    .more = SENTENCE(
        "cli.command.learn.more",
        "Each step explains a rule on a board and asks for an action that shows it. Type the "
        "action,\n"
        "'hint', 'moves', 'skip', 'back' or 'quit'. 'abax lesson GAME' prints the whole lesson."),
    .options = COMMAND_NO_OPTIONS,
    .most = 1,
    .run = run_learn,
};
