# SPDX-License-Identifier: MIT
"""Studies: a tree that several people look at and change at once. Legal moves, limits, permissions,
the secrecy of the key; all clients see the same, and acknowledged changes are there after kills and
at other processes."""
import hashlib, json, random, sqlite3, subprocess, time

from client import PROGRAM, Server, change, wait_until
from cluster import with_cluster
from people import register
from studyclient import StudyClient, Writer, check_notes, create_study, new_key, stored
from tools import admin


# ----------------------------------------------------------------------------------------------
# One study
# ----------------------------------------------------------------------------------------------

def test_two_write_and_a_third_looks(server):
    made = create_study(server, actions="a2a4 b5b3", title="An opening")
    ann, bob, eve = (StudyClient(server, made["study"], key, name=name) for key, name in
                     ((made["key"], "Ann"), (made["key"], "Bob"), ("", "Eve")))
    assert (ann.edits, bob.edits, eve.edits) == (True, True, False)
    assert [(v[0], v[1]) for v in ann.nodes.values()] == [(0, "a2a4"), (1, "b5b3")]
    assert ann.do("add", at=2, actions="a4b4 b3c3") == 4
    assert bob.do("add", at=0, actions="c2c3") == 5
    ann.do("say", at=5, text="quieter, größer ♔")
    bob.do("draw", at=4, **{"from": "a2", "to": "c3", "on": True})
    bob.do("draw", at=4, **{"from": "a2", "to": "a2", "on": True})
    bob.do("title", title="A study")
    for client in (ann, bob, eve):
        client.until(lambda d: d.title == "A study")
        assert client.seen() == stored(server, made["study"])
    said = list(eve.remarks.values())[0]
    assert (said["by"], said["account"], said["at"]) == ("Ann", False, 5)
    # Changed, and taken away again: the remark by any writer, the marks one by one, the line as a
    # whole.
    bob.do("say", at=5, remark=said["id"], text="louder")
    bob.do("draw", at=4, **{"from": "a2", "to": "c3", "on": False})
    eve.until(lambda d: len(d.marks) == 1)
    assert [(r["text"], r["by"]) for r in eve.remarks.values()] == [("louder", "Bob")]
    ann.do("say", at=5, remark=said["id"], text="")
    bob.do("lead", at=5)
    assert [n["id"] for n in server.get("/api/studies/" + made["study"])[1]["nodes"]] == [5, 1, 2, 3, 4]
    ann.do("drop", at=2)
    eve.until(lambda d: len(d.nodes) == 2)
    assert eve.seen() == stored(server, made["study"]) and not eve.marks and not eve.remarks
    # A number is never given again.
    assert bob.do("add", at=1, actions="b5b3") == 6


def test_only_what_is_legal(server):
    made = create_study(server, game="tiku")
    client = StudyClient(server, made["study"], made["key"])
    for actions, said in (("a2a5", "a2a5"), ("a2a4 a2a4", "a2a4"), ("x", "x"), ("", "no move"), ("a2a4" * 9, "a2a4")):
        assert said in client.refused("add", at=0, actions=actions), actions
    assert client.nodes == {} and client.number == 1
    assert "not there" in client.refused("add", at=7, actions="a2a4")
    assert "not there" in client.refused("say", at=1, text="nowhere")
    assert "no place" in client.refused("draw", at=0, **{"from": "z9", "to": "a2", "on": True})
    assert "start stays" in client.refused("drop", at=0)
    assert "start stays" in client.refused("lead", at=0)
    assert stored(server, made["study"])["number"] == 1


def test_the_end_of_a_game_is_the_end_of_a_line(server):
    actions = subprocess.run([PROGRAM, "random", "kwinty", "--seed", "5"], capture_output=True, text=True, check=True).stdout.split()
    made = create_study(server, game="kwinty", actions=" ".join(actions))
    client = StudyClient(server, made["study"], made["key"])
    assert len(client.nodes) == len(actions) > 5
    said = client.refused("add", at=len(actions), actions="a1h")
    assert "after the end" in said, said


def test_equal_lines_merge(server):
    made = create_study(server)
    ann, bob = (StudyClient(server, made["study"], made["key"]) for _ in range(2))
    for client in (ann, bob):  # both at once, before either hears anything
        client.s.send(do="add", study=made["study"], at=0, actions="a2a4 b5b3", ref=77)
    answers = []
    for client in (ann, bob):
        while True:
            m = client.s.read()
            client.hear(m)
            if m.get("ref") == 77:
                answers.append(m)
                break
    assert [a["at"] for a in answers] == [2, 2], answers
    assert ann.do("add", at=0, actions="a2a4 b5b3 a4b4") == 3
    assert bob.do("add", at=1, actions="b5b3") == 2
    ann.until(lambda d: d.number == 3)
    assert ann.seen() == stored(server, made["study"]) and len(ann.nodes) == 3


def test_hidden_games_are_studied_in_the_open(server):
    status, answer = server.post("/api/studies", {"game": "masker"})
    assert status == 201  # the server deals, and all see it
    start = server.get("/api/studies/" + answer["study"])[1]["start"]
    assert "?" not in start
    status, again = server.post("/api/studies", {"game": "masker", "start": start})
    assert status == 201
    # What one seat knows of a game that goes on is no position to study.
    game = server.create("masker")
    server.sit(game["game"])
    s = server.socket()
    view = s.join(game["game"], game["token"])["position"]
    assert "?" in view
    status, answer = server.post("/api/studies", {"game": "masker", "start": view})
    assert status == 400 and "nobody has to guess" in answer["error"], answer
    # When it is over, its start is public.
    s.ask(do="resign", game=game["game"])
    over = server.get("/api/games/" + game["game"])[1]
    status, answer = server.post("/api/studies", {"game": "masker", "options": over["options"], "start": over["start"]})
    assert over["over"] and status == 201, answer


def test_bounds(server):
    made = create_study(server)
    client = StudyClient(server, made["study"], made["key"])
    for i in range(8):
        client.do("say", at=0, text="remark %d" % i)
    assert "at most 8 remarks" in client.refused("say", at=0, text="one more")
    assert "at most 400 bytes" in client.refused("say", at=0, remark=2, text="x" * 401)
    spots = [c + r for c in "abcde" for r in "12345"]
    pairs = [(a, b) for a in spots for b in spots][:33]
    for a, b in pairs[:32]:
        client.do("draw", at=0, **{"from": a, "to": b, "on": True})
    assert "at most 32 arrows" in client.refused("draw", at=0, **{"from": pairs[32][0], "to": pairs[32][1], "on": True})
    client.do("draw", at=0, **{"from": pairs[0][0], "to": pairs[0][1], "on": True})  # is there already
    assert "at most 64 actions" in client.refused("add", at=0, actions=" ".join(["a2a4 b5b3 a4a2 b3b5"] * 17))
    assert "at most 95 bytes" in client.refused("title", title="t" * 96)
    for text in ("a\u202eb", "a\u0007b", "\u200b"):
        assert client.try_("say", at=0, remark=2, text=text)["type"] == "refused", text
    for fields in ({"at": -1, "actions": "a2a4"}, {"at": 1.5, "actions": "a2a4"}, {"actions": "a2a4"}, {"at": 0}, {"at": 0, "actions": 7},
                   {"at": 0, "actions": "a2a4", "more": 1}):
        assert client.try_("add", **fields)["type"] == "refused", fields
    for body in ({}, {"game": "chess"}, {"game": "null"}, {"game": "tiku", "start": "nonsense"}, {"game": "tiku", "actions": "z9"},
                 {"game": "tiku", "key": "short"}, {"game": "tiku", "options": {"no": "such"}}, {"game": "tiku", "title": "a\u202eb"},
                 {"game": "tiku", "more": 1}):
        status, answer = server.post("/api/studies", body)
        assert status == 400 and answer["error"], (body, answer)
    assert server.get("/api/studies/nonsense")[0] == server.get("/api/studies/AAAAAAAAAAA")[0] == 404


def test_a_study_is_full_at_last(server):
    """4,095 moves, those that were dropped included; then it says so, and still takes remarks."""
    made = create_study(server)
    client = StudyClient(server, made["study"], made["key"])
    rng = random.Random(3)
    legal = ["a2a4", "c2c3", "a2a3", "b2b1", "d2d3", "e2e3", "e2e4"]
    for _ in range(40):
        client.do("drop", at=client.do("add", at=0, actions=rng.choice(legal)))
    # Numbers go on: the rest is filled directly in the database, which is what a replay reads.
    server.stop()
    with sqlite3.connect(server.database) as db:
        number = db.execute("SELECT max(number) + 1 FROM notes WHERE thing = ?", (made["study"],)).fetchone()[0]
        nodes = 1 + db.execute("SELECT count(*) FROM notes WHERE thing = ? AND kind = 'add'", (made["study"],)).fetchone()[0]
        while nodes < 4096:
            db.execute("INSERT INTO notes (thing, number, kind, text, at) VALUES (?, ?, 'add', '0 a2a4', 0)", (made["study"], number))
            db.execute("INSERT INTO notes (thing, number, kind, text, at) VALUES (?, ?, 'drop', ?, 0)", (made["study"], number + 1, str(nodes)))
            number, nodes = number + 2, nodes + 1
    server.start()
    client = StudyClient(server, made["study"], made["key"])
    assert "at most 4095 moves" in client.refused("add", at=0, actions="a2a4")
    client.do("say", at=0, text="full")


# ----------------------------------------------------------------------------------------------
# Permissions
# ----------------------------------------------------------------------------------------------

def test_the_key_stays_secret(server):
    owner = register(server, "keeper")
    made = create_study(server, token=owner, title="Mine")
    looker = StudyClient(server, made["study"])
    wrong = StudyClient(server, made["study"], new_key())
    for client in (looker, wrong):
        assert not client.edits
        for do, fields in (("add", {"actions": "a2a4"}), ("say", {"text": "x"}), ("drop", {}), ("lead", {})):
            assert "lets you look" in client.refused(do, at=0, **fields)
        assert "lets you look" in client.refused("title", title="Yours")
        assert "lets you look" in client.refused("draw", at=0, **{"from": "a2", "to": "a2", "on": True})
    stranger = server.socket()
    stranger.send(do="add", study=made["study"], at=0, actions="a2a4", ref=1)
    assert "open it first" in stranger.expect("refused", ref=1)["sentence"]
    StudyClient(server, made["study"], made["key"]).do("add", at=0, actions="a2a4")
    looker.until(lambda d: d.nodes)
    # Neither the key nor its hash is in anything that is read, and the key is not in the database.
    with sqlite3.connect(server.database) as db:
        notes = db.execute("SELECT text FROM notes WHERE thing = ?", (made["study"],)).fetchall()
        lock = notes[0][0].split()[0]
        everything = "\n".join(db.iterdump())
    assert len(lock) == 64 and made["key"] not in everything
    heard = b"\n".join(looker.s.heard) + server.get("/api/studies/" + made["study"], raw=True)[1]
    heard += server.get("/api/me/studies", token=owner, raw=True)[1] + server.get("/api/me/data", token=owner, raw=True)[1]
    assert made["key"].encode() not in heard and lock.encode() not in heard
    assert hashlib.sha256(made["key"].encode()).hexdigest().encode() not in heard
    assert made["key"] not in server.read_log()


def test_an_account_and_its_studies(server):
    ann, bob = register(server, "studyann"), register(server, "studybob")
    made = []
    for i in range(3):
        made.append(create_study(server, token=ann, title="Study %d" % i))
        time.sleep(0.005)  # or two of them began in the same millisecond, and either may be the newer one
    status, list_ = server.get("/api/me/studies", token=ann)
    assert status == 200 and [s["title"] for s in list_["studies"]] == ["Study 2", "Study 1", "Study 0"] and list_["next"] == 0
    assert server.get("/api/me/studies", token=bob)[1]["studies"] == [] and server.get("/api/me/studies")[0] == 401
    assert [s["study"] for s in server.get("/api/me/data", token=ann)[1]["studies"]] == [m["study"] for m in reversed(made)]
    # The owner writes without the key, and signs with the account's name.
    client = StudyClient(server, made[0]["study"], token=ann)
    assert client.edits and client.about["owner"] == "studyann"
    client.do("say", at=0, text="by me")
    other = StudyClient(server, made[0]["study"], made[0]["key"], token=bob)
    assert [(r["by"], r["account"]) for r in other.remarks.values()] == [("studyann", True)]
    # A new key locks out clients with the old one.
    key = new_key()
    assert server.post("/api/studies/%s/key" % made[0]["study"], {"key": key}, token=bob)[0] == 403
    assert server.post("/api/studies/%s/key" % made[0]["study"], {"key": made[0]["key"]})[0] == 403
    assert server.post("/api/studies/%s/key" % made[0]["study"], {"key": "short"}, token=ann)[0] == 400
    status, answer = server.post("/api/studies/%s/key" % made[0]["study"], {"key": key}, token=ann)
    assert status == 200 and answer == {"study": made[0]["study"], "key": key}
    other.until(lambda d: not d.edits)
    assert "lets you look" in other.refused("say", at=0, text="x")
    client.do("say", at=0, text="still me")
    assert not StudyClient(server, made[0]["study"], made[0]["key"]).edits and StudyClient(server, made[0]["study"], key).edits
    # Taken away: by the owner alone; those who look are notified.
    assert server.post("/api/studies/%s/delete" % made[0]["study"], {"key": key})[0] == 403
    assert server.post("/api/studies/%s/delete" % made[0]["study"], token=bob)[0] == 403
    assert server.post("/api/studies/%s/delete" % made[0]["study"], token=ann)[0] == 200
    client.until(lambda d: d.gone)
    assert server.get("/api/studies/" + made[0]["study"])[0] == 404
    # A guest's study: the key decides. No guest may be called like an account or like the server's
    # staff.
    free = create_study(server)
    for name in ("studyBob", "admin"):
        refused = server.socket().ask(do="study", study=free["study"], on=True, since=0, name=name)[1]
        assert refused["type"] == "refused", refused
    StudyClient(server, free["study"], name="nobody else")
    assert server.post("/api/studies/%s/delete" % free["study"], {"key": new_key()})[0] == 403
    assert server.post("/api/studies/%s/delete" % free["study"], {"key": free["key"]})[0] == 200
    assert server.get("/api/studies/" + free["study"])[0] == 404


def test_a_deleted_account_takes_its_studies_along(server):
    ann, bob = register(server, "goneann"), register(server, "gonebob")
    hers, his = create_study(server, token=ann), create_study(server, token=bob)
    looks = StudyClient(server, hers["study"])
    StudyClient(server, his["study"], his["key"], token=ann).do("say", at=0, text="a remark of hers")
    assert server.post("/api/me/delete", {"password": "correct horse"}, token=ann)[0] == 200
    looks.until(lambda d: d.gone)
    assert server.get("/api/studies/" + hers["study"])[0] == 404
    status, left = server.get("/api/studies/" + his["study"])
    assert status == 200 and [(r["text"], r["by"]) for r in left["remarks"]] == [("a remark of hers", "")]
    with sqlite3.connect(server.database) as db:
        assert db.execute("SELECT count(*) FROM notes WHERE thing = ?", (hers["study"],)).fetchone()[0] == 0
        assert "goneann" not in "\n".join(db.iterdump())


def test_muted_and_banned_accounts_cannot_write(server):
    token = register(server, "loudmouth")
    made = create_study(server)
    assert admin(server, "mute", "loudmouth")[0] == 0
    client = StudyClient(server, made["study"], made["key"], token=token)
    assert "taken from you" in client.refused("say", at=0, text="x")
    assert client.do("add", at=0, actions="a2a4") == 1
    assert admin(server, "ban", "loudmouth")[0] == 0
    s = server.socket()
    s.send(do="study", study=made["study"], on=True, key=made["key"], token=token, ref=1)
    assert s.expect("refused", ref=1)["sentence"]


def test_operators_moderate_studies(server):
    """A study that cannot be read is found by `verify`; one that must go is removed."""
    made = create_study(server, actions="a2a4")
    client = StudyClient(server, made["study"], made["key"])
    assert admin(server, "verify")[0] == 0
    with sqlite3.connect(server.database) as db:
        db.execute("UPDATE notes SET text = '0 a2a5' WHERE thing = ? AND number = 1", (made["study"],))
    status, _, said = admin(server, "verify")
    assert status == 2 and "a2a5" in said, said
    assert server.get("/api/studies/" + made["study"])[0] == 500
    assert admin(server, "remove", made["study"])[0] == 0 and admin(server, "remove", made["study"])[0] == 2
    assert "remove" in admin(server, "audit")[1]
    assert "no such study" in client.refused("add", at=0, actions="c2c3")
    client.until(lambda d: d.gone)


def test_asking_again_with_the_key_begins_nothing_twice(server):
    key = new_key()
    first = create_study(server, key=key, actions="a2a4")
    again = create_study(server, key=key, actions="a2a4")
    assert first == again and first["key"] == key
    assert stored(server, first["study"])["number"] == 2


def test_limits(server):
    made = [server.post("/api/studies", {"game": "tiku"}) for _ in range(25)]
    assert [status for status, _ in made].count(201) >= 20 and made[-1][0] == 429, made[-1]


test_limits.options = {"limits": True}


# ----------------------------------------------------------------------------------------------
# Presence
# ----------------------------------------------------------------------------------------------

def test_presence(server):
    made = create_study(server, actions="a2a4 b5b3")
    ann = StudyClient(server, made["study"], made["key"], name="Ann")
    eve = StudyClient(server, made["study"], name="Eve")
    ann.until(lambda d: d.here == 2)
    eve.s.ask(do="stand", study=made["study"], at=2)
    ann.until(lambda d: {p["name"]: p["at"] for p in d.people} == {"Ann": 0, "Eve": 2})
    assert {p["name"]: p["edits"] for p in ann.people} == {"Ann": True, "Eve": False}
    assert [p["name"] for p in ann.people if p["id"] == ann.me] == ["Ann"]
    eve.s.send(do="stand", study=made["study"], at=9, ref=5)
    assert eve.s.expect("refused", ref=5)
    eve.s.close()
    ann.until(lambda d: d.here == 1)


# ----------------------------------------------------------------------------------------------
# Connections that break, servers that end
# ----------------------------------------------------------------------------------------------

def test_coming_back(server):
    made = create_study(server)
    ann = StudyClient(server, made["study"], made["key"])
    ann.do("add", at=0, actions="a2a4")
    seen, number = ann.seen(), ann.number
    ann.s.close()
    # Nothing was missed: only the head of the study comes, not its contents.
    back = StudyClient(server, made["study"], made["key"], since=number)
    assert "nodes" not in back.about and back.about["number"] == number
    StudyClient(server, made["study"], made["key"]).do("add", at=1, actions="b5b3")
    late = StudyClient(server, made["study"], made["key"], since=number)
    assert len(late.nodes) == 2 and late.number == number + 1
    server.stop()
    server.start()
    again = StudyClient(server, made["study"], made["key"])
    assert again.seen() == late.seen() == stored(server, made["study"]) != seen


def test_kills_lose_nothing_that_was_acknowledged(server):
    made = create_study(server)
    writers = [Writer([server], made, seed) for seed in range(3)]
    for w in writers:
        w.start()
    rng = random.Random(1)
    for _ in range(8):
        time.sleep(rng.uniform(0.05, 0.4))
        server.kill()
        server.start()
    wait_until(lambda: sum(len(w.done) for w in writers) >= 30 or any(w.error for w in writers))
    for w in writers:
        w.running = False
    for w in writers:
        w.join(60)
        w.check(server)
    server.kill()
    server.start()
    for w in writers:
        w.check(server)
    assert StudyClient(server, made["study"]).seen() == stored(server, made["study"])
    with sqlite3.connect(server.database) as db:
        check_notes(db.execute("SELECT number FROM notes WHERE thing = ? ORDER BY number", (made["study"],)).fetchall())


@with_cluster
def test_two_processes(server, cluster):
    """Changes at one process arrive at the other; equal lines merge; nothing acknowledged is lost
    when one is killed."""
    with Server(server.database) as other:
        made = create_study(server)
        ann, bob = StudyClient(server, made["study"], made["key"], name="Ann"), StudyClient(other, made["study"], made["key"], name="Bob")
        ann.until(lambda d: d.here == 2)
        ann.do("add", at=0, actions="a2a1")
        bob.until(lambda d: len(d.nodes) == 1)
        for round_ in range(6):  # both at once, at the same place
            line = ["e5e6", "d2d3", "a5a4", "a1a3", "f5f6", "b2b1"][round_]
            at = max(ann.nodes)
            for client in (ann, bob):
                client.s.send(do="add", study=made["study"], at=at, actions=line, ref=1000 + round_)
            answers = []
            for client in (ann, bob):
                answer = None
                while not answer or len(client.nodes) < round_ + 2:
                    m = client.s.read()
                    client.hear(m)
                    if m.get("ref") == 1000 + round_:
                        answer = m
                    if answer and answer["type"] == "refused":
                        break
                answers.append((answer["type"], answer.get("at")))
            assert answers[0] == answers[1], (line, answers)
        assert ann.seen() == bob.seen() == stored(other, made["study"])
        writers = [Writer([s], made, seed) for seed, s in enumerate((server, other, server))]
        for w in writers:
            w.start()
        wait_until(lambda: sum(len(w.done) for w in writers) >= 20 or any(w.error for w in writers))
        other.kill()
        other.start()
        told = sum(len(w.done) for w in writers)
        wait_until(lambda: sum(len(w.done) for w in writers) >= told + 10 or any(w.error for w in writers))
        for w in writers:
            w.running = False
        for w in writers:
            w.join(60)
            w.check(server)
        # The notifications of one may still be on their way to the other.
        wait_until(lambda: StudyClient(server, made["study"]).seen() == StudyClient(other, made["study"]).seen() == stored(server, made["study"]))
        check_notes([(int(n),) for n in cluster.sql(server.database, "SELECT number FROM notes WHERE thing = '%s' ORDER BY number"
                                                    % made["study"]).split()])
        # One process ends: those who were there do not count any more.
        look = StudyClient(server, made["study"])
        bob = StudyClient(other, made["study"])
        before = look.here
        look.until(lambda d: d.here > 1 or before > 1)
        bob.s.close()
        assert server.post("/api/studies/%s/delete" % made["study"], {"key": made["key"]})[0] == 200
        look.until(lambda d: d.gone)
        assert other.get("/api/studies/" + made["study"])[0] == 404


def test_old_studies_without_owner_are_deleted(server):
    """After 90 days without a change; an account's stay."""
    token = register(server, "archivist")
    mine, free, fresh = create_study(server, token=token), create_study(server), create_study(server)
    server.stop()
    with sqlite3.connect(server.database) as db:
        for study in (mine, free):
            db.execute("UPDATE things SET changed = changed - 91 * 86400000 WHERE id = ?", (study["study"],))
    server.start()  # it looks at once, and every hour
    wait_until(lambda: server.get("/api/studies/" + free["study"])[0] == 404)
    assert server.get("/api/studies/" + mine["study"])[0] == server.get("/api/studies/" + fresh["study"])[0] == 200
    # A change resets its age.
    server.stop()
    with sqlite3.connect(server.database) as db:
        db.execute("UPDATE things SET changed = changed - 89 * 86400000 WHERE id = ?", (fresh["study"],))
        before = db.execute("SELECT changed FROM things WHERE id = ?", (fresh["study"],)).fetchone()[0]
    server.start()
    StudyClient(server, fresh["study"], fresh["key"]).do("add", at=0, actions="a2a4")
    with sqlite3.connect(server.database) as db:
        assert db.execute("SELECT changed FROM things WHERE id = ?", (fresh["study"],)).fetchone()[0] > before + 80 * 86400000


def test_bytes_at_random(server):
    """Messages of studies, changed at random: each is answered, and nothing breaks."""
    made = create_study(server, actions="a2a4")
    rng = random.Random(11)
    seeds = [{"do": "study", "study": made["study"], "on": True, "key": made["key"]}, {"do": "add", "study": made["study"], "at": 1, "actions": "b5b3"},
             {"do": "say", "study": made["study"], "at": 1, "text": "hm", "remark": 0}, {"do": "lead", "study": made["study"], "at": 1},
             {"do": "draw", "study": made["study"], "at": 1, "from": "a2", "to": "b3", "on": True},
             {"do": "drop", "study": made["study"], "at": 2}, {"do": "title", "study": made["study"], "title": "x"},
             {"do": "stand", "study": made["study"], "at": 1}]
    s = server.socket()
    for _ in range(400):
        sent = bytearray(json.dumps(rng.choice(seeds)).encode())
        change(rng, sent, 3, 8)
        s.frame(bytes(sent).decode(errors="replace").encode())
    s.send(do="ping", ref=424242)
    s.expect("pong", ref=424242)
    assert stored(server, made["study"])
    assert server.get("/healthz", raw=True)[0] == 200
