# SPDX-License-Identifier: MIT
"""The terminal game in other languages than English: what is read on its screens, held against the
PO files."""
import os
import re
import subprocess
import sys

from home import ABAX, DOWN, ENTER, ESCAPE, FACTS, GAMES, RANDOM, RIGHT, Home, wait_actions

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'tools'))
import po


def english_of(language, *names):
    """Every piece of English in PO files that is not the same in the language: runs of words
    between arguments."""
    pieces = set()
    for name in names:
        for entry in po.read('%s.%s.po' % (name, language)):
            for english in filter(None, po.english(entry)):
                own = ' '.join(' '.join(po.texts(entry)).split())
                for piece in re.split(r'\{\w+\}', ' '.join(english.split())):
                    piece = piece.strip(' .,:;%()')
                    if len(piece) > 3 and re.search('[a-z]', piece) and piece not in own:
                        pieces.add(piece)
    return pieces


def check_language(program, pieces):
    """No English is on the screen, in a row or across rows."""
    shown = program.screen.text()
    for text in shown.split('\n') + [shown]:
        text = ' '.join(text.split())
        found = [piece for piece in pieces if re.search(r'(?<!\w)%s(?!\w)' % re.escape(piece), text)]
        assert not found, '%s in:\n%s' % (found, shown)


def foreign_game(language, game, words):
    """Menu, form, page of keys, a game with help and a refusal, its end and the review: all in one
    language."""
    pieces = english_of(language, 'po/tui', 'po/play', 'po/coach', 'po/game', 'po/render', 'games/%s/words' % game)
    yes, menu, begin_word, minute, minutes, hint, refused, gives_up, accuracy, looking = words
    with Home() as home:
        program = home.start('--lang', language, '--seed', '3')
        program.wait_for(menu)
        check_language(program, pieces)
        program.close()
        program = home.start(game, '--lang', language, '--seed', '3')
        program.wait_for(begin_word)
        check_language(program, pieces)
        clock = 1 + len(FACTS[game]['options']) + 2
        for row in range(1, clock):
            program.send(DOWN)
            program.settle()
            check_language(program, pieces)
        program.send(RANDOM + DOWN + RIGHT)
        program.wait_for('1 ' + minute)
        program.send(RIGHT)
        program.wait_for('3 ' + minutes)
        check_language(program, pieces)
        program.send('B')
        program.wait_for('Q men', 'Q Men')
        check_language(program, pieces)
        program.send('?')
        program.settle()
        check_language(program, pieces)
        program.send(ESCAPE)
        program.settle()
        action = home.random_game(game, game + '#1')[0]
        program.send(action + ENTER)
        wait_actions(home, program, game + '#1', 2)
        program.send('zz' + ENTER)
        program.wait_for(refused)
        check_language(program, pieces)
        program.send('H')
        program.wait_for(hint)
        for _ in range(3):
            check_language(program, pieces)
            program.send('H')
            program.settle()
        program.send(ESCAPE)
        program.settle()
        program.send('G')
        program.settle()
        program.send(yes)
        program.wait_for(gives_up)
        check_language(program, pieces)
        program.send('V')
        program.wait_for(accuracy)
        check_language(program, pieces)
        for _ in range(2):
            program.send('[')
            program.wait_for(looking, ': ')
            check_language(program, pieces)
        program.send('Q')
        program.wait_for(menu)
        check_language(program, pieces)
        program.send('Q')
        assert program.wait_end() == 0


def test_forms_are_in_words():
    """What a game can be played with is asked in words, not by the keys of '-o', and no choice is
    cut; small pictures have names that distinguish them."""
    for language, title, sides in (('de', 'Welche Steine flach auf dem Boden liegen dürfen', r'Süd\w+ +Ost\w+ +Nord\w+ +West'),
                                   ('fr', 'Quels blocs peuvent être à plat sur le sol', r'(?i)sud +est +nord +ouest')):
        with Home() as home:
            program = home.start('turris', '--lang', language, '--seed', '3')
            program.wait_for(title[:30])
            assert not re.search(r'^ *ground', program.screen.text(), re.M), program.screen.text()
            program.resize(20, 60)
            program.wait_for(title[:18])
            assert re.search(r'3.{1,3}Otto', program.screen.text()), program.screen.text()
            program.send('B')
            program.wait_for('Q Men', 'Q men')
            assert re.search(sides, program.screen.text()), program.screen.text()


def test_rules_tell_of_lots():
    """All printed rules draw lots for who begins, so every page says so, in every language."""
    for game in GAMES:
        for language, lots in (('en', r'\b[Ll]ots\b|lets chance choose'), ('de', r'\bLos\b|[Ll]osen|ausgelost'), ('fr', r'\bsort\b')):
            page = subprocess.run([ABAX, 'rules', game, '--lang', language], check=True, capture_output=True, text=True).stdout
            assert re.search(lots, page), f"the rules of {game} do not say in '{language}' that lots decide who begins ({lots})"


def test_german():
    words = ('j', 'moderne Brettspiele', 'Spiel beginnen', 'Minute >', 'Minuten und 2 Sekunden pro Zug', '(H: mehr)', '(Regel: unreadable)',
             'gibt auf', 'Genauigkeit', 'Rückblick')
    foreign_game('de', 'tiku', words)


def test_french():
    words = ('o', 'jeux de plateau modernes', 'Commencer la partie', 'minute >', 'minutes et 2 secondes par tour', '(H : plus)',
             '(règle : unreadable)', 'abandonne', 'Précision', 'Retour')
    foreign_game('fr', 'tiku', words)
