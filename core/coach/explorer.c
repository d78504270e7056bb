// SPDX-License-Identifier: MIT
// Asking the opening explorer, see explorer.h.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "coach/explorer.h"

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
static void join(struct explorer_view *v, unsigned all)
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
    join(v, v->list.count);
    return true;
}

static struct explorer_row *find(struct explorer_view *v, uint64_t key)
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
        count_once(find(v, keys[i]), v->games, outcome);
    }
}

static enum solver_word other_side(enum solver_word word)
{
    return word == SOLVER_WIN ? SOLVER_LOSS : word == SOLVER_LOSS ? SOLVER_WIN : word;
}

// By rules and book, for the seat to act, without any search.
static void certify(struct explorer_view *v, struct explorer_row *row, bool first)
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
        certify(v, &v->rows[i], first);
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
    for (unsigned i = 0; i <= v->count && index->room; i++) {
        struct explorer_row *row = i < v->count ? &v->rows[i] : &v->here;
        size_t at = row->key & (index->room - 1);
        while (index->entries[at].key && index->entries[at].key != row->key)
            at = (at + 1) & (index->room - 1);
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
