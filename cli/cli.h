// SPDX-License-Identifier: MIT
// Commands that need a clock or a keyboard, one file each.
#ifndef ABAX_CLI_CLI_H
#define ABAX_CLI_CLI_H

#include "protocol/command.h"

bool cli_bench(const struct arguments *a, struct output *out, struct error *e);
bool cli_play(const struct arguments *a, struct output *out, struct error *e);

#endif
