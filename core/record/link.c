// SPDX-License-Identifier: MIT
// Packs a record into the fewest letters: the main line is one large number, each action a digit in
// a system of as many digits as there were legal actions, so a forced one costs nothing. Page,
// terminal and `abax record` call it. A link comes from anywhere: everything read is bounded,
// checked by a checksum and then replayed like any record, and a newer version is refused rather
// than guessed at.
#include "record/link.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "record/recordparts.h"

enum {
    VERSION = 1,
    HEAD = 4,           // the version and three bytes of checksum
    BYTES_MOST = 10000, // of a link, enough for the longest record
    TEXT_MOST = 14000,
    VALUE = 1024,
};

// What a link holds besides the game, the options, the end and the actions.
enum { HAS_SEED = 1, HAS_START = 2, HAS_CLOCK = 4, HAS_DATE = 8, HAS_SEATS = 16 };

struct link_bytes {
    uint8_t at[BYTES_MOST];
    size_t count, next;
    bool wrong; // more was put in than fits, or more taken out than there was
};

static void put_byte(struct link_bytes *b, unsigned byte)
{
    if (b->count == sizeof b->at)
        b->wrong = true;
    else
        b->at[b->count++] = (uint8_t)byte;
}

// Seven bits a byte, the lowest first; the high bit says that more follow.
static void put_number(struct link_bytes *b, uint64_t n)
{
    for (; n >= 128; n >>= 7)
        put_byte(b, 128 | (n & 127));
    put_byte(b, (unsigned)n);
}

static void put_text(struct link_bytes *b, const char *s)
{
    put_number(b, strlen(s));
    while (*s)
        put_byte(b, (unsigned char)*s++);
}

static unsigned take_byte(struct link_bytes *b)
{
    if (b->next < b->count)
        return b->at[b->next++];
    b->wrong = true;
    return 0;
}

static uint64_t take_number(struct link_bytes *b)
{
    uint64_t n = 0;

    for (unsigned shift = 0; shift < 64; shift += 7) {
        unsigned byte = take_byte(b);
        n |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return n;
    }
    b->wrong = true;
    return 0;
}

static void take_text(struct link_bytes *b, char text[VALUE])
{
    uint64_t length = take_number(b);
    struct text t;

    text_init(&t, text, VALUE);
    if (length >= VALUE)
        b->wrong = true;
    for (uint64_t i = 0; i < length && !b->wrong; i++)
        text_char(&t, (char)take_byte(b));
}

// ---------------------------------------------------------------------------------------------
// Actions: digits of one large number, each in a system of as many digits as there were legal
// actions
// ---------------------------------------------------------------------------------------------

// bytes = bytes * base + digit
static void push_digit(struct link_bytes *b, unsigned base, unsigned digit)
{
    unsigned carry = digit;

    assert(base > 0 && base <= GAME_MAX_ACTIONS && digit < base);
    for (size_t i = 0; i < b->count; i++) {
        carry += b->at[i] * base;
        b->at[i] = (uint8_t)carry;
        carry >>= 8;
    }
    for (; carry; carry >>= 8)
        put_byte(b, carry & 255);
}

// The number that stands from `next` on, divided by the base; returns the remainder.
static unsigned pop_digit(struct link_bytes *b, unsigned base)
{
    unsigned rest = 0;

    for (size_t i = b->count; i-- > b->next;) {
        rest = rest << 8 | b->at[i];
        b->at[i] = (uint8_t)(rest / base);
        rest %= base;
    }
    while (b->count > b->next && b->at[b->count - 1] == 0)
        b->count--;
    return rest;
}

struct choices {
    struct game_actions list;
    char texts[GAME_MAX_ACTIONS][GAME_ACTION_BYTES];
};

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

// The texts of the legal actions in alphabetical order.
static void sort_choices(const struct game *g, const struct game_position *p, struct choices *c)
{
    game_list(g, p, &c->list);
    for (unsigned i = 0; i < c->list.count; i++) {
        game_write_action(g, p, c->list.at[i], c->texts[i]);
    }
    qsort(c->texts, c->list.count, GAME_ACTION_BYTES, compare_texts);
}

struct link_digit {
    uint16_t base, digit;
};

// The digits of the main line, in order; false when an action is not legal.
static bool find_digits(const struct record *r, struct game_position *p, struct choices *c,
                        struct link_digit *digits)
{
    const struct game *g = r->setup.game;

    for (unsigned n = r->nodes[RECORD_START].child; n; n = r->nodes[n].child) {
        game_action action;
        sort_choices(g, p, c);
        if (!game_find(g, p, r->nodes[n].action, &action))
            return false;
        const char *found =
            bsearch(r->nodes[n].action, c->texts, c->list.count, GAME_ACTION_BYTES, compare_texts);
        assert(found); // its text is one of the legal ones
        size_t place = (size_t)(found - c->texts[0]) / GAME_ACTION_BYTES;
        *digits++ = (struct link_digit){(uint16_t)c->list.count, (uint16_t)place};
        g->apply(p, action, p);
    }
    return true;
}

static bool start_position(const struct match_setup *setup, struct game_position *p,
                           struct error *e)
{
    if (setup->start[0])
        return setup->game->read(&setup->options, setup->start, p, e);
    setup->game->start(&setup->options, setup->seed, p);
    return true;
}

static bool put_actions(const struct record *r, struct link_bytes *b, struct error *e)
{
    unsigned length = record_length(r);
    struct link_digit *digits = malloc((length + 1) * sizeof *digits);
    struct choices *choices = malloc(sizeof *choices);
    struct link_bytes *large = calloc(1, sizeof *large);
    struct game_position p;
    bool fine = digits && choices && large;

    if (!fine)
        error_set(e, "link.memory", "the link is too long for the memory");
    fine = fine && start_position(&r->setup, &p, e);
    if (fine && !find_digits(r, &p, choices, digits))
        fine = error_set(e, "link.illegal", "the record cannot be a link: an action is not legal");
    put_number(b, length);
    for (unsigned i = length; fine && i-- > 0;)
        push_digit(large, digits[i].base, digits[i].digit);
    for (size_t i = 0; fine && i < large->count; i++)
        put_byte(b, large->at[i]);
    free(digits);
    free(choices);
    free(large);
    return fine;
}

static bool take_actions(struct record *r, struct link_bytes *b, struct error *e)
{
    uint64_t length = take_number(b);
    struct choices *choices = malloc(sizeof *choices);
    const struct game *g = r->setup.game;
    struct game_position p;
    unsigned node = RECORD_START;
    bool fine = choices || error_set(e, "link.memory", "the link is too long for the memory");

    if (fine && length > RECORD_MOST)
        fine = error_set(e, "link.long", "the link is too long");
    fine = fine && start_position(&r->setup, &p, e);
    if (fine && !game_complete(g, &p))
        fine = error_set(e, "link.view", "the link starts from a view");
    for (uint64_t i = 0; fine && i < length; i++) {
        game_action action;
        sort_choices(g, &p, choices);
        if (choices->list.count == 0) {
            fine = error_set(e, "link.late",
                             "the link is damaged: it goes on after the end of the game");
            break;
        }
        const char *text = choices->texts[pop_digit(b, choices->list.count)];
        if (!game_find(g, &p, text, &action) || !(node = record_add(r, node, text, 0)))
            fine = error_set(e, "link.memory", "the link is too long for the memory");
        else
            r->nodes[node].turn = 0; // the replay gives it
        if (fine)
            g->apply(&p, action, &p);
    }
    free(choices);
    if (fine && b->next != b->count)
        fine = error_set(e, "link.rest",
                         "the link is damaged: something is left behind the last action");
    return fine;
}

// ---------------------------------------------------------------------------------------------
// The setup
// ---------------------------------------------------------------------------------------------

static bool has_seats(const struct record *r)
{
    for (int seat = 0; seat < record_seats(r); seat++) {
        if (r->setup.seats[seat].name[0] || r->setup.seats[seat].who != MATCH_PERSON)
            return true;
    }
    return false;
}

static unsigned contents(const struct record *r)
{
    unsigned has = 0;

    if (r->setup.start[0])
        has |= HAS_START;
    else if (r->setup.seed || r->setup.game->random_start)
        has |= HAS_SEED;
    if (r->setup.clock.base)
        has |= HAS_CLOCK;
    if (r->date[0])
        has |= HAS_DATE;
    return has | (has_seats(r) ? HAS_SEATS : 0);
}

// As many as differ from the default, so that a new option does not change old links.
static void put_options(const struct record *r, struct link_bytes *b)
{
    unsigned count = GAME_MAX_OPTIONS;

    while (count > 0 && r->setup.options.value[count - 1] == 0)
        count--;
    put_byte(b, count);
    for (unsigned i = 0; i < count; i++)
        put_byte(b, r->setup.options.value[i]);
}

static void put_seats(const struct record *r, struct link_bytes *b)
{
    for (int seat = 0; seat < record_seats(r); seat++) {
        const struct match_seat *s = &r->setup.seats[seat];
        char player[MATCH_NAME_BYTES];
        struct text t;

        text_init(&t, player, sizeof player);
        if (s->who != MATCH_PERSON)
            record_player_text(s, &t);
        put_text(b, s->name);
        put_text(b, player);
    }
}

// The digits of a date without the dashes, as one number.
static unsigned packed_date(const char *date)
{
    unsigned n = 0;

    for (; *date; date++) {
        if (*date != '-')
            n = n * 10 + (unsigned)(*date - '0');
    }
    return n;
}

static void put_setup(const struct record *r, struct link_bytes *b)
{
    unsigned has = contents(r);
    char clock[CLOCK_TEXT_BYTES];
    struct text t;

    put_text(b, r->setup.game->name);
    put_byte(b, has);
    put_options(r, b);
    if (has & HAS_SEED)
        put_number(b, r->setup.seed);
    if (has & HAS_START)
        put_text(b, r->setup.start);
    if (has & HAS_CLOCK) {
        text_init(&t, clock, sizeof clock);
        clock_write(&r->setup.clock, &t);
        put_text(b, clock);
    }
    if (has & HAS_DATE)
        put_number(b, packed_date(r->date));
    if (has & HAS_SEATS)
        put_seats(r, b);
    put_byte(b, (unsigned)r->end.how);
    if (r->end.how == MATCH_RESIGNED || r->end.how == MATCH_TIME)
        put_byte(b, (unsigned)r->end.seat);
}

static bool add_tag(struct record *r, const char *name, const char *value, struct error *e)
{
    return record_keep_tag(r, 0, name, value, e);
}

static bool take_options(struct record *r, const struct game *g, struct link_bytes *b,
                         struct error *e)
{
    struct game_options options = {0};
    unsigned count = take_byte(b);
    char value[VALUE];
    struct text t;

    for (unsigned i = 0; i < count; i++) {
        unsigned chosen = take_byte(b);
        if (i >= game_option_count(g) || chosen >= game_value_count(&g->options[i]))
            return error_set(e, "link.options:game", "the link has options that %s does not know",
                             g->title);
        options.value[i] = (uint8_t)chosen;
    }
    text_init(&t, value, sizeof value);
    game_options_text(g, &options, &t);
    r->setup.game = g;
    r->setup.options = options;
    return add_tag(r, "Options", value, e);
}

static bool take_text_tag(struct record *r, struct link_bytes *b, const char *name, struct error *e)
{
    char value[VALUE];

    take_text(b, value);
    return add_tag(r, name, value, e);
}

static bool take_seed(struct record *r, struct link_bytes *b, struct error *e)
{
    char value[VALUE];
    struct text t;

    text_init(&t, value, sizeof value);
    text_format(&t, "%llu", (unsigned long long)take_number(b));
    return add_tag(r, "Seed", value, e);
}

static bool take_date(struct record *r, struct link_bytes *b, struct error *e)
{
    unsigned long long n = take_number(b);
    char value[VALUE];
    struct text t;

    text_init(&t, value, sizeof value);
    text_format(&t, "%04llu-%02llu-%02llu", n / 10000, n / 100 % 100, n % 100);
    return add_tag(r, "Date", value, e);
}

static bool take_seats(struct record *r, struct link_bytes *b, struct error *e)
{
    for (int seat = 0; seat < record_seats(r); seat++) {
        char name[VALUE], value[VALUE];
        struct text t;

        text_init(&t, name, sizeof name);
        text_format(&t, "Seat%d", seat + 1);
        if (!take_text_tag(r, b, name, e))
            return false;
        text_add(&t, "Player");
        take_text(b, value);
        if (value[0] && !add_tag(r, name, value, e))
            return false;
    }
    return true;
}

static bool take_end(struct record *r, struct link_bytes *b, struct error *e)
{
    char value[VALUE];
    struct text t;

    r->end.how = (enum match_how)take_byte(b);
    if (r->end.how > MATCH_ABORTED)
        return error_set(e, "link.end", "the link ends in a way that this program does not know");
    if (r->end.how == MATCH_RESIGNED || r->end.how == MATCH_TIME)
        r->end.seat = (int)take_byte(b);
    text_init(&t, value, sizeof value);
    record_end_text(r, &t);
    bool ended = r->end.how != MATCH_GOES_ON;
    r->end = (struct match_end){0};
    return !ended || add_tag(r, "End", value, e);
}

static bool take_setup(struct record *r, struct link_bytes *b, struct error *e)
{
    char name[VALUE];

    take_text(b, name);
    const struct game *g = game_named(name);
    if (!g)
        return error_set(e, "link.game:game", "the link is of game '%s', which is unknown",
                         error_quote(name).text);
    unsigned has = take_byte(b);
    return add_tag(r, "Game", name, e) && take_options(r, g, b, e) &&
           (!(has & HAS_SEED) || take_seed(r, b, e)) &&
           (!(has & HAS_START) || take_text_tag(r, b, "Start", e)) &&
           (!(has & HAS_CLOCK) || take_text_tag(r, b, "Clock", e)) &&
           (!(has & HAS_DATE) || take_date(r, b, e)) &&
           (!(has & HAS_SEATS) || take_seats(r, b, e)) && take_end(r, b, e);
}

// ---------------------------------------------------------------------------------------------
// Letters
// ---------------------------------------------------------------------------------------------

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static void write_letter(struct output *out, unsigned value)
{
    out->write(out->to, &letters[value & 63], 1);
}

static void write_letters(const struct link_bytes *b, struct output *out)
{
    uint32_t bits = 0;
    unsigned held = 0;

    for (size_t i = 0; i < b->count; i++) {
        bits = bits << 8 | b->at[i];
        for (held += 8; held >= 6; held -= 6)
            write_letter(out, bits >> (held - 6));
    }
    if (held)
        write_letter(out, bits << (6 - held));
}

static bool read_letters(const char *link, size_t length, struct link_bytes *b, struct error *e)
{
    uint32_t bits = 0;
    unsigned held = 0;

    *b = (struct link_bytes){0};
    for (size_t i = 0; i < length; i++) {
        const char *letter = link[i] ? strchr(letters, link[i]) : NULL;
        if (!letter) {
            char bad[] = {link[i], 0};
            return error_set(e, "link.letter:letter,place",
                             "the link is damaged: '%s' at place %zu is not a letter of a link",
                             error_quote(bad).text, i + 1);
        }
        bits = bits << 6 | (unsigned)(letter - letters);
        held += 6;
        if (held >= 8) {
            held -= 8;
            put_byte(b, bits >> held & 255);
        }
    }
    return (!b->wrong && held < 6 && (bits & ((1u << held) - 1)) == 0) ||
           error_set(e, "link.length", "the link is damaged: its length is wrong");
}

static void checksum(const struct link_bytes *b, uint8_t sum[HEAD - 1])
{
    uint64_t h = hash_bytes(b->at + HEAD, b->count - HEAD);

    for (int i = 0; i < HEAD - 1; i++)
        sum[i] = (uint8_t)(h >> (8 * i));
}

bool link_write(const struct record *r, struct output *out, struct error *e)
{
    struct link_bytes b = {.at = {VERSION}, .count = HEAD};

    if (record_is_view(r) || (r->setup.game->hidden && r->end.how == MATCH_GOES_ON))
        return error_set(e, "link.secrets",
                         "a game with secrets can be a link only when it is over");
    put_setup(r, &b);
    if (!put_actions(r, &b, e))
        return false;
    if (b.wrong)
        return error_set(e, "link.game-long", "the game is too long for a link");
    checksum(&b, b.at + 1);
    write_letters(&b, out);
    return true;
}

static bool check_head(const struct link_bytes *b, struct error *e)
{
    uint8_t sum[HEAD - 1];

    if (b->count <= HEAD)
        return error_set(e, "link.short", "the link is damaged: it is too short");
    if (b->at[0] != VERSION)
        return error_set(e, "link.version:version",
                         "the link is of version %d, which this program does not know", b->at[0]);
    checksum(b, sum);
    return memcmp(sum, b->at + 1, sizeof sum) == 0 ||
           error_set(e, "link.checksum", "the link is damaged: its checksum is wrong");
}

static bool read_bytes(struct record *r, struct link_bytes *b, struct error *e)
{
    b->next = HEAD;
    if (!take_setup(r, b, e))
        return false;
    if (b->wrong)
        return error_set(e, "link.breaks-off", "the link is damaged: it breaks off");
    return record_read_tags(r, e) && take_actions(r, b, e);
}

bool link_read(struct record *r, const char *link, size_t length, struct error *e)
{
    struct link_bytes b;

    record_clear(r);
    if (length > TEXT_MOST)
        return error_set(e, "link.most:most", "the link is longer than %d letters", TEXT_MOST);
    if (read_letters(link, length, &b, e) && check_head(&b, e) &&
        (record_comment(r, RECORD_START, NULL) ||
         error_set(e, "link.memory", "the link is too long for the memory")) &&
        read_bytes(r, &b, e))
        return record_settle(r, e);
    record_clear(r);
    return false;
}

// The letters alone, as a link is written. They begin with the version, 1: an A, and a letter from
// Q to f.
static bool is_bare(const char *text)
{
    static const char kinds[] = "QRSTUVWXYZabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP0123456789-_";
    enum { LEAST = 16, SECOND = 16 }; // letters of the shortest link; kinds of the second one
    size_t count = strspn(text, kinds);

    return text[0] == 'A' && count >= LEAST && memchr(kinds, text[1], SECOND) &&
           (!text[count] || strchr(" \r\n", text[count]));
}

// The page writes "#g=" before the letters, since its addresses have other ends too.
static const char *behind_mark(const char *mark)
{
    return !strncmp(mark, "#g=", 3) ? mark + 3 : mark + 1;
}

const char *link_letters(const char *text)
{
    if (!strncmp(text, "link:", 5))
        return text + 5;
    if (text[0] == '#')
        return behind_mark(text);
    if (!strncmp(text, "https://", 8) || !strncmp(text, "http://", 7)) {
        const char *mark = strchr(text, '#');
        return mark ? behind_mark(mark) : NULL;
    }
    return is_bare(text) ? text : NULL;
}
