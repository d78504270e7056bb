# SPDX-License-Identifier: MIT
"""What the tests share: the games and variants to test, random play, and the rules written a second time."""

from __future__ import annotations

import importlib
import os
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Iterator, Optional

import abax

TREE = Path(__file__).resolve().parents[3]


def games() -> list[abax.Game]:
    """All games, or the one that GAME names."""
    only = os.environ.get("GAME")
    found = [game for game in abax.games() if not only or game.name == only]
    if not found:
        raise SystemExit(f"there is no game {only}")
    return found


def variants() -> Iterator[tuple[abax.Game, str]]:
    for game in games():
        for options in game.variants:
            yield game, options


def walk(game: abax.Game, options: str, seed: int, most: int = 400) -> Iterator[abax.Position]:
    """The positions of a random game."""
    chooser = random.Random(seed)
    position = abax.Position(game, options, seed)
    for _ in range(most):
        yield position
        if position.over:
            return
        position = position.play(chooser.choice(position.actions))


def reference(game: abax.Game) -> Optional[ModuleType]:
    """The rules of a game written a second time, in Python, by other hands; None where nobody did."""
    folder = TREE / "tests" / "reference"
    if not (folder / f"{game.name}.py").exists():
        return None
    sys.dont_write_bytecode = True
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return importlib.import_module(game.name)
