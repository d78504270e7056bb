// SPDX-License-Identifier: MIT
// Functions that write without knowing where to stop, or keep hidden state, are compile errors.
// The Makefile includes this file ahead of every source file of the program.
#ifndef ABAX_BASE_BANNED_H
#define ABAX_BASE_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf gets strtok atoi atol atoll rand \
    srand

#endif
