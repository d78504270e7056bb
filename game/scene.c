// SPDX-License-Identifier: MIT
// Filling and finding things in scenes.
#include "game/scene.h"

#include <assert.h>
#include <string.h>

const struct scene_step scene_endings[SCENE_ENDINGS] = {
    [SCENE_OVER] = {"over", "The game is over."},
    [SCENE_REPEATED] = {"repeated",
                        "The game is drawn: the position stood for the last time allowed."},
    [SCENE_BROKEN_OFF] = {"broken-off", "The game was broken off."},
};

void scene_init(struct scene *s)
{
    memset(s, 0, sizeof *s);
}

unsigned scene_panel(struct scene *s, const char *id, const char *title, enum scene_style style)
{
    assert(s->panel_count < SCENE_MAX_PANELS);
    s->panels[s->panel_count] = (struct scene_panel){id, title, style};
    return s->panel_count++;
}

game_spot scene_spot(struct scene *s, unsigned panel, enum scene_use use, int column, int row,
                     const char *name)
{
    assert(s->spot_count < SCENE_MAX_SPOTS && panel < s->panel_count);
    assert(scene_find(s, name) < 0 && name[0]); // names are how spots are told apart
    struct scene_spot *spot = &s->spots[s->spot_count];
    struct text t;

    text_init(&t, spot->name, sizeof spot->name);
    text_add(&t, name);
    assert(!t.cut);
    text_init(&t, spot->label, sizeof spot->label);
    text_add(&t, name);
    spot->panel = (uint8_t)panel;
    spot->use = (uint8_t)use;
    spot->x = (int16_t)(column * SCENE_UNIT + SCENE_UNIT / 2);
    spot->y = (int16_t)(row * SCENE_UNIT + SCENE_UNIT / 2);
    return (game_spot)s->spot_count++;
}

void scene_grid(struct scene *s, unsigned panel, int columns, int rows)
{
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            char name[12];
            struct text t;
            text_init(&t, name, sizeof name);
            text_format(&t, "%c%d", 'a' + column, row + 1);
            scene_spot(s, panel, SCENE_PLACE, column, row, name);
        }
    }
}

void scene_piece(struct scene *s, struct scene_piece piece)
{
    assert(s->piece_count < SCENE_MAX_PIECES);
    assert(piece.spot < s->spot_count && piece.other < s->spot_count);
    struct scene_piece *to = &s->pieces[s->piece_count++];
    // Member by member: what lies between them stays zero, and scenes that look alike have equal bytes.
    to->kind = piece.kind;
    to->glyph = piece.glyph;
    to->owner = piece.owner;
    to->value = piece.value;
    to->level = piece.level;
    to->rise = piece.rise;
    to->spot = piece.spot;
    to->other = piece.other;
}

struct scene_counter *scene_counter(struct scene *s, const char *id, const char *title, int owner,
                                    int value)
{
    assert(s->counter_count < SCENE_MAX_COUNTERS);
    struct scene_counter *counter = &s->counters[s->counter_count++];
    *counter = (struct scene_counter){
        .id = id, .title = title, .owner = (int8_t)owner, .value = (int16_t)value};
    return counter;
}

void scene_mark(struct scene *s, const char *kind, game_spot spot, unsigned level)
{
    assert(s->mark_count < SCENE_MAX_MARKS && spot < s->spot_count);
    s->marks[s->mark_count++] = (struct scene_mark){kind, spot, (uint8_t)level};
}

void game_scene(const struct game *g, const struct game_position *p, int seat, struct scene *s)
{
    struct game_position seen;

    scene_init(s);
    game_view(g, p, seat, &seen);
    if (game_complete(g, p))
        g->result(p, &s->status.result);
    s->status.to_act = (int8_t)g->to_act(p);
    g->scene(&seen, seat, s);
    assert(s->spot_count > 0 && s->status.step && s->status.prompt);
    if (s->status.result.over)
        scene_end(s, SCENE_OVER);
}

void scene_end(struct scene *s, enum scene_ending ending)
{
    s->status.over = true;
    s->status.step = scene_endings[ending].id;
    s->status.prompt = scene_endings[ending].prompt;
}

int scene_find(const struct scene *s, const char *name)
{
    for (unsigned i = 0; i < s->spot_count; i++) {
        if (strcmp(s->spots[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

static unsigned places(const struct scene *s)
{
    unsigned count = 0;

    for (unsigned i = 0; i < s->spot_count; i++)
        count += s->spots[i].use == SCENE_PLACE;
    return count;
}

void scene_mark_last(struct scene *s, const struct scene *before, const struct game_path *path)
{
    if (places(s) != places(before))
        return;
    for (unsigned i = 0; i < path->count; i++) {
        const struct scene_spot *touched = &before->spots[path->at[i]];
        int spot = touched->use == SCENE_PLACE ? scene_find(s, touched->name) : -1;
        if (spot >= 0)
            scene_mark(s, "last", (game_spot)spot, 0);
    }
}
