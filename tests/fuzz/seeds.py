#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/fuzz/seeds.py FOLDER: writes inputs for tests/fuzz/served.c, whose steps they are: people who register, create games,
sit down, play, talk and go; requests and frames as they should and should not be, alone and beside each other."""
import os, struct, sys

BYTES, PIECES, REQUEST, SAY, FRAME, TIME, READ, LEAVE = range(8)


def step(what, who=0):
    return bytes([what << 2 | who])


def text(words):
    words = words.encode("latin-1") if isinstance(words, str) else words
    return bytes([len(words)]) + words


def raw(words, who=0):
    words = words.encode("latin-1") if isinstance(words, str) else words
    return b"".join(step(BYTES, who) + text(words[at:at + 255]) for at in range(0, len(words), 255))


def pieces(words, size, who=0):
    return step(PIECES, who) + bytes([size]) + text(words)


def ask(line, body="", token="", who=3):
    return step(REQUEST, who) + text(token + line + ("\n" + body if body else ""))


def say(words, who=0):
    return step(SAY, who) + text(words)


def frame(first, words, who=0):
    return step(FRAME, who) + bytes([first]) + text(words)


def time(byte):
    return step(TIME) + bytes([byte])


def read(byte, who=0):
    return step(READ, who) + bytes([byte])


def leave(who=0):
    return step(LEAVE, who)


GAMES = {"tiku": ("a2a3", "a5a4"), "yoxii": ("a1", "b1"), "masker": ("a1", "a2"), "tokan": ("a1", "b2"), "kwinty": ("a1", "b1")}
JOIN = '{"do":"join","game":"~g","token":"~%d","ref":1}'
PLAY = (ask("POST /api/games", '{"game":"tiku","clock":"60+1"}') + ask("POST /api/games/~g/sit", "{}") + say(JOIN % 1) +
        say(JOIN % 0, 1) + say('{"do":"join","game":"~g","scene":true}', 2))
ANNA = ask("POST /api/accounts", '{"name":"anna","password":"warm-lamp-7"}')
BERT = ask("POST /api/accounts", '{"name":"bert","password":"cold-lamp-8"}')


def head(*lines):
    return "\r\n".join([*lines, "", ""])


def seeds():
    for game, (first, second) in GAMES.items():
        yield (ask("POST /api/games", '{"game":"%s","listed":true}' % game) + ask("POST /api/games/~g/sit", "{}") + say(JOIN % 1) +
               say(JOIN % 0, 1) + say('{"do":"act","game":"~g","ply":0,"action":"%s","ref":2}' % first) +
               say('{"do":"act","game":"~g","ply":1,"action":"%s","ref":2}' % second, 1))
    moves = (say('{"do":"act","game":"~g","ply":0,"action":"a2a3"}') + time(20) +
             say('{"do":"act","game":"~g","ply":1,"action":"a5a4"}', 1))
    yield PLAY + moves + say('{"do":"resign","game":"~g"}') + say('{"do":"rematch","game":"~g"}', 1) + say('{"do":"rematch","game":"~g"}')
    yield PLAY + moves + say('{"do":"offer","game":"~g","what":"draw"}') + say('{"do":"agree","game":"~g","what":"draw"}', 1)
    yield PLAY + moves + say('{"do":"offer","game":"~g","what":"undo"}') + say('{"do":"decline","game":"~g","what":"undo"}', 1)
    yield PLAY + say('{"do":"phrase","game":"~g","phrase":"hello"}') + say('{"do":"abort","game":"~g"}') + say('{"do":"leave","game":"~g"}')
    yield PLAY + moves + time(127) + time(127) + time(127) + time(127) + time(127) + time(127)  # the clock runs out
    yield PLAY + say('{"do":"plan","game":"~g","ply":0,"lines":["a2a3 a5a4 b2b3"]}') + leave(1) + time(100) + say(JOIN % 0, 1)
    yield PLAY + read(0) + say(JOIN % 1) * 6 + time(1) + read(255) + time(200) + time(255)  # does not read
    yield say('{"do":"lobby","on":true}') + ask("POST /api/games", '{"game":"tiku","listed":true}') + time(20) + ask("GET /api/games")
    yield ask("POST /api/games", '{"game":"tiku","seats":["me","greedy"]}') + say(JOIN % 0) + say(
        '{"do":"act","game":"~g","ply":0,"action":"a2a3"}') + time(10) + time(10) + say('{"do":"offer","game":"~g","what":"undo"}')
    yield ask("POST /api/games", '{"game":"masker","seats":["me","random","random"],"options":{"seats":"3"}}') + time(10) + time(10)
    yield (ANNA + BERT + ask("POST /api/games", '{"game":"tiku","rated":true,"clock":"300+5"}', "1") +
           ask("POST /api/games/~g/sit", "{}", "1") + say(JOIN % 1) + say(JOIN % 0, 1) + moves + say('{"do":"resign","game":"~g"}') +
           ask("GET /api/ratings/tiku") + ask("GET /api/accounts/anna") + ask("GET /api/me/games", token="0"))
    yield (ANNA + ask("GET /api/me", token="0") + ask("POST /api/me", '{"old":"warm-lamp-7","name":"clara","password":"blue-lamp-9"}', "0") +
           ask("POST /api/sessions", '{"name":"clara","password":"blue-lamp-9"}') + ask("POST /api/sessions/end", "{}", "0") +
           ask("POST /api/sessions/end-all", "{}", "1") + ask("POST /api/me/delete", '{"password":"blue-lamp-9"}', "0"))
    yield (ANNA + ask("POST /api/bots", '{"name":"robot"}', "0") + say('{"do":"ready","token":"~0","games":["tiku"],"ref":9}') +
           ask("GET /api/bots") + ask("POST /api/games", '{"game":"tiku","seats":["me","account:robot"]}', "1") + time(30) + leave() + time(30))
    yield (ANNA + BERT + ask("POST /api/me/blocks", '{"name":"anna"}', "0") + ask("GET /api/me/blocks", token="0") + ask(
        "POST /api/games", '{"game":"tiku","seats":["me","account:bert"]}', "1") + ask("POST /api/games/~g/refuse", "{}", "1"))
    yield (ANNA + ask("POST /api/games", '{"game":"yoxii"}', "0") + ask("POST /api/turns", '{"seats":{"~g":"~0"}}', "1") + ask(
        "GET /api/me/export?before=9999999999999", token="1") + time(255) * 4)
    yield (ANNA + ask("POST /api/tournaments", '{"name":"cup","game":"tiku","form":"swiss","clock":"300+5"}', "0") +
           ask("GET /api/tournaments") + ask("GET /api/tournaments/~g") + ask("POST /api/tournaments/~g/join", "{}", "0"))
    yield (ask("POST /api/pair", '{"game":"tiku","clock":"300+5"}', who=1) + ask("POST /api/pair", '{"game":"tiku","clock":"300+5"}', who=2) +
           time(30) + ask("POST /api/pair/end", "{}"))
    yield ask("POST /api/games", '{"game":"tiku"}') + ask("POST /api/games/~g/code", "{}", "0") + ask("GET /api/codes/abc") + time(10)
    yield (ANNA + ask("GET /api/me/told", token="0") + ask("POST /api/me/told", '{"mail":"anna@example.org"}', "0") +
           ask("POST /api/me/vacation", '{"days":3}', "0") + ask("GET /api/me/vacation", token="0") + ask("GET /api/me/data", token="0"))
    yield (ANNA + BERT + ask("POST /api/reports", '{"name":"anna","reason":"abuse","text":"x"}', "0") +
           ask("POST /api/sessions/renew", '{"token":"AAAAAAAAAAAAAAAAAAAAAA"}', "0") + ask("POST /api/bots/robot/token", "{}", "1"))
    yield ask("GET /api/search?name=anna&game=tiku") + ask("GET /api/search/records?game=tiku&%61=b") + ask("GET /api/told/stop?pass=x")
    yield (ask("POST /api/games", '{"game":"tiku","lots":true}') + ask("POST /api/games/~g/sit", "{}") + say(JOIN % 1) + say(JOIN % 0, 1) +
           say('{"do":"resign","game":"~g"}') + time(50))
    yield (ask("POST /api/games", '{"game":"tiku","series":{"games":3}}') + ask("POST /api/games/~g/sit", "{}") + say(JOIN % 1) +
           say(JOIN % 0, 1) + say('{"do":"resign","game":"~g"}') + time(50) + say('{"do":"rematch","game":"~g"}'))
    for line in ("GET /", "HEAD /", "GET /api/about", "GET /healthz", "HEAD /metrics", "GET /metrics", "GET /nothing", "DELETE /api/me",
                 "GET /api/games/~g/record?form=json", "GET /api/games/~g/record", "GET /api/accounts/%61nna", "PUT /", "POST /"):
        yield ask("POST /api/games", '{"game":"tiku"}') + ask(line) + ask(line, token="0", who=2)
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    hello = head("GET /ws HTTP/1.1", "Host: x", "Connection: keep-alive, Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", key)
    post = head("POST /api/games HTTP/1.1", "Host: x", "Content-Type: application/json", "Content-Length: 15") + '{"game":"tiku"}'
    for words in (hello + "\x81\x8d\1\2\3\4" + "".join(chr(ord(c) ^ (i % 4 + 1)) for i, c in enumerate('{"do":"ping"}')), post, post + post,
                  post + "x", head("GET / HTTP/1.1", "Host: x", "Accept-Encoding: br;q=0, gzip", 'If-None-Match: "x", *'),
                  head("GET / HTTP/1.0"), head("POST /api/games HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + "2\r\n{}\r\n0\r\n\r\n",
                  head("POST /api/games HTTP/1.1", "Host: x", "Expect: 100-continue", "Content-Type: application/json",
                       "Content-Length: 15") + '{"game":"tiku"}',
                  head("GET / HTTP/1.1", "Host: x", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAQAAAAA") +
                  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", head("GET /ws HTTP/1.1", "Host: x", "Origin: http://y", "Upgrade: websocket",
                                                           "Connection: upgrade", "Sec-WebSocket-Version: 13", key),
                  head("GET /healthz HTTP/1.1", "Host: x", "X-Forwarded-For: 1.2.3.4, 5.6.7.8", "Authorization: Bearer " + "A" * 22)):
        yield pieces("", 1) + raw(words)
        yield pieces(words[:255].encode("latin-1"), 7) + time(1)
        yield pieces(words[:255].encode("latin-1"), 1, 1) + raw("GET / HTTP/1.1\r\nHost: x\r\n") + time(250) + leave(1)
    ping = '{"do":"ping","ref":7}'
    yield frame(0x01, ping[:5]) + frame(0x89, "x") + frame(0x00, ping[5:9]) + frame(0x80, ping[9:]) + frame(0x8a, "") + frame(0x88, "\3\xe8bye")
    for first, words in ((0x82, "x"), (0x81, "\xff"), (0xc1, ping), (0x09, ""), (0x80, ""), (0x83, ""), (0x88, "\3"), (0x88, ""),
                         (0x81, "x" * 250)):
        yield say(ping) + frame(first, words) + say(ping)
    yield frame(0x01, "x" * 250) + frame(0x00, "x" * 250) * 9
    yield say(ping) + time(127) * 3 + frame(0x8a, "") + time(127) * 4 + time(200)  # pings
    yield b"".join(say(ping, who) for who in range(4)) + time(255) + b"".join(leave(who) for who in range(4))
    with open(os.path.join(os.path.dirname(__file__), "messages.txt")) as messages:
        for line in messages:
            yield PLAY + say(line.strip().replace("abcdefghijk", "~g").replace("A" * 22, "~1"))


folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
for number, seed in enumerate(seeds()):
    with open(os.path.join(folder, "seed-%03d" % number), "wb") as file:
        file.write(seed)
