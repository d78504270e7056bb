// SPDX-License-Identifier: MIT
// From the database to a game in memory: the row, then every entry by the same live_apply that
// played it. Live games and the api use it. A journal that does not replay is logged and refused as
// a whole; nobody guesses what was meant.
#include "server/live/liveread.h"

#include <stdlib.h>

#include "server/log.h"

bool live_replay(struct live_state *l, const struct store_entry *entries, unsigned count,
                 struct error *e)
{
    for (unsigned i = 0; i < count; i++) {
        struct error why;
        if (!live_apply(l, &entries[i], &why)) {
            log_event("journal-damaged", "game=%s number=%u sentence=%s", l->row.id,
                      entries[i].number, log_text(why.message.text).text);
            return error_set(e, "live.damaged:game",
                             "game %s cannot be read: its journal is damaged", l->row.id);
        }
    }
    return true;
}

bool live_reread(struct store *reader, struct store_game *row, unsigned entries, bool *found,
                 struct error *e)
{
    return !live_undealt(row) || !entries || store_game(reader, row->id, row, found, e);
}

bool live_read(struct live_state *l, struct store *reader, const struct store_game *row,
               struct error *e)
{
    struct store_game fresh = *row;
    struct store_entry *entries = NULL;
    unsigned count = 0;
    bool found = true;

    *l = (struct live_state){0};
    bool good = store_journal(reader, row->id, 0, &entries, &count, e) &&
                live_reread(reader, &fresh, count, &found, e) && live_init(l, &fresh, e) &&
                live_replay(l, entries, count, e);
    free(entries);
    return good;
}
