// SPDX-License-Identifier: MIT
// Options: reading "key=value", writing them, walking through every set.
#include <assert.h>
#include <string.h>

#include "game/game.h"

unsigned game_option_count(const struct game *g)
{
    unsigned count = 0;

    while (count < GAME_MAX_OPTIONS && g->options[count].key)
        count++;
    return count;
}

unsigned game_value_count(const struct game_option *option)
{
    unsigned count = 0;

    while (count < GAME_MAX_VALUES && option->values[count])
        count++;
    return count;
}

const char *game_value_name(const struct game_option *option, unsigned value)
{
    return option->names[value] ? option->names[value] : option->values[value];
}

static bool no_such_option(const struct game *g, const char *assignment, struct error *e)
{
    struct text t;
    char known[120];

    text_init(&t, known, sizeof known);
    for (unsigned i = 0; i < game_option_count(g); i++)
        text_format(&t, "%s%s", i ? ", " : "", g->options[i].key);
    if (!known[0])
        return error_set(e, "option.none:option,game", "option '%s' is unknown: %s has no options",
                         error_quote(assignment).text, g->name);
    return error_set(e, "option.unknown:option,game,known", "option '%s' is unknown; %s has: %s",
                     error_quote(assignment).text, g->name, known);
}

static bool no_such_value(const struct game_option *option, const char *value, struct error *e)
{
    struct text t;
    char known[120];

    text_init(&t, known, sizeof known);
    for (unsigned i = 0; i < game_value_count(option); i++)
        text_format(&t, "%s%s", i ? ", " : "", option->values[i]);
    return error_set(e, "option.value:option,value,known",
                     "option '%s' cannot be '%s'; it is one of: %s", option->key,
                     error_quote(value).text, known);
}

bool game_set_option(const struct game *g, struct game_options *options, const char *assignment,
                     struct error *e)
{
    const char *equals = strchr(assignment, '=');
    size_t length = equals ? (size_t)(equals - assignment) : strlen(assignment);

    for (unsigned i = 0; i < game_option_count(g); i++) {
        const struct game_option *option = &g->options[i];
        if (strlen(option->key) != length || strncmp(option->key, assignment, length) != 0)
            continue;
        if (!equals)
            return error_set(e, "option.no-value:option,key,value",
                             "option '%s' needs a value, as in %s=%s", option->key, option->key,
                             option->values[0]);
        for (unsigned v = 0; v < game_value_count(option); v++) {
            if (strcmp(option->values[v], equals + 1) == 0) {
                options->value[i] = (uint8_t)v;
                return true;
            }
        }
        return no_such_value(option, equals + 1, e);
    }
    return no_such_option(g, assignment, e);
}

void game_options_text(const struct game *g, const struct game_options *options, struct text *t)
{
    const char *separator = "";

    for (unsigned i = 0; i < game_option_count(g); i++) {
        const struct game_option *option = &g->options[i];
        if (options->value[i] == 0)
            continue;
        assert(options->value[i] < game_value_count(option));
        text_format(t, "%s%s=%s", separator, option->key, option->values[options->value[i]]);
        separator = ",";
    }
    if (!*separator)
        text_char(t, '-');
}

bool game_next_options(const struct game *g, struct game_options *options)
{
    for (unsigned i = game_option_count(g); i-- > 0;) {
        assert(options->value[i] < game_value_count(&g->options[i]));
        if (++options->value[i] < game_value_count(&g->options[i]))
            return true;
        options->value[i] = 0;
    }
    return false;
}
