// SPDX-License-Identifier: MIT
// Purpose, account and value in 17 bytes, then a keyed hash of 16 bytes, all as base64 for URLs.
#include "server/notify/signedlink.h"

#include <sodium.h>
#include <string.h>

enum { CONTENT = 17, MAC = 16, WHOLE = CONTENT + MAC };

static void write_number(unsigned char *to, int64_t number)
{
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)((uint64_t)number >> (56 - 8 * i));
}

static int64_t read_number(const unsigned char *from)
{
    uint64_t number = 0;

    for (int i = 0; i < 8; i++)
        number = number << 8 | from[i];
    return (int64_t)number;
}

static void sign(const unsigned char content[CONTENT], const char *extra,
                 const unsigned char key[SIGNED_LINK_KEY], unsigned char mac[MAC])
{
    crypto_generichash_state state;

    crypto_generichash_init(&state, key, SIGNED_LINK_KEY, MAC);
    crypto_generichash_update(&state, content, CONTENT);
    crypto_generichash_update(&state, (const unsigned char *)extra, strlen(extra));
    crypto_generichash_final(&state, mac, MAC);
}

void signed_link_write(const struct signed_link *link, const char *extra,
                       const unsigned char key[SIGNED_LINK_KEY], char text[SIGNED_LINK_TEXT])
{
    unsigned char whole[WHOLE];

    whole[0] = (unsigned char)link->purpose;
    write_number(whole + 1, link->account);
    write_number(whole + 9, link->value);
    sign(whole, extra, key, whole + CONTENT);
    sodium_bin2base64(text, SIGNED_LINK_TEXT, whole, sizeof whole,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static bool decode(const char *text, unsigned char whole[WHOLE])
{
    size_t length = 0;

    return sodium_base642bin(whole, WHOLE, text, strlen(text), NULL, &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == WHOLE;
}

bool signed_link_read(const char *text, struct signed_link *link)
{
    unsigned char whole[WHOLE];

    if (!decode(text, whole))
        return false;
    *link = (struct signed_link){(char)whole[0], read_number(whole + 1), read_number(whole + 9)};
    return true;
}

bool signed_link_check(const char *text, const char *extra,
                       const unsigned char key[SIGNED_LINK_KEY])
{
    unsigned char whole[WHOLE], mac[MAC];

    if (!decode(text, whole))
        return false;
    sign(whole, extra, key, mac);
    return sodium_memcmp(mac, whole + CONTENT, MAC) == 0;
}
