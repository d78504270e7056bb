// SPDX-License-Identifier: MIT
// Reads where the SMTP server is.
#include "server/notify/smtp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/notify/email.h"

static bool copy_share(char *to, size_t capacity, const char *from, size_t length)
{
    if (length >= capacity)
        return false;
    memcpy(to, from, length);
    to[length] = 0;
    return true;
}

static bool read_host(const char *at, size_t length, struct smtp *s)
{
    const char *user = memchr(at, '@', length);

    if (user && !copy_share(s->user, sizeof s->user, at, (size_t)(user - at)))
        return false;
    if (user) {
        length -= (size_t)(user + 1 - at);
        at = user + 1;
    }
    const char *port = memchr(at, ':', length);
    size_t host = port ? (size_t)(port - at) : length;
    snprintf(s->port, sizeof s->port, "%s", s->tls ? "465" : "587");
    if (port && !copy_share(s->port, sizeof s->port, port + 1, length - host - 1))
        return false;
    return host > 0 && copy_share(s->host, sizeof s->host, at, host) && s->port[0] &&
           s->port[strspn(s->port, "0123456789")] == 0;
}

bool smtp_read(const char *url, struct smtp *smtp, struct error *e)
{
    size_t scheme = !strncmp(url, "smtps://", 8) ? 8 : !strncmp(url, "smtp://", 7) ? 7 : 0;
    const char *from = strstr(url, "?from=");

    *smtp = (struct smtp){.tls = scheme == 8};
    if (!scheme || !from || !read_host(url + scheme, (size_t)(from - url) - scheme, smtp))
        return error_set(e, "mail.url",
                         "a mail relay is smtp://[USER@]HOST[:PORT]?from=ADDRESS or smtps://...");
    if (strchr(smtp->user, ':'))
        return error_set(e, "mail.password",
                         "the relay's password goes into ABAX_MAIL_PASSWORD or the file that "
                         "ABAX_MAIL_PASSWORD_FILE names, where nobody else reads it");
    if (!email_is_address(from + 6) || strlen(from + 6) >= sizeof smtp->from)
        return error_set(e, "mail.from:address", "'%s' is no address to send mail from",
                         error_quote(from + 6).text);
    memcpy(smtp->from, from + 6, strlen(from + 6) + 1);
    return true;
}

bool smtp_read_password(struct smtp *smtp, struct error *e)
{
    const char *password = getenv("ABAX_MAIL_PASSWORD"), *path = getenv("ABAX_MAIL_PASSWORD_FILE");
    FILE *f = path ? fopen(path, "re") : NULL;

    if (path && !f)
        return error_set(e, "mail.password-file:file", "the relay's password cannot be read: '%s'",
                         error_quote(path).text);
    if (f && !fgets(smtp->password, sizeof smtp->password, f))
        smtp->password[0] = 0;
    if (f)
        fclose(f);
    else if (password)
        snprintf(smtp->password, sizeof smtp->password, "%s", password);
    smtp->password[strcspn(smtp->password, "\r\n")] = 0;
    return !smtp->user[0] || smtp->password[0] ||
           error_set(e, "mail.no-password",
                     "the relay wants a password: set ABAX_MAIL_PASSWORD or "
                     "ABAX_MAIL_PASSWORD_FILE");
}
