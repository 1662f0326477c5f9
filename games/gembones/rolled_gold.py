"""Rolled Gold: dice into the tray, the house rolls and names the payout, more dice, and then all roll (RG)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from games.engine import (
    Chance,
    Choose,
    Cost,
    Game,
    Line,
    Open,
    OpenAsk,
    Pay,
    Result,
    Scene,
    Table,
    shows,
)
from games.engine.money import SIZES, amount_text, die_keys
from games.engine.prompts import Answer
from games.gembones.characters import RULES as SPOT_RULES
from games.gembones.characters import SECONDS, SpotlightOptions, unmoved
from games.gembones.characters import WORDS as SPOT_WORDS
from games.gembones.gold_odds import (
    BONUSES,
    HOUSE_SIDES,
    PAYOUTS,
    Outcome,
    Roll,
    Rules,
    house_one,
    mean,
    most_paid,
    outcome,
    takes_bonus,
)
from games.gembones.gold_tray import Tray, payouts, press_window, totals
from games.gembones.point_race import WORDS as POINT_WORDS
from games.gembones.point_race import Goal, by_points, by_rows
from games.gembones.points import Length, money_for
from games.gembones.spotlight import Spotlight, onto
from games.gembones.stakes import cracks, rows_of
from games.gembones.standing import carried, carry_of, departs, standing

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
        trays = await _buy_in(table, options, trays, second=number > 0)
        if not trays:
            break
        house = _roll_house(table, options, moon, await spot.foretold_house())
        if house == 1:
            done = {seat: [house_one(die) for die in tray.dice] for seat, tray in trays.items()}
            table.tell("house_one")
        else:
            table.tell("payout", house=house, size=PAYOUTS[house])
            if house == 13:
                table.tell("thirteen")
            await _add_dice(table, options, trays, house)
            done = await _roll_all(table, options, trays, house, spot)
            trays = {seat: tray for seat, tray in trays.items() if seat not in spot.caught}
        pays += payouts(done)
        stays = standing(trays, done, table.gone, again=options.buy_in_again)
        for seat, each in done.items():
            points[seat] += sum(one.points for one in each) if options.for_points else 0
            nets.setdefault(seat, []).append(Line("{won} won, {lost} lost", totals(each)))
    headline = Line(table.words["result:played" if nets else "result:nothing"])
    why = {seat: told[-1] if len(told) == 1 else Line(table.words["why:pair"], {"one": told[0], "two": told[1]})
           for seat, told in nets.items()}  # fmt: skip
    passes = Line(table.words["note:passes"])
    rows = rows_of(table.ring, pays, {seat: why.get(seat, passes) for seat in table.ring}, points=points)
    ranked = not options.vault_of_dragons
    result = Result(headline, rows, tuple(pays), carry_of(table.carry, stays), ranked=ranked)
    return await spot.finish(result, house=True)


async def _buy_in(table: Table, options: Options, trays: Mapping[int, Tray], second: bool) -> dict[int, Tray]:
    """Step 1: at least the minimum die; larger or more if one likes (RG-04 to RG-06). Gives the trays that are in."""
    table.phase("buy_in")
    pair = 2 if options.dark_moon_heresy and not second else 1
    stays = {} if options.for_points else carried(table.carry)

    def ask(seat: int) -> Choose | None:
        tray = trays[seat]
        if len(tray.dice) >= options.most:
            return None
        costs = {size: _cost(size, options.houses, options) for size in options.sizes}
        if pair == 2 and not tray.dice:
            # both games of the pair are staked at once
            both = _cost(options.minimum, options.houses, options)
            costs = {size: _sum(cost, both) for size, cost in costs.items()}
        end = "done" if tray.dice else "pass"
        says: dict[str, Any] = {
            "minimum": options.minimum,
            "dice": len(tray.dice),
            "house": 0,
            "games": pair,
            "for_points": options.for_points,
        }
        kind = "buy_in" if end == "pass" else "more"
        if kind == "buy_in" and stays.get(seat) in options.sizes:
            says["stays"] = stays[seat]
        return Choose(kind, (*options.sizes, end), end, clock="window", public=True, says=says, costs=costs)

    def take(seat: int, answer: str) -> None:
        if answer in SIZES:
            trays[seat].put(answer)
            table.tell("puts", seat=seat, size=answer)

    await press_window(table, [*trays], ask, take)
    for seat, tray in trays.items():
        if tray.dice:
            tray.buy_in = min(tray.dice, key=SIZES.__getitem__)
        else:
            table.note(seat, "passes")
            table.seats.out.add(seat)
    return {seat: tray for seat, tray in trays.items() if tray.dice}


async def _add_dice(table: Table, options: Options, trays: Mapping[int, Tray], house: int) -> None:
    """Steps 4 to 6: more dice, bonuses, the buy in back; then bets are final (RG-11 to RG-14, RG-21 to RG-24)."""
    table.phase("bets", house=house, size=PAYOUTS[house])
    bonus_costs = {f"bonus_{bonus}": Cost({bonus: 1}) for bonus in BONUSES}
    costs = {size: _cost(size, (house,), options) for size in options.sizes} | bonus_costs

    def ask(seat: int) -> Choose | None:
        tray = trays[seat]
        more = options.sizes if len(tray.dice) < options.most else ()
        bare = any(takes_bonus(d, house) and not b for d, b in zip(tray.dice, tray.bonuses, strict=True))
        free = [bonus for bonus in BONUSES if bonus not in tray.bonuses]
        bonuses = tuple(f"bonus_{b}" for b in free) if bare and not options.vault_of_dragons else ()
        back = ("take_back",) if tray.may_take_back() else ()
        if not (more or bonuses or back):
            return None
        says = {
            "house": house,
            "size": PAYOUTS[house],
            "buy_in": "" if tray.taken_back else tray.buy_in,
            "added": len(tray.added),
            "sizes": list(options.sizes),
            "for_points": options.for_points,
            "rules": [options.acereraks_bane, options.flying_snake_tax, options.red_wizards_duel],
        }
        choices = (*more, *bonuses, *back, "done")
        return Choose("add", choices, "done", clock="window", public=True, says=says, costs=costs)

    def take(seat: int, answer: str) -> None:
        tray = trays[seat]
        if answer in SIZES:
            tray.put(answer)
            tray.added.append(answer)
            table.tell("puts", seat=seat, size=answer)
        elif answer == "take_back":
            tray.take_back()
            table.tell("takes_back", seat=seat, size=tray.buy_in)
        elif answer != "done":
            bonus = answer.removeprefix("bonus_")
            tray.add_bonus(bonus)
            table.tell("bonus", seat=seat, size=bonus, name=BONUSES[bonus])

    await press_window(table, [*trays], ask, take)
    table.tell("final")


def _cost(size: str, houses: tuple[int, ...], options: Options) -> Cost:
    """A wager die, and the most that it may win (GEM-R4, GEM-R9)."""
    return Cost({size: 1}, most_paid(size, houses, options.rules))


def _sum(one: Cost, other: Cost) -> Cost:
    return Cost(Counter(one.seat) + Counter(other.seat), Counter(one.house) + Counter(other.house))


def _roll_house(table: Table, options: Options, moon: str, foretold: int | None) -> int:
    """Step 2: the house's g20; what Jarlaxle throws away is not shown (RG-07, RG-27, RG-29, RG-R12).

    A portent takes the place of the first die that falls (SPOT-03).
    """
    house, shown = 0, [0]
    while house not in options.houses:
        shown = table.chance.roll(2 if moon else 1, HOUSE_SIDES)
        if foretold is not None:
            shown[0], foretold = foretold, None
        house = min(shown) if moon == "disadvantage" else max(shown)
    keys = die_keys("g20", shown)
    table.show(Open("house", keys))
    table.tell(f"house_{moon}" if moon else "house", dice=tuple(keys), house=house)
    return house


async def _roll_all(
    table: Table, options: Options, trays: Mapping[int, Tray], house: int, spot: Spotlight
) -> dict[int, list[Outcome]]:
    """Steps 7 to 9: roll 'em (RG-15 to RG-19); then what the house rolls against them (RG-26, RG-30)."""
    table.phase("rolls")
    rolled: dict[int, list[Roll]] = {}
    told = await spot.foretold(seat for seat, tray in trays.items() if "g20" in tray.dice)
    for seat, tray in trays.items():
        rolled[seat] = []
        shown: list[str] = []
        for die, bonus in zip(tray.dice, tray.bonuses, strict=True):
            if options.vault_of_dragons and cracks(table, 1, options.tray):
                # outside the tray it is not active, and comes back (RG-32, RG-R13)
                table.tell("inactive", seat=seat, size=die)
                continue
            # a die and its bonus fall in one roll (RG-23)
            face, bonus_face = table.chance.die(SIZES[die]), table.chance.die(SIZES[bonus]) if bonus else 0
            face = told.pop(seat, face) if die == "g20" else face
            rolled[seat].append(Roll(die, face, bonus, bonus_face))
            keys = die_keys(die, [face]) + (die_keys(bonus, [bonus_face]) if bonus else [])
            shown += keys
            if not options.vault_of_dragons:
                table.tell("rolls", seat=seat, dice=tuple(keys))
        if options.vault_of_dragons and shown:
            table.tell("rolls", seat=seat, dice=tuple(shown))
        tray.zone.items = shown
    rolled = await _in_the_spotlight(spot, trays, rolled)
    bane = duel = 0
    if options.acereraks_bane:
        bane = table.chance.die(4)
        table.tell("bane", dice=tuple(die_keys("g4", [bane])))
    used = [bonus for tray in trays.values() for bonus in tray.bonuses if bonus]
    if options.red_wizards_duel and used:
        largest = max(used, key=SIZES.__getitem__)
        duel = table.chance.die(SIZES[largest])
        table.tell("duel", dice=tuple(die_keys(largest, [duel])))
    done = {
        seat: [outcome(roll, house, options.rules, bane, duel) for roll in each]
        for seat, each in rolled.items()
    }
    for seat, each in rolled.items():
        for roll, result in zip(each, done[seat], strict=True):
            kind = "gold" if roll.golden and result.won else "paid" if result.won else "lost"
            table.tell(kind, seat=seat, size=roll.size, dice=amount_text(result.won))
        table.note(seat, "totals", **totals(done[seat]))
    return done


async def _in_the_spotlight(
    spot: Spotlight, trays: Mapping[int, Tray], rolled: dict[int, list[Roll]]
) -> dict[int, list[Roll]]:
    """What characters make of their rolls, bonus dice among them; who is caught has rolled nothing."""
    zones = {seat: tray.zone for seat, tray in trays.items()}
    staked = {seat: Counter([*tray.dice, *filter(None, tray.bonuses)]) for seat, tray in trays.items()}
    fallen = {
        seat: [
            pair
            for roll in each
            for pair in ((roll.size, roll.face), (roll.bonus, roll.bonus_face))
            if pair[0]
        ]
        for seat, each in rolled.items()
    }
    stand = {seat: iter(dice) for seat, dice in (await spot.rolled(fallen, onto(zones), staked)).items()}
    return {
        seat: [
            roll._replace(face=next(stand[seat])[1], bonus_face=next(stand[seat])[1] if roll.bonus else 0)
            for roll in each
        ]
        for seat, each in rolled.items()
        if seat not in spot.caught
    }


# ---- a computer player


def optimal(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Buys in with the smallest die, and adds what is worth most against the house's roll, or less bad (OD-RG4)."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if prompt.says["for_points"]:
        return greedy(prompt)
    if ask.kind != "add":
        return prompt.options[0] if ask.kind == "buy_in" else "done"
    says: Mapping[str, Any] = prompt.says
    house, rules = says["house"], Rules(*says["rules"])
    buy_in = mean(says["buy_in"], house, "", rules) if says["buy_in"] else 0

    def value(size: str) -> Any:
        bonus = "g4" if takes_bonus(size, house) and not rules.duel else ""
        return mean(size, house, bonus, rules)

    if "bonus_g4" in prompt.options and mean("g20", house, "g4", rules) > mean("g20", house, "", rules):
        return "bonus_g4"
    if "take_back" in prompt.options and buy_in < max(0, *map(value, says["sizes"])):
        return "take_back"
    best = max((size for size in prompt.options if size in SIZES), key=value, default="")
    if best and (value(best) > 0 or (not says["added"] and value(best) > buy_in)):
        return best
    return "done"


def greedy(prompt: Choose) -> Answer:
    """In points nothing is lost: the largest dice, and the largest bonuses that there are."""
    dice = [option for option in prompt.options if option in SIZES]
    bonuses = [option for option in prompt.options if option.startswith("bonus_")]
    return [prompt.default, *bonuses, *dice][-1]


RULES = """\
**Roll at least what the house has rolled, and take the die that it offers.**

1. Put the buy in die into the tray (a g4 unless the host says otherwise), or a larger one, or more: all of it plays.
2. The house rolls a g20. A 1: every die in a tray wins one of its own size, and that is all.
3. Otherwise the roll names the payout: 2–3 a g4, 4–6 a g6, 7–8 a g8, 9–10 a g10, 11–12 a g12, 13–18 a g20, 19–20 a
   g100.
4. Add dice, up to three in all. Once you have added one that is larger than the buy in you may take the buy in back.
   After the game only the buy in stays, if it was not lost: who plays the next game has it in the tray already.
5. All roll. A die that shows the house's number or more wins the payout die and stays yours; less, and it is lost.

**Rolled Gold**: a die that itself shows 20 wins half as much again as the payout, whatever else happens.

**Bonus dice.** While a g20 is offered, a g20 of yours may have one bonus: g4 (Guidance), g6 (Bardic Inspiration) or g8
(Superiority), each once a game. It counts with its die, and the house keeps it.

**Variants.** *Acererak's Bane*: the house rolls a g4 and lowers all rolls by it; a 20 wins only a fifth more. *Dark
Moon Heresy*: two games in a row, first with the higher of two house rolls, then with the lower; you stake in both.
*Flying Snake Tax*: equal loses. *Jarlaxle's Charm*: the house rolls until it has 13 or more. *Red Wizards Duel*: the
house adds one bonus die, as large as the largest used; your bonus is kept if its set wins. *Vault of Dragons*: up to
twenty dice, no bonuses; not counted on leaderboards.

**Example.** The house rolls 6 and offers a g6. Ann adds a g8 and takes her g4 back. She rolls a 6: equal is enough, she
wins a g6.

In points, three dice at most: the first to 20 wins, or to 100 in a long match. A 20 multiplies the points of the
payout, rounded down; a house 1 scores the dice in the tray.

A lone g4 loses three quarters of itself on average; the best play loses 0.9 pieces a game.
"""

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
    words={
        **POINT_WORDS,
        **SPOT_WORDS,
        "buy_in": "Buy in with at least a {minimum}?",
        "buy_in:pass": "Not this game",
        **{f"buy_in:{size}": f"Put in a {size}" for size in SIZES},
        "more": "{dice} in the tray. More, before the house rolls?",
        **{f"more:{size}": f"Add a {size}" for size in SIZES},
        "more:done": "Ready",
        "add": "The house has {house} and offers a {size}. Add dice?",
        **{f"add:{size}": f"Add a {size}" for size in SIZES},
        **{f"add:bonus_{size}": f"{name} ({size}) for a g20" for size, name in BONUSES.items()},
        "add:take_back": "Take the {buy_in} back",
        "add:done": "No more",
        "puts": "{seat:seat} puts in a {size}.",
        "takes_back": "{seat:seat} takes the {size} back.",
        "bonus": "{seat:seat} adds {name}, a {size}.",
        "house": "The house rolls {dice:items}.",
        "house_advantage": "The house rolls {dice:items} with advantage: {house}.",
        "house_disadvantage": "The house rolls {dice:items} with disadvantage: {house}.",
        "house_one": "A 1! Every die in a tray wins one of its own.",
        "thirteen": "Thirteen: Garl is smiling.",
        "payout": "{house} offers a {size}.",
        "final": "Bets are final. Roll 'em!",
        "rolls": "{seat:seat} rolls {dice:items}.",
        "inactive": "A {size} of {seat:seat} leaves the tray and comes back unused.",
        "bane": "Acererak takes {dice:items} from every roll.",
        "duel": "The Red Wizards add {dice:items} to the house.",
        "gold": "Rolled Gold! {seat:seat} wins {dice} with the {size}.",
        "paid": "{seat:seat} wins {dice} with the {size}.",
        "lost": "{seat:seat} loses the {size}.",
        "note:passes": "not in this game",
        "note:totals": "{won} won, {lost} lost",
        "phase:buy_in": "Buy in",
        "phase:bets": "House {house}, payout {size}: bets",
        "phase:rolls": "Roll 'em",
        "why:pair": "{one:line}; then {two:line}",
        "result:played": "The house has paid and taken.",
        "result:nothing": "Nobody buys in, and nothing is rolled.",
    },
    rules=RULES + SPOT_RULES,
    policies={"optimal": unmoved(optimal)},
    seconds=SECONDS,
)
