// SPDX-License-Identifier: MIT
// Plays the games of a match: players of ours and engines at one table, who sits where, whose clock
// runs, what an error costs. `abax match` calls it from several threads; each thread has its own
// contestants, and only the tally is shared (by the caller).
#include "cli/contest.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/outofmemory.h"

enum {
    MICROSECONDS = 1000,     // of a millisecond
    ENGINE_GRACE = 1000,     // milliseconds that an engine may take longer than its movetime
    ENGINE_PATIENCE = 60000, // until it counts as silent when nothing limits its time
    FLAG = 10, // waited for longer than its clock has, so that the clock has surely run out
};

// ---------------------------------------------------------------------------------------------
// Players
// ---------------------------------------------------------------------------------------------

// `search` as the spec of a player, with the limits that an engine would get.
static void limit_search(const struct contest *c, struct contest_player *p)
{
    struct text t;

    text_init(&t, p->text, sizeof p->text);
    p->shares = c->clock.base && !c->movetime && !c->nodes && !c->depth;
    if (c->nodes)
        text_format(&t, "nodes:%llu", (unsigned long long)c->nodes);
    else if (c->movetime)
        text_format(&t, "movetime:%llu", (unsigned long long)c->movetime);
    else
        text_format(&t, "depth:%llu",
                    (unsigned long long)(c->depth ? c->depth : SEARCH_MAX_PLY - 1));
}

static bool name_player(struct contest *c, struct contest_player *p, const char *name,
                        struct error *e)
{
    struct text t;

    text_init(&t, p->name, sizeof p->name);
    text_add(&t, name);
    p->name[text_utf8(p->name, t.length)] = 0;
    for (unsigned i = 0, same_name = 1; i < c->count; i++) {
        if (strcmp(c->players[i].name, p->name) != 0)
            continue;
        if (name != p->spec)
            return error_set(e, "contest.name:name", "two players have the name '%s'",
                             error_quote(name).text);
        // A number distinguishes a player from itself.
        text_init(&t, p->name, sizeof p->name);
        text_format(&t, "%.*s #%u", (int)sizeof p->name - 6, name, ++same_name);
        i = UINT32_MAX; // from the beginning: that name may be there too
    }
    return true;
}

// The length of a name before '=', or 0: a SPEC has its colon first, or no '='.
static size_t name_length(const char *text)
{
    size_t length = strcspn(text, "=:");

    return text[length] == '=' ? length : 0;
}

static bool is_full(const struct contest *c, struct error *e)
{
    return c->count == SCHEDULE_PLAYERS &&
           !error_set(e, "contest.players:most", "there can be %d players at most",
                      SCHEDULE_PLAYERS);
}

bool contest_add_engine(struct contest *c, const char *command, struct error *e)
{
    struct contest_player *p = &c->players[c->count];

    if (is_full(c, e))
        return false;
    *p = (struct contest_player){.spec = command, .engine = command};
    if (!command[0])
        return error_set(e, "engine.command", "player 'engine:' needs a command");
    return name_player(c, p, command, e) && ++c->count;
}

bool contest_add(struct contest *c, const char *text, struct error *e)
{
    static const char engine[] = "engine:";
    struct contest_player *p = &c->players[c->count];
    size_t length = name_length(text);
    char name[MATCH_NAME_BYTES];
    struct player_spec spec;
    struct text t;

    if (is_full(c, e))
        return false;
    *p = (struct contest_player){.spec = length ? text + length + 1 : text};
    text_init(&t, name, sizeof name);
    text_bytes(&t, text, length);
    if (!name_player(c, p, length ? name : p->spec, e))
        return false;
    c->count++;
    if (!strcmp(p->spec, "search")) {
        limit_search(c, p);
        return true;
    }
    if (strncmp(p->spec, engine, sizeof engine - 1) == 0) {
        p->engine = p->spec + sizeof engine - 1;
        return p->engine[0] || error_set(e, "engine.command", "player 'engine:' needs a command");
    }
    text_init(&t, p->text, sizeof p->text);
    text_add(&t, p->spec);
    return player_read(p->spec, &spec, e) &&
           (!t.cut ||
            error_set(e, "contest.long:player", "player '%s' is too long", error_quote(text).text));
}

// How much of a text names this player, with the colon; 0 when it names another.
static size_t names_player(const struct contest *c, unsigned player, const char *text)
{
    const char *name = c->players[player].name;
    char number[16];
    struct text t;

    if (!strncmp(text, "*:", 2))
        return c->players[player].engine ? 2 : 0;
    if (!strncmp(text, name, strlen(name)) && text[strlen(name)] == ':')
        return strlen(name) + 1;
    text_init(&t, number, sizeof number);
    text_format(&t, "%u:", player + 1);
    return strncmp(text, number, t.length) ? 0 : t.length;
}

bool contest_set(struct contest *c, const char *text, struct error *e)
{
    bool taken = false;

    for (unsigned i = 0; i < c->count; i++) {
        struct contest_player *p = &c->players[i];
        size_t skip = names_player(c, i, text);
        size_t length = skip ? strcspn(text + skip, "=") : 0;
        if (!length || !text[skip + length])
            continue;
        if (!p->engine)
            return error_set(e, "contest.set-player:name",
                             "player '%s' is no engine: it has no options",
                             error_quote(p->name).text);
        if (p->setting_count == CHILD_SETTINGS)
            return error_set(e, "contest.set-many:most", "an engine takes %d options at most",
                             CHILD_SETTINGS);
        p->settings[p->setting_count++] = text + skip;
        taken = true;
    }
    return taken || error_set(e, "contest.set:text",
                              "'%s' is not PLAYER:OPTION=VALUE with one of the players",
                              error_quote(text).text);
}

static void start_as(struct child *engine, const struct contest *c, unsigned player)
{
    child_init(engine, c->players[player].engine);
    engine->settings = c->players[player].settings;
    engine->setting_count = c->players[player].setting_count;
}

bool contest_try(const struct contest *c, struct error *e)
{
    struct child *engine = malloc(sizeof *engine);
    bool good = true;

    if (!engine)
        return error_set(e, "engine.memory", "there is no memory for an engine");
    for (unsigned i = 0; good && i < c->count; i++) {
        if (!c->players[i].engine)
            continue;
        start_as(engine, c, i);
        good = child_new_game(engine, c->game, &c->options, e);
        child_stop(engine);
    }
    free(engine);
    return good;
}

void contestants_init(struct contestants *all, const struct contest *contest)
{
    all->contest = contest;
    driver_init(&all->driver, cli_clock);
    adjudicator_init(&all->adjudicator, &contest->rules);
    for (unsigned place = 0; place < GAME_MAX_SEATS; place++) {
        child_init(&all->engines[place], NULL);
        all->at[place] = 0;
    }
}

void contestants_clear(struct contestants *all)
{
    driver_clear(&all->driver);
    adjudicator_clear(&all->adjudicator);
    for (unsigned place = 0; place < GAME_MAX_SEATS; place++)
        child_stop(&all->engines[place]);
}

// ---------------------------------------------------------------------------------------------
// The bout's text
// ---------------------------------------------------------------------------------------------

// Adds an action's text, before it is played, to the moves.
static void note(struct bout *b, const struct history *history, game_action action)
{
    char storage[GAME_ACTION_BYTES];
    struct text t;

    if (b->capacity - b->length < GAME_ACTION_BYTES + 2) {
        size_t capacity = b->capacity ? b->capacity * 2 : 1024;
        char *moves = realloc(b->moves, capacity);
        if (!moves)
            cli_out_of_memory();
        b->moves = moves;
        b->capacity = capacity;
    }
    text_init(&t, storage, sizeof storage);
    history->game->action_text(&history->position, action, &t);
    b->moves[b->length++] = ' ';
    memcpy(b->moves + b->length, storage, t.length + 1);
    b->length += t.length;
}

void bout_clear(struct bout *b)
{
    free(b->moves);
    *b = (struct bout){0};
}

// ---------------------------------------------------------------------------------------------
// Engines
// ---------------------------------------------------------------------------------------------

// An engine gets the game from its start, so that it knows the history; in a hidden game, the start
// has what the engine's seat knows now. If the game cannot be replayed from that start, the engine
// gets its view of the position.
static char *position_line(const struct match *m, const struct bout *b)
{
    const struct game_position *start = &m->start;
    const struct history *history = &m->history;
    const struct game *g = history->game;
    size_t capacity = GAME_TEXT_BYTES + b->length + 64;
    char *storage = malloc(capacity);
    struct game_position now, seen;
    struct text t;

    if (!storage)
        cli_out_of_memory();
    text_init(&t, storage, capacity);
    text_add(&t, "position fen ");
    if (g->hidden) {
        game_view(g, &history->position, g->to_act(&history->position), &now);
        if (game_hidden(g)->replay_view)
            game_hidden(g)->replay_view(start, &now, &seen);
        start = game_hidden(g)->replay_view ? &seen : &now;
    }
    g->write(start, &t);
    if (b->length && start != &now) {
        text_add(&t, " moves");
        text_add(&t, b->moves);
    }
    return storage;
}

// The `go` line, and how many milliseconds to wait for the answer.
static uint64_t go_line(const struct contest *c, const struct match *m, uint64_t now,
                        struct text *t)
{
    int seat = match_to_act(m);

    text_add(t, "go");
    for (int i = 0; c->clock.base && i < match_seats(m); i++)
        text_format(t, " p%dtime %llu p%dinc %llu", i + 1,
                    (unsigned long long)clock_left(&m->clock, i, now), i + 1,
                    (unsigned long long)c->clock.increment);
    if (c->movetime)
        text_format(t, " movetime %llu", (unsigned long long)c->movetime);
    if (c->nodes)
        text_format(t, " nodes %llu", (unsigned long long)c->nodes);
    if (c->depth)
        text_format(t, " depth %llu", (unsigned long long)c->depth);
    if (c->clock.base)
        return clock_left(&m->clock, seat, now) + FLAG;
    return c->movetime ? c->movetime + ENGINE_GRACE : ENGINE_PATIENCE;
}

static bool ask_engine(struct contestants *all, unsigned place, struct bout *b, game_action *action)
{
    const struct contest *c = all->contest;
    const struct match *m = &all->driver.match;
    struct child *engine = &all->engines[place];
    char answer[GAME_ACTION_BYTES], go[256];
    struct text t;

    text_init(&t, go, sizeof go);
    uint64_t began = cli_clock() / MICROSECONDS, patience = go_line(c, m, began, &t);
    char *position = position_line(m, b);
    bool good = child_ask(engine, position, go, patience, answer, &b->failure);
    free(position);
    if (!good) {
        bool late = c->movetime && cli_clock() / MICROSECONDS >= began + patience;
        b->game.end = late ? CROSSTABLE_TIME : CROSSTABLE_FORFEIT;
        return false;
    }
    adjudicator_add_score(&all->adjudicator, match_to_act(m), engine->scored, engine->score);
    if (game_find(c->game, &m->history.position, answer, action))
        return true;
    b->game.end = CROSSTABLE_FORFEIT;
    return error_set(&b->failure, "engine.illegal:engine,action",
                     "engine '%s' answers '%s', which is not a legal action",
                     error_quote(engine->command).text, error_quote(answer).text);
}

// Has the engines of this table running and ready for a new game; otherwise the place that failed,
// or -1.
static int begin_engines(struct contestants *all, const struct bout_start *start, struct bout *b)
{
    const struct contest *c = all->contest;

    for (unsigned place = 0; place < c->table; place++) {
        struct child *engine = &all->engines[place];
        unsigned player = start->players[place];
        if (all->at[place] != player || engine->command != c->players[player].engine) {
            child_stop(engine);
            start_as(engine, c, player);
            all->at[place] = player;
        }
        engine->stop = c->stop;
        if (engine->command && !child_new_game(engine, c->game, &c->options, &b->failure))
            return (int)place;
    }
    return -1;
}

// ---------------------------------------------------------------------------------------------
// Players of this program
// ---------------------------------------------------------------------------------------------

// Looks over a player's shoulder: ends its thinking when its time is up, and hears what it finds.
struct shoulder {
    const atomic_bool *stop;
    uint64_t began;        // microseconds
    uint64_t enough, most; // since then; 0: no limit
    bool had_enough, scored;
    int score;
};

static bool must_stop(void *to)
{
    const struct shoulder *s = to;

    return s->had_enough || (s->most && cli_clock() - s->began >= s->most) ||
           (s->stop && atomic_load_explicit(s->stop, memory_order_relaxed));
}

static void hear(void *to, const struct search_report *report)
{
    struct shoulder *s = to;

    s->scored = true;
    s->score = report->lines[0].value;
    s->had_enough = s->enough && cli_clock() - s->began >= s->enough;
}

static bool ask_player(struct contestants *all, unsigned place, const struct bout_start *start,
                       struct bout *b, game_action *action)
{
    const struct contest *c = all->contest;
    const struct match *m = &all->driver.match;
    struct shoulder s = {.stop = c->stop, .began = cli_clock()};
    struct think_watch watch = {.stop = must_stop, .progress = hear, .to = &s};
    int seat = match_to_act(m);

    if (c->clock.base) {
        uint64_t left = clock_left(&m->clock, seat, s.began / MICROSECONDS);
        clock_share(left, c->clock.increment, &s.enough, &s.most);
        // Others than `search` have limits of their own and only stop before their time is up.
        s.enough = c->players[start->players[place]].shares ? s.enough * MICROSECONDS : 0;
        s.most *= MICROSECONDS;
    }
    b->game.end = CROSSTABLE_FORFEIT;
    if (!driver_choose(&all->driver, &watch, action, &b->failure))
        return false;
    adjudicator_add_score(&all->adjudicator, seat, s.scored, s.score);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

static unsigned place_of(const struct contest *c, const struct bout_start *start, int seat)
{
    return ((unsigned)seat + start->first) % c->table;
}

// Seats all players: the driver plays for those of this program.
static struct match_setup setup_of(const struct contest *c, const struct bout_start *start)
{
    struct match_setup setup = {.game = c->game,
                                .options = c->options,
                                .seed = start->seed,
                                .clock = c->clock,
                                .contestants = (uint8_t)c->table,
                                .first = (uint8_t)start->first};
    struct text t;

    text_init(&t, setup.start, sizeof setup.start);
    text_add(&t, start->position);
    for (int seat = 0; seat < game_seats(c->game, &c->options); seat++) {
        const struct contest_player *p = &c->players[start->players[place_of(c, start, seat)]];
        struct match_seat *s = &setup.seats[seat];
        s->who = p->engine ? MATCH_REMOTE : MATCH_COMPUTER;
        memcpy(s->name, p->name, sizeof s->name);
        memcpy(s->player, p->text, sizeof s->player);
    }
    return setup;
}

// The seat has lost: it failed, or its time was up.
static void lose(struct match *m, struct bout *b, int seat)
{
    struct error ignored;

    b->game.seat = seat;
    if (m->end.how == MATCH_GOES_ON)
        match_resign(m, seat, 0, &ignored);
}

static bool is_stopped(const struct contest *c)
{
    return c->stop && atomic_load(c->stop);
}

// Looks whether the seat that has just thought did so in time; the clock stands still afterwards.
static bool in_time(const struct contest *c, struct match *m, struct bout *b, int seat,
                    uint64_t now)
{
    if (!c->clock.base || !match_check_time(m, now))
        return true;
    b->game.end = CROSSTABLE_TIME;
    return error_set(&b->failure, "contest.time:player", "the time of '%s' is up",
                     match_name(m, seat));
}

// One action; false when the game is over by it, or by a player's failing.
static bool play_action(struct contestants *all, const struct bout_start *start, struct bout *b)
{
    const struct contest *c = all->contest;
    struct driver *d = &all->driver;
    struct match *m = &d->match;
    int seat = match_to_act(m);
    unsigned place = place_of(c, start, seat);
    uint64_t began = cli_clock();
    game_action action;

    if (c->clock.base)
        clock_run(&m->clock, seat, began / MICROSECONDS);
    bool chosen = driver_computer(d) >= 0 ? ask_player(all, place, start, b, &action)
                                          : ask_engine(all, place, b, &action);
    uint64_t now = cli_clock();
    b->used[seat] += now - began;
    b->dropped = is_stopped(c);
    if (b->dropped)
        return false;
    if (!in_time(c, m, b, seat, now / MICROSECONDS) || !chosen) {
        lose(m, b, seat);
        return false;
    }
    note(b, &m->history, action);
    if (!driver_play(d, action, now / MICROSECONDS, &b->failure))
        cli_end(&b->failure); // no memory for one more action
    match_pause(m, now / MICROSECONDS);
    return !match_over(m);
}

static void play_on(struct contestants *all, const struct bout_start *start, struct bout *b)
{
    struct match *m = &all->driver.match;
    struct shoulder s = {.stop = all->contest->stop};
    struct think_watch watch = {.stop = must_stop, .to = &s};
    enum crosstable_end end;

    b->game.seat = -1;
    while (!b->dropped && !match_over(m)) {
        if (adjudicator_ends(&all->adjudicator, m, &watch, &end)) {
            b->game.end = end;
            return;
        }
        b->dropped = is_stopped(all->contest);
        if (!b->dropped && !play_action(all, start, b) && b->game.seat >= 0)
            return;
    }
    b->game.end = CROSSTABLE_RULES;
}

// What the game has come to.
static void sum_up(const struct contest *c, const struct bout_start *start, const struct match *m,
                   struct bout *b)
{
    struct crosstable_game *g = &b->game;
    struct game_result result;

    match_result(m, &result);
    for (int seat = 0; seat < match_seats(m); seat++) {
        g->players[seat] = start->players[place_of(c, start, seat)];
        g->half_points[seat] = (uint8_t)result.outcome[seat];
        g->used[seat] = b->used[seat] / MICROSECONDS;
    }
    g->actions = m->history.length;
    g->failure = g->seat >= 0 ? b->failure.message.text : NULL;
}

void bout_play(struct contestants *all, const struct bout_start *start, struct bout *b)
{
    struct driver *d = &all->driver;
    struct match_setup setup = setup_of(all->contest, start);

    b->game.seat = -1;
    if (!driver_begin(d, &setup, NULL, &b->failure) ||
        !adjudicator_begin(&all->adjudicator, start->seed, &b->failure))
        cli_end(&b->failure); // the start is sound: there is no memory for a game
    int failed = begin_engines(all, start, b);
    for (unsigned i = 0; i < start->count && !match_over(&d->match); i++) {
        note(b, &d->match.history, start->opening[i]);
        if (!driver_play(d, start->opening[i], 0, &b->failure))
            cli_end(&b->failure);
    }
    clock_init(&d->match.clock, &setup.clock); // the opening costs no time
    if (failed < 0) {
        play_on(all, start, b);
    } else {
        unsigned seat = ((unsigned)failed + all->contest->table - start->first);
        b->game.end = CROSSTABLE_FORFEIT;
        lose(&d->match, b, (int)(seat % all->contest->table));
        b->dropped = is_stopped(all->contest);
    }
    sum_up(all->contest, start, &d->match, b);
}
