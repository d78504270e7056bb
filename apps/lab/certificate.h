// SPDX-License-Identifier: MIT
// Writes what was proven to the files of --certificate and --book (the format is described in
// certificate.c).
#ifndef ABAX_LAB_CERTIFICATE_H
#define ABAX_LAB_CERTIFICATE_H

#include "base/error.h"

struct solve_proof;

bool certificate_write(const struct solve_proof *q, struct error *e);

#endif
