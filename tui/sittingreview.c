// SPDX-License-Identifier: MIT
// Looking back at a finished game with the engine: signs in the list of moves, and for every action what it cost
// and what was better.
#include <stdlib.h>
#include <string.h>

#include "tui/sitting.h"

enum { NODES = 60000, MEGABYTES = 32, LOOK_EVERY = 25 };

static const char *sign_of(enum review_word word)
{
    switch (word) {
    case REVIEW_INACCURACY:
        return "?!";
    case REVIEW_MISTAKE:
        return "?";
    case REVIEW_BLUNDER:
    case REVIEW_MISSED_WIN:
    case REVIEW_LOST_DRAW:
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
    char storage[120];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_format(&t, "Reviewing: %u of %u positions. Esc stops.", s->review.done,
                s->review.count + 1);
    sitting_say(s, COLOUR_INK, storage);
    sitting_draw(s);
}

// Looks at the keyboard now and then.
static bool must_stop(void *to)
{
    struct sitting *s = to;
    uint64_t now = house_now(s->house);

    if (now - s->thinking.seen >= LOOK_EVERY) {
        s->thinking.seen = now;
        struct event event = house_read(s->house, 0);
        s->thinking.stop |= event.kind == EVENT_ESCAPE || s->house->leave;
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

static void tell_summary(struct sitting *s)
{
    char storage[320];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_add(&t, "Accuracy:");
    for (int seat = 0; seat < match_seats(&s->driver.match); seat++) {
        int tenths = review_accuracy(&s->review, seat);
        text_format(&t, "%s %s ", seat ? "," : "", match_name(&s->driver.match, seat));
        if (tenths == REVIEW_NO_ACCURACY)
            text_add(&t, "had no choice");
        else
            text_format(&t, "%d.%d %%", tenths / 10, tenths % 10);
    }
    unsigned mistakes = 0;
    for (unsigned i = 0; i < s->review.count; i++)
        mistakes += review_is_mistake(&s->review.plies[i]);
    text_format(&t, ". %u mistake%s. [ and ] go through the game, M to the next mistake.", mistakes,
                mistakes == 1 ? "" : "s");
    sitting_say(s, COLOUR_GOOD, storage);
}

static void begin_review(struct sitting *s)
{
    struct thinker thinker;
    struct error e;

    s->notes = calloc(s->driver.match.history.length + 1, sizeof *s->notes);
    if (!s->notes || !thinker_init(&thinker, MEGABYTES, NULL, &e)) {
        free(s->notes);
        s->notes = NULL;
        sitting_say(s, COLOUR_BAD, "there is no memory for a review");
        return;
    }
    bool good = review_of_match(&s->review, &s->driver.match, NODES, &e) && review_all(s, &thinker);
    thinker_clear(&thinker);
    s->message[0] = 0;
    if (!good) {
        sitting_drop_review(s);
        return;
    }
    for (unsigned i = 0; i < s->review.count; i++)
        s->notes[i] = sign_of(s->review.plies[i].word);
}

void sitting_review(struct sitting *s)
{
    if (!match_over(&s->driver.match) || s->driver.match.history.length == 0) {
        sitting_say(s, COLOUR_BAD, "a game can be reviewed when it is over");
        return;
    }
    if (!s->notes)
        begin_review(s);
    if (s->notes)
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

// "12. a2a4 by White: mistake, costs 14 %; better was b3v. Why."
void sitting_tell_ply(struct sitting *s)
{
    char storage[SITTING_MESSAGE], action[GAME_ACTION_BYTES];
    const char *names[GAME_MAX_SEATS] = {0};
    struct text t;

    if (!s->notes || s->shown == 0 || s->shown > s->review.count)
        return;
    const struct review_ply *ply = &s->review.plies[s->shown - 1];
    for (int seat = 0; seat < match_seats(&s->driver.match); seat++)
        names[seat] = match_name(&s->driver.match, seat);
    match_action_text(&s->driver.match, s->shown - 1, action);
    text_init(&t, storage, sizeof storage);
    text_format(&t, "%s by %s: %s", action, names[ply->seat], review_word(ply->word));
    if (ply->loss > 0)
        text_format(&t, ", costs %d.%d %%", ply->loss / 10, ply->loss % 10);
    if (review_is_mistake(ply) && ply->better.length > 0) {
        struct history before;
        if (match_history_at(&s->driver.match, s->shown - 1, &before)) {
            game_write_action(before.game, &before.position, ply->better.actions[0], action);
            text_format(&t, "; better was %s", action);
            history_clear(&before);
        }
    }
    text_add(&t, ".");
    const struct facts *why = ply->why.count ? &ply->why : &ply->against;
    for (unsigned i = 0; review_is_mistake(ply) && i < why->count && i < 2; i++) {
        text_add(&t, " ");
        fact_sentence(&why->at[i], s->driver.match.setup.game, NULL, names, &t);
    }
    sitting_say(s, review_is_mistake(ply) ? COLOUR_ACCENT : COLOUR_GOOD, storage);
}
