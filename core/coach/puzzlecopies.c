// SPDX-License-Identifier: MIT
// Near copies among puzzles, found by what lies where and what is touched.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "coach/puzzlecopies.h"
#include "game/scene.h"

// A puzzle from one side, on its way through the line.
struct line_walk {
    const struct puzzle *puzzle;
    unsigned symmetry;
    struct game_position now;
    game_action action; // the next one of the line as this side sees it
    struct scene scene;
    uint64_t on[SCENE_MAX_SPOTS]; // what lies on each spot
    bool near[SCENE_MAX_SPOTS];   // on or around what the line touches or changes
    int x, y;                     // the first spot that is touched
};

static uint64_t look_hash(const struct scene_piece *piece)
{
    uint64_t look = (uint64_t)piece->look.colour << 16 | (uint64_t)piece->look.value << 8 |
                    (uint8_t)(piece->owner + 1);

    return hash_word(
        hash_word(look, hash_bytes(piece->look.kind->id, strlen(piece->look.kind->id))),
        (uint64_t)piece->level << 8 | piece->rise);
}

static void note_pieces(struct line_walk *w, uint64_t on[SCENE_MAX_SPOTS])
{
    struct scene *s = &w->scene;

    game_scene(w->puzzle->game, &w->now, GAME_PUBLIC, s);
    memset(on, 0, SCENE_MAX_SPOTS * sizeof *on);
    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        on[piece->spot] = hash_word(on[piece->spot], look_hash(piece));
        if (piece->other != piece->spot)
            on[piece->other] = hash_word(on[piece->other], look_hash(piece) + 1);
    }
}

// The action that does in this symmetry what the line's action does: it leads to the image of where
// that one leads.
static game_action mirrored_action(const struct line_walk *w, const struct game_position *after)
{
    const struct game *g = w->puzzle->game;
    struct game_position wanted;
    struct game_actions list;

    game_apply_symmetry(g, after, w->symmetry, &wanted);
    uint64_t key = game_key(g, &wanted);
    game_list(g, &w->now, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position next;
        g->apply(&w->now, list.at[i], &next);
        if (game_key(g, &next) == key)
            return list.at[i];
    }
    return list.at[0];
}

static void note_touch(struct line_walk *w, unsigned spot)
{
    const struct scene_spot *at = &w->scene.spots[spot];

    if (at->use != SCENE_PLACE)
        return;
    for (unsigned i = 0; i < w->scene.spot_count; i++) {
        const struct scene_spot *other = &w->scene.spots[i];
        if (other->use == SCENE_PLACE && other->panel == at->panel &&
            abs(other->x - at->x) <= SCENE_UNIT && abs(other->y - at->y) <= SCENE_UNIT)
            w->near[i] = true;
    }
}

// A spot as seen from the first one: boards by place, hands and buttons by name.
static uint64_t place_of(const struct line_walk *w, unsigned spot)
{
    const struct scene_spot *at = &w->scene.spots[spot];

    if (at->use != SCENE_PLACE)
        return hash_bytes(at->name, strlen(at->name));
    return (uint64_t)(uint16_t)(at->x - w->x) << 32 | (uint64_t)(uint16_t)(at->y - w->y) << 8 |
           at->panel;
}

// The spots of an action, as a hash, and notes what is near them.
static uint64_t touch_path(struct line_walk *w, bool first)
{
    struct game_path path;
    uint64_t h = 0;

    w->puzzle->game->action_path(&w->now, w->action, &path);
    for (unsigned i = 0; i < path.count && first; i++) {
        const struct scene_spot *at = &w->scene.spots[path.at[i]];
        if (at->use == SCENE_PLACE) {
            w->x = at->x;
            w->y = at->y;
            break;
        }
    }
    for (unsigned i = 0; i < path.count; i++) {
        h = hash_word(h, place_of(w, path.at[i]));
        note_touch(w, path.at[i]);
    }
    return hash_word(h, path.count);
}

static int by_value(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;

    return one < other ? -1 : one > other;
}

// What lies where, seen from this place.
static unsigned note_cells(const struct line_walk *w, int x, int y, uint32_t *cells)
{
    unsigned count = 0;

    for (unsigned i = 0; i < w->scene.spot_count && count < CORE_CELLS; i++) {
        const struct scene_spot *at = &w->scene.spots[i];
        if (at->use == SCENE_PLACE && w->on[i])
            cells[count++] = (uint32_t)(uint8_t)((at->x - x) / (SCENE_UNIT / 2)) << 24 |
                             (uint32_t)(uint8_t)((at->y - y) / (SCENE_UNIT / 2)) << 16 |
                             (hash_mix(w->on[i] + at->panel) & 0xffff);
    }
    qsort(cells, count, sizeof *cells, by_value);
    return count;
}

// What lies near the line, wherever the line is on the board.
static uint64_t local(struct line_walk *w, uint64_t h)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < w->scene.spot_count; i++) {
        if (w->near[i])
            sum += hash_mix(hash_word(place_of(w, i), w->on[i]));
    }
    return hash_word(h, sum);
}

static void walk_line(struct line_walk *w, struct puzzle_core *core, struct core_symmetry *seen)
{
    const struct puzzle *z = w->puzzle;
    struct game_position true_now;
    uint64_t before[SCENE_MAX_SPOTS], after[SCENE_MAX_SPOTS], h = (uint64_t)z->goal;

    puzzle_position(z, &true_now);
    game_apply_symmetry(z->game, &true_now, w->symmetry, &w->now);
    note_pieces(w, w->on);
    memcpy(before, w->on, sizeof before);
    memset(w->near, 0, sizeof w->near);
    w->x = w->y = 0;
    for (unsigned i = 0; i < z->length; i++) {
        z->game->apply(&true_now, z->line[i], &true_now);
        w->action = mirrored_action(w, &true_now);
        uint64_t touched = touch_path(w, i == 0);
        if (i == 0) {
            seen->first = touched;
            core->cells = note_cells(w, w->x, w->y, seen->cells);
            note_cells(w, 0, 0, seen->board);
        }
        h = hash_word(h, touched);
        z->game->apply(&w->now, w->action, &w->now);
        note_pieces(w, after);
        for (unsigned k = 0; k < w->scene.spot_count; k++) {
            if (after[k] != before[k])
                note_touch(w, k);
        }
        memcpy(before, after, sizeof before);
    }
    seen->line = local(w, h);
}

static void note_own(const struct puzzle *z, struct puzzle_core *core)
{
    struct game_position p, seen;

    puzzle_position(z, &p);
    int solver = z->game->to_act(&p);
    for (unsigned i = 0; i < z->length && core->own < PUZZLE_MOST_OWN; i++) {
        if (z->game->to_act(&p) == solver) {
            char text[GAME_ACTION_BYTES];
            game_write_action(z->game, &p, z->line[i], text);
            game_view(z->game, &p, solver, &seen);
            core->asked[core->own] = game_canonical_key(z->game, &seen);
            core->actions[core->own++] = hash_bytes(text, strlen(text));
        }
        z->game->apply(&p, z->line[i], &p);
    }
}

void puzzle_core(const struct puzzle *z, struct puzzle_core *core)
{
    struct line_walk w = {.puzzle = z};

    memset(core, 0, sizeof *core);
    core->game = z->game;
    core->past_length = z->past_length;
    core->past[0] = hash_mix(z->seed + hash_bytes(&z->options, sizeof z->options));
    for (unsigned i = 0; i < z->past_length; i++)
        core->past[i + 1] = hash_word(core->past[i], z->past[i]);
    note_own(z, core);
    core->symmetries = game_symmetries(z->game);
    if (core->symmetries > CORE_SYMMETRIES)
        core->symmetries = CORE_SYMMETRIES;
    for (w.symmetry = 0; w.symmetry < core->symmetries; w.symmetry++)
        walk_line(&w, core, &core->symmetry[w.symmetry]);
}

// ---------------------------------------------------------------------------------------------
// Comparing
// ---------------------------------------------------------------------------------------------

static bool share_any(const uint64_t *a, unsigned count, const uint64_t *b, unsigned other)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < other; k++) {
            if (a[i] == b[k])
                return true;
        }
    }
    return false;
}

// On how many spots different things lie; stops counting once there are more than near copies may
// have.
static unsigned differences(const uint32_t *a, unsigned count, const uint32_t *b, unsigned other)
{
    unsigned found = 0;

    for (unsigned i = 0, k = 0; (i < count || k < other) && found <= CORE_DIFFERENT;) {
        uint32_t here = i < count ? a[i] >> 16 : UINT32_MAX;
        uint32_t there = k < other ? b[k] >> 16 : UINT32_MAX;
        if (here == there)
            found += a[i] != b[k];
        else
            found++;
        i += here <= there;
        k += there <= here;
    }
    return found;
}

static bool pieces_alike(const struct puzzle_core *a, const struct puzzle_core *b,
                         unsigned symmetry)
{
    const struct core_symmetry *one = &a->symmetry[0], *other = &b->symmetry[symmetry];

    return differences(one->board, a->cells, other->board, b->cells) <= CORE_DIFFERENT ||
           (one->first == other->first &&
            differences(one->cells, a->cells, other->cells, b->cells) <= CORE_DIFFERENT);
}

enum core_copy puzzle_copies(const struct puzzle_core *a, const struct puzzle_core *b)
{
    unsigned past = a->past_length < b->past_length ? a->past_length : b->past_length;

    past = past > CORE_ASIDE ? past - CORE_ASIDE : 0;
    if (share_any(a->asked, a->own, b->asked, b->own))
        return CORE_SAME_POSITION;
    for (unsigned i = 0; i < b->symmetries; i++) {
        if (a->symmetry[0].line == b->symmetry[i].line)
            return CORE_SAME_CORE;
        if (pieces_alike(a, b, i))
            return CORE_SAME_PIECES;
    }
    if (a->past[past] == b->past[past] && share_any(a->actions, a->own, b->actions, b->own))
        return CORE_SAME_GAME;
    return CORE_DIFFERS;
}
