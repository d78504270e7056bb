// SPDX-License-Identifier: MIT
// How a review says what it found, in the words that command line and terminal share: the grade of
// an action, what a position was worth, what would have been better and why. The page words the
// same ids itself.
#include "coach/hint.h"
#include "coach/review.h"

enum {
    TOLD = 3,
    REST_BYTES = TOLD * (GAME_NAMED_BYTES + 2) + SEARCH_LINE_LENGTH * GAME_ACTION_BYTES
};

// As move_class_id names them for programs.
static const struct sentence grades[] = {
    [MOVE_FORCED] = SENTENCE("review.grade.forced", "forced"),
    [MOVE_BEST] = SENTENCE("review.grade.best", "best"),
    [MOVE_GOOD] = SENTENCE("review.grade.good", "good"),
    [MOVE_INACCURACY] = SENTENCE("review.grade.inaccuracy", "inaccuracy"),
    [MOVE_MISTAKE] = SENTENCE("review.grade.mistake", "mistake"),
    [MOVE_BLUNDER] = SENTENCE("review.grade.blunder", "blunder"),
    [MOVE_MISSED_WIN] = SENTENCE("review.grade.missed-win", "missed win"),
    [MOVE_LOST_DRAW] = SENTENCE("review.grade.lost-draw", "lost draw"),
};

static const struct sentence proven[] = {
    SENTENCE("review.proven.loss", "a proven loss"),
    SENTENCE("review.proven.draw", "a proven draw"),
    SENTENCE("review.proven.win", "a proven win"),
};

const char *review_proven_text(enum game_outcome outcome, const struct catalogue *messages)
{
    return sentence_row(messages, &proven[outcome]);
}

static void say_worth(const struct seat_value *w, const struct catalogue *messages, struct text *t)
{
    enum game_outcome outcome = w->value > 0 ? GAME_WIN : w->value < 0 ? GAME_LOSS : GAME_DRAW;

    if (w->proven)
        text_add(t, review_proven_text(outcome, messages));
    else
        text_format(t, "%d %%", fact_percent(w->chance));
}

void review_say_ply(const struct review *r, unsigned index, const struct catalogue *messages,
                    struct text *t)
{
    const struct review_ply *ply = &r->plies[index];
    const char *name = match_name_in(r->match, messages, ply->seat),
               *grade = sentence_row(messages, &grades[ply->class]);
    char action[GAME_NAMED_BYTES], from[64], to[64];
    struct text worth;

    text_init(&worth, action, sizeof action);
    match_add_named(r->match, index, messages, &worth);
    if (!review_is_mistake(ply)) {
        text_say(t, messages, "review.action:name,action,grade", "%s: %s, %s", name, action, grade);
        return;
    }
    text_init(&worth, from, sizeof from);
    say_worth(&ply->before, messages, &worth);
    text_init(&worth, to, sizeof to);
    say_worth(&ply->after, messages, &worth);
    if (r->match->setup.game->hidden)
        text_say(t, messages, "review.believed:name,action,grade,from,to",
                 "%s: %s, %s as far as could be known, from %s to %s", name, action, grade, from,
                 to);
    else
        text_say(t, messages, "review.mistake:name,action,grade,from,to",
                 "%s: %s, %s, from %s to %s", name, action, grade, from, to);
}

void review_say_facts(const struct review *r, const struct facts *facts, bool why,
                      const struct catalogue *messages, struct text *t)
{
    const char *names[GAME_MAX_SEATS];

    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        names[seat] = seat < match_seats(r->match) ? match_name_in(r->match, messages, seat) : "";
    if (facts->count == 0)
        return;
    text_add(t, why ? sentence_text(messages, "review.why", "why")
                    : sentence_text(messages, "review.but", "but then"));
    text_char(t, ':');
    for (unsigned i = 0; i < facts->count && i < HINT_MOST_REASONS; i++) {
        text_char(t, ' ');
        fact_sentence(&facts->at[i], r->match->setup.game, messages, names, t);
    }
}

void review_say_better(const struct review *r, unsigned index, const struct catalogue *messages,
                       struct text *t)
{
    char action[GAME_NAMED_BYTES];
    struct game_position p;
    struct text named;

    match_position_at(r->match, index, &p);
    text_init(&named, action, sizeof action);
    game_add_named(r->match->setup.game, &p, r->plies[index].better.actions[0], messages, &named);
    text_say(t, messages, "review.better:action", "better: %s", action);
}

void review_say_then(const struct review *r, unsigned index, const struct catalogue *messages,
                     struct text *t)
{
    const struct game *g = r->match->setup.game;
    const struct search_line *line = &r->plies[index].better;
    char storage[REST_BYTES];
    struct game_position p;
    struct text rest;

    match_position_at(r->match, index, &p);
    if (line->length < 2 || !game_complete(g, &p))
        return;
    text_init(&rest, storage, sizeof storage);
    for (unsigned i = 1; i < line->length; i++) {
        g->apply(&p, line->actions[i - 1], &p);
        text_add(&rest, i == 1 ? "" : i <= TOLD + 1 ? "; " : " ");
        if (i <= TOLD)
            game_add_named(g, &p, line->actions[i], messages, &rest);
        else
            g->action_text(&p, line->actions[i], &rest);
    }
    text_say(t, messages, "review.then:actions", ", then %s", storage);
}
