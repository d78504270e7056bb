// SPDX-License-Identifier: MIT
// Accounts: register, log in and out, change, delete; bots. Passwords are hashed by a worker, so
// that nobody's move waits for them.
#include <stdlib.h>
#include <string.h>

#include "server/names.h"
#include "server/api/handlers.h"
#include "server/api/reading.h"
#include "server/live/logins.h"

enum { PASSWORD_LEAST = 8, PASSWORD_MOST = 128, NAME_LEAST = 2, NAME_MOST = 24 };

struct credentials {
    char name[STORE_NAME];
    char password[PASSWORD_MOST + 1];
    char old[PASSWORD_MOST + 1]; // the password as it was
};

#define FIELD(field)                                                                               \
    SCHEMA_WORD, offsetof(struct credentials, field), sizeof((struct credentials *)0)->field

static const struct schema_field credentials_shape[] = {
    {"name", FIELD(name), true}, {"password", FIELD(password), true}, {0}};
static const struct schema_field change_shape[] = {{"name", FIELD(name), false},
                                                   {"password", FIELD(password), false},
                                                   {"old", FIELD(old), true},
                                                   {0}};
static const struct schema_field delete_shape[] = {{"password", FIELD(old), false}, {0}};
static const struct schema_field bot_shape[] = {{"name", FIELD(name), true}, {0}};

static bool check_name(const char *name, struct error *e)
{
    size_t length = strlen(name);

    if (length < NAME_LEAST || length > NAME_MOST ||
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != length)
        return error_set(e, "account.name-size:least,most",
                         "a name has %d to %d letters, digits, '-' or '_'", NAME_LEAST, NAME_MOST);
    return name_free(name, e);
}

static bool check_password(const char *password, const char *name, struct error *e)
{
    if (strlen(password) < PASSWORD_LEAST)
        return error_set(e, "account.password-size:least", "a password has at least %d characters",
                         PASSWORD_LEAST);
    return password_check(password, name, e);
}

// ---------------------------------------------------------------------------------------------
// What waits for a worker or the writer
// ---------------------------------------------------------------------------------------------

enum account_task_kind { REGISTER, LOGIN, CHANGE, DELETE };

struct account_task {
    struct worker_task task;
    enum account_task_kind kind;
    uint64_t request;
    struct credentials credentials;
    struct store_account account;
    bool right;                  // the old password
    char former[STORE_PASSWORD]; // its hash, when it was hashed anew by a login; otherwise empty
    bool failed;
    struct error error;
};

// Waits for a session to be stored.
struct visitor {
    uint64_t request;
    struct store_account account;
    char token[TOKEN_TEXT];
};

static void write_account(const struct store_account *account, struct json_writer *j)
{
    json_write_string(j, "name", account->name);
    json_write_bool(j, "bot", account->bot);
    json_write_number(j, "created", account->created);
}

static void refuse_wrong(struct live_registry *reg, struct request *r)
{
    request_refuse_with(reg, r, REQUEST_UNKNOWN_PERSON, "login.wrong", "name or password is wrong");
}

static void session_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct visitor *v = t->extra;
    struct request *r = request_find(reg, v->request);
    struct json_writer j;

    if (r && !t->failed && t->writes[0].answer == STORE_MISSING) {
        refuse_wrong(reg, r); // it was changed while it was looked at
    } else if (r && (t->failed || t->writes[0].answer != STORE_DONE)) {
        if (!t->failed)
            error_set(&t->error, "store.login-refused", "the session was refused");
        request_no_database(reg, r, &t->error);
    } else if (r) {
        request_begin(r, &j);
        write_account(&v->account, &j);
        json_write_string(&j, "token", v->token);
        request_end(reg, r, &j, REQUEST_CREATED);
    }
    explicit_bzero(v, sizeof *v);
    writer_task_free(t);
}

// Gives somebody who has shown the password a session, if that still is the password.
static void open_session(struct live_registry *reg, struct request *r,
                         const struct store_account *account)
{
    struct visitor *v;
    struct writer_task *t = writer_task_with(1, session_stored, sizeof *v);

    if (!t) {
        request_refuse_with(reg, r, REQUEST_BROKEN, "memory.login",
                            "there is no memory for a session");
        return;
    }
    v = t->extra;
    *v = (struct visitor){.request = r->id, .account = *account};
    token_make(v->token);
    t->writes[0].kind = STORE_ADD_SESSION;
    t->writes[0].account.id = account->id;
    memcpy(t->writes[0].former, account->password, sizeof account->password);
    t->writes[0].at = live_registry_now(reg);
    token_hash(v->token, t->writes[0].token);
    writer_submit(reg->writer, t);
}

// With the name that it has now.
static void write_changed(const struct store_write *w, struct json_writer *j)
{
    struct store_account account = w->account;
    struct text t;

    text_init(&t, account.name, sizeof account.name);
    text_add(&t, w->former);
    write_account(&account, j);
}

static void account_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    const struct store_write *w = &t->writes[0];
    struct request *r = request_find(reg, *(uint64_t *)t->extra);
    struct json_writer j;

    if (!t->failed && w->answer == STORE_DONE && w->kind != STORE_ADD_ACCOUNT)
        login_check(reg, w->account.id);
    if (r && t->failed) {
        request_no_database(reg, r, &t->error);
    } else if (r && w->answer == STORE_TAKEN) {
        request_refuse_with(reg, r, REQUEST_CONFLICT, "account.taken", "this name is taken");
    } else if (r && w->answer != STORE_DONE) {
        request_refuse_with(reg, r, REQUEST_NOT_FOUND, "account.none", "there is no such account");
    } else if (r && w->kind == STORE_ADD_ACCOUNT) {
        open_session(reg, r, &w->account);
    } else if (r) {
        request_begin(r, &j);
        if (w->kind == STORE_SET_ACCOUNT)
            write_changed(w, &j);
        request_end(reg, r, &j, REQUEST_OK);
    }
    writer_task_free(t);
}

// A task about an account that the request waits for; NULL with the refusal sent.
static struct writer_task *task_of(struct live_registry *reg, struct request *r,
                                   enum store_write_kind kind, const struct store_account *account)
{
    struct writer_task *t = request_task(reg, r, 2, account_stored);

    if (!t)
        return NULL;
    t->count = 1;
    t->writes[0].kind = kind;
    t->writes[0].account = *account;
    return t;
}

static void write_to(struct live_registry *reg, struct request *r, enum store_write_kind kind,
                     const struct store_account *account)
{
    struct writer_task *t = task_of(reg, r, kind, account);

    if (t)
        writer_submit(reg->writer, t);
}

// Only what was wished is written: the rest may have been changed meanwhile. A new password ends
// all sessions but this one: whoever knew the old one is out.
static void write_change(struct live_registry *reg, struct request *r,
                         const struct store_account *account, const struct credentials *wanted)
{
    struct writer_task *t = task_of(reg, r, STORE_SET_ACCOUNT, account);

    if (!t)
        return;
    memcpy(t->writes[0].account.name, wanted->name, sizeof wanted->name);
    if (!wanted->password[0])
        t->writes[0].account.password[0] = 0;
    if (wanted->password[0]) {
        t->writes[1].kind = STORE_END_SESSIONS;
        t->writes[1].with_last = true;
        t->writes[1].account.id = account->id;
        token_hash(r->token, t->writes[1].token);
        t->count = 2;
    }
    writer_submit(reg->writer, t);
}

// In a worker.
static void account_task_work(struct worker_task *task)
{
    struct account_task *a = (struct account_task *)task;

    if (a->kind != REGISTER)
        a->right = token_check_password(
            a->kind == LOGIN ? a->credentials.password : a->credentials.old, a->account.password);
    if (a->kind == LOGIN && a->right && token_password_is_old(a->account.password)) {
        memcpy(a->former, a->account.password, sizeof a->former);
        if (!token_lock_password(a->credentials.password, a->account.password, &a->error))
            a->former[0] = 0; // with the next login
    }
    if ((a->kind == REGISTER || (a->kind == CHANGE && a->right)) && a->credentials.password[0])
        a->failed = !token_lock_password(a->credentials.password, a->account.password, &a->error);
}

// What protected passwords well enough once may not do so for ever; only here the password itself
// is known.
static void keep_new_hash(struct live_registry *reg, const struct account_task *a)
{
    struct writer_task *t = a->former[0] ? writer_task(1, writer_task_done) : NULL;

    if (!t)
        return;
    t->writes[0].kind = STORE_RENEW_PASSWORD;
    t->writes[0].account = a->account;
    memcpy(t->writes[0].former, a->former, sizeof a->former);
    writer_submit(reg->writer, t);
}

// With the passwords in it.
static void account_task_free(struct account_task *a)
{
    explicit_bzero(a, sizeof *a);
    free(a);
}

static void account_task_done(struct live_registry *reg, struct inbox_item *item)
{
    struct account_task *a = (struct account_task *)item;
    struct request *r = request_find(reg, a->request);

    if (!r)
        ;
    else if (a->failed)
        request_refuse(reg, r, REQUEST_BROKEN, &a->error);
    else if (a->kind == REGISTER)
        write_to(reg, r, STORE_ADD_ACCOUNT, &a->account);
    else if (!a->right)
        refuse_wrong(reg, r);
    else if (a->kind == LOGIN) {
        keep_new_hash(reg, a);
        open_session(reg, r, &a->account);
    } else if (a->kind == DELETE)
        write_to(reg, r, STORE_DROP_ACCOUNT, &a->account);
    else
        write_change(reg, r, &a->account, &a->credentials);
    account_task_free(a);
}

static struct account_task *account_task_new(struct live_registry *reg, struct request *r,
                                             enum account_task_kind kind,
                                             const struct schema_field *schema, int64_t now)
{
    struct account_task *a = calloc(1, sizeof *a);
    struct error e;
    enum request_status status = REQUEST_BAD;

    error_set(&e, "memory.this", "there is no memory for this");
    if (a && !limits_allow(reg->limits, r->address, LIMITS_PASSWORD, now, &e))
        status = REQUEST_TOO_MANY;
    else if (a && schema_read(schema, r->body, r->length, &a->credentials, &e)) {
        a->task = (struct worker_task){.item.done = account_task_done, .work = account_task_work};
        a->kind = kind;
        a->request = r->id;
        return a;
    }
    request_refuse(reg, r, status, &e);
    free(a);
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Requests
// ---------------------------------------------------------------------------------------------

static void refuse_task(struct live_registry *reg, struct request *r, struct account_task *a,
                        const struct error *e)
{
    request_refuse(reg, r, REQUEST_BAD, e);
    account_task_free(a);
}

static void submit_task(struct live_registry *reg, struct request *r, struct account_task *a)
{
    if (workers_submit(reg->workers, WORKERS_PASSWORDS, &a->task))
        return;
    request_refuse_with(reg, r, REQUEST_TOO_MANY, "login.crowded",
                        "too many people are logging in just now: try again in a moment");
    account_task_free(a);
}

void api_register(struct live_registry *reg, struct request *r, int64_t now)
{
    struct account_task *a = account_task_new(reg, r, REGISTER, credentials_shape, now);
    struct error e;

    if (!a)
        return;
    if (!check_name(a->credentials.name, &e) ||
        !check_password(a->credentials.password, a->credentials.name, &e)) {
        refuse_task(reg, r, a, &e);
        return;
    }
    memcpy(a->account.name, a->credentials.name, sizeof a->account.name);
    a->account.created = now;
    submit_task(reg, r, a);
}

// Whoever comes in by name and password: the account is read, then a worker looks at the password.
struct login_check_reading {
    struct reading base;
    struct account_task *work;
    bool found;
};

static bool read_account(struct store *s, struct reading *t, struct error *e)
{
    struct login_check_reading *in = (struct login_check_reading *)t;

    return store_account_named(s, in->work->credentials.name, &in->work->account, &in->found, e);
}

static void clear_login(struct reading *t)
{
    struct login_check_reading *in = (struct login_check_reading *)t;

    if (in->work)
        account_task_free(in->work);
}

static void check_login(struct live_registry *reg, struct request *r, struct reading *t)
{
    // Somebody who is not there takes as long as somebody who is.
    static const char unknown_hash[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                       "Q2hlY2tpbmcgYSBwYXNzd29yZCB0YWtlcyBhIHdoaWw";
    struct login_check_reading *in = (struct login_check_reading *)t;
    struct account_task *a = in->work;

    in->work = NULL;
    if (!in->found || a->account.bot || a->account.banned)
        memcpy(a->account.password, unknown_hash, sizeof unknown_hash);
    submit_task(reg, r, a);
}

void api_login(struct live_registry *reg, struct request *r, int64_t now)
{
    struct account_task *a = account_task_new(reg, r, LOGIN, credentials_shape, now);
    struct login_check_reading *in =
        a ? reading(reg, r, sizeof *in, read_account, check_login) : NULL;

    if (a && !in)
        account_task_free(a);
    if (!in)
        return;
    in->base.clear = clear_login;
    in->work = a;
    reading_go(reg, r, &in->base, READER_GAMES);
}

void api_change_me(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct account_task *a;
    struct error e;

    if (!request_account(reg, r, &account) ||
        !(a = account_task_new(reg, r, CHANGE, change_shape, now)))
        return;
    if ((a->credentials.name[0] && !check_name(a->credentials.name, &e)) ||
        (a->credentials.password[0] &&
         !check_password(a->credentials.password,
                         a->credentials.name[0] ? a->credentials.name : account.name, &e))) {
        refuse_task(reg, r, a, &e);
        return;
    }
    a->account = account;
    submit_task(reg, r, a);
}

void api_delete_me(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct account_task *a;

    if (!request_account(reg, r, &account))
        return;
    if (account.bot) { // its token is all it has
        write_to(reg, r, STORE_DROP_ACCOUNT, &account);
        return;
    }
    if (!(a = account_task_new(reg, r, DELETE, delete_shape, now)))
        return;
    a->account = account;
    submit_task(reg, r, a);
}

void api_logout(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;
    struct writer_task *t;

    (void)now;
    if (!request_account(reg, r, &account) || !(t = task_of(reg, r, STORE_DROP_SESSION, &account)))
        return;
    token_hash(r->token, t->writes[0].token);
    writer_submit(reg->writer, t);
}

void api_logout_all(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;

    (void)now;
    if (!request_account(reg, r, &account))
        return;
    if (account.bot)
        request_refuse_with(reg, r, REQUEST_FORBIDDEN, "bot.password", "a bot has only its token");
    else
        write_to(reg, r, STORE_END_SESSIONS, &account);
}

// A bot is an account without a password: its token is its session.
void api_new_bot(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account owner;
    struct store_account bot = {.bot = true, .created = now};
    struct credentials credentials = {0};
    struct error e;

    if (!request_account(reg, r, &owner))
        return;
    if (owner.bot)
        request_refuse_with(reg, r, REQUEST_FORBIDDEN, "bot.bots", "a bot makes no bots");
    else if (!limits_allow(reg->limits, r->address, LIMITS_PASSWORD, now, &e))
        request_refuse(reg, r, REQUEST_TOO_MANY, &e);
    else if (!schema_read(bot_shape, r->body, r->length, &credentials, &e) ||
             !check_name(credentials.name, &e))
        request_refuse(reg, r, REQUEST_BAD, &e);
    else {
        memcpy(bot.name, credentials.name, sizeof bot.name);
        bot.owner = owner.id;
        write_to(reg, r, STORE_ADD_ACCOUNT, &bot);
    }
}
