// SPDX-License-Identifier: MIT
// Inside `abax match`: what its command (match.c), the threads that play (matchplay.c), the files of its games
// (matchfile.c), ranks that play for others (matchcrew.c) and the table (matchtable.c) share.
#ifndef ABAX_CLI_MATCHPARTS_H
#define ABAX_CLI_MATCHPARTS_H

#include <pthread.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/contest.h"
#include "cli/openingfile.h"
#include "play/sequence.h"
#include "record/matchtags.h"

// The options of the command.
enum { MATCH_SETS = 16 };

struct match_own {
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

// What the table tells, wherever the games came from.
struct match_summary {
    const struct game *game;
    const struct game_options *options;
    enum schedule_kind kind;
    uint64_t seed, wanted; // games that were to be played
    const char *names[SCHEDULE_PLAYERS];
    unsigned byes[SCHEDULE_PLAYERS];
    const struct crosstable *table;
    bool timed; // time was limited, so that it is told
    bool sprt;
    int elo[2];
};

struct tournament {
    const struct arguments *arguments;
    const struct match_own *own;
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
    struct error faults[GAME_MAX_SEATS];
};

// Plays everything that is to be played. False, with a sentence, when it could not begin or not be kept.
bool match_play_all(struct tournament *m, struct error *e);

// Plays what is not known of a group; breaks off when the match is stopped.
struct match_group *match_play_group(const struct tournament *m, struct contestants *all,
                                     const struct match_task *task);

// Has a thread of another rank play it; an empty group when this rank was told to end first. Or tells it that there is no more.
struct match_group *match_ask(struct tournament *m, unsigned rank, unsigned channel,
                              const struct match_task *task);
void match_dismiss(unsigned rank, unsigned channel);

// The whole work of a rank that is not the first: plays what that one asks for.
bool match_help(struct tournament *m, struct error *e);

// The record of a game that was just played, as text to be freed.
char *match_record_text(const struct tournament *m, const struct match *played,
                        const struct crosstable_game *g);

// Opens the file of --record or --resume; what the latter holds becomes `known`.
bool match_open_file(struct tournament *m, struct error *e);

// The known game with this number, or NULL.
const struct crosstable_game *match_known(const struct tournament *m, uint64_t number);

// --merge: prints the table of the games in files.
bool match_merge(const struct arguments *a, struct output *out, struct error *e);

// "robin", "gauntlet" or "swiss"; and which of them settings have.
const char *match_kind_text(enum schedule_kind kind);
enum schedule_kind match_kind(const char *settings);

void match_print(const struct match_summary *s, struct output *out);
void match_print_json(const struct match_summary *s, struct output *out);
void match_game_json(const struct crosstable_game *g, unsigned seats, const char *const *names,
                     struct output *out);

// What stands in the table now.
void match_summary(const struct tournament *m, struct match_summary *s);

// Tells how far the match is, now and then, and at the end. On a terminal the table is drawn over the last one.
void match_show_progress(struct tournament *m, bool last);

#endif
