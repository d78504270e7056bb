// SPDX-License-Identifier: MIT
// Web Push against the examples of its own papers (RFC 8188, 3.1 and RFC 8291, 5), the proof of who
// sends, which addresses of push services are taken, which addresses of the network are called, and
// quiet hours in the zones of the world.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/notify/publicaddress.h"
#include "server/notify/push.h"
#include "server/notify/zone.h"
#include "tests/unit/subjects.h"

static size_t decode(const char *text, unsigned char *to, size_t capacity)
{
    size_t length = 0;

    assert_int_equal(sodium_base642bin(to, capacity, text, strlen(text), NULL, &length, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    return length;
}

static const char *encoded(const unsigned char *bytes, size_t length)
{
    static char text[1024];

    sodium_bin2base64(text, sizeof text, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return text;
}

static void the_walrus(void **state)
{
    unsigned char material[16], salt[PUSH_SALT], sealed[256];

    (void)state;
    assert_int_equal(decode("yqdlZ-tYemfogSmv7Ws5PQ", material, 16), 16);
    assert_int_equal(decode("I1BsxtFttlv3u_Oo94xnmw", salt, 16), 16);
    size_t length =
        push_encrypt_record(material, 16, salt, NULL, 0, "I am the walrus", 15, 0, sealed);
    assert_string_equal(encoded(sealed, length),
                        "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg");
}

static const char as_private[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char ua_public[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

static void the_watermelon(void **state)
{
    static const char text[] = "When I grow up, I want to be a watermelon";
    unsigned char secret[PUSH_PRIVATE], point[PUSH_PUBLIC], auth[PUSH_AUTH], salt[PUSH_SALT];
    unsigned char sealed[PUSH_ENCRYPTED];
    struct push_key_pair own;

    (void)state;
    decode(as_private, secret, sizeof secret);
    decode(ua_public, point, sizeof point);
    decode("BTBZMqHH6r4Tts7J_aSIgg", auth, sizeof auth);
    decode("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
    assert_true(push_key_pair_of(secret, &own));
    assert_string_equal(
        encoded(own.point, PUSH_PUBLIC),
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
    size_t length = push_encrypt(&own, salt, point, auth, text, sizeof text - 1, 0, sealed);
    assert_string_equal(encoded(sealed, length),
                        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
                        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
                        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
    // Filled up, one length is like another; what does not fit is not sealed.
    size_t filled = push_encrypt(&own, salt, point, auth, text, 3, PUSH_PAD, sealed);
    assert_int_equal(filled, push_encrypt(&own, salt, point, auth, text, 30, PUSH_PAD, sealed));
    assert_int_equal(push_encrypt(&own, salt, point, auth, text, 3, PUSH_TEXT + 1, sealed), 0);
    // A point that is not on the curve gives nothing away.
    assert_true(push_is_point(point));
    point[40] ^= 1;
    assert_false(push_is_point(point));
    assert_int_equal(push_encrypt(&own, salt, point, auth, text, 3, 0, sealed), 0);
}

static void pairs_are_keys(void **state)
{
    unsigned char zero[PUSH_PRIVATE] = {0}, large[PUSH_PRIVATE];
    struct push_key_pair a, b;

    (void)state;
    assert_true(push_key_pair_generate(&a) && push_key_pair_generate(&b) && push_is_point(a.point));
    assert_memory_not_equal(a.secret, b.secret, PUSH_PRIVATE);
    memset(large, 0xff, sizeof large);
    assert_false(push_key_pair_of(zero, &a));
    assert_false(push_key_pair_of(large, &a));
}

static void the_proof_names_origin_and_contact(void **state)
{
    unsigned char secret[PUSH_PRIVATE], part[256] = {0};
    char proof[PUSH_TOKEN], *dot;
    struct push_key_pair own;

    (void)state;
    decode(as_private, secret, sizeof secret);
    assert_true(push_key_pair_of(secret, &own));
    assert_true(
        push_vapid(&own, "https://push.example", "https://abax.example", 1453523768, proof));
    assert_memory_equal(proof, "vapid t=", 8);
    assert_non_null(strstr(proof, ", k=BP4z9KsN6nGRTbVYI_c7"));
    dot = strchr(proof, '.');
    *dot = 0;
    decode(proof + 8, part, sizeof part);
    assert_string_equal(part, "{\"typ\":\"JWT\",\"alg\":\"ES256\"}");
    *strchr(dot + 1, '.') = 0;
    memset(part, 0, sizeof part);
    decode(dot + 1, part, sizeof part);
    assert_string_equal(part, "{\"aud\":\"https://push.example\",\"exp\":1453523768,"
                              "\"sub\":\"https://abax.example\"}");
    assert_false(push_vapid(&own, "https://a\"b", "https://abax.example", 1, proof));
}

static void services_are_https(void **state)
{
    static const char *const wrong[] = {"http://push.example/a",
                                        "https://push.example:8443/a",
                                        "https:///a",
                                        "https://push.example",
                                        "https://u:p@push.example/a",
                                        "https://push.example/a b",
                                        "https://push.example/a\r\nX: y",
                                        "ftp://push.example/a",
                                        "https://[::1]/a",
                                        "",
                                        "https://push.example:/a",
                                        "https://push.example?x/a"};
    struct push_service s;
    struct error e;

    (void)state;
    assert_true(push_service_read("https://push.example/wpush/v2/abc?d=e", false, &s, &e));
    assert_string_equal(s.host, "push.example");
    assert_string_equal(s.origin, "https://push.example");
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(push_service_read(wrong[i], false, &s, &e));
    assert_true(push_service_read("http://127.0.0.1:99/a", true, &s, &e));
    assert_string_equal(s.host, "127.0.0.1");
    assert_string_equal(s.origin, "http://127.0.0.1:99");
}

static bool is_public(const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};

    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return address_is_public((struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return address_is_public((struct sockaddr *)&six);
}

static void nobody_is_sent_inside(void **state)
{
    static const char *const inside[] = {
        "0.0.0.0",          "10.1.2.3",        "100.64.0.1",      "127.0.0.1",    "127.255.255.255",
        "169.254.169.254",  "172.16.0.1",      "172.31.255.255",  "192.0.0.8",    "192.0.2.1",
        "192.168.1.1",      "198.18.0.1",      "198.19.255.255",  "198.51.100.1", "203.0.113.9",
        "224.0.0.1",        "240.0.0.1",       "255.255.255.255", "::",           "::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1",  "fe80::1",      "fc00::1",
        "fd12::1",          "ff02::1",         "2001:db8::1",     "2001::1",      "2002:7f00:1::",
        "2002:a00:1::",     "3fff::1",         "100::1"};
    static const char *const outside[] = {"1.1.1.1",         "8.8.8.8",          "100.128.0.1",
                                          "172.32.0.1",      "192.167.0.1",      "198.20.0.1",
                                          "223.255.255.254", "2606:4700::1111",  "2a00:1450::1",
                                          "::ffff:8.8.8.8",  "64:ff9b::808:808", "2002:808:808::1"};

    (void)state;
    for (unsigned i = 0; i < sizeof inside / sizeof *inside; i++) {
        if (is_public(inside[i]))
            fail_msg("%s is taken for an address of the world", inside[i]);
    }
    for (unsigned i = 0; i < sizeof outside / sizeof *outside; i++) {
        if (!is_public(outside[i]))
            fail_msg("%s is not taken for an address of the world", outside[i]);
    }
}

// What the C library says, which knows one zone at a time.
static void zones_are_the_systems(void **state)
{
    static const char *const zones[] = {
        "Europe/Berlin",     "America/New_York",  "Asia/Kolkata",  "Australia/Sydney",
        "America/Sao_Paulo", "Asia/Tokyo",        "Europe/London", "Pacific/Chatham",
        "America/St_Johns",  "Africa/Casablanca", "Europe/Dublin", "UTC"};
    int offset;

    (void)state;
    for (unsigned i = 0; i < sizeof zones / sizeof *zones; i++) {
        setenv("TZ", zones[i], 1);
        tzset();
        // To 2060: behind the last change of any file there is only its rule.
        for (time_t at = 1000000000; at < 2840000000; at += 86400 * 5 + 3607) {
            struct tm local;
            localtime_r(&at, &local);
            assert_true(zone_offset(zones[i], at, &offset));
            if (offset != local.tm_gmtoff)
                fail_msg("%s at %lld: %d, not %ld", zones[i], (long long)at, offset,
                         local.tm_gmtoff);
        }
    }
    unsetenv("TZ");
    assert_true(zone_offset("", 0, &offset) && offset == 0);
    assert_false(zone_offset("Europe/Nowhere", 0, &offset));
    assert_false(zone_offset("../../../etc/passwd", 0, &offset));
    assert_false(zone_offset("/etc/passwd", 0, &offset));
    assert_false(zone_offset("Europe", 0, &offset));
}

static void quiet_hours_end(void **state)
{
    const int64_t hour = 3600000, midnight = INT64_C(1790000000000) / (24 * hour) * (24 * hour);

    (void)state;
    assert_int_equal(zone_quiet_until("UTC", 22 * 60, 7 * 60, midnight + 12 * hour), 0);
    assert_int_equal(zone_quiet_until("UTC", 22 * 60, 7 * 60, midnight + 23 * hour),
                     midnight + 31 * hour);
    assert_int_equal(zone_quiet_until("UTC", 22 * 60, 7 * 60, midnight + 3 * hour + 59999),
                     midnight + 7 * hour);
    assert_int_equal(zone_quiet_until("UTC", 22 * 60, 7 * 60, midnight + 7 * hour), 0);
    assert_int_equal(zone_quiet_until("UTC", 60, 120, midnight + hour), midnight + 2 * hour);
    assert_int_equal(zone_quiet_until("UTC", 60, 60, midnight + hour), 0); // none
    // 23:00 in Tokyo is 14:00 in Greenwich.
    assert_int_equal(zone_quiet_until("Asia/Tokyo", 22 * 60, 7 * 60, midnight + 14 * hour),
                     midnight + 22 * hour);
    assert_int_equal(zone_quiet_until("No/Zone", 22 * 60, 7 * 60, midnight + 14 * hour), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_walrus),
        cmocka_unit_test(the_watermelon),
        cmocka_unit_test(pairs_are_keys),
        cmocka_unit_test(the_proof_names_origin_and_contact),
        cmocka_unit_test(services_are_https),
        cmocka_unit_test(nobody_is_sent_inside),
        cmocka_unit_test(zones_are_the_systems),
        cmocka_unit_test(quiet_hours_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
