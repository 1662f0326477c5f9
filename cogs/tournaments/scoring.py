"""Scores and standings: the points of a match for its players, and the standings after the rounds. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from cogs.tournaments.seating import Pair
from cogs.tournaments.settings import DATA, Scoring


class Outcome(NamedTuple):
    """The end of one match for one player."""

    place: int | None
    """1 is best; None where the game gives no places."""
    paid: int
    """What the match paid: points in a game for points, else pieces, losses negative."""


class Score(NamedTuple):
    """The score of one match for one player."""

    points: int
    won: bool
    paid: int


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a round with its matches, each with the score of every player in it."""

    members: tuple[int, ...]
    matches: tuple[Mapping[int, Score], ...]


class Entry(NamedTuple):
    """A player of the tournament, in the order of entry. `cut` is the round after which they were cut."""

    member: int
    cut: int | None = None
    gone: bool = False


class Standing(NamedTuple):
    """A player's place so far, and the numbers that it's based on."""

    place: int
    member: int
    points: int
    won: int
    """Matches won."""
    opposition: int
    """The points of all opponents together."""
    paid: int
    cut: int | None
    gone: bool

    @property
    def plays_on(self) -> bool:
        """True for a player who is still in."""
        return self.cut is None and not self.gone


def match_scores(outcomes: Mapping[int, Outcome], players: int, scoring: Scoring) -> dict[int, Score]:
    """Return each member's score in a match of `players` seats.

    Members who tie share the points of the places that they fill. Where the game gives no places, what it paid ranks
    its members.
    """
    places = _places(outcomes)
    scores = {}
    for member, outcome in outcomes.items():
        place = places[member]
        points = outcome.paid if scoring == "paid" else _points(place, list(places.values()), players)
        scores[member] = Score(points, place == 1, outcome.paid)
    return scores


def _places(outcomes: Mapping[int, Outcome]) -> dict[int, int]:
    given = {member: outcome.place for member, outcome in outcomes.items() if outcome.place is not None}
    if len(given) == len(outcomes):
        return given
    order = sorted((outcome.paid for outcome in outcomes.values()), reverse=True)
    return {member: 1 + order.index(outcome.paid) for member, outcome in outcomes.items()}


def _points(place: int, places: Sequence[int], players: int) -> int:
    """Return the points of a place; of a tie, the members' equal parts of what its places are worth."""
    if players < 2:
        return DATA.byes.points
    worth = DATA.points[min(players, max(DATA.points))]
    tied = places.count(place)
    parts = worth[place - 1 : place - 1 + tied]
    return sum(parts) // tied


def bye_points(scoring: Scoring) -> int:
    """Return the points of a bye for lack of a seat."""
    return DATA.byes.points if scoring == "places" else 0


def meetings(tables: Iterable[PlayedTable]) -> Counter[Pair]:
    """Return how often each pair of players has met at a table."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(table.members, 2))


def standings(
    entries: Sequence[Entry], tables: Iterable[PlayedTable], byes: Mapping[int, int]
) -> list[Standing]:
    """Return all players, the best first: points, matches won, the points of opponents, what was paid, order of entry.

    Players who were cut stand below those who play on, the last to be cut first; those who have left stand last.
    `byes` are the points of byes. That the points of opponents part players with equal points is Buchholz's method,
    the usual tie-break of Swiss tournaments.
    """
    points, won, paid = Counter(byes), Counter[int](), Counter[int]()
    opponents: defaultdict[int, list[int]] = defaultdict(list)
    for table in tables:
        for member in table.members:
            opponents[member] += [other for other in table.members if other != member]
        for match in table.matches:
            for member, score in match.items():
                points[member] += score.points
                won[member] += score.won
                paid[member] += score.paid
    opposition = {entry.member: sum(points[other] for other in opponents[entry.member]) for entry in entries}

    def strength(entry: Entry) -> tuple[int, ...]:
        member = entry.member
        return (
            -int(entry.gone),
            1_000 if entry.cut is None else entry.cut,
            points[member],
            won[member],
            opposition[member],
            paid[member],
        )

    # sorted() keeps the order of entry between equals
    order = sorted(entries, key=strength, reverse=True)
    return [
        Standing(place, member, points[member], won[member], opposition[member], paid[member], cut, gone)
        for place, (member, cut, gone) in enumerate(order, 1)
    ]


def with_final(before: Sequence[Standing], final: PlayedTable) -> list[Standing]:
    """Return the standings after the final: its players first, in the order of what they scored in it.

    Those who tie there stand as they stood before.
    """
    scored, won = Counter[int](), Counter[int]()
    for match in final.matches:
        for member, score in match.items():
            scored[member] += score.points
            won[member] += score.won
    at_final = [standing for standing in before if standing.member in final.members]
    others = [standing for standing in before if standing.member not in final.members]
    at_final.sort(key=lambda standing: (standing.gone, -scored[standing.member], -won[standing.member]))
    order = [*at_final, *others]
    return [standing._replace(place=place) for place, standing in enumerate(order, 1)]


def score_groups(order: Sequence[Standing]) -> dict[int, int]:
    """Return the score group of each player: 0 for the most points, 1 for the next number of points, and so on."""
    levels = sorted({standing.points for standing in order}, reverse=True)
    return {standing.member: levels.index(standing.points) for standing in order}
