# SPDX-License-Identifier: MIT
"""Notifications of people who are away, by push and by email. Rows of the outbox are made due by
hand, so that no test waits for minutes."""
import json, os, re, subprocess, time

import deals
from client import PROGRAM, Server, wait_until
from cluster import shared_cluster
from tournamentclient import create, post_to, show
from people import register
from fakeservices import (SITE, Browser, PushService, SmtpServer, act, check_proof, encode, make_due, outbox, set_notifications, slow_game,
                     with_service)


@with_service
def test_a_turn_is_pushed_once(server, service, smtp):
    ann, ben = register(server, "Ann"), register(server, "Ben")
    browser = Browser(service, "/ben")
    answer = set_notifications(server, ben, turns="push", language="de")
    assert answer["turns"] == "push" and answer["challenges"] == "none" and answer["places"] == []
    status, answer = server.post("/api/me/told/places", browser.fields, token=ben)
    assert status == 200 and [p["host"] for p in answer["places"]] == ["127.0.0.1"], answer
    assert "ben" not in json.dumps(answer["places"])  # the address itself is the browser's secret
    game = slow_game(server, ann, ben)
    ply = act(server, game, ann)
    assert [row[:3] for row in outbox(server)] == [(0, game, ply)]
    assert outbox(server)[0][3] > time.time() * 1000 + 3000  # not at once: perhaps they come
    make_due(server)
    wait_until(lambda: service.got)
    path, headers, body = service.got[0]
    assert path == "/ben" and headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers["Topic"])
    check_proof(service, headers, answer["key"])
    text = browser.read(body)
    assert text["kind"] == "turn" and text["place"] == "#/online/" + game
    assert text["title"] == "Du bist am Zug: Tiku" and "Ann" in text["body"], text
    wait_until(lambda: not outbox(server))
    # The stop of the notification needs no login, and ends this kind alone.
    set_notifications(server, ben, challenges="push")
    assert server.post("/api/told/stop", {"pass": text["stop"]})[0] == 200
    now = server.get("/api/me/told", token=ben)[1]
    assert now["turns"] == "none" and now["challenges"] == "push"
    act(server, game, ben)
    act(server, game, ann)
    assert not outbox(server) and len(service.got) == 1


@with_service
def test_players_who_come_or_act_are_not_notified(server, service, smtp):
    ann, ben = register(server, "Ann"), register(server, "Ben")
    for token in (ann, ben):
        set_notifications(server, token, turns="push")
        server.post("/api/me/told/places", Browser(service, "/" + token).fields, token=token)
    game = slow_game(server, ann, ben)
    act(server, game, ann)
    act(server, game, ben)  # Ben has acted: only Ann's turn is left
    rows = outbox(server)
    assert [row[:3] for row in rows] == [(0, game, 2)]
    s = server.socket()
    s.join(game, ann)  # she is here
    make_due(server)
    wait_until(lambda: outbox(server)[0][3] > time.time() * 1000 + 100000)  # asked again in minutes
    assert not service.got
    s.close()
    wait_until(lambda: not any(seat["here"] for seat in server.get("/api/games/" + game)[1]["seats"]))
    make_due(server)
    wait_until(lambda: service.got)
    wait_until(lambda: not outbox(server))
    assert server.post("/api/games/%s/sit" % game, {}, token=ben)[0] == 409
    s = server.socket()
    s.join(game, ben)
    s.ask(do="resign", game=game)
    assert not outbox(server)


@with_service
def test_a_game_with_a_real_clock_pushes_no_turns(server, service, smtp):
    ann, ben = register(server, "Ann"), register(server, "Ben")
    set_notifications(server, ben, turns="push")
    server.post("/api/me/told/places", Browser(service, "/b").fields, token=ben)
    game = slow_game(server, ann, ben, clock="300+5")
    act(server, game, ann)
    assert not outbox(server)


def first_notified(server, people, game):
    """The player to act first is notified, and no other; numbers below 0 ask for shares of a deal."""
    seats = wait_until(lambda: (now := server.get("/api/games/" + game)[1])["phase"] == "playing" and now["seats"])
    first = server.get("/api/games/" + game)[1]["toAct"]
    rows = "SELECT a.name FROM outbox o JOIN accounts a ON a.id = o.account WHERE o.kind = 0 AND number >= 0 AND about = '%s'" % game
    found = wait_until(lambda: outbox(server, rows), lambda: "no notification is waiting")
    assert [row[0] for row in found] == [seats[first]["name"]], (found, first, seats)
    assert seats[first]["name"] in people


@with_service
def test_the_first_player_is_notified_however_the_game_began(server, service, smtp):
    """A deal with shares, a rematch, a pair: when it begins the players may have left."""
    people = {name: register(server, name) for name in ("Ann", "Ben")}
    for name, token in people.items():
        set_notifications(server, token, turns="push")
        server.post("/api/me/told/places", Browser(service, "/" + name).fields, token=token)
        service.answers["/" + name] = 503  # so that what is to be sent stays where the test can see it
    table = deals.Table(server, clock="3d", tokens=list(people.values()))
    table.join()
    assert [table.give(i)["type"] for i in (0, 1)] == ["done", "done"]
    first_notified(server, people, table.game)
    assert table.sockets[0].ask(do="resign", game=table.game)[1]["type"] == "done"
    # The next deal asks for commitments; the game does not wait for a player who declines.
    for s in table.sockets:
        assert s.ask(do="rematch", game=table.game)[1]["type"] == "done"
    again = table.sockets[0].expect("event", kind="rematch")["next"]
    for s, token in zip(table.sockets, people.values()):
        s.join(again, token, deals=True)
        assert s.ask(do="promise", game=again, promise="")[1]["type"] == "done"
    first_notified(server, people, again)
    [s.close() for s in table.sockets]
    game, sockets = slow_game(server, *people.values()), [server.socket() for _ in people]
    for s, token in zip(sockets, people.values()):
        s.join(game, token)
    sockets[0].ask(do="resign", game=game)
    for s in sockets:
        assert s.ask(do="rematch", game=game)[1]["type"] == "done"
    first_notified(server, people, sockets[0].expect("event", kind="rematch")["next"])
    for game in ("tiku", "masker"):
        sockets = [server.socket() for _ in people]
        for s, token in zip(sockets, people.values()):
            assert s.ask(do="pair", game=game, speed="days", token=token, key=encode(os.urandom(16)))[1]["type"] == "done"
        paired = [s.expect("paired")["game"] for s in sockets]
        for s, token in zip(sockets, people.values()):
            s.join(paired[0], token, deals=True)
            if game == "masker":
                assert s.ask(do="promise", game=paired[0], promise="")[1]["type"] == "done"
        first_notified(server, people, paired[0])


def awaited(server, game):
    """For whom the deal of a game waits, and for what: -2 a commitment, -1 a share."""
    return outbox(server, "SELECT a.name, o.number FROM outbox o JOIN accounts a ON a.id = o.account"
                          " WHERE o.kind = 0 AND about = '%s' ORDER BY a.name" % game)


@with_service
def test_players_whose_share_is_awaited_are_notified(server, service, smtp):
    """In correspondence games, whose players may be offline: first of the commitment, then of the
    share, and never a player who has given it."""
    people = {name: register(server, name) for name in ("Ann", "Ben")}
    browsers = {name: Browser(service, "/" + name) for name in people}
    for name, token in people.items():
        set_notifications(server, token, turns="push", language="de")
        server.post("/api/me/told/places", browsers[name].fields, token=token)
    table = deals.Table(server, clock="3d", tokens=list(people.values()))
    wait_until(lambda: awaited(server, table.game) == [("Ann", -1), ("Ben", -1)])
    table.join()
    assert table.give(0)["type"] == "done"
    table.sockets[1].close()  # Ben goes, and Ann has given hers
    wait_until(lambda: [seat["here"] for seat in table.state()["seats"]].count(True) == 1)
    make_due(server)
    wait_until(lambda: not outbox(server))
    assert [got[0] for got in service.got] == ["/Ben"]
    text = browsers["Ben"].read(service.got[0][2])
    assert text["title"] == "Die Auslage wartet auf dich: Masker" and "Ann" in text["body"], text
    assert text["place"] == "#/online/" + table.game and text["kind"] == "turn"
    table.join()
    assert table.give(1)["type"] == "done"
    first_notified(server, people, table.game)
    # The next game of the two asks for commitments.
    assert table.sockets[0].ask(do="resign", game=table.game)[1]["type"] == "done"
    again = deals.rematch(server, table)
    wait_until(lambda: awaited(server, again.game) == [("Ann", -2), ("Ben", -2)])
    again.join()
    assert again.commit(0)["type"] == "done"
    assert awaited(server, again.game) == [("Ann", -2), ("Ben", -2)]  # one is still to come
    assert again.commit(1)["type"] == "done"
    wait_until(lambda: awaited(server, again.game) == [("Ann", -1), ("Ben", -1)])
    assert [again.give(i)["type"] for i in (0, 1)] == ["done", "done"]
    first_notified(server, people, again.game)


@with_service
def test_browsers_that_are_gone_are_forgotten(server, service, smtp):
    ann, ben = register(server, "Ann"), register(server, "Ben")
    set_notifications(server, ben, turns="push")
    for name in ("/gone", "/stays"):
        server.post("/api/me/told/places", Browser(service, name).fields, token=ben)
    service.answers["/gone"] = 410
    game = slow_game(server, ann, ben)
    act(server, game, ann)
    make_due(server)
    wait_until(lambda: not outbox(server))
    assert sorted(got[0] for got in service.got) == ["/gone", "/stays"]
    wait_until(lambda: len(server.get("/api/me/told", token=ben)[1]["places"]) == 1)
    # A service that fails is tried again, later.
    service.answers["/stays"] = 503
    act(server, game, ben)
    act(server, game, ann)
    make_due(server)
    wait_until(lambda: outbox(server) and outbox(server)[0][5] == 1)
    assert outbox(server)[0][3] > time.time() * 1000
    service.answers["/stays"] = 201
    make_due(server)
    wait_until(lambda: not outbox(server))
    topics = {got[1]["Topic"] for got in service.got if got[0] == "/stays"}
    assert len(topics) == 1 and len(service.got) == 4  # the same name both times, and turn after turn


def count(server, metric):
    return int(re.search(r"^abax_%s_total (\d+)$" % metric, server.get("/metrics", raw=True)[1].decode(), re.M)[1])


def counts(server):
    return {metric: count(server, metric) for metric in ("pushes", "push_failures", "pushes_gone", "emails", "email_failures")}


@with_service
def test_metrics_count_what_arrives_and_what_fails(server, service, smtp):
    ann, ben = register(server, "Ann"), register(server, "Ben")
    assert set(counts(server).values()) == {0}
    set_notifications(server, ben, turns="push")
    for name in ("/gone", "/stays"):
        server.post("/api/me/told/places", Browser(service, name).fields, token=ben)
    service.answers.update({"/gone": 410, "/stays": 503})
    act(server, slow_game(server, ann, ben), ann)
    make_due(server)
    wait_until(lambda: count(server, "push_failures"), lambda: counts(server))
    service.answers["/stays"] = 201
    make_due(server)
    wait_until(lambda: count(server, "pushes"), lambda: counts(server))
    confirm(server, smtp, ben, "ben@example.org")
    smtp.refused.add("ann@example.org")
    set_notifications(server, ann, address="ann@example.org")
    wait_until(lambda: count(server, "email_failures"), lambda: (counts(server), smtp.heard, server.read_log()))
    wait_until(lambda: not outbox(server), lambda: outbox(server))  # refused for good
    assert counts(server) == {"pushes": 1, "push_failures": 1, "pushes_gone": 1, "emails": 1, "email_failures": 1}


@with_service
def test_challenges_are_sent_until_they_are_answered(server, service, smtp):
    ann, ben = register(server, "Ann"), register(server, "Ben")
    set_notifications(server, ben, challenges="push", language="fr")
    browser = Browser(service, "/ben")
    server.post("/api/me/told/places", browser.fields, token=ben)
    game = server.create("tokan", token=ann, seats=["me", "account:Ben"])["game"]
    wait_until(lambda: service.got)
    text = browser.read(service.got[0][2])
    assert text["kind"] == "challenge" and text["place"] == "#/online/" + game and "Ann" in text["body"], text
    assert text["title"] == "Un défi\u00a0: Tokan", text
    wait_until(lambda: not outbox(server))
    service.answers["/ben"] = 503
    game = server.create("tokan", token=ann, seats=["me", "account:Ben"])["game"]
    wait_until(lambda: outbox(server) and outbox(server)[0][5] == 1)
    server.post("/api/games/%s/refuse" % game, token=ben)
    service.answers["/ben"] = 201
    make_due(server)
    wait_until(lambda: not outbox(server))
    assert len(service.got) == 2  # the one that failed, and none after the refusal


@with_service
def test_quiet_hours_put_off(server, service, smtp):
    ann, ben = register(server, "Ann"), register(server, "Ben")
    minute = int(time.time() // 60) % 1440
    set_notifications(server, ben, turns="push", quietFrom=(minute + 1435) % 1440, quietTo=(minute + 30) % 1440, zone="UTC")
    server.post("/api/me/told/places", Browser(service, "/ben").fields, token=ben)
    act(server, slow_game(server, ann, ben), ann)
    make_due(server)
    wait_until(lambda: outbox(server)[0][3] > time.time() * 1000 + 25 * 60000)
    assert not service.got and outbox(server)[0][5] == 0
    set_notifications(server, ben, quietFrom=0, quietTo=0)
    make_due(server)
    wait_until(lambda: service.got)


def confirm(server, smtp, token, address):
    before = len(smtp.emails)
    answer = set_notifications(server, token, address=address)
    assert answer["wanted"] == address and answer["address"] != address
    wait_until(lambda: len(smtp.emails) > before)
    _, to, email = smtp.emails[-1]
    assert to == address
    link = re.search(r"%s#/told/confirm/(\S+)" % SITE, email.get_content()).group(1)
    return link, email


@with_service
def test_emails_go_to_confirmed_addresses(server, service, smtp):
    ann, ben = register(server, "Ann"), register(server, "Ben")
    set_notifications(server, ben, turns="both", language="de")
    link, email = confirm(server, smtp, ben, "ben@example.org")
    assert email["Subject"] == "Ist das deine Adresse?" and not email["List-Unsubscribe"]
    game = slow_game(server, ann, ben)
    act(server, game, ann)
    make_due(server)
    wait_until(lambda: not outbox(server))
    assert len(smtp.emails) == 1  # nothing goes to an address that is not confirmed
    assert server.post("/api/told/confirm", {"pass": link[:-2] + "AA"})[0] == 404
    assert server.post("/api/told/confirm", {"pass": link})[0] == 200
    assert server.post("/api/told/confirm", {"pass": link})[0] == 404
    now = server.get("/api/me/told", token=ben)[1]
    assert now["address"] == "ben@example.org" and now["wanted"] == ""
    mine = server.get("/api/me/data", token=ben)[1]["told"]
    assert mine["address"] == "ben@example.org" and mine["language"] == "de" and mine["zone"] == now["zone"]
    act(server, game, ben)
    act(server, game, ann)
    make_due(server)
    wait_until(lambda: outbox(server) and outbox(server)[0][6] == 1)  # no browser: by email, but not at once
    assert outbox(server)[0][3] > time.time() * 1000 + 8 * 60000
    make_due(server)
    wait_until(lambda: len(smtp.emails) == 2)
    sender, to, email = smtp.emails[1]
    assert sender == "abax@abax.example" and to == "ben@example.org" and email["To"].addresses[0].addr_spec == to
    assert email["Subject"] == "Du bist am Zug: Tiku" and SITE + "#/online/" + game in email.get_content()
    assert re.fullmatch(r"<\S+@abax\.example>", email["Message-ID"]) and email["Date"]
    assert email.get_content_type() == "text/plain" and email.get_content_charset() == "utf-8"
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # One click of the mail service, as RFC 8058 has it: a form, without a login.
    way_out = email["List-Unsubscribe"].strip("<>")
    assert way_out.startswith(SITE + "api/told/stop?pass=")
    path = way_out[len(SITE) - 1:]
    assert b"#/told/stop/" in server.request("GET", path, raw=True)[1]  # looking changes nothing
    assert server.get("/api/me/told", token=ben)[1]["turns"] == "both"
    status, answer = server.request("POST", path, "List-Unsubscribe=One-Click",
                                    headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert status == 200 and server.get("/api/me/told", token=ben)[1]["turns"] == "push", answer
    assert server.post(path[:-3] + "AAA", {})[0] == 400


@with_service
def test_emails_to_strangers_come_slowly(server, service, smtp):
    """However the address changes: a stranger gets few emails that ask for a confirmation."""
    ann = register(server, "Ann")
    confirm(server, smtp, ann, "victim@example.org")
    set_notifications(server, ann, address="")
    status, answer = server.post("/api/me/told", {"address": "victim@example.org"}, token=ann)
    assert status == 400 and answer["said"]["id"] == "told.patience", answer
    set_notifications(server, ann, turns="mail")  # everything else can be changed
    outbox(server, "UPDATE told SET wanted_at = wanted_at - 121000")
    confirm(server, smtp, ann, "victim@example.org")


@with_service
def test_no_email_after_a_push_nor_to_players_online(server, service, smtp):
    ann, ben = register(server, "Ann"), register(server, "Ben")
    set_notifications(server, ben, turns="both")
    link, _ = confirm(server, smtp, ben, "ben@example.org")
    server.post("/api/told/confirm", {"pass": link})
    server.post("/api/me/told/places", Browser(service, "/ben").fields, token=ben)
    game = slow_game(server, ann, ben)
    act(server, game, ann)
    make_due(server)
    wait_until(lambda: not outbox(server))
    assert len(service.got) == 1 and len(smtp.emails) == 1
    # A relay that does not want the email is not asked for ever; one that is busy is.
    service.answers["/ben"] = 410
    act(server, game, ben)
    act(server, game, ann)
    smtp.refused.add("ben@example.org")
    wait_until(lambda: make_due(server) or not outbox(server))  # as often as it takes
    assert len(smtp.emails) == 1
    # Ben looks at another of his games: no email now.
    smtp.refused.clear()
    other = slow_game(server, ann, ben)
    act(server, game, ben)
    act(server, game, ann)
    s = server.socket()
    s.join(other, ben)
    make_due(server)
    wait_until(lambda: outbox(server)[0][6] == 1)
    make_due(server)
    wait_until(lambda: outbox(server)[0][3] > time.time() * 1000)
    assert len(smtp.emails) == 1


@with_service
def test_headers_of_emails_cannot_be_injected(server, service, smtp):
    ben = register(server, "Ben")
    for address in ("a@b", "a b@c.de", "a@b.de\r\nBcc: x@y.de", "<a@b.de>", "a@b.de,c@d.de", "@b.de", "a@", "a@-b.de", "a..b@c.de",
                    "x" * 110 + "@example.org"):
        status, answer = server.post("/api/me/told", {"address": address}, token=ben)
        assert status == 400, (address, answer)
    assert not smtp.emails and not outbox(server)
    # A second email has to wait, and a stranger's address is asked once.
    confirm(server, smtp, ben, "ben@example.org")
    status, answer = server.post("/api/me/told", {"address": "ben2@example.org"}, token=ben)
    assert status == 400 and "two minutes" in answer["error"]


@with_service
def test_settings_are_checked(server, service, smtp):
    ben = register(server, "Ben")
    good = Browser(service, "/x").fields
    for path, fields, words in (
        ("", {"turns": "often"}, "none, push, mail or both"),
        ("", {"zone": "Mars/Olympus"}, "time zone"),
        ("", {"zone": "../../etc/passwd"}, "time zone"),
        ("", {"language": "tlh"}, "language"),
        ("", {"quietFrom": 1440}, "quietFrom"),
        ("", {"more": 1}, "more"),
        ("/places", {**good, "p256dh": good["p256dh"][:-4] + "AAAA"}, "no keys"),
        ("/places", {**good, "auth": "AAAA"}, "no keys"),
        ("/places", {**good, "endpoint": "ftp://x/"}, "https"),
        ("/places", {**good, "endpoint": good["endpoint"] + " x"}, "no address"),
    ):
        status, answer = server.post("/api/me/told" + path, fields, token=ben)
        assert status == 400 and words in answer["error"], (fields, answer)
    assert server.post("/api/me/told", {})[0] == 401
    bot = server.post("/api/bots", {"name": "robot"}, token=ben)[1]["token"]
    assert server.post("/api/me/told", {"turns": "push"}, token=bot)[0] == 403
    assert server.post("/api/told/stop", {"pass": "x"})[0] == 400
    assert server.post("/api/told/confirm", {})[0] == 400
    server.post("/api/me/told/places", good, token=ben)
    status, answer = server.post("/api/me/told/places/end", {"endpoint": good["endpoint"]}, token=ben)
    assert status == 200 and answer["places"] == []


def test_a_server_without_notifications_says_so(server):
    ben = register(server, "Ben")
    assert server.get("/api/me/told", token=ben)[1]["key"] == ""
    assert server.post("/api/me/told", {"turns": "push"}, token=ben)[0] == 404


def test_pushes_do_not_enter_the_hosts_network(_):
    """Without the option for tests, a push service is https at port 443 of the world."""
    service = PushService()
    try:
        with Server(more=["--site", SITE]) as server:
            ben, ann = register(server, "Ben"), register(server, "Ann")
            fields = Browser(service, "/x").fields
            assert server.post("/api/me/told/places", fields, token=ben)[0] == 400
            for host in ("127.0.0.1", "localhost", "169.254.169.254"):
                path = {**fields, "endpoint": "https://%s/x" % host}
                assert server.post("/api/me/told/places", path, token=ben)[0] == 200
            set_notifications(server, ben, turns="push")
            act(server, slow_game(server, ann, ben), ann)
            make_due(server)
            wait_until(lambda: outbox(server) and outbox(server)[0][5] == 1)
            assert server.read_log().count("not one of the world") == 3 and not service.got
            for secret in outbox(server, "SELECT bytes FROM secrets"):
                assert encode(secret[0]) not in server.read_log() and secret[0].hex() not in server.read_log()
    finally:
        service.close()


def test_pushes_use_no_proxy_and_follow_no_redirect(_):
    """A proxy would resolve names for us, and a redirect could lead into the host's network."""
    names = ("http_proxy", "https_proxy", "all_proxy", "ALL_PROXY")
    before = {name: os.environ.get(name) for name in names}
    service, proxy = PushService(), PushService()
    os.environ.update(dict.fromkeys(names, proxy.url))
    try:
        with Server(more=["--site", SITE, "--push-anywhere"]) as server:
            ann, ben = register(server, "Ann"), register(server, "Ben")
            set_notifications(server, ben, turns="push")
            server.post("/api/me/told/places", Browser(service, "/ben").fields, token=ben)
            service.answers["/ben"] = 307
            act(server, slow_game(server, ann, ben), ann)
            make_due(server)
            wait_until(lambda: outbox(server) and outbox(server)[0][5] == 1)
            assert "the push service answers 307" in server.read_log(), server.read_log()
            assert [got[0] for got in service.got] == ["/ben"] and not proxy.got
    finally:
        service.close()
        proxy.close()
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})


def test_keys_outlive_a_restart_and_a_kill_loses_nothing(_):
    service = PushService()
    try:
        with Server(more=["--site", SITE, "--push-anywhere"]) as server:
            ann, ben = register(server, "Ann"), register(server, "Ben")
            key = set_notifications(server, ben, turns="push")["key"]
            browser = Browser(service, "/ben")
            server.post("/api/me/told/places", browser.fields, token=ben)
            game = slow_game(server, ann, ben)
            ply = act(server, game, ann)
            server.kill()
            assert [row[:3] for row in outbox(server)] == [(0, game, ply)]
            # A process had taken it and died: another sends it when that claim is over.
            until = time.time() + 3
            outbox(server, "UPDATE outbox SET due = 0, taken = %d" % (until * 1000))
            server.start()
            assert server.get("/api/me/told", token=ben)[1]["key"] == key
            wait_until(lambda: service.got)
            assert time.time() > until - 0.01
            check_proof(service, service.got[0][1], key)
            wait_until(lambda: not outbox(server))
            assert len(service.got) == 1
    finally:
        service.close()


def test_smtp_servers_get_a_password_over_tls_only(_):
    """STARTTLS with a trusted certificate; the password is in neither log nor process list."""
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = os.path.join(folder, "key"), os.path.join(folder, "certificate")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
        smtp = SmtpServer((certificate, key), "sesame open")
        before = {name: os.environ.get(name) for name in ("ABAX_MAIL_PASSWORD", "SSL_CERT_FILE")}
        os.environ.update({"ABAX_MAIL_PASSWORD": "sesame open", "SSL_CERT_FILE": certificate})
        try:
            url = "smtp://abax@localhost:%d?from=abax@abax.example" % smtp.port
            with Server(more=["--site", SITE, "--mail", url]) as server:
                ben = register(server, "Ben")
                confirm(server, smtp, ben, "ben@example.org")
                assert smtp.heard.index("STARTTLS") < [w.startswith("AUTH") for w in smtp.heard].index(True)
                with open("/proc/%d/cmdline" % server.process.pid, "rb") as line:
                    assert b"sesame" not in line.read()
                assert "sesame" not in server.read_log()
            first = SmtpServer((certificate, key), "sesame open", tls=True)
            with Server(more=["--site", SITE, "--mail", "smtps://abax@localhost:%d?from=abax@abax.example" % first.port]) as server:
                confirm(server, first, register(server, "Ben"), "ben@example.org")
            first.close()
            # Another certificate than the server's: nothing is said to it.
            smtp.heard.clear()
            os.environ["SSL_CERT_FILE"] = "/dev/null"
            with Server(more=["--site", SITE, "--mail", url]) as server:
                set_notifications(server, register(server, "Ben"), address="ben@example.org")
                wait_until(lambda: "mail-failed" in server.read_log())
                assert not any(word.startswith(("AUTH", "MAIL")) for word in smtp.heard)
        finally:
            smtp.close()
            for name, value in before.items():
                os.environ.pop(name, None) if value is None else os.environ.update({name: value})


def test_wrong_mail_options_are_named(server):
    for words, sentence in (
        (["--mail", "smtp://host?from=a@b.de"], "give --site"),
        (["--site", "abax.example"], "https://HOST/"),
        (["--site", SITE, "--mail", "imap://host"], "a mail relay is"),
        (["--site", SITE, "--mail", "smtp://host?from=nobody"], "no address to send mail from"),
        (["--site", SITE, "--mail", "smtp://user:secret@host?from=a@b.de"], "ABAX_MAIL_PASSWORD"),
        (["--site", SITE, "--mail", "smtp://user@host?from=a@b.de"], "wants a password"),
    ):
        done = subprocess.run([PROGRAM, "serve", "--port", "0", "--db", os.path.join(server.folder.name, "other.db"), *words],
                              capture_output=True, text=True, timeout=60)
        assert done.returncode != 0 and sentence in done.stderr and "secret" not in done.stderr, done.stderr


@with_service
def test_rounds_of_tournaments_are_sent(server, service, smtp):
    tokens = [register(server, "Ann"), register(server, "Ben")]
    browser = Browser(service, "/ben")
    set_notifications(server, tokens[1], rounds="push")
    server.post("/api/me/told/places", browser.fields, token=tokens[1])
    tournament = create(server, tokens[0], title="Autumn cup", form="swiss", rounds=1, clock="3d")
    for token in tokens:
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", tokens[0])
    wait_until(lambda: service.got)
    text = browser.read(service.got[0][2])
    game = wait_until(lambda: show(server, tournament)["pairs"])[0]["game"]
    assert text["kind"] == "round" and text["title"] == "Round 1: Autumn cup" and text["place"] == "#/online/" + game, text
    wait_until(lambda: not outbox(server, "SELECT * FROM outbox WHERE kind = 2"))
    assert [got[0] for got in service.got].count("/ben") == 1


@with_service
def test_a_round_that_waits_for_its_deal_is_sent(server, service, smtp):
    tokens = [register(server, "Ann"), register(server, "Ben")]
    set_notifications(server, tokens[1], rounds="push")
    server.post("/api/me/told/places", Browser(service, "/ben").fields, token=tokens[1])
    tournament = create(server, tokens[0], title="Masks", form="swiss", rounds=1, clock="3d", game="masker")
    for token in tokens:
        post_to(server, tournament, "join", token)
    post_to(server, tournament, "begin", tokens[0])
    game = wait_until(lambda: show(server, tournament)["pairs"])[0]["game"]
    assert server.get("/api/games/" + game)[1]["phase"] == "open"
    wait_until(lambda: service.got, lambda: outbox(server))


def test_of_several_processes_one_sends(_):
    """Three processes on one PostgreSQL share the outbox; each turn is sent exactly once."""
    service, cluster = PushService(), shared_cluster()
    options = ["--site", SITE, "--push-anywhere"]
    try:
        where = cluster.database()
        with Server(where, more=options) as one, Server(where, more=options) as two, Server(where, more=options) as three:
            ann, ben = register(one, "Ann"), register(one, "Ben")
            key = set_notifications(two, ben, turns="push")["key"]
            assert key == set_notifications(three, ann, rounds="push")["key"]
            two.post("/api/me/told/places", Browser(service, "/ben").fields, token=ben)
            made = [slow_game(one, ann, ben) for _ in range(6)]
            for i, game in enumerate(made):
                act((one, two, three)[i % 3], game, ann)
            cluster.sql(where, "UPDATE outbox SET due = 0")
            wait_until(lambda: len(service.got) >= len(made))
            time.sleep(2.5)
            assert len(service.got) == len(made) and len({got[1]["Topic"] for got in service.got}) == len(made)
            # A vacation that begins at one process stops clocks that another one has.
            assert one.post("/api/me/vacation", {"days": 3}, token=ben)[0] == 200
            for server in (two, three):
                wait_until(lambda: server.get("/api/games/" + made[1])[1].get("paused"))
    finally:
        service.close()
