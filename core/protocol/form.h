// SPDX-License-Identifier: MIT
// The forms in which a record is read and written, for the command line (with files) and the page
// (without).
#ifndef ABAX_PROTOCOL_FORM_H
#define ABAX_PROTOCOL_FORM_H

#include "record/record.h"

enum form {
    FORM_TEXT,
    FORM_JSON,
    FORM_ACTIONS, // of the main line, one a line
    FORM_LINK,
    FORM_SVG,  // of one position
    FORM_SHOW, // one position as text, and all actions
    FORM_CHECK // one line that says what was read
};

#define FORM_LAST UINT32_MAX

struct form_request {
    enum form form;
    unsigned ply;                     // of a position, or FORM_LAST
    int seat;                         // what it may see, or RECORD_ALL: as the seat to act sees it
    const struct catalogue *messages; // the language of a drawing; NULL: English
};

// The form with this name; an error lists them.
bool form_find(const char *name, enum form *form, struct error *e);

// Whether a text is a link: "link:..." or "#...", or an address with such an end.
bool form_is_link(const char *text);

// Reads text, JSON (begins with '{') or a link.
bool form_read(struct record *r, const char *text, size_t length, struct error *e);

// The same from one word, which may have % escapes as in an address.
bool form_read_word(struct record *r, const char *word, struct error *e);

// Writes nothing when it fails.
bool form_write(const struct record *r, const struct form_request *request, struct output *out,
                struct error *e);

#endif
