"""Runs a bot in one seat from what that seat is sent: views and entries as JSON, legal actions, a budget.

The server's bot workers, the client's bot runner and `undercroft.testing.check_bot` all use it, so a bot meets the same
bytes wherever it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from random import Random
from typing import Any

import msgspec

from undercroft.bot import Bot, Limit, Turn, never
from undercroft.game import Belief, Game, Seat, UndercroftError

__all__ = ["BotSeat", "EntryDecoder", "IllegalAnswer"]


class IllegalAnswer(UndercroftError):
    """A bot answered with something that isn't a legal action."""


class EntryDecoder:
    """Decodes journal entries as readers are sent them: JSON objects with the framework's number `n` added.

    `entry_type` is a game's `Game.entry_type`; no entry type declares `n`.
    """

    def __init__(self, entry_type: Any) -> None:
        self._decode = msgspec.json.Decoder(entry_type).decode
        self._strict = _forbids_unknown_fields(entry_type)
        self._fields = msgspec.json.Decoder(dict[str, msgspec.Raw])

    def decode(self, raw: bytes | str) -> Any:
        """The entry.

        Raises:
            msgspec.DecodeError: it isn't JSON, or (`msgspec.ValidationError`) not of the entry type.
        """
        if not self._strict:
            return self._decode(raw)
        fields = self._fields.decode(raw)
        fields.pop("n", None)
        return self._decode(msgspec.json.encode(fields))


class BotSeat:
    """One bot in one seat of one match, with its belief.

    A lost one is made anew and told the whole journal. `game`, `options` and `seats` are the match's; the bot's own
    `check_game` is the caller's affair.
    """

    def __init__(self, game: Game[Any, Any, Any, Any], options: Any, seats: int, seat: Seat, bot: Bot) -> None:
        self._game = game
        self._options = options
        self._seats = seats
        self._seat = seat
        self._bot = bot
        self._decode_view = msgspec.json.Decoder(game.view_type).decode
        self._decode_entry = EntryDecoder(game.entry_type).decode
        self._belief: Belief[Any, Any, Any] | None = None
        self._view: Any = None
        self._told = False
        self._since: list[Any] = []

    def tell(self, view_json: bytes | str, entry_jsons: Sequence[bytes | str]) -> None:
        """Take in the entries told since the last call, and the view after them.

        Raises:
            msgspec.DecodeError: the JSON doesn't fit the game's types; nothing was taken in.
        """
        view = self._decode_view(view_json)
        entries = [self._decode_entry(raw) for raw in entry_jsons]
        if self._bot.needs_belief:
            if self._belief is None:
                self._belief = self._game.belief(self._options, self._seats, self._seat)
            self._belief.learn(view, tuple(entries))
        self._bot.learn(view, tuple(entries))
        self._view = view
        self._told = True
        self._since += entries

    def choose(
        self, legal: Sequence[int], limit: Limit, cancelled: Callable[[], bool] = never, rng_seed: int = 0
    ) -> int:
        """The bot's answer to `legal` (ascending, not empty); `rng_seed` seeds a generator for this call alone.

        Raises:
            IllegalAnswer: the answer isn't one of `legal`.
            UndercroftError: nothing was told yet.
        """
        if not self._told:
            raise UndercroftError("a bot must be told a view before it can choose")
        turn = Turn(
            game=self._game,
            options=self._options,
            seats=self._seats,
            seat=self._seat,
            view=self._view,
            entries=tuple(self._since),
            legal=tuple(legal),
            belief=self._belief,
            limit=limit,
            rng=Random(rng_seed),  # noqa: S311 - reproducible on purpose
            cancelled=cancelled,
        )
        answer = self._bot.choose(turn)
        self._since = []
        return _checked(answer, turn.legal)


def _checked(answer: object, legal: Sequence[int]) -> int:
    try:
        action = int(index(answer))  # type: ignore[arg-type] # whatever a bot returns; integers of other libraries are fine
    except TypeError:
        raise IllegalAnswer(f"the bot answered with a {type(answer).__name__}, not with an action") from None
    if action not in legal:
        raise IllegalAnswer(f"the bot answered {action}, which isn't legal")
    return action


def _forbids_unknown_fields(entry_type: Any) -> bool:
    info = msgspec.inspect.type_info(entry_type)
    members = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return any(isinstance(member, msgspec.inspect.StructType) and member.forbid_unknown_fields for member in members)
