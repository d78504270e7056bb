// SPDX-License-Identifier: MIT
// The history of the schema, for both databases: words in braces are replaced by the kind of
// database. Migrations are only ever added: a version that somebody has used does not change.
// Nothing here runs anything.
#include "server/store/sql.h"

#include <assert.h>

// Times are milliseconds since 1970; truth values are 0 and 1; phases are those of enum
// store_phase.
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

    // 7: series of games (as play/series.h writes them, before this game), seats by lot (enum
    // store_seat_draw), and deals that nobody can choose (play/deal.h): the dealer's part, and what
    // each seat promised and gave
    "ALTER TABLE games ADD COLUMN series TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN lots SMALLINT NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN dealer TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE seats ADD COLUMN promise TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE seats ADD COLUMN part TEXT NOT NULL DEFAULT '';",

    // 8: news that readers catch up with by number, where several processes write
    "{news}",

    // 9: tournaments and studies
    "CREATE TABLE things ("
    " id TEXT PRIMARY KEY,"
    " kind TEXT NOT NULL,"
    " owner BIGINT REFERENCES accounts (id) ON DELETE SET NULL,"
    " title TEXT NOT NULL,"
    " settings TEXT NOT NULL,"
    " listed SMALLINT NOT NULL,"
    " phase SMALLINT NOT NULL,"
    " created BIGINT NOT NULL,"
    " changed BIGINT NOT NULL);"
    "CREATE INDEX things_of_kind ON things (kind, phase, created);"
    "CREATE INDEX things_of_owner ON things (owner, kind, created) WHERE owner IS NOT NULL;"

    "CREATE TABLE notes ("
    " thing TEXT NOT NULL REFERENCES things (id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL,"
    " kind TEXT NOT NULL,"
    " account BIGINT REFERENCES accounts (id) ON DELETE SET NULL,"
    " text TEXT NOT NULL,"
    " at BIGINT NOT NULL,"
    " PRIMARY KEY (thing, number)) {clustered};"
    "CREATE INDEX notes_of_account ON notes (account) WHERE account IS NOT NULL;",

    // 10: what people are told when they are away, and vacations
    "CREATE TABLE told ("
    " account BIGINT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,"
    " language TEXT NOT NULL,"
    " push SMALLINT NOT NULL," // kinds, a bit each
    " mail SMALLINT NOT NULL,"
    " quiet_from SMALLINT NOT NULL," // minutes of the day
    " quiet_to SMALLINT NOT NULL,"
    " zone TEXT NOT NULL,"
    " address TEXT NOT NULL,"
    " wanted TEXT NOT NULL,"
    " wanted_at BIGINT NOT NULL);"

    "CREATE TABLE push_places ("
    " endpoint TEXT PRIMARY KEY,"
    " account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,"
    " point BYTEA NOT NULL,"
    " auth BYTEA NOT NULL,"
    " at BIGINT NOT NULL);"
    "CREATE INDEX push_places_of ON push_places (account);"

    "CREATE TABLE outbox ("
    " id {identity},"
    " account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,"
    " kind SMALLINT NOT NULL,"
    " about TEXT NOT NULL,"
    " text TEXT NOT NULL,"
    " number BIGINT NOT NULL,"
    " at BIGINT NOT NULL,"
    " due BIGINT NOT NULL,"
    " taken BIGINT NOT NULL,"
    " tries SMALLINT NOT NULL,"
    " mail SMALLINT NOT NULL);"
    "CREATE UNIQUE INDEX outbox_of ON outbox (account, kind, about);"
    "CREATE INDEX outbox_about ON outbox (about);"
    "CREATE INDEX outbox_due ON outbox (due);"

    "CREATE TABLE secrets ("
    " name TEXT PRIMARY KEY,"
    " bytes BYTEA NOT NULL);"

    "CREATE TABLE vacations ("
    " account BIGINT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,"
    " since BIGINT NOT NULL,"
    " until BIGINT NOT NULL,"
    " year INTEGER NOT NULL,"
    " used INTEGER NOT NULL);",

    // 11: reports, and what those who look after the server did
    "ALTER TABLE accounts ADD COLUMN muted SMALLINT NOT NULL DEFAULT 0;"

    "CREATE TABLE reports ("
    " number {identity},"
    " account BIGINT REFERENCES accounts (id) ON DELETE SET NULL," // who reports
    " about BIGINT REFERENCES accounts (id) ON DELETE CASCADE,"
    " game TEXT NOT NULL,"
    " reason TEXT NOT NULL,"
    " text TEXT NOT NULL,"
    " at BIGINT NOT NULL,"
    " closed BIGINT NOT NULL);" // when; 0: it waits
    "CREATE INDEX reports_open ON reports (number) WHERE closed = 0;"
    "CREATE INDEX reports_of_account ON reports (account) WHERE account IS NOT NULL;"
    "CREATE INDEX reports_of_about ON reports (about) WHERE about IS NOT NULL;"

    "CREATE TABLE audit ("
    " number {identity},"
    " at BIGINT NOT NULL,"
    " who TEXT NOT NULL,"
    " did TEXT NOT NULL,"
    " about TEXT NOT NULL);",

    // 12: the lobby: results of games, what a game did to ratings, people who wait, codes of games
    "ALTER TABLE games ADD COLUMN result TEXT NOT NULL DEFAULT '';" // a letter a seat
    "ALTER TABLE rating_history ADD COLUMN by_game TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE rating_history ADD COLUMN former DOUBLE PRECISION NOT NULL DEFAULT 0;"
    "CREATE INDEX rating_history_by ON rating_history (by_game) WHERE by_game <> '';"

    "CREATE TABLE pool ("
    " token BYTEA PRIMARY KEY,"
    " account BIGINT REFERENCES accounts (id) ON DELETE CASCADE,"
    " name TEXT NOT NULL,"
    " game TEXT NOT NULL,"
    " clock TEXT NOT NULL,"
    " rated SMALLINT NOT NULL,"
    " since BIGINT NOT NULL,"
    " until BIGINT NOT NULL,"
    " found TEXT NOT NULL);" // a game, or empty
    "CREATE UNIQUE INDEX pool_of_account ON pool (account) WHERE found = '';"

    "CREATE TABLE codes ("
    " code TEXT PRIMARY KEY,"
    " game TEXT NOT NULL UNIQUE REFERENCES games (id) ON DELETE CASCADE);",

    // 13: looking for finished games
    "ALTER TABLE games ADD COLUMN indexed SMALLINT NOT NULL DEFAULT 0;"
    "CREATE INDEX games_to_index ON games (id) WHERE phase = 2 AND indexed = 0;"

    "CREATE TABLE finished ("
    " game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,"
    " name TEXT NOT NULL,"
    " options TEXT NOT NULL,"
    " opening TEXT NOT NULL," // the first actions, with a blank behind each
    " plies INTEGER NOT NULL,"
    " result SMALLINT NOT NULL," // seats that won, as bits; -1: it has none
    " ended BIGINT NOT NULL);"
    "CREATE INDEX finished_by_time ON finished (ended) WHERE result >= 0;"
    "CREATE INDEX finished_by_name ON finished (name, ended) WHERE result >= 0;",

    // 14: documents that go with their owner's account, such as studies; nobody's are looked for by
    // their age
    "ALTER TABLE things ADD COLUMN own SMALLINT NOT NULL DEFAULT 0;"
    "CREATE INDEX things_left ON things (changed) WHERE own = 1 AND owner IS NULL;",

    // 15: attempts at puzzles, and how strong solvers and puzzles are by them; days count from 1970
    "CREATE TABLE attempts ("
    " account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,"
    " game TEXT NOT NULL,"
    " puzzle INTEGER NOT NULL,"
    " day INTEGER NOT NULL," // whose puzzle it was; 0: it was not
    " rated SMALLINT NOT NULL,"
    " began BIGINT NOT NULL,"
    " ended BIGINT NOT NULL," // 0: it goes on
    " solved SMALLINT NOT NULL,"
    " actions TEXT NOT NULL,"
    " former DOUBLE PRECISION NOT NULL,"
    " rating DOUBLE PRECISION NOT NULL,"
    " PRIMARY KEY (account, game, puzzle, day)) {clustered};"
    "CREATE UNIQUE INDEX attempts_once ON attempts (account, game, puzzle) WHERE rated = 1;"
    "CREATE UNIQUE INDEX attempts_open ON attempts (account, game) WHERE ended = 0;"
    "CREATE INDEX attempts_of_account ON attempts (account, began);"
    "CREATE INDEX attempts_of_day ON attempts (game, day, ended) WHERE day > 0;"

    "CREATE TABLE solvers ("
    " account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,"
    " game TEXT NOT NULL," // empty: days of all games
    " rating DOUBLE PRECISION NOT NULL,"
    " deviation DOUBLE PRECISION NOT NULL,"
    " volatility DOUBLE PRECISION NOT NULL,"
    " attempts INTEGER NOT NULL,"
    " solved INTEGER NOT NULL,"
    " changed BIGINT NOT NULL,"
    " streak INTEGER NOT NULL,"
    " best INTEGER NOT NULL,"
    " day INTEGER NOT NULL,"
    " days INTEGER NOT NULL,"
    " best_days INTEGER NOT NULL,"
    " PRIMARY KEY (account, game)) {clustered};"
    "CREATE INDEX solvers_by_streak ON solvers (game, streak) WHERE streak > 0;"
    "CREATE INDEX solvers_by_day ON solvers (game, day) WHERE days > 0;"

    "CREATE TABLE puzzles ("
    " game TEXT NOT NULL,"
    " puzzle INTEGER NOT NULL,"
    " rating DOUBLE PRECISION NOT NULL,"
    " deviation DOUBLE PRECISION NOT NULL,"
    " volatility DOUBLE PRECISION NOT NULL,"
    " attempts INTEGER NOT NULL,"
    " solved INTEGER NOT NULL,"
    " changed BIGINT NOT NULL,"
    " PRIMARY KEY (game, puzzle)) {clustered};"

    "CREATE TABLE puzzle_turns (turns BIGINT NOT NULL);" // one row, for whose turn it is
    "INSERT INTO puzzle_turns VALUES (0);",

    // 16: the puzzle of a day is open beside another one; full games that were not dealt are found
    // without looking at all that are open
    "DROP INDEX attempts_open;"
    "CREATE UNIQUE INDEX attempts_open ON attempts (account, game) WHERE ended = 0 AND day = 0;"
    "CREATE UNIQUE INDEX attempts_open_day ON attempts (account, game) WHERE ended = 0 AND day > 0;"
    "CREATE INDEX games_undealt ON games (id) WHERE phase = 0 AND dealer <> '';",
};

const char *sql_migration(int version)
{
    assert(version >= 1 && version <= SCHEMA_VERSION);
    return migrations[version - 1];
}
