# SPDX-License-Identifier: MIT
"""Puzzles at the screen: a wrong action is refuted on the board and taken back, hints, giving up, and the known line solves; what was tried is kept."""
import json
import os
import re
import subprocess

from home import ABAX, ENTER, FACTS, GAMES, Home

DATE = '2026-11-16'


def abax(home, *words, typed=''):
    return subprocess.run([ABAX, *words], input=typed, capture_output=True, text=True, env={**os.environ, 'XDG_DATA_HOME': home.path, 'LC_ALL': 'C.UTF-8'}).stdout


def kept(home, game):
    return json.loads(abax(home, 'puzzle', game, '--history', '--date', DATE, '--json'))


def days(game):
    """Number, position, settings and line of the day's puzzle, and the own actions."""
    with Home() as home:
        shown = ' '.join(abax(home, 'puzzle', game, '--day', '--date', DATE, typed='show\n').split())
        number = int(re.search(r'Puzzle (\d+):', shown).group(1))
        row = abax(home, 'puzzles', 'list', 'games/%s/puzzles.txt' % game).splitlines()[number - 1].split('\t')
        settings = [word for option in ([] if row[3] == '-' else row[3].split(',')) for word in ('-o', option)]
        line = row[4].split()
        seats = [json.loads(abax(home, 'position', game, *settings, '-p', row[1], '--json', *line[:count]))['toAct'] for count in range(len(line))]
        legal = abax(home, 'moves', game, *settings, '-p', row[1]).split()
    return legal, line, [action for action, seat in zip(line, seats) if seat == seats[0]]


def shown(program):
    return ' '.join(program.screen.text().split())


def solve_day(game):
    legal, line, own = days(game)
    wrong = next(action for action in legal if action != line[0])
    with Home() as home:
        program = home.start(game, '--day', '--date', DATE, command='puzzle', rows=40, columns=120)
        program.wait_for('to act:')
        assert 'to find' not in shown(program) and 'rating' not in shown(program)
        program.send(wrong + ENTER)
        program.wait_for('Any key goes back')
        assert 'Not that' in shown(program), program.screen.text()
        program.send(' ')
        program.wait_for('G show me')
        for action in own:
            program.wait_for('to act:')
            program.send(action + ENTER)
            program.wait_gone('Action: ')
        program.wait_for('Enter next puzzle')
        assert 'Not solved at the first try' in shown(program), program.screen.text()
        program.send(ENTER)
        assert program.wait_end() == 0
        assert kept(home, game)['waiting'] == 1
    with Home() as home:
        program = home.start(game, '--day', '--date', DATE, command='puzzle', rows=40, columns=120)
        for action in own:
            program.wait_for('to act:')
            program.send(action + ENTER)
            program.wait_gone('Action: ')
        program.wait_for('Enter next puzzle')
        assert 'Solved.' in shown(program) and 'Your rating: 1500' in shown(program), program.screen.text()
        program.send('Q')
        assert program.wait_end() == 0
        assert kept(home, game)['solved'] == 1 and kept(home, game)['rating'] > 1500
    return len(own)


def rest(game):
    """Whether the day's line ends before the game does."""
    with Home() as home:
        return 'the rest is not asked' in ' '.join(abax(home, 'puzzle', game, '--day', '--date', DATE, typed='show\n').split())


def play_on(game):
    """From the end of a line the game is played on against a computer, kept, and left for the puzzle again."""
    hidden = FACTS[game]['hidden']
    with Home() as home:
        program = home.start(game, '--day', '--date', DATE, command='puzzle')
        program.wait_for('to act:')
        program.send('P')
        program.settle()
        assert 'Q menu' not in program.screen.text(), 'before the end there is nothing to play on'
        program.send('G')
        program.wait_for('Enter next puzzle')
        offered = rest(game) and not hidden
        assert ('P play on' in program.screen.text()) == offered, program.screen.text()
        program.send('p')
        if offered:
            program.wait_for('Q menu')
            program.wait_for('goes back to the puzzle', 'wins', 'Enter touch')
            tags = home.kept(game + '#1')
            assert '[Start "' in tags and tags.count('"level:7"') == 1, tags
            program.send('Q')
            program.wait_for('Enter next puzzle')
        program.send(ENTER)
        assert program.wait_end() == 0
        assert len(kept(home, game)['attempts']) == 1
    return offered


def test_playing_on():
    games = [game for game in GAMES if os.path.exists('games/%s/puzzles.txt' % game)]
    played = [game for game in games if play_on(game)]
    assert played, 'a day on which some line ends before its game does is needed'
    return played


def test_puzzles():
    games = [game for game in GAMES if os.path.exists('games/%s/puzzles.txt' % game)]
    done = ['%s %d' % (game, solve_day(game)) for game in games]
    with Home() as home:
        program = home.start(games[0], '--streak', '--seed', '3', command='puzzle')
        program.wait_for('to act:')
        program.send('H')
        program.wait_for('With help')
        program.send('G')
        program.wait_for('Enter next puzzle')
        assert 'Not solved' in shown(program)
        program.send(ENTER)
        assert program.wait_end() == 0
        attempts = kept(home, games[0])['attempts']
        assert [(attempt['mode'], attempt['solved']) for attempt in attempts] == [('streak', False)], attempts
    return done
