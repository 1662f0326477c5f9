"""What falls in Rolled Gold: the house's roll, the players', and what the house rolls against them (RG)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.engine import Open, Table
from games.engine.money import SIZES, amount_text, die_keys
from games.gembones.rolled_gold.odds import HOUSE_SIDES, Outcome, Roll, outcome
from games.gembones.rolled_gold.tray import Tray, totals
from games.gembones.shared.stakes import cracks
from games.gembones.spotlight import Spotlight
from games.gembones.spotlight.rerolls import onto

if TYPE_CHECKING:
    from games.gembones.rolled_gold import Options


def roll_house(table: Table, options: Options, moon: str, foretold: int | None) -> int:
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


async def roll_all(
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
            kind = "gold" if result.golden else "paid" if result.won else "lost"
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
