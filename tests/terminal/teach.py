# SPDX-License-Identifier: MIT
"""Being warned before a move stands, line by line and at the screen. In Kwinty the first block
decides: standing on i1 it wins and lying there it draws, both proven, so what must be said is
known; it is what a session says of the same move."""
import json
import os
import re
import subprocess
import time

from home import ABAX, ENTER, ESCAPE, Home, all_persons, begin, wait_actions
from plain import session
from vt import PATIENCE

BAD, GOOD = 'i1h', 'i1v'
SAID = 'This gives a sure win away for a draw.'


def judged():
    """What the session says to the page about the move."""
    said = subprocess.run([ABAX, 'session'], input='new\tkwinty\njudge\t%s\tblunders\n' % BAD, capture_output=True, text=True).stdout
    return json.loads(said.splitlines()[-1])


def one_line(screen):
    return ' '.join(screen.split())


def test_plain_warnings():
    """Nothing is played before the person decides, who may try as often as they like; help is in
    the record. The best move, people among themselves and those who do not want it are not
    asked."""
    words = ('kwinty', '--seed', '4', '--no-board')
    of = judged()
    assert of['warned'] and of['said']['text'] == SAID and of['better'].split()[0] == GOOD, of
    with Home() as home:
        said = session(home, ['', '1', 'better', BAD, 'game', BAD, 'better', 'quit'], *words, '--warn', 'blunders')
        assert said.count(SAID) == 3 and said.count('Take it back?') == 3 and said.count('(%s).' % GOOD) == 1, said
        assert 'You were not warned of a move.' in said and not home.actions('kwinty#1'), said
        assert all(reason['text'] in said for reason in of['reason']), (of['reason'], said)
    with Home() as home:
        session(home, ['', '1', BAD, 'anyway', 'quit'], *words, '--warn', 'all')
        assert home.actions('kwinty#1')[0] == BAD and 'int' in home.kept('kwinty#1').partition('\n\n')[2], home.kept('kwinty#1')
    for lines, more in ((['', '1', GOOD], ['--warn', 'all']), (['', '1', BAD], []), (['', '1', 'warn all', 'warn off', BAD], []),
                        (['person', 'person', BAD], ['--warn', 'all'])):
        with Home() as home:
            said = session(home, [*lines, 'quit'], *words, *more)
            assert SAID not in said and home.actions('kwinty#1')[0] == lines[-1], said
    with Home() as home:
        said = session(home, ['', '1', 'warnen viel', 'warnen all', BAD, 'besser', 'trotzdem', 'ende'], *words, language='de')
        assert 'off, blunders, mistakes, all' in said and 'Zurücknehmen?' in said and home.actions('kwinty#1')[0] == BAD, said
    run = subprocess.run([ABAX, 'play', '--plain', '--warn', 'much'], input='', capture_output=True, text=True)
    assert run.returncode == 2 and run.stderr.count('\n') == 1, run.stderr


def test_warnings():
    """At the screen: taken back, tried again, what is better, played in spite of it."""
    with Home() as home:
        program = home.start('kwinty', '--seed', '4', '--warn', 'blunders', rows=40, columns=120)
        begin(program, '')
        program.wait_for('Place the first block')
        for _ in range(2):
            program.send(BAD + ENTER)
            program.wait_for('Take it back?')
            assert SAID in one_line(program.screen.text()) and not home.actions('kwinty#1'), program.screen.text()
            program.send(ESCAPE)
            program.wait_gone('Take it back?')
        program.send('P')  # nothing waits any more
        program.settle()
        assert not home.actions('kwinty#1')
        program.send(BAD + ENTER)
        program.wait_for('Take it back?')
        program.send('B')
        program.wait_for('Better:')
        assert '(%s)' % GOOD in one_line(program.screen.text()), program.screen.text()
        program.send('P')
        wait_actions(home, program, 'kwinty#1', 1)
        assert home.actions('kwinty#1')[0] == BAD
        program.send('W')
        program.wait_for('warned of mistakes')
    with Home() as home:
        program = home.start('kwinty', '--seed', '4', '--warn', 'all')
        begin(program, all_persons('kwinty'))
        program.wait_for('Place the first block')
        program.send(BAD + ENTER)
        wait_actions(home, program, 'kwinty#1', 1)


OPENING = 'c3b44 c4c31 b5c53 a4a52 b3a31 d3d24'.split()


def board(program):
    """The rows of the board, without what stands beside or below it."""
    return [line[:46] for line in program.screen.text().split('\n')[:16]]


def resigned(home, actions, *words):
    """Two people play these actions of Yoxii, and the player to act resigns."""
    program = home.start('yoxii', '--seed', '4', *words)
    begin(program, all_persons('yoxii'))
    program.wait_for('Move the totem')
    for number, action in enumerate(actions, 1):
        program.send(action + ENTER)
        wait_actions(home, program, 'yoxii#1', number)
    program.send('Gy')
    program.wait_for('V review')
    return program


def wait_told(program, text):
    """Waits for a text that may be broken into lines: a window is not drawn at one stroke."""
    end = time.monotonic() + PATIENCE
    while text not in one_line(program.screen.text()):
        assert time.monotonic() < end, program.screen.text()
        program.read(0.05)


def test_better_line():
    """The review steps through what was better on the board: the line of 'abax review', as if it
    had been played."""
    said = subprocess.run([ABAX, 'review', 'yoxii', '--json', *OPENING], capture_output=True, text=True, check=True).stdout
    plies = [json.loads(line) for line in said.splitlines()[1:]]
    mistakes = [ply for ply in plies if ply['ply'] in json.loads(said.splitlines()[0])['mistakes']]
    ply = next(ply for ply in mistakes if ply['word'] == 'blunder' and len(ply['better'].split()) > 3)
    line, at = ply['better'].split(), mistakes.index(ply) + 1
    with Home() as home:
        program = resigned(home, OPENING)
        over = board(program)
        program.send('V')
        program.wait_for('Accuracy')
        assert board(program) == over and 'N new game' in program.screen.text(), program.screen.text()
        program.send('M' * at)
        program.wait_for('B better line')
        program.wait_for('better: ')
        for action in line[:2]:
            wait_told(program, '(%s)' % action)
        mistake = program.screen.text()
        for step, action in enumerate(line, 1):
            program.send('B' if step == 1 else ']')
            program.wait_for('The better line, %d of %d.' % (step, len(line)))
            wait_told(program, '(%s)' % action)
            if step == 3:
                program.settle(0.1)
                with Home() as other:
                    played = board(resigned(other, OPENING[:ply['ply'] - 1] + line[:3]))
                assert board(program) == played, '\n'.join(board(program) + played)
        program.wait_for('looked no further.')
        program.send(']')
        program.settle(0.1)
        assert 'The better line, %d of' % len(line) in program.screen.text()
        program.send('[' * len(line))
        program.wait_gone('The better line')
        program.settle(0.1)
        assert program.screen.text() == mistake, program.screen.text()
        program.send('B')
        program.wait_for('The better line, 1 of')
        program.send(ESCAPE)
        program.wait_gone('The better line')
        program.settle(0.1)
        assert program.screen.text() == mistake, program.screen.text()
        program.send('[' * len(OPENING) + 'B')
        program.wait_for('Nothing was better here')


def test_nothing_to_review():
    """A game that was given up before anything was played has no review, and that is said of it."""
    with Home() as home:
        program = resigned(home, [])
        program.send('V')
        program.wait_for('Nothing was played')


def test_plain_accuracy():
    """After the end the review says how accurate each seat was, line by line too (run.py sees it at
    the screen)."""
    with Home() as home:
        environment = {**os.environ, 'XDG_DATA_HOME': home.path, 'LC_ALL': 'C.UTF-8', 'TERM': 'dumb'}
        said = subprocess.run([ABAX, 'play', '--plain', 'kwinty', '--no-board'], input='person\nperson\ni1h\nresign yes\nreview\n',
                              capture_output=True, text=True, env=environment).stdout
        assert re.search(r'^Accuracy: .*, ', said, re.M), said
