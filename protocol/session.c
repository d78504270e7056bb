// SPDX-License-Identifier: MIT
// Calls of the page on one match, as rows of a table: each reads its words, changes the match or refuses, and answers
// with the whole state, so a page never has to guess what a call changed. A call that fails has changed nothing. Time
// comes in with the call: nothing here reads a clock. Rules, touches and records are others' work; this is the door.
#include "protocol/session.h"

#include <string.h>

#include "base/jsonwrite.h"
#include "protocol/command.h"
#include "protocol/touches.h"

// The words after a call's name.
struct call {
    const char *const *words;
    unsigned count;
    struct output *out;
    struct error *e;
};

// A call as a row. A function that fails has changed nothing.
struct session_row {
    const char *name;
    unsigned least, most;
    bool needs_match;
    bool (*run)(struct session *s, const struct call *c);
};

void session_init(struct session *s)
{
    memset(s, 0, sizeof *s);
    s->eyes = SESSION_TO_ACT;
}

void session_clear(struct session *s)
{
    if (s->begun)
        match_clear(&s->match);
    s->begun = false;
}

static bool answer(struct session *s, const struct call *c)
{
    session_state(s, TOUCHES_NONE, c->out);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Setting up
// ---------------------------------------------------------------------------------------------

struct wishes {
    struct match_setup setup;
    unsigned games;
    bool by_score;
};

static bool copy_text(char *to, size_t room, const char *from, const char *what, struct error *e)
{
    size_t length = strlen(from);

    if (length >= room)
        return error_say(e, "%s '%s' is longer than %u bytes", what, error_quote(from).text,
                         (unsigned)room - 1);
    memcpy(to, from, length + 1);
    return true;
}

// "seat2" with "person", "remote" or a player's text.
static bool wish_seat(struct match_seat *seat, const char *value, struct error *e)
{
    struct player_spec spec;

    if (!strcmp(value, "person") || !strcmp(value, "remote")) {
        seat->who = value[0] == 'p' ? MATCH_PERSON : MATCH_REMOTE;
        return true;
    }
    seat->who = MATCH_COMPUTER;
    return player_read(value, &spec, e) &&
           copy_text(seat->player, sizeof seat->player, value, "player", e);
}

// The number behind a key such as "seat2", if it begins with `stem`; -1 otherwise.
static int seat_of(const char *key, size_t length, const char *stem)
{
    size_t stem_length = strlen(stem);

    if (length != stem_length + 1 || strncmp(key, stem, stem_length) != 0)
        return -1;
    int seat = key[stem_length] - '1';
    return seat >= 0 && seat < GAME_MAX_SEATS ? seat : -1;
}

static bool wish_number(const char *word, const char *value, unsigned long long most,
                        unsigned long long *n, struct error *e)
{
    return text_read_number(value, most, n) ||
           error_say(e, "'%s': a number up to %llu is wanted", error_quote(word).text, most);
}

static bool is_key(const char *word, size_t length, const char *key)
{
    return strlen(key) == length && !strncmp(word, key, length);
}

// One word "key=value" of `new`.
static bool wish(struct wishes *w, const char *word, struct error *e)
{
    const char *equals = strchr(word, '=');
    unsigned long long n;
    int seat;

    if (!equals)
        return error_say(e, "'%s' is not key=value", error_quote(word).text);
    size_t length = (size_t)(equals - word);
    const char *value = equals + 1;
    if (length > 2 && !strncmp(word, "o.", 2))
        return game_set_option(w->setup.game, &w->setup.options, word + 2, e);
    if ((seat = seat_of(word, length, "seat")) >= 0)
        return wish_seat(&w->setup.seats[seat], value, e);
    if ((seat = seat_of(word, length, "name")) >= 0)
        return copy_text(w->setup.seats[seat].name, MATCH_NAME_BYTES, value, "name", e);
    if (is_key(word, length, "clock"))
        return clock_read(value, &w->setup.clock, e);
    if (is_key(word, length, "start"))
        return copy_text(w->setup.start, sizeof w->setup.start, value, "start", e);
    if (is_key(word, length, "by")) {
        w->by_score = !strcmp(value, "score");
        return w->by_score || !strcmp(value, "games") ||
               error_say(e, "'%s': a match is won by=games or by=score", error_quote(word).text);
    }
    if (is_key(word, length, "seed")) {
        if (!wish_number(word, value, UINT64_MAX, &n, e))
            return false;
        w->setup.seed = n;
        return true;
    }
    if (is_key(word, length, "games")) {
        if (!wish_number(word, value, SERIES_MOST_GAMES, &n, e))
            return false;
        w->games = (unsigned)n;
        return true;
    }
    return error_say(e,
                     "key '%.*s' is unknown; there are: o.OPTION, seatN, nameN, seed, start, "
                     "clock, games, by",
                     (int)(length < 20 ? length : 20), error_quote(word).text);
}

// Puts a match that is ready in the place of the old one.
static void install(struct session *s, const struct match *m, const struct series *series)
{
    session_clear(s);
    s->match = *m;
    s->series = *series;
    s->begun = true;
    touch_cancel(&s->touch);
}

static bool begin(struct session *s, const struct match_setup *setup, const struct series *series,
                  const struct call *c)
{
    struct match m;

    if (!match_init(&m, setup, c->e)) {
        match_clear(&m);
        return false;
    }
    install(s, &m, series);
    return answer(s, c);
}

static bool run_new(struct session *s, const struct call *c)
{
    struct wishes w = {.games = 1};
    struct series series;

    if (!command_game(c->words[0], &w.setup.game, c->e))
        return false;
    for (unsigned i = 1; i < c->count; i++) {
        if (!wish(&w, c->words[i], c->e))
            return false;
    }
    return series_init(&series, w.setup.game, w.games, w.by_score, c->e) &&
           begin(s, &w.setup, &series, c);
}

// The next game of the series, or after its last one a rematch by the same custom.
static bool run_next(struct session *s, const struct call *c)
{
    struct series series = s->series;
    struct match_setup next;
    unsigned long long seed;

    if (!match_over(&s->match))
        return error_say(c->e, "the game is not over yet");
    if (!wish_number("next", c->words[0], UINT64_MAX, &seed, c->e))
        return false;
    if (series.played + 1 >= series.games) {
        series.games++;
        if (!series_next(&series, &s->match, seed, &next))
            next = s->match.setup;
        series.games--;
        series.played = 0;
        memset(series.half_points, 0, sizeof series.half_points);
        memset(series.scores, 0, sizeof series.scores);
    } else if (!series_next(&series, &s->match, seed, &next)) {
        next = s->match.setup;
    }
    return begin(s, &next, &series, c);
}

static bool run_record(struct session *s, const struct call *c)
{
    return session_record(s, c->words, c->count, c->out, c->e);
}

// A match from its record, which stands still until it is resumed.
static bool run_load(struct session *s, const struct call *c)
{
    struct series series;
    struct match m;

    if (!session_load(c->words[0], &m, &series, c->e))
        return false;
    install(s, &m, &series);
    return answer(s, c);
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

static bool run_state(struct session *s, const struct call *c)
{
    match_check_time(&s->match, s->now);
    return answer(s, c);
}

static bool run_eyes(struct session *s, const struct call *c)
{
    unsigned long long seat;

    if (!strcmp(c->words[0], "turn")) {
        s->eyes = SESSION_TO_ACT;
        return answer(s, c);
    }
    if (!text_read_number(c->words[0], (unsigned long long)match_seats(&s->match), &seat))
        return error_say(c->e, "eyes '%s' are none of: turn, 0 (the public), 1 to %d",
                         error_quote(c->words[0]).text, match_seats(&s->match));
    s->eyes = (int)seat - 1;
    return answer(s, c);
}

static bool run_touch(struct session *s, const struct call *c)
{
    struct scene scene;

    if (match_over(&s->match))
        return error_say(c->e, "the game is over");
    game_scene(s->match.setup.game, &s->match.history.position, GAME_PUBLIC, &scene);
    int spot = scene_find(&scene, c->words[0]);
    if (spot < 0)
        return error_say(c->e, "spot '%s' is unknown here", error_quote(c->words[0]).text);
    enum touch_answer touched = touch_spot(&s->touch, &s->match.history, (game_spot)spot);
    session_state(s, (int)touched, c->out);
    return true;
}

static bool run_cancel(struct session *s, const struct call *c)
{
    touch_cancel(&s->touch);
    return answer(s, c);
}

static bool run_play(struct session *s, const struct call *c)
{
    if (!match_play_text(&s->match, c->words[0], s->now, c->e))
        return false;
    touch_cancel(&s->touch);
    return answer(s, c);
}

// The game after exactly these actions from its start.
static bool run_set(struct session *s, const struct call *c)
{
    struct match m;

    if (!match_init(&m, &s->match.setup, c->e)) {
        match_clear(&m);
        return false;
    }
    for (unsigned i = 0; i < c->count; i++) {
        if (!match_play_text(&m, c->words[i], s->now, c->e)) {
            match_clear(&m);
            return false;
        }
    }
    struct series series = s->series;
    install(s, &m, &series);
    return answer(s, c);
}

static bool after(struct session *s, const struct call *c, bool done)
{
    if (!done)
        return false;
    touch_cancel(&s->touch);
    return answer(s, c);
}

static bool run_undo(struct session *s, const struct call *c)
{
    bool step = c->count && !strcmp(c->words[0], "step");

    return after(s, c,
                 step ? match_undo(&s->match, s->now, c->e)
                      : match_undo_decision(&s->match, s->now, c->e));
}

static bool run_redo(struct session *s, const struct call *c)
{
    bool step = c->count && !strcmp(c->words[0], "step");

    return after(s, c,
                 step ? match_redo(&s->match, s->now, c->e)
                      : match_redo_decision(&s->match, s->now, c->e));
}

static bool read_seat(const struct session *s, const char *word, int *seat, struct error *e)
{
    unsigned long long n;

    if (!text_read_number(word, (unsigned long long)match_seats(&s->match), &n) || n == 0)
        return error_say(e, "seat '%s' is none of 1 to %d", error_quote(word).text,
                         match_seats(&s->match));
    *seat = (int)n - 1;
    return true;
}

static bool run_resign(struct session *s, const struct call *c)
{
    int seat = 0;

    return read_seat(s, c->words[0], &seat, c->e) &&
           after(s, c, match_resign(&s->match, seat, s->now, c->e));
}

static bool run_draw(struct session *s, const struct call *c)
{
    int seat = 0;

    return read_seat(s, c->words[0], &seat, c->e) &&
           after(s, c, match_offer_draw(&s->match, seat, s->now, c->e));
}

static bool run_abort(struct session *s, const struct call *c)
{
    return after(s, c, match_abort(&s->match, s->now, c->e));
}

static bool run_pause(struct session *s, const struct call *c)
{
    match_pause(&s->match, s->now);
    return answer(s, c);
}

static bool run_resume(struct session *s, const struct call *c)
{
    match_resume(&s->match, s->now);
    return answer(s, c);
}

static bool run_hinted(struct session *s, const struct call *c)
{
    unsigned long long rung;

    if (!text_read_number(c->words[0], MATCH_HINT_RUNGS, &rung) || rung == 0)
        return error_say(c->e, "rung '%s' is none of 1 to %d", error_quote(c->words[0]).text,
                         MATCH_HINT_RUNGS);
    match_count_hint(&s->match, (unsigned)rung);
    return answer(s, c);
}

// The legal actions with the spots that each touches.
static bool run_moves(struct session *s, const struct call *c)
{
    const struct game *g = s->match.setup.game;
    const struct game_position *p = &s->match.history.position;
    struct game_actions list = {0};
    struct json_writer j;

    if (!match_over(&s->match))
        history_list(&s->match.history, &list);
    json_write_init(&j, c->out);
    json_write_object(&j, NULL);
    json_write_array(&j, "moves");
    for (unsigned i = 0; i < list.count; i++) {
        char storage[GAME_ACTION_BYTES];
        struct game_path path;
        struct text t;
        text_init(&t, storage, sizeof storage);
        g->action_text(p, list.at[i], &t);
        g->action_path(p, list.at[i], &path);
        json_write_object(&j, NULL);
        json_write_string(&j, "text", storage);
        json_write_array(&j, "spots");
        for (unsigned k = 0; k < path.count; k++)
            json_write_number(&j, NULL, path.at[k]);
        json_write_end_array(&j);
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    json_write_end_object(&j);
    output_add(c->out, "\n");
    return true;
}

// How a command of the table is told this game: {words: [GAME, "-o", ...], actions: [...]}. Knows everything, so it
// is for whoever asks a computer player, not for eyes.
static bool run_words(struct session *s, const struct call *c)
{
    const struct match_setup *setup = &s->match.setup;
    char storage[GAME_TEXT_BYTES];
    struct text t;
    struct json_writer j;

    json_write_init(&j, c->out);
    json_write_object(&j, NULL);
    json_write_array(&j, "words");
    json_write_string(&j, NULL, setup->game->name);
    for (unsigned i = 0; i < game_option_count(setup->game); i++) {
        const struct game_option *option = &setup->game->options[i];
        text_init(&t, storage, sizeof storage);
        text_format(&t, "%s=%s", option->key, option->values[setup->options.value[i]]);
        json_write_string(&j, NULL, "-o");
        json_write_string(&j, NULL, storage);
    }
    text_init(&t, storage, sizeof storage);
    text_format(&t, "%llu", (unsigned long long)setup->seed);
    json_write_string(&j, NULL, "--seed");
    json_write_string(&j, NULL, storage);
    if (setup->start[0]) {
        json_write_string(&j, NULL, "-p");
        json_write_string(&j, NULL, setup->start);
    }
    json_write_end_array(&j);
    json_write_array(&j, "actions");
    for (unsigned i = 0; i < s->match.history.length; i++) {
        match_action_text(&s->match, i, storage);
        json_write_string(&j, NULL, storage);
    }
    json_write_end_array(&j);
    json_write_end_object(&j);
    output_add(c->out, "\n");
    return true;
}

static const struct session_row rows[] = {
    {"new", 1, 32, false, run_new},     {"next", 1, 1, true, run_next},
    {"state", 0, 0, true, run_state},   {"eyes", 1, 1, true, run_eyes},
    {"touch", 1, 1, true, run_touch},   {"cancel", 0, 0, true, run_cancel},
    {"play", 1, 1, true, run_play},     {"set", 0, ANY_NUMBER, true, run_set},
    {"undo", 0, 1, true, run_undo},     {"redo", 0, 1, true, run_redo},
    {"resign", 1, 1, true, run_resign}, {"draw", 1, 1, true, run_draw},
    {"abort", 0, 0, true, run_abort},   {"pause", 0, 0, true, run_pause},
    {"resume", 0, 0, true, run_resume}, {"hinted", 1, 1, true, run_hinted},
    {"moves", 0, 0, true, run_moves},   {"words", 0, 0, true, run_words},
    {"record", 0, 2, true, run_record}, {"load", 1, 1, false, run_load},
};

enum { ROWS = sizeof rows / sizeof *rows };

static const char *row_name(unsigned index)
{
    return rows[index].name;
}

// "now=MS" before the call's name sets the time.
static bool read_now(struct session *s, const char *word, bool *found, struct error *e)
{
    unsigned long long now;

    *found = !strncmp(word, "now=", 4);
    if (!*found)
        return true;
    if (!text_read_number(word + 4, UINT64_MAX, &now))
        return error_say(e, "'%s' is not now=MILLISECONDS", error_quote(word).text);
    s->now = now;
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
        return error_say(e, "a call is missing");
    for (unsigned i = 0; i < ROWS; i++) {
        const struct session_row *row = &rows[i];
        if (strcmp(row->name, words[0]) != 0)
            continue;
        if (count - 1 < row->least || count - 1 > row->most)
            return error_say(e, "call '%s' takes %u to %u words, not %u", row->name, row->least,
                             row->most, count - 1);
        if (row->needs_match && !s->begun)
            return error_say(e, "call '%s' needs a match: begin one with 'new'", row->name);
        return row->run(s, &(struct call){words + 1, count - 1, out, e});
    }
    const char *nearest = command_nearest(words[0], row_name, ROWS);
    return error_say(e, "call '%s' is unknown%s%s%s", error_quote(words[0]).text,
                     nearest ? "; did you mean '" : "", nearest ? nearest : "",
                     nearest ? "'?" : "");
}
