// SPDX-License-Identifier: MIT
// Position and action texts. The board is written from the top row down, one character a square,
// rows separated by '/'; then a space and the side to act. Reading is strict: every character is
// compared with what `tiku_write` could have written there, and the pieces are counted afterwards.
#include <string.h>

#include "games/tiku/tiku.h"

enum { FIGURE, RINGED, DISC, KINDS };

// What is written for a kind of piece, by seat.
static const char letters[KINDS][3] = {[FIGURE] = "wb", [RINGED] = "WB", [DISC] = "ox"};

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

static char letter_at(const struct tiku_position *t, uint64_t square)
{
    for (int seat = 0; seat < 2; seat++) {
        if (t->figures[seat] & square)
            return letters[t->ringed & square ? RINGED : FIGURE][seat];
        if (t->discs[seat] & square)
            return letters[DISC][seat];
    }
    return '.';
}

void tiku_write(const struct game_position *p, struct text *t)
{
    const struct tiku_position *position = tiku_of(p);

    for (unsigned row = TIKU_SIDE; row-- > 0;) {
        for (unsigned column = 0; column < TIKU_SIDE; column++)
            text_char(t, letter_at(position, BIT(tiku_square(row, column))));
        text_char(t, row > 0 ? '/' : ' ');
    }
    text_char(t, letters[FIGURE][tiku_seat(position)]);
}

static void write_square(struct text *t, unsigned square)
{
    text_char(t, (char)('a' + tiku_column(square)));
    text_char(t, (char)('1' + tiku_row(square)));
}

void tiku_action_text(const struct game_position *p, game_action action, struct text *t)
{
    (void)p;
    if (action == TIKU_PASS) {
        text_add(t, "pass");
        return;
    }
    write_square(t, tiku_from(action));
    write_square(t, tiku_to(action));
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

// Puts the piece that a letter stands for on a square; false when the letter means nothing.
static bool place(struct tiku_position *t, char letter, uint64_t square)
{
    if (letter == '.')
        return true;
    for (int seat = 0; seat < 2; seat++) {
        if (letter == letters[DISC][seat]) {
            t->discs[seat] |= square;
            return true;
        }
        if (letter == letters[FIGURE][seat] || letter == letters[RINGED][seat]) {
            t->figures[seat] |= square;
            if (letter == letters[RINGED][seat])
                t->ringed |= square;
            return true;
        }
    }
    return false;
}

// Reads one row up to the character that must follow it.
static bool read_row(struct tiku_position *t, const char *text, unsigned row, struct error *e)
{
    for (unsigned column = 0; column < TIKU_SIDE; column++) {
        char letter = text[column];
        if (letter == '/' || letter == ' ' || !letter)
            return error_set(e, "tiku.row.count:row,count",
                             "row %u of the board has %u squares instead of 6", row + 1, column);
        if (!place(t, letter, BIT(tiku_square(row, column))))
            return error_set(e, "tiku.square:column,row,found",
                             "square %c%u holds '%s', which is none of . w b W B o x",
                             'a' + (int)column, row + 1, error_quote((char[]){letter, 0}).text);
    }
    char end = row > 0 ? '/' : ' ';
    if (text[TIKU_SIDE] == end)
        return true;
    return error_set(e, "tiku.row.end:row,end,found",
                     "row %u of the board must end with '%c' after 6 squares, not with '%s'",
                     row + 1, end, error_quote((char[]){text[TIKU_SIDE], 0}).text);
}

static bool check_rings(const struct tiku_position *t, struct error *e)
{
    if (!t->ringed || t->turn & TIKU_TURN_DIAGONAL)
        return true;
    unsigned square = (unsigned)bits_last(t->ringed);
    return error_set(e, "tiku.square.diagonal:column,row,found",
                     "square %c%u holds '%c', which exists only with diagonal=on",
                     'a' + (int)tiku_column(square), tiku_row(square) + 1,
                     letter_at(t, BIT(square)));
}

static bool check_numbers(const struct tiku_position *t, struct error *e)
{
    static const struct sentence colours[2] = {
        SENTENCE("tiku.colour.white", "white"),
        SENTENCE("tiku.colour.black", "black"),
    };

    for (int seat = 0; seat < 2; seat++) {
        int figures = bits_count(t->figures[seat]), discs = bits_count(t->discs[seat]);
        if (figures != TIKU_FIGURES)
            return error_set(e, "tiku.figures:count,colour@tiku.colour,most",
                             "the board has %d %s figures, and there must be %d", figures,
                             colours[seat].english, TIKU_FIGURES);
        if (discs > TIKU_DISCS)
            return error_set(e, "tiku.discs:count,colour@tiku.colour,most",
                             "the board has %d %s discs, and there are only %d", discs,
                             colours[seat].english, TIKU_DISCS);
    }
    return true;
}

bool tiku_draft(const struct game_options *options, const char *text, struct game_position *p,
                struct error *e)
{
    struct tiku_position t = {.turn = options->value[0] ? TIKU_TURN_DIAGONAL : 0};

    for (unsigned row = TIKU_SIDE; row-- > 0; text += TIKU_SIDE + 1) {
        if (!read_row(&t, text, row, e))
            return false;
    }
    if ((text[0] != 'w' && text[0] != 'b') || text[1])
        return error_set(e, "tiku.side:found", "side to act '%s' is neither w nor b",
                         error_quote(text).text);
    if (text[0] == 'b')
        t.turn |= TIKU_TURN_SEAT;
    if (!check_rings(&t, e))
        return false;
    memset(p, 0, sizeof *p);
    *(struct tiku_position *)p->bytes = t;
    return true;
}

bool tiku_read(const struct game_options *options, const char *text, struct game_position *p,
               struct error *e)
{
    return tiku_draft(options, text, p, e) && check_numbers(tiku_of(p), e);
}
