# SPDX-License-Identifier: MIT
"""Where the server listens: at the address of --bind and at no other, by what the kernel says of
its sockets."""
import os, re, socket, struct, subprocess

from client import PROGRAM, Server, end

LISTEN = 0x0A


def inodes(pid):
    found = set()
    for fd in os.listdir("/proc/%d/fd" % pid):
        try:
            found.update(re.findall(r"^socket:\[(\d+)\]$", os.readlink("/proc/%d/fd/%s" % (pid, fd))))
        except FileNotFoundError:
            pass
    return found


def address(text):
    """As /proc writes it: words of 32 bits in the machine's order."""
    words = [int(text[i:i + 8], 16) for i in range(0, len(text), 8)]
    return socket.inet_ntop(socket.AF_INET if len(words) == 1 else socket.AF_INET6, struct.pack("=%dI" % len(words), *words))


def bound(pid):
    """The addresses and ports on which a process listens."""
    own, found = inodes(pid), []
    for table in ("tcp", "tcp6"):
        with open("/proc/%d/net/%s" % (pid, table)) as f:
            for line in f.read().split("\n")[1:-1]:
                fields = line.split()
                if int(fields[3], 16) == LISTEN and fields[9] in own:
                    place, port = fields[1].split(":")
                    found.append((address(place), int(port, 16)))
    return found


def reaches(place, port):
    try:
        with socket.create_connection((place, port), 5) as s:
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return b" 200 OK" in s.recv(200)
    except ConnectionRefusedError:
        return False


def test_it_listens_on_the_given_address(server):
    assert bound(server.process.pid) == [("127.0.0.1", server.port)]
    for bind, url, reached in (
        ("127.0.0.1", "127.0.0.1", ["127.0.0.1"]), ("127.0.0.2", "127.0.0.2", ["127.0.0.2"]), ("::1", "[::1]", ["::1"]),
        ("0.0.0.0", "0.0.0.0", ["127.0.0.1", "127.0.0.2"]), ("::", "[::]", ["127.0.0.1", "127.0.0.2", "::1"]),
    ):
        if ":" in bind and not os.path.exists("/proc/net/if_inet6"):
            print("    skipped: no IPv6 for " + bind)
            continue
        with Server(more=["--bind", bind]) as s:
            assert "address=http://%s:%d " % (url, s.port) in s.read_log()
            assert bound(s.process.pid) == [(bind, s.port)], (bind, bound(s.process.pid))
            assert [a for a in ("127.0.0.1", "127.0.0.2", "::1") if reaches(a, s.port)] == reached, bind


def test_many_choose_a_port_at_once(server):
    """None of them gets an address that is in use, and each prints the one it took."""
    started = [subprocess.Popen([PROGRAM, "serve", "--port", "0", "--db", os.path.join(server.folder.name, "%d.db" % n)],
                                stderr=subprocess.PIPE, text=True) for n in range(12)]
    try:
        ports = [next(int(m.group(1)) for m in (re.search(r" event=ready address=http://127\.0\.0\.1:(\d+) ", line)
                                                for line in p.stderr) if m) for p in started]
        assert len(set(ports)) == 12 and 0 not in ports, ports
        assert all(bound(p.pid) == [("127.0.0.1", port)] for p, port in zip(started, ports))
        assert all(reaches("127.0.0.1", port) for port in ports)
    finally:
        for p in started:
            end(p)
            p.stderr.close()


def test_the_peer_is_known_on_every_kind_of_socket(_server):
    """An IPv4 client counts as such behind '::' too: its limit is its own."""
    if not os.path.exists("/proc/net/if_inet6"):
        return print("    skipped: no IPv6")
    with Server(limits=True, more=["--bind", "::"]) as s:
        body = b'{"game": "tiku"}'

        def create(place):
            with socket.create_connection((place, s.port), 20) as c:
                c.sendall(b"POST /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
                          b"Content-Length: %d\r\n\r\n" % len(body) + body)
                return int(c.recv(65536).split()[1])

        assert 429 in [create("127.0.0.1") for _ in range(40)]
        assert create("::1") == 201 and create("127.0.0.1") == 429
