// SPDX-License-Identifier: MIT
// Secrets and names drawn at random. A token is 128 random bits as 22 characters that fit in an
// address; it is given out once and only its hash is kept. Hashes are compared in constant time.
#ifndef ABAX_SERVER_STORE_TOKEN_H
#define ABAX_SERVER_STORE_TOKEN_H

#include "server/store/store.h"

enum { TOKEN_TEXT = 23 }; // and its terminator

// Must succeed before anything else here is used.
bool token_begin(struct error *e);

void token_make(char text[TOKEN_TEXT]);

// The hash of a token. False when the text does not have the schema of one.
bool token_hash(const char *text, unsigned char hash[STORE_HASH]);

// Whether a token opens what this hash locks; a hash of zeros locks for ever.
bool token_opens(const char *text, const unsigned char hash[STORE_HASH]);

// The name that a game gets whose creator made this token: it tells nothing of the token.
void token_game_id_of(const char *token, char id[STORE_ID]);

// A new name of a game.
void token_game_id(char id[STORE_ID]);

// Whether a text has the schema of such a name.
bool token_is_game_id(const char *text);

uint64_t token_seed(void);

// So many decimal digits, and the terminator.
void token_digits(char *text, size_t capacity);

// A share of a deal: 64 hexadecimal digits.
void token_share(char share[STORE_SHARE]);

// A number below `count`, all alike likely, that nobody can foresee.
unsigned token_below(unsigned count);

// Passwords, by argon2id. Both take a tenth of a second and must not run in the event loop.
bool token_lock_password(const char *password, char hash[STORE_PASSWORD], struct error *e);
bool token_check_password(const char *password, const char hash[STORE_PASSWORD]);

// Whether a hash was made with other parameters than are used now.
bool token_password_is_old(const char hash[STORE_PASSWORD]);

#endif
