// SPDX-License-Identifier: MIT
#include "games/registry.h"

#include <string.h>

#define GAME(name)                                                                                 \
    extern const struct game game_##name;                                                          \
    extern const char rules_page_##name[];                                                         \
    extern const char lesson_##name[];
#include "games/games.def"
#undef GAME

static const struct {
    const struct game *game;
    const char *rules;
    const char *lesson;
} entries[] = {
#define GAME(name) {&game_##name, rules_page_##name, lesson_##name},
#include "games/games.def"
#undef GAME
};

unsigned registry_count(void)
{
    return sizeof entries / sizeof *entries;
}

const struct game *registry_game(unsigned index)
{
    return entries[index].game;
}

const struct game *registry_find(const char *name)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (strcmp(entries[i].game->name, name) == 0)
            return entries[i].game;
    }
    return NULL;
}

const struct game *game_named(const char *name)
{
    return registry_find(name);
}

const char *registry_rules(const struct game *g)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (entries[i].game == g)
            return entries[i].rules;
    }
    return "";
}

const char *registry_lesson(const struct game *g)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (entries[i].game == g)
            return entries[i].lesson;
    }
    return "";
}
