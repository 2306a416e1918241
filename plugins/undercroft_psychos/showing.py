"""What a position looks like from outside: the view and the last move (`rules/psychos_of_the_underground.md` §12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from undercroft_psychos.network import Network
from undercroft_psychos.plans import SKIP, legs_of, plan_text
from undercroft_psychos.values import Dice, Knocked, LastMove, View

if TYPE_CHECKING:
    from undercroft_psychos.state import Psychos

__all__ = ["PHASES", "dice_of", "last_move_of", "view_of"]

Phase = Literal["goal_die", "start_dice", "turn_dice", "act", "over"]
PHASES: Final[list[Phase]] = ["goal_die", "start_dice", "turn_dice", "act", "over"]
"""The words for the phases of `state`, by their numbers."""


def dice_of(code: int) -> Dice | None:
    """Two dice from their chance code, None for 0."""
    return (code // 10, code % 10) if code else None


def _id(net: Network, station: int) -> str | None:
    return net.station_ids[station] if station >= 0 else None


def view_of(state: Psychos, seat: int) -> View:
    """What a seat, or `SPECTATOR`, sees."""
    net = state.network
    stations = [place >> 1 for place in state.places]
    return View(
        map=net.id,
        options=state.options,
        phase=PHASES[state.phase],
        variant=state.options.variant,
        goal=_id(net, state.goal),
        goal_dice=tuple([die or None for die in state.goal_dice]),
        start_dice=tuple([dice_of(code) for code in state.start_dice]),
        turn=state.turn,
        seat=state.seat if state.seat >= 0 else None,
        dice=(state.small, state.large) if state.small else None,
        bank=state.bank,
        chips=tuple(state.chips),
        stations=tuple([_id(net, station) for station in stations]),
        lines=tuple([net.line_ids[net.line_of[station]] if station >= 0 else None for station in stations]),
        headings=tuple([_id(net, net.heading(place)) if place >= 0 else None for place in state.places]),
        starts=tuple([_id(net, start >> 1) for start in state.starts]),
        last_move=state.last,
        result=state.result(),
        you=seat if seat >= 0 else None,
    )


def last_move_of(state: Psychos, code: int, forced: bool) -> LastMove:
    """What will be told of a plan; to be asked before it is carried out."""
    net, mover = state.network, state.seat
    place = state.places[mover]
    path, counted, end = _way(state, place, code)
    return LastMove(
        turn=state.turn,
        seat=mover,
        dice=(state.small, state.large),
        action=plan_text(net, code, state.small, state.large),
        code=code,
        forced=forced,
        from_=net.station_ids[place >> 1],
        path=tuple([net.station_ids[station] for station in path]),
        to=net.station_ids[end >> 1],
        heading=_id(net, net.heading(end)),
        fee=_fee(state, counted, end) if code != SKIP else state.options.fee_skip,
        knocked=tuple(_knocked(state, counted)),
    )


def _way(state: Psychos, place: int, code: int) -> tuple[list[int], list[int], int]:
    """Every station after the first, the counted ones among them, and the place where it ends."""
    if code == SKIP:
        return [], [], place
    net = state.network
    start, count, change, more = legs_of(net, place, code, state.small, state.large)
    first = [net.walks[start][n] >> 1 for n in range(1, count + 1)]
    path = first if start == place else [start >> 1, *first]
    if change < 0:
        return path, first, net.walks[start][count]
    second = [net.walks[change][n] >> 1 for n in range(1, more + 1)]
    return [*path, change >> 1, *second], first + second, net.walks[change][more]


def _fee(state: Psychos, counted: list[int], end: int) -> int:
    """For every terminus counted, but for the arrival that wins (§4.3)."""
    met = sum([1 for station in counted if state.network.is_terminus[station]])
    return (met - (1 if end >> 1 == state.goal else 0)) * state.options.fee_terminus


def _knocked(state: Psychos, counted: list[int]) -> list[Knocked]:
    """The pieces on the way, in the order in which their nodes are entered (§5)."""
    net = state.network
    nodes: list[int] = []
    for station in counted:
        if net.node_of[station] not in nodes:
            nodes.append(net.node_of[station])
    return [
        Knocked(seat, net.station_ids[place >> 1], state.options.fee_knock)
        for node in nodes
        for seat, place in enumerate(state.places)
        if seat != state.seat and net.node_of[place >> 1] == node
    ]
