// SPDX-License-Identifier: MIT
// Reading the words of a command. Everything is checked before a command runs.
#include <string.h>

#include "games/registry.h"
#include "protocol/command.h"

const char *command_nearest(const char *word, const char *(*name)(unsigned index), unsigned count)
{
    unsigned best = 3; // more edits than this and it is another word
    const char *nearest = NULL;

    for (unsigned i = 0; i < count; i++) {
        unsigned distance = text_distance(word, name(i));
        if (distance < best || (distance == best && !nearest)) {
            best = distance;
            nearest = name(i);
        }
    }
    return nearest;
}

static const char *game_name(unsigned index)
{
    return registry_game(index)->name;
}

bool command_game(const char *name, const struct game **g, struct error *e)
{
    *g = registry_find(name);
    if (*g)
        return true;
    const char *nearest = command_nearest(name, game_name, registry_count());
    if (nearest)
        return error_set(e, "game '%s' is unknown; did you mean '%s'?", error_quote(name).text,
                         nearest);
    return error_set(e, "game '%s' is unknown; 'abax games' lists them", error_quote(name).text);
}

// Options that a command takes, with a value in the next word.
static bool read_option(struct arguments *a, unsigned takes, const char *word, const char *value,
                        struct error *e)
{
    unsigned long long n;

    if ((takes & TAKES_START) && (!strcmp(word, "-o") || !strcmp(word, "--option")))
        return game_set_option(a->game, &a->options, value, e);
    if ((takes & TAKES_START) && (!strcmp(word, "-p") || !strcmp(word, "--position"))) {
        a->position = value;
        return true;
    }
    if ((takes & TAKES_START) && !strcmp(word, "--seed")) {
        if (!text_read_number(value, UINT64_MAX, &n))
            return error_set(e, "seed '%s' is not a number from 0 to 18446744073709551615",
                             error_quote(value).text);
        a->seed = n;
        return true;
    }
    if (!strcmp(word, "--seconds")) {
        if (!text_read_number(value, 3600, &n) || n == 0)
            return error_set(e, "seconds '%s' is not a number from 1 to 3600",
                             error_quote(value).text);
        a->seconds = (unsigned)n;
        return true;
    }
    if (!text_read_number(value, GAME_MAX_SEATS, &n))
        return error_set(e, "seat '%s' is not a number from 0 (the public) to 4",
                         error_quote(value).text);
    a->seat = (int)n - 1;
    return true;
}

static bool is_option(unsigned takes, const char *word)
{
    static const char *const start[] = {"-o", "--option", "-p", "--position", "--seed"};

    for (unsigned i = 0; (takes & TAKES_START) && i < sizeof start / sizeof *start; i++) {
        if (!strcmp(word, start[i]))
            return true;
    }
    return ((takes & TAKES_SEAT) && !strcmp(word, "--seat")) ||
           ((takes & TAKES_TIME) && !strcmp(word, "--seconds"));
}

static const char *option_name(unsigned index)
{
    static const char *const names[] = {"--option", "--position", "--seed",
                                        "--seat",   "--seconds",  "--help"};
    return names[index];
}

static bool no_such_flag(const char *word, struct error *e)
{
    const char *nearest = strlen(word) > 2 ? command_nearest(word, option_name, 6) : NULL;

    if (nearest)
        return error_set(e, "option '%s' is unknown; did you mean '%s'?", error_quote(word).text,
                         nearest);
    return error_set(e, "option '%s' is unknown; --help lists what there is",
                     error_quote(word).text);
}

// The game is the first word that is neither an option nor its value: options may come before it.
static bool read_game(const struct command *c, struct arguments *a, const char **words,
                      unsigned count, struct error *e)
{
    for (unsigned i = 0; i < count; i++) {
        if (is_option(c->takes, words[i])) {
            i++;
        } else if (words[i][0] != '-') {
            return command_game(words[i], &a->game, e);
        }
    }
    return error_set(e, "GAME is missing: abax %s %s", c->name, c->usage);
}

static bool read_words(const struct command *c, struct arguments *a, const char **words,
                       unsigned count, struct error *e)
{
    bool game_read = !(c->takes & TAKES_GAME);

    a->rest = words;
    for (unsigned i = 0; i < count; i++) {
        const char *word = words[i];
        if (is_option(c->takes, word)) {
            if (i + 1 == count)
                return error_set(e, "option '%s' needs a value", word);
            if (!read_option(a, c->takes, word, words[++i], e))
                return false;
        } else if (word[0] == '-' && word[1]) {
            return no_such_flag(word, e);
        } else if (!game_read) {
            game_read = true;
        } else {
            a->rest[a->rest_count++] = word; // never overtakes the reading
        }
    }
    if (a->rest_count < c->least)
        return error_set(e, "a word is missing: abax %s %s", c->name, c->usage);
    if (a->rest_count > c->most)
        return error_set(e, "'%s' is one word too many: abax %s%s%s",
                         error_quote(a->rest[c->most]).text, c->name, *c->usage ? " " : "",
                         c->usage);
    if (a->seat >= 0 && a->seat >= game_seats(a->game, &a->options))
        return error_set(e, "seat '%d' is not in this game, which has %d", a->seat + 1,
                         game_seats(a->game, &a->options));
    return true;
}

bool command_run(const struct command *c, const char **words, unsigned count, struct output *out,
                 struct error *e)
{
    struct arguments a = {.seat = SEES_ALL, .seconds = 1};

    for (unsigned i = 0; i < count; i++) {
        if (!strcmp(words[i], "--help") || !strcmp(words[i], "-h")) {
            command_help(c, out);
            return true;
        }
    }
    if ((c->takes & TAKES_GAME) && !read_game(c, &a, words, count, e))
        return false;
    return read_words(c, &a, words, count, e) && c->run(&a, out, e);
}

bool arguments_start(const struct arguments *a, struct game_position *p, struct error *e)
{
    if (a->position)
        return a->game->read(&a->options, a->position, p, e);
    a->game->start(&a->options, a->seed, p);
    return true;
}

bool arguments_complete_start(const struct arguments *a, struct game_position *p, struct error *e)
{
    if (!arguments_start(a, p, e))
        return false;
    if (!game_complete(a->game, p))
        return error_set(e, "position '%s' is one seat's view; playing on needs what it hides",
                         error_quote(a->position).text);
    return true;
}

bool arguments_line(const struct arguments *a, unsigned count, struct line *line, struct error *e)
{
    struct game_position start;

    if (count ? !arguments_complete_start(a, &start, e) : !arguments_start(a, &start, e))
        return false;
    line_init(line, a->game, &a->options, &start);
    for (unsigned i = 0; i < count; i++) {
        if (!line_play_text(line, a->rest[i], e)) {
            line_clear(line);
            return false;
        }
    }
    return true;
}
