# SPDX-License-Identifier: MIT
"""HTTP/1.1 and WebSocket and nothing else, one request a connection: bytes with which one connection ended the server, hung
it, ran a request several times or made it read freed memory; directly and through nginx as docs/hosting.md sets it up."""
import base64, json, random, re, select, socket, ssl, struct, time

import hosting
from client import Closed, Socket, change

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
CREATE = b'{"game":"tiku"}'


def head(method, path, *lines):
    return "\r\n".join(["%s %s HTTP/1.1" % (method, path), "Host: x", *lines, "", ""]).encode()


def post(path="/api/games", body=CREATE, *lines):
    return head("POST", path, "Content-Type: application/json", "Content-Length: %d" % len(body), *lines) + body


def frame(kind, payload=b"", flags=0, stream=0):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


# No bytes may be sent to us: SETTINGS_INITIAL_WINDOW_SIZE is 0.
WINDOW = struct.pack(">HI", 4, 0)


def upgrade(path="/", *lines, word="h2c"):
    return head("GET", path, "Connection: Upgrade, HTTP2-Settings", "Upgrade: " + word,
                "HTTP2-Settings: " + base64.urlsafe_b64encode(WINDOW).decode().rstrip("="), *lines)


def get_by_frames(path, forwarded="10.1.2.3"):
    """A request as HPACK literals: what a proxy in front would not see."""
    def literal(name, value):
        return b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value
    block = b"".join(literal(n, v) for n, v in ((b":method", b"GET"), (b":scheme", b"http"), (b":path", path.encode()),
                                               (b":authority", b"x"), (b"x-forwarded-for", forwarded.encode())))
    return frame(1, block, 5, 3)


# Upgrades to HTTP/2, and HTTP/2 without one.
TUNNELS = {
    "a window of 0 and a DATA frame": upgrade() + PREFACE + frame(4) + frame(0, b"\0", 1, 1),
    "metrics through frames": upgrade() + PREFACE + frame(4) + get_by_frames("/metrics"),
    "metrics at the address of the sockets": upgrade("/ws") + PREFACE + frame(4) + get_by_frames("/metrics"),
    "in capitals": upgrade(word="H2C") + PREFACE + frame(4) + get_by_frames("/metrics"),
    "several words": upgrade(word="websocket, h2c") + PREFACE + frame(4) + get_by_frames("/metrics"),
    "two lines": upgrade("/ws", "Upgrade: websocket") + PREFACE + frame(4) + get_by_frames("/metrics"),
    "without settings": head("GET", "/", "Connection: Upgrade", "Upgrade: h2c") + PREFACE + frame(4),
    "by prior knowledge": PREFACE + frame(4, WINDOW) + get_by_frames("/metrics"),
    "another protocol": head("GET", "/", "Connection: Upgrade", "Upgrade: TLS/1.0") + b"\x16\x03\x01",
    "a tunnel": head("CONNECT", "/metrics") + head("GET", "/metrics"),
    "a tunnel elsewhere": head("CONNECT", "127.0.0.1:80") + head("GET", "/metrics"),
}

# More than one request, or more than the request's bytes. How many games they ask for at most. What is answered without the
# database is answered before the rest is looked at.
PIPELINES = {
    "a request and a POST": (head("GET", "/healthz") + post(), 1),
    "an asset and a POST": (head("GET", "/") + post(), 1),
    "a request that waits and a POST": (head("GET", "/api/games/abcdefghijk") + post(), 1),
    "a POST and a byte": (post() + b"x", 1),
    "a POST and an empty line": (post() + b"\r\n", 1),
    "a POST and many bytes": (post() + b"x" * 9000, 1),
    "two POSTs": (post() + post(), 1),
    "nine registrations": (post("/api/accounts", b'{"name":"nine","password":"12345678"}') * 9, 0),
    "a GET and half a POST": (head("GET", "/api/games/abcdefghijk") + post()[:-8], 0),
    "a GET with a body that is left out": (head("GET", "/healthz", "Content-Length: 9"), 0),
    "three GETs": (head("GET", "/healthz") * 3, 0),
    "a POST with a body of nothing": (head("POST", "/api/games", "Content-Length: 0"), 0),
    "a POST with a body of nothing and a POST": (head("POST", "/api/games", "Content-Length: 0") + post(), 0),
    "a GET and an upgrade": (head("GET", "/api/games/abcdefghijk") + head(
        "GET", "/ws", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: " + base64.b64encode(b"x" * 16).decode()), 0),
    "a POST and an upgrade": (post() + upgrade(), 1),
}


def send(connect, pieces, wait=5):
    """Sends pieces and returns what came until the other side closed; what is still open then is told by None."""
    s = connect()
    got = b""
    try:
        s.settimeout(wait)
        for i, piece in enumerate(pieces):
            if i:
                time.sleep(0.02)  # so that it comes by itself; nothing tells when it was read
            s.sendall(piece)
        while more := s.recv(65536):
            got += more
        return got
    except (TimeoutError, ssl.SSLError):
        return None
    except ConnectionError:
        return got
    finally:
        s.close()


def statuses(answer):
    return [int(n) for n in re.findall(rb"HTTP/1\.[01] (\d+) ", answer or b"")]


def made(server):
    """How many games there were ever; what was sent before is done when something that is stored after it is."""
    server.create("tiku", token=None)
    return server.read_log().count(" event=created ")


def look_alive(server, what):
    assert server.process.poll() is None, (what, "the server ended", server.process.poll())
    began = time.monotonic()
    assert server.get("/healthz", raw=True)[0] == 200, what
    assert time.monotonic() - began < 5, (what, "it is slow to answer")


def in_pieces(sent, rng):
    """In one segment, and cut at chance places."""
    yield [sent]
    cut = sorted(rng.sample(range(1, len(sent)), 2))
    yield [sent[:cut[0]], sent[cut[0]:cut[1]], sent[cut[1]:]]


def direct(server):
    return lambda: socket.create_connection(("127.0.0.1", server.port), 10)


def test_nothing_but_http_and_websocket(server):
    rng = random.Random(1)
    for what, sent in TUNNELS.items():
        for pieces in in_pieces(sent, rng):
            got = send(direct(server), pieces)
            look_alive(server, what)
            assert got is not None, (what, "it is still open")
            assert 101 not in statuses(got) and b"abax_" not in got, (what, got)
            assert len(statuses(got)) <= 1, (what, got)


def test_who_would_rather_speak_http2_is_answered(server):
    """Some clients of HTTP always ask for an upgrade and go on without; others get all that they would get anyway."""
    for word in ("h2c", "H2C"):
        got = send(direct(server), [upgrade("/healthz", word=word)])
        assert statuses(got) == [200] and b"\r\n\r\nok" in got, got
        assert b"upgrade" not in got.lower(), got
    body = b'{"name":"nobody","password":"12345678"}'
    more = {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2-Settings": "AAQAAAAA",
            "Content-Type": "application/json"}
    assert server.request("POST", "/api/sessions", body, headers=more, raw=True)[0] == 401
    assert statuses(send(direct(server), [upgrade("/ws")])) in ([400], [404], [426])


def test_one_request_a_connection(server):
    rng = random.Random(2)
    for what, (sent, most) in PIPELINES.items():
        for pieces in in_pieces(sent, rng):
            before = made(server)
            got = send(direct(server), pieces)
            look_alive(server, what)
            assert got is not None, (what, "it is still open")
            assert len(statuses(got)) <= 1 and 101 not in statuses(got), (what, got)
            # In one piece: what comes after the end may take the answer with it.
            assert len(pieces) > 1 or not sent.startswith(b"GET") or len(statuses(got)) == 1, (what, got)
            more = made(server) - before - 1
            assert more <= most, (what, more)
    assert server.stop() == 0  # it hears of its end


def test_refusals_are_heard(server):
    """Whoever sends a body that is refused, after its head, reads why: the connection is not reset under the answer."""
    for sent, status in (
        (head("POST", "/api/games", "Content-Type: text/plain", "Content-Length: 15") + CREATE, 400),
        (post("/api/games", CREATE, "Origin: https://evil.example"), 403),
        (post("/", CREATE), 405),
        (post("/api/games", b" " * 9999), 413),
        (head("PUT", "/api/games", "Content-Length: 15") + CREATE, 411),
        (head("POST", "/api/games", "Content-Type: application/json", "Transfer-Encoding: chunked") +
         b"f\r\n" + CREATE + b"\r\n0\r\n\r\n", 411),
    ):
        end = sent.index(b"\r\n\r\n") + 4
        for _ in range(3):
            got = send(direct(server), [sent[:end], sent[end:]])
            assert statuses(got) == [status], (sent, got)


def test_a_request_runs_once(server):
    """With a length of 0 the end of the body is told by itself: a second run would find the seat taken."""
    game = server.create("tiku")["game"]
    got = send(direct(server), [head("POST", "/api/games/%s/sit" % game, "Content-Length: 0")])
    assert statuses(got) == [200], got
    table = server.get("/api/games/" + game)[1]
    assert sum(s["kind"] == "open" for s in table["seats"]) == 0, table


def test_answers_say_that_they_are_the_last(server):
    for method, path, body in (("GET", "/", None), ("HEAD", "/", None), ("GET", "/healthz", None), ("GET", "/nothing", None),
                               ("POST", "/api/games", CREATE), ("DELETE", "/", None)):
        headers = {"Content-Type": "application/json", "Connection": "keep-alive"} if body else {"Connection": "keep-alive"}
        assert server.request(method, path, body, headers=headers, raw=True)[2]["connection"] == "close", path


def test_noise_around_requests(server):
    """Requests after one another, cut, doubled and changed: nothing runs that was not asked for, and nothing hangs."""
    rng = random.Random(3)
    parts = [*TUNNELS.values(), *(sent for sent, _ in PIPELINES.values())]
    kept = [server.socket() for _ in range(3)]
    for _ in range(400):
        sent = bytearray(b"".join(rng.sample(parts, rng.randrange(1, 3))))
        change(rng, sent, 5, 30)
        sent = sent or b"x"
        s = direct(server)()
        try:
            at = 0
            while at < len(sent):
                step = rng.choice((len(sent), rng.randrange(1, 400)))
                s.sendall(sent[at:at + step])
                at += step
            if rng.randrange(2):
                select.select([s], [], [], 0.02)
        except ConnectionError:
            pass
        s.close()
    look_alive(server, "noise")
    for s in kept:
        assert s.ask(do="ping")[1]["type"] == "pong"
        s.close()
    assert server.stop() == 0


def test_through_nginx(server):
    """The same bytes, and what the proxy keeps to itself: /metrics, and who asks."""
    if not hosting.have("nginx", "nginx"):
        return
    front = hosting.nginx(server)

    def connect():
        return front.context.wrap_socket(socket.create_connection(("127.0.0.1", front.port), 10), server_hostname=hosting.NAME)

    try:
        rng = random.Random(4)
        for what, sent in TUNNELS.items():
            for pieces in in_pieces(sent, rng):
                got = send(connect, pieces, 0.7)
                look_alive(server, what)
                assert b"abax_" not in (got or b"") and 101 not in statuses(got), (what, got)
        before = made(server)
        for what, (sent, _) in PIPELINES.items():
            send(connect, [sent], 0.7)
            look_alive(server, what)
        asked = sum(sent.count(b"POST /api/games ") for sent, _ in PIPELINES.values())
        assert made(server) - before - 1 <= asked
        assert front.request("GET", "/metrics")[0] == 403
        # Ten passwords an address and then one in 20 seconds, whatever it calls itself, through a tunnel too.
        began = time.monotonic()
        body = b'{"name":"nobody","password":"12345678"}'
        tries = [front.request("POST", "/api/sessions", body, {"X-Forwarded-For": "10.7.0.%d" % n, **more})[0]
                 for n in range(15) for more in ({}, {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c",
                                                     "HTTP2-Settings": "AAQAAAAA"})]
        allowed = 11 + (time.monotonic() - began) / 20
        assert tries.count(401) <= allowed and set(tries) <= {401, 403, 429, 502}, tries
        # A socket goes through at its own address only.
        assert front.socket().ask(do="ping")[1]["type"] == "pong"
        for path in ("/", "/healthz", "/ws/"):
            try:
                Socket(front.port, host=hosting.NAME, secure=front.context, path=path)
                raise AssertionError("a socket at " + path)
            except Closed:
                pass
    finally:
        front.close()


test_through_nginx.options = {"limits": True, "proxy": True}
