#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""tests/compatibility/make.py TREE FOLDER: has the program of TREE, a built checkout, write what people keep: records and links, a server's
database, and the folder of the terminal. Run once per release with TREE at its commit; tests/data/compatibility has the results, and tests
open them with the present program. The page's storage is made by makepage.mjs."""
import json
import os
import shutil
import sqlite3
import subprocess
import sys

sys.dont_write_bytecode = True
TREE, FOLDER = (os.path.abspath(word) for word in sys.argv[1:3])
ABAX = os.path.join(TREE, "abax")
os.environ["ABAX"] = ABAX
os.environ["LC_ALL"] = "C.UTF-8"


def abax(*words, given=""):
    return subprocess.run([ABAX, *words], input=given, capture_output=True, text=True, check=True, cwd=TREE).stdout


def write(name, text):
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        file.write(text)


# ---------------------------------------------------------------------------------------------
# Records
# ---------------------------------------------------------------------------------------------

REMARKS = """[Game "tiku"]
[Date "2026-11-15"]
[Seat1 "Ada"]
[Seat1Player "person"]
[Seat2Player "level:3"]
[Clock "300+5"]
[Left "296.75 301.5"]
[End "resigned 1"]
[Result "loss win score 0 11"]
[Event "an example"]

{Figures slide.} 1. a2a4! 2. b5b3 <3.5s hints 1,2> {too early \\}} (2. c5c3
3. a4b4) 3. a4b4 <8.25s> *
"""


def records():
    """A whole game for each game and each of its options, and one with remarks, times, hints and a variation."""
    texts = [REMARKS]
    for game in json.loads(abax("games", "--json"))["games"]:
        chosen = [[]] + [["-o", f"{option['key']}={value}"] for option in game["options"] for value in option["values"][1:]]
        for number, words in enumerate(chosen):
            seats = 2 if not words or not words[1].startswith("players=") else int(words[1].partition("=")[2])
            players = [word for seat in range(seats) for word in (f"--p{seat + 1}", "greedy" if seat else "level:1")]
            path = os.path.join(FOLDER, "match")
            abax("match", game["name"], *words, *players, "--games", "2", "--seed", str(number + 5), "--record", path)
            texts.append(abax("record", "convert", path, "--nth", "1", "--to", "text"))
            os.remove(path)
    write("records.txt", "\n".join(texts))
    path = os.path.join(FOLDER, "records.txt")
    numbers = [str(i + 1) for i in range(len(texts))]
    write("records.txt", "\n".join(abax("record", "convert", path, "--nth", number, "--to", "text") for number in numbers))
    write("records.json", "\n".join(abax("record", "convert", path, "--nth", number, "--to", "json").strip() for number in numbers) + "\n")
    links = [abax("record", "convert", path, "--nth", number, "--to", "link").strip() for number in numbers]
    write("links.txt", "\n".join(links) + "\n")
    write("links.json", "\n".join(abax("record", "convert", link, "--to", "json").strip() for link in links) + "\n")


# ---------------------------------------------------------------------------------------------
# A server
# ---------------------------------------------------------------------------------------------

def two_at(server, name, ann, ben, plies, **fields):
    """A game of Ann and Ben after this many actions, or to its end."""
    from client import wait_until
    from games import moves
    game = server.create(name, token=ann, **fields)["game"]
    server.sit(game, token=ben)
    wait_until(lambda: server.get("/api/games/" + game)[1]["phase"] != "open")  # secrets are dealt when all sit
    sockets = [server.socket(), server.socket()]
    for ply in range(plies):
        now = [s.join(game, token) for s, token in zip(sockets, (ann, ben))]
        if now[0]["toAct"] < 0:
            break
        seat = now[0]["toAct"]
        listed = moves(now[seat], now[0]["options"], name)
        answer = sockets[seat].ask(do="act", game=game, ply=ply, action=listed[len(listed) * 2 // 3])[1]
        assert answer["type"] == "done", answer
    for s in sockets:
        s.close()
    return game


def resigned(server, game, token):
    s = server.socket()
    s.join(game, token)
    assert s.ask(do="resign", game=game)[1]["type"] == "done"
    s.close()


def people(server, kept):
    from people import register
    ann, ben = kept["ann"], kept["ben"] = register(server, "Ann"), register(server, "Ben")
    kept["robot"] = server.post("/api/bots", {"name": "robot"}, token=ann)[1]["token"]
    assert server.post("/api/me/blocks", {"name": "robot"}, token=ben)[0] == 200
    assert server.post("/api/reports", {"name": "robot", "reason": "other", "text": "too quick"}, token=ben)[0] == 201
    return ann, ben


def played(server, kept, ann, ben):
    """Of every game one that goes on and one that is over; two are played to their ends."""
    kept["running"], kept["finished"] = {}, {}
    for game in json.loads(abax("games", "--json"))["games"]:
        name = game["name"]
        kept["running"][name] = two_at(server, name, ann, ben, 3, clock="3d")
        over = kept["finished"][name] = two_at(server, name, ann, ben, 400 if name in ("yoxii", "kwinty") else 6, clock="600", rated=True, listed=True)
        if server.get("/api/games/" + over)[1]["phase"] == "playing":
            resigned(server, over, ben)
    first = server.create("turris", options={"ground": "free"}, name="Guest", games=3)
    second = server.sit(first["game"])
    kept["guests"] = {"game": first["game"], "tokens": [first["token"], second["token"]]}
    kept["level"] = server.create("tiku", token=ann, seats=["me", "level:1"], options={"diagonal": "on"}, clock="3d")["game"]
    kept["open"] = server.create("tokan", token=ann, options={"setup": "random", "scoring": "heads"}, clock="3d")["game"]
    kept["code"] = server.post("/api/games/%s/code" % kept["open"], token=ann)[1]["code"]
    kept["record"] = server.request("GET", "/api/games/%s/record" % kept["running"]["masker"], raw=True)[1].decode()


def tournaments(server, kept, ann, ben):
    """A tournament that goes on, a study with remarks and marks, and puzzles: one solved, one open."""
    import puzzling
    from tournamentclient import create, post_to, show
    from studyclient import StudyClient, create_study
    tournament = kept["tournament"] = create(server, ann, form="robin", clock="3d")
    for token in (ann, ben):
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", ann)
    puzzling.wait_until(lambda: any(pair["game"] for pair in show(server, tournament)["pairs"]))
    study = create_study(server, token=ann, actions="a2a4 b5b3", title="Lines")
    client = StudyClient(server, study["study"], study["key"], token=ann)
    assert client.do("add", at=2, actions="a4b4 b3c3") == 4
    client.do("add", at=0, actions="c2c3")
    client.do("say", at=2, text="too early")
    client.do("draw", at=2, **{"from": "a2", "to": "c3", "on": True})
    kept["study"] = {"id": study["study"], "key": study["key"]}
    number = puzzling.begin_puzzle(server, ann)["puzzle"]
    assert puzzling.answer(server, ann, number, puzzling.solution(number))["solved"]
    kept["solved"], kept["rating"] = number, puzzling.standing(server, ann)["rating"]
    kept["puzzle"] = puzzling.begin_puzzle(server, ben)["puzzle"]


def server_data():
    sys.path.insert(0, os.path.join(TREE, "tests", "server"))
    from client import Server, wait_until
    path = os.path.join(FOLDER, "server.db")
    kept = {}
    with Server(path) as server:
        ann, ben = people(server, kept)
        played(server, kept, ann, ben)
        tournaments(server, kept, ann, ben)
        # What follows a game by itself is there: ratings, the index of finished games.
        wait_until(lambda: len(server.get("/api/search")[1]["games"]) == len(kept["finished"]),
                   lambda: [(row["row"]["name"], row["plies"]) for row in server.get("/api/search")[1]["games"]])
        kept["ratings"] = {name: server.get("/api/ratings/" + name)[1]["leaders"] for name in kept["finished"]}
        assert server.stop() == 0
        server.start()  # so that close has something to end; it changes nothing
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        version = db.execute("SELECT version FROM abax_schema").fetchone()[0]
        head = f"-- SPDX-License-Identifier: MIT\n-- A database of schema version {version}, as the server left it; tests/compatibility/make.py.\n"
        write("server.sql", head + "\n".join(db.iterdump()) + "\n")
    db.close()
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(path + ending):
            os.remove(path + ending)
    write("server.json", json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True) + "\n")


# ---------------------------------------------------------------------------------------------
# The terminal
# ---------------------------------------------------------------------------------------------

def terminal():
    """The data folder of a player: of every game one that goes on, two that are over, and puzzles."""
    sys.argv[1:] = [ABAX]
    sys.path.insert(0, os.path.join(TREE, "tests", "terminal"))
    os.chdir(TREE)
    from home import ENTER, FACTS, LEFT, Home, all_persons, begin, seats_row, uncover, wait_actions
    with Home() as home:
        for game in FACTS:
            program = home.start(game, "--seed", "11")
            begin(program, all_persons(game))
            program.wait_for("Q menu")
            for number, action in enumerate(home.random_game(game, game + "#1")[:4], 1):
                if FACTS[game]["hidden"]:
                    uncover(program)
                program.send(action + ENTER)
                wait_actions(home, program, game + "#1", number)
                program.wait_gone("Action: ")
            program.send("\x03")
            assert program.wait_end() == 0
        for game, keys in (("yoxii", all_persons("yoxii")), ("tiku", seats_row("tiku", 1) + LEFT * 5)):
            program = home.start(game, "--seed", "12")
            begin(program, keys)
            program.wait_for("Q menu")
            action = home.random_game(game, game + "#2")[0] if game == "yoxii" else "a2a4"
            program.send(action + ENTER)
            wait_actions(home, program, game + "#2", 1)
            program.wait_gone("Action: ")
            program.send("Gy")
            program.wait_for("N new game")
            program.send("\x03")
            assert program.wait_end() == 0
        folder = os.path.join(home.path, "abax")
        puzzles = dict(os.environ, XDG_DATA_HOME=home.path)
        for words in (["puzzle", "tokan", "--day", "--date", "2026-11-16"], ["puzzle", "tiku", "--date", "2026-11-16", "--seed", "3"]):
            subprocess.run([ABAX, *words], input="show\nquit\n", env=puzzles, capture_output=True, text=True, check=True)
        shutil.rmtree(os.path.join(FOLDER, "terminal"), ignore_errors=True)
        shutil.copytree(folder, os.path.join(FOLDER, "terminal"), ignore=lambda _, names: [n for n in names if n.endswith(".lock")])
        shown = {game: json.loads(subprocess.run([ABAX, "puzzle", game, "--history", "--date", "2026-11-16", "--json"], env=puzzles,
                                                 capture_output=True, text=True, check=True).stdout) for game in ("tokan", "tiku")}
        write("terminal.json", json.dumps(shown, indent=1, sort_keys=True) + "\n")


os.makedirs(FOLDER, exist_ok=True)
for part in sys.argv[3:] or ["records", "server_data", "terminal"]:
    globals()[part]()
    print(part)
