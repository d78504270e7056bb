# SPDX-License-Identifier: MIT
"""The lobby: ratings beside names, what a game did to them, quick pairing, invitations that are
declined, codes, never a game without an opponent."""
import sqlite3, time

from again import new_key
from client import Server, wait_until
from cluster import shared_cluster
from games import moves
from people import register


def on_both(test):
    """Runs a test on SQLite, then on PostgreSQL with two processes; it gets one server or two."""
    def run(server):
        test([server])
        with Server(shared_cluster().database()) as first, Server(first.database) as second:
            test([first, second])
    return run


def ratings_follow_the_game(servers):
    here, there = servers[0], servers[-1]
    first, second = register(here, "first"), register(there, "second")
    game = here.create("tiku", token=first, rated=True, listed=True)["game"]
    there.sit(game, token=second)
    a, b = here.socket(), there.socket()
    state = a.join(game, first)
    assert [("rating" in s, "ratedTo" in s) for s in state["seats"]] == [(False, False)] * 2  # no game is over yet
    b.join(game, second)
    for ply, (socket, token) in enumerate(((a, first), (b, second))):  # spectators are delayed, and another process may be for a moment
        now = wait_until(lambda: (s := socket.join(game, token))["ply"] == ply and s["phase"] == "playing" and s)
        assert socket.ask(do="act", game=game, ply=ply, action=moves(now, {}, "tiku")[0])[1]["type"] == "done"
    assert b.ask(do="resign", game=game)[1]["type"] == "done"

    def rated_seats(socket):
        while True:
            seats = socket.expect("seats")["seats"]
            if "ratedTo" in seats[0]:
                return seats
    for socket in (a, b):  # both hear what it did
        seats = rated_seats(socket)
        assert [s["ratedFrom"] for s in seats] == [1500, 1500] and seats[0]["ratedTo"] > 1500 > seats[1]["ratedTo"], seats
        assert [s["rating"] for s in seats] == [s["ratedTo"] for s in seats] and seats[0]["provisional"]
    gained = seats[0]["ratedTo"]
    assert [l["rating"] for l in here.get("/api/ratings/tiku")[1]["leaders"] if l["name"] == "first"][0] - gained < 1
    row = there.get("/api/accounts/second")[1]["games"][0]
    assert row["result"] == "wl" and row["seats"][0]["ratedTo"] == gained and row["seats"][0]["name"] == "first"
    # A level has a rating from the beginning; a guest has none. Ratings are of one game.
    game = here.create("tiku", token=first, seats=["me", "level:4"], listed=True)["game"]
    row = here.get("/api/games/" + game)[1]["seats"]
    assert row[0]["rating"] == gained and row[1]["rating"] == 1500 and row[1]["provisional"], row
    assert "rating" not in here.get("/api/games/" + here.create("yoxii", token=first)["game"])[1]["seats"][0]
    assert "rating" not in here.get("/api/games/" + here.create("tiku")["game"])[1]["seats"][0]


test_ratings_follow_the_game = on_both(ratings_follow_the_game)


def test_results_stand_in_rows(server):
    token = register(server, "first")
    for how, want in (("resign", "lw"), ("abort", "--")):
        game = server.create("tiku", token=token, listed=True)["game"]
        server.sit(game)
        s = server.socket()
        s.join(game, token)
        assert s.ask(do=how, game=game)[1]["type"] == "done"
        row = [r for r in server.get("/api/accounts/first")[1]["games"] if r["id"] == game][0]
        assert row["result"] == want, row
        assert "ratedTo" not in row["seats"][0]


def pair_request(key, game="tiku", speed="blitz", **more):
    return {"game": game, "speed": speed, "key": key, **more}


def look(server, key, **more):
    """A socket that looks for an opponent."""
    s = server.socket()
    answer = s.ask(do="pair", **pair_request(key, **more))[1]
    assert answer["type"] == "done", answer
    return s


def waiting(server, game="tiku"):
    return {(w["clock"], w["rated"]): w["count"] for w in server.get("/api/games")[1]["waiting"] if w["name"] == game}


def two_find_each_other(servers):
    here, there = servers[0], servers[-1]
    keys = [new_key(), new_key()]
    a = look(here, keys[0], name="Anna")
    assert waiting(there) == {("180+2", False): 1}
    look(there, new_key(), speed="rapid").close()  # asks for something else
    b = look(there, keys[1], name="Ben")
    games = [s.expect("paired")["game"] for s in (a, b)]
    assert games[0] == games[1]
    seats = [server.socket().join(games[0], key) for server, key in zip((here, there), keys)]
    assert sorted(s["you"] for s in seats) == [0, 1] and seats[0]["phase"] == "playing" and seats[0]["clock"] == "180+2"
    assert sorted(s["name"] for s in seats[0]["seats"]) == ["Anna", "Ben"]
    wait_until(lambda: waiting(here) == {}, lambda: waiting(here))
    # A client that asks again with the same key, after a lost connection or a crash, gets the same
    # game.
    again = there.socket()
    again.send(do="pair", ref=1, **pair_request(keys[0]))
    assert again.expect("paired")["game"] == games[0]
    assert here.post("/api/pair", pair_request(keys[1]))[1] == {"waiting": False, "game": games[0]}
    # Closing the tab ends the request, and so does a cancel.
    s = look(here, new_key())
    assert waiting(there) == {("180+2", False): 1}
    s.close()
    wait_until(lambda: waiting(there) == {}, lambda: waiting(there))
    s = look(here, new_key())
    assert s.ask(do="unpair")[1]["type"] == "done"
    wait_until(lambda: waiting(there) == {}, lambda: waiting(there))
    # By HTTP, as long as the request is repeated.
    keys = [new_key(), new_key()]
    assert here.post("/api/pair", pair_request(keys[0]))[1] == {"waiting": True}
    assert here.post("/api/pair/end", {"key": keys[0]}) == (200, {})
    assert waiting(here) == {}
    for key, server in zip(keys, (here, there)):
        assert server.post("/api/pair", pair_request(key))[1] == {"waiting": True}
    found = [wait_until(lambda: (p := server.post("/api/pair", pair_request(key))[1])["waiting"] is False and p) for key, server in zip(keys, (here, there))]
    assert found[0] == found[1], found


test_two_find_each_other = on_both(two_find_each_other)


def everybody_is_paired_once(servers):
    """Forty at once, over all processes: twenty games, no player in two."""
    keys = [new_key() for _ in range(40)]
    sockets = [servers[i % len(servers)].socket() for i in range(40)]
    for i, (s, key) in enumerate(zip(sockets, keys)):
        s.send(do="pair", ref=1, **pair_request(key, name="guest %d" % i))
    games = [s.expect("paired")["game"] for s in sockets]
    assert sorted(games.count(g) for g in set(games)) == [2] * 20, games
    for key, game in zip(keys, games):
        assert servers[0].socket().join(game, key)["you"] >= 0
    assert len(servers[0].get("/api/games")[1]["playing"]) == 20


test_everybody_is_paired_once = on_both(everybody_is_paired_once)


def test_pairing(server):
    people = {name: register(server, name) for name in ("anna", "ben", "carl", "dora")}
    # Not with oneself: the second window takes the place of the first.
    a = look(server, new_key(), token=people["anna"])
    b = look(server, new_key(), token=people["anna"])
    assert a.expect("unpaired") and waiting(server) == {("180+2", False): 1}
    # Not with a blocked account, from either side.
    assert server.post("/api/me/blocks", {"name": "ben"}, token=people["anna"])[0] == 200
    c = look(server, new_key(), token=people["ben"])
    d = look(server, new_key(), token=people["carl"])
    first = d.expect("paired")["game"]
    assert b.expect("paired")["game"] == first  # the longest wait comes first
    assert waiting(server) == {("180+2", False): 1}
    c.close()
    # Rated only between accounts that both ask for it; never with a bot.
    status, answer = server.post("/api/pair", pair_request(new_key(), rated=True))
    assert status == 400 and "account" in answer["error"]
    rated = look(server, new_key(), token=people["dora"], rated=True)
    casual = look(server, new_key(), token=people["ben"])
    assert waiting(server) == {("180+2", True): 1, ("180+2", False): 1}
    bot = server.post("/api/bots", {"name": "robot"}, token=people["ben"])[1]["token"]
    status, answer = server.post("/api/pair", pair_request(new_key()), token=bot)
    assert status == 400 and "bot" in answer["error"]
    other = look(server, new_key(), token=people["carl"], rated=True)
    game = rated.expect("paired")["game"]
    assert other.expect("paired")["game"] == game
    state = server.get("/api/games/" + game)[1]
    assert state["rated"] and not state["guests"] and {s["name"] for s in state["seats"]} == {"dora", "carl"}
    casual.close()


def test_ratings_near_come_first(server):
    people = {name: register(server, name) for name in ("weak", "strong", "middle")}
    db = sqlite3.connect(server.database, timeout=20)
    for name, rating in (("weak", 1400), ("strong", 2400), ("middle", 1550)):
        db.execute("INSERT INTO ratings SELECT id, '', 'tiku', ?, 60, 0.06, 20, 1 FROM accounts WHERE name = ?", (rating, name))
    db.commit()
    db.close()
    sockets = {name: look(server, new_key(), token=people[name]) for name in ("weak", "strong")}
    time.sleep(1.5)  # several rounds of pairing: their ratings are too far apart for so short a wait
    assert waiting(server) == {("180+2", False): 2}
    sockets["middle"] = look(server, new_key(), token=people["middle"])
    assert sockets["weak"].expect("paired")["game"] == sockets["middle"].expect("paired")["game"]
    assert waiting(server) == {("180+2", False): 1}
    # After a long enough wait any opponent will do.
    again = look(server, new_key(), token=people["middle"])
    began = time.monotonic()
    assert again.expect("paired")["game"] == sockets["strong"].expect("paired")["game"]
    assert time.monotonic() - began > 5


def test_requests_are_checked(server):
    for wrong, word in (({"game": "chess"}, "chess"), ({"speed": "bullet"}, "bullet"), ({"key": "short"}, "key"),
                        ({"name": "\u202eevil"}, "seen"), ({"colour": "red"}, "colour")):
        status, answer = server.post("/api/pair", {**pair_request(new_key()), **wrong})
        assert status == 400 and word in answer["error"], answer
        refused = server.socket().ask(do="pair", **{**pair_request(new_key()), **wrong})[1]
        assert refused["type"] == "refused" and word in refused["sentence"], refused
    assert server.socket().ask(do="pair", token=new_key(), **pair_request(new_key()))[1]["sentence"].startswith("this session is over")


def declining(servers):
    """The seats learn who declined, the public does not; the game stays open for others."""
    here, there = servers[0], servers[-1]
    made = here.create("tiku", name="Ada")
    game, path = made["game"], "/api/games/%s/decline" % made["game"]
    assert there.post(path, {"name": "Zed"}) == (200, {"told": False})  # no socket is at the game
    ada, watcher = here.socket(), here.socket()
    ada.join(game, made["token"])
    watcher.join(game)
    wait_until(lambda: there.get("/api/games/" + game)[1]["seats"][0]["here"])
    assert there.post(path, {"name": "Bert \u00d6 O'Hara"}) == (200, {"told": True})
    declined = ada.expect("declined", name="Bert \u00d6 O'Hara")
    assert declined["game"] == game and declined["at"] > 0, declined
    assert there.post(path) == (200, {"told": True}) and ada.expect("declined", name="")  # a guest without a name
    status, answer = there.post(path, token=register(here, "carla"))
    assert (status, answer) == (200, {"told": True}), answer
    ada.expect("declined", name="carla")
    # A player who comes back to a seat is notified; a spectator is not.
    again = ada.join(game, made["token"])
    assert [d["name"] for d in again["declined"]][-2:] == ["", "carla"], again["declined"]
    assert "declined" not in watcher.join(game)
    assert not [m for m in watcher.heard if b'"declined"' in m]
    # It is as open as before, and those who declined may come after all.
    got = there.sit(game, name="Bert \u00d6 O'Hara")
    state = wait_until(lambda: (s := ada.join(game, made["token"]))["phase"] == "playing" and s)
    assert "declined" not in state and got["seat"] == 1
    status, refused = there.post(path, {"name": "Dora"})
    assert (status, refused["error"]) == (409, "no seat is open"), refused


test_declining = on_both(declining)


def test_declining_is_refused(server):
    register(server, "carla")
    ada = register(server, "adalena")
    game = server.create("tiku", token=ada)["game"]
    path = "/api/games/%s/decline" % game
    for name in ("carla", "adalena", "x" * 40, " "):  # another account, or no name
        assert server.post(path, {"name": name})[0] in (400, 409), name
    assert server.post(path, token=ada)[0] == 409  # it is one's own game
    assert server.post(path, {"why": "no time"})[0] == 400
    assert server.post("/api/games/22222222222/decline")[0] == 404
    rude = register(server, "rude")
    server.post("/api/me/blocks", {"name": "rude"}, token=ada)
    assert server.post(path, token=rude)[0] == 409
    s = server.socket()
    assert "declined" not in s.join(game, ada)
    # The inviter's screen cannot be flooded.
    answers = [server.post(path, {"name": "Bert"})[0] for _ in range(12)]
    assert answers[:5] == [200] * 5 and 429 in answers, answers
    assert "several people declined" in server.post(path)[1]["error"]
    s.ask(do="abort", game=game)
    assert server.post(path, {"name": "Bert"})[0] == 409


def codes(servers):
    here, there = servers[0], servers[-1]
    game = here.create("tiku")["game"]
    status, code = here.post("/api/games/%s/code" % game)
    assert status == 200 and code["game"] == game and len(code["code"]) == 8 and code["code"].isdigit()
    assert there.post("/api/games/%s/code" % game)[1] == code  # it has one
    assert there.get("/api/codes/" + code["code"])[1] == code
    for wrong in ("00000000" if code["code"] != "00000000" else "11111111", "1", "abcdefgh", code["code"] + "0"):
        assert there.get("/api/codes/" + wrong)[0] == 404
    here.sit(game)
    assert wait_until(lambda: there.get("/api/codes/" + code["code"])[0] == 404)  # it has begun
    assert here.post("/api/games/%s/code" % game)[0] == 409
    assert here.post("/api/games/22222222222/code")[0] == 409 and here.post("/api/games/none/code")[0] == 404


test_codes = on_both(codes)


def test_codes_cannot_be_guessed(server):
    answers = [server.get("/api/codes/%08d" % i)[0] for i in range(30)]
    assert answers[:10] == [404] * 10 and answers.count(429) >= 15, answers


test_codes_cannot_be_guessed.options = {"limits": True}


def test_players_who_left_are_not_offered(server):
    """A game with a real clock whose people are gone leaves the lobby, also when the server was
    killed meanwhile; one of days stays."""
    gone, stays = (server.create("tiku", clock=clock, listed=True)["game"] for clock in ("300", "3d"))
    here = server.create("tiku", clock="300", listed=True)
    server.kill()
    server.start()
    s = server.socket()
    s.join(here["game"], here["token"])

    def offered():
        return {row["id"] for row in server.get("/api/games")[1]["open"]}

    assert offered() == {gone, stays, here["game"]}
    end = time.monotonic() + 120
    while gone in offered():
        assert time.monotonic() < end, "it is offered for ever"
        s.ask(do="ping")
        time.sleep(1)
    assert offered() == {stays, here["game"]}
