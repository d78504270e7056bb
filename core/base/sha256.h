// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4) of a text, as 64 hexadecimal digits: for promises that anybody can check
// with any tool.
#ifndef ABAX_BASE_SHA256_H
#define ABAX_BASE_SHA256_H

#include <stdbool.h>
#include <stddef.h>

enum { SHA256_TEXT = 65 }; // digits and the terminator

void sha256_text(const char *bytes, size_t length, char digits[SHA256_TEXT]);

// Whether a text is 64 small hexadecimal digits.
bool sha256_is_text(const char *text);

#endif
