// SPDX-License-Identifier: MIT
// The host's mail relay: where it is, and handing it one letter (SMTP, RFC 5321; TLS at once or by STARTTLS, RFC 3207).
#ifndef ABAX_SERVER_NOTIFY_SMTP_H
#define ABAX_SERVER_NOTIFY_SMTP_H

#include "server/store/outbox.h"
#include "server/notify/outgoing.h"

struct smtp {
    bool tls; // from the first byte
    char host[128];
    char port[8];
    char user[128];     // or empty: nobody is asked who this is
    char password[128]; // never told, never logged
    char from[OUTBOX_ADDRESS];
};

// Reads smtp://[USER@]HOST[:PORT]?from=ADDRESS or smtps://... . A password stands in a file or in the environment, not here.
bool smtp_read(const char *url, struct smtp *relay, struct error *e);

// The password of the environment's ABAX_MAIL_PASSWORD, or of the file that its ABAX_MAIL_PASSWORD_FILE names.
bool smtp_read_password(struct smtp *relay, struct error *e);

enum smtp_answer {
    SMTP_SENT,
    SMTP_REFUSED, // for good: nobody has this address
    SMTP_FAILED,  // another time
};

enum smtp_answer smtp_send(const struct smtp *relay, const char *to, const char *letter,
                           const struct outgoing_rules *rules, struct error *e);

#endif
