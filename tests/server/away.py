# SPDX-License-Identifier: MIT
"""Vacations and banks of days, by the server's own clock: which clocks stop, what the opponent
sees, and how many days it costs."""
import sqlite3, time

from client import wait_until
from people import register
from fakeservices import act, slow_game

DAY = 86400000


def vacation(server, token, days):
    return server.post("/api/me/vacation", {"days": days}, token=token)


def state(server, game):
    return server.get("/api/games/" + game)[1]


def entries(server, game):
    return [(e["kind"], e["seat"], e["text"]) for e in state(server, game)["entries"]]


def test_a_vacation_stops_ones_clocks_and_is_seen(server):
    ann, ben = register(server, "Ann"), register(server, "Ben")
    games = [slow_game(server, ann, ben) for _ in range(2)]
    quick = slow_game(server, ann, ben, clock="600")
    for game in (*games, quick):
        act(server, game, ann)
    assert server.get("/api/me/vacation", token=ben)[1] == {"days": 30, "left": 30, "until": 0}
    s = server.socket()
    s.join(games[0], ann)
    status, answer = vacation(server, ben, 7)
    assert status == 200 and answer["left"] == 23 and 6 * DAY < answer["until"] - time.time() * 1000 <= 7 * DAY, answer
    s.expect("event", kind="pause")
    seats = s.expect("seats")["seats"] if "away" not in state(server, games[0])["seats"][1] else state(server, games[0])["seats"]
    assert seats[1]["away"] == answer["until"] and "away" not in seats[0]
    for game in games:
        wait_until(lambda: entries(server, game)[-1] == ("pause", 1, "vacation"))
        now = state(server, game)
        assert now["paused"] and now["running"] == -1 and 2.9 * DAY < now["left"][1] <= 3 * DAY
    assert state(server, quick)["running"] == 1
    # A restart does not wake the clocks; the journal says what stands still.
    server.kill()
    server.start()
    assert state(server, games[0])["paused"]
    # An action in one game ends the vacation in all.
    act(server, games[0], ben)
    wait_until(lambda: entries(server, games[1])[-1] == ("resume", 1, "vacation"))
    now = state(server, games[1])
    assert now["running"] == 1 and "paused" not in now and "away" not in now["seats"][1]
    answer = server.get("/api/me/vacation", token=ben)[1]
    assert answer == {"days": 30, "left": 29, "until": 0}, answer  # the day that has begun counts


def test_days_of_vacation_are_counted(server):
    ben = register(server, "Ben")
    assert vacation(server, ben, 31)[0] == 400
    assert vacation(server, ben, 30)[1]["left"] == 0
    status, answer = vacation(server, ben, 1)
    assert status == 409 and "already" in answer["error"]
    assert vacation(server, ben, 0)[1] == {"days": 30, "left": 29, "until": 0}
    assert vacation(server, ben, 0)[1]["left"] == 29  # ending it twice changes nothing
    status, answer = vacation(server, ben, 30)
    assert status == 409 and "29 days" in answer["error"]
    assert vacation(server, ben, 29)[1]["left"] == 0
    vacation(server, ben, 0)
    # Each year has its own days.
    with sqlite3.connect(server.database, timeout=10) as db:
        db.execute("UPDATE vacations SET year = year - 1")
    assert vacation(server, ben, 30)[1]["left"] == 0
    assert server.post("/api/me/vacation", {"days": 1})[0] == 401
    bot = server.post("/api/bots", {"name": "robot"}, token=ben)[1]["token"]
    assert vacation(server, bot, 1)[0] == 403


def test_a_bank_is_shown(server):
    ann, ben = register(server, "Ann"), register(server, "Ben")
    game = slow_game(server, ann, ben, clock="3d/14d")
    act(server, game, ann)
    now = state(server, game)
    assert now["clock"] == "3d/14d" and now["bank"] == [14 * DAY, 14 * DAY]
    assert now["left"][0] == 17 * DAY and 16.9 * DAY < now["left"][1] <= 17 * DAY
    # As if Ben had thought for five days: two of them are the bank's.
    server.stop()
    with sqlite3.connect(server.database) as db:
        db.execute("UPDATE entries SET at = at - ?", (5 * DAY,))
        db.execute("UPDATE games SET created = created - ?, changed = changed - ?", (5 * DAY, 5 * DAY))
    server.start()
    act(server, game, ben)
    now = state(server, game)
    assert 11.9 * DAY < now["bank"][1] <= 12 * DAY and now["left"][1] == 3 * DAY + now["bank"][1]
