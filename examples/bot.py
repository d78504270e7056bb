#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/bot.py ADDRESS TOKEN [GAME...]: a bot that plays legal actions at random, with Python's own library alone.

It says that it is ready, takes every challenge, plays to the end and waits for the next; docs/api.md describes the whole interface.
ADDRESS is http://HOST:PORT; TOKEN comes from POST /api/bots. Put your own idea into `choose`."""
from __future__ import annotations

import base64, hashlib, http.client, json, os, random, socket, struct, sys, urllib.parse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # mypy checks the messages with the package abax (docs/python.md); the bot runs without it
    from abax.messages import Deal, EventMessage, Message, Request, Row, StateMessage


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Connection:
    """A WebSocket that sends and reads JSON."""

    def __init__(self, host: str, port: int) -> None:
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

    def _frame(self, opcode: int, payload: bytes) -> None:
        mask, size = os.urandom(4), len(payload)
        head = struct.pack(">BB", 0x80 | opcode, 0x80 | size) if size < 126 else struct.pack(">BBH", 0x80 | opcode, 0xFE, size)
        self.s.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def send(self, message: Request) -> None:
        self._frame(1, json.dumps(message).encode())

    def _take(self, count: int) -> bytes:
        while len(self.bytes) < count:
            more = self.s.recv(65536)
            if not more:
                sys.exit("the server has gone")
            self.bytes += more
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def read(self) -> Message:
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
                message: Message = json.loads(payload)
                return message


class Bot:
    def __init__(self, address: str, token: str, games: list[str]) -> None:
        self.url, self.token = urllib.parse.urlsplit(address), token
        self.secret = os.urandom(32).hex()
        self.given: set[tuple[str, str]] = set()  # what the deals of games were given
        self.seats: dict[str, int] = {}  # by game
        self.acted: dict[str, int] = {}  # by game: the number of the message that was answered last
        self.over: set[str] = set()
        self.connection = Connection(self.url.hostname or "127.0.0.1", self.url.port or 80)
        self.connection.send({"do": "ready", "token": token, "games": games or self.ask("GET", "/api/about")["games"]})
        for row in self.ask("GET", "/api/me/games")["games"]:  # challenges and games from before
            self.come(row)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        c = http.client.HTTPConnection(self.url.hostname or "127.0.0.1", self.url.port or 80)
        c.request(method, path, json.dumps(body) if body else None,
                  {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})
        return json.loads(c.getresponse().read())

    def come(self, row: Row) -> None:
        if row["phase"] == "over":
            return
        # With a key of its own the seat is not lost when the answer is: asking again gives the same one.
        key = base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")
        commitment = sha(self.share(row["id"]))
        self.ask("POST", "/api/games/%s/sit" % row["id"], {"key": key, "promise": commitment})
        self.join(row["id"], 0)

    def join(self, game: str, since: int) -> None:
        """Follows a game from an entry on; a bot's token opens all its seats."""
        self.connection.send({"do": "join", "game": game, "token": self.token, "since": since, "actions": True, "deals": True})

    def share(self, game: str) -> str:
        """The bot's share in the deal of a game with secrets. No one can guess it, and it is the same each time."""
        return sha(self.secret + game)

    def deal(self, game: str, deal: Deal) -> None:
        """Gives what the deal asks of the bot's seat: a commitment, and when all have committed, the share. So nobody can choose the
        deal, and the record proves it (docs/api.md, "Deals"); without this the bot plays all the same, after a while."""
        seat = self.seats.get(game)
        if seat in deal.get("asked", []) and (game, "promise") not in self.given:
            self.connection.send({"do": "promise", "game": game, "promise": sha(self.share(game))})
            self.given.add((game, "promise"))
        elif seat in deal.get("missing", []) and (game, "part") not in self.given:
            self.connection.send({"do": "reveal", "game": game, "part": self.share(game)})
            self.given.add((game, "part"))

    def choose(self, now: StateMessage | EventMessage) -> str:
        return random.choice(now["actions"])

    def turn(self, now: StateMessage | EventMessage) -> None:
        """Acts if it is the bot's turn. The same state may come twice, as an event and as a state."""
        game = now["game"]
        if now["over"]:
            if game not in self.over:
                print("over:", now["sentence"], flush=True)
                self.connection.send({"do": "leave", "game": game})
            self.over.add(game)
        elif now["toAct"] == self.seats[game] and now.get("actions") and self.acted.get(game) != now["number"]:
            self.acted[game] = now["number"]
            self.connection.send({"do": "act", "game": game, "ply": now["ply"], "action": self.choose(now)})

    def run(self) -> None:
        while True:
            m = self.connection.read()
            if m["type"] == "state":
                self.seats[m["game"]] = m["you"]
            if (m["type"] == "state" or m["type"] == "seats") and "deal" in m:
                self.deal(m["game"], m["deal"])
            if m["type"] == "state" or m["type"] == "event":
                self.turn(m)
            elif m["type"] == "seats" and m["phase"] == "playing":  # it begins: how does it stand?
                self.join(m["game"], m["number"])
            elif m["type"] == "invited":
                self.come(m["row"])
            elif m["type"] == "refused":
                print("refused:", m["sentence"], flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    Bot(sys.argv[1], sys.argv[2], sys.argv[3:]).run()
