// SPDX-License-Identifier: MIT
// Writes certificates: proofs that can be checked with the rules alone ('abax check', cli/check.c).
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
// whose folded key is listed. There is always one, whatever the other seat does. Actions need not
// be stored, and mirror images share a key.
#include "lab/certificate.h"

#include <stdio.h>

#include "cli/solve.h"
#include "lab/provenbook.h"
#include "search/proof_tree.h"

struct sink {
    FILE *file;
    uint64_t sum;
};

static void sink_bytes(struct sink *k, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        k->sum = (k->sum ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    fwrite(bytes, 1, count, k->file);
}

static void sink_number(struct sink *k, uint64_t number)
{
    char bytes[10];
    size_t count = 0;

    for (; number >= 128; number >>= 7)
        bytes[count++] = (char)(number | 128);
    bytes[count++] = (char)number;
    sink_bytes(k, bytes, count);
}

static void sink_head(struct sink *k, const struct solve *s, const struct proof_tree *w)
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
    struct sink k = {file, 0xcbf29ce484222325u};
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
        written = provenbook_write(chosen->book, &w, e);
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
