// SPDX-License-Identifier: MIT
// Looking back at a finished game with the engine: signs in the list of moves, and for every action what it cost
// and what was better.
#include <stdlib.h>
#include <string.h>

#include "tui/sitting.h"

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

void sitting_drop_review(struct sitting *s)
{
    if (!s->notes)
        return;
    free(s->notes);
    s->notes = NULL;
    review_clear(&s->review);
}

static void tell_progress(struct sitting *s)
{
    char storage[200];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_say(&t, s->app->words, "sitting.reviewing:done,all",
             "Reviewing: %u of %u positions. Esc stops.", s->review.done, s->review.count + 1);
    sitting_say(s, COLOUR_INK, storage);
    sitting_draw(s);
}

// Looks at the keyboard now and then.
static bool must_stop(void *to)
{
    struct sitting *s = to;
    uint64_t now = app_now(s->app);

    if (now - s->thinking.seen >= LOOK_EVERY) {
        s->thinking.seen = now;
        struct event event = app_read_event(s->app, 0);
        s->thinking.stop |= event.kind == EVENT_ESCAPE || s->app->leave;
    }
    return s->thinking.stop;
}

// False when the person stopped it or memory ran out.
static bool review_all(struct sitting *s, struct thinker *t)
{
    struct think_watch watch = {.stop = must_stop, .to = s};

    s->thinking = (struct thinking){0};
    while (!review_finished(&s->review)) {
        tell_progress(s);
        if (!review_step(&s->review, t, &watch))
            return false;
    }
    return true;
}

static void add_accuracy(const struct sitting *s, int seat, struct text *t)
{
    int tenths = review_accuracy(&s->review, seat);
    char percent[PROMPT_TENTHS_BYTES];

    if (tenths == REVIEW_NO_ACCURACY)
        text_say(t, s->app->words, "sitting.no-choice:name", "%s had too little to decide",
                 sitting_name(s, seat));
    else
        text_say(t, s->app->words, "sitting.accuracy:name,percent", "%s %s %%",
                 sitting_name(s, seat), prompts_tenths(s->app->words, tenths, percent));
}

static void tell_summary(struct sitting *s)
{
    char storage[480], accuracies[320];
    unsigned mistakes = 0;
    struct text t;

    text_init(&t, accuracies, sizeof accuracies);
    for (int seat = 0; seat < match_seats(&s->local.driver.match); seat++) {
        text_add(&t, seat ? ", " : "");
        add_accuracy(s, seat, &t);
    }
    for (unsigned i = 0; i < s->review.count; i++)
        mistakes += review_is_mistake(&s->review.plies[i]);
    text_init(&t, storage, sizeof storage);
    text_say_count(&t, s->app->words, mistakes, "sitting.summary:accuracies,n",
                   "Accuracy: %s. %u mistake. [ and ] go through the game, M to the next mistake, "
                   "B shows what was better.",
                   "Accuracy: %s. %u mistakes. [ and ] go through the game, M to the next mistake, "
                   "B shows what was better.",
                   accuracies, mistakes);
    sitting_say(s, COLOUR_GOOD, storage);
}

static void begin_review(struct sitting *s)
{
    struct thinker thinker;
    struct error e;

    s->notes = calloc(s->local.driver.match.history.length + 1, sizeof *s->notes);
    if (!s->notes || !thinker_init(&thinker, MEGABYTES, NULL, &e)) {
        free(s->notes);
        s->notes = NULL;
        sitting_say(s, COLOUR_BAD,
                    sentence_text(s->app->words, "sitting.review-memory",
                                  "there is no memory for a review"));
        return;
    }
    bool good =
        review_of_match(&s->review, &s->local.driver.match, 0, &e) && review_all(s, &thinker);
    thinker_clear(&thinker);
    s->message[0] = 0;
    if (!good) {
        sitting_drop_review(s);
        return;
    }
    for (unsigned i = 0; i < s->review.count; i++)
        s->notes[i] = sign_of(s->review.plies[i].class);
}

void sitting_review(struct sitting *s)
{
    struct error e;

    if (!local_game_may_review(&s->local, &e)) {
        sitting_refuse(s, &e);
        return;
    }
    if (!s->notes)
        begin_review(s);
    if (s->notes && s->looking_back && s->cut)
        app_show_page(s->app, sentence_text(s->app->words, "sitting.review", "Review"), s->message);
    else if (s->notes)
        tell_summary(s);
}

void sitting_next_mistake(struct sitting *s)
{
    for (unsigned i = 0; s->notes && i < s->review.count; i++) {
        unsigned at = (s->shown + i) % s->review.count;
        if (!review_is_mistake(&s->review.plies[at]))
            continue;
        sitting_look_at(s, at + 1);
        return;
    }
}

// ---------------------------------------------------------------------------------------------
// What was better
// ---------------------------------------------------------------------------------------------

const struct review_ply *sitting_mistake(const struct sitting *s)
{
    if (!s->notes || s->shown == 0 || s->shown > s->review.count)
        return NULL;
    const struct review_ply *ply = &s->review.plies[s->shown - 1];
    return review_is_mistake(ply) && ply->better.length ? ply : NULL;
}

// The position before the mistake with so many actions of the better line played; false when there is no memory.
static bool play_line(const struct sitting *s, const struct review_ply *ply, unsigned length,
                      struct history *line)
{
    bool good = match_history_at(&s->local.driver.match, s->shown - 1, line);

    for (unsigned i = 0; good && i < length; i++) {
        good = history_play(line, ply->better.actions[i]);
        if (!good)
            history_clear(line);
    }
    return good;
}

void sitting_step_line(struct sitting *s, int steps)
{
    const struct review_ply *ply = sitting_mistake(s);
    unsigned shown = s->shown, at = (unsigned)((int)s->line + steps);
    struct history line;

    if (!ply) {
        sitting_say(s, COLOUR_QUIET,
                    sentence_text(s->app->words, "sitting.no-better",
                                  "Nothing was better here. M goes to the next mistake."));
        return;
    }
    if (at == 0) {
        sitting_look_at(s, shown);
        return;
    }
    at = at > ply->better.length ? ply->better.length : at;
    if (!play_line(s, ply, at, &line))
        return;
    sitting_changed(s);
    s->message[0] = 0;
    s->past = line;
    s->looking_back = true;
    s->shown = shown;
    s->line = at;
}

void sitting_line_status(const struct sitting *s, struct text *t)
{
    const struct match *m = &s->local.driver.match;
    const struct review_ply *ply = sitting_mistake(s);
    char action[GAME_NAMED_BYTES], storage[PROMPT_NAME_BYTES];
    struct prompts prompts = sitting_prompts(s);
    struct history before;
    struct text named;

    if (!play_line(s, ply, s->line - 1, &before))
        return;
    text_init(&named, action, sizeof action);
    game_add_named(m->setup.game, &before.position, ply->better.actions[s->line - 1], s->app->words,
                   &named);
    text_say(t, s->app->words, "sitting.line:at,all,name,action",
             "The better line, %u of %u. %s: %s.", s->line, ply->better.length,
             prompts_name(&prompts, m->setup.game->to_act(&before.position), storage), action);
    history_clear(&before);
    text_char(t, ' ');
    if (s->scene.status.over)
        legend_verdicts(&(struct legend){m->setup.game, s->app->words}, &s->scene, t);
    else if (s->line == ply->better.length)
        text_add(t,
                 sentence_text(s->app->words, "sitting.line-end", "The search looked no further."));
}

static void say_better(const struct sitting *s, const struct review_ply *ply, struct text *t)
{
    const struct catalogue *words = s->app->words;

    text_char(t, ' ');
    review_say_better(&s->review, s->shown - 1, words, t);
    // In a small window the reasons need the rows more: the line is a key away, step by step.
    if (s->app->screen.canvas.rows >= ROOMY)
        review_say_then(&s->review, s->shown - 1, words, t);
    text_add(t, ". ");
    review_say_facts(&s->review, &ply->why, true, words, t);
    text_add(t, ply->why.count ? " " : "");
    review_say_facts(&s->review, &ply->against, false, words, t);
}

// The action, what would have been better and why, in the words of every review.
void sitting_tell_ply(struct sitting *s)
{
    const struct catalogue *words = s->app->words;
    char storage[SITTING_MESSAGE];
    struct text t;

    if (!s->notes || s->shown == 0 || s->shown > s->review.count)
        return;
    const struct review_ply *ply = &s->review.plies[s->shown - 1];
    text_init(&t, storage, sizeof storage);
    review_say_ply(&s->review, s->shown - 1, words, &t);
    text_char(&t, '.');
    if (sitting_mistake(s))
        say_better(s, ply, &t);
    sitting_say(s, review_is_mistake(ply) ? COLOUR_ACCENT : COLOUR_GOOD, storage);
    s->telling = true;
}
