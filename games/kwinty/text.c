// SPDX-License-Identifier: MIT
// Position and action texts. Positions are read strictly: the blocks go into a scratch list
// first, then into a wall, and the laws that hold in every wall are checked on the finished one.
// Whether the wall could have been built block by block is not asked.
#include <string.h>

#include "games/kwinty/kwinty.h"

struct wall_text {
    int count;
    int placed[2]; // by colour
    struct {
        struct kwinty_block block;
        int seat;
    } at[2 * KWINTY_BLOCKS];
};

static const char colours[] = "wb";

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

// A block's text, cut at the next separator, for a message.
static struct error_quote quote_block(const char *text)
{
    char copy[20];
    size_t length = strcspn(text, ", ");

    if (length >= sizeof copy)
        length = sizeof copy - 1;
    memcpy(copy, text, length);
    copy[length] = 0;
    return error_quote(copy);
}

// A sentence about one block, which is its only argument.
static bool block_error(struct error *e, struct kwinty_block block, int seat, const char *id,
                        const char *format)
{
    char text[8];
    struct text t;

    text_init(&t, text, sizeof text);
    text_format(&t, "%c%c%d%c", colours[seat], 'a' + block.column, block.row + 1,
                block.flat ? 'h' : 'v');
    return error_set(e, id, format, text);
}

// A square and an orientation, such as "i1h"; what follows is not looked at.
static bool read_placement(const char *text, struct kwinty_block *block)
{
    if (text[0] < 'a' || text[0] >= 'a' + KWINTY_COLUMNS)
        return false;
    if (text[1] < '1' || text[1] >= '1' + KWINTY_SIZE)
        return false;
    if (text[2] != 'h' && text[2] != 'v')
        return false;
    *block = (struct kwinty_block){text[0] - 'a', text[1] - '1', text[2] == 'h'};
    return true;
}

// Whether both squares are in the columns a-q and the rows 1-9.
static bool inside(struct kwinty_block block)
{
    return kwinty_other_column(block) < KWINTY_COLUMNS && kwinty_other_row(block) < KWINTY_SIZE;
}

static bool sorted(struct kwinty_block before, struct kwinty_block block)
{
    return before.column < block.column ||
           (before.column == block.column && before.row < block.row);
}

// Reads one block, such as "wi1h", at the end of the list.
static bool read_block(const char *text, struct wall_text *w, struct error *e)
{
    struct kwinty_block block;
    int seat = *text == colours[1];

    if (*text != colours[seat] || !read_placement(text + 1, &block))
        return error_set(e, "kwinty.block:found",
                         "position: '%s' is not a block such as wi1h or bk1v",
                         quote_block(text).text);
    if (!inside(block))
        return block_error(e, block, seat, "kwinty.block.outside:block",
                           "position: block '%s' reaches out of the columns a-q or the rows 1-9");
    if (w->count > 0 && !sorted(w->at[w->count - 1].block, block))
        return block_error(
            e, block, seat, "kwinty.block.order:block",
            "position: block '%s' is not in order: by column, then by row, no square twice");
    if (w->placed[seat] == KWINTY_BLOCKS)
        return block_error(e, block, seat, "kwinty.block.many:block",
                           "position: block '%s' is one more than the 20 of its colour");
    w->placed[seat]++;
    w->at[w->count].block = block;
    w->at[w->count++].seat = seat;
    return true;
}

// Reads all blocks and moves the text on to what follows them.
static bool read_blocks(const char **text, struct wall_text *w, struct error *e)
{
    enum { LENGTH = 4 };

    if (**text == '-') {
        ++*text;
        return true;
    }
    for (;;) {
        if (!read_block(*text, w, e))
            return false;
        *text += LENGTH;
        if (**text != ',')
            return true;
        ++*text;
    }
}

// Puts the blocks into the frame; the first one in the text has the leftmost column.
static bool build(const struct wall_text *w, struct kwinty_position *k, struct error *e)
{
    if (w->count > 0)
        k->left = (uint32_t)w->at[0].block.column;
    for (int i = 0; i < w->count; i++) {
        struct kwinty_block block = w->at[i].block;
        if (kwinty_other_column(block) - (int)k->left >= KWINTY_SIZE)
            return block_error(e, block, w->at[i].seat, "kwinty.block.wide:block",
                               "position: block '%s' makes the wall more than 9 squares wide");
        if (kwinty_filled(k, block.column, block.row) ||
            kwinty_filled(k, kwinty_other_column(block), kwinty_other_row(block)))
            return block_error(e, block, w->at[i].seat, "kwinty.block.overlap:block",
                               "position: block '%s' overlaps another block");
        kwinty_put(k, w->at[i].seat, block);
    }
    return true;
}

// The laws of every wall. Once all blocks are supported, the wall is connected when its columns
// are.
static bool check_wall(const struct wall_text *w, const struct kwinty_position *k, struct error *e)
{
    int end = (int)k->left + kwinty_width(k);

    for (int i = 0; i < w->count; i++) {
        struct kwinty_block block = w->at[i].block;
        if (!kwinty_supported(k, block))
            return block_error(e, block, w->at[i].seat, "kwinty.block.unsupported:block",
                               "position: block '%s' is not fully supported");
        if (kwinty_short_ends(k, w->at[i].seat, block))
            return block_error(e, block, w->at[i].seat, "kwinty.block.short-end:block",
                               "position: block '%s' touches a short end of its own colour");
    }
    for (int i = 0; i < w->count; i++) {
        if (w->at[i].block.column >= end)
            return block_error(e, w->at[i].block, w->at[i].seat, "kwinty.block.apart:block",
                               "position: block '%s' is not connected with the wall");
    }
    if (w->count > 0 && !kwinty_filled(k, KWINTY_FIRST, 0))
        return error_set(e, "kwinty.first",
                         "position: square i1 is empty, but every wall begins there");
    return true;
}

// The winner in a position from a text. Play stops at the first row of five, so at most one
// colour has one; a text may show more. If both have one, the seat that moved last made its row
// last, and wins.
void kwinty_find_winner(struct kwinty_position *k)
{
    int last = !k->seat;

    k->winner = 0;
    if (kwinty_has_five(k, last))
        k->winner = (uint16_t)(last + 1);
    else if (kwinty_has_five(k, !last))
        k->winner = (uint16_t)(!last + 1);
}

// Reads the text as far as the wall can be shown; whether it keeps the laws is another question.
static bool read_wall(const char *text, struct wall_text *w, struct kwinty_position *k,
                      struct error *e)
{
    if (!read_blocks(&text, w, e))
        return false;
    if (text[0] != ' ' || (text[1] != colours[0] && text[1] != colours[1]) || text[2])
        return error_set(e, "kwinty.side:found",
                         "position: after the blocks comes ' w' or ' b', not '%s'",
                         error_quote(text).text);
    k->left = KWINTY_FIRST;
    k->seat = text[1] == colours[1];
    return build(w, k, e);
}

static void finish_position(struct kwinty_position *k, struct game_position *p)
{
    kwinty_find_winner(k);
    memset(p, 0, sizeof *p);
    memcpy(p->bytes, k, sizeof *k);
}

bool kwinty_draft(const struct game_options *options, const char *text, struct game_position *p,
                  struct error *e)
{
    struct wall_text w = {0};
    struct kwinty_position k = {.left = 0};

    (void)options;
    if (!read_wall(text, &w, &k, e))
        return false;
    finish_position(&k, p);
    return true;
}

bool kwinty_read(const struct game_options *options, const char *text, struct game_position *p,
                 struct error *e)
{
    struct wall_text w = {0};
    struct kwinty_position k = {.left = 0};

    (void)options;
    if (!read_wall(text, &w, &k, e) || !check_wall(&w, &k, e))
        return false;
    finish_position(&k, p);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

static void write_placement(struct kwinty_block block, struct text *t)
{
    text_char(t, (char)('a' + block.column));
    text_char(t, (char)('1' + block.row));
    text_char(t, block.flat ? 'h' : 'v');
}

void kwinty_write(const struct game_position *p, struct text *t)
{
    const struct kwinty_position *k = kwinty_of(p);
    const char *separator = "";

    for (int i = 0; i < KWINTY_SIZE * KWINTY_SIZE; i++) {
        int column = (int)k->left + i / KWINTY_SIZE, row = i % KWINTY_SIZE;
        struct kwinty_block block;
        if (!kwinty_block_at(k, column, row, &block))
            continue;
        text_add(t, separator);
        text_char(t, colours[kwinty_owns(k, 1, column, row)]);
        write_placement(block, t);
        separator = ",";
    }
    if (!*separator)
        text_char(t, '-');
    text_char(t, ' ');
    text_char(t, colours[k->seat]);
}

// ---------------------------------------------------------------------------------------------
// Actions
// ---------------------------------------------------------------------------------------------

void kwinty_action_text(const struct game_position *p, game_action action, struct text *t)
{
    if (action == KWINTY_PASS)
        text_add(t, "pass");
    else
        write_placement(kwinty_action_block(kwinty_of(p), action), t);
}

static struct game_path block_path(struct kwinty_block block)
{
    int first = block.row * KWINTY_COLUMNS + block.column;
    int second = kwinty_other_row(block) * KWINTY_COLUMNS + kwinty_other_column(block);

    return (struct game_path){2, {(game_spot)first, (game_spot)second}};
}

void kwinty_action_path(const struct game_position *p, game_action action, struct game_path *path)
{
    if (action == KWINTY_PASS)
        *path = (struct game_path){1, {KWINTY_PASS_SPOT}};
    else
        *path = block_path(kwinty_action_block(kwinty_of(p), action));
}

bool kwinty_attempt(const struct game_position *p, const char *text, struct game_path *path)
{
    struct kwinty_block block;

    (void)p;
    if (strcmp(text, "pass") == 0) {
        *path = (struct game_path){1, {KWINTY_PASS_SPOT}};
        return true;
    }
    if (!read_placement(text, &block) || text[3])
        return false;
    if (inside(block)) {
        *path = block_path(block);
    } else { // There is no spot for the second square: name the first one twice.
        game_spot spot = (game_spot)(block.row * KWINTY_COLUMNS + block.column);
        *path = (struct game_path){2, {spot, spot}};
    }
    return true;
}
