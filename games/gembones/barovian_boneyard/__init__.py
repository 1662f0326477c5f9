"""Barovian Boneyard: wagers first, then two dice of the house, then one die for each wager (BB)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from games.engine.endings.finish import Feat, Finish
from games.engine.game import Game
from games.engine.money import SIZES, die_keys
from games.engine.prompts import NOTHING
from games.engine.result import Departure, Pay, Result, changes
from games.engine.scene import Line, ResultRow, Strip, StripField
from games.engine.table import Table
from games.engine.table_objects import FixedOnTable, Open
from games.gembones.barovian_boneyard.computer import newcomer, regular, shark
from games.gembones.barovian_boneyard.odds import (
    ALL_IN_THE_MIST,
    CALL_NAMES,
    Call,
    call_of,
    is_widest,
    odds,
    payments,
    payout_odds,
    points_scored,
    worst_case,
)
from games.gembones.barovian_boneyard.options import Options
from games.gembones.barovian_boneyard.storming_castle import Castle
from games.gembones.shared.feats import headline_is, reasons_of_caught
from games.gembones.shared.gembone_game import GemboneGame
from games.gembones.shared.options import MatchLength
from games.gembones.shared.point_race import Goal, by_rows
from games.gembones.shared.stakes import wager_window
from games.gembones.shared.texts import POINT_TEXTS, WAGER_TEXTS
from games.gembones.spotlight import SECONDS as SPOT_SECONDS
from games.gembones.spotlight import TEXTS as SPOT_TEXTS
from games.gembones.spotlight import Spotlight, without_talents, zone_display
from games.phrases import joined, listing, spelled
from games.texts import read_texts


async def play(table: Table, options: Options) -> Result:
    """Play one game, from the wagers to the payouts, in the rulebook's order (BB-01 to BB-13)."""
    table.clear()
    castle = Castle(table.carry, options.size, table.ring)
    # the variant may have been switched off since the last game
    if castle.held and not options.storming_the_castle:
        castle.release()
    for seat in castle.held:
        table.note(seat, "caught")
        table.seats.out.add(seat)
    free = [seat for seat in table.ring if seat not in castle.held]
    says = {"favourable": options.for_points or not options.wolves_in_the_woods}
    wagers = await wager_window(table, free, options.size, options.most, worst_case(options, len(free)), says)
    # seats that left while the window was open: their wagers stand, but captives among them pay for leaving
    leavers = [e.values["seat"] for e in table.events if e.kind == "left" and e.values["seat"] in table.ring]
    for seat in leavers:
        castle.leave(seat)
    if not wagers:
        castle.count_empty_window()
        return _finish(table, options, castle, Line(table.words["result:nothing"]), [], {})

    spot = Spotlight(table, options)
    if options.madam_eva:
        rolls = await _roll_wagers(table, options, wagers, spot)
        house = _roll_house(table, options)
    else:
        house = _roll_house(table, options)
        rolls = await _roll_wagers(table, options, wagers, spot)
    calls = {seat: [call_of(house, face) for face in faces] for seat, faces in rolls.items()}
    odds, fines = payout_odds(options), dict[int, int]()
    if options.storming_the_castle:
        captives = [*castle.held]
        odds, fines = castle.storm({seat: only for seat, [only] in calls.items()}, odds)
        castle.remove_leavers(leavers)
        _announce_castle(table, captives, castle.held, fines, options.size)
    _announce_calls(table, options, house, rolls, odds)

    words = table.words["result:van_richten" if is_widest(house, options.size) else "result:played"]
    headline = Line(words, {"dice": die_keys(options.size, house)})
    reasons = {seat: Line(calls_text(names)) for seat, names in calls.items()}
    paid = payments(options, calls, odds, fines)
    won = points_scored(options, calls, odds) if options.for_points else {}
    result = _finish(table, options, castle, headline, paid, reasons, won)
    return await spot.finish(result)


def _roll_house(table: Table, options: Options) -> tuple[int, int]:
    """Roll the two dice of the house and show them."""
    first, second = table.chance.roll(2, SIZES[options.size])
    house = (first, second)
    table.phase("house")
    table.show(Open("house", die_keys(options.size, house)), FixedOnTable(house_strip(options, house)))
    table.tell("house_rolls", dice=die_keys(options.size, house))
    return house


def house_strip(options: Options, house: tuple[int, int]) -> Strip:
    """Return the call of every number between and beside the house's two dice, with what it wins or loses."""
    odds, fields = payout_odds(options), list[StripField]()
    for face in range(1, SIZES[options.size] + 1):
        call = call_of(house, face)
        to = odds[call]
        fate: Literal["lost", "even", "won"] = "lost" if to < 0 else "won" if to > 1 else "even"
        fields.append(StripField(face, f"{to:+d}".replace("-", "−"), CALL_NAMES[call], fate))
    return Strip("house", tuple(fields))


async def _roll_wagers(
    table: Table, options: Options, wagers: Mapping[int, int], spot: Spotlight
) -> dict[int, list[int]]:
    """Roll a die for each wager, and return the faces; all see them at once, even if the house rolls later (BB-R4)."""
    table.phase("players")
    size: str = options.size
    rolls, zones = {}, {}
    for seat, count in wagers.items():
        faces = table.chance.roll(count, SIZES[size])
        rolls[seat] = [(size, face) for face in faces]
        zones[seat] = Open("dice", die_keys(size, faces), seat)
        table.show(zones[seat])
        table.tell("rolls", seat=seat, dice=die_keys(size, faces))
    staked = {seat: {size: count} for seat, count in wagers.items()}
    rolls = await spot.after_roll(rolls, zone_display(zones), staked)
    return {seat: [face for _, face in dice] for seat, dice in rolls.items() if seat not in spot.caught}


def _announce_calls(
    table: Table,
    options: Options,
    house: tuple[int, int],
    rolls: Mapping[int, Sequence[int]],
    odds: Mapping[Call, int],
) -> None:
    """Tell the table the call of every roll (BB-12, BB-13)."""
    table.phase("calls")
    if is_widest(house, options.size):
        table.tell("van_richten")
    for seat, faces in rolls.items():
        table.note(seat, "calls", calls=calls_text([call_of(house, face) for face in faces]))
        for name, to in odds.items():
            dice = die_keys(options.size, [face for face in faces if call_of(house, face) == name])
            if dice:
                kind, n = (name, to) if to > 0 else (f"{name}_loses", -to * len(dice))
                table.tell(kind, seat=seat, dice=dice, n=n)


def _announce_castle(
    table: Table, before: Sequence[int], now: Sequence[int], fines: Mapping[int, int], size: str
) -> None:
    """Announce the gembones lost in the castle, and the seats released and caught."""
    for seat, n in fines.items():
        table.tell("fined", seat=seat, n=n, size=size)
    for kind, seats in (
        ("freed", [seat for seat in before if seat not in now]),
        ("captured", [seat for seat in now if seat not in before]),
    ):
        if seats:
            table.tell(kind, seats=tuple(seats))


def calls_text(calls: Sequence[Call]) -> str:
    """Return calls as text, each once, in the order in which they fell: `Mist ×2, Ravenloft`."""
    return listing(
        *(
            joined(CALL_NAMES[each], f" ×{n}") if n > 1 else CALL_NAMES[each]
            for each, n in Counter(calls).items()
        )
    )


def _finish(
    table: Table,
    options: Options,
    castle: Castle,
    headline: Line,
    pays: Sequence[Pay],
    reasons: dict[int, Line],
    scores: Mapping[int, int] = NOTHING,  # type: ignore[assignment]
) -> Result:
    """Return the result; seats that leave the castle pay for it after all rolls."""
    words = table.words
    carry, fees, barred, lifts = castle.departure()
    paid = (*pays, *fees)
    change = changes(paid)
    captives = table.carry.get("held", []) if options.storming_the_castle else []
    for seat in table.ring:
        if seat not in reasons:
            reasons[seat] = Line(words["note:caught" if seat in captives else "note:passes"])
    rows = [
        ResultRow(seat, None, change.get(seat, {}), reasons[seat], scores.get(seat, 0)) for seat in table.ring
    ]
    # not by worth: tickets are no gembones, but winners of tickets come first too
    rows.sort(key=lambda row: -sum(row.change.values()))
    notes = []
    if fees:
        notes.append(Line(words["result:bought_out"], {"seats": tuple(pay.giver for pay in fees)}))
    if lifts and table.carry.get("held") and not castle.held:
        notes.append(Line(words["result:released"]))
    if castle.held:
        notes.append(Line(words["result:held"], {"seats": tuple(castle.held)}))
    return Result(
        headline,
        tuple(rows),
        paid,
        carry,
        notes=tuple(notes),
        ranked=not options.vistani_stowaway,
        barred=barred,
        lifts=lifts,
    )


# ---- matches for points


def point_target(length: MatchLength, players: int) -> int:
    """Return the points that win a match."""
    return 20 if length == "quick" else 20 * players


def reasons_of_calls(finish: Finish) -> dict[int, Line]:
    """Return why each seat's dice won or lost: how they fell against those of the house."""
    rolled = finish.values_of("house_rolls")
    if not rolled or finish.options.for_points:
        return {}
    faces = sorted({int(die.partition(":")[2]) for die in rolled[-1]["dice"]})
    house = (
        spelled("double {n}", n=faces[0])
        if len(faces) == 1
        else spelled("{one} and {other}", one=faces[0], other=faces[1])
    )
    calls: dict[int, list[tuple[str, tuple[str, ...]]]] = {}
    for event in finish.events:
        if event.kind.removesuffix("_loses") in CALL_NAMES:
            calls.setdefault(event.values["seat"], []).append((event.kind, event.values["dice"]))
    reasons = {}
    for seat, fell in calls.items():
        named = {}
        for at, (kind, dice) in enumerate(fell):
            # only a call that stands alone is told at length, with the house's dice
            key = f"short:{kind}" if len(fell) > 1 else kind.removesuffix("_loses")
            named[f"call{at}"] = Line(finish.words[f"why:{key}"], {"dice": dice, "house": house})
        reasons[seat] = Line("; ".join(f"{{{name}:line}}" for name in named), named)
    return reasons


FEATS = (Feat("upset", "van_richten", headline_is("result:van_richten")),)


class BarovianBoneyard(GemboneGame):
    """The data sheet of Barovian Boneyard."""

    key = "barovian_boneyard"
    texts = read_texts(__name__, WAGER_TEXTS, POINT_TEXTS, SPOT_TEXTS, call=CALL_NAMES)
    version = 2
    seats = (1, 8)
    complexity = "simple"
    minutes = 1
    emblem = ("g6:2", "g6:4", "g6:5")
    options = Options
    party = {"storming_the_castle": "dealer"}
    policies = {
        "newcomer": without_talents(newcomer),
        "regular": without_talents(regular),
        "shark": without_talents(shark),
    }
    seconds = SPOT_SECONDS
    feats = FEATS
    play_once = staticmethod(play)
    exact_odds = staticmethod(odds)
    score = staticmethod(by_rows)

    def ante(self, options: Options) -> Mapping[str, int]:
        """Return the gembones that a seat must put up to play at all."""
        # storming may cost more than what is rolled, and is for nobody who could not pay it (GEM-R4)
        return worst_case(options, 1).seat

    def goal(self, table: Table, options: Options) -> Goal:
        """Return the score that wins a match for points."""
        return Goal(point_target(options.length, len(table.ring)))

    def limits(self, options: Options) -> tuple[int, int]:
        """Return the fewest and the most seats: Storming the Castle takes at least two."""
        return (2, 8) if options.storming_the_castle else self.seats

    def departs(self, options: Options, carry: Mapping[str, Any], seat: int, staying: list[int]) -> Departure:
        """Let a seat leave between two games while `staying` remain at the table (BB-R6)."""
        castle = Castle(carry, options.size, [seat, *staying])
        if castle.held and not options.storming_the_castle:
            castle.release()
        castle.leave(seat)
        return castle.departure()

    def keeps(self, options: Options, carry: Mapping[str, Any]) -> Mapping[int, Mapping[str, int]]:
        """Return what the next game may cost each captive: what it costs if everyone rolls mist (BB-21)."""
        held = carry.get("held", ()) if options.storming_the_castle else ()
        return {seat: {options.size: ALL_IN_THE_MIST} for seat in held}

    def seat_reasons(self, finish: Finish) -> Mapping[int, Line]:
        """Return what each seat's dice were called, and the castle's effect: held, set free, or caught in this game."""
        words, reasons = finish.words, reasons_of_calls(finish)
        held = finish.result.carry.get("held", ())
        for row in finish.result.rows:
            was_held = row.reason is not None and row.reason.text == words["note:caught"]
            if was_held:
                reasons[row.seat] = Line(words["why:held" if row.seat in held else "why:freed"])
            elif row.seat in held and row.reason is not None:
                reasons[row.seat] = Line(words["why:captured"], {"calls": reasons.get(row.seat, row.reason)})
        return {**reasons, **reasons_of_caught(finish)}

    def reasons(self, finish: Finish) -> Iterable[Line]:
        """Return a line that explains the names of the calls, if anyone has rolled."""
        if finish.result.headline.text in (finish.words["result:played"], finish.words["result:van_richten"]):
            yield Line(finish.words["result:names"])


GAME: Game = BarovianBoneyard()
