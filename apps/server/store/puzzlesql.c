// SPDX-License-Identifier: MIT
// The statements about attempts at puzzles (sql.c has the others).
#include <assert.h>

#include "server/store/sql.h"

#define ATTEMPT                                                                                    \
    "SELECT account, game, puzzle, day, rated, began, ended, solved, actions, former, rating"      \
    " FROM attempts "

#define SOLVER                                                                                     \
    "SELECT s.account, a.name, s.game, s.rating, s.deviation, s.volatility, s.attempts, s.solved," \
    " s.changed, s.streak, s.best, s.day, s.days, s.best_days FROM solvers s"                      \
    " JOIN accounts a ON a.id = s.account "

static const char *const statements[] = {
    // Whoever changes anything here does this first: all are one behind the other, so nobody waits
    // for somebody who waits.
    [SQL_PUZZLE_LOCK - SQL_PUZZLE_FIRST] = "UPDATE puzzle_turns SET turns = turns + 1",
    [SQL_PUZZLE_BEGIN - SQL_PUZZLE_FIRST] =
        "INSERT INTO attempts (account, game, puzzle, day, rated, began, ended, solved, actions,"
        " former, rating) VALUES ($1, $2, $3, $4, $5, $6, 0, 0, '', 0, 0)",
    [SQL_PUZZLE_END - SQL_PUZZLE_FIRST] =
        "UPDATE attempts SET ended = $1, solved = $2, actions = $3, former = $4, rating = $5"
        " WHERE account = $6 AND game = $7 AND puzzle = $8 AND day = $9 AND ended = 0",
    [SQL_SET_SOLVER - SQL_PUZZLE_FIRST] =
        "INSERT INTO solvers (account, game, rating, deviation, volatility, attempts, solved,"
        " changed, streak, best, day, days, best_days)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
        " ON CONFLICT (account, game) DO UPDATE SET rating = excluded.rating,"
        " deviation = excluded.deviation, volatility = excluded.volatility,"
        " attempts = excluded.attempts, solved = excluded.solved, changed = excluded.changed,"
        " streak = excluded.streak, best = excluded.best, day = excluded.day,"
        " days = excluded.days, best_days = excluded.best_days",
    [SQL_SET_PUZZLE - SQL_PUZZLE_FIRST] =
        "INSERT INTO puzzles (game, puzzle, rating, deviation, volatility, attempts, solved,"
        " changed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
        " ON CONFLICT (game, puzzle) DO UPDATE SET rating = excluded.rating,"
        " deviation = excluded.deviation, volatility = excluded.volatility,"
        " attempts = excluded.attempts, solved = excluded.solved, changed = excluded.changed",

    [SQL_ATTEMPTS_AT - SQL_PUZZLE_FIRST] =
        ATTEMPT "WHERE account = $1 AND game = $2 AND puzzle = $3 ORDER BY day",
    [SQL_ATTEMPT - SQL_PUZZLE_FIRST] =
        ATTEMPT "WHERE account = $1 AND game = $2 AND puzzle = $3 AND day = $4",
    [SQL_OPEN_ATTEMPT - SQL_PUZZLE_FIRST] = ATTEMPT "WHERE account = $1 AND game = $2 AND ended = 0"
                                                    " AND (day > 0) = (CAST($3 AS INTEGER) > 0)",
    [SQL_ATTEMPTS_OF - SQL_PUZZLE_FIRST] =
        ATTEMPT "WHERE account = $1 AND began < $2 ORDER BY began DESC, game, puzzle LIMIT $3",
    [SQL_TRIED - SQL_PUZZLE_FIRST] =
        "SELECT DISTINCT puzzle FROM attempts WHERE account = $1 AND game = $2 ORDER BY puzzle",
    [SQL_SOLVER - SQL_PUZZLE_FIRST] = SOLVER "WHERE s.account = $1 AND s.game = $2",
    [SQL_PUZZLE - SQL_PUZZLE_FIRST] =
        "SELECT rating, deviation, volatility, attempts, solved, changed FROM puzzles"
        " WHERE game = $1 AND puzzle = $2",
    [SQL_PUZZLE_DAY - SQL_PUZZLE_FIRST] = "SELECT count(*), coalesce(sum(solved), 0) FROM attempts"
                                          " WHERE game = $1 AND day = $2 AND day > 0 AND ended > 0",
    [SQL_PUZZLE_DAY_NAMES - SQL_PUZZLE_FIRST] =
        "SELECT a.name FROM attempts t JOIN accounts a ON a.id = t.account"
        " WHERE t.game = $1 AND t.day = $2 AND t.day > 0 AND t.ended > 0 AND t.solved = 1"
        " AND a.banned = 0 ORDER BY t.ended, a.folded LIMIT $3",
    [SQL_STREAKS - SQL_PUZZLE_FIRST] =
        SOLVER "WHERE s.game = $1 AND s.streak > 0 AND a.banned = 0"
               " ORDER BY s.streak DESC, s.best DESC, s.changed, a.folded LIMIT $2",
    [SQL_DAY_STREAKS - SQL_PUZZLE_FIRST] =
        SOLVER "WHERE s.game = $1 AND s.day >= $2 AND s.days > 0 AND a.banned = 0"
               " ORDER BY s.days DESC, s.best_days DESC, a.folded LIMIT $3",
};

_Static_assert(sizeof statements / sizeof *statements == SQL_COUNT - SQL_PUZZLE_FIRST,
               "every statement has a text");

const char *sql_puzzle_text(enum statement statement)
{
    assert(statements[statement - SQL_PUZZLE_FIRST]);
    return statements[statement - SQL_PUZZLE_FIRST];
}
