# SPDX-License-Identifier: MIT
"""The same server on PostgreSQL, alone and as two processes on one database."""
import hashlib, os, re, signal, subprocess, time

import crash, games, people, sessions
from client import Closed, Server, wait_until
from cluster import with_cluster


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
        # A computer's turn is played once, whichever process the players are connected to.
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


def lines_are_withdrawn_everywhere(server, cluster):
    """A plan that one process has read is not played after it was withdrawn at another, with or
    without its NOTIFY."""
    with Server(server.database) as other:
        for missed in (False, True):
            made = server.create("tiku")
            game, seat = made["game"], server.sit(made["game"])
            a, b = server.socket(), other.socket()
            a.join(game, made["token"])
            assert a.ask(do="act", game=game, ply=0, action="a2a3")[1]["type"] == "done"
            assert a.ask(do="plan", game=game, ply=1, lines=["b5b4 b2b3"])[1]["type"] == "done"
            b.join(game, seat["token"])  # here it is read
            wait_until(lambda: b.join(game, seat["token"])["ply"] == 1)
            if missed:
                cluster.sql(server.database, "DELETE FROM plans WHERE game = '%s'" % game)
            else:
                assert a.ask(do="plan", game=game, ply=1, lines=[])[1]["type"] == "done"
                time.sleep(0.2)
            assert b.ask(do="act", game=game, ply=1, action="b5b4")[1]["type"] == "done"
            time.sleep(0.4)
            assert [e["text"] for e in b.join(game, seat["token"])["entries"]] == ["a2a3", "b5b4"]
            assert a.ask(do="act", game=game, ply=2, action="b2b3")[1]["type"] == "done"


def a_hung_database_does_not_hold_the_process(server, cluster):
    """Asked twice it ends at once, asked once after a while; what was sent is stored."""
    with Server(server.database) as other:
        made = server.create("tiku")
        seat = server.sit(made["game"])
        s = server.socket()
        s.join(made["game"], made["token"])
        everybody = [cluster.process.pid, *map(int, subprocess.run(
            ["pgrep", "-P", str(cluster.process.pid)], capture_output=True, text=True).stdout.split())]
        for pid in everybody:
            os.kill(pid, signal.SIGSTOP)
        try:
            s.send(do="act", game=made["game"], ply=0, action="a2a3")
            time.sleep(0.3)
            for process in (server.process, other.process):
                process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            assert server.process.poll() is None
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(5) == 1
            assert other.process.wait(40) in (0, 1)
        finally:
            for pid in everybody:
                os.kill(pid, signal.SIGCONT)
        server.start()
        assert server.socket().join(made["game"], seat["token"])["you"] == 1


def database_restarts(server, cluster):
    table = games.Table(server, "tiku")
    table.act()
    cluster.stop()
    answer = table.sockets[1].ask(do="act", game=table.id, ply=1, action=games.moves(table.now, {}, "tiku")[0])[1]
    assert answer["type"] == "refused" and answer["sentence"].startswith("this could not be stored"), answer
    shown = str(answer) + str(server.get("/api/accounts/nobody")[1])
    assert "/" not in shown and "socket" not in shown, shown  # the address of the database stays secret
    assert server.get("/healthz", raw=True)[0] == 503
    cluster.start()
    wait_until(lambda: server.get("/healthz", raw=True)[0] == 200)
    answer = table.sockets[1].ask(do="act", game=table.id, ply=1, action=games.moves(table.now, {}, "tiku")[0])[1]
    assert answer["type"] == "done", answer
    assert server.get("/api/games/" + table.id)[1]["number"] == 2


def lost_hints_lose_nothing(server, cluster):
    """No NOTIFY comes through: readers find what they missed by its number."""
    deaf = server.database + "&options=-csearch_path%3Dpublic,pg_catalog"
    cluster.sql(server.database, "CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''")
    server.close()
    with Server(deaf) as here, Server(deaf) as there:
        table = games.Table(here, "tiku")
        far = there.socket()
        assert far.join(table.id)["ply"] == 0
        took = []
        for ply in range(6):
            table.act()
            began = time.monotonic()
            far.expect("event", ply=ply + 1)
            took.append(time.monotonic() - began)
        print("    %.2f s without a hint" % sorted(took)[len(took) // 2])
        assert sorted(took)[len(took) // 2] < 2.5, took
        assert max(took) > 0.2, "there was a hint: the test is no test"
        # Notifications older than a minute are deleted, and a process that missed it reads
        # everything.
        count = int(cluster.sql(server.database, "SELECT count(*) FROM abax_news"))
        assert count > 6, count
        cluster.sql(server.database, "UPDATE abax_news SET at = now() - interval '2 minutes'")
        wait_until(lambda: int(cluster.sql(server.database, "SELECT count(*) FROM abax_news WHERE at < now() - interval '1 minute'")) == 0)
        # Notifications deleted before they were read leave a gap: the process reads everything.
        cluster.sql(server.database, "CREATE RULE gone AS ON INSERT TO abax_news WHERE new.number % 2 = 0 DO INSTEAD NOTHING")
        for ply in range(6, 10, 2):
            table.act()
            table.act()
            assert [far.expect("event")["ply"] for _ in range(2)] == [ply + 1, ply + 2]


def a_crash_charges_nobody(server, _cluster):
    games.test_a_crash_charges_no_clock(server)
    table = games.Table(server, "turris", clock="60")
    with Server(server.database) as other:  # another process goes on: so does the clock
        now = table.act()
        server.kill()
        time.sleep(0.5)
        server.start()
        after = server.get("/api/games/" + table.id)[1]
        assert not after.get("paused") and after["left"] != now["leftThen"], after
        assert other.get("/api/games/" + table.id)[1]["number"] == after["number"]


def nobody_loses_by_an_outage(server, cluster):
    """The time of the seat to act would be over long before the database is back: no player can
    act, so it stands still."""
    table = games.Table(server, "tiku", clock="10")
    now = table.act()
    cluster.stop()
    ply, action = now["ply"], games.moves(now, {}, "tiku")[0]
    assert table.request(1, do="act", ply=ply, action=action)["type"] == "refused"
    time.sleep(12)
    assert table.request(1, do="act", ply=ply, action=action)["type"] == "refused"
    cluster.start()
    wait_until(lambda: server.get("/healthz", raw=True)[0] == 200)
    after = table.request(1, do="act", ply=ply, action=action)
    assert after["type"] == "done", after
    # A reader that tried in vain just before rests for a moment before it connects again.
    state = wait_until(lambda: (lambda answer: answer[0] == 200 and answer[1])(server.get("/api/games/" + table.id)))
    assert state["phase"] == "playing" and state["ply"] == ply + 1, state
    assert [entry["kind"] for entry in state["entries"]].count("pause") == 1
    assert state["entries"][-1]["leftThen"][1] > 1500, state["entries"]


test_a_crash_charges_nobody = with_cluster(a_crash_charges_nobody)
test_nobody_loses_by_an_outage = with_cluster(nobody_loses_by_an_outage)
test_games_and_people = with_cluster(games_and_people)
test_killed_in_a_loop = with_cluster(killed_in_a_loop)
test_two_processes = with_cluster(two_processes)
test_lines_are_withdrawn_everywhere = with_cluster(lines_are_withdrawn_everywhere)
test_a_hung_database_does_not_hold_the_process = with_cluster(a_hung_database_does_not_hold_the_process)
test_database_restarts = with_cluster(database_restarts)
test_lost_hints_lose_nothing = with_cluster(lost_hints_lose_nothing)


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


test_sessions_end_everywhere = with_cluster(sessions_end_everywhere)


def whoever_changes_process_is_known(server, _cluster):
    """With a proxy the next connection may go to a process that was not notified yet."""
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


test_whoever_changes_process_is_known = with_cluster(whoever_changes_process_is_known)


def here(s, seat, expected):
    """Reads until a seat's player is shown as there, or not."""
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
        here(a, 1, True)  # notified
        here(b, 0, True)  # asked for
        assert server.get("/api/games/" + made["game"])[1]["seats"][1]["here"]
        a.close()
        here(b, 0, False)
        a = server.socket()
        a.join(made["game"], made["token"])
        here(b, 0, True)
        # A process that ends takes its people with it, and no others.
        server.stop()
        here(b, 0, False)
        server.start()
        again = other.socket()
        again.join(made["game"], made["token"])
        here(b, 0, True)


def a_crashed_process_leaves_nobody_behind(server, _cluster):
    with Server(server.database) as other:
        made = server.create("tiku")
        seat = other.sit(made["game"])
        a, b = server.socket(), other.socket()
        a.join(made["game"], made["token"])
        b.join(made["game"], seat["token"])
        here(b, 0, True)
        time.sleep(4)  # longer than a heartbeat: players who are there stay there
        assert other.get("/api/games/" + made["game"])[1]["seats"][0]["here"]
        server.kill()
        began = time.monotonic()
        here(b, 0, False)
        took = time.monotonic() - began
        print("    %.1f s after a kill" % took)
        assert took < 15
        server.start()
        a = server.socket()
        a.join(made["game"], made["token"])
        here(b, 0, True)


def the_games_of_the_dead_go_on(server, cluster):
    """Games that only the process that died had in memory, and that no client joins: clocks stop,
    computers act, deals go on without shares."""
    with Server(server.database) as other:
        def stored(game, what):
            return cluster.sql(server.database, what % game)

        kinds = "SELECT string_agg(kind, ' ' ORDER BY number) FROM entries WHERE game = '%s'"
        phase = "SELECT phase FROM games WHERE id = '%s'"
        dealt = server.create("masker", clock="600", promise=hashlib.sha256(b"a").hexdigest())["game"]
        server.sit(dealt, promise=hashlib.sha256(b"b").hexdigest())
        timed = games.Table(server, "tiku", clock="12")
        timed.act()
        thinking = server.create("tiku", seats=["level:10", "me"])["game"]
        server.kill()
        assert (stored(dealt, phase), stored(timed.id, kinds), stored(thinking, kinds)) == ("0", "act", ""), "it was too slow to die"
        assert "\nabax_games_live 0\n" in other.get("/metrics", raw=True)[1].decode(), "they are in memory: the test is no test"
        began = time.monotonic()
        wait_until(lambda: "event=awake games=3 " in other.read_log(), other.read_log)
        print("    %.1f s until another process takes them over" % (time.monotonic() - began))
        assert time.monotonic() - began < 15
        wait_until(lambda: stored(timed.id, kinds) == "act pause", lambda: stored(timed.id, kinds))  # no player could act since it died
        wait_until(lambda: stored(dealt, phase) == "1")
        paused = other.get("/api/games/" + timed.id)[1]
        assert paused["phase"] == "playing" and paused["left"][1] > 8000, paused
        wait_until(lambda: stored(thinking, kinds) == "act")
        server.start()


def one_that_died_unheard(server, cluster):
    """The other process has just started, and may not know that the dying one existed."""
    with Server(server.database) as other:
        game = server.create("tiku", seats=["level:10", "me"])["game"]
        server.kill()
        wait_until(lambda: cluster.sql(server.database, "SELECT count(*) FROM entries WHERE game = '%s'" % game) == "1", other.read_log)
        server.start()


def one_that_died_unheard_charges_nobody(server, cluster):
    """A process dies before the other saw its first heartbeat. The clock of its player stops as of
    the other's start."""
    timed = games.Table(server, "tiku", clock="12")
    timed.act()
    os.kill(server.process.pid, signal.SIGSTOP)
    with Server(server.database) as other:
        server.kill()
        kinds = "SELECT string_agg(kind, ' ' ORDER BY number) FROM entries WHERE game = '%s'" % timed.id
        wait_until(lambda: cluster.sql(server.database, kinds) != "act", other.read_log)
        assert cluster.sql(server.database, kinds) == "act pause"
        shown = other.get("/api/games/" + timed.id)[1]
        assert shown["phase"] == "playing" and shown["left"][1] > 8000, shown
        server.start()


def games_are_where_their_people_are(server, cluster):
    """A process lets go of a game that has its people at another one, and takes it back when that
    one dies."""
    with Server(server.database) as other:
        def held(process):
            return int(re.search(r"^abax_games_live (\d+)$", process.get("/metrics", raw=True)[1].decode(), re.M)[1])

        table = games.Table(server, "tiku", clock="600")
        table.act()
        watcher = other.socket()
        watcher.join(table.id)
        assert (held(server), held(other)) == (1, 1)
        watcher.close()
        time.sleep(11)  # it looks once more for processes that died unnoticed
        wait_until(lambda: held(other) == 0)
        table.act()  # notified, and not loaded again
        time.sleep(1)
        assert (held(server), held(other)) == (1, 0)
        server.kill()
        wait_until(lambda: held(other) == 1, other.read_log)
        server.start()


def addresses_have_one_share(server, cluster):
    """What an address has used at one process, it has used at all of them."""
    where = cluster.database()
    with Server(where, limits=True) as one, Server(where, limits=True) as two:
        def status(process):
            return process.post("/api/sessions", {"name": "nobody", "password": "some password"})[0]

        tries = 0
        while status(one) != 429:
            tries += 1
        assert 8 <= tries <= 12, tries
        more = []

        def is_known():
            more.append(status(two))
            return more[-1] == 429

        wait_until(is_known)
        assert len(more) <= 5, "it had a second share: %s" % more
        # Connections too; those that one has, the other counts.
        sockets = []
        try:
            while True:
                sockets.append(one.socket())
        except Closed:
            pass
        assert 50 <= len(sockets) <= 70

        def is_full():
            try:
                two.socket().close()
            except Closed:
                return True

        wait_until(is_full)
        [s.close() for s in sockets]
        wait_until(lambda: not is_full())


test_who_is_where = with_cluster(who_is_where)
test_the_games_of_the_dead_go_on = with_cluster(the_games_of_the_dead_go_on)
test_one_that_died_unheard = with_cluster(one_that_died_unheard)
test_one_that_died_unheard_charges_nobody = with_cluster(one_that_died_unheard_charges_nobody)
test_games_are_where_their_people_are = with_cluster(games_are_where_their_people_are)
test_a_crashed_process_leaves_nobody_behind = with_cluster(a_crashed_process_leaves_nobody_behind)
test_addresses_have_one_share = with_cluster(addresses_have_one_share)


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


test_a_dump_is_restored = with_cluster(a_dump_is_restored)
