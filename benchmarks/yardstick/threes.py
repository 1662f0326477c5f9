"""An earlier player of Threes."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from benchmarks.yardstick.shared import bet_by_strength
from games.engine import BACK, Chance, OpenAsk, Scene
from games.engine.prompts import Answer
from games.parlour.shared.computer import hand_of, rivals
from games.parlour.shared.deck import NUMBER
from games.parlour.threes import SCORE, VALUES, total, value_of


@cache
def outlook(left: int) -> dict[int, float]:
    """The chance of each total that `left` dice come to, if the best value for a low total is kept each time."""
    if not left:
        return {0: 1.0}
    chances: dict[int, float] = defaultdict(float)
    for faces in combinations_with_replacement(VALUES, left):
        shown = Counter(faces)
        ways = factorial(left) / prod(map(factorial, shown.values()))
        value = best_keep(shown)
        for more, chance in outlook(left - shown[value]).items():
            chances[shown[value] * SCORE[value] + more] += ways / 6**left * chance
    return dict(chances)


@cache
def expected(left: int) -> float:
    """The mean of `outlook`."""
    return sum(sum_ * chance for sum_, chance in outlook(left).items())


def best_keep(shown: Counter[int]) -> int:
    """The value to keep for the lowest total in the mean."""
    left = shown.total()
    return min(sorted(shown), key=lambda value: shown[value] * SCORE[value] + expected(left - shown[value]))


def _outlook_of(scene: Scene, seat: int) -> dict[int, float]:
    """The chance of each final total of a seat, as far as the viewer can know."""
    keep, dice, hand = (hand_of(scene, seat, name) for name in ("keep", "dice", "hand"))
    sure = total([value_of(key) for key in keep.items]) if keep else 0
    card = {0: 1.0}
    if hand is not None and hand.items[0] == BACK:
        card = {SCORE[number]: number / 15 for number in NUMBER.values()}
    elif hand is not None and hand.items[0][0] != "D":
        sure += SCORE[value_of(hand.items[0])]
    chances: dict[int, float] = defaultdict(float)
    for more, chance in outlook(len(dice.items) if dice else 0).items():
        for extra, likely in card.items():
            chances[sure + more + extra] += chance * likely
    return chances


def win_chance(scene: Scene) -> float:
    """The chance to be lowest of all who are in; half a tie counts."""
    others = [_outlook_of(scene, rival) for rival in rivals(scene)]
    win = 0.0
    for own, chance in _outlook_of(scene, scene.viewer).items():
        for other in others:
            chance *= sum(p for theirs, p in other.items() if theirs > own) + other.get(own, 0.0) / 2
        win += chance
    return win


def earlier(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Bets by the chance to win and keeps for the lowest total in the mean."""
    if ask.kind == "bet":
        return bet_by_strength(scene, ask, luck, win_chance(scene))
    dice = hand_of(scene, scene.viewer, "dice")
    if ask.kind == "keep" and dice is not None:
        return str(best_keep(Counter(map(value_of, dice.items))))
    assert ask.prompt is not None
    return ask.prompt.default
