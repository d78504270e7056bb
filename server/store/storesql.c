// SPDX-License-Identifier: MIT
// Every SQL text of the server, for both databases: words in braces are replaced by the kind of database, $n are
// values. Statements are numbered so that a connection prepares each once. Migrations are only ever added: a version
// that somebody has used does not change. Nothing here runs anything.
#include "server/store/storesql.h"

#include <assert.h>

// ---------------------------------------------------------------------------------------------
// Schema
// ---------------------------------------------------------------------------------------------

// Times are milliseconds since 1970; truth values are 0 and 1; phases are those of enum store_phase.
static const char *const migrations[SCHEMA_VERSION] = {
    // 1: games and people
    "{own}"
    "CREATE TABLE accounts ("
    " id {identity},"
    " name TEXT NOT NULL,"
    " folded TEXT NOT NULL UNIQUE," // the name as it is compared
    " password TEXT NOT NULL,"
    " bot SMALLINT NOT NULL,"
    " banned SMALLINT NOT NULL,"
    " created BIGINT NOT NULL);"

    "CREATE TABLE sessions ("
    " token BYTEA PRIMARY KEY,"
    " account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,"
    " at BIGINT NOT NULL);"
    "CREATE INDEX sessions_of_account ON sessions (account);"

    "CREATE TABLE games ("
    " id TEXT PRIMARY KEY,"
    " game TEXT NOT NULL,"
    " options TEXT NOT NULL,"
    " seed BIGINT NOT NULL,"
    " start TEXT NOT NULL,"
    " clock TEXT NOT NULL,"
    " listed SMALLINT NOT NULL,"
    " rated SMALLINT NOT NULL,"
    " guests SMALLINT NOT NULL,"
    " created BIGINT NOT NULL,"
    " changed BIGINT NOT NULL," // without the journal, which has its own times
    " phase SMALLINT NOT NULL,"
    " before TEXT NOT NULL);"
    "CREATE INDEX games_of_lobby ON games (phase, created) WHERE listed = 1;"
    "CREATE INDEX games_playing ON games (id) WHERE phase = 1;"

    "CREATE TABLE seats ("
    " game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,"
    " number SMALLINT NOT NULL,"
    " kind TEXT NOT NULL,"
    " name TEXT NOT NULL,"
    " account BIGINT REFERENCES accounts (id),"
    " token BYTEA,"
    " PRIMARY KEY (game, number)) {clustered};"
    "CREATE INDEX seats_of_account ON seats (account) WHERE account IS NOT NULL;"

    "CREATE TABLE entries ("
    " game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL,"
    " kind TEXT NOT NULL,"
    " seat SMALLINT NOT NULL,"
    " text TEXT NOT NULL,"
    " at BIGINT NOT NULL,"
    " left_1 BIGINT NOT NULL,"
    " left_2 BIGINT NOT NULL,"
    " left_3 BIGINT NOT NULL,"
    " left_4 BIGINT NOT NULL,"
    " PRIMARY KEY (game, number)) {clustered};",

    // 2: ratings, of accounts or, without one, of a player such as a level of the computer
    "CREATE TABLE ratings ("
    " account BIGINT REFERENCES accounts (id) ON DELETE CASCADE,"
    " player TEXT NOT NULL,"
    " game TEXT NOT NULL,"
    " rating DOUBLE PRECISION NOT NULL,"
    " deviation DOUBLE PRECISION NOT NULL,"
    " volatility DOUBLE PRECISION NOT NULL,"
    " games INTEGER NOT NULL,"
    " changed BIGINT NOT NULL);"
    "CREATE UNIQUE INDEX ratings_of ON ratings (coalesce(account, 0), player, game);"
    "CREATE INDEX ratings_of_account ON ratings (account);"
    "CREATE INDEX ratings_of_game ON ratings (game);"

    "CREATE TABLE rating_history ("
    " account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,"
    " game TEXT NOT NULL,"
    " rating DOUBLE PRECISION NOT NULL,"
    " deviation DOUBLE PRECISION NOT NULL,"
    " volatility DOUBLE PRECISION NOT NULL,"
    " games INTEGER NOT NULL,"
    " changed BIGINT NOT NULL);"
    "CREATE INDEX rating_history_of ON rating_history (account, game, games);",

    // 3: conditional lines
    "CREATE TABLE plans ("
    " game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,"
    " seat SMALLINT NOT NULL,"
    " at INTEGER NOT NULL,"
    " text TEXT NOT NULL,"
    " PRIMARY KEY (game, seat)) {clustered};",

    // 4: sessions that end when they are not used, and bots that wait for challenges
    "ALTER TABLE sessions ADD COLUMN used BIGINT NOT NULL DEFAULT 0;"
    "UPDATE sessions SET used = at;"

    "CREATE TABLE ready ("
    " account BIGINT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,"
    " games TEXT NOT NULL,"
    " until BIGINT NOT NULL);",

    // 5: whose bot an account is
    "ALTER TABLE accounts ADD COLUMN owner BIGINT REFERENCES accounts (id) ON DELETE SET NULL;"
    "CREATE INDEX accounts_of_owner ON accounts (owner) WHERE owner IS NOT NULL;",

    // 6: people whom somebody does not want to meet
    "CREATE TABLE blocks ("
    " account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,"
    " other BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,"
    " PRIMARY KEY (account, other)) {clustered};"
    "CREATE INDEX blocks_of_other ON blocks (other);",
};

const char *sql_migration(int version)
{
    assert(version >= 1 && version <= SCHEMA_VERSION);
    return migrations[version - 1];
}

// ---------------------------------------------------------------------------------------------
// Statements
// ---------------------------------------------------------------------------------------------

// Games with the end of their journal and their seats, a row a seat. `which` chooses and limits the games.
#define GAMES(which)                                                                               \
    "SELECT g.id, g.game, g.options, g.seed, g.start, g.clock, g.listed, g.rated, g.guests,"       \
    " g.created, g.changed, g.phase, g.before, g.entries, g.last,"                                 \
    " s.number, s.kind, coalesce(a.name, s.name), s.account, s.token"                              \
    " FROM (SELECT games.*,"                                                                       \
    "  (SELECT max(e.number) + 1 FROM entries e WHERE e.game = games.id) AS entries,"              \
    "  (SELECT e.at FROM entries e WHERE e.game = games.id ORDER BY e.number DESC LIMIT 1)"        \
    "   AS last"                                                                                   \
    "  FROM games " which ") g"                                                                    \
    " LEFT JOIN seats s ON s.game = g.id LEFT JOIN accounts a ON a.id = s.account"                 \
    " ORDER BY g.created DESC, g.id DESC, s.number"

#define ACCOUNT(used)                                                                              \
    "SELECT a.id, a.name, a.password, a.bot, a.banned, a.created, " used                           \
    ", coalesce(a.owner, 0) FROM accounts a "

#define RATING                                                                                     \
    "SELECT coalesce(r.account, 0), r.player, coalesce(a.name, ''), r.game, r.rating,"             \
    " r.deviation, r.volatility, r.games, r.changed"                                               \
    " FROM ratings r LEFT JOIN accounts a ON a.id = r.account "

static const char *const statements[SQL_COUNT] = {
    [SQL_ADD_GAME] = "INSERT INTO games (id, game, options, seed, start, clock, listed, rated,"
                     " guests, created, changed, phase, before)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
                     " ON CONFLICT DO NOTHING",
    [SQL_ADD_SEAT] = "INSERT INTO seats (game, number, kind, name, account, token)"
                     " VALUES ($1, $2, $3, $4, $5, $6)",
    // Two who sit down at once are one behind the other from here on, whatever rows they change.
    [SQL_LOCK_GAME] = "UPDATE games SET changed = changed WHERE id = $1",
    [SQL_TAKE_SEAT] = "UPDATE seats SET kind = $1, name = $2, account = $3, token = $4"
                      " WHERE game = $5 AND number = $6 AND kind = 'open'"
                      " AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.game = $5"
                      " AND o.account = $3 AND o.number <> $6 AND o.kind <> 'open')",
    [SQL_HAS_SEAT] = "SELECT 1 FROM seats WHERE game = $1 AND number = $2",
    [SQL_HAS_GAME] = "SELECT 1 FROM games WHERE id = $1",
    [SQL_TOUCH_GAME] = "UPDATE games SET changed = $1 WHERE id = $2 AND changed < $1",
    [SQL_SET_PHASE] = "UPDATE games SET phase = $1 WHERE id = $2",
    [SQL_PROBE] = "UPDATE abax_schema SET version = version",
    [SQL_DROP_GAME] = "DELETE FROM games WHERE id = $1",

    // Only the next number of a game that is there. Of two writers at the same time the second waits for the
    // first and then finds the number taken.
    [SQL_ADD_ENTRY] =
        "INSERT INTO entries (game, number, kind, seat, text, at, left_1, left_2, left_3, left_4)"
        " SELECT id, CAST($1 AS INTEGER), CAST($2 AS TEXT), CAST($3 AS SMALLINT), CAST($4 AS TEXT),"
        " CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS BIGINT),"
        " CAST($9 AS BIGINT) FROM games WHERE id = $10"
        " AND $1 = (SELECT coalesce(max(e.number) + 1, 0) FROM entries e WHERE e.game = $10)"
        " ON CONFLICT DO NOTHING",

    [SQL_ADD_ACCOUNT] =
        "INSERT INTO accounts (name, folded, password, bot, banned, created,"
        " owner) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id",
    [SQL_SET_ACCOUNT] =
        "UPDATE accounts SET name = $1, folded = $2, password = $3 WHERE id = $4"
        " AND NOT EXISTS (SELECT 1 FROM accounts o WHERE o.folded = $2 AND o.id <> $4)",
    [SQL_SET_BAN] = "UPDATE accounts SET banned = $1 WHERE id = $2",
    [SQL_HAS_ACCOUNT] = "SELECT 1 FROM accounts WHERE id = $1",
    [SQL_FORGET_SEATS] =
        "UPDATE seats SET name = '', account = NULL, token = NULL WHERE account = $1",
    [SQL_DROP_ACCOUNT] = "DELETE FROM accounts WHERE id = $1",
    [SQL_ADD_SESSION] = "INSERT INTO sessions (token, account, at, used) VALUES ($1, $2, $3, $3)"
                        " ON CONFLICT DO NOTHING",
    [SQL_TOUCH_SESSION] = "UPDATE sessions SET used = $1 WHERE token = $2 AND used < $1",
    [SQL_DROP_SESSION] = "DELETE FROM sessions WHERE token = $1",
    [SQL_END_SESSIONS] = "DELETE FROM sessions WHERE account = $1 AND token <> $2",
    [SQL_PURGE_SESSIONS] = "DELETE FROM sessions WHERE (used < $1 OR at < $2)"
                           " AND account IN (SELECT id FROM accounts WHERE bot = 0)",
    [SQL_ADD_BLOCK] = "INSERT INTO blocks (account, other) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [SQL_DROP_BLOCK] = "DELETE FROM blocks WHERE account = $1 AND other = $2",
    [SQL_SET_READY] = "INSERT INTO ready (account, games, until)"
                      " SELECT id, CAST($1 AS TEXT), CAST($2 AS BIGINT) FROM accounts"
                      " WHERE id = $3 AND bot = 1"
                      " ON CONFLICT (account) DO UPDATE SET games = excluded.games,"
                      " until = excluded.until",
    [SQL_DROP_READY] = "DELETE FROM ready WHERE account = $1",

    // Counting games is what keeps two writers from rating the same player at once.
    [SQL_SET_RATING] =
        "INSERT INTO ratings"
        " (account, player, game, rating, deviation, volatility, games, changed)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
        " ON CONFLICT (coalesce(account, 0), player, game) DO UPDATE"
        " SET rating = excluded.rating, deviation = excluded.deviation,"
        " volatility = excluded.volatility, games = excluded.games, changed = excluded.changed"
        " WHERE ratings.games = excluded.games - 1",
    [SQL_ADD_HISTORY] =
        "INSERT INTO rating_history (account, game, rating, deviation, volatility, games, changed)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7)",

    [SQL_SET_PLAN] = "INSERT INTO plans (game, seat, at, text)"
                     " SELECT id, CAST($1 AS SMALLINT), CAST($2 AS INTEGER), CAST($3 AS TEXT)"
                     " FROM games WHERE id = $4"
                     " ON CONFLICT (game, seat) DO UPDATE SET at = excluded.at,"
                     " text = excluded.text",
    [SQL_DROP_PLAN] = "DELETE FROM plans WHERE game = $1 AND seat = $2",

    [SQL_GAME] = GAMES("WHERE id = $1"),
    [SQL_LOBBY] = GAMES("WHERE listed = 1 AND phase = $1 ORDER BY created DESC, id DESC LIMIT $2"),
    [SQL_GAMES_OF] = GAMES("WHERE id IN (SELECT game FROM seats WHERE account = $1)"
                           " AND created < $2 ORDER BY created DESC, id DESC LIMIT $3"),
    [SQL_SHOWN_GAMES_OF] =
        GAMES("WHERE listed = 1 AND id IN (SELECT game FROM seats WHERE account = $1)"
              " AND created < $2 ORDER BY created DESC, id DESC LIMIT $3"),
    // Where one sits comes before where one is asked to: strangers cannot push one's own games out of the list.
    [SQL_GAMES_NOW] = GAMES("WHERE phase <> 2 AND id IN (SELECT game FROM seats WHERE account = $1)"
                            " ORDER BY (SELECT count(*) FROM seats o WHERE o.game = games.id"
                            "  AND o.account = $1 AND o.kind <> 'open') DESC,"
                            " created DESC, id DESC LIMIT $2"),
    [SQL_RUNNING] = "SELECT id FROM games WHERE phase = 1 AND (clock NOT IN ('', 'none') OR EXISTS"
                    " (SELECT 1 FROM seats s WHERE s.game = games.id"
                    "  AND s.kind NOT IN ('open', 'person', 'bot'))) ORDER BY id",
    [SQL_JOURNAL] = "SELECT game, number, kind, seat, text, at, left_1, left_2, left_3, left_4"
                    " FROM entries WHERE game = $1 AND number >= $2 ORDER BY number",
    [SQL_PLANS] = "SELECT game, seat, at, text FROM plans WHERE game = $1 ORDER BY seat",
    [SQL_ACCOUNT_NAMED] = ACCOUNT("0") "WHERE a.folded = $1",
    [SQL_ACCOUNT_BY_ID] = ACCOUNT("0") "WHERE a.id = $1",
    [SQL_ACCOUNT_OF_SESSION] = ACCOUNT("s.used") "JOIN sessions s ON s.account = a.id"
                                                 " WHERE s.token = $1 AND (a.bot = 1 OR"
                                                 " (s.used >= $2 AND s.at >= $3))",
    [SQL_BLOCKED] = "SELECT 1 FROM blocks WHERE account = $1 AND other = $2",
    [SQL_BLOCKS] = "SELECT b.other, a.name FROM blocks b JOIN accounts a ON a.id = b.other"
                   " WHERE b.account = $1 ORDER BY a.folded LIMIT $2",
    [SQL_READY] = "SELECT r.account, a.name, r.games, r.until FROM ready r"
                  " JOIN accounts a ON a.id = r.account WHERE r.until >= $1 AND a.banned = 0"
                  " ORDER BY a.folded LIMIT $2",
    [SQL_RATING] = RATING "WHERE coalesce(r.account, 0) = $1 AND r.player = $2 AND r.game = $3",
    [SQL_LEADERS] = RATING "WHERE r.game = $1 AND coalesce(a.banned, 0) = 0"
                           " ORDER BY r.rating - 2 * r.deviation DESC, r.games DESC,"
                           " coalesce(r.account, 0), r.player LIMIT $2",
    [SQL_HISTORY] =
        "SELECT h.account, '', a.name, h.game, h.rating, h.deviation, h.volatility, h.games,"
        " h.changed FROM (SELECT * FROM rating_history WHERE account = $1 AND game = $2"
        "  ORDER BY games DESC LIMIT $3) h JOIN accounts a ON a.id = h.account ORDER BY h.games",

    [SQL_COUNTS] =
        "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM games WHERE phase = 1),"
        " (SELECT count(*) FROM entries), (SELECT count(*) FROM accounts)",
    [SQL_VERSION] = "SELECT version FROM abax_schema",
};

const char *sql_text(enum statement statement)
{
    assert(statement < SQL_COUNT && statements[statement]);
    return statements[statement];
}
