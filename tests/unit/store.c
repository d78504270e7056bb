// SPDX-License-Identifier: MIT
// The storage, the same tests on both databases: what is written is read again, and refused writes
// leave others alone.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/stored.h"

static struct store *open_place(void **state)
{
    const struct place *p = *state;

    return stored_open(p->where);
}

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

static struct store_write full_game(int64_t account)
{
    struct store_write w = stored_game("Full_game-1", 5000);
    struct store_game *g = &w.game;

    snprintf(g->game, STORE_WORD, "masker");
    snprintf(g->options, STORE_OPTIONS, "players=4 board=tower");
    g->seed = UINT64_MAX - 1;
    memset(g->start, 'x', sizeof g->start - 1);
    snprintf(g->clock, STORE_WORD, "300+5");
    g->listed = false;
    g->rated = g->guests = true;
    g->changed = 6000;
    g->phase = STORE_PLAYING;
    snprintf(g->before, STORE_ID, "earlier-one");
    g->seats = 4;
    snprintf(g->seat[0].kind, STORE_WORD, "person");
    g->seat[0].account = account;
    snprintf(g->seat[1].kind, STORE_WORD, "person");
    snprintf(g->seat[1].name, STORE_NAME, "Zoë 'o\" \\ %%");
    stored_token(g->seat[1].token, 0xfe);
    snprintf(g->seat[2].kind, STORE_WORD, "level:3");
    snprintf(g->seat[3].kind, STORE_WORD, "open");
    return w;
}

static void check_full_game(const struct store_game *g, const struct store_game *expected)
{
    assert_string_equal(g->id, expected->id);
    assert_string_equal(g->game, expected->game);
    assert_string_equal(g->options, expected->options);
    assert_true(g->seed == expected->seed);
    assert_string_equal(g->start, expected->start);
    assert_string_equal(g->clock, expected->clock);
    assert_int_equal(g->listed, expected->listed);
    assert_int_equal(g->rated, expected->rated);
    assert_int_equal(g->guests, expected->guests);
    assert_int_equal(g->created, expected->created);
    assert_int_equal(g->changed, expected->changed);
    assert_int_equal(g->phase, expected->phase);
    assert_string_equal(g->before, expected->before);
    assert_int_equal(g->entries, 0);
    assert_int_equal(g->seats, expected->seats);
    assert_string_equal(g->seat[0].name, "Ann"); // the account's
    for (unsigned i = 0; i < g->seats; i++) {
        assert_string_equal(g->seat[i].kind, expected->seat[i].kind);
        assert_int_equal(g->seat[i].account, expected->seat[i].account);
        assert_memory_equal(g->seat[i].token, expected->seat[i].token, STORE_HASH);
        if (i > 0)
            assert_string_equal(g->seat[i].name, expected->seat[i].name);
    }
}

static void games_are_kept(void **state)
{
    struct store *s = open_place(state);
    struct store_write w = full_game(stored_person(s, "Ann")), other = w;
    struct store_game game;
    struct error e;
    bool found;

    assert_int_equal(stored_one(s, w), STORE_DONE);
    game = stored_read(s, w.game.id);
    check_full_game(&game, &w.game);
    store_close(s);

    s = open_place(state);
    game = stored_read(s, w.game.id);
    check_full_game(&game, &w.game);
    snprintf(other.game.game, STORE_WORD, "other");
    assert_int_equal(stored_one(s, other), STORE_TAKEN);
    game = stored_read(s, w.game.id);
    check_full_game(&game, &w.game);
    assert_true(store_game(s, "nothing", &game, &found, &e) && !found);
    assert_true(store_game(s, "full_game-1", &game, &found, &e) && !found);
    assert_true(store_game(s, "\xff\xfe", &game, &found, &e) && !found);
    assert_true(store_game(s, "", &game, &found, &e) && !found);

    struct store_write none = stored_game("account", 1);
    none.game.seat[1].account = 77;
    assert_int_equal(stored_one(s, none), STORE_MISSING);
    assert_true(store_game(s, "account", &game, &found, &e) && !found);
    store_close(s);
}

static void seats_are_taken_once(void **state)
{
    struct store *s = open_place(state);
    struct store_write take = {.kind = STORE_TAKE_SEAT, .number = 1, .at = 4000};
    struct store_game game;

    stored_one(s, stored_game("g", 1));
    snprintf(take.game.id, STORE_ID, "g");
    snprintf(take.seat.kind, STORE_WORD, "person");
    snprintf(take.seat.name, STORE_NAME, "Ben");
    stored_token(take.seat.token, 3);
    take.seat.account = 99;
    assert_int_equal(stored_one(s, take), STORE_MISSING);
    take.seat.account = stored_person(s, "Ben");
    take.number = 2;
    assert_int_equal(stored_one(s, take), STORE_MISSING);
    take.number = 1;
    assert_int_equal(stored_one(s, take), STORE_DONE);
    assert_int_equal(stored_one(s, take), STORE_DUPLICATE);
    snprintf(take.game.id, STORE_ID, "none");
    assert_int_equal(stored_one(s, take), STORE_MISSING);
    game = stored_read(s, "g");
    assert_string_equal(game.seat[0].kind, "open");
    assert_string_equal(game.seat[1].kind, "person");
    assert_string_equal(game.seat[1].name, "Ben");
    assert_int_equal(game.seat[1].account, take.seat.account);
    assert_memory_equal(game.seat[1].token, take.seat.token, STORE_HASH);
    assert_int_equal(game.changed, 4000);

    struct store_write over = {.kind = STORE_SET_PHASE, .game.phase = STORE_OVER};
    stored_one(s, stored_game("off", 1));
    snprintf(over.game.id, STORE_ID, "off");
    snprintf(take.game.id, STORE_ID, "off");
    assert_int_equal(stored_one(s, over), STORE_DONE);
    assert_int_equal(stored_one(s, take), STORE_TAKEN); // it was broken off meanwhile
    assert_string_equal(stored_read(s, "off").seat[1].kind, "open");
    store_close(s);
}

static void journals_have_no_gaps(void **state)
{
    struct store *s = open_place(state);
    struct store_write batch[] = {
        stored_game("a", 1),  stored_entry("b", 0), stored_entry("a", 0), stored_entry("a", 2),
        stored_entry("a", 1), stored_entry("a", 1), stored_game("b", 1),  stored_entry("b", 0),
    };
    const enum store_answer answers[] = {STORE_DONE, STORE_MISSING, STORE_DONE, STORE_TAKEN,
                                         STORE_DONE, STORE_TAKEN,   STORE_DONE, STORE_DONE};
    struct store_entry *entries;
    struct error e;
    unsigned count;

    stored_write(s, batch, sizeof batch / sizeof *batch);
    for (unsigned i = 0; i < sizeof batch / sizeof *batch; i++)
        assert_int_equal(batch[i].answer, answers[i]);
    assert_int_equal(stored_length(s, "a"), 2);
    assert_int_equal(stored_length(s, "b"), 1);
    assert_int_equal(stored_read(s, "a").entries, 2);
    assert_int_equal(stored_read(s, "a").changed, STORED_TIME + 1);
    assert_true(store_journal(s, "a", 1, &entries, &count, &e));
    assert_int_equal(count, 1);
    assert_int_equal(entries[0].number, 1);
    free(entries);
    assert_true(store_journal(s, "a", 2, &entries, &count, &e));
    assert_int_equal(count, 0);
    free(entries);
    assert_true(store_write(s, NULL, 0, &e));

    struct store_write drop = {.kind = STORE_DROP_GAME};
    snprintf(drop.game.id, STORE_ID, "a");
    assert_int_equal(stored_one(s, drop), STORE_DONE);
    assert_int_equal(stored_one(s, drop), STORE_MISSING);
    assert_int_equal(stored_length(s, "a"), 0);
    assert_int_equal(stored_length(s, "b"), 1);
    store_close(s);
}

static enum store_answer set_phase(struct store *s, const char *id, enum store_phase phase)
{
    struct store_write w = {.kind = STORE_SET_PHASE, .at = 9000};

    snprintf(w.game.id, STORE_ID, "%s", id);
    w.game.phase = phase;
    return stored_one(s, w);
}

static void lists_are_right(void **state)
{
    static struct store_game list[STORE_LIST];
    struct store *s = open_place(state);
    struct error e;
    unsigned count;
    char id[STORE_ID];

    for (int i = 0; i < STORE_LIST + 5; i++) {
        snprintf(id, sizeof id, "g%02d", i);
        stored_one(s, stored_game(id, 100 + i));
    }
    struct store_write hidden = stored_game("hidden", 500);
    hidden.game.listed = false;
    stored_one(s, hidden);
    assert_true(store_lobby(s, STORE_OPEN, list, &count, &e));
    assert_int_equal(count, STORE_LIST);
    assert_string_equal(list[0].id, "g54");
    assert_string_equal(list[STORE_LIST - 1].id, "g05");
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(list[i].seats, 2);

    assert_int_equal(set_phase(s, "g54", STORE_PLAYING), STORE_DONE);
    assert_int_equal(set_phase(s, "hidden", STORE_PLAYING), STORE_DONE);
    assert_int_equal(set_phase(s, "nothing", STORE_PLAYING), STORE_MISSING);
    assert_int_equal(set_phase(s, "hidden", STORE_OVER), STORE_DONE);
    assert_int_equal(set_phase(s, "hidden", STORE_PLAYING), STORE_TAKEN); // it never goes back
    assert_true(store_lobby(s, STORE_PLAYING, list, &count, &e));
    assert_int_equal(count, 1);
    assert_string_equal(list[0].id, "g54");
    assert_int_equal(list[0].changed, 9000);
    assert_true(store_lobby(s, STORE_OVER, list, &count, &e));
    assert_int_equal(count, 0);
    store_close(s);
}

static void running_games_are_known(void **state)
{
    struct store *s = open_place(state);
    struct store_write clock = stored_game("clock", 1), computer = stored_game("computer", 1),
                       plain = stored_game("plain", 1), open = stored_game("open", 1),
                       full = stored_game("undealt", 1), seat = stored_game("waiting", 1);
    struct store_counts counts;
    struct error e;
    char(*ids)[STORE_ID];
    unsigned count;

    clock.game.phase = computer.game.phase = plain.game.phase = STORE_PLAYING;
    snprintf(clock.game.clock, STORE_WORD, "3d");
    snprintf(open.game.clock, STORE_WORD, "3d");
    snprintf(computer.game.seat[1].kind, STORE_WORD, "level:7");
    snprintf(plain.game.seat[0].kind, STORE_WORD, "person");
    snprintf(plain.game.seat[1].kind, STORE_WORD, "bot");
    memset(full.game.dealer, 'a', sizeof full.game.dealer - 1); // nobody has dealt it yet
    memcpy(seat.game.dealer, full.game.dealer, sizeof full.game.dealer);
    memcpy(full.game.seat[0].kind, plain.game.seat[0].kind, STORE_WORD);
    memcpy(full.game.seat[1].kind, plain.game.seat[0].kind, STORE_WORD);
    memcpy(seat.game.seat[0].kind, plain.game.seat[0].kind, STORE_WORD);
    snprintf(seat.game.seat[1].kind, STORE_WORD, "open");
    stored_write(s, (struct store_write[]){clock, computer, plain, open, full, seat}, 6);
    assert_true(store_running(s, &ids, &count, &e));
    assert_int_equal(count, 3);
    assert_string_equal(ids[0], "clock");
    assert_string_equal(ids[1], "computer");
    assert_string_equal(ids[2], "undealt");
    free(ids);
    stored_one(s, stored_entry("open", 0));
    stored_person(s, "Ann");
    assert_true(store_counts(s, &counts, &e));
    assert_int_equal(counts.games, 6);
    assert_int_equal(counts.playing, 3);
    assert_int_equal(counts.entries, 1);
    assert_int_equal(counts.accounts, 1);
    store_close(s);
}

// All games of an account, page by page, although some began in the same millisecond.
static void pages_lose_nothing(void **state)
{
    enum { GAMES = 130, OTHERS = 3 };
    static struct store_game list[STORE_LIST];
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), before = INT64_MAX;
    bool seen[GAMES] = {false};
    unsigned count, pages = 0, total = 0;
    struct error e;

    for (int i = 0; i < GAMES + OTHERS; i++) {
        char id[STORE_ID];
        snprintf(id, sizeof id, "g%d", i);
        struct store_write w = stored_game(id, 1000 + i / 4);
        w.game.seat[i % 2].account = i < GAMES ? ann : 0;
        stored_one(s, w);
    }
    do {
        assert_true(store_games_of(s, ann, before, list, &count, &e));
        for (unsigned i = 0; i < count; i++) {
            int number = (int)strtol(list[i].id + 1, NULL, 10);
            assert_true(number < GAMES && !seen[number]);
            assert_true(list[i].created < before);
            assert_int_equal(list[i].seats, 2);
            seen[number] = true;
        }
        total += count;
        before = count ? list[count - 1].created : 0;
        assert_true(++pages < 10);
    } while (count > 0);
    assert_int_equal(total, GAMES);
    store_close(s);
}

// ---------------------------------------------------------------------------------------------
// Accounts
// ---------------------------------------------------------------------------------------------

static bool named(struct store *s, const char *name, struct store_account *account)
{
    struct error e = {0};
    bool found;

    if (!store_account_named(s, name, account, &found, &e))
        fail_msg("%s", e.message.text);
    return found;
}

static void names_belong_to_one(void **state)
{
    struct store *s = open_place(state);
    struct store_account account;
    int64_t ann = stored_person(s, "Ann"), ben = stored_person(s, "Bén");
    struct store_write rename = {.kind = STORE_SET_ACCOUNT},
                       ban = {.kind = STORE_SET_BAN, .account = {.id = ann, .banned = true}};
    struct error e;
    bool found;

    assert_int_equal(stored_one(s, stored_account("aNN")), STORE_TAKEN);
    assert_true(named(s, "ANN", &account));
    assert_int_equal(account.id, ann);
    assert_string_equal(account.name, "Ann");
    assert_string_equal(account.password, "hash of Ann");
    assert_int_equal(account.created, STORED_TIME);
    assert_false(account.bot || account.banned);
    assert_false(named(s, "An", &account));
    assert_false(named(s, "a name that is longer than any name can be, ann", &account));

    rename.account.id = ann;
    snprintf(rename.account.name, STORE_NAME, "bén");
    assert_int_equal(stored_one(s, rename), STORE_TAKEN);
    snprintf(rename.account.name, STORE_NAME, "ANNA");
    snprintf(rename.account.password, STORE_PASSWORD, "new");
    assert_int_equal(stored_one(s, ban), STORE_DONE);
    rename.account.banned = false; // as it was read before the ban: that stays
    assert_int_equal(stored_one(s, rename), STORE_DONE);
    assert_int_equal(stored_one(s, rename), STORE_DONE); // one's own name is not taken
    assert_false(named(s, "Ann", &account));
    assert_true(store_account_by_id(s, ann, &account, &found, &e) && found);
    assert_string_equal(account.name, "ANNA");
    struct store_write part = {.kind = STORE_SET_ACCOUNT, .account = {.id = ann}};
    snprintf(part.account.name, STORE_NAME, "Anna2");
    stored_write(s, &part, 1); // the password stays, whatever it is by now
    assert_string_equal(part.former, "Anna2");
    assert_true(store_account_by_id(s, ann, &account, &found, &e) && found);
    assert_string_equal(account.password, "new");
    part = (struct store_write){.kind = STORE_SET_ACCOUNT, .account = {.id = ann}};
    snprintf(part.account.password, STORE_PASSWORD, "newer");
    stored_write(s, &part, 1); // and so does the name
    assert_string_equal(part.former, "Anna2");
    assert_true(named(s, "anna2", &account));
    assert_string_equal(account.password, "newer");
    assert_true(account.banned);
    rename.account.id = ann + ben + 1;
    snprintf(rename.account.name, STORE_NAME, "Cid");
    assert_int_equal(stored_one(s, rename), STORE_MISSING);
    store_close(s);
}

static bool session_of(struct store *s, int byte, struct store_account *account)
{
    unsigned char token[STORE_HASH];
    struct error e = {0};
    bool found;

    stored_token(token, byte);
    if (!store_account_of_session(s, token, STORED_TIME, account, &found, &e))
        fail_msg("%s", e.message.text);
    return found;
}

static enum store_answer session(struct store *s, enum store_write_kind kind, int64_t account,
                                 int byte)
{
    struct store_write w = {.kind = kind, .at = 5};

    w.account.id = account;
    stored_token(w.token, byte);
    return stored_one(s, w);
}

static void sessions_open_and_end(void **state)
{
    struct store *s = open_place(state);
    struct store_write robot = stored_account("robot");
    struct store_account account;
    int64_t ann = stored_person(s, "Ann");

    robot.account.bot = true;
    stored_write(s, &robot, 1);
    assert_int_equal(session(s, STORE_ADD_SESSION, ann, 1), STORE_DONE);
    assert_int_equal(session(s, STORE_ADD_SESSION, ann, 2), STORE_DONE);
    assert_int_equal(session(s, STORE_ADD_SESSION, robot.account.id, 2), STORE_TAKEN);
    assert_int_equal(session(s, STORE_ADD_SESSION, robot.account.id, 3), STORE_DONE);
    assert_int_equal(session(s, STORE_ADD_SESSION, 999, 4), STORE_MISSING);
    assert_int_equal(session(s, STORE_ADD_SESSION, 0, 4), STORE_MISSING);
    assert_true(session_of(s, 2, &account));
    assert_int_equal(account.id, ann);
    assert_true(session_of(s, 3, &account) && account.bot);
    assert_false(session_of(s, 4, &account));
    assert_int_equal(session(s, STORE_DROP_SESSION, 0, 2), STORE_DONE);
    assert_int_equal(session(s, STORE_DROP_SESSION, 0, 2), STORE_MISSING);
    assert_false(session_of(s, 2, &account));
    assert_true(session_of(s, 1, &account));
    store_close(s);
}

static bool file_has(const char *path, const char *needle)
{
    static char bytes[1 << 22];
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return memmem(bytes, length, needle, strlen(needle)) != NULL;
}

static void dropped_accounts_leave_nothing(void **state)
{
    const struct place *place = *state;
    static struct store_rating ratings[4];
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann Unmistakable");
    struct store_write game = stored_game("game", 1), drop = {.kind = STORE_DROP_ACCOUNT};
    struct store_account account;
    struct store_rating rating;
    struct error e;
    unsigned count;
    bool found;

    game.game.seat[0].account = ann;
    snprintf(game.game.seat[0].kind, STORE_WORD, "person");
    snprintf(game.game.seat[0].name, STORE_NAME, "Ann Unmistakable");
    stored_token(game.game.seat[0].token, 8);
    snprintf(game.game.seat[1].name, STORE_NAME, "Ben");
    stored_write(s, (struct store_write[]){game, stored_entry("game", 0)}, 2);
    session(s, STORE_ADD_SESSION, ann, 1);
    assert_int_equal(stored_one(s, stored_rating(ann, "", 1, 1600)), STORE_DONE);

    drop.account.id = ann;
    assert_int_equal(stored_one(s, drop), STORE_DONE);
    assert_int_equal(stored_one(s, drop), STORE_MISSING);
    assert_true(store_account_by_id(s, ann, &account, &found, &e) && !found);
    assert_false(named(s, "Ann Unmistakable", &account));
    assert_false(session_of(s, 1, &account));
    assert_true(store_rating(s, ann, "", "tiku", &rating, &found, &e) && !found);
    assert_true(store_rating_history(s, ann, "tiku", ratings, 4, &count, &e) && count == 0);
    game.game = stored_read(s, "game");
    assert_string_equal(game.game.seat[0].name, "");
    assert_string_equal(game.game.seat[0].kind, "person");
    assert_int_equal(game.game.seat[0].account, 0);
    assert_int_equal(game.game.seat[0].token[0], 0);
    assert_string_equal(game.game.seat[1].name, "Ben");
    assert_int_equal(stored_length(s, "game"), 1);
    assert_true(stored_person(s, "Zed") > ann); // a number is never given twice
    store_close(s);
    if (!place->cluster) {
        assert_true(file_has(place->where, "hash of Zed"));
        assert_false(file_has(place->where, "Unmistakable"));
    }
}

// ---------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------

static void ratings_are_exact(void **state)
{
    static struct store_rating list[STORE_LIST];
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann");
    struct store_write w = stored_rating(ann, "", 1, 1500 + 1.0 / 3);
    struct store_rating rating;
    struct error e;
    unsigned count;
    bool found;

    w.rating.deviation = 0.1 + 0.2;
    w.rating.volatility = 0.059999999999999998;
    assert_true(store_rating(s, ann, "", "tiku", &rating, &found, &e) && !found);
    assert_int_equal(stored_one(s, w), STORE_DONE);
    assert_true(store_rating(s, ann, "", "tiku", &rating, &found, &e) && found);
    assert_true(rating.rating == w.rating.rating && rating.deviation == w.rating.deviation &&
                rating.volatility == w.rating.volatility);
    assert_string_equal(rating.name, "Ann");
    assert_int_equal(rating.changed, w.rating.changed);

    // Somebody else has rated the same game number, or one is missing.
    assert_int_equal(stored_one(s, stored_rating(ann, "", 1, 1700)), STORE_TAKEN);
    assert_int_equal(stored_one(s, stored_rating(ann, "", 3, 1700)), STORE_TAKEN);
    assert_int_equal(stored_one(s, stored_rating(ann + 9, "", 1, 1700)), STORE_MISSING);
    for (unsigned games = 2; games <= 12; games++)
        assert_int_equal(stored_one(s, stored_rating(ann, "", games, 1600 + games)), STORE_DONE);
    assert_true(store_rating_history(s, ann, "tiku", list, 5, &count, &e));
    assert_int_equal(count, 5);
    assert_int_equal(list[0].games, 8);
    assert_int_equal(list[4].games, 12);
    assert_true(list[4].rating == 1612);
    assert_true(store_rating_history(s, ann, "yoxii", list, 5, &count, &e) && count == 0);
    store_close(s);
}

static void leaders_are_ordered(void **state)
{
    static struct store_rating list[STORE_LIST];
    struct store *s = open_place(state);
    int64_t ann = stored_person(s, "Ann"), ben = stored_person(s, "Ben"),
            cid = stored_person(s, "Cid");
    struct store_write unsure = stored_rating(ben, "", 1, 1800),
                       ban = {.kind = STORE_SET_BAN, .account = {.id = cid, .banned = true}};
    struct store_rating rating;
    struct error e;
    unsigned count;
    bool found;

    unsure.rating.deviation = 360;
    stored_write(s,
                 (struct store_write[]){
                     stored_rating(0, "level:2", 1, 1300), stored_rating(0, "level:9", 1, 2300),
                     stored_rating(ann, "", 1, 1600), unsure, stored_rating(cid, "", 1, 2900), ban},
                 6);
    assert_true(store_leaders(s, "tiku", list, &count, &e));
    assert_int_equal(count, 4);
    assert_string_equal(list[0].player, "level:9");
    assert_int_equal(list[0].account, 0);
    assert_string_equal(list[1].name, "Ann");
    assert_string_equal(list[2].name, ""); // not as sure as its rating looks
    assert_string_equal(list[2].player, "level:2");
    assert_string_equal(list[3].name, "Ben");
    assert_true(store_rating(s, 0, "level:9", "tiku", &rating, &found, &e) && found);
    assert_true(rating.rating == 2300);
    assert_true(store_rating(s, 0, "level:8", "tiku", &rating, &found, &e) && !found);
    store_close(s);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, place_next)
    const struct CMUnitTest tests[] = {
        TEST(games_are_kept),          TEST(seats_are_taken_once),
        TEST(journals_have_no_gaps),   TEST(lists_are_right),
        TEST(running_games_are_known), TEST(pages_lose_nothing),
        TEST(names_belong_to_one),     TEST(sessions_open_and_end),
        TEST(ratings_are_exact),       TEST(dropped_accounts_leave_nothing),
        TEST(leaders_are_ordered),
    };

    return cmocka_run_group_tests_name("sqlite", tests, place_sqlite, place_remove) +
           cmocka_run_group_tests_name("postgres", tests, place_postgres, place_remove);
}
