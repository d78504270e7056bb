// SPDX-License-Identifier: MIT
// Scenes for renderers outside C, as docs/session.md describes them under "Scenes": what the struct
// says and no more, so that page and terminal draw from the same facts. It knows no game. A change
// here is a change of the page's types.
#include "protocol/scenejson.h"

#include "base/sentencejson.h"

#include <stddef.h>
#include <string.h>

static const char *const styles[] = {"flat", "piles", "tops", "tray"};
static const char *const uses[] = {"place", "hand", "button", "picture"};
static const char *const forms[SCENE_FORMS] = {"square", "hexagon"};
static const char *const grounds[SCENE_GROUNDS] = {"plain", "inlaid", "cut",    "wall",
                                                   "plan",  "table",  "mosaic", "row"};
static const char *const facings[SCENE_FACINGS] = {NULL, "south", "east", "north", "west"};
static const char *const sides[] = {"s", "e", "n", "w", "sw", "se", "ne", "nw"};
static const char *const shapes[SCENE_SHAPES] = {"stone",  "disc",   "counter", "ring", "pawn",
                                                 "figure", "ringed", "totem",   "tile", "card",
                                                 "die",    "cube",   "block",   "cross"};
static const char *const emblems[SCENE_EMBLEMS] = {NULL,      "letter", "mouse", "jackal",   "lion",
                                                   "dot",     "circle", "hoop",  "triangle", "box",
                                                   "diamond", "star",   "crown"};
static const char *const signs[SCENE_SIGNS] = {"last", "recent",   "barred", "outside",
                                               "free", "deciding", "chosen"};
static const char *const changes[] = {NULL, "left", "came", "changed"};
static const char *const leg_kinds[SCENE_LEG_KINDS] = {"moved", "laid", "taken"};
static const char *const clues[SCENE_CLUES] = {"possible", "ruled-out", "certain", "no-suspect"};
static const char *const outcomes[] = {"loss", "draw", "win"};
static const char *const gestures[SCENE_GESTURES] = {NULL, "carry", "lay", "lead"};

// Writes an array of objects; `write` fills the object of index i.
static void write_array(const struct scene *s, const char *name, unsigned count,
                        void (*write)(const struct scene *s, unsigned i, struct json_writer *j),
                        struct json_writer *j)
{
    json_write_array(j, name);
    for (unsigned i = 0; i < count; i++) {
        json_write_object(j, NULL);
        write(s, i, j);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void write_panel(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_panel *panel = &s->panels[i];

    json_write_string(j, "id", panel->id);
    json_write_string(j, "title", panel->title);
    json_write_string(j, "style", styles[panel->style]);
    json_write_string(j, "form", forms[panel->form]);
    json_write_string(j, "ground", grounds[panel->ground]);
    if (panel->facing)
        json_write_string(j, "facing", facings[panel->facing]);
}

static void write_spot(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_spot *spot = &s->spots[i];

    json_write_string(j, "name", spot->name);
    json_write_string(j, "label", spot->label);
    if (spot->args)
        sentence_json(j, "said", spot->label, scene_label_args(s, spot));
    json_write_number(j, "panel", spot->panel);
    json_write_string(j, "use", uses[spot->use]);
    json_write_number(j, "x", spot->x);
    json_write_number(j, "y", spot->y);
}

static void write_label(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_label *label = &s->labels[i];

    json_write_string(j, "text", label->text);
    json_write_number(j, "panel", label->panel);
    json_write_string(j, "axis", label->row ? "row" : "column");
    json_write_number(j, "x", label->x);
    json_write_number(j, "y", label->y);
    json_write_number(j, "toX", label->to_x);
    json_write_number(j, "toY", label->to_y);
}

static void write_edge(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_edge *edge = &s->edges[i];

    json_write_number(j, "spot", edge->spot);
    json_write_array(j, "sides");
    for (unsigned side = 0; side < sizeof sides / sizeof *sides; side++) {
        if (edge->sides >> side & 1)
            json_write_string(j, NULL, sides[side]);
    }
    json_write_end_array(j);
    json_write_number(j, "owner", edge->owner);
    json_write_string(j, "colour", palette_colours[edge->colour].id);
}

static void write_look(const struct scene_look *look, struct json_writer *j)
{
    json_write_string(j, "name", look->kind->id);
    json_write_string(j, "shape", shapes[look->kind->shape]);
    json_write_string(j, "colour", palette_colours[look->colour].id);
    if (look->kind->emblem)
        json_write_string(j, "emblem", emblems[look->kind->emblem]);
    if (look->glyph)
        json_write_string(j, "glyph", (char[]){look->glyph, 0});
    json_write_number(j, "value", look->value);
}

static void write_piece(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_piece *piece = &s->pieces[i];

    write_look(&piece->look, j);
    json_write_number(j, "owner", piece->owner);
    json_write_number(j, "level", piece->level);
    json_write_number(j, "rise", piece->rise);
    json_write_number(j, "spot", piece->spot);
    json_write_number(j, "other", piece->other);
}

static void write_counter(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_counter *counter = &s->counters[i];

    json_write_string(j, "id", counter->id);
    json_write_string(j, "title", counter->title);
    json_write_number(j, "owner", counter->owner);
    json_write_number(j, "value", counter->value);
    json_write_string(j, "word", counter->word);
    if (counter->minor)
        json_write_bool(j, "minor", true);
    if (counter->panel != SCENE_NOWHERE)
        json_write_number(j, "panel", counter->panel);
    if (counter->spot != SCENE_NOWHERE)
        json_write_number(j, "spot", counter->spot);
    if (counter->look.kind) {
        json_write_object(j, "look");
        write_look(&counter->look, j);
        json_write_end_object(j);
    }
}

static void write_mark(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_mark *mark = &s->marks[i];

    json_write_string(j, "name", mark->kind->id);
    json_write_string(j, "sign", signs[mark->kind->sign]);
    json_write_number(j, "spot", mark->spot);
    json_write_number(j, "level", mark->level);
    if (mark->step)
        json_write_number(j, "step", mark->step);
    if (mark->change)
        json_write_string(j, "change", changes[mark->change]);
}

static void write_outline(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_outline *outline = &s->outlines[i];

    json_write_string(j, "name", outline->id);
    json_write_number(j, "owner", outline->owner);
    json_write_string(j, "colour", palette_colours[outline->colour].id);
    json_write_array(j, "spots");
    for (unsigned k = 0; k < outline->count; k++)
        json_write_number(j, NULL, s->outlined[outline->first + k]);
    json_write_end_array(j);
}

static void write_leg(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_leg *leg = &s->legs[i];

    json_write_string(j, "way", leg_kinds[leg->kind]);
    json_write_number(j, "step", leg->step);
    json_write_number(j, "from", leg->from);
    json_write_number(j, "to", leg->to);
    json_write_number(j, "level", leg->level);
}

static void write_clue_item(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_clue_item *item = &s->clues.item[i];

    json_write_string(j, "word", item->word);
    json_write_object(j, "look");
    write_look(&item->look, j);
    json_write_end_object(j);
    json_write_number(j, "left", item->left);
    json_write_number(j, "all", item->all);
}

static void write_clue_row(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_clue_row *row = &s->clues.row[i];

    json_write_array(j, "clues");
    for (unsigned item = 0; item < s->clues.items; item++)
        json_write_string(j, NULL, clues[row->clue[item]]);
    json_write_end_array(j);
    json_write_array(j, "taken");
    for (unsigned item = 0; item < s->clues.items; item++)
        json_write_number(j, NULL, row->taken[item]);
    json_write_end_array(j);
}

static void write_clues(const struct scene_subject *subject, struct json_writer *j)
{
    const struct scene *s = subject->scene;

    if (!s->clues.items)
        return;
    json_write_object(j, "desk");
    json_write_number(j, "seat", s->clues.seat);
    write_array(s, "things", s->clues.items, write_clue_item, j);
    write_array(s, "rows", s->clues.rows, write_clue_row, j);
    json_write_end_object(j);
}

// ---------------------------------------------------------------------------------------------
// Names, each once
// ---------------------------------------------------------------------------------------------

static void write_name(struct json_writer *j, const char *what, const char *id, const char *name)
{
    char key[64];
    struct text t;

    text_init(&t, key, sizeof key);
    text_format(&t, "%s.%s", what, id);
    json_write_string(j, key, name);
}

static bool look_is_named(const struct scene *s, unsigned pieces, unsigned counters, const char *id)
{
    for (unsigned i = 0; i < pieces; i++) {
        if (!strcmp(s->pieces[i].look.kind->id, id))
            return true;
    }
    for (unsigned i = 0; i < counters; i++) {
        if (s->counters[i].look.kind && !strcmp(s->counters[i].look.kind->id, id))
            return true;
    }
    return false;
}

static bool mark_is_named(const struct scene *s, unsigned marks, unsigned outlines, const char *id)
{
    for (unsigned i = 0; i < marks; i++) {
        if (!strcmp(s->marks[i].kind->id, id))
            return true;
    }
    for (unsigned i = 0; i < outlines; i++) {
        if (!strcmp(s->outlines[i].id, id))
            return true;
    }
    return false;
}

// A seat's name is translated as seat.N, N counting from 1.
static void write_seat_names(const struct game *g, int seats, struct json_writer *j)
{
    for (int seat = 0; seat < seats; seat++)
        write_name(j, "seat", (char[]){(char)('1' + seat), 0}, g->seat_names[seat]);
}

static void write_names(const struct scene_subject *subject, struct json_writer *j)
{
    const struct scene *s = subject->scene;

    json_write_object(j, "names");
    write_seat_names(subject->game, game_seats(subject->game, subject->options), j);
    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_kind *kind = s->pieces[i].look.kind;
        if (!look_is_named(s, i, 0, kind->id))
            write_name(j, "piece", kind->id, kind->name);
    }
    for (unsigned i = 0; i < s->counter_count; i++) {
        const struct scene_kind *kind = s->counters[i].look.kind;
        if (kind && !look_is_named(s, s->piece_count, i, kind->id))
            write_name(j, "piece", kind->id, kind->name);
    }
    for (unsigned i = 0; i < s->mark_count; i++) {
        if (!mark_is_named(s, i, 0, s->marks[i].kind->id))
            write_name(j, "mark", s->marks[i].kind->id, s->marks[i].kind->name);
    }
    for (unsigned i = 0; i < s->outline_count; i++) {
        if (!mark_is_named(s, s->mark_count, i, s->outlines[i].id))
            write_name(j, "mark", s->outlines[i].id, s->outlines[i].name);
    }
    json_write_end_object(j);
}

static void write_verdict(const struct scene *s, unsigned i, struct json_writer *j)
{
    const struct scene_verdict *verdict = &s->verdicts[i];

    sentence_json(j, "said", scene_verdict_english(s, verdict), scene_verdict_args(s, verdict));
    json_write_bool(j, "step", verdict->step);
    json_write_array(j, "spots");
    for (unsigned k = 0; k < verdict->count; k++)
        json_write_number(j, NULL, s->deciding[verdict->first + k]);
    json_write_end_array(j);
}

static void write_verdicts(const struct scene_subject *subject, struct json_writer *j)
{
    if (subject->scene->verdict_count)
        write_array(subject->scene, "verdicts", subject->scene->verdict_count, write_verdict, j);
}

static void write_events(const struct scene_subject *subject, struct json_writer *j)
{
    const struct scene *s = subject->scene;

    if (!s->event_count)
        return;
    json_write_array(j, "events");
    for (unsigned i = 0; i < s->event_count; i++) {
        const struct scene_event *event = &s->events[i];
        sentence_json(j, NULL, scene_event_english(s, event), scene_event_args(s, event));
    }
    json_write_end_array(j);
}

// ---------------------------------------------------------------------------------------------
// All of it
// ---------------------------------------------------------------------------------------------

void result_json(const struct game *g, const struct game_options *options,
                 const struct game_result *result, struct json_writer *j, const char *name)
{
    int seats = game_seats(g, options);

    json_write_object(j, name);
    json_write_array(j, "outcomes");
    for (int seat = 0; seat < seats; seat++)
        json_write_string(j, NULL, outcomes[result->outcome[seat]]);
    json_write_end_array(j);
    if (g->scores) {
        json_write_array(j, "scores");
        for (int seat = 0; seat < seats; seat++)
            json_write_number(j, NULL, result->score[seat]);
        json_write_end_array(j);
    }
    json_write_end_object(j);
}

static void write_status(const struct scene_subject *subject, struct json_writer *j)
{
    const struct scene_status *status = &subject->scene->status;

    json_write_object(j, "status");
    json_write_bool(j, "over", status->over);
    json_write_number(j, "seat", status->to_act);
    json_write_string(j, "step", status->step);
    json_write_string(j, "prompt", status->prompt);
    if (status->gesture)
        json_write_string(j, "gesture", gestures[status->gesture]);
    if (status->gesture == SCENE_LEAD)
        json_write_number(j, "leads", status->leads);
    if (status->gesture == SCENE_LAY) {
        json_write_object(j, "lays");
        write_look(&status->lays, j);
        json_write_end_object(j);
    }
    json_write_end_object(j);
}

static void write_colours(const struct scene_subject *subject, struct json_writer *j)
{
    json_write_array(j, "colours");
    for (int seat = 0; seat < game_seats(subject->game, subject->options); seat++)
        json_write_string(j, NULL, palette_colours[game_seat_colour(subject->game, seat)].id);
    json_write_end_array(j);
}

static void write_result(const struct scene_subject *subject, struct json_writer *j)
{
    if (subject->scene->status.over)
        result_json(subject->game, subject->options, &subject->scene->status.result, j, "result");
}

const struct scene_list scene_lists[SCENE_LISTS] = {
    {"panels", offsetof(struct scene, panel_count), write_panel},
    {"spots", offsetof(struct scene, spot_count), write_spot},
    {"labels", offsetof(struct scene, label_count), write_label},
    {"edges", offsetof(struct scene, edge_count), write_edge},
    {"pieces", offsetof(struct scene, piece_count), write_piece},
    {"counters", offsetof(struct scene, counter_count), write_counter},
    {"marks", offsetof(struct scene, mark_count), write_mark},
    {"outlines", offsetof(struct scene, outline_count), write_outline},
    {"legs", offsetof(struct scene, leg_count), write_leg},
};

const struct scene_part scene_parts[SCENE_PARTS] = {
    {"names", write_names},   {"colours", write_colours},   {"status", write_status},
    {"events", write_events}, {"verdicts", write_verdicts}, {"desk", write_clues},
    {"result", write_result},
};

unsigned scene_list_count(const struct scene_list *list, const struct scene *s)
{
    unsigned count;

    memcpy(&count, (const char *)s + list->count, sizeof count);
    return count;
}

void scene_json(const struct game *g, const struct game_options *options, const struct scene *s,
                struct json_writer *j, const char *name)
{
    struct scene_subject subject = {g, options, s};

    json_write_object(j, name);
    for (unsigned i = 0; i < SCENE_LISTS; i++)
        write_array(s, scene_lists[i].name, scene_list_count(&scene_lists[i], s),
                    scene_lists[i].write, j);
    for (unsigned i = 0; i < SCENE_PARTS; i++)
        scene_parts[i].write(&subject, j);
    json_write_end_object(j);
}
