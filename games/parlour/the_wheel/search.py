"""The shark of The Wheel: it tries every play in many sampled deals and plays each out with quick players.

To make playouts fast, a hand is a list of counts by rank, in the order of the circle with Dragons last. Equal points
share the win: the tie-break Color would need the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.computer import Sampler, Search
from games.computer.weighed import Weighed
from games.engine.chance import Chance
from games.engine.prompts import Answer, Choose, Pick
from games.engine.scene import OpenAsk, Scene
from games.parlour.players.drawing import unseen
from games.parlour.players.hearing import told
from games.parlour.shared.computer import hand_of, options_of, rivals
from games.parlour.shared.deck import NUMBER
from games.parlour.the_wheel.board import ADDS, BESIDE, CIRCLE, HAND, OWN, PLAYS, Wheel
from games.parlour.the_wheel.computer import BEHIND, CHOOSY, SAFE, SPOKE_OF, View, best_play, plays
from games.parlour.the_wheel.options import Options

PLAYOUTS, PLAYOUTS_OF_A_CARD = 1500, 600
"""The playouts for choosing a card, and for choosing its spoke."""

SPOKES, DRAGON = len(CIRCLE), len(CIRCLE)
RANK = {rank: at for at, rank in enumerate(f"{CIRCLE}D")}
"""The index of each rank, which is also the index of its spoke."""
CLOSED = -99
"""The strength of a closed spoke: nobody plays there, and it never leads. Open ones are above half of it."""
NEXT = (1, 2, 3, 4, 0)
BEFORE = (4, 0, 1, 2, 3)
APART = ((2, 3), (3, 4), (4, 0), (0, 1), (1, 2))
"""By spoke: its neighbour clockwise, its neighbour counter-clockwise, and the two ranks that score nothing there."""
COMMON = tuple(NUMBER[rank] for rank in CIRCLE)
COMPANION, ALLY, OF_A_DRAGON = ADDS["companions"], ADDS["allies"], ADDS["Dragons"]

Counts = list[int]


def leader(strengths: Sequence[int]) -> int:
    """Return the strongest spoke; a tie goes to the rarer one."""
    best = 0
    for spoke in range(1, SPOKES):
        n, most = strengths[spoke], strengths[best]
        if n > most or (n == most and COMMON[spoke] < COMMON[best]):
            best = spoke
    return best


def points_of(hand: Sequence[int], spoke: int) -> int:
    """Return the points of a hand if a spoke is the strongest."""
    return OWN * hand[spoke] + BESIDE * (hand[NEXT[spoke]] + hand[BEFORE[spoke]])


def lay(rank: int, spoke: int, strengths: Counts) -> None:
    """Add a card's strength to a spoke."""
    strengths[spoke] += OF_A_DRAGON if rank == DRAGON else COMPANION if rank == spoke else ALLY


def turn(hand: Counts, strengths: Counts) -> None:
    """Play a turn by the rules of `quick_play`, on counts."""
    near = max(strengths) - SAFE
    target, best = 0, -1e9
    for spoke in range(SPOKES):
        behind = strengths[spoke] - near
        suits = float(OWN * hand[spoke] + BESIDE * (hand[NEXT[spoke]] + hand[BEFORE[spoke]]))
        if behind < 0:
            suits += BEHIND * behind
        if suits > best:
            target, best = spoke, suits
    one, two, (three, four) = NEXT[target], BEFORE[target], APART[target]
    useful = DRAGON if hand[DRAGON] else one if hand[one] else two if hand[two] else -1
    spare = three if hand[three] else four if hand[four] else -1
    ahead = strengths[target] - SAFE
    others = max(strengths[one], strengths[two], strengths[three], strengths[four])
    if spare >= 0 and (useful < 0 or ahead >= others):
        weakest = spare
        for spoke in (NEXT[spare], BEFORE[spare]):
            if CLOSED // 2 < strengths[spoke] < strengths[weakest] or strengths[weakest] < CLOSED // 2:
                weakest = spoke
        hand[spare] -= 1
        lay(spare, weakest, strengths)
    else:
        rank = useful if useful >= 0 else target
        hand[rank] -= 1
        lay(rank, target, strengths)


class Seen:
    """A turn as the viewer sees it: the viewer's hand, the Wheel, the hidden cards, and the rivals' plays.

    `yet`: rivals who play before the next card of the Clock, in turn; `then`: those who play after it.
    `laps`: the number of cards left in the Clock.
    """

    __slots__ = ("hand", "laps", "pool", "pushed", "strengths", "then", "yet")

    def __init__(self, scene: Scene, hand: Sequence[str]) -> None:
        view, viewer = View.of(scene), scene.viewer
        others = rivals(scene)
        self.hand = counted([RANK[card[0]] for card in hand])
        self.strengths = [view.strengths.get(spoke, CLOSED) for spoke in CIRCLE]
        self.laps = view.to_come // (2 + len(others))
        dragons = options_of(scene, Options).dragon_cards
        self.pool = [RANK[card[0]] for card in unseen(scene, dragons=dragons)]
        self.pushed: dict[int, list[int]] = {rival: [] for rival in others}
        own = 0
        for line in told(scene, PLAYS):
            seat = line.values["seat"]
            own += seat == viewer
            if seat in self.pushed:
                self.pushed[seat].append(RANK[SPOKE_OF[line.values["spoke"]]])
        clockwise = sorted(others, key=lambda seat: (seat < viewer, seat))
        self.yet = [seat for seat in clockwise if len(self.pushed[seat]) <= own]
        self.then = [seat for seat in clockwise if seat not in self.yet]

    def coming(self) -> int:
        """Count the cards still to be drawn or turned up."""
        seats = 1 + len(self.pushed)
        return len(self.yet) + self.laps + max(0, self.laps - 1) * seats


class WheelWorld:
    """A sampled deal of the rivals' hands and all cards to come, for comparing plays."""

    __slots__ = ("cards", "held", "seen", "weight")

    def __init__(self, seen: Seen, luck: Chance) -> None:
        self.weight = 1.0
        self.seen = seen
        rest = list(seen.pool)
        self.held = {seat: self._hand(spokes, rest, luck) for seat, spokes in seen.pushed.items()}
        self.cards = luck.deal(rest, seen.coming())

    def _hand(self, spokes: Sequence[int], rest: list[int], luck: Chance) -> Counts:
        """Deal a hand that has played on these spokes, and mostly kept the cards that suit them."""
        hand = luck.deal(rest, HAND)
        for spoke in spokes:
            hand.append(luck.draw(rest))
            place = luck.below(len(hand))
            if luck.below(100) < CHOOSY:
                worth = WORTH[spoke]
                place = min(range(len(hand)), key=lambda at: worth[hand[at]])
            # the card really played is on the Wheel, so this one may still be drawn
            rest.append(hand.pop(place))
        return counted(hand)

    def outcome(self, answer: Answer, luck: Chance) -> float:
        """Return the viewer's share of the win after a play, given as a rank and a spoke."""
        rank, spoke = answer
        seen, cards, at = self.seen, self.cards, 0
        held = {seat: list(hand) for seat, hand in self.held.items()}
        own, strengths = list(seen.hand), list(seen.strengths)
        own[rank] -= 1
        lay(rank, spoke, strengths)
        first = [held[seat] for seat in seen.yet]
        whole = [*(held[seat] for seat in seen.then), own, *first]
        for lap in range(seen.laps):
            for hand in whole if lap else first:
                hand[cards[at]] += 1
                at += 1
                turn(hand, strengths)
            struck = cards[at]
            at += 1
            if struck != DRAGON and strengths[NEXT[struck]] > CLOSED // 2:
                strengths[NEXT[struck]] += ALLY
        best = leader(strengths)
        mine = points_of(own, best)
        theirs = [points_of(hand, best) for hand in held.values()]
        return 0.0 if max(theirs, default=0) > mine else 1 / (1 + theirs.count(mine))


def counted(ranks: Sequence[int]) -> Counts:
    """Count the cards of each rank."""
    return [ranks.count(rank) for rank in range(SPOKES + 1)]


WORTH = tuple([points_of(counted([rank]), spoke) for rank in range(SPOKES + 1)] for spoke in range(SPOKES))
"""The points of a card, by the strongest spoke and the card's rank."""


def _determinise(scene: Scene, ask: OpenAsk, luck: Chance) -> Sampler | None:
    zone = hand_of(scene, scene.viewer)
    if zone is None or len(zone.items) != HAND + 1:
        return None
    seen = Seen(scene, zone.items)
    return lambda luck: WheelWorld(seen, luck)


def _places(scene: Scene, ask: OpenAsk) -> Sequence[int]:
    """Return the places of the cards that may be played."""
    zone, prompt = hand_of(scene, scene.viewer), ask.prompt
    if zone is not None and isinstance(prompt, Choose):
        return [zone.items.index(prompt.says["card"])]
    return prompt.places() if isinstance(prompt, Pick) else ()


def _thought(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Return the best play by estimate, without a search, as a rank and a spoke."""
    zone = hand_of(scene, scene.viewer)
    assert zone is not None
    place, spoke = best_play(View.of(scene), zone.items, _places(scene, ask), clock=False)
    return RANK[zone.items[place][0]], RANK[spoke]


def _candidates(scene: Scene, ask: OpenAsk, luck: Chance) -> Sequence[Answer]:
    zone = hand_of(scene, scene.viewer)
    assert zone is not None
    wheel = Wheel(View.of(scene).marked)
    ways = {
        (RANK[zone.items[place][0]], RANK[spoke])
        for place in _places(scene, ask)
        for spoke in wheel.spokes_for(zone.items[place])
    }
    return sorted(ways)


_OF_A_HAND = Search(_determinise, _thought, _candidates, PLAYOUTS)
_OF_A_CARD = replace(_OF_A_HAND, playouts=PLAYOUTS_OF_A_CARD)


class Searcher:
    """Searches for the best play of a turn; leaves the Unwound Clock to `plays`."""

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Return the best play."""
        weighed = self.weigh(scene, ask, luck)
        return plays(scene, ask, luck) if weighed is None else weighed.ways[0][0]

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the cards, or the spokes for a card, by the share of the win that they bring."""
        prompt, zone = ask.prompt, hand_of(scene, scene.viewer)
        if zone is None:
            return None
        if isinstance(prompt, Pick) and ask.kind == "play":
            weighed = _OF_A_HAND.weigh(scene, ask, luck)
            if weighed is None:
                return None
            places = {RANK[zone.items[at][0]]: at for at in reversed(prompt.places())}
            best = dict[int, float]()
            for (rank, _), worth in weighed.ways:
                best.setdefault(rank, worth)
            return weighed._replace(ways=[([places[rank]], worth) for rank, worth in best.items()])
        if isinstance(prompt, Choose) and ask.kind == "spoke" and "clock" not in prompt.options:
            weighed = _OF_A_CARD.weigh(scene, ask, luck)
            return weighed and weighed._replace(
                ways=[(CIRCLE[play[1]], worth) for play, worth in weighed.ways]
            )
        return None


searches = Searcher()
