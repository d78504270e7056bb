// SPDX-License-Identifier: MIT
// Reading the words of a command. Everything is checked before a command runs.
#include <string.h>

#include "games/registry.h"
#include "protocol/command.h"

const char *command_nearest(const char *word, const char *(*name)(unsigned index), unsigned count)
{
    // More edits than this, or than half of what was typed, and it is another word.
    unsigned best = strlen(word) / 2 < 3 ? (unsigned)strlen(word) / 2 : 3;
    const char *nearest = NULL;

    for (unsigned i = 0; i < count; i++) {
        unsigned distance = text_distance(word, name(i));
        if (distance < best || (distance == best && !nearest)) {
            best = distance;
            nearest = name(i);
        }
    }
    return nearest;
}

static const char *game_name(unsigned index)
{
    return registry_game(index)->name;
}

bool command_game(const char *name, const struct game **g, struct error *e)
{
    *g = registry_find(name);
    if (*g)
        return true;
    const char *nearest = command_nearest(name, game_name, registry_count());
    if (nearest)
        return error_say(e, "game '%s' is unknown; did you mean '%s'?", error_quote(name).text,
                         nearest);
    return error_say(e, "game '%s' is unknown; 'abax games' lists them", error_quote(name).text);
}

// ---------------------------------------------------------------------------------------------
// The options
// ---------------------------------------------------------------------------------------------

// How the values of an option are read.
enum kind { SETTING, WORD, NUMBER, SEAT, ELO, FLAG };

// One row an option: its names, the commands that take it, and where its value goes.
struct option {
    const char *brief, *name; // brief: or NULL
    const char *values;       // as in the help
    const char *help;
    unsigned takes; // any of these
    enum kind kind;
    size_t place;         // in struct arguments
    uint64_t least, most; // of a number
};

#define PLACE(field) offsetof(struct arguments, field)

static const struct option options[] = {
    {"-o", "--option", "key=value", "choose a variant ('abax games' lists them)", TAKES_OPTION,
     SETTING, 0, 0, 0},
    {"-p", "--position", "POSITION", "start from this position text", TAKES_POSITION, WORD,
     PLACE(position), 0, 0},
    {NULL, "--seed", "N", "deal with this seed (0 if not given)", TAKES_SEED, NUMBER, PLACE(seed),
     0, UINT64_MAX},
    {NULL, "--seat", "N", "show only what seat N may see", TAKES_SEAT, SEAT, PLACE(seat), 0, 0},
    {NULL, "--seconds", "N", "measure for so long each time (1 if not given)", TAKES_TIME, NUMBER,
     PLACE(seconds), 1, 3600},
    {NULL, "--nodes", "N", "search so many positions", TAKES_LIMITS | TAKES_NODES, NUMBER,
     PLACE(nodes), 1, 1000000000000},
    {NULL, "--movetime", "MS", "search so many milliseconds", TAKES_LIMITS | TAKES_BOT, NUMBER,
     PLACE(movetime), 1, 86400000},
    {NULL, "--depth", "N", "search so many actions ahead", TAKES_LIMITS, NUMBER, PLACE(depth), 1,
     99},
    {NULL, "--lines", "N", "show the best N lines (1 if not given)", TAKES_LINES, NUMBER,
     PLACE(lines), 1, 8},
    {NULL, "--rung", "N", "how much to tell, 1 to 4 (1 if not given); 0: all", TAKES_RUNG, NUMBER,
     PLACE(rung), 0, 4},
    {NULL, "--json", "", "print one JSON object a line", TAKES_JSON, FLAG, PLACE(json), 0, 0},
    {NULL, "--p1", "SPEC", "the first player", TAKES_PLAYERS, WORD, PLACE(players[0]), 0, 0},
    {NULL, "--p2", "SPEC", "the second player", TAKES_PLAYERS, WORD, PLACE(players[1]), 0, 0},
    {NULL, "--p3", "SPEC", "the third player", TAKES_PLAYERS, WORD, PLACE(players[2]), 0, 0},
    {NULL, "--p4", "SPEC", "the fourth player", TAKES_PLAYERS, WORD, PLACE(players[3]), 0, 0},
    {NULL, "--games", "N", "play at most so many games (100 if not given)", TAKES_PLAYERS, NUMBER,
     PLACE(games), 1, 10000000},
    {NULL, "--sprt", "ELO0 ELO1", "stop when one of the two differences is clear", TAKES_PLAYERS,
     ELO, PLACE(elo), 0, 2000},
    {NULL, "--record", "FILE", "write every game to a file, one a line", TAKES_PLAYERS, WORD,
     PLACE(record), 0, 0},
    {NULL, "--positions", "N", "write so many positions", TAKES_POSITIONS, NUMBER, PLACE(positions),
     1, 1000000000000},
    {NULL, "--threads", "N", "play so many games at once (1 if not given)", TAKES_THREADS, NUMBER,
     PLACE(threads), 1, 256},
    {NULL, "--random-plies", "K", "begin each game with K random actions", TAKES_THREADS, NUMBER,
     PLACE(random_plies), 0, 64},
    {NULL, "--seat", "N", "ask only whether seat N can force a win", TAKES_PROOF, SEAT, PLACE(seat),
     0, 0},
    {NULL, "--seconds", "N", "give up after so long", TAKES_PROOF, NUMBER, PLACE(patience), 1,
     1000000},
    {NULL, "--memory", "MB", "memory for the table (1024 if not given)", TAKES_PROOF, NUMBER,
     PLACE(memory), 1, 1000000},
    {NULL, "--certificate", "FILE", "write the proof, for 'abax check'", TAKES_PROOF, WORD,
     PLACE(certificate), 0, 0},
    {NULL, "--book", "FILE", "write the heaviest part of the proof, for players", TAKES_PROOF, WORD,
     PLACE(book), 0, 0},
    {NULL, "--to", "FORM", "text, json, actions, link, svg, show or check", TAKES_FORM, WORD,
     PLACE(form), 0, 0},
    {NULL, "--ply", "N", "the position after N actions (the last if not given)", TAKES_FORM, NUMBER,
     PLACE(ply), 0, 1000000},
    {NULL, "--seat", "N", "as seat N may see it; seat 0 is the public", TAKES_FORM, SEAT,
     PLACE(seat), 0, 0},
    {NULL, "--out", "PATH", "write to this file, or pictures to this folder", TAKES_PLACE, WORD,
     PLACE(to), 0, 0},
    {NULL, "--ascii", "", "draw with plain letters, whatever the terminal can do", TAKES_SCREEN,
     FLAG, PLACE(ascii), 0, 0},
    {NULL, "--no-colour", "", "draw without colours", TAKES_SCREEN, FLAG, PLACE(colourless), 0, 0},
    {NULL, "--plain", "", "play line by line, without a screen", TAKES_SCREEN, FLAG, PLACE(plain),
     0, 0},
    {NULL, "--seed", "N", "deal with this seed (a new one each time if not given)", TAKES_SCREEN,
     NUMBER, PLACE(seed), 1, UINT64_MAX},
    {NULL, "--port", "N", "listen on this port (8080 if not given); 0: any free one", TAKES_SERVER,
     NUMBER, PLACE(port), 0, 65535},
    {NULL, "--bind", "ADDRESS",
     "listen on this address only (127.0.0.1 if not given); 0.0.0.0: every IPv4 address, "
     ":: every IPv4 and IPv6 address",
     TAKES_SERVER, WORD, PLACE(bind), 0, 0},
    {NULL, "--db", "WHERE", "the database: a file or postgres://...", TAKES_SERVER | TAKES_DATABASE,
     WORD, PLACE(database), 0, 0},
    {NULL, "--data", "FOLDER", "where abax.db is (here if not given)",
     TAKES_SERVER | TAKES_DATABASE, WORD, PLACE(data), 0, 0},
    {NULL, "--workers", "N", "threads for computer seats (1 if not given)", TAKES_SERVER, NUMBER,
     PLACE(workers), 1, 64},
    {NULL, "--ping", "SECONDS", "ping sockets that were silent so long (15 if not given)",
     TAKES_SERVER, NUMBER, PLACE(ping), 1, 3600},
    {NULL, "--slow", "SECONDS", "drop requests that take longer to come (20 if not given)",
     TAKES_SERVER, NUMBER, PLACE(slow), 1, 3600},
    {NULL, "--proxy", "", "clients' addresses are in X-Forwarded-For", TAKES_SERVER, FLAG,
     PLACE(proxy), 0, 0},
    {NULL, "--server", "URL", "where the server is", TAKES_BOT, WORD, PLACE(server), 0, 0},
    {NULL, "--token", "TOKEN", "the bot's secret", TAKES_BOT, WORD, PLACE(token), 0, 0},
    {NULL, "--ca", "FILE", "certificates to trust, for https (the system's if not given)",
     TAKES_BOT, WORD, PLACE(ca), 0, 0},
    {NULL, "--accept", "GAMES", "take challenges to these games only, with commas between them",
     TAKES_BOT, WORD, PLACE(accept), 0, 0},
    {NULL, "--open", "", "take open seats of listed games too", TAKES_BOT, FLAG, PLACE(open), 0, 0},
    {NULL, "--no-limits", "", "limit no address, for measuring", TAKES_SERVER, FLAG,
     PLACE(no_limits), 0, 0},
};

enum { OPTIONS = sizeof options / sizeof *options };

static const char *option_name(unsigned index)
{
    return index < OPTIONS ? options[index].name : "--help";
}

// The option with this name that a command takes, or NULL.
static const struct option *find_option(unsigned takes, const char *word)
{
    for (unsigned i = 0; i < OPTIONS; i++) {
        const struct option *o = &options[i];
        if ((o->takes & takes) && (!strcmp(word, o->name) || (o->brief && !strcmp(word, o->brief))))
            return o;
    }
    return NULL;
}

// How many words after the option are its values.
static unsigned value_count(const struct option *o)
{
    return o->kind == FLAG ? 0 : o->kind == ELO ? 2 : 1;
}

void arguments_help(unsigned takes, struct output *out)
{
    for (unsigned i = 0; i < OPTIONS; i++) {
        const struct option *o = &options[i];
        char names[60];
        struct text t;

        if (!(o->takes & takes))
            continue;
        text_init(&t, names, sizeof names);
        text_format(&t, "%s%s%s %s", o->brief ? o->brief : "", o->brief ? ", " : "", o->name,
                    o->values);
        output_format(out, "  %-23s %s\n", names, o->help);
    }
}

// ---------------------------------------------------------------------------------------------
// Their values
// ---------------------------------------------------------------------------------------------

static bool read_number(const struct option *o, const char *value, uint64_t *n, struct error *e)
{
    unsigned long long read;

    if (!text_read_number(value, o->most, &read) || read < o->least)
        return error_say(e, "%s '%s' is not a number from %llu to %llu", o->name + 2,
                         error_quote(value).text, (unsigned long long)o->least,
                         (unsigned long long)o->most);
    *n = read;
    return true;
}

static bool read_seat(const char *value, int *seat, struct error *e)
{
    unsigned long long n;

    if (!text_read_number(value, GAME_MAX_SEATS, &n))
        return error_say(e, "seat '%s' is not a number from 0 (the public) to 4",
                         error_quote(value).text);
    *seat = (int)n - 1;
    return true;
}

static bool read_elo(const struct option *o, const char **values, struct arguments *a,
                     struct error *e)
{
    for (unsigned i = 0; i < 2; i++) {
        bool negative = values[i][0] == '-';
        unsigned long long n;
        if (!text_read_number(values[i] + negative, o->most, &n))
            return error_say(e, "sprt '%s' is not a number from -%llu to %llu",
                             error_quote(values[i]).text, (unsigned long long)o->most,
                             (unsigned long long)o->most);
        a->elo[i] = negative ? -(int)n : (int)n;
    }
    if (a->elo[0] >= a->elo[1])
        return error_say(e, "sprt: '%s' is not less than '%s'", values[0], values[1]);
    a->sprt = true;
    return true;
}

static bool read_values(const struct option *o, const char **values, struct arguments *a,
                        struct error *e)
{
    void *place = (char *)a + o->place;

    switch (o->kind) {
    case SETTING:
        return game_set_option(a->game, &a->options, values[0], e);
    case WORD:
        *(const char **)place = values[0];
        return true;
    case NUMBER:
        return read_number(o, values[0], place, e);
    case SEAT:
        return read_seat(values[0], place, e);
    case ELO:
        return read_elo(o, values, a, e);
    case FLAG:
        *(bool *)place = true;
        return true;
    }
    return false;
}

static bool no_such_flag(const char *word, struct error *e)
{
    const char *nearest = strlen(word) > 2 ? command_nearest(word, option_name, OPTIONS + 1) : NULL;

    if (nearest && !strcmp(nearest, word))
        return error_say(e, "option '%s' belongs to other commands", error_quote(word).text);
    if (nearest)
        return error_say(e, "option '%s' is unknown; did you mean '%s'?", error_quote(word).text,
                         nearest);
    return error_say(e, "option '%s' is unknown; --help lists what there is",
                     error_quote(word).text);
}

// ---------------------------------------------------------------------------------------------
// The words of a command
// ---------------------------------------------------------------------------------------------

static const struct game *first_listed(void)
{
    unsigned i = 0;

    while (i + 1 < registry_count() && registry_game(i)->unlisted)
        i++;
    return registry_game(i);
}

// The game is the first word that is neither an option nor its value: options may come before it.
static bool read_game(const struct command *c, struct arguments *a, const char **words,
                      unsigned count, struct error *e)
{
    for (unsigned i = 0; i < count; i++) {
        const struct option *o = find_option(c->takes, words[i]);
        if (o) {
            i += value_count(o);
        } else if (words[i][0] != '-') {
            return command_game(words[i], &a->game, e);
        }
    }
    if (c->takes & TAKES_ANY_GAME) {
        a->game = first_listed();
        return true;
    }
    return error_say(e, "GAME is missing: abax %s %s", c->name, c->usage);
}

static bool read_words(const struct command *c, struct arguments *a, const char **words,
                       unsigned count, struct error *e)
{
    bool game_read = !(c->takes & (TAKES_GAME | TAKES_ANY_GAME));
    bool plain = false; // behind "--"

    a->rest = words;
    for (unsigned i = 0; i < count; i++) {
        const char *word = words[i];
        const struct option *o = plain ? NULL : find_option(c->takes, word);
        if ((c->takes & TAKES_BOT) && !plain && !strcmp(word, "--")) {
            plain = true;
        } else if (o) {
            if (i + value_count(o) >= count)
                return error_say(e, "option '%s' needs %s", word,
                                 value_count(o) > 1 ? "two values" : "a value");
            if (!read_values(o, words + i + 1, a, e))
                return false;
            i += value_count(o);
        } else if (!plain && word[0] == '-' && word[1]) {
            return no_such_flag(word, e);
        } else if (!game_read) {
            game_read = true;
        } else {
            a->rest[a->rest_count++] = word; // never overtakes the reading
        }
    }
    return true;
}

static bool check_rest(const struct command *c, const struct arguments *a, struct error *e)
{
    if (a->rest_count < c->least)
        return error_say(e, "a word is missing: abax %s %s", c->name, c->usage);
    if (a->rest_count > c->most)
        return error_say(e, "'%s' is one word too many: abax %s%s%s",
                         error_quote(a->rest[c->most]).text, c->name, *c->usage ? " " : "",
                         c->usage);
    if (a->game && a->seat >= 0 && a->seat >= game_seats(a->game, &a->options))
        return error_say(e, "seat '%d' is not in this game, which has %d", a->seat + 1,
                         game_seats(a->game, &a->options));
    return true;
}

bool command_run(const struct command *c, const char **words, unsigned count,
                 const struct command_host *host, struct output *out, struct error *e)
{
    struct arguments a = {.host = host,
                          .seat = SEES_ALL,
                          .seconds = 1,
                          .lines = 1,
                          .rung = 1,
                          .games = 100,
                          .threads = 1,
                          .random_plies = UNSET,
                          .memory = 1024,
                          .ply = UNSET,
                          .port = 8080,
                          .workers = 1,
                          .ping = 15,
                          .slow = 20};

    for (unsigned i = 0; i < count; i++) {
        if (!strcmp(words[i], "--help") || !strcmp(words[i], "-h")) {
            command_help(c, out);
            return true;
        }
    }
    if ((c->takes & (TAKES_GAME | TAKES_ANY_GAME)) && !read_game(c, &a, words, count, e))
        return false;
    return read_words(c, &a, words, count, e) && check_rest(c, &a, e) && c->run(&a, out, e);
}

bool arguments_start(const struct arguments *a, struct game_position *p, struct error *e)
{
    if (a->position)
        return a->game->read(&a->options, a->position, p, e);
    a->game->start(&a->options, a->seed, p);
    return true;
}

bool arguments_complete_start(const struct arguments *a, struct game_position *p, struct error *e)
{
    if (!arguments_start(a, p, e))
        return false;
    if (!game_complete(a->game, p))
        return error_say(e, "position '%s' is one seat's view; playing on needs what it hides",
                         error_quote(a->position).text);
    return true;
}

bool arguments_history(const struct arguments *a, unsigned count, struct history *history,
                       struct error *e)
{
    struct game_position start;

    if (!arguments_start(a, &start, e))
        return false;
    history_init(history, a->game, &a->options, &start);
    for (unsigned i = 0; i < count; i++) {
        if (!history_play_text(history, a->rest[i], e)) {
            history_clear(history);
            return false;
        }
    }
    return true;
}
