// SPDX-License-Identifier: MIT
// Actions in words are true: they name what the scenes before and after show to have changed, in
// every language the same squares and numbers, and no two legal actions of a position alike.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/catalogue.h"
#include "game/scene.h"
#include "tests/unit/subjects.h"

enum { POSITIONS = 400, MOST = 16, SAMPLE = 7 };

// What a text names: places of the scene, and numbers.
struct named {
    unsigned place_count, number_count;
    int places[MOST];
    int numbers[MOST];
};

static int place_called(const struct scene *s, const char *name)
{
    int spot = scene_find(s, name);

    return spot >= 0 && s->spots[spot].use == SCENE_PLACE ? spot : -1;
}

static void read_token(const struct scene *s, const char *token, struct named *n)
{
    int place = place_called(s, token);
    bool digits = token[strspn(token, "0123456789")] == 0;

    assert_true(n->place_count < MOST && n->number_count < MOST);
    if (place >= 0)
        n->places[n->place_count++] = place;
    else if (digits)
        n->numbers[n->number_count++] = (int)strtol(token, NULL, 10);
}

static void read_words(const struct scene *s, const char *words, struct named *n)
{
    *n = (struct named){0};
    while (*words) {
        char token[GAME_WORDS_BYTES];
        size_t length = 0;
        while (isalnum((unsigned char)words[length]))
            length++;
        memcpy(token, words, length);
        token[length] = 0;
        if (length > 0)
            read_token(s, token, n);
        words += length > 0 ? length : 1;
    }
}

static bool has(const int *list, unsigned count, int wanted)
{
    for (unsigned i = 0; i < count; i++) {
        if (list[i] == wanted)
            return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// What has changed
// ---------------------------------------------------------------------------------------------

static bool on(const struct scene_piece *piece, int spot)
{
    return piece->spot == spot || piece->other == spot;
}

static bool same_piece(const struct scene_piece *a, const struct scene_piece *b)
{
    return a->look.kind == b->look.kind && a->look.value == b->look.value && a->owner == b->owner &&
           a->level == b->level && a->rise == b->rise && a->spot == b->spot && a->other == b->other;
}

static bool lies_in(const struct scene *s, const struct scene_piece *piece)
{
    for (unsigned i = 0; i < s->piece_count; i++) {
        if (same_piece(&s->pieces[i], piece))
            return true;
    }
    return false;
}

// Whether a place has a piece in `s` that is not so in `other`.
static bool differs(const struct scene *s, const struct scene *other, int spot)
{
    for (unsigned i = 0; i < s->piece_count; i++) {
        if (on(&s->pieces[i], spot) && !lies_in(other, &s->pieces[i]))
            return true;
    }
    return false;
}

static int height(const struct scene *s, int spot)
{
    int count = 0;

    for (unsigned i = 0; i < s->piece_count; i++)
        count += on(&s->pieces[i], spot);
    return count;
}

static bool same_shape(const struct scene *a, const struct scene *b)
{
    unsigned places[2] = {0, 0};

    for (unsigned i = 0; i < a->spot_count; i++)
        places[0] += a->spots[i].use == SCENE_PLACE;
    for (unsigned i = 0; i < b->spot_count; i++)
        places[1] += b->spots[i].use == SCENE_PLACE;
    return places[0] == places[1];
}

static bool in_line(const struct scene *s, int a, int b, int c)
{
    const struct scene_spot *x = &s->spots[a], *y = &s->spots[b], *z = &s->spots[c];

    return (y->x - x->x) * (z->y - x->y) == (z->x - x->x) * (y->y - x->y);
}

// Changed places that nobody names: where a piece that all move came from, and what lies in the
// line of a way that is named.
static bool is_understood(const struct scene *s, const struct named *n, int spot)
{
    if (s->status.gesture == SCENE_LEAD && s->status.leads == spot)
        return true;
    return n->place_count == 2 && in_line(s, n->places[0], n->places[1], spot);
}

static void check_places(const struct scene *before, const struct scene *after,
                         const struct named *n, const char *words)
{
    for (unsigned i = 0; i < before->spot_count; i++) {
        int spot = (int)i;
        if (before->spots[i].use != SCENE_PLACE)
            continue;
        bool changed = differs(before, after, spot) || differs(after, before, spot);
        bool named = has(n->places, n->place_count, spot);
        // What a piece leaves may fill at once with others that look alike.
        bool left = before->status.gesture == SCENE_CARRY && spot == n->places[0];
        if (named && !changed && !left)
            fail_msg("'%s' names %s, which does not change", words, before->spots[i].name);
        if (changed && !named && !is_understood(before, n, spot))
            fail_msg("'%s' does not name %s, which changes", words, before->spots[i].name);
    }
}

// ---------------------------------------------------------------------------------------------
// Numbers and pieces
// ---------------------------------------------------------------------------------------------

// Whether a number is the value or a level of a piece that came to, or left, a named place.
static bool is_of_piece(const struct scene *s, const struct scene *other, const struct named *n,
                        int number)
{
    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        if (!has(n->places, n->place_count, piece->spot) || lies_in(other, piece))
            continue;
        if (piece->look.value ? number == piece->look.value
                              : number >= piece->level && number < piece->level + piece->rise)
            return true;
    }
    return false;
}

// Whether as many tiles came along with the one that moves.
static bool is_carried(const struct scene *before, const struct scene *after, const struct named *n,
                       int number)
{
    return n->place_count == 2 &&
           height(after, n->places[1]) - height(before, n->places[1]) == number + 1;
}

// Whether so many places now have a single piece of the seat that was not there.
static bool is_laid(const struct scene *before, const struct scene *after, const struct named *n,
                    int seat, int number)
{
    int laid = 0;

    for (unsigned i = 0; i < after->piece_count; i++) {
        const struct scene_piece *piece = &after->pieces[i];
        laid += before->spots[piece->spot].use == SCENE_PLACE && piece->owner == seat &&
                !lies_in(before, piece) && piece->spot != n->places[n->place_count - 1];
    }
    return n->place_count > 0 && laid == number;
}

// Whether a counter of somebody else went down by it, or it is that seat's number.
static bool is_taken(const struct scene *before, const struct scene *after, int seat, int number)
{
    for (unsigned i = 0; i < before->counter_count; i++) {
        const struct scene_counter *counter = &before->counters[i];
        if (counter->owner != SCENE_NOBODY && counter->owner != seat &&
            (counter->value - after->counters[i].value == number || counter->owner + 1 == number))
            return true;
    }
    return false;
}

static void check_numbers(const struct scene *before, const struct scene *after,
                          const struct named *n, int seat, const char *words)
{
    for (unsigned i = 0; i < n->number_count; i++) {
        int number = n->numbers[i];
        bool known = n->place_count ? is_of_piece(after, before, n, number) ||
                                          is_of_piece(before, after, n, number) ||
                                          is_carried(before, after, n, number) ||
                                          is_laid(before, after, n, seat, number)
                                    : is_taken(before, after, seat, number);
        if (!known)
            fail_msg("'%s' has a number that nothing shows: %d", words, number);
    }
}

// A kind of piece that is mentioned lay on a named place, or came there.
static void check_kinds(const struct scene *before, const struct scene *after,
                        const struct named *n, const char *words)
{
    for (unsigned i = 0; i < before->piece_count; i++) {
        const struct scene_kind *kind = before->pieces[i].look.kind;
        bool there = false;
        if (!strstr(words, kind->name))
            continue;
        for (unsigned k = 0; k < before->piece_count; k++)
            there |= strstr(before->pieces[k].look.kind->name, kind->name) &&
                     has(n->places, n->place_count, before->pieces[k].spot) &&
                     !lies_in(after, &before->pieces[k]);
        for (unsigned k = 0; k < after->piece_count; k++)
            there |= strstr(after->pieces[k].look.kind->name, kind->name) &&
                     has(n->places, n->place_count, after->pieces[k].spot) &&
                     !lies_in(before, &after->pieces[k]);
        if (!there)
            fail_msg("'%s' speaks of a %s that has no part in it", words, kind->name);
    }
}

// ---------------------------------------------------------------------------------------------
// Laws
// ---------------------------------------------------------------------------------------------

static void check_true(const struct subject *s, const struct game_position *p, game_action action)
{
    static struct scene before, after;
    struct game_position next;
    struct game_path path;
    struct named n;
    struct message message;

    game_say(s->game, p, action, &message);
    s->game->apply(p, action, &next);
    game_scene(s->game, p, GAME_PUBLIC, &before);
    game_scene(s->game, &next, GAME_PUBLIC, &after);
    read_words(&before, message.text, &n);
    s->game->action_path(p, action, &path);
    for (unsigned i = 0; i < path.count; i++) {
        if (before.spots[path.at[i]].use == SCENE_PLACE &&
            !has(n.places, n.place_count, path.at[i]))
            fail_msg("'%s' does not name %s, which is touched", message.text,
                     before.spots[path.at[i]].name);
    }
    if (!same_shape(&before, &after))
        return;
    check_places(&before, &after, &n, message.text);
    check_numbers(&before, &after, &n, s->game->to_act(p), message.text);
    check_kinds(&before, &after, &n, message.text);
}

// Blanks for names of seats, which may have numbers in them.
static void without_seats(const struct game *g, const struct catalogue *language, char *words)
{
    for (int seat = 0; seat < GAME_MAX_SEATS && g->seat_names[seat]; seat++) {
        char id[64];
        struct text t;
        text_init(&t, id, sizeof id);
        text_format(&t, "%s.seat.%d", g->name, seat + 1);
        const char *name = sentence_text(language, id, g->seat_names[seat]);
        for (char *at = strstr(words, name); at; at = strstr(at, name))
            memset(at, ' ', strlen(name));
    }
}

// Squares and numbers as in English, nothing left unfilled, and not the short text.
static void check_language(const struct subject *s, const struct game_position *p,
                           const struct scene *scene, game_action action,
                           const struct catalogue *language, char words[GAME_WORDS_BYTES])
{
    char text[GAME_ACTION_BYTES];
    struct named here, english;
    struct message message;
    struct text t;

    text_init(&t, words, GAME_WORDS_BYTES);
    game_add_words(s->game, p, action, language, &t);
    assert_false(t.cut);
    game_write_action(s->game, p, action, text);
    assert_null(strpbrk(words, "{}?%"));
    assert_string_not_equal(words, text);
    if (scene_find(scene, text) < 0 || strlen(text) > 2)
        for (const char *at = strstr(words, text); at; at = strstr(at + 1, text))
            assert_true(isalnum((unsigned char)at[strlen(text)])); // "pass" in "passes"
    game_say(s->game, p, action, &message);
    if (language)
        assert_string_not_equal(words, message.text);
    char plain[GAME_WORDS_BYTES];
    memcpy(plain, words, sizeof plain);
    without_seats(s->game, language, plain);
    read_words(scene, plain, &here);
    read_words(scene, message.text, &english);
    assert_int_equal(here.place_count, english.place_count);
    assert_int_equal(here.number_count, english.number_count);
    for (unsigned i = 0; i < here.place_count; i++)
        assert_true(has(english.places, english.place_count, here.places[i]));
    for (unsigned i = 0; i < here.number_count; i++)
        assert_true(has(english.numbers, english.number_count, here.numbers[i]));
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

// Whoever may see less says the same.
static void check_views(const struct subject *s, const struct game_position *p, game_action action)
{
    struct game_position seen;
    struct message whole, part;

    game_view(s->game, p, GAME_PUBLIC, &seen);
    game_say(s->game, p, action, &whole);
    game_say(s->game, &seen, action, &part);
    assert_string_equal(whole.text, part.text);
}

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    static char words[GAME_MAX_ACTIONS][GAME_WORDS_BYTES];
    static struct scene scene;
    struct game_actions list;
    unsigned *seen = to;

    game_list(s->game, p, &list);
    game_scene(s->game, p, GAME_PUBLIC, &scene);
    for (unsigned language = 0; language <= catalogue_language_count; language++) {
        const struct catalogue *chosen = language ? &catalogue_languages[language - 1] : NULL;
        for (unsigned i = 0; i < list.count; i++)
            check_language(s, p, &scene, list.at[i], chosen, words[i]);
        qsort(words, list.count, GAME_WORDS_BYTES, compare);
        for (unsigned i = 1; i < list.count; i++)
            assert_string_not_equal(words[i - 1], words[i]);
    }
    for (unsigned i = *seen % SAMPLE; i < list.count; i += SAMPLE) {
        check_true(s, p, list.at[i]);
        check_views(s, p, list.at[i]);
    }
    ++*seen;
}

// A game without words of its own is told by its texts.
static void look_plain(const struct subject *s, const struct game_position *p, void *to)
{
    struct game_actions list;

    (void)to;
    game_list(s->game, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char text[GAME_ACTION_BYTES];
        struct message message;
        game_write_action(s->game, p, list.at[i], text);
        game_say(s->game, p, list.at[i], &message);
        assert_string_equal(message.text, text);
        assert_int_equal(message.args[0], 0);
    }
}

static void says(void **state)
{
    const struct subject *s = *state;
    unsigned seen = 0;

    subject_walk(s, 1, POSITIONS, s->game->ui->say ? look : look_plain, &seen);
}

int main(void)
{
    return subjects_run("says", says);
}
