"""The kinds of information-set trees: from every seat's side, from one, or for one."""

from __future__ import annotations

from typing import Any

from undercroft.game import Seat, State
from undercroft_bots.search.information_set import Choice, InformationSet
from undercroft_bots.search.information_trees import InformationTrees

__all__ = ["LoneObserver", "MultipleObservers", "SingleObserver"]


class MultipleObservers(InformationTrees):
    """A tree for each seat: every choice is judged at a node that says what its seat knows, no more and no less."""

    def plant(self) -> list[InformationSet]:
        """A root each."""
        return [InformationSet() for _ in range(self.seats)]

    def begin(self, world: State[Any, Any]) -> list[InformationSet]:
        """The roots; rivals apart by what can be said of what they know."""
        nodes = self.roots.copy()
        for reader in range(self.seats):
            if reader != self.seat:
                node = self.told(nodes[reader], self.telling.first_key(world, reader))
                if node is not None:
                    nodes[reader] = node
        return nodes

    def follow(
        self, nodes: list[InformationSet], world: State[Any, Any], mover: Seat, choice: Choice | None, waiting: int
    ) -> bool:
        """Everybody by what it was told, the mover by its choice too."""
        for reader in range(self.seats):
            node = self.after(nodes[reader], choice if reader == mover else None)
            if node is not None:
                node = self.told(node, self.telling.key(world, reader))
            if node is None:
                return False
            nodes[reader] = node
        return True

    def code(self, seat: Seat, action: int) -> int:
        """The action: a node is one seat's."""
        return action

    def ends_with(self, seat: Seat) -> bool:
        """Not with a rival's: what it knows is another thing in every world, so it always comes to new choices.

        Were those the end, the searching seat would never think about its next turn but one.
        """
        return seat == self.seat


class SingleObserver(InformationTrees):
    """One tree for all, of what `seat` does and is told: others' choices are judged by what `seat` knows.

    So they are taken to know what `seat` has done unseen, and not to know what only they were told.
    """

    _own: Choice | None

    def plant(self) -> list[InformationSet]:
        """The same root for all."""
        return [InformationSet()] * self.seats

    def begin(self, world: State[Any, Any]) -> list[InformationSet]:
        """The root."""
        self._own = None
        return self.roots.copy()

    def follow(
        self, nodes: list[InformationSet], world: State[Any, Any], mover: Seat, choice: Choice | None, waiting: int
    ) -> bool:
        """By what `seat` did and was told. Who chooses at the same time doesn't know yet what it did."""
        if mover == self.seat:
            self._own = choice
        if waiting:
            return True
        node = self.after(nodes[0], self._own)
        self._own = None
        if node is not None:
            node = self.told(node, self.telling.key(world, self.seat))
        if node is None:
            return False
        for reader in range(self.seats):
            nodes[reader] = node
        return True

    def code(self, seat: Seat, action: int) -> int:
        """The action and the seat: a node may be several seats'."""
        return action * self.seats + seat

    def ends_with(self, seat: Seat) -> bool:
        """With everybody's: they share their nodes."""
        return True


class LoneObserver(InformationTrees):
    """One tree, of what `seat` does and is told; others play as in a playout, by what they know themselves.

    In every sampled world `seat` holds what it really holds. Rivals who search in those worlds find out what that is,
    the better the longer they search, and `seat` gives up what would work only against rivals who don't know it.
    Rivals who play by a policy find out nothing; how well they are met depends on how well they play.
    """

    def plant(self) -> list[InformationSet]:
        """A root that only `seat` uses."""
        return [InformationSet()] * self.seats

    def begin(self, world: State[Any, Any]) -> list[InformationSet]:
        """The root."""
        return self.roots.copy()

    def follow(
        self, nodes: list[InformationSet], world: State[Any, Any], mover: Seat, choice: Choice | None, waiting: int
    ) -> bool:
        """By what `seat` did and was told."""
        node = self.after(nodes[self.seat], choice)
        if node is not None:
            node = self.told(node, self.telling.key(world, self.seat))
        if node is None:
            return False
        nodes[self.seat] = node
        return True

    def code(self, seat: Seat, action: int) -> int:
        """The action: there is one seat's tree."""
        return action

    def searches_for(self, seat: Seat) -> bool:
        """Only for the searching seat."""
        return seat == self.seat

    def ends_with(self, seat: Seat) -> bool:
        """With every new choice, as all are its own."""
        return True
