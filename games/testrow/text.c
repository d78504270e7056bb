// SPDX-License-Identifier: MIT
// Position and action texts. The board is written from the top row down, one character per square,
// with '/' between rows; then a space and the side to act: ".../.w./..b w". Reading accepts exactly
// what writing produces.
#include <string.h>

#include "games/testrow/testrow.h"

static const char letters[] = "wb.";

void testrow_write(const struct game_position *p, struct text *t)
{
    const struct testrow_position *r = testrow_of(p);

    for (unsigned row = TESTROW_SIDE; row-- > 0;) {
        for (unsigned column = 0; column < TESTROW_SIDE; column++)
            text_char(t, letters[r->at[TESTROW_SIDE * row + column]]);
        text_char(t, row > 0 ? '/' : ' ');
    }
    text_char(t, letters[r->seat]);
}

static bool read_row(struct testrow_position *r, const char *text, unsigned row, struct error *e)
{
    char end = row > 0 ? '/' : ' ';

    for (unsigned column = 0; column < TESTROW_SIDE; column++) {
        const char *letter = text[column] ? strchr(letters, text[column]) : NULL;
        if (!letter)
            return error_set(e, "testrow.bad-square:column,row,found",
                             "square %c%u holds '%s', which is none of . w b", 'a' + (int)column,
                             row + 1, error_quote((char[]){text[column], 0}).text);
        r->at[TESTROW_SIDE * row + column] = (uint8_t)(letter - letters);
    }
    if (text[TESTROW_SIDE] == end)
        return true;
    return error_set(e, "testrow.row-end:row,end,found",
                     "row %u of the board must end with '%c', not with '%s'", row + 1, end,
                     error_quote((char[]){text[TESTROW_SIDE], 0}).text);
}

// Any number of stones is sound, because the page asks for positions in which a player has passed.
bool testrow_read(const struct game_options *options, const char *text, struct game_position *p,
                  struct error *e)
{
    struct testrow_position *r = (struct testrow_position *)p->bytes;

    (void)options;
    memset(p, 0, sizeof *p);
    for (unsigned row = TESTROW_SIDE; row-- > 0; text += TESTROW_SIDE + 1) {
        if (!read_row(r, text, row, e))
            return false;
    }
    if ((text[0] != letters[TESTROW_WHITE] && text[0] != letters[TESTROW_BLACK]) || text[1])
        return error_set(e, "testrow.bad-side:side", "side to act '%s' is neither w nor b",
                         error_quote(text).text);
    r->seat = text[0] == letters[TESTROW_BLACK];
    if (testrow_has_row(r, TESTROW_WHITE) && testrow_has_row(r, TESTROW_BLACK))
        return error_set(e, "testrow.two-rows", "both players have three in a row");
    return true;
}

void testrow_action_text(const struct game_position *p, game_action action, struct text *t)
{
    (void)p;
    text_format(t, "%c%u", 'a' + (int)(action % TESTROW_SIDE), action / TESTROW_SIDE + 1);
}
