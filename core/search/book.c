// SPDX-License-Identifier: MIT
// Reads and writes books. The bytes are embedded by the build, but the page's module fetches them
// later: until then the buffer has no magic word and every answer is no.
#include "search/book.h"

#include <assert.h>
#include <string.h>

static const char magic[][9] = {[BOOK_LOST] = "abaxbook", [BOOK_SAFE] = "abaxsafe"};

unsigned book_head(unsigned char *bytes, enum book_part part, uint32_t count)
{
    // NOLINTNEXTLINE(bugprone-not-null-terminated-result): bytes of a file, no string
    memcpy(bytes, magic[part], 8);
    for (int i = 0; i < 4; i++)
        bytes[8 + i] = (unsigned char)(count >> 8 * i);
    return BOOK_HEAD;
}

unsigned book_key(unsigned char *bytes, uint64_t key)
{
    for (int i = 0; i < BOOK_KEY; i++)
        bytes[i] = (unsigned char)(key >> (56 - 8 * i));
    return BOOK_KEY;
}

static bool has_key(const unsigned char *keys, uint32_t count, uint64_t key)
{
    unsigned char wanted[BOOK_KEY];
    uint32_t from = 0;

    book_key(wanted, key);
    while (count > 0) {
        uint32_t half = count / 2;
        // Keys ascend, as the binary search needs.
        assert(half == 0 || memcmp(keys + (size_t)from * BOOK_KEY,
                                   keys + (size_t)(from + half) * BOOK_KEY, BOOK_KEY) < 0);
        int order = memcmp(keys + (size_t)(from + half) * BOOK_KEY, wanted, BOOK_KEY);
        if (order == 0)
            return true;
        if (order < 0) {
            from += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return false;
}

static uint32_t count_of(const unsigned char *head)
{
    uint32_t count = 0;

    for (int i = 0; i < 4; i++)
        count |= (uint32_t)head[8 + i] << 8 * i;
    return count;
}

size_t book_part_bytes(const unsigned char *bytes, size_t count, enum book_part part)
{
    if (count < BOOK_HEAD || memcmp(bytes, magic[part], 8) != 0)
        return 0;
    size_t whole = BOOK_HEAD + (size_t)count_of(bytes) * BOOK_KEY;
    return whole <= count ? whole : 0;
}

// The keys of a part of the game's book; NULL and a count of 0 without one. A 0 byte ends the book.
static const unsigned char *keys_of(const struct game *g, enum book_part wanted, uint32_t *count)
{
    const unsigned char *bytes = (const unsigned char *)game_ai(g)->book;

    for (enum book_part part = BOOK_LOST; bytes; part++, bytes += (size_t)*count * BOOK_KEY) {
        *count = 0;
        if (strncmp((const char *)bytes, magic[part], 8) != 0)
            break;
        *count = count_of(bytes);
        bytes += BOOK_HEAD;
        if (part == wanted)
            return bytes;
    }
    *count = 0;
    return NULL;
}

static bool part_has(const struct game *g, enum book_part part, const struct game_position *p)
{
    uint32_t count;
    const unsigned char *keys = keys_of(g, part, &count);

    return keys && has_key(keys, count, game_canonical_key(g, p));
}

static bool part_find(const struct game *g, enum book_part part, const struct game_position *p,
                      game_action *action)
{
    struct game_actions list;
    uint32_t count;
    const unsigned char *keys = keys_of(g, part, &count);

    if (!keys)
        return false;
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        if (has_key(keys, count, game_canonical_key(g, &after))) {
            *action = list.at[i];
            return true;
        }
    }
    return false;
}

bool book_has(const struct game *g, const struct game_position *p)
{
    return part_has(g, BOOK_LOST, p);
}

bool book_find(const struct game *g, const struct game_position *p, game_action *action)
{
    return part_find(g, BOOK_LOST, p, action);
}

bool book_safe(const struct game *g, const struct game_position *p)
{
    return part_has(g, BOOK_SAFE, p);
}

bool book_find_safe(const struct game *g, const struct game_position *p, game_action *action)
{
    return part_find(g, BOOK_SAFE, p, action);
}
