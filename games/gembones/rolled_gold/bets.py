"""What goes into the trays of Rolled Gold: the buy in, and what is added once the payout is known (RG)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games.engine import Ask, Choose, Cost, Table
from games.engine.money import SIZES
from games.gembones.rolled_gold.carryover import carried
from games.gembones.rolled_gold.odds import BONUSES, PAYOUTS, most_paid, takes_bonus
from games.gembones.rolled_gold.tray import Tray

if TYPE_CHECKING:
    from games.gembones.rolled_gold import Options


async def press_window(
    table: Table, seats: Sequence[int], ask: Callable[[int], Choose | None], take: Callable[[int, str], None]
) -> None:
    """A window in which each seat presses as often as it has something to press (RG-05, RG-11)."""
    asks: dict[int, Ask] = {}
    for seat in seats:
        prompt = ask(seat)
        if prompt is not None:
            asks[seat] = Ask(seat, prompt, table.words)
    while asks:
        seat, answer = (reply := await table.ask_any(asks)).seat, reply.answer
        take(seat, answer)
        prompt = None if answer in ("done", "pass") else ask(seat)
        if prompt is None:
            del asks[seat]
        else:
            asks[seat] = Ask(seat, prompt, table.words)


async def buy_in(table: Table, options: Options, trays: Mapping[int, Tray], second: bool) -> dict[int, Tray]:
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


async def add_dice(table: Table, options: Options, trays: Mapping[int, Tray], house: int) -> None:
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
