// SPDX-License-Identifier: MIT
// The cryptography of Web Push: texts that only one browser can read (RFC 8291, with the content
// coding aes128gcm of RFC 8188), and the proof of who sends them (VAPID, RFC 8292). All keys are
// pairs on the curve P-256.
#ifndef ABAX_SERVER_NOTIFY_PUSHCRYPT_H
#define ABAX_SERVER_NOTIFY_PUSHCRYPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PUSH_PRIVATE = 32,
    PUSH_PUBLIC = 65, // an uncompressed point
    PUSH_AUTH = 16,
    PUSH_SALT = 16,
    PUSH_TEXT = 3072, // bytes of a text at most, with its padding
    PUSH_ENCRYPTED = PUSH_TEXT + 128,
    PUSH_TOKEN = 768, // bytes of the Authorization value, with its terminator
    PUSH_PAD = 512,   // texts are padded to a multiple, so that their length reveals nothing
};

struct push_key_pair {
    unsigned char secret[PUSH_PRIVATE];
    unsigned char point[PUSH_PUBLIC];
};

bool push_key_pair_generate(struct push_key_pair *pair);

// The pair of a known secret. False if it is not one.
bool push_key_pair_of(const unsigned char secret[PUSH_PRIVATE], struct push_key_pair *pair);

// Whether bytes are a point of the curve.
bool push_is_point(const unsigned char point[PUSH_PUBLIC]);

// Encrypts one record of aes128gcm with the key `material` (RFC 8188). `encrypted` must hold the
// text and 128 bytes more. Pads the text with zeros to `padded` bytes. Returns the length, or 0 on
// failure.
size_t push_encrypt_record(const unsigned char *material, size_t material_length,
                           const unsigned char salt[PUSH_SALT], const unsigned char *key_id,
                           size_t key_id_length, const void *text, size_t length, size_t padded,
                           unsigned char *encrypted);

// Encrypts a text for one browser (RFC 8291). `keys` and `salt` must be new for every text.
size_t push_encrypt(const struct push_key_pair *keys, const unsigned char salt[PUSH_SALT],
                    const unsigned char point[PUSH_PUBLIC], const unsigned char auth[PUSH_AUTH],
                    const void *text, size_t length, size_t padded,
                    unsigned char encrypted[PUSH_ENCRYPTED]);

// The value of the Authorization header: who sends, signed for the origin of the push service
// ("https://host") until a time in seconds. `contact` is a mailto: or https: URL. False if the
// value would be too long.
bool push_vapid(const struct push_key_pair *keys, const char *origin, const char *contact,
                int64_t until, char authorization[PUSH_TOKEN]);

#endif
