# SPDX-License-Identifier: MIT
"""The package itself: positions, histories, views, engines, players, records, errors, and what its documents claim."""

import copy
import doctest
import importlib
import pickle
import random
import re
import unittest

import numpy as np

import abax

from . import common


def forced(position: abax.Position, seat: int) -> int:
    """Plain minimax to the end: what a seat of two gets, 1, 0 or -1."""
    result = position.result
    if result:
        return result.rewards[seat]
    values = [forced(position.play(action), seat) for action in position.actions]
    return max(values) if position.seat == seat else min(values)


class Positions(unittest.TestCase):
    def test_texts_copies_and_numbers(self) -> None:
        for game, options in common.variants():
            with self.subTest(game=game.name, options=options):
                for position in common.walk(game, options, 5, 60):
                    again = abax.Position.read(game, str(position), options)
                    self.assertEqual(position, again)
                    self.assertEqual(hash(position), hash(again))
                    self.assertEqual(pickle.loads(pickle.dumps(position)), position)
                    self.assertEqual(position.options, options)
                    self.assertEqual(position.game, game)
                    numbers = position.numbers
                    self.assertEqual(len(set(numbers)), len(position.actions))
                    self.assertTrue(all(0 <= n < position.space.actions for n in numbers))
                    self.assertEqual([position.action(n) for n in numbers], position.actions)
                    self.assertEqual([position.number(a) for a in position.actions], numbers)
                    self.assertEqual(set(np.flatnonzero(position.mask())), set(numbers))
                    if numbers:
                        self.assertEqual(position.play(numbers[-1]), position.play(position.actions[-1]))
                        self.assertEqual(position, again, "playing changed a position")

    def test_views_leak_nothing(self) -> None:
        for game, options in common.variants():
            for number, position in enumerate(common.walk(game, options, 9, 80)):
                for seat in range(position.seats):
                    view = position.view(seat)
                    other = view.redeal(number)
                    self.assertEqual(other.view(seat), view)
                    self.assertTrue(np.array_equal(other.planes(seat), position.planes(seat)))
                    self.assertTrue(np.array_equal(view.planes(seat), position.planes(seat)))
                    if not game.hidden:
                        self.assertEqual(view, position)
                public = position.view(abax.PUBLIC)
                self.assertEqual(public.view(0), public)
                if game.hidden and number == 0:
                    self.assertFalse(public.complete)
                    self.assertIn("?", str(public))

    def test_planes_have_names(self) -> None:
        for game, options in common.variants():
            names = abax.Position(game, options).plane_names
            self.assertEqual(len(names), abax.Position(game, options).space.planes)
            self.assertEqual(len(set(names)), len(names))

    def test_pictures_and_words(self) -> None:
        for game in common.games():
            position = abax.Position(game, seed=2)
            self.assertIn("<svg", position.svg(0))
            self.assertGreater(len(position.text()), 20)
            self.assertTrue(position.words(position.actions[0]))
            self.assertTrue(position.words(position.numbers[0], "de"))
            self.assertIn("#", game.rules("fr"))
            self.assertTrue(game.goal() and game.about() and game.seat_name(0))
            self.assertGreater(len(game.rule_sentences), 0)

    def test_faults_are_sentences(self) -> None:
        game = common.games()[0]
        position = abax.Position(game)
        for call, kind in (
            (lambda: abax.Game("nothing"), abax.AbaxError),
            (lambda: abax.Position(game, "no=option"), abax.AbaxError),
            (lambda: abax.Position.read(game, "nonsense"), abax.AbaxError),
            (lambda: position.play("nonsense"), abax.AbaxError),
            (lambda: position.play(position.space.actions), abax.AbaxError),
            (lambda: position.play(-1), abax.AbaxError),
            (lambda: position.play(1.5), TypeError),  # type: ignore[arg-type]
            (lambda: position.view(9), abax.AbaxError),
            (lambda: abax.Position(game, seed=-1), abax.AbaxError),
            (lambda: abax.Position(game, "a\0b"), abax.AbaxError),
            (lambda: abax.Player("level:99"), abax.AbaxError),
            (lambda: abax.Record.read("nonsense"), abax.AbaxError),
            (lambda: abax.Engine(megabytes=0), abax.AbaxError),
            (lambda: abax.Engine().search(position, nodes=-1), abax.AbaxError),
            (lambda: abax.Engine().search(7), TypeError),  # type: ignore[arg-type]
            (lambda: abax.Batch(game, 0), abax.AbaxError),
            (lambda: abax.Batch(game, 2).use(nothing=None), abax.AbaxError),
            (lambda: abax.Record(abax.History(position)).write("poem"), abax.AbaxError),
            (lambda: abax.Record("[Game]"), TypeError),  # type: ignore[arg-type]
        ):
            with self.assertRaises(kind) as caught:
                call()  # type: ignore[no-untyped-call]
            self.assertGreater(len(str(caught.exception)), 10)
        # At the start of a small game every action is legal; the one just played seldom is again.
        walked = [each for each in common.walk(game, "-", 1) if not each.over]
        place, illegal = next((each, n) for each in walked for n in range(each.space.actions) if n not in each.numbers)
        with self.assertRaises(abax.IllegalAction):
            place.play(illegal)


class Histories(unittest.TestCase):
    def test_play_undo_copy_and_records(self) -> None:
        for game, options in common.variants():
            with self.subTest(game=game.name, options=options):
                chooser = random.Random(3)
                history = abax.History(game, options, 8)
                while not history.over:
                    if chooser.random() < 0.1 and len(history):
                        history.undo()
                    history.play(chooser.choice(history.numbers))
                other = copy.copy(history)
                self.assertEqual(pickle.loads(pickle.dumps(history)).played, history.played)
                other.undo(len(other))
                self.assertEqual(other.position, history.start)
                self.assertEqual(other.play(*history.played).result, history.result)
                self.records(history)

    def records(self, history: abax.History) -> None:
        record = abax.Record(history)
        record.set_name(0, "Ada")
        record.date = "2026-11-16"
        for form in ("text", "json", "link"):
            again = abax.Record.read(record.write(form))
            self.assertEqual(again.history().played, history.played)
            self.assertEqual(again.history().start, history.start)
            self.assertEqual(again.result, history.result)
        address = abax.Record.read("https://abax.example/#g=" + record.write("link").strip().lstrip("#"))
        self.assertEqual(address.history().played, history.played)
        self.assertEqual(abax.Record.read(str(record)).names[0], "Ada")
        self.assertEqual(abax.Record.read(str(record)).date, "2026-11-16")
        self.assertEqual(len(record.nodes), len(history) + 1)
        self.assertEqual([node.action for node in record.nodes[1:]], history.played)


class Thinking(unittest.TestCase):
    def test_search_players_and_hints(self) -> None:
        for game, options in common.variants():
            with self.subTest(game=game.name, options=options):
                position = [each for each in common.walk(game, options, 4, 6) if not each.over][-1]
                depths: list[int] = []
                engine = abax.Engine(megabytes=2, seed=5)
                report = engine.search(position, nodes=3000, lines=2, progress=lambda r: depths.append(r.depth))
                self.assertIn(report.best, position.actions)
                engine.forget(5)
                again = engine.search(position, nodes=3000, lines=2)
                self.assertEqual(report.lines, again.lines)
                if options == "-":
                    self.assertTrue(engine.hint(position, 1))
                    self.assertIn("(", engine.hint(position, 3))  # it names an action's text
                choices = [abax.Player(2, seed=6).choose(position) for _ in range(2)]
                self.assertEqual(choices[0], choices[1])
                self.assertIn(choices[0], position.actions)
                self.assertIn(abax.Player("random", 1).choose(position), position.actions)
        self.assertEqual(len(abax.levels()), 10)

    def test_proofs_agree_with_minimax(self) -> None:
        for game, options in common.variants():
            if game.hidden or abax.Position(game, options).seats != 2:
                with self.assertRaises(abax.AbaxError):
                    abax.Engine().solve(abax.Position(game, options))
                continue
            positions = list(common.walk(game, options, 12))
            for position in positions[-4:-1]:
                if len(position.actions) > 12 or (len(position.actions) > 4 and position != positions[-2]):
                    continue
                proven = abax.Engine(megabytes=2).solve(position, nodes=200_000).proven
                if proven is not None and self.small(position, 3000):
                    value = forced(position, position.seat)
                    self.assertEqual({"win": 1, "draw": 0, "loss": -1}[proven], value, str(position))

    def small(self, position: abax.Position, most: int) -> bool:
        """Whether all that can follow is at most so many positions."""
        rest, seen = [position], 0
        while rest and seen <= most:
            at = rest.pop()
            seen += 1
            rest += [at.play(number) for number in at.numbers]
        return not rest


class Documents(unittest.TestCase):
    def test_numbers_that_are_told(self) -> None:
        """The table of docs/python.md: how many actions and planes a game has."""
        text = (common.TREE / "docs" / "python.md").read_text()
        rows = re.findall(r"^\| `([a-z]+)(?: ([a-z=0-9,]+))?` \| (\d+) \| (\d+) x (\d+) x (\d+) \|", text, re.M)
        self.assertGreater(len(rows), 0)
        for name, options, *told in rows:
            space = abax.Position(name, options or "-").space
            self.assertEqual(tuple(map(int, told)), (space.actions, *space.shape), name)

    def test_examples_in_docstrings(self) -> None:
        for name in ("abax", "abax.batches"):
            failed, tried = doctest.testmod(importlib.import_module(name))
            self.assertEqual(failed, 0)
            self.assertGreater(tried, 0)


if __name__ == "__main__":
    unittest.main()
