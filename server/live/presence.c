// SPDX-License-Identifier: MIT
// Who is connected to the other processes. Each tells the others, with the database's news, which seats of a game have
// somebody there: when that changes, every half minute, and when one that has just come asks. What is not told again is
// forgotten, so that a process that has crashed leaves nobody behind.
//
// The words are "~GAME" with two digits for the seats and eight for the process, a '?' behind them asks; and "!" with a
// process that ends.
#include <stdlib.h>
#include <string.h>

#include "server/live/hub.h"
#include "server/log.h"

enum {
    AGAIN = 30 * 1000, // milliseconds
    VALID = 75 * 1000, // that a word is believed
    WATCHED = 0x10,    // besides the bits of the seats: somebody looks
    NEVER = 0xff,      // nothing was told yet
    DIGITS = 2,
};

// Seats that have somebody at another process.
struct elsewhere {
    struct elsewhere *next;
    char process[HUB_PROCESS];
    uint8_t here;
    int64_t until;
};

static void tell_room(struct hub *h, struct room *r, uint8_t here, bool ask, int64_t now)
{
    char word[STORE_NEWS];

    r->present = here;
    r->present_at = now;
    snprintf(word, sizeof word, "~%s%02x%s%s", r->live.row.id, here, h->process, ask ? "?" : "");
    hub_tell(h, word);
}

static uint8_t present(const struct room *r)
{
    return (uint8_t)(room_here(r) | (r->watches ? WATCHED : 0));
}

void presence_begin(struct room *r)
{
    r->present = NEVER;
}

void presence_clear(struct room *r)
{
    while (r->elsewhere) {
        struct elsewhere *gone = r->elsewhere;
        r->elsewhere = gone->next;
        free(gone);
    }
}

void presence_tick(struct hub *h, struct room *r, int64_t now)
{
    uint8_t here = present(r);

    if (h->alone || h->stopping)
        return;
    for (struct elsewhere **at = &r->elsewhere; *at;) {
        if ((*at)->until > now && (*at)->here) {
            at = &(*at)->next;
            continue;
        }
        struct elsewhere *gone = *at;
        *at = gone->next;
        free(gone);
        r->dirty = true;
    }
    if (r->present == NEVER ? here != 0 : here != r->present)
        tell_room(h, r, here, r->present == NEVER, now);
    else if (here && r->present != NEVER && now - r->present_at > AGAIN)
        tell_room(h, r, here, false, now);
}

uint8_t presence_elsewhere(const struct room *r)
{
    uint8_t here = 0;

    for (const struct elsewhere *e = r->elsewhere; e; e = e->next)
        here |= e->here;
    return here;
}

static void note(struct room *r, const char *process, uint8_t here, int64_t now)
{
    struct elsewhere *e = r->elsewhere;

    while (e && strcmp(e->process, process) != 0)
        e = e->next;
    if (!e && !here)
        return;
    if (!e) {
        e = calloc(1, sizeof *e);
        if (!e)
            return; // told again soon
        memcpy(e->process, process, HUB_PROCESS);
        e->next = r->elsewhere;
        r->elsewhere = e;
    }
    r->dirty = r->dirty || e->here != here;
    e->here = here;
    e->until = now + VALID;
}

static void forget_process(struct hub *h, const char *process)
{
    for (unsigned i = 0; i < HUB_SLOTS; i++) {
        for (struct room *r = h->rooms[i]; r; r = r->next) {
            for (struct elsewhere *e = r->elsewhere; e; e = e->next) {
                if (!strcmp(e->process, process))
                    e->here = 0; // the next tick takes it away
            }
        }
    }
}

void presence_heard(struct hub *h, const char *word)
{
    char id[STORE_ID], digits[DIGITS + 1], process[HUB_PROCESS];
    int64_t now = log_now();

    if (word[0] == '!') {
        forget_process(h, word + 1);
        return;
    }
    if (strlen(word) < STORE_ID + DIGITS + HUB_PROCESS - 1)
        return;
    snprintf(id, sizeof id, "%.*s", STORE_ID - 1, word + 1);
    snprintf(digits, sizeof digits, "%.*s", DIGITS, word + STORE_ID);
    snprintf(process, sizeof process, "%.*s", HUB_PROCESS - 1, word + STORE_ID + DIGITS);
    struct room *r = room_find(h, id);
    if (!r)
        return;
    note(r, process, (uint8_t)strtoul(digits, NULL, 16), now);
    if (word[strlen(word) - 1] == '?' && present(r))
        tell_room(h, r, present(r), false, now);
}

void presence_end(struct hub *h)
{
    char word[STORE_NEWS];

    snprintf(word, sizeof word, "!%s", h->process);
    hub_tell(h, word);
}
