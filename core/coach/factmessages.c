// SPDX-License-Identifier: MIT
// Facts as sentences.
#include <string.h>

#include "coach/facts.h"

static const struct fact_row rows[FACT_COUNT] = {
    [FACT_FEATURE] = {"feature", FACT_BY_RULES, {"value", "other"}},
    [FACT_FORCED] = {"forced", FACT_BY_RULES, {0}},
    [FACT_WINS_AT_ONCE] = {"wins-at-once", FACT_BY_RULES, {0}},
    [FACT_LOSES_AT_ONCE] = {"loses-at-once", FACT_BY_RULES, {0}},
    [FACT_DRAWS_AT_ONCE] = {"draws-at-once", FACT_BY_RULES, {0}},
    [FACT_ALLOWS_WIN] = {"allows-win-at-once", FACT_BY_RULES, {0}},
    [FACT_ONLY_STOP] = {"only-stop", FACT_BY_RULES, {0}},
    [FACT_STOPS_WIN] = {"stops-win-at-once", FACT_BY_RULES, {"letting", "others"}},
    [FACT_WIN_IN] = {"win-in", FACT_PROVEN, {"actions"}},
    [FACT_WIN] = {"win", FACT_PROVEN, {0}},
    [FACT_DRAW] = {"draw", FACT_PROVEN, {0}},
    [FACT_BOOK] = {"book", FACT_PROVEN, {0}},
    [FACT_ONLY_WIN] = {"only-win", FACT_PROVEN, {0}},
    [FACT_ONLY_MOVE] = {"only-move", FACT_PROVEN, {0}},
    [FACT_FEW_MOVES] = {"few-moves", FACT_PROVEN, {"left"}},
    [FACT_THREAT] = {"threat", FACT_BY_RULES, {"replies", "of"}},
    [FACT_WINS_IF] = {"wins-if", FACT_ESTIMATED, {"chance"}},
    [FACT_MARGIN] = {"margin", FACT_PROVEN, {"points"}},
    [FACT_EXPECTED_MARGIN] = {"expected-margin", FACT_ESTIMATED, {"tenths"}},
    [FACT_GAP] = {"gap", FACT_ESTIMATED, {"chance"}},
    [FACT_BELIEF] = {"belief", FACT_ESTIMATED, {"chance"}},
    [FACT_COUNTER] = {"counter", FACT_BY_RULES, {"before", "after"}},
    [FACT_CHOICES] = {"choices", FACT_BY_RULES, {"left", "average"}},
    [FACT_CHANCE] = {"chance", FACT_ESTIMATED, {"chance"}},
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

// Percent of thousandths.
static int percent(int thousandths)
{
    return (thousandths + 5) / 10;
}

int fact_percent(int thousandths)
{
    int rounded = percent(thousandths);

    return rounded < 1 ? 1 : rounded > 99 ? 99 : rounded;
}

void fact_answer(struct fact *fact, const struct game *g, const struct game_position *where,
                 game_action answer)
{
    fact->where = *where;
    fact->answer = answer;
    game_write_action(g, where, answer, fact->action);
}

// The answer in words, with its text; the text alone where the game has no words.
static void name_answer(const struct fact *f, const struct game *g, struct message *named)
{
    struct message words;

    *named = (struct message){{0}, {0}};
    if (!f->action[0] || !g->ui->say) {
        message_plain(named, "%s", f->action);
        return;
    }
    game_say(g, &f->where, f->answer, &words);
    message_set(named, "fact.answer:words,action", "\"%s\" (%s)", words.text, f->action);
    message_within(named, "words", &words);
}

static void say_by_rules(const struct fact *f, const char *name, const char *answer,
                         struct message *message)
{
    int a = f->number[0], b = f->number[1];

    switch (f->id) {
    case FACT_FORCED:
        message_set(message, "fact.forced", "It is the only legal action.");
        break;
    case FACT_WINS_AT_ONCE:
        message_set(message, "fact.wins-at-once", "It wins at once.");
        break;
    case FACT_LOSES_AT_ONCE:
        message_set(message, "fact.loses-at-once", "It loses at once.");
        break;
    case FACT_DRAWS_AT_ONCE:
        message_set(message, "fact.draws-at-once", "It ends the game in a draw.");
        break;
    case FACT_ALLOWS_WIN:
        message_set(message, "fact.allows-win-at-once:name,action",
                    "%s can then win at once with %s.", name, answer);
        break;
    case FACT_ONLY_STOP:
        message_set(message, "fact.only-stop:name", "Every other action lets %s win at once.",
                    name);
        break;
    case FACT_STOPS_WIN:
        message_set(message, "fact.stops-win-at-once:letting,others,name",
                    "%d of the %d other actions would let %s win at once.", a, b, name);
        break;
    case FACT_THREAT:
        message_count(message, (unsigned)b, "fact.threat:replies,n,name",
                      "After %d of the %d reply %s wins at once.",
                      "After %d of the %d replies %s wins at once.", a, b, name);
        break;
    case FACT_COUNTER:
        message_set(message, "fact.counter:name,word,before,after", "%s: %s from %d to %d.", name,
                    f->word, a, b);
        break;
    default:
        message_count(message, (unsigned)a, "fact.choices:name,n,average",
                      "It leaves %s %d action, against %d on average.",
                      "It leaves %s %d actions, against %d on average.", name, a, b);
    }
}

static void say_proven(const struct fact *f, const char *name, struct message *message)
{
    int a = f->number[0];

    switch (f->id) {
    case FACT_WIN_IN:
        message_count(message, (unsigned)a, "fact.win-in:name,n",
                      "%s then wins by force within %d action, both sides counted.",
                      "%s then wins by force within %d actions, both sides counted.", name, a);
        break;
    case FACT_WIN:
        message_set(message, "fact.win:name", "%s then wins by force.", name);
        break;
    case FACT_DRAW:
        message_set(message, "fact.draw", "With best play the game is then drawn.");
        break;
    case FACT_BOOK:
        message_set(message, "fact.book", "It is known from the book of solved positions.");
        break;
    case FACT_ONLY_WIN:
        message_set(message, "fact.only-win", "No other action wins.");
        break;
    case FACT_ONLY_MOVE:
        message_set(message, "fact.only-move", "Every other action loses by force.");
        break;
    case FACT_FEW_MOVES:
        message_count(message, (unsigned)a, "fact.few-moves:n",
                      "At most %d action avoid a forced loss.",
                      "At most %d actions avoid a forced loss.", a);
        break;
    default:
        message_count(message, (unsigned)a, "fact.margin:name,n",
                      "With best play %s ends %d point ahead.",
                      "With best play %s ends %d points ahead.", name, a);
    }
}

static void say_estimated(const struct fact *f, const char *name, struct message *message)
{
    int a = f->number[0];

    switch (f->id) {
    case FACT_WINS_IF:
        message_set(message, "fact.wins-if:name,word,chance",
                    "It wins at once if %s is %s (believed with %d %%).", name, f->word,
                    percent(a));
        break;
    case FACT_EXPECTED_MARGIN:
        message_set(message, "fact.expected-margin:name,points,tenths",
                    "%s is expected to end %d.%d points ahead.", name, a / 10, a % 10);
        break;
    case FACT_GAP:
        message_set(message, "fact.gap:chance",
                    "The next best action has %d %% less chance to win.", percent(a));
        break;
    case FACT_BELIEF:
        message_set(message, "fact.belief:name,word,chance", "Most likely %s is %s (%d %%).", name,
                    f->word, percent(a));
        break;
    default:
        message_set(message, "fact.chance:name,chance",
                    "The chance of %s to win is then about %d %%.", name, fact_percent(a));
    }
}

static void capitalise(struct message *message)
{
    if (message->text[0] >= 'a' && message->text[0] <= 'z')
        message->text[0] = (char)(message->text[0] - 'a' + 'A');
}

// Names that nobody has changed are translated.
static void refer_name(const struct game *g, const char *argument, const char *value,
                       struct message *message)
{
    for (int seat = 0; seat < GAME_MAX_SEATS && g->seat_names[seat]; seat++) {
        if (!strcmp(value, g->seat_names[seat]))
            message_refer(message, argument, "%s.seat.%d", g->name, seat + 1);
    }
}

static const char *value_of(const struct message *message, const char *argument)
{
    for (const char *at = sentence_first(message->args); at; at = sentence_next(at)) {
        if (!strcmp(at, argument))
            return at + strlen(at) + 1;
    }
    return "";
}

// In the game's own words; the second seat is the next one, which is the other one of two.
static void say_feature(const struct fact *f, const struct game *g,
                        const char *const names[GAME_MAX_SEATS], struct message *message)
{
    int next = f->seat + 1 < GAME_MAX_SEATS && g->seat_names[f->seat + 1] ? f->seat + 1 : 0;

    struct message answer;

    *message = (struct message){{0}, {0}};
    name_answer(f, g, &answer);
    game_coach(g)->say_feature(f->feature, f->number[0], names[f->seat], names[next], answer.text,
                               message);
    refer_name(g, "own", value_of(message, "own"), message);
    refer_name(g, "name", value_of(message, "name"), message);
    if (value_of(message, "answer")[0])
        message_within(message, "answer", &answer);
    capitalise(message);
}

void fact_say(const struct fact *fact, const struct game *g,
              const char *const names[GAME_MAX_SEATS], struct message *message)
{
    static const struct sentence all = SENTENCE("fact.all", "All");
    const char *name = fact->seat == SCENE_NOBODY ? all.english : names[fact->seat];
    struct message answer;

    if (fact->id == FACT_FEATURE) {
        say_feature(fact, g, names, message);
        return;
    }
    name_answer(fact, g, &answer);
    if (rows[fact->id].grade == FACT_BY_RULES)
        say_by_rules(fact, name, answer.text, message);
    else if (rows[fact->id].grade == FACT_PROVEN)
        say_proven(fact, name, message);
    else
        say_estimated(fact, name, message);
    capitalise(message);
    if (fact->seat == SCENE_NOBODY)
        message_refer(message, "name", "%s", all.id);
    else if (!strcmp(name, g->seat_names[fact->seat]))
        message_refer(message, "name", "%s.seat.%d", g->name, fact->seat + 1);
    if (fact->key)
        message_refer(message, "word", "%s.counter.%s", g->name, fact->key);
    else if (fact->word)
        message_refer(message, "word", "%s.word.%s", g->name, fact->word);
    if (fact->action[0])
        message_within(message, "action", &answer); // last: its arguments follow
}

void fact_sentence(const struct fact *fact, const struct game *g, const struct catalogue *messages,
                   const char *const names[GAME_MAX_SEATS], struct text *t)
{
    struct message message;

    fact_say(fact, g, names, &message);
    message_write(&message, messages, t);
}
