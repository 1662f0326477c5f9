"""A computer player for City Square: it builds greedily inside one frame and bets by the lead that it has (CS)."""

from __future__ import annotations

from itertools import permutations
from math import exp

from benchmarks.yardstick.shared import bet_by_strength
from games.engine import Chance, Grid, OpenAsk, Place, Scene
from games.engine.prompts import Answer
from games.parlour.city_square.scoring import CARDS, YEARS, Spot, frame, worth
from games.parlour.shared.computer import rivals


def best_places(prompt: Place) -> list[list[int]]:
    """Card after card where it counts most, in whichever order of the cards comes out best."""
    count = prompt.worth or worth
    ways: list[tuple[int, list[list[int]]]] = []
    for order in permutations(range(len(prompt.items))):
        piles, places = prompt.piles, dict[int, Spot]()
        for at in order:
            lying = {(column, row): len(cards) for column, row, cards in piles}
            free = [
                spot
                for spot in frame(prompt.piles)
                if spot not in places.values() and lying.get(spot, 0) < prompt.depth
            ]
            one = prompt._replace(items=(prompt.items[at],), piles=piles)
            # where two places count alike, nothing is covered
            points = {spot: (count(one.after([spot])), -lying.get(spot, 0)) for spot in free}
            places[at] = max(free, key=points.__getitem__)
            piles = one.after([places[at]])
        # everything is counted from the first card of an empty city
        column, row = (0, 0) if prompt.piles else places[0]
        ways.append((count(piles), [[places[at][0] - column, places[at][1] - row] for at in sorted(places)]))
    return max(ways, key=lambda counted: counted[0])[1]


def win_chance(scene: Scene) -> float:
    """Estimate the chance to win from the lead over each rival; it counts for less the more years are to come."""
    cities = {block.owner: block.piles for block in scene.every(Grid)}
    own = cities.get(scene.viewer, ())
    years = sum(len(cards) for _, _, cards in own) // CARDS
    unsure = 0.8 + YEARS - years
    win = 1.0
    for rival in rivals(scene):
        lead = worth(own) - worth(cities.get(rival, ()))
        win *= 1 / (1 + exp(-lead / unsure))
    return win


def earlier(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Bets by its lead, and builds for the most points."""
    if ask.kind == "bet":
        return bet_by_strength(scene, ask, luck, win_chance(scene))
    if isinstance(ask.prompt, Place):
        return best_places(ask.prompt)
    assert ask.prompt is not None
    return ask.prompt.default
