// SPDX-License-Identifier: MIT
// Turns, clocks, undo, resignation and agreement. The rules belong to the game, repetition to the
// history. Nothing here reads a clock or searches. An impossible request fails with an error and
// changes nothing.
#include "play/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "game/attempt.h"

enum { FIRST_CAPACITY = 64, NOBODY = -1, STATUS_BYTES = 320 };

// ---------------------------------------------------------------------------------------------
// Setup and queries
// ---------------------------------------------------------------------------------------------

static bool check_players(const struct match_setup *setup, struct error *e)
{
    struct player_spec spec;

    for (int seat = 0; seat < game_seats(setup->game, &setup->options); seat++) {
        const struct match_seat *s = &setup->seats[seat];
        if (s->who == MATCH_COMPUTER && !player_read(s->player, &spec, e))
            return false;
    }
    return true;
}

static bool read_start(const struct match_setup *setup, struct game_position *start,
                       struct error *e)
{
    const struct game *g = setup->game;

    if (!setup->start[0]) {
        g->start(&setup->options, setup->seed, start);
        return true;
    }
    if (!g->read(&setup->options, setup->start, start, e))
        return false;
    return game_complete(g, start) || setup->from_view ||
           error_set(e, "match.view",
                     "a match cannot start from a view: the position must be complete");
}

bool match_init(struct match *m, const struct match_setup *setup, struct error *e)
{
    memset(m, 0, sizeof *m);
    m->setup = *setup;
    m->draw_offer = NOBODY;
    if (!check_players(setup, e) || !read_start(setup, &m->start, e))
        return false;
    history_init(&m->history, setup->game, &setup->options, &m->start);
    clock_init(&m->clock, &setup->clock);
    return true;
}

void match_clear(struct match *m)
{
    history_clear(&m->history);
    free(m->entries);
    m->entries = NULL;
    m->count = m->capacity = 0;
}

int match_seats(const struct match *m)
{
    return game_seats(m->setup.game, &m->setup.options);
}

const char *match_name(const struct match *m, int seat)
{
    assert(seat >= 0 && seat < match_seats(m));
    const char *name = m->setup.seats[seat].name;

    return name[0] ? name : m->setup.game->seat_names[seat];
}

const char *match_name_in(const struct match *m, const struct catalogue *messages, int seat)
{
    const struct game *g = m->setup.game;

    if (m->setup.seats[seat].name[0])
        return match_name(m, seat);
    return catalogue_text(messages, g->seat_names[seat], "%s.seat.%d", g->name, seat + 1);
}

// Marks the argument "name" as the game's name of a seat, for translation. Returns false.
static bool refer_to_seat(const struct match *m, int seat, struct error *e)
{
    if (!m->setup.seats[seat].name[0])
        error_refer(e, "name", "%s.seat.%d", m->setup.game->name, seat + 1);
    return false;
}

bool match_over(const struct match *m)
{
    struct game_result result;

    if (m->end.how != MATCH_GOES_ON)
        return true;
    history_result(&m->history, &result);
    return result.over;
}

int match_to_act(const struct match *m)
{
    return match_over(m) ? NOBODY : m->setup.game->to_act(&m->history.position);
}

static int team_of(const struct match *m, int seat)
{
    return game_team(m->setup.game, &m->setup.options, seat);
}

// The scores after a resignation or a loss on time: those on the board, with the winners at least a
// point ahead, so that nobody saves points by leaving. A view cannot tell.
static void score_on_board(const struct match *m, struct game_result *result)
{
    const struct game *g = m->setup.game;
    int most = -1;

    if (!g->score_at_resignation || !game_complete(g, &m->history.position))
        return;
    g->score_at_resignation(&m->history.position, m->end.seat, result->score);
    for (int seat = 0; seat < match_seats(m); seat++) {
        if (result->outcome[seat] == GAME_LOSS && result->score[seat] > most)
            most = result->score[seat];
    }
    for (int seat = 0; seat < match_seats(m); seat++) {
        if (result->outcome[seat] == GAME_WIN && result->score[seat] <= most)
            result->score[seat] = most + 1;
    }
}

void match_result(const struct match *m, struct game_result *result)
{
    history_result(&m->history, result);
    if (m->end.how == MATCH_GOES_ON || result->over)
        return;
    *result = (struct game_result){.over = true};
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        if (m->end.how == MATCH_AGREED || m->end.how == MATCH_ABORTED)
            result->outcome[seat] = GAME_DRAW;
        else if (seat < match_seats(m) && team_of(m, seat) == team_of(m, m->end.seat))
            result->outcome[seat] = GAME_LOSS;
        else
            result->outcome[seat] = GAME_WIN;
    }
    if (m->end.how == MATCH_RESIGNED || m->end.how == MATCH_TIME)
        score_on_board(m, result);
}

bool match_scored(const struct match *m)
{
    const struct game *g = m->setup.game;

    if (m->end.how == MATCH_RESIGNED || m->end.how == MATCH_TIME)
        return g->score_at_resignation && game_complete(g, &m->history.position);
    return g->scores && m->end.how <= MATCH_BY_RULES && !m->history.repeated;
}

// "White and Black win", or "the game is drawn".
static void say_outcome(const struct match *m, const struct catalogue *messages,
                        const struct game_result *result, struct text *t)
{
    char names[2][GAME_MAX_SEATS * (MATCH_NAME_BYTES + 8)] = {"", ""};
    unsigned winners = 0;

    for (int seat = 0; seat < match_seats(m); seat++) {
        const char *name = match_name_in(m, messages, seat), *before = names[winners % 2];
        struct text list;
        if (result->outcome[seat] != GAME_WIN)
            continue;
        text_init(&list, names[++winners % 2], sizeof names[0]);
        if (winners == 1)
            text_add(&list, name);
        else
            text_say(&list, messages, "match.and:names,name", "%s and %s", before, name);
    }
    if (winners == 0)
        text_say(t, messages, "match.drawn", "the game is drawn");
    else
        text_say_count(t, messages, winners, "match.win:names", "%s wins", "%s win",
                       names[winners % 2]);
}

void match_add_scores(const struct match *m, const struct catalogue *messages, int first,
                      struct text *t)
{
    struct game_result result;
    bool tells = false;

    match_result(m, &result);
    for (int seat = 0; seat < match_seats(m); seat++)
        tells |= result.score[seat] > 1;
    if (!tells || !match_scored(m))
        return;
    if (first >= 0)
        text_format(t, "%s %d", match_name_in(m, messages, first), result.score[first]);
    for (int seat = 0; seat < match_seats(m); seat++) {
        if (seat != first)
            text_format(t, "%s%s %d", seat || first >= 0 ? ", " : "",
                        match_name_in(m, messages, seat), result.score[seat]);
    }
}

static void say_end(const struct match *m, const struct catalogue *messages,
                    const struct game_result *result, struct text *t)
{
    const char *loser = match_name_in(m, messages, m->end.seat);
    char outcome[STATUS_BYTES], scores[STATUS_BYTES];
    struct text part;

    text_init(&part, outcome, sizeof outcome);
    say_outcome(m, messages, result, &part);
    text_init(&part, scores, sizeof scores);
    match_add_scores(m, messages, NOBODY, &part);
    if (m->end.how == MATCH_RESIGNED && scores[0])
        text_say(t, messages, "match.resigned-scored:name,outcome,scores", "%s resigns: %s (%s).",
                 loser, outcome, scores);
    else if (m->end.how == MATCH_RESIGNED)
        text_say(t, messages, "match.resigned:name,outcome", "%s resigns: %s.", loser, outcome);
    else if (m->end.how == MATCH_TIME && scores[0])
        text_say(t, messages, "match.timed-out-scored:name,outcome,scores",
                 "%s has run out of time: %s (%s).", loser, outcome, scores);
    else if (m->end.how == MATCH_TIME)
        text_say(t, messages, "match.timed-out:name,outcome", "%s has run out of time: %s.", loser,
                 outcome);
    else if (m->end.how == MATCH_AGREED)
        text_say(t, messages, "match.agreed", "By agreement the game is drawn.");
    else if (m->history.repeated)
        text_say(t, messages, "match.repeated:outcome", "The position has stood too often: %s.",
                 outcome);
    else if (scores[0])
        text_say(t, messages, "match.scored:outcome,scores", "%s (%s).", outcome, scores);
    else
        text_say(t, messages, "match.ended:outcome", "%s.", outcome);
}

void match_status(const struct match *m, const struct catalogue *messages, struct text *t)
{
    size_t begun = t->length;
    struct game_result result;

    match_result(m, &result);
    if (m->end.how == MATCH_ABORTED)
        text_say(t, messages, "match.aborted", "The game was broken off.");
    else if (!result.over)
        text_say(t, messages, "match.acts:name", "%s is to act.",
                 match_name_in(m, messages, match_to_act(m)));
    else
        say_end(m, messages, &result, t);
    text_capital(t->at + begun); // an outcome and names of seats may begin small
}

int match_you(const struct match *m)
{
    int you = SCENE_NOBODY, persons = 0;

    for (int seat = 0; seat < match_seats(m); seat++) {
        if (m->setup.seats[seat].who == MATCH_REMOTE)
            return SCENE_NOBODY;
        if (m->setup.seats[seat].who == MATCH_PERSON) {
            you = seat;
            persons++;
        }
    }
    return persons == 1 ? you : SCENE_NOBODY;
}

void match_scene(const struct match *m, int seat, int you, struct scene *s)
{
    history_scene_for(&m->history, seat, you, s);
    if (m->end.how <= MATCH_BY_RULES)
        return;
    scene_end(s, SCENE_OVER);
    match_result(m, &s->status.result);
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

static bool grow_entries(struct match *m)
{
    if (m->history.length < m->capacity)
        return true;
    unsigned capacity = m->capacity ? m->capacity * 2 : FIRST_CAPACITY;
    struct match_entry *entries = realloc(m->entries, capacity * sizeof *entries);
    if (!entries)
        return false;
    m->entries = entries;
    m->capacity = capacity;
    return true;
}

static bool has_clock(const struct match *m)
{
    return m->setup.clock.base != 0;
}

// Charges the seat that acted and starts the clock of the seat to act.
static uint64_t pass_clock(struct match *m, int acted, uint64_t now)
{
    int next = match_to_act(m);
    uint64_t spent = 0;

    if (!has_clock(m))
        return 0;
    spent = clock_run(&m->clock, next == NOBODY ? CLOCK_STOPPED : next, now);
    if (next != acted)
        clock_turn(&m->clock, acted);
    return spent;
}

static bool refuse_when_over(const struct match *m, struct error *e)
{
    return !match_over(m) || error_set(e, "match.over", "the game is over");
}

bool match_play(struct match *m, game_action action, uint64_t now, struct error *e)
{
    int seat = match_to_act(m);

    assert(m->history.length <= m->count && m->count <= m->capacity);
    if (match_check_time(m, now))
        return error_set(e, "match.time:name", "the time of %s is up",
                         match_name(m, m->end.seat)) ||
               refer_to_seat(m, m->end.seat, e);
    if (!refuse_when_over(m, e))
        return false;
    unsigned at = m->history.length;
    if (!grow_entries(m) || !history_play(&m->history, action))
        return error_set(e, "match.memory", "the action cannot be remembered: out of memory");
    bool timed = has_clock(m) && m->clock.running == seat;
    m->entries[at] =
        (struct match_entry){.action = action, .seat = (uint8_t)seat, .hints = m->hints};
    m->entries[at].spent = pass_clock(m, seat, now);
    m->entries[at].timed = timed;
    m->count = at + 1; // what was undone cannot be redone any more
    assert(m->history.length == m->count);
    m->hints = 0;
    if (m->draw_offer == seat)
        m->draw_offer = NOBODY;
    return true;
}

bool match_find(const struct match *m, const char *text, game_action *action, struct error *e)
{
    struct attempt_answer answer;
    const struct game *g = m->setup.game;

    if (!refuse_when_over(m, e))
        return false;
    if (game_find(g, &m->history.position, text, action))
        return history_may_follow(&m->history, *action, text, e);
    attempt_text(g, &m->history.position, text, &answer);
    return history_refuse(text, &answer, e);
}

bool match_play_text(struct match *m, const char *text, uint64_t now, struct error *e)
{
    game_action action;

    return match_find(m, text, &action, e) && match_play(m, action, now, e);
}

// ---------------------------------------------------------------------------------------------
// Undo
// ---------------------------------------------------------------------------------------------

// Resets the clocks to the times after the actions so far, and starts that of the seat to act.
static void rewind_clock(struct match *m, uint64_t now)
{
    int acted = NOBODY, to_act = match_to_act(m);

    if (!has_clock(m))
        return;
    clock_init(&m->clock, &m->setup.clock);
    for (unsigned i = 0; i < m->history.length; i++) {
        const struct match_entry *entry = &m->entries[i];
        acted = entry->seat;
        m->clock.left[acted] -= (int64_t)entry->spent;
        int next = i + 1 < m->history.length ? m->entries[i + 1].seat : to_act;
        if (next != acted)
            clock_turn(&m->clock, acted);
    }
    if (m->history.length > 0 && to_act != NOBODY)
        clock_run(&m->clock, to_act, now);
}

bool match_history_at(const struct match *m, unsigned length, struct history *history)
{
    assert(length <= m->count);
    history_init(history, m->setup.game, &m->setup.options, &m->start);
    for (unsigned i = 0; i < length; i++) {
        if (!history_play(history, m->entries[i].action)) {
            history_clear(history);
            return false;
        }
    }
    return true;
}

// Moves to another length of the game; it goes on from there.
static bool match_go_to(struct match *m, unsigned length, uint64_t now, struct error *e)
{
    struct history history;

    if (!match_history_at(m, length, &history))
        return error_set(e, "match.replay", "the game cannot be replayed: out of memory");
    history_clear(&m->history);
    m->history = history;
    m->end = (struct match_end){0};
    m->draw_offer = NOBODY;
    m->hints = 0;
    rewind_clock(m, now);
    assert(m->history.length == length && length <= m->count);
    return true;
}

bool match_undo(struct match *m, uint64_t now, struct error *e)
{
    if (m->history.length == 0)
        return error_set(e, "match.no-undo", "nothing was played yet that could be taken back");
    return match_go_to(m, m->history.length - 1, now, e);
}

bool match_redo(struct match *m, uint64_t now, struct error *e)
{
    if (m->history.length == m->count)
        return error_set(e, "match.no-redo", "nothing was taken back that could be played again");
    return match_go_to(m, m->history.length + 1, now, e);
}

static bool is_person(const struct match *m, int seat)
{
    return m->setup.seats[seat].who == MATCH_PERSON;
}

static bool has_person(const struct match *m)
{
    for (int seat = 0; seat < match_seats(m); seat++) {
        if (is_person(m, seat))
            return true;
    }
    return false;
}

bool match_undo_decision(struct match *m, uint64_t now, struct error *e)
{
    unsigned length = m->history.length;

    if (!has_person(m))
        return match_undo(m, now, e);
    while (length > 0 && !is_person(m, m->entries[length - 1].seat))
        length--;
    if (length == 0)
        return error_set(e, "match.no-person",
                         "no person has played yet: there is nothing to take back");
    return match_go_to(m, length - 1, now, e);
}

bool match_redo_decision(struct match *m, uint64_t now, struct error *e)
{
    unsigned length = m->history.length + 1;

    if (length > m->count)
        return match_redo(m, now, e);
    while (has_person(m) && length < m->count && !is_person(m, m->entries[length].seat))
        length++;
    return match_go_to(m, length, now, e);
}

// ---------------------------------------------------------------------------------------------
// Ends outside the rules, and the clock
// ---------------------------------------------------------------------------------------------

static void match_finish(struct match *m, enum match_how how, int seat, uint64_t now)
{
    assert(m->end.how == MATCH_GOES_ON && how != MATCH_GOES_ON && seat < match_seats(m));
    m->end = (struct match_end){how, seat};
    m->draw_offer = NOBODY;
    clock_run(&m->clock, CLOCK_STOPPED, now);
}

bool match_check_time(struct match *m, uint64_t now)
{
    int seat = clock_fallen(&m->clock, now);

    if (m->end.how == MATCH_GOES_ON && seat != CLOCK_STOPPED && !match_over(m))
        match_finish(m, MATCH_TIME, seat, now);
    return m->end.how == MATCH_TIME;
}

static bool check_seat(const struct match *m, int seat, struct error *e)
{
    return (seat >= 0 && seat < match_seats(m)) ||
           error_set(e, "match.seat:seat,seats", "there is no seat %d: the game has %d", seat + 1,
                     match_seats(m));
}

bool match_resign(struct match *m, int seat, uint64_t now, struct error *e)
{
    match_check_time(m, now);
    if (!check_seat(m, seat, e) || !refuse_when_over(m, e))
        return false;
    match_finish(m, MATCH_RESIGNED, seat, now);
    return true;
}

bool match_offer_draw(struct match *m, int seat, uint64_t now, struct error *e)
{
    match_check_time(m, now);
    if (!check_seat(m, seat, e) || !refuse_when_over(m, e))
        return false;
    if (match_seats(m) != 2)
        return error_set(e, "match.draw", "a draw can be agreed between two seats only");
    if (m->draw_offer == seat)
        return error_set(e, "match.offered:name", "%s has already offered a draw",
                         match_name(m, seat)) ||
               refer_to_seat(m, seat, e);
    if (m->draw_offer == NOBODY)
        m->draw_offer = (int8_t)seat;
    else
        match_finish(m, MATCH_AGREED, seat, now);
    return true;
}

bool match_abort(struct match *m, uint64_t now, struct error *e)
{
    if (!refuse_when_over(m, e))
        return false;
    match_finish(m, MATCH_ABORTED, 0, now);
    return true;
}

void match_pause(struct match *m, uint64_t now)
{
    clock_run(&m->clock, CLOCK_STOPPED, now);
}

void match_resume(struct match *m, uint64_t now)
{
    int seat = match_to_act(m);

    if (has_clock(m) && m->history.length > 0 && seat != NOBODY)
        clock_run(&m->clock, seat, now);
}

void match_count_hint(struct match *m, unsigned level)
{
    assert(level >= 1 && level <= MATCH_HINT_LEVELS);
    m->hints |= (uint8_t)(1U << (level - 1));
}

void match_position_at(const struct match *m, unsigned index, struct game_position *p)
{
    assert(index <= m->count);
    *p = m->start;
    for (unsigned i = 0; i < index; i++)
        m->setup.game->apply(p, m->entries[i].action, p);
}

void match_add_named(const struct match *m, unsigned index, const struct catalogue *messages,
                     struct text *t)
{
    struct game_position p;

    match_position_at(m, index, &p);
    game_add_named(m->setup.game, &p, m->entries[index].action, messages, t);
}

void match_action_text(const struct match *m, unsigned index, char text[GAME_ACTION_BYTES])
{
    struct game_position p;

    match_position_at(m, index, &p);
    game_write_action(m->setup.game, &p, m->entries[index].action, text);
}
