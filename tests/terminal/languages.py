# SPDX-License-Identifier: MIT
"""The terminal game in other languages than English: what is read on its screens, held against the PO files."""
import os
import re
import sys

from home import DOWN, ENTER, ESCAPE, FACTS, RANDOM, RIGHT, Home, wait_actions

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'tools'))
import po


def english_of(language, *names):
    """Every piece of English in PO files that is not the same in the language: runs of words between arguments."""
    pieces = set()
    for name in names:
        for entry in po.read('%s.%s.po' % (name, language))[1]:
            for english in filter(None, (entry.english, entry.plural)):
                own = ' '.join(' '.join(entry.texts).split())
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
    """Menu, form, page of keys, a game with help and a refusal, its end and the review: all in one language."""
    pieces = english_of(language, 'po/tui', 'po/play', 'po/coach', 'po/game', 'po/paint', 'games/%s/words' % game)
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


def test_german():
    words = ('j', 'moderne Brettspiele', 'Spiel beginnen', 'Minute >', 'Minuten und 2 Sekunden pro Zug', '(H: mehr)', '(Regel: unreadable)',
             'gibt auf', 'Genauigkeit', 'Rückblick')
    foreign_game('de', 'tiku', words)


def test_french():
    words = ('o', 'jeux de plateau modernes', 'Commencer la partie', 'minute >', 'minutes et 2 secondes par tour', '(H : plus)',
             '(règle : unreadable)', 'abandonne', 'Précision', 'Retour')
    foreign_game('fr', 'tiku', words)
