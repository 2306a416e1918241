"""Playing a match from the seats this side holds: a person at the screen, bots of one's own, or only watching."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from undercroft.cli.playing.kept_seats import KeptSeat
from undercroft.cli.playing.own_bots import OwnBot, play_seat
from undercroft.cli.screen.console import Console
from undercroft.cli.screen.line_reader import LineReader
from undercroft.cli.screen.match_screen import End, MatchScreen, Parting
from undercroft.cli.screen.picture_file import PictureFile
from undercroft.cli.screen.piped_lines import PipedLines
from undercroft.cli.screen.words import Words
from undercroft.cli.venue import Venue
from undercroft_client import GameDetails, MatchInfo, SeatSession, Wants

__all__ = ["OurSide"]


@dataclass(frozen=True)
class OurSide:
    """A match and the seats of it that this side plays. `quiet` shows nothing where no person plays.

    The drawing of what is seen here goes to `svg_file`, if there is one. A person types at a terminal, or else their
    lines come from `piped`; with `again`, they are asked at the end whether they want a rematch.
    """

    venue: Venue
    match: MatchInfo
    seats: Sequence[KeptSeat]
    console: Console
    words: Words
    quiet: bool = False
    seed: int | None = None
    svg_file: Path | None = None
    piped: PipedLines | None = None
    again: bool = False

    async def play(self) -> Parting:
        """Play until the person leaves, or the match is over and nobody plays again.

        Once the match is over, being cancelled is a way to leave.

        Raises:
            Failure: a bot of one's own fails.
            ClientError: the server refuses to go on, or can't be reached any more.
        """
        game = await self.venue.client.game(self.match.game)
        person = next((seat for seat in self.seats if seat.token and not seat.bot), None)
        async with AsyncExitStack() as stack:
            own = {seat: await self._seated(seat, stack) for seat in self.seats if seat.token and seat.bot}
            bots = [asyncio.create_task(self._own_bot(seat, session)) for seat, session in own.items()]
            screen = asyncio.create_task(self._screen(person, game, list(own.values()), stack))
            tasks: list[asyncio.Task[Any]] = [screen, *bots]
            try:
                return await _first_failure_or(screen, bots)
            except asyncio.CancelledError:
                await _cancelled(tasks)
                if screen.cancelled():
                    raise
                return screen.result()
            finally:
                await _cancelled(tasks)

    async def _screen(
        self, person: KeptSeat | None, game: GameDetails, bots: Sequence[SeatSession], stack: AsyncExitStack
    ) -> Parting:
        """What a person sees: their own seat, or what a spectator sees."""
        lang = self.words.lang
        drawn = lang if self.svg_file else ""
        wants = Wants(view=False, board=lang, sentences=lang, labels=lang, svg=drawn)
        picture = PictureFile(self.svg_file, self.console, self.words) if self.svg_file else None
        client, match_id = self.venue.client, self.match.match_id
        if person is None and self.quiet:
            return await self._wait_for_the_end(client.watch(match_id, Wants(view=False, svg=drawn)), picture)
        session = client.seat(match_id, person.token, wants) if person else client.watch(match_id, wants)
        await stack.enter_async_context(session)
        rules = game.rules.get(lang) or game.rules.get("en", "")

        async def ask_again() -> None:
            for asking in (session, *bots):
                await asking.rematch()

        title, asks = game.info.title(lang), ask_again if self.again else None
        screen = MatchScreen(session, self.console, self.words, title, rules, picture, asks)
        stack.callback(client.on_connection(screen.connection))
        reader = self._reader(screen) if person else None
        if reader is not None:
            stack.enter_context(reader.sharing_the_screen())
        return await screen.run(reader)

    async def _wait_for_the_end(self, session: SeatSession, picture: PictureFile | None) -> End:
        async with session:
            async for update in session:
                if picture is not None:
                    picture.show(update)
        return End.OVER

    async def _seated(self, seat: KeptSeat, stack: AsyncExitStack) -> SeatSession:
        return await stack.enter_async_context(self.venue.client.seat(self.match.match_id, seat.token))

    async def _own_bot(self, seat: KeptSeat, session: SeatSession) -> None:
        bot = OwnBot(
            seat.bot,
            self.venue.plugins_dir,
            self.match.game,
            self.match.options_json,
            len(self.match.seats),
            seat.seat,
            self.seed,
        )
        await play_seat(bot, session)

    def _reader(self, screen: MatchScreen) -> LineReader | None:
        """A prompt on a terminal, else the lines of a pipe. A prompt shares its screen by way of stdout alone."""
        if sys.stdin.isatty() and self.console.is_terminal and self.console.stream is sys.stdout:
            from undercroft.cli.screen.prompted_lines import PromptedLines

            return PromptedLines(screen.choices, screen.prompt, screen.toolbar, self.console)
        return self.piped


async def _cancelled(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def _first_failure_or(screen: asyncio.Task[Parting], bots: Sequence[asyncio.Task[None]]) -> Parting:
    """What came of the screen; or at once the failure of a bot, without which the match would never end."""
    pending: set[asyncio.Task[Parting] | asyncio.Task[None]] = {screen, *bots}
    while not screen.done():
        done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if task is not screen:
                task.result()
    return screen.result()
