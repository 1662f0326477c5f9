"""What a cycle scores: the prediction, and the combinations among the cards taken (CW-58 to CW-78)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.wyrms.cards import COLORS, GREAT_WYRM, KNIGHT, KNIGHTS, NUMBER, NUMBERS, QUEEN

Scoring = Literal["standard", "higher", "alternate"]

AGES = {"drakes": (1, 2, 3), "dragons": (4, 5, 6), "wyrms": (7, 8, 9)}
"""The numbers of a flight, by age (CW-65 to CW-67)."""
FLIGHT = CONCLAVE = SAFE_HOARD = 25
GREAT_FLIGHT = ALL_KNIGHTS = 100
GREAT = 10
KNIGHT_COST, QUEEN_COST = -5, -10
EXACT, EXACT_ALTERNATE, EACH = 50, 100, 25
COUNTS = {3: "three", 4: "four", 5: "five"}

_WHOLE = {color: frozenset(f"{color}.{n}" for n in NUMBERS) for color in COLORS}
_FLIGHTS = {
    color: [(age, frozenset(f"{color}.{n}" for n in three)) for age, three in AGES.items()]
    for color in COLORS
}
_HOARD = {color: frozenset({f"{color}.lair", f"{color}.treasure"}) for color in COLORS}
_GREAT = {color: f"{color}.{GREAT_WYRM}" for color in COLORS}
_SAME = {n: frozenset(card for card in NUMBER if NUMBER[card] == n) for n in NUMBERS}


class Item(NamedTuple):
    """One thing that the cards score."""

    name: str
    points: int


class Entry(NamedTuple):
    """What the score record keeps of a player and a cycle (CW-17); `items` are what the card points are made of."""

    predicted: int
    taken: int
    bonus: int
    items: tuple[Item, ...]
    before: int

    @property
    def cards(self) -> int:
        """The card points."""
        return sum(item.points for item in self.items)

    @property
    def points(self) -> int:
        """What the cycle scored."""
        return self.bonus + self.cards

    @property
    def total(self) -> int:
        """The running total (CW-78)."""
        return self.before + self.points


def combinations(cards: Sequence[str]) -> list[Item]:
    """All that the cards score, good and bad; one card may count in several (CW-64 to CW-77, CW-R11 to CW-R14)."""
    there = frozenset(cards)
    found = []
    for color in COLORS:
        if _WHOLE[color] <= there:
            # in place of the three flights (CW-R2)
            found.append(Item(f"great flight in {color}", GREAT_FLIGHT))
        else:
            flights = [age for age, three in _FLIGHTS[color] if three <= there]
            found += [Item(f"flight of {age} in {color}", FLIGHT) for age in flights]
        if _HOARD[color] <= there:
            found.append(Item(f"safe hoard in {color}", SAFE_HOARD))
        if _GREAT[color] in there:
            found.append(Item(f"{color} Great Wyrm", GREAT))
    for n, same in _SAME.items():
        count = len(same & there)
        if count >= 3:
            found.append(Item(f"conclave of {COUNTS[count]} {n}s", CONCLAVE * (count - 2)))
    knights = cards.count(KNIGHT)
    if knights == KNIGHTS:
        found.append(Item("all five Knights", ALL_KNIGHTS))
    elif knights:
        found.append(Item("a Knight" if knights == 1 else f"{knights} Knights", KNIGHT_COST * knights))
    if QUEEN in there:
        found.append(Item("the Queen", QUEEN_COST))
    return found


def prediction_points(scoring: Scoring, predicted: int, taken: int) -> int:
    """What the prediction earns (CW-58, CW-59, CW-HP-01, CW-HP-02, CW-AP-01, CW-AP-02, CW-R21, CW-R29)."""
    exact = predicted == taken
    if scoring == "alternate":
        return EACH * min(predicted, taken) + EXACT_ALTERNATE * exact
    if not exact:
        return 0
    return EXACT + (EACH * taken if scoring == "higher" else 0)


def score(scoring: Scoring, predicted: int, taken: int, cards: Sequence[str], before: int = 0) -> Entry:
    """A player's entry for a cycle; who fell short scores only what costs points (CW-60 to CW-63)."""
    items = combinations(cards)
    if taken < predicted:
        items = [item for item in items if item.points < 0]
    return Entry(predicted, taken, prediction_points(scoring, predicted, taken), tuple(items), before)
