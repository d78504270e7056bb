// SPDX-License-Identifier: MIT
// Facts about an action, as data: what follows from the rules at once, what is proven, and what is
// only estimated. They are the reasons in hints and reviews. A fact has a stable id and arguments,
// so that it can be said in any language (coach/factmessages.c).
//
// Facts come from the game interface and the scene. In a game with secrets they come from the view
// of the seat to act: a fact is stated only when it holds in all of many determinizations that
// agree with the view.
#ifndef ABAX_COACH_FACTS_H
#define ABAX_COACH_FACTS_H

#include "play/history.h"
#include "search/search.h"

enum { FACTS_MOST = 24, FACT_BYTES = 400, FACT_NUMBERS = 2 };

// In the order in which they are reported.
enum fact_id {
    FACT_FORCED,
    FACT_WINS_AT_ONCE,
    FACT_LOSES_AT_ONCE,
    FACT_DRAWS_AT_ONCE,
    FACT_ALLOWS_WIN, // at once
    FACT_ONLY_STOP,  // of a win at once
    FACT_STOPS_WIN,  // at once
    FACT_WIN_IN,
    FACT_WIN,
    FACT_DRAW,
    FACT_BOOK,
    FACT_ONLY_WIN,
    FACT_ONLY_MOVE,
    FACT_FEW_MOVES,
    FACT_THREAT,
    // Of the game's list (coach/reasons.h): after what is certain to decide, before estimates.
    FACT_FEATURE,
    FACT_WINS_IF, // a secret is what it may be
    FACT_MARGIN,  // this and the next come last where points do not decide the game
    FACT_EXPECTED_MARGIN,
    FACT_GAP,
    FACT_BELIEF,
    FACT_COUNTER,
    FACT_CHOICES,
    FACT_CHANCE,
    FACT_COUNT,
};

struct fact {
    enum fact_id id;
    int8_t seat;     // whom it concerns, or SCENE_NOBODY
    uint8_t feature; // which of the game's list
    int number[FACT_NUMBERS];
    const char *key;                // of a counter: its stable id
    const char *word;               // a counter's title, a secret's name; or NULL
    char action[GAME_ACTION_BYTES]; // of the answer that shows it, or empty
    game_action answer;             // the same, and the position in which it is legal
    struct game_position where;
};

struct facts {
    unsigned count;
    struct fact at[FACTS_MOST];
};

enum fact_grade { FACT_BY_RULES, FACT_PROVEN, FACT_ESTIMATED };

// One row of the table: what a fact's arguments are called.
struct fact_row {
    const char *id;
    enum fact_grade grade;
    const char *numbers[FACT_NUMBERS]; // names of the numbers in use
};

// What is asked.
struct facts_task {
    const struct history *history;          // not over
    game_action action;                     // legal
    const struct search_line *found;        // what thinking says about the action, or NULL
    const struct search_report *lines;      // best lines of a completed depth, or NULL
    const struct imperfect_belief *beliefs; // of every seat, in a game with secrets; or NULL
};

// Why to play an action, most telling first.
void facts_for(const struct facts_task *task, struct facts *facts);

// What is wrong with an action.
void facts_against(const struct facts_task *task, struct facts *facts);

// Sets the answer that shows a fact: an action that is legal at `where`.
void fact_answer(struct fact *fact, const struct game *g, const struct game_position *where,
                 game_action answer);

const struct fact_row *fact_row(enum fact_id id);
const char *fact_grade(enum fact_id id); // "rules", "proven" or "estimated"

// The sentence in English, with what other languages need; `names` are those of the seats.
void fact_say(const struct fact *fact, const struct game *g,
              const char *const names[GAME_MAX_SEATS], struct message *message);

// An estimated chance in percent, from 1 to 99: only what is proven is called certain.
int fact_percent(int thousandths);

// Adds the sentence in a language.
void fact_sentence(const struct fact *fact, const struct game *g, const struct catalogue *messages,
                   const char *const names[GAME_MAX_SEATS], struct text *t);

#endif
