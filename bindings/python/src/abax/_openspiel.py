# SPDX-License-Identifier: MIT
"""The games as classes that OpenSpiel itself knows. Only imported where OpenSpiel (pyspiel) is installed."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import pyspiel  # type: ignore[import]

from . import spiel


def _type(inner: spiel.Game) -> Any:
    own = inner.get_type()
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"abax_{own.short_name}",
        long_name=own.long_name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=getattr(kinds.ChanceMode, own.chance_mode.name),
        information=getattr(kinds.Information, own.information.name),
        utility=getattr(kinds.Utility, own.utility.name),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": "", "deals": 20, "seed": 0, "max_length": 1000},
    )


def _info(inner: spiel.Game) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=inner.num_distinct_actions(),
        max_chance_outcomes=inner.max_chance_outcomes(),
        num_players=inner.num_players(),
        min_utility=inner.min_utility(),
        max_utility=inner.max_utility(),
        utility_sum=inner.utility_sum(),
        max_game_length=inner.max_game_length(),
    )


def _inner(name: str, params: dict[str, Any]) -> spiel.Game:
    """Options are one parameter here, with ';' between them: "key=value;key=value"."""
    given = dict(params)
    words = filter(None, str(given.pop("options", "")).split(";"))
    return spiel.Game(name, {**given, **dict(word.split("=", 1) for word in words)})


class State(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.inner = game.inner.new_initial_state()

    def current_player(self) -> Any:
        player = self.inner.current_player()
        return player if player >= 0 else getattr(pyspiel.PlayerId, spiel.PlayerId(player).name)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.inner.legal_actions(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.inner.chance_outcomes())

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.inner.action_to_string(player, action))

    def is_terminal(self) -> bool:
        return bool(self.inner.is_terminal())

    def returns(self) -> list[float]:
        return list(self.inner.returns())

    def __str__(self) -> str:
        return str(self.inner)


class Observer:
    """What a player sees, now or with all that was seen before."""

    def __init__(self, game: Any, perfect_recall: bool) -> None:
        self.recall = perfect_recall
        shape = (
            game.inner.information_state_tensor_shape()
            if perfect_recall
            else game.inner.observation_tensor_shape()
        )
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"seen": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        inner = state.inner
        seen = inner.information_state_tensor(player) if self.recall else inner.observation_tensor(player)
        self.tensor[:] = seen

    def string_from(self, state: State, player: int) -> str:
        inner = state.inner
        return str(
            inner.information_state_string(player) if self.recall else inner.observation_string(player)
        )


def _register(name: str) -> str:
    kind = _type(spiel.Game(name))

    class Known(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
            self.inner = _inner(name, params or {})
            super().__init__(kind, _info(self.inner), params or {})

        def new_initial_state(self) -> State:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(self, bool(iig_obs_type and iig_obs_type.perfect_recall))

    pyspiel.register_game(kind, Known)
    return f"abax_{name}"


def register() -> list[str]:
    known = set(pyspiel.registered_names())
    names = spiel.registered_names()
    return [f"abax_{name}" if f"abax_{name}" in known else _register(name) for name in names]
