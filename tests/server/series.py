# SPDX-License-Identifier: MIT
"""Matches of several games: lots, who begins, revenge, points after a resignation, and crashes
between two games."""
import collections, sqlite3, subprocess, threading

from client import PROGRAM, Server, wait_until
from cluster import shared_cluster
from games import moves


def start_match(server, name, people=("Ann", "Ben"), **fields):
    """A game between guests; the tokens by name."""
    made = server.create(name, name=people[0], **fields)
    tokens = {people[0]: made["token"]}
    for other in people[1:]:
        tokens[other] = server.sit(made["game"], name=other)["token"]
    return made["game"], tokens


class Match:
    """Two people with a socket each, from game to game."""

    def __init__(self, server, name, **fields):
        self.server, self.name = server, name
        self.game, self.tokens = start_match(server, name, **fields)
        self.join()

    def join(self):
        self.sockets = {who: self.server.socket() for who in self.tokens}
        self.states = {who: s.join(self.game, self.tokens[who]) for who, s in self.sockets.items()}

    def seat(self, who):
        return self.states[who]["you"]

    def say(self, who, **message):
        return self.sockets[who].ask(game=self.game, **message)[1]

    def act(self, count):
        for _ in range(count):
            now = self.states["Ann"]
            who = next(w for w in self.tokens if self.seat(w) == now["toAct"])
            action = moves(now, now["options"] if "options" in now else {}, self.name)[0]
            assert self.say(who, do="act", ply=now["ply"], action=action)["type"] == "done"
            self.states = {w: s.join(self.game, self.tokens[w]) for w, s in self.sockets.items()}

    def end(self, who, **message):
        assert self.say(who, **message)["type"] == "done"
        return self.sockets[who].join(self.game, self.tokens[who])

    def next(self, choices=()):
        choices = dict(choices)
        for who in self.tokens:
            answer = self.say(who, do="rematch", **({"wish": choices[who]} if who in choices else {}))
            assert answer["type"] == "done", answer
        self.game = self.server.get("/api/games/" + self.game)[1]["next"]
        self.join()


def points(state):
    """Points by name."""
    return {state["seats"][p["seat"]]["name"]: p["score"] for p in state["series"]["players"]}


def test_lots_are_drawn_when_the_game_begins(server):
    begins = collections.Counter()
    for _ in range(24):
        made = server.post("/api/games", {"game": "kwinty", "name": "Ann"})[1]  # by lot, since no seat was asked for
        ann = server.socket()
        before = ann.join(made["game"], made["token"])
        assert before["lots"] == "open" and before["you"] == made["seat"]
        sat = server.sit(made["game"], name="Ben")
        state = ann.expect("state", lots="drawn")
        assert state["lots"] == "drawn" and state["phase"] == "playing"
        assert state["seats"][state["you"]]["name"] == "Ann" and state["seats"][sat["seat"]]["name"] == "Ben"
        begins[state["seats"][0]["name"]] += 1
        assert server.socket().join(made["game"], sat["token"])["you"] == sat["seat"]
        who = ann if state["you"] == 0 else server.socket()
        if state["you"] != 0:
            who.join(made["game"], sat["token"])
        action = moves(state, state["options"], "kwinty")[0]
        assert who.ask(do="act", game=made["game"], ply=0, action=action)[1]["type"] == "done"
        ann.close()
    assert min(begins["Ann"], begins["Ben"]) >= 2, begins  # 24 fair draws miss this once in 300,000
    record = server.get("/api/games/%s/record" % made["game"], raw=True)[1].decode()
    assert '[Lots "drawn"]' in record


def test_lots_only_if_no_seat_was_chosen(server):
    made = server.post("/api/games", {"game": "tiku", "seats": ["open", "me"]})[1]
    assert made["seat"] == 1 and "lots" not in server.get("/api/games/" + made["game"])[1]
    seats = {server.post("/api/games", {"game": "tiku", "seats": ["me", "level:1"], "lots": True})[1]["seat"]
             for _ in range(24)}
    assert seats == {0, 1}  # with a computer too, on request


def test_lots_among_three_outlive_a_kill(server):
    made = server.post("/api/games", {"game": "masker", "options": {"players": "3"}, "name": "Ann"})[1]
    tokens = {"Ann": made["token"], "Ben": server.sit(made["game"], name="Ben")["token"]}
    server.kill()
    server.start()
    assert server.get("/api/games/" + made["game"])[1]["lots"] == "open"
    tokens["Cal"] = server.sit(made["game"], name="Cal")["token"]
    first = server.get("/api/games/" + made["game"])[1]["seats"]
    server.kill()
    server.start()
    state = server.get("/api/games/" + made["game"])[1]
    assert [s["name"] for s in state["seats"]] == [s["name"] for s in first] and state["lots"] == "drawn"
    assert sorted(s["name"] for s in first) == ["Ann", "Ben", "Cal"]
    for who, token in tokens.items():
        assert state["seats"][server.socket().join(made["game"], token)["you"]]["name"] == who


def test_points_of_a_resignation_and_of_time(server):
    match = Match(server, "tiku", games=3, points=True)
    match.act(5)
    left = {who: 14 - server_discs(match, who) for who in match.tokens}
    over = match.end("Ben", do="resign")
    assert over["series"]["played"] == 1 and over["series"]["byScore"] and over["end"]["scored"]
    assert points(over) == {"Ann": left["Ben"], "Ben": 0} and 0 < left["Ben"] < 14
    scores = over["result"]["scores"]
    assert scores[match.seat("Ann")] == left["Ben"] and scores[match.seat("Ben")] == 0
    record = server.get("/api/games/%s/record" % match.game, raw=True)[1].decode()
    checked = subprocess.run([PROGRAM, "record", "check", "-"], input=record, capture_output=True, text=True)
    assert checked.returncode == 0 and "score" in record and '[Series "3 0 score' in record, (record, checked.stderr)
    match.next()
    assert match.states["Ben"]["you"] == 0 and match.states["Ann"]["series"]["played"] == 1  # the loser begins
    assert points(match.states["Ann"]) == {"Ann": left["Ben"], "Ben": 0}


def server_discs(match, who):
    """The points of a seat on the board, by the counters of its scene."""
    state = match.server.socket().join(match.game, scene=True)
    seat = match.seat(who)
    return 14 - next(c["value"] for c in state["scene"]["counters"] if c["owner"] == seat and "disc" in c["title"].lower())


def test_time_costs_points_too(server):
    match = Match(server, "tiku", games=2, points=True, clock="1")
    match.act(4)
    now = match.states["Ann"]
    loser = next(w for w in match.tokens if match.seat(w) == now["toAct"])
    left = 14 - server_discs(match, loser)
    over = match.sockets["Ann"].expect("event", kind="time")
    winner = "Ann" if loser == "Ben" else "Ben"
    names = {p["seat"]: p["score"] for p in over["series"]["players"]}
    assert names[match.seat(winner)] == left and names[match.seat(loser)] == 0


def test_the_loser_may_let_another_begin(server):
    match = Match(server, "kwinty", games=4)
    assert match.states["Ann"]["series"]["begins"] == "choice"
    over = match.end("Ann", do="resign")
    assert over["series"]["chooser"] == match.seat("Ann")
    assert match.say("Ben", do="rematch", wish="second")["type"] == "refused"
    match.next({"Ann": "second"})
    assert match.seat("Ben") == 0
    match.end("Ann", do="resign")
    match.next()
    assert match.seat("Ann") == 0  # by custom
    always = Match(server, "kwinty", games=4, begins="loser")
    over = always.end("Ann", do="resign")
    assert over["series"]["chooser"] == -1
    assert always.say("Ann", do="rematch", wish="second")["type"] == "refused"
    turns = Match(server, "kwinty", games=4, begins="alternate")
    turns.end("Ann", do="resign")
    turns.next()
    assert turns.seat("Ben") == 0


def test_revenge_is_offered_and_not_forced(server):
    match = Match(server, "tokan", games=4, points=True)
    deal = match.states["Ann"]["start"]
    over = match.end("Ann", do="resign")
    assert over["series"]["revenge"]
    assert match.say("Ann", do="rematch", wish="revenge")["type"] == "done"
    assert match.sockets["Ben"].expect("event", kind="offer-rematch")["revengeOffer"] == [match.seat("Ann")]
    assert match.say("Ben", do="rematch")["type"] == "done"  # a new deal
    match.game = server.get("/api/games/" + match.game)[1]["next"]
    match.join()
    assert match.states["Ann"]["start"] != deal and match.seat("Ben") == 0
    deal = match.states["Ann"]["start"]
    match.end("Ann", do="resign")
    match.next({"Ann": "revenge", "Ben": "revenge"})
    assert match.states["Ann"]["start"] == deal and match.states["Ann"]["series"]["repeated"]
    assert not match.end("Ann", do="resign")["series"]["revenge"]  # played from both sides
    assert match.say("Ann", do="rematch", wish="revenge")["type"] == "refused"
    assert match.say("Ann", do="rematch", wish="pony")["type"] == "refused"


def test_a_series_ends_and_begins_again(server):
    match = Match(server, "tiku", games=2, points=True)
    for game in range(2):
        over = match.end("Ben", do="resign")
        assert over["series"]["played"] == game + 1
        assert over["seats"][over["series"]["leader"]]["name"] == "Ann"
        match.next()
    assert match.states["Ann"]["series"]["played"] == 0 and sum(points(match.states["Ann"]).values()) == 0


def test_a_game_that_was_broken_off_does_not_count(server):
    match = Match(server, "tiku", games=2, points=True)
    first = match.seat("Ann")
    over = match.end("Ann", do="abort")
    assert over["series"]["played"] == 0
    match.next()
    assert match.seat("Ann") == first and match.states["Ann"]["series"]["played"] == 0


def test_what_cannot_be_a_series(server):
    for fields, word in (({"game": "kwinty", "games": 3, "points": True}, "points"), ({"game": "tiku", "games": 0}, "1 to 99"),
                         ({"game": "tiku", "games": 100}, "games"), ({"game": "tiku", "points": True}, "how many games"),
                         ({"game": "yoxii", "games": 2, "begins": "loser"}, "take turns"),
                         ({"game": "tiku", "games": 2, "begins": "me"}, "none of")):
        status, answer = server.post("/api/games", fields)
        assert status == 400 and word in answer["error"], (fields, answer)


def test_an_absent_player_does_not_hold_a_series_up(server):
    match = Match(server, "tiku", games=3)
    over = match.end("Ann", do="resign")
    assert match.say("Ben", do="rematch")["type"] == "done"
    assert match.say("Ben", do="rematch")["type"] == "refused"  # the opponent has a minute
    assert "next" not in server.get("/api/games/" + match.game)[1] and not over.get("next")
    server.stop()
    with sqlite3.connect(server.database) as db:  # a minute and a second later
        db.execute("UPDATE entries SET at = at - 61000 WHERE game = ?", (match.game,))
    server.start()
    match.join()
    assert match.say("Ben", do="rematch")["type"] == "done"
    following = server.get("/api/games/" + match.game)[1]["next"]
    assert server.get("/api/games/" + following)[1]["series"]["played"] == 1
    last = Match(server, "tiku", games=1)  # no player is made to play a rematch
    last.end("Ann", do="resign")
    server.stop()
    with sqlite3.connect(server.database) as db:
        db.execute("UPDATE entries SET at = at - 61000 WHERE game = ?", (last.game,))
    server.start()
    last.join()
    assert last.say("Ben", do="rematch")["type"] == "done" and last.say("Ben", do="rematch")["type"] == "refused"


def test_a_kill_between_two_games(server):
    match = Match(server, "tiku", games=5, points=True)
    match.act(3)
    scores = collections.Counter()
    for game in range(4):
        over = match.end("Ben", do="resign")
        stood = points(over)
        server.kill()
        server.start()
        match.join()
        assert points(match.states["Ann"]) == stood
        match.say("Ann", do="rematch")
        server.kill()
        server.start()
        match.join()
        assert match.say("Ben", do="rematch")["type"] == "done"
        following = server.get("/api/games/" + match.game)[1]["next"]
        server.kill()
        server.start()
        state = server.get("/api/games/" + following)[1]
        assert state["before"] == match.game and points(state) == stood and state["series"]["played"] == game + 1
        match.game = following
        match.join()


def test_two_processes_begin_one_game(server):
    first = second = None
    try:
        where = shared_cluster().database()
        first, second = Server(database=where), Server(database=where)
        for _ in range(12):
            match = Match(first, "tiku", games=3)
            match.end("Ann", do="resign")
            other = second.socket()
            other.join(match.game, match.tokens["Ben"])
            asks = [threading.Thread(target=match.say, args=("Ann",), kwargs={"do": "rematch"}),
                    threading.Thread(target=other.ask, kwargs={"do": "rematch", "game": match.game})]
            [a.start() for a in asks]
            [a.join() for a in asks]

            def begun():
                states = [s.get("/api/games/" + match.game)[1] for s in (first, second)]
                if all("next" in s for s in states):
                    return states
                for who, s in (("Ann", match.sockets["Ann"]), ("Ben", other)):  # a refused player asks again
                    s.ask(do="rematch", game=match.game)
                return None
            states = wait_until(begun)
            assert states[0]["next"] == states[1]["next"]
            kinds = [e["kind"] for e in states[0]["entries"]]
            assert kinds.count("rematch") == 1, kinds
    finally:
        for s in (first, second):
            if s:
                s.close()
