# SPDX-License-Identifier: MIT
"""A database of an earlier release (tests/data/compatibility) is brought up to date: nothing in it
is lost or changed, and all go on with what they had: games of every kind, a tournament, a study,
puzzles. upgrades.py does the same for older schemas."""
import glob, json, os

import puzzling
from client import ROOT, Server, wait_until
from games import moves
from people import register
from studyclient import StudyClient
from upgrades import Sqlite, age, contents

FOLDERS = sorted(os.path.dirname(path) for path in glob.glob(os.path.join(ROOT, "tests", "data", "compatibility", "*", "server.sql")))


def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def load(folder, where):
    """The database as a file, its columns, and its contents before anything opens it."""
    database = Sqlite(where)
    database.sql(read(folder, "server.sql"))
    age(database)
    columns = {table: database.columns(table) for table in database.tables() if table not in ("abax_schema", "abax_writers", "abax_news")}
    return database, columns, contents(database, columns)


def accounts(server, kept):
    assert [server.get("/api/me", token=kept[who])[1]["name"] for who in ("ann", "ben", "robot")] == ["Ann", "Ben", "robot"]
    status, login = server.post("/api/sessions", {"name": "ann", "password": "correct horse"})
    assert status == 201 and login["token"] != kept["ann"]
    assert server.post("/api/sessions", {"name": "ann", "password": "wrong horse"})[0] == 401
    assert server.get("/api/me/blocks", token=kept["ben"])[1]["blocked"] == ["robot"]
    mine = {row["id"] for row in server.get("/api/me/games", token=kept["ann"])[1]["games"]}
    assert mine >= {*kept["running"].values(), *kept["finished"].values(), kept["level"], kept["open"]}, mine
    for name, leaders in kept["ratings"].items():
        now = server.get("/api/ratings/" + name)[1]["leaders"]
        assert [(row["name"], row["rating"]) for row in now] == [(row["name"], row["rating"]) for row in leaders], (name, now)


def running_games(server, kept):
    """In every game the player to act acts, and the opponent gets the event."""
    s, other = server.socket(), server.socket()
    tokens = [kept["ann"], kept["ben"]]
    for name, game in kept["running"].items():
        states = [s.join(game, tokens[0]), other.join(game, tokens[1])]
        assert [state["you"] for state in states] == [0, 1] and [state["ply"] for state in states] == [3, 3], (name, states)
        seat = states[0]["toAct"]
        action = moves(states[seat], states[0]["options"], name)[0]
        mine, others = (s, other) if seat == 0 else (other, s)
        assert mine.ask(do="act", game=game, ply=3, action=action)[1]["type"] == "done", name
        assert others.expect("event", game=game, ply=4)["text"] == action
    guests = kept["guests"]
    now = s.join(guests["game"], guests["tokens"][0])
    assert now["options"] == {"ground": "free"} and now["series"]["games"] == 3 and now["you"] == 0, now
    seat = s.join(guests["game"], guests["tokens"][now["toAct"]])
    assert s.ask(do="act", game=guests["game"], ply=0, action=moves(seat, now["options"], "turris")[0])[1]["type"] == "done"
    level = s.join(kept["level"], kept["ann"])
    assert level["options"] == {"diagonal": "on"} and level["toAct"] == 0, level
    assert s.ask(do="act", game=kept["level"], ply=level["ply"], action="a2a4")[1]["type"] == "done"
    s.expect("event", game=kept["level"], ply=level["ply"] + 2)  # the computer answers
    found = server.get("/api/codes/" + kept["code"])[1]
    assert found["game"] == kept["open"], found
    assert server.sit(kept["open"], token=kept["ben"])["seat"] == 1


def finished_games(server, kept):
    found = {row["row"]["id"]: row for row in server.get("/api/search")[1]["games"]}
    for name, game in kept["finished"].items():
        over = server.get("/api/games/" + game)[1]
        assert over["phase"] == "over" and over["name"] == name and found[game]["plies"] == over["ply"] > 0, (name, over)
        status, record, _ = server.request("GET", "/api/games/%s/record" % game, raw=True)
        assert status == 200 and found[game]["opening"].split()[0] in record.decode(), record
    status, record, _ = server.request("GET", "/api/games/%s/record" % kept["finished"]["yoxii"], raw=True)
    assert status == 200 and '[End "rules"]' in record.decode()


def tournaments(server, kept):
    now = server.get("/api/tournaments/" + kept["tournament"])[1]
    assert now["phase"] == "playing" and {row["name"] for row in now["standings"]} == {"Ann", "Ben"}, now
    game = next(pair["game"] for pair in now["pairs"] if pair["game"])
    s = server.socket()
    state = s.join(game, kept["ann"])
    for ply in range(2):  # no player may resign before all have acted
        token = kept["ann"] if state["toAct"] == state["you"] else kept["ben"]
        state = s.join(game, token)
        assert s.ask(do="act", game=game, ply=ply, action=moves(state, state["options"], state["name"])[0])[1]["type"] == "done"
        state = s.join(game, kept["ann"])
    assert s.ask(do="resign", game=game)[1]["type"] == "done"
    wait_until(lambda: any(pair["result"] for pair in server.get("/api/tournaments/" + kept["tournament"])[1]["pairs"]))
    study = server.get("/api/studies/" + kept["study"]["id"])[1]
    assert study["title"] == "Lines" and [node["action"] for node in study["nodes"]] == ["a2a4", "b5b3", "a4b4", "b3c3", "c2c3"], study
    assert [remark["text"] for remark in study["remarks"]] == ["too early"] and len(study["marks"]) == 1
    client = StudyClient(server, kept["study"]["id"], kept["study"]["key"], name="Guest")
    assert client.edits and client.do("add", at=0, actions="d2d4") == 6


def puzzles(server, kept):
    standing = puzzling.standing(server, kept["ann"])
    assert standing["rating"] == kept["rating"] and standing["solved"] == 1 and standing["streak"] == 1, standing
    assert "counts once" in puzzling.begin_puzzle(server, kept["ann"], kept["solved"], status=409)["error"]
    assert puzzling.standing(server, kept["ben"])["open"]["puzzle"] == kept["puzzle"]
    over = puzzling.answer(server, kept["ben"], kept["puzzle"], puzzling.solution(kept["puzzle"]))
    assert over["solved"] and over["rated"], over


def test_an_earlier_release(server):
    assert FOLDERS, "there are no databases of earlier releases"
    for folder in FOLDERS:
        database, columns, before = load(folder, server.folder.name)
        assert sum(map(len, before.values())) > 100, {table: len(rows) for table, rows in before.items()}
        kept = json.loads(read(folder, "server.json"))
        with Server(database.where) as now:
            after = contents(database, columns)
            for table, rows in before.items():
                assert after[table] == rows, (table, [r for r in rows if r not in after[table]], [r for r in after[table] if r not in rows])
            for part in (accounts, finished_games, running_games, tournaments, puzzles):
                part(now, kept)
            register(now, "Zoe")
