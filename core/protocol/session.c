// SPDX-License-Identifier: MIT
// A session: the table of its calls, and those that play a game. A call that fails has changed
// nothing. The time comes in with the call: nothing here reads a clock.
//
// The other calls: sessiongame.c begins, saves and loads games, sessionengine.c asks the engine,
// sessionpuzzle.c and sessionpractice.c are about puzzles. statejson.c writes the state that most
// calls answer with, update.c what has changed in it.
#include "protocol/session.h"

#include <stdlib.h>
#include <string.h>

#include "play/levels.h"
#include "protocol/command.h"

void session_init(struct session *s, const struct command_host *host)
{
    memset(s, 0, sizeof *s);
    s->host = host;
    s->viewpoint = SESSION_TO_ACT;
    driver_init(&s->driver, host->clock);
}

void session_clear(struct session *s)
{
    driver_clear(&s->driver);
    free(s->seen.actions);
    memset(&s->seen, 0, sizeof s->seen);
}

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

// A level, or a request for the next game.
static bool read_next_word(const char *word, struct series_request *request, unsigned *level,
                           struct error *e)
{
    unsigned long long n;

    if (!strcmp(word, "second") || !strcmp(word, "revenge")) {
        *(word[0] == 's' ? &request->second : &request->revenge) = true;
        return true;
    }
    if (!text_read_number(word, LEVELS, &n) || n == 0)
        return error_set(e, "session.level:most", "a level is a number from 1 to %d", LEVELS);
    *level = (unsigned)n;
    return true;
}

// The next game of the series, or after its last one the first of another.
static bool run_next(struct session *s, const struct session_call *c)
{
    struct series_request request = {0};
    unsigned long long seed;
    unsigned level = 0;

    if (!text_read_number(c->words[0], UINT64_MAX, &seed))
        return error_set(c->e, "session.number:word,most", "'%s': a number up to %llu is wanted",
                         "next", (unsigned long long)UINT64_MAX);
    for (unsigned i = 1; i < c->count; i++) {
        if (!read_next_word(c->words[i], &request, &level, c->e))
            return false;
    }
    s->follows = false;
    if (level)
        driver_set_adaptive_level(&s->driver, level);
    return driver_next(&s->driver, seed, &request, c->e) && session_answer(s, c);
}

static bool run_record(struct session *s, const struct session_call *c)
{
    return session_record(s, c->words, c->count, c->out, c->e);
}

// A match from its record; it is paused until `resume`.
static bool run_load(struct session *s, const struct session_call *c)
{
    struct series series;
    struct match m;

    if (!session_load(c->words[0], &m, &series, c->e))
        return false;
    driver_adopt(&s->driver, &m, &series);
    session_end_puzzle(s);
    s->follows = false;
    return session_answer(s, c);
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

static bool run_state(struct session *s, const struct session_call *c)
{
    match_check_time(&s->driver.match, s->now);
    return session_answer(s, c);
}

static bool set_viewpoint(struct session *s, const struct session_call *c)
{
    unsigned long long seat;

    // In a puzzle the hands of the others are part of the question.
    if (s->puzzle && s->puzzle != SESSION_SOLVED && s->puzzle != SESSION_SHOWN)
        return error_set(c->e, "session.puzzle:call",
                         "call '%s' is not for puzzles, whose actions are tried with 'try'",
                         "eyes");
    if (!strcmp(c->words[0], "turn")) {
        s->viewpoint = SESSION_TO_ACT;
        return session_answer(s, c);
    }
    if (!text_read_number(c->words[0], (unsigned long long)match_seats(&s->driver.match), &seat))
        return error_set(c->e, "session.eyes:eyes,most",
                         "eyes '%s' are none of: turn, 0 (the public), 1 to %d",
                         error_quote(c->words[0]).text, match_seats(&s->driver.match));
    s->viewpoint = (int)seat - 1;
    return session_answer(s, c);
}

static bool run_touch(struct session *s, const struct session_call *c)
{
    struct scene scene;

    if (match_over(&s->driver.match))
        return error_set(c->e, "match.over", "the game is over");
    game_scene(s->driver.match.setup.game, &s->driver.match.history.position, GAME_PUBLIC, &scene);
    int spot = scene_find(&scene, c->words[0]);
    if (spot < 0)
        return error_set(c->e, "spot.unknown:spot", "spot '%s' is unknown here",
                         error_quote(c->words[0]).text);
    enum touch_answer touched = driver_touch(&s->driver, (game_spot)spot);
    return session_answer_touch(s, (int)touched, c);
}

static bool run_cancel(struct session *s, const struct session_call *c)
{
    driver_changed(&s->driver);
    return session_answer(s, c);
}

// "#INDEX@LENGTH": an action's index among the legal ones, and how many were played before.
static bool play_index(struct session *s, const struct session_call *c)
{
    const char *word = c->words[0] + 1, *at = strchr(word, '@');
    char index_word[24];
    unsigned long long index, length;
    struct text t;

    text_init(&t, index_word, sizeof index_word);
    if (at)
        text_bytes(&t, word, (size_t)(at - word));
    if (!at || !text_read_number(index_word, UINT32_MAX, &index) ||
        !text_read_number(at + 1, UINT32_MAX, &length))
        return error_set(c->e, "session.index:word", "'%s' is not #INDEX@LENGTH",
                         error_quote(c->words[0]).text);
    return driver_play_index(&s->driver, (unsigned)index, (unsigned)length, s->now, c->e);
}

// What was touched, or an action by index or text.
static bool run_play(struct session *s, const struct session_call *c)
{
    bool good = c->count == 0           ? driver_play_touched(&s->driver, s->now, c->e)
                : c->words[0][0] == '#' ? play_index(s, c)
                                        : driver_play_text(&s->driver, c->words[0], s->now, c->e);

    return good && session_answer(s, c);
}

static bool run_set(struct session *s, const struct session_call *c)
{
    return driver_set(&s->driver, NULL, c->words, c->count, s->now, c->e) && session_answer(s, c);
}

// What another session played, without the state: this one only thinks.
static bool run_continue(struct session *s, const struct session_call *c)
{
    unsigned long long from;

    if (!text_read_number(c->words[0], UINT32_MAX, &from))
        return error_set(c->e, "session.number:word,most", "'%s': a number up to %llu is wanted",
                         error_quote(c->words[0]).text, (unsigned long long)UINT32_MAX);
    if (!driver_continue(&s->driver, (unsigned)from, c->words + 1, c->count - 1, s->now, c->e))
        return false;
    output_format(c->out, "{\"length\":%u}\n", s->driver.match.history.length);
    return true;
}

static bool answer_if(struct session *s, const struct session_call *c, bool done)
{
    if (!done)
        return false;
    driver_changed(&s->driver);
    return session_answer(s, c);
}

static bool run_undo(struct session *s, const struct session_call *c)
{
    bool step = c->count && !strcmp(c->words[0], "step");

    return answer_if(s, c,
                     step ? match_undo(&s->driver.match, s->now, c->e)
                          : match_undo_decision(&s->driver.match, s->now, c->e));
}

static bool run_redo(struct session *s, const struct session_call *c)
{
    bool step = c->count && !strcmp(c->words[0], "step");

    return answer_if(s, c,
                     step ? match_redo(&s->driver.match, s->now, c->e)
                          : match_redo_decision(&s->driver.match, s->now, c->e));
}

static bool read_seat(const struct session *s, const char *word, int *seat, struct error *e)
{
    unsigned long long n;

    if (!text_read_number(word, (unsigned long long)match_seats(&s->driver.match), &n) || n == 0)
        return error_set(e, "session.seat:seat,most", "seat '%s' is none of 1 to %d",
                         error_quote(word).text, match_seats(&s->driver.match));
    *seat = (int)n - 1;
    return true;
}

static bool run_resign(struct session *s, const struct session_call *c)
{
    int seat = 0;

    return read_seat(s, c->words[0], &seat, c->e) &&
           answer_if(s, c, match_resign(&s->driver.match, seat, s->now, c->e));
}

static bool run_draw(struct session *s, const struct session_call *c)
{
    int seat = 0;

    return read_seat(s, c->words[0], &seat, c->e) &&
           answer_if(s, c, match_offer_draw(&s->driver.match, seat, s->now, c->e));
}

static bool run_abort(struct session *s, const struct session_call *c)
{
    return answer_if(s, c, match_abort(&s->driver.match, s->now, c->e));
}

static bool run_pause(struct session *s, const struct session_call *c)
{
    match_pause(&s->driver.match, s->now);
    return session_answer(s, c);
}

static bool run_resume(struct session *s, const struct session_call *c)
{
    match_resume(&s->driver.match, s->now);
    return session_answer(s, c);
}

static bool run_hint(struct session *s, const struct session_call *c)
{
    return s->puzzle ? session_puzzle_hint(s, c) : session_hint(s, c);
}

static bool run_hinted(struct session *s, const struct session_call *c)
{
    unsigned long long hint_level;

    if (!text_read_number(c->words[0], MATCH_HINT_LEVELS, &hint_level) || hint_level == 0)
        return error_set(c->e, "session.rung:rung,most", "hint level '%s' is none of 1 to %d",
                         error_quote(c->words[0]).text, MATCH_HINT_LEVELS);
    match_count_hint(&s->driver.match, (unsigned)hint_level);
    return session_answer(s, c);
}

// As at the beginning: without a match.
static bool run_close(struct session *s, const struct session_call *c)
{
    const struct command_host *host = s->host;

    session_clear(s);
    session_init(s, host);
    output_add(c->out, "{}\n");
    return true;
}

// ---------------------------------------------------------------------------------------------
// The table
// ---------------------------------------------------------------------------------------------

static const struct session_row rows[] = {
    {"new", 1, 32, CALL_FREE, session_new},
    {"follow", 1, ANY_NUMBER, CALL_FREE, session_follow},
    {"setup", 0, 0, CALL_MATCH, session_setup},
    {"next", 1, 3, CALL_NO_PUZZLE, run_next},
    {"state", 0, 0, CALL_MATCH, run_state},
    {"events", 0, 0, CALL_FREE, session_events},
    {"snapshot", 0, 0, CALL_MATCH, session_snapshot},
    {"eyes", 1, 1, CALL_MATCH, set_viewpoint},
    {"touch", 1, 1, CALL_MATCH, run_touch},
    {"cancel", 0, 0, CALL_MATCH, run_cancel},
    {"play", 0, 1, CALL_NO_PUZZLE, run_play},
    {"step", 0, 0, CALL_NO_PUZZLE, session_step},
    {"choose", 0, 0, CALL_NO_PUZZLE, session_choose},
    {"continue", 1, ANY_NUMBER, CALL_NO_PUZZLE, run_continue},
    {"entry", 5, 5, CALL_NO_PUZZLE, session_entry},
    {"hint", 0, 1, CALL_MATCH, run_hint},
    {"set", 0, ANY_NUMBER, CALL_NO_PUZZLE, run_set},
    {"undo", 0, 1, CALL_NO_PUZZLE, run_undo},
    {"redo", 0, 1, CALL_NO_PUZZLE, run_redo},
    {"resign", 1, 1, CALL_NO_PUZZLE, run_resign},
    {"draw", 1, 1, CALL_NO_PUZZLE, run_draw},
    {"abort", 0, 0, CALL_NO_PUZZLE, run_abort},
    {"pause", 0, 0, CALL_MATCH, run_pause},
    {"resume", 0, 0, CALL_MATCH, run_resume},
    {"hinted", 1, 1, CALL_MATCH, run_hinted},
    {"judge", 1, 2, CALL_NO_PUZZLE, session_judge},
    {"moves", 0, 0, CALL_MATCH, session_moves},
    {"look", 1, ANY_NUMBER, CALL_MATCH, session_look},
    {"record", 0, 2, CALL_MATCH, run_record},
    {"load", 1, 1, CALL_FREE, run_load},
    {"close", 0, 0, CALL_FREE, run_close},
};

enum { ROWS = sizeof rows / sizeof *rows };

static unsigned row_count(void)
{
    return ROWS + session_study_row_count;
}

static const struct session_row *row_at(unsigned index)
{
    return index < ROWS ? &rows[index] : &session_study_rows[index - ROWS];
}

static const char *row_name(unsigned index)
{
    return row_at(index)->name;
}

// "now=MS" before the call's name sets the time.
static bool read_now(struct session *s, const char *word, bool *found, struct error *e)
{
    unsigned long long now;

    *found = !strncmp(word, "now=", 4);
    if (!*found)
        return true;
    if (!text_read_number(word + 4, UINT64_MAX, &now))
        return error_set(e, "session.now:word", "'%s' is not now=MILLISECONDS",
                         error_quote(word).text);
    s->now = now;
    return true;
}

static bool check_needs(const struct session *s, const struct session_row *row, struct error *e)
{
    if (row->needs == CALL_PUZZLE && !s->puzzle)
        return error_set(e, "session.no-puzzle:call",
                         "call '%s' needs a puzzle: begin one with 'puzzle'", row->name);
    if (row->needs == CALL_NO_PUZZLE && s->puzzle)
        return error_set(e, "session.puzzle:call",
                         "call '%s' is not for puzzles, whose actions are tried with 'try'",
                         row->name);
    if (row->needs != CALL_FREE && !s->driver.begun)
        return error_set(e, "session.no-match:call",
                         "call '%s' needs a match: begin one with 'new'", row->name);
    return true;
}

bool session_call(struct session *s, const char *const *words, unsigned count, struct output *out,
                  struct error *e)
{
    bool found = false;

    if (count && !read_now(s, words[0], &found, e))
        return false;
    words += found;
    count -= found;
    if (count == 0)
        return error_set(e, "session.none", "a call is missing");
    for (unsigned i = 0; i < row_count(); i++) {
        const struct session_row *row = row_at(i);
        if (strcmp(row->name, words[0]) != 0)
            continue;
        if (count - 1 < row->least || count - 1 > row->most)
            return error_set(e, "session.words:call,least,most,words",
                             "call '%s' takes %u to %u words, not %u", row->name, row->least,
                             row->most, count - 1);
        if (!check_needs(s, row, e))
            return false;
        return row->run(s, &(struct session_call){words + 1, count - 1, out, e});
    }
    const char *nearest = command_nearest(words[0], row_name, row_count());
    if (nearest)
        return error_set(e, "session.unknown.near:call,near",
                         "call '%s' is unknown; did you mean '%s'?", error_quote(words[0]).text,
                         nearest);
    return error_set(e, "session.unknown:call", "call '%s' is unknown", error_quote(words[0]).text);
}
