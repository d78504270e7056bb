// SPDX-License-Identifier: MIT
// Reading lessons. Words go to the lesson's own bytes; a step is checked when the next one begins,
// so that its lines may stand in any order.
#include "coach/lesson.h"

#include <stddef.h>
#include <string.h>

// The lines of a step.
enum lesson_field { TITLE, TEXT, TYPED, OPTIONS, POSITION, GOAL, TASK, HINT, DONE, REPLY, FIELDS };

static const struct {
    const char *key;
    bool required;
} fields[FIELDS] = {
    [TITLE] = {"title", true},        [TEXT] = {"text", true}, [OPTIONS] = {"options", false},
    [POSITION] = {"position", false}, [GOAL] = {"goal", true}, [TASK] = {"task", true},
    [TYPED] = {"typed", false},       [HINT] = {"hint", true}, [DONE] = {"done", true},
    [REPLY] = {"reply", false},
};

static const char *const kind_names[] = {"any",  "play",    "refused", "win",
                                         "safe", "counter", "asks"};

enum { KINDS = sizeof kind_names / sizeof *kind_names, KEY = 16 };

struct lesson_reader {
    struct lesson *lesson;
    const char *at;   // what is left of the text
    unsigned number;  // of the line that is read next
    const char *past; // the field that was read last, for paragraphs
    unsigned step_line;
    const char *words[FIELDS]; // of the step being read, or NULL
    unsigned lines[FIELDS];
};

const char *lesson_kind_name(enum lesson_kind kind)
{
    return kind_names[kind];
}

const struct lesson_step *lesson_find(const struct lesson *lesson, const char *id)
{
    for (unsigned i = 0; i < lesson->count; i++) {
        if (!strcmp(lesson->steps[i].id, id))
            return &lesson->steps[i];
    }
    return NULL;
}

bool lesson_next_word(const char **list, char word[LESSON_WORD])
{
    struct text t;

    *list += strspn(*list, " ");
    text_init(&t, word, LESSON_WORD);
    for (; **list && **list != ' '; (*list)++)
        text_char(&t, **list);
    return word[0];
}

const struct scene_counter *lesson_counter(const struct lesson_goal *goal, const struct scene *s,
                                           int seat)
{
    for (unsigned i = 0; i < s->counter_count; i++) {
        const struct scene_counter *c = &s->counters[i];
        enum lesson_owner owner = c->owner == SCENE_NOBODY ? LESSON_ALL
                                  : c->owner == seat       ? LESSON_OWN
                                                           : LESSON_OTHER;
        if (owner == goal->owner && !strcmp(c->id, goal->words))
            return c;
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Goals
// ---------------------------------------------------------------------------------------------

bool lesson_lists(const char *list, const char *action)
{
    char word[LESSON_WORD];

    while (lesson_next_word(&list, word)) {
        size_t star = strcspn(word, "*");
        if (word[star] ? !strncmp(word, action, star) : !strcmp(word, action))
            return true;
    }
    return false;
}

// A pattern may end with a star, so this is more than game_find.
static bool any_is_legal(const struct game *g, const struct game_position *p, const char *pattern)
{
    struct game_actions list;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char storage[GAME_ACTION_BYTES];

        game_write_action(g, p, list.at[i], storage);
        if (lesson_lists(pattern, storage))
            return true;
    }
    return false;
}

static bool read_actions(const struct game *g, const struct lesson_step *step, const char *list,
                         struct error *e)
{
    char word[LESSON_WORD];

    if (!*list)
        return error_set(e, "lesson.goal.play", "goal 'play' names no action");
    while (lesson_next_word(&list, word)) {
        if (!any_is_legal(g, &step->start, word))
            return error_set(e, "lesson.goal.action:action", "goal: action '%s' is not legal",
                             error_quote(word).text);
    }
    return true;
}

static bool read_rule(const struct game *g, const char *id, struct error *e)
{
    for (unsigned rule = 1; rule < g->rule_count; rule++) {
        if (!strcmp(g->rules[rule].id, id))
            return true;
    }
    return error_set(e, "lesson.goal.rule:rule", "goal: rule '%s' is unknown",
                     error_quote(id).text);
}

static bool read_win(struct lesson_goal *goal, struct error *e)
{
    unsigned long long number = 1;

    if (*goal->words && (!text_read_number(goal->words, LESSON_MAX_WIN, &number) || number == 0))
        return error_set(e, "lesson.goal.number:word,most",
                         "goal: '%s' is not a number from 1 to %d", error_quote(goal->words).text,
                         LESSON_MAX_WIN);
    goal->number = (int)number;
    return true;
}

// "own most 9 discs": an owner, a comparison, a number, a counter.
static bool read_counter(const struct game *g, const struct lesson_step *step,
                         struct lesson_goal *goal, struct error *e)
{
    static const char *const owners[] = {"own", "other", "all"};
    char owner[LESSON_WORD], compare[LESSON_WORD], limit[LESSON_WORD];
    unsigned long long number;
    unsigned i = 0;
    struct scene scene;

    lesson_next_word(&goal->words, owner);
    lesson_next_word(&goal->words, compare);
    lesson_next_word(&goal->words, limit);
    goal->words += strspn(goal->words, " ");
    while (i < 3 && strcmp(owners[i], owner) != 0)
        i++;
    if (i == 3)
        return error_set(e, "lesson.goal.owner:word", "goal: owner '%s' is none of: own other all",
                         error_quote(owner).text);
    goal->owner = (enum lesson_owner)i;
    goal->most = !strcmp(compare, "most");
    if (!goal->most && strcmp(compare, "least") != 0)
        return error_set(e, "lesson.goal.least:word", "goal: '%s' is neither 'least' nor 'most'",
                         error_quote(compare).text);
    if (!text_read_number(limit, 999, &number))
        return error_set(e, "lesson.goal.count:word", "goal: '%s' is not a number from 0 to 999",
                         error_quote(limit).text);
    goal->number = (int)number;
    int seat = g->to_act(&step->start);
    game_scene(g, &step->start, seat, &scene);
    if (!lesson_counter(goal, &scene, seat))
        return error_set(e, "lesson.goal.counter:counter", "goal: counter '%s' is not in this game",
                         error_quote(goal->words).text);
    return true;
}

static bool read_goal(const struct game *g, struct lesson_step *step, const char *words,
                      struct error *e)
{
    char kind[LESSON_WORD];
    unsigned i = 0;

    lesson_next_word(&words, kind);
    while (i < KINDS && strcmp(kind_names[i], kind) != 0)
        i++;
    if (i == KINDS)
        return error_set(e, "lesson.goal:goal", "goal '%s' is unknown", error_quote(kind).text);
    step->goal =
        (struct lesson_goal){.kind = (enum lesson_kind)i, .words = words + strspn(words, " ")};
    switch (step->goal.kind) {
    case LESSON_ANY:
    case LESSON_SAFE:
        return !*step->goal.words ||
               error_set(e, "lesson.goal.words:goal", "goal '%s' takes no words", kind);
    case LESSON_PLAY:
        return read_actions(g, step, step->goal.words, e);
    case LESSON_REFUSED:
        return read_rule(g, step->goal.words, e);
    case LESSON_WIN:
        return read_win(&step->goal, e);
    case LESSON_COUNTER:
        return read_counter(g, step, &step->goal, e);
    case LESSON_ASKS:
        return *step->goal.words ||
               error_set(e, "lesson.goal.asks", "goal 'asks' does not say for what");
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Steps
// ---------------------------------------------------------------------------------------------

static bool read_options(const struct game *g, struct lesson_step *step, const char *list,
                         struct error *e)
{
    while (*list) {
        char word[LESSON_WORD];
        struct text t;

        text_init(&t, word, sizeof word);
        for (; *list && *list != ','; list++)
            text_char(&t, *list);
        list += *list == ',';
        if (!game_set_option(g, &step->options, word, e))
            return false;
    }
    return true;
}

static bool read_position(const struct game *g, struct lesson_step *step, const char *position,
                          struct error *e)
{
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];

    if (!position)
        g->start(&step->options, 0, &step->start);
    else if (!g->read(&step->options, position, &step->start, e))
        return false;
    if (!game_complete(g, &step->start))
        return error_set(e, "lesson.hidden", "position hides something");
    if (g->actions(&step->start, list) == 0)
        return error_set(e, "lesson.over", "position is over");
    return true;
}

static bool error_at(unsigned line, const struct error *inner, struct error *e)
{
    error_set(e, "lesson.line:line,fault", "line %u: %.300s", line, inner->message.text);
    return error_within(e, "fault", inner);
}

// Checks the step that was read and makes it ready to use.
static bool finish_step(struct lesson_reader *r, struct error *e)
{
    const struct game *g = r->lesson->game;
    struct lesson_step *step = &r->lesson->steps[r->lesson->count];
    struct error inner;

    for (unsigned i = 0; i < FIELDS; i++) {
        if (fields[i].required && !r->words[i])
            return error_set(e, "lesson.step.part:line,step,part", "line %u: step '%s' has no '%s'",
                             r->step_line, error_quote(step->id).text, fields[i].key);
    }
    step->title = r->words[TITLE];
    step->text = r->words[TEXT];
    step->typed = r->words[TYPED];
    step->task = r->words[TASK];
    step->hint = r->words[HINT];
    step->done = r->words[DONE];
    step->reply = r->words[REPLY];
    if (r->words[OPTIONS] && !read_options(g, step, r->words[OPTIONS], &inner))
        return error_at(r->lines[OPTIONS], &inner, e);
    if (!read_position(g, step, r->words[POSITION], &inner))
        return error_at(r->words[POSITION] ? r->lines[POSITION] : r->step_line, &inner, e);
    if (!read_goal(g, step, r->words[GOAL], &inner))
        return error_at(r->lines[GOAL], &inner, e);
    r->lesson->count++;
    return true;
}

static bool begin_step(struct lesson_reader *r, unsigned line, const char *id, struct error *e)
{
    struct lesson *lesson = r->lesson;

    if (r->step_line && !finish_step(r, e))
        return false;
    if (lesson->count == LESSON_MAX_STEPS)
        return error_set(e, "lesson.step.many:line,step,most",
                         "line %u: step '%s' is one more than %d", line, error_quote(id).text,
                         LESSON_MAX_STEPS);
    if (strchr(id, ' '))
        return error_set(e, "lesson.step.word:line,step", "line %u: step '%s' is not one word",
                         line, error_quote(id).text);
    if (lesson_find(lesson, id))
        return error_set(e, "lesson.step.twice:line,step", "line %u: step '%s' is there already",
                         line, error_quote(id).text);
    memset(r->words, 0, sizeof r->words);
    r->past = NULL;
    lesson->steps[lesson->count] = (struct lesson_step){.id = id};
    r->step_line = line;
    return true;
}

static bool add_field(struct lesson_reader *r, unsigned line, const char *key, char *words,
                      struct error *e)
{
    unsigned field = 0;

    while (field < FIELDS && strcmp(fields[field].key, key) != 0)
        field++;
    if (field == FIELDS)
        return error_set(e, "lesson.word:line,word", "line %u: '%s' is no word of a lesson", line,
                         error_quote(key).text);
    if (r->step_line == 0)
        return error_set(e, "lesson.early:line,word", "line %u: '%s' comes before the first step",
                         line, key);
    if (field == TEXT && r->past == fields[TEXT].key) {
        words[-1] = '\n'; // a further paragraph, right after the one before
        return true;
    }
    if (r->words[field])
        return error_set(e, "lesson.twice:line,word", "line %u: '%s' is there already", line, key);
    r->words[field] = words;
    r->lines[field] = line;
    r->past = fields[field].key;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------

// Adds one line of text to the words being read, without spaces at its ends.
static bool add_line(struct lesson_reader *r, struct text *words, struct error *e)
{
    size_t length = strcspn(r->at, "\n"), end = length;
    unsigned line = r->number++;

    while (end > 0 && r->at[end - 1] == ' ')
        end--;
    for (size_t i = strspn(r->at, " "); i < end; i++) {
        if ((unsigned char)r->at[i] < ' ' || r->at[i] == 127)
            return error_set(e, "lesson.byte:line,byte", "line %u: byte %u is no letter or sign",
                             line, (unsigned)i + 1);
        text_char(words, r->at[i]);
    }
    r->at += length + (r->at[length] == '\n');
    if (words->cut)
        return error_set(e, "lesson.long:line,most", "line %u: the lesson is longer than %d bytes",
                         line, LESSON_BYTES);
    return true;
}

static void skip_blank_lines(struct lesson_reader *r)
{
    while (*r->at) {
        size_t length = strcspn(r->at, "\n");
        if (r->at[0] != '#' && strspn(r->at, " ") < length)
            return;
        r->at += length + (r->at[length] == '\n');
        r->number++;
    }
}

// Takes a line with those that continue it. `key` becomes its first word; the rest is returned, in
// the lesson's bytes. NULL on an error.
static char *take_entry(struct lesson_reader *r, char key[KEY], struct error *e)
{
    struct lesson *lesson = r->lesson;
    char *start = lesson->bytes + lesson->used;
    unsigned line = r->number;
    struct text words, t;

    text_init(&words, start, LESSON_BYTES - lesson->used);
    if (*r->at == ' ') {
        error_set(e, "lesson.space:line", "line %u: begins with a space but continues nothing",
                  line);
        return NULL;
    }
    if (!add_line(r, &words, e))
        return NULL;
    while (*r->at == ' ' && strspn(r->at, " ") < strcspn(r->at, "\n")) {
        text_char(&words, ' ');
        if (!add_line(r, &words, e))
            return NULL;
    }
    text_init(&t, key, KEY);
    size_t length = text_until(&t, start, " ");
    if (!start[length]) {
        error_set(e, "lesson.nothing:line,word", "line %u: nothing follows '%s'", line,
                  error_quote(key).text);
        return NULL;
    }
    // The words move to the front, so that the paragraphs of a text are adjacent.
    length += strspn(start + length, " ");
    memmove(start, start + length, words.length - length + 1);
    lesson->used += words.length - length + 1;
    return start;
}

bool lesson_read(struct lesson *lesson, const struct game *g, const char *text, struct error *e)
{
    struct lesson_reader r = {.lesson = lesson, .at = text, .number = 1};

    lesson->game = g;
    lesson->count = 0;
    lesson->used = 0;
    for (skip_blank_lines(&r); *r.at; skip_blank_lines(&r)) {
        char key[KEY];
        unsigned line = r.number;
        if (lesson->used == LESSON_BYTES)
            return error_set(e, "lesson.long:line,most",
                             "line %u: the lesson is longer than %d bytes", line, LESSON_BYTES);
        char *words = take_entry(&r, key, e);
        if (!words)
            return false;
        bool good = !strcmp(key, "step") ? begin_step(&r, line, words, e)
                                         : add_field(&r, line, key, words, e);
        if (!good)
            return false;
    }
    return r.step_line == 0 || finish_step(&r, e);
}
