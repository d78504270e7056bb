// SPDX-License-Identifier: MIT
// A whole game as the fragment of a link: letters, digits, '-' and '_' only, a hundred of them for
// a usual game. It holds the setup, the main line and the end; no comments, times, hints or
// variations.
//
// An action is a number: its index among the texts of the legal actions in alphabetical order, so
// that a link depends on the rules only. docs/records.md describes the bytes.
#ifndef ABAX_RECORD_LINK_H
#define ABAX_RECORD_LINK_H

#include "record/record.h"

// Fails while a game with secrets is being played: a link would reveal them.
bool link_write(const struct record *r, struct output *out, struct error *e);

// A link that was damaged, or that does not give a legal game, is refused and leaves the record
// empty.
bool link_read(struct record *r, const char *link, size_t length, struct error *e);

// Where the letters begin in "link:...", "#...", "#g=...", an address with such an end, as the page
// writes it, or a line of letters alone; NULL when it is none of these.
const char *link_letters(const char *text);

#endif
