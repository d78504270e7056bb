// SPDX-License-Identifier: MIT
// The laws: what holds in every position of every game, whatever its rules.
#include <stdlib.h>
#include <string.h>

#include "base/catalogue.h"
#include "base/sentence.h"
#include "game/attempt.h"
#include "game/scene.h"
#include "play/history.h"
#include "tests/unit/subjects.h"

enum { POSITIONS = 1500 };

static const char *action_text(const struct subject *s, const struct game_position *p,
                               game_action action, char storage[GAME_ACTION_BYTES])
{
    struct text t;

    text_init(&t, storage, GAME_ACTION_BYTES);
    s->game->action_text(p, action, &t);
    assert_false(t.cut);
    assert_true(t.length > 0);
    return storage;
}

static void same_lists(const struct subject *s, const struct game_position *a,
                       const struct game_position *b)
{
    struct game_actions of_a, of_b;

    game_list(s->game, a, &of_a);
    game_list(s->game, b, &of_b);
    assert_int_equal(of_a.count, of_b.count);
    assert_memory_equal(of_a.at, of_b.at, of_a.count * sizeof *of_a.at);
}

// Position text to position and back, with the same key and the same actions.
static void text_law(const struct subject *s, const struct game_position *p)
{
    char text[GAME_TEXT_BYTES], again[GAME_TEXT_BYTES];
    struct game_position read;
    struct error e;

    memset(&read, 0xa5, sizeof read);
    subject_text(s, p, text);
    if (!s->game->read(&s->options, text, &read, &e))
        fail_msg("cannot read its own '%s': %s", text, e.message.text);
    assert_string_equal(text, subject_text(s, &read, again));
    assert_int_equal(s->game->to_act(p), s->game->to_act(&read));
    if (game_complete(s->game, p))
        assert_true(game_key(s->game, p) == game_key(s->game, &read));
    same_lists(s, p, &read);
}

static int compare_strings(const void *a, const void *b)
{
    return strcmp(a, b);
}

// Action texts are unique, and game_find is their inverse.
static void action_law(const struct subject *s, const struct game_position *p,
                       const struct game_actions *list)
{
    static char texts[GAME_MAX_ACTIONS][GAME_ACTION_BYTES];

    assert_true(list->count <= s->game->max_actions);
    assert_true(s->game->max_actions <= GAME_MAX_ACTIONS);
    for (unsigned i = 0; i < list->count; i++) {
        game_action found;
        action_text(s, p, list->at[i], texts[i]);
        if (i % 7 == 0) {
            assert_true(game_find(s->game, p, texts[i], &found));
            assert_int_equal(found, list->at[i]);
        }
    }
    qsort(texts, list->count, GAME_ACTION_BYTES, compare_strings);
    for (unsigned i = 1; i < list->count; i++)
        assert_string_not_equal(texts[i - 1], texts[i]);
}

static int compare_paths(const void *a, const void *b)
{
    const struct game_path *x = a, *y = b;
    unsigned common = x->count < y->count ? x->count : y->count;
    for (unsigned i = 0; i < common; i++) {
        if (x->at[i] != y->at[i])
            return x->at[i] < y->at[i] ? -1 : 1;
    }
    return (int)x->count - (int)y->count;
}

// Paths are touchable spots, unique, and none begins with the whole of another.
static void path_law(const struct subject *s, const struct game_position *p,
                     const struct game_actions *list, const struct scene *scene)
{
    static struct game_path paths[GAME_MAX_ACTIONS];

    for (unsigned i = 0; i < list->count; i++) {
        struct attempt_answer answer;
        struct game_path *path = &paths[i];
        s->game->action_path(p, list->at[i], path);
        assert_in_range(path->count, 1, s->game->max_path);
        for (unsigned j = 0; j < path->count; j++) {
            assert_true(path->at[j] < scene->spot_count);
            assert_int_not_equal(scene->spots[path->at[j]].use, SCENE_PICTURE);
        }
        if (i % 11 == 0) {
            attempt_path(s->game, p, path, &answer);
            assert_int_equal(answer.verdict, ATTEMPT_LEGAL);
            assert_int_equal(answer.action, list->at[i]);
        }
    }
    qsort(paths, list->count, sizeof *paths, compare_paths);
    for (unsigned i = 1; i < list->count; i++) {
        const struct game_path *a = &paths[i - 1], *b = &paths[i];
        assert_false(a->count <= b->count && memcmp(a->at, b->at, a->count * sizeof *a->at) == 0);
    }
}

// A clone of the used bytes plays the same; apply leaves its input alone and works in place.
static void clone_law(const struct subject *s, const struct game_position *p,
                      const struct game_actions *list)
{
    struct game_position clone, kept = *p, after, in_place;
    char a[GAME_TEXT_BYTES], b[GAME_TEXT_BYTES];

    assert_true(s->game->position_size <= GAME_POSITION_BYTES);
    memset(&clone, 0x5a, sizeof clone);
    memcpy(&clone, p, s->game->position_size);
    same_lists(s, p, &clone);
    for (unsigned i = 0; i < list->count; i += 1 + list->count / 8) {
        memset(&after, 0xc3, sizeof after);
        s->game->apply(&clone, list->at[i], &after);
        assert_memory_equal(p, &kept, s->game->position_size);
        in_place = kept;
        s->game->apply(&in_place, list->at[i], &in_place);
        assert_string_equal(subject_text(s, &after, a), subject_text(s, &in_place, b));
        assert_true(game_key(s->game, &after) == game_key(s->game, &in_place));
    }
}

static void result_law(const struct subject *s, const struct game_position *p, unsigned count)
{
    struct game_result result;
    int seats = game_seats(s->game, &s->options), best = GAME_LOSS;

    memset(&result, 0xee, sizeof result);
    s->game->result(p, &result);
    assert_int_equal(result.over, count == 0);
    assert_in_range(seats, 2, GAME_MAX_SEATS);
    assert_in_range(s->game->to_act(p), 0, seats - 1);
    for (int i = 0; i < GAME_MAX_SEATS; i++) {
        if (!result.over || i >= seats || !s->game->scores)
            assert_int_equal(result.score[i], 0);
        if (!result.over || i >= seats)
            assert_int_equal(result.outcome[i], 0);
        if (i < seats && (int)result.outcome[i] > best)
            best = (int)result.outcome[i];
        for (int j = 0; j < i && i < seats; j++) {
            if (game_team(s->game, &s->options, i) == game_team(s->game, &s->options, j))
                assert_int_equal(result.outcome[i], result.outcome[j]);
        }
    }
    if (result.over)
        assert_int_not_equal(best, GAME_LOSS);
}

static void scene_names_law(const struct scene *s)
{
    for (unsigned i = 0; i < s->spot_count; i++) {
        assert_true(s->spots[i].name[0] && s->spots[i].label[0]);
        assert_true(s->spots[i].panel < s->panel_count);
        assert_int_equal(scene_find(s, s->spots[i].name), i);
        for (unsigned j = 0; j < i; j++)
            assert_false(s->spots[i].panel == s->spots[j].panel && s->spots[i].x == s->spots[j].x &&
                         s->spots[i].y == s->spots[j].y);
    }
}

// Pieces lie on spots, in order of spot and level, and do not lie in each other.
static void scene_pieces_law(const struct scene *s)
{
    static uint8_t filled[SCENE_MAX_SPOTS][64];

    memset(filled, 0, sizeof filled);
    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        assert_non_null(piece->look.kind);
        assert_true(piece->look.glyph > ' ' && piece->look.glyph < 127);
        assert_true(piece->level >= 1 && piece->rise >= 1 && piece->level + piece->rise < 64);
        assert_int_equal(s->spots[piece->spot].panel, s->spots[piece->other].panel);
        for (unsigned level = piece->level; level < piece->level + piece->rise; level++) {
            assert_int_equal(filled[piece->spot][level]++, 0);
            if (piece->other != piece->spot)
                assert_int_equal(filled[piece->other][level]++, 0);
        }
        if (i == 0)
            continue;
        const struct scene_piece *earlier = &s->pieces[i - 1];
        assert_true(s->spots[earlier->spot].panel <= s->spots[piece->spot].panel);
    }
}

// Ids name translations, so they are plain words.
static void id_law(const char *id, const char *name)
{
    assert_true(id && id[0] && strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(id));
    assert_true(name && name[0]);
}

static void look_law(const struct scene_look *look)
{
    id_law(look->kind->id, look->kind->name);
    assert_in_range(look->kind->shape, 0, SCENE_SHAPES - 1);
    assert_in_range(look->kind->emblem, 0, SCENE_EMBLEMS - 1);
    assert_in_range(look->colour, PALETTE_OWN + 1, PALETTE_COLOURS - 1);
}

// Everything that renderers choose by is in a closed list, and owners are seats.
static void scene_lists_law(const struct scene *s, int seats)
{
    for (unsigned i = 0; i < s->panel_count; i++) {
        id_law(s->panels[i].id, s->panels[i].title);
        assert_in_range(s->panels[i].style, SCENE_FLAT, SCENE_TRAY);
        assert_in_range(s->panels[i].form, 0, SCENE_FORMS - 1);
        assert_in_range(s->panels[i].ground, 0, SCENE_GROUNDS - 1);
        assert_in_range(s->panels[i].facing, 0, SCENE_FACINGS - 1);
    }
    for (unsigned i = 0; i < s->piece_count; i++) {
        look_law(&s->pieces[i].look);
        assert_true(s->pieces[i].owner >= SCENE_NOBODY && s->pieces[i].owner < seats);
    }
    for (unsigned i = 0; i < s->counter_count; i++) {
        id_law(s->counters[i].id, s->counters[i].title);
        assert_true(s->counters[i].owner >= SCENE_NOBODY && s->counters[i].owner < seats);
        assert_true(s->counters[i].panel < (int)s->panel_count);
        assert_true(s->counters[i].spot < (int)s->spot_count);
        if (s->counters[i].look.kind)
            look_law(&s->counters[i].look);
    }
    for (unsigned i = 0; i < s->mark_count; i++) {
        id_law(s->marks[i].kind->id, s->marks[i].kind->name);
        assert_in_range(s->marks[i].kind->sign, 0, SCENE_SIGNS - 1);
    }
    for (unsigned i = 0; i < s->outline_count; i++) {
        id_law(s->outlines[i].id, s->outlines[i].name);
        assert_true(s->outlines[i].count > 0);
        assert_in_range(s->outlines[i].colour, PALETTE_OWN + 1, PALETTE_COLOURS - 1);
    }
}

// Names of rows and columns are on boards; edges have sides that their cells have, and an owner or
// a colour.
static void scene_borders_law(const struct scene *s, int seats)
{
    const unsigned slanting =
        SCENE_SOUTH_WEST | SCENE_SOUTH_EAST | SCENE_NORTH_EAST | SCENE_NORTH_WEST;

    for (unsigned i = 0; i < s->label_count; i++) {
        assert_true(s->labels[i].text[0] && s->labels[i].panel < s->panel_count);
        assert_int_not_equal(s->panels[s->labels[i].panel].style, SCENE_TRAY);
    }
    for (unsigned i = 0; i < s->edge_count; i++) {
        bool square = s->panels[s->spots[s->edges[i].spot].panel].form == SCENE_SQUARE;
        assert_true(s->edges[i].sides != 0);
        assert_int_equal(s->edges[i].sides & (square ? slanting : SCENE_SOUTH | SCENE_NORTH), 0);
        assert_true(s->edges[i].owner >= SCENE_NOBODY && s->edges[i].owner < seats);
        assert_in_range(s->edges[i].colour, PALETTE_OWN + 1, PALETTE_COLOURS - 1);
    }
}

// Pieces of one kind that belong to different seats differ in their letters and in their colours.
static void scene_owners_law(const struct scene *s)
{
    for (unsigned i = 0; i < s->piece_count; i++) {
        for (unsigned j = 0; j < i; j++) {
            const struct scene_piece *a = &s->pieces[i], *b = &s->pieces[j];
            if (a->look.kind != b->look.kind || a->owner == b->owner)
                continue;
            assert_true(a->look.glyph != b->look.glyph);
            assert_true(a->look.colour != b->look.colour);
        }
    }
}

// A finished game, and no other, says why it ended and shows where. tests/check-words wants the
// sentences in every language; here those that are translated must fit.
static void scene_verdicts_law(const struct scene *s)
{
    char words[400];
    unsigned shown = s->mark_count;
    bool places = false; // a game without any has nothing to show
    struct text t;

    assert_int_equal(s->verdict_count > 0, s->status.over);
    for (unsigned i = 0; i < s->verdict_count; i++) {
        const struct scene_verdict *verdict = &s->verdicts[i];
        assert_true(scene_verdict_english(s, verdict)[0]);
        assert_true(scene_verdict_args(s, verdict)[0]);
        for (unsigned k = 0; k < verdict->count; k++)
            assert_true(s->deciding[verdict->first + k] < s->spot_count);
        for (unsigned k = 0; k < catalogue_language_count; k++) {
            text_init(&t, words, sizeof words);
            if (sentence_tell(&t, &catalogue_languages[k], scene_verdict_args(s, verdict)))
                assert_false(t.cut);
        }
        shown += verdict->count;
    }
    for (unsigned i = 0; i < s->spot_count; i++)
        places |= s->spots[i].use == SCENE_PLACE;
    if (s->verdict_count > 0 && places && !shown)
        fail_msg("'%s': no spot shows what decided the game (scene_decides)",
                 scene_verdict_english(s, &s->verdicts[0]));
    if (s->verdict_count > 0)
        assert_false(s->verdicts[0].step);
}

static void scene_law(const struct subject *s, const struct game_position *p, int seat,
                      struct scene *scene)
{
    game_scene(s->game, p, seat, scene);
    assert_non_null(scene->status.step);
    assert_non_null(scene->status.prompt);
    assert_int_equal(scene->status.to_act, s->game->to_act(p));
    scene_names_law(scene);
    scene_pieces_law(scene);
    scene_lists_law(scene, game_seats(s->game, &s->options));
    scene_borders_law(scene, game_seats(s->game, &s->options));
    scene_owners_law(scene);
    scene_verdicts_law(scene);
}

// A seat cannot tell the truth from a determinization of its view: text, actions and scene are the
// same.
static void view_law(const struct subject *s, const struct game_position *p, int seat)
{
    char a[GAME_TEXT_BYTES], b[GAME_TEXT_BYTES];
    struct game_position seen, full, seen_again;
    struct random r = random_from_seed(game_key(s->game, p));
    struct game_result result;
    static struct scene truth, guess;

    game_view(s->game, p, seat, &seen);
    subject_text(s, &seen, a);
    text_law(s, &seen);
    same_lists(s, p, &seen);
    for (int i = 0; i < 3; i++) {
        game_determinize(s->game, &seen, &r, &full);
        assert_true(game_complete(s->game, &full));
        s->game->result(&full, &result);
        game_view(s->game, &full, seat, &seen_again);
        assert_string_equal(a, subject_text(s, &seen_again, b));
        same_lists(s, p, &full);
        game_scene(s->game, p, seat, &truth);
        game_scene(s->game, &full, seat, &guess);
        assert_memory_equal(&truth, &guess, sizeof truth);
    }
    if (!s->game->hidden)
        assert_string_equal(a, subject_text(s, p, b));
}

struct pair {
    uint64_t key, text; // the position's key; a hash of its text
};

struct seen {
    unsigned count;
    struct pair pairs[POSITIONS];
    unsigned over;
};

static uint64_t hash_text(const char *s)
{
    uint64_t h = 0xcbf29ce484222325u;

    while (*s)
        h = (h ^ (unsigned char)*s++) * 0x100000001b3u;
    return h;
}

static void look(const struct subject *s, const struct game_position *p, void *to)
{
    static struct scene scene;
    struct seen *seen = to;
    struct game_actions list;
    char text[GAME_TEXT_BYTES];

    game_list(s->game, p, &list);
    assert_true(game_complete(s->game, p));
    text_law(s, p);
    action_law(s, p, &list);
    scene_law(s, p, s->game->to_act(p), &scene);
    path_law(s, p, &list, &scene);
    clone_law(s, p, &list);
    result_law(s, p, list.count);
    for (int seat = GAME_PUBLIC; seat < game_seats(s->game, &s->options); seat++)
        view_law(s, p, seat);
    seen->over += list.count == 0;
    seen->pairs[seen->count++] =
        (struct pair){game_key(s->game, p), hash_text(subject_text(s, p, text))};
}

static int compare_keys(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->text < y->text ? -1 : x->text > y->text;
}

static int compare_texts(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;

    return x->text < y->text ? -1 : x->text > y->text;
}

static void laws(void **state)
{
    const struct subject *s = *state;
    static struct seen seen;

    memset(&seen, 0, sizeof seen);
    subject_walk(s, 1, POSITIONS, look, &seen);
    assert_true(seen.over > 0);
    qsort(seen.pairs, seen.count, sizeof *seen.pairs, compare_keys);
    for (unsigned i = 1; i < seen.count; i++)
        assert_false(seen.pairs[i - 1].key == seen.pairs[i].key &&
                     seen.pairs[i - 1].text != seen.pairs[i].text);
    qsort(seen.pairs, seen.count, sizeof *seen.pairs, compare_texts);
    for (unsigned i = 1; i < seen.count; i++)
        assert_false(seen.pairs[i - 1].key != seen.pairs[i].key &&
                     seen.pairs[i - 1].text == seen.pairs[i].text);
}

// The same seed deals the same; another seed deals otherwise where the start is random.
static void start_law(void **state)
{
    const struct subject *s = *state;
    struct game_position a, b, other;
    char x[GAME_TEXT_BYTES], y[GAME_TEXT_BYTES];

    memset(&a, 0x11, sizeof a);
    memset(&b, 0x22, sizeof b);
    s->game->start(&s->options, 7, &a);
    s->game->start(&s->options, 7, &b);
    assert_string_equal(subject_text(s, &a, x), subject_text(s, &b, y));
    assert_true(game_key(s->game, &a) == game_key(s->game, &b));
    s->game->start(&s->options, 8, &other);
    assert_int_equal(strcmp(x, subject_text(s, &other, y)) != 0, s->game->random_start);
    assert_int_equal(s->game->to_act(&a), 0);
}

// Whoever is told the start with what a seat knows now, and the actions since, comes to just what
// the seat sees now.
static void replay_law_at(const struct subject *s, const struct game_position *start,
                          const struct game_position *p, const game_action *actions, unsigned count)
{
    for (int seat = GAME_PUBLIC; seat < game_seats(s->game, &s->options); seat++) {
        struct game_position now, then, told;
        char a[GAME_TEXT_BYTES], b[GAME_TEXT_BYTES];
        game_view(s->game, p, seat, &now);
        game_view(s->game, start, seat, &then);
        game_hidden(s->game)->replay_view(start, &now, &told);
        game_hidden(s->game)->replay_view(&then, &now, &then);
        assert_string_equal(subject_text(s, &told, a), subject_text(s, &then, b));
        for (unsigned i = 0; i < count; i++) {
            text_law(s, &told);
            s->game->apply(&told, actions[i], &told);
        }
        assert_string_equal(subject_text(s, &now, a), subject_text(s, &told, b));
    }
}

static void replay_law(void **state)
{
    enum { GAMES = 40, LONGEST = 256 };
    const struct subject *s = *state;
    game_action actions[LONGEST];

    for (uint64_t seed = 0; game_hidden(s->game)->replay_view && seed < GAMES; seed++) {
        struct random r = random_from_seed(seed);
        struct game_position start, p;
        struct game_actions list;
        unsigned count = 0;
        s->game->start(&s->options, seed, &start);
        p = start;
        for (game_list(s->game, &p, &list); list.count > 0; game_list(s->game, &p, &list)) {
            replay_law_at(s, &start, &p, actions, count);
            assert_true(count < LONGEST);
            actions[count] = list.at[random_below(&r, list.count)];
            s->game->apply(&p, actions[count++], &p);
        }
        replay_law_at(s, &start, &p, actions, count);
    }
}

// Playing on from any view, true or not: what is not refused leads to a view that somebody may
// have.
static void play_on(const struct subject *s, const struct game_position *seen, struct random *r)
{
    struct game_actions list;
    struct game_position full;
    struct game_result result;
    struct history history;
    bool fine = true;

    history_init(&history, s->game, &s->options, seen);
    for (history_list(&history, &list); fine && list.count > 0; history_list(&history, &list)) {
        char text[GAME_ACTION_BYTES];
        struct text t;
        struct error e;
        text_init(&t, text, sizeof text);
        s->game->action_text(&history.position, list.at[random_below(r, list.count)], &t);
        fine = history_play_text(&history, text, &e);
        text_law(s, &history.position);
        game_determinize(s->game, &history.position, r, &full);
        assert_true(game_complete(s->game, &full));
        s->game->result(&full, &result);
    }
    history_clear(&history);
}

static void play_on_at(const struct subject *s, const struct game_position *p, void *to)
{
    for (int seat = GAME_PUBLIC; seat < game_seats(s->game, &s->options); seat++) {
        struct game_position seen;
        game_view(s->game, p, seat, &seen);
        play_on(s, &seen, to);
    }
}

static void view_play_law(void **state)
{
    const struct subject *s = *state;
    struct random r = random_from_seed(5);

    if (game_hidden(s->game)->replay_view)
        subject_walk(s, 1, POSITIONS / 10, play_on_at, &r);
}

// Who is out stays out and loses.
static void eliminated_law(void **state)
{
    const struct subject *s = *state;
    int seats = game_seats(s->game, &s->options);
    unsigned seen = 0;

    for (uint64_t seed = 0; s->game->eliminated && seed < POSITIONS / 10; seed++) {
        struct random r = random_from_seed(seed);
        bool out[GAME_MAX_SEATS] = {0};
        struct game_position p;
        struct game_result result;
        struct game_actions list;
        s->game->start(&s->options, seed, &p);
        for (game_list(s->game, &p, &list); list.count > 0; game_list(s->game, &p, &list)) {
            s->game->apply(&p, list.at[random_below(&r, list.count)], &p);
            for (int seat = 0; seat < seats; seat++) {
                assert_true(game_eliminated(s->game, &p, seat) >= out[seat]);
                out[seat] = game_eliminated(s->game, &p, seat);
            }
        }
        s->game->result(&p, &result);
        for (int seat = 0; seat < seats; seat++) {
            assert_true(!out[seat] || result.outcome[seat] == GAME_LOSS);
            seen += out[seat];
        }
    }
    assert_true(!s->game->eliminated || seen > 0);
}

int main(void)
{
    return subjects_run("starts", start_law) + subjects_run("replay view", replay_law) +
           subjects_run("views", view_play_law) + subjects_run("eliminated", eliminated_law) +
           subjects_run("laws", laws);
}
