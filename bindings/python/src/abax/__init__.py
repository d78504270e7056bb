# SPDX-License-Identifier: MIT
"""Abax: six modern abstract board games, for programs.

>>> import abax
>>> game = next(abax.games())
>>> position = abax.Position(game, seed=1)
>>> position.seat
0
>>> after = position.play(position.actions[0])

:class:`Game`, :class:`Position`, :class:`History`, :class:`Engine`, :class:`Player` and :class:`Record` are the games;
:class:`Batch` steps thousands of them at once for programs that learn; :mod:`abax.spiel` has the names of OpenSpiel,
:mod:`abax.envs` those of PettingZoo and Gymnasium. docs/python.md tells more.
"""

from ._calls import AbaxError, Busy, GameOver, HiddenError, IllegalAction
from .batches import CUT, ON, OVER, REPEATED, Batch, seed_of
from .engines import Engine, Line, Player, Report, levels
from ._games import Game, Options, games, languages, version
from .histories import History
from .positions import PUBLIC, Position, Result, Space
from .records import Node, Record

__version__ = version()

__all__ = [
    "AbaxError",
    "Batch",
    "Busy",
    "CUT",
    "Engine",
    "Game",
    "GameOver",
    "HiddenError",
    "History",
    "IllegalAction",
    "Line",
    "Node",
    "ON",
    "OVER",
    "Options",
    "PUBLIC",
    "Player",
    "Position",
    "REPEATED",
    "Record",
    "Report",
    "Result",
    "Space",
    "games",
    "languages",
    "levels",
    "seed_of",
    "version",
]
