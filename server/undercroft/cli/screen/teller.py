"""Updates and refusals as lines of text: what a person at a match is told, in their language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from undercroft.cli.screen.boards import draw
from undercroft.cli.screen.console import Console
from undercroft.cli.screen.safe_text import safe_block, safe_line
from undercroft.cli.screen.typed_text import near_actions
from undercroft.cli.screen.words import Words
from undercroft_client import (
    SPECTATOR,
    DrawOfferedFact,
    EndedFact,
    EntryFact,
    Fact,
    LeftFact,
    MatchInfo,
    MatchStatus,
    Outcome,
    Reason,
    Refused,
    RematchAskedFact,
    RematchedFact,
    RematchFailedFact,
    ResumedFact,
    SaidFact,
    SeatedFact,
    SeatInfo,
    SeatKind,
    SuspendedFact,
    Update,
)

__all__ = ["Teller"]

_SHOWN_LEGAL: Final = 40
"""Legal actions named after a refusal; `?` lists all of them."""

_REFUSALS: Final = {
    Reason.ILLEGAL_ACTION: "illegal",
    Reason.INVALID_ACTION: "invalid",
    Reason.NOT_YOUR_TURN: "not_your_turn",
    Reason.STALE: "stale",
    Reason.MATCH_OVER: "match_over",
    Reason.MATCH_NOT_STARTED: "not_started",
    Reason.MATCH_SUSPENDED: "match_suspended",
    Reason.STORAGE_UNAVAILABLE: "storage",
    Reason.RATE_LIMITED: "rate_limited",
}
"""Refusals that the catalogue words; of any other the server's own sentence is shown."""


_REASONS: Final = {"resigned", "time", "abandoned", "draw_agreed", "aborted", "unfilled"}
"""Why a match ended, where it isn't by the game's rules."""

_NO_REMATCH: Final = {"game_unavailable", "bot_unavailable", "options_refused", "server_fault"}
"""Why a rematch can't be made, as far as this version knows."""


class Teller:
    """Words and styles for one console. Whatever came from the server is made safe here."""

    def __init__(self, console: Console, words: Words) -> None:
        self._console = console
        self._words = words

    def opening(self, update: Update, title: str) -> Iterator[str]:
        """What the match is and who sits where."""
        match = update.match
        heading = self._words("title", game=safe_line(title), match=safe_line(match.match_id))
        yield self._console.style(heading, bold=True)
        yield from (self._seat_line(seat, update.seat) for seat in match.seats)
        if update.seat == SPECTATOR:
            yield self._words("you_watch")

    def facts(self, update: Update, *, seatings: bool = True) -> Iterator[str]:
        """What was told since the last update, one line or more a fact; the end is told by `ending`."""
        left_out = EndedFact if seatings else (EndedFact, SeatedFact)
        for fact in update.facts:
            sentence = safe_block(fact.sentence) or self._own_sentence(fact, update)
            if not isinstance(fact, left_out):
                yield from self._console.wrapped(sentence)

    def presence(self, before: Update, update: Update) -> Iterator[str]:
        """Which of the other players have come or gone since an update."""
        were = {presence.seat: presence.connected for presence in before.presence}
        for presence in update.presence:
            if presence.seat == update.seat or were.get(presence.seat, presence.connected) == presence.connected:
                continue
            left = presence.seconds_left
            key = "here" if presence.connected else "gone" if left is None else "gone_until"
            yield self._words(key, name=self._named(presence.seat, update.match), left=_clock_face(left or 0))

    def board(self, update: Update) -> list[str]:
        """The picture."""
        return draw(update.board_json, self._console.fancy, self._console.columns)

    def turn(self, update: Update, *, answered: bool = False) -> str:
        """Who is to act; empty once the match is over. `answered`: our own part of it is done."""
        if update.over:
            return ""
        if update.status is MatchStatus.SUSPENDED:
            return self._words("match_suspended")
        if update.status is MatchStatus.OPEN:
            waited = [self._seat(seat.seat) for seat in update.match.seats if seat.kind is SeatKind.OPEN]
            return self._words("waiting_seats", seats=", ".join(waited))
        if update.my_turn and not answered:
            own = self._words("your_turn") + self._time_left(update.seat, update, " ")
            return self._console.style(own, fg="bright_green", bold=True)
        names = [
            self._named(seat, update.match) + self._time_left(seat, update, ", ")
            for seat in update.to_act
            if seat != update.seat
        ]
        return self._words("waiting_for", names=", ".join(names)) if names else self._words("waiting_server")

    def _time_left(self, seat: int, update: Update, before: str) -> str:
        """What is left on a seat's clock, if it has one."""
        left = [clock.left for clock in update.clocks if clock.seat == seat]
        return before + self._words("time_left", left=_clock_face(left[0])) if left else ""

    def ending(self, update: Update) -> Iterator[str]:
        """How it ended; the reason, an English word of the rules, only where no sentence of the game tells it."""
        outcome = update.outcome
        if outcome is None:
            ended = [fact.reason for fact in update.facts if isinstance(fact, EndedFact)]
            yield self._words("no_outcome", reason=self._reason(ended[-1] if ended else str(update.status)))
            return
        yield self._console.style(self._verdict(outcome, update), bold=True)
        if outcome.score is not None:
            yield self._words("score", score=" : ".join(map(str, outcome.score)))

    def legal(self, update: Update, *, answered: bool = False) -> Iterator[str]:
        """The legal actions, each with what it does; none where ours was `answered`."""
        if not update.my_turn or answered:
            yield self._words("chosen_already" if update.seat in update.to_act else "nothing_to_play")
            return
        yield self._words("may_play")
        widest = max((len(action.text) for action in update.legal), default=0)
        for action in update.legal:
            text = safe_line(action.text)
            padding = " " * (widest - len(text) + 2)
            yield f"  {self._console.style(text, fg='bright_cyan')}{padding}{safe_line(action.label)}".rstrip()

    def refusal(self, refused: Refused, typed: str, update: Update) -> Iterator[str]:
        """Why an action wasn't played, what was perhaps meant, and what is legal."""
        legal = refused.legal or [action.text for action in update.legal]
        # Where several choose at once, a seat that has chosen is to act until all have.
        chosen = refused.reason is Reason.NOT_YOUR_TURN and update.seat in update.to_act
        why = self._words("chosen_already") if chosen else self._why(refused, typed)
        near = [safe_line(text) for text in near_actions(typed, legal)]
        if near:
            why += " " + self._words("perhaps", nearest=self._words("or").join(near))
        yield self._console.style(why, fg="yellow")
        if legal:
            more = " …" if len(legal) > _SHOWN_LEGAL else ""
            yield self._words("legal_are", legal=" ".join(map(safe_line, legal[:_SHOWN_LEGAL])) + more)

    def refused(self, refused: Refused, command: str, update: Update) -> str:
        """Why a command that is no action wasn't carried out."""
        left = any(seat.seat == update.seat and seat.kind is SeatKind.BOT for seat in update.match.seats)
        known = refused.reason is Reason.FORBIDDEN and not left and command in {"draw", "abort"}
        why = self._words(f"no_{command}") if known else self._why(refused)
        return self._console.style(why, fg="yellow")

    def _why(self, refused: Refused, typed: str = "") -> str:
        key = _REFUSALS.get(refused.reason)
        seconds = safe_line(refused.details.get("seconds", "?"))
        return self._words(key, text=safe_line(typed), seconds=seconds) if key else safe_line(refused.message)

    def _verdict(self, outcome: Outcome, update: Update) -> str:
        of_the_game = outcome.reason not in _REASONS
        told = any(isinstance(fact, EntryFact) and fact.sentence for fact in update.facts)
        why = "" if of_the_game and told else f" ({self._reason(outcome.reason)})"
        if not outcome.winners:
            return self._words("drawn", why=why)
        if update.seat == SPECTATOR:
            names = ", ".join(self._named(seat, update.match) for seat in outcome.winners)
            return self._words("winners", names=names, why=why)
        return self._words("won" if update.seat in outcome.winners else "lost", why=why)

    def _reason(self, reason: str) -> str:
        """Reasons of the match in the person's language; those of a game's rules as they are."""
        return self._words(f"because_{reason}") if reason in _REASONS else _spaced(reason)

    def _own_sentence(self, fact: Fact, update: Update) -> str:
        """A fact of the match in our own words, where the server sent none."""
        match = update.match
        match fact:
            case SeatedFact(seat=seat, name=name):
                return self._words("took_seat", name=safe_line(name), seat=seat)
            case SuspendedFact(reason=reason):
                return self._words("suspended", reason=_spaced(reason))
            case ResumedFact():
                return self._words("resumed")
            case SaidFact(seat=seat, text=text):
                return self._words("said", name=self._named(seat, match), text=safe_line(text))
            case LeftFact(seat=seat, stand_in=bot):
                return self._words("left", seat=self._seat(seat), bot=safe_line(bot))
            case DrawOfferedFact(seat=seat):
                return self._words("draw_offered", name=self._named(seat, match))
            case RematchAskedFact(seat=seat) if seat == update.seat:
                return self._words("rematch_own")
            case RematchAskedFact(seat=seat):
                return self._words("rematch_asked", name=self._named(seat, match))
            case RematchedFact(match_id=match_id):
                return self._words("rematched", match=safe_line(match_id))
            case RematchFailedFact(reason=reason):
                known = reason in _NO_REMATCH
                return self._words("rematch_failed", why=self._words(f"because_{reason}") if known else _spaced(reason))
            case _:
                return ""

    def _seat_line(self, seat: SeatInfo, own: int) -> str:
        keys = {SeatKind.BOT: "seat_bot", SeatKind.PLAYER: "seat_player"}
        line = self._words(keys.get(seat.kind, "seat_open"), seat=seat.seat, name=safe_line(seat.name))
        return line + (self._words("seat_mark_you") if seat.seat == own else "")

    def _named(self, seat: int, match: MatchInfo) -> str:
        """`heuristic (seat 1)`: the name a seat goes by, and its number, as several may have one name."""
        names: Sequence[str] = [info.name for info in match.seats if info.seat == seat]
        return f"{safe_line(names[0])} ({self._seat(seat)})" if names and names[0] else self._seat(seat)

    def _seat(self, seat: int) -> str:
        return self._words("seat", seat=seat)


def _clock_face(seconds: float) -> str:
    """`4:58`, `1:02:03`, `3 d 04:00`: what a clock shows."""
    whole = int(seconds)
    days, hours, minutes = whole // 86_400, whole // 3_600 % 24, whole // 60 % 60
    if days:
        return f"{days} d {hours:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def _spaced(word: str) -> str:
    return safe_line(word).replace("_", " ")
