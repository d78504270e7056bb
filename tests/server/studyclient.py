# SPDX-License-Identifier: MIT
"""Clients of a study, for tests: one keeps what the server sent, as the page does; one changes it
at random."""
import base64, os, random, threading, time

from client import Closed


def new_key():
    return base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")


def create_study(server, token=None, **fields):
    status, answer = server.post("/api/studies", {"game": "tiku", **fields}, token=token)
    assert status == 201, (status, answer)
    return answer


class StudyClient:
    """A client of a study: it puts together what the server sent, as the page does."""

    def __init__(self, server, study, key="", since=0, **more):
        self.server, self.study = server, study
        self.s = server.socket()
        before, answer = self.s.ask(do="study", study=study, on=True, since=since, **({"key": key} if key else {}), **more)
        assert answer["type"] == "done", answer
        self.number = 0
        self.here, self.people, self.gone = 0, [], False
        for m in before:
            self.hear(m)
        self.s.pending.clear()

    def hear(self, m):
        if m.get("study") != self.study or m["type"] in ("done", "refused"):
            return
        if m["type"] == "study":
            self.number, self.title, self.edits, self.me, self.about = m["number"], m["title"], m["edits"], m["me"], m
            if "nodes" in m:
                self.nodes = {n["id"]: (n["parent"], n["action"], n["seat"]) for n in m["nodes"]}
                self.order = [n["id"] for n in m["nodes"]]
                self.remarks = {r["id"]: r for r in m["remarks"]}
                self.marks = {(k["at"], k["from"], k["to"]) for k in m["marks"]}
        elif m["type"] == "studying":
            self.here, self.people = m["here"], m["people"]
        elif m["type"] == "gone":
            self.gone = True
        elif m["type"] == "noted":
            assert m["number"] == self.number + 1, (m, self.number)
            self.number = m["number"]
            self.apply(m)

    def below(self, node):
        gone = {node}
        for n in sorted(self.nodes):
            if self.nodes[n][0] in gone:
                gone.add(n)
        return gone

    def apply(self, m):
        for n in m.get("nodes", []):
            assert n["id"] not in self.nodes
            self.nodes[n["id"]] = (n["parent"], n["action"], n["seat"])
        if "remark" in m:
            self.remarks[m["remark"]["id"]] = m["remark"]
        self.remarks.pop(m.get("unsaid"), None)
        for name in ("mark", "unmarked"):
            if name in m:
                mark = (m[name]["at"], m[name]["from"], m[name]["to"])
                (self.marks.add if name == "mark" else self.marks.discard)(mark)
        if "dropped" in m:
            gone = self.below(m["dropped"])
            self.nodes = {n: v for n, v in self.nodes.items() if n not in gone}
            self.remarks = {n: r for n, r in self.remarks.items() if r["at"] not in gone}
            self.marks = {k for k in self.marks if k[0] not in gone}
        self.title = m.get("title", self.title)

    def try_(self, do, **fields):
        """Sends a request and applies all that came before the answer."""
        before, answer = self.s.ask(do=do, study=self.study, **fields)
        for m in self.s.pending:
            self.hear(m)
        self.s.pending.clear()
        return answer

    def do(self, do, **fields):
        answer = self.try_(do, **fields)
        assert answer["type"] == "done", answer
        return answer["at"]

    def refused(self, do, **fields):
        answer = self.try_(do, **fields)
        assert answer["type"] == "refused", answer
        return answer["sentence"]

    def until(self, true):
        while not true(self):
            self.hear(self.s.read())

    def seen(self):
        return {"nodes": self.nodes, "remarks": {n: r["text"] for n, r in self.remarks.items()}, "marks": self.marks,
                "title": self.title, "number": self.number}


def stored(server, study):
    status, s = server.get("/api/studies/" + study)
    assert status == 200, s
    return {"nodes": {n["id"]: (n["parent"], n["action"], n["seat"]) for n in s["nodes"]},
            "remarks": {r["id"]: r["text"] for r in s["remarks"]}, "marks": {(k["at"], k["from"], k["to"]) for k in s["marks"]},
            "title": s["title"], "number": s["number"]}


class Writer(threading.Thread):
    """Changes a study at random until it is stopped, and keeps what was acknowledged."""

    def __init__(self, servers, made, seed):
        super().__init__(daemon=True)
        self.servers, self.made, self.rng = servers, made, random.Random(seed)
        self.running, self.error, self.done = True, None, []  # (kind, what)

    def change(self, client):
        at = self.rng.choice([0, *client.nodes])
        if self.rng.random() < 0.7:
            word = "%s-%d" % (self.name, len(self.done))
            answer = client.try_("say", at=at, text=word)
            if answer["type"] == "done":
                self.done.append(("say", word))
        else:
            action = self.rng.choice(["a2a4", "b5b3", "a4a3", "b3b4", "c2c3", "d5d4"])
            answer = client.try_("add", at=at, actions=action)
            if answer["type"] == "done":
                self.done.append(("add", (at, action, answer["at"])))
                assert client.nodes[answer["at"]][:2] == (at, action)
        if answer["type"] == "refused" and not any(w in answer["sentence"] for w in ("at most 8 remarks", "action '", "stored", "database")):
            self.error = answer["sentence"]

    def run(self):
        while self.running and not self.error:
            try:
                client = StudyClient(self.rng.choice(self.servers), self.made["study"], self.made["key"], name=self.name)
                while self.running:
                    self.change(client)
            except (OSError, Closed, TimeoutError):
                time.sleep(0.05)
            except AssertionError as error:
                self.error = repr(error)

    def check(self, server):
        assert not self.error, self.error
        now = stored(server, self.made["study"])
        words = set(now["remarks"].values())
        for kind, what in self.done:
            if kind == "say":
                assert what in words, what
            else:
                assert now["nodes"][what[2]][:2] == what[:2], what


def check_notes(rows):
    assert [n for n, in rows] == list(range(len(rows)))
