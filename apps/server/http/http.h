// SPDX-License-Identifier: MIT
// The head of an HTTP/1.1 request, read strictly: whatever a proxy could read differently is
// refused. Pure: bytes in, slices of them out; nothing is copied and nothing allocated.
#ifndef ABAX_SERVER_HTTP_HTTP_H
#define ABAX_SERVER_HTTP_HTTP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum {
    HTTP_HEAD_MOST = 8192, // bytes
    HTTP_LINES_MOST = 100,
};

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_OTHER };

// Headers that are read; all others are only looked at for their form.
enum http_field {
    HTTP_HOST,
    HTTP_CONTENT_LENGTH,
    HTTP_TRANSFER_ENCODING,
    HTTP_CONTENT_TYPE,
    HTTP_AUTHORIZATION,
    HTTP_ORIGIN,
    HTTP_EXPECT,
    HTTP_UPGRADE,
    HTTP_SOCKET_KEY,
    HTTP_SOCKET_VERSION,
    HTTP_ONCE, // those before it may stand once
    HTTP_ACCEPT_ENCODING = HTTP_ONCE,
    HTTP_IF_NONE_MATCH,
    HTTP_FORWARDED_FOR, // of several the last
    HTTP_CONNECTION,
    HTTP_FETCH_MODE,
    HTTP_FIELDS,
};

// Part of the bytes of a head; `at` is NULL when there is none.
struct http_part {
    const char *at;
    size_t length;
};

struct http_head {
    enum http_method method;
    bool old;      // HTTP/1.0
    bool upgrades; // a Connection says so
    struct http_part path, query;
    struct http_part fields[HTTP_FIELDS];
};

// Why a head is refused.
struct http_error {
    int status; // of the answer; 0: there is no error
    struct error why;
};

// Looks for the end of a head from byte `from` on, all before having been looked at. The number of
// its bytes, or 0 when it is not there yet or there is an error.
size_t http_end(const char *bytes, size_t from, size_t count, struct http_error *error);

// Reads a whole head of so many bytes. False with an error.
bool http_read(const char *bytes, size_t count, struct http_head *head, struct http_error *error);

// Whether a part is a word, whatever its case.
bool http_is(const struct http_part *part, const char *word);

// Whether a list such as "gzip;q=0.8, br" has a word, and not only to refuse it.
bool http_lists(const struct http_part *list, const char *word);

// The part as a text, empty when it has no room.
void http_copy(const struct http_part *part, char *to, size_t capacity);

#endif
