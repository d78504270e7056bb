# SPDX-License-Identifier: MIT
"""kill -9 in a loop under load, with a checker: all that any client received is stored, in that
order, and no game is stuck."""
import os, random, subprocess, threading, time

from client import Closed, Server, wait_until
from games import moves

GAMES, KILLS = 12, 8


class Player(threading.Thread):
    """Plays both seats of one game for ever, reconnecting as needed, and keeps what it received."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server, self.rng = server, random.Random(seed)
        made = server.create("tiku", clock="600")
        self.game = made["game"]
        self.tokens = [made["token"], server.sit(self.game)["token"]]
        self.heard = {}  # number: (kind, seat, text)
        self.running, self.error, self.done = True, None, 0

    def note(self, entries):
        for e in entries:
            entry = (e["kind"], e["seat"], e["text"])
            if self.heard.setdefault(e["number"], entry) != entry:
                self.error = "number %d was %s and became %s" % (e["number"], self.heard[e["number"]], entry)

    def session(self):
        sockets = [self.server.socket(), self.server.socket()]
        since = max(self.heard, default=0)
        states = [s.join(self.game, t, since=since) for s, t in zip(sockets, self.tokens)]
        for s in states:
            self.note(s["entries"])
        now = states[0]
        while self.running and now["toAct"] >= 0:
            s = sockets[now["toAct"]]
            action = self.rng.choice(moves(now, now.get("options", {}), "tiku"))
            before, answer = s.ask(5, do="act", game=self.game, ply=now["ply"], action=action)
            events = [m for m in before if m["type"] == "event"]
            self.note(events)
            if answer["type"] == "done":
                self.done += 1
            now = events[-1] if events else s.join(self.game, self.tokens[0])
            if answer["type"] == "refused" and "ply" not in answer["sentence"] and "stored" not in answer["sentence"]:
                self.error = answer["sentence"]
            s.pending.clear()
        for s in sockets:
            s.close()

    def run(self):
        while self.running and not self.error:
            try:
                self.session()
                if self.running:
                    return  # the game is over
            except (OSError, Closed, TimeoutError):
                time.sleep(0.05)


def check(server, player):
    state = server.get("/api/games/" + player.game)[1]
    stored = {e["number"]: (e["kind"], e["seat"], e["text"]) for e in state["entries"]}
    for number, entry in player.heard.items():
        assert stored.get(number) == entry, (player.game, number, entry, stored.get(number))
    assert sorted(stored) == list(range(1, len(stored) + 1))
    if not state["over"]:  # not stuck
        s = server.socket()
        now = s.join(player.game, player.tokens[state["toAct"]])
        answer = s.ask(do="act", game=player.game, ply=now["ply"], action=moves(now, now["options"], "tiku")[0])[1]
        assert answer["type"] == "done", answer


def storm(server, kills, games):
    players = [Player(server, i) for i in range(games)]
    [p.start() for p in players]
    rng = random.Random(7)
    for _ in range(kills):
        time.sleep(0.3 + rng.random() * 0.7)  # the server must survive a kill at any moment
        server.kill()
        server.start()
    before = [p.done for p in players]
    wait_until(lambda: all(p.done > n or not p.is_alive() for p, n in zip(players, before)))  # they go on
    for p in players:
        p.running = False
    [p.join(20) for p in players]
    assert not [p.error for p in players if p.error], [p.error for p in players]
    for p in players:
        check(server, p)
    assert sum(p.done for p in players) > games * 3
    print("    %d actions acknowledged, %d kills, all stored" % (sum(p.done for p in players), kills))


def test_kill_in_a_loop_under_load(server):
    storm(server, KILLS, GAMES)


def test_full_disk_is_said_and_survived(_server):
    """On a small file system: writing fails with a sentence, and goes on when there is space
    again."""
    folder = "/tmp/abax-small-%d" % os.getpid()
    os.mkdir(folder)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], capture_output=True).returncode:
        os.rmdir(folder)
        print("    skipped: no right to mount")
        return
    try:
        with Server(os.path.join(folder, "games.db")) as server:
            game = server.create("tiku", clock="6")
            server.sit(game["game"])
            s = server.socket()
            now = s.join(game["game"], game["token"])
            filler = os.open(os.path.join(folder, "filler"), os.O_WRONLY | os.O_CREAT)
            try:
                while True:
                    os.write(filler, b"x" * 4096)
            except OSError:
                os.close(filler)
            for _ in range(2000):  # the log has free pages at first
                if server.post("/api/games", {"game": "tiku"})[0] == 503:
                    break
            refused = None
            for _ in range(60):
                answer = s.ask(do="offer" if _ % 2 == 0 else "decline", game=game["game"], what="draw")[1]
                if answer["type"] == "refused" and "stored" in answer["sentence"]:
                    refused = answer["sentence"]
                    break
            assert refused and refused.startswith("this could not be stored"), refused
            assert server.get("/healthz", raw=True)[0] == 503
            time.sleep(7)  # more than any player has: it is not charged
            os.unlink(os.path.join(folder, "filler"))
            wait_until(lambda: server.get("/healthz", raw=True)[0] == 200)
            answer = s.ask(do="act", game=game["game"], ply=0, action=moves(now, now["options"], "tiku")[0])[1]
            assert answer["type"] == "done", answer
            state = server.get("/api/games/" + game["game"])[1]
            assert state["phase"] == "playing" and state["ply"] == 1, state
            server.stop()
    finally:
        subprocess.run(["umount", folder])
        os.rmdir(folder)
