// SPDX-License-Identifier: MIT
// By the registries of special-purpose addresses (RFC 6890).
#include "server/notify/publicaddress.h"

#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

static bool is_public_4(uint32_t a)
{
    static const struct {
        uint32_t network;
        unsigned bits;
    } closed[] = {
        {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
        {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0586300, 24}, {0xc0a80000, 16},
        {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 3},
    };

    for (unsigned i = 0; i < sizeof closed / sizeof *closed; i++) {
        if ((a ^ closed[i].network) >> (32 - closed[i].bits) == 0)
            return false;
    }
    return true;
}

static uint32_t four_at(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

// Of IPv6 only global unicast (2000::/3) without its special ranges. Addresses that embed an IPv4
// address are judged by that.
static bool is_public_6(const unsigned char b[16])
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    static const unsigned char translated[12] = {0x00, 0x64, 0xff, 0x9b};

    if (!memcmp(b, mapped, 12) || !memcmp(b, translated, 12))
        return is_public_4(four_at(b + 12));
    if (b[0] == 0x20 && b[1] == 0x02) // 6to4
        return is_public_4(four_at(b + 2));
    bool special =
        b[0] == 0x20 && b[1] == 0x01 &&
        ((b[2] == 0x0d && b[3] == 0xb8) || (b[2] == 0 && b[3] < 0x10) || (b[2] < 2 && b[2] > 0));
    return b[0] >> 5 == 1 && !special && !(b[0] == 0x3f && b[1] == 0xff);
}

bool address_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return is_public_4(ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr));
    return address->sa_family == AF_INET6 &&
           is_public_6(((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr);
}
