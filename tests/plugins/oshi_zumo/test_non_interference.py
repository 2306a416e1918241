"""What must hold of hidden information, over every game of a few coins: `rules/oshi_zumo.md` §3, §8 and §9."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import msgspec
import pytest

from tests.plugins.oshi_zumo.conftest import VARIANTS
from undercroft.game import SPECTATOR, Journal
from undercroft.match import Act, Match, NewMatch, SeatPlan, Step
from undercroft.options import encode_options
from undercroft_oshi_zumo.game import OshiZumo
from undercroft_oshi_zumo.state import Bout
from undercroft_oshi_zumo.values import Entry, Options

READERS = (0, 1, SPECTATOR)
World = tuple[Bout, Journal[Entry]]

SMALL = [
    Options(coins=4, fields=1, bids="hidden"),
    Options(coins=2, fields=1, min_bid=0, rounds=3, bids="hidden"),
    Options(coins=4, fields=1),
    Options(coins=2, fields=1, min_bid=0, rounds=3),
]


def every_game(game: OshiZumo, options: Options) -> Iterator[World]:
    """Every world, in both orders of bidding."""
    journal: Journal[Entry] = Journal()
    layer = [(game.start(options, 2, journal), journal)]
    while layer:
        yield from layer
        layer = [after for world in layer for after in followers(world)]


def followers(world: World) -> Iterator[World]:
    state, journal = world
    for seat in state.to_act():
        for action in state.legal_actions(seat):
            twin, copy = state.clone(), Journal[Entry]()
            copy.told = list(journal.told)
            twin.apply(seat, action, copy)
            yield twin, copy


def everything_else(game: OshiZumo, state: Bout, reader: int) -> bytes:
    """Whatever leaves for a reader besides the journal."""
    view = state.view(reader)
    legal = state.legal_actions(reader)
    texts = [(state.action_text(reader, action), game.label(view, action, "ru")) for action in legal]
    return msgspec.json.encode([view, legal, texts, game.board(view, "en"), game.svg().draw(view, "ru")])


@pytest.mark.parametrize("options", SMALL, ids=str)
def test_equal_journals_mean_that_everything_else_is_equal(game: OshiZumo, options: Options) -> None:
    shown: dict[tuple[int, bytes], set[bytes]] = defaultdict(set)
    worlds = 0
    for state, journal in every_game(game, options):
        worlds += 1
        for reader in READERS:
            told = msgspec.json.encode(journal.entries(reader))
            shown[reader, told].add(everything_else(game, state, reader))
    assert all(len(sent) == 1 for sent in shown.values())
    assert len(shown) < 2 * worlds, "hardly two worlds were told the same, so nothing was tested"


@pytest.mark.parametrize("options", SMALL[:2], ids=str)
def test_a_belief_holds_exactly_the_worlds_in_which_the_seat_was_told_the_same(
    game: OshiZumo, options: Options
) -> None:
    possible: dict[tuple[int, bytes], set[int]] = defaultdict(set)
    believed: dict[tuple[int, bytes], set[int]] = {}
    for state, journal in every_game(game, options):
        for seat in (0, 1):
            entries = journal.entries(seat)
            key = seat, msgspec.json.encode(entries)
            possible[key].add(state.coins_0 if seat else state.coins_1)
            if key not in believed:
                belief = game.belief(options, 2, seat)
                belief.learn(state.view(seat), entries)
                believed[key] = set(belief.coins())
    assert believed == possible
    assert max(map(len, possible.values())) > 1


class Table:
    """A match as the server has it, and all that it gives each reader."""

    def __init__(self, game: OshiZumo, options: Options) -> None:
        seats = tuple(SeatPlan("player", name, "", f"token {name}") for name in ("Ann", "Bob"))
        new = NewMatch(match_id="twin", options=encode_options(options), seats=seats, secret=bytes(32))
        self.match, step = Match.create(game, options, new, 1_000)
        self.at = 1_000
        self.match.advance(step)

    def bid(self, seat: int, bid: int) -> Step:
        self.at += 1
        seq = self.match.position.counts[seat]
        step = self.match.handle(Act(seat, f"command {self.at}", seq, code=bid), self.at)
        assert isinstance(step, Step)
        self.match.advance(step)
        return step

    def sent(self, reader: int) -> tuple[object, ...]:
        """Facts, view, legal list, who is to act, and the number of facts."""
        slot = self.match.position.slot(reader)
        return (self.match.facts[reader], self.match.glance(reader), self.match.position.counts[slot])


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_of_a_first_bid_the_match_lets_nobody_else_know(game: OshiZumo, options: Options) -> None:
    for seat in (0, 1):
        table = Table(game, options)
        others = [reader for reader in READERS if reader != seat]
        before = [table.sent(reader) for reader in others]
        step = table.bid(seat, table.match.glance(seat).legal[-1])
        assert step.readers == {seat}
        assert [table.sent(reader) for reader in others] == before
        assert table.match.position.to_act() == (0, 1)


def test_rivals_who_bid_otherwise_to_the_same_effect_look_the_same_in_every_byte(game: OshiZumo) -> None:
    options = Options(coins=12, bids="hidden")
    tables = [Table(game, options), Table(game, options)]
    for mine, ours, theirs in ((5, 2, 4), (2, 4, 6), (2, 2, 2), (2, 1, 0)):
        for table, rival in zip(tables, (ours, theirs), strict=True):
            table.bid(1, rival)
        assert tables[0].sent(0) == tables[1].sent(0)
        for table in tables:
            table.bid(0, mine)
        for reader in (0, SPECTATOR):
            assert tables[0].sent(reader) == tables[1].sent(reader)
    assert tables[0].sent(1) != tables[1].sent(1)
