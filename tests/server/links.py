# SPDX-License-Identifier: MIT
"""Connections: plain HTTP to the byte, clients that drip, stop reading or vanish, and the limits
per address."""
import os, random, re, resource, select, signal, socket, subprocess, sys, threading, time

from client import PATIENCE, PROGRAM, Server, Socket, change, serve_each, wait_until
from games import Table, moves


def talk(server, sent, wait=10):
    """Sends bytes and returns what came until the server closed or nothing came for a moment;
    closed or not."""
    with socket.create_connection(("127.0.0.1", server.port)) as s:
        s.sendall(sent)
        got = b""
        while select.select([s], [], [], 0.4 if got else wait)[0]:
            more = s.recv(65536)
            if not more:
                return got, True
            got += more
    return got, False


def head(method, path, *lines):
    return "\r\n".join(["%s %s HTTP/1.1" % (method, path), "Host: x", *lines, "", ""]).encode()


def statuses(answer):
    return [int(n) for n in re.findall(rb"HTTP/1\.[01] (\d+) ", answer)]


def test_a_head_is_like_its_answer(server):
    for path in ("/", "/api/about", "/healthz"):
        _, body, full = server.get(path, raw=True)
        status, nothing, bare = server.request("HEAD", path, raw=True)
        assert status == 200 and nothing == b""
        assert bare == {**full, "content-length": str(len(body))}, (path, bare, full)
    # Nothing follows a head, and one request is enough for a connection.
    got, closed = talk(server, head("HEAD", "/") + head("HEAD", "/nothing") + head("GET", "/healthz"))
    assert statuses(got) == [200] and got.endswith(b"\r\n\r\n") and closed


def test_what_is_known_is_not_sent_again(server):
    tag = server.get("/", raw=True)[2]["etag"]
    for known in (tag, '"x", W/' + tag, "*"):
        status, body, headers = server.get("/", raw=True, headers={"If-None-Match": known})
        assert (status, body, headers["etag"]) == (304, b"", tag)
    assert server.get("/", raw=True, headers={"If-None-Match": '"x"'})[0] == 200
    for accepted, encoding in (("gzip", "gzip"), ("gzip;q=0", None), ("br;q=0.0, gzip;q=0.5", "gzip"), ("brx", None)):
        headers = server.get("/", raw=True, headers={"Accept-Encoding": accepted})[2]
        assert headers.get("content-encoding") in (encoding, None) and headers["vary"] == "accept-encoding"


def test_previews_have_whole_addresses(server):
    """A browser on a safe connection says what it fetches for; a program that shows previews of
    links does not."""
    site = "https://abax.example/"
    browser = {"Sec-Fetch-Mode": "navigate", "Accept-Encoding": "gzip"}
    _, page, kept = server.get("/", raw=True)
    assert b'content="./card.png"' in page, "the page is not built in, or with addresses of its own"
    with Server(more=["--site", site]) as with_site:
        status, shown, headers = with_site.get("/", raw=True, headers={"Accept-Encoding": "gzip, br"})
        assert status == 200 and "content-encoding" not in headers and headers["vary"] == "accept-encoding, sec-fetch-mode"
        assert shown == page.replace(b'content="./', b'content="' + site.encode())
        status, _, packed = with_site.get("/", raw=True, headers=browser)
        assert status == 200 and packed["etag"] == kept["etag"] != headers["etag"]
        # What one of them has kept says nothing about the other.
        assert with_site.get("/", raw=True, headers={**browser, "If-None-Match": headers["etag"]})[0] == 200
        assert with_site.get("/", raw=True, headers={"If-None-Match": headers["etag"]})[0] == 304


def test_wrong_addresses_and_methods(server):
    for method, path, status, allow in (
        ("GET", "/nothing", 404, None), ("POST", "/nothing", 404, None), ("GET", "/api/sessions", 405, "POST"),
        ("POST", "/", 405, "GET, HEAD"), ("DELETE", "/", 405, "GET, HEAD"), ("PUT", "/api/games", 405, "GET, HEAD, POST"),
        ("OPTIONS", "/api/about", 405, "GET, HEAD"), ("PATCH", "/api/me", 405, "GET, HEAD, POST"),
        ("GET", "/" + "x" * 300, 414, None), ("GET", "/api/me?before=" + "1" * 300, 414, None),
    ):
        got, answer, headers = server.request(method, path, raw=True)
        assert (got, headers.get("allow")) == (status, allow), (method, path, got, headers)
        assert re.fullmatch(rb'\{"error":"[^"]+","said":\{"text":"[^"]+","id":"[^"]+"(,"args":\{.*\})?\}\}\n', answer), answer


def test_no_body_passes_for_a_request(server):
    """If a body ends differently for a proxy and for us, its rest would be another client's next
    request."""
    inner = head("GET", "/api/about")
    for sent in (
        head("GET", "/healthz", "Content-Length: %d" % len(inner)) + inner,
        head("GET", "/", "Content-Length: %d" % len(inner)) + inner,
        head("POST", "/api/games", "Content-Type: application/json", "Transfer-Encoding: chunked") +
        b"2\r\n{}\r\n0\r\n\r\n" + inner,
        head("POST", "/api/games", "Content-Type: application/json", "Content-Length: 2", "Content-Length: 9") + b"{}",
        head("POST", "/api/games", "Content-Type: application/json", "Content-Length: 99999") + inner,
        head("PUT", "/api/games", "Content-Length: 2") + b"{}" + inner,
        head("POST", "/", "Content-Type: application/json", "Content-Length: 2") + b"{}" + inner,
    ):
        got, closed = talk(server, sent)
        assert closed and len(statuses(got)) == 1 and statuses(got)[0] >= 400, (sent, got)


def test_noise_as_requests(server):
    """Requests with bytes changed, left out and doubled, and bodies of every address: no answer or
    a sound one."""
    rng = random.Random(11)
    body = b'{"game":"tiku","seats":{"abcdefghijk":"AAAAAAAAAAAAAAAAAAAAAA"},"name":"x","password":"12345678","old":"x"}'
    paths = ["/", "/ws", "/api/games", "/api/games/abcdefghijk/sit", "/api/turns", "/api/accounts", "/api/sessions",
             "/api/sessions/end-all", "/api/me?before=3&x=%41", "/api/bots", "/api/ratings/tiku", "/%2e%2e/x"]
    for _ in range(700):
        sent = bytearray(head(rng.choice(("GET", "POST", "HEAD")), rng.choice(paths), "Content-Type: application/json",
                              "Content-Length: %d" % len(body), "Authorization: Bearer " + "A" * 22,
                              "Accept-Encoding: gzip;q=0.5, br", 'If-None-Match: "x"', "X-Forwarded-For: 1.2.3.4") + body)
        change(rng, sent, 6, 20)
        with socket.create_connection(("127.0.0.1", server.port)) as s:
            s.settimeout(PATIENCE)
            try:
                s.sendall(sent)
                s.shutdown(socket.SHUT_WR)
                got = b""
                while more := s.recv(65536):
                    got += more
            except (ConnectionError, TimeoutError):
                continue
        assert all(n in (101, 200, 201, 304, 400, 401, 403, 404, 405, 409, 411, 413, 414, 426, 429, 431, 505) for n in statuses(got)), (
            sent, got[:200])
    assert server.process.poll() is None and server.get("/healthz", raw=True)[0] == 200


def closes(s, within):
    """Whether the server closes a connection in time; what comes before is read."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        if select.select([s], [], [], 0.1)[0]:
            try:
                if not s.recv(65536):
                    return True
            except ConnectionError:
                return True
    return False


def test_dripping_requests_are_dropped(server):
    """A request must be there as a whole in time: single bytes do not keep it alive."""
    post = head("POST", "/api/games", "Content-Type: application/json", "Content-Length: 4000")
    for beginning, rest in ((b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: " + b"x" * 400), (post, b" " * 400),
                            (head("GET", "/healthz"), b"GET / HTTP/1.1\r\nHost: x" + b"x" * 400)):
        with socket.create_connection(("127.0.0.1", server.port)) as s:
            s.sendall(beginning)
            began = time.monotonic()
            try:
                for byte in rest:
                    s.sendall(bytes([byte]))
                    if closes(s, 0.1):
                        break
            except ConnectionError:
                pass
            assert time.monotonic() - began < 6, beginning
    with socket.create_connection(("127.0.0.1", server.port)) as s:
        assert closes(s, 6)  # says nothing at all
    assert server.get("/healthz", raw=True)[0] == 200


test_dripping_requests_are_dropped.options = {"more": ["--slow", "1"]}


def test_answers_that_are_not_read_are_dropped(server):
    page = server.get("/", raw=True)[1].decode()
    paths = ["/"] + re.findall(r'(?:src|href)="(/?assets/[^"]+)"', page)
    longest = max(paths, key=lambda path: len(server.get("/" + path.lstrip("/"), raw=True)[1]))
    s = socket.socket()
    # In small segments the kernel keeps little for a client that does not read.
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    s.connect(("127.0.0.1", server.port))
    s.sendall(head("GET", "/" + longest.lstrip("/")))
    s.settimeout(PATIENCE)
    assert s.recv(100).startswith(b"HTTP/1.1 200")
    assert "abax_visitors 2" in metrics(server), "it was all taken"
    began = time.monotonic()
    wait_until(lambda: "abax_visitors 1" in metrics(server))  # this request
    assert time.monotonic() > began + 4, "six times --slow"
    assert "abax_dropped_total 1" in metrics(server)
    s.close()


test_answers_that_are_not_read_are_dropped.options = {"more": ["--slow", "1"]}


def metrics(server):
    return server.get("/metrics", raw=True)[1].decode().split("\n")


def test_connections_per_address_are_limited(server):
    visitors = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
    served = refused = 0
    wait_until(lambda: sum(bool(select.select([s], [], [], 0)[0]) for s in visitors) >= 300 - 256)  # turned away
    for s in visitors:
        try:
            s.settimeout(PATIENCE)
            s.sendall(head("GET", "/healthz"))
            served += s.recv(100).startswith(b"HTTP/1.1 200")
        except ConnectionError:
            pass
    assert served == 256, served
    for s in visitors:
        s.close()
    turned_away = 0
    while not turned_away:
        try:
            turned_away = int(re.search(r"^abax_turned_away_total (\d+)", "\n".join(metrics(server)), re.M).group(1))
        except OSError:  # not all are closed yet, and this one is turned away as well
            refused += 1
    assert turned_away == 44 + refused, (turned_away, refused)


test_connections_per_address_are_limited.options = {"limits": True}


def test_slow_heads_hurt_no_other_client(server):
    """More visitors than descriptors, each in the middle of its head: a client with a whole one is
    served at once."""
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (200, 200))
    kept = server.socket()
    slow = []
    for n in range(5):  # each address has its share
        for _ in range(100):
            s = socket.socket()
            s.bind(("127.0.0.%d" % (n + 2), 0))
            s.connect(("127.0.0.1", server.port))
            s.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            slow.append(s)
    longest = 0
    for _ in range(20):
        began = time.monotonic()
        assert server.get("/healthz", raw=True)[0] == 200
        longest = max(longest, time.monotonic() - began)
    print("    %d slow heads: the longest of 20 answers took %.1f ms" % (len(slow), longest * 1000))
    assert longest < 2
    assert kept.ask(do="ping")[1]["type"] == "pong"  # a socket is never closed for them
    assert "accept-failed" not in server.read_log()
    for s in slow:
        s.close()


test_slow_heads_hurt_no_other_client.options = {"limits": True}


def test_made_up_addresses_do_not_help(server):
    """Behind a proxy only the proxy's header counts; without one no header does."""
    def come(forwarded):
        return server.post("/api/games", {"game": "tiku"}, headers={"X-Forwarded-For": forwarded})[0]

    assert 429 in [come("%d.1.1.1, 10.0.0.1" % n) for n in range(40)]
    assert come("x" * 1500 + ", 10.0.0.1") == 429 and come("10.0.0.1") == 429
    assert come("2001:db8::1") == 201
    assert 429 in [come("2001:db8::%x" % n) for n in range(40)]  # one network of IPv6 is one address
    assert come("2001:db8:1::1") == 201
    assert come("not an address") == 201  # counts for the proxy


test_made_up_addresses_do_not_help.options = {"limits": True, "proxy": True}


def test_without_a_proxy_the_header_is_nothing(server):
    assert 429 in [server.post("/api/games", {"game": "tiku"}, headers={"X-Forwarded-For": "10.0.0.%d" % n})[0]
                   for n in range(40)]


test_without_a_proxy_the_header_is_nothing.options = {"limits": True}


def here(state, seat):
    return state["seats"][seat]["here"]


def until_gone(s, seat, within):
    """Reads until a seat's player is shown as away; returns how long that took."""
    began = time.monotonic()
    while time.monotonic() < began + within:
        if not here(s.expect("seats", within), seat):
            return time.monotonic() - began
    raise AssertionError("the player is still there")


STOPPED = """import sys, time; sys.path.insert(0, sys.argv[1])
from client import Socket
s = Socket(int(sys.argv[2])); s.join(sys.argv[3], sys.argv[4]); print("here", flush=True)
while True: s.read(3600)"""


def test_a_stopped_player_is_noticed(server):
    """The process is stopped: its connection stays open and nothing answers."""
    made = server.create("tiku", clock="600")
    seat = server.sit(made["game"])
    s = server.socket()
    s.join(made["game"], made["token"])
    other = subprocess.Popen([sys.executable, "-c", STOPPED, os.path.dirname(__file__), str(server.port), made["game"],
                              seat["token"]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert other.stdout.readline() == b"here\n"
        while not here(s.expect("seats"), 1):
            pass
        assert s.ask(do="act", game=made["game"], ply=0, action="a2a3")[1]["type"] == "done"
        other.send_signal(signal.SIGSTOP)
        assert until_gone(s, 1, 8) > 1
        now = s.join(made["game"], made["token"])
        assert now["running"] == 1 and now["left"][1] < 600000  # a player who is away loses time
        assert "abax_connections 1" in metrics(server)
        again = server.socket()
        assert again.join(made["game"], seat["token"])["you"] == 1
        other.send_signal(signal.SIGCONT)
    finally:
        other.kill()
        other.wait()
        other.stdout.close()


test_a_stopped_player_is_noticed.options = {"more": ["--ping", "1"]}


def test_quiet_spectators_stay(server):
    made = server.create("tiku")
    s = server.socket()
    s.join(made["game"])
    try:
        s.expect("nothing", 5)
    except TimeoutError:
        pass
    assert s.ask(do="ping")[1]["type"] == "pong"


test_quiet_spectators_stay.options = {"more": ["--ping", "1"]}


class Swallower:
    """A proxy to a server that drops everything from a moment on, without closing anything."""

    def __init__(self, port):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port, self.far, self.lost, self.kept = self.listener.getsockname()[1], port, False, []
        serve_each(self.listener, self.serve)

    def serve(self, near):
        far = socket.create_connection(("127.0.0.1", self.far))
        self.kept += [near, far]
        for a, b in ((near, far), (far, near)):
            threading.Thread(target=self.carry, args=(a, b), daemon=True).start()

    def carry(self, source, sink):
        try:
            while True:
                data = source.recv(65536)
                if self.lost:
                    continue
                if not data:
                    return
                sink.sendall(data)
        except OSError:
            pass

    def close(self):
        for s in [self.listener, *self.kept]:
            s.close()


def test_a_broken_connection_is_noticed_on_both_ends(server):
    way = Swallower(server.port)
    table = Table(server, "tiku", clock="600")
    lost = Socket(way.port)
    table.sockets[1].close()
    lost.join(table.id, table.tokens[1])
    s = server.socket()
    s.join(table.id, table.tokens[0])
    way.lost = True
    until_gone(s, 1, 8)
    back = server.socket()
    assert back.join(table.id, table.tokens[1])["you"] == 1
    while not here(s.expect("seats"), 1):
        pass
    way.close()
    table.close()


test_a_broken_connection_is_noticed_on_both_ends.options = {"more": ["--ping", "1"]}


def memory(server):
    with open("/proc/%d/status" % server.process.pid) as f:
        return int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1))


def test_slow_readers_cost_little_and_go(server):
    """A client that does not read is dropped once a little waits for it; the others notice
    nothing."""
    table = Table(server, "tiku")
    before = memory(server)
    slow = []
    for _ in range(20):
        s = server.socket(buffer=4096)
        s.join(table.id, table.tokens[1])
        slow.append(s)
    for s in slow:
        try:
            for _ in range(1500):
                s.send(do="join", game=table.id, scene=True)
        except (ConnectionError, TimeoutError):
            pass
    wait_until(lambda: {"abax_connections 4", "abax_connections 3"} & set(metrics(server)),
               lambda: [m for m in metrics(server) if m.startswith("abax_conn")])
    assert "abax_dropped_total 20" in metrics(server)
    if os.path.basename(os.path.dirname(PROGRAM)) not in ("sanitize", "thread"):  # they keep what was freed
        assert memory(server) - before < 20 * 400, (before, memory(server))
    table.act()
    table.close()
    for s in slow:
        s.close()


def test_network_delay_is_forgiven(server):
    """Half of the measured round-trip time is not charged."""
    table = Table(server, "tiku", clock="600")
    far = server.socket()
    near_answer = far.answer

    def answer(sent):
        time.sleep(0.6)  # the network delay
        near_answer(sent)

    far.answer = answer
    far.join(table.id, table.tokens[1])
    assert far.ask(do="ping")[1]["type"] == "pong"  # the first measure is over
    first = table.act()
    time.sleep(0.6)  # in transit
    far.send(do="act", game=table.id, ply=1, action=moves(first, {}, "tiku")[0])
    second = table.spectator.expect("event", ply=2)
    passed, charged = second["at"] - first["at"], 600000 - second["leftThen"][1]
    assert passed > 600 and 0 < charged < passed - 250, (passed, charged)
    table.close()


def test_the_end_of_the_server_is_announced(server):
    """The last entry, the pause of the clocks, still reaches all clients."""
    table = Table(server, "tiku", clock="600")
    table.act()
    server.process.send_signal(signal.SIGTERM)
    for s in table.everybody():
        assert s.expect("event", kind="pause")["paused"]
    assert server.process.wait(PATIENCE) == 0
