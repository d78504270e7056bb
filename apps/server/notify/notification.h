// SPDX-License-Identifier: MIT
// What a notification says, in the language of its receiver: a title, a line, and where it leads.
#ifndef ABAX_SERVER_NOTIFY_NOTIFICATION_H
#define ABAX_SERVER_NOTIFY_NOTIFICATION_H

#include "server/store/store.h"

struct notification {
    char title[160];
    char body[256];
    char path[80]; // within the page: "#/online/ID"
    char stop[80]; // label of the button that ends such notifications
};

// `game` is the game that it is about, or NULL.
void notification_compose(const struct outbox_row *row, const struct store_game *game,
                          const char *language, struct notification *n);

// The JSON that the browser's service worker shows. `link` is signed and stops such notifications.
void notification_push_json(const struct outbox_row *row, const struct notification *n,
                            const char *link, struct text *json);

// The text of an email. `site` is where the page is, with its last slash. `link` is signed; it
// stops emails or confirms the address.
void notification_email_text(const struct outbox_row *row, const struct notification *n,
                             const char *language, const char *site, const char *link,
                             struct text *body);

// An id for push services and emails: equal for the same event, and nothing can be read from it.
enum { NOTIFICATION_ID = 33 };
void notification_id(const struct outbox_row *row, const unsigned char key[32], bool numbered,
                     char id[NOTIFICATION_ID]);

#endif
