// SPDX-License-Identifier: MIT
// Reading diagrams. It is read again and again from the text, which is small and always right:
// tests have looked.
#include "game/diagram.h"

#include <string.h>

// The next line that says something, without blanks around it; its key is cut off. False at the end
// of the text.
static bool take_line(const char **at, char key[DIAGRAM_ID], char words[DIAGRAM_LINE])
{
    while (**at) {
        size_t length = strcspn(*at, "\n"), blank = strspn(*at, " ");
        const char *line = *at;
        struct text t;

        *at += length + (line[length] == '\n');
        if (blank >= length || line[0] == '#')
            continue;
        size_t word = strcspn(line, " \n");
        text_init(&t, key, DIAGRAM_ID);
        text_bytes(&t, line, word);
        word += word < length;
        text_init(&t, words, DIAGRAM_LINE);
        text_bytes(&t, line + word, length - word);
        return true;
    }
    return false;
}

static bool set_options(struct diagram *d, const char *words, struct error *e)
{
    while (*words) {
        char one[DIAGRAM_LINE];
        struct text t;

        text_init(&t, one, sizeof one);
        words += text_until(&t, words, " ");
        words += strspn(words, " ");
        if (!game_set_option(d->game, &d->options, one, e))
            return false;
    }
    return true;
}

bool diagram_read(const struct game *g, const char **at, struct diagram *d, struct error *e)
{
    char key[DIAGRAM_ID], words[DIAGRAM_LINE];

    e->message.text[0] = 0;
    while (take_line(at, key, words) && strcmp(key, "diagram") != 0)
        ;
    if (strcmp(key, "diagram") != 0 || !words[0])
        return false;
    struct text id;

    *d = (struct diagram){.game = g};
    text_init(&id, d->id, sizeof d->id);
    text_add(&id, words);
    for (;;) {
        if (!take_line(at, key, words))
            return error_say(e, "diagram '%s' has no position", d->id);
        if (!strcmp(key, "options") && !set_options(d, words, e))
            return false;
        if (!strcmp(key, "position"))
            break;
    }
    d->rest = *at;
    return g->read(&d->options, words, &d->start, e);
}

bool diagram_find(const struct game *g, const char *text, const char *id, struct diagram *d,
                  struct error *e)
{
    while (diagram_read(g, &text, d, e)) {
        if (!strcmp(d->id, id))
            return true;
    }
    return e->message.text[0] ? false : error_say(e, "there is no diagram '%s'", id);
}

bool diagram_next(struct diagram *d, struct diagram_line *line, struct error *e)
{
    char key[DIAGRAM_ID];

    e->message.text[0] = 0;
    if (!take_line(&d->rest, key, line->words) || !strcmp(key, "diagram")) {
        d->rest = "";
        return false;
    }
    line->rule[0] = 0;
    if (!strcmp(key, "play")) {
        line->kind = DIAGRAM_PLAY;
    } else if (!strcmp(key, "expect")) {
        line->kind = DIAGRAM_EXPECT;
    } else if (!strcmp(key, "refused")) {
        struct text t;

        line->kind = DIAGRAM_REFUSED;
        text_init(&t, line->rule, sizeof line->rule);
        size_t length = text_until(&t, line->words, " ");
        length += strspn(line->words + length, " ");
        memmove(line->words, line->words + length, strlen(line->words + length) + 1);
    } else {
        return error_say(e, "diagram '%s': '%s' is no line of an example", d->id, key);
    }
    return true;
}

void diagram_attempt(const struct game *g, const struct game_position *p, const char *spots,
                     struct attempt_answer *answer)
{
    struct game_path path = {0};
    struct scene s;

    game_scene(g, p, g->to_act(p), &s);
    for (; *spots && path.count < GAME_MAX_PATH; spots += *spots == ',') {
        char name[DIAGRAM_ID];
        struct text t;

        text_init(&t, name, sizeof name);
        spots += text_until(&t, spots, ",");
        path.at[path.count++] = (game_spot)scene_find(&s, name);
    }
    attempt_path(g, p, &path, answer);
}

bool diagram_quoted(const char *text, char id[DIAGRAM_ID], size_t *caption, size_t *length)
{
    size_t name = strncmp(text, "> ", 2) != 0 ? 0 : strspn(text + 2, "abcdefghijklmnopqrstuvwxyz-");
    struct text t;

    if (!name || text[2 + name] != ':')
        return false;
    text_init(&t, id, DIAGRAM_ID);
    text_bytes(&t, text + 2, name);
    *caption = 2 + name + 1;
    *caption += strspn(text + *caption, " ");
    *length = 0;
    while (text[*length] == '>') {
        *length += strcspn(text + *length, "\n");
        *length += text[*length] == '\n';
    }
    return true;
}
