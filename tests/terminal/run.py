# SPDX-License-Identifier: MIT
"""The terminal game, driven in a pseudo-terminal as a person would: whole games typed and by cursor, undo and kept
games, secrets between turns, windows that change their size, keys without sense, and kills at any moment.

run.py [PROGRAM] [NAME...]: all tests, or those whose names begin so, or that are in the file of that name (runner.py)."""
import os
import random
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from home import (ABAX, DOWN, ENTER, ESCAPE, FACTS, GAMES, LEFT, PERSON, RANDOM, RIGHT, TAB, UP, Home, all_persons, begin, open_kwinty, seats_row,
                  uncover, wait_actions)
from languages import test_forms_are_in_words, test_french, test_german, test_rules_tell_of_lots
from notes import test_notes, test_plain_notes, test_show_notes, test_small_notes
from plain import (test_a_seed_is_a_deal, test_plain_chances, test_plain_games, test_plain_is_typed, test_plain_kept, test_plain_seats,
                   test_plain_secrets)
from kept import test_kept
from puzzle import test_playing_on, test_puzzles
from runner import run_all
from saves import test_damaged_files, test_damaged_slot, test_finished_stay, test_saved_games
from teach import test_better_line, test_nothing_to_review, test_plain_accuracy, test_plain_warnings, test_warnings

# ---------------------------------------------------------------------------------------------
# Whole games
# ---------------------------------------------------------------------------------------------

def says_why(home, program, name):
    """The rule that ended the game stands at the foot of the screen, whole, as the record's picture
    says it."""
    shown = subprocess.run([ABAX, 'record', 'show', '-'], input=home.kept(name), capture_output=True, text=True).stdout
    reason = next(line for line in shown.splitlines() if ' Result: ' in line).split(' Result: ')[0]
    screen = ' '.join(program.screen.text().split())
    if not reason.startswith('The game is drawn'):
        assert reason in screen and not reason.startswith('The game is over'), reason + '\n' + program.screen.text()


def typed_game(game, keys=None, seats=2):
    """Two or more people type a whole random game."""
    with Home() as home:
        program = home.start(game, '--seed', '11')
        begin(program, all_persons(game, seats) if keys is None else keys)
        program.wait_for('Q menu')
        actions = home.random_game(game, game + '#1')
        for number, action in enumerate(actions, 1):
            if FACTS[game]['hidden']:
                uncover(program)
            program.send(action + ENTER)
            wait_actions(home, program, game + '#1', number)
            program.wait_gone('Action: ')  # the frame after it is there
        program.wait_for(' win', ' drawn')
        assert home.actions(game + '#1') == actions
        program.settle()
        assert '(rule:' not in program.screen.text()
        says_why(home, program, game + '#1')
        program.send('Q')
        program.wait_for('modern board games')
        assert 'Continue' not in program.screen.text()  # it is over
        program.send('Q')
        assert program.wait_end() == 0
        return len(actions)


def cursor_game(game, seed, window=None):
    """A person with Tab, arrows and Enter only, against a computer that plays at random."""
    chance = random.Random(seed)
    rows, columns = window or (24 + seed % 3 * 8, 80 + seed % 3 * 20)
    with Home() as home:
        program = home.start(game, '--seed', str(seed), rows=rows, columns=columns)
        begin(program, seats_row(game, 1) + RANDOM)
        program.wait_for('Q menu')
        for _ in range(3000):
            program.send(chance.choice([TAB, TAB, TAB, RIGHT, DOWN, LEFT, UP]) + ENTER)
            program.settle(0.002)
            shown = program.screen.text()
            assert 'too small' not in shown, shown
            if re.search(r' wins?[.,]| drawn|win\.|You (won|lost)', shown) and 'N new game' in shown:
                return len(home.actions(game + '#1'))
        raise AssertionError('the game did not end:\n' + program.screen.text())


def test_typed_games():
    return ['%s %d' % (game, typed_game(game)) for game in GAMES]


def test_typed_variants():
    draft = DOWN * 2 + RIGHT + UP * 2 + all_persons('tokan')
    three = DOWN + RIGHT + DOWN + RIGHT + UP * 2 + all_persons('masker', 3)
    return [typed_game('tokan', draft), typed_game('masker', three, 3)]


def test_cursor_games():
    return ['%s %d' % (game, cursor_game(game, 3 + i)) for i, game in enumerate(GAMES)]


def test_small_windows():
    """Sixty columns and twenty rows are enough for every game to its end; what does not fit is a
    page."""
    answer = ['%s %d' % (game, cursor_game(game, 3 + i, (20, 60))) for i, game in enumerate(GAMES)]
    with Home() as home:
        program = home.start('kwinty', '--seed', '4', rows=20, columns=60)
        begin(program, all_persons('kwinty'))
        program.wait_for('Q menu')
        program.send('i1h' + ENTER)
        wait_actions(home, program, 'kwinty#1', 1)
        program.send('K')
        program.wait_for('How it stands')
        program.wait_for('(i1h)')
        program.send(ESCAPE)
        program.wait_for('K table')
        program.resize(19, 60)
        program.wait_for('--plain')
        assert 'Abax needs 60 columns and 20 rows. This window has 60 and 19' in ' '.join(program.screen.text().split())
    return answer


def test_rules_are_drawn():
    """The rules on the screen have their examples as boards, in every language."""
    for language, words in (('en', 'Keys and rules'), ('de', '| b | b'), ('fr', '| b | b')):
        with Home() as home:
            program = home.start('tiku', '--seed', '4', '--lang', language, rows=60)
            program.settle(0.1)
            program.send('?' if language != 'en' else 'B')
            if language == 'en':
                program.wait_for('Q menu')
                program.send('?')
            program.wait_for(words)
            for _ in range(3):
                if '| b | b | b | b | b | b |' in program.screen.text():
                    break
                program.send(' ')
                program.settle(0.1)
            shown = program.screen.text()
            assert '| b | b | b | b | b | b |' in shown and '\n  > ' not in shown, shown


def test_computers_alone():
    with Home() as home:
        program = home.start('yoxii', '--seed', '2')
        begin(program, seats_row('yoxii', 0) + RIGHT + DOWN + LEFT * 2 + UP * 2)
        end = time.monotonic() + 30
        while ' N new game' not in program.screen.text() and time.monotonic() < end:
            program.send(' ')
            program.settle(0.01)
        program.wait_for('win', 'drawn')
        program.send('V')
        program.wait_for('Accuracy')
        program.send('[')
        program.wait_for('Looking back', 'costs', 'best', 'good', 'forced')


def test_progress():
    """A computer shows that it thinks, by its level's name. Its chances are for those who asked to
    see them, never where they would reveal a secret."""
    for game, words, sees in (('tiku', [], False), ('tiku', ['--open'], True), ('masker', ['--open'], False)):
        with Home() as home:
            program = home.start(game, '--seed', '2', *words)
            begin(program, seats_row(game, 0) + RIGHT * 10)
            program.wait_for(' thinks, ')
            times, shown = set(), ''
            end = time.monotonic() + 20
            while len(times) < 4 and time.monotonic() < end:
                program.read(0.01)
                shown += program.screen.text()
                times.update(re.findall(r'\w+ \(\w+\) thinks, .*?([\d.]+) s', program.screen.text()))
            assert len(times) >= 4, shown
            estimate = re.search(r'thinks, depth \d+, chance \d+ %, margin [+-]\d+\.\d, ', shown)
            assert bool(estimate) == sees and (sees or ' %' not in shown), shown


# ---------------------------------------------------------------------------------------------
# What keys do
# ---------------------------------------------------------------------------------------------

def row_of(program, number):
    """Where the board's row with this number stands on the screen."""
    rows = program.screen.text().split('\n')
    return next(i for i, line in enumerate(rows) if re.match(r' ?%d(?: |$)' % number, line))


def test_commands():
    with Home() as home:
        program = home.start('tiku', '--seed', '4')
        begin(program, all_persons('tiku'))
        program.wait_for('White: Move one')
        program.send('b5b4' + ENTER)
        program.wait_for('(rule: not-your-figure)', '(rule:')
        program.send('a2a4' + ENTER + 'b5b3' + ENTER)
        wait_actions(home, program, 'tiku#1', 2)
        program.send('U')
        program.wait_for('Black: Move')
        assert home.actions('tiku#1') == ['a2a4']
        program.send('R')
        program.wait_for('2. b5b3')
        program.settle()
        assert home.actions('tiku#1') == ['a2a4', 'b5b3']
        program.send('[')
        program.wait_for('Looking back: 1 of 2')
        program.send(ESCAPE)
        program.wait_for('White: Move')
        program.settle(0.1)
        before = program.screen.text()
        assert row_of(program, 6) < row_of(program, 1)
        program.send('F')
        program.settle(0.1)
        assert row_of(program, 6) > row_of(program, 1)
        program.send('F')
        program.settle(0.1)
        assert program.screen.text() == before
        program.send('H')
        program.wait_for('(H: more)')
        program.send('HHH')
        program.wait_for('The best action')
        program.settle(0.2)
        program.send(ESCAPE)  # a long reason is a page
        program.wait_for('Q menu')
        program.send('?')
        program.wait_for('Keys and rules')
        program.send(ESCAPE)
        program.wait_for('Q menu')
        program.send('S')
        program.wait_for('Save as:')
        program.send('\x7f' * 10 + 'mine' + ENTER)
        program.wait_for('Saved as mine')
        program.send('D')
        program.wait_for('offers a draw')
        program.send('c2c4' + ENTER)
        wait_actions(home, program, 'tiku#1', 3)
        program.send('G')
        program.wait_for('give up?')
        program.send('n')
        program.wait_for('Black: Move')
        program.send('Gy')
        program.wait_for('White wins')
        assert '"resigned' in home.kept('tiku#1') or 'resign' in home.kept('tiku#1')
        assert home.actions('mine') == ['a2a4', 'b5b3']


def test_proofs_in_hints():
    """What is proven is said first, at the start and in a game that was gone on with."""
    with Home() as home:
        program = home.start('kwinty', '--seed', '4')
        begin(program, all_persons('kwinty'))
        program.wait_for('Q menu')
        program.send('H')
        program.wait_for('(H: more)')
        program.send('HHH')
        program.wait_for('White then wins')
        program.settle(0.2)
        assert 'i1v' in program.screen.text() and 'No other action wins' in program.screen.text(), program.screen.text()
        program.send(ESCAPE)
        program.wait_for('Q menu')
        program.send('i1h' + ENTER)
        wait_actions(home, program, 'kwinty#1', 1)
        program.close()
        program = home.start('--seed', '4')
        program.wait_for('Continue Kwinty, 1 played')
        program.send(ENTER)
        program.wait_for('Q menu')
        program.send('H')
        program.wait_for('(H: more)')
        program.send('HHH')
        program.wait_for('is then drawn')


def test_save_and_resume():
    with Home() as home:
        program = open_kwinty(home)
        second = home.start()
        second.wait_for('Continue Kwinty, 2 played')
        second.send(ENTER)
        second.wait_for('open in another window')
        program.send('Q')
        program.wait_for('Continue Kwinty, 2 played')
        program.send(ENTER)
        program.wait_for('White: Place a block')
        program.send('h1v' + ENTER)
        wait_actions(home, program, 'kwinty#1', 3)
        program.send('\x03')
        assert program.wait_end() == 0


def test_series():
    """Two games of a match: the second in a file of its own, with the seats changed and the
    standing shown."""
    with Home() as home:
        program = home.start('kwinty', '--seed', '4')
        program.wait_for('Begin the game')
        program.send(DOWN + ENTER + 'Anna' + ENTER)
        begin(program, DOWN + PERSON + DOWN * 2 + RIGHT)
        for number, actions in enumerate((['i1h'], ['i1v']), 1):
            program.wait_for('Place the first block')
            assert ('The lot: Anna begins. Anna: Place' in program.screen.text()) == (number == 1), program.screen.text()
            program.send(actions[0] + ENTER)
            wait_actions(home, program, 'kwinty#%d' % number, 1)
            program.wait_gone('Action: ')
            assert 'The lot' not in program.screen.text(), program.screen.text()
            program.send('Gy')  # the player to act resigns: first Black, then Anna, who sits there now
            program.wait_for('resigns')
            program.send('N')
            program.wait_for('%s lost and may begin' % ('Black' if number == 1 else 'Anna'))
            program.send('n')
            if number == 1:
                program.wait_for('game 2 of 2, 0 : 1')
                assert home.actions('kwinty#1') == ['i1h'], 'the first game is lost'
                program.send('Q')
                program.wait_for('Continue Kwinty, 0 played')
                program.send(ENTER)
        program.wait_for('game 1 of 2')


def test_mouse():
    with Home() as home:
        program = home.start('tiku', '--seed', '4')
        begin(program, all_persons('tiku'))
        program.wait_for('White: Move one')

        def click(letter, number):
            rows = program.screen.text().split('\n')
            line = next(line for line in rows if re.match(r' +a +b +c +d', line))
            place = (line.index(letter) + 1, row_of(program, number) + 1)
            program.send('\x1b[<0;%d;%dM\x1b[<0;%d;%dm' % (place + place))
            program.settle()
        click('c', 2)
        click('c', 4)
        wait_actions(home, program, 'tiku#1', 1)
        assert home.actions('tiku#1') == ['c2c4']


def test_secrets():
    colours = ('red', 'yellow', 'green', 'blue', 'purple')
    with Home() as home:
        program = home.start('masker', '--seed', '8')
        begin(program, all_persons('masker'))
        program.wait_for('Pass the screen to First')
        seen = []
        for turn in range(6):
            program.settle()
            cover = program.screen.text()
            assert 'Pass the screen' in cover and not any(c in cover for c in colours + ('secret',)), cover
            program.send('xU[H ')  # nothing of this uncovers it
            program.settle()
            assert program.screen.text() == cover
            program.send(ENTER)
            program.wait_for('secret colour')
            program.settle(0.1)
            mine = re.findall(r'secret colour (\w+)', program.screen.text())
            assert sorted(c == 'unknown' for c in mine) == [False, True], mine
            seen.append(mine[turn % 2])
            assert mine[1 - turn % 2] == 'unknown'
            program.send(TAB + ENTER)
            if program.wait_for('or stop', 'Pass the screen', ' win') == 'or stop':
                program.send('stop' + ENTER)
            program.wait_for('Pass the screen', ' win')
        assert len(set(seen[0::2])) == len(set(seen[1::2])) == 1


# ---------------------------------------------------------------------------------------------
# Terminals
# ---------------------------------------------------------------------------------------------

def test_plain_terminals():
    with Home() as home:
        program = home.start('tokan', '--seed', '3', LANG='C')
        begin(program, '')
        program.wait_for('Q menu')
        program.settle()
        assert all(byte < 128 for byte in program.bytes)
        assert program.screen.colours
    with Home() as home:
        program = home.start('turris', '--seed', '3', '--no-colour', '--ascii')
        begin(program, '')
        program.wait_for('Q menu')
        program.send('a1v' + ENTER)
        wait_actions(home, program, 'turris#1', 2)
        program.settle()
        assert all(byte < 128 for byte in program.bytes)
        assert not program.screen.colours
        assert 'oWo White' in program.screen.text() and '#B# Black' in program.screen.text(), program.screen.text()  # whose blocks
    with Home() as home:
        program = home.start('kwinty', TERM='xterm')  # eight colours
        begin(program, '')
        program.wait_for('Q menu')
        assert not any(x in (38, 48) for x in program.screen.colours)
    with Home() as home:
        program = home.start('tiku', TERM='dumb')
        program.wait_for('Who plays White?')
    with Home() as home:
        program = home.start('tiku', '--plain')
        program.wait_for('Who plays White?')


def test_levels_are_whole():
    """A narrow column still shows how strong the computer is."""
    with Home() as home:
        program = home.start('kwinty', '--seed', '4')
        begin(program, '')
        program.wait_for('Q menu')
        assert re.search(r'Black, Otto,? .*3 *$', program.screen.text(), re.M), program.screen.text()


def test_no_data_folder():
    with Home() as home:
        program = home.start('tiku', '--seed', '3', XDG_DATA_HOME='', HOME='/dev/null')
        begin(program, '')
        program.wait_for('not kept')
        program.send('a2a4' + ENTER)
        program.wait_for('1. a2a4')
        program.resize(40, 140)  # words where there is space
        program.wait_for('1. figure a2 to a4, lays 2 discs (a2a4)')


def test_resizes():
    chance = random.Random(5)
    with Home() as home:
        program = home.start('turris', '--seed', '6')
        begin(program, seats_row('turris', 1) + RANDOM)
        program.wait_for('Q menu')
        program.resize(10, 40)
        program.wait_for('Abax needs 60 columns')
        for _ in range(200):
            program.resize(chance.randint(1, 70), chance.randint(1, 250))
            if chance.random() < 0.5:
                program.send(chance.choice([TAB, ENTER, UP, DOWN, 'F', '[', ']', '?', ESCAPE]))
            program.read(0.003)
            assert program.alive()
        program.settle()
        program.resize(24, 80)
        program.send(ESCAPE + ESCAPE)
        program.settle(0.1)
        before = program.screen.text()
        assert 'Turris' in before and 'Q menu' in before, before
        program.send('\x0c')  # redrawn, it is the same
        program.settle(0.1)
        assert program.screen.text() == before


def garbage(chance, length):
    pieces = ['\x1b\x1b\t\r', '\t\r', '\t\r', '\t\r', '\r\r', '\x1b[A', '\x1bOB', '\x1b[C', '\x1bOD', '\x1b[5~', '\x1b[6~', '\x1bOH', '\x1bOF', '\x1b[Z', '\x1b', '\t', '\r',
              '\r', ' ', '\x7f', '\x1b[<0;%d;%dM', '\x1b[<64;1;1M', '\x1b[99;99;99~', 'é', '中', '\x00', 'y']
    keys = b''
    for _ in range(length):
        kind = chance.random()
        if kind < 0.5:
            piece = chance.choice(pieces)
            keys += (piece % (chance.randint(1, 90), chance.randint(1, 26)) if '%' in piece else piece).encode()
        elif kind < 0.95:
            # Help and reviews take seconds of thinking; leaving a game is seldom enough.
            letters = [b for b in range(32, 127) if b not in b'hHvV' and (b not in b'qQ' or chance.random() < 0.2)]
            keys += bytes([chance.choice(letters)])
        else:
            keys += bytes([chance.choice([b for b in range(128, 256)])])
    return keys


def garbage_game(home, game, chance):
    """Keys without sense, from the form on; returns how many bytes were sent."""
    sent = 0
    program = home.start(game, '--seed', str(chance.randint(1, 1000)))
    begin(program, chance.choice(['', RIGHT + DOWN + RIGHT, DOWN * 2 + RIGHT * 2, UP + RIGHT]))
    program.settle(0.01)
    for _ in range(16):
        keys = garbage(chance, 80)
        sent += len(keys)
        program.send(keys)
        if not program.alive():
            break  # it was asked to leave
        if chance.random() < 0.3:
            program.resize(chance.randint(5, 50), chance.randint(20, 160))
            program.read(0.01)
            program.resize(24, 80)
        program.read(0.01)
    program.send('\x03' * 4)  # the first may end half a character
    assert program.wait_end() == 0, 'ended badly:\n' + program.bytes[-3000:].decode(errors='replace')
    return sent


def test_garbage_keys():
    chance = random.Random(17)
    with Home() as home:
        sent = sum(garbage_game(home, game, chance) for game in GAMES)
        names = [name[:-5] for name in os.listdir(home.path + '/abax') if name.endswith('.abax')]
        played = sum(len(home.actions(name)) for name in names)
        assert played > 0
    return '%d bytes, %d actions in %d kept games' % (sent, played, len(names))


# ---------------------------------------------------------------------------------------------
# Kills
# ---------------------------------------------------------------------------------------------

def shown_actions(program):
    """The last numbered action that the screen shows as played."""
    numbers = [int(n) for n in re.findall(r'(?<![\w.])(\d+)\. \S', program.screen.text())]
    return max(numbers, default=0)


def killed_game(game, seed):
    """One game, killed every few actions and gone on with from the menu. Returns actions and
    kills."""
    chance = random.Random(seed)
    with Home() as home:
        name, actions, kills = game + '#1', None, 0
        while actions is None or len(home.actions(name)) < len(actions):
            kept = len(home.actions(name))
            program = home.start(*([] if kept else [game]), '--seed', str(seed))
            if kept:
                program.wait_for('Continue %s, %d played' % (FACTS[game]['title'], kept))
                program.send(ENTER)
            else:
                begin(program, all_persons(game))
            program.wait_for('Q menu')
            if not kept:
                actions = home.random_game(game, name)
            for action in actions[kept:kept + chance.randint(1, 4)]:
                program.send(action + ENTER)
            end = time.monotonic() + chance.random() * 0.04
            while time.monotonic() < end:
                program.read(0.001)
            program.kill()
            program.read(0)
            kills += 1
            shown, kept = shown_actions(program), home.actions(name)
            assert len(kept) >= shown, 'shown %d, kept %d' % (shown, len(kept))
            assert kept == actions[:len(kept)]
            assert kills < 300
        return '%s %d actions %d kills' % (game, len(actions), kills)


def test_kills():
    return [killed_game(game, 23 + i) for i, game in enumerate(game for game in GAMES if game not in ('turris', 'masker'))]


def main():
    tests = {name[5:]: test for name, test in globals().items() if name.startswith('test_')}
    return run_all(tests, sys.argv[2:])


if __name__ == '__main__':
    sys.exit(main())
