// SPDX-License-Identifier: MIT
// All SQL of the storage, for both databases: the numbered statements and the history of the schema.
#ifndef ABAX_SERVER_STORESQL_H
#define ABAX_SERVER_STORESQL_H

enum statement {
    SQL_ADD_GAME,
    SQL_ADD_SEAT,
    SQL_LOCK_GAME,
    SQL_TAKE_SEAT,
    SQL_HAS_SEAT,
    SQL_HAS_GAME,
    SQL_TOUCH_GAME,
    SQL_SET_PHASE,
    SQL_DROP_GAME,
    SQL_PROBE,
    SQL_ADD_ENTRY,
    SQL_ADD_ACCOUNT,
    SQL_SET_ACCOUNT,
    SQL_SET_BAN,
    SQL_HAS_ACCOUNT,
    SQL_FORGET_SEATS,
    SQL_DROP_ACCOUNT,
    SQL_ADD_SESSION,
    SQL_TOUCH_SESSION,
    SQL_DROP_SESSION,
    SQL_END_SESSIONS,
    SQL_PURGE_SESSIONS,
    SQL_ADD_BLOCK,
    SQL_DROP_BLOCK,
    SQL_SET_READY,
    SQL_DROP_READY,
    SQL_SET_RATING,
    SQL_ADD_HISTORY,
    SQL_SET_PLAN,
    SQL_DROP_PLAN,

    SQL_GAME,
    SQL_LOBBY,
    SQL_GAMES_OF,
    SQL_SHOWN_GAMES_OF,
    SQL_GAMES_NOW,
    SQL_RUNNING,
    SQL_JOURNAL,
    SQL_PLANS,
    SQL_ACCOUNT_NAMED,
    SQL_ACCOUNT_BY_ID,
    SQL_ACCOUNT_OF_SESSION,
    SQL_BLOCKED,
    SQL_BLOCKS,
    SQL_READY,
    SQL_RATING,
    SQL_LEADERS,
    SQL_HISTORY,
    SQL_COUNTS,
    SQL_VERSION,

    SQL_COUNT,
};

// Parameters are $1, $2, ... and appear for the first time in this order.
const char *sql_text(enum statement statement);

// Migration `version`, from 1 to SCHEMA_VERSION, leads there from the version before. One that was ever released
// is never changed. {identity}, {clustered} and {own} stand for the database's own words.
enum { SCHEMA_VERSION = 6 };
const char *sql_migration(int version);

#endif
