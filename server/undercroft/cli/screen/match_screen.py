"""One person's screen of one match: what comes is shown, what is typed is done."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Iterator
from enum import Enum
from typing import Final

import click

from undercroft.cli.screen.console import Console
from undercroft.cli.screen.line_reader import LineReader
from undercroft.cli.screen.markdown import render
from undercroft.cli.screen.picture_file import PictureFile
from undercroft.cli.screen.safe_text import safe_line
from undercroft.cli.screen.teller import Teller
from undercroft.cli.screen.typed_text import COMMANDS, command_of
from undercroft.cli.screen.words import Words
from undercroft_client import SPECTATOR, Connection, ConnectionState, Reason, Refused, SeatSession, TakenOver, Update

__all__ = ["End", "MatchScreen"]

_SETTLE_S: Final = 0.8
"""A board is shown this long after an action if nothing followed, so that a quick answer doesn't draw it twice."""

_TOLD_AT_ONCE: Final = 12
"""Lines of what was told that are shown of one update; who comes back to a long match finds the rest in `log`."""


class End(Enum):
    """Why a person is at the match no longer."""

    OVER = "over"
    LEFT = "left"
    TAKEN_OVER = "taken_over"


class MatchScreen:
    """Shows a session's updates on a console, and its drawings in a file; obeys what a reader reads.

    `rules` is Markdown.
    """

    def __init__(
        self,
        session: SeatSession,
        console: Console,
        words: Words,
        title: str,
        rules: str,
        picture: PictureFile | None = None,
    ) -> None:
        self._session = session
        self._console = console
        self._words = words
        self._teller = Teller(console, words)
        self._title = title
        self._rules = rules
        self._picture = picture
        self._reader: LineReader | None = None
        self._begun = asyncio.Event()
        self._due = asyncio.Event()
        self._answered = -1
        self._notice = ""
        self._log: list[str] = []
        self._drawn = ""
        self._said = ""
        self._resigning = False
        self.update: Update | None = None
        """The newest update shown."""

    async def run(self, reader: LineReader | None) -> End:
        """Show and obey until the match is over or the person leaves. Without a reader only show.

        Raises:
            ClientError: the server refuses to go on, or was given up.
        """
        self._reader = reader
        follow = asyncio.create_task(self._follow())
        tasks = {follow} if reader is None else {follow, asyncio.create_task(self._talk(reader))}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            follow.cancel()
            if reader is not None:
                reader.stop()
                await asyncio.wait(tasks, timeout=0.2)  # a prompt that is stopped leaves the screen tidier
            await _cancelled(tasks)
        try:
            ends = [task.result() for task in done]
        except TakenOver:
            return End.TAKEN_OVER
        return End.OVER if End.OVER in ends else End.LEFT

    def choices(self) -> list[tuple[str, str]]:
        """The legal actions with their labels, for completion."""
        legal = self.update.legal if self.update is not None and self._due.is_set() else ()
        return [(safe_line(action.text), safe_line(action.label)) for action in legal]

    def prompt(self) -> str:
        """What stands before the line being typed."""
        return self._words("prompt_turn" if self._due.is_set() else "prompt_wait")

    def toolbar(self) -> str:
        """What stands below the line being typed."""
        if self._notice:
            return self._notice
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

    async def _follow(self) -> End:
        """Show updates to the end of the match."""
        while True:
            update = await self._next()
            if update is None:
                self._draw()
                self._say_turn()
            else:
                self._show(update)
            if update is not None and update.over:
                return End.OVER

    async def _next(self) -> Update | None:
        """The next update; None if none came while a board waits to be shown."""
        waiting = self.update is not None and self.update.board_json != self._drawn and self._console.is_terminal
        try:
            async with asyncio.timeout(_SETTLE_S if waiting else None):
                return await self._session.next_update()
        except TimeoutError:
            return None

    def _show(self, update: Update) -> None:
        before, self.update = self.update, update
        first = before is None
        if update.my_turn and update.seq > self._answered:
            self._due.set()
        else:
            self._due.clear()
        if first:
            self._console.tell(self._teller.opening(update, self._title))
            self._begun.set()
        if self._picture is not None:
            self._picture.show(update)
        lines = list(self._teller.facts(update, seatings=not first))
        if before is not None and not update.over:
            lines += self._teller.presence(before, update)
        self._log += lines
        self._console.tell(lines[-_TOLD_AT_ONCE:])
        draws = update.my_turn or update.over or update.seat == SPECTATOR or first
        if draws:
            self._draw()
        if update.over:
            self._console.tell(self._teller.ending(update))
        elif (draws or not self._console.is_terminal) and (lines or self._turn() != self._said):
            self._say_turn()
        if first and self._reader is not None and self._reader.patient and not update.over:
            self._console.say(self._words("hint_piped"))
        self._refresh()

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

    async def _talk(self, reader: LineReader) -> End:
        """Obey lines until the person leaves."""
        await self._begun.wait()
        while True:
            if reader.patient:
                await self._due.wait()
            line = await reader.read()
            if line is None:
                return End.LEFT
            if line and not await self._obey(line):
                return End.LEFT

    async def _obey(self, line: str) -> bool:
        """Do what a line says; False to leave."""
        match command_of(line, [action.text for action in self._shown.legal]):
            case "quit":
                return False
            case "list":
                self._console.tell(self._teller.legal(self._shown, answered=not self._due.is_set()))
            case "help":
                await self._help()
            case "board":
                self._console.tell(self._teller.board(self._shown))
                self._console.say(self._turn())
            case "log":
                self._console.tell(self._log or [self._words("nothing_told")])
            case "say" | "mute" | "unmute" | "draw" | "resign" | "abort" as command:
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
                    await self._session.offer_draw()
                case "abort":
                    await self._session.abort()
                case "resign" if self._resigning:
                    await self._session.resign()
                case _:
                    self._console.say(self._words("resign_sure" if command == "resign" else f"how_{command}"))
        except Refused as refused:
            self._console.tell([self._teller.refused(refused, command, self._shown)])

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

    async def _help(self) -> None:
        """The commands, and the rules; through a pager if they don't fit the screen."""
        text = "\n".join([*self._commands(), "", render(self._rules, self._console.width, self._console.fancy)])
        if not self._console.is_terminal or text.count("\n") < self._console.height - 3:
            self._console.say(text)
            return
        with self._console.lent(), _interrupts_ignored():
            await asyncio.to_thread(click.echo_via_pager, f"{self._words('paged')}\n\n{text}")

    def _commands(self) -> Iterator[str]:
        yield self._words("commands")
        names: dict[str, list[str]] = {}
        for name, command in COMMANDS.items():
            names.setdefault(command, []).append(name)
        for command, spellings in names.items():
            yield f"  {', '.join(spellings):<12}{self._words(f'about_{command}')}"

    def _refresh(self) -> None:
        if self._reader is not None:
            self._reader.refresh()


async def _cancelled(tasks: set[asyncio.Task[End]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Leave Ctrl-C to a program that has the terminal."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
