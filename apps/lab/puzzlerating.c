// SPDX-License-Identifier: MIT
// How hard a puzzle is, by how the computer's levels and short searches do. A level tries a puzzle
// as a person does: it chooses at every own position of the line, and the first wrong action ends
// the try. The rating is the one under which the results are likeliest, beside a wide guess
// beforehand, when a player and a puzzle of equal rating are an even match. It follows from the
// puzzle alone: players forget what they have searched before every puzzle, and their luck comes
// from what the puzzle asks, not from its place in a file.
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "coach/deduce.h"
#include "lab/puzzles.h"

enum {
    LEAST_RATING = 1, // what all players always solve comes to about 60
    MOST_RATING = 3000,
    USUAL_RATING = 1500, // the guess beforehand,
    RATING_SPREAD = 400, // and how wide it is
    TRIERS = PUZZLES_TRIERS,
};

// Who tries, how strong that is and how often: 203 tries a puzzle. A level is
// about 200 points above the one below (docs/levels.md measures 140 to 260).
// What hardly varies needs few tries.
static const struct {
    const char *player;
    int rating;
    unsigned tries;
} triers[TRIERS] = {
    {"level:1", 600, 25},    {"level:2", 800, 25},  {"level:3", 1000, 25}, {"level:4", 1200, 25},
    {"level:5", 1400, 25},   {"level:6", 1600, 25}, {"level:7", 1800, 25}, {"level:8", 2000, 20},
    {"level:9", 2200, 4},    {"level:10", 2400, 1}, {"nodes:50", 1200, 1}, {"nodes:500", 1500, 1},
    {"nodes:5000", 1900, 1},
};
// ---------------------------------------------------------------------------------------------
// Tries
// ---------------------------------------------------------------------------------------------

bool puzzles_open_player(struct player *p, const char *text, struct error *e)
{
    struct player_spec spec;

    return player_read(text, &spec, e) && player_init(p, &spec, NULL, e);
}

// Whether a player finds the whole line. It keeps what it has searched: only
// its luck is new.
static bool try_line(struct player *player, const struct puzzle *z, uint64_t seed)
{
    struct history history;
    struct game_position p;
    bool right = true;

    puzzle_position(z, &p);
    int solver = z->game->to_act(&p);
    player->random = random_from_seed(seed);
    history_init(&history, z->game, &z->options, &p);
    for (unsigned i = 0; right && i < z->length; i++) {
        const struct game_position *now = &history.position;
        if (z->game->to_act(now) == solver)
            right = puzzle_same(z->game, now, z->line[i], player_choose(player, &history));
        right = right && history_play(&history, z->line[i]);
    }
    history_clear(&history);
    return right;
}

// Where the likelihood of the results has its top: its slope decreases, so halving
// finds it.
static unsigned likeliest(const unsigned solved[TRIERS])
{
    double low = LEAST_RATING, high = MOST_RATING;

    while (high - low > 0.5) {
        double rating = (low + high) / 2;
        double slope = (USUAL_RATING - rating) * 400 / log(10) / RATING_SPREAD / RATING_SPREAD;
        for (unsigned i = 0; i < TRIERS; i++) {
            double chance = 1 / (1 + pow(10, (rating - triers[i].rating) / 400));
            slope += triers[i].tries * chance - solved[i];
        }
        *(slope > 0 ? &low : &high) = rating;
    }
    return (unsigned)(low + 0.5);
}

// ---------------------------------------------------------------------------------------------
// Tries at points
// ---------------------------------------------------------------------------------------------

// Levels play to win, not for points. Where points are asked for, searches that count them stand in
// for the players of the table above: with this many nodes, and an action at random in this many of
// a thousand choices.
static const struct {
    uint64_t nodes;
    unsigned careless;
} counters[TRIERS] = {
    {30, 600},  {60, 450},   {120, 300},   {250, 200}, {500, 120}, {1000, 60}, {2000, 30},
    {5000, 10}, {20000, 10}, {100000, 10}, {250, 0},   {700, 0},   {3500, 0},
};

static game_action count_points(struct player *player, const struct puzzle *z,
                                const struct game_position *p, uint64_t nodes)
{
    struct search_report report;
    struct search_task task = {.game = z->game,
                               .root = p,
                               .table = &player->thinker.table,
                               .limits = {.nodes = nodes, .exact = true}};

    search_run(player->thinker.searches[0], &task, &report);
    return report.lines[0].actions[0];
}

// Which own actions of the line the search of a row finds by itself, as bits, by place in the line.
static uint32_t found_by(struct player *player, const struct puzzle *z, unsigned row)
{
    struct game_position p;
    uint32_t found = 0;

    puzzle_position(z, &p);
    int solver = z->game->to_act(&p);
    for (unsigned i = 0; i < z->length; i++) {
        if (z->game->to_act(&p) != solver ||
            puzzle_same(z->game, &p, z->line[i], count_points(player, z, &p, counters[row].nodes)))
            found |= UINT32_C(1) << i;
        z->game->apply(&p, z->line[i], &p);
    }
    return found;
}

static bool try_points(const struct puzzle *z, uint32_t found, unsigned careless, uint64_t seed)
{
    struct random dice = random_from_seed(seed);
    struct game_position p;
    struct game_actions list;
    bool right = true;

    puzzle_position(z, &p);
    int solver = z->game->to_act(&p);
    for (unsigned i = 0; right && i < z->length; i++) {
        right = found >> i & 1;
        if (z->game->to_act(&p) == solver && random_below(&dice, 1000) < careless) {
            game_list(z->game, &p, &list);
            right = puzzle_same(z->game, &p, z->line[i], list.at[random_below(&dice, list.count)]);
        }
        z->game->apply(&p, z->line[i], &p);
    }
    return right;
}

// ---------------------------------------------------------------------------------------------
// Tries at losing nothing
// ---------------------------------------------------------------------------------------------

// Levels play to win: they may well give away what a puzzle asks to keep. So a player that looks so
// many actions ahead stands in for the players of the table above, and takes what loses nothing by
// then; careless as those who count points.
static const unsigned keepers[TRIERS] = {0, 1, 1, 2, 2, 3, 4, 5, 7, 64, 1, 3, 5};

enum { KEEPER_NODES = 20000 }; // for one action: what cannot be seen with these is not seen

// Of an own action of the line: how many actions there are, how many of them are right, and the
// same of those that lose nothing as far as a player sees.
struct solver_choice {
    unsigned all, right, kept, kept_right;
};

// The choices of a player who looks so far ahead, for every action of the line.
static void see_choices(const struct puzzle *z, unsigned deep, struct solver_choice *choices)
{
    struct game_position p;

    puzzle_position(z, &p);
    int solver = z->game->to_act(&p);
    for (unsigned i = 0; i < z->length; i++) {
        struct solver_choice *c = &choices[i];
        struct game_actions list;
        game_list(z->game, &p, &list);
        *c = (struct solver_choice){.all = list.count};
        for (unsigned k = 0; k < list.count; k++) {
            uint64_t nodes = KEEPER_NODES;
            bool right = puzzle_same(z->game, &p, z->line[i], list.at[k]);
            bool kept = deduce_keeps(z, solver, &p, list.at[k], deep, &nodes) != PUZZLE_WRONG;
            c->right += right;
            c->kept += kept;
            c->kept_right += right && kept;
        }
        z->game->apply(&p, z->line[i], &p);
    }
}

// All actions of such a line are the solver's.
static bool try_keeping(const struct puzzle *z, const struct solver_choice *choices,
                        unsigned careless, uint64_t seed)
{
    struct random dice = random_from_seed(seed);
    bool right = true;

    for (unsigned i = 0; right && i < z->length; i++) {
        const struct solver_choice *c = &choices[i];
        right = random_below(&dice, 1000) < careless || c->kept == 0
                    ? random_below(&dice, c->all) < c->right
                    : random_below(&dice, c->kept) < c->kept_right;
    }
    return right;
}

// The searches that count points see everything: games with secrets are for the levels alone.
static bool asks_points(const struct puzzle *z)
{
    return z->goal == PUZZLE_LEAD && !z->game->hidden;
}

bool puzzles_try_one(struct player *player, const struct puzzle *z, uint64_t seed)
{
    struct solver_choice choices[PUZZLE_MOST_LINE];
    bool level = player->spec.kind == PLAYER_LEVEL;
    unsigned row = level ? player->spec.level - 1 : 0;

    if (level && z->goal == PUZZLE_KEEP) {
        see_choices(z, keepers[row], choices);
        return try_keeping(z, choices, counters[row].careless, seed);
    }
    if (!asks_points(z) || !level)
        return try_line(player, z, seed);
    return try_points(z, found_by(player, z, row), counters[row].careless, seed);
}

// ---------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------

bool puzzles_raters_init(struct puzzles_raters *r, struct error *e)
{
    for (r->ready = 0; r->ready < TRIERS; r->ready++) {
        if (!puzzles_open_player(&r->players[r->ready], triers[r->ready].player, e)) {
            puzzles_raters_clear(r);
            return false;
        }
    }
    return true;
}

void puzzles_raters_clear(struct puzzles_raters *r)
{
    while (r->ready > 0)
        player_clear(&r->players[--r->ready]);
}

// The same for the same puzzle wherever it stands, whatever else is said of it.
static uint64_t luck_of(const struct puzzle *z)
{
    struct puzzle bare = *z;
    char letters[PUZZLE_LETTERS] = "";

    bare.rating = bare.themes = 0;
    puzzle_write(&bare, letters);
    return hash_bytes(letters, strlen(letters));
}

// How many of its tries a player solves.
static unsigned solves(struct player *player, const struct puzzle *z, unsigned row, uint64_t luck)
{
    struct solver_choice choices[PUZZLE_MOST_LINE];
    unsigned solved = 0;
    uint32_t found = 0;

    player_new_game(player, luck);
    if (z->goal == PUZZLE_KEEP)
        see_choices(z, keepers[row], choices);
    else if (asks_points(z))
        found = found_by(player, z, row);
    for (unsigned k = 0; k < triers[row].tries; k++) {
        if (z->goal == PUZZLE_KEEP)
            solved += try_keeping(z, choices, counters[row].careless, luck + k);
        else if (asks_points(z))
            solved += try_points(z, found, counters[row].careless, luck + k);
        else
            solved += try_line(player, z, luck + k);
    }
    return solved;
}

unsigned puzzles_rating(struct puzzles_raters *r, const struct puzzle *z)
{
    unsigned solved[TRIERS] = {0};
    uint64_t luck = luck_of(z);

    for (unsigned i = 0; i < TRIERS; i++)
        solved[i] = solves(&r->players[i], z, i, luck);
    return likeliest(solved);
}
