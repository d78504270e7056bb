# SPDX-License-Identifier: MIT
"""Legal actions, positions and results agree with the rules as they were written a second time in Python."""

import unittest

import abax

from . import common

GAMES_EACH = 4


class Rules(unittest.TestCase):
    def agree(self, game: abax.Game, options: str, seed: int) -> None:
        module = common.reference(game)
        assert module is not None
        chosen = {key: values[0] for key, values in module.OPTIONS.items()}
        chosen.update(word.split("=") for word in options.split(",") if options != "-")
        before = None
        for position in common.walk(game, options, seed):
            text = str(position)
            self.assertTrue(module.sound(chosen, text), text)
            self.assertEqual(sorted(position.actions), sorted(module.actions(chosen, text)), text)
            found, result = module.result(chosen, text), position.result
            self.assertEqual(found is None, result is None, text)
            if found and result:
                self.assertEqual((tuple(found[0]), tuple(found[1] or ())), (result.outcomes, result.scores or ()))
            if before is not None:
                after = {module.apply(chosen, str(before), action) for action in before.actions}
                self.assertIn(text, after)
            before = position

    def test_against_the_second_implementation(self) -> None:
        for game, options in common.variants():
            if common.reference(game) is None:
                print(f"no second implementation of {game.name}: its rules are not compared")
                continue
            with self.subTest(game=game.name, options=options):
                for seed in range(GAMES_EACH):
                    self.agree(game, options, seed)

    def test_every_action_leads_where_the_second_implementation_leads(self) -> None:
        for game, options in common.variants():
            module = common.reference(game)
            if module is None:
                continue
            chosen = {key: values[0] for key, values in module.OPTIONS.items()}
            chosen.update(word.split("=") for word in options.split(",") if options != "-")
            for number, position in enumerate(common.walk(game, options, 77)):
                if number % 9 == 0:
                    for action in position.actions:
                        self.assertEqual(str(position.play(action)), module.apply(chosen, str(position), action))


if __name__ == "__main__":
    unittest.main()
