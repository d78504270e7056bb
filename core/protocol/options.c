// SPDX-License-Identifier: MIT
// Options: the lists that several commands share, and how the values of any option are read.
#include <string.h>

#include "protocol/command.h"

const struct option options_setting[] = {
    {.brief = "-o",
     OPTION("--option", "key=value", SETTING),
     OPTION_SHARED(options),
     .help = COMMAND_HELP("help.option.option", "choose a variant ('abax games' lists them)")},
    OPTION_END,
};
const struct option options_position[] = {
    {.brief = "-p",
     OPTION("--position", "POSITION", WORD),
     OPTION_SHARED(position),
     .help = COMMAND_HELP("help.option.position", "start from this position text")},
    OPTION_END,
};
const struct option options_seed[] = {
    {OPTION("--seed", "N", NUMBER), OPTION_SHARED(seed), .most = UINT64_MAX,
     .help = COMMAND_HELP("help.option.seed", "deal with this seed (0 if not given)")},
    OPTION_END,
};
const struct option options_seat[] = {
    {OPTION("--seat", "N", SEAT), OPTION_SHARED(seat),
     .help = COMMAND_HELP("help.option.seat", "show only what seat N may see")},
    OPTION_END,
};
const struct option options_nodes[] = {
    {OPTION("--nodes", "N", NUMBER), OPTION_SHARED(nodes), .least = 1, .most = 1000000000000,
     .help = COMMAND_HELP("help.option.nodes", "search so many positions")},
    OPTION_END,
};
const struct option options_movetime[] = {
    {OPTION("--movetime", "MS", NUMBER), OPTION_SHARED(movetime), .least = 1, .most = 86400000,
     .help = COMMAND_HELP("help.option.movetime", "search so many milliseconds")},
    OPTION_END,
};
const struct option options_depth[] = {
    {OPTION("--depth", "N", NUMBER), OPTION_SHARED(depth), .least = 1, .most = 99,
     .help = COMMAND_HELP("help.option.depth", "search so many actions ahead")},
    OPTION_END,
};
const struct option options_json[] = {
    {OPTION("--json", "", FLAG), OPTION_SHARED(json),
     .help = COMMAND_HELP("help.option.json", "print one JSON object a line")},
    OPTION_END,
};
const struct option options_form[] = {
    {OPTION("--to", "FORM", WORD), OPTION_SHARED(form),
     .help = COMMAND_HELP("help.option.to", "text, json, actions, link, svg, show or check")},
    {OPTION("--ply", "N", NUMBER), OPTION_SHARED(ply), .most = 1000000,
     .help =
         COMMAND_HELP("help.option.ply", "the position after N actions (the last if not given)")},
    {OPTION("--seat", "N", SEAT), OPTION_SHARED(seat),
     .help = COMMAND_HELP("help.option.record-seat", "as seat N may see it; seat 0 is the public")},
    OPTION_END,
};

// ---------------------------------------------------------------------------------------------
// Finding
// ---------------------------------------------------------------------------------------------

const struct option *options_find(const struct option *const *lists, const char *word)
{
    for (; *lists; lists++) {
        for (const struct option *o = *lists; o->name; o++) {
            if (!strcmp(word, o->name) || (o->brief && !strcmp(word, o->brief)))
                return o;
        }
    }
    return NULL;
}

// Without their dashes, which would make any two alike.
const char *options_nearest(const struct option *const *lists, const char *word)
{
    enum { DASHES = 2 };
    static const char help[] = "--help";
    const char *nearest = NULL;

    word += strspn(word, "-");
    for (; *lists; lists++) {
        for (const struct option *o = *lists; o->name; o++)
            command_nearer(word, o->name + DASHES, &nearest);
    }
    command_nearer(word, help + DASHES, &nearest);
    return nearest ? nearest - DASHES : NULL;
}

void options_help(const struct option *const *lists, const struct catalogue *messages,
                  struct output *out)
{
    for (; *lists; lists++) {
        for (const struct option *o = *lists; o->name; o++) {
            char names[60];
            struct text t;
            text_init(&t, names, sizeof names);
            text_format(&t, "%s%s%s %s", o->brief ? o->brief : "", o->brief ? ", " : "", o->name,
                        o->values ? o->values : "");
            output_format(out, "  %-23s %s\n", names,
                          sentence_text(messages, o->help.id, o->help.english));
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Values
// ---------------------------------------------------------------------------------------------

unsigned option_values(const struct option *o)
{
    return o->kind == OPTION_FLAG ? 0 : o->kind == OPTION_READ ? 2 : 1;
}

static bool read_number(const struct option *o, const char *value, uint64_t *n, struct error *e)
{
    unsigned long long read;

    if (!text_read_number(value, o->most, &read) || read < o->least)
        return error_set(e, "option.number:name,value,least,most",
                         "%s '%s' is not a number from %llu to %llu", o->name + 2,
                         error_quote(value).text, (unsigned long long)o->least,
                         (unsigned long long)o->most);
    *n = read;
    return true;
}

static bool read_seat(const char *value, int *seat, struct error *e)
{
    unsigned long long n;

    if (!text_read_number(value, GAME_MAX_SEATS, &n))
        return error_set(e, "option.seat:seat",
                         "seat '%s' is not a number from 0 (the public) to 4",
                         error_quote(value).text);
    *seat = (int)n - 1;
    return true;
}

bool option_read(const struct option *o, const char **values, struct arguments *a, void *chosen,
                 struct error *e)
{
    void *place = (char *)(o->local ? chosen : (void *)a) + o->place;

    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)place = true;
        return true;
    case OPTION_WORD:
        *(const char **)place = values[0];
        return true;
    case OPTION_NUMBER:
        return read_number(o, values[0], place, e);
    case OPTION_SEAT:
        return read_seat(values[0], place, e);
    case OPTION_SETTING:
        return a->game ? game_set_option(a->game, place, values[0], e)
                       : error_set(e, "option.no-game:option",
                                   "the option '%s' belongs to a game: name that as well",
                                   error_quote(values[0]).text);
    case OPTION_READ:
    case OPTION_TAKE:
        return o->read(values, place, e);
    }
    return false;
}
