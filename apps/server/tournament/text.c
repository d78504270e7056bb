// SPDX-License-Identifier: MIT
// A tournament as plain text and as CSV (RFC 4180).
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "server/tournament/tournamentjson.h"
#include "server/tournament/standings.h"

enum { NAME_WIDTH = 24, NUMBER = 24 };

static const char *name_of(const struct tournament *m, int player)
{
    if (player == PAIRING_BYE)
        return "-";
    return m->players[player].name[0] ? m->players[player].name : "?";
}

static void number(int value, int unit, int scale, char text[NUMBER])
{
    struct text t;

    text_init(&t, text, NUMBER);
    if (value * unit % scale)
        text_decimal(&t, (long long)value * unit, scale);
    else
        text_number(&t, (long long)value * unit / scale);
}

struct columns {
    char points[NUMBER], buchholz[NUMBER], direct[NUMBER], berger[NUMBER];
};

static void fill(const struct tournament *m, const struct standing *s, struct columns *c)
{
    int half = m->settings.form == TOURNAMENT_ARENA ? 10 : 5;

    number(s->points, half, 10, c->points);
    number(s->buchholz, half, 10, c->buchholz);
    number(s->direct, 5, 10, c->direct);
    number(s->berger, 25, 100, c->berger);
}

static const char *result_of(const struct tournament_pair *p)
{
    static const char *const words[] = {"*", "1-0", "0-1", "1/2-1/2", "0-0"};

    return p->second == PAIRING_BYE ? "bye" : words[p->result];
}

void tournament_text(const struct tournament *m, struct output *out)
{
    struct standing list[TOURNAMENT_PLAYERS];
    struct columns c;
    unsigned round = 0;

    output_format(out, "%s\n%s, %s, %s, clock %s\n\n", m->row.title,
                  tournament_form_name(m->settings.form), m->settings.game, m->settings.options,
                  m->settings.clock);
    output_format(out, "%5s  %-*s %7s %9s %7s %7s %5s %5s %6s\n", "place", NAME_WIDTH, "name",
                  "points", "Buchholz", "direct", "S-B", "wins", "draws", "losses");
    standings_make(m, list);
    for (unsigned i = 0; i < m->player_count; i++) {
        const struct standing *s = &list[i];
        fill(m, s, &c);
        output_format(out, "%5d  %-*s %7s %9s %7s %7s %5d %5d %6d%s\n", s->place, NAME_WIDTH,
                      name_of(m, s->player), c.points, c.buchholz, c.direct, c.berger, s->wins,
                      s->draws, s->losses, m->players[s->player].in ? "" : "  withdrawn");
    }
    for (unsigned i = 0; i < m->pair_count; i++) {
        const struct tournament_pair *p = &m->pairs[i];
        if (p->round != round)
            output_format(out, "\nround %u\n", round = p->round);
        output_format(out, "  %s - %s  %s%s%s%s\n", name_of(m, p->first), name_of(m, p->second),
                      result_of(p), p->forfeit ? " (forfeit)" : "", p->game[0] ? "  " : "",
                      p->game);
    }
}

// A name between quotes, so that no program takes it for a formula, a number or two columns.
static void quoted(struct output *out, const char *text)
{
    char one[2] = "";

    output_add(out, "\"");
    if (strchr("=+-@\t\r", text[0]) && text[0])
        output_add(out, "'");
    for (; *text; text++) {
        one[0] = *text;
        output_add(out, *text == '"' ? "\"\"" : one);
    }
    output_add(out, "\"");
}

void tournament_csv(const struct tournament *m, struct output *out)
{
    struct standing list[TOURNAMENT_PLAYERS];
    struct columns c;

    output_add(out, "place,player,name,rating,points,buchholz,direct,sonneborn-berger,wins,draws,"
                    "losses,byes,withdrawn\r\n");
    standings_make(m, list);
    for (unsigned i = 0; i < m->player_count; i++) {
        const struct standing *s = &list[i];
        fill(m, s, &c);
        output_format(out, "%d,%d,", s->place, s->player);
        quoted(out, m->players[s->player].name);
        output_format(out, ",%d,%s,%s,%s,%s,%d,%d,%d,%d,%d\r\n", m->players[s->player].rating,
                      c.points, c.buchholz, c.direct, c.berger, s->wins, s->draws, s->losses,
                      s->byes, !m->players[s->player].in);
    }
    output_add(out, "\r\nround,first,second,result,forfeit,game\r\n");
    for (unsigned i = 0; i < m->pair_count; i++) {
        const struct tournament_pair *p = &m->pairs[i];
        output_format(out, "%u,", p->round);
        quoted(out, name_of(m, p->first));
        output_add(out, ",");
        quoted(out, name_of(m, p->second));
        output_format(out, ",%s,%d,%s\r\n", result_of(p), p->forfeit, p->game);
    }
}
