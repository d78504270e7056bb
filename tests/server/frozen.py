# SPDX-License-Identifier: MIT
"""A process that stands still for a while, as in a paused virtual machine: no player's clock is
charged for it, and nothing is shown before the process knows what others did meanwhile. SIGSTOP
does this to the real server."""
import contextlib, os, signal, threading, time

import games
from client import Server, wait_until
from cluster import with_cluster
from slow import Lock


@contextlib.contextmanager
def frozen(server, at_least=0):
    """The server stands still inside, for at least this many seconds."""
    pid, began = server.process.pid, time.monotonic()
    os.kill(pid, signal.SIGSTOP)
    try:
        wait_until(lambda: open("/proc/%d/stat" % pid).read().rpartition(")")[2].split()[0] == "T")
        yield
        time.sleep(max(0, began + at_least - time.monotonic()))
    finally:
        os.kill(pid, signal.SIGCONT)


class Pair:
    """Two people at a game with a clock, each at a process of their own or both at one; the first
    has acted."""

    def __init__(self, first, second, clock):
        made = first.create("tiku", clock=clock)
        self.id, self.tokens = made["game"], [made["token"], second.sit(made["game"])["token"]]
        self.servers, self.clock = [first, second], int(clock) * 1000
        self.sockets = [first.socket(), second.socket()]
        now = wait_until(lambda: self.begun(0))
        wait_until(lambda: self.begun(1))
        wait_until(lambda: all(self.everybody_is_seen(server) for server in self.servers))  # notifications need a moment
        self.sockets[0].send(do="act", game=self.id, ply=0, action=games.moves(now, {}, "tiku")[0])
        self.now = [s.expect("event", ply=1) for s in self.sockets][1]
        self.answer = games.moves(self.now, {}, "tiku")[0]  # asked for now, so that it costs no time later

    def everybody_is_seen(self, server):
        return all(seat["here"] for seat in server.get("/api/games/" + self.id)[1]["seats"])

    def begun(self, seat):
        state = self.sockets[seat].join(self.id, self.tokens[seat])
        return state["phase"] == "playing" and state

    def act(self):
        """The second player sends the action; the test does not wait for the answer."""
        self.sockets[1].send(do="act", game=self.id, ply=1, action=self.answer, ref=99)

    def acted(self):
        """The result of the action, and what the player was charged."""
        answer = self.sockets[1].read()
        while answer.get("ref") != 99:
            answer = self.sockets[1].read()
        assert answer["type"] == "done", (answer, self.entries())
        act = [e for e in self.entries() if e["kind"] == "act"][1]
        return self.clock - act["leftThen"][1]

    def entries(self, server=None):
        return (server or self.servers[1]).get("/api/games/" + self.id)[1]["entries"]

    def kinds(self, server=None):
        return [e["kind"] for e in self.entries(server)]


def test_actions_during_a_standstill_are_not_late(server):
    pair = Pair(server, server, "6")
    with frozen(server, 9):
        time.sleep(0.2)
        pair.act()
    charged = pair.acted()
    assert charged < 3000, charged
    assert "event=stood-still" in server.read_log()


def test_no_clock_runs_while_the_server_stands_still(server):
    pair = Pair(server, server, "60")
    began = time.monotonic()
    with frozen(server, 6):
        stopped = time.monotonic()
    woke = time.monotonic()
    wait_until(lambda: pair.kinds(server)[-2:] == ["pause", "resume"])  # they are there: the clock goes on
    pair.act()
    charged, ran = pair.acted(), 1000 * (stopped - began + time.monotonic() - woke)
    assert charged < ran + 2000, (charged, ran)


def test_a_turn_that_is_a_little_late_stops_no_clock(server):
    pair = Pair(server, server, "60")
    with frozen(server):
        pass
    pair.act()
    pair.acted()
    assert "pause" not in pair.kinds(server) or "event=stood-still" in server.read_log()


def the_flag_waits_for_the_player_of_a_process_that_stands_still(server, _cluster):
    """The opponent's process is well, and knows that the one to act is at the other."""
    with Server(server.database) as other:
        pair = Pair(server, other, "4")
        with frozen(other, 7):  # less than its silence is noticed
            pair.act()
        charged = pair.acted()
        assert charged < 3000, charged
        assert "time" not in pair.kinds(server)


def a_process_that_falls_silent_costs_its_players_nothing(server, _cluster):
    """It stands still for so long that the others take over its games: they stop the clocks, and it
    comes back to them."""
    with Server(server.database) as other:
        both, shared = Pair(other, other, "8"), Pair(server, other, "8")
        with frozen(other):
            wait_until(lambda: both.kinds(server)[-1] == shared.kinds(server)[-1] == "pause",
                       lambda: (both.kinds(server), shared.kinds(server)))
        for pair in (both, shared):
            wait_until(lambda: pair.kinds(other)[-1] == "resume")
            pair.act()
            charged = pair.acted()
            assert charged < 3500, charged  # the last sign of life is up to three seconds old
            assert "time" not in pair.kinds(server)


def what_others_did_is_known_on_waking(server, cluster):
    """A request sent while it stood still is not answered with a game that has gone on
    elsewhere."""
    with Server(server.database) as other:
        pair = Pair(server, server, "600")
        watcher = other.socket()
        assert watcher.join(pair.id)["number"] == 1
        answers = []
        with frozen(other, 4):
            pair.act()
            pair.acted()
            asks = [threading.Thread(target=lambda: answers.append(other.get("/api/games/" + pair.id)[1]["number"]))
                    for _ in range(8)]
            [a.start() for a in asks]
            time.sleep(0.3)  # they have asked
        [a.join() for a in asks]
        assert answers == [2] * 8, answers
        assert watcher.expect("event", number=2)["ply"] == 2


def a_write_under_way_is_no_outage(server, cluster):
    """It took as long as the process stood still, but the database is well: an action that comes
    then is not refused."""
    pair = Pair(server, server, "60")
    lock = Lock(cluster, server.database, "games")
    create = threading.Thread(target=lambda: server.post("/api/games", {"game": "tiku"}))
    create.start()
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO games%'"
    wait_until(lambda: cluster.sql(server.database, waiting) == "1")
    with frozen(server, 4):
        lock.release()
        pair.act()
    create.join()
    charged = pair.acted()
    assert charged < 3000, charged


def news_that_are_gone_are_missed(server, cluster):
    """The process that sent them is dead and they were deleted: a new process's first ones are not
    there."""
    with Server(server.database) as second:
        pair = Pair(server, second, "600")
        os.kill(server.process.pid, signal.SIGSTOP)
        second.stop()
        with Server(second.database) as third:
            with frozen(server, 3):
                pair.servers[1], pair.sockets[1] = third, third.socket()
                assert pair.begun(1)
                pair.act()
                pair.acted()
                cluster.sql(server.database, "DELETE FROM abax_news")  # as when a minute has gone by
            assert pair.kinds(server).count("act") == 2, pair.kinds(server)
            pair.sockets[0].expect("event", ply=2)
        second.start()


test_the_flag_waits_for_the_player_of_a_process_that_stands_still = with_cluster(the_flag_waits_for_the_player_of_a_process_that_stands_still)
test_a_process_that_falls_silent_costs_its_players_nothing = with_cluster(a_process_that_falls_silent_costs_its_players_nothing)
test_what_others_did_is_known_on_waking = with_cluster(what_others_did_is_known_on_waking)
test_a_write_under_way_is_no_outage = with_cluster(a_write_under_way_is_no_outage)
test_news_that_are_gone_are_missed = with_cluster(news_that_are_gone_are_missed)
