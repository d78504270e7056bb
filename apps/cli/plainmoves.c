// SPDX-License-Identifier: MIT
// Actions of plain play: listed with numbers and in words, and found by any of these.
#include "cli/plain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MANY = 40 };

// An action as it is listed: in words, then its text.
static void name_action(const struct plain *p, game_action action, char named[GAME_NAMED_BYTES])
{
    const struct history *h = &p->local.driver.match.history;
    struct text t;

    text_init(&t, named, GAME_NAMED_BYTES);
    game_add_named(h->game, &h->position, action, p->messages, &t);
}

struct named {
    char text[GAME_ACTION_BYTES];
    game_action action;
};

static int compare_texts(const void *a, const void *b)
{
    return strcmp(((const struct named *)a)->text, ((const struct named *)b)->text);
}

// The legal actions in the order of their texts, as 'abax moves' lists them: what has a number
// keeps it.
static void list_sorted(const struct plain *p, struct game_actions *list)
{
    const struct history *h = &p->local.driver.match.history;
    struct named named[GAME_MAX_ACTIONS] = {0};

    history_list(h, list);
    for (unsigned i = 0; i < list->count; i++) {
        game_write_action(h->game, &h->position, list->at[i], named[i].text);
        named[i].action = list->at[i];
    }
    qsort(named, list->count, sizeof *named, compare_texts);
    for (unsigned i = 0; i < list->count; i++)
        list->at[i] = named[i].action;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || c == '+' || c == ':';
}

// Whether a text has a word, whatever the case of its letters.
static bool has_word(const char *text, const char *word, size_t length)
{
    for (const char *at = text; *at; at++) {
        if ((at == text || !is_letter(at[-1])) && !strncasecmp(at, word, length) &&
            !is_letter(at[length]))
            return true;
    }
    return false;
}

// Whether a text has all words of a line; an empty line has none, and a line of signs alone is in
// no text.
static bool has_words(const char *text, const char *line)
{
    bool any = !line[0];

    while (*line) {
        size_t length = 0;
        while (is_letter(line[length]))
            length++;
        if (length && !has_word(text, line, length))
            return false;
        any |= length > 0;
        line += length ? length : 1;
    }
    return any;
}

// All of them by their texts alone, when they are too many to be listed in words.
static void list_short(struct plain *p, const struct game_actions *list)
{
    const struct history *h = &p->local.driver.match.history;

    for (unsigned i = 0; i < list->count; i++) {
        char text[GAME_ACTION_BYTES];
        game_write_action(h->game, &h->position, list->at[i], text);
        output_format(p->out, "%s%s", i ? " " : "", text);
    }
    output_add(p->out, "\n");
    plain_say(p, "plain.many:count",
              "%u actions. 'moves' and a square after it lists those with that square, in words.",
              list->count);
}

void plain_list_actions(struct plain *p, const char *line)
{
    struct game_actions list;
    unsigned listed = 0;

    list_sorted(p, &list);
    if (!line[0] && list.count > MANY) {
        list_short(p, &list);
        return;
    }
    for (unsigned i = 0; i < list.count; i++) {
        char named[GAME_NAMED_BYTES];
        name_action(p, list.at[i], named);
        if (!has_words(named, line))
            continue;
        output_format(p->out, "%u. %s\n", i + 1, named);
        listed++;
    }
    if (!listed)
        plain_say(p, "plain.none", "No legal action has these words.");
}

// What several actions have in common does not say which one is meant.
static void print_several(struct plain *p, const char *line, unsigned count)
{
    plain_say(p, "plain.several:count",
              "%u actions fit; type the text or the number of one:", count);
    plain_list_actions(p, line);
}

void plain_print_reason(struct plain *p, const char *text)
{
    const struct match *m = &p->local.driver.match;
    struct attempt_answer answer;

    attempt_text(m->setup.game, &m->history.position, text, &answer);
    if (answer.rule)
        plain_line(p, attempt_reason(&answer, p->messages));
    else
        plain_say(p, "plain.beginning", "That is only the beginning of an action.");
}

enum plain_found plain_find(struct plain *p, const char *line, game_action *action)
{
    const struct match *m = &p->local.driver.match;
    struct game_actions list;
    unsigned long long number;
    unsigned fits = 0;

    if (game_find(m->setup.game, &m->history.position, line, action))
        return PLAIN_FOUND;
    list_sorted(p, &list);
    if (text_read_number(line, list.count, &number) && number > 0) {
        *action = list.at[number - 1];
        return PLAIN_FOUND;
    }
    for (unsigned i = 0; i < list.count; i++) {
        char named[GAME_NAMED_BYTES];
        name_action(p, list.at[i], named);
        if (!has_words(named, line))
            continue;
        *action = list.at[i];
        fits++;
    }
    if (fits > 1)
        print_several(p, line, fits);
    else if (fits == 0)
        plain_print_reason(p, line);
    return fits == 1 ? PLAIN_FOUND : PLAIN_NONE;
}
