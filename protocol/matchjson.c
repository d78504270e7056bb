// SPDX-License-Identifier: MIT
// The members of a match's JSON that session and server both send, written once so that the page reads one shape.
// Positions go out as the reader's eyes may know them; only a finished game shows everything, because then the rules
// themselves reveal it.
#include "protocol/matchjson.h"

#include "base/sentencejson.h"

void action_words_json(const struct game *g, const struct game_position *p, game_action action,
                       struct json_writer *j, const char *name)
{
    struct error said;

    game_say(g, p, action, &said);
    error_json(j, name, &said);
}

static const char *const how[] = {"", "rules", "resigned", "agreed", "time", "aborted"};

void match_options_json(const struct match_setup *setup, struct json_writer *j)
{
    json_write_object(j, "options");
    for (unsigned i = 0; i < game_option_count(setup->game); i++) {
        const struct game_option *option = &setup->game->options[i];
        json_write_string(j, option->key, option->values[setup->options.value[i]]);
    }
    json_write_end_object(j);
}

void match_end_json(const struct match *m, struct json_writer *j)
{
    struct game_result result;
    char storage[256];
    struct text t;

    text_init(&t, storage, sizeof storage);
    match_status(m, NULL, &t);
    json_write_string(j, "sentence", storage);
    json_write_bool(j, "over", match_over(m));
    if (!match_over(m))
        return;
    match_result(m, &result);
    result_json(m->setup.game, &m->setup.options, &result, j, "result");
    json_write_object(j, "end");
    json_write_string(j, "how", m->end.how == MATCH_GOES_ON ? "rules" : how[m->end.how]);
    json_write_bool(j, "repeated", m->history.repeated);
    if (m->end.how == MATCH_RESIGNED || m->end.how == MATCH_TIME)
        json_write_number(j, "seat", m->end.seat);
    json_write_end_object(j);
}

void match_position_json(const struct match *m, int eyes, struct json_writer *j)
{
    struct game_position seen;
    char storage[GAME_TEXT_BYTES];
    struct text t;

    if (match_over(m))
        seen = m->history.position;
    else
        game_view(m->setup.game, &m->history.position, eyes, &seen);
    text_init(&t, storage, sizeof storage);
    m->setup.game->write(&seen, &t);
    json_write_string(j, "position", storage);
}
