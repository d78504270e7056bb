# SPDX-License-Identifier: MIT
"""What docs/hosting.md recommends, tried: nginx and Caddy before the server, the unit of
systemd."""
import http.client, json, os, re, shutil, signal, socket, ssl, subprocess, time

import games
from client import ROOT, PROGRAM, Port, Server, Socket
from secure import Authority

NAME = "games.example"


def blocks():
    with open(os.path.join(ROOT, "docs", "hosting.md")) as f:
        return re.findall(r"^```\n(.*?)^```$", f.read(), re.S | re.M)


def block(beginning):
    return next(b for b in blocks() if b.startswith(beginning))


def have(command, package):
    """Installs it where that is possible; says so where it is not."""
    if not shutil.which(command):
        done = subprocess.run([os.path.join(ROOT, "tools", "need"), "%s=%s" % (command, package)], capture_output=True,
                              text=True)
        if done.returncode:
            print("    skipped: %s cannot be installed: %s" % (command, (done.stderr.strip() or "?").split("\n")[-1]))
            return False
    return True


class Front:
    """A proxy with TLS, and requests through it."""

    def __init__(self, server, words, port):
        self.kept, self.port, self.server = port, port.number, server
        self.context = ssl.create_default_context(cafile=os.path.join(server.folder.name, "ours.pem"))
        self.log = open(os.path.join(server.folder.name, "front"), "w+")
        self.process = subprocess.Popen(words, stdout=self.log, stderr=self.log, env={**os.environ,
                                        "HOME": server.folder.name, "XDG_DATA_HOME": server.folder.name})
        for _ in range(1200):  # a minute
            try:
                if self.request("GET", "/healthz")[0] == 200:
                    return
            except OSError:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        self.log.seek(0)
        raise RuntimeError("the proxy does not answer: " + self.log.read()[-1500:])

    def request(self, method, path, body=None, headers=()):
        class Here(http.client.HTTPSConnection):
            def connect(inner):
                inner.sock = self.context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), 20),
                                                      server_hostname=NAME)
        connection = Here(NAME, self.port)
        connection.request(method, path, body, {"Content-Type": "application/json", **dict(headers)})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data, dict((k.lower(), v) for k, v in answer.getheaders())

    def socket(self, origin=None, path="/ws"):
        return Socket(self.port, host=NAME, secure=self.context, path=path,
                      headers=["Origin: " + origin] if origin else [])

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)
        self.kept.close()
        self.log.close()


def look_through(front, server):
    """The page, a game over the socket, allowed origins, and the client's address."""
    own = "https://%s:%d" % (NAME, front.port)
    status, page, headers = front.request("GET", "/")
    assert status == 200 and b"<title>" in page and "content-security-policy" in headers
    assert front.request("HEAD", "/")[0] == 200
    assert front.request("GET", "/", headers={"If-None-Match": headers["etag"]})[0] == 304
    assert front.request("GET", "/metrics")[0] == 403
    assert front.request("POST", "/api/games", b'{"game": "tiku"}', {"Origin": "https://evil.example"})[0] == 403
    status, made, _ = front.request("POST", "/api/games", b'{"game": "tiku", "lots": false}', {"Origin": own})
    assert status == 201, made
    made = json.loads(made)
    seat = server.sit(made["game"])
    a, b = front.socket(own), front.socket()
    now = a.join(made["game"], made["token"])
    b.join(made["game"], seat["token"])
    for ply in range(4):
        (a, b)[ply % 2].send(do="act", game=made["game"], ply=ply, action=games.moves(now, {}, "tiku")[0])
        now, heard = (s.expect("event", ply=ply + 1) for s in (a, b))
        assert now["position"] == heard["position"]
    try:
        a.expect("nothing", 3)  # pings go through and keep it open
    except TimeoutError:
        pass
    assert a.ask(do="ping")[1]["type"] == "pong"
    # Made-up addresses are of no use, and they are not the proxy's.
    tries = [front.request("POST", "/api/games", b'{"game": "tiku"}', {"X-Forwarded-For": "10.0.0.%d" % n})[0]
             for n in range(40)]
    assert 429 in tries, tries
    assert server.post("/api/games", {"game": "tiku"}, headers={"X-Forwarded-For": "10.9.9.9"})[0] == 201
    # A body without a length: whatever the proxy makes of it, one answer.
    status = front.request("POST", "/api/games", iter([b"{", b"}"]))[0]
    assert status in (400, 411, 429), status
    a.close()
    b.close()


def through(front, server):
    try:
        look_through(front, server)
    finally:
        front.close()


def certificate(folder):
    Authority(folder, "ours").certify("DNS:" + NAME)
    return os.path.join(folder, "leaf.pem"), os.path.join(folder, "leaf.key")


def nginx(server, upstream=""):
    folder, port = server.folder.name, Port()
    chain, key = certificate(folder)
    text = block("server {")
    for old, new in (("listen 443 ssl", "listen 127.0.0.1:%d ssl" % port.number), ("127.0.0.1:8080", "127.0.0.1:%d" % server.port),
                     ("/etc/letsencrypt/live/games.example/fullchain.pem", chain),
                     ("/etc/letsencrypt/live/games.example/privkey.pem", key)):
        assert old in text, old
        text = text.replace(old, new)
    if upstream:
        text = upstream + text.replace("http://127.0.0.1:%d" % server.port, "http://abax")
    path = os.path.join(folder, "nginx.conf")
    with open(path, "w") as f:
        f.write("daemon off; master_process off; pid %s/nginx.pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n"
                % folder)
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"):
            f.write("%s_temp_path %s/%s;\n" % (kind, folder, kind))
        f.write(text + "}\n")
    return Front(server, ["nginx", "-e", "stderr", "-p", folder, "-c", path], port)


def test_nginx(server):
    if have("nginx", "nginx"):
        through(nginx(server), server)


def caddy(server, text):
    folder, port = server.folder.name, Port()
    chain, key = certificate(folder)
    text = text.replace(NAME + " {", "%s:%d {\n    bind 127.0.0.1\n    tls %s %s" % (NAME, port.number, chain, key), 1)
    path = os.path.join(folder, "Caddyfile")
    with open(path, "w") as f:
        f.write("{\n    admin off\n    auto_https off\n}\n" + text)
    return Front(server, ["caddy", "run", "--adapter", "caddyfile", "--config", path], port)


def test_caddy(server):
    if not have("caddy", "caddy"):
        return
    text = block(NAME)
    assert "127.0.0.1:8080" in text
    through(caddy(server, text.replace("127.0.0.1:8080", "127.0.0.1:%d" % server.port)), server)


for test in (test_nginx, test_caddy):
    test.options = {"limits": True, "proxy": True, "more": ["--ping", "1"]}


def counts(servers, what):
    return [int(re.search(r"^abax_%s (\d+)" % what, s.get("/metrics", raw=True)[1].decode(), re.M).group(1)) for s in servers]


def play_across(front, servers):
    """The players of a game are on one process, games are on all of them, and requests about a game
    go to its players' process."""
    used = set()
    for _ in range(12):
        made = servers[0].create("tiku")
        seat = servers[1].sit(made["game"])
        before = counts(servers, "connections")
        sockets = [front.socket(path="/ws?game=" + made["game"]) for _ in range(2)]
        states = [s.join(made["game"], t) for s, t in zip(sockets, (made["token"], seat["token"]))]
        more = [now - then for now, then in zip(counts(servers, "connections"), before)]
        assert sorted(more) == [0, 2], more
        place = more.index(2)
        used.add(place)
        asked = counts(servers, "requests_total")  # which asks once itself
        for _ in range(5):
            assert front.request("GET", "/api/games/" + made["game"])[0] == 200
        more = [now - then - 1 for now, then in zip(counts(servers, "requests_total"), asked)]
        assert more[place] == 5 and more[1 - place] == 0, (place, more)
        sockets[0].send(do="act", game=made["game"], ply=0, action=games.moves(states[0], {}, "tiku")[0])
        assert len({s.expect("event", ply=1)["position"] for s in sockets}) == 1
        [s.close() for s in sockets]
    assert used == {0, 1}, "one process has all of them"
    # One process ends: the proxy goes on with the other.
    made = servers[0].create("tiku")
    servers[0].stop()
    for _ in range(4):
        again = front.socket(path="/ws?game=" + made["game"])
        assert again.join(made["game"], made["token"])["ply"] == 0


def before_two_processes(begin):
    from cluster import Cluster
    cluster = Cluster()
    try:
        with Server(cluster.database(), proxy=True) as first, Server(first.database, proxy=True) as second:
            front = begin(first, second)
            try:
                play_across(front, (first, second))
            finally:
                front.close()
    finally:
        cluster.close()


def with_ports(text, first, second):
    for old, port in (("127.0.0.1:8081", first.port), ("127.0.0.1:8082", second.port)):
        assert old in text
        text = text.replace(old, "127.0.0.1:%d" % port)
    return text


def test_nginx_before_two_processes(_server):
    if have("nginx", "nginx"):
        before_two_processes(lambda first, second: nginx(first, with_ports(block("map $request_uri"), first, second)))


def test_caddy_before_two_processes(_server):
    if have("caddy", "caddy"):
        text = next(b for b in blocks() if b.startswith(NAME) and "8081" in b)
        before_two_processes(lambda first, second: caddy(first, with_ports(text, first, second)))


def test_the_unit_of_systemd(server):
    if not shutil.which("systemd-analyze"):
        print("    skipped: there is no systemd-analyze")
        return
    with open(os.path.join(ROOT, "packaging", "abax-server.service.in")) as f:
        text = f.read()
    path = os.path.join(server.folder.name, "abax.service")
    assert "@BINDIR@/abax-server serve" in text
    with open(path, "w") as f:
        f.write(text.replace("@BINDIR@/abax-server", PROGRAM))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", path], capture_output=True, text=True)
    said = [line for line in done.stderr.split("\n") if "abax" in line]
    assert done.returncode == 0 and not said, done
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", path], capture_output=True,
                          text=True)
    exposure = re.search(r"Overall exposure level for abax.service: ([\d.]+)", done.stdout)
    if not exposure:
        print("    systemd-analyze knows no 'security --offline'")
        return
    print("    exposure %s of 10" % exposure.group(1))
    assert float(exposure.group(1)) < 2
    # The options of the command line are there, and those that the text adds.
    words = re.search(r"^ExecStart=\S+ (.*) \$ABAX_SERVE$", text, re.M).group(1).split()
    words += re.search(r'ABAX_SERVE=(.*)"', block("[Service]")).group(1).split()
    done = subprocess.run([PROGRAM, *words, "--port", "x"], capture_output=True, text=True)
    assert "port 'x'" in done.stderr, done
