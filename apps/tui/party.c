// SPDX-License-Identifier: MIT
// Begins, keeps and changes the match of a party. Front ends say what they want and show what came of it.
#include "tui/party.h"

#include <string.h>

#include "play/levels.h"
#include "tui/likeness.h"

enum { HELP_TIME = 2500 };

void party_init(struct party *p, const struct shelf *shelf, const struct catalogue *words,
                think_clock *clock)
{
    memset(p, 0, sizeof *p);
    p->shelf = shelf;
    p->words = words;
    p->slot.lock = -1;
    p->confirmed = NOBODY;
    driver_init(&p->driver, clock);
}

void party_clear(struct party *p)
{
    driver_clear(&p->driver);
    shelf_release(&p->slot);
}

// ---------------------------------------------------------------------------------------------
// Keeping
// ---------------------------------------------------------------------------------------------

void party_keep(struct party *p, uint64_t now)
{
    bool over = match_over(&p->driver.match), ends = over && !p->finished;

    if (p->finished && !over)
        return;
    p->finished = over;
    p->unkept |=
        !shelf_write_slot(&p->slot, &p->driver.match, &p->driver.series, now, &p->save_error);
    p->counted |= ends && likeness_count(p->shelf, &p->driver.match);
}

static void claim(struct party *p)
{
    if (p->shelf->folder[0])
        p->unkept |= !shelf_claim(p->shelf, p->driver.match.setup.game, &p->slot, &p->save_error);
}

// A finished game that was taken back is another one when something new happens, with a file of its own.
static void branch(struct party *p)
{
    if (!p->finished || match_over(&p->driver.match))
        return;
    p->finished = false;
    shelf_release(&p->slot);
    claim(p);
}

// The match has changed: help and touches were for the position before.
static void change(struct party *p, uint64_t now)
{
    p->hint_level = 0;
    p->warned = false;
    driver_changed(&p->driver);
    party_keep(p, now);
}

bool party_news(struct party *p, struct text *text, bool *bad)
{
    *bad = p->unkept;
    if (p->unkept) {
        error_tell(&p->save_error, p->words, text);
    } else if (p->counted) {
        unsigned level = likeness_level(p->shelf, p->driver.match.setup.game);
        text_say(text, p->words, "sitting.like:level,called",
                 "Like me: the next game is against level %u, %s.", level, level_name(level));
    }
    bool any = p->unkept || p->counted;
    p->unkept = p->counted = false;
    return any;
}

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

bool party_begin(struct party *p, const struct match_setup *setup, const struct series *series,
                 uint64_t now, struct error *e)
{
    if (!driver_begin(&p->driver, setup, series, e))
        return false;
    claim(p);
    match_resume(&p->driver.match, now);
    change(p, now);
    return true;
}

bool party_resume(struct party *p, const struct shelf_entry *entry, uint64_t now, struct error *e)
{
    struct series series;
    struct match m;

    // A game that a person named stays as it is: going on with it is a game of its own.
    p->finished = entry->over;
    if (entry->slot ? !shelf_claim_entry(p->shelf, entry, &p->slot, e)
                    : !entry->over && !shelf_claim(p->shelf, entry->game, &p->slot, e))
        return false;
    if (!shelf_read(p->shelf, entry, &m, &series, e)) {
        match_clear(&m);
        return false;
    }
    driver_adopt(&p->driver, &m, &series);
    match_resume(&p->driver.match, now);
    change(p, now);
    return true;
}

// Where something is agreed on between games: in a series, or between people.
static bool agrees_on_next(const struct party *p)
{
    const struct match *m = &p->driver.match;
    int people = 0;

    for (int seat = 0; seat < match_seats(m); seat++)
        people += m->setup.seats[seat].who == MATCH_PERSON;
    return match_over(m) && people > 0 && (people > 1 || p->driver.series.games > 1);
}

int party_chooser(const struct party *p)
{
    int seat = agrees_on_next(p) ? series_chooser(&p->driver.series, &p->driver.match) : NOBODY;

    return seat >= 0 && p->driver.match.setup.seats[seat].who == MATCH_PERSON ? seat : NOBODY;
}

bool party_may_repeat(const struct party *p)
{
    return agrees_on_next(p) && series_may_repeat(&p->driver.series, &p->driver.match);
}

bool party_next(struct party *p, uint64_t seed, const struct series_request *wish, uint64_t now,
                struct error *e)
{
    const struct shelf *shelf = p->shelf;
    struct series series = p->driver.series;
    struct match_setup next;

    driver_set_adaptive_level(&p->driver, likeness_level(shelf, p->driver.match.setup.game));
    bool over = match_over(&p->driver.match);
    if (over && !series_next(&series, &p->driver.match, seed, wish, &next, e))
        return false;
    bool goes_on = series.played > 0;
    if (!over) {
        next = p->driver.match.setup;
        next.seed = seed;
        series_restart(&series);
    }
    struct shelf_slot before = p->slot;
    p->slot.lock = -1;
    p->finished = false;
    p->confirmed = NOBODY;
    bool begun = party_begin(p, &next, &series, now, e);
    // The match goes on in the new file; the game before stays on the shelf as a finished one.
    if (begun && goes_on && p->slot.lock >= 0)
        p->unkept |= !shelf_end_series(&before, &p->save_error);
    shelf_release(&before);
    return begun;
}

// ---------------------------------------------------------------------------------------------
// Who looks
// ---------------------------------------------------------------------------------------------

static bool is_person(const struct party *p, int seat)
{
    return p->driver.match.setup.seats[seat].who == MATCH_PERSON;
}

static int first_person(const struct party *p)
{
    for (int seat = 0; seat < match_seats(&p->driver.match); seat++) {
        if (is_person(p, seat))
            return seat;
    }
    return NOBODY;
}

int party_persons(const struct party *p)
{
    int persons = 0;

    for (int seat = 0; seat < match_seats(&p->driver.match); seat++)
        persons += is_person(p, seat);
    return persons;
}

bool party_person_acts(const struct party *p)
{
    int seat = match_to_act(&p->driver.match);

    return seat != NOBODY && is_person(p, seat);
}

int party_speaker(const struct party *p)
{
    return party_person_acts(p) ? match_to_act(&p->driver.match) : first_person(p);
}

int party_eyes(const struct party *p)
{
    int seat = match_to_act(&p->driver.match);

    if (!p->driver.match.setup.game->hidden)
        return seat == NOBODY ? 0 : seat;
    if (party_persons(p) > 1)
        return seat != NOBODY && seat == p->confirmed && is_person(p, seat) ? seat : GAME_PUBLIC;
    seat = first_person(p);
    return seat == NOBODY ? GAME_PUBLIC : seat;
}

bool party_covered(const struct party *p)
{
    return p->driver.match.setup.game->hidden && party_persons(p) > 1 && party_person_acts(p) &&
           match_to_act(&p->driver.match) != p->confirmed;
}

// ---------------------------------------------------------------------------------------------
// Doing
// ---------------------------------------------------------------------------------------------

bool party_play(struct party *p, game_action action, uint64_t now, struct error *e)
{
    branch(p);
    bool good = driver_play(&p->driver, action, now, e);
    change(p, now);
    return good;
}

bool party_undo(struct party *p, uint64_t now, struct error *e)
{
    bool good = match_undo_decision(&p->driver.match, now, e);

    change(p, now);
    return good;
}

bool party_redo(struct party *p, uint64_t now, struct error *e)
{
    bool good = match_redo_decision(&p->driver.match, now, e);

    change(p, now);
    return good;
}

bool party_resign(struct party *p, int seat, uint64_t now, struct error *e)
{
    if (match_over(&p->driver.match))
        return error_set(e, "sitting.over", "the game is over");
    if (seat == NOBODY)
        return error_set(e, "sitting.computers-play", "computers do not give up");
    branch(p);
    bool good = match_resign(&p->driver.match, seat, now, e);
    change(p, now);
    return good;
}

// All people sit at one terminal: the answer comes from somebody of another team.
int party_accepts(const struct party *p)
{
    const struct match *m = &p->driver.match;
    const struct match_setup *setup = &m->setup;

    for (int seat = 0; m->draw_offer != NOBODY && seat < match_seats(m); seat++) {
        if (is_person(p, seat) && game_team(setup->game, &setup->options, seat) !=
                                      game_team(setup->game, &setup->options, m->draw_offer))
            return seat;
    }
    return NOBODY;
}

// Computers play on: they do not answer offers.
bool party_offer_draw(struct party *p, uint64_t now, struct error *e)
{
    int seat = party_accepts(p) == NOBODY ? party_speaker(p) : party_accepts(p);

    if (seat == NOBODY || party_persons(p) < 2)
        return error_set(e, "sitting.no-draw",
                         "computers play to the end: a draw can be agreed between people");
    branch(p);
    bool good = match_offer_draw(&p->driver.match, seat, now, e);
    party_keep(p, now);
    return good;
}

// ---------------------------------------------------------------------------------------------
// Help
// ---------------------------------------------------------------------------------------------

bool party_hint(struct party *p, const struct think_watch *watch, const bool *unwanted,
                struct error *e)
{
    const struct match_setup *setup = &p->driver.match.setup;
    struct think_limits limits = hint_limits(setup->game, &setup->options);

    limits.milliseconds = HELP_TIME;
    if (!party_person_acts(p))
        return error_set(e, "sitting.help-turn", "help is for people who are to act");
    if (p->hint_level == 0) {
        struct thinker *helper = driver_helper(&p->driver, e);
        if (!helper)
            return false;
        hint_think(helper, &p->driver.match.history, &limits, watch, &p->hint);
        if (unwanted && *unwanted)
            return false;
    }
    if (p->hint_level < HINT_REASON)
        p->hint_level++;
    return true;
}

void party_say_hint(struct party *p, struct text *text)
{
    const char *names[GAME_MAX_SEATS] = {0};

    for (int seat = 0; seat < match_seats(&p->driver.match); seat++)
        names[seat] = match_name_in(&p->driver.match, p->words, seat);
    if (p->hint_level == HINT_REASON) {
        hint_text(&p->hint, HINT_BEST, p->words, names, text);
        text_char(text, ' ');
        hint_why(&p->hint, p->words, names, text);
    } else {
        hint_text(&p->hint, p->hint_level, p->words, names, text);
    }
    match_count_hint(&p->driver.match, p->hint_level);
}

bool party_may_review(const struct party *p, struct error *e)
{
    const struct match *m = &p->driver.match;

    if (!match_over(m))
        return error_set(e, "party.review-over", "a game can be reviewed when it is over");
    return m->history.length > 0 || error_set(e, "party.review-nothing",
                                              "nothing was played, so there is nothing to review");
}

bool party_best(const struct party *p, game_action *action)
{
    *action = p->hint.best;
    return p->hint_level >= HINT_BEST && !match_over(&p->driver.match);
}

// ---------------------------------------------------------------------------------------------
// Warnings
// ---------------------------------------------------------------------------------------------

bool party_warns(struct party *p, game_action action, const struct think_watch *watch)
{
    struct error ignored;

    p->warned = false;
    if (p->warnings == WARN_OFF || !party_person_acts(p) ||
        party_persons(p) == match_seats(&p->driver.match))
        return false;
    struct thinker *helper = driver_helper(&p->driver, &ignored);
    struct classify_task task = {
        .thinker = helper, .history = &p->driver.match.history, .action = action, .watch = watch};
    p->warned =
        helper && classify_move(&task, &p->judged) && classification_warns(&p->judged, p->warnings);
    p->doubted = action;
    if (p->warned)
        match_count_hint(&p->driver.match, HINT_AREA);
    return p->warned;
}

void party_say_warning(struct party *p, bool better, struct text *text)
{
    const struct match *m = &p->driver.match;
    const struct game *g = m->setup.game;
    const struct fact *reason = classification_reason(&p->judged);
    const char *names[GAME_MAX_SEATS] = {0};
    char action[GAME_NAMED_BYTES];
    struct error said;
    struct text named;

    for (int seat = 0; seat < match_seats(m); seat++)
        names[seat] = match_name_in(m, p->words, seat);
    classification_say(&p->judged, g, &said);
    error_tell(&said, p->words, text);
    if (reason) {
        text_char(text, ' ');
        fact_sentence(reason, g, p->words, names, text);
    }
    if (!better)
        return;
    text_init(&named, action, sizeof action);
    game_add_named(g, &m->history.position, p->judged.better.actions[0], p->words, &named);
    text_char(text, ' ');
    text_say(text, p->words, "party.better:action", "Better: %s.", action);
    if (p->judged.why.count) {
        text_char(text, ' ');
        fact_sentence(&p->judged.why.at[0], g, p->words, names, text);
    }
    match_count_hint(&p->driver.match, HINT_REASON);
}

void party_say_warnings(const struct party *p, struct text *text)
{
    static const struct sentence rows[WARNING_LEVELS] = {
        [WARN_OFF] = SENTENCE("party.warnings.off", "You are not warned before a move stands."),
        [WARN_BLUNDERS] =
            SENTENCE("party.warnings.blunders", "You are warned of blunders before they stand."),
        [WARN_MISTAKES] =
            SENTENCE("party.warnings.mistakes", "You are warned of mistakes before they stand."),
        [WARN_ALL] = SENTENCE("party.warnings.all",
                              "You are warned of everything that costs before it stands."),
    };

    text_add(text, sentence_row(p->words, &rows[p->warnings]));
    if (p->warnings != WARN_OFF && party_persons(p) == match_seats(&p->driver.match)) {
        text_char(text, ' ');
        text_say(text, p->words, "party.warnings.people", "That is for games against a computer.");
    }
}
