// SPDX-License-Identifier: MIT
// Sentences about a match, for whoever sits at a terminal.
#include "tui/told.h"

#include <string.h>

#include "render/legend.h"
#include "play/levels.h"

enum { NOBODY = -1 };

const char *told_name(const struct told *w, int seat, char storage[TOLD_NAME_BYTES])
{
    const struct match_seat *s = &w->match->setup.seats[seat];
    const char *name = match_name_in(w->match, w->words, seat);
    struct player_spec spec;
    struct error ignored;
    struct text t;

    text_init(&t, storage, TOLD_NAME_BYTES);
    if (s->who == MATCH_COMPUTER && !s->name[0] && player_read(s->player, &spec, &ignored) &&
        spec.kind == PLAYER_LEVEL)
        text_say(&t, w->words, "told.level:called,name", "%s (%s)", level_name(spec.level), name);
    else
        text_add(&t, name);
    return storage;
}

void told_last_turn(const struct told *w, unsigned length, struct text *t)
{
    const struct match *m = w->match;
    char actions[TOLD_BYTES], storage[TOLD_NAME_BYTES];
    unsigned from = length;
    struct game_position p;
    struct text list;

    while (from > 0 && m->entries[from - 1].seat == m->entries[length - 1].seat)
        from--;
    if (length == 0 || m->entries[length - 1].seat == match_to_act(m))
        return;
    const char *name = told_name(w, m->entries[from].seat, storage);
    text_init(&list, actions, sizeof actions);
    for (; from < length; from++) {
        text_add(&list, list.length ? "; " : "");
        match_position_at(m, from, &p);
        game_add_words(m->setup.game, &p, m->entries[from].action, w->words, &list);
    }
    text_say(t, w->words, "sitting.played:name,actions", "%s: %s.", name, actions);
    text_char(t, ' ');
}

void told_events(const struct told *w, const struct scene *s, struct text *t)
{
    legend_events(&(struct legend){w->match->setup.game, w->words}, s, t);
}

// ---------------------------------------------------------------------------------------------
// What is asked
// ---------------------------------------------------------------------------------------------

static const char *next_touch(const struct told *w, const struct scene *s,
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
        return uses[SCENE_HAND]
                   ? sentence_text(w->words, "told.then-hand", "Now choose one from the tray.")
                   : sentence_text(w->words, "told.then-button", "Now choose with the buttons.");
    if (s->status.gesture == SCENE_LAY && s->status.lays.kind &&
        s->status.lays.kind->shape == SCENE_BLOCK)
        return sentence_text(w->words, "told.then-lay", "Now choose the other half of the block.");
    if (s->status.gesture == SCENE_CARRY)
        return sentence_text(w->words, "told.then-carry", "Now choose where it goes.");
    return sentence_text(w->words, "told.then-place", "Now choose the next square.");
}

void told_prompt(const struct told *w, const struct scene *s, const struct touch *touch,
                 const bool targets[SCENE_MAX_SPOTS], struct text *t)
{
    const char *prompt = next_touch(w, s, touch, targets);
    int seat = match_to_act(w->match);

    told_events(w, s, t);
    if (seat == match_you(w->match))
        text_say(t, w->words, "told.yours:prompt", "Your turn. %s", prompt);
    else
        text_say(t, w->words, "told.asked:name,prompt", "%s: %s",
                 match_name_in(w->match, w->words, seat), prompt);
}

void told_past(const struct told *w, unsigned shown, const struct scene *s, struct text *t)
{
    int to_act = s->status.to_act;
    const struct match *m = w->match;
    char action[GAME_NAMED_BYTES], storage[TOLD_NAME_BYTES];
    struct text named;

    text_say(t, w->words, "sitting.back:shown,all", "Looking back: %u of %u played.", shown,
             m->history.length);
    if (shown > 0) {
        text_init(&named, action, sizeof action);
        match_add_named(m, shown - 1, w->words, &named);
        text_char(t, ' ');
        text_say(t, w->words, "sitting.played:name,actions", "%s: %s.",
                 told_name(w, m->entries[shown - 1].seat, storage), action);
    }
    text_char(t, ' ');
    told_events(w, s, t);
    text_say(t, w->words, "told.was:name", "%s was to act.", told_name(w, to_act, storage));
}

// ---------------------------------------------------------------------------------------------
// The end
// ---------------------------------------------------------------------------------------------

// "7 : 3" for one of two players, the own score first; with more players their names stand beside the scores. False where
// the scores say no more than who won.
static bool own_scores(const struct match *m, const struct catalogue *words, int you,
                       char scores[MATCH_STATUS_BYTES])
{
    struct game_result result;
    struct text t;

    text_init(&t, scores, MATCH_STATUS_BYTES);
    match_add_scores(m, words, you, &t);
    if (t.length == 0 || match_seats(m) != 2)
        return t.length > 0;
    match_result(m, &result);
    text_init(&t, scores, MATCH_STATUS_BYTES);
    text_format(&t, "%d : %d", result.score[you], result.score[1 - you]);
    return true;
}

// "You won, 7 : 3." where one person plays computers and somebody won; without the scores where the next sentence has them.
static bool say_yours(const struct told *w, bool with_scores, struct text *t)
{
    const struct match *m = w->match;
    int you = match_you(m);
    struct game_result result;
    char scores[MATCH_STATUS_BYTES];

    match_result(m, &result);
    if (you == NOBODY || m->end.how == MATCH_ABORTED || result.outcome[you] == GAME_DRAW)
        return false;
    bool scored = with_scores && own_scores(m, w->words, you, scores);
    bool won = result.outcome[you] == GAME_WIN;
    if (scored && won)
        text_say(t, w->words, "told.won-scored:scores", "You won, %s.", scores);
    else if (scored)
        text_say(t, w->words, "told.lost-scored:scores", "You lost, %s.", scores);
    else if (won)
        text_say(t, w->words, "told.won", "You won.");
    else
        text_say(t, w->words, "told.lost", "You lost.");
    return true;
}

bool told_seats(const struct told *w, struct text *t)
{
    const struct match *m = w->match;
    struct legend l = {m->setup.game, w->words};
    bool any = false;

    for (int seat = 0; seat < match_seats(m); seat++) {
        const char *name = match_name_in(m, w->words, seat),
                   *colour = legend_seat_name(&l, (unsigned)seat);
        bool you = seat == match_you(m);
        if (!you && !strcmp(name, colour))
            continue;
        text_add(t, any ? " " : "");
        if (you)
            text_say(t, w->words, "told.you-are:seat", "You are %s.", colour);
        else
            text_say(t, w->words, "told.is:name,seat", "%s is %s.", name, colour);
        any = true;
    }
    return any;
}

bool told_lots(const struct told *w, struct text *t)
{
    if (!w->match->setup.seats_drawn || w->match->history.length > 0)
        return false;
    text_say(t, w->words, "told.lots:name", "The lot: %s begins.",
             match_name_in(w->match, w->words, 0));
    return true;
}

// "Ann 7, Ben 3", in the order of the players.
static void add_standing(const struct told *w, const struct series *s, struct text *t)
{
    for (int player = 0; player < match_seats(w->match); player++) {
        text_format(t, "%s%s ", player ? ", " : "",
                    match_name_in(w->match, w->words, w->series->place[player]));
        if (s->by_score)
            text_number(t, s->scores[player]);
        else
            text_format(t, "%u%s", s->half_points[player] / 2,
                        s->half_points[player] % 2 ? ".5" : "");
    }
}

static void say_standing(const struct told *w, const struct series *s, struct text *t)
{
    char standing[GAME_MAX_SEATS * (MATCH_NAME_BYTES + 16)];
    struct text list;

    text_init(&list, standing, sizeof standing);
    add_standing(w, s, &list);
    if (s->by_score)
        text_say(t, w->words, "told.points:standing", "Points: %s.", standing);
    else
        text_say(t, w->words, "told.games:standing", "Games won: %s.", standing);
}

static void say_series(const struct told *w, struct text *t)
{
    struct series after = *w->series;

    series_count(&after, w->match);
    text_char(t, ' ');
    say_standing(w, &after, t);
    bool goes_on = !series_over(&after);
    int leader = series_leader(&after, match_seats(w->match));

    text_char(t, ' ');
    if (goes_on)
        text_say(t, w->words, "told.next", "The series goes on with the next game.");
    else if (leader >= 0)
        text_say(t, w->words, "told.series-won:name", "The series is over: %s wins it.",
                 match_name_in(w->match, w->words, w->series->place[leader]));
    else
        text_say(t, w->words, "told.series-drawn", "The series is over: it is a draw.");
}

void told_end(const struct told *w, const struct scene *s, struct text *t)
{
    bool ruled = s->verdict_count > 0, yours = say_yours(w, ruled, t);

    // Who has won by a rule is told with the rule; what ended otherwise needs the sentence of the match.
    if (!yours || !ruled) {
        text_add(t, yours ? " " : "");
        match_status(w->match, w->words, t);
    }
    if (ruled) {
        text_char(t, ' ');
        legend_verdicts(&(struct legend){w->match->setup.game, w->words}, s, t);
    }
    if (w->series && w->series->games > 1)
        say_series(w, t);
}

const struct scene_verdict *told_count_step(const struct scene *s, unsigned step)
{
    for (unsigned i = 0; i < s->verdict_count; i++) {
        if (s->verdicts[i].step && step-- == 0)
            return &s->verdicts[i];
    }
    return NULL;
}

bool told_count(const struct told *w, const struct scene *s, unsigned step, struct text *t)
{
    const struct scene_verdict *verdict = told_count_step(s, step);

    if (!verdict)
        return false;
    if (!sentence_tell(t, w->words, scene_verdict_told(s, verdict)))
        text_add(t, scene_verdict_english(s, verdict));
    return true;
}

const char *told_tenths(const struct catalogue *words, int tenths, char storage[TOLD_TENTHS])
{
    int size = tenths < 0 ? -tenths : tenths;
    struct text t;

    text_init(&t, storage, TOLD_TENTHS);
    text_say(&t, words, "sitting.tenths:whole,tenth", "%d.%d", size / 10, size % 10);
    return storage;
}
