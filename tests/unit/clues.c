// SPDX-License-Identifier: MIT
// The clues of games with secrets, and the path of the last turn. What the clues say is compared
// with every deal under which the whole past would have looked the same, played anew by the rules;
// and it says the same to a seat that cannot tell two deals apart. Ways are compared with what is
// known to have happened.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/history.h"
#include "tests/unit/subjects.h"

enum { DEALS = 60, GAMES = 12, SECRETS = 5 };

// A way to deal the secrets of a start: it stays as long as everybody saw what was seen.
struct deal {
    struct history history;
    bool stays;
};

struct dealt {
    const struct subject *subject;
    unsigned count;
    struct deal at[DEALS];
};

// Writes as many different letters of secrets as there are places behind the last blank of a text,
// and adds the deal.
static void add_deals(struct dealt *d, const char *text, unsigned place, char *letters)
{
    const char *all = "rygbp";
    unsigned places = (unsigned)(strlen(strrchr(text, ' ')) / 2);

    for (unsigned i = 0; place < places && all[i]; i++) {
        if (memchr(letters, all[i], place))
            continue;
        letters[place] = all[i];
        add_deals(d, text, place + 1, letters);
    }
    if (place < places)
        return;
    char changed[GAME_TEXT_BYTES];
    struct game_position start;
    struct error e;
    memcpy(changed, text, strlen(text) + 1);
    char *secrets = strrchr(changed, ' ') + 1;
    for (unsigned i = 0; i < places; i++)
        secrets[2 * i] = letters[i];
    assert_true(d->count < DEALS);
    struct deal *deal = &d->at[d->count++];
    assert_true(d->subject->game->read(&d->subject->options, changed, &start, &e));
    history_init(&deal->history, d->subject->game, &d->subject->options, &start);
    deal->stays = true;
}

static void write_public(const struct subject *s, const struct game_position *p,
                         char storage[GAME_TEXT_BYTES])
{
    struct game_position seen;

    game_view(s->game, p, GAME_PUBLIC, &seen);
    subject_text(s, &seen, storage);
}

// Plays the action in every deal that stays; one stays on if the action is legal there and
// everybody sees the same.
static void play_all(struct dealt *d, const struct history *truth, const char *text)
{
    char seen[GAME_TEXT_BYTES], would[GAME_TEXT_BYTES];
    struct error e;

    write_public(d->subject, &truth->position, seen);
    for (unsigned i = 0; i < d->count; i++) {
        struct deal *deal = &d->at[i];
        deal->stays = deal->stays && history_play_text(&deal->history, text, &e);
        if (!deal->stays)
            continue;
        write_public(d->subject, &deal->history.position, would);
        deal->stays = !strcmp(seen, would);
    }
}

// What the seats can have, as sets, by the deals that whoever looks cannot tell from the truth.
static void possible(const struct dealt *d, const struct history *truth, int eyes,
                     unsigned sets[GAME_MAX_SEATS])
{
    const struct game *g = d->subject->game;
    int seats = game_seats(g, &d->subject->options);

    memset(sets, 0, GAME_MAX_SEATS * sizeof *sets);
    for (unsigned i = 0; i < d->count; i++) {
        const struct game_position *p = &d->at[i].history.position;
        if (!d->at[i].stays ||
            (eyes >= 0 && game_secret(g, p, eyes) != game_secret(g, &truth->position, eyes)))
            continue;
        for (int seat = 0; seat < seats; seat++)
            sets[seat] |= 1u << game_secret(g, p, seat);
    }
}

static void compare_clues(const struct dealt *d, const struct history *truth, int eyes)
{
    unsigned sets[GAME_MAX_SEATS];
    struct scene s;
    int seats = game_seats(d->subject->game, &d->subject->options);

    possible(d, truth, eyes, sets);
    history_scene(truth, eyes, &s);
    assert_int_equal(s.clues.rows, seats);
    assert_int_equal(s.clues.seat, eyes);
    for (int seat = 0; seat < seats; seat++) {
        for (unsigned i = 0; i < SECRETS; i++) {
            enum scene_clue clue = s.clues.row[seat].clue[i];
            bool can = sets[seat] >> i & 1, one = (sets[seat] & (sets[seat] - 1)) == 0;
            assert_int_equal(clue, !can ? SCENE_RULED_OUT : one ? SCENE_CERTAIN : SCENE_POSSIBLE);
        }
    }
}

// Two deals that a seat cannot tell apart have the same clues, to the byte.
static void compare_eyes(const struct dealt *d, const struct history *truth, int eyes)
{
    const struct game *g = d->subject->game;
    struct scene own, other;

    history_scene(truth, eyes, &own);
    for (unsigned i = 0; i < d->count; i++) {
        const struct history *h = &d->at[i].history;
        if (!d->at[i].stays || (eyes >= 0 && game_secret(g, &h->position, eyes) !=
                                                 game_secret(g, &truth->position, eyes)))
            continue;
        history_scene(h, eyes, &other);
        assert_memory_equal(&own.clues, &other.clues, sizeof own.clues);
    }
}

// Every piece that left the board was taken by the seat that acted.
static void compare_taken(const struct history *truth, const unsigned acted[GAME_MAX_SEATS])
{
    struct scene s;

    history_scene(truth, GAME_PUBLIC, &s);
    for (unsigned i = 0; i < s.clues.items; i++) {
        unsigned sum = 0;
        for (unsigned seat = 0; seat < s.clues.rows; seat++)
            sum += s.clues.row[seat].taken[i];
        assert_int_equal(sum, s.clues.item[i].all - s.clues.item[i].left);
    }
    for (unsigned seat = 0; seat < s.clues.rows; seat++) {
        unsigned sum = 0;
        for (unsigned i = 0; i < s.clues.items; i++)
            sum += s.clues.row[seat].taken[i];
        assert_int_equal(sum, acted[seat]);
    }
}

static void play_one(const struct subject *subject, uint64_t seed)
{
    const struct game *g = subject->game;
    struct random r = random_from_seed(seed);
    struct dealt *d = calloc(1, sizeof *d);
    char text[GAME_TEXT_BYTES], letters[GAME_MAX_SEATS], name[GAME_ACTION_BYTES];
    unsigned acted[GAME_MAX_SEATS] = {0};
    struct game_position start;
    struct game_actions list;
    struct history truth;

    assert_non_null(d);
    d->subject = subject;
    g->start(&subject->options, seed, &start);
    add_deals(d, subject_text(subject, &start, text), 0, letters);
    history_init(&truth, g, &subject->options, &start);
    for (;;) {
        for (int eyes = GAME_PUBLIC; eyes < game_seats(g, &subject->options); eyes++) {
            compare_clues(d, &truth, eyes);
            compare_eyes(d, &truth, eyes);
        }
        compare_taken(&truth, acted);
        history_list(&truth, &list);
        if (!list.count)
            break;
        game_action action = list.at[random_below(&r, list.count)];
        struct game_path path;
        struct scene s;
        g->action_path(&truth.position, action, &path);
        game_scene(g, &truth.position, GAME_PUBLIC, &s);
        acted[g->to_act(&truth.position)] += s.spots[path.at[0]].use == SCENE_PLACE;
        game_write_action(g, &truth.position, action, name);
        assert_true(history_play(&truth, action));
        play_all(d, &truth, name);
    }
    for (unsigned i = 0; i < d->count; i++)
        history_clear(&d->at[i].history);
    history_clear(&truth);
    free(d);
}

static void clues_are_exact(void **state)
{
    const struct subject *subject = *state;

    for (uint64_t seed = 1; subject->game->ui->track_clues && seed <= GAMES; seed++)
        play_one(subject, seed);
}

// ---------------------------------------------------------------------------------------------
// The way of the last turn
// ---------------------------------------------------------------------------------------------

static void write_legs(const struct scene *s, struct text *t)
{
    static const char *const names[SCENE_LEG_KINDS] = {"moved", "laid", "taken"};

    for (unsigned i = 0; i < s->leg_count; i++) {
        const struct scene_leg *leg = &s->legs[i];
        text_format(t, "%s%s %u %s %s", i ? ", " : "", names[leg->kind], leg->step,
                    s->spots[leg->from].name, s->spots[leg->to].name);
    }
}

// Plays words up to the end of a field, and tells the way of the last turn.
static void tell_way(const struct game *g, const char *start, char *actions, struct text *t)
{
    struct game_options options = {0};
    struct game_position first;
    struct history history;
    struct error e;
    struct scene s;

    g->start(&options, 1, &first);
    if (strcmp(start, "-") != 0)
        assert_true(g->read(&options, start, &first, &e));
    history_init(&history, g, &options, &first);
    while (*actions) {
        char *end = actions + strcspn(actions, " ");
        char *next = *end ? end + 1 : end;
        *end = 0;
        assert_true(history_play_text(&history, actions, &e));
        actions = next;
    }
    history_scene(&history, GAME_PUBLIC, &s);
    write_legs(&s, t);
    history_clear(&history);
}

static void ways_are_told(void **state)
{
    const struct game *g = *state;
    FILE *file = subject_data("paths", g);
    char line[400], told[160];
    struct text t;

    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (*line == '#')
            continue;
        char *actions = strchr(line, '\t');
        char *legs = strrchr(line, '\t');
        assert_true(actions && legs != actions);
        *actions++ = *legs++ = 0;
        text_init(&t, told, sizeof told);
        tell_way(g, line, actions, &t);
        assert_string_equal(told, legs);
    }
    fclose(file);
}

static bool has_leg(const struct scene *s, unsigned step)
{
    for (unsigned i = 0; i < s->leg_count; i++) {
        if (s->legs[i].step == step)
            return true;
    }
    return false;
}

// In every turn of every game: legs come in order, what is laid lies there, and an action that
// changes a place has a leg.
static void check_way(const struct scene *s)
{
    for (unsigned i = 0; i < s->leg_count; i++) {
        const struct scene_leg *leg = &s->legs[i];
        assert_true(leg->from < s->spot_count && leg->to < s->spot_count && leg->step > 0);
        assert_true(i == 0 || leg->step >= s->legs[i - 1].step);
        assert_true(s->spots[leg->from].use == SCENE_PLACE && s->spots[leg->to].use == SCENE_PLACE);
        if (leg->kind == SCENE_TAKEN)
            assert_int_equal(leg->from, leg->to);
        else
            assert_true(leg->level > 0);
    }
    for (unsigned i = 0; i < s->mark_count; i++) {
        const struct scene_mark *mark = &s->marks[i];
        if (mark->kind == &scene_last && mark->change != SCENE_TOUCHED)
            assert_true(has_leg(s, mark->step));
    }
}

static void ways_are_whole(void **state)
{
    const struct subject *subject = *state;
    const struct game *g = subject->game;
    struct game_position start;
    struct game_actions list;
    struct scene s;

    for (uint64_t seed = 1; seed <= GAMES / 4; seed++) {
        struct random r = random_from_seed(seed);
        struct history history;
        g->start(&subject->options, seed, &start);
        history_init(&history, g, &subject->options, &start);
        for (unsigned i = 0; i < 200; i++) {
            history_list(&history, &list);
            if (!list.count)
                break;
            assert_true(history_play(&history, list.at[random_below(&r, list.count)]));
            history_scene(&history, GAME_PUBLIC, &s);
            check_way(&s);
        }
        history_clear(&history);
    }
}

int main(void)
{
    int failed = subjects_run_data("paths are exact", "paths", ways_are_told);

    failed += subjects_run("paths are whole", ways_are_whole);
    return failed + subjects_run("clues are exact", clues_are_exact);
}
