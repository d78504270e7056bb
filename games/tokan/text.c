// SPDX-License-Identifier: MIT
// Texts of positions and actions. Reading is strict: fields are split at single spaces, the board
// goes into a scratch list, and the position is built only when every part is right.
#include <string.h>

#include "base/bits.h"
#include "games/tokan/tokan.h"

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

static void write_square(struct text *text, unsigned square, unsigned columns)
{
    text_char(text, (char)('a' + square % columns));
    text_char(text, (char)('1' + square / columns));
}

static void write_stack(const struct tokan_play *play, unsigned square, struct text *text)
{
    unsigned height = play->height[square], tile = play->top[square];
    char letters[TOKAN_TILES + 1];

    if (height == 0) {
        text_char(text, '-');
        return;
    }
    letters[height] = 0;
    for (unsigned level = height; level-- > 0; tile = play->below[tokan_slot(tile)])
        letters[level] = tokan_letters[tokan_kind(tile)];
    text_add(text, letters);
}

static void write_laid(const struct tokan_draft *d, unsigned square, struct text *text)
{
    char letter = '-';

    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
        if (d->laid[kind] & BIT(square))
            letter = tokan_letters[kind];
    }
    text_char(text, letter);
}

static void write_board(const struct tokan_position *t, struct text *text)
{
    unsigned columns = t->drafting ? TOKAN_DRAFT_COLUMNS : TOKAN_COLUMNS;

    for (unsigned row = TOKAN_ROWS; row-- > 0;) {
        for (unsigned column = 0; column < columns; column++) {
            if (t->drafting)
                write_laid(&t->draft, row * columns + column, text);
            else
                write_stack(&t->play, row * columns + column, text);
            if (column + 1 < columns)
                text_char(text, ',');
        }
        if (row > 0)
            text_char(text, '/');
    }
}

void tokan_write(const struct game_position *p, struct text *text)
{
    const struct tokan_position *t = tokan_of(p);

    write_board(t, text);
    text_add(text, t->seat ? " b " : " r ");
    if (t->taboo == TOKAN_NOWHERE)
        text_char(text, '-');
    else
        write_square(text, t->taboo, TOKAN_COLUMNS);
    for (unsigned kind = 0; t->drafting && kind < TOKAN_KINDS; kind++) {
        if (kind % TOKAN_ANIMALS == 0)
            text_char(text, ' ');
        text_format(text, "%c%d", tokan_letters[kind], t->draft.hand[kind]);
    }
}

void tokan_action_text(const struct game_position *p, game_action action, struct text *text)
{
    if (tokan_of(p)->drafting) {
        text_char(text, tokan_letters[tokan_draft_kind(action)]);
        write_square(text, tokan_draft_square(action), TOKAN_DRAFT_COLUMNS);
        return;
    }
    write_square(text, tokan_from(action), TOKAN_COLUMNS);
    write_square(text, tokan_to(&tokan_of(p)->play, action), TOKAN_COLUMNS);
    if (tokan_carry(action))
        text_format(text, "+%u", tokan_carry(action));
}

// ---------------------------------------------------------------------------------------------
// Reading: parts of a text
// ---------------------------------------------------------------------------------------------

enum { PLAY_FIELDS = 3, DRAFT_FIELDS = 5 };

// A part of a text, not terminated.
struct part {
    const char *at;
    size_t length;
};

static struct error_quote quote(struct part part)
{
    char copy[sizeof(struct error_quote)];
    size_t length = part.length < sizeof copy ? part.length : sizeof copy - 1;

    memcpy(copy, part.at, length);
    copy[length] = 0;
    return error_quote(copy);
}

// Cuts off what stands before the first `separator`; false when nothing is left to cut.
static bool next_part(struct part *rest, char separator, struct part *part)
{
    if (!rest->at)
        return false;
    const char *end = memchr(rest->at, separator, rest->length);
    *part = *rest;
    if (!end) {
        rest->at = NULL;
        return true;
    }
    part->length = (size_t)(end - rest->at);
    rest->length -= part->length + 1;
    rest->at = end + 1;
    return true;
}

static bool is_letter(struct part part, char letter)
{
    return part.length == 1 && part.at[0] == letter;
}

// The kind with this letter, or TOKAN_KINDS.
static unsigned kind_of(char letter)
{
    unsigned kind = 0;

    while (kind < TOKAN_KINDS && tokan_letters[kind] != letter)
        kind++;
    return kind;
}

// Reads two characters as a square.
static bool read_square(const char *at, unsigned columns, unsigned *square)
{
    if (at[0] < 'a' || at[0] >= 'a' + (int)columns || at[1] < '1' || at[1] >= '1' + TOKAN_ROWS)
        return false;
    *square = (unsigned)(at[1] - '1') * columns + (unsigned)(at[0] - 'a');
    return true;
}

// ---------------------------------------------------------------------------------------------
// Reading: the board
// ---------------------------------------------------------------------------------------------

// The tiles of a board text: stack by stack, each from the bottom to the top.
struct scratch {
    unsigned columns;
    unsigned count;
    unsigned used[TOKAN_KINDS];
    uint8_t kind[TOKAN_TILES];
    uint8_t square[TOKAN_TILES];
};

static bool read_stack(struct part part, unsigned square, struct scratch *s, struct error *e)
{
    char column = (char)('a' + square % s->columns), row = (char)('1' + square / s->columns);

    if (part.length == 0)
        return error_set(e, "tokan.square.empty:column,row",
                         "the square %c%c has no text; a gap is written '-'", column, row);
    if (is_letter(part, '-'))
        return true;
    for (size_t i = 0; i < part.length; i++) {
        unsigned kind = kind_of(part.at[i]);
        if (kind == TOKAN_KINDS)
            return error_set(e, "tokan.square:column,row,found,letters",
                             "the square %c%c, '%s', is neither '-' nor tiles out of %s", column,
                             row, quote(part).text, tokan_letters);
        if (s->used[kind] == tokan_tiles[kind])
            return error_set(e, "tokan.tiles.many:most,letter", "the board has more than %d '%c'",
                             tokan_tiles[kind], tokan_letters[kind]);
        s->used[kind]++;
        s->kind[s->count] = (uint8_t)kind;
        s->square[s->count++] = (uint8_t)square;
    }
    return true;
}

static bool read_row(struct part row, unsigned number, struct scratch *s, struct error *e)
{
    struct part rest = row, part;
    unsigned column = 0;

    for (; next_part(&rest, ',', &part); column++) {
        if (column == s->columns)
            return error_set(e, "tokan.row.long:row,text,most",
                             "row %u, '%s', has more than %u squares", number + 1, quote(row).text,
                             s->columns);
        if (!read_stack(part, number * s->columns + column, s, e))
            return false;
    }
    if (column < s->columns)
        return error_set(e, "tokan.row:row,text,count,wanted",
                         "row %u, '%s', has %u squares and not %u", number + 1, quote(row).text,
                         column, s->columns);
    return true;
}

static bool read_board(struct part board, struct scratch *s, struct error *e)
{
    struct part rest = board, row;
    unsigned rows = 0;

    for (; next_part(&rest, '/', &row); rows++) {
        if (rows == TOKAN_ROWS)
            return error_set(e, "tokan.rows.many:board,most",
                             "the board '%s' has more than %d rows", quote(board).text, TOKAN_ROWS);
        if (!read_row(row, TOKAN_ROWS - 1 - rows, s, e))
            return false;
    }
    if (rows < TOKAN_ROWS)
        return error_set(e, "tokan.rows:board,count,wanted",
                         "the board '%s' has %u rows and not %d", quote(board).text, rows,
                         TOKAN_ROWS);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Reading: the other fields
// ---------------------------------------------------------------------------------------------

static bool read_side(struct part part, struct tokan_position *t, struct error *e)
{
    if (!is_letter(part, 'r') && !is_letter(part, 'b'))
        return error_set(e, "tokan.side:found", "the side '%s' is neither 'r' nor 'b'",
                         quote(part).text);
    t->seat = part.at[0] == 'b';
    return true;
}

// The taboo is where the opponent's tile landed, so that tile must be on top there. That the
// stack is higher than one tile is not asked.
static bool read_taboo(struct part part, struct tokan_position *t, struct error *e)
{
    unsigned square;

    if (is_letter(part, '-'))
        return true;
    if (part.length != 2 || !read_square(part.at, TOKAN_COLUMNS, &square))
        return error_set(e, "tokan.taboo:found", "the taboo '%s' is neither '-' nor a square",
                         quote(part).text);
    if (t->play.height[square] == 0)
        return error_set(e, "tokan.taboo.gap:square", "the taboo square %s is a gap",
                         quote(part).text);
    if (tokan_owner(t->play.top[square]) == t->seat)
        return error_set(e, "tokan.taboo.owner:square,side",
                         "the taboo square %s does not belong to the opponent of '%c'",
                         quote(part).text, t->seat ? 'b' : 'r');
    t->taboo = (uint8_t)square;
    return true;
}

// Reads a hand such as "M2J5L3"; the numbers must make up what the board lacks.
static bool read_hand(struct part part, unsigned seat, const struct scratch *s,
                      struct tokan_position *t, struct error *e)
{
    for (unsigned animal = 0; animal < TOKAN_ANIMALS; animal++) {
        unsigned kind = seat * TOKAN_ANIMALS + animal;
        const char *at = part.at + 2 * animal;
        if (part.length != 2 * TOKAN_ANIMALS || at[0] != tokan_letters[kind] || at[1] < '0' ||
            at[1] > '9')
            return error_set(e, "tokan.hand:found,example",
                             "the hand '%s' is not written like '%s'", quote(part).text,
                             seat ? "m1j5l4" : "M2J5L3");
        if ((unsigned)(at[1] - '0') + s->used[kind] != tokan_tiles[kind])
            return error_set(e, "tokan.hand.tiles:hand,count,letter",
                             "board and hand '%s' do not hold %d '%c' together", quote(part).text,
                             tokan_tiles[kind], tokan_letters[kind]);
        t->draft.hand[kind] = (uint8_t)(at[1] - '0');
    }
    return true;
}

static bool read_draft(const struct part *fields, struct tokan_position *t, struct error *e)
{
    struct scratch s = {.columns = TOKAN_DRAFT_COLUMNS};

    t->drafting = 1;
    t->taboo = TOKAN_NOWHERE;
    if (!read_board(fields[0], &s, e) || !read_side(fields[1], t, e))
        return false;
    if (!is_letter(fields[2], '-'))
        return error_set(e, "tokan.taboo.draft:found", "the taboo '%s' must be '-' in the draft",
                         quote(fields[2]).text);
    for (unsigned i = 0; i < s.count; i++) {
        if (i > 0 && s.square[i] == s.square[i - 1])
            return error_set(e, "tokan.square.draft:column,row",
                             "the square %c%d has more than one tile in the draft",
                             'a' + s.square[i] % TOKAN_DRAFT_COLUMNS,
                             1 + s.square[i] / TOKAN_DRAFT_COLUMNS);
        t->draft.laid[s.kind[i]] |= BIT(s.square[i]);
    }
    return read_hand(fields[3], 0, &s, t, e) && read_hand(fields[4], 1, &s, t, e);
}

static bool check_draft(const struct tokan_position *t, struct part board, struct error *e)
{
    return tokan_check_draft(t, quote(board).text, e);
}

static bool check_tiles(const struct tokan_position *t, struct error *e)
{
    uint8_t left[TOKAN_KINDS];

    tokan_left(t, left);
    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
        if (left[kind])
            return error_set(e, "tokan.tiles:count,letter,wanted",
                             "the board has %d '%c' and not %d", tokan_tiles[kind] - left[kind],
                             tokan_letters[kind], tokan_tiles[kind]);
    }
    return true;
}

static bool read_play(const struct part *fields, struct tokan_position *t, struct error *e)
{
    struct scratch s = {.columns = TOKAN_COLUMNS};
    unsigned put[TOKAN_KINDS] = {0};

    if (!read_board(fields[0], &s, e))
        return false;
    tokan_clear(t);
    for (unsigned i = 0; i < s.count; i++)
        tokan_put(t, s.square[i], s.kind[i], put[s.kind[i]]++);
    return read_side(fields[1], t, e) && read_taboo(fields[2], t, e);
}

static bool read_fields(const char *text, struct tokan_position *t,
                        struct part fields[DRAFT_FIELDS], struct error *e)
{
    struct part rest = {text, strlen(text)}, extra;
    unsigned count = 0;

    while (count < DRAFT_FIELDS && next_part(&rest, ' ', &fields[count]))
        count++;
    while (next_part(&rest, ' ', &extra))
        count++;
    if (count == PLAY_FIELDS)
        return read_play(fields, t, e);
    if (count == DRAFT_FIELDS && t->setup == TOKAN_SETUP_DRAFT)
        return read_draft(fields, t, e);
    if (t->setup == TOKAN_SETUP_DRAFT)
        return error_set(e, "tokan.fields.draft:position,fields",
                         "the position '%s' has %u fields; it must be board, side and taboo, then "
                         "two hands in the draft",
                         error_quote(text).text, count);
    return error_set(e, "tokan.fields:position,fields",
                     "the position '%s' has %u fields; it must be board, side and taboo",
                     error_quote(text).text, count);
}

static struct tokan_position *begin_position(const struct game_options *options,
                                             struct game_position *p)
{
    struct tokan_position *t = (struct tokan_position *)p->bytes;

    memset(t, 0, sizeof *t);
    t->scoring = options->value[0];
    t->setup = options->value[1];
    return t;
}

bool tokan_loose(const struct game_options *options, const char *text, struct game_position *p,
                 struct error *e)
{
    struct part fields[DRAFT_FIELDS];

    return read_fields(text, begin_position(options, p), fields, e);
}

bool tokan_read(const struct game_options *options, const char *text, struct game_position *p,
                struct error *e)
{
    struct tokan_position *t = begin_position(options, p);
    struct part fields[DRAFT_FIELDS];

    if (!read_fields(text, t, fields, e))
        return false;
    return t->drafting ? check_draft(t, fields[0], e) : check_tiles(t, e);
}

// ---------------------------------------------------------------------------------------------
// Attempts
// ---------------------------------------------------------------------------------------------

// In play the carry is left out when it is none, so spot names one after the other do not do.
bool tokan_attempt(const struct game_position *p, const char *text, struct game_path *path)
{
    size_t length = strlen(text);
    unsigned first, second, carry = 0;

    if (tokan_of(p)->drafting) {
        if (length != 3 || kind_of(text[0]) == TOKAN_KINDS ||
            !read_square(text + 1, TOKAN_DRAFT_COLUMNS, &second))
            return false;
        *path = (struct game_path){
            2, {(game_spot)(TOKAN_SPOT_HAND + kind_of(text[0])), (game_spot)second}};
        return true;
    }
    if ((length != 4 && length != 6) || !read_square(text, TOKAN_COLUMNS, &first) ||
        !read_square(text + 2, TOKAN_COLUMNS, &second))
        return false;
    if (length == 6) {
        if (text[4] != '+' || (text[5] != '1' && text[5] != '2'))
            return false;
        carry = (unsigned)(text[5] - '0');
    }
    *path = (struct game_path){
        3, {(game_spot)first, (game_spot)second, (game_spot)(TOKAN_SPOT_CARRY + carry)}};
    return true;
}
