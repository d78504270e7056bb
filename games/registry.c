// SPDX-License-Identifier: MIT
// Turns games.def into tables: games, rule pages, diagrams, lessons, puzzles, openings. It is the
// only source file that names a game, so that a new one is a folder and a line. Directories
// above core/game ask it; those that may not see it ask game_named. It is built at compile time and
// never changes: no registration at run time, no order of start-up to get wrong.
#include "games/registry.h"

#include <assert.h>
#include <string.h>

// games.mk says whether the games are compiled for newer machines too.
#ifdef GAME_MACHINES
enum { OLDEST, WITH_SSE4, WITH_AVX2, MACHINES };
#define MACHINES_OF(name)                                                                          \
    {                                                                                              \
        &game_##name, &game_##name##_v2, &game_##name##_v3                                         \
    }
#define DECLARED(name) game_##name, game_##name##_v2, game_##name##_v3

static const char *const machines[] = {"x86-64", "x86-64-v2", "x86-64-v3"};

static unsigned machine(void)
{
    if (__builtin_cpu_supports("x86-64-v3"))
        return WITH_AVX2;
    return __builtin_cpu_supports("x86-64-v2") ? WITH_SSE4 : OLDEST;
}
#else
enum { OLDEST, MACHINES };
#define MACHINES_OF(name)                                                                          \
    {                                                                                              \
        &game_##name                                                                               \
    }
#define DECLARED(name) game_##name

static const char *const machines[] = {"any"};

static unsigned machine(void)
{
    return OLDEST;
}
#endif

// games.mk compiles this file a second time for the test programs.
#ifdef ABAX_TEST_GAMES
#define TEST_GAME(name) GAME(name)
#else
#define TEST_GAME(name)
#endif

#define GAME(name)                                                                                 \
    extern const struct game DECLARED(name);                                                       \
    extern const char rules_pages_##name[];                                                        \
    extern const char diagrams_##name[];                                                           \
    extern const char lesson_##name[];                                                             \
    extern const char puzzles_##name[];                                                            \
    extern const char openings_##name[];
#include "games/games.def"
#undef GAME

static const struct {
    const struct game *games[MACHINES]; // the same game
    const char *rules; // in English; then languages and their pages in turn, and an empty language
    const char *diagrams;
    const char *lesson;
    const char *puzzles;
    const char *openings;
} entries[] = {
#define GAME(name)                                                                                 \
    {MACHINES_OF(name), rules_pages_##name, diagrams_##name,                                       \
     lesson_##name,     puzzles_##name,     openings_##name},
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
    return entries[index].games[machine()];
}

static bool is(unsigned index, const struct game *g)
{
    return strcmp(entries[index].games[OLDEST]->name, g->name) == 0;
}

const char *registry_machine(void)
{
    return machines[machine()];
}

const struct game *registry_find(const char *name)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (strcmp(entries[i].games[OLDEST]->name, name) == 0)
            return registry_game(i);
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
        if (is(i, g))
            return page_in(entries[i].rules, language);
    }
    return "";
}

const char *registry_diagrams(const struct game *g)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (is(i, g))
            return entries[i].diagrams;
    }
    return "";
}

const char *registry_lesson(const struct game *g)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (is(i, g))
            return entries[i].lesson;
    }
    return "";
}

const char *registry_openings(const struct game *g)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (is(i, g))
            return entries[i].openings;
    }
    return "";
}

const char *registry_puzzles(const struct game *g)
{
    for (unsigned i = 0; i < registry_count(); i++) {
        if (is(i, g))
            return entries[i].puzzles;
    }
    return "";
}
