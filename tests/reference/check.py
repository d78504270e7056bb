# SPDX-License-Identifier: MIT
"""Checks a trace of the rules in C against the reference in Python.

Usage: check.py GAME < trace. Lines are tab separated, of three kinds:
  P options position result actions action
  R options text yes|no
  E options position marks (sentence spots)...
Options are "-" or "k=v,k=v". A P line is a position of a game: its result, its
sorted actions ("-" for none) and the action then played, whose position is the
next P line, or "-" where the game is left. An R line says whether the reader
accepts a text. An E line says why a finished game ended: the spots that are
marked as deciding, and sentence by sentence what it is about; names of spots
have blanks between them. Exit status: 0 agreed, 1 a difference, 2 a bad trace or usage.
"""

import importlib
import os
import re
import sys

GAMES = ["kwinty", "masker", "tiku", "tokan", "turris", "yoxii"]


class BadTrace(Exception):
    """The trace itself is wrong: neither side's rules are to blame."""


class Difference(Exception):
    """The two implementations disagree."""


def read_options(module, text):
    """Every option with its value, from those that differ from the default."""
    options = {key: values[0] for key, values in module.OPTIONS.items()}
    if text == "-":
        return options
    given = set()
    for pair in text.split(","):
        key, equals, value = pair.partition("=")
        if not equals or key not in options or value not in module.OPTIONS[key]:
            raise BadTrace("bad option %r" % pair)
        if key in given:
            raise BadTrace("option %r twice" % key)
        given.add(key)
        options[key] = value
    return options


def result_text(found):
    if found is None:
        return "ongoing"
    words, scores = found
    text = " ".join(words)
    if scores:
        text += " score " + " ".join(str(score) for score in scores)
    return text


def differ(what, options, position, here, there):
    raise Difference("difference: %s\noptions:    %s\nposition:   %s\n"
                     "C says:     %s\nreference:  %s"
                     % (what, options, position, here, there))


class Checker:
    def __init__(self, module):
        self.module = module
        self.checked = 0
        self.endings = 0
        # What the next P line must be: (options text, position) or None.
        self.due = None
        # The position and the action that it follows from.
        self.start = ""
        self.played = ""

    def position_line(self, fields):
        if len(fields) != 5:
            raise BadTrace("a P line has 5 fields after the P, not %d" % len(fields))
        options_text, position, result, actions, action = fields
        options = read_options(self.module, options_text)
        if self.due is not None:
            before, expected = self.due
            if options_text != before:
                raise BadTrace("the options change within a game")
            if position != expected:
                differ("the position after " + self.played, options_text,
                       self.start, position, expected)
        if not self.module.sound(options, position):
            differ("whether a position of a game is readable", options_text,
                   position, "yes", "no")
        expected = result_text(self.module.result(options, position))
        if result != expected:
            differ("the result", options_text, position, result, expected)
        legal = sorted(self.module.actions(options, position),
                       key=lambda text: text.encode())
        expected = " ".join(legal) or "-"
        if actions != expected:
            differ("the legal actions", options_text, position, actions, expected)
        self.due = None
        if action != "-":
            if action not in legal:
                raise BadTrace("the action played, %r, is not one of its actions" % action)
            self.due = (options_text, self.module.apply(options, position, action))
            self.start = position
            self.played = action

    def reader_line(self, fields):
        # A damaged text may hold a tab: it is all between the options and the answer.
        if len(fields) < 3:
            raise BadTrace("an R line has 3 fields after the R, not %d" % len(fields))
        options = read_options(self.module, fields[0])
        text, answer = "\t".join(fields[1:-1]), fields[-1]
        if answer not in ("yes", "no"):
            raise BadTrace("an R line ends in yes or no, not %r" % answer)
        expected = "yes" if self.module.sound(options, text) else "no"
        if answer != expected:
            differ("whether a text is readable", fields[0], text, answer, expected)

    def ending_line(self, fields):
        options_text, position, marks, *sentences = fields
        options = read_options(self.module, options_text)
        expected, marked = self.module.why_over(options, position)
        if set(marks.split()) != marked:
            differ("what is marked as deciding", options_text, position, marks, " ".join(sorted(marked)))
        if len(sentences) != 2 * len(expected):
            differ("the sentences about the end", options_text, position, " ".join(sentences), str(expected))
        for sentence, names, (word, numbers, spots) in zip(sentences[::2], sentences[1::2], expected):
            found = [int(number) for number in re.findall(r"\b\d+", sentence)]
            names = names.split()
            agrees = spots(names) if callable(spots) else set(names) == spots and len(names) == len(spots)
            if word not in sentence or found != numbers or not agrees:
                differ("a sentence about the end", options_text, position, sentence + " " + " ".join(names),
                       "%s %s %s" % (word, numbers, spots))
        self.endings += 1

    def line(self, line):
        fields = line.split("\t")
        if fields[0] == "P":
            self.position_line(fields[1:])
        elif fields[0] == "R":
            self.reader_line(fields[1:])
        elif fields[0] == "E":
            self.ending_line(fields[1:])
        else:
            raise BadTrace("a line starts with P, R or E, not %r" % fields[0])
        self.checked += 1

    def end(self):
        if self.due is not None:
            raise BadTrace("the trace ends where the position after %s is due" % self.played)
        if self.checked == 0:
            raise BadTrace("the trace is empty")
        if self.endings == 0:
            raise BadTrace("the trace has no end")


def show(text):
    """Printable whatever a damaged text holds."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def main(arguments):
    if len(arguments) != 2 or arguments[1] not in GAMES:
        print("usage: check.py GAME < trace, GAME one of " + " ".join(GAMES), file=sys.stderr)
        return 2
    game = arguments[1]
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    checker = Checker(importlib.import_module(game))
    number = 0
    try:
        for raw in sys.stdin.buffer:
            number += 1
            checker.line(raw.decode("utf-8", "surrogateescape").removesuffix("\n"))
        checker.end()
    except BadTrace as error:
        print(show("%s: bad trace, line %d: %s" % (game, number, error)), file=sys.stderr)
        return 2
    except Difference as error:
        print(show("game:       %s (trace line %d)\n%s" % (game, number, error)))
        return 1
    print("%s: %d positions checked" % (game, checker.checked))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
