// SPDX-License-Identifier: MIT
// Makes rows of finished games, to look for them: a thread reads games that are over and have none,
// plays them again, and what comes out is stored. Soon after a game ended, and now and then; games
// that ended before there were such rows, or by another process that is gone, are found in the same
// way. Two processes that do the same do no harm.
#include <stdlib.h>
#include <string.h>

#include "server/live/registry.h"
#include "server/live/indexing.h"
#include "server/live/liveread.h"
#include "server/live/rating.h"

enum {
    SOON = 2 * 1000,   // milliseconds after a game has ended
    OFTEN = 60 * 1000, // between two looks otherwise
};

struct indexing {
    struct reader_task task;
    struct store_finished rows[FINISHED_LIST];
    unsigned count;
};

// The first actions, each with a blank behind it, as many as fit.
static void write_opening(const struct match *m, char opening[FINISHED_OPENING])
{
    struct text t;

    text_init(&t, opening, FINISHED_OPENING);
    for (unsigned i = 0; i < m->history.length; i++) {
        char action[GAME_ACTION_BYTES];
        match_action_text(m, i, action);
        if (strlen(opening) + strlen(action) + 2 > FINISHED_OPENING)
            return;
        text_format(&t, "%s ", action);
    }
}

static void fill_row(const struct live_state *l, struct store_finished *f)
{
    struct game_result result;

    snprintf(f->name, sizeof f->name, "%s", l->row.game);
    snprintf(f->options, sizeof f->options, "%s", l->row.options);
    f->ended = l->row.changed;
    f->plies = l->match.history.length;
    write_opening(&l->match, f->opening);
    if (l->match.end.how == MATCH_ABORTED || !match_over(&l->match))
        return;
    match_result(&l->match, &result);
    rating_letters(l, f->letters);
    f->result = 0;
    for (unsigned seat = 0; seat < l->row.seats; seat++)
        f->result |= result.outcome[seat] == GAME_WIN ? 1 << seat : 0;
}

// A game that cannot be read gets a row without a result: it is not looked at for ever.
static void read_one(struct store *s, const char *id, struct store_finished *f)
{
    struct store_game row;
    struct live_state state;
    struct error e;
    bool found;

    *f = (struct store_finished){.result = -1};
    memcpy(f->game, id, sizeof f->game);
    if (!store_game(s, id, &row, &found, &e) || !found)
        return;
    if (live_read(&state, s, &row, &e))
        fill_row(&state, f);
    live_clear(&state);
}

static void work(struct reader_task *task, struct store *s)
{
    struct indexing *x = (struct indexing *)task;
    char ids[FINISHED_LIST][FINISHED_ID];
    struct error e;

    if (!store_to_index(s, ids, &x->count, &e))
        x->count = 0;
    for (unsigned i = 0; i < x->count; i++)
        read_one(s, ids[i], &x->rows[i]);
}

static void store_rows(struct live_registry *reg, const struct indexing *x)
{
    struct writer_task *t = writer_task(x->count, writer_task_done);

    if (!t)
        return;
    for (unsigned i = 0; i < x->count; i++) {
        t->writes[i].kind = STORE_ADD_FINISHED;
        t->writes[i].finished = x->rows[i];
    }
    writer_submit(reg->writer, t);
}

static void done(struct live_registry *reg, struct inbox_item *item)
{
    struct indexing *x = (struct indexing *)item;

    reg->indexing = false;
    if (!x->task.undone && x->count) {
        store_rows(reg, x);
        if (x->count == FINISHED_LIST)
            indexing_soon(reg, live_registry_now(reg));
    }
    free(x);
}

void indexing_soon(struct live_registry *reg, int64_t now)
{
    if (reg->index_at > now + SOON)
        reg->index_at = now + SOON;
}

void indexing_tick(struct live_registry *reg, int64_t now)
{
    struct indexing *x;
    struct error e;

    if (reg->indexing || now < reg->index_at || !(x = calloc(1, sizeof *x)))
        return;
    reg->index_at = now + OFTEN;
    x->task = (struct reader_task){.item.done = done, .work = work};
    reg->indexing = live_registry_read(reg, READER_LISTS, &x->task, &e);
    if (!reg->indexing)
        free(x);
}
