// SPDX-License-Identifier: MIT
// Writes what was proven (the format of certificates is described in certificate.c).
#ifndef ABAX_LAB_CERTIFICATE_H
#define ABAX_LAB_CERTIFICATE_H

#include "cli/check.h"

struct solve_proof;

// Writes the files of --certificate and --book; the book is the heaviest part of the proof.
bool certificate_write(const struct solve_proof *q, struct error *e);

// Adds the positions that the claiming seat leads to, from an accepted claim; false without memory.
bool certificate_add_safe(const struct certificate_claim *c, struct keys *safe);

// Rewrites a book: its first part as it was, and these keys as the second.
bool certificate_write_safe(const char *path, struct keys *safe, struct error *e);

#endif
