// SPDX-License-Identifier: MIT
// Names that guests give themselves.
#ifndef ABAX_SERVER_NAMES_H
#define ABAX_SERVER_NAMES_H

#include "base/error.h"

// Whether a name, UTF-8, can be shown as it is: letters of any script, signs and single blanks, nothing that cannot be seen or that turns
// the direction of what stands around it. An empty name is none at all, and fine.
bool name_check(const char *name, struct error *e);

#endif
