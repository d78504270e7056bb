// SPDX-License-Identifier: MIT
// Scenes in words. Everything that is named has its name from the scene.
#include "paint/legend.h"

#include <ctype.h>
#include <string.h>

char legend_seat(const struct game *g, int seat)
{
    if (seat == SCENE_NOBODY)
        return '#';
    for (int other = 0; other < GAME_MAX_SEATS && g->seat_names[other]; other++) {
        if (other != seat && g->seat_names[other][0] == g->seat_names[seat][0])
            return (char)('1' + seat);
    }
    return isalpha((unsigned char)g->seat_names[seat][0]) ? g->seat_names[seat][0]
                                                         : (char)('1' + seat);
}

// ---------------------------------------------------------------------------------------------
// Spots
// ---------------------------------------------------------------------------------------------

static void add_name(const struct scene_look *look, struct text *t)
{
    static const char mark[] = "{value}";
    const char *name = look->kind->name, *value = strstr(name, mark);

    if (!value) {
        text_add(t, name);
        return;
    }
    text_format(t, "%.*s%u%s", (int)(value - name), name, look->value, value + strlen(mark));
}

void legend_piece(const struct game *g, const struct scene_piece *piece, struct text *t)
{
    if (piece->owner != SCENE_NOBODY)
        text_format(t, "%s's ", g->seat_names[piece->owner]);
    add_name(&piece->look, t);
}

// Each kind once.
static void add_marks(const struct scene *s, unsigned spot, struct text *t)
{
    for (unsigned i = 0; i < s->mark_count; i++) {
        const struct scene_mark_kind *kind = s->marks[i].kind;
        bool again = false;
        for (unsigned j = 0; j < i; j++)
            again |= s->marks[j].spot == spot && s->marks[j].kind == kind;
        if (s->marks[i].spot == spot && !again)
            text_format(t, "; %s", kind->name);
    }
}

static void add_edges(const struct game *g, const struct scene *s, unsigned spot, struct text *t)
{
    for (unsigned i = 0; i < s->edge_count; i++) {
        if (s->edges[i].spot == spot && s->edges[i].owner != SCENE_NOBODY)
            text_format(t, "; %s's edge", g->seat_names[s->edges[i].owner]);
    }
}

void legend_spot(const struct game *g, const struct scene *s, unsigned spot, struct text *t)
{
    const struct scene_spot *place = &s->spots[spot];
    enum scene_style style = s->panels[place->panel].style;
    struct pile pile;

    text_add(t, place->label);
    pile_of(s, spot, &pile);
    if (style == SCENE_FLAT || style == SCENE_PILES) {
        for (unsigned i = pile.count; i-- > 0;) {
            text_add(t, i + 1 == pile.count ? ": " : " on ");
            legend_piece(g, pile.at[i], t);
        }
    }
    if (style == SCENE_PILES && pile.count > 1)
        text_format(t, " (height %u)", pile.count);
    add_marks(s, spot, t);
    add_edges(g, s, spot, t);
}

// ---------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------

void legend_status(const struct game *g, const struct game_options *options, const struct scene *s,
                   struct text *t)
{
    if (!s->status.over) {
        text_format(t, "%s to act. %s", g->seat_names[s->status.to_act], s->status.prompt);
        return;
    }
    text_format(t, "%s Result: ", s->status.prompt);
    game_result_text(g, options, &s->status.result, t);
}

static bool is_told(const struct scene *s, const struct scene_mark *mark,
                    const struct scene_mark_kind *kind)
{
    return mark->kind == kind && s->spots[mark->spot].use != SCENE_PICTURE;
}

// All marks of the kind that mark `first` begins; the actions of a turn are set apart.
static bool mark_line(const struct scene *s, unsigned first, struct text *t)
{
    const struct scene_mark_kind *kind = s->marks[first].kind;
    unsigned step = 0;

    for (unsigned i = 0; i < first; i++) {
        if (is_told(s, &s->marks[i], kind))
            return false;
    }
    if (!is_told(s, &s->marks[first], kind))
        return false;
    text_format(t, "%s:", kind->name);
    for (unsigned i = first; i < s->mark_count; i++) {
        const struct scene_mark *mark = &s->marks[i];
        if (!is_told(s, mark, kind))
            continue;
        text_format(t, "%s %s", step && mark->step != step ? "," : "", s->spots[mark->spot].name);
        if (mark->level)
            text_format(t, " level %d", mark->level);
        step = mark->step;
    }
    return true;
}

static bool outline_line(const struct game *g, const struct scene *s,
                         const struct scene_outline *outline, struct text *t)
{
    if (outline->count == 0 || s->spots[s->outlined[outline->first]].use == SCENE_PICTURE)
        return false;
    if (outline->owner == SCENE_NOBODY)
        text_format(t, "%s:", outline->name);
    else
        text_format(t, "%s's %s:", g->seat_names[outline->owner], outline->name);
    for (unsigned i = 0; i < outline->count; i++)
        text_format(t, " %s", s->spots[s->outlined[outline->first + i]].name);
    return true;
}

// The edges of one owner, in the order of the spots.
static bool edge_line(const struct game *g, const struct scene *s, unsigned first, struct text *t)
{
    int owner = s->edges[first].owner;

    for (unsigned i = 0; i < first; i++) {
        if (s->edges[i].owner == owner)
            return false;
    }
    if (owner == SCENE_NOBODY)
        return false;
    text_format(t, "%s's edges (%c):", g->seat_names[owner], legend_seat(g, owner));
    for (unsigned i = first; i < s->edge_count; i++) {
        if (s->edges[i].owner == owner)
            text_format(t, " %s", s->spots[s->edges[i].spot].name);
    }
    return true;
}

bool legend_line(const struct game *g, const struct scene *s, unsigned *at, struct text *t)
{
    while (*at < s->mark_count + s->outline_count + s->edge_count) {
        unsigned i = (*at)++;
        bool told;
        if (i < s->mark_count)
            told = mark_line(s, i, t);
        else if (i < s->mark_count + s->outline_count)
            told = outline_line(g, s, &s->outlines[i - s->mark_count], t);
        else
            told = edge_line(g, s, i - s->mark_count - s->outline_count, t);
        if (told)
            return true;
    }
    return false;
}

bool legend_counters(const struct game *g, const struct scene *s, int owner, struct text *t)
{
    const char *separator = ": ";

    for (unsigned i = 0; i < s->counter_count; i++) {
        const struct scene_counter *counter = &s->counters[i];
        if (counter->owner != owner)
            continue;
        if (separator[0] == ':')
            text_add(t, owner < 0 ? "All" : g->seat_names[owner]);
        text_format(t, "%s%s ", separator, counter->title);
        if (counter->word)
            text_add(t, counter->word);
        else
            text_number(t, counter->value);
        separator = ", ";
    }
    return separator[0] != ':';
}
