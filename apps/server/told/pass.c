// SPDX-License-Identifier: MIT
// A pass is its purpose, account and value in 17 bytes, and 16 of a keyed hash over them, as base64 for addresses.
#include "server/told/pass.h"

#include <sodium.h>
#include <string.h>

enum { TOLD = 17, MAC = 16, WHOLE = TOLD + MAC };

static void put(unsigned char *to, int64_t number)
{
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)((uint64_t)number >> (56 - 8 * i));
}

static int64_t take(const unsigned char *from)
{
    uint64_t number = 0;

    for (int i = 0; i < 8; i++)
        number = number << 8 | from[i];
    return (int64_t)number;
}

static void seal(const unsigned char told[TOLD], const char *extra,
                 const unsigned char key[PASS_KEY], unsigned char mac[MAC])
{
    crypto_generichash_state state;

    crypto_generichash_init(&state, key, PASS_KEY, MAC);
    crypto_generichash_update(&state, told, TOLD);
    crypto_generichash_update(&state, (const unsigned char *)extra, strlen(extra));
    crypto_generichash_final(&state, mac, MAC);
}

void pass_write(const struct pass *pass, const char *extra, const unsigned char key[PASS_KEY],
                char text[PASS_TEXT])
{
    unsigned char whole[WHOLE];

    whole[0] = (unsigned char)pass->purpose;
    put(whole + 1, pass->account);
    put(whole + 9, pass->value);
    seal(whole, extra, key, whole + TOLD);
    sodium_bin2base64(text, PASS_TEXT, whole, sizeof whole,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static bool decode(const char *text, unsigned char whole[WHOLE])
{
    size_t length = 0;

    return sodium_base642bin(whole, WHOLE, text, strlen(text), NULL, &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == WHOLE;
}

bool pass_read(const char *text, struct pass *pass)
{
    unsigned char whole[WHOLE];

    if (!decode(text, whole))
        return false;
    *pass = (struct pass){(char)whole[0], take(whole + 1), take(whole + 9)};
    return true;
}

bool pass_check(const char *text, const char *extra, const unsigned char key[PASS_KEY])
{
    unsigned char whole[WHOLE], mac[MAC];

    if (!decode(text, whole))
        return false;
    seal(whole, extra, key, mac);
    return sodium_memcmp(mac, whole + TOLD, MAC) == 0;
}
