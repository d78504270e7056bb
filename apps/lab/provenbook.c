// SPDX-License-Identifier: MIT
// Books of proven positions (search/book.h): the first part comes from a proof, the second from a
// checked certificate.
#include "lab/provenbook.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "search/book.h"

enum {
    BOOK_MOST = 16000, // keys in the first part: about 100 kB
    // Of a claim that a seat does not lose, the positions of the first actions go into the second
    // part: some hundreds, a few kilobytes.
    BOOK_PLIES = 8,
};

// ---------------------------------------------------------------------------------------------
// What is lost, from a proof
// ---------------------------------------------------------------------------------------------

static int heavier(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x < y) - (x > y);
}

// The weight that at most BOOK_MOST aims exceed.
static bool find_limit(const struct proof_tree *w, const uint32_t *weights, uint32_t *limit)
{
    uint32_t *sorted = calloc(w->count + 1, sizeof *sorted);

    if (!sorted)
        return false;
    for (size_t i = 0; i < w->count; i++)
        sorted[i] = weights[i];
    qsort(sorted, w->count, sizeof *sorted, heavier);
    *limit = w->count > BOOK_MOST ? sorted[BOOK_MOST] : 0;
    free(sorted);
    return true;
}

static bool write_lost(FILE *file, const struct proof_tree *w, const uint32_t *weights,
                       uint32_t limit)
{
    unsigned char bytes[BOOK_HEAD] = {0};
    uint32_t count = 0;

    for (size_t i = 0; i < w->count; i++)
        count += weights[i] > limit;
    fwrite(bytes, 1, book_head(bytes, BOOK_LOST, count), file);
    for (size_t i = 0; i < w->count; i++) {
        if (weights[i] > limit)
            fwrite(bytes, 1, book_key(bytes, w->keys[i]), file);
    }
    fprintf(stderr, "book: %u positions that weigh more than %u\n", count, limit);
    return !ferror(file);
}

// The book is the heaviest part of the proof. An aim weighs more than those that follow it, so the
// book has no gaps.
bool provenbook_write(const char *path, const struct proof_tree *w, struct error *e)
{
    FILE *file = fopen(path, "wb");
    uint32_t *weights = calloc(w->count + 1, sizeof *weights), limit;
    bool written = false;

    if (file && weights) {
        proof_tree_weigh(w, weights);
        written = find_limit(w, weights, &limit) && write_lost(file, w, weights, limit);
    }
    free(weights);
    if (file && fclose(file) != 0)
        written = false;
    return written || cli_unwritten(path, e);
}

// ---------------------------------------------------------------------------------------------
// What is safe, from a certificate
// ---------------------------------------------------------------------------------------------

// Adds the positions that the claiming seat leads into, from an accepted claim; false without
// memory.
static bool gather_safe(const struct certificate_claim *c, const struct game_position *p,
                        unsigned plies, struct keys *safe)
{
    struct game_actions list;
    struct game_result result;
    struct game_position after;
    bool good = true;

    c->game->result(p, &result);
    if (result.over)
        return true;
    if (c->game->to_act(p) != c->seat)
        good = keys_add(safe, game_canonical_key(c->game, p)) != KEYS_NO_MEMORY;
    if (plies == 0)
        return good;
    game_list(c->game, p, &list);
    if (c->game->to_act(p) == c->seat)
        return claim_choose(c, p, &list, &after) && gather_safe(c, &after, plies - 1, safe);
    for (unsigned i = 0; i < list.count && good; i++) {
        c->game->apply(p, list.at[i], &after);
        good = gather_safe(c, &after, plies - 1, safe);
    }
    return good;
}

bool provenbook_add_safe(const struct certificate_claim *c, struct keys *safe)
{
    return gather_safe(c, &c->position, BOOK_PLIES, safe);
}

bool provenbook_write_safe(const char *path, struct keys *safe, struct error *e)
{
    size_t count = 0, size = safe->count;
    unsigned char *old = (unsigned char *)cli_read_file(path, CLI_MOST_PROOF, &count, e),
                  bytes[BOOK_HEAD] = {0};

    if (!old)
        return false;
    size_t lost = book_part_bytes(old, count, BOOK_LOST);
    FILE *file = lost ? fopen(path, "wb") : NULL;
    bool written = file != NULL;
    if (file) {
        const uint64_t *keys = keys_sort(safe);
        fwrite(old, 1, lost, file);
        fwrite(bytes, 1, book_head(bytes, BOOK_SAFE, (uint32_t)size), file);
        for (size_t i = 0; i < size; i++)
            fwrite(bytes, 1, book_key(bytes, keys[i]), file);
        written = !ferror(file);
        written = fclose(file) == 0 && written;
    }
    free(old);
    if (!lost)
        return error_set(e, "check.no-book:file", "file '%s' is no book", error_quote(path).text);
    return written || cli_unwritten(path, e);
}
