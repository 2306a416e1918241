"""Playing a match from the seats this side holds: a person at the screen, bots of one's own, or only watching."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from undercroft.cli.playing.kept_seats import KeptSeat
from undercroft.cli.playing.own_bots import OwnBot, play_seat
from undercroft.cli.screen.console import Console
from undercroft.cli.screen.line_reader import LineReader
from undercroft.cli.screen.match_screen import End, MatchScreen
from undercroft.cli.screen.picture_file import PictureFile
from undercroft.cli.screen.piped_lines import PipedLines
from undercroft.cli.screen.words import Words
from undercroft.cli.venue import Venue
from undercroft_client import GameDetails, MatchInfo, SeatSession, Wants

__all__ = ["OurSide"]


@dataclass(frozen=True)
class OurSide:
    """A match and the seats of it that this side plays. `quiet` shows nothing where no person plays.

    The drawing of what is seen here goes to `svg_file`, if there is one.
    """

    venue: Venue
    match: MatchInfo
    seats: Sequence[KeptSeat]
    console: Console
    words: Words
    quiet: bool = False
    seed: int | None = None
    svg_file: Path | None = None

    async def play(self) -> End:
        """Play until the match is over or the person leaves.

        Raises:
            Failure: a bot of one's own fails.
            ClientError: the server refuses to go on, or can't be reached any more.
        """
        game = await self.venue.client.game(self.match.game)
        person = next((seat for seat in self.seats if seat.token and not seat.bot), None)
        async with AsyncExitStack() as stack:
            bots = [asyncio.create_task(self._own_bot(seat, stack)) for seat in self.seats if seat.token and seat.bot]
            screen = asyncio.create_task(self._screen(person, game, stack))
            try:
                return await _first_failure_or(screen, bots)
            finally:
                for task in (screen, *bots):
                    task.cancel()
                await asyncio.wait([screen, *bots])

    async def _screen(self, person: KeptSeat | None, game: GameDetails, stack: AsyncExitStack) -> End:
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
        screen = MatchScreen(session, self.console, self.words, game.info.title(lang), rules, picture)
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

    async def _own_bot(self, seat: KeptSeat, stack: AsyncExitStack) -> None:
        session = self.venue.client.seat(self.match.match_id, seat.token)
        await stack.enter_async_context(session)
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

    def _reader(self, screen: MatchScreen) -> LineReader:
        """A prompt on a terminal, else the lines of a pipe. A prompt shares its screen by way of stdout alone."""
        if sys.stdin.isatty() and self.console.is_terminal and self.console.stream is sys.stdout:
            from undercroft.cli.screen.prompted_lines import PromptedLines

            return PromptedLines(screen.choices, screen.prompt, screen.toolbar, self.console)
        return PipedLines(sys.stdin.fileno(), self.console)


async def _first_failure_or(screen: asyncio.Task[End], bots: Sequence[asyncio.Task[None]]) -> End:
    """What came of the screen; or at once the failure of a bot, without which the match would never end."""
    pending: set[asyncio.Task[End] | asyncio.Task[None]] = {screen, *bots}
    while not screen.done():
        done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if task is not screen:
                task.result()
    return screen.result()
