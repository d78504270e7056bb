# SPDX-License-Identifier: MIT
"""Environments with the names of PettingZoo and Gymnasium: the checks of their interfaces, written anew; and their own tests
where they are installed."""

import importlib
import importlib.util
import random
import unittest

import numpy as np

import abax
from abax import envs

from . import common


class Tables(unittest.TestCase):
    def test_games_to_the_end(self) -> None:
        for game, options in common.variants():
            with self.subTest(game=game.name, options=options):
                env = envs.Table(game, options, render_mode="ansi")
                env.reset(seed=4)
                self.play(env, random.Random(4))

    def play(self, env: envs.Table, chooser: random.Random) -> None:
        totals = dict.fromkeys(env.possible_agents, 0.0)
        left = []
        for agent in env.agent_iter():
            observation, reward, over, cut, _ = env.last()
            totals[agent] += reward
            self.assertEqual(agent, env.agent_selection)
            for part, seen in observation.items():
                self.assertTrue(env.observation_space(agent)[part].contains(seen), part)
                self.assertFalse(env.observation_space(agent)[part].contains(seen.astype(np.int32)), part)
            if over or cut:
                left.append(agent)
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            self.assertEqual(legal.tolist(), sorted(env.history.numbers))
            for other in env.agents:
                if other != agent:
                    self.assertFalse(env.observe(other)["action_mask"].any())
            env.step(int(chooser.choice(list(legal))))
        result = env.history.result
        assert result is not None
        self.assertEqual(sorted(left), env.possible_agents)
        self.assertEqual(list(totals.values()), [float(reward) for reward in result.rewards])
        self.assertTrue(env.render())

    def test_seeds_and_refusals(self) -> None:
        for game in common.games():
            env = envs.Table(game)
            env.reset(seed=1)
            first = env.observe("seat_0")["observation"].copy()
            env.reset(seed=1)
            self.assertTrue(np.array_equal(first, env.observe("seat_0")["observation"]))
            illegal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)
            if len(illegal):
                with self.assertRaises(ValueError):
                    env.step(int(illegal[0]))
            with self.assertRaises(ValueError):
                env.step(None)
            self.assertEqual(len(env.history), 0)

    def test_games_are_broken_off(self) -> None:
        env = envs.Table(common.games()[0], max_length=2)
        env.reset(seed=1)
        for _ in range(2):
            env.step(env.history.numbers[0])
        self.assertTrue(all(env.truncations.values()))


class Solos(unittest.TestCase):
    def test_games_to_the_end(self) -> None:
        for game, options in common.variants():
            for seat in range(abax.Position(game, options).seats):
                env = envs.Solo(game, options, seat=seat, opponent="random")
                observation, info = env.reset(seed=3)
                over = cut = bool(not info["action_mask"].any())
                reward = 0.0
                while not over and not cut:
                    action = int(np.flatnonzero(info["action_mask"])[0])
                    observation, reward, over, cut, info = env.step(action)
                    self.assertTrue(env.observation_space.contains(observation))
                result = env.history.result
                if result and len(env.history):
                    self.assertIn(reward, (0.0, float(result.rewards[seat])))

    def test_refusals(self) -> None:
        with self.assertRaises(ValueError):
            envs.Solo(common.games()[0], seat=9)


class Illegal(unittest.TestCase):
    def illegal(self, env: "envs.Solo | envs.Table") -> int:
        space = env.history.position.space.actions
        return next((n for n in range(space) if n not in env.history.numbers), space)

    def test_a_step_before_reset_is_a_sentence(self) -> None:
        for game in common.games():
            solo, table = envs.Solo(game, render_mode="ansi"), envs.Table(game, render_mode="ansi")
            calls = [lambda: solo.step(0), solo.render, lambda: table.step(0), table.last, table.render, table.state]
            for call in [*calls, lambda: table.observe("seat_0")]:
                with self.assertRaisesRegex(abax.AbaxError, "call reset first"):
                    call()  # type: ignore[no-untyped-call]

    def test_raise_changes_nothing(self) -> None:
        env = envs.Solo(common.games()[0])
        env.reset(seed=1)
        with self.assertRaises(abax.AbaxError):
            env.step(self.illegal(env))
        self.assertEqual(len(env.history), 0)
        with self.assertRaisesRegex(abax.AbaxError, "illegal must be one of raise, lose, random, not 'x'"):
            envs.Solo(common.games()[0], illegal="x")

    def test_lose_ends_the_game(self) -> None:
        for game in common.games():
            env = envs.Solo(game, illegal="lose")
            env.reset(seed=1)
            length = len(env.history)
            _, reward, over, cut, info = env.step(self.illegal(env))
            self.assertEqual((reward, over, cut, info["illegal"], len(env.history)), (-1.0, True, False, True, length))
            self.assertFalse(info["action_mask"].any())
            with self.assertRaisesRegex(abax.AbaxError, "call reset for another"):
                env.step(env.history.numbers[0])
            _, info = env.reset()
            self.assertTrue(info["action_mask"].any())
            table = envs.Table(game, illegal="lose")
            table.reset(seed=1)
            loser = table.agent_selection
            table.step(self.illegal(table))
            self.assertTrue(all(table.terminations.values()) and table.infos[loser]["illegal"])
            self.assertEqual(table.rewards, {agent: -1.0 if agent == loser else 0.0 for agent in table.agents})
            totals = {}
            for agent in table.agent_iter():
                totals[agent] = table.last()[1]
                table.step(None)
            self.assertEqual(totals[loser], -1.0)

    def test_random_plays_another(self) -> None:
        for game in common.games():
            played = []
            for _ in range(2):
                env = envs.Solo(game, illegal="random")
                _, info = env.reset(seed=8)
                over = cut = False
                while not over and not cut:
                    _, _, over, cut, info = env.step(self.illegal(env))
                    self.assertTrue(info["illegal"])
                played.append(env.history.played)
            self.assertEqual(*played)
            table = envs.Table(game, illegal="random", max_length=6)
            table.reset(seed=2)
            table.step(self.illegal(table))
            self.assertEqual(len(table.history), 1)


class OwnTests(unittest.TestCase):
    def test_pettingzoo(self) -> None:
        if not importlib.util.find_spec("pettingzoo"):
            raise unittest.SkipTest("pettingzoo is not installed: its own tests are skipped")
        tests = importlib.import_module("pettingzoo.test")
        for game in common.games():
            tests.api_test(envs.Table(game), num_cycles=200)
            tests.seed_test(lambda chosen=game: envs.Table(chosen), num_cycles=50)

    def test_gymnasium(self) -> None:
        if not importlib.util.find_spec("gymnasium"):
            raise unittest.SkipTest("gymnasium is not installed: its own tests are skipped")
        checker = importlib.import_module("gymnasium.utils.env_checker")
        passive = importlib.import_module("gymnasium.utils.passive_env_checker")
        for game in common.games():
            env = envs.Solo(game)
            passive.check_action_space(env.action_space)
            passive.check_observation_space(env.observation_space)
            checker.check_reset_return_type(env)
            checker.check_reset_seed_determinism(env)
            checker.check_reset_options(env)
            passive.env_reset_passive_checker(env)
            passive.env_step_passive_checker(env, env.history.numbers[0])
            for illegal in ("lose", "random"):  # the whole check samples actions without the mask
                checker.check_env(envs.Solo(game, illegal=illegal), skip_render_check=True)


if __name__ == "__main__":
    unittest.main()
