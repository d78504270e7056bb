// SPDX-License-Identifier: MIT
// Plain play: a game printed line by line, for terminals that cannot draw and for screen readers.
// The same local game as at the screen (tui/localgame.h), in the same words (tui/prompts.h).
// plain.c has the course of a game, plainsetup.c the questions before it, plaincommands.c what can
// be typed, and plainmoves.c finds and lists actions.
#ifndef ABAX_CLI_PLAIN_H
#define ABAX_CLI_PLAIN_H

#include "cli/cli.h"
#include "tui/localgame.h"
#include "tui/prompts.h"
#include "tui/tui.h"

enum { PLAIN_LINE_BYTES = 2048 };

struct plain {
    const struct arguments *arguments;
    const struct catalogue *messages;
    struct output *out;
    struct saves saves;
    struct local_game local;
    uint64_t seed;            // of the next deal
    struct random random;     // of lots
    bool board;               // is drawn before every turn of a person
    bool open;                // print what a computer thinks of its chances
    bool left;                // the person wants to go, or the input has ended
    unsigned shown;           // actions that were printed
    bool prompted;            // and what is asked now
    struct scene_clues clues; // as printed last
    const char *rest;         // of the line, after a command's word
    struct error error;       // of that command
    char line[PLAIN_LINE_BYTES];
    struct text text; // in `line`: see plain_begin
};

// Plays until the person leaves or the input ends.
bool plain_play(const struct arguments *a, const struct tui_request *request, struct output *out,
                struct error *e);

// Asks for who sits where, and without options for these; false when the person leaves.
bool plain_setup(struct plain *p, const struct game *g, const struct game_options *options,
                 struct match_setup *setup);

// Kept games that go on, numbered; returns how many. With a number, goes on with that one; false
// with a sentence.
unsigned plain_list_kept(struct plain *p);
bool plain_resume(struct plain *p, const struct game *g, unsigned number, struct error *e);

// Does what a line says: a command, or an action by its text, its number in the list of actions, or
// its words.
void plain_answer(struct plain *p, const char *line);

// Asks for a line; false when the person leaves, by the word or by the end of input.
bool plain_ask(struct plain *p, const char *question, char line[CLI_WORD]);

// The match as it is printed, its scene for the person who plays, and lines about it.
struct prompts plain_prompts(const struct plain *p);
void plain_scene(const struct plain *p, struct scene *scene);
const char *plain_name(const struct plain *p, int seat, char storage[PROMPT_NAME_BYTES]);
void plain_print_end(struct plain *p);

// Who has which colour, and who begins by lot, when a game begins or goes on.
void plain_print_seats(struct plain *p);

// Prints the notes panel, or only what changed since the last time; false if there is none.
bool plain_print_clues(struct plain *p, bool news);

// Print a line: a text, a sentence, or what was added to the text of plain_begin until plain_end.
void plain_line(struct plain *p, const char *line);
void plain_say(struct plain *p, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct text *plain_begin(struct plain *p);
void plain_end(struct plain *p);
void plain_refuse(struct plain *p, const struct error *e);

// Whether a line is this word, in the language or in English.
bool plain_is_word(const struct plain *p, const char *line, const struct sentence *word);

// Finds the action that a line means: PLAIN_FOUND, or it was said why none is.
enum plain_found { PLAIN_FOUND, PLAIN_NONE };
enum plain_found plain_find(struct plain *p, const char *line, game_action *action);

// Prints why a text is no legal action.
void plain_print_reason(struct plain *p, const char *text);

// Lists the legal actions whose words or text hold all of these words; with none, all of them.
void plain_list_actions(struct plain *p, const char *line);

// Milliseconds.
uint64_t plain_now(void);

#endif
