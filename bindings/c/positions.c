// SPDX-License-Identifier: MIT
// Positions: the contract of game/game.h behind types that anybody may use. Whatever comes in is
// looked at first, so that misuse is an error and never a crash; only abax_position_apply_listed
// trusts its caller.
#include <string.h>

#include "base/hash.h"
#include "game/attempt.h"
#include "bindings/c/inner.h"
#include "render/svg.h"
#include "render/text.h"

struct inner_position *inner_position(const abax_position *position, abax_error *error)
{
    struct inner_position *p = (struct inner_position *)(void *)(uintptr_t)position;

    if (!position || (uintptr_t)position % _Alignof(abax_position) != 0 || p->mark != INNER_MARK ||
        p->game >= registry_count()) {
        inner_missing(error, "position");
        return NULL;
    }
    return p;
}

const struct game *inner_position_game(const struct inner_position *p)
{
    return registry_game(p->game);
}

void inner_put(abax_position *position, const struct game *g, const struct game_options *options,
               const struct game_position *at)
{
    struct inner_position p = {.mark = INNER_MARK, .options = *options};

    while (registry_game(p.game) != g)
        p.game++;
    memcpy(p.at.bytes, at->bytes, g->position_size);
    memset(position, 0, sizeof *position);
    memcpy(position, &p, sizeof p);
}

bool abax_position_start(const abax_game *game, const char *options, uint64_t seed,
                         abax_position *position, abax_error *error)
{
    const struct game *g = inner_game(game);
    struct game_options chosen;
    struct game_position at;

    if (!g || !position)
        return inner_missing(error, g ? "position" : "game");
    if (!inner_options(g, options, &chosen, error))
        return false;
    g->start(&chosen, seed, &at);
    inner_put(position, g, &chosen, &at);
    return true;
}

bool abax_position_read(const abax_game *game, const char *options, const char *text,
                        abax_position *position, abax_error *error)
{
    const struct game *g = inner_game(game);
    struct game_options chosen;
    struct game_position at;
    struct error e;

    if (!g || !position || !text)
        return inner_missing(error, !g ? "game" : !text ? "text" : "position");
    if (!inner_options(g, options, &chosen, error))
        return false;
    if (!g->read(&chosen, text, &at, &e))
        return inner_fail(error, ABAX_UNREADABLE, &e);
    inner_put(position, g, &chosen, &at);
    return true;
}

static void write_text(const struct inner_position *p, char text[ABAX_TEXT_BYTES])
{
    struct text t;

    text_init(&t, text, ABAX_TEXT_BYTES);
    inner_position_game(p)->write(&p->at, &t);
}

size_t abax_position_text(const abax_position *position, char *buffer, size_t capacity,
                          abax_error *error)
{
    const struct inner_position *p = inner_position(position, error);
    char words[ABAX_TEXT_BYTES];

    if (!p)
        return 0;
    write_text(p, words);
    return inner_answer(words, buffer, capacity, error);
}

// Bytes may differ where a game has a key of its own; then the text decides.
bool abax_position_equal(const abax_position *a, const abax_position *b)
{
    const struct inner_position *p = inner_position(a, NULL), *q = inner_position(b, NULL);
    char one[ABAX_TEXT_BYTES], other[ABAX_TEXT_BYTES];

    if (!p || !q || p->game != q->game || memcmp(&p->options, &q->options, sizeof p->options) != 0)
        return false;
    if (memcmp(&p->at, &q->at, sizeof p->at) == 0)
        return true;
    if (!inner_position_game(p)->key)
        return false;
    write_text(p, one);
    write_text(q, other);
    return strcmp(one, other) == 0;
}

uint64_t abax_position_hash(const abax_position *position)
{
    const struct inner_position *p = inner_position(position, NULL);

    return p ? game_key(inner_position_game(p), &p->at) : 0;
}

const abax_game *abax_position_game(const abax_position *position)
{
    const struct inner_position *p = inner_position(position, NULL);

    return p ? inner_shown(inner_position_game(p)) : NULL;
}

size_t abax_position_options(const abax_position *position, char *buffer, size_t capacity,
                             abax_error *error)
{
    const struct inner_position *p = inner_position(position, error);
    char words[ABAX_OPTIONS_BYTES];
    struct text t;

    if (!p)
        return 0;
    text_init(&t, words, sizeof words);
    game_options_text(inner_position_game(p), &p->options, &t);
    return inner_answer(words, buffer, capacity, error);
}

// ---------------------------------------------------------------------------------------------
// Seats and results
// ---------------------------------------------------------------------------------------------

int abax_position_seats(const abax_position *position)
{
    const struct inner_position *p = inner_position(position, NULL);

    return p ? game_seats(inner_position_game(p), &p->options) : 0;
}

int abax_position_team(const abax_position *position, int seat)
{
    const struct inner_position *p = inner_position(position, NULL);

    if (!p || seat < 0 || seat >= abax_position_seats(position))
        return -1;
    return game_team(inner_position_game(p), &p->options, seat);
}

int abax_position_seat(const abax_position *position)
{
    const struct inner_position *p = inner_position(position, NULL);

    if (!p || abax_position_actions(position, NULL, 0) == 0)
        return -1;
    return inner_position_game(p)->to_act(&p->at);
}

void inner_result(const struct game *g, const struct game_options *options,
                  const struct game_result *inner, abax_result *result)
{
    *result = (abax_result){.over = inner->over, .seats = game_seats(g, options)};
    for (int seat = 0; inner->over && seat < result->seats; seat++) {
        result->outcome[seat] = (int32_t)inner->outcome[seat];
        result->score[seat] = inner->score[seat];
    }
    result->scored = inner->over && g->scores;
}

static bool is_unknown(abax_error *error)
{
    struct error e;

    error_set(&e, "library.view", "the position is a view, which does not know that");
    return inner_fail(error, ABAX_HIDDEN, &e);
}

bool abax_position_result(const abax_position *position, abax_result *result, abax_error *error)
{
    const struct inner_position *p = inner_position(position, error);
    struct game_result inner = {0};

    if (!p)
        return false;
    if (!result)
        return inner_missing(error, "result");
    const struct game *g = inner_position_game(p);
    if (!game_complete(g, &p->at))
        return is_unknown(error);
    g->result(&p->at, &inner);
    inner_result(g, &p->options, &inner, result);
    return true;
}

bool abax_position_verdict(const abax_position *position, unsigned index, abax_error *verdict)
{
    const struct inner_position *p = inner_position(position, verdict);
    struct scene s;
    struct error e = {0};

    if (!p)
        return false;
    game_scene(inner_position_game(p), &p->at, GAME_PUBLIC, &s);
    for (unsigned i = 0; i < s.verdict_count; i++) {
        const char *args = scene_verdict_args(&s, &s.verdicts[i]);
        struct text t;
        if (s.verdicts[i].step || index-- > 0)
            continue;
        text_init(&t, e.message.text, sizeof e.message.text);
        text_add(&t, scene_verdict_english(&s, &s.verdicts[i]));
        if (sentence_size(args) <= sizeof e.message.args)
            memcpy(e.message.args, args, sentence_size(args));
        inner_fail(verdict, ABAX_OK, &e);
        return true;
    }
    inner_fail(verdict, ABAX_OK, &e);
    return false;
}

int abax_position_evaluate(const abax_position *position, int seat)
{
    const struct inner_position *p = inner_position(position, NULL);

    if (!p || seat < 0 || seat >= abax_position_seats(position) ||
        !game_complete(inner_position_game(p), &p->at) ||
        abax_position_actions(position, NULL, 0) == 0)
        return 0;
    return game_evaluate(inner_position_game(p), &p->at, seat);
}

// ---------------------------------------------------------------------------------------------
// Actions
// ---------------------------------------------------------------------------------------------

bool inner_listed(const struct game_actions *list, game_action action)
{
    for (unsigned i = 0; i < list->count; i++) {
        if (list->at[i] == action)
            return true;
    }
    return false;
}

unsigned inner_list(const struct game_actions *actions, abax_action *list, unsigned capacity)
{
    unsigned count = !list ? 0 : actions->count < capacity ? actions->count : capacity;

    for (unsigned i = 0; i < count; i++)
        list[i] = actions->at[i];
    return actions->count;
}

unsigned abax_position_actions(const abax_position *position, abax_action *list, unsigned capacity)
{
    const struct inner_position *p = inner_position(position, NULL);
    struct game_actions actions;

    if (!p)
        return 0;
    actions.count = inner_position_game(p)->actions(&p->at, actions.at);
    return inner_list(&actions, list, capacity);
}

// Whether an action is legal; NULL with an error.
static const struct inner_position *with_legal(const abax_position *position, abax_action action,
                                               abax_error *error)
{
    const struct inner_position *p = inner_position(position, error);
    struct game_actions actions;
    struct error e;

    if (!p)
        return NULL;
    actions.count = inner_position_game(p)->actions(&p->at, actions.at);
    if (inner_listed(&actions, action))
        return p;
    error_set(&e, "library.action:action", "action number %u is not legal here", action);
    if (actions.count == 0) {
        error_set(&e, "library.over", "the game is over");
        inner_fail(error, ABAX_OVER, &e);
    } else {
        inner_fail(error, ABAX_ILLEGAL, &e);
    }
    return NULL;
}

size_t abax_position_action_text(const abax_position *position, abax_action action, char *buffer,
                                 size_t capacity, abax_error *error)
{
    const struct inner_position *p = with_legal(position, action, error);
    char words[GAME_ACTION_BYTES];

    if (!p)
        return 0;
    game_write_action(inner_position_game(p), &p->at, action, words);
    return inner_answer(words, buffer, capacity, error);
}

size_t abax_position_action_words(const abax_position *position, abax_action action,
                                  const char *language, char *buffer, size_t capacity,
                                  abax_error *error)
{
    const struct inner_position *p = with_legal(position, action, error);
    const struct catalogue *messages;
    char said[GAME_WORDS_BYTES];
    struct text t;

    if (!p || !inner_words(language, &messages, error))
        return 0;
    text_init(&t, said, sizeof said);
    game_add_words(inner_position_game(p), &p->at, action, messages, &t);
    return inner_answer(said, buffer, capacity, error);
}

bool abax_position_action(const abax_position *position, const char *text, abax_action *action,
                          abax_error *error)
{
    const struct inner_position *p = inner_position(position, error);
    struct attempt_answer answer;
    struct error e;

    if (!p)
        return false;
    if (!text || !action)
        return inner_missing(error, text ? "action" : "text");
    const struct game *g = inner_position_game(p);
    if (game_find(g, &p->at, text, action))
        return true;
    if (abax_position_actions(position, NULL, 0) == 0) {
        error_set(&e, "action.late:action", "action '%s' comes after the end of the game",
                  error_quote(text).text);
        return inner_fail(error, ABAX_OVER, &e);
    }
    attempt_text(g, &p->at, text, &answer);
    history_refuse(text, &answer, &e);
    return inner_refuse(error, answer.verdict == ATTEMPT_REFUSED ? answer.rule : "", &e);
}

// An action that is legal; in a view it must be one that can be true of it.
static bool apply_action(abax_position *position, abax_action action, abax_error *error)
{
    struct inner_position *p = inner_position(position, NULL);
    const struct game *g = inner_position_game(p);
    struct error e;

    if (!game_complete(g, &p->at)) {
        const struct history now = {.game = g, .options = p->options, .position = p->at};
        char text[GAME_ACTION_BYTES];
        game_write_action(g, &p->at, action, text);
        if (!history_may_follow(&now, action, text, &e))
            return inner_fail(error, ABAX_HIDDEN, &e);
    }
    abax_position_apply_listed(position, action);
    return true;
}

bool abax_position_apply(abax_position *position, abax_action action, abax_error *error)
{
    return with_legal(position, action, error) && apply_action(position, action, error);
}

bool abax_position_play(abax_position *position, const char *text, abax_error *error)
{
    abax_action action;

    return abax_position_action(position, text, &action, error) &&
           apply_action(position, action, error);
}

void abax_position_apply_listed(abax_position *position, abax_action action)
{
    struct inner_position *p = (struct inner_position *)(void *)position;

    registry_game(p->game)->apply(&p->at, action, &p->at);
}

// ---------------------------------------------------------------------------------------------
// Views and pictures
// ---------------------------------------------------------------------------------------------

bool inner_seat(int seat, int seats, int to_act, int *meant, abax_error *error)
{
    *meant = seat == ABAX_ALL ? to_act : seat;
    return (seat >= ABAX_ALL && seat < seats) || inner_no_seat(error, seat, seats);
}

bool abax_position_view(const abax_position *position, int seat, abax_position *view,
                        abax_error *error)
{
    const struct inner_position *p = inner_position(position, error);
    struct game_position seen;

    if (!p)
        return false;
    if (!view)
        return inner_missing(error, "view");
    int seats = abax_position_seats(position);
    if (seat < GAME_PUBLIC || seat >= seats)
        return inner_no_seat(error, seat, seats);
    const struct game *g = inner_position_game(p);
    memset(&seen, 0, sizeof seen);
    game_view(g, &p->at, seat, &seen);
    inner_put(view, g, &p->options, &seen);
    return true;
}

bool abax_position_complete(const abax_position *position)
{
    const struct inner_position *p = inner_position(position, NULL);

    return p && game_complete(inner_position_game(p), &p->at);
}

bool abax_position_redeal(const abax_position *view, uint64_t seed, abax_position *full,
                          abax_error *error)
{
    const struct inner_position *p = inner_position(view, error);
    struct random random = random_from_seed(seed);
    struct game_position dealt;

    if (!p)
        return false;
    if (!full)
        return inner_missing(error, "full");
    const struct game *g = inner_position_game(p);
    game_determinize(g, &p->at, &random, &dealt);
    inner_put(full, g, &p->options, &dealt);
    return true;
}

unsigned abax_position_deals(const abax_position *view, abax_position *list, unsigned capacity,
                             abax_error *error)
{
    const struct inner_position *p = inner_position(view, error);
    struct game_position deals[GAME_MAX_DETERMINIZATIONS];
    struct error e;

    if (!p)
        return 0;
    if (capacity && !list)
        return inner_missing(error, "list");
    const struct game *g = inner_position_game(p);
    const struct game_options options = p->options; // the list may begin with the view
    unsigned count = game_determinizations(g, &p->at, deals);
    for (unsigned i = 0; i < count && i < capacity; i++)
        inner_put(&list[i], g, &options, &deals[i]);
    if (count)
        return count;
    error_set(&e, "library.deals:game", "%s cannot list what may be hidden", g->title);
    return inner_fail(error, ABAX_UNFIT, &e);
}

size_t inner_show(const struct game *g, const struct game_options *options, struct scene *s,
                  abax_form form, const char *language, struct inner_text *t, abax_error *error)
{
    const struct catalogue *messages;
    struct output out = inner_output(t);

    if (!inner_words(language, &messages, error))
        return 0;
    if (form == ABAX_FORM_TEXT)
        render_text(g, options, s, messages, &out);
    else if (form == ABAX_FORM_SVG)
        render_svg(g, options, s, messages, &out);
    else
        return inner_missing(error, "form");
    return inner_text_done(t, error);
}

size_t abax_position_show(const abax_position *position, int seat, abax_form form,
                          const char *language, char *buffer, size_t capacity, abax_error *error)
{
    const struct inner_position *p = inner_position(position, error);
    struct inner_text t;
    struct scene s;
    int meant;

    if (!p || !inner_text_init(&t, buffer, capacity, error))
        return 0;
    const struct game *g = inner_position_game(p);
    if (!inner_seat(seat, abax_position_seats(position), g->to_act(&p->at), &meant, error))
        return 0;
    game_scene(g, &p->at, meant, &s);
    return inner_show(g, &p->options, &s, form, language, &t, error);
}
