// SPDX-License-Identifier: MIT
// Why an attempt is refused. Each rule is asked here in plain words of heights and blocks, apart
// from the generator in rules.c, which works out all cells side by side; the tests hold the two
// together.
#include "games/turris/turris.h"

const struct game_rule turris_rules[TURRIS_RULES] = {
    [TURRIS_RULE_CELLS] = {"cells-only",
                           "After a cell, or after remove, a cell of the plan is touched; "
                           "done and pass stand alone."},
    [TURRIS_RULE_ADJACENT] = {"not-adjacent",
                              "A block stands on one cell or lies on two that share a side."},
    [TURRIS_RULE_NO_BONUS] = {"no-bonus", "Removing a block and declining belong to a bonus, and "
                                          "only a block in the middle earns one."},
    [TURRIS_RULE_DECLINE] = {"bonus-not-passed",
                             "A bonus is not passed: say done to go without it."},
    [TURRIS_RULE_MUST_PLACE] = {"must-place",
                                "You may not pass while one of your blocks can be placed."},
    [TURRIS_RULE_NO_BLOCKS] = {"no-blocks", "You have no block left to place."},
    [TURRIS_RULE_NO_TARGET] = {"nothing-to-remove", "There is no block on that cell."},
    [TURRIS_RULE_OWN] = {"own-block", "Only an enemy block may be removed."},
    [TURRIS_RULE_COVERED] = {"covered", "A block on which something rests may not be removed."},
    [TURRIS_RULE_LAST] = {"last-block", "The block that the enemy placed last may not be removed."},
    [TURRIS_RULE_REMOVAL_LEVELS] = {"removal-three-levels",
                                    "Without that block the tower would have more than three "
                                    "unfinished levels."},
    [TURRIS_RULE_OTHER_HALF] = {"other-half", "The text of a removal names the left or lower cell "
                                              "of a flat block."},
    [TURRIS_RULE_SUPPORT] = {"unequal-heights", "A flat block needs two cells of equal height."},
    [TURRIS_RULE_GROUND] = {"flat-on-ground",
                            "Only the first block of the game may lie flat on the ground."},
    [TURRIS_RULE_GROUND_CONTACT] = {"apart-on-ground", "A block that lies flat on the ground must "
                                                       "have the tower beside it."},
    [TURRIS_RULE_OVERLAP] = {"no-overlap", "A flat block must rest on two different blocks."},
    [TURRIS_RULE_CONTACT] = {"no-side-contact", "An upright block must have a cube of the tower "
                                                "beside its lower half."},
    [TURRIS_RULE_LEVELS] = {"three-levels",
                            "The tower may have three unfinished levels at most: fill the lowest "
                            "before you begin another."},
    [TURRIS_RULE_MIDDLE] = {"middle-too-early", "The middle of a level may be filled only when "
                                                "another cell of that level is filled already."},
    [TURRIS_RULE_BARRED] = {"barred", "The place of a removed block may not be filled in the turn "
                                      "after the removal."},
    [TURRIS_RULE_BASE_FIRST] = {"left-or-lower-first",
                                "The text of a flat block begins with its left or lower cell."},
};

// ---------------------------------------------------------------------------------------------
// Placements
// ---------------------------------------------------------------------------------------------

static bool adjacent(unsigned a, unsigned b)
{
    unsigned low = a < b ? a : b, high = a < b ? b : a;

    return high == low + TURRIS_SIDE || (high == low + 1 && low % TURRIS_SIDE < 2);
}

// Whether a cell beside this one, other than `but`, is filled up to a level.
static bool filled_beside(const struct turris_position *t, unsigned cell, unsigned but,
                          unsigned level)
{
    for (unsigned beside = 0; beside < TURRIS_CELLS; beside++) {
        if (beside != but && adjacent(cell, beside) && turris_height(t, beside) >= level)
            return true;
    }
    return false;
}

static bool same_block(const struct turris_position *t, unsigned a, unsigned b, unsigned level)
{
    struct turris_block one, two;

    return turris_block(t, a, level, &one) && turris_block(t, b, level, &two) &&
           one.base == two.base && one.orientation == two.orientation;
}

// Whether filling these cells up to a level would leave the highest more than three above the
// lowest.
static bool too_steep(const struct turris_position *t, unsigned a, unsigned b, unsigned level)
{
    unsigned highest = level, lowest = level;

    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++) {
        unsigned height = cell == a || cell == b ? level : turris_height(t, cell);
        highest = height > highest ? height : highest;
        lowest = height < lowest ? height : lowest;
    }
    return highest - lowest > TURRIS_SPREAD;
}

// Whether some cell at the edge is filled at a level.
static bool edge_filled(const struct turris_position *t, unsigned level)
{
    for (unsigned cell = 0; cell < TURRIS_CELLS; cell++) {
        if (cell != TURRIS_MIDDLE && turris_height(t, cell) >= level)
            return true;
    }
    return false;
}

// What an upright block is asked besides the common rules, and a flat one.
static unsigned why_not_upright(const struct turris_position *t, unsigned cell, unsigned level)
{
    bool contact = turris_empty(t) || filled_beside(t, cell, cell, level);

    return contact ? TURRIS_RULE_NONE : TURRIS_RULE_CONTACT;
}

static unsigned why_not_flat(const struct turris_position *t, unsigned a, unsigned b,
                             unsigned level)
{
    if (level > 1)
        return same_block(t, a, b, level - 1) ? TURRIS_RULE_OVERLAP : TURRIS_RULE_NONE;
    if (turris_empty(t))
        return TURRIS_RULE_NONE;
    if (t->ground == TURRIS_GROUND_UPRIGHT)
        return TURRIS_RULE_GROUND;
    bool contact = filled_beside(t, a, b, 1) || filled_beside(t, b, a, 1);
    return contact ? TURRIS_RULE_NONE : TURRIS_RULE_GROUND_CONTACT;
}

// The cells come in either order; they are the same for an upright block.
static unsigned why_not_place(const struct turris_position *t, unsigned a, unsigned b)
{
    unsigned level = turris_height(t, a) + 1, top = a == b ? level + 1 : level;

    if (turris_height(t, b) + 1 != level)
        return TURRIS_RULE_SUPPORT;
    if (t->barred & (BIT(a) | BIT(b)))
        return TURRIS_RULE_BARRED;
    if ((a == TURRIS_MIDDLE || b == TURRIS_MIDDLE) && !edge_filled(t, top))
        return TURRIS_RULE_MIDDLE;
    if (too_steep(t, a, b, top))
        return TURRIS_RULE_LEVELS;
    unsigned rule = a == b ? why_not_upright(t, a, level) : why_not_flat(t, a, b, level);
    if (rule == TURRIS_RULE_NONE && a > b)
        return TURRIS_RULE_BASE_FIRST;
    return rule;
}

// ---------------------------------------------------------------------------------------------
// Removals
// ---------------------------------------------------------------------------------------------

static unsigned why_not_remove(const struct turris_position *t, unsigned cell)
{
    struct turris_block block;

    if (!turris_block(t, cell, turris_height(t, cell), &block))
        return TURRIS_RULE_NO_TARGET;
    if (block.seat == t->side)
        return TURRIS_RULE_OWN;
    if (!turris_bare(t, &block))
        return TURRIS_RULE_COVERED;
    if (t->last[block.seat] == 256 * block.level + TURRIS_LANE * block.orientation + block.base)
        return TURRIS_RULE_LAST;
    if (too_steep(t, block.base, block.other, block.level - 1u))
        return TURRIS_RULE_REMOVAL_LEVELS;
    return cell == block.base ? TURRIS_RULE_NONE : TURRIS_RULE_OTHER_HALF;
}

// A flat block that is to be removed may be touched at either half.
game_spot turris_resolve_spot(const struct game_position *p, const struct game_path *touched,
                              game_spot spot)
{
    const struct turris_position *t = turris_of(p);
    struct turris_block block;

    if (touched->count != 1 || touched->at[0] != TURRIS_SPOT_REMOVE || spot >= TURRIS_CELLS ||
        !turris_block(t, spot, turris_height(t, spot), &block) || !turris_bare(t, &block))
        return spot; // of a covered block, the base may have another one on top
    return block.base;
}

// ---------------------------------------------------------------------------------------------
// Paths
// ---------------------------------------------------------------------------------------------

// The first touch, as far as it can be judged alone.
static unsigned why_not_begin(const struct turris_position *t, unsigned spot)
{
    if (spot < TURRIS_CELLS)
        return t->left[t->side] ? TURRIS_RULE_NONE : TURRIS_RULE_NO_BLOCKS;
    if (spot != TURRIS_SPOT_PASS)
        return t->bonus ? TURRIS_RULE_NONE : TURRIS_RULE_NO_BONUS;
    if (t->bonus)
        return TURRIS_RULE_DECLINE;
    bool can_place = t->left[t->side] && turris_placements(t);
    return can_place ? TURRIS_RULE_MUST_PLACE : TURRIS_RULE_NONE;
}

unsigned turris_why(const struct game_position *p, const struct game_path *path)
{
    const struct turris_position *t = turris_of(p);
    unsigned first = path->at[0], rule = why_not_begin(t, first);

    if (rule != TURRIS_RULE_NONE || path->count < 2)
        return rule;
    unsigned second = path->at[1];
    if (first == TURRIS_SPOT_DONE || first == TURRIS_SPOT_PASS || second >= TURRIS_CELLS)
        return TURRIS_RULE_CELLS;
    if (first == TURRIS_SPOT_REMOVE)
        return why_not_remove(t, second);
    if (first != second && !adjacent(first, second))
        return TURRIS_RULE_ADJACENT;
    return why_not_place(t, first, second);
}
