// SPDX-License-Identifier: MIT
// A scene describes a position for one seat, for renderers that know no game: spots on panels,
// pieces on spots, edges, outlines, counters, marks and a status. It says what is seen in words of
// closed lists (shapes, emblems, colours, grounds, signs) that every renderer knows, and what it is
// called in the game's own words, by ids that name translations. No pixels, no rules.
#ifndef ABAX_GAME_SCENE_H
#define ABAX_GAME_SCENE_H

#include "game/game.h"

enum {
    SCENE_MAX_PANELS = 8,
    SCENE_MAX_SPOTS = 384,
    SCENE_MAX_PIECES = 384,
    SCENE_MAX_COUNTERS = 32,
    SCENE_MAX_MARKS = 192,
    SCENE_MAX_LABELS = 64,
    SCENE_MAX_EDGES = 160,
    SCENE_MAX_OUTLINES = 16,
    SCENE_MAX_OUTLINED = 192, // spots in all outlines together
    SCENE_MAX_VERDICTS = 24,
    SCENE_MAX_DECIDING = 256, // spots of all verdicts together
    SCENE_MAX_EVENTS = 8,     // of the last turn
    SCENE_MAX_LEGS = 64,      // of the last turn; more are not told
    SCENE_MAX_CLUES = 8,      // items in the clues
    SCENE_SENTENCES_BYTES = 12288,
    SCENE_UNIT = 10, // the side of a square, or the width of a hexagon, in plane coordinates
    SCENE_NOBODY = -1,
    SCENE_NOWHERE = -1, // a counter that is about no panel or spot
};

// ---------------------------------------------------------------------------------------------
// Panels and spots
// ---------------------------------------------------------------------------------------------

// What a spot is for. Only pictures cannot be touched.
enum scene_use {
    SCENE_PLACE,   // a square, cell or pile of a board
    SCENE_HAND,    // a kind of piece in hand, or a tool; all that are left lie there in a pile
    SCENE_BUTTON,  // a word to press: pass, done, how many
    SCENE_PICTURE, // only shows something, such as a side of a tower
};

// How piles on a panel are best shown when there is little room.
enum scene_style {
    SCENE_FLAT,  // at most one piece a spot
    SCENE_PILES, // every piece of a pile matters: show them all, bottom to top
    SCENE_TOPS,  // show the top piece and the height
    SCENE_TRAY,  // no board: a row of things to touch
};

// The form of a panel's cells. Hexagons stand on a corner: a neighbour in the same row is one unit
// to the right, the two above are half a unit to the left and right and one unit up. Renderers draw
// rows of hexagons 0.866 times as far apart.
enum scene_form { SCENE_SQUARE, SCENE_HEXAGON, SCENE_FORMS };

// What a panel looks like where there is room to draw it. Renderers may draw any of them plainly.
enum scene_ground {
    SCENE_PLAIN,  // cells with lines between them
    SCENE_INLAID, // a board with inlaid squares of two tones, for flat pieces
    SCENE_CUT,    // one piece of wood, cut out along its outer spots
    SCENE_WALL,   // seen from the front: row 1 stands on a table, empty spots are air
    SCENE_PLAN,   // a building from above; panels that face a side can be folded out around it
    SCENE_TABLE,  // no board: tiles and stacks side by side on a table
    SCENE_MOSAIC, // pieces that touch one another, side by side
    SCENE_ROW,    // piles seen from the front
    SCENE_GROUNDS,
};

// From where a picture shows what another panel shows from above.
enum scene_facing {
    SCENE_FROM_ABOVE,
    SCENE_FROM_SOUTH,
    SCENE_FROM_EAST,
    SCENE_FROM_NORTH,
    SCENE_FROM_WEST,
    SCENE_FACINGS
};

struct scene_panel {
    const char *id;    // stable, and names the title: "board", "plan", "north", "hand"
    const char *title; // for people
    enum scene_style style;
    enum scene_form form;
    enum scene_ground ground;
    enum scene_facing facing;
};

struct scene_spot {
    char name[12]; // unique in the scene: "d5", "pass"
    // Spoken, and the caption of a button: "d5", "value 3, 4 left"; numbers are digits.
    char label[40];
    // Where in the scene's `sentences` its label stands, counted from 1; 0: it has no arguments.
    uint16_t args;
    uint8_t panel;
    uint8_t use;  // enum scene_use
    bool idle;    // a button that no legal action presses now
    int16_t x, y; // centre, in SCENE_UNITs from the panel's left and bottom; y grows upward
};

// A column or row and what it is called. The line that is named goes from one end of the board to
// the other; a column's name stands below its lower end, a row's at the left of its left end.
struct scene_label {
    char text[6];
    uint8_t panel;
    bool row;
    int16_t x, y, to_x, to_y; // the ends, at the outer sides of the outer cells
};

// Sides of a cell, added up. A square has south, east, north and west, a hexagon east, west and the
// other four.
enum scene_sides {
    SCENE_SOUTH = 1,
    SCENE_EAST = 2,
    SCENE_NORTH = 4,
    SCENE_WEST = 8,
    SCENE_SOUTH_WEST = 16,
    SCENE_SOUTH_EAST = 32,
    SCENE_NORTH_EAST = 64,
    SCENE_NORTH_WEST = 128,
};

// Sides of a spot that mean something, such as the edge of the board that a seat has to reach.
struct scene_edge {
    game_spot spot;
    uint8_t sides;  // enum scene_sides
    uint8_t colour; // enum palette
    int8_t owner;   // a seat, or SCENE_NOBODY
};

// ---------------------------------------------------------------------------------------------
// Pieces
// ---------------------------------------------------------------------------------------------

enum scene_shape {
    SCENE_STONE,   // a plain round stone
    SCENE_DISC,    // small and flat
    SCENE_COUNTER, // round and flat, its value upon it
    SCENE_RING,    // a ring with a hole
    SCENE_PAWN,    // a small standing figure
    SCENE_FIGURE,  // a large standing figure
    SCENE_RINGED,  // the same with a ring around it
    SCENE_TOTEM,   // a tall thing that is like nothing else on the board
    SCENE_TILE,    // square and flat, for an emblem or a letter
    SCENE_CARD,    // higher than wide
    SCENE_DIE,     // a cube that shows its value
    SCENE_CUBE,    // fills its spot
    SCENE_BLOCK,   // twice as long as wide: lies on two spots, or stands on one, two levels high
    SCENE_CROSS,   // a plus
    SCENE_SHAPES,
};

// What is drawn upon a piece.
enum scene_emblem {
    SCENE_NO_EMBLEM,
    SCENE_LETTER, // its glyph
    SCENE_MOUSE,
    SCENE_JACKAL,
    SCENE_LION,
    SCENE_DOT,
    SCENE_CIRCLE,
    SCENE_HOOP,
    SCENE_TRIANGLE,
    SCENE_BOX,
    SCENE_DIAMOND,
    SCENE_STAR,
    SCENE_CROWN,
    SCENE_EMBLEMS,
};

// A kind of piece: how it is formed and what it is called. A name tells the kind alone where the
// pieces have owners ("figure", said as "figure of White"), and the colour too where they belong to
// nobody ("red cross"). It may hold {value}.
struct scene_kind {
    const char *id;   // stable, and names the translation: piece.ID
    const char *name; // for people
    enum scene_shape shape;
    enum scene_emblem emblem;
};

// What one sees of a piece.
struct scene_look {
    const struct scene_kind *kind;
    char glyph;     // its letter in plain text
    uint8_t colour; // enum palette
    uint8_t value;  // pips, range; 0 when it has none
};

// Pieces are listed panel by panel, spot by spot, bottom to top: a stable order to draw in.
struct scene_piece {
    struct scene_look look;
    int8_t owner;    // a seat, or SCENE_NOBODY
    uint8_t level;   // lowest level filled, 1 on the board
    uint8_t rise;    // levels filled: 1, or 2 for an upright block of a tower
    game_spot spot;  // where it lies
    game_spot other; // the second spot of a piece that covers two, else `spot`
};

// ---------------------------------------------------------------------------------------------
// Counters, marks, outlines
// ---------------------------------------------------------------------------------------------

struct scene_counter {
    const char *id;    // stable, and names the title: "discs", "blocks", "crosses", "colour"
    const char *title; // "discs left"
    int8_t owner;      // a seat, or SCENE_NOBODY
    int8_t panel;      // it tells about this panel, or SCENE_NOWHERE
    int16_t spot;      // it tells about this spot, or SCENE_NOWHERE
    int16_t value;
    const char *word;       // shown instead of the number when not NULL ("red", "unknown")
    struct scene_look look; // a piece of those that are counted; without a kind: none
    bool minor; // the board tells it too, or it says little: left out where room is short
};

// What a mark means to renderers.
enum scene_sign {
    SCENE_LAST,     // the last turn has changed or touched it
    SCENE_RECENT,   // came here lately, and that matters
    SCENE_BARRED,   // may not be played on now
    SCENE_OUTSIDE,  // can never be played on again
    SCENE_FREE,     // more is allowed from here than usual
    SCENE_DECIDING, // part of what decided the game
    SCENE_CHOSEN,   // holds now, such as a button that is pressed
    SCENE_SIGNS,
};

// A kind of mark: its sign, and what it means in the game's words.
struct scene_mark_kind {
    const char *id;   // stable, and names the translation: mark.ID
    const char *name; // for people: "may not be covered"
    enum scene_sign sign;
};

// What the last turn did to a spot.
enum scene_change {
    SCENE_TOUCHED, // nothing that can be seen there
    SCENE_LEFT,    // fewer pieces lie there
    SCENE_CAME,    // more pieces lie there
    SCENE_CHANGED, // other pieces lie there
};

struct scene_mark {
    const struct scene_mark_kind *kind;
    game_spot spot;
    uint8_t level;  // 0: the whole spot
    uint8_t step;   // of SCENE_LAST: which action of the turn, from 1; otherwise 0
    uint8_t change; // of SCENE_LAST: enum scene_change
};

// The path of the last turn, so that it is understood without moving pictures: what went where, in
// order. It follows from what touches do (enum scene_gesture), so that a game need not tell it.
enum scene_leg_kind {
    SCENE_MOVED, // a piece went from one spot to the other
    SCENE_LAID,  // a new piece came: to both spots, which are one unless it covers two
    SCENE_TAKEN, // a piece left; both spots are one
    SCENE_LEG_KINDS,
};

struct scene_leg {
    uint8_t kind;  // enum scene_leg_kind
    uint8_t step;  // which action of the turn, from 1; one action may have several legs
    uint8_t level; // of the piece on top of `to` after the action; 0 when nothing lies there
    game_spot from, to;
};

// Marks that every game has.
extern const struct scene_mark_kind scene_last, scene_chosen, scene_deciding;

// Spots that belong together, to be drawn as one area: a group that counts, a territory.
struct scene_outline {
    const char *id;        // stable, and names the translation: mark.ID
    const char *name;      // for people: "largest group"
    int8_t owner;          // a seat, or SCENE_NOBODY
    uint8_t colour;        // enum palette
    uint16_t first, count; // in `outlined`
};

// Why a finished game ended as it did: a sentence, and the spots that it is about. What every
// renderer shows comes in order: the rule that ended the game, then what was counted. The steps of
// a count may be played one by one.
struct scene_verdict {
    uint16_t english, args; // where they stand in the scene's `sentences`, counted from 1
    uint16_t first, count;  // in `deciding`
    bool step;              // of a count: shown by whoever plays the count
};

// What the last turn did to players, as a sentence: "First took your last green cross. You are
// out." After the end events come before the verdicts.
struct scene_event {
    uint16_t english, args; // where they stand in the scene's `sentences`, counted from 1
};

// The clues of a game in which something is to be found out: for every seat and every thing,
// whether the seat can have it, and how many of that kind it took. All of it follows from the rules
// and from what the viewer may know: nothing is guessed. Renderers draw a table; players add notes.
// JSON calls them `desk`.
enum scene_clue {
    SCENE_POSSIBLE,   // not ruled out, and something else is possible too
    SCENE_RULED_OUT,  // cannot be
    SCENE_CERTAIN,    // must be
    SCENE_NO_SUSPECT, // nobody can ever have it; it is only counted
    SCENE_CLUES,
};

struct scene_clue_item {
    struct scene_look look;
    const char *word;  // "red", translated as word.WORD
    uint8_t left, all; // so many are still on the board, of so many
};

struct scene_clue_row {
    uint8_t clue[SCENE_MAX_CLUES];  // by item: enum scene_clue
    uint8_t taken[SCENE_MAX_CLUES]; // by item, since the start that is known
};

struct scene_clues {
    unsigned items; // 0: there are no clues
    unsigned rows;  // by seat
    int8_t seat;    // who looks, or GAME_PUBLIC
    struct scene_clue_item item[SCENE_MAX_CLUES];
    struct scene_clue_row row[GAME_MAX_SEATS];
};

// What touches do to pieces, so that an action can be shown while it is being made.
enum scene_gesture {
    SCENE_PRESS, // nothing that could be shown beforehand
    SCENE_CARRY, // the top piece of the spot touched first goes to the place touched next
    // A new piece comes to the place, a block to two places or to one that is touched twice.
    SCENE_LAY,
    // A shared piece goes to the place touched first, and one of the hand to the next.
    SCENE_LEAD,
    SCENE_GESTURES,
};

struct scene_status {
    bool over;
    int8_t to_act;
    const char *step;   // stable id of what is asked: "move", "bonus", "take"; at the end "over"
    const char *prompt; // the same for people: one prompt a step, so that the id can be translated
    enum scene_gesture gesture;
    struct scene_look lays; // of SCENE_LAY: the piece of the seat to act
    game_spot leads;        // of SCENE_LEAD: where the piece lies
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
    unsigned panel_count, spot_count, label_count, edge_count, piece_count, counter_count,
        mark_count;
    unsigned outline_count, outlined_count, verdict_count, deciding_count, leg_count, event_count;
    struct scene_panel panels[SCENE_MAX_PANELS];
    struct scene_spot spots[SCENE_MAX_SPOTS];
    struct scene_label labels[SCENE_MAX_LABELS];
    struct scene_edge edges[SCENE_MAX_EDGES];
    struct scene_piece pieces[SCENE_MAX_PIECES];
    struct scene_counter counters[SCENE_MAX_COUNTERS];
    struct scene_mark marks[SCENE_MAX_MARKS];
    struct scene_outline outlines[SCENE_MAX_OUTLINES];
    game_spot outlined[SCENE_MAX_OUTLINED];
    struct scene_verdict verdicts[SCENE_MAX_VERDICTS]; // none before the end by the rules
    game_spot deciding[SCENE_MAX_DECIDING];
    struct scene_leg legs[SCENE_MAX_LEGS];
    struct scene_event events[SCENE_MAX_EVENTS];
    int8_t you; // the seat that sentences call "you", or SCENE_NOBODY
    struct scene_clues clues;
    struct scene_status status;
    unsigned sentences_length;
    char sentences[SCENE_SENTENCES_BYTES]; // labels and verdicts, one after the other
};

// What is kept of a spot's label for other languages; empty when there is nothing.
const char *scene_label_args(const struct scene *s, const struct scene_spot *spot);

// A verdict in English, and what is kept of it for other languages.
const char *scene_verdict_english(const struct scene *s, const struct scene_verdict *verdict);
const char *scene_verdict_args(const struct scene *s, const struct scene_verdict *verdict);

// The same for an event.
const char *scene_event_english(const struct scene *s, const struct scene_event *event);
const char *scene_event_args(const struct scene *s, const struct scene_event *event);

// ---------------------------------------------------------------------------------------------
// For games: filling a scene. Each asserts that it fits.
// ---------------------------------------------------------------------------------------------

void scene_init(struct scene *s);

// Returns the panel's number. Its cells are squares on plain ground until changed.
unsigned scene_panel(struct scene *s, const char *id, const char *title, enum scene_style style);

// The same with a ground.
unsigned scene_board(struct scene *s, const char *id, const char *title, enum scene_style style,
                     enum scene_ground ground);

// Returns the new spot; column and row count squares from the panel's lower left, from 0. The label
// is the name until changed.
game_spot scene_spot(struct scene *s, unsigned panel, enum scene_use use, int column, int row,
                     const char *name);

// Gives a spot another label, which belongs to its name: other languages find it as
// "NAME.spot.SPOT".
void scene_set_label(struct scene *s, game_spot spot, const char *label);

// Gives a spot a label with arguments, as a sentence (base/sentence.h).
void scene_say_label(struct scene *s, game_spot spot, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Says that an argument of the spot's label, the last that was given one, is the word with this id.
void scene_label_word(struct scene *s, game_spot spot, const char *argument, const char *id);

// Adds squares named a1, b1, ... row by row from the bottom, and the names of columns and rows.
void scene_grid(struct scene *s, unsigned panel, int columns, int rows);

// Names the columns of a board of squares a, b, ... and its rows 1, 2, ..., after its spots, at
// which they end.
void scene_grid_labels(struct scene *s, unsigned panel, int columns, int rows);

// Makes the panel's cells hexagons and adds a rhombus of them, named a1, b1, ... row by row from
// the bottom, each row half a cell to the left of the one below it (`lean` -1) or to the right (1),
// and the names of columns and rows.
void scene_rhombus(struct scene *s, unsigned panel, int columns, int rows, int lean);

// Names a column or a row between two points.
void scene_label(struct scene *s, struct scene_label label);

// Says whose these sides of a spot are, in the owner's colour.
void scene_edge(struct scene *s, game_spot spot, unsigned sides, int owner);

void scene_piece(struct scene *s, struct scene_piece piece);

// Adds a piece of one level and one spot.
void scene_put(struct scene *s, game_spot spot, unsigned level, int owner, struct scene_look look);

// Returns the new counter, which has no word and no look, and is not minor.
struct scene_counter *scene_counter(struct scene *s, const char *id, const char *title, int owner,
                                    int value);

// Says what the pieces look like that a counter counts.
void scene_counts(struct scene_counter *counter, struct scene_look look);

void scene_mark(struct scene *s, const struct scene_mark_kind *kind, game_spot spot,
                unsigned level);

// Says what touches do; SCENE_PRESS unless it is said.
void scene_carry(struct scene *s);
void scene_lay(struct scene *s, struct scene_look look);
void scene_lead(struct scene *s, game_spot spot);

// Begins an outline; scene_outlined adds spots to it.
void scene_outline(struct scene *s, const char *id, const char *name, int owner);
void scene_outlined(struct scene *s, game_spot spot);

// Begins the clues for this many seats; scene_clue_item adds something to be found out, with how
// many are left.
void scene_clues(struct scene *s, int seat, int rows);
struct scene_clue_item *scene_clue_item(struct scene *s, const char *word, struct scene_look look,
                                        int left, int all);

// What is known of a seat: it has one of these items, as a set of bits. A thing that is in no
// seat's set from the start, since nobody can ever have it, is told with scene_no_suspect, for all
// seats.
void scene_narrow(struct scene *s, int seat, unsigned items);
void scene_no_suspect(struct scene *s, unsigned item);

// Says why the game ended, as a sentence (base/sentence.h); scene_count adds a step of a count
// instead.
void scene_verdict(struct scene *s, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void scene_count(struct scene *s, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Says that an argument of the last of these is the word with this id.
void scene_verdict_word(struct scene *s, const char *argument, const char *id);

// The last of these is about this spot. It is marked, unless something else shows it already
// (`kind` is NULL).
void scene_decides(struct scene *s, const struct scene_mark_kind *kind, game_spot spot);

// Says what an action did to players, as a sentence (base/sentence.h).
void scene_event(struct scene *s, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Says that an argument of the last event is the word with this id.
void scene_event_word(struct scene *s, const char *argument, const char *id);

// ---------------------------------------------------------------------------------------------
// For callers
// ---------------------------------------------------------------------------------------------

// Lets the game tell what an action did, by views of the scene's seat; what was told before is not
// told again.
void scene_add_events(const struct game *g, const struct game_position *before, game_action action,
                      const struct game_position *after, struct scene *s);

// Describes the position as a seat may see it: makes the view, lets the game fill the scene from
// the view alone, and adds whose turn it is and the result.
void game_scene(const struct game *g, const struct game_position *p, int seat, struct scene *s);

// Says that the game is over; the result is the caller's.
void scene_end(struct scene *s, enum scene_ending ending);

// The spot with this name, or -1.
int scene_find(const struct scene *s, const char *name);

// Marks what one action of the last turn did: the places touched and those whose pieces have
// changed since the scene before it, found by their names; and adds the legs of its way. `step`
// counts the actions of the turn from 1. Does nothing when the board has changed its shape since,
// such as at the end of a draft.
void scene_mark_last(struct scene *s, const struct scene *before, const struct scene *after,
                     const struct game_path *path, unsigned step);

// Says which buttons no legal action presses. `seen` is the view that the scene shows, so they tell
// nothing more. game_scene does it.
void scene_rest_buttons(const struct game *g, const struct game_position *seen, struct scene *s);

// Gives what has no colour of its own the colour of its owner. game_scene and edit_scene do it.
void scene_dress(const struct game *g, struct scene *s);

#endif
