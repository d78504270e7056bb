// SPDX-License-Identifier: MIT
// Compares actions by the features that a game names. A feature is reported when it sets the better
// action apart: in the order of the game's list, which goes from what decides to what only helps.
#include "coach/reasons.h"

#include <assert.h>
#include <string.h>

struct comparison {
    const struct game *game;
    struct game_position seen; // by the seat to act
    int seat;
    unsigned count; // features
};

static bool begin_comparison(struct comparison *c, const struct history *history)
{
    c->game = history->game;
    c->seat = c->game->to_act(&history->position);
    c->count = game_feature_count(c->game);
    assert(c->count <= GAME_MAX_FEATURES);
    game_view(c->game, &history->position, c->seat, &c->seen);
    return c->count > 0;
}

int reasons_compare(const struct game_feature *feature, const struct game_value *one,
                    const struct game_value *other)
{
    int step = feature->step < 0 ? -feature->step : feature->step;
    int more = one->number - other->number;

    if (one->number == GAME_NO_VALUE || other->number == GAME_NO_VALUE ||
        (more < step && -more < step))
        return 0;
    return (more > 0) == (feature->step > 0) ? 1 : -1;
}

// A fact of this feature; false when its number is not worth a sentence.
static bool make_fact(const struct comparison *c, game_action action, unsigned feature,
                      const struct game_value *value, int other, struct fact *fact)
{
    struct game_position after;
    struct message message;

    *fact = (struct fact){.id = FACT_FEATURE,
                          .seat = (int8_t)c->seat,
                          .feature = (uint8_t)feature,
                          .number = {value->number, other}};
    if (value->answer != GAME_NO_ANSWER) {
        c->game->apply(&c->seen, action, &after);
        fact_answer(fact, c->game, &after, value->answer);
    }
    return game_coach(c->game)->say_feature(feature, value->number, "", "", fact->action, &message);
}

// After certain facts that decide and before the rest; counters, which people can see themselves,
// give way.
static void put_in(struct facts *facts, const struct fact *made, unsigned count)
{
    unsigned kept = 0, certain = 0;

    if (count == 0)
        return;
    for (unsigned i = 0; i < facts->count; i++) {
        if (facts->at[i].id != FACT_COUNTER && kept + count < FACTS_MOST)
            facts->at[kept++] = facts->at[i];
    }
    while (certain < kept && facts->at[certain].id < FACT_FEATURE)
        certain++;
    memmove(&facts->at[certain + count], &facts->at[certain], (kept - certain) * sizeof *made);
    memcpy(&facts->at[certain], made, count * sizeof *made);
    facts->count = kept + count;
}

// The features in which `better` is better than `worse`, said of one of the two.
static void compare_actions(const struct history *history, game_action better, game_action worse,
                            bool against, struct facts *facts)
{
    struct game_value good[GAME_MAX_FEATURES], bad[GAME_MAX_FEATURES];
    struct fact made[REASONS_MOST];
    unsigned stated = 0, shared = 0;
    struct comparison c;

    if (!begin_comparison(&c, history))
        return;
    game_coach(c.game)->measure(&c.seen, better, good);
    game_coach(c.game)->measure(&c.seen, worse, bad);
    for (unsigned i = 0; i < c.count && shared < REASONS_MOST && stated < REASONS_MOST; i++) {
        if (reasons_compare(&game_coach(c.game)->features[i], &good[i], &bad[i]) <= 0)
            continue;
        struct fact fact;
        bool message = make_fact(&c, better, i, &good[i], bad[i].number, &fact);
        shared += message;
        if (against ? make_fact(&c, worse, i, &bad[i], good[i].number, &fact) : message)
            made[stated++] = fact;
    }
    put_in(facts, made, stated);
}

void reasons_for(const struct history *history, game_action better, game_action worse,
                 struct facts *facts)
{
    compare_actions(history, better, worse, false, facts);
}

void reasons_against(const struct history *history, game_action worse, game_action better,
                     struct facts *facts)
{
    compare_actions(history, better, worse, true, facts);
}

enum { COMPARED = 24 }; // other actions, at most, evenly from the list

// Whether a feature sets an action apart from more than half of the others.
static bool is_rare(const struct game_feature *feature, const struct game_value *value,
                    const struct game_value (*others)[GAME_MAX_FEATURES], unsigned count,
                    unsigned index)
{
    unsigned better = 0;

    for (unsigned i = 0; i < count; i++)
        better += reasons_compare(feature, value, &others[i][index]) > 0;
    return better * 2 > count;
}

void reasons_among(const struct history *history, game_action action, struct facts *facts)
{
    struct game_value value[GAME_MAX_FEATURES], others[COMPARED][GAME_MAX_FEATURES];
    struct fact made[REASONS_MOST];
    unsigned stated = 0, count = 0;
    struct game_actions list;
    struct comparison c;

    if (!begin_comparison(&c, history))
        return;
    game_list(c.game, &c.seen, &list);
    unsigned stride = (list.count + COMPARED - 1) / COMPARED;
    for (unsigned i = 0; i < list.count; i += stride) {
        if (list.at[i] != action)
            game_coach(c.game)->measure(&c.seen, list.at[i], others[count++]);
    }
    game_coach(c.game)->measure(&c.seen, action, value);
    for (unsigned i = 0; i < c.count && stated < REASONS_MOST; i++) {
        struct fact fact;
        if (is_rare(&game_coach(c.game)->features[i], &value[i], others, count, i) &&
            make_fact(&c, action, i, &value[i], GAME_NO_VALUE, &fact))
            made[stated++] = fact;
    }
    put_in(facts, made, stated);
}
