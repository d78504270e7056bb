// SPDX-License-Identifier: MIT
// Things and their notes: writing and reading, for both databases.
#include "server/store/documents.h"

#include <assert.h>

#include "server/store/store.h"
#include "server/store/internal.h"

static_assert((int)THING_ID == STORE_ID && (int)THING_NAME == STORE_NAME &&
                  (int)THING_LIST == STORE_LIST,
              "as of games and people");

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

bool store_is_thing(const struct store_thing *thing)
{
    return store_is_id(thing->id) && store_is_text(thing->kind, sizeof thing->kind) &&
           store_is_text(thing->title, sizeof thing->title) &&
           store_is_text(thing->settings, sizeof thing->settings);
}

bool store_is_note(const struct store_note *note)
{
    return store_is_id(note->thing) && note->number <= INT32_MAX &&
           store_is_text(note->kind, sizeof note->kind) &&
           store_is_text(note->text, sizeof note->text);
}

static bool add_thing(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_thing *t = &w->thing;
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
    if (there && !store_run(s, SQL_ADD_THING, values, 10, &added, e))
        return false;
    w->answer = added ? STORE_DONE : there ? STORE_TAKEN : STORE_MISSING;
    return true;
}

static bool set_thing(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_thing *t = &w->thing;
    const struct value values[] = {
        store_text(t->title),   store_text(t->settings),  store_number(t->listed),
        store_number(t->phase), store_number(t->changed), store_text(t->id),
    };
    int64_t changed = 0;

    if (!store_run(s, SQL_SET_THING, values, 6, &changed, e))
        return false;
    w->answer = changed ? STORE_DONE : STORE_MISSING;
    return true;
}

static bool purge_things(struct store *s, struct store_write *w, struct error *e)
{
    const struct value before = store_number(w->at);

    w->answer = STORE_DONE;
    return store_run(s, SQL_PURGE_THINGS, &before, 1, NULL, e);
}

static bool add_note(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_note *n = &w->note;
    const struct value values[] = {
        store_number(n->number), store_text(n->kind), store_account_value(n->account),
        store_text(n->text),     store_number(n->at), store_text(n->thing),
    };
    int64_t added = 0;
    bool there;

    if (!store_has_account(s, n->account, &there, e))
        return false;
    w->answer = STORE_MISSING;
    return !there || (store_run(s, SQL_ADD_NOTE, values, 6, &added, e) &&
                      store_settle(s, w, added, SQL_HAS_THING, values + 5, 1, e));
}

bool store_write_thing(struct store *s, struct store_write *w, struct error *e)
{
    switch (w->kind) {
    case STORE_ADD_THING:
        return add_thing(s, w, e);
    case STORE_SET_THING:
        return set_thing(s, w, e);
    case STORE_DROP_THING:
        return store_drop(s, w, SQL_DROP_THING, store_text(w->thing.id), e);
    case STORE_PURGE_THINGS:
        return purge_things(s, w, e);
    default:
        return add_note(s, w, e);
    }
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

static bool read_thing(struct database *db, void *to)
{
    struct store_thing *t = store_next_row(to);

    if (!t)
        return false;
    *t = (struct store_thing){
        .owner = store_number_at(db, 2),
        .listed = store_number_at(db, 6) != 0,
        .phase = (int)store_number_at(db, 7),
        .created = store_number_at(db, 8),
        .changed = store_number_at(db, 9),
        .own = store_number_at(db, 10) != 0,
        .notes = (unsigned)store_number_at(db, 11),
    };
    store_text_at(db, 0, t->id, sizeof t->id);
    store_text_at(db, 1, t->kind, sizeof t->kind);
    store_text_at(db, 3, t->owner_name, sizeof t->owner_name);
    store_text_at(db, 4, t->title, sizeof t->title);
    store_text_at(db, 5, t->settings, sizeof t->settings);
    return true;
}

static struct store_rows things_to(struct store_thing *list, unsigned room)
{
    return (struct store_rows){.at = list, .size = sizeof *list, .room = room};
}

bool store_thing(struct store *s, const char *id, struct store_thing *thing, bool *found,
                 struct error *e)
{
    const struct value value = store_text(id);
    unsigned count = 0;

    if (!store_query_rows(s, SQL_THING, &value, 1, read_thing, things_to(thing, 1), &count, e))
        return false;
    *found = count > 0;
    return true;
}

bool store_things(struct store *s, const char *kind, int phase, int64_t before,
                  struct store_thing *list, unsigned *count, struct error *e)
{
    const struct value values[] = {store_text(kind), store_number(phase), store_number(before),
                                   store_number(THING_LIST)};

    return store_query_rows(s, SQL_THINGS, values, 4, read_thing, things_to(list, THING_LIST),
                            count, e);
}

bool store_things_of(struct store *s, const char *kind, int64_t owner, int64_t before,
                     struct store_thing *list, unsigned *count, struct error *e)
{
    const struct value values[] = {store_text(kind), store_number(owner), store_number(before),
                                   store_number(THING_LIST)};

    return store_query_rows(s, SQL_THINGS_OF, values, 4, read_thing, things_to(list, THING_LIST),
                            count, e);
}

bool store_things_joined(struct store *s, const char *kind, int64_t owner, int64_t before,
                         struct store_thing *list, unsigned *count, struct error *e)
{
    const struct value values[] = {store_text(kind), store_number(owner), store_number(before),
                                   store_number(THING_LIST)};

    return store_query_rows(s, SQL_THINGS_JOINED, values, 4, read_thing,
                            things_to(list, THING_LIST), count, e);
}

static bool read_count(struct database *db, void *to)
{
    *(int64_t *)to = store_number_at(db, 0);
    return true;
}

bool store_count_things_of(struct store *s, const char *kind, int64_t owner, int64_t *count,
                           struct error *e)
{
    const struct value values[] = {store_text(kind), store_number(owner)};

    return store_query(s, SQL_COUNT_THINGS_OF, values, 2, read_count, count, e);
}

static bool read_thing_id(struct database *db, void *to)
{
    char *id = store_next_row(to);

    if (id)
        store_text_at(db, 0, id, THING_ID);
    return id != NULL;
}

bool store_things_now(struct store *s, const char *kind, char (**ids)[THING_ID], unsigned *count,
                      struct error *e)
{
    const struct value value = store_text(kind);
    void *list = NULL;

    if (!store_query_all(s, SQL_THINGS_NOW, &value, 1, read_thing_id, THING_ID, &list, count, e))
        return false;
    *ids = list;
    return true;
}

static bool read_note(struct database *db, void *to)
{
    struct store_note *n = store_next_row(to);

    if (!n)
        return false;
    *n = (struct store_note){
        .number = (unsigned)store_number_at(db, 1),
        .account = store_number_at(db, 3),
        .at = store_number_at(db, 6),
    };
    store_text_at(db, 0, n->thing, sizeof n->thing);
    store_text_at(db, 2, n->kind, sizeof n->kind);
    store_text_at(db, 4, n->name, sizeof n->name);
    store_text_at(db, 5, n->text, sizeof n->text);
    return true;
}

bool store_notes(struct store *s, const char *id, unsigned from, struct store_note **notes,
                 unsigned *count, struct error *e)
{
    const struct value values[] = {store_text(id), store_number(from)};
    void *list = NULL;

    if (!store_query_all(s, SQL_NOTES, values, 2, read_note, sizeof **notes, &list, count, e))
        return false;
    *notes = list;
    return true;
}
