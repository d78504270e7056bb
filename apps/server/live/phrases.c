// SPDX-License-Identifier: MIT
// The only words that players can say to each other: there is nothing to moderate, and each reader
// sees them in its own language by their name. Others are refused; older journals hold names, so
// one that was ever used stays.
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

int phrase_index(const char *name)
{
    for (int i = 0; phrases[i].name; i++) {
        if (!strcmp(phrases[i].name, name))
            return i;
    }
    return -1;
}

unsigned phrase_count(void)
{
    return sizeof phrases / sizeof *phrases - 1;
}
