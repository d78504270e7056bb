# SPDX-License-Identifier: MIT
"""Looking after a server and after oneself: reports, mutes, the audit log, data exports, new
secrets, weak passwords, backups."""
import base64, ctypes, os, shutil, sqlite3, time

from client import wait_until
from games import moves
from people import register
from tools import admin


def fresh_token():
    return base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")


def test_reports_reach_the_operator(server):
    ann, _ = register(server, "ann"), register(server, "bob")
    game = server.create("tiku", token=ann)["game"]
    assert server.post("/api/reports", {"name": "bob", "reason": "abuse", "text": "said foul things"}, token=ann)[0] == 201
    assert server.post("/api/reports", {"name": "bob", "reason": "abuse"}, token=ann)[0] == 409
    assert server.post("/api/reports", {"game": game, "reason": "cheating"}, token=ann)[0] == 201
    for body, status in (({"reason": "abuse"}, 400), ({"name": "bob", "reason": "boring"}, 400), ({"name": "nobody", "reason": "name"}, 404),
                         ({"name": "ann", "reason": "name"}, 400), ({"game": "no", "reason": "name"}, 400),
                         ({"name": "bob", "reason": "other", "text": "\x1b[31mred"}, 400)):
        assert server.post("/api/reports", body, token=ann)[0] == status, body
    assert server.post("/api/reports", {"name": "bob", "reason": "abuse"})[0] == 401
    listed = admin(server, "reports")[1].splitlines()
    assert len(listed) == 2 and "ann" in listed[0] and "bob" in listed[0] and "abuse" in listed[0], listed
    assert "said foul things" in listed[0] and game in listed[1]
    number = listed[0].split()[0]
    assert admin(server, "close", number)[0] == 0
    assert admin(server, "close", number)[0] == 2 and admin(server, "close", "999")[0] == 2 and admin(server, "close", "x")[0] == 2
    assert len(admin(server, "reports")[1].splitlines()) == 1
    assert server.post("/api/reports", {"name": "bob", "reason": "abuse"}, token=ann)[0] == 201


def test_the_muted_say_nothing(server):
    ann, bob = register(server, "ann"), register(server, "bob")
    game = server.create("tiku", token=ann, seats=["me", "account:bob"])["game"]
    server.post("/api/games/%s/sit" % game, {}, token=bob)
    a, b = server.socket(), server.socket()
    a.join(game, ann)
    b.join(game, bob)
    phrase = next(iter(server.get("/api/about")[1]["phrases"]))
    assert a.ask(do="phrase", game=game, phrase=phrase)[1]["type"] == "done"
    assert admin(server, "mute", "ann")[0] == 0
    server.stop()
    server.start()
    a, b = server.socket(), server.socket()
    a.join(game, ann)
    b.join(game, bob)
    answer = a.ask(do="phrase", game=game, phrase=phrase)[1]
    assert answer["type"] == "refused" and answer["said"]["id"].startswith("talk.muted"), answer
    assert b.ask(do="phrase", game=game, phrase=phrase)[1]["type"] == "done"
    now = a.join(game, ann)
    assert a.ask(do="act", game=game, ply=0, action=moves(now, {}, "tiku")[0])[1]["type"] == "done"  # a mute does not stop moves
    assert admin(server, "unmute", "ann")[0] == 0 and admin(server, "mute", "nobody")[0] == 2


def test_what_was_done_is_on_record(server):
    register(server, "ann")
    game = server.create("tiku")["game"]
    for words in (("ban", "ann"), ("unban", "ann"), ("mute", "ann"), ("remove", game)):
        assert admin(server, *words)[0] == 0
    assert admin(server, "ban", "nobody")[0] == 2
    lines = [line.split() for line in admin(server, "audit")[1].splitlines()]
    assert [line[2:] for line in lines] == [["remove", game], ["mute", "ann"], ["unban", "ann"], ["ban", "ann"]], lines


def test_the_export_of_an_account_is_complete(server):
    ann, bob = register(server, "ann"), register(server, "bob")
    server.post("/api/bots", {"name": "robot"}, token=ann)
    server.post("/api/me/blocks", {"name": "bob"}, token=ann)
    server.post("/api/reports", {"name": "bob", "reason": "other", "text": "Grüße"}, token=ann)
    tournament = server.post("/api/tournaments", {"form": "swiss", "game": "tiku", "title": "x"}, token=bob)[1]["tournament"]
    assert server.post("/api/tournaments/%s/join" % tournament, {}, token=ann)[0] == 200
    with sqlite3.connect(server.database) as db:
        who = "(SELECT id FROM accounts WHERE name = 'ann')"
        db.execute("INSERT INTO ratings SELECT id, '', 'tiku', 1612.5, 60, 0.06, 20, 1 FROM accounts WHERE name = 'ann'")
        db.execute("INSERT INTO vacations (account, since, until, year, used) VALUES (%s, 5, 9, 1970, 1)" % who)
    mine = server.get("/api/me/data", token=ann)[1]
    assert mine["vacation"] == {"since": 5, "until": 9, "used": 1} and [t["id"] for t in mine["tournaments"]] == [tournament]
    assert [(r["game"], r["rating"], r["games"]) for r in mine["ratings"]] == [("tiku", 1612.5, 20)]
    assert mine["places"] == []
    assert mine["name"] == "ann" and mine["bots"] == ["robot"] and mine["blocked"] == ["bob"] and len(mine["sessions"]) == 1
    assert [(r["name"], r["reason"], r["text"]) for r in mine["reports"]] == [("bob", "other", "Grüße")]
    theirs = server.get("/api/me/data", token=bob)[1]
    assert theirs["reports"] == theirs["bots"] == theirs["blocked"] == [] and server.get("/api/me/data")[0] == 401


def test_a_session_is_renewed(server):
    old, new = register(server, "ann"), fresh_token()
    game = server.create("tiku", token=old)["game"]
    s = server.socket()
    s.join(game, old)
    assert server.post("/api/sessions/renew", {"token": new}, token=old)[0] == 200
    assert server.get("/api/me", token=old)[0] == 401 and server.get("/api/me", token=new)[0] == 200
    assert server.socket().join(game, new)["you"] == 0
    assert server.post("/api/sessions/renew", {"token": new}, token=old)[0] == 401
    assert server.post("/api/sessions/renew", {"token": new}, token=new)[0] == 409  # the new token must differ
    assert server.get("/api/me", token=new)[0] == 200
    for bad in ("", "short", "!" * 22):
        assert server.post("/api/sessions/renew", {"token": bad}, token=new)[0] == 400


def test_a_bot_gets_a_new_token_from_its_owner_only(server):
    ann, bob = register(server, "ann"), register(server, "bob")
    first = server.post("/api/bots", {"name": "robot"}, token=ann)[1]["token"]
    assert server.post("/api/bots/robot/token", {}, token=bob)[0] == 404
    assert server.post("/api/bots/ann/token", {}, token=ann)[0] == 404
    status, answer = server.post("/api/bots/robot/token", {}, token=ann)[:2]
    assert status == 201 and answer["token"] != first
    assert server.get("/api/me", token=first)[0] == 401 and server.get("/api/me", token=answer["token"])[1]["name"] == "robot"


def test_names_and_passwords_that_are_refused(server):
    for name in ("admin", "Moderator", "ABAX"):
        status, answer = server.post("/api/accounts", {"name": name, "password": "correct horse"})[:2]
        assert status == 400 and answer["said"]["id"].startswith("account.kept"), (name, answer)
    for password in ("password", "Password123", "12345678", "87654321", "aaaaaaaaaa", "qwertz12", "ann-bert1", "ann-bert", "asdfghjkl"):
        status, answer = server.post("/api/accounts", {"name": "ann-bert", "password": password})[:2]
        assert status == 400 and answer["said"]["id"].startswith("account.password-common"), (password, answer)
    for i, password in enumerate(("correct horse", "ann-bert likes chess", "pass the word", "zebra 1234")):
        assert server.post("/api/accounts", {"name": "ann-%d" % i, "password": password})[0] == 201, password


def test_guests_have_unique_names(server):
    register(server, "anna")
    for name, status in (("Admin", 400), ("ANNA", 400), ("Anna B", 201)):
        assert server.post("/api/games", {"game": "tiku", "name": name})[0] == status, name
    game = server.create("tiku")["game"]
    for name in ("server", "anna"):
        assert server.post("/api/games/%s/sit" % game, {"name": name})[0] in (400, 409), name
    assert server.sit(game, name="Ben")["seat"] == 1
    keys = [fresh_token(), fresh_token()]
    assert server.post("/api/games/%s/sit" % server.create("tiku", name="Zoe")["game"], {"name": "zOE"})[0] == 409
    requests = [{"game": "tiku", "speed": "blitz", "key": key, "name": name} for key, name in zip(keys, ("Ben", "BEN"))]
    for name, status in (("\u0430nna", 400), ("Ann\u03b1", 400), ("\u24d0nna", 400), ("\uff21nna", 400), ("Жанна", 201), ("Ζωή", 201), ("Zoë Müller-Ñandú", 201)):
        assert server.post("/api/games", {"game": "tiku", "name": name})[0] == status, name
    # Also when all letters are of another script and look Latin.
    register(server, "capa")
    for name, status in (("\u0441\u0430\u0440\u0430", 400), ("\u0421\u0410\u0420\u0410", 400), ("\uff21\uff2e\uff2e\uff21", 400), ("\U0001d41a\U0001d41d\U0001d426\U0001d422\U0001d427", 400),
                         ("\u24d0\u24d1\u24d0\u24e7", 400), ("\u0440\u043e\u0441\u0430", 201), ("\u039d\u03b9\u03ba\u03bf", 201)):
        assert server.post("/api/games", {"game": "tiku", "name": name})[0] == status, name
    assert server.post("/api/games/%s/sit" % server.create("tiku", name="Poca")["game"], {"name": "\u0440\u043e\u0441\u0430"})[0] == 409
    unseen = ("moderator", "Anna", "aNNa", "Ben\u202e", "B\u200ben", " Ben", "Ben ", "\u3164")
    for name in unseen:
        status, answer = server.post("/api/pair", {**requests[0], "name": name})
        assert status == 400 and answer["said"]["id"].split(":")[0] in ("account.kept", "account.taken", "name.unseen", "name.blank"), (name, answer)
        answer = server.socket().ask(do="pair", **{**requests[0], "name": name})[1]
        assert answer["type"] == "refused" and answer["said"]["id"].split(":")[0] in ("account.kept", "account.taken", "name.unseen", "name.blank"), (name, answer)
    for request in requests:
        assert server.post("/api/pair", request)[0] == 200
        time.sleep(0.01)  # seeks are ordered by the millisecond
    found = wait_until(lambda: server.post("/api/pair", requests[0])[1].get("game"))
    assert sorted(s["name"] for s in server.get("/api/games/" + found)[1]["seats"]) == ["", "Ben"]  # the first keeps the name
    sockets = [server.socket() for _ in keys]
    for s, token in zip(sockets, (None, register(server, "Kim"))):
        who = {"token": token} if token else {"name": "Kit"}
        assert s.ask(do="pair", game="tiku", speed="rapid", key=fresh_token(), **who)[1]["type"] == "done"
    found = sockets[0].expect("paired")["game"]
    assert sorted(s["name"] for s in server.get("/api/games/" + found)[1]["seats"]) == ["Kim", "Kit"]


def test_a_weak_hash_is_replaced_at_login(server):
    token = register(server, "ann")
    server.stop()
    db = sqlite3.connect(server.database)
    first = db.execute("SELECT password FROM accounts").fetchone()[0]
    assert first.startswith("$argon2id$v=19$m=65536,t=2,p=1$"), first
    sodium = ctypes.CDLL("libsodium.so.23")
    made = ctypes.create_string_buffer(128)
    assert sodium.crypto_pwhash_str_alg(made, b"correct horse", ctypes.c_ulonglong(13), ctypes.c_ulonglong(1), ctypes.c_size_t(8192 * 1024), 2) == 0
    assert made.value.startswith(b"$argon2id$v=19$m=8192,t=1,p=1$")
    db.execute("UPDATE accounts SET password = ?", (made.value.decode(),))
    db.commit()
    db.close()
    server.start()
    assert server.post("/api/sessions", {"name": "ann", "password": "correct horse"})[0] == 201
    assert server.get("/api/me", token=token)[0] == 200
    server.stop()
    db = sqlite3.connect(server.database)
    assert db.execute("SELECT password FROM accounts").fetchone()[0].startswith("$argon2id$v=19$m=65536,t=2,p=1$")
    db.close()
    server.start()
    assert server.post("/api/sessions", {"name": "ann", "password": "correct horse"})[0] == 201


def test_a_copy_is_replayed_before_it_is_trusted(server):
    game = server.create("tiku")
    server.sit(game["game"])
    s = server.socket()
    now = s.join(game["game"], game["token"])
    assert s.ask(do="act", game=game["game"], ply=0, action=moves(now, {}, "tiku")[0])[1]["type"] == "done"
    copy = os.path.join(server.folder.name, "copy.db")
    status, said, _ = admin(server, "backup", copy)
    assert status == 0 and "1 game" in said, said
    status, said, _ = admin(server, "verify")
    assert status == 0 and "1 game" in said, said
    broken = os.path.join(server.folder.name, "broken.db")
    shutil.copy(copy, broken)
    db = sqlite3.connect(broken)
    db.execute("UPDATE entries SET text = 'nonsense' WHERE kind = 'act'")
    db.commit()
    db.close()
    server.database, kept = broken, server.database
    status, _, error = admin(server, "verify")
    server.database = kept
    assert status == 2 and "game %s cannot be read" % game["game"] in error.splitlines()[-1], error


def test_admin_makes_no_database(server):
    server.database, kept = os.path.join(server.folder.name, "nothing.db"), server.database
    status, _, error = admin(server, "stats")
    there = os.path.exists(server.database)
    server.database = kept
    assert status == 2 and "nothing.db" in error and not there, error
