"""A view as text for a terminal: how things stand, the stations ahead, one's plans, the network in short."""

from __future__ import annotations

from typing import Final

from undercroft.game import Line, Span, Text
from undercroft_psychos.atlas import Atlas
from undercroft_psychos.from_view import state_of
from undercroft_psychos.languages import words_in
from undercroft_psychos.network import FARTHEST
from undercroft_psychos.overview import SEAT_STYLES, Overview
from undercroft_psychos.plans import plan_text
from undercroft_psychos.sentences import outcome_parts
from undercroft_psychos.showing import last_move_of
from undercroft_psychos.state import Psychos
from undercroft_psychos.values import View
from undercroft_psychos.words import Words

__all__ = ["Board"]

_NO_NAME: Final = "—"


class Board:
    """Boards of one map."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._overview = Overview(atlas)

    def draw(self, view: View, lang: str) -> Text:
        """Everything one needs to choose a plan, and the whole network with a mark a station."""
        atlas, words = self._atlas, words_in(lang)
        lines: list[Line] = [*_standing(atlas, view, words, lang), (), *_pieces(atlas, view, words, lang)]
        state = state_of(atlas.network, view)
        watched = view.you if view.you is not None else view.seat
        if watched is not None and view.stations[watched] is not None and view.result is None:
            lines += [(), *_ahead(atlas, view, state, watched, lang)]
        if view.phase == "act" and view.you == view.seat:
            lines += [(), *_plans(atlas, state, words, lang)]
        return (*lines, (), *self._overview.rows(view, lang))


def _standing(atlas: Atlas, view: View, words: Words, lang: str) -> list[Line]:
    """The goal, the stakes, what is due."""
    goal = words.goal(None if view.goal is None else atlas.full(view.goal, lang))
    stakes = words.stakes(view.variant, view.turn, view.options.max_turns, view.bank)
    lines: list[Line] = [(Span(goal, "good"),), (Span(stakes),)]
    if view.result is not None:
        lines.append((Span(words.ended(view.result, view.you), "strong"),))
    elif view.seat is not None:
        mine = view.seat == view.you
        lines.append((Span(words.due(view.phase, view.seat, mine, view.dice), "strong" if mine else "plain"),))
    return lines


def _pieces(atlas: Atlas, view: View, words: Words, lang: str) -> list[Line]:
    """A row for each piece, under headings."""
    table = [["", *words.columns()]]
    for seat, (station, heading, start) in enumerate(zip(view.stations, view.headings, view.starts, strict=True)):
        table.append(
            [
                f"{'>' if seat == view.you else ' '}{seat}",
                words.seats[seat],
                _NO_NAME if station is None else atlas.tagged(station, lang),
                _NO_NAME if heading is None else atlas.station(heading, lang),
                str(view.chips[seat]),
                _NO_NAME if start is None else atlas.tagged(start, lang),
            ]
        )
    widths = [max(len(row[column]) for row in table) for column in range(6)]
    lines: list[Line] = []
    for number, row in enumerate(table):
        cells = [
            cell.rjust(width) if at == 4 else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        if number == 0:
            lines.append((Span("  ".join(cells).rstrip(), "dim"),))
        else:
            style = SEAT_STYLES[number - 1]
            lines.append((Span("  ".join(cells[:2]), style), Span("  " + "  ".join(cells[2:]).rstrip())))
    return lines


def _ahead(atlas: Atlas, view: View, state: Psychos, watched: int, lang: str) -> list[Line]:
    """The station of the watched piece and those ahead of it, as far as the dice reach."""
    words, net = words_in(lang), state.network
    place = state.places[watched]
    line = atlas.line(net.line_ids[net.line_of[place >> 1]], lang)
    towards = net.heading(place)
    name = None if towards < 0 else atlas.station(_end_of_line(atlas, state, place), lang)
    title = words.ahead(words.seats[watched], watched == view.you, line, name)
    dice = view.dice if watched == view.seat else None
    reach = FARTHEST if dice is None else sum(dice)
    lines: list[Line] = [(Span(title, "strong"),)]
    for count in range(reach + 1):
        here = net.walks[place][count]
        if here < 0:
            break
        lines.append(_station_ahead(atlas, state, count, here >> 1, _dice_mark(count, dice, words), lang))
    return lines


def _end_of_line(atlas: Atlas, state: Psychos, place: int) -> str:
    """Where the line leads: its end that way; on the closed one the next station."""
    net = state.network
    line = atlas.data.lines[net.line_of[place >> 1]]
    if line.loop:
        return net.station_ids[net.heading(place)]
    return line.stations[-1 if net.heading(place) > place >> 1 else 0].id


def _dice_mark(count: int, dice: tuple[int, int] | None, words: Words) -> str:
    """Whether one die or both reach so far."""
    if dice is None or count == 0:
        return ""
    return words.mark("sum") if count == sum(dice) else words.mark("die") if count in dice else ""


def _station_ahead(atlas: Atlas, state: Psychos, count: int, station: int, reached: str, lang: str) -> Line:
    """`  5 o Oktyabrskaya   one die   [kr]`: count, mark, name, dice that reach it, and what is special there."""
    words, id_ = words_in(lang), state.network.station_ids[station]
    sign = "o" if state.network.is_interchange[station] else "-"
    remarks = _remarks(atlas, state, station, count, lang)
    name = Span(f"{sign} {atlas.station(id_, lang).ljust(atlas.widest(lang))}", "mark" if reached else "plain")
    dice = reached.ljust(max(len(words.mark("die")), len(words.mark("sum")))) if remarks else reached
    return (Span(f" {count:2} "), name, Span(f"  {dice}", "mark"), *remarks)


def _remarks(atlas: Atlas, state: Psychos, station: int, count: int, lang: str) -> list[Span]:
    """Where one can change to, the goal, ends of lines, pieces."""
    words, net = words_in(lang), state.network
    id_ = net.station_ids[station]
    found: list[Span] = []
    others = [f"[{atlas.stations[other].line}]" for other in atlas.others(id_)]
    if others:
        found.append(Span("  " + " ".join(others)))
    if station == state.goal:
        found.append(Span("  * " + words.mark("goal"), "good"))
    if net.is_terminus[station] and count:
        found.append(Span("  " + words.mark("terminus"), "dim"))
    if net.is_dead_end[station]:
        found.append(Span("  " + words.mark("dead_end"), "danger"))
    for seat, place in enumerate(state.places):
        if place >= 0 and net.node_of[place >> 1] == net.node_of[station]:
            found.append(Span(f"  {seat} {words.seats[seat]}", SEAT_STYLES[seat]))
    return found


def _plans(atlas: Atlas, state: Psychos, words: Words, lang: str) -> list[Line]:
    """Every legal plan: where it ends, what it costs, whom it hits, whether it wins. Labels tell the whole way."""
    net = state.network
    table = []
    for code in state.plans():
        text = plan_text(net, code, state.small, state.large)
        told = last_move_of(state, code, forced=False)
        table.append((text, atlas.tagged(told.to, lang), outcome_parts(state, told, words)))
    first, second = (max(len(row[column]) for row in table) for column in (0, 1))
    lines: list[Line] = [(Span(words.plans(), "strong"),)]
    for text, end, parts in table:
        remarks = "  " + words.join.join(parts) if parts else ""
        lines.append(
            (Span(f"  {text.ljust(first)}", "mark"), Span(f"  {end.ljust(second) if parts else end}{remarks}"))
        )
    return lines
