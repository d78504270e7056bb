// SPDX-License-Identifier: MIT
// What somebody is told, in words of his language: a title, a line, and where it leads.
#ifndef ABAX_SERVER_TELLING_H
#define ABAX_SERVER_TELLING_H

#include "server/store/store.h"

struct telling {
    char title[160];
    char body[256];
    char place[80]; // within the page: "#/online/ID"
    char stop[80];  // what the way out is called
};

// `game` is the game that it is about, or NULL.
void telling_make(const struct outbox_row *row, const struct store_game *game, const char *language,
                  struct telling *t);

// What a browser gets: JSON that its service worker shows. `pass` stops what is told.
void telling_push(const struct outbox_row *row, const struct telling *t, const char *pass,
                  struct text *json);

// The text of a letter; `site` is where the page is, with its last slash. `pass` stops letters, or confirms the address.
void telling_letter(const struct outbox_row *row, const struct telling *t, const char *language,
                    const char *site, const char *pass, struct text *body);

// A name of what is told, for push services and in letters: the same for the same thing, and nothing can be read from it.
enum { TELLING_NAME = 33 };
void telling_name(const struct outbox_row *row, const unsigned char key[32], bool numbered,
                  char name[TELLING_NAME]);

#endif
