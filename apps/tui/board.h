// SPDX-License-Identifier: MIT
// A scene on a canvas: first every spot gets a place, as large as there is room for, then it is
// rendered. Works from the scene alone. Boards stand left, pictures beside or below them, trays
// below all.
#ifndef ABAX_TUI_BOARD_H
#define ABAX_TUI_BOARD_H

#include "render/geometry.h"
#include "tui/glyphs.h"

enum { BOARD_NOWHERE = -1 };

enum board_role { ROLE_BOARD, ROLE_PICTURE, ROLE_TRAY };

struct board_panel {
    enum board_role role;
    bool lined;        // lines between the squares; otherwise two tones of wood
    bool always_lined; // however large the squares are
    bool sparse;       // a wall: lines only where something is
    bool turned;       // shown from the other side
    bool mirrored;     // left and right changed
    bool named;        // letters below and numbers beside it
    int width, height; // of a square, without lines
    struct extent extent;
    int label_width;
    struct rect area; // squares and lines
};

struct board {
    struct board_panel panels[SCENE_MAX_PANELS];
    struct rect spots[SCENE_MAX_SPOTS]; // without lines
    bool labels;                        // trays show labels, not names
    int rows, columns;                  // in all
};

// What a front end adds to the scene.
struct board_marks {
    int cursor; // a spot, or BOARD_NOWHERE
    struct game_path staged;
    bool targets[SCENE_MAX_SPOTS];
    uint32_t hints[SCENE_MAX_SPOTS]; // a sign for what a hint says of the spot, or 0
};

// Gives every spot its place in at most this many rows and columns, from the upper left. False when
// there is no room.
bool board_lay(struct board *b, const struct scene *s, const struct glyphs *glyphs, bool flipped,
               int rows, int columns);

void board_render(const struct board *b, const struct scene *s, const struct glyphs *glyphs,
                  const struct board_marks *marks, struct canvas *c);

// The spot at a place that can be touched, lines included, or BOARD_NOWHERE.
int board_spot_at(const struct board *b, const struct scene *s, int row, int column);

// The touchable spot that one comes to from a spot by going down or right this many steps (1, 0 or
// -1); the spot itself when there is none. From BOARD_NOWHERE: the one nearest to the middle of the
// first board.
int board_step(const struct board *b, const struct scene *s, int from, int down, int right);

// Where a panel shows plane coordinates: the place of a line or centre there, for names and edges.
int board_column_at(const struct board_panel *p, int x);
int board_row_at(const struct board_panel *p, int y);

// Where the name of a row or column begins. A row has its name at the left end, whichever end that
// is from this side. Columns have their names on one line below the board, each under the middle of
// its nearest cell, since columns of hexagons slant: at the end of a short column a name would
// touch the name of a short row, and read as a cell.
void board_name_at(const struct board_panel *p, const struct scene_label *label, int *row,
                   int *column);

#endif
