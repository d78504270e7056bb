// SPDX-License-Identifier: MIT
// The body is base64, so that no line is too long and none begins with a dot.
#include "server/notify/email.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

enum {
    WORD = 45,  // bytes of an encoded word
    LINE = 57,  // bytes of a line of base64
    CODED = 80, // characters of either
};

bool email_is_address(const char *address)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+/=?^_`{|}~-";
    const char *at = strchr(address, '@');

    if (!at || at == address || strlen(address) > 120 || (size_t)(at - address) > 64)
        return false;
    const char *dot = strchr(at, '.');
    size_t host =
        strspn(at + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-");
    return strspn(address, letters) == (size_t)(at - address) && dot && dot > at + 1 && dot[1] &&
           !strstr(address, "..") && address[0] != '.' && at[-1] != '.' && at[1 + host] == 0 &&
           at[host] != '.' && at[host] != '-' && at[1] != '-';
}

static void add_base64(struct text *t, const char *bytes, size_t count)
{
    char coded[CODED];

    sodium_bin2base64(coded, sizeof coded, (const unsigned char *)bytes, count,
                      sodium_base64_VARIANT_ORIGINAL);
    text_add(t, coded);
}

// Encoded words of RFC 2047, cut between characters.
static void add_subject(struct text *t, const char *subject)
{
    size_t left = strlen(subject);

    text_add(t, "Subject:");
    while (left) {
        size_t count = left < WORD ? left : WORD;
        count = text_utf8(subject, count);
        count = count ? count : 1;
        text_add(t, " =?UTF-8?B?");
        add_base64(t, subject, count);
        text_add(t, left > count ? "?=\r\n" : "?=");
        subject += count;
        left -= count;
    }
    text_add(t, "\r\n");
}

static void add_date(struct text *t, int64_t now)
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t seconds = now / 1000;
    struct tm tm;

    gmtime_r(&seconds, &tm);
    text_format(t, "Date: %s, %d %s %d %02d:%02d:%02d +0000\r\n", days[tm.tm_wday], tm.tm_mday,
                months[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

void email_write(const struct email *email, struct text *t)
{
    text_format(t, "From: Abax <%s>\r\nTo: <%s>\r\n", email->from, email->to);
    add_subject(t, email->subject);
    add_date(t, email->now);
    text_format(t, "Message-ID: <%s>\r\nAuto-Submitted: auto-generated\r\n", email->id);
    if (email->unsubscribe)
        text_format(t,
                    "List-Unsubscribe: <%s>\r\nList-Unsubscribe-Post: "
                    "List-Unsubscribe=One-Click\r\n",
                    email->unsubscribe);
    text_add(t, "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
                "Content-Transfer-Encoding: base64\r\n\r\n");
    for (size_t at = 0, length = strlen(email->body); at < length; at += LINE) {
        add_base64(t, email->body + at, length - at < LINE ? length - at : LINE);
        text_add(t, "\r\n");
    }
}
