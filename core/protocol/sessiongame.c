// SPDX-License-Identifier: MIT
// How a session gets its game and gives it away: `new`, `follow` and `setup`, records and matches
// from records.
#include <string.h>

#include "base/jsonwrite.h"
#include "play/deal.h"
#include "play/journal.h"
#include "protocol/command.h"
#include "protocol/form.h"
#include "protocol/session.h"

// ---------------------------------------------------------------------------------------------
// New games
// ---------------------------------------------------------------------------------------------

struct setup_request {
    struct match_setup setup;
    const char *known; // a view, or NULL
    bool blind;        // nothing is known of what happened before it
    unsigned games;
    bool by_score;
    const char *begins; // or NULL: by custom
    bool draws_seats;   // with this seed
    uint64_t seat_seed;
    bool deals_secrets; // again, with this seed
    uint64_t secrets;
};

static bool copy_text(char *to, size_t capacity, const char *from, const char *what,
                      struct error *e)
{
    size_t length = strlen(from);

    if (length >= capacity)
        return error_set(e, "session.long:what,word,most", "%s '%s' is longer than %u bytes", what,
                         error_quote(from).text, (unsigned)capacity - 1);
    memcpy(to, from, length + 1);
    return true;
}

// "seat2" with "person", "remote" or a player's text.
static bool read_seat_setting(struct match_seat *seat, const char *value, struct error *e)
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

// The seat of a key such as "seat2", if it begins with `stem`; -1 otherwise.
static int key_seat(const char *key, size_t length, const char *stem)
{
    size_t stem_length = strlen(stem);

    if (length != stem_length + 1 || strncmp(key, stem, stem_length) != 0)
        return -1;
    int seat = key[stem_length] - '1';
    return seat >= 0 && seat < GAME_MAX_SEATS ? seat : -1;
}

static bool read_number_setting(const char *word, const char *value, unsigned long long most,
                                unsigned long long *n, struct error *e)
{
    return text_read_number(value, most, n) ||
           error_set(e, "session.number:word,most", "'%s': a number up to %llu is wanted",
                     error_quote(word).text, most);
}

static bool is_key(const char *word, size_t length, const char *key)
{
    return strlen(key) == length && !strncmp(word, key, length);
}

// Reads one word "key=value" of `new`.
static bool read_setting(struct setup_request *w, const char *word, struct error *e)
{
    const char *equals = strchr(word, '=');
    unsigned long long n;
    int seat;

    if (!equals)
        return error_set(e, "session.pair:word", "'%s' is not key=value", error_quote(word).text);
    size_t length = (size_t)(equals - word);
    const char *value = equals + 1;
    if (length > 2 && !strncmp(word, "o.", 2))
        return game_set_option(w->setup.game, &w->setup.options, word + 2, e);
    if ((seat = key_seat(word, length, "seat")) >= 0)
        return read_seat_setting(&w->setup.seats[seat], value, e);
    if ((seat = key_seat(word, length, "name")) >= 0)
        return copy_text(w->setup.seats[seat].name, MATCH_NAME_BYTES, value, "name", e);
    if (is_key(word, length, "clock"))
        return clock_read(value, &w->setup.clock, e);
    if (is_key(word, length, "start"))
        return copy_text(w->setup.start, sizeof w->setup.start, value, "start", e);
    if (is_key(word, length, "known")) {
        w->known = value;
        return true;
    }
    if (is_key(word, length, "by")) {
        w->by_score = !strcmp(value, "score");
        return w->by_score || !strcmp(value, "games") ||
               error_set(e, "session.by:word", "'%s': a match is won by=games or by=score",
                         error_quote(word).text);
    }
    if (is_key(word, length, "begins")) {
        w->begins = value;
        return true;
    }
    if (is_key(word, length, "seed") || is_key(word, length, "lots")) {
        if (!read_number_setting(word, value, UINT64_MAX, &n, e))
            return false;
        w->draws_seats |= word[0] == 'l';
        *(word[0] == 'l' ? &w->seat_seed : &w->setup.seed) = n;
        return true;
    }
    if (is_key(word, length, "secrets")) {
        w->deals_secrets = read_number_setting(word, value, UINT64_MAX, &n, e);
        w->secrets = n;
        return w->deals_secrets;
    }
    if (is_key(word, length, "games")) {
        if (!read_number_setting(word, value, SERIES_MOST_GAMES, &n, e))
            return false;
        w->games = (unsigned)n;
        return true;
    }
    return error_set(
        e, "session.key:key",
        "key '%.*s' is unknown; there are: o.OPTION, seatN, nameN, seed, start, known, "
        "clock, games, by, begins, lots, secrets",
        (int)(length < 20 ? length : 20), error_quote(word).text);
}

// Reads the words "key=value" from the second on, up to one that is none. `used` counts the words
// read.
static bool read_request(const struct session_call *c, struct setup_request *w, unsigned *used)
{
    *w = (struct setup_request){.games = 1};
    if (!command_game(c->words[0], &w->setup.game, c->e))
        return false;
    for (*used = 1; *used < c->count; ++*used) {
        const char *word = c->words[*used];
        if (!strcmp(word, "actions") || !strcmp(word, "entries"))
            return true;
        if (!read_setting(w, word, c->e))
            return false;
    }
    return true;
}

static bool set_series(const struct setup_request *w, struct series *s, struct error *e)
{
    return series_init(s, w->setup.game, w->games, w->by_score, e) &&
           (!w->begins || series_begins_read(w->setup.game, w->begins, &s->begins, e));
}

static void deal_secrets(struct match_setup *setup, uint64_t secrets)
{
    struct game_position start;
    struct text t;

    deal_start(setup->game, &setup->options, setup->seed, secrets, &start);
    text_init(&t, setup->start, sizeof setup->start);
    setup->game->write(&start, &t);
}

bool session_new(struct session *s, const struct session_call *c)
{
    struct series series;
    struct setup_request w;
    unsigned used;

    if (!read_request(c, &w, &used))
        return false;
    if (used < c->count || w.known)
        return error_set(c->e, "session.follow:word", "'%s' is for 'follow'",
                         used < c->count ? c->words[used] : "known");
    if (w.deals_secrets)
        deal_secrets(&w.setup, w.secrets);
    if (w.draws_seats)
        series_draw_seats(&w.setup, w.seat_seed);
    if (!set_series(&w, &series, c->e) || !driver_begin(&s->driver, &w.setup, &series, c->e))
        return false;
    session_end_puzzle(s);
    s->follows = false;
    return session_answer(s, c);
}

// ---------------------------------------------------------------------------------------------
// Following
// ---------------------------------------------------------------------------------------------

// The start as far as it follows from a view of the present position. Where the game cannot
// reconstruct it, the view itself is the start and the actions before it stay unknown.
static bool start_from_view(struct setup_request *w, struct error *e)
{
    struct match_setup *setup = &w->setup;
    const struct game *g = setup->game;
    struct game_position start, now, seen;
    struct text t;

    if (!w->known)
        return true;
    if (!g->read(&setup->options, w->known, &now, e))
        return false;
    if (!setup->start[0])
        g->start(&setup->options, setup->seed, &start);
    else if (!g->read(&setup->options, setup->start, &start, e))
        return false;
    if (game_complete(g, &start))
        return true;
    w->blind = !game_hidden(g)->replay_view;
    if (w->blind)
        seen = now;
    else
        game_hidden(g)->replay_view(&start, &now, &seen);
    text_init(&t, setup->start, sizeof setup->start);
    g->write(&seen, &t);
    setup->from_view = true;
    return true;
}

static bool play_actions(struct match *m, const struct session *s, const struct session_call *c,
                         unsigned from)
{
    for (unsigned i = from; i < c->count; i++) {
        if (!match_play_text(m, c->words[i], s->now, c->e))
            return false;
    }
    return true;
}

// Reads what the clocks showed: milliseconds with commas between them, or nothing.
static bool read_left(const char *word, int64_t left[GAME_MAX_SEATS], struct error *e)
{
    const char *at = word;

    for (int seat = 0; *at; seat++) {
        char number[24];
        struct text t;
        unsigned long long n;

        text_init(&t, number, sizeof number);
        for (; *at && *at != ','; at++)
            text_char(&t, *at);
        at += *at == ',';
        if (seat == GAME_MAX_SEATS || !text_read_number(number, INT64_MAX, &n))
            return error_set(e, "session.left:word", "'%s' is not milliseconds for every seat",
                             error_quote(word).text);
        left[seat] = (int64_t)n;
    }
    return true;
}

// Words of an entry.
enum { ENTRY_KIND, ENTRY_SEAT, ENTRY_TEXT, ENTRY_AT, ENTRY_LEFT, ENTRY_WORDS };

static bool apply_entry(struct journal *j, struct match *m, const char *const *words,
                        struct error *e)
{
    struct journal_entry entry = {
        .number = j->number, .kind = words[ENTRY_KIND], .text = words[ENTRY_TEXT]};
    unsigned long long seat, at;

    if (!text_read_number(words[ENTRY_SEAT], GAME_MAX_SEATS, &seat))
        return error_set(e, "session.entry-seat:seat,most",
                         "seat '%s' of an entry is none of 0 (nobody) to %d",
                         error_quote(words[ENTRY_SEAT]).text, GAME_MAX_SEATS);
    if (!text_read_number(words[ENTRY_AT], INT64_MAX, &at))
        return error_set(e, "session.entry-time:time", "time '%s' of an entry is not milliseconds",
                         error_quote(words[ENTRY_AT]).text);
    entry.seat = (int)seat - 1;
    entry.at = (int64_t)at;
    return read_left(words[ENTRY_LEFT], entry.left, e) && journal_apply(j, m, &entry, e);
}

static bool apply_entries(struct journal *journal, struct match *m, const struct session_call *c,
                          unsigned from)
{
    if ((c->count - from) % ENTRY_WORDS != 0)
        return error_set(c->e, "session.entry:words",
                         "an entry has %d words: KIND SEAT TEXT AT LEFT", ENTRY_WORDS);
    for (unsigned i = from; i < c->count; i += ENTRY_WORDS) {
        if (!apply_entry(journal, m, c->words + i, c->e))
            return false;
    }
    return true;
}

// Builds a new match and then replaces the old one, so that a failed call changes nothing and
// nothing is left of an earlier match. The computers keep their memory when the game is the same.
bool session_follow(struct session *s, const struct session_call *c)
{
    struct series series;
    struct setup_request w;
    struct journal journal;
    struct match m;
    unsigned used;

    journal_init(&journal, 0);
    if (!read_request(c, &w, &used) || !start_from_view(&w, c->e) || !set_series(&w, &series, c->e))
        return false;
    bool entries = used < c->count && !strcmp(c->words[used], "entries");
    bool good = match_init(&m, &w.setup, c->e);
    if (good && !w.blind)
        good =
            entries ? apply_entries(&journal, &m, c, used + 1) : play_actions(&m, s, c, used + 1);
    if (!good) {
        match_clear(&m);
        return false;
    }
    driver_adopt(&s->driver, &m, &series);
    session_end_puzzle(s);
    s->journal = journal;
    s->follows = entries && !w.setup.from_view;
    return session_answer(s, c);
}

// One entry more of a game that was followed by entries. Where only a view of the start is known,
// every entry may tell more about what was before, so that game has to be followed again.
bool session_entry(struct session *s, const struct session_call *c)
{
    struct match *m = &s->driver.match;
    uint64_t before = game_key(m->setup.game, &m->history.position);
    unsigned length = m->history.length;

    if (!s->follows)
        return error_set(c->e, "session.no-entries",
                         "an entry continues a game that was followed by entries, from a start "
                         "that is known");
    if (!apply_entry(&s->journal, m, c->words, c->e))
        return false;
    if (length != m->history.length || before != game_key(m->setup.game, &m->history.position))
        driver_changed(&s->driver);
    return session_answer(s, c);
}

// ---------------------------------------------------------------------------------------------
// For another session
// ---------------------------------------------------------------------------------------------

static void write_seat_settings(const struct match_setup *setup, struct json_writer *j)
{
    char storage[MATCH_NAME_BYTES + 16];
    struct text t;

    for (int seat = 0; seat < game_seats(setup->game, &setup->options); seat++) {
        const struct match_seat *at = &setup->seats[seat];
        const char *who = at->who == MATCH_COMPUTER ? at->player
                          : at->who == MATCH_PERSON ? "person"
                                                    : "remote";
        text_init(&t, storage, sizeof storage);
        text_format(&t, "seat%d=%s", seat + 1, who);
        json_write_string(j, NULL, storage);
        text_init(&t, storage, sizeof storage);
        text_format(&t, "name%d=%s", seat + 1, at->name);
        json_write_string(j, NULL, storage);
    }
}

static void write_settings(const struct match_setup *setup, struct json_writer *j)
{
    char storage[GAME_TEXT_BYTES + 8];
    struct text t;

    json_write_string(j, NULL, setup->game->name);
    for (unsigned i = 0; i < game_option_count(setup->game); i++) {
        const struct game_option *option = &setup->game->options[i];
        text_init(&t, storage, sizeof storage);
        text_format(&t, "o.%s=%s", option->key, option->values[setup->options.value[i]]);
        json_write_string(j, NULL, storage);
    }
    text_init(&t, storage, sizeof storage);
    text_format(&t, "seed=%llu", (unsigned long long)setup->seed);
    json_write_string(j, NULL, storage);
    if (setup->start[0]) {
        text_init(&t, storage, sizeof storage);
        text_format(&t, "start=%s", setup->start);
        json_write_string(j, NULL, storage);
    }
    write_seat_settings(setup, j);
}

static void write_actions(const struct match *m, struct json_writer *j)
{
    struct game_position p = m->start;

    for (unsigned i = 0; i < m->history.length; i++) {
        char storage[GAME_ACTION_BYTES];
        game_write_action(m->setup.game, &p, m->entries[i].action, storage);
        m->setup.game->apply(&p, m->entries[i].action, &p);
        json_write_string(j, NULL, storage);
    }
}

// What another session needs to follow this one. It contains all secrets: for the engine, never for
// a viewer.
bool session_setup(struct session *s, const struct session_call *c)
{
    const struct match *m = &s->driver.match;
    char storage[GAME_TEXT_BYTES];
    struct json_writer j;
    struct text t;

    json_write_init(&j, c->out);
    json_write_object(&j, NULL);
    json_write_array(&j, "setup");
    write_settings(&m->setup, &j);
    json_write_end_array(&j);
    text_init(&t, storage, sizeof storage);
    m->setup.game->write(&m->start, &t);
    json_write_string(&j, "start", storage);
    json_write_array(&j, "actions");
    write_actions(m, &j);
    json_write_end_array(&j);
    json_write_end_object(&j);
    output_add(c->out, "\n");
    return true;
}

// ---------------------------------------------------------------------------------------------
// Records
// ---------------------------------------------------------------------------------------------

static const char series_tag[] = "Series";

// Writes bytes into a JSON string. Nothing is written before the first byte, so that a form that
// cannot be written leaves no trace.
struct quoting {
    struct json_writer json;
    bool begun;
};

static void write_quoted(void *to, const char *bytes, size_t count)
{
    struct quoting *q = to;

    if (!q->begun) {
        json_write_object(&q->json, NULL);
        json_write_begin_string(&q->json, "record");
    }
    q->begun = true;
    json_write_part(&q->json, bytes, count);
}

// "all", which keeps everything so that the game can be continued, or a seat, 0 being the public;
// without a word, the viewpoint of the session.
static bool read_viewpoint(const struct session *s, const char *word, int *seat, struct error *e)
{
    unsigned long long n;

    if (!word) {
        *seat = s->viewpoint == SESSION_TO_ACT && !match_over(&s->driver.match)
                    ? match_to_act(&s->driver.match)
                    : s->viewpoint;
        if (*seat == SESSION_TO_ACT)
            *seat = GAME_PUBLIC;
        return true;
    }
    if (!strcmp(word, "all")) {
        *seat = RECORD_ALL;
        return true;
    }
    if (!text_read_number(word, (unsigned long long)match_seats(&s->driver.match), &n))
        return error_set(e, "session.save-eyes:eyes,most",
                         "eyes '%s' are none of: all, 0 (the public), 1 to %d",
                         error_quote(word).text, match_seats(&s->driver.match));
    *seat = (int)n - 1;
    return true;
}

static bool add_series(const struct session *s, struct record *r, struct error *e)
{
    char storage[SERIES_TEXT_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    series_write(&s->driver.series, s->driver.match.setup.game, match_seats(&s->driver.match), &t);
    return record_add_tag(r, series_tag, storage) ||
           error_set(e, "session.memory", "out of memory");
}

bool session_record(const struct session *s, const char *const *words, unsigned count,
                    struct output *out, struct error *e)
{
    struct form_request request = {.form = FORM_TEXT, .ply = FORM_LAST};
    struct quoting quoting = {.begun = false};
    struct output quoted = {write_quoted, &quoting};
    struct record r;
    int seat = GAME_PUBLIC;

    if (count > 0 && !form_find(words[0], &request.form, e))
        return false;
    if (!read_viewpoint(s, count > 1 ? words[1] : NULL, &seat, e))
        return false;
    request.seat = seat == RECORD_ALL && match_over(&s->driver.match) ? GAME_PUBLIC : seat;
    record_init(&r);
    json_write_init(&quoting.json, out);
    bool good = record_of_match(&r, &s->driver.match, seat, e) &&
                (s->driver.series.games == 1 || add_series(s, &r, e)) &&
                form_write(&r, &request, &quoted, e);
    if (good) {
        json_write_end_string(&quoting.json);
        json_write_end_object(&quoting.json);
        output_add(out, "\n");
    }
    record_clear(&r);
    return good;
}

static bool load_series(const struct record *r, struct series *series, struct error *e)
{
    for (unsigned i = 0; i < r->tag_count; i++) {
        if (!strcmp(r->tags[i].name, series_tag))
            return series_read(series, r->setup.game, record_seats(r), r->tags[i].value, e);
    }
    return series_init(series, r->setup.game, 1, false, e);
}

bool session_load(const char *record, struct match *m, struct series *series, struct error *e)
{
    struct record r;

    memset(m, 0, sizeof *m);
    record_init(&r);
    bool good =
        form_read_word(&r, record, e) && load_series(&r, series, e) && record_match(&r, m, e);
    if (!good)
        match_clear(m);
    record_clear(&r);
    return good;
}
