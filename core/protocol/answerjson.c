// SPDX-License-Identifier: MIT
// The answers of short commands as JSON.
#include "protocol/answerjson.h"

#include "play/levels.h"
#include "protocol/matchjson.h"

void answer_begin(struct json_writer *j, struct output *out)
{
    json_write_init(j, out);
    json_write_object(j, NULL);
}

void answer_end(struct json_writer *j)
{
    json_write_end_object(j);
    output_add(j->out, "\n");
}

void answer_moves(const struct history *history, const struct game_actions *list,
                  struct output *out)
{
    struct json_writer j;

    answer_begin(&j, out);
    json_write_array(&j, "moves");
    for (unsigned i = 0; i < list->count; i++) {
        char storage[GAME_ACTION_BYTES];
        game_write_action(history->game, &history->position, list->at[i], storage);
        json_write_object(&j, NULL);
        json_write_string(&j, "text", storage);
        action_words_json(history->game, &history->position, list->at[i], &j, "words");
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    answer_end(&j);
}

// The members of an answer that tell where a game stands.
static void write_position(const struct history *history, const struct game_position *seen,
                           struct json_writer *j)
{
    const struct game *g = history->game;
    char position[GAME_TEXT_BYTES];
    struct game_result result;
    struct text t;

    text_init(&t, position, sizeof position);
    g->write(seen, &t);
    history_result(history, &result);
    json_write_string(j, "position", position);
    json_write_number(j, "length", history->length);
    json_write_number(j, "toAct", result.over ? -1 : g->to_act(&history->position));
    json_write_bool(j, "over", result.over);
    if (result.over)
        result_json(g, &history->options, &result, j, "result");
}

void answer_position(const struct history *history, const struct game_position *seen,
                     struct output *out)
{
    struct json_writer j;

    answer_begin(&j, out);
    write_position(history, seen, &j);
    answer_end(&j);
}

void answer_random_begin(struct json_writer *j, struct output *out)
{
    answer_begin(j, out);
    json_write_array(j, "actions");
}

void answer_random_end(struct json_writer *j, const struct history *history)
{
    json_write_end_array(j);
    write_position(history, &history->position, j);
    answer_end(j);
}

void answer_attempt(const struct attempt_answer *answer, const struct catalogue *messages,
                    struct output *out)
{
    static const char *const verdicts[] = {
        [ATTEMPT_LEGAL] = "legal",
        [ATTEMPT_INCOMPLETE] = "incomplete",
        [ATTEMPT_REFUSED] = "refused",
    };
    struct json_writer j;

    answer_begin(&j, out);
    json_write_string(&j, "verdict", verdicts[answer->verdict]);
    if (answer->verdict == ATTEMPT_INCOMPLETE)
        json_write_number(&j, "matches", answer->matches);
    if (answer->verdict == ATTEMPT_REFUSED) {
        json_write_string(&j, "rule", answer->rule);
        json_write_string(&j, "sentence", attempt_reason(answer, messages));
    }
    answer_end(&j);
}

void answer_numbers(const char *name, unsigned long long number, const char *second_name,
                    unsigned long long second, struct output *out)
{
    struct json_writer j;

    answer_begin(&j, out);
    json_write_number(&j, name, (long long)number);
    json_write_number(&j, second_name, (long long)second);
    answer_end(&j);
}

void answer_levels(const struct catalogue *messages, struct output *out)
{
    for (unsigned level = 1; level <= LEVELS; level++) {
        struct json_writer j;
        answer_begin(&j, out);
        json_write_number(&j, "level", level);
        json_write_string(&j, "name", level_name(level));
        json_write_string(&j, "about", level_about(messages, level));
        answer_end(&j);
    }
}

// ---------------------------------------------------------------------------------------------
// Drawings
// ---------------------------------------------------------------------------------------------

static void end_line(struct answer_lines *l)
{
    json_write_string(l->json, NULL, l->storage);
    text_init(&l->line, l->storage, sizeof l->storage);
}

static void write_lines(void *to, const char *bytes, size_t count)
{
    struct answer_lines *l = to;

    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n')
            end_line(l);
        else
            text_char(&l->line, bytes[i]);
    }
}

void answer_lines_begin(struct answer_lines *l, struct json_writer *j, const char *name)
{
    l->json = j;
    l->out = (struct output){write_lines, l};
    text_init(&l->line, l->storage, sizeof l->storage);
    json_write_array(j, name);
}

void answer_lines_end(struct answer_lines *l)
{
    if (l->storage[0])
        end_line(l);
    json_write_end_array(l->json);
}
