"""Texts for people: boards, drawings, sentences and labels, made only for subscribers that want them.

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


MAX_PICTURE_BYTES = 512 * 1024
"""A longer drawing is left out, for the same reason."""


class Wants(msgspec.Struct, frozen=True):
    """What a subscriber wants to be sent; all but `no_view` are languages, empty for none."""

    no_view: bool = False
    board: str = ""
    sentences: str = ""
    labels: str = ""
    svg: str = ""


class Presenter:
    """Makes one game's texts for one match. A language that the game doesn't have becomes English.

    A kind of text that has hung once isn't asked for again: each time it would stop everybody.
    """

    def __init__(self, game: Game[Any, Any, Any, Any], guard: Guard, match_id: str) -> None:
        self._game = game
        self._match_id = match_id
        self._guard = guard
        self._entries = EntryDecoder(game.entry_type)
        self._hanging: set[str] = set()
        self._drawn: tuple[bytes, str] | None = None
        self._picture = ""

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

    def svg(self, glance: Glance, lang: str) -> str:
        """The drawing of a view, a whole SVG document; empty before the start, and if the game draws none.

        The newest is kept for whoever sees the same.
        """
        if glance.view is None or "svg" in self._hanging:
            return ""
        drawn = (glance.view_json, self._known(lang))
        if drawn != self._drawn:
            self._picture = self._draw(glance, self._known(lang))
            self._drawn = drawn
        return self._picture

    def _draw(self, glance: Glance, lang: str) -> str:
        try:
            with self._guard:
                svg = self._game.svg()
                return "" if svg is None else _sendable(svg.draw(glance.view, lang), MAX_PICTURE_BYTES)
        except (Exception, RulesHung) as error:
            self._failed("svg", error)
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
        _log.exception("a text failed", match=self._match_id, game=self._game.spec.id, text=what)
        if isinstance(error, RulesHung):
            self._hanging.add(what)


def _sendable(text: str, most: int = MAX_TEXT_BYTES) -> str:
    """The text, if a message can carry it.

    Raises:
        ValueError: it is too long, or no valid Unicode.
    """
    if len(text.encode()) > most:
        raise ValueError("a text is longer than a message may be")
    return text
