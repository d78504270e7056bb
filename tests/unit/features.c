// SPDX-License-Identifier: MIT
// Reasons in a game's own terms: in positions of random games, what is said for one action and
// against another is true of the one and not of the other, by the numbers that the game itself
// measures (tests/check-reasons finds those a second time); it is the same in every deal that the
// seat cannot tell apart, has words in every language, and leaves no feature of a game's list
// unsaid.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/catalogue.h"
#include "coach/reasons.h"
#include "games/registry.h"
#include "tests/unit/subjects.h"

enum { WALK = 3000, EVERY = 5, GAMES = 16 };

static unsigned told[GAMES][GAME_MAX_FEATURES]; // by game and feature

static unsigned game_index(const struct game *g)
{
    unsigned i = 0;

    while (registry_game(i) != g)
        i++;
    assert_true(i < GAMES);
    return i;
}

// In English and in every other language, whole.
static void check_words(const struct game *g, const struct fact *fact)
{
    char sentence[FACT_BYTES], english[FACT_BYTES];
    struct message message;
    struct text t;

    fact_say(fact, g, g->seat_names, &message);
    assert_true(message.text[0] != 0 && (message.text[0] < 'a' || message.text[0] > 'z'));
    text_init(&t, english, sizeof english);
    message_write(&message, NULL, &t);
    assert_false(t.cut);
    assert_int_equal(english[t.length - 1], '.');
    for (unsigned i = 0; i < catalogue_language_count; i++) {
        assert_non_null(catalogue_find(&catalogue_languages[i], message.args));
        text_init(&t, sentence, sizeof sentence);
        message_write(&message, &catalogue_languages[i], &t);
        assert_false(t.cut);
        assert_null(strchr(sentence, '{'));
        assert_string_not_equal(sentence, english);
    }
}

static void check_reason(const struct game *g, const struct game_position *seen, game_action about,
                         game_action other, bool better, const struct fact *fact)
{
    struct game_value one[GAME_MAX_FEATURES], two[GAME_MAX_FEATURES];
    const struct game_feature *feature = &game_coach(g)->features[fact->feature];

    assert_int_equal(fact->id, FACT_FEATURE);
    assert_int_equal(fact->seat, g->to_act(seen));
    game_coach(g)->measure(seen, about, one);
    game_coach(g)->measure(seen, other, two);
    assert_int_equal(fact->number[0], one[fact->feature].number);
    assert_int_equal(fact->number[1], two[fact->feature].number);
    int more = fact->number[0] - fact->number[1];
    assert_true(feature->step > 0 ? (more >= feature->step) == better && more != 0
                                  : (more <= feature->step) == better && more != 0);
    check_words(g, fact);
}

// The same reasons, whatever the others hide.
static void check_blind(const struct history *history, game_action good, game_action bad,
                        const struct facts *facts, struct random *r)
{
    struct history redealt = *history;
    struct game_position seen;
    struct facts again = {0};

    game_view(history->game, &history->position, history->game->to_act(&history->position), &seen);
    game_determinize(history->game, &seen, r, &redealt.position);
    reasons_for(&redealt, good, bad, &again);
    assert_int_equal(again.count, facts->count);
    for (unsigned i = 0; i < again.count; i++) {
        assert_int_equal(again.at[i].feature, facts->at[i].feature);
        assert_int_equal(again.at[i].number[0], facts->at[i].number[0]);
    }
}

struct walk {
    unsigned seen;
    struct random random;
};

// What is said of one of many: better than more than half of all others.
static void check_among(const struct history *history, const struct game_position *seen,
                        game_action action, const struct game_actions *list)
{
    struct game_value own[GAME_MAX_FEATURES], others[GAME_MAX_FEATURES];
    const struct game *g = history->game;
    unsigned better = 0;
    struct facts facts = {0};

    reasons_among(history, action, &facts);
    if (facts.count == 0 || list->count > 20) // of more, some are looked at
        return;
    game_coach(g)->measure(seen, action, own);
    for (unsigned i = 0; i < list->count; i++) {
        unsigned feature = facts.at[0].feature;
        game_coach(g)->measure(seen, list->at[i], others);
        better +=
            reasons_compare(&game_coach(g)->features[feature], &own[feature], &others[feature]) > 0;
    }
    assert_true(better * 2 > list->count - 1);
    check_words(g, &facts.at[0]);
}

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    const struct game *g = s->game;
    struct walk *w = to;
    struct facts why = {0}, against = {0};
    struct game_position seen;
    struct game_actions list;
    struct history history;

    game_list(g, p, &list);
    if (list.count < 2 || w->seen++ % EVERY != 0)
        return;
    game_action good = list.at[random_below(&w->random, list.count)];
    game_action bad = list.at[random_below(&w->random, list.count)];
    game_view(g, p, g->to_act(p), &seen);
    history_init(&history, g, &s->options, p);
    reasons_for(&history, good, bad, &why);
    reasons_against(&history, bad, good, &against);
    assert_true(why.count <= REASONS_MOST && against.count <= REASONS_MOST);
    assert_true(game_coach(g)->features || why.count + against.count == 0);
    for (unsigned i = 0; i < why.count; i++) {
        check_reason(g, &seen, good, bad, true, &why.at[i]);
        told[game_index(g)][why.at[i].feature]++;
    }
    for (unsigned i = 0; i < against.count; i++)
        check_reason(g, &seen, bad, good, false, &against.at[i]);
    if (g->hidden)
        check_blind(&history, good, bad, &why, &w->random);
    if (game_coach(g)->features)
        check_among(&history, &seen, good, &list);
    history_clear(&history);
}

static void says_what_is_true(void **state)
{
    struct walk w = {.random = random_from_seed(3)};

    subject_walk(*state, 1, WALK, look, &w);
}

static void says_everything(void **state)
{
    unsigned silent = 0;

    (void)state;
    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        for (unsigned k = 0; subject_wanted(g) && k < game_feature_count(g); k++) {
            if (told[i][k])
                continue;
            print_error("%s never gave the reason '%s'\n", g->name, game_coach(g)->features[k].id);
            silent++;
        }
    }
    assert_int_equal(silent, 0);
}

// In front of other facts, instead of counters, and within the room.
static void comes_first(void **state)
{
    const struct game *g = registry_find("tiku");
    struct game_options options = {0};
    struct game_position start;
    struct history history;
    game_action far, near;
    struct facts facts = {.count = FACTS_MOST};
    struct error e;

    (void)state;
    g->start(&options, 0, &start);
    history_init(&history, g, &options, &start);
    assert_true(history_play_text(&history, "a2a4", &e) && history_play_text(&history, "b5b3", &e));
    assert_true(game_find(g, &history.position, "a4e4", &far));
    assert_true(game_find(g, &history.position, "f2f1", &near));
    for (unsigned i = 0; i < FACTS_MOST; i++)
        facts.at[i].id = i == 0 ? FACT_COUNTER : FACT_CHANCE;
    reasons_for(&history, far, near, &facts);
    assert_int_equal(facts.at[0].id, FACT_FEATURE);
    assert_true(facts.count <= FACTS_MOST);
    for (unsigned i = 0; i < facts.count; i++)
        assert_int_not_equal(facts.at[i].id, FACT_COUNTER);
    history_clear(&history);
}

int main(void)
{
    const struct CMUnitTest last[] = {cmocka_unit_test(says_everything),
                                      cmocka_unit_test(comes_first)};

    return subjects_run("features", says_what_is_true) +
           cmocka_run_group_tests_name("reasons", last, NULL, NULL);
}
