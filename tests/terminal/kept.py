# SPDX-License-Identifier: MIT
"""The data folder of an earlier release (tests/data/compatibility): every game goes on, finished ones are on the list and counted, the level that
follows the person's results and the rating of puzzles are those of then, and no file is damaged or lost."""
import glob
import json
import os
import re
import shutil
import subprocess

from home import ABAX, ENTER, FACTS, GAMES, LEFT, UP, Home, seats_row, uncover, wait_actions

FOLDERS = sorted(glob.glob(os.path.join(os.path.dirname(__file__), '..', 'data', 'compatibility', '*', 'terminal')))


def abax(home, *words):
    return subprocess.run([ABAX, *words], capture_output=True, text=True, check=True,
                          env={**os.environ, 'XDG_DATA_HOME': home.path, 'LC_ALL': 'C.UTF-8'}).stdout


def legal(home, game, name):
    """The legal actions of a kept game."""
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', home.kept(name), re.M))
    options = [word for option in tags.get('Options', '').split(',') if option for word in ('-o', option)]
    return abax(home, 'moves', game, *options, '--seed', tags.get('Seed', '0'), '--', *home.actions(name)).split()


def goes_on(home, game):
    """The game that was left is gone on with, by what was played, and one more action is kept in its file."""
    name = game + '#1'
    before = home.actions(name)
    action = legal(home, game, name)[0]
    program = home.start(game, '--resume')
    program.wait_for('Q menu', 'Pass the screen')
    if FACTS[game]['hidden']:
        uncover(program)
    program.send(action + ENTER)
    wait_actions(home, program, name, len(before) + 1)
    program.send('\x03')
    assert program.wait_end() == 0
    assert home.actions(name) == before + [action], (before, home.actions(name))


def numbers(home, folder):
    """What is counted: statistics, the level like me, ratings of puzzles."""
    [stats] = json.loads(abax(home, 'stats', '--json'))['games']
    assert (stats['game'], stats['games'], stats['lost']) == ('tiku', 1, 1), stats
    with open(os.path.join(folder, '..', 'terminal.json'), encoding='utf-8') as file:
        for game, then in json.load(file).items():
            now = json.loads(abax(home, 'puzzle', game, '--history', '--date', '2026-11-16', '--json'))
            # How many puzzles there are may change; what the person did may not.
            assert {key: now[key] for key in then if key != 'puzzles'} == {key: then[key] for key in then if key != 'puzzles'}, (then, now)
    program = home.start('tiku')
    program.wait_for('Begin the game')
    program.send(seats_row('tiku', 1) + LEFT * 5)  # from level 3: a person, random, like me
    program.wait_for('now level 2')
    program.send('\x03')
    assert program.wait_end() == 0


def listed(home, names):
    """The list of kept games has all of them, and each can be read as a record."""
    program = home.start(rows=40)
    program.wait_for('All kept games')
    program.send(UP * 2 + ENTER)
    program.wait_for('V review')
    rows = len(re.findall(r'^[ >]{4}\w+, ', program.screen.text(), re.M))
    assert rows == len(names), program.screen.text()
    program.send('\x03')
    assert program.wait_end() == 0
    found = abax(home, 'record', 'list', *[os.path.join(home.path, 'abax', name) for name in names])
    assert found.count('\n') == len(names), found


def test_kept():
    assert FOLDERS, 'there is no data folder of an earlier release'
    for folder in FOLDERS:
        with Home() as home:
            shutil.copytree(folder, os.path.join(home.path, 'abax'))
            names = sorted(name for name in os.listdir(folder) if name.endswith('.abax'))
            finished = {name: home.kept(name[:-5]) for name in names if '[End ' in home.kept(name[:-5])}
            assert len(finished) == 2 and len(names) >= 2 + len(FACTS), names
            listed(home, names)
            numbers(home, folder)
            for game in GAMES:
                goes_on(home, game)
            left = sorted(os.listdir(os.path.join(home.path, 'abax')))
            assert left == sorted(os.listdir(folder)), left
            assert {name: home.kept(name[:-5]) for name in finished} == finished
