// SPDX-License-Identifier: MIT
// The files of the page, built into the program by tools/assets.
#ifndef ABAX_SERVER_HTTP_ASSETS_H
#define ABAX_SERVER_HTTP_ASSETS_H

#include <stdbool.h>

struct asset {
    const char *path; // as asked for, "/index.html"
    const char *type;
    const char *tag; // changes with the bytes; in quotes
    bool hashed;     // the name changes with the bytes: it can be kept for ever
    const unsigned char *plain, *plain_end;
    const unsigned char *gzip, *gzip_end; // or NULL
    const unsigned char *brotli, *brotli_end;
};

// Ends with one without a path.
extern const struct asset assets[];

#endif
