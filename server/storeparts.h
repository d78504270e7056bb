// SPDX-License-Identifier: MIT
// Shared by the files of the storage, beside server/store.h.
#ifndef ABAX_SERVER_STOREPARTS_H
#define ABAX_SERVER_STOREPARTS_H

#include "server/storedb.h"
#include "server/storesql.h"

struct store {
    struct database *db;
};

struct value store_number(int64_t number);
struct value store_real(double real);
struct value store_text(const char *text);
struct value store_bytes(const unsigned char *bytes, size_t length);

// A name as it is compared: capital letters of ASCII are small ones.
void store_fold(const char *name, char *folded, size_t room);

// Whether all bytes are 0.
bool store_blank(const unsigned char *bytes, size_t length);

#endif
