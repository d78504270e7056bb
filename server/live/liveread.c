// SPDX-License-Identifier: MIT
// From the database to a game in memory: the row, then every entry by the same live_apply that played it. Rooms and
// the api use it. A journal that does not replay is logged and refused as a whole; nobody guesses what was meant.
#include "server/live/liveread.h"

#include <stdlib.h>

#include "server/log.h"

bool live_replay(struct live *l, const struct store_entry *entries, unsigned count, struct error *e)
{
    for (unsigned i = 0; i < count; i++) {
        struct error why;
        if (!live_apply(l, &entries[i], &why)) {
            log_event("journal-damaged", "game=%s number=%u sentence=%s", l->row.id,
                      entries[i].number, log_text(why.text).text);
            return error_set(e, "live.damaged:game",
                             "game %s cannot be read: its journal is damaged", l->row.id);
        }
    }
    return true;
}

bool live_read(struct live *l, struct store *reader, const struct store_game *row, struct error *e)
{
    struct store_entry *entries = NULL;
    unsigned count = 0;
    bool good = live_init(l, row, e) && store_journal(reader, row->id, 0, &entries, &count, e) &&
                live_replay(l, entries, count, e);

    free(entries);
    return good;
}
