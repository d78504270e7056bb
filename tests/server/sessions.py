# SPDX-License-Identifier: MIT
"""Sessions and their end, whose turn it is, bots that wait for challenges."""
import base64, os, sqlite3, threading, time

from client import Closed, end, wait_until
from people import register

DAY = 86400000


def login(server, name, password="correct horse"):
    status, answer = server.post("/api/sessions", {"name": name, "password": password})
    assert status == 201, answer
    return answer["token"]


def known(server, token):
    return server.get("/api/me", token=token)[0] == 200


def is_closed(s, reason):
    try:
        s.expect("nothing")
    except Closed as error:
        assert str(error) == reason, error
        return True
    except TimeoutError:
        return False


def age(server, days, column):
    """Sessions become older while the server is away."""
    server.stop()
    with sqlite3.connect(server.database) as db:
        db.execute("UPDATE sessions SET %s = %s - ?" % (column, column), (days * DAY,))
    db.close()
    server.start()


def last_used(server):
    with sqlite3.connect(server.database) as db:
        used = db.execute("SELECT max(used) FROM sessions").fetchone()[0]
    db.close()
    return used


def sessions_stored(server):
    with sqlite3.connect(server.database) as db:
        count = db.execute("SELECT count(*) FROM sessions").fetchone()[0]
    db.close()
    return count


def test_sessions_end_when_they_are_not_used(server):
    token = register(server, "anna")
    robot = server.post("/api/bots", {"name": "robot"}, token=token)[1]["token"]
    age(server, 29, "used")
    assert known(server, token)  # and that counts as use
    wait_until(lambda: last_used(server) > time.time() * 1000 - DAY)  # it is stored a little later
    age(server, 29, "used")
    assert known(server, token)
    age(server, 31, "used")
    assert not known(server, token)
    assert known(server, robot)  # a bot's token does not end
    assert server.post("/api/games", {"game": "tiku"}, token=token)[0] == 401
    wait_until(lambda: sessions_stored(server) == 1)  # the dead one is removed


def test_sessions_end_in_any_case(server):
    token = register(server, "anna")
    age(server, 181, "at")
    assert not known(server, token)
    assert known(server, login(server, "anna"))


def test_a_new_password_ends_other_logins(server):
    here = register(server, "anna")
    there, third = login(server, "anna"), login(server, "anna")
    game = server.create("tiku", token=here)["game"]
    mine, thief, watcher = server.socket(), server.socket(), server.socket()
    mine.join(game, here)
    thief.join(game, there)
    watcher.join(game)
    assert server.post("/api/me", {"old": "correct horse", "name": "anne"}, token=here)[0] == 200
    assert known(server, there)  # a new name does not
    assert mine.expect("seats")["game"] == game
    assert server.get("/api/games/" + game)[1]["seats"][0]["name"] == "anne"
    assert server.post("/api/me", {"old": "correct horse", "password": "better horse"}, token=here)[0] == 200
    assert known(server, here) and not known(server, there) and not known(server, third)
    assert is_closed(thief, "session over")
    for s in (mine, watcher):
        assert s.ask(do="ping")[1]["type"] == "pong"


def test_a_new_password_ends_logins_on_their_way(server):
    """A login with the old password is being checked while it is changed: that opens nothing
    afterwards."""
    here, answers = register(server, "anna"), []

    def enter():
        answers.append(server.post("/api/sessions", {"name": "anna", "password": "correct horse"}))

    others = [threading.Thread(target=enter) for _ in range(4)]
    change = threading.Thread(target=lambda: server.post("/api/me", {"old": "correct horse", "password": "better horse"}, token=here))
    both = others[:1] + [change] + others[1:]
    [t.start() for t in both]
    [t.join() for t in both]
    assert len(answers) == 4 and all(status in (201, 401) for status, _ in answers), answers
    assert known(server, login(server, "anna", "better horse"))
    assert not [status for status, answer in answers if status == 201 and known(server, answer["token"])]


def test_renewing_does_not_escape_a_logout(server):
    """A session that is ended while it is being renewed is over, and so is the new one."""
    register(server, "anna")
    for _ in range(5):
        token, stolen = login(server, "anna"), login(server, "anna")
        tokens, ended = [stolen], threading.Event()

        def renew():
            while not ended.is_set():
                fresh = base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")
                if server.post("/api/sessions/renew", {"token": fresh}, token=tokens[-1])[0] == 200:
                    tokens.append(fresh)
                else:
                    return

        thief = threading.Thread(target=renew)
        thief.start()
        assert server.post("/api/sessions/end-all", {}, token=token)[0] == 200
        ended.set()
        thief.join()
        assert not known(server, tokens[-1])


def test_two_changes_at_once_both_happen(server):
    token, answers = register(server, "anna"), []
    changes = ({"old": "correct horse", "password": "better horse"}, {"old": "correct horse", "name": "anne"})
    both = [threading.Thread(target=lambda w=w: answers.append(server.post("/api/me", w, token=token)[0])) for w in changes]
    [t.start() for t in both]
    [t.join() for t in both]
    assert 200 in answers
    if answers == [200, 200]:  # otherwise the name came second, when the password had changed
        assert known(server, login(server, "anne", "better horse"))


def test_logging_out_everywhere(server):
    tokens = [register(server, "anna")] + [login(server, "anna") for _ in range(3)]
    other = register(server, "bert")
    made = server.create("tiku", token=tokens[0])
    seat, session = server.socket(), server.socket()
    seat.join(made["game"], made["token"])
    session.join(made["game"], tokens[1])
    assert server.post("/api/sessions/end", token=tokens[3])[0] == 200
    assert known(server, tokens[2]) and not known(server, tokens[3])
    assert server.post("/api/sessions/end-all", token=tokens[2])[0] == 200
    assert not any(known(server, t) for t in tokens) and known(server, other)
    assert is_closed(session, "session over")
    assert seat.ask(do="ping")[1]["type"] == "pong"  # a seat has its own secret
    assert server.post("/api/sessions/end-all", token=tokens[2])[0] == 401
    robot = server.post("/api/bots", {"name": "robot"}, token=other)[1]["token"]
    assert server.post("/api/sessions/end-all", token=robot)[0] == 403


def test_deleted_and_banned_accounts_are_logged_out(server):
    from tools import admin
    for name in ("anna", "bert"):
        token = register(server, name)
        made = server.create("tiku", token=token)
        sockets = [server.socket(), server.socket()]
        sockets[0].join(made["game"], made["token"])
        sockets[1].join(made["game"], token)
        if name == "anna":
            assert server.post("/api/me/delete", {"password": "correct horse"}, token=token)[0] == 200
            assert [is_closed(s, "session over") for s in sockets] == [True, True]
            continue
        assert admin(server, "ban", "bert")[0] == 0
        for secret in (token, made["token"]):
            answer = server.socket().ask(do="join", game=made["game"], token=secret)[1]
            assert answer["type"] == "refused" and "banned" in answer["sentence"], answer


def turns(server, seats=None, token=None):
    status, answer = server.post("/api/turns", {"seats": seats} if seats else {}, token=token)
    assert status == 200, answer
    return answer["waiting"], {g["row"]["id"]: (g["seat"], g["yours"], g["invited"]) for g in answer["games"]}


def test_whose_turn_it_is(server):
    assert turns(server) == (0, {})
    anna = register(server, "anna")
    first = server.create("tiku")
    second = server.sit(first["game"], token=anna)
    held = {first["game"]: first["token"]}
    assert turns(server, held) == (1, {first["game"]: (0, True, False)})
    assert turns(server, token=anna) == (0, {first["game"]: (1, False, False)})
    s = server.socket()
    s.join(first["game"], first["token"])
    assert s.ask(do="act", game=first["game"], ply=0, action="a2a3")[1]["type"] == "done"
    for _ in range(2):  # in memory and not
        assert turns(server, held) == (0, {first["game"]: (0, False, False)})
        assert turns(server, token=anna) == (1, {first["game"]: (1, True, False)})
        server.stop()
        server.start()
    # Both kinds of secrets together; a game is listed once.
    asked = server.create("tiku", seats=["me", "account:anna"])
    held[asked["game"]] = asked["token"]
    assert turns(server, held, anna) == (2, {first["game"]: (1, True, False), asked["game"]: (1, False, True)})
    assert turns(server, held)[1][asked["game"]] == (0, False, False)  # no player is there yet
    # Tokens that open nothing, are over or make no sense are left out.
    held = {first["game"]: asked["token"], "abcdefghijk": first["token"], "x": "y", asked["game"]: ""}
    assert turns(server, held) == (0, {})
    s = server.socket()
    s.join(first["game"], second["token"])
    s.ask(do="resign", game=first["game"])
    assert first["game"] not in turns(server, {first["game"]: first["token"]})[1]
    for body in ({"seats": []}, {"seats": {"a": 1}}, {"seats": {str(n): "" for n in range(65)}}, {"games": {}}):
        assert server.post("/api/turns", body)[0] == 400, body
    assert server.post("/api/turns", token="x" * 22)[0] == 401


def test_many_seats_are_looked_at_quickly(server):
    held = {}
    for _ in range(60):
        made = server.create("tiku")
        server.sit(made["game"])
        held[made["game"]] = made["token"]
    server.stop()
    server.start()
    began = time.monotonic()
    assert turns(server, held)[0] == 60
    print("    60 games that are not in memory: %.0f ms" % ((time.monotonic() - began) * 1000))


def test_bots_wait_for_challenges(server):
    owner = register(server, "owner")
    tokens = [server.post("/api/bots", {"name": n}, token=owner)[1]["token"] for n in ("zeta", "Alpha")]
    assert server.get("/api/bots")[1] == {"bots": []}
    bots = [server.socket(), server.socket()]
    assert bots[0].ask(do="ready", token=tokens[0], games=["tiku", "masker"])[1]["type"] == "done"
    assert bots[1].ask(do="ready", token=tokens[1], games=["tokan"])[1]["type"] == "done"
    both = [{"name": "Alpha", "games": ["tokan"]}, {"name": "zeta", "games": ["tiku", "masker"]}]
    wait_for_bots(server, both)
    for message, sentence in ((dict(token=owner, games=["tiku"]), "this is not the token of a bot"),
                              (dict(token=tokens[0], games=["chess"]), "game 'chess' is unknown"),
                              (dict(token="x", games=[]), "this is not the token of a bot")):
        assert server.socket().ask(do="ready", **message)[1]["sentence"] == sentence
    made = server.create("tiku", seats=["me", "account:zeta"], name="Guest")
    invited = bots[0].expect("invited")["row"]
    assert invited["id"] == made["game"] and invited["seats"][0]["name"] == "Guest"
    assert server.sit(made["game"], token=tokens[0])["seat"] == 1
    assert bots[1].ask(do="ready", token=tokens[1], games=[])[1]["type"] == "done"
    wait_for_bots(server, both[1:])
    bots[0].close()
    wait_for_bots(server, [])


def wait_for_bots(server, expected):
    wait_until(lambda: server.get("/api/bots")[1]["bots"] == expected, lambda: server.get("/api/bots")[1])


def test_a_bot_program_is_challenged(server):
    from tools import bot
    owner = register(server, "owner")
    robot = server.post("/api/bots", {"name": "robot"}, token=owner)[1]["token"]
    process = bot(server, robot, "--accept", "yoxii,kwinty")
    try:
        wait_for_bots(server, [{"name": "robot", "games": ["yoxii", "kwinty"]}])
        took = []
        while len(took) < 4 and min(took, default=3) > 2.5:  # the quickest counts: the machine may be busy
            began = time.monotonic()
            made = server.create("kwinty", seats=["account:robot", "me"])
            s = server.socket()
            s.join(made["game"], made["token"])
            while server.get("/api/games/" + made["game"])[1]["ply"] == 0:
                assert s.expect("event")["seat"] == 0
            took.append(time.monotonic() - began)
        assert min(took) < 2.5, took  # it was notified, and did not have to poll
    finally:
        end(process)
        process.stdout.close()
    wait_for_bots(server, [])
