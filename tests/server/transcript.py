# SPDX-License-Identifier: MIT
"""Conversations with the server, byte by byte except for random values and times: names of games,
tokens, times. Each is kept in tests/server/transcripts; `tests/server/run --write` writes them
again."""
import os, re

import client

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "transcripts")
TIMES = re.compile(r'"(time|at|created|changed)":\d+')
CLOCKS = re.compile(r'"(left|leftThen)":\[[\d,]+\]')


class Talk:
    def __init__(self, server):
        self.server, self.lines, self.names = server, [], {}

    def hide(self, text):
        for secret, name in self.names.items():
            text = text.replace(secret, name)
        return CLOCKS.sub(r'"\1":[...]', TIMES.sub(r'"\1":...', text))

    def post(self, path, body, name, token=None):
        status, answer = self.server.post(path, body, token=token)
        for field in ("game", "token"):
            if field in answer:
                self.names.setdefault(answer[field], "%s-%s" % (name.upper(), field.upper()))
        self.lines.append(self.hide("POST %s %s" % (path, client.json.dumps(body))))
        self.lines.append(self.hide("  %d %s" % (status, client.json.dumps(answer))))
        return answer

    def say(self, who, socket, **message):
        self.lines.append(self.hide("%s> %s" % (who, client.json.dumps(message))))
        socket.send(**message)

    def hear(self, who, socket, until):
        """Up to a message that has this text; presence messages may come at any moment and are left
        out."""
        while True:
            text = socket.read_text().decode()
            if '"type":"seats"' in text:
                continue
            self.lines.append(self.hide("%s< %s" % (who, text)))
            if until in text:
                return client.json.loads(text)

    def check(self, name):
        path, text = os.path.join(FOLDER, name + ".txt"), "\n".join(self.lines) + "\n"
        if os.environ.get("WRITE_TRANSCRIPTS"):
            with open(path, "w") as f:
                f.write(text)
        with open(path) as f:
            kept = f.read()
        for a, b in zip(kept.split("\n"), text.split("\n")):
            assert a == b, "\n  kept: %s\n  now:  %s" % (a, b)
        assert kept == text


def test_a_short_game(server):
    t = Talk(server)
    made = t.post("/api/games", {"game": "tiku", "clock": "300+5", "name": "Ann", "lots": False}, "ann")
    seat = t.post("/api/games/%s/sit" % made["game"], {"name": "Ben"}, "ben")
    a, b = server.socket(), server.socket()
    game = made["game"]
    t.say("ann", a, do="join", game=game, token=made["token"], ref=1)
    t.hear("ann", a, '"done"')
    t.say("ben", b, do="join", game=game, token=seat["token"], ref=1)
    t.hear("ben", b, '"done"')
    t.say("ann", a, do="act", game=game, ply=0, action="a2a4", ref=2)
    t.hear("ann", a, '"done"')
    t.hear("ben", b, '"event"')
    t.say("ben", b, do="act", game=game, ply=0, action="b5b3", ref=2)
    t.hear("ben", b, '"refused"')
    t.say("ben", b, do="act", game=game, ply=1, action="b5b9", ref=3)
    t.hear("ben", b, '"refused"')
    t.say("ben", b, do="phrase", game=game, phrase="oops")
    t.hear("ben", b, '"said"')
    t.hear("ann", a, '"said"')
    t.say("ben", b, do="offer", game=game, what="draw", ref=4)
    t.hear("ben", b, '"done"')
    t.hear("ann", a, '"event"')
    t.say("ann", a, do="agree", game=game, what="draw", ref=3)
    t.hear("ann", a, '"done"')
    t.hear("ben", b, '"event"')
    t.say("ben", b, do="join", game=game, since=2, ref=5)
    t.hear("ben", b, '"done"')
    t.check("short-game")


def test_refusals(server):
    t = Talk(server)
    for body in ({"game": "go"}, {"game": "tiku", "clock": "x"}, {"game": "tiku", "seats": ["me"]}, {"name": "x"}):
        t.post("/api/games", body, "nobody")
    for body in ({"name": "x", "password": "long enough"}, {"name": "xaver", "password": "short"}):
        t.post("/api/accounts", body, "nobody")
    s = server.socket()
    for message in ({"do": "join", "game": "aaaaaaaaaaa"}, {"do": "act", "game": "aaaaaaaaaaa", "ply": 0, "action": "a"},
                    {"do": "dance"}, {"do": "ping", "why": 1}, {"do": "ping", "ref": 4}):
        t.say("x", s, **message)
        t.hear("x", s, "")
    t.check("refusals")
