"""Barovian Boneyard: exact odds, counted with the game's own rules, and simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from games.engine import HOUSE, MINT, Header, Match, Seed, changes
from games.engine.money import SIZES
from games.gembones.barovian_boneyard import GAME
from games.gembones.barovian_boneyard.odds import CALL_NAMES, Call, call_of, payments, payout_odds
from games.gembones.barovian_boneyard.options import Options
from games.gembones.barovian_boneyard.storming_castle import Castle
from tests.helpers.odds import SOAK, within


def options(**chosen: Any) -> Options:
    made = GAME.parse_options(chosen)
    assert isinstance(made, Options)
    return made


def houses(sides: int) -> Iterator[tuple[int, int]]:
    """All pairs of house rolls, each as likely as the others."""
    faces = range(1, sides + 1)
    return product(faces, faces)


def chances(sides: int) -> dict[Call, F]:
    """The chance of each call."""
    counted = Counter(call_of(house, face) for house in houses(sides) for face in range(1, sides + 1))
    return {name: F(counted[name], sides**3) for name in CALL_NAMES}


def paid(chosen: Options, name: Call, unit: str) -> int:
    """Return the gain of one wager with the call `name` in a unit, by the payments of the game."""
    return changes(payments(chosen, {0: [name]}, payout_odds(chosen))).get(0, {}).get(unit, 0)


def mean(size: str, unit: str = "", **variants: Any) -> F:
    """Return the mean gain of one wager, in wagers or in `unit`."""
    chosen = options(size=size, **variants)
    return sum((p * paid(chosen, name, unit or size) for name, p in chances(SIZES[size]).items()), F(0))


CALLS: Mapping[str, tuple[F, F, F, F]] = {
    "g6": (F(5, 27), F(5, 18), F(1, 36), F(55, 108)),
    "g8": (F(7, 32), F(7, 32), F(1, 64), F(35, 64)),
    "g10": (F(6, 25), F(9, 50), F(1, 100), F(57, 100)),
}
MEANS: Mapping[str, tuple[F, F, F]] = {
    "g6": (F(7, 36), F(-13, 36), F(19, 36)),
    "g8": (F(9, 64), F(-19, 64), F(41, 64)),
    "g10": (F(11, 100), F(-1, 4), F(71, 100)),
}
"""Standard, Wolves in the Woods, Vistani Stowaway; the house's edge is the negative."""
HOUSE_ROLLS: Mapping[str, tuple[F, F]] = {
    "g6": (F(1, 18), F(1, 6)),
    "g8": (F(1, 32), F(1, 8)),
    "g10": (F(1, 50), F(1, 10)),
}
WINS: Mapping[str, tuple[F, F, F]] = {
    "g6": (F(53, 108), F(23, 108), F(55, 108)),
    "g8": (F(29, 64), F(15, 64), F(35, 64)),
    "g10": (F(43, 100), F(1, 4), F(57, 100)),
}
TICKETS: Mapping[str, F] = {"g6": F(38, 9), "g8": F(11, 2), "g10": F(34, 5)}
VARIANTS: tuple[dict[str, Any], ...] = ({}, {"wolves_in_the_woods": True}, {"vistani_stowaway": True})


@pytest.mark.rule("OD-BB1", "OD-BB2", "OD-BB3")
@pytest.mark.parametrize("size", CALLS)
def test_one_wager(size: str) -> None:
    sides = SIZES[size]
    assert tuple(chances(sides).values()) == CALLS[size]
    assert tuple(mean(size, **variant) for variant in VARIANTS) == MEANS[size]
    assert mean(size, madam_eva=True) == MEANS[size][0]
    pairs = list(houses(sides))
    van_richten = sum(all(call_of(house, face) != "mist" for face in range(1, sides + 1)) for house in pairs)
    doubles = sum(call_of(house, house[0]) == "vallaki" for house in pairs)
    assert (F(van_richten, sides**2), F(doubles, sides**2)) == HOUSE_ROLLS[size]
    assert mean(size, "tickets", blinsky=True) == TICKETS[size]
    lost = chances(sides)["mist"]
    assert mean(size, size, blinsky=True) == -lost, "the wager's loss is the same"


@pytest.mark.rule("OD-BB1", "OD-BB2", "OD-BB3")
@pytest.mark.parametrize("size", WINS)
def test_how_often_a_wager_wins(size: str) -> None:
    """The column `player wins` of the table of house edges."""
    for variant, wins in zip(VARIANTS, WINS[size], strict=True):
        chosen = options(size=size, **variant)
        won = sum(p for name, p in chances(SIZES[size]).items() if paid(chosen, name, size) > 0)
        assert won == wins


@pytest.mark.rule("OD-BB4")
@pytest.mark.parametrize("size", CALLS)
def test_by_the_span_of_the_house(size: str) -> None:
    n, chosen = SIZES[size], options(size=size)
    spans = Counter(abs(a - b) for a, b in houses(n))
    assert {d: F(count, n * n) for d, count in spans.items()} == {
        0: F(1, n),
        **{d: F(2 * (n - d), n * n) for d in range(1, n)},
    }
    for a, b in houses(n):
        d = abs(a - b)
        nets = [paid(chosen, call_of((a, b), face), size) for face in range(1, n + 1)]
        assert F(sum(nets), n) == (F(3 - n, n) if d == 0 else F(3 * d + 1 - n, n))


@pytest.mark.parametrize("size", CALLS)
def test_a_computer_is_told_rightly_whether_the_odds_favour_it(size: str) -> None:
    for variant in VARIANTS:
        match = Match(GAME, Header(GAME.key, 1, {"size": size, **variant}, (0,), Seed("odds")))
        assert match.asks_of(0)[0].prompt.says["favourable"] == (mean(size, **variant) > 0)


STORMING = {
    (6, 2): (F(25, 324), F(205, 648), F(-71, 162)),
    (6, 3): (F(73, 1944), F(829, 3888), F(-7, 36)),
    (6, 4): (F(235, 11664), F(3529, 23328), F(-791, 11664)),
    (6, 5): (F(805, 69984), F(15565, 139968), F(229, 34992)),
    (8, 2): (F(49, 512), F(91, 256), F(-73, 128)),
    (8, 3): (F(203, 4096), F(511, 2048), F(-1265, 4096)),
    (8, 4): (F(931, 32768), F(1505, 8192), F(-2785, 16384)),
    (8, 5): (F(4559, 262144), F(18325, 131072), F(-22759, 262144)),
    (10, 2): (F(27, 250), F(381, 1000), F(-163, 250)),
    (10, 3): (F(723, 12500), F(13713, 50000), F(-9517, 25000)),
    (10, 4): (F(4293, 125000), F(103353, 500000), F(-58681, 250000)),
    (10, 5): (F(5451, 250000), F(160797, 1000000), F(-73091, 500000)),
}


def first_game(sides: int, players: int) -> tuple[F, F, F]:
    """All ravenloft, all mist, and what a player wins on average, with nobody caught before."""
    size, seats = f"g{sides}", range(players)
    chosen = options(size=size, storming_the_castle=True)
    all_ravenloft = all_mist = total = 0
    # what the house rolls matters only by how many faces have each name
    kinds = Counter(
        tuple(sorted(Counter(call_of(house, face) for face in range(1, sides + 1)).items()))
        for house in houses(sides)
    )
    for faces, times in kinds.items():
        for rolled in product(faces, repeat=players):
            ways = times
            for _, count in rolled:
                ways *= count
            calls = {seat: rolled[seat][0] for seat in seats}
            odds, fines = Castle({}, size, seats).storm(calls, payout_odds(chosen))
            each = payments(chosen, {seat: [name] for seat, name in calls.items()}, odds, fines)
            total -= ways * changes(each).get(HOUSE, {}).get(size, 0)
            all_ravenloft += ways * (set(calls.values()) == {"ravenloft"})
            all_mist += ways * (set(calls.values()) == {"mist"})
    every = sides ** (2 + players)
    return F(all_ravenloft, every), F(all_mist, every), F(total, every * players)


@pytest.mark.rule("OD-BB5", "BB-20", "BB-21")
@pytest.mark.parametrize(("sides", "players"), STORMING)
def test_storming_the_first_game(sides: int, players: int) -> None:
    assert first_game(sides, players) == STORMING[sides, players]


# ---- simulated, through whole matches


def simulate(games: int, players: int, unit: str, **chosen: Any) -> list[int]:
    """Simulate games with one wager each, and return the total winnings of each game."""
    totals = []
    for number in range(games):
        header = Header(GAME.key, GAME.version, chosen, tuple(range(players)), Seed("simulation", number))
        match = Match(GAME, header, digests=False)
        while not match.over:
            ask = next(iter(match.open.values()))
            match.answer(ask.id, ask.seat, 1)
        assert match.result is not None
        change = changes(match.result.pays)
        totals.append(-sum(change.get(giver, {}).get(unit, 0) for giver in (HOUSE, MINT)))
    return totals


@pytest.mark.parametrize("size", CALLS)
@pytest.mark.parametrize(
    ("variant", "column"), [("", 0), ("wolves_in_the_woods", 1), ("vistani_stowaway", 2)]
)
def test_simulated_wagers(size: str, variant: str, column: int) -> None:
    chosen = {variant: True} if variant else {}
    samples = simulate(1500 * SOAK, 1, size, size=size, **chosen)
    assert within(samples, MEANS[size][column])


@pytest.mark.parametrize("size", CALLS)
def test_simulated_tickets(size: str) -> None:
    assert within(simulate(1500 * SOAK, 1, "tickets", size=size, blinsky=True), TICKETS[size])


@pytest.mark.parametrize("players", [2, 3, 5])
def test_simulated_storming(players: int) -> None:
    expected = STORMING[6, players][2] * players
    assert within(simulate(1500 * SOAK, players, "g6", storming_the_castle=True), expected)


def test_the_simulation_can_tell() -> None:
    samples = simulate(1500, 1, "g6")
    assert not within(samples, MEANS["g6"][1])
    assert not within(samples, MEANS["g6"][2])
