# SPDX-License-Identifier: MIT
"""Deals that no participant can choose: commitments before, shares after, a proof in the record;
also with liars and crashes."""
import hashlib, json, os, re, sqlite3, subprocess, tempfile, time

from client import PROGRAM, ROOT, Server, end, wait_until
from cluster import shared_cluster
from tournamentclient import bots, create, people, post_to, show
from tools import bot

EXAMPLES = os.path.join(ROOT, "examples")


def part():
    return os.urandom(32).hex()


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


class Table:
    """A game of Masker whose players have shares in the deal."""

    def __init__(self, server, count=2, committing=(0, 1, 2), tokens=(None, None, None), **fields):
        self.server, self.parts, self.tokens, self.sockets = server, [], [], []
        for i in range(count):
            who = {"token": tokens[i]} if tokens[i] else {"name": "P%d" % i}
            self.parts.append(part() if i in committing else "")
            commitment = {"promise": sha(self.parts[i])} if self.parts[i] else {}
            if i == 0:
                made = server.create("masker", options={"players": str(count)}, **who, **commitment, **fields)
                self.game = made["game"]
            else:
                made = server.sit(self.game, **who, **commitment)
            self.tokens.append(tokens[i] or made["token"])

    def join(self):
        self.sockets = [self.server.socket() for _ in self.tokens]
        return [s.join(self.game, t) for s, t in zip(self.sockets, self.tokens)]

    def give(self, i, what=None):
        return self.sockets[i].ask(do="reveal", game=self.game, part=what or self.parts[i])[1]

    def state(self):
        return self.server.get("/api/games/" + self.game)[1]

    def begun(self):
        return wait_until(lambda: (s := self.state())["phase"] == "playing" and s, self.state)

    def finish(self):
        now = self.join()[0]
        s = self.sockets[now["you"] if now["you"] >= 0 else 0]
        assert s.ask(do="resign", game=self.game)[1]["type"] == "done"
        return self.server.get("/api/games/%s/record" % self.game, raw=True)[1].decode()


def check(record):
    done = subprocess.run([PROGRAM, "record", "check", "-"], input=record, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def dealt(server, **fields):
    table = Table(server, **fields)
    table.join()
    for i, p in enumerate(table.parts):
        if p:
            assert table.give(i)["type"] == "done"
    table.begun()
    return table


def test_a_deal_is_proven(server):
    for count in (2, 3):
        table = dealt(server, count=count)
        status, said = check(table.finish())
        assert status == 0 and "deal" in said and "proven" in said, said
        deal = table.state()["deal"]
        assert sha(deal["part"]) == deal["promise"]
        assert sorted(deal["parts"]) == sorted(table.parts)


def test_it_follows_from_the_parts_as_documented(server):
    table = dealt(server)
    record = table.finish()
    deal = table.state()["deal"]
    key = sha("abax deal 1\n%s\n%s\n%s" % (table.game, deal["part"], "".join(p + "\n" for p in sorted(table.parts))))
    board, secrets = (int(sha(key + " " + word)[:16], 16) for word in ("board", "secrets"))
    words = "new\tmasker\tseed=%d\tsecrets=%d\nsetup\n" % (board, secrets)
    said = subprocess.run([PROGRAM, "session"], input=words, capture_output=True, text=True).stdout.split("\n")[1]
    assert '[Start "%s"]' % json.loads(said)["start"] in record


def test_it_is_secret_while_the_game_goes_on(server):
    table = dealt(server)
    table.join()
    spectator = server.socket()
    spectator.join(table.game)
    heard = b"".join(b for s in table.sockets + [spectator] for b in s.heard).decode()
    heard += json.dumps(table.state()) + server.get("/api/games/%s/record" % table.game, raw=True)[1].decode()
    stored = sqlite3.connect(server.database).execute("SELECT dealer, start FROM games WHERE id = ?", (table.game,)).fetchone()
    assert len(stored[0]) == 64 and stored[0] not in heard and stored[1] not in heard
    for p in table.parts:
        assert p not in heard
    assert sha(stored[0]) in heard  # only the commitment


def test_liars_are_found(server):
    table = dealt(server)
    record = table.finish()
    assert check(record)[0] == 0
    start = re.search(r'\[Start "(.*)"\]', record).group(1)
    colours = start.split()[-1].split(",")
    other = start[:start.rindex(" ")] + " " + ",".join(reversed(colours))
    lies = {
        "does not follow": record.replace('Start "%s"' % start, 'Start "%s"' % other),
        "not what it promised": record.replace(table.parts[1], part()),
        "was not what the server promised": re.sub(r'(\[Deal "\S+ \S+ )\w+', lambda m: m.group(1) + part(), record),
        "is missing": record.replace(" " + table.parts[0], ""),
        "is not written": record.replace(sha(table.parts[0]) + " ", "x "),
    }
    for word, lie in lies.items():
        assert lie != record, word
        status, said = check(lie)
        assert status == 2 and word in said, (word, said)
    # A whole other deal, with other shares under the same commitments, is refused too; without one
    # of the commitments the deal differs.
    status, said = check(re.sub(r'\[Deal1 .*\]\n', "", record))
    assert status == 2 and "does not follow" in said, said


def test_only_what_was_promised_is_taken(server):
    table = Table(server)
    assert table.join()[0]["phase"] == "open"
    assert table.state()["deal"]["missing"] == [0, 1]
    for what in (part(), "x", table.parts[1]):
        assert table.give(0, what)["type"] == "refused"
    assert table.give(0)["type"] == "done"
    wait_until(lambda: table.state()["deal"]["missing"] == [1])
    assert table.give(0)["type"] == "refused"
    assert server.socket().ask(do="reveal", game=table.game, part=table.parts[1])[1]["type"] == "refused"
    assert table.sockets[0].ask(do="act", game=table.game, ply=0, action="a3")[1]["type"] == "refused"
    assert table.give(1)["type"] == "done"
    assert "missing" in table.begun()["deal"]


def test_parts_are_not_given_before_all_have_promised(server):
    mine = part()
    made = server.create("masker", promise=sha(mine))
    s = server.socket()
    s.join(made["game"], made["token"])
    answer = s.ask(do="reveal", game=made["game"], part=mine)[1]
    assert answer["type"] == "refused" and "all seats" in answer["sentence"]


def test_a_seat_without_commitment(server):
    table = dealt(server, committing=(0,))  # the server stands in for the other seat
    status, said = check(table.finish())
    assert status == 0 and "proven" in said, said
    alone = server.create("masker", seats=["me", "level:1"])  # no commitments: begins at once
    assert server.get("/api/games/" + alone["game"])[1]["phase"] == "playing"
    mine = part()
    made = server.create("masker", seats=["me", "level:1"], promise=sha(mine))
    s = server.socket()
    assert s.join(made["game"], made["token"])["phase"] == "open"
    assert s.ask(do="reveal", game=made["game"], part=mine)[1]["type"] == "done"
    wait_until(lambda: server.get("/api/games/" + made["game"])[1]["phase"] == "playing")
    assert server.post("/api/games", {"game": "tiku", "promise": sha(mine)})[0] == 400
    assert server.post("/api/games", {"game": "masker", "promise": "x"})[0] == 400


def test_a_kill_between_promise_and_part(server):
    table = Table(server, count=3)
    table.join()
    assert table.give(0)["type"] == "done"
    server.kill()
    server.start()
    table.join()
    assert table.give(0)["type"] == "refused"  # it is stored already
    assert table.give(2)["type"] == "done"
    server.kill()
    server.start()
    table.join()
    assert table.give(1)["type"] == "done"
    server.kill()
    server.start()
    table.begun()
    status, said = check(table.finish())
    assert status == 0 and "proven" in said, said


def test_lots_and_a_deal(server):
    table = dealt(server, count=3, lots=True)
    assert table.state()["lots"] == "drawn"
    assert check(table.finish())[0] == 0


def test_a_lot_is_drawn_before_the_deal_is_known(server):
    """Also when no other person has to come: lots drawn after the last share would let the server
    choose who gets which secrets."""
    mine = part()
    made = server.create("masker", seats=["me", "level:1"], lots=True, name="Ann", promise=sha(mine))
    now = server.get("/api/games/" + made["game"])[1]
    assert now["phase"] == "open" and now["lots"] == "drawn" and now["deal"]["missing"] == [made["seat"]], now
    s = server.socket()
    assert s.join(made["game"], made["token"])["you"] == made["seat"]
    assert s.ask(do="reveal", game=made["game"], part=mine)[1]["type"] == "done"
    begun = wait_until(lambda: (now := server.get("/api/games/" + made["game"])[1])["phase"] == "playing" and now)
    assert begun["seats"][made["seat"]]["name"] == "Ann"


def test_a_seat_that_reveals_nothing_has_no_part(server):
    table, slow = Table(server, clock="600"), Table(server)
    alone = part()
    waiting = server.create("masker", clock="600", promise=sha(alone))
    for each in (table, slow):
        each.join()
        assert each.give(0)["type"] == "done"
    later(server)
    first = server.socket()
    first.join(waiting["game"], waiting["token"])
    table.join()
    assert table.state()["phase"] == "open"  # after a start there is some time
    begun = table.begun()
    assert begun["deal"]["silent"] == [1] and begun["deal"]["missing"] == []
    assert table.give(1)["type"] == "refused"
    check_record(table.finish(), 1, [1])
    slow.join()  # without a clock people have a day
    assert slow.give(1)["type"] == "done"
    check_record((slow.begun(), slow.finish())[1], 2, [])
    # A player who comes later has the full time: it begins when the last seat is taken.
    other = part()
    sat = server.sit(waiting["game"], promise=sha(other))
    second = server.socket()
    second.join(waiting["game"], sat["token"])
    time.sleep(0.35)  # ticks in which the server could go on too early
    for s, p in ((first, alone), (second, other)):
        assert s.ask(do="reveal", game=waiting["game"], part=p)[1]["type"] == "done"
    wait_until(lambda: server.get("/api/games/" + waiting["game"])[1]["phase"] == "playing")


# Games that the server makes of players it knows: it asks for commitments.


def later(server):
    """A minute and a second pass while the server is down."""
    server.stop()
    with sqlite3.connect(server.database) as db:
        db.execute("UPDATE games SET changed = changed - 61000, created = created - 61000")
    server.start()


class Asked(Table):
    """The players of such a game, who answer."""

    def __init__(self, server, game, tokens, other=None):
        self.server, self.other, self.game, self.tokens = server, other or server, game, tokens
        self.parts = [part() for _ in tokens]

    def join(self):
        self.sockets = [server.socket() for _, server in zip(self.tokens, (self.server, self.other))]
        states = [s.join(self.game, t, deals=True) for s, t in zip(self.sockets, self.tokens)]
        order = sorted(range(len(states)), key=lambda i: states[i]["you"])  # people change seats from game to game
        self.tokens, self.sockets, self.parts = ([each[i] for i in order] for each in (self.tokens, self.sockets, self.parts))
        return [states[i] for i in order]

    def commit(self, i, what=None):
        what = sha(self.parts[i]) if what is None else what
        return self.sockets[i].ask(do="promise", game=self.game, promise=what)[1]

    def answer(self, seats=(0, 1)):
        states = self.join()
        assert all(s["phase"] == "open" and s["you"] in s["deal"]["asked"] for s in states), states
        for i in seats:
            assert self.commit(i)["type"] == "done"

    def partake(self):
        self.answer()
        for server in (self.server, self.other):
            wait_until(lambda: server.get("/api/games/" + self.game)[1]["deal"]["missing"] == [0, 1], self.state)
        for i in (0, 1):
            assert self.give(i)["type"] == "done"
        begun = self.begun()
        assert begun["deal"]["asked"] == begun["deal"]["silent"] == []
        return self


def check_record(record, parts, silent):
    """What the record says of a deal, and that it is right."""
    status, said = check(record)
    assert status == 0, said
    assert ("%d seat%s had parts" % (parts, "s" * (parts > 1)) if parts else "rests on the server's word: no seat") in said, said
    assert re.findall(r"seat (\d) was asked", said) == [str(s + 1) for s in silent], said
    assert re.findall(r'Silent "(.*)"', record) == [" ".join(str(s + 1) for s in silent)] * bool(silent), record


def rematch(server, table):
    """The next game of the same players."""
    for s in table.sockets:
        assert s.ask(do="rematch", game=table.game)[1]["type"] == "done"
    return Asked(server, table.state()["next"], table.tokens)


def met(server, **fields):
    table = Table(server, committing=(), **fields)
    table.begun()
    table.finish()
    return table


def test_rematches_and_series(server):
    for fields in ({}, {"clock": "600", "games": 3}):
        table = met(server, **fields)
        for _ in range(2):
            table = rematch(server, table)
            assert not server.get("/api/games")[1]["open"]  # it cannot be joined
            check_record(table.partake().finish(), 2, [])


def test_two_processes(_server):
    """Each player is at another process."""
    with Server(shared_cluster().database()) as first, Server(first.database) as second:
        table = rematch(first, met(first))
        table.other = second
        check_record(table.partake().finish(), 2, [])
        table = rematch(first, met(first))
        table.other = second
        table.answer([0])
        assert table.commit(1, "")["type"] == "done"
        wait_until(lambda: table.give(0)["type"] == "done")
        assert table.begun()["deal"]["silent"] == [1]
        check_record(table.finish(), 1, [1])


def test_pairs(server):
    keys = [os.urandom(16).hex()[:21] + "A" for _ in range(2)]
    sockets = [server.socket() for _ in keys]
    for s, key in zip(sockets, keys):
        assert s.ask(do="pair", game="masker", speed="blitz", key=key)[1]["type"] == "done"
    games = {s.expect("paired")["game"] for s in sockets}
    assert len(games) == 1
    check_record(Asked(server, games.pop(), keys).partake().finish(), 2, [])


def test_tournaments_of_people(server):
    tokens = people(server, 3)
    tournament = create(server, tokens["player0"], form="robin", game="masker")
    for token in tokens.values():
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", tokens["player0"])
    for _ in range(3):
        now = wait_until(lambda: (n := show(server, tournament)) and any(not p["result"] for p in n["pairs"]) and n)
        names = {s["player"]: s["name"] for s in now["standings"]}
        pair = next(p for p in now["pairs"] if not p["result"])
        table = Asked(server, pair["game"], [tokens[names[pair[who]]] for who in ("first", "second")])
        turns = server.post("/api/turns", {}, token=table.tokens[0])[1]["games"]
        assert [t["yours"] for t in turns if t["row"]["id"] == pair["game"]] == [True]  # the server asks for something
        check_record(table.partake().finish(), 2, [])
        wait_until(lambda: next(p for p in show(server, tournament)["pairs"] if p["game"] == pair["game"])["result"])
    wait_until(lambda: show(server, tournament)["phase"] == "over")


def test_bots_give_their_parts(server):
    """`abax bot` and the examples in a tournament, all against all; and challenged by a person."""
    host, tokens = bots(server, 4)
    address, names = "http://127.0.0.1:%d" % server.port, sorted(tokens)
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "bot")
        subprocess.run(["cc", "-O2", "-o", program, os.path.join(EXAMPLES, "bot.c"), "-lcrypto"], check=True)
        words = [["python3", os.path.join(EXAMPLES, "bot.py"), address, tokens[names[0]], "masker"],
                 ["node", os.path.join(EXAMPLES, "bot.mjs"), address, tokens[names[1]], "masker"],
                 [program, "127.0.0.1", str(server.port), tokens[names[2]], "masker"]]
        programs = [subprocess.Popen(w, stdout=subprocess.DEVNULL) for w in words] + [bot(server, tokens[names[3]])]
        try:
            wait_until(lambda: len([b for b in server.get("/api/bots")[1]["bots"] if "masker" in b["games"]]) == 4)
            tournament = create(server, host, form="robin", game="masker")
            for token in tokens.values():
                post_to(server, tournament, "join", token)
            post_to(server, tournament, "begin", host)
            pairs = wait_until(lambda: (n := show(server, tournament))["phase"] == "over" and n["pairs"], lambda: show(server, tournament))
            assert len(pairs) == 6 and not any(p["forfeit"] for p in pairs), pairs
            for pair in pairs:
                check_record(server.get("/api/games/%s/record" % pair["game"], raw=True)[1].decode(), 2, [])
            for name in names:
                mine = part()
                made = server.create("masker", token=host, seats=["me", "account:" + name], promise=sha(mine), lots=False)
                s = server.socket()
                now = s.join(made["game"], made["token"])
                while 0 not in now["deal"]["missing"]:
                    now = s.expect("seats")
                assert s.ask(do="reveal", game=made["game"], part=mine)[1]["type"] == "done"
                wait_until(lambda: server.get("/api/games/" + made["game"])[1]["phase"] == "playing")
                assert s.ask(do="resign", game=made["game"])[1]["type"] == "done"
                check_record(server.get("/api/games/%s/record" % made["game"], raw=True)[1].decode(), 2, [])
        finally:
            for each in programs:
                end(each)


def test_silent_seats(server):
    """One who commits to nothing, one who commits and reveals nothing, two who are not there; and
    one who declines."""
    quiet, broken, absent, declines = (rematch(server, met(server, clock="600")) for _ in range(4))
    tokens = people(server, 2)
    tournament = create(server, tokens["player0"], form="robin", game="masker", wait=10)
    for token in tokens.values():
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", tokens["player0"])
    game = wait_until(lambda: (p := show(server, tournament)["pairs"]) and p[0]["game"])
    quiet.answer([0])
    broken.answer()
    declines.answer([1])
    assert declines.commit(0, "")["type"] == "done"  # the game does not wait for them
    wait_until(lambda: declines.state()["deal"]["missing"] == [1])
    assert declines.give(1)["type"] == "done" and declines.begun()["deal"]["silent"] == [0]
    assert broken.give(0)["type"] == "done"
    later(server)
    wait_until(lambda: quiet.state()["deal"]["missing"] == [0], quiet.state)
    quiet.join()
    assert quiet.commit(1)["type"] == "refused"  # it is too late
    assert quiet.give(0)["type"] == "done"
    assert quiet.begun()["deal"]["silent"] == [1] and broken.begun()["deal"]["silent"] == [1]
    assert absent.begun()["deal"]["silent"] == [0, 1]
    for table, parts, silent in ((quiet, 1, [1]), (broken, 1, [1]), (absent, 0, [0, 1]), (declines, 1, [0])):
        check_record(table.finish(), parts, silent)
    # Neither came to the tournament: the player to act first loses, once it is dealt and their time
    # is over.
    over = wait_until(lambda: (n := show(server, tournament))["phase"] == "over" and n, lambda: show(server, tournament))
    assert over["pairs"][0]["forfeit"] and over["pairs"][0]["result"] == "0-1", over
    record = server.get("/api/games/%s/record" % game, raw=True)[1].decode()
    check_record(record, 0, [0, 1])


def test_clients_without_deals_keep_no_game_waiting(server):
    """Programs that do not say `deals` are not waited for, in games without a clock either, where
    others have a day."""
    both = rematch(server, met(server))
    looks = server.socket()
    assert looks.join(both.game, deals=False)["deal"]["asked"] == [0, 1]  # a spectator does not act for a seat
    strangers = [server.socket() for _ in both.tokens]
    state = strangers[0].join(both.game, both.tokens[0])
    assert state["deal"]["asked"] == [0, 1]
    wait_until(lambda: both.state()["deal"]["silent"] == [state["you"]], both.state)
    assert both.state()["deal"]["asked"] == [1 - state["you"]] and both.state()["phase"] == "open"
    strangers[1].join(both.game, both.tokens[1])
    assert both.begun()["deal"]["silent"] == [0, 1]
    check_record(both.finish(), 0, [0, 1])
    # A client that knows the protocol has a share all the same. The game waits for players who
    # committed, whichever connection they come from.
    one = rematch(server, met(server))
    one.answer([0])
    server.socket().join(one.game, one.tokens[0])
    server.socket().join(one.game, one.tokens[1])
    wait_until(lambda: one.state()["deal"]["missing"] == [0], one.state)
    assert one.commit(1)["type"] == "refused"
    assert one.give(0)["type"] == "done" and one.begun()["deal"]["silent"] == [1]
    check_record(one.finish(), 1, [1])


def test_false_shares_are_refused(server):
    table = rematch(server, met(server, clock="600"))
    table.answer([0])
    for i, what in ((0, sha(part())), (1, "x"), (1, "?"), (1, "-")):
        assert table.commit(i, what)["type"] == "refused"
    assert table.give(0)["type"] == "refused"  # before all have committed
    spectator = server.socket()
    spectator.join(table.game)
    assert spectator.ask(do="promise", game=table.game, promise=sha(part()))[1]["type"] == "refused"
    assert table.commit(1)["type"] == "done"
    wait_until(lambda: table.state()["deal"]["missing"] == [0, 1])
    assert table.give(1, part())["type"] == "refused" and table.give(0)["type"] == "done"
    assert table.state()["phase"] == "open"
    server.kill()  # commitments and shares are stored
    server.start()
    table.join()
    assert table.give(0)["type"] == "refused" and table.give(1)["type"] == "done"
    table.begun()
    record = table.finish()
    check_record(record, 2, [])
    for lie in ("2", "3", "x"):  # a seat cannot be called silent that was not
        status, said = check(record.replace("[Deal ", '[Silent "%s"]\n[Deal ' % lie))
        assert status == 2 and "Silent" in said, said
