// SPDX-License-Identifier: MIT
// Matches: each deal or opening is played once for every way round the table, several games at once. The result goes
// to standard output, progress and failures of engines to standard error.
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "cli/cli.h"
#include "cli/contest.h"
#include "cli/openingfile.h"
#include "cli/score.h"
#include "play/opening.h"

enum {
    DEFAULT_GAMES = 100,
    ENGINE_MOVETIME = 100, // milliseconds, when no limit is given
    ENGINE_GRACE = 1000,   // what an engine may take longer than its movetime
    ENGINE_PATIENCE = 60000,
    PROGRESS_EVERY = 2000000, // microseconds
};

struct match_own {
    const char *players[GAME_MAX_SEATS];
    uint64_t games; // or UNSET
    struct {
        bool given; // stop when elo[0] or elo[1] is clearly the better guess
        int elo[2];
    } sprt;
    const char *record, *openings; // files, or NULL
    uint64_t threads, random_plies;
};

struct tournament {
    const struct arguments *arguments;
    const struct match_own *own;
    struct contest contest;
    struct openings openings; // of the file, or the one position of -p; otherwise none
    FILE *record;
    uint64_t groups; // deals or openings

    pthread_mutex_t lock; // over what follows
    uint64_t next;        // the next group to be played
    uint64_t played;      // games
    bool decided;         // by --sprt
    uint64_t last_progress, shown;
    struct {
        struct score score;
        unsigned forfeits;
    } standings[GAME_MAX_SEATS]; // by player
};

// ---------------------------------------------------------------------------------------------
// A deal
// ---------------------------------------------------------------------------------------------

static uint64_t mixed(uint64_t seed, uint64_t number)
{
    return hash_mix(hash_word(hash_word(0, seed), number));
}

static void write_record(const struct tournament *m, uint64_t number,
                         const struct game_position *start, const struct bout *b)
{
    const struct game *g = m->contest.game;
    char position[GAME_TEXT_BYTES], options[80], result[120];
    struct text t;

    text_init(&t, position, sizeof position);
    g->write(start, &t);
    text_init(&t, options, sizeof options);
    game_options_text(g, &m->contest.options, &t);
    text_init(&t, result, sizeof result);
    game_result_text(g, &m->contest.options, &b->result, &t);
    fprintf(m->record, "%llu\t%s\t%s\t", (unsigned long long)number, g->name, options);
    for (int seat = 0; seat < game_seats(g, &m->contest.options); seat++)
        fprintf(m->record, "%s%s", seat ? " | " : "",
                m->contest.texts[contest_player(&m->contest, b->first, seat)]);
    fprintf(m->record, "\t%s\t%s\t%s%s%s\n", position, b->length ? b->moves + 1 : "", result,
            b->forfeit >= 0 ? "\t" : "", b->forfeit >= 0 ? b->fault.text : "");
}

// ---------------------------------------------------------------------------------------------
// Counting
// ---------------------------------------------------------------------------------------------

// What player `player` got: 0 to 2 half points.
static unsigned half_points(const struct tournament *m, const struct bout *b, unsigned player)
{
    unsigned count = m->contest.count;

    return (unsigned)b->result.outcome[(player + count - b->first) % count];
}

static void tell_forfeit(const struct tournament *m, const struct bout *b)
{
    const struct catalogue *words = m->arguments->host->words;
    char fault[CLI_SENTENCE], line[CLI_SENTENCE];
    struct text t;

    text_init(&t, fault, sizeof fault);
    error_tell(&b->fault, words, &t);
    text_init(&t, line, sizeof line);
    text_say(&t, words, "tournament.forfeit:game,player,fault", "game %llu: p%d loses: %s",
             (unsigned long long)m->played, b->forfeit + 1, fault);
    fprintf(stderr, "%s\n", line);
}

static void count_bout(struct tournament *m, const struct bout *b)
{
    for (unsigned i = 0; i < m->contest.count; i++) {
        struct score *s = &m->standings[i].score;
        unsigned points = half_points(m, b, i);
        s->wins += points == GAME_WIN;
        s->draws += points == GAME_DRAW;
        s->losses += points == GAME_LOSS;
        m->standings[i].forfeits += b->forfeit == (int)i;
    }
    m->played++;
    if (b->forfeit >= 0)
        tell_forfeit(m, b);
}

static void show_progress(struct tournament *m, bool last)
{
    const struct score *s = &m->standings[0].score;
    uint64_t now = cli_clock();
    char line[CLI_SENTENCE];
    struct text t;

    if (m->played == m->shown || (!last && now < m->last_progress + PROGRESS_EVERY))
        return;
    m->shown = m->played;
    m->last_progress = now;
    text_init(&t, line, sizeof line);
    text_say(&t, m->arguments->host->words, "tournament.progress:played,games,wins,draws,losses",
             "%llu of %llu games: p1 has %u wins, %u draws, %u losses",
             (unsigned long long)m->played, (unsigned long long)m->groups * m->contest.count,
             s->wins, s->draws, s->losses);
    fprintf(stderr, "%s\n", line);
}

// Counts the games of one deal or opening, which were played by one thread: one observation for the statistics.
static void count_group(struct tournament *m, const struct bout *bouts)
{
    const struct match_own *own = m->own;
    const struct score *first = &m->standings[0].score;
    unsigned count = m->contest.count;

    for (unsigned i = 0; i < count; i++)
        count_bout(m, &bouts[i]);
    for (unsigned player = 0; player < count; player++) {
        unsigned points = 0;
        for (unsigned i = 0; i < count; i++)
            points += half_points(m, &bouts[i], player);
        m->standings[player].score.seatings = count;
        score_add(&m->standings[player].score, points);
    }
    if (own->sprt.given &&
        score_sprt(score_likelihood(first, own->sprt.elo[0], own->sprt.elo[1])) != SCORE_OPEN)
        m->decided = true;
    show_progress(m, false);
}

// ---------------------------------------------------------------------------------------------
// Threads
// ---------------------------------------------------------------------------------------------

static void play_group(struct tournament *m, struct contestants *all, uint64_t group)
{
    const struct arguments *a = m->arguments;
    const struct game *g = m->contest.game;
    struct bout bouts[GAME_MAX_SEATS] = {0};
    struct game_position start;
    game_action opening[OPENING_MOST];
    const char *from = m->openings.count ? m->openings.texts[group % m->openings.count] : "";
    uint64_t seed = mixed(a->seed, group),
             plies = m->own->random_plies == UNSET ? 0 : m->own->random_plies;

    if (!*from)
        g->start(&m->contest.options, seed, &start);
    else if (!g->read(&m->contest.options, from, &start, &(struct error){0}))
        abort(); // it was read before
    unsigned count = opening_draw(g, &start, (unsigned)plies, seed, opening);
    for (unsigned i = 0; i < m->contest.count; i++) {
        bouts[i].first = i;
        bout_play(all, seed, from, opening, count, &bouts[i]);
    }
    pthread_mutex_lock(&m->lock);
    for (unsigned i = 0; m->record && i < m->contest.count; i++)
        write_record(m, group * m->contest.count + i + 1, &start, &bouts[i]);
    count_group(m, bouts);
    pthread_mutex_unlock(&m->lock);
    for (unsigned i = 0; i < m->contest.count; i++)
        bout_clear(&bouts[i]);
}

static bool next_group(struct tournament *m, uint64_t *group)
{
    pthread_mutex_lock(&m->lock);
    bool more = m->next < m->groups && !m->decided;
    *group = m->next;
    m->next += more;
    pthread_mutex_unlock(&m->lock);
    return more;
}

struct worker {
    struct tournament *match;
    struct contestants *all;
    pthread_t thread;
};

static void *work(void *to)
{
    struct worker *w = to;
    uint64_t group;

    while (next_group(w->match, &group))
        play_group(w->match, w->all, group);
    return NULL;
}

// Makes the workers' players; false, with nothing left, when there is no memory.
static bool hire(struct tournament *m, struct worker *workers, unsigned count, struct error *e)
{
    for (unsigned i = 0; i < count; i++) {
        workers[i] = (struct worker){.match = m, .all = malloc(sizeof(struct contestants))};
        if (workers[i].all) {
            contestants_init(workers[i].all, &m->contest);
            continue;
        }
        error_set(e, "tournament.memory:threads", "there is no memory for %u threads", count);
        while (i-- > 0) {
            contestants_clear(workers[i].all);
            free(workers[i].all);
        }
        return false;
    }
    return true;
}

static bool play_all(struct tournament *m, struct error *e)
{
    struct worker workers[256];
    uint64_t wanted = m->own->threads < m->groups ? m->own->threads : m->groups;
    unsigned count = (unsigned)wanted, started = 1;

    if (!hire(m, workers, count, e))
        return false;
    signal(SIGPIPE, SIG_IGN); // an engine that ended is noticed when it is written to
    // The first worker is this thread; fewer threads than wanted only take longer.
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (unsigned i = 0; i < count; i++) {
        contestants_clear(workers[i].all);
        free(workers[i].all);
    }
    show_progress(m, true);
    return true;
}

// ---------------------------------------------------------------------------------------------
// The command
// ---------------------------------------------------------------------------------------------

static void print_elo(const struct tournament *m, struct output *out)
{
    const struct match_own *own = m->own;
    const struct score *first = &m->standings[0].score;
    struct score_interval elo = score_elo(first);

    output_format(out, "pairs with 0, 0.5, 1, 1.5 and 2 points: %u %u %u %u %u\n", first->groups[0],
                  first->groups[1], first->groups[2], first->groups[3], first->groups[4]);
    output_format(out, "elo %+.1f, 95 %% interval %+.1f to %+.1f\n", elo.value, elo.low, elo.high);
    if (!own->sprt.given)
        return;
    static const char *const verdicts[] = {"undecided", "the first is accepted",
                                           "the second is accepted"};
    double likelihood = score_likelihood(first, own->sprt.elo[0], own->sprt.elo[1]);
    output_format(out, "sprt %d against %d: likelihood %+.2f of %.2f, %s\n", own->sprt.elo[0],
                  own->sprt.elo[1], likelihood, score_sprt_bound(),
                  verdicts[score_sprt(likelihood)]);
}

static void print_result(const struct tournament *m, struct output *out)
{
    char options[80];
    struct text t;

    text_init(&t, options, sizeof options);
    game_options_text(m->contest.game, &m->contest.options, &t);
    output_format(out, "%s %s, %llu games, seed %llu\n", m->contest.game->name, options,
                  (unsigned long long)m->played, (unsigned long long)m->arguments->seed);
    for (unsigned i = 0; i < m->contest.count; i++) {
        const struct score *s = &m->standings[i].score;
        struct score_interval share = score_share(s);
        output_format(out, "p%u %s: %u wins, %u draws, %u losses, score %.1f %%", i + 1,
                      m->contest.texts[i], s->wins, s->draws, s->losses, 100 * share.value);
        if (m->contest.count > 2)
            output_format(out, ", 95 %% interval %.1f to %.1f %%", 100 * share.low,
                          100 * share.high);
        if (m->standings[i].forfeits)
            output_format(out, ", %u by failing", m->standings[i].forfeits);
        output_add(out, "\n");
    }
    if (m->contest.count == 2)
        print_elo(m, out);
}

// As many players as seats, or one for each of two teams that sit in turn.
static bool read_players(const struct arguments *a, struct contest *c, struct error *e)
{
    const struct match_own *own = a->own;
    unsigned seats = (unsigned)game_seats(a->game, &a->options);

    c->game = a->game;
    c->options = a->options;
    while (c->count < GAME_MAX_SEATS && own->players[c->count])
        c->count++;
    for (unsigned i = c->count; i < GAME_MAX_SEATS; i++) {
        if (own->players[i])
            return error_set(e, "match.missing:player", "player --p%u is missing", c->count + 1);
    }
    bool teams = seats == 4 && c->count == 2 && game_team(a->game, &a->options, 2) == 0;
    if (c->count != seats && !teams)
        return error_set(e, "match.seats:game,seats,most",
                         "%s with these options has %u seats: give --p1 to --p%u", a->game->name,
                         seats, seats);
    for (unsigned i = 0; i < c->count; i++) {
        if (!contest_add(c, i, own->players[i], e))
            return false;
    }
    return !own->sprt.given || c->count == 2 ||
           error_set(e, "match.sprt", "sprt compares two players only");
}

static void set_engine_limits(const struct arguments *a, struct contest *c)
{
    uint64_t movetime = a->movetime;
    struct text t;

    if (!movetime && !a->nodes && !a->depth)
        movetime = ENGINE_MOVETIME;
    text_init(&t, c->go, sizeof c->go);
    text_add(&t, "go");
    if (movetime)
        text_format(&t, " movetime %llu", (unsigned long long)movetime);
    if (a->nodes)
        text_format(&t, " nodes %llu", (unsigned long long)a->nodes);
    if (a->depth)
        text_format(&t, " depth %llu", (unsigned long long)a->depth);
    c->patience = movetime ? movetime + ENGINE_GRACE : ENGINE_PATIENCE;
}

// Where games begin, if not with deals.
static bool read_openings(const struct arguments *a, struct tournament *m, struct error *e)
{
    if (a->position && m->own->openings)
        return error_set(e, "match.openings",
                         "--openings and --position are two beginnings: give one");
    if (a->position)
        return openings_one(&m->openings, a->position, a->game, &a->options, e);
    return !m->own->openings ||
           openings_read(&m->openings, m->own->openings, a->game, &a->options, e);
}

// As many games as asked for; every opening once if nothing was.
static uint64_t groups_of(const struct tournament *m)
{
    unsigned count = m->contest.count;

    if (m->own->games == UNSET && m->own->openings)
        return m->openings.count;
    return ((m->own->games == UNSET ? DEFAULT_GAMES : m->own->games) + count - 1) / count;
}

static bool prepare(const struct arguments *a, struct tournament *m, struct error *e)
{
    const struct match_own *own = m->own;

    if (!read_players(a, &m->contest, e) || !read_openings(a, m, e))
        return false;
    set_engine_limits(a, &m->contest);
    m->groups = groups_of(m);
    m->record = own->record ? fopen(own->record, "w") : NULL;
    if (own->record && !m->record)
        return error_set(e, "file.unwritten:file", "file '%s' cannot be written",
                         error_quote(own->record).text);
    return true;
}

static bool play_match(struct tournament *m, struct output *out, struct error *e)
{
    m->last_progress = cli_clock();
    bool good = play_all(m, e);
    if (m->record && fclose(m->record) != 0 && good)
        good = error_set(e, "file.unwritten:file", "file '%s' cannot be written",
                         error_quote(m->own->record).text);
    if (good)
        print_result(m, out);
    return good;
}

static bool run(const struct arguments *a, struct output *out, struct error *e)
{
    struct tournament m = {.arguments = a, .own = a->own, .lock = PTHREAD_MUTEX_INITIALIZER};
    bool good = prepare(a, &m, e) && play_match(&m, out, e);

    openings_clear(&m.openings);
    return good;
}

static const uint64_t most_elo = 2000;

static bool read_sprt(const char **values, void *place, struct error *e)
{
    struct match_own *own = place;

    for (unsigned i = 0; i < 2; i++) {
        bool negative = values[i][0] == '-';
        unsigned long long n;
        if (!text_read_number(values[i] + negative, most_elo, &n))
            return error_set(e, "match.elo:value,least,most",
                             "sprt '%s' is not a number from -%llu to %llu",
                             error_quote(values[i]).text, (unsigned long long)most_elo,
                             (unsigned long long)most_elo);
        own->sprt.elo[i] = negative ? -(int)n : (int)n;
    }
    if (own->sprt.elo[0] >= own->sprt.elo[1])
        return error_set(e, "match.elo-order:low,high", "sprt: '%s' is not less than '%s'",
                         values[0], values[1]);
    own->sprt.given = true;
    return true;
}

static const struct match_own defaults = {.games = UNSET, .threads = 1, .random_plies = UNSET};
static const struct option options[] = {
    {OPTION("--p1", "SPEC", WORD), OPTION_OWN(match_own, players[0]),
     .help = SENTENCE("option.match.p1", "the first player")},
    {OPTION("--p2", "SPEC", WORD), OPTION_OWN(match_own, players[1]),
     .help = SENTENCE("option.match.p2", "the second player")},
    {OPTION("--p3", "SPEC", WORD), OPTION_OWN(match_own, players[2]),
     .help = SENTENCE("option.match.p3", "the third player")},
    {OPTION("--p4", "SPEC", WORD), OPTION_OWN(match_own, players[3]),
     .help = SENTENCE("option.match.p4", "the fourth player")},
    {OPTION("--games", "N", NUMBER), OPTION_OWN(match_own, games), .least = 1, .most = 10000000,
     .help = SENTENCE("option.match.games",
                      "play at most so many games (100 if not given, or all openings once)")},
    {OPTION("--openings", "FILE", WORD), OPTION_OWN(match_own, openings),
     .help = SENTENCE("option.match.openings", "begin games with the positions of a file in turn")},
    {OPTION("--sprt", "ELO0 ELO1", READ), .own = true, .read = read_sprt,
     .help = SENTENCE("option.match.sprt", "stop when one of the two differences is clear")},
    {OPTION("--record", "FILE", WORD), OPTION_OWN(match_own, record),
     .help = SENTENCE("option.match.record", "write every game to a file, one a line")},
    CLI_OPTIONS_GAMES(match_own),
    OPTION_END,
};

const struct command cli_match_command = {
    .name = "match",
    .usage = "GAME --p1 SPEC --p2 SPEC [--p3 SPEC] [--p4 SPEC] [OPTION...]",
    .help = SENTENCE("cli.command.match", "let players play a match"),
    .more = SENTENCE(
        "cli.command.match.more",
        "SPEC is one of: " CONTEST_SPECS ".\n"
        "Every deal or opening is played once with each player in seat 1, so N is rounded up; "
        "intervals and\n"
        "--sprt take these games together as one trial. 'abax openings' writes files of openings. "
        "An engine\n"
        "speaks UGI and gets the limits of --nodes, --movetime (100 if none is given) and --depth. "
        "One\n"
        "that fails loses its game. --record writes number, game, options, players by seat, "
        "start,\n"
        "actions and result, with tabs between them."),
    .game = COMMAND_GAME,
    .options = COMMAND_OPTIONS(OPTIONS_START, OPTIONS_LIMITS, options),
    .run = run,
    .own = &defaults,
    .own_bytes = sizeof defaults,
};
