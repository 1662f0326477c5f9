"""One game of Rolled Gold, step by step: buy-ins, the house's roll, more dice, and all rolls (RG-04 to RG-19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from games.engine.money import SIZES, amount_text, die_keys
from games.engine.prompts import Choose, Cost
from games.engine.questions import Ask
from games.engine.scene import Line
from games.engine.table import Table
from games.engine.table_objects import Open
from games.gembones.rolled_gold.odds import (
    BONUS,
    BONUSES,
    INSTEAD,
    PAYOUTS,
    Outcome,
    Roll,
    most_paid,
    outcome,
    takes_bonus,
)
from games.gembones.rolled_gold.options import HOUSE_SIDES, Options
from games.gembones.rolled_gold.tray import Tray, carried_buy_ins, totals_line
from games.gembones.shared.point_race import POINT_VALUES
from games.gembones.shared.rolls import leaves_tray
from games.gembones.spotlight import Spotlight, zone_display


class GameState:
    """One game: the trays of the seats that are in. `second`: it is the second game of a pair (RG-27)."""

    def __init__(
        self, table: Table, options: Options, trays: dict[int, Tray], spot: Spotlight, *, second: bool
    ) -> None:
        self.table, self.options, self.trays, self.spot = table, options, trays, spot
        self.second = second

    async def buy_in(self) -> None:
        """Step 1: let each seat put in the minimum die or more; only trays with dice stay (RG-04 to RG-06)."""
        table, options = self.table, self.options
        table.phase("buy_in")
        pair = 2 if options.dark_moon_heresy and not self.second else 1
        carried = {} if options.for_points else carried_buy_ins(table.carry)

        def ask(seat: int) -> Choose | None:
            tray = self.trays[seat]
            if len(tray.dice) >= options.most:
                return None
            costs = {size: self._cost(size, options.houses) for size in options.sizes}
            if pair == 2 and not tray.dice:
                # the first answer stakes both games of the pair, so it must be able to pay both
                both = self._cost(options.minimum, options.houses)
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
            if kind == "buy_in" and carried.get(seat) in options.sizes:
                says["stays"] = carried[seat]
            return Choose(
                kind, (*options.sizes, end), end, clock="window", public=True, says=says, costs=costs
            )

        def take(seat: int, answer: str) -> None:
            if answer in SIZES:
                self.trays[seat].put(answer)
                table.tell("puts", seat=seat, size=answer)

        await self._press_window(ask, take)
        for seat, tray in self.trays.items():
            if tray.dice:
                tray.buy_in = min(tray.dice, key=SIZES.__getitem__)
            else:
                table.note(seat, "passes")
                table.seats.out.add(seat)
        self.trays = {seat: tray for seat, tray in self.trays.items() if tray.dice}

    async def roll_house(self, moon: str) -> int:
        """Step 2: roll the house's g20, and return the roll that counts; Jarlaxle's rerolls are not shown (RG-R12).

        `moon`: `advantage` or `disadvantage` in a game of Dark Moon Heresy, else empty. A portent takes the place of
        the first die that falls (SPOT-03).
        """
        table, options = self.table, self.options
        foretold = await self.spot.ask_house_portent()
        house, faces = 0, [0]
        while house not in options.houses:
            faces = table.chance.roll(2 if moon else 1, HOUSE_SIDES)
            if foretold is not None:
                faces[0], foretold = foretold, None
            house = min(faces) if moon == "disadvantage" else max(faces)
        keys = die_keys("g20", faces)
        table.show(Open("house", keys))
        table.tell(f"house_{moon}" if moon else "house", dice=tuple(keys), house=house)
        return house

    async def add_dice(self, house: int) -> None:
        """Steps 4 to 6: more dice, bonuses, the buy-in back; then bets are final (RG-11 to RG-14)."""
        table, options = self.table, self.options
        table.phase("bets", house=house, size=PAYOUTS[house], points=POINT_VALUES[PAYOUTS[house]])
        bonus_costs = {f"{BONUS}{bonus}": Cost({bonus: 1}) for bonus in BONUSES}
        costs = {size: self._cost(size, (house,)) for size in options.sizes}
        costs |= {f"{INSTEAD}{size}": cost for size, cost in costs.items()} | bonus_costs

        def ask(seat: int) -> Choose | None:
            tray = self.trays[seat]
            more = options.sizes if len(tray.dice) < options.most else ()
            bare = any(takes_bonus(d, house) and not b for d, b in zip(tray.dice, tray.bonuses, strict=True))
            free = [bonus for bonus in BONUSES if bonus not in tray.bonuses]
            bonuses = tuple(f"{BONUS}{b}" for b in free) if bare and not options.vault_of_dragons else ()
            back = ("take_back",) if tray.may_take_back() else ()
            larger: tuple[str, ...] = ()
            if not back and tray.may_replace(options.most):
                larger = tuple(f"{INSTEAD}{s}" for s in options.sizes if SIZES[s] > SIZES[tray.buy_in])
            if not (more or bonuses or back or larger):
                return None
            says = {
                "house": house,
                "size": PAYOUTS[house],
                "points": POINT_VALUES[PAYOUTS[house]],
                "buy_in": "" if tray.taken_back else tray.buy_in,
                "added": len(tray.added),
                "for_points": options.for_points,
            }
            choices = (*more, *bonuses, *back, *larger, "done")
            return Choose("add", choices, "done", clock="window", public=True, says=says, costs=costs)

        def take(seat: int, answer: str) -> None:
            tray = self.trays[seat]
            instead = answer.startswith(INSTEAD)
            if instead or answer == "take_back":
                tray.take_back()
                table.tell("takes_back", seat=seat, size=tray.buy_in)
            if instead or answer in SIZES:
                size = answer.removeprefix(INSTEAD)
                tray.put(size)
                tray.added.append(size)
                table.tell("puts", seat=seat, size=size)
            elif answer not in ("done", "take_back"):
                bonus = answer.removeprefix(BONUS)
                tray.add_bonus(bonus)
                table.tell("bonus", seat=seat, size=bonus, name=BONUSES[bonus])

        await self._press_window(ask, take)
        table.tell("final")

    async def roll_all(self, house: int) -> dict[int, list[Outcome]]:
        """Steps 7 to 9: roll all trays and the house's variant dice, and return the outcomes of each seat.

        Trays of seats that are caught cheating are dropped, and have no outcomes.
        """
        table, options = self.table, self.options
        table.phase("rolls")
        rolled: dict[int, list[Roll]] = {}
        portents = await self.spot.ask_portents(
            seat for seat, tray in self.trays.items() if "g20" in tray.dice
        )
        for seat, tray in self.trays.items():
            rolled[seat] = []
            all_keys: list[str] = []
            for die, bonus in zip(tray.dice, tray.bonuses, strict=True):
                if leaves_tray(table, 1, options.cracks):
                    # in the Vault a die outside the tray does not play, and comes back (RG-R13)
                    table.tell("inactive", seat=seat, size=die)
                    continue
                # a die and its bonus fall in one roll (RG-23)
                face = table.chance.die(SIZES[die])
                bonus_face = table.chance.die(SIZES[bonus]) if bonus else 0
                face = portents.pop(seat, face) if die == "g20" else face
                rolled[seat].append(Roll(die, face, bonus, bonus_face))
                keys = die_keys(die, [face]) + (die_keys(bonus, [bonus_face]) if bonus else [])
                all_keys += keys
                if not options.vault_of_dragons:
                    table.tell("rolls", seat=seat, dice=tuple(keys))
            if options.vault_of_dragons and all_keys:
                table.tell("rolls", seat=seat, dice=tuple(all_keys))
            tray.zone.items = all_keys
        rolled = await self._use_talents(rolled)
        bane = duel = 0
        if options.acereraks_bane:
            bane = table.chance.die(4)
            table.tell("bane", dice=tuple(die_keys("g4", [bane])))
        used = [bonus for tray in self.trays.values() for bonus in tray.bonuses if bonus]
        if options.red_wizards_duel and used:
            largest = max(used, key=SIZES.__getitem__)
            duel = table.chance.die(SIZES[largest])
            table.tell("duel", dice=tuple(die_keys(largest, [duel])))
        outcomes = {
            seat: [outcome(roll, house, options.rules, bane, duel) for roll in each]
            for seat, each in rolled.items()
        }
        for seat, each in rolled.items():
            for roll, result in zip(each, outcomes[seat], strict=True):
                kind = "gold" if result.golden else "paid" if result.won else "lost"
                if result.won and result.lost:
                    kind = f"{kind}_bonus"
                lost = amount_text(result.lost) if result.lost else ""
                table.tell(
                    kind,
                    seat=seat,
                    size=roll.size,
                    roll=roll_line(roll, bane),
                    dice=amount_text(result.won),
                    lost=lost,
                    points=result.points,
                    house=house + duel,
                )
            points = sum(each.points for each in outcomes[seat])
            table.note(seat, "totals", total=totals_line(outcomes[seat]), points=points)
        self.trays = {seat: tray for seat, tray in self.trays.items() if seat not in self.spot.caught}
        return outcomes

    async def _press_window(
        self, ask: Callable[[int], Choose | None], take: Callable[[int, str], None]
    ) -> None:
        """Ask every seat with a tray until it is done; each presses as often as it likes (RG-05, RG-11).

        `ask` returns a seat's question, or None if nothing is left to ask. `take` takes its answer.
        """
        asks: dict[int, Ask] = {}
        for seat in self.trays:
            prompt = ask(seat)
            if prompt is not None:
                asks[seat] = Ask(seat, prompt, self.table.words)
        while asks:
            reply = await self.table.ask_any(asks)
            seat, answer = reply.seat, reply.answer
            take(seat, answer)
            prompt = None if answer in ("done", "pass") else ask(seat)
            if prompt is None:
                del asks[seat]
            else:
                asks[seat] = Ask(seat, prompt, self.table.words)

    async def _use_talents(self, rolled: dict[int, list[Roll]]) -> dict[int, list[Roll]]:
        """Let characters use their talents on wager and bonus dice; rolls of seats that are caught are dropped."""
        zones = {seat: tray.zone for seat, tray in self.trays.items()}
        staked = {
            seat: Counter([*tray.dice, *filter(None, tray.bonuses)]) for seat, tray in self.trays.items()
        }
        fallen = {
            seat: [
                pair
                for roll in each
                for pair in ((roll.size, roll.face), (roll.bonus, roll.bonus_face))
                if pair[0]
            ]
            for seat, each in rolled.items()
        }
        results = await self.spot.after_roll(fallen, zone_display(zones), staked)
        dice = {seat: iter(each) for seat, each in results.items()}
        return {
            seat: [
                roll._replace(face=next(dice[seat])[1], bonus_face=next(dice[seat])[1] if roll.bonus else 0)
                for roll in each
            ]
            for seat, each in rolled.items()
            if seat not in self.spot.caught
        }

    def _cost(self, size: str, houses: tuple[int, ...]) -> Cost:
        """Return the cost of a wager die: the die itself, and the house's largest payment for it (GEM-R9)."""
        return Cost({size: 1}, most_paid(size, houses, self.options.rules))


def roll_line(roll: Roll, bane: int) -> Line:
    """Return a wager as it counts: its die, and with a bonus or a bane the sum: `5 (g20) + 3 (g4) = 8`."""
    [die] = die_keys(roll.size, [roll.face])
    values: dict[str, Any] = {"die": die, "total": roll.face + roll.bonus_face - bane, "bane": bane}
    text = "{die:item}"
    if roll.bonus:
        [values["bonus"]] = die_keys(roll.bonus, [roll.bonus_face])
        text += " + {bonus:item}"
    if bane:
        text += " − {bane}"
    return Line(f"{text} = {{total}}" if roll.bonus or bane else text, values)


def _sum(one: Cost, other: Cost) -> Cost:
    return Cost(Counter(one.seat) + Counter(other.seat), Counter(one.house) + Counter(other.house))
