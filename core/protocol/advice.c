// SPDX-License-Identifier: MIT
// Facts and hints as JSON, and the command `hint`, which has no clock: the same words, the same
// hint.
#include "protocol/advice.h"

#include "base/sentencejson.h"
#include "protocol/matchjson.h"

enum { MEGABYTES = 16 };

static void write_fact(const struct fact *fact, const struct game *g,
                       const char *const names[GAME_MAX_SEATS], struct json_writer *j)
{
    const struct fact_row *row = fact_row(fact->id);
    struct message message;

    fact_say(fact, g, names, &message);
    json_write_object(j, NULL);
    json_write_string(j, "id", row->id);
    json_write_string(j, "grade", fact_grade(fact->id));
    json_write_number(j, "seat", fact->seat);
    if (fact->id == FACT_FEATURE)
        json_write_string(j, "feature", game_coach(g)->features[fact->feature].id);
    for (unsigned i = 0; i < FACT_NUMBERS && row->numbers[i]; i++) {
        if (fact->number[i] != GAME_NO_VALUE)
            json_write_number(j, row->numbers[i], fact->number[i]);
    }
    if (fact->key)
        json_write_string(j, "counter", fact->key);
    if (fact->word)
        json_write_string(j, "word", fact->word);
    if (fact->action[0])
        json_write_string(j, "action", fact->action);
    json_write_string(j, "text", message.text);
    message_json(j, "said", &message);
    json_write_end_object(j);
}

void advice_facts(const struct facts *facts, const struct game *g,
                  const char *const names[GAME_MAX_SEATS], struct json_writer *j, const char *name)
{
    json_write_array(j, name);
    for (unsigned i = 0; i < facts->count; i++)
        write_fact(&facts->at[i], g, names, j);
    json_write_end_array(j);
}

static void write_area(const struct hint_area *area, struct json_writer *j)
{
    json_write_object(j, "area");
    json_write_string(j, "panel", area->panel);
    if (area->row) {
        json_write_string(j, "row", area->row);
        json_write_string(j, "column", area->column);
        json_write_string(j, "near", area->near);
    }
    json_write_array(j, "spots");
    for (unsigned i = 0; i < area->count; i++)
        json_write_string(j, NULL, area->spots[i]);
    json_write_end_array(j);
    json_write_end_object(j);
}

// By action, the others that lead to the same game; nothing when no action has such.
static void write_symmetric(const struct hint_action *actions, unsigned count,
                            struct json_writer *j)
{
    bool any = false;

    for (unsigned i = 0; i < count; i++)
        any |= actions[i].also_count > 0;
    if (!any)
        return;
    json_write_object(j, "also");
    for (unsigned i = 0; i < count; i++) {
        if (actions[i].also_count == 0)
            continue;
        json_write_array(j, actions[i].text);
        for (unsigned k = 0; k < actions[i].also_count; k++)
            json_write_string(j, NULL, actions[i].also[k]);
        json_write_end_array(j);
    }
    json_write_end_object(j);
}

// By action, what it is in words.
static void write_words(const struct hint *h, const struct hint_action *actions, unsigned count,
                        struct json_writer *j)
{
    json_write_object(j, "words");
    for (unsigned i = 0; i < count; i++)
        action_words_json(h->game, &h->position, actions[i].action, j, actions[i].text);
    json_write_end_object(j);
}

void advice_hint(const struct hint *h, unsigned level, const char *const names[GAME_MAX_SEATS],
                 struct json_writer *j, const char *name)
{
    char words[HINT_BYTES];
    struct text t;

    text_init(&t, words, sizeof words);
    hint_text(h, level, NULL, names, &t);
    json_write_object(j, name);
    json_write_number(j, "rung", level);
    json_write_number(j, "seat", h->seat);
    if (hint_standing_id(h)) {
        json_write_string(j, "standing", hint_standing_id(h));
        json_write_string(j, "resists", hint_resists_id(h));
    }
    if (level == HINT_AREA)
        write_area(&h->area, j);
    if (level == HINT_CANDIDATES) {
        json_write_array(j, "candidates");
        for (unsigned i = 0; i < h->candidate_count; i++)
            json_write_string(j, NULL, h->candidates[i].text);
        json_write_end_array(j);
        write_words(h, h->candidates, h->candidate_count, j);
        write_symmetric(h->candidates, h->candidate_count, j);
    }
    if (level >= HINT_BEST) {
        json_write_string(j, "best", h->named.text);
        write_words(h, &h->named, 1, j);
        write_symmetric(&h->named, 1, j);
    }
    if (level == HINT_REASON)
        advice_facts(&h->reasons, h->game, names, j, "reasons");
    json_write_string(j, "text", words);
    json_write_end_object(j);
}

static void print_hint(const struct arguments *a, const struct hint *h, unsigned level,
                       struct output *out)
{
    char words[HINT_BYTES];
    struct text t;
    struct json_writer j;

    if (COMMAND_ONLY_JSON || a->json) {
        json_write_init(&j, out);
        advice_hint(h, level, a->game->seat_names, &j, NULL);
    } else {
        text_init(&t, words, sizeof words);
        hint_text(h, level, a->host->messages, a->game->seat_names, &t);
        output_add(out, words);
    }
    output_add(out, "\n");
}

bool protocol_hint(const struct arguments *a, struct output *out, struct error *e)
{
    struct think_limits limits = hint_limits(a->game, &a->options);
    struct game_actions list;
    struct thinker thinker;
    struct history history;
    struct hint hint;

    if (a->nodes)
        limits.search.nodes = a->nodes;
    if (!arguments_history(a, a->rest_count, &history, e))
        return false;
    history_list(&history, &list);
    bool good = list.count > 0
                    ? thinker_init(&thinker, MEGABYTES, NULL, e)
                    : error_set(e, "hint.over", "the game is over: there is nothing to hint at");
    if (good) {
        struct think_watch watch = {.stop = a->host->stop, .to = a->host->to};
        unsigned first = a->hint_level ? (unsigned)a->hint_level : HINT_AREA;
        unsigned last = a->hint_level ? (unsigned)a->hint_level : HINT_REASON;
        thinker_forget(&thinker, a->seed);
        hint_think(&thinker, &history, &limits, watch.stop ? &watch : NULL, &hint);
        for (unsigned level = first; level <= last; level++)
            print_hint(a, &hint, level, out);
        thinker_clear(&thinker);
    }
    history_clear(&history);
    return good;
}
