# SPDX-License-Identifier: MIT
"""An impossible request is refused with a sentence and changes nothing: offers, conditional moves
and other requests out of place."""
from games import Table
from people import register


def refused(answer, sentence):
    assert answer["type"] == "refused" and sentence in answer["sentence"], (sentence, answer)


def test_offers_out_of_place(server):
    table = Table(server, "tiku")
    refused(table.request(1, do="act", ply=0, action="a5a4"), "not your turn")
    refused(table.request(0, do="act", ply=3, action="a2a3"), "the game stands at ply 0, not 3")
    refused(table.request(0, do="offer", what="undo"), "nothing to take back")
    refused(table.request(0, do="agree", what="undo"), "no takeback")
    refused(table.request(0, do="decline", what="draw"), "no draw has been offered")
    refused(table.request(0, do="offer", what="peace"), "neither 'draw' nor 'undo'")
    refused(table.request(0, do="rematch"), "not over yet")
    table.act()
    table.act()
    assert table.request(0, do="offer", what="draw")["type"] == "done"
    refused(table.request(1, do="offer", what="draw"), "offered already")
    assert table.request(0, do="decline", what="draw")["type"] == "done"  # one's own offer is withdrawn
    assert table.request(0, do="offer", what="undo")["type"] == "done"
    refused(table.request(1, do="offer", what="undo"), "requested already")
    assert table.request(1, do="decline", what="undo")["type"] == "done"
    refused(table.request(0, do="abort"), "before every player has moved once")
    assert server.get("/api/games/" + table.id)[1]["number"] == 6
    assert table.request(1, do="resign")["type"] == "done"
    refused(table.request(0, do="resign"), "the game is over")
    for seat in (0, 1):
        assert table.request(seat, do="rematch")["type"] == "done"
    table.hear("rematch")
    refused(table.request(0, do="rematch"), "there is a rematch already")


def test_draws_are_for_two_people(server):
    refused(Table(server, "masker", options={"players": "3"}).request(0, do="offer", what="draw"), "between two seats only")
    refused(Table(server, "tiku", ["me", "random"]).request(0, do="offer", what="draw"), "the computer takes no draws")


def test_a_game_that_has_not_begun(server):
    made = server.create("tiku")
    s = server.socket()
    s.join(made["game"], made["token"])
    refused(s.ask(do="act", game=made["game"], ply=0, action="a2a3")[1], "a seat is still open")
    assert s.ask(do="phrase", game=made["game"], phrase="hello")[1]["type"] == "done"
    assert s.ask(do="abort", game=made["game"])[1]["type"] == "done"


def test_a_game_that_was_broken_off_is_begun_again(server):
    table = Table(server, "tiku")
    assert table.request(0, do="abort")["type"] == "done"
    for seat in (0, 1):
        assert table.request(seat, do="rematch")["type"] == "done"
    new = table.hear("rematch")["next"]
    assert server.socket().join(new, table.tokens[0])["you"] == 0  # no player has had the first turn yet
    assert server.get("/api/games/" + new)[1]["phase"] == "playing"


def test_conditional_lines_out_of_place(server):
    table = Table(server, "tiku", clock="2d")
    table.act("a2a3")

    def plan(lines, ply=1, seat=0):
        return table.request(seat, do="plan", ply=ply, lines=lines)

    refused(plan(["b5b4 b2b3"], ply=7), "the game stands at ply 1, not 7")
    refused(plan(["b2b3 b5b4"], seat=1), "it is your turn")
    refused(table.spectator.ask(do="plan", game=table.id, ply=1, lines=["b5b4 b2b3"])[1], "you are a spectator")
    refused(plan(["b5b4"]), "an expected action and an answer at least")
    refused(plan(["b5b4  b2b3"]), "not actions with a blank between them")
    refused(plan([" ".join(["b5b4"] * 9)]), "at most 8 actions")
    refused(plan(["b5b4 b2b3"] * 9), "more than 8 items")
    assert plan(["c5c4 c2c3", "b5b4 b2b3 c5c4 c2c3"])["type"] == "done"
    assert plan(["b5b4 d2d3 c5c4 c2c3", "d5d4 d2d3"])["type"] == "done"  # instead of those before
    table.act("b5b4")
    assert table.spectator.expect("event", ply=3)["text"] == "d2d3"
    table.states[1] = table.sockets[1].join(table.id, table.tokens[1])
    assert table.request(1, do="act", ply=3, action="a5a4")["type"] == "done"  # nothing that was expected
    table.spectator.expect("event", ply=4)
    assert server.get("/api/games/" + table.id)[1]["number"] == 4


def test_lines_that_become_illegal_are_dropped(server):
    table = Table(server, "tiku", clock="2d")
    table.act("a2a3")
    assert table.request(0, do="plan", ply=1, lines=["b5b4 h9h8"])["type"] == "done"
    table.act("b5b4")
    assert table.request(0, do="act", ply=2, action="b2b3")["type"] == "done"
    assert table.request(0, do="plan", ply=3, lines=["c5c4 c2c3"])["type"] == "done"
    assert table.request(0, do="plan", ply=3, lines=[])["type"] == "done"  # none any more
    assert table.request(1, do="act", ply=3, action="c5c4")["type"] == "done"
    table.spectator.expect("event", ply=4)
    assert server.get("/api/games/" + table.id)[1]["number"] == 4


def test_a_connection_follows_so_many_games(server):
    s = server.socket()
    for _ in range(64):
        s.join(server.create("tiku")["game"])
    one_more = server.create("tiku")["game"]
    refused(s.ask(do="join", game=one_more)[1], "follows at most 64 games")
    refused(s.ask(do="phrase", game=one_more, phrase="hello")[1], "join it first")


def finish_rated(server, first, second, end, clock=None):
    game = server.create("tiku", token=first, rated=True, **({"clock": clock} if clock else {}))["game"]
    server.sit(game, token=second)
    sockets = [server.socket(), server.socket()]
    states = [s.join(game, token) for s, token in zip(sockets, (first, second))]
    end(game, sockets, states)


def ratings(server):
    return {l["name"]: l for l in server.get("/api/ratings/tiku")[1]["leaders"]}


def test_every_end_of_a_rated_game_counts(server):
    from games import moves
    first, second = register(server, "first"), register(server, "second")

    def agreed(game, sockets, _):
        for ply, action in enumerate(("a2a3", "b5b4")):
            assert sockets[ply].ask(do="act", game=game, ply=ply, action=action)[1]["type"] == "done"
        assert sockets[0].ask(do="offer", game=game, what="draw")[1]["type"] == "done"
        assert sockets[1].ask(do="agree", game=game, what="draw")[1]["type"] == "done"

    def on_time(game, sockets, states):
        for ply, action in enumerate(("a2a3", "b5b4")):
            assert sockets[ply].ask(do="act", game=game, ply=ply, action=action)[1]["type"] == "done"
        sockets[1].expect("event", kind="time")

    def played(game, sockets, states):
        now = states[0]
        while not now.get("over"):
            seat, ply = now["toAct"], now["ply"]
            sockets[seat].send(do="act", game=game, ply=ply, action=moves(now, {}, "tiku")[0])
            now = [s.expect("event", ply=ply + 1) for s in sockets][0]

    def broken_off(game, sockets, _):
        assert sockets[0].ask(do="abort", game=game)[1]["type"] == "done"

    finish_rated(server, first, second, agreed)
    now = ratings(server)
    assert now["first"]["rating"] == now["second"]["rating"] == 1500 and now["first"]["games"] == 1
    finish_rated(server, first, second, on_time, "1")
    now = ratings(server)
    assert now["first"]["rating"] < 1500 < now["second"]["rating"] and now["first"]["games"] == 2
    finish_rated(server, first, second, played)
    assert ratings(server)["first"]["games"] == 3
    finish_rated(server, first, second, broken_off)
    assert ratings(server)["first"]["games"] == 3
