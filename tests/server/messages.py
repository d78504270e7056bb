# SPDX-License-Identifier: MIT
"""What is refused: messages and requests of a wrong shape, foreign origins, too many requests; and
the headers of pages."""
import gzip, json, os, random, socket, time

from client import Closed, Server

REFUSED = [
    ("", "this is not JSON"),
    ("hello", "this is not JSON: line 1, column 1: 'h' stands where a value must stand"),
    ('{"do":"ping",}', "this is not JSON: line 1, column 14: '}' stands where a key in quotes must stand"),
    ('{"ref":3,"do":"ping","do":"ping"}', "field 'do' is given twice"),
    ("[" * 1000, "this is not JSON: line 1, column 129: too many values stand inside each other"),
    ('{"do":"ping","x":[' + "0," * 900 + "0]}", "this is not JSON: line 1"),
    ("[]", "this is not a JSON object"),
    ("{}", "field 'do' is not a text"),
    ('{"do":5}', "field 'do' is not a text"),
    ('{"do":"fly"}', "'fly' is nothing that can be done here"),
    ('{"do":"ping","ping":1}', "field 'ping' is unknown here"),
    ('{"do":"ping","ref":-1}', "field 'ref' is not a whole number"),
    ('{"do":"ping","ref":1.5}', "field 'ref' is not a whole number"),
    ('{"do":"ping","ref":1,"ref":2}', "field 'ref' is given twice"),
    ('{"do":"hello"}', "field 'protocol' is missing"),
    ('{"do":"hello","protocol":1}', "this page is older than the server: reload it to go on"),
    ('{"do":"hello","protocol":3}', "this page is newer than the server: reload it in a moment"),
    ('{"do":"join"}', "field 'game' is missing"),
    ('{"do":"join","game":"nosuchgame1"}', "game 'nosuchgame1' is not the name of a game"),
    ('{"do":"join","game":"nasuchgamey"}', "there is no game nasuchgamey"),
    ('{"do":"join","game":"' + "a" * 40 + '"}', "field 'game' is longer than 11 bytes"),
    ('{"do":"act","game":"%s","action":"a2a3"}', "field 'ply' is missing"),
    ('{"do":"act","game":"%s","ply":0,"action":"a2a3","extra":true}', "field 'extra' is unknown here"),
    ('{"do":"act","game":"%s","ply":0,"action":"a2a\\u0000"}', "field 'action' has a control character"),
    ('{"do":"act","game":"%s","ply":0,"action":"a2\\n"}', "field 'action' has a control character"),
    ('{"do":"act","game":"%s","ply":0,"action":"a2a9"}', "action 'a2a9' is not legal"),
    ('{"do":"act","game":"%s","ply":7,"action":"a2a3"}', "the game stands at ply 0, not 7"),
    ('{"do":"offer","game":"%s","what":"peace"}', "'peace' is neither 'draw' nor 'undo'"),
    ('{"do":"plan","game":"%s","ply":0,"lines":"x"}', "field 'lines' is not a list"),
    ('{"do":"plan","game":"%s","ply":0,"lines":["a","b","c","d","e","f","g","h","i"]}', "field 'lines' has more than 8"),
    ('{"do":"join","game":"%s","since":99}', "the game has 0 entries"),
    ('{"do":"lobby","on":"yes"}', "field 'on' is neither true nor false"),
]


def test_bad_messages_get_a_sentence(server):
    game = server.create("tiku")
    other = server.sit(game["game"])
    s = server.socket()
    s.join(game["game"], game["token"])
    for text, sentence in REFUSED:
        s.frame((text.replace("%s", game["game"])).encode())
        answer = s.expect("refused")
        assert answer["sentence"].startswith(sentence), (text, answer)
    assert s.ask(do="ping")[1]["type"] == "pong"
    assert server.get("/api/games/" + game["game"])[1]["number"] == 0
    assert other["seat"] == 1


def test_messages_in_pieces(server):
    s = server.socket()
    text = b'{"do":"ping","ref":77}'
    for i in range(1, len(text)):
        s.frame(text[:i], 1, False)
        s.frame(text[i:], 0, True)
        assert s.expect("pong")["ref"] == 77


def test_too_long_is_the_end(server):
    for payload, opcode in ((b'{"do":"ping"}' + b" " * 3000, 1), (b"\x00\x01", 2)):
        s = server.socket()
        s.frame(payload, opcode)
        try:
            s.expect("nothing")
            raise AssertionError("it was not closed")
        except (Closed, ConnectionError):
            pass


def test_noise_changes_nothing(server):
    rng = random.Random(4)
    game = server.create("yoxii")
    sample = json.dumps({"do": "act", "game": game["game"], "ply": 0, "action": "a1", "ref": 5}).encode()
    s = server.socket()
    s.join(game["game"], game["token"])
    for _ in range(400):
        noise = bytearray(sample)
        for _ in range(rng.randrange(1, 6)):
            noise[rng.randrange(len(noise))] = rng.randrange(32, 127)
        s.frame(bytes(noise))
    assert s.ask(do="ping")[1]["type"] == "pong"
    assert server.get("/healthz", raw=True)[0] == 200


def test_strange_origins_are_refused(server):
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
        try:
            server.socket(headers=["Origin: " + origin])
            raise AssertionError("a foreign page was let in")
        except (Closed, ConnectionError):
            pass
        status, _ = server.post("/api/games", {"game": "tiku"}, headers={"Origin": origin})
        assert status == 403
    own = "http://127.0.0.1:%d" % server.port
    server.socket(headers=["Origin: " + own])
    assert server.post("/api/games", {"game": "tiku"}, headers={"Origin": own})[0] == 201


def test_only_one_address_has_sockets(server):
    for path in ("/", "/ws2", "/api/games"):
        try:
            server.socket(path=path)
            raise AssertionError("a socket at " + path)
        except (Closed, ConnectionError):
            pass


def test_requests_of_a_wrong_shape(server):
    for body, sentence in (
        ({"game": "chess"}, "game 'chess' is unknown"),
        ({"game": "null"}, "game 'null' is unknown"),
        ({}, "field 'game' is missing"),
        ({"game": "tiku", "x": 1}, "field 'x' is unknown here"),
        ({"game": "tiku", "clock": "soon"}, "clock 'soon' is none of"),
        ({"game": "tiku", "seats": ["me"]}, "the game has 2 seats, not 1"),
        ({"game": "tiku", "seats": ["me", "me"]}, "you can take one seat only"),
        ({"game": "tiku", "seats": ["level:1", "level:2"]}, "at least one seat"),
        ({"game": "tiku", "seats": ["me", "level:11"]}, "player 'level:11'"),
        ({"game": "tiku", "seats": ["me", "movetime:100000"]}, "player 'movetime:100000' is not offered"),
        ({"game": "tiku", "seats": ["me", "account:nobody"]}, "there is no account 'nobody'"),
        ({"game": "tiku", "options": {"colour": "red"}}, "option"),
        ({"game": "tiku", "start": "x"}, ""),
        ({"game": "masker", "start": "rbyrpb/grppbp/*ybrwp/gwyprg/gwyrwg/byywbg 1 0 - 0,0 b,p"}, "Masker cannot start"),
        ({"game": "tiku", "rated": True}, "a rated game needs an account"),
    ):
        status, answer = server.post("/api/games", body)
        assert status == 400 and answer["error"].startswith(sentence), (body, status, answer)
    assert server.request("POST", "/api/games", b"{", headers={"Content-Type": "application/json"})[0] == 400
    assert server.request("POST", "/api/games", b"{}", headers={"Content-Type": "text/plain"})[0] == 400
    assert server.post("/api/games", {"game": "t" * 5000})[0] == 413
    assert server.get("/api/nothing")[0] == 404
    assert server.get("/api/me")[0] == 401
    assert server.get("/api/games/../../etc/passwd")[0] == 404
    assert server.get("/api/sessions")[0] == 405


def test_pages_and_their_headers(server):
    status, page, headers = server.get("/", raw=True)
    assert status == 200 and b"<title>" in page
    assert headers["cache-control"] == "no-cache"
    for name, value in (("cross-origin-opener-policy", "same-origin"), ("cross-origin-embedder-policy", "require-corp"),
                        ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer")):
        assert headers[name] == value
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    again = server.get("/", raw=True, headers={"If-None-Match": headers["etag"]})
    assert again[0] == 304 and again[1] == b""
    packed = server.get("/", raw=True, headers={"Accept-Encoding": "gzip"})
    if packed[2].get("content-encoding") == "gzip":
        assert gzip.decompress(packed[1]) == page


def test_about_has_the_version(server):
    with open("VERSION") as file:
        assert server.get("/api/about")[1]["version"] == file.read().strip()


def test_metrics_and_health(server):
    assert server.get("/healthz", raw=True)[1] == b"ok\n"
    server.create("tiku")
    lines = server.get("/metrics", raw=True)[1].decode().split("\n")
    assert "abax_games_created_total 1" in lines


def test_too_much_from_one_address(server):
    statuses = [server.post("/api/games", {"game": "tiku"})[0] for _ in range(40)]
    assert statuses[:20] == [201] * 20 and 429 in statuses, statuses
    sockets = []
    try:
        for _ in range(100):
            sockets.append(server.socket())
        raise AssertionError("a hundred sockets")
    except (Closed, ConnectionError):
        assert len(sockets) == 64, len(sockets)
    for _ in range(200):
        sockets[0].send(do="ping")
    assert sockets[0].expect("refused")["sentence"] == "too many messages: wait a moment"
    for s in sockets:
        s.close()


test_too_much_from_one_address.options = {"limits": True}


def test_behind_a_proxy_each_address_counts(server):
    def come(address):
        return server.post("/api/games", {"game": "tiku"}, headers={"X-Forwarded-For": "6.6.6.6, " + address})[0]

    assert 429 in [come("10.0.0.1") for _ in range(40)]
    assert come("10.0.0.2") == 201  # another client; what comes before the last comma is forged
    assert come("10.0.0.1") == 429


test_behind_a_proxy_each_address_counts.options = {"limits": True, "proxy": True}


def test_no_secret_in_the_log(server):
    game = server.create("tiku", name="Ann")
    seat = server.sit(game["game"])
    answer = server.post("/api/accounts", {"name": "carl", "password": "very secret words"})[1]
    server.post("/api/sessions", {"name": "carl", "password": "very secret wards"})
    server.socket().join(game["game"], game["token"])
    log = server.read_log()
    for secret in (game["token"], seat["token"], answer["token"], "very secret"):
        assert secret not in log


def test_visitors_who_leave_before_a_request(server):
    """Browsers open spare connections and often never use them; a request may also end in its first
    line."""
    for said in (b"", b"GET /api/ab", b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT"):
        with socket.create_connection(("127.0.0.1", server.port)) as visitor:
            visitor.sendall(said)
            time.sleep(0.05)  # most often it has been read then; it cannot be seen
        assert server.get("/healthz", raw=True)[0] == 200
        assert server.process.poll() is None
