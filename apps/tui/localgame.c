// SPDX-License-Identifier: MIT
// Starts, saves and changes a local game. Front ends send requests and show the results.
#include "tui/localgame.h"

#include <string.h>

#include "play/levels.h"
#include "tui/adaptivefile.h"

enum { HELP_TIME = 2500 };

void local_game_init(struct local_game *local, const struct saves *saves,
                     const struct catalogue *messages, think_clock *clock)
{
    memset(local, 0, sizeof *local);
    local->saves = saves;
    local->messages = messages;
    local->slot.lock = -1;
    local->viewer = NOBODY;
    driver_init(&local->driver, clock);
}

void local_game_clear(struct local_game *local)
{
    driver_clear(&local->driver);
    save_slot_release(&local->slot);
}

// ---------------------------------------------------------------------------------------------
// Keeping
// ---------------------------------------------------------------------------------------------

void local_game_save(struct local_game *local, uint64_t now)
{
    bool over = match_over(&local->driver.match), ends = over && !local->finished;

    if (local->finished && !over)
        return;
    local->finished = over;
    local->unsaved |= !saves_write_slot(&local->slot, &local->driver.match, &local->driver.series,
                                        now, &local->save_error);
    local->counted |= ends && adaptive_file_count(local->saves, &local->driver.match);
}

static void claim_save_slot(struct local_game *local)
{
    if (local->saves->folder[0])
        local->unsaved |= !saves_claim_slot(local->saves, local->driver.match.setup.game,
                                            &local->slot, &local->save_error);
}

// A finished game that is undone and played differently is a new game with a file of its own.
static void branch_after_end(struct local_game *local)
{
    if (!local->finished || match_over(&local->driver.match))
        return;
    local->finished = false;
    save_slot_release(&local->slot);
    claim_save_slot(local);
}

// The match has changed: help and touches were for the position before.
static void position_changed(struct local_game *local, uint64_t now)
{
    local->hint_level = 0;
    local->warned = false;
    driver_changed(&local->driver);
    local_game_save(local, now);
}

bool local_game_news(struct local_game *local, struct text *text, bool *bad)
{
    *bad = local->unsaved;
    if (local->unsaved) {
        message_write(&local->save_error.message, local->messages, text);
    } else if (local->counted) {
        unsigned level = adaptive_file_level(local->saves, local->driver.match.setup.game);
        text_say(text, local->messages, "gameview.like:level,called",
                 "Like me: the next game is against level %u, %s.", level, level_name(level));
    }
    bool any = local->unsaved || local->counted;
    local->unsaved = local->counted = false;
    return any;
}

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

bool local_game_begin(struct local_game *local, const struct match_setup *setup,
                      const struct series *series, uint64_t now, struct error *e)
{
    if (!driver_begin(&local->driver, setup, series, e))
        return false;
    claim_save_slot(local);
    match_resume(&local->driver.match, now);
    position_changed(local, now);
    return true;
}

bool local_game_resume(struct local_game *local, const struct saved_game *entry, uint64_t now,
                       struct error *e)
{
    struct series series;
    struct match m;

    // A game that a person named stays as it is: going on with it is a game of its own.
    local->finished = entry->over;
    if (entry->slot ? !saves_claim_game(local->saves, entry, &local->slot, e)
                    : !entry->over && !saves_claim_slot(local->saves, entry->game, &local->slot, e))
        return false;
    if (!saves_read(local->saves, entry, &m, &series, e)) {
        match_clear(&m);
        return false;
    }
    driver_adopt(&local->driver, &m, &series);
    match_resume(&local->driver.match, now);
    position_changed(local, now);
    return true;
}

// Where something is agreed on between games: in a series, or between people.
static bool agrees_on_next(const struct local_game *local)
{
    const struct match *m = &local->driver.match;
    int people = 0;

    for (int seat = 0; seat < match_seats(m); seat++)
        people += m->setup.seats[seat].who == MATCH_PERSON;
    return match_over(m) && people > 0 && (people > 1 || local->driver.series.games > 1);
}

int local_game_chooser(const struct local_game *local)
{
    int seat = agrees_on_next(local) ? series_chooser(&local->driver.series, &local->driver.match)
                                     : NOBODY;

    return seat >= 0 && local->driver.match.setup.seats[seat].who == MATCH_PERSON ? seat : NOBODY;
}

bool local_game_may_repeat(const struct local_game *local)
{
    return agrees_on_next(local) && series_may_repeat(&local->driver.series, &local->driver.match);
}

bool local_game_next(struct local_game *local, uint64_t seed, const struct series_request *request,
                     uint64_t now, struct error *e)
{
    const struct saves *saves = local->saves;
    struct series series = local->driver.series;
    struct match_setup next;

    driver_set_adaptive_level(&local->driver,
                              adaptive_file_level(saves, local->driver.match.setup.game));
    bool over = match_over(&local->driver.match);
    if (over && !series_next(&series, &local->driver.match, seed, request, &next, e))
        return false;
    bool goes_on = series.played > 0;
    if (!over) {
        next = local->driver.match.setup;
        next.seed = seed;
        series_restart(&series);
    }
    struct save_slot before = local->slot;
    local->slot.lock = -1;
    local->finished = false;
    local->viewer = NOBODY;
    bool begun = local_game_begin(local, &next, &series, now, e);
    // The series goes on in the new file; the game before stays as a finished one.
    if (begun && goes_on && local->slot.lock >= 0)
        local->unsaved |= !saves_end_series(&before, &local->save_error);
    save_slot_release(&before);
    return begun;
}

// ---------------------------------------------------------------------------------------------
// Who looks
// ---------------------------------------------------------------------------------------------

static bool is_person(const struct local_game *local, int seat)
{
    return local->driver.match.setup.seats[seat].who == MATCH_PERSON;
}

static int first_person(const struct local_game *local)
{
    for (int seat = 0; seat < match_seats(&local->driver.match); seat++) {
        if (is_person(local, seat))
            return seat;
    }
    return NOBODY;
}

int local_game_people(const struct local_game *local)
{
    int persons = 0;

    for (int seat = 0; seat < match_seats(&local->driver.match); seat++)
        persons += is_person(local, seat);
    return persons;
}

bool local_game_person_acts(const struct local_game *local)
{
    int seat = match_to_act(&local->driver.match);

    return seat != NOBODY && is_person(local, seat);
}

int local_game_speaker(const struct local_game *local)
{
    return local_game_person_acts(local) ? match_to_act(&local->driver.match) : first_person(local);
}

int local_game_viewpoint(const struct local_game *local)
{
    int seat = match_to_act(&local->driver.match);

    if (!local->driver.match.setup.game->hidden)
        return seat == NOBODY ? 0 : seat;
    if (local_game_people(local) > 1)
        return seat != NOBODY && seat == local->viewer && is_person(local, seat) ? seat
                                                                                 : GAME_PUBLIC;
    seat = first_person(local);
    return seat == NOBODY ? GAME_PUBLIC : seat;
}

bool local_game_covered(const struct local_game *local)
{
    return local->driver.match.setup.game->hidden && local_game_people(local) > 1 &&
           local_game_person_acts(local) && match_to_act(&local->driver.match) != local->viewer;
}

// ---------------------------------------------------------------------------------------------
// Doing
// ---------------------------------------------------------------------------------------------

bool local_game_play(struct local_game *local, game_action action, uint64_t now, struct error *e)
{
    branch_after_end(local);
    bool good = driver_play(&local->driver, action, now, e);
    position_changed(local, now);
    return good;
}

bool local_game_undo(struct local_game *local, uint64_t now, struct error *e)
{
    bool good = match_undo_decision(&local->driver.match, now, e);

    position_changed(local, now);
    return good;
}

bool local_game_redo(struct local_game *local, uint64_t now, struct error *e)
{
    bool good = match_redo_decision(&local->driver.match, now, e);

    position_changed(local, now);
    return good;
}

bool local_game_resign(struct local_game *local, int seat, uint64_t now, struct error *e)
{
    if (match_over(&local->driver.match))
        return error_set(e, "gameview.over", "the game is over");
    if (seat == NOBODY)
        return error_set(e, "gameview.computers-play", "computers do not give up");
    branch_after_end(local);
    bool good = match_resign(&local->driver.match, seat, now, e);
    position_changed(local, now);
    return good;
}

// All people sit at one terminal: a person of another team answers.
int local_game_draw_acceptor(const struct local_game *local)
{
    const struct match *m = &local->driver.match;
    const struct match_setup *setup = &m->setup;

    for (int seat = 0; m->draw_offer != NOBODY && seat < match_seats(m); seat++) {
        if (is_person(local, seat) && game_team(setup->game, &setup->options, seat) !=
                                          game_team(setup->game, &setup->options, m->draw_offer))
            return seat;
    }
    return NOBODY;
}

// Computers play on: they do not answer offers.
bool local_game_offer_draw(struct local_game *local, uint64_t now, struct error *e)
{
    int seat = local_game_draw_acceptor(local) == NOBODY ? local_game_speaker(local)
                                                         : local_game_draw_acceptor(local);

    if (seat == NOBODY || local_game_people(local) < 2)
        return error_set(e, "gameview.no-draw",
                         "computers play to the end: a draw can be agreed between people");
    branch_after_end(local);
    bool good = match_offer_draw(&local->driver.match, seat, now, e);
    local_game_save(local, now);
    return good;
}

// ---------------------------------------------------------------------------------------------
// Help
// ---------------------------------------------------------------------------------------------

bool local_game_hint(struct local_game *local, const struct think_watch *watch,
                     const bool *unwanted, struct error *e)
{
    const struct match_setup *setup = &local->driver.match.setup;
    struct think_limits limits = hint_limits(setup->game, &setup->options);

    limits.milliseconds = HELP_TIME;
    if (!local_game_person_acts(local))
        return error_set(e, "gameview.help-turn", "help is for people who are to act");
    if (local->hint_level == 0) {
        struct thinker *helper = driver_helper(&local->driver, e);
        if (!helper)
            return false;
        hint_think(helper, &local->driver.match.history, &limits, watch, &local->hint);
        if (unwanted && *unwanted)
            return false;
    }
    if (local->hint_level < HINT_REASON)
        local->hint_level++;
    return true;
}

void local_game_say_hint(struct local_game *local, struct text *text)
{
    const char *names[GAME_MAX_SEATS] = {0};

    for (int seat = 0; seat < match_seats(&local->driver.match); seat++)
        names[seat] = match_name_in(&local->driver.match, local->messages, seat);
    if (local->hint_level == HINT_REASON) {
        hint_text(&local->hint, HINT_BEST, local->messages, names, text);
        text_char(text, ' ');
        hint_why(&local->hint, local->messages, names, text);
    } else {
        hint_text(&local->hint, local->hint_level, local->messages, names, text);
    }
    match_count_hint(&local->driver.match, local->hint_level);
}

bool local_game_may_review(const struct local_game *local, struct error *e)
{
    const struct match *m = &local->driver.match;

    if (!match_over(m))
        return error_set(e, "localgame.review-over", "a game can be reviewed when it is over");
    return m->history.length > 0 || error_set(e, "localgame.review-nothing",
                                              "nothing was played, so there is nothing to review");
}

bool local_game_best_action(const struct local_game *local, game_action *action)
{
    *action = local->hint.best;
    return local->hint_level >= HINT_BEST && !match_over(&local->driver.match);
}

// ---------------------------------------------------------------------------------------------
// Warnings
// ---------------------------------------------------------------------------------------------

bool local_game_warns(struct local_game *local, game_action action, const struct think_watch *watch)
{
    struct error ignored;

    local->warned = false;
    if (local->warnings == WARN_OFF || !local_game_person_acts(local) ||
        local_game_people(local) == match_seats(&local->driver.match))
        return false;
    struct thinker *helper = driver_helper(&local->driver, &ignored);
    struct classify_task task = {.thinker = helper,
                                 .history = &local->driver.match.history,
                                 .action = action,
                                 .watch = watch};
    local->warned = helper && classify_move(&task, &local->classification) &&
                    classification_warns(&local->classification, local->warnings);
    local->pending_action = action;
    if (local->warned)
        match_count_hint(&local->driver.match, HINT_AREA);
    return local->warned;
}

void local_game_say_warning(struct local_game *local, bool better, struct text *text)
{
    const struct match *m = &local->driver.match;
    const struct game *g = m->setup.game;
    const struct fact *reason = classification_reason(&local->classification);
    const char *names[GAME_MAX_SEATS] = {0};
    char action[GAME_NAMED_BYTES];
    struct message message;
    struct text named;

    for (int seat = 0; seat < match_seats(m); seat++)
        names[seat] = match_name_in(m, local->messages, seat);
    classification_say(&local->classification, g, &message);
    message_write(&message, local->messages, text);
    if (reason) {
        text_char(text, ' ');
        fact_sentence(reason, g, local->messages, names, text);
    }
    if (!better)
        return;
    text_init(&named, action, sizeof action);
    game_add_named(g, &m->history.position, local->classification.better.actions[0],
                   local->messages, &named);
    text_char(text, ' ');
    text_say(text, local->messages, "localgame.better:action", "Better: %s.", action);
    if (local->classification.why.count) {
        text_char(text, ' ');
        fact_sentence(&local->classification.why.at[0], g, local->messages, names, text);
    }
    match_count_hint(&local->driver.match, HINT_REASON);
}

void local_game_say_warnings(const struct local_game *local, struct text *text)
{
    static const struct sentence rows[WARNING_LEVELS] = {
        [WARN_OFF] = SENTENCE("localgame.warnings.off", "You are not warned before a move stands."),
        [WARN_BLUNDERS] = SENTENCE("localgame.warnings.blunders",
                                   "You are warned of blunders before they stand."),
        [WARN_MISTAKES] = SENTENCE("localgame.warnings.mistakes",
                                   "You are warned of mistakes before they stand."),
        [WARN_ALL] = SENTENCE("localgame.warnings.all",
                              "You are warned of everything that costs before it stands."),
    };

    text_add(text, sentence_row(local->messages, &rows[local->warnings]));
    if (local->warnings != WARN_OFF &&
        local_game_people(local) == match_seats(&local->driver.match)) {
        text_char(text, ' ');
        text_say(text, local->messages, "localgame.warnings.people",
                 "That is for games against a computer.");
    }
}
