"""Tripledip: exact odds, counted with the game's own scores, and simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction as F
from functools import cache
from itertools import product
from typing import Any

import pytest

from games.engine import Chance, Match, Seed
from games.engine.money import worth
from games.engine.questions import Ask
from games.gembones.tripledip import GAME
from games.gembones.tripledip.nine_bells import DIE, ODDS, ROLLS_A_DAY, ROLLS_A_PRESS, STAKE, wins
from games.gembones.tripledip.state import (
    ANNAM,
    ANNAM_LOSS,
    DUBS,
    NO_POINT,
    TRIPS,
    GameState,
    Score,
    score_of,
)
from tests.helpers.odds import SOAK, played, within


@cache
def scores(sides: int, annam: bool = False) -> Mapping[Score, F]:
    """The chance of each combination in one roll."""
    counted = Counter(score_of(faces, sides, annam) for faces in product(range(1, sides + 1), repeat=3))
    return {is_: F(n, sides**3) for is_, n in counted.items()}


def chance(sides: int, rank: int, annam: bool = False) -> F:
    return sum((p for is_, p in scores(sides, annam).items() if is_.rank == rank), F(0))


# trips, dubs, no point, lock, mean rolls; given a lock: trips, one number, one point; same, fails, highest, Annam
ODDS_OF: Mapping[int, tuple[F, ...]] = {
    4: (F(1, 16), F(9, 16), F(3, 8), F(5, 8), F(8, 5), F(1, 10), F(1, 40), F(9, 40), F(7, 100),
        F(81, 4096), F(1, 64), F(3, 32)),
    6: (F(1, 36), F(5, 12), F(5, 9), F(4, 9), F(9, 4), F(1, 16), F(1, 96), F(5, 32), F(23, 768),
        F(15625, 531441), F(1, 216), F(1, 36)),
    8: (F(1, 64), F(21, 64), F(21, 32), F(11, 32), F(32, 11), F(1, 22), F(1, 176), F(21, 176), F(2, 121),
        F(21, 32) ** 8, F(1, 512), F(3, 256)),
    20: (F(1, 400), F(57, 400), F(171, 200), F(29, 200), F(200, 29), F(1, 58), F(1, 1160), F(57, 1160),
         F(43, 16820), F(171, 200) ** 20, F(1, 8000), F(3, 4000)),
}  # fmt: skip


@pytest.mark.rule("OD-TD1", "OD-TD2", "OD-TD3", "OD-TD4")
@pytest.mark.parametrize("sides", ODDS_OF)
def test_one_roll(sides: int) -> None:
    trips, dubs, nothing = (chance(sides, rank) for rank in (TRIPS, DUBS, NO_POINT))
    lock = 1 - nothing
    one = scores(sides)[Score(TRIPS, 1)]
    point = sum(p for is_, p in scores(sides).items() if (is_.rank, is_.point) == (DUBS, 1))
    same = sum((p / lock) ** 2 for is_, p in scores(sides).items() if is_.rank > NO_POINT)
    assert ODDS_OF[sides] == (
        trips, dubs, nothing, lock, 1 / lock, trips / lock, one / lock, point / lock, same, nothing**sides,
        scores(sides)[Score(TRIPS, sides)], chance(sides, ANNAM, annam=True),
    )  # fmt: skip
    assert chance(sides, ANNAM, annam=True) == chance(sides, ANNAM_LOSS, annam=True)


@pytest.mark.rule("OD-TD1", "TD-05")
def test_points_become_rarer_with_size() -> None:
    locks = [1 - chance(sides, NO_POINT) for sides in (4, 6, 8, 10, 12, 20)]
    assert locks == sorted(locks, reverse=True)
    assert F(81, 4096) == pytest.approx(0.019775, abs=1e-6)
    assert F(21, 32) ** 8 == pytest.approx(0.034400, abs=1e-6)


@pytest.mark.rule("OD-TD5")
@pytest.mark.parametrize(
    ("sides", "of_four"), [(4, F(3439, 10000)), (6, F(14911, 65536)), (8, F(39775, 234256))]
)
def test_a_game_is_won_by_trips(sides: int, of_four: F) -> None:
    lock = {is_: p / (1 - chance(sides, NO_POINT)) for is_, p in scores(sides).items() if is_.rank > NO_POINT}
    no_trips = sum(p for is_, p in lock.items() if is_.rank == DUBS)
    assert 1 - no_trips**4 == of_four


@pytest.mark.rule("OD-TD6")
def test_nine_bells() -> None:
    faces = range(1, 21)
    hit = F(sum(wins([*three]) for three in product(faces, repeat=STAKE)), 20**STAKE)
    assert hit == F(1, 8000)
    assert 1 - (1 - hit) ** 5544 < F(1, 2) < 1 - (1 - hit) ** 5545
    assert float(1 - (1 - hit) ** ROLLS_A_DAY) == pytest.approx(0.07988, abs=5e-6)
    assert float(1 - (1 - hit) ** ROLLS_A_PRESS) == pytest.approx(0.001624, abs=5e-7)
    a_roll = hit * worth({DIE: STAKE * ODDS})
    assert a_roll == F(27, 400)
    assert ROLLS_A_DAY * a_roll == F(44955, 1000)


# ---- the last one, exactly, with the game's own count


@pytest.mark.parametrize("sides", [4, 6, 8])
def test_the_last_one_fails_as_often_as_its_count_says(sides: int) -> None:
    game = GameState(f"g{sides}", [0, 1])
    game.roll({0: [1, 1, 2], 1: [1, 2, 3]})
    rolls = 0
    while not game.over:
        game.roll({1: [1, 2, 3]})
        rolls += 1
    assert chance(sides, NO_POINT) ** rolls == ODDS_OF[sides][9]


# ---- simulated, through whole matches


def press(match: Match, ask: Ask) -> Any:
    return ask.prompt.options[0]  # type: ignore[attr-defined]


VARIANTS: list[dict[str, Any]] = [
    {},
    {"size": "g8"},
    {"annam_all_or_nothing": True, "size": "g6"},
    {"mordenkainens_madness": True},
    {"tray": 5},
]


@pytest.mark.rule("OD-TD7")
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_seat_has_even_chances_and_nets_add_up_to_nothing(options: dict[str, Any]) -> None:
    nets: list[list[int]] = [[], [], []]
    for number in range(400 * SOAK):
        result = played(GAME, number, 3, press, **options).result
        assert result is not None
        by_seat = {row.seat: worth(row.change) for row in result.rows}
        assert sum(by_seat.values()) == 0
        for seat, net in by_seat.items():
            nets[seat].append(net)
    for of_seat in nets:
        assert within(of_seat, 0)


@pytest.mark.rule("OD-TD7")
@pytest.mark.parametrize("annam", [False, True])
def test_whoever_rolls_the_same_from_another_seat_fares_the_same(annam: bool) -> None:
    """No seat is better than another: turn the seats round, and what each wins or owes turns with them."""
    luck, ties = Chance(Seed("mirror")), 0
    for _ in range(200 * SOAK):
        game, mirrored = (GameState("g4", [0, 1, 2], annam=annam) for _ in range(2))
        while not game.over:
            rolls = {seat: luck.roll(3, 4) for seat in game.rolling()}
            assert sorted(mirrored.rolling()) == sorted(2 - seat for seat in rolls)
            game.roll(rolls)
            mirrored.roll({2 - seat: faces for seat, faces in sorted(rolls.items(), reverse=True)})
            ties += bool(game.tied)
        assert (game.winner is None) == (mirrored.winner is None)
        assert game.debts() == {2 - seat: n for seat, n in mirrored.debts().items()}
    assert ties > 10


@pytest.mark.rule("OD-TD5", "OD-TD1")
@pytest.mark.parametrize(
    ("sides", "of_four"), [(4, F(3439, 10000)), (6, F(14911, 65536)), (8, F(39775, 234256))]
)
def test_simulated_trips(sides: int, of_four: F) -> None:
    """Count trips among four seats that all lock.

    Games in which the last one failed, or that were decided by a reroll, count by their first locks.
    """
    by_trips = []
    for number in range(800 * SOAK):
        match = played(GAME, number, 4, press, size=f"g{sides}")
        if not any(event.kind == "loses" for event in match.events):
            rolled: dict[int, Score] = {}
            for event in match.events:
                if event.kind == "rolls":
                    faces = [int(die.split(":")[1]) for die in event.values["dice"]]
                    shown = score_of(faces, sides)
                    if shown.rank > NO_POINT:
                        rolled.setdefault(event.values["seat"], shown)
            by_trips.append(int(max(rolled.values()).rank == TRIPS))
    assert within(by_trips, of_four)


@pytest.mark.rule("OD-TD1", "OD-TD2", "OD-TD3")
@pytest.mark.parametrize("sides", [4, 6, 8])
def test_simulated_first_rolls(sides: int) -> None:
    locked = []
    for number in range(500 * SOAK):
        match = played(GAME, number, 2, press, size=f"g{sides}")
        for event in [event for event in match.events if event.kind == "rolls"][:2]:
            faces = [int(die.split(":")[1]) for die in event.values["dice"]]
            locked.append(int(score_of(faces, sides).rank > NO_POINT))
    assert within(locked, ODDS_OF[sides][3])
    assert not within(locked, ODDS_OF[sides][3] + F(1, 10)), "the simulation can tell"
