// SPDX-License-Identifier: MIT
// The games and their facts, in the words of a language. Games that are not offered to people are
// not listed.
#include <string.h>

#include "base/catalogue.h"
#include "bindings/c/inner.h"
#include "render/legend.h"
#include "protocol/command.h"

static const struct game *listed(unsigned index)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        if (!g->unlisted && index-- == 0)
            return g;
    }
    return NULL;
}

unsigned abax_game_count(void)
{
    unsigned count = 0;

    while (listed(count))
        count++;
    return count;
}

const abax_game *abax_game_at(unsigned index)
{
    return inner_shown(listed(index));
}

const abax_game *abax_game_find(const char *name, abax_error *error)
{
    const struct game *g;
    struct error e;

    if (!name) {
        inner_missing(error, "name");
        return NULL;
    }
    for (unsigned i = 0; (g = listed(i)); i++) {
        if (!strcmp(g->name, name))
            return inner_shown(g);
    }
    if (command_game(name, &g, &e))
        error_set(&e, "library.unlisted:game", "game '%s' is not offered", name);
    inner_fail(error, ABAX_UNKNOWN, &e);
    return NULL;
}

const char *abax_game_name(const abax_game *game)
{
    return game ? inner_game(game)->name : NULL;
}

const char *abax_game_title(const abax_game *game)
{
    return game ? inner_game(game)->title : NULL;
}

const char *abax_game_goal(const abax_game *game, const char *language)
{
    const struct game *g = inner_game(game);

    return g ? catalogue_text(inner_language(language), g->goal, "%s.goal", g->name) : NULL;
}

const char *abax_game_about(const abax_game *game, const char *language)
{
    const struct game *g = inner_game(game);

    return g ? catalogue_text(inner_language(language), g->about, "%s.about", g->name) : NULL;
}

const char *abax_game_rules(const abax_game *game, const char *language)
{
    return game ? registry_rules(inner_game(game), language ? language : "en") : NULL;
}

bool abax_game_is_hidden(const abax_game *game)
{
    return game && inner_game(game)->hidden;
}

bool abax_game_is_dealt(const abax_game *game)
{
    return game && inner_game(game)->random_start;
}

bool abax_game_has_scores(const abax_game *game)
{
    return game && inner_game(game)->scores;
}

unsigned abax_game_repetition(const abax_game *game)
{
    return game ? inner_game(game)->repetition : 0;
}

unsigned abax_game_max_actions(const abax_game *game)
{
    return game ? inner_game(game)->max_actions : 0;
}

const char *abax_game_seat_name(const abax_game *game, int seat, const char *language)
{
    const struct legend legend = {inner_game(game), inner_language(language)};

    if (!game || seat < 0 || seat >= GAME_MAX_SEATS || !legend.game->seat_names[seat])
        return NULL;
    return legend_seat_name(&legend, seat);
}

// ---------------------------------------------------------------------------------------------
// Options
// ---------------------------------------------------------------------------------------------

static const struct game_option *find_option(const abax_game *game, unsigned option)
{
    const struct game *g = inner_game(game);

    return g && option < game_option_count(g) ? &g->options[option] : NULL;
}

const char *abax_game_option(const abax_game *game, unsigned option)
{
    const struct game_option *o = find_option(game, option);

    return o ? o->key : NULL;
}

const char *abax_game_option_title(const abax_game *game, unsigned option, const char *language)
{
    const struct game_option *o = find_option(game, option);

    return o ? catalogue_text(inner_language(language), o->title, "%s.option.%s",
                              inner_game(game)->name, o->key)
             : NULL;
}

const char *abax_game_value(const abax_game *game, unsigned option, unsigned value)
{
    const struct game_option *o = find_option(game, option);

    return o && value < game_value_count(o) ? o->values[value] : NULL;
}

const char *abax_game_value_title(const abax_game *game, unsigned option, unsigned value,
                                  const char *language)
{
    const struct game_option *o = find_option(game, option);

    if (!o || value >= game_value_count(o))
        return NULL;
    return catalogue_text(inner_language(language), game_value_name(o, value), "%s.option.%s.%s",
                          inner_game(game)->name, o->key, o->values[value]);
}

unsigned abax_game_variant_count(const abax_game *game)
{
    unsigned count = 1;

    for (unsigned i = 0; game && i < game_option_count(inner_game(game)); i++)
        count *= game_value_count(&inner_game(game)->options[i]);
    return game ? count : 0;
}

size_t abax_game_variant(const abax_game *game, unsigned variant, char *buffer, size_t capacity,
                         abax_error *error)
{
    struct game_options options = {0};
    char words[ABAX_OPTIONS_BYTES];
    struct text t;

    if (!game || variant >= abax_game_variant_count(game))
        return inner_missing(error, game ? "variant" : "game");
    while (variant-- > 0)
        game_next_options(inner_game(game), &options);
    text_init(&t, words, sizeof words);
    game_options_text(inner_game(game), &options, &t);
    return inner_answer(words, buffer, capacity, error);
}

// One assignment of the text; `*text` moves behind it.
static bool read_option(const struct game *g, const char **text, struct game_options *options,
                        abax_error *error)
{
    char assignment[ABAX_OPTIONS_BYTES];
    struct text t;
    struct error e;

    text_init(&t, assignment, sizeof assignment);
    *text += text_until(&t, *text, ",");
    if (!game_set_option(g, options, assignment, &e))
        return inner_fail(error, ABAX_UNKNOWN, &e);
    *text += **text == ',';
    return true;
}

bool inner_options(const struct game *g, const char *text, struct game_options *options,
                   abax_error *error)
{
    *options = (struct game_options){0};
    if (!text || !strcmp(text, "-"))
        return true;
    while (*text) {
        if (!read_option(g, &text, options, error))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Rules that can refuse
// ---------------------------------------------------------------------------------------------

static const struct game_rule *find_rule(const abax_game *game, unsigned index)
{
    return game && index < inner_game(game)->rule_count - 1 ? &inner_game(game)->rules[index + 1]
                                                            : NULL;
}

const char *abax_game_rule(const abax_game *game, unsigned index)
{
    const struct game_rule *rule = find_rule(game, index);

    return rule ? rule->id : NULL;
}

const char *abax_game_rule_text(const abax_game *game, unsigned index, const char *language)
{
    const struct game_rule *rule = find_rule(game, index);

    return rule ? catalogue_text(inner_language(language), rule->sentence, "%s.rule.%s",
                                 inner_game(game)->name, rule->id)
                : NULL;
}
