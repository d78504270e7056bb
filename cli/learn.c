// SPDX-License-Identifier: MIT
// A first lesson at the keyboard, line by line.
#include <string.h>

#include "cli/cli.h"
#include "coach/tutor.h"
#include "paint/text.h"

// Where the person wants to go.
enum way { NEXT, BACK, LEAVE, STAY };

static enum way read_way(const char *word)
{
    return !strcmp(word, "skip")   ? NEXT
           : !strcmp(word, "back") ? BACK
           : !strcmp(word, "quit") ? LEAVE
                                   : STAY;
}

static void show(const struct tutor *t, struct output *out)
{
    struct scene scene;

    history_scene(&t->history, t->seat, &scene);
    paint_text(t->history.game, &t->history.options, &scene, NULL, out);
}

static void show_step(const struct tutor *t, const struct lesson *lesson, unsigned index,
                      struct output *out)
{
    output_format(out, "\nStep %u of %u: %s\n", index + 1, lesson->count, t->step->title);
    output_wrapped(out, t->step->text, 0);
    show(t, out);
    output_add(out, "Task: ");
    output_wrapped(out, t->step->task, 6);
}

static void take_attempt(struct tutor *t, const char *word, struct output *out)
{
    struct attempt_answer tried;
    struct tutor_answer answer;
    unsigned before = t->length;
    struct error e;

    if (!command_judge(&t->history, word, &tried, &e)) {
        output_format(out, "%s\n", e.text);
        return;
    }
    tutor_try(t, &tried, &answer);
    output_wrapped(out, answer.say, 0);
    if (t->length != before)
        show(t, out);
}

// Asks until the step is done or left.
static enum way take_step(struct tutor *t, struct output *out)
{
    char word[CLI_WORD];

    while (!t->done) {
        if (!cli_ask(out, "Your action: ", word))
            return LEAVE;
        if (read_way(word) != STAY)
            return read_way(word);
        if (!strcmp(word, "hint"))
            output_wrapped(out, t->step->hint, 0);
        else if (!strcmp(word, "moves") || !strcmp(word, "?"))
            cli_print_actions(&t->history, out);
        else if (word[0])
            take_attempt(t, word, out);
    }
    return NEXT;
}

// Time to look at the board before the next step is shown.
static enum way pause_after(struct output *out)
{
    char word[CLI_WORD];

    if (!cli_ask(out, "Enter goes on: ", word))
        return LEAVE;
    return read_way(word) == STAY ? NEXT : read_way(word);
}

static void take_lesson(const struct lesson *lesson, struct output *out)
{
    unsigned index = 0;

    while (index < lesson->count) {
        struct tutor tutor;

        tutor_init(&tutor, lesson->game, &lesson->steps[index]);
        show_step(&tutor, lesson, index, out);
        enum way way = take_step(&tutor, out);
        if (tutor.done && index + 1 < lesson->count)
            way = pause_after(out);
        tutor_clear(&tutor);
        if (way == LEAVE)
            return;
        if (way == NEXT)
            index++;
        else if (index > 0)
            index--;
    }
    output_format(
        out,
        "\nThat was the lesson. 'abax rules %s' tells every rule, 'abax play %s' is a game "
        "against the computer.\n",
        lesson->game->name, lesson->game->name);
}

static bool run(const struct arguments *a, struct output *out, struct error *e)
{
    const struct game *g;
    struct lesson lesson;

    if (a->rest_count ? !command_game(a->rest[0], &g, e) : !cli_choose_game(a, out, &g))
        return a->rest_count == 0;
    if (!command_lesson(g, &lesson, e))
        return false;
    output_format(out,
                  "%s: a first lesson in %u steps. Type an action, or 'hint', 'moves', 'skip', "
                  "'back' or 'quit'.\n",
                  g->title, lesson.count);
    take_lesson(&lesson, out);
    return true;
}

const struct command cli_learn_command = {
    .name = "learn",
    .usage = "[GAME]",
    .help = "learn a game, step by step",
    .more =
        "Each step explains a rule on a board and asks for an action that shows it. Type the "
        "action,\n"
        "'hint', 'moves', 'skip', 'back' or 'quit'. 'abax lesson GAME' prints the whole lesson.",
    .options = COMMAND_NO_OPTIONS,
    .most = 1,
    .run = run,
};
