# SPDX-License-Identifier: MIT
"""Databases of earlier versions are migrated: nothing in them is lost or changed, and everything in
them goes on. They are kept as SQL (tests/data/schema), so that a change of the history of the
schema is found too."""
import contextlib, os, sqlite3, time

import puzzling
from client import ROOT, Server, wait_until
from cluster import shared_cluster
from games import moves
from people import register

# Who and what is in them; secrets are stored as hashes only.
KEPT = {
    "sqlite": {"ann": "Ki9Y1M_x1eiIGufulslCYg", "ben": "mKIoRQRiOZogKiWhcwAVDw", "robot": "i8bNBiJ8KJlmYwufEJin7A", "slow": "inh9jc9dng8",
               "guests": "7kdh7f5apyk", "seats": ["SNAzyaz7BOi1JoKUpMFGhw", "51gXYhGkNKADt8ix6sN3YA"], "rated": "u4szsf8d7ew",
               "open": "jty3ijegc9b", "dealt": "cu5vb2uwq82", "holder": "LkrTd1sx4HqmpAc15bsFsw", "cup": "6tzx6hvv2f9",
               "study": "dtjeq6jx232", "puzzle": 136, "day": 99},
    "postgres": {"ann": "pahlTRweP2f9yXH_JTDaEg", "ben": "DUDwPg60fj80cNbbayCyBQ", "robot": "h50fAtISa9VA6_8OU-Zt1Q", "slow": "i2fzccetf8g", "guests": "gw2p3vqbk45", "seats": ["3ZEsyedjn-6vDNDHtC7KLg", "NxB4JM9khRSiDTzOS5HK2Q"], "rated": "33mipfw4cj4", "open": "d9jz4ctqyuw", "dealt": "i2gbcv5dn3s", "holder": "sIKoft-8sxsYKYUNfu8TUQ", "cup": "uuhkatksnmx", "study": "f8v2fyuvrmu", "puzzle": 526, "day": 99},
}
# Timestamps that matter: as if the server had been down for a moment, not since this was stored.
STAMPS = {"sessions": ("at", "used"), "entries": ("at",), "games": ("created", "changed"), "notes": ("at",), "things": ("created", "changed"),
          "attempts": ("began",)}


class Sqlite:
    name = "sqlite"

    def __init__(self, folder):
        self.where = os.path.join(folder, "old.db")

    def sql(self, text):
        with sqlite3.connect(self.where) as db:
            db.executescript(text)

    def rows(self, query):
        db = sqlite3.connect(self.where)
        try:
            return db.execute(query).fetchall()
        finally:
            db.close()

    def tables(self):
        return [row[0] for row in self.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]

    def columns(self, table):
        return [row[1] for row in self.rows("PRAGMA table_info(%s)" % table)]

    def form(self):
        """Tables by their columns, and indexes, whatever blanks there are and in which order
        columns came."""
        found = self.rows("SELECT name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite%'")
        tables = {table: sorted(row[1:4] for row in self.rows("PRAGMA table_info(%s)" % table)) for table in self.tables()}
        return tables, {name: " ".join(sql.split()) for name, sql in found if sql.startswith("CREATE ") and " INDEX " in sql}


class Postgres:
    name = "postgres"

    def __init__(self, _folder):
        self.cluster = shared_cluster()
        self.where = self.cluster.database()

    def sql(self, text):
        self.cluster.sql(self.where, text)

    def rows(self, query):
        return [line.split("|") for line in self.cluster.sql(self.where, query).splitlines()]

    def tables(self):
        return [row[0] for row in self.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]

    def columns(self, table):
        return [row[0] for row in self.rows("SELECT column_name FROM information_schema.columns WHERE table_name = '%s'" % table)]

    def form(self):
        return (sorted(self.rows("SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns"
                                 " WHERE table_schema = 'public'")),
                sorted(self.rows("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'")))


def age(database):
    """Moves timestamps to the present."""
    prefix = "public." if database.name == "postgres" else ""
    kept = int(database.rows("SELECT max(created) FROM %sgames" % prefix)[0][0])
    for table, columns in STAMPS.items():
        if table in database.tables():
            more = ", ".join("%s = %s + %d" % (c, c, int(time.time() * 1000) - kept) for c in columns)
            database.sql("UPDATE %s%s SET %s" % (prefix, table, more))


def load(database, version):
    with open(os.path.join(ROOT, "tests", "data", "schema", "%s-%d.sql" % (database.name, version)), encoding="utf-8") as file:
        database.sql(file.read())
    age(database)


def contents(database, columns):
    """Every row of every table that there was, by the columns that it had."""
    prefix = "public." if database.name == "postgres" else ""
    return {table: sorted(map(str, database.rows("SELECT %s FROM %s%s" % (", ".join(names), prefix, table))))
            for table, names in columns.items()}


def goes_on(server, version, kept):
    """All accounts find what was there, and go on with it."""
    assert [server.get("/api/me", token=kept[who])[1]["name"] for who in ("ann", "ben", "robot")] == ["Ann", "Ben", "robot"]
    assert server.post("/api/sessions", {"name": "ann", "password": "correct horse"})[0] == 201
    profile = server.get("/api/accounts/Ann")[1]
    assert [r["games"] for r in profile["ratings"]["tiku"]] == [1], profile
    s = server.socket()
    now = s.join(kept["guests"], kept["seats"][0])
    assert now["you"] == 0 and now["ply"] == len(now["entries"]) == 2
    now = s.join(kept["guests"], kept["seats"][now["toAct"]])
    assert s.ask(do="act", game=kept["guests"], ply=2, action=moves(now, {}, "turris")[0])[1]["type"] == "done"
    assert s.join(kept["slow"], kept["ben"])["ply"] == 1
    assert s.ask(do="act", game=kept["slow"], ply=1, action="b5b4")[1]["type"] == "done"
    wait_until(lambda: s.join(kept["slow"], kept["ben"])["ply"] == 3)  # Ann's line was kept
    over = server.get("/api/games/" + kept["rated"])[1]
    assert over["phase"] == "over" and over["ply"] == 4, over
    wait_until(lambda: [row.get("result") for row in server.get("/api/accounts/Ann")[1]["games"] if row["id"] == kept["rated"]] == ["lw"])
    assert server.post("/api/games/%s/sit" % kept["open"], {})[0] == 200
    assert server.get("/api/me/blocks", token=kept["ben"])[1]["blocked"] == ["robot"]
    if version < 15:
        return
    state = s.join(kept["dealt"], kept["holder"])
    assert state["phase"] == "playing" and state["you"] == 0
    assert len(server.get("/api/tournaments/" + kept["cup"])[1]["pairs"]) == 1
    assert server.get("/api/studies/" + kept["study"])[1]["title"] == "Lines"
    # Both open attempts are; Ann's counts, and she may have the day's beside another one now.
    assert puzzling.standing(server, kept["ann"])["open"]["puzzle"] == kept["puzzle"]
    assert puzzling.standing(server, kept["ben"])["open"]["puzzle"] == kept["day"]
    puzzling.begin_puzzle(server, kept["ann"], day=True)
    assert puzzling.answer(server, kept["ann"], kept["puzzle"], puzzling.solution(kept["puzzle"]))["rated"]
    assert puzzling.standing(server, kept["ann"])["attempts"] == 2


def upgrade(server, kind, version):
    fresh, old = kind(server.folder.name), None
    if kind is Sqlite:
        fresh.where = server.database
    with contextlib.nullcontext() if kind is Sqlite else Server(fresh.where):
        old = kind(server.folder.name)
        load(old, version)
        columns = {table: old.columns(table) for table in old.tables() if table not in ("abax_schema", "abax_writers", "abax_news")}
        before = contents(old, columns)
        assert sum(map(len, before.values())) > 30, before
        with Server(old.where) as upgraded:
            after = contents(old, columns)
            for table, rows in before.items():
                assert after[table] == rows, (table, [r for r in rows if r not in after[table]], [r for r in after[table] if r not in rows])
            assert old.form() == fresh.form()
            goes_on(upgraded, version, KEPT[kind.name])
            register(upgraded, "Zoe")  # new accounts get numbers after the existing ones


def test_sqlite_of_version_6(server):
    upgrade(server, Sqlite, 6)


def test_sqlite_of_version_15(server):
    upgrade(server, Sqlite, 15)


def test_postgres_of_version_6(server):
    upgrade(server, Postgres, 6)


def test_postgres_of_version_15(server):
    upgrade(server, Postgres, 15)
