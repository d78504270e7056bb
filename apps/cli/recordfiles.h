// SPDX-License-Identifier: MIT
// Files of many games for `abax record` (recordfiles.c), and what they need of its command
// (record.c).
#ifndef ABAX_CLI_RECORDFILES_H
#define ABAX_CLI_RECORDFILES_H

#include <stdio.h>

#include "cli/cli.h"
#include "protocol/form.h"
#include "record/collection.h"
#include "record/filter.h"

struct record_options {
    const char *to; // a file or folder, or NULL
    uint64_t nth;   // of the games that are meant, from 1; 0: all
    struct filter filter;
};

// The games of a file, "-" for standard input, or of a link, one after the other.
struct record_source {
    const char *path;
    FILE *file;
    const char *link; // what is left of it, or NULL
    struct collection collection;
};

bool record_source_open(struct record_source *s, const char *path, struct error *e);
void record_source_close(struct record_source *s);

// The next game; false without a sentence, `e` being empty, when there is none any more.
bool record_source_next(struct record_source *s, struct record *r, struct error *e);

// Writes one game to a file.
bool record_write_to(const struct record *r, const struct form_request *request, const char *path,
                     struct error *e);

// A line about the game, and about the proof of its deal where it has one.
bool record_tell(const struct record *r, const struct catalogue *messages, struct output *out,
                 struct error *e);

// The tasks that take many games.
bool record_check(const struct arguments *a, struct output *out, struct error *e);
bool record_list(const struct arguments *a, struct output *out, struct error *e);
bool record_select(const struct arguments *a, enum form form, bool once, struct output *out,
                   struct error *e);
bool record_split(const struct arguments *a, enum form form, struct output *out, struct error *e);

#endif
