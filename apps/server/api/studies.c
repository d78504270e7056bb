// SPDX-License-Identifier: MIT
// Requests about studies: beginning one, reading one, one's own, taking one away, another key. What
// is done in a study goes by the socket (server/study/livestudies.c).
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "server/api/handlers.h"
#include "server/api/reading.h"
#include "server/names.h"
#include "server/study/studyjson.h"
#include "server/study/livestudies.h"

enum {
    STUDIES_MOST = 300, // of an account
    ACTIONS = 3000,     // bytes of the line with which a study begins
    BEGIN_EVENTS = 8,   // that this makes, the first included
    TRIES = 8,          // to store a key, while others change the study
};

static void refuse_unknown(struct live_registry *reg, struct request *r)
{
    request_refuse_with(reg, r, REQUEST_NOT_FOUND, "study.none", "there is no such study");
}

// ---------------------------------------------------------------------------------------------
// Beginning
// ---------------------------------------------------------------------------------------------

struct study_start {
    char game[STORE_WORD], start[GAME_TEXT_BYTES], title[DOCUMENT_TITLE], key[TOKEN_TEXT];
    char actions[ACTIONS];
    struct schema_words options;
};

#define FIELD(field)                                                                               \
    SCHEMA_WORD, offsetof(struct study_start, field), sizeof((struct study_start *)0)->field

static const struct schema_field beginning_shape[] = {
    {"game", FIELD(game), true},
    {"start", FIELD(start), false},
    {"title", FIELD(title), false},
    {"key", FIELD(key), false},
    {"actions", FIELD(actions), false},
    {"options", SCHEMA_PAIRS, offsetof(struct study_start, options), 0, false},
    {0},
};

// A study that is checked in a thread, since its line may be long.
struct founding {
    struct reading base;
    struct study_start request;
    struct store_account account;
    int64_t now, owned; // studies that the account has
    const struct game *game;
    struct game_options options;
    struct seated key; // its token is the study's key
    struct store_document row;
    struct store_event events[BEGIN_EVENTS];
    unsigned count;
    bool sound;
    struct error why; // it is not
};

// Takes the next actions of a line, at most so many as go into a note.
static void take_line(const char **at, struct study_request *request)
{
    struct text t;

    text_init(&t, request->text, sizeof request->text);
    for (unsigned i = 0; i < STUDY_LINE && **at; i++) {
        *at += strspn(*at, " ");
        text_char(&t, ' ');
        *at += text_until(&t, *at, " ");
        *at += strspn(*at, " ");
    }
}

static bool add_lines(struct founding *f, struct study *s, struct error *e)
{
    struct study_request request = {.what = STUDY_ADD};
    const char *at = f->request.actions + strspn(f->request.actions, " ");
    struct study_change change;

    while (*at) {
        if (f->count == BEGIN_EVENTS)
            return error_set(e, "study.long:most", "a study begins with at most %d moves",
                             STUDY_LINE * (BEGIN_EVENTS - 1));
        struct store_event *event = &f->events[f->count];
        take_line(&at, &request);
        if (!study_check(s, &request, event, &request.at, e) || !study_apply(s, event, &change, e))
            return false;
        event->at = f->now;
        f->count++;
    }
    return true;
}

static bool found(struct founding *f, struct error *e)
{
    unsigned char lock[STORE_HASH];
    struct study s;

    token_hash(f->key.token, lock);
    if (!study_start(f->game, &f->options, token_seed(), f->request.start, e))
        return false;
    study_found(&f->row, &f->events[0], f->game, &f->options, f->request.start, lock);
    f->count = 1;
    bool good = study_read(&s, &f->row, f->events, 1, e) && add_lines(f, &s, e);
    study_clear(&s);
    return good;
}

static bool read_owned(struct store *s, struct reading *t, struct error *e)
{
    struct founding *f = (struct founding *)t;

    f->sound = found(f, &f->why);
    return !f->account.id || store_count_documents_of(s, STUDY_KIND, f->account.id, &f->owned, e);
}

struct begun {
    uint64_t request;
    char key[TOKEN_TEXT];
};

static void stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct begun *b = t->extra;
    struct request *r = request_find(reg, b->request);
    struct json_writer j;

    // Only whoever has the key knows the name that follows from it: a study of that name is his
    // own, from before.
    bool again = !t->failed && t->writes[0].answer == STORE_TAKEN;
    if (r && t->failed) {
        request_no_database(reg, r, &t->error);
    } else if (r && t->writes[0].answer != STORE_DONE && !again) {
        request_refuse_with(reg, r, REQUEST_UNKNOWN_PERSON, "login.over",
                            "this session is over: log in again");
    } else if (r) {
        request_begin(r, &j);
        json_write_string(&j, "study", t->writes[0].document.id);
        json_write_string(&j, "key", b->key);
        request_end(reg, r, &j, REQUEST_CREATED);
    }
    explicit_bzero(b, sizeof *b);
    writer_task_free(t);
}

static void store_study(struct live_registry *reg, struct request *r, const struct founding *f)
{
    struct writer_task *t = request_task_with(reg, r, 1 + f->count, stored, sizeof(struct begun));
    struct begun *b;

    if (!t)
        return;
    b = t->extra;
    memcpy(b->key, f->key.token, sizeof b->key);
    t->writes[0].kind = STORE_ADD_DOCUMENT;
    t->writes[0].document = f->row;
    for (unsigned i = 0; i < f->count; i++) {
        t->writes[1 + i].kind = STORE_ADD_EVENT;
        t->writes[1 + i].with_last = true;
        t->writes[1 + i].event = f->events[i];
    }
    writer_submit(reg->writer, t);
}

static void answer_founding(struct live_registry *reg, struct request *r, struct reading *t)
{
    struct founding *f = (struct founding *)t;

    if (!f->sound)
        request_refuse(reg, r, REQUEST_BAD, &f->why);
    else if (f->owned >= STUDIES_MOST)
        request_refuse_with(reg, r, REQUEST_CONFLICT, "study.many:most",
                            "you have %d studies: take one away before you begin another",
                            STUDIES_MOST);
    else
        store_study(reg, r, f);
}

static void clear_founding(struct reading *t)
{
    explicit_bzero(&((struct founding *)t)->key, sizeof(struct seated));
}

static bool read_game(struct founding *f, struct error *e)
{
    const struct study_start *b = &f->request;

    f->game = registry_find(b->game);
    if (!f->game || f->game->unlisted)
        return error_set(e, "create.game:game", "game '%s' is unknown", error_quote(b->game).text);
    for (unsigned i = 0; i < b->options.count; i++) {
        if (!game_set_option(f->game, &f->options, b->options.at[i], e))
            return false;
    }
    return true;
}

void api_new_study(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct founding *f;
    struct error e;

    if (!request_maybe_account(reg, r, &account) ||
        !(f = reading(reg, r, sizeof *f, read_owned, answer_founding)))
        return;
    f->base.clear = clear_founding;
    f->account = account;
    f->now = now;
    if (!limits_allow(reg->limits, r->address, LIMITS_STUDY, now, &e)) {
        request_refuse(reg, r, REQUEST_TOO_MANY, &e);
        reading_drop(&f->base);
        return;
    }
    if (!schema_read(beginning_shape, r->body, r->length, &f->request, &e) ||
        !name_check(f->request.title, &e) || !read_game(f, &e) ||
        !seated_key(&f->key, f->request.key, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        reading_drop(&f->base);
        return;
    }
    f->row.owner = account.id;
    f->row.own = true;
    f->row.created = f->row.changed = now;
    memcpy(f->row.title, f->request.title, sizeof f->row.title);
    token_game_id_of(f->key.token, f->row.id);
    reading_go(reg, r, &f->base, READER_LISTS);
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

// A study that is looked at, or about to be changed.
struct study_reading {
    struct reading base;
    char id[DOCUMENT_ID];
    int64_t account;
    bool found, sound;
    struct store_document row;
    struct error why;
    char key[TOKEN_TEXT]; // that was shown, or is the new one
    bool opens;
    unsigned tries;
};

static bool read_study(struct store *s, struct study_reading *t, struct study *study,
                       struct error *e)
{
    struct store_event *events = NULL;
    unsigned count = 0;

    *study = (struct study){.number = 0};
    if (!store_document(s, t->id, &t->row, &t->found, e))
        return false;
    t->found = t->found && !strcmp(t->row.kind, STUDY_KIND);
    if (t->found && !store_events(s, t->id, 0, &events, &count, e))
        return false;
    t->sound = t->found && study_read(study, &t->row, events, count, &t->why);
    free(events);
    return true;
}

static bool read_whole(struct store *s, struct reading *reading, struct error *e)
{
    struct study_reading *t = (struct study_reading *)reading;
    struct payload_draft d;
    struct json_writer j;
    struct study study;
    bool good = read_study(s, t, &study, e);

    if (good && t->sound) {
        reading_begin(&d, &j);
        json_write_string(&j, "study", t->id);
        json_write_number(&j, "number", study.number);
        studyjson_whole(&study, &j);
        reading_end(reading, &d, &j);
    }
    study_clear(&study);
    return good;
}

static void answer_whole(struct live_registry *reg, struct request *r, struct reading *reading)
{
    const struct study_reading *t = (struct study_reading *)reading;

    if (!t->found)
        refuse_unknown(reg, r);
    else if (!t->sound)
        request_refuse(reg, r, REQUEST_BROKEN, &t->why);
    else
        reading_made(reg, r, reading);
}

// A reading about the study in the path; NULL with the refusal sent.
static struct study_reading *about(struct live_registry *reg, struct request *r, reading_work *work,
                                   reading_answer *answer)
{
    struct study_reading *t;

    if (!token_is_game_id(r->word)) {
        refuse_unknown(reg, r);
        return NULL;
    }
    t = reading(reg, r, sizeof *t, work, answer);
    if (t)
        memcpy(t->id, r->word, sizeof t->id);
    return t;
}

void api_study(struct live_registry *reg, struct request *r, int64_t now)
{
    struct study_reading *t = about(reg, r, read_whole, answer_whole);

    (void)now;
    if (t)
        reading_go(reg, r, &t->base, READER_LISTS);
}

// One's own, newest first.
struct own_studies {
    struct reading base;
    int64_t account, before;
};

static bool read_own(struct store *s, struct reading *t, struct error *e)
{
    const struct own_studies *o = (struct own_studies *)t;
    struct store_document *rows = calloc(DOCUMENT_LIST, sizeof *rows);
    unsigned count = 0;
    struct payload_draft d;
    struct json_writer j;

    if (!rows)
        return error_set(e, "memory.this", "there is no memory for this");
    bool good = store_documents_of(s, STUDY_KIND, o->account, o->before, rows, &count, e);
    reading_begin(&d, &j);
    json_write_array(&j, "studies");
    for (unsigned i = 0; i < count; i++)
        studyjson_row(&rows[i], &j);
    json_write_end_array(&j);
    json_write_number(&j, "next", count == DOCUMENT_LIST ? rows[count - 1].created : 0);
    reading_end(t, &d, &j);
    free(rows);
    return good;
}

void api_my_studies(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct own_studies *o;
    unsigned long long before;
    char word[24];

    (void)now;
    if (!request_account(reg, r, &account) ||
        !(o = reading(reg, r, sizeof *o, read_own, reading_made)))
        return;
    o->account = account.id;
    o->before = INT64_MAX;
    if (request_query(r, "before", word, sizeof word) && text_read_number(word, INT64_MAX, &before))
        o->before = (int64_t)before;
    reading_go(reg, r, &o->base, READER_LISTS);
}

// ---------------------------------------------------------------------------------------------
// Taking away, and another key
// ---------------------------------------------------------------------------------------------

static bool read_row(struct store *s, struct reading *reading, struct error *e)
{
    struct study_reading *t = (struct study_reading *)reading;
    struct study study;
    bool good = read_study(s, t, &study, e);

    t->opens = good && t->sound && t->key[0] && study_opens(&study, t->key);
    study_clear(&study);
    return good;
}

// Whether the asker may do what only the owner may; where there is none, whoever has the key.
static bool is_owner(struct live_registry *reg, struct request *r, const struct study_reading *t)
{
    if (!t->found)
        refuse_unknown(reg, r);
    else if (t->row.owner ? t->row.owner != t->account : !t->opens)
        request_refuse_with(reg, r, REQUEST_FORBIDDEN, "study.owner",
                            "only who began this study can do that");
    else
        return true;
    return false;
}

static void dropped(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct request *r = request_stored(reg, t);

    if (!t->failed)
        studies_changed(reg, t->writes[0].document.id);
    if (r)
        request_done(reg, r, REQUEST_OK);
    writer_task_free(t);
}

static void drop_study(struct live_registry *reg, struct request *r, struct reading *reading)
{
    const struct study_reading *t = (struct study_reading *)reading;
    struct writer_task *task = is_owner(reg, r, t) ? request_task(reg, r, 1, dropped) : NULL;

    if (!task)
        return;
    task->writes[0].kind = STORE_DROP_DOCUMENT;
    memcpy(task->writes[0].document.id, t->id, sizeof t->id);
    writer_submit(reg->writer, task);
}

struct shown {
    char key[TOKEN_TEXT];
};

static const struct schema_field shown_shape[] = {
    {"key", SCHEMA_WORD, offsetof(struct shown, key), TOKEN_TEXT, false}, {0}};

// Begins a reading for one of these two; the body may have a key.
static struct study_reading *approach(struct live_registry *reg, struct request *r,
                                      reading_answer *answer)
{
    struct shown shown = {.key = ""};
    struct store_account account;
    struct study_reading *t;
    struct error e;

    if (!request_maybe_account(reg, r, &account))
        return NULL;
    if (r->length && !schema_read(shown_shape, r->body, r->length, &shown, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        return NULL;
    }
    if ((t = about(reg, r, read_row, answer))) {
        t->account = account.id;
        memcpy(t->key, shown.key, sizeof t->key);
    }
    return t;
}

void api_drop_study(struct live_registry *reg, struct request *r, int64_t now)
{
    struct study_reading *t = approach(reg, r, drop_study);

    (void)now;
    if (t)
        reading_go(reg, r, &t->base, READER_GAMES);
}

static void lock_study(struct live_registry *reg, struct request *r, struct reading *reading);

struct locking {
    uint64_t request;
    int64_t account;
    unsigned tries;
    char key[TOKEN_TEXT];
};

// Reads how many notes there are, to store the next.
static void look_again(struct live_registry *reg, struct request *r, const struct locking *k)
{
    struct study_reading *t = about(reg, r, read_row, lock_study);

    if (!t)
        return;
    t->account = k->account;
    t->tries = k->tries;
    memcpy(t->key, k->key, sizeof t->key);
    reading_go(reg, r, &t->base, READER_GAMES);
}

static void locked(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct locking *k = t->extra;
    struct request *r = request_find(reg, k->request);
    enum store_answer answer = t->writes[0].answer;
    struct json_writer j;

    if (!t->failed)
        studies_changed(reg, t->writes[0].event.document);
    if (r && t->failed) {
        request_no_database(reg, r, &t->error);
    } else if (r && answer == STORE_TAKEN && k->tries >= TRIES) {
        error_set(&t->error, "study.crowded", "too many change this study at once: try again");
        request_refuse(reg, r, REQUEST_NO_DATABASE, &t->error);
    } else if (r && answer == STORE_TAKEN) {
        look_again(reg, r, k);
    } else if (r && answer != STORE_DONE) {
        refuse_unknown(reg, r);
    } else if (r) {
        request_begin(r, &j);
        json_write_string(&j, "study", t->writes[0].event.document);
        json_write_string(&j, "key", k->key);
        request_end(reg, r, &j, REQUEST_OK);
    }
    explicit_bzero(k, sizeof *k);
    writer_task_free(t);
}

static void lock_study(struct live_registry *reg, struct request *r, struct reading *reading)
{
    struct study_reading *t = (struct study_reading *)reading;
    struct study_request request = {.what = STUDY_KEY};
    struct study study = {.number = t->row.events};
    struct writer_task *task;
    struct locking *k;
    unsigned at;
    struct error e;

    t->opens = false; // a new key is for owners alone
    if (!is_owner(reg, r, t))
        return;
    study.row = t->row;
    token_hash(t->key, request.lock);
    if (!(task = request_task_with(reg, r, 1, locked, sizeof *k)))
        return;
    if (!study_check(&study, &request, &task->writes[0].event, &at, &e)) {
        writer_task_free(task);
        request_refuse(reg, r, REQUEST_CONFLICT, &e);
        return;
    }
    k = task->extra;
    *k = (struct locking){r->id, t->account, t->tries + 1, .key = ""};
    memcpy(k->key, t->key, sizeof k->key);
    task->writes[0].kind = STORE_ADD_EVENT;
    task->writes[0].event.at = live_registry_now(reg);
    writer_submit(reg->writer, task);
}

// The key is drawn by whoever asks: when the answer is lost, asking again with the same is
// harmless.
void api_lock_study(struct live_registry *reg, struct request *r, int64_t now)
{
    struct study_reading *t = approach(reg, r, lock_study);
    unsigned char hash[STORE_HASH];

    (void)now;
    if (!t)
        return;
    if (!token_hash(t->key, hash)) {
        request_refuse_with(reg, r, REQUEST_BAD, "request.key",
                            "a key is 16 random bytes as 22 characters of base64 for addresses");
        reading_drop(&t->base);
        return;
    }
    reading_go(reg, r, &t->base, READER_GAMES);
}
