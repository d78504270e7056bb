# SPDX-License-Identifier: MIT
"""Accounts, sessions, ratings and bots, as people and programs use them through the API."""
import time
from concurrent.futures import ThreadPoolExecutor

from client import Server, wait_until
from games import Table, moves, play


def register(server, name, password="correct horse"):
    status, answer = server.post("/api/accounts", {"name": name, "password": password})
    assert status == 201, answer
    return answer["token"]


def test_an_account_from_beginning_to_end(server):
    token = register(server, "anna")
    assert server.get("/api/me", token=token)[1]["name"] == "anna"
    assert server.post("/api/accounts", {"name": "Anna", "password": "correct horse"})[0] == 409
    assert server.post("/api/accounts", {"name": "a b", "password": "correct horse"})[0] == 400
    assert server.post("/api/accounts", {"name": "bert", "password": "short"})[0] == 400
    assert server.post("/api/sessions", {"name": "anna", "password": "wrong horse"})[0] == 401
    assert server.post("/api/sessions", {"name": "nobody", "password": "wrong horse"})[0] == 401
    status, second = server.post("/api/sessions", {"name": "anna", "password": "correct horse"})
    assert status == 201 and second["token"] != token
    assert server.post("/api/me", {"old": "wrong", "name": "anne"}, token=token)[0] == 401
    assert server.post("/api/me", {"old": "correct horse", "name": "anne", "password": "better horse"},
                       token=token)[1]["name"] == "anne"
    assert server.get("/api/me", token=second["token"])[0] == 401  # a new password ends the other sessions
    status, second = server.post("/api/sessions", {"name": "anne", "password": "better horse"})
    assert status == 201
    assert server.post("/api/sessions/end", token=token)[0] == 200
    assert server.get("/api/me", token=token)[0] == 401
    token = second["token"]
    assert server.post("/api/me/delete", {"password": "wrong"}, token=token)[0] == 401
    assert server.post("/api/me/delete", {"password": "better horse"}, token=token)[0] == 200
    assert server.get("/api/me", token=token)[0] == 401
    assert server.get("/api/accounts/anne")[0] == 404


def rated_pair(server, name="tiku"):
    first, second = register(server, "first"), register(server, "second")
    game = server.create(name, token=first, rated=True, listed=True)
    assert server.post("/api/games/%s/sit" % game["game"])[0] == 409  # no guests
    assert server.post("/api/games/%s/sit" % game["game"], token=first)[0] == 409  # not both seats
    server.sit(game["game"], token=second)
    return game["game"], first, second


def test_rated_games_move_ratings(server):
    game, first, second = rated_pair(server)
    a, b = play(server, game, [first, second], 2)
    assert a.join(game, first)["you"] == 0 and b.join(game, second)["you"] == 1  # by session
    assert a.ask(do="offer", game=game, what="undo")[1]["type"] == "refused"
    assert b.ask(do="resign", game=game)[1]["type"] == "done"
    leaders = server.get("/api/ratings/tiku")[1]["leaders"]
    assert [l["name"] for l in leaders] == ["first", "second"]
    assert leaders[0]["rating"] > 1500 > leaders[1]["rating"] and leaders[0]["games"] == 1
    profile = server.get("/api/accounts/first")[1]
    assert len(profile["ratings"]["tiku"]) == 1 and profile["games"][0]["id"] == game


def test_computers_are_on_the_list(server):
    token = register(server, "hero")
    game = server.create("tiku", token=token, rated=True, seats=["me", "level:2"])
    s, = play(server, game["game"], [game["token"]], 1)
    s.expect("event")  # the computer's
    s.ask(do="resign", game=game["game"])
    leaders = server.get("/api/ratings/tiku")[1]["leaders"]
    assert {"hero", "level:2"} == {l["name"] for l in leaders}
    assert [l["computer"] for l in leaders if l["name"] == "level:2"] == [True]


def test_many_games_at_once_all_count(server):
    first, second = register(server, "first"), register(server, "second")
    sockets = []
    for _ in range(12):
        game = server.create("tiku", token=first, rated=True)["game"]
        server.sit(game, token=second)
        sockets.append((game, play(server, game, [first, second], 2)[1]))
    for game, s in sockets:
        s.send(do="resign", game=game, ref=9)
    for _, s in sockets:
        s.expect("done", ref=9)
    def rated():
        return [l["games"] for l in server.get("/api/ratings/tiku")[1]["leaders"]]

    wait_until(lambda: rated() == [12, 12], rated)  # both players are rated again, one after the other
    time.sleep(0.3)  # nothing more comes
    assert rated() == [12, 12]  # and none twice


def test_export_has_all_games(server):
    token = register(server, "keeper")
    ids = []
    for name in ("tiku", "masker", "tokan"):
        game = server.create(name, token=token)
        server.sit(game["game"])
        s = server.socket()
        s.join(game["game"], game["token"])
        s.ask(do="resign", game=game["game"])
        ids.append(game["game"])
    answer = server.get("/api/me/export", token=token)[1]
    assert answer["next"] == 0 and answer["records"].count("[Game ") == 3
    assert sorted(g["id"] for g in server.get("/api/me/games", token=token)[1]["games"]) == sorted(ids)


def test_games_made_at_once_are_all_listed(server):
    """Lists go on after the creation time of their last row, so no two games of a server process may share one."""
    token = register(server, "collector")
    with ThreadPoolExecutor(12) as pool:
        made = set(pool.map(lambda _: server.create("tiku", token=token, seats=["me", "open"])["game"], range(120)))
    listed, before = [], ""
    while rows := server.get("/api/me/games" + before, token=token)[1]["games"]:
        listed += rows
        before = "?before=%d" % rows[-1]["created"]
    assert len({row["created"] for row in listed}) == len(listed)
    assert {row["id"] for row in listed} == made


def test_a_deleted_account_leaves_no_name(server):
    token = register(server, "ghost")
    game = server.create("tiku", token=token)["game"]
    assert server.get("/api/games/" + game)[1]["seats"][0]["name"] == "ghost"
    assert server.post("/api/me/delete", {"password": "correct horse"}, token=token)[0] == 200
    for _ in range(2):
        assert server.get("/api/games/" + game)[1]["seats"][0]["name"] == ""
        server.stop()
        server.start()


def test_invited_by_name(server):
    host, guest = register(server, "host"), register(server, "guest")
    game = server.create("tiku", token=host, seats=["me", "account:guest"])["game"]
    assert server.post("/api/games/%s/sit" % game)[0] == 409
    assert game in [g["id"] for g in server.get("/api/me/games", token=guest)[1]["games"]]
    assert server.sit(game, token=guest)["seat"] == 1


def test_bots_have_tokens(server):
    owner = register(server, "owner")
    status, bot = server.post("/api/bots", {"name": "robot"}, token=owner)
    assert status == 201 and bot["bot"]
    assert server.post("/api/bots", {"name": "robot2"}, token=bot["token"])[0] == 403
    game = server.create("tiku")["game"]
    server.sit(game, token=bot["token"])
    assert server.get("/api/games/" + game)[1]["seats"][1]["kind"] == "bot"
    assert server.post("/api/me/delete", token=bot["token"])[0] == 200
