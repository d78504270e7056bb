// SPDX-License-Identifier: MIT
// Inside records: what their readers (text, link, JSON) share. A reader fills tags and nodes with
// what it finds, lines included, and settles the record: then tags get their meaning and every
// action is replayed.
#ifndef ABAX_RECORD_RECORDPARTS_H
#define ABAX_RECORD_RECORDPARTS_H

#include "record/record.h"

enum { RECORD_NESTED_MOST = 32 }; // variations in variations

// Gives tags their meaning, replays all actions and checks what was declared. Before that, a node's
// `turn` is the number that was written before it, and its `seat` the seat that was written,
// counted from 1; 0 when there was none. On an error the record is cleared.
bool record_settle(struct record *r, struct error *e);

// Reads "!", "?!" and so on; RECORD_NO_NOTE when `count` bytes are none of them.
enum record_note record_read_note(const char *at, size_t count);

// Keeps a tag that was read when its name and value are fine.
bool record_keep_tag(struct record *r, unsigned line, const char *name, const char *value,
                     struct error *e);

// Gives the tags their meaning, and then drops those that have one.
bool record_read_tags(struct record *r, struct error *e);
void record_drop_tags(struct record *r);

// A tag, or NULL; the line where it stands, or where the record begins when it is not there.
const struct record_tag *record_find_tag(const struct record *r, const char *name);
unsigned record_tag_line(const struct record *r, const char *name);
unsigned record_first_line(const struct record *r);

// Whether a text has the characters that an action may have.
bool record_is_action(const char *text);

// Reads seconds with at most three decimals; false when `text` is anything else.
bool record_read_seconds(const char *text, int64_t *milliseconds);

// Reads hint levels with commas between them, rising; false when `text` is anything else.
bool record_read_hint_levels(const char *text, uint8_t *hints);

// The words of the tags End, Result and so on, which links and JSON use as well.
void record_end_text(const struct record *r, struct text *t);
void record_result_text(const struct record *r, struct text *t);
void record_player_text(const struct match_seat *seat, struct text *t);

// Calls `tag` with the name and value of every tag that a record is written with, in their order.
void record_each_tag(const struct record *r,
                     void (*tag)(void *to, const char *name, const char *value), void *to);

// A sentence with the line before it, when there is one.
bool record_error(struct error *e, unsigned line, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// The same with an error from elsewhere.
bool record_error_within(struct error *e, unsigned line, const struct error *inner);

#endif
