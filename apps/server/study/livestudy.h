// SPDX-License-Identifier: MIT
// A study in memory that somebody looks at: who is there, what waits to be stored. As at games, a
// change is checked by the rules, stored, and only then applied and told; while one is on its way
// to the disk, the next ones wait in line.
#ifndef ABAX_SERVER_STUDY_LIVESTUDY_H
#define ABAX_SERVER_STUDY_LIVESTUDY_H

#include "server/live/registry.h"
#include "server/live/logins.h"
#include "server/study/study.h"

// Somebody looks at a study.
struct study_watch {
    struct study_watch *next_of_study, *next_of_client;
    struct live_study *study;
    struct client *client;
    unsigned id;           // for the others
    bool edits;            // may change something
    bool keyed;            // by the key, and not as the owner
    bool muted;            // says nothing to others
    struct login session;  // by which it came, if it has an account
    char name[STORE_NAME]; // or empty
    unsigned at;           // the node where it stands
};

// A change that waits in line.
struct study_edit {
    struct study_edit *next;
    uint64_t client;
    int64_t ref, at;
    unsigned tries; // others were first so often
    struct study_request request;
    char name[STORE_NAME]; // of who asks for it, with an account too
};

struct live_study {
    struct live_study *next;
    char id[DOCUMENT_ID];
    bool loaded;              // `study` is there
    bool reading;             // something is being read for it
    bool stale;               // there may be events that others wrote
    bool missed;              // since that reading began
    bool busy;                // an event is on its way to the disk
    bool dirty;               // somebody came, left or stands elsewhere
    int64_t sent_at, read_at; // when who is there was last told; not read again before
    struct study state;
    struct study_watch *watches;
    struct study_join *joins;          // wait for it to be loaded
    struct study_edit *first, *last;   // wait in line
    struct study_elsewhere *elsewhere; // who is at other processes
    unsigned waiting, present;         // in line; people that the others were told of
};

// Changes that wait at a study. A tree that is handed over comes in pieces.
enum { STUDY_LINE_MOST = 128 };

struct live_study *live_study_find(struct live_registry *reg, const char *id);
struct study_watch *live_study_watch_of(const struct live_study *study, const struct client *c);

// There may be events that others wrote: reads, applies and tells them, then the line goes on.
void live_study_refresh(struct live_registry *reg, struct live_study *study);

// Applies an event that was stored and tells everybody. False when it cannot be: the study is then
// closed.
bool live_study_apply(struct live_registry *reg, struct live_study *study,
                      const struct store_event *event);

// The study is not there any more, or not as it was thought: whoever looks is told so, or comes
// again. The study may be gone afterwards.
void live_study_gone(struct live_registry *reg, struct live_study *study);

// Lets the next change go, if none is on its way (edits.c).
void study_edit_go(struct live_registry *reg, struct live_study *study);
void study_edit_clear(struct live_registry *reg, struct live_study *study, const struct error *e);

// Who is there (people.c).
void study_people_tick(struct live_registry *reg, struct live_study *study, int64_t now);
void study_people_clear(struct live_study *study);
unsigned study_people_here(const struct live_study *study);

#endif
