// SPDX-License-Identifier: MIT
// Symmetries: they commute with the rules, in every position of random games. If a symmetry is
// wrong (a piece turned the wrong way, a taboo stayed behind), the actions of the image differ or
// lead elsewhere.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "tests/unit/subjects.h"

enum { POSITIONS = 400, MOST_SYMMETRIES = 8 };

// What was seen so far, as bits: for each symmetry, those that undid it in every position, and
// those from which it ever differed.
struct seen {
    uint8_t undoing[MOST_SYMMETRIES];
    uint8_t differing[MOST_SYMMETRIES];
};

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

// Identifies a position. A game's own canonical key may join more positions than the symmetries do
// (a wall moved sideways); then the rules may lead to any of those.
static uint64_t identity(const struct game *g, const struct game_position *p)
{
    return game_ai(g)->canonical_key ? game_canonical_key(g, p) : game_key(g, p);
}

// The keys of the positions to which the actions lead, sorted: those of the image, or, if `mapped`,
// those of the position with the symmetry applied to each.
static unsigned children(const struct game *g, const struct game_position *p, unsigned symmetry,
                         bool mapped, uint64_t keys[GAME_MAX_ACTIONS])
{
    struct game_position from, after;
    struct game_actions list;

    game_apply_symmetry(g, p, mapped ? 0 : symmetry, &from);
    game_list(g, &from, &list);
    for (unsigned i = 0; i < list.count; i++) {
        g->apply(&from, list.at[i], &after);
        game_apply_symmetry(g, &after, mapped ? symmetry : 0, &after);
        keys[i] = identity(g, &after);
        if (game_coach(g)->theme) // symmetries keep themes
            keys[i] = hash_word(keys[i], game_coach(g)->theme(&from, list.at[i]));
    }
    qsort(keys, list.count, sizeof *keys, compare_numbers);
    return list.count;
}

static void same_game(const struct subject *s, const struct game_position *p, unsigned symmetry,
                      const struct game_position *other)
{
    static uint64_t here[GAME_MAX_ACTIONS], there[GAME_MAX_ACTIONS];
    struct game_result a, b;

    assert_int_equal(s->game->to_act(p), s->game->to_act(other));
    s->game->result(p, &a);
    s->game->result(other, &b);
    assert_int_equal(a.over, b.over);
    assert_memory_equal(a.outcome, b.outcome, sizeof a.outcome);
    assert_memory_equal(a.score, b.score, sizeof a.score);
    unsigned count = children(s->game, p, symmetry, false, there);
    assert_int_equal(children(s->game, p, symmetry, true, here), count);
    assert_memory_equal(here, there, count * sizeof *here);
}

// An image is a position like any other: its text can be read, and gives it back.
static void sound(const struct subject *s, const struct game_position *other)
{
    char text[GAME_TEXT_BYTES], again[GAME_TEXT_BYTES];
    struct game_position read;
    struct error e;

    subject_text(s, other, text);
    if (!s->game->read(&s->options, text, &read, &e))
        fail_msg("the image '%s' cannot be read: %s", text, e.message.text);
    assert_string_equal(text, subject_text(s, &read, again));
    assert_true(game_key(s->game, other) == game_key(s->game, &read));
}

// Symmetries commute with views.
static void same_views(const struct subject *s, const struct game_position *p, unsigned symmetry,
                       const struct game_position *other)
{
    for (int seat = GAME_PUBLIC; seat < game_seats(s->game, &s->options); seat++) {
        char a[GAME_TEXT_BYTES], b[GAME_TEXT_BYTES];
        struct game_position seen, view;
        game_view(s->game, p, seat, &seen);
        game_apply_symmetry(s->game, &seen, symmetry, &seen);
        game_view(s->game, other, seat, &view);
        assert_string_equal(subject_text(s, &seen, a), subject_text(s, &view, b));
    }
}

static void compare_symmetries(const struct game *g, const struct game_position *p,
                               unsigned symmetry, const struct game_position *other,
                               struct seen *seen)
{
    for (unsigned i = 0; i < game_symmetries(g); i++) {
        struct game_position back, third;
        game_apply_symmetry(g, other, i, &back);
        if (game_key(g, &back) != game_key(g, p))
            seen->undoing[symmetry] &= (uint8_t) ~(1u << i);
        game_apply_symmetry(g, p, i, &third);
        if (game_key(g, &third) != game_key(g, other))
            seen->differing[symmetry] |= (uint8_t)(1u << i);
    }
}

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    struct game_position other, in_place;

    game_apply_symmetry(s->game, p, 0, &other);
    assert_true(game_key(s->game, &other) == game_key(s->game, p));
    for (unsigned i = 0; i < game_symmetries(s->game); i++) {
        memset(&other, 0xa5, sizeof other);
        game_apply_symmetry(s->game, p, i, &other);
        in_place = *p;
        game_apply_symmetry(s->game, &in_place, i, &in_place);
        assert_true(game_key(s->game, &other) == game_key(s->game, &in_place));
        assert_true(game_canonical_key(s->game, &other) == game_canonical_key(s->game, p));
        sound(s, &other);
        same_game(s, p, i, &other);
        same_views(s, p, i, &other);
        compare_symmetries(s->game, p, i, &other, to);
    }
}

static void symmetries(void **state)
{
    const struct subject *s = *state;
    unsigned count = game_symmetries(s->game), all = (1u << count) - 1;
    struct seen seen = {0};

    assert_in_range(count, 1, MOST_SYMMETRIES);
    assert_int_equal(game_ai(s->game)->apply_symmetry != NULL, count > 1);
    memset(seen.undoing, (int)all, sizeof seen.undoing);
    subject_walk(s, 1, POSITIONS, look, &seen);
    for (unsigned i = 0; i < count; i++) {
        assert_int_not_equal(seen.undoing[i], 0);
        assert_int_equal(seen.differing[i], all & ~(1u << i));
    }
}

int main(void)
{
    return subjects_run("symmetries", symmetries);
}
