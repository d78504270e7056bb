# SPDX-License-Identifier: MIT
"""A slow database delays only requests that need it: locked tables, and one that does not answer at
all."""
import os, re, signal, sqlite3, subprocess, threading, time

import games
from client import Server, wait_until
from cluster import with_cluster

SOON = 0.1  # seconds for requests that need no database; the median, since the machine has much else to do
BUSY = 4  # an action may take this many times as long as before, if that is more: it waits for the disk
HELD = 5


class Lock:
    """Holds tables of a database so that no other connection can read them."""

    def __init__(self, cluster, database, tables):
        self.psql = subprocess.Popen(cluster._words("psql", "-q", "-X", "-A", "-t", database), user=cluster.user, cwd=cluster.folder,
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.psql.stdin.write("BEGIN; LOCK TABLE %s IN ACCESS EXCLUSIVE MODE; SELECT 'held';\n" % tables)
        self.psql.stdin.flush()
        assert self.psql.stdout.readline().strip() == "held"

    def release(self):
        self.psql.stdin.close()
        self.psql.wait(30)


def median(times):
    return sorted(times)[len(times) // 2]


def timed(do):
    began = time.monotonic()
    do()
    return time.monotonic() - began


def who_asks_nothing_waits_for_nothing(server, act=None, health=200, usual=0):
    """Pings, the page, /healthz and moves while the database hangs."""
    s = server.socket()
    pings, pages, healths, acts = [], [], [], []
    for _ in range(15):
        pings.append(timed(lambda: s.ask(do="ping")))
        pages.append(timed(lambda: server.get("/", raw=True)))
        healths.append(timed(lambda: server.get("/healthz", raw=True)))
        if act:
            acts.append(timed(act))
    s.close()
    found = {"ping": median(pings), "page": median(pages), "health": median(healths)}
    print("    " + ", ".join("%s %.0f ms" % (what, 1000 * took) for what, took in {**found, "act": median(acts or [0])}.items()))
    assert all(took < SOON for took in found.values()), found
    assert not acts or median(acts) < max(SOON, BUSY * usual), (acts, usual)
    assert max(pings + pages + healths + acts) < HELD / 2, "a request waited for the database"
    if health:
        assert server.get("/healthz", raw=True)[0] == health


def player(server):
    """A game in memory, and a function that acts in it."""
    made = server.create("tiku", seats=["me", "open"], lots=False)
    seat = server.sit(made["game"])
    sockets = [server.socket(), server.socket()]
    now = [sockets[0].join(made["game"], made["token"])]
    sockets[1].join(made["game"], seat["token"])

    def act():
        ply = now[0]["ply"]
        sockets[ply % 2].send(do="act", game=made["game"], ply=ply, action=games.moves(now[0], {}, "tiku")[ply % 5])
        now[0] = [s.expect("event", ply=ply + 1) for s in sockets][0]

    act()
    return act


def in_background(ask):
    took = []
    thread = threading.Thread(target=lambda: took.append(timed(ask)), daemon=True)
    thread.start()
    return thread, took


def while_held(server, cluster, tables, asks, act):
    """Requests what is locked, in threads, and checks that others are served meanwhile; then all
    are answered."""
    usual = median([timed(act) for _ in range(5)]) if act else 0
    lock = Lock(cluster, server.database, tables)
    try:
        waiting = [in_background(ask) for ask in asks]
        time.sleep(0.3)
        who_asks_nothing_waits_for_nothing(server, act, usual=usual)
        assert all(thread.is_alive() for thread, _ in waiting), "nothing was held: the test is no test"
    finally:
        lock.release()
    for thread, _ in waiting:
        thread.join(30)
        assert not thread.is_alive()


def sessions_are_locked(server, cluster):
    who = server.post("/api/accounts", {"name": "ada", "password": "correct horse battery"})[1]
    game = server.create("tiku", token=who["token"], seats=["me", "open"])["game"]
    act = player(server)
    server.stop()
    server.start()  # the game is not in memory any more
    act = player(server)

    def join():
        s = server.socket()
        s.join(game, who["token"])

    while_held(server, cluster, "sessions", [lambda: server.get("/api/me", token=who["token"]), join,
                                             lambda: server.post("/api/turns", {}, token=who["token"])], act)


def plans_and_lists_are_locked(server, cluster):
    loaded, later = server.create("tiku")["game"], server.create("tiku")["game"]
    server.post("/api/accounts", {"name": "ada", "password": "correct horse battery"})
    server.stop()
    server.start()
    act = player(server)

    def lobby():
        s = server.socket()
        s.ask(do="lobby", on=True)

    while_held(server, cluster, "plans, rating_history", [
        lambda: server.get("/api/accounts/ada"), lambda: server.get("/api/games/" + loaded),
        lambda: server.socket().join(loaded)], act)
    while_held(server, cluster, "games", [lambda: server.get("/api/games"), lobby, lambda: server.socket().join(later)], None)


def what_is_said_behind_a_join_waits_its_turn(server, cluster):
    """A join that waits for its game, and an action in the same packet: done in order, as soon as
    the game is there."""
    made = server.create("tiku", lots=False)
    seat = server.sit(made["game"])
    start = server.get("/api/games/" + made["game"])[1]
    action = games.moves(start, {}, "tiku")[0]
    server.stop()
    server.start()
    lock = Lock(cluster, server.database, "plans")
    s = server.socket()
    s.send(do="join", game=made["game"], token=made["token"], ref=1)
    s.send(do="act", game=made["game"], ply=0, action=action, ref=2)
    for i in range(40):
        s.send(do="lobby", on=False, ref=100 + i)
    s.send(do="ping", ref=3)
    answers = []
    while not answers or answers[-1].get("ref") != 3:  # which waits for nothing, and comes after the refusals of what was too much
        answers.append(s.read())
    assert all(m["type"] in ("refused", "pong") for m in answers), answers
    assert len(answers) > 20 and "wait for the answer" in answers[0]["sentence"]
    gone = server.socket()
    gone.send(do="join", game=made["game"], token=seat["token"])
    gone.close()  # no client is there when it comes
    lock.release()
    heard = []
    while not heard or heard[-1].get("ref") != 2:
        heard.append(s.read())
    kinds = [(m["type"], m.get("ref")) for m in heard if m["type"] not in ("seats", "lobby")]
    assert kinds == [("state", None), ("done", 1), ("event", None), ("done", 2)], kinds


def stop_all(cluster):
    """All processes of the database stand still; the list of them."""
    pids = [cluster.process.pid] + [int(p) for p in subprocess.run(
        ["pgrep", "-P", str(cluster.process.pid)], capture_output=True, text=True).stdout.split()]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    return pids


def nobody_loses_by_a_database_that_stops(server, cluster):
    """The database neither stores nor fails, for longer than the seat to act has: no player can
    act, so no time runs."""
    table = games.Table(server, "tiku", clock="10")
    now = table.act()
    pids = stop_all(cluster)
    try:
        time.sleep(14)
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
    wait_until(lambda: server.get("/healthz", raw=True)[0] == 200)
    after = table.request(1, do="act", ply=now["ply"], action=games.moves(now, {}, "tiku")[0])
    assert after["type"] == "done", after
    state = server.get("/api/games/" + table.id)[1]
    assert state["phase"] == "playing" and [e["kind"] for e in state["entries"]].count("pause") == 1, state
    assert state["entries"][-1]["leftThen"][1] > 4000, state["entries"]


def a_database_that_stops(server, cluster):
    """All of it hangs: clients that ask get no answer, and no others notice."""
    act = player(server)
    s = server.socket()
    pids = stop_all(cluster)
    try:
        thread, _ = in_background(lambda: server.get("/api/games"))
        time.sleep(0.3)
        who_asks_nothing_waits_for_nothing(server, health=None)
        wait_until(lambda: server.get("/healthz", raw=True)[0] == 503)  # which is known without a query
        who_asks_nothing_waits_for_nothing(server, health=503)
        assert thread.is_alive(), "nothing was held: the test is no test"
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
    thread.join(30)
    wait_until(lambda: server.get("/healthz", raw=True)[0] == 200)
    act()
    s.close()


def test_many_stored_games_start_at_once(server):
    """100,000 games, of which 2,000 run: no client waits for them to be read, and all that run are
    woken up."""
    table = games.Table(server, "tiku", clock="600")
    for _ in range(4):
        table.act()
    server.stop()
    db = sqlite3.connect(server.database)

    def multiply(of, key, **other):
        names = [row[1] for row in db.execute("PRAGMA table_info(%s)" % of)]
        values = ["printf('%011x', n + 65536)" if n == key else other.get(n, '"%s"' % n) for n in names]
        db.execute("WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 100000)"
                   " INSERT INTO %s (%s) SELECT %s FROM %s, more WHERE %s = ?"
                   % (of, ", ".join('"%s"' % n for n in names), ", ".join(values), of, key), (table.id,))

    multiply("games", "id", phase="CASE WHEN n <= 2000 THEN 1 ELSE 2 END", **({"code": "NULL"}))
    multiply("seats", "game")
    multiply("entries", "game")
    db.commit()
    db.close()
    took = []  # the quickest of some: the machine may be busy
    while len(took) < 5 and (not took or min(took) >= 2):
        if took:
            server.stop()
        began = time.monotonic()
        server.start()
        assert server.get("/healthz", raw=True)[0] == 200
        took.append(time.monotonic() - began)
    print("    ready after %.2f s" % min(took))
    assert min(took) < 2, took
    s = server.socket()
    pings = [timed(lambda: s.ask(do="ping")) for _ in range(20)]
    assert median(pings) < SOON, pings
    wait_until(lambda: re.search(r"event=awake games=2001\b", server.read_log()), server.read_log)


test_sessions_are_locked = with_cluster(sessions_are_locked)
test_plans_and_lists_are_locked = with_cluster(plans_and_lists_are_locked)
test_what_is_said_behind_a_join_waits_its_turn = with_cluster(what_is_said_behind_a_join_waits_its_turn)
test_nobody_loses_by_a_database_that_stops = with_cluster(nobody_loses_by_a_database_that_stops)
test_a_database_that_stops = with_cluster(a_database_that_stops)
