"""City Square: twelve cards on nine districts in four years; the most prosperous city takes the pot (CS)."""

from __future__ import annotations

from functools import partial

from games.computer import newcomer
from games.engine.endings.finish import Feat
from games.engine.game import Game, GameCoroutine
from games.engine.prompts import Place
from games.engine.scene import Hint, Line
from games.engine.table import Table
from games.engine.table_objects import Hand, HandHint
from games.parlour.city_square.computer import plays, read_dealer
from games.parlour.city_square.options import Options
from games.parlour.city_square.scoring import (
    CARDS,
    IN_FEW_WORDS,
    YEARS,
    City,
    Score,
    default_places,
    score,
    worth,
    worth_with_happy_peasants,
)
from games.parlour.city_square.search import searches
from games.parlour.parlour_game import ParlourGame
from games.parlour.players.bets import players
from games.parlour.shared.deck import by_color, rogues_and_warriors_deck
from games.parlour.shared.endings import won_with, won_with_total
from games.parlour.shared.play import Play, Ranking
from games.parlour.shared.pot_game import play_for_pot
from games.parlour.shared.texts import POT_TEXTS
from games.texts import read_texts

ANTE = 1
"""Pieces that each seat pays into the pot at the start."""


async def city_square(play: Play, options: Options) -> Ranking:
    """Run one play, in the rulebook's order (CS-01 to CS-03)."""
    table = play.table
    deck = rogues_and_warriors_deck(dragons=options.dragon_cards)
    count = worth_with_happy_peasants if options.happy_peasants else worth
    counted = partial(score, happy_peasants=options.happy_peasants)
    cities = {seat: City(seat, happy_peasants=options.happy_peasants) for seat in play.order()}
    hands = {seat: Hand(seat, []) for seat in play.order()}
    for seat, city in cities.items():
        play.lay(seat, city)
        play.lay(seat, hands[seat])
        table.show(HandHint(seat, partial(_worth_now, city, counted)))

    play.rounds = YEARS
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
    return Ranking(
        {seat: (sum(scores[seat]), *by_color(cities[seat].uppermost())) for seat in play.live},
        {seat: scores[seat].line() for seat in play.live},
        {seat: Line(IN_FEW_WORDS, scores[seat].line().values) for seat in play.live},
        tie_break="color",
    )


def _worth_now(city: City, counted: partial[Score]) -> Hint:
    """Return the hint next to a city: its present worth."""
    why = counted(city.piles).line()
    return Hint(Line("Your city is worth {why:line}.", {"why": why}), (Line(IN_FEW_WORDS, why.values),))


GREAT_CITY = 14
"""A total that one winner in fifty reaches."""
FULL_MARKET = 6
"""Markets in one group that few cities have room for."""

FEATS = (
    Feat("perfect", "great_city", won_with_total(GREAT_CITY)),
    Feat("big", "full_market", won_with(lambda reason, options: reason.values["markets"] >= FULL_MARKET)),
)


class CitySquare(ParlourGame):
    """The data sheet of City Square."""

    key = "city_square"
    texts = read_texts(__name__, POT_TEXTS, ante=ANTE)
    version = 1
    seats = (2, 7)
    complexity = "complex"
    minutes = 10
    emblem = ("L.hawk", "M.owl", "B.hare")
    options = Options
    night_variants = ("dragon_cards", "happy_peasants")
    rated_after = 24
    policies = players(read_dealer, plays, clumsy=newcomer(plays, slips=3), sharp=searches)
    feats = FEATS
    dealer = staticmethod(read_dealer)

    def play(self, table: Table, options: Options) -> GameCoroutine:
        """Play City Square, from the ante to the payoff."""
        return play_for_pot(table, options, city_square, ante=ANTE, hidden=False)


GAME: Game = CitySquare()
