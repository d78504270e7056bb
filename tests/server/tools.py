# SPDX-License-Identifier: MIT
"""The programs beside the server: `abax bot` and `abax admin`."""
import os, sqlite3, subprocess

from client import PATIENCE, PROGRAM, end
from games import moves
from people import register


def bot(server, token, *options):
    return subprocess.Popen([PROGRAM, "bot", "--server", "http://127.0.0.1:%d" % server.port, "--movetime", "20",
                             *options, "--", PROGRAM, "ugi"],
                            env={**os.environ, "ABAX_TOKEN": token}, stdout=subprocess.PIPE, text=True)


def test_a_bot_plays_what_it_is_invited_to(server):
    owner = register(server, "owner")
    robot = server.post("/api/bots", {"name": "robot"}, token=owner)[1]["token"]
    for name in ("tiku", "masker"):
        made = server.create(name, token=owner, seats=["me", "account:robot"])
        process = bot(server, robot)
        try:
            s = server.socket()
            now = s.join(made["game"], made["token"])
            while now["phase"] != "playing":
                now = s.expect("seats")
            now = s.join(made["game"], made["token"])
            options = now["options"]
            for _ in range(60):
                if now["toAct"] == 0:
                    s.send(do="act", game=made["game"], ply=now["ply"], action=moves(now, options, name)[0])
                now = s.expect("event")
                if now["over"]:
                    break
            assert now["over"] or now["ply"] >= 30, now
            if not now["over"]:
                s.ask(do="resign", game=made["game"])
            s.ask(do="rematch", game=made["game"])
            assert s.expect("event", 20, kind="rematch")["next"]
        finally:
            end(process)


def test_a_bot_takes_open_games(server):
    owner = register(server, "owner")
    robot = server.post("/api/bots", {"name": "robot"}, token=owner)[1]["token"]
    game = server.create("kwinty", listed=True)
    process = bot(server, robot, "--open")
    try:
        s = server.socket()
        now = s.join(game["game"], game["token"])
        while now["phase"] != "playing":
            now = s.expect("seats")
        now = s.join(game["game"], game["token"])
        s.send(do="act", game=game["game"], ply=0, action=moves(now, now["options"], "kwinty")[0])
        while now["ply"] < 2:
            now = s.expect("event")
        assert now["ply"] >= 2
    finally:
        end(process)


def test_a_person_is_no_bot(server):
    done = subprocess.run([PROGRAM, "bot", "--server", "http://127.0.0.1:%d" % server.port, "--token",
                           register(server, "person"), "--", PROGRAM, "ugi"], capture_output=True, text=True)
    assert done.returncode == 2 and "a person's" in done.stderr


def admin(server, *words):
    done = subprocess.run([PROGRAM, "admin", *words, "--db", server.database], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_others_may_look_while_the_server_writes(server):
    game = server.create("tiku")
    server.sit(game["game"])
    s = server.socket()
    s.join(game["game"], game["token"])
    for ply in range(5):
        assert admin(server, "stats")[0] == 0
        assert os.path.exists(server.database + "-wal")
        assert s.ask(do="offer" if ply % 2 == 0 else "decline", game=game["game"], what="draw")[1]["type"] == "done"
    server.kill()
    server.start()
    assert server.get("/api/games/" + game["game"])[1]["number"] == 5


def test_what_cannot_start_says_why(server):
    for words, sentence in (
        (["--port", str(server.port)], "Address already in use"),
        (["--bind", "192.0.2.1"], "Cannot assign requested address"),
        (["--bind", "nowhere"], "'nowhere' is not an address to listen on"),
        (["--bind", "0"], "'0' is not an address to listen on"),
        (["--bind", ""], "'' is not an address to listen on"),
        (["--bind", "127.0.0.1:80"], "'127.0.0.1:80' is not an address to listen on"),
        (["--port", "0", "--db", "/nonexistent/x.db"], "cannot open '/nonexistent/x.db'"),
        (["--port", "65536"], "port '65536' is not a number"),
        (["--workers", "x"], "workers 'x' is not a number"),
    ):
        done = subprocess.run([PROGRAM, "serve", "--db", os.path.join(server.folder.name, "other.db"), *words],
                              capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 2 and sentence in done.stderr and done.stderr.count("\n") == 1, (words, done)


def test_a_file_has_one_server(server):
    done = subprocess.run([PROGRAM, "serve", "--port", "0", "--db", server.database], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2 and "another server serves" in done.stderr and done.stderr.count("\n") == 1, done
    server.kill()
    server.start()  # a lock goes with its process
    assert server.get("/healthz", raw=True)[0] == 200


def test_a_backup_is_restored(server):
    """As docs/hosting.md describes; what was played after the copy is gone, and all before is
    there."""
    token = register(server, "keeper")
    game = server.create("tiku", token=token)
    server.sit(game["game"])
    s = server.socket()
    now = s.join(game["game"], game["token"])
    assert s.ask(do="act", game=game["game"], ply=0, action=moves(now, {}, "tiku")[0])[1]["type"] == "done"
    copy = os.path.join(server.folder.name, "copy.db")
    assert admin(server, "backup", copy)[0] == 0
    assert s.ask(do="offer", game=game["game"], what="draw")[1]["number"] == 2
    later = server.create("tiku")["game"]
    server.stop()
    os.replace(copy, server.database)
    for end in ("-wal", "-shm"):
        if os.path.exists(server.database + end):
            os.unlink(server.database + end)
    server.start()
    assert server.get("/api/games/" + game["game"])[1]["number"] == 1
    assert server.get("/api/games/" + later)[0] == 404
    assert server.get("/api/me", token=token)[1]["name"] == "keeper"
    s = server.socket()
    assert s.join(game["game"], game["token"])["ply"] == 1


def test_sockets_hear_of_the_end(server):
    s = server.socket()
    s.ask(do="ping")
    server.stop()
    s.s.settimeout(10)
    heard = b""
    while more := s.s.recv(4096):
        heard += more
    assert heard.endswith(b"\x88\x02\x03\xe9"), heard  # 1001: going away


def test_admin(server):
    token = register(server, "rude")
    game = server.create("tiku", token=token)["game"]
    assert "games 1\n" in admin(server, "stats")[1] and "accounts 1" in admin(server, "stats")[1]
    assert admin(server, "ban", "RUDE")[0] == 0
    assert server.get("/api/me", token=token)[0] == 403
    assert server.post("/api/sessions", {"name": "rude", "password": "correct horse"})[0] == 401
    assert admin(server, "unban", "rude")[0] == 0
    assert server.get("/api/me", token=token)[0] == 200
    copy = os.path.join(server.folder.name, "copy.db")
    assert admin(server, "backup", copy)[0] == 0
    with sqlite3.connect(copy) as db:
        assert db.execute("SELECT count(*) FROM games").fetchone() == (1,)
    watcher = server.socket()
    watcher.join(game, token)
    assert admin(server, "remove", game)[0] == 0
    assert admin(server, "remove", game)[0] == 2
    assert watcher.ask(do="abort", game=game)[1]["sentence"].startswith("there is no game")
    assert watcher.expect("refused")["sentence"].endswith("has been removed")
    assert server.get("/api/games/" + game)[0] == 404
    assert admin(server, "ban", "nobody")[0] == 2
    assert admin(server, "fly")[0] == 2
    server.stop()
    server.start()
    assert server.get("/api/games/" + game)[0] == 404
