# SPDX-License-Identifier: MIT
"""Fair play: one person one seat, ratings that must be earned, games by link that stay private, bounds on what one seat may say."""
import threading

from games import play
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


def test_ratings_are_earned_by_playing(server):
    first, second = register(server, "first"), register(server, "second")
    for plies in (0, 1, 2):
        game = server.create("tiku", token=first, rated=True)["game"]
        server.sit(game, token=second)
        sockets = play(server, game, [first, second], plies)
        assert sockets[1].ask(do="resign", game=game)[1]["type"] == "done"
        leaders = server.get("/api/ratings/tiku")[1]["leaders"]
        assert len(leaders) == (2 if plies == 2 else 0), (plies, leaders)


def test_nobody_is_rated_against_his_own_bot(server):
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
    assert server.create("tiku", token=owner, seats=["me", "account:robot"])["game"]  # for nothing it may be
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
