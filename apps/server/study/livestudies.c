// SPDX-License-Identifier: MIT
// Studies that are open: loaded when somebody comes, kept while somebody is there. What other
// processes write is read by its number, so that a lost hint loses nothing. Whoever joins is told
// how the study stands, and from then on every event.
#include <stdlib.h>
#include <string.h>

#include "server/study/livestudy.h"
#include "server/log.h"
#include "server/names.h"
#include "server/study/studyjson.h"
#include "server/live/clients.h"
#include "server/live/logins.h"
#include "server/study/livestudies.h"

enum {
    WATCHES_MOST = 8,    // studies that a client looks at
    PAUSE = 500,         // milliseconds before a reading that failed is tried again
    PURGE = 3600 * 1000, // between two times that old ones are removed
    FORGOTTEN = 90,      // days after which nobody's study that has not changed is
    DAY = 24 * 3600 * 1000,
};

static struct live_study **slot_of(struct live_registry *reg, const char *id)
{
    unsigned hash = 0;

    for (const char *c = id; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    struct live_study **at = &reg->studies[hash % REGISTRY_STUDIES];
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

struct live_study *live_study_find(struct live_registry *reg, const char *id)
{
    return *slot_of(reg, id);
}

struct study_watch *live_study_watch_of(const struct live_study *study, const struct client *c)
{
    struct study_watch *w = study->watches;

    while (w && w->client != c)
        w = w->next_of_study;
    return w;
}

static void study_watch_leave(struct study_watch *w)
{
    struct study_watch **at = &w->study->watches;

    while (*at != w)
        at = &(*at)->next_of_study;
    *at = w->next_of_study;
    at = &w->client->studies;
    while (*at != w)
        at = &(*at)->next_of_client;
    *at = w->next_of_client;
    w->study->dirty = true;
    free(w);
}

// Closes a study in which nobody waits for anything.
static void live_study_drop(struct live_registry *reg, struct live_study *study)
{
    *slot_of(reg, study->id) = study->next;
    while (study->watches)
        study_watch_leave(study->watches);
    study_people_clear(study);
    study_clear(&study->state);
    free(study);
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

static void study_message_begin(struct payload_draft *d, struct json_writer *j, const char *type,
                                const struct live_study *study)
{
    client_begin(d, j, type, -1);
    json_write_string(j, "study", study->id);
}

static void send_to_all(struct live_registry *reg, struct live_study *study,
                        struct payload_draft *d)
{
    struct payload *p = payload_end(d);

    for (struct study_watch *w = study->watches; w; w = w->next_of_study) {
        if (p)
            client_send(reg, w->client, p);
        else
            client_doom(reg, w->client, "no memory"); // it would miss something: let it come back
    }
    payload_drop(p);
}

// How it stands, to one; all that is in it only if it does not know that already.
static void send_study(struct live_registry *reg, const struct study_watch *w, int64_t since)
{
    const struct live_study *study = w->study;
    struct payload_draft d;
    struct json_writer j;

    study_message_begin(&d, &j, "study", study);
    json_write_number(&j, "number", study->state.number);
    json_write_bool(&j, "edits", w->edits);
    json_write_number(&j, "me", w->id);
    json_write_number(&j, "here", study_people_here(study));
    if (since == (int64_t)study->state.number)
        studyjson_about(&study->state, &j);
    else
        studyjson_whole(&study->state, &j);
    json_write_end_object(&j);
    client_send_draft(reg, w->client, &d);
}

// Whoever came by a key that is not the key any more only looks on.
static void lock_out(struct live_registry *reg, struct live_study *study)
{
    for (struct study_watch *w = study->watches; w; w = w->next_of_study) {
        if (!w->keyed)
            continue;
        w->keyed = w->edits = false;
        study->dirty = true;
        send_study(reg, w, study->state.number);
    }
}

static void live_study_broken(struct live_registry *reg, struct live_study *study,
                              const struct error *e);

bool live_study_apply(struct live_registry *reg, struct live_study *study,
                      const struct store_event *event)
{
    struct study_change change;
    struct payload_draft d;
    struct json_writer j;
    struct error e;

    if (!study_apply(&study->state, event, &change, &e)) {
        live_study_broken(reg, study, &e);
        return false;
    }
    study_message_begin(&d, &j, "noted", study);
    json_write_number(&j, "number", study->state.number);
    studyjson_change(&study->state, &change, &j);
    json_write_end_object(&j);
    send_to_all(reg, study, &d);
    if (change.what == STUDY_KEY)
        lock_out(reg, study);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Joining
// ---------------------------------------------------------------------------------------------

struct study_join {
    struct reader_task task;
    struct study_join *next;
    uint64_t client;
    int64_t ref, since;
    char id[DOCUMENT_ID], token[TOKEN_TEXT], key[TOKEN_TEXT], name[STORE_NAME];
    bool asked, has_session, found, good;
    bool taken; // a guest's name is an account's
    struct login session;
    struct store_account account;
    struct error error;
};

static void end_join(struct live_registry *reg, struct study_join *j)
{
    struct client *c = client_find(reg, j->client);

    explicit_bzero(j, sizeof *j);
    free(j);
    if (c)
        client_resume(reg, c);
}

static void refuse_join(struct live_registry *reg, struct study_join *j, const struct error *e)
{
    client_refuse(reg, j->client, j->ref, NULL, e);
    end_join(reg, j);
}

// Whether somebody may look.
static bool may_join(const struct live_study *study, const struct client *c,
                     const struct study_join *j, struct error *e)
{
    unsigned count = 0;

    if (j->taken)
        return error_set(e, "account.taken", "this name is taken");
    if (j->has_session && !j->found)
        return error_set(e, "login.over", "this session is over: log in again");
    if (j->has_session && j->account.banned)
        return error_set(e, "login.banned", "this account has been banned");
    for (const struct study_watch *w = c->studies; w; w = w->next_of_client)
        count += w->study != study;
    return count < WATCHES_MOST ||
           error_set(e, "study.watches:most", "a connection follows at most %d studies",
                     WATCHES_MOST);
}

static struct study_watch *watch(struct live_registry *reg, struct live_study *study,
                                 struct client *c)
{
    struct study_watch *w = live_study_watch_of(study, c);

    if (w || !(w = calloc(1, sizeof *w)))
        return w;
    *w = (struct study_watch){study->watches, c->studies, study, c,
                              .id = (unsigned)(++reg->last_id)};
    study->watches = c->studies = w;
    return w;
}

static void study_follow(struct live_registry *reg, struct live_study *study, struct study_join *j)
{
    struct client *c = client_find(reg, j->client);
    struct study_watch *w;
    struct error e;

    if (!c) {
        end_join(reg, j);
        return;
    }
    if (!may_join(study, c, j, &e) ||
        (!(w = watch(reg, study, c)) &&
         !error_set(&e, "memory.this", "there is no memory for this"))) {
        refuse_join(reg, j, &e);
        return;
    }
    bool owner =
        j->has_session && study->state.row.owner && study->state.row.owner == j->account.id;
    w->keyed = !owner && j->key[0] && study_opens(&study->state, j->key);
    w->edits = owner || w->keyed;
    w->session = j->session;
    w->muted = j->has_session && j->account.muted;
    memcpy(w->name, j->has_session ? j->account.name : j->name, sizeof w->name);
    study->dirty = true;
    send_study(reg, w, j->since);
    client_done(reg, c->id, j->ref, NULL);
    end_join(reg, j);
}

static void read_session(struct reader_task *task, struct store *s)
{
    struct study_join *j = (struct study_join *)task;

    // Without a session nobody is called as an account is.
    j->good = j->token[0] ? login_read(s, j->token, &j->session, &j->account, &j->found, &j->error)
                          : store_account_named(s, j->name, &j->account, &j->taken, &j->error);
}

static void want(struct live_registry *reg, struct study_join *j);

static void session_read(struct live_registry *reg, struct inbox_item *item)
{
    struct study_join *j = (struct study_join *)item;

    if (j->task.undone)
        error_set(&j->error, "request.stopping", "the server is stopping");
    if (!j->good) {
        log_event("no-database", "sentence=%s", log_text(j->error.message.text).text);
        error_set(&j->error, "store.quiet", "the database does not answer");
        refuse_join(reg, j, &j->error);
        return;
    }
    j->asked = true;
    j->has_session = j->token[0];
    if (j->found)
        login_used(reg, &j->session, &j->account);
    want(reg, j);
}

static void go_on(struct live_registry *reg, struct live_study *study, struct study_join *j)
{
    struct error e;

    if (j->asked || (!j->token[0] && !j->name[0])) {
        study_follow(reg, study, j);
        return;
    }
    j->task = (struct reader_task){.item.done = session_read, .work = read_session};
    if (!live_registry_read(reg, READER_GAMES, &j->task, &e))
        refuse_join(reg, j, &e);
}

// ---------------------------------------------------------------------------------------------
// Loading, and catching up
// ---------------------------------------------------------------------------------------------

struct study_look {
    struct reader_task task;
    char id[DOCUMENT_ID];
    unsigned from; // events that are known; 0: nothing is
    bool good, found;
    struct store_document row;
    struct study study; // when nothing was known
    bool sound;         // it could be read
    struct store_event *events;
    unsigned count;
    struct error error;
};

static void read_study(struct reader_task *task, struct store *s)
{
    struct study_look *l = (struct study_look *)task;

    l->good = store_document(s, l->id, &l->row, &l->found, &l->error) &&
              (!l->found || store_events(s, l->id, l->from, &l->events, &l->count, &l->error));
    l->found = l->found && !strcmp(l->row.kind, STUDY_KIND);
    if (l->good && l->found && !l->from)
        l->sound = study_read(&l->study, &l->row, l->events, l->count, &l->error);
}

static void free_look(struct study_look *l)
{
    study_clear(&l->study);
    free(l->events);
    free(l);
}

// Nobody gets what was waited for.
static void refuse_all(struct live_registry *reg, struct live_study *study, const struct error *e)
{
    while (study->joins) {
        struct study_join *j = study->joins;
        study->joins = j->next;
        refuse_join(reg, j, e);
    }
    study_edit_clear(reg, study, e);
}

void live_study_gone(struct live_registry *reg, struct live_study *study)
{
    struct payload_draft d;
    struct json_writer j;
    struct error e;

    error_set(&e, "study.none", "there is no such study");
    study_message_begin(&d, &j, "gone", study);
    json_write_end_object(&j);
    send_to_all(reg, study, &d);
    refuse_all(reg, study, &e);
    while (study->watches)
        study_watch_leave(study->watches);
}

static void live_study_broken(struct live_registry *reg, struct live_study *study,
                              const struct error *e)
{
    log_event("study-broken", "study=%s sentence=%s", study->id, log_text(e->message.text).text);
    refuse_all(reg, study, e);
    for (struct study_watch *w = study->watches; w; w = w->next_of_study)
        client_doom(reg, w->client, "study unknown"); // it may come back
    // the next who comes has it read as a whole
    study->loaded = false;
    study_clear(&study->state);
}

static void loaded(struct live_registry *reg, struct live_study *study, struct study_look *l)
{
    if (!l->sound) {
        live_study_broken(reg, study, &l->error);
        return;
    }
    study->state = l->study;
    l->study = (struct study){.number = 0};
    study->loaded = true;
    while (study->joins) {
        struct study_join *j = study->joins;
        study->joins = j->next;
        go_on(reg, study, j);
    }
}

static void caught_up(struct live_registry *reg, struct live_study *study,
                      const struct study_look *l)
{
    for (unsigned i = 0; i < l->count; i++) {
        if (l->events[i].number == study->state.number &&
            !live_study_apply(reg, study, &l->events[i]))
            return;
    }
    study->state.row.owner = l->row.owner;
    memcpy(study->state.row.owner_name, l->row.owner_name, sizeof l->row.owner_name);
}

static void have_read(struct live_registry *reg, struct inbox_item *item)
{
    struct study_look *l = (struct study_look *)item;
    struct live_study *study = live_study_find(reg, l->id); // stays as long as it is read

    study->reading = false;
    if (l->task.undone)
        error_set(&l->error, "request.stopping", "the server is stopping");
    else if (!l->good) {
        log_event("no-database", "sentence=%s", log_text(l->error.message.text).text);
        error_set(&l->error, "store.quiet", "the database does not answer");
    }
    study->stale = study->missed || !l->good;
    if (!l->good) {
        refuse_all(reg, study, &l->error);
        study->read_at = live_registry_now(reg) + PAUSE;
    } else if (!l->found) {
        live_study_gone(reg, study);
    } else if (!study->loaded) {
        loaded(reg, study, l);
    } else {
        caught_up(reg, study, l);
    }
    free_look(l);
    study_edit_go(reg, study);
}

void live_study_refresh(struct live_registry *reg, struct live_study *study)
{
    struct study_look *l;
    struct error e;

    study->stale = true;
    study->missed = study->reading;
    if (study->reading || study->busy) // what is on its way comes first
        return;
    error_set(&e, "memory.this", "there is no memory for this");
    l = calloc(1, sizeof *l);
    if (l) {
        l->task = (struct reader_task){.item.done = have_read, .work = read_study};
        l->from = study->loaded ? study->state.number : 0;
        memcpy(l->id, study->id, sizeof l->id);
    }
    if (l && live_registry_read(reg, READER_GAMES, &l->task, &e)) {
        study->reading = true;
        return;
    }
    free(l);
    refuse_all(reg, study, &e);
    study->read_at = live_registry_now(reg) + PAUSE;
}

// The study in memory for somebody who wants to join.
static void want(struct live_registry *reg, struct study_join *j)
{
    struct live_study **at = slot_of(reg, j->id), *r = *at;
    struct error e;

    if (!r && (r = *at = calloc(1, sizeof *r))) {
        memcpy(r->id, j->id, sizeof r->id);
        r->stale = true;
        r->present = UINT32_MAX; // nobody was told anything
    }
    if (!r) {
        error_set(&e, "memory.this", "there is no memory for this");
        refuse_join(reg, j, &e);
    } else if (r->loaded) {
        go_on(reg, r, j);
    } else {
        j->next = r->joins;
        r->joins = j;
        if (!r->reading)
            live_study_refresh(reg, r);
    }
}

// ---------------------------------------------------------------------------------------------
// From outside
// ---------------------------------------------------------------------------------------------

bool studies_join(struct live_registry *reg, struct client *c, const struct wire_message *m,
                  int64_t now, struct error *e)
{
    struct live_study *study = live_study_find(reg, m->game);
    struct study_watch *w = study ? live_study_watch_of(study, c) : NULL;
    struct study_join *j;

    (void)now;
    if (!m->on) {
        if (w)
            study_watch_leave(w);
        client_done(reg, c->id, m->ref, NULL);
        return true;
    }
    if (!name_check(m->name, e) || !name_free(m->name, e))
        return false;
    if (!(j = calloc(1, sizeof *j)))
        return error_set(e, "memory.this", "there is no memory for this");
    j->client = c->id;
    j->ref = m->ref;
    j->since = m->since;
    memcpy(j->id, m->game, sizeof j->id);
    memcpy(j->token, m->token, sizeof j->token);
    memcpy(j->key, m->key, sizeof j->key);
    memcpy(j->name, m->name, sizeof j->name);
    c->waits++;
    want(reg, j);
    return true;
}

void studies_forget(struct client *c)
{
    while (c->studies)
        study_watch_leave(c->studies);
}

void studies_changed(struct live_registry *reg, const char *id)
{
    for (unsigned i = 0; i < REGISTRY_STUDIES; i++) {
        for (struct live_study *study = reg->studies[i]; study; study = study->next) {
            if (!id[0] || !strcmp(study->id, id))
                live_study_refresh(reg, study);
        }
    }
}

const struct login *studies_login_at(const struct client *c, unsigned i)
{
    const struct study_watch *w = c->studies;

    while (w && i-- > 0)
        w = w->next_of_client;
    return w ? &w->session : NULL;
}

void studies_account_changed(struct live_registry *reg, int64_t account)
{
    for (unsigned i = 0; i < REGISTRY_STUDIES; i++) {
        for (struct live_study *study = reg->studies[i]; study; study = study->next) {
            if (study->loaded && study->state.row.owner == account)
                live_study_refresh(reg, study);
        }
    }
}

static void purge_studies(struct live_registry *reg, int64_t now)
{
    struct writer_task *t = writer_task(1, writer_task_done);

    reg->studies_purged = now;
    if (!t)
        return;
    t->writes[0].kind = STORE_PURGE_DOCUMENTS;
    t->writes[0].at = now - (int64_t)FORGOTTEN * DAY;
    writer_submit(reg->writer, t);
}

static void live_study_tick(struct live_registry *reg, struct live_study *study, int64_t now)
{
    bool idle =
        !study->watches && !study->joins && !study->first && !study->busy && !study->reading;

    if (study->loaded)
        study_people_tick(reg, study, now);
    if (idle)
        live_study_drop(reg, study);
    else if (study->stale && !study->reading && now >= study->read_at &&
             (study->loaded || study->joins))
        live_study_refresh(reg, study);
}

void studies_tick(struct live_registry *reg, int64_t now)
{
    for (unsigned i = 0; i < REGISTRY_STUDIES; i++) {
        for (struct live_study *study = reg->studies[i], *next; study; study = next) {
            next = study->next;
            live_study_tick(reg, study, now);
        }
    }
    if (now - reg->studies_purged > PURGE)
        purge_studies(reg, now);
}

void studies_close(struct live_registry *reg)
{
    struct error e;

    error_set(&e, "request.stopping", "the server is stopping");
    for (unsigned i = 0; i < REGISTRY_STUDIES; i++) {
        while (reg->studies[i]) {
            refuse_all(reg, reg->studies[i], &e);
            live_study_drop(reg, reg->studies[i]);
        }
    }
}
