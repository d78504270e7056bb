// SPDX-License-Identifier: MIT
// The statements of the server, for both databases: words in braces are replaced by the kind of
// database, $n are values. Statements are numbered so that a connection prepares each once. Nothing
// here runs anything.
#include "server/store/sql.h"

#include <assert.h>

// Games with the end of their journal and their seats, a row a seat. `which` chooses and limits the
// games.
#define GAMES(which)                                                                               \
    "SELECT g.id, g.game, g.options, g.seed, g.start, g.clock, g.listed, g.rated, g.guests,"       \
    " g.created, g.changed, g.phase, g.before, g.entries, g.last,"                                 \
    " s.number, s.kind, coalesce(a.name, s.name), s.account, s.token, coalesce(a.muted, 0),"       \
    " v.since, v.until,"                                                                           \
    " g.result, coalesce(r.rating, 0), coalesce(r.deviation, 0), coalesce(h.former, 0),"           \
    " coalesce(h.rating, 0), g.series, g.lots, g.dealer, s.promise, s.part"                        \
    " FROM (SELECT games.*,"                                                                       \
    "  (SELECT max(e.number) + 1 FROM entries e WHERE e.game = games.id) AS entries,"              \
    "  (SELECT e.at FROM entries e WHERE e.game = games.id ORDER BY e.number DESC LIMIT 1)"        \
    "   AS last"                                                                                   \
    "  FROM games " which ") g"                                                                    \
    " LEFT JOIN seats s ON s.game = g.id LEFT JOIN accounts a ON a.id = s.account"                 \
    " LEFT JOIN vacations v ON v.account = s.account"                                              \
    " LEFT JOIN ratings r ON coalesce(r.account, 0) = coalesce(s.account, 0)"                      \
    "  AND r.player = CASE WHEN s.account IS NULL THEN s.kind ELSE '' END AND r.game = g.game"     \
    " LEFT JOIN rating_history h ON h.by_game = g.id AND h.by_game <> ''"                          \
    "  AND h.account = s.account"                                                                  \
    " ORDER BY g.created DESC, g.id DESC, s.number"

#define ACCOUNT(used)                                                                              \
    "SELECT a.id, a.name, a.password, a.bot, a.banned, a.created, " used                           \
    ", coalesce(a.owner, 0), a.muted FROM accounts a "

#define REPORTS                                                                                    \
    "SELECT r.number, coalesce(r.account, 0), coalesce(r.about, 0), coalesce(b.name, ''),"         \
    " coalesce(a.name, ''), r.game, r.reason, r.text, r.at, r.closed FROM reports r"               \
    " LEFT JOIN accounts b ON b.id = r.account LEFT JOIN accounts a ON a.id = r.about "

// Finished games by name, options, beginning and time. Where nothing is asked for, everything is
// right.
#define FINISHED                                                                                   \
    "SELECT f.game, f.name, f.options, f.opening, f.plies, f.result, f.ended FROM finished f "
#define FITS                                                                                       \
    " f.result >= 0 AND f.ended < CAST($1 AS BIGINT)"                                              \
    " AND (CAST($2 AS TEXT) = '' OR f.name = CAST($2 AS TEXT))"                                    \
    " AND (CAST($3 AS TEXT) = '' OR f.options = CAST($3 AS TEXT))"                                 \
    " AND substr(f.opening, 1, length(CAST($4 AS TEXT))) = CAST($4 AS TEXT)"

#define RATING                                                                                     \
    "SELECT coalesce(r.account, 0), r.player, coalesce(a.name, ''), r.game, r.rating,"             \
    " r.deviation, r.volatility, r.games, r.changed"                                               \
    " FROM ratings r LEFT JOIN accounts a ON a.id = r.account "

#define DOCUMENTS(which)                                                                           \
    "SELECT t.id, t.kind, coalesce(t.owner, 0), coalesce(a.name, ''), t.title, t.settings,"        \
    " t.listed, t.phase, t.created, t.changed, t.own,"                                             \
    " (SELECT coalesce(max(n.number) + 1, 0) FROM notes n WHERE n.thing = t.id)"                   \
    " FROM things t LEFT JOIN accounts a ON a.id = t.owner WHERE " which

static const char *const statements[SQL_OUTBOX_FIRST] = {
    [SQL_ADD_GAME] = "INSERT INTO games (id, game, options, seed, start, clock, listed, rated,"
                     " guests, created, changed, phase, before, series, lots, dealer)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
                     " $16)"
                     " ON CONFLICT DO NOTHING",
    [SQL_ADD_SEAT] = "INSERT INTO seats (game, number, kind, name, account, token, promise, part)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, '')",
    // Two who sit down at once are one behind the other from here on, whatever rows they change.
    [SQL_LOCK_GAME] = "UPDATE games SET changed = changed WHERE id = $1",
    [SQL_TAKE_SEAT] = "UPDATE seats SET kind = $1, name = $2, account = $3, token = $4,"
                      " promise = $5 WHERE game = $6 AND number = $7 AND kind = 'open'"
                      " AND EXISTS (SELECT 1 FROM games g WHERE g.id = $6 AND g.phase = 0)"
                      " AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.game = $6"
                      " AND o.account = $3 AND o.number <> $7 AND o.kind <> 'open')",
    [SQL_HAS_SEAT] = "SELECT 1 FROM seats WHERE game = $1 AND number = $2",
    [SQL_SEAT_OF_TOKEN] = "SELECT number FROM seats WHERE game = $1 AND token = $2",
    [SQL_HAS_GAME] = "SELECT 1 FROM games WHERE id = $1",
    [SQL_TOUCH_GAME] = "UPDATE games SET changed = $1 WHERE id = $2 AND changed < $1",
    // Phases go forward only: whoever begins a game that was broken off meanwhile is late.
    [SQL_SET_PHASE] = "UPDATE games SET phase = $1, result = $2 WHERE id = $3 AND phase < $1",
    // Lots are drawn once. While seats change their numbers, those on their way are below 0.
    [SQL_DRAW_SEATS] = "UPDATE games SET lots = 2 WHERE id = $1 AND lots = 1",
    [SQL_LIFT_SEAT] = "UPDATE seats SET number = -1 - CAST($1 AS SMALLINT)"
                      " WHERE game = $2 AND number = $3",
    [SQL_SET_DOWN] = "UPDATE seats SET number = -1 - number WHERE game = $1 AND number < 0",
    [SQL_DROP_PLANS] = "DELETE FROM plans WHERE game = $1",
    // Who was asked for a promise answers once; parts are given once, and dealt from once.
    [SQL_SET_COMMITMENT] =
        "UPDATE seats SET promise = $1 WHERE game = $2 AND number = $3 AND promise = '?'",
    [SQL_SET_SHARE] = "UPDATE seats SET part = $1 WHERE game = $2 AND number = $3 AND part = ''",
    [SQL_SET_DEAL] =
        "UPDATE games SET seed = $1, start = $2, phase = 1 WHERE id = $3 AND phase = 0",
    [SQL_PROBE] = "UPDATE abax_schema SET version = version",
    [SQL_ADD_FINISHED] = "INSERT INTO finished (game, name, options, opening, plies, result, ended)"
                         " SELECT id, CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT),"
                         " CAST($4 AS INTEGER), CAST($5 AS SMALLINT), CAST($6 AS BIGINT)"
                         " FROM games WHERE id = $7 ON CONFLICT DO NOTHING",
    // Games that were over before rows had results get theirs.
    [SQL_SET_INDEXED] = "UPDATE games SET indexed = 1, result = CASE result WHEN ''"
                        " THEN CAST($1 AS TEXT) ELSE result END WHERE id = $2",
    [SQL_DROP_GAME] = "DELETE FROM games WHERE id = $1",

    // Only the next number of a game that is there. Of two writers at the same time the second
    // waits for the first and then finds the number taken.
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
    // What is empty stays: two changes at once do not undo each other.
    [SQL_SET_ACCOUNT] =
        "UPDATE accounts SET name = CASE CAST($1 AS TEXT) WHEN '' THEN name ELSE $1 END,"
        " folded = CASE CAST($2 AS TEXT) WHEN '' THEN folded ELSE $2 END,"
        " password = CASE CAST($3 AS TEXT) WHEN '' THEN password ELSE $3 END WHERE id = $4"
        " AND NOT EXISTS (SELECT 1 FROM accounts o WHERE o.folded = $2 AND o.id <> $4)"
        " RETURNING name",
    [SQL_SET_BAN] = "UPDATE accounts SET banned = $1 WHERE id = $2",
    [SQL_SET_MUTE] = "UPDATE accounts SET muted = $1 WHERE id = $2",
    // Not when another password was set meanwhile.
    [SQL_RENEW_PASSWORD] = "UPDATE accounts SET password = $1 WHERE id = $2 AND password = $3",
    // One that waits is enough of one person about the same; and nobody buries the others under
    // theirs.
    [SQL_ADD_REPORT] =
        "INSERT INTO reports (account, about, game, reason, text, at, closed)"
        " SELECT a.id, (SELECT o.id FROM accounts o WHERE o.id = CAST($1 AS BIGINT)),"
        " CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT), 0"
        " FROM accounts a WHERE a.id = $6"
        " AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.account = $6 AND r.closed = 0"
        "  AND coalesce(r.about, 0) = CAST($1 AS BIGINT) AND r.game = $2)"
        " AND (SELECT count(*) FROM reports r WHERE r.account = $6 AND r.closed = 0) < $7",
    [SQL_HAS_REPORT] = "SELECT 1 FROM reports WHERE number = $1",
    [SQL_CLOSE_REPORT] = "UPDATE reports SET closed = $1 WHERE number = $2 AND closed = 0",
    [SQL_ADD_AUDIT] = "INSERT INTO audit (at, who, did, about) VALUES ($1, $2, $3, $4)",
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
        "INSERT INTO rating_history (account, game, rating, deviation, volatility, games, changed,"
        " by_game, former) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",

    [SQL_PURGE_POOL] = "DELETE FROM pool WHERE until < $1",
    [SQL_LEAVE_POOL_OF] = "DELETE FROM pool WHERE account = $1 AND found = ''",
    [SQL_LEAVE_POOL] = "DELETE FROM pool WHERE token = $1 AND found = ''",
    // A guest who is called as an account has no name.
    [SQL_ENTER_POOL] = "INSERT INTO pool (token, account, name, game, clock, rated, since, until,"
                       " found) VALUES ($1, $2, CASE WHEN CAST($2 AS BIGINT) IS NULL AND EXISTS"
                       " (SELECT 1 FROM accounts o WHERE o.folded = CAST($3 AS TEXT)) THEN ''"
                       " ELSE CAST($4 AS TEXT) END, $5, $6, $7, $8, $9, '')"
                       " ON CONFLICT DO NOTHING",
    [SQL_STAY_IN_POOL] = "UPDATE pool SET until = $1 WHERE token = $2 AND found = ''",
    [SQL_FOUND_IN_POOL] = "SELECT found FROM pool WHERE token = $1 AND found <> ''",
    [SQL_CLAIM_SEEK] = "UPDATE pool SET found = $1 WHERE token = $2 AND found = ''"
                       " AND until >= $3",
    [SQL_RELEASE_SEEK] = "UPDATE pool SET found = '' WHERE token = $1 AND found = $2",
    // A code whose game waits for nobody any more can be given to another.
    [SQL_FREE_CODE] = "DELETE FROM codes WHERE code = $1 AND game NOT IN"
                      " (SELECT id FROM games WHERE id = codes.game AND phase = 0)",
    [SQL_ADD_CODE] = "INSERT INTO codes (code, game) SELECT CAST($1 AS TEXT), id FROM games"
                     " WHERE id = $2 AND phase = 0 ON CONFLICT DO NOTHING",
    [SQL_HAS_OPEN_GAME] = "SELECT 1 FROM games WHERE id = $1 AND phase = 0",

    [SQL_SET_PLAN] = "INSERT INTO plans (game, seat, at, text)"
                     " SELECT id, CAST($1 AS SMALLINT), CAST($2 AS INTEGER), CAST($3 AS TEXT)"
                     " FROM games WHERE id = $4"
                     " ON CONFLICT (game, seat) DO UPDATE SET at = excluded.at,"
                     " text = excluded.text",
    // Whoever plays a line keeps it in place until that is stored: it is played before it is
    // withdrawn, or not at all.
    [SQL_KEEP_PLAN] = "UPDATE plans SET text = text WHERE game = $1 AND seat = $2 AND at = $3"
                      " AND text = $4",
    [SQL_DROP_PLAN] = "DELETE FROM plans WHERE game = $1 AND seat = $2",

    [SQL_ADD_DOCUMENT] = "INSERT INTO things (id, kind, owner, title, settings, listed, phase,"
                         " created, changed, own) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
                         " ON CONFLICT DO NOTHING",
    [SQL_SET_DOCUMENT] = "UPDATE things SET title = $1, settings = $2, listed = $3, phase = $4,"
                         " changed = $5 WHERE id = $6",
    [SQL_HAS_DOCUMENT] = "SELECT 1 FROM things WHERE id = $1",
    [SQL_DROP_DOCUMENT] = "DELETE FROM things WHERE id = $1",
    [SQL_DROP_OWN_DOCUMENTS] = "DELETE FROM things WHERE owner = $1 AND own = 1",
    [SQL_PURGE_DOCUMENTS] = "DELETE FROM things WHERE own = 1 AND owner IS NULL AND changed < $1",
    // As of entries: only the next number.
    [SQL_ADD_EVENT] = "INSERT INTO notes (thing, number, kind, account, text, at)"
                      " SELECT id, CAST($1 AS INTEGER), CAST($2 AS TEXT), CAST($3 AS BIGINT),"
                      " CAST($4 AS TEXT), CAST($5 AS BIGINT) FROM things WHERE id = $6"
                      " AND $1 = (SELECT coalesce(max(n.number) + 1, 0) FROM notes n"
                      " WHERE n.thing = $6) ON CONFLICT DO NOTHING",

    [SQL_GAME] = GAMES("WHERE id = $1"),
    [SQL_LOBBY] = GAMES("WHERE listed = 1 AND phase = $1 ORDER BY created DESC, id DESC LIMIT $2"),
    [SQL_GAMES_OF] = GAMES("WHERE id IN (SELECT game FROM seats WHERE account = $1)"
                           " AND created < $2 ORDER BY created DESC, id DESC LIMIT $3"),
    [SQL_SHOWN_GAMES_OF] =
        GAMES("WHERE listed = 1 AND id IN (SELECT game FROM seats WHERE account = $1)"
              " AND created < $2 ORDER BY created DESC, id DESC LIMIT $3"),
    // Where one sits comes before where one is asked to: strangers cannot push one's own games out
    // of the list.
    [SQL_GAMES_NOW] = GAMES("WHERE phase <> 2 AND id IN (SELECT game FROM seats WHERE account = $1)"
                            " ORDER BY (SELECT count(*) FROM seats o WHERE o.game = games.id"
                            "  AND o.account = $1 AND o.kind <> 'open') DESC,"
                            " created DESC, id DESC LIMIT $2"),
    // And those that were broken off and do not say so, are full and were not dealt, or are offered
    // in the lobby by somebody who may have gone: loading mends them.
    [SQL_RUNNING] = "SELECT id FROM games WHERE phase = 1 AND (clock NOT IN ('', 'none') OR EXISTS"
                    " (SELECT 1 FROM seats s WHERE s.game = games.id"
                    "  AND s.kind NOT IN ('open', 'person', 'bot')) OR EXISTS"
                    " (SELECT 1 FROM entries e WHERE e.game = games.id AND e.kind = 'abort'))"
                    " UNION SELECT id FROM games WHERE phase = 0 AND dealer <> '' AND NOT EXISTS"
                    " (SELECT 1 FROM seats s WHERE s.game = games.id AND s.kind = 'open')"
                    " UNION SELECT id FROM games WHERE phase = 0 AND listed = 1"
                    "  AND clock NOT IN ('', 'none') AND clock NOT LIKE '%d'"
                    " ORDER BY id",
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

    [SQL_REPORTS] = REPORTS "WHERE r.closed = 0 ORDER BY r.number LIMIT $1",
    [SQL_REPORTS_BY] = REPORTS "WHERE r.account = $1 ORDER BY r.number DESC LIMIT $2",
    [SQL_AUDIT] = "SELECT at, who, did, about FROM audit ORDER BY number DESC LIMIT $1",
    [SQL_SESSIONS] = "SELECT at, used FROM sessions WHERE account = $1 ORDER BY at DESC LIMIT $2",
    [SQL_BOTS_OF] = "SELECT name FROM accounts WHERE owner = $1 ORDER BY folded LIMIT $2",
    [SQL_IDS] = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2",
    [SQL_TO_INDEX] = "SELECT id FROM games WHERE phase = 2 AND indexed = 0 ORDER BY id LIMIT $1",
    // Of anybody: what is not by link only. Won means by the first seat, lost by another, drawn by
    // nobody or by all. The latest first; games of one time are told apart by their ids.
    [SQL_FIND_RATED] = FINISHED "JOIN games g ON g.id = f.game WHERE f.name = $1 AND f.result >= 0"
                                " AND g.rated = 1 AND g.start = ''"
                                " AND (f.ended < $2 OR (f.ended = $2 AND f.game < $3))"
                                " ORDER BY f.ended DESC, f.game DESC LIMIT $4",
    [SQL_FIND] = FINISHED
    "JOIN games g ON g.id = f.game WHERE g.listed = 1 AND" FITS
    " AND CASE CAST($5 AS INTEGER) WHEN 1 THEN f.result & 1 = 1 AND f.result NOT IN (3, 7, 15)"
    " WHEN 2 THEN f.result & 1 = 0 AND f.result <> 0"
    " WHEN 3 THEN f.result IN (0, 3, 7, 15) ELSE 1 = 1 END"
    " ORDER BY f.ended DESC, f.game DESC LIMIT CAST($6 AS BIGINT)",
    // Of a person, by what it was for that person; of one's own all.
    [SQL_FIND_OF] =
        FINISHED "JOIN games g ON g.id = f.game JOIN seats s ON s.game = f.game WHERE" FITS
                 " AND s.account = CAST($5 AS BIGINT) AND (g.listed = 1 OR"
                 "  CAST($5 AS BIGINT) = CAST($6 AS BIGINT))"
                 " AND CASE CAST($7 AS INTEGER) WHEN 1 THEN (f.result >> s.number) & 1 = 1"
                 "  AND f.result NOT IN (3, 7, 15)"
                 " WHEN 2 THEN (f.result >> s.number) & 1 = 0 AND f.result <> 0"
                 " WHEN 3 THEN f.result IN (0, 3, 7, 15) ELSE 1 = 1 END"
                 " ORDER BY f.ended DESC, f.game DESC LIMIT CAST($8 AS BIGINT)",
    [SQL_COUNTS] =
        "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM games WHERE phase = 1),"
        " (SELECT count(*) FROM entries), (SELECT count(*) FROM accounts)",
    [SQL_DOCUMENT] = DOCUMENTS("t.id = $1"),
    [SQL_DOCUMENTS] = DOCUMENTS("t.listed = 1 AND t.kind = $1 AND t.phase = $2 AND t.created < $3"
                                " ORDER BY t.created DESC, t.id DESC LIMIT $4"),
    [SQL_DOCUMENTS_OF] = DOCUMENTS("t.kind = $1 AND t.owner = $2 AND t.created < $3"
                                   " ORDER BY t.created DESC, t.id DESC LIMIT $4"),
    [SQL_DOCUMENTS_JOINED] =
        DOCUMENTS("t.kind = $1 AND t.id IN (SELECT n.thing FROM notes n"
                  " WHERE n.account = $2 AND n.kind = 'join') AND t.created < $3"
                  " ORDER BY t.created DESC, t.id DESC LIMIT $4"),
    [SQL_COUNT_DOCUMENTS_OF] = "SELECT count(*) FROM things WHERE kind = $1 AND owner = $2",
    [SQL_DOCUMENTS_NOW] =
        "SELECT id FROM things WHERE kind = $1 AND phase <> 2 ORDER BY created, id",
    [SQL_EVENTS] = "SELECT n.thing, n.number, n.kind, coalesce(n.account, 0),"
                   " coalesce(a.name, ''), n.text, n.at FROM notes n"
                   " LEFT JOIN accounts a ON a.id = n.account"
                   " WHERE n.thing = $1 AND n.number >= $2 ORDER BY n.number",
    [SQL_SEEKS] = "SELECT p.token, coalesce(p.account, 0), coalesce(a.name, p.name), p.game, "
                  "p.clock, p.rated,"
                  " coalesce(r.rating, 0), p.since, p.until, p.found FROM pool p"
                  " LEFT JOIN accounts a ON a.id = p.account"
                  " LEFT JOIN ratings r ON coalesce(r.account, 0) = coalesce(p.account, 0)"
                  "  AND r.player = '' AND r.game = p.game"
                  " WHERE p.until >= $1 AND coalesce(a.banned, 0) = 0"
                  " ORDER BY p.found, p.since, p.token LIMIT $2",
    [SQL_CODE_OF_GAME] = "SELECT code FROM codes WHERE game = $1",
    [SQL_GAME_OF_CODE] = "SELECT c.game FROM codes c JOIN games g ON g.id = c.game"
                         " WHERE c.code = $1 AND g.phase = 0",
    [SQL_VERSION] = "SELECT version FROM abax_schema",
};

const char *sql_text(enum statement statement)
{
    if (statement >= SQL_PUZZLE_FIRST)
        return sql_puzzle_text(statement);
    if (statement >= SQL_OUTBOX_FIRST)
        return sql_outbox_text(statement);
    assert(statements[statement]);
    return statements[statement];
}
