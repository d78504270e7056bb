# SPDX-License-Identifier: MIT
"""The same server on PostgreSQL, alone and as two processes on one database."""
import re, signal, time

import crash, games, people, sessions
from client import Server, wait_until
from cluster import Cluster


def with_server(test):
    def run(_server):
        cluster = Cluster()
        try:
            with Server(cluster.database()) as server:
                test(server, cluster)
        finally:
            cluster.close()

    return run


def games_and_people(server, _cluster):
    for test in (games.test_every_game_to_its_end, games.test_reconnecting_resumes_from_a_number,
                 games.test_races_have_one_winner, games.test_resigning_and_rematch, games.test_restart_keeps_everything,
                 people.test_rated_games_move_ratings, people.test_bots_have_tokens):
        test(server)


def killed_in_a_loop(server, _cluster):
    crash.storm(server, 3, 6)


def two_processes(server, _cluster):
    with Server(server.database) as other:
        made = server.create("tiku", clock="600")
        seat = other.sit(made["game"])
        a, b = server.socket(), other.socket()
        now = a.join(made["game"], made["token"])
        assert b.join(made["game"], seat["token"])["you"] == 1
        while now["phase"] != "playing":
            now = a.expect("seats")
        now = a.join(made["game"], made["token"])
        sockets, took = [a, b], []
        for ply in range(12):
            action = games.moves(now, {}, "tiku")[ply % 5]
            sockets[ply % 2].send(do="act", game=made["game"], ply=ply, action=action)
            began = time.monotonic()
            heard = [s.expect("event", ply=ply + 1) for s in sockets]
            took.append(time.monotonic() - began)
            assert heard[0]["position"] == heard[1]["position"] and heard[0]["number"] == heard[1]["number"]
            now = heard[0]
        assert sorted(took)[len(took) // 2] < 1, took  # single ones wait on a busy machine
        # A race between the processes has one winner.
        for _ in range(10):
            seat_now = now["toAct"]
            token = (made["token"], seat["token"])[seat_now]
            twins = [server.socket(), other.socket()]
            [t.join(made["game"], token) for t in twins]
            choice = games.moves(now, {}, "tiku")
            for t, action in zip(twins, (choice[0], choice[-1])):
                t.send(do="act", game=made["game"], ply=now["ply"], action=action, ref=99)
            answers = []
            for t in twins:
                while True:
                    m = t.read()
                    if m.get("ref") == 99:
                        answers.append(m["type"])
                        break
            assert sorted(answers) == ["done", "refused"], answers
            now = server.get("/api/games/" + made["game"])[1]
            wait_until(lambda: other.get("/api/games/" + made["game"])[1]["number"] == now["number"])
            assert other.get("/api/games/" + made["game"])[1]["position"] == now["position"]
        # A computer's turn is played once, whoever is connected where.
        made = server.create("tiku", seats=["me", "random"])
        a, b = server.socket(), other.socket()
        now = a.join(made["game"], made["token"])
        b.join(made["game"])
        a.send(do="act", game=made["game"], ply=0, action=games.moves(now, {}, "tiku")[0])
        assert [s.expect("event", ply=2)["seat"] for s in (a, b)] == [1, 1]
        # One process ends: the other goes on with its games.
        server.stop()
        c = other.socket()
        now = c.join(made["game"], made["token"])
        answer = c.ask(do="act", game=made["game"], ply=now["ply"], action=games.moves(now, {}, "tiku")[0])[1]
        assert answer["type"] == "done", answer
        server.start()


def database_restarts(server, cluster):
    table = games.Table(server, "tiku")
    table.act()
    cluster.stop()
    answer = table.sockets[1].ask(do="act", game=table.id, ply=1, action=games.moves(table.now, {}, "tiku")[0])[1]
    assert answer["type"] == "refused" and answer["sentence"].startswith("this could not be stored"), answer
    told = str(answer) + str(server.get("/api/accounts/nobody")[1])
    assert "/" not in told and "socket" not in told, told  # where the database is concerns nobody
    assert server.get("/healthz", raw=True)[0] == 503
    cluster.start()
    wait_until(lambda: server.get("/healthz", raw=True)[0] == 200)
    answer = table.sockets[1].ask(do="act", game=table.id, ply=1, action=games.moves(table.now, {}, "tiku")[0])[1]
    assert answer["type"] == "done", answer
    assert server.get("/api/games/" + table.id)[1]["number"] == 2


def a_crash_charges_nobody(server, _cluster):
    games.test_crash_charges_nobody(server)
    table = games.Table(server, "turris", clock="5")
    with Server(server.database) as other:  # somebody goes on: so does the clock
        now = table.act()
        server.kill()
        time.sleep(0.5)
        server.start()
        after = server.get("/api/games/" + table.id)[1]
        assert not after.get("paused") and after["left"] != now["leftThen"], after
        assert other.get("/api/games/" + table.id)[1]["number"] == after["number"]


def nobody_loses_by_an_outage(server, cluster):
    """The time of the seat to act would be over long before the database is back: nobody can act, so it stands still."""
    table = games.Table(server, "tiku", clock="4")
    now = table.act()
    cluster.stop()
    ply, action = now["ply"], games.moves(now, {}, "tiku")[0]
    assert table.wish(1, do="act", ply=ply, action=action)["type"] == "refused"
    time.sleep(6)
    assert table.wish(1, do="act", ply=ply, action=action)["type"] == "refused"
    cluster.start()
    wait_until(lambda: server.get("/healthz", raw=True)[0] == 200)
    after = table.wish(1, do="act", ply=ply, action=action)
    assert after["type"] == "done", after
    state = server.get("/api/games/" + table.id)[1]
    assert state["phase"] == "playing" and state["ply"] == ply + 1, state
    assert [entry["kind"] for entry in state["entries"]].count("pause") == 1
    assert state["entries"][-1]["leftThen"][1] > 1500, state["entries"]


test_a_crash_charges_nobody = with_server(a_crash_charges_nobody)
test_nobody_loses_by_an_outage = with_server(nobody_loses_by_an_outage)
test_games_and_people = with_server(games_and_people)
test_killed_in_a_loop = with_server(killed_in_a_loop)
test_two_processes = with_server(two_processes)
test_database_restarts = with_server(database_restarts)


def sessions_end_everywhere(server, _cluster):
    with Server(server.database) as other:
        token = people.register(server, "anna")
        second = sessions.login(server, "anna")
        made = server.create("tiku", token=token)
        socket = other.socket()
        assert socket.join(made["game"], second)["you"] == 0
        assert server.post("/api/sessions/end-all", token=token)[0] == 200
        assert sessions.is_closed(socket, "session over")  # on the other process
        assert other.get("/api/me", token=second)[0] == 401
        # A bot is ready on one process and in the list of both.
        owner = people.register(other, "owner")
        robot = server.post("/api/bots", {"name": "robot"}, token=owner)[1]["token"]
        bot = other.socket()
        assert bot.ask(do="ready", token=robot, games=["tiku"])[1]["type"] == "done"
        for s in (server, other):
            sessions.wait_for_bots(s, [{"name": "robot", "games": ["tiku"]}])
        bot.close()
        sessions.wait_for_bots(server, [])


test_sessions_end_everywhere = with_server(sessions_end_everywhere)


def whoever_changes_process_is_known(server, _cluster):
    """Behind a proxy the next connection may go to a process that has not heard yet."""
    with Server(server.database) as other:
        for _ in range(15):
            made = server.create("tiku")
            watcher, player = server.socket(), other.socket()
            watcher.join(made["game"])  # it is in memory there
            seat = other.sit(made["game"])
            assert server.socket().join(made["game"], seat["token"])["you"] == 1
            now = player.join(made["game"], made["token"])
            done = player.ask(do="act", game=made["game"], ply=0, action=games.moves(now, {}, "tiku")[0])[1]
            assert server.socket().join(made["game"], seat["token"], since=done["number"])["number"] == done["number"]


test_whoever_changes_process_is_known = with_server(whoever_changes_process_is_known)


def here(s, seat, expected):
    """Reads until a seat's player is told to be there, or not."""
    while s.expect("seats")["seats"][seat]["here"] != expected:
        pass


def who_is_where(server, _cluster):
    """The link of an opponent is seen across processes."""
    with Server(server.database) as other:
        made = server.create("tiku")
        seat = other.sit(made["game"])
        a, b = server.socket(), other.socket()
        a.join(made["game"], made["token"])
        assert not b.join(made["game"], seat["token"])["seats"][0]["here"]
        here(a, 1, True)  # told
        here(b, 0, True)  # asked for
        assert server.get("/api/games/" + made["game"])[1]["seats"][1]["here"]
        a.close()
        here(b, 0, False)
        a = server.socket()
        a.join(made["game"], made["token"])
        here(b, 0, True)
        # A process that ends takes its people with it, and nobody else's.
        server.stop()
        here(b, 0, False)
        server.start()
        again = other.socket()
        again.join(made["game"], made["token"])
        here(b, 0, True)


test_who_is_where = with_server(who_is_where)


def a_dump_is_restored(server, cluster):
    token = people.register(server, "keeper")
    table = games.Table(server, "tiku", clock="600")
    for _ in range(3):
        table.act()
    dump = cluster.folder + "/dump"
    where = re.match(r"postgres:///(\w+)\?", server.database).group(1)
    cluster._run("pg_dump", "-h", cluster.folder, "-U", "abax", "-Fc", "-f", dump, where)
    second = cluster.database()
    cluster._run("pg_restore", "-h", cluster.folder, "-U", "abax", "-d", re.match(r"postgres:///(\w+)\?", second).group(1),
                 dump)
    with Server(second) as other:
        assert other.get("/api/me", token=token)[1]["name"] == "keeper"
        s = other.socket()
        now = s.join(table.id, table.tokens[1])
        assert now["number"] >= 3 and now["ply"] == 3
        assert s.ask(do="act", game=table.id, ply=3, action=games.moves(now, {}, "tiku")[0])[1]["type"] == "done"


test_a_dump_is_restored = with_server(a_dump_is_restored)
