# SPDX-License-Identifier: MIT
"""HTTP/1.1 and WebSocket and nothing else, one request a connection: bytes with which one
connection ended the server, hung it, ran a request several times or made it read freed memory;
directly and through nginx as docs/hosting.md sets it up. And heads that another reader could read
differently."""
import base64, json, random, re, select, socket, ssl, struct, time

import hosting
from client import PATIENCE, Closed, Socket, change

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

# More than one request, or more than the request's bytes. How many games they ask for at most. What
# is answered without the database is answered before the rest is looked at.
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
    """Sends pieces and returns what came until the other side closed; a connection still open then
    ends in None."""
    s = connect()
    got = b""
    try:
        s.settimeout(wait)
        for i, piece in enumerate(pieces):
            if i:
                time.sleep(0.02)  # so that it comes by itself; it cannot be seen when it was read
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
    """How many games there were ever; what was sent before is done when something that is stored
    after it is."""
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


def test_an_offer_of_http2_is_answered(server):
    """Some clients of HTTP always ask for an upgrade and go on without; others get all that they
    would get anyway."""
    for word in ("h2c", "H2C", "TLS/1.0"):
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
    """A client whose body is refused, after its head, can read why: the connection is not reset
    under the answer."""
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
    """With a length of 0 the body has ended: a second run would find the seat taken."""
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


# Heads in which two readers could see different requests, and what is answered.
STRANGE = {
    "a bare LF": (b"GET /healthz HTTP/1.1\nHost: x\n\n", 400),
    "a bare LF after a header": (b"GET /healthz HTTP/1.1\r\nHost: x\nX: y\r\n\r\n", 400),
    "a bare CR": (b"GET /healthz HTTP/1.1\r\nHost: x\rX: y\r\n\r\n", 400),
    "two CRs": (b"GET /healthz HTTP/1.1\r\r\nHost: x\r\n\r\n", 400),
    "two hosts": (head("GET", "/healthz", "Host: y"), 400),
    "the same host twice": (head("GET", "/healthz", "Host: x"), 400),
    "no host": (b"GET /healthz HTTP/1.1\r\nX: y\r\n\r\n", 400),
    "an empty host": (b"GET /healthz HTTP/1.1\r\nHost:\r\n\r\n", 400),
    "a host with a path": (b"GET /healthz HTTP/1.1\r\nHost: x/y\r\n\r\n", 400),
    "a blank before the colon": (head("GET", "/healthz", "Transfer-Encoding : chunked"), 400),
    "a tab before the colon": (head("GET", "/healthz", "Content-Length\t: 5"), 400),
    "a folded line": (head("GET", "/healthz", "X: y", " Transfer-Encoding: chunked"), 400),
    "a folded first line": (b"GET /healthz HTTP/1.1\r\n Host: x\r\n\r\n", 400),
    "a header without a name": (head("GET", "/healthz", ": x"), 400),
    "a header without a colon": (head("GET", "/healthz", "chunked"), 400),
    "a byte 0": (head("GET", "/healthz", "X: \0"), 400),
    "a control character": (head("GET", "/healthz", "X: \x0b"), 400),
    "a name beyond ASCII": ("GET /healthz HTTP/1.1\r\nHost: x\r\nContent-L\u00e4ngth: 5\r\n\r\n".encode("latin-1"), 400),
    "chunks on a GET": (head("GET", "/healthz", "Transfer-Encoding: chunked"), 411),
    "chunks and a length": (post("/api/games", CREATE, "Transfer-Encoding: chunked"), 411),
    "an identity": (post("/api/games", CREATE, "Transfer-Encoding: identity"), 411),
    "two lengths": (post("/api/games", CREATE, "Content-Length: 15"), 400),
    "a length with a sign": (head("POST", "/api/games", "Content-Type: application/json", "Content-Length: +15") + CREATE, 400),
    "a length of hexadecimals": (head("POST", "/api/games", "Content-Type: application/json", "Content-Length: 0xf") + CREATE, 400),
    "a list of lengths": (head("POST", "/api/games", "Content-Type: application/json", "Content-Length: 15, 15") + CREATE, 400),
    "a length beyond 64 bits": (head("POST", "/api/games", "Content-Length: 18446744073709551631") + CREATE, 413),
    "an empty length": (head("POST", "/api/games", "Content-Length:") + CREATE, 400),
    "an empty line before": (b"\r\n" + head("GET", "/healthz"), 400),
    "two blanks": (b"GET  /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    "a tab as a blank": (b"GET\t/healthz\tHTTP/1.1\r\nHost: x\r\n\r\n", 400),
    "a blank at the end": (b"GET /healthz HTTP/1.1 \r\nHost: x\r\n\r\n", 400),
    "no version": (b"GET /healthz\r\nHost: x\r\n\r\n", 400),
    "a version beyond ours": (b"GET /healthz HTTP/1.2\r\nHost: x\r\n\r\n", 505),
    "a version in small letters": (b"GET /healthz http/1.1\r\nHost: x\r\n\r\n", 400),
    "an address that is whole": (b"GET http://x/healthz HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    "an asterisk": (b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    "a fragment": (head("GET", "/healthz#x"), 400),
    "an address beyond ASCII": ("GET /\u00e4 HTTP/1.1\r\nHost: x\r\n\r\n".encode(), 400),
    "a byte 0 as an escape": (head("GET", "/healthz%00"), 400),
    "half an escape": (head("GET", "/healthz%4"), 400),
    "a long head": (head("GET", "/healthz", "X: " + "y" * 9000), 431),
    "many headers": (head("GET", "/healthz", *["X: y"] * 200), 431),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
    "an old socket": (b"GET /ws HTTP/1.0\r\nHost: x\r\n\r\n", 426),
    "a socket of another version": (head("GET", "/ws", "Connection: upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 8",
                                         "Sec-WebSocket-Key: " + base64.b64encode(b"x" * 16).decode()), 426),
    "a socket with a short key": (head("GET", "/ws", "Connection: upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                                       "Sec-WebSocket-Key: " + base64.b64encode(b"x" * 15).decode()), 426),
}


def test_heads_are_read_strictly(server):
    """Each is refused with a sentence, and nothing that follows it is read as a request."""
    rng = random.Random(5)
    before = made(server)
    for what, (sent, status) in STRANGE.items():
        for pieces in in_pieces(sent + post(), rng):
            got = send(direct(server), pieces)
            assert got is not None, (what, "it is still open")
            assert statuses(got) == [status] and b'"said":' in got, (what, got)
    look_alive(server, "strange heads")
    assert made(server) == before + 1
    for fine in (b"GET /healthz HTTP/1.1\r\nhOST:\t x:80 \t\r\n\r\n", b"GET /healthz HTTP/1.0\r\n\r\n",
                 head("GET", "/%68ealthz?%zz"), head("GET", "/healthz", "X-\u00fcber: y".replace("\u00fc", "u"), "X: \u00fc")):
        got = send(direct(server), [fine])
        assert statuses(got) == [200], (fine, got)


def test_expect_continue_is_answered(server):
    """curl and others wait for 100 Continue before they send a body."""
    sent = post("/api/games", CREATE, "Expect: 100-continue")
    with direct(server)() as s:
        s.settimeout(PATIENCE)
        s.sendall(sent[:-len(CREATE)])
        assert s.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        s.sendall(CREATE)
        assert statuses(s.recv(65536)) == [201]
    with direct(server)() as s:
        s.settimeout(PATIENCE)
        s.sendall(head("POST", "/api/games", "Content-Length: 99999", "Expect: 100-continue"))
        assert statuses(s.recv(65536)) == [413]


def masked(first, payload, mask=b"\1\2\3\4", length=None):
    size = len(payload)
    length = length if length is not None else bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    return bytes([first]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


# Frames that end a socket, and the status that says why.
FRAMES = {
    "not masked": (b"\x81\x02{}", 1002),
    "a reserved bit": (masked(0xc1, b"{}"), 1002),
    "an unknown opcode": (masked(0x83, b"{}"), 1002),
    "an unknown control opcode": (masked(0x8b, b""), 1002),
    "a continuation of nothing": (masked(0x80, b"{}"), 1002),
    "a text inside a text": (masked(0x01, b"{") + masked(0x81, b"}"), 1002),
    "a ping in pieces": (masked(0x09, b""), 1002),
    "a long ping": (masked(0x89, b"x" * 126), 1002),
    "a length that is too long for itself": (masked(0x81, b"{}", length=b"\xfe\0\2"), 1002),
    "a length of 64 bits": (masked(0x81, b"", length=b"\xff" + b"\xff" * 8), 1009),
    "a long message": (masked(0x81, b"x" * 2049), 1009),
    "a message that grows long": (masked(0x01, b"x" * 1500) + masked(0x80, b"x" * 600), 1009),
    "bytes": (masked(0x82, b"{}"), 1003),
    "not UTF-8": (masked(0x81, b"\xc0\xaf"), 1007),
    "half a character": (masked(0x81, b"\xe2\x82"), 1007),
    "half a surrogate": (masked(0x81, b"\xed\xa0\x80"), 1007),
    "empty pieces without end": (masked(0x01, b"") + masked(0x00, b"") * 300, 1008),
    "a close of one byte": (masked(0x88, b"\3"), 1002),
    "a close with a status that is none": (masked(0x88, struct.pack(">H", 1005)), 1002),
    "a close that is not UTF-8": (masked(0x88, struct.pack(">H", 1000) + b"\xff"), 1007),
    "a close": (masked(0x88, struct.pack(">H", 1001) + b"bye"), 1001),
}


HELLO = head("GET", "/ws", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")


def raw_socket(server):
    """A WebSocket by hand, and what came after its handshake."""
    s = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    s.sendall(HELLO)
    got = read_until(s, b"", lambda got: b"\r\n\r\n" in got)
    assert b" 101 " in got.split(b"\r\n")[0], got
    return s, got.split(b"\r\n\r\n", 1)[1]


def read_until(s, got, enough):
    while not enough(got):
        more = s.recv(4096)
        assert more, ("it ended", got)
        got += more
    return got


def test_frames_are_read_strictly(server):
    """The last frame says why, and the connection closes after it; in one piece and byte by
    byte."""
    for what, (sent, status) in FRAMES.items():
        for step in (len(sent), 1):
            s, got = raw_socket(server)
            try:
                for at in range(0, len(sent), step):
                    s.sendall(sent[at:at + step])
            except ConnectionError:
                pass
            try:
                while more := s.recv(4096):
                    got += more
            except ConnectionError:
                pass
            got = got.removeprefix(b"\x89\0")  # the first ping
            assert got[0] == 0x88 and struct.unpack(">H", got[2:4])[0] == status, (what, step, got)
            assert len(got) == 2 + got[1], (what, "something came behind the last frame", got)
            s.close()
    s, got = raw_socket(server)
    s.sendall(masked(0x01, b'{"do":') + masked(0x89, b"between") + masked(0x00, b"") + masked(0x80, b'"ping"}'))
    got = read_until(s, got, lambda got: len(got) > 12 and len(got) >= 13 + got[12])
    assert got[:12] == b"\x89\0\x8a\x07between\x81" and json.loads(got[13:])["type"] == "pong", got
    s.sendall(masked(0x88, b""))
    assert read_until(s, b"", lambda got: len(got) >= 2) == b"\x88\0"
    s.close()


def test_noise_around_requests(server):
    """Requests after one another, cut, doubled and changed: nothing runs that was not asked for,
    and nothing hangs."""
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


def look_through(server, front):
    """The same bytes, and what the proxy keeps to itself: /metrics, and the client's address."""
    def connect():
        return front.context.wrap_socket(socket.create_connection(("127.0.0.1", front.port), 10), server_hostname=hosting.NAME)

    try:
        rng = random.Random(4)
        for what, sent in TUNNELS.items():
            for pieces in in_pieces(sent, rng):
                got = send(connect, pieces, 0.2)
                look_alive(server, what)
                assert b"abax_" not in (got or b"") and 101 not in statuses(got), (what, got)
        before = made(server)
        for what, (sent, _) in [*PIPELINES.items(), *STRANGE.items()]:
            send(connect, [sent], 0.1)
            look_alive(server, what)
        asked = sum(sent.count(b"POST /api/games ") for sent, _ in [*PIPELINES.values(), *STRANGE.values()])
        assert made(server) - before - 1 <= asked
        assert front.request("GET", "/metrics")[0] == 403
        # Ten passwords an address and then one in 20 seconds, whatever it calls itself, through a
        # tunnel too.
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


def test_through_nginx(server):
    if hosting.have("nginx", "nginx"):
        look_through(server, hosting.nginx(server))


def test_through_caddy(server):
    if hosting.have("caddy", "caddy"):
        look_through(server, hosting.caddy(server, hosting.block(hosting.NAME + " {").replace("127.0.0.1:8080", "127.0.0.1:%d" % server.port)))


test_through_nginx.options = test_through_caddy.options = {"limits": True, "proxy": True}
