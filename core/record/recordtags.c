// SPDX-License-Identifier: MIT
// The tags of a record that was read get their meaning.
#include <stdlib.h>
#include <string.h>

#include "record/day.h"
#include "record/recordparts.h"

enum { SECONDS_MOST = 100000000, PART = 120 };

// A tag that this program knows. `read` gets the tag; the order of the rows is the order in which
// they are read.
struct known {
    const char *name;
    bool (*read)(struct record *r, const struct record_tag *tag, struct error *e);
};

const struct record_tag *record_find_tag(const struct record *r, const char *name)
{
    for (unsigned i = 0; i < r->tag_count; i++) {
        if (!strcmp(r->tags[i].name, name))
            return &r->tags[i];
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// The setup
// ---------------------------------------------------------------------------------------------

static bool read_game(struct record *r, const struct record_tag *tag, struct error *e)
{
    r->setup.game = game_named(tag->value);
    return r->setup.game || record_error(e, tag->line, "record.game:game", "game '%s' is unknown",
                                         error_quote(tag->value).text);
}

static bool read_options(struct record *r, const struct record_tag *tag, struct error *e)
{
    const char *at = tag->value;
    struct error inner;

    if (!strcmp(at, "-"))
        return true;
    for (;;) {
        char part[PART];
        struct text t;

        text_init(&t, part, sizeof part);
        size_t length = text_until(&t, at, ",");
        if (!game_set_option(r->setup.game, &r->setup.options, part, &inner))
            return record_error_within(e, tag->line, &inner);
        if (!at[length])
            return true;
        at += length + 1;
    }
}

static bool read_seed(struct record *r, const struct record_tag *tag, struct error *e)
{
    unsigned long long seed;

    if (!text_read_number(tag->value, UINT64_MAX, &seed))
        return record_error(e, tag->line, "record.seed:seed", "seed '%s' is not a number",
                            error_quote(tag->value).text);
    r->setup.seed = seed;
    return true;
}

static bool keep_position(char to[GAME_TEXT_BYTES], const struct record_tag *tag, struct error *e)
{
    struct text t;

    if (!tag->value[0])
        return record_error(e, tag->line, "record.tag-empty:tag", "the value of tag '%s' is empty",
                            tag->name);
    text_init(&t, to, GAME_TEXT_BYTES);
    text_add(&t, tag->value);
    return !t.cut || record_error(e, tag->line, "record.position-long:position",
                                  "position '%s' is too long", error_quote(tag->value).text);
}

static bool read_start(struct record *r, const struct record_tag *tag, struct error *e)
{
    if (record_find_tag(r, "Seed"))
        return record_error(e, tag->line, "record.two-starts",
                            "a game has a Seed or a Start, not both");
    return keep_position(r->setup.start, tag, e);
}

static bool read_view(struct record *r, const struct record_tag *tag, struct error *e)
{
    return keep_position(r->view, tag, e);
}

// The seat that a text names, counted from 0.
static bool read_seat(const struct record *r, const struct record_tag *tag, const char *text,
                      int *seat, struct error *e)
{
    unsigned long long n;

    if (!text_read_number(text, (unsigned)record_seats(r), &n) || n == 0)
        return record_error(e, tag->line, "record.tag-seat:seat,tag,most",
                            "seat '%s' in tag '%s' is not a number from 1 to %d",
                            error_quote(text).text, tag->name, record_seats(r));
    *seat = (int)n - 1;
    return true;
}

static bool read_owner(struct record *r, const struct record_tag *tag, struct error *e)
{
    if (!strcmp(tag->value, "all"))
        return true;
    if (!r->setup.game->hidden)
        return record_error(e, tag->line, "record.no-secrets:game",
                            "%s has no secrets, so that everybody is its owner",
                            r->setup.game->title);
    if (!strcmp(tag->value, "public")) {
        r->owner = GAME_PUBLIC;
        return true;
    }
    return read_seat(r, tag, tag->value, &r->owner, e);
}

static bool read_date(struct record *r, const struct record_tag *tag, struct error *e)
{
    const char *date = tag->value;

    if (!day_written(date))
        return record_error(e, tag->line, "record.date:date",
                            "date '%s' is not written as 2026-11-15", error_quote(date).text);
    if (!day_exists(date))
        return record_error(e, tag->line, "record.day:date", "there is no day '%s'",
                            error_quote(date).text);
    memcpy(r->date, date, RECORD_DATE_BYTES);
    return true;
}

static bool read_clock(struct record *r, const struct record_tag *tag, struct error *e)
{
    struct error inner;

    return clock_read(tag->value, &r->setup.clock, &inner) ||
           record_error_within(e, tag->line, &inner);
}

// The seat of a tag such as "Seat2"; its digit is the fifth character.
static struct match_seat *seat_of(struct record *r, const struct record_tag *tag, struct error *e)
{
    int seat = tag->name[4] - '1';

    if (seat < record_seats(r))
        return &r->setup.seats[seat];
    record_error(e, tag->line, "record.tag-no-seat:tag,seats",
                 "tag '%s' names a seat that is not in this game, which has %d", tag->name,
                 record_seats(r));
    return NULL;
}

static bool read_name(struct record *r, const struct record_tag *tag, struct error *e)
{
    struct match_seat *seat = seat_of(r, tag, e);
    struct text t;

    if (!seat)
        return false;
    text_init(&t, seat->name, sizeof seat->name);
    text_add(&t, tag->value);
    return !t.cut || record_error(e, tag->line, "record.name-long:tag,most",
                                  "the name in tag '%s' has more than %d bytes", tag->name,
                                  MATCH_NAME_BYTES - 1);
}

static bool read_player(struct record *r, const struct record_tag *tag, struct error *e)
{
    struct match_seat *seat = seat_of(r, tag, e);
    struct player_spec spec;
    struct error inner;
    struct text t;

    if (!seat)
        return false;
    if (!strcmp(tag->value, "person") || !strcmp(tag->value, "remote")) {
        seat->who = tag->value[0] == 'p' ? MATCH_PERSON : MATCH_REMOTE;
        return true;
    }
    if (!player_read(tag->value, &spec, &inner))
        return record_error(e, tag->line, "record.tag-player:tag,reason",
                            "tag '%s' is neither person nor remote, and %s", tag->name,
                            inner.message.text);
    seat->who = MATCH_COMPUTER;
    text_init(&t, seat->player, sizeof seat->player);
    text_add(&t, tag->value);
    return !t.cut || record_error(e, tag->line, "record.value-long:tag",
                                  "the value of tag '%s' is too long", tag->name);
}

static bool read_lots(struct record *r, const struct record_tag *tag, struct error *e)
{
    r->setup.seats_drawn = !strcmp(tag->value, "drawn");
    return r->setup.seats_drawn ||
           record_error(e, tag->line, "record.lots:lots", "lots '%s' are not drawn",
                        error_quote(tag->value).text);
}

// ---------------------------------------------------------------------------------------------
// How it stands
// ---------------------------------------------------------------------------------------------

bool record_read_seconds(const char *text, int64_t *milliseconds)
{
    bool negative = *text == '-';
    int64_t n = 0, unit = 1000;

    text += negative;
    if (*text < '0' || *text > '9')
        return false;
    for (; *text >= '0' && *text <= '9'; text++) {
        n = n * 10 + (*text - '0');
        if (n > SECONDS_MOST)
            return false;
    }
    n *= 1000;
    if (*text == '.') {
        for (text++; *text >= '0' && *text <= '9' && unit > 1; text++)
            n += (*text - '0') * (unit /= 10);
    }
    *milliseconds = negative ? -n : n;
    return !*text && text[-1] != '.';
}

static bool read_left(struct record *r, const struct record_tag *tag, struct error *e)
{
    const char *at = tag->value;

    if (!r->setup.clock.base)
        return record_error(e, tag->line, "record.left-clock", "tag 'Left' needs a Clock");
    for (int seat = 0; seat < record_seats(r); seat++) {
        char part[PART];
        struct text t;

        text_init(&t, part, sizeof part);
        size_t length = text_until(&t, at, " ");
        bool last = seat + 1 == record_seats(r);
        if (!record_read_seconds(part, &r->left[seat]) || (at[length] != 0) == last)
            return record_error(e, tag->line, "record.left:seats",
                                "tag 'Left' needs the seconds of %d seats", record_seats(r));
        at += length + 1;
    }
    r->left_known = true;
    return true;
}

static bool read_offer(struct record *r, const struct record_tag *tag, struct error *e)
{
    if (record_seats(r) != 2)
        return record_error(e, tag->line, "match.draw",
                            "a draw can be agreed between two seats only");
    return read_seat(r, tag, tag->value, &r->draw_offer, e);
}

static bool read_hints(struct record *r, const struct record_tag *tag, struct error *e)
{
    if (!record_read_hint_levels(tag->value, &r->hints))
        return record_error(e, tag->line, "record.hints:hints,most",
                            "hints '%s' are not hint levels from 1 to %d, as in 1,2",
                            error_quote(tag->value).text, MATCH_HINT_LEVELS);
    return true;
}

static bool read_end(struct record *r, const struct record_tag *tag, struct error *e)
{
    static const struct {
        const char *word;
        enum match_how how;
    } ends[] = {{"rules", MATCH_BY_RULES}, {"agreed", MATCH_AGREED}, {"aborted", MATCH_ABORTED}};
    const char *value = tag->value;

    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (!strcmp(value, ends[i].word)) {
            r->end.how = ends[i].how;
            return true;
        }
    }
    if (strncmp(value, "resigned ", 9) == 0) {
        r->end.how = MATCH_RESIGNED;
        return read_seat(r, tag, value + 9, &r->end.seat, e);
    }
    if (strncmp(value, "time ", 5) == 0) {
        r->end.how = MATCH_TIME;
        return read_seat(r, tag, value + 5, &r->end.seat, e);
    }
    return record_error(e, tag->line, "record.end:end",
                        "end '%s' is none of: rules, resigned SEAT, time SEAT, agreed, aborted",
                        error_quote(value).text);
}

// The result is compared when everything is known.
static bool read_result(struct record *r, const struct record_tag *tag, struct error *e)
{
    (void)r;
    (void)tag;
    (void)e;
    return true;
}

static const struct known known[] = {
    {"Game", read_game},          {"Options", read_options},
    {"Seed", read_seed},          {"Start", read_start},
    {"Owner", read_owner},        {"View", read_view},
    {"Date", read_date},          {"Seat1", read_name},
    {"Seat2", read_name},         {"Seat3", read_name},
    {"Seat4", read_name},         {"Seat1Player", read_player},
    {"Seat2Player", read_player}, {"Seat3Player", read_player},
    {"Seat4Player", read_player}, {"Clock", read_clock},
    {"Left", read_left},          {"Offer", read_offer},
    {"Hints", read_hints},        {"End", read_end},
    {"Result", read_result},      {"Lots", read_lots},
};

enum { KNOWN = sizeof known / sizeof *known };

unsigned record_first_line(const struct record *r)
{
    return r->tag_count ? r->tags[0].line : r->count > 1 ? r->nodes[1].line : 0;
}

bool record_read_tags(struct record *r, struct error *e)
{
    if (!record_find_tag(r, "Game"))
        return record_error(e, record_first_line(r), "record.no-game", "tag 'Game' is missing");
    for (unsigned i = 0; i < KNOWN; i++) {
        const struct record_tag *tag = record_find_tag(r, known[i].name);
        if (tag && !known[i].read(r, tag, e))
            return false;
    }
    return true;
}

unsigned record_tag_line(const struct record *r, const char *name)
{
    const struct record_tag *tag = record_find_tag(r, name);

    return tag ? tag->line : record_first_line(r);
}

void record_drop_tags(struct record *r)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < r->tag_count; i++) {
        bool drop = false;
        for (unsigned k = 0; k < KNOWN; k++)
            drop |= !strcmp(known[k].name, r->tags[i].name);
        if (drop) {
            free(r->tags[i].name);
            free(r->tags[i].value);
        } else {
            r->tags[kept++] = r->tags[i];
        }
    }
    r->tag_count = kept;
}
