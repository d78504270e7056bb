# SPDX-License-Identifier: MIT
"""Environments with the names of PettingZoo and Gymnasium. Neither needs to be installed; where they are, their spaces
and base classes are used.

Both take ``illegal``, which says what a step with an illegal action does:

- "raise" (the default): :class:`abax.IllegalAction`, and nothing changes. For programs that choose by the mask.
- "lose": the game is over; who acted gets -1 and the others 0, as with PettingZoo's TerminateIllegalWrapper.
- "random": a legal action is drawn instead, by the seed of ``reset``. For learners and checks that know no mask.

With the last two ``info["illegal"]`` of who acted is True after such a step.
"""

from __future__ import annotations

from typing import Any, Iterator, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._calls import AbaxError
from .engines import Player
from ._games import Game, Options
from .histories import History
from .positions import Position

try:
    from gymnasium import spaces as _spaces  # type: ignore[import]
except ImportError:
    _spaces = None

try:
    from pettingzoo import AECEnv as _Base  # type: ignore[import]
except ImportError:
    _Base = object

try:
    from gymnasium import Env as _Single
except ImportError:
    _Single = object


class Discrete:
    """A space of numbers, where Gymnasium is not installed."""

    def __init__(self, n: int) -> None:
        self.n = n

    def contains(self, x: Any) -> bool:
        return 0 <= int(x) < self.n

    def sample(self, mask: Optional[NDArray[np.int8]] = None) -> int:
        choices = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        return int(np.random.choice(choices))


class Box:
    """A space of bytes, where Gymnasium is not installed."""

    def __init__(self, shape: tuple[int, ...], dtype: type = np.uint8) -> None:
        self.shape = shape
        self.dtype: np.dtype[Any] = np.dtype(dtype)

    def contains(self, x: Any) -> bool:
        return isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype


_ILLEGAL = ("raise", "lose", "random")


class _Seated:
    """What both environments share: a history that is there after ``reset``, and what becomes of illegal actions."""

    _begun: Optional[History] = None

    def _choose(self, illegal: str) -> None:
        if illegal not in _ILLEGAL:
            raise AbaxError(f"illegal must be one of {', '.join(_ILLEGAL)}, not {illegal!r}")
        self._illegal = illegal
        self._lost = False
        self._seeds = np.random.default_rng(0)

    @property
    def history(self) -> History:
        """The game as it stands."""
        if self._begun is None:
            raise AbaxError("the environment has no game yet: call reset first")
        return self._begun

    def _play(self, action: int) -> bool:
        """Plays the action, or what ``illegal`` puts in its place. False when it was illegal."""
        if self._lost or self.history.over:
            raise AbaxError("the game is over: call reset for another one")
        try:
            self.history.play(int(action))
            return True
        except AbaxError:  # beyond the numbers of actions too
            if self._illegal == "raise":
                raise
        self._lost = self._illegal == "lose"
        if not self._lost:
            self.history.play(int(self._seeds.choice(self.history.numbers)))
        return False


def _discrete(n: int) -> Any:
    return _spaces.Discrete(n) if _spaces else Discrete(n)


def _seen(position: Position) -> Any:
    space = position.space
    if not _spaces:
        return {"observation": Box(space.shape), "action_mask": Box((space.actions,), np.int8)}
    return _spaces.Dict(
        {
            "observation": _spaces.Box(0, 255, space.shape, np.uint8),
            "action_mask": _spaces.Box(0, 1, (space.actions,), np.int8),
        }
    )


def _look(position: Position, seat: int, acts: bool) -> dict[str, NDArray[Any]]:
    mask = position.mask().astype(np.int8) if acts else np.zeros(position.space.actions, np.int8)
    return {"observation": position.planes(seat), "action_mask": mask}


class Table(_Seated, _Base):  # type: ignore[misc]
    """All seats of a game as agents "seat_0", "seat_1", ...: PettingZoo's AEC interface.

    An observation is a dictionary of "observation" (the planes that the seat sees) and "action_mask". What a step with an
    illegal action does is told by ``illegal`` (see above).
    """

    metadata = {"render_modes": ["ansi"], "name": "abax", "is_parallelizable": False}

    def __init__(
        self,
        game: Union[Game, str],
        options: Options = None,
        *,
        max_length: int = 1000,
        illegal: str = "raise",
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self._game = game if isinstance(game, Game) else Game(game)
        self._options = options
        self._length = max_length
        self._choose(illegal)
        self.render_mode = render_mode
        start = Position(self._game, options)
        self.possible_agents = [f"seat_{seat}" for seat in range(start.seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: _discrete(start.space.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: _seen(start) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a game; a seed decides this deal and the ones that follow without a seed."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._begun = History(self._game, self._options, int(self._seeds.integers(2**63)))
        self._lost = False
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.history.seat]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat = self.possible_agents.index(agent)
        return _look(self.history.position, seat, seat == self.history.seat and not self._lost)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self._acting()
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _acting(self) -> str:
        if not self.agents:
            raise AbaxError("nobody is at the table: call reset first")
        return self.agent_selection

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def step(self, action: Optional[int]) -> None:
        """Plays for the agent that is selected; of an agent whose game is over, None is the only action."""
        agent = self._acting()
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise AbaxError(f"{agent} must act")
        legal = self._play(action)
        self.infos = {other: {} for other in self.agents}
        if not legal:
            self.infos[agent]["illegal"] = True
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {other: 0.0 for other in self.agents}
        if self._lost:
            self.rewards[agent] = -1.0
            self.terminations = {other: True for other in self.agents}
        elif self.history.over:
            self._end()
        elif len(self.history) >= self._length:
            self.truncations = {other: True for other in self.agents}
        if self.history.seat >= 0 and not self._lost:
            self.agent_selection = self.possible_agents[self.history.seat]
        for other in self.agents:
            self._cumulative_rewards[other] += self.rewards[other]

    def _end(self) -> None:
        result = self.history.result
        self.terminations = {agent: True for agent in self.agents}
        if result:
            self.rewards = {agent: float(reward) for agent, reward in zip(self.agents, result.rewards)}
        self.agent_selection = self.agents[0]

    def _leave(self, agent: str, action: Optional[int]) -> None:
        if action is not None:
            raise AbaxError("when an agent is dead, the only valid action is None")
        self.agents.remove(agent)
        for kept in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del kept[agent]  # type: ignore[attr-defined]
        self.rewards = {other: 0.0 for other in self.agents}
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> Optional[str]:
        return self.history.text(max(self.history.seat, 0)) if self.render_mode == "ansi" else None

    def state(self) -> NDArray[np.uint8]:
        """The planes of all seats together."""
        position = self.history.position
        return np.concatenate([position.planes(seat) for seat in range(position.seats)])

    def close(self) -> None:
        """Nothing is held."""


class Solo(_Seated, _Single):  # type: ignore[misc]
    """One seat against players: Gymnasium's interface. ``info["action_mask"]`` has the legal actions; what a step with another
    one does is told by ``illegal`` (see above). Gymnasium's own ``check_env`` samples without a mask, so it passes with "lose" and
    "random"; with "raise" its first illegal action raises."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: Union[Game, str],
        options: Options = None,
        *,
        seat: int = 0,
        opponent: Union[str, int] = "random",
        max_length: int = 1000,
        illegal: str = "raise",
        render_mode: Optional[str] = None,
    ) -> None:
        self._game = game if isinstance(game, Game) else Game(game)
        self._options = options
        self._seat = seat
        self._opponent = opponent
        self._length = max_length
        self._choose(illegal)
        self.render_mode = render_mode
        start = Position(self._game, options)
        if not 0 <= seat < start.seats:
            raise AbaxError(f"seat must be from 0 to {start.seats - 1}, not {seat}")
        self.action_space = _discrete(start.space.actions)
        self.observation_space = (
            _spaces.Box(0, 255, start.space.shape, np.uint8) if _spaces else Box(start.space.shape)
        )

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        if _Single is not object:
            super().reset(seed=seed)
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._begun = History(self._game, self._options, int(self._seeds.integers(2**63)))
        self._lost = False
        seats = range(self.history.position.seats)
        self._players = {
            seat: Player(self._opponent, int(self._seeds.integers(2**63)))
            for seat in seats
            if seat != self._seat
        }
        self._answer()
        return self._observation(), self._info()

    def _answer(self) -> None:
        while self.history.seat in self._players:
            self.history.play(self._players[self.history.seat].choose(self.history))

    def _observation(self) -> NDArray[np.uint8]:
        return self.history.position.planes(self._seat)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(self.history.position.space.actions, dtype=np.int8)
        if not self.history.over and not self._lost:
            mask[self.history.numbers] = 1
        return {"action_mask": mask}

    def step(self, action: int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays and lets the others answer. What an illegal action does is told by ``illegal``."""
        legal = self._play(action)
        if not self._lost:
            self._answer()
        result = self.history.result
        over = self._lost or result is not None
        reward = -1.0 if self._lost else float(result.rewards[self._seat]) if result else 0.0
        info = self._info()
        if not legal:
            info["illegal"] = True
        return self._observation(), reward, over, not over and len(self.history) >= self._length, info

    def render(self) -> Optional[str]:
        return self.history.text(self._seat) if self.render_mode == "ansi" else None
