// SPDX-License-Identifier: MIT
// Reading: rows of the database become plain records.
#include "server/store/store.h"
#include "server/store/internal.h"

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

static void read_game_columns(struct database *db, struct store_game *g)
{
    *g = (struct store_game){
        .seed = (uint64_t)store_number_at(db, 3),
        .listed = store_number_at(db, 6) != 0,
        .rated = store_number_at(db, 7) != 0,
        .guests = store_number_at(db, 8) != 0,
        .created = store_number_at(db, 9),
        .changed = store_number_at(db, 10),
        .phase = (enum store_phase)store_number_at(db, 11),
        .entries = (unsigned)store_number_at(db, 13),
        .draw = (enum store_seat_draw)store_number_at(db, 29),
    };
    store_text_at(db, 0, g->id, sizeof g->id);
    store_text_at(db, 1, g->game, sizeof g->game);
    store_text_at(db, 2, g->options, sizeof g->options);
    store_text_at(db, 4, g->start, sizeof g->start);
    store_text_at(db, 5, g->clock, sizeof g->clock);
    store_text_at(db, 12, g->before, sizeof g->before);
    store_text_at(db, 28, g->series, sizeof g->series);
    store_text_at(db, 30, g->dealer, sizeof g->dealer);
    store_text_at(db, 23, g->result, sizeof g->result);
    int64_t last = store_number_at(db, 14); // of the journal
    if (g->changed < last)
        g->changed = last;
}

static void read_seat_columns(struct database *db, struct store_seat *seat)
{
    size_t length;

    *seat = (struct store_seat){
        .account = store_number_at(db, 18),
        .rating = db->kind->real(db, 24),
        .deviation = db->kind->real(db, 25),
        .former = db->kind->real(db, 26),
        .became = db->kind->real(db, 27),
    };
    store_text_at(db, 16, seat->kind, sizeof seat->kind);
    store_text_at(db, 17, seat->name, sizeof seat->name);
    store_text_at(db, 31, seat->commitment, sizeof seat->commitment);
    store_text_at(db, 32, seat->share, sizeof seat->share);
    const unsigned char *token = db->kind->bytes(db, 19, &length);
    if (token && length == STORE_HASH)
        memcpy(seat->token, token, STORE_HASH);
    seat->muted = store_number_at(db, 20) != 0;
    seat->away_since = store_number_at(db, 21);
    seat->away_until = store_number_at(db, 22);
}

// A row a seat; the seats of a game come one after another.
static bool read_games(struct database *db, void *to)
{
    struct store_rows *rows = to;
    struct store_game *g = rows->count ? (struct store_game *)rows->at + rows->count - 1 : NULL;
    char id[STORE_ID];

    store_text_at(db, 0, id, sizeof id);
    if (!g || strcmp(g->id, id) != 0) {
        g = store_next_row(rows);
        if (!g)
            return false;
        read_game_columns(db, g);
    }
    if (db->kind->text(db, 15) && g->seats < GAME_MAX_SEATS)
        read_seat_columns(db, &g->seat[g->seats++]);
    return true;
}

static struct store_rows games_to(struct store_game *list, unsigned capacity)
{
    return (struct store_rows){.at = list, .size = sizeof *list, .capacity = capacity};
}

bool store_game(struct store *s, const char *id, struct store_game *game, bool *found,
                struct error *e)
{
    const struct value values[] = {store_text(id)};
    unsigned count = 0;

    if (!store_query_rows(s, SQL_GAME, values, 1, read_games, games_to(game, 1), &count, e))
        return false;
    *found = count > 0;
    return true;
}

bool store_lobby(struct store *s, enum store_phase phase, struct store_game *list, unsigned *count,
                 struct error *e)
{
    const struct value values[] = {store_number(phase), store_number(STORE_LIST)};

    return store_query_rows(s, SQL_LOBBY, values, 2, read_games, games_to(list, STORE_LIST), count,
                            e);
}

// The cursor is a time, so games of one time must not be parted by the end of a page: then all of
// them are left to the next. One row more than a page tells.
static unsigned whole_page(const struct store_game *list, unsigned count)
{
    if (count <= STORE_LIST)
        return count;
    count = STORE_LIST;
    while (count > 0 && list[count - 1].created == list[STORE_LIST].created)
        count--;
    return count > 0 ? count : STORE_LIST;
}

static bool read_page(struct store *s, enum statement statement, int64_t account, int64_t before,
                      struct store_game *list, unsigned *count, struct error *e)
{
    const struct value values[] = {store_number(account), store_number(before),
                                   store_number(STORE_LIST + 1)};
    struct store_game *found = calloc(STORE_LIST + 1, sizeof *found);
    unsigned all = 0;

    if (!found)
        return error_set(e, "store.rows-memory", "no memory for what the database has");
    bool good = store_query_rows(s, statement, values, 3, read_games,
                                 games_to(found, STORE_LIST + 1), &all, e);
    if (good) {
        *count = whole_page(found, all);
        memcpy(list, found, *count * sizeof *list);
    }
    free(found);
    return good;
}

bool store_games_of(struct store *s, int64_t account, int64_t before, struct store_game *list,
                    unsigned *count, struct error *e)
{
    return read_page(s, SQL_GAMES_OF, account, before, list, count, e);
}

bool store_shown_games_of(struct store *s, int64_t account, int64_t before, struct store_game *list,
                          unsigned *count, struct error *e)
{
    return read_page(s, SQL_SHOWN_GAMES_OF, account, before, list, count, e);
}

bool store_games_now(struct store *s, int64_t account, struct store_game *list, unsigned *count,
                     struct error *e)
{
    const struct value values[] = {store_number(account), store_number(STORE_LIST)};

    return store_query_rows(s, SQL_GAMES_NOW, values, 2, read_games, games_to(list, STORE_LIST),
                            count, e);
}

// ---------------------------------------------------------------------------------------------
// What hangs on games
// ---------------------------------------------------------------------------------------------

static bool read_entry(struct database *db, void *to)
{
    struct store_entry *entry = store_next_row(to);

    if (!entry)
        return false;
    *entry = (struct store_entry){
        .number = (unsigned)store_number_at(db, 1),
        .seat = (int)store_number_at(db, 3),
        .at = store_number_at(db, 5),
    };
    store_text_at(db, 0, entry->game, sizeof entry->game);
    store_text_at(db, 2, entry->kind, sizeof entry->kind);
    store_text_at(db, 4, entry->text, sizeof entry->text);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        entry->left[seat] = store_number_at(db, 6 + seat);
    return true;
}

bool store_journal(struct store *s, const char *id, unsigned from, struct store_entry **entries,
                   unsigned *count, struct error *e)
{
    const struct value values[] = {store_text(id), store_number(from)};
    void *list = NULL;

    if (!store_query_all(s, SQL_JOURNAL, values, 2, read_entry, sizeof **entries, &list, count, e))
        return false;
    *entries = list;
    return true;
}

static bool read_id(struct database *db, void *to)
{
    char *id = store_next_row(to);

    if (id)
        store_text_at(db, 0, id, STORE_ID);
    return id != NULL;
}

bool store_running(struct store *s, char (**ids)[STORE_ID], unsigned *count, struct error *e)
{
    void *list = NULL;

    if (!store_query_all(s, SQL_RUNNING, NULL, 0, read_id, STORE_ID, &list, count, e))
        return false;
    *ids = list;
    return true;
}

static bool read_plan(struct database *db, void *to)
{
    struct store_plan *p = store_next_row(to);

    if (!p)
        return false;
    *p = (struct store_plan){.seat = (unsigned)store_number_at(db, 1),
                             .at = (unsigned)store_number_at(db, 2)};
    store_text_at(db, 0, p->game, sizeof p->game);
    store_text_at(db, 3, p->text, sizeof p->text);
    return true;
}

bool store_plans(struct store *s, const char *id, struct store_plan list[GAME_MAX_SEATS],
                 unsigned *count, struct error *e)
{
    const struct value values[] = {store_text(id)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = GAME_MAX_SEATS};

    return store_query_rows(s, SQL_PLANS, values, 1, read_plan, rows, count, e);
}

// ---------------------------------------------------------------------------------------------
// Accounts
// ---------------------------------------------------------------------------------------------

struct one_account {
    struct store_account *at;
    bool found;
};

static bool read_account(struct database *db, void *to)
{
    struct one_account *one = to;

    *one->at = (struct store_account){
        .id = store_number_at(db, 0),
        .bot = store_number_at(db, 3) != 0,
        .banned = store_number_at(db, 4) != 0,
        .created = store_number_at(db, 5),
        .used = store_number_at(db, 6),
        .owner = store_number_at(db, 7),
        .muted = store_number_at(db, 8) != 0,
    };
    store_text_at(db, 1, one->at->name, sizeof one->at->name);
    store_text_at(db, 2, one->at->password, sizeof one->at->password);
    one->found = true;
    return true;
}

static bool find_account(struct store *s, enum statement statement, const struct value *values,
                         unsigned count, struct store_account *account, bool *found,
                         struct error *e)
{
    struct one_account one = {account, false};

    if (!store_query(s, statement, values, count, read_account, &one, e))
        return false;
    *found = one.found;
    return true;
}

bool store_account_named(struct store *s, const char *name, struct store_account *account,
                         bool *found, struct error *e)
{
    char folded[STORE_NAME] = "";
    const struct value value = store_text(folded);

    *found = false;
    // Cut to the length of a name, a longer one could pass for another.
    if (strlen(name) >= STORE_NAME)
        return true;
    store_fold(name, folded, sizeof folded);
    return find_account(s, SQL_ACCOUNT_NAMED, &value, 1, account, found, e);
}

bool store_account_by_id(struct store *s, int64_t id, struct store_account *account, bool *found,
                         struct error *e)
{
    const struct value value = store_number(id);

    return find_account(s, SQL_ACCOUNT_BY_ID, &value, 1, account, found, e);
}

bool store_account_of_session(struct store *s, const unsigned char token[STORE_HASH], int64_t now,
                              struct store_account *account, bool *found, struct error *e)
{
    const struct value values[] = {store_bytes(token, STORE_HASH),
                                   store_session_end(now, STORE_SESSION_IDLE),
                                   store_session_end(now, STORE_SESSION_LONGEST)};

    return find_account(s, SQL_ACCOUNT_OF_SESSION, values, 3, account, found, e);
}

static bool see_row(struct database *db, void *to)
{
    (void)db;
    *(bool *)to = true;
    return true;
}

bool store_blocked(struct store *s, int64_t account, int64_t other, bool *blocked, struct error *e)
{
    const struct value values[] = {store_number(account), store_number(other)};

    *blocked = false;
    return store_query(s, SQL_BLOCKED, values, 2, see_row, blocked, e);
}

static bool read_block(struct database *db, void *to)
{
    struct store_rows *rows = to;
    struct store_block *block = store_next_row(rows);

    if (!block)
        return false;
    *block = (struct store_block){.other = store_number_at(db, 0)};
    store_text_at(db, 1, block->name, sizeof block->name);
    return true;
}

bool store_blocks(struct store *s, int64_t account, struct store_block *list, unsigned *count,
                  struct error *e)
{
    const struct value values[] = {store_number(account), store_number(STORE_LIST)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = STORE_LIST};

    return store_query_rows(s, SQL_BLOCKS, values, 2, read_block, rows, count, e);
}

static bool read_ready(struct database *db, void *to)
{
    struct store_ready *r = store_next_row(to);

    if (!r)
        return false;
    *r = (struct store_ready){.account = store_number_at(db, 0), .until = store_number_at(db, 3)};
    store_text_at(db, 1, r->name, sizeof r->name);
    store_text_at(db, 2, r->games, sizeof r->games);
    return true;
}

bool store_ready(struct store *s, int64_t now, struct store_ready *list, unsigned *count,
                 struct error *e)
{
    const struct value values[] = {store_number(now), store_number(STORE_LIST)};
    struct store_rows rows = {.at = list, .size = sizeof *list, .capacity = STORE_LIST};

    return store_query_rows(s, SQL_READY, values, 2, read_ready, rows, count, e);
}

// ---------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------

static bool read_rating(struct database *db, void *to)
{
    struct store_rating *r = store_next_row(to);

    if (!r)
        return false;
    *r = (struct store_rating){
        .account = store_number_at(db, 0),
        .rating = db->kind->real(db, 4),
        .deviation = db->kind->real(db, 5),
        .volatility = db->kind->real(db, 6),
        .games = (unsigned)store_number_at(db, 7),
        .changed = store_number_at(db, 8),
    };
    store_text_at(db, 1, r->player, sizeof r->player);
    store_text_at(db, 2, r->name, sizeof r->name);
    store_text_at(db, 3, r->game, sizeof r->game);
    return true;
}

static struct store_rows ratings_to(struct store_rating *list, unsigned capacity)
{
    return (struct store_rows){.at = list, .size = sizeof *list, .capacity = capacity};
}

bool store_rating(struct store *s, int64_t account, const char *player, const char *game,
                  struct store_rating *rating, bool *found, struct error *e)
{
    const struct value values[] = {store_number(account), store_text(player), store_text(game)};
    unsigned count = 0;

    if (!store_query_rows(s, SQL_RATING, values, 3, read_rating, ratings_to(rating, 1), &count, e))
        return false;
    *found = count > 0;
    return true;
}

bool store_leaders(struct store *s, const char *game, struct store_rating *list, unsigned *count,
                   struct error *e)
{
    const struct value values[] = {store_text(game), store_number(STORE_LIST)};

    return store_query_rows(s, SQL_LEADERS, values, 2, read_rating, ratings_to(list, STORE_LIST),
                            count, e);
}

bool store_rating_history(struct store *s, int64_t account, const char *game,
                          struct store_rating *list, unsigned most, unsigned *count,
                          struct error *e)
{
    const struct value values[] = {store_number(account), store_text(game), store_number(most)};

    return store_query_rows(s, SQL_HISTORY, values, 3, read_rating, ratings_to(list, most), count,
                            e);
}

static bool read_counts(struct database *db, void *to)
{
    *(struct store_counts *)to = (struct store_counts){
        .games = store_number_at(db, 0),
        .playing = store_number_at(db, 1),
        .entries = store_number_at(db, 2),
        .accounts = store_number_at(db, 3),
    };
    return true;
}

bool store_counts(struct store *s, struct store_counts *counts, struct error *e)
{
    return store_query(s, SQL_COUNTS, NULL, 0, read_counts, counts, e);
}
