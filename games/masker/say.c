// SPDX-License-Identifier: MIT
// Actions in words, and what they did to players. What lies on the board is known to everybody, and
// so are the colours of those who are out.
#include "game/scene.h"
#include "games/masker/masker.h"

static void say_take(const struct masker_position *p, int from_next, struct message *message)
{
    int next = (masker_seat(p) + 1) % 3, other = (masker_seat(p) + 2) % 3;

    message_set(message, "masker.say.take:first,seat,second,other",
                "takes %d from %s and %d from %s", from_next, masker_seat_names[next],
                masker_need(p) - from_next, masker_seat_names[other]);
    message_refer(message, "seat", "masker.seat.%d", next + 1);
    message_refer(message, "other", "masker.seat.%d", other + 1);
}

void masker_say(const struct game_position *position, game_action action, struct message *message)
{
    const struct masker_position *p = masker_of(position);
    int square = (int)action, width = masker_width(p);

    if (action >= MASKER_TAKE) {
        say_take(p, square - MASKER_TAKE, message);
        return;
    }
    if (action == masker_stop(p->tower)) {
        message_set(message, "masker.say.stop", "stops");
        return;
    }
    const struct scene_kind *cross = &masker_kinds[p->pile[square] & 15];
    char name[] = {(char)('a' + square % width), (char)('1' + square / width), 0};
    message_set(message, "masker.say.capture:cross,square", "takes the %s on %s", cross->name,
                name);
    message_refer(message, "cross", "masker.piece.%s", cross->id);
}

// ---------------------------------------------------------------------------------------------
// Events
// ---------------------------------------------------------------------------------------------

static const char *const seat_ids[] = {"masker.seat.1", "masker.seat.2", "masker.seat.3",
                                       "masker.seat.4"};

// The last event has these seats as arguments.
static void name_seats(struct scene *s, const char *first, int seat, const char *second, int other)
{
    scene_event_word(s, first, seat_ids[seat]);
    if (second)
        scene_event_word(s, second, seat_ids[other]);
}

static void name_cross(struct scene *s, const struct scene_kind *cross)
{
    char id[48];
    struct text t;

    text_init(&t, id, sizeof id);
    text_format(&t, "masker.piece.%s", cross->id);
    scene_event_word(s, "cross", id);
}

// Two and three players: a player's last cross is gone.
static void tell_seat_out(int taker, int loser, const struct scene_kind *cross, struct scene *s)
{
    const char *name = masker_seat_names[taker], *other = masker_seat_names[loser];

    if (taker == loser && taker == s->you) {
        scene_event(s, "masker.out.you-own:cross", "You took your own last %s. You are out.",
                    cross->name);
    } else if (taker == loser) {
        scene_event(s, "masker.out.own:seat,cross", "%s took their own last %s and is out.", name,
                    cross->name);
        name_seats(s, "seat", taker, NULL, 0);
    } else if (loser == s->you) {
        scene_event(s, "masker.out.you:seat,cross", "%s took your last %s. You are out.", name,
                    cross->name);
        name_seats(s, "seat", taker, NULL, 0);
    } else if (taker == s->you) {
        scene_event(s, "masker.out.by-you:cross,other", "You took the last %s of %s, who is out.",
                    cross->name, other);
        name_seats(s, "other", loser, NULL, 0);
    } else {
        scene_event(s, "masker.out.other:seat,cross,other",
                    "%s took the last %s of %s, who is out.", name, cross->name, other);
        name_seats(s, "seat", taker, "other", loser);
    }
    name_cross(s, cross);
}

// Four players: a team's last cross is gone. A team is called by its first seat.
static void tell_team_out(int taker, int team, const struct scene_kind *cross, struct scene *s)
{
    const char *name = masker_seat_names[taker], *a = masker_seat_names[team];
    const char *b = masker_seat_names[team + 2];
    bool own = (taker & 1) == team, yours = s->you >= 0 && (s->you & 1) == team;

    if (own && taker == s->you) {
        scene_event(s, "masker.team-out.you-own:cross",
                    "You took your own team's last %s. Your team is out.", cross->name);
    } else if (own && yours) {
        scene_event(s, "masker.team-out.partner:seat,cross",
                    "Your partner %s took your team's last %s. Your team is out.", name,
                    cross->name);
        name_seats(s, "seat", taker, NULL, 0);
    } else if (yours) {
        scene_event(s, "masker.team-out.you:seat,cross",
                    "%s took your team's last %s. Your team is out.", name, cross->name);
        name_seats(s, "seat", taker, NULL, 0);
    } else if (own) {
        scene_event(s, "masker.team-out.own:seat,cross,partner",
                    "%s took the last %s of their own team. %s is out too.", name, cross->name,
                    masker_seat_names[taker ^ 2]);
        name_seats(s, "seat", taker, "partner", taker ^ 2);
    } else if (taker == s->you) {
        scene_event(s, "masker.team-out.by-you:cross,other,partner",
                    "You took the last %s of %s and %s. They are out.", cross->name, a, b);
        name_seats(s, "other", team, "partner", team + 2);
    } else {
        scene_event(s, "masker.team-out.other:seat,cross,other,partner",
                    "%s took the last %s of %s and %s. They are out.", name, cross->name, a, b);
        name_seats(s, "seat", taker, "other", team);
        scene_event_word(s, "partner", seat_ids[team + 2]);
    }
    name_cross(s, cross);
}

static void tell_out(const struct masker_position *p, int taker, int side, struct scene *s)
{
    const struct scene_kind *cross = &masker_kinds[p->colour[side]];

    if (p->players == 4)
        tell_team_out(taker, side, cross, s);
    else
        tell_seat_out(taker, side, cross, s);
}

// The limit has ended this seat's turn.
static void tell_full(const struct masker_position *p, int seat, struct scene *s)
{
    if (seat == s->you) {
        scene_event(s, "masker.full.you:most",
                    "You now hold %d crosses, the limit: your turn ends.", masker_cap(p));
        return;
    }
    scene_event(s, "masker.full:seat,most", "%s now holds %d crosses, the limit: the turn ends.",
                masker_seat_names[seat], masker_cap(p));
    name_seats(s, "seat", seat, NULL, 0);
}

static void tell_skipped(const struct masker_position *p, int seat, struct scene *s)
{
    if (seat == s->you) {
        scene_event(s, "masker.skipped.you:most",
                    "Your turn is skipped: you hold %d crosses, the limit.", masker_cap(p));
        return;
    }
    scene_event(s, "masker.skipped:seat,most",
                "%s's turn is skipped: they hold %d crosses, the limit.", masker_seat_names[seat],
                masker_cap(p));
    name_seats(s, "seat", seat, NULL, 0);
}

// Whose turn would have come between the one that ended and the next one; who is out was told when
// it happened.
static void tell_passed(const struct masker_position *p, int ended, struct scene *s)
{
    int next = masker_seat(p);

    for (int i = 1; i < p->players && (ended + i) % p->players != next; i++) {
        int seat = (ended + i) % p->players;
        if (masker_side_stays(p, masker_side(p, seat)))
            tell_skipped(p, seat, s);
    }
}

void masker_add_events(const struct game_position *before, game_action action,
                       const struct game_position *after, struct scene *s)
{
    const struct masker_position *was = masker_of(before), *is = masker_of(after);
    int seat = masker_seat(was);

    for (int side = 0; side < masker_sides(is); side++) {
        if (masker_side_stays(was, side) && !masker_side_stays(is, side))
            tell_out(is, seat, side, s);
    }
    bool captured = action < masker_stop(was->tower);
    bool goes_on = masker_seat(is) == seat && masker_captures(is) > 0;
    if (s->status.over || goes_on)
        return;
    if (captured && is->capacity[seat] == 0 && masker_side_stays(is, masker_side(is, seat)))
        tell_full(is, seat, s);
    tell_passed(is, seat, s);
}
