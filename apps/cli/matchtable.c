// SPDX-License-Identifier: MIT
// The table of a match: for people, as JSON, and while it is being played. The result goes to
// standard output in English, so that scripts can read it; progress goes to standard
// error.
#include "cli/enginematch.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/jsonwrite.h"
#include "play/ratings.h"

enum {
    PROGRESS_EVERY = 2000000, // microseconds, in lines
    REDRAWN_EVERY = 250000,   // on a terminal
    NAME_WIDTH = 32,
    MOST_LINES = 20, // of a table that is drawn over
    CROSSED = 12,    // up to this many players the score of each against each fits a line
    PAIR_OUTCOMES = 5,
};

static const char *const kinds[] = {"robin", "gauntlet", "swiss"};

const char *match_kind_text(enum schedule_kind kind)
{
    return kinds[kind];
}

enum schedule_kind match_kind(const char *settings)
{
    return strstr(settings, "kind=gauntlet") ? SCHEDULE_GAUNTLET
           : strstr(settings, "kind=swiss")  ? SCHEDULE_SWISS
                                             : SCHEDULE_ROBIN;
}

// Whether all players sit at one table in every game: then there is no cross table to show.
static bool is_one_table(const struct match_summary *s)
{
    return s->table->players == s->table->table;
}

// ---------------------------------------------------------------------------------------------
// For people
// ---------------------------------------------------------------------------------------------

static void print_sprt(const struct match_summary *s, struct output *out)
{
    static const char *const verdicts[] = {"undecided", "the first is accepted",
                                           "the second is accepted"};
    double likelihood = score_likelihood(&s->table->rows[0].score, s->elo[0], s->elo[1]);

    output_format(out, "sprt %d against %d: likelihood %+.2f of %.2f, %s\n", s->elo[0], s->elo[1],
                  likelihood, score_sprt_bound(), verdicts[score_sprt(likelihood)]);
}

static void print_one_table(const struct match_summary *s, struct output *out)
{
    for (unsigned i = 0; i < s->table->players; i++) {
        const struct crosstable_row *row = &s->table->rows[i];
        const struct score *score = &row->score;
        struct score_interval share = score_share(score);
        output_format(out, "p%u %s: %u wins, %u draws, %u losses, score %.1f %%", i + 1,
                      s->names[i], score->wins, score->draws, score->losses, 100 * share.value);
        if (s->table->table > 2)
            output_format(out, ", 95 %% interval %.1f to %.1f %%", 100 * share.low,
                          100 * share.high);
        if (s->timed)
            output_format(out, ", %.1f s", (double)row->used / 1000);
        if (row->on_time)
            output_format(out, ", %u on time", row->on_time);
        if (row->failed)
            output_format(out, ", %u by failing", row->failed);
        output_add(out, "\n");
    }
    if (s->table->table > 2)
        return;
    const struct score *first = &s->table->rows[0].score;
    struct score_interval elo = score_elo(first);
    output_format(out, "pairs with 0, 0.5, 1, 1.5 and 2 points: %u %u %u %u %u\n", first->groups[0],
                  first->groups[1], first->groups[2], first->groups[3], first->groups[4]);
    output_format(out, "elo %+.1f, 95 %% interval %+.1f to %+.1f\n", elo.value, elo.low, elo.high);
    if (s->sprt)
        print_sprt(s, out);
}

// A name in a column: cut between characters, and filled up with blanks.
static void add_name(const char *name, unsigned width, struct text *t)
{
    unsigned columns = 0;
    size_t left = strlen(name);

    for (unsigned bytes; left > 0 && columns < width; columns++) {
        bytes = text_character(name, left, NULL);
        bytes = bytes ? bytes : 1;
        text_bytes(t, name, bytes);
        name += bytes;
        left -= bytes;
    }
    for (; columns < width; columns++)
        text_char(t, ' ');
}

static unsigned name_width(const struct match_summary *s)
{
    size_t width = strlen("player");

    for (unsigned i = 0; i < s->table->players; i++) {
        size_t length = strlen(s->names[i]);
        width = length > width ? length : width;
    }
    return width > NAME_WIDTH ? NAME_WIDTH : (unsigned)width;
}

static void print_row(const struct match_summary *s, const struct ratings *ratings, unsigned place,
                      unsigned player, struct output *out)
{
    const struct crosstable_row *row = &s->table->rows[player];
    const struct score_interval *rating = &ratings->of[player];
    struct score_interval share = score_share(&row->score);
    unsigned games = row->score.wins + row->score.draws + row->score.losses;
    char line[400];
    struct text t;

    text_init(&t, line, sizeof line);
    text_format(&t, "%3u  ", place);
    add_name(s->names[player], name_width(s), &t);
    text_format(&t, " %6u %8.1f  %5.1f %%", games, games * score_mean(&row->score),
                100 * share.value);
    if (s->table->table == 2)
        text_format(&t, "  %+7.1f  %+7.1f to %+7.1f", rating->value, rating->low, rating->high);
    else
        text_format(&t, "  %5.1f to %5.1f %%", 100 * share.low, 100 * share.high);
    text_format(&t, "  %5u %5u %5u", row->score.wins, row->score.draws, row->score.losses);
    if (s->timed)
        text_format(&t, "  %.1f s", (double)row->used / 1000);
    if (row->on_time)
        text_format(&t, "  %u on time", row->on_time);
    if (row->failed)
        text_format(&t, "  %u by failing", row->failed);
    if (s->byes[player])
        text_format(&t, "  %u %s", s->byes[player], s->byes[player] == 1 ? "bye" : "byes");
    output_format(out, "%s\n", line);
}

static void print_rows(const struct match_summary *s, const unsigned *order, struct output *out)
{
    struct ratings ratings;
    char head[200];
    struct text t;

    ratings_fit(s->table, &ratings);
    text_init(&t, head, sizeof head);
    text_add(&t, "  #  ");
    add_name("player", name_width(s), &t);
    text_add(&t, "  games   points    score ");
    text_add(&t, s->table->table == 2 ? "  rating     95 % interval   " : "   95 % interval ");
    text_add(&t, "   wins draws losses");
    output_format(out, "%s\n", head);
    for (unsigned i = 0; i < s->table->players; i++)
        print_row(s, &ratings, i + 1, order[i], out);
}

// The points of each player against each.
static void print_cross(const struct match_summary *s, const unsigned *order, struct output *out)
{
    unsigned count = s->table->players;
    char line[400];
    struct text t;

    output_add(out, "\npoints of games against\n");
    for (unsigned row = 0; row <= count; row++) {
        text_init(&t, line, sizeof line);
        if (row)
            text_format(&t, "%3u  ", row);
        else
            text_add(&t, "     ");
        add_name(row ? s->names[order[row - 1]] : "", name_width(s), &t);
        for (unsigned column = 0; column < count; column++) {
            if (row == 0) {
                text_format(&t, " %11u", column + 1);
                continue;
            }
            const struct crosstable_cell *cell = &s->table->cells[order[row - 1]][order[column]];
            char points[40];
            struct text p;
            text_init(&p, points, sizeof points);
            if (cell->games)
                text_format(&p, "%.1f/%llu", (double)cell->half_points / 2,
                            (unsigned long long)cell->games);
            text_format(&t, " %11s", row - 1 == column ? "-" : points);
        }
        output_format(out, "%s\n", line);
    }
}

static void print_pairs(const struct match_summary *s, const unsigned *order, struct output *out)
{
    output_add(out, "\npairs with 0, 0.5, 1, 1.5 and 2 points\n");
    for (unsigned i = 0; i < s->table->players; i++) {
        const unsigned *groups = s->table->rows[order[i]].score.groups;
        char line[200];
        struct text t;
        text_init(&t, line, sizeof line);
        text_format(&t, "%3u  ", i + 1);
        add_name(s->names[order[i]], name_width(s), &t);
        for (unsigned k = 0; k < PAIR_OUTCOMES; k++)
            text_format(&t, " %6u", groups[k]);
        output_format(out, "%s\n", line);
    }
}

void match_print(const struct match_summary *s, struct output *out)
{
    unsigned order[SCHEDULE_PLAYERS];
    char options[80];
    struct text t;

    text_init(&t, options, sizeof options);
    game_options_text(s->game, s->options, &t);
    output_format(out, "%s %s", s->game->name, options);
    if (!is_one_table(s))
        output_format(out, ", %s of %u players", match_kind_text(s->kind), s->table->players);
    output_format(out, ", %llu games, seed %llu\n", (unsigned long long)s->table->games,
                  (unsigned long long)s->seed);
    if (is_one_table(s)) {
        print_one_table(s, out);
        return;
    }
    crosstable_order(s->table, order);
    print_rows(s, order, out);
    if (s->table->table != 2)
        return;
    if (s->table->players <= CROSSED)
        print_cross(s, order, out);
    print_pairs(s, order, out);
}

// ---------------------------------------------------------------------------------------------
// As JSON
// ---------------------------------------------------------------------------------------------

// What the games do not give is null.
static void write_tenths(struct json_writer *j, const char *name, double value)
{
    if (isfinite(value))
        json_write_decimal(j, name, llround(value * 10), 10);
    else
        json_write_string(j, name, NULL);
}

static void write_share(struct json_writer *j, const char *name, double value)
{
    json_write_decimal(j, name, llround(value * 10000), 10000);
}

void match_game_json(const struct crosstable_game *g, unsigned seats, const char *const *names,
                     struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_string(&j, "type", "game");
    json_write_number(&j, "number", (long long)g->number + 1);
    json_write_array(&j, "seats");
    for (unsigned seat = 0; seat < seats; seat++) {
        json_write_object(&j, NULL);
        json_write_number(&j, "player", g->players[seat] + 1);
        json_write_string(&j, "name", names[seat]);
        json_write_decimal(&j, "points", g->half_points[seat] * 5, 10);
        json_write_number(&j, "time", (long long)g->used[seat]);
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    json_write_number(&j, "actions", g->actions);
    json_write_string(&j, "end", crosstable_end_text(g->end));
    if (g->failure) {
        json_write_number(&j, "loser", g->seat + 1);
        json_write_string(&j, "fault", g->failure);
    }
    json_write_end_object(&j);
    output_add(out, "\n");
}

static void write_against(const struct match_summary *s, unsigned player, struct json_writer *j)
{
    json_write_array(j, "against");
    for (unsigned i = 0; i < s->table->players; i++) {
        const struct crosstable_cell *cell = &s->table->cells[player][i];
        if (!cell->games)
            continue;
        json_write_object(j, NULL);
        json_write_number(j, "player", i + 1);
        json_write_number(j, "games", (long long)cell->games);
        json_write_decimal(j, "points", (long long)cell->half_points * 5, 10);
        json_write_end_object(j);
    }
    json_write_end_array(j);
}

static void write_interval(struct json_writer *j, const char *const names[3],
                           struct score_interval of)
{
    write_tenths(j, names[0], of.value);
    write_tenths(j, names[1], of.low);
    write_tenths(j, names[2], of.high);
}

static void write_player(const struct match_summary *s, const struct ratings *ratings,
                         unsigned place, unsigned player, struct json_writer *j)
{
    const struct crosstable_row *row = &s->table->rows[player];
    static const char *const elo[] = {"elo", "eloLow", "eloHigh"};
    static const char *const rating[] = {"rating", "ratingLow", "ratingHigh"};
    struct score_interval share = score_share(&row->score);

    json_write_object(j, NULL);
    json_write_number(j, "place", place);
    json_write_number(j, "player", player + 1);
    json_write_string(j, "name", s->names[player]);
    json_write_decimal(j, "points", (long long)crosstable_half_points(s->table, player) * 5, 10);
    json_write_number(j, "wins", row->score.wins);
    json_write_number(j, "draws", row->score.draws);
    json_write_number(j, "losses", row->score.losses);
    json_write_number(j, "onTime", row->on_time);
    json_write_number(j, "failed", row->failed);
    json_write_number(j, "byes", s->byes[player]);
    json_write_number(j, "time", (long long)row->used);
    write_share(j, "score", share.value);
    write_share(j, "scoreLow", share.low);
    write_share(j, "scoreHigh", share.high);
    if (s->table->table == 2)
        write_interval(j, elo, score_elo(&row->score));
    if (s->table->table == 2 && !is_one_table(s))
        write_interval(j, rating, ratings->of[player]);
    json_write_array(j, "groups");
    for (unsigned i = 0; i <= 2 * s->table->table; i++)
        json_write_number(j, NULL, row->score.groups[i]);
    json_write_end_array(j);
    if (s->table->table == 2)
        write_against(s, player, j);
    json_write_end_object(j);
}

static void write_sprt(const struct match_summary *s, struct json_writer *j)
{
    static const char *const verdicts[] = {"undecided", "first", "second"};
    double likelihood = score_likelihood(&s->table->rows[0].score, s->elo[0], s->elo[1]);

    json_write_object(j, "sprt");
    json_write_number(j, "first", s->elo[0]);
    json_write_number(j, "second", s->elo[1]);
    json_write_decimal(j, "likelihood", llround(likelihood * 100), 100);
    json_write_decimal(j, "bound", llround(score_sprt_bound() * 100), 100);
    json_write_string(j, "accepted", verdicts[score_sprt(likelihood)]);
    json_write_end_object(j);
}

void match_print_json(const struct match_summary *s, struct output *out)
{
    unsigned order[SCHEDULE_PLAYERS];
    struct ratings ratings;
    struct json_writer j;
    char options[80];
    struct text t;

    text_init(&t, options, sizeof options);
    game_options_text(s->game, s->options, &t);
    crosstable_order(s->table, order);
    ratings_fit(s->table, &ratings);
    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_string(&j, "type", "table");
    json_write_string(&j, "game", s->game->name);
    json_write_string(&j, "options", options);
    json_write_string(&j, "kind", match_kind_text(s->kind));
    json_write_number(&j, "seed", (long long)s->seed);
    json_write_number(&j, "games", (long long)s->table->games);
    json_write_number(&j, "wanted", (long long)s->wanted);
    json_write_array(&j, "players");
    for (unsigned i = 0; i < s->table->players; i++)
        write_player(s, &ratings, i + 1, order[i], &j);
    json_write_end_array(&j);
    if (s->sprt)
        write_sprt(s, &j);
    json_write_end_object(&j);
    output_add(out, "\n");
}

// ---------------------------------------------------------------------------------------------
// Meanwhile
// ---------------------------------------------------------------------------------------------

void match_summary(const struct engine_match *m, struct match_summary *s)
{
    *s = (struct match_summary){.game = m->contest.game,
                                .options = &m->contest.options,
                                .kind = m->schedule.kind,
                                .seed = m->arguments->seed,
                                .wanted = schedule_groups(&m->schedule) * m->contest.table,
                                .table = &m->table,
                                .timed = m->contest.clock.base != 0,
                                .sprt = m->chosen->sprt.given,
                                .elo = {m->chosen->sprt.elo[0], m->chosen->sprt.elo[1]}};
    for (unsigned i = 0; i < m->contest.count; i++) {
        s->names[i] = m->contest.players[i].name;
        s->byes[i] = schedule_byes(&m->schedule, i);
    }
}

static void write_error(void *to, const char *bytes, size_t count)
{
    unsigned *lines = to;

    for (size_t i = 0; lines && i < count; i++)
        *lines += bytes[i] == '\n';
    fwrite(bytes, 1, count, stderr);
}

static void say_progress(const struct engine_match *m, struct output *out)
{
    const struct catalogue *messages = m->arguments->host->messages;
    const struct score *s = &m->table.rows[0].score;
    unsigned order[SCHEDULE_PLAYERS];
    char line[CLI_SENTENCE], share[24];
    struct text t;

    crosstable_order(&m->table, order);
    text_init(&t, share, sizeof share);
    text_format(&t, "%.1f", 100 * score_mean(&m->table.rows[order[0]].score));
    text_init(&t, line, sizeof line);
    if (m->contest.count == m->contest.table)
        text_say(&t, messages, "matchplay.progress:played,games,wins,draws,losses",
                 "%llu of %llu games: p1 has %u wins, %u draws, %u losses",
                 (unsigned long long)m->table.games,
                 (unsigned long long)m->groups * m->contest.table, s->wins, s->draws, s->losses);
    else
        text_say(&t, messages, "matchplay.leader:played,games,name,share",
                 "%llu of %llu games: %s leads with %s %%", (unsigned long long)m->table.games,
                 (unsigned long long)m->groups * m->contest.table,
                 m->contest.players[order[0]].name, share);
    output_format(out, "%s\n", line);
}

// Draws the table over the one before.
static void redraw(struct engine_match *m, bool last)
{
    struct output out = {write_error, &m->lines};
    struct match_summary s;
    unsigned order[SCHEDULE_PLAYERS];

    if (m->lines)
        fprintf(stderr, "\r\x1b[%uA\x1b[J", m->lines);
    m->lines = 0;
    say_progress(m, &out);
    match_summary(m, &s);
    if (!last && !is_one_table(&s) && s.table->players < MOST_LINES) {
        crosstable_order(&m->table, order);
        print_rows(&s, order, &out);
    }
}

void match_show_progress(struct engine_match *m, bool last)
{
    struct output out = {write_error, NULL};
    uint64_t now = cli_clock();
    bool terminal = isatty(STDERR_FILENO);

    if (m->table.games == m->shown ||
        (!last && now < m->last_progress + (terminal ? REDRAWN_EVERY : PROGRESS_EVERY)))
        return;
    m->shown = m->table.games;
    m->last_progress = now;
    if (terminal)
        redraw(m, last);
    else
        say_progress(m, &out);
    if (last)
        m->lines = 0;
}
