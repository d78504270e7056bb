// SPDX-License-Identifier: MIT
// Counts by address what one visitor may do: buckets that fill by the millisecond, and open connections. IPv6 counts
// by network (/64), since one customer has all of it. The net and api ask before work is done. Memory is bounded, and
// only the loop calls. The figures are what a school class behind one router needs, chosen by hand; nobody was
// measured.
#include "server/limits.h"

#include <assert.h>
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum {
    SLOTS = 4096,
    MOST_ADDRESSES = 100000, // beyond that, the one that was seen longest ago is forgotten
    QUIET = 3600 * 1000,     // milliseconds after which a quiet address is forgotten
    MESSAGE_BURST = 60,
    MESSAGE_RATE = 10000, // thousandths a second
};

static const struct {
    int64_t most, rate; // rate: thousandths a second
    struct sentence sentence;
} kinds[LIMITS_KINDS] = {
    [LIMITS_REQUEST] = {120, 10000,
                        SENTENCE("limits.requests",
                                 "too many requests from your address: wait a moment")},
    [LIMITS_CREATE] = {30, 50,
                       SENTENCE("limits.games", "too many games from your address: wait a minute")},
    [LIMITS_PASSWORD] = {10, 50,
                         SENTENCE("limits.passwords",
                                  "too many passwords from your address: wait a minute")},
    [LIMITS_TURNS] = {20, 500,
                      SENTENCE("limits.looks", "too many looks from your address: wait a moment")},
};

// Of one address: a class room behind one router. Browsers have six connections each while they load the page.
static const unsigned most_links[LIMITS_LINKS] = {[LIMITS_VISIT] = 256, [LIMITS_SOCKET] = 64};

struct address {
    struct address *next;          // of its slot
    struct address *older, *newer; // of those without connections
    char name[LIMITS_ADDRESS];
    unsigned links[LIMITS_LINKS];
    int64_t seen;
    struct limits_bucket buckets[LIMITS_KINDS];
};

struct limits {
    bool enforced;
    unsigned count;
    struct address *oldest, *newest; // without connections, by when they were seen
    struct address *slots[SLOTS];
};

void limits_address(const char *text, char address[LIMITS_ADDRESS])
{
    struct in6_addr wide;
    struct in_addr narrow;

    address[0] = 0;
    if (inet_pton(AF_INET, text, &narrow) == 1) {
        inet_ntop(AF_INET, &narrow, address, LIMITS_ADDRESS);
    } else if (inet_pton(AF_INET6, text, &wide) == 1) {
        if (IN6_IS_ADDR_V4MAPPED(&wide)) {
            inet_ntop(AF_INET, &wide.s6_addr[12], address, LIMITS_ADDRESS);
            return;
        }
        memset(&wide.s6_addr[8], 0, 8);
        inet_ntop(AF_INET6, &wide, address, LIMITS_ADDRESS);
    }
}

bool limits_take(struct limits_bucket *b, int64_t most, int64_t rate, int64_t now)
{
    assert(most > 0 && rate > 0 && b->spent >= 0 && b->spent <= most * 1000);
    if (now > b->at) {
        int64_t filled =
            (now - b->at) > INT64_C(86400000) ? most * 1000 : (now - b->at) * rate / 1000;
        b->spent = b->spent > filled ? b->spent - filled : 0;
        if (filled) // otherwise many small steps would fill nothing
            b->at = now;
    }
    if (b->spent + 1000 > most * 1000)
        return false;
    b->spent += 1000;
    return true;
}

struct limits *limits_open(bool enforced)
{
    struct limits *l = calloc(1, sizeof *l);

    if (l)
        l->enforced = enforced;
    return l;
}

static struct address **slot_of(struct limits *l, const char *name)
{
    struct address **at = &l->slots[hash_bytes(name, strlen(name)) % SLOTS];

    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    return at;
}

static bool is_linked(const struct address *a)
{
    return a->links[LIMITS_VISIT] || a->links[LIMITS_SOCKET];
}

static void push(struct limits *l, struct address *a)
{
    a->older = l->newest;
    a->newer = NULL;
    *(a->older ? &a->older->newer : &l->oldest) = a;
    l->newest = a;
}

static void pull(struct limits *l, struct address *a)
{
    *(a->older ? &a->older->newer : &l->oldest) = a->newer;
    *(a->newer ? &a->newer->older : &l->newest) = a->older;
}

static void forget_oldest(struct limits *l)
{
    struct address *gone = l->oldest, **at = slot_of(l, gone->name);

    assert(l->count > 0 && *at == gone && !gone->older);
    pull(l, gone);
    *at = gone->next;
    free(gone);
    l->count--;
}

// NULL when there is no memory, or when all of so many are connected.
static struct address *find(struct limits *l, const char *name, int64_t now)
{
    struct address *a = *slot_of(l, name);

    if (a && !is_linked(a))
        pull(l, a);
    if (!a) {
        if (l->count >= MOST_ADDRESSES && l->oldest)
            forget_oldest(l);
        if (l->count >= MOST_ADDRESSES || !(a = calloc(1, sizeof *a)))
            return NULL;
        memcpy(a->name, name, strnlen(name, LIMITS_ADDRESS - 1));
        *slot_of(l, name) = a;
        l->count++;
    }
    a->seen = now;
    if (!is_linked(a))
        push(l, a);
    return a;
}

void limits_close(struct limits *l)
{
    for (unsigned i = 0; i < SLOTS; i++) {
        for (struct address *a = l->slots[i], *next; a; a = next) {
            next = a->next;
            free(a);
        }
    }
    free(l);
}

bool limits_allow(struct limits *l, const char *address, enum limits_what what, int64_t now,
                  struct error *e)
{
    if (!l->enforced)
        return true;
    struct address *a = find(l, address, now);
    return (a && limits_take(&a->buckets[what], kinds[what].most, kinds[what].rate, now)) ||
           error_row(e, &kinds[what].sentence);
}

bool limits_message(const struct limits *l, struct limits_bucket *b, int64_t now)
{
    return !l->enforced || limits_take(b, MESSAGE_BURST, MESSAGE_RATE, now);
}

bool limits_connect(struct limits *l, const char *address, enum limits_link link, int64_t now)
{
    if (!l->enforced)
        return true;
    struct address *a = find(l, address, now);
    if (!a || a->links[link] >= most_links[link])
        return false;
    if (!is_linked(a))
        pull(l, a);
    a->links[link]++;
    return true;
}

void limits_disconnect(struct limits *l, const char *address, enum limits_link link)
{
    struct address *a = *slot_of(l, address);

    if (!l->enforced || !a || !a->links[link])
        return;
    a->links[link]--;
    if (!is_linked(a))
        push(l, a);
}

void limits_sweep(struct limits *l, int64_t now)
{
    while (l->oldest && now - l->oldest->seen > QUIET)
        forget_oldest(l);
}
