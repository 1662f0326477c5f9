"""The shark's look ahead in City Square: it tries placings, and builds the years to come with cards that may be drawn.

For fast playouts a city is nine letters, row by row: the uppermost rank of each district, or a blank. The quick builder
places one card after the other where it scores most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from games.computer import Sampler, Search
from games.engine.chance import Chance
from games.engine.prompts import Answer, Place
from games.engine.scene import Grid, OpenAsk, Scene
from games.parlour.city_square.computer import plays
from games.parlour.city_square.options import Options
from games.parlour.city_square.scoring import CARDS, SIDE, YEARS, Spot, frame
from games.parlour.shared.computer import options_of
from games.parlour.shared.deck import rogues_and_warriors_deck

PLAYOUTS = 90
"""The playouts for the placing of a year's cards."""
TRIED = 10
"""The placings that are tried: those that score most at once, of equal ones those that cover least."""
WIDE = 3
"""The best places of each card that are combined to placings."""
STAKE = 3.0
"""About the points by which cities differ."""

NEXT = [
    [
        SIDE * row + column
        for column, row in ((at % SIDE, at // SIDE - 1), (at % SIDE - 1, at // SIDE))
        if column >= 0 and row >= 0
    ]
    + [
        SIDE * row + column
        for column, row in ((at % SIDE + 1, at // SIDE), (at % SIDE, at // SIDE + 1))
        if column < SIDE and row < SIDE
    ]
    for at in range(SIDE * SIDE)
]
"""The districts beside each district."""


class City(NamedTuple):
    """A city in its frame: the uppermost ranks, and the number of cards in each district."""

    tops: str
    heights: tuple[int, ...]

    def with_card(self, rank: str, at: int) -> City:
        """Return the city with one more card."""
        heights = (*self.heights[:at], self.heights[at] + 1, *self.heights[at + 1 :])
        return City(self.tops[:at] + rank + self.tops[at + 1 :], heights)


@lru_cache(1 << 15)
def quick_worth(tops: str, happy_peasants: bool) -> int:
    """Return the points of a city: the same as `scoring.score`, but faster."""
    patrols = "WB" if happy_peasants else "W"
    total, failed = 0, set[int]()
    for at, rank in enumerate(tops):
        if rank == "R":
            if any(tops[beside] in patrols for beside in NEXT[at]):
                total += 1
            else:
                failed.add(at)
    standing = list(tops)
    for at in failed:
        standing[at] = "!"
        for beside in NEXT[at]:
            if tops[beside] in "LM":
                standing[beside] = " "
    best, left = (0, 0), {at for at, rank in enumerate(standing) if rank == "M"}
    for at, rank in enumerate(standing):
        if rank == "L":
            around = [standing[beside] for beside in NEXT[at] if standing[beside] not in "R! "]
            total += around.count("D") + len({*around} - {"D"})
        elif rank in ("B", "D"):
            total += sum(standing[beside] == "W" for beside in NEXT[at])
    while left:
        group = [left.pop()]
        for at in group:
            joined = left.intersection(NEXT[at])
            left -= joined
            group += joined
        dragons = {beside for at in group for beside in NEXT[at] if standing[beside] == "D"}
        best = max(best, (len(group), len(dragons)))
    return total + sum(best)


def build(city: City, ranks: Sequence[str], depth: int, happy_peasants: bool) -> City:
    """Place a year's cards one after the other, each where it scores most, on the least covered such district."""
    taken = list[int]()
    for rank in ranks:
        tops, heights = city
        best, chosen = (-1, 0), 0
        for at in range(SIDE * SIDE):
            if heights[at] < depth and at not in taken:
                points = (
                    quick_worth(tops[:at] + rank + tops[at + 1 :], happy_peasants),
                    -heights[at],
                )
                if points > best:
                    best, chosen = points, at
        city = city.with_card(rank, chosen)
        taken.append(chosen)
    return city


class CityWorld(NamedTuple):
    """A sample of the cards of the years to come, for comparing the placings of this year's."""

    city: City
    ranks: Sequence[str]
    spots: dict[Spot, int]
    coming: Sequence[Sequence[str]]
    depth: int
    happy_peasants: bool
    weight: float = 1.0

    def outcome(self, answer: Answer, luck: Chance) -> float:
        """Return the points of the city in the end."""
        city, places = self.city, [(column, row) for column, row in answer]
        if not any(city.heights):
            # the first cards of a city are counted from its first card, wherever in the frame that lies
            left, top = min(column for column, _ in places), min(row for _, row in places)
            places = [(column - left, row - top) for column, row in places]
        for rank, spot in zip(self.ranks, places, strict=True):
            city = city.with_card(rank, self.spots[spot])
        for ranks in self.coming:
            city = build(city, ranks, self.depth, self.happy_peasants)
        return float(quick_worth(city.tops, self.happy_peasants))


def _city(prompt: Place) -> tuple[City, dict[Spot, int]]:
    """Return the city in its frame, and the number of each place there."""
    spots = {spot: at for at, spot in enumerate(frame(prompt.piles))}
    tops, heights = [" "] * (SIDE * SIDE), [0] * (SIDE * SIDE)
    for column, row, cards in prompt.piles:
        tops[spots[column, row]], heights[spots[column, row]] = cards[-1][0], len(cards)
    return City("".join(tops), tuple(heights)), spots


def _determinise(scene: Scene, ask: OpenAsk, luck: Chance) -> Sampler | None:
    prompt = ask.prompt
    if not isinstance(prompt, Place):
        return None
    options = options_of(scene, Options)
    seen = Counter(prompt.items)
    for block in scene.blocks:
        if isinstance(block, Grid):
            seen.update(card for _, _, cards in block.piles for card in cards)
    unseen = [
        card[0]
        for card in (Counter(rogues_and_warriors_deck(dragons=options.dragon_cards)) - seen).elements()
    ]
    city, spots = _city(prompt)
    ranks = [card[0] for card in prompt.items]
    years = YEARS - 1 - sum(city.heights) // CARDS

    def sample(luck: Chance) -> CityWorld:
        pile = list(unseen)
        coming = [[luck.draw(pile) for _ in range(min(CARDS, len(pile)))] for _ in range(years)]
        return CityWorld(city, ranks, spots, coming, prompt.depth, options.happy_peasants)

    return sample


def _candidates(scene: Scene, ask: OpenAsk, luck: Chance) -> Sequence[Answer]:
    prompt = ask.prompt
    assert isinstance(prompt, Place)
    happy_peasants = options_of(scene, Options).happy_peasants
    city, spots = _city(prompt)
    place_of = {at: spot for spot, at in spots.items()}
    ranks = [card[0] for card in prompt.items]
    found = dict[str, tuple[tuple[int, int], Answer]]()
    for order in permutations(range(len(ranks))):
        ways: list[tuple[City, dict[int, int]]] = [(city, {})]
        for card in order:
            longer = list[tuple[tuple[int, int], City, dict[int, int]]]()
            for before, places in ways:
                options = []
                for at in range(SIDE * SIDE):
                    if before.heights[at] < prompt.depth and at not in places.values():
                        after = before.with_card(ranks[card], at)
                        points = quick_worth(after.tops, happy_peasants), -before.heights[at]
                        options.append((points, after, {**places, card: at}))
                options.sort(key=lambda option: option[0], reverse=True)
                longer += options[:WIDE]
            ways = [(after, places) for _, after, places in longer]
        for after, places in ways:
            origin = (0, 0) if prompt.piles else place_of[places[0]]
            answer = [
                [place_of[places[card]][0] - origin[0], place_of[places[card]][1] - origin[1]]
                for card in range(len(ranks))
            ]
            points = quick_worth(after.tops, happy_peasants), -sum(max(0, n - 1) for n in after.heights)
            found.setdefault(after.tops + str(after.heights), (points, answer))
    best = sorted(found.values(), key=lambda each: each[0], reverse=True)
    return [answer for _, answer in best[:TRIED]]


searches = Search(_determinise, plays, _candidates, PLAYOUTS, STAKE, "points")
