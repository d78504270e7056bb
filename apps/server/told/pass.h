// SPDX-License-Identifier: MIT
// Passes: short texts that the server signs and later believes, without a login. "Whoever shows this may stop what account N is
// told"; "whoever shows this has read the letter to that address".
#ifndef ABAX_SERVER_PASS_H
#define ABAX_SERVER_PASS_H

#include <stdbool.h>
#include <stdint.h>

enum { PASS_KEY = 32, PASS_TEXT = 48 };

struct pass {
    char purpose; // 's': stop, 'c': confirm
    int64_t account;
    int64_t value;
};

// `extra` is signed and does not stand in the pass.
void pass_write(const struct pass *pass, const char *extra, const unsigned char key[PASS_KEY],
                char text[PASS_TEXT]);

// What a pass says, before it is believed.
bool pass_read(const char *text, struct pass *pass);

// Whether it is ours.
bool pass_check(const char *text, const char *extra, const unsigned char key[PASS_KEY]);

#endif
