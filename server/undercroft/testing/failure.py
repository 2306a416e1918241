"""What a game or a bot can get wrong, and the error that says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["CheckFailed", "Property", "Reproduction"]


PRINTED: Final = 120
"""So many actions of a match are printed; a reproduction has all of them."""


class Property(StrEnum):
    """The promises that are checked. The value is the name in reports; `promise` says what it means."""

    promise: str

    def __new__(cls, value: str, promise: str) -> Property:
        """A member with its sentence."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.promise = promise
        return member

    METADATA = "metadata", "ids, versions, titles, summaries, seats, levels and the action pattern are well formed"
    OPTIONS = "options", "the default options allow a match, and options survive JSON"
    SCHEMA = "schema", "options, views and entries have a JSON Schema"
    RULES_TEXT = "rules-text", "the rules are there in every language"
    RAISES = "raises", "nothing raises while legal actions are played"
    TO_ACT = "to-act", "to_act names seats in ascending order, or chance alone, or nobody"
    LEGAL_ACTIONS = "legal-actions", "legal actions are ascending codes, and only seats to act have any"
    LEGAL_KEPT = "legal-kept", "nobody changes a list of legal actions that was handed out"
    ACTION_TEXT = "action-text", "legal actions have distinct texts that match the game's pattern"
    CHANCE = "chance", "chance nodes, and they alone, have outcomes, each once and with a positive integer weight"
    OUTCOME = "outcome", "there is a well-formed outcome exactly when nobody is to act"
    ENDS = "ends", "every match ends"
    VIEW_JSON = "view-json", "a view survives JSON by the game's view type, and looking at it changes nothing"
    ENTRY_JSON = "entry-json", "an entry survives JSON by the game's entry type and leaves the name `n` free"
    AUDIENCE = "audience", "entries are told to readers that exist"
    START_TOLD = "start-told", "the start tells every reader something"
    BOARD_TEXT = "board-text", "a board is lines of spans without control characters, made of the view alone"
    SENTENCE_TEXT = "sentence-text", "an entry's sentence is text without control characters, made of the entry alone"
    LABEL_TEXT = "label-text", "an action's label is text without control characters, made of the view alone"
    UNTOLD_CHANGE = "untold-change", "a view or a legal list changes only with an entry told to that reader"
    CHOICE_HIDDEN = "choice-hidden", "in a simultaneous choice nobody is shown that or what another has chosen"
    CHOICE_ORDER = "choice-order", "the order of simultaneous choices makes no difference"
    REPLAY = "replay", "the same actions give the same state, views and entries"
    CLONE = "clone", "a clone is independent and has the same future"
    SILENT = "silent", "without a journal the rules are the same"
    VIEW_LEAK = "view-leak", "a view depends only on what its reader was told"
    LEGAL_LEAK = "legal-leak", "legal actions and their texts depend only on what their seat was told"
    TEXT_LEAK = "text-leak", "boards and labels depend only on what their reader was told"
    TURN_LEAK = "turn-leak", "who is to act and how it ended depend only on what was told"
    OBSERVATION = "observation", "observations are equal exactly if the entries just told are"
    POLICY = "policy", "a policy gives usable weights and reads only what its seat was told"
    EVALUATOR = "evaluator", "an evaluator gives one finite number a seat"
    HEURISTIC = "heuristic", "a heuristic gives one number for each legal action"
    POSITIONS = "positions", "a position's text survives being read and written"
    SVG = "svg", "a picture is one well-formed SVG document"
    FROM_VIEW = "from-view", "an open game's view has the whole state in it"
    BELIEF_FITS = "belief-fits", "a sampled world fits everything its seat was told"
    BELIEF_VARIES = "belief-varies", "samples vary where several worlds fit"
    BELIEF_TRUTH = "belief-truth", "the true world is among those sampled"
    BELIEF_BLIND = "belief-blind", "samples depend on what was learned and on the generator, on nothing else"
    BELIEF_STEPS = "belief-steps", "learning stepwise and in one batch leads to the same worlds"
    BELIEF_UNTOUCHED = "belief-untouched", "sampling, and playing a sample on, leave belief and match as they were"
    BELIEF_ENDS = "belief-ends", "a sampled world can be played to the end"
    BOT_REFUSES = "bot-refuses", "the bot plays this game"
    BOT_RAISES = "bot-raises", "the bot doesn't raise"
    BOT_LEGAL = "bot-legal", "the bot answers with a legal action"
    BOT_REPEATS = "bot-repeats", "with equal seeds and simulations the same turns get the same answers"
    BOT_MEDDLES = "bot-meddles", "the bot changes nothing that it is given"
    BOT_PEEKS = "bot-peeks", "the bot doesn't know what is hidden from it, nor what will be thrown"


@dataclass(frozen=True)
class Reproduction:
    """How to see a failure again: play `actions` (texts; chance's too) with these options (JSON) and seats.

    `reader` is whose view or list it is about, as a word; `twin` are the actions of a second match of which that reader
    was told the same.
    """

    options: str
    seats: int
    actions: Sequence[str]
    reader: str | None = None
    twin: Sequence[str] | None = None

    def __str__(self) -> str:
        """The same in a few lines."""
        lines = [f"options {self.options}, {self.seats} seats", _played("actions", self.actions)]
        if self.twin is not None:
            lines.append(_played("told the same by", self.twin))
        if self.reader is not None:
            lines.append(f"reader: {self.reader}")
        return "\n".join(lines)


class CheckFailed(AssertionError):
    """A promise that isn't kept: the game's id, which `Property`, what happened and how to see it again."""

    def __init__(self, game: str, broken: Property, why: str, reproduction: Reproduction | None = None) -> None:
        tail = "" if reproduction is None else f"\n{reproduction}"
        super().__init__(f"{game}: {broken.value}: {broken.promise}\n{why}{tail}")
        self.game = game
        self.property = broken
        self.why = why
        self.reproduction = reproduction


def _played(title: str, actions: Sequence[str]) -> str:
    if not actions:
        return f"{title}: none, the start"
    more = f", … ({len(actions)} in all)" if len(actions) > PRINTED else ""
    return f"{title}: {', '.join(actions[:PRINTED])}{more}"
