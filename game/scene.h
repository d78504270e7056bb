// SPDX-License-Identifier: MIT
// A scene describes a position for one seat, for painters that know no game: spots on panels, pieces
// on spots, counters, marks and a status. No pixels, no colours, no rules.
#ifndef ABAX_GAME_SCENE_H
#define ABAX_GAME_SCENE_H

#include "game/game.h"

enum {
    SCENE_MAX_PANELS = 8,
    SCENE_MAX_SPOTS = 320,
    SCENE_MAX_PIECES = 320,
    SCENE_MAX_COUNTERS = 32,
    SCENE_MAX_MARKS = 160,
    SCENE_UNIT = 10, // the side of a square in plane coordinates
    SCENE_NOBODY = -1,
};

// What a spot is for. Only pictures cannot be touched.
enum scene_use {
    SCENE_PLACE,   // a square, cell or pile of a board
    SCENE_HAND,    // a piece (or kind of piece) in hand, or a choice of how many
    SCENE_BUTTON,  // a word to press: pass, done, stop
    SCENE_PICTURE, // only shows something, such as a side of a tower
};

// How piles on a panel are best shown when there is little room.
enum scene_style {
    SCENE_FLAT,  // at most one piece a spot
    SCENE_PILES, // every piece of a pile matters: show them all, bottom to top
    SCENE_TOPS,  // show the top piece and the height
    SCENE_TRAY,  // no board: a row of things to touch
};

struct scene_panel {
    const char *id;    // stable, and names the title: "board", "plan", "north", "hand"
    const char *title; // for people
    enum scene_style style;
};

struct scene_spot {
    char name[12];  // unique in the scene: "d5", "pass"
    char label[40]; // spoken: "d5", "value 3, 4 left"; numbers are digits
    uint8_t panel;
    uint8_t use;  // enum scene_use
    int16_t x, y; // centre, in SCENE_UNITs from the panel's left and bottom; y grows upward
};

// Pieces are listed panel by panel, spot by spot, bottom to top: a stable order to paint in.
struct scene_piece {
    const char *kind; // stable: "figure", "lion", "cross"
    char glyph;       // its letter in plain text
    int8_t owner;     // a seat, or SCENE_NOBODY
    uint8_t value;    // pips, range; 0 when it has none
    uint8_t level;    // lowest level filled, 1 on the board
    uint8_t rise;     // levels filled: 1, or 2 for an upright block of a tower
    game_spot spot;   // where it lies
    game_spot other;  // the second spot of a piece that covers two, else `spot`
};

struct scene_counter {
    const char *id;    // stable, and names the title: "discs", "blocks", "crosses", "colour"
    const char *title; // "discs left"
    int8_t owner;      // a seat, or SCENE_NOBODY
    int16_t value;
    const char *word; // shown instead of the number when not NULL ("red", "unknown")
    bool minor;       // the board tells it too, or it says little: left out where room is short
};

struct scene_mark {
    const char *kind; // "last", "taboo", "barred", "free", "group", "chosen"
    game_spot spot;
    uint8_t level; // 0: the whole spot
};

struct scene_status {
    bool over;
    int8_t to_act;
    const char *step;   // stable id of what is asked: "move", "bonus", "take"; at the end "over"
    const char *prompt; // the same for people: one prompt a step, so that the id can be translated
    struct game_result result;
};

// The ways in which a game is over, as steps.
enum scene_ending { SCENE_OVER, SCENE_REPEATED, SCENE_BROKEN_OFF, SCENE_ENDINGS };

struct scene_step {
    const char *id;
    const char *prompt;
};

extern const struct scene_step scene_endings[SCENE_ENDINGS];

struct scene {
    unsigned panel_count, spot_count, piece_count, counter_count, mark_count;
    struct scene_panel panels[SCENE_MAX_PANELS];
    struct scene_spot spots[SCENE_MAX_SPOTS];
    struct scene_piece pieces[SCENE_MAX_PIECES];
    struct scene_counter counters[SCENE_MAX_COUNTERS];
    struct scene_mark marks[SCENE_MAX_MARKS];
    struct scene_status status;
};

// ---------------------------------------------------------------------------------------------
// For games: filling a scene. Each asserts that there is room.
// ---------------------------------------------------------------------------------------------

void scene_init(struct scene *s);

// Returns the panel's number.
unsigned scene_panel(struct scene *s, const char *id, const char *title, enum scene_style style);

// Returns the new spot; column and row count squares from the panel's lower left, from 0. The label
// is the name until changed.
game_spot scene_spot(struct scene *s, unsigned panel, enum scene_use use, int column, int row,
                     const char *name);

// Adds squares named a1, b1, ... row by row from the bottom.
void scene_grid(struct scene *s, unsigned panel, int columns, int rows);

void scene_piece(struct scene *s, struct scene_piece piece);
// Returns the new counter, which has no word and is not minor.
struct scene_counter *scene_counter(struct scene *s, const char *id, const char *title, int owner,
                                    int value);
void scene_mark(struct scene *s, const char *kind, game_spot spot, unsigned level);

// ---------------------------------------------------------------------------------------------
// For callers
// ---------------------------------------------------------------------------------------------

// Describes the position as a seat may see it: makes the view, lets the game fill the scene from the
// view alone, and adds whose turn it is and the result.
void game_scene(const struct game *g, const struct game_position *p, int seat, struct scene *s);

// Says that the game is over; the result is the caller's.
void scene_end(struct scene *s, enum scene_ending ending);

// The spot with this name, or -1.
int scene_find(const struct scene *s, const char *name);

// Marks the spots of the last action, found by their names in the scene before it. Does nothing when
// the board has changed its shape since (as at the end of a draft).
void scene_mark_last(struct scene *s, const struct scene *before, const struct game_path *path);

#endif
