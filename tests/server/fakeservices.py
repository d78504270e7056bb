# SPDX-License-Identifier: MIT
"""For tests of notifications: a push service that decrypts pushes and checks who sent them, an SMTP
server that keeps all emails, and correspondence games between people who are away."""
import base64, email, email.policy, http.server, json, os, re, socket, sqlite3, ssl, threading, time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from client import Server, serve_each
from games import moves

SITE = "https://abax.example/"


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def derive(salt, material, info, length):
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


class Browser:
    """A browser's keys, as its page sends them to the server."""

    def __init__(self, service, path):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.point = self.key.public_key().public_bytes(serialization.Encoding.X962,
                                                        serialization.PublicFormat.UncompressedPoint)
        self.fields = {"endpoint": service.url + path, "p256dh": encode(self.point), "auth": encode(self.auth)}

    def read(self, body):
        """RFC 8291, in reverse."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21:21 + length], body[21 + length:]
        assert size == 4096 and length == 65 and len(sealed) <= size
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        material = derive(self.auth, self.key.exchange(ec.ECDH(), point), b"WebPush: info\0" + self.point + sender, 32)
        key = derive(salt, material, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, material, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text[-1:] == b"\2"
        return json.loads(text[:-1])


class PushService:
    """Takes pushes and keeps them; `answer` is its status."""

    def __init__(self):
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append((self.path, dict(self.headers), body))
                status = service.answers.get(self.path, 201)
                self.send_response(status)
                if status // 100 == 3:
                    self.send_header("Location", service.url + "/elsewhere")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.got, self.answers = [], {}
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def check_proof(service, headers, public):
    """VAPID: signed for this service, by the key that the browser was given."""
    t, k = re.fullmatch(r"vapid t=(\S+), k=(\S+)", headers["Authorization"]).groups()
    head, claims, signature = t.split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"} and k == public
    said = json.loads(decode(claims))
    assert said["aud"] == service.url and said["sub"] == SITE
    assert 0 < said["exp"] - time.time() <= 24 * 3600
    raw = decode(signature)
    assert len(raw) == 64
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(k))
    point.verify(der, (head + "." + claims).encode(), ec.ECDSA(hashes.SHA256()))


class SmtpServer:
    """An SMTP server that keeps emails as (sender, receiver, email). `certificate` is for STARTTLS,
    or for TLS from the first byte."""

    def __init__(self, certificate=None, password=None, tls=False):
        self.emails, self.refused, self.heard = [], set(), []
        self.certificate, self.password, self.tls = certificate, password, tls
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        serve_each(self.listener, self.talk)

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)

    def secured(self, near):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self.certificate)
        return context.wrap_socket(near, server_side=True)

    def talk(self, near):
        state = {"secure": self.tls, "known": not self.password}
        near = self.secured(near) if self.tls else near
        lines = near.makefile("rwb")

        def say(text):
            lines.write(text.encode() + b"\r\n")
            lines.flush()
        say("220 relay")
        sender, to = None, None
        try:
            while line := lines.readline():
                word = line.strip().decode()
                self.heard.append(word)
                if word.startswith("EHLO"):
                    say("250-relay")
                    if self.certificate and not state["secure"]:
                        say("250-STARTTLS")
                    say("250 AUTH PLAIN LOGIN")
                elif word == "STARTTLS":
                    say("220 go")
                    near = self.secured(near)
                    lines = near.makefile("rwb")
                    state["secure"] = True
                elif word.startswith("AUTH PLAIN "):
                    _, user, password = base64.b64decode(word.split()[2]).split(b"\0")
                    state["known"] = (user, password) == (b"abax", (self.password or "").encode())
                    say("235 yes" if state["known"] else "535 no")
                elif word.startswith("MAIL FROM:") and state["known"]:
                    sender = word[11:-1]
                    say("250 ok")
                elif word.startswith("RCPT TO:"):
                    to = word[9:-1]
                    say("550 nobody" if to in self.refused else "250 ok")
                elif word == "DATA":
                    say("354 go")
                    content = b""
                    while (line := lines.readline()) != b".\r\n":
                        content += line[1:] if line.startswith(b"..") else line
                    self.emails.append((sender, to, email.message_from_bytes(content, policy=email.policy.default)))
                    say("250 ok")
                elif word == "QUIT":
                    say("221 bye")
                    return
                else:
                    say("503 no")
        except (OSError, ValueError):
            pass


def with_service(test):
    """A test with a push service and an SMTP server; the game server starts again with both."""
    def run(_):
        service, smtp = PushService(), SmtpServer()
        options = ["--site", SITE, "--push-anywhere", "--mail", "smtp://127.0.0.1:%d?from=abax@abax.example" % smtp.port]
        try:
            with Server(more=options) as server:
                test(server, service, smtp)
        finally:
            service.close()
            smtp.close()
    return run


def outbox(server, sql="SELECT kind, about, number, due, taken, tries, mail FROM outbox ORDER BY id"):
    with sqlite3.connect(server.database, timeout=10) as db:
        return db.execute(sql).fetchall()


def make_due(server):
    """All that waits is due now, and no process has taken it."""
    outbox(server, "UPDATE outbox SET due = 0, taken = 0 WHERE due > 0")


def set_notifications(server, token, **fields):
    status, answer = server.post("/api/me/told", fields, token=token)
    assert status == 200, answer
    return answer


def slow_game(server, *tokens, clock="3d"):
    """A game of days between two accounts, of whom neither is connected when it begins."""
    game = server.create("tiku", token=tokens[0], clock=clock)["game"]
    server.sit(game, token=tokens[1])
    return game


def act(server, game, token):
    """Comes, acts and goes."""
    s = server.socket()
    now = s.join(game, token)
    _, answer = s.ask(do="act", game=game, ply=now["ply"], action=moves(now, now["options"], "tiku")[0])
    assert answer["type"] == "done", answer
    s.close()
    return now["ply"] + 1
