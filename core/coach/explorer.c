// SPDX-License-Identifier: MIT
// The opening explorer: what is known of a position, and counts of many games by position.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "coach/explorer.h"

enum { LEAST_CAPACITY = 1024 }; // entries of an index

uint64_t explorer_key(const struct game *g, const struct game_position *p)
{
    uint64_t key = hash_mix(game_canonical_key(g, p)); // the least of several hashes is no even one

    return key + (key == 0);
}

static const struct explorer_counts nothing = {.chance = -1, .proven = SOLVER_OPEN};

static int by_key(const void *a, const void *b)
{
    const struct explorer_row *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->action < y->action ? -1 : x->action > y->action;
}

// Keeps the first of the actions that lead to the same, which is the first in the list too.
static void join_rows(struct explorer_view *v, unsigned all)
{
    v->count = 0;
    for (unsigned i = 0; i < all; i++) {
        unsigned action = v->rows[i].action;
        if (v->count == 0 || v->rows[v->count - 1].key != v->rows[i].key)
            v->rows[v->count++] = v->rows[i];
        v->row_of[action] = (uint16_t)(v->count - 1);
    }
}

bool explorer_same_start(const struct game *g, struct error *e)
{
    return !g->random_start ||
           error_set(e, "explore.dealt",
                     "the start of this game is dealt: hardly two games have a position in common, "
                     "so no openings are counted");
}

bool explorer_begin(struct explorer_view *v, const struct history *history, struct error *e)
{
    const struct game *g = history->game;
    struct game_position after;

    if (!game_is_duel(g, &history->options))
        return error_set(
            e, "explore.open",
            "openings are counted in games of two who see everything, not in this one");
    v->history = history;
    v->games = 0;
    v->here = (struct explorer_row){.key = explorer_key(g, &history->position), .counts = nothing};
    history_list(history, &v->list);
    for (unsigned i = 0; i < v->list.count; i++) {
        g->apply(&history->position, v->list.at[i], &after);
        v->rows[i] =
            (struct explorer_row){.key = explorer_key(g, &after), .counts = nothing, .action = i};
    }
    qsort(v->rows, v->list.count, sizeof *v->rows, by_key);
    join_rows(v, v->list.count);
    return true;
}

static struct explorer_row *find_row(struct explorer_view *v, uint64_t key)
{
    unsigned low = 0, high = v->count;

    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (v->rows[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < v->count && v->rows[low].key == key ? &v->rows[low] : NULL;
}

// A game that comes to a position twice counts once.
static void count_once(struct explorer_row *row, uint64_t game, enum game_outcome outcome)
{
    if (!row || row->last == game)
        return;
    row->last = game;
    row->counts.games++;
    row->counts.first += outcome == GAME_WIN;
    row->counts.draws += outcome == GAME_DRAW;
}

void explorer_count(struct explorer_view *v, const uint64_t *keys, unsigned count,
                    enum game_outcome outcome)
{
    v->games++;
    for (unsigned i = 0; i < count; i++) {
        if (keys[i] == v->here.key)
            count_once(&v->here, v->games, outcome);
        count_once(find_row(v, keys[i]), v->games, outcome);
    }
}

static enum solver_word other_side(enum solver_word word)
{
    return word == SOLVER_WIN ? SOLVER_LOSS : word == SOLVER_LOSS ? SOLVER_WIN : word;
}

// By rules and book, for the seat to act, without any search.
static void add_proof(struct explorer_view *v, struct explorer_row *row, bool first)
{
    struct solver_budget none = {.nodes = 0, .win = true, .loss = true};
    struct solver solver = {.proof = NULL};
    enum solver_word word = solver_after(&solver, v->history, v->list.at[row->action], &none);

    solver_clear(&solver);
    if (word != SOLVER_OPEN)
        row->counts.proven = first ? word : other_side(word);
}

static int chance_for(const struct explorer_counts *c, bool first)
{
    int chance = c->proven == SOLVER_WIN ? 1000 : c->proven == SOLVER_LOSS ? 0 : c->chance;

    return chance < 0 ? -1 : first ? chance : 1000 - chance;
}

static bool goes_before(const struct explorer_row *a, const struct explorer_row *b, bool first)
{
    int x = chance_for(&a->counts, first), y = chance_for(&b->counts, first);

    if (a->counts.games != b->counts.games)
        return a->counts.games > b->counts.games;
    return x != y ? x > y : a->action < b->action;
}

void explorer_settle(struct explorer_view *v)
{
    bool first = v->history->game->to_act(&v->history->position) == 0;
    uint16_t place[GAME_MAX_ACTIONS] = {0};

    for (unsigned i = 0; i < v->count; i++)
        add_proof(v, &v->rows[i], first);
    for (unsigned i = 0; i < v->count; i++) { // few have games, and these come early
        struct explorer_row row = v->rows[i];
        unsigned at = i;
        for (; at > 0 && goes_before(&row, &v->rows[at - 1], first); at--)
            v->rows[at] = v->rows[at - 1];
        v->rows[at] = row;
    }
    for (unsigned i = 0; i < v->list.count; i++)
        place[i] = v->row_of[i];
    // Rows were in the order of keys: find each again by its first action.
    uint16_t now[GAME_MAX_ACTIONS] = {0};
    for (unsigned i = 0; i < v->count; i++)
        now[place[v->rows[i].action]] = (uint16_t)i;
    for (unsigned i = 0; i < v->list.count; i++)
        v->row_of[i] = now[place[i]];
}

void explorer_ask(struct explorer_view *v, const struct explorer_index *index)
{
    v->games = index->games;
    for (unsigned i = 0; i <= v->count && index->capacity; i++) {
        struct explorer_row *row = i < v->count ? &v->rows[i] : &v->here;
        size_t at = row->key & (index->capacity - 1);
        while (index->entries[at].key && index->entries[at].key != row->key)
            at = (at + 1) & (index->capacity - 1);
        const struct explorer_entry *found = &index->entries[at];
        if (!found->key)
            continue;
        row->counts = (struct explorer_counts){
            .games = found->games,
            .first = found->first,
            .draws = found->draws,
            .chance = found->thought ? (int)(found->chances / found->thought) : -1,
            .proven = found->proven,
        };
    }
}

// ---------------------------------------------------------------------------------------------
// Indexes
// ---------------------------------------------------------------------------------------------

static struct explorer_entry *slot_of(struct explorer_entry *entries, size_t capacity, uint64_t key)
{
    size_t at = key & (capacity - 1);

    while (entries[at].key && entries[at].key != key)
        at = (at + 1) & (capacity - 1);
    return &entries[at];
}

static bool grow_index(struct explorer_index *index, unsigned more)
{
    size_t wanted = index->count + more,
           capacity = index->capacity ? index->capacity : LEAST_CAPACITY;

    if (wanted > index->most)
        wanted = index->most;
    while (capacity / 4 * 3 < wanted)
        capacity *= 2;
    if (capacity == index->capacity)
        return true;
    struct explorer_entry *grown = calloc(capacity, sizeof *grown);
    if (!grown)
        return false;
    for (size_t i = 0; i < index->capacity; i++) {
        if (index->entries[i].key)
            *slot_of(grown, capacity, index->entries[i].key) = index->entries[i];
    }
    free(index->entries);
    index->entries = grown;
    index->capacity = capacity;
    return true;
}

// The entry of a position, or NULL when it is not known and nothing more may be.
static struct explorer_entry *find_or_add(struct explorer_index *index, uint64_t key)
{
    struct explorer_entry *entry = slot_of(index->entries, index->capacity, key);

    if (!entry->key) {
        if (index->count == index->most)
            return NULL;
        entry->key = key;
        index->count++;
    }
    return entry;
}

bool explorer_index_add(struct explorer_index *index, const struct explorer_game *game)
{
    if (!grow_index(index, game->count))
        return false;
    index->games++;
    for (unsigned i = 0; i < game->count; i++) {
        struct explorer_entry *entry = find_or_add(index, game->keys[i]);
        if (!entry || entry->last == index->games) // a game counts once at a position
            continue;
        entry->last = index->games;
        entry->games++;
        entry->first += game->outcome == GAME_WIN;
        entry->draws += game->outcome == GAME_DRAW;
        if (i < game->thought) {
            entry->chances += (uint64_t)game->chances[i];
            entry->thought++;
        }
        if (game->proven && game->proven[i] != SOLVER_OPEN)
            entry->proven = game->proven[i];
    }
    return true;
}

void explorer_index_clear(struct explorer_index *index)
{
    free(index->entries);
    *index = (struct explorer_index){.most = index->most};
}
