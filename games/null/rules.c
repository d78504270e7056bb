// SPDX-License-Identifier: MIT
// The smallest legal game: seven stones, a turn takes one or two, the player who takes the last
// stone wins. Two or three play, so that every test meets an open game of more than two. Always
// built, and passes every test that the others pass. New games are copied from games/testrow.
#include <assert.h>
#include <string.h>

#include "games/null/null.h"

static const struct null_position *of(const struct game_position *p)
{
    return (const struct null_position *)p->bytes;
}

static void null_start(const struct game_options *options, uint64_t seed, struct game_position *p)
{
    (void)seed;
    memset(p, 0, sizeof *p);
    *(struct null_position *)p->bytes =
        (struct null_position){.stones = NULL_STONES, .third = options->value[0]};
}

static int null_seats(const struct game_options *options)
{
    return 2 + options->value[0];
}

// Text: the stones, a space, the seat: "7 1".
static bool null_read(const struct game_options *options, const char *text, struct game_position *p,
                      struct error *e)
{
    memset(p, 0, sizeof *p);
    if (text[0] < '0' || text[0] > '0' + NULL_STONES)
        return error_set(e, "null.stones:position", "position '%s': the stones must be 0 to 7",
                         error_quote(text).text);
    if (text[1] != ' ' || text[2] < '1' || text[2] >= '1' + null_seats(options) || text[3])
        return error_set(e, "null.seat:position,seats",
                         "position '%s': after the stones comes a space and the seat, 1 to %d",
                         error_quote(text).text, null_seats(options));
    *(struct null_position *)p->bytes = (struct null_position){
        (uint8_t)(text[0] - '0'), (uint8_t)(text[2] - '1'), options->value[0]};
    return true;
}

static void null_write(const struct game_position *p, struct text *t)
{
    text_format(t, "%d %d", of(p)->stones, of(p)->seat + 1);
}

static int null_to_act(const struct game_position *p)
{
    return of(p)->seat;
}

// An action is the number of stones to take.
static unsigned null_actions(const struct game_position *p, game_action *list)
{
    unsigned count = 0;

    for (unsigned take = 1; take <= NULL_MOST && take <= of(p)->stones; take++)
        list[count++] = take;
    return count;
}

static void null_apply(const struct game_position *before, game_action action,
                       struct game_position *after)
{
    struct null_position next = *of(before);

    assert(action >= 1 && action <= NULL_MOST && action <= next.stones); // a listed action
    next.stones = (uint8_t)(next.stones - action);
    next.seat = (uint8_t)((next.seat + 1) % (2 + next.third));
    *(struct null_position *)after->bytes = next;
}

static void null_action_text(const struct game_position *p, game_action action, struct text *t)
{
    (void)p;
    text_format(t, "%u", action);
}

// The scene's first spots are the numbers to take, in order.
static void null_action_path(const struct game_position *p, game_action action,
                             struct game_path *path)
{
    (void)p;
    *path = (struct game_path){1, {(game_spot)(action - 1)}};
}

static void null_result(const struct game_position *p, struct game_result *result)
{
    *result = (struct game_result){.over = of(p)->stones == 0};
    if (result->over)
        result->outcome[(of(p)->seat + 1 + of(p)->third) % (2 + of(p)->third)] =
            GAME_WIN; // the one before
}

static unsigned null_why(const struct game_position *p, const struct game_path *path)
{
    return path->at[0] + 1u > of(p)->stones ? NULL_RULE_TOO_FEW : NULL_RULE_NONE;
}

static const struct game_rule null_rules[NULL_RULES] = {
    [NULL_RULE_TOO_FEW] = {"too-few", "There are not that many stones left."},
};

static const struct game_ui null_ui = {
    .scene = null_scene,
};

GAME_EXPORT const struct game game_null = {
    .name = "null",
    .title = "Null",
    .goal = "Take the last stone.",
    .about = "Seven stones; a turn takes one or two; whoever takes the last stone wins.",
    .seat_names = {"First", "Second", "Third"},
    .seat_colours = {PALETTE_IVORY, PALETTE_EBONY, PALETTE_RED},
    .options = {{"players", "How many play", {"2", "3"}, {0}}},
    .rules = null_rules,
    .rule_count = NULL_RULES,
    .position_size = sizeof(struct null_position),
    .max_actions = NULL_MOST,
    .max_path = 1,
    .unlisted = true,
    .start = null_start,
    .read = null_read,
    .write = null_write,
    .to_act = null_to_act,
    .actions = null_actions,
    .apply = null_apply,
    .action_text = null_action_text,
    .action_path = null_action_path,
    .result = null_result,
    .why = null_why,
    .seats = null_seats,
    .ui = &null_ui,
    .learning = GAME_LEARNING(null_learning),
};
