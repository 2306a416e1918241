"""A match that was left, gone on with: for `undercroft play --resume`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from undercroft.cli.failure import Failure, perhaps
from undercroft.cli.playing.kept_seats import KeptSeat, kept_seats
from undercroft.cli.playing.play_on import Show, play_on
from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.venue import venue
from undercroft.nearest import nearest

__all__ = ["resumed_match"]

_EMBEDDED: Final = ""
"""`KeptSeat.server` of the server inside this process."""


async def resumed_match(match_id: str, server: RemoteServer | None, plugins_dir: Path | None, show: Show) -> int:
    """Go on with a match whose seats were kept; the exit status.

    Raises:
        Failure: no seat of it is kept here.
    """
    show.check_files()
    kept = _kept(match_id, server)
    folder = plugins_dir or (Path(kept[0].plugins) if kept[0].plugins else None)
    async with venue(kept[0].remote, folder) as place:
        began = time.monotonic()
        match = await place.client.match(match_id)
        for seat in kept:
            kept_seats().keep(seat)
        return await play_on(place, match, kept, show, seed=None, began=began)


def _kept(match_id: str, server: RemoteServer | None) -> list[KeptSeat]:
    seats = kept_seats()
    # Our own matches are found even where the environment names a server; a token is never shown to another server.
    kept = seats.of_match(match_id, None if server is None else server.address) or seats.of_match(match_id, _EMBEDDED)
    if not kept:
        known = nearest(match_id, {seat.match_id for seat in seats if seat.match_id})
        raise Failure(f"no seat of match {match_id!r} is kept here.{perhaps(known)}")
    # One match id on two servers would be two matches; the first is as good as the other without a --server.
    return [seat.reached_by(seat.safest(server)) for seat in kept if seat.server == kept[0].server]
