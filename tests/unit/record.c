// SPDX-License-Identifier: MIT
// Records: random games of every subject with times, help, comments, variations and all ends
// survive being written and read; views tell nothing; damaged texts are refused or read, and never
// half.
#include <string.h>

#include "games/registry.h"
#include "record/link.h"
#include "record/recordjson.h"
#include "tests/unit/recorded.h"

enum { GAMES = 6 };

// ---------------------------------------------------------------------------------------------
// Round trips
// ---------------------------------------------------------------------------------------------

static void assert_same_nodes(const struct record *a, const struct record *b, unsigned m,
                              unsigned n)
{
    const struct record_node *x = &a->nodes[m], *y = &b->nodes[n];

    assert_string_equal(x->action, y->action);
    assert_string_equal(x->comment ? x->comment : "(none)", y->comment ? y->comment : "(none)");
    assert_true(x->seat == y->seat && x->hints == y->hints && x->note == y->note);
    assert_true(x->timed == y->timed && x->spent == y->spent && x->turn == y->turn);
    for (m = x->child, n = y->child; m && n; m = a->nodes[m].next, n = b->nodes[n].next)
        assert_same_nodes(a, b, m, n);
    assert_true(m == 0 && n == 0);
}

static void assert_same_setup(const struct match_setup *a, const struct match_setup *b)
{
    assert_memory_equal(&a->options, &b->options, sizeof a->options);
    assert_true(a->clock.base == b->clock.base && a->clock.increment == b->clock.increment);
    assert_true(a->clock.each_turn == b->clock.each_turn);
    assert_true(a->game == b->game && a->seed == b->seed);
    assert_string_equal(a->start, b->start);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        assert_int_equal(a->seats[seat].who, b->seats[seat].who);
        assert_string_equal(a->seats[seat].name, b->seats[seat].name);
        assert_string_equal(a->seats[seat].player, b->seats[seat].player);
    }
}

static void assert_same(const struct record *a, const struct record *b)
{
    assert_same_setup(&a->setup, &b->setup);
    assert_string_equal(a->view, b->view);
    assert_string_equal(a->date, b->date);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        assert_true(a->left[seat] == b->left[seat]);
    assert_true(a->owner == b->owner && a->left_known == b->left_known);
    assert_true(a->end.how == b->end.how && a->end.seat == b->end.seat);
    assert_memory_equal(&a->result, &b->result, sizeof a->result);
    assert_true(a->draw_offer == b->draw_offer && a->hints == b->hints);
    assert_int_equal(a->tag_count, b->tag_count);
    for (unsigned i = 0; i < a->tag_count; i++) {
        assert_string_equal(a->tags[i].name, b->tags[i].name);
        assert_string_equal(a->tags[i].value, b->tags[i].value);
    }
    assert_int_equal(a->count, b->count);
    assert_same_nodes(a, b, RECORD_START, RECORD_START);
}

// Through JSON and back.
static void assert_json(const struct record *r)
{
    static struct buffer json;
    struct output out = buffer_output(&json);
    struct record again;
    struct error e;

    record_init(&again);
    recordjson_write(r, &out);
    if (!recordjson_read(&again, json.at, json.text.length, &e))
        fail_msg("%s\n%s", e.message.text, json.at);
    assert_same(r, &again);
    record_clear(&again);
}

// Through the text and back, which gives the same text again; and through JSON.
static void assert_round_trip(const struct record *r)
{
    static struct buffer first, second;
    struct record again;
    struct error e;

    record_init(&again);
    written(r, &first);
    if (!record_read(&again, first.at, first.text.length, &e))
        fail_msg("%s\n%s", e.message.text, first.at);
    assert_same(r, &again);
    assert_string_equal(written(&again, &second), first.at);
    record_clear(&again);
    assert_json(r);
}

// A link holds the setup, the main line and the end, and gives the same link again.
static void assert_links(const struct record *r)
{
    static struct buffer first, second;
    struct output out = buffer_output(&first), again_out = buffer_output(&second);
    struct record again;
    struct error e;

    if (r->setup.game->hidden && r->end.how == MATCH_GOES_ON) {
        assert_false(link_write(r, &out, &e));
        assert_int_equal(first.text.length, 0);
        return;
    }
    record_init(&again);
    if (!link_write(r, &out, &e) || !link_read(&again, first.at, first.text.length, &e))
        fail_msg("%s\n%s", e.message.text, first.at);
    assert_true(link_write(&again, &again_out, &e));
    assert_string_equal(first.at, second.at);
    assert_same_setup(&r->setup, &again.setup);
    assert_memory_equal(&r->result, &again.result, sizeof r->result);
    assert_string_equal(r->date, again.date);
    assert_int_equal(record_length(r), record_length(&again));
    for (unsigned m = r->nodes[0].child, n = 1; m; m = r->nodes[m].child, n++)
        assert_string_equal(r->nodes[m].action, again.nodes[n].action);
    record_clear(&again);
}

// A usual game from a seed, with names, a clock and a date, has a link of less than 300 letters.
static void links_are_short(void **state)
{
    static struct buffer link;
    const struct subject *s = *state;

    for (uint64_t seed = 1; seed <= 2 * GAMES; seed++) {
        struct output out = buffer_output(&link);
        struct record r;
        struct match m;
        struct error e;

        random_match(s, seed, 10000, &m);
        record_init(&r);
        m.setup.start[0] = 0;
        assert_true(record_of_match(&r, &m, 0, &e));
        assert_true(link_write(&r, &out, &e));
        assert_in_range(link.text.length, 1, 299);
        record_clear(&r);
        match_clear(&m);
    }
}

// A match that was recorded and resumed goes on as if nothing had happened.
static void assert_resumes(const struct record *r, const struct match *m)
{
    struct match again;
    struct game_result a, b;
    struct error e;

    if (!record_match(r, &again, &e))
        fail_msg("%s", e.message.text);
    assert_int_equal(again.history.length, m->history.length);
    assert_memory_equal(&again.history.position, &m->history.position,
                        m->setup.game->position_size);
    match_result(m, &a);
    match_result(&again, &b);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(again.draw_offer == m->draw_offer && again.hints == m->hints);
    assert_int_equal(again.end.how, m->end.how);
    for (unsigned i = 0; i < m->history.length; i++) {
        assert_int_equal(again.entries[i].action, m->entries[i].action);
        assert_int_equal(again.entries[i].hints, m->entries[i].hints);
        assert_true(again.entries[i].spent == m->entries[i].spent);
    }
    for (int seat = 0; m->setup.clock.base && seat < match_seats(m); seat++)
        assert_true(again.clock.left[seat] == m->clock.left[seat]);
    match_clear(&again);
}

static void round_trip(void **state)
{
    const struct subject *s = *state;

    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct random random = random_from_seed(seed + 1000);
        struct record r;
        struct match m;
        struct error e;

        random_match(s, seed, seed % 2 ? 10000 : random_below(&random, 20), &m);
        record_init(&r);
        assert_true(record_of_match(&r, &m, RECORD_ALL, &e));
        assert_round_trip(&r);
        assert_resumes(&r, &m);
        add_variations(&r, &random);
        add_remarks(&r, &random);
        assert_round_trip(&r);
        assert_links(&r);
        assert_resumes(&r, &m);
        record_clear(&r);
        match_clear(&m);
    }
}

// ---------------------------------------------------------------------------------------------
// Views
// ---------------------------------------------------------------------------------------------

// The same actions from another start; false when they are not legal there.
static bool play_again(const struct match *m, const struct game_position *start,
                       struct match *again)
{
    struct match_setup setup = m->setup;
    struct error e;
    struct text t;
    bool fine = true;

    text_init(&t, setup.start, sizeof setup.start);
    setup.game->write(start, &t);
    assert_true(match_init(again, &setup, &e));
    for (unsigned i = 0; fine && i < m->history.length; i++) {
        char action[GAME_ACTION_BYTES];
        match_action_text(m, i, action);
        fine = match_to_act(again) == m->entries[i].seat && match_play_text(again, action, 0, &e);
        if (fine) {
            again->entries[i].hints = m->entries[i].hints;
            again->entries[i].timed = m->entries[i].timed;
            again->entries[i].spent = m->entries[i].spent;
        }
    }
    again->clock = m->clock;
    again->draw_offer = m->draw_offer;
    return fine && !match_over(again);
}

static const char *view_text(const struct match *m, int seat, char text[GAME_TEXT_BYTES])
{
    struct game_position seen;
    struct text t;

    game_view(m->setup.game, &m->history.position, seat, &seen);
    text_init(&t, text, GAME_TEXT_BYTES);
    m->setup.game->write(&seen, &t);
    return text;
}

// Deals anew what a seat did not know at the start. If the seat cannot tell the two games from each
// other, the record that it gets is the same to the byte.
static unsigned assert_blind(const struct match *m, int seat, const char *bytes,
                             struct random *random)
{
    static struct buffer buffer;
    char now[GAME_TEXT_BYTES], other[GAME_TEXT_BYTES];
    struct game_position seen, start;
    struct match again;
    struct record r;
    struct error e;
    unsigned compared = 0;

    game_view(m->setup.game, &m->start, seat, &seen);
    game_determinize(m->setup.game, &seen, random, &start);
    bool differs = memcmp(&start, &m->start, m->setup.game->position_size) != 0;
    if (play_again(m, &start, &again) && differs &&
        !strcmp(view_text(m, seat, now), view_text(&again, seat, other))) {
        record_init(&r);
        assert_true(record_of_match(&r, &again, seat, &e));
        assert_string_equal(written(&r, &buffer), bytes);
        record_clear(&r);
        compared++;
    }
    match_clear(&again);
    return compared;
}

static void views_tell_nothing(void **state)
{
    static struct buffer buffer;
    const struct subject *s = *state;
    struct random random = random_from_seed(3);
    unsigned compared = 0;

    if (!s->game->hidden)
        return;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct match m;
        random_match(s, seed, (unsigned)seed * 2, &m);
        for (int seat = GAME_PUBLIC; seat < match_seats(&m) && !match_over(&m); seat++) {
            struct record r;
            struct match resumed;
            struct error e;
            record_init(&r);
            assert_true(record_of_match(&r, &m, seat, &e));
            assert_true(record_is_view(&r));
            assert_round_trip(&r);
            assert_links(&r);
            assert_false(record_match(&r, &resumed, &e));
            match_clear(&resumed);
            written(&r, &buffer);
            for (int i = 0; i < 5; i++)
                compared += assert_blind(&m, seat, buffer.at, &random);
            record_clear(&r);
        }
        match_clear(&m);
    }
    assert_true(compared >= 10);
}

// ---------------------------------------------------------------------------------------------
// Damage
// ---------------------------------------------------------------------------------------------

typedef bool reader(struct record *r, const char *text, size_t length, struct error *e);

// Reads something that may be damaged. Whatever is read can be written and read again; whatever is
// not says why and leaves nothing.
static bool survives(reader *read, const char *text, size_t length)
{
    struct record r;
    struct error e = {0};

    record_init(&r);
    bool fine = read(&r, text, length, &e);
    if (fine) {
        assert_round_trip(&r);
    } else {
        assert_true(e.message.text[0] && !strchr(e.message.text, '\n'));
        assert_int_equal(r.count, 0);
        assert_int_equal(r.tag_count, 0);
    }
    record_clear(&r);
    return fine;
}

static void damage(reader *read, struct buffer *whole, bool checked)
{
    struct random random = random_from_seed(whole->text.length);
    size_t length = whole->text.length;

    assert_true(survives(read, whole->at, length));
    while (length > 0 && whole->at[length - 1] == '\n')
        length--;
    for (size_t cut = 0; cut < length; cut++)
        assert_false(survives(read, whole->at, cut));
    for (unsigned i = 0; i < 300; i++) {
        size_t place = random_below(&random, (unsigned)length);
        char kept = whole->at[place];
        whole->at[place] = (char)(kept ^ (1 << random_below(&random, 8)));
        bool read_it = survives(read, whole->at, length);
        assert_false(checked && read_it);
        whole->at[place] = kept;
    }
}

static void damaged_ones_are_refused(void **state)
{
    static struct buffer text, json, link;
    struct output to_json = buffer_output(&json), to_link = buffer_output(&link);
    struct random random = random_from_seed(5);
    struct record r;
    struct match m;
    struct error e;

    random_match(*state, 7, 12, &m);
    if (!match_over(&m))
        assert_true(match_resign(&m, 0, 0, &e));
    record_init(&r);
    assert_true(record_of_match(&r, &m, 0, &e));
    add_variations(&r, &random);
    add_remarks(&r, &random);
    written(&r, &text);
    recordjson_write(&r, &to_json);
    assert_true(link_write(&r, &to_link, &e));
    damage(record_read, &text, false);
    damage(recordjson_read, &json, false);
    damage(link_read, &link, true);
    record_clear(&r);
    match_clear(&m);
}

// ---------------------------------------------------------------------------------------------
// Single cases
// ---------------------------------------------------------------------------------------------

static void read_well(struct record *r, const char *text)
{
    struct error e;

    record_init(r);
    if (!record_read(r, text, strlen(text), &e))
        fail_msg("%s", e.message.text);
}

static void hand_written_ones_are_read(void **state)
{
    static struct buffer buffer;
    struct record r;

    (void)state;
    read_well(
        &r,
        "\xef\xbb\xbf[Game \"tiku\"]\r\n\r\na2a4?! b5b3 (b5b4) (2... c5c4 {why not} (2. d5d4 a4b4))"
        "\r\n3.a4b4 ! {fine} * \n\n");
    assert_string_equal(written(&r, &buffer),
                        "[Game \"tiku\"]\n[Seat1Player \"person\"]\n[Seat2Player \"person\"]\n"
                        "[Result \"ongoing\"]\n\n1. a2a4?! 2. b5b3 (2. b5b4) (2. c5c4 {why not}) "
                        "(2. d5d4 3. a4b4) 3. a4b4!\n{fine} *\n");
    assert_int_equal(record_length(&r), 3);
    assert_round_trip(&r);
    record_clear(&r);
}

static void several_games_are_read(void **state)
{
    static const char two[] = "[Game \"null\"]\n1. 2 *\n\n[Game \"null\"]\n\n2 2 2 1 *\n";
    const char *at = two;
    size_t length = strlen(two);
    unsigned line = 1;
    struct record r;
    struct error e;

    (void)state;
    record_init(&r);
    assert_true(record_read_next(&r, &at, &length, &line, &e));
    assert_int_equal(record_length(&r), 1);
    assert_int_equal(line, 4);
    assert_true(record_read_next(&r, &at, &length, &line, &e));
    assert_int_equal(r.end.how, MATCH_BY_RULES);
    assert_int_equal(r.result.outcome[1], GAME_WIN);
    assert_false(record_read_next(&r, &at, &length, &line, &e));
    assert_string_equal(e.message.text, "");
    assert_false(record_read(&r, two, strlen(two), &e));
    assert_string_equal(e.message.text, "line 4: something stands behind the end of the game");
    record_clear(&r);
}

// A variation may go where the main line was drawn by repetition, and no line goes on after that.
static void repetition_counts_along_each_line(void **state)
{
    static struct buffer text;
    static const char *const round[] = {"a2a1", "f5f6", "a1a2", "f6f5"};
    struct record r;
    struct error e;
    unsigned played = 0;
    bool fine = true;

    (void)state;
    record_init(&r);
    while (fine && ++played < 40) {
        text_init(&text.text, text.at, sizeof text.at);
        text_add(&text.text, "[Game \"tiku\"]\n");
        for (unsigned i = 0; i < played; i++)
            text_format(&text.text, "%s ", round[i % 4]);
        text_add(&text.text, "*");
        fine = record_read(&r, text.at, text.text.length, &e);
        if (fine && r.end.how == MATCH_BY_RULES)
            assert_int_equal(r.result.outcome[0], GAME_DRAW);
    }
    assert_true(played > 8);
    assert_non_null(strstr(e.message.text, "comes after the end of the game"));
    record_clear(&r);
}

// A random game of which every action stands in a variation of the one before it: so many are read,
// and no more.
static void nesting_has_an_end(void **state)
{
    enum { DEEPEST = 32 };
    static struct buffer text;
    struct subject s = {.game = registry_find("tiku")};
    struct error e;
    struct match m;

    (void)state;
    random_match(&s, 4, 10000, &m);
    assert_true(m.history.length > DEEPEST);
    for (unsigned levels = DEEPEST; levels <= DEEPEST + 1; levels++) {
        struct random random = random_from_seed(1);
        struct record r;
        unsigned node = RECORD_START;
        record_init(&r);
        assert_true(record_of_match(&r, &m, 0, &e));
        r.count = 1;
        r.nodes[RECORD_START].child = 0;
        r.end.how = MATCH_GOES_ON;
        r.result = (struct game_result){0};
        for (unsigned i = 0; i < levels; i++) {
            char action[GAME_ACTION_BYTES], other[GAME_ACTION_BYTES];
            int seat = m.entries[i].seat;
            match_action_text(&m, i, action);
            r.nodes[node].child = 0;
            do
                assert_true(legal_action(&r, node, &random, other, &seat));
            while (!strcmp(other, action));
            assert_int_not_equal(record_add(&r, node, other, seat), 0);
            node = record_add(&r, node, action, seat);
        }
        written(&r, &text);
        if (levels == DEEPEST)
            assert_round_trip(&r);
        else
            assert_false(record_read(&r, text.at, text.text.length, &e));
        record_clear(&r);
    }
    assert_non_null(strstr(e.message.text, "nested more than 32 deep"));
    match_clear(&m);
}

static void names_are_made_readable(void **state)
{
    struct match_setup setup = {.game = registry_find("null")};
    struct match m;
    struct record r;
    struct error e;
    struct text t;

    (void)state;
    text_init(&t, setup.seats[0].name, sizeof setup.seats[0].name);
    text_add(&t, "cut \xe2\x99");
    text_init(&t, setup.seats[1].name, sizeof setup.seats[1].name);
    text_add(&t, "a\nb");
    assert_true(match_init(&m, &setup, &e));
    record_init(&r);
    assert_true(record_of_match(&r, &m, 0, &e));
    assert_string_equal(r.setup.seats[0].name, "cut ??");
    assert_string_equal(r.setup.seats[1].name, "a?b");
    assert_round_trip(&r);
    record_clear(&r);
    match_clear(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hand_written_ones_are_read),
        cmocka_unit_test(several_games_are_read),
        cmocka_unit_test(repetition_counts_along_each_line),
        cmocka_unit_test(nesting_has_an_end),
        cmocka_unit_test(names_are_made_readable),
    };

    return subjects_run("round trip", round_trip) + subjects_run("links", links_are_short) +
           subjects_run("views", views_tell_nothing) +
           subjects_run("damage", damaged_ones_are_refused) +
           cmocka_run_group_tests_name("records", tests, NULL, NULL);
}
