// SPDX-License-Identifier: MIT
// The last turn, shown on the board: which spots it touched and changed, and the way of its pieces
// in order. It compares the scenes before and after each action and knows no game.
#include "game/scene.h"

#include <string.h>

static unsigned places(const struct scene *s)
{
    unsigned count = 0;

    for (unsigned i = 0; i < s->spot_count; i++)
        count += s->spots[i].use == SCENE_PLACE;
    return count;
}

// What became of the pieces of a spot. The order in which they are listed is stable.
static enum scene_change change_of(const struct scene *before, unsigned then,
                                   const struct scene *after, unsigned now)
{
    unsigned i = 0, j = 0, less = 0, more = 0, other = 0;

    for (;; i++, j++) {
        while (i < before->piece_count && before->pieces[i].spot != then &&
               before->pieces[i].other != then)
            i++;
        while (j < after->piece_count && after->pieces[j].spot != now &&
               after->pieces[j].other != now)
            j++;
        bool was = i < before->piece_count, is = j < after->piece_count;
        if (!was && !is)
            break;
        less += was && !is;
        more += is && !was;
        other += was && is &&
                 (before->pieces[i].look.kind != after->pieces[j].look.kind ||
                  before->pieces[i].look.glyph != after->pieces[j].look.glyph);
    }
    if (more || less)
        return more ? SCENE_CAME : SCENE_LEFT;
    return other ? SCENE_CHANGED : SCENE_TOUCHED;
}

static bool touches(const struct game_path *path, unsigned spot)
{
    for (unsigned i = 0; i < path->count; i++) {
        if (path->at[i] == spot)
            return true;
    }
    return false;
}

// The spot that is called the same in another scene: mostly it has the same number.
static int same_spot(const struct scene *s, const struct scene *other, unsigned spot)
{
    const char *name = s->spots[spot].name;

    if (spot < other->spot_count && strcmp(other->spots[spot].name, name) == 0)
        return (int)spot;
    return scene_find(other, name);
}

// There may be more changes than marks: then the last ones are not marked.
static void mark_spot(struct scene *s, const struct scene *before, unsigned spot,
                      const struct scene *after, bool touched, unsigned step)
{
    const struct scene_spot *place = &before->spots[spot];
    int now = same_spot(before, after, spot), shown = same_spot(before, s, spot);

    if (place->use != SCENE_PLACE || now < 0 || shown < 0 || s->mark_count == SCENE_MAX_MARKS)
        return;
    enum scene_change change = change_of(before, spot, after, (unsigned)now);
    if (!touched && change == SCENE_TOUCHED)
        return;
    scene_mark(s, &scene_last, (game_spot)shown, 0);
    struct scene_mark *mark = &s->marks[s->mark_count - 1];
    mark->step = (uint8_t)step;
    mark->change = (uint8_t)change;
}

// ---------------------------------------------------------------------------------------------
// Legs
// ---------------------------------------------------------------------------------------------

// An action between two scenes.
struct deed {
    struct scene *shown;
    const struct scene *before, *after;
    unsigned step;
    unsigned count; // places touched, in order
    game_spot place[GAME_MAX_PATH];
};

static unsigned top_level(const struct scene *s, int spot)
{
    unsigned level = 0;

    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        if ((piece->spot == spot || piece->other == spot) && piece->level > level)
            level = piece->level;
    }
    return level;
}

static void add_leg(const struct deed *deed, enum scene_leg_kind kind, game_spot from, game_spot to)
{
    struct scene *s = deed->shown;
    int first = same_spot(deed->before, s, from), last = same_spot(deed->before, s, to);
    int after = same_spot(deed->before, deed->after, to);

    if (first < 0 || last < 0 || after < 0 || s->leg_count == SCENE_MAX_LEGS)
        return;
    s->legs[s->leg_count++] = (struct scene_leg){
        .kind = (uint8_t)kind,
        .step = (uint8_t)deed->step,
        .level = (uint8_t)top_level(deed->after, after),
        .from = (game_spot)first,
        .to = (game_spot)last,
    };
}

// What was touched has changed without anything having gone from one place to another.
static void add_change(const struct deed *deed, unsigned first, unsigned last)
{
    game_spot from = deed->place[first];
    int after = same_spot(deed->before, deed->after, from);
    enum scene_change change =
        after < 0 ? SCENE_TOUCHED : change_of(deed->before, from, deed->after, (unsigned)after);

    if (change == SCENE_LEFT)
        add_leg(deed, SCENE_TAKEN, from, from);
    else if (change != SCENE_TOUCHED)
        add_leg(deed, SCENE_LAID, from, deed->place[last]);
}

static void add_legs(const struct deed *deed)
{
    const struct scene_status *status = &deed->before->status;

    if (deed->count == 0)
        return;
    if (status->gesture == SCENE_CARRY && deed->count > 1) {
        add_leg(deed, SCENE_MOVED, deed->place[0], deed->place[1]);
    } else if (status->gesture == SCENE_LEAD) {
        add_leg(deed, SCENE_MOVED, status->leads, deed->place[0]);
        for (unsigned i = 1; i < deed->count; i++)
            add_change(deed, i, i);
    } else {
        add_change(deed, 0, deed->count - 1);
    }
}

void scene_mark_last(struct scene *s, const struct scene *before, const struct scene *after,
                     const struct game_path *path, unsigned step)
{
    if (places(s) != places(before) || places(s) != places(after))
        return;
    struct deed deed = {.shown = s, .before = before, .after = after, .step = step};
    for (unsigned i = 0; i < path->count; i++) {
        if (before->spots[path->at[i]].use == SCENE_PLACE)
            deed.place[deed.count++] = path->at[i];
    }
    add_legs(&deed);
    // What was touched first, in the order of the touches; the rest follows from it.
    for (unsigned i = 0; i < path->count; i++) {
        bool again = false;
        for (unsigned j = 0; j < i; j++)
            again |= path->at[j] == path->at[i];
        if (!again)
            mark_spot(s, before, path->at[i], after, true, step);
    }
    for (unsigned spot = 0; spot < before->spot_count; spot++) {
        if (!touches(path, spot))
            mark_spot(s, before, spot, after, false, step);
    }
}
