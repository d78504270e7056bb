// SPDX-License-Identifier: MIT
// One request per message and browser. Only the status of the answer matters.
#include "server/notify/push.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { VAPID_SECONDS = 12 * 3600, HEADER = PUSH_TOKEN + 32 };

bool push_service_read(const char *endpoint, bool anywhere, struct push_service *service,
                       struct error *e)
{
    bool tls = !strncmp(endpoint, "https://", 8);
    const char *host = endpoint + (tls ? 8 : 7);

    *service = (struct push_service){.host = ""};
    if (!tls && !(anywhere && !strncmp(endpoint, "http://", 7)))
        return error_set(e, "push.https", "a push service has an address with https://");
    size_t length = strcspn(host, ":/?#@[]\\ ");
    const char *port = host + length + (host[length] == ':');
    const char *path = port > host + length ? port + strspn(port, "0123456789") : port;
    bool good = length > 0 && length < sizeof service->host && *path == '/' &&
                (path == host + length || (path > port && path - port < 6));
    for (const char *c = host; good && *c; c++)
        good = *c > ' ' && *c <= '~' && *c != '"' && *c != '\\';
    if (!good)
        return error_set(e, "push.address", "this is no address of a push service");
    if (!anywhere && path > port && strncmp(port, "443/", 4) != 0)
        return error_set(e, "push.port", "a push service is at port 443");
    memcpy(service->host, host, length);
    snprintf(service->origin, sizeof service->origin, "%.*s", (int)(path - endpoint), endpoint);
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
        count = push_encrypt(&ephemeral, salt, subscription->key, subscription->auth, m->text,
                             length, padded, encrypted);
    explicit_bzero(&ephemeral, sizeof ephemeral);
    return count;
}

enum push_answer push_send(const struct push_subscription *subscription,
                           const struct push_message *m, const struct transfer_rules *rules,
                           struct error *e)
{
    struct push_service service;
    char token[PUSH_TOKEN], authorization[HEADER], ttl[HEADER], topic[HEADER];
    const char *const headers[] = {authorization,
                                   ttl,
                                   topic,
                                   "Urgency: normal",
                                   "Content-Encoding: aes128gcm",
                                   "Content-Type: application/octet-stream",
                                   NULL};
    unsigned char encrypted[PUSH_ENCRYPTED];
    size_t count;

    if (!push_service_read(subscription->endpoint, rules->anywhere, &service, e))
        return PUSH_GONE;
    if (!(count = encrypt(subscription, m, encrypted)) ||
        !push_vapid(m->keys, service.origin, m->contact, m->now / 1000 + VAPID_SECONDS, token)) {
        error_set(e, "push.seal", "the text cannot be encrypted for this browser");
        return PUSH_GONE;
    }
    snprintf(authorization, sizeof authorization, "Authorization: %s", token);
    snprintf(ttl, sizeof ttl, "TTL: %d", m->ttl);
    snprintf(topic, sizeof topic, "Topic: %s", m->topic);
    int status = transfer_post(subscription->endpoint, headers, encrypted, count, rules, e);
    if (status >= 200 && status < 300)
        return PUSH_ACCEPTED;
    if (status)
        error_set(e, "push.status:status", "the push service answers %d", status);
    // 400 and 403: this browser subscribed with other keys, and never will accept ours.
    return status == 404 || status == 410 || status == 400 || status == 403 ? PUSH_GONE
                                                                            : PUSH_FAILED;
}
