"""A bot that dials in to a host, as a test has it: it notes what it is sent and says what it is told to."""

from __future__ import annotations

from typing import Any

from undercroft.host import BotHello, BotLink, BotOutlet, Host, TurnDue, checked_hello
from undercroft.match import Refusal

from .hosting import until

GAMES = ("touchy", "dungeon-of-fear", "connect-four")


def hello_of(
    name: str = "halver", token: bytes = b"h" * 32, games: tuple[str, ...] = GAMES, at_once: int = 8
) -> BotHello:
    return checked_hello(name, "1.2", games, at_once, token)


class RemoteSide(BotOutlet):
    """Takes everything as it becomes due; `deaf` takes nothing."""

    def __init__(self, *, deaf: bool = False) -> None:
        self.link: BotLink | None = None
        self.deaf = deaf
        self.events: list[Any] = []
        self.ends: list[Refusal] = []

    @classmethod
    async def dialled(cls, host: Host, *, deaf: bool = False, **hello: Any) -> RemoteSide:
        side = cls(deaf=deaf)
        side.link = await host.remote.dial_in(hello_of(**hello), side)
        side.wake()
        return side

    def wake(self) -> None:
        while not self.deaf and self.link is not None and (event := self.link.take()) is not None:
            self.events.append(event)

    def ended(self, refusal: Refusal) -> None:
        self.ends.append(refusal)

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def turns(self) -> list[TurnDue]:
        return self.of(TurnDue)

    async def turn(self, number: int = 0) -> TurnDue:
        await until(lambda: len(self.turns) > number)
        return self.turns[number]

    def reply(self, due: TurnDue, action: int | None = None) -> None:
        assert self.link is not None
        self.link.reply(due.ask.turn_id, due.ask.legal[0] if action is None else action)

    def leave(self) -> None:
        assert self.link is not None
        self.link.close()
