"""The matches in which one holds seats, as one server knows them."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.rpc.serving import serving
from undercroft.cli.playing.kept_seats import KeptSeat, kept_seats
from undercroft.cli.playing.own_matches import OwnMatch, own_matches
from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.venue import Venue
from undercroft.registry import load_registry
from undercroft_client import Bot, Client, Created, MatchStatus, Mine, Open, SeatFill, SpectatorPolicy

REGISTRY = load_registry()


@asynccontextmanager
async def place(folder: Path, *, remote: bool = True) -> AsyncIterator[Venue]:
    """A server, as somebody else's or as the one inside this process."""
    async with serving(folder, plugins=None) as served, Client(served.server.address) as client:
        yield Venue(client, RemoteServer(served.server.address) if remote else None, None, REGISTRY)


async def made(here: Venue, seats: Sequence[SeatFill], **more: Any) -> Created:
    """A match whose seats of ours are kept."""
    created = await here.client.create_match("dungeon-of-fear", seats=seats, pace_ms=0, **more)
    address = here.server.address if here.server is not None else ""
    for seat, token in created.tokens.items():
        kept_seats().keep(KeptSeat(address, "dungeon-of-fear", created.match.match_id, seat, bytes(token)))
    return created


async def listed(here: Venue, statuses: Sequence[str] = (), game: str = "", limit: int = 50) -> list[OwnMatch]:
    return await own_matches(here, statuses, game, limit)


@pytest.fixture(autouse=True)
def own_state(state: Path) -> None:
    """Seats are kept in the test's own folder."""


async def test_only_matches_of_ones_own_on_this_server_are_listed(tmp_path: Path) -> None:
    async with place(tmp_path) as here:
        mine = await made(here, [Mine("Ann"), Open()])
        await here.client.create_match("dungeon-of-fear", seats=[Mine("Bob"), Open()])
        kept_seats().keep(KeptSeat("elsewhere:1", "dungeon-of-fear", "m1", 0, b"a" * 32))
        kept_seats().keep(KeptSeat(here.server.address if here.server else "", token=b"a" * 32, code="ABCD"))
        (one,) = await listed(here)
    assert (one.match_id, one.held, one.goes_on) == (mine.match.match_id, (0,), True)
    assert one.info is not None
    assert one.info.status is MatchStatus.OPEN


async def test_whose_turn_it_is_is_told_as_far_as_spectators_may_know_and_no_seat_is_taken_over(
    tmp_path: Path,
) -> None:
    async with place(tmp_path) as here:
        one = await made(here, [Mine("Ann"), Mine("Ann's other hand")])
        secret = await made(here, [Mine("Ann"), Mine("Bob")], spectators=SpectatorPolicy.OFF)
        late = await made(here, [Mine("Ann"), Mine("Bob")], spectator_delay=1)
        async with here.client.seat(one.match.match_id, one.tokens[0]) as playing:
            await playing.wait_turn()
            before = {own.match_id: own for own in await listed(here)}
            await playing.act("a1xa2")
            after = {own.match_id: own for own in await listed(here)}
    assert before[one.match.match_id].to_act == (0,)
    assert after[one.match.match_id].to_act == (1,)
    assert before[one.match.match_id].held == (0, 1)
    assert before[secret.match.match_id].to_act is before[late.match.match_id].to_act is None


async def test_a_match_that_the_server_does_not_know_any_more_comes_last_and_is_no_error(tmp_path: Path) -> None:
    async with place(tmp_path) as here:
        address = here.server.address if here.server is not None else ""
        kept_seats().keep(KeptSeat(address, "hex", "gone", 1, b"a" * 32))
        first = await made(here, [Mine("Ann"), Open()])
        own = await listed(here)
        assert [one.match_id for one in own] == [first.match.match_id, "gone"]
        assert (own[1].info, own[1].held, own[1].goes_on) == (None, (1,), False)
        assert [one.match_id for one in await listed(here, ["open", "running"])] == [first.match.match_id]
        assert [one.match_id for one in await listed(here, game="hex")] == ["gone"]


async def test_a_hundred_and_more_matches_come_newest_first_and_at_most_as_many_as_wanted(tmp_path: Path) -> None:
    async with place(tmp_path) as here:
        address = here.server.address if here.server is not None else ""
        for _ in range(20):
            await made(here, [Mine("Ann"), Open()])
        for _ in range(130):
            kept_seats().keep(KeptSeat(address, "dungeon-of-fear", secrets.token_hex(6), 0, b"a" * 32))
        own = await listed(here, limit=200)
        some = await listed(here, limit=7)
    times = [one.info.created_at for one in own if one.info is not None]
    assert (len(own), len(times), len(some)) == (150, 20, 7)
    assert times == sorted(times, reverse=True)
    assert all(one.info is not None for one in own[:20])


async def test_of_the_server_inside_this_process_whose_turn_it_is_is_not_asked_and_bots_seats_are_not_ones_own(
    tmp_path: Path,
) -> None:
    async with place(tmp_path, remote=False) as here:
        created = await made(here, [Mine("Ann"), Bot("random")])
        other = await here.client.create_match("dungeon-of-fear", seats=[Open(), Bot("random")])
        kept_seats().keep(KeptSeat("", "dungeon-of-fear", other.match.match_id, 0, bot="random"))
        own = {one.match_id: one for one in await listed(here)}
    assert own[created.match.match_id].to_act is None
    assert own[other.match.match_id].held == ()
