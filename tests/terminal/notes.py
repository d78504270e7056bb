# SPDX-License-Identifier: MIT
"""Games with hidden information at the terminal: the notes panel shows what the rules let a seat
know, as the scene has it, and nothing else."""
import json
import re
import subprocess

from home import ABAX, ENTER, ESCAPE, Home, all_persons, begin, uncover, wait_actions
from plain import session

NAMES = ('First', 'Second', 'Third', 'Fourth')


def scene_of(home, name, seat, count=None):
    """The scene of a kept game of Masker for a seat."""
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', home.kept(name), re.M))
    words = [ABAX, 'scene', 'masker', '--seed', tags['Seed'], '--seat', str(seat)]
    for option in tags.get('Options', '').split(','):
        words += ['-o', option] if option else []
    actions = home.actions(name)[:count]
    return json.loads(subprocess.run([*words, *actions], check=True, capture_output=True, text=True).stdout)


def lines_of(notes):
    """The expected line of each seat."""
    words = [thing['word'] for thing in notes['things']]
    for seat, row in enumerate(notes['rows']):
        has = [word for word, clue in zip(words, row['clues']) if clue in ('possible', 'certain')]
        took = ['%s %d' % (word, count) for word, count in zip(words, row['taken']) if count]
        partner = (seat + 2) % 4 if len(notes['rows']) == 4 else None
        who = ' (you)' if seat == notes['seat'] else ''
        if partner is not None and not who:
            who = ' (your partner)' if partner == notes['seat'] else ' (partner of %s)' % NAMES[partner]
        yield '%s%s: %s; took %s' % (NAMES[seat], who, ' or '.join(filter(None, (', '.join(has[:-1]), has[-1]))),
                                     ', '.join(took) or 'nothing')
    yield 'Left on the board: ' + ', '.join('%s %d of %d' % (t['word'], t['left'], t['all']) for t in notes['things'])


def notes_in(said):
    return [line for line in said.replace('\n> ', '\n').splitlines() if re.match(r'(%s)( \(.*\))?: .*; took |Left on' % '|'.join(NAMES), line)]


def secret(home, seat):
    """The seat's own colour, which no other player may see."""
    clues = scene_of(home, 'masker#1', seat)['desk']
    return next(t['word'] for t, c in zip(clues['things'], clues['rows'][seat - 1]['clues']) if c == 'certain')


def test_plain_notes():
    """By command as the scene has it; after captures only the seats of which something is new. Two,
    three, and four in teams."""
    for players in (2, 3, 4):
        with Home() as home:
            lines = [''] + ['random'] * (players - 1)
            said = session(home, lines + ['1', 'stop'] * 2 + ['desk'], 'masker', '--seed', '5', '--no-board', '-o', 'players=%d' % players)
            scene = scene_of(home, 'masker#1', 1)
            expected = list(lines_of(scene['desk']))
            assert notes_in(said)[-len(expected):] == expected, (expected, said)
            before, _, after = said.partition('Your turn.')  # all of it first, then news
            assert notes_in(before) and '; took nothing' in notes_in(before)[0], said
            assert any('; took ' in line and 'took nothing' not in line for line in notes_in(after)[:-len(expected)]), said
            for seat in range(2, players + 1):
                clues = scene['desk']['rows'][seat - 1]['clues']
                if 'certain' not in clues:  # then the colour stands among others everywhere
                    assert not re.search(r'%s[^:]*: %s; took' % (NAMES[seat - 1], secret(home, seat)), said), said
    with Home() as home:
        assert 'Nothing is hidden' in session(home, ['', 'random', 'desk'], 'tiku', '--no-board')


def test_notes():
    """On the screen: a page by its key, a panel where there is space; for the viewing seat, without
    colours, and not on the cover."""
    with Home() as home:
        program = home.start('masker', '--seed', '8', '--no-colour', '--ascii', rows=40, columns=110)
        begin(program, all_persons('masker'))
        for turn in range(4):
            program.wait_for('Pass the screen')
            program.send('K')
            program.settle()
            assert 'known' not in program.screen.text()
            uncover(program)
            program.wait_for('What is known:')
            expected = list(lines_of(scene_of(home, 'masker#1', turn % 2 + 1)['desk']))
            program.settle(0.1)
            shown = program.screen.text()
            panel = ' '.join(' '.join(line[shown.index('Masker') - 1:] for line in shown.split('\n')).split())
            assert all(line in panel for line in expected[:2]), (expected, program.screen.text())
            program.send('K')
            program.wait_for('How it stands')
            program.settle(0.1)
            page = ' '.join(program.screen.text().split())
            assert all(line in page for line in expected), (expected, program.screen.text())
            assert not re.search(r'%s: %s;' % (NAMES[1 - turn % 2], secret(home, 2 - turn % 2)), page + panel)
            program.send(ESCAPE)
            program.wait_for('Q menu')
            action = subprocess.run([ABAX, 'moves', 'masker', '--seed', re.search(r'Seed "(\d+)"', home.kept('masker#1'))[1],
                                     *home.actions('masker#1')], check=True, capture_output=True, text=True).stdout.split()[0]
            count = len(home.actions('masker#1'))
            program.send(action + ENTER)
            wait_actions(home, program, 'masker#1', count + 1)
            if program.wait_for('or stop', 'Pass the screen', ' win') == 'or stop':
                program.send('stop' + ENTER)


def test_show_notes():
    """`abax show` of a position alone does not say who took what is gone."""
    with Home() as home:
        session(home, ['', 'random', '1', 'stop', '1', 'stop'], 'masker', '--seed', '5', '--no-board')
        seed = re.search(r'Seed "(\d+)"', home.kept('masker#1'))[1]
        words = ['masker', '--seed', seed, '--seat', '2', *home.actions('masker#1')]
        shown = subprocess.run([ABAX, 'show', *words], check=True, capture_output=True, text=True).stdout
        expected = list(lines_of(scene_of(home, 'masker#1', 2)['desk']))
        assert [line.strip() for line in shown.splitlines() if '; took ' in line or 'Left on' in line] == expected, shown
        position = subprocess.run([ABAX, 'position', *words], check=True, capture_output=True, text=True).stdout.splitlines()[0]
        alone = subprocess.run([ABAX, 'show', 'masker', '-p', position, '--seat', '2'], check=True, capture_output=True, text=True).stdout
        assert 'What is known:' in alone and 'took' not in alone, alone


def test_small_notes():
    """Four seats in the smallest window: the column beside the board keeps above what is said, with
    everybody's colour and all that is left, and the key of the table is among the keys in every
    language."""
    for language, key, seats in (('en', 'K table', '4 players'), ('de', 'K Stand', '4 Spieler'), ('fr', 'K table', '4 joueurs')):
        with Home() as home:
            program = home.start('masker', '-o', 'players=4', '--seed', '3', '--lang', language, rows=20, columns=60)
            program.settle(0.1)
            program.send('B')
            program.wait_for(key)
            rows = program.screen.text().split('\n')
            assert seats in rows[0] + rows[1] and 'players=' not in program.screen.text(), program.screen.text()
            assert all(not row[33:].strip() or row[32] != ' ' or row[31] != ' ' for row in rows[17:19]), program.screen.text()
            assert re.search(r'○ .* 5', program.screen.text()), program.screen.text()
            assert len(re.findall(r' [1-4]  \S+.*  (?:blue|Blau|bleu|unknown|unbekannt|inconnue) *$', program.screen.text(), re.M)) == 4, \
                program.screen.text()
