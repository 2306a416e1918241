"""UCT in open games: the best play where it is known, proofs, chance as an average, every seat for itself, bounds."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.bots.forms import Choice, OpenForm, Options, choice
from tests.bots.tic_tac_toe import Grid
from tests.bots.together import AskedOfOne, Together
from undercroft.bot import never
from undercroft.game import CHANCE, Evaluator, Policy, Seat, State
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.open_node import OpenNode, node_count
from undercroft_bots.search.open_tree import OpenTree
from undercroft_bots.search.playout import Playout


def grown(state: State[Any, Any], simulations: int, *, seats: int = 2, seed: int = 1, **settings: Any) -> OpenTree:
    """The tree after so many simulations."""
    tree = OpenTree(
        seats, settings.get("exploration", 1.0), settings.get("widening", 2.0), settings.get("nodes", 10**9)
    )
    grow(tree, state, simulations, seed, settings.get("policy"), settings.get("evaluator"))
    return tree


def grow(
    tree: OpenTree, state: State[Any, Any], simulations: int, seed: int = 1, policy: Any = None, evaluator: Any = None
) -> None:
    rng, budget = Random(seed), Budget(simulations, float("inf"), never)
    tree.search(state, Playout(rng, policy, evaluator, 0, budget), budget, rng)


def form(root: Choice, seats: int = 2) -> State[Any, Any]:
    return OpenForm("form", root, seats).start(Options(), seats)


def best(tree: OpenTree) -> int:
    chosen = tree.best()
    assert chosen is not None
    return chosen.action


def grid(picture: str) -> Grid:
    """Rows of x (seat 0), o and dots; x has as many marks as o, or one more."""
    cells = picture.replace(" ", "")
    return Grid(tuple(sum(1 << at for at, mark in enumerate(cells) if mark == who) for who in "xo"))  # type: ignore[arg-type]


# --- what is known is found


def test_a_win_is_taken_and_proven_at_once() -> None:
    tree = grown(grid("xx. oo. ..."), 200)
    assert best(tree) == 2
    assert tree.root.proven == [1.0, -1.0]
    assert tree.root.visits < 200  # nothing was left to find out


@pytest.mark.parametrize("seed", range(5))
def test_the_only_move_that_does_not_lose_is_played(seed: int) -> None:
    tree = grown(grid("x.. .o. ..x"), 3000, seed=seed)
    assert best(tree) in {1, 3, 5, 7}  # a corner loses
    lost = [child.action for child in tree.root.children if child.proven == [1.0, -1.0]]
    assert sorted(lost) == [2, 6]


@pytest.mark.parametrize("seed", range(5))
def test_a_fork_is_found_and_proven(seed: int) -> None:
    tree = grown(grid("x.. .o. o.x"), 3000, seed=seed)
    assert tree.root.proven == [1.0, -1.0]
    assert best(tree) == 2


def test_a_draw_is_proven() -> None:
    tree = grown(grid("xox .o. .x."), 5000)
    assert tree.root.proven == [0.0, 0.0]


def test_the_centre_is_the_answer_to_a_corner() -> None:
    assert best(grown(grid("x.. ... ..."), 5000)) == 4


def test_the_seat_that_must_lose_does_not_end_the_search_in_confusion() -> None:
    state = grid("xx. xo. .o.")  # o is to act, and x threatens twice
    tree = grown(state, 500)
    assert tree.root.proven == [1.0, -1.0]
    assert best(tree) in state.legal_actions(1)


def test_chance_counts_by_its_weights() -> None:
    rich_but_rare = choice(CHANCE, {1: (10, -10), 2: (-2, 2)}, {1: 1, 2: 9})  # -0.8 on average
    poor_but_sure = choice(CHANCE, {1: (1, -1), 2: (-1, 1)}, {1: 3, 2: 2})  # 0.2
    tree = grown(form(choice(0, {1: rich_but_rare, 2: poor_but_sure})), 2000)
    assert best(tree) == 2
    assert tree.root.proven == pytest.approx([0.2, -0.2])


def test_a_choice_after_chance_is_made_when_the_dice_are_seen() -> None:
    after = {die: choice(0, {1: (die, -die), 2: (4, -4)}) for die in range(1, 7)}  # 4, 4, 4, 4, 5, 6
    tree = grown(form(choice(0, {1: choice(CHANCE, after), 2: (4, -4)})), 4000)
    assert best(tree) == 1
    assert tree.root.proven == pytest.approx([27 / 6, -27 / 6])


def test_every_seat_is_for_itself() -> None:
    """Seat 0 hopes for 5, but seat 1 would rather have 3 than 0, and seat 2 rather 2 than 1 (max^n)."""
    left = choice(1, {1: (5, 0, 0), 2: choice(2, {1: (0, 3, 2), 2: (4, 4, 1)})})
    right = choice(1, {1: choice(2, {1: (1, 1, 4), 2: (9, 2, 3)}), 2: (0, 0, 9)})
    tree = grown(form(choice(0, {1: left, 2: right}), seats=3), 3000, seats=3)
    assert best(tree) == 2
    assert tree.root.proven == [1.0, 1.0, 4.0]


def test_more_return_is_sought_than_a_win_is_worth_where_more_was_seen() -> None:
    tree = grown(form(choice(0, {1: choice(0, {1: (7, -7), 2: (2, -2)}), 2: (3, -3), 3: (-5, 5)})), 500)
    assert best(tree) == 1
    assert tree.root.proven == [7.0, -7.0]


def test_nothing_is_proven_where_a_seat_may_choose_between_others_fates() -> None:
    kingmaker = choice(2, {1: (1, -1, 0), 2: (-1, 1, 0)})
    tree = grown(form(choice(0, {1: kingmaker, 2: (0, 0, 0)}), seats=3), 1000, seats=3)
    assert tree.root.proven is None
    assert tree.root.visits == 1000
    made = next(child for child in tree.root.children if child.action == 1)
    fates = [child.visits for child in made.children]
    assert abs(fates[0] - fates[1]) <= 1  # either, as often


def test_between_others_fates_our_own_seat_may_choose() -> None:
    tree = grown(form(choice(0, {1: (0, 1, -1), 2: (0, -1, 1)}), seats=3), 1000, seats=3)
    assert tree.root.visits == 2


# --- the choice at the end


def node(action: int, visits: int, total: float = 0.0, proven: list[float] | None = None) -> OpenNode:
    made = OpenNode(action, 1)
    made.visits, made.total, made.proven = visits, total, proven
    return made


@pytest.mark.parametrize(
    ("children", "action"),
    [
        ([node(1, 10, 9.0), node(2, 11, -3.0)], 2),  # most visits
        ([node(1, 10, 1.0), node(2, 10, 2.0)], 2),  # then the most return
        ([node(7, 10, 1.0), node(2, 10, 1.0), node(5, 10, 1.0)], 2),  # then the lowest code
        ([node(1, 90, 80.0, [-1.0, 1.0]), node(2, 5, -2.0)], 2),  # not what is lost for sure
        ([node(1, 90, -9.0), node(2, 2, 0.0, [0.0, 0.0])], 2),  # a sure draw rather than a bad guess
        ([node(1, 20, 9.0), node(2, 90, 0.0, [0.0, 0.0])], 1),  # a good guess rather than a sure draw
        ([node(1, 20, 9.0, [-1.0, 1.0]), node(2, 3, 0.0, [0.0, 0.0])], 2),  # of sure things the best
        ([node(1, 20, 9.0, [-1.0, 1.0]), node(2, 30, 0.0, [-1.0, 1.0])], 2),  # of lost things the longest hoped for
    ],
)
def test_the_choice_is_by_visits_then_return_then_code_and_by_what_is_proven(
    children: list[OpenNode], action: int
) -> None:
    tree = OpenTree(2, 1.0, 1.0, 100)
    tree.root.seat = 0
    tree.root.children = children
    assert best(tree) == action


def test_without_a_simulation_there_is_no_choice() -> None:
    assert grown(Grid(), 0).best() is None


# --- bounds


def test_there_are_as_many_simulations_as_allowed() -> None:
    assert grown(Grid(), 137).root.visits == 137


def test_equal_seeds_grow_equal_trees() -> None:
    def shape(node: OpenNode) -> Any:
        return (node.action, node.visits, node.total, [shape(child) for child in node.children])

    assert shape(grown(Grid(), 500, seed=3).root) == shape(grown(Grid(), 500, seed=3).root)
    assert shape(grown(Grid(), 500, seed=3).root) != shape(grown(Grid(), 500, seed=4).root)


def test_memory_is_bounded_and_the_search_goes_on() -> None:
    tree = grown(Grid(), 3000, nodes=50)
    assert tree.nodes == node_count(tree.root) == 50
    assert tree.root.visits == 3000
    assert best(tree) == 4


@pytest.mark.parametrize("nodes", [1, 2, 3])
def test_hardly_any_memory_is_enough_to_answer(nodes: int) -> None:
    tree = grown(Grid(), 100, nodes=nodes)
    assert node_count(tree.root) == nodes
    assert tree.root.visits == 100


def test_nodes_are_counted_right() -> None:
    tree = grown(form(choice(0, {1: choice(CHANCE, {1: (1, 0), 2: (2, 0), 3: (5, 0)}), 2: (1, 1)})), 50)
    assert tree.nodes == node_count(tree.root)


def test_a_chance_node_widens_with_the_square_root_of_its_visits() -> None:
    many = choice(CHANCE, {die: (die, -die) for die in range(1000)})
    for simulations, widening in ((100, 1.0), (400, 1.0), (400, 0.5)):
        tree = grown(form(choice(0, {1: many, 2: (-1000, 1000)})), simulations, widening=widening)
        lottery = next(child for child in tree.root.children if child.action == 1)
        assert len(lottery.children) <= widening * lottery.visits**0.5 + 1
        assert len(lottery.children) >= 0.9 * widening * lottery.visits**0.5 - 1


def test_among_the_outcomes_that_have_a_child_the_weights_decide() -> None:
    dice = choice(CHANCE, {1: (0, 0), 2: (1, -1), 3: (2, -2)}, {1: 3, 2: 90, 3: 1})
    tree = grown(form(choice(0, {1: dice, 2: (-9, 9)})), 1, nodes=0)
    lottery, rng = OpenNode(1, 1), Random(1)
    lottery.open(form(dice), None, None, rng)
    lottery.children = [node(1, 1), node(3, 1)]
    lottery.children[0].weight = 3
    drawn = Counter(tree._draw(lottery, rng) is lottery.children[0] for _ in range(4000))
    assert 2850 < drawn[True] < 3150  # 3000 within 5 standard deviations


def test_a_simulation_that_is_called_off_leaves_no_trace() -> None:
    for steps in range(1, 40):
        asked = iter([False] * steps + [True] * 1000)
        rng, budget = Random(1), Budget(None, float("inf"), lambda asked=asked: next(asked))  # type: ignore[misc]
        tree = OpenTree(2, 1.0, 2.0, 10**6)
        tree.search(Grid(), Playout(rng, None, None, 0, budget), budget, rng)
        assert tree.nodes == node_count(tree.root)
        assert tree.root.visits == sum(child.visits for child in tree.root.children)
        assert all(child.visits for child in tree.root.children)
        assert len(tree.root.children) + len(tree.root.untried) == 9
        grow(tree, Grid(), 50)  # and it can go on


# --- policies


class Only(Policy[Grid]):
    """Would never play anything but one cell."""

    def __init__(self, cell: int) -> None:
        self._cell = cell

    def weights(self, state: Grid, seat: Seat, legal: list[int]) -> list[float]:
        return [float(action == self._cell) for action in legal] if self._cell in legal else [1.0] * len(legal)


def test_what_the_policy_likes_is_tried_first_and_the_rest_in_time() -> None:
    assert [child.action for child in grown(Grid(), 5, policy=Only(3)).root.children] == [3]
    assert len(grown(Grid(), 2000, policy=Only(3)).root.children) == 9


def test_a_policy_does_not_hide_the_better_move() -> None:
    assert best(grown(grid("xx. oo. ..."), 500, policy=Only(8))) == 2


# --- what a game knows at a glance


class Glance(Evaluator[Grid]):
    """Knows who wins at once, and what has to be blocked; counts how often it was asked for anything else."""

    def __init__(self) -> None:
        self.guesses = 0

    def values(self, state: Grid) -> list[float]:
        self.guesses += 1
        return [0.0, 0.0]

    def proven(self, state: Grid) -> list[float] | None:
        if not winning(state, state.to_act()[0]):
            return None
        return [1.0, -1.0] if state.to_act() == (0,) else [-1.0, 1.0]

    def must_play(self, state: Grid, legal: list[int]) -> list[int]:
        (seat,) = state.to_act()
        return winning(state, seat) or winning(state, 1 - seat)[:1] or legal


def winning(state: Grid, seat: Seat) -> list[int]:
    """The cells with which a seat would have three in a row."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    taken = state.marks[0] | state.marks[1]
    held = [sum(1 for cell in line if state.marks[seat] >> cell & 1) for line in lines]
    free = [[cell for cell in line if not taken >> cell & 1] for line in lines]
    return sorted({cells[0] for cells, count in zip(free, held, strict=True) if count == 2 and len(cells) == 1})


def test_where_the_game_knows_the_end_nothing_is_simulated() -> None:
    glance = Glance()
    tree = grown(grid("x.o .o. ..x"), 50, evaluator=glance)  # x blocks, and threatens in two ways
    assert tree.root.proven == [1.0, -1.0]
    assert glance.guesses == 1, "before o blocks one of them"


def test_what_need_not_be_played_is_not_tried_and_proofs_do_without_it() -> None:
    glance = Glance()
    tree = grown(grid("x.. oo. ..x"), 400, evaluator=glance)
    assert [child.action for child in tree.root.children] == [5]
    assert tree.root.proven == grown(grid("x.. oo. ..x"), 4000).root.proven
    assert tree.root.untried == []


def test_a_root_that_was_known_at_a_glance_is_searched_for_how() -> None:
    glance, start = Glance(), grid("xx. oo. ...")
    tree = OpenTree(2, 1.0, 2.0, 10**6)
    tree.root.proven = glance.proven(start)
    grow(tree, start, 100, evaluator=glance)
    assert best(tree) == 2
    assert tree.root.proven == glance.proven(start)


def test_knowing_more_proves_the_same_with_fewer_simulations() -> None:
    known, unknown = (grown(grid("xo. .x. ..o"), 5000, evaluator=each) for each in (Glance(), None))
    assert known.root.proven == unknown.root.proven is not None
    assert known.root.visits < unknown.root.visits


def test_a_policy_weighs_all_legal_actions_though_only_some_are_tried() -> None:
    legal = []

    class Last(Policy[Grid]):
        """Likes the last legal action alone."""

        def weights(self, state: Grid, seat: Seat, legal_: list[int]) -> list[float]:
            legal.append(legal_)
            return [0.0] * (len(legal_) - 1) + [1.0]

    tree = grown(grid("x.. oo. ..x"), 1, policy=Last(), evaluator=Glance())
    assert legal[0] == [1, 2, 5, 6, 7]
    assert [child.action for child in tree.root.children] == [5]


def test_where_seats_choose_at_once_nobody_is_asked_what_is_certain() -> None:
    assert best(grown(Together(), 200, evaluator=AskedOfOne())) == 3
