// SPDX-License-Identifier: MIT
// The SMTP server that takes our emails (TLS from the first byte, or by STARTTLS).
#ifndef ABAX_SERVER_NOTIFY_SMTP_H
#define ABAX_SERVER_NOTIFY_SMTP_H

#include <stdbool.h>

#include "base/error.h"
#include "server/store/outbox.h"

struct smtp {
    bool tls; // from the first byte
    char host[128];
    char port[8];
    char user[128];     // empty: no login
    char password[128]; // never shown, never logged
    char from[OUTBOX_ADDRESS];
};

// Reads smtp://[USER@]HOST[:PORT]?from=ADDRESS or smtps://... . The password is not part of it.
bool smtp_read(const char *url, struct smtp *smtp, struct error *e);

// Reads the password from the environment variable ABAX_MAIL_PASSWORD, or from the file that
// ABAX_MAIL_PASSWORD_FILE names.
bool smtp_read_password(struct smtp *smtp, struct error *e);

#endif
