"""Rolled Gold: dice into the tray, the house rolls and names the payout, more dice, and then all roll (RG)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.engine.endings.finish import Feat, Finish
from games.engine.game import Game
from games.engine.money import SIZES
from games.engine.result import Pay, Result
from games.engine.scene import Line
from games.engine.table import Table
from games.gembones.rolled_gold.computer import Gambler, newcomer, optimal, regular
from games.gembones.rolled_gold.odds import BONUSES, PAYOUTS, house_one_outcome, odds
from games.gembones.rolled_gold.options import Options
from games.gembones.rolled_gold.state import GameState
from games.gembones.rolled_gold.tray import (
    Tray,
    carry_with,
    departs,
    payments,
    remaining_buy_ins,
    totals_line,
)
from games.gembones.shared.feats import headline_is, reasons_of_caught
from games.gembones.shared.gembone_game import GemboneGame
from games.gembones.shared.options import MatchLength
from games.gembones.shared.point_race import POINT_VALUES, Goal, by_rows
from games.gembones.shared.rolls import announce_thirteen
from games.gembones.shared.stakes import result_rows
from games.gembones.shared.texts import POINT_TEXTS, ROLL_TEXTS
from games.gembones.spotlight import SECONDS as SPOT_SECONDS
from games.gembones.spotlight import TEXTS as SPOT_TEXTS
from games.gembones.spotlight import Spotlight, without_talents
from games.texts import read_texts


async def play(table: Table, options: Options) -> Result:
    """Play one game, or with Dark Moon Heresy a pair of them, in the rulebook's order (RG-04 to RG-20, RG-27)."""
    table.clear()
    moons = ("advantage", "disadvantage") if options.dark_moon_heresy else ("",)
    trays = {seat: Tray(seat) for seat in table.ring}
    table.show(*(tray.zone for tray in trays.values()))
    pays: list[Pay] = []
    points: Counter[int] = Counter()
    nets: dict[int, list[Line]] = {}
    golden: set[int] = set()
    houses: list[int] = []
    buy_ins: dict[int, str] = {}
    spot = Spotlight(table, options)
    for number, moon in enumerate(moons):
        if number:
            # a seat that staked in the first game of a pair has its minimum die in the second (RG-R10)
            trays = {seat: Tray(seat) for seat in trays}
            table.clear()
            table.show(*(tray.zone for tray in trays.values()))
            for tray in trays.values():
                tray.put(options.minimum)
        game = GameState(table, options, trays, spot, second=number > 0)
        await game.buy_in()
        # nobody bought in; of a pair the second game is not played either
        if not game.trays:
            break
        house = await game.roll_house(moon)
        houses.append(house)
        if house == 1:
            outcomes = {
                seat: [house_one_outcome(die) for die in tray.dice] for seat, tray in game.trays.items()
            }
            table.tell("house_one")
        else:
            table.tell("payout", house=house, size=PAYOUTS[house], points=POINT_VALUES[PAYOUTS[house]])
            announce_thirteen(table, house)
            await game.add_dice(house)
            outcomes = await game.roll_all(house)
        trays = game.trays
        pays += payments(outcomes)
        buy_ins = remaining_buy_ins(trays, outcomes, table.gone, again=options.buy_in_again)
        for seat, each in outcomes.items():
            points[seat] += sum(one.points for one in each) if options.for_points else 0
            nets.setdefault(seat, []).append(totals_line(each))
            golden |= {seat} if any(one.golden for one in each) else set()
    reasons = {seat: _reason(table.words, lines) for seat, lines in nets.items()}
    passes = Line(table.words["note:passes"])
    rows = result_rows(
        table.ring, pays, {seat: reasons.get(seat, passes) for seat in table.ring}, points=points
    )
    ranked = not (options.vault_of_dragons or options.g100_wagers)
    headline = _headline(table.words, houses, [seat for seat in table.ring if seat in golden])
    result = Result(headline, rows, tuple(pays), carry_with(table.carry, buy_ins), ranked=ranked)
    return await spot.finish(result)


def _reason(words: Mapping[str, str], lines: Sequence[Line]) -> Line:
    """Return the reason of a seat's result, from one line for each game that it was in."""
    return lines[0] if len(lines) == 1 else Line(words["why:pair"], {"one": lines[0], "two": lines[1]})


def _headline(words: Mapping[str, str], houses: Sequence[int], golden: Sequence[int]) -> Line:
    """Return the headline of the result: Rolled Gold before all else, else the house's roll in each game."""
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


# ---- matches for points


def point_target(length: MatchLength, players: int) -> int:
    """Return the points that win a match, whatever the number of players."""
    return 20 if length == "quick" else 100


VERDICTS = ("gold", "gold_bonus", "paid", "paid_bonus", "lost")
"""The events that announce the fate of a wager die."""

FEATS = (Feat("perfect", "gold", headline_is("result:gold")),)


class RolledGold(GemboneGame):
    """The data sheet of Rolled Gold."""

    key = "rolled_gold"
    texts = read_texts(__name__, POINT_TEXTS, SPOT_TEXTS, ROLL_TEXTS, size=SIZES, bonus=BONUSES)
    version = 3
    seats = (1, 8)
    complexity = "medium"
    minutes = 1
    emblem = ("g20:20", "g12:11")
    options = Options
    party = {"red_wizards_duel": "dealer"}
    remarkable = ("thirteen",)
    policies = {
        "newcomer": without_talents(Gambler(newcomer)),
        "regular": without_talents(Gambler(regular)),
        "shark": without_talents(Gambler(optimal)),
    }
    seconds = SPOT_SECONDS
    feats = FEATS
    play_once = staticmethod(play)
    exact_odds = staticmethod(odds)
    score = staticmethod(by_rows)
    departs = staticmethod(departs)

    def ante(self, options: Options) -> Mapping[str, int]:
        """Return the gembones that a seat must put up to play at all."""
        return {options.sizes[0]: 1}

    def goal(self, table: Table, options: Options) -> Goal:
        """Return the score that wins a match for points."""
        return Goal(point_target(options.length, len(table.ring)))

    def seat_reasons(self, finish: Finish) -> Mapping[int, Line]:
        """Return how each die of a seat fell against the house's."""
        words, reasons = finish.words, dict[int, Line]()
        if not finish.options.for_points:
            rolls: dict[int, dict[int, list[Line]]] = {}
            for event in finish.events:
                if event.kind in VERDICTS:
                    seat, house = event.values["seat"], event.values["house"]
                    rolls.setdefault(seat, {}).setdefault(house, []).append(event.values["roll"])
            reasons = {seat: _against(words, houses) for seat, houses in rolls.items()}
            if finish.result.headline.text == words["result:one"]:
                played = {values["seat"] for values in finish.values_of("puts")}
                reasons |= dict.fromkeys(played - reasons.keys(), Line(words["why:one"]))
        return {**reasons, **reasons_of_caught(finish)}


def _against(words: Mapping[str, str], houses: Mapping[int, Sequence[Line]]) -> Line:
    """Return the rolls of a seat, those against each roll of the house together."""
    parts: dict[str, Line] = {}
    for number, (house, lines) in enumerate(houses.items()):
        named = {f"roll{place}": line for place, line in enumerate(lines)}
        faces = Line(", ".join(f"{{{name}:line}}" for name in named), named)
        parts[f"house{number}"] = Line(words["why:against"], {"rolls": faces, "house": house})
    return Line("; ".join(f"{{{name}:line}}" for name in parts), parts)


GAME: Game = RolledGold()
