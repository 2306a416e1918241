"""What moves weigh on the wire."""

from __future__ import annotations

from typing import Final

from undercroft.bench.server.figures import Sizes
from undercroft.bench.server.load.tables import PlayStream
from undercroft.v1 import match_pb2

__all__ = ["Scales"]

_EVERY: Final = 17
"""Weighing takes as long as making the message, so only a sample is weighed; a prime, as seats take turns."""


class Scales:
    """Weighs a sample of frames, and counts the others."""

    def __init__(self) -> None:
        self._received = 0
        self._sent = 0
        self._acts = 0
        self._weighed: dict[str, list[int]] = {"act": [], "accepted": [], "mover": [], "other": []}

    def received(self, frame: match_pb2.PlayResponse, play: PlayStream) -> None:
        """A frame has come; of what it holds nothing was taken in yet. Only what comes of moves is weighed."""
        self._received += 1
        if self._received % _EVERY:
            return
        for event in frame.events:
            if event.HasField("accepted"):
                self._weighed["accepted"].append(_inside_frame(event))
            elif event.HasField("update"):
                seat = play.seats.get(event.update.subscription)
                if seat is not None and seat.table.mover is not None and event.update.facts:
                    self._weighed["mover" if seat is seat.table.mover else "other"].append(_inside_frame(event))

    def sent(self, frames: int) -> None:
        """So many frames with moves in them go out."""
        self._sent += frames

    def acts(self, command: match_pb2.PlayCommand) -> None:
        """A move goes out with some frame."""
        self._acts += 1
        if self._acts % _EVERY == 1:
            self._weighed["act"].append(_inside_frame(command))

    def sizes(self) -> Sizes | None:
        """What was weighed, on average; None if nothing was, as there was too little."""
        if not all(self._weighed.values()):
            return None
        mean = {what: sum(weights) / len(weights) for what, weights in self._weighed.items()}
        return Sizes(mean["act"], mean["accepted"] + mean["mover"], mean["other"], self._acts / self._sent)


def _inside_frame(message: match_pb2.PlayCommand | match_pb2.PlayEvent) -> int:
    """The bytes that a repeated field's message takes: a tag, the length as a varint, itself."""
    size = message.ByteSize()
    return 1 + max(1, -(-size.bit_length() // 7)) + size
