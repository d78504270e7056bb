# SPDX-License-Identifier: MIT
"""The examples of docs/api.md: each is challenged, plays whole games with what the API says alone,
and takes the next challenge."""
import os, subprocess, tempfile

from client import ROOT, end, wait_until
from people import register

EXAMPLES = os.path.join(ROOT, "examples")


CHALLENGES = (["level:1", "bot"], ["bot", "random"], ["me", "bot"])


def heard(said):
    """What a program has printed so far; the program's own file offset stays where it is."""
    return os.pread(said.fileno(), 1 << 20, 0).decode()


def play_out(server, game):
    """Waits until it is over, as long as actions come: a whole game takes long on a busy
    machine."""
    ply = -1
    while True:
        now = wait_until(lambda: (n := server.get("/api/games/" + game)[1]) and (n["over"] or n["ply"] != ply) and n)
        if now["over"]:
            return now
        ply = now["ply"]


def challenge(server, words, game, person, bot):
    with tempfile.TemporaryFile("w+") as said:
        program = subprocess.Popen(words, stdout=said, stderr=subprocess.STDOUT)
        try:
            wait_until(lambda: game in [g for b in server.get("/api/bots")[1]["bots"] if b["name"] == bot for g in b["games"]])
            for seats in [[seat.replace("bot", "account:" + bot) for seat in seats] for seats in CHALLENGES]:
                made = server.create(game, token=person, seats=seats)
                s = server.socket()
                if "me" in seats:  # it answers a person, and gets the resignation
                    wait_until(lambda: server.get("/api/games/" + made["game"])[1]["phase"] == "playing")
                    now = s.join(made["game"], person, actions=True)
                    while now.get("seat") != 1:
                        if now["toAct"] == 0:
                            s.send(do="act", game=made["game"], ply=now["ply"], action=now["actions"][0])
                        now = s.expect("event", kind="act")
                    assert s.ask(do="resign", game=made["game"])[1]["type"] == "done"
                over = play_out(server, made["game"])
                assert [e["seat"] for e in over["entries"] if e["kind"] == "act"].count(seats.index("account:" + bot)) > 0
            wait_until(lambda: heard(said).count("over") >= len(CHALLENGES))
            assert program.poll() is None
        finally:
            end(program)
            text = heard(said)
        # All it sent was legal; only a resignation may be quicker than its next action.
        refused = [line for line in text.splitlines() if line.startswith("refused") and "the game is over" not in line]
        assert not refused, text


def setup(server):
    person = register(server, "owner")
    bot = server.post("/api/bots", {"name": "robot"}, token=person)[1]["token"]
    return person, bot, "http://127.0.0.1:%d" % server.port


def test_a_bot_in_python(server):
    person, bot, address = setup(server)
    challenge(server, ["python3", os.path.join(EXAMPLES, "bot.py"), address, bot], "tiku", person, "robot")


def test_a_bot_in_python_with_secrets(server):
    person, bot, address = setup(server)
    challenge(server, ["python3", os.path.join(EXAMPLES, "bot.py"), address, bot, "masker"], "masker", person, "robot")


def test_a_bot_in_javascript(server):
    person, bot, address = setup(server)
    challenge(server, ["node", os.path.join(EXAMPLES, "bot.mjs"), address, bot, "yoxii", "kwinty"], "kwinty", person, "robot")


def test_a_bot_in_c(server):
    person, bot, _ = setup(server)
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "bot")
        subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, os.path.join(EXAMPLES, "bot.c"), "-lcrypto"], check=True)
        challenge(server, [program, "127.0.0.1", str(server.port), bot, "tokan"], "tokan", person, "robot")
