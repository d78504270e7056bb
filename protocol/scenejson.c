// SPDX-License-Identifier: MIT
// Scenes for painters outside C: every member of the struct, nothing computed, nothing left out, so that page and
// terminal draw from the same facts. It knows no game. The header lists the shape; a change here is a change of the
// page's types.
#include "protocol/scenejson.h"

static const char *const styles[] = {"flat", "piles", "tops", "tray"};
static const char *const uses[] = {"place", "hand", "button", "picture"};
static const char *const words[] = {"loss", "draw", "win"};

static void write_panels(const struct scene *s, struct json_writer *j)
{
    json_write_array(j, "panels");
    for (unsigned i = 0; i < s->panel_count; i++) {
        json_write_object(j, NULL);
        json_write_string(j, "id", s->panels[i].id);
        json_write_string(j, "title", s->panels[i].title);
        json_write_string(j, "style", styles[s->panels[i].style]);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void write_spots(const struct scene *s, struct json_writer *j)
{
    json_write_array(j, "spots");
    for (unsigned i = 0; i < s->spot_count; i++) {
        const struct scene_spot *spot = &s->spots[i];
        json_write_object(j, NULL);
        json_write_string(j, "name", spot->name);
        json_write_string(j, "label", spot->label);
        json_write_number(j, "panel", spot->panel);
        json_write_string(j, "use", uses[spot->use]);
        json_write_number(j, "x", spot->x);
        json_write_number(j, "y", spot->y);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void write_pieces(const struct scene *s, struct json_writer *j)
{
    json_write_array(j, "pieces");
    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        json_write_object(j, NULL);
        json_write_string(j, "kind", piece->kind);
        json_write_string(j, "glyph", (char[]){piece->glyph, 0});
        json_write_number(j, "owner", piece->owner);
        json_write_number(j, "value", piece->value);
        json_write_number(j, "level", piece->level);
        json_write_number(j, "rise", piece->rise);
        json_write_number(j, "spot", piece->spot);
        json_write_number(j, "other", piece->other);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void write_counters(const struct scene *s, struct json_writer *j)
{
    json_write_array(j, "counters");
    for (unsigned i = 0; i < s->counter_count; i++) {
        const struct scene_counter *counter = &s->counters[i];
        json_write_object(j, NULL);
        json_write_string(j, "id", counter->id);
        json_write_string(j, "title", counter->title);
        json_write_number(j, "owner", counter->owner);
        json_write_number(j, "value", counter->value);
        json_write_string(j, "word", counter->word);
        if (counter->minor)
            json_write_bool(j, "minor", true);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void write_marks(const struct scene *s, struct json_writer *j)
{
    json_write_array(j, "marks");
    for (unsigned i = 0; i < s->mark_count; i++) {
        json_write_object(j, NULL);
        json_write_string(j, "kind", s->marks[i].kind);
        json_write_number(j, "spot", s->marks[i].spot);
        json_write_number(j, "level", s->marks[i].level);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

void result_json(const struct game *g, const struct game_options *options,
                 const struct game_result *result, struct json_writer *j, const char *name)
{
    int seats = game_seats(g, options);

    json_write_object(j, name);
    json_write_array(j, "words");
    for (int seat = 0; seat < seats; seat++)
        json_write_string(j, NULL, words[result->outcome[seat]]);
    json_write_end_array(j);
    if (g->scores) {
        json_write_array(j, "scores");
        for (int seat = 0; seat < seats; seat++)
            json_write_number(j, NULL, result->score[seat]);
        json_write_end_array(j);
    }
    json_write_end_object(j);
}

void scene_json(const struct game *g, const struct game_options *options, const struct scene *s,
                struct json_writer *j, const char *name)
{
    json_write_object(j, name);
    write_panels(s, j);
    write_spots(s, j);
    write_pieces(s, j);
    write_counters(s, j);
    write_marks(s, j);
    json_write_object(j, "status");
    json_write_bool(j, "over", s->status.over);
    json_write_number(j, "seat", s->status.to_act);
    json_write_string(j, "step", s->status.step);
    json_write_string(j, "prompt", s->status.prompt);
    json_write_end_object(j);
    if (s->status.over)
        result_json(g, options, &s->status.result, j, "result");
    json_write_end_object(j);
}
