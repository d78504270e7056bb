# SPDX-License-Identifier: MIT
"""`abax bot`: it plays from either seat, takes one game after the other, and an engine that fails
keeps no player waiting."""
import os, subprocess, sys, tempfile, time

from client import PATIENCE, PROGRAM, end, wait_until
from games import moves
from people import register

# An engine that is Abax until it fails. KIND says how; GOOD how many answers are given before;
# ONCE, a file: a process that finds it there does not fail any more.
SCRIPT = """import os, signal, subprocess, sys
program, kind, good, once = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
inner = subprocess.Popen([program, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def ask(line, answer):
    print(line, file=inner.stdin, flush=True)
    while True:
        said = inner.stdout.readline()
        if not said or said.split()[:1] == [answer]:
            return said
asked = ready = 0
if kind == "unready" and once != "-":  # counts the engines that were started
    with open(once, "a") as file:
        file.write("x")
    good = 0 if os.path.getsize(once) == good + 1 else 9999
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        ask("ugi", "ugiok")
        print("option name Game type combo default tiku\\nugiok", flush=True)
    elif word == "isready":
        ready += 1
        while kind == "unready" and ready > good:
            sys.stdin.readline() or sys.exit()
        print(ask("isready", "readyok"), end="", flush=True)
    elif word == "go":
        asked += 1
        if asked > good and not os.path.exists(once):
            open(once, "w").close() if once != "-" else None
            if kind == "exit":
                sys.exit(3)
            if kind == "crash":
                os.kill(os.getpid(), signal.SIGSEGV)
            if kind == "silent":
                while sys.stdin.readline():
                    pass
                sys.exit()
            if kind == "lie":
                print("bestmove z9z9", flush=True)
                continue
        print(ask("go nodes 20", "bestmove"), end="", flush=True)
    else:
        print(line, end="", file=inner.stdin, flush=True)
"""


class Bot:
    """`abax bot` with an engine; its output goes to a file."""

    def __init__(self, server, token, *engine, options=()):
        self.said = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [PROGRAM, "bot", "--server", "http://127.0.0.1:%d" % server.port, "--movetime", "20", *options, "--", *(engine or (PROGRAM, "ugi"))],
            env={**os.environ, "ABAX_TOKEN": token}, stdout=self.said, stderr=subprocess.STDOUT)

    def heard(self):
        return os.pread(self.said.fileno(), 1 << 20, 0).decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        end(self.process)
        self.said.close()


def setup(server, *names):
    """A person, and a token for each bot."""
    owner = register(server, "owner")
    tokens = [server.post("/api/bots", {"name": name}, token=owner)[1]["token"] for name in names]
    return (owner, *tokens)


def show(server, game):
    return server.get("/api/games/" + game)[1]


def until(server, game, holds):
    return wait_until(lambda: (now := show(server, game)) and holds(now) and now, lambda: show(server, game))


def answer(server, game, token, seat, name):
    """Follows a game as the person at `seat`, acts once when it is that person's turn, and waits
    until the bot has acted then."""
    s = server.socket()
    now = s.join(game, token)
    while now["phase"] != "playing":
        s.expect("seats", phase="playing")
        now = s.join(game, token)
    options = now["options"]
    while not now["over"] and now["toAct"] != seat:
        now = s.expect("event")
    ply = now["ply"]
    while not now["over"] and now["toAct"] == seat:
        s.send(do="act", game=game, ply=now["ply"], action=moves(now, options, name)[0])
        now = s.expect("event", kind="act", ply=now["ply"] + 1)
    while not now["over"] and now.get("seat") == seat or now["ply"] == ply:
        now = s.expect("event")
    return s


def test_the_last_seat_is_taken_by_a_person(server):
    """The bot sits down first, at either seat; the game begins when a person sits down, much
    later."""
    owner, token = setup(server, "robot")
    with Bot(server, token):
        for name in ("tiku", "kwinty", "masker"):
            for seats in (["account:robot", "open"], ["open", "account:robot"]):
                made = server.create(name, token=owner, seats=seats)["game"]
                until(server, made, lambda now: "bot" in [seat["kind"] for seat in now["seats"]])
                mine = seats.index("open")
                answer(server, made, server.sit(made, token=owner)["token"], mine, name).ask(do="resign", game=made)


def test_bots_among_themselves(server):
    """Ten games in a row and twelve at once, with either bot in the first seat: none gets stuck."""
    owner, first, second = setup(server, "botc", "botd")
    pair = ["account:botc", "account:botd"]
    with Bot(server, first), Bot(server, second):
        for number in range(10):
            made = server.create("kwinty", token=owner, seats=pair[::-1] if number % 2 else pair)["game"]
            until(server, made, lambda now: now["ply"] > 3)
        games = [server.create("tiku", token=owner, seats=pair[::-1] if number % 2 else pair)["game"] for number in range(12)]
        for made in games:
            until(server, made, lambda now: now["ply"] > 3)


def test_more_games_than_places(server):
    """Ten challenges are open at once, and all are played; then eighty games one after the other,
    over in all ways and more than one socket may follow: the bot takes the last one as it took the
    first."""
    owner, token = setup(server, "robot")
    with Bot(server, token, options=("--accept", "kwinty")) as robot:
        games = [server.create("kwinty", token=owner, seats=["account:robot", "open"])["game"] for _ in range(10)]
        for made in games:
            until(server, made, lambda now: now["seats"][0]["kind"] == "bot")
        for made in games:
            server.sit(made, token=owner)
            until(server, made, lambda now: now["ply"] > 0)
        s = server.socket()
        for number in range(80):
            seats = [["account:robot", "open"], ["account:robot", "me"], ["me", "account:robot"]][number % 3]
            made = server.create("kwinty", token=owner, seats=seats)
            until(server, made["game"], lambda now: now["seats"][seats.index("account:robot")]["kind"] == "bot")
            if number % 3 == 1:
                until(server, made["game"], lambda now: now["ply"] > 0)
            if number % 3 == 0:  # no opponent comes: the game is removed
                done = subprocess.run([PROGRAM, "admin", "remove", made["game"], "--db", server.database], capture_output=True, text=True)
                assert done.returncode == 0, done
                continue
            s.join(made["game"], made["token"])
            assert s.ask(do="resign" if number % 3 == 1 else "abort", game=made["game"])[1]["type"] == "done"
            s.send(do="leave", game=made["game"])
        assert robot.process.poll() is None, robot.heard()


def challenge(server, owner, name="tiku"):
    return server.create(name, token=owner, seats=["me", "account:robot"])


def play_on(server, made, owner, name="tiku"):
    """The person plays until the game is over; returns how it ended."""
    s = server.socket()
    now = s.join(made["game"], made["token"])
    while now["phase"] != "playing":
        s.expect("seats", phase="playing")
        now = s.join(made["game"], made["token"])
    options = now["options"]
    while not now["over"] and now["ply"] < 60:
        if now["toAct"] == 0:
            s.send(do="act", game=made["game"], ply=now["ply"], action=moves(now, options, name)[0])
        now = s.expect("event")
    return now


def failing(folder, kind, good, once="-"):
    path = os.path.join(folder, "engine.py")
    with open(path, "w") as file:
        file.write(SCRIPT)
    return [sys.executable, path, PROGRAM, kind, str(good), once]


FAILURES = (("lie", "z9z9"), ("exit", "exit status 3"), ("crash", "SIGSEGV"), ("silent", "is silent"))


def test_an_engine_that_fails_in_a_game_resigns(server):
    """It is started again once; then the bot resigns and says why in one line. After three such
    games it takes no more and ends."""
    owner, token = setup(server, "robot")
    for kind, reason in FAILURES:
        with tempfile.TemporaryDirectory() as folder, Bot(server, token, *failing(folder, kind, 2), options=("--accept", "tiku")) as robot:
            wait_until(lambda: " is on http" in robot.heard(), robot.heard)
            waiting = [server.create("tiku", token=owner, seats=["account:robot", "open"])["game"] for _ in range(2)]
            for game in waiting:
                until(server, game, lambda now: now["seats"][0]["kind"] == "bot")
            for number in range(3):
                made = challenge(server, owner)
                now = play_on(server, made, owner)
                assert now["over"] and now["kind"] == "resign" and now["seat"] == 1, now
            wait_until(lambda: robot.process.poll() is not None, robot.heard)
            lines = robot.heard().splitlines()
            assert robot.process.returncode not in (0, None), lines
            assert len([line for line in lines if "resigns" in line and reason in line]) == 3, lines
            assert len([line for line in lines if "starting it again" in line]) == 3, lines
            assert "failed in 3 games" in lines[-1] and reason in lines[-1], lines
            for game in waiting:  # no game is left waiting for a bot that has gone
                until(server, game, lambda now: now["over"])
            assert "robot" not in [b["name"] for b in server.get("/api/bots")[1]["bots"] if b["games"]]


def test_an_engine_that_fails_once_plays_on(server):
    owner, token = setup(server, "robot")
    for kind, reason in FAILURES:
        with tempfile.TemporaryDirectory() as folder:
            once = os.path.join(folder, "once")
            with Bot(server, token, *failing(folder, kind, 2, once), options=("--accept", "tiku")) as robot:
                wait_until(lambda: " is on http" in robot.heard(), robot.heard)
                now = play_on(server, challenge(server, owner), owner)
                assert (now["over"] and now["kind"] == "act") or now["ply"] >= 60, now
                lines = [line for line in robot.heard().splitlines() if "starting it again" in line]
                assert len(lines) == 1 and reason in lines[0], robot.heard()


def test_an_engine_is_tried_first(server):
    """What cannot play says why, before the server lists the bot as online."""
    owner, token = setup(server, "robot")
    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "plain")
        with open(plain, "w") as file:
            file.write("no program\n")
        for engine, reason in (
            (["/nonexistent/engine"], "cannot be started: not found (exit status 127)"),
            ([plain], "cannot be started: not executable (exit status 126)"),
            (["false"], "has ended with exit status 1"),
            (["exit 7"], "has ended with exit status 7"),
            (["kill -SEGV $$"], "was killed by SIGSEGV"),
            (["exec 1>&-; sleep 1000"], "has closed its output"),
            (["cat"], "talks without answering: no 'ugiok'"),
            (["sleep 1000"], "is silent: no 'ugiok'"),
            (failing(folder, "lie", 0), "does not play 'tiku'"),
            (failing(folder, "crash", 0), "does not play 'tiku'"),
        ):
            with Bot(server, token, *engine, options=("--accept", "tiku")) as robot:
                robot.process.wait(PATIENCE)
                lines = [line for line in robot.heard().splitlines() if line.startswith("abax: ")]  # the shell prints lines too
                assert robot.process.returncode not in (0, None) and len(lines) == 1 and reason in lines[0], (engine, robot.heard())


def test_games_that_an_engine_cannot_play_are_not_taken(server):
    """Without --accept the bot takes the games that the engine plays: here an Abax that knows only
    one."""
    owner, token = setup(server, "robot")
    with tempfile.TemporaryDirectory() as folder:
        one = "stdbuf -oL grep -v --line-buffered 'setoption name Game' | %s ugi kwinty" % PROGRAM
        with Bot(server, token, one) as robot:
            wait_until(lambda: " is on http" in robot.heard(), robot.heard)
            ready = wait_until(lambda: [b["games"] for b in server.get("/api/bots")[1]["bots"] if b["games"]])
            assert ready == [["kwinty"]], (ready, robot.heard())
            assert "tiku" in robot.heard(), robot.heard()


def test_games_that_nobody_joins_do_not_keep_others_out(server):
    """Sixty games wait for a second player: as many as the bot has places. It plays the next challenge all the same."""
    owner, token = setup(server, "robot")
    with Bot(server, token, options=("--accept", "kwinty")) as robot:
        games = [server.create("kwinty", token=owner, seats=["account:robot", "open"])["game"] for _ in range(60)]
        for made in games:
            until(server, made, lambda now: now["seats"][0]["kind"] == "bot")
        for _ in range(2):
            made = server.create("kwinty", token=owner, seats=["account:robot", "me"])["game"]
            until(server, made, lambda now: now["ply"] > 0)
        waiting = [game for game in games if not show(server, game)["over"]]
        assert len(waiting) == 58 and robot.heard().count("nobody joined it") == 2, robot.heard()
        server.sit(waiting[0], token=owner)  # the others wait on
        until(server, waiting[0], lambda now: now["ply"] > 0)


def test_an_engine_that_is_never_ready_delays_other_games_a_little(server):
    """One of the engines hangs at `isready`. The others play on soon: what the engine may take follows from what it took
    when it was tried, not from a minute or two."""
    owner, token = setup(server, "robot")
    with tempfile.TemporaryDirectory() as folder:
        once = os.path.join(folder, "once")
        engine = failing(folder, "unready", 0, once)
        # The greeting, the trial and the first game are engines 1 to 3; the fourth hangs.
        engine[-2] = "3"
        with Bot(server, token, *engine, options=("--accept", "kwinty")) as robot:
            wait_until(lambda: " is on http" in robot.heard(), robot.heard)
            first = server.create("kwinty", token=owner, seats=["me", "account:robot"])
            answer(server, first["game"], first["token"], 0, "kwinty")
            second = server.create("kwinty", token=owner, seats=["account:robot", "me"])
            wait_until(lambda: os.path.getsize(once) >= 4, robot.heard)
            began = time.monotonic()
            answer(server, first["game"], first["token"], 0, "kwinty")
            assert time.monotonic() - began < 40, robot.heard()
            until(server, second["game"], lambda now: now["ply"] > 0)
            assert "is silent: no 'readyok'" in robot.heard(), robot.heard()
