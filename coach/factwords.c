// SPDX-License-Identifier: MIT
// How facts are said in English.
#include <string.h>

#include "coach/facts.h"

static const struct fact_row rows[FACT_COUNT] = {
    [FACT_FORCED] = {"forced", FACT_BY_RULES, {0}, "It is the only legal action."},
    [FACT_WINS_AT_ONCE] = {"wins-at-once", FACT_BY_RULES, {0}, "It wins at once."},
    [FACT_LOSES_AT_ONCE] = {"loses-at-once", FACT_BY_RULES, {0}, "It loses at once."},
    [FACT_DRAWS_AT_ONCE] = {"draws-at-once", FACT_BY_RULES, {0}, "It ends the game in a draw."},
    [FACT_ALLOWS_WIN] = {"allows-win-at-once",
                         FACT_BY_RULES,
                         {0},
                         "{seat} can then win at once with {action}."},
    [FACT_ONLY_STOP] = {"only-stop",
                        FACT_BY_RULES,
                        {0},
                        "Every other action lets {seat} win at once."},
    [FACT_STOPS_WIN] = {"stops-win-at-once",
                        FACT_BY_RULES,
                        {"letting", "others"},
                        "{0} of the {1} other actions would let {seat} win at once."},
    [FACT_WIN_IN] = {"win-in",
                     FACT_PROVEN,
                     {"actions"},
                     "{seat} then wins by force within {0:action}, both sides counted."},
    [FACT_WIN] = {"win", FACT_PROVEN, {0}, "{seat} then wins by force."},
    [FACT_DRAW] = {"draw", FACT_PROVEN, {0}, "With best play the game is then drawn."},
    [FACT_BOOK] = {"book", FACT_PROVEN, {0}, "It is known from the book of solved positions."},
    [FACT_ONLY_WIN] = {"only-win", FACT_PROVEN, {0}, "No other action wins."},
    [FACT_ONLY_MOVE] = {"only-move", FACT_PROVEN, {0}, "Every other action loses by force."},
    [FACT_FEW_MOVES] = {"few-moves",
                        FACT_PROVEN,
                        {"left"},
                        "At most {0:action} avoid a forced loss."},
    [FACT_THREAT] = {"threat",
                     FACT_BY_RULES,
                     {"replies", "of"},
                     "After {0} of the {1:reply} {seat} wins at once."},
    [FACT_WINS_IF] = {"wins-if",
                      FACT_ESTIMATED,
                      {"chance"},
                      "It wins at once if {seat} is {word} (believed with {0%})."},
    [FACT_MARGIN] = {"margin",
                     FACT_PROVEN,
                     {"points"},
                     "With best play {seat} ends {0:point} ahead."},
    [FACT_EXPECTED_MARGIN] = {"expected-margin",
                              FACT_ESTIMATED,
                              {"tenths"},
                              "{seat} is expected to end {0.} points ahead."},
    [FACT_GAP] = {"gap",
                  FACT_ESTIMATED,
                  {"chance"},
                  "The next best action has {0%} less chance to win."},
    [FACT_BELIEF] = {"belief", FACT_ESTIMATED, {"chance"}, "Most likely {seat} is {word} ({0%})."},
    [FACT_COUNTER] = {"counter",
                      FACT_BY_RULES,
                      {"before", "after"},
                      "{seat}: {word} from {0} to {1}."},
    [FACT_CHOICES] = {"choices",
                      FACT_BY_RULES,
                      {"left", "average"},
                      "It leaves {seat} {0:action}, against {1} on average."},
    [FACT_CHANCE] = {"chance",
                     FACT_ESTIMATED,
                     {"chance"},
                     "The chance of {seat} to win is then about {0%}."},
};

const struct fact_row *fact_row(enum fact_id id)
{
    return &rows[id];
}

const char *fact_grade(enum fact_id id)
{
    static const char *const grades[] = {"rules", "proven", "estimated"};

    return grades[rows[id].grade];
}

// "1 reply", "2 replies".
static void add_things(struct text *t, int number, const char *thing, size_t length)
{
    bool to_ies = number != 1 && length > 0 && thing[length - 1] == 'y';

    text_format(t, "%d %.*s%s", number, (int)(length - to_ies), thing,
                number == 1 ? ""
                : to_ies    ? "ies"
                            : "s");
}

static void add_number(struct text *t, const struct fact *fact, const char *slot, size_t length)
{
    int number = fact->number[slot[0] - '0'];

    if (length > 1 && slot[1] == '%')
        text_format(t, "%d %%", (number + 5) / 10);
    else if (length > 1 && slot[1] == '.')
        text_format(t, "%d.%d", number / 10, number % 10);
    else if (length > 1 && slot[1] == ':')
        add_things(t, number, slot + 2, length - 2);
    else
        text_number(t, number);
}

static void add_slot(struct text *t, const struct fact *fact,
                     const char *const names[GAME_MAX_SEATS], const char *slot, size_t length)
{
    if (!strncmp(slot, "seat", length))
        text_add(t, fact->seat == SCENE_NOBODY ? "all" : names[fact->seat]);
    else if (!strncmp(slot, "word", length))
        text_add(t, fact->word ? fact->word : "");
    else if (!strncmp(slot, "action", length))
        text_add(t, fact->action);
    else
        add_number(t, fact, slot, length);
}

void fact_sentence(const struct fact *fact, const char *const names[GAME_MAX_SEATS], struct text *t)
{
    size_t start = t->length;

    for (const char *s = rows[fact->id].sentence; *s; s++) {
        if (*s != '{') {
            text_char(t, *s);
            continue;
        }
        const char *end = strchr(s, '}');
        add_slot(t, fact, names, s + 1, (size_t)(end - s - 1));
        s = end;
    }
    if (start < t->length && t->at[start] >= 'a' && t->at[start] <= 'z')
        t->at[start] = (char)(t->at[start] - 'a' + 'A');
}
