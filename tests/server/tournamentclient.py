# SPDX-License-Identifier: MIT
"""What tests of tournaments share: players who play by a plan, and a second, independent way to
count points."""
import json, random, threading, time

from client import Closed, wait_until
from games import moves
from people import register

POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2": (1, 1), "0-0": (0, 0)}


def people(server, count, prefix="player"):
    """Accounts, name to token."""
    return {"%s%d" % (prefix, i): register(server, "%s%d" % (prefix, i)) for i in range(count)}


def bots(server, count):
    """The same as bots of one account."""
    token = register(server, "botmaster")
    made = [server.post("/api/bots", {"name": "bot%d" % i}, token=token) for i in range(count)]
    assert all(status == 201 for status, _ in made), made
    return token, {answer["name"]: answer["token"] for _, answer in made}


def create(server, token, **fields):
    status, answer = server.post("/api/tournaments", {"title": "Cup", "game": "tiku", "clock": "60", "pause": 0, **fields}, token=token)
    assert status == 201, answer
    return answer["tournament"]


def post_to(server, tournament, what, token=None, guest=None, **fields):
    if guest:
        fields["token"] = guest
    status, answer = server.post("/api/tournaments/%s/%s" % (tournament, what), fields, token=token)
    assert status == 200, (what, status, answer)
    return answer


def show(server, tournament):
    status, answer = server.get("/api/tournaments/" + tournament)
    assert status == 200, answer
    return answer


def planned(first, second):
    """The result of a game, from the names alone, so that it is the same after any restart."""
    return random.Random("%s %s" % (first, second)).choice(["1-0", "1-0", "0-1", "0-1", "1/2"])


def finish(server, game, tokens, result, rng=None):
    """Plays a game to a result: one action each, then one resigns or both agree."""
    sockets = [server.socket(), server.socket()]
    states = [s.join(game, t) for s, t in zip(sockets, tokens)]
    now = max(states, key=lambda s: s["number"])
    while now["ply"] < 2 and now["toAct"] >= 0:
        s = sockets[now["toAct"]]
        action = (rng or random).choice(moves(now, {}, now["name"])) if "position" in now else None
        s.ask(do="act", game=game, ply=now["ply"], action=action)
        now = s.join(game, tokens[now["toAct"]])
    if now["toAct"] >= 0 and result == "1/2":
        sockets[0].ask(do="offer", game=game, what="draw")
        sockets[1].ask(do="agree", game=game, what="draw")
    elif now["toAct"] >= 0:
        sockets[1 if result == "1-0" else 0].ask(do="resign", game=game)
    for s in sockets:
        s.close()


class Crowd(threading.Thread):
    """Plays all open games of a tournament, one after the other, whatever happens to the server,
    until it is over."""

    def __init__(self, server, tournament, tokens, servers=None):
        super().__init__(daemon=True)
        self.server, self.tournament, self.tokens = server, tournament, tokens
        self.servers, self.running, self.last = servers or [server], True, None

    def play_once(self):
        self.last = now = show(self.server, self.tournament)
        names = {s["player"]: s["name"] for s in now["standings"]}
        for pair in now["pairs"]:
            if pair["result"] == "" and self.running:
                a, b = names[pair["first"]], names[pair["second"]]
                if a in self.tokens and b in self.tokens:
                    finish(random.choice(self.servers), pair["game"], (self.tokens[a], self.tokens[b]), planned(a, b))
        return now["phase"]

    def run(self):
        while self.running:
            try:
                if self.play_once() == "over":
                    return
            except (OSError, Closed, TimeoutError, AssertionError, json.JSONDecodeError, ValueError, IndexError):
                pass
            time.sleep(0.02)


def count(now):
    """Points and tie-breaks of a Swiss or all against all, by player, in halves and quarters."""
    players = [s["player"] for s in now["standings"]]
    points, games = {p: 0 for p in players}, {p: [] for p in players}
    for pair in now["pairs"]:
        a, b = pair["first"], pair["second"]
        if b < 0:
            points[a] += int(2 * pair["points"])
            games[a].append((None, 0))
        elif pair["result"]:
            x, y = POINTS[pair["result"]]
            points[a] += x
            points[b] += y
            games[a].append((b, x))
            games[b].append((a, y))
    buchholz = {p: sum(points[p if o is None else o] for o, _ in games[p]) for p in players}
    berger = {p: sum(points[o] * got for o, got in games[p] if o is not None) for p in players}
    wins = {p: sum(got == 2 and o is not None for o, got in games[p]) for p in players}
    before = (lambda p: (points[p], buchholz[p])) if now["form"] == "swiss" else (lambda p: (points[p],))
    direct = {}
    for p in players:
        group = [q for q in players if before(q) == before(p)]
        met = all({o for o, _ in games[q]} >= set(group) - {q} for q in group)
        direct[p] = sum(got for o, got in games[p] if o in group) if met and len(group) > 1 else 0
    return {p: (*before(p), direct[p], berger[p], wins[p]) for p in players}, points, buchholz, direct, berger


def check_standings(now):
    keys, points, buchholz, direct, berger = count(now)
    for s in now["standings"]:
        p = s["player"]
        assert (2 * s["points"], 2 * s["buchholz"], 2 * s["direct"], 4 * s["berger"]) == \
            (points[p], buchholz[p], direct[p], berger[p]), (s, points[p], buchholz[p], direct[p], berger[p])
        assert s["place"] == 1 + sum(keys[q] > keys[p] for q in keys), (s, keys)
    order = [keys[s["player"]] for s in now["standings"]]
    assert order == sorted(order, reverse=True)


def check_rounds(now, players, resting=0):
    """Each player once a round; no pair twice; no two byes; every game once."""
    met, byes, games = set(), {}, set()
    for number in range(1, now["round"] + 1):
        pairs = [p for p in now["pairs"] if p["round"] == number]
        seen = sorted(x for p in pairs for x in (p["first"], p["second"]) if x >= 0)
        assert len(seen) == len(set(seen)) == len(players) - resting and set(seen) <= set(players), (number, seen)
        for p in pairs:
            if p["second"] < 0:
                byes[p["first"]] = byes.get(p["first"], 0) + 1
                continue
            both = frozenset((p["first"], p["second"]))
            assert both not in met, (number, both)
            assert p["game"] and p["game"] not in games
            met.add(both)
            games.add(p["game"])
    assert all(n == 1 for n in byes.values()), byes
    return games


def await_end(server, tournament, crowd, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            now = show(server, tournament)
            if now["phase"] == "over":
                crowd.running = False
                return now
        except (OSError, AssertionError, ValueError):
            pass
        time.sleep(0.05)
    raise AssertionError(json.dumps(crowd.last)[:3000])


__all__ = ["Crowd", "await_end", "bots", "check_rounds", "check_standings", "create", "finish", "people", "planned",
           "post_to", "show", "wait_until"]
