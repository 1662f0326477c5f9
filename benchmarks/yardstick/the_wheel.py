"""A computer player for The Wheel: it turns the Wheel to where its own hand is worth more than others' (WH, UC)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

from benchmarks.yardstick.shared import bet_by_strength, outlook, unseen, win_chance
from games.engine import Chance, Choose, OpenAsk, Pick, Scene
from games.engine.prompts import Answer
from games.parlour.shared.computer import hand_of, rivals
from games.parlour.shared.deck import NUMBER
from games.parlour.the_wheel.board import ADDS, CIRCLE, CLOSED, HAND, OWN, Wheel, part_of, points, wheel_seen

AHEAD = 1.2
"""A lead in points over the mean hand with which it hastens the end of an Unwound Clock."""


class View(NamedTuple):
    """A view of the game: strengths of open spokes, marked ones, the number of cards to come, hidden cards."""

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
        """Return the chance of each spoke to end as the strongest: by its lead, less sure with more cards to come.

        `played`, `on`: a card that is played first, and its spoke.
        """
        strengths = dict(self.strengths)
        if played:
            strengths[on] += ADDS[part_of(played, on)]
        # of equal spokes the rarer one is ahead, by less than one point of strength
        lead = {spoke: n - NUMBER[spoke] / 10 for spoke, n in strengths.items()}
        unsure = 0.02 + 0.5 * sqrt(self.to_come)
        weight = {spoke: exp((n - max(lead.values())) / unsure) for spoke, n in lead.items()}
        return {spoke: n / sum(weight.values()) for spoke, n in weight.items()}

    def lead(self, hand: Sequence[str], played: str = "", on: str = "") -> float:
        """Return the points by which a hand is expected to beat the mean hand."""
        total = 0.0
        for spoke, likely in self.prospects(played, on).items():
            mean = sum(points(self.pool, spoke)) / max(len(self.pool), 1)
            total += likely * (sum(points(hand, spoke)) - mean * len(hand))
        return total


def best_play(view: View, hand: Sequence[str], places: Sequence[int], *, clock: bool) -> tuple[int, str]:
    """The place of the best card to play, of these places, and its spoke; `clock`: it may go for a Clock card."""
    ways: dict[tuple[int, str], float] = {}
    wheel = Wheel(view.marked)
    for place in places:
        card, rest = hand[place], [*hand[:place], *hand[place + 1 :]]
        for spoke in wheel.spokes_for(card):
            ways[place, spoke] = view.lead(rest, card, spoke)
        if clock and view.lead(rest) > AHEAD:
            # the leader wants the game to end, and takes the end before any play
            ways[place, "clock"] = HAND * OWN + view.lead(rest)
    return max(ways, key=ways.__getitem__)


def winning(scene: Scene, hand: Sequence[str]) -> float:
    """The chance to beat every rival, whichever spoke ends as the strongest."""
    view = View.of(scene)
    win = 0.0
    for spoke, likely in view.prospects().items():
        chances = outlook(points(view.pool, spoke), HAND)
        win += likely * win_chance(scene, sum(points(hand, spoke)), chances, 0)
    return win


def earlier(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Plays for its own hand and against others', and bets by the chance to win."""
    zone, prompt = hand_of(scene, scene.viewer), ask.prompt
    assert prompt is not None
    if zone is None:
        return prompt.default
    hand, view = zone.items, View.of(scene)
    if ask.kind == "bet":
        return bet_by_strength(scene, ask, luck, winning(scene, hand))
    if isinstance(prompt, Pick):
        return [best_play(view, hand, prompt.places(), clock=ask.kind == "play_or_discard")[0]]
    if ask.kind == "spoke" and isinstance(prompt, Choose):
        place = hand.index(prompt.says["card"])
        return best_play(view, hand, [place], clock="clock" in prompt.options)[1]
    if ask.kind == "clock" and isinstance(prompt, Choose):
        card = prompt.says["card"]
        return max(prompt.options, key=lambda spoke: view.lead(hand, card, spoke))
    return prompt.default
