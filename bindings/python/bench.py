# SPDX-License-Identifier: MIT
"""How many steps a second batches do: make bench-python.

Every step of every game is one call from Python that fills the caller's numpy buffers. "chosen inside" plays random
actions without handing them out (Batch.rollout), "handed over" samples them to an array and steps with it. Two figures
each, in millions a second: by the clock, and by processor time (steps by the seconds that all threads together were
running, times the threads): on a machine that does other things, only the second one tells about the program.
"""

from __future__ import annotations

import argparse
import time
from typing import Callable

import abax


def measure(batch: abax.Batch, step: Callable[[], object], seconds: float) -> tuple[float, float]:
    for _ in range(20):
        step()
    count, spent = 0, batch.processor_seconds
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds:
        step()
        count += batch.games
    spent = batch.processor_seconds - spent
    return count / passed / 1e6, count / spent * batch.threads / 1e6


def bench(game: abax.Game, games: int, threads: int, seconds: float) -> list[tuple[float, float]]:
    found = []
    for planes, handed in ((False, False), (False, True), (True, False)):
        batch = abax.Batch(game, games, threads=threads, seed=1, planes=planes)
        actions = batch.sample()

        def step() -> None:
            if handed:
                batch.step(batch.sample(actions))
            else:
                batch.rollout(1)

        found.append(measure(batch, step, seconds))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Millions of steps a second, batched")
    parser.add_argument("--games", type=int, default=4096, help="games of a batch")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each figure")
    parser.add_argument("names", nargs="*", help="games; all of them if none is named")
    given = parser.parse_args()
    print(f"million steps/s, {given.games} games, {given.threads} threads: by the clock / by processor time")
    print(f"{'':10}{'bit masks, chosen inside':>28}{'bit masks, handed over':>28}{'masks and planes':>28}")
    for game in abax.games():
        if not given.names or game.name in given.names:
            rates = bench(game, given.games, given.threads, given.seconds)
            print(f"{game.title:10}" + "".join(f"{wall:18.1f} / {spent:7.1f}" for wall, spent in rates), flush=True)


if __name__ == "__main__":
    main()
