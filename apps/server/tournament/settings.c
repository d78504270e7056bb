// SPDX-License-Identifier: MIT
// The settings of a tournament as lines of a key and a value, in the row of the document. A key
// that is not there has its default, so that settings can be added.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "server/tournament/tournament.h"

static const char *const forms[TOURNAMENT_FORMS] = {"swiss", "robin", "arena", "ladder", "league"};

const char *tournament_form_name(enum tournament_form form)
{
    return forms[form];
}

bool tournament_form_read(const char *name, enum tournament_form *form)
{
    for (unsigned i = 0; i < TOURNAMENT_FORMS; i++) {
        if (!strcmp(forms[i], name)) {
            *form = (enum tournament_form)i;
            return true;
        }
    }
    return false;
}

void tournament_settings_write(const struct tournament_settings *s, char text[DOCUMENT_SETTINGS])
{
    struct text t;

    text_init(&t, text, DOCUMENT_SETTINGS);
    text_format(&t, "form %s\ngame %s\noptions %s\nclock %s\n", forms[s->form], s->game, s->options,
                s->clock);
    text_format(&t, "slow %d\nrated %d\nguests %d\nbots %d\nstreaks %d\n", s->slow, s->rated,
                s->guests, s->bots, s->streaks);
    text_format(&t, "rounds %u\ncycles %u\nminutes %u\nmost %u\nwait %u\npause %u\nbegins %lld\n",
                s->rounds, s->cycles, s->minutes, s->most, s->wait, s->pause, (long long)s->begins);
    if (s->month[0])
        text_format(&t, "month %s\n", s->month);
}

static bool read_word(struct tournament_settings *s, const char *key, const char *value)
{
    const struct {
        const char *key;
        char *to;
        size_t capacity;
    } words[] = {{"game", s->game, sizeof s->game},
                 {"options", s->options, sizeof s->options},
                 {"clock", s->clock, sizeof s->clock},
                 {"month", s->month, sizeof s->month}};

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (!strcmp(words[i].key, key)) {
            snprintf(words[i].to, words[i].capacity, "%s", value);
            return true;
        }
    }
    return !strcmp(key, "form") && tournament_form_read(value, &s->form);
}

static bool read_number(struct tournament_settings *s, const char *key, const char *value)
{
    const struct {
        const char *key;
        unsigned *to;
    } numbers[] = {{"rounds", &s->rounds}, {"cycles", &s->cycles}, {"minutes", &s->minutes},
                   {"most", &s->most},     {"wait", &s->wait},     {"pause", &s->pause}};
    const struct {
        const char *key;
        bool *to;
    } flags[] = {{"slow", &s->slow},
                 {"rated", &s->rated},
                 {"guests", &s->guests},
                 {"bots", &s->bots},
                 {"streaks", &s->streaks}};

    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!strcmp(numbers[i].key, key)) {
            *numbers[i].to = (unsigned)strtoul(value, NULL, 10);
            return true;
        }
    }
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (!strcmp(flags[i].key, key)) {
            *flags[i].to = value[0] == '1';
            return true;
        }
    }
    if (strcmp(key, "begins") != 0)
        return false;
    s->begins = strtoll(value, NULL, 10);
    return true;
}

bool tournament_settings_read(const char *text, struct tournament_settings *s)
{
    char line[160], *value;

    *s = (struct tournament_settings){.cycles = 1, .most = TOURNAMENT_PLAYERS};
    while (*text) {
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
        value = strchr(line, ' ');
        if (!value)
            return false;
        *value++ = 0;
        if (!read_word(s, line, value) && !read_number(s, line, value))
            return false;
    }
    return s->game[0] != 0;
}
