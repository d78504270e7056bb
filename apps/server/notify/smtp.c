// SPDX-License-Identifier: MIT
// A dialogue of lines. A password is only said over TLS, or to this very host.
#include "server/notify/smtp.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "server/notify/email.h"

enum { PATIENCE = 30000, LINE = 1024 };

// ---------------------------------------------------------------------------------------------
// Where it is
// ---------------------------------------------------------------------------------------------

static bool copy_share(char *to, size_t room, const char *from, size_t length)
{
    if (length >= room)
        return false;
    memcpy(to, from, length);
    to[length] = 0;
    return true;
}

static bool read_place(const char *at, size_t length, struct smtp *r)
{
    const char *user = memchr(at, '@', length);

    if (user && !copy_share(r->user, sizeof r->user, at, (size_t)(user - at)))
        return false;
    if (user) {
        length -= (size_t)(user + 1 - at);
        at = user + 1;
    }
    const char *port = memchr(at, ':', length);
    size_t host = port ? (size_t)(port - at) : length;
    snprintf(r->port, sizeof r->port, "%s", r->tls ? "465" : "587");
    if (port && !copy_share(r->port, sizeof r->port, port + 1, length - host - 1))
        return false;
    return host > 0 && copy_share(r->host, sizeof r->host, at, host) && r->port[0] &&
           r->port[strspn(r->port, "0123456789")] == 0;
}

bool smtp_read(const char *url, struct smtp *relay, struct error *e)
{
    size_t scheme = !strncmp(url, "smtps://", 8) ? 8 : !strncmp(url, "smtp://", 7) ? 7 : 0;
    const char *from = strstr(url, "?from=");

    *relay = (struct smtp){.tls = scheme == 8};
    if (!scheme || !from || !read_place(url + scheme, (size_t)(from - url) - scheme, relay))
        return error_set(e, "mail.url",
                         "a mail relay is smtp://[USER@]HOST[:PORT]?from=ADDRESS or smtps://...");
    if (strchr(relay->user, ':'))
        return error_set(e, "mail.password",
                         "the relay's password goes into ABAX_MAIL_PASSWORD or the file that "
                         "ABAX_MAIL_PASSWORD_FILE names, where nobody else reads it");
    if (!email_is_address(from + 6) || strlen(from + 6) >= sizeof relay->from)
        return error_set(e, "mail.from:address", "'%s' is no address to send mail from",
                         error_quote(from + 6).text);
    memcpy(relay->from, from + 6, strlen(from + 6) + 1);
    return true;
}

bool smtp_read_password(struct smtp *relay, struct error *e)
{
    const char *password = getenv("ABAX_MAIL_PASSWORD"), *path = getenv("ABAX_MAIL_PASSWORD_FILE");
    FILE *f = path ? fopen(path, "re") : NULL;

    if (path && !f)
        return error_set(e, "mail.password-file:file", "the relay's password cannot be read: '%s'",
                         error_quote(path).text);
    if (f && !fgets(relay->password, sizeof relay->password, f))
        relay->password[0] = 0;
    if (f)
        fclose(f);
    else if (password)
        snprintf(relay->password, sizeof relay->password, "%s", password);
    relay->password[strcspn(relay->password, "\r\n")] = 0;
    return !relay->user[0] || relay->password[0] ||
           error_set(e, "mail.no-password",
                     "the relay wants a password: set ABAX_MAIL_PASSWORD or "
                     "ABAX_MAIL_PASSWORD_FILE");
}

// ---------------------------------------------------------------------------------------------
// The dialogue
// ---------------------------------------------------------------------------------------------

struct talk {
    struct outgoing *o;
    const struct smtp *relay;
    bool secure, offers_tls, offers_plain;
    int status; // of the last answer
};

static bool hear(struct talk *t, struct error *e)
{
    char line[LINE];

    do {
        if (!outgoing_line(t->o, line, sizeof line, e))
            return false;
        t->offers_tls = t->offers_tls || !strcasecmp(line + (strlen(line) > 4 ? 4 : 0), "STARTTLS");
        t->offers_plain =
            t->offers_plain || (strlen(line) > 9 && !strncasecmp(line + 4, "AUTH ", 5) &&
                                strcasestr(line + 8, " PLAIN"));
        t->status = (int)strtol(line, NULL, 10);
    } while (line[0] && line[1] && line[2] && line[3] == '-');
    return true;
}

// Says a line and hears an answer of that hundred.
static bool say(struct talk *t, const char *line, int expected, struct error *e)
{
    char whole[LINE];
    int length = snprintf(whole, sizeof whole, "%s\r\n", line);
    bool good =
        length < (int)sizeof whole && outgoing_send(t->o, whole, (size_t)length, e) && hear(t, e);

    explicit_bzero(whole, sizeof whole);
    return good && (t->status / 100 == expected ||
                    error_set(e, "mail.status:status", "the mail relay answers %d", t->status));
}

static bool greet(struct talk *t, struct error *e)
{
    char line[LINE], name[256] = "localhost";

    gethostname(name, sizeof name - 1);
    for (char *c = name; *c; c++) { // a name that the relay could not read
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.", *c))
            *c = '-';
    }
    snprintf(line, sizeof line, "EHLO %s", name);
    t->offers_tls = t->offers_plain = false;
    return say(t, line, 2, e);
}

static bool is_here(const char *host)
{
    return !strcmp(host, "localhost") || !strncmp(host, "127.", 4);
}

static bool begin(struct talk *t, struct error *e)
{
    const struct smtp *r = t->relay;

    if (r->tls && !outgoing_secure(t->o, r->host, e))
        return false;
    t->secure = r->tls;
    if (!hear(t, e) || t->status / 100 != 2 || !greet(t, e))
        return false;
    if (!t->secure && t->offers_tls) {
        if (!say(t, "STARTTLS", 2, e) || !outgoing_secure(t->o, r->host, e) || !greet(t, e))
            return false;
        t->secure = true;
    }
    return t->secure || is_here(r->host) ||
           error_set(e, "mail.clear", "the mail relay offers no TLS");
}

static bool show_password(struct talk *t, struct error *e)
{
    const struct smtp *r = t->relay;
    unsigned char words[sizeof r->user + sizeof r->password + 2] = {0};
    char line[sizeof words * 2], coded[sizeof words * 2];
    size_t user = strlen(r->user), password = strlen(r->password);
    const int base64 = sodium_base64_VARIANT_ORIGINAL;
    bool good;

    if (!user)
        return true;
    if (t->offers_plain) {
        memcpy(words + 1, r->user, user);
        memcpy(words + user + 2, r->password, password);
        sodium_bin2base64(coded, sizeof coded, words, user + password + 2, base64);
        snprintf(line, sizeof line, "AUTH PLAIN %.*s", (int)sizeof line - 12, coded);
        good = say(t, line, 2, e);
    } else {
        sodium_bin2base64(coded, sizeof coded, (const unsigned char *)r->user, user, base64);
        good = say(t, "AUTH LOGIN", 3, e) && say(t, coded, 3, e);
        sodium_bin2base64(coded, sizeof coded, (const unsigned char *)r->password, password,
                          base64);
        good = good && say(t, coded, 2, e);
    }
    explicit_bzero(words, sizeof words);
    explicit_bzero(line, sizeof line);
    explicit_bzero(coded, sizeof coded);
    return good;
}

static enum smtp_answer hand_over(struct talk *t, const char *to, const char *letter,
                                  struct error *e)
{
    char line[LINE];

    snprintf(line, sizeof line, "MAIL FROM:<%s>", t->relay->from);
    if (!say(t, line, 2, e))
        return SMTP_FAILED;
    snprintf(line, sizeof line, "RCPT TO:<%s>", to);
    if (!say(t, line, 2, e))
        return t->status / 100 == 5 ? SMTP_REFUSED : SMTP_FAILED;
    if (!say(t, "DATA", 3, e) || !outgoing_send(t->o, letter, strlen(letter), e) ||
        !say(t, ".", 2, e))
        return SMTP_FAILED;
    struct error ignored;
    say(t, "QUIT", 2, &ignored); // it is theirs already
    return SMTP_SENT;
}

enum smtp_answer smtp_send(const struct smtp *relay, const char *to, const char *letter,
                           const struct outgoing_rules *rules, struct error *e)
{
    const struct outgoing_rules own = {.anywhere = true, // the host named it
                                       .certificates = rules->certificates,
                                       .stop = rules->stop};
    struct talk t = {.relay = relay};
    enum smtp_answer answer = SMTP_FAILED;

    t.o = outgoing_open(relay->host, relay->port, &own, PATIENCE, e);
    if (t.o && begin(&t, e) && show_password(&t, e))
        answer = hand_over(&t, to, letter, e);
    outgoing_close(t.o);
    return answer;
}
