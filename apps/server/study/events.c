// SPDX-License-Identifier: MIT
// A study from its events. Texts of events, by kind: "begin" HASH START, "add" NODE ACTION...,
// "say" NODE REMARK\nNAME\nTEXT, "draw" NODE FROM TO 0|1, "drop" NODE, "lead" NODE, "name" TITLE,
// "key" HASH. They are written in this room and nowhere else; what stands in the database is read
// with the same care as what comes from outside.
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "server/names.h"
#include "server/store/token.h"
#include "server/study/internal.h"

static const char *const kinds[STUDY_KINDS] = {
    [STUDY_ADD] = "add",   [STUDY_SAY] = "say",   [STUDY_DRAW] = "draw", [STUDY_DROP] = "drop",
    [STUDY_LEAD] = "lead", [STUDY_NAME] = "name", [STUDY_KEY] = "key",
};

bool study_no_memory(struct error *e)
{
    return error_set(e, "memory.this", "there is no memory for this");
}

bool study_unread(struct error *e)
{
    return error_set(e, "study.unread", "this study cannot be read");
}

// Room for one more; what `*list` points to may move.
bool study_grow(void **list, unsigned count, unsigned *capacity, size_t size)
{
    if (count < *capacity)
        return true;
    unsigned more = *capacity ? *capacity * 2 : 16;
    void *moved = realloc(*list, more * size);
    if (!moved)
        return false;
    *list = moved;
    *capacity = more;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Beginning
// ---------------------------------------------------------------------------------------------

bool study_start(const struct game *g, const struct game_options *options, uint64_t seed,
                 char start[GAME_TEXT_BYTES], struct error *e)
{
    struct game_position p;
    struct text t;

    if (!start[0]) {
        g->start(options, seed, &p);
        text_init(&t, start, GAME_TEXT_BYTES);
        g->write(&p, &t);
        return true;
    }
    if (!g->read(options, start, &p, e))
        return false;
    return game_complete(g, &p) ||
           error_set(e, "study.hidden:game",
                     "only what nobody has to guess any more can be studied together: a game of "
                     "%s that is over, or an open position",
                     g->title);
}

static void write_hash(struct text *t, const unsigned char hash[STORE_HASH])
{
    for (unsigned i = 0; i < STORE_HASH; i++)
        text_format(t, "%02x", hash[i]);
}

static bool read_hash(const char **at, unsigned char hash[STORE_HASH])
{
    static const char digits[] = "0123456789abcdef";

    for (unsigned i = 0; i < 2 * STORE_HASH; i++) {
        const char *digit = **at ? strchr(digits, **at) : NULL;
        if (!digit)
            return false;
        hash[i / 2] = (unsigned char)(hash[i / 2] << 4 | (digit - digits));
        (*at)++;
    }
    return true;
}

void study_found(struct store_document *row, struct store_event *first, const struct game *g,
                 const struct game_options *options, const char *start,
                 const unsigned char lock[STORE_HASH])
{
    struct text t;

    text_init(&t, row->kind, sizeof row->kind);
    text_add(&t, STUDY_KIND);
    text_init(&t, row->settings, sizeof row->settings);
    text_format(&t, "%s ", g->name);
    game_options_text(g, options, &t);
    row->phase = STORE_PLAYING;
    memcpy(first->document, row->id, sizeof first->document);
    first->at = row->created;
    text_init(&t, first->kind, sizeof first->kind);
    text_add(&t, "begin");
    text_init(&t, first->text, sizeof first->text);
    write_hash(&t, lock);
    text_format(&t, " %s", start);
}

static bool read_options(struct study *s, const char *at, struct error *e)
{
    char word[STORE_OPTIONS];
    struct text t;

    if (!strcmp(at, "-"))
        return true;
    while (*at) {
        text_init(&t, word, sizeof word);
        at += text_until(&t, at, ",");
        at += *at == ',';
        if (t.cut || !game_set_option(s->game, &s->options, word, e))
            return false;
    }
    return true;
}

static bool read_beginning(struct study *s, const struct store_event *first, struct error *e)
{
    const char *at = s->row.settings, *text = first->text;
    char name[STORE_WORD];
    struct text t;

    text_init(&t, name, sizeof name);
    at += text_until(&t, at, " ");
    s->game = registry_find(name);
    if (!s->game || *at++ != ' ' || strcmp(first->kind, "begin") != 0 ||
        !read_hash(&text, s->lock) || *text++ != ' ')
        return study_unread(e);
    text_init(&t, s->start, sizeof s->start);
    text_add(&t, text);
    if (!read_options(s, at, e) || !s->game->read(&s->options, s->start, &s->first, e))
        return false;
    history_init(&s->line, s->game, &s->options, &s->first);
    s->stands = 0;
    s->number = 1;
    return study_new_node(s) || study_no_memory(e);
}

bool study_read(struct study *s, const struct store_document *row, const struct store_event *events,
                unsigned count, struct error *e)
{
    struct study_change change;

    *s = (struct study){.row = *row, .stands = STUDY_NOWHERE};
    if (strcmp(row->kind, STUDY_KIND) != 0 || !count)
        return error_set(e, "study.none", "there is no such study");
    if (!read_beginning(s, &events[0], e))
        return false;
    for (unsigned i = 1; i < count; i++) {
        if (!study_apply(s, &events[i], &change, e))
            return false;
    }
    return true;
}

void study_clear(struct study *s)
{
    history_clear(&s->line);
    free(s->nodes);
    free(s->remarks);
    free(s->marks);
    explicit_bzero(s, sizeof *s);
}

bool study_opens(const struct study *s, const char *token)
{
    return token_opens(token, s->lock);
}

// ---------------------------------------------------------------------------------------------
// Requests and events
// ---------------------------------------------------------------------------------------------

static bool check_name(const struct study *s, const struct study_request *request,
                       struct text *note, bool *same, struct error *e)
{
    if (strlen(request->text) >= DOCUMENT_TITLE)
        return error_set(e, "study.title-long:most", "a title has at most %d bytes",
                         DOCUMENT_TITLE - 1);
    text_add(note, request->text);
    *same = !strcmp(request->text, s->row.title);
    return name_check(request->text, e);
}

static bool check_at(const struct study *s, const struct study_request *request, struct error *e)
{
    if (request->what == STUDY_NAME || request->what == STUDY_KEY)
        return true;
    if (!study_has(s, request->at))
        return error_set(e, "study.gone", "this move is not there any more");
    if (!request->at && (request->what == STUDY_DROP || request->what == STUDY_LEAD))
        return error_set(e, "study.root", "the start stays where it is");
    return true;
}

static bool check_what(struct study *s, const struct study_request *request, struct text *t,
                       unsigned *at, bool *same, struct error *e)
{
    switch (request->what) {
    case STUDY_ADD:
        return study_check_add(s, request, t, at, same, e);
    case STUDY_SAY:
        return study_check_say(s, request, t, e);
    case STUDY_DRAW:
        return study_check_draw(s, request, t, same, e);
    case STUDY_NAME:
        return check_name(s, request, t, same, e);
    case STUDY_DROP:
        text_format(t, "%u", request->at);
        return true;
    case STUDY_LEAD:
        *same = study_leads(s, request->at);
        text_format(t, "%u", request->at);
        return true;
    case STUDY_KEY:
        write_hash(t, request->lock);
        return true;
    case STUDY_KINDS:
        break;
    }
    return study_unread(e);
}

bool study_check(struct study *s, const struct study_request *request, struct store_event *event,
                 unsigned *at, struct error *e)
{
    bool same = false;
    struct text t;

    *event = (struct store_event){.number = s->number, .account = request->account};
    *at = request->at;
    text_init(&t, event->text, sizeof event->text);
    if (!check_at(s, request, e) || !check_what(s, request, &t, at, &same, e))
        return false;
    if (t.cut)
        return error_set(e, "study.line:most", "at most %d actions are added at once", STUDY_LINE);
    if (same)
        return true;
    if (s->number >= STUDY_EVENTS)
        return error_set(e, "study.notes:most", "a study has at most %d changes: begin a new one",
                         STUDY_EVENTS);
    memcpy(event->document, s->row.id, sizeof event->document);
    text_init(&t, event->kind, sizeof event->kind);
    text_add(&t, kinds[request->what]);
    return true;
}

static bool apply_at(struct study *s, const struct store_event *event, struct study_change *c,
                     struct error *e)
{
    char *text;
    unsigned long at = strtoul(event->text, &text, 10);

    text += *text == ' ';
    if (text == event->text || at >= s->node_count || !study_has(s, (unsigned)at))
        return study_unread(e);
    c->at = (unsigned)at;
    switch (c->what) {
    case STUDY_ADD:
        return study_apply_add(s, c->at, text, c, e);
    case STUDY_SAY:
        return study_apply_say(s, event, text, c, e);
    case STUDY_DRAW:
        return study_apply_draw(s, text, c, e);
    case STUDY_DROP:
        if (c->at)
            study_apply_drop(s, c->at);
        return true;
    default:
        study_apply_lead(s, c->at);
        return true;
    }
}

bool study_apply(struct study *s, const struct store_event *event, struct study_change *change,
                 struct error *e)
{
    const char *text = event->text;
    unsigned what = 0;
    struct text t;
    bool good = true;

    while (what < STUDY_KINDS && strcmp(kinds[what], event->kind) != 0)
        what++;
    *change = (struct study_change){.what = (enum study_do)what};
    if (what == STUDY_KINDS || event->number != s->number)
        return study_unread(e);
    if (what == STUDY_NAME) {
        text_init(&t, s->row.title, sizeof s->row.title);
        text_add(&t, event->text);
    } else if (what == STUDY_KEY) {
        good = read_hash(&text, s->lock) || study_unread(e);
    } else {
        good = apply_at(s, event, change, e);
    }
    s->number += good;
    return good;
}
