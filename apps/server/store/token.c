// SPDX-License-Identifier: MIT
// All randomness and all hashing of the server, by libsodium: tokens that open seats and sessions,
// names and seeds of games, passwords. A token is kept by nobody but its owner: the database has
// the hash. Comparisons take the same time whatever differs, and what held a secret is wiped.
// Callers are the api, the sessions and `abax admin`.
#include "server/store/token.h"

#include <sodium.h>
#include <string.h>

enum {
    BYTES = 16,
    PASSES = 2,               // of argon2id, over
    MEMORY = 64 * 1024 * 1024 // bytes: more than the usual advice, and a tenth of a second here
};

static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; // none that looks like another

bool token_begin(struct error *e)
{
    return sodium_init() >= 0 ||
           error_set(e, "store.random", "no source of random numbers can be opened");
}

void token_make(char text[TOKEN_TEXT])
{
    unsigned char bytes[BYTES];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(text, TOKEN_TEXT, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

bool token_hash(const char *text, unsigned char hash[STORE_HASH])
{
    unsigned char bytes[BYTES];
    size_t count;

    if (strlen(text) != TOKEN_TEXT - 1 ||
        sodium_base642bin(bytes, sizeof bytes, text, TOKEN_TEXT - 1, NULL, &count, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        count != sizeof bytes)
        return false;
    crypto_generichash(hash, STORE_HASH, bytes, sizeof bytes, NULL, 0);
    sodium_memzero(bytes, sizeof bytes);
    return true;
}

bool token_opens(const char *text, const unsigned char hash[STORE_HASH])
{
    unsigned char own[STORE_HASH];

    return !sodium_is_zero(hash, STORE_HASH) && token_hash(text, own) &&
           sodium_memcmp(own, hash, STORE_HASH) == 0;
}

void token_game_id_of(const char *token, char id[STORE_ID])
{
    static const unsigned char purpose[crypto_generichash_KEYBYTES] = "abax: a game's name";
    unsigned char hash[STORE_ID - 1];
    unsigned char wide[STORE_HASH];

    crypto_generichash(wide, sizeof wide, (const unsigned char *)token, strlen(token), purpose,
                       sizeof purpose);
    memcpy(hash, wide, sizeof hash);
    for (unsigned i = 0; i < STORE_ID - 1; i++)
        id[i] = letters[hash[i] % (sizeof letters - 1)];
    id[STORE_ID - 1] = 0;
}

void token_game_id(char id[STORE_ID])
{
    for (unsigned i = 0; i < STORE_ID - 1; i++)
        id[i] = letters[randombytes_uniform(sizeof letters - 1)];
    id[STORE_ID - 1] = 0;
}

bool token_is_game_id(const char *text)
{
    return strlen(text) == STORE_ID - 1 && strspn(text, letters) == STORE_ID - 1;
}

void token_share(char share[STORE_SHARE])
{
    unsigned char bytes[(STORE_SHARE - 1) / 2];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(share, STORE_SHARE, bytes, sizeof bytes);
}

unsigned token_below(unsigned count)
{
    return randombytes_uniform(count);
}

void token_digits(char *text, size_t capacity)
{
    for (size_t i = 0; i + 1 < capacity; i++)
        text[i] = (char)('0' + randombytes_uniform(10));
    text[capacity - 1] = 0;
}

uint64_t token_seed(void)
{
    uint64_t seed;

    randombytes_buf(&seed, sizeof seed);
    return seed;
}

bool token_lock_password(const char *password, char hash[STORE_PASSWORD], struct error *e)
{
    _Static_assert(STORE_PASSWORD >= crypto_pwhash_STRBYTES, "a password's hash fits");
    if (crypto_pwhash_str_alg(hash, password, strlen(password), PASSES, MEMORY,
                              crypto_pwhash_ALG_ARGON2ID13))
        return error_set(e, "store.hash", "the password cannot be hashed: out of memory");
    return true;
}

bool token_check_password(const char *password, const char hash[STORE_PASSWORD])
{
    return crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
}

bool token_password_is_old(const char hash[STORE_PASSWORD])
{
    return crypto_pwhash_str_needs_rehash(hash, PASSES, MEMORY) != 0;
}
