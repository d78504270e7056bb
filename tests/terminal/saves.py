# SPDX-License-Identifier: MIT
"""Saved games at the terminal: none is overwritten, damaged ones are reported and set aside, the
list reviews, exports and removes."""
import os
import random

from home import ENTER, UP, Home, all_persons, begin, open_kwinty, wait_actions


def test_finished_stay():
    """Games of the same kind, one after the other: each has its file; what is taken back after the
    end is another game."""
    with Home() as home:
        program = home.start('tiku', '--seed', '4')
        begin(program, all_persons('tiku'))
        for number, action in enumerate(('a2a4', 'b2b4', 'c2c4'), 1):
            program.wait_for('White: Move one')
            program.send(action + ENTER)
            wait_actions(home, program, 'tiku#%d' % number, 1)
            program.wait_gone('Action: ')
            program.send('Gy')
            program.wait_for('resigns')
            program.send('N')
            program.wait_for('lost and may begin')
            program.send('n')  # so the loser does, as White
        program.wait_for('White: Move one')
        program.send('Q')
        program.wait_for('All kept games')
        kept = {name: home.kept(name) for name in ('tiku#1', 'tiku#2', 'tiku#3')}
        assert [home.actions(name) for name in kept] == [['a2a4'], ['b2b4'], ['c2c4']]
        assert all('[End "resigned 2"]' in text for text in kept.values()), kept
        assert 'Continue' not in program.screen.text()
        program.send(UP * 2 + ENTER)
        program.wait_for('V review')
        assert program.screen.text().count('Tiku, 20') == 3, program.screen.text()
        program.send(ENTER)  # the latest
        program.wait_for('resigns')
        program.send('U')
        program.wait_for('Black: Move', 'White: Move')
        assert home.kept('tiku#3') == kept['tiku#3']
        program.send('e2e4' + ENTER)
        wait_actions(home, program, 'tiku#4', 1)
        assert {name: home.kept(name) for name in kept} == kept
        program.send('\x03')
        assert program.wait_end() == 0
        assert not [name for name in os.listdir(home.path + '/abax') if name.endswith('.lock')]


def test_saved_games():
    """The list of kept games: review, export, removal; and the way back from the command line."""
    with Home() as home:
        program = open_kwinty(home)
        program.kill()
        program = home.start('--resume')
        program.wait_for('White: Place a block')
        program.send('Gy')
        program.wait_for('resigns')
        program.send('Q')
        program.wait_for('All kept games')
        program.send(UP * 2 + ENTER)
        program.wait_for('Kwinty, 20')
        program.send('E')
        program.wait_for('Write to the file:')
        path = home.path + '/out.txt'
        program.send('\x7f' * 20 + path + ENTER)
        program.wait_for('Written to')
        with open(path, encoding='utf-8') as file:
            assert file.read() == home.kept('kwinty#1')
        program.send('E')
        program.wait_for('Write to the file:')
        program.send('\x7f' * 20 + path + ENTER)
        program.wait_for('cannot be written')
        program.send('V')
        program.wait_for('Accuracy')
        program.send('Q')
        program.wait_for('All kept games')
        program.send(UP * 2 + ENTER)
        program.wait_for('Kwinty, 20')
        program.send('\x7f')
        program.wait_for('for good?')
        program.send('y')
        program.wait_gone('Kwinty, 20')
        assert home.kept('kwinty#1') == ''
        program.send('\x03')
        assert program.wait_end() == 0
        program = home.start('--resume')
        program.wait_for('no kept game goes on')
        assert program.wait_end() == 2


def test_damaged_slot():
    """A damaged game is reported, keeps every byte under another name, and the next game does not
    touch it."""
    with Home() as home:
        program = home.start('tiku', '--seed', '4')
        begin(program, all_persons('tiku'))
        program.wait_for('White: Move one')
        program.send('a2a4' + ENTER)
        wait_actions(home, program, 'tiku#1', 1)
        program.kill()
        broken = home.kept('tiku#1').replace('a2a4', 'a2a9').encode()
        folder = home.path + '/abax/'
        with open(folder + 'tiku#1.abax', 'wb') as file:
            file.write(broken)
        program = home.start('tiku', '--seed', '5')
        begin(program, all_persons('tiku'))
        program.wait_for('White: Move one')
        program.send('b2b4' + ENTER)
        wait_actions(home, program, 'tiku#1', 1)
        with open(folder + 'tiku#1.damaged', 'rb') as file:
            assert file.read() == broken
        program.send('\x03')
        assert program.wait_end() == 0
        with open(folder + 'tiku#1.abax', 'wb') as file:
            file.write(broken[:20])
        program = home.start()
        program.wait_for('cannot be read and was set aside')
        with open(folder + 'tiku#1.2.damaged', 'rb') as file:
            assert file.read() == broken[:20]
        program.send(UP * 2 + ENTER)
        program.wait_for('tiku#1.2, damaged')
        program.send(ENTER)
        program.wait_for('This game cannot be read')


def test_damaged_files():
    chance = random.Random(3)
    with Home() as home:
        program = home.start('tiku', '--seed', '4')
        begin(program, '')
        program.wait_for('Your turn')
        program.send('a2a4' + ENTER)
        wait_actions(home, program, 'tiku#1', 2)
        program.send('QQ')
        assert program.wait_end() == 0
        whole = home.kept('tiku#1').encode()
        for number in range(12):
            broken = bytearray(whole[:chance.randint(0, len(whole))])
            for _ in range(number if broken else 0):
                broken[chance.randrange(len(broken))] = chance.randrange(256)
            with open('%s/abax/broken %d.abax' % (home.path, number), 'wb') as file:
                file.write(bytes(broken))
        program = home.start()
        program.wait_for('Continue Tiku, 2 played')
        program.wait_for('was set aside as')
        assert len([name for name in os.listdir(home.path + '/abax') if name.endswith('.damaged')]) == 12
        program.send(ENTER)
        program.wait_for('Q menu')
