// SPDX-License-Identifier: MIT
// What the rooms ask of vsnprintf and no more. The C library's own is a fortieth of the module: it can write numbers with
// points and the names of the system's faults, and there are neither.
#ifndef ABAX_WASM_FORMAT_H
#define ABAX_WASM_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

// Like vsnprintf, for these conversions: %% %c %s %d %u %x, with the lengths l, ll and z, the flags - and 0, a width, and
// for %s a precision; both may be *. Anything else ends the text where it stands; tests/unit/format.c looks for such.
int format_text(char *to, size_t room, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

#endif
