// SPDX-License-Identifier: MIT
// A board that several people study together: a tree of actions from one position, with remarks,
// arrows and rings. It is a document (server/store/documents.h) whose events say what was done, one
// behind the other; what it is now is what replaying them gives. Nothing here knows threads,
// clients or clocks.
//
// Nodes have numbers, in the order in which they came: the start is 0. A number is never given
// twice, also when its node was taken away. Every action is checked by the rules before an event of
// it exists.
//
// Whoever knows the study's name may look. To change something one needs its key, of which only the
// hash is kept, or to be the account that owns it. The hash is in the first event and in later ones
// of the kind "key", and in nothing that is told.
#ifndef ABAX_SERVER_STUDY_STUDY_H
#define ABAX_SERVER_STUDY_STUDY_H

#include "play/history.h"
#include "server/store/store.h"

#define STUDY_KIND "study"

enum {
    STUDY_NODES = 4096, // that ever were, the start included: what a record holds (record/record.h)
    STUDY_EVENTS = 20000,    // of one study
    STUDY_LINE = 64,         // actions that are added at once
    STUDY_TEXT = 401,        // bytes of a remark, and the terminator
    STUDY_REMARKS = 8,       // of a node
    STUDY_REMARKS_ALL = 600, // of a study
    STUDY_MARKS = 32,        // arrows and rings of a node
    STUDY_MARKS_ALL = 4096,  // of a study
    STUDY_SPOT = 12,         // as in a scene
};

struct study_node {
    char action[GAME_ACTION_BYTES]; // of the start: empty
    game_action played;
    uint16_t parent, child, next; // the first child, the next sibling; 0: none
    int8_t seat;                  // who acted
    bool gone;
};

struct study_remark {
    unsigned number; // of its first event
    unsigned at;     // node
    int64_t account; // who wrote it last, or 0
    int64_t time;
    char name[STORE_NAME];
    char text[STUDY_TEXT];
};

// An arrow or, where both ends are one, a ring.
struct study_mark {
    unsigned at;
    char from[STUDY_SPOT], to[STUDY_SPOT];
};

struct study {
    struct store_document row;
    const struct game *game;
    struct game_options options;
    char start[GAME_TEXT_BYTES];
    struct game_position first;
    unsigned char lock[STORE_HASH]; // what the key opens
    unsigned number;                // events so far
    struct study_node *nodes;
    struct study_remark *remarks;
    struct study_mark *marks;
    unsigned node_count, node_capacity, remark_count, remark_capacity, mark_count, mark_capacity;
    struct history line;
    unsigned stands; // the node where the line stands, or STUDY_NODES: nowhere
};

enum study_do {
    STUDY_ADD,  // at, text: a line of actions
    STUDY_SAY,  // at, text: a remark; or remark, text: in its place; an empty text takes it away
    STUDY_DRAW, // at, from, to, on
    STUDY_DROP, // at: the node and all below it
    STUDY_LEAD, // at: the line to here comes first wherever it forks
    STUDY_NAME, // text: the title
    STUDY_KEY,  // lock: the key is another one from now on
    STUDY_KINDS,
};

// What somebody wants to do.
struct study_request {
    enum study_do what;
    unsigned at, remark;
    bool on;
    char from[STUDY_SPOT], to[STUDY_SPOT];
    char text[DOCUMENT_EVENT];
    unsigned char lock[STORE_HASH];
    int64_t account;       // who asks for it, or 0
    char name[STORE_NAME]; // of a guest, or empty
};

// What came of an event: `at` is the node it is about, the last one of a line; `first` and `count`
// are the nodes that were added.
struct study_change {
    enum study_do what;
    unsigned at, first, count, remark;
    struct study_mark mark;
    bool on;
};

// Whether a position can be studied: one of the game, with these options, in which nothing is
// hidden. An empty text becomes the position in which the game begins, by the seed.
bool study_start(const struct game *g, const struct game_options *options, uint64_t seed,
                 char start[GAME_TEXT_BYTES], struct error *e);

// The row and the first event of a new study.
void study_found(struct store_document *row, struct store_event *first, const struct game *g,
                 const struct game_options *options, const char *start,
                 const unsigned char lock[STORE_HASH]);

// Reads what was stored; false with a sentence when it is no study, or there is no memory. Release
// it with study_clear in any case.
bool study_read(struct study *s, const struct store_document *row, const struct store_event *events,
                unsigned count, struct error *e);
void study_clear(struct study *s);

// Whether a token is the key.
bool study_opens(const struct study *s, const char *token);

// What follows from a request in the present state: an event, `event->number` being the next; or
// that it is so already (`event->kind` is empty). `at` is the node that comes of it, as in a
// change. False with a sentence when it cannot be.
bool study_check(struct study *s, const struct study_request *request, struct store_event *event,
                 unsigned *at, struct error *e);

// Applies an event that was stored. False with a sentence when it cannot be read: then nothing of
// the study is certain.
bool study_apply(struct study *s, const struct store_event *event, struct study_change *change,
                 struct error *e);

// Whether a number is a node that is there.
bool study_has(const struct study *s, unsigned node);

#endif
