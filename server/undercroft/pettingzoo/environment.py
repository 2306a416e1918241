"""The environment itself: a match in which agents take their turns."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from undercroft.game import CHANCE, SPECTATOR, Game, Journal, Seat, UndercroftError
from undercroft.options import decode_options
from undercroft.pettingzoo.encoding import Encoding, JsonBytes, power_of_two_above
from undercroft.pettingzoo.rehearsal import drawn, rehearsed
from undercroft.registry import load_registry

__all__ = ["UndercroftEnv", "aec_env"]

_RENDER_MODES: Final = ("ansi",)


def aec_env(
    game: str | Game[Any, Any, Any, Any],
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    encoding: Encoding | None = None,
    codes: int | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, dict[str, Any], int | None]:
    """A game, by its id or as it is, as an environment in PettingZoo's wrapper that enforces the order of calls.

    The arguments are those of `UndercroftEnv`.

    Raises:
        UndercroftError: there is no such game, or it can't be played so.
    """
    found = load_registry().game(game) if isinstance(game, str) else game
    made = UndercroftEnv(found, seats=seats, options=options, encoding=encoding, codes=codes, render_mode=render_mode)
    return OrderEnforcingWrapper(made)


class UndercroftEnv(AECEnv[str, dict[str, Any], int | None]):
    """A match as an environment, whose agents are the seats: `seat_0`, `seat_1` and so on.

    An observation is a dictionary: `observation` is what the encoding makes of the seat's view, `action_mask` has a 1
    for each legal action, whose number is its code. `infos` hold the `view` itself and the `entries` told since the
    agent last acted. Rewards are 0 until the end, and then the game's returns; partners have theirs each. All agents
    are there until the end, also those who have nothing left to do. Agents that choose at the same time are asked one
    after another, and none is shown that another has chosen.

    `seats` is by default the least number that the options allow. `codes` is how many codes of actions there are: by
    default a power of two above all that a few matches have shown. `render_mode` is None or `ansi`: the board that
    spectators see, as text.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any, Any],
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        encoding: Encoding | None = None,
        codes: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game
        self.options = decode_options(game.options_type, msgspec.json.encode(options or {}).decode())
        allowed = game.seat_counts(self.options)
        self.seats = allowed[0] if seats is None else seats
        if self.seats not in allowed:
            raise UndercroftError(f"{game.spec.id} is for {', '.join(map(str, allowed))} seats, not for {self.seats}")
        if render_mode not in {None, *_RENDER_MODES}:
            raise UndercroftError(f"there is no render mode {render_mode!r}")
        self.render_mode = render_mode
        self.metadata = {"name": game.spec.id, "render_modes": list(_RENDER_MODES), "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.encoding = encoding or JsonBytes()
        seen = rehearsed(game, self.options, self.seats)
        self.codes = codes or power_of_two_above(seen.largest_code)
        space = self.encoding.space(seen)
        self._spaces = {agent: self._space(space) for agent in self.possible_agents}
        self._actions = {agent: Discrete(self.codes) for agent in self.possible_agents}
        self._rng = Random()  # noqa: S311 - the dice of training, and seeded by `reset`

    def _space(self, observation: Space[Any]) -> Space[Any]:
        return Dict({"observation": observation, "action_mask": Box(0, 1, (self.codes,), np.int8)})

    def observation_space(self, agent: str) -> Space[Any]:
        """The same for all."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The codes of actions."""
        return self._actions[agent]

    # --- a match

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; `seed` seeds chance. Without one chance goes on from the match before."""
        if seed is not None:
            self._rng = Random(seed)  # noqa: S311 - reproducible on purpose
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {}
        self._entries: dict[Seat, tuple[Any, ...]] = dict.fromkeys(range(self.seats), ())
        journal: Journal[Any] = Journal()
        self._state = self.game.start(self.options, self.seats, journal)
        self._told(journal)
        self._settle()

    def step(self, action: int | None) -> None:
        """Play the selected agent's action, and chance's after it.

        Raises:
            ValueError: the action isn't legal; the mask tells what is.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat(agent)
        if action is None or action not in self._state.legal_actions(seat):
            raise ValueError(f"{action} is not legal for {agent} now; the action mask tells what is")
        self._cumulative_rewards[agent] = 0
        self._entries[seat] = ()
        self._apply(seat, int(action))
        self._settle()
        self._accumulate_rewards()

    def _apply(self, seat: Seat, action: int) -> None:
        journal: Journal[Any] = Journal()
        self._state.apply(seat, action, journal)
        self._told(journal)

    def _settle(self) -> None:
        """Let chance act until a seat has to, or it is over."""
        while (to_act := self._state.to_act()) == (CHANCE,):
            self._apply(CHANCE, drawn(self._state, self._rng))
        for agent in self.agents:
            self.infos[agent] = {
                "view": self._state.view(self._seat(agent)),
                "entries": self._entries[self._seat(agent)],
            }
        outcome = self._state.outcome()
        if outcome is None:
            self.agent_selection = self.possible_agents[to_act[0]]
            return
        self.rewards = dict(zip(self.possible_agents, outcome.returns, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _told(self, journal: Journal[Any]) -> None:
        for seat, entries in self._entries.items():
            self._entries[seat] = (*entries, *journal.entries(seat))

    def _seat(self, agent: str) -> Seat:
        return int(agent.removeprefix("seat_"))

    # --- what is seen

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's seat sees, and may do now.

        Raises:
            UndercroftError: a code is too large for the action space.
        """
        seat = self._seat(agent)
        legal = self._state.legal_actions(seat)
        if legal and legal[-1] >= self.codes:
            raise UndercroftError(
                f"an action has the code {legal[-1]}: make the environment with more than {self.codes} codes"
            )
        mask = np.zeros(self.codes, np.int8)
        mask[legal] = 1
        return {"observation": self.encoding.encode(self._state.view(seat)), "action_mask": mask}

    def action_text(self, action: int) -> str:
        """The text of a legal action of the agent selected."""
        text: str = self._state.action_text(self._seat(self.agent_selection), action)
        return text

    def render(self) -> str | None:
        """The board that spectators see, line by line; None without a render mode."""
        if self.render_mode is None:
            return None
        board = self.game.board(self._state.view(SPECTATOR), "en")
        return "\n".join("".join(span.text for span in line) for line in board)

    def close(self) -> None:
        """Nothing is held open."""
