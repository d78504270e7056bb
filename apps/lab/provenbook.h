// SPDX-License-Identifier: MIT
// Writes books of proven positions, for players.
#ifndef ABAX_LAB_PROVENBOOK_H
#define ABAX_LAB_PROVENBOOK_H

#include "cli/check.h"
#include "search/proof_tree.h"

// A new book: the heaviest part of a proof.
bool provenbook_write(const char *path, const struct proof_tree *w, struct error *e);

// Adds the positions that the claiming seat leads to, from an accepted claim; false without memory.
bool provenbook_add_safe(const struct certificate_claim *c, struct keys *safe);

// Rewrites a book: its first part as it was, and these keys as the second.
bool provenbook_write_safe(const char *path, struct keys *safe, struct error *e);

#endif
