// SPDX-License-Identifier: MIT
// Documents and their events: writing and reading, for both databases.
#include "server/store/documents.h"

#include <assert.h>

#include "server/store/store.h"
#include "server/store/internal.h"

static_assert((int)DOCUMENT_ID == STORE_ID && (int)DOCUMENT_NAME == STORE_NAME &&
                  (int)DOCUMENT_LIST == STORE_LIST,
              "as of games and people");

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

bool store_is_document(const struct store_document *document)
{
    return store_is_id(document->id) && store_is_text(document->kind, sizeof document->kind) &&
           store_is_text(document->title, sizeof document->title) &&
           store_is_text(document->settings, sizeof document->settings);
}

bool store_is_event(const struct store_event *event)
{
    return store_is_id(event->document) && event->number <= INT32_MAX &&
           store_is_text(event->kind, sizeof event->kind) &&
           store_is_text(event->text, sizeof event->text);
}

static bool add_document(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_document *t = &w->document;
    const struct value values[] = {
        store_text(t->id),      store_text(t->kind),      store_account_value(t->owner),
        store_text(t->title),   store_text(t->settings),  store_number(t->listed),
        store_number(t->phase), store_number(t->created), store_number(t->changed),
        store_number(t->own),
    };
    int64_t added = 0;
    bool there;

    if (!store_has_account(s, t->owner, &there, e))
        return false;
    if (there && !store_run(s, SQL_ADD_DOCUMENT, values, 10, &added, e))
        return false;
    w->answer = added ? STORE_DONE : there ? STORE_TAKEN : STORE_MISSING;
    return true;
}

static bool set_document(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_document *t = &w->document;
    const struct value values[] = {
        store_text(t->title),   store_text(t->settings),  store_number(t->listed),
        store_number(t->phase), store_number(t->changed), store_text(t->id),
    };

    return store_change(s, w, SQL_SET_DOCUMENT, values, 6, e);
}

static bool purge_documents(struct store *s, struct store_write *w, struct error *e)
{
    const struct value before = store_number(w->at);

    w->answer = STORE_DONE;
    return store_run(s, SQL_PURGE_DOCUMENTS, &before, 1, NULL, e);
}

static bool add_event(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_event *n = &w->event;
    const struct value values[] = {
        store_number(n->number), store_text(n->kind), store_account_value(n->account),
        store_text(n->text),     store_number(n->at), store_text(n->document),
    };
    int64_t added = 0;
    bool there;

    if (!store_has_account(s, n->account, &there, e))
        return false;
    w->answer = STORE_MISSING;
    return !there || (store_run(s, SQL_ADD_EVENT, values, 6, &added, e) &&
                      store_settle(s, w, added, SQL_HAS_DOCUMENT, values + 5, 1, e));
}

bool store_write_document(struct store *s, struct store_write *w, struct error *e)
{
    switch (w->kind) {
    case STORE_ADD_DOCUMENT:
        return add_document(s, w, e);
    case STORE_SET_DOCUMENT:
        return set_document(s, w, e);
    case STORE_DROP_DOCUMENT:
        return store_drop(s, w, SQL_DROP_DOCUMENT, store_text(w->document.id), e);
    case STORE_PURGE_DOCUMENTS:
        return purge_documents(s, w, e);
    default:
        return add_event(s, w, e);
    }
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

static bool read_document(struct database *db, void *to)
{
    struct store_document *t = store_next_row(to);

    if (!t)
        return false;
    *t = (struct store_document){
        .owner = store_number_at(db, 2),
        .listed = store_number_at(db, 6) != 0,
        .phase = (int)store_number_at(db, 7),
        .created = store_number_at(db, 8),
        .changed = store_number_at(db, 9),
        .own = store_number_at(db, 10) != 0,
        .events = (unsigned)store_number_at(db, 11),
    };
    store_text_at(db, 0, t->id, sizeof t->id);
    store_text_at(db, 1, t->kind, sizeof t->kind);
    store_text_at(db, 3, t->owner_name, sizeof t->owner_name);
    store_text_at(db, 4, t->title, sizeof t->title);
    store_text_at(db, 5, t->settings, sizeof t->settings);
    return true;
}

static struct store_rows documents_to(struct store_document *list, unsigned capacity)
{
    return (struct store_rows){.at = list, .size = sizeof *list, .capacity = capacity};
}

bool store_document(struct store *s, const char *id, struct store_document *document, bool *found,
                    struct error *e)
{
    const struct value value = store_text(id);
    unsigned count = 0;

    if (!store_query_rows(s, SQL_DOCUMENT, &value, 1, read_document, documents_to(document, 1),
                          &count, e))
        return false;
    *found = count > 0;
    return true;
}

// A page of documents of a kind; `number` is a phase or an account.
static bool list_documents(struct store *s, enum statement statement, const char *kind,
                           int64_t number, int64_t before, struct store_document *list,
                           unsigned *count, struct error *e)
{
    const struct value values[] = {store_text(kind), store_number(number), store_number(before),
                                   store_number(DOCUMENT_LIST)};

    return store_query_rows(s, statement, values, 4, read_document,
                            documents_to(list, DOCUMENT_LIST), count, e);
}

bool store_documents(struct store *s, const char *kind, int phase, int64_t before,
                     struct store_document *list, unsigned *count, struct error *e)
{
    return list_documents(s, SQL_DOCUMENTS, kind, phase, before, list, count, e);
}

bool store_documents_of(struct store *s, const char *kind, int64_t owner, int64_t before,
                        struct store_document *list, unsigned *count, struct error *e)
{
    return list_documents(s, SQL_DOCUMENTS_OF, kind, owner, before, list, count, e);
}

bool store_documents_joined(struct store *s, const char *kind, int64_t owner, int64_t before,
                            struct store_document *list, unsigned *count, struct error *e)
{
    return list_documents(s, SQL_DOCUMENTS_JOINED, kind, owner, before, list, count, e);
}

static bool read_count(struct database *db, void *to)
{
    *(int64_t *)to = store_number_at(db, 0);
    return true;
}

bool store_count_documents_of(struct store *s, const char *kind, int64_t owner, int64_t *count,
                              struct error *e)
{
    const struct value values[] = {store_text(kind), store_number(owner)};

    return store_query(s, SQL_COUNT_DOCUMENTS_OF, values, 2, read_count, count, e);
}

static bool read_document_id(struct database *db, void *to)
{
    char *id = store_next_row(to);

    if (id)
        store_text_at(db, 0, id, DOCUMENT_ID);
    return id != NULL;
}

bool store_documents_now(struct store *s, const char *kind, char (**ids)[DOCUMENT_ID],
                         unsigned *count, struct error *e)
{
    const struct value value = store_text(kind);
    void *list = NULL;

    if (!store_query_all(s, SQL_DOCUMENTS_NOW, &value, 1, read_document_id, DOCUMENT_ID, &list,
                         count, e))
        return false;
    *ids = list;
    return true;
}

static bool read_event(struct database *db, void *to)
{
    struct store_event *n = store_next_row(to);

    if (!n)
        return false;
    *n = (struct store_event){
        .number = (unsigned)store_number_at(db, 1),
        .account = store_number_at(db, 3),
        .at = store_number_at(db, 6),
    };
    store_text_at(db, 0, n->document, sizeof n->document);
    store_text_at(db, 2, n->kind, sizeof n->kind);
    store_text_at(db, 4, n->name, sizeof n->name);
    store_text_at(db, 5, n->text, sizeof n->text);
    return true;
}

bool store_events(struct store *s, const char *id, unsigned from, struct store_event **events,
                  unsigned *count, struct error *e)
{
    const struct value values[] = {store_text(id), store_number(from)};
    void *list = NULL;

    if (!store_query_all(s, SQL_EVENTS, values, 2, read_event, sizeof **events, &list, count, e))
        return false;
    *events = list;
    return true;
}
