// SPDX-License-Identifier: MIT
// RFC 8188, 8291 and 8292 with OpenSSL's curve, hashes and cipher. Keys and what is derived from
// them are wiped.
#include "server/notify/pushcrypt.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    HASH = 32,
    HEAD = PUSH_SALT + 4 + 1, // of a record: salt, record size, length of the key id
    RECORD = 4096,            // the record size in the header; there is only one record
    TAG = 16,
    KEY = 16,
    NONCE = 12,
    LAST = 2, // delimiter after the text of the last record
    INFO = 160,
    DER = 80, // of a signature
};

// ---------------------------------------------------------------------------------------------
// The curve
// ---------------------------------------------------------------------------------------------

// secret * point, or secret * base point if `point` is NULL, uncompressed.
static bool multiply(const unsigned char secret[PUSH_PRIVATE], const unsigned char *point,
                     unsigned char product[PUSH_PUBLIC])
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *number = BN_secure_new();
    EC_POINT *from = group ? EC_POINT_new(group) : NULL, *to = group ? EC_POINT_new(group) : NULL;
    bool good = from && to && number && BN_bin2bn(secret, PUSH_PRIVATE, number) &&
                !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0;

    if (good && point) // checks that it is on the curve
        good = point[0] == POINT_CONVERSION_UNCOMPRESSED &&
               EC_POINT_oct2point(group, from, point, PUSH_PUBLIC, NULL) == 1 &&
               EC_POINT_mul(group, to, NULL, from, number, NULL) == 1;
    else if (good)
        good = EC_POINT_mul(group, to, number, NULL, NULL, NULL) == 1;
    good = good && EC_POINT_point2oct(group, to, POINT_CONVERSION_UNCOMPRESSED, product,
                                      PUSH_PUBLIC, NULL) == PUSH_PUBLIC;
    BN_clear_free(number);
    EC_POINT_clear_free(to);
    EC_POINT_free(from);
    EC_GROUP_free(group);
    return good;
}

bool push_key_pair_of(const unsigned char secret[PUSH_PRIVATE], struct push_key_pair *pair)
{
    memcpy(pair->secret, secret, PUSH_PRIVATE);
    return multiply(secret, NULL, pair->point);
}

bool push_key_pair_generate(struct push_key_pair *pair)
{
    unsigned char secret[PUSH_PRIVATE];
    bool good = false;

    for (int tries = 0; tries < 8 && !good; tries++) // nearly every number is valid
        good = RAND_bytes(secret, sizeof secret) == 1 && push_key_pair_of(secret, pair);
    explicit_bzero(secret, sizeof secret);
    return good;
}

bool push_is_point(const unsigned char point[PUSH_PUBLIC])
{
    const unsigned char one[PUSH_PRIVATE] = {[PUSH_PRIVATE - 1] = 1};
    unsigned char product[PUSH_PUBLIC];

    return multiply(one, point, product);
}

// ---------------------------------------------------------------------------------------------
// Texts
// ---------------------------------------------------------------------------------------------

static bool hmac(const unsigned char *key, size_t key_length, const void *bytes, size_t length,
                 unsigned char hash[HASH])
{
    unsigned count = 0;

    return HMAC(EVP_sha256(), key, (int)key_length, bytes, length, hash, &count) && count == HASH;
}

// HKDF for at most one hash of output: extract, then expand.
static bool derive(const unsigned char *salt, size_t salt_length, const unsigned char *material,
                   size_t material_length, const void *info, size_t info_length,
                   unsigned char out[HASH])
{
    unsigned char first[HASH], block[INFO + 1];

    if (info_length > INFO)
        return false;
    memcpy(block, info, info_length);
    block[info_length] = 1;
    bool good = hmac(salt, salt_length, material, material_length, first) &&
                hmac(first, HASH, block, info_length + 1, out);
    explicit_bzero(first, sizeof first);
    return good;
}

static bool encrypt(const unsigned char key[KEY], const unsigned char nonce[NONCE],
                    const unsigned char *text, size_t length, unsigned char *out)
{
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    int count = 0, more = 0;
    bool good = c && EVP_EncryptInit_ex(c, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(c, out, &count, text, (int)length) == 1 &&
                EVP_EncryptFinal_ex(c, out + count, &more) == 1 &&
                EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, TAG, out + length) == 1;

    EVP_CIPHER_CTX_free(c);
    return good;
}

size_t push_encrypt_record(const unsigned char *material, size_t material_length,
                           const unsigned char salt[PUSH_SALT], const unsigned char *key_id,
                           size_t key_id_length, const void *text, size_t length, size_t padded,
                           unsigned char *encrypted)
{
    static const char for_key[] = "Content-Encoding: aes128gcm";
    static const char for_nonce[] = "Content-Encoding: nonce";
    unsigned char key[HASH], nonce[HASH], plain[PUSH_TEXT + 1] = {0};
    size_t filled = (padded > length ? padded : length) + 1;

    if (filled > sizeof plain || key_id_length > UINT8_MAX)
        return 0;
    memcpy(plain, text, length);
    plain[length] = LAST;
    memcpy(encrypted, salt, PUSH_SALT);
    encrypted[PUSH_SALT] = encrypted[PUSH_SALT + 1] = 0;
    encrypted[PUSH_SALT + 2] = RECORD >> 8;
    encrypted[PUSH_SALT + 3] = RECORD & 255;
    encrypted[PUSH_SALT + 4] = (unsigned char)key_id_length;
    if (key_id_length)
        memcpy(encrypted + HEAD, key_id, key_id_length);
    bool good =
        derive(salt, PUSH_SALT, material, material_length, for_key, sizeof for_key, key) &&
        derive(salt, PUSH_SALT, material, material_length, for_nonce, sizeof for_nonce, nonce) &&
        encrypt(key, nonce, plain, filled, encrypted + HEAD + key_id_length);
    explicit_bzero(key, sizeof key);
    explicit_bzero(plain, sizeof plain);
    return good ? HEAD + key_id_length + filled + TAG : 0;
}

size_t push_encrypt(const struct push_key_pair *keys, const unsigned char salt[PUSH_SALT],
                    const unsigned char point[PUSH_PUBLIC], const unsigned char auth[PUSH_AUTH],
                    const void *text, size_t length, size_t padded,
                    unsigned char encrypted[PUSH_ENCRYPTED])
{
    static const char label[] = "WebPush: info";
    unsigned char shared[PUSH_PUBLIC], material[HASH];
    unsigned char info[sizeof label + 2 * PUSH_PUBLIC];
    size_t count = 0;

    memcpy(info, label, sizeof label); // with its 0
    memcpy(info + sizeof label, point, PUSH_PUBLIC);
    memcpy(info + sizeof label + PUSH_PUBLIC, keys->point, PUSH_PUBLIC);
    // The shared secret is the first coordinate.
    if (multiply(keys->secret, point, shared) &&
        derive(auth, PUSH_AUTH, shared + 1, HASH, info, sizeof info, material))
        count = push_encrypt_record(material, sizeof material, salt, keys->point, PUSH_PUBLIC, text,
                                    length, padded, encrypted);
    explicit_bzero(shared, sizeof shared);
    explicit_bzero(material, sizeof material);
    return count;
}

// ---------------------------------------------------------------------------------------------
// VAPID
// ---------------------------------------------------------------------------------------------

static EVP_PKEY *signing_key(const struct push_key_pair *keys)
{
    OSSL_PARAM_BLD *list = OSSL_PARAM_BLD_new();
    BIGNUM *secret = BN_bin2bn(keys->secret, PUSH_PRIVATE, NULL);
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM *params = NULL;
    EVP_PKEY *key = NULL;

    if (list && secret && c &&
        OSSL_PARAM_BLD_push_utf8_string(list, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
        OSSL_PARAM_BLD_push_BN(list, OSSL_PKEY_PARAM_PRIV_KEY, secret) &&
        OSSL_PARAM_BLD_push_octet_string(list, OSSL_PKEY_PARAM_PUB_KEY, keys->point, PUSH_PUBLIC) &&
        (params = OSSL_PARAM_BLD_to_param(list)) && EVP_PKEY_fromdata_init(c) == 1 &&
        EVP_PKEY_fromdata(c, &key, EVP_PKEY_KEYPAIR, params) != 1)
        key = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(list);
    EVP_PKEY_CTX_free(c);
    BN_clear_free(secret);
    return key;
}

// Converts the signature from OpenSSL's DER to two numbers of 32 bytes, as JWT wants it.
static bool plain_signature(const unsigned char *der, size_t length, unsigned char out[2 * HASH])
{
    const unsigned char *at = der;
    ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &at, (long)length);
    bool good = signature && BN_bn2binpad(ECDSA_SIG_get0_r(signature), out, HASH) == HASH &&
                BN_bn2binpad(ECDSA_SIG_get0_s(signature), out + HASH, HASH) == HASH;

    ECDSA_SIG_free(signature);
    return good;
}

static bool sign(const struct push_key_pair *keys, const char *text, unsigned char out[2 * HASH])
{
    EVP_PKEY *key = signing_key(keys);
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    unsigned char der[DER];
    size_t length = sizeof der;
    bool good = key && c && EVP_DigestSignInit(c, NULL, EVP_sha256(), NULL, key) == 1 &&
                EVP_DigestSign(c, der, &length, (const unsigned char *)text, strlen(text)) == 1 &&
                plain_signature(der, length, out);

    EVP_MD_CTX_free(c);
    EVP_PKEY_free(key);
    return good;
}

static void encode(char *to, size_t capacity, const void *bytes, size_t length)
{
    sodium_bin2base64(to, capacity, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool push_vapid(const struct push_key_pair *keys, const char *origin, const char *contact,
                int64_t until, char authorization[PUSH_TOKEN])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[256], text[512], part[400], key[96], signed_as[96];
    unsigned char signature[2 * HASH];
    int length = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}",
                          origin, (long long)until, contact);

    if (length < 0 || length >= (int)sizeof claims || strpbrk(origin, "\"\\") ||
        strpbrk(contact, "\"\\"))
        return false;
    encode(key, sizeof key, head, sizeof head - 1);
    encode(part, sizeof part, claims, (size_t)length);
    snprintf(text, sizeof text, "%s.%s", key, part);
    if (!sign(keys, text, signature))
        return false;
    encode(signed_as, sizeof signed_as, signature, sizeof signature);
    encode(key, sizeof key, keys->point, PUSH_PUBLIC);
    return snprintf(authorization, PUSH_TOKEN, "vapid t=%s.%s, k=%s", text, signed_as, key) <
           PUSH_TOKEN;
}
