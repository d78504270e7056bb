// SPDX-License-Identifier: MIT
// Signed links: short texts that the server signs and believes later, without a login. "Whoever
// shows this may stop the notifications of account N", "whoever shows this has read the email to
// that address".
#ifndef ABAX_SERVER_NOTIFY_SIGNEDLINK_H
#define ABAX_SERVER_NOTIFY_SIGNEDLINK_H

#include <stdbool.h>
#include <stdint.h>

enum { SIGNED_LINK_KEY = 32, SIGNED_LINK_TEXT = 48 };

struct signed_link {
    char purpose; // 's': stop, 'c': confirm
    int64_t account;
    int64_t value;
};

// `extra` is signed but not part of the text.
void signed_link_write(const struct signed_link *link, const char *extra,
                       const unsigned char key[SIGNED_LINK_KEY], char text[SIGNED_LINK_TEXT]);

// What a link says, before its signature is checked.
bool signed_link_read(const char *text, struct signed_link *link);

bool signed_link_check(const char *text, const char *extra,
                       const unsigned char key[SIGNED_LINK_KEY]);

#endif
