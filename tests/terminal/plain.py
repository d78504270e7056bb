# SPDX-License-Identifier: MIT
"""Plain play: sessions in a pipe. Whole games in every language, by text, number and words; what is
kept, and what is hidden."""
import os
import re
import subprocess

from home import ABAX, FACTS, GAMES, Home
from languages import english_of

LANGUAGES = ('en', 'de', 'fr')
PERSON = {'en': 'person', 'de': 'mensch', 'fr': 'personne'}
QUIT = {'en': 'quit', 'de': 'ende', 'fr': 'quitter'}


def session(home, lines, *words, language='en'):
    """What the program says to these lines."""
    environment = {**os.environ, 'XDG_DATA_HOME': home.path, 'LC_ALL': 'C.UTF-8', 'TERM': 'dumb'}
    run = subprocess.run([ABAX, 'play', '--plain', '--lang', language, *words], input=''.join(line + '\n' for line in lines),
                         capture_output=True, text=True, env=environment)
    assert run.returncode == 0 and not run.stderr, run.stderr
    return run.stdout


def numbers(game, seed, actions):
    """The place of the first actions of a game among the legal ones."""
    for i, action in enumerate(actions[:6]):
        legal = subprocess.run([ABAX, 'moves', game, '--seed', seed, *actions[:i]], check=True, capture_output=True, text=True).stdout
        yield str(legal.split().index(action) + 1)


def begun(home, game):
    """Begins a game of two people, and what a random game from its deal is."""
    session(home, ['person', 'person'], game, '--seed', '7')
    seed = re.search(r'^\[Seed "(.*)"\]$', home.kept(game + '#1'), re.M)
    return home.random_game(game, game + '#1'), seed[1] if seed else '1'


def whole_game(game, language):
    """Texts and numbers in turn; the record is the game, the end is announced, and no English
    appears in other languages."""
    with Home() as home:
        actions, seed = begun(home, game)
        typed = list(actions)
        for i, number in enumerate(() if FACTS[game]['hidden'] else numbers(game, seed, actions)):
            typed[i] = number if i % 2 and number not in actions else actions[i]
        lines = [PERSON[language] + ' Anna', PERSON[language]]
        for action in typed:
            lines += [''] * FACTS[game]['hidden'] + [action]  # the next player presses Enter; otherwise an empty line does nothing
        said = session(home, lines, game, '--seed', '7', '--no-board', language=language)
        name = next(n for n in (game + '#1', game + '#2') if home.actions(n))
        assert home.actions(name) == actions, said
        assert re.search({'en': r' wins?[ ,.]| drawn', 'de': 'gewinn|unentschieden|Remis', 'fr': 'gagne|nulle'}[language], said), said
        if language != 'en':
            pieces = english_of(language, 'po/cli', 'po/tui', 'po/play', 'po/coach', 'po/game', 'po/render', 'games/%s/words' % game)
            for line in said.splitlines():
                found = [piece for piece in pieces if re.search(r'(?<!\w)%s(?!\w)' % re.escape(piece), line)]
                assert not found, (found, line)
        return len(actions)


def test_plain_games():
    return ['%s %s %d' % (game, language, whole_game(game, language)) for game, language in zip(GAMES, LANGUAGES * len(GAMES))]


def test_plain_kept():
    """The end of input keeps the game; it goes on by option and by word; a finished one can be
    taken back and is another one then."""
    with Home() as home:
        said = session(home, ['', 'random', 'a2a4'], 'tiku', '--seed', '3', '--no-board')
        assert 'is kept' in said.splitlines()[-1] and home.actions('tiku#1')[0] == 'a2a4'
        assert 'Tiku, 2 played' in session(home, ['quit'], '--resume')
        said = session(home, ['resume', 'undo', 'counts', 'hint', 'save mine', 'save mine', 'c2c4', 'resign', 'no', 'resign', 'yes',
                              'undo', 'b2b4'], '--no-board')
        assert 'taken back' in said and 'Saved as mine.' in said and 'choose another name' in said and 'You lost.' in said, said
        assert home.actions('tiku#1')[0] == 'c2c4' and any(home.actions('tiku#%d' % n)[:1] == ['b2b4'] for n in (2, 3)), said


def test_plain_secrets():
    """Between two people nothing is said until the next one is alone, and each hears one colour:
    the own one."""
    with Home() as home:
        said = session(home, ['person', 'person', 'counts', 'board', '', 'counts', '1', 'stop', 'pieces', '', 'counts'], 'masker', '--seed',
                       '8', '--no-board')
        covered = said.split('looking:')
        assert len(covered) == 6, said  # asked three times before the first turn, twice before the second
        assert not any('secret' in covered[i] or 'Board' in covered[i] for i in (0, 1, 2, 4)), said
        for view in (covered[3], covered[5]):
            colours = re.findall(r'secret colour (\w+)', view)
            assert sorted(c == 'unknown' for c in colours) == [False, True], view
        assert re.search(r'First.*secret colour unknown', covered[5]) and re.search(r'Second.*secret colour unknown', covered[3])


def test_plain_chances():
    """No chance is said before it is asked for."""
    with Home() as home:
        said = session(home, ['', '5', 'a2a4', 'b2b4', 'hint', 'hint'], 'tiku', '--seed', '3', '--no-board')
        assert '%' not in said and 'chance' not in said, said
        # On request the computer's estimate is printed; never if it would reveal a secret.
        said = session(home, ['', '5', 'a2a4', 'b2b4'], 'tiku', '--seed', '3', '--no-board', '--open')
        chances = re.findall(r'thinks that its chance to win is (\d+) %', said)
        assert len(chances) == 2 and all(0 < int(chance) < 100 for chance in chances), said
        said = session(home, ['', '5', '', '1', 'stop'], 'masker', '--seed', '3', '--no-board', '--open')
        assert 'thinks that' not in said, said


def test_plain_seats():
    """Colours are named in words for players who cannot see them: at the beginning, after a change
    of seats, and when a game goes on."""
    with Home() as home:
        said = session(home, ['person Ann', 'person Ben', 'i1h', 'resign', 'yes', 'new', 'i1v', 'quit'], 'kwinty', '--no-lots', '--no-board')
        first, second = said.split('resigns')
        assert 'Ann is White. Ben is Black.' in first and 'Ben is White. Ann is Black.' in second, said
        assert 'Ben is White.' in session(home, ['quit'], '--resume', '--no-board')
    with Home() as home:
        said = session(home, ['3', 'person', 'quit'], 'kwinty', '--no-board')
        assert 'You are Black.' in said and ' is White.' not in said, said
        assert 'Du bist Weiß.' in session(home, ['', '3', 'ende'], 'kwinty', '--no-board', language='de')


def test_plain_is_typed():
    """Nothing of it speaks of touching: variants by name with what is typed for them, an action as
    an example, prompts that hold for both."""
    with Home() as home:
        for game in GAMES:
            said = session(home, [game, *[''] * bool(FACTS[game]['options']), '', 'random', '', 'quit'], '--no-board')
            assert not re.search(r'\btouch', said), said
            example = re.search(r'such as (\S+) for "(.*)"; \'moves\' lists', said)
            assert example and len(example[2]) > 4, said
            for option in FACTS[game]['options']:
                for value in option['values'][1:]:
                    assert '(%s=%s)' % (option['key'], value) in said, said
        said = session(home, ['turris', 'ground=free', '', 'person', 'person', 'quit'], '--no-board')
        assert 'any block beside the tower. Instead: only the first block (ground=upright).' in said, said


def test_a_seed_is_a_deal():
    """The first game has the deal of --seed, as in every other command, and the next game the next
    one."""
    dealt = [game for game in GAMES if FACTS[game]['randomStart']]
    assert dealt
    for game in dealt:
        with Home() as home:
            session(home, ['person', 'person'] + [''] * FACTS[game]['hidden'] + ['resign', 'yes', 'new'], game, '--seed', '7')
            seeds = [re.search(r'^\[Seed "(.*)"\]$', home.kept('%s#%d' % (game, i)), re.M)[1] for i in (1, 2)]
            assert sorted(seeds) == ['7', '8'], seeds
