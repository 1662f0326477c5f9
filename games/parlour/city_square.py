"""City Square: twelve cards on nine districts in four years; the most prosperous city takes the pot (CS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import permutations
from math import exp
from typing import NamedTuple

from pydantic import Field

from games.engine import (
    Chance,
    Game,
    Grid,
    Hand,
    Line,
    Open,
    OpenAsk,
    Pile,
    Place,
    Scene,
    Table,
    Worth,
)
from games.engine.prompts import Answer
from games.engine.result import Result
from games.parlour.deck import by_color, rogues_and_warriors_deck
from games.parlour.play import Play, Standing
from games.parlour.policies import bet_by_strength, rivals
from games.parlour.settle import WORDS, due, play_for_pot
from games.parlour.suited import SuitedToShares

YEARS = 4
CARDS = 3
"""So many are dealt to each a year."""
SIDE = 3
"""Columns and rows of a city."""

Spot = tuple[int, int]
"""Column and row of a district, counted from the first card of the city; both may be negative."""


class Options(SuitedToShares):
    """Options of City Square."""

    dragon_cards: bool = Field(
        False,
        title="Dragon Cards",
        description="Three Dragons join the deck: a Fancy Tavern, a neighbour of its own kind, good for Markets.",
    )
    happy_peasants: bool = Field(
        False,
        title="Happy Peasants",
        description="A Tavern beside a Slum keeps it quiet as a Barracks does.",
    )


# ---- what a city is worth


class Score(NamedTuple):
    """What each kind of district brings."""

    slums: int
    markets: int
    estates: int
    taverns: int

    def line(self) -> Line:
        """In words."""
        text = "{total}: Markets {markets}, Estates {estates}, Taverns {taverns}, Slums {slums}"
        return Line(text, {"total": sum(self), **self._asdict()})


def score(city: Sequence[Pile], *, happy_peasants: bool = False) -> Score:
    """What a city counts: patrols first, then failures all at once, then points (CS-12 to CS-29, CS-R5)."""
    ranks = {(column, row): cards[-1][0] for column, row, cards in city}
    patrols = "WB" if happy_peasants else "W"
    slums = [spot for spot, rank in ranks.items() if rank == "R"]
    patrolled = [spot for spot in slums if any(beside in patrols for beside in _around(spot, ranks))]
    for slum in slums:
        if slum not in patrolled:
            ranks[slum] = "!"
    standing = {
        spot: rank for spot, rank in ranks.items() if rank not in "LM" or "!" not in _around(spot, ranks)
    }
    estates = taverns = 0
    for spot, rank in standing.items():
        if rank == "L":
            beside = [kind for kind in _around(spot, standing) if kind not in "R!"]
            estates += beside.count("D") + len({kind for kind in beside if kind != "D"})
        elif rank in "BD":
            taverns += _around(spot, standing).count("W")
    return Score(len(patrolled), _markets(standing), estates, taverns)


def _next_to(spot: Spot) -> tuple[Spot, ...]:
    """The places that share a side with one (CS-11)."""
    column, row = spot
    return ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))


def _around(spot: Spot, ranks: Mapping[Spot, str]) -> list[str]:
    return [ranks[beside] for beside in _next_to(spot) if beside in ranks]


def _markets(standing: Mapping[Spot, str]) -> int:
    """The largest group of Markets, of equal ones that with the most Dragons, and those Dragons (CS-18, CS-R6)."""
    groups = [(0, 0)]
    left = [spot for spot, rank in standing.items() if rank == "M"]
    while left:
        group = [left.pop()]
        dragons = []
        for spot in group:
            for beside in _next_to(spot):
                if beside in left:
                    left.remove(beside)
                    group.append(beside)
                elif standing.get(beside) == "D" and beside not in dragons:
                    dragons.append(beside)
        groups.append((len(group), len(dragons)))
    return sum(max(groups))


def worth(city: Sequence[Pile]) -> int:
    """The points of a city."""
    return sum(score(city))


def worth_with_happy_peasants(city: Sequence[Pile]) -> int:
    """The points of a city whose Taverns keep Slums quiet."""
    return sum(score(city, happy_peasants=True))


# ---- the game


class City(Open):
    """The districts of a seat, open to all; the uppermost card of each counts (CS-07)."""

    __slots__ = ("piles",)

    def __init__(self, owner: int) -> None:
        super().__init__("city", [], owner)
        self.piles: tuple[Pile, ...] = ()

    def block(self, viewer: int) -> Grid | None:
        """The same to all; face down once its owner has folded (CS-R8)."""
        return None if self.put_down else Grid(self.name, self.owner, self.piles)

    def uppermost(self) -> list[str]:
        """The cards on top (CS-R7)."""
        return [cards[-1] for _, _, cards in self.piles]


def frame(piles: Sequence[Pile]) -> list[Spot]:
    """Nine districts, row by row, from the lowest row and column in use: a frame that surely fits."""
    left, top = min((pile[0] for pile in piles), default=0), min((pile[1] for pile in piles), default=0)
    return [(left + column, top + row) for row in range(SIDE) for column in range(SIDE)]


def default_places(piles: Sequence[Pile]) -> list[list[int]]:
    """The first empty districts of the frame, then the first with one card (CS-R9)."""
    lying = {(column, row): len(cards) for column, row, cards in piles}
    empty = [spot for spot in frame(piles) if spot not in lying]
    single = [spot for spot in frame(piles) if lying.get(spot) == 1]
    return [list(spot) for spot in (*empty, *single)][:CARDS]


async def city_square(play: Play, options: Options) -> Standing:
    """One play, in the rulebook's order (CS-01 to CS-03)."""
    table = play.table
    deck = rogues_and_warriors_deck(dragons=options.dragon_cards)
    count = worth_with_happy_peasants if options.happy_peasants else worth
    counted = partial(score, happy_peasants=options.happy_peasants)
    cities = {seat: City(seat) for seat in play.order()}
    hands = {seat: Hand(seat, []) for seat in play.order()}
    for seat, city in cities.items():
        play.lay(seat, city)
        play.lay(seat, hands[seat])
        table.show(Worth(seat, partial(_worth_now, city, counted)))

    for year in range(1, YEARS + 1):
        table.phase("year", n=year)
        table.tell("year", n=year)
        prompts = {}
        for seat in play.order():
            hands[seat].cards = [table.chance.draw(deck) for _ in range(CARDS)]
            table.tell("dealt", (seat,), cards=tuple(hands[seat].cards))
            piles = cities[seat].piles
            prompts[seat] = Place(
                "build",
                tuple(hands[seat].cards),
                piles,
                default_places(piles),
                says={"n": year},
                worth=count,
            )
        for seat, places in (await table.ask_each(prompts)).items():
            cities[seat].piles = prompts[seat].after(places)
            hands[seat].cards = []
            table.tell("builds", seat=seat, cards=prompts[seat].items)
        await play.betting_round()

    table.tell("showdown")
    scores = {seat: counted(cities[seat].piles) for seat in play.live}
    return Standing(
        {seat: (sum(scores[seat]), *by_color(cities[seat].uppermost())) for seat in play.live},
        {seat: scores[seat].line() for seat in play.live},
        tie_break="color",
    )


def _worth_now(city: City, counted: partial[Score]) -> Line:
    """The hint beside a city."""
    return Line("Your city is worth {why:line}.", {"why": counted(city.piles).line()})


async def play(table: Table, options: Options) -> Result:
    """City Square, from the ante to the payoff."""
    return await play_for_pot(table, options, city_square, hidden=False)


# ---- a computer player: it builds greedily inside one frame and bets by the lead that it has


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
    return max(ways, key=lambda way: way[0])[1]


def win_chance(scene: Scene) -> float:
    """How likely the lead over each rival is to last: the more years are to come, the less it says."""
    cities = {block.owner: block.piles for block in scene.blocks if isinstance(block, Grid)}
    own = cities.get(scene.viewer, ())
    years = sum(len(cards) for _, _, cards in own) // CARDS
    unsure = 0.8 + YEARS - years
    win = 1.0
    for rival in rivals(scene):
        lead = worth(own) - worth(cities.get(rival, ()))
        win *= 1 / (1 + exp(-lead / unsure))
    return win


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Bets by its lead, and builds for the most points."""
    if ask.kind == "bet":
        return bet_by_strength(scene, ask, luck, win_chance(scene))
    if isinstance(ask.prompt, Place):
        return best_places(ask.prompt)
    assert ask.prompt is not None
    return ask.prompt.default


RULES = """\
**Four years, three cards a year, nine districts. The city that is worth the most wins.**

1. Everybody antes 1. Each year everybody is dealt three cards and places all of them in their own city, all players
   at the same time. Cities lie open. A Betting Round follows each year.
2. A city is three by three districts at most. Until it spans three rows or columns a card may extend it in any
   direction. A second card may cover the first, which then counts no more; a third may not. Two cards of one year
   never go into the same district, and cards that lie are not moved.
3. After the fourth year cities are scored. Districts are connected if they share a side, not by a corner.

| Card | District | Points |
|---|---|---|
| Rogue | Slum | 1 if connected to a Barracks (patrolled). If not, 0, and every Estate and Market beside it fails |
| Merchant | Market | 1 for each Market in the largest connected group of Markets |
| Lady | Estate | 1 for each different kind beside it: Barracks, Tavern, Market, Estate |
| Bard | Tavern | 1 for each Barracks beside it |
| Warrior | Barracks | 0 |

A district that fails counts as empty. The most points win; equal cities: more uppermost cards of one colour; still
equal: the split rule.

**Variants.** *Dragon Cards*: a Dragon is a Fancy Tavern. It scores as a Tavern; beside an Estate each Dragon is a kind
of its own; each Dragon beside the largest group of Markets adds 1 to it, but joins no two groups. *Happy Peasants*: a
Tavern, though no Fancy Tavern, patrols the Slums beside it.

**Example.** Rows `WRM`, `BBL`, `MMM`: the Slum is patrolled, 1. The left Tavern has a Barracks beside it, 1. The Estate
has a Tavern and Markets, 2. The three Markets below are the largest group, 3; the one above is alone, 0. Total 7.
"""

GAME = Game(
    key="city_square",
    title="City Square",
    rulebook="Gambling? I'm In!",
    pitch="Build a city of nine districts, three cards a year; the best city wins.",
    version=1,
    seats=(2, 7),
    complexity="complex",
    minutes=10,
    money="pieces",
    options=Options,
    play=play,
    words={
        **WORDS,
        "year": "Year {n} of 4.",
        "builds": "{seat:seat} has built.",
        "phase:year": "Year {n} of 4",
        "build": "Year {n} of 4: where do your cards go?",
    },
    rules=RULES,
    policies={"sensible": sensible},
    due=due,
)
