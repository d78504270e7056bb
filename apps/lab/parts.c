// SPDX-License-Identifier: MIT
// What the lab adds to commands of `abax` (cli/labparts.h).
#include "lab/certificate.h"
#include "lab/lab.h"
#include "lab/puzzles.h"

const struct lab_parts lab_parts = {
    .write_proof = certificate_write,
    .add_safe = certificate_add_safe,
    .write_safe = certificate_write_safe,
    .find_puzzles = puzzles_find,
    .puzzles = puzzles_makers,
    .puzzles_count = PUZZLES_MAKERS,
};
