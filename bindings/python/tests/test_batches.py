# SPDX-License-Identifier: MIT
"""Batches play what single games play, with any number of threads; wrong arrays are refused; Python goes on meanwhile."""

import threading
import unittest
from typing import Any

import numpy as np

import abax

from . import common

GAMES = 70
STEPS = 60
SEED = 11


class Batches(unittest.TestCase):
    def make(self, game: abax.Game, options: str, threads: int, **more: Any) -> abax.Batch:
        return abax.Batch(
            game, GAMES, options, threads=threads, seed=SEED, planes=True, legal_bytes=True, scores=True, **more
        )

    def test_single_games(self) -> None:
        for game, options in common.variants():
            with self.subTest(game=game.name, options=options):
                self.follow(game, options)

    def follow(self, game: abax.Game, options: str) -> None:
        one, two = self.make(game, options, 1), self.make(game, options, 2)
        followed = (0, 33, 64, 69)
        singles = {i: abax.History(game, options, abax.seed_of(SEED, i, 0)) for i in followed}
        rounds = dict.fromkeys(followed, 0)
        for _ in range(STEPS):
            for i, single in singles.items():
                self.same(one, i, single)
            actions = one.sample()
            self.assertTrue(np.array_equal(actions, two.sample()))
            one.step(actions)
            two.step(actions)
            for name in ("rewards", "scores", "ends", "turns", "legal", "legal_bytes", "planes"):
                self.assertTrue(np.array_equal(getattr(one, name), getattr(two, name)), name)
            for i in followed:
                singles[i].play(int(actions[i]))
                self.ended(one, i, singles[i])
                if one.ends is not None and one.ends[i]:
                    rounds[i] += 1
                    singles[i] = abax.History(game, options, abax.seed_of(SEED, i, rounds[i]))

    def same(self, batch: abax.Batch, i: int, single: abax.History) -> None:
        position = single.position
        assert batch.planes is not None and batch.turns is not None and batch.legal_bytes is not None
        self.assertEqual(batch.position_text(i), str(position))
        self.assertEqual(batch.turns[i], single.seat)
        self.assertEqual(sorted(single.numbers), np.flatnonzero(batch.mask()[i]).tolist())
        self.assertEqual(sorted(single.numbers), np.flatnonzero(batch.legal_bytes[i]).tolist())
        self.assertTrue(np.array_equal(batch.planes[i], position.planes()))
        for seat in range(position.seats):
            self.assertTrue(np.array_equal(batch.planes_of(i, seat), position.planes(seat)))

    def ended(self, batch: abax.Batch, i: int, single: abax.History) -> None:
        assert batch.rewards is not None and batch.scores is not None and batch.ends is not None
        result = single.result
        self.assertEqual(bool(batch.ends[i]), result is not None)
        expected = result.rewards if result else (0,) * batch.seats
        self.assertEqual(tuple(batch.rewards[i]), tuple(map(float, expected)))
        scores = result.scores if result and result.scores else (0,) * batch.seats
        self.assertEqual(tuple(batch.scores[i]), scores)
        if result:
            self.assertEqual(batch.ends[i], abax.REPEATED if result.repeated else abax.OVER)

    def test_rollouts_and_resets(self) -> None:
        for game, options in common.variants():
            one, two = self.make(game, options, 2), self.make(game, options, 1)
            ended = one.rollout(40)
            count = 0
            for _ in range(40):
                two.step(two.sample())
                count += int(np.count_nonzero(two.ends))
            self.assertEqual(ended, count)
            self.assertTrue(np.array_equal(one.planes, two.planes))
            two.reset(SEED)
            self.assertTrue(np.array_equal(two.planes, self.make(game, options, 1).planes))

    def test_limits_and_ends(self) -> None:
        for game in common.games():
            batch = abax.Batch(game, 5, limit=3, seed=1)
            batch.rollout(3)
            self.assertEqual(batch.ends.tolist(), [abax.CUT] * 5)  # type: ignore[union-attr]
            batch = abax.Batch(game, 5, restart=False)
            batch.rollout(1500)
            self.assertEqual(batch.turns.tolist(), [-1] * 5)  # type: ignore[union-attr]
            self.assertEqual(batch.sample().tolist(), [-1] * 5)
            self.assertFalse(batch.mask().any())

    def test_sampling_is_fair(self) -> None:
        game = common.games()[0]
        batch = abax.Batch(game, 20_000, seed=3)
        numbers = abax.Position(game, seed=abax.seed_of(3, 0, 0)).numbers
        if game.dealt:
            return
        counts = np.bincount(batch.sample(), minlength=batch.actions)[numbers]
        expected = 20_000 / len(numbers)
        self.assertTrue((abs(counts - expected) < 6 * expected**0.5).all(), counts)

    def test_positions_put(self) -> None:
        for game in common.games():
            batch = abax.Batch(game, 3)
            position = list(common.walk(game, "-", 5, 4))[-1]
            batch.put(1, str(position))
            batch.look()
            self.assertEqual(batch.position_text(1), str(position))
            self.assertEqual(np.flatnonzero(batch.mask()[1]).tolist(), sorted(position.numbers))
            with self.assertRaises(abax.AbaxError):
                batch.put(1, "nonsense")
            with self.assertRaises(ValueError):
                batch.put(3, str(position))


class Arrays(unittest.TestCase):
    def setUp(self) -> None:
        self.batch = abax.Batch(common.games()[0], 8, planes=True)

    def refused(self, words: str, **arrays: Any) -> None:
        with self.assertRaises(ValueError) as caught:
            self.batch.use(**arrays)
        self.assertIn(words, str(caught.exception))

    def test_wrong_arrays(self) -> None:
        before = self.batch.rewards
        seats = self.batch.seats
        self.refused("shape (8,)", ends=np.zeros(9, np.uint8))
        self.refused("type uint8", ends=np.zeros(8, np.int8))
        self.refused("numpy array", ends=[0] * 8)
        self.refused("one piece", rewards=np.zeros((seats, 8), np.float32).T)
        self.refused("one piece", ends=np.zeros(16, np.uint8)[::2])
        frozen = np.zeros(8, np.uint8)
        frozen.flags.writeable = False
        self.refused("read-only", ends=frozen)
        self.refused("no buffer", observations=frozen)
        self.refused("shape", rewards=np.zeros((8, seats), np.float32), ends=np.zeros(7, np.uint8))
        self.assertIs(self.batch.rewards, before, "something was taken although something else was wrong")
        odd = np.zeros(8 * 4 + 1, np.uint8)[1:].view(np.int32) if seats else None
        with self.assertRaises(ValueError):
            self.batch.step(odd)  # type: ignore[arg-type]
        for actions in (np.zeros(8, np.int64), np.zeros(7, np.int32), [0] * 8, np.zeros((8, 1), np.int32)):
            with self.assertRaises(ValueError):
                self.batch.step(actions)  # type: ignore[arg-type]

    def test_illegal_actions_change_nothing(self) -> None:
        actions = self.batch.sample()
        before = [self.batch.position_text(i) for i in range(8)]
        for wrong in (-1, self.batch.actions, 2**31 - 1):
            actions[5] = wrong
            with self.assertRaises(ValueError) as caught:
                self.batch.step(actions)
            self.assertIn("game 5", str(caught.exception))
            self.assertEqual([self.batch.position_text(i) for i in range(8)], before)

    def test_own_buffers(self) -> None:
        whole = np.zeros((3, *self.batch.planes.shape), np.uint8)  # type: ignore[union-attr]
        for t in range(3):
            self.batch.use(planes=whole[t])
            self.batch.step(self.batch.sample())
        self.assertTrue(whole[0].any() and whole[2].any())
        self.assertTrue(np.array_equal(whole[2], self.batch.planes))
        self.batch.use(planes=None, rewards=None)
        self.batch.step(self.batch.sample())
        self.assertIsNone(self.batch.planes)

    def test_wrong_batches(self) -> None:
        game = common.games()[0]
        for call in (
            lambda: abax.Batch(game, 0),
            lambda: abax.Batch("nothing", 1),
            lambda: abax.Batch(game, 1, "no=option"),
            lambda: abax.Batch(game, 1, threads=1000),
            lambda: abax.Batch(game, 1, limit=-1),
        ):
            with self.assertRaises(ValueError):
                call()  # type: ignore[no-untyped-call]


class Threads(unittest.TestCase):
    def test_python_goes_on(self) -> None:
        """While a batch steps, the interpreter's lock is free: this thread counts meanwhile."""
        batch = abax.Batch(common.games()[0], 256, threads=2)
        worker = threading.Thread(target=batch.rollout, args=(3000,))
        worker.start()
        counted = 0
        while worker.is_alive():
            counted += 1
        self.assertGreater(counted, 100)

    def test_two_threads_share_a_batch(self) -> None:
        """One waits for the other; all steps are done, as one thread would do them."""
        game = common.games()[0]
        batch, other = abax.Batch(game, 65, seed=2, threads=2), abax.Batch(game, 65, seed=2)
        workers = [threading.Thread(target=batch.rollout, args=(50,)) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        other.rollout(200)
        self.assertEqual([batch.position_text(i) for i in range(65)], [other.position_text(i) for i in range(65)])


if __name__ == "__main__":
    unittest.main()
