// SPDX-License-Identifier: MIT
// The opening explorer over finished rated games: counts for a position that actions lead to from
// the start.
#include <string.h>

#include "games/registry.h"
#include "protocol/explore.h"
#include "server/api/handlers.h"
#include "server/api/reading.h"
#include "server/live/explored.h"

struct exploring {
    struct reading base;
    struct explored *explored;
    int64_t now;
    struct history history;
    struct explorer_view view;
};

static void clear(struct reading *t)
{
    history_clear(&((struct exploring *)t)->history);
}

static bool read_counts(struct store *s, struct reading *t, struct error *e)
{
    struct exploring *x = (struct exploring *)t;
    struct payload_draft d;
    struct json_writer j;

    bool making = false;

    if (!explored_ask(x->explored, s, x->now, &x->view, &making, e))
        return false;
    explorer_settle(&x->view);
    reading_begin(&d, &j);
    explore_json(&x->view, "server", 0, &j);
    if (making)
        json_write_bool(&j, "making", true);
    reading_end(t, &d, &j);
    return true;
}

// Reads a word of the query that may be missing.
static bool read_word(const struct request *r, const char *name, char *to, size_t capacity)
{
    const char *found = request_query(r, name, to, capacity);

    if (!found)
        to[0] = '\0';
    return found != NULL;
}

static bool read_position(const struct request *r, struct history *history, struct error *e)
{
    char name[STORE_WORD], text[REQUEST_PATH], *rest = NULL;
    struct game_options options = {0};
    struct game_position start;
    const struct game *g;

    if (!read_word(r, "game", name, sizeof name) || !(g = registry_find(name)) || g->unlisted)
        return error_set(e, "live.none", "there is no such game");
    if (!explorer_same_start(g, e))
        return false;
    read_word(r, "options", text, sizeof text);
    for (char *word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        if (!game_set_option(g, &options, word, e))
            return false;
    }
    g->start(&options, 0, &start);
    history_init(history, g, &options, &start);
    read_word(r, "actions", text, sizeof text);
    rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (!history_play_text(history, word, e)) {
            history_clear(history);
            return false;
        }
    }
    return true;
}

void api_explore(struct live_registry *reg, struct request *r, int64_t now)
{
    struct exploring *x = reading(reg, r, sizeof *x, read_counts, reading_made);
    struct error e;

    if (!x)
        return;
    x->explored = reg->explored;
    x->now = now;
    if (!limits_allow(reg->limits, r->address, LIMITS_TURNS, now, &e)) {
        request_refuse(reg, r, REQUEST_TOO_MANY, &e);
        reading_drop(&x->base);
        return;
    }
    bool read = read_position(r, &x->history, &e);
    if (read)
        x->base.clear = clear;
    if (!read || !explorer_begin(&x->view, &x->history, &e)) {
        request_refuse(reg, r, REQUEST_BAD, &e);
        reading_drop(&x->base);
        return;
    }
    reading_go(reg, r, &x->base, READER_LISTS);
}
