// SPDX-License-Identifier: MIT
// Studies without a server: what is asked for and what replaying the notes gives are one, whatever
// is done and in whatever game; nothing that was not checked gets in; no hash gets out.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/token.h"
#include "server/study/studyjson.h"
#include "tests/unit/subjects.h"

enum { STEPS = 160, EVENTS_MOST = 400 };

struct desk {
    struct study study;
    struct store_document row;
    struct store_event events[EVENTS_MOST];
    unsigned count;
};

static void begin(struct desk *d, const struct game *g, const struct game_options *options)
{
    unsigned char lock[STORE_HASH];
    char start[GAME_TEXT_BYTES] = "";
    struct error e = {0};

    *d = (struct desk){.row = {.id = "abcdefghijk", .created = 5}};
    memset(lock, 0xab, sizeof lock);
    assert_true(study_start(g, options, 7, start, &e));
    study_found(&d->row, &d->events[0], g, options, start, lock);
    d->count = 1;
    if (!study_read(&d->study, &d->row, d->events, 1, &e))
        fail_msg("%s", e.message.text);
}

// Does a request, as the server does; -1 when it is refused, else the node.
static int try_request(struct desk *d, const struct study_request *request)
{
    struct error e = {0};
    struct study_change change;
    unsigned at;

    assert_true(d->count < EVENTS_MOST);
    struct store_event *event = &d->events[d->count];
    if (!study_check(&d->study, request, event, &at, &e)) {
        assert_true(e.message.text[0]);
        return -1;
    }
    if (!event->kind[0])
        return (int)at;
    event->at = d->count;
    if (!study_apply(&d->study, event, &change, &e))
        fail_msg("%s: %s", event->text, e.message.text);
    assert_int_equal(d->study.number, ++d->count);
    return (int)at;
}

static int add(struct desk *d, unsigned at, const char *actions)
{
    struct study_request request = {.what = STUDY_ADD, .at = at};

    snprintf(request.text, sizeof request.text, "%s", actions);
    return try_request(d, &request);
}

static int say(struct desk *d, unsigned at, unsigned remark, const char *text)
{
    struct study_request request = {.what = STUDY_SAY, .at = at, .remark = remark, .name = "Ann"};

    snprintf(request.text, sizeof request.text, "%s", text);
    return try_request(d, &request);
}

static int do_at(struct desk *d, enum study_do what, unsigned at)
{
    struct study_request request = {.what = what, .at = at};

    return try_request(d, &request);
}

struct buffer {
    char at[200000];
    size_t length;
};

static void keep(void *to, const char *bytes, size_t count)
{
    struct buffer *b = to;

    assert_true(b->length + count < sizeof b->at);
    memcpy(b->at + b->length, bytes, count);
    b->length += count;
    b->at[b->length] = 0;
}

static char *told(const struct study *s)
{
    struct buffer *b = calloc(1, sizeof *b);
    struct output out = {.write = keep, .to = b};
    struct json_writer j;

    assert_non_null(b);
    json_write_init(&j, &out);
    json_write_object(&j, NULL);
    studyjson_whole(s, &j);
    json_write_end_object(&j);
    assert_null(strstr(b->at, "abababab")); // the lock
    return (char *)b;
}

// What stands there is what its notes say.
static void check_replay(const struct desk *d)
{
    struct error e = {0};
    struct study again;
    char *one = told(&d->study), *other;

    if (!study_read(&again, &d->row, d->events, d->count, &e))
        fail_msg("%s", e.message.text);
    other = told(&again);
    assert_string_equal(one, other);
    study_clear(&again);
    free(one);
    free(other);
}

// ---------------------------------------------------------------------------------------------
// Every game, at random
// ---------------------------------------------------------------------------------------------

// A node that is there.
static unsigned any_node(const struct desk *d, struct random *r)
{
    unsigned at;

    do
        at = (unsigned)random_below(r, d->study.node_count);
    while (!study_has(&d->study, at));
    return at;
}

// Adds a random legal action, found without the study: by replaying its path.
static void add_any(struct desk *d, struct random *r, unsigned at)
{
    const struct game *g = d->study.game;
    struct game_position p = d->study.first;
    unsigned path[STUDY_NODES], length = 0;
    struct game_actions list;
    char text[GAME_ACTION_BYTES];
    game_action action;

    for (unsigned n = at; n; n = d->study.nodes[n].parent)
        path[length++] = n;
    while (length--) {
        assert_true(game_find(g, &p, d->study.nodes[path[length]].action, &action));
        g->apply(&p, action, &p);
    }
    game_list(g, &p, &list);
    if (!list.count) {
        assert_int_equal(add(d, at, "a1"), -1);
        return;
    }
    game_write_action(g, &p, list.at[random_below(r, list.count)], text);
    unsigned before = d->study.node_count;
    int node = add(d, at, text);
    if (node < 0)
        return; // over by repetition
    assert_int_equal(d->study.nodes[node].parent, at);
    assert_string_equal(d->study.nodes[node].action, text);
    assert_int_equal(d->study.nodes[node].seat, g->to_act(&p));
    assert_true((unsigned)node == before || (unsigned)node < before);
    // A twin is the same node, and no note.
    unsigned count = d->count;
    assert_int_equal(add(d, at, text), node);
    assert_int_equal(d->count, count);
}

static void draw_any(struct desk *d, struct random *r, unsigned at)
{
    struct study_request request = {.what = STUDY_DRAW, .at = at, .on = random_below(r, 3) > 0};
    struct scene *scene = calloc(1, sizeof *scene);

    assert_non_null(scene);
    game_scene(d->study.game, &d->study.first, GAME_PUBLIC, scene);
    snprintf(request.from, sizeof request.from, "%s",
             scene->spots[random_below(r, scene->spot_count)].name);
    snprintf(request.to, sizeof request.to, "%s",
             scene->spots[random_below(r, scene->spot_count)].name);
    try_request(d, &request); // may be refused: boards can change their shape
    free(scene);
}

static void games_are_studied(void **state)
{
    const struct subject *subject = *state;
    struct desk *d = malloc(sizeof *d);
    struct random r = random_from_seed(11);

    assert_non_null(d);
    begin(d, subject->game, &subject->options);
    for (unsigned i = 0; i < STEPS; i++) {
        unsigned at = any_node(d, &r);
        switch (random_below(&r, 12)) {
        case 0:
            do_at(d, STUDY_LEAD, at);
            break;
        case 1:
            say(d, at, 0, "a remark");
            break;
        case 2:
            draw_any(d, &r, at);
            break;
        case 3:
            if (random_below(&r, 4) == 0)
                do_at(d, STUDY_DROP, at);
            break;
        default:
            add_any(d, &r, random_below(&r, 3) ? d->study.node_count - 1 : at);
        }
        if (!study_has(&d->study, d->study.node_count - 1))
            add_any(d, &r, any_node(d, &r));
    }
    assert_true(d->study.node_count > (d->study.game->unlisted ? 2 : STEPS / 4));
    check_replay(d);
    study_clear(&d->study);
    free(d);
}

// ---------------------------------------------------------------------------------------------
// One game by hand
// ---------------------------------------------------------------------------------------------

static struct desk *begin_one(void)
{
    struct desk *d = malloc(sizeof *d);
    const struct game_options usual = {0};

    assert_non_null(d);
    begin(d, game_named("tiku"), &usual);
    return d;
}

static void end(struct desk *d)
{
    study_clear(&d->study);
    free(d);
}

static void remarks_are_kept_and_go(void **state)
{
    static const char turned[] = {'a',    '\xe2', '\x80',
                                  '\xae', 'b',    0}; // the direction of what follows
    struct desk *d = begin_one();

    (void)state;
    assert_int_equal(add(d, 0, "a2a4 b5b3"), 2);
    assert_int_equal(say(d, 2, 0, "first"), 2);
    unsigned first = d->study.remarks[0].number;
    assert_int_equal(say(d, 2, first, "better"), 2);
    assert_string_equal(d->study.remarks[0].text, "better");
    assert_int_equal(d->study.remarks[0].number, first);
    assert_int_equal(say(d, 1, first, "elsewhere"), -1);
    assert_int_equal(say(d, 2, first + 1, "none"), -1);
    assert_int_equal(say(d, 2, 0, ""), -1);
    assert_int_equal(say(d, 2, 0, turned), -1);
    assert_int_equal(say(d, 2, first, ""), 2);
    assert_int_equal(d->study.remark_count, 0);
    for (unsigned i = 0; i < STUDY_REMARKS; i++)
        assert_int_equal(say(d, 1, 0, "again"), 1);
    assert_int_equal(say(d, 1, 0, "one too many"), -1);
    assert_int_equal(do_at(d, STUDY_DROP, 1), 1);
    assert_int_equal(d->study.remark_count, 0);
    assert_false(study_has(&d->study, 2));
    assert_int_equal(say(d, 2, 0, "gone"), -1);
    assert_int_equal(do_at(d, STUDY_DROP, 0), -1);
    check_replay(d);
    end(d);
}

static void lines_fork_and_lead(void **state)
{
    struct desk *d = begin_one();

    (void)state;
    assert_int_equal(add(d, 0, "a2a4 b5b3"), 2);
    assert_int_equal(add(d, 0, "a2a4  c5c3 "), 3);
    assert_int_equal(add(d, 1, "c5c3"), 3);
    assert_int_equal(d->count, 3);
    assert_int_equal(do_at(d, STUDY_LEAD, 3), 3);
    assert_int_equal(d->study.nodes[1].child, 3);
    assert_int_equal(d->study.nodes[3].next, 2);
    unsigned count = d->count;
    assert_int_equal(do_at(d, STUDY_LEAD, 3), 3); // it does already
    assert_int_equal(d->count, count);
    assert_int_equal(add(d, 0, "a2a4 b5b3 a2a4"), -1); // nothing of a line that is wrong
    assert_int_equal(add(d, 0, ""), -1);
    assert_int_equal(add(d, 0, "averyveryverylongword"), -1);
    assert_int_equal(d->study.node_count, 4);
    check_replay(d);
    end(d);
}

static void keys_open(void **state)
{
    struct desk *d = begin_one();
    struct study_request request = {.what = STUDY_KEY};
    struct error e;
    char key[TOKEN_TEXT];

    (void)state;
    assert_true(token_begin(&e));
    token_make(key);
    assert_false(study_opens(&d->study, key));
    assert_false(study_opens(&d->study, ""));
    assert_true(token_hash(key, request.lock));
    assert_int_equal(try_request(d, &request), 0);
    assert_true(study_opens(&d->study, key));
    check_replay(d);
    end(d);
}

// What stands in a database that somebody else wrote to.
static void bad_events_are_refused(void **state)
{
    static const struct store_event bad[] = {
        {.kind = "add", .text = "0 z9"},  {.kind = "add", .text = "9 a2a4"},
        {.kind = "add", .text = ""},      {.kind = "say", .text = "0 7\nAnn\ntext"},
        {.kind = "say", .text = "0 0"},   {.kind = "drop", .text = "5"},
        {.kind = "key", .text = "short"}, {.kind = "join", .text = "0"},
    };
    struct desk *d = begin_one();
    struct study_change change;
    struct error e;

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct store_event event = bad[i];
        event.number = d->study.number;
        e.message.text[0] = 0;
        assert_false(study_apply(&d->study, &event, &change, &e));
        assert_true(e.message.text[0]);
    }
    struct store_event late = {.kind = "name", .text = "x", .number = 9};
    assert_false(study_apply(&d->study, &late, &change, &e));
    struct store_document row = d->row;
    struct study other;
    snprintf(row.kind, sizeof row.kind, "tournament");
    assert_false(study_read(&other, &row, d->events, d->count, &e));
    study_clear(&other);
    snprintf(row.kind, sizeof row.kind, "study");
    assert_false(study_read(&other, &row, d->events, 0, &e));
    study_clear(&other);
    snprintf(row.settings, sizeof row.settings, "chess -");
    assert_false(study_read(&other, &row, d->events, d->count, &e));
    study_clear(&other);
    end(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(remarks_are_kept_and_go),
        cmocka_unit_test(lines_fork_and_lead),
        cmocka_unit_test(keys_open),
        cmocka_unit_test(bad_events_are_refused),
    };

    return subjects_run("study", games_are_studied) + cmocka_run_group_tests(tests, NULL, NULL);
}
