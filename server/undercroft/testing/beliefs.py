"""Checks what seats can work out: samples must be worlds that fit, and come from nothing but what was told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any, Final

import msgspec

from undercroft.game import Belief, Journal, Seat, State
from undercroft.testing.failure import CheckFailed, Property
from undercroft.testing.line import LONGEST, options_of, play_on, rules_of
from undercroft.testing.node import finite
from undercroft.testing.referee import Played, Referee, Setup, encode
from undercroft.testing.reproduce import broken, guarded
from undercroft.testing.told_facts import ToldFacts
from undercroft.testing.worlds import Found, Target, steer

__all__ = ["BeliefChecks", "BeliefTally"]

SAMPLES: Final = 16
"""So many worlds are looked at for a decision."""

SEARCHED: Final = 1500
"""So many actions may be tried to find every world that fits."""

FIRST: Final = 3
"""So many of a seat's first decisions are looked at."""

LATER: Final = 2
"""So many of its later decisions are."""

COMPARED: Final = 40
"""So many samples of a belief are looked for among those of another: at most ten times as many, until it is sure."""

ENOUGH: Final = 200
"""With more fitting matches than this the search for them is given up."""

FEW: Final = 8
"""With no more fitting worlds than this the true one should be among four times `SAMPLES`: an honest uniform sampler
misses it once in 5,000 times."""

LOOKED: Final = 14
"""So far worlds are played on to tell them apart."""

KEPT: Final = 1_000_000
"""So many worlds a clone is asked to keep: as good as all of them."""

CLONED: Final = 6
"""So many samples of a belief and of its clones are compared."""

WORK: Final = 8_000
"""So many actions are worth trying for one match that is followed: where decisions cost more, fewer are looked at."""


@dataclass
class BeliefTally:
    """What was looked at, over all matches of a check. `work` counts the actions that were tried for it."""

    decisions: int = 0
    passed_over: int = 0
    work: int = 0
    matches: int = 0
    samples: int = 0
    sampling_seconds: float = 0.0
    slowest_learn: float = 0.0
    followed_pairs: int = 0
    exhausted: int = 0
    ambiguous: int = 0
    varied: int = 0
    few: int = 0
    truth_seen: int = 0

    def affordable(self) -> int:
        """How many decisions of the next match may be looked at, by what those so far have cost; at least one."""
        if not self.decisions:
            return FIRST + LATER
        left = WORK * (self.matches + 1) - self.work
        return max(1, left * self.decisions // self.work)

    def verdict(self, game_id: str) -> None:
        """Judge what only many decisions can show.

        Raises:
            CheckFailed: samples never varied, or hardly ever held the truth.
        """
        if self.ambiguous >= 3 and not self.varied:
            why = f"at {self.ambiguous} decisions several worlds fitted, and all samples of each were alike"
            raise CheckFailed(game_id, Property.BELIEF_VARIES, why)
        # Twice by bad luck, and now and then where a belief weighs the truth low.
        if self.few - self.truth_seen > 2 + 0.15 * self.few:
            why = f"at {self.few} decisions at most {FEW} worlds fitted; the true one was sampled at {self.truth_seen}"
            raise CheckFailed(game_id, Property.BELIEF_TRUTH, why)


class BeliefChecks:
    """The checks of one setup."""

    def __init__(self, setup: Setup, facts: ToldFacts, tally: BeliefTally) -> None:
        self._setup = setup
        self._facts = facts
        self._tally = tally
        self._heuristic = setup.game.heuristic()
        self._decode_view = msgspec.json.Decoder(setup.game.view_type).decode
        self._decode_entry = msgspec.json.Decoder(setup.game.entry_type).decode

    def check(self, actions: Sequence[Played], rng: Random) -> None:
        """Follow a match, which `ToldFacts` has seen, with a belief for every seat, and look closer at some decisions.

        Raises:
            CheckFailed: something is wrong.
        """
        whole = self._setup.replay(actions)
        referee = self._setup.start()
        beliefs = [self._new(seat) for seat in range(self._setup.seats)]
        learned = [0] * self._setup.seats
        chosen = self._chosen(actions, rng)
        for at in range(len(actions) + 1):
            for seat, belief in enumerate(beliefs):
                learned[seat] = self._learn(referee, seat, belief, learned[seat])
            for seat in chosen.get(at, ()):
                self._decision(referee, seat, beliefs[seat], whole, rng)
            if at < len(actions):
                referee.apply(*actions[at])

    def _chosen(self, actions: Sequence[Played], rng: Random) -> dict[int, list[Seat]]:
        """Some decisions to look at: for every seat its first three, and two later ones; fewer where they cost much."""
        referee = self._setup.start()
        decisions: dict[Seat, list[int]] = {seat: [] for seat in range(self._setup.seats)}
        for at, played in enumerate(actions):
            for seat in () if referee.phase else referee.state.to_act():
                decisions.get(seat, []).append(at)
            referee.apply(*played)
        wanted = [
            (at, seat)
            for seat, moments in decisions.items()
            for at in moments[:FIRST] + rng.sample(moments[FIRST:], min(LATER, len(moments[FIRST:])))
        ]
        afforded = rng.sample(wanted, min(len(wanted), self._tally.affordable()))
        self._tally.passed_over += len(wanted) - len(afforded)
        self._tally.matches += 1
        chosen: dict[int, list[Seat]] = {}
        for at, seat in afforded:
            chosen.setdefault(at, []).append(seat)
        return chosen

    # --- one decision

    def _decision(self, referee: Referee, seat: Seat, belief: Any, whole: Referee, rng: Random) -> None:
        self._tally.decisions += 1
        before = _known(referee)
        with guarded(referee, Property.RAISES, f"the belief of seat {seat}: "):
            worlds = self._sampled(belief, SAMPLES)
            again = self._sampled(belief, 2)
            prints = [self._print(world, seat) for world in worlds]
        if [self._print(world, seat) for world in again] != prints[:2]:
            raise broken(referee, Property.BELIEF_BLIND, "the same generator gave other worlds", reader=seat)
        found = steer(self._setup.start(), Target(referee, seat), rng, SEARCHED, _nothing, most=ENOUGH)
        self._tally.work += found.applied
        real = self._real(found, seat)
        self._blind(referee, seat, real)
        self._fit(referee, seat, worlds, whole, rng)
        self._end(referee, seat, worlds)
        with guarded(referee, Property.BELIEF_UNTOUCHED):
            if _known(referee) != before:
                raise broken(referee, Property.BELIEF_UNTOUCHED, "the match is another after sampling", reader=seat)
            if [self._print(world, seat) for world in self._sampled(belief, 2)] != prints[:2]:
                why = "the belief gives other worlds after samples were played on"
                raise broken(referee, Property.BELIEF_UNTOUCHED, why, reader=seat)
        if found.exhausted:
            self._among(referee, seat, belief, prints, real)
        self._in_one_batch(referee, seat, belief, real if found.exhausted else {})
        with guarded(referee, Property.BELIEF_CLONE):
            self._clones(referee, seat, belief, whole)
        self._scores(referee, seat, belief)

    def _fit(
        self, referee: Referee, seat: Seat, worlds: Sequence[State[Any, Any]], whole: Referee, rng: Random
    ) -> None:
        """A sample followed beside the truth: as long as it tells the seat the same, the seat may do the same."""
        target, pairs = Target(whole, seat), self._facts.pairs

        def visit(imagined: Referee) -> None:
            if why := self._facts.fits(imagined, seat):
                later = [f"{who}:{action}" for who, action in imagined.actions[referee.plies :]]
                raise broken(referee, Property.BELIEF_FITS, f"a sample, after {later}: {why}", reader=seat)

        for world in worlds:
            visit(referee.imagine(world))
        for world in worlds[:4]:
            with guarded(referee, Property.BELIEF_ENDS):
                imagined = referee.imagine(world.clone())
                found = steer(imagined, target, rng, 12 + len(whole.actions) - referee.plies, visit)
            self._tally.work += found.applied
        self._tally.followed_pairs += self._facts.pairs - pairs

    def _end(self, referee: Referee, seat: Seat, worlds: Sequence[State[Any, Any]]) -> None:
        """Samples, not clones of them, are played to the end: so it shows if they share anything with the belief."""
        for number, world in enumerate(worlds[:4]):
            with guarded(referee, Property.BELIEF_ENDS):
                played: list[Played] = []
                play_on(world, Random(number), LONGEST, played)  # noqa: S311 - reproducible on purpose
                self._tally.work += len(played)
                outcome = world.outcome()
                if outcome is None or len(outcome.returns) != self._setup.seats:
                    raise broken(referee, Property.BELIEF_ENDS, f"a sample ended with {outcome}", reader=seat)

    def _real(self, found: Found, seat: Seat) -> dict[Any, Referee]:
        """The worlds that fit, by what tells them apart; those at which the seat chooses and nobody has chosen yet.

        If they aren't all known, a few.
        """
        fitting = [world for world in found.reached if not world.phase and seat in world.state.to_act()]
        return {self._print(world.state, seat): world for world in (fitting if found.exhausted else fitting[:FEW])}

    def _among(
        self, referee: Referee, seat: Seat, belief: Any, prints: Sequence[Any], real: dict[Any, Referee]
    ) -> None:
        """All worlds that fit are known: samples are among them, vary, and hold the truth."""
        self._tally.exhausted += 1
        if any(each not in real for each in prints):
            why = f"a sample is none of the {len(real)} worlds in which the seat is told the same"
            raise broken(referee, Property.BELIEF_FITS, why, reader=seat)
        if len(real) > 1:
            self._tally.ambiguous += 1
            self._tally.varied += len(set(prints)) > 1
        if 1 < len(real) <= FEW:
            self._tally.few += 1
            more = (self._print(world, seat) for world in self._sampled(belief, 4 * SAMPLES))
            self._tally.truth_seen += self._print(referee.state, seat) in {*prints, *more}

    def _blind(self, referee: Referee, seat: Seat, real: dict[Any, Referee]) -> None:
        """Learned from another true world that told the same, and from this one again: the samples are the same."""
        mine = self._print(referee.state, seat)
        others = [world for key, world in real.items() if key != mine][:2]
        first = self._live(referee, seat)
        for other in (*others, referee):
            if self._live(other, seat) != first:
                why = "the same entries, learned in two matches, lead to other samples under one seed"
                raise broken(referee, Property.BELIEF_BLIND, why, reader=seat, twin=other.actions)

    def _live(self, referee: Referee, seat: Seat) -> list[Any]:
        """Samples of a belief that learns everything at once, right after the match was played."""
        live = self._setup.replay(referee.actions)
        self._tally.work += referee.plies
        belief = self._new(seat)
        self._learn(live, seat, belief, 0)
        return [self._print(world, seat) for world in self._sampled(belief, 6)]

    def _in_one_batch(self, referee: Referee, seat: Seat, stepwise: Any, real: dict[Any, Referee]) -> None:
        """`real` are all worlds that fit, if they are known."""
        batch = self._new(seat)
        self._learn(referee, seat, batch, 0)
        for world in self._sampled(batch, SAMPLES):
            why = self._facts.fits(referee.imagine(world), seat)
            if why is None and real and self._print(world, seat) not in real:
                why = "it is none of the worlds in which the seat is told the same"
            if why is not None:
                raise broken(referee, Property.BELIEF_STEPS, f"a sample when learned in one batch: {why}", reader=seat)
        for one, other, name in ((stepwise, batch, "one batch"), (batch, stepwise, "steps")):
            if missing := self._missing(one, other, seat):
                why = f"worlds sampled {missing} times in {COMPARED} never come when learned in {name}"
                raise broken(referee, Property.BELIEF_STEPS, why, reader=seat)

    def _missing(self, one: Any, other: Any, seat: Seat) -> int:
        """How many samples of one belief are of worlds that the other doesn't have; 0 if it can't be told for sure."""
        counts = Counter(self._print(world, seat) for world in self._sampled(one, COMPARED))
        seen: set[int] = set()
        missing = list(counts.values())
        for seed in range(10 * COMPARED):
            seen.add(self._print(self._sample(other, seed), seat))
            missing = [count for key, count in counts.items() if key not in seen]
            sure = len(seen) <= COMPARED or max(missing, default=0) >= COMPARED // 4
            if not sure or sum(missing) < COMPARED // 4:
                return 0
        return sum(missing)

    def _clones(self, referee: Referee, seat: Seat, belief: Any, whole: Referee) -> None:
        """A clone and a clone of it sample like the belief, and go on doing so while the first of them learns more."""
        first = belief.clone(KEPT)
        if first is None:
            return
        second = first.clone(KEPT)
        if second is None:
            raise broken(referee, Property.BELIEF_CLONE, "a clone can't be cloned", reader=seat)
        expected = self._prints(belief, seat)
        for clone, name in ((first, "a clone"), (second, "a clone's clone")):
            if self._prints(clone, seat) != expected:
                raise broken(referee, Property.BELIEF_CLONE, f"{name} gives other worlds", reader=seat)
        later, known = referee.fork(), len(referee.told(seat))
        for played in whole.actions[referee.plies :]:
            if len(later.told(seat)) > known:
                break
            later.apply(*played)
        self._learn(later, seat, first, known)
        for other, name in ((belief, "the belief"), (second, "a clone")):
            if self._prints(other, seat) != expected:
                why = f"{name} gives other worlds after another has learned what came next"
                raise broken(referee, Property.BELIEF_CLONE, why, reader=seat)
        self._learn(later, seat, second, known)
        if later.state.to_act() and self._prints(first, seat) != self._prints(second, seat):
            why = "two clones that learned the same afterwards give different worlds"
            raise broken(referee, Property.BELIEF_CLONE, why, reader=seat)

    def _prints(self, belief: Any, seat: Seat) -> list[int]:
        """What tells a few samples apart."""
        return [self._print(world, seat) for world in self._sampled(belief, CLONED)]

    def _scores(self, referee: Referee, seat: Seat, belief: Any) -> None:
        if self._heuristic is None:
            return
        view = self._decode_view(referee.view(seat))
        legal = tuple(referee.state.legal_actions(seat))
        with guarded(referee, Property.HEURISTIC):
            one, other = (
                self._heuristic.scores(belief, view, legal, Random(7))  # noqa: S311 - reproducible on purpose
                for _ in range(2)
            )
            if len(one) != len(legal) or not all(map(finite, one)):
                raise broken(referee, Property.HEURISTIC, f"gave {one!r} for {legal}", reader=seat)
            if one != other:
                raise broken(referee, Property.HEURISTIC, "other scores with the same generator", reader=seat)

    # --- beliefs and worlds

    def _new(self, seat: Seat) -> Belief[Any, Any, Any]:
        return self._setup.game.belief(self._setup.options, self._setup.seats, seat)

    def _learn(self, referee: Referee, seat: Seat, belief: Any, since: int) -> int:
        """Feed what was told after the first `since` entries; gives how many were told by now."""
        told = referee.told(seat)
        if len(told) > since:
            view = self._decode_view(referee.view(seat))
            entries = tuple(self._decode_entry(raw) for raw in told[since:])
            began = perf_counter()
            with guarded(referee, Property.RAISES, f"the belief of seat {seat} learning: "):
                belief.learn(view, entries)
            self._tally.slowest_learn = max(self._tally.slowest_learn, perf_counter() - began)
        return len(told)

    def _sampled(self, belief: Any, count: int) -> list[State[Any, Any]]:
        return [self._sample(belief, seed) for seed in range(count)]

    def _sample(self, belief: Any, seed: int) -> State[Any, Any]:
        rng = Random(seed)  # noqa: S311 - reproducible on purpose
        began = perf_counter()
        world: State[Any, Any] = belief.sample(rng)
        self._tally.sampling_seconds += perf_counter() - began
        self._tally.samples += 1
        return world

    def _print(self, state: State[Any, Any], seat: Seat) -> int:
        """What tells a world apart: the rules now, and what the seat is told when it is played on in fixed ways."""
        trace: list[Any] = [encode(rules_of(state, self._setup.seats))]
        for seed in range(2):
            world, rng = state.clone(), Random(seed)  # noqa: S311 - reproducible on purpose
            for _ in range(LOOKED):
                options = options_of(world)
                if not options:
                    break
                journal: Journal[Any] = Journal()
                played = options[rng.randrange(len(options))]
                world.apply(*played, journal)
                self._tally.work += 1
                trace.append((played, *map(encode, journal.entries(seat))))
            trace.append(encode(rules_of(world, self._setup.seats)))
        return hash(tuple(trace))


def _known(referee: Referee) -> list[Any]:
    return [(referee.view(reader), dict(referee.legal(reader))) for reader in referee.setup.readers]


def _nothing(referee: Referee) -> None:
    """Nobody looks at the worlds on the way."""
