"""What plugins bring: games and bots that are listed at once and loaded when they're asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, Generic, Protocol, TypeVar

from undercroft import soundness
from undercroft.bot import BotSpec
from undercroft.game import GameSpec
from undercroft.registry.errors import BrokenPlugin, PluginProblem, Stage, told
from undercroft.registry.hooks import Hooks
from undercroft.registry.sources import Source, quietly

__all__ = ["BOTS", "GAMES", "Kind", "Offer", "answer_of", "offers"]


class Loadable(Protocol):
    """A spec of either kind."""

    @property
    def load(self) -> Callable[[], Any]:
        """Import what the spec describes."""
        raise NotImplementedError


Spec = TypeVar("Spec", bound=Loadable)


@dataclass(frozen=True)
class Kind(Generic[Spec]):
    """Something that plugins bring: by which hook, named by what, and how to see that a spec is sound."""

    hook: str
    spec_type: type[Spec]
    stage: Stage
    key: Callable[[Spec], str]
    faults: Callable[[Spec], Iterator[str]]


GAMES: Final = Kind("undercroft_games", GameSpec, "game", attrgetter("id"), soundness.game_spec_faults)
BOTS: Final = Kind("undercroft_bots", BotSpec, "bot", attrgetter("name"), soundness.bot_spec_faults)


@dataclass
class Offer(Generic[Spec]):
    """A game or bot that a plugin brings; it is loaded once, and if it's broken it stays so."""

    spec: Spec
    key: str
    stage: Stage
    source: Source
    loaded: Any = None
    problem: PluginProblem | None = None

    def load(self, faults: Callable[[Any], Iterator[str]]) -> Any:
        """What the spec loads, if there are no faults in it.

        Raises:
            BrokenPlugin: it can't be loaded, or has faults.
        """
        if self.loaded is None and self.problem is None:
            self._attempt(faults)
        if self.problem is not None:
            raise BrokenPlugin(self.problem)
        return self.loaded

    def _attempt(self, faults: Callable[[Any], Iterator[str]]) -> None:
        try:
            with quietly():
                self.loaded = self.spec.load()
                found = "; ".join(faults(self.loaded))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            found = told(error)
        if found:
            self.problem = PluginProblem(self.source.distribution, self.key, self.stage, found)


def offers(hooks: Hooks, kind: Kind[Spec], problems: list[PluginProblem]) -> dict[str, Offer[Spec]]:
    """What all plugins offer of a kind, by id or name; nonsense and whatever is brought twice is left out and told."""
    found: dict[str, Offer[Spec]] = {}
    for source, call in hooks.each(kind.hook):
        for offer in _of_plugin(source, call, kind, problems):
            first = found.setdefault(offer.key, offer)
            if first is not offer:
                message = f"{offer.key} comes from {first.source.distribution} already; this one is not served"
                problems.append(PluginProblem(source.distribution, offer.key, kind.stage, message))
    return found


def _of_plugin(
    source: Source, call: Callable[[], Any], kind: Kind[Spec], problems: list[PluginProblem]
) -> list[Offer[Spec]]:
    """What one plugin offers that can be listed."""
    try:
        with quietly():
            specs = answer_of(call, kind.spec_type)
        sound: list[Offer[Spec]] = []
        for spec in specs:
            faults = "; ".join(kind.faults(spec))
            if faults:
                problems.append(PluginProblem(source.distribution, str(kind.key(spec)), kind.stage, faults))
            else:
                sound.append(Offer(spec, kind.key(spec), kind.stage, source))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        problems.append(source.problem("hook", f"{kind.hook}: {told(error)}"))
        return []
    return sound


def answer_of(call: Callable[[], Any], spec_type: type[Spec]) -> Sequence[Spec]:
    """What a plugin answers to a hook that wants specs.

    Raises:
        TypeError: no sequence of specs.
    """
    answers = call()
    specs = answers[0] if answers else None  # the manager drops an answer that is None
    if not isinstance(specs, Sequence) or isinstance(specs, str):
        raise TypeError(f"gave {type(specs).__name__}, not a sequence of {spec_type.__name__}")
    for spec in specs:
        if not isinstance(spec, spec_type):
            raise TypeError(f"gave a sequence with {type(spec).__name__} in it, not of {spec_type.__name__} alone")
    return specs
