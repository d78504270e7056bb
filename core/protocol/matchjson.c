// SPDX-License-Identifier: MIT
// The members of a match's JSON that session and server both send, written once so that the page
// reads one shape. Positions go out as the reader may know them; only a finished game shows
// everything, because then the rules themselves reveal it.
#include "protocol/matchjson.h"

#include "base/sentencejson.h"

void action_words_json(const struct game *g, const struct game_position *p, game_action action,
                       struct json_writer *j, const char *name)
{
    struct message message;

    game_say(g, p, action, &message);
    message_json(j, name, &message);
}

void line_words_json(const struct game *g, const struct game_position *p,
                     const struct search_line *line, unsigned first, struct json_writer *j,
                     const char *name)
{
    struct game_position at = *p;
    bool known = game_complete(g, p);

    json_write_array(j, name);
    for (unsigned i = 0; i < line->length && (i == 0 || known); i++) {
        if (i >= first)
            action_words_json(g, &at, line->actions[i], j, NULL);
        if (known)
            g->apply(&at, line->actions[i], &at);
    }
    json_write_end_array(j);
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

void match_sentence_json(const struct match *m, struct json_writer *j)
{
    char storage[MATCH_STATUS_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    match_status(m, NULL, &t);
    json_write_string(j, "sentence", storage);
    json_write_bool(j, "over", match_over(m));
}

void match_result_json(const struct match *m, struct json_writer *j)
{
    struct game_result result;

    if (!match_over(m))
        return;
    match_result(m, &result);
    result_json(m->setup.game, &m->setup.options, &result, j, "result");
    json_write_object(j, "end");
    json_write_string(j, "how", m->end.how == MATCH_GOES_ON ? "rules" : how[m->end.how]);
    json_write_bool(j, "repeated", m->history.repeated);
    json_write_bool(j, "scored", match_scored(m));
    if (m->end.how == MATCH_RESIGNED || m->end.how == MATCH_TIME)
        json_write_number(j, "seat", m->end.seat);
    json_write_end_object(j);
}

void series_json(const struct series *series, const struct match *m, struct json_writer *j,
                 const char *name)
{
    struct series s = *series;
    bool over = match_over(m);

    if (over)
        series_count(&s, m);
    json_write_object(j, name);
    json_write_number(j, "games", s.games);
    json_write_number(j, "played", s.played);
    json_write_bool(j, "byScore", s.by_score);
    json_write_string(j, "begins", series_begins_word(s.begins));
    json_write_bool(j, "repeated", s.repeated);
    json_write_array(j, "players");
    for (int player = 0; player < match_seats(m); player++) {
        json_write_object(j, NULL);
        json_write_number(j, "seat", s.place[player]);
        json_write_decimal(j, "points", s.half_points[player] * 5, 10);
        json_write_number(j, "score", s.scores[player]);
        json_write_end_object(j);
    }
    json_write_end_array(j);
    if (over) {
        int leader = series_leader(&s, match_seats(m));
        json_write_number(j, "leader", leader < 0 ? leader : s.place[leader]);
        json_write_number(j, "chooser", series_chooser(series, m));
        json_write_bool(j, "revenge", series_may_repeat(series, m));
    }
    json_write_end_object(j);
}

void match_position_json(const struct match *m, int viewpoint, struct json_writer *j)
{
    struct game_position seen;
    char storage[GAME_TEXT_BYTES];
    struct text t;

    if (match_over(m))
        seen = m->history.position;
    else
        game_view(m->setup.game, &m->history.position, viewpoint, &seen);
    text_init(&t, storage, sizeof storage);
    m->setup.game->write(&seen, &t);
    json_write_string(j, "position", storage);
}
