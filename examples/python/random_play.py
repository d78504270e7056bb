#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A random game, drawn turn by turn: random_play.py GAME [SEED]."""

import random
import sys

import abax

game = abax.Game(sys.argv[1])
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
chooser = random.Random(seed)
history = abax.History(game, seed=seed)

while not history.over:
    action = chooser.choice(history.actions)
    print(f"{game.seat_name(history.seat)}: {history.position.words(action)}")
    history.play(action)

print(history.text())
print(history.status())
print(abax.Record(history).write("link"))
