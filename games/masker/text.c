// SPDX-License-Identifier: MIT
// Position and action texts. A position is six fields: board, seat to act, captures made this turn
// (t: a take is due), + or - for a free or normal capture, crosses held, secret colours.
//
// Reading is strict: a scratch position is filled field by field, then judged as a whole.
#include <string.h>

#include "games/masker/masker.h"

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

static void write_pile(const struct masker_position *p, int square, struct text *t)
{
    int height = masker_height(p, square);

    for (int level = 0; level < height; level++)
        text_char(t, masker_letters[masker_cross(p, square, level)]);
    if (square == masker_star(p))
        text_char(t, '*');
    else if (height == 0)
        text_char(t, p->tower ? '-' : '.');
}

static void write_board(const struct masker_position *p, struct text *t)
{
    int width = masker_width(p);

    for (int row = width - 1; row >= 0; row--) {
        for (int column = 0; column < width; column++) {
            if (p->tower && column > 0)
                text_char(t, ',');
            write_pile(p, row * width + column, t);
        }
        text_char(t, row > 0 ? '/' : ' ');
    }
}

void masker_write(const struct game_position *position, struct text *t)
{
    const struct masker_position *p = masker_of(position);

    write_board(p, t);
    text_format(t, "%d %c %c", masker_seat(p) + 1, "012t"[masker_captures(p)],
                masker_free(p) ? '+' : '-');
    for (int seat = 0; seat < p->players; seat++)
        text_format(t, "%c%d", seat == 0 ? ' ' : ',', masker_held(p, seat));
    for (int side = 0; side < masker_sides(p); side++) {
        unsigned colour = p->colour[side];
        text_char(t, side == 0 ? ' ' : ',');
        text_char(t, colour == MASKER_NO_COLOUR ? '?' : masker_letters[colour]);
    }
}

void masker_action_text(const struct game_position *position, game_action action, struct text *t)
{
    const struct masker_position *p = masker_of(position);
    int number = (int)action, width = masker_width(p), from_next = number - MASKER_TAKE;

    if (action >= MASKER_TAKE)
        text_format(t, "take%d:%d", from_next, masker_need(p) - from_next);
    else if (action == masker_stop(p->tower))
        text_add(t, "stop");
    else
        text_format(t, "%c%d", 'a' + number % width, number / width + 1);
}

// ---------------------------------------------------------------------------------------------
// Reading fields
// ---------------------------------------------------------------------------------------------

enum { BOARD, SEAT, CAPTURES, FREE, HELD, COLOURS, FIELDS };

struct masker_field {
    const char *at;
    size_t length;
};

// A field for a message.
static struct error_quote quote(struct masker_field f)
{
    char start[sizeof(struct error_quote)] = {0};

    memcpy(start, f.at, f.length < sizeof start ? f.length : sizeof start - 1);
    return error_quote(start);
}

// Cuts the text at its spaces. Fields may come out empty; their readers complain.
static bool split(const char *text, struct masker_field *fields, struct error *e)
{
    unsigned count = 0;

    for (const char *at = text;; at++) {
        const char *end = at + strcspn(at, " ");
        if (count < FIELDS)
            fields[count] = (struct masker_field){at, (size_t)(end - at)};
        count++;
        at = end;
        if (!*at)
            break;
    }
    if (count != FIELDS)
        return error_set(e, "masker.fields:position,fields",
                         "position '%s' has %u fields instead of six with single spaces between",
                         error_quote(text).text, count);
    return true;
}

// Which of the letters it is, or -1; 0 is none of them.
static int letter_index(const char *letters, char c)
{
    const char *found = c ? strchr(letters, c) : NULL;

    return found ? (int)(found - letters) : -1;
}

// Puts what a letter stands for on a square; false if it is no letter of a cross.
static bool put_cross(struct masker_position *p, int square, char c, int *stars)
{
    int colour = letter_index(masker_letters, c);

    if (c == '*') {
        p->star[1] = (uint8_t)square;
        ++*stars;
    } else if (colour > MASKER_NO_COLOUR) {
        masker_push(p, square, (unsigned)colour);
    } else {
        return false;
    }
    return true;
}

static bool bad_letter(char c, struct error *e)
{
    return error_set(e, "masker.cross:found", "board: '%s' is not one of the crosses r y g b p w *",
                     error_quote((char[]){c, 0}).text);
}

static bool read_flat(struct masker_field f, struct masker_position *p, int *stars, struct error *e)
{
    enum { WIDTH = 6, LENGTH = WIDTH * (WIDTH + 1) - 1 };

    if (f.length != LENGTH)
        return error_set(e, "masker.board:board", "board '%s' is not six rows of six squares",
                         quote(f).text);
    for (int i = 0; i < LENGTH; i++) {
        int row = WIDTH - 1 - i / (WIDTH + 1), column = i % (WIDTH + 1);
        char c = f.at[i];
        if ((c == '/') != (column == WIDTH))
            return error_set(e, "masker.board:board", "board '%s' is not six rows of six squares",
                             quote(f).text);
        if (c != '/' && c != '.' && !put_cross(p, row * WIDTH + column, c, stars))
            return bad_letter(c, e);
    }
    return true;
}

// Nothing lies on the star, so a pile ends with it.
static bool read_pile(struct masker_field f, struct masker_position *p, int square, int *stars,
                      struct error *e)
{
    if (f.length == 1 && f.at[0] == '-')
        return true;
    if (f.length == 0 || f.length > MASKER_LEVELS)
        return error_set(e, "masker.pile:pile",
                         "board: pile '%s' is neither one to four crosses nor '-'", quote(f).text);
    for (size_t i = 0; i < f.length; i++) {
        if (!put_cross(p, square, f.at[i], stars))
            return bad_letter(f.at[i], e);
        if (f.at[i] == '*' && i + 1 < f.length)
            return error_set(e, "masker.star.below:pile",
                             "board: in pile '%s' the colourless cross is not on top",
                             quote(f).text);
    }
    return true;
}

static bool read_tower(struct masker_field f, struct masker_position *p, int *stars,
                       struct error *e)
{
    enum { WIDTH = 3 };
    const char *at = f.at, *end = f.at + f.length;

    for (int i = 0; i < WIDTH * WIDTH; i++) {
        int row = WIDTH - 1 - i / WIDTH, column = i % WIDTH;
        struct masker_field pile = {at, 0};
        while (at < end && *at != ',' && *at != '/')
            at++;
        pile.length = (size_t)(at - pile.at);
        if (!read_pile(pile, p, row * WIDTH + column, stars, e))
            return false;
        bool last = i == WIDTH * WIDTH - 1;
        if (last != (at == end) || (!last && *at != (column == WIDTH - 1 ? '/' : ',')))
            return error_set(e, "masker.tower:board", "board '%s' is not three rows of three piles",
                             quote(f).text);
        at += !last;
    }
    return true;
}

static bool read_turn(const struct masker_field *fields, struct masker_position *p, struct error *e)
{
    struct masker_field seat = fields[SEAT], captures = fields[CAPTURES], capture = fields[FREE];
    int made = captures.length == 1 ? letter_index("012t", captures.at[0]) : -1;

    if (seat.length != 1 || seat.at[0] < '1' || seat.at[0] > '0' + p->players)
        return error_set(e, "masker.seat:seat,most", "seat to act '%s' is not 1 to %d",
                         quote(seat).text, p->players);
    if (made < 0)
        return error_set(e, "masker.captures:found", "captures '%s' is not 0, 1, 2 or t",
                         quote(captures).text);
    if (capture.length != 1 || (capture.at[0] != '+' && capture.at[0] != '-'))
        return error_set(e, "masker.capture:found", "next capture '%s' is neither + nor -",
                         quote(capture).text);
    p->turn = (uint8_t)((seat.at[0] - '1') << 2 | made);
    p->free[1] = capture.at[0] == '+';
    return true;
}

// Reads a number without sign or leading zeros, of at most two digits, and steps behind it; -1 when
// there is none.
static int read_number(const char **at, const char *end)
{
    int number = 0, digits = 0;

    while (*at + digits < end && digits < 3 && (*at)[digits] >= '0' && (*at)[digits] <= '9')
        number = number * 10 + (*at)[digits++] - '0';
    if (digits == 0 || digits > 2 || (digits > 1 && **at == '0'))
        return -1;
    *at += digits;
    return number;
}

static bool read_held(struct masker_field f, struct masker_position *p, struct error *e)
{
    const char *at = f.at, *end = f.at + f.length;

    for (int seat = 0; seat < p->players; seat++) {
        if (seat > 0 && (at == end || *at++ != ','))
            return error_set(e, "masker.held:found,count",
                             "crosses held '%s' are not %d numbers with commas between",
                             quote(f).text, p->players);
        int held = read_number(&at, end);
        if (held < 0 || held > masker_cap(p))
            return error_set(e, "masker.held.number:found,seat,most",
                             "crosses held '%s': seat %d needs a number from 0 to %d",
                             quote(f).text, seat + 1, masker_cap(p));
        p->capacity[seat] = (uint8_t)(masker_cap(p) - held);
    }
    if (at != end)
        return error_set(e, "masker.held:found,count",
                         "crosses held '%s' are not %d numbers with commas between", quote(f).text,
                         p->players);
    return true;
}

static bool read_colours(struct masker_field f, struct masker_position *p, struct error *e)
{
    int sides = masker_sides(p);
    unsigned used = 0;

    if (f.length != (size_t)(2 * sides - 1))
        return error_set(e, "masker.secret.count:found,count",
                         "secret colours '%s' are not %d letters with commas between",
                         quote(f).text, sides);
    for (int side = 0; side < sides; side++) {
        int colour = letter_index("?rygbp", f.at[2 * side]);
        if (colour < 0 || (side > 0 && f.at[2 * side - 1] != ','))
            return error_set(e, "masker.secret.letters:found",
                             "secret colours '%s' are not letters of r y g b p or ?",
                             quote(f).text);
        if (colour > 0 && (used & 1u << colour))
            return error_set(e, "masker.secret.twice:found,colour@masker.word",
                             "secret colours '%s' have %s twice", quote(f).text,
                             masker_names[colour]);
        used |= 1u << colour;
        p->colour[side] = (uint8_t)colour;
    }
    return true;
}

// What crosses are called that are many.
static const struct sentence crosses[MASKER_KINDS] = {
    SENTENCE("masker.crosses.unknown", "unknown"), SENTENCE("masker.crosses.red", "red"),
    SENTENCE("masker.crosses.yellow", "yellow"),   SENTENCE("masker.crosses.green", "green"),
    SENTENCE("masker.crosses.blue", "blue"),       SENTENCE("masker.crosses.purple", "purple"),
    SENTENCE("masker.crosses.white", "white"),
};

// ---------------------------------------------------------------------------------------------
// Judging the whole
// ---------------------------------------------------------------------------------------------

// All crosses exist once: on the board or in front of a player.
static bool check_crosses(const struct masker_position *p, struct error *e)
{
    int board = 1, held = 0;

    for (int kind = 1; kind < MASKER_KINDS; kind++) {
        int count = p->left[kind] % MASKER_NOBODYS;
        int most = kind == MASKER_WHITE ? MASKER_WHITES : MASKER_EACH;
        if (count > most)
            return error_set(e, "masker.crosses:count,colour@masker.crosses,most",
                             "board has %d %s crosses; there are only %d", count,
                             crosses[kind].english, most);
        board += count;
    }
    for (int seat = 0; seat < p->players; seat++)
        held += masker_held(p, seat);
    if (board + held != MASKER_CROSSES)
        return error_set(e, "masker.sum:board,held,all",
                         "board has %d crosses and the seats hold %d, which is not %d together",
                         board, held, MASKER_CROSSES);
    return true;
}

static bool check_unknown(const struct masker_position *p, struct error *e)
{
    int unknown = 0;

    for (int side = 0; side < masker_sides(p); side++)
        unknown += p->colour[side] == MASKER_NO_COLOUR;
    if (unknown > bits_count(masker_candidates(p)))
        return error_set(e, "masker.secret.few",
                         "secret colours: fewer colours are left on the board than '?' stand for");
    if (unknown > 0 && masker_over(p))
        return error_set(e, "masker.secret.over",
                         "secret colours: '?' in a finished game, which hides nothing");
    return true;
}

// In a finished game the seat means nothing any more, so any will do.
static bool check_turn(const struct masker_position *p, struct error *e)
{
    int side = masker_side(p, masker_seat(p));

    if (!masker_free(p) && !(p->crosses & masker_beside[p->tower][masker_star(p)]))
        return error_set(e, "masker.star.free",
                         "next capture '-': the colourless cross is isolated, so it is free");
    if (masker_captures(p) == MASKER_TAKE_DUE) {
        if (p->players != 3)
            return error_set(e, "masker.take.three",
                             "captures 't': crosses are taken only in games of three");
        if (masker_side_stays(p, side) || masker_sides_left(p) != 2)
            return error_set(e, "masker.take.seat:seat",
                             "captures 't': seat %d is not eliminated with two others left",
                             masker_seat(p) + 1);
        return true;
    }
    if (masker_over(p) || masker_can_act(p, masker_seat(p)))
        return true;
    return masker_side_stays(p, side)
               ? error_set(e, "masker.seat.full:seat", "seat to act %d is full", masker_seat(p) + 1)
               : error_set(e, "masker.seat.out:seat", "seat to act %d is eliminated",
                           masker_seat(p) + 1);
}

bool masker_draft(const struct game_options *options, const char *text, struct game_position *p,
                  struct error *e)
{
    struct masker_field fields[FIELDS];
    struct masker_position m;
    int stars = 0;

    masker_prepare(options, &m);
    if (!split(text, fields, e))
        return false;
    if (m.tower ? !read_tower(fields[BOARD], &m, &stars, e)
                : !read_flat(fields[BOARD], &m, &stars, e))
        return false;
    if (!read_turn(fields, &m, e) || !read_held(fields[HELD], &m, e) ||
        !read_colours(fields[COLOURS], &m, e))
        return false;
    if (stars != 1)
        return error_set(e, "masker.star.count:count",
                         "board has %d colourless crosses instead of one", stars);
    masker_settle(&m);
    memset(p, 0, sizeof *p);
    memcpy(p->bytes, &m, sizeof m);
    return true;
}

bool masker_read(const struct game_options *options, const char *text, struct game_position *p,
                 struct error *e)
{
    return masker_draft(options, text, p, e) && check_crosses(masker_of(p), e) &&
           check_unknown(masker_of(p), e) && check_turn(masker_of(p), e);
}

// ---------------------------------------------------------------------------------------------
// Attempts
// ---------------------------------------------------------------------------------------------

// The spot of a take that is written out: its split if it has the right sum now, else the general
// `take`, about which there is something to say.
static bool attempt_take(const struct masker_position *p, const char *numbers, int *spot)
{
    const char *at = numbers, *end = numbers + strlen(numbers);

    *spot = masker_take_spot(p);
    if (at == end)
        return true;
    int from_next = read_number(&at, end);
    if (from_next < 0 || *at++ != ':')
        return false;
    int from_other = read_number(&at, end);
    if (from_other < 0 || at != end)
        return false;
    if (masker_captures(p) == MASKER_TAKE_DUE && from_next + from_other == masker_need(p))
        *spot = masker_split_spot(p, from_next);
    return true;
}

bool masker_attempt(const struct game_position *position, const char *text, struct game_path *path)
{
    const struct masker_position *p = masker_of(position);
    int width = masker_width(p), spot;

    if (p->players == 3 && strncmp(text, "take", 4) == 0) {
        if (!attempt_take(p, text + 4, &spot))
            return false;
    } else if (strcmp(text, "stop") == 0) {
        spot = masker_stop_spot(p);
    } else {
        int column = text[0] - 'a', row = text[0] ? text[1] - '1' : -1;
        if (column < 0 || column >= width || row < 0 || row >= width || text[2])
            return false;
        spot = row * width + column;
    }
    *path = (struct game_path){1, {(game_spot)spot}};
    return true;
}
