"""The seating of one round: the players of each table, and those with a bye.

The method is that of a Swiss-system tournament with tables in place of pairs. The FIDE Handbook (C.04.1, Basic Rules
for Swiss Systems) puts first that two players do not meet a second time, and second that players of near scores meet;
so does the cost below. A table is a group of a social golfer problem, and the groups of a round are found as in
I. Dotu and P. Van Hentenryck, "Scheduling Social Golfers Locally" (CPAIOR 2005): a local search that swaps two players
of different groups, takes the best swap of all, and keeps a tabu list of those made last.

Pure: equal input and luck give an equal seating.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

Pair = frozenset[int]
"""Two players."""

MEET_AGAIN = 1_000_000
"""The cost of a pair that has met, each time it did: more than all differences of rank together."""
KEPT_APART = 1_000_000_000
"""The cost of a pair that must not meet: more than all repeats together."""
STARTS = 4
"""The most searches from different beginnings, tried while any pair meets again."""
PATIENCE = 40
"""Swaps without a better seating after which a search gives up."""
TENURE = 6
"""Swaps for which two players who were swapped are not swapped back."""


class Seating(NamedTuple):
    """The tables of a round, and the players who have a bye."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def table_sizes(players: int, seats: int, low: int, high: int) -> list[int]:
    """Return the sizes of the tables, the largest first, as even as can be and near `seats`.

    Where no number of tables of `low` to `high` takes all players, the sizes take as many as can be seated. Fewer
    players than `low` make one small table, which computer players fill.
    """
    if players < low:
        return [players] if players else []
    for seated in range(players, low - 1, -1):
        counts = [n for n in range(1, seated // low + 1) if seated <= n * high]
        if counts:
            tables = min(counts, key=lambda n: (abs(seated / n - seats), n))
            return [seated // tables + (at < seated % tables) for at in range(tables)]
    return [min(players, high)]


def seat_round(
    ranked: Sequence[int],
    sizes: Sequence[int],
    *,
    groups: Mapping[int, int] | None = None,
    met: Mapping[Pair, int] | None = None,
    apart: Collection[Pair] = (),
    byes: Mapping[int, int] | None = None,
    luck: Random,
) -> Seating:
    """Seat players, the best ranked first, at tables of these sizes; the others have a bye.

    `groups` is each player's score group, 0 for the best; `met` counts how often two have met; pairs in `apart` do not
    sit together if that can be; `byes` counts byes so far: those with fewest get one first, from the lowest rank on.
    """
    had = byes or {}
    idle = len(ranked) - sum(sizes)
    # the lowest rank first; sorting keeps that order among players with equally many byes
    lowest_first = [*reversed(ranked)]
    lowest_first.sort(key=lambda player: had.get(player, 0))
    resting = lowest_first[: max(idle, 0)]
    seated = [player for player in ranked if player not in resting]
    cost = _costs(seated, groups or {}, met or {}, apart)
    best: list[int] | None = None
    for _ in range(STARTS):
        found = _search(_beginning(seated, groups or {}, luck), sizes, cost)
        if best is None or _total(found, sizes, cost) < _total(best, sizes, cost):
            best = found
        if _total(best, sizes, cost) < MEET_AGAIN:
            break
    return Seating(tuple(_split(best or [], sizes)), tuple(resting))


Costs = dict[int, dict[int, int]]
"""The cost of seating two players together."""


def _costs(
    players: Sequence[int], groups: Mapping[int, int], met: Mapping[Pair, int], apart: Collection[Pair]
) -> Costs:
    cost: Costs = {player: {} for player in players}
    for one, other in combinations(players, 2):
        pair = frozenset((one, other))
        price = (groups.get(one, 0) - groups.get(other, 0)) ** 2 + MEET_AGAIN * met.get(pair, 0)
        price += KEPT_APART * (pair in apart)
        cost[one][other] = cost[other][one] = price
    for player in players:
        cost[player][player] = 0
    return cost


def _beginning(players: Sequence[int], groups: Mapping[int, int], luck: Random) -> list[int]:
    """Return the players in the order of their score groups, shuffled within each."""
    shuffled = list(players)
    luck.shuffle(shuffled)
    return sorted(shuffled, key=lambda player: groups.get(player, 0))


def _split(order: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    tables, at = [], 0
    for size in sizes:
        tables.append(tuple(order[at : at + size]))
        at += size
    return tables


def _total(order: Sequence[int], sizes: Sequence[int], cost: Costs) -> int:
    return sum(cost[a][b] for table in _split(order, sizes) for a, b in combinations(table, 2))


def _search(order: list[int], sizes: Sequence[int], cost: Costs) -> list[int]:
    """Return the best order found by swaps between tables."""
    table_of = [number for number, size in enumerate(sizes) for _ in range(size)]
    here = list(order)
    # the cost of each player at each table, updated with every swap
    beside = {
        player: [sum(cost[player][other] for other in table) for table in _split(here, sizes)]
        for player in here
    }
    pairs = [(i, j) for i, j in combinations(range(len(here)), 2) if table_of[i] != table_of[j]]
    now = best = _total(here, sizes, cost)
    best_order, tabu, step, idle = list(here), dict[Pair, int](), 0, 0
    while pairs and best > 0 and idle < PATIENCE:
        step += 1
        chosen: tuple[int, int, int] | None = None
        for i, j in pairs:
            one, other = here[i], here[j]
            first, second = table_of[i], table_of[j]
            change = (
                beside[one][second]
                + beside[other][first]
                - beside[one][first]
                - beside[other][second]
                - 2 * cost[one][other]
            )
            if chosen is not None and change >= chosen[0]:
                continue
            if tabu.get(frozenset((one, other)), 0) >= step and now + change >= best:
                continue
            chosen = change, i, j
        if chosen is None:
            break
        change, i, j = chosen
        one, other, first, second = here[i], here[j], table_of[i], table_of[j]
        for player, row in beside.items():
            row[first] += cost[player][other] - cost[player][one]
            row[second] += cost[player][one] - cost[player][other]
        here[i], here[j] = other, one
        tabu[frozenset((one, other))] = step + TENURE
        now, idle = now + change, idle + 1
        if now < best:
            best, best_order, idle = now, list(here), 0
    return best_order
