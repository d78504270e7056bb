// SPDX-License-Identifier: MIT
// Putting positions together by touches. An editor knows no rule: it shows the scene of a draft,
// which has tools beside the board, and reports what was touched: first a tool, then where to use
// it.
//
// A draft is a position on its way to another. It need not be sound: pieces may be missing, or a
// block may hang in the air. Its text is what the game writes for it, so that drafts travel as
// texts, as positions do.
#ifndef ABAX_GAME_EDIT_H
#define ABAX_GAME_EDIT_H

#include "game/scene.h"

enum edit_answer {
    EDIT_REFUSED, // with a sentence; nothing has changed
    EDIT_MORE,    // the path is the beginning of one or more edits
    EDIT_DONE,
};

// What a game gives to be edited. `write`, `to_act` and these functions take drafts; nothing else
// does.
struct game_editor {
    // Reads a draft: whatever `write` writes for one, and every position that the game reads.
    bool (*read)(const struct game_options *options, const char *text, struct game_position *draft,
                 struct error *e);

    // Describes the draft with all that is known: the board's spots first, then the tools
    // (edit_tools). The scene comes in empty.
    void (*scene)(const struct game_position *draft, struct scene *s);

    // Does what the spots ask: the first is a tool, the others are places, and none of them is a
    // picture. What follows from the board, such as stocks, follows it. The draft is unspecified
    // after a refusal.
    enum edit_answer (*edit)(struct game_position *draft, const struct game_path *path,
                             struct error *e);

    // Lets a turn of this seat begin. What belongs to the turn of another is forgotten.
    void (*turn)(struct game_position *draft, int seat);
};

// ---------------------------------------------------------------------------------------------
// For games
// ---------------------------------------------------------------------------------------------

// A tool: a piece to put, named as in position texts, or something else to do. Buttons act at once;
// what is not a button is chosen and then used on places.
struct edit_tool {
    const char *name;              // unique in the scene, and names the label
    const char *label;             // "white figure"
    const struct scene_kind *kind; // of the piece it puts, or NULL
    int8_t owner;
    uint8_t value, colour; // colour: enum palette
    bool button;
};

// Tools that mean the same in every game.
#define EDIT_MOVE                                                                                  \
    {                                                                                              \
        .name = "move", .label = "move a piece"                                                    \
    }
#define EDIT_ERASE                                                                                 \
    {                                                                                              \
        .name = "erase", .label = "take away"                                                      \
    }
#define EDIT_CLEAR                                                                                 \
    {                                                                                              \
        .name = "clear", .label = "empty the board", .button = true                                \
    }

// Adds a tray with the tools and returns the spot of the first one.
game_spot edit_tools(struct scene *s, const struct edit_tool *tools, unsigned count);

// Marks a tool that says how things are now, such as a button that is pressed.
void edit_chosen(struct scene *s, game_spot tool);

// Refusals that several games have.
enum edit_answer edit_nothing(struct error *e);  // to take away
enum edit_answer edit_no_piece(struct error *e); // to move

// ---------------------------------------------------------------------------------------------
// For callers
// ---------------------------------------------------------------------------------------------

// Whether a tool or a seat's button of this name means the same in every game, so that all share
// its words.
bool edit_is_shared(const char *name);
extern const struct edit_tool edit_shared[];
extern const unsigned edit_shared_count;

// What a draft's scene asks for.
extern const struct scene_step edit_step;

// Reads a draft; a game that cannot be edited is an error.
bool edit_read(const struct game *g, const struct game_options *options, const char *text,
               struct game_position *draft, struct error *e);

// The draft's scene: the game's, then a tray with a button for each seat to act, "act-1" and so on.
void edit_scene(const struct game *g, const struct game_options *options,
                const struct game_position *draft, struct scene *s);

// Edits the draft by touched spots of its scene.
enum edit_answer edit_apply(const struct game *g, const struct game_options *options,
                            struct game_position *draft, const struct game_path *path,
                            struct error *e);

// Which spots may come next after a path: by number, true where an edit goes on or ends.
void edit_targets(const struct game *g, const struct game_options *options,
                  const struct game_position *draft, const struct game_path *path,
                  bool targets[SCENE_MAX_SPOTS]);

// Whether the draft is a position by the rules: `sound` becomes it, or the sentence says what is
// wrong.
bool edit_sound(const struct game *g, const struct game_options *options,
                const struct game_position *draft, struct game_position *sound, struct error *e);

// The position as if the seat to act had passed, whatever the rules say about passing: the next
// seat of another team begins its turn. It is made of what the seat to act knows alone; what it
// does not know is dealt at random. An error when there is no such position.
bool edit_pass(const struct game *g, const struct game_options *options,
               const struct game_position *p, struct random *r, struct game_position *passed,
               struct error *e);

#endif
