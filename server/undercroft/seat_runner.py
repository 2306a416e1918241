"""Runs a bot in one seat from what that seat is sent: views and entries as JSON, legal actions, a budget.

The server's bot workers, the client's bot runner and `undercroft.testing.check_bot` all use it, so a bot meets the same
bytes wherever it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from random import Random
from typing import Any, SupportsIndex

import msgspec

from undercroft.bot import Bot, Limit, Turn, Weighed, never
from undercroft.entries import EntryDecoder
from undercroft.game import Belief, Game, Seat, UndercroftError

__all__ = ["BotSeat", "IllegalAnswer"]


class IllegalAnswer(UndercroftError):
    """A bot answered with something that isn't a legal action."""


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
        turn = self._turn(legal, limit, cancelled, rng_seed)
        answer = self._bot.choose(turn)
        self._since = []
        return _checked(answer, turn.legal)

    @property
    def weighs(self) -> bool:
        """Whether the bot weighs its actions, so that others can help it."""
        return self._bot.weighs

    def weigh(
        self, legal: Sequence[int], limit: Limit, cancelled: Callable[[], bool] = never, rng_seed: int = 0
    ) -> Sequence[Weighed]:
        """As `choose`, but what the bot has found out instead of its decision.

        Raises:
            IllegalAnswer: an action isn't one of `legal`.
            UndercroftError: nothing was told yet.
        """
        turn = self._turn(legal, limit, cancelled, rng_seed)
        weighed = self._bot.weigh(turn)
        self._since = []
        for each in weighed:
            _checked(each.action, turn.legal)
        return weighed

    def _turn(self, legal: Sequence[int], limit: Limit, cancelled: Callable[[], bool], rng_seed: int) -> Turn:
        if not self._told:
            raise UndercroftError("a bot must be told a view before it can choose")
        return Turn(
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


def _checked(answer: object, legal: Sequence[int]) -> int:
    """The action that an answer is: an integer, also one of another library, but no yes or no."""
    if type(answer) is int:  # nearly always, and asking the protocol takes 30 microseconds
        action = answer
    elif isinstance(answer, bool) or not isinstance(answer, SupportsIndex):
        raise IllegalAnswer(f"the bot answered with a {type(answer).__name__}, not with an action")
    else:
        action = int(index(answer))
    if action not in legal:
        raise IllegalAnswer(f"the bot answered {action}, which isn't legal")
    return action
