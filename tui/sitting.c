// SPDX-License-Identifier: MIT
// A match at the terminal: begins it, keeps it, plays actions, goes to the next game of a series. Every action is
// written to the shelf before it is shown, so a crash loses nothing that was seen. What is shown is for the eyes of
// whoever sits there: between two people with secrets the board is covered.
#include "tui/sitting.h"

#include <string.h>

#include "play/levels.h"
#include "tui/likeness.h"

enum { TICK = 100 };

// ---------------------------------------------------------------------------------------------
// Beginning and ending
// ---------------------------------------------------------------------------------------------

static void prepare(struct sitting *s, struct house *h)
{
    memset(s, 0, sizeof *s);
    s->house = h;
    driver_init(&s->driver, h->clock);
    s->slot.lock = -1;
    s->confirmed = NOBODY;
    s->marks.cursor = BOARD_NOWHERE;
}

static void settle(struct sitting *s)
{
    look_init(&s->look, s->driver.match.setup.game, s->house->screen.ascii,
              s->house->screen.colours);
    match_resume(&s->driver.match, house_now(s->house));
    sitting_changed(s);
}

bool sitting_begin(struct sitting *s, struct house *h, const struct match_setup *setup,
                   const struct series *series, struct error *e)
{
    struct error trouble;

    prepare(s, h);
    if (!driver_begin(&s->driver, setup, series, e))
        return false;
    settle(s);
    if (h->trouble[0])
        sitting_say(s, COLOUR_BAD, h->trouble);
    else if (!shelf_claim(&h->shelf, setup->game, &s->slot, &trouble))
        sitting_refuse(s, &trouble);
    sitting_keep(s);
    return true;
}

bool sitting_resume(struct sitting *s, struct house *h, const struct shelf_entry *entry,
                    struct error *e)
{
    struct series series;
    struct match m;

    prepare(s, h);
    // A game that a person named stays as it is: going on with it is a game of its own.
    s->finished = entry->over;
    if (entry->slot ? !shelf_claim_entry(&h->shelf, entry, &s->slot, e)
                    : !entry->over && !shelf_claim(&h->shelf, entry->game, &s->slot, e))
        return false;
    if (!shelf_read(&h->shelf, entry, &m, &series, e)) {
        match_clear(&m);
        return false;
    }
    driver_adopt(&s->driver, &m, &series);
    settle(s);
    sitting_keep(s);
    return true;
}

void sitting_clear(struct sitting *s)
{
    if (s->looking_back)
        history_clear(&s->past);
    sitting_drop_review(s);
    driver_clear(&s->driver);
    shelf_release(&s->slot);
}

// ---------------------------------------------------------------------------------------------
// Who looks
// ---------------------------------------------------------------------------------------------

static bool is_person(const struct sitting *s, int seat)
{
    return s->driver.match.setup.seats[seat].who == MATCH_PERSON;
}

int sitting_persons(const struct sitting *s)
{
    int persons = 0;

    for (int seat = 0; seat < match_seats(&s->driver.match); seat++)
        persons += is_person(s, seat);
    return persons;
}

bool sitting_person_acts(const struct sitting *s)
{
    int seat = match_to_act(&s->driver.match);

    return seat != NOBODY && is_person(s, seat);
}

int sitting_eyes(const struct sitting *s)
{
    int seat = match_to_act(&s->driver.match);

    if (!s->driver.match.setup.game->hidden)
        return seat == NOBODY ? 0 : seat;
    if (sitting_persons(s) > 1)
        return seat != NOBODY && seat == s->confirmed && is_person(s, seat) ? seat : GAME_PUBLIC;
    for (seat = 0; seat < match_seats(&s->driver.match); seat++) {
        if (is_person(s, seat))
            return seat;
    }
    return GAME_PUBLIC;
}

bool sitting_covered(const struct sitting *s)
{
    return s->driver.match.setup.game->hidden && sitting_persons(s) > 1 && sitting_person_acts(s) &&
           match_to_act(&s->driver.match) != s->confirmed;
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

void sitting_say(struct sitting *s, uint8_t tone, const char *sentence)
{
    struct text t;

    text_init(&t, s->message, sizeof s->message);
    text_add(&t, sentence);
    // Sentences of errors begin small and end without a stop.
    if (tone == COLOUR_BAD)
        text_capital(s->message);
    s->tone = tone;
}

void sitting_refuse(struct sitting *s, const struct error *e)
{
    char told[HOUSE_FAULT];

    house_tell(s->house, e, told);
    sitting_say(s, COLOUR_BAD, told);
}

const char *sitting_name(const struct sitting *s, int seat)
{
    return match_name_in(&s->driver.match, s->house->words, seat);
}

const char *sitting_tenths(const struct sitting *s, int tenths, char storage[SITTING_TENTHS])
{
    int size = tenths < 0 ? -tenths : tenths;
    struct text t;

    text_init(&t, storage, SITTING_TENTHS);
    text_say(&t, s->house->words, "sitting.tenths:whole,tenth", "%d.%d", size / 10, size % 10);
    return storage;
}

// What hangs on the position is made anew.
void sitting_changed(struct sitting *s)
{
    if (s->looking_back)
        history_clear(&s->past);
    s->looking_back = false;
    s->shown = s->driver.match.history.length;
    s->rung = 0;
    s->typing = false;
    driver_changed(&s->driver);
    memset(s->marks.hints, 0, sizeof s->marks.hints);
}

// Who follows a person's results says how it will play next.
static void tell_next_level(struct sitting *s)
{
    unsigned level = likeness_level(&s->house->shelf, s->driver.match.setup.game);
    char storage[SITTING_MESSAGE];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_say(&t, s->house->words, "sitting.like:level,called",
             "Like me: the next game is against level %u, %s.", level, level_name(level));
    sitting_say(s, COLOUR_QUIET, storage);
}

// A finished game that was taken back is another one when something new happens, with a file of its own.
void sitting_branch(struct sitting *s)
{
    struct error e;

    if (!s->finished || match_over(&s->driver.match))
        return;
    s->finished = false;
    shelf_release(&s->slot);
    if (s->house->shelf.folder[0] &&
        !shelf_claim(&s->house->shelf, s->driver.match.setup.game, &s->slot, &e))
        sitting_refuse(s, &e);
}

void sitting_keep(struct sitting *s)
{
    bool over = match_over(&s->driver.match), ends = over && !s->finished;
    struct error e;

    if (s->finished && !over)
        return;
    s->finished = over;
    if (!shelf_write_slot(&s->slot, &s->driver.match, &s->driver.series, house_now(s->house), &e))
        sitting_refuse(s, &e);
    if (ends && likeness_count(&s->house->shelf, &s->driver.match))
        tell_next_level(s);
}

void sitting_play(struct sitting *s, game_action action)
{
    struct error e;

    s->message[0] = 0;
    sitting_drop_review(s);
    sitting_branch(s);
    if (!driver_play(&s->driver, action, house_now(s->house), &e))
        sitting_refuse(s, &e);
    sitting_changed(s);
    sitting_keep(s);
}

void sitting_look_at(struct sitting *s, unsigned length)
{
    struct history history;

    length = length > s->driver.match.history.length ? s->driver.match.history.length : length;
    if (length == s->driver.match.history.length) {
        sitting_changed(s);
        s->message[0] = 0;
        sitting_tell_ply(s);
        return;
    }
    if (!match_history_at(&s->driver.match, length, &history))
        return;
    sitting_changed(s);
    s->past = history;
    s->looking_back = true;
    s->shown = length;
    s->message[0] = 0;
    sitting_tell_ply(s);
}

// The next game of the match, or another match like this one.
void sitting_next_game(struct sitting *s)
{
    struct series series = s->driver.series;
    struct house *h = s->house;
    uint64_t seed = random_next(&h->random);
    struct match_setup next;
    struct error e;

    driver_follow(&s->driver, likeness_level(&h->shelf, s->driver.match.setup.game));
    bool goes_on =
        match_over(&s->driver.match) && series_next(&series, &s->driver.match, seed, &next);
    if (!goes_on) {
        next = s->driver.match.setup;
        next.seed = seed;
        series_init(&series, next.game, s->driver.series.games, s->driver.series.by_score, &e);
    }
    struct shelf_slot before = s->slot;
    s->slot.lock = -1;
    bool flipped = s->flipped;
    sitting_clear(s);
    bool begun = sitting_begin(s, h, &next, &series, &e);
    // The match goes on in the new file; the game before stays on the shelf as a finished one.
    if (!begun || (goes_on && s->slot.lock >= 0 && !shelf_end_series(&before, &e)))
        sitting_refuse(s, &e);
    s->done = !begun;
    shelf_release(&before);
    s->flipped = flipped;
}

void sitting_run(struct sitting *s)
{
    struct house *h = s->house;

    while (!h->leave && !s->done) {
        if (s->driver.match.end.how == MATCH_GOES_ON &&
            match_check_time(&s->driver.match, house_now(h))) {
            sitting_changed(s);
            sitting_keep(s);
        }
        if (match_to_act(&s->driver.match) != NOBODY && !sitting_person_acts(s) && !s->paused &&
            !s->looking_back) {
            sitting_computer(s);
            continue;
        }
        sitting_draw(s);
        struct event event =
            house_read(h, s->driver.match.clock.running == CLOCK_STOPPED ? -1 : TICK);
        if (event.kind != EVENT_NONE)
            sitting_handle(s, event);
    }
    match_pause(&s->driver.match, house_now(h));
}
