// SPDX-License-Identifier: MIT
// Writes proofs: certificates, which can be checked with the rules alone ('abax check',
// cli/check.c), and books of proven positions (search/book.h), whose first part comes from a proof
// and whose second part comes from a checked certificate.
//
// A certificate is one claim or more, one after the other. A claim is
//
//   abax certificate 1
//   game NAME
//   options key=value,key=value   or "-"
//   position POSITION
//   claim seat N wins             or "claim seat N does not lose"
//   keys COUNT
//   COUNT numbers: the canonical keys (`canonical_key` in game/game.h) of the positions that seat N
//     must reach, in ascending order, each as the difference to the one before (the first to 0),
//     seven bits per byte, the lowest first; the highest bit of a byte says that another follows
//   sum HEX                       FNV-1a, 64 bits, of all bytes of the claim before this line
//
// How to follow it: seat N plays any action that ends the game as claimed or leads to a position
// whose canonical key is listed. There is always one, whatever the other seat does. Actions need
// not be stored, and mirror images share a key.
#include "lab/certificate.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/solve.h"
#include "search/book.h"
#include "search/proof_tree.h"

enum {
    BOOK_MOST = 16000, // keys in the first part: about 100 kB
    // Of a claim that a seat does not lose, the positions of the first actions go into the second
    // part: some hundreds, a few kilobytes.
    BOOK_PLIES = 8,
};

// ---------------------------------------------------------------------------------------------
// Books: what is lost, from a proof
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
static bool write_book(const char *path, const struct proof_tree *w, struct error *e)
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
// Certificates
// ---------------------------------------------------------------------------------------------

struct certificate_sink {
    FILE *file;
    uint64_t sum;
};

static void sink_bytes(struct certificate_sink *k, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        k->sum = (k->sum ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    fwrite(bytes, 1, count, k->file);
}

static void sink_number(struct certificate_sink *k, uint64_t number)
{
    char bytes[10];
    size_t count = 0;

    for (; number >= 128; number >>= 7)
        bytes[count++] = (char)(number | 128);
    bytes[count++] = (char)number;
    sink_bytes(k, bytes, count);
}

static void sink_head(struct certificate_sink *k, const struct solve *s, const struct proof_tree *w)
{
    const struct game *g = s->history->game;
    bool wins = w->answer == PROOF_PROVEN;
    char storage[GAME_TEXT_BYTES + 400];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_format(&t, "abax certificate 1\ngame %s\noptions ", g->name);
    game_options_text(g, &s->history->options, &t);
    text_add(&t, "\nposition ");
    g->write(w->task.root, &t);
    text_format(&t, "\nclaim seat %d %s\nkeys %zu\n", (wins ? w->task.seat : !w->task.seat) + 1,
                wins ? "wins" : "does not lose", w->count);
    sink_bytes(k, storage, t.length);
}

static bool write_one(FILE *file, const struct solve *s, const struct proof_tree *w)
{
    struct certificate_sink k = {file, 0xcbf29ce484222325u};
    uint64_t before = 0;

    sink_head(&k, s, w);
    for (size_t i = 0; i < w->count; i++) {
        sink_number(&k, w->keys[i] - before);
        before = w->keys[i];
    }
    fprintf(file, "sum %016llx\n", (unsigned long long)k.sum);
    return !ferror(file);
}

// The proof of one answer, added to the certificate; the book is made of the winner's.
static bool write_claim(const struct solve_proof *q, int question, FILE *file, struct error *e)
{
    const struct solve_options *chosen = q->solve->chosen;
    struct proof_tree w = {
        .proof = q->proof, .task = q->task[question], .answer = q->report[question].answer};
    bool written = true;

    if (!proof_tree_collect(&w)) {
        proof_tree_clear(&w);
        return error_set(e, "solve.collect",
                         "the proof cannot be collected: time or memory is used up");
    }
    fprintf(stderr, "proof: %zu positions, %llu searched again\n", w.count,
            (unsigned long long)w.nodes);
    if (chosen->book && w.answer == PROOF_PROVEN)
        written = write_book(chosen->book, &w, e);
    if (file && !write_one(file, q->solve, &w))
        written = cli_unwritten(chosen->certificate, e);
    proof_tree_clear(&w);
    return written;
}

// A win or a denied one is one claim. A draw is two: neither seat can win.
bool certificate_write(const struct solve_proof *q, struct error *e)
{
    const struct solve_options *chosen = q->solve->chosen;
    int last = q->report[0].answer == PROOF_DISPROVEN && q->solve->denied < 0;
    int first = last && q->solve->winner >= 0;
    FILE *file = chosen->certificate ? fopen(chosen->certificate, "wb") : NULL;
    bool written = true;

    if (chosen->certificate && !file)
        return cli_unwritten(chosen->certificate, e);
    for (int i = first; i <= last && written; i++)
        written = write_claim(q, i, file, e);
    if (file && fclose(file) != 0 && written)
        return cli_unwritten(chosen->certificate, e);
    return written;
}

// ---------------------------------------------------------------------------------------------
// Books: what is safe, from a certificate
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

bool certificate_add_safe(const struct certificate_claim *c, struct keys *safe)
{
    return gather_safe(c, &c->position, BOOK_PLIES, safe);
}

bool certificate_write_safe(const char *path, struct keys *safe, struct error *e)
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
