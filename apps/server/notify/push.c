// SPDX-License-Identifier: MIT
// One request over a connection of its own. Only the status of the answer matters; redirects are not
// followed.
#include "server/notify/push.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { PATIENCE = 10000, HEAD = 2048, VAPID_SECONDS = 12 * 3600, LINE = 512 };

bool push_service_read(const char *endpoint, bool anywhere, struct push_service *service,
                       struct error *e)
{
    const char *host = endpoint + 8;

    *service = (struct push_service){.tls = !strncmp(endpoint, "https://", 8)};
    if (!service->tls && anywhere && !strncmp(endpoint, "http://", 7))
        host = endpoint + 7;
    else if (!service->tls)
        return error_set(e, "push.https", "a push service has an address with https://");
    size_t length = strcspn(host, ":/?#@[]\\ "), rest = length;
    for (const char *c = host; *c; c++) {
        if (*c <= ' ' || *c > '~' || *c == '"' || *c == '\\')
            return error_set(e, "push.address", "this is no address of a push service");
    }
    snprintf(service->port, sizeof service->port, "%s", service->tls ? "443" : "80");
    if (host[length] == ':') {
        size_t digits = strspn(host + length + 1, "0123456789");
        rest = length + 1 + digits;
        snprintf(service->port, sizeof service->port, "%.*s", (int)(digits < 6 ? digits : 0),
                 host + length + 1);
    }
    if (length == 0 || length >= sizeof service->host || host[rest] != '/' || !service->port[0] ||
        strlen(host + rest) >= sizeof service->path)
        return error_set(e, "push.address", "this is no address of a push service");
    if (!anywhere && strcmp(service->port, "443") != 0)
        return error_set(e, "push.port", "a push service is at port 443");
    memcpy(service->host, host, length);
    memcpy(service->path, host + rest, strlen(host + rest) + 1);
    snprintf(service->origin, sizeof service->origin, "%.*s", (int)(host + rest - endpoint),
             endpoint);
    return true;
}

static size_t encrypt(const struct push_subscription *subscription, const struct push_message *m,
                      unsigned char encrypted[PUSH_ENCRYPTED])
{
    size_t length = strlen(m->text), padded = (length / PUSH_PAD + 1) * PUSH_PAD;
    unsigned char salt[PUSH_SALT];
    struct push_key_pair ephemeral;
    size_t count = 0;

    randombytes_buf(salt, sizeof salt);
    if (push_key_pair_generate(&ephemeral))
        count = push_encrypt(&ephemeral, salt, subscription->key, subscription->auth, m->text, length,
                          padded,
                             encrypted);
    explicit_bzero(&ephemeral, sizeof ephemeral);
    return count;
}

static enum push_answer answer_of(const char *line, struct error *e)
{
    int status =
        !strncmp(line, "HTTP/1.", 7) && strlen(line) > 12 ? (int)strtol(line + 9, NULL, 10) : 0;

    if (status >= 200 && status < 300)
        return PUSH_ACCEPTED;
    error_set(e, "push.status:status", "the push service answers %d", status);
    // 400 and 403: this browser subscribed with other keys, and never will accept ours.
    return status == 404 || status == 410 || status == 400 || status == 403 ? PUSH_GONE
                                                                            : PUSH_FAILED;
}

enum push_answer push_send(const struct push_subscription *subscription, const struct push_message *m,
                           const struct outgoing_rules *rules, struct error *e)
{
    struct push_service service;
    char authorization[PUSH_TOKEN], head[HEAD], line[LINE] = "";
    unsigned char encrypted[PUSH_ENCRYPTED];
    size_t count;
    struct text t;

    if (!push_service_read(subscription->endpoint, rules->anywhere, &service, e))
        return PUSH_GONE;
    if (!(count = encrypt(subscription, m, encrypted)) ||
        !push_vapid(m->keys, service.origin, m->contact, m->now / 1000 + VAPID_SECONDS,
                    authorization)) {
        error_set(e, "push.seal", "the text cannot be encrypted for this browser");
        return PUSH_GONE;
    }
    text_init(&t, head, sizeof head);
    text_format(&t,
                "POST %s HTTP/1.1\r\nHost: %s%s%s\r\nAuthorization: %s\r\nTTL: %d\r\n"
                "Urgency: normal\r\nTopic: %s\r\nContent-Encoding: aes128gcm\r\n"
                "Content-Type: application/octet-stream\r\nContent-Length: %zu\r\n"
                "Connection: close\r\n\r\n",
                service.path, service.host,
                strcmp(service.port, service.tls ? "443" : "80") != 0 ? ":" : "",
                strcmp(service.port, service.tls ? "443" : "80") != 0 ? service.port : "",
                authorization, m->ttl, m->topic, count);
    struct outgoing *o = outgoing_open(service.host, service.port, rules, PATIENCE, e);
    bool good = o && !t.cut && (!service.tls || outgoing_secure(o, service.host, e)) &&
                outgoing_send(o, head, t.length, e) && outgoing_send(o, encrypted, count, e) &&
                outgoing_line(o, line, sizeof line, e);
    outgoing_close(o);
    return good ? answer_of(line, e) : PUSH_FAILED;
}
