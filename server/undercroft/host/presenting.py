"""Texts for people: boards, sentences and labels, made only for subscribers that want them.

They are decoration: a game whose texts fail costs the text, not the match.
"""

from __future__ import annotations

from typing import Any

import msgspec
import structlog

from undercroft.entries import EntryDecoder
from undercroft.game import Game
from undercroft.host.guard import Guard, RulesHung
from undercroft.match import EntryFact, Fact, Glance

__all__ = ["Presenter", "Wants"]

_log = structlog.get_logger(__name__)
_encode = msgspec.json.Encoder().encode

MAX_TEXT_BYTES = 256 * 1024
"""A board, a sentence or all labels of a turn that are longer are left out: a message has 4 MiB at most."""


class Wants(msgspec.Struct, frozen=True):
    """What a subscriber wants to be sent; `board`, `sentences` and `labels` are languages, empty for none."""

    no_view: bool = False
    board: str = ""
    sentences: str = ""
    labels: str = ""


class Presenter:
    """Makes one game's texts for one match. A language that the game doesn't have becomes English.

    A kind of text that has hung once isn't asked for again: each time it would stop everybody.
    """

    def __init__(self, game: Game[Any, Any, Any, Any], guard: Guard) -> None:
        self._game = game
        self._guard = guard
        self._entries = EntryDecoder(game.entry_type)
        self._hanging: set[str] = set()

    def board(self, glance: Glance, lang: str) -> str:
        """The picture of a view as JSON: lines of [text, style]; empty before the start."""
        if glance.view is None or "board" in self._hanging:
            return ""
        try:
            with self._guard:
                return _sendable(_encode(self._game.board(glance.view, self._known(lang))).decode())
        except (Exception, RulesHung) as error:
            self._failed("board", error)
            return ""

    def labels(self, glance: Glance, lang: str) -> tuple[str, ...]:
        """A label for each legal action; its text where the label fails."""
        if "label" in self._hanging:
            return glance.texts
        try:
            with self._guard:
                known = self._known(lang)
                labels = tuple(self._game.label(glance.view, action, known) for action in glance.legal)
                _sendable("".join(labels))
                return labels
        except (Exception, RulesHung) as error:
            self._failed("label", error)
            return glance.texts

    def sentence(self, fact: Fact, lang: str) -> str:
        """A journal entry told to a person; empty for facts of the match, which clients word themselves."""
        if not isinstance(fact, EntryFact) or "sentence" in self._hanging:
            return ""
        try:
            with self._guard:
                return _sendable(self._game.sentence(self._entries.decode(fact.json), self._known(lang)))
        except (Exception, RulesHung) as error:
            self._failed("sentence", error)
            return ""

    def _known(self, lang: str) -> str:
        return lang if lang in self._game.spec.titles else "en"

    def _failed(self, what: str, error: BaseException) -> None:
        _log.exception("a text failed", game=self._game.spec.id, text=what)
        if isinstance(error, RulesHung):
            self._hanging.add(what)


def _sendable(text: str) -> str:
    """The text, if a message can carry it.

    Raises:
        ValueError: it is too long, or no valid Unicode.
    """
    if len(text.encode()) > MAX_TEXT_BYTES:
        raise ValueError("a text is longer than a message may be")
    return text
