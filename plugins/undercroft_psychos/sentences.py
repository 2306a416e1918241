"""A journal entry and a plan, told to a person (`rules/psychos_of_the_underground.md` §9 and §12)."""

from __future__ import annotations

from undercroft_psychos.atlas import Atlas
from undercroft_psychos.from_view import state_of
from undercroft_psychos.languages import words_in
from undercroft_psychos.plans import SKIP, legs_of
from undercroft_psychos.showing import last_move_of
from undercroft_psychos.state import Psychos
from undercroft_psychos.values import (
    Ante,
    End,
    Entry,
    Goal,
    GoalDie,
    LastMove,
    Position,
    Result,
    Roll,
    Skip,
    Start,
    View,
)
from undercroft_psychos.words import Words

__all__ = ["label", "outcome_parts", "plan_label", "sentence"]


def sentence(atlas: Atlas, entry: Entry, lang: str) -> str:
    """What the entry tells, in a sentence or two."""
    words = words_in(lang)
    match entry:
        case Ante(each, bank):
            return words.ante(each, bank)
        case Position(position):
            return words.loaded(position)
        case GoalDie(seat, (die,)):
            return words.goal_die(seat, die)
        case Goal(total, station):
            return words.goal_found(total, atlas.full(station, lang))
        case Start(seat, dice, station):
            return words.start(seat, dice, atlas.full(station, lang))
        case Roll(turn, seat, dice):
            return words.roll(turn, seat, dice)
        case Skip():
            return words.skipped(entry.seat, atlas.full(entry.from_, lang), entry.fee)
        case End(_, reason, winners, won, returns):
            return words.ended(Result(reason, winners, won, returns), None)
        case _:
            return _ride(atlas, entry, words, lang)


def _ride(atlas: Atlas, move: LastMove, words: Words, lang: str) -> str:
    """From where to where, over which changes; what was paid; who was hit."""
    told = [words.move(move.seat, move.forced, _way(atlas, move, lang))]
    if move.fee:
        told.append(words.paid(move.fee))
    if move.knocked:
        hit = [piece.seat for piece in move.knocked]
        told.append(words.knocked(hit, sum(piece.paid for piece in move.knocked)))
    return " ".join(told)


def _way(atlas: Atlas, move: LastMove, lang: str) -> list[tuple[str, bool]]:
    """The first station, those where the line changes, the last one; in full."""
    way = [(move.from_, False)]
    before = move.from_
    for id_ in move.path:
        if atlas.stations[id_].line != atlas.stations[before].line:
            if before != way[-1][0]:
                way.append((before, False))
            way.append((id_, True))
        before = id_
    if before != way[-1][0] or way[-1][1] or len(way) == 1:
        way.append((before, False))
    return [(atlas.full(id_, lang), changed) for id_, changed in way]


def label(atlas: Atlas, view: View, action: int, lang: str) -> str:
    """What a plan does that is legal for the seat with this view."""
    return plan_label(atlas, state_of(atlas.network, view), action, lang)


def plan_label(atlas: Atlas, state: Psychos, code: int, lang: str) -> str:
    """The parts of a plan, what it costs and whom it hits, and whether it wins."""
    words, net = words_in(lang), state.network
    if code == SKIP:
        return words.skip(state.options.fee_skip)
    place = state.places[state.seat]
    legs = legs_of(net, place, code, state.small, state.large)
    parts: list[str] = []
    for at, count in ((legs[0], legs[1]), (legs[2], legs[3])):
        if at < 0:
            continue
        if at != place or parts:
            line = net.line_ids[net.line_of[at >> 1]]
            heading = net.station_ids[net.heading(at)]
            parts.append(words.change(atlas.line(line, lang), atlas.station(heading, lang)))
        end = net.station_ids[net.walks[at][count] >> 1]
        parts.append(words.ride(count, atlas.station(end, lang)))
    return words.join.join([*parts, *outcome_parts(state, last_move_of(state, code, forced=False), words)])


def outcome_parts(state: Psychos, told: LastMove, words: Words) -> list[str]:
    """What a plan costs, whom it hits, whether it wins: the last parts of its label."""
    if told.code == SKIP:
        return [words.skip(state.options.fee_skip)]
    parts = []
    if told.fee:
        parts.append(words.pays(told.fee))
    if told.knocked:
        parts.append(words.hits([piece.seat for piece in told.knocked]))
    if told.to == state.network.station_ids[state.goal]:
        parts.append(words.arrival())
    return parts
