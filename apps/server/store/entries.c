// SPDX-License-Identifier: MIT
// Entries, and the conditional lines that seats leave for them: one text a seat, which replaces the
// one before. Another process may have read it, and plays a line only if it is still there.
#include "server/store/store.h"
#include "server/store/internal.h"

bool store_set_plan(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_plan *p = &w->plan;
    const struct value gone[] = {store_text(p->game), store_number(p->seat)};
    const struct value values[] = {store_number(p->seat), store_number(p->at), store_text(p->text),
                                   store_text(p->game)};

    if (!p->text[0]) {
        w->answer = STORE_DONE;
        return store_run(s, SQL_DROP_PLAN, gone, 2, NULL, e);
    }
    return store_change(s, w, SQL_SET_PLAN, values, 4, e);
}

// Whether what the entry follows is still left.
static bool keep_plan(struct store *s, struct store_write *w, int64_t *there, struct error *e)
{
    const struct store_plan *p = &w->plan;
    const struct value values[] = {store_text(w->entry.game), store_number(p->seat),
                                   store_number(p->at), store_text(p->text)};

    *there = 1;
    return !p->text[0] || store_run(s, SQL_KEEP_PLAN, values, 4, there, e);
}

bool store_add_entry(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_entry *entry = &w->entry;
    const struct value values[] = {
        store_number(entry->number),  store_text(entry->kind),      store_number(entry->seat),
        store_text(entry->text),      store_number(entry->at),      store_number(entry->left[0]),
        store_number(entry->left[1]), store_number(entry->left[2]), store_number(entry->left[3]),
        store_text(entry->game),
    };
    int64_t added = 0, kept;

    return keep_plan(s, w, &kept, e) &&
           (!kept || store_run(s, SQL_ADD_ENTRY, values, 10, &added, e)) &&
           store_settle(s, w, added, SQL_HAS_GAME, values + 9, 1, e);
}
