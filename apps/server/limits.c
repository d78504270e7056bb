// SPDX-License-Identifier: MIT
// Counts by address what one visitor may do: buckets that fill by the millisecond, and open
// connections. IPv6 counts by network (/64), since one customer has all of it. The net and api ask
// before work is done. Processes tell each other what an address has used, so that it has one share
// for all of them, and not one at each. Memory is bounded, and only the loop calls. The figures are
// what a school class behind one router needs, chosen by hand; nobody was measured.
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
    unsigned report_at; // uses after which other processes get a report
    struct sentence sentence;
} kinds[LIMITS_KINDS] = {
    [LIMITS_REQUEST] = {120, 10000, 12,
                        SENTENCE("limits.requests",
                                 "too many requests from your address: wait a moment")},
    [LIMITS_CREATE] = {30, 50, 1,
                       SENTENCE("limits.games", "too many games from your address: wait a minute")},
    [LIMITS_PASSWORD] = {10, 50, 1,
                         SENTENCE("limits.passwords",
                                  "too many passwords from your address: wait a minute")},
    [LIMITS_TURNS] = {20, 500, 4,
                      SENTENCE("limits.looks",
                               "too many requests for turns from your address: wait a moment")},
    [LIMITS_PAIR] = {40, 500, 4,
                     SENTENCE(
                         "limits.pairs",
                         "too many requests for an opponent from your address: wait a moment")},
    [LIMITS_CODE] = {10, 100, 1,
                     SENTENCE("limits.codes", "too many codes from your address: wait a minute")},
    [LIMITS_STUDY] = {20, 20, 1,
                      SENTENCE("limits.studies",
                               "too many studies from your address: wait a minute")},
    [LIMITS_EDIT] = {300, 10000, 30,
                     SENTENCE("limits.edits",
                              "too many changes of studies from your address: wait a moment")},
    [LIMITS_PUZZLE] = {120, 1000, 12,
                       SENTENCE("limits.puzzles",
                                "too many puzzles from your address: wait a moment")},
};

// Of one address: a class room behind one router. Browsers have six connections each while they
// load the page.
static const unsigned most_links[LIMITS_LINKS] = {[LIMITS_VISIT] = 256, [LIMITS_SOCKET] = 64};

// Connections are told of in such steps, so that a digit is enough and single ones are nobody's
// business.
static const unsigned link_step[LIMITS_LINKS] = {[LIMITS_VISIT] = 8, [LIMITS_SOCKET] = 4};

enum {
    PROCESS = 8,
    KEY_DIGITS = 11,
    WORD = 1 + KEY_DIGITS + LIMITS_KINDS + LIMITS_LINKS + PROCESS
};

static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

// What an address has at another process.
struct limits_elsewhere {
    struct limits_elsewhere *next;
    char process[PROCESS + 1];
    unsigned links[LIMITS_LINKS];
};

struct address {
    struct address *next;            // of its slot
    struct address *older, *newer;   // of those without connections
    struct address *first, *then;    // neighbours in the queue of reports
    uint64_t key;                    // a hash of its text
    bool waits;                      // in the queue of reports
    unsigned used[LIMITS_KINDS];     // since its last report
    unsigned reported[LIMITS_LINKS]; // steps of connections
    struct limits_elsewhere *elsewhere;
    unsigned links[LIMITS_LINKS];
    int64_t seen;
    struct limits_bucket buckets[LIMITS_KINDS];
};

struct limits {
    bool enforced;
    unsigned count;
    struct address *oldest, *newest; // without connections, by when they were seen
    struct address *first_report, *last_report;
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

static void fill(struct limits_bucket *b, int64_t most, int64_t rate, int64_t now)
{
    assert(most > 0 && rate > 0 && b->spent >= 0 && b->spent <= most * 1000);
    if (now <= b->at)
        return;
    int64_t filled = (now - b->at) > INT64_C(86400000) ? most * 1000 : (now - b->at) * rate / 1000;
    b->spent = b->spent > filled ? b->spent - filled : 0;
    if (filled) // otherwise many small steps would fill nothing
        b->at = now;
}

bool limits_take(struct limits_bucket *b, int64_t most, int64_t rate, int64_t now)
{
    fill(b, most, rate, now);
    if (b->spent + 1000 > most * 1000)
        return false;
    b->spent += 1000;
    return true;
}

// What was taken elsewhere.
static void spend(struct limits_bucket *b, unsigned taken, int64_t most, int64_t rate, int64_t now)
{
    fill(b, most, rate, now);
    b->spent += (int64_t)taken * 1000;
    if (b->spent > most * 1000)
        b->spent = most * 1000;
}

struct limits *limits_open(bool enforced)
{
    struct limits *l = calloc(1, sizeof *l);

    if (l)
        l->enforced = enforced;
    return l;
}

static uint64_t key_of(const char *name)
{
    return hash_bytes(name, strlen(name));
}

static struct address **slot_of(struct limits *l, uint64_t key)
{
    struct address **at = &l->slots[key % SLOTS];

    while (*at && (*at)->key != key)
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

// ---------------------------------------------------------------------------------------------
// What others hear
// ---------------------------------------------------------------------------------------------

static void queue_report(struct limits *l, struct address *a)
{
    if (a->waits)
        return;
    a->waits = true;
    a->first = l->last_report;
    a->then = NULL;
    *(a->first ? &a->first->then : &l->first_report) = a;
    l->last_report = a;
}

static void wait_no_more(struct limits *l, struct address *a)
{
    if (!a->waits)
        return;
    a->waits = false;
    *(a->first ? &a->first->then : &l->first_report) = a->then;
    *(a->then ? &a->then->first : &l->last_report) = a->first;
}

static void note_use(struct limits *l, struct address *a, enum limits_what what)
{
    if (++a->used[what] >= kinds[what].report_at)
        queue_report(l, a);
}

static void note_links(struct limits *l, struct address *a, enum limits_link link)
{
    if (a->links[link] / link_step[link] != a->reported[link])
        queue_report(l, a);
}

static char digit(unsigned n)
{
    return digits[n < 63 ? n : 63];
}

static unsigned number(char c)
{
    const char *at = c ? strchr(digits, c) : NULL;

    return at ? (unsigned)(at - digits) : 0;
}

bool limits_next_report(struct limits *l, const char *process, char word[LIMITS_REPORT])
{
    struct address *a = l->first_report;
    char *at = word;

    _Static_assert((int)WORD < (int)LIMITS_REPORT, "a word has room");
    if (!a)
        return false;
    wait_no_more(l, a);
    *at++ = '%';
    for (unsigned i = 0; i < KEY_DIGITS; i++)
        *at++ = digits[a->key >> (6 * i) & 63];
    for (unsigned what = 0; what < LIMITS_KINDS; what++) {
        *at++ = digit(a->used[what]);
        a->used[what] = 0;
    }
    for (unsigned link = 0; link < LIMITS_LINKS; link++) {
        a->reported[link] = a->links[link] / link_step[link];
        *at++ = digit(a->reported[link]);
    }
    memcpy(at, process, PROCESS);
    at[PROCESS] = 0;
    return true;
}

static void free_elsewhere(struct address *a, const char *process)
{
    for (struct limits_elsewhere **at = &a->elsewhere; *at;) {
        struct limits_elsewhere *e = *at;
        if (process && strcmp(e->process, process) != 0) {
            at = &e->next;
            continue;
        }
        *at = e->next;
        free(e);
    }
}

static void forget_oldest(struct limits *l)
{
    struct address *gone = l->oldest, **at = slot_of(l, gone->key);

    assert(l->count > 0 && *at == gone && !gone->older);
    pull(l, gone);
    wait_no_more(l, gone);
    free_elsewhere(gone, NULL);
    *at = gone->next;
    free(gone);
    l->count--;
}

// NULL when there is no memory, or when all of so many are connected.
static struct address *find_address(struct limits *l, uint64_t key, int64_t now)
{
    struct address *a = *slot_of(l, key);

    if (a && !is_linked(a))
        pull(l, a);
    if (!a) {
        if (l->count >= MOST_ADDRESSES && l->oldest)
            forget_oldest(l);
        if (l->count >= MOST_ADDRESSES || !(a = calloc(1, sizeof *a)))
            return NULL;
        a->key = key;
        *slot_of(l, key) = a;
        l->count++;
    }
    a->seen = now;
    if (!is_linked(a))
        push(l, a);
    return a;
}

static void note_elsewhere(struct address *a, const char *process, const unsigned *steps)
{
    struct limits_elsewhere *e;

    free_elsewhere(a, process);
    if ((!steps[LIMITS_VISIT] && !steps[LIMITS_SOCKET]) || !(e = calloc(1, sizeof *e)))
        return;
    memcpy(e->process, process, PROCESS);
    for (unsigned link = 0; link < LIMITS_LINKS; link++)
        e->links[link] = steps[link] * link_step[link];
    e->next = a->elsewhere;
    a->elsewhere = e;
}

void limits_hear(struct limits *l, const char *word, int64_t now)
{
    const char *at = word + 1;
    unsigned steps[LIMITS_LINKS];
    uint64_t key = 0;

    if (!l->enforced || strlen(word) != WORD)
        return;
    for (unsigned i = 0; i < KEY_DIGITS; i++)
        key |= (uint64_t)number(*at++) << (6 * i);
    struct address *a = find_address(l, key, now);
    for (unsigned what = 0; a && what < LIMITS_KINDS; what++)
        spend(&a->buckets[what], number(*at++), kinds[what].most, kinds[what].rate, now);
    for (unsigned link = 0; a && link < LIMITS_LINKS; link++)
        steps[link] = number(*at++);
    if (a)
        note_elsewhere(a, at, steps);
}

void limits_forget(struct limits *l, const char *process)
{
    for (unsigned i = 0; i < SLOTS; i++) {
        for (struct address *a = l->slots[i]; a; a = a->next)
            free_elsewhere(a, process);
    }
}

static unsigned links_of(const struct address *a, enum limits_link link)
{
    unsigned count = a->links[link];

    for (const struct limits_elsewhere *e = a->elsewhere; e; e = e->next)
        count += e->links[link];
    return count;
}

// ---------------------------------------------------------------------------------------------
// What is asked
// ---------------------------------------------------------------------------------------------

void limits_close(struct limits *l)
{
    for (unsigned i = 0; i < SLOTS; i++) {
        for (struct address *a = l->slots[i], *next; a; a = next) {
            next = a->next;
            free_elsewhere(a, NULL);
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
    struct address *a = find_address(l, key_of(address), now);
    if (!a || !limits_take(&a->buckets[what], kinds[what].most, kinds[what].rate, now))
        return error_row(e, &kinds[what].sentence);
    note_use(l, a, what);
    return true;
}

bool limits_message(const struct limits *l, struct limits_bucket *b, int64_t now)
{
    return !l->enforced || limits_take(b, MESSAGE_BURST, MESSAGE_RATE, now);
}

bool limits_connect(struct limits *l, const char *address, enum limits_link link, int64_t now)
{
    if (!l->enforced)
        return true;
    struct address *a = find_address(l, key_of(address), now);
    if (!a || links_of(a, link) >= most_links[link])
        return false;
    if (!is_linked(a))
        pull(l, a);
    a->links[link]++;
    note_links(l, a, link);
    return true;
}

void limits_disconnect(struct limits *l, const char *address, enum limits_link link)
{
    struct address *a = *slot_of(l, key_of(address));

    if (!l->enforced || !a || !a->links[link])
        return;
    a->links[link]--;
    note_links(l, a, link);
    if (!is_linked(a))
        push(l, a);
}

void limits_sweep(struct limits *l, int64_t now)
{
    while (l->oldest && now - l->oldest->seen > QUIET)
        forget_oldest(l);
}
