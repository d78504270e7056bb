// SPDX-License-Identifier: MIT
// The statements about what people are told when they are away (sql.c has the others).
#include <assert.h>

#include "server/store/sql.h"

// A row of the outbox takes the place of an older one about the same; `from` says for whom.
#define ADD_ROW(from)                                                                              \
    "INSERT INTO outbox (kind, about, text, number, at, due, mail, account, taken, tries)"         \
    " SELECT CAST($1 AS SMALLINT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT),"        \
    " CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS SMALLINT), " from                         \
    " ON CONFLICT (account, kind, about) DO UPDATE SET text = excluded.text,"                      \
    " number = excluded.number, at = excluded.at, due = excluded.due, mail = excluded.mail,"       \
    " taken = 0, tries = 0 WHERE outbox.number <> excluded.number"

static const char *const statements[] = {
    [SQL_OUTBOX_SET_SETTINGS - SQL_OUTBOX_FIRST] =
        "INSERT INTO told (language, push, mail, quiet_from, quiet_to, zone, account, address,"
        " wanted, wanted_at) SELECT CAST($1 AS TEXT), CAST($2 AS SMALLINT), CAST($3 AS SMALLINT),"
        " CAST($4 AS SMALLINT), CAST($5 AS SMALLINT), CAST($6 AS TEXT), id, '', '', 0"
        " FROM accounts WHERE id = $7"
        " ON CONFLICT (account) DO UPDATE SET language = excluded.language, push = excluded.push,"
        " mail = excluded.mail, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,"
        " zone = excluded.zone",
    [SQL_OUTBOX_SET_WANTED - SQL_OUTBOX_FIRST] =
        "UPDATE told SET wanted = $1, wanted_at = $2 WHERE account = $3",
    [SQL_OUTBOX_DROP_ADDRESS - SQL_OUTBOX_FIRST] =
        "UPDATE told SET wanted = $1, address = $1, wanted_at = $2 WHERE account = $3",
    [SQL_OUTBOX_SET_ADDRESS - SQL_OUTBOX_FIRST] =
        "UPDATE told SET address = wanted, wanted = '' WHERE account = $1 AND wanted = $2"
        " AND wanted_at = $3 AND wanted <> ''",
    [SQL_OUTBOX_STOP - SQL_OUTBOX_FIRST] =
        "UPDATE told SET push = push & CAST($1 AS SMALLINT), mail = mail & CAST($2 AS SMALLINT)"
        " WHERE account = $3",
    [SQL_OUTBOX_ADD_SUBSCRIPTION - SQL_OUTBOX_FIRST] =
        "INSERT INTO push_places (endpoint, point, auth, at, account)"
        " VALUES ($1, $2, $3, $4, $5)"
        " ON CONFLICT (endpoint) DO UPDATE SET point = excluded.point, auth = excluded.auth,"
        " at = excluded.at, account = excluded.account",
    [SQL_OUTBOX_TRIM_SUBSCRIPTIONS - SQL_OUTBOX_FIRST] =
        "DELETE FROM push_places WHERE account = $1 AND endpoint NOT IN"
        " (SELECT endpoint FROM push_places WHERE account = $1"
        "  ORDER BY at DESC, endpoint LIMIT $2)",
    [SQL_OUTBOX_DROP_SUBSCRIPTION - SQL_OUTBOX_FIRST] =
        "DELETE FROM push_places WHERE account = $1 AND endpoint = $2",
    [SQL_OUTBOX_ADD - SQL_OUTBOX_FIRST] =
        ADD_ROW("account, 0, 0 FROM told WHERE account = $8"
                " AND ((push | mail) & CAST($9 AS SMALLINT)) <> 0"),
    [SQL_OUTBOX_ADD_EMAIL - SQL_OUTBOX_FIRST] =
        ADD_ROW("account, 0, 0 FROM told WHERE account = $8"),
    [SQL_OUTBOX_PASS_TURN - SQL_OUTBOX_FIRST] =
        "DELETE FROM outbox WHERE about = $1 AND kind = 0 AND account <> $2",
    [SQL_OUTBOX_TAKE - SQL_OUTBOX_FIRST] =
        "UPDATE outbox SET taken = $1 WHERE id = $2 AND number = $3"
        " AND taken < $4",
    [SQL_OUTBOX_DONE - SQL_OUTBOX_FIRST] = "DELETE FROM outbox WHERE id = $1 AND number = $2",
    [SQL_OUTBOX_LATER - SQL_OUTBOX_FIRST] =
        "UPDATE outbox SET due = $1, tries = $2, mail = $3, taken = 0 WHERE id = $4"
        " AND number = $5",
    [SQL_OUTBOX_SET_SECRET - SQL_OUTBOX_FIRST] =
        "INSERT INTO secrets (name, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [SQL_SET_VACATION - SQL_OUTBOX_FIRST] =
        "INSERT INTO vacations (since, until, year, used, account)"
        " SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS INTEGER),"
        " CAST($4 AS INTEGER), id FROM accounts WHERE id = $5"
        " ON CONFLICT (account) DO UPDATE SET since = excluded.since, until = excluded.until,"
        " year = excluded.year, used = excluded.used WHERE vacations.until = $6",

    [SQL_END_VACATION - SQL_OUTBOX_FIRST] =
        "UPDATE vacations SET used = used - (until - $1) / 86400000, until = $1"
        " WHERE account = $2 AND until > $1",

    [SQL_OUTBOX_SETTINGS - SQL_OUTBOX_FIRST] =
        "SELECT account, language, push, mail, quiet_from, quiet_to, zone, address, wanted,"
        " wanted_at FROM told WHERE account = $1",
    [SQL_OUTBOX_SUBSCRIPTIONS - SQL_OUTBOX_FIRST] =
        "SELECT account, endpoint, point, auth, at FROM push_places WHERE account = $1"
        " ORDER BY at, endpoint LIMIT $2",
    [SQL_OUTBOX_DUE - SQL_OUTBOX_FIRST] =
        "SELECT id, account, kind, about, text, number, at, due, taken, tries, mail FROM outbox"
        " WHERE due <= $1 AND taken < $1 ORDER BY due, id LIMIT $2",
    [SQL_OUTBOX_SECRET - SQL_OUTBOX_FIRST] = "SELECT bytes FROM secrets WHERE name = $1",
    [SQL_VACATION - SQL_OUTBOX_FIRST] =
        "SELECT account, since, until, year, used FROM vacations WHERE account = $1",
};

_Static_assert(sizeof statements / sizeof *statements == SQL_PUZZLE_FIRST - SQL_OUTBOX_FIRST,
               "every statement has a text");

const char *sql_outbox_text(enum statement statement)
{
    assert(statement >= SQL_OUTBOX_FIRST && statement < SQL_COUNT);
    return statements[statement - SQL_OUTBOX_FIRST];
}
