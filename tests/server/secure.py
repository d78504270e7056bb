# SPDX-License-Identifier: MIT
"""`abax bot` over TLS, with a small proxy before the server and an authority of our own."""
import os, socket, ssl, subprocess, threading

from client import PATIENCE, PROGRAM, end, serve_each
from people import register
from sessions import wait_for_bots


def run(*words):
    subprocess.run(["openssl", *words], check=True, capture_output=True)


class Authority:
    """Makes certificates in a folder."""

    def __init__(self, folder, name):
        self.folder = folder
        self.certificate, self.key = os.path.join(folder, name + ".pem"), os.path.join(folder, name + ".key")
        run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=" + name, "-keyout", self.key,
            "-out", self.certificate)

    def certify(self, names, days="2"):
        key, request, chain = (os.path.join(self.folder, n) for n in ("leaf.key", "leaf.csr", "leaf.pem"))
        config = os.path.join(self.folder, "leaf.cnf")
        with open(config, "w") as f:
            f.write("subjectAltName=" + names)
        run("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=leaf", "-keyout", key, "-out", request)
        run("x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self.key, "-CAcreateserial", "-days", days,
            "-extfile", config, "-out", chain)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(chain, key)
        return context


class Proxy:
    """TLS on one side, plain on the other."""

    def __init__(self, port, context):
        self.far, self.context, self.secured = port, context, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        serve_each(self.listener, self.serve)

    def serve(self, near):
        try:
            near = self.context.wrap_socket(near, server_side=True)
        except (ssl.SSLError, OSError):
            return near.close()
        self.secured += 1
        far = socket.create_connection(("127.0.0.1", self.far))
        threading.Thread(target=self.carry, args=(far, near), daemon=True).start()
        self.carry(near, far)

    @staticmethod
    def carry(source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except (OSError, ssl.SSLError):
            pass
        for s in (source, sink):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.close()


def words(url, token, *options):
    return [PROGRAM, "bot", "--server", url, "--token", token, "--movetime", "20", *options, "--", PROGRAM, "ugi"]


def test_a_bot_plays_over_tls(server):
    owner = register(server, "owner")
    robot = server.post("/api/bots", {"name": "robot"}, token=owner)[1]["token"]
    authority = Authority(server.folder.name, "ours")
    proxy = Proxy(server.port, authority.certify("DNS:localhost,IP:127.0.0.1"))
    for url in ("https://localhost:%d", "wss://127.0.0.1:%d/"):
        process = subprocess.Popen(words(url % proxy.port, robot, "--ca", authority.certificate),
                                   stdout=subprocess.PIPE, text=True)
        try:
            wait_for_bots(server, [{"name": "robot", "games": server.get("/api/about")[1]["games"]}])
            made = server.create("tiku", seats=["account:robot", "me"])
            s = server.socket()
            s.join(made["game"], made["token"])
            assert s.expect("event")["seat"] == 0
            assert s.ask(do="resign", game=made["game"])[1]["type"] == "done"
        finally:
            end(process)
            process.stdout.close()
        wait_for_bots(server, [])
    assert proxy.secured > 4
    proxy.close()


def test_a_bot_trusts_nobody_else(server):
    owner = register(server, "owner")
    robot = server.post("/api/bots", {"name": "robot"}, token=owner)[1]["token"]
    ours, others = Authority(server.folder.name, "ours"), Authority(server.folder.name, "others")
    right = Proxy(server.port, ours.certify("DNS:localhost"))
    elsewhere = Proxy(server.port, ours.certify("DNS:example.org,IP:10.0.0.1"))
    local, number = "https://localhost:%d", "https://127.0.0.1:%d"
    for url, options, sentence in (
        (local % right.port, [], "cannot be trusted: "),  # the system does not know our authority
        (local % right.port, ["--ca", others.certificate], "cannot be trusted: "),
        (local % right.port, ["--ca", "/nonexistent"], "certificates '/nonexistent' cannot be read"),
        (number % right.port, ["--ca", ours.certificate], "cannot be trusted: IP address mismatch"),
        (local % elsewhere.port, ["--ca", ours.certificate], "cannot be trusted: hostname mismatch"),
        (local % server.port, ["--ca", ours.certificate], "does not speak TLS"),
        ("ftp://localhost", [], "is not http://HOST or https://HOST"),
        ("https://[::1", [], "has no host"),
    ):
        done = subprocess.run(words(url, robot, *options), capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 2 and sentence in done.stderr, (url, options, done)
    right.close()
    elsewhere.close()
