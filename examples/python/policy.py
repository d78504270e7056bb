#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Learning with numpy and many games at once: policy.py GAME [UPDATES].

A linear policy sees the planes and scores the actions; it plays both sides, and actions of the winners become likelier
(REINFORCE). At the end it plays seat 0 against random play.
"""

import sys

import numpy as np

import abax

GAMES, RATE = 128, 10.0
game = sys.argv[1]
updates = int(sys.argv[2]) if len(sys.argv) > 2 else 60
batch = abax.Batch(game, GAMES, seed=1, planes=True)
weights = np.zeros((int(np.prod(batch.plane_shape)), batch.actions), np.float32)
draw = np.random.default_rng(1)


def seen() -> np.ndarray:
    return batch.planes.reshape(GAMES, -1).astype(np.float32) / 4


def choose(inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Actions drawn by the policy's chances, and these chances; illegal ones have none."""
    scores = np.where(batch.mask(), inputs @ weights, -np.inf)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    # The one with the largest score + Gumbel noise is drawn by exactly these chances.
    noisy = np.log(np.maximum(chances, 1e-30)) + draw.gumbel(size=chances.shape)
    return np.where(batch.mask(), noisy, -np.inf).argmax(axis=1).astype(np.int32), chances


def learn(steps: int) -> None:
    """Plays, and for every game that ends goes back over its last steps."""
    global weights
    kept = []
    for _ in range(steps):
        inputs, turns = seen(), batch.turns.copy()
        actions, chances = choose(inputs)
        batch.step(actions)
        kept.append((inputs, turns, actions, chances, batch.ends.copy(), batch.rewards.copy()))
    worth = np.zeros((GAMES, batch.seats), np.float32)
    for inputs, turns, actions, chances, ends, rewards in reversed(kept):
        worth = np.where(ends[:, None] > 0, rewards, worth)
        slope = -chances
        slope[np.arange(GAMES), actions] += 1
        slope *= worth[np.arange(GAMES), turns][:, None]
        weights += RATE / GAMES * inputs.T @ slope


def against_random(steps: int = 150) -> float:
    """The share of decided games that seat 0 wins against random play."""
    wins = losses = 0
    batch.reset(99)
    for _ in range(steps):
        actions, _ = choose(seen())
        batch.step(np.where(batch.turns == 0, actions, batch.sample()))
        over = batch.ends > 0
        wins += int((batch.rewards[over, 0] > 0).sum())
        losses += int((batch.rewards[over, 0] < 0).sum())
    return wins / max(wins + losses, 1)


print(f"before: seat 0 wins {against_random():.1%} of its games against random play")
batch.reset(1)
for _ in range(updates):
    learn(40)
print(f"after {updates} updates: {against_random():.1%}")
