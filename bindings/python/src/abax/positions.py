# SPDX-License-Identifier: MIT
"""Positions: where a game stands, what is legal there, what a seat sees of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._calls import SEED_MOST, AbaxError, bytes_of, checked, exception_of, number, text_of, written
from ._native import ffi, lib
from ._games import Game, Options, options_text

#: A "seat" that sees only what everybody may see.
PUBLIC: int = lib.ABAX_PUBLIC


@dataclass(frozen=True)
class Result:
    """How a game ended: a word and a number a seat. ``rewards`` are 1 for a win, 0 for a draw, -1 for a loss."""

    outcomes: tuple[str, ...]
    rewards: tuple[int, ...]
    scores: Optional[tuple[int, ...]]
    repeated: bool = False


def result_of(raw: Any) -> Optional[Result]:
    """A result of the library; None while the game goes on."""
    if not raw.over:
        return None
    outcomes = [raw.outcome[seat] for seat in range(raw.seats)]
    return Result(
        outcomes=tuple(("loss", "draw", "win")[outcome] for outcome in outcomes),
        rewards=tuple(outcome - 1 for outcome in outcomes),
        scores=tuple(raw.score[seat] for seat in range(raw.seats)) if raw.scored else None,
        repeated=bool(raw.repeated),
    )


@dataclass(frozen=True)
class Space:
    """How many numbers of actions there are, and the size of the planes."""

    actions: int
    planes: int
    rows: int
    columns: int

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of what a seat sees."""
        return (self.planes, self.rows, self.columns)


class Position:
    """Where a game stands, without its past. Positions never change: :meth:`play` and :meth:`apply` give new ones.

    ``Position("NAME")`` is the start with the default options and the deal of seed 0. Actions are texts ("a2a4"), which
    people read and records keep, or numbers below ``space.actions``, which always mean the same (docs/python.md).
    """

    __slots__ = ("_at",)

    def __init__(self, game: Union[Game, str], options: Options = None, seed: int = 0) -> None:
        game = game if isinstance(game, Game) else Game(game)
        seed = number(seed, "seed", 0, SEED_MOST)
        self._at = ffi.new("abax_position *")
        checked(lib.abax_position_start, game._at, bytes_of(options_text(options)), seed, self._at)

    @classmethod
    def _of(cls, at: Any) -> Position:
        position = cls.__new__(cls)
        position._at = at
        return position

    @classmethod
    def read(cls, game: Union[Game, str], text: str, options: Options = None) -> Position:
        """Reads a position text, strictly; ``?`` in hidden games is what a view does not know."""
        game = game if isinstance(game, Game) else Game(game)
        at = ffi.new("abax_position *")
        checked(lib.abax_position_read, game._at, bytes_of(options_text(options)), bytes_of(text), at)
        return cls._of(at)

    def _copy(self) -> Any:
        return ffi.new("abax_position *", self._at[0])

    # What it is.

    @property
    def game(self) -> Game:
        return Game(text_of(lib.abax_game_name(lib.abax_position_game(self._at))))

    @property
    def options(self) -> str:
        """Options that differ from the default, as a text, or "-"."""
        return written(lib.abax_position_options, self._at)

    def __str__(self) -> str:
        return written(lib.abax_position_text, self._at)

    def __repr__(self) -> str:
        options = "" if self.options == "-" else f", {self.options!r}"
        return f"abax.Position.read({self.game.name!r}, {str(self)!r}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and bool(lib.abax_position_equal(self._at, other._at))

    def __hash__(self) -> int:
        return int(lib.abax_position_hash(self._at)) >> 1

    def __reduce__(self) -> tuple[Any, tuple[str, str, str]]:
        return Position.read, (self.game.name, str(self), self.options)

    @property
    def seats(self) -> int:
        return int(lib.abax_position_seats(self._at))

    def team(self, seat: int) -> int:
        """Seats of one team win and lose together."""
        return int(lib.abax_position_team(self._at, number(seat, "seat", 0, self.seats - 1)))

    # What can be played.

    @property
    def seat(self) -> int:
        """The seat to act; -1 when the game is over."""
        return int(lib.abax_position_seat(self._at))

    @property
    def over(self) -> bool:
        return self.seat < 0

    def _listed(self) -> tuple[Any, int]:
        listed = ffi.new("abax_action[]", lib.ABAX_MAX_ACTIONS)
        return listed, lib.abax_position_actions(self._at, listed, lib.ABAX_MAX_ACTIONS)

    def _text(self, action: int) -> str:
        return written(lib.abax_position_action_text, self._at, action, capacity=lib.ABAX_ACTION_BYTES)

    @property
    def actions(self) -> list[str]:
        """The legal actions as texts; empty when the game is over."""
        listed, count = self._listed()
        return [self._text(listed[i]) for i in range(count)]

    def words(self, action: Union[str, int], language: Optional[str] = None) -> str:
        """A legal action in words."""
        return written(lib.abax_position_action_words, self._at, self._find(action), bytes_of(language))

    def _find(self, action: Union[str, int]) -> int:
        found = ffi.new("abax_action *")
        if isinstance(action, str):
            checked(lib.abax_position_action, self._at, bytes_of(action), found)
        else:
            action = number(action, "an action", 0, self.space.actions - 1)
            checked(lib.abax_position_numbered, self._at, action, found)
        return int(found[0])

    def play(self, *actions: Union[str, int]) -> Position:
        """The position after these actions; one that is not legal raises :class:`IllegalAction`."""
        at = self._copy()
        position = Position._of(at)
        for action in actions:
            if isinstance(action, str):
                checked(lib.abax_position_play, at, bytes_of(action))
            else:
                checked(lib.abax_position_apply, at, position._find(action))
        return position

    apply = play

    @property
    def result(self) -> Optional[Result]:
        """How the game ended by the rules; None while it goes on. Draws by repetition are known to histories."""
        raw = ffi.new("abax_result *")
        checked(lib.abax_position_result, self._at, raw)
        return result_of(raw)

    def verdicts(self) -> list[str]:
        """By what rule the game ended, in sentences."""
        found: list[str] = []
        verdict = ffi.new("abax_error *")
        while lib.abax_position_verdict(self._at, len(found), verdict):
            found.append(text_of(verdict.sentence))
        return found

    # What is seen.

    def view(self, seat: int) -> Position:
        """What a seat (or ``PUBLIC``) may know, as a position with the rest unknown."""
        at = ffi.new("abax_position *")
        checked(lib.abax_position_view, self._at, number(seat, "seat", PUBLIC, self.seats - 1), at)
        return Position._of(at)

    @property
    def complete(self) -> bool:
        """Whether nothing is unknown."""
        return bool(lib.abax_position_complete(self._at))

    def redeal(self, seed: int) -> Position:
        """A complete position that whoever has this view cannot tell from the true one, each with equal chance."""
        at = ffi.new("abax_position *")
        checked(lib.abax_position_redeal, self._at, number(seed, "seed", 0, SEED_MOST), at)
        return Position._of(at)

    def deals(self) -> list[Position]:
        """All complete positions that whoever has this view cannot tell from the true one, in a fixed order. Raises where the
        game cannot list them."""
        count = int(checked(lib.abax_position_deals, self._at, ffi.NULL, 0))
        places = [ffi.new("abax_position *") for _ in range(count)]
        listed = ffi.new("abax_position[]", count)
        checked(lib.abax_position_deals, self._at, listed, count)
        for i, place in enumerate(places):
            ffi.memmove(place, ffi.addressof(listed, i), ffi.sizeof("abax_position"))
        return [Position._of(place) for place in places]

    def evaluate(self, seat: int) -> int:
        """How good it looks for a seat without any search, in hundredths of the game's own unit."""
        return int(lib.abax_position_evaluate(self._at, number(seat, "seat", 0, self.seats - 1)))

    def text(self, seat: Optional[int] = None, language: Optional[str] = None) -> str:
        """The board as a seat sees it, drawn in letters."""
        return self._show(seat, lib.ABAX_FORM_TEXT, language)

    def svg(self, seat: Optional[int] = None, language: Optional[str] = None) -> str:
        """The board as a seat sees it, as an SVG document."""
        return self._show(seat, lib.ABAX_FORM_SVG, language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _show(self, seat: Optional[int], form: int, language: Optional[str]) -> str:
        seat = lib.ABAX_ALL if seat is None else number(seat, "seat", PUBLIC, self.seats - 1)
        return written(lib.abax_position_show, self._at, seat, form, bytes_of(language), capacity=65536)

    # Numbers, for programs that learn.

    @property
    def space(self) -> Space:
        """The space of actions and the size of planes; fixed for a game and its options."""
        raw = ffi.new("abax_space *")
        checked(lib.abax_position_space, self._at, raw)
        return Space(raw.actions, raw.planes, raw.rows, raw.columns)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the legal actions, in the order of ``actions``."""
        numbers = ffi.new("uint16_t[]", lib.ABAX_MAX_ACTIONS)
        count = lib.abax_position_numbers(self._at, numbers, lib.ABAX_MAX_ACTIONS)
        return list(ffi.unpack(numbers, count)) if count else []

    def number(self, action: str) -> int:
        """The number of a legal action."""
        found = lib.abax_position_number(self._at, self._find(action), error := ffi.new("abax_error *"))
        if found < 0:
            raise exception_of(error)
        return int(found)

    def action(self, number: int) -> str:
        """The text of the legal action with this number."""
        return self._text(self._find(number))

    def mask(self) -> NDArray[np.bool_]:
        """The legal actions as a mask of ``space.actions``."""
        mask = np.zeros(self.space.actions, dtype=np.bool_)
        mask[self.numbers] = True
        return mask

    def planes(self, seat: Optional[int] = None) -> NDArray[np.uint8]:
        """What a seat (the one to act) sees, as bytes of ``space.shape``."""
        if seat is None:
            seat = self.seat
            if seat < 0:
                raise AbaxError("the game is over, so a seat must be named")
        planes = np.empty(self.space.shape, dtype=np.uint8)
        checked(
            lib.abax_position_planes,
            self._at,
            number(seat, "seat", 0, self.seats - 1),
            ffi.from_buffer("uint8_t[]", planes),
            planes.nbytes,
        )
        return planes

    @property
    def plane_names(self) -> list[str]:
        """What each plane shows."""
        return [written(lib.abax_position_plane, self._at, i) for i in range(self.space.planes)]
