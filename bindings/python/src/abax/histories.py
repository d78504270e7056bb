# SPDX-License-Identifier: MIT
"""Histories: a start and the actions since, which know what only a past can tell, such as a draw by repetition."""

from __future__ import annotations

from typing import Any, Optional, Union

from ._calls import Handle, bytes_of, checked, number, written
from ._native import ffi, lib
from ._games import Game, Options
from .positions import PUBLIC, Position, Result, result_of


class History:
    """A game as it is played. ``History("NAME")`` begins one; :meth:`play` changes it.

    Threads may share one: each method sees and leaves it whole, and waits for the method that another thread is in.
    """

    def __init__(
        self, start: Union[Position, Game, str], options: Options = None, seed: int = 0
    ) -> None:
        if not isinstance(start, Position):
            start = Position(start, options, seed)
        self._hold(checked(lib.abax_history_new, start._at))

    def _hold(self, at: Any) -> None:
        self._handle = Handle(at, lib.abax_history_free)

    @classmethod
    def _of(cls, at: Any) -> History:
        history = cls.__new__(cls)
        history._hold(at)
        return history

    def copy(self) -> History:
        """Another history that can go on by itself."""
        handle = self._handle
        with handle.lock:
            return History._of(checked(lib.abax_history_copy, handle.at))

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> History:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Position, list[str]]]:
        history = self.copy()
        return _replayed, (history.start, history.played)

    @property
    def start(self) -> Position:
        handle, at = self._handle, ffi.new("abax_position *")
        with handle.lock:
            lib.abax_history_start(handle.at, at)
        return Position._of(at)

    @property
    def position(self) -> Position:
        """Where it stands."""
        handle, at = self._handle, ffi.new("abax_position *")
        with handle.lock:
            lib.abax_history_position(handle.at, at)
        return Position._of(at)

    def __len__(self) -> int:
        """How many actions were played."""
        handle = self._handle
        with handle.lock:
            return int(lib.abax_history_length(handle.at))

    @property
    def played(self) -> list[str]:
        """The actions that were played, as texts."""
        handle = self._handle
        found: list[str] = []
        action, before = ffi.new("abax_action *"), ffi.new("abax_position *")
        with handle.lock:
            while lib.abax_history_action(handle.at, len(found), action, before):
                found.append(Position._of(before)._text(action[0]))
        return found

    @property
    def seat(self) -> int:
        """The seat to act; -1 when the game is over, by the rules or by repetition."""
        handle = self._handle
        with handle.lock:
            return int(lib.abax_history_seat(handle.at))

    @property
    def over(self) -> bool:
        return self.seat < 0

    @property
    def actions(self) -> list[str]:
        """The legal actions as texts; empty when the game is over."""
        with self._handle.lock:
            return [] if self.over else self.position.actions

    @property
    def numbers(self) -> list[int]:
        """The legal actions as numbers."""
        with self._handle.lock:
            return [] if self.over else self.position.numbers

    def play(self, *actions: Union[str, int]) -> History:
        """Plays actions, as texts or numbers; one that is not legal raises, and those before it stay played."""
        handle = self._handle
        with handle.lock:
            for action in actions:
                if isinstance(action, str):
                    checked(lib.abax_history_play, handle.at, bytes_of(action))
                else:
                    checked(lib.abax_history_apply, handle.at, self.position._find(action))
        return self

    def undo(self, actions: int = 1) -> History:
        """Takes actions back."""
        handle, actions = self._handle, number(actions, "actions", 0, 2**31)
        with handle.lock:
            checked(lib.abax_history_undo, handle.at, actions)
        return self

    @property
    def result(self) -> Optional[Result]:
        """How the game ended; None while it goes on."""
        handle, raw = self._handle, ffi.new("abax_result *")
        with handle.lock:
            checked(lib.abax_history_result, handle.at, raw)
        return result_of(raw)

    def status(self, language: Optional[str] = None) -> str:
        """Who is to act, or who won by which rule."""
        handle, wanted = self._handle, bytes_of(language)
        with handle.lock:
            return written(lib.abax_history_status, handle.at, wanted)

    def text(self, seat: Optional[int] = None, language: Optional[str] = None) -> str:
        """The board as a seat sees it, in letters, with the last turn marked."""
        return self._show(seat, lib.ABAX_FORM_TEXT, language)

    def svg(self, seat: Optional[int] = None, language: Optional[str] = None) -> str:
        """The same as an SVG document."""
        return self._show(seat, lib.ABAX_FORM_SVG, language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _show(self, seat: Optional[int], form: int, language: Optional[str]) -> str:
        seats = self.position.seats
        seat = lib.ABAX_ALL if seat is None else number(seat, "seat", PUBLIC, seats - 1)
        handle, wanted = self._handle, bytes_of(language)
        with handle.lock:
            return written(lib.abax_history_show, handle.at, seat, form, wanted, capacity=65536)

    def __repr__(self) -> str:
        return f"<abax.History of {self.position.game.name}, {len(self)} actions>"


def _replayed(start: Position, actions: list[str]) -> History:
    return History(start).play(*actions)
