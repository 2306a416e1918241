"""A match of somebody else's, joined with a code: for `undercroft join`."""

from __future__ import annotations

import time

import msgspec

from undercroft.cli.playing.kept_seats import KeptSeat, kept_seats, plain_code
from undercroft.cli.playing.play_on import Show, play_on
from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.venue import venue
from undercroft_client import Reason, Refused, new_token

__all__ = ["joined_match"]


async def joined_match(code: str, server: RemoteServer, name: str, show: Show) -> int:
    """Take the seat and play; the exit status.

    The token is kept before it is sent: if the answer is lost, the same code finds it again.
    """
    show.check_files()
    seats = kept_seats()
    new = KeptSeat(server.address, token=bytes(new_token()), code=plain_code(code))
    asked = seats.of_code(code, server.address) or new
    async with venue(asked.safest(server), None) as place:
        began = time.monotonic()
        seats.keep(asked)
        try:
            joined = await place.client.join(code, name, asked.token)
        except Refused as refused:
            if refused.reason in {Reason.UNKNOWN_CODE, Reason.SEAT_TAKEN, Reason.BAD_REQUEST} and not asked.match_id:
                seats.forget(asked)
            raise
        match = joined.match
        seat = msgspec.structs.replace(asked, game=match.game, match_id=match.match_id, seat=joined.seat)
        taken = seat.reached_by(place.server)
        seats.keep(taken)
        return await play_on(place, match, [taken], show, seed=None, began=began)
