// SPDX-License-Identifier: MIT
// Review of a finished game with the engine: signs in the list of moves; for every action what it
// cost and what was better.
#include <stdlib.h>
#include <string.h>

#include "tui/gameview.h"

enum { MEGABYTES = 64, LOOK_EVERY = 25, ROOMY = 24 };

static const char *sign_of(enum move_class class)
{
    switch (class) {
    case MOVE_INACCURACY:
        return "?!";
    case MOVE_MISTAKE:
        return "?";
    case MOVE_BLUNDER:
    case MOVE_MISSED_WIN:
    case MOVE_LOST_DRAW:
        return "??";
    default:
        return NULL;
    }
}

void game_view_drop_review(struct game_view *view)
{
    if (!view->notes)
        return;
    free(view->notes);
    view->notes = NULL;
    review_clear(&view->review);
}

static void show_progress(struct game_view *view)
{
    char storage[200];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_say(&t, view->app->messages, "gameview.reviewing:done,all",
             "Reviewing: %u of %u positions. Esc stops.", view->review.done,
             view->review.count + 1);
    game_view_show_message(view, COLOUR_INK, storage);
    game_view_draw(view);
}

// Looks at the keyboard now and then.
static bool must_stop(void *to)
{
    struct game_view *view = to;
    uint64_t now = app_now(view->app);

    if (now - view->thinking.seen >= LOOK_EVERY) {
        view->thinking.seen = now;
        struct event event = app_read_event(view->app, 0);
        view->thinking.stop |= event.kind == EVENT_ESCAPE || view->app->leave;
    }
    return view->thinking.stop;
}

// False when the person stopped it or memory ran out.
static bool review_all(struct game_view *view, struct thinker *t)
{
    struct think_watch watch = {.stop = must_stop, .to = view};

    view->thinking = (struct thinking){0};
    while (!review_finished(&view->review)) {
        show_progress(view);
        if (!review_step(&view->review, t, &watch))
            return false;
    }
    return true;
}

static void add_accuracy(const struct game_view *view, int seat, struct text *t)
{
    int tenths = review_accuracy(&view->review, seat);
    char percent[PROMPT_TENTHS_BYTES];

    if (tenths == REVIEW_NO_ACCURACY)
        text_say(t, view->app->messages, "gameview.no-choice:name", "%s had too little to decide",
                 game_view_seat_name(view, seat));
    else
        text_say(t, view->app->messages, "gameview.accuracy:name,percent", "%s %s %%",
                 game_view_seat_name(view, seat),
                 prompts_tenths(view->app->messages, tenths, percent));
}

static void show_review_summary(struct game_view *view)
{
    char storage[480], accuracies[320];
    unsigned mistakes = 0;
    struct text t;

    text_init(&t, accuracies, sizeof accuracies);
    for (int seat = 0; seat < match_seats(&view->local.driver.match); seat++) {
        text_add(&t, seat ? ", " : "");
        add_accuracy(view, seat, &t);
    }
    for (unsigned i = 0; i < view->review.count; i++)
        mistakes += review_is_mistake(&view->review.plies[i]);
    text_init(&t, storage, sizeof storage);
    text_say_count(&t, view->app->messages, mistakes, "gameview.summary:accuracies,n",
                   "Accuracy: %s. %u mistake. [ and ] go through the game, M to the next mistake, "
                   "B shows what was better.",
                   "Accuracy: %s. %u mistakes. [ and ] go through the game, M to the next mistake, "
                   "B shows what was better.",
                   accuracies, mistakes);
    game_view_show_message(view, COLOUR_GOOD, storage);
}

static void begin_review(struct game_view *view)
{
    struct thinker thinker;
    struct error e;

    view->notes = calloc(view->local.driver.match.history.length + 1, sizeof *view->notes);
    if (!view->notes || !thinker_init(&thinker, MEGABYTES, NULL, &e)) {
        free(view->notes);
        view->notes = NULL;
        game_view_show_message(view, COLOUR_BAD,
                               sentence_text(view->app->messages, "gameview.review-memory",
                                             "there is no memory for a review"));
        return;
    }
    bool good = review_of_match(&view->review, &view->local.driver.match, 0, &e) &&
                review_all(view, &thinker);
    thinker_clear(&thinker);
    view->message[0] = 0;
    if (!good) {
        game_view_drop_review(view);
        return;
    }
    for (unsigned i = 0; i < view->review.count; i++)
        view->notes[i] = sign_of(view->review.plies[i].class);
}

void game_view_review(struct game_view *view)
{
    struct error e;

    if (!local_game_may_review(&view->local, &e)) {
        game_view_show_error(view, &e);
        return;
    }
    if (!view->notes)
        begin_review(view);
    if (view->notes && view->looking_back && view->cut)
        app_show_page(view->app, sentence_text(view->app->messages, "gameview.review", "Review"),
                      view->message);
    else if (view->notes)
        show_review_summary(view);
}

void game_view_next_mistake(struct game_view *view)
{
    for (unsigned i = 0; view->notes && i < view->review.count; i++) {
        unsigned at = (view->shown + i) % view->review.count;
        if (!review_is_mistake(&view->review.plies[at]))
            continue;
        game_view_go_to(view, at + 1);
        return;
    }
}

// ---------------------------------------------------------------------------------------------
// What was better
// ---------------------------------------------------------------------------------------------

const struct review_ply *game_view_mistake(const struct game_view *view)
{
    if (!view->notes || view->shown == 0 || view->shown > view->review.count)
        return NULL;
    const struct review_ply *ply = &view->review.plies[view->shown - 1];
    return review_is_mistake(ply) && ply->better.length ? ply : NULL;
}

// The position before the mistake with this many actions of the better line played; false when
// there is no memory.
static bool play_variation(const struct game_view *view, const struct review_ply *ply,
                           unsigned length, struct history *line)
{
    bool good = match_history_at(&view->local.driver.match, view->shown - 1, line);

    for (unsigned i = 0; good && i < length; i++) {
        good = history_play(line, ply->better.actions[i]);
        if (!good)
            history_clear(line);
    }
    return good;
}

void game_view_step_variation(struct game_view *view, int steps)
{
    const struct review_ply *ply = game_view_mistake(view);
    unsigned shown = view->shown, at = (unsigned)((int)view->variation + steps);
    struct history line;

    if (!ply) {
        game_view_show_message(
            view, COLOUR_QUIET,
            sentence_text(view->app->messages, "gameview.no-better",
                          "Nothing was better here. M goes to the next mistake."));
        return;
    }
    if (at == 0) {
        game_view_go_to(view, shown);
        return;
    }
    at = at > ply->better.length ? ply->better.length : at;
    if (!play_variation(view, ply, at, &line))
        return;
    game_view_position_changed(view);
    view->message[0] = 0;
    view->past = line;
    view->looking_back = true;
    view->shown = shown;
    view->variation = at;
}

void game_view_variation_status(const struct game_view *view, struct text *t)
{
    const struct match *m = &view->local.driver.match;
    const struct review_ply *ply = game_view_mistake(view);
    char action[GAME_NAMED_BYTES], storage[PROMPT_NAME_BYTES];
    struct prompts prompts = game_view_prompts(view);
    struct history before;
    struct text named;

    if (!play_variation(view, ply, view->variation - 1, &before))
        return;
    text_init(&named, action, sizeof action);
    game_add_named(m->setup.game, &before.position, ply->better.actions[view->variation - 1],
                   view->app->messages, &named);
    text_say(t, view->app->messages, "gameview.line:at,all,name,action",
             "The better line, %u of %u. %s: %s.", view->variation, ply->better.length,
             prompts_name(&prompts, m->setup.game->to_act(&before.position), storage), action);
    history_clear(&before);
    text_char(t, ' ');
    if (view->scene.status.over)
        legend_verdicts(&(struct legend){m->setup.game, view->app->messages}, &view->scene, t);
    else if (view->variation == ply->better.length)
        text_add(t, sentence_text(view->app->messages, "gameview.line-end",
                                  "The search looked no further."));
}

static void say_better(const struct game_view *view, const struct review_ply *ply, struct text *t)
{
    const struct catalogue *messages = view->app->messages;

    text_char(t, ' ');
    review_say_better(&view->review, view->shown - 1, messages, t);
    // In a small window the reasons need the rows more: the line is a key away, step by step.
    if (view->app->screen.canvas.rows >= ROOMY)
        review_say_then(&view->review, view->shown - 1, messages, t);
    text_add(t, ". ");
    review_say_facts(&view->review, &ply->why, true, messages, t);
    text_add(t, ply->why.count ? " " : "");
    review_say_facts(&view->review, &ply->against, false, messages, t);
}

// The action, what would have been better and why, in the words of every review.
void game_view_explain_ply(struct game_view *view)
{
    const struct catalogue *messages = view->app->messages;
    char storage[GAME_VIEW_MESSAGE_BYTES];
    struct text t;

    if (!view->notes || view->shown == 0 || view->shown > view->review.count)
        return;
    const struct review_ply *ply = &view->review.plies[view->shown - 1];
    text_init(&t, storage, sizeof storage);
    review_say_ply(&view->review, view->shown - 1, messages, &t);
    text_char(&t, '.');
    if (game_view_mistake(view))
        say_better(view, ply, &t);
    game_view_show_message(view, review_is_mistake(ply) ? COLOUR_ACCENT : COLOUR_GOOD, storage);
    view->explains_ply = true;
}
