// SPDX-License-Identifier: MIT
// The proof of a deal in a record (play/deal.h): tags with commitments and shares, and the start
// that follows from them.
#ifndef ABAX_RECORD_DEALPROOF_H
#define ABAX_RECORD_DEALPROOF_H

#include "play/deal.h"
#include "record/record.h"

// Adds the tags: "Deal" with the game's name and the dealer's commitment and share, "Deal1" to
// "Deal4" with commitment and share of the seats that have one, "Silent" with the seats that were
// asked and gave none. False without memory.
bool dealproof_add(struct record *r, const struct deal *d);

// What a record proves.
struct dealproof {
    int shares; // seats that gave a share; -1: the record has no proof
    // Seats that were asked for a share and gave none: for them the deal rests on the server's
    // word.
    uint8_t silent;
};

// Checks the tags. False with a sentence that says what is wrong.
bool dealproof_check(const struct record *r, struct dealproof *p, struct error *e);

#endif
