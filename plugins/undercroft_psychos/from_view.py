"""The state that has a view: nothing is hidden, so there is exactly one."""

from __future__ import annotations

from undercroft_psychos.network import NOWHERE, Network
from undercroft_psychos.showing import PHASES
from undercroft_psychos.state import NOBODY, Psychos, new_game
from undercroft_psychos.values import Dice, View

__all__ = ["state_of"]


def state_of(net: Network, view: View) -> Psychos:
    """The state with this view, looked at from any seat."""
    seats = len(view.chips)
    state = new_game(net, view.options, seats)
    state.phase = PHASES.index(view.phase)
    state.goal = NOWHERE if view.goal is None else net.index[view.goal]
    state.turn = view.turn
    state.seat = NOBODY if view.seat is None else view.seat
    state.small, state.large = view.dice or (0, 0)
    state.bank = view.bank
    state.chips = list(view.chips)
    state.places = [_place(net, *piece) for piece in zip(view.stations, view.headings, strict=True)]
    state.starts = [NOWHERE if start is None else net.home(net.index[start]) for start in view.starts]
    state.goal_dice = [die or 0 for die in view.goal_dice]
    state.start_dice = [_code(dice) for dice in view.start_dice]
    state.last = view.last_move
    if view.result is not None:
        state.winner = view.result.winners[0] if view.result.winners else NOBODY
        state.won = view.result.won
    return state


def _place(net: Network, station: str | None, heading: str | None) -> int:
    if station is None:
        return NOWHERE
    return net.place(net.index[station], NOWHERE if heading is None else net.index[heading])


def _code(dice: Dice | None) -> int:
    """The chance code of two dice."""
    return 0 if dice is None else 10 * dice[0] + dice[1]
