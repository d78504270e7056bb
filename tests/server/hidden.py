# SPDX-License-Identifier: MIT
"""What a seat or a spectator receives, byte by byte, is the same whatever the others' secret
colours are, until an elimination reveals them. The same game is played twice, from two copies of
one database whose deals differ in the others' colours alone."""
import os, random, re, shutil, sqlite3, subprocess, tempfile

from client import PROGRAM, Server, wait_until
from games import Table, moves

COLOURS = "rygbp"
TIMES = re.compile(rb'"(time|at|created)":\d+')


def deals(row_start, players, eyes, rng):
    """The same board with two sets of colours that agree on what the viewer knows."""
    board = row_start.rsplit(" ", 1)[0]
    sets = 2 if players == 4 else players
    own = None if eyes < 0 else eyes % 2 if players == 4 else eyes
    first = rng.sample(COLOURS, sets)
    while True:
        second = rng.sample(COLOURS, sets)
        if own is not None:
            if first[own] in second and second.index(first[own]) != own:
                continue
            second[own] = first[own]
            if len(set(second)) < sets:
                continue
        if second != first and any(a != b for i, (a, b) in enumerate(zip(first, second)) if i != own):
            return board + " " + ",".join(first), board + " " + ",".join(second)


def prepare(players, board):
    """A game with all seats taken, in a database that can be copied."""
    folder = tempfile.mkdtemp()
    database = os.path.join(folder, "games.db")
    with Server(database) as server:
        made = server.create("masker", options={"players": str(players), "board": board})
        tokens = [made["token"]] + [server.sit(made["game"], seat=s)["token"] for s in range(1, players)]
        # It is dealt, and begins, a moment after its last seat is taken.
        start = wait_until(lambda: (now := server.get("/api/games/" + made["game"])[1])["phase"] == "playing" and now["start"])
        server.stop()
    return folder, database, made["game"], tokens, start


def listen(database, deal, game, tokens, eyes, options, script, rng):
    """Plays and returns (actions, what the viewer received, the number at which something was
    revealed)."""
    copy = database + ".copy"
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(copy + ending):
            os.unlink(copy + ending)
    shutil.copy(database, copy)
    with sqlite3.connect(copy) as db:
        db.execute("UPDATE games SET start = ? WHERE id = ?", (deal, game))
    revealed = None
    with Server(copy) as server:
        ear = server.socket()
        state = ear.join(game, tokens[eyes] if eyes >= 0 else "", scene=True)
        players = [server.socket() for _ in tokens]
        views = [s.join(game, t) for s, t in zip(players, tokens)]
        played, to_act = [], state["toAct"]
        while to_act >= 0 and revealed is None and len(played) < 40:
            if len(played) < len(script):
                action = script[len(played)]
            elif script:
                break
            else:
                action = rng.choice(moves(views[to_act], options, "masker"))
            players[to_act].send(do="act", game=game, ply=len(played), action=action, ref=1)
            views = [s.expect("event", ply=len(played) + 1) for s in players]
            played.append(action)
            colours = [view["position"].rsplit(" ", 1)[1].split(",") for view in views]
            if any("?" not in known for known in zip(*colours)):  # all know one player's colours
                revealed = views[0]["number"]
            to_act = views[0]["toAct"]
            if len(played) % 7 == 0:  # comes back
                ear.join(game, tokens[eyes] if eyes >= 0 else "", scene=True, since=len(played) // 2)
        ear.ask(do="ping")
        texts = [t for t in ear.heard if b'"seats","game"' not in t and b'"pong"' not in t]
        if revealed is None:
            texts.append(server.get("/api/games/%s/record" % game, raw=True)[1])
            texts.append(server.get("/api/games/" + game, raw=True)[1])
    return played, [TIMES.sub(rb'"\1":0', t) for t in texts], revealed


def number_of(text):
    found = re.search(rb'"number":(\d+)', text)
    return int(found.group(1)) if found else 0


def check(players, board, eyes, seed):
    rng = random.Random(seed)
    options = {"players": str(players), "board": board}
    folder, database, game, tokens, start = prepare(players, board)
    first, second = deals(start, players, eyes, rng)
    script, heard, until = listen(database, first, game, tokens, eyes, options, [], random.Random(seed))
    if until is not None:  # up to the action before the one that revealed something
        script = script[:-1]
        _, heard, until = listen(database, first, game, tokens, eyes, options, script, random.Random(seed + 1))
    _, other, until_other = listen(database, second, game, tokens, eyes, options, script, random.Random(seed + 1))
    assert until is None
    shutil.rmtree(folder)
    if until_other is not None:  # the other deal revealed something earlier: compare up to there
        # Spectators lag two actions until the game is over; then they get at once what was held
        # back.
        until_other -= 2 if eyes < 0 else 0
        heard = [t for t in heard if number_of(t) < until_other]
        other = [t for t in other if number_of(t) < until_other]
        heard, other = heard[:min(len(heard), len(other))], other[:min(len(heard), len(other))]
    else:
        assert len(heard) == len(other), (len(heard), len(other))
    for a, b in zip(heard, other):
        at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        assert a == b, (first, second, a[max(0, at - 80):at + 80], b[max(0, at - 80):at + 80])
    return len(heard)


def test_masker_reveals_nothing(_server):
    compared = 0
    for seed, (players, board, eyes) in enumerate(
            [(2, "flat", 0), (2, "flat", 1), (2, "tower", 0), (2, "flat", -1), (3, "flat", 0), (3, "flat", 1),
             (3, "tower", 2), (3, "flat", -1), (4, "flat", 0), (4, "tower", 1), (4, "flat", -1)]):
        compared += check(players, board, eyes, seed)
    assert compared > 150, compared


def test_the_check_can_fail(_server):
    """With a difference in the viewer's own colour the streams must differ: otherwise nothing was
    compared."""
    rng = random.Random(1)
    folder, database, game, tokens, start = prepare(2, "flat")
    board = start.rsplit(" ", 1)[0]
    options = {"players": "2", "board": "flat"}
    a = listen(database, board + " r,g", game, tokens, 0, options, [], rng)
    b = listen(database, board + " b,g", game, tokens, 0, options, a[0][:1], rng)
    assert a[1][0] != b[1][0]
    shutil.rmtree(folder)


def test_secrets_do_not_come_from_the_seed_of_the_board(server):
    """Knowing the seed of the public board gives the board, and nothing about the secrets."""
    same = 0
    for _ in range(12):
        table = Table(server, "masker")
        table.request(0, do="resign")
        table.request(0, do="rematch")
        table.request(1, do="rematch")
        game = server.get("/api/games/" + table.id)[1]["next"]
        for seat, s in table.sockets.items():  # no seat has a share in the deal: the server deals alone
            s.join(game, table.tokens[seat], deals=True)
            assert s.ask(do="promise", game=game, promise="")[1]["type"] == "done"
        wait_until(lambda: server.get("/api/games/" + game)[1]["phase"] == "playing")
    with sqlite3.connect(server.database) as db:
        rows = db.execute("SELECT seed, start FROM games WHERE game = 'masker'").fetchall()
    assert len(rows) == 24
    for seed, start in rows:
        dealt = subprocess.run([PROGRAM, "position", "masker", "--seed", str(seed % 2**64)], capture_output=True, text=True).stdout
        board, secrets = dealt.split("\n")[0].split()[0], dealt.split("\n")[0].split()[-1]
        assert start.split()[0] == board
        same += start.split()[-1] == secrets
    assert same < 12, same  # one of twenty pairs of colours by chance
