// SPDX-License-Identifier: MIT
// A claim of a certificate, as `abax check` reads it (check.c). The format is described in
// lab/certificate.c.
#ifndef ABAX_CLI_CHECK_H
#define ABAX_CLI_CHECK_H

#include "base/keys.h"
#include "game/game.h"

struct certificate_claim {
    const struct game *game;
    struct game_options options;
    struct game_position position;
    int seat;
    bool wins; // otherwise: does not lose
    struct keys keys;
};

// The position to go to when the claiming seat acts. False when no action is listed.
bool claim_choose(const struct certificate_claim *c, const struct game_position *p,
                  const struct game_actions *list, struct game_position *after);

#endif
