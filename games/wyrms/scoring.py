"""The scores of a cycle: the prediction, and the combinations among the cards taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.phrases import N_, spelled
from games.wyrms.cards import COLORS, GREAT_WYRM, KNIGHT, KNIGHTS, NUMBER, NUMBERS, QUEEN

Scoring = Literal["standard", "higher", "alternate"]

AGES = {
    N_("flight of drakes in {color}"): (1, 2, 3),
    N_("flight of dragons in {color}"): (4, 5, 6),
    N_("flight of wyrms in {color}"): (7, 8, 9),
}
"""The numbers of a flight, by its name."""
FLIGHT = CONCLAVE = SAFE_HOARD = 25
GREAT_FLIGHT = ALL_KNIGHTS = 100
GREAT = 10
KNIGHT_COST, QUEEN_COST = -5, -10
EXACT, EXACT_ALTERNATE, EACH = 50, 100, 25
CONCLAVES = {
    3: N_("conclave of three {n}s"),
    4: N_("conclave of four {n}s"),
    5: N_("conclave of five {n}s"),
}

_WHOLE = {color: frozenset(f"{color}.{n}" for n in NUMBERS) for color in COLORS}
_FLIGHTS = {
    color: [(name, frozenset(f"{color}.{n}" for n in three)) for name, three in AGES.items()]
    for color in COLORS
}
_HOARD = {color: frozenset({f"{color}.lair", f"{color}.treasure"}) for color in COLORS}
_GREAT = {color: f"{color}.{GREAT_WYRM}" for color in COLORS}
_SAME = {n: frozenset(card for card in NUMBER if NUMBER[card] == n) for n in NUMBERS}


class ScoreItem(NamedTuple):
    """One combination with its points."""

    name: str
    points: int


class Score(NamedTuple):
    """The score of a seat in one cycle; the card points are the sum of `items`."""

    predicted: int
    taken: int
    bonus: int
    items: tuple[ScoreItem, ...]
    before: int

    @property
    def cards(self) -> int:
        """The card points."""
        return sum(item.points for item in self.items)

    @property
    def points(self) -> int:
        """The points of the cycle."""
        return self.bonus + self.cards

    @property
    def total(self) -> int:
        """The running total."""
        return self.before + self.points


def combinations(cards: Sequence[str]) -> list[ScoreItem]:
    """Return all combinations among the cards, good and bad; a card may count in several (CW-R11 to CW-R14)."""
    distinct = frozenset(cards)
    items = []
    for color in COLORS:
        if _WHOLE[color] <= distinct:
            # a great flight replaces its three flights (CW-R2)
            items.append(ScoreItem(spelled("great flight in {color}", color=color), GREAT_FLIGHT))
        else:
            flights = [name for name, three in _FLIGHTS[color] if three <= distinct]
            items += [ScoreItem(spelled(name, color=color), FLIGHT) for name in flights]
        if _HOARD[color] <= distinct:
            items.append(ScoreItem(spelled("safe hoard in {color}", color=color), SAFE_HOARD))
        if _GREAT[color] in distinct:
            items.append(ScoreItem(spelled("{color} Great Wyrm", color=color), GREAT))
    for n, same in _SAME.items():
        count = len(same & distinct)
        if count >= 3:
            items.append(ScoreItem(spelled(CONCLAVES[count], n=n), CONCLAVE * (count - 2)))
    knights = cards.count(KNIGHT)
    if knights == KNIGHTS:
        items.append(ScoreItem(N_("all five Knights"), ALL_KNIGHTS))
    elif knights:
        name = N_("a Knight") if knights == 1 else spelled("{n} Knights", n=knights)
        items.append(ScoreItem(name, KNIGHT_COST * knights))
    if QUEEN in distinct:
        items.append(ScoreItem(N_("the Queen"), QUEEN_COST))
    return items


def prediction_points(scoring: Scoring, predicted: int, taken: int) -> int:
    """Return the points for the prediction (CW-R21, CW-R29)."""
    exact = predicted == taken
    if scoring == "alternate":
        return EACH * min(predicted, taken) + EXACT_ALTERNATE * exact
    if not exact:
        return 0
    return EXACT + (EACH * taken if scoring == "higher" else 0)


def score(scoring: Scoring, predicted: int, taken: int, cards: Sequence[str], before: int = 0) -> Score:
    """Score a cycle for a seat; a seat that fell short gets only its negative points."""
    items = combinations(cards)
    if taken < predicted:
        items = [item for item in items if item.points < 0]
    return Score(predicted, taken, prediction_points(scoring, predicted, taken), tuple(items), before)
