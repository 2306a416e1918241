"""One person's screen of one match: what comes is shown, what is typed is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Final

import click
from msgspec.structs import replace

from undercroft.cli.screen.console import Console
from undercroft.cli.screen.help_page import show_help
from undercroft.cli.screen.line_reader import LineReader
from undercroft.cli.screen.picture_file import PictureFile
from undercroft.cli.screen.safe_text import safe_line
from undercroft.cli.screen.teller import Teller
from undercroft.cli.screen.typed_text import command_of
from undercroft.cli.screen.words import Words
from undercroft_client import (
    SPECTATOR,
    Connection,
    ConnectionState,
    EndedFact,
    Reason,
    Refused,
    RematchAskedFact,
    RematchedFact,
    RematchFailedFact,
    SeatKind,
    SeatSession,
    TakenOver,
    Update,
)

__all__ = ["End", "MatchScreen", "Parting"]

_SETTLE_S: Final = 0.8
"""A board is shown this long after an action if nothing followed, so that a quick answer doesn't draw it twice."""

_TOLD_AT_ONCE: Final = 12
"""Lines of what was told that are shown of one update; who comes back to a long match finds the rest in `log`."""


class End(Enum):
    """Why a person is at the match no longer."""

    OVER = "over"
    ASKED = "asked"
    """It is over, and they have asked for a rematch that isn't there yet."""
    LEFT = "left"
    TAKEN_OVER = "taken_over"


Parting = End | RematchedFact
"""Why a person is at the match no longer, or the match in which they go on."""


class MatchScreen:
    """Shows a session's updates on a console, and its drawings in a file; obeys what a reader reads.

    `rules` is Markdown. `ask_again` asks for a rematch; without it, the end of the match is the end.
    """

    def __init__(
        self,
        session: SeatSession,
        console: Console,
        words: Words,
        title: str,
        rules: str,
        picture: PictureFile | None = None,
        ask_again: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._session = session
        self._console = console
        self._words = words
        self._teller = Teller(console, words)
        self._title = title
        self._rules = rules
        self._picture = picture
        self._ask_again = ask_again
        self._reader: LineReader | None = None
        self._begun = asyncio.Event()
        self._due = asyncio.Event()
        self._answered = -1
        self._notice = ""
        self._log: list[str] = []
        self._drawn = ""
        self._said = ""
        self._resigning = False
        self._over = False
        self._asked = False
        self.update: Update | None = None
        """The newest update shown."""

    async def run(self, reader: LineReader | None) -> Parting:
        """Show and obey until the person leaves, or the match is over and nobody plays again.

        Without a reader only show. Once the match is over, being cancelled is a way to leave.

        Raises:
            ClientError: the server refuses to go on, or was given up.
        """
        self._reader = reader
        follow = asyncio.create_task(self._follow())
        tasks: set[asyncio.Task[Parting]] = {follow}
        if reader is not None:
            tasks.add(asyncio.create_task(self._talk(reader)))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if not self._over:
                raise
            done = set()
        finally:
            follow.cancel()
            if reader is not None:
                reader.stop()
                await asyncio.wait(tasks, timeout=0.2)  # a prompt that is stopped leaves the screen tidier
            await _cancelled(tasks)
        try:
            partings = [task.result() for task in done]
        except TakenOver:
            return End.TAKEN_OVER
        return next((one for one in partings if isinstance(one, RematchedFact)), self._leaving())

    def choices(self) -> list[tuple[str, str]]:
        """The legal actions with their labels, for completion."""
        legal = self.update.legal if self.update is not None and self._due.is_set() else ()
        return [(safe_line(action.text), safe_line(action.label)) for action in legal]

    def prompt(self) -> str:
        """What stands before the line being typed."""
        return self._words("prompt_turn" if self._due.is_set() and not self._over else "prompt_wait")

    def toolbar(self) -> str:
        """What stands below the line being typed."""
        if self._notice:
            return self._notice
        if self._over:
            return self._words("hint_asked" if self._asked else "hint_over")
        if self._due.is_set():
            return self._words("hint")
        return click.unstyle(self._turn()) if self.update is not None else ""

    def connection(self, connection: Connection) -> None:
        """Say that the connection is lost or back; for `Client.on_connection`."""
        if connection.state is ConnectionState.LOST and not self._notice:
            self._notice = self._words("connection_lost")
            self._console.say(self._console.style(self._notice, fg="yellow"))
        elif connection.state is ConnectionState.CONNECTED and self._notice:
            self._notice = ""
            self._console.say(self._console.style(self._words("connected_again"), fg="green"))
        self._refresh()

    # --- what comes

    async def _follow(self) -> Parting:
        """Show updates to the end of the match, or to its rematch."""
        while True:
            update = await self._next()
            if update is None:
                self._draw()
                self._say_turn()
                continue
            self._show(update)
            if update.over and not self._may_play_again(update):
                return End.OVER
            rematch = _rematch_in(update)
            if rematch is not None:
                return rematch

    async def _next(self) -> Update | None:
        """The next update; None if none came while a board waits to be shown."""
        waiting = self.update is not None and self.update.board_json != self._drawn and self._console.is_terminal
        try:
            async with asyncio.timeout(_SETTLE_S if waiting else None):
                return await self._session.next_update()
        except TimeoutError:
            return None

    def _may_play_again(self, update: Update) -> bool:
        """Whether a rematch can be asked for from here, once the match is over."""
        free = any(seat.kind is SeatKind.OPEN for seat in update.match.seats)
        return self._reader is not None and self._ask_again is not None and not free

    def _show(self, update: Update) -> None:
        before, self.update = self.update, update
        first = before is None
        self._want_lines(update)
        if first:
            self._console.tell(self._teller.opening(update, self._title))
            self._begun.set()
        if self._picture is not None:
            self._picture.show(update)
        until_the_end, afterwards = _parted(update)
        lines = list(self._teller.facts(until_the_end, seatings=not first))
        if before is not None and (not update.over or self._may_play_again(update)):
            lines += self._teller.presence(before, update)
        self._tell(lines)
        draws = update.my_turn or update.over or update.seat == SPECTATOR or first
        if draws:
            self._draw()
        if update.over:
            self._end(update, afterwards)
        elif (draws or not self._console.is_terminal) and (lines or self._turn() != self._said):
            self._say_turn()
        if first and self._reader is not None and self._reader.patient and not update.over:
            self._console.say(self._words("hint_piped"))
        self._refresh()

    def _want_lines(self, update: Update) -> None:
        """Note whether something is to be typed: an action, or, once the match is over, whether to play again."""
        for fact in update.facts:
            if isinstance(fact, RematchAskedFact) and fact.seat == update.seat:
                self._asked = True
            elif isinstance(fact, RematchFailedFact):
                self._asked = False
                self._due.set()
        if update.over:
            if not self._over:
                self._due.set()
        elif update.my_turn and update.seq > self._answered:
            self._due.set()
        else:
            self._due.clear()

    def _tell(self, lines: list[str]) -> None:
        self._log += lines
        self._console.tell(lines[-_TOLD_AT_ONCE:])

    def _end(self, update: Update, afterwards: Update) -> None:
        """Tell how the match ended, what was told after that, and, to whoever has no toolbar, what may be typed."""
        if self._over:
            return
        self._over = True
        self._console.tell(self._teller.ending(update))
        self._tell(list(self._teller.facts(afterwards)))
        patient = self._reader is not None and self._reader.patient
        if patient and self._may_play_again(update) and _rematch_in(update) is None:
            self._console.say(self._words("hint_over"))

    def _say_turn(self) -> None:
        self._said = self._turn()
        self._console.say(self._said)

    def _turn(self) -> str:
        return self._teller.turn(self._shown, answered=not self._due.is_set())

    def _draw(self) -> None:
        """Show the board of the newest update, unless it is the one shown last."""
        if self._shown.board_json != self._drawn:
            self._drawn = self._shown.board_json
            self._console.tell(self._teller.board(self._shown))

    @property
    def _shown(self) -> Update:
        if self.update is None:
            raise RuntimeError("nothing was shown yet")
        return self.update

    # --- what is typed

    async def _talk(self, reader: LineReader) -> Parting:
        """Obey lines until the person leaves."""
        await self._begun.wait()
        while True:
            if reader.patient:
                await self._due.wait()
            line = await reader.read()
            if line is None or not await self._obey(line, reader.patient):
                return self._leaving()

    def _leaving(self) -> End:
        """Why they are gone, if they go now."""
        if not self._over:
            return End.LEFT
        return End.ASKED if self._asked else End.OVER

    async def _obey(self, line: str, piped: bool) -> bool:
        """Do what a line says; False to leave: with an empty line, or whatever comes from a pipe, once all is over."""
        if self._over and (not line or (piped and command_of(line, ()) != "rematch")):
            return False
        if not line:
            return True
        match command_of(line, [action.text for action in self._shown.legal]):
            case "quit":
                return False
            case "list":
                self._console.tell(self._teller.legal(self._shown, answered=not self._due.is_set()))
            case "help":
                await show_help(self._console, self._words, self._rules)
            case "board":
                self._console.tell(self._teller.board(self._shown))
                self._console.say(self._turn())
            case "log":
                self._console.tell(self._log or [self._words("nothing_told")])
            case "say" | "mute" | "unmute" | "draw" | "resign" | "abort" | "rematch" as command:
                await self._parley(command, line.partition(" ")[2].strip())
            case _:
                await self._act(line)
        self._resigning = command_of(line, ()) == "resign"
        return True

    async def _parley(self, command: str, more: str) -> None:
        """What players settle among themselves. Giving up is asked twice, as a slip of the hand would end the match."""
        try:
            match command:
                case "say" if more:
                    await self._session.say(more)
                case "mute" | "unmute" if more.isdecimal():
                    await self._session.mute(int(more), muted=command == "mute")
                    self._console.say(self._words(f"{command}d", seat=more))
                case "draw":
                    if (await self._session.offer_draw()).seq > self._shown.seq:
                        self._due.clear()
                case "abort":
                    await self._settle(self._session.abort)
                case "resign" if self._resigning:
                    await self._settle(self._session.resign)
                case "rematch" if self._over and self._ask_again is not None:
                    self._asked = True
                    await self._settle(self._ask_again)
                case _:
                    self._console.say(self._words("resign_sure" if command == "resign" else f"how_{command}"))
        except Refused as refused:
            self._console.tell([self._teller.refused(refused, command, self._shown)])

    async def _settle(self, ask: Callable[[], Awaitable[object]]) -> None:
        """Ask for what changes everything. Until there is news of it, perhaps before the answer, no line is wanted."""
        wanted = self._due.is_set()
        self._due.clear()
        try:
            await ask()
        except Refused:
            self._asked = False
            if wanted:
                self._due.set()
            raise

    async def _act(self, text: str) -> None:
        """Play an action, as an answer to the update on the screen."""
        update = self._shown
        try:
            await self._session.act(text, seq=update.seq)
        except Refused as refused:
            self._console.tell(self._teller.refusal(refused, text, self._shown))
            if refused.reason is Reason.STALE:
                self._drawn = ""
        else:
            # The same list may be shown again, with news of somebody's presence; it stays answered.
            self._answered = max(self._answered, update.seq)
            if self._shown.seq <= self._answered:
                self._due.clear()
                self._refresh()

    def _refresh(self) -> None:
        if self._reader is not None:
            self._reader.refresh()


def _parted(update: Update) -> tuple[Update, Update]:
    """An update with what was told up to the end of the match, and with what was told after it."""
    facts = update.facts
    end = next((number for number, fact in enumerate(facts, 1) if isinstance(fact, EndedFact)), len(facts))
    return replace(update, facts=facts[:end]), replace(update, facts=facts[end:])


def _rematch_in(update: Update) -> RematchedFact | None:
    return next((fact for fact in update.facts if isinstance(fact, RematchedFact)), None)


async def _cancelled(tasks: set[asyncio.Task[Parting]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
