#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the engine thinks of a position: search.py GAME [ACTION...]. Then level 5 answers."""

import sys

import abax

history = abax.History(sys.argv[1], seed=1).play(*sys.argv[2:])
engine = abax.Engine(megabytes=16)
report = engine.search(
    history,
    nodes=50_000,
    lines=3,
    progress=lambda report: print(f"depth {report.depth}: {' '.join(report.lines[0].actions)}"),
)

for line in report.lines:
    known = f"proven {line.outcome}" if line.outcome else f"win chance {line.chance:.0%}"
    print(f"{known:>16}  {' '.join(line.actions)}")
print(engine.hint(history, rung=3))
print("level 5 plays", abax.Player(5, seed=1).choose(history))
