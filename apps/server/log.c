// SPDX-License-Identifier: MIT
// One line an event on standard error, as key=value, for whoever runs the server; the service
// manager keeps it. Called from any thread. Text from outside goes through log_text, so that nobody
// can write lines of their own. No tokens, passwords or addresses of people are logged.
#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

int64_t log_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void log_event(const char *event, const char *format, ...)
{
    char line[512], stamp[32];
    struct tm parts;
    int64_t now = log_now();
    time_t seconds = (time_t)(now / 1000);
    va_list arguments;

    gmtime_r(&seconds, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &parts);
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    // One call, so that lines of several threads do not mix.
    fprintf(stderr, "time=%s.%03dZ event=%s%s%s\n", stamp, (int)(now % 1000), event,
            line[0] ? " " : "", line);
}

struct log_text log_text(const char *untrusted)
{
    struct log_text t;
    unsigned length = 0;

    t.text[length++] = '"';
    for (; *untrusted && length < 101; untrusted++)
        t.text[length++] =
            *untrusted < ' ' || *untrusted > '~' || *untrusted == '"' ? '?' : *untrusted;
    t.text[length++] = '"';
    t.text[length] = 0;
    return t;
}
