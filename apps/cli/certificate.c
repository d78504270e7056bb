// SPDX-License-Identifier: MIT
// Writing a certificate: a proof that anybody can check with the rules alone ('abax check', check.c).
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
//     must reach, in ascending order, each as the difference to the one before (the first to 0), seven bits a byte, the
//     lowest first; the highest bit of a byte says that another follows
//   sum HEX                       FNV-1a, 64 bits, of all bytes of the claim before this line
//
// How to follow it: seat N plays any action that ends the game as claimed or leads to a position whose
// canonical key is listed. There is always one, whatever the other seat does. Actions need not be stored,
// and mirror images share a key.
#include "cli/solve.h"
#include "search/proof_tree.h"

struct sink {
    FILE *file;
    uint64_t sum;
};

static void put(struct sink *k, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        k->sum = (k->sum ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    fwrite(bytes, 1, count, k->file);
}

static void put_number(struct sink *k, uint64_t number)
{
    char bytes[10];
    size_t count = 0;

    for (; number >= 128; number >>= 7)
        bytes[count++] = (char)(number | 128);
    bytes[count++] = (char)number;
    put(k, bytes, count);
}

static void put_head(struct sink *k, const struct solve *s, const struct proof_tree *w)
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
    put(k, storage, t.length);
}

bool certificate_write(FILE *file, const struct solve *s, const struct proof_tree *w)
{
    struct sink k = {file, 0xcbf29ce484222325u};
    uint64_t before = 0;

    put_head(&k, s, w);
    for (size_t i = 0; i < w->count; i++) {
        put_number(&k, w->keys[i] - before);
        before = w->keys[i];
    }
    fprintf(file, "sum %016llx\n", (unsigned long long)k.sum);
    return !ferror(file);
}
