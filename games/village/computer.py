"""A computer player for Please Don't Burn My Village!: it looks one action ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import mean
from typing import NamedTuple

from games.engine import BACK, Chance, Choose, OpenAsk, Scene, Track, Zone
from games.engine import SceneHeader as Header
from games.engine.prompts import Answer
from games.village.cards import STALLS, kind_of
from games.village.scoring import WILD_LEFT, Favor

LONG = 40
"""With so many cards in the deck there is time for everything."""


class Plan(NamedTuple):
    """An action as it is answered: to the turn's question, and to those that follow; and how good it is."""

    steps: tuple[str, ...]
    value: float


class Village(NamedTuple):
    """What a player sees of the game."""

    favor: Favor
    hand: Counter[str]
    bribes: Mapping[int, Counter[str]]
    """Cards by seat and type."""
    stalls: Mapping[int, Counter[str]]
    deck: int
    seat: int

    def value(self) -> float:
        """How far ahead the seat is: what lies, and the hand by how much time there is to use it."""
        time = min(1.0, self.deck / LONG)
        lying = {
            seat: sum(n * self.favor.worth(kind) for kind, n in mine.items())
            for seat, mine in self.bribes.items()
        }
        ahead = lying[self.seat] - mean([n for seat, n in lying.items() if seat != self.seat] or [0])
        return ahead + sum(n * self.card_value(kind, time) for kind, n in self.hand.items())

    def card_value(self, kind: str, time: float) -> float:
        """What a card in hand is likely to bring; `time` is from 0, none is left, to 1."""
        if kind == "wild":
            return WILD_LEFT + 4 * time
        worth = self.favor.worth(kind)
        if self.bribes[self.seat][kind]:
            return worth
        # a type that is low now may still rise, if there is time
        return -worth + time * (1.5 * worth + 0.5)

    def bribe(self, kind: str, treasures: int, wilds: int) -> Village:
        """After such a bribe; what comes to the market is left out."""
        used = Counter({kind: treasures, "wild": wilds})
        mine = self.bribes[self.seat] + Counter({kind: treasures + wilds})
        return self._replace(
            favor=self.favor.after(kind, treasures + wilds),
            hand=self.hand - used,
            bribes={**self.bribes, self.seat: mine},
            deck=max(0, self.deck - 3),
        )

    def visit(self, cost: int, paid: tuple[str, ...]) -> Village:
        """After a visit that curses the first card paid."""
        return self._replace(
            favor=self.favor.after(paid[0], -cost) if paid else self.favor,
            hand=self.hand - Counter(paid) + self.stalls[cost],
        )


def look(scene: Scene) -> Village:
    """The game as the viewer sees it."""
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
    return Village(favor, hand, bribes, stalls, deck, scene.viewer)


def plans(village: Village) -> Iterator[Plan]:
    """Everything worth a thought, drawing first. Payments take the least useful cards."""
    time = min(1.0, village.deck / LONG)
    yield Plan(("draw",), village.value() + (0.7 * time if village.deck else 0.0))
    hand, own = village.hand, village.bribes[village.seat]
    for kind in village.favor.tokens:
        for treasures in range(0 if own[kind] else 1, hand[kind] + 1):
            for wilds in range(0 if treasures else 1, hand["wild"] + 1):
                after = village.bribe(kind, treasures, wilds)
                yield Plan((f"bribe_{kind}", f"x{treasures}", f"x{wilds}"), after.value())
    worst = sorted(hand.elements(), key=lambda kind: (village.card_value(kind, time), kind))
    for cost in STALLS:
        if not village.stalls[cost] or len(worst) < cost:
            continue
        for kind in village.favor.tokens if cost else ("",):
            if cost and not hand[kind]:
                continue
            others = list(worst)
            if cost:
                others.remove(kind)
            paid = (kind, *others[: cost - 1]) if cost else ()
            yield Plan((f"stall_{cost}", *paid), village.visit(cost, paid).value())


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """The next step of the best action. It goes back from a choice that it would not have begun."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if ask.kind == "turn":
        begun: tuple[str, ...] = ()
    elif ask.kind in ("bribe", "wilds"):
        begun = (f"bribe_{kind_of(prompt.says['card'])}",)
        if ask.kind == "wilds":
            begun += (f"x{prompt.says['n']}",)
    else:
        begun = (f"stall_{prompt.says['cost']}", *map(kind_of, prompt.says["paid"]))
    best = max(plans(look(scene)), key=lambda plan: plan.value).steps
    return best[len(begun)] if best[: len(begun)] == begun else prompt.default
