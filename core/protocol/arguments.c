// SPDX-License-Identifier: MIT
// Reading the words of a command. Everything is checked before a command runs.
#include <assert.h>
#include <string.h>

#include "games/registry.h"
#include "protocol/command.h"

void command_nearer(const char *word, const char *name, const char **nearest)
{
    // More edits than this, or than half of what was typed, and it is another word.
    unsigned farthest = strlen(word) / 2 < 3 ? (unsigned)strlen(word) / 2 : 3;
    unsigned distance = text_distance(word, name);

    if (distance <= farthest && (!*nearest || distance < text_distance(word, *nearest)))
        *nearest = name;
}

const char *command_nearest(const char *word, const char *(*name)(unsigned index), unsigned count)
{
    const char *nearest = NULL;

    for (unsigned i = 0; i < count; i++)
        command_nearer(word, name(i), &nearest);
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
        return error_set(e, "game.unknown.near:game,near",
                         "game '%s' is unknown; did you mean '%s'?", error_quote(name).text,
                         nearest);
    return error_set(e, "game.unknown:game", "game '%s' is unknown; 'abax games' lists them",
                     error_quote(name).text);
}

static bool no_such_option(const struct command *c, const char *word, struct error *e)
{
    const char *nearest = strlen(word) > 2 ? options_nearest(c->options, word) : NULL;

    if (nearest)
        return error_set(e, "command.option.near:command,option,near",
                         "command '%s' has no option '%s'; did you mean '%s'?", c->name,
                         error_quote(word).text, nearest);
    return error_set(e, "command.option:command,option",
                     "command '%s' has no option '%s'; --help lists what there is", c->name,
                     error_quote(word).text);
}

// ---------------------------------------------------------------------------------------------
// The words of a command
// ---------------------------------------------------------------------------------------------

static const struct game *first_listed(void)
{
    unsigned i = 0;

    while (i + 1 < registry_count() && registry_game(i)->unlisted)
        i++;
    return registry_game(i);
}

// The game is the first word that is neither an option nor its value: options may come before it.
static bool read_game(const struct command *c, struct arguments *a, const char **words,
                      unsigned count, struct error *e)
{
    for (unsigned i = 0; i < count; i++) {
        const struct option *o = options_find(c->options, words[i]);
        if (o) {
            i += option_values(o);
        } else if (words[i][0] != '-') {
            if (c->game == COMMAND_GAME_OR_WORD && !registry_find(words[i]))
                return true;
            return command_game(words[i], &a->game, e);
        }
    }
    if (c->game == COMMAND_ANY_GAME) {
        a->game = first_listed();
        return true;
    }
    if (c->game == COMMAND_ASKED_GAME)
        return true;
    return error_set(e, "command.no-game:command,usage", "GAME is missing: abax %s %s", c->name,
                     c->usage);
}

// Whether the words are without a GAME.
static bool names_no_game(const struct command *c, const char **words, unsigned count)
{
    for (unsigned i = 0; c->instead_of_game && i < count; i++) {
        const struct option *o = options_find(c->options, words[i]);
        if (o && !strcmp(o->name, c->instead_of_game))
            return true;
        i += o ? option_values(o) : 0;
    }
    return c->game == COMMAND_NO_GAME;
}

static bool read_words(const struct command *c, struct arguments *a, void *chosen,
                       const char **words, unsigned count, struct error *e)
{
    bool game_read =
        names_no_game(c, words, count) || (c->game == COMMAND_GAME_OR_WORD && !a->game);
    bool plain = false; // after "--"

    a->rest = words;
    for (unsigned i = 0; i < count; i++) {
        const char *word = words[i];
        const struct option *o = plain ? NULL : options_find(c->options, word);
        if (!plain && !strcmp(word, "--")) {
            plain = true;
        } else if (o) {
            if (i + option_values(o) >= count)
                return option_values(o) > 1 ? error_set(e, "command.values:option",
                                                        "option '%s' needs two values", word)
                                            : error_set(e, "command.value:option",
                                                        "option '%s' needs a value", word);
            if (!option_read(o, words + i + 1, a, chosen, e))
                return false;
            i += option_values(o);
        } else if (!plain && word[0] == '-' && word[1]) {
            return no_such_option(c, word, e);
        } else if (!game_read) {
            game_read = true;
        } else {
            a->rest[a->rest_count++] = word; // never overtakes the reading
        }
    }
    return true;
}

static bool check_rest(const struct command *c, const struct arguments *a, struct error *e)
{
    if (a->rest_count < c->least)
        return error_set(e, "command.few:command,usage", "a word is missing: abax %s %s", c->name,
                         c->usage);
    if (a->rest_count > c->most)
        return error_set(
            e, "command.many:word,command,space,usage", "'%s' is one word too many: abax %s%s%s",
            error_quote(a->rest[c->most]).text, c->name, *c->usage ? " " : "", c->usage);
    if (a->game && a->seat >= 0 && a->seat >= game_seats(a->game, &a->options))
        return error_set(e, "seat.none:seat,seats", "seat '%d' is not in this game, which has %d",
                         a->seat + 1, game_seats(a->game, &a->options));
    return true;
}

bool command_run(const struct command *c, const char **words, unsigned count,
                 const struct command_host *host, struct output *out, struct error *e)
{
    union {
        max_align_t alignment;
        char bytes[COMMAND_OPTIONS_BYTES];
    } chosen;
    struct arguments a = {.host = host,
                          .seat = SEES_ALL,
                          .lines = 1,
                          .threads = 1,
                          .hint_level = 1,
                          .ply = UNSET,
                          .chosen = &chosen};

    assert(c->options_bytes <= sizeof chosen);
    if (c->defaults)
        memcpy(&chosen, c->defaults, c->options_bytes);
    for (unsigned i = 0; host->help && i < count && strcmp(words[i], "--") != 0; i++) {
        if (!strcmp(words[i], "--help") || !strcmp(words[i], "-h")) {
            host->help(c, host->messages, out);
            return true;
        }
    }
    if (!names_no_game(c, words, count) && !read_game(c, &a, words, count, e))
        return false;
    return read_words(c, &a, &chosen, words, count, e) && check_rest(c, &a, e) &&
           c->run(&a, out, e);
}

// The position that -p or the seed gives.
static bool arguments_start(const struct arguments *a, struct game_position *p, struct error *e)
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
        return error_set(e, "position.view:position",
                         "position '%s' is one seat's view; playing on needs what it hides",
                         error_quote(a->position).text);
    return true;
}

bool arguments_history(const struct arguments *a, unsigned count, struct history *history,
                       struct error *e)
{
    struct game_position start;

    if (!arguments_start(a, &start, e))
        return false;
    history_init(history, a->game, &a->options, &start);
    for (unsigned i = 0; i < count; i++) {
        if (!history_play_text(history, a->rest[i], e)) {
            history_clear(history);
            return false;
        }
    }
    return true;
}
