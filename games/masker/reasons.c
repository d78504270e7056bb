// SPDX-License-Identifier: MIT
// What players of Masker say about a capture or a stop, from what the seat to act knows: what
// becomes of its own crosses, who gets a free capture, and which colours are running out. Secrets
// of others play no part.
#include <string.h>

#include "game/feature.h"
#include "games/masker/masker.h"

enum {
    OWN_LAST,
    OUT_NEXT,
    TAKES_OWN,
    FREE_OWN,
    FREE_NEXT,
    AHEAD,
    GOES_ON,
    WHITES,
    KEPT,
    HITS,
    BESIDE,
    FEATURES,
};

const struct game_feature masker_features[] = {
    [OWN_LAST] = {"own-last", -1}, [OUT_NEXT] = {"out-next", -1},   [TAKES_OWN] = {"takes-own", -1},
    [FREE_OWN] = {"free-own", 1},  [FREE_NEXT] = {"free-next", -1}, [AHEAD] = {"ahead", 1},
    [GOES_ON] = {"goes-on", 1},    [WHITES] = {"whites", -1},       [KEPT] = {"kept", -1},
    [HITS] = {"hits", 1},          [BESIDE] = {"beside", -1},       [FEATURES] = {NULL, 0},
};

// What everybody sees of a board.
struct masker_board {
    uint16_t pile[MASKER_SQUARES];
    uint64_t crosses;
    int star;
    bool tower, free;
};

static uint64_t beside(const struct masker_board *b)
{
    return b->crosses & masker_beside[b->tower][b->star];
}

// Captures on a square; returns the colour.
static unsigned capture(struct masker_board *b, int square)
{
    unsigned colour = b->pile[square] & 15;

    b->pile[square] >>= 4;
    if (b->pile[square] == 0)
        b->crosses &= ~BIT(square);
    b->star = square;
    b->free = colour == MASKER_WHITE || beside(b) == 0;
    return colour;
}

// Crosses of a colour that a seat can take with this many captures of one turn.
static int most_taken(const struct masker_board *b, unsigned colour, int captures)
{
    int most = 0;

    if (captures == 0)
        return 0;
    for (uint64_t rest = b->free ? b->crosses : beside(b); rest; rest &= rest - 1) {
        struct masker_board next = *b;
        unsigned taken = capture(&next, bits_first(rest));
        int found = taken == colour;
        if (taken == MASKER_WHITE || beside(&next))
            found += most_taken(&next, colour, captures - 1);
        most = found > most ? found : most;
    }
    return most;
}

// To how many of the seat's crosses the next turn can be kept, with this many more captures of
// others in this one.
static int kept(const struct masker_board *b, unsigned own, int captures, int theirs)
{
    int least = most_taken(b, own, theirs);

    for (uint64_t rest = captures ? b->free ? b->crosses : beside(b) : 0; rest; rest &= rest - 1) {
        struct masker_board next = *b;
        unsigned taken = capture(&next, bits_first(rest));
        if (taken == own)
            continue;
        bool goes_on = taken == MASKER_WHITE || beside(&next);
        int found = kept(&next, own, goes_on ? captures - 1 : 0, theirs);
        least = found < least ? found : least;
    }
    return least;
}

static int count_beside(const struct masker_board *b, unsigned colour)
{
    int count = 0;

    for (uint64_t rest = beside(b); rest; rest &= rest - 1)
        count += (b->pile[bits_first(rest)] & 15) == colour;
    return count;
}

// Crosses of a colour on the board.
static int left_of(const struct masker_board *b, unsigned colour)
{
    int count = 0;

    for (int square = 0; square < MASKER_SQUARES; square++) {
        for (unsigned pile = b->pile[square]; pile; pile >>= 4)
            count += (pile & 15) == colour;
    }
    return count;
}

// Whether a colour may be that of another side that is still in.
static bool may_be_theirs(const struct masker_position *p, unsigned colour, unsigned own)
{
    if (colour == own || colour == MASKER_WHITE || colour == MASKER_NO_COLOUR)
        return false;
    if (masker_candidates(p) >> colour & 1)
        return true;
    for (int side = 0; side < masker_sides(p); side++) {
        if (p->colour[side] == colour)
            return true;
    }
    return false;
}

// The fewest crosses left of a colour that may be another side's; 0 when there is no such colour.
static int fewest(const struct masker_position *p, const struct masker_board *b, unsigned own)
{
    int least = 0;

    for (unsigned colour = 1; colour <= MASKER_COLOURS; colour++) {
        int left = left_of(b, colour);
        if (left && may_be_theirs(p, colour, own) && (least == 0 || left < least))
            least = left;
    }
    return least;
}

// What an action leaves behind.
struct outcome {
    struct masker_board board;
    unsigned taken, own; // colours
    int left;            // own crosses
    bool ends;           // the turn
};

static void act(const struct masker_position *p, game_action action, struct outcome *o)
{
    int seat = masker_seat(p);
    bool stops = action == masker_stop(p->tower);

    *o = (struct outcome){.own = p->colour[masker_side(p, seat)]};
    memcpy(o->board.pile, p->pile, sizeof o->board.pile);
    o->board.crosses = p->crosses;
    o->board.star = masker_star(p);
    o->board.tower = p->tower;
    o->board.free = masker_free(p);
    if (!stops)
        o->taken = capture(&o->board, (int)action);
    o->left = left_of(&o->board, o->own);
    o->ends = stops || masker_captures(p) == MASKER_MOST - 1 || p->capacity[seat] == 1 ||
              o->left == 0 || (o->taken != MASKER_WHITE && beside(&o->board) == 0);
}

void masker_measure(const struct game_position *seen, game_action action, struct game_value *v)
{
    const struct masker_position *p = masker_of(seen);
    struct outcome o;

    for (unsigned i = 0; i < FEATURES; i++)
        v[i] = feature_plain(GAME_NO_VALUE);
    if (action >= MASKER_TAKE)
        return;
    act(p, action, &o);
    const struct masker_board *b = &o.board;
    v[OWN_LAST] = feature_plain(o.left == 0);
    v[TAKES_OWN] = feature_plain(o.taken == o.own);
    if (o.left == 0)
        return;
    int seat = masker_seat(p), next = p->next[seat] >> 2;
    int more = MASKER_MOST - 1 - masker_captures(p), capacity = p->capacity[seat] - 1;
    int captures = p->capacity[next] < MASKER_MOST ? p->capacity[next] : MASKER_MOST;
    v[HITS] = feature_plain(may_be_theirs(p, o.taken, o.own));
    v[AHEAD] = feature_plain(o.left - fewest(p, b, o.own));
    v[GOES_ON] = feature_plain(!o.ends);
    v[FREE_OWN] = feature_plain(!o.ends && b->free);
    if (o.ends || !b->free)
        v[FREE_NEXT] = feature_plain(o.ends && b->free);
    v[WHITES] = feature_plain(count_beside(b, MASKER_WHITE));
    v[BESIDE] = feature_plain(bits_count(beside(b)));
    if (next == seat)
        return;
    v[OUT_NEXT] = feature_plain(most_taken(b, o.own, captures) == o.left);
    v[KEPT] = feature_plain(kept(b, o.own,
                                 o.ends            ? 0
                                 : more < capacity ? more
                                                   : capacity,
                                 captures));
}

static bool say_exposed(unsigned feature, int n, const char *own, struct message *message)
{
    if (feature == OUT_NEXT && n)
        message_set(
            message, "masker.feature.out-next:own",
            "If %s ends the turn there, the next player can take all its crosses in one turn.",
            own);
    else if (feature == OUT_NEXT)
        message_set(
            message, "masker.feature.out-next.not:own",
            "If %s ends the turn there, the next player cannot take all its crosses in one turn.",
            own);
    else if (n)
        message_count(
            message, (unsigned)n, "masker.feature.kept:own,n",
            "%s can end the turn so that the next player can take at most %d of its crosses.",
            "%s can end the turn so that the next player can take at most %d of its crosses.", own,
            n);
    else
        message_set(message, "masker.feature.kept.none:own",
                    "%s can end the turn so that the next player can take none of its crosses.",
                    own);
    return true;
}

static bool say_beside(unsigned feature, int n, struct message *message)
{
    if (feature == WHITES && n)
        message_count(message, (unsigned)n, "masker.feature.whites:n",
                      "It leaves %d white cross beside the colourless one, for a free capture.",
                      "It leaves %d white crosses beside the colourless one, for a free capture.",
                      n);
    else if (feature == WHITES)
        message_set(message, "masker.feature.whites.none",
                    "It leaves no white cross beside the colourless one.");
    else if (n)
        message_count(message, (unsigned)n, "masker.feature.beside:n",
                      "It leaves %d cross beside the colourless one.",
                      "It leaves %d crosses beside the colourless one.", n);
    else
        message_set(message, "masker.feature.beside.none",
                    "It leaves the colourless cross isolated.");
    return true;
}

static bool say_ahead(int n, const char *own, struct message *message)
{
    if (n > 0)
        message_count(
            message, (unsigned)n, "masker.feature.ahead:own,n",
            "%s then has %d cross more on the board than the scarcest colour of the others.",
            "%s then has %d crosses more on the board than the scarcest colour of the others.", own,
            n);
    else if (n < 0)
        message_count(
            message, (unsigned)-n, "masker.feature.ahead.behind:own,n",
            "%s then has %d cross less on the board than the scarcest colour of the others.",
            "%s then has %d crosses less on the board than the scarcest colour of the others.", own,
            -n);
    else
        message_set(
            message, "masker.feature.ahead.even:own",
            "%s then has as many crosses on the board as the scarcest colour of the others.", own);
    return true;
}

static bool say_turn(unsigned feature, int number, struct message *message)
{
    switch (feature) {
    case FREE_OWN:
        message_set(message, "masker.feature.free-own", "It makes the next capture a free one.");
        return number > 0;
    case FREE_NEXT:
        if (number)
            message_set(message, "masker.feature.free-next",
                        "It ends the turn and leaves a free capture to the next player.");
        else
            message_set(message, "masker.feature.free-next.not",
                        "It leaves no free capture to the next player.");
        return true;
    default:
        if (number)
            message_set(message, "masker.feature.goes-on", "The turn can go on after it.");
        else
            message_set(message, "masker.feature.goes-on.not", "It ends the turn.");
        return true;
    }
}

bool masker_say_feature(unsigned feature, int number, const char *own, const char *name,
                        const char *answer, struct message *message)
{
    (void)name;
    (void)answer;
    switch (feature) {
    case OWN_LAST:
        if (number)
            message_set(message, "masker.feature.own-last:own",
                        "It takes the last cross of %s, who is out then.", own);
        else
            message_set(message, "masker.feature.own-last.not:own",
                        "It does not take the last cross of %s.", own);
        return true;
    case TAKES_OWN:
        if (number)
            message_set(message, "masker.feature.takes-own:own",
                        "It takes a cross of %s's own colour.", own);
        else
            message_set(message, "masker.feature.takes-own.not:own",
                        "It takes no cross of %s's own colour.", own);
        return true;
    case HITS:
        if (number)
            message_set(message, "masker.feature.hits",
                        "It takes a cross of a colour that may be another player's.");
        else
            message_set(message, "masker.feature.hits.not",
                        "It takes no cross of a colour that may be another player's.");
        return true;
    case AHEAD:
        return say_ahead(number, own, message);
    case WHITES:
    case BESIDE:
        return say_beside(feature, number, message);
    case OUT_NEXT:
    case KEPT:
        return say_exposed(feature, number, own, message);
    default:
        return say_turn(feature, number, message);
    }
}
