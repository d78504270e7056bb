// SPDX-License-Identifier: MIT
// What `abax-lab` adds to commands of `abax`: writing the files that these commands only read. In
// `abax` there are no such parts, and it becomes `abax-lab` when one is needed (abax.c).
#ifndef ABAX_CLI_LABPARTS_H
#define ABAX_CLI_LABPARTS_H

#include <stdbool.h>

struct arguments;
struct certificate_claim;
struct error;
struct keys;
struct output;
struct puzzles_part;
struct solve_proof;

struct lab_parts {
    // `solve --certificate --book`: writes the proof of the answer while the search's table is in
    // memory.
    bool (*write_proof)(const struct solve_proof *s, struct error *e);

    // `check --book`: adds the positions that an accepted claim leads to, false without memory;
    // then writes them.
    bool (*add_safe)(const struct certificate_claim *c, struct keys *safe);
    bool (*write_safe)(const char *path, struct keys *safe, struct error *e);

    // `puzzles GAME`, and `puzzles WORD FILE`.
    bool (*find_puzzles)(const struct arguments *a, struct output *out, struct error *e);
    const struct puzzles_part *puzzles;
    unsigned puzzles_count;
};

#endif
