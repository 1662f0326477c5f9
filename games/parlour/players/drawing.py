"""Computer players for games with exchanges: they sample hidden hands and choose discards (DECK-R4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import inf
from typing import Any, NamedTuple, TypeVar

from games.computer import Sampler, Search, newcomer
from games.engine.chance import Chance
from games.engine.game import Policy
from games.engine.prompts import Answer, Pick
from games.engine.scene import BACK, Block, Circle, OpenAsk, Scene, Zone
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
"""The most hands dealt to find one that fits a seat's draws; if none does, the best of them is used.

A seat that kept all its cards gets more tries (`RARE`), since few random hands are that good."""

PLAYOUTS = 4000
"""The number of playouts for each question about a discard."""

Draws = Sequence[Sequence[int]]
"""The percentage of hands that draw 0, 1 or 2 cards (second index), by their number of poor cards (first index)."""
EXACTLY: Draws = ((94, 4, 2), (4, 92, 4), (1, 4, 95))
"""Rivals assumed to discard exactly their poor cards, with a few mistakes."""

Hand = Sequence[int]
"""A hand as the codes of its cards; their sum determines its strength."""

V = TypeVar("V")


class Known(dict[int, V]):
    """A cache that computes the value of a number at the first lookup."""

    __slots__ = ("work_out",)

    def __init__(self, work_out: Callable[[int], V]) -> None:
        self.work_out = work_out

    def __missing__(self, number: int) -> V:
        """Compute a value and store it."""
        found = self[number] = self.work_out(number)
        return found


def unseen(scene: Scene, *, dragons: bool = False) -> list[str]:
    """Return all cards of the deck that the viewer can't see."""
    seen = Counter(card for block in scene.blocks for card in _cards_in(block))
    return list((Counter(rogues_and_warriors_deck(dragons=dragons)) - seen).elements())


def _cards_in(block: Block) -> Iterator[str]:
    """Yield the cards of a block, face up or as backs."""
    if isinstance(block, Zone):
        # the zone shows the hands of an earlier tie, but those cards have gone back into the deck
        yield from block.items if block.name != TIED else ()
    elif isinstance(block, Circle):
        for place in block.places:
            for part in place.parts:
                yield from part.items


class Hands(NamedTuple):
    """A game with exchanges, as its computer players model it.

    `size`: the number of cards in a hand. `codes`: the code of each card. `pool`: the codes of all hidden cards.
    `left`: the number of exchanges to come.
    `worths`: the gain from each card of a hand, by the number of exchanges to come; `mean`: the gain from a new card.
    `now`: the current strength of a hand; `earlier`: its strength when this many exchanges were to come, if it differs.
    `draws`: the assumed habits of rivals at an exchange.
    `ending`: draws the cards that the game turns up later, and returns the function that ranks hands at the end.
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
        """Choose at most two cards to discard, by their places: the poorest, if they add less than a new card would."""
        worths, mean = self.worths(hand, left), self.mean
        least, second = poorest(worths)
        if worths[second] < mean:
            return [least, second] if least < second else [second, least]
        return [least] if worths[least] < mean else []

    def improve(self, hand: list[int], left: int, pool: list[int], luck: Chance) -> None:
        """Make the remaining exchanges of a hand, with cards from the pool."""
        for more in range(left, 0, -1):
            for place in self.thrown(hand, more):
                # at a full table the imagined draws can empty the pool
                if pool:
                    hand[place] = luck.draw(pool)


def poorest(worths: list[float]) -> tuple[int, int]:
    """Return the places of the two cards that add least, the poorest first."""
    lowest = min(worths)
    # hidden from the second search, then restored
    least = worths.index(lowest)
    worths[least] = inf
    second = worths.index(min(worths))
    worths[least] = lowest
    return least, second


def exchanges_left(scene: Scene) -> int:
    """Count the exchanges that the viewer still has, including the current one."""
    return max(0, EXCHANGES - len(drawn(scene).get(scene.viewer, ())))


def drawn(scene: Scene) -> dict[int, list[int]]:
    """Count the cards that each seat has drawn, by exchange."""
    found: dict[int, list[int]] = {}
    for line in told(scene, DRAW_TEXTS.words["discards"], DRAW_TEXTS.words["keeps_all"]):
        found.setdefault(line.values["seat"], []).append(line.values["n"])
    return found


def dealer_of(scene: Scene, hands: Hands) -> Dealer | None:
    """Return a dealer that deals the rivals hands which fit their draws, then makes the remaining exchanges.

    None if the viewer has no hand or can't see it.
    """
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
    """Deal a hand that fits its seat's draws; return it, its strength before each exchange, and the remaining pool."""
    best, most = None, -1.0
    for _ in range(RARE if 0 in counts else TRIES):
        rest, before, fits = list(pool), list[Any](), 1.0
        hand = luck.deal(rest, hands.size)
        for exchange, count in enumerate(counts):
            left = EXCHANGES - exchange
            # a player judged the hand by the cards that were open at that time
            before.append(hands.earlier(hand, left) if hands.earlier else hands.now(hand))
            worths = hands.worths(hand, left)
            low = poorest(worths)
            poor = (worths[low[0]] < hands.mean) + (worths[low[1]] < hands.mean)
            fits *= hands.draws[poor][count] / 100
            for place in low[:count] if len(rest) >= count else ():
                hand[place] = luck.draw(rest)
        if fits > most:
            best, most = (hand, before, rest), fits
        # rejection sampling: a hand is accepted as often as it would have drawn these numbers of cards
        if fits == 1.0 or luck.below(1000) < 1000 * fits:
            return hand, before, rest
    assert best is not None
    return best


def dealt_by(scene: Scene, read: Callable[[Scene], Hands | None]) -> Dealer | None:
    """Return a dealer for a scene, read by the game's own function; None if there is nothing to read."""
    hands = read(scene)
    return dealer_of(scene, hands) if hands is not None else None


def discard(scene: Scene, ask: OpenAsk, read: Callable[[Scene], Hands | None]) -> Answer:
    """Discard the poor cards of the hand; give any other question its default answer."""
    hands, zone = read(scene), hand_of(scene, scene.viewer)
    assert ask.prompt is not None
    if ask.kind != "discard" or hands is None or zone is None:
        return ask.prompt.default
    return hands.thrown(hands.coded(zone.items), hands.left)


class DiscardWorld:
    """A sampled deal of the rivals' hands and the cards to draw, for comparing discards.

    Every discard draws the same cards, which reduces the influence of luck on the comparison. `best`: the rank of the
    rivals' best hand at the end; `tied`: the number of rivals with a hand of that rank.
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
        """Return the share of the pot that the hand wins after this discard."""
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
    """Return a player that searches for its discard by playouts; `fast` answers all other questions."""

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
                # cards with the same code are interchangeable, so one discard stands for all like it
                found.setdefault(tuple(sorted([cards[at] for at in places])), list(places))
        return list(found.values())

    return Search(determinise, fast, candidates, PLAYOUTS)


def draw_players(read: Callable[[Scene], Hands | None], plays: Policy) -> dict[str, Policy]:
    """Return the computer players of a game with exchanges, by strength; `plays` makes the regular's discards."""
    return players(
        lambda scene: dealt_by(scene, read),
        plays,
        clumsy=newcomer(plays, slips=3),
        sharp=discarding(read, plays),
    )
