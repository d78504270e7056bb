#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/bot.py ADDRESS TOKEN [GAME...]: a bot that plays legal actions at random, with Python's own library alone.

It says that it is ready, takes every challenge, plays to the end and waits for the next; docs/api.md tells the whole interface.
ADDRESS is http://HOST:PORT; TOKEN comes from POST /api/bots. Put your own idea into `choose`."""
import base64, hashlib, http.client, json, os, random, socket, struct, sys, urllib.parse


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


class Line:
    """A WebSocket that speaks JSON."""

    def __init__(self, host, port):
        self.s = socket.create_connection((host, port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.s.sendall(("GET /ws HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n" % (host, port, key)).encode())
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self.bytes += self.s.recv(4096) or sys.exit("no answer")
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        if b" 101 " not in head:
            sys.exit(head.split(b"\r\n")[0].decode())

    def _frame(self, opcode, payload):
        mask, size = os.urandom(4), len(payload)
        head = struct.pack(">BB", 0x80 | opcode, 0x80 | size) if size < 126 else struct.pack(">BBH", 0x80 | opcode, 0xFE, size)
        self.s.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def say(self, **message):
        self._frame(1, json.dumps(message).encode())

    def _take(self, count):
        while len(self.bytes) < count:
            more = self.s.recv(65536)
            if not more:
                sys.exit("the server has gone")
            self.bytes += more
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def hear(self):
        """The next message; pings are answered on the way."""
        while True:
            first, size = self._take(2)
            if size == 126:
                size, = struct.unpack(">H", self._take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self._take(8))
            payload = self._take(size)
            if first & 15 == 9:
                self._frame(10, payload)
            elif first & 15 == 8:
                sys.exit("closed: " + payload[2:].decode())
            elif first & 15 == 1:
                return json.loads(payload)


class Bot:
    def __init__(self, address, token, games):
        self.url, self.token = urllib.parse.urlsplit(address), token
        self.secret, self.given = os.urandom(32).hex(), set()
        self.line = Line(self.url.hostname, self.url.port or 80)
        self.line.say(do="ready", token=token, games=games or self.ask("GET", "/api/about")["games"])
        for row in self.ask("GET", "/api/me/games")["games"]:  # challenges and games from before
            self.come(row)

    def ask(self, method, path, body=None):
        c = http.client.HTTPConnection(self.url.hostname, self.url.port or 80)
        c.request(method, path, body and json.dumps(body),
                  {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})
        return json.loads(c.getresponse().read())

    def come(self, row):
        if row["phase"] == "over":
            return
        # With a key of its own the seat is not lost when the answer is: asking again gives the same one.
        key = base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")
        commitment = sha(self.share(row["id"]))
        self.ask("POST", "/api/games/%s/sit" % row["id"], {"key": key, "promise": commitment})
        self.line.say(do="join", game=row["id"], token=self.token, actions=True, deals=True)  # a bot's token opens all its seats

    def share(self, game):
        """The bot's share in the deal of a game with secrets. No one can guess it, and it is the same each time."""
        return sha(self.secret + game)

    def deal(self, game, seat, deal):
        """Gives what the deal asks of the bot's seat: a commitment, and when all have committed, the share. So nobody can choose the
        deal, and the record proves it (docs/api.md, "Deals"); without this the bot plays all the same, after a while."""
        if seat in deal.get("asked", []) and (game, "promise") not in self.given:
            self.line.say(do="promise", game=game, promise=sha(self.share(game)))
            self.given.add((game, "promise"))
        elif seat in deal.get("missing", []) and (game, "part") not in self.given:
            self.line.say(do="reveal", game=game, part=self.share(game))
            self.given.add((game, "part"))

    def choose(self, now):
        return random.choice(now["actions"])

    def run(self):
        seats, acted = {}, {}
        while True:
            m = self.line.hear()
            if m["type"] == "state":
                seats[m["game"]] = m["you"]
            if "deal" in m:
                self.deal(m["game"], seats.get(m["game"]), m["deal"])
            if m["type"] == "invited":
                self.come(m["row"])
            elif m["type"] == "refused":
                print("refused:", m["sentence"], flush=True)
            elif m["type"] == "seats" and m["phase"] == "playing":  # it begins: how does it stand?
                self.line.say(do="join", game=m["game"], token=self.token, actions=True, deals=True,
                              since=m["number"])
            elif m["type"] in ("state", "event"):
                if m["over"]:
                    if acted.get(m["game"]) != "over":  # it may be told twice, as an event and as a state
                        print("over:", m["sentence"], flush=True)
                        self.line.say(do="leave", game=m["game"])
                    acted[m["game"]] = "over"
                elif m["toAct"] == seats[m["game"]] and m.get("actions") and acted.get(m["game"]) != m["number"]:
                    acted[m["game"]] = m["number"]  # once: the same state may be told again
                    self.line.say(do="act", game=m["game"], ply=m["ply"], action=self.choose(m))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    Bot(sys.argv[1], sys.argv[2], sys.argv[3:]).run()
