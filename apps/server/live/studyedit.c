// SPDX-License-Identifier: MIT
// Changes of a study, one behind the other: what is wished is checked as the study stands then, stored, applied, told to all, and
// acknowledged. Where somebody at another process was first, his note is read and the wish checked anew: so two who enter the same
// move at once meet in one node.
#include <stdlib.h>
#include <string.h>

#include "server/live/studyroom.h"
#include "server/log.h"
#include "server/live/clients.h"
#include "server/live/databasehealth.h"
#include "server/live/studies.h"

enum {
    TRIES = 32,             // for one change: others cannot always be first
    DAY = 24 * 3600 * 1000, // milliseconds after which a change is noted at the study itself
};

static void forget(struct study_room *r)
{
    struct study_edit *edit = r->first;

    if (!(r->first = edit->next))
        r->last = NULL;
    r->waiting--;
    free(edit);
}

// The first of the line was refused.
static void refuse(struct live_registry *reg, struct study_room *r, const struct error *e)
{
    uint64_t client = r->first->client;
    int64_t ref = r->first->ref;

    forget(r);
    client_refuse(reg, client, ref, NULL, e);
}

void study_edit_clear(struct live_registry *reg, struct study_room *r, const struct error *e)
{
    while (r->first && !r->busy)
        refuse(reg, r, e);
}

// It is done: `at` is the node that came of it.
static void done(struct live_registry *reg, struct study_room *r, unsigned at)
{
    struct client *c = r->first->ref >= 0 ? client_find(reg, r->first->client) : NULL;
    struct message_draft d;
    struct json_writer j;

    if (c) {
        client_begin(&d, &j, "done", r->first->ref);
        json_write_string(&j, "study", r->id);
        json_write_number(&j, "number", r->study.number);
        json_write_number(&j, "at", at);
        json_write_end_object(&j);
        client_send_draft(reg, c, &d);
    }
    forget(r);
}

// ---------------------------------------------------------------------------------------------
// Storing
// ---------------------------------------------------------------------------------------------

struct storing {
    char study[THING_ID];
    unsigned at;
};

static void stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct storing *s = t->extra;
    struct study_room *r = study_room_find(reg, s->study); // stays as long as it is busy
    struct store_note *note = &t->writes[0].note;
    struct error e;

    r->busy = false;
    if (t->failed) {
        outage_noticed(reg);
        log_event("not-stored", "study=%s sentence=%s", s->study, log_text(t->fault.text).text);
        r->stale = true; // nobody knows whether it is there
        error_set(&e, "study.not-stored", "this could not be stored: try again");
        refuse(reg, r, &e);
    } else if (t->writes[0].answer == STORE_DONE) {
        memcpy(note->name, r->first->name, sizeof note->name);
        if (study_room_note(reg, r, note))
            done(reg, r, s->at);
    } else if (t->writes[0].answer == STORE_MISSING) {
        study_room_gone(reg, r);
    } else if (++r->first->tries < TRIES) {
        r->stale = true; // somebody was first
    } else {
        error_set(&e, "study.crowded", "too many change this study at once: try again");
        refuse(reg, r, &e);
    }
    writer_task_free(t);
    study_edit_go(reg, r);
}

static bool store(struct live_registry *reg, struct study_room *r, const struct store_note *note,
                  unsigned at)
{
    const struct study_edit *edit = r->first;
    struct store_thing row = r->study.row;
    bool title = edit->wish.what == STUDY_NAME, aged = edit->at - row.changed > DAY;
    struct writer_task *t = writer_task(title || aged ? 2 : 1, stored);
    struct storing *s = t ? t->extra = calloc(1, sizeof *s) : NULL;

    if (!s) {
        if (t)
            writer_task_free(t);
        return false;
    }
    memcpy(s->study, r->id, sizeof s->study);
    s->at = at;
    t->writes[0].kind = STORE_ADD_NOTE;
    t->writes[0].note = *note;
    t->writes[0].note.at = edit->at;
    if (title || aged) {
        struct text text;
        row.changed = edit->at;
        text_init(&text, row.title, sizeof row.title);
        text_add(&text, title ? edit->wish.text : r->study.row.title);
        t->writes[1].kind = STORE_SET_THING;
        t->writes[1].with_last = true;
        t->writes[1].thing = row;
        r->study.row.changed = edit->at;
    }
    r->busy = true;
    writer_submit(reg->writer, t);
    return true;
}

void study_edit_go(struct live_registry *reg, struct study_room *r)
{
    struct store_note note;
    struct error e;
    unsigned at;

    if (r->stale && r->first && !r->reading && !r->busy)
        study_room_look(reg, r);
    while (r->loaded && r->first && !r->busy && !r->reading && !r->stale) {
        if (!study_check(&r->study, &r->first->wish, &note, &at, &e))
            refuse(reg, r, &e);
        else if (!note.kind[0])
            done(reg, r, at);
        else if (!store(reg, r, &note, at)) {
            error_set(&e, "memory.this", "there is no memory for this");
            refuse(reg, r, &e);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// From clients
// ---------------------------------------------------------------------------------------------

static bool may_edit(struct live_registry *reg, const struct study_watch *w,
                     const struct wire_message *m, int64_t now, struct error *e)
{
    if (!w)
        return error_set(e, "study.join:study", "you do not look at study %s: open it first",
                         m->game);
    if (!w->edits)
        return error_set(e, "study.look",
                         "this link lets you look: to change something, ask for the other one");
    if (m->what == WIRE_SAY && w->muted && m->much[0])
        return error_set(e, "talk.muted", "you cannot say anything here: this was taken from you");
    if (reg->outage)
        return error_set(e, "store.outage", "nothing can be stored");
    if (w->room->waiting >= STUDY_LINE_MOST)
        return error_set(e, "study.crowded", "too many change this study at once: try again");
    return limits_allow(reg->limits, w->client->address, LIMITS_EDIT, now, e);
}

static enum study_do what_of(enum wire_do what)
{
    switch (what) {
    case WIRE_ADD:
        return STUDY_ADD;
    case WIRE_SAY:
        return STUDY_SAY;
    case WIRE_DRAW:
        return STUDY_DRAW;
    case WIRE_DROP:
        return STUDY_DROP;
    case WIRE_LEAD:
        return STUDY_LEAD;
    default:
        return STUDY_NAME;
    }
}

bool studies_edit(struct live_registry *reg, struct client *c, const struct wire_message *m,
                  int64_t now, struct error *e)
{
    struct study_room *r = study_room_find(reg, m->game);
    const struct study_watch *w = r ? study_room_watch(r, c) : NULL;
    struct study_edit *edit;

    if (!may_edit(reg, w, m, now, e))
        return false;
    if (!(edit = calloc(1, sizeof *edit)))
        return error_set(e, "memory.this", "there is no memory for this");
    *edit = (struct study_edit){.client = c->id, .ref = m->ref, .at = now};
    edit->wish = (struct study_wish){.what = what_of(m->what),
                                     .at = (unsigned)m->at,
                                     .remark = (unsigned)m->remark,
                                     .on = m->on,
                                     .account = w->session.account};
    memcpy(edit->name, w->name, sizeof edit->name);
    memcpy(edit->wish.name, w->name, sizeof edit->wish.name);
    memcpy(edit->wish.from, m->from, sizeof edit->wish.from);
    memcpy(edit->wish.to, m->to, sizeof edit->wish.to);
    memcpy(edit->wish.text, m->much, sizeof m->much);
    *(r->last ? &r->last->next : &r->first) = edit;
    r->last = edit;
    r->waiting++;
    study_edit_go(reg, r);
    return true;
}

bool studies_stand(struct live_registry *reg, struct client *c, const struct wire_message *m,
                   struct error *e)
{
    struct study_room *r = study_room_find(reg, m->game);
    struct study_watch *w = r ? study_room_watch(r, c) : NULL;

    if (!w || !r->loaded)
        return error_set(e, "study.join:study", "you do not look at study %s: open it first",
                         m->game);
    if (m->at >= (int64_t)r->study.node_count || !study_has(&r->study, (unsigned)m->at))
        return error_set(e, "study.gone", "this move is not there any more");
    r->dirty = r->dirty || w->at != (unsigned)m->at;
    w->at = (unsigned)m->at;
    client_done(reg, c->id, m->ref, NULL);
    return true;
}
