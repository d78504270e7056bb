// SPDX-License-Identifier: MIT
// The diagrams of a rules page: small boards with an example that is played on them. A page names
// one in a quotation of its own, "> ID: caption" (games/NAME/rules*.md), so captions are translated
// with the page; the positions and actions stand once in games/NAME/diagrams.txt, beside claims
// about them that the tests hold against the rules. docs/adding-a-game.md tells the format.
#ifndef ABAX_GAME_DIAGRAM_H
#define ABAX_GAME_DIAGRAM_H

#include "game/attempt.h"

enum { DIAGRAM_ID = 32, DIAGRAM_LINE = 1024 };

// One line of a diagram's example.
enum diagram_kind {
    DIAGRAM_PLAY,    // `words` is an action that is played
    DIAGRAM_REFUSED, // `words` are names of spots with commas: that is tried, and `rule` forbids it
    DIAGRAM_EXPECT,  // `words` is a claim about the position; nothing is shown
};

struct diagram_line {
    enum diagram_kind kind;
    char rule[DIAGRAM_ID];
    char words[DIAGRAM_LINE];
};

struct diagram {
    const struct game *game;
    char id[DIAGRAM_ID];
    struct game_options options;
    struct game_position start;
    const char *rest; // the lines of the example that were not read yet
};

// Reads the first diagram of a text, or the one after it, as `*at` tells; false at the end, with an
// empty sentence, or with what is wrong. Only the lines before the example are judged.
bool diagram_read(const struct game *g, const char **at, struct diagram *d, struct error *e);

// Finds a diagram of a text by its id.
bool diagram_find(const struct game *g, const char *text, const char *id, struct diagram *d,
                  struct error *e);

// Takes the next line of the example; false at its end, or with a sentence.
bool diagram_next(struct diagram *d, struct diagram_line *line, struct error *e);

// Judges names of spots with commas between them.
void diagram_attempt(const struct game *g, const struct game_position *p, const char *spots,
                     struct attempt_answer *answer);

// Whether the text, a part of a rules page, begins with the quotation of a diagram: then its id,
// where the caption begins in `text`, and how many bytes the quotation has.
bool diagram_quoted(const char *text, char id[DIAGRAM_ID], size_t *caption, size_t *length);

#endif
