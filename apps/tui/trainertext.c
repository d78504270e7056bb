// SPDX-License-Identifier: MIT
// Sentences about puzzles.
#include "tui/trainer.h"

#include <string.h>

#include "base/catalogue.h"
#include "coach/puzzletheme.h"

// A new sentence of a text.
static struct text *next(struct text *t)
{
    if (t->length)
        text_char(t, ' ');
    return t;
}

static void add_message(const struct message *said, const struct catalogue *messages,
                        struct text *t)
{
    message_write(said, messages, next(t));
}

void trainer_say_goal(const struct puzzle *z, const struct catalogue *messages, struct text *t)
{
    struct message message;

    puzzle_solver_say_goal(z, z->game->seat_names, &message);
    add_message(&message, messages, t);
}

void trainer_say_line(const struct game *g, const struct game_position *p,
                      const game_action *actions, unsigned count, const struct catalogue *messages,
                      struct text *t)
{
    struct game_position at = *p;

    for (unsigned i = 0; i < count; i++) {
        char named[GAME_NAMED_BYTES];
        struct text name;
        int seat = g->to_act(&at);
        text_init(&name, named, sizeof named);
        game_add_named(g, &at, actions[i], messages, &name);
        if (t->length)
            text_char(t, ' ');
        text_say(t, messages, "gameview.played:name,actions", "%s: %s.",
                 catalogue_text(messages, g->seat_names[seat], "%s.seat.%d", g->name, seat + 1),
                 named);
        g->apply(&at, actions[i], &at);
    }
}

void trainer_say_wrong(const struct puzzle_solver *s, game_action action,
                       const struct refutation *r, const struct catalogue *messages, struct text *t)
{
    const struct game *g = s->puzzle.game;
    char named[GAME_NAMED_BYTES];
    struct game_position next;
    struct text name;
    struct message message;

    text_init(&name, named, sizeof named);
    game_add_named(g, &s->position, action, messages, &name);
    text_say(t, messages, "trainer.wrong:action", "Not that: %s.", named);
    puzzle_solver_say_lost(s, r, g->seat_names, &message);
    add_message(&message, messages, t);
    g->apply(&s->position, action, &next);
    trainer_say_line(g, &next, r->actions, r->count, messages, t);
    for (unsigned i = 0; i < r->reasons.count; i++) {
        text_char(t, ' ');
        fact_sentence(&r->reasons.at[i], g, messages, g->seat_names, t);
    }
}

static void say_themes(const struct puzzle *z, const struct catalogue *messages, struct text *t)
{
    char list[400];
    struct message message;
    struct text all;

    text_init(&all, list, sizeof list);
    for (unsigned theme = 0; theme < 32; theme++) {
        if (!(z->themes >> theme & 1) || !puzzle_theme_name(z->game, theme, &message))
            continue;
        text_add(&all, all.length ? ", " : "");
        message_write(&message, messages, &all);
    }
    if (!all.length)
        return;
    text_char(t, ' ');
    text_say(t, messages, "trainer.themes:themes", "Themes: %s.", list);
}

void puzzle_task_say_end(const struct puzzle_task *a, const struct catalogue *messages,
                         struct text *t)
{
    const struct trainer *trainer = a->trainer;
    const struct puzzle *z = &a->solver.puzzle;
    unsigned after = (unsigned)(trainer->solver.rating + 0.5);
    struct message rest;

    text_add(t, a->failed
                    ? sentence_text(messages, "trainer.failed", "Not solved at the first try.")
                    : sentence_text(messages, "trainer.solved", "Solved."));
    if (puzzle_solver_say_rest(&a->solver, z->game->seat_names, &rest))
        add_message(&rest, messages, t);
    text_say_count(next(t), messages, a->solver.to_find, "trainer.length:number,n",
                   "Puzzle %u: %u action to find.", "Puzzle %u: %u actions to find.", a->number + 1,
                   a->solver.to_find);
    if (z->rating)
        text_say(next(t), messages, "trainer.rating:rating", "Its rating: %u.", z->rating);
    say_themes(z, messages, t);
    if (after != a->before)
        text_say(next(t), messages, "trainer.rated:before,after", "Your rating: %u, now %u.",
                 a->before, after);
    if (trainer->mode == TRAINER_STREAK && !a->failed)
        text_say(next(t), messages, "trainer.streak:number", "Streak: %u.", trainer->found);
}

void trainer_say_over(const struct trainer *trainer, const struct catalogue *messages,
                      struct text *t)
{
    next(t);
    if (trainer->mode == TRAINER_STORM)
        text_say_count(t, messages, trainer->found, "trainer.storm-over:n",
                       "The storm is over: %u puzzle solved.",
                       "The storm is over: %u puzzles solved.", trainer->found);
    else if (trainer->mode == TRAINER_STREAK && trainer->failed)
        text_say_count(t, messages, trainer->found, "trainer.streak-over:n",
                       "The streak is over: %u puzzle solved.",
                       "The streak is over: %u puzzles solved.", trainer->found);
    else if (trainer->mode == TRAINER_RETRY)
        text_say(t, messages, "trainer.none-due", "No failed puzzle is due today.");
    else if (trainer->mode == TRAINER_DAY)
        text_say(t, messages, "trainer.day-over",
                 "That was the day's puzzle; tomorrow there is another.");
    else
        text_say(t, messages, "trainer.all-tried", "Every puzzle of this kind was tried.");
}

void trainer_say_totals(const struct trainer *trainer, const struct catalogue *messages,
                        struct text *t)
{
    struct trainer_totals sums;

    trainer_total(trainer, &sums);
    text_say(t, messages, "trainer.sum-rating:rating,deviation", "Rating: %u, give or take %u.",
             (unsigned)(trainer->solver.rating + 0.5),
             (unsigned)(2 * trainer->solver.deviation + 0.5));
    text_char(t, '\n');
    text_say(t, messages, "trainer.sum-tried:tried,all,solved",
             "Tried: %u of %u; solved at the first try: %u.", sums.tried, trainer->puzzles,
             sums.solved);
    text_char(t, '\n');
    text_say(t, messages, "trainer.sum-back:due,waiting", "Failed ones: %u due, %u later.",
             sums.due, sums.waiting);
    text_char(t, '\n');
    text_say(t, messages, "trainer.sum-best:streak,storm", "Best streak: %u. Best storm: %u.",
             sums.streak, sums.storm);
    text_char(t, '\n');
}
