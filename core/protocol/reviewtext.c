// SPDX-License-Identifier: MIT
// Reviews as text and as JSON.
#include <stdlib.h>

#include "base/sentencejson.h"
#include "protocol/advice.h"
#include "protocol/matchjson.h"
#include "protocol/report.h"

enum { CHART_ROWS = 8, CHART_COLUMNS = 60 };

static void seat_names(const struct match *m, const struct catalogue *messages,
                       const char *names[GAME_MAX_SEATS])
{
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        names[seat] = seat < match_seats(m) ? match_name_in(m, messages, seat) : "";
}

static const char *word_name(enum game_outcome word)
{
    static const char *const names[] = {"loss", "draw", "win"};

    return names[word];
}

static enum game_outcome proven_outcome(const struct seat_value *w)
{
    return w->value > 0 ? GAME_WIN : w->value < 0 ? GAME_LOSS : GAME_DRAW;
}

// "win", "loss" or "draw", or NULL when nothing is proven.
static const char *proven_name(const struct seat_value *w)
{
    if (!w->proven)
        return NULL;
    return word_name(proven_outcome(w));
}

// The best line before action `index`, as texts.
static void better_text(const struct review *r, unsigned index, char storage[REPORT_BYTES])
{
    struct history history = {.game = r->match->setup.game}; // all that a line asks for
    struct text t;

    match_position_at(r->match, index, &history.position);
    text_init(&t, storage, REPORT_BYTES);
    report_actions(&history, &r->plies[index].better, &t);
}

// ---------------------------------------------------------------------------------------------
// JSON
// ---------------------------------------------------------------------------------------------

static void write_worth(enum move_class class, int loss, const struct seat_value *before,
                        const struct seat_value *after, struct json_writer *j)
{
    json_write_string(j, "word", move_class_id(class));
    json_write_decimal(j, "loss", loss, 1000);
    json_write_decimal(j, "before", before->chance, 1000);
    json_write_decimal(j, "after", after->chance, 1000);
    json_write_string(j, "proven_before", proven_name(before));
    json_write_string(j, "proven_after", proven_name(after));
}

static void write_ply(const struct review *r, unsigned index, struct json_writer *j,
                      const char *name)
{
    const struct review_ply *ply = &r->plies[index];
    const char *names[GAME_MAX_SEATS];
    const struct game *g = r->match->setup.game;
    char action[GAME_ACTION_BYTES], better[REPORT_BYTES];
    struct game_position p;

    match_position_at(r->match, index, &p);
    seat_names(r->match, NULL, names);
    match_action_text(r->match, index, action);
    better_text(r, index, better);
    json_write_object(j, name);
    json_write_number(j, "ply", index + 1);
    json_write_number(j, "seat", ply->seat);
    json_write_string(j, "action", action);
    action_words_json(g, &p, r->match->entries[index].action, j, "words");
    write_worth(ply->class, ply->loss, &ply->before, &ply->after, j);
    json_write_string(j, "better", better);
    if (ply->better.length)
        action_words_json(g, &p, ply->better.actions[0], j, "better_words");
    if (review_is_mistake(ply)) {
        line_words_json(g, &p, &ply->better, 1, j, "then");
        advice_facts(&ply->why, r->match->setup.game, names, j, "why");
        advice_facts(&ply->against, r->match->setup.game, names, j, "against");
    }
    json_write_end_object(j);
}

// The most telling fact, in a list that may be empty.
static void write_reason(const struct fact *reason, const struct game *g,
                         const char *const names[GAME_MAX_SEATS], struct json_writer *j)
{
    struct facts one = {.count = reason != NULL};

    if (reason)
        one.at[0] = *reason;
    advice_facts(&one, g, names, j, "reason");
}

void advice_classification(const struct classify_task *task,
                           const struct move_classification *judged, enum warning_level strength,
                           const char *const names[GAME_MAX_SEATS], struct json_writer *j,
                           const char *name)
{
    const struct game *g = task->history->game;
    const struct game_position *p = &task->history->position;
    char action[GAME_ACTION_BYTES], better[REPORT_BYTES];
    struct message message;
    struct text t;

    game_write_action(g, p, task->action, action);
    text_init(&t, better, sizeof better);
    report_actions(task->history, &judged->better, &t);
    classification_say(judged, g, &message);
    json_write_object(j, name);
    json_write_string(j, "action", action);
    action_words_json(g, p, task->action, j, "words");
    json_write_bool(j, "warned", classification_warns(judged, strength));
    message_json(j, "said", &message);
    write_reason(classification_reason(judged), g, names, j);
    write_worth(judged->class, judged->loss, &judged->before, &judged->after, j);
    json_write_string(j, "better", better);
    action_words_json(g, p, judged->better.actions[0], j, "better_words");
    advice_facts(&judged->why, g, names, j, "why");
    advice_facts(&judged->against, g, names, j, "against");
    json_write_end_object(j);
}

static void write_accuracy(const struct review *r, struct json_writer *j)
{
    json_write_array(j, "accuracy");
    for (int seat = 0; seat < match_seats(r->match); seat++) {
        int accuracy = review_accuracy(r, seat);
        if (accuracy == REVIEW_NO_ACCURACY)
            json_write_string(j, NULL, NULL);
        else
            json_write_decimal(j, NULL, accuracy, 1000);
    }
    json_write_end_array(j);
}

// What the last position is worth for each seat; null where nobody knows.
static void write_end(const struct review *r, struct json_writer *j)
{
    bool pair = match_seats(r->match) == 2;

    json_write_array(j, "end");
    for (int seat = 0; seat < match_seats(r->match); seat++) {
        if (r->end_seat >= 0 && r->end_seat != seat && !pair)
            json_write_string(j, NULL, NULL);
        else
            json_write_decimal(j, NULL, review_chance(r, r->count, seat), 1000);
    }
    json_write_end_array(j);
}

static void write_turns(const struct review_turn *turns, unsigned count, struct json_writer *j)
{
    json_write_array(j, "turns");
    for (unsigned i = 0; i < count; i++) {
        const struct review_turn *turn = &turns[i];
        json_write_object(j, NULL);
        json_write_number(j, "ply", turn->index + 1);
        json_write_bool(j, "settled", turn->settled);
        json_write_string(j, "from", turn->settled ? NULL : word_name(turn->from));
        json_write_string(j, "to", turn->open ? NULL : word_name(turn->to));
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

// In English and with ids: readers of JSON translate it.
static void write_summary(const struct review *r, const struct catalogue *messages,
                          const unsigned *mistakes, unsigned mistake_count,
                          const struct review_turn *turns, unsigned turn_count, struct output *out)
{
    const struct match *m = r->match;
    char status[MATCH_STATUS_BYTES];
    struct text t;
    struct json_writer j;

    text_init(&t, status, sizeof status);
    match_status(m, messages, &t);
    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_string(&j, "game", m->setup.game->name);
    json_write_number(&j, "actions", r->count);
    json_write_number(&j, "nodes", (long long)r->nodes);
    json_write_string(&j, "status", status);
    json_write_array(&j, "names");
    for (int seat = 0; seat < match_seats(m); seat++)
        json_write_string(&j, NULL, match_name(m, seat));
    json_write_end_array(&j);
    write_accuracy(r, &j);
    write_end(r, &j);
    json_write_array(&j, "mistakes");
    for (unsigned i = 0; i < mistake_count; i++)
        json_write_number(&j, NULL, mistakes[i] + 1);
    json_write_end_array(&j);
    write_turns(turns, turn_count, &j);
    json_write_end_object(&j);
    output_add(out, "\n");
}

// ---------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------

// Whether a position has a point in the chart of a seat. A seat's own positions always have; of two
// sides, one's chance is the other's as well.
static bool is_charted(const struct review *r, unsigned index, int seat)
{
    int acts = index < r->count ? r->plies[index].seat : r->end_seat;

    return match_seats(r->match) == 2 || acts < 0 || acts == seat;
}

static void print_chart_row(const struct review *r, int seat, unsigned from, unsigned to, int row,
                            struct output *out)
{
    char dots[CHART_COLUMNS + 1];
    struct text t;
    size_t length = 0;

    text_init(&t, dots, sizeof dots);
    for (unsigned i = from; i < to; i++) {
        int chance = is_charted(r, i, seat) ? review_chance(r, i, seat) : -1;
        bool here = chance >= 0 && (chance * CHART_ROWS + 500) / 1000 == row;
        text_char(&t, here ? '*' : ' ');
        length = here ? t.length : length;
    }
    dots[length] = 0;
    output_format(out, "%5d %% |%s\n", 100 * row / CHART_ROWS, dots);
}

static void print_chart(const struct review *r, const struct catalogue *messages, int seat,
                        struct output *out)
{
    output_add(out, "\n");
    output_say(out, messages, "review.chart:name",
               "Win chance of %s, from before the first action to the end",
               match_name_in(r->match, messages, seat));
    output_add(out, "\n");
    for (unsigned from = 0; from <= r->count; from += CHART_COLUMNS) {
        unsigned to = from + CHART_COLUMNS <= r->count ? from + CHART_COLUMNS : r->count + 1;
        for (int row = CHART_ROWS; row >= 0; row--)
            print_chart_row(r, seat, from, to, row, out);
        output_add(out, "        +");
        for (unsigned i = from; i < to; i++)
            output_add(out, i % 10 == 0 ? "|" : "-");
        output_add(out, "\n         ");
        for (unsigned i = from; i < to; i += 10)
            output_format(out, i + 10 < to ? "%-10u" : "%u\n", i);
    }
}

static void print_accuracy(const struct review *r, const struct catalogue *messages,
                           struct output *out)
{
    output_say(out, messages, "review.accuracy", "Accuracy:");
    for (int seat = 0; seat < match_seats(r->match); seat++) {
        int accuracy = review_accuracy(r, seat);
        output_format(out, "%s %s ", seat ? "," : "", match_name_in(r->match, messages, seat));
        if (accuracy == REVIEW_NO_ACCURACY)
            output_say(out, messages, "review.no-accuracy", "had too little to decide");
        else
            output_say(out, messages, "review.percent:whole,tenth", "%d.%d %%", accuracy / 10,
                       accuracy % 10);
    }
    output_add(out, "\n");
}

static void print_facts(const struct review *r, const struct facts *facts, bool why,
                        const struct catalogue *messages, struct output *out)
{
    char storage[(HINT_MOST_REASONS + 1) * FACT_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    review_say_facts(r, facts, why, messages, &t);
    if (t.length)
        output_format(out, "      %s\n", storage);
}

static void print_mistake(const struct review *r, const struct catalogue *messages, unsigned index,
                          struct output *out)
{
    const struct review_ply *ply = &r->plies[index];
    char message[2 * REPORT_BYTES];
    struct text t;

    text_init(&t, message, sizeof message);
    review_say_ply(r, index, messages, &t);
    output_format(out, "%4u. %s\n", index + 1, message);
    text_init(&t, message, sizeof message);
    review_say_better(r, index, messages, &t);
    review_say_then(r, index, messages, &t);
    output_format(out, "      %s\n", message);
    print_facts(r, &ply->why, true, messages, out);
    print_facts(r, &ply->against, false, messages, out);
}

static void print_settled(const struct review *r, const struct catalogue *messages,
                          enum game_outcome to, int seat, struct output *out)
{
    const char *name = match_name_in(r->match, messages, seat);

    if (to == GAME_DRAW)
        output_say(out, messages, "review.settled.draw", "from here on it is proven: a draw");
    else if (to == GAME_WIN)
        output_say(out, messages, "review.settled.win:name",
                   "from here on it is proven: a win for %s", name);
    else
        output_say(out, messages, "review.settled.loss:name",
                   "from here on it is proven: a loss for %s", name);
}

static void print_turn(const struct review *r, const struct catalogue *messages,
                       const struct review_turn *turn, struct output *out)
{
    const struct review_ply *ply = &r->plies[turn->index];
    const char *name = match_name_in(r->match, messages, ply->seat);
    char action[GAME_NAMED_BYTES];
    struct text t;

    text_init(&t, action, sizeof action);
    match_add_named(r->match, turn->index, messages, &t);
    output_format(out, "%4u. ", turn->index + 1);
    if (turn->settled)
        print_settled(r, messages, turn->to, ply->seat, out);
    else if (turn->open)
        output_say(out, messages, "review.open:name,action,from", "%s: %s, %s, then open again",
                   name, action, review_proven_text(turn->from, messages));
    else
        output_say(out, messages, "review.became:name,action,from,to", "%s: %s, %s became %s", name,
                   action, review_proven_text(turn->from, messages),
                   review_proven_text(turn->to, messages));
    output_add(out, "\n");
}

static void print_head(const struct review *r, const struct catalogue *messages, struct output *out)
{
    const struct match *m = r->match;
    char head[MATCH_STATUS_BYTES + 120];
    struct text t;

    text_init(&t, head, sizeof head);
    text_say_count(&t, messages, r->count, "review.head:game,n", "%s, %u action.",
                   "%s, %u actions.", m->setup.game->title, r->count);
    text_char(&t, ' ');
    match_status(m, messages, &t);
    output_format(out, "%s\n", head);
    if (r->nodes == review_default_nodes(m))
        return;
    output_say(out, messages, "review.nodes:nodes,usual",
               "Searched with %llu nodes a position; usual are %llu.", (unsigned long long)r->nodes,
               (unsigned long long)review_default_nodes(m));
    output_add(out, "\n");
}

static void print_review(const struct review *r, const struct catalogue *messages,
                         const unsigned *mistakes, unsigned mistake_count,
                         const struct review_turn *turns, unsigned turn_count, struct output *out)
{
    print_head(r, messages, out);
    print_accuracy(r, messages, out);
    for (int seat = 0; seat < (match_seats(r->match) == 2 ? 1 : match_seats(r->match)); seat++)
        print_chart(r, messages, seat, out);
    output_add(out, "\n");
    if (mistake_count)
        output_say(out, messages, "review.mistakes", "Mistakes, largest first");
    else
        output_say(out, messages, "review.no-mistakes", "No mistakes were found.");
    output_add(out, "\n");
    for (unsigned i = 0; i < mistake_count; i++)
        print_mistake(r, messages, mistakes[i], out);
    if (turn_count) {
        output_add(out, "\n");
        output_say(out, messages, "review.turns", "Turning points");
        output_add(out, "\n");
    }
    for (unsigned i = 0; i < turn_count; i++)
        print_turn(r, messages, &turns[i], out);
}

// ---------------------------------------------------------------------------------------------
// Both
// ---------------------------------------------------------------------------------------------

// Lists what needs a list first, and hands it to who writes it.
static void with_lists(const struct review *r, const struct catalogue *messages, struct output *out,
                       void (*write)(const struct review *r, const struct catalogue *messages,
                                     const unsigned *mistakes, unsigned mistake_count,
                                     const struct review_turn *turns, unsigned turn_count,
                                     struct output *out))
{
    unsigned *mistakes = calloc(r->count + 1, sizeof *mistakes);
    struct review_turn *turns = calloc(r->count * 2 + 1, sizeof *turns);

    if (mistakes && turns)
        write(r, messages, mistakes, review_mistakes(r, mistakes), turns, review_turns(r, turns),
              out);
    free(mistakes);
    free(turns);
}

void advice_review_text(const struct review *r, const struct catalogue *messages,
                        struct output *out)
{
    with_lists(r, messages, out, print_review);
}

void advice_review_json(const struct review *r, struct output *out)
{
    with_lists(r, NULL, out, write_summary);
    for (unsigned i = 0; i < r->count; i++) {
        struct json_writer j;
        json_write_init(&j, out);
        write_ply(r, i, &j, NULL);
        output_add(out, "\n");
    }
}

bool advice_match(const struct arguments *a, struct match *m, struct error *e)
{
    struct match_setup setup = {.game = a->game, .options = a->options, .seed = a->seed};
    struct game_position start;
    struct text t;

    if (!arguments_complete_start(a, &start, e))
        return false;
    if (a->position) {
        text_init(&t, setup.start, sizeof setup.start);
        a->game->write(&start, &t);
    }
    bool good = match_init(m, &setup, e);
    for (unsigned i = 0; good && i < a->rest_count; i++)
        good = match_play_text(m, a->rest[i], 0, e);
    if (!good)
        match_clear(m);
    return good;
}
