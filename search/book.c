// SPDX-License-Identifier: MIT
#include "search/book.h"

#include <string.h>

static const char magic[] = "abaxbook";

unsigned book_head(unsigned char *bytes, uint32_t count)
{
    memcpy(bytes, magic, 8);
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

static bool has(const unsigned char *keys, uint32_t count, uint64_t key)
{
    unsigned char wanted[BOOK_KEY];
    uint32_t from = 0;

    book_key(wanted, key);
    while (count > 0) {
        uint32_t half = count / 2;
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

bool book_find(const struct game *g, const struct game_position *p, game_action *action)
{
    const unsigned char *bytes = (const unsigned char *)g->book;
    struct game_actions list;
    uint32_t count = 0;

    if (!bytes || memcmp(bytes, magic, 8) != 0)
        return false;
    for (int i = 0; i < 4; i++)
        count |= (uint32_t)bytes[8 + i] << 8 * i;
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position after;
        g->apply(p, list.at[i], &after);
        if (has(bytes + BOOK_HEAD, count, game_fold(g, &after))) {
            *action = list.at[i];
            return true;
        }
    }
    return false;
}
