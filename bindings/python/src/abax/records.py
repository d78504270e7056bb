# SPDX-License-Identifier: MIT
"""Records: games that are kept, with names, variations and comments, as text, JSON or a link (docs/records.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from ._calls import AbaxError, Handle, bytes_of, checked, number, text_of, written
from ._native import ffi, lib
from ._games import Game
from .histories import History
from .positions import PUBLIC, Result, result_of


@dataclass(frozen=True)
class Node:
    """An action of a record. Node 0 is the start; the first child goes on with its parent's line, others are variations."""

    action: str
    seat: int
    parent: Optional[int]
    children: tuple[int, ...]
    comment: str
    note: str
    milliseconds: Optional[int]


_FORMS = {
    "text": lib.ABAX_RECORD_TEXT,
    "json": lib.ABAX_RECORD_JSON,
    "link": lib.ABAX_RECORD_LINK,
    "actions": lib.ABAX_RECORD_ACTIONS,
}


class Record:
    """A game that is kept. ``Record.read(text)`` reads one in any form, ``Record(history)`` makes one.

    Threads may share one: each method waits for the method that another thread is in.
    """

    def __init__(self, history: History, seat: Optional[int] = None) -> None:
        """While a game with secrets goes on, a seat's (or ``PUBLIC``) record has what it may know; None keeps all."""
        if not isinstance(history, History):
            raise TypeError(f"history must be a History, not {type(history).__name__}; texts are read by Record.read")
        seats = history.position.seats
        seat = lib.ABAX_ALL if seat is None else number(seat, "seat", PUBLIC, seats - 1)
        of = history._handle
        with of.lock:
            self._hold(checked(lib.abax_record_of, of.at, seat))

    def _hold(self, at: Any) -> None:
        self._handle = Handle(at, lib.abax_record_free)

    @classmethod
    def read(cls, text: str) -> Record:
        """Reads a game as text, JSON or link; an error names the line. All of what was read is legal."""
        record = cls.__new__(cls)
        kept = text.encode()
        record._hold(checked(lib.abax_record_read, kept, len(kept)))
        return record

    def write(self, form: str = "text") -> str:
        """As "text", "json", "link" or "actions"."""
        if form not in _FORMS:
            raise AbaxError(f"a record is written as {', '.join(_FORMS)}, not as {form!r}")
        handle = self._handle
        with handle.lock:
            return written(lib.abax_record_text, handle.at, _FORMS[form], capacity=16384)

    def __str__(self) -> str:
        return self.write()

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Record.read, (self.write("json"),)

    @property
    def game(self) -> Game:
        handle = self._handle
        with handle.lock:
            return Game(text_of(lib.abax_game_name(lib.abax_record_game(handle.at))))

    @property
    def names(self) -> list[str]:
        """Who sits where; empty where nobody said."""
        handle, seats = self._handle, self.history(0).position.seats
        with handle.lock:  # setting a name frees the old one
            return [text_of(lib.abax_record_name(handle.at, seat)) for seat in range(seats)]

    def set_name(self, seat: int, name: str) -> None:
        handle, said = self._handle, bytes_of(name)
        with handle.lock:
            checked(lib.abax_record_set_name, handle.at, seat, said)

    @property
    def date(self) -> str:
        """As "2026-11-15", or empty."""
        handle = self._handle
        with handle.lock:
            return text_of(lib.abax_record_date(handle.at))

    @date.setter
    def date(self, date: str) -> None:
        handle, said = self._handle, bytes_of(date)
        with handle.lock:
            checked(lib.abax_record_set_date, handle.at, said)

    @property
    def result(self) -> Optional[Result]:
        """How it ended, on time or by resignation too; None when it goes on."""
        handle, raw = self._handle, ffi.new("abax_result *")
        with handle.lock:
            checked(lib.abax_record_result, handle.at, raw)
        return result_of(raw)

    def __len__(self) -> int:
        """Actions of the main line."""
        handle = self._handle
        with handle.lock:
            return int(lib.abax_record_length(handle.at))

    def history(self, actions: Optional[int] = None) -> History:
        """The main line up to so many actions, or all of it."""
        actions = len(self) if actions is None else number(actions, "actions", 0, len(self))
        handle = self._handle
        with handle.lock:
            return History._of(checked(lib.abax_record_history, handle.at, actions))

    @property
    def nodes(self) -> list[Node]:
        """The whole tree; a parent comes before its children."""
        handle, raws = self._handle, []
        with handle.lock:
            for index in range(lib.abax_record_node_count(handle.at)):
                raw = ffi.new("abax_node *")
                checked(lib.abax_record_node, handle.at, index, raw)
                raws.append(raw)
            return [_node(raws, index) for index in range(len(raws))]


def _node(raws: list[Any], index: int) -> Node:
    raw = raws[index]
    children: list[int] = []
    child = raw.child
    while child:
        children.append(child)
        child = raws[child].next
    return Node(
        action=text_of(raw.action),
        seat=raw.seat,
        parent=raw.parent if index else None,
        children=tuple(children),
        comment=text_of(raw.comment),
        note=text_of(raw.note),
        milliseconds=raw.spent if raw.spent >= 0 else None,
    )
