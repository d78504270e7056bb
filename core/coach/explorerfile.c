// SPDX-License-Identifier: MIT
// Files of the opening explorer: a line that says what it is, then rows of letters in the order of
// keys (docs/explorer.md). A number is letters of five bits, the lowest first, each but the last
// with the sixth bit set.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "coach/explorer.h"

enum {
    VERSION = 1,
    KEY_BITS =
        40, // a row that is not there is taken for one of 50,000 once in 20 million questions
    UNKNOWN = 1001, // chance that is not known; below are thousandths
    STEPS = 1002,   // of a chance; times what is proven
    WORD_BYTES = 40,
};

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static uint64_t short_key(uint64_t key)
{
    return key >> (64 - KEY_BITS);
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

struct letters {
    const char *at, *end;
    bool bad;
};

static unsigned value_of_letter(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (unsigned)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a') + 26;
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0') + 52;
    return c == '-' ? 62 : c == '_' ? 63 : 64;
}

static uint64_t read_letters(struct letters *l)
{
    uint64_t number = 0;

    for (unsigned shift = 0; shift < 60 && l->at < l->end; shift += 5) {
        unsigned bits = value_of_letter(*l->at++);
        l->bad |= bits > 63;
        number |= (uint64_t)(bits & 31) << shift;
        if (bits < 32)
            return number;
    }
    l->bad = true;
    return 0;
}

struct explorer_file_row {
    uint64_t key; // short
    struct explorer_counts counts;
};

// The row after one with this key.
static void take_row(struct letters *l, struct explorer_file_row *row)
{
    row->key += read_letters(l);
    uint64_t games = read_letters(l), first = read_letters(l), draws = read_letters(l),
             announced = read_letters(l);
    l->bad |= games == 0 || games > UINT32_MAX || first + draws > games ||
              announced >= STEPS * (SOLVER_WIN + 1) || row->key >> KEY_BITS;
    int chance = (int)(announced % STEPS);
    row->counts = (struct explorer_counts){
        (uint32_t)games, (uint32_t)first, (uint32_t)draws, chance == UNKNOWN ? -1 : chance,
        (enum solver_word)(announced / STEPS % (SOLVER_WIN + 1))};
}

// One word of the head.
static void read_word(const char **at, const char *end, char *storage)
{
    struct text t;

    text_init(&t, storage, WORD_BYTES);
    for (; *at < end && **at != ' ' && **at != '\n'; ++*at)
        text_char(&t, **at);
    if (*at < end)
        ++*at;
}

static bool read_number(const char **at, const char *end, uint64_t *number)
{
    char storage[WORD_BYTES];
    unsigned long long n = 0;

    read_word(at, end, storage);
    bool good = text_read_number(storage, 1000000000000, &n);
    *number = n;
    return good;
}

static bool refuse_damaged(struct error *e)
{
    return error_set(e, "explore.damaged", "the file of openings is damaged");
}

static unsigned checksum(const char *rows, const char *end)
{
    return (unsigned)hash_bytes(rows, (size_t)(end - rows));
}

// Whether all rows are sound and as many as the head says.
static bool check_rows(const struct explorer_file *f)
{
    struct letters l = {f->rows, f->end, false};
    struct explorer_file_row row = {.key = 0};
    unsigned count = 0;

    for (; l.at < l.end && !l.bad; count++) {
        uint64_t before = row.key;
        take_row(&l, &row);
        l.bad |= count > 0 && row.key == before;
    }
    return !l.bad && count == f->positions;
}

bool explorer_open(struct explorer_file *f, const struct game *g, const char *text, size_t length,
                   struct error *e)
{
    const char *at = text, *end = text + length;
    char kind[WORD_BYTES], version[WORD_BYTES], name[WORD_BYTES], sum[WORD_BYTES];
    char right[WORD_BYTES];
    uint64_t positions = 0;
    struct text t;

    while (end > text && (end[-1] == '\n' || end[-1] == ' ' || end[-1] == '\0'))
        end--;
    read_word(&at, end, kind);
    read_word(&at, end, version);
    read_word(&at, end, name);
    if (strcmp(kind, "openings") != 0)
        return error_set(e, "explore.file", "this is no file of openings");
    if (strcmp(version, "1") != 0)
        return error_set(e, "explore.version:version",
                         "openings of version '%s' are not known here", error_quote(version).text);
    if (strcmp(name, g->name) != 0)
        return error_set(e, "explore.game:name", "these are openings of '%s', not of this game",
                         error_quote(name).text);
    bool good = read_number(&at, end, &f->games) && read_number(&at, end, &f->nodes) &&
                read_number(&at, end, &positions);
    read_word(&at, end, sum);
    *f = (struct explorer_file){g, f->games, f->nodes, (unsigned)positions, at, end};
    text_init(&t, right, sizeof right);
    text_format(&t, "%08x", checksum(at, end));
    return (good && strcmp(sum, right) == 0 && check_rows(f)) || refuse_damaged(e);
}

// Rows of file and view stand in the same order, so one walk finds all; the position itself is
// asked at every step.
void explorer_look(struct explorer_view *v, const struct explorer_file *f)
{
    struct letters l = {f->rows, f->end, false};
    struct explorer_file_row row = {.key = 0};
    unsigned next = 0;

    v->games = f->games;
    while (l.at < l.end) {
        take_row(&l, &row);
        if (row.key == short_key(v->here.key))
            v->here.counts = row.counts;
        while (next < v->count && short_key(v->rows[next].key) < row.key)
            next++;
        for (unsigned i = next; i < v->count && short_key(v->rows[i].key) == row.key; i++)
            v->rows[i].counts = row.counts;
    }
}

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

static unsigned write_letters(char *to, uint64_t number)
{
    unsigned count = 0;

    for (; number > 31; number >>= 5)
        to[count++] = alphabet[(number & 31) | 32];
    to[count++] = alphabet[number];
    return count;
}

enum { ROW_BYTES = 60 };

static unsigned put_row(char to[ROW_BYTES], const struct explorer_entry *entry, uint64_t before)
{
    uint64_t chance = entry->thought ? entry->chances / entry->thought : UNKNOWN;
    unsigned count = write_letters(to, short_key(entry->key) - before);

    count += write_letters(to + count, entry->games);
    count += write_letters(to + count, entry->first);
    count += write_letters(to + count, entry->draws);
    return count + write_letters(to + count, chance + STEPS * (uint64_t)entry->proven);
}

static int by_key(const void *a, const void *b)
{
    const struct explorer_entry *x = a, *y = b;

    return x->key < y->key ? -1 : x->key > y->key;
}

// The positions at the front of the entries, in order. The index is no longer one.
static void sort_entries(struct explorer_index *index)
{
    size_t count = 0;

    for (size_t i = 0; i < index->capacity; i++) {
        if (index->entries[i].key)
            index->entries[count++] = index->entries[i];
    }
    if (count)
        qsort(index->entries, count, sizeof *index->entries, by_key);
    index->capacity = 0;
}

// Writes the rows of positions with at least this many games to `to`; with NULL, only counts their
// bytes.
static size_t write_rows(const struct explorer_index *index, unsigned least, char *to,
                         unsigned *positions)
{
    uint64_t before = 0;
    size_t bytes = 0;
    char row[ROW_BYTES];

    *positions = 0;
    for (size_t i = 0; i < index->count; i++) {
        const struct explorer_entry *entry = &index->entries[i];
        bool same = *positions > 0 && short_key(entry->key) == before;
        if (entry->games < least || same) // of two with the same key one is left out
            continue;
        unsigned count = put_row(row, entry, before);
        if (to)
            memcpy(to + bytes, row, count);
        bytes += count;
        before = short_key(entry->key);
        ++*positions;
    }
    return bytes;
}

bool explorer_write(struct explorer_index *index, struct explorer_made *made, struct output *out,
                    struct error *e)
{
    unsigned positions;
    size_t bytes;

    sort_entries(index);
    for (made->least += made->least == 0;; made->least++) {
        bytes = write_rows(index, made->least, NULL, &positions);
        if (bytes + 2 * (size_t)WORD_BYTES <= made->most)
            break;
    }
    char *rows = malloc(bytes + 1);
    if (!rows)
        return error_set(e, "explore.memory", "there is no memory for the openings");
    write_rows(index, made->least, rows, &positions);
    output_format(out, "openings %d %s %llu %llu %u %08x\n", VERSION, made->game->name,
                  (unsigned long long)index->games, (unsigned long long)made->nodes, positions,
                  checksum(rows, rows + bytes));
    out->write(out->to, rows, bytes);
    output_add(out, "\n");
    free(rows);
    return true;
}
