# SPDX-License-Identifier: MIT
"""Tournaments from beginning to end: every kind, kills in the middle of pairing, two processes,
guests, withdrawals, export."""
import csv, io, random, sqlite3, time

from client import Server, end
from cluster import Cluster
from tournamentclient import Crowd, await_end, bots, check_rounds, check_standings, create, finish, people, planned, post_to, show, wait_until
from people import register
from tools import admin, bot


def check_database(path, tournament, now):
    """Every game of the database is one of a pair, and the other way round; numbers have no gap."""
    with sqlite3.connect(path) as db:
        games = {row[0] for row in db.execute("SELECT id FROM games")}
        notes = list(db.execute("SELECT number, kind, text FROM notes WHERE thing = ? ORDER BY number", (tournament,)))
    assert games == {p["game"] for p in now["pairs"] if p["game"]}
    assert [n for n, _, _ in notes] == list(range(len(notes)))
    results = [text.split()[0] for _, kind, text in notes if kind == "result"]
    assert len(results) == len(set(results)) == len(games)


def test_swiss_of_bots_with_kills(server):
    """kill -9 again and again, above all when a round has just ended; nothing is duplicated,
    nothing lost."""
    rng = random.Random(7)
    host, tokens = bots(server, 9)
    tournament = create(server, host, form="swiss", rounds=8)
    for token in tokens.values():
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", host)
    crowd = Crowd(server, tournament, tokens)
    crowd.start()
    kills = 0
    while kills < 40:
        # The last open game of a round: a moment later the next one is paired.
        last = crowd.last
        left = sum(p["result"] == "" for p in last["pairs"]) if last else 9
        if last and last["phase"] == "over":
            break
        time.sleep(rng.uniform(0, 0.03) if left <= 1 else rng.uniform(0.02, 0.25))
        server.kill()
        server.start()
        kills += 1
    now = await_end(server, tournament, crowd)
    assert kills >= 10, kills
    assert now["round"] == now["rounds"] == 8
    check_rounds(now, range(9))
    check_standings(now)
    names = {s["player"]: s["name"] for s in now["standings"]}
    for pair in now["pairs"]:
        if pair["second"] >= 0:
            assert pair["result"] == planned(names[pair["first"]], names[pair["second"]]) and not pair["forfeit"], pair
    check_database(server.database, tournament, now)
    seats = {p: 0 for p in range(9)}
    for pair in now["pairs"]:
        if pair["second"] >= 0:
            seats[pair["first"]] += 1
            seats[pair["second"]] -= 1
    assert all(abs(n) <= 2 for n in seats.values()), seats


def test_abax_bot_plays_it(server):
    """`abax bot` with real engines, whole games; the server is killed in between."""
    host, tokens = bots(server, 4)
    tournament = create(server, host, form="swiss", rounds=2)
    for token in tokens.values():
        post_to(server, tournament, "join", token)
    programs = [bot(server, token) for token in tokens.values()]
    try:
        post_to(server, tournament, "begin", host)
        wait_until(lambda: any(p["result"] for p in show(server, tournament)["pairs"]))
        server.kill()
        server.start()
        now = wait_until(lambda: (lambda n: n["phase"] == "over" and n)(show(server, tournament)))
    finally:
        for program in programs:
            end(program)
    check_rounds(now, range(4))
    check_standings(now)
    assert not any(p["forfeit"] for p in now["pairs"])
    check_database(server.database, tournament, now)


def test_round_robin(server):
    tokens = people(server, 5)
    host = tokens["player0"]
    tournament = create(server, host, form="robin")
    for token in tokens.values():
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", host)
    crowd = Crowd(server, tournament, tokens)
    crowd.start()
    now = await_end(server, tournament, crowd)
    assert now["round"] == 5
    check_rounds(now, range(5), resting=1)
    assert sum(p["second"] >= 0 for p in now["pairs"]) == 10
    check_standings(now)


def test_correspondence_at_ones_own_pace(server):
    tokens = people(server, 4)
    host = tokens["player0"]
    tournament = create(server, host, form="robin", clock="3d")
    for token in tokens.values():
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", host)
    now = wait_until(lambda: (lambda n: n["pairs"] and n)(show(server, tournament)))
    assert len(now["pairs"]) == 6 and now["wait"] == 3 * 86400  # all games at once
    turns = server.post("/api/turns", {}, token=host)[1]
    assert len(turns["games"]) == 3
    # A page of a list begins after the time of the last game: two of the same time would be
    # separated by the end of a page.
    first, *others = server.get("/api/me/games", token=host)[1]["games"]
    rest = server.get("/api/me/games?before=%d" % first["created"], token=host)[1]["games"]
    assert len(others) == 2 and [g["id"] for g in rest] == [g["id"] for g in others]
    crowd = Crowd(server, tournament, tokens)
    crowd.start()
    check_standings(await_end(server, tournament, crowd))


def test_arena(server):
    tokens = people(server, 4)
    host = tokens["player0"]
    tournament = create(server, host, form="arena", minutes=1, streaks=True)
    for token in tokens.values():
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", host)
    crowd = Crowd(server, tournament, tokens)
    crowd.start()
    wait_until(lambda: len(show(server, tournament)["pairs"]) > 12)
    crowd.running = False
    crowd.join()
    now = show(server, tournament)
    pairs = sorted((p for p in now["pairs"]), key=lambda p: p["round"])
    assert len(pairs) > 6, len(pairs)
    last = {}
    for p in pairs:  # no pair plays twice in a row
        assert not (last.get(p["first"]) == p["second"] and last.get(p["second"]) == p["first"]), p
        last[p["first"]], last[p["second"]] = p["second"], p["first"]
    assert sum(s["points"] for s in now["standings"]) >= 2 * sum(p["result"] != "" for p in pairs)
    playing = [x for p in pairs if p["result"] == "" for x in (p["first"], p["second"])]
    assert len(playing) == len(set(playing))  # one game at a time
    # The host ends it; a running game does not belong to it any more.
    assert post_to(server, tournament, "cancel", host)["cancelled"]


def test_guests_and_withdrawals(server):
    tokens = people(server, 3)
    host = tokens["player0"]
    closed = create(server, host, form="swiss", guests=False)
    assert server.post("/api/tournaments/%s/join" % closed, {"name": "Zoe"})[0] == 409
    tournament = create(server, host, form="swiss", guests=True, rounds=3)
    assert server.post("/api/tournaments/%s/join" % tournament, {})[0] == 409  # a guest needs a name
    for name, token in list(tokens.items()):
        post_to(server, tournament, "join", token)
    status, answer = server.post("/api/tournaments/%s/join" % tournament, {"name": "PLAYER1"})  # the name of an account
    assert status == 409 and "taken" in answer["error"], answer
    zoe = post_to(server, tournament, "join", name="Zoe")
    again = post_to(server, tournament, "join", name="Zoe", guest=zoe["token"])
    assert again["player"] == zoe["player"] == 3, (again, zoe)
    assert server.post("/api/tournaments/%s/join" % tournament, {"name": "ZOE"})[0] == 409  # names are unique within a tournament
    assert server.post("/api/tournaments/%s/begin" % tournament, {}, token=tokens["player1"])[0] == 403
    post_to(server, tournament, "begin", host)
    assert server.post("/api/tournaments/%s/begin" % tournament, {}, token=host)[0] == 409
    now = wait_until(lambda: (lambda n: n["pairs"] and n)(show(server, tournament)))
    mine = next(p for p in now["pairs"] if zoe["player"] in (p["first"], p["second"]))
    seat = 0 if mine["first"] == zoe["player"] else 1
    state = server.socket().join(mine["game"], zoe["token"])  # one token opens all her games
    assert state["you"] == seat and state["seats"][seat]["name"] == "Zoe"
    text = server.get("/api/tournaments/%s" % tournament, raw=True)[1].decode()
    assert zoe["token"] not in text and "guest " not in text
    # A withdrawal is a resignation, and the others go on.
    post_to(server, tournament, "leave", name="Zoe", guest=zoe["token"])
    pair = wait_until(lambda: next((p for p in show(server, tournament)["pairs"] if p["game"] == mine["game"] and p["result"]), None))
    assert pair["result"] == ("0-1" if seat == 0 else "1-0")
    crowd = Crowd(server, tournament, tokens)
    crowd.start()
    now = await_end(server, tournament, crowd)
    later = [p for p in now["pairs"] if p["round"] > 1]
    assert later and all(zoe["player"] not in (p["first"], p["second"]) for p in later)
    check_standings(now)


def test_absent_players_forfeit(server):
    tokens = people(server, 4)
    host = tokens["player0"]
    tournament = create(server, host, form="swiss", rounds=2, wait=1)
    for token in tokens.values():
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", host)
    now = wait_until(lambda: (lambda n: len([p for p in n["pairs"] if p["result"]]) >= 2 and n)(show(server, tournament)))
    first = [p for p in now["pairs"] if p["round"] == 1]
    assert all(p["forfeit"] and p["result"] == "0-1" for p in first), first
    absent = {s["player"] for s in show(server, tournament)["standings"] if s["absent"]}
    assert {p["first"] for p in first} <= absent


def test_late_and_removed(server):
    tokens = people(server, 5)
    host = tokens["player0"]
    tournament = create(server, host, form="swiss", rounds=2)
    for name in ("player0", "player1", "player2", "player3"):
        post_to(server, tournament, "join", tokens[name])
    post_to(server, tournament, "begin", host)
    wait_until(lambda: show(server, tournament)["pairs"])
    late = post_to(server, tournament, "join", tokens["player4"])
    now = show(server, tournament)
    assert [(p["points"], p["result"]) for p in now["pairs"] if p["first"] == late["player"]] == [(0.5, "bye")], (late, now)
    post_to(server, tournament, "remove", host, player=1)
    assert server.post("/api/tournaments/%s/join" % tournament, {}, token=tokens["player1"])[0] == 409
    post_to(server, tournament, "set", host, rounds=3)
    crowd = Crowd(server, tournament, tokens)
    crowd.start()
    now = await_end(server, tournament, crowd)
    assert now["round"] == 3
    check_standings(now)


def test_rounds_are_sent(server):
    """The server sends standings to all who watch."""
    tokens = people(server, 2)
    host = tokens["player0"]
    tournament = create(server, host, form="robin", cycles=2)
    watcher = server.socket()
    before, answer = watcher.ask(do="watch", tournament=tournament, on=True)
    assert answer["type"] == "done" and before[0]["tournament"]["id"] == tournament
    for token in tokens.values():
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", host)
    crowd = Crowd(server, tournament, tokens)
    crowd.start()
    watcher.pending.clear()
    while watcher.expect("tournament")["tournament"]["phase"] != "over":
        pass
    crowd.running = False
    unknown = server.socket().ask(do="watch", tournament="bbbbbbbbbbb", on=True)[1]
    assert unknown["type"] == "refused", unknown
    assert watcher.ask(do="watch", tournament=tournament, on=False)[1]["type"] == "done"


def test_export(server):
    tokens = people(server, 3)
    host = tokens["player0"]
    tournament = create(server, host, form="robin", title="Sunday, \"late\"", listed=True)
    for token in tokens.values():
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", host)
    crowd = Crowd(server, tournament, tokens)
    crowd.start()
    now = await_end(server, tournament, crowd)
    status, text, headers = server.get("/api/tournaments/%s/export" % tournament, raw=True)
    assert status == 200 and headers["content-type"].startswith("text/plain")
    assert "Sunday, \"late\"" in text.decode() and "round 3" in text.decode()
    status, table, headers = server.get("/api/tournaments/%s/export?form=csv" % tournament, raw=True)
    assert headers["content-type"].startswith("text/csv")
    rows = list(csv.reader(io.StringIO(table.decode())))
    assert [(r[0], r[2], float(r[4])) for r in rows[1:4]] == \
        [(str(s["place"]), s["name"], s["points"]) for s in now["standings"]]
    assert server.get("/api/tournaments/%s/export?form=json" % tournament)[1] == now
    lists = server.get("/api/tournaments")[1]
    assert [t["id"] for t in lists["over"]] == [tournament]
    assert server.get("/api/tournaments?phase=over&before=%d" % lists["over"][0]["created"])[1] == {"over": []}


def test_what_is_refused(server):
    token = register(server, "Host")
    good = {"title": "Cup", "game": "tiku", "form": "swiss", "clock": "60"}
    for bad, word in ({"game": "chess"}, "chess"), ({"form": "waltz"}, "waltz"), ({"clock": "none"}, "clock"), \
            ({"game": "masker", "options": {"players": "4"}}, "two"), ({"form": "arena", "clock": "3d"}, "clock"), \
            ({"form": "ladder"}, "days"), ({"begins": 5}, "past"), ({"most": 1}, "two"), ({"dance": 1}, "dance"), \
            ({"title": "a\u202eb"}, "seen"), ({"title": "a\u2066b"}, "seen"):
        status, answer = server.post("/api/tournaments", {**good, **bad}, token=token)
        assert status == 400 and word in answer["error"], (bad, answer)
    assert server.post("/api/tournaments", good)[0] == 401
    assert server.get("/api/tournaments/bbbbbbbbbbb")[0] == 404
    assert server.post("/api/tournaments/x/join", {})[0] == 404
    key = {**good, "key": "k" * 22}
    once, twice = server.post("/api/tournaments", key, token=token)[1], server.post("/api/tournaments", key, token=token)[1]
    assert once == twice  # an answer that was lost makes no second tournament
    tournament = once["tournament"]
    assert server.post("/api/tournaments/%s/begin" % tournament, {}, token=token)[0] == 409  # no players
    assert server.post("/api/tournaments/%s/leave" % tournament, {}, token=token)[0] == 409
    # An account is not rated where its own bot plays.
    bot = server.post("/api/bots", {"name": "own"}, token=token)[1]["token"]
    rated = create(server, token, form="swiss", rated=True, bots=True)
    post_to(server, rated, "join", bot)
    status, answer = server.post("/api/tournaments/%s/join" % rated, {}, token=token)
    assert status == 409 and "bot" in answer["error"], answer
    people_only = create(server, token, form="swiss", rated=True)  # bots join rated ones only if they are allowed
    assert server.post("/api/tournaments/%s/join" % people_only, {}, token=bot)[0] == 409


def test_a_returning_player_is_checked_again(server):
    """Leaving first does not get around the checks of joining."""
    host, ann, ben = (register(server, name) for name in ("Host", "Ann", "Ben"))
    join = lambda tournament, token: server.post("/api/tournaments/%s/join" % tournament, {}, token=token)
    tournament = create(server, host, form="swiss", most=2)
    for token in (ann, ben):
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "remove", host, player=0)
    notes = show(server, tournament)["number"]
    for _ in range(3):
        post_to(server, tournament, "leave", ann)  # she is out already, and stays removed
        post_to(server, tournament, "remove", host, player=0)
    assert show(server, tournament)["number"] == notes
    status, answer = join(tournament, ann)
    assert status == 409 and answer["said"]["id"] == "meet.removed", answer
    assert server.post("/api/tournaments/%s/remove" % tournament, {"player": 0}, token=ben)[0] == 403
    # Another player has taken the place.
    post_to(server, tournament, "leave", ben)
    for token in (host, register(server, "Cleo")):
        post_to(server, tournament, "join", token)
    status, answer = join(tournament, ben)
    assert status == 409 and answer["said"]["id"] == "meet.full", answer
    # The account's bot joined meanwhile.
    bot = server.post("/api/bots", {"name": "own"}, token=ann)[1]["token"]
    rated = create(server, host, form="swiss", rated=True, bots=True)
    post_to(server, rated, "join", ann)
    post_to(server, rated, "leave", ann)
    post_to(server, rated, "join", bot)
    status, answer = join(rated, ann)
    assert status == 409 and answer["said"]["id"] == "meet.own-bot", answer


def test_admin_cancels(server):
    token = register(server, "Host")
    tournament = create(server, token, form="swiss")
    assert tournament in admin(server, "tournaments")[1]
    assert admin(server, "cancel", tournament)[0] == 0
    assert admin(server, "cancel", tournament)[0] == 2 and tournament not in admin(server, "tournaments")[1]
    server.kill()
    server.start()
    assert show(server, tournament)["cancelled"]


def test_ladder(server):
    tokens = people(server, 5)
    made = [server.post("/api/tournaments", {"game": "tiku", "form": "ladder", "clock": "3d"}, token=tokens[n])[1] for n in ("player0", "player1")]
    assert made[0] == made[1]  # one per month and game
    tournament = made[0]["tournament"]
    for token in tokens.values():
        post_to(server, tournament, "join", token)
    wait_until(lambda: show(server, tournament)["phase"] == "playing")
    for player, status in ((0, 409), (3, 200)):  # four places above is too far
        assert server.post("/api/tournaments/%s/challenge" % tournament, {"player": player}, token=tokens["player4"])[0] == status
    pair = show(server, tournament)["pairs"][0]
    assert (pair["first"], pair["second"]) == (3, 4)
    finish(server, pair["game"], (tokens["player3"], tokens["player4"]), "0-1")
    wait_until(lambda: [s["name"] for s in show(server, tournament)["standings"]] == ["player0", "player1", "player2", "player4", "player3"])
    server.kill()
    server.start()
    assert [s["name"] for s in show(server, tournament)["standings"]] == ["player0", "player1", "player2", "player4", "player3"]
    # Last month's ladder goes on in this one, with the same people in the same order, and with the
    # games that are not over.
    assert server.post("/api/tournaments/%s/challenge" % tournament, {"player": 1}, token=tokens["player2"])[0] == 200
    open_game = show(server, tournament)["pairs"][-1]["game"]
    with sqlite3.connect(server.database) as db:
        db.execute("UPDATE things SET settings = replace(settings, 'month 20', 'month 19'), id = 'aaaaaaaaaaa' WHERE id = ?", (tournament,))
        db.execute("UPDATE notes SET thing = 'aaaaaaaaaaa' WHERE thing = ?", (tournament,))
    server.kill()
    server.start()
    now = wait_until(lambda: (lambda a: a[0] == 200 and a[1]["standings"] and a[1])(server.get("/api/tournaments/" + tournament)))
    assert [s["name"] for s in now["standings"]] == ["player0", "player1", "player2", "player4", "player3"]
    assert show(server, "aaaaaaaaaaa")["phase"] == "over"
    assert [p["game"] for p in show(server, tournament)["pairs"]] == [open_game]
    finish(server, open_game, (tokens["player1"], tokens["player2"]), "0-1")
    wait_until(lambda: [s["name"] for s in show(server, tournament)["standings"]] == ["player0", "player2", "player1", "player4", "player3"])


def leagues(server):
    lists = server.get("/api/tournaments")[1]
    return [show(server, t["id"]) for t in lists["open"] + lists["playing"] if t["form"] == "league"]


def test_league_of_computers(server):
    assert not leagues(server)  # only with --league
    with Server(more=["--league"]) as league:
        def played():
            return next((n for n in leagues(league) if sum(p["result"] != "" for p in n["pairs"]) >= 1), None)
        now = wait_until(played)
        assert len(now["standings"]) == 10 and all(s["kind"].startswith("level:") for s in now["standings"])
        assert sum(p["result"] == "" for n in leagues(league) for p in n["pairs"]) <= 1  # one game at a time
        check_standings(now)
        assert league.post("/api/tournaments/%s/join" % now["id"], {}, token=register(league, "Ann"))[0] == 409


def test_two_processes_pair_once(_server):
    """Two processes on one PostgreSQL, both killed now and then: each round is paired once, results
    are stored once."""
    cluster, rng = Cluster(), random.Random(3)
    try:
        with Server(cluster.database()) as one, Server(one.database) as two:
            tokens = people(one, 8)
            host = tokens["player0"]
            tournament = create(one, host, form="swiss", rounds=5)
            for i, token in enumerate(tokens.values()):
                post_to((one, two)[i % 2], tournament, "join", token)
            post_to(two, tournament, "begin", host)
            crowd = Crowd(one, tournament, tokens, servers=[one, two])
            crowd.start()
            for i in range(6):
                time.sleep(rng.uniform(0.2, 0.8))
                victim = (one, two)[i % 2]
                victim.kill()
                victim.start()
            now = await_end(one, tournament, crowd)
            assert now["round"] == 5
            check_rounds(now, range(8))
            check_standings(now)
            assert show(two, tournament) == now
    finally:
        cluster.close()
