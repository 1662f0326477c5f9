"""Rolled Gold: dice into the tray, the house rolls and names the payout, more dice, and then all roll (RG)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, Self

from pydantic import Field, model_validator

from games.engine import Game, Line, Pay, Result, Table, shows
from games.engine.money import SIZES
from games.gembones.rolled_gold.bets import add_dice, buy_in
from games.gembones.rolled_gold.carryover import carry_of, departs, standing
from games.gembones.rolled_gold.computer import optimal
from games.gembones.rolled_gold.odds import HOUSE_SIDES, PAYOUTS, Rules, house_one
from games.gembones.rolled_gold.rolls import roll_all, roll_house
from games.gembones.rolled_gold.text import RULES, WORDS
from games.gembones.rolled_gold.tray import Tray, payouts, totals
from games.gembones.shared import thirteen
from games.gembones.shared.point_race import WORDS as POINT_WORDS
from games.gembones.shared.point_race import Goal, by_points, by_rows
from games.gembones.shared.points import Length, money_for
from games.gembones.shared.stakes import rows_of
from games.gembones.spotlight import Spotlight
from games.gembones.spotlight.options import RULES as SPOT_RULES
from games.gembones.spotlight.options import SECONDS, SpotlightOptions, unmoved
from games.gembones.spotlight.options import WORDS as SPOT_WORDS

MOST_DICE, MOST_IN_THE_VAULT = 3, 20
"""Wager dice of one player in one game, bonuses not counted (RG-12, RG-R1, RG-R13)."""


class Options(SpotlightOptions):
    """Options of Rolled Gold."""

    minimum: Literal["g4", "g6", "g8", "g10", "g12", "g20"] = Field(
        "g4", title="Buy in", description="The smallest die that may be wagered."
    )
    g100_wagers: bool = Field(
        False,
        title="g100 wagers",
        description="Allows g100 as wager dice; they win almost always, so the house would lose.",
        json_schema_extra=shows("The house rolls 19. A g100 wins with 19 or more, 82 times in 100."),
    )
    acereraks_bane: bool = Field(
        False,
        title="Acererak's Bane",
        description="After all rolls the house rolls a g4 and lowers them by it; a 20 pays 6 to 5.",
        json_schema_extra=shows(
            "The house rolls 12, Ann 14. Then the house's g4 shows 3: 11 is too little, her die is lost."
        ),
    )
    dark_moon_heresy: bool = Field(
        False,
        title="Dark Moon Heresy",
        description="Two games in a row: the house rolls with advantage, then with disadvantage.",
        json_schema_extra=shows(
            "The house rolls 8 and 15: in the first game 15 counts, in the second 8 would."
        ),
    )
    flying_snake_tax: bool = Field(
        False,
        title="Flying Snake Tax",
        description="Only a result above the house's roll is paid.",
        json_schema_extra=shows("The house rolls 15: a 15 is lost, a 16 wins the g20."),
    )
    jarlaxles_charm: bool = Field(
        False,
        title="Jarlaxle's Charm",
        description="The payout is always a g20 or a g100.",
        json_schema_extra=shows(
            "The house rolls 7, then 12, then 14: only the 14 stands, and the payout is a g20."
        ),
    )
    red_wizards_duel: bool = Field(
        False,
        title="Red Wizards Duel",
        description="The house answers bonus dice with one of its own; yours are kept if they win.",
        json_schema_extra=shows(
            "House 14, Ann 13 and a g4 of 4: 17. The house's own g4 shows 2: 16. Ann wins a g20 and keeps her g4."
        ),
    )
    vault_of_dragons: bool = Field(
        False,
        title="Vault of Dragons",
        description="Up to twenty wager dice, all rolled together, no bonuses; not for leaderboards.",
        json_schema_extra=shows(
            "The house rolls 6. Ann's five dice fall together, and each that shows 6 or more wins a g6."
        ),
    )
    buy_in_again: bool = Field(
        False,
        title="Buy in again",
        description="A lost buy in is replaced by itself for whoever plays the next game.",
        json_schema_extra=shows(
            "Ann's g4 was her buy in, and is lost. In the next game another one lies in her tray."
        ),
    )
    tray: int = Field(
        0,
        ge=0,
        le=5,
        title="Cracks",
        description="In the Vault: how many gembones of a hundred leave the tray and come back unused.",
        json_schema_extra=shows(
            "Two of Ann's five dice leave the tray: they come back to her, and only three are looked at."
        ),
    )

    @model_validator(mode="after")
    def _together(self) -> Self:
        """Refuse what contradicts itself (GEN-R5)."""
        if self.vault_of_dragons and self.red_wizards_duel:
            raise ValueError(
                "Vault of Dragons and Red Wizards Duel do not go together: the Vault has no bonuses."
            )
        return self

    @property
    def rules(self) -> Rules:
        """What changes the worth of a roll."""
        return Rules(self.acereraks_bane, self.flying_snake_tax, self.red_wizards_duel)

    @property
    def sizes(self) -> tuple[str, ...]:
        """What may be wagered: from the minimum to g20, or to g100 where the host allows it (RG-R1, RG-R2)."""
        largest = SIZES["g100" if self.g100_wagers else "g20"]
        return tuple(size for size, sides in SIZES.items() if SIZES[self.minimum] <= sides <= largest)

    @property
    def most(self) -> int:
        """How many wager dice a player may have in the tray (RG-12, RG-31); in points they are free (PTS-R7)."""
        return MOST_IN_THE_VAULT if self.vault_of_dragons and not self.for_points else MOST_DICE

    @property
    def houses(self) -> tuple[int, ...]:
        """What the house may roll (RG-29, RG-R12)."""
        return tuple(range(13 if self.jarlaxles_charm else 1, HOUSE_SIDES + 1))


def point_target(length: Length, players: int) -> int:
    """The points that win a point match (RG-33, RG-34)."""
    return 20 if length == "quick" else 100


def goal(table: Table, options: Options) -> Goal:
    """When a match for points is won (RG-35)."""
    return Goal(point_target(options.length, len(table.ring)))


# ---- the game


async def play(table: Table, options: Options) -> Result:
    """One game, or with Dark Moon Heresy a pair of them, in the rulebook's order (RG-04 to RG-20, RG-27)."""
    table.clear()
    games = ("advantage", "disadvantage") if options.dark_moon_heresy else ("",)
    trays = {seat: Tray(seat) for seat in table.ring}
    table.show(*(tray.zone for tray in trays.values()))
    pays: list[Pay] = []
    points: Counter[int] = Counter()
    nets: dict[int, list[Line]] = {}
    golden: set[int] = set()
    houses: list[int] = []
    stays: dict[int, str] = {}
    spot = Spotlight(table, options)
    for number, moon in enumerate(games):
        if number:
            # whoever staked in the first game of a pair has its minimum die in the second (RG-27, RG-R10)
            trays = {seat: Tray(seat) for seat in trays}
            table.clear()
            table.show(*(tray.zone for tray in trays.values()))
            for tray in trays.values():
                tray.put(options.minimum)
        trays = await buy_in(table, options, trays, second=number > 0)
        if not trays:
            break
        house = roll_house(table, options, moon, await spot.foretold_house())
        houses.append(house)
        if house == 1:
            done = {seat: [house_one(die) for die in tray.dice] for seat, tray in trays.items()}
            table.tell("house_one")
        else:
            table.tell("payout", house=house, size=PAYOUTS[house])
            thirteen.smile(table, house)
            await add_dice(table, options, trays, house)
            done = await roll_all(table, options, trays, house, spot)
            trays = {seat: tray for seat, tray in trays.items() if seat not in spot.caught}
        pays += payouts(done)
        stays = standing(trays, done, table.gone, again=options.buy_in_again)
        for seat, each in done.items():
            points[seat] += sum(one.points for one in each) if options.for_points else 0
            nets.setdefault(seat, []).append(Line("{won} won, {lost} lost", totals(each)))
            golden |= {seat} if any(one.golden for one in each) else set()
    why = {seat: told[-1] if len(told) == 1 else Line(table.words["why:pair"], {"one": told[0], "two": told[1]})
           for seat, told in nets.items()}  # fmt: skip
    passes = Line(table.words["note:passes"])
    rows = rows_of(table.ring, pays, {seat: why.get(seat, passes) for seat in table.ring}, points=points)
    ranked = not options.vault_of_dragons
    headline = _called(table.words, houses, [seat for seat in table.ring if seat in golden])
    result = Result(headline, rows, tuple(pays), carry_of(table.carry, stays), ranked=ranked)
    return await spot.finish(result, house=True)


def _called(words: Mapping[str, str], houses: Sequence[int], golden: Sequence[int]) -> Line:
    """How the dealer calls it: Rolled Gold before all else, then what the house rolled in each game."""
    if golden:
        return Line(words["result:gold"], {"seats": tuple(golden)})
    if len(houses) > 1:
        return Line(words["result:pair"], {"one": houses[0], "two": houses[1]})
    if not houses:
        return Line(words["result:nothing"])
    [house] = houses
    if house == 1:
        return Line(words["result:one"])
    return Line(words["result:played"], {"house": house, "size": PAYOUTS[house]})


GAME = Game(
    key="rolled_gold",
    title="Rolled Gold",
    rulebook="Glittergold's Guide to Gambling",
    pitch="Match the house's g20, and win the die that it offers.",
    example="The house rolls 6 and offers a g6. Ann's g8 shows 6: enough, she wins a g6. With a 5 it would be lost.",
    version=2,
    seats=(1, 8),
    complexity="medium",
    minutes=1,
    money="gembones",
    options=Options,
    play=by_points(play, goal, lambda options: 1, by_rows),
    money_for=money_for,
    departs=departs,
    words={**POINT_WORDS, **SPOT_WORDS, **thirteen.WORDS, **WORDS},
    rules=RULES + SPOT_RULES,
    party={"red_wizards_duel": "dealer"},
    remarkable=("thirteen",),
    policies={"optimal": unmoved(optimal)},
    seconds=SECONDS,
)
