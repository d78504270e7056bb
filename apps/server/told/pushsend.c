// SPDX-License-Identifier: MIT
// One request over a connection of its own. Of the answer only the status is read; nobody is sent on to another address.
#include "server/told/pushsend.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { PATIENCE = 10000, HEAD = 2048, PROOF_SECONDS = 12 * 3600, LINE = 512 };

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

static size_t seal(const struct push_subscription *subscription, const struct push_job *job,
                   unsigned char sealed[PUSH_SEALED])
{
    size_t length = strlen(job->text), padded = (length / PUSH_PAD + 1) * PUSH_PAD;
    unsigned char salt[PUSH_SALT];
    struct push_pair once;
    size_t count = 0;

    randombytes_buf(salt, sizeof salt);
    if (push_pair_make(&once))
        count = push_seal(&once, salt, subscription->key, subscription->auth, job->text, length,
                          padded, sealed);
    explicit_bzero(&once, sizeof once);
    return count;
}

static enum push_answer judge(const char *line, struct error *e)
{
    int status =
        !strncmp(line, "HTTP/1.", 7) && strlen(line) > 12 ? (int)strtol(line + 9, NULL, 10) : 0;

    if (status >= 200 && status < 300)
        return PUSH_TAKEN;
    error_set(e, "push.status:status", "the push service answers %d", status);
    // 400 and 403: this browser was subscribed with other keys, and never will be with ours.
    return status == 404 || status == 410 || status == 400 || status == 403 ? PUSH_GONE
                                                                            : PUSH_FAILED;
}

enum push_answer push_send(const struct push_subscription *subscription, const struct push_job *job,
                           const struct outgoing_rules *rules, struct error *e)
{
    struct push_service service;
    char proof[PUSH_TOKEN], head[HEAD], line[LINE] = "";
    unsigned char sealed[PUSH_SEALED];
    size_t count;
    struct text t;

    if (!push_service_read(subscription->endpoint, rules->anywhere, &service, e))
        return PUSH_GONE;
    if (!(count = seal(subscription, job, sealed)) ||
        !push_proof(job->own, service.origin, job->contact, job->now / 1000 + PROOF_SECONDS,
                    proof)) {
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
                strcmp(service.port, service.tls ? "443" : "80") != 0 ? service.port : "", proof,
                job->lasts, job->topic, count);
    struct outgoing *o = outgoing_open(service.host, service.port, rules, PATIENCE, e);
    bool good = o && !t.cut && (!service.tls || outgoing_secure(o, service.host, e)) &&
                outgoing_send(o, head, t.length, e) && outgoing_send(o, sealed, count, e) &&
                outgoing_line(o, line, sizeof line, e);
    outgoing_close(o);
    return good ? judge(line, e) : PUSH_FAILED;
}
