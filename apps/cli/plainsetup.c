// SPDX-License-Identifier: MIT
// Questions before a plain game: its options, who sits where, and which kept game goes on. Enter
// takes what is usual.
#include "cli/plain.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "render/legend.h"
#include "play/levels.h"
#include "tui/adaptivefile.h"

enum { USUAL_LEVEL = 3, LINE = 480 };

// ---------------------------------------------------------------------------------------------
// Options
// ---------------------------------------------------------------------------------------------

static const char *value_name(const struct plain *p, const struct game *g,
                              const struct game_option *o, unsigned value)
{
    return catalogue_text(p->messages, game_value_name(o, value), "%s.option.%s.%s", g->name,
                          o->key, o->values[value]);
}

// What is chosen and what else there is, by its name, with what is typed for it: "How many play: 2.
// Instead: 3 (players=3), 4 (players=4)."
static void print_option(struct plain *p, const struct game *g, const struct game_option *o,
                         unsigned chosen)
{
    char list[LINE];
    struct text others;

    text_init(&others, list, sizeof list);
    for (unsigned i = 0; i < game_value_count(o); i++) {
        if (i != chosen)
            text_format(&others, "%s%s (%s=%s)", others.length ? ", " : "", value_name(p, g, o, i),
                        o->key, o->values[i]);
    }
    plain_say(p, "plain.variant:title,chosen,others", "%s: %s. Instead: %s.",
              catalogue_text(p->messages, o->title, "%s.option.%s", g->name, o->key),
              value_name(p, g, o, chosen), list);
}

// Asks until the options are right.
static bool ask_options(struct plain *p, struct match_setup *setup)
{
    const struct game *g = setup->game;
    char line[CLI_WORD];
    struct error e;

    while (game_option_count(g)) {
        for (unsigned i = 0; i < game_option_count(g); i++)
            print_option(p, g, &g->options[i], setup->options.value[i]);
        if (!plain_ask(p,
                       sentence_text(p->messages, "plain.variants",
                                     "Type what stands in brackets to change it, or Enter to go "
                                     "on:"),
                       line))
            return false;
        if (!line[0])
            return true;
        if (!game_set_option(g, &setup->options, line, &e))
            plain_refuse(p, &e);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Seats
// ---------------------------------------------------------------------------------------------

static bool is_level(const char *line, unsigned *level)
{
    unsigned long long number;

    for (*level = 1; *level <= LEVELS; (*level)++) {
        if (!strcasecmp(line, level_name(*level)))
            return true;
    }
    if (!text_read_number(line, LEVELS, &number) || number == 0)
        return false;
    *level = (unsigned)number;
    return true;
}

// Reads who sits on a seat; an empty line is the usual player there.
static bool read_seat(struct plain *p, const struct match_setup *setup, const char *line,
                      bool person_first, struct match_seat *s, struct error *e)
{
    static const struct sentence person = SENTENCE("plain.person", "person"),
                                 chance = SENTENCE("plain.random", "random"),
                                 alike = SENTENCE("plain.like", "like me");
    size_t length = strcspn(line, " ");
    unsigned level = USUAL_LEVEL;
    struct player_spec spec;
    char first[CLI_WORD];
    struct text t;

    text_init(&t, first, sizeof first);
    text_bytes(&t, line, length);
    if ((!line[0] && person_first) || plain_is_word(p, first, &person)) {
        s->who = MATCH_PERSON;
        text_init(&t, s->name, sizeof s->name);
        text_add(&t, line + length + strspn(line + length, " "));
        return true;
    }
    s->who = MATCH_COMPUTER;
    text_init(&t, s->player, sizeof s->player);
    if (!line[0] || is_level(line, &level))
        text_format(&t, "level:%u", level);
    else if (plain_is_word(p, line, &chance))
        text_add(&t, "random");
    else if (plain_is_word(p, line, &alike))
        text_format(&t, "like:%u", adaptive_file_level(&p->saves, setup->game));
    else
        text_add(&t, line);
    return player_read(s->player, &spec, e);
}

static bool ask_seat(struct plain *p, struct match_setup *setup, int seat)
{
    struct legend l = {setup->game, p->messages};
    const char *name = legend_seat_name(&l, seat);
    char line[CLI_WORD], question[LINE];
    struct error e;
    struct text t;

    text_init(&t, question, sizeof question);
    if (seat == 0)
        text_say(&t, p->messages, "plain.who-first:seat",
                 "Who plays %s? 'person' and a name, a level from 1 to 10, 'like me' or 'random'; "
                 "Enter for you:",
                 name);
    else
        text_say(&t, p->messages, "plain.who:seat,called,level",
                 "And %s? Enter for the computer %s, level %d:", name, level_name(USUAL_LEVEL),
                 USUAL_LEVEL);
    while (plain_ask(p, question, line)) {
        if (read_seat(p, setup, line, seat == 0, &setup->seats[seat], &e))
            return true;
        plain_refuse(p, &e);
    }
    return false;
}

bool plain_setup(struct plain *p, const struct game *g, const struct game_options *options,
                 struct match_setup *setup)
{
    *setup = (struct match_setup){.game = g, .seed = p->seed++};
    if (options)
        setup->options = *options;
    else if (!ask_options(p, setup))
        return false;
    for (int seat = 0; seat < game_seats(g, &setup->options); seat++) {
        if (!ask_seat(p, setup, seat))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Kept games
// ---------------------------------------------------------------------------------------------

// The kept games that are not damaged, the latest first.
static unsigned kept_games(struct plain *p, struct saved_game *list)
{
    unsigned count = saves_list(&p->saves, list), good = 0;

    for (unsigned i = 0; i < count; i++) {
        if (list[i].found)
            plain_line(p, list[i].summary);
        if (!list[i].damaged && list[i].begun)
            list[good++] = list[i];
    }
    return good;
}

unsigned plain_list_kept(struct plain *p)
{
    struct saved_game *list = calloc(SAVES_MOST, sizeof *list);
    unsigned count = list ? kept_games(p, list) : 0;

    for (unsigned i = 0; i < count; i++)
        output_format(p->out, "%u. %s (%s)\n", i + 1, list[i].summary, list[i].date);
    free(list);
    if (count)
        plain_say(p, "plain.resume-how", "'resume' and a number goes on with one of them.");
    else
        plain_say(p, "plain.no-kept", "No game is kept.");
    return count;
}

// Goes on with a kept game: the one with this number in the list, or for 0 the latest that is not
// over.
static bool find_kept(struct plain *p, const struct game *g, unsigned number,
                      struct saved_game *entry, struct error *e)
{
    if (number == 0)
        return saves_latest(&p->saves, g, entry) ||
               error_set(e, "saves.none", "no kept game goes on");
    struct saved_game *list = calloc(SAVES_MOST, sizeof *list);
    unsigned count = list ? kept_games(p, list) : 0;
    bool good = number <= count;
    if (good)
        *entry = list[number - 1];
    free(list);
    return good || error_set(e, "plain.no-such:number", "there is no kept game %u", number);
}

bool plain_resume(struct plain *p, const struct game *g, unsigned number, struct error *e)
{
    struct saved_game entry;
    struct local_game next;

    if (!find_kept(p, g, number, &entry, e))
        return false;
    local_game_init(&next, &p->saves, p->messages, cli_clock);
    if (!local_game_resume(&next, &entry, plain_now(), e)) {
        local_game_clear(&next);
        return false;
    }
    local_game_clear(&p->local);
    p->local = next;
    p->shown = next.driver.match.history.length;
    p->prompted = false;
    plain_line(p, entry.summary);
    plain_print_seats(p);
    return true;
}
