"""What can stand behind the colon of the searching bots."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = ["AlphaBetaOptions", "IsmctsOptions", "MctsOptions"]

Seconds = Annotated[float, Meta(gt=0, le=3600)]
Simulations = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Exploration = Annotated[float, Meta(ge=0, le=100)]
Depth = Annotated[int, Meta(ge=0, le=10_000)]
Nodes = Annotated[int, Meta(ge=1, le=100_000_000)]


class MctsOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """How long and how `mcts` thinks.

    seconds: wall-clock time for a decision; without it 1, or no limit where a number of simulations is given.
    simulations: how many simulations for a decision; without it as many as there is time for.
    exploration: the constant of UCB1; returns are measured in their standard deviation.
    depth: how many actions a simulation plays on beyond the tree before the game's evaluator judges, where it has one.
    prior: whether the game's heuristic, where it has one, says where to look first.
    widening: a chance node visited n times has at most widening * sqrt(n) outcomes in the tree.
    nodes: the most nodes in memory.
    """

    seconds: Seconds | None = None
    simulations: Simulations | None = None
    exploration: Exploration = 1.0
    depth: Depth = 10
    prior: bool = True
    widening: Annotated[float, Meta(ge=0, le=1_000_000)] = 2.0
    nodes: Nodes = 200_000


class AlphaBetaOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """How long and how `alphabeta` thinks.

    seconds: wall-clock time for a decision; without it 1, or no limit where a number of positions is given.
    positions: how many positions a decision looks at; without it as many as there is time for.
    depth: how many actions ahead it looks at most.
    prior: whether the game's heuristic, where it has one, says where to look first.
    table: the most positions in memory.
    """

    seconds: Seconds | None = None
    positions: Simulations | None = None
    depth: Annotated[int, Meta(ge=1, le=100)] = 100
    prior: bool = True
    table: Annotated[int, Meta(ge=2, le=100_000_000)] = 400_000


class IsmctsOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """How long and how `ismcts` thinks; as `MctsOptions` but for these, and more curious.

    observers: `multiple`, a tree for every seat, keyed by what that seat is told; `single`, one tree for all seats,
    keyed by what the bot's own seat is told.
    rivals: how rivals choose in it. `search`, by what the search finds out for them; `policy`, as the game's policy
    has it, which reads only what they know; `auto`, by the policy where the game brings one, and not for `single`.
    histories: how many courses of the match are followed, with what rivals know in each, so that worlds are drawn by
    how likely rivals were to choose them; one for ten simulations at most, and only in games that bring a heuristic
    and beliefs that can be cloned. 0: worlds are drawn by the game's own belief.
    """

    seconds: Seconds | None = None
    simulations: Simulations | None = None
    observers: Literal["multiple", "single"] = "multiple"
    rivals: Literal["auto", "policy", "search"] = "auto"
    histories: Annotated[int, Meta(ge=0, le=100_000)] = 50
    exploration: Exploration = 2.0
    depth: Depth = 10
    prior: bool = True
    nodes: Nodes = 200_000
