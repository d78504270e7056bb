// SPDX-License-Identifier: MIT
// The part of vsnprintf that core/ uses. The C library's own would be a fortieth of the module: it
// also formats floating-point numbers and system errors, which core/ never prints.
#ifndef ABAX_BINDINGS_JS_WASM_FORMAT_H
#define ABAX_BINDINGS_JS_WASM_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

// Like vsnprintf, for these conversions: %% %c %s %d %u %x, with the lengths l, ll and z, the flags
// - and 0, a width, and for %s a precision; both may be *. Anything else ends the text there;
// tests/check-formats finds such formats.
int format_text(char *to, size_t capacity, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

#endif
