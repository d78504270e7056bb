// SPDX-License-Identifier: MIT
// The host's mail relay: where it is, and handing it one letter (SMTP, RFC 5321; TLS at once or by STARTTLS, RFC 3207).
#ifndef ABAX_SERVER_RELAY_H
#define ABAX_SERVER_RELAY_H

#include "server/store/outbox.h"
#include "server/told/outgoing.h"

struct relay {
    bool tls; // from the first byte
    char host[128];
    char port[8];
    char user[128];     // or empty: nobody is asked who this is
    char password[128]; // never told, never logged
    char from[OUTBOX_ADDRESS];
};

// Reads smtp://[USER@]HOST[:PORT]?from=ADDRESS or smtps://... . A password stands in a file or in the environment, not here.
bool relay_read(const char *url, struct relay *relay, struct error *e);

// The password of the environment's ABAX_MAIL_PASSWORD, or of the file that its ABAX_MAIL_PASSWORD_FILE names.
bool relay_read_password(struct relay *relay, struct error *e);

enum relay_answer {
    RELAY_TAKEN,
    RELAY_REFUSED, // for good: nobody has this address
    RELAY_FAILED,  // another time
};

enum relay_answer relay_send(const struct relay *relay, const char *to, const char *letter,
                             const struct outgoing_rules *rules, struct error *e);

#endif
