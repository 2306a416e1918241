"""The registry: what all plugins together bring."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from undercroft import soundness
from undercroft.bot import BotRefused, BotSpec
from undercroft.game import Game, GameSpec
from undercroft.hookspecs import Call, MatchSummary
from undercroft.nearest import nearest
from undercroft.options import parse_assignments
from undercroft.registry.bots import BotChoice, canonical, load_own_code, own_code_of, pairs_of
from undercroft.registry.errors import BrokenPlugin, PluginProblem, Stage, UnknownBot, UnknownGame, told
from undercroft.registry.hooks import HookFault, Hooks
from undercroft.registry.offers import BOTS, GAMES, Offer, offers
from undercroft.registry.settings import PluginSettings, configured_games
from undercroft.registry.sources import Source, in_folder, installed, quietly

__all__ = ["Registry", "load_registry"]

UNCHECKED: Final = "this call could not be checked; try again later"
"""The refusal of a call that a plugin failed to judge: whoever can't be checked isn't let in."""


class Registry:
    """Games, bots and operator hooks of all plugins that could be used; `problems` tells of the others.

    A problem found later, when a game or bot is loaded, is added to the list. All methods may be called from any
    thread.
    """

    problems: list[PluginProblem]

    def __init__(self, hooks: Hooks, problems: list[PluginProblem], settings: PluginSettings | None = None) -> None:
        self.problems = problems
        self._hooks = hooks
        self._lock = threading.RLock()
        self._games = offers(hooks, GAMES, problems)
        if settings is not None:
            self._games |= configured_games(hooks, settings, self._games, problems)
        self._bots = offers(hooks, BOTS, problems)

    def specs(self) -> list[GameSpec]:
        """The games by id. No rules are imported."""
        return [offer.spec for _, offer in sorted(self._games.items())]

    def game(self, game_id: str) -> Game[Any, Any, Any, Any]:
        """A game, loaded and checked the first time it's asked for.

        Raises:
            UnknownGame: no plugin brings it.
            BrokenPlugin: it can't be loaded or breaks the soundness.
        """
        offer = self._game_offer(game_id)
        return self._load(offer, partial(_faults_of_game, offer.spec))  # type: ignore[no-any-return]

    def distribution(self, game_id: str) -> str:
        """Name and version of the distribution that brings a game, or the path of a plugin that isn't installed.

        Raises:
            UnknownGame: no plugin brings it.
        """
        return self._game_offer(game_id).source.distribution

    def bot_specs(self) -> list[BotSpec]:
        """The bots by name. No bot is imported."""
        return [offer.spec for _, offer in sorted(self._bots.items())]

    def bot(self, text: str, game: Game[Any, Any, Any, Any] | None = None, *, own_code: bool = False) -> BotChoice:
        """The bot that a spec names: `name[:key=value,…]`, or a level of `game`.

        With `own_code` also `file.py:Class` and `module:Class`, which imports what the text names: only for a text
        typed by whoever owns this process.

        Raises:
            UnknownBot: the text names no bot.
            OptionError: an option of the bot is wrong.
            BrokenPlugin: the bot can't be loaded or breaks the soundness.
            BotRefused: the bot doesn't play `game` with these options.
        """
        text = text.strip()
        if text in soundness.LEVELS:
            choice = self._choice(_spec_of_level(text, game), own_code=False)
        else:
            choice = self._choice(text, own_code=own_code)
        if game is not None:
            self._check_plays(choice, game)
        return choice

    def bot_version(self, text: str) -> str:
        """The version of the bot that a spec names: that of the distribution it comes with; empty if it has none."""
        offer = self._bots.get(text.partition(":")[0])
        if offer is None or not offer.source.declared:
            return ""
        return offer.source.distribution.rpartition(" ")[2]

    def bots_for(self, game: Game[Any, Any, Any, Any]) -> list[str]:
        """Names of the bots that play a game with their default options."""
        return [name for name in sorted(self._bots) if self._plays(name, game)]

    def authenticate(self, call: Call) -> str | None:
        """The sentence with which a plugin refuses a call, or None if none does.

        A call that a plugin fails to judge is refused.
        """
        try:
            refusal = self._hooks.first("undercroft_authenticate", call=call)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            _log("undercroft_authenticate", None, error)
            return UNCHECKED
        return refusal if refusal is None or isinstance(refusal, str) else UNCHECKED

    def match_ended(self, summary: MatchSummary) -> None:
        """Tell every plugin that wants to know; one that raises is logged, and the others are still told."""
        for source, call in self._hooks.each("undercroft_match_ended"):
            try:
                call(summary=summary)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                _log("undercroft_match_ended", source, error)

    def _game_offer(self, game_id: str) -> Offer[GameSpec]:
        offer = self._games.get(game_id)
        if offer is None:
            raise UnknownGame(game_id, nearest(game_id, self._games))
        return offer

    def _load(self, offer: Offer[Any], faults: Callable[[Any], Iterator[str]]) -> Any:
        with self._lock:
            try:
                return offer.load(faults)
            except BrokenPlugin as broken:
                self._report(broken.problem)
                raise

    def _report(self, problem: PluginProblem) -> None:
        if problem not in self.problems:
            self.problems.append(problem)

    def _choice(self, text: str, *, own_code: bool) -> BotChoice:
        name, _, options = text.partition(":")
        offer = self._bots.get(name)
        if offer is not None:
            bot_class = self._load(offer, soundness.bot_faults)
            chosen = parse_assignments(bot_class.options_type, pairs_of(options))
            return BotChoice(canonical(name, chosen), name, bot_class, chosen)
        if text.startswith("@"):
            raise UnknownBot(text, why="a bot that dials in plays where it has dialled in, by its whole name")
        own = own_code_of(text)
        if own is None:
            raise UnknownBot(name or text, nearest(name, [*self._bots, *soundness.LEVELS]))
        if not own_code:
            raise UnknownBot(text, nearest(name, self._bots), "there is no such bot, and code isn't taken by its name")
        own_class = load_own_code(own)
        chosen = parse_assignments(own_class.options_type, pairs_of(own.options))
        return BotChoice(canonical(f"{own.place}:{own.name}", chosen), own.name, own_class, chosen)

    def _check_plays(self, choice: BotChoice, game: Game[Any, Any, Any, Any]) -> None:
        try:
            choice.bot_class.check_game(game, choice.options)
        except (KeyboardInterrupt, BotRefused):
            raise
        except BaseException as error:
            offer = self._bots.get(choice.name)
            owner = offer.source.distribution if offer is not None else choice.spec
            problem = PluginProblem(owner, choice.name, "bot", f"check_game for {game.spec.id}: {told(error)}")
            self._report(problem)
            raise BrokenPlugin(problem) from error

    def _plays(self, name: str, game: Game[Any, Any, Any, Any]) -> bool:
        try:
            self.bot(name, game)
        except (BotRefused, BrokenPlugin):
            return False
        return True


def load_registry(
    plugins_dir: Path | None = None, *, settings: PluginSettings | None = None, entry_points: bool = True
) -> Registry:
    """Find and import all plugins: those installed, and those that lie in `plugins_dir`; hand them their settings.

    Where two bring the same id, the one whose distribution's name comes first in the alphabet is served, and
    installed ones come before those of a folder: the same choice in every process, and no plugin that is only being
    tried replaces one in use.

    Raises:
        UndercroftError: `plugins_dir` is no folder.
        WrongSettings: a plugin can't do what was configured for it.
    """
    problems: list[PluginProblem] = []
    sources = installed(problems) if entry_points else []
    if plugins_dir is not None:
        sources += in_folder(Path(plugins_dir), problems)
    hooks = Hooks()
    for source in sources:
        problem = _register(hooks, source)
        if problem is not None:
            problems.append(problem)
    return Registry(hooks, problems, settings)


def _register(hooks: Hooks, source: Source) -> PluginProblem | None:
    """Import a plugin and take in its hooks, or say what is wrong with it."""
    stage: Stage = "import"
    try:
        with quietly():
            plugin = source.load()
        stage = "hook"
        hooks.register(source, plugin)
    except KeyboardInterrupt:
        raise
    except HookFault as fault:
        return source.problem(stage, str(fault))
    except BaseException as error:
        return source.problem(stage, told(error))
    return None


def _faults_of_game(spec: GameSpec, game: Any) -> Iterator[str]:
    return soundness.game_faults(game, spec)


def _spec_of_level(level: str, game: Game[Any, Any, Any, Any] | None) -> str:
    if game is None:
        raise UnknownBot(level, why="a level means a bot of some game, and no game is named")
    levels: Mapping[str, str] = game.spec.levels
    if level not in levels:
        raise UnknownBot(level, tuple(levels), f"{game.spec.id} has no bot of this level")
    return levels[level]


def _log(hook: str, source: Source | None, error: BaseException) -> None:
    """Tell the operator of a hook that raised."""
    import structlog  # here: it takes longer to import than all of this, and is needed only in trouble

    plugin = source.distribution if source is not None else "unknown"
    structlog.get_logger(__name__).error("hook failed", hook=hook, plugin=plugin, error=told(error))
