// SPDX-License-Identifier: MIT
// Turns games.def into four tables: games, rule pages, diagrams, lessons. It is the only source file that names a game, so that a new
// one is a folder and a line. Everybody above game/ asks it; rooms that may not see it ask game_named. It is built at compile
// time and never changes: no registration at run time, no order of start-up to get wrong.
#include "games/registry.h"

#include <assert.h>
#include <string.h>

#define GAME(name)                                                                                 \
    extern const struct game game_##name;                                                          \
    extern const char rules_pages_##name[];                                                        \
    extern const char diagrams_##name[];                                                           \
    extern const char lesson_##name[];
#include "games/games.def"
#undef GAME

static const struct {
    const struct game *game;
    const char *rules; // in English; then languages and their pages in turn, and an empty language
    const char *diagrams;
    const char *lesson;
} entries[] = {
#define GAME(name) {&game_##name, rules_pages_##name, diagrams_##name, lesson_##name},
#include "games/games.def"
#undef GAME
};

unsigned registry_count(void)
{
    return sizeof entries / sizeof *entries;
}

const struct game *registry_game(unsigned index)
{
    assert(index < registry_count());
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

static const char *after(const char *text)
{
    return text + strlen(text) + 1;
}

static const char *page_in(const char *pages, const char *language)
{
    for (const char *at = after(pages); *at; at = after(after(at))) {
        if (!strcmp(at, language))
            return after(at);
    }
    return pages;
}

const char *registry_rules(const struct game *g, const char *language)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (entries[i].game == g)
            return page_in(entries[i].rules, language);
    }
    return "";
}

const char *registry_diagrams(const struct game *g)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (entries[i].game == g)
            return entries[i].diagrams;
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
