"""One match: the same chance for all seat orders, what a seat is sent, and the written rule for a bot that fails."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from undercroft.arena import playing
from undercroft.arena.playing import Fault as MatchFault
from undercroft.arena.playing import MatchResult, Watch, forfeited, play
from undercroft.arena.schedule import Pairing, deal_pairings
from undercroft.bot import Bot, Turn
from undercroft.registry import BotChoice, load_registry


def untimed(result: MatchResult) -> tuple[Any, ...]:
    return result.number, result.winners, result.decisions, result.fault, result.void


def test_a_match_is_a_function_of_its_pairing(contests: Any) -> None:
    table = contests.table(contests.make(f"{contests.halver}:rash=50", "random"))
    for pairing in deal_pairings(table.contest, 5):
        assert untimed(play(table, pairing)) == untimed(play(table, pairing))


def test_all_matches_of_a_deal_have_the_same_chance(contests: Any) -> None:
    """Two bots that always do the same: swapped, they find the same number after as many guesses."""
    table = contests.table(contests.make(contests.halver, contests.halver, options=("numbers=100",)))
    for deal in range(10):
        one, other = (play(table, pairing) for pairing in deal_pairings(table.contest, deal))
        assert (one.winners, one.decisions) == (other.winners, other.decisions)


@pytest.mark.parametrize("game", [spec.id for spec in load_registry().specs()])
def test_every_installed_game_can_be_played_in_an_arena(contests: Any, game: str) -> None:
    contest = contests.make("random", "random", game=game)
    result = play(contests.table(contest), deal_pairings(contest, 0)[0])
    assert not result.void
    assert result.fault is None
    assert len(result.decisions) == contest.seats


@pytest.mark.parametrize(
    ("bot", "kind", "why"),
    [
        ("Raises", "crash", "LookupError: nothing in the book (awkward.py:"),
        ("Cheats", "illegal", "the bot answered -7, which isn't legal"),
        ("Unborn", "crash", "OSError: no opening book (awkward.py:"),
    ],
)
def test_a_bot_that_fails_loses_at_once_and_the_reason_is_kept(contests: Any, bot: str, kind: str, why: str) -> None:
    contest = contests.make(contests.own(bot), "random", seats=2)
    table = contests.table(contest)
    for pairing in deal_pairings(contest, 0):
        seat = pairing.bots.index(0)
        result = play(table, pairing)
        if result.fault is None:  # the rival had found the number before
            assert result.winners == (1 - seat,)
            continue
        assert (result.fault.seat, result.fault.kind) == (seat, kind)
        assert result.fault.why.startswith(why)
        assert result.winners == (1 - seat,)


def test_with_more_than_two_sides_all_others_have_won(contests: Any) -> None:
    contest = contests.make(contests.own("First"), "random", "random", seats=3)
    result = forfeited(contest, Pairing(4, 0, (1, 0, 2)), MatchFault(1, "timeout", "no answer in 1 s"))
    assert (result.number, result.winners) == (4, (0, 2))


def test_a_game_that_fails_is_no_bots_fault(contests: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = contests.table(contests.make("random", "random"))
    monkeypatch.setattr(type(table.game), "start", lambda *_: 1 // 0)
    result = play(table, deal_pairings(table.contest, 0)[0])
    assert result.void.startswith("ZeroDivisionError")
    assert (result.winners, result.fault) == ((), None)


def test_a_match_without_an_end_is_a_draw(contests: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_DECISIONS", 100)
    contest = contests.make(contests.own("First"), contests.own("First"))  # both guess 1 again and again
    result = play(contests.table(contest), deal_pairings(contest, 0)[0])
    assert result.endless
    assert (sum(result.decisions), result.winners, result.fault) == (100, (), None)


class Noting(Bot):
    """Guesses anything."""

    turns: ClassVar[list[Turn]] = []

    def choose(self, turn: Turn) -> int:
        Noting.turns.append(turn)
        return turn.rng.choice(turn.legal)


def test_a_bot_is_told_its_own_journal_and_its_limit_and_the_watch_who_has_the_word(contests: Any) -> None:
    class Words(Watch):
        heard: ClassVar[list[int | None]] = []

        def bot(self, seat: int) -> None:
            self.heard.append(seat)

        def rules(self) -> None:
            self.heard.append(None)

    Noting.turns.clear()
    table = contests.table(contests.make("random", "random", options=("numbers=5",), think_s=2.5))
    table.bots = [BotChoice("mine", "mine", Noting, Noting.options_type())] * 2
    result = play(table, deal_pairings(table.contest, 1)[0], Words())
    assert len(Noting.turns) == sum(result.decisions)
    for seat in (0, 1):
        told = [entry for turn in Noting.turns if turn.seat == seat for entry in turn.entries]
        assert all(entry.guess is None or entry.seat == seat for entry in told if hasattr(entry, "guess"))
    assert all(turn.limit.seconds == 2.5 and not turn.cancelled() for turn in Noting.turns)
    assert Words.heard[0] is None
    assert Words.heard.count(0) + Words.heard.count(1) == sum(result.decisions) + 2
