# SPDX-License-Identifier: MIT
"""Batches: thousands of games of one kind, stepped in one call into numpy buffers, by threads that need no interpreter."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._calls import SEED_MOST, AbaxError, Handle, bytes_of, number, text_of
from ._native import ffi, lib
from ._games import Game, Options, options_text

#: How a game ended with the last step (``Batch.ends``).
ON: int = lib.ABAX_BATCH_ON
OVER: int = lib.ABAX_BATCH_OVER
REPEATED: int = lib.ABAX_BATCH_REPEATED
CUT: int = lib.ABAX_BATCH_CUT

_NAMES = ("rewards", "scores", "ends", "turns", "legal", "legal_bytes", "planes")
_USUAL = ("rewards", "ends", "turns", "legal")


def _checked(name: str, array: Any, dtype: Any, shape: tuple[int, ...], writes: bool) -> Any:
    """A pointer to an array that is exactly what it must be."""
    if not isinstance(array, np.ndarray):
        raise AbaxError(f"{name} must be a numpy array, not {type(array).__name__}")
    if array.dtype != np.dtype(dtype):
        raise AbaxError(f"{name} must have the type {np.dtype(dtype)}, not {array.dtype}")
    if array.shape != shape:
        raise AbaxError(f"{name} must have the shape {shape}, not {array.shape}")
    if not array.flags.c_contiguous:
        raise AbaxError(f"{name} must lie in one piece (C order)")
    if not array.flags.aligned:
        raise AbaxError(f"{name} must be aligned")
    if writes and not array.flags.writeable:
        raise AbaxError(f"{name} is read-only")
    return array


class Batch:
    """So many games at once, with the same options.

    Each game acts whenever the batch steps; games that end begin anew by themselves (``restart``), with the seeds
    that :func:`seed_of` tells. What is seen comes to arrays whose first axis are the games: by default the batch's
    own ``rewards`` (float32, a seat each), ``ends``, ``turns`` and ``legal`` (bits in words of 64); with
    ``planes=True`` and ``legal_bytes=True`` those too; or arrays of the caller (:meth:`use`).

    Threads may share one: each method waits for the method that another thread is in. Buffers are plain arrays, so who reads
    them while another thread steps may read some of both steps.

    >>> import abax
    >>> batch = Batch(next(abax.games()), 1000)
    >>> batch.step(batch.sample())
    """

    rewards: Optional[NDArray[np.float32]]
    scores: Optional[NDArray[np.int32]]
    ends: Optional[NDArray[np.uint8]]
    turns: Optional[NDArray[np.int8]]
    legal: Optional[NDArray[np.uint64]]
    legal_bytes: Optional[NDArray[np.uint8]]
    planes: Optional[NDArray[np.uint8]]

    def __init__(
        self,
        game: Union[Game, str],
        games: int,
        options: Options = None,
        *,
        threads: int = 0,
        seed: int = 0,
        limit: int = 0,
        restart: bool = True,
        planes: bool = False,
        legal_bytes: bool = False,
        scores: bool = False,
    ) -> None:
        """``threads`` 0 takes one a processor; a game is broken off after ``limit`` steps (0: 1000)."""
        if hasattr(self, "_handle"):
            raise AbaxError("a batch is made once: its buffers fit its first game")
        name = game.name if isinstance(game, Game) else game
        capacity = 400
        error = ffi.new("char[]", capacity)
        at = lib.abax_batch_new(
            bytes_of(name),
            bytes_of(options_text(options)),
            number(games, "games", 1, 2**24),
            number(threads, "threads", 0, 256),
            number(seed, "seed", 0, SEED_MOST),
            number(limit, "limit", 0, 65535),
            bool(restart),
            error,
            capacity,
        )
        if at == ffi.NULL:
            raise AbaxError(text_of(error))
        self._handle = Handle(at, lib.abax_batch_free)
        shape = ffi.new("struct abax_batch_shape *")
        lib.abax_batch_shape(at, shape)
        self.game = Game(name)
        self.games = int(shape.games)
        self.threads = int(shape.threads)
        self.seats = int(shape.seats)
        self.actions = int(shape.actions)
        self.words = int(shape.words)
        self.plane_shape = (int(shape.planes), int(shape.rows), int(shape.columns))
        self._out = ffi.new("struct abax_batch_out *")
        self._kept: dict[str, Any] = {}
        self._actions = np.empty(self.games, dtype=np.int32)  # of one step, where no other thread can change them
        chosen = [*_USUAL, *("planes",) * planes, *("legal_bytes",) * legal_bytes, *("scores",) * scores]
        self.use(**{what: np.zeros(*self._kind(what)) for what in chosen})
        self.look()

    def _kind(self, name: str) -> tuple[tuple[int, ...], Any]:
        """The shape and type of a buffer."""
        kinds: dict[str, tuple[tuple[int, ...], Any]] = {
            "rewards": ((self.games, self.seats), np.float32),
            "scores": ((self.games, self.seats), np.int32),
            "ends": ((self.games,), np.uint8),
            "turns": ((self.games,), np.int8),
            "legal": ((self.games, self.words), np.uint64),
            "legal_bytes": ((self.games, self.actions), np.uint8),
            "planes": ((self.games, *self.plane_shape), np.uint8),
        }
        return kinds[name]

    def use(self, **arrays: Optional[NDArray[Any]]) -> None:
        """Takes arrays of the caller as buffers from now on; None means that something is not wanted.

        ``batch.use(planes=mine[t])`` writes the next observations to a part of a larger array. A wrong type or shape
        raises ValueError and changes nothing.
        """
        for name, array in arrays.items():
            if name not in _NAMES:
                raise AbaxError(f"there is no buffer {name!r}; there are {', '.join(_NAMES)}")
            if array is not None:
                shape, dtype = self._kind(name)
                _checked(name, array, dtype, shape, True)
        with self._handle.lock:
            for name in _NAMES:
                array = arrays.get(name, self._kept.get(name))
                pointer = ffi.NULL if array is None else ffi.cast("void *", array.ctypes.data)
                setattr(self._out, name, pointer)
                self._kept[name] = array
                setattr(self, name, array)

    def look(self) -> None:
        """Fills the buffers with how the games stand."""
        with self._handle.lock:
            lib.abax_batch_look(self._handle.at, self._out)

    def reset(self, seed: int = 0) -> None:
        """Begins all games anew, as if the batch were new with this seed, and looks."""
        seed = number(seed, "seed", 0, SEED_MOST)
        with self._handle.lock:
            lib.abax_batch_reset(self._handle.at, seed)
            self.look()

    def step(self, actions: NDArray[np.int32]) -> None:
        """Plays an action, by its number, in every game, and fills the buffers.

        ``actions`` is an array of int32. If one is not legal, ValueError names the first such game, and nothing has
        changed. In games that are over (without restart) actions are not looked at.
        """
        _checked("actions", actions, np.int32, (self.games,), False)
        with self._handle.lock:
            np.copyto(self._actions, actions)
            chosen = ffi.cast("int32_t *", self._actions.ctypes.data)
            wrong = lib.abax_batch_step(self._handle.at, chosen, self._out)
            if wrong >= 0:
                raise AbaxError(f"in game {wrong} the action {self._actions[wrong]} is not legal")

    def sample(self, out: Optional[NDArray[np.int32]] = None) -> NDArray[np.int32]:
        """A legal action of every game, all with equal chance; -1 where a game is over."""
        if out is None:
            out = np.empty(self.games, dtype=np.int32)
        _checked("actions", out, np.int32, (self.games,), True)
        with self._handle.lock:
            lib.abax_batch_sample(self._handle.at, ffi.cast("int32_t *", out.ctypes.data))
        return out

    def rollout(self, steps: int = 1) -> int:
        """Plays so many random steps in every game; the buffers tell of the last. Answers how many games ended."""
        steps = number(steps, "steps", 0, 2**31)
        with self._handle.lock:
            return int(lib.abax_batch_rollout(self._handle.at, steps, self._out))

    def mask(self) -> NDArray[np.bool_]:
        """The legal actions as booleans, [games, actions], unpacked from ``legal``."""
        legal = self.legal
        if legal is None:
            raise AbaxError("the batch has no buffer 'legal'")
        bits = np.unpackbits(legal.view(np.uint8), axis=1, bitorder="little")
        return bits[:, : self.actions].astype(np.bool_)

    def planes_of(self, game: int, seat: int) -> NDArray[np.uint8]:
        """What any seat sees of one game."""
        game = number(game, "game", 0, self.games - 1)
        seat = number(seat, "seat", 0, self.seats - 1)
        planes = np.empty(self.plane_shape, dtype=np.uint8)
        lib.abax_batch_planes(self._handle.at, game, seat, ffi.cast("uint8_t *", planes.ctypes.data))
        return planes

    def position_text(self, game: int) -> str:
        """The position text of one game."""
        text = ffi.new("char[]", lib.ABAX_TEXT_BYTES)
        lib.abax_batch_text(self._handle.at, number(game, "game", 0, self.games - 1), text, lib.ABAX_TEXT_BYTES)
        return text_of(text)

    def put(self, game: int, text: str) -> None:
        """Puts one game to a position, with no past."""
        error = ffi.new("char[]", 400)
        game = number(game, "game", 0, self.games - 1)
        if not lib.abax_batch_put(self._handle.at, game, bytes_of(text), error, 400):
            raise AbaxError(text_of(error))

    @property
    def plane_names(self) -> list[str]:
        """What each plane shows."""
        name = ffi.new("char[]", 64)
        found = []
        for plane in range(self.plane_shape[0]):
            lib.abax_batch_plane(self._handle.at, plane, name, 64)
            found.append(text_of(name))
        return found

    @property
    def processor_seconds(self) -> float:
        """Processor time that all threads of the batch have spent so far."""
        return int(lib.abax_batch_spent(self._handle.at)) / 1e9

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"<abax.Batch of {self.games} games of {self.game.name}, {self.threads} threads>"


def seed_of(seed: int, game: int, round: int) -> int:
    """The seed with which the round-th game (from 0) of a game of a batch begins."""
    seed = number(seed, "seed", 0, SEED_MOST)
    return int(lib.abax_batch_seed(seed, number(game, "game", 0, 2**32 - 1), number(round, "round", 0, 2**63)))
