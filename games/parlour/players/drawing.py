"""The dealing, discarding and drawing that computer players imagine, in games with exchanges (DECK-R4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import inf
from typing import Any, NamedTuple, TypeVar

from games.computer import Sampler, Search, newcomer
from games.engine import BACK, Answer, Block, Chance, Circle, OpenAsk, Pick, Policy, Scene, Zone
from games.parlour.players.bets import players
from games.parlour.players.hearing import Deal, Dealer, told
from games.parlour.shared.computer import hand_of, rivals
from games.parlour.shared.deck import rogues_and_warriors_deck
from games.parlour.shared.draw_games import MOST
from games.parlour.shared.play import TIED
from games.parlour.shared.texts import DRAW_TEXTS

EXCHANGES = 2
"""The number of exchanges in a game."""

TRIES, RARE = 8, 40
"""Hands that are dealt until one fits what its seat has drawn; else the best of them is taken.

More for one who kept all, since such hands are rare."""

PLAYOUTS = 4000
"""Playouts of a discard."""

Draws = Sequence[Sequence[int]]
"""By how many of its cards are poor, and by how many it draws: how often a hand does so, in percent."""
EXACTLY: Draws = ((94, 4, 2), (4, 92, 4), (1, 4, 95))
"""The assumed accuracy of rivals: they discard every poor card, with occasional mistakes."""

Hand = Sequence[int]
"""A hand as the codes of its cards, whose sum determines its strength."""

V = TypeVar("V")


class Known(dict[int, V]):
    """A cache: the value of a number is worked out when it is first looked up."""

    __slots__ = ("work_out",)

    def __init__(self, work_out: Callable[[int], V]) -> None:
        self.work_out = work_out

    def __missing__(self, number: int) -> V:
        """Work it out, and keep it."""
        found = self[number] = self.work_out(number)
        return found


def unseen(scene: Scene, *, dragons: bool = False) -> list[str]:
    """Return the cards that the viewer cannot see."""
    seen = Counter(card for block in scene.blocks for card in _cards_in(block))
    return list((Counter(rogues_and_warriors_deck(dragons=dragons)) - seen).elements())


def _cards_in(block: Block) -> Iterator[str]:
    """Yield the cards of a block, or their backs."""
    if isinstance(block, Zone):
        # the cards of a tie that is played off went back into the deck
        yield from block.items if block.name != TIED else ()
    elif isinstance(block, Circle):
        for place in block.places:
            for part in place.parts:
                yield from part.items


class Hands(NamedTuple):
    """The facts of a game whose hands are improved by exchanges.

    `size`: cards of a hand. `codes`: the code of each card. `pool`: cards that may lie anywhere hidden, by their codes.
    `left`: exchanges still to come.
    `worths`: what each card of a hand adds, for a hand with so many exchanges to come; `mean`: what a new card adds.
    `now`: the strength of a hand as it is; `earlier`: the same with so many exchanges to come, if that was another.
    `draws`: how many cards a hand draws.
    `ending`: draws what is turned up later, and returns how hands rank then.
    """

    size: int
    codes: Mapping[str, int]
    pool: Sequence[int]
    left: int
    worths: Callable[[Hand, int], list[float]]
    mean: float
    now: Callable[[Hand], Any]
    ending: Callable[[list[int], Chance], Callable[[Hand], Any]]
    earlier: Callable[[Hand, int], Any] | None = None
    draws: Draws = EXACTLY

    def coded(self, cards: Sequence[str]) -> list[int]:
        """Return the codes of cards."""
        return [self.codes[card] for card in cards]

    def thrown(self, hand: Hand, left: int) -> list[int]:
        """Return the places of the cards to discard: at most two, and only cards that add less than a new one would."""
        worths, mean = self.worths(hand, left), self.mean
        least, second = poorest(worths)
        if worths[second] < mean:
            return [least, second] if least < second else [second, least]
        return [least] if worths[least] < mean else []

    def improve(self, hand: list[int], left: int, pool: list[int], luck: Chance) -> None:
        """Carry out the exchanges to come on a hand."""
        for more in range(left, 0, -1):
            for place in self.thrown(hand, more):
                # at a full table, guesses of how much everyone draws may come to more than there is
                if pool:
                    hand[place] = luck.draw(pool)


def poorest(worths: list[float]) -> tuple[int, int]:
    """Return the places of the two cards that add least, the least first."""
    lowest = min(worths)
    least = worths.index(lowest)
    worths[least] = inf
    second = worths.index(min(worths))
    worths[least] = lowest
    return least, second


def exchanges_left(scene: Scene) -> int:
    """Return how many exchanges the viewer still has, the one being asked about among them."""
    return max(0, EXCHANGES - len(drawn(scene).get(scene.viewer, ())))


def drawn(scene: Scene) -> dict[int, list[int]]:
    """Return how many cards each seat has drawn in each of its exchanges."""
    found: dict[int, list[int]] = {}
    for line in told(scene, DRAW_TEXTS.words["discards"], DRAW_TEXTS.words["keeps_all"]):
        found.setdefault(line.values["seat"], []).append(line.values["n"])
    return found


def dealer_of(scene: Scene, hands: Hands) -> Dealer | None:
    """Return a dealer of the rivals' hands: dealt, improved as often as they drew, and improved to the end."""
    zone = hand_of(scene, scene.viewer)
    if zone is None or BACK in zone.items:
        return None
    own, viewer = hands.coded(zone.items), scene.viewer
    told_of = drawn(scene)
    drew = {rival: told_of.get(rival, ()) for rival in rivals(scene)}
    changes = min(map(len, drew.values()), default=0)

    def deal(luck: Chance) -> Deal:
        pool = list(hands.pool)
        held = {viewer: own}
        then: list[dict[int, Any]] = [{} for _ in range(changes)]
        for rival, counts in drew.items():
            held[rival], before, pool = _drawing(hands, counts, pool, luck)
            for known, hand in zip(then, before, strict=False):
                known[rival] = hand
        now = {seat: hands.now(hand) for seat, hand in held.items()}
        rank = hands.ending(pool, luck)
        end = {}
        for seat, hand in held.items():
            later = list(hand)
            hands.improve(later, hands.left, pool, luck)
            end[seat] = rank(later)
        return Deal(now, end, then=then)

    return deal


def _drawing(
    hands: Hands, counts: Sequence[int], pool: Sequence[int], luck: Chance
) -> tuple[list[int], list[Any], list[int]]:
    """Deal a hand that fits the draws of its seat; return it, its strength before each exchange, and the pool."""
    best, most = None, -1.0
    for _ in range(RARE if 0 in counts else TRIES):
        rest, before, fits = list(pool), list[Any](), 1.0
        hand = luck.deal(rest, hands.size)
        for exchange, count in enumerate(counts):
            left = EXCHANGES - exchange
            # by what was known at that time
            before.append(hands.earlier(hand, left) if hands.earlier else hands.now(hand))
            worths = hands.worths(hand, left)
            low = poorest(worths)
            poor = (worths[low[0]] < hands.mean) + (worths[low[1]] < hands.mean)
            fits *= hands.draws[poor][count] / 100
            for place in low[:count] if len(rest) >= count else ():
                hand[place] = luck.draw(rest)
        if fits > most:
            best, most = (hand, before, rest), fits
        if fits == 1.0 or luck.below(1000) < 1000 * fits:
            return hand, before, rest
    assert best is not None
    return best


def dealt_by(scene: Scene, read: Callable[[Scene], Hands | None]) -> Dealer | None:
    """Return a dealer for the hands that a game reads from its scene."""
    hands = read(scene)
    return dealer_of(scene, hands) if hands is not None else None


def discard(scene: Scene, ask: OpenAsk, read: Callable[[Scene], Hands | None]) -> Answer:
    """Return the discard that improves the hand, or the default to another question."""
    hands, zone = read(scene), hand_of(scene, scene.viewer)
    assert ask.prompt is not None
    if ask.kind != "discard" or hands is None or zone is None:
        return ask.prompt.default
    return hands.thrown(hands.coded(zone.items), hands.left)


class DiscardWorld:
    """One deal of the rivals' hands and of the cards to draw, in which every discard can be tried out.

    All discards draw the same cards, so that luck seldom decides between them. `best`: the best hand of a rival at the
    end; `tied`: how many have one like it.
    """

    __slots__ = ("best", "coming", "hand", "hands", "rank", "tied", "weight")

    def __init__(self, hands: Hands, hand: Hand, others: int, luck: Chance) -> None:
        self.weight = 1.0
        self.hand, self.hands = hand, hands
        pool = list(hands.pool)
        held = [luck.deal(pool, hands.size) for _ in range(others)]
        self.rank = hands.ending(pool, luck)
        for theirs in held:
            hands.improve(theirs, EXCHANGES, pool, luck)
        ranks = [self.rank(theirs) for theirs in held]
        self.best = max(ranks)
        self.tied = ranks.count(self.best)
        self.coming = luck.deal(pool, min(len(pool), MOST * hands.left))

    def outcome(self, answer: Answer, luck: Chance) -> float:
        """Return the part of the pot that the hand wins after this discard."""
        hands, hand, coming = self.hands, list(self.hand), iter(self.coming)
        for place, card in zip(answer, coming, strict=False):
            hand[place] = card
        for left in range(hands.left - 1, 0, -1):
            for place, card in zip(hands.thrown(hand, left), coming, strict=False):
                hand[place] = card
        mine = self.rank(hand)
        if mine == self.best:
            return 1 / (1 + self.tied)
        return float(mine > self.best)


def discarding(read: Callable[[Scene], Hands | None], fast: Policy) -> Policy:
    """Return a player that tries out every discard."""

    def determinise(scene: Scene, ask: OpenAsk, luck: Chance) -> Sampler | None:
        hands, zone, others = read(scene), hand_of(scene, scene.viewer), len(rivals(scene))
        if ask.kind != "discard" or hands is None or zone is None or not others:
            return None
        hand = hands.coded(zone.items)
        return lambda luck: DiscardWorld(hands, hand, others, luck)

    def candidates(scene: Scene, ask: OpenAsk, luck: Chance) -> Sequence[Answer]:
        hands = read(scene)
        if hands is None or not isinstance(ask.prompt, Pick):
            return ()
        cards, found = hands.coded(ask.prompt.items), dict[tuple[int, ...], Answer]()
        for n in range(MOST + 1):
            for places in combinations(range(len(cards)), n):
                # cards of one code are as good as each other
                found.setdefault(tuple(sorted([cards[at] for at in places])), list(places))
        return list(found.values())

    return Search(determinise, fast, candidates, PLAYOUTS)


def draw_players(read: Callable[[Scene], Hands | None], plays: Policy) -> dict[str, Policy]:
    """Return the three strengths of a game with exchanges; `plays` discards for a regular."""
    return players(
        lambda scene: dealt_by(scene, read),
        plays,
        clumsy=newcomer(plays, slips=3),
        sharp=discarding(read, plays),
    )
