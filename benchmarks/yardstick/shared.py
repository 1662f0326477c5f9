"""Betting by the chance to win, and what draw games work out, as the parlour's players once did."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from games.engine import BACK, Block, Chance, Choose, Circle, OpenAsk, Scene, Zone
from games.engine.prompts import Answer
from games.parlour.shared.computer import hand_of, rivals
from games.parlour.shared.deck import rogues_and_warriors_deck
from games.parlour.shared.draw_games import MOST


def bet_by_strength(scene: Scene, ask: OpenAsk, luck: Chance, win: float) -> Answer:
    """Call when the pot pays for it, raise when ahead, and now and then bluff.

    `win`: the chance to win the pot against the seats that are in.
    """
    prompt = ask.prompt
    if not isinstance(prompt, Choose):
        raise TypeError(f"not a betting prompt: {prompt!r}")
    need, pot = prompt.says["need"], prompt.says["pot"]
    fair = 1 / (1 + len(rivals(scene)))
    if prompt.amount is not None:
        low, high = prompt.amount.low, prompt.amount.high
        if win > 2 * fair or (win > 1.4 * fair and luck.below(2) == 0):
            return min(high, max(low, round(pot * (win - fair))))
        if need == 0 and luck.below(12) == 0:
            return low
    if need == 0:
        return "check"
    return "call" if "call" in prompt.options and win * (pot + need) >= need * 1.15 else "fold"


def _cards_in(block: Block) -> Iterator[str]:
    """Yield the cards of a block, or their backs."""
    if isinstance(block, Zone):
        yield from block.items
    elif isinstance(block, Circle):
        for stand in block.places:
            for part in stand.parts:
                yield from part.items


def unseen(scene: Scene) -> list[str]:
    """Return the cards that the viewer cannot see, without Dragons."""
    seen = Counter(card for block in scene.blocks for card in _cards_in(block))
    return list((Counter(rogues_and_warriors_deck()) - seen).elements())


def weakest(points: Sequence[int], mean: float) -> list[int]:
    """Return the places of the lowest cards, two at most, that score less than a new card on average."""
    low = sorted(range(len(points)), key=lambda place: points[place])[:MOST]
    return sorted(place for place in low if points[place] < mean)


def outlook(points: Sequence[int], count: int) -> dict[int, float]:
    """Return the chance of each total of `count` cards, each of which scores any of `points`."""
    share = {n: times / len(points) for n, times in sorted(Counter(points).items())}
    chances = {0: 1.0}
    for _ in range(count):
        more: dict[int, float] = defaultdict(float)
        for total, chance in chances.items():
            for n, likely in share.items():
                more[total + n] += chance * likely
        chances = more
    return chances


def win_chance(scene: Scene, own: float, chances: Mapping[int, float], gain: float) -> float:
    """Return the chance that `own` beats every rival; a tie counts half.

    `chances`: of each total of an unknown hand; every card that a rival drew makes it `gain` better.
    """
    win = 1.0
    for rival in rivals(scene):
        pile = hand_of(scene, rival, "discarded")
        level = own - gain * (pile.items.count(BACK) if pile else 0)
        win *= sum((total < level) * p + (total == level) * p / 2 for total, p in chances.items())
    return win
