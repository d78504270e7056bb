// SPDX-License-Identifier: MIT
// Texts: positions, read strictly and written, and actions. A position is the board from the top
// row down and the side to act; hands follow from what is on the board.
#include <string.h>

#include "games/yoxii/yoxii.h"

static const struct sentence side_names[] = {
    SENTENCE("yoxii.side.White", "White"),
    SENTENCE("yoxii.side.Red", "Red"),
};

static unsigned row_length(unsigned row)
{
    return (unsigned)bits_count(YOXII_BOARD >> 8 * row & 0xff);
}

static bool is_separator(char c)
{
    return c == '/' || c == ' ' || c == 0;
}

static bool read_totem(unsigned square, struct yoxii_position *y, struct error *e)
{
    if (y->totem)
        return error_set(e, "yoxii.totem.two:column,row,column2,row2",
                         "position: there is more than one totem: %c%c and %c%c",
                         yoxii_column(y->totem), yoxii_row(y->totem), yoxii_column(square),
                         yoxii_row(square));
    y->totem = square;
    return true;
}

static bool read_piece(unsigned square, int seat, unsigned value, struct yoxii_position *y,
                       struct error *e)
{
    if (yoxii_left(y, seat, value) == 0)
        return error_set(e, "yoxii.pieces:side@yoxii.side,value",
                         "position: %s has more pieces of value %u on the board than exist",
                         side_names[seat].english, value);
    y->hand[seat] -= UINT32_C(1) << 8 * (value - 1);
    y->pieces[seat] |= BIT(square);
    y->value_low |= (uint64_t)((value - 1) & 1) << square;
    y->value_high |= (uint64_t)((value - 1) >> 1) << square;
    return true;
}

static bool read_square(char c, unsigned square, struct yoxii_position *y, struct error *e)
{
    if (c == '.')
        return true;
    if (c == 'T')
        return read_totem(square, y, e);
    if (c >= '1' && c <= '4')
        return read_piece(square, 0, (unsigned)(c - '0'), y, e);
    if (c >= 'a' && c <= 'd')
        return read_piece(square, 1, (unsigned)(c - 'a' + 1), y, e);
    return error_set(e, "yoxii.square:found,column,row",
                     "position: '%s' on %c%c must be one of . T 1 2 3 4 a b c d",
                     error_quote((char[]){c, 0}).text, yoxii_column(square), yoxii_row(square));
}

// Reads one row and moves the text past it.
static bool read_row(const char **text, unsigned row, struct yoxii_position *y, struct error *e)
{
    const char *at = *text;

    for (unsigned square = 8 * row; square < 8 * row + YOXII_COLUMNS; square++) {
        if (!(YOXII_BOARD >> square & 1))
            continue;
        if (is_separator(*at))
            return error_set(e, "yoxii.row.short:row,text,wanted",
                             "position: row %u in '%s' has fewer than %u squares", row,
                             error_quote(*text).text, row_length(row));
        if (!read_square(*at++, square, y, e))
            return false;
    }
    if (!is_separator(*at))
        return error_set(e, "yoxii.row.long:row,text,wanted",
                         "position: row %u in '%s' has more than %u squares", row,
                         error_quote(*text).text, row_length(row));
    *text = at;
    return true;
}

static bool read_board(const char **text, struct yoxii_position *y, struct error *e)
{
    for (unsigned row = YOXII_ROWS; row >= 1; row--) {
        if (!read_row(text, row, y, e))
            return false;
        if (row > 1 && *(*text)++ != '/')
            return error_set(e, "yoxii.rows:row,next",
                             "position: the board ends after row %u; a '/' and row %u must follow",
                             row, row - 1);
    }
    if (!y->totem)
        return error_set(e, "yoxii.totem.none", "position: there is no totem on the board");
    return true;
}

bool yoxii_read(const struct game_options *options, const char *text, struct game_position *p,
                struct error *e)
{
    struct yoxii_position y = {.hand = {YOXII_FULL_HAND, YOXII_FULL_HAND}};

    (void)options;
    if (!read_board(&text, &y, e))
        return false;
    if (text[0] != ' ')
        return error_set(e, "yoxii.side:found",
                         "position: after the board comes a space and the side, not '%s'",
                         error_quote(text).text);
    if ((text[1] != 'w' && text[1] != 'r') || text[2])
        return error_set(e, "yoxii.side.letter:found",
                         "position: the side must be 'w' or 'r', not '%s'",
                         error_quote(text + 1).text);
    y.seat = text[1] == 'r';
    memset(p, 0, sizeof *p);
    *(struct yoxii_position *)p->bytes = y;
    return true;
}

static char square_letter(const struct yoxii_position *y, unsigned square)
{
    if (square == y->totem)
        return 'T';
    for (int seat = 0; seat < 2; seat++) {
        if (y->pieces[seat] >> square & 1)
            return yoxii_letter(seat, yoxii_value(y, square));
    }
    return '.';
}

void yoxii_write(const struct game_position *p, struct text *t)
{
    const struct yoxii_position *y = yoxii_of(p);

    for (unsigned row = YOXII_ROWS; row >= 1; row--) {
        for (unsigned square = 8 * row; square < 8 * row + YOXII_COLUMNS; square++) {
            if (YOXII_BOARD >> square & 1)
                text_char(t, square_letter(y, square));
        }
        text_char(t, row > 1 ? '/' : ' ');
    }
    text_char(t, y->seat == 0 ? 'w' : 'r');
}

void yoxii_action_text(const struct game_position *p, game_action action, struct text *t)
{
    unsigned to = yoxii_action_to(action), place = yoxii_action_place(action);

    (void)p;
    text_char(t, yoxii_column(to));
    text_char(t, yoxii_row(to));
    text_char(t, yoxii_column(place));
    text_char(t, yoxii_row(place));
    text_char(t, (char)('0' + yoxii_action_value(action)));
}
