// SPDX-License-Identifier: MIT
// `abax match`: players, engines and what they play for, from the words of the command line. Each
// deal or opening is played once for every way round the table, several games at once. The result
// goes to standard output, progress and failures of engines to standard error.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "cli/enginematch.h"
#include "cli/ranks.h"

enum {
    DEFAULT_GAMES = 100,
    ENGINE_MOVETIME = 100, // milliseconds, when no limit is given
    LONGEST = 4000,        // actions; a record holds little more
    MOST_ELO = 2000,
    MOST_SCORE = 20000,
};

#define MOST_GAMES UINT64_C(1000000000)

// ---------------------------------------------------------------------------------------------
// Players
// ---------------------------------------------------------------------------------------------

// --p1 to --p4: as many players as seats, or one for each of two teams that sit in turn.
static bool read_seats(const struct arguments *a, struct contest *c, struct error *e)
{
    const struct match_options *chosen = a->chosen;
    unsigned seats = (unsigned)game_seats(a->game, &a->options), count = 0;

    while (count < GAME_MAX_SEATS && chosen->seats[count])
        count++;
    for (unsigned i = count; i < GAME_MAX_SEATS; i++) {
        if (chosen->seats[i])
            return error_set(e, "match.missing:player", "player --p%u is missing", count + 1);
    }
    bool teams = seats == 4 && count == 2 && game_team(a->game, &a->options, 2) == 0;
    if (count != seats && !teams)
        return error_set(e, "match.seats:game,seats,most",
                         "%s with these options has %u seats: give --p1 to --p%u", a->game->name,
                         seats, seats);
    for (unsigned i = 0; i < count; i++) {
        if (!contest_add(c, chosen->seats[i], e))
            return false;
    }
    c->table = count;
    return true;
}

// --player and --engine: at least as many as a table takes, which is two where four sit in two
// teams.
static bool read_many(const struct arguments *a, struct contest *c, struct error *e)
{
    const struct match_options *chosen = a->chosen;
    unsigned seats = (unsigned)game_seats(a->game, &a->options);
    bool teams = seats == 4 && game_team(a->game, &a->options, 2) == 0;

    if (chosen->seats[0] || chosen->seats[1] || chosen->seats[2] || chosen->seats[3])
        return error_set(e, "match.two-ways",
                         "--p1 to --p4 and --player are two ways to name players: use one");
    c->table = teams ? 2 : seats;
    for (unsigned i = 0; i < chosen->players.count; i++) {
        const char *text = chosen->players.texts[i];
        if (!(chosen->players.engines >> i & 1 ? contest_add_engine(c, text, e)
                                               : contest_add(c, text, e)))
            return false;
    }
    return c->count >= c->table ||
           error_set(e, "match.few:game,table,players", "a table of %s has %u players; named: %u",
                     a->game->name, c->table, c->count);
}

static void set_limits(const struct arguments *a, struct contest *c)
{
    const struct match_options *chosen = a->chosen;

    c->game = a->game;
    c->options = a->options;
    c->clock = chosen->clock;
    c->rules = chosen->rules;
    c->movetime = a->movetime;
    c->nodes = a->nodes;
    c->depth = a->depth;
    if (!c->movetime && !c->nodes && !c->depth && !c->clock.base)
        c->movetime = ENGINE_MOVETIME;
}

static bool read_players(const struct arguments *a, struct contest *c, struct error *e)
{
    const struct match_options *chosen = a->chosen;

    set_limits(a, c);
    if (!(chosen->players.count ? read_many(a, c, e) : read_seats(a, c, e)))
        return false;
    for (unsigned i = 0; i < chosen->sets.count; i++) {
        if (!contest_set(c, chosen->sets.texts[i], e))
            return false;
    }
    return adjudicator_check(&c->rules, c->game, &c->options, e);
}

// ---------------------------------------------------------------------------------------------
// What is played
// ---------------------------------------------------------------------------------------------

// Where games begin, if not with deals.
static bool read_openings(const struct arguments *a, struct engine_match *m, struct error *e)
{
    if (a->position && m->chosen->openings)
        return error_set(e, "match.openings",
                         "--openings and --position are two beginnings: give one");
    if (a->position)
        return openings_one(&m->openings, a->position, a->game, &a->options, e);
    return !m->chosen->openings ||
           openings_read(&m->openings, m->chosen->openings, a->game, &a->options, e);
}

// As many games as asked for; every opening once if nothing was.
static uint64_t groups_each(const struct engine_match *m)
{
    unsigned table = m->contest.table;

    if (m->chosen->games == UNSET && m->chosen->openings)
        return m->openings.count;
    if (m->chosen->games == UNSET && m->chosen->swiss)
        return 1;
    return ((m->chosen->games == UNSET ? DEFAULT_GAMES : m->chosen->games) + table - 1) / table;
}

static bool check_kind(const struct engine_match *m, struct error *e)
{
    const struct match_options *chosen = m->chosen;
    const struct contest *c = &m->contest;

    if (ranks_here() && chosen->share.ranks > 1)
        return ranks_are_given(e);
    if (chosen->gauntlet && chosen->swiss)
        return error_set(e, "match.kinds", "--gauntlet and --swiss are two kinds: give one");
    if (chosen->swiss && c->table != 2)
        return error_set(e, "match.swiss-table", "--swiss pairs two players a game");
    if (chosen->swiss && chosen->share.ranks > 1)
        return error_set(e, "match.swiss-rank",
                         "--rank cannot split --swiss: a round depends on the one before");
    if (chosen->sprt.given && (c->count != 2 || c->table != 2))
        return error_set(e, "match.sprt", "sprt compares two players only");
    if (chosen->sprt.given && chosen->share.ranks > 1)
        return error_set(e, "match.sprt-rank",
                         "--rank cannot split --sprt: it depends on all games");
    return true;
}

static bool make_schedule(struct engine_match *m, struct error *e)
{
    const struct match_options *chosen = m->chosen;
    struct schedule *s = &m->schedule;

    if (!check_kind(m, e))
        return false;
    s->kind = chosen->swiss      ? SCHEDULE_SWISS
              : chosen->gauntlet ? SCHEDULE_GAUNTLET
                                 : SCHEDULE_ROBIN;
    s->players = m->contest.count;
    s->table = m->contest.table;
    s->each = groups_each(m);
    s->rounds = (unsigned)chosen->swiss;
    if (schedule_groups(s) > MOST_GAMES / s->table)
        return error_set(e, "match.games:games,most", "%llu games are more than %llu: too many",
                         (unsigned long long)schedule_groups(s) * s->table,
                         (unsigned long long)MOST_GAMES);
    uint64_t first = chosen->share.rank - 1, all = schedule_groups(s);
    m->groups = all > first ? (all - first - 1) / chosen->share.ranks + 1 : 0;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Settings
// ---------------------------------------------------------------------------------------------

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_word(hash, hash_bytes(text, strlen(text)));
}

static void add_setting(struct text *t, const char *name, uint64_t value)
{
    if (value)
        text_format(t, " %s=%llu", name, (unsigned long long)value);
}

static void add_limits(const struct contest *c, struct text *t)
{
    add_setting(t, "movetime", c->movetime);
    add_setting(t, "nodes", c->nodes);
    add_setting(t, "depth", c->depth);
    if (c->clock.base) {
        text_add(t, " clock=");
        clock_write(&c->clock, t);
    }
    add_setting(t, "prove", c->rules.prove);
    if (c->rules.win.actions)
        text_format(t, " agree=%llu:%llu", (unsigned long long)c->rules.win.score,
                    (unsigned long long)c->rules.win.actions);
    if (c->rules.draw.actions)
        text_format(t, " agree-draw=%llu:%llu", (unsigned long long)c->rules.draw.score,
                    (unsigned long long)c->rules.draw.actions);
    text_format(t, " longest=%llu", (unsigned long long)c->rules.longest);
}

// Everything that the games depend on, in words that are compared before a match goes on. How many
// threads and ranks play them changes nothing.
static void write_settings(struct engine_match *m)
{
    const struct contest *c = &m->contest;
    uint64_t who = 0, openings = 0;
    char options[80];
    struct text t;

    text_init(&t, options, sizeof options);
    game_options_text(c->game, &c->options, &t);
    for (unsigned i = 0; i < c->count; i++)
        who = hash_text(hash_text(who, c->players[i].name), c->players[i].spec);
    for (unsigned i = 0; i < m->chosen->sets.count; i++)
        who = hash_text(who, m->chosen->sets.texts[i]);
    for (unsigned i = 0; i < m->openings.count; i++)
        openings = hash_text(openings, m->openings.texts[i]);
    text_init(&t, m->settings, sizeof m->settings);
    text_format(&t, "game=%s options=%s kind=%s players=%u table=%u all=%llu seed=%llu who=%016llx",
                c->game->name, options, match_kind_text(m->schedule.kind), c->count, c->table,
                (unsigned long long)schedule_groups(&m->schedule) * c->table,
                (unsigned long long)m->arguments->seed, (unsigned long long)who);
    if (m->openings.count)
        text_format(&t, " openings=%016llx", (unsigned long long)openings);
    if (m->chosen->random_plies != UNSET)
        add_setting(&t, "random-plies", m->chosen->random_plies);
    add_setting(&t, "rounds", m->chosen->swiss);
    if (m->chosen->sprt.given)
        text_format(&t, " sprt=%d:%d", m->chosen->sprt.elo[0], m->chosen->sprt.elo[1]);
    add_limits(c, &t);
}

static void write_date(char date[RECORD_DATE_BYTES])
{
    time_t now = time(NULL);
    struct tm today;

    if (!gmtime_r(&now, &today) || !strftime(date, RECORD_DATE_BYTES, "%Y-%m-%d", &today))
        date[0] = 0;
}

// ---------------------------------------------------------------------------------------------
// The command
// ---------------------------------------------------------------------------------------------

static bool prepare_match(const struct arguments *a, struct engine_match *m, struct error *e)
{
    if (!read_players(a, &m->contest, e) || !read_openings(a, m, e) || !make_schedule(m, e))
        return false;
    m->contest.stop = &m->stop;
    signal(SIGPIPE, SIG_IGN); // an engine that ended is noticed when it is written to
    if (!contest_try(&m->contest, e))
        return false;
    write_settings(m);
    write_date(m->date);
    crosstable_init(&m->table, m->contest.count, m->contest.table);
    return ranks_rank() > 0 || match_open_file(m, e); // rank 0 keeps the games
}

static void say_stopped(const struct engine_match *m)
{
    const struct catalogue *messages = m->arguments->host->messages;
    const char *file = m->chosen->resume ? m->chosen->resume : m->chosen->record;
    char line[CLI_SENTENCE];
    struct text t;

    text_init(&t, line, sizeof line);
    if (file && ranks_count() > 1)
        text_say(&t, messages, "match.stopped-ranks:file",
                 "stopped: a rank has died, or mpirun was told to end; the games so far are kept, "
                 "and the same words with --resume '%s' go on",
                 file);
    else if (file)
        text_say(&t, messages, "match.stopped-file:file",
                 "stopped; the same words with --resume '%s' go on", file);
    else
        text_say(&t, messages, "match.stopped",
                 "stopped; without --record nothing is kept to go on");
    fprintf(stderr, "%s\n", line);
}

static bool play_match(struct engine_match *m, struct output *out, struct error *e)
{
    const char *file = m->chosen->resume ? m->chosen->resume : m->chosen->record;
    struct match_summary s;
    bool good = ranks_rank() > 0 ? match_help(m, e) : match_play_all(m, e);

    if (ranks_rank() > 0)
        return good;

    if (m->record && fclose(m->record) != 0 && !m->unwritten)
        m->unwritten = errno;
    if (m->unwritten && good) {
        errno = m->unwritten; // much has been called since
        good = cli_unwritten(file, e);
    }
    if (m->interrupted)
        say_stopped(m);
    match_summary(m, &s);
    if (good && m->arguments->json)
        match_print_json(&s, out);
    else if (good)
        match_print(&s, out);
    return good;
}

static bool run_match(const struct arguments *a, struct output *out, struct error *e)
{
    const struct match_options *chosen = a->chosen;
    struct engine_match m = {.arguments = a,
                             .chosen = chosen,
                             .out = out,
                             .lock = PTHREAD_MUTEX_INITIALIZER,
                             .change = PTHREAD_COND_INITIALIZER};

    if (chosen->merge)
        return match_merge(a, out, e);
    if (a->rest_count)
        return error_set(e, "match.word:word", "'%s' is one word too many: files need --merge",
                         error_quote(a->rest[0]).text);
    bool ready = prepare_match(a, &m, e);
    uint64_t what = ready ? hash_bytes(m.settings, strlen(m.settings)) : 0;
    bool good = ranks_begin(ready, what, e) && play_match(&m, out, e);
    openings_clear(&m.openings);
    free(m.known);
    return good;
}

// ---------------------------------------------------------------------------------------------
// Options
// ---------------------------------------------------------------------------------------------

static bool read_sprt(const char **values, void *place, struct error *e)
{
    struct match_options *chosen = place;

    for (unsigned i = 0; i < 2; i++) {
        bool negative = values[i][0] == '-';
        unsigned long long n;
        if (!text_read_number(values[i] + negative, MOST_ELO, &n))
            return error_set(e, "match.elo:value,least,most",
                             "sprt '%s' is not a number from -%d to %d",
                             error_quote(values[i]).text, MOST_ELO, MOST_ELO);
        chosen->sprt.elo[i] = negative ? -(int)n : (int)n;
    }
    if (chosen->sprt.elo[0] >= chosen->sprt.elo[1])
        return error_set(e, "match.elo-order:low,high", "sprt: '%s' is not less than '%s'",
                         values[0], values[1]);
    chosen->sprt.given = true;
    return true;
}

static bool read_agreement(const char **values, uint64_t *score, uint64_t *actions, struct error *e)
{
    unsigned long long s, n;

    if (!text_read_number(values[0], MOST_SCORE, &s))
        return error_set(e, "match.agree-score:value,most",
                         "score '%s' is not a number from 0 to %d hundredths",
                         error_quote(values[0]).text, MOST_SCORE);
    if (!text_read_number(values[1], LONGEST, &n) || n < 2)
        return error_set(e, "match.agree-actions:value,most",
                         "actions '%s' are not a number from 2 to %d", error_quote(values[1]).text,
                         LONGEST);
    *score = s;
    *actions = n;
    return true;
}

static bool read_agree(const char **values, void *place, struct error *e)
{
    struct adjudicator_rules *rules = &((struct match_options *)place)->rules;

    return read_agreement(values, &rules->win.score, &rules->win.actions, e) &&
           (rules->win.score > 0 ||
            error_set(e, "match.agree-even", "a score of 0 is even: --agree-draw is for that"));
}

static bool read_agree_draw(const char **values, void *place, struct error *e)
{
    struct adjudicator_rules *rules = &((struct match_options *)place)->rules;

    return read_agreement(values, &rules->draw.score, &rules->draw.actions, e);
}

static bool add_contestant(struct match_options *chosen, const char *text, bool engine,
                           struct error *e)
{
    if (chosen->players.count == SCHEDULE_PLAYERS)
        return error_set(e, "contest.players:most", "there can be %d players at most",
                         SCHEDULE_PLAYERS);
    chosen->players.engines |= (uint64_t)engine << chosen->players.count;
    chosen->players.texts[chosen->players.count++] = text;
    return true;
}

static bool add_player(const char **values, void *place, struct error *e)
{
    return add_contestant(place, values[0], false, e);
}

static bool add_engine(const char **values, void *place, struct error *e)
{
    return add_contestant(place, values[0], true, e);
}

static bool add_set(const char **values, void *place, struct error *e)
{
    struct match_options *chosen = place;

    if (chosen->sets.count == MATCH_SETS)
        return error_set(e, "match.sets:most", "--set can be given %d times at most", MATCH_SETS);
    chosen->sets.texts[chosen->sets.count++] = values[0];
    return true;
}

static bool read_clock(const char **values, void *place, struct error *e)
{
    struct match_options *chosen = place;

    return clock_read(values[0], &chosen->clock, e) &&
           (!chosen->clock.each_turn ||
            error_set(e, "match.clock:clock", "clock '%s' has days: programs play seconds",
                      error_quote(values[0]).text));
}

static bool read_rank(const char **values, void *place, struct error *e)
{
    struct match_options *chosen = place;

    return ranks_read(values[0], &chosen->share.rank, &chosen->share.ranks, e);
}

static_assert(sizeof(struct match_options) <= COMMAND_OPTIONS_BYTES,
              "the options of a match have room");
static const struct match_options defaults = {.games = UNSET,
                                              .threads = 1,
                                              .random_plies = UNSET,
                                              .share = {1, 1},
                                              .rules = {.longest = LONGEST}};
static const struct option options[] = {
    {OPTION("--p1", "SPEC", WORD), OPTION_LOCAL(match_options, seats[0]),
     .help = SENTENCE("option.match.p1", "the first player")},
    {OPTION("--p2", "SPEC", WORD), OPTION_LOCAL(match_options, seats[1]),
     .help = SENTENCE("option.match.p2", "the second player")},
    {OPTION("--p3", "SPEC", WORD), OPTION_LOCAL(match_options, seats[2]),
     .help = SENTENCE("option.match.p3", "the third player")},
    {OPTION("--p4", "SPEC", WORD), OPTION_LOCAL(match_options, seats[3]),
     .help = SENTENCE("option.match.p4", "the fourth player")},
    {OPTION("--player", "[NAME=]SPEC", TAKE), .local = true, .read = add_player,
     .help = SENTENCE("option.match.player", "one player of several, all against all")},
    {OPTION("--engine", "COMMAND", TAKE), .local = true, .read = add_engine,
     .help = SENTENCE("option.match.engine", "the same: another program that speaks UGI")},
    {OPTION("--set", "PLAYER:OPTION=VALUE", TAKE), .local = true, .read = add_set,
     .help =
         SENTENCE("option.match.set", "set an option of an engine, as in 2:Hash=64 or *:Hash=64")},
    {OPTION("--gauntlet", "", FLAG), OPTION_LOCAL(match_options, gauntlet),
     .help = SENTENCE("option.match.gauntlet", "only the first player against all others")},
    {OPTION("--swiss", "ROUNDS", NUMBER), OPTION_LOCAL(match_options, swiss), .least = 1,
     .most = SCHEDULE_ROUNDS,
     .help = SENTENCE("option.match.swiss", "pair players of like points, round by round")},
    {OPTION("--games", "N", NUMBER), OPTION_LOCAL(match_options, games), .least = 1,
     .most = 10000000,
     .help = SENTENCE("option.match.games",
                      "play N games per pairing (100 if not given, or all openings once)")},
    {OPTION("--openings", "FILE", WORD), OPTION_LOCAL(match_options, openings),
     .help = SENTENCE("option.match.openings", "begin games with the positions of a file in turn")},
    {OPTION("--clock", "SECONDS[+INC]", TAKE), .local = true, .read = read_clock,
     .help = SENTENCE("option.match.clock", "give each player a clock, as in 10+0.1")},
    {OPTION("--sprt", "ELO0 ELO1", READ), .local = true, .read = read_sprt,
     .help = SENTENCE("option.match.sprt", "stop when one of the two differences is clear")},
    {OPTION("--prove", "N", NUMBER), OPTION_LOCAL(match_options, rules.prove), .least = 1,
     .most = 1000000000000,
     .help = SENTENCE("option.match.prove",
                      "end a game when a search of N positions has proven its result")},
    {OPTION("--agree", "SCORE ACTIONS", READ), .local = true, .read = read_agree,
     .help = SENTENCE("option.match.agree",
                      "end a game when both agree for ACTIONS actions that one side wins")},
    {OPTION("--agree-draw", "SCORE ACTIONS", READ), .local = true, .read = read_agree_draw,
     .help = SENTENCE("option.match.agree-draw", "draw a game when both agree that it is even")},
    {OPTION("--longest", "N", NUMBER), OPTION_LOCAL(match_options, rules.longest), .least = 1,
     .most = LONGEST,
     .help = SENTENCE("option.match.longest", "draw a game after N actions (4000 if not given)")},
    {OPTION("--record", "FILE", WORD), OPTION_LOCAL(match_options, record),
     .help = SENTENCE("option.match.record", "write the record of every game to a file")},
    {OPTION("--resume", "FILE", WORD), OPTION_LOCAL(match_options, resume),
     .help = SENTENCE("option.match.resume",
                      "play what is missing in the file of a match that was stopped")},
    {OPTION("--rank", "R/N", TAKE), .local = true, .read = read_rank,
     .help = SENTENCE("option.games.rank", "play part R of N, on N machines all of it")},
    {OPTION("--merge", "", FLAG), OPTION_LOCAL(match_options, merge),
     .help = SENTENCE("option.match.merge", "print the one table of the games in files")},
    CLI_OPTIONS_GAMES(match_options),
    OPTION_END,
};

const struct command cli_match_command = {
    .name = "match",
    .usage = "GAME --p1 SPEC --p2 SPEC | --player SPEC... [OPTION...] | --merge FILE...",
    .help = SENTENCE("cli.command.match", "let players play a match"),
    .more = SENTENCE(
        "cli.command.match.more",
        "SPEC is one of: " CONTEST_SPECS ".\n"
        "Every deal or opening is played once with each player in seat 1, so N is rounded up; "
        "intervals and\n"
        "--sprt take these games together as one trial. 'abax-lab openings' writes files of "
        "openings. "
        "Engines and\n"
        "'search' get the limits of --clock, --nodes, --movetime (100 if none is given) and "
        "--depth. A player\n"
        "that fails loses its game. Ctrl+C ends the match with its table. docs/matches.md tells "
        "more."),
    .game = COMMAND_GAME,
    .options = COMMAND_OPTIONS(OPTIONS_START, OPTIONS_LIMITS, options, options_json),
    .most = ANY_NUMBER,
    .run = run_match,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
    .instead_of_game = "--merge",
};
