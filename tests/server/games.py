# SPDX-License-Identifier: MIT
"""Games between clients: whole ones of every game, offers, clocks, reconnecting, races."""
import random, sqlite3, subprocess, threading, time

from client import PROGRAM, Closed, Server, wait_until


def moves(state_or_event, options, name):
    words = [PROGRAM, "moves", name, "-p", state_or_event["position"]]
    for key, value in options.items():
        words += ["-o", "%s=%s" % (key, value)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


class Table:
    """A game with a socket for every seat of a person, and a spectator."""

    def __init__(self, server, name, seats=None, **fields):
        self.server, self.name = server, name
        first = server.create(name, **({"seats": seats} if seats else {}), **fields)
        self.id = first["game"]
        self.tokens = {first["seat"]: first["token"]}
        self.state = server.socket().join(self.id)
        for seat, place in enumerate(self.state["seats"]):
            if place["kind"] == "open":
                got = server.sit(self.id, seat=seat)
                self.tokens[got["seat"]] = got["token"]
        self.sockets = {seat: server.socket() for seat in self.tokens}
        self.states = {seat: self.begun(s, self.tokens[seat]) for seat, s in self.sockets.items()}
        self.spectator = server.socket()
        seen = self.spectator.join(self.id)
        self.late = name == "masker" or seen["rated"]  # spectators are delayed
        self.now = next(iter(self.states.values())) if self.late and self.states else seen
        for seat, s in self.sockets.items():  # a computer may have acted between two of these
            while self.states[seat]["ply"] < self.now["ply"]:
                self.states[seat] = s.join(self.id, self.tokens[seat])

    def begun(self, s, token):
        """The state once the game has begun: secrets are dealt when the last seat is taken."""
        return wait_until(lambda: (lambda state: state["phase"] != "open" and state)(s.join(self.id, token)))

    def everybody(self):
        return list(self.sockets.values()) + [self.spectator]

    def act(self, action=None, rng=random):
        """The seat to act plays; all get the same number, spectators perhaps later. Returns the
        last event received."""
        seat, ply = self.now["toAct"], self.now["ply"]
        if seat in self.sockets:
            view = self.states[seat]
            action = action or rng.choice(moves(view, self.state["options"], self.name))
            self.sockets[seat].send(do="act", game=self.id, ply=ply, action=action)
        heard = {s: self.sockets[s].expect("event", ply=ply + 1) for s in self.sockets}
        self.states.update(heard)
        self.now = next(iter(heard.values())) if self.late and heard else self.spectator.expect("event", ply=ply + 1)
        assert all(h["number"] == self.now["number"] for h in heard.values())
        assert self.now["kind"] == "act" and self.now["seat"] == seat
        assert action is None or self.now["text"] == action
        return self.now

    def request(self, seat, **message):
        return self.sockets[seat].ask(game=self.id, **message)[1]

    def hear(self, kind):
        listeners = list(self.sockets.values()) if self.late else self.everybody()
        return [s.expect("event", kind=kind) for s in listeners][-1]

    def close(self):
        for s in self.everybody():
            s.close()


def play_out(server, name, seats=None, **fields):
    table = Table(server, name, seats, **fields)
    rng = random.Random(name + str(seats) + str(fields))
    for _ in range(600):
        if table.act(rng=rng)["over"]:
            break
    else:
        table.request(next(iter(table.sockets)), do="resign")
    record = server.get("/api/games/%s/record" % table.id, raw=True)[1].decode()
    checked = subprocess.run([PROGRAM, "record", "check", "-"], input=record, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    assert server.get("/api/games/" + table.id)[1]["phase"] == "over"
    table.close()
    return table


def play(server, game, tokens, plies):
    """Plays `count` actions of a Tiku game; returns the sockets by seat."""
    sockets = [server.socket() for _ in tokens]
    now = [s.join(game, token) for s, token in zip(sockets, tokens)][-1]
    for _ in range(plies):
        s = sockets[now["toAct"]]
        s.send(do="act", game=game, ply=now["ply"], action=moves(now, {}, "tiku")[0])
        for each in sockets:
            now = each.expect("event")
    return sockets


def test_every_game_to_its_end(server):
    for name in server.get("/api/about")[1]["games"]:
        play_out(server, name)


def test_three_and_four_at_masker(server):
    play_out(server, "masker", options={"players": "3"})
    play_out(server, "masker", options={"players": "4", "board": "tower"})


def test_computers_at_masker(server):
    play_out(server, "masker", ["me", "level:1", "open"], options={"players": "3"})
    play_out(server, "masker", ["level:2", "me", "random", "greedy"], options={"players": "4"})


def test_computer_in_every_game(server):
    for name in server.get("/api/about")[1]["games"]:
        table = Table(server, name, ["level:1", "me"])
        for _ in range(6):
            if table.act()["over"]:
                break
        table.close()


def test_reconnecting_resumes_from_a_number(server):
    table = Table(server, "yoxii")
    for _ in range(5):
        table.act()
    table.sockets[0].close()
    for s in (table.sockets[1], table.spectator):
        gone = s.expect("seats")
        while gone["seats"][0]["here"]:
            gone = s.expect("seats")
    again = server.socket()
    for since in range(6):
        state = again.join(table.id, table.tokens[0], since=since)
        assert [e["number"] for e in state["entries"]] == list(range(since + 1, 6)), state
        assert state["you"] == 0 and state["position"] == table.now["position"]
    assert again.ask(do="join", game=table.id, token=table.tokens[0], since=6)[1]["type"] == "refused"


def test_one_socket_follows_several_games(server):
    first, second = Table(server, "tiku"), Table(server, "kwinty")
    both = server.socket()
    both.join(first.id)
    both.join(second.id)
    second.act()
    assert both.expect("event")["game"] == second.id
    first.act()
    assert both.expect("event")["game"] == first.id
    assert both.ask(do="leave", game=first.id)[1]["type"] == "done"
    assert both.ask(do="act", game=first.id, ply=1, action="a2a3")[1]["type"] == "refused"


def test_races_have_one_winner(server):
    table = Table(server, "tiku")
    for ply in range(8):
        seat = ply % 2
        twin = server.socket()
        twin.join(table.id, table.tokens[seat])
        choices = moves(table.states[seat], table.state["options"], "tiku")
        for s, action in ((twin, choices[0]), (table.sockets[seat], choices[-1])):
            s.ref = 1000 + ply
            s.send(do="act", ref=s.ref, game=table.id, ply=ply, action=action)
        answers = []
        for s in (twin, table.sockets[seat]):
            while True:
                m = s.read()
                if m.get("ref") == 1000 + ply:
                    answers.append(m["type"])
                    break
                if m["type"] == "event":
                    table.states[seat] = m
        assert sorted(answers) == ["done", "refused"], answers
        table.states[1 - seat] = table.sockets[1 - seat].expect("event", ply=ply + 1)
        twin.close()
    assert server.get("/api/games/" + table.id)[1]["number"] == 8


def test_draw_by_agreement(server):
    table = Table(server, "tiku")
    table.act()
    assert table.request(0, do="agree", what="draw")["type"] == "refused"
    assert table.request(0, do="offer", what="draw")["type"] == "done"
    assert table.hear("offer-draw")["drawOffer"] == 0
    assert table.request(0, do="agree", what="draw")["type"] == "refused"
    assert table.request(1, do="decline", what="draw")["type"] == "done"
    assert "drawOffer" not in table.spectator.expect("event", kind="decline")
    assert table.request(1, do="offer", what="draw")["type"] == "done"
    assert table.request(0, do="agree", what="draw")["type"] == "done"
    end = table.spectator.expect("event", kind="agree")
    assert end["over"] and end["result"]["outcomes"] == ["draw", "draw"]


def test_taking_back_by_agreement(server):
    table = Table(server, "tiku")
    positions = [table.now["position"]]
    for _ in range(3):
        positions.append(table.act()["position"])
    assert table.request(1, do="offer", what="undo")["type"] == "done"
    assert table.hear("offer-undo")["undoOffer"] == {"seat": 1, "to": 1, "agreed": []}
    assert table.request(1, do="agree", what="undo")["type"] == "refused"
    assert table.request(0, do="agree", what="undo")["type"] == "done"
    back = table.hear("agree")
    assert back["ply"] == 1 and back["position"] == positions[1] and back["toAct"] == 1
    table.now = back
    table.states = {0: back, 1: back}
    table.act()


def test_taking_back_from_the_computer(server):
    table = Table(server, "tiku", ["me", "random"])
    first = table.now["position"]
    table.act()
    table.act()
    assert table.request(0, do="offer", what="undo")["type"] == "done"
    assert table.spectator.expect("event", kind="undo")["position"] == first


def test_taking_back_among_three(server):
    table = Table(server, "masker", options={"players": "3"})
    for _ in range(3):
        table.act()
    assert table.request(0, do="offer", what="undo")["type"] == "done"
    assert table.request(1, do="agree", what="undo")["type"] == "done"
    assert table.sockets[0].expect("event", kind="agree")["ply"] == 3
    assert table.request(1, do="agree", what="undo")["type"] == "refused"
    assert table.request(2, do="agree", what="undo")["type"] == "done"
    assert table.sockets[0].expect("event", kind="agree")["ply"] < 3


def test_resigning_and_rematch(server):
    table = Table(server, "kwinty")
    table.act()
    assert table.request(0, do="rematch")["type"] == "refused"
    assert table.request(0, do="resign")["type"] == "done"
    assert table.hear("resign")["result"]["outcomes"] == ["loss", "win"]
    assert table.request(0, do="act", ply=1, action="x")["type"] == "refused"
    assert table.request(1, do="rematch")["type"] == "done"
    assert table.request(1, do="rematch")["type"] == "refused"
    assert table.request(0, do="rematch")["type"] == "done"
    new = table.spectator.expect("event", kind="rematch")["next"]
    seats = [server.socket().join(new, table.tokens[s])["you"] for s in (0, 1)]
    assert sorted(seats) == [0, 1]
    assert server.get("/api/games/" + new)[1]["before"] == table.id
    assert server.get("/api/games/" + new)[1]["phase"] == "playing"


def test_aborting(server):
    table = Table(server, "tiku")
    table.act()
    assert table.request(1, do="abort")["type"] == "done"
    assert table.hear("abort")["end"]["how"] == "aborted"
    table = Table(server, "tiku")
    table.act()
    table.act()
    assert table.request(1, do="abort")["type"] == "refused"


def test_sitting_down_while_it_is_aborted(server):
    """Whatever comes first, the row agrees with the journal in the end."""
    s, rng = server.socket(), random.Random(5)
    for _ in range(40):
        made = server.create("tiku", listed=True)
        s.join(made["game"], made["token"])
        sitter = threading.Thread(target=server.post, args=("/api/games/%s/sit" % made["game"],))
        sitter.start()
        time.sleep(rng.random() * 0.004)
        assert s.ask(do="abort", game=made["game"])[1]["type"] == "done"
        sitter.join()
        s.ask(do="leave", game=made["game"])
    assert server.get("/api/games")[1]["playing"] == []
    with sqlite3.connect(server.database) as db:
        assert db.execute("SELECT count(*) FROM games WHERE phase <> 2").fetchone() == (0,)
        # As earlier servers left some: a start repairs them.
        db.execute("UPDATE games SET phase = 1, result = ''")
    server.stop()
    server.start()
    wait_until(lambda: server.get("/api/games")[1]["playing"] == [])
    with sqlite3.connect(server.database) as db:
        assert db.execute("SELECT DISTINCT phase, result FROM games").fetchall() == [(2, "--")]


def test_phrases(server):
    table = Table(server, "tiku")
    assert table.request(1, do="phrase", phrase="hello")["type"] == "done"
    for s in table.everybody():
        assert s.expect("said")["text"] == "hello"
    assert table.request(1, do="phrase", phrase="idiot")["type"] == "refused"
    assert table.spectator.ask(do="phrase", game=table.id, phrase="hello")[1]["type"] == "refused"


def test_conditional_lines(server):
    table = Table(server, "tiku", clock="2d")
    table.act("a2a3")
    assert table.request(1, do="plan", ply=1, lines=["x y"])["type"] == "refused"  # it is seat 1's turn
    assert table.request(0, do="plan", ply=1, lines=["b5b4 b2b3 c5c4 c2c3", "a5a4 d2d3"])["type"] == "done"
    table.act("b5b4")
    assert table.spectator.expect("event", ply=3)["text"] == "b2b3"
    server.kill()  # lines are stored
    server.start()
    table.sockets = {seat: server.socket() for seat in table.tokens}
    table.states = {seat: s.join(table.id, table.tokens[seat]) for seat, s in table.sockets.items()}
    table.spectator = server.socket()
    table.now = table.spectator.join(table.id)
    table.act("c5c4")
    assert table.spectator.expect("event", ply=5)["text"] == "c2c3"
    blitz = Table(server, "tiku", clock="60")
    blitz.act()
    assert blitz.request(0, do="plan", ply=1, lines=["b5b4 b2b3"])["type"] == "refused"


def test_clock_runs_out(server):
    table = Table(server, "tiku", clock="3")  # enough for two actions on a busy machine
    table.act()
    last = table.act()
    end = table.hear("time")
    assert 3000 <= end["at"] - last["at"], (last, end)
    assert end["seat"] == 0 and end["left"][0] == 0 and end["result"]["outcomes"] == ["loss", "win"]


def test_clock_with_increment(server):
    table = Table(server, "tiku", clock="10+3")
    first = table.act()
    time.sleep(0.6)  # a player thinks
    second = table.act()
    thought = second["at"] - first["at"]
    assert 13000 == second["leftThen"][0], second
    # The server's clock counts; at most half a second of network delay is forgiven.
    assert thought >= 600 and 0 <= second["leftThen"][1] - (13000 - thought) <= min(thought, 500), (first, second)
    assert second["running"] == 0


def test_computer_is_charged(server):
    table = Table(server, "tiku", ["me", "random"], clock="60")
    table.act()
    now = table.act()
    assert now["leftThen"][1] <= 60000 and now["running"] == 0


def test_spectators_cannot_act(server):
    table = Table(server, "tiku")
    assert table.spectator.ask(do="act", game=table.id, ply=0, action="a2a3")[1]["type"] == "refused"
    assert table.spectator.ask(do="resign", game=table.id)[1]["type"] == "refused"
    assert server.socket().ask(do="join", game=table.id, token="A" * 22)[1]["type"] == "refused"


def test_one_seat_for_two_people(server):
    game = server.create("tiku")["game"]
    answers = []

    def come():
        answers.append(server.post("/api/games/%s/sit" % game)[0])

    threads = [threading.Thread(target=come) for _ in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert sorted(answers) == [200] + [409] * 7, answers


def test_lobby_is_notified(server):
    listener = server.socket()
    listener.send(do="lobby", on=True, ref=1)
    assert listener.expect("lobby", ref=1)
    game = server.create("tokan", listed=True)["game"]
    assert game in [g["id"] for g in listener.expect("lobby")["open"]]
    server.create("tokan", listed=False)
    server.sit(game)
    while game in [g["id"] for g in listener.expect("lobby")["open"]]:
        pass


def test_scene_when_wanted(server):
    table = Table(server, "masker")
    s = server.socket()
    state = s.join(table.id, table.tokens[1], scene=True)
    assert {"panels", "spots", "pieces", "status"} <= set(state["scene"])
    table.act()
    assert "scene" in s.expect("event")
    assert "scene" not in table.now


def test_restart_keeps_everything(server):
    table = Table(server, "turris", clock="300+2")
    for _ in range(4):
        table.act()
    asked = time.monotonic()
    before = server.get("/api/games/" + table.id)[1]
    assert server.stop() == 0
    served = 1000 * (time.monotonic() - asked)
    time.sleep(0.5)  # while the server is away, no clock is charged
    server.start()
    after = server.get("/api/games/" + table.id)[1]
    assert after["position"] == before["position"] and after["ply"] == 4
    seat = before["toAct"]
    assert after["paused"] and after["left"][1 - seat] == before["left"][1 - seat]
    assert 0 <= before["left"][seat] - after["left"][seat] <= served + 1, (before, after)
    s = server.socket()
    s.join(table.id, table.tokens[after["toAct"]])
    assert s.expect("event")["kind"] == "resume"


def test_a_full_game_begins_after_a_crash(server):
    """Two players took the last seats, and the server ended before it wrote that the game has
    begun."""
    table = Table(server, "tiku")
    server.stop()
    with sqlite3.connect(server.database) as db:
        db.execute("UPDATE games SET phase = 0")
    db.close()
    server.start()
    player = server.socket()
    now = state = player.join(table.id, table.tokens[0])
    while now["phase"] != "playing":
        now = player.expect("seats")
    with sqlite3.connect(server.database) as db:
        assert db.execute("SELECT phase FROM games").fetchall() == [(1,)]
    db.close()
    assert player.ask(do="act", game=table.id, ply=0, action=moves(state, {}, "tiku")[0])[1]["type"] == "done"


def test_the_last_two_seats_at_once(server):
    """Of two players who sit down at the same time neither is the last; the game begins all the
    same."""
    for _ in range(8):
        game = server.create("masker", options={"players": "3"})["game"]
        watcher = server.socket()
        now = watcher.join(game)
        guests = [threading.Thread(target=server.sit, args=(game,), kwargs={"seat": seat}) for seat in (1, 2)]
        for guest in guests:
            guest.start()
        for guest in guests:
            guest.join()
        while now["phase"] != "playing":
            now = watcher.expect("seats")
        watcher.close()


def test_a_crash_charges_no_clock(server):
    table = Table(server, "turris", clock="5")
    for _ in range(2):
        now = table.act()
    server.kill()
    time.sleep(1)  # this is not charged
    server.start()
    wait_until(lambda: server.get("/api/games/" + table.id)[1]["entries"][-1]["kind"] == "pause")
    after = server.get("/api/games/" + table.id)[1]
    assert after["paused"] and after["left"] == now["leftThen"], (after, now)


def test_slow_client_is_dropped(server):
    game = server.create("tiku", seats=["me", "random"])
    player = server.socket()
    first = moves(player.join(game["game"], game["token"]), {}, "tiku")[0]
    sleeper = server.socket()
    sleeper.join(game["game"], scene=True)
    before = server.get("/metrics", raw=True)[1].decode()
    for _ in range(300):
        player.send(do="act", game=game["game"], ply=0, action=first)
        player.expect("event", ply=2)
        player.send(do="offer", game=game["game"], what="undo")
        player.expect("event", ply=0)
    dropped = [l for l in server.get("/metrics", raw=True)[1].decode().split("\n") if l.startswith("abax_dropped")]
    assert dropped[0].split()[1] != "0", (before, dropped)
    try:
        while True:
            sleeper.read_text(5)
    except (Closed, ConnectionError):
        pass
