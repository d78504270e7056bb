// SPDX-License-Identifier: MIT
// Things and their notes: numbers without a gap, one writer a number, games that hang on a note,
// what readers find and what other processes hear. On both databases.
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

static struct store_write new_document(const char *id, const char *kind, int64_t owner,
                                       int64_t created)
{
    struct store_write w = {.kind = STORE_ADD_DOCUMENT};

    snprintf(w.document.id, sizeof w.document.id, "%s", id);
    snprintf(w.document.kind, sizeof w.document.kind, "%s", kind);
    snprintf(w.document.title, sizeof w.document.title, "Thing %s \xc3\xa9", id);
    snprintf(w.document.settings, sizeof w.document.settings, "rounds=5");
    w.document.owner = owner;
    w.document.listed = true;
    w.document.created = w.document.changed = created;
    return w;
}

static struct store_write new_event(const char *document, unsigned number, int64_t account)
{
    struct store_write w = {.kind = STORE_ADD_EVENT};

    snprintf(w.event.document, sizeof w.event.document, "%s", document);
    snprintf(w.event.kind, sizeof w.event.kind, "join");
    snprintf(w.event.text, sizeof w.event.text, "note %u", number);
    w.event.number = number;
    w.event.account = account;
    w.event.at = STORED_TIME + number;
    return w;
}

static unsigned event_count(struct store *s, const char *document)
{
    struct store_event *events = NULL;
    struct error e = {0};
    unsigned count = 0;

    if (!store_events(s, document, 0, &events, &count, &e))
        fail_msg("%s", e.message.text);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(events[i].number, i);
        assert_string_equal(events[i].document, document);
    }
    free(events);
    return count;
}

static void documents_come_back_as_written(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write w = new_document("cup", "tournament", ann, 500);
    struct store_document document;
    struct error e = {0};
    bool found;

    assert_int_equal(stored_one(s, w), STORE_DONE);
    assert_int_equal(stored_one(s, w), STORE_TAKEN);
    assert_int_equal(stored_one(s, new_document("lost", "tournament", ann + 7, 1)), STORE_MISSING);
    assert_true(store_document(s, "cup", &document, &found, &e) && found);
    assert_string_equal(document.title, w.document.title);
    assert_string_equal(document.settings, "rounds=5");
    assert_string_equal(document.kind, "tournament");
    assert_string_equal(document.owner_name, "Ann");
    assert_int_equal(document.owner, ann);
    assert_int_equal(document.created, 500);
    assert_int_equal(document.events, 0);
    assert_true(document.listed && document.phase == STORE_OPEN);

    w.kind = STORE_SET_DOCUMENT;
    w.document.phase = STORE_OVER;
    w.document.changed = 900;
    w.document.listed = false;
    snprintf(w.document.settings, sizeof w.document.settings, "rounds=6");
    assert_int_equal(stored_one(s, w), STORE_DONE);
    assert_int_equal(stored_one(s, new_event("cup", 0, ann)), STORE_DONE);
    assert_true(store_document(s, "cup", &document, &found, &e) && found);
    assert_string_equal(document.settings, "rounds=6");
    assert_true(!document.listed && document.phase == STORE_OVER && document.changed == 900);
    assert_int_equal(document.events, 1);

    snprintf(w.document.id, sizeof w.document.id, "none");
    assert_int_equal(stored_one(s, w), STORE_MISSING);
    assert_true(store_document(s, "none", &document, &found, &e) && !found);
    store_close(s);
}

static void events_have_no_gap(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_event *events = NULL;
    struct error e = {0};
    unsigned count = 0;

    assert_int_equal(stored_one(s, new_document("cup", "tournament", 0, 1)), STORE_DONE);
    assert_int_equal(stored_one(s, new_event("cup", 1, 0)), STORE_TAKEN); // not the next one
    assert_int_equal(stored_one(s, new_event("cup", 0, ann)), STORE_DONE);
    assert_int_equal(stored_one(s, new_event("cup", 0, 0)), STORE_TAKEN);
    assert_int_equal(stored_one(s, new_event("cup", 1, 0)), STORE_DONE);
    assert_int_equal(stored_one(s, new_event("cup", 2, ann + 9)), STORE_MISSING);
    assert_int_equal(stored_one(s, new_event("pot", 0, 0)), STORE_MISSING);
    assert_true(store_events(s, "cup", 1, &events, &count, &e));
    assert_int_equal(count, 1);
    assert_string_equal(events[0].text, "note 1");
    assert_int_equal(events[0].at, STORED_TIME + 1);
    free(events);
    assert_true(store_events(s, "cup", 0, &events, &count, &e));
    assert_int_equal(count, 2);
    assert_string_equal(events[0].name, "Ann");
    assert_string_equal(events[0].kind, "join");
    assert_int_equal(events[0].account, ann);
    free(events);
    store_close(s);
}

// Nothing that the databases could not take, or would read otherwise, gets through.
static void unsound_events_are_refused(void **state)
{
    struct store *s = open_place(state);
    struct store_write w[3] = {new_event("cup", 0, 0), new_event("cup", 0, 0),
                               new_event("cup", 0, 0)};

    assert_int_equal(stored_one(s, new_document("cup", "tournament", 0, 1)), STORE_DONE);
    memset(w[0].event.text, 'x', sizeof w[0].event.text);
    snprintf(w[1].event.text, sizeof w[1].event.text, "\xff");
    snprintf(w[2].event.document, sizeof w[2].event.document, "a b");
    for (int i = 0; i < 3; i++)
        assert_int_equal(stored_one(s, w[i]), STORE_FAILED);
    w[0] = new_document("big", "tournament", 0, 1);
    w[0].document.phase = 7;
    assert_int_equal(stored_one(s, w[0]), STORE_FAILED);
    assert_int_equal(event_count(s, "cup"), 0);
    store_close(s);
}

static void round_of(struct store_write w[4], unsigned number, const char *first,
                     const char *second)
{
    w[0] = new_event("cup", number, 0);
    w[1] = new_event("cup", number + 1, 0);
    w[2] = stored_game(first, 10);
    w[3] = stored_game(second, 10);
    for (int i = 1; i < 4; i++)
        w[i].with_last = true;
}

static bool has_game(struct store *s, const char *id)
{
    struct store_game game;
    struct error e = {0};
    bool found = false;

    assert_true(store_game(s, id, &game, &found, &e));
    return found;
}

static void games_hang_on_their_event(void **state)
{
    struct store *s = open_place(state);
    struct store_write w[4];

    assert_int_equal(stored_one(s, new_document("cup", "tournament", 0, 1)), STORE_DONE);
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
    assert_int_equal(event_count(s, "cup"), 2);
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

// Processes want to write the same rounds, some of them die on the way: every round is there once,
// with both games.
static void rounds_survive_races_and_kills(void **state)
{
    const struct place *place = *state;
    struct store *s = open_place(state);
    pid_t child[WRITERS];
    int status;

    assert_int_equal(stored_one(s, new_document("cup", "tournament", 0, 1)), STORE_DONE);
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
    assert_int_equal(event_count(s, "cup"), 2 * NUMBERS);
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
    struct store_document list[DOCUMENT_LIST];
    struct error e = {0};
    char(*ids)[DOCUMENT_ID] = NULL;
    unsigned count = 0;

    for (int i = 0; i < 6; i++) {
        char id[DOCUMENT_ID];
        snprintf(id, sizeof id, "t%d", i);
        struct store_write w =
            new_document(id, i == 5 ? "study" : "tournament", i % 2 ? ann : 0, i);
        w.document.phase = i == 4 ? STORE_OVER : STORE_OPEN;
        w.document.listed = i != 3;
        assert_int_equal(stored_one(s, w), STORE_DONE);
    }
    assert_true(store_documents(s, "tournament", STORE_OPEN, 100, list, &count, &e));
    assert_int_equal(count, 3);
    assert_string_equal(list[0].id, "t2");
    assert_true(store_documents(s, "tournament", STORE_OPEN, 2, list, &count, &e));
    assert_int_equal(count, 2);
    assert_true(store_documents_of(s, "tournament", ann, 100, list, &count, &e));
    assert_int_equal(count, 2);
    assert_string_equal(list[0].id, "t3");
    assert_true(store_documents_now(s, "tournament", &ids, &count, &e));
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
    struct store_event *events = NULL;
    struct store_document document;
    struct error e = {0};
    unsigned count = 0;
    bool found;

    assert_int_equal(stored_one(s, new_document("cup", "tournament", ann, 1)), STORE_DONE);
    assert_int_equal(stored_one(s, new_event("cup", 0, ann)), STORE_DONE);
    assert_int_equal(stored_one(s, drop), STORE_DONE);
    assert_true(store_document(s, "cup", &document, &found, &e) && found && document.owner == 0);
    assert_true(store_events(s, "cup", 0, &events, &count, &e));
    assert_int_equal(count, 1);
    assert_true(events[0].account == 0 && events[0].name[0] == 0);
    free(events);
    struct store_write gone = {.kind = STORE_DROP_DOCUMENT};
    snprintf(gone.document.id, sizeof gone.document.id, "cup");
    assert_int_equal(stored_one(s, gone), STORE_DONE);
    assert_int_equal(stored_one(s, gone), STORE_MISSING);
    assert_int_equal(event_count(s, "cup"), 0);
    store_close(s);
}

// Another process adds a note.
static void note_elsewhere(const char *where)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        struct store_write w = new_event("cup", 0, 0);
        struct error e;
        struct store *s = store_open(where, &e);
        bool good = s && store_write(s, &w, 1, &e) && w.answer == STORE_DONE;
        store_close(s);
        _exit(!good);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void events_are_told(void **state)
{
    const struct place *place = *state;
    struct store *s = open_place(state);
    char word[STORE_NEWS] = "";
    struct pollfd look = {.fd = store_news_fd(s), .events = POLLIN};

    assert_int_equal(stored_one(s, new_document("cup", "tournament", 0, 1)), STORE_DONE);
    if (place->cluster) {
        note_elsewhere(place->where);
        for (int tries = 0; tries < 50 && !store_heard(s, word); tries++)
            poll(&look, 1, 100);
        assert_string_equal(word, "#cup.");
    }
    store_close(s);
}

// Things that go with their owner do; of nobody's, those that have not been set for long.
static void own_documents_go(void **state)
{
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), count = -1;
    struct store_write w[] = {
        new_document("mine", "study", ann, 10),    new_document("cup", "tournament", ann, 10),
        new_document("old", "study", 0, 10),       new_document("young", "study", 0, 20),
        new_document("cup2", "tournament", 0, 10),
    };
    struct store_write purge = {.kind = STORE_PURGE_DOCUMENTS, .at = 15};
    struct store_write drop = {.kind = STORE_DROP_ACCOUNT, .account.id = ann};
    static const char *const left[] = {"cup", "young", "cup2"}, *const gone[] = {"mine", "old"};
    struct store_document document;
    struct error e = {0};
    bool found;

    for (unsigned i = 0; i < 5; i++) {
        w[i].document.own = !strcmp(w[i].document.kind, "study");
        assert_int_equal(stored_one(s, w[i]), STORE_DONE);
    }
    assert_int_equal(stored_one(s, new_event("mine", 0, ann)), STORE_DONE);
    assert_true(store_count_documents_of(s, "study", ann, &count, &e));
    assert_int_equal(count, 1);
    assert_int_equal(stored_one(s, purge), STORE_DONE);
    assert_true(store_document(s, "mine", &document, &found, &e) && found && document.own);
    assert_int_equal(stored_one(s, drop), STORE_DONE);
    for (unsigned i = 0; i < 3; i++)
        assert_true(store_document(s, left[i], &document, &found, &e) && found &&
                    document.owner == 0);
    for (unsigned i = 0; i < 2; i++)
        assert_true(store_document(s, gone[i], &document, &found, &e) && !found);
    assert_int_equal(event_count(s, "mine"), 0);
    assert_true(store_count_documents_of(s, "study", ann, &count, &e));
    assert_int_equal(count, 0);
    store_close(s);
}

#define TEST(name) cmocka_unit_test_setup(name, place_next)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(documents_come_back_as_written),
        TEST(events_have_no_gap),
        TEST(unsound_events_are_refused),
        TEST(games_hang_on_their_event),
        TEST(rounds_survive_races_and_kills),
        TEST(lists_are_by_kind_and_phase),
        TEST(accounts_can_go),
        TEST(own_documents_go),
        TEST(events_are_told),
    };

    return cmocka_run_group_tests_name("sqlite", tests, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("postgres", tests, place_postgres, place_remove);
}
