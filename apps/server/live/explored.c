// SPDX-License-Identifier: MIT
// The index of finished rated games, see explored.h. Whoever finds it old makes a new one while
// others still ask the old one.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "server/live/explored.h"

enum {
    MOST_POSITIONS = 48000, // of a game: three and a half megabytes
    MOST_GAMES = 5000,      // the latest
    MOST_INDEXES = 8,       // games with other options share one
    OLD = 300000,           // milliseconds
    LONGEST = 64,           // actions of a beginning
};

struct indexed {
    const struct game *game; // NULL: free
    struct explorer_index index;
    int64_t made;
    bool making;
};

struct explored {
    pthread_mutex_t lock; // over all of it
    struct indexed indexes[MOST_INDEXES];
};

struct explored *explored_open(void)
{
    struct explored *x = calloc(1, sizeof *x);

    if (x)
        pthread_mutex_init(&x->lock, NULL);
    return x;
}

void explored_close(struct explored *x)
{
    if (!x)
        return;
    for (unsigned i = 0; i < MOST_INDEXES; i++)
        explorer_index_clear(&x->indexes[i].index);
    pthread_mutex_destroy(&x->lock);
    free(x);
}

// The positions of a beginning; where it cannot be read on, those before.
static void add_game(const struct game *g, const struct store_finished *f,
                     struct explorer_index *index)
{
    struct game_options options = {0};
    uint64_t keys[LONGEST + 1];
    char text[FINISHED_OPENING], options_text[FINISHED_OPTIONS], *rest = NULL;
    struct game_position p;
    game_action action;
    struct error ignored;

    memcpy(options_text, f->options, sizeof options_text);
    for (char *word = strtok_r(options_text, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        if (strcmp(word, "-") != 0 && !game_set_option(g, &options, word, &ignored))
            return;
    }
    struct explorer_game game = {.keys = keys,
                                 .outcome = f->result == 1   ? GAME_WIN
                                            : f->result == 2 ? GAME_LOSS
                                                             : GAME_DRAW};
    g->start(&options, 0, &p);
    keys[game.count++] = explorer_key(g, &p);
    memcpy(text, f->opening, sizeof text);
    rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word && game.count <= LONGEST;
         word = strtok_r(NULL, " ", &rest)) {
        if (!game_find(g, &p, word, &action))
            break;
        g->apply(&p, action, &p);
        keys[game.count++] = explorer_key(g, &p);
    }
    explorer_index_add(index, &game); // without memory it is left out
}

// The latest first, so that these are there when it is full.
static bool make(const struct game *g, struct store *s, struct explorer_index *index,
                 struct error *e)
{
    struct store_finished *list = calloc(FINISHED_RATED, sizeof *list);
    struct finished_cursor cursor = {.ended = INT64_MAX};
    unsigned count = FINISHED_RATED, all = 0;
    bool good =
        list != NULL || error_set(e, "explore.memory", "there is no memory for the openings");

    while (good && count == FINISHED_RATED && all < MOST_GAMES) {
        good = store_find_rated(s, g->name, &cursor, list, &count, e);
        for (unsigned i = 0; good && i < count; i++)
            add_game(g, &list[i], index);
        all += count;
    }
    free(list);
    return good;
}

// The place of a game, or of none: then the oldest gives way.
static struct indexed *place_of(struct explored *x, const struct game *g)
{
    struct indexed *place = NULL;

    for (unsigned i = 0; i < MOST_INDEXES; i++) {
        struct indexed *at = &x->indexes[i];
        if (at->game == g)
            return at;
        if (!at->making && (!place || at->made < place->made))
            place = at;
    }
    if (place) {
        explorer_index_clear(&place->index);
        *place = (struct indexed){.game = g};
    }
    return place;
}

bool explored_ask(struct explored *x, struct store *s, int64_t now, struct explorer_view *v,
                  bool *making, struct error *e)
{
    const struct game *g = v->history->game;
    struct explorer_index fresh = {.most = MOST_POSITIONS};
    bool good = true;

    pthread_mutex_lock(&x->lock);
    struct indexed *place = place_of(x, g);
    if (place && !place->making && (place->made == 0 || now - place->made > OLD)) {
        place->making = true;
        pthread_mutex_unlock(&x->lock);
        good = make(g, s, &fresh, e);
        pthread_mutex_lock(&x->lock);
        place->making = false;
        if (good) {
            explorer_index_clear(&place->index);
            place->index = fresh;
            place->made = now;
        } else {
            explorer_index_clear(&fresh);
        }
    }
    *making = !place || place->made == 0;
    if (good && place)
        explorer_ask(v, &place->index);
    pthread_mutex_unlock(&x->lock);
    return good;
}
