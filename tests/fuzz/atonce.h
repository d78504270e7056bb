// SPDX-License-Identifier: MIT
// The world of the whole fuzz target (atonce.c): its clock, its chance, and how much was stored.
#ifndef ABAX_TESTS_FUZZ_ATONCE_H
#define ABAX_TESTS_FUZZ_ATONCE_H

#include <stdint.h>

// Makes libsodium's chance ours.
void atonce_chance(void);

// Before an input: the same chance for each.
void atonce_begin(void);

// Time passes.
void atonce_pass(int64_t milliseconds);

// What was stored since the beginning of the input.
unsigned atonce_writes(void);

#endif
