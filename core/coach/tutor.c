// SPDX-License-Identifier: MIT
// Judges what a learner tries in a step of a lesson by the step's goal, with the rules alone (no
// search, no evaluation), and plays the answers that the lesson names. Page and terminal call it
// for every attempt. What misses the goal is taken back at once; a lesson can be wrong only where
// its text is, which the unit test replays.
#include "coach/tutor.h"

#include <assert.h>
#include <string.h>

const char *tutor_verdict_name(enum tutor_verdict verdict)
{
    static const char *const names[] = {"done", "again", "more", "refused"};

    return names[verdict];
}

void tutor_init(struct tutor *t, const struct game *g, const struct lesson_step *step,
                const struct catalogue *messages)
{
    t->messages = messages;
    t->step = step;
    t->seat = g->to_act(&step->start);
    t->acted = 0;
    t->done = false;
    t->length = 0;
    history_init(&t->history, g, &step->options, &step->start);
}

void tutor_clear(struct tutor *t)
{
    history_clear(&t->history);
}

const char *tutor_text(const struct tutor *t, const char *part, const char *english)
{
    return catalogue_text(t->messages, english, "%s.lesson.%s.%s", t->history.game->name,
                          t->step->id, part);
}

// Takes all attempts back.
static void tutor_restart(struct tutor *t)
{
    const struct game *g = t->history.game;

    tutor_clear(t);
    tutor_init(t, g, t->step, t->messages);
}

// ---------------------------------------------------------------------------------------------
// Goals, by the rules alone
// ---------------------------------------------------------------------------------------------

// Whether the seat wins with at most this many own actions, whatever the others do. Tries
// everything, so the number is small.
static bool can_win(const struct game *g, const struct game_position *p, int seat, int actions)
{
    struct game_actions list;
    struct game_result result;
    struct game_position after;

    g->result(p, &result);
    if (result.over)
        return result.outcome[seat] == GAME_WIN;
    bool own = g->to_act(p) == seat;
    assert(actions >= 0);
    if (own && actions == 0)
        return false;
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        g->apply(p, list.at[i], &after);
        if (can_win(g, &after, seat, actions - own) == own)
            return own;
    }
    return !own;
}

// Whether the others can make the seat lose before it acts again.
static bool can_lose(const struct game *g, const struct game_position *p, int seat)
{
    struct game_actions list;
    struct game_result result;
    struct game_position after;

    g->result(p, &result);
    if (result.over)
        return result.outcome[seat] == GAME_LOSS;
    if (g->to_act(p) == seat)
        return false;
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        g->apply(p, list.at[i], &after);
        if (can_lose(g, &after, seat))
            return true;
    }
    return false;
}

// Whether another seat's answer, leading to this position, spoils what the person tried.
static bool spoils(const struct tutor *t, const struct game_position *p)
{
    if (t->step->goal.kind == LESSON_SAFE)
        return can_lose(t->history.game, p, t->seat);
    return !can_win(t->history.game, p, t->seat, t->step->goal.number - t->acted - 1);
}

// Finds the answer that spoils an action of the person, if the goal is about answers.
static bool find_spoiler(const struct tutor *t, const struct game_position *after,
                         game_action *spoiler)
{
    const struct game *g = t->history.game;
    enum lesson_kind kind = t->step->goal.kind;
    struct game_actions list;

    if ((kind != LESSON_WIN && kind != LESSON_SAFE) || g->to_act(after) == t->seat)
        return false;
    if (kind == LESSON_WIN && t->acted + 1 >= t->step->goal.number)
        return false; // any answer would do, so naming one teaches nothing
    game_list(g, after, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position next;
        g->apply(after, list.at[i], &next);
        if (spoils(t, &next)) {
            *spoiler = list.at[i];
            return true;
        }
    }
    return false;
}

static bool is_listed(const struct tutor *t, game_action action)
{
    char text[GAME_ACTION_BYTES];

    game_write_action(t->history.game, &t->history.position, action, text);
    return lesson_lists(t->step->goal.words, text);
}

// Whether the scene shows what the goal asks for.
static bool is_shown(const struct tutor *t, const struct game_position *after)
{
    const struct lesson_goal *goal = &t->step->goal;
    struct scene scene;

    game_scene(t->history.game, after, t->seat, &scene);
    if (goal->kind == LESSON_ASKS)
        return !strcmp(scene.status.step, goal->words);
    const struct scene_counter *c = lesson_counter(goal, &scene, t->seat);
    return c && (goal->most ? c->value <= goal->number : c->value >= goal->number);
}

static enum tutor_verdict verdict_on(const struct tutor *t, game_action action,
                                     const struct game_position *after)
{
    const struct lesson_goal *goal = &t->step->goal;
    const struct game *g = t->history.game;
    struct game_result result;
    bool met = false, more = false;

    g->result(after, &result);
    switch (goal->kind) {
    case LESSON_ANY:
        met = true;
        break;
    case LESSON_PLAY:
        met = is_listed(t, action);
        break;
    case LESSON_REFUSED:
        break;
    case LESSON_WIN:
        more = can_win(g, after, t->seat, goal->number - t->acted - 1);
        met = more && result.over;
        break;
    case LESSON_SAFE:
        met = !can_lose(g, after, t->seat);
        break;
    case LESSON_COUNTER:
    case LESSON_ASKS:
        met = is_shown(t, after);
        more = !result.over && g->to_act(after) == t->seat;
        break;
    }
    return met ? TUTOR_DONE : more ? TUTOR_MORE : TUTOR_AGAIN;
}

// ---------------------------------------------------------------------------------------------
// Playing and speaking
// ---------------------------------------------------------------------------------------------

// Plays an action and keeps its text; false when the line is as long as a step may be.
static bool play_action(struct tutor *t, game_action action)
{

    if (t->length == TUTOR_MOST)
        return false;
    game_write_action(t->history.game, &t->history.position, action, t->played[t->length]);
    if (!history_play(&t->history, action))
        return false;
    t->length++;
    return true;
}

// The first of the step's replies that is legal now.
static bool find_reply(const struct tutor *t, game_action *reply)
{
    const char *list = t->step->reply ? t->step->reply : "";
    char word[LESSON_WORD];

    while (lesson_next_word(&list, word)) {
        if (game_find(t->history.game, &t->history.position, word, reply))
            return true;
    }
    return false;
}

// Adds a remark, and its words to what is said.
static struct tutor_remark *add_remark(struct tutor_answer *answer, const char *id,
                                       const char *words)
{
    size_t length = strlen(answer->say);
    struct text say;

    text_init(&say, answer->say + length, sizeof answer->say - length);
    if (length > 0)
        text_char(&say, ' ');
    text_add(&say, words);
    assert(answer->remark_count < TUTOR_REMARKS);
    struct tutor_remark *added = &answer->remarks[answer->remark_count++];
    *added = (struct tutor_remark){.id = id};
    return added;
}

// A remark about what a seat plays or would play.
static void remark_action(const struct tutor *t, struct tutor_answer *answer, const char *id,
                          const struct game_position *p, game_action action)
{
    const struct game *g = t->history.game;
    char named[GAME_NAMED_BYTES], words[GAME_NAMED_BYTES + 80];
    int seat = g->to_act(p);
    const char *name =
        catalogue_text(t->messages, g->seat_names[seat], "%s.seat.%d", g->name, seat + 1);
    struct text said;

    text_init(&said, named, sizeof named);
    game_add_named(g, p, action, t->messages, &said);
    text_init(&said, words, sizeof words);
    if (!strcmp(id, "answers"))
        text_say(&said, t->messages, "tutor.answers:name,action", "%s answers: %s.", name, named);
    else
        text_say(&said, t->messages, "tutor.would-answer:name,action", "%s would answer: %s.", name,
                 named);
    struct tutor_remark *added = add_remark(answer, id, words);
    added->seat = seat;
    game_write_action(g, p, action, added->action);
    game_say(g, p, action, &added->message);
}

// Answers for the seat to act; `always` means with any action if the step names none. False when
// nobody else is to act or nothing is to be said.
static bool play_reply(struct tutor *t, bool always, struct tutor_answer *answer)
{
    const struct game *g = t->history.game;
    struct game_position before = t->history.position;
    struct game_actions list;
    game_action reply;

    history_list(&t->history, &list);
    if (g->to_act(&before) == t->seat || list.count == 0)
        return false;
    if (!find_reply(t, &reply)) {
        if (!always)
            return false;
        reply = list.at[0];
    }
    if (!play_action(t, reply))
        return false;
    remark_action(t, answer, "answers", &before, reply);
    return true;
}

static void take_back(struct tutor *t, const struct game_position *after,
                      struct tutor_answer *answer)
{
    game_action spoiler;

    add_remark(
        answer, "missed",
        sentence_text(t->messages, "tutor.missed",
                      "That is allowed, but it is not what this step asks for; it is taken back."));
    if (find_spoiler(t, after, &spoiler))
        remark_action(t, answer, "would-answer", after, spoiler);
    add_remark(answer, "task", tutor_text(t, "task", t->step->task));
    tutor_restart(t);
}

static enum tutor_verdict try_action(struct tutor *t, game_action action,
                                     struct tutor_answer *answer)
{
    struct game_position after;
    struct game_result result;

    t->history.game->apply(&t->history.position, action, &after);
    enum tutor_verdict verdict = verdict_on(t, action, &after);
    if (verdict == TUTOR_AGAIN || !play_action(t, action)) {
        take_back(t, &after, answer);
        return TUTOR_AGAIN;
    }
    t->acted++;
    if (verdict == TUTOR_DONE) {
        add_remark(answer, "done", tutor_text(t, "done", t->step->done));
        play_reply(t, false, answer);
        t->done = true;
        return TUTOR_DONE;
    }
    add_remark(answer, "so-far", sentence_text(t->messages, "tutor.so-far", "Right so far."));
    while (play_reply(t, true, answer))
        ;
    history_result(&t->history, &result);
    t->done = result.over; // by an answer: the goal was a win that nothing can stop
    if (t->done)
        add_remark(answer, "done", tutor_text(t, "done", t->step->done));
    else
        add_remark(answer, "go-on",
                   sentence_text(t->messages, "tutor.go-on", "It is your turn: go on."));
    return t->done ? TUTOR_DONE : TUTOR_MORE;
}

static enum tutor_verdict meet_refusal(struct tutor *t, const struct attempt_answer *tried,
                                       struct tutor_answer *answer)
{
    const struct lesson_goal *goal = &t->step->goal;

    if (tried->verdict == ATTEMPT_INCOMPLETE) {
        add_remark(answer, "beginning",
                   sentence_text(t->messages, "tutor.beginning",
                                 "That is only the beginning of an action."));
        return TUTOR_REFUSED;
    }
    add_remark(answer, "rule", attempt_reason(tried, t->messages))->rule = tried->rule;
    if (goal->kind != LESSON_REFUSED || !strcmp(tried->rule, "unreadable"))
        return TUTOR_REFUSED;
    if (strcmp(tried->rule, goal->words) != 0) {
        add_remark(answer, "other-rule",
                   sentence_text(t->messages, "tutor.other-rule",
                                 "That is forbidden too, but this step is about another rule."));
        add_remark(answer, "task", tutor_text(t, "task", t->step->task));
        return TUTOR_REFUSED;
    }
    add_remark(answer, "done", tutor_text(t, "done", t->step->done));
    t->done = true;
    return TUTOR_DONE;
}

void tutor_try(struct tutor *t, const struct attempt_answer *tried, struct tutor_answer *answer)
{
    assert(!t->done);
    answer->say[0] = 0;
    answer->remark_count = 0;
    if (tried->verdict == ATTEMPT_LEGAL)
        answer->verdict = try_action(t, tried->action, answer);
    else
        answer->verdict = meet_refusal(t, tried, answer);
}
