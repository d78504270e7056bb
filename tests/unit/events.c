// SPDX-License-Identifier: MIT
// Events: what the last turn did to players is told truly to every reader. Who took whose last
// piece and whose turn is skipped is found anew by the rules, by playing the line again; and
// whoever cannot tell two deals apart is told the same. Constructed lines have their sentences in
// tests/data/events.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/history.h"
#include "tests/unit/subjects.h"

enum { GAMES = 60, FACTS = 16, SENTENCE = 200 };

// What happened, found by the rules.
struct happened {
    int taker, loser; // the loser is out; without a taker the loser's turn is skipped
    const char *piece;
};

struct facts {
    unsigned count;
    struct happened at[FACTS];
};

static void add(struct facts *f, int taker, int loser, const char *piece)
{
    for (unsigned i = 0; i < f->count; i++) {
        if (f->at[i].taker == taker && f->at[i].loser == loser)
            return;
    }
    assert_true(f->count < FACTS);
    f->at[f->count++] = (struct happened){taker, loser, piece};
}

static unsigned pieces_of(const struct scene *s, const struct scene_kind *kind)
{
    unsigned count = 0;

    for (unsigned i = 0; i < s->piece_count; i++)
        count += s->pieces[i].look.kind == kind;
    return count;
}

// The kind of piece of which an action took the last one.
static const char *last_taken(const struct scene *before, const struct scene *after)
{
    for (unsigned i = 0; i < before->piece_count; i++) {
        const struct scene_kind *kind = before->pieces[i].look.kind;
        if (pieces_of(after, kind) == 0)
            return kind->name;
    }
    return NULL;
}

// Whether a turn ended with an action: another seat acts, or the same one may not stop, and so
// begins a turn.
static bool ends_turn(const struct game *g, const struct game_position *before,
                      const struct game_position *after)
{
    struct game_actions list;
    char name[GAME_ACTION_BYTES];

    if (g->to_act(before) != g->to_act(after))
        return true;
    game_list(g, after, &list);
    for (unsigned i = 0; i < list.count; i++) {
        game_write_action(g, after, list.at[i], name);
        if (!strcmp(name, "stop") || !strncmp(name, "take", 4))
            return false;
    }
    return true;
}

static void note_action(const struct history *h, const struct game_position *before,
                        const struct game_position *after, bool over, struct facts *f)
{
    const struct game *g = h->game;
    int seats = game_seats(g, &h->options), taker = g->to_act(before), next = g->to_act(after);
    struct scene scenes[2];

    game_scene(g, before, GAME_PUBLIC, &scenes[0]);
    game_scene(g, after, GAME_PUBLIC, &scenes[1]);
    for (int seat = 0; seat < seats; seat++) {
        if (game_eliminated(g, after, seat) && !game_eliminated(g, before, seat))
            add(f, taker, seat, last_taken(&scenes[0], &scenes[1]));
    }
    if (over || !ends_turn(g, before, after))
        return;
    for (int i = 1; i < seats && (taker + i) % seats != next; i++) {
        int seat = (taker + i) % seats;
        if (!game_eliminated(g, after, seat))
            add(f, SCENE_NOBODY, seat, NULL);
    }
}

// All actions that the last seat made in a row, played again from the start.
static void find_facts(const struct history *h, const struct game_position *start, struct facts *f)
{
    const struct game *g = h->game;
    struct game_position before, after = *start;
    struct game_result result;

    *f = (struct facts){0};
    history_result(h, &result);
    for (unsigned i = 0; i < h->length; i++) {
        before = after;
        g->apply(&before, h->past[i].action, &after);
        if (i > 0 && g->to_act(&before) != g->to_act(&h->past[i - 1].before))
            *f = (struct facts){0};
        note_action(h, &before, &after, result.over, f);
    }
}

static bool says(const char *sentence, const char *part)
{
    return part && strstr(sentence, part) != NULL;
}

// Whether a sentence tells this to the reader.
static bool tells(const struct history *h, const char *sentence, const struct happened *it, int you)
{
    const struct game *g = h->game;
    const char *taker = it->taker >= 0 ? g->seat_names[it->taker] : "";
    bool own = it->taker >= 0 &&
               game_team(g, &h->options, it->taker) == game_team(g, &h->options, it->loser);
    bool team = you >= 0 && game_team(g, &h->options, you) == game_team(g, &h->options, it->loser);

    if (it->taker < 0)
        return says(sentence, "skipped") &&
               (you == it->loser ? says(sentence, "Your turn") && says(sentence, "you hold")
                                 : says(sentence, g->seat_names[it->loser]));
    if (!says(sentence, it->piece) || !says(sentence, "last"))
        return false;
    if (you == it->taker ? strncmp(sentence, "You took", 8) != 0 : !says(sentence, taker))
        return false;
    if (team)
        return says(sentence, "You are out") || says(sentence, "Your team is out");
    if (says(sentence, "You are out") || says(sentence, "Your"))
        return false;
    return own ? says(sentence, "own") : says(sentence, g->seat_names[it->loser]);
}

static void check_reader(const struct history *h, const struct facts *f, int you)
{
    struct scene s;
    unsigned told = 0;

    history_scene_for(h, you, you, &s);
    assert_int_equal(s.you, you);
    for (unsigned i = 0; i < f->count; i++) {
        bool found = false;
        for (unsigned k = 0; k < s.event_count; k++)
            found |= tells(h, scene_event_english(&s, &s.events[k]), &f->at[i], you);
        if (!found)
            fail_msg("not told: %d took the last %s of %d", f->at[i].taker, f->at[i].piece,
                     f->at[i].loser);
    }
    for (unsigned k = 0; k < s.event_count; k++) {
        const char *sentence = scene_event_english(&s, &s.events[k]);
        bool found = says(sentence, "now hold"); // the limit: checked by what is skipped
        for (unsigned i = 0; i < f->count; i++)
            found |= tells(h, sentence, &f->at[i], you);
        if (!found)
            fail_msg("told, and not so: %s", sentence);
        told += found;
        for (unsigned i = 0; i < k; i++)
            assert_string_not_equal(sentence, scene_event_english(&s, &s.events[i]));
    }
    assert_int_equal(told, s.event_count);
}

// Whoever reads without a seat, and a spectator while the game goes on, is told what everybody saw.
static void check_secret(const struct history *h)
{
    struct scene open, known;
    struct game_result result;

    history_result(h, &result);
    history_scene(h, GAME_PUBLIC, &open);
    for (int seat = 0; seat < game_seats(h->game, &h->options); seat++) {
        history_scene(h, seat, &known);
        assert_int_equal(open.event_count, known.event_count);
        for (unsigned i = 0; i < open.event_count; i++)
            assert_string_equal(scene_event_english(&open, &open.events[i]),
                                scene_event_english(&known, &known.events[i]));
    }
}

static void events_are_true(void **state)
{
    const struct subject *subject = *state;
    const struct game *g = subject->game;
    struct game_actions list;
    unsigned outs = 0, skips = 0;

    for (uint64_t seed = 1; g->ui->add_events && seed <= GAMES; seed++) {
        struct random r = random_from_seed(seed);
        struct game_position start;
        struct history h;
        struct facts f;
        g->start(&subject->options, seed, &start);
        history_init(&h, g, &subject->options, &start);
        for (;;) {
            history_list(&h, &list);
            if (!list.count)
                break;
            // Half of the players stop when they may, so that some are full long before others.
            bool stops = random_below(&r, 4) < 3 && g->to_act(&h.position) % 2;
            assert_true(
                history_play(&h, list.at[stops ? list.count - 1 : random_below(&r, list.count)]));
            find_facts(&h, &start, &f);
            for (int you = GAME_PUBLIC; you < game_seats(g, &subject->options); you++)
                check_reader(&h, &f, you);
            check_secret(&h);
            for (unsigned i = 0; i < f.count; i++) {
                outs += f.at[i].taker >= 0;
                skips += f.at[i].taker < 0;
            }
        }
        history_clear(&h);
    }
    if (g->ui->add_events)
        assert_true(outs >= GAMES / 2 && skips > 0);
}

// ---------------------------------------------------------------------------------------------
// Constructed lines
// ---------------------------------------------------------------------------------------------

// The next word of a text, which is cut there; NULL after the last.
static char *next_word(char **text, char between)
{
    char *word = *text, *end = strchr(word, between);

    if (!*word)
        return NULL;
    *text = end ? end + 1 : word + strlen(word);
    if (end)
        *end = 0;
    return word;
}

// Sentences one after the other, as `you` reads them.
static void tell_line(const struct game *g, char *fields[5], struct text *t)
{
    struct game_options options = {0};
    struct game_position start;
    struct history history;
    struct error e;
    struct scene s;

    for (char *at; (at = next_word(&fields[0], ',')) != NULL;)
        assert_true(game_set_option(g, &options, at, &e));
    if (!g->read(&options, fields[1], &start, &e))
        fail_msg("%s: %s", fields[1], e.message.text);
    history_init(&history, g, &options, &start);
    for (char *at; (at = next_word(&fields[2], ' ')) != NULL;) {
        if (!history_play_text(&history, at, &e))
            fail_msg("%s", e.message.text);
    }
    int you = fields[3][0] - '1';
    history_scene_for(&history, you, you, &s);
    for (unsigned i = 0; i < s.event_count; i++)
        text_format(t, "%s%s", i ? " " : "", scene_event_english(&s, &s.events[i]));
    history_clear(&history);
}

static void events_are_told(void **state)
{
    const struct game *g = *state;
    FILE *file = subject_data("events", g);
    char line[600], told[4 * SENTENCE];
    unsigned lines = 0;

    while (fgets(line, sizeof line, file)) {
        char *fields[5], *at = line;
        struct text t;
        line[strcspn(line, "\n")] = 0;
        if (*line == '#')
            continue;
        for (unsigned i = 0; i < 5; i++) {
            assert_non_null(at);
            fields[i] = at;
            at = strchr(at, '\t');
            if (at)
                *at++ = 0;
        }
        text_init(&t, told, sizeof told);
        tell_line(g, fields, &t);
        assert_string_equal(told, fields[4]);
        lines++;
    }
    fclose(file);
    assert_true(lines > 0);
}

int main(void)
{
    int failed = subjects_run_data("events are told", "events", events_are_told);

    return failed + subjects_run("events are true", events_are_true);
}
