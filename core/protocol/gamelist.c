// SPDX-License-Identifier: MIT
// The games as JSON, for front ends that build their menus from facts.
#include "base/jsonwrite.h"
#include "games/registry.h"
#include "play/levels.h"
#include "protocol/command.h"

static void write_seats(const struct game *g, struct json_writer *j)
{
    json_write_array(j, "seats");
    for (unsigned i = 0; i < GAME_MAX_SEATS && g->seat_names[i]; i++)
        json_write_string(j, NULL, g->seat_names[i]);
    json_write_end_array(j);
    json_write_array(j, "colours");
    for (unsigned i = 0; i < GAME_MAX_SEATS && g->seat_names[i]; i++)
        json_write_string(j, NULL, palette_colours[game_seat_colour(g, (int)i)].id);
    json_write_end_array(j);
}

static void write_options(const struct game *g, struct json_writer *j)
{
    json_write_array(j, "options");
    for (unsigned i = 0; i < game_option_count(g); i++) {
        const struct game_option *option = &g->options[i];
        json_write_object(j, NULL);
        json_write_string(j, "key", option->key);
        json_write_string(j, "title", option->title);
        json_write_array(j, "values");
        for (unsigned v = 0; v < game_value_count(option); v++)
            json_write_string(j, NULL, option->values[v]);
        json_write_end_array(j);
        json_write_array(j, "names");
        for (unsigned v = 0; v < game_value_count(option); v++)
            json_write_string(j, NULL, game_value_name(option, v));
        json_write_end_array(j);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void write_rules(const struct game *g, struct json_writer *j)
{
    json_write_array(j, "rules");
    for (unsigned i = 1; i < g->rule_count; i++) {
        json_write_object(j, NULL);
        json_write_string(j, "id", g->rules[i].id);
        json_write_string(j, "sentence", g->rules[i].sentence);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static const char *const customs[] = {"rotate", "loser", "revenge"};

static void write_game(const struct game *g, struct json_writer *j)
{
    json_write_object(j, NULL);
    json_write_string(j, "name", g->name);
    json_write_string(j, "title", g->title);
    json_write_string(j, "goal", g->goal);
    json_write_string(j, "about", g->about);
    write_seats(g, j);
    write_options(g, j);
    write_rules(g, j);
    json_write_bool(j, "scores", g->scores);
    json_write_bool(j, "points", g->points);
    json_write_string(j, "next", customs[g->next]);
    json_write_bool(j, "hidden", g->hidden);
    json_write_bool(j, "randomStart", g->random_start);
    json_write_array(j, "data");
    if (game_ai(g)->book)
        json_write_string(j, NULL, "book.bin");
    if (game_ai(g)->net)
        json_write_string(j, NULL, "net.bin");
    json_write_end_array(j);
    json_write_end_object(j);
}

static void write_levels(struct json_writer *j)
{
    json_write_array(j, "levels");
    for (unsigned level = 1; level <= LEVELS; level++) {
        json_write_object(j, NULL);
        json_write_string(j, "name", level_name(level));
        json_write_string(j, "id", level_about_id(level));
        json_write_string(j, "about", level_about(NULL, level));
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

void protocol_games_json(struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    write_levels(&j);
    json_write_array(&j, "games");
    for (unsigned i = 0; i < registry_count(); i++) {
        if (!registry_game(i)->unlisted)
            write_game(registry_game(i), &j);
    }
    json_write_end_array(&j);
    json_write_end_object(&j);
    output_add(out, "\n");
}
