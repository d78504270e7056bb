// SPDX-License-Identifier: MIT
// Lists what a game says to people, for translators and for tests/check-words: a line a text, its key, a tab and
// the English. Facts, rules and the lesson are read from their tables; what scenes say is gathered from the
// positions of perft.tsv, which hold the rare ones, and from random games with every set of options. What is told
// about bad positions is gathered from random edits and from texts with random faults.
// words GAME: the texts of a game; words -: those that all games share; words: the games that people see.
#include <ctype.h>
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
    EDITS = 6000,
    RUN = 90,
    FAULTS = 4000
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
        complain(w, "no room for key", name);
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
        add(w, "option", id, option->values[i]);
    }
}

static void add_facts(struct words *w, const struct game *g)
{
    add(w, "title", NULL, g->title);
    add(w, "about", NULL, g->about);
    for (unsigned i = 0; i < GAME_MAX_SEATS && g->seat_names[i]; i++)
        add_number(w, "seat", i + 1, g->seat_names[i]);
    for (unsigned i = 0; i < game_option_count(g); i++)
        add_option(w, &g->options[i]);
    for (unsigned i = 0; i < GAME_MAX_SECRETS && g->secret_names[i]; i++)
        add(w, "word", g->secret_names[i], g->secret_names[i]);
    for (unsigned i = 1; i < g->rule_count; i++)
        add(w, "rule", g->rules[i].id, g->rules[i].sentence);
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
        complain(w, e.text, g->name);
        return;
    }
    for (unsigned i = 0; i < lesson.count; i++) {
        const struct lesson_step *step = &lesson.steps[i];
        add_lesson_text(w, step, "title", step->title);
        add_lesson_text(w, step, "text", step->text);
        add_lesson_text(w, step, "task", step->task);
        add_lesson_text(w, step, "hint", step->hint);
        add_lesson_text(w, step, "done", step->done);
    }
}

// ---------------------------------------------------------------------------------------------
// Faults of positions and edits
// ---------------------------------------------------------------------------------------------

static bool is_square(const char *at, const char *begin)
{
    return at[0] >= 'a' && at[0] <= 'q' && isdigit((unsigned char)at[1]) &&
           !isalnum((unsigned char)at[2]) && (at == begin || !isalnum((unsigned char)at[-1]));
}

// How long what stands here is, if it changes from fault to fault: something quoted, a square, a number.
static size_t changing(const char *at, const char *begin)
{
    const char *quoted = *at == '\'' ? strchr(at + 1, '\'') : NULL;
    size_t digits = strspn(at, "0123456789");

    if (quoted)
        return (size_t)(quoted - at) + 1;
    return is_square(at, begin) ? 2 : digits;
}

static void add_fault(struct words *w, const char *sentence)
{
    char pattern[KEY_BYTES];
    unsigned parts = 0;
    struct text t;

    text_init(&t, pattern, sizeof pattern);
    for (const char *at = sentence; *at;) {
        size_t length = changing(at, sentence);
        if (length > 0)
            text_format(&t, "{%u}", ++parts);
        else
            text_char(&t, *at);
        at += length ? length : 1;
    }
    add(w, "fault", pattern, pattern);
}

// ---------------------------------------------------------------------------------------------
// Scenes
// ---------------------------------------------------------------------------------------------

// A label as a pattern: the spot's name at its beginning becomes {name}, numbers become {1}, {2} ...
static bool label_pattern(const struct scene_spot *spot, char pattern[KEY_BYTES])
{
    const char *label = spot->label;
    size_t length = strlen(spot->name);
    unsigned numbers = 0;
    bool named = strncmp(label, spot->name, length) == 0 && label[length] == ',';
    struct text t;

    text_init(&t, pattern, KEY_BYTES);
    if (named) {
        text_add(&t, "{name}");
        label += length;
    }
    while (*label) {
        if (!isdigit((unsigned char)*label)) {
            text_char(&t, *label++);
            continue;
        }
        text_format(&t, "{%u}", ++numbers);
        while (isdigit((unsigned char)*label))
            label++;
    }
    return named || numbers > 0;
}

// A label that always is the same belongs to the spot; one with numbers in it goes by its pattern. Squares are
// called by their names in every language.
static void add_spot(struct words *w, const struct scene_spot *spot)
{
    char pattern[KEY_BYTES];

    if (spot->use != SCENE_BUTTON && strcmp(spot->name, spot->label) == 0)
        return;
    if (label_pattern(spot, pattern))
        add(w, "label", pattern, pattern);
    else
        add(w, "spot", spot->name, spot->label);
}

// What pieces, marks and outlines are called. Marks that every game has are shared.
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
        if (kind != &scene_last && kind != &scene_chosen)
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

// The options and positions of a file: perft.tsv has good ones, refused.tsv has bad ones.
static void add_kept_positions(struct words *w, const struct game *g, const char *name, bool good)
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
        if (!read_options(g, list, &options) || g->read(&options, position, &p, &e) != good)
            complain(w, "what is read is not what was said about", position);
        else if (good)
            add_views(w, g, &p);
        else
            add_fault(w, e.text);
    }
    fclose(file);
}

static void add_scenes(struct words *w, const struct game *g)
{
    struct game_options options = {0};

    add_kept_positions(w, g, "perft.tsv", true);
    do {
        for (uint64_t seed = 1; seed <= GAMES; seed++)
            add_random_game(w, g, &options, seed);
    } while (game_next_options(g, &options));
}

// ---------------------------------------------------------------------------------------------
// Edits and spoilt positions
// ---------------------------------------------------------------------------------------------

// A spot of the scene with one of two uses: mostly one that goes on with the path.
static game_spot some_spot(const struct game *g, const struct game_options *options,
                           const struct game_position *draft, const struct game_path *path,
                           struct random *r)
{
    static struct scene s;
    bool targets[SCENE_MAX_SPOTS], wanted = random_below(r, 8) > 0;
    unsigned spot;

    edit_scene(g, options, draft, &s);
    edit_targets(g, options, draft, path, targets);
    for (unsigned tries = 0; tries < 400; tries++) {
        spot = random_below(r, s.spot_count);
        bool place = s.spots[spot].use == SCENE_PLACE;
        if (place == (path->count > 0) && s.spots[spot].use != SCENE_PICTURE &&
            (!wanted || targets[spot] || tries > 200))
            break;
    }
    return (game_spot)spot;
}

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

// The tools, and what is told when each is used for a while at random.
static void add_edits(struct words *w, const struct game *g, const struct game_options *options)
{
    struct random r = random_from_seed(21);
    struct game_position draft, sound;
    struct game_path path = {0};
    struct error e;

    g->start(options, 1, &draft);
    for (unsigned i = 0; i < EDITS; i++) {
        if (i % RUN == 0)
            path.count = 0;
        if (i % RUN == 0)
            add_tools(w, g, options, &draft);
        path.at[path.count] = some_spot(g, options, &draft, &path, &r);
        path.count++;
        enum edit_answer answer = edit_apply(g, options, &draft, &path, &e);
        if (answer == EDIT_REFUSED)
            add_fault(w, e.text);
        if (!edit_sound(g, options, &draft, &sound, &e))
            add_fault(w, e.text);
        if (answer != EDIT_MORE || path.count == GAME_MAX_PATH)
            path.count = path.count > 1; // the tool stays in hand, a button does not
    }
}

// Puts another character somewhere, takes one out, puts one in, or cuts the end off.
static void spoil(char *position, struct random *r)
{
    static const char letters[] = "abcdefghijklmnopqrtvwxyzTWBMJL0123456789./,-+*?: ";
    size_t length = strlen(position), at = random_below(r, (uint32_t)length);
    char letter = letters[random_below(r, sizeof letters - 1)];

    switch (random_below(r, 4)) {
    case 0:
        position[at] = letter;
        break;
    case 1:
        memmove(position + at, position + at + 1, length - at);
        break;
    case 2:
        memmove(position + at + 1, position + at, length - at + 1);
        position[at] = letter;
        break;
    default:
        position[at] = 0;
    }
}

static void add_spoilt(struct words *w, const struct game *g, const struct game_options *options)
{
    struct random r = random_from_seed(22);
    struct game_position p, read;
    struct game_actions list;
    struct error e;

    g->start(options, 1, &p);
    for (unsigned i = 0; i < FAULTS; i++) {
        char position[GAME_TEXT_BYTES + 8];
        struct text t;

        text_init(&t, position, GAME_TEXT_BYTES);
        g->write(&p, &t);
        for (unsigned times = 1 + random_below(&r, 2); times > 0 && *position; times--)
            spoil(position, &r);
        if (!g->read(options, position, &read, &e))
            add_fault(w, e.text);
        game_list(g, &p, &list);
        if (list.count && random_below(&r, 3) == 0)
            g->apply(&p, list.at[random_below(&r, list.count)], &p);
        else if (!list.count)
            g->start(options, i, &p);
    }
}

static void add_faults(struct words *w, const struct game *g)
{
    struct game_options options = {0};

    if (!g->editor)
        return;
    add_kept_positions(w, g, "refused.tsv", false);
    do {
        add_edits(w, g, &options);
        add_spoilt(w, g, &options);
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
        add_faults(&w, g);
    } else {
        add_shared(&w);
    }
    print(&w);
    return w.failed;
}
