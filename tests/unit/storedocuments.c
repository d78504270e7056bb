// SPDX-License-Identifier: MIT
// Things and their notes: numbers without a gap, one writer a number, games that hang on a note, what readers find and
// what other processes hear. On both databases.
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/stored.h"

static struct store *open_place(void **state)
{
    return stored_open(((const struct place *)*state)->where);
}

static struct store_write new_thing(const char *id, const char *kind, int64_t owner,
                                    int64_t created)
{
    struct store_write w = {.kind = STORE_ADD_THING};

    snprintf(w.thing.id, sizeof w.thing.id, "%s", id);
    snprintf(w.thing.kind, sizeof w.thing.kind, "%s", kind);
    snprintf(w.thing.title, sizeof w.thing.title, "Thing %s \xc3\xa9", id);
    snprintf(w.thing.settings, sizeof w.thing.settings, "rounds=5");
    w.thing.owner = owner;
    w.thing.listed = true;
    w.thing.created = w.thing.changed = created;
    return w;
}

static struct store_write new_note(const char *thing, unsigned number, int64_t account)
{
    struct store_write w = {.kind = STORE_ADD_NOTE};

    snprintf(w.note.thing, sizeof w.note.thing, "%s", thing);
    snprintf(w.note.kind, sizeof w.note.kind, "join");
    snprintf(w.note.text, sizeof w.note.text, "note %u", number);
    w.note.number = number;
    w.note.account = account;
    w.note.at = STORED_TIME + number;
    return w;
}

static unsigned note_count(struct store *s, const char *thing)
{
    struct store_note *notes = NULL;
    struct error e = {.text = ""};
    unsigned count = 0;

    if (!store_notes(s, thing, 0, &notes, &count, &e))
        fail_msg("%s", e.text);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(notes[i].number, i);
        assert_string_equal(notes[i].thing, thing);
    }
    free(notes);
    return count;
}

static void things_come_back_as_written(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write w = new_thing("cup", "tournament", ann, 500);
    struct store_thing thing;
    struct error e = {.text = ""};
    bool found;

    assert_int_equal(stored_one(s, w), STORE_DONE);
    assert_int_equal(stored_one(s, w), STORE_TAKEN);
    assert_int_equal(stored_one(s, new_thing("lost", "tournament", ann + 7, 1)), STORE_MISSING);
    assert_true(store_thing(s, "cup", &thing, &found, &e) && found);
    assert_string_equal(thing.title, w.thing.title);
    assert_string_equal(thing.settings, "rounds=5");
    assert_string_equal(thing.kind, "tournament");
    assert_string_equal(thing.owner_name, "Ann");
    assert_int_equal(thing.owner, ann);
    assert_int_equal(thing.created, 500);
    assert_int_equal(thing.notes, 0);
    assert_true(thing.listed && thing.phase == STORE_OPEN);

    w.kind = STORE_SET_THING;
    w.thing.phase = STORE_OVER;
    w.thing.changed = 900;
    w.thing.listed = false;
    snprintf(w.thing.settings, sizeof w.thing.settings, "rounds=6");
    assert_int_equal(stored_one(s, w), STORE_DONE);
    assert_int_equal(stored_one(s, new_note("cup", 0, ann)), STORE_DONE);
    assert_true(store_thing(s, "cup", &thing, &found, &e) && found);
    assert_string_equal(thing.settings, "rounds=6");
    assert_true(!thing.listed && thing.phase == STORE_OVER && thing.changed == 900);
    assert_int_equal(thing.notes, 1);

    snprintf(w.thing.id, sizeof w.thing.id, "none");
    assert_int_equal(stored_one(s, w), STORE_MISSING);
    assert_true(store_thing(s, "none", &thing, &found, &e) && !found);
    store_close(s);
}

static void notes_have_no_gap(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_note *notes = NULL;
    struct error e = {.text = ""};
    unsigned count = 0;

    assert_int_equal(stored_one(s, new_thing("cup", "tournament", 0, 1)), STORE_DONE);
    assert_int_equal(stored_one(s, new_note("cup", 1, 0)), STORE_TAKEN); // not the next one
    assert_int_equal(stored_one(s, new_note("cup", 0, ann)), STORE_DONE);
    assert_int_equal(stored_one(s, new_note("cup", 0, 0)), STORE_TAKEN);
    assert_int_equal(stored_one(s, new_note("cup", 1, 0)), STORE_DONE);
    assert_int_equal(stored_one(s, new_note("cup", 2, ann + 9)), STORE_MISSING);
    assert_int_equal(stored_one(s, new_note("pot", 0, 0)), STORE_MISSING);
    assert_true(store_notes(s, "cup", 1, &notes, &count, &e));
    assert_int_equal(count, 1);
    assert_string_equal(notes[0].text, "note 1");
    assert_int_equal(notes[0].at, STORED_TIME + 1);
    free(notes);
    assert_true(store_notes(s, "cup", 0, &notes, &count, &e));
    assert_int_equal(count, 2);
    assert_string_equal(notes[0].name, "Ann");
    assert_string_equal(notes[0].kind, "join");
    assert_int_equal(notes[0].account, ann);
    free(notes);
    store_close(s);
}

// Nothing that the databases could not take, or would read otherwise, gets through.
static void unsound_notes_are_refused(void **state)
{
    struct store *s = open_place(state);
    struct store_write w[3] = {new_note("cup", 0, 0), new_note("cup", 0, 0), new_note("cup", 0, 0)};

    assert_int_equal(stored_one(s, new_thing("cup", "tournament", 0, 1)), STORE_DONE);
    memset(w[0].note.text, 'x', sizeof w[0].note.text);
    snprintf(w[1].note.text, sizeof w[1].note.text, "\xff");
    snprintf(w[2].note.thing, sizeof w[2].note.thing, "a b");
    for (int i = 0; i < 3; i++)
        assert_int_equal(stored_one(s, w[i]), STORE_FAILED);
    w[0] = new_thing("big", "tournament", 0, 1);
    w[0].thing.phase = 7;
    assert_int_equal(stored_one(s, w[0]), STORE_FAILED);
    assert_int_equal(note_count(s, "cup"), 0);
    store_close(s);
}

static void round_of(struct store_write w[4], unsigned number, const char *first,
                     const char *second)
{
    w[0] = new_note("cup", number, 0);
    w[1] = new_note("cup", number + 1, 0);
    w[2] = stored_game(first, 10);
    w[3] = stored_game(second, 10);
    for (int i = 1; i < 4; i++)
        w[i].with_last = true;
}

static bool has_game(struct store *s, const char *id)
{
    struct store_game game;
    struct error e = {.text = ""};
    bool found = false;

    assert_true(store_game(s, id, &game, &found, &e));
    return found;
}

static void games_hang_on_their_note(void **state)
{
    struct store *s = open_place(state);
    struct store_write w[4];

    assert_int_equal(stored_one(s, new_thing("cup", "tournament", 0, 1)), STORE_DONE);
    round_of(w, 0, "zeta", "alpha"); // before and behind the thing by name
    stored_write(s, w, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(w[i].answer, STORE_DONE);
    round_of(w, 1, "beta", "yota"); // somebody else was first
    stored_write(s, w, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(w[i].answer, STORE_TAKEN);
    assert_true(has_game(s, "zeta") && has_game(s, "alpha"));
    assert_false(has_game(s, "beta") || has_game(s, "yota"));
    assert_int_equal(note_count(s, "cup"), 2);
    store_close(s);
}

enum { WRITERS = 4, NUMBERS = 12 };

// A process that writes rounds until all numbers are taken; it may be killed at any time.
static void write_rounds(const char *where, int writer)
{
    struct error e;
    struct store *s = store_open(where, &e);
    struct store_write w[4];
    char first[STORE_ID], second[STORE_ID];

    for (unsigned i = 0; s && i < NUMBERS; i++) {
        snprintf(first, sizeof first, "a%ux%d", i, writer);
        snprintf(second, sizeof second, "b%ux%d", i, writer);
        round_of(w, 2 * i, first, second);
        if (!store_write(s, w, 4, &e))
            i--;
    }
    store_close(s);
    _exit(s == NULL);
}

static unsigned games_of_round(struct store *s, char letter, unsigned number)
{
    char id[STORE_ID];
    unsigned found = 0;

    for (int writer = 0; writer < WRITERS; writer++) {
        snprintf(id, sizeof id, "%c%ux%d", letter, number, writer);
        found += has_game(s, id);
    }
    return found;
}

// Processes want to write the same rounds, some of them die on the way: every round is there once, with both games.
static void rounds_survive_races_and_kills(void **state)
{
    const struct place *place = *state;
    struct store *s = open_place(state);
    pid_t child[WRITERS];
    int status;

    assert_int_equal(stored_one(s, new_thing("cup", "tournament", 0, 1)), STORE_DONE);
    for (int i = 0; i < WRITERS; i++) {
        child[i] = fork();
        if (child[i] == 0)
            write_rounds(place->where, i);
    }
    for (int i = 0; i + 1 < WRITERS; i++) {
        usleep(9000);
        kill(child[i], SIGKILL);
    }
    for (int i = 0; i < WRITERS; i++)
        waitpid(child[i], &status, 0);
    assert_int_equal(status, 0); // the last was left alone
    assert_int_equal(note_count(s, "cup"), 2 * NUMBERS);
    for (unsigned i = 0; i < NUMBERS; i++) {
        assert_int_equal(games_of_round(s, 'a', i), 1);
        assert_int_equal(games_of_round(s, 'b', i), 1);
    }
    store_close(s);
}

static void lists_are_by_kind_and_phase(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_thing list[THING_LIST];
    struct error e = {.text = ""};
    char(*ids)[THING_ID] = NULL;
    unsigned count = 0;

    for (int i = 0; i < 6; i++) {
        char id[THING_ID];
        snprintf(id, sizeof id, "t%d", i);
        struct store_write w = new_thing(id, i == 5 ? "study" : "tournament", i % 2 ? ann : 0, i);
        w.thing.phase = i == 4 ? STORE_OVER : STORE_OPEN;
        w.thing.listed = i != 3;
        assert_int_equal(stored_one(s, w), STORE_DONE);
    }
    assert_true(store_things(s, "tournament", STORE_OPEN, 100, list, &count, &e));
    assert_int_equal(count, 3);
    assert_string_equal(list[0].id, "t2");
    assert_true(store_things(s, "tournament", STORE_OPEN, 2, list, &count, &e));
    assert_int_equal(count, 2);
    assert_true(store_things_of(s, "tournament", ann, 100, list, &count, &e));
    assert_int_equal(count, 2);
    assert_string_equal(list[0].id, "t3");
    assert_true(store_things_now(s, "tournament", &ids, &count, &e));
    assert_int_equal(count, 4);
    assert_string_equal(ids[3], "t3");
    free(ids);
    store_close(s);
}

// People who go leave their notes without their name; what they owned stays.
static void accounts_can_go(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write drop = {.kind = STORE_DROP_ACCOUNT, .account.id = ann};
    struct store_note *notes = NULL;
    struct store_thing thing;
    struct error e = {.text = ""};
    unsigned count = 0;
    bool found;

    assert_int_equal(stored_one(s, new_thing("cup", "tournament", ann, 1)), STORE_DONE);
    assert_int_equal(stored_one(s, new_note("cup", 0, ann)), STORE_DONE);
    assert_int_equal(stored_one(s, drop), STORE_DONE);
    assert_true(store_thing(s, "cup", &thing, &found, &e) && found && thing.owner == 0);
    assert_true(store_notes(s, "cup", 0, &notes, &count, &e));
    assert_int_equal(count, 1);
    assert_true(notes[0].account == 0 && notes[0].name[0] == 0);
    free(notes);
    struct store_write gone = {.kind = STORE_DROP_THING};
    snprintf(gone.thing.id, sizeof gone.thing.id, "cup");
    assert_int_equal(stored_one(s, gone), STORE_DONE);
    assert_int_equal(stored_one(s, gone), STORE_MISSING);
    assert_int_equal(note_count(s, "cup"), 0);
    store_close(s);
}

// Another process adds a note.
static void note_elsewhere(const char *where)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        struct store_write w = new_note("cup", 0, 0);
        struct error e;
        struct store *s = store_open(where, &e);
        bool good = s && store_write(s, &w, 1, &e) && w.answer == STORE_DONE;
        store_close(s);
        _exit(!good);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void notes_are_told(void **state)
{
    const struct place *place = *state;
    struct store *s = open_place(state);
    char word[STORE_NEWS] = "";
    struct pollfd look = {.fd = store_news_fd(s), .events = POLLIN};

    assert_int_equal(stored_one(s, new_thing("cup", "tournament", 0, 1)), STORE_DONE);
    if (place->cluster) {
        note_elsewhere(place->where);
        for (int tries = 0; tries < 50 && !store_heard(s, word); tries++)
            poll(&look, 1, 100);
        assert_string_equal(word, "#cup.");
    }
    store_close(s);
}

// Things that go with their owner do; of nobody's, those that have not been set for long.
static void own_things_go(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), count = -1;
    struct store_write w[] = {
        new_thing("mine", "study", ann, 10),    new_thing("cup", "tournament", ann, 10),
        new_thing("old", "study", 0, 10),       new_thing("young", "study", 0, 20),
        new_thing("cup2", "tournament", 0, 10),
    };
    struct store_write purge = {.kind = STORE_PURGE_THINGS, .at = 15};
    struct store_write drop = {.kind = STORE_DROP_ACCOUNT, .account.id = ann};
    static const char *const left[] = {"cup", "young", "cup2"}, *const gone[] = {"mine", "old"};
    struct store_thing thing;
    struct error e = {.text = ""};
    bool found;

    for (unsigned i = 0; i < 5; i++) {
        w[i].thing.own = !strcmp(w[i].thing.kind, "study");
        assert_int_equal(stored_one(s, w[i]), STORE_DONE);
    }
    assert_int_equal(stored_one(s, new_note("mine", 0, ann)), STORE_DONE);
    assert_true(store_count_things_of(s, "study", ann, &count, &e));
    assert_int_equal(count, 1);
    assert_int_equal(stored_one(s, purge), STORE_DONE);
    assert_true(store_thing(s, "mine", &thing, &found, &e) && found && thing.own);
    assert_int_equal(stored_one(s, drop), STORE_DONE);
    for (unsigned i = 0; i < 3; i++)
        assert_true(store_thing(s, left[i], &thing, &found, &e) && found && thing.owner == 0);
    for (unsigned i = 0; i < 2; i++)
        assert_true(store_thing(s, gone[i], &thing, &found, &e) && !found);
    assert_int_equal(note_count(s, "mine"), 0);
    assert_true(store_count_things_of(s, "study", ann, &count, &e));
    assert_int_equal(count, 0);
    store_close(s);
}

#define TEST(name) cmocka_unit_test_setup(name, place_next)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(things_come_back_as_written),
        TEST(notes_have_no_gap),
        TEST(unsound_notes_are_refused),
        TEST(games_hang_on_their_note),
        TEST(rounds_survive_races_and_kills),
        TEST(lists_are_by_kind_and_phase),
        TEST(accounts_can_go),
        TEST(own_things_go),
        TEST(notes_are_told),
    };

    return cmocka_run_group_tests_name("sqlite", tests, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("postgres", tests, place_postgres, place_remove);
}
