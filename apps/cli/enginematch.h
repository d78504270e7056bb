// SPDX-License-Identifier: MIT
// An engine match: many games between players, as `abax match` (match.c) prepares it. matchplay.c
// plays it in threads and ranks, matchfile.c saves its games, matchtable.c prints it.
#ifndef ABAX_CLI_ENGINEMATCH_H
#define ABAX_CLI_ENGINEMATCH_H

#include <pthread.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/contest.h"
#include "cli/openingfile.h"
#include "play/sequence.h"
#include "record/matchtags.h"

// The options of the command.
enum { MATCH_SETS = 16 };

struct match_options {
    const char *seats[GAME_MAX_SEATS]; // --p1 to --p4
    struct {
        unsigned count;
        uint64_t engines; // a bit for each that came by --engine
        const char *texts[SCHEDULE_PLAYERS];
    } players; // --player and --engine
    struct {
        unsigned count;
        const char *texts[MATCH_SETS];
    } sets; // --set
    bool gauntlet, merge;
    uint64_t swiss; // rounds, or 0
    uint64_t games; // or UNSET
    struct {
        bool given; // stop when elo[0] or elo[1] is clearly the better guess
        int elo[2];
    } sprt;
    struct {
        unsigned long long rank, ranks; // from 1
    } share;
    struct adjudicator_rules rules;
    struct clock_rule clock;
    const char *record, *resume, *openings; // files, or NULL
    uint64_t threads, random_plies;
};

struct engine_match {
    const struct arguments *arguments;
    const struct match_options *chosen;
    struct output *out;
    struct contest contest;
    struct schedule schedule;
    struct openings openings; // of the file, or the one position of -p; otherwise none
    char settings[MATCHTAGS_SETTINGS];
    char date[RECORD_DATE_BYTES];
    FILE *record;
    struct crosstable_game *known; // by number: games that a resumed file has
    size_t known_count;
    uint64_t groups; // of this rank
    atomic_bool stop;
    pthread_t main;

    pthread_mutex_t lock; // over what follows
    pthread_cond_t change;
    unsigned running;     // threads
    uint64_t next;        // the next group to be played, of this rank's
    struct sequence done; // groups that were played before one that was not
    struct crosstable table;
    bool decided;  // by --sprt
    int unwritten; // why the record could not be written (errno), or 0
    atomic_bool interrupted;
    uint64_t last_progress, shown;
    unsigned lines; // of the table that stands on the terminal
};

// ---------------------------------------------------------------------------------------------
// Playing, in threads and ranks (matchplay.c)
// ---------------------------------------------------------------------------------------------

// Plays everything that is to be played. False, with a sentence, when it could not begin or not be
// kept.
bool match_play_all(struct engine_match *m, struct error *e);

// The whole work of a rank that is not the first: plays what that one asks for.
bool match_help(struct engine_match *m, struct error *e);

// ---------------------------------------------------------------------------------------------
// Files of records (matchfile.c)
// ---------------------------------------------------------------------------------------------

// The record of a game that was just played, as text to be freed.
char *match_record_text(const struct engine_match *m, const struct match *played,
                        const struct crosstable_game *g);

// Opens the file of --record or --resume; what the latter holds becomes `known`.
bool match_open_file(struct engine_match *m, struct error *e);

// The known game with this number, or NULL.
const struct crosstable_game *match_known(const struct engine_match *m, uint64_t number);

// --merge: prints the table of the games in files.
bool match_merge(const struct arguments *a, struct output *out, struct error *e);

// ---------------------------------------------------------------------------------------------
// The table, as text and JSON, and the progress (matchtable.c)
// ---------------------------------------------------------------------------------------------

// What the table tells, wherever the games came from.
struct match_summary {
    const struct game *game;
    const struct game_options *options;
    enum schedule_kind kind;
    uint64_t seed, wanted; // games that were to be played
    const char *names[SCHEDULE_PLAYERS];
    unsigned byes[SCHEDULE_PLAYERS];
    const struct crosstable *table;
    bool timed; // time was limited: print what was used
    bool sprt;
    int elo[2];
};

// "robin", "gauntlet" or "swiss"; and which of them settings have.
const char *match_kind_text(enum schedule_kind kind);
enum schedule_kind match_kind(const char *settings);

void match_print(const struct match_summary *s, struct output *out);
void match_print_json(const struct match_summary *s, struct output *out);
void match_game_json(const struct crosstable_game *g, unsigned seats, const char *const *names,
                     struct output *out);

// What stands in the table now.
void match_summary(const struct engine_match *m, struct match_summary *s);

// Tells how far the match is, now and then, and at the end. On a terminal the table is drawn over
// the last one.
void match_show_progress(struct engine_match *m, bool last);

#endif
