# SPDX-License-Identifier: MIT
"""A server under test and clients of it. The WebSocket is that of the package websockets, without
its input and output: what it cannot send, tests send on raw sockets."""
import contextlib, http.client, json, os, re, select, signal, socket, subprocess, tempfile, threading, time

from websockets.client import ClientConnection
from websockets.connection import State
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("ABAX", os.path.join(ROOT, "abax")))


def keep(message):
    """Keeps what the server said for tests/check-messages."""
    if os.environ.get("ABAX_MESSAGES"):
        with open(os.environ["ABAX_MESSAGES"], "ab") as kept:
            kept.write(message + b"\n")


# Seconds. An answer normally comes at once, but the machine may be busy, and sanitizers make computers think many times longer.
PATIENCE = 600 if "sanitize" in PROGRAM else 180


def wait_until(answer, found=None):
    """Waits until `answer()` is something; then returns it. `found()` says what there was
    instead."""
    end = time.monotonic() + PATIENCE
    while not (result := answer()):
        assert time.monotonic() < end, found() if found else "it does not come"
        time.sleep(0.02)
    return result


def change(rng, sent, most, longest):
    """Changes, drops and duplicates bytes, at fewer than `most` places."""
    for _ in range(rng.randrange(most)):
        at = rng.randrange(len(sent))
        what = rng.randrange(3)
        if what == 0:
            sent[at] = rng.randrange(256)
        elif what == 1:
            del sent[at:at + rng.randrange(1, longest)]
        else:
            sent[at:at] = sent[at:at + rng.randrange(1, 2 * longest)]


def serve_each(listener, serve, *more):
    """Calls `serve` for each connection, in a thread of its own, until the listener is shut down.
    The thread that accepts closes it then: if another thread did, accept() could begin a moment
    later, on a new socket that has the same number."""
    def accept():
        while True:
            try:
                near = listener.accept()[0]
            except OSError:
                listener.close()
                return
            threading.Thread(target=serve, args=(near, *more), daemon=True).start()
    threading.Thread(target=accept, daemon=True).start()


class Port:
    """A port that no other process gets, for a program that cannot choose one itself or must find
    it again: bound, so that it is not given away, and not listening, so that a program that sets
    SO_REUSEADDR can bind to it as well."""

    def __init__(self, number=0):
        self.s = socket.socket()
        self.s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.s.bind(("127.0.0.1", number))
        self.number = self.s.getsockname()[1]

    def close(self):
        self.s.close()


def end(process):
    """Asks a program to end; one that does not is killed."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Server:
    """`abax serve` on a database of its own."""

    def __init__(self, database=None, limits=False, proxy=False, more=()):
        self.folder = tempfile.TemporaryDirectory()
        self.database = database or os.path.join(self.folder.name, "games.db")
        self.port = 0  # any free one; after a restart the same
        self.kept = None  # the port, while the server does not listen on it
        self.options = ([] if limits else ["--no-limits"]) + (["--proxy"] if proxy else []) + list(more)
        self.process = None
        self.log = open(os.path.join(self.folder.name, "log"), "ab")
        self.start()

    def start(self):
        """Starts or restarts it, and waits until it prints its address."""
        before = len(self.read_log())
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", str(self.port), "--db", self.database, *self.options], stderr=self.log)
        ready = None
        while not ready:
            ended = self.process.poll() is not None
            ready = re.search(r" event=ready address=http://\S+:(\d+) .*\n", self.read_log()[before:])
            if ended and not ready:
                raise RuntimeError("the server ended: " + self.read_log())
            time.sleep(0 if ready else 0.01)
        self.port = int(ready.group(1))
        self._let_go()

    def _keep(self):
        self._let_go()
        try:
            self.kept = Port(self.port)
        except OSError:  # another process was quicker
            self.port = 0

    def _let_go(self):
        if self.kept:
            self.kept.close()
        self.kept = None

    def read_log(self):
        with open(os.path.join(self.folder.name, "log")) as f:
            return f.read()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(60)
        self._keep()
        return status

    def kill(self):
        self.process.kill()
        self.process.wait()
        self._keep()

    def close(self):
        """Ends it by SIGTERM, as an operator would: the shutdown is tested too, and counted by
        tools/coverage."""
        end(self.process)
        self._let_go()
        self.log.close()
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def request(self, method, path, body=None, token=None, headers=None, raw=False):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = "Bearer " + token
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
            headers.setdefault("Content-Type", "application/json")
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        answer = None if raw else json.loads(data)
        if not raw:
            keep(json.dumps({"type": "answer", "method": method, "path": path, "status": response.status, "body": answer}).encode())
        if raw:
            return response.status, data, dict((k.lower(), v) for k, v in response.getheaders())
        return response.status, answer

    def get(self, path, **more):
        return self.request("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.request("POST", path, {} if body is None else body, **more)

    def create(self, game, token=None, **fields):
        """The creator gets the first seat unless `lots` is given: most tests are not about lots."""
        status, answer = self.post("/api/games", {"game": game, "lots": False, **fields}, token=token)
        assert status == 201, (status, answer)
        return answer

    def sit(self, game, token=None, **fields):
        status, answer = self.post("/api/games/%s/sit" % game, fields, token=token)
        assert status == 200, (status, answer)
        return answer

    def socket(self, **more):
        return Socket(self.port, **more)


class Closed(Exception):
    pass


class Socket:
    """A WebSocket."""

    def __init__(self, port, headers=(), path="/ws", buffer=None, host=None, secure=None):
        self.s = socket.socket()
        if buffer:  # bytes that the kernel keeps for a client that does not read
            self.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.s.settimeout(PATIENCE)
        self.s.connect(("127.0.0.1", port))
        if secure:  # an SSLContext
            self.s = secure.wrap_socket(self.s, server_hostname=host)
        uri = "%s://%s:%d%s" % ("wss" if secure else "ws", host or "127.0.0.1", port, path)
        self.connection = ClientConnection(parse_uri(uri), max_size=None)
        request = self.connection.connect()
        for header in headers:
            name, _, value = header.partition(": ")
            request.headers[name] = value
        self.connection.send_request(request)
        self.ahead = []  # frames that came and were not read yet
        answer = self._take(time.monotonic() + PATIENCE)
        if self.connection.handshake_exc:
            raise Closed("HTTP/1.1 %d %s" % (answer.status_code, answer.reason_phrase)) from self.connection.handshake_exc
        self.ref = 0
        self.heard = []  # every text that came, as bytes
        self.pending = []  # messages that came before an answer

    def frame(self, payload, opcode=Opcode.TEXT, final=True):
        self.s.sendall(Frame(opcode, payload, fin=final).serialize(mask=True))

    def send(self, **message):
        self.frame(json.dumps(message).encode())

    def answer(self, sent):
        """Sends the handshake or the answer to a ping; a server that has closed takes none, and can
        still be read."""
        with contextlib.suppress(ConnectionError):
            self.s.sendall(sent)

    def _take(self, deadline):
        """The next frame; before all others the answer to the handshake."""
        while True:
            self.ahead += self.connection.events_received()
            if self.ahead:
                return self.ahead.pop(0)
            if answers := b"".join(self.connection.data_to_send()):
                self.answer(answers)
            error = self.connection.parser_exc
            assert not error or isinstance(error, EOFError), "the server breaks the protocol: %s" % error
            if error or self.connection.state is State.CLOSED:
                raise Closed("closed")
            wait = deadline - time.monotonic()
            ready = getattr(self.s, "pending", int)() or (wait > 0 and select.select([self.s], [], [], wait)[0])
            if not ready:
                raise TimeoutError("nothing came")
            more = self.s.recv(65536)
            try:
                self.connection.receive_data(more) if more else self.connection.receive_eof()
            except (EOFError, NotImplementedError) as end:  # no answer, or an error page in chunks
                raise Closed("no handshake") from end

    def read_text(self, timeout=PATIENCE):
        """The next text message as bytes; pings are answered."""
        deadline = time.monotonic() + timeout
        while True:
            frame = self._take(deadline)
            if frame.opcode is Opcode.CLOSE:
                raise Closed(frame.data[2:].decode() or "closed")
            if frame.opcode is Opcode.TEXT:
                assert frame.fin, "a message in pieces"
                self.heard.append(frame.data)
                keep(frame.data)
                return frame.data

    def read(self, timeout=PATIENCE):
        return self.pending.pop(0) if self.pending else json.loads(self.read_text(timeout))

    def expect(self, type_, timeout=PATIENCE, **fields):
        """Reads on until a message of this kind with these fields comes."""
        while True:
            m = self.read(timeout)
            assert type_ != "event" or m["type"] != "refused", m
            if m["type"] == type_ and all(m.get(k) == v for k, v in fields.items()):
                return m

    def ask(self, timeout=PATIENCE, **message):
        """Sends with a ref and returns (messages before it, the answer); the former can still be
        read."""
        self.ref += 1
        self.send(ref=self.ref, **message)
        before = []
        while True:
            m = json.loads(self.read_text(timeout))
            if m.get("ref") == self.ref:
                self.pending += before
                return before, m
            before.append(m)

    def join(self, game, token="", **more):
        before, answer = self.ask(do="join", game=game, **({"token": token} if token else {}), **more)
        assert answer["type"] == "done", answer
        return [m for m in before if m["type"] == "state" and m["game"] == game][-1]

    def close(self):
        self.s.close()
