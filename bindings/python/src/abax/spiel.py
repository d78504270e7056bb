# SPDX-License-Identifier: MIT
"""The games with the names of OpenSpiel, so that algorithms written for it can be used.

``load_game("NAME(option=value,deals=20)")`` gives a :class:`Game`, whose ``new_initial_state()`` is a :class:`State`.
Actions are the numbers of :class:`abax.Position`. Where the start is dealt, the first node is a chance node with
``deals`` boards (a parameter; each with equal chance, from seeds beginning with ``seed``); where something is secret, a
second chance node deals the secrets of that board, all with equal chance. A game of ``max_length`` actions is broken
off with returns of 0. Where OpenSpiel itself is installed, :func:`register` makes the games known to it.
"""

from __future__ import annotations

import enum
import functools
import re
from typing import Any, Iterator, Optional, Union

import numpy as np

from ._calls import AbaxError, IllegalAction, number
from ._games import Game as Rules
from ._games import games
from .histories import History
from .positions import PUBLIC, Position

__all__ = [
    "ChanceMode",
    "Game",
    "GameType",
    "Information",
    "PlayerId",
    "State",
    "Utility",
    "deserialize_game_and_state",
    "load_game",
    "register",
    "registered_names",
    "serialize_game_and_state",
]

_OWN = {"deals": 20, "seed": 0, "max_length": 1000}


class PlayerId(enum.IntEnum):
    """Who is to act when it is no seat."""

    DEFAULT_PLAYER_ID = 0
    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = -4
    MEAN_FIELD = -5


class ChanceMode(enum.Enum):
    DETERMINISTIC = 0
    EXPLICIT_STOCHASTIC = 1
    SAMPLED_STOCHASTIC = 2


class Information(enum.Enum):
    ONE_SHOT = 0
    PERFECT_INFORMATION = 1
    IMPERFECT_INFORMATION = 2


class Utility(enum.Enum):
    ZERO_SUM = 0
    CONSTANT_SUM = 1
    GENERAL_SUM = 2
    IDENTICAL = 3


class Dynamics(enum.Enum):
    SIMULTANEOUS = 0
    SEQUENTIAL = 1
    MEAN_FIELD = 2


class RewardModel(enum.Enum):
    REWARDS = 0
    TERMINAL = 1


class GameType:
    """The facts of a game, by OpenSpiel's names."""

    ChanceMode = ChanceMode
    Information = Information
    Utility = Utility
    Dynamics = Dynamics
    RewardModel = RewardModel

    def __init__(self, game: Rules, teams: int) -> None:
        self.short_name = game.name
        self.long_name = game.title
        self.dynamics = Dynamics.SEQUENTIAL
        self.chance_mode = ChanceMode.EXPLICIT_STOCHASTIC if game.dealt else ChanceMode.DETERMINISTIC
        self.information = (
            Information.IMPERFECT_INFORMATION if game.hidden else Information.PERFECT_INFORMATION
        )
        self.utility = Utility.ZERO_SUM if teams == 2 else Utility.GENERAL_SUM
        self.reward_model = RewardModel.TERMINAL
        self.provides_information_state_string = True
        self.provides_information_state_tensor = True
        self.provides_observation_string = True
        self.provides_observation_tensor = True


def _own(given: dict[str, Any], name: str, least: int, most: int) -> int:
    """Takes a number out of the parameters, which may have come as text."""
    value = given.pop(name, _OWN[name])
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    if isinstance(value, str):
        raise AbaxError(f"{name} must be a whole number, not '{value}'")
    return number(value, name, least, most)


class Game:
    """A game with chosen options. ``Game("NAME", {"option": "value", "deals": 5})``."""

    def __init__(self, name: str, parameters: Optional[dict[str, Any]] = None) -> None:
        self.rules = Rules(name)
        given = dict(parameters or {})
        self.deals = _own(given, "deals", 1, 10**6)
        self.seed = _own(given, "seed", 0, 2**62)
        self.max_length = _own(given, "max_length", 1, 10**6)
        self.options = ",".join(f"{key}={value}" for key, value in sorted(given.items())) or "-"
        self._given = {str(key): str(value) for key, value in given.items()}
        self._start = Position(self.rules, self.options, self.seed)
        self._teams = {self._start.team(seat) for seat in range(self._start.seats)}
        if not self.rules.dealt:
            self.deals = 1

    def __str__(self) -> str:
        words = [f"{key}={value}" for key, value in sorted(self._given.items())]
        words += [f"{key}={getattr(self, key)}" for key, usual in _OWN.items() if getattr(self, key) != usual]
        if not self.rules.dealt:
            words = [word for word in words if not word.startswith("deals=")]
        return f"{self.rules.name}({','.join(words)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return load_game, (str(self),)

    def get_type(self) -> GameType:
        return GameType(self.rules, len(self._teams))

    def get_parameters(self) -> dict[str, Any]:
        return {**self._given, **{key: getattr(self, key) for key in _OWN}}

    def num_players(self) -> int:
        return self._start.seats

    def num_distinct_actions(self) -> int:
        return self._start.space.actions

    def max_chance_outcomes(self) -> int:
        if not self.rules.dealt:
            return 0
        return max(self.deals, max(len(self.secrets(deal)) for deal in range(min(self.deals, 4))))

    def max_game_length(self) -> int:
        return self.max_length

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> Optional[float]:
        return 0.0 if len(self._teams) == 2 and self.num_players() % 2 == 0 else None

    def observation_tensor_shape(self) -> list[int]:
        return list(self._start.space.shape)

    def observation_tensor_size(self) -> int:
        return int(np.prod(self._start.space.shape))

    def information_state_tensor_shape(self) -> list[int]:
        """The planes of the first and the present position, and the numbers of all actions between."""
        return [2 * self.observation_tensor_size() + self.max_length]

    def information_state_tensor_size(self) -> int:
        return self.information_state_tensor_shape()[0]

    def new_initial_state(self) -> State:
        return State(self)

    def new_initial_states(self) -> list[State]:
        return [self.new_initial_state()]

    def deserialize_state(self, text: str) -> State:
        state = self.new_initial_state()
        for word in text.split():
            state.apply_action(int(word))
        return state

    def board(self, deal: int) -> Position:
        """The start of a deal."""
        return Position(self.rules, self.options, self.seed + deal)

    def secrets(self, deal: int) -> list[Position]:
        """All starts that everybody sees as the same board, in a fixed order; one where nothing is secret."""
        return _secrets(self, deal)


@functools.lru_cache(maxsize=1024)
def _secrets(game: Game, deal: int) -> list[Position]:
    board = game.board(deal)
    return sorted(board.view(PUBLIC).deals(), key=str) if game.rules.hidden else [board]


class State:
    """A state: before the deal, before the secrets, or in play."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._actions: list[tuple[int, int]] = []  # player and action, chance's too
        self._deal: Optional[int] = None
        self._play: Optional[History] = None
        if not game.rules.dealt:
            self._play = History(game._start)

    # Where it stands.

    def get_game(self) -> Game:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def current_player(self) -> int:
        if self._play is None:
            return PlayerId.CHANCE
        if self.is_terminal():
            return PlayerId.TERMINAL
        return self._play.seat

    def is_terminal(self) -> bool:
        return self._play is not None and (self._play.over or len(self._play) >= self._game.max_length)

    def is_chance_node(self) -> bool:
        return self._play is None

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def is_simultaneous_node(self) -> bool:
        return False

    def is_mean_field_node(self) -> bool:
        return False

    def is_initial_state(self) -> bool:
        return not self._actions

    def position(self) -> Position:
        """Where the game stands; only after the deal."""
        if self._play is None:
            raise AbaxError("nothing is dealt yet")
        return self._play.position

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node and their probabilities."""
        if self._play is not None:
            raise AbaxError("this is no chance node")
        count = self._game.deals if self._deal is None else len(self._game.secrets(self._deal))
        return [(outcome, 1 / count) for outcome in range(count)]

    def legal_chance_outcomes(self) -> list[int]:
        return [outcome for outcome, _ in self.chance_outcomes()]

    # What can be done.

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        """In ascending order; those of another player are none."""
        if self._play is None:
            return self.legal_chance_outcomes() if player in (None, PlayerId.CHANCE) else []
        if self.is_terminal() or (player is not None and player != self._play.seat):
            return []
        return sorted(self._play.numbers)

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        size = len(self.chance_outcomes()) if self._play is None else self.num_distinct_actions()
        mask = [0] * size
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        """Plays a legal action or a chance outcome; anything else raises and changes nothing."""
        action = int(action)
        player = int(self.current_player())
        if player == PlayerId.TERMINAL:
            raise AbaxError("the game is over")
        if self._play is None:
            self._chance(action)
        else:
            self._play.play(action)
        self._actions.append((player, action))

    def _chance(self, outcome: int) -> None:
        if not 0 <= outcome < len(self.chance_outcomes()):
            raise IllegalAction(f"there is no chance outcome {outcome}")
        if self._deal is None:
            self._deal = outcome
            if not self._game.rules.hidden:
                self._play = History(self._game.board(outcome))
        else:
            self._play = History(self._game.secrets(self._deal)[outcome])

    def apply_action_with_legality_check(self, action: int) -> None:
        self.apply_action(action)

    def child(self, action: int) -> State:
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        state = State.__new__(State)
        state._game = self._game
        state._actions = list(self._actions)
        state._deal = self._deal
        state._play = None if self._play is None else self._play.copy()
        return state

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back, which must be this one."""
        if not self._actions or self._actions[-1] != (int(player), int(action)):
            raise AbaxError("only the last action can be taken back")
        self._actions.pop()
        if self._play is not None and len(self._play):
            self._play.undo()
        elif self._game.rules.hidden and self._play is not None:
            self._play = None
        else:
            self._play, self._deal = None, None

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """The text of an action; of the current player where only an action is given."""
        if action is None:
            player, action = self.current_player(), player
        if player == PlayerId.CHANCE:
            return f"{'deal' if self._deal is None else 'secrets'} {action}"
        return self.position().action(action)

    def string_to_action(self, player: Union[int, str], text: Optional[str] = None) -> int:
        words = text if text is not None else player
        if not isinstance(words, str):
            raise TypeError("a text is wanted")
        if self._play is None:
            return int(words.split()[-1])
        return self.position().number(words)

    # How it ends.

    def returns(self) -> list[float]:
        """1 for a win, -1 for a loss, 0 for a draw, before the end and where a game was broken off."""
        result = self._play.result if self._play is not None and self._play.over else None
        return [float(reward) for reward in result.rewards] if result else [0.0] * self.num_players()

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    # What was done and what is seen.

    def history(self) -> list[int]:
        return [action for _, action in self._actions]

    def full_history(self) -> list[tuple[int, int]]:
        """Players and actions."""
        return list(self._actions)

    def history_str(self) -> str:
        return ", ".join(str(action) for action in self.history())

    def move_number(self) -> int:
        return len(self._actions)

    def serialize(self) -> str:
        """For :meth:`Game.deserialize_state`: the actions, one a line."""
        return "\n".join(str(action) for action in self.history())

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _restored, (serialize_game_and_state(self._game, self),)

    def __str__(self) -> str:
        if self._play is not None:
            return str(self._play.position)
        return "before the deal" if self._deal is None else str(self._game.board(self._deal).view(PUBLIC))

    def _seat(self, player: Optional[int]) -> int:
        if player is None:
            player = int(self.current_player())
        return number(player, "player", 0, self.num_players() - 1)

    def observation_string(self, player: Optional[int] = None) -> str:
        """What the player sees now."""
        seat = self._seat(player)
        return f"{seat}: {str(self) if self._play is None else str(self._play.position.view(seat))}"

    def information_state_string(self, player: Optional[int] = None) -> str:
        """All that the player has seen: the start as it was seen, every action, and what is seen now."""
        seat = self._seat(player)
        if self._play is None:
            return self.observation_string(seat)
        played = " ".join(str(action) for player_, action in self._actions if player_ >= 0)
        start = self._play.start.view(seat)
        return f"{seat}: {start} / {played} / {self._play.position.view(seat)}"

    def observation_tensor(self, player: Optional[int] = None) -> list[float]:
        """The planes that the player sees, row by row; zeros before the deal."""
        return list(map(float, self._planes(self._now(), self._seat(player))))

    def information_state_tensor(self, player: Optional[int] = None) -> list[float]:
        """The planes of the start and of now, and the numbers of all actions, from 1, with 0 behind the last."""
        seat = self._seat(player)
        played = [action + 1 for player_, action in self._actions if player_ >= 0]
        actions = np.zeros(self._game.max_length, dtype=np.float32)
        actions[: len(played)] = played
        start = self._planes(None if self._play is None else self._play.start, seat)
        now = self._planes(self._now(), seat)
        return list(map(float, np.concatenate([start, now, actions])))

    def _now(self) -> Optional[Position]:
        return None if self._play is None else self._play.position

    def _planes(self, position: Optional[Position], seat: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        if position is None:
            return np.zeros(self._game.observation_tensor_size(), dtype=np.float32)
        return position.planes(seat).astype(np.float32).ravel()


def registered_names() -> list[str]:
    """The names that :func:`load_game` takes."""
    return [game.name for game in games()]


def load_game(text: str, parameters: Optional[dict[str, Any]] = None) -> Game:
    """A game by its name, with parameters as in "NAME(key=value,key=value)" or in a dictionary, or both."""
    matched = re.fullmatch(r"\s*([a-z0-9_]+)\s*(?:\((.*)\))?\s*", text)
    if not matched:
        raise AbaxError(f"a game is written NAME or NAME(key=value,...), not {text!r}")
    given: dict[str, Any] = {}
    for word in filter(None, (matched[2] or "").split(",")):
        key, equals, value = word.partition("=")
        if not equals:
            raise AbaxError(f"a parameter is written key=value, not {word!r}")
        given[key.strip()] = value.strip()
    return Game(matched[1], {**given, **(parameters or {})})


def serialize_game_and_state(game: Game, state: State) -> str:
    """Both as a text."""
    return f"{game}\n{state.serialize()}"


def deserialize_game_and_state(text: str) -> tuple[Game, State]:
    """The inverse of :func:`serialize_game_and_state`."""
    name, _, actions = text.partition("\n")
    game = load_game(name)
    return game, game.deserialize_state(actions)


def _restored(text: str) -> State:
    return deserialize_game_and_state(text)[1]


def positions_of(state: State) -> Iterator[Position]:
    """Every position of a state in play, from the start."""
    history = state._play
    if history is not None:
        position = history.start
        yield position
        for action in history.played:
            position = position.play(action)
            yield position


def register() -> list[str]:
    """Makes the games known to OpenSpiel as "abax_NAME"; answers these names. OpenSpiel must be installed."""
    from . import _openspiel

    return _openspiel.register()
