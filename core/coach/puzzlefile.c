// SPDX-License-Identifier: MIT
// Puzzles as letters. The actions of the game up to the puzzle and of its line are one large
// number: each is a digit, its place among the texts of the legal actions, in a system of as many
// digits as there are legal actions. So a puzzle takes about forty letters, depends on the rules
// alone, and cannot hold an illegal action.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "coach/puzzle.h"

enum { BYTES = 290, VERSION = 1, MOST_LEAD = 10000, MOST_RATING = 4000 };

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

struct puzzle_bytes {
    unsigned char at[BYTES];
    unsigned count, place; // written; read so far
    bool bad;              // does not fit, or ended too soon
};

static void put_number(struct puzzle_bytes *b, uint64_t number)
{
    do {
        if (b->count == BYTES) {
            b->bad = true;
            return;
        }
        b->at[b->count++] = (unsigned char)((number & 127) | (number > 127 ? 128 : 0));
    } while (number >>= 7);
}

static uint64_t take_number(struct puzzle_bytes *b, uint64_t most)
{
    uint64_t number = 0;

    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (b->place == b->count)
            break;
        unsigned char byte = b->at[b->place++];
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            b->bad |= number > most;
            return number > most ? 0 : number;
        }
    }
    b->bad = true;
    return 0;
}

// ---------------------------------------------------------------------------------------------
// Actions as digits
// ---------------------------------------------------------------------------------------------

struct puzzle_named {
    char text[GAME_ACTION_BYTES];
    game_action action;
};

static int compare_texts(const void *a, const void *b)
{
    return strcmp(((const struct puzzle_named *)a)->text, ((const struct puzzle_named *)b)->text);
}

static unsigned sort_actions(const struct game *g, const struct game_position *p,
                             struct puzzle_named names[GAME_MAX_ACTIONS])
{
    struct game_actions list;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        names[i].action = list.at[i];
        game_write_action(g, p, list.at[i], names[i].text);
    }
    qsort(names, list.count, sizeof *names, compare_texts);
    return list.count;
}

struct puzzle_digit {
    unsigned place, of;
};

// number = number * of + place, its lowest byte first.
static bool push_digit(unsigned char *number, unsigned *size, struct puzzle_digit d)
{
    uint32_t carry = d.place;

    for (unsigned i = 0; i < *size; i++) {
        carry += number[i] * d.of;
        number[i] = (unsigned char)carry;
        carry >>= 8;
    }
    for (; carry; carry >>= 8) {
        if (*size == BYTES)
            return false;
        number[(*size)++] = (unsigned char)carry;
    }
    return true;
}

static unsigned pop_digit(unsigned char *number, unsigned size, unsigned of)
{
    uint32_t rest = 0;

    for (unsigned i = size; i-- > 0;) {
        rest = rest << 8 | number[i];
        number[i] = (unsigned char)(rest / of);
        rest %= of;
    }
    return rest;
}

static game_action action_of(const struct puzzle *z, unsigned index)
{
    return index < z->past_length ? z->past[index] : z->line[index - z->past_length];
}

static bool find_digits(const struct puzzle *z, struct puzzle_digit *digits)
{
    struct puzzle_named names[GAME_MAX_ACTIONS];
    struct game_position p;

    z->game->start(&z->options, z->seed, &p);
    for (unsigned i = 0; i < z->past_length + z->length; i++) {
        unsigned of = sort_actions(z->game, &p, names), place = 0;
        while (place < of && names[place].action != action_of(z, i))
            place++;
        if (place == of)
            return false;
        digits[i] = (struct puzzle_digit){place, of};
        z->game->apply(&p, action_of(z, i), &p);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

static void write_letters(const struct puzzle_bytes *b, char *letters)
{
    unsigned bits = 0, held = 0, count = 0;

    for (unsigned i = 0; i < b->count; i++) {
        held = held << 8 | b->at[i];
        for (bits += 8; bits >= 6; bits -= 6)
            letters[count++] = alphabet[held >> (bits - 6) & 63];
    }
    if (bits)
        letters[count++] = alphabet[held << (6 - bits) & 63];
    letters[count] = 0;
}

bool puzzle_write(const struct puzzle *z, char letters[PUZZLE_LETTERS])
{
    struct puzzle_digit digits[PUZZLE_MOST_PAST + PUZZLE_MOST_LINE];
    struct puzzle_bytes b = {.count = 0};
    unsigned char number[BYTES];
    unsigned size = 0;

    if (!find_digits(z, digits))
        return false;
    put_number(&b, (uint64_t)z->goal);
    put_number(&b, z->goal == PUZZLE_LEAD ? (uint64_t)z->lead : z->within);
    put_number(&b, z->rating);
    put_number(&b, z->themes);
    for (unsigned i = 0; i < game_option_count(z->game); i++)
        put_number(&b, z->options.value[i]);
    if (z->game->random_start)
        put_number(&b, z->seed);
    put_number(&b, z->past_length);
    put_number(&b, z->length);
    for (unsigned i = z->past_length + z->length; i-- > 0;) {
        if (!push_digit(number, &size, digits[i]))
            return false;
    }
    if (b.bad || b.count + size > BYTES)
        return false;
    memcpy(b.at + b.count, number, size);
    b.count += size;
    write_letters(&b, letters);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

static bool read_letters(const char *letters, size_t count, struct puzzle_bytes *b)
{
    unsigned bits = 0, held = 0;

    if (count > BYTES / 3 * 4)
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *found = letters[i] ? strchr(alphabet, letters[i]) : NULL;
        if (!found)
            return false;
        held = (held << 6 | (unsigned)(found - alphabet)) & 0xffff;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            b->at[b->count++] = (unsigned char)(held >> bits);
        }
    }
    return (held & ((1u << bits) - 1)) == 0;
}

static bool read_actions(struct puzzle *z, unsigned char *number, unsigned size)
{
    struct puzzle_named names[GAME_MAX_ACTIONS];
    struct game_position p;
    unsigned all = z->past_length + z->length;

    z->game->start(&z->options, z->seed, &p);
    for (unsigned i = 0; i < all; i++) {
        unsigned of = sort_actions(z->game, &p, names);
        if (of == 0)
            return false;
        game_action action = names[pop_digit(number, size, of)].action;
        *(i < z->past_length ? &z->past[i] : &z->line[i - z->past_length]) = action;
        z->game->apply(&p, action, &p);
    }
    for (unsigned i = 0; i < size; i++) {
        if (number[i])
            return false;
    }
    return true;
}

static void read_head(struct puzzle *z, struct puzzle_bytes *b)
{
    z->goal = (enum puzzle_goal)take_number(b, PUZZLE_GOALS - 1);
    unsigned number = (unsigned)take_number(b, MOST_LEAD);
    z->lead = z->goal == PUZZLE_LEAD ? (int)number : 0;
    z->within = z->goal == PUZZLE_LEAD ? 0 : number;
    z->rating = (unsigned)take_number(b, MOST_RATING);
    z->themes = (unsigned)take_number(b, UINT32_MAX);
    for (unsigned i = 0; i < game_option_count(z->game); i++)
        z->options.value[i] = (uint8_t)take_number(b, game_value_count(&z->game->options[i]) - 1);
    z->seed = z->game->random_start ? take_number(b, UINT64_MAX) : 0;
    z->past_length = (unsigned)take_number(b, PUZZLE_MOST_PAST);
    z->length = (unsigned)take_number(b, PUZZLE_MOST_LINE);
}

bool puzzle_read(const struct game *g, const char *letters, size_t count, struct puzzle *z,
                 struct error *e)
{
    struct puzzle_bytes b = {.count = 0};

    *z = (struct puzzle){.game = g};
    if (read_letters(letters, count, &b)) {
        read_head(z, &b);
        if (!b.bad && z->length > 0 && puzzle_suits(g, &z->options) &&
            (z->goal != PUZZLE_KEEP || game_hidden(g)->check_objective) &&
            read_actions(z, b.at + b.place, b.count - b.place))
            return true;
    }
    return error_set(e, "puzzle.damaged", "the puzzle is damaged");
}

// ---------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------

static unsigned checksum(const char *rows, size_t bytes)
{
    return (unsigned)hash_bytes(rows, bytes);
}

void puzzle_file_head(const struct game *g, unsigned count, const char *rows, size_t bytes,
                      struct text *t)
{
    text_format(t, "puzzles %d %s %u %08x\n", VERSION, g->name, count, checksum(rows, bytes));
}

void puzzle_file_head_made(const struct game *g, unsigned count, const char *rows, size_t bytes,
                           struct puzzle_origin origin, struct text *t)
{
    text_format(t, "puzzles %d %s %u %08x %llu:%llu\n", VERSION, g->name, count,
                checksum(rows, bytes), (unsigned long long)origin.seed,
                (unsigned long long)origin.games);
}

// "SEED:GAMES", or nothing.
static bool read_origin(char *text, struct puzzle_origin *origin)
{
    unsigned long long seed, games;
    char *colon = strchr(text, ':');

    *origin = (struct puzzle_origin){0};
    if (!*text)
        return true;
    if (!colon)
        return false;
    *colon = 0;
    if (!text_read_number(text, UINT64_MAX, &seed) ||
        !text_read_number(colon + 1, UINT64_MAX, &games))
        return false;
    *origin = (struct puzzle_origin){seed, games};
    return true;
}

// One word of the head, up to a blank or the line's end.
static size_t read_word(const char **at, const char *end, char *storage, size_t capacity)
{
    size_t length = 0;

    while (*at < end && **at == ' ')
        ++*at;
    while (*at + length < end && (*at)[length] != ' ' && (*at)[length] != '\n')
        length++;
    size_t kept = length < capacity ? length : capacity - 1;
    memcpy(storage, *at, kept);
    storage[kept] = 0;
    *at += length;
    return length;
}

bool puzzle_file_open(struct puzzle_file *f, const char *bytes, size_t count, struct error *e)
{
    const char *at = bytes, *end = bytes + count;
    char kind[16], version[8], name[32], number[16], sum[16], origin[48], right[16];
    unsigned long long puzzles;
    struct text t;

    read_word(&at, end, kind, sizeof kind);
    read_word(&at, end, version, sizeof version);
    read_word(&at, end, name, sizeof name);
    read_word(&at, end, number, sizeof number);
    read_word(&at, end, sum, sizeof sum);
    read_word(&at, end, origin, sizeof origin);
    if (strcmp(kind, "puzzles") != 0 || at == end)
        return error_set(e, "puzzle.file", "this is no file of puzzles");
    if (strcmp(version, "1") != 0)
        return error_set(e, "puzzle.version:version", "puzzles of version '%s' are not known here",
                         error_quote(version).text);
    f->game = game_named(name);
    if (!f->game)
        return error_set(e, "puzzle.game:game", "game '%s' is unknown", error_quote(name).text);
    f->rows = at + 1;
    f->bytes = (size_t)(end - f->rows);
    text_init(&t, right, sizeof right);
    text_format(&t, "%08x", checksum(f->rows, f->bytes));
    if (strcmp(sum, right) != 0 || *at != '\n' || !read_origin(origin, &f->origin) ||
        !text_read_number(number, 1000000, &puzzles))
        return error_set(e, "puzzle.sum", "the file of puzzles is damaged: its checksum is wrong");
    f->count = (unsigned)puzzles;
    return true;
}

bool puzzle_file_read(const struct puzzle_file *f, unsigned number, struct puzzle *z,
                      struct error *e)
{
    const char *at = f->rows, *end = f->rows + f->bytes, *line_end = NULL;

    for (unsigned i = 0; at < end && (line_end = memchr(at, '\n', (size_t)(end - at))); i++) {
        if (i == number)
            return puzzle_read(f->game, at, (size_t)(line_end - at), z, e);
        at = line_end + 1;
    }
    return error_set(e, "puzzle.number:number", "there is no puzzle %u", number + 1);
}
