"""The promises that games and bots are checked for: what each says, and where to look if it isn't kept."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Property"]


class Property(StrEnum):
    """A promise. The value is its name in reports, `promise` says what it means, `look_at` what to look at first."""

    promise: str
    look_at: str

    def __new__(cls, value: str, promise: str, look_at: str) -> Property:
        """A member with its two sentences."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.promise = promise
        member.look_at = look_at
        return member

    METADATA = (
        "metadata",
        "ids, versions, titles, summaries, seats, levels and the action pattern are well formed",
        "the GameSpec, and which class of the contract the game's class names first",
    )
    OPTIONS = (
        "options",
        "the default options allow a match, and options survive JSON",
        "options_type: every field needs a default, seat_counts must give some number of seats for it",
    )
    SCHEMA = (
        "schema",
        "options, views and entries have a JSON Schema",
        "the types: frozen msgspec.Structs of plain types; entries with a tag each",
    )
    RULES_TEXT = "rules-text", "the rules are there in every language", "Game.rules, for each language of spec.titles"
    RAISES = "raises", "nothing raises while legal actions are played", "the line that raised, after these actions"
    TO_ACT = (
        "to-act",
        "to_act names seats in ascending order, or chance alone, or nobody",
        "State.to_act: a tuple, sorted, also while a simultaneous choice is half made",
    )
    LEGAL_ACTIONS = (
        "legal-actions",
        "legal actions are ascending codes, and only seats to act have any",
        "State.legal_actions: a sorted list for a seat that is to act, [] for any other",
    )
    LEGAL_KEPT = (
        "legal-kept",
        "nobody changes a list of legal actions that was handed out",
        "whoever appends to, clears or sorts a list that legal_actions has returned before",
    )
    ACTION_TEXT = (
        "action-text",
        "legal actions have distinct texts that match the game's pattern",
        "State.action_text and spec.action_pattern",
    )
    CHANCE = (
        "chance",
        "chance nodes, and they alone, have outcomes, each once and with a positive integer weight",
        "State.chance_outcomes, and the texts of its actions",
    )
    OUTCOME = (
        "outcome",
        "there is a well-formed outcome exactly when nobody is to act",
        "State.outcome: None until to_act is (); winners ascending; nobody returns more than a winner",
    )
    ENDS = "ends", "every match ends", "what stops a match in which nobody makes progress: a limit of turns, say"
    VIEW_JSON = (
        "view-json",
        "a view survives JSON by the game's view type, and looking at it changes nothing",
        "State.view against the annotations of view_type: tuples, not lists; ids as declared",
    )
    ENTRY_JSON = (
        "entry-json",
        "an entry survives JSON by the game's entry type and leaves the name `n` free",
        "the entry's struct: is it in the union entry_type, with its tag, with values as annotated?",
    )
    AUDIENCE = (
        "audience",
        "entries are told to readers that exist",
        "the audience of journal.tell: None for all, or a tuple of seats and SPECTATOR, each once",
    )
    START_TOLD = (
        "start-told",
        "the start tells every reader something",
        "Game.start: journal.tell(None, …) an entry with which the match begins",
    )
    BOARD_TEXT = (
        "board-text",
        "a board is lines of spans without control characters, made of the view alone",
        "Game.board: known styles, no escape codes, nothing read but its arguments",
    )
    SENTENCE_TEXT = (
        "sentence-text",
        "an entry's sentence is text without control characters, made of the entry alone",
        "Game.sentence, for each kind of entry in each language",
    )
    LABEL_TEXT = (
        "label-text",
        "an action's label is text without control characters, made of the view alone",
        "Game.label: one line, nothing read but its arguments",
    )
    UNTOLD_CHANGE = (
        "untold-change",
        "a view or a legal list changes only with an entry told to that reader",
        "what State.apply tells for this action: whoever sees something new must be told an entry",
    )
    CHOICE_HIDDEN = (
        "choice-hidden",
        "in a simultaneous choice nobody is shown that or what another has chosen",
        "State.apply and view while others have still to choose: tell and show nothing before the last choice",
    )
    CHOICE_ORDER = (
        "choice-order",
        "the order of simultaneous choices makes no difference",
        "State.apply: keep the choices until all are there, then settle them without asking who was first",
    )
    REPLAY = (
        "replay",
        "the same actions give the same state, views and entries",
        "whatever outlives a match: attributes of the game or of a class, caches, counters, sets that are iterated",
    )
    CLONE = (
        "clone",
        "a clone is independent and has the same future",
        "State.clone: a list or dict that both share, or an attribute that was left out",
    )
    SILENT = (
        "silent",
        "without a journal the rules are the same",
        "State.apply where journal is None: rules mustn't stand inside `if journal is not None`",
    )
    ASKING = (
        "asking",
        "to ask for legal actions, texts, views and outcomes changes nothing, so a refused action leaves no trace",
        "legal_actions, action_text, chance_outcomes, view, outcome: what do they write down?",
    )
    PURE = (
        "pure",
        "rules, beliefs and texts read no clock, no generator of their own, no environment and no file",
        "the line named: chance is chance_outcomes, a belief draws from the generator it is given, time is the match's",
    )
    PROCESSES = (
        "processes",
        "another process, whose strings hash otherwise, comes to the same",
        "sets and frozensets of strings that are iterated, hash() and id(): sort, or use a dict or a tuple",
    )
    VIEW_LEAK = (
        "view-leak",
        "a view depends only on what its reader was told",
        "the field of the view that differs: show it to fewer, or tell this reader an entry that says it",
    )
    LEGAL_LEAK = (
        "legal-leak",
        "legal actions and their texts depend only on what their seat was told",
        "State.legal_actions: offer what the seat may try by what it knows, and let apply say what came of it",
    )
    TEXT_LEAK = (
        "text-leak",
        "boards and labels depend only on what their reader was told",
        "Game.board and Game.label: they may read their arguments only",
    )
    TURN_LEAK = (
        "turn-leak",
        "who is to act and how it ended depend only on what was told",
        "State.to_act: if the order of turns follows something hidden, what tells the reader?",
    )
    OBSERVATION = (
        "observation",
        "observations are equal exactly if the entries just told are",
        "State.observation against the entries that State.apply has told this seat",
    )
    POSITION_KEY = (
        "position-key",
        "states with equal keys are one position: the same is legal in them, and leads to the same",
        "State.position_key in a state without a journal: what that matters now or later does it leave out?",
    )
    TWINS = (
        "twins",
        "a game that isn't open has moments at which a reader can't tell two matches apart",
        "the audiences of the entries: are secrets told to their owners alone? If there are none, it is an OpenGame",
    )
    POLICY = (
        "policy",
        "a policy gives usable weights and reads only what its seat was told",
        "Policy.weights: one for each legal action, none negative, not all 0; does it read a rival's secrets?",
    )
    EVALUATOR = (
        "evaluator",
        "an evaluator gives one finite number a seat, and is certain of nothing that isn't so",
        "Evaluator.values, and proven and must_play: what may a seat still do?",
    )
    HEURISTIC = (
        "heuristic",
        "a heuristic gives one number for each legal action",
        "Heuristic.scores: in the order of the legal list, and drawing only from the generator it is given",
    )
    POSITIONS = (
        "positions",
        "a position's text survives being read and written",
        "Positions.write and read: do they leave out whose turn it is, or what has been used up?",
    )
    SVG = "svg", "a picture is one well-formed SVG document", "Svg.draw: escape texts, close elements"
    FROM_VIEW = (
        "from-view",
        "an open game's view has the whole state in it",
        "OpenGame.from_view, and what the view lacks",
    )
    BELIEF_FITS = (
        "belief-fits",
        "a sampled world fits everything its seat was told",
        "Belief.learn: which entry does it pass over? Belief.sample: which constraint?",
    )
    BELIEF_VARIES = (
        "belief-varies",
        "samples vary where several worlds fit",
        "Belief.sample: it must draw from all worlds that are left, with the generator it is given",
    )
    BELIEF_TRUTH = (
        "belief-truth",
        "the true world is among those sampled",
        "Belief.learn: it rules out too much; what if a rival plays badly?",
    )
    BELIEF_BLIND = (
        "belief-blind",
        "samples depend on what was learned and on the generator, on nothing else",
        "Belief.sample: another generator, something global, or the true state within reach",
    )
    BELIEF_STEPS = (
        "belief-steps",
        "learning stepwise and in one batch leads to the same worlds",
        "Belief.learn: it is given all entries since the last time, one or many",
    )
    BELIEF_UNTOUCHED = (
        "belief-untouched",
        "sampling, and playing a sample on, leave belief and match as they were",
        "Belief.sample: does the world share a list with the belief?",
    )
    BELIEF_ENDS = (
        "belief-ends",
        "a sampled world can be played to the end",
        "Belief.sample: what does the rest of the rules need that the sample hasn't set?",
    )
    BELIEF_CLONE = (
        "belief-clone",
        "a clone of a belief samples the same worlds, and learns for itself",
        "Belief.clone: what does it leave out, and what that changes does it share?",
    )
    BOT_REFUSES = "bot-refuses", "the bot plays this game", "Bot.check_game"
    BOT_RAISES = "bot-raises", "the bot doesn't raise", "the line that raised"
    BOT_LEGAL = "bot-legal", "the bot answers with a legal action", "Bot.choose: answer one of turn.legal"
    BOT_REPEATS = (
        "bot-repeats",
        "with equal seeds and simulations the same turns get the same answers",
        "Bot.choose: draw from turn.rng only; keep nothing that outlives the seat",
    )
    BOT_MEDDLES = (
        "bot-meddles",
        "the bot changes nothing that it is given",
        "Bot.choose: copy turn.legal before sorting it",
    )
    BOT_PEEKS = (
        "bot-peeks",
        "the bot doesn't know what is hidden from it, nor what will be thrown",
        "where the bot has the true state or the match's generator from: it needs neither",
    )
