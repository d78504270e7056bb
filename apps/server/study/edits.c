// SPDX-License-Identifier: MIT
// Changes of a study, one behind the other: a request is checked as the study stands then, stored,
// applied, told to all, and acknowledged. Where somebody at another process was first, his event is
// read and the request checked again: so two who enter the same move at once meet in one node.
#include <stdlib.h>
#include <string.h>

#include "server/study/livestudy.h"
#include "server/log.h"
#include "server/live/clients.h"
#include "server/live/databasehealth.h"
#include "server/study/livestudies.h"

enum {
    TRIES = 32,             // for one change: others cannot always be first
    DAY = 24 * 3600 * 1000, // milliseconds after which a change is noted at the study itself
};

static void study_edit_free(struct live_study *study)
{
    struct study_edit *edit = study->first;

    if (!(study->first = edit->next))
        study->last = NULL;
    study->waiting--;
    free(edit);
}

// The first of the line was refused.
static void refuse_edit(struct live_registry *reg, struct live_study *study, const struct error *e)
{
    uint64_t client = study->first->client;
    int64_t ref = study->first->ref;

    study_edit_free(study);
    client_refuse(reg, client, ref, NULL, e);
}

void study_edit_clear(struct live_registry *reg, struct live_study *study, const struct error *e)
{
    while (study->first && !study->busy)
        refuse_edit(reg, study, e);
}

// It is done: `at` is the node that came of it.
static void edit_done(struct live_registry *reg, struct live_study *study, unsigned at)
{
    struct client *c = study->first->ref >= 0 ? client_find(reg, study->first->client) : NULL;
    struct payload_draft d;
    struct json_writer j;

    if (c) {
        client_begin(&d, &j, "done", study->first->ref);
        json_write_string(&j, "study", study->id);
        json_write_number(&j, "number", study->state.number);
        json_write_number(&j, "at", at);
        json_write_end_object(&j);
        client_send_draft(reg, c, &d);
    }
    study_edit_free(study);
}

// ---------------------------------------------------------------------------------------------
// Storing
// ---------------------------------------------------------------------------------------------

struct storing {
    char study[DOCUMENT_ID];
    unsigned at;
};

static void edit_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct storing *s = t->extra;
    struct live_study *study = live_study_find(reg, s->study); // stays as long as it is busy
    struct store_event *event = &t->writes[0].event;
    struct error e;

    study->busy = false;
    if (t->failed) {
        outage_noticed(reg);
        log_event("not-stored", "study=%s sentence=%s", s->study,
                  log_text(t->error.message.text).text);
        study->stale = true; // nobody knows whether it is there
        error_set(&e, "study.not-stored", "this could not be stored: try again");
        refuse_edit(reg, study, &e);
    } else if (t->writes[0].answer == STORE_DONE) {
        memcpy(event->name, study->first->name, sizeof event->name);
        if (live_study_apply(reg, study, event))
            edit_done(reg, study, s->at);
    } else if (t->writes[0].answer == STORE_MISSING) {
        live_study_gone(reg, study);
    } else if (++study->first->tries < TRIES) {
        study->stale = true; // somebody was first
    } else {
        error_set(&e, "study.crowded", "too many change this study at once: try again");
        refuse_edit(reg, study, &e);
    }
    writer_task_free(t);
    study_edit_go(reg, study);
}

static bool store_edit(struct live_registry *reg, struct live_study *study,
                       const struct store_event *event, unsigned at)
{
    const struct study_edit *edit = study->first;
    struct store_document row = study->state.row;
    bool title = edit->request.what == STUDY_NAME, aged = edit->at - row.changed > DAY;
    struct writer_task *t =
        writer_task_with(title || aged ? 2 : 1, edit_stored, sizeof(struct storing));
    struct storing *s;

    if (!t)
        return false;
    s = t->extra;
    memcpy(s->study, study->id, sizeof s->study);
    s->at = at;
    t->writes[0].kind = STORE_ADD_EVENT;
    t->writes[0].event = *event;
    t->writes[0].event.at = edit->at;
    if (title || aged) {
        struct text text;
        row.changed = edit->at;
        text_init(&text, row.title, sizeof row.title);
        text_add(&text, title ? edit->request.text : study->state.row.title);
        t->writes[1].kind = STORE_SET_DOCUMENT;
        t->writes[1].with_last = true;
        t->writes[1].document = row;
        study->state.row.changed = edit->at;
    }
    study->busy = true;
    writer_submit(reg->writer, t);
    return true;
}

void study_edit_go(struct live_registry *reg, struct live_study *study)
{
    struct store_event event;
    struct error e;
    unsigned at;

    if (study->stale && study->first && !study->reading && !study->busy)
        live_study_refresh(reg, study);
    while (study->loaded && study->first && !study->busy && !study->reading && !study->stale) {
        if (!study_check(&study->state, &study->first->request, &event, &at, &e))
            refuse_edit(reg, study, &e);
        else if (!event.kind[0])
            edit_done(reg, study, at);
        else if (!store_edit(reg, study, &event, at)) {
            error_set(&e, "memory.this", "there is no memory for this");
            refuse_edit(reg, study, &e);
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
    if (w->study->waiting >= STUDY_LINE_MOST)
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
    struct live_study *study = live_study_find(reg, m->game);
    const struct study_watch *w = study ? live_study_watch_of(study, c) : NULL;
    struct study_edit *edit;

    if (!may_edit(reg, w, m, now, e))
        return false;
    if (!(edit = calloc(1, sizeof *edit)))
        return error_set(e, "memory.this", "there is no memory for this");
    *edit = (struct study_edit){.client = c->id, .ref = m->ref, .at = now};
    edit->request = (struct study_request){.what = what_of(m->what),
                                           .at = (unsigned)m->at,
                                           .remark = (unsigned)m->remark,
                                           .on = m->on,
                                           .account = w->session.account};
    memcpy(edit->name, w->name, sizeof edit->name);
    memcpy(edit->request.name, w->name, sizeof edit->request.name);
    memcpy(edit->request.from, m->from, sizeof edit->request.from);
    memcpy(edit->request.to, m->to, sizeof edit->request.to);
    memcpy(edit->request.text, m->much, sizeof m->much);
    *(study->last ? &study->last->next : &study->first) = edit;
    study->last = edit;
    study->waiting++;
    study_edit_go(reg, study);
    return true;
}

bool studies_stand(struct live_registry *reg, struct client *c, const struct wire_message *m,
                   int64_t now, struct error *e)
{
    struct live_study *study = live_study_find(reg, m->game);
    struct study_watch *w = study ? live_study_watch_of(study, c) : NULL;

    (void)now;
    if (!w || !study->loaded)
        return error_set(e, "study.join:study", "you do not look at study %s: open it first",
                         m->game);
    if (m->at >= (int64_t)study->state.node_count || !study_has(&study->state, (unsigned)m->at))
        return error_set(e, "study.gone", "this move is not there any more");
    study->dirty = study->dirty || w->at != (unsigned)m->at;
    w->at = (unsigned)m->at;
    client_done(reg, c->id, m->ref, NULL);
    return true;
}
