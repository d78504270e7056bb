// SPDX-License-Identifier: MIT
// The list of games. Only registry.c knows their names.
#ifndef ABAX_GAMES_REGISTRY_H
#define ABAX_GAMES_REGISTRY_H

#include "game/game.h"

unsigned registry_count(void);
const struct game *registry_game(unsigned index);

// For which machines the games are compiled that this one gets, such as "x86-64-v3"; "any" where
// there is no choice.
const char *registry_machine(void);

// The game with this name, or NULL.
const struct game *registry_find(const char *name);

// The game's rules page (its rules.LANGUAGE.md, or rules.md, then the texts*.md of that language),
// embedded by the build: in a language such as "de", or in English where there is none in that.
const char *registry_rules(const struct game *g, const char *language);

// The diagrams of that page (the game's diagrams.txt, which game/diagram.h reads), embedded by the
// build; empty when it has none, and in the page's module.
const char *registry_diagrams(const struct game *g);

// The game's first lesson (its lesson.txt, which coach/lesson.h reads), embedded by the build;
// empty when it has none.
const char *registry_lesson(const struct game *g);

// How games of self-play went on (its openings.txt, which coach/explorer.h reads), embedded by the
// build; empty when it has none, and in the page's module.
const char *registry_openings(const struct game *g);

// The game's puzzles (its puzzles.txt, which coach/puzzle.h reads), embedded by the build; empty
// when it has none, and in the page's module: the page fetches them.
const char *registry_puzzles(const struct game *g);

#endif
