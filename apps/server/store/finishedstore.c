// SPDX-License-Identifier: MIT
// Rows of finished games: written once, found by what people ask for.
#include <string.h>

#include "server/store/store.h"
#include "server/store/internal.h"

_Static_assert((int)FINISHED_ID == (int)STORE_ID && (int)FINISHED_OPTIONS == (int)STORE_OPTIONS &&
                   FINISHED_LETTERS == GAME_MAX_SEATS + 1,
               "texts of a game fit");

bool store_add_finished(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_finished *f = &w->finished;
    const struct value values[] = {store_text(f->name),     store_text(f->options),
                                   store_text(f->opening),  store_number(f->plies),
                                   store_number(f->result), store_number(f->ended),
                                   store_text(f->game)};
    const struct value result[] = {store_text(f->letters), store_text(f->game)};
    int64_t added, marked;

    if (!store_run(s, SQL_ADD_FINISHED, values, 7, &added, e) ||
        !store_run(s, SQL_SET_INDEXED, result, 2, &marked, e))
        return false;
    w->answer = added ? STORE_DONE : marked ? STORE_TAKEN : STORE_MISSING;
    return true;
}

static bool read_finished(struct database *db, void *to)
{
    struct store_finished *f = store_next_row(to);

    if (!f)
        return false;
    *f = (struct store_finished){
        .plies = (unsigned)store_number_at(db, 4),
        .result = (int)store_number_at(db, 5),
        .ended = store_number_at(db, 6),
    };
    store_text_at(db, 0, f->game, sizeof f->game);
    store_text_at(db, 1, f->name, sizeof f->name);
    store_text_at(db, 2, f->options, sizeof f->options);
    store_text_at(db, 3, f->opening, sizeof f->opening);
    return true;
}

bool store_find(struct store *s, const struct finished_search *f, struct store_finished *list,
                unsigned *count, struct error *e)
{
    struct value values[8] = {store_number(f->before), store_text(f->name), store_text(f->options),
                              store_text(f->opening)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = FINISHED_LIST};
    unsigned used = 4;

    if (f->account) {
        values[used++] = store_number(f->account);
        values[used++] = store_number(f->viewer);
    }
    values[used++] = store_number(f->result);
    values[used++] = store_number(FINISHED_LIST);
    return store_query_rows(s, f->account ? SQL_FIND_OF : SQL_FIND, values, used, read_finished,
                            rows, count, e);
}

bool store_find_rated(struct store *s, const char *name, struct finished_cursor *cursor,
                      struct store_finished *list, unsigned *count, struct error *e)
{
    const struct value values[] = {store_text(name), store_number(cursor->ended),
                                   store_text(cursor->game), store_number(FINISHED_RATED)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = FINISHED_RATED};

    if (!store_query_rows(s, SQL_FIND_RATED, values, 4, read_finished, rows, count, e))
        return false;
    if (*count > 0) {
        cursor->ended = list[*count - 1].ended;
        memcpy(cursor->game, list[*count - 1].game, sizeof cursor->game);
    }
    return true;
}

static bool read_id(struct database *db, void *to)
{
    char *id = store_next_row(to);

    if (!id)
        return false;
    store_text_at(db, 0, id, FINISHED_ID);
    return true;
}

bool store_to_index(struct store *s, char (*ids)[FINISHED_ID], unsigned *count, struct error *e)
{
    const struct value most = store_number(FINISHED_LIST);
    struct store_rows rows = {.at = ids, .size = FINISHED_ID, .capacity = FINISHED_LIST};

    return store_query_rows(s, SQL_TO_INDEX, &most, 1, read_id, rows, count, e);
}
