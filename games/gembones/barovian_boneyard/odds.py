"""Barovian Boneyard in numbers: the calls, their payouts and their odds (BB-06 to BB-13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Literal

from games.engine.game import Odds
from games.engine.money import SIZES
from games.engine.prompts import NOTHING, Cost
from games.engine.result import HOUSE, MINT, Pay
from games.gembones.barovian_boneyard.options import Options
from games.gembones.barovian_boneyard.toys import TICKETS
from games.gembones.shared.point_race import POINT_VALUES
from games.gembones.shared.rolls import share
from games.phrases import N_, spelled

Call = Literal["ravenloft", "svalich", "vallaki", "mist"]
"""The dealer's names for a player's roll."""
CALL_NAMES: Mapping[Call, str] = {
    "ravenloft": N_("Ravenloft"),
    "svalich": N_("Svalich"),
    "vallaki": N_("Vallaki"),
    "mist": N_("Mist"),
}
STANDARD: Mapping[Call, int] = {"ravenloft": 2, "svalich": 1, "vallaki": 2, "mist": -1}
"""The wagers that each call wins on top of the wager itself; -1 loses the wager (BB-R1)."""
ALL_IN_THE_MIST = 3
"""The gembones that a game costs every player if all roll mist (BB-21)."""
MOST_ROLLERS = 8
"""The most players who roll in one game."""
WOLVES: Mapping[Call, int] = {**STANDARD, "svalich": -1}
VISTANI: Mapping[Call, int] = {"ravenloft": -1, "svalich": -1, "vallaki": -1, "mist": 2}


def call_of(house: tuple[int, int], face: int) -> Call:
    """Return the call of a roll of `face` against the two rolls of the house (BB-06 to BB-11)."""
    low, high = sorted(house)
    if face < low or face > high:
        return "mist"
    if low < face < high:
        return "ravenloft"
    return "vallaki" if low == high else "svalich"


def payout_odds(options: Options) -> Mapping[Call, int]:
    """Return the wagers that each call wins or loses with these variants (BB-R8)."""
    if options.vistani_stowaway:
        return VISTANI
    return WOLVES if options.wolves_in_the_woods else STANDARD


def worst_case(options: Options, rollers: int) -> Cost:
    """Return the most that one wager may cost the seat and the house; `rollers`: the seats that may roll."""
    size: str = options.size
    best = max(payout_odds(options).values())
    if options.storming_the_castle:
        best = max(best, rollers)
    own = ALL_IN_THE_MIST if options.storming_the_castle else 1
    return Cost({size: own}, {} if options.blinsky else {size: best})


def payments(
    options: Options,
    calls: Mapping[int, Sequence[Call]],
    odds: Mapping[Call, int],
    fines: Mapping[int, int] = NOTHING,  # type: ignore[assignment]
) -> list[Pay]:
    """Return the payments of all rolls, each settled on its own (BB-13).

    `fines`: the gembones that captives lose, who did not roll. Winnings and losses are not netted, since only winnings
    score points (PTS-05).
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


def points_scored(
    options: Options, calls: Mapping[int, Sequence[Call]], odds: Mapping[Call, int]
) -> dict[int, int]:
    """Return the points of each seat: every winning roll in gembones, even where tickets are paid (PTS-R4)."""
    value = POINT_VALUES[options.size]
    return {seat: sum(max(0, odds[name]) for name in names) * value for seat, names in calls.items()}


def is_widest(house: tuple[int, int], size: str) -> bool:
    """Return True if the house has rolled the lowest and the highest number, which is called Van Richten."""
    return {*house} == {1, SIZES[size]}


def odds(options: Options) -> Iterator[Odds]:
    """Yield the chance of every call, and the mean of a wager (OD-BB1 to OD-BB5).

    In Storming the Castle the mean depends on the number of players; later losses of captives are not counted. In
    points nothing is lost, so the means are left out.
    """
    sides, to_one = range(1, SIZES[options.size] + 1), payout_odds(options)
    calls = [call_of((one, other), face) for one, other, face in product(sides, repeat=3)]
    for name, to in to_one.items():
        call = CALL_NAMES[name]
        if to < 0:
            words = spelled("{call}, lost", call=call)
        elif options.blinsky:
            words = spelled("{call}, {to} to 1 in tickets", call=call, to=to)
        else:
            words = spelled("{call}, {to} to 1", call=call, to=to)
        yield Odds(words, share(each == name for each in calls))
    if options.for_points:
        return
    if not options.storming_the_castle:
        yield from _means(options, N_("a wager brings"), 1)
        return
    for rollers in range(2, MOST_ROLLERS + 1):
        words = spelled("a wager of {n} players, nobody caught before, brings", n=rollers)
        yield from _means(options, words, rollers)
    yield Odds("what captives lose", None)


def _means(options: Options, name: str, rollers: int) -> Iterator[Odds]:
    """Yield the mean gain of one wager with this many players: in wagers, and in tickets if winners get those."""
    won = lost = Fraction(0)
    sides = SIZES[options.size]
    to_one = payout_odds(options)
    for house in product(range(1, sides + 1), repeat=2):
        faces = Counter(call_of((house[0], house[1]), face) for face in range(1, sides + 1))
        chances = {name: Fraction(faces[name], sides) for name in to_one}
        won += sum(chances[name] * to for name, to in to_one.items() if to > 0)
        lost -= sum(chances[name] * to for name, to in to_one.items() if to < 0)
        if options.storming_the_castle:
            alike = {name: chance**rollers for name, chance in chances.items()}
            won += alike["ravenloft"] * (together(to_one, rollers) - to_one["ravenloft"])
            lost += alike["mist"] * (ALL_IN_THE_MIST + to_one["mist"])
    won, lost = won / sides**2, lost / sides**2
    yield Odds(name, -lost if options.blinsky else won - lost, N_("wagers"))
    if options.blinsky:
        yield Odds(name, won * sides, N_("tickets"))


def together(odds: Mapping[Call, int], rollers: int) -> int:
    """Return the payout of ravenloft if all roll it: their number, but at least the usual payout (BB-20, BB-R11)."""
    return max(odds["ravenloft"], rollers)
