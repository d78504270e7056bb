// SPDX-License-Identifier: MIT
// Replaying the events of a tournament.
#include "server/tournament/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// NOLINTBEGIN(cert-err34-c): events are written by us; numbers that are too great fit nothing

// ---------------------------------------------------------------------------------------------
// Beginning
// ---------------------------------------------------------------------------------------------

bool tournament_init(struct tournament *m, const struct store_document *row)
{
    *m = (struct tournament){.phase = STORE_OPEN};
    return tournament_set_row(m, row);
}

bool tournament_set_row(struct tournament *m, const struct store_document *row)
{
    m->row = *row;
    if (m->changed < row->changed)
        m->changed = row->changed;
    return tournament_settings_read(row->settings, &m->settings);
}

void tournament_clear(struct tournament *m)
{
    free(m->players);
    free(m->pairs);
    *m = (struct tournament){0};
}

// Room for one more element of a list.
static bool make_room(void **list, unsigned count, unsigned *capacity, size_t size)
{
    if (count < *capacity)
        return true;
    unsigned more = *capacity ? 2 * *capacity : 16;
    void *grown = realloc(*list, more * size);
    if (!grown)
        return false;
    *list = grown;
    *capacity = more;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Events
// ---------------------------------------------------------------------------------------------

static bool read_hash(const char *hex, unsigned char hash[STORE_HASH])
{
    for (unsigned i = 0; i < STORE_HASH; i++) {
        unsigned byte;
        if (sscanf(hex + 2 * (size_t)i, "%2x", &byte) != 1)
            return false;
        hash[i] = (unsigned char)byte;
    }
    return true;
}

static bool read_player(const struct store_event *event, struct tournament_player *p)
{
    char kind[16], rest[DOCUMENT_EVENT];

    *p = (struct tournament_player){.account = event->account, .in = true};
    if (sscanf(event->text, "%15s %1023[^\n]", kind, rest) != 2)
        return false;
    if (!strcmp(kind, "guest")) {
        snprintf(p->kind, sizeof p->kind, "person");
        if (strlen(rest) < 2 * STORE_HASH + 1 || !read_hash(rest, p->token))
            return false;
        snprintf(p->name, sizeof p->name, "%.*s", STORE_NAME - 1, rest + 2 * STORE_HASH + 1);
        return true;
    }
    if (!strcmp(kind, "computer")) {
        snprintf(p->name, sizeof p->name, "%.*s", (int)strcspn(rest, " "), rest);
        return sscanf(rest, "%47s %d", p->kind, &p->rating) == 2;
    }
    snprintf(p->kind, sizeof p->kind, "%s", kind);
    snprintf(p->name, sizeof p->name, "%s", event->name);
    p->rating = (int)strtol(rest, NULL, 10);
    return !strcmp(kind, "person") || !strcmp(kind, "bot");
}

static bool apply_join(struct tournament *m, const struct store_event *event)
{
    struct tournament_player p;

    if (m->player_count >= TOURNAMENT_PLAYERS || !read_player(event, &p) ||
        !make_room((void **)&m->players, m->player_count, &m->player_capacity, sizeof *m->players))
        return false;
    m->ladder[m->player_count] = (int)m->player_count;
    m->players[m->player_count++] = p;
    return true;
}

static struct tournament_player *read_index(struct tournament *m, const char *text, char why[16])
{
    int index = -1;

    why[0] = 0;
    if (sscanf(text, "%d %15s", &index, why) < 1 || index < 0 || index >= (int)m->player_count)
        return NULL;
    return &m->players[index];
}

static bool apply_leave(struct tournament *m, const struct store_event *event)
{
    char why[16];
    struct tournament_player *p = read_index(m, event->text, why);

    if (!p)
        return false;
    p->in = false;
    p->absent = !strcmp(why, "absent");
    p->removed = p->removed || !strcmp(why, "removed"); // for good
    return true;
}

static bool apply_back(struct tournament *m, const struct store_event *event)
{
    char why[16];
    struct tournament_player *p = read_index(m, event->text, why);

    if (!p)
        return false;
    p->in = true;
    p->absent = false;
    return true;
}

static bool apply_begin(struct tournament *m, const struct store_event *event)
{
    if (m->phase != STORE_OPEN)
        return false;
    m->phase = STORE_PLAYING;
    m->begun = event->at;
    m->planned = tournament_rounds(&m->settings, m->player_count);
    return true;
}

static bool apply_round(struct tournament *m, const struct store_event *event)
{
    unsigned round;

    if (sscanf(event->text, "%u", &round) != 1 || round < m->round)
        return false;
    m->round = round;
    return true;
}

static bool is_player(const struct tournament *m, int index)
{
    return index >= 0 && index < (int)m->player_count;
}

static bool add_pair(struct tournament *m, const struct tournament_pair *p)
{
    if (!is_player(m, p->first) ||
        !make_room((void **)&m->pairs, m->pair_count, &m->pair_capacity, sizeof *m->pairs))
        return false;
    m->pairs[m->pair_count++] = *p;
    if (p->round > m->round)
        m->round = p->round;
    return true;
}

static bool apply_pair(struct tournament *m, const struct store_event *event)
{
    struct tournament_pair p = {.at = event->at};

    if (sscanf(event->text, "%u %d %d %11s", &p.round, &p.first, &p.second, p.game) != 4 ||
        !is_player(m, p.second) || p.first == p.second || !add_pair(m, &p))
        return false;
    m->open++;
    return true;
}

static bool apply_bye(struct tournament *m, const struct store_event *event)
{
    struct tournament_pair p = {
        .at = event->at, .done = event->at, .second = PAIRING_BYE, .result = TOURNAMENT_FIRST};

    return sscanf(event->text, "%u %d %d", &p.round, &p.first, &p.halves) == 3 && add_pair(m, &p);
}

// Who beats somebody above comes to his place; all between go one down.
static void climb(struct tournament *m, int winner, int loser)
{
    int from = 0, to = 0;

    while (m->ladder[from] != winner)
        from++;
    while (m->ladder[to] != loser)
        to++;
    if (from < to)
        return;
    memmove(&m->ladder[to + 1], &m->ladder[to], (size_t)(from - to) * sizeof *m->ladder);
    m->ladder[to] = winner;
}

static bool apply_result(struct tournament *m, const struct store_event *event)
{
    static const struct {
        const char *text;
        enum tournament_result result;
    } results[] = {{"1-0", TOURNAMENT_FIRST},
                   {"0-1", TOURNAMENT_SECOND},
                   {"1/2", TOURNAMENT_DRAW},
                   {"0-0", TOURNAMENT_NEITHER}};
    char game[STORE_ID], who[8], how[16] = "";
    struct tournament_pair *p;

    if (sscanf(event->text, "%11s %7s %15s", game, who, how) < 2 ||
        !(p = tournament_pair_of(m, game)) || p->result != TOURNAMENT_OPEN)
        return false;
    for (unsigned i = 0; i < sizeof results / sizeof *results; i++) {
        if (!strcmp(results[i].text, who))
            p->result = results[i].result;
    }
    if (p->result == TOURNAMENT_OPEN)
        return false;
    p->forfeit = !strcmp(how, "forfeit");
    p->done = event->at;
    m->open--;
    if (m->settings.form == TOURNAMENT_LADDER && p->result == TOURNAMENT_FIRST)
        climb(m, p->first, p->second);
    if (m->settings.form == TOURNAMENT_LADDER && p->result == TOURNAMENT_SECOND)
        climb(m, p->second, p->first);
    return true;
}

static bool apply_end(struct tournament *m, const struct store_event *event)
{
    m->phase = STORE_OVER;
    m->cancelled = !strcmp(event->text, "cancelled");
    return true;
}

static bool apply_set(struct tournament *m, const struct store_event *event)
{
    (void)event;
    if (m->phase == STORE_PLAYING)
        m->planned = tournament_rounds(&m->settings, m->player_count);
    return true;
}

static const struct {
    const char *kind;
    bool (*apply)(struct tournament *m, const struct store_event *event);
} kinds[] = {
    {"join", apply_join},   {"leave", apply_leave}, {"back", apply_back}, {"begin", apply_begin},
    {"round", apply_round}, {"pair", apply_pair},   {"bye", apply_bye},   {"result", apply_result},
    {"set", apply_set},     {"end", apply_end},
};

bool tournament_apply(struct tournament *m, const struct store_event *event)
{
    if (event->number != m->number)
        return false;
    m->number++;
    if (m->changed < event->at)
        m->changed = event->at;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!strcmp(kinds[i].kind, event->kind))
            return kinds[i].apply(m, event);
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Looking
// ---------------------------------------------------------------------------------------------

int tournament_player_of(const struct tournament *m, int64_t account, const unsigned char *hash)
{
    for (unsigned i = 0; i < m->player_count; i++) {
        const struct tournament_player *p = &m->players[i];
        if (account ? p->account == account
                    : hash && !p->account && !memcmp(p->token, hash, STORE_HASH))
            return (int)i;
    }
    return -1;
}

struct tournament_pair *tournament_pair_of(const struct tournament *m, const char *game)
{
    for (unsigned i = m->pair_count; i > 0; i--) { // the newest are asked for most
        if (game[0] && !strcmp(m->pairs[i - 1].game, game))
            return &m->pairs[i - 1];
    }
    return NULL;
}

const struct tournament_pair *tournament_open_pair(const struct tournament *m, int player)
{
    for (unsigned i = 0; i < m->pair_count; i++) {
        const struct tournament_pair *p = &m->pairs[i];
        if (p->result == TOURNAMENT_OPEN && (p->first == player || p->second == player))
            return p;
    }
    return NULL;
}

unsigned tournament_active(const struct tournament *m)
{
    unsigned count = 0;

    for (unsigned i = 0; i < m->player_count; i++)
        count += m->players[i].in;
    return count;
}

// NOLINTEND(cert-err34-c)
