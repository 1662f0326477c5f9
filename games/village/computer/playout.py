"""Playouts of Please Don't Burn My Village!: quick players finish the game with all cards known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.engine.chance import Chance
from games.village.cards import STALLS
from games.village.scoring import Favor, rank, score

WILD = "wild"
DRAW = 0.7
"""The value of drawing a card to a quick player, while there is time to use it."""
CARD, COST = 1.3, 1.6
"""The value of a card from the market to a quick player, and the cost of a card paid for it."""
LATE = 10
"""With this many cards in the deck or fewer, a quick player avoids new cards: unused ones may count against it."""
CHEAP, FREE = (1, 0), (0,)
"""The stalls that a quick player visits, with a card to pay or without one."""
FARTHEST = 200
"""The limit on the turns of a playout; no game takes that many."""


class Table:
    """A game with all cards known, which quick players can finish."""

    __slots__ = ("bribes", "deck", "hands", "over", "stalls", "tokens", "values")

    def __init__(
        self,
        favor: Favor,
        hands: Mapping[int, Mapping[str, int]],
        bribes: Mapping[int, Mapping[str, int]],
        stalls: Mapping[int, Mapping[str, int]],
        deck: Sequence[str],
    ) -> None:
        self.tokens, self.values = list(favor.tokens), favor.values
        self.hands = {seat: Counter(hand) for seat, hand in hands.items()}
        self.bribes = {seat: Counter(bribe) for seat, bribe in bribes.items()}
        self.stalls = {cost: Counter(stalls.get(cost, ())) for cost in STALLS}
        self.deck, self.over = list(deck), False

    def move(self, kind: str, spaces: int) -> None:
        """Move a token along the track."""
        tokens = self.tokens
        space = max(0, min(tokens.index(kind) + spaces, len(tokens) - 1))
        tokens.remove(kind)
        tokens.insert(space, kind)

    def carry_out(self, seat: int, steps: Sequence[str]) -> None:
        """Carry out an action, given by its steps; any but a bribe or a stall draws a card."""
        action, _, value = steps[0].partition("_")
        hand = self.hands[seat]
        if action == "bribe":
            treasures, wilds = map(int, steps[1][1:].split("w"))
            hand[value] -= treasures
            hand[WILD] -= wilds
            self.bribes[seat][value] += treasures + wilds
            self.move(value, treasures + wilds)
            self._refill(value)
        elif action == "stall":
            cost, paid = int(value), steps[1:]
            hand.subtract(paid)
            hand.update(self.stalls[cost])
            self.stalls[cost] = Counter()
            if paid:
                self.move(paid[0], -cost)
        elif self.deck:
            hand[self.deck.pop()] += 1
        else:
            self.over = True

    def _refill(self, kind: str) -> None:
        at = 0
        while self.deck:
            card = self.deck.pop()
            self.stalls[STALLS[at % len(STALLS)]][card] += 1
            if card in (kind, WILD):
                return
            at += 1
        self.over = True

    def quick_action(self, seat: int) -> Sequence[str]:
        """Choose a quick player's action: the largest estimated gain among draws, full bribes and cheap stalls."""
        hand, own, tokens, values = self.hands[seat], self.bribes[seat], self.tokens, self.values
        last, late = len(tokens) - 1, len(self.deck) <= LATE
        best = -0.5 if late else DRAW
        action: Sequence[str] = ("draw",)
        wilds = hand[WILD]
        worst, worst_worth = "", 99.0
        for space, kind in enumerate(tokens):
            n, bribed = hand[kind], own[kind]
            if not n and not (wilds and bribed):
                continue
            worth = values[space]
            if n and not bribed and worth < worst_worth:
                worst, worst_worth = kind, worth
            for added in (0, wilds) if wilds else (0,):
                if not n + added:
                    continue
                space_after = space + n + added
                after = values[space_after if space_after < last else last]
                gain: float = (n + added) * after + bribed * (after - worth) - (n * worth if bribed else 0)
                # deduct the value of keeping the cards; late in the game, a Wild is better spent than kept
                gain -= -2 * added if late else 1.2 * n + 2.2 * added
                if gain > best:
                    best, action = gain, (f"bribe_{kind}", f"x{n}w{added}")
        for cost in CHEAP if worst else FREE:
            stall = self.stalls[cost]
            n = sum(stall.values())
            gain = CARD * n + stall[WILD] - COST * cost - (2 * n if late else 0)
            if n and gain > best:
                best, action = gain, (f"stall_{cost}", *((worst,) if cost else ()))
        return action

    def finish(self, order: Sequence[int]) -> None:
        """Let quick players finish the game; the first seat in `order` has the next turn."""
        for turn in range(FARTHEST):
            if self.over:
                return
            seat = order[turn % len(order)]
            self.carry_out(seat, self.quick_action(seat))

    def ahead(self, seat: int) -> float:
        """Return a seat's lead over the best other seat, plus a bonus for first place."""
        favor = Favor(self.values, self.tokens)
        ranks = {
            each: rank(score(+self.bribes[each], +self.hands[each], favor), favor) for each in self.hands
        }
        best = max(each for other, each in ranks.items() if other != seat)
        return ranks[seat][0] - best[0] + 6 * (ranks[seat] >= best)


def sample(
    unseen: Sequence[str], sizes: Mapping[int, int], luck: Chance
) -> tuple[dict[int, Counter[str]], list[str]]:
    """Deal the unseen cards at random into hands of these sizes and the deck."""
    cards = list(unseen)
    luck.shuffle(cards)
    hands = {}
    for seat, size in sizes.items():
        hands[seat] = Counter(cards[:size])
        del cards[:size]
    return hands, cards
