# SPDX-License-Identifier: MIT
"""What the tests of the terminal share: a data folder of one's own, the program in it, and keys."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from vt import PATIENCE, Program

ABAX = sys.argv[1] if len(sys.argv) > 1 else 'build/release/abax'
FACTS = {game['name']: game for game in
         json.loads(subprocess.run([ABAX, 'games', '--json'], check=True, capture_output=True, text=True).stdout)['games']}
GAMES = [os.environ['GAME']] if os.environ.get('GAME') else list(FACTS)
UP, DOWN, RIGHT, LEFT = '\x1bOA', '\x1bOB', '\x1bOC', '\x1bOD'
ESCAPE, TAB, ENTER = '\x1b', '\t', '\r'
PERSON = LEFT * 3  # from level 3
RANDOM = LEFT * 4


class Home:
    """A data folder of its own, removed afterwards."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix='abax-')
        self.programs = []
        return self

    def __exit__(self, *_):
        for program in self.programs:
            program.close()
        shutil.rmtree(self.path)

    def start(self, *words, rows=24, columns=80, abax=None, command='play', **environment):
        environment = {'XDG_DATA_HOME': self.path, **environment}
        program = Program([abax or ABAX, command, *words], rows, columns, **environment)
        self.programs.append(program)
        return program

    def kept(self, name):
        """The text of a kept game, or nothing."""
        try:
            with open(os.path.join(self.path, 'abax', name + '.abax'), encoding='utf-8') as file:
                return file.read()
        except FileNotFoundError:
            return ''

    def actions(self, name):
        """The actions of a kept game."""
        body = self.kept(name).partition('\n\n')[2]
        words = [w for w in re.sub(r'\{[^}]*\}', ' ', body).split() if not re.fullmatch(r'\d+\.', w)]
        return words[:-1]

    def random_game(self, game, name):
        """The actions of a random game from the deal of a kept one."""
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', self.kept(name), re.M))
        words = [ABAX, 'random', game, '--seed', tags.get('Seed', '1')]
        for option in tags.get('Options', '').split(','):
            words += ['-o', option] if option else []
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()


def begin(program, keys):
    """From the form of a game: rows are chosen and changed, then the game begins."""
    program.wait_for('Begin the game')
    program.send(keys + 'B')


def seats_row(game, seat, key=DOWN):
    """Keys from the first row of the form to a seat's, or back with UP."""
    return key * (1 + len(FACTS[game]['options']) + seat)


def all_persons(game, seats=2):
    return ''.join(seats_row(game, seat) + PERSON + seats_row(game, seat, UP) for seat in range(1, seats))


def open_kwinty(home):
    """Two people have played the first two blocks of a game of Kwinty."""
    program = home.start('kwinty', '--seed', '4')
    begin(program, all_persons('kwinty'))
    program.wait_for('Place the first block')
    program.send('i1h' + ENTER + 'k1v' + ENTER)
    wait_actions(home, program, 'kwinty#1', 2)
    return program


def wait_actions(home, program, name, count, most=PATIENCE):
    end = time.monotonic() + most
    while len(home.actions(name)) < count:
        assert time.monotonic() < end, 'action %d was not kept:\n%s' % (count, program.screen.text())
        program.read(0.002)


def uncover(program):
    if 'Pass the screen' in program.screen.text():
        program.send(ENTER)
        program.wait_for('Q menu')
