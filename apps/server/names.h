// SPDX-License-Identifier: MIT
// Names that people give themselves, and passwords that are none.
#ifndef ABAX_SERVER_NAMES_H
#define ABAX_SERVER_NAMES_H

#include "base/error.h"

// Whether a name, UTF-8, can be shown as it is: letters of any script, signs and single blanks,
// nothing that cannot be seen or that turns the direction of what stands around it. An empty name
// is none at all, and fine.
bool name_check(const char *name, struct error *e);

// Whether all of a text can be seen, as of a name; blanks may stand anywhere.
bool name_seen(const char *text);

enum { NAME_BYTES = 32 }; // with its terminator

// What a name looks like: letters of other scripts that look like Latin ones, and Latin ones in
// disguise, as these.
void name_look(const char *name, char look[NAME_BYTES]);

// Whether an account may have a name: not one that would pass for the server or those who look
// after it, nor for somebody else by letters of another script.
bool name_free(const char *name, struct error *e);

// Whether a password is more than what everybody would try first: the name itself, one character
// again and again, a row of the keyboard, what is known to be used most.
bool password_check(const char *password, const char *name, struct error *e);

// Whether a commitment to a share of a deal has the form of one.
bool commitment_check(const char *commitment, struct error *e);

#endif
