"""The matches in which this user holds seats, as a server knows them: for `undercroft matches --mine`.

No token is sent. What everybody may know of a match (GetMatch) is asked for each, all at once; so the listing needs no
identity on the wire, and takes no seat over from the terminal in which it is being played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from undercroft.cli.playing.kept_seats import KeptSeat, kept_seats
from undercroft.cli.server_calls import PATIENCE_S
from undercroft.cli.venue import Venue
from undercroft_client import Client, ClientError, MatchInfo, MatchStatus, Reason, Refused, Wants

__all__ = ["OwnMatch", "own_matches"]

_AT_ONCE: Final = 100
"""Questions under way: a hundred are answered in less than a tenth of a second, so none waits for long."""


@dataclass(frozen=True)
class OwnMatch:
    """A match and the seats of it that are kept here, by seat; `info` is None if the server doesn't know it any more.

    `to_act` are the seats to act as far as a spectator may know; None if spectators may not know it now.
    """

    match_id: str
    kept: tuple[KeptSeat, ...]
    info: MatchInfo | None
    to_act: tuple[int, ...] | None = None

    @property
    def held(self) -> tuple[int, ...]:
        """The seats that are ours to play; a bot of the server's in the place of its owner isn't."""
        return tuple(seat.seat for seat in self.kept if seat.token)

    @property
    def goes_on(self) -> bool:
        """Whether there is something to come back to."""
        return self.info is not None and not self.info.status.over


async def own_matches(place: Venue, statuses: Collection[str], game: str, limit: int) -> list[OwnMatch]:
    """Matches at a place, newest first, at most so many; those that it doesn't know any more come last.

    With `statuses` or a `game`, only those. Whose turn it is isn't asked of a server inside this process: it would take
    the match up, and its bots would play on.

    Raises:
        ClientError: the server can't be reached.
    """
    at_once = asyncio.Semaphore(_AT_ONCE)

    async def looked_up(match_id: str, kept: tuple[KeptSeat, ...]) -> OwnMatch:
        async with at_once:
            return OwnMatch(match_id, kept, await _info(place.client, match_id))

    here = _by_match(place.server.address if place.server is not None else "", game)
    found = await asyncio.gather(*(looked_up(match_id, kept) for match_id, kept in here.items()))
    wanted = [one for one in found if not statuses or (one.info is not None and one.info.status in statuses)]
    wanted.sort(key=lambda one: one.info.created_at.timestamp() if one.info is not None else 0.0, reverse=True)
    if place.server is None:
        return wanted[:limit]
    return list(await asyncio.gather(*(_with_turn(place.client, one) for one in wanted[:limit])))


def _by_match(server: str, game: str) -> dict[str, tuple[KeptSeat, ...]]:
    """The seats kept for a server, by match."""
    found: dict[str, tuple[KeptSeat, ...]] = {}
    for seat in sorted(_answered(kept_seats()), key=lambda seat: seat.seat):
        if seat.server == server and (not game or seat.game == game):
            found[seat.match_id] = (*found.get(seat.match_id, ()), seat)
    return found


def _answered(seats: Iterable[KeptSeat]) -> Iterable[KeptSeat]:
    """Without those that were asked for with a join code and not given so far."""
    return (seat for seat in seats if seat.match_id)


async def _info(client: Client, match_id: str) -> MatchInfo | None:
    try:
        return await client.match(match_id)
    except Refused as refused:
        if refused.reason is Reason.UNKNOWN_MATCH:
            return None
        raise


async def _with_turn(client: Client, one: OwnMatch) -> OwnMatch:
    """With who is to act, if spectators may know it: to look from one's own seat would be to take it over."""
    if one.info is None or one.info.status is not MatchStatus.RUNNING or one.info.spectator_delay:
        return one
    try:
        async with asyncio.timeout(PATIENCE_S), client.watch(one.match_id, Wants(view=False)) as session:
            return replace(one, to_act=(await session.next_update()).to_act)
    except (ClientError, TimeoutError):
        return one
