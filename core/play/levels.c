// SPDX-License-Identifier: MIT
// Levels from 1, for a first game, to 10, about a second per move.
//
// A level searches and chooses among its best lines: the odds of a line halve with every `halving`
// of loss, in thousandths of win probability against the best line. Low levels also slip: with the
// probability `careless` they choose among all actions by static evaluation, and the odds halve
// with every `halving` that an action's loss is away from `slip`. Immediate and proven wins are
// always taken, and blunders avoided (play/blunder.h).
//
// Games differ in length, in luck and in what search is worth, so most have rows of their own,
// found by engine matches (docs/levels.md). Others get the first table or, with hidden information,
// the second.
#include "play/levels.h"

#include <assert.h>

// nodes, depth, lines, halving, careless, slip
static const struct level open_levels[LEVELS] = {
    {20000, 1, 8, 80, 900, 600}, //  1
    {20000, 1, 8, 70, 550, 500}, //  2
    {30000, 2, 8, 60, 300, 400}, //  3
    {40000, 2, 6, 50, 100, 300}, //  4
    {60000, 3, 5, 40, 0, 0},     //  5
    {80000, 4, 4, 30, 0, 0},     //  6
    {100000, 5, 3, 20, 0, 0},    //  7
    {100000, 6, 2, 15, 0, 0},    //  8
    {150000, 0, 1, 1, 0, 0},     //  9
    {2000000, 0, 1, 1, 0, 0},    // 10
};

// For ISMCTS, whose simulations count as nodes, tell less than nodes, and have no depth.
static const struct level ismcts_levels[LEVELS] = {
    {100, 0, 8, 60, 880, 225}, //  1
    {100, 0, 8, 52, 453, 200}, //  2
    {100, 0, 8, 40, 111, 200}, //  3
    {280, 0, 2, 6, 0, 0},      //  4
    {720, 0, 1, 2, 0, 0},      //  5
    {2000, 0, 1, 1, 0, 0},     //  6
    {5300, 0, 1, 1, 0, 0},     //  7
    {14000, 0, 1, 1, 0, 0},    //  8
    {65000, 0, 1, 1, 0, 0},    //  9
    {400000, 0, 1, 1, 0, 0},   // 10
};

const struct level *level_parameters(const struct game *g, const struct game_options *options,
                                     unsigned level)
{
    bool duel = game_is_duel(g, options);
    const struct level *rows = duel ? open_levels : ismcts_levels;

    assert(level >= 1 && level <= LEVELS);
    // An open game's own rows count nodes: with more seats they would mean nothing.
    return &(game_ai(g)->levels && (duel || g->hidden) ? game_ai(g)->levels : rows)[level - 1];
}

// Sentences are true of every game: they say no more than what the rows have in common.
static const struct {
    const char *name;
    struct sentence about;
} characters[LEVELS] = {
    {"Pip", SENTENCE("level.1", "Plays what comes to mind, but takes a win that is there.")},
    {"Juno", SENTENCE("level.2", "Likes to try things out, and is often surprised.")},
    {"Otto", SENTENCE("level.3", "Has got the idea, and is easily distracted.")},
    {"Mina", SENTENCE("level.4", "Plays sensibly until something shiny turns up.")},
    {"Basil", SENTENCE("level.5", "Keeps an eye on what you are up to.")},
    {"Wanda", SENTENCE("level.6", "Thinks ahead, and likes to play it differently each time.")},
    {"Rufus", SENTENCE("level.7", "Patient, and seldom gives anything away.")},
    {"Thea", SENTENCE("level.8", "Sees far, and does not forgive much.")},
    {"Magnus", SENTENCE("level.9", "Calm and exact, but never thinks for long.")},
    {"Sibyl", SENTENCE("level.10", "Takes the time it needs and plays the best it can find.")},
};

const char *level_name(unsigned level)
{
    assert(level >= 1 && level <= LEVELS);
    return characters[level - 1].name;
}

const char *level_about(const struct catalogue *messages, unsigned level)
{
    assert(level >= 1 && level <= LEVELS);
    return sentence_row(messages, &characters[level - 1].about);
}

const char *level_about_id(unsigned level)
{
    assert(level >= 1 && level <= LEVELS);
    return characters[level - 1].about.id;
}
