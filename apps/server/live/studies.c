// SPDX-License-Identifier: MIT
// Studies that are open: loaded when somebody comes, kept while somebody is there. What other processes write is read by its number, so
// that a lost hint loses nothing. Whoever joins is told how the study stands, and from then on every note.
#include <stdlib.h>
#include <string.h>

#include "server/live/studyroom.h"
#include "server/log.h"
#include "server/names.h"
#include "server/study/studyjson.h"
#include "server/live/clients.h"
#include "server/live/logins.h"
#include "server/live/studies.h"

enum {
    WATCHES_MOST = 8,    // studies that a client looks at
    PAUSE = 500,         // milliseconds before a reading that failed is tried again
    PURGE = 3600 * 1000, // between two times that old ones are removed
    FORGOTTEN = 90,      // days after which nobody's study that has not changed is
    DAY = 24 * 3600 * 1000,
};

static struct study_room **slot_of(struct live_registry *reg, const char *id)
{
    unsigned hash = 0;

    for (const char *c = id; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    struct study_room **at = &reg->studies[hash % REGISTRY_STUDIES];
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

struct study_room *study_room_find(struct live_registry *reg, const char *id)
{
    return *slot_of(reg, id);
}

struct study_watch *study_room_watch(const struct study_room *r, const struct client *c)
{
    struct study_watch *w = r->watches;

    while (w && w->client != c)
        w = w->next_of_room;
    return w;
}

static void leave(struct study_watch *w)
{
    struct study_watch **at = &w->room->watches;

    while (*at != w)
        at = &(*at)->next_of_room;
    *at = w->next_of_room;
    at = &w->client->studies;
    while (*at != w)
        at = &(*at)->next_of_client;
    *at = w->next_of_client;
    w->room->dirty = true;
    free(w);
}

// Closes a room in which nobody waits for anything.
static void drop(struct live_registry *reg, struct study_room *r)
{
    *slot_of(reg, r->id) = r->next;
    while (r->watches)
        leave(r->watches);
    study_people_clear(r);
    study_clear(&r->study);
    free(r);
}

// ---------------------------------------------------------------------------------------------
// Telling
// ---------------------------------------------------------------------------------------------

static void begin(struct message_draft *d, struct json_writer *j, const char *type,
                  const struct study_room *r)
{
    client_begin(d, j, type, -1);
    json_write_string(j, "study", r->id);
}

static void tell_all(struct live_registry *reg, struct study_room *r, struct message_draft *d)
{
    struct message *p = message_end(d);

    for (struct study_watch *w = r->watches; w; w = w->next_of_room) {
        if (p)
            client_send(reg, w->client, p);
        else
            client_doom(reg, w->client, "no memory"); // it would miss something: let it come back
    }
    message_drop(p);
}

// How it stands, to one; all that is in it only if it does not know that already.
static void tell_study(struct live_registry *reg, const struct study_watch *w, int64_t since)
{
    const struct study_room *r = w->room;
    struct message_draft d;
    struct json_writer j;

    begin(&d, &j, "study", r);
    json_write_number(&j, "number", r->study.number);
    json_write_bool(&j, "edits", w->edits);
    json_write_number(&j, "me", w->id);
    json_write_number(&j, "here", study_people_here(r));
    if (since == (int64_t)r->study.number)
        studyjson_about(&r->study, &j);
    else
        studyjson_whole(&r->study, &j);
    json_write_end_object(&j);
    client_send_draft(reg, w->client, &d);
}

// Whoever came by a key that is not the key any more only looks on.
static void lock_out(struct live_registry *reg, struct study_room *r)
{
    for (struct study_watch *w = r->watches; w; w = w->next_of_room) {
        if (!w->keyed)
            continue;
        w->keyed = w->edits = false;
        r->dirty = true;
        tell_study(reg, w, r->study.number);
    }
}

static void study_room_broken(struct hub *h, struct study_room *r, const struct error *e);

bool study_room_note(struct live_registry *reg, struct study_room *r, const struct store_note *note)
{
    struct study_change change;
    struct message_draft d;
    struct json_writer j;
    struct error e;

    if (!study_apply(&r->study, note, &change, &e)) {
        study_room_broken(reg, r, &e);
        return false;
    }
    begin(&d, &j, "noted", r);
    json_write_number(&j, "number", r->study.number);
    studyjson_change(&r->study, &change, &j);
    json_write_end_object(&j);
    tell_all(reg, r, &d);
    if (change.what == STUDY_KEY)
        lock_out(reg, r);
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
    char id[THING_ID], token[TOKEN_TEXT], key[TOKEN_TEXT], name[STORE_NAME];
    bool asked, has_session, found, good;
    bool taken; // a guest's name is an account's
    struct login session;
    struct store_account account;
    struct error fault;
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
static bool may_join(const struct study_room *r, const struct client *c, const struct study_join *j,
                     struct error *e)
{
    unsigned count = 0;

    if (j->taken)
        return error_set(e, "account.taken", "this name is taken");
    if (j->has_session && !j->found)
        return error_set(e, "login.over", "this session is over: log in again");
    if (j->has_session && j->account.banned)
        return error_set(e, "login.banned", "this account has been banned");
    for (const struct study_watch *w = c->studies; w; w = w->next_of_client)
        count += w->room != r;
    return count < WATCHES_MOST ||
           error_set(e, "study.watches:most", "a connection looks at most at %d studies",
                     WATCHES_MOST);
}

static struct study_watch *watch(struct live_registry *reg, struct study_room *r, struct client *c)
{
    struct study_watch *w = study_room_watch(r, c);

    if (w || !(w = calloc(1, sizeof *w)))
        return w;
    *w = (struct study_watch){r->watches, c->studies, r, c, .id = (unsigned)(++reg->last_id)};
    r->watches = c->studies = w;
    return w;
}

static void follow(struct live_registry *reg, struct study_room *r, struct study_join *j)
{
    struct client *c = client_find(reg, j->client);
    struct study_watch *w;
    struct error e;

    if (!c) {
        end_join(reg, j);
        return;
    }
    if (!may_join(r, c, j, &e) ||
        (!(w = watch(reg, r, c)) && !error_set(&e, "memory.this", "there is no memory for this"))) {
        refuse_join(reg, j, &e);
        return;
    }
    bool owner = j->has_session && r->study.row.owner && r->study.row.owner == j->account.id;
    w->keyed = !owner && j->key[0] && study_opens(&r->study, j->key);
    w->edits = owner || w->keyed;
    w->session = j->session;
    w->muted = j->has_session && j->account.muted;
    memcpy(w->name, j->has_session ? j->account.name : j->name, sizeof w->name);
    r->dirty = true;
    tell_study(reg, w, j->since);
    client_done(reg, c->id, j->ref, NULL);
    end_join(reg, j);
}

static void read_session(struct reader_task *task, struct store *s)
{
    struct study_join *j = (struct study_join *)task;

    // Without a session nobody is called as an account is.
    j->good = j->token[0] ? login_read(s, j->token, &j->session, &j->account, &j->found, &j->fault)
                          : store_account_named(s, j->name, &j->account, &j->taken, &j->fault);
}

static void want(struct live_registry *reg, struct study_join *j);

static void session_read(struct live_registry *reg, struct inbox_item *item)
{
    struct study_join *j = (struct study_join *)item;

    if (j->task.undone)
        error_set(&j->fault, "request.stopping", "the server is stopping");
    if (!j->good) {
        log_event("no-database", "sentence=%s", log_text(j->fault.text).text);
        error_set(&j->fault, "store.quiet", "the database does not answer");
        refuse_join(reg, j, &j->fault);
        return;
    }
    j->asked = true;
    j->has_session = j->token[0];
    if (j->found)
        login_used(reg, &j->session, &j->account);
    want(reg, j);
}

static void go_on(struct live_registry *reg, struct study_room *r, struct study_join *j)
{
    struct error e;

    if (j->asked || (!j->token[0] && !j->name[0])) {
        follow(reg, r, j);
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
    char id[THING_ID];
    unsigned from; // notes that are known; 0: nothing is
    bool good, found;
    struct store_thing row;
    struct study study; // when nothing was known
    bool sound;         // it could be read
    struct store_note *notes;
    unsigned count;
    struct error fault;
};

static void read_study(struct reader_task *task, struct store *s)
{
    struct study_look *l = (struct study_look *)task;

    l->good = store_thing(s, l->id, &l->row, &l->found, &l->fault) &&
              (!l->found || store_notes(s, l->id, l->from, &l->notes, &l->count, &l->fault));
    l->found = l->found && !strcmp(l->row.kind, STUDY_KIND);
    if (l->good && l->found && !l->from)
        l->sound = study_read(&l->study, &l->row, l->notes, l->count, &l->fault);
}

static void free_look(struct study_look *l)
{
    study_clear(&l->study);
    free(l->notes);
    free(l);
}

// Nobody gets what was waited for.
static void refuse_all(struct live_registry *reg, struct study_room *r, const struct error *e)
{
    while (r->joins) {
        struct study_join *j = r->joins;
        r->joins = j->next;
        refuse_join(reg, j, e);
    }
    study_edit_clear(reg, r, e);
}

void study_room_gone(struct live_registry *reg, struct study_room *r)
{
    struct message_draft d;
    struct json_writer j;
    struct error e;

    error_set(&e, "study.none", "there is no such study");
    begin(&d, &j, "gone", r);
    json_write_end_object(&j);
    tell_all(reg, r, &d);
    refuse_all(reg, r, &e);
    while (r->watches)
        leave(r->watches);
}

static void study_room_broken(struct live_registry *reg, struct study_room *r, const struct error *e)
{
    log_event("study-broken", "study=%s sentence=%s", r->id, log_text(e->text).text);
    refuse_all(reg, r, e);
    for (struct study_watch *w = r->watches; w; w = w->next_of_room)
        client_doom(reg, w->client, "study unknown"); // it may come back
    r->loaded = false;                                // the next who comes has it read as a whole
    study_clear(&r->study);
}

static void loaded(struct live_registry *reg, struct study_room *r, struct study_look *l)
{
    if (!l->sound) {
        study_room_broken(reg, r, &l->fault);
        return;
    }
    r->study = l->study;
    l->study = (struct study){.number = 0};
    r->loaded = true;
    while (r->joins) {
        struct study_join *j = r->joins;
        r->joins = j->next;
        go_on(reg, r, j);
    }
}

static void caught_up(struct live_registry *reg, struct study_room *r, const struct study_look *l)
{
    for (unsigned i = 0; i < l->count; i++) {
        if (l->notes[i].number == r->study.number && !study_room_note(reg, r, &l->notes[i]))
            return;
    }
    r->study.row.owner = l->row.owner;
    memcpy(r->study.row.owner_name, l->row.owner_name, sizeof l->row.owner_name);
}

static void have_read(struct live_registry *reg, struct inbox_item *item)
{
    struct study_look *l = (struct study_look *)item;
    struct study_room *r = study_room_find(reg, l->id); // stays as long as it is read

    r->reading = false;
    if (l->task.undone)
        error_set(&l->fault, "request.stopping", "the server is stopping");
    else if (!l->good) {
        log_event("no-database", "sentence=%s", log_text(l->fault.text).text);
        error_set(&l->fault, "store.quiet", "the database does not answer");
    }
    r->stale = r->missed || !l->good;
    if (!l->good) {
        refuse_all(reg, r, &l->fault);
        r->read_at = live_registry_now(reg) + PAUSE;
    } else if (!l->found) {
        study_room_gone(reg, r);
    } else if (!r->loaded) {
        loaded(reg, r, l);
    } else {
        caught_up(reg, r, l);
    }
    free_look(l);
    study_edit_go(reg, r);
}

void study_room_look(struct live_registry *reg, struct study_room *r)
{
    struct study_look *l;
    struct error e;

    r->stale = true;
    r->missed = r->reading;
    if (r->reading || r->busy) // what is on its way comes first
        return;
    error_set(&e, "memory.this", "there is no memory for this");
    l = calloc(1, sizeof *l);
    if (l) {
        l->task = (struct reader_task){.item.done = have_read, .work = read_study};
        l->from = r->loaded ? r->study.number : 0;
        memcpy(l->id, r->id, sizeof l->id);
    }
    if (l && live_registry_read(reg, READER_GAMES, &l->task, &e)) {
        r->reading = true;
        return;
    }
    free(l);
    refuse_all(reg, r, &e);
    r->read_at = live_registry_now(reg) + PAUSE;
}

// The room of a study for somebody who wants to join.
static void want(struct live_registry *reg, struct study_join *j)
{
    struct study_room **at = slot_of(reg, j->id), *r = *at;
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
            study_room_look(reg, r);
    }
}

// ---------------------------------------------------------------------------------------------
// From outside
// ---------------------------------------------------------------------------------------------

bool studies_join(struct live_registry *reg, struct client *c, const struct wire_message *m,
                  struct error *e)
{
    struct study_room *r = study_room_find(reg, m->game);
    struct study_watch *w = r ? study_room_watch(r, c) : NULL;
    struct study_join *j;

    if (!m->on) {
        if (w)
            leave(w);
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
        leave(c->studies);
}

void studies_heard(struct live_registry *reg, const char *id)
{
    for (unsigned i = 0; i < REGISTRY_STUDIES; i++) {
        for (struct study_room *r = reg->studies[i]; r; r = r->next) {
            if (!id[0] || !strcmp(r->id, id))
                study_room_look(reg, r);
        }
    }
}

void studies_account(struct live_registry *reg, int64_t account)
{
    for (unsigned i = 0; i < REGISTRY_STUDIES; i++) {
        for (struct study_room *r = reg->studies[i]; r; r = r->next) {
            if (r->loaded && r->study.row.owner == account)
                study_room_look(reg, r);
        }
    }
}

static void purge(struct live_registry *reg, int64_t now)
{
    struct writer_task *t = writer_task(1, writer_task_done);

    reg->studies_purged = now;
    if (!t)
        return;
    t->writes[0].kind = STORE_PURGE_THINGS;
    t->writes[0].at = now - (int64_t)FORGOTTEN * DAY;
    writer_submit(reg->writer, t);
}

static void tick(struct live_registry *reg, struct study_room *r, int64_t now)
{
    bool idle = !r->watches && !r->joins && !r->first && !r->busy && !r->reading;

    if (r->loaded)
        study_people_tick(reg, r, now);
    if (idle)
        drop(reg, r);
    else if (r->stale && !r->reading && now >= r->read_at && (r->loaded || r->joins))
        study_room_look(reg, r);
}

void studies_tick(struct live_registry *reg, int64_t now)
{
    for (unsigned i = 0; i < REGISTRY_STUDIES; i++) {
        for (struct study_room *r = reg->studies[i], *next; r; r = next) {
            next = r->next;
            tick(reg, r, now);
        }
    }
    if (now - reg->studies_purged > PURGE)
        purge(reg, now);
}

void studies_close(struct live_registry *reg)
{
    struct error e;

    error_set(&e, "request.stopping", "the server is stopping");
    for (unsigned i = 0; i < REGISTRY_STUDIES; i++) {
        while (reg->studies[i]) {
            refuse_all(reg, reg->studies[i], &e);
            drop(reg, reg->studies[i]);
        }
    }
}
