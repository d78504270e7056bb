// SPDX-License-Identifier: MIT
// Match     the settings          MatchGame     number, from 1
// MatchEnd  how it ended          MatchPlayers  numbers of the players, by seat, from 1
// MatchTime milliseconds by seat  MatchFault    what a player did who failed
#include "record/matchtags.h"

#include <string.h>

#include "record/recordparts.h"

enum { LIST = 120 };

static bool not_a_match(struct error *e, const char *tag)
{
    return error_set(e, "matchtags.missing:tag",
                     "a game is not one of a match: its tag '%s' is missing or wrong", tag);
}

static const char *value_of(const struct record *r, const char *name)
{
    const struct record_tag *tag = record_find_tag(r, name);

    return tag ? tag->value : NULL;
}

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

bool matchtags_add(struct record *r, const struct crosstable_game *g, const char *settings)
{
    char number[LIST], players[LIST], used[LIST];
    struct text n, p, u;

    text_init(&n, number, sizeof number);
    text_init(&p, players, sizeof players);
    text_init(&u, used, sizeof used);
    text_format(&n, "%llu", (unsigned long long)g->number + 1);
    for (int seat = 0; seat < record_seats(r); seat++) {
        text_format(&p, "%s%u", seat ? " " : "", g->players[seat] + 1);
        text_format(&u, "%s%llu", seat ? " " : "", (unsigned long long)g->used[seat]);
    }
    return record_add_tag(r, "Match", settings) && record_add_tag(r, "MatchGame", number) &&
           record_add_tag(r, "MatchPlayers", players) &&
           record_add_tag(r, "MatchEnd", crosstable_end_text(g->end)) &&
           record_add_tag(r, "MatchTime", used) &&
           (!g->failure || record_add_tag(r, "MatchFault", g->failure));
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

// A number for every seat, with blanks between them.
static bool read_list(const struct record *r, const char *text, uint64_t most,
                      uint64_t numbers[GAME_MAX_SEATS])
{
    for (int seat = 0; seat < record_seats(r); seat++) {
        char part[24];
        struct text t;
        unsigned long long n;

        text_init(&t, part, sizeof part);
        size_t length = text_until(&t, text, " ");
        bool last = seat + 1 == record_seats(r);
        if (!text_read_number(part, most, &n) || (text[length] != 0) == last)
            return false;
        numbers[seat] = n;
        text += length + 1;
    }
    return true;
}

static bool read_players(const struct record *r, struct crosstable_game *g)
{
    const char *text = value_of(r, "MatchPlayers");
    uint64_t numbers[GAME_MAX_SEATS];

    if (!text || !read_list(r, text, SCHEDULE_PLAYERS, numbers))
        return false;
    for (int seat = 0; seat < record_seats(r); seat++) {
        if (numbers[seat] == 0)
            return false;
        g->players[seat] = (unsigned)numbers[seat] - 1;
    }
    return true;
}

// The end must be one that the record's own end allows.
static bool read_end(const struct record *r, struct crosstable_game *g)
{
    const char *end = value_of(r, "MatchEnd");

    g->end = end ? crosstable_end_read(end) : CROSSTABLE_ENDS;
    if (g->end == CROSSTABLE_ENDS || r->end.how == MATCH_GOES_ON ||
        (g->end == CROSSTABLE_RULES) != (r->end.how == MATCH_BY_RULES))
        return false;
    g->seat = g->end == CROSSTABLE_TIME || g->end == CROSSTABLE_FORFEIT ? r->end.seat : -1;
    g->failure = value_of(r, "MatchFault");
    return true;
}

bool matchtags_read(const struct record *r, struct crosstable_game *g, const char **settings,
                    struct error *e)
{
    const char *number = value_of(r, "MatchGame"), *used = value_of(r, "MatchTime");
    unsigned long long n;

    *g = (struct crosstable_game){.seat = -1};
    *settings = value_of(r, "Match");
    if (!*settings)
        return not_a_match(e, "Match");
    if (!number || !text_read_number(number, UINT64_MAX, &n) || n == 0)
        return not_a_match(e, "MatchGame");
    g->number = n - 1;
    if (!read_players(r, g))
        return not_a_match(e, "MatchPlayers");
    if (!read_end(r, g))
        return not_a_match(e, "MatchEnd");
    if (!used || !read_list(r, used, INT64_MAX, g->used))
        return not_a_match(e, "MatchTime");
    for (int seat = 0; seat < record_seats(r); seat++)
        g->half_points[seat] = (uint8_t)r->result.outcome[seat];
    g->actions = record_length(r);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Settings
// ---------------------------------------------------------------------------------------------

// Takes the next word of a text; false at the end.
static bool next_word(const char **text, char word[MATCHTAGS_SETTINGS])
{
    struct text t;

    *text += strspn(*text, " ");
    text_init(&t, word, MATCHTAGS_SETTINGS);
    *text += text_until(&t, *text, " ");
    return word[0] != 0;
}

static bool has_word(const char *text, const char *wanted)
{
    char word[MATCHTAGS_SETTINGS];

    while (next_word(&text, word)) {
        if (!strcmp(word, wanted))
            return true;
    }
    return false;
}

bool matchtags_number(const char *settings, const char *name, uint64_t *n)
{
    char word[MATCHTAGS_SETTINGS];
    size_t length = strlen(name);
    unsigned long long read;

    while (next_word(&settings, word)) {
        if (strncmp(word, name, length) == 0 && word[length] == '=' &&
            text_read_number(word + length + 1, UINT64_MAX, &read)) {
            *n = read;
            return true;
        }
    }
    return false;
}

bool matchtags_differ(const char *ours, const char *theirs, char word[MATCHTAGS_SETTINGS])
{
    for (const char *at = theirs; next_word(&at, word);) {
        if (!has_word(ours, word))
            return true;
    }
    for (const char *at = ours; next_word(&at, word);) {
        if (!has_word(theirs, word))
            return true;
    }
    return false;
}
