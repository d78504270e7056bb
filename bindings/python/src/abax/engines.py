# SPDX-License-Identifier: MIT
"""Engines search, prove and advise; players choose as the levels do. Both know what the seat to act may know, no more.

An engine or a player works for one thread at a time. A second thread that asks meanwhile gets :class:`abax.Busy`; only
:meth:`Engine.stop` is for other threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional, Union

from ._calls import SEED_MOST, Worker, bytes_of, checked, interruptible, number, text_of, written
from ._native import ffi, lib
from .histories import History
from .positions import Position

Where = Union[History, Position]


def _history(where: Where) -> History:
    """A history of our own, so that the caller's may change while it is searched."""
    if not isinstance(where, (History, Position)):
        raise TypeError(f"a History or a Position is asked about, not {type(where).__name__}")
    return where.copy() if isinstance(where, History) else History(where)


@dataclass(frozen=True)
class Line:
    """A line of play and what it is worth for the seat to act."""

    actions: tuple[str, ...]
    value: int  # hundredths of the game's own unit; beyond 15000 the game is decided
    chance: float  # to win, 0 to 1
    outcome: Optional[str]  # "win", "draw" or "loss" when it is proven
    margin: Optional[float]  # points more than the others at the end, where something is known of it
    margin_certain: bool


@dataclass(frozen=True)
class Report:
    """What a search found; the best line comes first."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    milliseconds: int

    @property
    def best(self) -> str:
        """The best action."""
        return self.lines[0].actions[0]

    @property
    def proven(self) -> Optional[str]:
        """What the seat to act can force, for certain: "win", "draw" or "loss"; None when that is not known."""
        return self.lines[0].outcome if self.lines else None


def _texts(position: Position, actions: list[int]) -> tuple[str, ...]:
    found = []
    at = Position._of(position._copy())
    for action in actions:
        found.append(at._text(action))
        lib.abax_position_apply_listed(at._at, action)
    return tuple(found)


def _line(raw: Any, position: Position) -> Line:
    return Line(
        actions=_texts(position, [raw.actions[i] for i in range(raw.length)]),
        value=raw.value,
        chance=raw.chance / 1000,
        outcome=("loss", "draw", "win")[raw.outcome] if raw.proven else None,
        margin=raw.margin / 10 if raw.margin_known else None,
        margin_certain=raw.margin_known == 1,
    )


def _report(raw: Any, position: Position) -> Report:
    lines = tuple(_line(raw.lines[i], position) for i in range(raw.line_count))
    return Report(lines, raw.depth, raw.nodes, raw.milliseconds)


@ffi.def_extern()  # type: ignore[misc]
def abax_python_progress(to: Any, report: Any) -> None:
    """The library tells of a completed depth."""
    progress, position = ffi.from_handle(to)
    progress(_report(report, position))


class Engine:
    """Searches with a table of so many megabytes and so many threads. Equal seeds give equal answers with one thread.

    An engine searches for one thread of Python at a time: while it works, ``search``, ``solve``, ``hint`` and ``forget`` raise
    :class:`abax.Busy` in every other thread. Give each thread an engine of its own. The history that it searches may change
    meanwhile: the engine has a copy.
    """

    def __init__(self, megabytes: int = 16, threads: int = 1, seed: int = 0) -> None:
        megabytes = number(megabytes, "megabytes", 1, 65536)
        threads = number(threads, "threads", 1, lib.ABAX_MAX_THREADS)
        seed = number(seed, "seed", 0, SEED_MOST)
        at = checked(lib.abax_engine_new, megabytes, threads)
        lib.abax_engine_forget(at, seed)
        self._worker = Worker(at, lib.abax_engine_free, "this engine is searching in another thread")

    def forget(self, seed: int = 0) -> None:
        """Forgets everything."""
        seed = number(seed, "seed", 0, SEED_MOST)
        with self._worker.alone() as at:
            lib.abax_engine_forget(at, seed)

    def stop(self) -> None:
        """Ends the search that runs in another thread or, if none does, the next one. Every thread may call it at any time."""
        lib.abax_engine_stop(self._worker.at)

    def search(
        self,
        where: Where,
        *,
        nodes: int = 0,
        milliseconds: int = 0,
        depth: int = 0,
        lines: int = 1,
        progress: Optional[Callable[[Report], None]] = None,
    ) -> Report:
        """The best lines within limits; 0 is no limit, and without any the search ends when all is proven.

        ``progress`` is called after each depth, in the thread that searches. While the engine works for another thread, Busy.
        """
        return self._run(lib.abax_engine_search, where, nodes, milliseconds, depth, lines, progress)

    def solve(self, where: Where, *, nodes: int = 0, milliseconds: int = 0) -> Report:
        """Looks for a proof of who wins, in open games of two; ``proven`` is None when the limits were not enough. While the
        engine works for another thread, Busy."""
        return self._run(lib.abax_engine_solve, where, nodes, milliseconds, 0, 1, None)

    def _run(
        self,
        call: Callable[..., bool],
        where: Where,
        nodes: int,
        milliseconds: int,
        depth: int,
        lines: int,
        progress: Optional[Callable[[Report], None]],
    ) -> Report:
        history = _history(where)
        position = history.position
        limits = ffi.new("abax_limits *")
        limits.nodes = number(nodes, "nodes", 0, 2**63)
        limits.milliseconds = number(milliseconds, "milliseconds", 0, 2**53)
        limits.depth = number(depth, "depth", 0, 10**6)
        limits.lines = number(lines, "lines", 1, lib.ABAX_MAX_LINES)
        watch, handle = ffi.NULL, None
        if progress:
            handle = ffi.new_handle((progress, position))
            watch = ffi.new("abax_watch *", {"progress": lib.abax_python_progress, "to": handle})
        report = ffi.new("abax_report *")
        worker, asked = self._worker, history._handle.at

        def work() -> Any:
            with worker.alone() as at:
                checked(call, at, asked, limits, watch, report)
            return handle  # kept until here: the watch points to it

        interruptible(work, lambda: lib.abax_engine_stop(worker.at))
        return _report(report, position)

    def hint(self, where: Where, rung: int = 4, language: Optional[str] = None) -> str:
        """Help for the seat to act: 1 where to look, 2 three good actions, 3 the best one, 4 why it is best. While the engine
        works for another thread, Busy."""
        worker, history = self._worker, _history(where)
        rung, wanted = number(rung, "rung", 1, 4), bytes_of(language)

        def work() -> str:
            with worker.alone() as at:
                return written(lib.abax_engine_hint, at, history._handle.at, rung, wanted)

        return interruptible(work, lambda: lib.abax_engine_stop(worker.at))


class Player:
    """Chooses actions: "level:1" to "level:10", "random", "greedy", "nodes:N", "movetime:MS" or "depth:N".

    It remembers its game, so every seat needs one of its own. While it chooses, ``choose`` and ``new_game`` raise
    :class:`abax.Busy` in every other thread.
    """

    def __init__(self, player: Union[str, int], seed: int = 0) -> None:
        name = player if isinstance(player, str) else f"level:{player}"
        seed = number(seed, "seed", 0, SEED_MOST)
        self.name = name
        at = checked(lib.abax_player_new, bytes_of(name), seed)
        self._worker = Worker(at, lib.abax_player_free, "this player is choosing in another thread")

    def new_game(self, seed: int = 0) -> None:
        """Forgets the game, for another one."""
        seed = number(seed, "seed", 0, SEED_MOST)
        with self._worker.alone() as at:
            lib.abax_player_new_game(at, seed)

    def choose(self, where: Where) -> str:
        """An action for the seat to act, from what that seat may know. While the player chooses for another thread, Busy."""
        worker, history = self._worker, _history(where)
        action = ffi.new("abax_action *")

        def work() -> None:
            with worker.alone() as at:
                checked(lib.abax_player_choose, at, history._handle.at, action)

        interruptible(work, lambda: lib.abax_player_stop(worker.at))
        return history.position._text(action[0])

    def __repr__(self) -> str:
        return f"abax.Player({self.name!r})"


def levels(language: Optional[str] = None) -> list[str]:
    """What is said of each level, from 1."""
    count = lib.abax_level_count()
    return [text_of(lib.abax_level_about(i + 1, bytes_of(language))) for i in range(count)]
