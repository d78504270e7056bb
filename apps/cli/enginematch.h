// SPDX-License-Identifier: MIT
// A match of many games: what `abax match` (match.c) prepares and its parts share. matchplay.c
// plays it in threads, matchranks.c in other ranks, matchfile.c keeps its games, matchtable.c
// prints it.
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

// A group that is to be played, as far as it depends on anything but the words of the command.
struct match_task {
    uint64_t number, deal;
    unsigned players[GAME_MAX_SEATS];
    unsigned known; // a bit for each of its games that is known already
    bool last;      // nothing to play: there is no more
};

// A group that was played.
struct match_group {
    unsigned count;
    struct crosstable_game games[GAME_MAX_SEATS];
    char *texts[GAME_MAX_SEATS]; // their records; NULL: a game that was known before
    struct error failures[GAME_MAX_SEATS];
};

// matchplay.c plays what is not known of a group; breaks off when the match is stopped.
struct match_group *match_play_group(const struct engine_match *m, struct contestants *all,
                                     const struct match_task *task);

#endif
