// SPDX-License-Identifier: MIT
// Records: record/record.h in all its forms, from histories and back.
#include <stdlib.h>
#include <string.h>

#include "bindings/c/inner.h"
#include "protocol/form.h"
#include "record/day.h"

struct abax_record {
    struct record record;
};

static abax_record *empty_record(abax_error *error)
{
    abax_record *r = calloc(1, sizeof *r);

    if (r)
        record_init(&r->record);
    else
        inner_no_memory(error);
    return r;
}

// Readers want a terminator behind the text.
static bool read_copy(abax_record *r, const char *text, size_t length, struct error *e)
{
    char *copy = malloc(length + 1);

    if (!copy)
        return error_set(e, "library.memory", "there is not enough memory");
    memcpy(copy, text, length);
    copy[length] = 0;
    bool fine = form_read(&r->record, copy, length, e);
    free(copy);
    return fine;
}

abax_record *abax_record_read(const char *text, size_t length, abax_error *error)
{
    struct error e;

    if (!text || length == SIZE_MAX) {
        inner_missing(error, text ? "length" : "text");
        return NULL;
    }
    abax_record *r = empty_record(error);
    if (r && !read_copy(r, text, length, &e)) {
        inner_fail(error, ABAX_UNREADABLE, &e);
        abax_record_free(r);
        return NULL;
    }
    return r;
}

void abax_record_free(abax_record *record)
{
    if (!record)
        return;
    record_clear(&record->record);
    free(record);
}

// ---------------------------------------------------------------------------------------------
// From histories and back
// ---------------------------------------------------------------------------------------------

// The start is written only where it is not the one that the options give.
static void describe_start(const abax_history *history, struct match_setup *setup)
{
    const struct history *h = &history->history;
    struct game_position usual;
    abax_position first, start;
    struct text t;

    setup->game = h->game;
    setup->options = h->options;
    setup->from_view = !game_complete(h->game, &history->start);
    h->game->start(&h->options, 0, &usual);
    inner_put(&first, h->game, &h->options, &usual);
    abax_history_start(history, &start);
    if (!h->game->random_start && abax_position_equal(&first, &start))
        return;
    text_init(&t, setup->start, sizeof setup->start);
    h->game->write(&history->start, &t);
}

static bool record_history(abax_record *r, const abax_history *history, int seat, struct error *e)
{
    struct match_setup setup = {0};
    struct match match;

    describe_start(history, &setup);
    bool fine = match_init(&match, &setup, e);
    for (unsigned i = 0; fine && i < history->history.length; i++)
        fine = match_play(&match, history->actions[i], 0, e);
    fine = fine && record_of_match(&r->record, &match, seat, e);
    match_clear(&match);
    return fine;
}

abax_record *abax_record_of(const abax_history *history, int seat, abax_error *error)
{
    struct error e;
    int meant;

    if (!history) {
        inner_missing(error, "history");
        return NULL;
    }
    if (!inner_seat(seat, game_seats(history->history.game, &history->history.options), 0, &meant,
                    error))
        return NULL;
    abax_record *r = empty_record(error);
    if (r && !record_history(r, history, seat == ABAX_ALL ? RECORD_ALL : seat, &e)) {
        inner_fail(error, ABAX_HIDDEN, &e);
        abax_record_free(r);
        return NULL;
    }
    return r;
}

unsigned abax_record_length(const abax_record *record)
{
    return record ? record_length(&record->record) : 0;
}

static abax_history *history_at_start(const struct record *r, abax_error *error)
{
    const struct game *g = r->setup.game;
    struct game_position at;
    abax_position start;
    struct error e;

    if (record_is_view(r)) {
        error_set(&e, "record.view",
                  "the record is one seat's view: going on needs what that seat does not know");
        inner_fail(error, ABAX_HIDDEN, &e);
        return NULL;
    }
    if (!r->setup.start[0]) {
        g->start(&r->setup.options, r->setup.seed, &at);
    } else if (!g->read(&r->setup.options, r->setup.start, &at, &e)) {
        inner_fail(error, ABAX_UNREADABLE, &e);
        return NULL;
    }
    inner_put(&start, g, &r->setup.options, &at);
    return abax_history_new(&start, error);
}

abax_history *abax_record_history(const abax_record *record, unsigned actions, abax_error *error)
{
    struct error e;

    if (!record || actions > record_length(&record->record)) {
        error_set(&e, "library.ply:ply", "the record has no %u actions", actions);
        inner_fail(error, ABAX_ARGUMENT, &e);
        return NULL;
    }
    const struct record *r = &record->record;
    abax_history *history = history_at_start(r, error);
    unsigned n = r->nodes[RECORD_START].child;
    for (unsigned i = 0; history && i < actions; i++, n = r->nodes[n].child) {
        if (!abax_history_play(history, r->nodes[n].action, error)) {
            abax_history_free(history);
            return NULL;
        }
    }
    return history;
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

size_t abax_record_text(const abax_record *record, abax_record_form form, char *buffer,
                        size_t capacity, abax_error *error)
{
    static const enum form forms[] = {[ABAX_RECORD_TEXT] = FORM_TEXT,
                                      [ABAX_RECORD_JSON] = FORM_JSON,
                                      [ABAX_RECORD_LINK] = FORM_LINK,
                                      [ABAX_RECORD_ACTIONS] = FORM_ACTIONS};
    struct inner_text t;
    struct error e;

    if (!record || (unsigned)form >= sizeof forms / sizeof *forms)
        return inner_missing(error, record ? "form" : "record");
    if (!inner_text_init(&t, buffer, capacity, error))
        return 0;
    const struct form_request request = {.form = forms[form], .seat = RECORD_ALL};
    struct output out = inner_output(&t);
    if (!form_write(&record->record, &request, &out, &e))
        return inner_fail(error, ABAX_HIDDEN, &e);
    return inner_text_done(&t, error);
}

const abax_game *abax_record_game(const abax_record *record)
{
    return record ? inner_shown(record->record.setup.game) : NULL;
}

const char *abax_record_name(const abax_record *record, int seat)
{
    if (!record || seat < 0 || seat >= record_seats(&record->record))
        return NULL;
    return record->record.setup.seats[seat].name;
}

const char *abax_record_date(const abax_record *record)
{
    return record ? record->record.date : NULL;
}

bool abax_record_result(const abax_record *record, abax_result *result, abax_error *error)
{
    if (!record || !result)
        return inner_missing(error, record ? "result" : "record");
    const struct record *r = &record->record;
    struct game_result inner = r->result;
    inner.over = r->end.how != MATCH_GOES_ON && r->end.how != MATCH_ABORTED;
    inner_result(r->setup.game, &r->setup.options, &inner, result);
    if (r->end.how > MATCH_BY_RULES)
        result->scored = result->scored && r->setup.game->score_at_resignation;
    return true;
}

// Whether a name can stand in a tag.
static bool is_plain(const char *name)
{
    for (const unsigned char *at = (const unsigned char *)name; *at; at++) {
        if (*at < ' ' || *at == 0x7f)
            return false;
    }
    return text_utf8(name, strlen(name)) == strlen(name);
}

bool abax_record_set_name(abax_record *record, int seat, const char *name, abax_error *error)
{
    struct error e;

    if (!record || !name)
        return inner_missing(error, record ? "name" : "record");
    int seats = record_seats(&record->record);
    if (seat < 0 || seat >= seats)
        return inner_no_seat(error, seat, seats);
    if (strlen(name) >= MATCH_NAME_BYTES || !is_plain(name)) {
        error_set(&e, "library.name:most",
                  "a name is UTF-8 without control characters, and has at most %d bytes",
                  MATCH_NAME_BYTES - 1);
        return inner_fail(error, ABAX_UNREADABLE, &e);
    }
    memcpy(record->record.setup.seats[seat].name, name, strlen(name) + 1);
    return true;
}

bool abax_record_set_date(abax_record *record, const char *date, abax_error *error)
{
    struct error e;

    if (!record || !date)
        return inner_missing(error, record ? "date" : "record");
    if (date[0] && !day_written(date))
        error_set(&e, "record.date:date", "date '%s' is not written as 2026-11-15",
                  error_quote(date).text);
    else if (date[0] && !day_exists(date))
        error_set(&e, "record.day:date", "there is no day '%s'", error_quote(date).text);
    else {
        memcpy(record->record.date, date, strlen(date) + 1);
        return true;
    }
    return inner_fail(error, ABAX_UNREADABLE, &e);
}

unsigned abax_record_node_count(const abax_record *record)
{
    return record ? record->record.count : 0;
}

bool abax_record_node(const abax_record *record, unsigned index, abax_node *node, abax_error *error)
{
    if (!record || !node || index >= record->record.count)
        return inner_missing(error, !record ? "record" : !node ? "node" : "index");
    const struct record_node *from = &record->record.nodes[index];
    *node = (abax_node){.action = from->action,
                        .comment = from->comment,
                        .note = record_note_text(from->note),
                        .seat = index == RECORD_START ? -1 : from->seat,
                        .parent = from->parent,
                        .child = from->child,
                        .next = from->next,
                        .spent = from->timed ? (int64_t)from->spent : -1};
    return true;
}
