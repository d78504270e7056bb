# SPDX-License-Identifier: MIT
"""Fair play: one person one seat, ratings that must be earned, games by link that stay private,
bounds on what one seat may say."""
import socket, threading

from games import moves, play
from people import register


def sit_at_once(server, game, token, times):
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(server.post("/api/games/%s/sit" % game, token=token)))
               for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [status for status, _ in answers]


def test_one_account_one_seat(server):
    host, token = register(server, "host"), register(server, "twin")
    for _ in range(8):
        game = server.create("tiku", token=host, rated=True, seats=["open", "open"])["game"]
        assert sorted(sit_at_once(server, game, token, 4)) == [200, 409, 409, 409]
        seats = server.get("/api/games/" + game)[1]["seats"]
        assert [seat["name"] for seat in seats].count("twin") == 1
    me = server.create("tiku", token=token, seats=["me", "open"])["game"]
    assert sit_at_once(server, me, token, 2) == [409, 409]


def test_a_resignation_counts_for_the_right_seat_while_lots_are_drawn(server):
    """A request sent while the last seat is being taken came from a seat that the lots may give to
    the other player."""
    resigned = 0  # rounds in which an entry was made
    for _ in range(40):
        made, full = server.create("tiku", name="Ann", lots=True), threading.Event()
        ann = server.socket()
        ann.join(made["game"], made["token"])

        def give_up():
            while not full.is_set():
                ann.send(do="resign", game=made["game"])
                full.wait(0.00005)

        def listen():
            try:
                while ann.s.recv(65536):
                    pass
            except OSError:
                pass

        threads = [threading.Thread(target=give_up), threading.Thread(target=listen, daemon=True)]
        [t.start() for t in threads]
        server.sit(made["game"], name="Ben")
        full.set()
        threads[0].join()
        ann.s.shutdown(socket.SHUT_RDWR)
        threads[1].join()
        now = server.get("/api/games/" + made["game"])[1]
        names = [now["seats"][e["seat"]]["name"] for e in now["entries"]]
        assert names in ([], ["Ann"]), now["entries"]
        resigned += names == ["Ann"]
        ann.close()
    assert resigned, "no round had a resignation: the test tests nothing"


def test_ratings_are_earned_by_playing(server):
    first, second = register(server, "first"), register(server, "second")
    for plies in (0, 1, 2):
        game = server.create("tiku", token=first, rated=True)["game"]
        server.sit(game, token=second)
        sockets = play(server, game, [first, second], plies)
        assert sockets[1].ask(do="resign", game=game)[1]["type"] == "done"
        leaders = server.get("/api/ratings/tiku")[1]["leaders"]
        assert len(leaders) == (2 if plies == 2 else 0), (plies, leaders)


def test_no_rating_against_ones_own_bot(server):
    owner, other = register(server, "owner"), register(server, "other")
    robot = server.post("/api/bots", {"name": "robot"}, token=owner)[1]["token"]
    twin = server.post("/api/bots", {"name": "twin"}, token=owner)[1]["token"]
    status, answer = server.post("/api/games", {"game": "tiku", "rated": True, "seats": ["me", "account:robot"]}, token=owner)
    assert status == 400 and "own bot" in str(answer), answer
    status, answer = server.post("/api/games", {"game": "tiku", "rated": True, "seats": ["me", "account:twin"]}, token=robot)
    assert status == 400 and "own bot" in str(answer), answer
    open_game = server.create("tiku", token=robot, rated=True)["game"]
    status, answer = server.post("/api/games/%s/sit" % open_game, token=owner)
    assert status == 409 and "own bot" in str(answer), answer
    assert server.create("tiku", token=owner, seats=["me", "account:robot"])["game"]  # an unrated game is allowed
    assert server.create("tiku", token=other, rated=True, seats=["me", "account:robot"])["game"]
    assert twin


def test_a_bot_is_rated_only_where_it_was_asked(server):
    owner, other = register(server, "owner"), register(server, "other")
    robot = server.post("/api/bots", {"name": "robot"}, token=owner)[1]["token"]
    game = server.create("tiku", token=other, rated=True)["game"]
    status, answer = server.post("/api/games/%s/sit" % game, token=robot)
    assert status == 409 and "invited" in str(answer), answer
    game = server.create("tiku", token=other, rated=True, seats=["me", "account:robot"])["game"]
    assert server.post("/api/games/%s/sit" % game, token=robot)[0] == 200
    free = server.create("tiku", token=other)["game"]
    assert server.post("/api/games/%s/sit" % free, token=robot)[0] == 200


def test_games_by_link_are_on_no_profile(server):
    token = register(server, "quiet")
    hidden = server.create("tiku", token=token, listed=False)["game"]
    shown = server.create("tiku", token=token, listed=True)["game"]
    names = [row["id"] for row in server.get("/api/accounts/quiet")[1]["games"]]
    assert names == [shown], names
    own = [row["id"] for row in server.get("/api/me", token=token)[1]["games"]]
    assert sorted(own) == sorted([shown, hidden])
    assert sorted(row["id"] for row in server.get("/api/me/games", token=token)[1]["games"]) == sorted(own)


def test_talk_is_bounded_and_not_stored(server):
    game = server.create("tiku")["game"]
    made = server.sit(game)
    s = server.socket()
    before = s.join(game, made["token"])["number"]
    answers = [s.ask(do="phrase", game=game, phrase="hello")[1]["type"] for _ in range(9)]
    assert answers[:5] == ["done"] * 5 and answers[-1] == "refused", answers
    late = server.socket().join(game)
    assert late["number"] == before and late["entries"] == [] and len(late["said"]) == answers.count("done")
    assert late["said"][0]["text"] == "hello" and late["said"][0]["seat"] == made["seat"]


def test_offers_are_bounded(server):
    made = server.create("tiku")
    other = server.sit(made["game"])
    a, b = play(server, made["game"], [made["token"], other["token"]], 2)
    for _ in range(3):
        assert b.ask(do="offer", game=made["game"], what="draw")[1]["type"] == "done"
        assert a.ask(do="decline", game=made["game"], what="draw")[1]["type"] == "done"
    assert "enough" in b.ask(do="offer", game=made["game"], what="draw")[1]["sentence"]
    assert "enough" in b.ask(do="offer", game=made["game"], what="undo")[1]["sentence"]
    assert a.ask(do="offer", game=made["game"], what="draw")[1]["type"] == "done"  # each seat has its own count


def test_a_long_game_can_be_joined(server):
    """As many entries as a game may have, by taking back again and again: a client that joins then
    gets them all."""
    made = server.create("tiku", seats=["me", "random"])
    s = server.socket()
    first = moves(s.join(made["game"], made["token"]), {}, "tiku")[0]
    for _ in range(1000):
        s.send(do="act", game=made["game"], ply=0, action=first)
        s.expect("event", ply=2)
        s.send(do="offer", game=made["game"], what="undo")
        s.expect("event", ply=0)
    late = server.socket().join(made["game"])
    assert len(late["entries"]) == 3000 and late["number"] == 3000


def test_no_lines_after_the_end(server):
    made = server.create("tiku")
    other = server.sit(made["game"])
    a, b = play(server, made["game"], [made["token"], other["token"]], 1)
    assert b.ask(do="resign", game=made["game"])[1]["type"] == "done"
    answer = a.ask(do="plan", game=made["game"], ply=1, lines=["b5b3 a2a4"])[1]
    assert answer["type"] == "refused" and answer["sentence"] == "the game is over", answer


def test_names_can_be_seen(server):
    for name in ("\u202eevil", "a\u200bb", "   ", " anna", "anna ", "an  na", "\u3164", "a\u0085b", "\U000e0041x"):
        status, answer = server.post("/api/games", {"game": "tiku", "name": name})
        assert status == 400 and "seen" in str(answer), (name, answer)
        made = server.create("tiku", seats=["open", "open"])["game"]
        assert server.post("/api/games/%s/sit" % made, {"name": name})[0] == 400
    for name in ("Anna B", "Zoë", "李小龙", "Ελένη", "O'Neill 3", "🙂", ""):
        assert server.post("/api/games", {"game": "tiku", "name": name})[0] == 201, name


def test_passwords_do_not_keep_computers_waiting(server):
    """Logins have their own bounded queue: during a flood a computer still moves, and the last
    logins are asked to retry."""
    made = server.create("tiku", seats=["me", "level:1"])
    s = server.socket()
    now = s.join(made["game"], made["token"])
    answers, threads = [], []
    for _ in range(40):
        threads.append(threading.Thread(target=lambda: answers.append(
            server.post("/api/sessions", {"name": "nobody", "password": "wrong horse"})[0])))
        threads[-1].start()
    for _ in range(3):
        s.send(do="act", game=made["game"], ply=now["ply"], action=moves(now, {}, "tiku")[0])
        now = s.expect("event", ply=now["ply"] + 2)
    assert len(answers) < 40, "all logins were answered before the computer"
    for thread in threads:
        thread.join()
    assert set(answers) == {401, 429} and answers.count(401) >= 16, answers


def test_a_challenge_can_be_refused(server):
    host, guest, other = register(server, "host"), register(server, "guest"), register(server, "other")
    made = server.create("tiku", token=host, seats=["me", "account:guest"])
    s = server.socket()
    s.join(made["game"], made["token"])
    assert server.post("/api/games/%s/refuse" % made["game"])[0] == 401
    assert server.post("/api/games/%s/refuse" % made["game"], token=other)[0] == 404
    assert server.post("/api/games/%s/refuse" % made["game"], token=guest)[0] == 200
    event = s.expect("event", kind="abort")
    assert event["over"] and event["seat"] == 1
    assert server.post("/api/games/%s/sit" % made["game"], token=guest)[0] == 409
    assert server.post("/api/games/%s/refuse" % made["game"], token=guest)[0] == 409
    assert not server.post("/api/turns", {}, token=guest)[1]["games"]


def test_blocked_accounts_are_kept_away(server):
    anna, rude = register(server, "anna"), register(server, "rude")
    mine = server.create("tiku", token=anna)["game"]
    assert server.post("/api/me/blocks", {"name": "RUDE"}, token=anna)[1] == {"blocked": ["rude"]}
    assert server.post("/api/me/blocks", {"name": "rude"}, token=anna)[1] == {"blocked": ["rude"]}
    assert server.post("/api/me/blocks", {"name": "anna"}, token=anna)[0] == 400
    assert server.post("/api/me/blocks", {"name": "nobody"}, token=anna)[0] == 404
    status, answer = server.post("/api/games", {"game": "tiku", "seats": ["me", "account:anna"]}, token=rude)
    assert status == 400 and "does not want" in str(answer), answer
    assert server.post("/api/games/%s/sit" % mine, token=rude)[0] == 409
    assert server.get("/api/me/blocks", token=rude)[1] == {"blocked": []}
    assert server.post("/api/me/blocks", {"name": "rude", "blocked": False}, token=anna)[1] == {"blocked": []}
    assert server.post("/api/games/%s/sit" % mine, token=rude)[0] == 200


def test_strangers_do_not_push_out_own_games(server):
    anna, crowd = register(server, "anna"), register(server, "crowd")
    mine = server.create("tiku", token=anna)["game"]
    for _ in range(55):
        server.create("tiku", token=crowd, seats=["me", "account:anna"])
    assert mine in [each["row"]["id"] for each in server.post("/api/turns", {}, token=anna)[1]["games"]]
