# SPDX-License-Identifier: MIT
"""Puzzles on the server: it judges lines itself, each counts once for an account, and nothing is
revealed before."""
import concurrent.futures, datetime, json, os, subprocess, threading, time

from again import rows, send_unheard
from client import PROGRAM, ROOT, Server, wait_until
from cluster import with_cluster

GAME = "tokan"  # its seats act in turn: every second action of a line is the solver's
PATH = "/api/puzzles/" + GAME


def puzzles():
    """The lines of the file, as the program lists it."""
    listed = subprocess.run([PROGRAM, "puzzles", "list", os.path.join(ROOT, "games", GAME, "puzzles.txt")],
                            check=True, capture_output=True, text=True).stdout
    return [row.split("\t") for row in listed.splitlines()]


LINES = [row[4].split() for row in puzzles()]
POSITIONS = [row[1] for row in puzzles()]


def solution(number):
    return " ".join(LINES[number][::2])


def with_length(count, skip=0):
    """A puzzle whose solver acts `count` times."""
    return [n for n, line in enumerate(LINES) if len(line[::2]) == count][skip]


def wrong(number):
    """A legal action that the program calls wrong: some others lead to the same game as the
    solution."""
    with open(os.path.join(ROOT, "games", GAME, "puzzles.txt"), encoding="utf-8") as file:
        letters = file.read().split("\n")[number + 1]
    moves = subprocess.run([PROGRAM, "moves", GAME, "-p", POSITIONS[number]], check=True, capture_output=True, text=True).stdout.split()
    calls = "".join("puzzle\t%s\t%s\ntry\t%s\n" % (GAME, letters, move) for move in moves)
    answers = subprocess.run([PROGRAM, "session"], input=calls, check=True, capture_output=True, text=True).stdout.splitlines()[1::2]
    return next(move for move, line in zip(moves, answers) if json.loads(line)["puzzle"]["verdict"] == "wrong")


def account(server, name):
    status, answer = server.post("/api/accounts", {"name": name, "password": "a long password"})
    assert status == 201, answer
    return answer["token"]


def begin_puzzle(server, token, number=None, status=201, **more):
    body = {**({} if number is None else {"puzzle": number}), **more}
    got, answer = server.post(PATH, body, token=token)
    assert got == status, (got, answer)
    return answer


def answer(server, token, number, actions, status=200, **more):
    got, result = server.post(PATH + "/try", {"puzzle": number, "actions": actions, **more}, token=token)
    assert got == status, (got, result)
    return result


def standing(server, token):
    status, result = server.get("/api/me/puzzles", token=token)
    assert status == 200, result
    return result["games"][GAME]


def today():
    return datetime.datetime.now(datetime.timezone.utc).date().isoformat()


def quiet_midnight():
    """A test that is about today does not begin a minute before it is over."""
    now = datetime.datetime.now(datetime.timezone.utc)
    if (now.hour, now.minute) == (23, 59):
        time.sleep(61 - now.second)


def test_a_right_line_is_solved(server):
    ann, number = account(server, "Ann"), with_length(3)
    begun = begin_puzzle(server, ann, number)
    # A puzzle asked for by number may have been seen: it is not rated.
    assert begun["puzzle"] == number and not begun["rated"] and begun["position"] == POSITIONS[number], begun
    # Nothing of the solution, nor how long or how hard it is.
    assert not {"of", "rating", "solution", "themes", "line", "hardness"} & set(begun), begun
    for text in begun.values():
        assert LINES[number][0] not in str(text).split(), begun
    line = LINES[number]
    right = answer(server, ann, number, line[0])
    assert right["over"] is False and right["found"] == 1 and right["played"] == line[:2], right
    assert not {"of", "solution", "hardness", "ratedTo"} & set(right), right
    assert right["position"] != begun["position"]
    assert standing(server, ann)["attempts"] == 0 and standing(server, ann)["open"]["puzzle"] == number
    over = answer(server, ann, number, solution(number))
    assert over["over"] and over["solved"] and over["of"] == 3 and over["solution"] == line, over
    assert not over["rated"] and "ratedTo" not in over and over["hardness"]["attempts"] == 0, over
    now = standing(server, ann)
    assert now["attempts"] == 0 and now["streak"] == 0 and now["rating"] == 1500 and "open" not in now, now


def test_what_the_server_chooses_is_rated(server):
    quiet_midnight()
    ann = account(server, "Ann")
    number = begin_puzzle(server, ann)["puzzle"]
    over = answer(server, ann, number, solution(number))
    assert over["solved"] and over["rated"] and over["ratedTo"] > 1500 and over["solver"]["streak"] == 1, over
    assert over["solver"]["rating"] == over["ratedTo"] and over["hardness"]["attempts"] == over["hardness"]["solved"] == 1, over
    now = standing(server, ann)
    assert now["attempts"] == 1 and now["solved"] == 1 and "open" not in now, now
    # The day's puzzle is the same for all; after the first solver its rating drops.
    ratings = []
    for name in ("Bob", "Cleo"):
        token = account(server, name)
        begun = begin_puzzle(server, token, day=True)
        ratings.append(answer(server, token, begun["puzzle"], solution(begun["puzzle"]), day=today())["hardness"])
    assert [r["attempts"] for r in ratings] == [1, 2] and ratings[1]["rating"] < ratings[0]["rating"], ratings


def test_a_known_solution_is_worth_nothing(server):
    """A puzzle that was shown to a guest, or failed and asked for again, gives no points, however
    it is requested."""
    ann = account(server, "Ann")
    for number in range(5):
        assert not begin_puzzle(server, ann, number)["rated"]
        assert answer(server, ann, number, solution(number))["solved"]
    assert (standing(server, ann)["rating"], standing(server, ann)["attempts"]) == (1500, 0)
    tried = {begin_puzzle(server, ann)["puzzle"]}  # puzzles asked for by number are not chosen any more
    assert not tried & set(range(5)), tried


def test_a_wrong_action_fails_and_cannot_be_made_good(server):
    ann = account(server, "Ann")
    number = begin_puzzle(server, ann)["puzzle"]
    failed = answer(server, ann, number, wrong(number))
    assert failed["over"] and not failed["solved"] and failed["ratedTo"] < 1500, failed
    assert failed["solution"] == LINES[number] and failed["solver"]["streak"] == 0, failed
    for actions in (solution(number), LINES[number][0], ""):
        again = answer(server, ann, number, actions)
        assert again == failed, (again, failed)
    assert standing(server, ann)["attempts"] == 1
    assert "counts once" in begin_puzzle(server, ann, number, status=409)["error"]
    # Giving up is a failure as well.
    other = begin_puzzle(server, ann)["puzzle"]
    status, nothing = server.post(PATH + "/try", {"puzzle": other}, token=ann)  # no action at all is right so far
    assert status == 200 and not nothing["over"] and nothing["found"] == 0 and nothing["played"] == [], nothing
    shown = answer(server, ann, other, "", end=True)
    assert shown["over"] and not shown["solved"] and shown["ratedFrom"] == failed["ratedTo"] > shown["ratedTo"], shown
    # Even where all was right so far.
    third = with_length(2, 1) if with_length(2, 1) not in (number, other) else with_length(2, 2)
    begin_puzzle(server, ann, third)
    shown = answer(server, ann, third, LINES[third][0], end=True)
    assert shown["over"] and not shown["solved"] and not shown["rated"], shown


def test_what_is_open_comes_first(server):
    """Leaving the page, losing an answer or looking at another puzzle is no failure: the open one
    comes first."""
    quiet_midnight()
    ann = account(server, "Ann")
    first = begin_puzzle(server, ann)
    again = begin_puzzle(server, ann, status=200)
    assert again == first, (again, first)
    other = (first["puzzle"] + 1) % len(LINES)
    refused = begin_puzzle(server, ann, other, status=409)
    assert "puzzle %d is open" % first["puzzle"] in refused["error"], refused
    # The day's puzzle is open beside it, and neither blocks the other.
    day = begin_puzzle(server, ann, day=True)
    assert begin_puzzle(server, ann, status=200) == first
    assert begin_puzzle(server, ann, day=True, status=200) == day
    now = standing(server, ann)
    assert now["today"] == "open", now
    assert now["open"]["puzzle"] == first["puzzle"] and now["attempts"] == 0 and now["rating"] == 1500, now
    # Each game has its own open puzzle.
    status, result = server.post("/api/puzzles/turris", {}, token=ann)
    assert status == 201 and "left" not in result, result
    assert answer(server, ann, first["puzzle"], solution(first["puzzle"]))["solved"]
    now = standing(server, ann)
    assert now["open"]["puzzle"] == day["puzzle"] and now["open"]["day"] == today(), now
    # An unrated puzzle gives way.
    assert answer(server, ann, day["puzzle"], solution(day["puzzle"]), day=today())["solved"]
    named = next(n for n in range(10) if n not in (first["puzzle"], day["puzzle"]))
    begin_puzzle(server, ann, named)
    begun = begin_puzzle(server, ann)
    assert begun["left"] == named and standing(server, ann)["attempts"] == 2, begun


def test_a_day_ends_meanwhile(server):
    """The day's puzzle counts for the day on which it was begun, whatever the clock says when it is
    solved."""
    quiet_midnight()
    ann = account(server, "Ann")
    number = begin_puzzle(server, ann, day=True)["puzzle"]
    tomorrow = (datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=1)).isoformat()
    over = answer(server, ann, number, solution(number), day=tomorrow)
    assert over["solved"] and over["rated"] and over["day"] == today(), over
    assert standing(server, ann)["today"] == "solved"


def test_the_server_chooses_what_was_not_tried(server):
    ann, seen = account(server, "Ann"), set()
    of_day = next(g["puzzle"] for g in server.get("/api/puzzles")[1]["games"] if g["game"] == GAME)
    for _ in range(30):
        number = begin_puzzle(server, ann)["puzzle"]
        assert number not in seen and number != of_day, (number, seen)
        seen.add(number)
        assert answer(server, ann, number, solution(number))["solved"]
    board = server.get("/api/puzzles/streaks?game=" + GAME)[1]
    assert board == {"streaks": [{"name": "Ann", "now": 30, "best": 30}], "days": []}, board
    now = standing(server, ann)
    assert now["rating"] > 1600 and now["deviation"] < 300 and now["solved"] == now["best"] == 30, now


def test_the_day(server):
    quiet_midnight()
    ann, bob, eve = (account(server, name) for name in ("Ann", "Bob", "Eve"))
    listed = server.get("/api/puzzles")[1]
    assert listed["day"] == today() and {GAME, "turris"} <= {g["game"] for g in listed["games"]}, listed
    row = next(g for g in listed["games"] if g["game"] == GAME)
    number = row["puzzle"]
    assert (row["tried"], row["solved"], row["people"]) == (0, 0, []), row
    begin_puzzle(server, eve, number)  # tried before: it counts for the day, not for the rating
    assert server.post(PATH + "/try", {"puzzle": number, "end": True}, token=eve)[1]["over"]
    for token, actions in ((bob, solution(number)), (ann, wrong(number)), (eve, solution(number))):
        begun = begin_puzzle(server, token, day=True)
        assert begun["puzzle"] == number and begun["day"] == today() and begun["rated"] == (token != eve), begun
        result = answer(server, token, number, actions, day=today())
        assert result["solved"] == (token != ann) and result["day"] == today(), result
        assert ("ratedTo" in result) == (token != eve)
        begin_puzzle(server, token, day=True, status=409)
        assert standing(server, token)["today"] == ("failed" if token == ann else "solved")
    row = next(g for g in server.get("/api/puzzles?day=" + today())[1]["games"] if g["game"] == GAME)
    assert (row["tried"], row["solved"], row["people"]) == (3, 2, ["Bob", "Eve"]), row
    for where in ("/api/puzzles/streaks", "/api/puzzles/streaks?game=" + GAME):
        days = server.get(where)[1]["days"]
        assert [(d["name"], d["now"]) for d in days] == [("Bob", 1), ("Eve", 1)], days
    assert server.get("/api/me/puzzles", token=bob)[1]["days"] == 1
    assert standing(server, eve)["attempts"] == 0
    # Every account gets the same; other days have others.
    assert server.get("/api/puzzles", token=ann)[1]["games"] == server.get("/api/puzzles")[1]["games"]
    numbers = {tuple(g["puzzle"] for g in server.get("/api/puzzles?day=2026-11-%02d" % day)[1]["games"]) for day in range(1, 11)}
    assert len(numbers) > 5, numbers


def at_once(calls):
    """Runs calls at the same time, as far as that can be; their answers."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        barrier.wait()
        return call()

    with concurrent.futures.ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def race(servers):
    """Several connections answer and begin the same and other puzzles at once; the results are
    consistent."""
    ann = account(servers[0], "Ann")
    for done in range(12):
        begun = at_once([lambda s=s: s.post(PATH, {}, token=ann) for s in servers * 2])
        number = begun[0][1]["puzzle"]
        for status, result in begun:
            assert status in (200, 201) and result["puzzle"] == number and result["rated"], begun
        lines = [solution(number), wrong(number), solution(number), wrong(number)]
        results = at_once([lambda s=s, line=line: answer(s, ann, number, line) for s, line in zip(servers * 2, lines)])
        assert all(t["over"] and t["solved"] == results[0]["solved"] and t["ratedTo"] == results[0]["ratedTo"] for t in results), results
        for s in servers:
            assert standing(s, ann)["attempts"] == done + 1
    # Many that are asked for by number begin at once: one stays open, all others gave way; the
    # rating is as it was.
    seen = {t["puzzle"] for t in servers[0].get("/api/me/attempts", token=ann)[1]["attempts"]}
    before = standing(servers[0], ann)
    named = [n for n in range(40) if n not in seen][:8]
    statuses = at_once([lambda s=s, n=n: s.post(PATH, {"puzzle": n}, token=ann)[0] for n, s in zip(named, servers * 4)])
    assert statuses == [201] * 8, statuses
    now = standing(servers[0], ann)
    assert (now["attempts"], now["rating"], now["streak"]) == (12, before["rating"], before["streak"]), now
    attempts = servers[-1].get("/api/me/attempts", token=ann)[1]["attempts"]
    assert len(attempts) == 20 and [t["puzzle"] for t in attempts if not t["over"]] == [now["open"]["puzzle"]], attempts
    # Each attempt starts from the rating that the one before left.
    ended = sorted((t for t in attempts if t["over"] and t["rated"]), key=lambda t: t["ended"])
    assert "ratedFrom" not in ended[0]
    assert {t["ratedFrom"] for t in ended[1:]} | {now["rating"]} >= {t["ratedTo"] for t in ended[:-1]}, ended


def test_connections_at_once(server):
    race([server, server])


@with_cluster
def test_processes_agree(server, cluster):
    with Server(server.database) as other:
        race([server, other])


def test_a_crash_between_store_and_answer(server):
    ann = account(server, "Ann")
    for solves in (True, False):
        s = send_unheard(server, PATH, {}, ann)
        wait_until(lambda: rows(server, "SELECT 1 FROM attempts WHERE ended = 0"))
        server.kill()
        s.close()
        server.start()
        number = standing(server, ann)["open"]["puzzle"]
        begun = begin_puzzle(server, ann, status=200)
        assert begun["rated"] and begun["puzzle"] == number, begun
        s = send_unheard(server, PATH + "/try", {"puzzle": number, "actions": solution(number) if solves else wrong(number)}, ann)
        wait_until(lambda: rows(server, "SELECT 1 FROM attempts WHERE puzzle = ? AND ended > 0", number))
        server.kill()
        s.close()
        server.start()
        before = standing(server, ann)
        result = answer(server, ann, number, solution(number))
        assert result["solved"] == solves and result["ratedTo"] == before["rating"], result
        assert standing(server, ann) == before
    assert before["attempts"] == 2 and rows(server, "SELECT count(*) FROM attempts")[0][0] == 2


def test_bad_input(server):
    ann = account(server, "Ann")
    bot = server.post("/api/bots", {"name": "Bot"}, token=ann)[1]["token"]
    begin_puzzle(server, ann, 1)
    number = len(LINES)
    for token, path, body, status, word in (
        (None, PATH, {}, 401, "account"),
        (None, PATH + "/try", {"puzzle": 1, "actions": ""}, 401, "account"),
        (bot, PATH, {}, 403, "bots"),
        (ann, "/api/puzzles/chess", {}, 404, "game"),
        (ann, "/api/puzzles/null", {}, 404, "no puzzles"),
        (ann, PATH, {"puzzle": -1}, 400, "puzzle"),
        (ann, PATH, {"puzzle": "1"}, 400, "puzzle"),
        (ann, PATH, {"puzzle": 1.5}, 400, "puzzle"),
        (ann, PATH, {"puzzle": 2 ** 40}, 400, "puzzle"),
        (ann, PATH, {"puzzle": number}, 404, str(number)),
        (ann, PATH, {"day": "yes"}, 400, "day"),
        (ann, PATH, {"day": True, "puzzle": 1}, 400, "either"),
        (ann, PATH, {"what": 1}, 400, "what"),
        (ann, PATH, [], 400, "object"),
        (ann, PATH + "/try", {"actions": ""}, 400, "puzzle"),
        (ann, PATH + "/try", {"puzzle": 1, "actions": 5}, 400, "actions"),
        (ann, PATH + "/try", {"puzzle": 1, "actions": "zzz"}, 400, "zzz"),
        (ann, PATH + "/try", {"puzzle": 1, "actions": "x" * 80}, 400, "cannot be played"),
        (ann, PATH + "/try", {"puzzle": 1, "actions": "x" * 1000}, 400, "actions"),
        (ann, PATH + "/try", {"puzzle": 1, "actions": solution(1) + " " + LINES[1][0]}, 400, "nothing to find"),
        (ann, PATH + "/try", {"puzzle": 1, "actions": "", "day": "2026-02-30"}, 400, "2026-02-30"),
        (ann, PATH + "/try", {"puzzle": 2, "actions": "", "day": "2026-01-30"}, 409, "begun"),
        (ann, PATH + "/try", {"puzzle": 1, "actions": "", "day": 5}, 400, "day"),
        (ann, PATH + "/try", {"puzzle": 1, "actions": "", "end": 1}, 400, "end"),
        (ann, PATH + "/try", {"puzzle": 2, "actions": solution(2)}, 409, "begun"),
        (ann, PATH + "/try", {"puzzle": number, "actions": ""}, 404, str(number)),
    ):
        got, result = server.post(path, body, token=token)
        assert got == status and word in result["error"], (path, body, got, result)
    for path, status, word in (("/api/puzzles?day=tomorrow", 400, "tomorrow"), ("/api/puzzles?day=2999-01-01", 400, "not there yet"),
                               ("/api/puzzles/streaks?game=chess", 404, "game"), ("/api/me/puzzles", 401, "account"),
                               ("/api/me/attempts", 401, "account"), ("/api/puzzles/" + GAME, 405, "POST")):
        got, result = server.get(path)
        assert got == status and word in result["error"], (path, got, result)
    assert server.get("/api/me/attempts?before=x", token=ann)[0] == 400
    # None of this has changed the attempt.
    assert standing(server, ann)["open"]["puzzle"] == 1 and standing(server, ann)["attempts"] == 0
    assert answer(server, ann, 1, solution(1))["solved"]


def test_limits(server):
    ann = account(server, "Ann")
    begin_puzzle(server, ann, 1)
    statuses = [server.post(PATH + "/try", {"puzzle": 2, "actions": ""}, token=ann)[0] for _ in range(130)]
    assert 429 in statuses and statuses[0] == 409, statuses


test_limits.options = {"limits": True}


def test_attempts_are_exported_and_go_with_the_account(server):
    ann, bob = account(server, "Ann"), account(server, "Bob")
    numbers = []
    for done in range(55):
        number = begin_puzzle(server, ann)["puzzle"]
        answer(server, ann, number, solution(number) if done else wrong(number))
        numbers.insert(0, number)
    last = begin_puzzle(server, ann)["puzzle"]
    first = server.get("/api/me/attempts", token=ann)[1]
    second = server.get("/api/me/attempts?before=%d" % first["next"], token=ann)[1]
    attempts = first["attempts"] + second["attempts"]
    assert [t["puzzle"] for t in attempts] == [last, *numbers] and second["next"] == 0, attempts
    assert attempts[-1]["actions"] == wrong(numbers[-1]) and not attempts[-1]["solved"] and attempts[1]["actions"] == solution(numbers[0])
    assert "solved" not in attempts[0] and not attempts[0]["over"]
    data = server.get("/api/me/data", token=ann)[1]
    assert data["attempts"] == first["attempts"]
    assert server.get("/api/me/attempts", token=bob)[1] == {"next": 0, "attempts": []}
    assert server.get("/api/puzzles/streaks?game=" + GAME)[1]["streaks"] == [{"name": "Ann", "now": 54, "best": 54}]
    status, _ = server.post("/api/me/delete", {"password": "a long password"}, token=ann)
    assert status == 200
    for table in ("attempts", "solvers"):
        assert rows(server, "SELECT count(*) FROM " + table)[0][0] == 0
    assert server.get("/api/puzzles/streaks?game=" + GAME)[1]["streaks"] == []
    assert rows(server, "SELECT attempts FROM puzzles WHERE puzzle = ?", numbers[0])[0][0] == 1  # the puzzle's rating stays
