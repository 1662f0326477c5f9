"""What a roll is called in Barovian Boneyard, and what that pays (BB)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from games.engine import HOUSE, MINT, Cost, Pay, Table
from games.engine.money import SIZES, die_keys
from games.engine.prompts import NOTHING
from games.gembones.barovian_boneyard.storming_castle import Call
from games.gembones.barovian_boneyard.toys import TICKETS
from games.gembones.shared.points import VALUES

if TYPE_CHECKING:
    from games.gembones.barovian_boneyard import Options

NAMES: Mapping[Call, str] = {
    "ravenloft": "Ravenloft",
    "svalich": "Svalich",
    "vallaki": "Vallaki",
    "mist": "Mist",
}
STANDARD: Mapping[Call, int] = {"ravenloft": 2, "svalich": 1, "vallaki": 2, "mist": -1}
"""What a roll wins, in wagers, beside the wager itself; -1 is the wager lost (BB-08 to BB-11, BB-R1)."""
WOLVES: Mapping[Call, int] = {**STANDARD, "svalich": -1}
VISTANI: Mapping[Call, int] = {"ravenloft": -1, "svalich": -1, "vallaki": -1, "mist": 2}


def call(house: tuple[int, int], face: int) -> Call:
    """What a roll of `face` is called against the two rolls of the house (BB-06 to BB-11)."""
    low, high = sorted(house)
    if face < low or face > high:
        return "mist"
    if low < face < high:
        return "ravenloft"
    return "vallaki" if low == high else "svalich"


def odds_of(options: Options) -> Mapping[Call, int]:
    """What each call wins or loses in wagers (BB-22 to BB-24, BB-R8)."""
    if options.vistani_stowaway:
        return VISTANI
    return WOLVES if options.wolves_in_the_woods else STANDARD


def worst_case(options: Options, rollers: int) -> Cost:
    """What one wager may cost the seat and the house, with so many who may roll (GEM-R4, GEM-R9)."""
    size: str = options.size
    best = max(odds_of(options).values())
    if options.storming_the_castle:
        best = max(best, rollers)
    own = 3 if options.storming_the_castle else 1
    return Cost({size: own}, {} if options.blinsky else {size: best})


def payouts(
    options: Options,
    calls: Mapping[int, Sequence[Call]],
    odds: Mapping[Call, int],
    fines: Mapping[int, int] = NOTHING,  # type: ignore[assignment]
) -> list[Pay]:
    """Who pays what, each roll on its own (BB-04, BB-13); `fines` are what captives lose, who did not roll.

    Profits and losses stand apart, since only what was won will score (PTS-03, PTS-05).
    """
    pays = []
    for seat in sorted({*calls, *fines}):
        results = [odds[name] for name in calls.get(seat, ())]
        won, lost = sum(n for n in results if n > 0), -sum(n for n in results if n < 0)
        if won and options.blinsky:
            pays.append(Pay(MINT, seat, TICKETS, won * SIZES[options.size]))
        elif won:
            pays.append(Pay(HOUSE, seat, options.size, won))
        if lost:
            pays.append(Pay(seat, HOUSE, options.size, lost))
        if fines.get(seat):
            pays.append(Pay(seat, HOUSE, options.size, fines[seat], if_able=True))
    return pays


def points(options: Options, calls: Mapping[int, Sequence[Call]], odds: Mapping[Call, int]) -> dict[int, int]:
    """What each seat scores: the odds of every winning roll in gembones, tickets or not (PTS-R3, PTS-R4)."""
    value = VALUES[options.size]
    return {seat: sum(max(0, odds[name]) for name in names) * value for seat, names in calls.items()}


def is_widest(house: tuple[int, int], size: str) -> bool:
    """Van Richten: the lowest and the highest number (BB-12)."""
    return {*house} == {1, SIZES[size]}


def named(calls: Sequence[Call]) -> str:
    """Each call once, in the order in which they fell: `Mist ×2, Ravenloft`."""
    return ", ".join(NAMES[each] + (f" ×{n}" if n > 1 else "") for each, n in Counter(calls).items())


def call_out(
    table: Table,
    options: Options,
    house: tuple[int, int],
    rolls: Mapping[int, Sequence[int]],
    odds: Mapping[Call, int],
) -> None:
    """The dealer names every roll (BB-12, BB-13)."""
    table.phase("calls")
    if is_widest(house, options.size):
        table.tell("van_richten")
    for seat, faces in rolls.items():
        table.note(seat, "calls", calls=named([call(house, face) for face in faces]))
        for name, to in odds.items():
            dice = die_keys(options.size, [face for face in faces if call(house, face) == name])
            if dice:
                kind, n = (name, to) if to > 0 else (f"{name}_loses", -to * len(dice))
                table.tell(kind, seat=seat, dice=dice, n=n)
