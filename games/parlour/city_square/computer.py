"""A computer player for City Square: it builds greedily inside one frame, and bets by its lead (CS)."""

from __future__ import annotations

from itertools import permutations

from games.engine.chance import Chance
from games.engine.prompts import Answer, Place
from games.engine.scene import Grid, OpenAsk, Scene
from games.parlour.city_square.options import Options
from games.parlour.city_square.scoring import CARDS, Spot, frame, worth, worth_with_happy_peasants
from games.parlour.players.hearing import Deal, Dealer
from games.parlour.shared.computer import options_of, rivals


def best_places(prompt: Place) -> list[list[int]]:
    """Place each card where it scores most; try every order of the cards and return the best result."""
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
            # of equally good places, an empty one is better than covering a card
            points = {spot: (count(one.after([spot])), -lying.get(spot, 0)) for spot in free}
            places[at] = max(free, key=points.__getitem__)
            piles = one.after([places[at]])
        # in an empty city, places are relative to its first card
        column, row = (0, 0) if prompt.piles else places[0]
        ways.append((count(piles), [[places[at][0] - column, places[at][1] - row] for at in sorted(places)]))
    return max(ways, key=lambda counted: counted[0])[1]


GAINS = {1: (6.06, 2.58, 0.34), 2: (5.09, 2.45, 0.46), 3: (3.21, 2.04, 0.32)}
"""A model of the final score by years played: the mean gain of an empty city, its standard deviation, and the part of
each present point by which the gain is smaller."""


def read_dealer(scene: Scene) -> Dealer | None:
    """Return a dealer that samples the final scores of the open cities, by the model in `GAINS`."""
    count = worth_with_happy_peasants if options_of(scene, Options).happy_peasants else worth
    cities = {block.owner: block.piles for block in scene.every(Grid)}
    seats = (scene.viewer, *rivals(scene))
    now = {seat: count(cities.get(seat, ())) for seat in seats}
    years = sum(len(cards) for _, _, cards in cities.get(scene.viewer, ())) // CARDS
    mean, spread, less = GAINS.get(years, (0.0, 0.0, 0.0))

    def deal(luck: Chance) -> Deal:
        end = {}
        for seat in seats:
            # three dice, scaled to mean 0 and deviation 1, are close enough to a normal distribution
            swing = 2 * (sum(luck.roll(3, 101)) - 153) / 101
            end[seat] = now[seat] * (1 - less) + mean + (spread * swing if spread else 0.0)
        return Deal(now, end)

    return deal


def plays(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Place cards for the most points; give other questions their default answer."""
    if isinstance(ask.prompt, Place):
        return best_places(ask.prompt)
    assert ask.prompt is not None
    return ask.prompt.default
