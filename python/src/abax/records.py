# SPDX-License-Identifier: MIT
"""Records: games that are kept, with names, variations and comments, as text, JSON or a link (docs/records.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from ._calls import AbaxError, bytes_of, checked, number, text_of, written
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
    """A game that is kept. ``Record.read(text)`` reads one in any form, ``Record(history)`` makes one."""

    def __init__(self, history: History, seat: Optional[int] = None) -> None:
        """While a game with secrets goes on, a seat's (or ``PUBLIC``) record has what it may know; None keeps all."""
        if not isinstance(history, History):
            raise TypeError(f"history must be a History, not {type(history).__name__}; texts are read by Record.read")
        seats = history.position.seats
        seat = lib.ABAX_ALL if seat is None else number(seat, "seat", PUBLIC, seats - 1)
        self._hold(checked(lib.abax_record_of, history._at, seat))

    def _hold(self, at: Any) -> None:
        self._at = ffi.gc(at, lib.abax_record_free)

    @classmethod
    def read(cls, text: str) -> Record:
        """Reads a game as text, JSON or link; a fault names the line. All of what was read is legal."""
        record = cls.__new__(cls)
        kept = text.encode()
        record._hold(checked(lib.abax_record_read, kept, len(kept)))
        return record

    def write(self, form: str = "text") -> str:
        """As "text", "json", "link" or "actions"."""
        if form not in _FORMS:
            raise AbaxError(f"a record is written as {', '.join(_FORMS)}, not as {form!r}")
        return written(lib.abax_record_text, self._at, _FORMS[form], room=16384)

    def __str__(self) -> str:
        return self.write()

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Record.read, (self.write("json"),)

    @property
    def game(self) -> Game:
        return Game(text_of(lib.abax_game_name(lib.abax_record_game(self._at))))

    @property
    def names(self) -> list[str]:
        """Who sits where; empty where nobody said."""
        seats = self.history(0).position.seats
        return [text_of(lib.abax_record_name(self._at, seat)) for seat in range(seats)]

    def set_name(self, seat: int, name: str) -> None:
        checked(lib.abax_record_set_name, self._at, seat, bytes_of(name))

    @property
    def date(self) -> str:
        """As "2026-11-15", or empty."""
        return text_of(lib.abax_record_date(self._at))

    @date.setter
    def date(self, date: str) -> None:
        checked(lib.abax_record_set_date, self._at, bytes_of(date))

    @property
    def result(self) -> Optional[Result]:
        """How it ended, on time or by resignation too; None when it goes on."""
        raw = ffi.new("abax_result *")
        checked(lib.abax_record_result, self._at, raw)
        return result_of(raw)

    def __len__(self) -> int:
        """Actions of the main line."""
        return int(lib.abax_record_length(self._at))

    def history(self, actions: Optional[int] = None) -> History:
        """The main line up to so many actions, or all of it."""
        actions = len(self) if actions is None else number(actions, "actions", 0, len(self))
        return History._of(checked(lib.abax_record_history, self._at, actions))

    @property
    def nodes(self) -> list[Node]:
        """The whole tree; a parent comes before its children."""
        raws = []
        for index in range(lib.abax_record_node_count(self._at)):
            raw = ffi.new("abax_node *")
            checked(lib.abax_record_node, self._at, index, raw)
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
