// SPDX-License-Identifier: MIT
// The options of a UGI session: the game, its rule options, and numbers.
#include <string.h>
#include <strings.h>

#include "games/registry.h"
#include "protocol/command.h"
#include "protocol/ugi.h"

static const struct spin {
    const char *name;
    size_t place; // in struct ugi
    uint64_t least, most;
    bool restarts; // a new game begins
} spins[] = {
    {"Seed", offsetof(struct ugi, setup.seed), 0, UINT64_MAX, true},
    {"Hash", offsetof(struct ugi, megabytes), 1, 65536, false},
    {"Threads", offsetof(struct ugi, threads), 1, PARALLEL_MOST, false},
    {"MultiPV", offsetof(struct ugi, lines), 1, SEARCH_MAX_LINES, false},
};

enum { SPINS = sizeof spins / sizeof *spins };

static uint64_t value_of(const struct spin *s, const struct ugi *u)
{
    uint64_t value;

    memcpy(&value, (const char *)u + s->place, sizeof value);
    return value;
}

static void list_rule_options(const struct game *g, const struct game_options *options,
                              struct output *out)
{
    for (unsigned i = 0; i < game_option_count(g); i++) {
        const struct game_option *option = &g->options[i];
        output_format(out, "option name %s type combo default %s", option->key,
                      option->values[options->value[i]]);
        for (unsigned v = 0; v < game_value_count(option); v++)
            output_format(out, " var %s", option->values[v]);
        output_add(out, "\n");
    }
}

void ugi_list_options(const struct ugi *u, struct output *out)
{
    output_format(out, "option name Game type combo default %s", u->setup.game->name);
    for (unsigned i = 0; i < registry_count(); i++) {
        if (!registry_game(i)->unlisted)
            output_format(out, " var %s", registry_game(i)->name);
    }
    output_add(out, "\n");
    list_rule_options(u->setup.game, &u->setup.options, out);
    for (unsigned i = 0; i < SPINS; i++)
        output_format(out, "option name %s type spin default %llu min %llu max %llu\n",
                      spins[i].name, (unsigned long long)value_of(&spins[i], u),
                      (unsigned long long)spins[i].least, (unsigned long long)spins[i].most);
}

static bool set_game(struct ugi *u, const char *value, struct error *e)
{
    struct match_setup setup = u->setup;

    setup.options = (struct game_options){0};
    return command_game(value, &setup.game, e) && ugi_begin(u, &setup, e);
}

static bool set_spin(struct ugi *u, const struct spin *s, const char *value, struct error *e)
{
    unsigned long long n;

    if (!text_read_number(value, s->most, &n) || n < s->least)
        return error_say(e, "%s '%s' is not a number from %llu to %llu", s->name,
                         error_quote(value).text, (unsigned long long)s->least,
                         (unsigned long long)s->most);
    memcpy((char *)u + s->place, &(uint64_t){n}, sizeof(uint64_t));
    return !s->restarts || ugi_begin(u, &u->setup, e);
}

bool ugi_set_option(struct ugi *u, const char *name, const char *value, struct error *e)
{
    struct match_setup setup = u->setup;
    char assignment[80];
    struct text t;

    if (!strcasecmp(name, "Game"))
        return set_game(u, value, e);
    for (unsigned i = 0; i < SPINS; i++) {
        if (!strcasecmp(name, spins[i].name))
            return set_spin(u, &spins[i], value, e);
    }
    text_init(&t, assignment, sizeof assignment);
    text_format(&t, "%s=%s", name, value);
    return game_set_option(setup.game, &setup.options, assignment, e) && ugi_begin(u, &setup, e);
}
