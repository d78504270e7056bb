// SPDX-License-Identifier: MIT
// Compares a record with what was asked for.
#include "record/filter.h"

#include <string.h>
#include <strings.h>

#include "record/day.h"

static const char *const results[] = {"loss", "draw", "win", "ongoing", "none"};

enum { RESULTS = sizeof results / sizeof *results, ONGOING = 3, NONE = 4 };

static bool check_date(const char *date, struct error *e)
{
    if (date && !day_written(date))
        return error_set(e, "filter.date:date", "date '%s' is not written as 2026-11-15",
                         error_quote(date).text);
    return !date || day_exists(date) ||
           error_set(e, "filter.day:date", "there is no day '%s'", error_quote(date).text);
}

static unsigned result_number(const char *word)
{
    unsigned i = 0;

    while (i < RESULTS && strcmp(results[i], word) != 0)
        i++;
    return i;
}

bool filter_check(const struct filter *f, struct error *e)
{
    if (f->result && result_number(f->result) == RESULTS)
        return error_set(e, "filter.result:result",
                         "result '%s' is none of: win, loss, draw, ongoing, none",
                         error_quote(f->result).text);
    if (f->game && !game_named(f->game))
        return error_set(e, "filter.game:game", "game '%s' is unknown", error_quote(f->game).text);
    if (f->variant && !strchr(f->variant, '='))
        return error_set(e, "filter.variant:variant", "variant '%s' is not key=value",
                         error_quote(f->variant).text);
    return check_date(f->since, e) && check_date(f->until, e);
}

static bool is_player(const struct filter *f, const struct match_seat *s)
{
    return !f->player || !strcasecmp(s->name, f->player) ||
           (s->who == MATCH_COMPUTER && !strcasecmp(s->player, f->player));
}

// Whether a seat of the player has the result.
static bool has_result(const struct filter *f, const struct record *r, int seat)
{
    unsigned wanted = f->result ? result_number(f->result) : RESULTS;

    if (wanted == RESULTS)
        return true;
    if (wanted == ONGOING || r->end.how == MATCH_GOES_ON)
        return wanted == ONGOING && r->end.how == MATCH_GOES_ON;
    if (wanted == NONE || r->end.how == MATCH_ABORTED)
        return wanted == NONE && r->end.how == MATCH_ABORTED;
    return (unsigned)r->result.outcome[seat] == wanted;
}

static bool fits_players(const struct filter *f, const struct record *r)
{
    if (!f->player)
        return has_result(f, r, 0);
    for (int seat = 0; seat < record_seats(r); seat++) {
        if (is_player(f, &r->setup.seats[seat]) && has_result(f, r, seat))
            return true;
    }
    return false;
}

// A game has a variant when choosing it changes nothing.
static bool fits_variant(const char *variant, const struct record *r)
{
    struct game_options options = r->setup.options;
    struct error ignored;

    return game_set_option(r->setup.game, &options, variant, &ignored) &&
           memcmp(&options, &r->setup.options, sizeof options) == 0;
}

static bool fits_opening(const char *opening, const struct record *r)
{
    unsigned node = r->count ? r->nodes[RECORD_START].child : 0;

    for (;;) {
        opening += strspn(opening, " ");
        size_t length = strcspn(opening, " ");
        if (length == 0)
            return true;
        if (!node || strlen(r->nodes[node].action) != length ||
            memcmp(r->nodes[node].action, opening, length) != 0)
            return false;
        opening += length;
        node = r->nodes[node].child;
    }
}

bool filter_passes(const struct filter *f, const struct record *r)
{
    unsigned length = record_length(r);

    if (f->game && strcmp(r->setup.game->name, f->game) != 0)
        return false;
    if (f->variant && !fits_variant(f->variant, r))
        return false;
    if ((f->since && (!r->date[0] || strcmp(r->date, f->since) < 0)) ||
        (f->until && (!r->date[0] || strcmp(r->date, f->until) > 0)))
        return false;
    if (length < f->least || (f->most && length > f->most))
        return false;
    return fits_players(f, r) && (!f->opening || fits_opening(f->opening, r));
}
