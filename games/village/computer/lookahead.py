"""The newcomer and the regular of Please Don't Burn My Village!; the regular looks one action ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.engine.chance import Chance
from games.engine.prompts import Answer, Choose
from games.engine.scene import BACK, OpenAsk, Scene, Track, Zone
from games.engine.scene import SceneHeader as Header
from games.village.cards import STALLS, kind_of
from games.village.scoring import WILD_LEFT, Favor

LONG = 40
"""With at least this many cards in the deck, a hand has its full value; with fewer, its value falls."""

PAIR = 2
"""The number of cards of a type with which a newcomer bribes."""
LAST = 12
"""With fewer cards than this in the deck, a newcomer sees the end coming and bribes with single cards too."""


class Plan(NamedTuple):
    """An action, as its answers to the turn's question and the following ones, and its value."""

    steps: tuple[str, ...]
    value: float


class Position(NamedTuple):
    """The game as one seat sees it."""

    favor: Favor
    hand: Counter[str]
    bribes: Mapping[int, Counter[str]]
    """The number of cards of each type in each seat's bribes."""
    stalls: Mapping[int, Counter[str]]
    deck: int
    seat: int

    def value(self) -> float:
        """Estimate the seat's lead, by the bribes, the cards in hand, and the time left to use them."""
        time = min(1.0, self.deck / LONG)
        # many plans are compared at each turn, so the worth of each type is looked up once
        worth = dict(zip(self.favor.tokens, self.favor.values, strict=True))
        own, others = 0, 0
        for seat, cards in self.bribes.items():
            points = sum([n * worth[kind] for kind, n in cards.items()])
            if seat == self.seat:
                own = points
            else:
                others += points
        ahead = own - others / max(1, len(self.bribes) - 1)
        return ahead + sum(n * self.card_value(kind, time) for kind, n in self.hand.items())

    def card_value(self, kind: str, time: float) -> float:
        """Estimate the points that a card in hand will bring.

        `time` goes from 0 (no time left) to 1.
        """
        if kind == "wild":
            return WILD_LEFT + 4 * time
        worth = self.favor.worth(kind)
        if self.bribes[self.seat][kind]:
            return worth
        # left in hand it counts against its owner; with time left it may still be used, or its type may rise
        return -worth + time * (1.5 * worth + 0.5)

    def bribe(self, kind: str, treasures: int, wilds: int) -> Position:
        """Return the position after a bribe, ignoring the new cards in the market, which are still unknown."""
        used = Counter({kind: treasures, "wild": wilds})
        own_bribes = self.bribes[self.seat] + Counter({kind: treasures + wilds})
        return self._replace(
            favor=self.favor.after(kind, treasures + wilds),
            hand=self.hand - used,
            bribes={**self.bribes, self.seat: own_bribes},
            deck=max(0, self.deck - 3),
        )

    def visit(self, cost: int, paid: tuple[str, ...]) -> Position:
        """Return the position after a visit that curses the first card paid."""
        return self._replace(
            favor=self.favor.after(paid[0], -cost) if paid else self.favor,
            hand=self.hand - Counter(paid) + self.stalls[cost],
        )


def observe(scene: Scene) -> Position:
    """Read the position from a scene, as its viewer sees it."""
    favor = Favor((), [])
    hand: Counter[str] = Counter()
    bribes: dict[int, Counter[str]] = {}
    stalls: dict[int, Counter[str]] = {}
    deck = 0
    for block in scene.blocks:
        if isinstance(block, Header) and block.phase is not None:
            deck = block.phase.values["deck"]
        elif isinstance(block, Track):
            cards, values = zip(*block.counts, strict=True)
            favor = Favor(values, [kind_of(token) for token in cards])
        elif isinstance(block, Zone) and block.owner is not None:
            kind, _, bribe = block.name.partition(" ")
            if bribe:
                bribes.setdefault(block.owner, Counter())[kind] = len(block.items)
            elif BACK not in block.items and block.owner == scene.viewer:
                hand = Counter(map(kind_of, block.items))
        elif isinstance(block, Zone) and block.name.startswith("stall"):
            stalls[int(block.name[-1])] = Counter(map(kind_of, block.items))
    return Position(favor, hand, bribes, stalls, deck, scene.viewer)


def plans(position: Position) -> Iterator[Plan]:
    """Yield all actions to compare, drawing first. Payments use the least useful cards."""
    time = min(1.0, position.deck / LONG)
    yield Plan(("draw",), position.value() + (0.7 * time if position.deck else 0.0))
    hand, own = position.hand, position.bribes[position.seat]
    for kind in position.favor.tokens:
        for treasures in range(0 if own[kind] else 1, hand[kind] + 1):
            for wilds in range(0 if treasures else 1, hand["wild"] + 1):
                after = position.bribe(kind, treasures, wilds)
                yield Plan((f"bribe_{kind}", f"x{treasures}w{wilds}"), after.value())
    worst = sorted(hand.elements(), key=lambda kind: (position.card_value(kind, time), kind))
    for cost in STALLS:
        if not position.stalls[cost] or len(worst) < cost:
            continue
        for kind in position.favor.tokens if cost else ("",):
            if cost and not hand[kind]:
                continue
            others = list(worst)
            if cost:
                others.remove(kind)
            paid = (kind, *others[: cost - 1]) if cost else ()
            yield Plan((f"stall_{cost}", *paid), position.visit(cost, paid).value())


def begun_steps(ask: OpenAsk) -> tuple[str, ...]:
    """Return the steps of the action already taken before this question."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if ask.kind == "turn":
        return ()
    if ask.kind == "bribe":
        return (f"bribe_{kind_of(prompt.says['card'])}",)
    return (f"stall_{prompt.says['cost']}", *map(kind_of, prompt.says["paid"]))


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Answer with the next step of the best action; go back if the steps taken so far don't belong to it."""
    assert ask.prompt is not None
    begun = begun_steps(ask)
    best = max(plans(observe(scene)), key=lambda plan: plan.value).steps
    return next_step(ask, best[len(begun)]) if best[: len(begun)] == begun else ask.prompt.default


def next_step(ask: OpenAsk, wanted: str) -> str:
    """Return the wanted step, or `more` if it's on a later page of the menu."""
    assert isinstance(ask.prompt, Choose)
    return wanted if wanted in ask.prompt.options else "more"


def newcomer(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Bribe with two or more cards of the most favoured type possible; otherwise take a free card, or draw.

    A newcomer doesn't consider how far a bribe moves its token, notices late that the deck is running out, and pays
    with random cards.
    """
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if ask.kind != "turn":
        # bribe with all cards of the type and every Wild; pay with a random card
        first = prompt.options[0].partition("w")[0]
        ways = [option for option in prompt.options if option.partition("w")[0] == first]
        return ways[-1] if ask.kind == "bribe" else luck.choice(prompt.options[:-1])
    position = observe(scene)
    least = PAIR if position.deck >= LAST else 1
    # the dragon's favourite first
    for kind in reversed(position.favor.tokens):
        if position.hand[kind] >= least and f"bribe_{kind}" in prompt.options:
            return f"bribe_{kind}"
    return "stall_0" if "stall_0" in prompt.options else prompt.default
