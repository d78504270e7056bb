// SPDX-License-Identifier: MIT
// Sentences about a match for the people at a terminal.
#include "tui/prompts.h"

#include <string.h>

#include "render/legend.h"
#include "play/levels.h"

enum { NOBODY = -1 };

const char *prompts_name(const struct prompts *prompts, int seat, char storage[PROMPT_NAME_BYTES])
{
    const struct match_seat *s = &prompts->match->setup.seats[seat];
    const char *name = match_name_in(prompts->match, prompts->messages, seat);
    struct player_spec spec;
    struct error ignored;
    struct text t;

    text_init(&t, storage, PROMPT_NAME_BYTES);
    if (s->who == MATCH_COMPUTER && !s->name[0] && player_read(s->player, &spec, &ignored) &&
        spec.kind == PLAYER_LEVEL)
        text_say(&t, prompts->messages, "prompts.level:called,name", "%s (%s)",
                 level_name(spec.level), name);
    else
        text_add(&t, name);
    return storage;
}

void prompts_last_turn(const struct prompts *prompts, unsigned length, struct text *t)
{
    const struct match *m = prompts->match;
    char actions[PROMPT_BYTES], storage[PROMPT_NAME_BYTES];
    unsigned from = length;
    struct game_position p;
    struct text list;

    while (from > 0 && m->entries[from - 1].seat == m->entries[length - 1].seat)
        from--;
    if (length == 0 || m->entries[length - 1].seat == match_to_act(m))
        return;
    const char *name = prompts_name(prompts, m->entries[from].seat, storage);
    text_init(&list, actions, sizeof actions);
    for (; from < length; from++) {
        text_add(&list, list.length ? "; " : "");
        match_position_at(m, from, &p);
        game_add_words(m->setup.game, &p, m->entries[from].action, prompts->messages, &list);
    }
    text_say(t, prompts->messages, "gameview.played:name,actions", "%s: %s.", name, actions);
    text_char(t, ' ');
}

void prompts_events(const struct prompts *prompts, const struct scene *s, struct text *t)
{
    legend_events(&(struct legend){prompts->match->setup.game, prompts->messages}, s, t);
}

// ---------------------------------------------------------------------------------------------
// What is asked
// ---------------------------------------------------------------------------------------------

static const char *next_touch_prompt(const struct prompts *prompts, const struct scene *s,
                                     const struct touch *touch, const bool targets[SCENE_MAX_SPOTS])
{
    bool uses[SCENE_PICTURE + 1] = {false}, any = false;

    for (unsigned i = 0; i < s->spot_count; i++) {
        uses[s->spots[i].use] |= targets[i];
        any |= targets[i];
    }
    if (touch->path.count == 0 || !any)
        return s->status.prompt;
    if (!uses[SCENE_PLACE])
        return uses[SCENE_HAND] ? sentence_text(prompts->messages, "prompts.then-hand",
                                                "Now choose one from the tray.")
                                : sentence_text(prompts->messages, "prompts.then-button",
                                                "Now choose with the buttons.");
    if (s->status.gesture == SCENE_LAY && s->status.lays.kind &&
        s->status.lays.kind->shape == SCENE_BLOCK)
        return sentence_text(prompts->messages, "prompts.then-lay",
                             "Now choose the other half of the block.");
    if (s->status.gesture == SCENE_CARRY)
        return sentence_text(prompts->messages, "prompts.then-carry", "Now choose where it goes.");
    return sentence_text(prompts->messages, "prompts.then-place", "Now choose the next square.");
}

void prompts_next(const struct prompts *prompts, const struct scene *s, const struct touch *touch,
                  const bool targets[SCENE_MAX_SPOTS], struct text *t)
{
    const char *prompt = next_touch_prompt(prompts, s, touch, targets);
    int seat = match_to_act(prompts->match);

    prompts_events(prompts, s, t);
    if (seat == match_you(prompts->match))
        text_say(t, prompts->messages, "prompts.yours:prompt", "Your turn. %s", prompt);
    else
        text_say(t, prompts->messages, "prompts.asked:name,prompt", "%s: %s",
                 match_name_in(prompts->match, prompts->messages, seat), prompt);
}

void prompts_past(const struct prompts *prompts, unsigned shown, const struct scene *s,
                  struct text *t)
{
    int to_act = s->status.to_act;
    const struct match *m = prompts->match;
    char action[GAME_NAMED_BYTES], storage[PROMPT_NAME_BYTES];
    struct text named;

    text_say(t, prompts->messages, "gameview.back:shown,all", "Looking back: %u of %u played.",
             shown, m->history.length);
    if (shown > 0) {
        text_init(&named, action, sizeof action);
        match_add_named(m, shown - 1, prompts->messages, &named);
        text_char(t, ' ');
        text_say(t, prompts->messages, "gameview.played:name,actions", "%s: %s.",
                 prompts_name(prompts, m->entries[shown - 1].seat, storage), action);
    }
    text_char(t, ' ');
    prompts_events(prompts, s, t);
    text_say(t, prompts->messages, "prompts.was:name", "%s was to act.",
             prompts_name(prompts, to_act, storage));
}

// ---------------------------------------------------------------------------------------------
// The end
// ---------------------------------------------------------------------------------------------

// "7 : 3" for one of two players, the own score first; with more players their names stand beside
// the scores. False where the scores say no more than who won.
static bool scores_yours_first(const struct match *m, const struct catalogue *messages, int you,
                               char scores[MATCH_STATUS_BYTES])
{
    struct game_result result;
    struct text t;

    text_init(&t, scores, MATCH_STATUS_BYTES);
    match_add_scores(m, messages, you, &t);
    if (t.length == 0 || match_seats(m) != 2)
        return t.length > 0;
    match_result(m, &result);
    text_init(&t, scores, MATCH_STATUS_BYTES);
    text_format(&t, "%d : %d", result.score[you], result.score[1 - you]);
    return true;
}

// "You won, 7 : 3." where one person plays computers and a player won; without the scores where the
// next sentence has them.
static bool say_your_result(const struct prompts *prompts, bool with_scores, struct text *t)
{
    const struct match *m = prompts->match;
    int you = match_you(m);
    struct game_result result;
    char scores[MATCH_STATUS_BYTES];

    match_result(m, &result);
    if (you == NOBODY || m->end.how == MATCH_ABORTED || result.outcome[you] == GAME_DRAW)
        return false;
    bool scored = with_scores && scores_yours_first(m, prompts->messages, you, scores);
    bool won = result.outcome[you] == GAME_WIN;
    if (scored && won)
        text_say(t, prompts->messages, "prompts.won-scored:scores", "You won, %s.", scores);
    else if (scored)
        text_say(t, prompts->messages, "prompts.lost-scored:scores", "You lost, %s.", scores);
    else if (won)
        text_say(t, prompts->messages, "prompts.won", "You won.");
    else
        text_say(t, prompts->messages, "prompts.lost", "You lost.");
    return true;
}

bool prompts_seats(const struct prompts *prompts, struct text *t)
{
    const struct match *m = prompts->match;
    struct legend l = {m->setup.game, prompts->messages};
    bool any = false;

    for (int seat = 0; seat < match_seats(m); seat++) {
        const char *name = match_name_in(m, prompts->messages, seat),
                   *colour = legend_seat_name(&l, (unsigned)seat);
        bool you = seat == match_you(m);
        if (!you && !strcmp(name, colour))
            continue;
        text_add(t, any ? " " : "");
        if (you)
            text_say(t, prompts->messages, "prompts.you-are:seat", "You are %s.", colour);
        else
            text_say(t, prompts->messages, "prompts.is:name,seat", "%s is %s.", name, colour);
        any = true;
    }
    return any;
}

bool prompts_seat_draw(const struct prompts *prompts, struct text *t)
{
    if (!prompts->match->setup.seats_drawn || prompts->match->history.length > 0)
        return false;
    text_say(t, prompts->messages, "prompts.lots:name", "The lot: %s begins.",
             match_name_in(prompts->match, prompts->messages, 0));
    return true;
}

// "Ann 7, Ben 3", in the order of the players.
static void add_standing(const struct prompts *prompts, const struct series *s, struct text *t)
{
    for (int player = 0; player < match_seats(prompts->match); player++) {
        text_format(
            t, "%s%s ", player ? ", " : "",
            match_name_in(prompts->match, prompts->messages, prompts->series->place[player]));
        if (s->by_score)
            text_number(t, s->scores[player]);
        else
            text_format(t, "%u%s", s->half_points[player] / 2,
                        s->half_points[player] % 2 ? ".5" : "");
    }
}

static void say_standing(const struct prompts *prompts, const struct series *s, struct text *t)
{
    char standing[GAME_MAX_SEATS * (MATCH_NAME_BYTES + 16)];
    struct text list;

    text_init(&list, standing, sizeof standing);
    add_standing(prompts, s, &list);
    if (s->by_score)
        text_say(t, prompts->messages, "prompts.points:standing", "Points: %s.", standing);
    else
        text_say(t, prompts->messages, "prompts.games:standing", "Games won: %s.", standing);
}

static void say_series(const struct prompts *prompts, struct text *t)
{
    struct series after = *prompts->series;

    series_count(&after, prompts->match);
    text_char(t, ' ');
    say_standing(prompts, &after, t);
    bool goes_on = !series_over(&after);
    int leader = series_leader(&after, match_seats(prompts->match));

    text_char(t, ' ');
    if (goes_on)
        text_say(t, prompts->messages, "prompts.next", "The series goes on with the next game.");
    else if (leader >= 0)
        text_say(t, prompts->messages, "prompts.series-won:name", "The series is over: %s wins it.",
                 match_name_in(prompts->match, prompts->messages, prompts->series->place[leader]));
    else
        text_say(t, prompts->messages, "prompts.series-drawn", "The series is over: it is a draw.");
}

void prompts_end(const struct prompts *prompts, const struct scene *s, struct text *t)
{
    bool ruled = s->verdict_count > 0, yours = say_your_result(prompts, ruled, t);

    // A win by a rule is printed with the rule; what ended otherwise needs the sentence of the
    // match.
    if (!yours || !ruled) {
        text_add(t, yours ? " " : "");
        match_status(prompts->match, prompts->messages, t);
    }
    if (ruled) {
        text_char(t, ' ');
        legend_verdicts(&(struct legend){prompts->match->setup.game, prompts->messages}, s, t);
    }
    if (prompts->series && prompts->series->games > 1)
        say_series(prompts, t);
}

const struct scene_verdict *prompts_count_step(const struct scene *s, unsigned step)
{
    for (unsigned i = 0; i < s->verdict_count; i++) {
        if (s->verdicts[i].step && step-- == 0)
            return &s->verdicts[i];
    }
    return NULL;
}

bool prompts_count(const struct prompts *prompts, const struct scene *s, unsigned step,
                   struct text *t)
{
    const struct scene_verdict *verdict = prompts_count_step(s, step);

    if (!verdict)
        return false;
    if (!sentence_tell(t, prompts->messages, scene_verdict_args(s, verdict)))
        text_add(t, scene_verdict_english(s, verdict));
    return true;
}

const char *prompts_tenths(const struct catalogue *messages, int tenths,
                           char storage[PROMPT_TENTHS_BYTES])
{
    int size = tenths < 0 ? -tenths : tenths;
    struct text t;

    text_init(&t, storage, PROMPT_TENTHS_BYTES);
    text_say(&t, messages, "gameview.tenths:whole,tenth", "%d.%d", size / 10, size % 10);
    return storage;
}
