# SPDX-License-Identifier: MIT
"""Asking again with the same key: a client that got no answer gets the same game and seat."""
import base64, json, os, socket, sqlite3

from client import PATIENCE, Server, wait_until
from cluster import shared_cluster


def new_key():
    return base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")


def send_unheard(server, path, body, token=None):
    """Sends a request and reads nothing of its answer."""
    bearer = b"Authorization: Bearer %s\r\n" % token.encode() if token else b""
    text = json.dumps(body).encode()
    s = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    s.sendall(b"POST %s HTTP/1.1\r\nHost: x\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
              % (path.encode(), bearer, len(text)) + text)
    return s


def rows(server, query, *values):
    db = sqlite3.connect("file:%s?mode=ro" % server.database, uri=True)
    try:
        return db.execute(query, values).fetchall()
    finally:
        db.close()


def opens(server, seated, key):
    assert seated["token"] == key, seated
    s = server.socket()
    assert s.join(seated["game"], key)["you"] == seated["seat"]
    s.close()


def test_a_crash_between_commit_and_answer_loses_no_seat(server):
    for _ in range(3):
        key, other = new_key(), new_key()
        before = rows(server, "SELECT count(*) FROM games")[0][0]
        s = send_unheard(server, "/api/games", {"game": "tiku", "key": key, "lots": False})
        wait_until(lambda: rows(server, "SELECT count(*) FROM games")[0][0] == before + 1)
        server.kill()
        s.close()
        server.start()
        made = server.create("tiku", key=key, lots=False)
        assert rows(server, "SELECT count(*) FROM games")[0][0] == before + 1
        opens(server, made, key)
        s = send_unheard(server, "/api/games/%s/sit" % made["game"], {"key": other})
        wait_until(lambda: not rows(server, "SELECT 1 FROM seats WHERE game = ? AND kind = 'open'", made["game"]))
        server.kill()
        s.close()
        server.start()
        seated = server.sit(made["game"], key=other)
        assert seated["seat"] == 1, seated
        opens(server, seated, other)
        assert server.create("tiku", key=key, lots=False) == made  # however often
        assert server.get("/api/games/" + made["game"])[1]["phase"] == "playing"
        # The database has hashes: no key can be read from it, and no other key gives the seat.
        text = open(server.database, "rb").read() + open(server.database + "-wal", "rb").read()
        assert key.encode() not in text and base64.urlsafe_b64decode(key + "==") not in text
        assert server.post("/api/games/%s/sit" % made["game"], {"key": new_key()})[0] == 409


def test_keys_are_checked_and_seats_are_one_each(server):
    for bad in ("short", "=" * 22, "a" * 23, "a" * 21 + "b", "a" * 21 + "/"):
        status, answer = server.post("/api/games", {"game": "tiku", "key": bad})
        assert status == 400 and ("key" in answer["error"]), (bad, answer)
    assert server.post("/api/games/nosuchgamez/sit", {"key": "x"})[0] == 400
    key = new_key()
    made = server.create("masker", options={"players": "4"}, lots=False, key=key)
    assert server.sit(made["game"], key=key) == made  # the creator's own seat
    other = new_key()
    seats = [server.sit(made["game"], key=other) for _ in range(3)]
    assert seats[0] == seats[1] == seats[2], seats
    assert server.get("/api/games/" + made["game"])[1]["phase"] == "open"
    # A creator without a seat has no token; repeated requests still make one game.
    key = new_key()
    made = [server.create("tiku", key=key, seats=["open", "open"]) for _ in range(2)]
    assert made[0] == made[1] and "token" not in made[0], made
    # Other fields with the same key: the existing game.
    key = new_key()
    assert server.create("tiku", key=key, lots=False)["game"] == server.create("yoxii", key=key)["game"]


def test_another_process_knows_the_key(_server):
    with Server(shared_cluster().database()) as server, Server(server.database) as other:
        key, second = new_key(), new_key()
        made = server.create("masker", options={"players": "4"}, lots=False, key=key)
        assert other.create("masker", options={"players": "4"}, lots=False, key=key) == made
        first = server.sit(made["game"], key=second)
        for process in (other, server, other):  # before or after the notification has arrived
            assert process.sit(made["game"], key=second) == first
        taken = [s["kind"] for s in other.get("/api/games/" + made["game"])[1]["seats"]]
        wait_until(lambda: [s["kind"] for s in other.get("/api/games/" + made["game"])[1]["seats"]].count("person") == 2, lambda: taken)
        server.kill()
        opens(other, first, second)
        assert other.create("masker", options={"players": "4"}, lots=False, key=key) == made
