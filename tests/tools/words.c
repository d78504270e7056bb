// SPDX-License-Identifier: MIT
// Lists what a game says to people, for translators and for tests/check-words: a line a text, its key, a tab and
// the English. Facts, rules and the lesson are read from their tables; what scenes say is gathered from the
// positions of perft.tsv, which hold the rare ones, and from random games with every set of options. Sentences with
// arguments stand in the sources, where tools/words finds them.
// words GAME: the texts of a game; words -: those that all games share; words: the games that people see.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/attempt.h"
#include "game/edit.h"
#include "games/registry.h"
#include "coach/lesson.h"

enum {
    MOST = 400,
    KEY_BYTES = 200,
    TEXT_BYTES = 1200,
    GAMES = 60,
};

struct words {
    unsigned count;
    bool failed; // one key has two texts, or something did not fit
    struct {
        char key[KEY_BYTES];
        char text[TEXT_BYTES];
    } at[MOST];
};

static void complain(struct words *w, const char *what, const char *key)
{
    fprintf(stderr, "words: %s '%s'\n", what, key);
    w->failed = true;
}

// Adds a text under "kind.id" or, without an id, "kind".
static void add(struct words *w, const char *kind, const char *id, const char *english)
{
    struct text key, text;
    char name[KEY_BYTES];

    text_init(&key, name, sizeof name);
    text_format(&key, "%s%s%s", kind, id ? "." : "", id ? id : "");
    for (unsigned i = 0; i < w->count; i++) {
        if (strcmp(w->at[i].key, name) != 0)
            continue;
        if (strcmp(w->at[i].text, english) != 0)
            complain(w, "two texts for key", name);
        return;
    }
    if (w->count == MOST) {
        complain(w, "no space for key", name);
        return;
    }
    memcpy(w->at[w->count].key, name, key.length + 1);
    text_init(&text, w->at[w->count].text, TEXT_BYTES);
    text_add(&text, english);
    if (key.cut || text.cut)
        complain(w, "too long is key", name);
    w->count++;
}

// ---------------------------------------------------------------------------------------------
// Tables
// ---------------------------------------------------------------------------------------------

static void add_number(struct words *w, const char *kind, unsigned number, const char *english)
{
    char id[12];
    struct text t;

    text_init(&t, id, sizeof id);
    text_format(&t, "%u", number);
    add(w, kind, id, english);
}

static void add_option(struct words *w, const struct game_option *option)
{
    add(w, "option", option->key, option->title);
    for (unsigned i = 0; i < game_value_count(option); i++) {
        char id[KEY_BYTES];
        struct text t;

        text_init(&t, id, sizeof id);
        text_format(&t, "%s.%s", option->key, option->values[i]);
        add(w, "option", id, game_value_name(option, i));
    }
}

static void add_facts(struct words *w, const struct game *g)
{
    add(w, "title", NULL, g->title);
    add(w, "goal", NULL, g->goal);
    add(w, "about", NULL, g->about);
    for (unsigned i = 0; i < GAME_MAX_SEATS && g->seat_names[i]; i++)
        add_number(w, "seat", i + 1, g->seat_names[i]);
    for (unsigned i = 0; i < game_option_count(g); i++)
        add_option(w, &g->options[i]);
    if (game_hidden(g)->objective)
        add(w, "keep", NULL, game_hidden(g)->objective);
    for (unsigned i = 0; i < GAME_MAX_SECRETS && game_hidden(g)->secret_names[i]; i++)
        add(w, "word", game_hidden(g)->secret_names[i], game_hidden(g)->secret_names[i]);
    for (unsigned i = 1; i < g->rule_count; i++)
        add(w, "rule", g->rules[i].id, g->rules[i].sentence);
    for (unsigned i = 0; game_coach(g)->themes && game_coach(g)->themes[i].id; i++)
        add(w, "theme", game_coach(g)->themes[i].id, game_coach(g)->themes[i].name);
}

static void add_lesson_text(struct words *w, const struct lesson_step *step, const char *part,
                            const char *english)
{
    char id[KEY_BYTES];
    struct text t;

    text_init(&t, id, sizeof id);
    text_format(&t, "%s.%s", step->id, part);
    add(w, "lesson", id, english);
}

static void add_lesson(struct words *w, const struct game *g)
{
    static struct lesson lesson;
    struct error e;

    if (!lesson_read(&lesson, g, registry_lesson(g), &e)) {
        complain(w, e.message.text, g->name);
        return;
    }
    for (unsigned i = 0; i < lesson.count; i++) {
        const struct lesson_step *step = &lesson.steps[i];
        add_lesson_text(w, step, "title", step->title);
        add_lesson_text(w, step, "text", step->text);
        if (step->typed)
            add_lesson_text(w, step, "typed", step->typed);
        add_lesson_text(w, step, "task", step->task);
        add_lesson_text(w, step, "hint", step->hint);
        add_lesson_text(w, step, "done", step->done);
    }
}

// ---------------------------------------------------------------------------------------------
// Scenes
// ---------------------------------------------------------------------------------------------

// A label without arguments belongs to the spot; the others are sentences. Squares are called by their names in every
// language.
static void add_spot(struct words *w, const struct scene_spot *spot)
{
    if (!spot->args && (spot->use == SCENE_BUTTON || strcmp(spot->name, spot->label) != 0))
        add(w, "spot", spot->name, spot->label);
}

static void add_names(struct words *w, const struct scene *s)
{
    for (unsigned i = 0; i < s->piece_count; i++)
        add(w, "piece", s->pieces[i].look.kind->id, s->pieces[i].look.kind->name);
    for (unsigned i = 0; i < s->counter_count; i++) {
        if (s->counters[i].look.kind)
            add(w, "piece", s->counters[i].look.kind->id, s->counters[i].look.kind->name);
    }
    for (unsigned i = 0; i < s->mark_count; i++) {
        const struct scene_mark_kind *kind = s->marks[i].kind;
        if (kind != &scene_last && kind != &scene_chosen && kind != &scene_deciding)
            add(w, "mark", kind->id, kind->name);
    }
    for (unsigned i = 0; i < s->outline_count; i++)
        add(w, "mark", s->outlines[i].id, s->outlines[i].name);
}

static void add_scene(struct words *w, const struct game *g, const struct game_position *p,
                      int seat)
{
    static struct scene s;

    game_scene(g, p, seat, &s);
    if (!s.status.over)
        add(w, "step", s.status.step, s.status.prompt);
    for (unsigned i = 0; i < s.panel_count; i++)
        add(w, "panel", s.panels[i].id, s.panels[i].title);
    for (unsigned i = 0; i < s.spot_count; i++)
        add_spot(w, &s.spots[i]);
    for (unsigned i = 0; i < s.counter_count; i++) {
        add(w, "counter", s.counters[i].id, s.counters[i].title);
        if (s.counters[i].word)
            add(w, "word", s.counters[i].word, s.counters[i].word);
    }
    for (unsigned i = 0; i < s.clues.items; i++)
        add(w, "word", s.clues.item[i].word, s.clues.item[i].word);
    add_names(w, &s);
}

static void add_views(struct words *w, const struct game *g, const struct game_position *p)
{
    add_scene(w, g, p, g->to_act(p));
    add_scene(w, g, p, GAME_PUBLIC);
}

static void add_random_game(struct words *w, const struct game *g,
                            const struct game_options *options, uint64_t seed)
{
    struct random r = random_from_seed(seed);
    struct game_actions list;
    struct game_position p;

    g->start(options, seed, &p);
    add_views(w, g, &p);
    for (game_list(g, &p, &list); list.count; game_list(g, &p, &list)) {
        g->apply(&p, list.at[random_below(&r, list.count)], &p);
        add_views(w, g, &p);
    }
}

// Reads "key=value,key=value" or "-".
static bool read_options(const struct game *g, char *list, struct game_options *options)
{
    struct error e;

    *options = (struct game_options){0};
    for (char *rest = list, *one; (one = strsep(&rest, ",")) && strcmp(one, "-") != 0;) {
        if (!game_set_option(g, options, one, &e))
            return false;
    }
    return true;
}

// The options and positions of a file.
static void add_kept_positions(struct words *w, const struct game *g, const char *name)
{
    char path[80], line[2 * GAME_TEXT_BYTES];
    struct text t;

    text_init(&t, path, sizeof path);
    text_format(&t, "games/%s/%s", g->name, name);
    FILE *file = fopen(path, "r");
    if (!file) {
        complain(w, "cannot read", path);
        return;
    }
    while (fgets(line, sizeof line, file)) {
        char *rest = line, *list = strsep(&rest, "\t"), *position = strsep(&rest, "\t");
        struct game_options options;
        struct game_position p;
        struct error e;

        if (line[0] == '#' || !position)
            continue;
        if (!read_options(g, list, &options) || !g->read(&options, position, &p, &e))
            complain(w, "cannot read", position);
        else
            add_views(w, g, &p);
    }
    fclose(file);
}

static void add_scenes(struct words *w, const struct game *g)
{
    struct game_options options = {0};

    add_kept_positions(w, g, "perft.tsv");
    do {
        for (uint64_t seed = 1; seed <= GAMES; seed++)
            add_random_game(w, g, &options, seed);
    } while (game_next_options(g, &options));
}

// ---------------------------------------------------------------------------------------------
// Tools of the editor
// ---------------------------------------------------------------------------------------------

static void add_tools(struct words *w, const struct game *g, const struct game_options *options,
                      const struct game_position *draft)
{
    static struct scene s;

    edit_scene(g, options, draft, &s);
    for (unsigned i = 0; i < s.spot_count; i++) {
        if (!edit_is_shared(s.spots[i].name))
            add_spot(w, &s.spots[i]);
    }
    for (unsigned i = 0; i < s.counter_count; i++)
        add(w, "counter", s.counters[i].id, s.counters[i].title);
    add_names(w, &s);
}

static void add_editor(struct words *w, const struct game *g)
{
    struct game_options options = {0};

    if (!g->ui->editor)
        return;
    do {
        struct game_position draft;
        g->start(&options, 1, &draft);
        add_tools(w, g, &options, &draft);
    } while (game_next_options(g, &options));
}

// ---------------------------------------------------------------------------------------------

static void add_shared(struct words *w)
{
    add(w, "step", edit_step.id, edit_step.prompt);
    for (unsigned i = 0; i < edit_shared_count; i++)
        add(w, "spot", edit_shared[i].name, edit_shared[i].label);
    add(w, "mark", scene_last.id, scene_last.name);
    add(w, "mark", scene_chosen.id, scene_chosen.name);
    add(w, "mark", scene_deciding.id, scene_deciding.name);
    for (unsigned i = PALETTE_OWN + 1; i < PALETTE_COLOURS; i++)
        add(w, "colour", palette_colours[i].id, palette_colours[i].name);
    for (unsigned i = 0; i < ATTEMPT_RULES; i++)
        add(w, "rule", attempt_rules[i].id, attempt_rules[i].sentence);
    for (unsigned i = 0; i < SCENE_ENDINGS; i++)
        add(w, "step", scene_endings[i].id, scene_endings[i].prompt);
}

// A line end within a text is written as \n.
static void print(const struct words *w)
{
    for (unsigned i = 0; i < w->count; i++) {
        printf("%s\t", w->at[i].key);
        for (const char *c = w->at[i].text; *c; c++)
            fputs(*c == '\n' ? "\\n" : (char[]){*c, 0}, stdout);
        putchar('\n');
    }
}

static void print_games(void)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (!registry_game(i)->unlisted)
            puts(registry_game(i)->name);
    }
}

int main(int count, char **arguments)
{
    static struct words w;
    const struct game *g = count == 2 ? registry_find(arguments[1]) : NULL;

    if (count == 1) {
        print_games();
        return 0;
    }
    if (!g && (count != 2 || strcmp(arguments[1], "-") != 0)) {
        fprintf(stderr, "words [GAME | -]\n");
        return 2;
    }
    if (g) {
        add_facts(&w, g);
        add_scenes(&w, g);
        add_lesson(&w, g);
        add_editor(&w, g);
    } else {
        add_shared(&w);
    }
    print(&w);
    return w.failed;
}
