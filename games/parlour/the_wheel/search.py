"""The search of a shark of The Wheel: every play is tried in many deals, and played on as regulars would.

A hand is counted by rank here, in the order of the circle and the Dragons last, so that a playout is quick. Ties of
points are shared, without the tie-break Color.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.computer import Sampler, Search
from games.engine import Answer, Chance, Choose, OpenAsk, Pick, Scene
from games.parlour.players.drawing import unseen
from games.parlour.players.hearing import told
from games.parlour.shared.computer import hand_of, options_of, rivals
from games.parlour.shared.deck import NUMBER
from games.parlour.the_wheel.board import ADDS, BESIDE, CIRCLE, HAND, OWN, PLAYS, Wheel
from games.parlour.the_wheel.computer import BEHIND, CHOOSY, SAFE, SPOKE_OF, View, best_play, plays
from games.parlour.the_wheel.options import Options

PLAYOUTS, PLAYOUTS_OF_A_CARD = 1500, 600
"""Playouts of a question for a card, and of one where that card goes."""

SPOKES, DRAGON = len(CIRCLE), len(CIRCLE)
RANK = {rank: at for at, rank in enumerate(f"{CIRCLE}D")}
"""The number of each rank, and of its spoke."""
CLOSED = -99
"""The strength of a closed spoke: nobody plays there, and it never leads."""
NEXT = (1, 2, 3, 4, 0)
BEFORE = (4, 0, 1, 2, 3)
APART = ((2, 3), (3, 4), (4, 0), (0, 1), (1, 2))
"""By spoke: its neighbours, and the ranks that score nothing there."""
COMMON = tuple(NUMBER[rank] for rank in CIRCLE)
COMPANION, ALLY, OF_A_DRAGON = ADDS["companions"], ADDS["allies"], ADDS["Dragons"]

Counts = list[int]


def leader(strengths: Sequence[int]) -> int:
    """Return the strongest spoke, of equal ones the rarer."""
    best = 0
    for spoke in range(1, SPOKES):
        n, most = strengths[spoke], strengths[best]
        if n > most or (n == most and COMMON[spoke] < COMMON[best]):
            best = spoke
    return best


def points_of(hand: Sequence[int], spoke: int) -> int:
    """Return the points of a hand if that spoke leads."""
    return OWN * hand[spoke] + BESIDE * (hand[NEXT[spoke]] + hand[BEFORE[spoke]])


def lay(rank: int, spoke: int, strengths: Counts) -> None:
    """Play a card on a spoke."""
    strengths[spoke] += OF_A_DRAGON if rank == DRAGON else COMPANION if rank == spoke else ALLY


def turn(hand: Counts, strengths: Counts) -> None:
    """Play a card for the spoke that suits the hand, one that it can spare; see `quick_play`."""
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
    """The facts of a turn, read once: the own hand, the Wheel, hidden cards, and the plays of rivals.

    `yet`: rivals who play before the next card of the Clock, in turn; `then`: those who play after it. `laps`: cards of
    the Clock that are still to come.
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
        """Return how many cards will be drawn and turned up."""
        seats = 1 + len(self.pushed)
        return len(self.yet) + self.laps + max(0, self.laps - 1) * seats


class WheelWorld:
    """One deal of the rivals' hands and of all cards to come, in which a play can be tried out."""

    __slots__ = ("cards", "held", "seen", "weight")

    def __init__(self, seen: Seen, luck: Chance) -> None:
        self.weight = 1.0
        self.seen = seen
        rest = list(seen.pool)
        self.held = {seat: self._hand(spokes, rest, luck) for seat, spokes in seen.pushed.items()}
        self.cards = luck.deal(rest, seen.coming())

    def _hand(self, spokes: Sequence[int], rest: list[int], luck: Chance) -> Counts:
        """Deal a hand that played for these spokes: it has kept the cards that suit them, mostly."""
        hand = luck.deal(rest, HAND)
        for spoke in spokes:
            hand.append(luck.draw(rest))
            place = luck.below(len(hand))
            if luck.below(100) < CHOOSY:
                worth = WORTH[spoke]
                place = min(range(len(hand)), key=lambda at: worth[hand[at]])
            # the card that was played lies on the Wheel: what goes here is still to come
            rest.append(hand.pop(place))
        return counted(hand)

    def outcome(self, answer: Answer, luck: Chance) -> float:
        """Return the part of the win that is the viewer's after this play: a rank, and its spoke."""
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
    """Return how many of each rank there are."""
    return [ranks.count(rank) for rank in range(SPOKES + 1)]


WORTH = tuple([points_of(counted([rank]), spoke) for rank in range(SPOKES + 1)] for spoke in range(SPOKES))
"""By spoke and rank: the points of a card if that spoke leads."""


def _determinise(scene: Scene, ask: OpenAsk, luck: Chance) -> Sampler | None:
    zone = hand_of(scene, scene.viewer)
    if zone is None or len(zone.items) != HAND + 1:
        return None
    seen = Seen(scene, zone.items)
    return lambda luck: WheelWorld(seen, luck)


def _places(scene: Scene, ask: OpenAsk) -> Sequence[int]:
    """Return the places of the cards that may be played now."""
    zone, prompt = hand_of(scene, scene.viewer), ask.prompt
    if zone is not None and isinstance(prompt, Choose):
        return [zone.items.index(prompt.says["card"])]
    return prompt.places() if isinstance(prompt, Pick) else ()


def _thought(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Return the play that seems best without a search: a rank, and its spoke."""
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


def searches(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Try out every play of a turn; the Unwound Clock is played by its odds."""
    prompt, zone = ask.prompt, hand_of(scene, scene.viewer)
    if zone is not None and isinstance(prompt, Pick) and ask.kind == "play":
        rank, _ = _OF_A_HAND(scene, ask, luck)
        return [next(at for at in prompt.places() if RANK[zone.items[at][0]] == rank)]
    if (
        zone is not None
        and isinstance(prompt, Choose)
        and ask.kind == "spoke"
        and "clock" not in prompt.options
    ):
        return CIRCLE[_OF_A_CARD(scene, ask, luck)[1]]
    return plays(scene, ask, luck)
