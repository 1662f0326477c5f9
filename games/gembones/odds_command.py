"""Odds on request: exact chances and means, computed from the tables by which the games are played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from games.engine.money import SIZES
from games.gembones import barovian_boneyard, fireball, hags_haggle, lucky_13, rolled_gold, tripledip
from games.gembones.barovian_boneyard import calls as boneyard_calls
from games.gembones.fireball.odds import mean_rolls
from games.gembones.hags_haggle.codes import SEVENS
from games.gembones.hags_haggle.payouts import SETS, judge, settle
from games.gembones.lucky_13.odds import ALL, LUCKY, outlook
from games.gembones.rolled_gold.odds import mean, win_chance
from games.gembones.shared.points import GemboneOptions
from games.gembones.tiamat.combinations import NAMES as DRAGONS
from games.gembones.tiamat.combinations import TIAMAT
from games.gembones.tiamat.computer import DEALT, HANDS
from games.gembones.tripledip.round import ANNAM, ANNAM_LOSS, DUBS, TRIPS, score


class Odds(NamedTuple):
    """How likely something is; or what it comes to on average, in units of `per`: a gain, or if `counted` a number."""

    what: str
    value: Fraction
    per: str = ""
    counted: bool = False


def _share(cases: Iterable[bool]) -> Fraction:
    """How many of equally likely cases are so."""
    every = list(cases)
    return Fraction(sum(every), len(every))


def of_tripledip(options: tripledip.Options) -> Iterator[Odds]:
    """One roll of each size that is played (OD-TD1 to OD-TD4)."""
    named = {"trips": TRIPS, "dubs": DUBS}
    if options.annam_all_or_nothing:
        named |= {"the three highest": ANNAM, "1, 2, 3": ANNAM_LOSS}
    for size in options.sizes:
        sides = SIZES[size]
        rolls = [score(roll, sides, options.annam_all_or_nothing).rank
                 for roll in product(range(1, sides + 1), repeat=3)]  # fmt: skip
        for name, rank in named.items():
            yield Odds(f"one roll of 3{size}: {name}", _share(each == rank for each in rolls))


def of_lucky_13(options: lucky_13.Options) -> Iterator[Odds]:
    """Exactly 13 for who never stops early (OD-L131, OD-L132)."""
    yield Odds("exactly 13, if you never stop early", outlook(ALL, 0, LUCKY - 1, 0))
    if options.tymoras_bold_blessing:
        yield Odds("exactly 13 with Tymora's coin", outlook(ALL, 0, LUCKY - 1, 0, True))


def of_rolled_gold(options: rolled_gold.Options) -> Iterator[Odds]:
    """One die that is put in before the house rolls, and left alone (OD-RG1)."""
    houses, rules = options.houses, options.rules
    for size in options.sizes:
        wins = sum((win_chance(size, house, "", rules) for house in houses), Fraction(0))
        brings = sum((mean(size, house, "", rules) for house in houses), Fraction(0))
        yield Odds(f"a {size} wins", wins / len(houses))
        yield Odds(f"a {size} brings", brings / len(houses), "pieces a game")


def of_boneyard(options: barovian_boneyard.Options) -> Iterator[Odds]:
    """Every call, and what a wager brings (OD-BB1 to OD-BB3)."""
    sides, odds = range(1, SIZES[options.size] + 1), boneyard_calls.odds_of(options)
    calls = [boneyard_calls.call((one, other), face) for one, other, face in product(sides, repeat=3)]
    for name, to in odds.items():
        pays = f", {to} to 1" if to > 0 else ", lost"
        yield Odds(f"{boneyard_calls.NAMES[name]}{pays}", _share(each == name for each in calls))
    yield Odds("a wager brings", Fraction(sum(odds[each] for each in calls), len(calls)), "wagers")


def of_haggle(options: hags_haggle.Options) -> Iterator[Odds]:
    """A match, a higher and a lower roll, and what a wager brings (OD-HH1 to OD-HH3)."""
    for die in SETS if options.gembones == "dealer" else (options.gembones,):
        half = range(1, SIZES[SETS[die].house] + 1)
        rolls = [
            (one + other, face) for one, other in product(half, half) for face in range(1, SIZES[die] + 1)
        ]
        for name, verdict in (("a match", "match"), ("higher", "exceed"), ("lower", "lower")):
            yield Odds(f"{die}: {name}", _share(judge(face, total) == verdict for total, face in rolls))
        for sevens in (False, True) if options.codes else (False,):
            net = 0
            for total, face in rolls:
                won, lost = settle(die, face, total, options.kind_hag, sevens)
                net += sum(SIZES[unit] * n for unit, n in won.items()) - lost * SIZES[die]
            under = f" under code {SEVENS}" if sevens else ""
            yield Odds(f"{die}: a wager brings{under}", Fraction(net, len(rolls) * SIZES[die]), "wagers")


def of_fireball(options: fireball.Options) -> Iterator[Odds]:
    """Whether one loose gembone is locked by one roll; how many rolls it takes (OD-FB1, OD-FB4, OD-FB5, OD-FB8)."""
    targets = 2 if options.flame_strike or options.meteor_swarm else 1
    yield Odds(
        "a loose gembone shows your target" + "s" * (targets - 1), Fraction(targets, SIZES[options.size])
    )
    if options.count == fireball.ORDINARY and not options.wall_of_fire:
        # of more gembones it would take too long to count, and stacks that fall are another matter
        mean_of = mean_rolls(options.count, SIZES[options.size], targets, options.evocation_overchannel)
        yield Odds("until all do, alone", mean_of, "rolls", counted=True)


def of_tiamat(options: GemboneOptions) -> Iterator[Odds]:
    """Five cards as they are dealt (OD-TM1 to OD-TM7)."""
    for hand, hands in DEALT.items():
        second = " with a second pair" if hand.second else ""
        name = "Tiamat" if hand.rank == TIAMAT else " ".join(DRAGONS[hand.rank].format(color="").split())
        yield Odds(f"dealt: {name}{second}", Fraction(hands, HANDS))


ODDS: Mapping[str, Callable[..., Iterator[Odds]]] = {
    "tripledip": of_tripledip,
    "lucky_13": of_lucky_13,
    "rolled_gold": of_rolled_gold,
    "barovian_boneyard": of_boneyard,
    "hags_haggle": of_haggle,
    "fireball": of_fireball,
    "tiamat": of_tiamat,
}
"""By game; each takes the game's options."""
