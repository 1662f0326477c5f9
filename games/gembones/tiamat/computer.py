"""A computer player for Tiamat: it weighs every set of discards by all that may be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import comb

from games.engine import Chance, Choose, OpenAsk, Pick, Scene
from games.engine.prompts import Answer
from games.gembones.tiamat.combinations import (
    ADULT,
    ANCIENT,
    COLORS,
    HAND,
    OF_A_COLOR,
    TIAMAT,
    WYRMLING,
    YOUNG,
    Combination,
    hits,
    of_counts,
)

DEALT = {
    Combination(TIAMAT): 100_000,
    Combination(ANCIENT): 1_260,
    Combination(ADULT): 42_000,
    Combination(YOUNG, second=True): 108_000,
    Combination(YOUNG): 360_000,
    Combination(WYRMLING, second=True): 607_500,
    Combination(WYRMLING): 900_000,
}
"""How many hands of five, of all that can be dealt, are worth what (OD-TM1 to OD-TM7)."""
HANDS = comb(len(COLORS) * OF_A_COLOR, HAND)
MOST = 4
"""So many cards may be discarded (TM-10)."""


@cache
def margin(hand: Combination) -> float:
    """What a hand does to an opponent's as dealt, less what that does to it, on the average."""
    total = 0
    for other, times in DEALT.items():
        taken = hits({0: hand, 1: other}, {0: 0, 1: 1})
        total += times * (taken[1] - taken[0])
    return total / HANDS


def draws(count: int, left: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way in which `count` cards may come from so many left of each colour, and how often each comes."""
    if len(left) == 1:
        if count <= left[0]:
            yield (count,), comb(left[0], count)
        return
    for n in range(min(count, left[0]) + 1):
        for rest, times in draws(count - n, left[1:]):
            yield (n, *rest), comb(left[0], n) * times


def expected(held: Sequence[int], kept: Sequence[int]) -> float:
    """The mean margin of a hand, by colour, of which these cards are kept and the others replaced."""
    left = [OF_A_COLOR - n for n in held]
    count = HAND - sum(kept)
    total = sum(
        margin(of_counts(a + b for a, b in zip(kept, drawn, strict=True))) * times
        for drawn, times in draws(count, left)
    )
    return total / comb(sum(left), count)


@cache
def best_keep(held: tuple[int, ...]) -> tuple[int, ...]:
    """How many of each colour to keep of a hand; `held` falls, since colours are all alike (TM-02)."""
    ways = [kept for kept in product(*(range(n + 1) for n in held)) if sum(kept) >= HAND - MOST]
    # of equally good ones, the one that discards least
    return max(ways, key=lambda kept: (round(expected(held, kept), 9), sum(kept)))


def best_discards(cards: Sequence[str]) -> list[int]:
    """The places of the cards whose replacement gives the highest expected margin."""
    order = Counter(cards).most_common()
    held = tuple(n for _, n in order) + (0,) * (len(COLORS) - len(order))
    keep = {card: n for (card, _), n in zip(order, best_keep(held), strict=False)}
    places = []
    for place, card in enumerate(cards):
        if keep[card]:
            keep[card] -= 1
        else:
            places.append(place)
    return places


def guest(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """A guest of the house keeps its largest colour, or with four colours one of each (PTY-R2)."""
    prompt = ask.prompt
    if not isinstance(prompt, Pick):
        assert isinstance(prompt, Choose)
        return prompt.options[0] if ask.kind == "stake" else prompt.default
    counts = Counter(prompt.items)
    if len(counts) < MOST:
        [(largest, _)] = counts.most_common(1)
        return [place for place, card in enumerate(prompt.items) if card != largest]
    # four or five colours: only what is there twice goes, and of Tiamat nothing
    return [place for place, card in enumerate(prompt.items) if card in prompt.items[:place]]


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Discards by enumeration, always buys back, duels when behind, and breathes fire whenever it can."""
    prompt = ask.prompt
    if isinstance(prompt, Pick):
        return best_discards(prompt.items)
    assert isinstance(prompt, Choose)
    if ask.kind == "duel":
        return "fight" if prompt.says["life"] < prompt.says["foe"] else "decline"
    if ask.kind == "duel_move":
        return "breath" if "breath" in prompt.options else luck.choice(prompt.options)
    return prompt.options[0]
