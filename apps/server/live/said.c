// SPDX-License-Identifier: MIT
// Preset phrases and declined invitations: who may say them, and how the other processes hear of
// it. A phrase's word is a quotation mark, the game, a digit for the seat, two for the phrase, and
// the process that sends it. A declined invitation's is an apostrophe, the game, the process, and
// the name with BLANK for its blanks: words must not contain any.
#include <string.h>

#include "base/text.h"
#include "server/live/registry.h"
#include "server/live/livegames.h"
#include "server/live/phrases.h"

enum {
    AT_ONCE = 5,       // phrases of a seat in a row
    EACH_SECOND = 250, // thousandths of a phrase that a seat gains
    BLANK = 0x1f       // no name contains it
};

static void keep_saying(struct live_registry *reg, struct live_game *live, struct saying saying)
{
    struct said *said = &live->said;

    if (said->count == SAID_KEPT)
        memmove(said->last, said->last + 1, --said->count * sizeof *said->last);
    said->last[said->count++] = saying;
    live_game_send_said(reg, live, &saying);
}

bool said_add(struct live_registry *reg, struct live_game *live, int seat, const char *phrase,
              int64_t now, struct error *e)
{
    int index = phrase_index(phrase);
    char word[STORE_NEWS];

    if (index < 0)
        return error_set(e, "talk.phrase:phrase", "'%s' is none of the phrases",
                         error_quote(phrase).text);
    if (live->state.row.seat[seat].muted)
        return error_set(e, "talk.muted", "you cannot say anything here: this was taken from you");
    if (!limits_take(&live->said.seats[seat], AT_ONCE, EACH_SECOND, now))
        return error_set(e, "talk.fast", "you have said much just now: wait a moment");
    keep_saying(reg, live, (struct saying){(uint8_t)seat, (uint8_t)index, now});
    snprintf(word, sizeof word, "\"%s%d%02d%s", live->state.row.id, seat, index, reg->process);
    live_registry_publish(reg, word);
    return true;
}

// A number of so many digits.
static unsigned digits_at(const char *word, unsigned count)
{
    unsigned number = 0;

    for (unsigned i = 0; i < count; i++)
        number = number * 10 + (unsigned)(word[i] - '0');
    return number;
}

void said_heard(struct live_registry *reg, const char *word)
{
    enum { ID = STORE_ID - 1, SEAT = 1 + ID, PHRASE = SEAT + 1, PROCESS = PHRASE + 2 };
    char id[STORE_ID];

    if (strlen(word) != PROCESS + PROCESS_NAME - 1 || strspn(word + SEAT, "0123456789") < 3 ||
        !strcmp(word + PROCESS, reg->process))
        return;
    snprintf(id, sizeof id, "%.*s", ID, word + 1);
    struct live_game *live = live_game_find(reg, id);
    struct saying saying = {.seat = (uint8_t)digits_at(word + SEAT, 1),
                            .phrase = (uint8_t)digits_at(word + PHRASE, 2),
                            .at = live_registry_now(reg)};
    if (live && saying.seat < live->state.row.seats && saying.phrase < phrase_count())
        keep_saying(reg, live, saying);
}

// ---------------------------------------------------------------------------------------------
// Declined invitations
// ---------------------------------------------------------------------------------------------

static void keep_declined(struct live_registry *reg, struct live_game *live,
                          const struct declining *declined)
{
    struct said *said = &live->said;

    if (said->declined_count == DECLINED_KEPT)
        memmove(said->declined, said->declined + 1, --said->declined_count * sizeof *declined);
    said->declined[said->declined_count++] = *declined;
    live_game_send_declined(reg, live, declined);
}

static void swap_bytes(char *text, char from, char to)
{
    for (; *text; text++) {
        if (*text == from)
            *text = to;
    }
}

bool said_decline(struct live_registry *reg, struct live_game *live, const char *name, int64_t now,
                  struct error *e)
{
    struct declining declined = {.at = now};
    char word[STORE_NEWS];
    struct text t;

    if (!limits_take(&live->said.declines, AT_ONCE, EACH_SECOND, now))
        return error_set(e, "decline.fast",
                         "several people declined this game just now: wait a moment");
    text_init(&t, declined.name, sizeof declined.name);
    text_add(&t, name);
    keep_declined(reg, live, &declined);
    swap_bytes(declined.name, ' ', BLANK);
    snprintf(word, sizeof word, "'%s%s%s", live->state.row.id, reg->process, declined.name);
    live_registry_publish(reg, word);
    return true;
}

void said_declined_heard(struct live_registry *reg, const char *word)
{
    enum { ID = STORE_ID - 1, PROCESS = 1 + ID, NAME = PROCESS + PROCESS_NAME - 1 };
    struct declining declined = {.at = live_registry_now(reg)};
    char id[STORE_ID];
    struct text t;

    if (strlen(word) < NAME || strlen(word) >= NAME + sizeof declined.name ||
        !strncmp(word + PROCESS, reg->process, PROCESS_NAME - 1))
        return;
    snprintf(id, sizeof id, "%.*s", ID, word + 1);
    struct live_game *live = live_game_find(reg, id);
    if (!live)
        return;
    text_init(&t, declined.name, sizeof declined.name);
    text_add(&t, word + NAME);
    swap_bytes(declined.name, BLANK, ' ');
    keep_declined(reg, live, &declined);
}
