from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from gymnasium.spaces import Box, Space
from hidden_number import HiddenNumber
from pettingzoo.test import api_test, seed_test
from undercroft_goofspiel import GOOFSPIEL

from undercroft.game import OptionError, UndercroftError
from undercroft.pettingzoo import Encoding, JsonBytes, UndercroftEnv, aec_env
from undercroft.registry import UnknownGame

INSTALLED = ["dungeon-of-fear", "blind-attack", "psychos-of-the-underground", "connect-four", "oshi-zumo"]

ENVS: dict[str, Callable[..., Any]] = {
    **{game: partial(aec_env, game) for game in INSTALLED},
    "blind-attack-teams": partial(aec_env, "blind-attack", options={"team_size": 2}),
    "goofspiel": lambda **more: aec_env(GOOFSPIEL.load(), **more),
    "hidden-number": lambda **more: aec_env(HiddenNumber(), seats=3, **more),
}

# PettingZoo knows by their names the environments that have a dictionary for an observation, as all its own games have;
# and a seat that isn't to act has nothing legal.
OPINIONS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


def random_step(env: Any, rng: Random) -> None:
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    env.step(int(rng.choice(legal)))


@OPINIONS
@pytest.mark.parametrize("name", ENVS)
def test_pettingzoos_own_tests_pass(name: str) -> None:
    api_test(ENVS[name](render_mode="ansi"), num_cycles=200)
    seed_test(ENVS[name], num_cycles=200)


@pytest.mark.parametrize("name", ENVS)
def test_an_observation_is_made_of_what_the_seat_was_told_and_of_nothing_else(name: str) -> None:
    """Whenever two matches have told a seat the same, and it has done the same, it observes the same bytes."""
    env = ENVS[name]()
    seen: dict[tuple[str, bytes], bytes] = {}
    met = 0

    def look(known: dict[str, Any]) -> int:
        compared = 0
        for agent in env.agents:
            told = known[agent]
            observed = env.observe(agent)
            raw = observed["observation"].tobytes() + observed["action_mask"].tobytes()
            compared += (agent, told.digest()) in seen
            assert seen.setdefault((agent, told.digest()), raw) == raw
        return compared

    for match in range(60):
        rng = Random(match)
        env.reset(seed=match % 7)
        known = {agent: sha256() for agent in env.possible_agents}
        told = dict.fromkeys(env.possible_agents, 0)
        for _ in range(6):
            for agent in env.agents:
                entries = env.infos[agent]["entries"]
                for entry in entries[told[agent] :]:
                    known[agent].update(msgspec.json.encode(entry))
                told[agent] = len(entries)
            met += look(known)
            if any(env.terminations.values()):
                break
            agent = env.agent_selection
            legal = np.flatnonzero(env.observe(agent)["action_mask"])
            action = int(rng.choice(legal[:3]))  # few, so that matches meet
            known[agent].update(b"did %d" % action)
            told[agent] = 0
            env.step(action)
    assert met > 50


def test_who_chooses_later_at_the_same_moment_is_shown_nothing_of_who_chose_before() -> None:
    first, second = ENVS["goofspiel"](), ENVS["goofspiel"]()
    for env, pick in ((first, 0), (second, -1)):
        env.reset(seed=3)
        assert env.agent_selection == "seat_0"
        env.step(int(np.flatnonzero(env.observe("seat_0")["action_mask"])[pick]))
        assert env.agent_selection == "seat_1"
    for one, other in zip(first.observe("seat_1").values(), second.observe("seat_1").values(), strict=True):
        assert one.tolist() == other.tolist()
    assert first.infos["seat_1"] == second.infos["seat_1"]
    assert not first.observe("seat_0")["action_mask"].any()


def test_rewards_are_the_games_returns_and_come_at_the_end() -> None:
    env = aec_env("connect-four")
    env.reset(seed=0)
    for action in (0, 1, 0, 1, 0, 1):
        env.step(action)
        assert set(env.rewards.values()) == {0}
    env.step(0)
    assert env.rewards == {"seat_0": 1, "seat_1": -1}
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.last()[1] == 1
    env.step(None)
    assert env.agents == ["seat_1"]
    assert env.last()[1] == -1


def test_partners_have_the_same_rewards() -> None:
    env, rng = ENVS["blind-attack-teams"](), Random(5)
    env.reset(seed=5)
    while not any(env.terminations.values()):
        random_step(env, rng)
    sides = env.unwrapped.game.sides(env.unwrapped.options, 4)
    by_side = {(side, env.rewards[f"seat_{seat}"]) for seat, side in enumerate(sides)}
    assert len(by_side) == 2


def test_a_seed_decides_chance_and_without_one_the_dice_go_on() -> None:
    env = ENVS["goofspiel"]()
    prizes = []
    for seed in (1, None, None, 1):
        env.reset(seed=seed)
        prizes.append([])
        rng = Random(0)
        while not any(env.terminations.values()):
            prizes[-1].append(env.infos["seat_0"]["view"].prize)
            random_step(env, rng)
    assert prizes[0] == prizes[3]
    assert prizes[0] != prizes[1] != prizes[2]


def test_an_observation_can_be_read_back() -> None:
    env = aec_env("dungeon-of-fear")
    env.reset(seed=2)
    view = JsonBytes.decode(env.observe("seat_0")["observation"])
    assert msgspec.convert(view, env.unwrapped.game.view_type) == env.infos["seat_0"]["view"]


def test_entries_are_those_since_the_agent_last_acted() -> None:
    env = aec_env("connect-four")
    env.reset(seed=0)
    env.step(3)
    env.step(2)
    assert [type(entry).__name__ for entry in env.infos["seat_0"]["entries"]] == ["Drop", "Drop"]
    assert [entry.column for entry in env.infos["seat_1"]["entries"]] == [3]


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = aec_env("connect-four", options={"columns": 4, "rows": 4})
    env.reset(seed=0)
    for _ in range(4):
        env.step(0)
    before = env.observe(env.agent_selection)
    with pytest.raises(ValueError, match="0 is not legal for seat_0"):
        env.step(0)
    assert env.observe(env.agent_selection)["observation"].tolist() == before["observation"].tolist()


def test_it_is_drawn_as_spectators_see_it() -> None:
    env = aec_env("connect-four", render_mode="ansi")
    env.reset(seed=0)
    env.step(3)
    assert env.unwrapped.action_text(3) == "4"
    drawn = env.render()
    assert drawn is not None
    assert "| . . . x . . . |" in drawn
    assert "You" not in drawn
    blind = UndercroftEnv(env.unwrapped.game)
    blind.reset(seed=0)
    assert blind.render() is None


class Discs(Encoding):
    """A board of Connect Four as numbers."""

    def space(self, rehearsal: Any) -> Space[Any]:
        return Box(0, 2, (rehearsal.options.rows, rehearsal.options.columns), np.int8)

    def encode(self, view: Any) -> Any:
        worth = {".": 0, "x": 1, "o": 2}
        return np.array([[worth[mark] for mark in row] for row in view.board], np.int8)


@OPINIONS
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")  # the empty board
def test_an_encoding_can_be_made_for_a_game() -> None:
    env = aec_env("connect-four", encoding=Discs())
    api_test(env, num_cycles=50)
    env.reset(seed=0)
    env.step(3)
    assert env.observe("seat_1")["observation"][5].tolist() == [0, 0, 0, 1, 0, 0, 0]


def test_what_does_not_fit_is_said() -> None:
    env = aec_env("connect-four", encoding=JsonBytes(100))
    env.reset(seed=0)
    with pytest.raises(UndercroftError, match="doesn't fit: give JsonBytes a size above 100"):
        env.observe("seat_0")
    env = aec_env("connect-four", codes=4)
    env.reset(seed=0)
    with pytest.raises(UndercroftError, match="more than 4 codes"):
        env.observe("seat_0")


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"game": "connect-for"}, UnknownGame, "connect-four"),
        ({"game": "connect-four", "seats": 3}, UndercroftError, "for 2 seats, not for 3"),
        ({"game": "connect-four", "options": {"columns": 99}}, OptionError, "from 4 to 9"),
        ({"game": "connect-four", "render_mode": "human"}, UndercroftError, "no render mode 'human'"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        aec_env(**arguments)
