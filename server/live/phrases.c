// SPDX-License-Identifier: MIT
// The only words that players can say to each other: there is nothing to moderate, and each reader sees them in its
// own language by their name. talk.c refuses any other name; journals hold names, so one that was ever used stays.
#include "server/live/phrases.h"

#include <stddef.h>
#include <string.h>

const struct phrase phrases[] = {
    {"hello", "Hello"},
    {"have-fun", "Have fun"},
    {"good-move", "Good move"},
    {"oops", "Oops"},
    {"thinking", "I am thinking"},
    {"one-moment", "One moment, please"},
    {"back", "I am back"},
    {"your-turn", "It is your turn"},
    {"thanks", "Thank you"},
    {"good-game", "Good game"},
    {"again", "Another game?"},
    {"goodbye", "Goodbye"},
    {NULL, NULL},
};

bool phrase_known(const char *name)
{
    for (const struct phrase *p = phrases; p->name; p++) {
        if (!strcmp(p->name, name))
            return true;
    }
    return false;
}
