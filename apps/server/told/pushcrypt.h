// SPDX-License-Identifier: MIT
// What Web Push needs of cryptography: texts that only one browser can read (RFC 8291, on the content coding aes128gcm of
// RFC 8188), and the proof of who sends them (VAPID, RFC 8292). Keys are pairs on the curve P-256.
#ifndef ABAX_SERVER_PUSHCRYPT_H
#define ABAX_SERVER_PUSHCRYPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PUSH_PRIVATE = 32,
    PUSH_PUBLIC = 65, // an uncompressed point
    PUSH_AUTH = 16,
    PUSH_SALT = 16,
    PUSH_TEXT = 3072,              // bytes of a text at most, its padding included
    PUSH_SEALED = PUSH_TEXT + 128, // of what is sent
    PUSH_TOKEN = 768,              // of the proof, and its terminator
    PUSH_PAD = 512,                // texts are filled up to a multiple: their length tells nothing
};

struct push_pair {
    unsigned char secret[PUSH_PRIVATE];
    unsigned char point[PUSH_PUBLIC];
};

// A new pair; and the pair of a known secret. False when that is none.
bool push_pair_make(struct push_pair *pair);
bool push_pair_of(const unsigned char secret[PUSH_PRIVATE], struct push_pair *pair);

// Whether bytes are a point of the curve.
bool push_is_point(const unsigned char point[PUSH_PUBLIC]);

// One record of aes128gcm with a key of its own material (RFC 8188); `sealed` has room for the text and 128 bytes more.
// Returns its length, 0 on a fault. The text is filled up with zeros to `padded` bytes, if that is more.
size_t push_code(const unsigned char *material, size_t material_length,
                 const unsigned char salt[PUSH_SALT], const unsigned char *name, size_t name_length,
                 const void *text, size_t length, size_t padded, unsigned char *sealed);

// A text for one browser (RFC 8291). `own` and `salt` must be new for every text.
size_t push_seal(const struct push_pair *own, const unsigned char salt[PUSH_SALT],
                 const unsigned char point[PUSH_PUBLIC], const unsigned char auth[PUSH_AUTH],
                 const void *text, size_t length, size_t padded, unsigned char sealed[PUSH_SEALED]);

// The value of the Authorization line for a push service: who sends, signed for its origin ("https://host") until a time in
// seconds. `contact` is a mailto: or https: address. False when it is too long.
bool push_proof(const struct push_pair *own, const char *origin, const char *contact, int64_t until,
                char proof[PUSH_TOKEN]);

#endif
