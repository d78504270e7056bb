# SPDX-License-Identifier: MIT
"""Where secrets or ratings matter, strangers see a game as it stood two actions ago, through every
API, until it is over."""
import base64, os

from games import moves
from people import register


def table(server, name="tiku", **fields):
    tokens = register(server, "ann"), register(server, "bob")
    game = server.create(name, token=tokens[0], seats=["me", "account:bob"], **fields)["game"]
    assert server.post("/api/games/%s/sit" % game, {}, token=tokens[1])[0] == 200
    sockets = [server.socket(), server.socket()]
    seats = [s.join(game, token)["you"] for s, token in zip(sockets, tokens)]
    return game, tokens, [sockets[seats.index(0)], sockets[seats.index(1)]]


def act(server, game, players, name, options):
    """The seat to act plays; returns its action."""
    now = next(state for state in (p.join(game, p.token) for p in players) if state["toAct"] == state["you"])
    action = moves(now, options, name)[0]
    assert players[now["you"]].ask(do="act", game=game, ply=now["ply"], action=action)[1]["type"] == "done"
    return action


def seated(players, game, tokens):
    for p in players:
        p.token = next(t for t in tokens if p.join(game, t)["you"] == players.index(p))


def seen(server, game, stranger):
    """What every API shows a stranger: actions by the state, the record, a fresh socket and the
    events of an old one."""
    state = server.get("/api/games/" + game)[1]
    record = server.get("/api/games/%s/record?form=json" % game)[1]
    fresh = server.socket()
    joined = fresh.join(game)
    fresh.close()
    plies = [state["ply"], len(record["actions"]), joined["ply"], len([e for e in joined["entries"] if e["kind"] == "act"])]
    assert len(set(plies)) == 1, plies
    assert state["position"] == joined["position"] and state["number"] == joined["number"]
    return plies[0]


def check(server, name, lag, **fields):
    game, tokens, players = table(server, name, **fields)
    seated(players, game, tokens)
    options = players[0].join(game, players[0].token)["options"]
    early = server.socket()
    assert early.join(game)["ply"] == 0
    actions = []
    for ply in range(1, 7):
        actions.append(act(server, game, players, name, options))
        assert seen(server, game, early) == max(0, ply - lag), ply
        assert players[0].join(game, players[0].token)["ply"] == ply  # a player sees all
        if ply > lag:
            event = early.expect("event", kind="act")
            assert event["text"] == actions[ply - lag - 1] and event["ply"] == ply - lag, event
    early.send(do="ping")
    while (message := early.read())["type"] != "pong":
        assert message["type"] != "event", message  # nothing more has come
    assert players[1].ask(do="resign", game=game)[1]["type"] == "done"
    events = [early.expect("event") for _ in range(lag + 1)]
    assert [m["kind"] for m in events] == ["act"] * lag + ["resign"] and events[-1]["over"] and events[-1]["ply"] == 6
    assert seen(server, game, early) == 6
    return game, actions


def test_rated_games_are_shown_late(server):
    check(server, "tiku", 2, rated=True, clock="600")


def test_games_with_secrets_are_shown_late(server):
    check(server, "masker", 2)


def test_other_games_are_shown_as_they_are(server):
    check(server, "tiku", 0)


def test_a_wrong_token_spoils_nothing(server):
    game, tokens, players = table(server, rated=True, clock="600")
    seated(players, game, tokens)
    for _ in range(3):
        act(server, game, players, "tiku", {})
    key = base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")
    answer = server.socket().ask(do="join", game=game, token=key, since=1)[1]
    assert answer["type"] == "refused" and "no seat" in answer["sentence"], answer
    stranger = server.socket()
    late, now = stranger.join(game), players[0].join(game, players[0].token)
    assert late["ply"] == 1 and late["running"] == -1 and now["running"] >= 0  # clocks that stand as they did
    assert late["left"] == late["entries"][-1]["leftThen"] and server.get("/api/games/" + game)[1]["left"] == late["left"]
    for ply in (2, 3):
        act(server, game, players, "tiku", {})
        assert stranger.expect("event", kind="act")["ply"] == ply
    assert seen(server, game, stranger) == 3


def test_a_restart_shows_no_more(server):
    game, tokens, players = table(server, rated=True, clock="600")
    seated(players, game, tokens)
    for _ in range(5):
        act(server, game, players, "tiku", {})
    stranger = server.socket()
    number = stranger.join(game)["number"]
    server.kill()
    server.start()
    stranger = server.socket()
    assert stranger.join(game, since=number)["number"] == number
    assert seen(server, game, stranger) == 3
