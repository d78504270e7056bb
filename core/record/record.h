// SPDX-License-Identifier: MIT
// The record of a game: its setup, the actions with times, hints, comments and variations, and how
// it ended. A record is plain data; docs/records.md describes its text. Everything that was read is
// legal by the rules.
//
// An unfinished game with secrets is recorded as one seat knows it (a view): such a record can be
// shown, not resumed. Only an autosave, which no other player sees, contains everything.
#ifndef ABAX_RECORD_RECORD_H
#define ABAX_RECORD_RECORD_H

#include "base/output.h"
#include "play/match.h"

enum {
    RECORD_ALL = -2,       // a "seat" that knows everything
    RECORD_START = 0,      // the node before the first action
    RECORD_MOST = 4096,    // actions in a record, variations included
    RECORD_DATE_BYTES = 11 // "2026-11-15" and its terminator
};

// Annotations of an action, with the signs that chess players use.
enum record_note {
    RECORD_NO_NOTE,
    RECORD_GOOD,        // !
    RECORD_BAD,         // ?
    RECORD_BRILLIANT,   // !!
    RECORD_BLUNDER,     // ??
    RECORD_INTERESTING, // !?
    RECORD_DOUBTFUL,    // ?!
    RECORD_NOTES,
};

// An action and what follows it. Nodes are numbers; a parent comes before its children. The first
// child continues the line of its parent, the others are variations.
struct record_node {
    char action[GAME_ACTION_BYTES];
    uint8_t seat;
    uint8_t hints;                // a bit for each hint level
    uint8_t note;                 // enum record_note
    bool timed;                   // `spent` is known
    uint64_t spent;               // milliseconds
    char *comment;                // UTF-8, or NULL; the start's stands before the first action
    unsigned turn;                // counted from 1: every other seat that acts begins a new one
    unsigned parent, child, next; // next: of the same parent; 0: none
    unsigned line;                // where it was read, or 0
};

// A tag that this program does not know, kept as it was read.
struct record_tag {
    char *name, *value;
    unsigned line;
};

struct record {
    struct match_setup setup;     // in a view, `start` is the owner's view of the start
    char date[RECORD_DATE_BYTES]; // or empty
    int owner;                    // whose view this is: a seat, GAME_PUBLIC, or RECORD_ALL
    char view[GAME_TEXT_BYTES];   // in a view: what the owner sees now
    struct match_end end;         // MATCH_BY_RULES when the rules ended it
    struct game_result result;    // of the main line and the end
    bool left_known;              // `left` is
    int64_t left[GAME_MAX_SEATS]; // milliseconds on the clocks
    int draw_offer;               // the seat that offers a draw, or -1
    uint8_t hints;                // asked for since the last action
    struct record_tag *tags;
    unsigned tag_count;
    struct record_node *nodes; // `count`, the start included
    unsigned count, capacity;
};

// An empty record: no game, no nodes. Functions that fill a record clear it first.
void record_init(struct record *r);
void record_clear(struct record *r);

// Reads the text of one game. An error says where it is, "line 3: ...", and leaves the record
// empty.
bool record_read(struct record *r, const char *text, size_t length, struct error *e);

// Reads the first game of several and moves `text` past it; `line` is the number of its first line,
// initially 1. False with an empty `e` when there is no further game.
bool record_read_next(struct record *r, const char **text, size_t *length, unsigned *line,
                      struct error *e);

void record_write(const struct record *r, struct output *out);

// Only what stands below the tags: actions, comments, variations, and '*'.
void record_write_actions(const struct record *r, struct output *out);

// What a seat (or GAME_PUBLIC) may know of a match; RECORD_ALL: everything, for an autosave. A
// finished game holds everything in any case. The clocks are as match_pause left them. False
// without memory.
bool record_of_match(struct record *r, const struct match *m, int seat, struct error *e);

// A match at the end of the main line, paused until match_resume. Fails for views. Release it with
// match_clear, also after failure.
bool record_match(const struct record *r, struct match *m, struct error *e);

// The scene after the first `ply` actions of the main line for a seat (RECORD_ALL: for the one to
// act), with the end of the match in the last one's status. A view has only the first and the last,
// and its owner's. False with a sentence when there is no such ply.
bool record_scene(const struct record *r, unsigned ply, int seat, struct scene *s, struct error *e);

// ---------------------------------------------------------------------------------------------
// Building and changing
// ---------------------------------------------------------------------------------------------

// Adds an action after `parent`: the main line if it is the first there, otherwise a variation.
// Nothing is checked. Returns its number, or 0 without memory or when the record is full.
unsigned record_add(struct record *r, unsigned parent, const char *action, int seat);

// Sets or, with NULL, takes away a comment; what is not UTF-8 becomes '?'. False without memory.
bool record_comment(struct record *r, unsigned node, const char *comment);

// Adds a tag; the name is letters and digits. False without memory.
bool record_add_tag(struct record *r, const char *name, const char *value);

// Whether it is one seat's view of a game that goes on.
bool record_is_view(const struct record *r);

int record_seats(const struct record *r);

// Actions in the main line, and the last of them (RECORD_START when there is none).
unsigned record_length(const struct record *r);
unsigned record_last(const struct record *r);

// "!", "?!" and so on; empty for RECORD_NO_NOTE.
const char *record_note_text(unsigned note);

// The order in which a record is written: after an action come its alternatives as variations, each
// opened and closed; then the line continues.
enum record_step { RECORD_ACTION, RECORD_OPEN, RECORD_CLOSE, RECORD_END };

struct record_walk {
    const struct record *record;
    enum record_step step; // what came last
    unsigned node;         // the action; of OPEN and CLOSE the first one of the variation
    unsigned at;           // inside
};

void record_walk_init(struct record_walk *w, const struct record *r);
enum record_step record_walk_next(struct record_walk *w);

#endif
