// SPDX-License-Identifier: MIT
// Which Abax this is. The number stands in the file VERSION and nowhere else.
#ifndef ABAX_BASE_VERSION_H
#define ABAX_BASE_VERSION_H

extern const char version_text[];

#endif
