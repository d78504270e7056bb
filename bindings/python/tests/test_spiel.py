# SPDX-License-Identifier: MIT
"""The interface with OpenSpiel's names: the checks that OpenSpiel makes of every game (random simulations), written anew, and
its own tests where it is installed. Beside them: that information states are what views are, and that chance is right."""

import importlib.util
import pickle
import random
import unittest
from typing import Optional

import abax
from abax import spiel

from . import common

SIMULATIONS = 2
DEALS = 3


def load(game: abax.Game, options: str) -> spiel.Game:
    words = [] if options == "-" else options.split(",")
    return spiel.load_game(f"{game.name}({','.join([*words, f'deals={DEALS}'])})")


class Simulations(unittest.TestCase):
    def test_random_simulations(self) -> None:
        for game, options in common.variants():
            with self.subTest(game=game.name, options=options):
                loaded = load(game, options)
                self.assertEqual(spiel.load_game(str(loaded)), loaded)
                self.assertEqual(pickle.loads(pickle.dumps(loaded)), loaded)
                for seed in range(SIMULATIONS):
                    self.simulate(loaded, random.Random(seed))

    def simulate(self, game: spiel.Game, chooser: random.Random) -> None:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if steps % 7 == 0:
                self.check_copies(game, state)
                self.check_seen(game, state)
            if state.is_chance_node():
                self.check_chance(game, state)
            action = chooser.choice(state.legal_actions())
            self.check_actions(game, state, full=steps % 5 == 0)
            before, player = str(state), int(state.current_player())
            state.apply_action(action)
            self.assertEqual(state.history()[-1], action)
            if steps % 11 == 0:
                state.undo_action(player, action)
                self.assertEqual(str(state), before)
                state.apply_action(action)
            steps += 1
        self.check_end(game, state)

    def check_actions(self, game: spiel.Game, state: spiel.State, full: bool) -> None:
        legal = state.legal_actions()
        player = int(state.current_player())
        self.assertEqual(legal, sorted(set(legal)))
        self.assertTrue(legal)
        self.assertEqual(legal, state.legal_actions(player))
        mask = state.legal_actions_mask()
        self.assertEqual([number for number, is_legal in enumerate(mask) if is_legal], legal)
        for other in range(game.num_players()):
            if other != player:
                self.assertEqual(state.legal_actions(other), [])
        if player >= 0:
            self.assertTrue(all(0 <= action < game.num_distinct_actions() for action in legal))
        if full:
            texts = [state.action_to_string(player, action) for action in legal]
            self.assertEqual(len(set(texts)), len(legal))
            self.assertEqual([state.string_to_action(text) for text in texts[:20]], legal[:20])
            illegal = max(legal) + 1
            before = state.serialize()
            with self.assertRaises(ValueError):
                state.apply_action(illegal)
            self.assertEqual(state.serialize(), before)

    def check_chance(self, game: spiel.Game, state: spiel.State) -> None:
        outcomes = state.chance_outcomes()
        self.assertAlmostEqual(sum(chance for _, chance in outcomes), 1)
        self.assertEqual([outcome for outcome, _ in outcomes], state.legal_actions())
        self.assertLessEqual(len(outcomes), game.max_chance_outcomes())
        self.assertEqual(state.current_player(), spiel.PlayerId.CHANCE)

    def check_copies(self, game: spiel.Game, state: spiel.State) -> None:
        _, restored = spiel.deserialize_game_and_state(spiel.serialize_game_and_state(game, state))
        for other in (state.clone(), game.deserialize_state(state.serialize()), restored, pickle.loads(pickle.dumps(state))):
            self.assertEqual(str(other), str(state))
            self.assertEqual(other.history(), state.history())
            self.assertEqual(other.legal_actions(), state.legal_actions())
            other.apply_action(other.legal_actions()[0])
            self.assertNotEqual(other.history(), state.history())

    def check_seen(self, game: spiel.Game, state: spiel.State) -> None:
        for player in range(game.num_players()):
            self.assertEqual(len(state.observation_tensor(player)), game.observation_tensor_size())
            self.assertEqual(len(state.information_state_tensor(player)), game.information_state_tensor_size())
            self.assertTrue(state.observation_string(player) and state.information_state_string(player))
        self.assertEqual(state.returns(), [0.0] * game.num_players())

    def check_end(self, game: spiel.Game, state: spiel.State) -> None:
        self.assertEqual(state.current_player(), spiel.PlayerId.TERMINAL)
        self.assertEqual(state.legal_actions(), [])
        returns = state.returns()
        self.assertEqual(len(returns), game.num_players())
        self.assertTrue(all(game.min_utility() <= value <= game.max_utility() for value in returns))
        if game.get_type().utility == spiel.Utility.ZERO_SUM:
            self.assertEqual(sum(returns), 0)
        with self.assertRaises(ValueError):
            state.apply_action(0)


class Information(unittest.TestCase):
    """What a player cannot tell apart is one information state, and nothing else is."""

    def test_states_and_views(self) -> None:
        for game, options in common.variants():
            loaded = load(game, options)
            chooser = random.Random(5)
            first = loaded.new_initial_state()
            if not first.is_chance_node():
                continue
            first.apply_action(1)
            states = [first] if first.is_player_node() else [first.child(o) for o in first.legal_actions()]
            for _ in range(6):
                self.compare(loaded, states)
                action = chooser.choice(states[0].legal_actions())
                states = [state.child(action) for state in states if action in state.legal_actions()]
                states = [state for state in states if not state.is_terminal()]

    def compare(self, game: spiel.Game, states: list[spiel.State]) -> None:
        for player in range(game.num_players()):
            seen: dict[str, tuple[str, str, tuple[float, ...]]] = {}
            by_view: dict[str, str] = {}
            for state in states:
                told = state.information_state_string(player)
                view = str(state.position().view(player))
                tensor = tuple(state.information_state_tensor(player))
                observed = (view, state.observation_string(player), tensor)
                self.assertEqual(seen.setdefault(told, observed), observed)
                # All of these states have the same past, so equal views mean equal information.
                self.assertEqual(by_view.setdefault(view, told), told)
            self.assertEqual(len({tensor for _, _, tensor in seen.values()}), len(seen))

    def test_secrets_are_dealt_with_equal_chance(self) -> None:
        """Every state of the second chance node is the same board, and each player's own part is fair."""
        for game, options in common.variants():
            if not game.hidden:
                continue
            loaded = load(game, options)
            state = loaded.new_initial_state().child(0)
            self.assertTrue(state.is_chance_node())
            dealt = [state.child(outcome).position() for outcome in state.legal_actions()]
            self.assertEqual({str(p.view(abax.PUBLIC)) for p in dealt}, {str(state)})
            self.assertEqual(len({str(p) for p in dealt}), len(dealt))
            drawn = {str(dealt[0].view(abax.PUBLIC).redeal(seed)) for seed in range(1500)}
            self.assertEqual({str(p) for p in dealt}, drawn, "not the deals that chance gives")
            self.assertIn(str(loaded.board(0)), {str(p) for p in dealt})
            for seat in range(dealt[0].seats):
                counts: dict[str, int] = {}
                for position in dealt:
                    view = str(position.view(seat))
                    counts[view] = counts.get(view, 0) + 1
                self.assertEqual(len(set(counts.values())), 1)
                self.assertLess(len(counts), len(dealt), "a player would know all secrets")


class Loading(unittest.TestCase):
    def test_parameters(self) -> None:
        name = common.games()[0].name
        self.assertEqual(spiel.load_game(name, {"max_length": 7}).max_game_length(), 7)
        self.assertIn(name, spiel.registered_names())
        for text in ("nothing", f"{name}(no=option)", f"{name}(deals)", f"{name}(deals=0)", "a b"):
            with self.assertRaises(ValueError):
                spiel.load_game(text)
        with self.assertRaisesRegex(abax.AbaxError, "deals must be a whole number, not 'many'"):
            spiel.load_game(f"{name}(deals=many)")

    def test_games_are_broken_off(self) -> None:
        state = spiel.load_game(common.games()[0].name, {"max_length": 2}).new_initial_state()
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        self.assertEqual(state.returns(), [0.0] * state.num_players())


def missing(module: str) -> Optional[str]:
    return None if importlib.util.find_spec(module) else f"{module} is not installed: its own tests are skipped"


class OwnTests(unittest.TestCase):
    """OpenSpiel's own tests, where it is installed."""

    def test_openspiel(self) -> None:
        reason = missing("pyspiel")
        if reason:
            raise unittest.SkipTest(reason)
        pyspiel = importlib.import_module("pyspiel")
        for name in spiel.register():
            if name.removeprefix("abax_") in {game.name for game in common.games()}:
                game = pyspiel.load_game(name, {"deals": DEALS})
                pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


if __name__ == "__main__":
    unittest.main()
