# SPDX-License-Identifier: MIT
"""Finished games are found by person, game, options, result and beginning, and can be had as one
file; by-link games are their people's."""
import time

from client import wait_until
from games import moves
from people import register


def play(server, tokens, name="tiku", seats=None, winner=0, plies=2, **fields):
    """A game of a few actions that is then given up."""
    ann, bob = tokens
    made = server.create(name, token=ann, seats=seats or ["me", "account:bob"], **fields)["game"]
    assert server.post("/api/games/%s/sit" % made, {}, token=bob)[0] == 200
    sockets = [server.socket(), server.socket()]
    now = [s.join(made, token) for s, token in zip(sockets, tokens)][0]
    actions = []
    for ply in range(plies):
        seat = now["toAct"]
        s = sockets[seat if now["you"] == 0 else 1 - seat]
        action = moves(now, now["options"], name)[0]
        actions.append(action)
        assert s.ask(do="act", game=made, ply=ply, action=action)[1]["type"] == "done"
        now = {**sockets[0].join(made, ann), "options": now["options"]}
    loser = next(s for s, token in zip(sockets, tokens) if s.join(made, token)["you"] == 1 - winner)
    assert loser.ask(do="resign", game=made)[1]["type"] == "done"
    for s in sockets:
        s.close()
    return made, actions


def look(server, query="", token=None):
    status, answer = server.get("/api/search?" + query, token=token)[:2]
    assert status == 200, answer
    return [found["row"]["id"] for found in answer["games"]]


def test_finished_games_are_found(server):
    tokens = ann, bob = register(server, "ann"), register(server, "bob")
    first, actions = play(server, tokens, listed=True)
    time.sleep(0.01)
    second, _ = play(server, tokens, "kwinty", listed=True, winner=1)
    time.sleep(0.01)
    hidden, _ = play(server, tokens)
    running = server.create("tiku", listed=True)["game"]
    wait_until(lambda: len(look(server, "person=ann", ann)) == 3)
    assert look(server) == [second, first] and running not in look(server)
    assert look(server, "person=ann", ann) == look(server, "person=bob", bob) == [hidden, second, first]
    assert look(server, "person=ann", bob) == look(server, "person=ann") == [second, first]
    assert look(server, "game=tiku") == [first] and look(server, "game=tiku&person=ANN", ann) == [hidden, first]
    assert look(server, "person=ann&result=won") == [first] and look(server, "person=ann&result=lost") == [second]
    assert look(server, "result=won") == [first] and look(server, "result=lost") == [second] and look(server, "result=drawn") == []
    assert look(server, "opening=%s%%20%s" % tuple(actions)) == look(server, "opening=%s%%20" % actions[0]) == [first]
    assert look(server, "opening=" + actions[0][:-1]) == []
    found = server.get("/api/search?game=tiku")[1]["games"][0]
    assert found["winners"] == [0] and found["plies"] == 2 and found["opening"] == " ".join(actions) + " " and found["row"]["phase"] == "over"
    records = server.get("/api/search/records")[1]["records"]
    assert records.count('[Game "') == 2 and hidden not in records and actions[0] in records
    assert look(server, "before=%d" % found["ended"]) == []


def test_what_cannot_be_looked_for_says_why(server):
    for query, status in (("game=chess", 400), ("person=nobody", 404), ("result=best", 400), ("options=a=b", 400), ("game=tiku&options=a=b", 400),
                          ("opening=%zz", 400), ("opening=%00", 400), ("person=" + "x" * 100, 400), ("before=x", 400), ("before=-5", 400)):
        answer = server.get("/api/search?" + query)
        assert answer[0] == status and answer[1]["said"]["text"], (query, answer)


def test_games_that_ended_unseen_are_found_after_a_restart(server):
    tokens = register(server, "ann"), register(server, "bob")
    made, _ = play(server, tokens, listed=True)
    server.kill()  # before it was looked at
    server.start()
    wait_until(lambda: look(server) == [made])


def test_a_game_that_was_broken_off_is_not_found(server):
    ann = register(server, "ann")
    game = server.create("tiku", token=ann, listed=True)
    server.sit(game["game"])
    s = server.socket()
    s.join(game["game"], ann)
    assert s.ask(do="abort", game=game["game"])[1]["type"] == "done"
    tokens = ann, register(server, "bob")
    made, _ = play(server, tokens, listed=True)
    wait_until(lambda: look(server) == [made])


def explored(server, query):
    status, answer = server.get("/api/explore?" + query)[:2]
    assert status == 200 and answer["source"] == "server", answer
    return answer


def test_openings_of_rated_games_are_counted(server):
    tokens = register(server, "ann"), register(server, "bob")
    games = [play(server, tokens, listed=True, rated=True, winner=winner) for winner in (0, 1, 0)]
    play(server, tokens, listed=True)  # not rated
    wait_until(lambda: len(look(server, "game=tiku")) == 4)
    answer = explored(server, "game=tiku")
    assert answer["total"] == 3 and answer["here"]["games"] == 3 and answer["here"]["results"] == [2, 0, 1], answer
    # What was played, counted from the games themselves; the rules make the rest of the sentence.
    first = {actions[0] for _, actions in games}
    assert len(first) == 1
    row = answer["actions"][0]
    assert first <= {row["text"], *row["also"]} and row["games"] == 3 and row["results"] == [2, 0, 1], row
    # A mirror image of the same beginning has the same answer.
    for text in (row["text"], *row["also"]):
        assert explored(server, "game=tiku&actions=" + text)["here"]["games"] == 3
    assert explored(server, "game=tiku&actions=%s" % "%20".join(games[0][1]))["here"]["games"] == 3
    assert explored(server, "game=tiku&options=diagonal=on")["here"]["games"] == 0
    for query in ("", "game=chess", "game=tiku&options=a=b", "game=tiku&actions=zz", "game=masker", "game=tokan"):
        refused = server.get("/api/explore?" + query)
        assert refused[0] == 400 and refused[1]["said"]["text"], (query, refused)
    assert "dealt" in refused[1]["error"], refused  # where every start is another, nothing can be counted
