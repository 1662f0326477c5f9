"""A city of nine cards, and its score (CS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.prompts import Pile
from games.engine.scene import District, Grid, Line
from games.engine.table_objects import Open
from games.phrases import N_

YEARS = 4
CARDS = 3
"""The number of cards dealt to each player a year."""
SIDE = 3
"""Columns and rows of a city."""

DISTRICTS = {
    "W": (N_("Barracks"), "shield"),
    "L": (N_("Estate"), "house"),
    "B": (N_("Tavern"), "cup"),
    "M": (N_("Market"), "coin"),
    "R": (N_("Slum"), "skull"),
    "D": (N_("Dragon"), "dragon"),
}
"""What a card of each rank is in a city, and its sign."""
FAILED = (N_("failed"), "cross")

Spot = tuple[int, int]
"""The column and row of a district, relative to the city's first card; both may be negative."""


IN_FEW_WORDS = "{total:points}"
"""The words for a city without its parts."""


class Score(NamedTuple):
    """The points of each kind of district."""

    slums: int
    markets: int
    estates: int
    taverns: int

    def line(self) -> Line:
        """Return the score in words."""
        return Line(
            "{total:points} = Markets {markets} + Estates {estates} + Taverns {taverns} + Slums {slums}",
            {"total": sum(self), **self._asdict()},
        )


def score(city: Sequence[Pile], *, happy_peasants: bool = False) -> Score:
    """Return the score of a city: patrols first, then failures all at once, then points (CS-12 to CS-29, CS-R5)."""
    standing, points = _points_of(city, happy_peasants)
    kinds: dict[str, int] = dict.fromkeys("RLBD", 0)
    for spot, n in points.items():
        kinds[standing[spot]] += n
    return Score(kinds["R"], len(_largest_market(standing)), kinds["L"], kinds["B"] + kinds["D"])


def districts(city: Sequence[Pile], *, happy_peasants: bool = False) -> tuple[District, ...]:
    """Return what stands in each district, with its points; the cards of the largest market count one each."""
    standing, points = _points_of(city, happy_peasants)
    market = _largest_market(standing)
    return tuple(
        District(
            column,
            row,
            *(FAILED if standing.get((column, row), "!") == "!" else DISTRICTS[cards[-1][0]]),
            points.get((column, row), 0) + ((column, row) in market),
        )
        for column, row, cards in city
    )


def _points_of(city: Sequence[Pile], happy_peasants: bool) -> tuple[dict[Spot, str], dict[Spot, int]]:
    """Return the districts that have not failed, and the points of each but for the market's."""
    ranks = {(column, row): cards[-1][0] for column, row, cards in city}
    patrols = "WB" if happy_peasants else "W"
    slums = [spot for spot, rank in ranks.items() if rank == "R"]
    patrolled = [spot for spot in slums if any(beside in patrols for beside in _around(spot, ranks))]
    for slum in slums:
        if slum not in patrolled:
            ranks[slum] = "!"
    standing = {
        spot: rank for spot, rank in ranks.items() if rank not in "LM" or "!" not in _around(spot, ranks)
    }
    points = dict.fromkeys(patrolled, 1)
    for spot, rank in standing.items():
        if rank == "L":
            beside = [kind for kind in _around(spot, standing) if kind not in "R!"]
            points[spot] = beside.count("D") + len({kind for kind in beside if kind != "D"})
        elif rank in "BD":
            points[spot] = _around(spot, standing).count("W")
    return standing, points


def _next_to(spot: Spot) -> tuple[Spot, ...]:
    """Return the places that share a side with a place (CS-11)."""
    column, row = spot
    return ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))


def _around(spot: Spot, ranks: Mapping[Spot, str]) -> list[str]:
    return [ranks[beside] for beside in _next_to(spot) if beside in ranks]


def _largest_market(standing: Mapping[Spot, str]) -> list[Spot]:
    """Return the largest group of Markets with its Dragons; a tie goes to the one with more Dragons (CS-18, CS-R6)."""
    groups = list[tuple[int, int, list[Spot]]]()
    left = [spot for spot, rank in standing.items() if rank == "M"]
    while left:
        group = [left.pop()]
        dragons = []
        for spot in group:
            for beside in _next_to(spot):
                if beside in left:
                    left.remove(beside)
                    group.append(beside)
                elif standing.get(beside) == "D" and beside not in dragons:
                    dragons.append(beside)
        groups.append((len(group), len(dragons), [*group, *dragons]))
    return max(groups, key=lambda each: each[:2], default=(0, 0, []))[2]


def worth(city: Sequence[Pile]) -> int:
    """Return the points of a city."""
    return sum(score(city))


def worth_with_happy_peasants(city: Sequence[Pile]) -> int:
    """Return the points of a city whose Taverns patrol the Slums too."""
    return sum(score(city, happy_peasants=True))


class City(Open):
    """The districts of a seat, open to all; the uppermost card of each counts (CS-07)."""

    __slots__ = ("happy_peasants", "piles")

    def __init__(self, owner: int, *, happy_peasants: bool = False) -> None:
        super().__init__(N_("city"), [], owner)
        self.piles: tuple[Pile, ...] = ()
        self.happy_peasants = happy_peasants

    def block(self, viewer: int) -> Grid | None:
        """Return the same block to every viewer; face down once the owner has folded (CS-R8)."""
        if self.put_down:
            return None
        return Grid(
            self.name, self.owner, self.piles, districts(self.piles, happy_peasants=self.happy_peasants)
        )

    def uppermost(self) -> list[str]:
        """Return the top card of each district (CS-R7)."""
        return [cards[-1] for _, _, cards in self.piles]


def frame(piles: Sequence[Pile]) -> list[Spot]:
    """Return nine districts, row by row, from the lowest row and column in use: a frame that always fits."""
    left, top = min((pile[0] for pile in piles), default=0), min((pile[1] for pile in piles), default=0)
    return [(left + column, top + row) for row in range(SIDE) for column in range(SIDE)]


def default_places(piles: Sequence[Pile]) -> list[list[int]]:
    """Return the first empty districts of the frame, then the first ones with a single card (CS-R9)."""
    lying = {(column, row): len(cards) for column, row, cards in piles}
    empty = [spot for spot in frame(piles) if spot not in lying]
    single = [spot for spot in frame(piles) if lying.get(spot) == 1]
    return [list(spot) for spot in (*empty, *single)][:CARDS]
