"""A computer player for The Wheel: it strengthens the spoke that favours its own hand over the others' (WH, UC)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

from games.engine.chance import Chance
from games.engine.prompts import Answer, Choose, Pick
from games.engine.scene import OpenAsk, Scene
from games.parlour.players.drawing import unseen
from games.parlour.players.hearing import Deal, Dealer, told
from games.parlour.shared.computer import hand_of, options_of, rivals
from games.parlour.shared.deck import NUMBER, RANK_NAMES, by_color
from games.parlour.the_wheel.board import (
    ADDS,
    BESIDE,
    CIRCLE,
    CLOSED,
    HAND,
    OWN,
    PLAYS,
    Wheel,
    clockwise_of,
    part_of,
    points,
    strongest,
    wheel_seen,
)  # fmt: skip
from games.parlour.the_wheel.options import Options

AHEAD = 1.2
"""With this lead over the average hand, in points, a player tries to end an Unwound Clock early."""


class View(NamedTuple):
    """The Wheel as a player sees it: open spokes by strength, marked spokes, cards to come, and hidden cards."""

    strengths: Mapping[str, int]
    marked: Sequence[str]
    to_come: int
    pool: Sequence[str]

    @classmethod
    def of(cls, scene: Scene) -> View:
        """Return the view of a scene's viewer."""
        wheel = wheel_seen(scene)
        spokes = dict(zip(CIRCLE, wheel.places, strict=True))
        marked = [spoke for spoke, stand in spokes.items() if stand.note == CLOSED]
        strengths = {spoke: stand.total for spoke, stand in spokes.items() if spoke not in marked}
        laps = len(wheel.middle.items) if wheel.middle else 0
        return cls(strengths, marked, laps * (2 + len(rivals(scene))), unseen(scene))

    def prospects(self, played: str = "", on: str = "") -> dict[str, float]:
        """Estimate each spoke's chance to end as the strongest, from its lead and the number of cards to come.

        `played`, `on`: a card to be played first, and its spoke.
        """
        strengths = dict(self.strengths)
        if played:
            strengths[on] += ADDS[part_of(played, on)]
        # a tie goes to the rarer spoke, so rarity counts less than one point of strength
        lead = {spoke: n - NUMBER[spoke] / 10 for spoke, n in strengths.items()}
        # a softmax; as in a random walk, the spread grows with the square root of the cards to come
        unsure = 0.02 + 0.5 * sqrt(self.to_come)
        weight = {spoke: exp((n - max(lead.values())) / unsure) for spoke, n in lead.items()}
        return {spoke: n / sum(weight.values()) for spoke, n in weight.items()}

    def lead(self, hand: Sequence[str], played: str = "", on: str = "") -> float:
        """Estimate by how many points a hand will beat the average hand."""
        total = 0.0
        for spoke, likely in self.prospects(played, on).items():
            mean = sum(points(self.pool, spoke)) / max(len(self.pool), 1)
            total += likely * (sum(points(hand, spoke)) - mean * len(hand))
        return total


def best_play(view: View, hand: Sequence[str], places: Sequence[int], *, clock: bool) -> tuple[int, str]:
    """Choose the best card among `places`, and its spoke; with `clock`, it may be discarded for a Clock card."""
    ways: dict[tuple[int, str], float] = {}
    wheel = Wheel(view.marked)
    for place in places:
        card, rest = hand[place], [*hand[:place], *hand[place + 1 :]]
        for spoke in wheel.spokes_for(card):
            ways[place, spoke] = view.lead(rest, card, spoke)
        if clock and view.lead(rest) > AHEAD:
            # a leader wants the game to end, so this has to outrank every play
            ways[place, "clock"] = HAND * OWN + view.lead(rest)
    return max(ways, key=ways.__getitem__)


SPOKE_OF = {name: rank for rank, name in RANK_NAMES.items()}
SCORES = {spoke: dict(zip([*CIRCLE, "D"], points([*CIRCLE, "D"], spoke), strict=True)) for spoke in CIRCLE}
"""The points of a card, by the strongest spoke and the card's rank."""
CHOOSY = 80
"""The percentage of past plays assumed to be the card worth least for the spoke; the others are random."""
SAFE = 2
"""With this lead for its spoke, a quick player keeps its useful cards and plays spare ones."""
BEHIND = 0.7
"""The penalty, in points, on a target spoke for each point of strength beyond `SAFE` that it is behind."""


def read_dealer(scene: Scene) -> Dealer | None:
    """Return a dealer that samples rivals' hands to fit their plays, then plays the remaining laps quickly."""
    mine = hand_of(scene, scene.viewer)
    if mine is None:
        return None
    options, view, viewer, own = options_of(scene, Options), View.of(scene), scene.viewer, mine.items
    pool, laps = unseen(scene, dragons=options.dragon_cards), view.to_come // (2 + len(rivals(scene)))
    pushed: dict[int, list[str]] = {rival: [] for rival in rivals(scene)}
    for line in told(scene, PLAYS):
        if line.values["seat"] in pushed:
            pushed[line.values["seat"]].append(SPOKE_OF[line.values["spoke"]])

    def deal(luck: Chance) -> Deal:
        rest = list(pool)
        held = {viewer: list(own)}
        for rival, spokes in pushed.items():
            hand = held[rival] = [luck.draw(rest) for _ in range(HAND)]
            for spoke in spokes:
                # each turn the rival drew a card, and probably kept those that suit its spoke
                hand.append(luck.draw(rest))
                worth = SCORES[spoke]
                least = min(range(len(hand)), key=lambda at, h=hand, w=worth: w[h[at][0]])  # type: ignore[misc]
                # the card really played is on the Wheel, so this one may still be drawn
                rest.append(hand.pop(least if luck.below(100) < CHOOSY else luck.below(len(hand))))
        strengths = dict(view.strengths)
        leader = strongest(strengths)
        now = {seat: (scored(hand, leader), *by_color(hand)) for seat, hand in held.items()}
        for _ in range(laps):
            for hand in held.values():
                hand.append(luck.draw(rest))
                quick_turn(hand, strengths)
            card = luck.draw(rest)
            spoke = clockwise_of(card[0]) if card[0] != "D" else ""
            if spoke in strengths:
                strengths[spoke] += 1
        leader = strongest(strengths)
        end = {seat: (scored(hand, leader), *by_color(hand)) for seat, hand in held.items()}
        return Deal(now, end)

    return deal


def scored(hand: Sequence[str], spoke: str) -> int:
    """Return the points of a hand if a spoke is the strongest."""
    worth = SCORES[spoke]
    return sum([worth[card[0]] for card in hand])


def quick_play(hand: Sequence[str], strengths: Mapping[str, int]) -> tuple[int, str]:
    """Choose a card by its place, and a spoke: strengthen what suits the hand, with a card that it can spare."""
    most = max(strengths.values())
    target = max(
        strengths, key=lambda spoke: scored(hand, spoke) + BEHIND * min(0, strengths[spoke] - most + SAFE)
    )
    worth = SCORES[target]
    lead = strengths[target] - max([n for spoke, n in strengths.items() if spoke != target], default=0)
    spare = [at for at, card in enumerate(hand) if not worth[card[0]] and card[0] != "D"]
    useful = [at for at, card in enumerate(hand) if worth[card[0]] == BESIDE or card[0] == "D"]
    if spare and (lead >= SAFE or not useful):
        rank = hand[spare[0]][0]
        beside = (rank, clockwise_of(rank), clockwise_of(rank, -1))
        return spare[0], min([each for each in beside if each in strengths], key=strengths.__getitem__)
    return useful[0] if useful else 0, target


def quick_turn(hand: list[str], strengths: dict[str, int]) -> None:
    """Play a card as `quick_play` chooses."""
    place, spoke = quick_play(hand, strengths)
    strengths[spoke] += ADDS[part_of(hand.pop(place), spoke)]


def plays_quickly(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Play as `quick_play` chooses, ignoring the cards to come; `plays` answers about the Clock."""
    zone, prompt = hand_of(scene, scene.viewer), ask.prompt
    if zone is None or len(zone.items) <= HAND:
        return plays(scene, ask, luck)
    place, spoke = quick_play(zone.items, View.of(scene).strengths)
    if isinstance(prompt, Pick) and place in prompt.places() and ask.kind != "play_or_discard":
        return [place]
    if ask.kind == "spoke" and isinstance(prompt, Choose) and spoke in prompt.options:
        return spoke
    return plays(scene, ask, luck)


def plays(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Play for the largest expected lead over the average hand."""
    zone, prompt = hand_of(scene, scene.viewer), ask.prompt
    assert prompt is not None
    if zone is None:
        return prompt.default
    hand, view = zone.items, View.of(scene)
    if isinstance(prompt, Pick):
        return [best_play(view, hand, prompt.places(), clock=ask.kind == "play_or_discard")[0]]
    if ask.kind == "spoke" and isinstance(prompt, Choose):
        place = hand.index(prompt.says["card"])
        return best_play(view, hand, [place], clock="clock" in prompt.options)[1]
    if ask.kind == "clock" and isinstance(prompt, Choose):
        card = prompt.says["card"]
        return max(prompt.options, key=lambda spoke: view.lead(hand, card, spoke))
    return prompt.default
