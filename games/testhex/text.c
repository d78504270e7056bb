// SPDX-License-Identifier: MIT
// Position and action texts. The board is written from the top row down, one character a cell, rows separated by
// '/'; then a space and the side to act. Any stones may lie there: a handicap is a position too.
#include <string.h>

#include "games/testhex/testhex.h"

static const char letters[] = "to";

void testhex_write(const struct game_position *p, struct text *t)
{
    const struct testhex_position *h = testhex_of(p);

    for (unsigned row = testhex_size(h); row-- > 0;) {
        for (unsigned column = 0; column < testhex_size(h); column++) {
            uint64_t cell = BIT(testhex_cell(row, column));
            text_char(t, h->stones[TESTHEX_TEAL] & cell     ? letters[TESTHEX_TEAL]
                         : h->stones[TESTHEX_ORANGE] & cell ? letters[TESTHEX_ORANGE]
                                                            : '.');
        }
        text_char(t, row > 0 ? '/' : ' ');
    }
    text_char(t, letters[testhex_seat(h)]);
}

void testhex_action_text(const struct game_position *p, game_action action, struct text *t)
{
    (void)p;
    if (action == TESTHEX_SWAP)
        text_add(t, "swap");
    else
        text_format(t, "%c%u", 'a' + (int)(action & 7), (action >> 3) + 1);
}

void testhex_say(const struct game_position *p, game_action action, struct message *message)
{
    char cell[] = {(char)('a' + (action & 7)), (char)('1' + (action >> 3)), 0};

    if (action == TESTHEX_SWAP) {
        unsigned first = (unsigned)bits_first(testhex_of(p)->stones[TESTHEX_TEAL]);
        char from[] = {(char)('a' + (first & 7)), (char)('1' + (first >> 3)), 0};
        char to[] = {(char)('a' + (first >> 3)), (char)('1' + (first & 7)), 0};
        message_set(message, "testhex.say.swap:from,to", "swaps: the stone %s to %s", from, to);
    } else {
        message_set(message, "testhex.say.lay:cell", "stone on %s", cell);
    }
}

// Reads one row and the character that must follow it.
static bool read_row(struct testhex_position *h, const char *text, unsigned row, struct error *e)
{
    unsigned size = testhex_size(h);
    char end = row > 0 ? '/' : ' ';

    for (unsigned column = 0; column < size; column++) {
        char letter = text[column];
        if (letter == '/' || letter == ' ' || !letter)
            return error_set(e, "testhex.row-short:row,cells,size",
                             "row %u of the board has %u cells instead of %u", row + 1, column,
                             size);
        if (letter == letters[TESTHEX_TEAL] || letter == letters[TESTHEX_ORANGE])
            h->stones[letter == letters[TESTHEX_ORANGE]] |= BIT(testhex_cell(row, column));
        else if (letter != '.')
            return error_set(e, "testhex.bad-cell:column,row,found",
                             "cell %c%u holds '%s', which is none of . t o", 'a' + (int)column,
                             row + 1, error_quote((char[]){letter, 0}).text);
    }
    if (text[size] == end)
        return true;
    return error_set(e, "testhex.row-end:row,end,size,found",
                     "row %u of the board must end with '%c' after %u cells, not with '%s'",
                     row + 1, end, size, error_quote((char[]){text[size], 0}).text);
}

bool testhex_read(const struct game_options *options, const char *text, struct game_position *p,
                  struct error *e)
{
    struct testhex_position h;

    game_testhex.start(options, 0, p);
    h = *testhex_of(p);
    for (unsigned row = testhex_size(&h); row-- > 0; text += testhex_size(&h) + 1) {
        if (!read_row(&h, text, row, e))
            return false;
    }
    if ((text[0] != letters[TESTHEX_TEAL] && text[0] != letters[TESTHEX_ORANGE]) || text[1])
        return error_set(e, "testhex.bad-side:side", "side to act '%s' is neither t nor o",
                         error_quote(text).text);
    h.turn |= text[0] == letters[TESTHEX_ORANGE] ? TESTHEX_TURN_SEAT : 0;
    testhex_settle(&h);
    *(struct testhex_position *)p->bytes = h;
    return true;
}
