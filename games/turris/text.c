// SPDX-License-Identifier: MIT
// Position and action texts. Reading is strict: the order of blocks and cubes is fixed, so that a
// position has one text only, and the tower is built up and checked block by block.
//
// What is asked of a tower is what holds in every tower whatever the order of building: support,
// overlap, the ground rule, three levels, the number of blocks. Side contact and the middle rule
// are asked when a block is placed, and a later removal may undo them; here they are not asked.
#include <string.h>

#include "games/turris/turris.h"

static const char way_letters[] = "ven";
static const char digits[] = "0123456789";
static const char seat_letters[] = "wb";
static const struct sentence colour_words[] = {
    SENTENCE("turris.blocks.white", "white"),
    SENTENCE("turris.blocks.black", "black"),
};

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

static void add_cell(struct text *t, unsigned cell)
{
    text_char(t, (char)('a' + cell % TURRIS_SIDE));
    text_char(t, (char)('1' + cell / TURRIS_SIDE));
}

static void add_block(struct text *t, unsigned placement, unsigned level)
{
    add_cell(t, placement % TURRIS_LANE);
    text_char(t, way_letters[placement / TURRIS_LANE]);
    text_number(t, level);
}

// The cell that is the n-th in order: column by column, each from the lowest row.
static unsigned nth_cell(unsigned n)
{
    return n % TURRIS_SIDE * TURRIS_SIDE + n / TURRIS_SIDE;
}

static void add_blocks(struct text *text, const struct turris_position *t)
{
    const char *between = "";

    for (unsigned level = 1; level <= TURRIS_LEVELS; level++) {
        for (unsigned n = 0; n < TURRIS_CELLS; n++) {
            struct turris_block block;
            unsigned cell = nth_cell(n);
            if (!turris_block(t, cell, level, &block) || block.base != cell || block.level != level)
                continue;
            text_add(text, between);
            text_char(text, seat_letters[block.seat]);
            add_block(text, TURRIS_LANE * block.orientation + cell, level);
            between = ",";
        }
    }
    if (!*between)
        text_char(text, '-');
}

// The two cubes of the block that was taken: one cell twice, or two cells at one level.
static void add_barred(struct text *text, const struct turris_position *t)
{
    if (t->barred == 0) {
        text_char(text, '-');
        return;
    }
    unsigned first = (unsigned)bits_first(t->barred), second = (unsigned)bits_last(t->barred);
    unsigned level = turris_height(t, first) + 1;
    add_cell(text, first);
    text_number(text, level);
    text_char(text, ',');
    add_cell(text, second);
    text_number(text, first == second ? level + 1 : level);
}

void turris_write(const struct game_position *p, struct text *text)
{
    const struct turris_position *t = turris_of(p);

    add_blocks(text, t);
    text_format(text, " %c %c", seat_letters[t->side], t->bonus ? '+' : '-');
    for (int seat = 0; seat < 2; seat++) {
        text_char(text, ' ');
        if (t->last[seat])
            add_block(text, t->last[seat] % 256, t->last[seat] / 256);
        else
            text_char(text, '-');
    }
    text_char(text, ' ');
    add_barred(text, t);
}

void turris_action_text(const struct game_position *p, game_action action, struct text *t)
{
    (void)p;
    if (action == TURRIS_DONE) {
        text_add(t, "done");
    } else if (action == TURRIS_PASS) {
        text_add(t, "pass");
    } else if (action >= TURRIS_REMOVE) {
        text_char(t, 'x');
        add_cell(t, action - TURRIS_REMOVE);
    } else {
        add_cell(t, action % TURRIS_LANE);
        text_char(t, way_letters[action / TURRIS_LANE]);
    }
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

// A text being read. `item` is where the block or cube in hand begins, for messages.
struct turris_reader {
    const char *at;
    const char *item;
    struct error *e;
};

// The item in hand, up to its separator.
static struct error_quote quote_item(const struct turris_reader *r)
{
    char item[44];
    size_t length = strcspn(r->item, ", ");

    if (length > sizeof item - 1)
        length = sizeof item - 1;
    memcpy(item, r->item, length);
    item[length] = 0;
    return error_quote(item);
}

// A sentence about the item, which is its only argument.
static bool refuse_item(const struct turris_reader *r, const char *id, const char *format)
{
    return error_set(r->e, id, format, quote_item(r).text);
}

static bool take_char(struct turris_reader *r, char c)
{
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

// Takes one of some letters and gives its number among them, or -1.
static int take_letter(struct turris_reader *r, const char *letters)
{
    const char *found = *r->at ? strchr(letters, *r->at) : NULL;

    if (!found)
        return -1;
    r->at++;
    return (int)(found - letters);
}

static bool take_cell(struct turris_reader *r, unsigned *cell)
{
    int column = take_letter(r, "abc");
    int row = column < 0 ? -1 : take_letter(r, "123");

    *cell = (unsigned)(row * TURRIS_SIDE + column);
    return row >= 0;
}

// A level from 1 to TURRIS_LEVELS without leading zeros.
static bool take_level(struct turris_reader *r, unsigned *level)
{
    bool leading_zero = *r->at == '0';
    int digit = take_letter(r, digits);
    unsigned number = 0;

    for (; digit >= 0; digit = take_letter(r, digits))
        number = number > TURRIS_LEVELS ? number : 10 * number + (unsigned)digit;
    *level = number;
    return !leading_zero && number >= 1 && number <= TURRIS_LEVELS;
}

// The orientation, base and level of a block that lies within the plan.
static bool take_block(struct turris_reader *r, unsigned *placement, unsigned *level)
{
    unsigned base;

    if (!take_cell(r, &base))
        return refuse_item(r, "turris.block.cell:item", "block '%s': the cell must be a1 to c3");
    int orientation = take_letter(r, way_letters);
    if (orientation < 0)
        return refuse_item(r, "turris.block.way:item",
                           "block '%s': after the cell comes v, e or n");
    if ((orientation == TURRIS_EAST && base % TURRIS_SIDE == 2) ||
        (orientation == TURRIS_NORTH && base / TURRIS_SIDE == 2))
        return refuse_item(r, "turris.block.outside:item",
                           "block '%s': it lies partly outside the plan");
    if (!take_level(r, level))
        return refuse_item(r, "turris.block.level:item",
                           "block '%s': the level must be a number from 1 to 11");
    *placement = (unsigned)orientation * TURRIS_LANE + base;
    return true;
}

// Orders items by level, then column, then row.
static unsigned rank(unsigned cell, unsigned level)
{
    return TURRIS_CELLS * level + nth_cell(cell);
}

// Whether two cells of equal height have the same block on top.
static bool same_top(const struct turris_position *t, unsigned orientation, unsigned base)
{
    unsigned kind = t->stack[base] & TURRIS_KIND;

    return kind == (orientation == TURRIS_EAST ? TURRIS_LEFT : TURRIS_NEAR);
}

// Whether a block may stand where the text has it, on what is built so far; `flats` are the flat
// blocks on the ground before it. Blocks come from the lowest level up, so nothing can be put under
// or between blocks later: what is wrong now stays wrong.
static bool block_stands(const struct turris_reader *r, const struct turris_position *t,
                         unsigned placement, unsigned level, unsigned flats)
{
    unsigned orientation = placement / TURRIS_LANE, base = placement % TURRIS_LANE;
    unsigned other = base + turris_step(orientation), top = level + (orientation == TURRIS_UPRIGHT);

    if (turris_height(t, base) >= level || turris_height(t, other) >= level)
        return refuse_item(r, "turris.block.filled:item",
                           "block '%s': its place is filled already");
    if (turris_height(t, base) + 1 < level || turris_height(t, other) + 1 < level)
        return refuse_item(r, "turris.block.hangs:item",
                           "block '%s': it does not rest on the tower");
    if (top > t->finished + (unsigned)TURRIS_SPREAD)
        return refuse_item(r, "turris.block.high:item",
                           "block '%s': it rises more than three levels above the lowest cell");
    if (orientation == TURRIS_UPRIGHT)
        return true;
    if (level > 1 && same_top(t, orientation, base))
        return refuse_item(r, "turris.block.one-below:item",
                           "block '%s': a flat block must rest on two different blocks");
    if (level == 1 && flats > 0 && t->ground == TURRIS_GROUND_UPRIGHT)
        return refuse_item(r, "turris.block.ground:item",
                           "block '%s': only one block may lie flat on the ground");
    return true;
}

static bool read_tower(struct turris_reader *r, struct turris_position *t)
{
    unsigned flats = 0, least = 0;

    if (take_char(r, '-'))
        return true;
    do {
        unsigned placement, level;
        r->item = r->at;
        int seat = take_letter(r, seat_letters);
        if (seat < 0)
            return refuse_item(r, "turris.block.colour:item",
                               "block '%s': it must begin with w or b");
        if (!take_block(r, &placement, &level))
            return false;
        if (rank(placement % TURRIS_LANE, level) < least)
            return refuse_item(r, "turris.block.order:item",
                               "block '%s': blocks must be in order of level, column and row");
        if (!block_stands(r, t, placement, level, flats))
            return false;
        if (t->left[seat] == 0)
            return error_set(r->e, "turris.block.many:item,most,colour@turris.blocks",
                             "block '%s': there are only %d %s blocks", quote_item(r).text,
                             TURRIS_BLOCKS, colour_words[seat].english);
        flats += level == 1 && placement >= TURRIS_LANE;
        least = rank(placement % TURRIS_LANE, level) + 1;
        turris_build(t, (unsigned)seat, placement);
    } while (take_char(r, ','));
    return true;
}

static bool read_last(struct turris_reader *r, struct turris_position *t, unsigned seat)
{
    unsigned placement, level;
    struct turris_block block;

    r->item = r->at;
    t->last[seat] = 0;
    if (take_char(r, '-'))
        return true;
    if (!take_block(r, &placement, &level))
        return false;
    if (!turris_block(t, placement % TURRIS_LANE, level, &block) || block.seat != seat ||
        block.level != level || block.orientation * TURRIS_LANE + block.base != (int)placement)
        return seat == TURRIS_WHITE
                   ? refuse_item(r, "turris.last.white:item",
                                 "last block '%s': the tower has no such white block")
                   : refuse_item(r, "turris.last.black:item",
                                 "last block '%s': the tower has no such black block");
    t->last[seat] = (uint16_t)(256 * level + placement);
    return true;
}

static bool read_cube(struct turris_reader *r, unsigned *cell, unsigned *level)
{
    r->item = r->at;
    if (!take_cell(r, cell))
        return refuse_item(r, "turris.barred.cell:item",
                           "barred cube '%s': the cell must be a1 to c3");
    if (!take_level(r, level))
        return refuse_item(r, "turris.barred.level:item",
                           "barred cube '%s': the level must be a number from 1 to 11");
    return true;
}

// Barred cubes are those of one block that stood on the tower until the turn before.
static bool read_barred(struct turris_reader *r, struct turris_position *t)
{
    unsigned cell = 0, level = 0, cell_2 = 0, level_2 = 0;

    if (take_char(r, '-'))
        return true;
    const char *field = r->at;
    if (!read_cube(r, &cell, &level))
        return false;
    if (level != turris_height(t, cell) + 1)
        return refuse_item(r, "turris.barred.next:item",
                           "barred cube '%s': it is not the next one on its cell");
    if (!take_char(r, ','))
        return error_set(r->e, "turris.barred.two:found",
                         "barred cubes '%s': there must be none or two", error_quote(field).text);
    if (!read_cube(r, &cell_2, &level_2))
        return false;
    if (level_2 <= turris_height(t, cell_2))
        return refuse_item(r, "turris.barred.filled:item", "barred cube '%s': its place is filled");
    bool stacked = cell_2 == cell && level_2 == level + 1;
    bool beside = level_2 == level && turris_height(t, cell_2) + 1 == level &&
                  ((cell_2 == cell + 1 && cell % TURRIS_SIDE < 2) || cell_2 == cell + TURRIS_SIDE);
    if (!stacked && !beside)
        return error_set(r->e, "turris.barred.block:found",
                         "barred cubes '%s': they are not the two cubes of one block, in order",
                         error_quote(field).text);
    t->barred = (uint16_t)(BIT(cell) | BIT(cell_2));
    return true;
}

// What comes next must be a space; the sentence quotes what is there instead.
static bool read_end_of_field(struct turris_reader *r, const char *id, const char *format)
{
    return take_char(r, ' ') || error_set(r->e, id, format, error_quote(r->at).text);
}

static bool read_letter(struct turris_reader *r, const char *letters, uint8_t *value,
                        const char *id, const char *format)
{
    int letter = take_letter(r, letters);

    if (letter < 0)
        return error_set(r->e, id, format, error_quote(r->at).text);
    *value = (uint8_t)letter;
    return true;
}

bool turris_read(const struct game_options *options, const char *text, struct game_position *p,
                 struct error *e)
{
    struct turris_reader r = {.at = text, .item = text, .e = e};
    struct turris_position t;

    turris_clear(&t, options);
    if (!read_tower(&r, &t) ||
        !read_end_of_field(&r, "turris.after.blocks:found",
                           "position: after the blocks '%s' is out of place") ||
        !read_letter(&r, seat_letters, &t.side, "turris.side:found",
                     "the side must be w or b, not '%s'") ||
        !read_end_of_field(&r, "turris.after.side:found",
                           "position: after the side '%s' is out of place") ||
        !read_letter(&r, "-+", &t.bonus, "turris.phase:found",
                     "the phase must be - or +, not '%s'") ||
        !read_end_of_field(&r, "turris.after.phase:found",
                           "position: after the phase '%s' is out of place") ||
        !read_last(&r, &t, TURRIS_WHITE) ||
        !read_end_of_field(&r, "turris.after.last-white:found",
                           "position: after the last white block '%s' is out of place") ||
        !read_last(&r, &t, TURRIS_BLACK) ||
        !read_end_of_field(&r, "turris.after.last-black:found",
                           "position: after the last black block '%s' is out of place") ||
        !read_barred(&r, &t))
        return false;
    if (*r.at)
        return error_set(e, "turris.rest:found", "position: '%s' is too much at the end",
                         error_quote(r.at).text);
    memset(p, 0, sizeof *p);
    *(struct turris_position *)p->bytes = t;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Attempts
// ---------------------------------------------------------------------------------------------

bool turris_attempt(const struct game_position *p, const char *text, struct game_path *path)
{
    struct error ignored;
    struct turris_reader r = {.at = text, .item = text, .e = &ignored};
    unsigned cell;

    (void)p;
    if (strcmp(text, "done") == 0 || strcmp(text, "pass") == 0) {
        *path = (struct game_path){1, {*text == 'd' ? TURRIS_SPOT_DONE : TURRIS_SPOT_PASS}};
        return true;
    }
    bool removal = take_char(&r, 'x');
    if (!take_cell(&r, &cell))
        return false;
    *path = (struct game_path){2, {TURRIS_SPOT_REMOVE, (game_spot)cell}};
    if (removal)
        return *r.at == 0;
    int orientation = take_letter(&r, way_letters);
    if (orientation < 0 || *r.at || (orientation == TURRIS_EAST && cell % TURRIS_SIDE == 2) ||
        (orientation == TURRIS_NORTH && cell / TURRIS_SIDE == 2))
        return false;
    *path = (struct game_path){
        2, {(game_spot)cell, (game_spot)(cell + turris_step((unsigned)orientation))}};
    return true;
}
