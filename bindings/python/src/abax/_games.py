# SPDX-License-Identifier: MIT
"""Games: what there is to play, with which options, by which rules."""

from __future__ import annotations

from typing import Iterator, Mapping, Optional, Union

from ._calls import checked, bytes_of, text_of, written
from ._native import ffi, lib

#: Options as a text ("key=value,key=value"), as a mapping, or None for the default.
Options = Union[str, Mapping[str, str], None]


def options_text(options: Options) -> str:
    """Options as the text that the library takes; "-" is the default."""
    if options is None:
        return "-"
    if isinstance(options, str):
        return options or "-"
    return ",".join(f"{key}={value}" for key, value in options.items()) or "-"


class Game:
    """A game, by its name as typed. All games with the same name are equal."""

    def __init__(self, name: str) -> None:
        self._at = checked(lib.abax_game_find, bytes_of(name))

    @property
    def name(self) -> str:
        """As typed: lower case, one word."""
        return text_of(lib.abax_game_name(self._at))

    @property
    def title(self) -> str:
        """As shown."""
        return text_of(lib.abax_game_title(self._at))

    @property
    def hidden(self) -> bool:
        """Whether seats do not see everything."""
        return bool(lib.abax_game_is_hidden(self._at))

    @property
    def dealt(self) -> bool:
        """Whether the start depends on the seed."""
        return bool(lib.abax_game_is_dealt(self._at))

    @property
    def scored(self) -> bool:
        """Whether results have scores."""
        return bool(lib.abax_game_has_scores(self._at))

    @property
    def repetition(self) -> int:
        """The game is drawn when a position stands so often; 0: never."""
        return int(lib.abax_game_repetition(self._at))

    @property
    def max_actions(self) -> int:
        """An upper bound of the legal actions of any position."""
        return int(lib.abax_game_max_actions(self._at))

    def goal(self, language: Optional[str] = None) -> str:
        """What one is after, in a short sentence."""
        return text_of(lib.abax_game_goal(self._at, bytes_of(language)))

    def about(self, language: Optional[str] = None) -> str:
        """One paragraph for somebody who does not know the game."""
        return text_of(lib.abax_game_about(self._at, bytes_of(language)))

    def rules(self, language: Optional[str] = None) -> str:
        """The whole rules in Markdown."""
        return text_of(lib.abax_game_rules(self._at, bytes_of(language)))

    def seat_name(self, seat: int, language: Optional[str] = None) -> str:
        """A name for a seat, such as "White"; empty where the game never has it."""
        return text_of(lib.abax_game_seat_name(self._at, seat, bytes_of(language)))

    @property
    def options(self) -> dict[str, list[str]]:
        """The options and their values; the first value is the default."""
        found: dict[str, list[str]] = {}
        option = 0
        while (key := text_of(lib.abax_game_option(self._at, option))) != "":
            found[key] = []
            while (value := text_of(lib.abax_game_value(self._at, option, len(found[key])))) != "":
                found[key].append(value)
            option += 1
        return found

    @property
    def variants(self) -> list[str]:
        """All sets of options as texts; the first is "-", the default."""
        count = lib.abax_game_variant_count(self._at)
        return [written(lib.abax_game_variant, self._at, i) for i in range(count)]

    @property
    def rule_sentences(self) -> dict[str, str]:
        """The rules that can refuse an attempt: stable id and sentence."""
        found: dict[str, str] = {}
        while (rule := lib.abax_game_rule(self._at, len(found))) != ffi.NULL:
            found[text_of(rule)] = text_of(lib.abax_game_rule_text(self._at, len(found), ffi.NULL))
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._at == other._at

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"abax.Game({self.name!r})"

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (self.name,)


def games() -> Iterator[Game]:
    """All games."""
    for i in range(lib.abax_game_count()):
        yield Game(text_of(lib.abax_game_name(lib.abax_game_at(i))))


def languages() -> list[str]:
    """Languages in which sentences come; "en" first."""
    return [text_of(lib.abax_language(i)) for i in range(lib.abax_language_count())]


def version() -> str:
    """The version of the library."""
    return text_of(lib.abax_version())
